/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wilcoxon's signed rank test against scipy.stats.wilcoxon (1.10) and against all signs, one by one. */
#include "config.h"

#include <math.h>

#include "eqp-test.h"

static void
assert_test (gint64        n,
             const double *differences,
             double        smaller,
             double        p)
{
  EqpSignedRank result;

  eqp_signed_rank (n, differences, &result);
  eqp_assert_close (MIN (result.w_plus, result.w_minus), smaller, 0.0);
  eqp_assert_close (result.w_plus + result.w_minus, 0.5 * (double) result.used * (double) (result.used + 1), 0.0);
  eqp_assert_close (result.p, p, 1e-12);
}

/* wilcoxon (d, mode="exact"); zeros taken out first, since scipy falls back to the normal distribution with them. */
static void
test_scipy (void)
{
  const double a[] = { 1.5, -0.5, 2.25, 3.0, -1.0, 4.5, 0.75, -0.25, 5.0, 6.0 };
  const double b[] = { 6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75 };
  const double c[] = { 0, 0.1, -0.2, 0.3, 0.4, NAN, 0, 0.55, 0.6 };
  double d[300], e[60], f[20];
  EqpSignedRank result;

  assert_test (10, a, 7.0, 0.037109375);
  assert_test (15, b, 24.0, 0.041259765625);
  assert_test (9, c, 2.0, 0.09375);
  eqp_signed_rank (9, c, &result);
  g_assert_cmpint (result.pairs, ==, 8);
  g_assert_cmpint (result.used, ==, 6);
  for (int i = 0; i < 60; i++)
    e[i] = (i * 37) % 101 - 38 + 0.001 * i;
  assert_test (60, e, 541.0, 0.0053844355767493236);
  for (int i = 0; i < 20; i++)
    f[i] = i + 1;
  assert_test (20, f, 0.0, 1.9073486328125e-06);

  /* wilcoxon (d, mode="approx", correction=False) */
  for (int i = 0; i < 300; i++)
    d[i] = ((i * 37) % 101 - 38) / 4.0;
  eqp_signed_rank (300, d, &result);
  g_assert_false (result.exact);
  g_assert_cmpint (result.used, ==, 297);
  eqp_assert_close (result.w_minus, 12870.0, 0.0);
  eqp_assert_close (result.p, 4.12545325372636e-10, 1e-10);
}

/* Mean ranks by counting, all 2^n signs. */
static double
brute_force (gint           n,
             const double  *d)
{
  double ranks[12], plus = 0.0, minus = 0.0;
  gint64 low = 0;

  for (gint i = 0; i < n; i++)
    {
      ranks[i] = 0.5;
      for (gint j = 0; j < n; j++)
        ranks[i] += fabs (d[j]) < fabs (d[i]) ? 1.0 : fabs (d[j]) == fabs (d[i]) ? 0.5 : 0.0;
      *(d[i] > 0.0 ? &plus : &minus) += ranks[i];
    }
  for (guint signs = 0; signs < 1u << n; signs++)
    {
      double w = 0.0;

      for (gint i = 0; i < n; i++)
        w += (signs >> i & 1) != 0 ? ranks[i] : 0.0;
      low += w <= MIN (plus, minus);
    }
  return MIN (1.0, 2.0 * (double) low / (double) (1u << n));
}

static void
test_ties (void)
{
  const double known[] = { 1, 1, -1, 2, 2, 2, -3, 4, 4, 5, 0, 0 };
  EqpRng rng;

  assert_test (12, known, 9.0, 0.068359375);
  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 200; round++)
    {
      double d[12];
      gint n = 1 + (gint) (eqp_rng_uniform (&rng) * 12.0);
      EqpSignedRank result;

      for (gint i = 0; i < n; i++)
        do
          d[i] = floor (eqp_rng_uniform (&rng) * 9.0) - 3.0;
        while (d[i] == 0.0);
      eqp_signed_rank (n, d, &result);
      eqp_assert_close (result.p, brute_force (n, d), 1e-12);
    }
}

/* Beyond what is counted out: each rank has a sign of either kind by chance, so the sum of the positive ones has the mean
 * sum r / 2 and the variance sum r^2 / 4, ties or not. */
static void
test_many_ties (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  for (int round = 0; round < 20; round++)
    {
      double d[400], plus = 0.0, total = 0.0, squares = 0.0;
      gint n = 201 + (gint) eqp_rng_below (&rng, 200), sizes = 1 + round * round;
      EqpSignedRank result;

      for (gint i = 0; i < n; i++)
        d[i] = (1.0 + (double) eqp_rng_below (&rng, (guint64) sizes)) * (eqp_rng_below (&rng, 20) < 9 ? -1.0 : 1.0);
      for (gint i = 0; i < n; i++)
        {
          double rank = 0.5;

          for (gint j = 0; j < n; j++)
            rank += fabs (d[j]) < fabs (d[i]) ? 1.0 : fabs (d[j]) == fabs (d[i]) ? 0.5 : 0.0;
          total += rank;
          squares += rank * rank;
          plus += d[i] > 0.0 ? rank : 0.0;
        }
      eqp_signed_rank (n, d, &result);
      g_assert_false (result.exact);
      eqp_assert_close (result.w_plus, plus, 0.0);
      eqp_assert_close (result.p, erfc (fabs (plus - 0.5 * total) / sqrt (0.5 * squares)), 1e-12);
    }
}

/* Sizes that are one but for rounding are one. */
static void
test_rounding (void)
{
  const double rounded[] = { 0.3 - 0.1, 0.5 - 0.7, 0.4 - 0.2, 0.9 - 0.7, 0.4 };
  const double whole[] = { 2, -2, 2, 2, 4 };
  EqpSignedRank a, b;

  eqp_signed_rank (5, rounded, &a);
  eqp_signed_rank (5, whole, &b);
  g_assert_true (0.3 - 0.1 != 0.4 - 0.2);
  eqp_assert_close (a.p, b.p, 1e-15);
  eqp_assert_close (a.w_minus, 2.5, 0.0);

  /* In parts of the largest, and from the smallest of them on: sizes that creep up are not one. */
  const struct
  {
    double differences[4];
    double minus;
  } near[] = {
    { { 0.1, -0.1 - 5e-10, 1.0, 1.0 }, 1.5 },
    { { 0.1, -0.1 - 5e-9, 1.0, 1.0 }, 2.0 },
    { { 1.0, 1.0 + 7e-10, -1.0 - 14e-10, -1.0 - 28e-10 }, 7.0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (near); i++)
    {
      eqp_signed_rank (4, near[i].differences, &a);
      eqp_assert_close (a.w_minus, near[i].minus, 0.0);
    }
}

/* Up to 200 pairs that differ all signs are counted out, however many do not differ. */
static void
test_exact (void)
{
  double d[260];
  EqpSignedRank result;

  for (int i = 0; i < 260; i++)
    d[i] = i < 200 ? 1.0 + i : 0.0;
  eqp_signed_rank (260, d, &result);
  g_assert_cmpint (result.used, ==, 200);
  g_assert_true (result.exact);
  d[200] = 300.0;
  eqp_signed_rank (260, d, &result);
  g_assert_false (result.exact);
}

static void
test_nothing (void)
{
  const double zeros[] = { 0, 0, 0 };
  EqpSignedRank result;

  eqp_signed_rank (3, zeros, &result);
  g_assert_cmpint (result.used, ==, 0);
  eqp_assert_close (result.p, 1.0, 0.0);
  eqp_signed_rank (0, NULL, &result);
  eqp_assert_close (result.p, 1.0, 0.0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/signed-rank/scipy", test_scipy);
  g_test_add_func ("/core/signed-rank/ties", test_ties);
  g_test_add_func ("/core/signed-rank/many-ties", test_many_ties);
  g_test_add_func ("/core/signed-rank/rounding", test_rounding);
  g_test_add_func ("/core/signed-rank/exact", test_exact);
  g_test_add_func ("/core/signed-rank/nothing", test_nothing);
  return g_test_run ();
}
