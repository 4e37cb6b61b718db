/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker thread of the command "run": reads, prepares, solves, measures. It writes nothing itself. */
#include "config.h"

#include "eqp-cli-run.h"
#include "eqp-cli-files.h"
#include "eqp-cli-prepare.h"
#include "eqp-proof.h"
#include "eqp-weight-column.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

void
eqp_cli_run_post_line (EqpRunJob  *job,
                       const char *line)
{
  g_mutex_lock (&job->lock);
  g_string_append (job->lines, line);
  eqp_cli_run_arm (job);
  g_mutex_unlock (&job->lock);
}

/* Nothing that the terminal shows of a step needs the labels. */
static void
emit_cb (const EqpEvent *event,
         gpointer        user_data)
{
  EqpRunJob *job = user_data;
  EqpEvent bare = *event;

  bare.labels = NULL;
  eqp_mailbox_post (job->mailbox, &bare);
}

static void
progress_cb (double      fraction,
             const char *what,
             gpointer    user_data)
{
  EqpRunJob *job = user_data;

  g_mutex_lock (&job->lock);
  job->fraction = fraction;
  g_mutex_unlock (&job->lock);
}

static gboolean
fail (EqpRunJob *job,
      EqpExit    status)
{
  job->status = g_error_matches (job->error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? EQP_EXIT_INTERRUPTED : status;
  return FALSE;
}

static gboolean
load (EqpRunJob *job)
{
  const EqpCliOptions *options = job->options;
  const EqpProgress progress = { progress_cb, job };
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_cli_options_import (options, &job->import);
  if (options->initial_labels != NULL)
    job->import.ledger_limit = EQP_LABEL_FILE_LEDGER;
  if (!eqp_cli_rows_import (options, &job->import, &job->ignore, &job->error))
    return fail (job, EQP_EXIT_DATA);
  job->preparation = options->preparation;
  dataset = eqp_dataset_load (options->data, &job->import, &progress, job->cancellable, &job->error);
  if (dataset == NULL)
    return fail (job, EQP_EXIT_DATA);
  if (options->centers_out != NULL && eqp_dataset_get_graph (dataset) != NULL)
    {
      g_set_error (&job->error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” is a graph without features, so its clusters have no centres; leave --centres-out out."),
                   eqp_dataset_get_name (dataset));
      return fail (job, EQP_EXIT_DATA);
    }

  if (options->distinct)
    {
      EqpDataset *chosen = eqp_cli_distinct (dataset, &job->n_copies, job->cancellable, &job->error);

      if (chosen == NULL)
        return fail (job, EQP_EXIT_DATA);
      eqp_dataset_unref (dataset);
      dataset = chosen;
    }
  if (options->table_out != NULL || options->must_link != NULL || options->cannot_link != NULL)
    job->opened = eqp_dataset_ref (dataset);
  job->dataset = eqp_cli_prepare (dataset, &job->preparation, job->threads, job->cancellable, &job->error);
  return job->dataset != NULL || fail (job, EQP_EXIT_DATA);
}

static double
gamma_unit (EqpRunJob *job)
{
  return eqp_given_gamma_unit (job->given, job->solver, job->dataset, job->graph, job->params.k);
}

/* Gamma on both scales: the one given decides, relative 1 when none is. */
static void
settle_gamma (EqpRunJob *job)
{
  const EqpCliOptions *options = job->options;
  double unit = gamma_unit (job);

  if ((job->solver->flags & EQP_SOLVER_USES_GAMMA) == 0)
    job->params.gamma = 0.0;
  else if (!isnan (options->gamma))
    job->params.gamma = options->gamma;
  else
    job->params.gamma = (isnan (options->gamma_rel) ? 1.0 : options->gamma_rel) * unit;

  if ((job->solver->flags & EQP_SOLVER_USES_GAMMA) != 0 && isnan (options->gamma))
    job->gamma_rel = isnan (options->gamma_rel) ? 1.0 : options->gamma_rel;
  else
    job->gamma_rel = unit > 0.0 ? job->params.gamma / unit : job->params.gamma == 0.0 ? 0.0 : NAN;
}

/* The graph comes before gamma, whose relative scale depends on its weights. */
static gboolean
build_graph (EqpRunJob *job,
             EqpPool   *pool)
{
  const EqpProgress progress = { progress_cb, job };
  const EqpGraphOptions options = eqp_params_get_graph_options (&job->params);

  if (job->solver->family != EQP_FAMILY_GRAPH)
    return TRUE;

  job->graph = eqp_dataset_build_graph (job->dataset, &options, pool, job->cancellable, &progress, &job->error);
  return job->graph != NULL || fail (job, EQP_EXIT_DATA);
}

/* Labels made elsewhere as clusters 0..K-1; a start needs one for every row. */
static gint32 *
read_start (EqpRunJob *job)
{
  const EqpLabelFileOptions columns = { job->options->labels_column, job->options->key_column };
  g_autoptr (EqpLabelFile) file = eqp_label_file_read (job->options->initial_labels, &columns, job->dataset,
                                                       job->cancellable, &job->error);

  if (file == NULL || !eqp_label_file_number (file, job->params.k, &job->error))
    return NULL;
  if (file->n_missing == 0)
    return g_steal_pointer (&file->labels);
  g_set_error (&job->error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
               _ ("%s has no label for %ld of the %ld rows; a start needs one for every row."), file->file,
               (long) file->n_missing, (long) file->n);
  return NULL;
}

static gboolean
settle_params (EqpRunJob *job,
               EqpPool   *pool)
{
  const EqpCliOptions *options = job->options;
  gint n_classes = eqp_dataset_get_n_classes (job->dataset);

  if (options->k == 0 && n_classes < 1)
    {
      g_set_error_literal (&job->error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The data have no known classes to count, so the number of clusters is needed: give --k "
                              "N."));
      return fail (job, EQP_EXIT_USAGE);
    }

  job->solver = options->usual_method && eqp_dataset_get_graph (job->dataset) != NULL
                    ? eqp_solver_balanced (EQP_FAMILY_GRAPH)
                    : eqp_solver_find (options->method);
  job->params = options->params;
  job->params.k = options->k > 0 ? (gint) options->k : n_classes;
  if (!eqp_cli_rows_read (options, job->solver, job->opened, job->dataset, job->params.k, job->cancellable,
                          &job->given, &job->error))
    return fail (job, EQP_EXIT_DATA);
  eqp_given_apply (job->given, job->solver, &job->params);
  if (!eqp_solver_check (job->solver, job->dataset, &job->params, &job->error))
    return fail (job, EQP_EXIT_DATA);
  if (!build_graph (job, pool))
    return FALSE;
  settle_gamma (job);
  if (!eqp_solver_check (job->solver, job->dataset, &job->params, &job->error))
    return fail (job, EQP_EXIT_DATA);

  if (options->initial_labels != NULL)
    {
      job->initial_labels = read_start (job);
      job->params.initial_labels = job->initial_labels;
      if (job->initial_labels == NULL)
        return fail (job, EQP_EXIT_DATA);
    }
  return TRUE;
}

/* Before the run: the heading, or the first line of JSON. */
static void
announce (EqpRunJob *job)
{
  g_autofree char *line = NULL;
  char *title = eqp_cli_run_title (job);

  g_mutex_lock (&job->lock);
  job->title = title;
  g_mutex_unlock (&job->lock);

  if (job->options->json)
    line = eqp_cli_run_start_json (job);
  else if (!job->live)
    line = g_strdup_printf ("%s\n", title);
  if (line != NULL)
    eqp_cli_run_post_line (job, line);
}

static void
warn_about_settings (EqpRunJob *job)
{
  const EqpCliOptions *options = job->options;

  if ((job->solver->flags & EQP_SOLVER_USES_GAMMA) == 0 && (!isnan (options->gamma) || !isnan (options->gamma_rel)))
    g_ptr_array_add (job->result->warnings, g_strdup_printf (_ ("The method %s has no balance term, so gamma was not "
                                                                "used."),
                                                             job->solver->id));
  if (options->initial_labels != NULL && (job->solver->flags & EQP_SOLVER_WARM_START) == 0)
    g_ptr_array_add (job->result->warnings, g_strdup_printf (_ ("The method %s takes no start, so the initial labels "
                                                                "were not used."),
                                                             job->solver->id));
  if (eqp_dataset_get_scale (job->dataset) != 0.0 && eqp_dataset_get_scale (job->dataset) != 1.0)
    g_ptr_array_add (job->result->warnings, g_strdup_printf (_ ("The values were divided by %g so that their squares "
                                                                "stay finite; SSE, objective and gamma are in these "
                                                                "units."),
                                                             eqp_dataset_get_scale (job->dataset)));
}

/* After Ctrl-C only what takes no time is measured. */
static void
measure (EqpRunJob *job,
         EqpPool   *pool)
{
  const EqpResult *result = job->result;
  const EqpMeasureInput input = {
    .n = result->n,
    .k = result->k,
    .labels = result->labels,
    .truth = eqp_dataset_get_labels (job->dataset),
    .points = eqp_dataset_get_points (job->dataset),
    .graph = job->graph,
    .seed = job->params.seed,
    .silhouette = MAX (0, job->options->silhouette),
  };
  EqpMeasureGroups groups = EQP_MEASURES_ALL;
  gint64 counted;

  if (input.truth == NULL)
    groups &= ~EQP_MEASURES_TRUTH;
  if (input.graph == NULL)
    groups &= ~EQP_MEASURES_GRAPH;
  if (job->options->silhouette == EQP_CLI_NO_SILHOUETTE)
    groups &= ~EQP_MEASURES_SILHOUETTE;
  eqp_measure_set_init (&job->measures);
  counted = eqp_weight_column_measure (job->params.weights, &input, &job->measures, groups, pool, job->cancellable);
  if (counted < 0)
    g_ptr_array_add (job->result->warnings, g_strdup (_ ("Objective, SSE, penalty and sizes count the weights of rows; "
                                                         "the measures count each row once.")));
  eqp_size_band (counted < 0 ? result->n : counted, result->k, &job->band);
}

/* A proof that fails is none; the run is what counts. */
static void
prove (EqpRunJob *job)
{
  const EqpResult *result = job->result;
  EqpParams params = job->params;
  double objective;

  if (isnan (job->options->prove) || result->cancelled)
    return;
  if (!eqp_bound_can_be_found (job->solver, job->dataset))
    {
      g_ptr_array_add (job->result->warnings,
                       g_strdup_printf (_ ("What the method %s minimizes has no proof here; use kmeans or bkm."),
                                        job->solver->id));
      return;
    }
  if (params.weights != NULL)
    {
      g_ptr_array_add (job->result->warnings, g_strdup (_ ("Nothing was proven: the proof counts every row once.")));
      return;
    }
  objective = eqp_proof_settle (job->solver, result, &params);
  if (!eqp_bound_find (job->dataset, &params, objective, job->options->prove, NULL, NULL, job->cancellable, &job->bound,
                       NULL))
    job->bound.parts = 0;
}

/* The gamma that was found is that of the run from here on. */
static EqpResult *
run_target (EqpRunJob  *job,
            EqpContext *context)
{
  double unit = gamma_unit (job);
  EqpResult *result;
  EqpWish wish;

  eqp_wish_parse (&wish, job->options->target, NULL);
  result = eqp_target_run (job->solver, job->dataset, &job->params, &wish, unit, context, &job->error);
  if (result != NULL)
    {
      job->params.gamma = result->gamma;
      job->gamma_rel = result->gamma / unit;
    }
  return result;
}

static gboolean
solve (EqpRunJob *job,
       EqpPool   *pool)
{
  EqpSink sink = { emit_cb, job };
  EqpContext context = { pool, &sink, job->cancellable, job->graph };

  job->result = job->options->target != NULL
                  ? run_target (job, &context)
                  : eqp_solver_run (job->solver, job->dataset, &job->params, &context, &job->error);
  if (job->result == NULL)
    return fail (job, g_error_matches (job->error, EQP_ERROR, EQP_ERROR_INVALID_DATA) ||
                        g_error_matches (job->error, EQP_ERROR, EQP_ERROR_INVALID_PARAM)
                      ? EQP_EXIT_DATA
                      : EQP_EXIT_FAILED);

  job->status = job->result->cancelled ? EQP_EXIT_INTERRUPTED : EQP_EXIT_DONE;
  warn_about_settings (job);
  measure (job, pool);
  prove (job);
  return TRUE;
}

/* The outline that the plot compares with; a plot without it is better than none, so failure is silent. */
static void
solve_reference (EqpRunJob *job,
                 EqpPool   *pool)
{
  const EqpSolver *kmeans = eqp_solver_plain (EQP_FAMILY_KMEANS);
  EqpContext context = { pool, NULL, job->cancellable };
  EqpParams params = job->params;

  if (kmeans == job->solver || eqp_dataset_get_graph (job->dataset) != NULL || job->result->cancelled)
    return;

  params.gamma = 0.0;
  params.initial_labels = NULL;
  params.initial_centers = NULL;
  job->reference = eqp_solver_run (kmeans, job->dataset, &params, &context, NULL);
}

/**
 * eqp_cli_run_worker:
 * @data: an #EqpRunJob
 *
 * The thread: everything from the file to the measures. Tells the main loop when it is done.
 *
 * Returns: NULL
 */
gpointer
eqp_cli_run_worker (gpointer data)
{
  EqpRunJob *job = data;
  g_autoptr (EqpPool) pool = eqp_pool_new (job->threads);

  if (load (job) && settle_params (job, pool))
    {
      /* The plane comes first, so that an interrupted run can be drawn without more work. */
      if (job->options->plot != NULL)
        eqp_cli_run_project (job, pool);
      announce (job);
      if (solve (job, pool) && job->options->plot != NULL)
        solve_reference (job, pool);
    }

  /* The loop may not have been entered yet, so it has to end itself. */
  g_idle_add_once (eqp_cli_run_finish, job);
  return NULL;
}
