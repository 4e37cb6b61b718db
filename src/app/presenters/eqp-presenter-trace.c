/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the steps of the run shown to the objective plot, and the sizes of the step shown to the bars. */
#include "config.h"

#include "eqp-presenter-trace.h"

#include <glib/gi18n.h>

#include "eqp-presenter-note.h"

/* So long has gamma to stay where it is before axes settle. */
#define REST_MS 400

struct _EqpPresenterTrace
{
  GObject           parent_instance;

  EqpWorkspace     *workspace;
  EqpRowSelection  *selection;
  EqpObjectiveView *objective; /* borrowed, like the next */
  EqpSizesView     *sizes;
  EqpRun           *run;       /* whose steps are in the plot */
  double            gamma;     /* of the settings, when they changed last */
  guint             rest_source; /* while gamma is on the move */
};

G_DEFINE_FINAL_TYPE (EqpPresenterTrace, eqp_presenter_trace, G_TYPE_OBJECT)

/**
 * eqp_presenter_data_term_name:
 * @solver: a method
 *
 * Returns: (transfer none): what its objective consists of besides the penalty
 */
const char *
eqp_presenter_data_term_name (const EqpSolver *solver)
{
  if (solver->objective != NULL)
    return _ (solver->objective);
  return solver->family == EQP_FAMILY_GRAPH ? _ ("Cut") : _ ("SSE");
}

/**
 * eqp_presenter_data_term:
 * @solver: a method
 * @step: a step of a run of it
 *
 * Returns: the value that eqp_presenter_data_term_name() names
 */
double
eqp_presenter_data_term (const EqpSolver *solver,
                         const EqpStep   *step)
{
  return solver->objective != NULL ? step->objective : step->data_term;
}

/**
 * eqp_presenter_data_term_note:
 * @solver: a method
 *
 * Returns: (transfer none): how that value is counted
 */
const char *
eqp_presenter_data_term_note (const EqpSolver *solver)
{
  if (solver->objective != NULL)
    return _ (solver->objective_note);
  if (solver->family != EQP_FAMILY_GRAPH)
    return _ ("SSE: squared distances to the centers, added up");
  return _ ("Cut = W − Tr(FᵀAF): each edge counts twice");
}

/**
 * eqp_presenter_reference_name:
 * @which: a plain method
 *
 * Returns: (transfer none): its name in the legend of sizes
 */
const char *
eqp_presenter_reference_name (EqpReference which)
{
  return which == EQP_REFERENCE_KMEANS ? _ ("k-means") : _ ("Min-cut");
}

/**
 * eqp_presenter_penalty_floor:
 * @run: a run
 *
 * Returns: the least that the penalty can be, with all sizes equal
 */
double
eqp_presenter_penalty_floor (EqpRun *run)
{
  const EqpParams *params = eqp_run_get_params (run);
  double n = eqp_presenter_is_weighted (run) ? eqp_run_get_given (run)->total
                                             : (double) eqp_dataset_get_n (eqp_run_get_dataset (run));

  return params->k > 0 ? params->gamma * n * n / (double) params->k : 0.0;
}

/**
 * eqp_presenter_is_weighted:
 * @run: (nullable): a run
 *
 * Returns: whether its sizes count weights of rows
 */
gboolean
eqp_presenter_is_weighted (EqpRun *run)
{
  const EqpGiven *given = run != NULL ? eqp_run_get_given (run) : NULL;

  return given != NULL && given->weights != NULL;
}

static void
begin_run (EqpPresenterTrace *self,
           EqpRun            *run)
{
  EqpObjectiveModel model;

  g_set_object (&self->run, run);
  eqp_objective_view_clear (self->objective);
  if (run == NULL)
    {
      eqp_objective_view_set_held (self->objective, FALSE); /* other data: nothing to compare with */
      return;
    }

  eqp_objective_model_init (&model);
  model.data_name = eqp_presenter_data_term_name (eqp_run_get_solver (run));
  model.data_note = eqp_presenter_data_term_note (eqp_run_get_solver (run));
  model.penalty_floor = eqp_presenter_penalty_floor (run);
  /* A cold start has no objective before its first iteration. */
  model.first = eqp_run_get_n_steps (run) > 0 ? eqp_run_get_step (run, 0)->iteration : 0;
  eqp_objective_view_set_model (self->objective, &model);
}

/* Summaries are spoken; once a run is enough, and then they are of its last step. */
static void
tell_summaries (EqpPresenterTrace *self)
{
  g_autofree char *selected = NULL;

  if (eqp_workspace_is_running (self->workspace))
    return;
  selected = eqp_presenter_selection (self->selection);
  eqp_plot_view_set_selected_text (EQP_PLOT_VIEW (self->sizes), selected);
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self->objective));
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self->sizes));
}

/* The bars of what is selected, wherever it was. */
static void
selection_changed_cb (EqpPresenterTrace *self)
{
  gint k;
  g_autofree gint64 *counts = NULL;

  eqp_workspace_get_sizes (self->workspace, &k);
  counts = g_new (gint64, (gsize) MAX (1, k));
  if (eqp_row_selection_fill_counts (self->selection, k, counts))
    eqp_sizes_view_set_selected (self->sizes, k, counts);
  else
    eqp_sizes_view_set_selected (self->sizes, 0, NULL);
  tell_summaries (self);
}

static void
cluster_activated_cb (EqpPresenterTrace *self,
                      int                cluster)
{
  eqp_row_selection_toggle_cluster (self->selection, cluster);
}

static void
steps_changed_cb (EqpPresenterTrace *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  gint64 first, n;
  g_autofree double *data_term = NULL;
  g_autofree double *penalty = NULL;

  if (run != self->run)
    begin_run (self, run);
  if (run == NULL)
    return;

  first = eqp_objective_view_get_n (self->objective);
  n = eqp_run_get_n_steps (run) - first;
  if (n <= 0)
    return;
  /* A method without gamma has no penalty to show. */
  data_term = g_new (double, n);
  if ((eqp_run_get_solver (run)->flags & EQP_SOLVER_USES_GAMMA) != 0)
    penalty = g_new (double, n);
  for (gint64 i = 0; i < n; i++)
    {
      const EqpStep *step = eqp_run_get_step (run, first + i);

      data_term[i] = eqp_presenter_data_term (eqp_run_get_solver (run), step);
      if (penalty != NULL)
        penalty[i] = step->penalty;
    }
  eqp_objective_view_append (self->objective, n, data_term, penalty);
  tell_summaries (self);
}

static void
shown_changed_cb (EqpPresenterTrace *self)
{
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (self->workspace, &k);

  eqp_objective_view_set_cursor (
      self->objective, eqp_workspace_is_following (self->workspace) ? -1 : eqp_workspace_get_step (self->workspace));
  eqp_sizes_view_set_weighted (self->sizes, eqp_presenter_is_weighted (eqp_workspace_get_run (self->workspace)));
  eqp_sizes_view_set_sizes (self->sizes, k, sizes);
  tell_summaries (self);
}

static gboolean
rested_cb (gpointer user_data)
{
  EqpPresenterTrace *self = user_data;

  if (eqp_workspace_is_scrubbing (self->workspace) || eqp_workspace_is_running (self->workspace))
    return G_SOURCE_CONTINUE;
  self->rest_source = 0;
  eqp_objective_view_set_held (self->objective, FALSE);
  eqp_sizes_view_set_held (self->sizes, FALSE);
  return G_SOURCE_REMOVE;
}

/* While gamma is on the move the eye compares with what was a moment ago, so axes may only grow. */
static void
settings_changed_cb (EqpPresenterTrace *self)
{
  double gamma = eqp_workspace_get_gamma (self->workspace);

  if (gamma == self->gamma)
    return;
  self->gamma = gamma;
  eqp_objective_view_set_held (self->objective, TRUE);
  eqp_sizes_view_set_held (self->sizes, TRUE);
  g_clear_handle_id (&self->rest_source, g_source_remove);
  self->rest_source = g_timeout_add (REST_MS, rested_cb, self);
}

/* The outlines belong to the data, seed and K of now; bars of another K keep none. */
static void
measures_changed_cb (EqpPresenterTrace *self)
{
  const EqpMeasures *measures = eqp_workspace_get_measures (self->workspace);
  gint k;

  eqp_workspace_get_sizes (self->workspace, &k);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      const EqpReferenceSizes *reference = measures != NULL ? &measures->references[which] : NULL;

      if (reference == NULL || reference->labels == NULL || reference->k != k)
        eqp_sizes_view_set_reference (self->sizes, which, 0, NULL, NULL);
      else
        eqp_sizes_view_set_reference (self->sizes, which, reference->k, reference->sizes,
                                      eqp_presenter_reference_name (which));
    }
  if (measures != NULL && measures->band.k == k)
    eqp_sizes_view_set_band (self->sizes, measures->band.low, measures->band.high);
  else
    eqp_sizes_view_set_band (self->sizes, 0, 0);
  tell_summaries (self);
}

static void
seek_cb (EqpPresenterTrace *self,
         gint64             step)
{
  gint64 last = self->run != NULL ? eqp_run_get_n_steps (self->run) - 1 : -1;

  eqp_workspace_set_step (self->workspace, step >= last ? -1 : step);
}

static void
eqp_presenter_trace_dispose (GObject *object)
{
  EqpPresenterTrace *self = EQP_PRESENTER_TRACE (object);

  g_clear_handle_id (&self->rest_source, g_source_remove);
  g_clear_object (&self->run);
  g_clear_object (&self->selection);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_presenter_trace_parent_class)->dispose (object);
}

static void
eqp_presenter_trace_class_init (EqpPresenterTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_trace_dispose;
}

static void
eqp_presenter_trace_init (EqpPresenterTrace *self)
{
}

/**
 * eqp_presenter_trace_new:
 * @workspace: whose run to show
 * @selection: of its rows
 * @objective: where; must outlive the presenter
 * @sizes: where; must outlive the presenter
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterTrace *
eqp_presenter_trace_new (EqpWorkspace     *workspace,
                         EqpRowSelection  *selection,
                         EqpObjectiveView *objective,
                         EqpSizesView     *sizes)
{
  EqpPresenterTrace *self = g_object_new (EQP_TYPE_PRESENTER_TRACE, NULL);

  self->workspace = g_object_ref (workspace);
  self->selection = g_object_ref (selection);
  self->objective = objective;
  self->sizes = sizes;
  eqp_sizes_view_set_awaits_outlines (sizes, TRUE);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "steps-changed", G_CALLBACK (steps_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "measures-changed", G_CALLBACK (measures_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (tell_summaries), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sizes, "cluster-activated", G_CALLBACK (cluster_activated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (objective, "seek", G_CALLBACK (seek_cb), self, G_CONNECT_SWAPPED);
  return self;
}
