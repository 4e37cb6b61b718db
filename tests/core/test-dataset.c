/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>

#include "base/eqp-alloc.h"
#include "data/eqp-floats-private.h"
#include "import/eqp-store.h"

static gboolean
any_contains (GPtrArray *sentences, const char *part)
{
  for (guint i = 0; i < sentences->len; i++)
    if (strstr (g_ptr_array_index (sentences, i), part) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_sums (void)
{
  static const double values[] = { 1, 10, 2, 20, 3, 60 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 2, values);

  eqp_assert_close (eqp_dataset_get_column_ss (dataset, 0), 2.0, 1e-12);
  eqp_assert_close (eqp_dataset_get_column_ss (dataset, 1), 1400.0, 1e-12);
  eqp_assert_close (eqp_dataset_get_total_ss (dataset), 1402.0, 1e-12);
  eqp_assert_close (eqp_dataset_get_mean (dataset)[1] + eqp_dataset_get_offsets (dataset)[1], 30.0, 1e-12);
  eqp_assert_close (eqp_dataset_get_value (dataset, 2, 1), 60.0, 1e-6);
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 1), ==, "column 2");
  g_assert_null (eqp_dataset_get_labels (dataset));
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 0);
}

/* More rows than a block, so that the merging of blocks is tried, against the plain two-pass sum. */
static void
test_sums_in_blocks (void)
{
  const gint64 n = 5000, d = 37;
  EqpDatasetParts parts = { .n = n, .d = d };
  g_autoptr (EqpDataset) dataset = NULL;
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  parts.features = eqp_try_alloc ((gsize) (n * d), sizeof (float), "a test", NULL);
  for (gint64 i = 0; i < n * d; i++)
    parts.features[i] = (float) (100.0 + 3.0 * eqp_rng_normal (&rng) + (double) (i / d) / 1000.0);
  dataset = eqp_dataset_new (&parts);
  g_assert_null (parts.features);

  for (gint64 j = 0; j < d; j++)
    {
      const float *features = eqp_dataset_get_features (dataset);
      double mean = 0.0, ss = 0.0;

      for (gint64 i = 0; i < n; i++)
        mean += features[i * d + j] / (double) n;
      for (gint64 i = 0; i < n; i++)
        ss += (features[i * d + j] - mean) * (features[i * d + j] - mean);
      eqp_assert_close (eqp_dataset_get_mean (dataset)[j], mean, 1e-12);
      eqp_assert_close (eqp_dataset_get_column_ss (dataset, j), ss, 1e-11);
    }
}

static void
test_offset_costs_no_digits (void)
{
  static const double values[] = { 1e8 - 1.0001, 1e8 - 0.9999, 1e8 + 0.9999, 1e8 + 1.0001 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, values);

  eqp_assert_close (eqp_dataset_get_total_ss (dataset), 4.00000002, 1e-6);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, i, 0), values[i], 1e-6);
}

static void
test_findings (void)
{
  static const double values[] = { 0, 1, 5, 1e5, 2, 5, 2e5, 3, 5, 2e5, 3, 5, 4e5, 5, 5 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 3, values);
  GPtrArray *findings = eqp_dataset_get_findings (dataset);

  g_assert_true (any_contains (findings, "One column is constant and does not influence the clusters: column 3."));
  g_assert_true (any_contains (findings, "Only 4 of the 5 rows are distinct"));
  g_assert_true (any_contains (findings, "The spread of column 1 is"));
  g_assert_cmpuint (findings->len, ==, 3);
}

/* How many rows are copies, told in one of three ways. */
static void
test_copies (void)
{
  for (int n = 1; n <= 50; n += n < 4 ? 1 : 23)
    for (int distinct = 1; distinct <= n; distinct++)
      {
        g_autofree double *values = g_new (double, n);
        g_autoptr (EqpDataset) dataset = NULL;
        g_autofree char *few = g_strdup_printf ("Only %d of the %d rows", distinct, n);
        g_autofree char *many = g_strdup_printf ("earlier row; %d of the %d rows", distinct, n);
        GPtrArray *findings;

        for (int i = 0; i < n; i++)
          values[i] = i % distinct;
        dataset = eqp_test_dataset (n, 1, values);
        findings = eqp_dataset_get_findings (dataset);
        g_assert_cmpint (any_contains (findings, "All rows are equal"), ==, distinct == 1 && n > 1);
        g_assert_cmpint (any_contains (findings, few), ==, distinct > 1 && distinct <= 20 && distinct < n);
        g_assert_cmpint (any_contains (findings, many), ==, distinct > 20 && distinct < n);
      }
}

/* Whole numbers that float has not are given back, beside a cell that is missing and gets the mean, a fraction. */
static void
test_rest (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset =
      eqp_test_load_text (fixture, "a.csv", "a,b\n16777217,1.5\n-16777216,2\n0,3\n1,5\n,4\n", NULL);
  const double values[] = { 16777217.0, -16777216.0, 0.0, 1.0, 0.5 };

  for (int i = 0; i < 5; i++)
    g_assert_cmpfloat (eqp_dataset_get_value (dataset, i, 0), ==, values[i]);
}

static void
test_no_findings (void)
{
  static const double values[] = { 0, 1, 1, 2, 2, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 2, values);

  g_assert_cmpuint (eqp_dataset_get_findings (dataset)->len, ==, 0);
  g_assert_cmpuint (eqp_dataset_get_decisions (dataset)->len, ==, 0);
}

static void
test_single_row (void)
{
  static const double values[] = { 3, 4 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (1, 2, values);

  g_assert_cmpfloat (eqp_dataset_get_total_ss (dataset), ==, 0.0);
  g_assert_cmpuint (eqp_dataset_get_findings (dataset)->len, ==, 0);
}

static void
test_scaled_values (void)
{
  EqpDatasetParts parts = { .n = 2, .d = 1, .scale = 0x1p1023 };
  g_autoptr (EqpDataset) dataset = NULL;

  /* 1.5e308 and -1.5e308 seen from an offset near one of them: the difference alone is out of range. */
  parts.features = eqp_try_alloc (2, sizeof (float), "a test", NULL);
  parts.offsets = g_new0 (double, 1);
  parts.offsets[0] = 1.5e308;
  parts.features[1] = (float) (-3.0 * (1e308 / 0x1p1023));
  dataset = eqp_dataset_new (&parts);

  g_assert_true (isfinite (eqp_dataset_get_value (dataset, 1, 0)));
  g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, 1, 0) / -1.5e308, 1.0, 1e-6);
  g_assert_true (isfinite (eqp_dataset_get_total_ss (dataset)));
}

static gpointer
ref_and_unref (gpointer data)
{
  for (int i = 0; i < 10000; i++)
    eqp_dataset_unref (eqp_dataset_ref (data));
  return NULL;
}

static void
test_references_across_threads (void)
{
  static const double values[] = { 1, 2 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (2, 1, values);
  GThread *thread = g_thread_new ("other", ref_and_unref, dataset);

  ref_and_unref (dataset);
  g_thread_join (thread);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
}

/* The last steps of a load stop like the reading before them, and leave nothing behind (as the sanitizers see). */
static void
test_cancel_last_steps (void)
{
  g_autoptr (EqpStore) store = eqp_store_new (2, EQP_ITEM_DOUBLE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_auto (EqpDatasetParts) parts = { 0 };

  for (int i = 0; i < 3; i++)
    ((double *) eqp_store_append (store, &error))[0] = i;
  g_assert_no_error (error);
  eqp_store_set_cancellable (store, cancellable);
  g_cancellable_cancel (cancellable);
  g_assert_false (eqp_store_finish (store, NULL, NULL, &parts, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  eqp_dataset_parts_clear (&parts);

  g_cancellable_reset (cancellable);
  g_assert_true (eqp_store_finish (store, NULL, NULL, &parts, &error));
  g_cancellable_cancel (cancellable);
  g_assert_null (eqp_dataset_new_cancellable (&parts, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Rows stand in large pages, whatever their width as a rule; they come up zeroed and keep what is put there. */
static void
test_store_blocks (void)
{
  static const gint64 widths[] = { 1, 50, 784, 70000, 300000 };

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      gint64 width = widths[i], rows = (9 << 20) / (width * 8) + 1;
      g_autoptr (EqpStore) store = eqp_store_new (width, EQP_ITEM_DOUBLE);
      g_autoptr (GError) error = NULL;
      const double *last = NULL;
      gint64 starts = 0;

      for (gint64 row = 0; row < rows; row++)
        {
          double *values = eqp_store_append (store, &error);

          g_assert_no_error (error);
          if (last != NULL && values != last + width)
            {
              /* A block of the last widths is far from whole large pages. */
              if (i < 3)
                g_assert_cmpuint ((guintptr) values % (2 << 20), ==, 0);
              starts++;
            }
          last = values;
          g_assert_cmpfloat (values[0], ==, 0.0);
          g_assert_cmpfloat (values[width - 1], ==, 0.0);
          values[0] = (double) row;
          values[width - 1] = (double) row;
        }
      for (gint64 row = 0; row < rows; row++)
        {
          g_assert_cmpfloat (eqp_store_get_value (store, row, 0), ==, (double) row);
          g_assert_cmpfloat (eqp_store_get_value (store, row, width - 1), ==, (double) row);
        }
      g_assert_cmpint (starts, >=, 3);
    }
}

/* Whole numbers stay whole apart, whatever their mean is, so that equal distances are equal; a constant column is 0. */
static void
test_offsets (void)
{
  static const struct { double mean, low, high; } columns[] = {
    { 7.3, 0, 16 }, { 0.37, 0, 1 }, { 127.123, 0, 255 }, { 1e8 + 4.9, 1e8, 1e8 + 11 }, { -3.3, -1000, 2 }, { 5, 5, 5 },
    { 0, -1.7e308, 1.7e308 }, { 1.6e308, 1.5e308, 1.7e308 }, { 2e-320, 0, 5e-320 },
  };
  double values[3 * 2] = { 0, 0.1, 3, 0.1, 7, 0.1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 2, values);
  const float *features = eqp_dataset_get_features (dataset);

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      double offset = _eqp_column_offset (columns[i].mean, columns[i].low, columns[i].high);
      double spread = fmax (columns[i].high * 0.5 - columns[i].mean * 0.5, columns[i].mean * 0.5 - columns[i].low * 0.5);

      if (fabs (columns[i].mean) * 0.25 <= spread)
        g_assert_cmpfloat (offset, ==, 0.0);
      else
        {
          g_assert_cmpfloat (offset, >=, columns[i].low);
          g_assert_cmpfloat (offset, <=, columns[i].high);
          g_assert_cmpfloat (fabs (offset * 0.5 - columns[i].mean * 0.5), <=, spread / 16.0);
        }
      /* The step is a fraction of the spread, so these columns of whole numbers are exact less their offset. */
      if (i < 5)
        g_assert_cmpfloat ((double) (float) (columns[i].high - offset), ==, columns[i].high - offset);
    }
  g_assert_cmpfloat (features[2] - features[0], ==, 3.0f);
  g_assert_cmpfloat (features[4] - features[0], ==, 7.0f);
  g_assert_cmpfloat (features[1], ==, 0.0f);
}

/* Numbers are spelled once and looked up from then on; more of them than are kept at hand come and go. */
static void
test_number_labels (void)
{
  g_auto (EqpLabelTable) table = { 0 };
  g_auto (GStrv) names = NULL;
  gint32 labels[1000];

  eqp_label_table_init (&table);
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < 1000; i++)
      {
        double value = (i - 500) * 0.25;

        labels[i] = eqp_label_table_add_number (&table, value == 0.0 && round == 1 ? -0.0 : value);
        g_assert_cmpint (labels[i], ==, i);
      }
  names = eqp_label_table_settle (&table, 1000, labels);
  for (int i = 0; i < 1000; i++)
    {
      g_assert_cmpint (labels[i], ==, i);
      g_assert_cmpfloat (g_ascii_strtod (names[i], NULL), ==, (i - 500) * 0.25);
    }
  g_assert_cmpstr (names[500], ==, "0");
  /* Settled, it has forgotten them all. */
  g_assert_cmpint (eqp_label_table_add_number (&table, 124.75), ==, 0);
}

/* To take memory for rows is most of the time of some loads. */
static void
test_store_stops (void)
{
  g_autoptr (EqpStore) store = eqp_store_new (1 << 17, EQP_ITEM_DOUBLE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  eqp_store_set_cancellable (store, cancellable);
  g_assert_nonnull (eqp_store_append (store, &error));
  g_cancellable_cancel (cancellable);
  for (int i = 0; i < 4; i++)
    if (eqp_store_append (store, &error) == NULL)
      break;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/dataset/sums", test_sums);
  g_test_add_func ("/core/dataset/sums-in-blocks", test_sums_in_blocks);
  g_test_add_func ("/core/dataset/offset-costs-no-digits", test_offset_costs_no_digits);
  g_test_add_func ("/core/dataset/findings", test_findings);
  g_test_add_func ("/core/dataset/copies", test_copies);
  g_test_add ("/core/dataset/rest", EqpTestFolder, NULL, eqp_test_folder_set_up, test_rest, eqp_test_folder_tear_down);
  g_test_add_func ("/core/dataset/no-findings", test_no_findings);
  g_test_add_func ("/core/dataset/single-row", test_single_row);
  g_test_add_func ("/core/dataset/scaled-values", test_scaled_values);
  g_test_add_func ("/core/dataset/references-across-threads", test_references_across_threads);
  g_test_add_func ("/core/dataset/cancel-last-steps", test_cancel_last_steps);
  g_test_add_func ("/core/dataset/store-blocks", test_store_blocks);
  g_test_add_func ("/core/dataset/offsets", test_offsets);
  g_test_add_func ("/core/dataset/number-labels", test_number_labels);
  g_test_add_func ("/core/dataset/store-stops", test_store_stops);
  return g_test_run ();
}
