/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced min-cut from gamma to gamma: brief cycles from the labels of the one before, and only where it counts the
 * long search of eqp-balanced-mincut.c. Besides, partitions made briefly from nothing, two of them combined, and one
 * whose clusters are made anew, a few at a time. */
#include "config.h"

#include "solvers/eqp-warm-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-graph-run-private.h"
#include "eqp-multilevel-private.h"
#include "solvers/eqp-gamma.h"

#define RENEWALS 400       /* in one run, */
#define RENEWALS_FAILED 30 /* but no more once so many in a row brought nothing */

typedef struct
{
  EqpGraph     *graph;
  EqpParams     params;
  GCancellable *cancellable; /* borrowed, may be NULL */
} Cuts;

static gboolean
serves (EqpDataset      *dataset,
        const EqpParams *params,
        EqpContext      *context)
{
  /* Seconds and steps are those of each run. */
  return params->k > 1 && params->seconds <= 0.0 && params->max_iterations <= 0;
}

static gpointer
cuts_new (EqpDataset      *dataset,
          const EqpParams *params,
          EqpContext      *context,
          GError         **error)
{
  EqpGraph *graph = _eqp_graph_for_run (dataset, params, context, error);
  Cuts *self;

  if (graph == NULL)
    return NULL;
  self = g_new0 (Cuts, 1);
  self->graph = graph;
  self->params = *params;
  self->cancellable = context->cancellable;
  return self;
}

static void
cuts_free (gpointer data)
{
  Cuts *self = data;

  eqp_graph_unref (self->graph);
  g_free (self);
}

static EqpMultilevel *
new_search (Cuts    *self,
            double   gamma,
            GError **error)
{
  const EqpCsr *csr = eqp_graph_get_csr (self->graph);
  const EqpParams *params = &self->params;
  const EqpLevel level = {
    .n = csr->n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights, .total_mass = csr->n
  };

  return _eqp_multilevel_new (&level, params->k, gamma, params->min_size, params->max_size, self->cancellable, error);
}

static EqpResult *
take_best (Cuts                 *self,
           const EqpMultilevel  *search,
           GError              **error)
{
  gint64 n = search->graph.n;
  EqpResult *result;

  if (search->best == INFINITY)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The run was cancelled before its first step was done."));
      return NULL;
    }

  result = eqp_result_new (n, 0, search->k);
  memcpy (result->labels, search->best_labels, sizeof (gint32) * (gsize) n);
  memcpy (result->sizes, search->best_sizes, sizeof (gint64) * (gsize) search->k);
  result->gamma = search->gamma;
  result->data_term = eqp_graph_compute_cut (self->graph, result->labels);
  result->penalty = eqp_balance_penalty (search->gamma, search->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->visits = _eqp_multilevel_get_visits (search);
  result->cancelled = g_cancellable_is_cancelled (self->cancellable);
  result->converged = !result->cancelled;
  return result;
}

static EqpResult *
cuts_run (gpointer       data,
          double         gamma,
          const gint32  *labels,
          gboolean       thorough,
          GError       **error)
{
  Cuts *self = data;
  g_autoptr (EqpMultilevel) search = new_search (self, gamma, error);
  EqpRng rng;

  if (search == NULL)
    return NULL;
  search->brief = !thorough;
  eqp_rng_init (&rng, self->params.seed, 0);
  _eqp_multilevel_offer (search, "start", labels);
  _eqp_multilevel_improve (search, &rng);
  return take_best (self, search, error);
}

static EqpResult *
cuts_start (gpointer   data,
            double     gamma,
            guint64    seed,
            GError   **error)
{
  Cuts *self = data;
  g_autoptr (EqpMultilevel) search = new_search (self, gamma, error);
  EqpRng rng;

  if (search == NULL)
    return NULL;
  eqp_rng_init (&rng, seed, 0);
  _eqp_multilevel_brief (search, &rng);
  return take_best (self, search, error);
}

static EqpResult *
cuts_cross (gpointer       data,
            double         gamma,
            const gint32  *labels,
            const gint32  *other,
            guint64        seed,
            gboolean       thorough,
            GError       **error)
{
  Cuts *self = data;
  g_autoptr (EqpMultilevel) search = new_search (self, gamma, error);
  EqpRng rng;

  if (search == NULL)
    return NULL;
  search->brief = !thorough;
  eqp_rng_init (&rng, seed, 0);
  _eqp_multilevel_offer (search, "start", labels);
  if (!_eqp_multilevel_stopped (search))
    _eqp_multilevel_cross (search, other, &rng);
  if (!_eqp_multilevel_stopped (search))
    _eqp_multilevel_improve (search, &rng);
  return take_best (self, search, error);
}

static EqpResult *
cuts_renew (gpointer       data,
            double         gamma,
            const gint32  *labels,
            guint64        seed,
            GError       **error)
{
  Cuts *self = data;
  g_autoptr (EqpMultilevel) search = new_search (self, gamma, error);
  EqpRng rng;

  if (search == NULL)
    return NULL;
  eqp_rng_init (&rng, seed, 0);
  _eqp_multilevel_offer (search, "start", labels);
  for (int since = 0, all = 0; since < RENEWALS_FAILED && all < RENEWALS && !_eqp_multilevel_stopped (search); all++)
    since = _eqp_multilevel_renew (search, &rng) ? 0 : since + 1;
  return take_best (self, search, error);
}

const EqpWarmClass _eqp_warm_bmincut = {
  .serves = serves,
  .new = cuts_new,
  .run = cuts_run,
  .start = cuts_start,
  .cross = cuts_cross,
  .renew = cuts_renew,
  .finishes = TRUE,
  .free = cuts_free,
};
