/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands "compare" and "sweep": read, run the cells of the plan, tell what they come to. Rows are told in the
 * order of the plan, whichever ends first. */
#include "config.h"

#include "eqp-cli-study.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-files.h"
#include "eqp-cli-folder.h"
#include "eqp-cli-output.h"
#include "eqp-cli-prepare.h"
#include "eqp-json.h"
#include "eqp-study-table.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define TICK_MILLISECONDS 250

typedef struct
{
  const EqpCliOptions *options;
  EqpOutput            output;
  EqpOutput            terminal;   /* standard error, for the line of progress */
  gboolean             live;
  gboolean             drawn;      /* there is such a line */
  gboolean             times;
  guint                shard;
  guint                n_shards;
  guint                told;       /* cells whose rows were told, or will never be */
  GMainLoop           *loop;
  EqpStudy            *study;
  const char          *path;       /* of the file of results, or NULL */
  const char          *resume;     /* what is known already, or NULL */
  char                *passing;    /* the file of results of a report that names none; gone once the report is there */
} Job;

/* -- progress ---------------------------------------------------------------------------------------------------- */

static void
erase (Job *job)
{
  if (job->drawn)
    eqp_output_text (&job->terminal, "\r\033[K");
  job->drawn = FALSE;
}

/* "0:07", "12:30", "3:05:00" */
static char *
dup_duration (double seconds)
{
  gint64 whole = (gint64) CLAMP (ceil (seconds), 0.0, 1e9);

  if (whole < 3600)
    return g_strdup_printf ("%d:%02d", (int) (whole / 60), (int) (whole % 60));
  return g_strdup_printf ("%ld:%02d:%02d", (long) (whole / 3600), (int) (whole / 60 % 60), (int) (whole % 60));
}

static void
draw (Job *job)
{
  EqpStudyProgress progress;
  g_autoptr (GString) line = g_string_new ("\r\033[K");
  g_autofree char *passed = NULL;
  g_autofree char *left = NULL;

  eqp_study_get_progress (job->study, &progress);
  passed = dup_duration (progress.elapsed);
  left = dup_duration (progress.left);
  g_string_append_printf (line, _ ("%u of %u runs"), progress.done, progress.cells);
  if (progress.failed > 0)
    g_string_append_printf (line, _ (", %u failed"), progress.failed);
  if (progress.preparing)
    g_string_append_printf (line, _ ("; building the graph, %s passed"), passed);
  else
    g_string_append_printf (line, _ ("; %s passed, about %s left"), passed, left);
  eqp_output_text (&job->terminal, line->str);
  job->drawn = TRUE;
}

static gboolean
tick_cb (gpointer data)
{
  draw (data);
  return G_SOURCE_CONTINUE;
}

/* -- telling ----------------------------------------------------------------------------------------------------- */

static void
tell (Job        *job,
      const char *text)
{
  erase (job);
  if (job->options->json)
    eqp_output_write (&job->output, text, strlen (text));
  else
    eqp_output_text (&job->output, text);
}

/* The rows that are there without a gap before them; all that are there once the study is over. */
static void
tell_rows (Job      *job,
           gboolean  over)
{
  const EqpStudyPlan *plan = eqp_study_get_plan (job->study);
  g_autoptr (GString) text = g_string_new (NULL);

  for (; job->told < eqp_study_plan_get_n_cells (plan); job->told++)
    {
      const EqpStudyRow *row = eqp_study_get_row (job->study, job->told);

      if (row != NULL)
        eqp_study_row_write (row, plan, job->times ? EQP_ROW_TIMES : 0, text);
      else if (!over && eqp_study_has_cell (job->study, job->told))
        break;
    }
  if (text->len > 0 && job->options->json)
    tell (job, text->str);
  /* With nobody to read them and no file to keep them, rows are pointless. */
  if (job->output.failed != 0 && job->path == NULL)
    eqp_study_cancel (job->study);
}

static void
changed_cb (EqpStudy *study,
            gpointer  data)
{
  tell_rows (data, FALSE);
}

static void
over_cb (EqpStudy *study,
         gpointer  data)
{
  g_main_loop_quit (((Job *) data)->loop);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      study)
{
  eqp_study_cancel (study);
}

static char *
dup_title (const EqpStudyPlan *plan)
{
  g_autofree char *data = eqp_output_clean (plan->data);
  g_autofree char *classes =
      plan->n_classes > 0
          ? g_strdup_printf (ngettext ("%d class", "%d classes", (gulong) plan->n_classes), plan->n_classes)
          : g_strdup (_ ("no known classes"));
  g_autofree char *first = g_strdup_printf ("%" G_GUINT64_FORMAT, plan->seed);
  g_autofree char *last = g_strdup_printf ("%" G_GUINT64_FORMAT, plan->seed + (guint64) plan->trials - 1);

  return g_strdup_printf (_ ("%s: %ld rows, %s; K = %d, seeds %s to %s\n\n"), data, (long) plan->n, classes,
                          plan->params.k, first, last);
}

/* The first thing that went wrong, since most often it is the same for all. */
static void
complain_of_failures (const EqpStudyPlan *plan,
                      GPtrArray          *rows,
                      guint               failed)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);
      g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, eqp_study_plan_get_seed (plan, i));
      g_autofree char *sentence = NULL;

      if (row == NULL || row->failure == NULL)
        continue;
      sentence = g_strdup_printf (
          ngettext ("%u run failed, of %s with seed %s: %s", "%u runs failed, the first of %s with seed %s: %s",
                    failed),
          failed, g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, i)).method, seed,
          row->failure);
      eqp_output_complain (sentence);
      return;
    }
}

static guint
get_parts (Job *job)
{
  return (job->times ? EQP_ROW_TIMES : 0) | (job->options->no_labels ? 0 : EQP_ROW_LABELS);
}

/* The folder, and a word about it. */
static EqpExit
write_folder (Job                *job,
              const EqpStudyPlan *plan,
              GPtrArray          *rows)
{
  const char *folder = job->options->report;
  g_autofree char *shown = NULL;
  g_autofree char *clean = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return EQP_EXIT_DONE;
  shown = g_filename_display_name (folder);
  clean = eqp_output_clean (shown);
  if (!eqp_cli_folder_write (folder, plan, rows, job->times, &error))
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_FAILED;
    }
  if (job->passing != NULL)
    g_unlink (job->passing);
  if (job->options->json)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      eqp_json_begin (line, "report");
      eqp_json_string (line, "folder", shown);
      eqp_json_end (line);
      tell (job, line->str);
    }
  else if (job->options->format == EQP_TABLE_TEXT)
    {
      g_autofree char *text = g_strdup_printf (_ ("\nThe report is in %s: open report.html.\n"), clean);

      tell (job, text);
    }
  return EQP_EXIT_DONE;
}

/* Tells what all rows come to; @rows are as many as cells. @whole: none is missing, so that a report can be made. */
static EqpExit
report (Job                *job,
        const EqpStudyPlan *plan,
        GPtrArray          *rows,
        gboolean            whole)
{
  EqpExit written = EQP_EXIT_DONE;
  g_autoptr (EqpStudyTable) table = eqp_study_table_new (plan, rows);
  EqpTableFormat format = (EqpTableFormat) job->options->format;
  g_autofree char *text = NULL;
  guint done = 0, failed = 0;
  int columns, lines;

  for (guint i = 0; i < table->n_groups; i++)
    {
      done += table->groups[i].done;
      failed += table->groups[i].failed;
    }
  if (job->options->json)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      eqp_study_table_write_json (table, job->times, json);
      tell (job, json->str);
    }
  else if (done > 0)
    {
      g_autofree char *title = dup_title (plan);

      eqp_output_size (&job->output, &columns, &lines);
      text = eqp_study_table_format (table, format, job->times, columns);
      if (format == EQP_TABLE_TEXT)
        tell (job, title);
      tell (job, text);
      if (format == EQP_TABLE_TEXT && table->n_groups > 1 && plan->trials > 1)
        tell (job, _ ("\nMean ± standard deviation over the seeds (n - 1). * the best. p: Wilcoxon's signed rank "
                      "test\nover the seeds, two-sided, exact with ties, pairs without a difference left out.\n"));
    }
  if (whole)
    written = write_folder (job, plan, rows);
  complain_of_failures (plan, rows, failed);
  if (!eqp_output_close (&job->output))
    return EQP_EXIT_FAILED;
  return failed > 0 ? EQP_EXIT_FAILED : written;
}

/* -- merging ----------------------------------------------------------------------------------------------------- */

static EqpExit
complain (GError  *error,
          EqpExit  status)
{
  eqp_cli_complain (error, NULL);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? EQP_EXIT_INTERRUPTED : status;
}

/* What a report needs and files made with --no-labels, or by other means, may lack. */
static gboolean
check_labels (const EqpStudyResults *results,
              GError               **error)
{
  guint bare = 0;

  for (guint i = 0; i < results->rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (results->rows, i);

      bare += row->failure == NULL && row->labels == NULL;
    }
  if (bare == 0 && results->plan->arguments != NULL)
    return TRUE;
  if (bare == 0)
    g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                         _ ("The files do not tell by which options they were made, so they make no report; run them "
                            "anew."));
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                 ngettext ("%u run in the files has no labels, which a report needs; run it anew without --no-labels.",
                           "%u runs in the files have no labels, which a report needs; run them anew without "
                           "--no-labels.",
                           bare),
                 bare);
  return FALSE;
}

static GPtrArray *
spread (const EqpStudyPlan *plan,
        GPtrArray          *known)
{
  GPtrArray *rows = g_ptr_array_new ();

  g_ptr_array_set_size (rows, (gint) eqp_study_plan_get_n_cells (plan));
  for (guint i = 0; i < known->len; i++)
    {
      EqpStudyRow *row = g_ptr_array_index (known, i);

      g_ptr_array_index (rows, row->cell) = row;
    }
  return rows;
}

static EqpExit
merge (Job *job)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpStudyResults) results =
      eqp_study_results_merge ((const char *const *) job->options->words->pdata, job->options->words->len, &error);
  g_autoptr (EqpStudyFile) file = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  guint missing;
  EqpExit status;

  if (results == NULL || (job->options->report != NULL && !check_labels (results, &error)))
    return complain (error, EQP_EXIT_DATA);
  if (job->path != NULL)
    {
      file = eqp_study_file_open (job->path, results->plan, results->rows, 0, 0, get_parts (job), &error);
      if (file == NULL)
        return complain (error, EQP_EXIT_FAILED);
    }
  rows = spread (results->plan, results->rows);
  if (job->options->json)
    {
      g_autofree char *head = eqp_study_plan_to_json (results->plan, 0, 0);
      g_autoptr (GString) text = g_string_new (head);

      for (guint i = 0; i < results->rows->len; i++)
        eqp_study_row_write (g_ptr_array_index (results->rows, i), results->plan, job->times ? EQP_ROW_TIMES : 0,
                             text);
      tell (job, text->str);
    }
  missing = rows->len - results->rows->len;
  status = report (job, results->plan, rows, missing == 0);
  if (missing > 0)
    {
      g_autofree char *sentence =
          g_strdup_printf (ngettext ("%u run of %u is in none of the files; run it with --resume.",
                                     "%u runs of %u are in none of the files; run them with --resume.", missing),
                           missing, rows->len);

      eqp_output_complain (sentence);
      return EQP_EXIT_FAILED;
    }
  return status;
}

/* -- running ----------------------------------------------------------------------------------------------------- */

/* What was worked on for hours is not overwritten by the same line typed again. */
static gboolean
check_out (Job     *job,
           GError **error)
{
  const EqpOutputFile files[] = { { job->options->results != NULL ? "--out" : "--resume", job->path } };
  g_autofree char *shown = job->path != NULL ? g_filename_display_name (job->path) : NULL;
  GStatBuf info;

  if (job->options->report != NULL && !eqp_cli_folder_check (job->options->report, error))
    return FALSE;
  if (job->path == NULL)
    return TRUE;
  if (g_stat (job->path, &info) == 0 && !S_ISREG (info.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("“%s” is not a regular file; name another one."), shown);
      return FALSE;
    }
  if (job->options->results != NULL && g_strcmp0 (job->options->results, job->options->resume) != 0 &&
      g_stat (job->path, &info) == 0 && info.st_size > 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   _ ("The file “%s” is not empty; go on with it by --resume, or name another one."), shown);
      return FALSE;
    }
  return job->options->merge || eqp_files_check (job->options->data, files, G_N_ELEMENTS (files), error);
}

/* A report needs the labels of every run, so those without are run again. */
static void
drop_bare (EqpStudyResults *known)
{
  guint before = known->rows->len, dropped;

  for (guint i = before; i-- > 0;)
    {
      const EqpStudyRow *row = g_ptr_array_index (known->rows, i);

      if (row->failure == NULL && row->labels == NULL)
        g_ptr_array_remove_index (known->rows, i);
    }
  dropped = before - known->rows->len;
  if (dropped > 0)
    {
      g_autofree char *sentence =
          g_strdup_printf (ngettext ("%u run that was done has no labels, which a report needs; it is run again.",
                                     "%u runs that were done have no labels, which a report needs; they are run again.",
                                     dropped),
                           dropped);

      eqp_output_complain (sentence);
    }
}

/* Beside the folder, so that the same line typed again goes on where it was. */
static char *
name_passing (const char *folder)
{
  g_autofree char *place = g_canonicalize_filename (folder, NULL);

  return g_strconcat (place, ".part.jsonl", NULL);
}

/* Takes over what is known, and opens the file. */
static gboolean
connect_file (Job                *job,
              const EqpStudyPlan *plan,
              GError            **error)
{
  const char *resume = job->resume;
  g_autoptr (EqpStudyResults) known = NULL;
  GStatBuf info;

  if (resume != NULL && g_stat (resume, &info) == 0 && info.st_size > 0)
    {
      known = eqp_study_results_read (resume, plan, error);
      if (known == NULL)
        return FALSE;
      if (job->options->report != NULL)
        drop_bare (known);
    }
  if (job->path != NULL)
    {
      EqpStudyFile *file = eqp_study_file_open (job->path, plan, known != NULL ? known->rows : NULL, job->shard,
                                                job->n_shards, get_parts (job), error);

      if (file == NULL)
        return FALSE;
      eqp_study_take_file (job->study, file);
    }
  if (known != NULL)
    {
      eqp_study_take_rows (job->study, known->rows);
      known->rows = g_ptr_array_new ();
    }
  return TRUE;
}

static void
run (Job          *job,
     GCancellable *cancellable)
{
  gulong cancelled;
  guint tick = 0;

  if (job->options->json)
    {
      g_autofree char *head = eqp_study_plan_to_json (eqp_study_get_plan (job->study), job->shard, job->n_shards);

      tell (job, head);
    }
  g_signal_connect (job->study, "changed", G_CALLBACK (changed_cb), job);
  g_signal_connect (job->study, "over", G_CALLBACK (over_cb), job);
  cancelled = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), job->study, NULL);
  if (job->live)
    tick = g_timeout_add (TICK_MILLISECONDS, tick_cb, job);
  g_main_loop_run (job->loop);
  if (tick != 0)
    g_source_remove (tick);
  g_cancellable_disconnect (cancellable, cancelled);
  erase (job);
  tell_rows (job, TRUE);
}

static EqpExit
conclude (Job *job)
{
  const EqpStudyPlan *plan = eqp_study_get_plan (job->study);
  const GError *error = eqp_study_get_error (job->study);
  g_autoptr (GPtrArray) rows = eqp_study_dup_rows (job->study);
  EqpStudyProgress progress;
  EqpExit status;

  eqp_study_get_progress (job->study, &progress);
  if (error != NULL)
    {
      eqp_cli_complain (error, NULL);
      return error->domain == EQP_ERROR ? EQP_EXIT_DATA : EQP_EXIT_FAILED;
    }
  status = report (job, plan, rows, progress.done == progress.cells && job->n_shards == 0);
  if (progress.done == progress.cells)
    return status;
  if (job->output.failed != 0 && job->path == NULL)
    return status;
  {
    g_autofree char *shown = job->path != NULL ? g_filename_display_name (job->path) : NULL;
    g_autofree char *sentence =
        job->passing != NULL
            ? g_strdup_printf (_ ("Interrupted after %u of %u runs; repeat the line to go on."), progress.done,
                               progress.cells)
        : shown != NULL
            ? g_strdup_printf (_ ("Interrupted after %u of %u runs; repeat the line with --resume %s to go on."),
                               progress.done, progress.cells, shown)
            : g_strdup_printf (_ ("Interrupted after %u of %u runs."), progress.done, progress.cells);

    eqp_output_complain (sentence);
  }
  return EQP_EXIT_INTERRUPTED;
}

static EqpExit
prepare_and_run (Job          *job,
                 GCancellable *cancellable)
{
  guint threads = job->options->threads > 0 ? (guint) job->options->threads : eqp_default_threads ();
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpStudyPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  EqpExit status;

  if (!eqp_cli_study_open (job->options, threads, cancellable, &plan, &dataset, &status, &error))
    return complain (error, status);

  job->study = eqp_study_new (plan, dataset);
  eqp_study_set_threads (job->study, threads);
  eqp_study_set_keep_labels (job->study, job->path != NULL && !job->options->no_labels);
  if (job->n_shards > 0)
    eqp_study_set_shard (job->study, job->shard, job->n_shards);
  if (!eqp_study_check (job->study, &error) || !connect_file (job, plan, &error))
    return complain (error, error->domain == EQP_ERROR ? EQP_EXIT_DATA : EQP_EXIT_FAILED);
  if (!eqp_study_start (job->study, &error))
    return complain (error, EQP_EXIT_FAILED);
  run (job, cancellable);
  return conclude (job);
}

/**
 * eqp_cli_study:
 * @options: the command line of "compare" or "sweep"
 * @cancellable: cancelled by Ctrl-C
 *
 * Runs methods over seeds, and gammas. The first Ctrl-C ends it; what is done by then is kept and told.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_study (const EqpCliOptions *options,
               GCancellable        *cancellable)
{
  Job job = { .options = options, .times = !options->no_times };
  g_autoptr (GError) error = NULL;
  EqpExit status;

  eqp_output_init (&job.output, STDOUT_FILENO);
  eqp_output_init (&job.terminal, STDERR_FILENO);
  job.live = job.terminal.terminal && !options->quiet;
  job.resume = options->resume;
  job.path = options->results != NULL ? options->results : options->resume;
  if (job.path == NULL && options->report != NULL && !options->merge)
    job.path = job.resume = job.passing = name_passing (options->report);
  eqp_cli_study_get_shard (options, &job.shard, &job.n_shards);
  if (!check_out (&job, &error))
    {
      g_free (job.passing);
      return complain (error, EQP_EXIT_FAILED);
    }
  if (options->merge)
    return merge (&job);
  if (options->warm_path)
    return eqp_cli_study_path (options, cancellable);

  job.loop = g_main_loop_new (NULL, FALSE);
  status = prepare_and_run (&job, cancellable);
  g_main_loop_unref (job.loop);
  g_clear_object (&job.study);
  g_free (job.passing);
  return status;
}
