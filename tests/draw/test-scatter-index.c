/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw.h"

#include <math.h>

/* The obvious way. */
static gint64
nearest (gint64       n,
         const float *xy,
         double       x,
         double       y,
         double       radius_x,
         double       radius_y)
{
  double best = 1.0;
  gint64 row = -1;

  for (gint64 i = 0; i < n; i++)
    {
      double dx = (xy[2 * i] - x) / radius_x, dy = (xy[2 * i + 1] - y) / radius_y;
      double distance = dx * dx + dy * dy;

      if (distance < best || (distance == best && row < 0))
        {
          best = distance;
          row = i;
        }
    }
  return row;
}

static void
test_against_search (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const gint64 n = 3000;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autoptr (EqpScatterIndex) index = NULL;
  int found = 0;

  for (gint64 i = 0; i < 2 * n; i++)
    xy[i] = (float) (g_rand_double (rand) * g_rand_double (rand) * 10.0);
  index = eqp_scatter_index_new (n, xy);
  for (int i = 0; i < 2000; i++)
    {
      double x = g_rand_double_range (rand, -1.0, 11.0), y = g_rand_double_range (rand, -1.0, 11.0);
      double radius_x = g_rand_double_range (rand, 0.01, 0.6), radius_y = g_rand_double_range (rand, 0.01, 0.6);
      gint64 row = eqp_scatter_index_lookup (index, x, y, radius_x, radius_y);

      g_assert_cmpint (row, ==, nearest (n, xy, x, y, radius_x, radius_y));
      found += row >= 0;
      /* From far away, too. */
      g_assert_cmpint (eqp_scatter_index_lookup (index, x, y, 40.0 * radius_x, 40.0 * radius_y), ==,
                       nearest (n, xy, x, y, 40.0 * radius_x, 40.0 * radius_y));
    }
  g_assert_cmpint (found, >, 500);
  g_assert_cmpint (found, <, 2000);
}

static void
test_first_of_equal (void)
{
  const float xy[] = { 9, 9, 1, 1, 1, 1, 1, 1 };
  g_autoptr (EqpScatterIndex) index = eqp_scatter_index_new (4, xy);

  g_assert_cmpint (eqp_scatter_index_lookup (index, 1.0, 1.0, 0.5, 0.5), ==, 1);
}

static void
test_not_finite (void)
{
  const float xy[] = { NAN, 0, 0, INFINITY, 2, 3, -INFINITY, NAN };
  g_autoptr (EqpScatterIndex) index = eqp_scatter_index_new (4, xy);

  g_assert_cmpint (eqp_scatter_index_lookup (index, 2.0, 3.0, 1e30, 1e30), ==, 2);
  g_assert_cmpint (eqp_scatter_index_lookup (index, NAN, 3.0, 1.0, 1.0), ==, -1);
  g_assert_cmpint (eqp_scatter_index_lookup (index, 2.0, 3.0, 0.0, 1.0), ==, -1);
}

static void
test_empty_and_huge (void)
{
  const float apart[] = { -3e38f, 0, 3e38f, 0, 0, 1e-30f };
  g_autoptr (EqpScatterIndex) empty = eqp_scatter_index_new (0, NULL);
  g_autoptr (EqpScatterIndex) huge = eqp_scatter_index_new (3, apart);

  g_assert_cmpint (eqp_scatter_index_lookup (empty, 0.0, 0.0, 1.0, 1.0), ==, -1);
  g_assert_cmpint (eqp_scatter_index_lookup (huge, 2.9e38, 0.0, 2e37, 1.0), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/scatter-index/against-search", test_against_search);
  g_test_add_func ("/draw/scatter-index/first-of-equal", test_first_of_equal);
  g_test_add_func ("/draw/scatter-index/not-finite", test_not_finite);
  g_test_add_func ("/draw/scatter-index/empty-and-huge", test_empty_and_huge);
  return g_test_run ();
}
