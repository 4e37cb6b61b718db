/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of a report. It is made beside its place and moved there when it is whole. But for times.csv it has the
 * same bytes whoever ran the cells, when, and in how many parts. */
#include "config.h"

#include "eqp-cli-folder.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eqp-cli-files.h"
#include "eqp-draw.h"
#include "eqp-json.h"
#include "eqp-result-table.h"

#define TIMES "times.csv"
#define PAGE "report.html"

static const char *const folders[] = { "tables", "figures", "labels", NULL };
static const char *const top_files[] = { EQP_REPORT_MANIFEST, EQP_REPORT_ROWS, TIMES, PAGE, NULL };

typedef struct
{
  char      *folder;  /* where it is made */
  GPtrArray *files;   /* char*: name and checksum in turn; NULL for what may differ */
} Writer;

/* -- what is there already --------------------------------------------------------------------------------------- */

/* Whether all that lies there is of a report, whole or not. */
static gboolean
has_only_report (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (!g_strv_contains (top_files, name) && !g_strv_contains (folders, name))
      return FALSE;
  return TRUE;
}

static gboolean
is_empty (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  return dir != NULL && g_dir_read_name (dir) == NULL;
}

static gboolean
is_report (const char *path)
{
  g_autofree char *manifest = g_build_filename (path, EQP_REPORT_MANIFEST, NULL);
  g_autofree char *text = NULL;
  g_autoptr (EqpJson) json = NULL;
  gsize length;

  if (!g_file_get_contents (manifest, &text, &length, NULL))
    return FALSE;
  json = eqp_json_parse (text, length);
  return g_strcmp0 (eqp_json_get_text (eqp_json_find (json, "event")), "report") == 0;
}

/* Takes away what a report has and no more, so that the folder stays where anything else lies in it. */
static void
remove_report (const char *path)
{
  for (guint i = 0; top_files[i] != NULL; i++)
    {
      g_autofree char *file = g_build_filename (path, top_files[i], NULL);

      g_unlink (file);
    }
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (path, folders[i], NULL);
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *file = g_build_filename (folder, name, NULL);

          g_unlink (file);
        }
      g_rmdir (folder);
    }
  g_rmdir (path);
}

static gboolean
refuse (GError     **error,
        const char  *path,
        const char  *reason)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The report cannot be written to “%s”: %s; name another "
                                                        "folder."),
               shown, reason);
  return FALSE;
}

/**
 * eqp_cli_folder_check:
 * @path: where a report is to go
 * @error: one sentence
 *
 * Finds the usual mistakes before a long run. A folder that is empty or holds a report and nothing else is replaced.
 *
 * Returns: whether a report may go there
 */
gboolean
eqp_cli_folder_check (const char  *path,
                      GError     **error)
{
  g_autofree char *parent = g_path_get_dirname (path);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      if (!g_file_test (parent, G_FILE_TEST_IS_DIR))
        return refuse (error, path, _ ("the folder around it does not exist"));
      return g_access (parent, W_OK) == 0 || refuse (error, path, g_strerror (errno));
    }
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return refuse (error, path, _ ("it is a file"));
  if (!is_empty (path) && !is_report (path))
    return refuse (error, path, _ ("it is not empty and holds no report"));
  if (!has_only_report (path))
    return refuse (error, path, _ ("it holds other files besides a report"));
  return g_access (parent, W_OK) == 0 || refuse (error, path, g_strerror (errno));
}

/* -- files ------------------------------------------------------------------------------------------------------- */

/* As they are, with no passing files beside them: until it is moved nobody looks into the folder, and whoever kills the
 * program leaves names there that are known. The rows, of which all else can be made again, outlast a power cut. */
static gboolean
write_file (Writer      *writer,
            const char  *name,
            const void  *bytes,
            gsize        length,
            GError     **error)
{
  g_autofree char *path = g_build_filename (writer->folder, name, NULL);
  GFileSetContentsFlags flags =
      strcmp (name, EQP_REPORT_ROWS) == 0 ? G_FILE_SET_CONTENTS_DURABLE : G_FILE_SET_CONTENTS_NONE;
  g_autofree char *shown = NULL;
  g_autoptr (GError) cause = NULL;

  if (g_file_set_contents_full (path, bytes, (gssize) length, flags, 0666, &cause))
    return TRUE;
  shown = g_filename_display_name (path);
  g_set_error (error, cause->domain, cause->code,
               _ ("The file “%s” of the report could not be written: %s; make room or name another folder."), shown,
               eqp_save_reason (cause));
  return FALSE;
}

static gboolean
add_file (Writer      *writer,
          const char  *name,
          const void  *bytes,
          gsize        length,
          GError     **error)
{
  if (!write_file (writer, name, bytes, length, error))
    return FALSE;
  g_ptr_array_add (writer->files, g_strdup (name));
  g_ptr_array_add (writer->files, strcmp (name, TIMES) == 0
                                    ? NULL
                                    : g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes, length));
  return TRUE;
}

static gboolean
add_text (Writer      *writer,
          const char  *name,
          const char  *text,
          GError     **error)
{
  return add_file (writer, name, text, strlen (text), error);
}

static double
get_planned_gamma (const EqpStudyPlan *plan,
                   guint               cell)
{
  return g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, cell)).gamma;
}

/**
 * eqp_cli_folder_name_cell:
 * @plan: what was run
 * @cell: one of its cells
 *
 * Returns: (transfer full): what people call it: method, gamma, seed
 */
char *
eqp_cli_folder_name_cell (const EqpStudyPlan *plan,
                          guint               cell)
{
  const EqpStudyGroup *group = &g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, cell));
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, eqp_study_plan_get_seed (plan, cell));
  char gamma[G_ASCII_DTOSTR_BUF_SIZE]; /* as the tables have it */

  g_ascii_formatd (gamma, sizeof gamma, "%.6g", group->gamma);
  if (isnan (group->gamma))
    /* Translators: a method and a seed. */
    return g_strdup_printf (_ ("%s, seed %s"), group->method, seed);
  /* Translators: a method, the weight of the balance term, a seed. */
  return g_strdup_printf (group->relative ? _ ("%s, relative gamma %s, seed %s") : _ ("%s, gamma %s, seed %s"),
                          group->method, gamma, seed);
}

/**
 * eqp_cli_folder_labels_of:
 * @plan: what was run
 * @cell: one of its cells
 *
 * Returns: (transfer full): the file of its labels, within the folder
 */
char *
eqp_cli_folder_labels_of (const EqpStudyPlan *plan,
                          guint               cell)
{
  const EqpStudyGroup *group = &g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, cell));
  g_autofree char *gamma = eqp_real_to_string (group->gamma);

  return isnan (get_planned_gamma (plan, cell))
           ? g_strdup_printf ("labels/%s-seed%" G_GUINT64_FORMAT ".txt", group->method,
                              eqp_study_plan_get_seed (plan, cell))
           : g_strdup_printf ("labels/%s-%s%s-seed%" G_GUINT64_FORMAT ".txt", group->method,
                              group->relative ? "rel" : "gamma", gamma, eqp_study_plan_get_seed (plan, cell));
}

static gboolean
add_labels (Writer              *writer,
            const EqpStudyPlan  *plan,
            const EqpStudyRow   *row,
            GError             **error)
{
  g_autofree char *name = eqp_cli_folder_labels_of (plan, row->cell);
  g_autofree gint32 *labels = NULL;
  g_autoptr (GString) text = NULL;

  if (row->labels == NULL)
    return TRUE;
  labels = g_new (gint32, MAX (1, eqp_labels_get_n (row->labels)));
  eqp_labels_unpack (row->labels, labels);
  text = eqp_labels_format (eqp_labels_get_n (row->labels), labels);
  return add_file (writer, name, text->str, text->len, error);
}

static gboolean
add_rows (Writer              *writer,
          const EqpStudyPlan  *plan,
          GPtrArray           *rows,
          GError             **error)
{
  g_autofree char *head = eqp_study_plan_to_json (plan, 0, 0);
  g_autoptr (GString) text = g_string_new (head);

  for (guint i = 0; i < rows->len; i++)
    eqp_study_row_write (g_ptr_array_index (rows, i), plan, EQP_ROW_LABELS, text);
  return add_file (writer, EQP_REPORT_ROWS, text->str, text->len, error);
}

/* -- tables ------------------------------------------------------------------------------------------------------ */

static void
append_cell_names (const EqpStudyPlan *plan,
                   const EqpStudyRow  *row,
                   GString            *text)
{
  const EqpStudyGroup *group =
      &g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, row->cell));
  g_autofree char *gamma = eqp_real_to_string (row->gamma);
  g_autofree char *gamma_rel = isnan (row->gamma_rel) ? g_strdup ("") : eqp_real_to_string (row->gamma_rel);

  g_string_append_printf (text, "%s,%s,%s,%" G_GUINT64_FORMAT, group->method, gamma, gamma_rel,
                          eqp_study_plan_get_seed (plan, row->cell));
}

static gboolean
some_row_has (GPtrArray *rows,
              guint      quantity)
{
  for (guint i = 0; i < rows->len; i++)
    if (!isnan (((EqpStudyRow *) g_ptr_array_index (rows, i))->values[quantity]))
      return TRUE;
  return FALSE;
}

/* Every cell with all digits. */
static gboolean
add_cells (Writer              *writer,
           const EqpStudyPlan  *plan,
           GPtrArray           *rows,
           GError             **error)
{
  g_autoptr (GString) text = g_string_new ("method,gamma,gamma_rel,seed,converged");
  gboolean has[EQP_N_QUANTITIES];

  for (guint q = 0; q < EQP_N_QUANTITIES; q++)
    {
      has[q] = q != EQP_QUANTITY_SECONDS && some_row_has (rows, q);
      if (has[q])
        g_string_append_printf (text, ",%s", eqp_quantity_get_id (q));
    }
  g_string_append (text, ",error\n");
  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);

      append_cell_names (plan, row, text);
      g_string_append (text, row->failure != NULL ? "," : row->converged ? ",yes" : ",no");
      for (guint q = 0; q < EQP_N_QUANTITIES; q++)
        {
          g_autofree char *number = isnan (row->values[q]) ? g_strdup ("") : eqp_real_to_string (row->values[q]);

          if (has[q])
            g_string_append_printf (text, ",%s", number);
        }
      g_string_append_c (text, ',');
      eqp_result_table_append_field (text, row->failure != NULL ? row->failure : "");
      g_string_append_c (text, '\n');
    }
  return add_text (writer, "tables/cells.csv", text->str, error);
}

static gboolean
add_tables (Writer              *writer,
            const EqpStudyTable *table,
            GError             **error)
{
  static const struct
  {
    EqpTableFormat  format;
    const char     *name;
  } forms[] = { { EQP_TABLE_CSV, "tables/summary.csv" },
                { EQP_TABLE_MARKDOWN, "tables/summary.md" },
                { EQP_TABLE_LATEX, "tables/summary.tex" } };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *text = eqp_study_table_format (table, forms[i].format, FALSE, 0);

      if (!add_text (writer, forms[i].name, text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_times (Writer              *writer,
           const EqpStudyPlan  *plan,
           GPtrArray           *rows,
           GError             **error)
{
  g_autoptr (GString) text = g_string_new ("method,gamma,gamma_rel,seed,seconds\n");

  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);
      double seconds = row->values[EQP_QUANTITY_SECONDS];
      g_autofree char *number = isnan (seconds) ? g_strdup ("") : eqp_real_to_string (seconds);

      append_cell_names (plan, row, text);
      g_string_append_printf (text, ",%s\n", number);
    }
  return add_text (writer, TIMES, text->str, error);
}

static gboolean
add_figures (Writer     *writer,
             GPtrArray  *figures,
             GError    **error)
{
  for (guint i = 0; i < figures->len; i++)
    {
      const EqpFigure *figure = g_ptr_array_index (figures, i);
      g_autofree char *svg = g_strdup_printf ("figures/%s.svg", figure->id);
      g_autofree char *pdf = g_strdup_printf ("figures/%s.pdf", figure->id);

      if (!add_file (writer, svg, figure->svg->data, figure->svg->len, error) ||
          !add_file (writer, pdf, figure->pdf->data, figure->pdf->len, error))
        return FALSE;
    }
  return TRUE;
}

/* -- the manifest ------------------------------------------------------------------------------------------------ */

/* One member a line, two blanks a level; lists without objects in them stay on a line. */
static char *
indent_json (const char *line)
{
  GString *text = g_string_new (NULL);
  gboolean quoted = FALSE;
  guint depth = 0, flat = 0;

  for (const char *c = line; *c != '\0' && *c != '\n'; c++)
    {
      gboolean opens = !quoted && (*c == '{' || *c == '['), closes = !quoted && (*c == '}' || *c == ']');

      if (*c == '"')
        quoted = !quoted;
      if (flat > 0 || (opens && *c == '[' && c[1] != '{'))
        flat += opens;
      else if (opens)
        depth++;
      if (closes && flat == 0)
        g_string_append_printf (text, "\n%*s", (int) (2 * --depth), "");
      g_string_append_c (text, *c);
      if (closes && flat > 0)
        flat--;
      else if (flat == 0 && !quoted && (opens || *c == ','))
        g_string_append_printf (text, "\n%*s", (int) (2 * depth), "");
      else if (!quoted && (*c == ':' || *c == ','))
        g_string_append_c (text, ' ');
      if (quoted && *c == '\\' && c[1] != '\0')
        g_string_append_c (text, *++c);
    }
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

static gboolean
write_manifest (Writer              *writer,
                const EqpStudyPlan  *plan,
                guint                failed,
                GError             **error)
{
  g_autofree char *study = g_strchomp (eqp_study_plan_to_json (plan, 0, 0));
  g_autofree char *text = NULL;
  g_autoptr (GString) line = g_string_new (NULL);

  eqp_json_begin (line, "report");
  eqp_json_string (line, "program", "equipoise");
  eqp_json_string (line, "version", EQP_VERSION);
  eqp_json_integer (line, "format", EQP_REPORT_FORMAT);
  g_string_append_printf (line, ",\"study\":%s", study);
  eqp_json_open (line, "seeds", '[');
  for (gint64 trial = 0; trial < plan->trials; trial++)
    eqp_json_unsigned (line, NULL, plan->seed + (guint64) trial);
  eqp_json_close (line, ']');
  eqp_json_integer (line, "cells", eqp_study_plan_get_n_cells (plan));
  eqp_json_integer (line, "failed", failed);
  eqp_json_open (line, "files", '{');
  for (guint i = 0; i + 1 < writer->files->len; i += 2)
    if (g_ptr_array_index (writer->files, i + 1) != NULL)
      eqp_json_string (line, g_ptr_array_index (writer->files, i), g_ptr_array_index (writer->files, i + 1));
  eqp_json_close (line, '}');
  eqp_json_end (line);
  text = indent_json (line->str);
  return write_file (writer, EQP_REPORT_MANIFEST, text, strlen (text), error);
}

/* -- the folder -------------------------------------------------------------------------------------------------- */

static gboolean
make_folders (Writer     *writer,
              const char *path,
              GError    **error)
{
  if (g_file_test (writer->folder, G_FILE_TEST_EXISTS))
    {
      if (!has_only_report (writer->folder))
        return refuse (error, writer->folder, _ ("it is made there first, and other files lie there"));
      remove_report (writer->folder);
    }
  if (g_mkdir (writer->folder, 0777) != 0)
    return refuse (error, path, g_strerror (errno));
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (writer->folder, folders[i], NULL);

      if (g_mkdir (folder, 0777) != 0)
        return refuse (error, path, g_strerror (errno));
    }
  return TRUE;
}

static gboolean
fill (Writer              *writer,
      const EqpStudyPlan  *plan,
      GPtrArray           *rows,
      gboolean             times,
      GError             **error)
{
  g_autoptr (EqpStudyTable) table = eqp_study_table_new (plan, rows);
  g_autoptr (GPtrArray) figures = eqp_cli_figures (table, error);
  g_autofree char *page = NULL;
  guint failed = 0;

  if (figures == NULL || !add_rows (writer, plan, rows, error) || !add_cells (writer, plan, rows, error) ||
      !add_tables (writer, table, error) || !add_figures (writer, figures, error) ||
      (times && !add_times (writer, plan, rows, error)))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);

      failed += row->failure != NULL;
      if (!add_labels (writer, plan, row, error))
        return FALSE;
    }
  page = eqp_cli_html (table, rows, figures, writer->files);
  return add_text (writer, PAGE, page, error) && write_manifest (writer, plan, failed, error);
}

/* The old report steps aside for the new one before it is removed. */
static gboolean
move_into_place (Writer     *writer,
                 const char *path,
                 GError    **error)
{
  g_autofree char *aside = g_strconcat (path, ".old", NULL);
  gboolean there = g_file_test (path, G_FILE_TEST_EXISTS);

  if (there && g_file_test (aside, G_FILE_TEST_EXISTS) && has_only_report (aside))
    remove_report (aside);
  if (there && g_rename (path, aside) != 0)
    return refuse (error, path, g_strerror (errno));
  if (g_rename (writer->folder, path) != 0)
    {
      refuse (error, path, g_strerror (errno));
      if (there)
        g_rename (aside, path);
      return FALSE;
    }
  if (there)
    remove_report (aside);
  return TRUE;
}

/**
 * eqp_cli_folder_write:
 * @path: the folder; see eqp_cli_folder_check()
 * @plan: what was run, with its arguments
 * @rows: (element-type EqpStudyRow): all of its cells, with labels where they did not fail
 * @times: whether to write how long they took, to a file of its own
 * @error: one sentence
 *
 * Returns: whether the report is there; if not, what was there before still is
 */
gboolean
eqp_cli_folder_write (const char          *path,
                      const EqpStudyPlan  *plan,
                      GPtrArray           *rows,
                      gboolean             times,
                      GError             **error)
{
  char *resolved = realpath (path, NULL);
  g_autofree char *place = g_canonicalize_filename (resolved != NULL ? resolved : path, NULL);
  g_autofree char *folder = g_strconcat (place, ".new", NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  Writer writer = { folder, files };

  free (resolved);
  if (!eqp_cli_folder_check (place, error) || !make_folders (&writer, place, error))
    return FALSE;
  if (fill (&writer, plan, rows, times, error) && move_into_place (&writer, place, error))
    return TRUE;
  remove_report (folder);
  return FALSE;
}
