/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the test programs share: fixtures, tolerances, small data sets. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "base/eqp-alloc.h"
#include "data/eqp-floats-private.h"

/**
 * eqp_test_shared_path:
 * @relative: below the folder of shared test material
 *
 * Returns: (transfer full) (nullable): the path, or NULL after marking the test as skipped when it is not there
 */
char *
eqp_test_shared_path (const char *relative)
{
  const char *root = g_getenv ("EQP_SHARED");
  g_autofree char *path = root != NULL ? g_build_filename (root, relative, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_test_skip_printf ("%s is not on this machine", relative);
  return NULL;
}

/**
 * eqp_test_fixture:
 * @name: a file of reference values, "metrics.json"
 *
 * Returns: (transfer full) (nullable): its parser, or NULL after marking the test as skipped
 */
JsonParser *
eqp_test_fixture (const char *name)
{
  g_autofree char *relative = g_build_filename ("fixtures", name, NULL);
  g_autofree char *path = eqp_test_shared_path (relative);
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return NULL;

  parser = json_parser_new ();
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&parser);
}

/**
 * eqp_test_cases:
 * @name: a file of reference values
 *
 * Returns: (transfer full) (nullable): its array "cases", or NULL after marking the test as skipped
 */
JsonArray *
eqp_test_cases (const char *name)
{
  g_autoptr (JsonParser) parser = eqp_test_fixture (name);

  if (parser == NULL)
    return NULL;
  return json_array_ref (json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cases"));
}

void
eqp_test_close (const char *file,
                int         line,
                const char *what,
                double      a,
                double      b,
                double      tolerance)
{
  double allowed = tolerance * MAX (1.0, fabs (b));

  if (!(fabs (a - b) <= allowed))
    g_error ("%s:%d: %s is %.17g, expected %.17g (difference %.3g, allowed %.3g)", file, line, what, a, b, a - b, allowed);
}

/**
 * eqp_test_dataset:
 * @values: n x d, row-major
 *
 * Returns: (transfer full): a data set as a reader would make it: column offsets taken off in double, then float
 */
EqpDataset *
eqp_test_dataset (gint64        n,
                  gint64        d,
                  const double *values)
{
  EqpDatasetParts parts = { .n = n, .d = d };

  parts.features = eqp_try_alloc (MAX (1, n * d), sizeof (float), "a test", NULL);
  parts.offsets = g_new0 (double, MAX (1, d));
  for (gint64 j = 0; j < d; j++)
    {
      double mean = 0.0, low = HUGE_VAL, high = -HUGE_VAL;

      for (gint64 i = 0; i < n; i++)
        {
          mean += values[i * d + j] / (double) n;
          low = MIN (low, values[i * d + j]);
          high = MAX (high, values[i * d + j]);
        }
      parts.offsets[j] = _eqp_column_offset (mean, low, high);
    }
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      parts.features[i * d + j] = (float) (values[i * d + j] - parts.offsets[j]);
  parts.name = g_strdup ("test");
  parts.source = g_strdup ("test");
  parts.format = g_strdup ("test");
  return eqp_dataset_new (&parts);
}

/**
 * eqp_test_dataset_json:
 * @rows: an array of arrays of numbers
 *
 * Returns: (transfer full): a data set
 */
EqpDataset *
eqp_test_dataset_json (JsonArray *rows)
{
  gint64 n = json_array_get_length (rows);
  gint64 d = json_array_get_length (json_array_get_array_element (rows, 0));
  g_autofree double *values = g_new (double, n * d);

  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      values[i * d + j] = json_array_get_double_element (json_array_get_array_element (rows, i), j);
  return eqp_test_dataset (n, d, values);
}

/**
 * eqp_test_labels_json:
 * @labels: an array of whole numbers
 *
 * Returns: (transfer full): the labels
 */
gint32 *
eqp_test_labels_json (JsonArray *labels)
{
  guint n = json_array_get_length (labels);
  gint32 *result = g_new (gint32, n);

  for (guint i = 0; i < n; i++)
    result[i] = (gint32) json_array_get_int_element (labels, i);
  return result;
}

/**
 * eqp_test_random_graph:
 * @rng: the generator
 * @n: vertices
 * @groups: vertices i and j with i = j modulo this are joined more often
 * @isolated: so many vertices have no edge at all
 *
 * Returns: (transfer full): a random graph
 */
EqpGraph *
eqp_test_random_graph (EqpRng *rng,
                       gint64  n,
                       int     groups,
                       gint64  isolated)
{
  gint64 n_edges = 0;
  g_autofree gint32 *from = g_new (gint32, 5 * n), *to = g_new (gint32, 5 * n);
  g_autofree double *weights = g_new (double, 5 * n);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  EqpGraph *graph;

  for (gint64 t = 0; t < 5 * n && n > isolated + 1; t++)
    {
      gint64 a = (gint64) eqp_rng_below (rng, n - isolated), b = (gint64) eqp_rng_below (rng, n - isolated), *key;

      if (a == b || (a % groups != b % groups && eqp_rng_below (rng, 8) > 0))
        continue;
      key = g_new (gint64, 1);
      *key = MIN (a, b) * n + MAX (a, b);
      if (!g_hash_table_add (seen, key))
        continue;
      from[n_edges] = (gint32) MIN (a, b);
      to[n_edges] = (gint32) MAX (a, b);
      weights[n_edges++] = eqp_rng_uniform (rng) + 1e-3;
    }
  graph = eqp_graph_new_from_edges (n, n_edges, from, to, weights, &error);
  g_assert_no_error (error);
  return graph;
}
