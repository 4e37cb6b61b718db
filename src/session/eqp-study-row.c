/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One cell's results, and its line in a file of results. What is read from a line is written as the same line again. */
#include "config.h"

#include "eqp-study-row.h"

#include <math.h>
#include <string.h>

#include "eqp-json.h"

/**
 * eqp_study_row_new:
 * @cell: which cell
 * @gamma: its raw weight of balance
 * @gamma_rel: the same free of units
 *
 * Returns: (transfer full): a row without results
 */
EqpStudyRow *
eqp_study_row_new (guint  cell,
                   double gamma,
                   double gamma_rel)
{
  EqpStudyRow *self = g_new0 (EqpStudyRow, 1);

  self->cell = cell;
  self->gamma = gamma;
  self->gamma_rel = gamma_rel;
  self->values = g_new (double, EQP_N_QUANTITIES);
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    self->values[i] = NAN;
  self->assignment_gap = -1.0;
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * eqp_study_row_free:
 * @self: (nullable): a row
 */
void
eqp_study_row_free (EqpStudyRow *self)
{
  if (self == NULL)
    return;
  g_free (self->failure);
  g_free (self->values);
  g_free (self->sizes);
  g_ptr_array_unref (self->warnings);
  eqp_labels_unref (self->labels);
  g_free (self);
}

/**
 * eqp_study_row_take:
 * @self: a row without results
 * @result: what came out
 * @keep_labels: whether to keep the labels, too
 *
 * All but the numbers, which eqp_quantities_take() writes to @values.
 */
void
eqp_study_row_take (EqpStudyRow     *self,
                    const EqpResult *result,
                    gboolean         keep_labels)
{
  self->k = result->k;
  self->sizes = g_memdup2 (result->sizes, sizeof (gint64) * (gsize) result->k);
  self->converged = result->converged;
  self->assignment_gap = result->assignment_gap;
  for (guint i = 0; i < result->warnings->len; i++)
    g_ptr_array_add (self->warnings, g_strdup (g_ptr_array_index (result->warnings, i)));
  if (keep_labels)
    self->labels = eqp_labels_new (result->n, result->k, result->labels);
}

/**
 * eqp_study_row_write:
 * @self: a row
 * @plan: what it is a cell of
 * @parts: #EqpRowParts
 * @text: gets a line of JSON, as the event "row"
 */
void
eqp_study_row_write (const EqpStudyRow  *self,
                     const EqpStudyPlan *plan,
                     guint               parts,
                     GString            *text)
{
  const EqpStudyGroup *group =
      &g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, self->cell));
  g_autoptr (GString) line = g_string_new (NULL);

  eqp_json_begin (line, "row");
  eqp_json_string (line, "method", group->method);
  eqp_json_integer (line, "k", plan->params.k);
  eqp_json_real (line, "gamma", self->gamma);
  eqp_json_real (line, "gamma_rel", self->gamma_rel);
  eqp_json_unsigned (line, "seed", eqp_study_plan_get_seed (plan, self->cell));
  if (self->failure != NULL)
    {
      eqp_json_string (line, "error", self->failure);
    }
  else
    {
      for (guint i = 0; i < EQP_QUANTITY_FIRST_MEASURE; i++)
        if (i != EQP_QUANTITY_SECONDS || ((parts & EQP_ROW_TIMES) != 0 && !isnan (self->values[i])))
          eqp_json_real (line, eqp_quantity_get_id (i), self->values[i]);
      eqp_json_sizes (line, "sizes", self->k, self->sizes);
      eqp_json_boolean (line, "converged", self->converged);
      eqp_json_open (line, "measures", '{');
      for (guint i = EQP_QUANTITY_FIRST_MEASURE; i < EQP_N_QUANTITIES; i++)
        if (!isnan (self->values[i]))
          eqp_json_real (line, eqp_quantity_get_id (i), self->values[i]);
      eqp_json_close (line, '}');
      if (self->assignment_gap >= 0.0)
        eqp_json_real (line, "assignment_gap", self->assignment_gap);
      eqp_json_strings (line, "warnings", self->warnings);
      if ((parts & EQP_ROW_LABELS) != 0 && self->labels != NULL)
        {
          g_autofree char *labels = eqp_labels_to_text (self->labels);

          eqp_json_string (line, "labels", labels);
        }
    }
  eqp_json_end (line);
  g_string_append_len (text, line->str, (gssize) line->len);
}

static gboolean
read_sizes (EqpStudyRow   *self,
            const EqpJson *sizes)
{
  guint k = eqp_json_get_length (sizes);

  self->k = (gint) k;
  self->sizes = g_new (gint64, MAX (1, k));
  for (guint c = 0; c < k; c++)
    if (!eqp_json_get_integer (eqp_json_get_at (sizes, c), 0, G_MAXINT64, &self->sizes[c]))
      return FALSE;
  return k > 0;
}

static gboolean
read_labels (EqpStudyRow   *self,
             gint64         n,
             const EqpJson *labels)
{
  const char *text = eqp_json_get_text (labels);

  if (text != NULL)
    self->labels = eqp_labels_from_text (text, n, self->k);
  return text == NULL || self->labels != NULL;
}

static gboolean
read_results (EqpStudyRow   *self,
              gint64         n,
              const EqpJson *json)
{
  const EqpJson *measures = eqp_json_find (json, "measures");
  const EqpJson *warnings = eqp_json_find (json, "warnings");
  double gap = eqp_json_get_real (eqp_json_find (json, "assignment_gap"));

  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    self->values[i] =
        eqp_json_get_real (eqp_json_find (i < EQP_QUANTITY_FIRST_MEASURE ? json : measures, eqp_quantity_get_id (i)));
  self->converged = eqp_json_is_true (eqp_json_find (json, "converged"));
  self->assignment_gap = isnan (gap) ? -1.0 : gap;
  for (guint i = 0; i < eqp_json_get_length (warnings); i++)
    {
      const char *warning = eqp_json_get_text (eqp_json_get_at (warnings, i));

      if (warning != NULL)
        g_ptr_array_add (self->warnings, g_strdup (warning));
    }
  return eqp_json_is_object (measures) && read_sizes (self, eqp_json_find (json, "sizes")) &&
         read_labels (self, n, eqp_json_find (json, "labels"));
}

/**
 * eqp_study_row_from_json:
 * @plan: what it may be a cell of
 * @json: a line that is the event "row"
 * @known: (out): FALSE when it is a good row, but of a cell that @plan does not have
 *
 * Returns: (transfer full) (nullable): the row
 */
EqpStudyRow *
eqp_study_row_from_json (const EqpStudyPlan *plan,
                         const EqpJson      *json,
                         gboolean           *known)
{
  const char *method = eqp_json_get_text (eqp_json_find (json, "method"));
  const char *failure = eqp_json_get_text (eqp_json_find (json, "error"));
  const EqpJson *raw = eqp_json_find (json, "gamma"), *relative = eqp_json_find (json, "gamma_rel");
  double gamma = eqp_json_get_real (raw), gamma_rel = eqp_json_get_real (relative);
  g_autoptr (EqpStudyRow) self = NULL;
  guint64 seed;
  guint cell;

  *known = TRUE;
  /* Without gamma there is null, or nothing; a text would be taken for that. */
  if (method == NULL || eqp_json_get_text (raw) != NULL || eqp_json_get_text (relative) != NULL ||
      !eqp_json_get_unsigned (eqp_json_find (json, "seed"), &seed))
    return NULL;
  if (!eqp_study_plan_find (plan, method, gamma, gamma_rel, seed, &cell))
    {
      *known = FALSE;
      return NULL;
    }
  self = eqp_study_row_new (cell, gamma, gamma_rel);
  self->failure = g_strdup (failure);
  if (failure == NULL && !read_results (self, plan->n, json))
    return NULL;
  return g_steal_pointer (&self);
}
