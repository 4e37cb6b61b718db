/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs that are kept while centers move, against distances taken anew. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include <math.h>
#include <string.h>

#include "solvers/kmeans/eqp-costs-private.h"

/* By the centers that costs are to. */
static double
exact_margin (EqpKMeans *state, gint64 row, int label, const float *price, const double *offset, const double *scale)
{
  const float *x = state->x + row * state->d;
  long double own = eqp_check_distance (x, state->packed + label * state->d, state->d), least = INFINITY;

  for (int c = 0; c < state->k; c++)
    if (c != label)
      least = MIN (least, eqp_check_distance (x, state->packed + c * state->d, state->d) + (long double) price[c]);
  return (double) (least - (scale != NULL ? scale[label] : 1.0) * own - offset[label]);
}

/* Costs that are kept while centers move: what they say of a row is never more than what is true, and what is computed
 * is what it would be in a pass. */
static void
test_kept_costs (void)
{
  gint64 staying = 0, leaving = 0, asked = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (int round = 0; round < 12; round++)
    {
      const gint64 n = 300, d = 128 + round;
      const int k = 17 + round;
      g_autofree double *offset = g_new (double, k), *scale = g_new (double, k);
      g_autofree float *cost = NULL, *price = NULL;
      EqpStay stay = { NULL, offset, round % 3 == 0 ? scale : NULL, 0.0 };
      g_autofree double *values = g_new (double, n * d);
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      EqpContext context = { .pool = pool };
      EqpKMeans *state;
      EqpCosts *costs;

      for (gint64 i = 0; i < n * d; i++)
        values[i] = round % 4 == 1   ? (double) eqp_rng_below (&rng, 4)
                    : round % 4 == 2 ? 1e-7 * (eqp_rng_normal (&rng) + (double) (i / d % 5))
                    : round % 4 == 3 ? (i / d % 2 ? 100.0 : -100.0) + 1e-3 * (float) eqp_rng_normal (&rng)
                                     : eqp_rng_normal (&rng) + (double) (i / d % 5);
      dataset = eqp_test_dataset (n, d, values);
      state = _eqp_kmeans_new (dataset, k, FALSE, &context, NULL);
      for (gint64 i = 0; i < n; i++)
        labels[i] = (gint32) eqp_rng_below (&rng, (guint64) k);
      costs = _eqp_costs_new (state, NULL);
      g_assert_nonnull (costs->place);
      cost = g_new (float, n * state->kp);
      price = g_new (float, state->kp);
      for (int c = 0; c < state->kp; c++)
        price[c] = INFINITY;
      stay.price = price;
      _eqp_kmeans_sum_all (state, labels);
      _eqp_kmeans_update_centers (state);
      _eqp_kmeans_pack (state);
      for (gint64 i = 0; i < n; i++)
        labels[i] = _eqp_kmeans_exact_nearest (state, i, -1);
      g_assert_true (_eqp_costs_take (costs, NULL, NULL, NULL));

      /* Beyond the number of places. */
      for (int step = 0; step < 70; step++)
        {
          double unit = 0.0, sse;
          gint64 settled = 0;

          for (gint64 j = 0; j < k * d; j++)
            state->centers[j] += (state->x[j % (n * d)] - state->centers[j]) * 2e-3 * eqp_rng_uniform (&rng);
          _eqp_kmeans_pack (state);
          g_assert_true (_eqp_costs_follow (costs, labels, &sse));
          unit = sse / (double) n;
          stay.below = 0.0;
          for (int c = 0; c < k; c++)
            {
              price[c] = (float) (0.02 * unit * eqp_rng_normal (&rng));
              offset[c] = (double) price[c];
              scale[c] = 1.0 + 0.01 * eqp_rng_uniform (&rng);
              stay.below = MAX (stay.below, -(double) price[c]);
            }
          g_assert_true (_eqp_kmeans_costs (state, NULL, NULL, cost, NULL));

          for (gint64 i = 0; i < n; i++)
            if (!eqp_costs_fresh (costs, i))
              g_assert_cmpfloat (_eqp_costs_margin (costs, i, labels[i], &stay, 0), <=,
                                 exact_margin (state, i, labels[i], price, offset, stay.scale));

          for (gint64 i = 0; i < n; i++)
            {
              if (eqp_rng_below (&rng, 4) == 0)
                {
                  int c = (int) eqp_rng_below (&rng, (guint64) k);

                  price[c] -= (float) (0.01 * unit);
                  offset[c] += 0.01 * unit * (double) (step % 2);
                  stay.below = MAX (stay.below, -(double) price[c]);
                  _eqp_costs_change (costs, &stay, c);
                  /* As polishing moves them: costs are still to the center that was packed. */
                  for (gint64 j = 0; j < d; j++)
                    state->centers[c * d + j] += sqrt (unit / (double) d);
                }
              if (_eqp_costs_stays (costs, labels, &stay, i, &settled))
                {
                  g_assert_cmpfloat (exact_margin (state, i, labels[i], price, offset, stay.scale), >, 0.0);
                  staying++;
                }
              else
                {
                  g_assert_cmpmem (eqp_costs_row (costs, i), sizeof (float) * (gsize) k, cost + i * state->kp,
                                   sizeof (float) * (gsize) k);
                  leaving++;
                }
            }
          memcpy (state->centers, state->packed, sizeof (double) * (gsize) (k * d));
          if (step % 9 == 8 && round % 2 == 0)
            {
              g_assert_true (_eqp_costs_complete (costs));
              for (gint64 i = 0; i < n; i++)
                g_assert_cmpmem (costs->whole + i * state->kp, sizeof (float) * (gsize) k, cost + i * state->kp,
                                 sizeof (float) * (gsize) k);
            }
          else
            {
              gint64 i = (gint64) eqp_rng_below (&rng, (guint64) n);

              asked += !eqp_costs_fresh (costs, i);
              g_assert_cmpmem (_eqp_costs_single (costs, i), sizeof (float) * (gsize) k, cost + i * state->kp,
                               sizeof (float) * (gsize) k);
            }
          for (gint64 i = 0; i < n; i++)
            if (eqp_costs_fresh (costs, i))
              labels[i] = _eqp_kmeans_exact_nearest (state, i, labels[i]);
        }
      _eqp_costs_free (costs);
      g_assert_null (state->kept);
      _eqp_kmeans_free (state);
    }
  g_test_message ("%d rows stayed, %d did not", (int) staying, (int) leaving);
  g_assert_cmpint (staying, >, 20000);
  g_assert_cmpint (leaving, >, 20000);
  g_assert_cmpint (asked, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-costs/kept", test_kept_costs);
  return g_test_run ();
}
