/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DisCluster: discriminant analysis and k-means by turns (De la Torre and Kanade 2006; Ding and Li 2007).
 *
 * Both maximise J = Tr ((W'(St + lambda I)W)^-1 W' Sb W) over subspaces W of K - 1 dimensions and labels, where St is
 * the total scatter and Sb that of the centres. W is normalised to W'(St + lambda I)W = I. For given labels the best W
 * are the leading discriminant directions; for a given W, J and the SSE of the rows in the subspace add up to a
 * constant, so that k-means there, from the labels at hand, raises J as well. It starts from k-means in the space of
 * the K - 1 leading principal components. J rises strictly from round to round, so labels never repeat; the rounds end
 * when no label changes. */
#include "config.h"

#include "eqp-mapped-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-parallel.h"

#define NEGLIGIBLE 1e-13 /* of the largest: a discriminant value that is rounding */
#define BLOCK_ROWS 32

typedef struct
{
  EqpMapped   *mapped;      /* on the subspace, whose map is W' */
  EqpPca      *directions;  /* V' and s */
  gint64       rank;
  double       lambda;
  double      *whitening;   /* rank x d: (St + lambda I)^-1/2 on the span of the rows */
  double      *between;     /* k x rank: B, with Sb = B'B after whitening */
  double      *products;    /* the smaller one of B B' and B'B */
  double      *values;      /* of it: the discriminant values */
  double      *vectors;
  double      *combinations; /* r x rank: W' = combinations times whitening */
  gint32      *before;      /* n: labels before the k-means step */
  double       reached;     /* the largest value of this start */
} Run;

static gboolean
check_params (EqpDataset *dataset, const EqpParams *params, GError **error)
{
  return eqp_check_common_params (dataset, params, error) && _eqp_check_side (dataset, error);
}

static void
combine_block (gint64 chunk, guint worker, gpointer user_data)
{
  Run *run = user_data;
  gint64 d = run->mapped->data->d, first = chunk * BLOCK_ROWS, count = MIN (BLOCK_ROWS, run->mapped->r - first);

  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int) count, (int) d, (int) run->rank, 1.0,
               run->combinations + first * run->rank, (int) run->rank, run->whitening, (int) d, 0.0,
               run->mapped->map + first * d, (int) d);
}

/* W' = the K - 1 leading eigenvectors of (St + lambda I)^-1 Sb for the labels whose centres the data state has. With Sb
 * whitened to B'B they are the right singular vectors of B, found on its smaller side. */
static gboolean
discriminate (Run *run, GCancellable *cancellable, GError **error)
{
  EqpMapped *mapped = run->mapped;
  gint64 k = mapped->data->k, rank = run->rank, side = MIN (k, rank), r = mapped->r;

  for (gint64 j = 0; j < r; j++)
    mapped->weights[j] = 1.0;
  if (rank == 0)
    return TRUE;

  _eqp_mapped_map_centers (mapped, run->whitening, rank, run->between);
  for (gint64 c = 0; c < k; c++)
    cblas_dscal ((int) rank, sqrt ((double) mapped->data->sizes[c]), run->between + c * rank, 1);
  if (k <= rank)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) side, (int) side, (int) rank, 1.0, run->between,
                 (int) rank, run->between, (int) rank, 0.0, run->products, (int) side);
  else
    cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int) side, (int) side, (int) k, 1.0, run->between,
                 (int) rank, run->between, (int) rank, 0.0, run->products, (int) side);
  if (!eqp_symmetric_eigen (side, run->products, r, run->values, run->vectors, cancellable, error))
    return FALSE;

  if (k <= rank)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int) r, (int) rank, (int) k, 1.0, run->vectors, (int) k,
                 run->between, (int) rank, 0.0, run->combinations, (int) rank);
  else
    memcpy (run->combinations, run->vectors, sizeof (double) * (gsize) r * (gsize) rank);
  for (gint64 j = 0; j < r; j++)
    {
      /* A direction in which no centres differ helps no label. */
      gboolean counts = run->values[j] > NEGLIGIBLE * run->values[0];
      double length = k <= rank ? sqrt (MAX (run->values[j], 0.0)) : 1.0;

      cblas_dscal ((int) rank, counts ? 1.0 / length : 0.0, run->combinations + j * rank, 1);
    }
  eqp_pool_run (mapped->pool, (r + BLOCK_ROWS - 1) / BLOCK_ROWS, combine_block, run);
  return TRUE;
}

/* The principal components, whose J is taken with the weights 1 / (lambda + s^2) of their normalised directions. */
static gboolean
take_components (Run *run)
{
  EqpMapped *mapped = run->mapped;
  gint64 d = mapped->data->d;

  for (gint64 j = 0; j < MIN (mapped->r, run->rank); j++)
    {
      double square = (double) mapped->data->n * run->directions->variances[j];

      memcpy (mapped->map + j * d, run->directions->components + j * d, sizeof (double) * (gsize) d);
      mapped->weights[j] = 1.0 / (run->lambda + square);
    }
  mapped->phase = "pca";
  return _eqp_mapped_apply (mapped);
}

/* One start: k-means in the space of the principal components, unless there are labels to start from, then rounds.
 * FALSE when cancelled, or with an error. */
static gboolean
alternate (Run *run, const EqpParams *params, guint64 restart, gboolean *converged, GError **error)
{
  EqpMapped *mapped = run->mapped;
  EqpLloyd *lloyd = mapped->lloyd;
  gint64 left = lloyd->limit, limit = lloyd->limit;
  gboolean going = TRUE;
  double value = -INFINITY;

  *converged = FALSE;
  run->reached = -INFINITY;
  lloyd->best_sse = INFINITY;
  if (params->initial_labels == NULL)
    {
      if (!take_components (run) || !_eqp_lloyd_start (lloyd, restart) || !_eqp_lloyd_run (lloyd))
        return FALSE;
      left -= lloyd->iterations;
      run->reached = mapped->last_value;
      memcpy (run->before, lloyd->best, sizeof (gint32) * mapped->data->n);
    }
  else
    {
      memcpy (run->before, params->initial_labels, sizeof (gint32) * mapped->data->n);
      _eqp_mapped_follow (mapped, run->before);
    }

  mapped->phase = "subspace";
  while (going)
    {
      if (!discriminate (run, run->mapped->data->cancellable, error) || !_eqp_mapped_apply (mapped))
        return FALSE;

      memcpy (lloyd->current, run->before, sizeof (gint32) * mapped->data->n);
      lloyd->best_sse = INFINITY;
      lloyd->from_labels = TRUE;
      lloyd->moved = 0;
      lloyd->limit = MAX (left, 0);
      going = _eqp_lloyd_run (lloyd);
      lloyd->limit = limit;
      if (!going)
        return FALSE;

      left -= MAX (lloyd->iterations, 1);
      run->reached = MAX (run->reached, mapped->last_value);
      *converged = memcmp (run->before, lloyd->best, sizeof (gint32) * mapped->data->n) == 0 ||
                   mapped->last_value <= value;
      going = !*converged && left > 0;
      value = mapped->last_value;
      memcpy (run->before, lloyd->best, sizeof (gint32) * mapped->data->n);
    }
  return TRUE;
}

static gboolean
allocate (Run *run, EqpDataset *dataset, const EqpParams *params, EqpContext *context, GError **error)
{
  gint64 k = params->k, side, r;

  if ((run->directions = _eqp_whitening_new (dataset, context, error)) == NULL)
    return FALSE;
  run->rank = _eqp_whitening_rank (run->directions);
  side = MAX (1, MIN (k, run->rank));
  r = MAX (1, MIN (k - 1, run->rank));
  return (run->mapped = _eqp_mapped_new (dataset, params, r, context, error)) != NULL &&
         (run->whitening = eqp_try_alloc ((gsize) MAX (1, run->rank) * run->directions->d, sizeof (double),
                                          N_ ("the directions"), error)) != NULL &&
         (run->between = eqp_try_alloc ((gsize) k * MAX (1, run->rank), sizeof (double), N_ ("the centres"), error)) !=
             NULL &&
         (run->products = eqp_try_alloc ((gsize) side * side, sizeof (double), N_ ("the centres"), error)) != NULL &&
         (run->values = eqp_try_alloc (side, sizeof (double), N_ ("the centres"), error)) != NULL &&
         (run->vectors = eqp_try_alloc ((gsize) r * side, sizeof (double), N_ ("the centres"), error)) != NULL &&
         (run->combinations = eqp_try_alloc ((gsize) r * MAX (1, run->rank), sizeof (double), N_ ("the directions"),
                                             error)) != NULL &&
         (run->before = eqp_try_alloc (run->mapped->data->n, sizeof (gint32), N_ ("the labels"), error)) != NULL;
}

static void
clear (Run *run)
{
  _eqp_mapped_free (run->mapped);
  g_clear_pointer (&run->directions, eqp_pca_free);
  eqp_free (run->whitening);
  eqp_free (run->between);
  eqp_free (run->products);
  eqp_free (run->values);
  eqp_free (run->vectors);
  eqp_free (run->combinations);
  eqp_free (run->before);
}

static EqpResult *
run_discluster (EqpDataset       *dataset,
                const EqpParams  *params,
                EqpContext       *context,
                GError          **error)
{
  gint64 started = g_get_monotonic_time (); /* the components are part of the run */
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  gboolean cancelled = FALSE, converged = FALSE;
  EqpResult *result = NULL;
  GError *failed = NULL;
  Run run = { NULL };

  /* -- allocate -- */
  if (!allocate (&run, dataset, params, context, error))
    {
      clear (&run);
      return NULL;
    }
  run.mapped->value = _eqp_mapped_between;
  run.lambda = _eqp_whitening_lambda (run.directions, run.mapped->data->n, params->k, params->own[0]);
  _eqp_whitening_fill (run.directions, run.mapped->data->n, run.lambda, run.whitening);

  /* -- iterate -- */
  _eqp_trace_start (&run.mapped->trace, context, run.mapped->data->n, params->k);
  run.mapped->trace.start = started;
  for (int restart = 0; restart < restarts && !cancelled && failed == NULL; restart++)
    {
      double before = run.mapped->kept_sse < INFINITY ? run.mapped->kept_value : -INFINITY;
      gboolean done;

      _eqp_trace_restart (&run.mapped->trace, restart, restarts);
      cancelled = !alternate (&run, params, restart, &done, &failed);
      if (run.mapped->kept_sse < INFINITY && run.mapped->kept_value > before)
        converged = done;
      if (!cancelled)
        _eqp_tally_add (&run.mapped->lloyd->tally, -run.reached);
    }

  /* -- finish -- */
  if (g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&failed);
  if (failed != NULL)
    g_propagate_error (error, failed);
  else
    result = _eqp_mapped_result (run.mapped, cancelled, converged, error);
  clear (&run);
  return result;
}

const EqpSolver _eqp_solver_discluster = {
  .id = "discluster",
  .name = N_ ("DisCluster"),
  .summary = N_ ("k-means in the subspace that tells its clusters apart best, found anew by discriminant analysis each "
                "round."),
  .reference = "De la Torre and Kanade 2006, Discriminative cluster analysis; Ding and Li 2007, Adaptive dimension "
               "reduction using discriminant analysis and k-means clustering",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 1e-9, .per_part = 2e-8, .per_side = 2e-10 },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_MAXIMIZES,
  .objective = N_ ("Separation"),
  .objective_note = N_ ("How far the centers are apart where the data spread evenly; at most K − 1, the larger "
                        "the better"),
  .params = (const EqpParam *const[]) { &_eqp_param_lambda, &eqp_param_init, &eqp_param_starts,
                                        &eqp_param_max_iterations, &eqp_param_empty, NULL },
  .check_params = check_params,
  .run = run_discluster,
};
