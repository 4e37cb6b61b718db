/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Silhouette, Davies-Bouldin, Calinski-Harabasz, conductance, modularity, the band of sizes, and the table of them all.
 * The known answers are those of scikit-learn 1.2 (silhouette from a matrix of direct distances; of tight clusters
 * Davies-Bouldin, too, is from direct distances, for scikit-learn expands the square), of NumPy on full
 * matrices (graphs), and of exact fractions (bands of few rows) or SciPy (of many), for the data that the functions
 * below make with the same formulas. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "eqp-test.h"

/* ---- Points ----------------------------------------------------------------------------------------------------- */

enum {
  SPREAD,  /* labels in no order, some empty */
  TIGHT,   /* five clusters far from each other and from 0: the expanded square would lose everything */
  COPIES   /* the second half equals the first */
};

static const struct
{
  gint64 n;
  gint64 d;
  gint   k;
  gint   kind;
  double silhouette;
  double davies_bouldin;
  double calinski_harabasz;
} points_known[] = {
  { 12, 2, 3, SPREAD, -0.028375147081529568, 2.345929216086414, 4.081212685333209 },
  { 300, 5, 7, SPREAD, 0.028486684340812658, 8.356531616428681, 29.375353766802444 },
  { 700, 20, 4, SPREAD, 0.1532488675593563, 2.2432723467066658, 239.5930919178078 },
  { 60, 12, 5, TIGHT, 0.9998434386334114, 0.00021226398148422465, 2385684302.983357 },
  { 200, 9, 6, COPIES, -0.04909355375921795, 13.7502318948032, 0.9797793757405666 },
  { 90, 33, 5, TIGHT, 0.9998452904324194, 0.00021422044540076352, 3720896297.936351 },
};

static void
make_points (gint64  n,
             gint64  d,
             gint    k,
             gint    kind,
             float  *x,
             gint32 *labels)
{
  for (gint64 i = 0; i < n; i++)
    {
      labels[i] = (gint32) (kind == TIGHT ? i * 5 / n : i * i / 3 % k);
      for (gint64 j = 0; j < d; j++)
        {
          float value = (float) ((i * 7919 + j * 104729 + i * j * 31) % 101 - 50);

          if (kind == SPREAD && j % k == labels[i])
            value += 40.0f * (float) labels[i];
          if (kind == TIGHT)
            value = value / 64.0f + 4096.0f * (float) labels[i];
          x[i * d + j] = kind == COPIES && i >= n / 2 ? x[(i - n / 2) * d + j] : value;
        }
    }
}

static void
test_points (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);

  for (gsize c = 0; c < G_N_ELEMENTS (points_known); c++)
    {
      gint64 n = points_known[c].n, d = points_known[c].d;
      g_autofree float *x = g_new (float, (gsize) (n * d));
      g_autofree gint32 *labels = g_new (gint32, (gsize) n);
      const EqpPoints points = { x, n, d, 1.0 };
      EqpSilhouette silhouette;
      EqpCenterMeasures centers;

      make_points (n, d, points_known[c].k, points_known[c].kind, x, labels);
      eqp_metrics_silhouette (points, points_known[c].k, labels, EQP_SILHOUETTE_AUTO, 1, pool, NULL, &silhouette);
      eqp_metrics_centers (points, points_known[c].k, labels, pool, NULL, &centers);
      eqp_assert_close (silhouette.value, points_known[c].silhouette, 1e-12);
      g_assert_cmpint (silhouette.sampled, ==, n);
      g_assert_cmpfloat (silhouette.error, ==, 0.0);
      eqp_assert_close (centers.davies_bouldin, points_known[c].davies_bouldin, 1e-12);
      eqp_assert_close (centers.calinski_harabasz / points_known[c].calinski_harabasz, 1.0, 1e-12);
    }
}

static double
distance (const float *x, gint64 d, gint64 i, gint64 j)
{
  double sum = 0.0;

  for (gint64 c = 0; c < d; c++)
    sum += ((double) x[i * d + c] - x[j * d + c]) * ((double) x[i * d + c] - x[j * d + c]);
  return sqrt (sum);
}

/* By the definition; rows alone in their cluster have 0. */
static double
silhouette_of (gint64 n, gint64 d, const float *x, gint k, const gint32 *labels)
{
  double total = 0.0;
  gint64 counted = 0;

  for (gint64 i = 0; i < n; i++)
    {
      double sums[8] = { 0.0 }, a, b = INFINITY;
      gint64 others[8] = { 0 };

      if (labels[i] < 0)
        continue;
      counted++;
      for (gint64 j = 0; j < n; j++)
        if (j != i && labels[j] >= 0)
          {
            sums[labels[j]] += distance (x, d, i, j);
            others[labels[j]]++;
          }
      if (others[labels[i]] == 0)
        continue;
      a = sums[labels[i]] / (double) others[labels[i]];
      for (gint c = 0; c < k; c++)
        if (c != labels[i] && others[c] > 0)
          b = MIN (b, sums[c] / (double) others[c]);
      total += MAX (a, b) > 0.0 ? (b - a) / MAX (a, b) : 0.0;
    }
  return total / (double) counted;
}

/* Sizes of all kinds: clusters of one row, empty ones, one with most rows; rows without a cluster. */
static void
test_points_by_definition (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  gint64 alone = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 17, 0);
  for (gint round = 0; round < 120; round++)
    {
      gint64 n = 3 + (gint64) eqp_rng_below (&rng, 40), d = 1 + round % 3 * 11, sizes[8] = { 0 }, labelled = 0;
      gint k = 2 + (gint) eqp_rng_below (&rng, 7), filled = 0;
      g_autofree float *x = g_new (float, (gsize) (n * d));
      gint32 labels[48];
      EqpSilhouette silhouette;

      for (gint64 i = 0; i < n * d; i++)
        x[i] = (float) eqp_rng_below (&rng, round % 2 ? 3 : 1000);
      for (gint64 i = 0; i < n; i++)
        {
          labels[i] = (gint32) eqp_rng_below (&rng, 1 + eqp_rng_below (&rng, (guint64) k));
          if (round % 4 == 0 && i % 7 == 2)
            labels[i] = -1;
          else
            {
              sizes[labels[i]]++;
              labelled++;
            }
        }
      for (gint c = 0; c < k; c++)
        {
          filled += sizes[c] > 0;
          alone += sizes[c] == 1;
        }
      eqp_metrics_silhouette ((EqpPoints) { x, n, d, 1.0 }, k, labels, EQP_SILHOUETTE_AUTO, 1, pool, NULL, &silhouette);
      if (filled < 2 || filled == labelled)
        g_assert_true (isnan (silhouette.value));
      else
        eqp_assert_close (silhouette.value, silhouette_of (n, d, x, k, labels), 1e-12);
    }
  g_assert_cmpint (alone, >, 20);
}

/* Rows without a cluster are as if they were not there. */
static void
test_unlabelled (void)
{
  enum { N = 120, D = 3, K = 4 };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  float x[N * D], kept[N * D];
  gint32 labels[N], kept_labels[N];
  gint64 n = 0;
  EqpSilhouette a, b;
  EqpCenterMeasures c, e;

  make_points (N, D, K, SPREAD, x, labels);
  for (gint64 i = 0; i < N; i++)
    if (i % 5 == 2)
      labels[i] = -1;
    else
      {
        memcpy (kept + n * D, x + i * D, sizeof (float) * D);
        kept_labels[n++] = labels[i];
      }
  eqp_metrics_silhouette ((EqpPoints) { x, N, D, 1.0 }, K, labels, EQP_SILHOUETTE_AUTO, 1, pool, NULL, &a);
  eqp_metrics_silhouette ((EqpPoints) { kept, n, D, 1.0 }, K, kept_labels, EQP_SILHOUETTE_AUTO, 1, pool, NULL, &b);
  g_assert_cmpfloat (a.value, ==, b.value);
  g_assert_cmpint (a.n, ==, n);
  eqp_metrics_centers ((EqpPoints) { x, N, D, 1.0 }, K, labels, pool, NULL, &c);
  eqp_metrics_centers ((EqpPoints) { kept, n, D, 1.0 }, K, kept_labels, pool, NULL, &e);
  g_assert_cmpmem (&c, sizeof c, &e, sizeof e);
}

/* Two places in each of three clusters: the silhouette of 30,000 rows can be told from the six places. */
static void
test_sample (void)
{
  enum { N = 30000, TYPES = 6 };
  g_autofree float *x = g_new (float, N);
  g_autofree gint32 *labels = g_new (gint32, N);
  g_autoptr (EqpPool) one = eqp_pool_new (1);
  g_autoptr (EqpPool) two = eqp_pool_new (2);
  const EqpPoints points = { x, N, 1, 1.0 };
  const double place[TYPES] = { 0.0, 3.0, 4.0, 9.0, 11.0, 12.0 };
  gint64 count[TYPES] = { 0 };
  double exact = 0.0;
  EqpSilhouette silhouette, again, other;

  for (gint i = 0; i < N; i++)
    {
      gint type = (i * 7 + i / 100) % TYPES;

      x[i] = (float) place[type];
      labels[i] = type / 2;
      count[type]++;
    }
  for (gint t = 0; t < TYPES; t++)
    {
      double a = 0.0, b = INFINITY;

      for (gint c = 0; c < 3; c++)
        {
          gint p = 2 * c, q = 2 * c + 1;
          double sum = count[p] * fabs (place[t] - place[p]) + count[q] * fabs (place[t] - place[q]);

          if (c == t / 2)
            a = sum / (count[p] + count[q] - 1.0);
          else
            b = MIN (b, sum / (double) (count[p] + count[q]));
        }
      exact += count[t] * (b - a) / MAX (a, b) / N;
    }

  eqp_metrics_silhouette (points, 3, labels, EQP_SILHOUETTE_AUTO, 7, one, NULL, &silhouette);
  eqp_metrics_silhouette (points, 3, labels, EQP_SILHOUETTE_AUTO, 7, two, NULL, &again);
  eqp_metrics_silhouette (points, 3, labels, EQP_SILHOUETTE_AUTO, 8, two, NULL, &other);
  g_assert_cmpint (silhouette.sampled, <, N);
  g_assert_cmpint (silhouette.sampled, >=, 600);
  g_assert_cmpfloat (silhouette.error, >, 0.0);
  g_assert_cmpfloat (fabs (silhouette.value - exact), <, 5.0 * silhouette.error);
  g_assert_cmpfloat (fabs (other.value - exact), <, 5.0 * other.error);
  silhouette.seconds = again.seconds = 0.0;
  g_assert_cmpmem (&silhouette, sizeof silhouette, &again, sizeof again);
  g_assert_cmpfloat (silhouette.value, !=, other.value);
}

/* A sample of what could be looked at in full, and all of what is small. */
static void
test_budget (void)
{
  enum { N = 12000, K = 4, D = 2 };
  g_autofree float *x = g_new (float, N * D);
  g_autofree gint32 *labels = g_new (gint32, N);
  EqpPool *pool = eqp_pool_new (2);
  EqpSilhouette all, some;
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gint i = 0; i < N; i++)
    {
      labels[i] = i % K;
      for (gint j = 0; j < D; j++)
        x[i * D + j] = (float) (eqp_rng_normal (&rng) + 2.0 * labels[i]);
    }
  eqp_metrics_silhouette ((EqpPoints) { x, N, D, 1.0 }, K, labels, EQP_SILHOUETTE_AUTO, 1, pool, NULL, &all);
  eqp_metrics_silhouette ((EqpPoints) { x, N, D, 1.0 }, K, labels, EQP_SILHOUETTE_SAMPLE, 1, pool, NULL, &some);
  g_assert_cmpint (all.sampled, ==, N);
  g_assert_cmpfloat (all.error, ==, 0.0);
  g_assert_cmpint (some.sampled, ==, 8333);
  g_assert_cmpfloat (some.error, >, 0.0);
  g_assert_cmpfloat (some.value, !=, all.value);
  g_assert_cmpfloat (fabs (some.value - all.value), <, 5.0 * some.error);

  eqp_metrics_silhouette ((EqpPoints) { x, 500, D, 1.0 }, K, labels, EQP_SILHOUETTE_AUTO, 1, pool, NULL, &all);
  eqp_metrics_silhouette ((EqpPoints) { x, 500, D, 1.0 }, K, labels, EQP_SILHOUETTE_SAMPLE, 1, pool, NULL, &some);
  g_assert_cmpint (some.sampled, ==, 500);
  g_assert_cmpfloat (some.value, ==, all.value);
  eqp_pool_free (pool);
}

static void
test_cancelled (void)
{
  float x[] = { 0.0f, 1.0f, 5.0f, 6.0f };
  const gint32 labels[] = { 0, 0, 1, 1 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  const EqpMeasureInput input = { .n = 4, .k = 2, .labels = labels, .points = { x, 4, 1, 1.0 } };
  EqpMeasureSet set;

  g_cancellable_cancel (cancellable);
  eqp_measure_set_init (&set);
  eqp_measure_set_compute (&set, &input, EQP_MEASURES_ALL, pool, cancellable);
  g_assert_true (isnan (set.values[EQP_MEASURE_SILHOUETTE]));
  g_assert_cmpstr (set.reasons[EQP_MEASURE_SILHOUETTE], ==, "it was interrupted");
  g_assert_cmpstr (set.reasons[EQP_MEASURE_DAVIES_BOULDIN], ==, "it was interrupted");
  g_assert_cmpstr (set.reasons[EQP_MEASURE_CALINSKI_HARABASZ], ==, "it was interrupted");
  g_assert_cmpfloat (set.values[EQP_MEASURE_SIZE_ENTROPY], ==, 1.0);
  g_assert_cmpfloat (set.values[EQP_MEASURE_SSE], ==, 1.0);
}

/* ---- Graphs ----------------------------------------------------------------------------------------------------- */

static const struct
{
  gint64 n;
  gint   k;
  double cut;
  double worst;
  double mean;
  double modularity;
} graphs_known[] = {
  { 20, 3, 60.0, 0.5267175572519084, 0.4896326466272431, 0.17376944385254633 },
  { 50, 4, 415.5, 0.6649572649572649, 0.6488025533097743, 0.10032537730341434 },
};

static EqpGraph *
make_graph (gint64 n,
            gint64 isolated)
{
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) to = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  EqpGraph *graph;

  for (gint32 i = 0; i < n; i++)
    for (gint32 j = i + 1; j < n; j++)
      if ((i * j + i + j) % 5 == 0 || j == i + 1)
        {
          double weight = 1.0 + (i * 3 + j * 7) % 4 * 0.25;

          g_array_append_val (from, i);
          g_array_append_val (to, j);
          g_array_append_val (weights, weight);
        }
  graph = eqp_graph_new_from_edges (n + isolated, from->len, (gint32 *) from->data, (gint32 *) to->data,
                                    (double *) weights->data, &error);
  g_assert_no_error (error);
  return graph;
}

static void
test_graph (void)
{
  for (gsize c = 0; c < G_N_ELEMENTS (graphs_known); c++)
    {
      gint64 n = graphs_known[c].n;
      g_autoptr (EqpGraph) graph = make_graph (n, 4);
      g_autofree gint32 *labels = g_new (gint32, (gsize) n + 4);
      EqpGraphMeasures measures;

      for (gint64 i = 0; i < n; i++)
        labels[i] = (gint32) (i * graphs_known[c].k / n);
      /* A cluster without edges, an empty one, and rows without a cluster change nothing. */
      labels[n] = labels[n + 1] = graphs_known[c].k;
      labels[n + 2] = labels[n + 3] = -1;
      eqp_metrics_graph (graph, graphs_known[c].k + 2, labels, &measures);
      eqp_assert_close (measures.cut, graphs_known[c].cut, 1e-12);
      eqp_assert_close (measures.conductance_max, graphs_known[c].worst, 1e-14);
      eqp_assert_close (measures.conductance_mean, graphs_known[c].mean, 1e-14);
      eqp_assert_close (measures.modularity, graphs_known[c].modularity, 1e-14);
    }
}

/* Any weights and sizes, one cluster with more than half of the edges among them, against sums over all pairs of rows. */
static void
test_graph_by_definition (void)
{
  enum { N = 16, K = 5 };
  gint large = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 18, 0);
  for (gint round = 0; round < 80; round++)
    {
      double weight[N][N] = { { 0.0 } }, volume[K] = { 0.0 }, leaving[K] = { 0.0 }, all = 0.0, cut = 0.0, worst = 0.0;
      double mean = 0.0, modularity = 0.0, weights[N * N];
      gint32 from[N * N], to[N * N], labels[N];
      gint n_edges = 0, counted = 0;
      g_autoptr (EqpGraph) graph = NULL;
      EqpGraphMeasures measures;

      for (gint32 i = 0; i < N; i++)
        {
          labels[i] = round % 2 && i % 6 == 5 ? -1 : (gint32) eqp_rng_below (&rng, 1 + eqp_rng_below (&rng, K));
          for (gint32 j = 0; j < i; j++)
            if (eqp_rng_below (&rng, 3) == 0)
              {
                from[n_edges] = i;
                to[n_edges] = j;
                weight[i][j] = weight[j][i] = weights[n_edges++] = 0.25 * (1.0 + (double) eqp_rng_below (&rng, 8));
              }
        }
      for (gint i = 0; i < N; i++)
        for (gint j = 0; j < N; j++)
          if (labels[i] >= 0 && labels[j] >= 0)
            {
              volume[labels[i]] += weight[i][j];
              all += weight[i][j];
              leaving[labels[i]] += labels[i] != labels[j] ? weight[i][j] : 0.0;
            }
      for (gint c = 0; c < K; c++)
        {
          cut += leaving[c];
          modularity += (volume[c] - leaving[c]) / all - volume[c] / all * (volume[c] / all);
          if (volume[c] > 0.0)
            {
              double phi = leaving[c] > 0.0 ? leaving[c] / MIN (volume[c], all - volume[c]) : 0.0;

              large += volume[c] > 0.5 * all;
              counted++;
              mean += phi;
              worst = MAX (worst, phi);
            }
        }
      graph = eqp_graph_new_from_edges (N, n_edges, from, to, weights, NULL);
      eqp_metrics_graph (graph, K, labels, &measures);
      eqp_assert_close (measures.cut, cut, 1e-12);
      eqp_assert_close (measures.modularity, modularity, 1e-12);
      if (counted < 2)
        continue;
      eqp_assert_close (measures.conductance_max, worst, 1e-12);
      eqp_assert_close (measures.conductance_mean, mean / counted, 1e-12);
    }
  g_assert_cmpint (large, >, 20);
}

/* ---- The band of sizes ------------------------------------------------------------------------------------------ */

static const struct
{
  gint64 n;
  gint   k;
  gint64 bounds[6];
} bands_known[] = {
  { 5, 2, { 1, 4, 3, 5, 0, 2 } },
  { 10, 3, { 1, 6, 4, 7, 0, 3 } },
  { 12, 12, { 0, 3, 2, 4, 0, 0 } },
  { 30, 4, { 4, 12, 8, 13, 3, 7 } },
  { 40, 2, { 15, 25, 20, 26, 14, 20 } },
  { 7, 20, { 0, 1, 1, 3, 0, 0 } },
  { 60, 5, { 7, 17, 14, 20, 5, 10 } },
  { 1797, 10, { 159, 201, 191, 213, 148, 169 } },
  { 6500, 8, { 769, 857, 833, 880, 747, 792 } },
  { 5000, 100, { 39, 62, 64, 75, 29, 37 } },
  { 20000, 2, { 9884, 10116, 10004, 10139, 9861, 9996 } },
  { 9, 1, { 9, 9, 9, 9, 9, 9 } },
  { 0, 3, { 0, 0, 0, 0, 0, 0 } },
};

static void
test_band (void)
{
  for (gsize c = 0; c < G_N_ELEMENTS (bands_known); c++)
    {
      EqpSizeBand band;

      eqp_size_band (bands_known[c].n, bands_known[c].k, &band);
      g_assert_cmpint (band.low, ==, bands_known[c].bounds[0]);
      g_assert_cmpint (band.high, ==, bands_known[c].bounds[1]);
      g_assert_cmpint (band.largest_low, ==, bands_known[c].bounds[2]);
      g_assert_cmpint (band.largest_high, ==, bands_known[c].bounds[3]);
      g_assert_cmpint (band.smallest_low, ==, bands_known[c].bounds[4]);
      g_assert_cmpint (band.smallest_high, ==, bands_known[c].bounds[5]);
    }
}

/* Beyond what can be enumerated: the order of the bounds, from two clusters to more clusters than rows. */
static void
test_band_large (void)
{
  static const gint64 rows[] = { 1, 2, 999, 1000000 };
  static const gint clusters[] = { 2, 3, 1000, 200000 };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (clusters); j++)
      {
        EqpSizeBand band;

        eqp_size_band (rows[i], clusters[j], &band);
        g_assert_cmpint (band.smallest_low, >=, 0);
        g_assert_cmpint (band.smallest_low, <=, band.smallest_high);
        g_assert_cmpint (band.smallest_high, <=, rows[i] / clusters[j]);
        g_assert_cmpint (band.low, <=, band.high);
        g_assert_cmpint (band.smallest_low, <=, band.low);
        g_assert_cmpint (band.high, <=, band.largest_high);
        g_assert_cmpint (band.largest_low, >=, (rows[i] + clusters[j] - 1) / clusters[j]);
        g_assert_cmpint (band.largest_low, <=, band.largest_high);
        g_assert_cmpint (band.largest_high, <=, rows[i]);
      }
}

/* ---- The table and the set -------------------------------------------------------------------------------------- */

static void
test_table (void)
{
  for (int i = 0; i < EQP_N_MEASURES; i++)
    {
      const EqpMeasure *measure = eqp_measure_get (i);

      g_assert_cmpint (eqp_measure_find (measure->id), ==, i);
      g_assert_cmpuint (strlen (measure->name), >, 0);
      g_assert_cmpuint (strlen (measure->variant), >, 0);
      g_assert_cmpuint (strlen (measure->formula), >, 0);
      g_assert_true (g_str_has_suffix (measure->meaning, "."));
      g_assert_true (g_str_has_suffix (measure->degenerate, "."));
      g_assert_true (measure->group != 0 && (measure->group & (measure->group - 1)) == 0);
    }
  g_assert_cmpint (eqp_measure_find ("nonsense"), ==, -1);
}

static void
compute (EqpMeasureSet   *set,
         EqpMeasureInput  input,
         EqpGraph        *graph)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);

  input.graph = graph;
  eqp_measure_set_init (set);
  eqp_measure_set_compute (set, &input, EQP_MEASURES_ALL, pool, NULL);
  for (int i = 0; i < EQP_N_MEASURES; i++)
    g_assert_true (isfinite (set->values[i]) != (set->reasons[i] != NULL));
}

/* Each measure is that of its own function, over the rows that have a cluster (and a class, where classes are compared);
 * what counts is counted. */
static void
test_set (void)
{
  enum { N = 60, D = 2, K = 4 };
  g_autoptr (EqpGraph) graph = make_graph (N, 0);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  float x[N * D];
  gint32 labels[N], truth[N], of_truth[N], of_labels[N];
  gint64 sizes[K] = { 0 }, n = 0, compared = 0;
  EqpMeasureInput input = { .n = N, .k = K, .labels = labels, .truth = truth, .points = { x, N, D, 1.0 } };
  EqpExternalMeasures external;
  EqpBalanceMeasures balance;
  EqpCenterMeasures centers;
  EqpGraphMeasures of_graph;
  EqpMeasureSet set;
  EqpRng rng;

  make_points (N, D, K, SPREAD, x, labels);
  eqp_rng_init (&rng, 11, 0);
  for (gint i = 0; i < N; i++)
    {
      truth[i] = (gint32) eqp_rng_below (&rng, 4) - 1;
      labels[i] = (gint32) eqp_rng_below (&rng, 1 + eqp_rng_below (&rng, K + 1)) - 1;
      if (labels[i] < 0)
        continue;
      sizes[labels[i]]++;
      n++;
      if (truth[i] < 0)
        continue;
      of_truth[compared] = truth[i];
      of_labels[compared++] = labels[i];
    }
  compute (&set, input, graph);
  eqp_metrics_external (compared, of_truth, of_labels, &external);
  eqp_metrics_balance (K, sizes, &balance);
  eqp_metrics_centers (input.points, K, labels, pool, NULL, &centers);
  eqp_metrics_graph (graph, K, labels, &of_graph);

  const struct
  {
    EqpMeasureId id;
    double       value;
  } expected[] = {
    { EQP_MEASURE_ACC, external.acc },
    { EQP_MEASURE_NMI, external.nmi },
    { EQP_MEASURE_ARI, external.ari },
    { EQP_MEASURE_AMI, external.ami },
    { EQP_MEASURE_PURITY, external.purity },
    { EQP_MEASURE_HOMOGENEITY, external.homogeneity },
    { EQP_MEASURE_COMPLETENESS, external.completeness },
    { EQP_MEASURE_V, external.v_measure },
    { EQP_MEASURE_SSE, centers.sse },
    { EQP_MEASURE_SSE_PER_N, centers.sse / (double) n },
    { EQP_MEASURE_SILHOUETTE, set.silhouette.value },
    { EQP_MEASURE_DAVIES_BOULDIN, centers.davies_bouldin },
    { EQP_MEASURE_CALINSKI_HARABASZ, centers.calinski_harabasz },
    { EQP_MEASURE_CUT, of_graph.cut },
    { EQP_MEASURE_CONDUCTANCE_MAX, of_graph.conductance_max },
    { EQP_MEASURE_CONDUCTANCE_MEAN, of_graph.conductance_mean },
    { EQP_MEASURE_MODULARITY, of_graph.modularity },
    { EQP_MEASURE_SIZE_ENTROPY, balance.size_entropy },
    { EQP_MEASURE_SIZE_CV, balance.size_cv },
    { EQP_MEASURE_MIN, (double) balance.min },
    { EQP_MEASURE_MAX, (double) balance.max },
    { EQP_MEASURE_MAX_MINUS_MIN, (double) (balance.max - balance.min) },
    { EQP_MEASURE_SUM_SQUARED, balance.sum_squared },
    { EQP_MEASURE_SUM_SQUARED_RATIO, balance.sum_squared_ratio },
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (expected) == EQP_N_MEASURES);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpfloat (set.values[expected[i].id], ==, expected[i].value);
      for (guint j = 0; j < i; j++)
        g_assert_cmpfloat (expected[i].value, !=, expected[j].value);
      /* What is counted is told as a whole number. */
      g_assert_true ((eqp_measure_get (expected[i].id)->kind == EQP_MEASURE_COUNT) ==
                     (expected[i].value == floor (expected[i].value)));
    }
  g_assert_cmpint (set.n, ==, n);
  g_assert_cmpint (set.n_unlabelled, ==, N - n);
  g_assert_cmpint (set.n_compared, ==, compared);
  g_assert_cmpint (set.n_unknown, ==, n - compared);
}

/* Clusters as they are, and rows dealt to them in turn: each measure with a better side tells which is better. */
static void
test_better (void)
{
  enum { N = 40, D = 2, K = 4 };
  float x[N * D];
  gint32 good[N], bad[N], from[N], to[N];
  EqpMeasureSet set, dealt;
  EqpMeasureInput input = { .n = N, .k = K, .labels = good, .truth = good, .points = { x, N, D, 1.0 } };
  g_autoptr (EqpGraph) graph = NULL;

  for (gint i = 0; i < N; i++)
    {
      good[i] = i / (N / K);
      bad[i] = i % 3 == 0 ? 0 : i % K;
      from[i] = i;
      to[i] = (i + 1) % N;
      x[i * D] = (float) (good[i] * 10 + i % 3);
      x[i * D + 1] = (float) (good[i] % 2 * 10 + i % 7 * 0.25);
    }
  graph = eqp_graph_new_from_edges (N, N, from, to, NULL, NULL);
  compute (&set, input, graph);
  input.labels = bad;
  compute (&dealt, input, graph);
  for (int i = 0; i < EQP_N_MEASURES; i++)
    {
      const EqpMeasure *measure = eqp_measure_get (i);

      if (measure->better == EQP_BETTER_HIGH)
        g_assert_cmpfloat (set.values[i], >, dealt.values[i]);
      else if (measure->better == EQP_BETTER_LOW)
        g_assert_cmpfloat (set.values[i], <, dealt.values[i]);
      /* Nobody says that clusters have to be of one size. */
      g_assert_true ((measure->better == EQP_BETTER_NONE) == (measure->group == EQP_MEASURES_BALANCE));
    }
}

/* Every degenerate case gives a value or a reason, never neither. */
static void
test_degenerate (void)
{
  static const float x[] = { 1.0f, 1.0f, 2.0f, 2.0f, 9.0f, 9.0f };
  static const float equal[] = { 4.0f, 4.0f, 4.0f, 4.0f, 4.0f, 4.0f };
  const gint32 one[] = { 0, 0, 0, 0, 0, 0 }, alone[] = { 0, 1, 2, 3, 4, 5 }, none[] = { -1, -1, -1, -1, -1, -1 };
  const gint32 pairs[] = { 0, 0, 1, 1, 2, 2 }, truth[] = { 0, -1, 1, -1, 1, 2 };
  EqpMeasureInput input = { .n = 6, .k = 6, .labels = one, .points = { x, 6, 1, 1.0 }, .truth = truth };
  g_autoptr (EqpGraph) graph = make_graph (6, 0);
  g_autoptr (EqpGraph) bare = make_graph (0, 6);
  EqpMeasureSet set;

  compute (&set, input, graph);
  g_assert_cmpstr (set.reasons[EQP_MEASURE_SILHOUETTE], ==, "it needs two clusters that are not empty");
  g_assert_cmpstr (set.reasons[EQP_MEASURE_CONDUCTANCE_MAX], ==, "it needs two clusters with edges");
  g_assert_cmpfloat (set.values[EQP_MEASURE_MODULARITY], ==, 0.0);
  g_assert_cmpfloat (set.values[EQP_MEASURE_CUT], ==, 0.0);
  g_assert_cmpint (set.n_compared, ==, 4);
  g_assert_cmpint (set.n_unknown, ==, 2);

  input.labels = alone;
  compute (&set, input, bare);
  g_assert_cmpstr (set.reasons[EQP_MEASURE_DAVIES_BOULDIN], ==, "every row is a cluster of its own");
  g_assert_nonnull (set.reasons[EQP_MEASURE_MODULARITY]);
  g_assert_cmpfloat (set.values[EQP_MEASURE_SSE], ==, 0.0);

  input.labels = none;
  compute (&set, input, graph);
  g_assert_cmpint (set.n, ==, 0);
  for (int i = 0; i < EQP_N_MEASURES; i++)
    g_assert_nonnull (set.reasons[i]);

  /* Every cluster in one place: scikit-learn gives 0 and 1, and a silhouette of 1. */
  input.labels = pairs;
  compute (&set, input, NULL);
  g_assert_cmpfloat (set.values[EQP_MEASURE_DAVIES_BOULDIN], ==, 0.0);
  g_assert_cmpfloat (set.values[EQP_MEASURE_CALINSKI_HARABASZ], ==, 1.0);
  g_assert_cmpfloat (set.values[EQP_MEASURE_SILHOUETTE], ==, 1.0);

  input.points.x = equal;
  compute (&set, input, NULL);
  g_assert_cmpfloat (set.values[EQP_MEASURE_DAVIES_BOULDIN], ==, 0.0);
  g_assert_cmpfloat (set.values[EQP_MEASURE_SILHOUETTE], ==, 0.0);

  input.points.x = NULL;
  input.truth = NULL;
  compute (&set, input, graph);
  g_assert_cmpstr (set.reasons[EQP_MEASURE_SSE], ==, "a graph has no features");
  g_assert_cmpstr (set.reasons[EQP_MEASURE_ACC], ==, "no classes are known");
}

/* The match that ACC tells of adds up to it, whatever the values are called. */
static void
test_match (void)
{
  const gint32 truth[] = { 7, 7, 7, -2, -2, 900000, 5, 5 }, labels[] = { 1, 1, 0, 0, 0, 1, 3, 1 };
  g_autoptr (GArray) match = eqp_metrics_match (8, truth, labels);
  const EqpMatch expected[] = { { -2, 0, 2 }, { 5, 3, 1 }, { 7, 1, 2 } };
  EqpExternalMeasures external;

  eqp_metrics_external (8, truth, labels, &external);
  g_assert_cmpuint (match->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < match->len; i++)
    {
      const EqpMatch *pair = &g_array_index (match, EqpMatch, i);

      g_assert_cmpint (pair->klass, ==, expected[i].klass);
      g_assert_cmpint (pair->cluster, ==, expected[i].cluster);
      g_assert_cmpint (pair->shared, ==, expected[i].shared);
    }
  g_assert_cmpfloat (external.acc, ==, 5.0 / 8.0);
}

/* What a first look left out is filled in by a second. */
static void
test_merge (void)
{
  static const float x[] = { 0.0f, 1.0f, 8.0f, 9.0f };
  const gint32 labels[] = { 0, 0, 1, 1 };
  const EqpMeasureInput input = { .n = 4, .k = 2, .labels = labels, .points = { x, 4, 1, 1.0 } };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpMeasureSet first, second;

  eqp_measure_set_init (&first);
  eqp_measure_set_init (&second);
  eqp_measure_set_compute (&first, &input, EQP_MEASURES_POINTS | EQP_MEASURES_BALANCE, pool, NULL);
  eqp_measure_set_compute (&second, &input, EQP_MEASURES_SILHOUETTE, pool, NULL);
  g_assert_false (eqp_measure_set_has (&first, EQP_MEASURE_SILHOUETTE));
  g_assert_false (eqp_measure_set_has (&second, EQP_MEASURE_SSE));
  eqp_measure_set_merge (&first, &second);
  g_assert_true (eqp_measure_set_has (&first, EQP_MEASURE_SILHOUETTE));
  g_assert_cmpfloat (first.values[EQP_MEASURE_SSE], ==, 1.0);
  g_assert_cmpfloat (first.values[EQP_MEASURE_SILHOUETTE], ==, second.silhouette.value);
  g_assert_cmpmem (&first.silhouette, sizeof first.silhouette, &second.silhouette, sizeof second.silhouette);
  g_assert_true (eqp_measure_set_has (&first, EQP_MEASURE_MAX));

  /* The other way round, what there is stays. */
  eqp_measure_set_init (&second);
  eqp_measure_set_compute (&second, &input, EQP_MEASURES_BALANCE, pool, NULL);
  eqp_measure_set_merge (&first, &second);
  g_assert_cmpfloat (first.silhouette.value, ==, first.values[EQP_MEASURE_SILHOUETTE]);
  g_assert_cmpuint (first.groups, ==, EQP_MEASURES_POINTS | EQP_MEASURES_BALANCE | EQP_MEASURES_SILHOUETTE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/measures/points", test_points);
  g_test_add_func ("/core/measures/points-by-definition", test_points_by_definition);
  g_test_add_func ("/core/measures/unlabelled", test_unlabelled);
  g_test_add_func ("/core/measures/sample", test_sample);
  g_test_add_func ("/core/measures/budget", test_budget);
  g_test_add_func ("/core/measures/cancelled", test_cancelled);
  g_test_add_func ("/core/measures/graph", test_graph);
  g_test_add_func ("/core/measures/graph-by-definition", test_graph_by_definition);
  g_test_add_func ("/core/measures/band", test_band);
  g_test_add_func ("/core/measures/band-large", test_band_large);
  g_test_add_func ("/core/measures/table", test_table);
  g_test_add_func ("/core/measures/set", test_set);
  g_test_add_func ("/core/measures/better", test_better);
  g_test_add_func ("/core/measures/degenerate", test_degenerate);
  g_test_add_func ("/core/measures/match", test_match);
  g_test_add_func ("/core/measures/merge", test_merge);
  return g_test_run ();
}
