/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

/* Normal data whose column variances fall like decay^j, turned so that no axis is a component, around a far mean. */
static EqpDataset *
make_data (gint64 n, gint64 d, gint64 rank, double decay)
{
  g_autofree double *values = g_new0 (double, n * d);
  g_autofree double *directions = g_new (double, rank * d);
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (gint64 i = 0; i < rank * d; i++)
    directions[i] = eqp_rng_normal (&rng) / sqrt ((double) d);
  for (gint64 i = 0; i < n; i++)
    for (gint64 r = 0; r < rank; r++)
      {
        double score = eqp_rng_normal (&rng) * 10.0 * pow (decay, (double) r);

        for (gint64 j = 0; j < d; j++)
          values[i * d + j] += score * directions[r * d + j] + (r == 0 ? 1000.0 : 0.0);
      }
  return eqp_test_dataset (n, d, values);
}

static EqpPca *
compute (EqpDataset *dataset, int k, guint threads)
{
  g_autoptr (GError) error = NULL;
  EqpPca *pca = eqp_pca_new (dataset, k, threads, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (pca);
  g_assert_cmpint (pca->n_components, ==, k);
  for (int a = 0; a < k; a++)
    for (int b = 0; b <= a; b++)
      {
        double product = 0.0;

        for (gint64 j = 0; j < pca->d; j++)
          product += pca->components[a * pca->d + j] * pca->components[b * pca->d + j];
        eqp_assert_close (product, a == b ? 1.0 : 0.0, 1e-9);
      }
  for (int a = 0; a + 1 < k; a++)
    g_assert_cmpfloat (pca->variances[a], >=, pca->variances[a + 1]);
  return pca;
}

/* The variance of the scores along a component, from the features themselves. */
static double
variance_along (EqpDataset *dataset, const EqpPca *pca, int component)
{
  gint64 n = eqp_dataset_get_n (dataset), d = pca->d;
  const float *features = eqp_dataset_get_features (dataset);
  double sum = 0.0;

  for (gint64 i = 0; i < n; i++)
    {
      double score = 0.0;

      for (gint64 j = 0; j < d; j++)
        score += (features[i * d + j] - pca->mean[j]) * pca->components[component * d + j];
      sum += score * score;
    }
  return sum / (double) n;
}

static void
test_iris (void)
{
  /* numpy.linalg.eigh (numpy.cov (iris.T, bias=True)) */
  static const double variances[] = { 4.20005343, 0.24105294, 0.07768810, 0.02367619 };
  static const double first[] = { 0.36138659, -0.08452251, 0.85667061, 0.35828920 };
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpPca) pca = compute (iris, 4, 1);

  for (int i = 0; i < 4; i++)
    {
      eqp_assert_close (pca->variances[i], variances[i], 1e-7);
      eqp_assert_close (pca->components[i], first[i], 1e-6);
    }
  eqp_assert_close (pca->total_variance, 4.54247067, 1e-7);
}

static void
test_both_ways_agree (void)
{
  g_autoptr (EqpDataset) dataset = make_data (3000, 260, 40, 0.85);
  g_autoptr (EqpPca) exact = compute (dataset, 70, 2);
  g_autoptr (EqpPca) iterated = compute (dataset, 4, 2);

  for (int i = 0; i < 4; i++)
    {
      eqp_assert_close (iterated->variances[i] / exact->variances[i], 1.0, 3e-6);
      eqp_assert_close (variance_along (dataset, iterated, i) / exact->variances[i], 1.0, 3e-6);
    }
}

/* Enough rows for the start from a sample of them. */
static void
test_sampled_start (void)
{
  g_autoptr (EqpDataset) dataset = make_data (33000, 220, 6, 0.7);
  g_autoptr (EqpPca) exact = compute (dataset, 60, 2);
  g_autoptr (EqpPca) iterated = compute (dataset, 2, 2);

  for (int i = 0; i < 2; i++)
    eqp_assert_close (iterated->variances[i] / exact->variances[i], 1.0, 3e-6);
}

static void
test_fewer_rows_than_columns (void)
{
  g_autoptr (EqpDataset) dataset = make_data (30, 500, 12, 0.8);
  g_autoptr (EqpPca) pca = compute (dataset, 30, 2);
  double sum = 0.0;

  for (int i = 0; i < 30; i++)
    {
      sum += pca->variances[i];
      eqp_assert_close (variance_along (dataset, pca, i), pca->variances[i], 1e-6);
    }
  eqp_assert_close (sum, pca->total_variance, 1e-6);
  g_assert_cmpfloat (pca->variances[29], <, 1e-9);
}

static void
test_without_variance (void)
{
  static const double values[] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 3, values);
  g_autoptr (EqpPca) pca = compute (dataset, 3, 1);
  float scores[12];

  eqp_pca_project (pca, dataset, 1, scores);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat (pca->variances[i], ==, 0.0);
  for (int i = 0; i < 12; i++)
    g_assert_cmpfloat (scores[i], ==, 0.0f);
}

static void
test_equal_on_any_threads (void)
{
  g_autoptr (EqpDataset) dataset = make_data (3000, 230, 30, 0.9);

  for (int k = 2; k <= 60; k += 58)
    {
      g_autoptr (EqpPca) one = compute (dataset, k, 1);
      g_autofree float *a = g_new (float, 3000 * k);
      g_autofree float *b = g_new (float, 3000 * k);

      eqp_pca_project (one, dataset, 1, a);
      for (guint threads = 2; threads <= 4; threads += 2)
        {
          g_autoptr (EqpPca) many = compute (dataset, k, threads);

          g_assert_cmpmem (one->components, (gsize) k * 230 * sizeof (double), many->components, (gsize) k * 230 * sizeof (double));
          eqp_pca_project (many, dataset, threads, b);
          g_assert_cmpmem (a, sizeof (float) * 3000 * (gsize) k, b, sizeof (float) * 3000 * (gsize) k);
        }
    }
}

static void
test_signs (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpPca) pca = compute (digits, 10, 2);

  for (int i = 0; i < 10; i++)
    {
      double largest = 0.0;

      for (int j = 0; j < 64; j++)
        if (fabs (pca->components[i * 64 + j]) > fabs (largest))
          largest = pca->components[i * 64 + j];
      g_assert_cmpfloat (largest, >, 0.0);
    }
}

static void
test_scores (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpPca) pca = compute (iris, 2, 1);
  g_autofree float *scores = g_new (float, 300);

  eqp_pca_project (pca, iris, 1, scores);
  /* sklearn.decomposition.PCA (2), signs turned as here */
  eqp_assert_close (scores[0], -2.68412563, 1e-5);
  eqp_assert_close (scores[1], 0.31939725, 1e-5);
}

static void
test_refusals (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_pca_new (iris, 5, 1, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  g_assert_null (eqp_pca_new (iris, 0, 1, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (eqp_pca_new (iris, 2, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pca/iris", test_iris);
  g_test_add_func ("/core/pca/both-ways-agree", test_both_ways_agree);
  g_test_add_func ("/core/pca/sampled-start", test_sampled_start);
  g_test_add_func ("/core/pca/fewer-rows-than-columns", test_fewer_rows_than_columns);
  g_test_add_func ("/core/pca/without-variance", test_without_variance);
  g_test_add_func ("/core/pca/equal-on-any-threads", test_equal_on_any_threads);
  g_test_add_func ("/core/pca/signs", test_signs);
  g_test_add_func ("/core/pca/scores", test_scores);
  g_test_add_func ("/core/pca/refusals", test_refusals);
  return g_test_run ();
}
