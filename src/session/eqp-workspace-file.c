/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of a workspace: where its data are and what was done to them, settings, view, the list of runs and all steps
 * of the run shown. JSON Lines, as files of results are: the workspace, a line a run, a line a step, and a last line
 * with the checksum of those before it, so that nothing that was cut or changed is taken for whole. A file is replaced
 * at once or not at all. */
#include "config.h"

#include "eqp-workspace-file-private.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "eqp-json.h"
#include "eqp-study-hash.h"

/* What is not read; a file that is written stays far below. */
#define MOST_BYTES ((goffset) 1 << 30)
/* What labels of steps may take. */
#define TRACE_BYTES ((gint64) 16 << 20)

const char *const _eqp_given_names[EQP_N_GIVEN] = { "weights", "must_links", "cannot_links", "key", "centers" };

/* ---- Life ------------------------------------------------------------------------------------------------------- */

/**
 * eqp_workspace_file_new:
 *
 * Returns: (transfer full): a workspace without data and runs
 */
EqpWorkspaceFile *
eqp_workspace_file_new (void)
{
  EqpWorkspaceFile *self = g_new0 (EqpWorkspaceFile, 1);

  self->edit = eqp_edit_new ();
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_kept_run_free);
  self->pins = g_array_new (FALSE, FALSE, sizeof (guint));
  self->kept_params = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  self->shown = self->step = -1;
  return self;
}

/**
 * eqp_workspace_file_free:
 * @self: (nullable): a workspace
 */
void
eqp_workspace_file_free (EqpWorkspaceFile *self)
{
  if (self == NULL)
    return;
  g_free (self->data);
  g_free (self->beside);
  g_free (self->hash);
  g_clear_pointer (&self->base, eqp_dataset_unref);
  eqp_edit_free (self->edit);
  g_free (self->page);
  g_ptr_array_unref (self->runs);
  g_array_unref (self->pins);
  g_hash_table_unref (self->kept_params);
  eqp_run_trace_free (self->trace);
  g_free (self);
}

/**
 * eqp_kept_run_free:
 * @self: (nullable): a run
 */
void
eqp_kept_run_free (EqpKeptRun *self)
{
  if (self == NULL)
    return;
  g_free (self->facts.command);
  g_free (self->facts.data_name);
  g_free (self->facts.rows);
  g_free (self->facts.sizes);
  g_free (self->name);
  eqp_labels_unref (self->labels);
  g_free (self->measures);
  g_free (self);
}

/* Of text: a digit a label up to 64 clusters, and that is what counts. */
static gsize
count_bytes (const EqpKeptRun *run)
{
  return run->labels != NULL ? (gsize) eqp_labels_get_n (run->labels) : 0;
}

/**
 * eqp_workspace_file_limit:
 * @self: (inout): what is to be written
 * @bytes: what it may take, about
 *
 * Where it would be more, the steps of the run shown go first, then labels of the oldest runs that are neither pinned
 * nor shown, as in the list of runs.
 */
void
eqp_workspace_file_limit (EqpWorkspaceFile *self,
                          gsize             bytes)
{
  gsize sum = 0;

  for (guint i = 0; i < self->runs->len; i++)
    sum += count_bytes (g_ptr_array_index (self->runs, i));
  if (self->trace != NULL && sum + (gsize) TRACE_BYTES > bytes)
    {
      self->trace->thinned = self->trace->labels->len > 1;
      for (guint i = 0; i + 1 < self->trace->labels->len; i++)
        g_clear_pointer ((EqpLabels **) &g_ptr_array_index (self->trace->labels, i), eqp_labels_unref);
    }
  for (guint i = 0; i < self->runs->len && sum > bytes; i++)
    {
      EqpKeptRun *run = g_ptr_array_index (self->runs, i);
      gboolean needed = (gint64) i == self->shown;

      for (guint pin = 0; pin < self->pins->len; pin++)
        needed = needed || g_array_index (self->pins, guint, pin) == i;
      if (needed)
        continue;
      sum -= count_bytes (run);
      g_clear_pointer (&run->labels, eqp_labels_unref);
    }
}

/* ---- Settings by name ------------------------------------------------------------------------------------------- */

static void
add_param (EqpParamList   *list,
           const EqpParam *param)
{
  g_assert (list->n < G_N_ELEMENTS (list->params));
  list->params[list->n++] = param;
}

EqpParamList
_eqp_params_of_import (void)
{
  EqpParamList list = { .n = 0 };
  gsize n;
  const EqpImportParam *params = eqp_import_params_get (&n);

  for (gsize i = 0; i < n; i++)
    add_param (&list, &params[i].param);
  return list;
}

EqpParamList
_eqp_params_of_preparation (void)
{
  return (EqpParamList) { { &eqp_param_normalize, &eqp_param_pca, &eqp_param_whiten }, 3 };
}

static void
add_own (EqpParamList    *list,
         const EqpSolver *solver)
{
  for (gsize i = 0; solver != NULL && solver->params != NULL && solver->params[i] != NULL; i++)
    if (eqp_param_is_own (solver->params[i]))
      add_param (list, solver->params[i]);
}

EqpParamList
_eqp_own_params_of (const EqpSolver *solver)
{
  EqpParamList list = { .n = 0 };

  add_own (&list, solver);
  return list;
}

/* Those that methods share, since the graph that is drawn has settings whatever the method is, and its own. */
EqpParamList
_eqp_params_of_method (const EqpSolver *solver)
{
  EqpParamList list = { .n = 0 };
  gsize n;
  const EqpParam *const *shared = eqp_shared_params_get (&n);

  for (gsize i = 0; i < n; i++)
    add_param (&list, shared[i]);
  add_own (&list, solver);
  return list;
}

/* What has its usual value is left out, as in a command line. */
static void
write_params (GString      *line,
              const char   *key,
              EqpParamList  list,
              gconstpointer settings)
{
  eqp_json_open (line, key, '{');
  for (gsize i = 0; i < list.n; i++)
    if (!eqp_param_is_usual (list.params[i], settings))
      {
        g_autofree char *value = eqp_param_format (list.params[i], settings);

        eqp_json_string (line, list.params[i]->id, value);
      }
  eqp_json_close (line, '}');
}

static gboolean
are_usual (EqpParamList  list,
           gconstpointer settings)
{
  for (gsize i = 0; i < list.n; i++)
    if (!eqp_param_is_usual (list.params[i], settings))
      return FALSE;
  return TRUE;
}

/* As other methods were left. */
static void
write_kept_params (GString                *line,
                   const EqpWorkspaceFile *self)
{
  gsize n;
  const EqpSolver *const *solvers = eqp_solvers_get (&n);

  eqp_json_open (line, "kept", '{');
  for (gsize i = 0; i < n; i++)
    {
      const double *own = g_hash_table_lookup (self->kept_params, solvers[i]);
      EqpParamList list = _eqp_own_params_of (solvers[i]);
      EqpParams params = eqp_params_default ();

      if (own == NULL)
        continue;
      memcpy (params.own, own, sizeof params.own);
      if (!are_usual (list, &params))
        write_params (line, solvers[i]->id, list, &params);
    }
  eqp_json_close (line, '}');
}

static void
write_given (GString               *line,
             const EqpGivenSources *given)
{
  eqp_json_open (line, "given", '{');
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    if (given->from[kind] != NULL)
      eqp_json_string (line, _eqp_given_names[kind], given->from[kind]);
  eqp_json_close (line, '}');
}

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

static gboolean
is_path (const char *data)
{
  return !g_str_has_prefix (data, "sample:") && strstr (data, "://") == NULL;
}

/* Text of JSON is UTF-8, which names of files need not be. */
static char *
dup_reference (const char *data)
{
  g_autofree char *path = NULL;

  if (!is_path (data))
    return g_strdup (data);
  path = g_canonicalize_filename (data, NULL);
  return g_utf8_validate (path, -1, NULL) ? g_steal_pointer (&path) : g_filename_to_uri (path, NULL, NULL);
}

/* Returns NULL where the data are not below the folder of the file. */
static char *
dup_beside (const char *reference,
            const char *path)
{
  g_autofree char *whole = NULL;
  g_autofree char *folder = NULL;
  gsize length;

  if (path == NULL || !is_path (reference))
    return NULL;
  whole = g_canonicalize_filename (path, NULL);
  folder = g_path_get_dirname (whole);
  length = strlen (folder);
  if (strncmp (reference, folder, length) != 0 || reference[length] != '/')
    return NULL;
  return g_strdup (reference + length + 1);
}

static void
write_data (GString                *line,
            const EqpWorkspaceFile *self,
            const char             *path)
{
  g_autofree char *reference = dup_reference (self->data);
  g_autofree char *beside = dup_beside (reference, path);

  eqp_json_open (line, "data", '{');
  eqp_json_string (line, "path", reference);
  if (beside != NULL)
    eqp_json_string (line, "beside", beside);
  eqp_json_string (line, "hash", self->hash);
  eqp_json_integer (line, "rows", self->rows);
  write_params (line, "import", _eqp_params_of_import (), &self->import);
  eqp_json_integer (line, "ledger", self->import.ledger_limit);
  eqp_json_open (line, "dropped", '[');
  for (guint i = 0; self->edit->dropped != NULL && i < self->edit->dropped->len; i++)
    eqp_json_integer (line, NULL, g_array_index (self->edit->dropped, gint64, i));
  eqp_json_close (line, ']');
  eqp_json_integer (line, "class_column", self->edit->label);
  eqp_json_boolean (line, "no_classes", self->edit->no_labels);
  eqp_json_boolean (line, "distinct", self->edit->distinct);
  write_params (line, "preparation", _eqp_params_of_preparation (), &self->preparation);
  write_given (line, &self->given);
  eqp_json_close (line, '}');
}

static void
write_head (GString                *text,
            const EqpWorkspaceFile *self,
            const char             *path)
{
  const EqpProjectionSpec *spec = &self->projection;

  eqp_json_begin (text, "workspace");
  eqp_json_integer (text, "format", EQP_WORKSPACE_FORMAT);
  eqp_json_string (text, "version", EQP_VERSION);
  write_data (text, self, path);
  eqp_json_open (text, "settings", '{');
  eqp_json_string (text, "method", self->settings.solver->id);
  eqp_json_integer (text, "k", self->settings.params.k);
  eqp_json_unsigned (text, "seed", self->settings.params.seed);
  eqp_json_real (text, "gamma", self->gamma);
  eqp_json_real (text, "gamma_rel", self->gamma_rel);
  write_params (text, "params", _eqp_params_of_method (self->settings.solver), &self->settings.params);
  write_kept_params (text, self);
  eqp_json_close (text, '}');
  eqp_json_open (text, "view", '{');
  eqp_json_string (text, "page", self->page);
  eqp_json_integer (text, "color", self->color);
  eqp_json_boolean (text, "columns", spec->columns);
  eqp_json_integer (text, "x", spec->x);
  eqp_json_integer (text, "y", spec->y);
  eqp_json_boolean (text, "spectral", spec->spectral);
  eqp_json_boolean (text, "distances", spec->distances);
  eqp_json_boolean (text, "graph", self->show_graph);
  eqp_json_close (text, '}');
  eqp_json_open (text, "pinned", '[');
  for (guint i = 0; i < self->pins->len; i++)
    eqp_json_integer (text, NULL, g_array_index (self->pins, guint, i));
  eqp_json_close (text, ']');
  eqp_json_integer (text, "shown", self->shown);
  eqp_json_integer (text, "step", self->step);
  eqp_json_end (text);
}

static void
write_measures (GString             *line,
                const EqpMeasureSet *set)
{
  if (set == NULL)
    return;
  eqp_json_open (line, "measures", '{');
  eqp_json_integer (line, "groups", set->groups);
  eqp_json_integer (line, "n", set->n);
  eqp_json_integer (line, "unlabelled", set->n_unlabelled);
  eqp_json_integer (line, "compared", set->n_compared);
  eqp_json_integer (line, "unknown", set->n_unknown);
  eqp_json_open (line, "values", '{');
  for (int i = 0; i < EQP_N_MEASURES; i++)
    eqp_json_real (line, eqp_measure_get (i)->id, set->values[i]);
  eqp_json_close (line, '}');
  eqp_json_open (line, "reasons", '{');
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if (set->reasons[i] != NULL)
      eqp_json_string (line, eqp_measure_get (i)->id, set->reasons[i]);
  eqp_json_close (line, '}');
  eqp_json_close (line, '}');
}

static void
write_labels (GString    *line,
              const char *key,
              EqpLabels  *labels)
{
  g_autofree char *text = labels != NULL ? eqp_labels_to_text (labels) : NULL;

  if (text != NULL)
    eqp_json_string (line, key, text);
}

static void
write_run (GString          *text,
           const EqpKeptRun *run)
{
  const EqpRunFacts *facts = &run->facts;

  eqp_json_begin (text, "run");
  eqp_json_unsigned (text, "number", facts->number);
  eqp_json_boolean (text, "listed", run->listed);
  if (run->name != NULL)
    eqp_json_string (text, "name", run->name);
  eqp_json_string (text, "method", facts->solver != NULL ? facts->solver->id : NULL);
  eqp_json_integer (text, "k", facts->k);
  eqp_json_unsigned (text, "seed", facts->params.seed);
  eqp_json_real (text, "gamma", facts->params.gamma);
  eqp_json_real (text, "gamma_rel", facts->gamma_rel);
  write_params (text, "params", _eqp_params_of_method (facts->solver), &facts->params);
  write_params (text, "preparation", _eqp_params_of_preparation (), &facts->preparation);
  write_given (text, &facts->given);
  eqp_json_unsigned (text, "given_hash", facts->given_hash);
  eqp_json_integer (text, "n", facts->n);
  if (facts->rows != NULL)
    eqp_json_string (text, "rows_of", facts->rows);
  eqp_json_string (text, "data", facts->data_name);
  eqp_json_string (text, "command", facts->command);
  eqp_json_boolean (text, "repeats", facts->repeats);
  eqp_json_boolean (text, "warm", facts->warm);
  eqp_json_boolean (text, "converged", facts->converged);
  eqp_json_boolean (text, "cancelled", facts->cancelled);
  eqp_json_integer (text, "iterations", facts->iterations);
  eqp_json_real (text, "seconds", facts->seconds);
  eqp_json_real (text, "objective", facts->objective);
  eqp_json_real (text, "data_term", facts->data_term);
  eqp_json_real (text, "penalty", facts->penalty);
  eqp_json_sizes (text, "sizes", facts->k, facts->sizes);
  write_measures (text, run->measures);
  write_labels (text, "labels", run->labels);
  eqp_json_end (text);
}

static void
write_trace (GString           *text,
             const EqpRunTrace *trace,
             gint               k,
             gint64             n)
{
  gint64 steps = trace->steps->len, stride = MAX (1, (steps * n + TRACE_BYTES - 1) / TRACE_BYTES);

  eqp_json_begin (text, "trace");
  eqp_json_integer (text, "steps", steps);
  eqp_json_boolean (text, "thinned", trace->thinned || stride > 1);
  eqp_json_integer (text, "restart", trace->restart);
  eqp_json_integer (text, "restarts", trace->restarts);
  eqp_json_integer (text, "starts", trace->starts);
  eqp_json_integer (text, "reached", trace->reached);
  eqp_json_real (text, "assignment_gap", trace->assignment_gap);
  eqp_json_strings (text, "warnings", trace->warnings);
  if (trace->initial != NULL)
    {
      eqp_json_integer (text, "initial_k", eqp_labels_get_k (trace->initial));
      write_labels (text, "initial", trace->initial);
    }
  eqp_json_end (text);
  for (gint64 i = 0; i < steps; i++)
    {
      const EqpStep *step = &g_array_index (trace->steps, EqpStep, i);

      eqp_json_begin (text, "step");
      eqp_json_integer (text, "iteration", step->iteration);
      eqp_json_string (text, "phase", step->phase);
      eqp_json_real (text, "objective", step->objective);
      eqp_json_real (text, "data_term", step->data_term);
      eqp_json_real (text, "penalty", step->penalty);
      eqp_json_real (text, "seconds", step->seconds);
      eqp_json_integer (text, "moved", step->moved);
      eqp_json_sizes (text, "sizes", k, &g_array_index (trace->sizes, gint64, (gsize) (i * k)));
      if (i % stride == 0 || i + 1 == steps)
        write_labels (text, "labels", g_ptr_array_index (trace->labels, i));
      eqp_json_end (text);
    }
}

/* The last line, for all before it. */
char *
_eqp_workspace_file_dup_seal (const char *text,
                              gsize       length)
{
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);
  GString *line = g_string_new (NULL);

  eqp_json_begin (line, "end");
  eqp_json_string (line, "sha256", sum);
  eqp_json_end (line);
  return g_string_free (line, FALSE);
}

/**
 * eqp_workspace_file_to_text:
 * @self: a workspace; with its hash
 * @path: (nullable): where it will be
 *
 * Returns: (transfer full): the text of its file
 */
GString *
eqp_workspace_file_to_text (const EqpWorkspaceFile *self,
                            const char             *path)
{
  GString *text = g_string_new (NULL);
  g_autofree char *seal = NULL;

  write_head (text, self, path);
  for (guint i = 0; i < self->runs->len; i++)
    write_run (text, g_ptr_array_index (self->runs, i));
  if (self->trace != NULL && self->shown >= 0)
    {
      const EqpRunFacts *facts = &((const EqpKeptRun *) g_ptr_array_index (self->runs, self->shown))->facts;

      write_trace (text, self->trace, facts->k, facts->n);
    }
  seal = _eqp_workspace_file_dup_seal (text->str, text->len);
  g_string_append (text, seal);
  return text;
}

/* The reason stands behind the last colon of a sentence that GLib makes, with names of its own. */
static const char *
get_reason (const GError *cause)
{
  const char *colon = strrchr (cause->message, ':');

  return colon != NULL ? colon + 2 : cause->message;
}

/**
 * eqp_workspace_file_save:
 * @self: a workspace; gets its hash where it has none
 * @path: where to
 * @error: one sentence
 *
 * For a thread. What is there stays whole until the new file is; a full disk or the end of the program changes nothing.
 * Only a workspace is replaced. The new one is where a link leads, and for those who could read the old one.
 */
gboolean
eqp_workspace_file_save (EqpWorkspaceFile *self,
                         const char       *path,
                         GError          **error)
{
  g_autoptr (GString) text = NULL;
  g_autoptr (GError) cause = NULL;
  g_autofree char *shown = g_filename_display_name (path);
  GStatBuf info;
  int mode = 0666;
  char *target;
  gboolean saved;

  if (self->hash == NULL)
    self->hash = eqp_dataset_dup_hash (self->base);
  text = eqp_workspace_file_to_text (self, path);
  if (g_stat (path, &info) == 0)
    {
      mode = info.st_mode & 0777;
      /* A name that was chosen by mistake may be that of the data. */
      if (info.st_size > 0 && !eqp_workspace_file_sniff (path))
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("“%s” is there and no workspace; choose another name, as this would be lost."), shown);
          return FALSE;
        }
    }
  target = realpath (path, NULL);
  saved = g_file_set_contents_full (target != NULL ? target : path, text->str, (gssize) text->len,
                                    G_FILE_SET_CONTENTS_CONSISTENT, mode, &cause);
  free (target);
  if (saved)
    return TRUE;
  g_set_error (error, cause->domain, cause->code,
               _ ("The workspace could not be written to “%s”: %s; make room or choose another place."), shown,
               get_reason (cause));
  return FALSE;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

/**
 * eqp_workspace_file_sniff:
 * @path: a file
 *
 * Returns: whether it is a workspace, by its first bytes
 */
gboolean
eqp_workspace_file_sniff (const char *path)
{
  char head[sizeof EQP_WORKSPACE_MAGIC - 1];
  gboolean found = FALSE;
  FILE *file;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  file = g_fopen (path, "rbe");
  if (file == NULL)
    return FALSE;
  found = fread (head, 1, sizeof head, file) == sizeof head && memcmp (head, EQP_WORKSPACE_MAGIC, sizeof head) == 0;
  fclose (file);
  return found;
}

/**
 * eqp_workspace_file_load:
 * @path: a file
 * @error: one sentence
 *
 * For a thread.
 *
 * Returns: (transfer full) (nullable): what it holds, all of it checked but for what the data decide
 */
EqpWorkspaceFile *
eqp_workspace_file_load (const char *path,
                         GError    **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  GStatBuf info;
  gsize length;

  if (g_stat (path, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size > MOST_BYTES))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   _ ("“%s” is no workspace: it is no regular file, or larger than any workspace is."), shown);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error (error, cause->domain, cause->code,
                   _ ("The workspace “%s” could not be read: %s; choose another file."), shown,
                   get_reason (cause));
      return NULL;
    }
  return eqp_workspace_file_from_text (text, length, shown, error);
}

/**
 * eqp_workspace_file_find_data:
 * @self: what was read
 * @path: from where
 *
 * Returns: (transfer full) (nullable): where its data are now: below the folder of the file, where both were moved
 *   together, or where they were; %NULL: in neither place
 */
char *
eqp_workspace_file_find_data (const EqpWorkspaceFile *self,
                              const char             *path)
{
  if (self->beside != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *there = g_build_filename (folder, self->beside, NULL);

      if (g_file_test (there, G_FILE_TEST_EXISTS))
        return g_canonicalize_filename (there, NULL);
    }
  if (g_str_has_prefix (self->data, "file://"))
    {
      g_autofree char *there = g_filename_from_uri (self->data, NULL, NULL);

      return there != NULL && g_file_test (there, G_FILE_TEST_EXISTS) ? g_steal_pointer (&there) : NULL;
    }
  return !is_path (self->data) || g_file_test (self->data, G_FILE_TEST_EXISTS) ? g_strdup (self->data) : NULL;
}
