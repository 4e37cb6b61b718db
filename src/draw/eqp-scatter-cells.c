/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a power diagram as a tint behind the points: pixel x belongs to the argmin over k of |x - h_k|^2 + p_k.
 *
 * Along one row of pixels |x|^2 is the same for all k, so each cluster is a straight line in x and the row is the lower
 * envelope of K lines: found exactly in O(K) once the lines are sorted by slope, which is the same in all rows. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "eqp-scatter-private.h"

typedef struct
{
  double  slope;
  double  constant; /* |h|^2 + p */
  double  hy;
  gint    cluster;
} Line;

typedef struct
{
  double  offset;
  double  slope;
  double  from;    /* least x where this line is the lowest */
  gint    cluster;
} Piece;

/* Steepest fall last: it is the lowest at the far right. */
static int
compare_slopes (const void *a,
                const void *b)
{
  const Line *p = a, *q = b;

  if (p->slope != q->slope)
    return p->slope > q->slope ? -1 : 1;
  return (p->cluster > q->cluster) - (p->cluster < q->cluster);
}

static int
lower_envelope (const Line *lines,
                int         n,
                double      y,
                Piece      *pieces)
{
  int n_pieces = 0;

  for (int i = 0; i < n; i++)
    {
      Piece piece = { lines[i].constant - 2.0 * y * lines[i].hy, lines[i].slope, -INFINITY, lines[i].cluster };

      while (n_pieces > 0)
        {
          const Piece *last = &pieces[n_pieces - 1];

          if (last->slope == piece.slope)
            piece.from = piece.offset < last->offset ? -INFINITY : INFINITY;
          else
            piece.from = (piece.offset - last->offset) / (last->slope - piece.slope);
          if (piece.from > last->from)
            break;
          n_pieces--;
        }
      if (n_pieces == 0)
        piece.from = -INFINITY;
      if (piece.from < INFINITY)
        pieces[n_pieces++] = piece;
    }
  return n_pieces;
}

static void
fill_row (const EqpScatterCanvas *canvas,
          guint32                *row,
          const Piece            *pieces,
          int                     n_pieces,
          const guint32          *tints)
{
  int x = 0;

  for (int i = 0; i < n_pieces && x < canvas->width; i++)
    {
      double end = i + 1 < n_pieces ? canvas->to_x[0] + canvas->to_x[1] * pieces[i + 1].from : canvas->width;
      int until = end >= canvas->width ? canvas->width : end <= 0.0 ? 0 : (int) (end + 0.5);

      for (; x < until; x++)
        row[x] = tints[pieces[i].cluster];
    }
}

/* O(height * (width + K) + K log K); needs centers and prices. */
void
_eqp_scatter_cells (const EqpScatterCanvas *canvas)
{
  const EqpScatterModel *model = canvas->model;
  g_autofree Line *lines = g_new (Line, model->k);
  g_autofree Piece *pieces = g_new (Piece, model->k);
  g_autofree guint32 *tints = g_new (guint32, model->k);
  double strength = canvas->style->dark ? 0.20 : 0.13;
  int n = 0;

  for (gint c = 0; c < model->k; c++)
    {
      double hx = model->centers[2 * c], hy = model->centers[2 * c + 1];
      double constant = hx * hx + hy * hy + model->prices[c];
      EqpRgba color = eqp_palette_color (c, canvas->style);
      double alpha = 255.0 * strength;

      tints[c] = ((guint32) (alpha + 0.5) << 24) | ((guint32) (color.red * alpha + 0.5) << 16) |
                 ((guint32) (color.green * alpha + 0.5) << 8) | (guint32) (color.blue * alpha + 0.5);
      if (isfinite (constant))
        lines[n++] = (Line) { -2.0 * hx, constant, hy, c };
    }
  qsort (lines, n, sizeof (Line), compare_slopes);
  for (int y = 0; y < canvas->height; y++)
    {
      double data_y = (y + 0.5 - canvas->to_y[0]) / canvas->to_y[1];
      int n_pieces = lower_envelope (lines, n, data_y, pieces);

      fill_row (canvas, canvas->pixels + (gsize) y * canvas->stride, pieces, n_pieces, tints);
    }
}
