/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a cell of a study: the one place where studies meet the measures. */
#include "config.h"

#include "eqp-study-quantities.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-weight-column.h"

/* Rows of the silhouette's sample, where it takes one, are the same in all cells. */
#define SAMPLE_SEED 1

static const struct
{
  const char     *id;
  const char     *name;
  EqpMeasureKind  kind;
} first[] = {
  [EQP_QUANTITY_OBJECTIVE] = { "objective", N_ ("objective"), EQP_MEASURE_AMOUNT },
  [EQP_QUANTITY_DATA_TERM] = { "data_term", N_ ("data term"), EQP_MEASURE_AMOUNT },
  [EQP_QUANTITY_PENALTY] = { "penalty", N_ ("penalty"), EQP_MEASURE_AMOUNT },
  [EQP_QUANTITY_ITERATIONS] = { "iterations", N_ ("iterations"), EQP_MEASURE_COUNT },
  [EQP_QUANTITY_SECONDS] = { "seconds", N_ ("seconds"), EQP_MEASURE_AMOUNT },
};

/**
 * eqp_quantity_get_id:
 * @quantity: below EQP_N_QUANTITIES
 *
 * Returns: its name in JSON
 */
const char *
eqp_quantity_get_id (guint quantity)
{
  return quantity < EQP_QUANTITY_FIRST_MEASURE ? first[quantity].id
                                               : eqp_measure_get (quantity - EQP_QUANTITY_FIRST_MEASURE)->id;
}

/**
 * eqp_quantity_get_name:
 * @quantity: below EQP_N_QUANTITIES
 *
 * Returns: its name for people, translated
 */
const char *
eqp_quantity_get_name (guint quantity)
{
  return _ (quantity < EQP_QUANTITY_FIRST_MEASURE ? first[quantity].name
                                                  : eqp_measure_get (quantity - EQP_QUANTITY_FIRST_MEASURE)->name);
}

/**
 * eqp_quantity_get_better:
 * @quantity: below EQP_N_QUANTITIES
 *
 * Returns: which of two values of different methods is better; of objectives neither
 */
EqpBetter
eqp_quantity_get_better (guint quantity)
{
  return quantity < EQP_QUANTITY_FIRST_MEASURE ? EQP_BETTER_NONE
                                               : eqp_measure_get (quantity - EQP_QUANTITY_FIRST_MEASURE)->better;
}

/**
 * eqp_quantity_get_kind:
 * @quantity: below EQP_N_QUANTITIES
 *
 * Returns: how it is shown
 */
EqpMeasureKind
eqp_quantity_get_kind (guint quantity)
{
  return quantity < EQP_QUANTITY_FIRST_MEASURE ? first[quantity].kind
                                               : eqp_measure_get (quantity - EQP_QUANTITY_FIRST_MEASURE)->kind;
}

/**
 * eqp_quantities_take:
 * @dataset: what was clustered
 * @graph: (nullable): the graph of the data
 * @weights: (nullable): how many times each row counts
 * @groups: which measures are wanted
 * @result: what came out
 * @pool: for the work
 * @cancellable: (nullable): ends it early; then @values are of no use
 * @values: (out caller-allocates): EQP_N_QUANTITIES numbers; NAN for what is not wanted or these data do not have
 */
void
eqp_quantities_take (EqpDataset       *dataset,
                     EqpGraph         *graph,
                     const double     *weights,
                     EqpMeasureGroups  groups,
                     const EqpResult  *result,
                     EqpPool          *pool,
                     GCancellable     *cancellable,
                     double           *values)
{
  const EqpMeasureInput input = {
    .n = result->n,
    .k = result->k,
    .labels = result->labels,
    .truth = eqp_dataset_get_labels (dataset),
    .points = eqp_dataset_get_points (dataset),
    .graph = graph,
    .seed = SAMPLE_SEED,
  };
  EqpMeasureSet set;

  eqp_measure_set_init (&set);
  eqp_weight_column_measure (weights, &input, &set, groups, pool, cancellable);
  values[EQP_QUANTITY_OBJECTIVE] = result->objective;
  values[EQP_QUANTITY_DATA_TERM] = result->data_term;
  values[EQP_QUANTITY_PENALTY] = result->penalty;
  values[EQP_QUANTITY_ITERATIONS] = (double) result->iterations;
  values[EQP_QUANTITY_SECONDS] = result->seconds;
  memcpy (values + EQP_QUANTITY_FIRST_MEASURE, set.values, sizeof set.values);
}
