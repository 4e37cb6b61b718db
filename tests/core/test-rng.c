/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

static void
test_same_seed (void)
{
  EqpRng a, b, c;
  int equal = 0;

  eqp_rng_init (&a, 7, 0);
  eqp_rng_init (&b, 7, 0);
  eqp_rng_init (&c, 7, 1);
  for (int i = 0; i < 100; i++)
    {
      guint64 value = eqp_rng_next (&a);

      g_assert_cmpuint (value, ==, eqp_rng_next (&b));
      equal += value == eqp_rng_next (&c);
    }
  g_assert_cmpint (equal, ==, 0);
}

static void
test_below_is_even (void)
{
  EqpRng rng;
  int count[7] = { 0 };

  eqp_rng_init (&rng, 1, 0);
  for (int i = 0; i < 70000; i++)
    count[eqp_rng_below (&rng, 7)]++;
  for (int i = 0; i < 7; i++)
    g_assert_cmpint (ABS (count[i] - 10000), <, 500);
}

static void
test_normal_moments (void)
{
  EqpRng rng;
  double sum = 0.0, squares = 0.0;

  eqp_rng_init (&rng, 3, 0);
  for (int i = 0; i < 100000; i++)
    {
      double value = eqp_rng_normal (&rng);

      sum += value;
      squares += value * value;
    }
  g_assert_cmpfloat_with_epsilon (sum / 100000, 0.0, 0.02);
  g_assert_cmpfloat_with_epsilon (squares / 100000, 1.0, 0.02);
}

static void
test_shuffle_keeps_all (void)
{
  EqpRng rng;
  gint32 values[50];
  gboolean seen[50] = { FALSE };

  for (int i = 0; i < 50; i++)
    values[i] = i;
  eqp_rng_init (&rng, 5, 0);
  eqp_rng_shuffle (&rng, values, 50);
  for (int i = 0; i < 50; i++)
    seen[values[i]] = TRUE;
  for (int i = 0; i < 50; i++)
    g_assert_true (seen[i]);
}

/* Every order comes as often, that of the beginning as well. */
static void
test_shuffle_is_even (void)
{
  enum { TIMES = 6000 };
  EqpRng rng;
  int counts[27] = { 0 }, orders = 0;

  eqp_rng_init (&rng, 9, 0);
  for (int i = 0; i < TIMES; i++)
    {
      gint32 values[] = { 0, 1, 2 };

      eqp_rng_shuffle (&rng, values, 3);
      counts[9 * values[0] + 3 * values[1] + values[2]]++;
    }
  for (int i = 0; i < 27; i++)
    if (counts[i] > 0)
      {
        orders++;
        g_assert_cmpint (ABS (counts[i] - TIMES / 6), <, 150);
      }
  g_assert_cmpint (orders, ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/rng/same-seed", test_same_seed);
  g_test_add_func ("/core/rng/below-is-even", test_below_is_even);
  g_test_add_func ("/core/rng/normal-moments", test_normal_moments);
  g_test_add_func ("/core/rng/shuffle-keeps-all", test_shuffle_keeps_all);
  g_test_add_func ("/core/rng/shuffle-is-even", test_shuffle_is_even);
  return g_test_run ();
}
