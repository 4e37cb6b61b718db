/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plot shows, in a sentence: for screen readers, and for whoever wants it short. */
#include "config.h"

#include "eqp-summary.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"

/**
 * eqp_draw_summary_scatter:
 * @model: the points
 *
 * Returns: (transfer full): "1,797 points in 10 clusters; across Component 1, up Component 2"
 */
char *
eqp_draw_summary_scatter (const EqpScatterModel *model)
{
  g_autofree char *points = NULL;
  g_autofree char *count = eqp_format_count (model->n);

  if (model->n <= 0)
    return g_strdup (_("No points"));
  points = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s point", "%s points", (gulong) model->n), count);
  if (model->labels != NULL && model->k > 0)
    {
      /* Translators: %s is "1,797 points". */
      char *clustered = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s in %d cluster", "%s in %d clusters",
                                                      (gulong) model->k),
                                         points, model->k);

      g_free (points);
      points = clustered;
    }
  if (model->x_title == NULL || model->y_title == NULL)
    return g_steal_pointer (&points);
  /* Translators: "1,797 points in 10 clusters", then what the two axes of the plot show. */
  return g_strdup_printf (_("%s; across %s, up %s"), points, model->x_title, model->y_title);
}

/**
 * eqp_draw_summary_objective:
 * @model: the trace
 *
 * Returns: (transfer full): "objective fell 3 percent over 31 iterations"
 */
char *
eqp_draw_summary_objective (const EqpObjectiveModel *model)
{
  double first = NAN, last = NAN, change;
  gulong iterations = (gulong) MAX (model->first + model->n - 1, 0);
  g_autofree char *percent = NULL;

  for (gint64 i = 0; i < model->n; i++)
    {
      double total = model->data_term[i] + (model->penalty != NULL ? model->penalty[i] : 0.0);

      if (!isfinite (total))
        continue;
      first = isnan (first) ? total : first;
      last = total;
    }
  if (isnan (first))
    return g_strdup (_("No iterations yet"));
  if (iterations == 0)
    {
      g_autofree char *value = eqp_format_number (last, 6);

      return g_strdup_printf (_("objective %s at the start"), value);
    }
  change = first != 0.0 ? (last - first) / fabs (first) : 0.0;
  percent = eqp_format_number (100.0 * fabs (change), 2);
  if (change < 0.0)
    /* Translators: %s is a percentage. */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "objective fell %s percent over %lu iteration",
                                         "objective fell %s percent over %lu iterations", iterations),
                            percent, iterations);
  if (change > 0.0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "objective rose %s percent over %lu iteration",
                                         "objective rose %s percent over %lu iterations", iterations),
                            percent, iterations);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "objective unchanged over %lu iteration",
                                       "objective unchanged over %lu iterations", iterations),
                          iterations);
}

static char *
summarize_bars (const EqpSizesModel *model)
{
  gint64 smallest = G_MAXINT64, largest = 0;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (model->k <= 0)
    return g_strdup (_("No clusters yet"));
  for (gint c = 0; c < model->k; c++)
    {
      smallest = MIN (smallest, model->sizes[c]);
      largest = MAX (largest, model->sizes[c]);
    }
  low = eqp_format_count (smallest);
  high = eqp_format_count (largest);
  if (smallest == largest)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d cluster, size %s", "%d clusters, all of size %s",
                                         (gulong) model->k),
                            model->k, low);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d cluster, sizes %s to %s", "%d clusters, sizes %s to %s",
                                       (gulong) model->k),
                          model->k, low, high);
}

/**
 * eqp_draw_summary_restarts:
 * @restart: starts of a run that are over; all of them while the best are combined
 * @restarts: how many there are
 * @best: the best objective so far; NaN: none yet
 *
 * Returns: (transfer full): "Restart 37 of 300, best 1,177,348"
 */
char *
eqp_draw_summary_restarts (gint   restart,
                           gint   restarts,
                           double best)
{
  gboolean over = restart >= restarts;
  g_autofree char *number = eqp_format_count (MIN (restart + 1, restarts));
  g_autofree char *count = eqp_format_count (restarts);
  g_autofree char *value = eqp_format_number (best, 7);

  if (isnan (best))
    return g_strdup_printf (_("Restart %s of %s"), number, count);
  if (over)
    /* Translators: how many starts were made, then the best objective. */
    return g_strdup_printf (_("Combining %s restarts, best %s"), count, value);
  /* Translators: "Restart 37 of 300", then the best objective. */
  return g_strdup_printf (_("Restart %s of %s, best %s"), number, count, value);
}

/**
 * eqp_draw_summary_sizes:
 * @model: the sizes
 *
 * Returns: (transfer full): "10 clusters, sizes 179 to 180; below each its mean picture; by chance alone 159 to 201"
 */
char *
eqp_draw_summary_sizes (const EqpSizesModel *model)
{
  g_autofree char *bars = summarize_bars (model);
  g_autofree char *low = eqp_format_count (model->band_low);
  g_autofree char *high = eqp_format_count (model->band_high);

  if (model->k > 0 && model->picture_width > 0 && model->pictures != NULL)
    {
      char *pictured = g_strdup_printf (_("%s; below each its mean picture"), bars);

      g_free (bars);
      bars = pictured;
    }
  if (model->k > 0 && model->weighted)
    {
      char *counted = g_strdup_printf (_("%s; rows count with their weights"), bars);

      g_free (bars);
      bars = counted;
    }
  if (model->k < 2 || model->band_high <= 0)
    return g_steal_pointer (&bars);
  /* Translators: how large a cluster is if rows are thrown into clusters at random */
  return g_strdup_printf (_("%s; by chance alone %s to %s"), bars, low, high);
}

/**
 * eqp_draw_summary_explain:
 * @model: the costs
 *
 * Returns: (transfer full): "cluster 3 costs least, 742.1; next is cluster 8, 801.5"
 */
char *
eqp_draw_summary_explain (const EqpExplainModel *model)
{
  double least[2] = { INFINITY, INFINITY };
  gint bars[2] = { -1, -1 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  for (gint b = 0; b < model->n; b++)
    {
      double total = model->data[b] + model->prices[b];
      int place = model->clusters[b] == model->cheapest ? 0 : 1;

      if (total < least[place])
        {
          least[place] = total;
          bars[place] = b;
        }
    }
  if (bars[0] < 0)
    return g_strdup (_("No costs yet"));
  first = eqp_format_number (least[0], 4);
  if (bars[1] < 0)
    return g_strdup_printf (_("cluster %d costs least, %s"), model->clusters[bars[0]] + 1, first);
  second = eqp_format_number (least[1], 4);
  return g_strdup_printf (_("cluster %d costs least, %s; next is cluster %d, %s"), model->clusters[bars[0]] + 1, first,
                          model->clusters[bars[1]] + 1, second);
}

/**
 * eqp_draw_summary_live_page:
 * @page: the page
 *
 * Returns: (transfer full): the summaries of the three plots, parted by semicolons
 */
char *
eqp_draw_summary_live_page (const EqpLivePage *page)
{
  g_autofree char *scatter = eqp_draw_summary_scatter (&page->scatter);
  g_autofree char *sizes = eqp_draw_summary_sizes (&page->sizes);
  g_autofree char *objective = eqp_draw_summary_objective (&page->objective);

  return g_strdup_printf ("%s; %s; %s", scatter, sizes, objective);
}
