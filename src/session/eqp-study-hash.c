/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name for data by their values, so that results are not continued on other data by accident. No guard against
 * malice. */
#include "config.h"

#include "eqp-study-hash.h"

#include <string.h>

typedef struct
{
  guint64 lanes[4];
  guint64 bytes;
} Hash;

/* Four independent lanes of multiply and shift (the finalizer of SplitMix64), so that memory sets the pace. */
static void
hash_bytes (Hash         *self,
            gconstpointer data,
            gsize         length)
{
  const guint8 *bytes = data;
  gsize at = 0;
  guint8 rest[32] = { 0 };

  if (length == 0)
    return;
  self->bytes += length;
  for (;;)
    {
      const guint8 *block = bytes + at;

      if (at + 32 > length)
        {
          if (at == length)
            return;
          memcpy (rest, bytes + at, length - at);
          block = rest;
        }
      for (int lane = 0; lane < 4; lane++)
        {
          guint64 word;

          memcpy (&word, block + 8 * lane, 8);
          word = (self->lanes[lane] ^ GUINT64_FROM_LE (word)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
          self->lanes[lane] = word ^ word >> 29;
        }
      if (block == rest)
        return;
      at += 32;
    }
}

static void
hash_number (Hash  *self,
             double value)
{
  hash_bytes (self, &value, sizeof value);
}

/**
 * eqp_dataset_dup_hash:
 * @dataset: any data
 *
 * Time O(n d), or that of the edges of a graph, at the speed of memory.
 *
 * Returns: (transfer full): 16 digits that stand for values, classes and edges; names do not count
 */
char *
eqp_dataset_dup_hash (EqpDataset *dataset)
{
  Hash hash = { { 1, 2, 3, 4 }, 0 };
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  EqpGraph *graph = eqp_dataset_get_graph (dataset);
  guint64 sum = 0;

  hash_number (&hash, (double) n);
  hash_number (&hash, (double) d);
  hash_number (&hash, eqp_dataset_get_scale (dataset));
  if (graph != NULL)
    {
      const EqpCsr *csr = eqp_graph_get_csr (graph);

      hash_bytes (&hash, csr->starts, sizeof (gint64) * (gsize) (n + 1));
      hash_bytes (&hash, csr->columns, sizeof (gint32) * (gsize) csr->starts[n]);
      hash_bytes (&hash, csr->weights, sizeof (double) * (gsize) csr->starts[n]);
    }
  else
    {
      const EqpSparseRows *sparse = eqp_dataset_get_sparse (dataset);

      if (sparse != NULL)
        {
          hash_bytes (&hash, sparse->starts, sizeof (gint64) * (gsize) (n + 1));
          hash_bytes (&hash, sparse->columns, sizeof (gint32) * (gsize) sparse->starts[n]);
          hash_bytes (&hash, sparse->values, sizeof (float) * (gsize) sparse->starts[n]);
        }
      else
        hash_bytes (&hash, eqp_dataset_get_features (dataset), sizeof (float) * (gsize) n * (gsize) d);
      if (eqp_dataset_get_offsets (dataset) != NULL)
        hash_bytes (&hash, eqp_dataset_get_offsets (dataset), sizeof (double) * (gsize) d);
    }
  if (eqp_dataset_get_labels (dataset) != NULL)
    hash_bytes (&hash, eqp_dataset_get_labels (dataset), sizeof (gint32) * (gsize) n);

  hash_number (&hash, (double) hash.bytes);
  for (int lane = 0; lane < 4; lane++)
    {
      sum = (sum ^ hash.lanes[lane]) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
      sum ^= sum >> 31;
    }
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", sum);
}
