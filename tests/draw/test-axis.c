/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw.h"

#include <float.h>
#include <math.h>

static void
assert_sound (const EqpAxis *axis)
{
  g_assert_true (isfinite (axis->min) && isfinite (axis->max));
  g_assert_cmpfloat (axis->min, <, axis->max);
  g_assert_true (isfinite (axis->max - axis->min));
  g_assert_cmpint (axis->n_ticks, <=, EQP_AXIS_MAX_TICKS);
  for (int i = 0; i < axis->n_ticks; i++)
    {
      g_autofree char *label = eqp_axis_label (axis, axis->ticks[i]);
      double position = eqp_axis_normalize (axis, axis->ticks[i]);

      g_assert_cmpfloat (position, >, -1e-6);
      g_assert_cmpfloat (position, <, 1.0 + 1e-6);
      g_assert_true (i == 0 || axis->ticks[i] > axis->ticks[i - 1]);
      g_assert_cmpint (g_utf8_strlen (label, -1), >, 0);
    }
}

static void
test_linear_ticks (void)
{
  EqpAxis axis;

  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 0.0, 100.0);
  g_assert_cmpint (axis.n_ticks, ==, 6);
  for (int i = 0; i < 6; i++)
    g_assert_cmpfloat_with_epsilon (axis.ticks[i], 20.0 * i, 1e-9);

  eqp_axis_init (&axis, EQP_AXIS_LINEAR, -0.31, 0.29);
  assert_sound (&axis);
  g_assert_cmpfloat_with_epsilon (axis.step, 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (axis.ticks[0], -0.3, 1e-12);
}

/* Ends that are given the other way round are put right. */
static void
test_swapped (void)
{
  EqpAxis axis;

  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 5.0, -3.0);
  g_assert_cmpfloat (axis.min, ==, -3.0);
  g_assert_cmpfloat (axis.max, ==, 5.0);
  eqp_axis_init (&axis, EQP_AXIS_LOG, 100.0, 1.0);
  g_assert_cmpfloat (axis.min, ==, 1.0);
  g_assert_cmpfloat (axis.max, ==, 100.0);
}

static void
test_integral_ticks (void)
{
  EqpAxis axis;

  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 0.0, 3.0);
  axis.integral = TRUE;
  eqp_axis_set_ticks (&axis, 12);
  g_assert_cmpint (axis.n_ticks, ==, 4);
  g_assert_cmpfloat (axis.step, ==, 1.0);
}

static void
test_expand (void)
{
  EqpAxis axis;

  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 3.0, 187.0);
  eqp_axis_expand (&axis, 4);
  g_assert_cmpfloat (axis.min, ==, 0.0);
  g_assert_cmpfloat (axis.max, ==, 200.0);
  g_assert_cmpfloat_with_epsilon (axis.ticks[axis.n_ticks - 1], 200.0, 1e-9);

  /* The ends bear ticks, whatever there is room for. */
  for (int most = 1; most < 400; most++)
    for (int wanted = 1; wanted < 7; wanted++)
      {
        eqp_axis_init (&axis, EQP_AXIS_LINEAR, 0.0, most);
        eqp_axis_expand (&axis, wanted);
        g_assert_cmpfloat_with_epsilon (axis.ticks[0], axis.min, 1e-9);
        g_assert_cmpfloat_with_epsilon (axis.ticks[axis.n_ticks - 1], axis.max, 1e-9);
      }

  /* Of whole numbers to whole numbers. */
  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 0.2, 2.8);
  axis.integral = TRUE;
  eqp_axis_expand (&axis, 12);
  g_assert_cmpfloat (axis.min, ==, 0.0);
  g_assert_cmpfloat (axis.max, ==, 3.0);
}

static void
test_log_ticks (void)
{
  EqpAxis axis;

  eqp_axis_init (&axis, EQP_AXIS_LOG, 1e-3, 1e3);
  eqp_axis_set_ticks (&axis, 8);
  g_assert_cmpint (axis.n_ticks, ==, 7);
  for (int i = 0; i < 7; i++)
    g_assert_cmpfloat_with_epsilon (log10 (axis.ticks[i]), i - 3.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (eqp_axis_normalize (&axis, 1.0), 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (eqp_axis_value (&axis, 0.5), 1.0, 1e-9);
  g_assert_true (isnan (eqp_axis_normalize (&axis, 0.0)));

  eqp_axis_init (&axis, EQP_AXIS_LOG, 3.0, 70.0);
  assert_sound (&axis);
  g_assert_cmpint (axis.n_ticks, >=, 2);
  eqp_axis_init (&axis, EQP_AXIS_LOG, 3.1, 3.2);
  assert_sound (&axis);
  g_assert_cmpint (axis.n_ticks, >=, 2);
}

/* Whatever a plot is given, its axis can be drawn. */
static void
test_degenerate (void)
{
  static const double ends[] = { 0.0, -0.0, 1.0, -1.0, 5.0, 5.0 + 1e-14, 1e-320, 1e-300, 1e300, DBL_MAX, -DBL_MAX,
                                 INFINITY, -INFINITY, NAN, 1e15, 1e15 + 1.0 };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (ends); j++)
      for (int kind = EQP_AXIS_LINEAR; kind <= EQP_AXIS_LOG; kind++)
        {
          EqpAxis axis;

          eqp_axis_init (&axis, kind, ends[i], ends[j]);
          assert_sound (&axis);
          eqp_axis_expand (&axis, 5);
          assert_sound (&axis);
        }
}

static void
test_constant_is_in_the_middle (void)
{
  EqpAxis axis;

  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 42.0, 42.0);
  g_assert_cmpfloat_with_epsilon (eqp_axis_normalize (&axis, 42.0), 0.5, 1e-9);
  eqp_axis_init (&axis, EQP_AXIS_LINEAR, 0.0, 0.0);
  g_assert_cmpfloat_with_epsilon (eqp_axis_normalize (&axis, 0.0), 0.5, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/axis/linear-ticks", test_linear_ticks);
  g_test_add_func ("/draw/axis/integral-ticks", test_integral_ticks);
  g_test_add_func ("/draw/axis/swapped", test_swapped);
  g_test_add_func ("/draw/axis/expand", test_expand);
  g_test_add_func ("/draw/axis/log-ticks", test_log_ticks);
  g_test_add_func ("/draw/axis/degenerate", test_degenerate);
  g_test_add_func ("/draw/axis/constant-is-in-the-middle", test_constant_is_in_the_middle);
  return g_test_run ();
}
