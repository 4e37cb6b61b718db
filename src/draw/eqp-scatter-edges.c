/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of a graph under its points, as pixels: those within a cluster thin and in its color, those between
 * clusters dark, wider and dashed. Of very many edges every so manieth is drawn, always the same ones, so that nothing
 * flickers while labels change and a picture costs much the same for any graph; zooming in shows more of them. */
#include "config.h"

#include <math.h>

#include "eqp-scatter-private.h"

/* Edges in one picture. */
#define DRAWN_UP_TO 30000

/* From this many edges on, how many of them are in view is counted on a part of the rows. */
#define COUNT_ALL_UP_TO 1000000

/* px */
#define WITHIN_WIDTH 1.0
#define CUT_WIDTH 1.5
#define DASH_ON 4.0
#define DASH_OFF 3.0

/* A line being drawn; lengths in device pixels. */
typedef struct
{
  guint32 color;  /* premultiplied */
  double  width;
  double  on;     /* 0: not dashed */
  double  off;
} Pen;

static gboolean
is_in_view (const EqpScatterModel *model,
            gint64                 i,
            gint64                 j)
{
  const float *a = model->xy + 2 * i, *b = model->xy + 2 * j;

  /* False also for NaN. */
  return isfinite (a[0] + a[1] + b[0] + b[1]) && MAX (a[0], b[0]) >= model->range.x0 &&
         MIN (a[0], b[0]) <= model->range.x1 && MAX (a[1], b[1]) >= model->range.y0 &&
         MIN (a[1], b[1]) <= model->range.y1;
}

/**
 * eqp_scatter_edge_step:
 * @model: a cloud with edges; its range counts
 *
 * O(edges), for a worker thread.
 *
 * Returns: 1 when all edges in view are drawn, m when about one in m is; 0 when there are no edges
 */
gint64
eqp_scatter_edge_step (const EqpScatterModel *model)
{
  gint64 rows = 1, count = 0;

  if (model->edge_starts == NULL || model->n == 0 || model->edge_starts[model->n] == 0)
    return 0;
  if (model->edge_starts[model->n] / 2 > COUNT_ALL_UP_TO)
    rows = 8;
  for (gint64 i = 0; i < model->n; i += rows)
    for (gint64 e = model->edge_starts[i]; e < model->edge_starts[i + 1]; e++)
      count += is_in_view (model, i, model->edge_columns[e]);
  count = count * rows / 2;
  return MAX (1, (count + DRAWN_UP_TO - 1) / DRAWN_UP_TO);
}

/* The same edges each time, without a pattern. */
static inline gboolean
is_chosen (gint64 i,
           gint64 j,
           gint64 step)
{
  guint64 hash =
      ((guint64) i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) ^ ((guint64) j * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f));

  return step <= 1 || (hash ^ hash >> 31) % (guint64) step == 0;
}

/* The part of a segment within 0..limit along one axis (Liang and Barsky). */
static gboolean
clip (double  from,
      double  delta,
      double  limit,
      double *t0,
      double *t1)
{
  double a, b;

  if (delta == 0.0)
    return from >= 0.0 && from <= limit;
  a = -from / delta;
  b = (limit - from) / delta;
  *t0 = MAX (*t0, MIN (a, b));
  *t1 = MIN (*t1, MAX (a, b));
  return *t0 < *t1;
}

static inline void
blend (guint32 *pixel,
       guint32  color,
       double   coverage)
{
  guint32 source = _eqp_pixel_scaled (color, (guint32) (255.0 * coverage + 0.5));

  *pixel = source + _eqp_pixel_scaled (*pixel, 255 - (source >> 24));
}

/* One column of pixels (row, for a steep line) at a time: what the line covers of it. */
static void
draw_line (const EqpScatterCanvas *canvas,
           double                  x0,
           double                  y0,
           double                  x1,
           double                  y1,
           const Pen              *pen)
{
  gboolean steep = fabs (y1 - y0) > fabs (x1 - x0);
  double along0 = steep ? y0 : x0, along1 = steep ? y1 : x1, across0 = steep ? x0 : y0, across1 = steep ? x1 : y1;
  int limit = steep ? canvas->width : canvas->height;
  double slope, stretch, half, most, t0 = 0.0, t1 = 1.0;

  if (!clip (x0, x1 - x0, canvas->width, &t0, &t1) || !clip (y0, y1 - y0, canvas->height, &t0, &t1))
    return;
  if (along0 > along1)
    {
      double swap = along0;

      along0 = along1;
      along1 = swap;
      swap = across0;
      across0 = across1;
      across1 = swap;
      swap = t0;
      t0 = 1.0 - t1;
      t1 = 1.0 - swap;
    }
  if (along1 - along0 < 1e-9)
    return;
  slope = (across1 - across0) / (along1 - along0);
  stretch = sqrt (1.0 + slope * slope);
  half = 0.5 * pen->width * stretch;
  most = MIN (1.0, 2.0 * half);

  for (gint64 p = (gint64) floor (along0 + t0 * (along1 - along0));
       p <= (gint64) floor (along0 + t1 * (along1 - along0)); p++)
    {
      double from = MAX (along0, (double) p), to = MIN (along1, (double) p + 1.0);
      double length = (0.5 * (from + to) - along0) * stretch, middle, share = to - from;
      int low, high;

      if (p < 0 || p >= (steep ? canvas->height : canvas->width) || share <= 0.0 ||
          (pen->on > 0.0 && fmod (length, pen->on + pen->off) > pen->on))
        continue;
      middle = across0 + slope * (0.5 * (from + to) - along0);
      low = MAX (0, (int) floor (middle - half - 0.5));
      high = MIN (limit - 1, (int) floor (middle + half + 0.5));
      for (int q = low; q <= high; q++)
        {
          double coverage = CLAMP (half + 0.5 - fabs (q + 0.5 - middle), 0.0, most) * share;

          blend (&canvas->pixels[steep ? (gsize) p * canvas->stride + q : (gsize) q * canvas->stride + p], pen->color,
                 coverage);
        }
    }
}

static EqpRgba
within_color (const EqpScatterModel *model,
              gint                   label,
              gboolean               faded,
              gint64                 n_drawn,
              const EqpStyle        *style)
{
  double alpha =
      style->high_contrast ? 1.0 : CLAMP (0.85 - 0.3 * log10 (MAX (1.0, (double) n_drawn / 300.0)), 0.2, 0.85);

  return eqp_rgba_with_alpha (_eqp_scatter_color (model, label, faded, style), alpha);
}

static EqpRgba
cut_color (const EqpScatterModel *model,
           gint64                 n_drawn,
           const EqpStyle        *style)
{
  double alpha =
      style->high_contrast ? 1.0 : CLAMP (0.95 - 0.15 * log10 (MAX (1.0, (double) n_drawn / 300.0)), 0.5, 0.95);

  if (model->highlight_cluster >= 0 || model->faded != NULL)
    alpha *= 0.5;
  return eqp_rgba_with_alpha (style->foreground, alpha);
}

/* An edge is what it is about where both of its ends are. */
static gboolean
is_faded (const EqpScatterModel *model,
          gint64                 i,
          gint64                 j)
{
  return _eqp_scatter_is_faded (model, i) || _eqp_scatter_is_faded (model, j);
}

/* Edges of rows in the order of rows, each once. */
static void
draw_kind (const EqpScatterCanvas *canvas,
           gboolean                cut,
           gint64                  step,
           const guint32          *colors,
           Pen                    *pen)
{
  const EqpScatterModel *model = canvas->model;

  for (gint64 i = 0; i < model->n; i++)
    for (gint64 e = model->edge_starts[i]; e < model->edge_starts[i + 1]; e++)
      {
        gint64 j = model->edge_columns[e];
        gint label = _eqp_scatter_label (model, i);

        if (j <= i || (label != _eqp_scatter_label (model, j)) != cut || !is_chosen (i, j, step) ||
            !is_in_view (model, i, j))
          continue;
        if (!cut)
          pen->color = colors[2 * (label + 1) + (is_faded (model, i, j) ? 1 : 0)];
        draw_line (canvas, canvas->to_x[0] + canvas->to_x[1] * model->xy[2 * i],
                   canvas->to_y[0] + canvas->to_y[1] * model->xy[2 * i + 1],
                   canvas->to_x[0] + canvas->to_x[1] * model->xy[2 * j],
                   canvas->to_y[0] + canvas->to_y[1] * model->xy[2 * j + 1], pen);
      }
}

/* Cut edges go above the others: they are the few that count. */
void
_eqp_scatter_edges (const EqpScatterCanvas *canvas)
{
  const EqpScatterModel *model = canvas->model;
  gint64 step = model->edge_step > 0 ? model->edge_step : eqp_scatter_edge_step (model);
  gint64 n_drawn = step > 0 ? MIN (model->edge_starts[model->n] / 2 / step, DRAWN_UP_TO) : 0;
  Pen within = { .width = WITHIN_WIDTH * canvas->scale };
  Pen cut = { .width = CUT_WIDTH * canvas->scale, .on = DASH_ON * canvas->scale, .off = DASH_OFF * canvas->scale };
  g_autofree guint32 *colors = NULL;

  if (step == 0)
    return;
  colors = g_try_new (guint32, 2 * ((gsize) model->k + 1));
  if (colors == NULL)
    return;
  for (gint i = 0; i < 2 * (model->k + 1); i++)
    colors[i] = _eqp_pixel_premultiplied (within_color (model, i / 2 - 1, i % 2 != 0, n_drawn, canvas->style));
  draw_kind (canvas, FALSE, step, colors, &within);
  cut.color = _eqp_pixel_premultiplied (cut_color (model, n_drawn, canvas->style));
  draw_kind (canvas, TRUE, step, NULL, &cut);
}

/* The same as paths, for vector formats. */
void
_eqp_scatter_edge_paths (cairo_t               *cr,
                         const EqpScatterModel *model,
                         const EqpRect         *area,
                         const EqpStyle        *style)
{
  gint64 step = eqp_scatter_edge_step (model);
  gint64 n_drawn = step > 0 ? MIN (model->edge_starts[model->n] / 2 / step, DRAWN_UP_TO) : 0;
  double scale_x = area->width / (model->range.x1 - model->range.x0),
         scale_y = area->height / (model->range.y1 - model->range.y0);

  for (int cut = 0; step > 0 && cut < 2; cut++)
    {
      cairo_set_line_width (cr, cut ? CUT_WIDTH : WITHIN_WIDTH);
      if (cut)
        cairo_set_dash (cr, (double[]) { DASH_ON, DASH_OFF }, 2, 0.0);
      for (gint64 i = 0; i < model->n; i++)
        for (gint64 e = model->edge_starts[i]; e < model->edge_starts[i + 1]; e++)
          {
            gint64 j = model->edge_columns[e];
            gint label = _eqp_scatter_label (model, i);

            if (j <= i || (label != _eqp_scatter_label (model, j)) != cut || !is_chosen (i, j, step) ||
                !is_in_view (model, i, j))
              continue;
            cairo_move_to (cr, area->x + scale_x * (model->xy[2 * i] - model->range.x0),
                           area->y + scale_y * (model->range.y1 - model->xy[2 * i + 1]));
            cairo_line_to (cr, area->x + scale_x * (model->xy[2 * j] - model->range.x0),
                           area->y + scale_y * (model->range.y1 - model->xy[2 * j + 1]));
            eqp_rgba_set_source (
                cr, cut ? cut_color (model, n_drawn, style)
                        : within_color (model, label, is_faded (model, i, j), n_drawn, style));
            cairo_stroke (cr);
          }
      cairo_set_dash (cr, NULL, 0, 0.0);
    }
}
