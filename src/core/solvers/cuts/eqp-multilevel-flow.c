/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maximum flows between pairs of clusters (Sanders, Schulz 2011): among all ways to divide a region around the boundary
 * of two clusters, the one with the smallest cut is found at once, where a walk would have to climb vertex by vertex.
 *
 * The region is what is nearest to the boundary, by a share of the mass of each cluster. The rest of the one cluster is
 * the source, that of the other the sink; edges to third clusters are cut whatever happens. Of all smallest cuts one is
 * looked at that makes sizes most even, and besides it both extremes; the best is kept where J falls, by the prices of
 * _eqp_walk_set(). */
#include "config.h"

#include "eqp-multilevel-walk-private.h"

#include <math.h>
#include <string.h>

#define SIDES 3             /* smallest cuts that are looked at */
#define MOST_VERTICES 4000  /* of the region in one cluster */

typedef struct
{
  gint32 a;
  gint32 b;
  gint32 vertex;
} Touch;

typedef struct
{
  gint32 to;
  gint32 back;      /* the arc of the other direction */
  double rest;      /* capacity that is left */
} Arc;

/* The network: vertices of the region, those of cluster a first, then source and sink. */
typedef struct
{
  EqpWalk *walk;
  gint32   a;
  gint32   b;
  gint32  *number;      /* of the graph's vertices; -1: not in the region */
  GArray  *region;      /* gint32 */
  gint32   n;           /* vertices of the region; the number of the source, one less than that of the sink */
  gint32   room;        /* nodes there is room for */
  gint32   arc_room;
  gint32  *starts;      /* n + 3: first arc of a node */
  gint32  *limits;      /* n + 2: and the one behind its last */
  Arc     *arcs;        /* those of a node one after the other */
  gint32  *level;       /* n + 2 */
  gint32  *next;        /* n + 2 */
  gint32  *queue;       /* n + 2 */
  guint8  *sides;       /* SIDES x n: whether it is on the side of the source */
  double   tiny;
} Flow;

static inline gint32
get_vertex (const Flow *self, gint32 i)
{
  return g_array_index (self->region, gint32, i);
}

/* Breadth first from the boundary into @own, up to @most of its mass. */
static void
take_region (Flow *self, const Touch *touches, gsize n_touches, gint32 own, gint32 other, double most)
{
  EqpWalk *walk = self->walk;
  const EqpLevel *graph = walk->graph;
  guint next = self->region->len, end = next + MOST_VERTICES;
  double mass = 0.0;

  for (gsize i = 0; i < n_touches && self->region->len < end; i++)
    {
      gint32 v = touches[i].vertex;

      if (walk->labels[v] == own && self->number[v] < 0 && walk_slot (walk, v, other) != NULL &&
          mass + (double) walk_mass (walk, v) <= most)
        {
          mass += (double) walk_mass (walk, v);
          self->number[v] = (gint32) self->region->len;
          g_array_append_val (self->region, v);
        }
    }
  for (; next < self->region->len && self->region->len < end; next++)
    {
      gint32 v = get_vertex (self, (gint32) next);

      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        {
          gint32 u = graph->columns[e];

          if (walk->labels[u] == own && self->number[u] < 0 && mass + (double) walk_mass (walk, u) <= most)
            {
              mass += (double) walk_mass (walk, u);
              self->number[u] = (gint32) self->region->len;
              g_array_append_val (self->region, u);
            }
        }
    }
}

static void
make_room (Flow *self, gint32 arcs)
{
  if (self->n + 3 > self->room)
    {
      self->room = 2 * (self->n + 3);
      self->starts = g_renew (gint32, self->starts, self->room);
      self->limits = g_renew (gint32, self->limits, self->room);
      self->level = g_renew (gint32, self->level, self->room);
      self->next = g_renew (gint32, self->next, self->room);
      self->queue = g_renew (gint32, self->queue, self->room);
      self->sides = g_renew (guint8, self->sides, SIDES * self->room);
    }
  if (arcs > self->arc_room)
    {
      self->arc_room = 2 * arcs;
      self->arcs = g_renew (Arc, self->arcs, self->arc_room);
    }
}

static inline void
add_arcs (Flow *self, gint32 from, gint32 to, double there, double back)
{
  gint32 i = self->next[from]++, j = self->next[to]++;

  self->arcs[i] = (Arc) { to, j, there };
  self->arcs[j] = (Arc) { from, i, back };
}

/* The arcs of the region. Returns the weight between both clusters in it. */
static double
build (Flow *self)
{
  const EqpLevel *graph = self->walk->graph;
  const gint32 *labels = self->walk->labels;
  gint32 n = self->n = (gint32) self->region->len, source = n, sink = n + 1, arcs = 0;
  double cut = 0.0;

  for (gint32 i = 0; i < n; i++)
    arcs += (gint32) (graph->starts[get_vertex (self, i) + 1] - graph->starts[get_vertex (self, i)]) + 4;
  make_room (self, arcs);

  /* Room for an arc to each neighbor, the source and the sink; what is not needed stays empty. */
  self->starts[0] = 0;
  for (gint32 i = 0; i < n; i++)
    {
      gint32 v = get_vertex (self, i);

      self->next[i] = self->starts[i];
      self->starts[i + 1] = self->starts[i] + (gint32) (graph->starts[v + 1] - graph->starts[v]) + 2;
    }
  self->starts[sink] = self->starts[source] + n;
  self->starts[sink + 1] = self->starts[sink] + n;
  self->next[source] = self->starts[source];
  self->next[sink] = self->starts[sink];
  for (gint32 i = 0; i < n; i++)
    {
      gint32 v = get_vertex (self, i);
      double from_source = 0.0, to_sink = 0.0;

      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        {
          gint32 u = graph->columns[e], j = self->number[u];

          if (j > i)
            {
              add_arcs (self, i, j, graph->weights[e], graph->weights[e]);
              if (labels[u] != labels[v])
                cut += graph->weights[e];
            }
          else if (j < 0 && labels[u] == self->a)
            from_source += graph->weights[e];
          else if (j < 0 && labels[u] == self->b)
            to_sink += graph->weights[e];
        }
      if (from_source > 0.0)
        add_arcs (self, source, i, from_source, 0.0);
      if (to_sink > 0.0)
        add_arcs (self, i, sink, to_sink, 0.0);
      if (labels[v] == self->a)
        cut += to_sink;
      else
        cut += from_source;
    }
  memcpy (self->limits, self->next, sizeof (gint32) * (n + 2));
  return cut;
}

/* Distances from @root over arcs that have room, against their direction where @backwards, -1 for what is not reached;
 * as far as @end. */
static void
reach (Flow *self, gint32 root, gint32 end, gboolean backwards)
{
  gint32 head = 0, tail = 0;

  for (gint32 i = 0; i < self->n + 2; i++)
    self->level[i] = -1;
  self->level[root] = 0;
  self->queue[tail++] = root;
  while (head < tail)
    {
      gint32 v = self->queue[head++];

      for (gint32 i = self->starts[v]; i < self->limits[v]; i++)
        {
          const Arc *arc = &self->arcs[i];

          if (self->level[arc->to] < 0 && (backwards ? self->arcs[arc->back].rest : arc->rest) > self->tiny)
            {
              self->level[arc->to] = self->level[v] + 1;
              if (arc->to == end)
                return;
              self->queue[tail++] = arc->to;
            }
        }
    }
}

/* Shortest paths, by the distances to the sink, until none is left (Dinic 1970). The queue is the stack of arcs. */
static double
block (Flow *self)
{
  gint32 source = self->n, sink = source + 1, depth = 0, at = source;
  double total = 0.0;

  memcpy (self->next, self->starts, sizeof (gint32) * (self->n + 2));
  for (;;)
    {
      if (at == sink)
        {
          double most = INFINITY;
          gint32 first = depth;

          for (gint32 d = depth; d-- > 0;)
            if (self->arcs[self->queue[d]].rest <= most)
              {
                most = self->arcs[self->queue[d]].rest;
                first = d;
              }
          for (gint32 d = 0; d < depth; d++)
            {
              Arc *arc = &self->arcs[self->queue[d]];

              arc->rest -= most;
              self->arcs[arc->back].rest += most;
            }
          total += most;
          depth = first;
          at = self->arcs[self->arcs[self->queue[first]].back].to;
        }
      for (; self->next[at] < self->limits[at]; self->next[at]++)
        {
          const Arc *arc = &self->arcs[self->next[at]];

          if (self->level[arc->to] == self->level[at] - 1 && arc->rest > self->tiny)
            break;
        }
      if (self->next[at] < self->limits[at])
        {
          self->queue[depth++] = self->next[at];
          at = self->arcs[self->next[at]].to;
        }
      else if (depth > 0)
        {
          at = self->arcs[self->arcs[self->queue[--depth]].back].to;
          self->next[at]++;
        }
      else
        return total;
    }
}

/* What J changes by when the cut between both falls by @less and @mass goes to cluster a. */
static double
change (Flow *self, double less, gint64 mass)
{
  EqpWalk *walk = self->walk;
  double value = -2.0 * less + walk->judge.gamma *
                                   (double) (2 * mass * (walk->sizes[self->a] - walk->sizes[self->b] + mass));

  if (walk->limited)
    value -= walk->judge.limit * (double) walk_relief (walk, self->b, self->a, mass);
  return value;
}

/* From the smallest cut with the smallest side of the source on: what else can come to it, set by set, each with all
 * that has to come along, while sizes get more even. @largest: that of the smallest cut with the largest such side. */
static gint64
even_out (Flow *self, const guint8 *largest, guint8 *inside, gint64 mass)
{
  EqpWalk *walk = self->walk;
  gint64 wanted = (walk->sizes[self->b] - walk->sizes[self->a]) / 2;

  /* Levels are marks here: 0 is open, 2 would be too much. */
  for (gint32 i = 0; i < self->n + 2; i++)
    self->level[i] = i >= self->n || inside[i] || !largest[i];
  for (gint32 root = self->n; root-- > 0 && mass < wanted;)
    {
      gint32 head = 0, tail = 0;
      gint64 more = 0;
      gboolean refused = FALSE;

      if (self->level[root] != 0)
        continue;
      self->level[root] = 1;
      self->queue[tail++] = root;
      while (head < tail)
        {
          gint32 v = self->queue[head++];

          more += walk_mass (walk, get_vertex (self, v));
          for (gint32 i = self->starts[v]; i < self->limits[v]; i++)
            {
              const Arc *arc = &self->arcs[i];

              if (arc->rest <= self->tiny)
                continue;
              refused = refused || self->level[arc->to] == 2;
              if (self->level[arc->to] == 0)
                {
                  self->level[arc->to] = 1;
                  self->queue[tail++] = arc->to;
                }
            }
        }
      refused = refused || mass + more - wanted >= wanted - mass;
      for (gint32 i = 0; i < tail; i++)
        if (refused)
          self->level[self->queue[i]] = 2;
        else
          inside[self->queue[i]] = TRUE;
      mass += refused ? 0 : more;
    }
  return mass;
}

/* A flow between two clusters. Returns whether labels changed. */
static gboolean
divide (Flow *self, const Touch *touches, gsize n_touches, double share)
{
  EqpWalk *walk = self->walk;
  double less, best = -walk->tolerance;
  guint8 *fewest, *largest, *even, *choice = NULL;
  gint64 mass[SIDES] = { 0 };

  self->a = touches->a;
  self->b = touches->b;
  g_array_set_size (self->region, 0);
  take_region (self, touches, n_touches, self->a, self->b, share * (double) walk->sizes[self->a]);
  take_region (self, touches, n_touches, self->b, self->a, share * (double) walk->sizes[self->b]);
  less = build (self);
  for (;;)
    {
      reach (self, self->n + 1, self->n, TRUE);
      if (self->level[self->n] < 0)
        break;
      less -= block (self);
      /* The region is given up, with labels as they were. */
      if (g_cancellable_is_cancelled (walk->cancellable))
        {
          for (gint32 i = 0; i < self->n; i++)
            self->number[get_vertex (self, i)] = -1;
          return FALSE;
        }
    }

  fewest = self->sides;
  largest = fewest + self->n;
  even = largest + self->n;
  for (gint32 i = 0; i < self->n; i++)
    largest[i] = self->level[i] < 0;
  reach (self, self->n, self->n + 1, FALSE);
  for (gint32 i = 0; i < self->n; i++)
    {
      gint32 v = get_vertex (self, i);
      gboolean own = walk->labels[v] == self->a;

      fewest[i] = even[i] = self->level[i] >= 0;
      mass[0] += walk_mass (walk, v) * (fewest[i] - own);
      mass[1] += walk_mass (walk, v) * (largest[i] - own);
    }
  mass[2] = even_out (self, largest, even, mass[0]);
  for (int s = 0; s < SIDES; s++)
    if (change (self, less, mass[s]) < best)
      {
        best = change (self, less, mass[s]);
        choice = self->sides + s * self->n;
      }
  for (gint32 i = 0; i < self->n; i++)
    {
      gint32 v = get_vertex (self, i), to = choice != NULL && choice[i] ? self->a : self->b;

      self->number[v] = -1;
      if (choice != NULL && walk->labels[v] != to)
        _eqp_walk_apply (walk, v, to);
    }
  return choice != NULL;
}

static int
compare_touches (gconstpointer p, gconstpointer q)
{
  const Touch *x = p, *y = q;

  if (x->a != y->a)
    return x->a - y->a;
  return x->b != y->b ? x->b - y->b : x->vertex - y->vertex;
}

/* Every vertex with each pair of clusters at whose boundary it is, by pairs. */
static GArray *
find_touches (EqpWalk *walk)
{
  GArray *touches = g_array_new (FALSE, FALSE, sizeof (Touch));

  for (gint32 v = 0; v < walk->graph->n; v++)
    for (gint32 s = 0; s < walk->n_slots[v]; s++)
      {
        gint32 other = walk->slots[walk->graph->starts[v] + s].cluster, own = walk->labels[v];
        Touch touch = { MIN (own, other), MAX (own, other), v };

        if (other != own)
          g_array_append_val (touches, touch);
      }
  g_array_sort (touches, compare_touches);
  return touches;
}

/**
 * _eqp_walk_flow:
 * @self: a walk that has been set
 * @share: of the mass of each cluster, what the region takes at the most
 * @rounds: how often at the most
 *
 * A flow between every two clusters that touch, and again where that brought something: J, by the prices of
 * _eqp_walk_set(), only falls.
 *
 * Returns: whether a better state was found
 */
gboolean
_eqp_walk_flow (EqpWalk *self,
                double   share,
                int      rounds)
{
  Flow flow = { .walk = self, .tiny = self->tolerance };
  g_autofree guint8 *changed = g_new (guint8, self->k);
  gboolean found = FALSE, better = TRUE;

  flow.number = g_new (gint32, self->graph->n);
  memset (flow.number, 0xff, sizeof (gint32) * self->graph->n);
  flow.region = g_array_new (FALSE, FALSE, sizeof (gint32));
  memset (changed, 1, self->k);
  for (int round = 0; round < rounds && better; round++)
    {
      g_autoptr (GArray) touches = find_touches (self);
      g_autofree guint8 *before = g_memdup2 (changed, self->k);

      better = FALSE;
      memset (changed, 0, self->k);
      for (guint i = 0, end; i < touches->len && !g_cancellable_is_cancelled (self->cancellable); i = end)
        {
          const Touch *touch = &g_array_index (touches, Touch, i);

          for (end = i + 1; end < touches->len && g_array_index (touches, Touch, end).a == touch->a &&
                            g_array_index (touches, Touch, end).b == touch->b;)
            end++;
          if ((before[touch->a] || before[touch->b]) && divide (&flow, touch, end - i, share))
            found = better = changed[touch->a] = changed[touch->b] = TRUE;
        }
    }
  g_array_unref (flow.region);
  g_free (flow.number);
  g_free (flow.starts);
  g_free (flow.limits);
  g_free (flow.arcs);
  g_free (flow.level);
  g_free (flow.next);
  g_free (flow.queue);
  g_free (flow.sides);
  return found;
}
