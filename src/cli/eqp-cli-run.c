/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "run", main thread: shows what the worker leaves in the mailbox, then saves and reports. */
#include "config.h"

#include "eqp-cli-run.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-files.h"
#include "eqp-cli-live.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "eqp-draw.h"
#include "eqp-result-table.h"

#define REDRAW_MILLISECONDS 50

/* Plain lines of progress: all of the first ones, then a few a second. */
#define PLAIN_LINES_ALL 25
#define PLAIN_LINES_INTERVAL 0.2
#define RESTART_LINES_INTERVAL 1.0

static gboolean
wants_files (const EqpCliOptions *options)
{
  return options->labels_out != NULL || options->table_out != NULL || options->centers_out != NULL ||
         options->plot != NULL;
}

/* With nobody to read it and nothing to save, the run is pointless. */
static void
write_text (EqpRunJob  *job,
            const char *text,
            gsize       length)
{
  if (length == 0)
    return;
  if (job->options->json)
    eqp_output_write (job->output, text, length);
  else
    eqp_output_text (job->output, text);
  if (job->output->failed != 0 && !wants_files (job->options))
    g_cancellable_cancel (job->cancellable);
}

static gboolean
wants_lines (EqpRunJob *job)
{
  return !job->options->json && !job->options->quiet && !job->live;
}

/* Takes over a step. Every one is a line of JSON; for people there are all of the first ones, then a few a second. */
static void
take_step (EqpRunJob     *job,
           const EqpStep *step,
           gint           k,
           const gint64  *sizes,
           GString       *text)
{
  g_autofree char *line = NULL;

  g_array_append_vals (job->steps, step, 1);
  if (job->options->json && !job->options->quiet)
    {
      line = eqp_cli_run_step_json (step, k, sizes);
    }
  else if (wants_lines (job) &&
           (job->steps->len <= PLAIN_LINES_ALL || step->seconds >= job->printed + PLAIN_LINES_INTERVAL))
    {
      job->printed = step->seconds;
      line = eqp_cli_run_step_line (step);
    }
  if (line != NULL)
    g_string_append (text, line);
}

/* Starts that find nothing better send no step; without a line for them a long run would seem to stand still. */
static void
take_restart (EqpRunJob     *job,
              const EqpMail *mail,
              GString       *text)
{
  g_autofree char *line = NULL;

  job->restart = mail->restart;
  job->restarts = mail->restarts;
  if (!wants_lines (job) || mail->seconds < job->printed + RESTART_LINES_INTERVAL)
    return;
  job->printed = mail->seconds;
  line = eqp_cli_run_restart_line (job);
  if (line != NULL)
    g_string_append_printf (text, "%s\n", line);
}

static void
drain_steps (EqpRunJob *job)
{
  g_autoptr (GString) text = NULL;
  g_auto (EqpMail) mail = { 0 };

  if (!eqp_mailbox_drain (job->mailbox, &mail))
    return;
  text = g_string_new (NULL);
  for (guint i = 0; mail.steps != NULL && i < mail.steps->len; i++)
    take_step (job, &g_array_index (mail.steps, EqpStep, i), mail.k,
               &g_array_index (mail.sizes, gint64, (gsize) i * (gsize) mail.k), text);
  if (mail.sizes != NULL)
    {
      g_array_set_size (job->sizes, 0);
      g_array_append_vals (job->sizes, &g_array_index (mail.sizes, gint64, mail.sizes->len - (guint) mail.k),
                           (guint) mail.k);
    }
  if (mail.restarted)
    take_restart (job, &mail, text);
  write_text (job, text->str, text->len);
}

/* Writes what has come in: the heading stands in the lines, before the first step. */
static void
drain (EqpRunJob *job)
{
  g_autofree char *text = NULL;
  gsize length;

  g_mutex_lock (&job->lock);
  job->armed = FALSE;
  length = job->lines->len;
  text = g_strndup (job->lines->str, length);
  g_string_truncate (job->lines, 0);
  g_mutex_unlock (&job->lock);

  write_text (job, text, length);
  drain_steps (job);
}

static void
drain_cb (gpointer data)
{
  drain (data);
}

/**
 * eqp_cli_run_arm:
 * @job: the job, its lock held
 *
 * Tells the main thread that there is something to write, unless it has been told already.
 */
void
eqp_cli_run_arm (EqpRunJob *job)
{
  if (job->armed)
    return;

  job->armed = TRUE;
  g_idle_add_once (drain_cb, job);
}

/**
 * eqp_cli_run_finish:
 * @data: an #EqpRunJob
 *
 * Ends the main loop, from within.
 */
void
eqp_cli_run_finish (gpointer data)
{
  EqpRunJob *job = data;

  g_main_loop_quit (job->loop);
}

static gboolean
redraw_cb (gpointer data)
{
  EqpLive *live = ((gpointer *) data)[0];
  EqpRunJob *job = ((gpointer *) data)[1];
  g_autofree char *title = NULL;
  g_autofree char *status = NULL;
  g_autofree char *restarts = eqp_cli_run_restart_line (job);
  g_autofree double *trace = g_new (double, MAX (1, job->steps->len));
  EqpLiveView view = { 0 };

  g_mutex_lock (&job->lock);
  title = g_strdup (job->title);
  status = eqp_cli_run_status_line (job);
  g_mutex_unlock (&job->lock);

  for (guint i = 0; i < job->steps->len; i++)
    trace[i] = g_array_index (job->steps, EqpStep, i).objective;
  view.title = title;
  view.status = status;
  view.restarts = restarts;
  view.n_trace = job->steps->len;
  view.trace = trace;
  view.k = (gint) job->sizes->len;
  view.sizes = (const gint64 *) job->sizes->data;
  eqp_live_draw (live, &view);
  return G_SOURCE_CONTINUE;
}

static void
job_init (EqpRunJob           *job,
          const EqpCliOptions *options,
          GCancellable        *cancellable,
          EqpOutput           *output)
{
  *job = (EqpRunJob) { .options = options, .cancellable = cancellable, .output = output, .fraction = -1.0 };
  g_mutex_init (&job->lock);
  job->lines = g_string_new (NULL);
  job->mailbox = eqp_mailbox_new (NULL, 0, drain_cb, job);
  job->steps = g_array_new (FALSE, FALSE, sizeof (EqpStep));
  job->sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
  job->saved = g_ptr_array_new_with_free_func (g_free);
  job->loop = g_main_loop_new (NULL, FALSE);
  job->live = output->terminal && !options->json && !options->quiet;
  job->threads = options->threads > 0 ? (guint) options->threads : eqp_default_threads ();
}

static void
job_clear (EqpRunJob *job)
{
  g_clear_pointer (&job->opened, eqp_dataset_unref);
  g_clear_pointer (&job->dataset, eqp_dataset_unref);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  g_clear_pointer (&job->result, eqp_result_free);
  g_clear_pointer (&job->reference, eqp_result_free);
  g_clear_error (&job->error);
  g_free (job->initial_labels);
  g_free (job->ignore);
  eqp_given_unref (job->given);
  g_free (job->plane);
  g_clear_pointer (&job->pca, eqp_pca_free);
  g_free (job->plane_titles[0]);
  g_free (job->plane_titles[1]);
  g_clear_error (&job->plot_error);
  g_free (job->title);
  g_string_free (job->lines, TRUE);
  eqp_mailbox_unref (job->mailbox);
  g_array_unref (job->steps);
  g_array_unref (job->sizes);
  g_ptr_array_unref (job->saved);
  g_main_loop_unref (job->loop);
  g_mutex_clear (&job->lock);
}

/* Runs the worker to its end, with the live picture where there is a terminal. */
static gboolean
work (EqpRunJob *job)
{
  g_auto (EqpLive) live = { 0 };
  gpointer redraw_data[] = { &live, job };
  guint redraw = 0;
  GThread *thread = g_thread_try_new ("eqp-run", eqp_cli_run_worker, job, &job->error);

  if (thread == NULL)
    return FALSE;

  eqp_live_init (&live, job->output);
  if (job->live)
    redraw = g_timeout_add (REDRAW_MILLISECONDS, redraw_cb, redraw_data);
  g_main_loop_run (job->loop);
  g_thread_join (thread);
  drain (job);
  eqp_mailbox_close (job->mailbox);
  if (job->live)
    {
      g_source_remove (redraw);
      eqp_live_erase (&live);
    }
  /* Nothing may come in after this: the idle callbacks hold the job. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return TRUE;
}

/* Notes for the end of the report that a file was written, or complains at once. */
static void
account_for (EqpRunJob  *job,
             const char *path,
             GError     *error)
{
  if (error == NULL)
    {
      g_ptr_array_add (job->saved, g_filename_display_name (path));
      return;
    }

  eqp_cli_complain (error, NULL);
  if (job->status == EQP_EXIT_DONE)
    job->status = EQP_EXIT_FAILED;
}

static void
print_labels (EqpRunJob *job,
              GString   *text)
{
  EqpOutput output;

  eqp_output_init (&output, STDOUT_FILENO);
  eqp_output_write (&output, text->str, text->len);
  if (!eqp_output_close (&output) && job->status == EQP_EXIT_DONE)
    job->status = EQP_EXIT_FAILED;
}

/* Before the report: whatever becomes of the output, the work is kept. */
static void
save (EqpRunJob *job)
{
  const EqpCliOptions *options = job->options;

  if (options->labels_out != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) text = eqp_labels_format (job->result->n, job->result->labels);

      if (strcmp (options->labels_out, "-") == 0)
        {
          print_labels (job, text);
        }
      else
        {
          eqp_file_write (options->labels_out, text->str, text->len, &error);
          account_for (job, options->labels_out, error);
        }
    }
  if (options->table_out != NULL)
    {
      g_autoptr (GError) error = NULL;
      const EqpResultTable table = {
        .opened = job->opened,
        .prepared = job->dataset,
        .graph = job->solver->family == EQP_FAMILY_GRAPH ? job->graph : NULL,
        .k = job->result->k,
        .labels = job->result->labels,
        .gamma = (job->solver->flags & EQP_SOLVER_USES_GAMMA) != 0 ? job->result->gamma : 0.0,
        .weighted = job->params.weights != NULL,
      };

      eqp_result_table_save (&table, options->table_out, NULL, &error);
      account_for (job, options->table_out, error);
    }
  if (options->centers_out != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) text = eqp_centers_format (job->dataset, job->result);

      eqp_file_write (options->centers_out, text->str, text->len, &error);
      account_for (job, options->centers_out, error);
    }
}

/* After the report, because drawing takes a moment and Ctrl-C promises less. */
static void
plot (EqpRunJob *job)
{
  g_autoptr (GError) error = NULL;

  if (job->options->plot == NULL)
    return;

  eqp_cli_run_plot (job, job->options->plot, &error);
  account_for (job, job->options->plot, error);
}

static EqpExit
finish (EqpRunJob *job)
{
  /* Cancelled by drain (), not by the user: then only the output counts. */
  gboolean abandoned = job->output->failed != 0 && !wants_files (job->options);

  if (abandoned)
    return eqp_output_close (job->output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
  if (job->result == NULL)
    {
      eqp_cli_complain (job->error,
                        job->status == EQP_EXIT_INTERRUPTED ? _ ("Interrupted before there was a "
                                                                             "result.") : NULL);
      return job->status;
    }

  save (job);
  if (job->options->json)
    {
      g_autofree char *line = eqp_cli_run_result_json (job);

      eqp_output_write (job->output, line, strlen (line));
    }
  else
    {
      eqp_cli_run_report (job);
    }
  plot (job);
  if (!job->options->json)
    eqp_cli_run_report_files (job);
  if (!eqp_output_close (job->output) && job->status == EQP_EXIT_DONE)
    job->status = EQP_EXIT_FAILED;
  return job->status;
}

static EqpExit
check_files (const EqpCliOptions *options)
{
  const EqpOutputFile files[] = { { "--labels-out", options->labels_out },
                                  { "--table-out", options->table_out },
                                  { "--centres-out", options->centers_out },
                                  { "--plot", options->plot } };
  g_autoptr (GError) error = NULL;

  if (options->plot != NULL && !eqp_draw_can_save (options->plot, &error))
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_USAGE;
    }
  if (!eqp_files_check (options->data, files, G_N_ELEMENTS (files), &error))
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_FAILED;
    }
  return EQP_EXIT_DONE;
}

/**
 * eqp_cli_run:
 * @options: the command line
 * @cancellable: cancelled by Ctrl-C
 *
 * Clusters a data set once. The first Ctrl-C ends the run; what it had found by then is saved and shown.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_run (const EqpCliOptions *options,
             GCancellable        *cancellable)
{
  /* Labels on standard output leave no place there for the report. */
  gboolean labels_only = g_strcmp0 (options->labels_out, "-") == 0;
  EqpExit status = check_files (options);
  EqpOutput output;
  EqpRunJob job;

  if (status != EQP_EXIT_DONE)
    return status;

  eqp_output_init (&output, labels_only ? STDERR_FILENO : STDOUT_FILENO);
  job_init (&job, options, cancellable, &output);
  if (work (&job))
    {
      status = finish (&job);
    }
  else
    {
      eqp_cli_complain (job.error, NULL);
      status = EQP_EXIT_FAILED;
    }
  job_clear (&job);
  return status;
}
