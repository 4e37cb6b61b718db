/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "base/eqp-blas.h"
#include "graph/eqp-eigen-private.h"

/* Every pair has to be an eigenpair, and the vectors orthonormal. */
static void
check_pairs (EqpGraph *graph, EqpSpectrum spectrum, gint count, const double *values, const double *vectors, double tolerance)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  const double *degrees = eqp_graph_get_degrees (graph);

  for (gint u = 0; u < count; u++)
    {
      double square = 0.0;

      for (gint v = 0; v <= u; v++)
        {
          double inner = 0.0;

          for (gint64 i = 0; i < csr->n; i++)
            inner += vectors[i * count + u] * vectors[i * count + v];
          g_assert_cmpfloat (fabs (inner - (u == v)), <, 1e-10);
        }
      for (gint64 i = 0; i < csr->n; i++)
        {
          double image = spectrum == EQP_SPECTRUM_LAPLACIAN ? degrees[i] * vectors[i * count + u] : 0.0;

          for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
            {
              gint64 j = csr->columns[e];
              double weight = spectrum == EQP_SPECTRUM_NORMALIZED ? csr->weights[e] / sqrt (degrees[i] * degrees[j])
                            : spectrum == EQP_SPECTRUM_LAPLACIAN ? -csr->weights[e] : csr->weights[e];

              image += weight * vectors[j * count + u];
            }
          square += (image - values[u] * vectors[i * count + u]) * (image - values[u] * vectors[i * count + u]);
        }
      g_assert_cmpfloat (sqrt (square), <, tolerance);
      g_assert_true (u == 0 || (spectrum == EQP_SPECTRUM_LAPLACIAN ? values[u] >= values[u - 1] - 1e-9 : values[u] <= values[u - 1] + 1e-9));
    }
}

static void
solve (EqpGraph *graph, EqpSpectrum spectrum, gint count, guint threads, double *values, double *vectors)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  gboolean converged = FALSE;

  g_assert_true (_eqp_graph_eigen (graph, spectrum, count, pool, NULL, NULL, values, vectors, &converged, &error));
  g_assert_no_error (error);
  g_assert_true (converged);
  /* Of v and -v the one whose largest entry is positive. */
  for (gint v = 0; v < count; v++)
    {
      double most = 0.0, least = 0.0;

      for (gint64 i = 0; i < eqp_graph_get_n (graph); i++)
        {
          most = MAX (most, vectors[i * count + v]);
          least = MIN (least, vectors[i * count + v]);
        }
      g_assert_cmpfloat (most * (1.0 + 1e-5), >=, -least);
    }
}

static void
test_fixture (void)
{
  g_autoptr (JsonArray) cases = eqp_test_cases ("graph.json");

  if (cases == NULL)
    return;

  for (guint c = 0; c < json_array_get_length (cases); c++)
    {
      JsonObject *item = json_array_get_object_element (cases, c);
      JsonArray *edges = json_object_get_array_member (item, "edges");
      guint n_edges = json_array_get_length (edges);
      gint64 n = json_array_get_length (json_object_get_array_member (item, "x"));
      g_autofree gint32 *from = g_new (gint32, n_edges);
      g_autofree gint32 *to = g_new (gint32, n_edges);
      g_autofree double *weights = g_new (double, n_edges);
      g_autofree double *vectors = g_new (double, n * 6);
      g_autoptr (EqpGraph) graph = NULL;
      double values[6];

      for (guint e = 0; e < n_edges; e++)
        {
          JsonArray *edge = json_array_get_array_element (edges, e);

          from[e] = (gint32) json_array_get_int_element (edge, 0);
          to[e] = (gint32) json_array_get_int_element (edge, 1);
          weights[e] = json_array_get_double_element (edge, 2);
        }
      graph = eqp_graph_new_from_edges (n, n_edges, from, to, weights, NULL);

      solve (graph, EQP_SPECTRUM_LAPLACIAN, 6, 1, values, vectors);
      check_pairs (graph, EQP_SPECTRUM_LAPLACIAN, 6, values, vectors, 1e-10);
      for (guint v = 0; v < 6; v++)
        eqp_assert_close (values[v], json_array_get_double_element (json_object_get_array_member (item, "smallest_laplacian_eigenvalues"), v), 1e-9);
      solve (graph, EQP_SPECTRUM_NORMALIZED, 6, 1, values, vectors);
      check_pairs (graph, EQP_SPECTRUM_NORMALIZED, 6, values, vectors, 1e-10);
      for (guint v = 0; v < 6; v++)
        eqp_assert_close (values[v], json_array_get_double_element (json_object_get_array_member (item, "largest_normalised_adjacency_eigenvalues"), v), 1e-9);
    }
}

/* @copies separate tori of side x side vertices, then @isolated vertices: every eigenvalue is known, most are multiple. */
static EqpGraph *
tori (gint side, gint copies, gint isolated)
{
  gint n = side * side, e = 0;
  g_autofree gint32 *from = g_new (gint32, 2 * n * copies);
  g_autofree gint32 *to = g_new (gint32, 2 * n * copies);

  for (gint c = 0; c < copies; c++)
    for (gint i = 0; i < n; i++)
      for (gint way = 0; way < 2; way++, e++)
        {
          gint x = i % side, y = i / side;

          from[e] = c * n + i;
          to[e] = c * n + (way == 0 ? (x + 1) % side + y * side : x + (y + 1) % side * side);
        }
  return eqp_graph_new_from_edges (copies * n + isolated, e, from, to, NULL, NULL);
}

static int
ascending (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static void
check_tori (gint side, gint copies, gint isolated, gint count)
{
  g_autoptr (EqpGraph) graph = tori (side, copies, isolated);
  gint n = side * side * copies + isolated;
  g_autofree double *laplacian = g_new0 (double, n);
  g_autofree double *adjacency = g_new0 (double, n);
  g_autofree double *values = g_new (double, count);
  g_autofree double *vectors = g_new (double, (gint64) n * count);

  for (gint i = 0; i < side * side * copies; i++)
    {
      adjacency[i] = -2.0 * cos (2.0 * G_PI * (i % side) / side) - 2.0 * cos (2.0 * G_PI * (i / side % side) / side);
      laplacian[i] = 4.0 + adjacency[i];
    }
  qsort (laplacian, n, sizeof (double), ascending);
  qsort (adjacency, n, sizeof (double), ascending);

  solve (graph, EQP_SPECTRUM_LAPLACIAN, count, 2, values, vectors);
  check_pairs (graph, EQP_SPECTRUM_LAPLACIAN, count, values, vectors, 1e-6);
  for (gint v = 0; v < count; v++)
    eqp_assert_close (values[v], laplacian[v], 1e-7);
  solve (graph, EQP_SPECTRUM_ADJACENCY, count, 2, values, vectors);
  check_pairs (graph, EQP_SPECTRUM_ADJACENCY, count, values, vectors, 1e-6);
  for (gint v = 0; v < count; v++)
    eqp_assert_close (values[v], -adjacency[v], 1e-7);
  solve (graph, EQP_SPECTRUM_NORMALIZED, count, 2, values, vectors);
  if (isolated == 0)
    check_pairs (graph, EQP_SPECTRUM_NORMALIZED, count, values, vectors, 1e-6);
  for (gint v = 0; v < count; v++)
    {
      eqp_assert_close (values[v], -0.25 * adjacency[v], 1e-7);
      for (gint i = 0; i < n; i++)
        g_assert_true (isfinite (vectors[(gint64) i * count + v]));
    }
}

/* All eigenvalues but one are equal, which makes LAPACK's way for a few of them miss some. */
static void
test_complete_graphs (void)
{
  for (gint n = 10; n <= 60; n++)
    {
      g_autofree gint32 *from = g_new (gint32, n * n);
      g_autofree gint32 *to = g_new (gint32, n * n);
      g_autoptr (EqpGraph) graph = NULL;
      gint e = 0;

      for (gint i = 0; i < n; i++)
        for (gint j = 0; j < i; j++, e++)
          {
            from[e] = i;
            to[e] = j;
          }
      graph = eqp_graph_new_from_edges (n, e, from, to, NULL, NULL);
      for (gint count = 2; count <= 9; count += 7)
        {
          g_autofree double *values = g_new (double, count);
          g_autofree double *vectors = g_new (double, (gint64) n * count);

          solve (graph, EQP_SPECTRUM_ADJACENCY, count, 1, values, vectors);
          check_pairs (graph, EQP_SPECTRUM_ADJACENCY, count, values, vectors, 1e-6);
          eqp_assert_close (values[0], n - 1.0, 1e-9);
          for (gint v = 1; v < count; v++)
            eqp_assert_close (values[v], -1.0, 1e-9);
        }
    }
}

static void
test_multiple_eigenvalues (void)
{
  check_tori (30, 1, 0, 10);
  check_tori (30, 3, 0, 3);
  check_tori (30, 3, 0, 12);
  check_tori (28, 9, 0, 5);
  check_tori (12, 3, 0, 12);
  check_tori (25, 2, 7, 6);
}

/* Degrees of all kinds, and one vertex that is tied to all others, wherever it stands. */
static void
test_hub (void)
{
  enum { N = 640, COUNT = 4 };
  const gint hubs[] = { 0, N / 2, N - 1 };

  for (EqpSpectrum spectrum = EQP_SPECTRUM_ADJACENCY; spectrum <= EQP_SPECTRUM_NORMALIZED; spectrum++)
    for (gsize h = 0; h < G_N_ELEMENTS (hubs); h++)
      {
        g_autofree gint32 *from = g_new (gint32, 4 * N);
        g_autofree gint32 *to = g_new (gint32, 4 * N);
        g_autofree double *weights = g_new (double, 4 * N);
        g_autofree double *full = g_new0 (double, N * N);
        g_autofree double *vectors = g_new (double, N * COUNT);
        g_autofree double *full_vectors = g_new (double, N * COUNT);
        g_autoptr (EqpGraph) graph = NULL;
        double values[COUNT], expected[COUNT];
        const double *degrees;
        const EqpCsr *csr;
        gint64 e = 0;
        EqpRng rng;

        eqp_rng_init (&rng, 3, 0);
        for (gint i = 0; i < N; i++)
          for (gint step = 0; step < 3; step++)
            {
              gint other = step == 0 ? hubs[h] : (i + (step == 1 ? 1 : 2 + (gint) eqp_rng_below (&rng, 40))) % N;

              if (i == other)
                continue;
              from[e] = i;
              to[e] = other;
              weights[e++] = step == 0 ? 0.3 : 0.5 + eqp_rng_uniform (&rng);
            }
        graph = eqp_graph_new_from_edges (N, e, from, to, weights, NULL);
        degrees = eqp_graph_get_degrees (graph);
        csr = eqp_graph_get_csr (graph);
        for (gint64 i = 0; i < N; i++)
          {
            full[i * N + i] = spectrum == EQP_SPECTRUM_LAPLACIAN ? -degrees[i] : 0.0;
            for (gint64 at = csr->starts[i]; at < csr->starts[i + 1]; at++)
              full[i * N + csr->columns[at]] +=
                  csr->weights[at] /
                  (spectrum == EQP_SPECTRUM_NORMALIZED ? sqrt (degrees[i] * degrees[csr->columns[at]]) : 1.0);
          }
        g_assert_true (eqp_symmetric_eigen (N, full, COUNT, expected, full_vectors, NULL, NULL));
        solve (graph, spectrum, COUNT, 1, values, vectors);
        check_pairs (graph, spectrum, COUNT, values, vectors, 1e-6);
        for (gint v = 0; v < COUNT; v++)
          eqp_assert_close (values[v], spectrum == EQP_SPECTRUM_LAPLACIAN ? -expected[v] : expected[v], 1e-7);
      }
}

static void
test_degenerate (void)
{
  g_autoptr (EqpGraph) none = eqp_graph_new_from_edges (5, 0, NULL, NULL, NULL, NULL);
  g_autoptr (EqpGraph) many = eqp_graph_new_from_edges (900, 0, NULL, NULL, NULL, NULL);
  g_autofree double *vectors = g_new (double, 900 * 5);
  double values[5];

  for (EqpSpectrum spectrum = EQP_SPECTRUM_ADJACENCY; spectrum <= EQP_SPECTRUM_NORMALIZED; spectrum++)
    {
      solve (none, spectrum, 5, 1, values, vectors);
      for (int e = 0; e < 25; e++)
        g_assert_true (isfinite (vectors[e]));
      solve (many, spectrum, 5, 1, values, vectors);
      for (int e = 0; e < 4500; e++)
        g_assert_true (isfinite (vectors[e]));
      for (int v = 0; v < 5; v++)
        eqp_assert_close (values[v], 0.0, 1e-12);
    }
}

static void
test_threads (void)
{
  g_autoptr (EqpGraph) graph = tori (70, 1, 0);
  g_autofree double *one = g_new (double, 4900 * 5);
  g_autofree double *three = g_new (double, 4900 * 5);
  double values[5];

  solve (graph, EQP_SPECTRUM_NORMALIZED, 5, 1, values, one);
  solve (graph, EQP_SPECTRUM_NORMALIZED, 5, 3, values, three);
  g_assert_cmpmem (one, sizeof (double) * 4900 * 5, three, sizeof (double) * 4900 * 5);
}

/* A ring becomes a circle; components lie apart; lone points have a place. */
static void
test_layout (void)
{
  enum { RING = 800, TAIL = 40, ALONE = 3, N = RING + TAIL + ALONE };
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) ring = NULL;
  g_autoptr (EqpGraph) all = NULL;
  gint32 from[RING + TAIL - 1], to[RING + TAIL - 1];
  double at[2 * N], low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (int i = 0; i < RING; i++)
    {
      from[i] = i;
      to[i] = (i + 1) % RING;
    }
  for (int i = 0; i < TAIL - 1; i++)
    {
      from[RING + i] = RING + i;
      to[RING + i] = RING + i + 1;
    }
  ring = eqp_graph_new_from_edges (RING, RING, from, to, NULL, NULL);
  all = eqp_graph_new_from_edges (N, RING + TAIL - 1, from, to, NULL, NULL);

  g_assert_true (eqp_graph_layout (ring, 2, pool, NULL, at, &error));
  g_assert_no_error (error);
  for (int i = 0; i < RING; i++)
    g_assert_cmpfloat (fabs (hypot (at[2 * i], at[2 * i + 1]) - 1.0), <, 0.02);

  g_assert_true (eqp_graph_layout (all, 2, pool, NULL, at, &error));
  g_assert_no_error (error);
  for (int i = 0; i < 2 * N; i++)
    g_assert_true (isfinite (at[i]));
  for (int i = 0; i < RING; i++)
    for (int a = 0; a < 2; a++)
      {
        low[a] = MIN (low[a], at[2 * i + a]);
        high[a] = MAX (high[a], at[2 * i + a]);
      }
  for (int i = RING; i < N; i++)
    g_assert_true (at[2 * i] < low[0] || at[2 * i] > high[0] || at[2 * i + 1] < low[1] || at[2 * i + 1] > high[1]);
  g_assert_true (at[2 * (N - 1)] != at[2 * (N - 2)] || at[2 * (N - 1) + 1] != at[2 * (N - 2) + 1]);
}

static void
test_cancel (void)
{
  g_autoptr (EqpGraph) graph = tori (40, 1, 0);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree double *vectors = g_new (double, 1600 * 3);
  gboolean converged;
  double values[3];

  g_cancellable_cancel (cancellable);
  g_assert_false (_eqp_graph_eigen (graph, EQP_SPECTRUM_ADJACENCY, 3, pool, cancellable, NULL, values, vectors,
                                    &converged, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
keep_fraction (double fraction, const char *what, gpointer user_data)
{
  g_assert_cmpstr (what, ==, EQP_PART_EIGENVECTORS);
  g_assert_cmpfloat (fraction, >=, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  g_array_append_val ((GArray *) user_data, fraction);
}

/* It is told about every four steps. How many there will be must follow from a share within a factor of three. */
static void
test_progress (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autofree double *vectors = g_new (double, 2500 * 30);
  double values[30];

  for (int round = 0; round < 3; round++)
    {
      const EqpSpectrum spectra[] = { EQP_SPECTRUM_ADJACENCY, EQP_SPECTRUM_LAPLACIAN, EQP_SPECTRUM_NORMALIZED };
      g_autoptr (EqpGraph) graph = tori (round == 0 ? 50 : 30, 1, 0);
      g_autoptr (GArray) told = g_array_new (FALSE, FALSE, sizeof (double));
      const EqpProgress progress = { keep_fraction, told };
      gboolean converged;

      g_assert_true (_eqp_graph_eigen (graph, spectra[round], 30, pool, NULL, &progress, values, vectors,
                                       &converged, NULL));
      g_assert_cmpuint (told->len, >, 20);
      for (guint i = told->len / 3; i < told->len; i++)
        {
          double expected = (i + 1.0) / MAX (1e-9, g_array_index (told, double, i));

          g_test_message ("%u of %u: %.0f expected", i + 1, told->len, expected);
          g_assert_cmpfloat (expected, <, 3.0 * told->len);
          g_assert_cmpfloat (expected, >, told->len / 3.0);
        }
    }
}

/* Neighbor graphs of equal rows: a few rows that all others choose. Nearly all eigenvalues are the same one, far below
 * the known ones of the components and close above others. Which vectors of that space are found does not matter. */
static void
test_hubs (void)
{
  for (gint m = 300; m <= 3000; m *= 10)
    {
      gint e = 0;
      g_autofree gint32 *from = g_new (gint32, 15 * m);
      g_autofree gint32 *to = g_new (gint32, 15 * m);
      g_autofree double *vectors = g_new (double, 3 * m * 5);
      g_autoptr (EqpGraph) graph = NULL;
      double values[5];

      for (gint c = 0; c < 3; c++)
        for (gint i = 1; i < m; i++)
          for (gint hub = 0; hub < MIN (5, i); hub++, e++)
            {
              from[e] = c * m + i;
              to[e] = c * m + hub;
            }
      graph = eqp_graph_new_from_edges (3 * m, e, from, to, NULL, NULL);
      solve (graph, EQP_SPECTRUM_NORMALIZED, 5, 1, values, vectors);
      check_pairs (graph, EQP_SPECTRUM_NORMALIZED, 5, values, vectors, 1e-7);
      eqp_assert_close (values[2], 1.0, 1e-12);
      g_assert_cmpfloat (fabs (values[3]), <, 1e-6);
      solve (graph, EQP_SPECTRUM_LAPLACIAN, 5, 1, values, vectors);
      check_pairs (graph, EQP_SPECTRUM_LAPLACIAN, 5, values, vectors, 1e-7 * m);
      eqp_assert_close (values[3], 5.0, 1e-7);
      eqp_assert_close (values[4], 5.0, 1e-7);
      solve (graph, EQP_SPECTRUM_ADJACENCY, 5, 1, values, vectors);
      check_pairs (graph, EQP_SPECTRUM_ADJACENCY, 5, values, vectors, 1e-7 * m);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/spectral/fixture", test_fixture);
  g_test_add_func ("/core/spectral/complete-graphs", test_complete_graphs);
  g_test_add_func ("/core/spectral/multiple-eigenvalues", test_multiple_eigenvalues);
  g_test_add_func ("/core/spectral/hubs", test_hubs);
  g_test_add_func ("/core/spectral/hub", test_hub);
  g_test_add_func ("/core/spectral/degenerate", test_degenerate);
  g_test_add_func ("/core/spectral/threads", test_threads);
  g_test_add_func ("/core/spectral/layout", test_layout);
  g_test_add_func ("/core/spectral/cancel", test_cancel);
  g_test_add_func ("/core/spectral/progress", test_progress);
  return g_test_run ();
}
