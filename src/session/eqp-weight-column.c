/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of rows: a column of the data that is no feature, and measures in which a row counts several times. */
#include "config.h"

#include "eqp-weight-column.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Measures of rows with whole weights are those of the data with each row so many times, up to this much of it. */
#define MOST_COPIES 4
#define COPIES_ANYWAY 1000000

/* Weights of all rows of the file, for those that the data have: that were read, and of these, that were chosen. */
static double *
take_weights (EqpDataset  *dataset,
              EqpDataset  *column,
              const char  *name,
              GError     **error)
{
  gint64 n = eqp_dataset_get_n (dataset), n_read = eqp_dataset_get_n_read (dataset), next = 0;
  gint64 n_column = eqp_dataset_get_n (column);
  g_autoptr (GArray) left_out = eqp_ledger_list_dropped (eqp_dataset_get_ledger (dataset));
  guint n_left_out = left_out != NULL ? left_out->len : 0;
  g_autofree double *read = NULL;
  guint passed = 0;
  double *weights;

  if (n_column != n_read && n_column != n_read + (gint64) n_left_out)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("The column “%s” has %ld weights, but the data have %ld rows; write one for every row."), name,
                   (long) n_column, (long) n_read);
      return NULL;
    }
  read = g_new (double, (gsize) n_read + 1);
  for (gint64 i = 0; i < n_column && next < n_read; i++)
    if (n_column > n_read && passed < n_left_out && g_array_index (left_out, gint64, passed) == i)
      passed++;
    else
      read[next++] = eqp_dataset_get_value (column, i, 0);
  weights = g_new (double, (gsize) n + 1);
  for (gint64 i = 0; i < n; i++)
    weights[i] = read[eqp_dataset_get_origin (dataset, i)];
  return weights;
}

/**
 * eqp_weight_column_read:
 * @data: path or URI of the data
 * @import: how they were read
 * @column: name or number of the column
 * @dataset: the data as methods see them
 * @cancellable: (nullable): to stop
 * @error: return location for a sentence
 *
 * Reads the column as data of its own: whatever the format of the file is, weights are read like its features. Rows
 * that were left out of @dataset are left out here. Takes as long as reading the data.
 *
 * Returns: (transfer full) (nullable): a weight for each row of @dataset, not judged yet
 */
double *
eqp_weight_column_read (const char              *data,
                        const EqpImportOptions  *import,
                        const char              *column,
                        EqpDataset              *dataset,
                        GCancellable            *cancellable,
                        GError                 **error)
{
  EqpImportOptions options = *import;
  g_autoptr (EqpDataset) alone = NULL;
  g_autoptr (GError) cause = NULL;

  options.columns = column;
  options.keep = column;
  options.labels = "none";
  options.ignore = NULL;
  options.one_hot = NULL;
  options.missing = EQP_MISSING_REFUSE;
  options.take = EQP_TAKE_FEATURES;
  alone = eqp_dataset_load (data, &options, NULL, cancellable, &cause);
  if (alone == NULL)
    {
      if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&cause));
      else
        g_set_error (error, cause->domain, cause->code, _ ("The column “%s” cannot be the weights: %s"), column,
                     cause->message);
      return NULL;
    }
  if (eqp_dataset_get_d (alone) != 1)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("“%s” is %ld columns of the data; give one for the weights."), column,
                   (long) eqp_dataset_get_d (alone));
      return NULL;
    }
  return take_weights (dataset, alone, column, error);
}

/* How many rows there are when each stands there as often as it counts; -1: that is no number, or too many. */
static gint64
count_copies (const double *weights,
              gint64        n)
{
  double total = eqp_weights_total (weights, n);

  for (gint64 i = 0; i < n; i++)
    if (weights[i] != floor (weights[i]))
      return -1;
  return total <= MAX (MOST_COPIES * (double) n, COPIES_ANYWAY) ? (gint64) total : -1;
}

/**
 * eqp_weight_column_is_measured:
 * @weights: of the rows
 * @n: rows
 *
 * Returns: whether eqp_weight_column_measure() counts rows by them
 */
gboolean
eqp_weight_column_is_measured (const double *weights,
                               gint64        n)
{
  return count_copies (weights, n) >= 0;
}

/**
 * eqp_weight_column_measure:
 * @weights: (nullable): a weight for each row, as a run took them; %NULL: each row counts once
 * @input: what is measured; without points where they are not looked at
 * @set: (out): the measures
 * @groups: which
 * @pool: (nullable): threads; %NULL where neither points nor a graph are measured
 * @cancellable: (nullable): to stop
 *
 * Measures a division in which rows may count several times: as the data with each row that often, where weights are
 * whole and this is not much more of them.
 *
 * Returns: rows that were measured; -1: each once, though they have weights
 */
gint64
eqp_weight_column_measure (const double           *weights,
                           const EqpMeasureInput  *input,
                           EqpMeasureSet          *set,
                           EqpMeasureGroups        groups,
                           EqpPool                *pool,
                           GCancellable           *cancellable)
{
  gint64 total = weights != NULL ? count_copies (weights, input->n) : -1, next = 0;
  gint64 d = input->points.x != NULL ? input->points.d : 0;
  g_autofree gint32 *labels = NULL;
  g_autofree gint32 *truth = NULL;
  g_autofree float *x = total >= 0 ? g_try_new (float, (gsize) total * (gsize) d + 1) : NULL;
  EqpMeasureInput copies = *input;

  if (x == NULL)
    {
      eqp_measure_set_compute (set, input, groups, pool, cancellable);
      return weights != NULL ? -1 : input->n;
    }
  labels = g_new (gint32, (gsize) total + 1);
  truth = input->truth != NULL ? g_new (gint32, (gsize) total + 1) : NULL;
  for (gint64 i = 0; i < input->n; i++)
    for (gint64 copy = 0; copy < (gint64) weights[i]; copy++, next++)
      {
        labels[next] = input->labels[i];
        if (truth != NULL)
          truth[next] = input->truth[i];
        if (d > 0)
          memcpy (x + next * d, input->points.x + i * d, sizeof (float) * (gsize) d);
      }
  copies.n = total;
  copies.graph = NULL;
  copies.labels = labels;
  copies.truth = truth;
  if (d > 0)
    {
      copies.points.n = total;
      copies.points.x = x;
    }
  eqp_measure_set_compute (set, &copies, groups & ~EQP_MEASURES_GRAPH, pool, cancellable);
  /* The graph has a node for each row. */
  if ((groups & EQP_MEASURES_GRAPH) != 0)
    {
      EqpMeasureSet of_graph;

      eqp_measure_set_init (&of_graph);
      eqp_measure_set_compute (&of_graph, input, EQP_MEASURES_GRAPH, pool, cancellable);
      eqp_measure_set_merge (set, &of_graph);
    }
  return total;
}
