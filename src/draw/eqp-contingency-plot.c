/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of two runs as a heat map: framed on the diagonal the clusters that are matched, in one color what stayed
 * and in another what changed sides. Large tables become one pixel a cell. */
#include "config.h"

#include "eqp-contingency-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-palette.h"
#include "eqp-plot-private.h"
#include "eqp-text-private.h"

/* Beyond this cells are pixels of a picture that is stretched. */
#define CELLS_UP_TO 64

/**
 * eqp_draw_contingency_area:
 * @model: the table
 * @rect: the whole plot
 * @style: the style
 *
 * Returns: where the cells are
 */
EqpRect
eqp_draw_contingency_area (const EqpContingencyModel *model,
                           const EqpRect             *rect,
                           const EqpStyle            *style)
{
  double line = style->font_size;
  EqpRect area = _eqp_inset (rect, round (3.25 * line), round (4.4 * line), round (0.9 * line), round (0.9 * line));
  double pitch;

  if (model->k <= 0 || area.width <= 0.0 || area.height <= 0.0)
    return area;
  /* Cells up to twice as wide as high, and no larger than numbers need; low ones keep the width of a number. */
  pitch = MIN (area.height / model->k, 4.4 * line);
  area.height = pitch * model->k;
  area.width = MIN (area.width, CLAMP (2.0 * pitch, 2.4 * line, 6.5 * line) * model->k);
  return area;
}

/**
 * eqp_contingency_cell:
 * @model: the table
 * @area: where its cells are
 * @first: a cluster of the first run
 * @second: a cluster of the second one
 *
 * Returns: where their cell is
 */
EqpRect
eqp_contingency_cell (const EqpContingencyModel *model,
                      const EqpRect             *area,
                      gint                       first,
                      gint                       second)
{
  double width = area->width / model->k, height = area->height / model->k;

  return (EqpRect) { area->x + second * width, area->y + first * height, width, height };
}

/**
 * eqp_contingency_at:
 * @model: the table
 * @area: where its cells are
 * @x: px
 * @y: px
 * @first: (out): a cluster of the first run
 * @second: (out): a cluster of the second one
 *
 * Returns: whether there is a cell
 */
gboolean
eqp_contingency_at (const EqpContingencyModel *model,
                    const EqpRect             *area,
                    double                     x,
                    double                     y,
                    gint                      *first,
                    gint                      *second)
{
  if (model->k <= 0 || area->width <= 0.0 || area->height <= 0.0)
    return FALSE;
  *second = (gint) floor ((x - area->x) * model->k / area->width);
  *first = (gint) floor ((y - area->y) * model->k / area->height);
  return *first >= 0 && *second >= 0 && *first < model->k && *second < model->k;
}

/* By the root of the share, so that a few rows are still seen. */
static EqpRgba
cell_color (const EqpContingencyModel *model,
            gint                       first,
            gint                       second,
            gint64                     largest,
            const EqpStyle            *style)
{
  gint64 count = model->table[(gsize) first * model->k + second];
  EqpRgba full = first == second ? eqp_palette_data_term (style) : eqp_palette_penalty (style);
  double share = largest > 0 ? sqrt ((double) count / (double) largest) : 0.0;

  return count == 0 ? style->card : eqp_rgba_mix (style->card, full, 0.12 + 0.78 * share);
}

static gint64
largest_count (const EqpContingencyModel *model)
{
  gint64 largest = 0;

  for (gsize i = 0; i < (gsize) model->k * model->k; i++)
    largest = MAX (largest, model->table[i]);
  return largest;
}

static guint32
to_pixel (EqpRgba color)
{
  return 0xff000000u | (guint32) lround (color.red * 255.0) << 16 | (guint32) lround (color.green * 255.0) << 8 |
         (guint32) lround (color.blue * 255.0);
}

static void
draw_pixels (cairo_t                   *cr,
             const EqpContingencyModel *model,
             const EqpRect             *area,
             gint64                     largest,
             const EqpStyle            *style)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, model->k, model->k);
  guchar *pixels = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  if (pixels == NULL)
    {
      cairo_surface_destroy (surface);
      return;
    }
  for (gint first = 0; first < model->k; first++)
    for (gint second = 0; second < model->k; second++)
      ((guint32 *) (gpointer) (pixels + (gsize) first * stride))[second] =
          to_pixel (cell_color (model, first, second, largest, style));
  cairo_surface_mark_dirty (surface);
  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width / model->k, area->height / model->k);
  cairo_set_source_surface (cr, surface, 0.0, 0.0);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            area->height >= model->k ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

/* Black or white, whichever is told from the ground better. */
static EqpRgba
text_color (EqpRgba ground)
{
  double light = 0.30 * ground.red + 0.59 * ground.green + 0.11 * ground.blue;

  return light > 0.55 ? (EqpRgba) { 0.0f, 0.0f, 0.0f, 0.87f } : (EqpRgba) { 1.0f, 1.0f, 1.0f, 1.0f };
}

static void
draw_cells (cairo_t                   *cr,
            const EqpContingencyModel *model,
            const EqpRect             *area,
            gint64                     largest,
            const EqpStyle            *style)
{
  g_autofree char *widest = eqp_format_count (largest);
  g_auto (EqpText) text = { 0 };
  gboolean labelled;

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  labelled = _eqp_text_width (&text, widest) + 4.0 <= area->width / model->k &&
             1.1 * style->font_size <= area->height / model->k;
  for (gint first = 0; first < model->k; first++)
    for (gint second = 0; second < model->k; second++)
      {
        EqpRect cell = eqp_contingency_cell (model, area, first, second);
        gint64 count = model->table[(gsize) first * model->k + second];
        EqpRgba color = cell_color (model, first, second, largest, style);

        if (count == 0)
          continue;
        eqp_rgba_set_source (cr, color);
        cairo_rectangle (cr, cell.x + 0.5, cell.y + 0.5, MAX (0.5, cell.width - 1.0), MAX (0.5, cell.height - 1.0));
        cairo_fill (cr);
        if (labelled)
          {
            g_autofree char *label = eqp_format_count (count);

            _eqp_text_draw (&text, label, cell.x + cell.width / 2.0, cell.y + cell.height / 2.0, 0.5,
                            text_color (color));
          }
      }
}

/* The matching: one frame for each pair. */
static void
draw_matching (cairo_t                   *cr,
               const EqpContingencyModel *model,
               const EqpRect             *area,
               const EqpStyle            *style)
{
  if (area->height / model->k < 6.0)
    return;
  for (gint c = 0; c < model->k; c++)
    {
      EqpRect cell = eqp_contingency_cell (model, area, c, c);

      /* Numbers that are left over stand for clusters without a partner. */
      if (model->table[(gsize) c * model->k + c] == 0)
        continue;
      cairo_rectangle (cr, cell.x + 0.5, cell.y + 0.5, cell.width - 1.0, cell.height - 1.0);
    }
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* The numbers of the clusters, in their colors. */
static void
draw_numbers (cairo_t                   *cr,
              const EqpContingencyModel *model,
              const EqpRect             *area,
              const EqpStyle            *style)
{
  static const int nice[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
  double line = style->font_size, width = area->width / model->k, height = area->height / model->k;
  gsize across = 0, down = 0;
  g_autofree char *widest = eqp_format_count (model->k);
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  while (across + 1 < G_N_ELEMENTS (nice) && nice[across] * width < _eqp_text_width (&text, widest) + 0.4 * line)
    across++;
  while (down + 1 < G_N_ELEMENTS (nice) && nice[down] * height < 1.1 * line)
    down++;
  for (gint c = 0; c < model->k; c++)
    {
      g_autofree char *label = eqp_format_count (c + 1);

      eqp_rgba_set_source (cr, eqp_palette_color (c, style));
      cairo_rectangle (cr, area->x + c * width + 0.5, area->y - 5.0, MAX (0.5, width - 1.0), 3.0);
      cairo_rectangle (cr, area->x - 5.0, area->y + c * height + 0.5, 3.0, MAX (0.5, height - 1.0));
      cairo_fill (cr);
      if (c % nice[across] == 0)
        _eqp_text_draw (&text, label, area->x + (c + 0.5) * width, area->y - 1.1 * line, 0.5, style->dim);
      if (c % nice[down] == 0)
        _eqp_text_draw (&text, label, area->x - 0.65 * line, area->y + (c + 0.5) * height, 1.0, style->dim);
    }
}

static void
draw_names (cairo_t                   *cr,
            const EqpContingencyModel *model,
            const EqpRect             *rect,
            const EqpRect             *area,
            const EqpStyle            *style)
{
  double line = style->font_size, x = rect->x + round (0.75 * line), width = rect->x + rect->width - x - 0.5 * line;
  g_autofree char *down = g_strdup_printf (_("Down: %s"), model->first_name != NULL ? model->first_name : "");
  g_autofree char *across = g_strdup_printf (_("Across: %s"), model->second_name != NULL ? model->second_name : "");
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  _eqp_text_draw_in (&text, down, x, rect->y + 1.0 * line, 0.0, width, style->foreground);
  _eqp_text_draw_in (&text, across, x, rect->y + 2.2 * line, 0.0, width, style->foreground);
}

/**
 * eqp_draw_contingency:
 * @cr: where to draw
 * @model: the table
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot.
 */
void
eqp_draw_contingency (cairo_t                   *cr,
                      const EqpContingencyModel *model,
                      const EqpRect             *rect,
                      const EqpStyle            *style)
{
  EqpRect area = eqp_draw_contingency_area (model, rect, style);
  gint64 largest = largest_count (model);

  if (model->k <= 0 || area.width <= 0.0 || area.height <= 0.0)
    return;
  draw_names (cr, model, rect, &area, style);
  draw_numbers (cr, model, &area, style);
  if (model->k > CELLS_UP_TO)
    draw_pixels (cr, model, &area, largest, style);
  else
    draw_cells (cr, model, &area, largest, style);
  cairo_rectangle (cr, area.x, area.y, area.width, area.height);
  eqp_rgba_set_source (cr, style->grid);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
  draw_matching (cr, model, &area, style);
}

/**
 * eqp_draw_summary_contingency:
 * @model: the table
 *
 * Returns: (transfer full): how many rows stay in the cluster they are matched with, as a sentence
 */
char *
eqp_draw_summary_contingency (const EqpContingencyModel *model)
{
  gint64 all = 0, stay = 0;
  g_autofree char *stays = NULL;
  g_autofree char *rows = NULL;

  for (gint first = 0; first < model->k; first++)
    for (gint second = 0; second < model->k; second++)
      {
        gint64 count = model->table[(gsize) first * model->k + second];

        all += count;
        stay += first == second ? count : 0;
      }
  stays = eqp_format_count (stay);
  rows = eqp_format_count (all);
  return g_strdup_printf (_("%s of %s rows are in clusters that are matched with each other."), stays, rows);
}
