/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectral coordinates for drawing a graph: the leading eigenvectors of the random walk behind the constant one, which
 * put neighbors close together. In a graph of several components those vectors would only tell components apart and
 * make a point of each, so every component gets coordinates of its own, in a square as large as it has points. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-eigen-private.h"
#include "eqp-graph-private.h"

#define MOST_VERTICES 5000
#define GAP 0.15 /* between squares, as a share of the larger one's side */

typedef gboolean (*LayOut) (EqpGraph      *graph,
                            gint           dimensions,
                            EqpPool       *pool,
                            GCancellable  *cancellable,
                            double        *coordinates,
                            GError       **error);

typedef struct
{
  gint32 component;
  gint64 size;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return x->size != y->size ? (x->size < y->size ? 1 : -1)
                            : (x->component > y->component) - (x->component < y->component);
}

/* Coordinates of a connected graph, each between -1 and 1. */
static gboolean
lay_out (EqpGraph *graph, gint dimensions, EqpPool *pool, GCancellable *cancellable, double *coordinates,
         GError **error)
{
  gint64 n = eqp_graph_get_n (graph);
  gint count = (gint) MIN (n, dimensions + 1);
  const double *degrees = eqp_graph_get_degrees (graph);
  double values[8], *vectors;
  gboolean converged, done;

  memset (coordinates, 0, sizeof (double) * n * dimensions);
  if (n == 1)
    return TRUE;
  vectors = eqp_try_alloc ((gsize) n * count, sizeof (double), N_ ("the coordinates of the graph"), error);
  if (vectors == NULL)
    return FALSE;

  done = _eqp_graph_eigen (graph, EQP_SPECTRUM_NORMALIZED, count, pool, cancellable, NULL, values, vectors, &converged,
                           error);
  done = done && !g_cancellable_set_error_if_cancelled (cancellable, error);
  for (gint v = 1; done && v < count; v++)
    {
      double largest = 0.0;

      for (gint64 i = 0; i < n; i++)
        {
          coordinates[i * dimensions + v - 1] = vectors[i * count + v] / sqrt (degrees[i]);
          largest = MAX (largest, fabs (coordinates[i * dimensions + v - 1]));
        }
      for (gint64 i = 0; largest > 0.0 && i < n; i++)
        coordinates[i * dimensions + v - 1] /= largest;
    }
  eqp_free (vectors);
  return done;
}

/* The component whose vertices these are, numbered in their order; @local tells a vertex's number. */
static EqpGraph *
take_component (EqpGraph *graph, const gint32 *vertices, gint64 size, gint32 *local, GError **error)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  gint64 n_entries = 0;
  EqpCsrParts parts;

  for (gint64 v = 0; v < size; v++)
    {
      local[vertices[v]] = (gint32) v;
      n_entries += csr->starts[vertices[v] + 1] - csr->starts[vertices[v]];
    }
  if (!_eqp_csr_parts_alloc (&parts, size, n_entries, error))
    return NULL;

  n_entries = 0;
  for (gint64 v = 0; v < size; v++)
    {
      for (gint64 e = csr->starts[vertices[v]]; e < csr->starts[vertices[v] + 1]; e++)
        {
          parts.columns[n_entries] = local[csr->columns[e]];
          parts.weights[n_entries++] = csr->weights[e];
        }
      parts.starts[v + 1] = n_entries;
    }
  return _eqp_graph_take (&parts, g_ptr_array_new_with_free_func (g_free), NULL, error);
}

/* Squares of falling size in rows from the left, each row as high as its first square. */
static gboolean
pack (EqpGraph *graph, LayOut lay_out_part, gint dimensions, EqpPool *pool, GCancellable *cancellable,
      double *coordinates, GError **error)
{
  gint64 n = eqp_graph_get_n (graph), n_components = eqp_graph_get_n_components (graph);
  const gint64 *sizes = eqp_graph_get_component_sizes (graph);
  const gint32 *components = eqp_graph_get_components (graph);
  g_autofree Place *places = g_new (Place, n_components);
  g_autofree gint64 *first = g_new0 (gint64, n_components + 1);
  g_autofree gint64 *fill = g_new0 (gint64, n_components);
  g_autofree gint32 *vertices = g_new (gint32, n);
  g_autofree gint32 *local = g_new (gint32, n);
  g_autofree double *own = g_new (double, n * dimensions);
  double line_width = 1.3 * sqrt ((double) n), left = 0.0, bottom = 0.0, height = 0.0;

  for (gint64 c = 0; c < n_components; c++)
    {
      places[c] = (Place) { (gint32) c, sizes[c] };
      first[c + 1] = first[c] + sizes[c];
    }
  for (gint64 i = 0; i < n; i++)
    vertices[first[components[i]] + fill[components[i]]++] = (gint32) i;
  qsort (places, n_components, sizeof (Place), compare_places);

  for (gint64 p = 0; p < n_components; p++)
    {
      const gint32 *members = vertices + first[places[p].component];
      double side = sqrt ((double) places[p].size);

      if (places[p].size > 1)
        {
          g_autoptr (EqpGraph) part = take_component (graph, members, places[p].size, local, error);

          if (part == NULL || !lay_out_part (part, dimensions, pool, cancellable, own, error))
            return FALSE;
        }
      else
        memset (own, 0, sizeof (double) * dimensions);

      if (dimensions > 1 && left > 0.0 && left + side > line_width)
        {
          bottom -= height * (1.0 + GAP);
          left = height = 0.0;
        }
      height = MAX (height, side);
      for (gint64 v = 0; v < places[p].size; v++)
        for (gint a = 0; a < dimensions; a++)
          coordinates[(gint64) members[v] * dimensions + a] =
            0.5 * side * own[v * dimensions + a] + (a == 0 ? left + 0.5 * side : a == 1 ? bottom - 0.5 * side : 0.0);
      left += side * (1.0 + GAP);
    }
  return TRUE;
}

/**
 * eqp_graph_layout:
 * @self: a graph
 * @dimensions: 1 to 3
 * @pool: who works
 * @cancellable: (nullable): ends it early
 * @coordinates: (out): n x dimensions
 * @error: EQP_ERROR_TOO_LARGE, EQP_ERROR_NUMERICAL, G_IO_ERROR_CANCELLED
 *
 * Spectral coordinates, the components side by side with the largest first; always finite, the same on any number of
 * threads. The unit means nothing.
 *
 * Returns: whether there are coordinates
 */
gboolean
eqp_graph_layout (EqpGraph      *self,
                  gint           dimensions,
                  EqpPool       *pool,
                  GCancellable  *cancellable,
                  double        *coordinates,
                  GError       **error)
{
  g_return_val_if_fail (dimensions >= 1 && dimensions <= 3, FALSE);

  if (eqp_graph_get_n_components (self) == 1)
    return lay_out (self, dimensions, pool, cancellable, coordinates, error);
  return pack (self, lay_out, dimensions, pool, cancellable, coordinates, error);
}

/**
 * eqp_graph_can_layout_distances:
 * @self: a graph
 *
 * Returns: whether eqp_graph_layout_distances() takes no more than a few seconds
 */
gboolean
eqp_graph_can_layout_distances (EqpGraph *self)
{
  return eqp_graph_get_n (self) <= MOST_VERTICES;
}

/**
 * eqp_graph_layout_distances:
 * @self: a graph that eqp_graph_can_layout_distances()
 * @cancellable: (nullable): ends it early
 * @coordinates: (out): n x 2
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Coordinates whose distances are, as well as a plane allows, the numbers of edges between vertices; weights do not
 * count. No two vertices stand at one place because they have the same neighbors. The components stand side by side
 * with the largest first. Always finite and the same.
 *
 * Returns: whether there are coordinates
 */
gboolean
eqp_graph_layout_distances (EqpGraph      *self,
                            GCancellable  *cancellable,
                            double        *coordinates,
                            GError       **error)
{
  g_return_val_if_fail (eqp_graph_can_layout_distances (self), FALSE);

  if (eqp_graph_get_n_components (self) == 1)
    return _eqp_graph_stress (self, 2, NULL, cancellable, coordinates, error);
  return pack (self, _eqp_graph_stress, 2, NULL, cancellable, coordinates, error);
}
