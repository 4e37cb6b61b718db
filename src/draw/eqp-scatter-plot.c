/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scatter plots: the points as pixels, and separately what stands around and above them, so that a window can keep
 * each as long as it is good. */
#include "config.h"

#include "eqp-scatter-plot.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "eqp-axis.h"
#include "eqp-format.h"
#include "eqp-plot-private.h"
#include "eqp-scatter-private.h"
#include "eqp-text-private.h"

/* More points than this make a vector file slow to open: they are embedded as a picture. */
#define VECTOR_UP_TO 5000

/**
 * eqp_scatter_model_init:
 * @self: the model to fill: empty, nothing highlighted
 */
void
eqp_scatter_model_init (EqpScatterModel *self)
{
  *self = (EqpScatterModel) { .highlight_cluster = -1, .highlight_row = -1 };
}

/**
 * eqp_scatter_data_range:
 * @n: points
 * @xy: 2n coordinates
 * @range: (out): smallest range that holds all finite points; zero when there is none
 *
 * Returns: whether there is a finite point
 */
gboolean
eqp_scatter_data_range (gint64       n,
                        const float *xy,
                        EqpRange    *range)
{
  EqpRange found = { INFINITY, -INFINITY, INFINITY, -INFINITY };

  for (gint64 i = 0; i < n; i++)
    if (isfinite (xy[2 * i]) && isfinite (xy[2 * i + 1]))
      {
        found.x0 = MIN (found.x0, xy[2 * i]);
        found.x1 = MAX (found.x1, xy[2 * i]);
        found.y0 = MIN (found.y0, xy[2 * i + 1]);
        found.y1 = MAX (found.y1, xy[2 * i + 1]);
      }
  if (found.x0 > found.x1)
    {
      *range = (EqpRange) { 0.0, 0.0, 0.0, 0.0 };
      return FALSE;
    }
  *range = found;
  return TRUE;
}

static void
widen (double *from,
       double *to,
       double  pixels,
       double  padding)
{
  double middle = *from / 2.0 + *to / 2.0;
  double half = (*to - *from) / 2.0 * pixels / MAX (pixels - 2.0 * padding, pixels / 4.0);

  *from = middle - half;
  *to = middle + half;
}

/**
 * eqp_range_fit:
 * @range: (inout): what is to be seen; may be degenerate
 * @width: px of the plot area, above 0
 * @height: px of the plot area, above 0
 * @padding: px to keep free around it, so that the outermost markers are whole
 * @keep_aspect: a unit is as long on both axes, as distances in a PCA plane want it
 *
 * Afterwards `x0 < x1` and `y0 < y1`.
 */
void
eqp_range_fit (EqpRange *range,
               double    width,
               double    height,
               double    padding,
               gboolean  keep_aspect)
{
  EqpAxis x, y;
  double per_pixel = 0.0;

  width = MAX (width, 1.0);
  height = MAX (height, 1.0);
  eqp_axis_init (&x, EQP_AXIS_LINEAR, range->x0, range->x1);
  eqp_axis_init (&y, EQP_AXIS_LINEAR, range->y0, range->y1);
  if (keep_aspect)
    {
      /* A direction without extent was given one by the axis: it must not decide. */
      double wide = range->x1 > range->x0 ? x.max - x.min : 0.0;
      double high = range->y1 > range->y0 ? y.max - y.min : 0.0;

      per_pixel =
          MAX (wide / MAX (width - 2.0 * padding, width / 4.0), high / MAX (height - 2.0 * padding, height / 4.0));
    }
  if (per_pixel > 0.0)
    {
      double middle_x = x.min / 2.0 + x.max / 2.0, middle_y = y.min / 2.0 + y.max / 2.0;

      *range = (EqpRange) { middle_x - per_pixel * width / 2.0, middle_x + per_pixel * width / 2.0,
                            middle_y - per_pixel * height / 2.0, middle_y + per_pixel * height / 2.0 };
      return;
    }
  widen (&x.min, &x.max, width, padding);
  widen (&y.min, &y.max, height, padding);
  *range = (EqpRange) { x.min, x.max, y.min, y.max };
}

/**
 * eqp_range_fit_loosely:
 * @range: (inout): what is to be seen; may be degenerate
 * @width: px of the plot area, above 0
 * @height: px of the plot area, above 0
 * @padding: px to keep free around it
 *
 * As eqp_range_fit() with the aspect kept, but the shorter direction is stretched, up to %EQP_SCATTER_STRETCH times,
 * where that fills the area: a flat cloud in a high panel would be a line in an empty picture.
 */
void
eqp_range_fit_loosely (EqpRange *range,
                       double    width,
                       double    height,
                       double    padding)
{
  double wide = range->x1 - range->x0, high = range->y1 - range->y0;
  double across = MAX (width - 2.0 * padding, width / 4.0), up = MAX (height - 2.0 * padding, height / 4.0);
  /* How many times as long a unit may be upwards. */
  double stretch = wide > 0.0 && high > 0.0 ? (wide / across) / (high / up) : 1.0;

  stretch = isfinite (stretch) ? CLAMP (stretch, 1.0 / EQP_SCATTER_STRETCH, EQP_SCATTER_STRETCH) : 1.0;
  range->y0 *= stretch;
  range->y1 *= stretch;
  eqp_range_fit (range, width, height, padding, TRUE);
  range->y0 /= stretch;
  range->y1 /= stretch;
}

/* px: large for few points, small for many. */
double
_eqp_scatter_radius (const EqpScatterModel *model)
{
  if (model->radius > 0.0)
    return model->radius;
  return CLAMP (4.5 * pow (300.0 / MAX (model->n, 1), 0.2), 2.2, 4.5);
}

/* Grades are told by color alone, on a scale that is one of lightness, too. */
EqpMarker
_eqp_scatter_marker (const EqpScatterModel *model,
                     gint                   label)
{
  return model->is_graded ? EQP_MARKER_CIRCLE : eqp_palette_marker (label);
}

EqpRgba
_eqp_scatter_color (const EqpScatterModel *model,
                    gint                   cluster,
                    gboolean               faded,
                    const EqpStyle        *style)
{
  EqpRgba color = model->is_graded ? eqp_palette_grade (cluster, model->k, style) : eqp_palette_color (cluster, style);

  if (faded || (model->highlight_cluster >= 0 && cluster != model->highlight_cluster))
    return eqp_rgba_with_alpha (eqp_rgba_mix (color, eqp_palette_neutral (style), 0.6),
                                style->high_contrast ? 0.45 : 0.4);
  return color;
}

/**
 * eqp_draw_scatter_pixels:
 * @pixels: premultiplied ARGB in native order (%CAIRO_FORMAT_ARGB32); overwritten, transparent where nothing is
 * @stride: bytes from row to row, a multiple of 4
 * @width: device pixels
 * @height: device pixels
 * @scale: device pixels an application pixel
 * @model: points; `range` fills the whole picture
 * @style: the style
 *
 * Draws the points, and behind them the cells and the edges of a graph when asked for. Up to %EQP_SCATTER_DENSITY_FROM
 * points are markers, more are shaded by density. Uses no Cairo and no globals: meant for a worker thread. O(n + edges
 * + width * height).
 */
void
eqp_draw_scatter_pixels (guint32               *pixels,
                         gsize                  stride,
                         int                    width,
                         int                    height,
                         double                 scale,
                         const EqpScatterModel *model,
                         const EqpStyle        *style)
{
  EqpScatterCanvas canvas = { pixels, stride / 4, width, height, scale, .model = model, .style = style };
  EqpRange range = model->range;

  for (int y = 0; y < height; y++)
    memset (pixels + (gsize) y * canvas.stride, 0, (gsize) MAX (width, 0) * 4);
  if (!(range.x0 < range.x1 && range.y0 < range.y1) || width <= 0 || height <= 0)
    return;
  canvas.to_x[1] = width / (range.x1 - range.x0);
  canvas.to_x[0] = -range.x0 * canvas.to_x[1];
  canvas.to_y[1] = -height / (range.y1 - range.y0);
  canvas.to_y[0] = -range.y1 * canvas.to_y[1];

  if (model->show_cells && model->centers != NULL && model->prices != NULL && model->k > 0)
    _eqp_scatter_cells (&canvas);
  if (model->edge_starts != NULL)
    _eqp_scatter_edges (&canvas);
  if (model->n >= EQP_SCATTER_DENSITY_FROM)
    _eqp_scatter_density (&canvas);
  else if (model->n > 0)
    _eqp_scatter_markers (&canvas);
}

/**
 * eqp_draw_scatter_plot_area:
 * @rect: the whole plot
 * @style: the style
 *
 * Returns: the part of @rect where points are; the rest is for axes. It lies on whole pixels when @rect does.
 */
EqpRect
eqp_draw_scatter_plot_area (const EqpRect  *rect,
                            const EqpStyle *style)
{
  double line = style->font_size;

  return _eqp_inset (rect, round (3.25 * line), round (EQP_PLOT_TOP * line), round (0.7 * line), round (2.75 * line));
}

/* At the right of the header, where the title of y leaves room. */
static void
draw_edge_key (EqpText               *text,
               const EqpScatterModel *model,
               const EqpRect         *rect,
               const EqpRect         *area,
               const EqpStyle        *style)
{
  double gap = style->font_size, y = rect->y + EQP_PLOT_HEADER * style->font_size, x = area->x + area->width;
  double title = model->y_title != NULL ? _eqp_text_width (text, model->y_title) + gap : 0.0;

  if (model->edges_name == NULL)
    return;
  x -= _eqp_key_width (text, model->edges_name, style);
  if (model->cut_name != NULL)
    x -= gap + _eqp_key_width (text, model->cut_name, style);
  if (x < area->x + title)
    return;
  x += gap + _eqp_draw_key (text, EQP_KEY_LINE, model->edges_name, x, y, eqp_palette_neutral (style), style);
  if (model->cut_name != NULL)
    _eqp_draw_key (text, EQP_KEY_DASHED, model->cut_name, x, y, style->foreground, style);
}

/**
 * eqp_draw_scatter_furniture:
 * @cr: where to draw
 * @model: titles and `range` are used
 * @rect: the whole plot
 * @style: the style
 *
 * Draws grid, ticks and titles; to be drawn below the points.
 */
void
eqp_draw_scatter_furniture (cairo_t               *cr,
                            const EqpScatterModel *model,
                            const EqpRect         *rect,
                            const EqpStyle        *style)
{
  EqpRect area = eqp_draw_scatter_plot_area (rect, style);
  double line = style->font_size;
  EqpAxis x, y;
  g_auto (EqpText) text = { 0 };

  eqp_axis_init (&x, EQP_AXIS_LINEAR, model->range.x0, model->range.x1);
  eqp_axis_init (&y, EQP_AXIS_LINEAR, model->range.y0, model->range.y1);
  eqp_axis_set_ticks (&x, MAX (3, (int) (area.width / (5.0 * line))));
  eqp_axis_set_ticks (&y, (int) (area.height / (4.0 * line) < 3.0 ? MIN (3.0, area.height / (2.5 * line))
                                                                   : area.height / (4.0 * line)));
  /* Points on a line have no second coordinate to be read. */
  if (model->y_title == NULL)
    y.n_ticks = 0;
  _eqp_draw_grid (cr, &x, &y, &area, EQP_GRID_BOTH, style);
  _eqp_draw_tick_labels (cr, &x, &y, &area, area.x - rect->x, style);

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  draw_edge_key (&text, model, rect, &area, style);
  if (model->x_title != NULL)
    _eqp_text_draw_in (&text, model->x_title, area.x + area.width, rect->y + rect->height - 0.75 * line, 1.0,
                       area.x + area.width - rect->x - 0.7 * line, style->foreground);
  if (model->y_title != NULL)
    {
      /* Above its axis, or as far left of it as its length takes. */
      double left = area.x + area.width - _eqp_text_width (&text, model->y_title);

      left = CLAMP (left, rect->x + 0.7 * line, area.x);
      _eqp_text_draw_in (&text, model->y_title, left, rect->y + EQP_PLOT_HEADER * line, 0.0,
                         area.x + area.width - left, style->foreground);
    }
}

/**
 * eqp_draw_scatter_ring:
 * @cr: where to draw
 * @x: px
 * @y: px
 * @radius: px
 * @style: the style
 *
 * Draws a mark around a point that shows on any color: accent between two rings of the ground.
 */
void
eqp_draw_scatter_ring (cairo_t        *cr,
                       double          x,
                       double          y,
                       double          radius,
                       const EqpStyle *style)
{
  cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
  eqp_rgba_set_source (cr, style->card);
  cairo_set_line_width (cr, 5.0);
  cairo_stroke_preserve (cr);
  eqp_rgba_set_source (cr, style->high_contrast ? style->foreground : style->accent);
  cairo_set_line_width (cr, 2.5);
  cairo_stroke (cr);
}

/**
 * eqp_draw_scatter_crosshair:
 * @cr: where to draw
 * @x: px
 * @y: px
 * @style: the style
 *
 * Draws the keyboard cursor: four arms that leave the point itself free.
 */
void
eqp_draw_scatter_crosshair (cairo_t        *cr,
                            double          x,
                            double          y,
                            const EqpStyle *style)
{
  x = round (x);
  y = round (y);
  for (int pass = 0; pass < 2; pass++)
    {
      for (int sign = -1; sign <= 1; sign += 2)
        {
          cairo_move_to (cr, x + sign * 5.0, y);
          cairo_line_to (cr, x + sign * 14.0, y);
          cairo_move_to (cr, x, y + sign * 5.0);
          cairo_line_to (cr, x, y + sign * 14.0);
        }
      eqp_rgba_set_source (cr, pass == 0 ? style->card : style->high_contrast ? style->foreground : style->accent);
      cairo_set_line_width (cr, pass == 0 ? 5.0 : 2.0);
      cairo_stroke (cr);
    }
}

static void
draw_points_as_paths (cairo_t               *cr,
                      const EqpScatterModel *model,
                      const EqpRect         *area,
                      const EqpStyle        *style)
{
  double radius = _eqp_scatter_radius (model);

  for (gint64 i = 0; i < model->n; i++)
    {
      double x = area->x + area->width * (model->xy[2 * i] - model->range.x0) / (model->range.x1 - model->range.x0);
      double y =
          area->y + area->height * (model->range.y1 - model->xy[2 * i + 1]) / (model->range.y1 - model->range.y0);
      gint label = _eqp_scatter_label (model, i);

      if (!(x >= area->x && x <= area->x + area->width && y >= area->y && y <= area->y + area->height))
        continue;
      _eqp_marker_path (cr, _eqp_scatter_marker (model, label), radius, x, y);
      eqp_rgba_set_source (cr, _eqp_scatter_color (model, label, _eqp_scatter_is_faded (model, i), style));
      cairo_fill (cr);
    }
}

static void
draw_points_as_image (cairo_t               *cr,
                      const EqpScatterModel *model,
                      const EqpRect         *area,
                      double                 scale,
                      const EqpStyle        *style)
{
  int width = (int) ceil (area->width * scale), height = (int) ceil (area->height * scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);

  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (surface);
      eqp_draw_scatter_pixels ((guint32 *) (void *) cairo_image_surface_get_data (surface),
                               cairo_image_surface_get_stride (surface), width, height, scale, model, style);
      cairo_surface_mark_dirty (surface);
      cairo_save (cr);
      cairo_translate (cr, area->x, area->y);
      cairo_scale (cr, area->width / width, area->height / height);
      cairo_set_source_surface (cr, surface, 0.0, 0.0);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (surface);
}

static void
draw_highlight (cairo_t               *cr,
                const EqpScatterModel *model,
                const EqpRect         *area,
                const EqpStyle        *style)
{
  const float *point = model->xy + 2 * model->highlight_row;
  double x = area->x + area->width * (point[0] - model->range.x0) / (model->range.x1 - model->range.x0);
  double y = area->y + area->height * (model->range.y1 - point[1]) / (model->range.y1 - model->range.y0);

  if (isfinite (x) && isfinite (y))
    eqp_draw_scatter_ring (cr, x, y, _eqp_scatter_radius (model) + 3.0, style);
}

/**
 * eqp_draw_scatter:
 * @cr: where to draw
 * @model: the points
 * @rect: the whole plot
 * @style: the style; `scale` is the resolution of the points
 *
 * Draws the whole plot, for pictures and print. In vector formats few points are paths and many are a fine picture.
 */
void
eqp_draw_scatter (cairo_t               *cr,
                  const EqpScatterModel *model,
                  const EqpRect         *rect,
                  const EqpStyle        *style)
{
  EqpRect area = eqp_draw_scatter_plot_area (rect, style);
  gboolean vector = _eqp_is_vector (cr);

  eqp_draw_scatter_furniture (cr, model, rect, style);
  if (!(model->range.x0 < model->range.x1 && model->range.y0 < model->range.y1) || area.width < 1.0 ||
      area.height < 1.0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, area.x, area.y, area.width, area.height);
  cairo_clip (cr);
  if (vector && model->n <= VECTOR_UP_TO)
    {
      _eqp_scatter_edge_paths (cr, model, &area, style);
      draw_points_as_paths (cr, model, &area, style);
    }
  else
    draw_points_as_image (cr, model, &area, vector ? MAX (style->scale, 3.0) : style->scale, style);
  if (model->highlight_row >= 0 && model->highlight_row < model->n)
    draw_highlight (cr, model, &area, style);
  eqp_draw_scatter_names (cr, model, &area, style);
  cairo_restore (cr);
  eqp_draw_scatter_centers (cr, model, &area, style);
}
