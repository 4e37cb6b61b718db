/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of one moment of a run: immutable, atomically reference-counted, so that the worker, the timeline,
 * the renderer and a warm start share one copy. Packed into one, two or four bytes a row, because the timeline
 * keeps one of these for each iteration. */
#include "config.h"

#include "eqp-labels.h"

#include <string.h>

struct _EqpLabels
{
  gint64   n;
  gint     k;
  guint    width; /* bytes a label */
  guint8  *data;
};

/**
 * eqp_labels_new:
 * @n: rows
 * @k: clusters
 * @labels: n values 0..k-1, copied
 *
 * Time O(n).
 *
 * Returns: (transfer full): the packed labels
 */
EqpLabels *
eqp_labels_new (gint64        n,
                gint          k,
                const gint32 *labels)
{
  EqpLabels *self = g_atomic_rc_box_new0 (EqpLabels);

  self->n = n;
  self->k = k;
  self->width = k <= 256 ? 1 : k <= 65536 ? 2
                                          : 4;
  self->data = g_malloc_n (MAX (1, n), self->width);

  if (self->width == 1)
    for (gint64 i = 0; i < n; i++)
      self->data[i] = (guint8) labels[i];
  else if (self->width == 2)
    for (gint64 i = 0; i < n; i++)
      ((guint16 *) (gpointer) self->data)[i] = (guint16) labels[i];
  else if (n > 0)
    memcpy (self->data, labels, n * sizeof (gint32));

  return self;
}

/**
 * eqp_labels_ref:
 * @self: labels
 *
 * Returns: (transfer full): @self
 */
EqpLabels *
eqp_labels_ref (EqpLabels *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  EqpLabels *self = data;

  g_free (self->data);
}

/**
 * eqp_labels_unref:
 * @self: (nullable) (transfer full): labels
 */
void
eqp_labels_unref (EqpLabels *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/**
 * eqp_labels_get_n:
 * @self: labels
 *
 * Returns: rows
 */
gint64
eqp_labels_get_n (const EqpLabels *self)
{
  return self->n;
}

/**
 * eqp_labels_get_k:
 * @self: labels
 *
 * Returns: clusters, counting empty ones
 */
gint
eqp_labels_get_k (const EqpLabels *self)
{
  return self->k;
}

/**
 * eqp_labels_get_bytes:
 * @self: labels
 *
 * Returns: the memory they take, for budgets
 */
gsize
eqp_labels_get_bytes (const EqpLabels *self)
{
  return sizeof *self + (gsize) self->n * self->width;
}

/**
 * eqp_labels_get:
 * @self: labels
 * @row: 0..n-1
 *
 * Returns: the row's cluster
 */
gint32
eqp_labels_get (const EqpLabels *self,
                gint64           row)
{
  g_return_val_if_fail (row >= 0 && row < self->n, 0);

  switch (self->width)
    {
    case 1:
      return self->data[row];
    case 2:
      return ((const guint16 *) (gconstpointer) self->data)[row];
    default:
      return ((const gint32 *) (gconstpointer) self->data)[row];
    }
}

/**
 * eqp_labels_unpack:
 * @self: labels
 * @labels: (out caller-allocates): n values
 *
 * Time O(n): for worker threads.
 */
void
eqp_labels_unpack (const EqpLabels *self,
                   gint32          *labels)
{
  if (self->width == 1)
    for (gint64 i = 0; i < self->n; i++)
      labels[i] = self->data[i];
  else if (self->width == 2)
    for (gint64 i = 0; i < self->n; i++)
      labels[i] = ((const guint16 *) (gconstpointer) self->data)[i];
  else if (self->n > 0)
    memcpy (labels, self->data, self->n * sizeof (gint32));
}
