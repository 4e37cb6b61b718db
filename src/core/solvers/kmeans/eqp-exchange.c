/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exchange graph of an assignment: its nodes are the clusters, and the arc from a to b weighs the cheapest row that
 * a can hand to b. Each arc keeps a few of the cheapest in order and remembers what the cheapest it left out costs; a
 * row that has left a is dropped when it comes first. An arc that has nothing left but has left rows out is used up:
 * its node has to be filled anew. The arcs of a node are found by hashing, so that memory grows with the rows put in
 * and not with the square of the clusters. */
#include "config.h"

#include "eqp-assigner-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define KEPT 32 /* rows of an arc */

typedef struct
{
  double  weight;
  gint32  row;
  guint32 next; /* place in the block, 0: none */
} Entry;

typedef struct
{
  int     to;
  int     n;
  guint32 first; /* the cheapest, 0: none */
  double  cut;   /* rows that were left out weigh this much or more */
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
  guint32 unused;     /* those that are free again, by their next; 0: none */
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

/* Takes out the entry that @link leads to; its place is free again. */
static void
drop (EqpExchange *self, guint32 *link)
{
  guint32 place = *link;

  *link = self->entries[place].next;
  self->entries[place].next = self->unused;
  self->unused = place;
}

/* Forgets the arcs of a node, keeps their memory. */
void
_eqp_exchange_clear_node (EqpExchange *self,
                          int          from)
{
  Node *node = &self->nodes[from];

  for (gsize arc = 0; arc < node->n; arc++)
    while (node->arcs[arc].first != 0)
      drop (self, &node->arcs[arc].first);
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
  self->unused = 0;
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
      node->arcs[node->n++] = (Arc) { to, 0, 0, INFINITY };
    }
  return &node->arcs[*slot];
}

/* -- rows -------------------------------------------------------------------------------------------------------- */

/* Ties go to the lower row number, so that the order of insertion does not matter. */
static inline gboolean
before (const Entry *a, double weight, gint32 row)
{
  return a->weight < weight || (a->weight == weight && a->row < row);
}

/* @row, now in @from, costs @weight more in @to. FALSE: there is no memory for it. */
gboolean
_eqp_exchange_add (EqpExchange *self,
                   int          from,
                   int          to,
                   double       weight,
                   gint32       row)
{
  Arc *arc = find_arc (&self->nodes[from], to);
  guint32 place = self->unused, *link;

  if (arc == NULL)
    return FALSE;
  if (weight >= arc->cut)
    return TRUE;
  if (place == 0 && self->n_entries >= self->room)
    {
      gpointer entries = self->entries;

      if (self->room > G_MAXUINT32 / 2 || !widen (&entries, &self->room, sizeof (Entry), 1024))
        return FALSE;
      self->entries = entries;
    }
  if (place != 0)
    self->unused = self->entries[place].next;
  else
    place = (guint32) self->n_entries++;

  link = &arc->first;
  while (*link != 0 && before (&self->entries[*link], weight, row))
    link = &self->entries[*link].next;
  self->entries[place] = (Entry) { weight, row, *link };
  *link = place;
  if (++arc->n <= KEPT)
    return TRUE;

  while (self->entries[*link].next != 0)
    link = &self->entries[*link].next;
  arc->cut = self->entries[*link].weight;
  arc->n--;
  drop (self, link);
  return TRUE;
}

/* The cheapest row on an arc that is still there; -1: none, EQP_EXCHANGE_USED_UP: there are some, but it is not known
 * which. */
static void
find_best (EqpExchange *self, Arc *arc, int from, const gint32 *labels, double *weight, gint32 *row)
{
  while (arc->first != 0 && labels[self->entries[arc->first].row] != from)
    {
      drop (self, &arc->first);
      arc->n--;
    }
  *row = arc->first != 0 ? self->entries[arc->first].row : arc->cut < INFINITY ? EQP_EXCHANGE_USED_UP : -1;
  *weight = arc->first != 0 ? self->entries[arc->first].weight : 0.0;
}

/* The cheapest row on arc number @arc of @from as find_best() tells it; FALSE when there are no more arcs. */
gboolean
_eqp_exchange_best (EqpExchange  *self,
                    int           from,
                    guint         arc_number,
                    const gint32 *labels,
                    int          *to,
                    double       *weight,
                    gint32       *row)
{
  if (arc_number >= self->nodes[from].n)
    return FALSE;
  *to = self->nodes[from].arcs[arc_number].to;
  find_best (self, &self->nodes[from].arcs[arc_number], from, labels, weight, row);
  return TRUE;
}

/* The cheapest row on the arc from @from to @to; FALSE when there is none. */
gboolean
_eqp_exchange_find (EqpExchange  *self,
                    int           from,
                    int           to,
                    const gint32 *labels,
                    double       *weight,
                    gint32       *row)
{
  Node *node = &self->nodes[from];
  gint32 slot = node->n > 0 ? *find_slot (node, to) : -1;

  *row = -1;
  if (slot >= 0)
    find_best (self, &node->arcs[slot], from, labels, weight, row);
  return *row >= 0;
}
