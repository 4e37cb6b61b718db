/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some of the rows of a table, one bit a row. */
#include "config.h"

#include "eqp-row-set.h"

#include <string.h>

#define BITS 64

struct _EqpRowSet
{
  gint64   n;
  gint64   count;
  guint64 *words; /* ceil (n / BITS) */
};

/**
 * eqp_row_set_new:
 * @n: rows
 *
 * Returns: (transfer full) (nullable): none of them; %NULL where there is no memory for n bits
 */
EqpRowSet *
eqp_row_set_new (gint64 n)
{
  guint64 *words = n >= 0 ? g_try_new0 (guint64, (gsize) (n / BITS + 1)) : NULL;
  EqpRowSet *self;

  if (words == NULL)
    return NULL;
  self = g_atomic_rc_box_new0 (EqpRowSet);
  self->n = n;
  self->words = words;
  return self;
}

/**
 * eqp_row_set_ref:
 * @self: rows
 *
 * Returns: (transfer full): @self
 */
EqpRowSet *
eqp_row_set_ref (const EqpRowSet *self)
{
  return g_atomic_rc_box_acquire ((EqpRowSet *) self);
}

static void
row_set_clear (gpointer data)
{
  g_free (((EqpRowSet *) data)->words);
}

/**
 * eqp_row_set_unref:
 * @self: (nullable) (transfer full): rows
 */
void
eqp_row_set_unref (EqpRowSet *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, row_set_clear);
}

/**
 * eqp_row_set_add:
 * @self: rows that nobody else has yet
 * @row: one of 0..n-1; others are not taken
 */
void
eqp_row_set_add (EqpRowSet *self,
                 gint64     row)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (row % BITS & (BITS - 1));

  if (row < 0 || row >= self->n || (self->words[row / BITS] & bit) != 0)
    return;
  self->words[row / BITS] |= bit;
  self->count++;
}

/**
 * eqp_row_set_get_n:
 * @self: rows
 *
 * Returns: of how many
 */
gint64
eqp_row_set_get_n (const EqpRowSet *self)
{
  return self->n;
}

/**
 * eqp_row_set_get_count:
 * @self: rows
 *
 * Returns: how many
 */
gint64
eqp_row_set_get_count (const EqpRowSet *self)
{
  return self->count;
}

/**
 * eqp_row_set_contains:
 * @self: rows
 * @row: a row
 *
 * Returns: whether it is one of them
 */
gboolean
eqp_row_set_contains (const EqpRowSet *self,
                      gint64           row)
{
  return row >= 0 && row < self->n && (self->words[row / BITS] >> (row % BITS) & 1) != 0;
}

/**
 * eqp_row_set_next:
 * @self: rows
 * @row: where to look from, 0 at first
 *
 * Time of a walk over all of them: O(n / 64 + count).
 *
 * Returns: the first of them that is not before @row; -1: there is none
 */
gint64
eqp_row_set_next (const EqpRowSet *self,
                  gint64           row)
{
  gint64 last = (self->n - 1) / BITS, at = row / BITS;
  guint64 word;

  if (row < 0 || row >= self->n)
    return -1;
  for (word = self->words[at] >> (row % BITS) << (row % BITS); word == 0; word = self->words[at])
    if (++at > last)
      return -1;
  return at * BITS + __builtin_ctzll (word);
}

/**
 * eqp_row_set_equal:
 * @self: (nullable): rows
 * @other: (nullable): rows
 *
 * Returns: whether they are the same ones, of as many
 */
gboolean
eqp_row_set_equal (const EqpRowSet *self,
                   const EqpRowSet *other)
{
  if (self == other)
    return TRUE;
  return self != NULL && other != NULL && self->n == other->n && self->count == other->count &&
         memcmp (self->words, other->words, sizeof (guint64) * (gsize) (self->n / BITS + 1)) == 0;
}
