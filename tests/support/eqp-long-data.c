/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data on which steps take long: sparse rows and graphs of any size. */
#include "config.h"

#include "eqp-long-data.h"

#include "base/eqp-sparse-rows.h"

/* Rows with @per_row values each, in columns drawn at random. */
EqpDataset *
eqp_test_words (gint64 n, gint64 d, int per_row)
{
  EqpDatasetParts parts = { .n = n, .d = d };
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  parts.sparse = _eqp_sparse_rows_new (n, d, n * per_row, NULL);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 at = parts.sparse->starts[i] = i * per_row, column = 0;

      for (int v = 0; v < per_row; v++, at++)
        {
          column += 1 + (gint64) eqp_rng_below (&rng, (guint64) (d / per_row - 1));
          parts.sparse->columns[at] = (gint32) column;
          parts.sparse->values[at] = (float) (1 + eqp_rng_below (&rng, 5));
        }
    }
  parts.sparse->starts[n] = n * per_row;
  return eqp_dataset_new (&parts);
}

/* Each vertex with edges to @near others: those that follow, or some of them farther off. */
EqpGraph *
eqp_test_join (gint64 n, gint64 near, gint64 step)
{
  g_autofree gint32 *from = g_new (gint32, n * near), *to = g_new (gint32, n * near);
  g_autofree double *weights = g_new (double, n * near);
  g_autoptr (GError) error = NULL;
  EqpGraph *made;
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (gint64 i = 0; i < n; i++)
    for (gint64 e = 0; e < near; e++)
      {
        from[i * near + e] = (gint32) i;
        to[i * near + e] = (gint32) ((i + 1 + e * step) % n);
        weights[i * near + e] = 0.5 + eqp_rng_uniform (&rng);
      }
  made = eqp_graph_new_from_edges (n, n * near, from, to, weights, &error);
  g_assert_no_error (error);
  return made;
}
