/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One truth on the screen: whatever control is changed, what is shown follows at once; where that would take long it
 * waits for Run and is told to be of other settings. How long a run takes is known from a model of its cost, calibrated
 * by the runs that this machine has done. */
#include "config.h"

#include "eqp-workspace-private.h"

#include <math.h>

/* A run that is forecast to take longer, in seconds, is not started unasked. */
#define UNASKED 2.0
/* Of the graph: seconds per n n d with the exact search, per n d with the other one; measured. */
#define PER_PAIR 3e-11
#define PER_VALUE 4e-7

/* ---- Forecast --------------------------------------------------------------------------------------------------- */

static char *
make_key (const EqpSolver *solver,
          gboolean         warm)
{
  return g_strdup_printf ("%s %s", warm ? "warm" : "cold", solver->id);
}

static double
model_of (EqpDataset      *dataset,
          EqpGraph        *graph,
          const EqpSolver *solver,
          const EqpParams *params,
          gboolean         warm)
{
  EqpParams once = *params;

  if (warm)
    once.restarts = 1;
  return eqp_solver_cost (solver, dataset, graph, &once);
}

/* The newest run is over: it tells how fast this machine is. The geometric mean forgets the old half each time. */
void
_eqp_workspace_forecast_learn (EqpWorkspace *self)
{
  const EqpResult *result = eqp_run_get_result (self->run);
  const EqpSolver *solver = eqp_run_get_solver (self->run);
  gboolean warm = eqp_run_get_initial (self->run) != NULL;
  double ratio, *known;
  char *key;

  if (result == NULL || result->cancelled || eqp_run_was_taken (self->run))
    return;
  ratio = MAX (result->seconds, 1e-5) /
          model_of (eqp_run_get_dataset (self->run), eqp_run_get_graph (self->run), solver,
                    eqp_run_get_params (self->run), warm);
  key = make_key (solver, warm);
  known = g_hash_table_lookup (self->slowness, key);
  if (known != NULL)
    {
      *known = sqrt (*known * ratio);
      g_free (key);
      return;
    }
  known = g_new (double, 1);
  *known = ratio;
  g_hash_table_insert (self->slowness, key, known);
}

/* As runs of the method, else as cold ones of it, else as those of all methods, else as the model has it. */
static double
slowness_of (EqpWorkspace    *self,
             const EqpSolver *solver,
             gboolean         warm)
{
  g_autofree char *own = make_key (solver, warm);
  g_autofree char *cold = make_key (solver, FALSE);
  const double *known = g_hash_table_lookup (self->slowness, own);
  double sum = 0.0;
  GHashTableIter iter;
  gpointer value;

  if (known == NULL)
    known = g_hash_table_lookup (self->slowness, cold);
  if (known != NULL)
    return *known;
  if (g_hash_table_size (self->slowness) == 0)
    return 1.0;
  g_hash_table_iter_init (&iter, self->slowness);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sum += log (*(const double *) value);
  return exp (sum / g_hash_table_size (self->slowness));
}

static double
graph_seconds (EqpWorkspace *self)
{
  double n = (double) eqp_dataset_get_n (self->prepared), d = eqp_dataset_get_row_length (self->prepared);

  if (!eqp_workspace_uses_graph (self) || self->graph != NULL)
    return 0.0;
  return MIN (n * n * d * PER_PAIR, n * d * PER_VALUE);
}

/**
 * eqp_workspace_forecast:
 * @self: a workspace
 * @how: from the start that was set, or from what is shown
 *
 * Returns: about how many seconds a run with the settings of now will take, its graph included; 0 without data
 */
double
eqp_workspace_forecast (EqpWorkspace *self,
                        EqpStart      how)
{
  const EqpSettings *settings = &self->settings;
  gboolean warm = how == EQP_START_WARM && (settings->solver->flags & EQP_SOLVER_WARM_START) != 0;

  if (self->prepared == NULL)
    return 0.0;
  return graph_seconds (self) + model_of (self->prepared, self->graph, settings->solver, &settings->params, warm) *
                                    slowness_of (self, settings->solver, warm);
}

/* ---- Following -------------------------------------------------------------------------------------------------- */

/* How to begin and go on, where both methods take it. */
static gboolean
begins_otherwise (EqpRun            *run,
                  const EqpSettings *settings)
{
  const EqpParam *const which[] = { &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations, &eqp_param_empty };

  for (gsize i = 0; i < G_N_ELEMENTS (which); i++)
    if (eqp_solver_takes (eqp_run_get_solver (run), which[i]) && eqp_solver_takes (settings->solver, which[i]) &&
        eqp_param_get (which[i], eqp_run_get_params (run)) != eqp_param_get (which[i], &settings->params))
      return TRUE;
  return eqp_run_get_params (run)->seed != settings->params.seed;
}

/* What is shown is gone on from, unless what was changed says how to begin, or the rows are others. A run that begins
 * anew and has not ended would have been for nothing. */
static EqpStart
choose_start (EqpWorkspace *self)
{
  EqpRun *run = self->run != NULL ? self->run : self->shown_run;

  if (self->next == NEXT_COLD || run == NULL ||
      (!eqp_run_is_over (run) && eqp_run_get_initial (run) == NULL && !eqp_run_was_taken (run)))
    return EQP_START_COLD;
  if (eqp_run_get_dataset (run) != self->prepared ||
      !eqp_given_equal (eqp_run_get_given (run), eqp_workspace_get_given (self)) ||
      begins_otherwise (run, &self->settings))
    return EQP_START_COLD;
  return EQP_START_WARM;
}

/* Whether what is under way will be what the settings ask for. */
static gboolean
is_on_its_way (EqpWorkspace *self)
{
  if (!eqp_workspace_is_running (self))
    return FALSE;
  return self->run != NULL && !eqp_run_is_over (self->run) && eqp_run_get_state (self->run) == EQP_RUN_RUNNING &&
         self->next == NEXT_NOTHING && _eqp_workspace_is_of_now (self, self->run) &&
         (!eqp_workspace_uses_gamma (self) || eqp_run_get_params (self->run)->gamma == self->gamma);
}

/* anew: not from the clusters shown, whatever was changed */
static void
follow (EqpWorkspace *self,
        gboolean      anew)
{
  gboolean running = eqp_workspace_is_running (self);
  EqpStart how;

  if (self->prepared == NULL || eqp_workspace_is_preparing (self) ||
      (self->run == NULL && self->shown_run == NULL && !self->follows) ||
      (is_on_its_way (self) && !(anew && eqp_run_get_initial (self->run) != NULL)) ||
      (!running && !eqp_workspace_is_stale (self)))
    return;
  /* What a run is to be given is being read; where it cannot be, Run says why. */
  if (!eqp_workspace_knows_given (self))
    {
      if (running)
        eqp_workspace_stop (self);
      return;
    }

  how = anew ? EQP_START_COLD : choose_start (self);
  if (eqp_workspace_forecast (self, how) <= UNASKED)
    eqp_workspace_start (self, how);
  else if (running)
    eqp_workspace_stop (self);
  else
    _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/**
 * eqp_workspace_follow:
 * @self: a workspace, a control of which was changed
 *
 * Makes what is shown follow the settings: the run in flight is cancelled and another one starts, from the clusters
 * shown where that means something; the newest wins. A run that is forecast to take more than two seconds waits for
 * eqp_workspace_start(); until then eqp_workspace_is_outdated() holds. Before the first run of the data nothing is
 * shown, and nothing starts; where others of their rows or columns were chosen after it, a run is made anew.
 */
void
eqp_workspace_follow (EqpWorkspace *self)
{
  follow (self, FALSE);
}

/**
 * eqp_workspace_follow_anew:
 * @self: a workspace, whose settings are those of an earlier run again
 *
 * Like eqp_workspace_follow(), but from the start that the settings say, so that it comes to the same clusters.
 */
void
eqp_workspace_follow_anew (EqpWorkspace *self)
{
  follow (self, TRUE);
}

/**
 * eqp_workspace_is_outdated:
 * @self: a workspace
 *
 * Returns: whether what is shown is of other settings than those of now and nothing is under way to change that
 */
gboolean
eqp_workspace_is_outdated (EqpWorkspace *self)
{
  return self->shown_run != NULL && !eqp_run_is_imported (self->shown_run) && !eqp_workspace_is_running (self) &&
         !eqp_workspace_is_preparing (self) && !eqp_workspace_is_scrubbing (self) && eqp_workspace_is_stale (self);
}
