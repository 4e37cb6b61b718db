/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw.h"

#include <float.h>
#include <math.h>

#define assert_text(call, expected) \
  G_STMT_START { g_autofree char *text_ = (call); g_assert_cmpstr (text_, ==, expected); } G_STMT_END

static void
test_counts (void)
{
  assert_text (eqp_format_count (0), "0");
  assert_text (eqp_format_count (999), "999");
  assert_text (eqp_format_count (1797), "1,797");
  assert_text (eqp_format_count (-1234567), "−1,234,567");
  assert_text (eqp_format_count (G_MININT64), "−9,223,372,036,854,775,808");
}

static void
test_numbers (void)
{
  assert_text (eqp_format_number (0.0, 3), "0");
  assert_text (eqp_format_number (1178646.4, 4), "1,178,646");
  assert_text (eqp_format_number (0.016649, 3), "0.0166");
  assert_text (eqp_format_number (1.0, 6), "1");
  assert_text (eqp_format_number (-2.5, 3), "−2.5");
  assert_text (eqp_format_number (2.5e-7, 3), "2.5×10⁻⁷");
  assert_text (eqp_format_number (9.9999e12, 2), "1×10¹³");
  assert_text (eqp_format_number (1e12, 3), "1×10¹²");
  assert_text (eqp_format_number (999999999999.0, 3), "999,999,999,999");
  assert_text (eqp_format_number (1e-4, 3), "0.0001");
  assert_text (eqp_format_number (9.5e-5, 3), "9.5×10⁻⁵");
  assert_text (eqp_format_number (NAN, 3), "–");
  assert_text (eqp_format_number (INFINITY, 3), "∞");
  assert_text (eqp_format_number (-INFINITY, 3), "−∞");
  assert_text (eqp_format_number (1e-320, 1), "1×10⁻³²⁰");
}

static void
test_fixed (void)
{
  assert_text (eqp_format_fixed (5496.5, 2), "5,496.50");
  assert_text (eqp_format_fixed (-0.001, 2), "0.00");
  assert_text (eqp_format_fixed (0.0, 3), "0.000");
  assert_text (eqp_format_fixed (NAN, 2), "–");
}

static void
test_ticks (void)
{
  assert_text (eqp_format_tick (0.30000000000000004, 0.1, 1.0), "0.3");
  assert_text (eqp_format_tick (1e-17, 0.1, 1.0), "0");
  assert_text (eqp_format_tick (250.0, 50.0, 300.0), "250");
  assert_text (eqp_format_tick (1180000.0, 20000.0, 1200000.0), "1.18\302\240M");
  assert_text (eqp_format_tick (500000.0, 500000.0, 1500000.0), "0.5\302\240M");
  assert_text (eqp_format_tick (3e9, 1e9, 5e9), "3×10⁹");
  assert_text (eqp_format_tick (-20.0, 5.0, 20.0), "−20");
}

static void
test_percent (void)
{
  assert_text (eqp_format_percent (0.1489, 1), "14.9\302\240%");
  assert_text (eqp_format_percent (-0.00001, 1), "0.0\302\240%");
  assert_text (eqp_format_percent (NAN, 1), "–\302\240%");
}

/* No size of a number may leave the buffers. */
static void
test_extremes (void)
{
  static const double values[] = { DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 1e-5, 123456789012.0, 1e9 - 0.5 };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    for (int digits = -3; digits < 40; digits += 7)
      {
        g_autofree char *number = eqp_format_number (values[i], digits);
        g_autofree char *tick = eqp_format_tick (values[i], values[i] / pow (10.0, digits), values[i]);
        g_autofree char *percent = eqp_format_percent (values[i], digits);

        g_assert_true (g_utf8_validate (number, -1, NULL));
        g_assert_true (g_utf8_validate (tick, -1, NULL));
        g_assert_true (g_utf8_validate (percent, -1, NULL));
        g_assert_null (g_strstr_len (number, -1, "inf"));
        g_assert_null (g_strstr_len (tick, -1, "nan"));
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/format/counts", test_counts);
  g_test_add_func ("/draw/format/numbers", test_numbers);
  g_test_add_func ("/draw/format/fixed", test_fixed);
  g_test_add_func ("/draw/format/ticks", test_ticks);
  g_test_add_func ("/draw/format/percent", test_percent);
  g_test_add_func ("/draw/format/extremes", test_extremes);
  return g_test_run ();
}
