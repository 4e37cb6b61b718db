/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows a reader has understood so far, in the file's own number type and in blocks, and their way into the
 * float matrix of a data set. Blocks are given back to the system while the matrix fills, so that the peak stays
 * below two and a half times the matrix even for doubles. */
#include "config.h"

#include "eqp-store.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-memory.h"
#include "base/eqp-sentence.h"
#include "data/eqp-floats-private.h"

/* A large page. */
#define BLOCK_BYTES (1 << 21)
#define BLOCKS_A_CHECK 32

/* So many numbers are looked at before the user is asked again. */
#define NUMBERS_A_CHECK (1 << 18)

struct _EqpStore
{
  gint64         width;
  EqpItem        item;
  gint64         rows;
  gint64         block_rows;
  gint64         check_rows;
  gsize          block_bytes;
  GPtrArray     *blocks;     /* from eqp_map_block () */
  double        *buffer;     /* width, one decoded row */
  gint64        *missing;    /* of each feature column, where cells are missing; else NULL */
  guint          n_missing;  /* columns counted there */
  double        *fill;       /* width: goes into missing cells; NULL: the mean */
  GCancellable  *cancellable; /* borrowed, or NULL */
};

/* Returns an empty store. */
EqpStore *
eqp_store_new (gint64   width,
               EqpItem  item)
{
  EqpStore *self = g_new0 (EqpStore, 1);
  gsize row_bytes = (gsize) width * _eqp_item_size (item);

  self->width = width;
  self->item = item;
  self->block_rows = MAX (1, BLOCK_BYTES / (gint64) MAX (1, row_bytes));
  self->check_rows = MAX (1, NUMBERS_A_CHECK / MAX (1, width));
  self->block_bytes = MAX (1, row_bytes) * (gsize) self->block_rows;
  self->blocks = g_ptr_array_new ();
  return self;
}

static void
free_block (EqpStore *self, guint block)
{
  eqp_unmap_block (self->blocks->pdata[block], self->block_bytes);
  self->blocks->pdata[block] = NULL;
}

void
eqp_store_free (EqpStore *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->blocks->len; i++)
    free_block (self, i);
  g_ptr_array_unref (self->blocks);
  eqp_free (self->buffer);
  g_free (self->fill);
  g_free (self->missing);
  g_free (self);
}

void
eqp_store_set_cancellable (EqpStore     *self,
                           GCancellable *cancellable)
{
  self->cancellable = cancellable;
}

/* Asked before each row of a pass, answered every few rows. A stage of several passes knows which one this is. */
static inline gboolean
go_on (EqpStore *self, EqpDatasetParts *parts, EqpStage stage, int pass, int passes, gint64 row, GError **error)
{
  return row % self->check_rows != 0 ||
         _eqp_parts_go_on (parts, stage, pass * self->rows + row, passes * self->rows, self->cancellable, error);
}

/* @blocks: how many there are. Returns another one, zeroed; NULL where the memory does not last. */
static void *
take_block (gsize blocks, gsize bytes)
{
  /* At first each time that they double. */
  gboolean due = blocks < BLOCKS_A_CHECK ? (blocks & (blocks - 1)) == 0 : blocks % BLOCKS_A_CHECK == 0;

  /* Packed files can hold more than there is; the system would promise it all the same. Only the first block may be
   * left nearly empty. */
  return !due || _eqp_memory_lasts (blocks * bytes, CLAMP (blocks, 1, BLOCKS_A_CHECK) * bytes)
             ? eqp_map_block (bytes, blocks > 0)
             : NULL;
}

/* Returns a zeroed row to fill, or NULL when there is no memory or it was stopped. */
gpointer
eqp_store_append (EqpStore  *self,
                  GError   **error)
{
  if (self->rows == self->block_rows * (gint64) self->blocks->len)
    {
      gsize blocks = self->blocks->len;
      void *block;

      /* To take memory from the system takes longer than to fill it. */
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return NULL;
      block = take_block (blocks, self->block_bytes);
      if (block == NULL)
        {
          g_autofree char *taken = _eqp_gigabytes ((double) blocks * (double) self->block_bytes);

          return eqp_refuse_null (error, EQP_ERROR_TOO_LARGE,
                                  _ ("There is no memory for more than %" PRId64 " rows of %" PRId64 " columns, which "
                                     "take %s, and there are more; use fewer rows or columns."),
                                  self->rows, self->width, taken);
        }
      g_ptr_array_add (self->blocks, block);
    }

  return eqp_store_row (self, self->rows++);
}

/* Returns rows appended so far. */
gint64
eqp_store_get_rows (EqpStore *self)
{
  return self->rows;
}

/* Returns items a row. */
gint64
eqp_store_get_width (EqpStore *self)
{
  return self->width;
}

/* Returns its items. */
gpointer
eqp_store_row (EqpStore *self,
               gint64    row)
{
  guint8 *block = self->blocks->pdata[row / self->block_rows];

  return block + (gsize) (row % self->block_rows) * (gsize) self->width * _eqp_item_size (self->item);
}

/* @more: how many columns to add on the right, filled with 0. Returns FALSE when there is no memory; the store has
 * lost rows then. */
gboolean
eqp_store_widen (EqpStore **self,
                 gint64     more,
                 GError   **error)
{
  g_autoptr (EqpStore) narrow = *self;

  *self = eqp_store_new (narrow->width + more, EQP_ITEM_DOUBLE);
  (*self)->cancellable = narrow->cancellable;
  for (gint64 row = 0; row < narrow->rows; row++)
    {
      double *target = eqp_store_append (*self, error);

      if (target == NULL)
        return FALSE;
      memcpy (target, eqp_store_row (narrow, row), (gsize) narrow->width * sizeof (double));
      if ((row + 1) % narrow->block_rows == 0)
        free_block (narrow, (guint) (row / narrow->block_rows));
    }
  return TRUE;
}

static const double *
decode_row (EqpStore *self, gint64 row)
{
  const void *items = eqp_store_row (self, row);
  double *restrict buffer = self->buffer;
  gint64 n = self->width;

  if (self->item == EQP_ITEM_DOUBLE)
    return items;
  if (self->item == EQP_ITEM_BYTE)
    for (gint64 j = 0; j < n; j++)
      buffer[j] = ((const guint8 *) items)[j];
  else
    for (gint64 j = 0; j < n; j++)
      buffer[j] = (double) ((const float *) items)[j];
  return buffer;
}

/* Returns the value of one cell as the file has it, perhaps not finite. */
double
eqp_store_get_value (EqpStore *self,
                     gint64    row,
                     gint64    column)
{
  const void *items = eqp_store_row (self, row);

  return self->item == EQP_ITEM_DOUBLE  ? ((const double *) items)[column]
         : self->item == EQP_ITEM_FLOAT ? (double) ((const float *) items)[column]
                                        : ((const guint8 *) items)[column];
}

/* 0 times anything finite is 0; NaN and infinities stay behind. Four sums, so that none waits for the other. */
static gboolean
all_finite (const double *values, gint64 n)
{
  double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
  gint64 j = 0;

  for (; j + 4 <= n; j += 4)
    {
      a += values[j] * 0.0;
      b += values[j + 1] * 0.0;
      c += values[j + 2] * 0.0;
      d += values[j + 3] * 0.0;
    }
  for (; j < n; j++)
    a += values[j] * 0.0;
  return a + b + c + d == 0.0;
}

static gboolean
make_buffer (EqpStore *self, GError **error)
{
  if (self->buffer == NULL)
    self->buffer = eqp_try_alloc ((gsize) self->width, sizeof (double), N_ ("one row"), error);
  return self->buffer != NULL;
}

/* The medians of the columns that have gaps, among the rows that stay. */
static gboolean
find_medians (EqpStore *self, GArray *columns, const gint64 *missing, const guint8 *dropped, gint64 rows,
              EqpDatasetParts *parts, GError **error)
{
  g_autofree double *values = eqp_try_malloc ((gsize) rows, sizeof (double), "the sorted column", error);

  if (values == NULL)
    return FALSE;
  self->fill = g_new0 (double, MAX (1, self->width));
  for (guint j = 0; j < columns->len; j++)
    {
      gint64 column = g_array_index (columns, gint64, j), n = 0;

      if (missing[j] == 0 || missing[j] == rows)
        continue;
      for (gint64 row = 0; row < self->rows; row++)
        {
          double value;

          if (row % self->check_rows == 0 &&
              !_eqp_parts_go_on (parts, EQP_STAGE_SETTLE, columns->len + j, 3 * columns->len, self->cancellable, error))
            return FALSE;
          value = dropped == NULL || !dropped[row] ? eqp_store_get_value (self, row, column) : NAN;
          if (isfinite (value))
            values[n++] = value;
        }
      /* With an even number of values the mean of the two in the middle. */
      qsort (values, (gsize) n, sizeof (double), _eqp_compare_doubles);
      self->fill[column] = values[(n - 1) / 2] * 0.5 + values[n / 2] * 0.5;
    }
  return TRUE;
}

static gboolean
has_finite (const double *values, GArray *columns)
{
  for (guint j = 0; j < columns->len; j++)
    if (isfinite (values[g_array_index (columns, gint64, j)]))
      return TRUE;
  return FALSE;
}

/* The cells of a row that are missing, and what becomes of them, for the ledger. */
static void
log_row (EqpStore *self, GArray *columns, EqpMissingPolicy policy, gint64 row, const double *values,
         EqpDatasetParts *parts)
{
  gint64 first = 0;

  for (guint j = 0; j < columns->len; j++)
    {
      gint64 column = g_array_index (columns, gint64, j);

      if (isfinite (values[column]))
        continue;
      first = first == 0 ? column + 1 : first;
      _eqp_log (parts, &(EqpLedgerEntry){ EQP_LEDGER_MISSING, .row = row + 1, .column = column + 1,
                                          .before = (char *) (!isinf (values[column]) ? NULL
                                                              : values[column] > 0.0  ? "inf"
                                                                                      : "-inf") });
      if (policy == EQP_MISSING_MEAN || policy == EQP_MISSING_MEDIAN)
        {
          g_autofree char *after = policy == EQP_MISSING_MEAN
                                       ? g_strdup (_ ("the mean of the column"))
                                       : g_strdup_printf (_ ("the median of the column, %g"), self->fill[column]);

          _eqp_log (parts,
                    &(EqpLedgerEntry){ EQP_LEDGER_IMPUTED, .row = row + 1, .column = column + 1, .after = after });
        }
    }
  if (policy == EQP_MISSING_DROP)
    {
      gboolean some = has_finite (values, columns);

      _eqp_log (parts, &(EqpLedgerEntry){ EQP_LEDGER_ROW_DROPPED, .row = row + 1, .column = first,
                                          .after = (char *) (some ? _ ("a cell is missing")
                                                                  : _ ("no cell has a number")),
                                          .reason = some ? EQP_LEDGER_CELL_MISSING : EQP_LEDGER_OTHER_REASON });
    }
}

/* Looks for cells that are not finite and settles what becomes of them. Rows already in @dropped do not count.
 * @columns: gint64 store columns meant as features; columns that are missing everywhere are taken out; @policy: what
 * to do with rows that have a missing cell; @dropped: one byte a row, non-zero for rows to leave out, g_malloc'ed;
 * may be NULL on entry (none) and on return (none); @place: NULL: row and column. Returns FALSE when the policy is to
 * refuse, or nothing is left. */
gboolean
eqp_store_settle_missing (EqpStore          *self,
                          GArray            *columns,
                          EqpMissingPolicy   policy,
                          const char        *file,
                          EqpPlaceFunc       place,
                          gpointer           user_data,
                          guint8           **dropped,
                          EqpDatasetParts   *parts,
                          GError           **error)
{
  gint64 *index = (gint64 *) (void *) columns->data;
  g_autofree gint64 *missing = g_new0 (gint64, MAX (1, columns->len));
  gint64 first_row = -1, first_column = -1, total = 0, rows = 0, rows_dropped = 0, empty = 0;
  guint kept = 0;
  g_autofree char *first = NULL;

  if (policy == EQP_MISSING_GUESS)
    policy = EQP_MISSING_MEAN;
  if (!make_buffer (self, error))
    return FALSE;

  for (gint64 row = 0; row < self->rows; row++)
    {
      const double *values;

      if (!go_on (self, parts, EQP_STAGE_SETTLE, 0, 3, row, error))
        return FALSE;
      if (*dropped != NULL && (*dropped)[row])
        continue;
      rows++;
      values = decode_row (self, row);
      if (all_finite (values, self->width))
        continue;
      for (guint j = 0; j < columns->len; j++)
        missing[j] += !isfinite (values[index[j]]);
    }
  for (guint j = 0; j < columns->len; j++)
    {
      total += missing[j];
      empty += missing[j] == rows && rows > 0;
    }
  if (total == 0)
    return TRUE;

  if (empty == (gint64) columns->len)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: no column has any numbers, only missing cells; check the file (in a text: its separator "
                          "and decimal mark)."),
                       file);
  for (guint j = 0; j < columns->len; j++)
    if (missing[j] < rows)
      {
        missing[kept] = missing[j];
        index[kept++] = index[j];
      }
    else
      _eqp_log (parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_IGNORED, .column = index[j] + 1,
                                          .after = (char *) _ ("missing in every row") });
  g_array_set_size (columns, kept);
  total -= empty * rows;
  if (total == 0)
    return TRUE;
  parts->missing += total;

  if (policy == EQP_MISSING_MEDIAN && !find_medians (self, columns, missing, *dropped, rows, parts, error))
    return FALSE;
  if (*dropped == NULL)
    *dropped = eqp_try_malloc ((gsize) self->rows, 1, "the rows that go", error);
  if (*dropped == NULL)
    return FALSE;
  for (gint64 row = 0; row < self->rows; row++)
    {
      const double *values;
      EqpMissingPolicy row_policy;
      gint64 gap = -1;

      if (!go_on (self, parts, EQP_STAGE_SETTLE, 2, 3, row, error))
        return FALSE;
      if ((*dropped)[row])
        continue;
      values = decode_row (self, row);
      for (guint j = 0; j < columns->len && gap < 0; j++)
        if (!isfinite (values[index[j]]))
          gap = index[j];
      if (gap < 0)
        continue;
      if (first_row < 0)
        {
          first_row = row;
          first_column = gap;
        }
      /* Nothing is known of a row without any number, so that the means would make a point of nothing. */
      row_policy = policy != EQP_MISSING_REFUSE && !has_finite (values, columns) ? EQP_MISSING_DROP : policy;
      log_row (self, columns, row_policy, row, values, parts);
      if (row_policy == EQP_MISSING_DROP)
        {
          (*dropped)[row] = 1;
          rows_dropped++;
        }
    }
  first = place != NULL ? place (first_row, first_column, user_data)
                        : eqp_sentence_dup (_ ("row %" PRId64 ", column %" PRId64), first_row + 1, first_column + 1);

  if (policy == EQP_MISSING_REFUSE)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s, %s: the cell is missing or no finite number (%" PRId64 " such in all); fill it in, "
                          "or choose what becomes of “Rows with Gaps”."),
                       file, first, total);
  if (rows_dropped == rows)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: every row has a missing cell (the first: %s), so that none is left; choose fewer "
                          "columns, or put in the means."),
                       file, first);
  g_free (self->missing);
  self->missing = g_steal_pointer (&missing);
  self->n_missing = columns->len;
  return TRUE;
}

/* Sums are of values times 2^-64, which cannot overflow. */
static void
add_row (EqpRanges *spread, const double *values, const gint64 *index, gint64 d)
{
  for (gint64 j = 0; j < d; j++)
    {
      double value = values[index != NULL ? index[j] : j];

      if (!isfinite (value))
        continue;
      spread->low[j] = value < spread->low[j] ? value : spread->low[j];
      spread->high[j] = value > spread->high[j] ? value : spread->high[j];
      spread->sum[j] += value * 0x1p-64;
      spread->count[j]++;
    }
}

/* Same for rows without missing cells, in a form that compiles to vector code. */
static void
add_whole_row (EqpRanges *spread, const double *restrict values, gint64 d)
{
  double *restrict low = spread->low;
  double *restrict high = spread->high;
  double *restrict sum = spread->sum;

  for (gint64 j = 0; j < d; j++)
    {
      low[j] = values[j] < low[j] ? values[j] : low[j];
      high[j] = values[j] > high[j] ? values[j] : high[j];
      sum[j] += values[j] * 0x1p-64;
    }
}

static void
choose_scale (const EqpRanges *spread, const double *offsets, gint64 d, EqpDatasetParts *parts)
{
  double half = 0.0;

  for (gint64 j = 0; j < d; j++)
    if (spread->count[j] > 0)
      {
        half = fmax (half, spread->high[j] * 0.5 - offsets[j] * 0.5);
        half = fmax (half, offsets[j] * 0.5 - spread->low[j] * 0.5);
      }

  _eqp_choose_scale (half, 0.5, parts);
}

static void
convert_row (const double *values, const gint64 *index, gint64 d, const double *offsets, double scale, float *out)
{
  if (scale != 1.0)
    {
      double factor = 2.0 / scale;

      for (gint64 j = 0; j < d; j++)
        out[j] = (float) ((values[index != NULL ? index[j] : j] * 0.5 - offsets[j] * 0.5) * factor);
    }
  else if (index != NULL)
    for (gint64 j = 0; j < d; j++)
      out[j] = (float) (values[index[j]] - offsets[j]);
  else
    for (gint64 j = 0; j < d; j++)
      out[j] = (float) (values[j] - offsets[j]);
}

/* Takes an offset near each column's mean off in double and stores the rest as float; cells that are not finite get
 * the mean. One reading pass and one converting pass. @columns: gint64 store columns that become the features, in
 * this order; NULL: all; @dropped: one byte a row, non-zero for rows to leave out; @parts: n, d, features, offsets
 * and scale are set; findings may be added to. Returns FALSE when there is no memory, or when it was stopped. */
gboolean
eqp_store_finish (EqpStore         *self,
                  GArray           *columns,
                  const guint8     *dropped,
                  EqpDatasetParts  *parts,
                  GError          **error)
{
  gint64 d = columns != NULL ? (gint64) columns->len : self->width;
  const gint64 *index = NULL;
  g_auto (EqpRanges) spread = { 0 };
  double *low, *high, *sum;
  gint64 *count;
  EqpRounded rounded = { 0 };
  gint64 n = 0, whole = 0, out = 0;

  for (gint64 j = 0; columns != NULL && j < d && index == NULL; j++)
    if (g_array_index (columns, gint64, j) != j)
      index = (const gint64 *) columns->data;

  for (gint64 row = 0; row < self->rows; row++)
    n += dropped == NULL || !dropped[row];
  if (!make_buffer (self, error) || !_eqp_ranges_init (&spread, d, error))
    return FALSE;
  low = spread.low;
  high = spread.high;
  sum = spread.sum;
  count = spread.count;
  parts->features = eqp_try_alloc ((gsize) n * (gsize) d, sizeof (float), N_ ("the feature matrix"), error);
  if (parts->features == NULL)
    return FALSE;

  for (gint64 row = 0; row < self->rows; row++)
    {
      if (!go_on (self, parts, EQP_STAGE_MEASURE, 0, 1, row, error))
        return FALSE;
      if (dropped == NULL || !dropped[row])
        {
          const double *values = decode_row (self, row);

          if (index == NULL && all_finite (values, d))
            {
              add_whole_row (&spread, values, d);
              whole++;
            }
          else
            add_row (&spread, values, index, d);
        }
    }

  parts->offsets = g_new0 (double, MAX (1, d));
  for (gint64 j = 0; j < d; j++)
    {
      count[j] += whole;
      if (count[j] > 0)
        {
          sum[j] = CLAMP (sum[j] / (double) count[j] * 0x1p64, low[j], high[j]);
          parts->offsets[j] = _eqp_column_offset (sum[j], low[j], high[j]);
        }
    }
  choose_scale (&spread, parts->offsets, d, parts);
  parts->n = n;
  parts->d = d;

  for (gint64 row = 0; row < self->rows; row++)
    {
      if (!go_on (self, parts, EQP_STAGE_CONVERT, 0, 1, row, error))
        return FALSE;
      if (dropped == NULL || !dropped[row])
        {
          const double *values = decode_row (self, row);
          float *target = parts->features + out * d;

          convert_row (values, index, d, parts->offsets, parts->scale, target);
          _eqp_rounded_look (&rounded, row, values, index, d, target, parts);
          for (gint64 j = 0; j < d; j++)
            if (!isfinite (target[j]))
              {
                double fill = self->fill != NULL ? self->fill[index != NULL ? index[j] : j] : sum[j];

                target[j] = (float) ((fill * 0.5 - parts->offsets[j] * 0.5) * (2.0 / parts->scale));
              }
          out++;
        }
      if ((row + 1) % self->block_rows == 0)
        free_block (self, (guint) (row / self->block_rows));
    }
  for (guint i = 0; i < self->blocks->len; i++)
    free_block (self, i);
  g_ptr_array_set_size (self->blocks, 0);
  self->rows = 0;
  _eqp_rounded_note (&rounded, parts);
  _eqp_rounded_wide (low, high, d, parts);

  /* Columns made since are none of those counted. */
  if (self->n_missing == d)
    parts->column_missing = g_steal_pointer (&self->missing);
  return TRUE;
}
