/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study comes to: mean and standard deviation of every number over the seeds of each group, and of every measure
 * that says which is better whether the best group is better than the second. */
#include "config.h"

#include "eqp-study-table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-json.h"

static const EqpStudyRow *
get_row (const EqpStudyTable *self,
         GPtrArray           *rows,
         guint                group,
         gint64               trial)
{
  const EqpStudyRow *row = g_ptr_array_index (rows, (guint) trial * self->n_groups + group);

  return row != NULL && row->failure == NULL ? row : NULL;
}

/* Two passes, so that large values with small differences keep their digits. */
static void
summarize (EqpStudyTable *self,
           GPtrArray     *rows,
           guint          index,
           guint          quantity)
{
  EqpTableGroup *group = &self->groups[index];
  double sum = 0.0, squares = 0.0, least = INFINITY, most = -INFINITY;

  for (gint64 trial = 0; trial < self->plan->trials; trial++)
    {
      const EqpStudyRow *row = get_row (self, rows, index, trial);

      if (row != NULL && !isnan (row->values[quantity]))
        {
          sum += row->values[quantity];
          least = MIN (least, row->values[quantity]);
          most = MAX (most, row->values[quantity]);
          group->count[quantity]++;
        }
    }
  group->mean[quantity] = group->count[quantity] > 0 ? CLAMP (sum / group->count[quantity], least, most) : NAN;
  for (gint64 trial = 0; trial < self->plan->trials; trial++)
    {
      const EqpStudyRow *row = get_row (self, rows, index, trial);
      double difference = row != NULL ? row->values[quantity] - group->mean[quantity] : NAN;

      if (!isnan (difference))
        squares += difference * difference;
    }
  group->sd[quantity] = group->count[quantity] > 1 ? sqrt (squares / (group->count[quantity] - 1)) : NAN;
}

static gboolean
has_several_gammas (const EqpStudyPlan *plan,
                    const char         *method)
{
  guint found = 0;

  for (guint i = 0; i < plan->groups->len; i++)
    found += strcmp (g_array_index (plan->groups, EqpStudyGroup, i).method, method) == 0;
  return found > 1;
}

static void
fill_group (EqpStudyTable *self,
            GPtrArray     *rows,
            guint          index)
{
  const EqpStudyGroup *planned = &g_array_index (self->plan->groups, EqpStudyGroup, index);
  EqpTableGroup *group = &self->groups[index];

  group->method = g_strdup (planned->method);
  group->gamma = planned->relative ? NAN : isnan (planned->gamma) ? 0.0 : planned->gamma;
  group->gamma_rel = planned->relative ? planned->gamma : isnan (planned->gamma) ? 0.0 : NAN;
  for (gint64 trial = 0; trial < self->plan->trials; trial++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, (guint) trial * self->n_groups + index);

      if (row == NULL)
        continue;
      group->gamma = row->gamma;
      group->gamma_rel = row->gamma_rel;
      group->done += row->failure == NULL;
      group->failed += row->failure != NULL;
    }
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    summarize (self, rows, index, i);
  if (has_several_gammas (self->plan, planned->method) && !isnan (planned->gamma))
    {
      g_autofree char *gamma = eqp_real_to_string (planned->gamma);
      char few[G_ASCII_DTOSTR_BUF_SIZE];

      group->id = g_strdup_printf (planned->relative ? "%s, gamma-rel %s" : "%s, gamma %s", planned->method, gamma);
      /* Translators: a method and the weight of the balance term. */
      group->name = g_strdup_printf (planned->relative ? _ ("%s, relative gamma %s") : _ ("%s, gamma %s"),
                                     planned->method, g_ascii_formatd (few, sizeof few, "%.6g", planned->gamma));
    }
  else
    {
      group->id = g_strdup (planned->method);
      group->name = g_strdup (planned->method);
    }
}

static gboolean
is_better (const EqpStudyTable *self,
           guint                quantity,
           guint                a,
           gint                 b)
{
  double x = self->groups[a].mean[quantity], y;

  if (isnan (x) || b < 0)
    return !isnan (x);
  y = self->groups[b].mean[quantity];
  return eqp_quantity_get_better (quantity) == EQP_BETTER_HIGH ? x > y : x < y;
}

static void
find_best (EqpStudyTable *self,
           GPtrArray     *rows,
           guint          quantity)
{
  EqpTableBest *best = &self->best[quantity];
  g_autofree double *differences = g_new (double, self->plan->trials);

  *best = (EqpTableBest) { .best = -1, .second = -1 };
  if (eqp_quantity_get_better (quantity) == EQP_BETTER_NONE)
    return;
  for (guint i = 0; i < self->n_groups; i++)
    if (is_better (self, quantity, i, best->best))
      {
        best->second = best->best;
        best->best = (gint) i;
      }
    else if (is_better (self, quantity, i, best->second))
      {
        best->second = (gint) i;
      }
  if (best->second < 0)
    return;

  for (gint64 trial = 0; trial < self->plan->trials; trial++)
    {
      const EqpStudyRow *a = get_row (self, rows, (guint) best->best, trial);
      const EqpStudyRow *b = get_row (self, rows, (guint) best->second, trial);

      differences[trial] = a != NULL && b != NULL ? a->values[quantity] - b->values[quantity] : NAN;
    }
  eqp_signed_rank (self->plan->trials, differences, &best->test);
}

/**
 * eqp_study_table_new:
 * @plan: what was run
 * @rows: (element-type EqpStudyRow): a row a cell; %NULL for those that are not done
 *
 * Time O(groups x trials x numbers), and O(trials^3) for each measure.
 *
 * Returns: (transfer full): the table
 */
EqpStudyTable *
eqp_study_table_new (const EqpStudyPlan *plan,
                     GPtrArray          *rows)
{
  EqpStudyTable *self = g_new0 (EqpStudyTable, 1);

  self->plan = eqp_study_plan_copy (plan);
  self->n_groups = plan->groups->len;
  self->groups = g_new0 (EqpTableGroup, MAX (1, self->n_groups));
  for (guint i = 0; i < self->n_groups; i++)
    fill_group (self, rows, i);
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    find_best (self, rows, i);
  return self;
}

/**
 * eqp_study_table_free:
 * @self: (nullable): a table
 */
void
eqp_study_table_free (EqpStudyTable *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_groups; i++)
    {
      g_free (self->groups[i].id);
      g_free (self->groups[i].name);
      g_free (self->groups[i].method);
    }
  g_free (self->groups);
  eqp_study_plan_free (self->plan);
  g_free (self);
}

/* -- JSON -------------------------------------------------------------------------------------------------------- */

static void
write_numbers (GString      *line,
               const char   *key,
               const double *values,
               gboolean      times)
{
  eqp_json_open (line, key, '{');
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    if (!isnan (values[i]) && (times || i != EQP_QUANTITY_SECONDS))
      eqp_json_real (line, eqp_quantity_get_id (i), values[i]);
  eqp_json_close (line, '}');
}

static void
write_group (const EqpStudyTable *self,
             const EqpTableGroup *group,
             gboolean             times,
             GString             *text)
{
  g_autoptr (GString) line = g_string_new (NULL);

  eqp_json_begin (line, "summary");
  eqp_json_string (line, "method", group->method);
  eqp_json_integer (line, "k", self->plan->params.k);
  eqp_json_real (line, "gamma", group->gamma);
  eqp_json_real (line, "gamma_rel", group->gamma_rel);
  eqp_json_integer (line, "trials", group->done);
  eqp_json_integer (line, "failed", group->failed);
  write_numbers (line, "mean", group->mean, times);
  write_numbers (line, "sd", group->sd, times);
  eqp_json_end (line);
  g_string_append_len (text, line->str, (gssize) line->len);
}

static void
write_test (const EqpStudyTable *self,
            guint                quantity,
            GString             *text)
{
  const EqpTableBest *best = &self->best[quantity];
  g_autoptr (GString) line = g_string_new (NULL);

  eqp_json_begin (line, "test");
  eqp_json_string (line, "measure", eqp_quantity_get_id (quantity));
  eqp_json_string (line, "best", self->groups[best->best].id);
  eqp_json_string (line, "second", self->groups[best->second].id);
  eqp_json_integer (line, "pairs", best->test.pairs);
  eqp_json_integer (line, "used", best->test.used);
  eqp_json_real (line, "w_plus", best->test.w_plus);
  eqp_json_real (line, "w_minus", best->test.w_minus);
  eqp_json_real (line, "p", best->test.p);
  eqp_json_boolean (line, "exact", best->test.exact);
  eqp_json_end (line);
  g_string_append_len (text, line->str, (gssize) line->len);
}

/**
 * eqp_study_table_write_json:
 * @self: a table
 * @times: whether to write how long the cells took
 * @text: gets a line "summary" for each group, then a line "test" for each measure with a best and a second group
 */
void
eqp_study_table_write_json (const EqpStudyTable *self,
                            gboolean             times,
                            GString             *text)
{
  for (guint i = 0; i < self->n_groups; i++)
    write_group (self, &self->groups[i], times, text);
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    if (self->best[i].second >= 0 && self->plan->trials > 1)
      write_test (self, i, text);
}
