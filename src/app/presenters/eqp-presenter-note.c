/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run has to say besides its plots: the note above them and the line beside the timeline. */
#include "config.h"

#include "eqp-presenter-note.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"

/* What there is to say of the graph stands beside its settings, whether there is a run or not. */
static gboolean
is_about_graph (EqpRun     *run,
                const char *warning)
{
  EqpGraph *graph = eqp_run_get_graph (run);

  return graph != NULL && g_ptr_array_find_with_equal_func (eqp_graph_get_findings (graph), warning, g_str_equal, NULL);
}

/**
 * eqp_presenter_note:
 * @workspace: a workspace
 *
 * Returns: (transfer full) (nullable): what the user should know about the run shown, or NULL when it has nothing
 * special
 */
char *
eqp_presenter_note (EqpWorkspace *workspace)
{
  EqpRun *run = eqp_workspace_get_run (workspace);
  const EqpResult *result = run != NULL ? eqp_run_get_result (run) : NULL;
  const EqpMeasures *measures = eqp_workspace_get_measures (workspace);
  g_autoptr (GString) note = g_string_new (NULL);

  if (run == NULL || !eqp_run_is_over (run))
    return NULL;

  for (guint i = 0; result != NULL && i < result->warnings->len; i++)
    {
      const char *warning = g_ptr_array_index (result->warnings, i);

      if (!is_about_graph (run, warning))
        g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "", warning);
    }

  /* Methods on graphs say themselves what no price means for them. */
  if (eqp_run_get_solver (run)->family == EQP_FAMILY_KMEANS &&
      (eqp_run_get_solver (run)->flags & EQP_SOLVER_USES_GAMMA) != 0 && eqp_run_get_params (run)->gamma == 0.0)
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "",
                            _ ("Gamma is 0, so sizes cost nothing: this is plain clustering. Drag gamma to the right "
                               "to balance the sizes."));
  if (measures != NULL && measures->counted < 0)
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "",
                            _ ("Objective, SSE, penalty and sizes count the weights of rows; the measures count each "
                               "row once."));
  if (eqp_run_is_thinned (run))
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "",
                            _ ("There are more iterations than fit into memory: the points of some are shown as they "
                               "were a few iterations before."));

  return note->len > 0 ? g_string_free (g_steal_pointer (&note), FALSE) : NULL;
}

/**
 * eqp_presenter_outdated:
 * @workspace: a workspace, with a run of other settings than those of now
 *
 * Returns: (transfer full): what there is to do, and how long it will take
 */
char *
eqp_presenter_outdated (EqpWorkspace *workspace)
{
  double seconds = eqp_workspace_forecast (workspace, EQP_START_COLD);

  if (seconds < 1.0)
    return g_strdup (_ ("Settings changed – Run"));
  if (seconds < 100.0)
    /* Translators: how long the run is thought to take. */
    return g_strdup_printf (_ ("Settings changed – Run (about %.0f s)"), seconds);
  /* Translators: how long the run is thought to take. */
  return g_strdup_printf (_ ("Settings changed – Run (about %.0f min)"), ceil (seconds / 60.0));
}

/**
 * eqp_presenter_selection:
 * @selection: what is selected
 *
 * Returns: (transfer full) (nullable): what that is; %NULL: nothing
 */
char *
eqp_presenter_selection (EqpRowSelection *selection)
{
  gint64 n = eqp_row_selection_get_count (selection), row = eqp_row_selection_get_row (selection);
  g_autofree char *count = eqp_format_count (row >= 0 ? row + 1 : n);
  g_autofree char *number = eqp_format_count (eqp_row_selection_get_cluster (selection) + 1);

  if (eqp_row_selection_is_empty (selection))
    return NULL;
  if (eqp_row_selection_get_cluster (selection) >= 0)
    /* Translators: the number of a cluster, and how many rows it has. */
    return g_strdup_printf (ngettext ("cluster %s selected: %s row", "cluster %s selected: %s rows", (gulong) n),
                            number, count);
  if (row >= 0)
    return g_strdup_printf (_ ("row %s selected"), count);
  return g_strdup_printf (ngettext ("%s row selected", "%s rows selected", (gulong) n), count);
}

static const char *
outcome (EqpRun *run)
{
  const EqpResult *result = eqp_run_get_result (run);

  switch (eqp_run_get_state (run))
    {
    case EQP_RUN_STOPPING:
      return _ ("stopping");
    case EQP_RUN_DONE:
      return result != NULL && result->converged ? _ ("converged") : _ ("ended without converging");
    case EQP_RUN_CANCELLED:
      return _ ("stopped");
    case EQP_RUN_FAILED:
      return _ ("failed");
    case EQP_RUN_IDLE:
    case EQP_RUN_RUNNING:
    default:
      return _ ("running");
    }
}

/**
 * eqp_presenter_status:
 * @workspace: a workspace
 *
 * Returns: (transfer full): how the run shown fares: which of several starts it is at, or time and outcome; empty
 *   before the first one
 */
char *
eqp_presenter_status (EqpWorkspace *workspace)
{
  EqpRun *run = eqp_workspace_get_run (workspace);
  gint64 n = run != NULL ? eqp_run_get_n_steps (run) : 0;
  gint restart, restarts;
  double seconds;

  if (n == 0)
    return g_strdup ("");
  if (eqp_run_is_imported (run))
    return g_strdup (_ ("made elsewhere"));
  if (eqp_workspace_get_drag_sample (workspace) > 0)
    {
      g_autofree char *some = eqp_format_count (eqp_workspace_get_drag_sample (workspace));
      g_autofree char *all = eqp_format_count (eqp_dataset_get_n (eqp_run_get_dataset (run)));

      /* Translators: how many rows, of how many, decide on what is shown, and are drawn, while gamma is dragged. */
      return g_strdup_printf (_ ("prices and points of %s of %s rows while dragging"), some, all);
    }
  restart = eqp_run_get_restart (run, &restarts);
  if (restarts > 1 && eqp_run_get_state (run) == EQP_RUN_RUNNING)
    return eqp_draw_summary_restarts (restart, restarts, eqp_run_get_step (run, n - 1)->objective);
  seconds =
      eqp_run_get_result (run) != NULL ? eqp_run_get_result (run)->seconds : eqp_run_get_step (run, n - 1)->seconds;
  if (seconds < 1.0)
    /* Translators: how long a run took in milliseconds, and its outcome. */
    return g_strdup_printf (_ ("%.0f ms · %s"), MAX (1.0, 1000.0 * seconds), outcome (run));
  /* Translators: how long a run took in seconds, and its outcome. */
  return g_strdup_printf (_ ("%.1f s · %s"), seconds, outcome (run));
}

/* What a method was doing when it made a step, by the word of its log. */
static const struct
{
  const char *phase;
  const char *why;
} phases[] = {
  { "start", N_ ("where the run begins") },
  { "lloyd", N_ ("each to its nearest center, and the centers after them") },
  { "balance", N_ ("each to where distance and price of size are least together, and the centers after them") },
  { "climb", N_ ("the price of size was raised a little") },
  { "polish", N_ ("single rows, wherever that makes the objective smaller") },
  { "moves", N_ ("single rows, wherever that makes the objective smaller") },
  { "sweep", N_ ("row after row to the cheapest cluster") },
  { "restart", N_ ("another start ended lower") },
  { "split", N_ ("a cluster was divided") },
  { "refine", N_ ("nodes at the border, wherever the cut gets smaller") },
  { "exchange", N_ ("nodes changed places, which keeps the sizes") },
};

/**
 * eqp_presenter_caption:
 * @workspace: a workspace
 *
 * Returns: (transfer full): what happened in the step shown, and why; empty before the first one
 */
char *
eqp_presenter_caption (EqpWorkspace *workspace)
{
  EqpRun *run = eqp_workspace_get_run (workspace);
  gint64 step = eqp_workspace_get_step (workspace);
  const EqpStep *shown = run != NULL && step >= 0 ? eqp_run_get_step (run, step) : NULL;
  const char *why = NULL;
  g_autofree char *count = NULL;
  g_autofree char *moved = NULL;

  if (shown == NULL || eqp_run_is_imported (run))
    return g_strdup ("");
  for (gsize i = 0; i < G_N_ELEMENTS (phases) && shown->phase != NULL; i++)
    if (g_str_has_prefix (shown->phase, phases[i].phase))
      why = _ (phases[i].why);
  /* A run that ends where it begins has told all. */
  if (shown->iteration == 0 && (eqp_run_get_state (run) != EQP_RUN_DONE || eqp_run_get_n_steps (run) > 1))
    return g_strdup (_ ("where the run begins"));
  if (shown->moved <= 0)
    return g_strdup (_ ("no row moved"));
  count = eqp_format_count (shown->moved);
  moved = g_strdup_printf (ngettext ("%s row moved", "%s rows moved", (gulong) shown->moved), count);
  /* Translators: "37 rows moved", then why. */
  return why != NULL ? g_strdup_printf (_ ("%s: %s"), moved, why) : g_steal_pointer (&moved);
}
