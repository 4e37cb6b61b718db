/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Few points: each is a small anti-aliased picture, blended by hand. Cairo needs 40 to 60 times as long, because it
 * rasterizes every arc anew; here a marker is rasterized once for each color and each of 4 x 4 positions within a
 * pixel. */
#include "config.h"

#include <math.h>

#include "eqp-scatter-private.h"

#define PHASES 4

/* With more colors than this, markers sit at the middle of a pixel's quarter: 4 positions, a quarter of the memory. */
#define FINE_UP_TO 64

/* Ring of the ground's color around markers, which parts overlapping ones. */
#define HALO_UP_TO 4000

/* One size of markers; masks and pictures are made when they are first needed. */
typedef struct
{
  const EqpScatterCanvas *canvas;
  double                  radius;    /* device pixels */
  double                  halo;
  int                     phases;    /* positions within a pixel, along one side */
  int                     center;    /* pixel that the position falls into */
  int                     size;      /* pixels along a side */
  guint32                 ground;
  guint32                *pictures;  /* [cluster + 1][faded][phase][y][x], premultiplied */
  guint8                 *made;      /* [cluster + 1][faded][phase] */
} Sprites;

static double
box_distance (double x,
              double y,
              double half_x,
              double half_y)
{
  double dx = fabs (x) - half_x, dy = fabs (y) - half_y;

  double out_x = MAX (dx, 0.0), out_y = MAX (dy, 0.0);

  return sqrt (out_x * out_x + out_y * out_y) + MIN (MAX (dx, dy), 0.0);
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
      return fabs (sqrt (x * x + y * y) - 0.78 * radius) - 0.27 * radius;
    case EQP_MARKER_CIRCLE:
    case EQP_N_MARKERS:
    default:
      return sqrt (x * x + y * y) - radius;
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

static gboolean
sprites_init (Sprites                *self,
              const EqpScatterCanvas *canvas)
{
  const EqpScatterModel *model = canvas->model;
  gsize n;

  self->canvas = canvas;
  self->radius = _eqp_scatter_radius (model) * canvas->scale;
  self->halo = model->n <= HALO_UP_TO ? 0.75 * canvas->scale : 0.0;
  self->phases = model->k <= FINE_UP_TO ? PHASES : 2;
  self->center = (int) ceil (1.25 * self->radius + self->halo + 0.5);
  self->size = 2 * self->center + 1;
  self->ground = _eqp_pixel_premultiplied (eqp_rgba_with_alpha (canvas->style->card, 0.85));
  n = (gsize) (model->k + 1) * 2 * self->phases * self->phases;
  self->made = g_try_new0 (guint8, n);
  /* Not touched until a picture is made, so what is not needed takes no memory. */
  self->pictures = g_try_new (guint32, n * self->size * self->size);
  return self->made != NULL && self->pictures != NULL;
}

static void
sprites_clear (Sprites *self)
{
  g_free (self->made);
  g_free (self->pictures);
}

static void
draw_picture (const Sprites *self,
              gint           cluster,
              gboolean       faded,
              int            phase,
              guint32       *picture)
{
  EqpMarker marker = _eqp_scatter_marker (self->canvas->model, cluster);
  guint32 color =
      _eqp_pixel_premultiplied (_eqp_scatter_color (self->canvas->model, cluster, faded, self->canvas->style));
  double cx = self->center + (phase % self->phases + 0.5) / self->phases;
  double cy = self->center + ((int) (phase / self->phases) + 0.5) / self->phases;

  for (int y = 0; y < self->size; y++)
    for (int x = 0; x < self->size; x++)
      {
        double distance = _eqp_marker_distance (marker, self->radius, x + 0.5 - cx, y + 0.5 - cy);
        guint32 inside = _eqp_pixel_scaled (color, (guint32) (255.0 * CLAMP (0.5 - distance, 0.0, 1.0) + 0.5));
        guint32 halo = 0;

        if (self->halo > 0.0)
          halo =
              _eqp_pixel_scaled (self->ground, (guint32) (255.0 * CLAMP (0.5 + self->halo - distance, 0.0, 1.0) + 0.5));
        *picture++ = inside + _eqp_pixel_scaled (halo, 255 - (inside >> 24));
      }
}

static const guint32 *
get_picture (Sprites *self,
             gint     cluster,
             gboolean faded,
             int      phase)
{
  gsize index = (2 * (gsize) (cluster + 1) + (faded ? 1 : 0)) * self->phases * self->phases + phase;
  guint32 *picture = self->pictures + index * self->size * self->size;

  if (!self->made[index])
    {
      draw_picture (self, cluster, faded, phase, picture);
      self->made[index] = TRUE;
    }
  return picture;
}

static void
blend (const EqpScatterCanvas *canvas,
       const guint32          *picture,
       int                     size,
       int                     left,
       int                     top)
{
  int from_x = MAX (0, -left), to_x = MIN (size, canvas->width - left);
  int from_y = MAX (0, -top), to_y = MIN (size, canvas->height - top);

  for (int y = from_y; y < to_y; y++)
    {
      guint32 *row = canvas->pixels + (gsize) (top + y) * canvas->stride;
      const guint32 *source = picture + (gsize) y * size;

      for (int x = from_x; x < to_x; x++)
        if (source[x] != 0)
          row[left + x] = source[x] + _eqp_pixel_scaled (row[left + x], 255 - (source[x] >> 24));
    }
}

/* A number near n / golden ratio that has no factor in common with n: steps of it visit all rows in a scattered order.
 */
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
  Sprites sprites;
  double margin;
  gint64 step = scattering_step (model->n), row = 0;
  gboolean enough = sprites_init (&sprites, canvas);

  margin = sprites.center + 1;
  for (gint64 i = 0; enough && i < model->n; i++)
    {
      double x = canvas->to_x[0] + canvas->to_x[1] * model->xy[2 * row];
      double y = canvas->to_y[0] + canvas->to_y[1] * model->xy[2 * row + 1];

      /* False also for NaN. */
      if (x > -margin && x < canvas->width + margin && y > -margin && y < canvas->height + margin)
        {
          int pixel_x = (int) floor (x), pixel_y = (int) floor (y);
          int phase = (int) ((y - pixel_y) * sprites.phases) * sprites.phases + (int) ((x - pixel_x) * sprites.phases);

          blend (canvas,
                 get_picture (&sprites, _eqp_scatter_label (model, row), _eqp_scatter_is_faded (model, row), phase),
                 sprites.size, pixel_x - sprites.center, pixel_y - sprites.center);
        }
      row += step;
      if (row >= model->n)
        row -= model->n;
    }
  sprites_clear (&sprites);
}
