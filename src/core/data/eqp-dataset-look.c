/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the features of new data: means, sums of squares, and what they and the rows tell. */
#include "config.h"

#include "eqp-data-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-plural.h"

/* Two columns whose standard deviations differ by more than this are worth a word. */
#define WIDE_SPREAD 1000.0

#define CHECK_ROWS 4096 /* between two looks at the cancellable */

/* Sums of one pass, merged block by block (Chan, Golub, LeVeque 1983), so that no square of a mean is ever subtracted.
 */
typedef struct
{
  double *mean;
  double *ss;
  double *block_mean;
  double *block_ss;
} Moments;

static void
add_block (Moments *moments, const float *features, gint64 first, gint64 rows, gint64 d)
{
  double *restrict mean = moments->mean;
  double *restrict ss = moments->ss;
  double *restrict block_mean = moments->block_mean;
  double *restrict block_ss = moments->block_ss;
  double total = (double) (first + rows);
  double weight = (double) first * (double) rows / total;

  memset (block_mean, 0, (gsize) d * sizeof (double));
  memset (block_ss, 0, (gsize) d * sizeof (double));
  for (gint64 i = 0; i < rows; i++)
    {
      const float *restrict row = features + (first + i) * d;

      for (gint64 j = 0; j < d; j++)
        block_mean[j] += row[j];
    }
  for (gint64 j = 0; j < d; j++)
    block_mean[j] /= (double) rows;
  for (gint64 i = 0; i < rows; i++)
    {
      const float *restrict row = features + (first + i) * d;

      for (gint64 j = 0; j < d; j++)
        {
          double difference = row[j] - block_mean[j];

          block_ss[j] += difference * difference;
        }
    }
  for (gint64 j = 0; j < d; j++)
    {
      double difference = block_mean[j] - mean[j];

      mean[j] += difference * (double) rows / total;
      ss[j] += block_ss[j] + difference * difference * weight;
    }
}

static inline guint64
mix (guint64 hash, guint64 bits)
{
  hash = (hash ^ bits) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return hash ^ (hash >> 32);
}

/* Two values as bits; adding 0 makes -0 and 0 the same. */
static inline guint64
pair_bits (float a, float b)
{
  float pair[2] = { a + 0.0f, b + 0.0f };
  guint64 bits;

  memcpy (&bits, pair, sizeof bits);
  return bits;
}

static guint64
hash_row (const float *row, gint64 d)
{
  /* Four chains, because each step of one has to wait for its multiplication. */
  guint64 a = 1, b = 2, c = 3, e = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  gint64 j = 0;

  for (; j + 8 <= d; j += 8)
    {
      a = mix (a, pair_bits (row[j], row[j + 1]));
      b = mix (b, pair_bits (row[j + 2], row[j + 3]));
      c = mix (c, pair_bits (row[j + 4], row[j + 5]));
      e = mix (e, pair_bits (row[j + 6], row[j + 7]));
    }
  for (; j < d; j++)
    e = mix (e, pair_bits (row[j], 1.0f));
  e = mix (mix (mix (e, a), b), c);
  return e == 0 ? 1 : e;
}

/* 64-bit hashes stand for the rows: two different ones among a million meet once in tens of millions of files. */
static gint64
count_distinct (const guint64 *hashes, gint64 n, GCancellable *cancellable)
{
  gsize size = 16;
  guint64 *table;
  gint64 distinct = 0;

  while (size < (gsize) n * 2)
    size *= 2;
  table = eqp_try_alloc (size, sizeof (guint64), N_ ("counting distinct rows"), NULL);
  if (table == NULL)
    return n;

  for (gint64 i = 0; i < n; i++)
    {
      gsize slot = (hashes[i] * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) & (size - 1);

      /* At first each row meets a large page that the system has to clear. */
      if (g_cancellable_is_cancelled (cancellable))
        break;

      while (table[slot] != 0 && table[slot] != hashes[i])
        slot = (slot + 1) & (size - 1);
      if (table[slot] == 0)
        {
          table[slot] = hashes[i];
          distinct++;
        }
    }

  eqp_free (table);
  return distinct;
}

static void
find_duplicates (EqpDatasetParts *parts, gint n_classes, const guint64 *hashes, GCancellable *cancellable)
{
  gint64 distinct = count_distinct (hashes, parts->n, cancellable);
  gint64 copies = parts->n - distinct;

  if (copies == 0)
    return;
  if (distinct == 1)
    eqp_note (&parts->findings, _ ("All rows are equal, so there is nothing to tell clusters apart."));
  else if (distinct <= MAX (20, 2 * n_classes))
    eqp_note (&parts->findings,
              eqp_ngettext ("Only %" PRId64 " of the %" PRId64 " rows is distinct; more clusters than that stay "
                            "empty or have to divide equal rows.",
                            "Only %" PRId64 " of the %" PRId64 " rows are distinct; more clusters than that stay "
                            "empty or have to divide equal rows.", distinct),
              distinct, parts->n);
  else
    eqp_note (&parts->findings,
              eqp_ngettext ("%" PRId64 " row is a copy of an earlier row; %" PRId64 " of the %" PRId64 " rows are "
                            "distinct.",
                            "%" PRId64 " rows are copies of an earlier row; %" PRId64 " of the %" PRId64 " rows are "
                            "distinct.", copies),
              copies, distinct, parts->n);
}

static void
find_column_troubles (EqpDatasetParts *parts, const double *column_ss)
{
  gint64 constant = 0, last_constant = 0, widest = -1, narrowest = -1;

  for (gint64 j = 0; j < parts->d; j++)
    if (column_ss[j] == 0.0)
      {
        constant++;
        last_constant = j;
      }
    else
      {
        if (widest < 0 || column_ss[j] > column_ss[widest])
          widest = j;
        if (narrowest < 0 || column_ss[j] < column_ss[narrowest])
          narrowest = j;
      }

  if (parts->n > 1 && constant == 1 && parts->d > 1)
    {
      g_autofree char *title = _eqp_column_title (parts->column_names[last_constant], last_constant);

      eqp_note (&parts->findings, _ ("One column is constant and does not influence the clusters: %s."), title);
    }
  else if (parts->n > 1 && constant > 1 && constant < parts->d)
    eqp_note (&parts->findings,
              eqp_ngettext ("%" PRId64 " of the %" PRId64 " columns is constant and does not influence the clusters.",
                            "%" PRId64 " of the %" PRId64 " columns are constant and do not influence the clusters.",
                            constant),
              constant, parts->d);

  /* Pixels are all in the same unit: that some of them hardly vary is no mistake. */
  if (widest >= 0 && parts->image_width == 0 &&
      sqrt (column_ss[widest] / column_ss[narrowest]) > WIDE_SPREAD)
    {
      g_autofree char *wide = _eqp_column_title (parts->column_names[widest], widest);
      g_autofree char *narrow = _eqp_column_title (parts->column_names[narrowest], narrowest);

      eqp_note (&parts->findings,
                _ ("The spread of %s is %.3g times that of %s, so the wide columns decide the distances; standardizing "
                   "makes columns count alike."),
                wide, sqrt (column_ss[widest] / column_ss[narrowest]), narrow);
    }
}

/* Moments of sparse rows, and the hashes of their entries. Sums of squares are of differences to the mean, those of the
 * zeros of a column together. */
static void
look_at_sparse (EqpDatasetParts *parts, double *mean, double *column_ss, guint64 *hashes, GCancellable *cancellable)
{
  const EqpSparseRows *sparse = parts->sparse;
  g_autofree gint64 *filled = g_new0 (gint64, (gsize) MAX (1, parts->d));

  for (gint64 i = 0; i < parts->n; i++)
    {
      guint64 hash = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

      if (i % CHECK_ROWS == 0 && !_eqp_parts_go_on (parts, EQP_STAGE_LOOK, i, parts->n, cancellable, NULL))
        return;
      for (gint64 e = sparse->starts[i]; e < sparse->starts[i + 1]; e++)
        {
          hash = mix (hash, pair_bits (sparse->values[e], 1.0f) ^ ((guint64) sparse->columns[e] << 40));
          mean[sparse->columns[e]] += sparse->values[e];
          filled[sparse->columns[e]]++;
        }
      if (hashes != NULL)
        hashes[i] = hash == 0 ? 1 : hash;
    }
  for (gint64 j = 0; j < parts->d; j++)
    {
      mean[j] /= (double) parts->n;
      column_ss[j] = (double) (parts->n - filled[j]) * mean[j] * mean[j];
    }
  for (gint64 e = 0; e < sparse->starts[parts->n]; e++)
    {
      double difference = sparse->values[e] - mean[sparse->columns[e]];

      column_ss[sparse->columns[e]] += difference * difference;
    }
}

/* @mean, @column_ss: (out): d of each, zero before */
void
_eqp_parts_look (EqpDatasetParts *parts,
                 gint             n_classes,
                 double          *mean,
                 double          *column_ss,
                 GCancellable    *cancellable)
{
  gsize d = (gsize) MAX (1, parts->d);
  g_autofree double *block_mean = g_new (double, d);
  g_autofree double *block_ss = g_new (double, d);
  guint64 *hashes = eqp_try_alloc ((gsize) parts->n, sizeof (guint64), N_ ("counting distinct rows"), NULL);
  /* A block is read twice, so it should still be in the cache the second time. */
  gint64 block_rows = CLAMP (32768 / (gint64) d, 1, 1024);
  Moments moments = { mean, column_ss, block_mean, block_ss };

  if (parts->sparse != NULL)
    look_at_sparse (parts, mean, column_ss, hashes, cancellable);
  for (gint64 first = 0; parts->sparse == NULL && first < parts->n; first += block_rows)
    {
      gint64 rows = MIN (block_rows, parts->n - first);

      if (!_eqp_parts_go_on (parts, EQP_STAGE_LOOK, first, parts->n, cancellable, NULL))
        break;
      add_block (&moments, parts->features, first, rows, parts->d);
      for (gint64 i = first; hashes != NULL && i < first + rows; i++)
        hashes[i] = hash_row (parts->features + i * parts->d, parts->d);
    }

  find_column_troubles (parts, column_ss);
  if (hashes != NULL)
    find_duplicates (parts, n_classes, hashes, cancellable);
  eqp_free (hashes);
}
