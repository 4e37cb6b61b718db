/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of entries on their way from a text file into a data set; see EqpRuns. */
#include "config.h"

#include "eqp-sparse.h"
#include "eqp-store.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-memory.h"
#include "base/eqp-sparse-rows.h"

/* A large page. */
#define BLOCK_BYTES (1 << 21)
#define BLOCK_WORDS (BLOCK_BYTES / 8)

/* In the length of a run: the row ends with it. */
#define LAST (1u << 31)

typedef union
{
  struct
  {
    guint32 first;  /* place of the first value */
    guint32 length; /* values that follow, and LAST */
  } run;
  double value;
} Word;

G_STATIC_ASSERT (sizeof (Word) == 8);

void
_eqp_runs_init (EqpRuns *self)
{
  *self = (EqpRuns){ .blocks = g_ptr_array_new (), .used = BLOCK_WORDS };
}

static void
free_block (EqpRuns *self, guint block)
{
  eqp_unmap_block (self->blocks->pdata[block], BLOCK_BYTES);
  self->blocks->pdata[block] = NULL;
}

void
_eqp_runs_clear (EqpRuns *self)
{
  for (guint i = 0; i < self->blocks->len; i++)
    free_block (self, i);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

static gboolean
add_block (EqpRuns *self, GError **error)
{
  gsize blocks = self->blocks->len;
  void *block = _eqp_store_take_block (blocks, BLOCK_BYTES);

  if (block == NULL)
    {
      g_autofree char *taken = _eqp_gigabytes ((double) blocks * BLOCK_BYTES);

      return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                         _ ("There is no memory for more than %" PRId64 " rows with %" PRId64 " entries in all, which "
                            "take %s, and there are more; use fewer rows."),
                         self->rows, self->count, taken);
    }
  g_ptr_array_add (self->blocks, block);
  self->used = 0;
  return TRUE;
}

gboolean
_eqp_runs_add_row (EqpRuns *self, const gint64 *minor, const double *values, gint64 n, GError **error)
{
  gint64 k = 0;

  do
    {
      gint64 length = 0;
      gsize room;
      Word *to;

      /* A run and one value at least. */
      if (BLOCK_WORDS - self->used < 2 && !add_block (self, error))
        return FALSE;
      room = BLOCK_WORDS - self->used - 1;
      to = (Word *) g_ptr_array_index (self->blocks, self->blocks->len - 1) + self->used;
      while (k + length < n && (gsize) length < room && minor[k + length] == minor[k] + length)
        {
          to[1 + length].value = values[k + length];
          self->largest = fmax (self->largest, fabs (values[k + length]));
          length++;
        }
      to->run.first = n > 0 ? (guint32) minor[k] : 0;
      k += length;
      to->run.length = (guint32) length | (k == n ? LAST : 0);
      self->used += (gsize) length + 1;
    }
  while (k < n);
  self->rows++;
  self->count += n;
  return TRUE;
}

typedef struct
{
  EqpRuns *self;
  guint block;
  gsize word;
  const Word *values;
  gint64 first;
  gint64 length;
  gboolean last;
} Cursor;

/* Steps to the next run; there has to be one. TRUE where a block was left behind. */
static gboolean
next_run (Cursor *cursor)
{
  gboolean left = BLOCK_WORDS - cursor->word < 2;
  const Word *at;

  if (left)
    {
      cursor->block++;
      cursor->word = 0;
    }
  at = (const Word *) g_ptr_array_index (cursor->self->blocks, cursor->block) + cursor->word;
  cursor->first = at->run.first;
  cursor->length = at->run.length & ~LAST;
  cursor->last = (at->run.length & LAST) != 0;
  cursor->values = at + 1;
  cursor->word += (gsize) cursor->length + 1;
  return left;
}

static gboolean
take_offsets (EqpRuns *self, gint64 base, gint64 d, GCancellable *cancellable, EqpDatasetParts *parts, GError **error)
{
  g_auto (EqpRanges) ranges = { 0 };
  Cursor cursor = { self };

  if (!_eqp_ranges_init (&ranges, d, error))
    return FALSE;
  for (gint64 row = 0; row < self->rows;)
    {
      if (next_run (&cursor) && !_eqp_parts_go_on (parts, EQP_STAGE_MEASURE, row, self->rows, cancellable, error))
        return FALSE;
      for (gint64 k = 0; k < cursor.length; k++)
        _eqp_ranges_add (&ranges, cursor.first + k - base, cursor.values[k].value);
      row += cursor.last;
    }
  _eqp_ranges_settle (&ranges, self->rows, d, parts->offsets);
  return TRUE;
}

static gboolean
make_rows (EqpRuns *self, gint64 base, gint64 d, GCancellable *cancellable, EqpDatasetParts *parts, GError **error)
{
  g_autoptr (EqpSparseRows) rows = _eqp_sparse_rows_new (self->rows, d, self->count, error);
  Cursor cursor = { self };
  gint64 at = 0;

  for (gint64 row = 0; rows != NULL && row < self->rows; row++)
    {
      do
        {
          if (next_run (&cursor))
            {
              free_block (self, cursor.block - 1);
              if (!_eqp_parts_go_on (parts, EQP_STAGE_CONVERT, row, self->rows, cancellable, error))
                return FALSE;
            }
          for (gint64 k = 0; k < cursor.length; k++)
            {
              rows->columns[at] = (gint32) (cursor.first + k - base);
              rows->values[at++] = (float) cursor.values[k].value;
            }
        }
      while (!cursor.last);
      rows->starts[row + 1] = at;
    }
  if (rows == NULL)
    return FALSE;
  _eqp_sparse_take_rows (parts, g_steal_pointer (&rows));
  return TRUE;
}

static gboolean
make_dense (EqpRuns *self, gint64 base, gint64 d, GCancellable *cancellable, EqpDatasetParts *parts, GError **error)
{
  gboolean shifted = _eqp_sparse_is_shifted (self->count, self->rows, d);
  const double *offsets;
  Cursor cursor = { self };

  parts->features = eqp_try_alloc ((gsize) self->rows * (gsize) d, sizeof (float), N_ ("the feature matrix"), error);
  if (parts->features == NULL)
    return FALSE;
  parts->n = self->rows;
  parts->d = d;
  parts->offsets = g_new0 (double, MAX (1, d));
  offsets = parts->offsets;
  _eqp_choose_scale (self->largest, 1.0, parts);
  if (shifted && !take_offsets (self, base, d, cancellable, parts, error))
    return FALSE;

  for (gint64 row = 0; row < self->rows; row++)
    {
      float *features = parts->features + row * d;

      for (gint64 j = 0; shifted && j < d; j++)
        features[j] = (float) (-offsets[j] / parts->scale);
      do
        {
          if (next_run (&cursor))
            {
              free_block (self, cursor.block - 1);
              if (!_eqp_parts_go_on (parts, EQP_STAGE_CONVERT, row, self->rows, cancellable, error))
                return FALSE;
            }
          for (gint64 k = 0; k < cursor.length; k++)
            {
              gint64 j = cursor.first + k - base;

              features[j] = (float) ((cursor.values[k].value - offsets[j]) / parts->scale);
              _eqp_sparse_keep_whole (parts, row, j, cursor.values[k].value);
            }
        }
      while (!cursor.last);
      if (row % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* @parts: n, d, sparse or features, offsets and scale are set; decisions and findings may be added to. Returns FALSE
 * when there is no memory, or when it was stopped. */
gboolean
_eqp_runs_make_features (EqpRuns *self, gint64 base, gint64 d, GCancellable *cancellable, EqpDatasetParts *parts,
                         GError **error)
{
  gboolean kept = _eqp_sparse_is_kept (self->count, self->rows, d, self->largest);

  if (!(kept ? make_rows : make_dense) (self, base, d, cancellable, parts, error))
    return FALSE;
  for (guint i = 0; i < self->blocks->len; i++)
    free_block (self, i);
  g_ptr_array_set_size (self->blocks, 0);
  self->used = BLOCK_WORDS;
  self->rows = self->count = 0;
  return TRUE;
}
