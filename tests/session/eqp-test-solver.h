/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A method for tests of what runs methods: it does as it is told instead of clustering. */
#pragma once

#include "eqp-test.h"

G_BEGIN_DECLS

/* All may be read and set from any thread. */
typedef struct
{
  gint iterations;    /* to make */
  gint pause_us;      /* between two */
  gint stubborn;      /* does not look at the cancellable */
  gint fail;          /* ends with an error */
  gint restarts;      /* told after the iterations, one after the other, until the run is cancelled */
  gint started;       /* runs begun */
  gint ended;         /* runs over */
  gint last_warm;     /* whether the last run got labels to start from */
  gint last_label;    /* the first of those */
} EqpTestSolver;

static EqpTestSolver eqp_test_solver;

static inline EqpResult *
eqp_test_solver_run (EqpDataset       *dataset,
                     const EqpParams  *params,
                     EqpContext       *context,
                     GError          **error)
{
  gint64 n = eqp_dataset_get_n (dataset);
  EqpResult *result = eqp_result_new (n, 0, params->k);
  g_autofree gint32 *labels = g_new0 (gint32, MAX (1, n));
  g_autofree gint64 *sizes = g_new0 (gint64, params->k);
  gint limit = g_atomic_int_get (&eqp_test_solver.iterations);

  g_atomic_int_set (&eqp_test_solver.last_warm, params->initial_labels != NULL);
  g_atomic_int_set (&eqp_test_solver.last_label, params->initial_labels != NULL ? params->initial_labels[0] : -1);
  g_atomic_int_inc (&eqp_test_solver.started);

  for (gint i = 0; i < limit; i++)
    {
      EqpEvent event = { .kind = EQP_EVENT_ITERATION, .iteration = i, .objective = 100.0 / (i + 1), .data_term = 100.0 / (i + 1), .k = params->k, .sizes = sizes, .n = n, .labels = labels };

      if (!g_atomic_int_get (&eqp_test_solver.stubborn) && g_cancellable_is_cancelled (context->cancellable))
        {
          result->cancelled = TRUE;
          break;
        }
      memset (sizes, 0, params->k * sizeof (gint64));
      for (gint64 row = 0; row < n; row++)
        {
          labels[row] = (gint32) ((row + i) % params->k);
          sizes[labels[row]]++;
        }
      if (context->sink != NULL)
        context->sink->emit (&event, context->sink->user_data);
      result->iterations = i;
      if (g_atomic_int_get (&eqp_test_solver.pause_us) > 0)
        g_usleep (g_atomic_int_get (&eqp_test_solver.pause_us));
    }

  for (gint i = 0; i < g_atomic_int_get (&eqp_test_solver.restarts); i++)
    {
      EqpEvent event = { .kind = EQP_EVENT_RESTART, .k = params->k, .n = n, .restart = i, .restarts = G_MAXINT };

      if ((result->cancelled = g_cancellable_is_cancelled (context->cancellable)))
        break;
      context->sink->emit (&event, context->sink->user_data);
      g_usleep (500);
    }

  memcpy (result->labels, labels, n * sizeof (gint32));
  memcpy (result->sizes, sizes, params->k * sizeof (gint64));
  result->converged = !result->cancelled;
  if (g_atomic_int_get (&eqp_test_solver.fail))
    {
      g_clear_pointer (&result, eqp_result_free);
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_NUMERICAL, "The test asked for this.");
    }
  /* The last look at what the test sets: from now on it may set it anew. */
  g_atomic_int_inc (&eqp_test_solver.ended);
  return result;
}

static const EqpSolver eqp_test_solver_method = {
  .id = "test",
  .name = "Test",
  .summary = "Does as it is told.",
  .reference = "none",
  .family = EQP_FAMILY_KMEANS,
  .flags = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START,
  .check_params = eqp_check_common_params,
  .run = eqp_test_solver_run
};

static inline void
eqp_test_solver_reset (gint iterations,
                       gint pause_us)
{
  eqp_test_solver = (EqpTestSolver){ .iterations = iterations, .pause_us = pause_us };
}

/* Rows that differ, so that any number of clusters makes sense. */
static inline EqpDataset *
eqp_test_rows_new (gint64 n,
                   gint64 d)
{
  g_autofree double *values = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (gint64 i = 0; i < n * d; i++)
    values[i] = eqp_rng_normal (&rng);
  return eqp_test_dataset (n, d, values);
}

G_END_DECLS
