/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exchange graph of an assignment: its nodes are the clusters, and the arc from a to b weighs the cheapest row that
 * a can hand to b. Each arc keeps a pairing heap of such rows (Fredman, Sedgewick, Sleator, Tarjan 1986); a row that
 * has left a is dropped when it comes to the top. All heaps share one block, and the arcs of a node are found by
 * hashing, so that memory and time grow with the rows put in and not with the square of the clusters. */
#include "config.h"

#include "eqp-assigner-private.h"

#include <string.h>

#include "base/eqp-alloc.h"

typedef struct
{
  double  weight;
  gint32  row;
  guint32 child; /* place in the block, 0: none */
  guint32 next;
} Entry;

typedef struct
{
  int     to;
  guint32 heap; /* its top, 0: empty */
} Arc;

typedef struct
{
  Arc    *arcs;
  gsize   n;
  gsize   room;
  gint32 *slots;   /* a power of two of them, at most half used: the number of an arc, -1: none */
  gsize   n_slots;
} Node;

struct _EqpExchange
{
  int     k;
  Node   *nodes;
  Entry  *entries;    /* from 1 on */
  gsize   n_entries;
  gsize   room;
};

EqpExchange *
_eqp_exchange_new (int      k,
                   GError **error)
{
  EqpExchange *self = g_new0 (EqpExchange, 1);

  self->k = k;
  self->n_entries = 1;
  self->nodes = eqp_try_alloc (k, sizeof (Node), "the assignment step", error);
  if (self->nodes == NULL)
    g_clear_pointer (&self, g_free);
  return self;
}

void
_eqp_exchange_free (EqpExchange *self)
{
  if (self == NULL)
    return;

  for (int c = 0; c < self->k; c++)
    {
      eqp_free (self->nodes[c].arcs);
      eqp_free (self->nodes[c].slots);
    }
  eqp_free (self->nodes);
  eqp_free (self->entries);
  g_free (self);
}

/* Forgets the arcs of a node, keeps their memory. */
void
_eqp_exchange_clear_node (EqpExchange *self,
                          int          from)
{
  Node *node = &self->nodes[from];

  if (node->n > 0)
    memset (node->slots, -1, sizeof (gint32) * node->n_slots);
  node->n = 0;
}

/* Forgets all arcs, keeps their memory. */
void
_eqp_exchange_clear (EqpExchange *self)
{
  for (int c = 0; c < self->k; c++)
    _eqp_exchange_clear_node (self, c);
  self->n_entries = 1;
}

/* Twice the room for a block of items, at least @least. FALSE: there is no memory, and the block is as it was. */
static gboolean
widen (gpointer *block, gsize *room, gsize size, gsize least)
{
  gsize wider = MAX (least, 2 * *room);
  gpointer fresh = eqp_try_alloc (wider, size, "the assignment step", NULL);

  if (fresh == NULL)
    return FALSE;
  if (*room > 0)
    memcpy (fresh, *block, size * *room);
  eqp_free (*block);
  *block = fresh;
  *room = wider;
  return TRUE;
}

/* -- arcs -------------------------------------------------------------------------------------------------------- */

static gint32 *
find_slot (Node *node, int to)
{
  gsize at = ((guint32) to * 0x9e3779b9u) >> 7 & (node->n_slots - 1);

  while (node->slots[at] >= 0 && node->arcs[node->slots[at]].to != to)
    at = (at + 1) & (node->n_slots - 1);
  return &node->slots[at];
}

static gboolean
grow_node (Node *node)
{
  gpointer arcs = node->arcs;
  gsize least = 8;
  gint32 *slots;

  if (node->n < node->room)
    return TRUE;
  /* Without memory for both the node stays as it was. */
  slots = eqp_try_alloc (2 * MAX (least, 2 * node->room), sizeof (gint32), "the assignment step", NULL);
  if (slots == NULL || !widen (&arcs, &node->room, sizeof (Arc), least))
    {
      eqp_free (slots);
      return FALSE;
    }
  node->arcs = arcs;
  eqp_free (node->slots);
  node->slots = slots;
  node->n_slots = 2 * node->room;
  memset (node->slots, -1, sizeof (gint32) * node->n_slots);
  for (gsize a = 0; a < node->n; a++)
    *find_slot (node, node->arcs[a].to) = (gint32) a;
  return TRUE;
}

static Arc *
find_arc (Node *node, int to)
{
  gint32 *slot;

  if (!grow_node (node))
    return NULL;
  slot = find_slot (node, to);
  if (*slot < 0)
    {
      *slot = (gint32) node->n;
      node->arcs[node->n++] = (Arc) { to, 0 };
    }
  return &node->arcs[*slot];
}

/* -- heaps ------------------------------------------------------------------------------------------------------- */

/* Ties go to the lower row number, so that the order of insertion does not matter. */
static inline gboolean
before (const Entry *a, const Entry *b)
{
  return a->weight < b->weight || (a->weight == b->weight && a->row < b->row);
}

static guint32
meld (Entry *entries, guint32 a, guint32 b)
{
  if (a == 0 || b == 0)
    return a + b;
  if (before (&entries[b], &entries[a]))
    {
      guint32 swap = a;

      a = b;
      b = swap;
    }
  entries[b].next = entries[a].child;
  entries[a].child = b;
  return a;
}

/* The top's children, melded by twos, and these from the last to the first. */
static guint32
without_top (Entry *entries, guint32 top)
{
  guint32 child = entries[top].child, pairs = 0, heap = 0;

  while (child != 0)
    {
      guint32 a = child, b = entries[a].next, pair;

      child = b != 0 ? entries[b].next : 0;
      pair = meld (entries, a, b);
      entries[pair].next = pairs;
      pairs = pair;
    }
  while (pairs != 0)
    {
      guint32 next = entries[pairs].next;

      heap = meld (entries, heap, pairs);
      pairs = next;
    }
  return heap;
}

/* @row, now in @from, costs @weight more in @to. O(1) amortized. FALSE: there is no memory for it. */
gboolean
_eqp_exchange_add (EqpExchange *self,
                   int          from,
                   int          to,
                   double       weight,
                   gint32       row)
{
  Arc *arc = find_arc (&self->nodes[from], to);

  if (arc == NULL)
    return FALSE;
  if (self->n_entries >= self->room)
    {
      gpointer entries = self->entries;

      if (self->room > G_MAXUINT32 / 2 || !widen (&entries, &self->room, sizeof (Entry), 1024))
        return FALSE;
      self->entries = entries;
    }
  self->entries[self->n_entries] = (Entry) { weight, row, 0, 0 };
  arc->heap = meld (self->entries, arc->heap, (guint32) self->n_entries++);
  return TRUE;
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
  while (arc->heap != 0 && labels[self->entries[arc->heap].row] != from)
    arc->heap = without_top (self->entries, arc->heap);

  *to = arc->to;
  *row = arc->heap != 0 ? self->entries[arc->heap].row : -1;
  *weight = arc->heap != 0 ? self->entries[arc->heap].weight : 0.0;
  return TRUE;
}
