/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "replay": runs again what a report tells of, and says "reproduced" or what differs: cells first, by their
 * labels and numbers, then files whose checksums are not those of the manifest. */
#include "config.h"

#include "eqp-cli-study.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-folder.h"
#include "eqp-cli-output.h"
#include "eqp-cli-prepare.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "eqp-json.h"

/* Of what differs so much is told; the rest is counted. */
#define MOST_TOLD 10

typedef struct
{
  const EqpCliOptions *options;
  EqpOutput            output;
  const char          *folder;
  EqpJson             *manifest;
  EqpStudyResults     *told;      /* by the report */
  EqpStudy            *study;     /* that repeats it */
  GMainLoop           *loop;
  GHashTable          *named;     /* files of cells that differ: no more to be said of them */
  guint                differing; /* cells and files */
  gboolean             other;     /* it would be another study: other data, or the manifest was changed */
} Job;

/* -- reading ----------------------------------------------------------------------------------------------------- */

static gboolean
read_manifest (Job     *job,
               GError **error)
{
  g_autofree char *path = g_build_filename (job->folder, EQP_REPORT_MANIFEST, NULL);
  g_autofree char *shown = g_filename_display_name (job->folder);
  g_autofree char *text = NULL;
  const char *version;
  gint64 format;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   _ ("“%s” has no manifest.json, so it is no report; name the folder that --report wrote."), shown);
      return FALSE;
    }
  job->manifest = eqp_json_parse (text, length);
  version = eqp_json_get_text (eqp_json_find (job->manifest, "version"));
  if (g_strcmp0 (eqp_json_get_text (eqp_json_find (job->manifest, "event")), "report") != 0 || version == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   _ ("The manifest.json in “%s” is none of a report of this program; make the report anew."),
                   shown);
      return FALSE;
    }
  if (strcmp (version, EQP_VERSION) == 0 &&
      eqp_json_get_integer (eqp_json_find (job->manifest, "format"), EQP_REPORT_FORMAT, EQP_REPORT_FORMAT, &format))
    return TRUE;
  job->other = TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
               _ ("The report was made by version %s and this is version %s; replay it with that version."), version,
               EQP_VERSION);
  return FALSE;
}

/* What the manifest tells of a study beside it. */
static gboolean
counts_are_right (const EqpJson      *manifest,
                  const EqpStudyPlan *plan)
{
  const EqpJson *seeds = eqp_json_find (manifest, "seeds");
  gint64 cells;

  if (eqp_json_get_length (seeds) != (guint) plan->trials ||
      !eqp_json_get_integer (eqp_json_find (manifest, "cells"), 0, G_MAXINT64, &cells) ||
      cells != (gint64) eqp_study_plan_get_n_cells (plan))
    return FALSE;
  for (gint64 trial = 0; trial < plan->trials; trial++)
    {
      guint64 seed;

      if (!eqp_json_get_unsigned (eqp_json_get_at (seeds, (guint) trial), &seed) ||
          seed != plan->seed + (guint64) trial)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_report (Job     *job,
             GError **error)
{
  g_autofree char *path = g_build_filename (job->folder, EQP_REPORT_ROWS, NULL);
  g_autoptr (EqpStudyPlan) plan = NULL;

  if (!read_manifest (job, error))
    return FALSE;
  plan = eqp_study_plan_from_json (eqp_json_find (job->manifest, "study"), NULL);
  if (plan == NULL || plan->arguments == NULL)
    {
      g_autofree char *shown = g_filename_display_name (job->folder);

      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   _ ("The manifest.json in “%s” does not tell what was run; make the report anew."), shown);
      return FALSE;
    }
  job->told = eqp_study_results_read (path, NULL, error);
  if (job->told == NULL)
    return FALSE;
  /* The manifest decides; what the rows do not have is told as a difference. */
  {
    g_autofree char *a = eqp_study_plan_to_json (plan, 0, 0);
    g_autofree char *b = eqp_study_plan_to_json (job->told->plan, 0, 0);

    job->other = strcmp (a, b) != 0;
  }
  if (!job->other && counts_are_right (job->manifest, plan))
    return TRUE;
  if (!job->other)
    {
      job->other = TRUE;
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                           _ ("The seeds or the number of runs in the manifest are not those of its study; it was "
                              "changed."));
      return FALSE;
    }
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                       _ ("The manifest and the first line of rows.jsonl tell of different studies; one of them was "
                          "changed."));
  return FALSE;
}

/* -- what differs ------------------------------------------------------------------------------------------------ */

static void
tell (Job        *job,
      const char *what,
      const char *difference,
      const char *kind)
{
  g_autofree char *clean = NULL;

  if (++job->differing > MOST_TOLD)
    return;
  if (job->options->json)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      eqp_json_begin (line, "difference");
      eqp_json_string (line, kind, what);
      eqp_json_string (line, "difference", difference);
      eqp_json_end (line);
      eqp_output_write (&job->output, line->str, line->len);
      return;
    }
  clean = eqp_output_clean (what);
  eqp_output_print (&job->output, "%s: %s\n", clean, difference);
}

/* Returns what is wrong with labels told in @place, or NULL. */
static char *
compare_labels (const EqpLabels *told,
                const EqpLabels *found,
                const char      *place)
{
  gint64 n = eqp_labels_get_n (found), first = -1, count = 0;

  if (told == NULL)
    return g_strdup_printf (_ ("%s has no labels of it"), place);
  if (eqp_labels_get_n (told) != n)
    return g_strdup_printf (_ ("%s has %ld labels of it, and there are %ld rows"), place,
                            (long) eqp_labels_get_n (told), (long) n);
  for (gint64 i = 0; i < n; i++)
    if (eqp_labels_get (told, i) != eqp_labels_get (found, i))
      {
        first = first < 0 ? i : first;
        count++;
      }
  if (count == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%ld label differs: row %ld is in cluster %d, in %s it is in %d",
                                    "%ld labels differ: row %ld is in cluster %d, in %s it is in %d", (gulong) count),
                          (long) count, (long) first + 1, eqp_labels_get (found, first), place,
                          eqp_labels_get (told, first));
}

/* The file of a cell's labels, as plain as it was written. */
static EqpLabels *
read_labels (Job        *job,
             const char *name)
{
  g_autofree char *path = g_build_filename (job->folder, name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  gint32 most = 0;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  for (const char *at = text; *at != '\0';)
    {
      char *end;
      gint64 label = g_ascii_strtoll (at, &end, 10);
      gint32 kept = (gint32) CLAMP (label, 0, G_MAXINT32 - 1);

      if (end == at)
        return NULL;
      most = MAX (most, kept);
      g_array_append_val (labels, kept);
      for (at = end; g_ascii_isspace (*at); at++)
        ;
    }
  return eqp_labels_new (labels->len, most + 1, (const gint32 *) (gconstpointer) labels->data);
}

static char *
compare_sizes (const EqpStudyRow *told,
               const EqpStudyRow *found)
{
  if (told->k != found->k)
    return g_strdup_printf (ngettext ("there is %d cluster, the report has %d",
                                      "there are %d clusters, the report has %d", (gulong) found->k),
                            found->k, told->k);
  for (gint c = 0; c < found->k; c++)
    if (told->sizes[c] != found->sizes[c])
      return g_strdup_printf (ngettext ("cluster %d has %ld row, in the report it has %ld",
                                        "cluster %d has %ld rows, in the report it has %ld", (gulong) found->sizes[c]),
                              c, (long) found->sizes[c], (long) told->sizes[c]);
  return NULL;
}

static char *
compare_numbers (const EqpStudyRow *told,
                 const EqpStudyRow *found)
{
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    {
      double a = told->values[i], b = found->values[i];
      g_autofree char *x = NULL;
      g_autofree char *y = NULL;

      if (i == EQP_QUANTITY_SECONDS || a == b || (isnan (a) && isnan (b)))
        continue;
      x = isnan (a) ? g_strdup ("-") : eqp_real_to_string (a);
      y = isnan (b) ? g_strdup ("-") : eqp_real_to_string (b);
      return g_strdup_printf (_ ("%s is %s, the report has %s"), eqp_quantity_get_id (i), y, x);
    }
  return NULL;
}

static char *
compare_rows (Job               *job,
              const EqpStudyRow *told,
              const EqpStudyRow *found)
{
  const EqpStudyPlan *plan = eqp_study_get_plan (job->study);
  g_autofree char *name = eqp_cli_folder_labels_of (plan, found->cell);
  g_autoptr (EqpLabels) file = NULL;
  g_autoptr (GString) a = g_string_new (NULL);
  g_autoptr (GString) b = g_string_new (NULL);
  char *difference;

  if (told == NULL)
    return g_strdup (_ ("rows.jsonl has no line of it"));
  if (g_strcmp0 (told->failure, found->failure) != 0)
    return found->failure != NULL
             ? g_strdup_printf (_ ("it failed, other than in the report: %s"), found->failure)
             : g_strdup_printf (_ ("it did not fail as in the report: %s"), told->failure);
  if (found->failure != NULL)
    return NULL;
  file = read_labels (job, name);
  difference = compare_labels (file, found->labels, name);
  if (difference == NULL)
    difference = compare_labels (told->labels, found->labels, EQP_REPORT_ROWS);
  if (difference == NULL)
    difference = compare_sizes (told, found);
  if (difference == NULL)
    difference = compare_numbers (told, found);
  eqp_study_row_write (told, plan, 0, a);
  eqp_study_row_write (found, plan, 0, b);
  if (difference == NULL && !g_string_equal (a, b))
    difference = g_strdup (_ ("its line in rows.jsonl has other gammas or warnings"));
  return difference;
}

static void
compare_cells (Job *job)
{
  const EqpStudyPlan *plan = eqp_study_get_plan (job->study);
  guint n_cells = eqp_study_plan_get_n_cells (plan);
  guint at = 0;

  for (guint cell = 0; cell < n_cells; cell++)
    {
      const EqpStudyRow *told = at < job->told->rows->len ? g_ptr_array_index (job->told->rows, at) : NULL;
      g_autofree char *name = eqp_cli_folder_name_cell (plan, cell);
      g_autofree char *difference = NULL;

      if (told != NULL && told->cell == cell)
        at++;
      else
        told = NULL;
      difference = compare_rows (job, told, eqp_study_get_row (job->study, cell));
      if (difference == NULL)
        continue;
      tell (job, name, difference, "cell");
      g_hash_table_add (job->named, eqp_cli_folder_labels_of (plan, cell));
      g_hash_table_add (job->named, g_strdup (EQP_REPORT_ROWS));
    }
}

/* What nobody ran is held against its checksum. */
static void
compare_files (Job *job)
{
  const EqpJson *files = eqp_json_find (job->manifest, "files");

  for (guint i = 0; i < eqp_json_get_length (files); i++)
    {
      const EqpJson *file = eqp_json_get_at (files, i);
      const char *name = eqp_json_get_key (file);
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      g_autofree char *sum = NULL;
      gsize length;

      /* No manifest may name what lies outside of its folder. */
      if (name == NULL || g_hash_table_contains (job->named, name) || strstr (name, "..") != NULL || *name == '/')
        continue;
      path = g_build_filename (job->folder, name, NULL);
      if (!g_file_get_contents (path, &text, &length, NULL))
        {
          tell (job, name, _ ("the file is missing"), "file");
          continue;
        }
      sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);
      if (g_strcmp0 (sum, eqp_json_get_text (file)) != 0)
        tell (job, name, _ ("the file was changed after the report was made"), "file");
    }
}

/* -- running ----------------------------------------------------------------------------------------------------- */

static void
over_cb (EqpStudy *study,
         gpointer  loop)
{
  g_main_loop_quit (loop);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      study)
{
  eqp_study_cancel (study);
}

/* The command line that the report was made by, with the data where they are now. */
static gboolean
parse_arguments (Job            *job,
                 const char     *data,
                 EqpCliOptions  *options,
                 GPtrArray      *words,
                 GError        **error)
{
  g_ptr_array_add (words, (gpointer) "equipoise-cli");
  for (guint i = 0; job->told->plan->arguments[i] != NULL; i++)
    g_ptr_array_add (words, job->told->plan->arguments[i]);
  g_ptr_array_add (words, (gpointer) "--");
  g_ptr_array_add (words, (gpointer) data);
  if (!eqp_cli_options_parse (options, (int) words->len, (char **) words->pdata, error))
    return FALSE;
  if ((options->command & EQP_COMMAND_STUDY) != 0 && !options->help && !options->version && !options->merge &&
      !options->warm_path)
    return TRUE;
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_PARSE,
                       _ ("The manifest does not tell of a study; make the report anew."));
  return FALSE;
}

/* The same data, and a plan that means the same. */
static gboolean
check_plan (Job                *job,
            const EqpStudyPlan *plan,
            GError            **error)
{
  const EqpStudyPlan *told = job->told->plan;
  g_autoptr (EqpStudyPlan) renamed = eqp_study_plan_copy (plan);
  g_autofree char *shown = g_filename_display_name (job->folder);
  g_autofree char *a = eqp_study_plan_to_json (told, 0, 0);
  g_autofree char *b = NULL;

  if (strcmp (told->data_hash, plan->data_hash) != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("The data differ: %s has the hash %s, those of the report had %s (%ld rows, %ld columns)."),
                   plan->data, plan->data_hash, told->data_hash, (long) told->n, (long) told->d);
      return FALSE;
    }
  if (!eqp_study_plan_check_same (plan, told, shown, error))
    return FALSE;
  g_free (renamed->data);
  renamed->data = g_strdup (told->data);
  b = eqp_study_plan_to_json (renamed, 0, 0);
  if (strcmp (a, b) == 0)
    return TRUE;
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                       _ ("The options in the manifest mean other methods, gammas or seeds than its list; it was "
                          "changed."));
  return FALSE;
}

static gboolean
prepare (Job                  *job,
         const EqpCliOptions  *options,
         guint                 threads,
         GCancellable         *cancellable,
         GError              **error)
{
  g_autoptr (EqpStudyPlan) plan = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  EqpExit status;

  if (!eqp_cli_study_open (options, threads, cancellable, &plan, &dataset, &status, error))
    return FALSE;
  job->other = !check_plan (job, plan, error);
  if (job->other)
    return FALSE;
  job->study = eqp_study_new (plan, dataset);
  eqp_study_set_threads (job->study, threads);
  eqp_study_set_keep_labels (job->study, TRUE);
  return eqp_study_check (job->study, error) && eqp_study_start (job->study, error);
}

static EqpExit
conclude (Job *job)
{
  const guint n_cells = eqp_study_plan_get_n_cells (eqp_study_get_plan (job->study));
  const gboolean reproduced = job->differing == 0;

  if (job->options->json)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      eqp_json_begin (line, "replay");
      eqp_json_boolean (line, "reproduced", reproduced);
      eqp_json_integer (line, "cells", n_cells);
      eqp_json_integer (line, "differences", job->differing);
      eqp_json_end (line);
      eqp_output_write (&job->output, line->str, line->len);
    }
  else if (reproduced)
    {
      eqp_output_print (&job->output,
                        ngettext ("reproduced: %u run, labels and numbers\n",
                                  "reproduced: %u runs, labels and numbers\n", n_cells),
                        n_cells);
    }
  else
    {
      if (job->differing > MOST_TOLD)
        eqp_output_print (&job->output, _ ("and %u more\n"), job->differing - MOST_TOLD);
      eqp_output_print (&job->output, ngettext ("not reproduced: %u thing differs\n",
                                                "not reproduced: %u things differ\n", job->differing),
                        job->differing);
    }
  return eqp_output_close (&job->output) && reproduced ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
}

static EqpExit
complain (const GError *error,
          EqpExit       status)
{
  eqp_cli_complain (error, NULL);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? EQP_EXIT_INTERRUPTED : status;
}

static EqpExit
replay (Job          *job,
        GCancellable *cancellable)
{
  guint threads = job->options->threads > 0 ? (guint) job->options->threads : eqp_default_threads ();
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (EqpCliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  gulong cancelled;

  if (!read_report (job, &error) ||
      !parse_arguments (job, job->options->out != NULL ? job->options->out : job->told->plan->data, &options, words,
                        &error) ||
      !prepare (job, &options, threads, cancellable, &error))
    return complain (error, job->other ? EQP_EXIT_FAILED : EQP_EXIT_DATA);

  g_signal_connect (job->study, "over", G_CALLBACK (over_cb), job->loop);
  cancelled = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), job->study, NULL);
  g_main_loop_run (job->loop);
  g_cancellable_disconnect (cancellable, cancelled);
  if (eqp_study_get_error (job->study) != NULL)
    return complain (eqp_study_get_error (job->study), EQP_EXIT_FAILED);
  if (eqp_study_is_cancelled (job->study))
    {
      eqp_output_complain (_ ("Interrupted before all runs were repeated, so nothing is said of the report."));
      return EQP_EXIT_INTERRUPTED;
    }
  compare_cells (job);
  compare_files (job);
  return conclude (job);
}

/**
 * eqp_cli_replay:
 * @options: the command line of "replay": the folder, and perhaps where the data are now
 * @cancellable: cancelled by Ctrl-C
 *
 * Returns: the exit status: %EQP_EXIT_FAILED when something differs, %EQP_EXIT_DATA when there is nothing to compare
 */
EqpExit
eqp_cli_replay (const EqpCliOptions *options,
                GCancellable        *cancellable)
{
  Job job = { .options = options, .folder = options->data };
  EqpExit status;

  eqp_output_init (&job.output, STDOUT_FILENO);
  job.loop = g_main_loop_new (NULL, FALSE);
  job.named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  status = replay (&job, cancellable);
  g_clear_object (&job.study);
  g_clear_pointer (&job.told, eqp_study_results_free);
  g_clear_pointer (&job.manifest, eqp_json_free);
  g_hash_table_unref (job.named);
  g_main_loop_unref (job.loop);
  return status;
}
