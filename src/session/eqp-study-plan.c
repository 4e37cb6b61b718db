/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study runs: data, settings, and the list of cells. It is the first line of a file of results, so that runs can
 * be continued and merged without asking anybody what they were. */
#include "config.h"

#include "eqp-study-plan.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-json.h"
#include "eqp-study-hash.h"

/* Files of another layout are refused. */
#define FORMAT 1

static void
group_clear (gpointer data)
{
  g_free (((EqpStudyGroup *) data)->method);
}

static EqpStudyPlan *
plan_new (void)
{
  EqpStudyPlan *self = g_new0 (EqpStudyPlan, 1);

  self->groups = g_array_new (FALSE, FALSE, sizeof (EqpStudyGroup));
  g_array_set_clear_func (self->groups, group_clear);
  self->settings = g_ptr_array_new_with_free_func (g_free);
  self->params = eqp_params_default ();
  self->seed = 1;
  self->trials = 1;
  return self;
}

static const char *
find_setting (const EqpStudyPlan *self,
              const char         *name)
{
  for (guint i = 0; i + 1 < self->settings->len; i += 2)
    if (strcmp (g_ptr_array_index (self->settings, i), name) == 0)
      return g_ptr_array_index (self->settings, i + 1);
  return NULL;
}

/* A parameter that has not its usual value, unless it is there already. */
static void
add_param (EqpStudyPlan    *self,
           const EqpParam  *param,
           const EqpParams *params,
           const char      *name)
{
  g_autofree char *value = NULL;

  if (eqp_param_is_usual (param, params) || find_setting (self, name) != NULL ||
      (eqp_param_is_own (param) && isnan (eqp_param_get (param, params))))
    return;
  value = eqp_param_format (param, params);
  if (value != NULL)
    eqp_study_plan_add_setting (self, name, value);
}

/* What all methods share, those of the plan or others: then methods can be added later. */
static void
add_params (EqpStudyPlan *self)
{
  const EqpSolver *const *solvers = eqp_solvers_get (NULL);
  g_autofree char *k = g_strdup_printf ("%d", self->params.k);

  eqp_study_plan_add_setting (self, "k", k);
  for (gsize i = 0; solvers[i] != NULL; i++)
    for (gsize j = 0; solvers[i]->params != NULL && solvers[i]->params[j] != NULL; j++)
      if (!eqp_param_is_own (solvers[i]->params[j]))
        add_param (self, solvers[i]->params[j], &self->params, solvers[i]->params[j]->id);
}

/**
 * eqp_study_plan_new:
 * @data: what people call the data
 * @dataset: the data before their preparation
 * @params: what all cells share; gamma, seed and initial labels do not count
 *
 * Looks at all values of the data once.
 *
 * Returns: (transfer full): a plan without cells: groups, settings such as the preparation, seed and trials are to come
 */
EqpStudyPlan *
eqp_study_plan_new (const char      *data,
                    EqpDataset      *dataset,
                    const EqpParams *params)
{
  EqpStudyPlan *self = plan_new ();

  self->data = g_utf8_make_valid (data, -1);
  self->data_hash = eqp_dataset_dup_hash (dataset);
  self->n = eqp_dataset_get_n (dataset);
  self->d = eqp_dataset_get_d (dataset);
  self->n_classes = eqp_dataset_get_labels (dataset) != NULL ? eqp_dataset_get_n_classes (dataset) : 0;
  self->params = *params;
  self->params.initial_labels = NULL;
  add_params (self);
  return self;
}

/**
 * eqp_study_plan_copy:
 * @self: a plan
 *
 * Returns: (transfer full): one that shares nothing with it
 */
EqpStudyPlan *
eqp_study_plan_copy (const EqpStudyPlan *self)
{
  EqpStudyPlan *copy = plan_new ();

  copy->data = g_strdup (self->data);
  copy->data_hash = g_strdup (self->data_hash);
  copy->n = self->n;
  copy->d = self->d;
  copy->n_classes = self->n_classes;
  copy->seed = self->seed;
  copy->trials = self->trials;
  copy->params = self->params;
  copy->given = self->given != NULL ? eqp_given_ref (self->given) : NULL;
  copy->measures = self->measures;
  copy->arguments = g_strdupv (self->arguments);
  for (guint i = 0; i < self->groups->len; i++)
    {
      EqpStudyGroup group = g_array_index (self->groups, EqpStudyGroup, i);

      group.method = g_strdup (group.method);
      g_array_append_val (copy->groups, group);
    }
  for (guint i = 0; i < self->settings->len; i++)
    g_ptr_array_add (copy->settings, g_strdup (g_ptr_array_index (self->settings, i)));
  return copy;
}

/**
 * eqp_study_plan_free:
 * @self: (nullable): a plan
 */
void
eqp_study_plan_free (EqpStudyPlan *self)
{
  if (self == NULL)
    return;
  g_free (self->data);
  g_free (self->data_hash);
  eqp_given_unref (self->given);
  g_array_unref (self->groups);
  g_ptr_array_unref (self->settings);
  g_strfreev (self->arguments);
  g_free (self);
}

/**
 * eqp_study_plan_add_group:
 * @self: a plan that nothing was run of
 * @solver: a method
 * @gamma: its weight of balance; does not count where it has none
 * @relative: whether @gamma is free of units
 * @own: (nullable) (array fixed-size=8): the method's own parameters, as in #EqpParams, the same in all of its groups;
 *   %NULL: the usual ones
 *
 * A group that is there already is not added again.
 */
void
eqp_study_plan_add_group (EqpStudyPlan    *self,
                          const EqpSolver *solver,
                          double           gamma,
                          gboolean         relative,
                          const double    *own)
{
  gboolean uses = (solver->flags & EQP_SOLVER_USES_GAMMA) != 0;
  EqpStudyGroup group = { NULL, uses ? gamma : NAN, uses && relative, { 0 } };
  EqpParams params = eqp_params_default ();

  for (guint i = 0; i < self->groups->len; i++)
    {
      const EqpStudyGroup *other = &g_array_index (self->groups, EqpStudyGroup, i);

      if (strcmp (other->method, solver->id) == 0 && other->relative == group.relative &&
          (isnan (group.gamma) || other->gamma == group.gamma))
        return;
    }
  group.method = g_strdup (solver->id);
  if (own != NULL)
    memcpy (params.own, own, sizeof params.own);
  memcpy (group.own, params.own, sizeof params.own);
  g_array_append_val (self->groups, group);

  for (gsize i = 0; solver->params != NULL && solver->params[i] != NULL; i++)
    if (eqp_param_is_own (solver->params[i]))
      {
        g_autofree char *name = g_strdup_printf ("%s:%s", solver->id, solver->params[i]->id);

        add_param (self, solver->params[i], &params, name);
      }
}

/**
 * eqp_study_plan_add_setting:
 * @self: a plan that nothing was run of
 * @name: of something that decides what comes out, like an option of the terminal program without its dashes
 * @value: its value
 */
void
eqp_study_plan_add_setting (EqpStudyPlan *self,
                            const char   *name,
                            const char   *value)
{
  g_ptr_array_add (self->settings, g_strdup (name));
  g_ptr_array_add (self->settings, g_strdup (value));
}

/**
 * eqp_study_plan_set_given:
 * @self: a plan that nothing was run of; once
 * @given: weights and pairs of rows; starting centers do not count
 *
 * All methods get it. Results stand together only where the same was given, whatever files it came from.
 */
void
eqp_study_plan_set_given (EqpStudyPlan *self,
                          EqpGiven     *given)
{
  g_autofree char *hash = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", given->hash);

  self->given = eqp_given_ref (given);
  if (given->weights != NULL)
    eqp_study_plan_add_setting (self, "weights-column", given->sources.from[EQP_GIVEN_WEIGHTS]);
  eqp_study_plan_add_setting (self, "weights-and-pairs", hash);
}

/**
 * eqp_study_plan_check_given:
 * @self: a plan
 * @solver: one of its methods
 * @error: EQP_ERROR_INVALID_PARAM
 *
 * Returns: whether the method takes what all methods get
 */
gboolean
eqp_study_plan_check_given (const EqpStudyPlan  *self,
                            const EqpSolver     *solver,
                            GError             **error)
{
  for (int kind = 0; self->given != NULL && kind < EQP_GIVEN_CENTERS; kind++)
    if (self->given->sources.from[kind] != NULL && !eqp_solver_check_given (solver, kind, error))
      return FALSE;
  return TRUE;
}

/**
 * eqp_study_plan_apply_given:
 * @self: a plan
 * @solver: one of its methods
 * @params: (inout): its settings, which borrow weights and pairs from @self afterwards
 *
 * Starting centers would make all seeds the same, so they are left out.
 */
void
eqp_study_plan_apply_given (const EqpStudyPlan *self,
                            const EqpSolver    *solver,
                            EqpParams          *params)
{
  eqp_given_apply (self->given, solver, params);
  params->initial_centers = NULL;
}

/**
 * eqp_study_plan_set_arguments:
 * @self: a plan
 * @arguments: (nullable) (array zero-terminated=1): of the terminal program, by which the plan can be made again from
 *   the data; names of the data and of files left out
 *
 * They decide nothing: files of results with others go together.
 */
void
eqp_study_plan_set_arguments (EqpStudyPlan      *self,
                              const char *const *arguments)
{
  g_strfreev (self->arguments);
  self->arguments = g_strdupv ((GStrv) arguments);
}

/**
 * eqp_study_plan_usual_measures:
 * @self: a plan with its groups
 * @dataset: its data
 *
 * Returns: all measures that cost little; those of a graph where a method needs it anyway
 */
EqpMeasureGroups
eqp_study_plan_usual_measures (const EqpStudyPlan *self,
                               EqpDataset         *dataset)
{
  EqpMeasureGroups measures = EQP_MEASURES_TRUTH | EQP_MEASURES_POINTS | EQP_MEASURES_BALANCE;

  if (eqp_dataset_get_graph (dataset) != NULL)
    measures |= EQP_MEASURES_GRAPH;
  for (guint i = 0; i < self->groups->len; i++)
    {
      const EqpSolver *solver = eqp_solver_find (g_array_index (self->groups, EqpStudyGroup, i).method);

      if (solver != NULL && solver->family == EQP_FAMILY_GRAPH)
        measures |= EQP_MEASURES_GRAPH;
    }
  return measures;
}

/**
 * eqp_study_plan_set_measures:
 * @self: a plan that nothing was run of; once
 * @measures: which measures each cell gets
 *
 * Without this cells tell their objective only.
 */
void
eqp_study_plan_set_measures (EqpStudyPlan     *self,
                             EqpMeasureGroups  measures)
{
  static const char *const names[] = { "truth", "points", "silhouette", "graph", "balance" };
  g_autoptr (GString) text = g_string_new (NULL);

  self->measures = measures;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((measures & 1u << i) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", names[i]);
  eqp_study_plan_add_setting (self, "measures", text->str);
}

/**
 * eqp_study_plan_get_n_cells:
 * @self: a plan
 *
 * Returns: groups x trials
 */
guint
eqp_study_plan_get_n_cells (const EqpStudyPlan *self)
{
  return self->groups->len * (guint) self->trials;
}

/**
 * eqp_study_plan_get_group:
 * @self: a plan
 * @cell: from 0
 *
 * Returns: the number of its group
 */
guint
eqp_study_plan_get_group (const EqpStudyPlan *self,
                          guint               cell)
{
  return cell % self->groups->len;
}

/**
 * eqp_study_plan_get_seed:
 * @self: a plan
 * @cell: from 0
 *
 * Returns: its seed; after the largest one comes 0
 */
guint64
eqp_study_plan_get_seed (const EqpStudyPlan *self,
                         guint               cell)
{
  return self->seed + cell / self->groups->len;
}

/**
 * eqp_study_plan_get_shard:
 * @self: a plan
 * @cell: from 0
 * @n_shards: parts that a study is cut into
 *
 * Groups turn from seed to seed, so that a slow method does not fall to one part.
 *
 * Returns: the part, from 0
 */
guint
eqp_study_plan_get_shard (const EqpStudyPlan *self,
                          guint               cell,
                          guint               n_shards)
{
  return (cell % self->groups->len + cell / self->groups->len) % n_shards;
}

/**
 * eqp_study_plan_find:
 * @self: a plan
 * @method: id of a method
 * @gamma: raw
 * @gamma_rel: the same free of units
 * @seed: a seed
 * @cell: (out): the cell that these are of
 *
 * Returns: whether the plan has such a cell
 */
gboolean
eqp_study_plan_find (const EqpStudyPlan *self,
                     const char         *method,
                     double              gamma,
                     double              gamma_rel,
                     guint64             seed,
                     guint              *cell)
{
  guint64 trial = seed - self->seed;

  if (trial >= (guint64) self->trials)
    return FALSE;
  for (guint i = 0; i < self->groups->len; i++)
    {
      const EqpStudyGroup *group = &g_array_index (self->groups, EqpStudyGroup, i);

      if (strcmp (group->method, method) == 0 &&
          (isnan (group->gamma) || group->gamma == (group->relative ? gamma_rel : gamma)))
        {
          *cell = (guint) trial * self->groups->len + i;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * eqp_study_plan_dup_settings_hash:
 * @self: a plan
 *
 * Returns: (transfer full): 16 digits that stand for all settings but methods, gammas and seeds
 */
char *
eqp_study_plan_dup_settings_hash (const EqpStudyPlan *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < self->settings->len; i++)
    {
      const char *text = g_ptr_array_index (self->settings, i);

      g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text) + 1);
    }
  return g_strndup (g_checksum_get_string (sum), 16);
}

/**
 * eqp_study_plan_to_json:
 * @self: a plan
 * @shard: which part of it, from 1; 0: all
 * @n_shards: of how many
 *
 * Returns: (transfer full): the first line of a file of results, with its newline
 */
char *
eqp_study_plan_to_json (const EqpStudyPlan *self,
                        guint               shard,
                        guint               n_shards)
{
  GString *line = g_string_new (NULL);
  g_autofree char *hash = eqp_study_plan_dup_settings_hash (self);

  eqp_json_begin (line, "study");
  eqp_json_string (line, "program", "equipoise");
  eqp_json_string (line, "version", EQP_VERSION);
  eqp_json_integer (line, "format", FORMAT);
  eqp_json_string (line, "data", self->data);
  eqp_json_integer (line, "n", self->n);
  eqp_json_integer (line, "d", self->d);
  if (self->n_classes > 0)
    eqp_json_integer (line, "classes", self->n_classes);
  else
    eqp_json_null (line, "classes");
  eqp_json_string (line, "data_hash", self->data_hash);
  eqp_json_open (line, "settings", '{');
  for (guint i = 0; i + 1 < self->settings->len; i += 2)
    eqp_json_string (line, g_ptr_array_index (self->settings, i), g_ptr_array_index (self->settings, i + 1));
  eqp_json_close (line, '}');
  eqp_json_string (line, "settings_hash", hash);
  eqp_json_open (line, "groups", '[');
  for (guint i = 0; i < self->groups->len; i++)
    {
      const EqpStudyGroup *group = &g_array_index (self->groups, EqpStudyGroup, i);

      eqp_json_open (line, NULL, '{');
      eqp_json_string (line, "method", group->method);
      if (!isnan (group->gamma))
        eqp_json_real (line, group->relative ? "gamma_rel" : "gamma", group->gamma);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
  eqp_json_unsigned (line, "seed", self->seed);
  eqp_json_integer (line, "trials", self->trials);
  if (self->arguments != NULL)
    {
      eqp_json_open (line, "arguments", '[');
      for (guint i = 0; self->arguments[i] != NULL; i++)
        eqp_json_string (line, NULL, self->arguments[i]);
      eqp_json_close (line, ']');
    }
  if (shard > 0)
    {
      g_autofree char *text = g_strdup_printf ("%u/%u", shard, n_shards);

      eqp_json_string (line, "shard", text);
    }
  eqp_json_end (line);
  return g_string_free (line, FALSE);
}

static gboolean
read_groups (EqpStudyPlan  *self,
             const EqpJson *groups)
{
  for (guint i = 0; i < eqp_json_get_length (groups); i++)
    {
      const EqpJson *json = eqp_json_get_at (groups, i);
      const char *method = eqp_json_get_text (eqp_json_find (json, "method"));
      EqpStudyGroup group = { .relative = eqp_json_find (json, "gamma_rel") != NULL };
      const EqpJson *gamma = eqp_json_find (json, group.relative ? "gamma_rel" : "gamma");

      group.gamma = eqp_json_get_real (gamma);
      if (method == NULL || (gamma != NULL && !(group.gamma >= 0.0)))
        return FALSE;
      group.method = g_strdup (method);
      g_array_append_val (self->groups, group);
    }
  return self->groups->len > 0;
}

static gboolean
read_settings (EqpStudyPlan  *self,
               const EqpJson *settings)
{
  for (guint i = 0; i < eqp_json_get_length (settings); i++)
    {
      const EqpJson *setting = eqp_json_get_at (settings, i);
      const char *name = eqp_json_get_key (setting), *value = eqp_json_get_text (setting);
      gint64 k;

      if (name == NULL || value == NULL)
        return FALSE;
      if (strcmp (name, "k") == 0 && g_ascii_string_to_signed (value, 10, 1, G_MAXINT32, &k, NULL))
        self->params.k = (gint) k;
      eqp_study_plan_add_setting (self, name, value);
    }
  return TRUE;
}

static gboolean
read_arguments (EqpStudyPlan  *self,
                const EqpJson *arguments)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  if (arguments == NULL)
    return TRUE;
  for (guint i = 0; i < eqp_json_get_length (arguments); i++)
    {
      const char *word = eqp_json_get_text (eqp_json_get_at (arguments, i));

      if (word == NULL)
        return FALSE;
      g_strv_builder_add (words, word);
    }
  self->arguments = g_strv_builder_end (words);
  return TRUE;
}

static gboolean
read_plan (EqpStudyPlan  *self,
           const EqpJson *json)
{
  gint64 n_classes = 0;
  gint64 format;

  self->data = g_strdup (eqp_json_get_text (eqp_json_find (json, "data")));
  self->data_hash = g_strdup (eqp_json_get_text (eqp_json_find (json, "data_hash")));
  eqp_json_get_integer (eqp_json_find (json, "classes"), 0, G_MAXINT32, &n_classes);
  self->n_classes = (gint) n_classes;
  return g_strcmp0 (eqp_json_get_text (eqp_json_find (json, "event")), "study") == 0 &&
         eqp_json_get_integer (eqp_json_find (json, "format"), FORMAT, FORMAT, &format) &&
         self->data != NULL && self->data_hash != NULL &&
         eqp_json_get_integer (eqp_json_find (json, "n"), 1, G_MAXINT64, &self->n) &&
         eqp_json_get_integer (eqp_json_find (json, "d"), 0, G_MAXINT64, &self->d) &&
         eqp_json_get_unsigned (eqp_json_find (json, "seed"), &self->seed) &&
         eqp_json_get_integer (eqp_json_find (json, "trials"), 1, G_MAXINT32, &self->trials) &&
         read_settings (self, eqp_json_find (json, "settings")) &&
         read_groups (self, eqp_json_find (json, "groups")) &&
         read_arguments (self, eqp_json_find (json, "arguments")) &&
         self->trials <= G_MAXINT32 / self->groups->len;
}

/**
 * eqp_study_plan_from_json:
 * @json: (nullable): the first line of a file of results
 * @error: EQP_ERROR_PARSE, in the rest of a sentence: "line 1 is not the beginning of ..."
 *
 * Of the settings in @params only K is known.
 *
 * Returns: (transfer full) (nullable): the plan
 */
EqpStudyPlan *
eqp_study_plan_from_json (const EqpJson  *json,
                          GError        **error)
{
  g_autoptr (EqpStudyPlan) self = plan_new ();
  const char *version = eqp_json_get_text (eqp_json_find (json, "version"));

  if (!read_plan (self, json))
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_PARSE,
                           _ ("line 1 is not that of a study by this program; name a file that compare or sweep "
                              "wrote."));
      return NULL;
    }
  if (g_strcmp0 (version, EQP_VERSION) != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                   _ ("its results are of version %s and this is version %s; start anew in another file."),
                   version != NULL ? version : "?", EQP_VERSION);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Whether @there has all that @here has; @wanted is the one of the two that is to be run. */
static gboolean
check_settings (const EqpStudyPlan *here,
                const EqpStudyPlan *there,
                const EqpStudyPlan *wanted,
                const char         *place,
                GError            **error)
{
  for (guint i = 0; i + 1 < here->settings->len; i += 2)
    {
      const char *name = g_ptr_array_index (here->settings, i);
      const char *mine = g_ptr_array_index (here->settings, i + 1);
      const char *other = find_setting (there, name);
      const char *made = here == wanted ? other : mine, *asked = here == wanted ? mine : other;

      if (g_strcmp0 (mine, other) == 0)
        continue;
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   /* Translators: file, setting, its two values, which may be "the usual one". */
                   _ ("The results in “%s” were made with %s: %s, not %s; repeat that setting or name another file."),
                   place, name, made != NULL ? made : _ ("the usual value"),
                   asked != NULL ? asked : _ ("the usual value"));
      return FALSE;
    }
  return TRUE;
}

/**
 * eqp_study_plan_check_same:
 * @self: what is to be run
 * @other: what was run
 * @place: the file that @other was read from
 * @error: EQP_ERROR_INVALID_PARAM or EQP_ERROR_INVALID_DATA, in one sentence
 *
 * Data and settings have to be the same; methods, gammas and seeds may be others.
 *
 * Returns: whether results of @other may stand among those of @self
 */
gboolean
eqp_study_plan_check_same (const EqpStudyPlan *self,
                           const EqpStudyPlan *other,
                           const char         *place,
                           GError            **error)
{
  if (strcmp (self->data_hash, other->data_hash) != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("“%s” holds results of other data (%s, %ld rows); name its data or another file."), place,
                   other->data, (long) other->n);
      return FALSE;
    }
  return check_settings (self, other, self, place, error) && check_settings (other, self, self, place, error);
}
