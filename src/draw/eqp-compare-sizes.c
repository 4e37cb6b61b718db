/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cluster sizes of several runs side by side on one axis: a panel of bars for each, and over it the first run's sizes
 * as outlines, so that it shows by how much a cluster grew or shrank. */
#include "config.h"

#include "eqp-compare-sizes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-plot-private.h"
#include "eqp-text-private.h"

/* Bars that are so many times higher than the highest of the most even run would leave nothing of the others. */
#define REACH 3.0
#define BEYOND_ROOM 1.25

/* How far panels are moved to the left, in font sizes, so that bars stand below points, whose axis takes less room.
 * More would cut the title of the axis. */
#define LEFT_SHIFT 0.8

static double
largest_size (const EqpCompareSizesModel *model,
              guint                       run)
{
  gint64 largest = 0;

  for (gint c = 0; c < model->k; c++)
    largest = MAX (largest, model->sizes[run][c]);
  return (double) largest;
}

/* One axis for all. */
static double
choose_top (const EqpCompareSizesModel *model)
{
  double least = INFINITY, top = 1.0, reach;
  gboolean beyond = FALSE;

  for (guint run = 0; run < model->n_runs; run++)
    least = MIN (least, MAX (1.0, largest_size (model, run)));
  reach = REACH * least;
  for (guint run = 0; run < model->n_runs; run++)
    for (gint c = 0; c < model->k; c++)
      if ((double) model->sizes[run][c] <= reach)
        top = MAX (top, (double) model->sizes[run][c]);
      else
        beyond = TRUE;
  return beyond ? MAX (top, BEYOND_ROOM * least) : top;
}

static EqpSizesModel
panel_model (const EqpCompareSizesModel *model,
             guint                       run)
{
  EqpSizesModel panel;

  eqp_sizes_model_init (&panel);
  panel.k = model->k;
  panel.sizes = model->sizes[run];
  panel.own_k = model->own_k[run];
  panel.weighted = model->weighted[run];
  if (run > 0 && model->weighted[run] == model->weighted[0])
    {
      panel.reference_k[0] = model->k;
      panel.reference[0] = model->sizes[0];
      panel.reference_name[0] = model->names[0];
    }
  return panel;
}

/**
 * eqp_compare_sizes_layout:
 * @model: the sizes
 * @rect: the whole plot
 * @style: the style
 * @panels: (out caller-allocates): as many as there are runs
 *
 * Divides the plot into panels with one scale.
 */
void
eqp_compare_sizes_layout (const EqpCompareSizesModel *model,
                          const EqpRect              *rect,
                          const EqpStyle             *style,
                          EqpCompareSizesPanel       *panels)
{
  double top = choose_top (model), shift = round (LEFT_SHIFT * style->font_size);
  double column = (rect->width - (model->n_runs - 1.0) * model->gap) / MAX (1u, model->n_runs);

  for (guint run = 0; run < model->n_runs; run++)
    {
      EqpCompareSizesPanel *panel = &panels[run];
      EqpSizesModel sizes = panel_model (model, run);

      panel->rect = (EqpRect) { round (rect->x + run * (column + model->gap)) - shift, rect->y,
                                floor (column) + shift, rect->height };
      panel->area = eqp_draw_sizes_plot_area (&panel->rect, style);
      eqp_sizes_scale_init (&panel->scale, &sizes, &panel->area, style);
      eqp_axis_init (&panel->scale.y, EQP_AXIS_LINEAR, 0.0, top);
      panel->scale.y.integral = TRUE;
      eqp_axis_expand (&panel->scale.y, (int) CLAMP (panel->area.height / (2.8 * style->font_size), 1.0, 6.0));
      panel->beyond = largest_size (model, run) > panel->scale.y.max;
    }
}

/**
 * eqp_compare_sizes_at:
 * @model: the sizes
 * @panels: their layout
 * @x: px
 * @y: px
 * @run: (out): which panel is there
 * @cluster: (out): whose bar
 *
 * Returns: whether there is one
 */
gboolean
eqp_compare_sizes_at (const EqpCompareSizesModel *model,
                      const EqpCompareSizesPanel *panels,
                      double                      x,
                      double                      y,
                      guint                      *run,
                      gint                       *cluster)
{
  for (guint i = 0; i < model->n_runs; i++)
    {
      const EqpRect *area = &panels[i].area;

      if (y < area->y || y > area->y + area->height)
        continue;
      *cluster = eqp_sizes_bar_at (&panels[i].scale, area, x);
      *run = i;
      if (*cluster >= 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * eqp_draw_compare_sizes_furniture:
 * @cr: where to draw
 * @model: the sizes
 * @panels: their layout
 * @style: the style
 *
 * Draws what is below the bars.
 */
void
eqp_draw_compare_sizes_furniture (cairo_t                    *cr,
                                  const EqpCompareSizesModel *model,
                                  const EqpCompareSizesPanel *panels,
                                  const EqpStyle             *style)
{
  for (guint run = 0; run < model->n_runs; run++)
    {
      EqpSizesModel sizes = panel_model (model, run);

      eqp_draw_sizes_furniture (cr, &panels[run].scale, &sizes, &panels[run].rect, style);
    }
}

/* Bars that run out at the top are cut there, with their value beside an arrow. */
static void
draw_beyond (cairo_t                    *cr,
             const EqpSizesModel        *sizes,
             const EqpCompareSizesPanel *panel,
             const EqpStyle             *style)
{
  double free_from = panel->area.x, y = panel->area.y + 0.6 * style->font_size;
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  for (gint c = 0; c < sizes->k; c++)
    if ((double) sizes->sizes[c] > panel->scale.y.max)
      {
        g_autofree char *value = eqp_format_count (sizes->sizes[c]);
        g_autofree char *label = g_strconcat ("\342\206\221\302\240", value, NULL);
        double width = _eqp_text_width (&text, label);
        double x = panel->area.x + (c + 0.5) * panel->scale.pitch - width / 2.0;

        x = CLAMP (x, panel->area.x, panel->area.x + panel->area.width - width);
        if (x < free_from)
          continue;
        /* As if the bar were broken there: on its color nothing is read. */
        eqp_rgba_set_source (cr, style->card);
        _eqp_round_rectangle (cr, x - 3.0, y - 0.55 * style->font_size, width + 6.0, 1.1 * style->font_size, 3.0);
        cairo_fill (cr);
        _eqp_text_draw (&text, label, x, y, 0.0, style->foreground);
        free_from = x + width + 0.5 * style->font_size;
      }
}

static void
draw_panel (cairo_t                    *cr,
            const EqpCompareSizesModel *model,
            guint                       run,
            const EqpCompareSizesPanel *panel,
            const EqpStyle             *style)
{
  EqpSizesModel sizes = panel_model (model, run);
  g_autofree gint64 *selected = g_new0 (gint64, (gsize) MAX (1, model->k));
  gint cluster = model->selected[run] - 1;

  if (cluster >= 0 && cluster < model->k)
    {
      selected[cluster] = model->selected_row ? 1 : sizes.sizes[cluster];
      sizes.selected = selected;
    }
  cairo_save (cr);
  cairo_rectangle (cr, panel->area.x - 1.0, panel->area.y, panel->area.width + 2.0, panel->area.height + 1.0);
  cairo_clip (cr);
  eqp_draw_sizes_bars (cr, &panel->scale, &sizes, &panel->area, style);
  eqp_draw_sizes_references (cr, &panel->scale, &sizes, &panel->area, style);
  eqp_draw_sizes_labels (cr, &panel->scale, &sizes, &panel->area, style);
  cairo_restore (cr);
  /* With what it has below the axis. */
  cairo_save (cr);
  cairo_rectangle (cr, panel->area.x - 3.0, panel->area.y - 3.0, panel->area.width + 6.0, panel->area.height + 6.0);
  cairo_clip (cr);
  eqp_draw_sizes_selection (cr, &panel->scale, &sizes, &panel->area, style);
  if (panel->beyond)
    draw_beyond (cr, &sizes, panel, style);
  cairo_restore (cr);
}

/**
 * eqp_draw_compare_sizes_bars:
 * @cr: where to draw
 * @model: the sizes
 * @panels: their layout
 * @style: the style
 *
 * Draws bars, their labels, the outlines of the first run and what is selected.
 */
void
eqp_draw_compare_sizes_bars (cairo_t                    *cr,
                             const EqpCompareSizesModel *model,
                             const EqpCompareSizesPanel *panels,
                             const EqpStyle             *style)
{
  for (guint run = 0; run < model->n_runs; run++)
    draw_panel (cr, model, run, &panels[run], style);
}

/**
 * eqp_draw_compare_sizes:
 * @cr: where to draw
 * @model: the sizes
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot, for pictures and print.
 */
void
eqp_draw_compare_sizes (cairo_t                    *cr,
                        const EqpCompareSizesModel *model,
                        const EqpRect              *rect,
                        const EqpStyle             *style)
{
  EqpCompareSizesPanel panels[EQP_COMPARE_MAX_RUNS];

  eqp_compare_sizes_layout (model, rect, style, panels);
  eqp_draw_compare_sizes_furniture (cr, model, panels, style);
  eqp_draw_compare_sizes_bars (cr, model, panels, style);
}

/**
 * eqp_draw_summary_compare_sizes:
 * @model: the sizes
 *
 * Returns: (transfer full): what the plot shows, in a sentence for each run
 */
char *
eqp_draw_summary_compare_sizes (const EqpCompareSizesModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint run = 0; run < model->n_runs; run++)
    {
      gint64 smallest = G_MAXINT64, largest = 0;
      gint others = model->own_k[run] > 0 ? model->k - model->own_k[run] : 0;
      g_autofree char *low = NULL;
      g_autofree char *high = NULL;

      for (gint c = 0; c < model->k; c++)
        {
          if (model->sizes[run][c] == 0 && others-- > 0)
            continue;
          smallest = MIN (smallest, model->sizes[run][c]);
          largest = MAX (largest, model->sizes[run][c]);
        }
      low = eqp_format_count (model->k > 0 ? smallest : 0);
      high = eqp_format_count (largest);
      if (run > 0)
        g_string_append_c (text, ' ');
      /* Translators: name of a run, the sizes of its smallest and largest cluster. */
      g_string_append_printf (text, _("%s: sizes %s to %s."), model->names[run] != NULL ? model->names[run] : "", low,
                              high);
    }
  return g_string_free (text, FALSE);
}
