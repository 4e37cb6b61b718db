/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exchange graph of an assignment: its nodes are the clusters, and the arc from a to b weighs the cheapest row that
 * a can hand to b. Each arc keeps a heap of such rows; a row that has left a is dropped when it comes to the top. */
#include "config.h"

#include "eqp-assigner-private.h"

typedef struct
{
  double weight;
  gint32 row;
} Entry;

typedef struct
{
  int     to;
  int     n;
  int     room;
  Entry  *heap;
} Arc;

typedef struct
{
  Arc   *arcs;
  guint  n;
  guint  room;
} Node;

struct _EqpExchange
{
  int   k;
  Node *nodes;
};

EqpExchange *
_eqp_exchange_new (int k)
{
  EqpExchange *self = g_new0 (EqpExchange, 1);

  self->k = k;
  self->nodes = g_new0 (Node, k);
  return self;
}

void
_eqp_exchange_free (EqpExchange *self)
{
  if (self == NULL)
    return;

  for (int c = 0; c < self->k; c++)
    {
      for (guint a = 0; a < self->nodes[c].room; a++)
        g_free (self->nodes[c].arcs[a].heap);
      g_free (self->nodes[c].arcs);
    }
  g_free (self->nodes);
  g_free (self);
}

/* Forgets all arcs, keeps their memory. */
void
_eqp_exchange_clear (EqpExchange *self)
{
  for (int c = 0; c < self->k; c++)
    self->nodes[c].n = 0;
}

static Arc *
find_arc (Node *node, int to)
{
  Arc *arc;

  for (guint a = 0; a < node->n; a++)
    if (node->arcs[a].to == to)
      return &node->arcs[a];

  if (node->n == node->room)
    {
      guint room = MAX (8, node->room * 2);

      node->arcs = g_renew (Arc, node->arcs, room);
      for (guint a = node->room; a < room; a++)
        node->arcs[a] = (Arc) { 0 };
      node->room = room;
    }

  arc = &node->arcs[node->n++];
  arc->to = to;
  arc->n = 0;
  return arc;
}

/* Ties go to the lower row number, so that the order of insertion does not matter. */
static inline gboolean
before (Entry a, Entry b)
{
  return a.weight < b.weight || (a.weight == b.weight && a.row < b.row);
}

static void
pop (Arc *arc)
{
  Entry last = arc->heap[--arc->n];
  int i = 0;

  for (;;)
    {
      int child = 2 * i + 1;

      if (child >= arc->n)
        break;
      if (child + 1 < arc->n && before (arc->heap[child + 1], arc->heap[child]))
        child++;
      if (!before (arc->heap[child], last))
        break;
      arc->heap[i] = arc->heap[child];
      i = child;
    }
  arc->heap[i] = last;
}

/* @row, now in @from, costs @weight more in @to. O(arcs of from + log rows). */
void
_eqp_exchange_add (EqpExchange *self,
                   int          from,
                   int          to,
                   double       weight,
                   gint32       row)
{
  Arc *arc = find_arc (&self->nodes[from], to);
  Entry entry = { weight, row };
  int i;

  if (arc->n == arc->room)
    {
      arc->room = MAX (16, arc->room * 2);
      arc->heap = g_renew (Entry, arc->heap, arc->room);
    }
  for (i = arc->n++; i > 0 && before (entry, arc->heap[(i - 1) / 2]); i = (i - 1) / 2)
    arc->heap[i] = arc->heap[(i - 1) / 2];
  arc->heap[i] = entry;
}

/* The cheapest row on arc number @arc of @from; FALSE when there are no more arcs, @row = -1 when the arc is used up.
 */
gboolean
_eqp_exchange_best (EqpExchange  *self,
                    int           from,
                    guint         arc_number,
                    const gint32 *labels,
                    int          *to,
                    double       *weight,
                    gint32       *row)
{
  Arc *arc;

  if (arc_number >= self->nodes[from].n)
    return FALSE;

  arc = &self->nodes[from].arcs[arc_number];
  while (arc->n > 0 && labels[arc->heap[0].row] != from)
    pop (arc);

  *to = arc->to;
  *row = arc->n > 0 ? arc->heap[0].row : -1;
  *weight = arc->n > 0 ? arc->heap[0].weight : 0.0;
  return TRUE;
}
