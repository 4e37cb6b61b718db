/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layouts by numbers of edges in between: exact where the plane allows it, no two vertices at one place. */
#include "config.h"

#include <math.h>

#include "eqp-core.h"
#include "eqp-test.h"

static EqpGraph *
from_pairs (gint64 n, const gint32 (*pairs)[2], gint64 m)
{
  g_autofree gint32 *from = g_new (gint32, m), *to = g_new (gint32, m);
  g_autoptr (GError) error = NULL;
  EqpGraph *graph;

  for (gint64 e = 0; e < m; e++)
    {
      from[e] = pairs[e][0];
      to[e] = pairs[e][1];
    }
  graph = eqp_graph_new_from_edges (n, m, from, to, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

static double *
lay_out (EqpGraph *graph)
{
  double *xy = g_new (double, 2 * eqp_graph_get_n (graph));
  g_autoptr (GError) error = NULL;

  g_assert_true (eqp_graph_layout_distances (graph, NULL, xy, &error));
  g_assert_no_error (error);
  for (gint64 i = 0; i < 2 * eqp_graph_get_n (graph); i++)
    g_assert_true (isfinite (xy[i]));
  return xy;
}

static double
apart (const double *xy, gint64 a, gint64 b)
{
  return hypot (xy[2 * a] - xy[2 * b], xy[2 * a + 1] - xy[2 * b + 1]);
}

/* The stress of coordinates at their best size, sum over pairs of (|x_i - x_j| / d_ij - 1)^2, by Floyd and Warshall. */
static double
stress (EqpGraph *graph, const double *xy)
{
  gint64 n = eqp_graph_get_n (graph);
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  g_autofree double *d = g_new (double, n * n);
  double sum = 0.0, square = 0.0, best, total = 0.0;

  for (gint64 i = 0; i < n * n; i++)
    d[i] = i / n == i % n ? 0.0 : 1e9;
  for (gint64 i = 0; i < n; i++)
    for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
      if (csr->columns[e] != i)
        d[i * n + csr->columns[e]] = 1.0;
  for (gint64 m = 0; m < n; m++)
    for (gint64 i = 0; i < n; i++)
      for (gint64 j = 0; j < n; j++)
        d[i * n + j] = MIN (d[i * n + j], d[i * n + m] + d[m * n + j]);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < i; j++)
      {
        double share = apart (xy, i, j) / d[i * n + j];

        sum += share;
        square += share * share;
      }
  best = sum / square;
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < i; j++)
      {
        double miss = best * apart (xy, i, j) / d[i * n + j] - 1.0;

        total += miss * miss;
      }
  return total;
}

/* Twelve vertices in a row are a straight line with even steps. */
static void
test_line (void)
{
  gint32 pairs[11][2];
  g_autoptr (EqpGraph) graph = NULL;
  g_autofree double *xy = NULL;

  for (gint32 i = 0; i < 11; i++)
    {
      pairs[i][0] = i;
      pairs[i][1] = i + 1;
    }
  graph = from_pairs (12, (const gint32 (*)[2]) pairs, 11);
  xy = lay_out (graph);
  for (gint64 i = 0; i < 12; i++)
    {
      eqp_assert_close (xy[2 * i], 1.0 - 2.0 * (double) i / 11.0, 0.02);
      g_assert_cmpfloat (fabs (xy[2 * i + 1]), <, 0.05);
    }
}

/* Leaves with the same neighbor, which have the same entries in every eigenvector, stand apart. */
static void
test_star (void)
{
  gint32 pairs[20][2];
  g_autoptr (EqpGraph) graph = NULL;
  g_autofree double *xy = NULL;

  for (gint32 i = 0; i < 20; i++)
    {
      pairs[i][0] = 0;
      pairs[i][1] = i + 1;
    }
  graph = from_pairs (21, (const gint32 (*)[2]) pairs, 20);
  xy = lay_out (graph);
  for (gint64 i = 1; i < 21; i++)
    for (gint64 j = 1; j < i; j++)
      g_assert_cmpfloat (apart (xy, i, j), >, 0.1);
}

/* The karate club: every member is seen, and the stress is far below that of spectral coordinates; from run to run the
 * same. */
static void
test_karate (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("karate", NULL, &error);
  EqpGraph *graph;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autofree double *xy = NULL, *again = NULL, *spectral = NULL;
  double nearest = INFINITY;

  g_assert_no_error (error);
  graph = eqp_dataset_get_graph (dataset);
  xy = lay_out (graph);
  again = lay_out (graph);
  spectral = g_new (double, 68);
  g_assert_true (eqp_graph_layout (graph, 2, pool, NULL, spectral, NULL));
  g_assert_cmpmem (xy, sizeof (double) * 68, again, sizeof (double) * 68);
  for (gint64 i = 0; i < 34; i++)
    for (gint64 j = 0; j < i; j++)
      nearest = MIN (nearest, apart (xy, i, j));
  g_test_message ("stress %.1f, spectral %.1f, nearest pair %.3f", stress (graph, xy), stress (graph, spectral), nearest);
  /* Markers are a fiftieth of the picture wide at most. */
  g_assert_cmpfloat (nearest, >, 0.04);
  g_assert_cmpfloat (stress (graph, xy), <, 0.5 * stress (graph, spectral));
}

/* More vertices than pivots: a grid of 40 x 40 unfolds to a square, whose corners are the farthest from its middle. */
static void
test_grid (void)
{
  GArray *pairs = g_array_new (FALSE, FALSE, 2 * sizeof (gint32));
  g_autoptr (EqpGraph) graph = NULL;
  g_autofree double *xy = NULL;
  double side, diagonal;

  for (gint32 i = 0; i < 40; i++)
    for (gint32 j = 0; j < 40; j++)
      {
        gint32 right[2] = { 40 * i + j, 40 * i + j + 1 }, down[2] = { 40 * i + j, 40 * i + j + 40 };

        if (j < 39)
          g_array_append_val (pairs, right);
        if (i < 39)
          g_array_append_val (pairs, down);
      }
  graph = from_pairs (1600, (const gint32 (*)[2]) (gpointer) pairs->data, pairs->len);
  xy = lay_out (graph);
  side = apart (xy, 0, 39);
  diagonal = apart (xy, 0, 1599);
  eqp_assert_close (apart (xy, 0, 1560) / side, 1.0, 0.1);
  eqp_assert_close (diagonal / side, sqrt (2.0), 0.15);
  g_array_unref (pairs);
}

/* Parts stand side by side, and a part of one vertex is no trouble. */
static void
test_parts (void)
{
  static const gint32 pairs[][2] = { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 4 } };
  g_autoptr (EqpGraph) graph = from_pairs (6, pairs, 4);
  g_autofree double *xy = lay_out (graph);

  for (gint64 i = 0; i < 6; i++)
    for (gint64 j = 0; j < i; j++)
      g_assert_cmpfloat (apart (xy, i, j), >, 0.1);
}

/* Where every vertex is a pivot, sum over pairs of (|x_i - x_j| - d_ij)^2 / d_ij^2 is the least around: no vertex is pulled
 * anywhere, measured by how strongly it is held. The middle is at 0, the long way along x, the farthest at 1 and the first
 * vertex on the side of both positive numbers. */
static void
test_rest (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  for (int round = 0; round < 12; round++)
    {
      enum { N = 24 };
      gint32 pairs[2 * N][2];
      gint64 m = 0;
      double d[N][N], pulled = 0.0, sum = 0.0, square = 0.0, best, mean[2] = { 0.0 }, spread[3] = { 0.0 }, most = 0.0;
      g_autoptr (EqpGraph) graph = NULL;
      g_autofree double *xy = NULL;

      for (gint32 i = 1; i < N; i++, m++)
        {
          pairs[m][0] = i;
          pairs[m][1] = (gint32) eqp_rng_below (&rng, (guint64) i);
        }
      for (int more = 0; more < round; more++, m++)
        {
          pairs[m][0] = (gint32) eqp_rng_below (&rng, N);
          pairs[m][1] = (pairs[m][0] + 1 + (gint32) eqp_rng_below (&rng, N - 1)) % N;
        }
      for (int i = 0; i < N * N; i++)
        d[i / N][i % N] = i / N == i % N ? 0.0 : 1e9;
      for (gint64 e = 0; e < m; e++)
        d[pairs[e][0]][pairs[e][1]] = d[pairs[e][1]][pairs[e][0]] = 1.0;
      for (int v = 0; v < N; v++)
        for (int i = 0; i < N; i++)
          for (int j = 0; j < N; j++)
            d[i][j] = MIN (d[i][j], d[i][v] + d[v][j]);
      graph = from_pairs (N, (const gint32 (*)[2]) pairs, m);
      xy = lay_out (graph);
      for (int i = 0; i < N; i++)
        {
          for (int j = 0; j < i; j++)
            {
              sum += apart (xy, i, j) / d[i][j];
              square += apart (xy, i, j) * apart (xy, i, j) / (d[i][j] * d[i][j]);
            }
          mean[0] += xy[2 * i] / N;
          mean[1] += xy[2 * i + 1] / N;
          spread[0] += xy[2 * i] * xy[2 * i];
          spread[1] += xy[2 * i + 1] * xy[2 * i + 1];
          spread[2] += xy[2 * i] * xy[2 * i + 1];
          most = MAX (most, MAX (fabs (xy[2 * i]), fabs (xy[2 * i + 1])));
        }
      best = sum / square;
      for (int i = 0; i < N; i++)
        for (int a = 0; a < 2; a++)
          {
            double pull = 0.0, held = 0.0;

            for (int j = 0; j < N; j++)
              if (j != i)
                {
                  double along = best * (xy[2 * i + a] - xy[2 * j + a]) / (d[i][j] * d[i][j]);

                  pull += along * (1.0 - d[i][j] / (best * apart (xy, i, j)));
                  held += 1.0 / (d[i][j] * d[i][j]);
                }
            pulled = MAX (pulled, fabs (pull) / held);
          }
      g_test_message ("pulled by %.5f of an edge", pulled);
      g_assert_cmpfloat (pulled, <, 0.01);
      g_assert_cmpfloat (hypot (mean[0], mean[1]), <, 1e-9);
      g_assert_cmpfloat (spread[0], >=, spread[1]);
      g_assert_cmpfloat (fabs (spread[2]), <, 1e-9);
      eqp_assert_close (most, 1.0, 1e-12);
      g_assert_true (xy[0] >= 0.0 && xy[1] >= 0.0);
    }
}

static void
test_cancel (void)
{
  static const gint32 pairs[][2] = { { 0, 1 }, { 1, 2 } };
  g_autoptr (EqpGraph) graph = from_pairs (3, pairs, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  double xy[6];

  g_cancellable_cancel (cancellable);
  g_assert_false (eqp_graph_layout_distances (graph, cancellable, xy, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/graph-layout/line", test_line);
  g_test_add_func ("/core/graph-layout/star", test_star);
  g_test_add_func ("/core/graph-layout/karate", test_karate);
  g_test_add_func ("/core/graph-layout/grid", test_grid);
  g_test_add_func ("/core/graph-layout/parts", test_parts);
  g_test_add_func ("/core/graph-layout/rest", test_rest);
  g_test_add_func ("/core/graph-layout/cancel", test_cancel);
  return g_test_run ();
}
