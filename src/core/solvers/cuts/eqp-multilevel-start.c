/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First partitions of a coarse graph, before any refinement: regions that grow, whole components, or chance. */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <string.h>

static inline gint64
mass_of (const EqpLevel *graph, gint64 v)
{
  return graph->mass != NULL ? graph->mass[v] : 1;
}

/* -- the smallest cluster ------------------------------------------------------------------------------------------ */

/* A heap of clusters by size whose top only grows. */
typedef struct
{
  int     k;
  gint32 *clusters;
  gint64 *sizes;
} Smallest;

static void
smallest_init (Smallest *self, int k)
{
  self->k = k;
  self->clusters = g_new (gint32, k);
  self->sizes = g_new0 (gint64, k);
  for (int c = 0; c < k; c++)
    self->clusters[c] = c;
}

static void
smallest_clear (Smallest *self)
{
  g_free (self->clusters);
  g_free (self->sizes);
}

static void
smallest_grow (Smallest *self, gint64 mass)
{
  gint32 cluster = self->clusters[0];
  int i = 0;

  self->sizes[cluster] += mass;
  for (;;)
    {
      int child = 2 * i + 1;

      if (child >= self->k)
        break;
      if (child + 1 < self->k && self->sizes[self->clusters[child + 1]] < self->sizes[self->clusters[child]])
        child++;
      if (self->sizes[self->clusters[child]] >= self->sizes[cluster])
        break;
      self->clusters[i] = self->clusters[child];
      i = child;
    }
  self->clusters[i] = cluster;
}

/* -- frontiers ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  double key;
  gint32 vertex;
} Entry;

static void
frontier_push (GArray *heap, Entry entry)
{
  guint i = heap->len;
  Entry *data;

  g_array_append_val (heap, entry);
  data = (Entry *) (gpointer) heap->data;
  for (; i > 0 && data[(i - 1) / 2].key < entry.key; i = (i - 1) / 2)
    data[i] = data[(i - 1) / 2];
  data[i] = entry;
}

static Entry
frontier_pop (GArray *heap)
{
  Entry *data = (Entry *) (gpointer) heap->data, top = data[0], last = data[heap->len - 1];
  guint n = heap->len - 1, i = 0;

  for (;;)
    {
      guint child = 2 * i + 1;

      if (child >= n)
        break;
      if (child + 1 < n && data[child + 1].key > data[child].key)
        child++;
      if (data[child].key <= last.key)
        break;
      data[i] = data[child];
      i = child;
    }
  data[i] = last;
  g_array_set_size (heap, n);
  return top;
}

static gint32 *
random_order (gint64 n, EqpRng *rng)
{
  gint32 *order = g_new (gint32, n);

  for (gint64 v = 0; v < n; v++)
    order[v] = (gint32) v;
  eqp_rng_shuffle (rng, order, n);
  return order;
}

/* -- starts -------------------------------------------------------------------------------------------------------- */

/* Vertices in random order, each into the smallest cluster. O(n log k). */
void
_eqp_start_random (const EqpLevel *graph,
                   int             k,
                   EqpRng         *rng,
                   gint32         *labels)
{
  g_autofree gint32 *order = random_order (graph->n, rng);
  Smallest smallest;

  smallest_init (&smallest, k);
  for (gint64 o = 0; o < graph->n; o++)
    {
      labels[order[o]] = smallest.clusters[0];
      smallest_grow (&smallest, mass_of (graph, order[o]));
    }
  smallest_clear (&smallest);
}

/* The share of the weight of @v that goes into cluster @c. */
static double
share (const EqpLevel *graph, const gint32 *labels, gint32 v, gint32 c)
{
  double tie = 0.0, all = 0.0;

  for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
    {
      all += graph->weights[e];
      if (labels[graph->columns[e]] == c)
        tie += graph->weights[e];
    }
  return tie / all;
}

/* From one random vertex each, the smallest region takes the free vertex that has the largest share of its weight
 * there; where there is none, another random one. O(sum of squared degrees). */
void
_eqp_start_grow (const EqpLevel *graph,
                 int             k,
                 EqpRng         *rng,
                 gint32         *labels)
{
  g_autofree gint32 *order = random_order (graph->n, rng);
  g_autoptr (GPtrArray) frontiers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  Smallest smallest;
  gint64 next = 0;

  smallest_init (&smallest, k);
  for (int c = 0; c < k; c++)
    g_ptr_array_add (frontiers, g_array_new (FALSE, FALSE, sizeof (Entry)));
  for (gint64 v = 0; v < graph->n; v++)
    labels[v] = -1;

  for (gint64 left = graph->n; left > 0; left--)
    {
      gint32 c = smallest.clusters[0], v = -1;
      GArray *frontier = g_ptr_array_index (frontiers, c);

      while (v < 0 && frontier->len > 0)
        {
          Entry top = frontier_pop (frontier);

          if (labels[top.vertex] < 0)
            v = top.vertex;
        }
      while (v < 0)
        {
          if (labels[order[next]] < 0)
            v = order[next];
          next++;
        }

      labels[v] = c;
      smallest_grow (&smallest, mass_of (graph, v));
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        if (labels[graph->columns[e]] < 0)
          frontier_push (frontier, (Entry) { share (graph, labels, graph->columns[e], c), graph->columns[e] });
    }
  smallest_clear (&smallest);
}

typedef struct
{
  gint64 mass;
  gint32 component;
} Chunk;

static int
larger_first (gconstpointer a, gconstpointer b)
{
  const Chunk *x = a, *y = b;

  if (x->mass != y->mass)
    return x->mass > y->mass ? -1 : 1;
  return x->component < y->component ? -1 : 1;
}

/* Whole connected components, the largest first, each into the smallest cluster: nothing is cut. O(entries + n log n).
 * Returns the number of components. */
gint64
_eqp_start_components (const EqpLevel *graph,
                       int             k,
                       gint32         *labels)
{
  g_autofree gint32 *stack = g_new (gint32, graph->n);
  g_autofree gint32 *cluster = NULL;
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));
  Smallest smallest;

  for (gint64 v = 0; v < graph->n; v++)
    labels[v] = -1;
  for (gint64 root = 0; root < graph->n; root++)
    {
      Chunk chunk = { 0, (gint32) chunks->len };
      gint64 depth = 0;

      if (labels[root] >= 0)
        continue;
      labels[root] = chunk.component;
      stack[depth++] = (gint32) root;
      while (depth > 0)
        {
          gint32 v = stack[--depth];

          chunk.mass += mass_of (graph, v);
          for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (labels[graph->columns[e]] < 0)
              {
                labels[graph->columns[e]] = chunk.component;
                stack[depth++] = graph->columns[e];
              }
        }
      g_array_append_val (chunks, chunk);
    }

  g_array_sort (chunks, larger_first);
  cluster = g_new (gint32, chunks->len);
  smallest_init (&smallest, k);
  for (guint i = 0; i < chunks->len; i++)
    {
      const Chunk *chunk = &g_array_index (chunks, Chunk, i);

      cluster[chunk->component] = smallest.clusters[0];
      smallest_grow (&smallest, chunk->mass);
    }
  smallest_clear (&smallest);
  for (gint64 v = 0; v < graph->n; v++)
    labels[v] = cluster[labels[v]];
  return chunks->len;
}

/* Appends the vertices that hang together with @root to the line, breadth first or depth first. */
static gint64
follow (const EqpLevel *graph, gint32 root, gboolean deep, guint8 *met, gint32 *stack, gint32 *line, gint64 length)
{
  gint64 next = length, depth = 0;

  if (!deep)
    {
      met[root] = TRUE;
      line[length++] = root;
      for (; next < length; next++)
        for (gint64 e = graph->starts[line[next]]; e < graph->starts[line[next] + 1]; e++)
          if (!met[graph->columns[e]])
            {
              met[graph->columns[e]] = TRUE;
              line[length++] = graph->columns[e];
            }
      return length;
    }

  stack[depth++] = root;
  while (depth > 0)
    {
      gint32 v = stack[--depth];

      if (met[v])
        continue;
      met[v] = TRUE;
      line[length++] = v;
      for (gint64 e = graph->starts[v + 1]; e-- > graph->starts[v];)
        if (!met[graph->columns[e]])
          stack[depth++] = graph->columns[e];
    }
  return length;
}

/* The vertices in a line, each component from a vertex at its rim: runs of it are good parts of paths, rings, trees and
 * narrow grids, which regions that grow from chance places seldom find all at once. O(entries). */
void
_eqp_start_line_up (const EqpLevel *graph,
                    gboolean        deep,
                    gint32         *line)
{
  g_autofree guint8 *met = g_new0 (guint8, graph->n);
  g_autofree gint32 *stack = g_new (gint32, graph->n + graph->starts[graph->n]);
  gint64 length = 0;

  for (gint32 root = 0; root < graph->n; root++)
    if (!met[root])
      {
        gint64 end = follow (graph, root, FALSE, met, stack, line, length);
        gint32 rim = line[end - 1];

        for (gint64 i = length; i < end; i++)
          met[line[i]] = FALSE;
        length = follow (graph, rim, deep, met, stack, line, length);
      }
}
