/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Few points: each is a small anti-aliased picture, blended by hand. Cairo needs 40 to 60 times as long, because it
 * rasterizes every arc anew; here a marker is rasterized once for each of 4 x 4 positions within a pixel. */
#include "config.h"

#include <math.h>

#include "eqp-scatter-private.h"

#define PHASES 4

/* Ring of the ground's color around markers, which parts overlapping ones. */
#define HALO_UP_TO 4000

typedef struct
{
  int      size;   /* pixels along a side */
  int      center; /* pixel that the position falls into */
  guint8  *inside[PHASES * PHASES];
  guint8  *halo[PHASES * PHASES];
} Sprite;

static double
box_distance (double x,
              double y,
              double half_x,
              double half_y)
{
  double dx = fabs (x) - half_x, dy = fabs (y) - half_y;

  return hypot (MAX (dx, 0.0), MAX (dy, 0.0)) + MIN (MAX (dx, dy), 0.0);
}

static double
plus_distance (double radius,
               double x,
               double y)
{
  double arm = 1.15 * radius, thick = 0.36 * radius;

  return MIN (box_distance (x, y, arm, thick), box_distance (x, y, thick, arm));
}

/* Triangle with its tip up (y grows downwards), as large to the eye as the circle. */
static double
triangle_distance (double radius,
                   double x,
                   double y)
{
  double reach = 0.62 * radius;

  /* Three half planes: exact inside, an upper bound at the corners, where it only rounds the halo. */
  return MAX (y - reach, MAX (0.8660254 * x, -0.8660254 * x) - 0.5 * y - reach);
}

/* Signed distance of a point from a marker's edge, negative inside: coverage of a pixel is 1/2 minus it. */
double
_eqp_marker_distance (EqpMarker marker,
                      double    radius,
                      double    x,
                      double    y)
{
  switch (marker)
    {
    case EQP_MARKER_SQUARE:
      return box_distance (x, y, 0.88 * radius, 0.88 * radius);
    case EQP_MARKER_TRIANGLE:
      return triangle_distance (radius, x, y);
    case EQP_MARKER_TRIANGLE_DOWN:
      return triangle_distance (radius, x, -y);
    case EQP_MARKER_DIAMOND:
      return (fabs (x) + fabs (y) - 1.22 * radius) * G_SQRT2 / 2.0;
    case EQP_MARKER_PLUS:
      return plus_distance (radius, x, y);
    case EQP_MARKER_CROSS:
      return plus_distance (radius, (x + y) * G_SQRT2 / 2.0, (x - y) * G_SQRT2 / 2.0);
    case EQP_MARKER_RING:
      return fabs (hypot (x, y) - 0.78 * radius) - 0.27 * radius;
    case EQP_MARKER_CIRCLE:
    case EQP_N_MARKERS:
    default:
      return hypot (x, y) - radius;
    }
}

static void
polygon (cairo_t      *cr,
         double        x,
         double        y,
         const double *corners,
         int           n)
{
  for (int i = 0; i < n; i++)
    cairo_line_to (cr, x + corners[2 * i], y + corners[2 * i + 1]);
  cairo_close_path (cr);
}

static void
plus_path (cairo_t *cr,
           double   radius,
           double   x,
           double   y,
           gboolean turned)
{
  static const int signs[12][2] = { { -1, -2 }, { 1, -2 }, { 1, -1 }, { 2, -1 }, { 2, 1 }, { 1, 1 },
                                    { 1, 2 }, { -1, 2 }, { -1, 1 }, { -2, 1 }, { -2, -1 }, { -1, -1 } };
  double corners[24];

  for (int i = 0; i < 12; i++)
    {
      double reach[2];

      for (int j = 0; j < 2; j++)
        reach[j] = (signs[i][j] < 0 ? -1.0 : 1.0) * (ABS (signs[i][j]) == 1 ? 0.36 : 1.15) * radius;
      corners[2 * i] = turned ? (reach[0] + reach[1]) * G_SQRT2 / 2.0 : reach[0];
      corners[2 * i + 1] = turned ? (reach[0] - reach[1]) * G_SQRT2 / 2.0 : reach[1];
    }
  polygon (cr, x, y, corners, 12);
}

/* The same shapes as paths, for vector formats and legends. */
void
_eqp_marker_path (cairo_t   *cr,
                  EqpMarker  marker,
                  double     radius,
                  double     x,
                  double     y)
{
  double half = 0.88 * radius, tip = 1.22 * radius, low = 0.62 * radius;

  cairo_new_sub_path (cr);
  switch (marker)
    {
    case EQP_MARKER_SQUARE:
      cairo_rectangle (cr, x - half, y - half, 2.0 * half, 2.0 * half);
      break;
    case EQP_MARKER_TRIANGLE:
      polygon (cr, x, y, (double[]) { 0.0, -2.0 * low, 1.7320508 * low, low, -1.7320508 * low, low }, 3);
      break;
    case EQP_MARKER_TRIANGLE_DOWN:
      polygon (cr, x, y, (double[]) { 0.0, 2.0 * low, 1.7320508 * low, -low, -1.7320508 * low, -low }, 3);
      break;
    case EQP_MARKER_DIAMOND:
      polygon (cr, x, y, (double[]) { 0.0, -tip, tip, 0.0, 0.0, tip, -tip, 0.0 }, 4);
      break;
    case EQP_MARKER_PLUS:
      plus_path (cr, radius, x, y, FALSE);
      break;
    case EQP_MARKER_CROSS:
      plus_path (cr, radius, x, y, TRUE);
      break;
    case EQP_MARKER_RING:
      cairo_arc (cr, x, y, 1.05 * radius, 0.0, 2.0 * G_PI);
      cairo_new_sub_path (cr);
      cairo_arc_negative (cr, x, y, 0.51 * radius, 2.0 * G_PI, 0.0);
      break;
    case EQP_MARKER_CIRCLE:
    case EQP_N_MARKERS:
    default:
      cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
    }
}

static void
sprite_init (Sprite    *self,
             EqpMarker  marker,
             double     radius,
             double     halo)
{
  int reach = (int) ceil (1.3 * radius + halo + 1.0);

  self->center = reach;
  self->size = 2 * reach + 1;
  for (int phase = 0; phase < PHASES * PHASES; phase++)
    {
      double cx = reach + (phase % PHASES + 0.5) / PHASES;
      double cy = reach + ((int) (phase / PHASES) + 0.5) / PHASES;
      guint8 *inside = self->inside[phase] = g_malloc (self->size * self->size);
      guint8 *around = self->halo[phase] = halo > 0.0 ? g_malloc (self->size * self->size) : NULL;

      for (int y = 0; y < self->size; y++)
        for (int x = 0; x < self->size; x++)
          {
            double distance = _eqp_marker_distance (marker, radius, x + 0.5 - cx, y + 0.5 - cy);

            inside[y * self->size + x] = (guint8) (255.0 * CLAMP (0.5 - distance, 0.0, 1.0) + 0.5);
            if (around != NULL)
              around[y * self->size + x] = (guint8) (255.0 * CLAMP (0.5 + halo - distance, 0.0, 1.0) + 0.5);
          }
    }
}

static void
sprite_clear (Sprite *self)
{
  for (int phase = 0; phase < PHASES * PHASES; phase++)
    {
      g_free (self->inside[phase]);
      g_free (self->halo[phase]);
    }
}

/* Multiplies the four bytes of a pixel by a / 255, two at a time, rounded exactly. */
static inline guint32
scaled (guint32 pixel,
        guint32 a)
{
  guint32 low = (pixel & 0x00ff00ff) * a + 0x00800080;
  guint32 high = ((pixel >> 8) & 0x00ff00ff) * a + 0x00800080;

  low = ((low + ((low >> 8) & 0x00ff00ff)) >> 8) & 0x00ff00ff;
  high = (high + ((high >> 8) & 0x00ff00ff)) & 0xff00ff00;
  return low | high;
}

static void
blend (const EqpScatterCanvas *canvas,
       const guint8           *mask,
       int                     size,
       int                     left,
       int                     top,
       guint32                 color)
{
  int from_x = MAX (0, -left), to_x = MIN (size, canvas->width - left);
  int from_y = MAX (0, -top), to_y = MIN (size, canvas->height - top);

  for (int y = from_y; y < to_y; y++)
    {
      guint32 *row = canvas->pixels + (gsize) (top + y) * canvas->stride + left;
      const guint8 *coverage = mask + (gsize) y * size;

      for (int x = from_x; x < to_x; x++)
        if (coverage[x] != 0)
          {
            guint32 source = scaled (color, coverage[x]);

            row[x] = source + scaled (row[x], 255 - (source >> 24));
          }
    }
}

static guint32
premultiplied (EqpRgba color)
{
  float a = color.alpha * 255.0f;

  return ((guint32) (a + 0.5f) << 24) | ((guint32) (color.red * a + 0.5f) << 16) |
         ((guint32) (color.green * a + 0.5f) << 8) | (guint32) (color.blue * a + 0.5f);
}

/* A number near n / golden ratio that has no factor in common with n: steps of it visit all rows in a scattered order. */
static gint64
scattering_step (gint64 n)
{
  gint64 step = MAX (1, (gint64) (n * 0.618034));

  for (;; step++)
    {
      gint64 a = step, b = n;

      while (b != 0)
        {
          gint64 rest = a % b;

          a = b;
          b = rest;
        }
      if (a == 1)
        return step;
    }
}

/* Rows are taken in a scattered order: files are often sorted by class, and the last class would cover all others. */
void
_eqp_scatter_markers (const EqpScatterCanvas *canvas)
{
  const EqpScatterModel *model = canvas->model;
  double radius = _eqp_scatter_radius (model) * canvas->scale;
  double halo = model->n <= HALO_UP_TO ? 0.75 * canvas->scale : 0.0;
  guint32 ground = premultiplied (eqp_rgba_with_alpha (canvas->style->card, 0.85));
  g_autofree guint32 *colors = g_new (guint32, model->k + 1);
  Sprite sprites[EQP_N_MARKERS];
  double margin;
  gint64 step = scattering_step (model->n), row = 0;

  for (int i = 0; i < EQP_N_MARKERS; i++)
    sprite_init (&sprites[i], (EqpMarker) i, radius, halo);
  for (gint c = -1; c < model->k; c++)
    colors[c + 1] = premultiplied (_eqp_scatter_color (model, c, canvas->style));
  margin = sprites[0].center + 1;

  for (gint64 i = 0; i < model->n; i++)
    {
      gint label = _eqp_scatter_label (model, row);
      const Sprite *sprite = &sprites[eqp_palette_marker (label)];
      double x = canvas->to_x[0] + canvas->to_x[1] * model->xy[2 * row];
      double y = canvas->to_y[0] + canvas->to_y[1] * model->xy[2 * row + 1];

      row += step;
      if (row >= model->n)
        row -= model->n;
      /* False also for NaN. */
      if (x > -margin && x < canvas->width + margin && y > -margin && y < canvas->height + margin)
        {
          int pixel_x = (int) floor (x), pixel_y = (int) floor (y);
          int phase = (int) ((y - pixel_y) * PHASES) * PHASES + (int) ((x - pixel_x) * PHASES);

          if (sprite->halo[phase] != NULL)
            blend (canvas, sprite->halo[phase], sprite->size, pixel_x - sprite->center, pixel_y - sprite->center, ground);
          blend (canvas, sprite->inside[phase], sprite->size, pixel_x - sprite->center, pixel_y - sprite->center, colors[label + 1]);
        }
    }
  for (int i = 0; i < EQP_N_MARKERS; i++)
    sprite_clear (&sprites[i]);
}
