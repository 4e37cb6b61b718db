/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

static EqpDataset *
load (const char *id)
{
  g_autoptr (GError) error = NULL;
  EqpDataset *dataset = eqp_sample_load (id, NULL, &error);

  g_assert_no_error (error);
  return dataset;
}

static void
assert_class_sizes (EqpDataset *dataset, gint64 smallest, gint64 largest)
{
  gint classes = eqp_dataset_get_n_classes (dataset);
  g_autofree gint64 *sizes = g_new0 (gint64, classes);
  gint64 low = G_MAXINT64, high = 0;

  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    sizes[eqp_dataset_get_labels (dataset)[i]]++;
  for (gint k = 0; k < classes; k++)
    {
      low = MIN (low, sizes[k]);
      high = MAX (high, sizes[k]);
    }
  g_assert_cmpint (low, ==, smallest);
  g_assert_cmpint (high, ==, largest);
}

static void
test_digits (void)
{
  g_autoptr (EqpDataset) digits = load ("digits");
  int width, height;
  gboolean transposed;

  g_assert_cmpint (eqp_dataset_get_n (digits), ==, 1797);
  g_assert_cmpint (eqp_dataset_get_d (digits), ==, 64);
  g_assert_cmpint (eqp_dataset_get_n_classes (digits), ==, 10);
  assert_class_sizes (digits, 174, 183);
  g_assert_true (eqp_dataset_get_image_shape (digits, &width, &height, &transposed));
  g_assert_cmpint (width, ==, 8);
  g_assert_cmpint (height, ==, 8);
  g_assert_false (transposed);
  g_assert_cmpstr (eqp_dataset_get_class_name (digits, 9), ==, "9");
  g_assert_null (eqp_dataset_get_class_name (digits, 10));
  g_assert_cmpint (eqp_dataset_get_labels (digits)[1796], ==, 8);
  /* First row of the file: 0,0,5,13,9,1,0,0, ... */
  eqp_assert_close (eqp_dataset_get_value (digits, 0, 3), 13.0, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (digits, 0, 0), 0.0, 0.0);
  /* numpy: ((X - X.mean (0))**2).sum () */
  eqp_assert_close (eqp_dataset_get_total_ss (digits), 2159057.291040623, 1e-9);
  g_assert_nonnull (strstr (eqp_dataset_get_attribution (digits), "CC BY 4.0"));
}

static void
test_iris (void)
{
  g_autoptr (EqpDataset) iris = load ("iris");

  g_assert_cmpint (eqp_dataset_get_n (iris), ==, 150);
  g_assert_cmpint (eqp_dataset_get_d (iris), ==, 4);
  g_assert_cmpint (eqp_dataset_get_n_classes (iris), ==, 3);
  assert_class_sizes (iris, 50, 50);
  g_assert_cmpstr (eqp_dataset_get_class_name (iris, 1), ==, "versicolor");
  g_assert_cmpstr (eqp_dataset_get_column_name (iris, 3), ==, "petal width (cm)");
  eqp_assert_close (eqp_dataset_get_value (iris, 0, 0), 5.1, 1e-6);
  eqp_assert_close (eqp_dataset_get_total_ss (iris), 681.3706, 1e-6);
}

static void
test_drawn (void)
{
  static const struct { const char *id; gint64 n; int classes; gint64 low, high; double sum, inside; } expected[] = {
    { "blobs", 1000, 5, 60, 400, 2688.225254, 1417.198742 },
    { "moons", 1000, 2, 500, 500, 515.9094927, 603.0502845 },
    { "rings", 1200, 3, 200, 600, -72.63701663, 7199.035031 },
    { "bridge", 860, 2, 430, 430, -3.870510708, 1298.88417 },
    { "duplicates", 600, 4, 150, 150, 1907.608333, 45 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (EqpDataset) a = load (expected[i].id);
      g_autoptr (EqpDataset) b = load (expected[i].id);
      double sum = 0.0;

      g_assert_cmpint (eqp_dataset_get_n (a), ==, expected[i].n);
      g_assert_cmpint (eqp_dataset_get_d (a), ==, 2);
      g_assert_cmpint (eqp_dataset_get_n_classes (a), ==, expected[i].classes);
      assert_class_sizes (a, expected[i].low, expected[i].high);
      g_assert_cmpmem (eqp_dataset_get_features (a), (gsize) expected[i].n * 2 * sizeof (float),
                       eqp_dataset_get_features (b), (gsize) expected[i].n * 2 * sizeof (float));
      g_assert_cmpmem (eqp_dataset_get_labels (a), (gsize) expected[i].n * sizeof (gint32),
                       eqp_dataset_get_labels (b), (gsize) expected[i].n * sizeof (gint32));
      for (gint64 row = 0; row < expected[i].n; row++)
        sum += (double) (row + 1) / (double) expected[i].n *
               (eqp_dataset_get_value (a, row, 0) + 2.0 * eqp_dataset_get_value (a, row, 1));
      eqp_assert_close (sum, expected[i].sum, 1e-6);
      eqp_assert_close (eqp_metrics_sse (a, expected[i].classes, eqp_dataset_get_labels (a)), expected[i].inside, 1e-6);
    }
}

static void
test_karate (void)
{
  g_autoptr (EqpDataset) karate = load ("karate");
  EqpGraph *graph = eqp_dataset_get_graph (karate);
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  gint64 corners = 0;

  g_assert_cmpint (eqp_dataset_get_n (karate), ==, 34);
  g_assert_cmpint (eqp_dataset_get_d (karate), ==, 0);
  g_assert_cmpint (eqp_graph_get_n (graph), ==, 34);
  g_assert_cmpint (eqp_graph_get_n_edges (graph), ==, 78);
  g_assert_cmpint (eqp_graph_get_n_components (graph), ==, 1);
  eqp_assert_close (eqp_graph_get_total_weight (graph), 156.0, 0.0);
  eqp_assert_close (eqp_graph_get_degrees (graph)[0], 16.0, 0.0);
  eqp_assert_close (eqp_graph_get_degrees (graph)[32], 12.0, 0.0);
  eqp_assert_close (eqp_graph_get_degrees (graph)[33], 17.0, 0.0);
  eqp_assert_close (eqp_graph_get_degrees (graph)[11], 1.0, 0.0);
  /* Every triangle is met from each of its corners in both directions. */
  for (gint64 i = 0; i < csr->n; i++)
    for (gint64 a = csr->starts[i]; a < csr->starts[i + 1]; a++)
      for (gint64 b = csr->starts[i]; b < csr->starts[i + 1]; b++)
        for (gint64 c = csr->starts[csr->columns[a]]; c < csr->starts[csr->columns[a] + 1]; c++)
          corners += csr->columns[c] == csr->columns[b];
  g_assert_cmpint (corners, ==, 6 * 45);

  g_assert_cmpint (eqp_dataset_get_n_classes (karate), ==, 2);
  assert_class_sizes (karate, 17, 17);
  /* The instructor, the president, and the one who decided against his friends because of his belt. */
  g_assert_cmpint (eqp_dataset_get_labels (karate)[0], ==, 0);
  g_assert_cmpint (eqp_dataset_get_labels (karate)[33], ==, 1);
  g_assert_cmpint (eqp_dataset_get_labels (karate)[8], ==, 0);
  /* Of the 78 edges 11 lead from one club to the other. */
  eqp_assert_close (eqp_graph_compute_cut (graph, eqp_dataset_get_labels (karate)), 22.0, 0.0);
  g_assert_nonnull (strstr (eqp_dataset_get_attribution (karate), "Zachary"));
}

static void
test_table_opens (void)
{
  gsize n;
  const EqpSample *samples = eqp_samples_get (&n);

  g_assert_cmpuint (n, >=, 7);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *data = g_strconcat ("sample:", samples[i].id, NULL);
      g_autofree char *rows = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = eqp_dataset_load (data, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (eqp_dataset_get_name (dataset), ==, samples[i].name);
      g_assert_cmpstr (eqp_dataset_get_source (dataset), ==, data);
      if (eqp_dataset_get_graph (dataset) != NULL)
        rows = g_strdup_printf ("%" G_GINT64_FORMAT " nodes, %" G_GINT64_FORMAT " edges",
                                eqp_dataset_get_n (dataset), eqp_graph_get_n_edges (eqp_dataset_get_graph (dataset)));
      else
        {
          int count = (int) eqp_dataset_get_n (dataset);
          g_autofree char *thousands = count >= 1000 ? g_strdup_printf ("%d,%03d", count / 1000, count % 1000) : g_strdup_printf ("%d", count);

          rows = g_strdup_printf ("%s rows × %" G_GINT64_FORMAT " columns", thousands, eqp_dataset_get_d (dataset));
        }
      g_assert_true (g_str_has_prefix (samples[i].summary, rows));
    }
}

static void
test_taken_otherwise (void)
{
  const EqpImportOptions graph = { .take = EQP_TAKE_GRAPH }, features = { .take = EQP_TAKE_FEATURES };
  g_autoptr (GError) no_graph = NULL, no_features = NULL;

  g_assert_null (eqp_dataset_load ("sample:iris", &graph, NULL, NULL, &no_graph));
  g_assert_error (no_graph, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_assert_null (eqp_dataset_load ("sample:karate", &features, NULL, NULL, &no_features));
  g_assert_error (no_features, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
}

static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_dataset_load ("sample:nothing", NULL, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_assert_nonnull (strstr (error->message, "digits"));
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (eqp_sample_load ("digits", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_pixel_names (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);

  for (int j = 0; j < 64; j++)
    {
      g_autofree char *name = g_strdup_printf ("pixel %d,%d", j / 8 + 1, j % 8 + 1);

      g_assert_cmpstr (eqp_dataset_get_column_name (digits, j), ==, name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/samples/digits", test_digits);
  g_test_add_func ("/core/samples/iris", test_iris);
  g_test_add_func ("/core/samples/drawn", test_drawn);
  g_test_add_func ("/core/samples/karate", test_karate);
  g_test_add_func ("/core/samples/table-opens", test_table_opens);
  g_test_add_func ("/core/samples/taken-otherwise", test_taken_otherwise);
  g_test_add_func ("/core/samples/unknown", test_unknown);
  g_test_add_func ("/core/samples/cancelled", test_cancelled);
  g_test_add_func ("/core/samples/pixel-names", test_pixel_names);
  return g_test_run ();
}
