/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "eqp-test.h"

#include "base/eqp-alloc.h"

static void
test_fixture (void)
{
  g_autoptr (JsonArray) cases = eqp_test_cases ("metrics.json");

  if (cases == NULL)
    return;

  g_assert_cmpuint (json_array_get_length (cases), >, 0);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *expected = json_array_get_object_element (cases, i);
      JsonArray *truth_json = json_object_get_array_member (expected, "truth");
      g_autofree gint32 *truth = eqp_test_labels_json (truth_json);
      g_autofree gint32 *labels = eqp_test_labels_json (json_object_get_array_member (expected, "labels"));
      gint64 n = json_array_get_length (truth_json);
      gint k = (gint) json_object_get_int_member (expected, "clusters");
      g_autofree gint64 *sizes = g_new0 (gint64, k);
      EqpExternalMeasures external;
      EqpBalanceMeasures balance;

      for (gint64 row = 0; row < n; row++)
        sizes[labels[row]]++;
      eqp_metrics_external (n, truth, labels, &external);
      eqp_metrics_balance (k, sizes, &balance);

      eqp_assert_close (external.acc, json_object_get_double_member (expected, "acc"), 1e-12);
      eqp_assert_close (external.nmi, json_object_get_double_member (expected, "nmi_geometric"), 1e-12);
      eqp_assert_close (external.ari, json_object_get_double_member (expected, "ari"), 1e-12);
      eqp_assert_close (external.ami, json_object_get_double_member (expected, "ami_arithmetic"), 1e-12);
      eqp_assert_close (external.purity, json_object_get_double_member (expected, "purity"), 1e-12);
      eqp_assert_close (external.homogeneity, json_object_get_double_member (expected, "homogeneity"), 1e-12);
      eqp_assert_close (external.completeness, json_object_get_double_member (expected, "completeness"), 1e-12);
      eqp_assert_close (external.v_measure, json_object_get_double_member (expected, "v_measure"), 1e-12);
      eqp_assert_close (balance.size_entropy, json_object_get_double_member (expected, "size_entropy"), 1e-12);
      eqp_assert_close (balance.size_cv, json_object_get_double_member (expected, "size_cv"), 1e-12);
      g_assert_cmpfloat (balance.sum_squared, ==, json_object_get_double_member (expected, "sum_of_squared_sizes"));
    }
}

static void
assert_all (const EqpExternalMeasures *m,
            double                     value)
{
  g_assert_cmpfloat (m->acc, ==, value);
  g_assert_cmpfloat (m->nmi, ==, value);
  g_assert_cmpfloat (m->ari, ==, value);
  g_assert_cmpfloat (m->ami, ==, value);
  g_assert_cmpfloat (m->purity, ==, value);
  g_assert_cmpfloat (m->homogeneity, ==, value);
  g_assert_cmpfloat (m->completeness, ==, value);
  g_assert_cmpfloat (m->v_measure, ==, value);
}

static void
test_no_rows (void)
{
  EqpExternalMeasures m;

  eqp_metrics_external (0, NULL, NULL, &m);
  assert_all (&m, 1.0);
}

static void
test_one_row (void)
{
  EqpExternalMeasures m;
  gint32 truth = -7, label = G_MAXINT32;

  eqp_metrics_external (1, &truth, &label, &m);
  assert_all (&m, 1.0);
}

static void
test_all_alone (void)
{
  enum { N = 3000 };
  gint32 truth[N], labels[N], halves[N];
  EqpExternalMeasures m;

  for (gint i = 0; i < N; i++)
    {
      truth[i] = i * 700001;
      labels[i] = N - i;
      halves[i] = i / (N / 2);
    }
  eqp_metrics_external (N, truth, labels, &m);
  assert_all (&m, 1.0);

  /* As many clusters as rows against two classes: every cluster is pure, yet nothing was learnt. */
  eqp_metrics_external (N, halves, labels, &m);
  eqp_assert_close (m.acc, 2.0 / N, 1e-15);
  eqp_assert_close (m.purity, 1.0, 0.0);
  eqp_assert_close (m.homogeneity, 1.0, 1e-12);
  eqp_assert_close (m.ari, 0.0, 1e-12);
  eqp_assert_close (m.ami, 0.0, 1e-10);
  eqp_assert_close (m.nmi, sqrt (log (2.0) / log (N)), 1e-12);
}

static void
test_single_class (void)
{
  const gint32 one[] = { 4, 4, 4, 4 }, two[] = { 0, 0, 1, 1 }, other[] = { -1, -1, -1, -1 };
  EqpExternalMeasures m;

  eqp_metrics_external (4, one, other, &m);
  assert_all (&m, 1.0);
  eqp_metrics_external (4, one, two, &m);
  g_assert_cmpfloat (m.nmi, ==, 0.0);
  g_assert_cmpfloat (m.ami, ==, 0.0);
  g_assert_cmpfloat (m.homogeneity, ==, 1.0);
  g_assert_cmpfloat (m.completeness, ==, 0.0);
  eqp_metrics_external (4, two, one, &m);
  g_assert_cmpfloat (m.nmi, ==, 0.0);
  g_assert_cmpfloat (m.completeness, ==, 1.0);
}

static void
test_names_do_not_matter (void)
{
  const gint32 dense[] = { 0, 0, 1, 1, 2, 2, 2, 0, 1 };
  const gint32 names[] = { G_MININT32, 0, G_MAXINT32 };
  const gint32 labels[] = { 1, 1, 0, 1, 2, 2, 0, 1, 0 };
  gint32 sparse[G_N_ELEMENTS (dense)];
  EqpExternalMeasures a, b, swapped;

  for (gsize i = 0; i < G_N_ELEMENTS (dense); i++)
    sparse[i] = names[dense[i]];
  eqp_metrics_external (G_N_ELEMENTS (dense), dense, labels, &a);
  eqp_metrics_external (G_N_ELEMENTS (dense), sparse, labels, &b);
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);

  eqp_metrics_external (G_N_ELEMENTS (dense), labels, dense, &swapped);
  eqp_assert_close (swapped.acc, a.acc, 0.0);
  eqp_assert_close (swapped.ari, a.ari, 1e-15);
  eqp_assert_close (swapped.nmi, a.nmi, 1e-15);
  eqp_assert_close (swapped.ami, a.ami, 1e-14);
  eqp_assert_close (swapped.homogeneity, a.completeness, 1e-15);
}

/* ACC by trying every one-to-one match of k classes and k clusters. */
static gint
best_match (gint          k,
            gint          row,
            guint         used,
            const gint   *table)
{
  gint best = 0;

  if (row == k)
    return 0;
  for (gint column = 0; column < k; column++)
    if (!(used & (1u << column)))
      best = MAX (best, table[row * k + column] + best_match (k, row + 1, used | (1u << column), table));
  return best;
}

/* The textbook form: sums of binomials over rows taken two by two. */
static double
naive_ari (gint          n,
           const gint32 *truth,
           const gint32 *labels)
{
  double both = 0.0, in_class = 0.0, in_cluster = 0.0, pairs = 0.5 * n * (n - 1), expected;

  for (gint i = 0; i < n; i++)
    for (gint j = i + 1; j < n; j++)
      {
        both += truth[i] == truth[j] && labels[i] == labels[j];
        in_class += truth[i] == truth[j];
        in_cluster += labels[i] == labels[j];
      }
  expected = in_class * in_cluster / pairs;
  return (both - expected) / (0.5 * (in_class + in_cluster) - expected);
}

static void
test_oracle (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (gint trial = 0; trial < 300; trial++)
    {
      gint k = 2 + (gint) eqp_rng_below (&rng, 5), n = 6 + (gint) eqp_rng_below (&rng, 60);
      g_autofree gint32 *truth = g_new (gint32, n);
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autofree gint *table = g_new0 (gint, k * k);
      EqpExternalMeasures m;

      for (gint i = 0; i < n; i++)
        {
          truth[i] = i < 2 ? i : (gint32) eqp_rng_below (&rng, k);
          labels[i] = i < 2 ? 0 : eqp_rng_below (&rng, 3) == 0 ? (gint32) eqp_rng_below (&rng, k) : truth[i];
          table[truth[i] * k + labels[i]]++;
        }
      eqp_metrics_external (n, truth, labels, &m);
      eqp_assert_close (m.acc, (double) best_match (k, 0, 0, table) / n, 1e-15);
      eqp_assert_close (m.ari, naive_ari (n, truth, labels), 1e-12);
      g_assert_cmpfloat (m.nmi, >=, 0.0);
      g_assert_cmpfloat (m.nmi, <=, 1.0);
    }
}

/* The expected information term by term from logarithms of factorials, on sizes where those are exact enough. */
static void
test_ami_oracle (void)
{
  const gint32 truth[] = { 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2 };
  const gint32 labels[] = { 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2 };
  const gint a[] = { 5, 3, 4 }, b[] = { 2, 4, 6 };
  const double n = 12.0;
  const double shared[3][3] = { { 2, 3, 0 }, { 0, 1, 2 }, { 0, 0, 4 } };
  double expected = 0.0, information = 0.0, h_a = 0.0, h_b = 0.0;
  EqpExternalMeasures m;

  for (gint i = 0; i < 3; i++)
    {
      h_a -= a[i] / n * log (a[i] / n);
      h_b -= b[i] / n * log (b[i] / n);
      for (gint j = 0; j < 3; j++)
        {
          if (shared[i][j] > 0.0)
            information += shared[i][j] / n * log (n * shared[i][j] / (a[i] * b[j]));
          for (gint s = MAX (1, a[i] + b[j] - 12); s <= MIN (a[i], b[j]); s++)
            {
              double p = tgamma (a[i] + 1) * tgamma (b[j] + 1) * tgamma (n - a[i] + 1) * tgamma (n - b[j] + 1) /
                         (tgamma (n + 1) * tgamma (s + 1) * tgamma (a[i] - s + 1) * tgamma (b[j] - s + 1) * tgamma (n - a[i] - b[j] + s + 1));

              expected += p * s / n * log (n * s / (a[i] * b[j]));
            }
        }
    }

  eqp_metrics_external (12, truth, labels, &m);
  eqp_assert_close (m.ami, (information - expected) / (0.5 * (h_a + h_b) - expected), 1e-13);
}

static void
test_many_classes (void)
{
  enum { N = 60000 };
  g_autofree gint32 *truth = g_new (gint32, N);
  g_autofree gint32 *labels = g_new (gint32, N);
  EqpExternalMeasures m;

  /* 20,000 classes of 3, each shifted by one row: a full table would take 3 GB. */
  for (gint i = 0; i < N; i++)
    {
      truth[i] = i / 3;
      labels[i] = -(i / 6) * 1000;
    }
  eqp_metrics_external (N, truth, labels, &m);
  eqp_assert_close (m.acc, 0.5, 1e-15);
  eqp_assert_close (m.homogeneity, log (10000.0) / log (20000.0), 1e-12);
  eqp_assert_close (m.completeness, 1.0, 1e-12);
  eqp_assert_close (m.purity, 0.5, 1e-15);
}

static double
brute_assignment (gint          row,
                  gint          rows,
                  gint          columns,
                  guint         used,
                  gint          skips,
                  const double *cost)
{
  double best = row == rows ? 0.0 : INFINITY;

  if (row == rows)
    return best;
  if (skips > 0)
    best = brute_assignment (row + 1, rows, columns, used, skips - 1, cost);
  for (gint j = 0; j < columns; j++)
    if (!(used & (1u << j)))
      best = MIN (best, cost[row * columns + j] + brute_assignment (row + 1, rows, columns, used | (1u << j), skips, cost));
  return best;
}

static void
test_hungarian (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gint trial = 0; trial < 300; trial++)
    {
      gint rows = 1 + (gint) eqp_rng_below (&rng, 6), columns = 1 + (gint) eqp_rng_below (&rng, 6);
      gboolean whole = trial % 2 == 0;
      double cost[36], total = 0.0;
      gint match[6], used = 0, placed = 0;

      for (gint i = 0; i < rows * columns; i++)
        cost[i] = whole ? (double) eqp_rng_below (&rng, 5) : eqp_rng_normal (&rng) * 100.0;
      eqp_hungarian (rows, columns, cost, match);
      for (gint i = 0; i < rows; i++)
        if (match[i] >= 0)
          {
            g_assert_cmpint (match[i], <, columns);
            g_assert_cmpint (used & (1 << match[i]), ==, 0);
            used |= 1 << match[i];
            total += cost[i * columns + match[i]];
            placed++;
          }
      g_assert_cmpint (placed, ==, MIN (rows, columns));
      eqp_assert_close (total, brute_assignment (0, rows, columns, 0, MAX (0, rows - columns), cost), 1e-12);
    }
}

static void
test_balance (void)
{
  const gint64 even[] = { 5, 5, 5, 5 }, holes[] = { 0, 8, 0, 0 }, none[] = { 0, 0 }, one[] = { 9 }, mixed[] = { 1, 2, 3 };
  EqpBalanceMeasures m;

  eqp_metrics_balance (4, even, &m);
  g_assert_cmpfloat (m.size_entropy, ==, 1.0);
  g_assert_cmpfloat (m.size_cv, ==, 0.0);
  g_assert_cmpfloat (m.sum_squared_ratio, ==, 1.0);
  eqp_metrics_balance (4, holes, &m);
  g_assert_cmpfloat (m.size_entropy, ==, 0.0);
  g_assert_cmpfloat (m.sum_squared_ratio, ==, 4.0);
  g_assert_cmpint (m.min, ==, 0);
  g_assert_cmpint (m.max, ==, 8);
  eqp_metrics_balance (2, none, &m);
  g_assert_cmpfloat (m.size_entropy, ==, 1.0);
  g_assert_cmpfloat (m.size_cv, ==, 0.0);
  eqp_metrics_balance (0, NULL, &m);
  g_assert_cmpfloat (m.size_entropy, ==, 1.0);
  g_assert_cmpfloat (m.sum_squared_ratio, ==, 1.0);
  g_assert_cmpint (m.max, ==, 0);
  eqp_metrics_balance (1, one, &m);
  g_assert_cmpfloat (m.size_entropy, ==, 1.0);
  for (gint k = 1; k <= 60; k++)
    {
      gint64 same[60];

      for (gint c = 0; c < k; c++)
        same[c] = 19;
      eqp_metrics_balance (k, same, &m);
      g_assert_cmpfloat (m.size_entropy, ==, 1.0);
    }
  eqp_metrics_balance (3, mixed, &m);
  g_assert_cmpfloat (m.sum_squared, ==, 14.0);
  eqp_assert_close (m.size_cv, sqrt (2.0 / 3.0) / 2.0, 1e-15);
}

/* Two pairs of near neighbours far from each other: the expanded square has no digits left for them. */
static void
test_sse_digits (void)
{
  const gint32 labels[] = { 0, 0, 1, 1 };

  for (gint far = 0; far < 2; far++)
    {
      const double shift = far ? 1e8 : 0.0;
      const double values[] = { -1.0001 + shift, -0.9999 + shift, 0.9999 + shift, 1.0001 + shift };
      g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, values);

      g_assert_cmpfloat_with_epsilon (eqp_metrics_sse (dataset, 2, labels), 4.0e-8, 0.01e-8);
    }
}

static void
test_sse_random (void)
{
  enum { N = 200, D = 5, K = 7 };
  g_autoptr (EqpDataset) dataset = NULL;
  double values[N * D], centers[K * D] = { 0.0 }, sse = 0.0;
  gint32 labels[N];
  gint sizes[K] = { 0 };
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (gint i = 0; i < N * D; i++)
    values[i] = eqp_rng_normal (&rng);
  dataset = eqp_test_dataset (N, D, values);
  for (gint i = 0; i < N; i++)
    {
      labels[i] = (gint32) eqp_rng_below (&rng, K - 1); /* the last cluster stays empty */
      sizes[labels[i]]++;
    }
  for (gint i = 0; i < N * D; i++)
    centers[labels[i / D] * D + i % D] += values[i] / sizes[labels[i / D]];
  for (gint i = 0; i < N * D; i++)
    sse += (values[i] - centers[labels[i / D] * D + i % D]) * (values[i] - centers[labels[i / D] * D + i % D]);

  eqp_assert_close (eqp_metrics_sse (dataset, K, labels), sse, 1e-6);
}

/* Every row its own cluster, and all rows in one: nothing and the total. */
static void
test_sse_extremes (void)
{
  const double values[] = { 0.0, 1.0, 4.0, 8.0, -3.0, 2.5 };
  gint32 labels[] = { 5, 4, 3, 2, 1, 0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (6, 1, values);

  g_assert_cmpfloat (eqp_metrics_sse (dataset, 6, labels), ==, 0.0);
  memset (labels, 0, sizeof labels);
  eqp_assert_close (eqp_metrics_sse (dataset, 1, labels), eqp_dataset_get_total_ss (dataset), 1e-12);
}

/* One cluster that is wide beyond measure among thousands whose part a plain sum would round off, whichever comes first. */
static void
test_sse_keeps_what_is_small (void)
{
  const gint64 pairs = 3000, n = 2 * pairs + 2;

  for (int order = 0; order < 2; order++)
    {
      EqpDatasetParts parts = { .n = n, .d = 1, .features = eqp_try_alloc (n, sizeof (float), "a test", NULL) };
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree gint32 *labels = g_new (gint32, n);

      for (gint64 i = 0; i < n; i++)
        {
          gint64 cluster = i / 2;

          labels[i] = (gint32) (order == 0 ? cluster : pairs - cluster);
          parts.features[i] = cluster == 0 ? (i % 2 ? 67108864.0f : -67108864.0f) : i % 2 ? 0.5f : -0.5f;
        }
      dataset = eqp_dataset_new (&parts);
      /* 2 * 2^52 + 3000 / 2 */
      g_assert_cmpfloat (eqp_metrics_sse (dataset, (gint) pairs + 1, labels), ==, 9007199254740992.0 + 1500.0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/metrics/fixture", test_fixture);
  g_test_add_func ("/core/metrics/no-rows", test_no_rows);
  g_test_add_func ("/core/metrics/one-row", test_one_row);
  g_test_add_func ("/core/metrics/all-alone", test_all_alone);
  g_test_add_func ("/core/metrics/single-class", test_single_class);
  g_test_add_func ("/core/metrics/names-do-not-matter", test_names_do_not_matter);
  g_test_add_func ("/core/metrics/oracle", test_oracle);
  g_test_add_func ("/core/metrics/ami-oracle", test_ami_oracle);
  g_test_add_func ("/core/metrics/many-classes", test_many_classes);
  g_test_add_func ("/core/metrics/hungarian", test_hungarian);
  g_test_add_func ("/core/metrics/balance", test_balance);
  g_test_add_func ("/core/metrics/sse-digits", test_sse_digits);
  g_test_add_func ("/core/metrics/sse-random", test_sse_random);
  g_test_add_func ("/core/metrics/sse-extremes", test_sse_extremes);
  g_test_add_func ("/core/metrics/sse-keeps-what-is-small", test_sse_keeps_what_is_small);
  return g_test_run ();
}
