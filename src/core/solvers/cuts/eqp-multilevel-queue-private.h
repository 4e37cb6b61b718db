/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaps of a walk: the moves between one pair of clusters, the best on top, and locks, the one that ends first on
 * top. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double  key;
  gint32  vertex;
  guint32 stamp;
} Entry;

typedef struct
{
  Entry   top;      /* heap[0], here for the scans */
  gint32  to;
  gint32  n;
  gint32  room;
  Entry  *heap;
} Queue;

typedef struct
{
  gint64 until;
  gint32 vertex;
} Lock;

/* Ties go to the lower vertex, so that the order of insertion does not matter. */
static inline gboolean
entry_above (Entry a, Entry b)
{
  return a.key > b.key || (a.key == b.key && a.vertex < b.vertex);
}

static inline void
queue_push (Queue *queue, Entry entry)
{
  gint32 i;

  if (queue->n == queue->room)
    {
      queue->room = MAX (16, queue->room * 2);
      queue->heap = g_renew (Entry, queue->heap, queue->room);
    }
  for (i = queue->n++; i > 0 && entry_above (entry, queue->heap[(i - 1) / 2]); i = (i - 1) / 2)
    queue->heap[i] = queue->heap[(i - 1) / 2];
  queue->heap[i] = entry;
  queue->top = queue->heap[0];
}

static inline void
queue_pop (Queue *queue)
{
  Entry last = queue->heap[--queue->n];
  gint32 i = 0;

  for (;;)
    {
      gint32 child = 2 * i + 1;

      if (child >= queue->n)
        break;
      if (child + 1 < queue->n && entry_above (queue->heap[child + 1], queue->heap[child]))
        child++;
      if (!entry_above (queue->heap[child], last))
        break;
      queue->heap[i] = queue->heap[child];
      i = child;
    }
  queue->heap[i] = last;
  queue->top = queue->heap[0];
}

/* Takes the lock that ends first. */
static inline void
locks_pop (GArray *locks)
{
  Lock *heap = (Lock *) (gpointer) locks->data, last = heap[locks->len - 1];
  guint n = locks->len - 1, i = 0;

  for (;;)
    {
      guint child = 2 * i + 1;

      if (child >= n)
        break;
      if (child + 1 < n && heap[child + 1].until < heap[child].until)
        child++;
      if (heap[child].until >= last.until)
        break;
      heap[i] = heap[child];
      i = child;
    }
  heap[i] = last;
  g_array_set_size (locks, n);
}

G_END_DECLS
