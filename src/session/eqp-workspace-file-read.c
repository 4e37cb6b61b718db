/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the file of a workspace. Whatever it holds, the outcome is a workspace all parts of which fit together, or one
 * sentence. */
#include "config.h"

#include "eqp-workspace-file-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-json-read.h"

/* Of names and options; labels are longer. */
#define MOST_TEXT 65536

static gboolean
refuse (GError    **error,
        const char *shown,
        guint       line)
{
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               _ ("The workspace “%s” is damaged in line %u; open another copy of it."), shown, line);
  return FALSE;
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

static const char *
get_text (const EqpJson *object,
          const char    *key)
{
  const char *text = eqp_json_get_text (eqp_json_find (object, key));

  return text != NULL && strlen (text) <= MOST_TEXT ? text : NULL;
}

static gboolean
is_set (const EqpJson *object,
        const char    *key)
{
  return eqp_json_is_true (eqp_json_find (object, key));
}

static double
get_real (const EqpJson *object,
          const char    *key)
{
  return eqp_json_get_real (eqp_json_find (object, key));
}

static gboolean
get_whole (const EqpJson *object,
           const char    *key,
           gint64         least,
           gint64        *value)
{
  return eqp_json_get_integer (eqp_json_find (object, key), least, G_MAXINT64, value);
}

static gboolean
get_int (const EqpJson *object,
         const char    *key,
         gint           least,
         gint          *value)
{
  gint64 whole;

  if (!eqp_json_get_integer (eqp_json_find (object, key), least, G_MAXINT - 1, &whole))
    return FALSE;
  *value = (gint) whole;
  return TRUE;
}

static gboolean
get_unsigned (const EqpJson *object,
              const char    *key,
              guint64       *value)
{
  return eqp_json_get_unsigned (eqp_json_find (object, key), value);
}

/* The settings that are named, and no others. */
static gboolean
read_params (const EqpJson *object,
             EqpParamList   list,
             gpointer       settings)
{
  guint read = 0;

  for (gsize i = 0; i < list.n; i++)
    {
      const EqpJson *member = eqp_json_find (object, list.params[i]->id);
      const char *text = get_text (object, list.params[i]->id);

      if (member == NULL)
        continue;
      if (text == NULL || !eqp_param_parse (list.params[i], g_intern_string (text), settings, NULL) ||
          !eqp_param_check (list.params[i], settings, NULL))
        return FALSE;
      read++;
    }
  return eqp_json_is_object (object) && eqp_json_get_length (object) == read;
}

static gboolean
read_given (const EqpJson   *object,
            EqpGivenSources *given)
{
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    given->from[kind] = g_intern_string (get_text (object, _eqp_given_names[kind]));
  return eqp_json_is_object (object);
}

/* K numbers, none of them negative. */
static gboolean
read_sizes (const EqpJson *sizes,
            gint           k,
            gint64        *into)
{
  if (eqp_json_get_length (sizes) != (guint) k)
    return FALSE;
  for (gint c = 0; c < k; c++)
    if (!eqp_json_get_integer (eqp_json_get_at (sizes, (guint) c), 0, G_MAXINT64, &into[c]))
      return FALSE;
  return TRUE;
}

/* Returns whether there are none, or n labels of k clusters. */
static gboolean
read_labels (const EqpJson *object,
             const char    *key,
             gint64         n,
             gint           k,
             EqpLabels    **labels)
{
  const EqpJson *member = eqp_json_find (object, key);
  const char *text = eqp_json_get_text (member);

  *labels = text != NULL ? eqp_labels_from_text (text, n, k) : NULL;
  return member == NULL || *labels != NULL;
}

/* ---- The first line --------------------------------------------------------------------------------------------- */

static gboolean
read_edit (const EqpJson *data,
           EqpEdit       *edit)
{
  const EqpJson *dropped = eqp_json_find (data, "dropped");
  gint64 last = -1;

  for (guint i = 0; i < eqp_json_get_length (dropped); i++)
    {
      gint64 column;

      if (!eqp_json_get_integer (eqp_json_get_at (dropped, i), last + 1, G_MAXINT64 - 1, &column))
        return FALSE;
      eqp_edit_set_dropped (edit, column, TRUE);
      last = column;
    }
  edit->no_labels = is_set (data, "no_classes");
  edit->distinct = is_set (data, "distinct");
  return eqp_json_get_integer (eqp_json_find (data, "class_column"), -1, G_MAXINT64 - 1, &edit->label);
}

static gboolean
read_data (EqpWorkspaceFile *self,
           const EqpJson    *data)
{
  const char *beside = get_text (data, "beside");

  self->data = g_strdup (get_text (data, "path"));
  self->hash = g_strdup (get_text (data, "hash"));
  /* Nothing outside of the folder is meant. */
  if (beside != NULL && (*beside == '\0' || *beside == '/' || strstr (beside, "..") != NULL))
    beside = NULL;
  self->beside = g_strdup (beside);
  return self->data != NULL && *self->data != '\0' && self->hash != NULL && get_whole (data, "rows", 1, &self->rows) &&
         read_params (eqp_json_find (data, "import"), _eqp_params_of_import (), &self->import) &&
         get_whole (data, "ledger", 0, &self->import.ledger_limit) && read_edit (data, self->edit) &&
         read_params (eqp_json_find (data, "preparation"), _eqp_params_of_preparation (), &self->preparation) &&
         read_given (eqp_json_find (data, "given"), &self->given);
}

static gboolean
is_gamma (double gamma)
{
  return isfinite (gamma) && gamma >= 0.0;
}

/* As other methods were left. Files of before do not have it, and a method may not be here. */
static gboolean
read_kept_params (EqpWorkspaceFile *self,
                  const EqpJson    *kept)
{
  gsize n;
  const EqpSolver *const *solvers = eqp_solvers_get (&n);

  for (gsize i = 0; i < n; i++)
    {
      const EqpJson *member = eqp_json_find (kept, solvers[i]->id);
      EqpParams params = eqp_params_default ();

      if (member == NULL)
        continue;
      if (!read_params (member, _eqp_own_params_of (solvers[i]), &params))
        return FALSE;
      g_hash_table_replace (self->kept_params, (gpointer) solvers[i], g_memdup2 (params.own, sizeof params.own));
    }
  return kept == NULL || eqp_json_is_object (kept);
}

static gboolean
read_settings (EqpWorkspaceFile *self,
               const EqpJson    *settings)
{
  const char *method = get_text (settings, "method");

  self->settings.solver = method != NULL ? eqp_solver_find (method) : NULL;
  self->settings.params = eqp_params_default ();
  self->gamma = get_real (settings, "gamma");
  self->gamma_rel = get_real (settings, "gamma_rel");
  return self->settings.solver != NULL && get_int (settings, "k", 1, &self->settings.params.k) &&
         get_unsigned (settings, "seed", &self->settings.params.seed) && is_gamma (self->gamma) &&
         is_gamma (self->gamma_rel) &&
         read_params (eqp_json_find (settings, "params"), _eqp_params_of_method (self->settings.solver),
                      &self->settings.params) &&
         read_kept_params (self, eqp_json_find (settings, "kept"));
}

static gboolean
read_view (EqpWorkspaceFile *self,
           const EqpJson    *view)
{
  self->page = g_strdup (get_text (view, "page"));
  self->projection.columns = is_set (view, "columns");
  self->projection.spectral = is_set (view, "spectral");
  self->projection.distances = is_set (view, "distances");
  self->show_graph = is_set (view, "graph");
  return get_int (view, "color", 0, &self->color) && get_whole (view, "x", 0, &self->projection.x) &&
         get_whole (view, "y", 0, &self->projection.y);
}

static gboolean
read_head (EqpWorkspaceFile *self,
           const EqpJson    *head)
{
  const EqpJson *pins = eqp_json_find (head, "pinned");

  for (guint i = 0; i < eqp_json_get_length (pins); i++)
    {
      gint64 pin;
      guint place;

      if (!eqp_json_get_integer (eqp_json_get_at (pins, i), 0, G_MAXINT - 1, &pin))
        return FALSE;
      place = (guint) pin;
      g_array_append_val (self->pins, place);
    }
  return read_data (self, eqp_json_find (head, "data")) && read_settings (self, eqp_json_find (head, "settings")) &&
         read_view (self, eqp_json_find (head, "view")) && get_whole (head, "shown", -1, &self->shown) &&
         get_whole (head, "step", -1, &self->step);
}

/* ---- Runs ------------------------------------------------------------------------------------------------------- */

static gboolean
read_measures (EqpKeptRun    *run,
               const EqpJson *json)
{
  const EqpJson *values = eqp_json_find (json, "values"), *reasons = eqp_json_find (json, "reasons");
  g_autofree EqpMeasureSet *set = NULL;
  gint64 groups;

  if (json == NULL)
    return TRUE;
  set = g_new (EqpMeasureSet, 1);
  eqp_measure_set_init (set);
  if (!get_whole (json, "groups", 0, &groups) || groups > EQP_MEASURES_ALL || !get_whole (json, "n", 0, &set->n) ||
      !get_whole (json, "unlabelled", 0, &set->n_unlabelled) || !get_whole (json, "compared", 0, &set->n_compared) ||
      !get_whole (json, "unknown", 0, &set->n_unknown))
    return FALSE;
  set->groups = (EqpMeasureGroups) groups;
  for (int i = 0; i < EQP_N_MEASURES; i++)
    {
      set->values[i] = get_real (values, eqp_measure_get (i)->id);
      set->reasons[i] = g_intern_string (get_text (reasons, eqp_measure_get (i)->id));
    }
  run->measures = g_steal_pointer (&set);
  return TRUE;
}

/* Whether labels and sizes tell the same; where rows have weights, sizes are those of the weights. */
static gboolean
sizes_fit (const EqpKeptRun *run)
{
  g_autofree gint64 *sizes = NULL;

  if (run->labels == NULL || run->facts.given.from[EQP_GIVEN_WEIGHTS] != NULL)
    return TRUE;
  sizes = g_new0 (gint64, (gsize) run->facts.k);
  for (gint64 i = 0; i < run->facts.n; i++)
    sizes[eqp_labels_get (run->labels, i)]++;
  return memcmp (sizes, run->facts.sizes, sizeof (gint64) * (gsize) run->facts.k) == 0;
}

static gboolean
read_numbers (EqpRunFacts   *facts,
              const EqpJson *json)
{
  gint number;

  if (!get_int (json, "number", 0, &number) || !get_int (json, "k", 1, &facts->k) ||
      !get_unsigned (json, "seed", &facts->params.seed) || !get_unsigned (json, "given_hash", &facts->given_hash) ||
      !get_whole (json, "n", 1, &facts->n) || !get_whole (json, "iterations", 0, &facts->iterations) ||
      eqp_json_get_length (eqp_json_find (json, "sizes")) != (guint) facts->k)
    return FALSE;
  facts->number = (guint) number;
  facts->params.k = facts->k;
  facts->params.gamma = get_real (json, "gamma");
  facts->gamma_rel = get_real (json, "gamma_rel");
  facts->seconds = get_real (json, "seconds");
  facts->objective = get_real (json, "objective");
  facts->data_term = get_real (json, "data_term");
  facts->penalty = get_real (json, "penalty");
  facts->sizes = g_new (gint64, (gsize) facts->k);
  return facts->k <= facts->n && is_gamma (facts->params.gamma) && isfinite (facts->seconds) &&
         read_sizes (eqp_json_find (json, "sizes"), facts->k, facts->sizes);
}

static gboolean
read_run (EqpWorkspaceFile *self,
          const EqpJson    *json)
{
  g_autoptr (EqpKeptRun) run = g_new0 (EqpKeptRun, 1);
  EqpRunFacts *facts = &run->facts;
  const char *method = get_text (json, "method");

  facts->params = eqp_params_default ();
  facts->solver = method != NULL ? eqp_solver_find (method) : NULL;
  if (method != NULL && facts->solver == NULL)
    return FALSE;
  if (!read_numbers (facts, json) ||
      !read_params (eqp_json_find (json, "params"), _eqp_params_of_method (facts->solver), &facts->params) ||
      !read_params (eqp_json_find (json, "preparation"), _eqp_params_of_preparation (), &facts->preparation) ||
      !read_given (eqp_json_find (json, "given"), &facts->given) ||
      !read_measures (run, eqp_json_find (json, "measures")) ||
      !read_labels (json, "labels", facts->n, facts->k, &run->labels) || !sizes_fit (run))
    return FALSE;
  run->listed = is_set (json, "listed");
  run->name = g_strdup (get_text (json, "name"));
  facts->rows = g_strdup (get_text (json, "rows_of"));
  facts->data_name = g_strdup (get_text (json, "data"));
  facts->command = g_strdup (get_text (json, "command"));
  facts->repeats = is_set (json, "repeats");
  facts->warm = is_set (json, "warm");
  facts->converged = is_set (json, "converged");
  facts->cancelled = is_set (json, "cancelled");
  if (facts->data_name == NULL)
    return FALSE;
  g_ptr_array_add (self->runs, g_steal_pointer (&run));
  return TRUE;
}

/* ---- Steps of the run shown ------------------------------------------------------------------------------------- */

static const EqpRunFacts *
get_shown (EqpWorkspaceFile *self)
{
  return self->shown >= 0 && self->shown < self->runs->len
             ? &((const EqpKeptRun *) g_ptr_array_index (self->runs, self->shown))->facts
             : NULL;
}

static gboolean
read_trace (EqpWorkspaceFile *self,
            const EqpJson    *json)
{
  const EqpRunFacts *facts = get_shown (self);
  const EqpJson *warnings = eqp_json_find (json, "warnings");
  gint initial_k = 1;

  if (facts == NULL || self->trace != NULL)
    return FALSE;
  self->trace = eqp_run_trace_new ();
  self->trace->thinned = is_set (json, "thinned");
  self->trace->assignment_gap = get_real (json, "assignment_gap");
  if (isnan (self->trace->assignment_gap))
    self->trace->assignment_gap = -1.0;
  for (guint i = 0; i < eqp_json_get_length (warnings); i++)
    if (eqp_json_get_text (eqp_json_get_at (warnings, i)) != NULL)
      g_ptr_array_add (self->trace->warnings, g_strdup (eqp_json_get_text (eqp_json_get_at (warnings, i))));
  return get_int (json, "restart", 0, &self->trace->restart) && get_int (json, "restarts", 0, &self->trace->restarts) &&
         get_int (json, "starts", 0, &self->trace->starts) && get_int (json, "reached", 0, &self->trace->reached) &&
         (eqp_json_find (json, "initial") == NULL || get_int (json, "initial_k", 1, &initial_k)) &&
         initial_k <= facts->n && read_labels (json, "initial", facts->n, initial_k, &self->trace->initial);
}

static gboolean
read_step (EqpWorkspaceFile *self,
           const EqpJson    *json)
{
  const EqpRunFacts *facts = get_shown (self);
  EqpRunTrace *trace = self->trace;
  EqpStep step = { .objective = get_real (json, "objective"),
                   .data_term = get_real (json, "data_term"),
                   .penalty = get_real (json, "penalty"),
                   .seconds = get_real (json, "seconds"),
                   .phase = g_intern_string (get_text (json, "phase")) };
  EqpLabels *labels;
  guint before;

  if (trace == NULL || !get_whole (json, "iteration", 0, &step.iteration) ||
      !get_whole (json, "moved", 0, &step.moved) ||
      eqp_json_get_length (eqp_json_find (json, "sizes")) != (guint) facts->k)
    return FALSE;
  before = trace->sizes->len;
  g_array_set_size (trace->sizes, before + (guint) facts->k);
  if (!read_sizes (eqp_json_find (json, "sizes"), facts->k, &g_array_index (trace->sizes, gint64, before)) ||
      !read_labels (json, "labels", facts->n, facts->k, &labels))
    return FALSE;
  g_array_append_val (trace->steps, step);
  g_ptr_array_add (trace->labels, labels);
  return TRUE;
}

/* ---- The whole -------------------------------------------------------------------------------------------------- */

/* Whether places and numbers are those of runs that are there. */
static gboolean
fits_together (EqpWorkspaceFile *self)
{
  guint number = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const EqpKeptRun *run = g_ptr_array_index (self->runs, i);

      if (run->listed && run->facts.number <= number)
        return FALSE;
      if (run->listed)
        number = run->facts.number;
    }
  for (guint i = 0; i < self->pins->len; i++)
    {
      guint place = g_array_index (self->pins, guint, i);

      if (place >= self->runs->len || !((const EqpKeptRun *) g_ptr_array_index (self->runs, place))->listed)
        return FALSE;
    }
  if (self->shown < 0)
    return self->trace == NULL;
  /* The last step is what is seen first. */
  return self->shown < self->runs->len && self->trace != NULL && self->trace->labels->len > 0 &&
         g_ptr_array_index (self->trace->labels, self->trace->labels->len - 1) != NULL &&
         ((const EqpKeptRun *) g_ptr_array_index (self->runs, self->shown))->labels != NULL;
}

static gboolean
read_line (EqpWorkspaceFile *self,
           const EqpJson    *json)
{
  const char *event = eqp_json_get_text (eqp_json_find (json, "event"));

  if (g_strcmp0 (event, "run") == 0)
    return self->trace == NULL && read_run (self, json);
  if (g_strcmp0 (event, "trace") == 0)
    return read_trace (self, json);
  return g_strcmp0 (event, "step") == 0 && read_step (self, json);
}

/* Whether the last line is there and tells the checksum of all before it, which end at @body. */
static gboolean
check_seal (const char  *text,
            gsize        length,
            const char **body)
{
  const char *last = length > 0 ? g_strrstr_len (text, (gssize) length - 1, "\n") : NULL;
  g_autofree char *seal = NULL;

  if (last == NULL)
    return FALSE;
  *body = last + 1;
  seal = _eqp_workspace_file_dup_seal (text, (gsize) (*body - text));
  return strlen (seal) == (gsize) (text + length - *body) && memcmp (seal, *body, strlen (seal)) == 0;
}

/* Whether it is of a format that is known, which is the first thing to be told. */
static gboolean
check_format (const char  *text,
              gsize        length,
              const char  *shown,
              GError     **error)
{
  const char *end = memchr (text, '\n', length);
  g_autoptr (EqpJson) json = NULL;
  const char *version;
  gint64 format;

  if (length < sizeof EQP_WORKSPACE_MAGIC - 1 ||
      memcmp (text, EQP_WORKSPACE_MAGIC, sizeof EQP_WORKSPACE_MAGIC - 1) != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   _ ("“%s” is no workspace; choose a file that was saved with “Save Workspace”."), shown);
      return FALSE;
    }
  json = end != NULL ? eqp_json_parse (text, (gsize) (end - text)) : NULL;
  version = get_text (json, "version");
  if (!get_whole (json, "format", 1, &format) || version == NULL)
    return refuse (error, shown, 1);
  if (format <= EQP_WORKSPACE_FORMAT)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
               _ ("The workspace “%s” was saved by version %s, and this is version %s; open it with the newer one."),
               shown, version, EQP_VERSION);
  return FALSE;
}

/**
 * eqp_workspace_file_from_text:
 * @text: of a file
 * @length: its bytes
 * @shown: the name of the file, for people
 * @error: one sentence
 *
 * Returns: (transfer full) (nullable): the workspace
 */
EqpWorkspaceFile *
eqp_workspace_file_from_text (const char *text,
                              gsize       length,
                              const char *shown,
                              GError    **error)
{
  g_autoptr (EqpWorkspaceFile) self = eqp_workspace_file_new ();
  const char *body;
  guint number = 0;

  if (!check_format (text, length, shown, error))
    return NULL;
  if (!check_seal (text, length, &body))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   _ ("The workspace “%s” is not whole: it was cut or changed after it was saved; open another copy of "
                      "it."),
                   shown);
      return NULL;
    }
  for (const char *line = text, *stop; line < body; line = stop + 1)
    {
      g_autoptr (EqpJson) json = NULL;

      stop = memchr (line, '\n', (gsize) (body - line));
      json = eqp_json_parse (line, (gsize) (stop - line));
      if (!(number++ == 0 ? read_head (self, json) : read_line (self, json)))
        {
          refuse (error, shown, number);
          return NULL;
        }
    }
  if (!fits_together (self))
    {
      refuse (error, shown, number);
      return NULL;
    }
  return g_steal_pointer (&self);
}
