/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes of a study, in words. */
#include "config.h"

#include "eqp-presenter-study.h"

#include <glib/gi18n.h>
#include <math.h>

static double
mean_of (const EqpTableGroup *group,
         EqpMeasureId         measure)
{
  return group->mean[EQP_QUANTITY_FIRST_MEASURE + measure];
}

static gboolean
is_of_first (const EqpStudyTable *table,
             guint                group)
{
  return g_str_equal (table->groups[group].method, table->groups[0].method);
}

static const EqpTableGroup *
find_plain (const EqpStudyTable *table)
{
  const EqpTableGroup *last = table->n_groups > 0 ? &table->groups[table->n_groups - 1] : NULL;
  const EqpSolver *solver = last != NULL ? eqp_solver_find (last->method) : NULL;

  return solver != NULL && (solver->flags & EQP_SOLVER_USES_GAMMA) == 0 && last->done > 0 ? last : NULL;
}

/* Sizes of clusters: "91 to 291", "10". */
static char *
dup_sizes (const EqpTableGroup *group)
{
  g_autofree char *low = eqp_format_count (llround (mean_of (group, EQP_MEASURE_MIN)));
  g_autofree char *high = eqp_format_count (llround (mean_of (group, EQP_MEASURE_MAX)));

  /* Translators: the smallest and the largest cluster. */
  return g_str_equal (low, high) ? g_strdup (low) : g_strdup_printf (_ ("%s to %s"), low, high);
}

static void
append_sizes (GString             *text,
              const EqpStudyTable *table)
{
  const EqpSolver *solver = table->n_groups > 0 ? eqp_solver_find (table->groups[0].method) : NULL;
  /* Translators: within a sentence: "for 2 % more cut". */
  const char *data = solver != NULL && solver->family == EQP_FAMILY_GRAPH ? _ ("cut") : _ ("SSE");
  const EqpTableGroup *plain = find_plain (table), *even = NULL, *loose = NULL;
  double most_even = table->plan->n % table->plan->params.k > 0 ? 1.0 : 0.0;
  g_autofree char *sizes = NULL, *gamma = NULL, *even_sizes = NULL, *cost = NULL;
  double change;

  for (guint i = 0; i < table->n_groups && is_of_first (table, i); i++)
    {
      if (table->groups[i].done == 0)
        continue;
      if (loose == NULL)
        loose = &table->groups[i];
      if (even == NULL && mean_of (&table->groups[i], EQP_MEASURE_MAX_MINUS_MIN) <= most_even + 1e-9)
        even = &table->groups[i];
    }
  if (plain != NULL)
    loose = plain;
  if (loose == NULL)
    return;
  sizes = dup_sizes (loose);
  if (even == NULL)
    {
      /* Translators: sizes of clusters. */
      g_string_append_printf (text, _ ("Left to the data, clusters have %s rows. "), sizes);
      return;
    }
  gamma = eqp_format_number (even->gamma_rel, 3);
  even_sizes = dup_sizes (even);
  change = even->mean[EQP_QUANTITY_DATA_TERM] / loose->mean[EQP_QUANTITY_DATA_TERM] - 1.0;
  if (fabs (change) < 0.0005)
    {
      /* Translators: sizes of clusters without balance; then gamma, sizes with it, SSE or cut. */
      g_string_append_printf (text, _ ("Left to the data, clusters have %s rows; from relative gamma %s on they "
                                       "have %s, with the same %s. "),
                              sizes, gamma, even_sizes, data);
      return;
    }
  cost = isfinite (change) ? eqp_format_percent (fabs (change), 1) : g_strdup ("–");
  /* Translators: sizes of clusters without balance; then gamma, sizes with it, percent, SSE or cut. */
  g_string_append_printf (text,
                          change >= 0.0 ? _ ("Left to the data, clusters have %s rows; from relative gamma %s on they "
                                             "have %s, for %s more %s. ")
                                        : _ ("Left to the data, clusters have %s rows; from relative gamma %s on they "
                                             "have %s, with %s less %s. "),
                          sizes, gamma, even_sizes, cost, data);
}

static void
append_best (GString             *text,
             const EqpStudyTable *table)
{
  const EqpTableGroup *plain = find_plain (table), *best = NULL;
  g_autofree char *value = NULL, *gamma = NULL, *other = NULL;

  for (guint i = 0; i < table->n_groups && is_of_first (table, i); i++)
    if (!isnan (mean_of (&table->groups[i], EQP_MEASURE_ACC)) &&
        (best == NULL || mean_of (&table->groups[i], EQP_MEASURE_ACC) > mean_of (best, EQP_MEASURE_ACC)))
      best = &table->groups[i];
  if (best == NULL)
    return;
  value = eqp_format_fixed (mean_of (best, EQP_MEASURE_ACC), 3);
  gamma = eqp_format_number (best->gamma_rel, 3);
  if (plain == NULL)
    {
      g_string_append_printf (text, _ ("ACC is best at relative gamma %s: %s. "), gamma, value);
      return;
    }
  other = eqp_format_fixed (mean_of (plain, EQP_MEASURE_ACC), 3);
  g_string_append_printf (text, _ ("ACC is best at relative gamma %s: %s, against %s of the plain method. "), gamma,
                          value, other);
}

/**
 * eqp_presenter_study_dup_verdict:
 * @model: a study
 *
 * Returns: (transfer full): what comes of it, in words for those who have not read about it; empty without results
 */
char *
eqp_presenter_study_dup_verdict (EqpStudyModel *model)
{
  const EqpStudyTable *table = eqp_study_model_get_table (model);
  GString *text = g_string_new (NULL);
  double unit;
  const EqpPathStream *stream = eqp_study_model_get_stream (model, &unit);

  if (table != NULL)
    {
      append_sizes (text, table);
      append_best (text, table);
    }
  if (stream != NULL && stream->knee > 0 && unit > 0.0)
    {
      g_autofree char *gamma = eqp_format_number (stream->from[stream->knee] / unit, 3);

      g_string_append_printf (text, _ ("At the knee, relative gamma %s, most of the evenness is won for little. "),
                              gamma);
    }
  return g_strchomp (g_string_free (text, FALSE));
}
