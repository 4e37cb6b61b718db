/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices of files become sparse rows of a data set, or where that would not pay go straight into its dense
 * float matrix, so that the peak is that matrix. */
#include "config.h"

#include "eqp-sparse.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-memory.h"
#include "base/eqp-plural.h"
#include "base/eqp-sparse-rows.h"
#include "data/eqp-floats-private.h"

#define DENSE_SHARE 0.25
#define HALF 0.5

#define LINES_A_CHECK 256
#define ENTRIES_A_LOOK 65536 /* at the cancellable */

/* Entries are sorted by so many bits at a time. */
#define DIGIT_BITS 16
#define N_DIGITS (1 << DIGIT_BITS)

/* Float keeps whole numbers up to here. */
#define FLOAT_WHOLE 0x1p24

/* With fewer cells, or more of them filled, dense rows are as fast and hardly larger. */
#define SPARSE_CELLS 4e6
#define SPARSE_SHARE 0.05
#define SPARSE_LINES 64.0 /* and with more rows and columns than so many an entry it is these that take memory */

gboolean
_eqp_sparse_alloc (EqpSparse *self, gint64 lines, gint64 entries, GError **error)
{
  self->starts = eqp_try_malloc ((gsize) lines + 1, sizeof (gint64), "the sparse matrix", error);
  self->minor =
      self->starts != NULL ? eqp_try_malloc ((gsize) entries, sizeof (gint32), "the sparse matrix", error) : NULL;
  self->values =
      self->minor != NULL ? eqp_try_malloc ((gsize) entries, sizeof (double), "the sparse matrix", error) : NULL;
  self->count = entries;
  return self->values != NULL;
}

void
_eqp_sparse_clear (EqpSparse *self)
{
  g_clear_pointer (&self->starts, g_free);
  g_clear_pointer (&self->minor, g_free);
  g_clear_pointer (&self->values, g_free);
}

static gboolean
refuse_more (const EqpSparse *self, GError **error)
{
  g_autofree char *taken = _eqp_gigabytes ((double) self->count * (sizeof (gint32) + sizeof (double)));

  return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                     _ ("There is no memory for more than %" PRId64 " rows with %" PRId64 " entries in all, which "
                        "take %s, and there are more; use fewer rows."),
                     self->lines, self->count, taken);
}

/* Adds an entry to the line at hand. */
gboolean
_eqp_sparse_add (EqpSparse *self, gint64 minor, double value, GError **error)
{
  if (self->count == self->room)
    {
      gint64 room = self->room;
      gint32 *grown = eqp_try_grow (self->minor, &room, sizeof (gint32));
      double *values;

      if (grown == NULL)
        return refuse_more (self, error);
      self->minor = grown;
      values = eqp_try_grow (self->values, &self->room, sizeof (double));
      if (values == NULL)
        return refuse_more (self, error);
      self->values = values;
    }
  self->minor[self->count] = (gint32) minor;
  self->values[self->count++] = value;
  return TRUE;
}

gboolean
_eqp_sparse_end_line (EqpSparse *self, GError **error)
{
  if (self->lines + 1 >= self->line_room)
    {
      gint64 *starts = eqp_try_grow (self->starts, &self->line_room, sizeof (gint64));

      if (starts == NULL)
        return refuse_more (self, error);
      self->starts = starts;
    }
  self->starts[0] = 0;
  self->starts[++self->lines] = self->count;
  return TRUE;
}

static inline guint32
digit_of (const EqpEdge *entry, int pass)
{
  return ((guint32) (pass < 2 ? entry->to : entry->from) >> (DIGIT_BITS * (pass % 2))) & (N_DIGITS - 1);
}

/* By row, then by column; those of one cell stay in their order. Digit by digit, the last one first. */
gboolean
_eqp_sparse_sort_entries (EqpEdge *entries, gint64 n, GCancellable *cancellable, GError **error)
{
  g_autofree gint64 *places = g_new (gint64, N_DIGITS + 1);
  EqpEdge *spare = eqp_try_alloc ((gsize) n, sizeof (EqpEdge), N_ ("the entries in order"), error);
  EqpEdge *from = entries, *to = spare;
  gboolean go_on = spare != NULL;

  for (int pass = 0; go_on && pass < 4; pass++)
    {
      EqpEdge *swap = to;

      memset (places, 0, sizeof (gint64) * (N_DIGITS + 1));
      for (gint64 e = 0; e < n; e++)
        places[digit_of (&from[e], pass) + 1]++;
      if (places[1] == n) /* all of them are 0 */
        continue;
      for (int digit = 0; digit < N_DIGITS; digit++)
        places[digit + 1] += places[digit];
      for (gint64 e = 0; go_on && e < n; e++)
        {
          to[places[digit_of (&from[e], pass)]++] = from[e];
          go_on = e % ENTRIES_A_LOOK > 0 || !g_cancellable_set_error_if_cancelled (cancellable, error);
        }
      to = from;
      from = swap;
    }
  if (go_on && from != entries)
    memcpy (entries, from, sizeof (EqpEdge) * (gsize) n);
  eqp_free (spare);
  return go_on;
}

static gboolean
is_same_cell (const EqpEdge *a, const EqpEdge *b)
{
  return a->from == b->from && a->to == b->to;
}

/* @self: empty; gets the rows, in which entries of one cell are added up; @entries: in any order, are sorted. */
gboolean
_eqp_sparse_sort (EqpSparse *self, gint64 rows, EqpEdge *entries, gint64 n_entries, GCancellable *cancellable,
                  EqpDatasetParts *parts, GError **error)
{
  if (!_eqp_sparse_alloc (self, rows, n_entries, error))
    return FALSE;
  self->count = 0;
  if (!_eqp_sparse_sort_entries (entries, n_entries, cancellable, error))
    return FALSE;
  for (gint64 e = 0; e < n_entries; e++)
    {
      if (e > 0 && is_same_cell (&entries[e - 1], &entries[e]))
        {
          self->values[self->count - 1] += entries[e].weight;
          continue;
        }
      self->minor[self->count] = entries[e].to;
      self->values[self->count++] = entries[e].weight;
      self->starts[entries[e].from + 1] = self->count;
    }
  for (gint64 i = 0; i < rows; i++)
    self->starts[i + 1] = MAX (self->starts[i + 1], self->starts[i]);
  if (self->count < n_entries)
    eqp_note (&parts->decisions,
              eqp_ngettext ("%" PRId64 " entry repeats a cell and was added up.",
                            "%" PRId64 " entries repeat a cell and were added up.", n_entries - self->count),
              n_entries - self->count);
  return TRUE;
}

/* The largest absolute value; FALSE where one is none, perhaps because entries of a cell were added up. */
static gboolean
find_largest (const EqpSparse *self, const char *file, double *largest, GError **error)
{
  *largest = 0.0;
  for (gint64 k = 0; k < self->count; k++)
    {
      if (!isfinite (self->values[k]))
        return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                           _ ("%s: entry %" PRId64 " of the sparse matrix is no finite number; fill it in, or take out "
                              "what repeats it."),
                           file, k + 1);
      *largest = fmax (*largest, fabs (self->values[k]));
    }
  return TRUE;
}

/* Returns whether sparse rows pay, and float keeps their values as they are, without a scale. @largest: absolute */
gboolean
_eqp_sparse_is_kept (gint64 entries, gint64 n, gint64 d, double largest)
{
  double cells = (double) n * (double) d;

  return cells >= SPARSE_CELLS && (double) entries <= SPARSE_SHARE * cells &&
         ((double) n + (double) d) <= SPARSE_LINES * (double) entries &&
         (largest == 0.0 || (largest >= EQP_SMALLEST_SPREAD && largest <= FLOAT_WHOLE));
}

/* Returns whether the data set fits into memory, with n x d cells where its rows become dense. */
gboolean
_eqp_sparse_check_memory (const char *file, gint64 entries, gint64 n, gint64 d, double largest, GError **error)
{
  return _eqp_check_memory (file, _eqp_sparse_is_kept (entries, n, d, largest) ? 1 : n, d, sizeof (float), error);
}

/* @rows: (transfer full): entries of a row are by column; of several in a cell the last one counts. */
static void
take_rows (EqpDatasetParts *parts, EqpSparseRows *rows)
{
  gint64 kept = 0, first = 0;

  for (gint64 i = 0; i < rows->n; i++)
    {
      gint64 last = rows->starts[i + 1];

      for (gint64 e = first; e < last; e++)
        if (rows->values[e] != 0.0f && (e + 1 == last || rows->columns[e + 1] != rows->columns[e]))
          {
            rows->columns[kept] = rows->columns[e];
            rows->values[kept++] = rows->values[e];
          }
      first = last;
      rows->starts[i + 1] = kept;
    }
  parts->sparse = rows;
  parts->n = rows->n;
  parts->d = rows->d;
  parts->scale = 1.0;
  parts->offsets = g_new0 (double, MAX (1, rows->d));
  eqp_note (&parts->decisions,
            _ ("The matrix is sparse: only its %" PRId64 " values that are not 0 are kept, %.2g %% of the cells."),
            kept, 100.0 * (double) kept / ((double) rows->n * (double) rows->d));
}

/* The lines as they are. */
static EqpSparseRows *
copy_lines (const EqpSparse *self, gint64 lines, gint64 across, gboolean *sorted, GError **error)
{
  g_autoptr (EqpSparseRows) rows = _eqp_sparse_rows_new (lines, across, self->count, error);

  *sorted = TRUE;
  if (rows == NULL)
    return NULL;
  memcpy (rows->starts, self->starts, ((gsize) lines + 1) * sizeof (gint64));
  for (gint64 line = 0; line < lines; line++)
    for (gint64 k = self->starts[line]; k < self->starts[line + 1]; k++)
      {
        rows->columns[k] = self->minor[k];
        rows->values[k] = (float) self->values[k];
        *sorted = *sorted && (k == self->starts[line] || self->minor[k] > self->minor[k - 1]);
      }
  return g_steal_pointer (&rows);
}

static gboolean
make_rows (const EqpSparse *self, gint64 n, gint64 d, gboolean lines_are_rows, GCancellable *cancellable,
           EqpDatasetParts *parts, GError **error)
{
  gboolean sorted;
  g_autoptr (EqpSparseRows) rows =
      copy_lines (self, lines_are_rows ? n : d, lines_are_rows ? d : n, &sorted, error);

  /* Turning sorts: once where lines are columns, twice where a row is out of order. */
  for (int turns = !lines_are_rows ? 1 : sorted ? 0 : 2; turns > 0 && rows != NULL; turns--)
    {
      EqpSparseRows *turned = _eqp_sparse_rows_turn (rows, error);

      _eqp_sparse_rows_free (rows);
      rows = turned;
    }
  if (rows == NULL || !_eqp_parts_go_on (parts, EQP_STAGE_CONVERT, 1, 1, cancellable, error))
    return FALSE;
  take_rows (parts, g_steal_pointer (&rows));
  return TRUE;
}

/* @parts: n, d, sparse or features, offsets and scale are set; decisions and findings may be added to. */
gboolean
_eqp_sparse_make_features (const EqpSparse *self, const char *file, gint64 n, gint64 d, gboolean lines_are_rows,
                           GCancellable *cancellable, EqpDatasetParts *parts, GError **error)
{
  gint64 lines = lines_are_rows ? n : d;
  double share = (double) self->count / ((double) n * (double) d), largest;

  if (!find_largest (self, file, &largest, error) ||
      !_eqp_sparse_check_memory (file, self->count, n, d, largest, error))
    return FALSE;
  if (_eqp_sparse_is_kept (self->count, n, d, largest))
    return make_rows (self, n, d, lines_are_rows, cancellable, parts, error);
  parts->features = eqp_try_alloc ((gsize) n * (gsize) d, sizeof (float), N_ ("the feature matrix"), error);
  if (parts->features == NULL)
    return FALSE;
  parts->n = n;
  parts->d = d;
  parts->offsets = g_new0 (double, MAX (1, d));
  _eqp_choose_scale (largest, 1.0, parts);

  if (share < HALF)
    eqp_note (&parts->decisions,
              _ ("The matrix is sparse (%" PRId64 " entries, %.2g %% of the cells), and so small that it was made "
                 "dense."),
              self->count, 100.0 * share);
  /* With more entries than a share of the cells, zero is no usual value, and means are taken off. */
  if (share >= DENSE_SHARE)
    {
      g_auto (EqpRanges) ranges = { 0 };

      if (!_eqp_ranges_init (&ranges, d, error))
        return FALSE;
      for (gint64 line = 0; line < lines; line++)
        {
          if (line % LINES_A_CHECK == 0 &&
              !_eqp_parts_go_on (parts, EQP_STAGE_MEASURE, line, lines, cancellable, error))
            return FALSE;
          for (gint64 k = self->starts[line]; k < self->starts[line + 1]; k++)
            _eqp_ranges_add (&ranges, lines_are_rows ? self->minor[k] : line, self->values[k]);
        }
      _eqp_ranges_settle (&ranges, n, d, parts->offsets);
      for (gint64 i = 0; i < n; i++)
        {
          if (i % LINES_A_CHECK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          for (gint64 j = 0; j < d; j++)
            parts->features[i * d + j] = (float) (-parts->offsets[j] / parts->scale);
        }
    }
  for (gint64 j = 0; j < lines; j++)
    {
      if (j % LINES_A_CHECK == 0 && !_eqp_parts_go_on (parts, EQP_STAGE_CONVERT, j, lines, cancellable, error))
        return FALSE;
      for (gint64 k = self->starts[j]; k < self->starts[j + 1]; k++)
        {
          gint64 row = lines_are_rows ? j : self->minor[k], column = lines_are_rows ? self->minor[k] : j;

          parts->features[row * d + column] = (float) ((self->values[k] - parts->offsets[column]) / parts->scale);
          /* Keeps the digits of a large whole number that float lacks. */
          if (fabs (self->values[k]) > FLOAT_WHOLE)
            _eqp_rest_keep (parts, row, column, self->values[k]);
        }
    }
  return TRUE;
}
