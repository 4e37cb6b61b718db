/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where rows stand in the scatter plot: two columns as they are, the plane of the principal components, coordinates of
 * a graph; and the means of clusters there. */
#include "config.h"

#include "eqp-projection.h"

#include <math.h>

#include "eqp-test.h"

static EqpProjection *
project (EqpDataset               *dataset,
         EqpDataset               *prepared,
         gboolean                  is_pca,
         const EqpProjectionSpec  *spec)
{
  g_autoptr (GError) error = NULL;
  EqpProjection *self = eqp_projection_new (dataset, prepared, is_pca, spec, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (eqp_projection_get_n (self), ==, eqp_dataset_get_n (dataset));
  return self;
}

/* In the units of the file whatever is prepared; beyond the last column stands the last one. */
static void
test_columns (void)
{
  static const struct { gint64 x, y, shown_x, shown_y; } cases[] = {
    { 0, 1, 0, 1 }, { 3, 1, 3, 1 }, { 2, 2, 2, 2 }, { -1, 9, 0, 3 }, { 4, 0, 3, 0 },
  };
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  EqpPreparation preparation = { .normalize = EQP_NORMALIZE_STANDARD };
  g_autoptr (EqpDataset) prepared = eqp_dataset_prepare (iris, &preparation, 1, NULL, NULL);

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      EqpProjectionSpec spec = { .columns = TRUE, .x = cases[c].x, .y = cases[c].y };
      g_autoptr (EqpProjection) self = project (iris, prepared, FALSE, &spec);
      const float *xy = eqp_projection_get_xy (self);

      for (gint64 i = 0; i < eqp_dataset_get_n (iris); i++)
        {
          g_assert_cmpfloat (xy[2 * i], ==, (float) eqp_dataset_get_value (iris, i, cases[c].shown_x));
          g_assert_cmpfloat (xy[2 * i + 1], ==, (float) eqp_dataset_get_value (iris, i, cases[c].shown_y));
        }
      g_assert_cmpstr (eqp_projection_get_x_title (self), ==, eqp_dataset_get_column_name (iris, cases[c].shown_x));
      g_assert_cmpstr (eqp_projection_get_y_title (self), ==, eqp_dataset_get_column_name (iris, cases[c].shown_y));
      g_assert_false (eqp_projection_is_plane (self));
    }
}

/* A cross: nine times the variance along the diagonal as across it. */
static void
test_plane (void)
{
  const double values[] = { 3, 3, -3, -3, 1, -1, -1, 1 }, along[] = { 3, -3, 0, 0 }, across[] = { 0, 0, 1, -1 };
  const double line[] = { 5, 2, 2 };
  g_autoptr (EqpDataset) cross = eqp_test_dataset (4, 2, values);
  g_autoptr (EqpDataset) single = eqp_test_dataset (3, 1, line);
  EqpProjectionSpec spec = { 0 };
  g_autoptr (EqpProjection) self = project (cross, cross, FALSE, &spec);
  g_autoptr (EqpProjection) thin = project (single, single, FALSE, &spec);
  const float *xy = eqp_projection_get_xy (self);
  float sign[2] = { xy[0] > 0 ? 1 : -1, xy[5] > 0 ? 1 : -1 };

  for (int i = 0; i < 4; i++)
    {
      eqp_assert_close (sign[0] * xy[2 * i], along[i] * M_SQRT2, 1e-6);
      eqp_assert_close (sign[1] * xy[2 * i + 1], across[i] * M_SQRT2, 1e-6);
    }
  g_assert_cmpstr (eqp_projection_get_x_title (self), ==, "Component 1 (90.0 %)");
  g_assert_cmpstr (eqp_projection_get_y_title (self), ==, "Component 2 (10.0 %)");
  g_assert_true (eqp_projection_is_plane (self));

  /* One number a row: on a line, without a second axis. */
  xy = eqp_projection_get_xy (thin);
  for (int i = 0; i < 3; i++)
    {
      eqp_assert_close (fabs (xy[2 * i]), i == 0 ? 2.0 : 1.0, 1e-6);
      g_assert_cmpfloat (xy[2 * i + 1], ==, 0.0);
    }
  g_assert_cmpfloat (xy[0] * xy[4], <, 0.0);
  g_assert_cmpstr (eqp_projection_get_x_title (thin), ==, "Component 1 (100.0 %)");
  g_assert_null (eqp_projection_get_y_title (thin));
}

/* Components that are there are not made again. */
static void
test_prepared (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);

  for (gint pca = 1; pca <= 3; pca++)
    {
      EqpPreparation preparation = { .pca = pca };
      EqpProjectionSpec spec = { 0 };
      g_autoptr (EqpDataset) prepared = eqp_dataset_prepare (iris, &preparation, 1, NULL, NULL);
      g_autoptr (EqpProjection) self = project (iris, prepared, TRUE, &spec);
      const float *xy = eqp_projection_get_xy (self);

      for (gint64 i = 0; i < eqp_dataset_get_n (iris); i++)
        {
          g_assert_cmpfloat (xy[2 * i], ==, (float) eqp_dataset_get_value (prepared, i, 0));
          g_assert_cmpfloat (xy[2 * i + 1], ==, pca > 1 ? (float) eqp_dataset_get_value (prepared, i, 1) : 0.0f);
        }
      g_assert_true (eqp_projection_is_plane (self));
      g_assert_cmpstr (eqp_projection_get_x_title (self), ==, "Component 1");
      g_assert_cmpstr (eqp_projection_get_y_title (self), ==, pca > 1 ? "Component 2" : NULL);
    }
}

/* A graph stands as its layout says; only pieces side by side are not stretched. */
static void
test_graph (void)
{
  for (int pieces = 1; pieces <= 2; pieces++)
    for (int distances = 0; distances < 2; distances++)
      {
        EqpRng rng;
        g_autoptr (EqpGraph) graph = NULL;
        g_autoptr (EqpPool) pool = eqp_pool_new (1);
        g_autoptr (EqpProjection) self = NULL;
        g_autofree double *expected = g_new0 (double, 100);

        eqp_rng_init (&rng, 5, 0);
        graph = eqp_test_random_graph (&rng, 50, 1, pieces - 1);
        self = eqp_projection_new_graph (graph, distances, 1, NULL, NULL);
        g_assert_cmpint (eqp_projection_get_n (self), ==, 50);
        if (distances)
          g_assert_true (eqp_graph_layout_distances (graph, NULL, expected, NULL));
        else
          g_assert_true (eqp_graph_layout (graph, 2, pool, NULL, expected, NULL));
        for (int i = 0; i < 100; i++)
          g_assert_cmpfloat (eqp_projection_get_xy (self)[i], ==, (float) expected[i]);
        g_assert_cmpint (eqp_projection_is_plane (self), ==, eqp_graph_get_n_components (graph) > 1);
        g_assert_cmpint (eqp_graph_get_n_components (graph) > 1, ==, pieces > 1);
        g_assert_cmpstr (eqp_projection_get_x_title (self), ==,
                         distances ? "Graph distances, x" : "Spectral coordinate 1");
        g_assert_cmpstr (eqp_projection_get_y_title (self), ==,
                         distances ? "Graph distances, y" : "Spectral coordinate 2");
      }
}

static void
test_centers (void)
{
  const double values[] = { 1, 10, 4, 20, 7, 60, 9, 2 };
  const gint32 labels[] = { 2, 0, 2, 2 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 2, values);
  EqpProjectionSpec spec = { .columns = TRUE, .x = 0, .y = 1 };
  g_autoptr (EqpProjection) self = project (dataset, dataset, FALSE, &spec);
  double centers[6] = { 5, 5, 5, 5, 5, 5 };

  eqp_projection_centers (self, labels, 3, centers);
  eqp_assert_close (centers[0], 4.0, 1e-6);
  eqp_assert_close (centers[1], 20.0, 1e-6);
  g_assert_true (isnan (centers[2]) && isnan (centers[3]));
  eqp_assert_close (centers[4], 17.0 / 3.0, 1e-6);
  eqp_assert_close (centers[5], 24.0, 1e-6);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/projection/columns", test_columns);
  g_test_add_func ("/session/projection/plane", test_plane);
  g_test_add_func ("/session/projection/prepared", test_prepared);
  g_test_add_func ("/session/projection/graph", test_graph);
  g_test_add_func ("/session/projection/centers", test_centers);
  return g_test_run ();
}
