/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of each cluster below its bar and its number, where rows are images. Where bars are too narrow for them
 * they fold away and leave their room to the bars. */
#include "config.h"

#include "eqp-sizes-plot.h"

#include <math.h>

#include "eqp-plot-private.h"

/* Of a picture, in font sizes. */
#define LEAST_SIDE 1.25
#define MOST_SIDE 4.5
/* Of the plot's height, the bars want the rest. */
#define MOST_SHARE 0.24
/* Between pictures, and below them, in font sizes. */
#define GAP 0.3

/* How large pictures are with so much room; FALSE: too small to be seen. */
static gboolean
choose_size (const EqpSizesModel *model,
             double               pitch,
             double               height,
             const EqpStyle      *style,
             double              *width,
             double              *tall)
{
  double line = style->font_size, zoom;

  if (model->picture_width <= 0 || model->picture_height <= 0 || model->k <= 0)
    return FALSE;
  zoom = MIN (MIN (pitch - GAP * line, MOST_SIDE * line) / model->picture_width,
              MIN (MOST_SHARE * height, MOST_SIDE * line) / model->picture_height);
  *width = floor (zoom * model->picture_width * style->scale) / style->scale;
  *tall = floor (zoom * model->picture_height * style->scale) / style->scale;
  return MIN (*width, *tall) >= LEAST_SIDE * line;
}

static int
count_bars (const EqpSizesModel *model)
{
  return MAX (MAX (model->k, 1), MAX (model->reference_k[0], model->reference_k[1]));
}

/**
 * eqp_sizes_pictured_area:
 * @model: the sizes, with or without pictures
 * @rect: the whole plot
 * @style: the style
 *
 * Returns: as eqp_draw_sizes_plot_area(), with room below it for the pictures where they are shown
 */
EqpRect
eqp_sizes_pictured_area (const EqpSizesModel *model,
                         const EqpRect       *rect,
                         const EqpStyle      *style)
{
  EqpRect area = eqp_draw_sizes_plot_area (rect, style);
  double width, tall;

  if (choose_size (model, area.width / count_bars (model), area.height, style, &width, &tall))
    area.height -= tall + round (GAP * style->font_size);
  return area;
}

/**
 * eqp_sizes_picture_rect:
 * @model: the sizes
 * @whole: the whole plot
 * @style: the style
 * @bar: its number, from 0
 * @rect: (out): where its picture is
 *
 * Returns: whether there is room for pictures
 */
gboolean
eqp_sizes_picture_rect (const EqpSizesModel *model,
                        const EqpRect       *whole,
                        const EqpStyle      *style,
                        gint                 bar,
                        EqpRect             *rect)
{
  EqpRect area = eqp_draw_sizes_plot_area (whole, style);
  double pitch = area.width / count_bars (model), foot;

  if (!choose_size (model, pitch, area.height, style, &rect->width, &rect->height))
    return FALSE;
  area = eqp_sizes_pictured_area (model, whole, style);
  foot = area.y + area.height + EQP_SIZES_FOOT * style->font_size;
  rect->x = round ((area.x + (bar + 0.5) * pitch - rect->width / 2.0) * style->scale) / style->scale;
  rect->y = round (foot * style->scale) / style->scale;
  return TRUE;
}

static void
draw_picture (cairo_t        *cr,
              const guint8   *pixels,
              int             width,
              int             height,
              const EqpRect  *rect,
              const EqpStyle *style)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  guint8 *to = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  double line = _eqp_hairline (style);

  if (to != NULL)
    {
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          {
            const guint8 *from = pixels + 3 * ((gsize) y * (gsize) width + (gsize) x);

            ((guint32 *) (gpointer) (to + (gsize) y * (gsize) stride))[x] =
                (guint32) from[0] << 16 | (guint32) from[1] << 8 | from[2];
          }
      cairo_surface_mark_dirty (surface);
      cairo_save (cr);
      cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
      cairo_clip (cr);
      cairo_translate (cr, rect->x, rect->y);
      cairo_scale (cr, rect->width / width, rect->height / height);
      cairo_set_source_surface (cr, surface, 0.0, 0.0);
      /* Few pixels are shown as what they are; many are averaged. */
      cairo_pattern_set_filter (cairo_get_source (cr),
                                rect->width * style->scale >= width ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (surface);

  /* An edge, so that a black picture ends on a dark page and a white one on a light page. */
  cairo_rectangle (cr, rect->x + line / 2.0, rect->y + line / 2.0, rect->width - line, rect->height - line);
  eqp_rgba_set_source (cr, style->high_contrast ? style->foreground : style->dim);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/**
 * eqp_draw_sizes_pictures:
 * @cr: where to draw
 * @model: the sizes, with pictures
 * @whole: the whole plot
 * @style: the style
 *
 * Draws the pictures of the clusters that have rows, as far as there is room for them.
 */
void
eqp_draw_sizes_pictures (cairo_t             *cr,
                         const EqpSizesModel *model,
                         const EqpRect       *whole,
                         const EqpStyle      *style)
{
  gsize bytes = 3 * (gsize) MAX (0, model->picture_width) * (gsize) MAX (0, model->picture_height);
  EqpRect rect;

  for (gint c = 0; model->pictures != NULL && c < model->k; c++)
    if (model->sizes[c] > 0 && eqp_sizes_picture_rect (model, whole, style, c, &rect))
      draw_picture (cr, model->pictures + (gsize) c * bytes, model->picture_width, model->picture_height, &rect, style);
}
