/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

/* -- against values found by other means ------------------------------------------------------------------------- */

/* Neighbors in double of the very numbers of the fixture, which a float does not hold. */
static EqpNeighbors *
neighbors_json (JsonArray *rows, int k)
{
  guint n = json_array_get_length (rows);
  EqpNeighbors *neighbors = eqp_neighbors_new (n, k, NULL);

  for (guint i = 0; i < n; i++)
    for (int a = 0; a < k; a++)
      {
        neighbors->distances[i * k + a] = INFINITY;
        for (guint j = 0; j < n; j++)
          {
            JsonArray *x = json_array_get_array_element (rows, i), *y = json_array_get_array_element (rows, j);
            gboolean taken = j == i;
            double square = 0.0;

            for (int b = 0; b < a; b++)
              taken |= (guint) neighbors->ids[i * k + b] == j;
            for (guint c = 0; c < json_array_get_length (x); c++)
              square += pow (json_array_get_double_element (x, c) - json_array_get_double_element (y, c), 2.0);
            if (!taken && sqrt (square) < neighbors->distances[i * k + a])
              {
                neighbors->distances[i * k + a] = sqrt (square);
                neighbors->ids[i * k + a] = (gint32) j;
              }
          }
      }
  return neighbors;
}

static void
check_against_case (JsonObject *item, EqpGraph *graph, double tolerance)
{
  JsonArray *edges = json_object_get_array_member (item, "edges");
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  gint64 met = 0;

  g_assert_cmpint (eqp_graph_get_n_edges (graph), ==, json_array_get_length (edges));
  eqp_assert_close (eqp_graph_get_total_weight (graph), json_object_get_double_member (item, "total_weight"), tolerance);
  if (!json_object_get_null_member (item, "delta"))
    eqp_assert_close (eqp_graph_get_delta (graph), json_object_get_double_member (item, "delta"), tolerance);

  for (guint e = 0; e < json_array_get_length (edges); e++)
    {
      JsonArray *edge = json_array_get_array_element (edges, e);
      gint64 ends[2] = { json_array_get_int_element (edge, 0), json_array_get_int_element (edge, 1) };
      double weight = json_array_get_double_element (edge, 2);

      for (int side = 0; side < 2; side++)
        for (gint64 entry = csr->starts[ends[side]]; entry < csr->starts[ends[side] + 1]; entry++)
          if (csr->columns[entry] == ends[1 - side])
            {
              g_assert_cmpfloat (fabs (csr->weights[entry] - weight), <=, tolerance * weight);
              met++;
            }
    }
  g_assert_cmpint (met, ==, csr->starts[csr->n]);
}

static void
test_fixture (void)
{
  g_autoptr (JsonArray) cases = eqp_test_cases ("graph.json");
  g_autoptr (EqpPool) pool = eqp_pool_new (2);

  if (cases == NULL)
    return;

  for (guint c = 0; c < json_array_get_length (cases); c++)
    {
      JsonObject *item = json_array_get_object_element (cases, c);
      const char *scale = json_object_get_string_member (item, "scale");
      EqpGraphOptions options = {
        .neighbors = (gint) json_object_get_int_member (item, "neighbours"),
        .scale = g_str_equal (scale, "local") ? EQP_SCALE_LOCAL : g_str_equal (scale, "mean") ? EQP_SCALE_MEAN : EQP_SCALE_FIXED,
        .delta = json_object_get_null_member (item, "delta") ? 0.0 : json_object_get_double_member (item, "delta")
      };
      g_autoptr (EqpDataset) dataset = eqp_test_dataset_json (json_object_get_array_member (item, "x"));
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpGraph) of_distances = NULL;

      graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, &error);
      g_assert_no_error (error);
      check_against_case (item, graph, 1e-5);

      of_distances = eqp_graph_new_from_neighbors (neighbors_json (json_object_get_array_member (item, "x"), 7), &options, &error);
      g_assert_no_error (error);
      check_against_case (item, of_distances, 1e-10);
    }
}

/* -- the structure ----------------------------------------------------------------------------------------------- */

static void
check_structure (EqpGraph *graph)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  double total = 0.0;
  gint64 members = 0;

  for (gint64 i = 0; i < csr->n; i++)
    {
      double degree = 0.0;

      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        {
          gint64 j = csr->columns[e];
          gboolean back = FALSE;

          g_assert_cmpint (j, !=, i);
          g_assert_true (e == csr->starts[i] || csr->columns[e - 1] < j);
          g_assert_true (csr->weights[e] > 0.0 && isfinite (csr->weights[e]));
          for (gint64 f = csr->starts[j]; f < csr->starts[j + 1]; f++)
            back |= csr->columns[f] == i && csr->weights[f] == csr->weights[e];
          g_assert_true (back);
          g_assert_cmpint (eqp_graph_get_components (graph)[i], ==, eqp_graph_get_components (graph)[j]);
          degree += csr->weights[e];
        }
      eqp_assert_close (eqp_graph_get_degrees (graph)[i], degree, 1e-14);
      total += degree;
    }
  eqp_assert_close (eqp_graph_get_total_weight (graph), total, 1e-12);
  for (gint64 c = 0; c < eqp_graph_get_n_components (graph); c++)
    members += eqp_graph_get_component_sizes (graph)[c];
  g_assert_cmpint (members, ==, csr->n);
}

static gboolean
finds (EqpGraph *graph, const char *words)
{
  GPtrArray *findings = eqp_graph_get_findings (graph);

  for (guint i = 0; i < findings->len; i++)
    if (strstr (g_ptr_array_index (findings, i), words) != NULL)
      return TRUE;
  return FALSE;
}

static EqpGraph *
build (gint64 n, gint64 d, const double *values, EqpScale scale, double delta)
{
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (n, d, values);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpGraphOptions options = { .neighbors = 5, .scale = scale, .delta = delta };
  EqpGraph *graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, &error);

  g_assert_no_error (error);
  check_structure (graph);
  g_assert_true (eqp_graph_is_made_of (graph, &options));
  options.neighbors++;
  g_assert_false (eqp_graph_is_made_of (graph, &options));
  return graph;
}

static void
test_random_points (void)
{
  g_autofree double *values = g_new (double, 2000 * 3);
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int e = 0; e < 6000; e++)
    values[e] = eqp_rng_normal (&rng);
  for (EqpScale scale = EQP_SCALE_LOCAL; scale <= EQP_SCALE_FIXED; scale++)
    {
      g_autoptr (EqpGraph) graph = build (2000, 3, values, scale, 0.4);

      g_assert_cmpint (eqp_graph_get_n (graph), ==, 2000);
      g_assert_cmpint (eqp_graph_get_neighbors (graph)->k, ==, scale == EQP_SCALE_LOCAL ? 7 : 5);
    }
}

static void
test_duplicates (void)
{
  double values[60];

  for (int i = 0; i < 60; i++)
    values[i] = i < 40 ? 3.0 : (double) i;
  for (EqpScale scale = EQP_SCALE_LOCAL; scale <= EQP_SCALE_FIXED; scale++)
    {
      g_autoptr (EqpGraph) graph = build (60, 1, values, scale, 1.0);

      g_assert_true (scale != EQP_SCALE_LOCAL || finds (graph, "40 points have 7 or more duplicates"));
    }

  for (int i = 0; i < 60; i++)
    values[i] = 7.0;
  for (EqpScale scale = EQP_SCALE_LOCAL; scale <= EQP_SCALE_MEAN; scale++)
    {
      g_autoptr (EqpGraph) graph = build (60, 1, values, scale, 0.0);

      eqp_assert_close (eqp_graph_get_csr (graph)->weights[0], 1.0, 0.0);
    }
}

/* Two heaps of copies whose nearest other points are all copies: what is farther weighs less nevertheless. */
static void
test_heaps (void)
{
  const EqpGraphOptions options = { .neighbors = 12, .scale = EQP_SCALE_LOCAL };
  double values[20];
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = NULL;
  const EqpCsr *csr;
  double least = 1.0;

  for (int i = 0; i < 20; i++)
    values[i] = i / 10 * 3.0;
  dataset = eqp_test_dataset (20, 1, values);
  graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  csr = eqp_graph_get_csr (graph);
  for (gint64 e = 0; e < csr->starts[20]; e++)
    least = MIN (least, csr->weights[e]);
  g_assert_cmpfloat (least, <, 0.5);
}

static void
test_components_and_underflow (void)
{
  double values[30];

  for (int i = 0; i < 30; i++)
    values[i] = 1000.0 * (i / 10) + i % 10;
  {
    g_autoptr (EqpGraph) graph = build (30, 1, values, EQP_SCALE_LOCAL, 0.0);

    g_assert_cmpint (eqp_graph_get_n_components (graph), ==, 3);
    g_assert_cmpint (eqp_graph_get_n_isolated (graph), ==, 0);
    g_assert_true (finds (graph, "falls into 3 components"));
  }
  {
    g_autoptr (EqpGraph) graph = build (30, 1, values, EQP_SCALE_FIXED, 0.01);

    g_assert_cmpint (eqp_graph_get_n_isolated (graph), ==, 30);
    g_assert_cmpint (eqp_graph_get_n_components (graph), ==, 30);
    g_assert_cmpfloat (eqp_graph_get_total_weight (graph), ==, 0.0);
    g_assert_true (finds (graph, "30 of 30 points have no neighbor"));
    g_assert_true (finds (graph, "were left out; delta is too small"));
  }
}

static void
test_few_points (void)
{
  const double values[] = { 0.0, 1.0, 5.0 };
  g_autoptr (EqpGraph) three = build (3, 1, values, EQP_SCALE_LOCAL, 0.0);
  g_autoptr (EqpGraph) one = build (1, 1, values, EQP_SCALE_MEAN, 0.0);

  g_assert_cmpint (eqp_graph_get_n_edges (three), ==, 3);
  g_assert_true (finds (three, "has only 2 others"));
  g_assert_cmpint (eqp_graph_get_n_edges (one), ==, 0);
  g_assert_cmpint (eqp_graph_get_n_isolated (one), ==, 1);
}

/* -- given edges ------------------------------------------------------------------------------------------------- */

static void
test_given_edges (void)
{
  const gint32 from[] = { 3, 0, 1, 2, 0, 4 }, to[] = { 0, 1, 0, 2, 2, 0 };
  const double weights[] = { 2.0, 0.5, 0.25, 9.0, 1.0, 0.0 };
  const gint32 labels[] = { 0, 0, 7, 7, 7 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (5, 6, from, to, weights, &error);
  g_autoptr (EqpGraph) copy = NULL;
  const EqpCsr *csr;

  g_assert_no_error (error);
  check_structure (graph);
  csr = eqp_graph_get_csr (graph);
  g_assert_cmpint (eqp_graph_get_n_edges (graph), ==, 3);
  g_assert_cmpint (csr->columns[0], ==, 1);
  eqp_assert_close (csr->weights[0], 0.75, 0.0);
  eqp_assert_close (eqp_graph_get_total_weight (graph), 7.5, 0.0);
  eqp_assert_close (eqp_graph_compute_cut (graph, labels), 6.0, 0.0);
  g_assert_cmpint (eqp_graph_get_n_isolated (graph), ==, 1);
  g_assert_true (finds (graph, "from a vertex to itself"));

  copy = eqp_graph_new_from_csr (5, csr->starts, csr->columns, csr->weights, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (eqp_graph_get_csr (copy)->weights, sizeof (double) * 6, csr->weights, sizeof (double) * 6);
  g_assert_cmpmem (eqp_graph_get_csr (copy)->columns, sizeof (gint32) * 6, csr->columns, sizeof (gint32) * 6);
}

static void
test_refusals (void)
{
  const gint64 starts[] = { 0, 1, 2 };
  const gint32 columns[] = { 1, 0 }, outside[] = { 1, 2 };
  const double skew[] = { 1.0, 2.0 }, negative[] = { -1.0, -1.0 }, nan[] = { NAN, NAN };
  const gint64 falling[] = { 0, 2, 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_graph_new_from_csr (2, starts, columns, skew, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "not symmetric"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_csr (2, starts, outside, NULL, &error));
  g_assert_nonnull (strstr (error->message, "between vertices 2 and 3"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_csr (2, starts, columns, negative, &error));
  g_assert_nonnull (strstr (error->message, "weighs -1"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_csr (2, starts, columns, nan, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_csr (2, falling, columns, NULL, &error));
  g_assert_nonnull (strstr (error->message, "at row 2"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_edges (0, 0, NULL, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/graph/fixture", test_fixture);
  g_test_add_func ("/core/graph/random-points", test_random_points);
  g_test_add_func ("/core/graph/duplicates", test_duplicates);
  g_test_add_func ("/core/graph/heaps", test_heaps);
  g_test_add_func ("/core/graph/components-and-underflow", test_components_and_underflow);
  g_test_add_func ("/core/graph/few-points", test_few_points);
  g_test_add_func ("/core/graph/given-edges", test_given_edges);
  g_test_add_func ("/core/graph/refusals", test_refusals);
  return g_test_run ();
}
