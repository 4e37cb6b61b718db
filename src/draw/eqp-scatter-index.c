/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nearest point to the pointer: a grid over the data, rows sorted by cell, a few points in each. */
#include "config.h"

#include "eqp-scatter-index.h"

#include <math.h>

#define LARGEST_SIDE 1024
#define LEAST_SHARE (1.0 / 256.0) /* of the radius, which is looked in first */

struct _EqpScatterIndex
{
  int      side;
  double   x0;
  double   y0;
  double   per_x;    /* cells a data unit */
  double   per_y;
  gint64  *first;    /* side * side + 1: where the rows of a cell begin */
  gint64   n;
  gint64  *rows;     /* n, sorted by cell */
  float   *xy;       /* 2n, in the order of rows: neighbors share cache lines */
};

static inline int
cell_along (double value,
            double from,
            double per,
            int    side)
{
  double cell = (value - from) * per;

  return cell <= 0.0 ? 0 : cell >= side - 1 ? side - 1 : (int) cell;
}

static inline gsize
cell_of (const EqpScatterIndex *self,
         const float           *point)
{
  return (gsize) cell_along (point[1], self->y0, self->per_y, self->side) * self->side +
         cell_along (point[0], self->x0, self->per_x, self->side);
}

static void
find_bounds (EqpScatterIndex *self,
             gint64           n,
             const float     *xy)
{
  double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;

  for (gint64 i = 0; i < n; i++)
    if (isfinite (xy[2 * i]) && isfinite (xy[2 * i + 1]))
      {
        x0 = MIN (x0, xy[2 * i]);
        x1 = MAX (x1, xy[2 * i]);
        y0 = MIN (y0, xy[2 * i + 1]);
        y1 = MAX (y1, xy[2 * i + 1]);
        self->n++;
      }
  self->x0 = self->n > 0 ? x0 : 0.0;
  self->y0 = self->n > 0 ? y0 : 0.0;
  self->side = (int) CLAMP (sqrt ((double) self->n / 3.0), 1.0, LARGEST_SIDE);
  self->per_x = x1 > x0 ? self->side / (x1 - x0) : 0.0;
  self->per_y = y1 > y0 ? self->side / (y1 - y0) : 0.0;
}

/**
 * eqp_scatter_index_new:
 * @n: points
 * @xy: 2n coordinates; copied. Points that are not finite are left out.
 *
 * O(n) time and memory; meant for a thread other than the one that draws.
 *
 * Returns: (transfer full): the index
 */
EqpScatterIndex *
eqp_scatter_index_new (gint64       n,
                       const float *xy)
{
  EqpScatterIndex *self = g_new0 (EqpScatterIndex, 1);
  gsize n_cells;

  find_bounds (self, n, xy);
  n_cells = (gsize) self->side * self->side;
  self->first = g_new0 (gint64, n_cells + 1);
  self->rows = g_new (gint64, self->n);
  self->xy = g_new (float, 2 * self->n);

  /* Counting sort: afterwards first[c] has moved from the end of cell c to its beginning. */
  for (gint64 i = 0; i < n; i++)
    if (isfinite (xy[2 * i]) && isfinite (xy[2 * i + 1]))
      self->first[cell_of (self, xy + 2 * i)]++;
  for (gsize c = 1; c <= n_cells; c++)
    self->first[c] += self->first[c - 1];
  for (gint64 i = n - 1; i >= 0; i--)
    if (isfinite (xy[2 * i]) && isfinite (xy[2 * i + 1]))
      {
        gint64 place = --self->first[cell_of (self, xy + 2 * i)];

        self->rows[place] = i;
        self->xy[2 * place] = xy[2 * i];
        self->xy[2 * place + 1] = xy[2 * i + 1];
      }
  return self;
}

/**
 * eqp_scatter_index_free:
 * @self: (nullable): an index
 */
void
eqp_scatter_index_free (EqpScatterIndex *self)
{
  if (self == NULL)
    return;
  g_free (self->first);
  g_free (self->rows);
  g_free (self->xy);
  g_free (self);
}

static gint64
look_within (const EqpScatterIndex *self,
             double                 x,
             double                 y,
             double                 radius_x,
             double                 radius_y)
{
  double best = 1.0;
  gint64 row = -1;
  int from_x = cell_along (x - radius_x, self->x0, self->per_x, self->side);
  int to_x = cell_along (x + radius_x, self->x0, self->per_x, self->side);
  int from_y = cell_along (y - radius_y, self->y0, self->per_y, self->side);
  int to_y = cell_along (y + radius_y, self->y0, self->per_y, self->side);

  for (int cy = from_y; cy <= to_y; cy++)
    {
      gsize cells = (gsize) cy * self->side;

      for (gint64 i = self->first[cells + from_x]; i < self->first[cells + to_x + 1]; i++)
        {
          double dx = (self->xy[2 * i] - x) / radius_x;
          double dy = (self->xy[2 * i + 1] - y) / radius_y;
          double distance = dx * dx + dy * dy;

          if (distance < best || (distance == best && (row < 0 || self->rows[i] < row)))
            {
              best = distance;
              row = self->rows[i];
            }
        }
    }
  return row;
}

/**
 * eqp_scatter_index_lookup:
 * @self: an index
 * @x: where to look, in data coordinates
 * @y: where to look
 * @radius_x: how far to look along x, in data units, above 0; with @radius_y of the same length on the screen
 * @radius_y: how far to look along y
 *
 * The time is that of the points within four times the distance to that row, at most those within the radius.
 *
 * Returns: the row nearest on the screen, the first of equal ones; -1 when there is none within the radius
 */
gint64
eqp_scatter_index_lookup (const EqpScatterIndex *self,
                          double                 x,
                          double                 y,
                          double                 radius_x,
                          double                 radius_y)
{
  gint64 row = -1;

  if (!isfinite (x) || !isfinite (y) || !(radius_x > 0.0) || !(radius_y > 0.0))
    return -1;
  /* What is found near is the nearest. */
  for (double share = LEAST_SHARE; row < 0 && share <= 1.0; share *= 4.0)
    row = look_within (self, x, y, share * radius_x, share * radius_y);
  return row;
}
