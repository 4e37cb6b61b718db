/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the balanced assignment step, costs given, against plain argmin passes over the same costs:
 *
 *   bench-assignment N K D GAMMA_REL THREADS [single|double] [CENTERS] [DISTINCT]
 *
 * Points are drawn around 3 K / 2 places in D columns; with DISTINCT only so many of them, each many times. CENTERS:
 *
 *   rows     K of the points (as it is without)
 *   corner   close together, at the edge of the points
 *   copies   ten of the points, again and again
 *   close    the same, not quite equal
 *   means    of the rows nearest to them among one in twenty, four times over
 *   other    where no points are: those of another set, ten times as wide
 *   line     along one column, one further out than the other
 *
 * Prints one JSON object: seconds of processor time of one argmin pass and of the step, their ratio, looks, repairs and
 * the gap. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/eqp-alloc.h"
#include "base/eqp-kernels.h"
#include "base/eqp-rng.h"
#include "eqp-core.h"
#include "solvers/kmeans/eqp-assigner-private.h"

#define CHUNK 2048

typedef struct
{
  gint64        n;
  int           k;
  int           kp;
  const float  *single;
  const double *real;
  const float  *price;
  gint32       *labels;
} Pass;

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
argmin_chunk (gint64 chunk, guint worker, gpointer data)
{
  Pass *pass = data;
  gint64 last = MIN ((chunk + 1) * CHUNK, pass->n);
  float least[64], second[64];

  for (gint64 i = chunk * CHUNK; i < last; i += 64)
    {
      int rows = (int) MIN (64, last - i);

      if (pass->single != NULL)
        _eqp_kernels_get ()->leasts (pass->single + i * pass->kp, rows, pass->price, pass->kp, pass->labels + i, least,
                                     second);
      else
        for (int r = 0; r < rows; r++)
          {
            const double *cost = pass->real + (i + r) * pass->k;
            double lowest = cost[0];
            int best = 0;

            for (int c = 1; c < pass->k; c++)
              if (cost[c] < lowest)
                {
                  lowest = cost[c];
                  best = c;
                }
            pass->labels[i + r] = best;
          }
    }
}

/* The nearest of the centers. */
static int
nearest (const float *row, const float *centers, int k, int d)
{
  double least = 1e300;
  int best = 0;

  for (int c = 0; c < k; c++)
    {
      double sum = 0.0;

      for (int j = 0; j < d; j++)
        sum += (double) (row[j] - centers[c * d + j]) * (double) (row[j] - centers[c * d + j]);
      if (sum < least)
        {
          least = sum;
          best = c;
        }
    }
  return best;
}

/* The means of the rows nearest to each, one row in twenty. */
static void
move_to_means (gint64 n, int k, int d, const float *x, float *centers)
{
  g_autofree double *sums = g_new0 (double, (gsize) k * (gsize) d);
  g_autofree gint64 *counts = g_new0 (gint64, k);

  for (gint64 i = 0; i < n; i += 20)
    {
      int c = nearest (x + i * d, centers, k, d);

      counts[c]++;
      for (int j = 0; j < d; j++)
        sums[c * d + j] += x[i * d + j];
    }
  for (int c = 0; c < k; c++)
    for (int j = 0; j < d && counts[c] > 0; j++)
      centers[c * d + j] = (float) (sums[c * d + j] / (double) counts[c]);
}

static void
place_centers (const char *kind, gint64 n, int k, int d, const float *x, EqpRng *rng, float *centers)
{
  for (int c = 0; c < k; c++)
    {
      gboolean copied = strcmp (kind, "copies") == 0 || strcmp (kind, "close") == 0;

      memcpy (centers + c * d, x + (n / k * (copied ? c % 10 : c)) * d, sizeof (float) * (gsize) d);
      for (int j = 0; j < d; j++)
        if (strcmp (kind, "corner") == 0)
          centers[c * d + j] = 10.0f + 0.1f * (float) eqp_rng_normal (rng);
        else if (strcmp (kind, "close") == 0)
          centers[c * d + j] += 1e-4f * (float) eqp_rng_normal (rng);
        else if (strcmp (kind, "other") == 0)
          centers[c * d + j] = 40.0f * (float) eqp_rng_normal (rng);
        else if (strcmp (kind, "line") == 0)
          centers[c * d + j] = j == 0 ? 10.0f + (float) c : 0.0f;
    }
  for (int round = 0; round < 4 && strcmp (kind, "means") == 0; round++)
    move_to_means (n, k, d, x, centers);
}

int
main (int argc, char **argv)
{
  gint64 n = argc > 5 ? g_ascii_strtoll (argv[1], NULL, 10) : 0;
  int k = argc > 5 ? atoi (argv[2]) : 0, d = argc > 5 ? atoi (argv[3]) : 0, kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
  gboolean real = argc > 6 && strcmp (argv[6], "double") == 0;
  gint64 distinct = argc > 8 ? g_ascii_strtoll (argv[8], NULL, 10) : n;
  g_autofree float *centers = NULL, *x = NULL, *places = NULL, *single = NULL, *price = NULL;
  g_autofree double *cost = NULL, *prices = NULL;
  g_autofree gint32 *labels = NULL;
  g_autoptr (EqpPool) pool = NULL;
  EqpAssigner *assigner;
  EqpAssignmentReport report;
  Pass pass;
  EqpRng rng;
  double total = 0.0, gamma, plain = 1e300, step, start;

  if (n < 1 || k < 1 || d < 1)
    {
      fputs ("usage: bench-assignment N K D GAMMA_REL THREADS [single|double] [CENTERS] [DISTINCT]\n", stderr);
      return 2;
    }

  eqp_rng_init (&rng, 1, 0);
  x = g_new (float, n * d);
  places = g_new (float, 3 * k / 2 * d + d);
  for (int j = 0; j < (3 * k / 2 + 1) * d; j++)
    places[j] = (float) (4.0 * eqp_rng_normal (&rng));
  for (gint64 i = 0; i < n; i++)
    {
      gint64 place = (gint64) eqp_rng_below (&rng, 3 * k / 2 + 1);

      for (int j = 0; j < d; j++)
        x[i * d + j] = i < distinct ? places[place * d + j] + (float) eqp_rng_normal (&rng)
                                    : x[(gint64) (i % distinct) * d + j];
    }
  centers = g_new (float, (gsize) k * (gsize) d);
  place_centers (argc > 7 ? argv[7] : "rows", n, k, d, x, &rng, centers);
  if (real)
    cost = g_new (double, n * k);
  else
    single = g_new0 (float, n * kp);
  for (gint64 i = 0; i < n; i++)
    for (int c = 0; c < k; c++)
      {
        const float *center = centers + (gint64) c * d;
        double sum = 0.0;

        for (int j = 0; j < d; j++)
          sum += (double) (x[i * d + j] - center[j]) * (double) (x[i * d + j] - center[j]);
        if (real)
          cost[i * k + c] = sum;
        else
          single[i * kp + c] = (float) sum;
      }
  for (gint64 i = 0; i < n * d; i++)
    total += (double) x[i] * (double) x[i];
  gamma = g_ascii_strtod (argv[4], NULL) * eqp_gamma_unit (EQP_FAMILY_KMEANS, n, k, total);

  pool = eqp_pool_new ((guint) atoi (argv[5]));
  labels = g_new (gint32, n);
  prices = g_new0 (double, k);
  price = g_new0 (float, kp);
  for (int c = k; c < kp; c++)
    price[c] = 1e30f;
  pass = (Pass) { n, k, kp, single, cost, price, labels };
  for (int round = 0; round < 3; round++)
    {
      start = processor_seconds ();
      eqp_pool_run (pool, (n + CHUNK - 1) / CHUNK, argmin_chunk, &pass);
      plain = MIN (plain, processor_seconds () - start);
    }

  for (gint64 i = 0; i < n; i++)
    labels[i] = -1;
  start = processor_seconds ();
  assigner = _eqp_assigner_new (n, k, pool, NULL, NULL);
  if (!_eqp_assigner_solve (assigner, single, cost, real ? k : kp, gamma, prices, labels, &report))
    return 1;
  _eqp_assigner_free (assigner);
  step = processor_seconds () - start;
  printf ("{\"n\":%" G_GINT64_FORMAT ",\"k\":%d,\"argmin\":%.4g,\"step\":%.4g,\"ratio\":%.3g,\"looks\":%d,\"repairs\":%" G_GINT64_FORMAT
          ",\"gap\":%.3g,\"objective\":%.15g}\n",
          n, k, plain, step, step / plain, report.evaluations, report.repairs, report.gap, report.objective);
  return 0;
}
