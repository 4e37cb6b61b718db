/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The minimum cut of a connected graph. Scans in maximum adjacency order find pairs that no cheaper cut separates, and
 * such pairs are merged (Nagamochi, Ono, Ibaraki 1994, Implementing an efficient minimum capacity cut algorithm); a
 * neighbor graph of thousands of vertices falls to a handful in a few scans. What is left is solved by Stoer and
 * Wagner's algorithm in igraph, which alone would take minutes and cannot be interrupted. */
#include "config.h"

#include "eqp-minimum-cut-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#ifdef HAVE_IGRAPH
#include <igraph/igraph.h>
#endif

#define KERNEL 48           /* vertices that the library gets: milliseconds, however dense */
#define LOOK_VERTICES 256   /* between two looks at the cancellable */

/* The graph as merged so far. */
typedef struct
{
  gint64         n_points;
  gint32        *map;         /* n_points: the vertex a point is in */
  gint32         n;
  gint64        *starts;      /* n + 1 */
  gint32        *columns;
  double        *weights;
  double        *degrees;     /* n */

  double         best;
  gboolean      *side;        /* n_points: of the best cut */

  /* scratch */
  gint32        *roots;       /* n: union-find, then the new numbers */
  double        *attached;    /* n: weight to what is scanned */
  gint32        *heap;        /* n: the most attached on top */
  gint32        *places;      /* n: in the heap, or -1: scanned */
  gint32        *order;       /* n */
} Merge;

static void
merge_init (Merge *self, const EqpCsr *csr, gboolean *side)
{
  gint64 entries = csr->starts[csr->n];

  *self = (Merge) { .n_points = csr->n, .n = (gint32) csr->n, .best = INFINITY, .side = side };
  self->map = g_new (gint32, csr->n);
  for (gint32 v = 0; v < self->n; v++)
    self->map[v] = v;
  self->starts = g_memdup2 (csr->starts, sizeof (gint64) * (csr->n + 1));
  self->columns = g_memdup2 (csr->columns, sizeof (gint32) * entries);
  self->weights = g_memdup2 (csr->weights, sizeof (double) * entries);
  self->degrees = g_new (double, csr->n);
  self->roots = g_new (gint32, csr->n);
  self->attached = g_new (double, csr->n);
  self->heap = g_new (gint32, csr->n);
  self->places = g_new (gint32, csr->n);
  self->order = g_new (gint32, csr->n);
}

static void
merge_clear (Merge *self)
{
  g_free (self->map);
  g_free (self->starts);
  g_free (self->columns);
  g_free (self->weights);
  g_free (self->degrees);
  g_free (self->roots);
  g_free (self->attached);
  g_free (self->heap);
  g_free (self->places);
  g_free (self->order);
}

/* Each vertex alone against the rest is a cut. */
static void
look_at_degrees (Merge *self)
{
  gint32 least = -1;

  for (gint32 v = 0; v < self->n; v++)
    {
      self->degrees[v] = 0.0;
      for (gint64 e = self->starts[v]; e < self->starts[v + 1]; e++)
        self->degrees[v] += self->weights[e];
      if (self->degrees[v] < self->best)
        {
          self->best = self->degrees[v];
          least = v;
        }
    }
  for (gint64 i = 0; least >= 0 && i < self->n_points; i++)
    self->side[i] = self->map[i] == least;
}

static gint32
find_root (gint32 *roots, gint32 v)
{
  while (roots[v] != v)
    {
      roots[v] = roots[roots[v]];
      v = roots[v];
    }
  return v;
}

static void
unite (gint32 *roots, gint32 a, gint32 b)
{
  a = find_root (roots, a);
  b = find_root (roots, b);
  roots[MAX (a, b)] = MIN (a, b);
}

static inline gboolean
above (const Merge *self, gint32 a, gint32 b)
{
  return self->attached[a] > self->attached[b] || (self->attached[a] == self->attached[b] && a < b);
}

static void
rise (Merge *self, gint32 v)
{
  gint32 i = self->places[v];

  for (; i > 0 && above (self, v, self->heap[(i - 1) / 2]); i = (i - 1) / 2)
    {
      self->heap[i] = self->heap[(i - 1) / 2];
      self->places[self->heap[i]] = i;
    }
  self->heap[i] = v;
  self->places[v] = i;
}

static gint32
take_top (Merge *self, gint32 *n_heap)
{
  gint32 top = self->heap[0], last = self->heap[--*n_heap], i = 0;

  for (;;)
    {
      gint32 child = 2 * i + 1;

      if (child >= *n_heap)
        break;
      if (child + 1 < *n_heap && above (self, self->heap[child + 1], self->heap[child]))
        child++;
      if (!above (self, self->heap[child], last))
        break;
      self->heap[i] = self->heap[child];
      self->places[self->heap[i]] = i;
      i = child;
    }
  if (*n_heap > 0)
    {
      self->heap[i] = last;
      self->places[last] = i;
    }
  self->places[top] = -1;
  return top;
}

/* One scan. Where a vertex becomes attached to the scanned ones by the weight of the best cut or more, no cheaper cut
 * separates it from the vertex scanned last; nor does any separate the last two, whose cheapest one is the last's
 * degree. */
static gboolean
scan (Merge *self, GCancellable *cancellable)
{
  gint32 n_heap = self->n, previous = -1, vertex = -1;

  for (gint32 v = 0; v < self->n; v++)
    {
      self->roots[v] = v;
      self->attached[v] = 0.0;
      self->heap[v] = v;
      self->places[v] = v;
    }

  for (gint32 step = 0; n_heap > 0; step++)
    {
      if (step % LOOK_VERTICES == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      previous = vertex;
      vertex = take_top (self, &n_heap);
      for (gint64 e = self->starts[vertex]; e < self->starts[vertex + 1]; e++)
        {
          gint32 other = self->columns[e];

          if (self->places[other] < 0)
            continue;
          self->attached[other] += self->weights[e];
          if (self->attached[other] >= self->best)
            unite (self->roots, vertex, other);
          rise (self, other);
        }
    }
  unite (self->roots, previous, vertex);
  return TRUE;
}

/* The graph of the united vertices; its rows overwrite the old ones, which are longer. */
static void
contract (Merge *self)
{
  gint32 n = 0, *first = self->heap, *next = self->order;
  gint64 *starts;
  gint32 *columns, *met = self->places;
  double *weights, *sums = self->attached;
  gint64 end = 0;

  /* Roots have the lowest number of their set, so they get their new one first. */
  for (gint32 v = 0; v < self->n; v++)
    self->roots[v] = find_root (self->roots, v);
  for (gint32 v = 0; v < self->n; v++)
    self->roots[v] = self->roots[v] == v ? n++ : self->roots[self->roots[v]];
  for (gint64 i = 0; i < self->n_points; i++)
    self->map[i] = self->roots[self->map[i]];

  /* Lists of the old vertices in each new one. */
  for (gint32 c = 0; c < n; c++)
    first[c] = -1;
  for (gint32 v = self->n - 1; v >= 0; v--)
    {
      next[v] = first[self->roots[v]];
      first[self->roots[v]] = v;
    }

  starts = g_new (gint64, n + 1);
  columns = g_new (gint32, self->starts[self->n]);
  weights = g_new (double, self->starts[self->n]);
  memset (sums, 0, sizeof (double) * n);
  for (gint32 c = 0; c < n; c++)
    met[c] = -1;
  starts[0] = 0;
  for (gint32 c = 0; c < n; c++)
    {
      gint64 begin = end;

      for (gint32 v = first[c]; v >= 0; v = next[v])
        for (gint64 e = self->starts[v]; e < self->starts[v + 1]; e++)
          {
            gint32 other = self->roots[self->columns[e]];

            if (other == c)
              continue;
            if (met[other] != c)
              {
                met[other] = c;
                columns[end++] = other;
                sums[other] = 0.0;
              }
            sums[other] += self->weights[e];
          }
      for (gint64 e = begin; e < end; e++)
        weights[e] = sums[columns[e]];
      starts[c + 1] = end;
    }

  g_free (self->starts);
  g_free (self->columns);
  g_free (self->weights);
  self->starts = starts;
  self->columns = columns;
  self->weights = weights;
  self->n = n;
}

#ifdef HAVE_IGRAPH

/* What the scans left over. */
static gboolean
solve_kernel (Merge *self, const char **problem)
{
  igraph_vector_int_t edges, part;
  igraph_vector_t weights;
  igraph_real_t value = 0.0;
  igraph_error_t status;
  igraph_t graph;

  igraph_set_error_handler (igraph_error_handler_ignore);
  igraph_vector_int_init (&edges, 0);
  igraph_vector_int_init (&part, 0);
  igraph_vector_init (&weights, 0);
  for (gint32 v = 0; v < self->n; v++)
    for (gint64 e = self->starts[v]; e < self->starts[v + 1]; e++)
      if (self->columns[e] > v)
        {
          igraph_vector_int_push_back (&edges, v);
          igraph_vector_int_push_back (&edges, self->columns[e]);
          igraph_vector_push_back (&weights, self->weights[e]);
        }

  status = igraph_create (&graph, &edges, self->n, IGRAPH_UNDIRECTED);
  if (status == IGRAPH_SUCCESS)
    {
      status = igraph_mincut (&graph, &value, &part, NULL, NULL, &weights);
      igraph_destroy (&graph);
    }
  if (status == IGRAPH_SUCCESS && value < self->best)
    {
      self->best = value;
      memset (self->places, 0, sizeof (gint32) * self->n);
      for (gint64 i = 0; i < igraph_vector_int_size (&part); i++)
        self->places[VECTOR (part)[i]] = 1;
      for (gint64 i = 0; i < self->n_points; i++)
        self->side[i] = self->places[self->map[i]];
    }
  *problem = status == IGRAPH_SUCCESS ? NULL : igraph_strerror (status);

  igraph_vector_int_destroy (&edges);
  igraph_vector_int_destroy (&part);
  igraph_vector_destroy (&weights);
  return status == IGRAPH_SUCCESS;
}

#else

static gboolean
solve_kernel (Merge *self, const char **problem)
{
  *problem = _ ("this program was built without igraph");
  return FALSE;
}

#endif

/*< private >
 * _eqp_minimum_cut:
 * @csr: a connected graph of two vertices or more
 * @cancellable: (nullable): looked at many times in a scan
 * @side: (out): n; TRUE on the side with fewer vertices
 * @cost: (out): the weight of the cut, each edge once
 * @problem: (out): what the library says where it fails
 *
 * O(entries log n) a scan, of which neighbor graphs need a few and dense graphs of equal weights as many as vertices.
 *
 * Returns: how it ended
 */
EqpMinimumCutEnd
_eqp_minimum_cut (const EqpCsr   *csr,
                  GCancellable   *cancellable,
                  gboolean       *side,
                  double         *cost,
                  const char    **problem)
{
  EqpMinimumCutEnd end = EQP_MINIMUM_CUT_FOUND;
  gint64 size = 0;
  Merge merge;

  g_return_val_if_fail (csr->n >= 2, EQP_MINIMUM_CUT_FAILED);

  merge_init (&merge, csr, side);
  look_at_degrees (&merge);
  while (merge.n > KERNEL && end == EQP_MINIMUM_CUT_FOUND)
    {
      if (!scan (&merge, cancellable))
        end = EQP_MINIMUM_CUT_CANCELLED;
      else
        {
          contract (&merge);
          if (merge.n > 1)
            look_at_degrees (&merge);
        }
    }
  if (end == EQP_MINIMUM_CUT_FOUND && merge.n > 1 && !solve_kernel (&merge, problem))
    end = EQP_MINIMUM_CUT_FAILED;

  for (gint64 i = 0; i < csr->n; i++)
    size += side[i];
  for (gint64 i = 0; 2 * size > csr->n && i < csr->n; i++)
    side[i] = !side[i];
  *cost = merge.best;
  merge_clear (&merge);
  return end;
}
