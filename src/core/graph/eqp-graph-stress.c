/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates in which distances on paper are numbers of edges in between: stress majorization with pivots (Gansner,
 * Koren and North 2004, Graph Drawing by Stress Majorization; Ortmann, Klimenta and Brandes 2016, A Sparse Stress
 * Model). A vertex is held by its neighbors and by a few hundred pivots that stand for the vertices around them, so
 * memory is n times pivots and never n times n. Of up to so many vertices each is a pivot, and the stress is exact. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "eqp-graph-private.h"

#define PIVOTS 200
#define START_PIVOTS 50
#define JITTER 0.2 /* of the length of an edge */
#define SWEEPS 150
#define SETTLED 1e-4 /* of a length: the largest move in a sweep after which nothing happens any more */

typedef struct
{
  EqpGraph       *graph;
  const EqpCsr   *csr;
  gint64          n;
  gint            p;          /* pivots */
  gint32         *pivots;
  guint16        *distances;  /* p x n: edges on the shortest way */
  gint32         *region;     /* n: the pivot nearest to a vertex */
  gint32         *queue;      /* n */
  double         *weights;    /* p x n */
  double         *coordinates;
  GCancellable   *cancellable;
} Stress;

/* Breadth-first from pivot @index. */
static void
measure_from (Stress *self, gint index)
{
  guint16 *distances = self->distances + (gsize) index * self->n;
  gint64 head = 0, tail = 0;

  memset (distances, 0xff, sizeof (guint16) * self->n);
  distances[self->pivots[index]] = 0;
  self->queue[tail++] = self->pivots[index];
  while (head < tail)
    {
      gint32 v = self->queue[head++];

      for (gint64 e = self->csr->starts[v]; e < self->csr->starts[v + 1]; e++)
        {
          gint32 u = self->csr->columns[e];

          if (distances[u] != G_MAXUINT16)
            continue;
          distances[u] = (guint16) MIN (distances[v] + 1, G_MAXUINT16 - 1);
          self->queue[tail++] = u;
        }
    }
}

/* Each next pivot is as far as can be from those before, the first is vertex 0's farthest; ties by number. */
static gboolean
choose_pivots (Stress *self, GError **error)
{
  g_autofree guint16 *nearest = g_try_new (guint16, self->n);

  if (nearest == NULL)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_TOO_LARGE, _ ("There is not enough memory for the layout."));
      return FALSE;
    }
  memset (nearest, 0xff, sizeof (guint16) * self->n);
  memset (self->region, 0, sizeof (gint32) * self->n);
  self->pivots[0] = 0;
  for (gint i = 0; i < self->p; i++)
    {
      gint64 farthest = 0;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      measure_from (self, i);
      for (gint64 v = 0; v < self->n; v++)
        {
          guint16 distance = self->distances[(gsize) i * self->n + v];

          if (distance < nearest[v])
            {
              nearest[v] = distance;
              self->region[v] = i;
            }
          if (nearest[v] > nearest[farthest])
            farthest = v;
        }
      if (i + 1 < self->p)
        self->pivots[i + 1] = (gint32) farthest;
    }
  return TRUE;
}

/* w_ip = s_ip / d_ip^2 with s_ip vertices around p that are no farther from it than half way to i. */
static void
weigh_pivots (Stress *self)
{
  g_autofree gint64 *within = g_new0 (gint64, (gsize) G_MAXUINT16 + 1);

  for (gint i = 0; i < self->p; i++)
    {
      const guint16 *distances = self->distances + (gsize) i * self->n;
      guint16 most = 0;

      for (gint64 v = 0; v < self->n; v++)
        most = MAX (most, distances[v]);
      memset (within, 0, sizeof (gint64) * ((gsize) most + 1));
      for (gint64 v = 0; v < self->n; v++)
        within[distances[v]] += self->region[v] == i;
      for (guint d = 1; d <= most; d++)
        within[d] += within[d - 1];
      for (gint64 v = 0; v < self->n; v++)
        {
          double d = distances[v];

          /* Neighbors are held by their edge. */
          self->weights[(gsize) i * self->n + v] = d > 1.0 ? (double) within[distances[v] / 2] / (d * d) : 0.0;
        }
    }
}

/* One term of the majorant: where j would have vertex @x to be at distance @d, with weight @w. */
static inline void
pull (const double *x, const double *j, double d, double w, double sum[3])
{
  double dx = x[0] - j[0], dy = x[1] - j[1], length = sqrt (dx * dx + dy * dy);
  double stretch = length > 1e-9 ? d / length : 0.0;

  sum[0] += w * (j[0] + stretch * dx);
  sum[1] += w * (j[1] + stretch * dy);
  sum[2] += w;
}

/* x_i <- sum_j w_ij (x_j + d_ij (x_i - x_j) / |x_i - x_j|) / sum_j w_ij, vertex after vertex. Returns the largest move.
 */
static double
sweep (Stress *self)
{
  double *coordinates = self->coordinates, most = 0.0;

  for (gint64 v = 0; v < self->n; v++)
    {
      double *x = coordinates + 2 * v, sum[3] = { 0.0, 0.0, 0.0 }, moved;

      for (gint64 e = self->csr->starts[v]; e < self->csr->starts[v + 1]; e++)
        if (self->csr->columns[e] != v)
          pull (x, coordinates + 2 * (gsize) self->csr->columns[e], 1.0, 1.0, sum);
      for (gint i = 0; i < self->p; i++)
        {
          double w = self->weights[(gsize) i * self->n + v];

          if (w > 0.0)
            pull (x, coordinates + 2 * (gsize) self->pivots[i], self->distances[(gsize) i * self->n + v], w, sum);
        }
      if (!(sum[2] > 0.0))
        continue;
      moved = hypot (sum[0] / sum[2] - x[0], sum[1] / sum[2] - x[1]);
      most = MAX (most, moved);
      x[0] = sum[0] / sum[2];
      x[1] = sum[1] / sum[2];
    }
  return most;
}

/* c_ij = -(d_ij^2 - mean of row - mean of column + mean) / 2 of the first pivots, n x @m. */
static void
center_squares (const Stress *self, gint m, double *c)
{
  double columns[START_PIVOTS] = { 0.0 }, mean = 0.0;

  for (gint i = 0; i < m; i++)
    {
      for (gint64 v = 0; v < self->n; v++)
        {
          double d = self->distances[(gsize) i * self->n + v];

          c[v * m + i] = d * d;
          columns[i] += d * d / (double) self->n;
        }
      mean += columns[i] / m;
    }
  for (gint64 v = 0; v < self->n; v++)
    {
      double row = 0.0;

      for (gint i = 0; i < m; i++)
        row += c[v * m + i] / m;
      for (gint i = 0; i < m; i++)
        c[v * m + i] = -0.5 * (c[v * m + i] - row - columns[i] + mean);
    }
}

/* The leading vector of C'C orthogonal to @before, by powers; from a start that has a part of everything. */
static void
find_axis (const double *square, gint m, const double *before, double *axis)
{
  double next[START_PIVOTS];

  for (gint i = 0; i < m; i++)
    axis[i] = 1.0 + 0.37 * cos (1.0 + 2.0 * i);
  for (int round = 0; round < 100; round++)
    {
      double along = 0.0, length = 0.0;

      for (gint i = 0; before != NULL && i < m; i++)
        along += axis[i] * before[i];
      for (gint i = 0; before != NULL && i < m; i++)
        axis[i] -= along * before[i];
      for (gint i = 0; i < m; i++)
        {
          next[i] = 0.0;
          for (gint j = 0; j < m; j++)
            next[i] += square[i * m + j] * axis[j];
          length += next[i] * next[i];
        }
      if (!(length > 0.0))
        return;
      for (gint i = 0; i < m; i++)
        axis[i] = next[i] / sqrt (length);
    }
}

/* Brings the start to the size at which distances fit best: sum d |x| / sum |x|^2. */
static void
scale_start (Stress *self, gint m)
{
  double fit = 0.0, square = 0.0, scale;

  for (gint i = 0; i < m; i++)
    for (gint64 v = 0; v < self->n; v++)
      {
        const double *x = self->coordinates + 2 * v, *y = self->coordinates + 2 * (gsize) self->pivots[i];
        double length = hypot (x[0] - y[0], x[1] - y[1]);

        fit += length * self->distances[(gsize) i * self->n + v];
        square += length * length;
      }
  scale = square > 0.0 ? fit / square : 1.0;
  for (gint64 v = 0; v < 2 * self->n; v++)
    self->coordinates[v] *= scale;
}

/* Scaling by pivots (Brandes and Pich 2007, Eigensolver Methods for Progressive Multidimensional Scaling): x = C v with
 * v the two leading vectors of C'C; it unfolds the whole, which majorization alone would leave curled. Then a little of
 * a spiral, so that no two vertices stand at one place, nor all on a line. */
static gboolean
start (Stress *self, GError **error)
{
  gint m = MIN (self->p, START_PIVOTS);
  double axes[2][START_PIVOTS];
  g_autofree double *square = g_new0 (double, (gsize) m * m);
  double *c = eqp_try_alloc ((gsize) m * self->n, sizeof (double), N_ ("the layout"), error);

  if (c == NULL)
    return FALSE;
  center_squares (self, m, c);
  for (gint64 v = 0; v < self->n; v++)
    for (gint i = 0; i < m; i++)
      for (gint j = 0; j < m; j++)
        square[i * m + j] += c[v * m + i] * c[v * m + j];
  find_axis (square, m, NULL, axes[0]);
  find_axis (square, m, axes[0], axes[1]);
  for (gint64 v = 0; v < self->n; v++)
    for (int a = 0; a < 2; a++)
      {
        self->coordinates[2 * v + a] = 0.0;
        for (gint i = 0; i < m; i++)
          self->coordinates[2 * v + a] += c[v * m + i] * axes[a][i];
      }
  eqp_free (c);
  scale_start (self, m);
  for (gint64 v = 0; v < self->n; v++)
    {
      double angle = 2.399963229728653 * (double) v, radius = JITTER * sqrt ((v + 0.5) / (double) self->n);

      self->coordinates[2 * v] += radius * cos (angle);
      self->coordinates[2 * v + 1] += radius * sin (angle);
    }
  return TRUE;
}

/* Middle at 0, the long way along x, the farthest at 1, and the first vertex on a side that does not depend on luck. */
static void
settle (double *coordinates, gint64 n)
{
  double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, angle, largest = 0.0;

  for (gint64 v = 0; v < n; v++)
    {
      mx += coordinates[2 * v] / (double) n;
      my += coordinates[2 * v + 1] / (double) n;
    }
  for (gint64 v = 0; v < n; v++)
    {
      double x = coordinates[2 * v] - mx, y = coordinates[2 * v + 1] - my;

      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
  angle = 0.5 * atan2 (2.0 * xy, xx - yy);
  for (gint64 v = 0; v < n; v++)
    {
      double x = coordinates[2 * v] - mx, y = coordinates[2 * v + 1] - my;

      coordinates[2 * v] = x * cos (angle) + y * sin (angle);
      coordinates[2 * v + 1] = y * cos (angle) - x * sin (angle);
      largest = MAX (largest, MAX (fabs (coordinates[2 * v]), fabs (coordinates[2 * v + 1])));
    }
  for (int a = 0; a < 2; a++)
    {
      double scale = (coordinates[a] < 0.0 ? -1.0 : 1.0) / (largest > 0.0 ? largest : 1.0);

      for (gint64 v = 0; v < n; v++)
        coordinates[2 * v + a] *= scale;
    }
}

/* For a connected graph, each coordinate between -1 and 1. O(sweeps (n pivots + m)) time, serial. */
gboolean
_eqp_graph_stress (EqpGraph *graph, gint dimensions, EqpPool *pool, GCancellable *cancellable, double *coordinates,
                   GError **error)
{
  Stress self = { .graph = graph, .csr = eqp_graph_get_csr (graph), .n = eqp_graph_get_n (graph),
                  .coordinates = coordinates, .cancellable = cancellable };
  gboolean done = FALSE;

  memset (coordinates, 0, sizeof (double) * 2 * self.n);
  if (self.n == 1)
    return TRUE;
  self.p = (gint) MIN (self.n, PIVOTS);
  if ((self.pivots = eqp_try_alloc (self.p, sizeof (gint32), N_ ("the layout"), error)) == NULL ||
      (self.region = eqp_try_alloc (self.n, sizeof (gint32), N_ ("the layout"), error)) == NULL ||
      (self.queue = eqp_try_alloc (self.n, sizeof (gint32), N_ ("the layout"), error)) == NULL ||
      (self.distances =
           eqp_try_alloc ((gsize) self.p * self.n, sizeof (guint16), N_ ("the layout"), error)) == NULL ||
      (self.weights = eqp_try_alloc ((gsize) self.p * self.n, sizeof (double), N_ ("the layout"), error)) == NULL ||
      !choose_pivots (&self, error))
    goto out;

  weigh_pivots (&self);
  if (!start (&self, error))
    goto out;
  for (int i = 0; i < SWEEPS; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        goto out;
      if (sweep (&self) < SETTLED)
        break;
    }
  settle (coordinates, self.n);
  done = TRUE;

out:
  eqp_free (self.pivots);
  eqp_free (self.region);
  eqp_free (self.queue);
  eqp_free (self.distances);
  eqp_free (self.weights);
  return done;
}
