/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of one moment of a run: immutable, atomically reference-counted, so that the worker, the timeline,
 * the renderer and a warm start share one copy. Packed into as few bits a row as the clusters ask for, because the
 * timeline keeps one of these for each iteration, and the list of runs one for each run. */
#include "config.h"

#include "eqp-labels.h"

#include <string.h>

struct _EqpLabels
{
  gint64   n;
  gint     k;
  guint    bits;  /* a label: 1, 2, 4, 8, 16 or 32 */
  guint8  *data;
};

static guint
bits_for (gint k)
{
  guint bits = 1;

  while (bits < 32 && k > 0 && (guint) (k - 1) >> bits != 0)
    bits *= 2;
  return bits;
}

static gsize
count_bytes (gint64 n,
             guint  bits)
{
  return ((gsize) n * bits + 7) / 8;
}

/* Several labels a byte, the first in its lowest bits. */
static void
pack_narrow (EqpLabels    *self,
             const gint32 *labels)
{
  guint each = 8 / self->bits;
  gint64 whole = self->n / each;

  for (gint64 byte = 0; byte < whole; byte++)
    {
      const gint32 *group = labels + byte * each;
      guint packed = 0;

      for (guint i = 0; i < each; i++)
        packed |= (guint) group[i] << (i * self->bits);
      self->data[byte] = (guint8) packed;
    }
  if (whole * each < self->n)
    self->data[whole] = 0;
  for (gint64 i = whole * each; i < self->n; i++)
    self->data[whole] |= (guint8) ((guint) labels[i] << ((i % each) * self->bits));
}

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
  self->bits = bits_for (k);
  self->data = g_malloc (MAX (1, count_bytes (n, self->bits)));

  if (self->bits < 8)
    pack_narrow (self, labels);
  else if (self->bits == 8)
    for (gint64 i = 0; i < n; i++)
      self->data[i] = (guint8) labels[i];
  else if (self->bits == 16)
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
  return sizeof *self + count_bytes (self->n, self->bits);
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

  switch (self->bits)
    {
    case 8:
      return self->data[row];
    case 16:
      return ((const guint16 *) (gconstpointer) self->data)[row];
    case 32:
      return ((const gint32 *) (gconstpointer) self->data)[row];
    default:
      {
        guint each = 8 / self->bits;

        return self->data[row / each] >> ((row % each) * self->bits) & ((1u << self->bits) - 1);
      }
    }
}

static void
unpack_narrow (const EqpLabels *self,
               gint32          *labels)
{
  guint each = 8 / self->bits, mask = (1u << self->bits) - 1;
  gint64 whole = self->n / each;

  for (gint64 byte = 0; byte < whole; byte++)
    for (guint i = 0; i < each; i++)
      labels[byte * each + i] = (gint32) (self->data[byte] >> (i * self->bits) & mask);
  for (gint64 i = whole * each; i < self->n; i++)
    labels[i] = eqp_labels_get (self, i);
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
  if (self->bits < 8)
    unpack_narrow (self, labels);
  else if (self->bits == 8)
    for (gint64 i = 0; i < self->n; i++)
      labels[i] = self->data[i];
  else if (self->bits == 16)
    for (gint64 i = 0; i < self->n; i++)
      labels[i] = ((const guint16 *) (gconstpointer) self->data)[i];
  else if (self->n > 0)
    memcpy (labels, self->data, self->n * sizeof (gint32));
}

/* Digits to the base of 64, none of which JSON or a shell minds. */
static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

static guint
digits_for (gint k)
{
  guint count = 1;

  for (gint64 most = 64; most < k; most *= 64)
    count++;
  return count;
}

/**
 * eqp_labels_to_text:
 * @self: labels
 *
 * Returns: (transfer full): as many digits a label as K needs, one up to 64 clusters, the highest first
 */
char *
eqp_labels_to_text (const EqpLabels *self)
{
  const guint count = digits_for (self->k);
  char *text = g_malloc ((gsize) self->n * count + 1), *at = text;

  for (gint64 i = 0; i < self->n; i++)
    {
      gint32 label = eqp_labels_get (self, i);

      for (guint digit = count; digit-- > 0;)
        *at++ = digits[label >> (6 * digit) & 63];
    }
  *at = '\0';
  return text;
}

/**
 * eqp_labels_from_text:
 * @text: what eqp_labels_to_text() made
 * @n: of how many labels
 * @k: below which number
 *
 * Returns: (transfer full) (nullable): the labels; %NULL where @text is none of @n labels
 */
EqpLabels *
eqp_labels_from_text (const char *text,
                      gint64      n,
                      gint        k)
{
  const guint count = digits_for (k);
  g_autofree gint32 *labels = NULL;

  if (n < 0 || strlen (text) / count != (gsize) n || strlen (text) % count != 0)
    return NULL;
  labels = g_try_new (gint32, MAX (1, n));
  if (labels == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      gint64 label = 0;

      for (guint digit = 0; digit < count; digit++)
        {
          const char *found = strchr (digits, *text++);

          if (found == NULL)
            return NULL;
          label = label * 64 + (found - digits);
        }
      if (label >= k)
        return NULL;
      labels[i] = (gint32) label;
    }
  return eqp_labels_new (n, k, labels);
}
