/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "base/eqp-number-fast.h"

/* Both ways to read a number, which have to agree; in a block of its own, so that reading behind the padding is found. */
static const char *
parse (const char *text, char decimal, double *value)
{
  gsize length = strlen (text);
  g_autofree char *copy = g_malloc0 (length + 1 + EQP_NUMBER_PADDING);
  const char *slow = eqp_parse_number (text, decimal, value), *fast;
  double other;

  memcpy (copy, text, length);
  memset (copy + length + 1, '9', EQP_NUMBER_PADDING);
  fast = _eqp_parse_number_fast (copy, decimal, &other);
  if (slow == NULL)
    {
      g_assert_null (fast);
      return NULL;
    }
  g_assert_cmpint (fast - copy, ==, slow - text);
  g_assert_cmpmem (&other, sizeof other, value, sizeof *value);
  return slow;
}

static void
test_equal_strtod (void)
{
  static const char *const fixed[] = {
    "0", "-0", "0.1", "1.799999999999999933e-01", "123456789012345678901234567890", "0.000000000000000000000000000001",
    "9007199254740993", "9007199254740992.5", "1e22", "1e23", "1e-22", "1e-23", "4.9e-324", "2.2250738585072011e-308",
    "1.7976931348623157e308", "179769313486231580793e289", "3.14159265358979323846264338327950288", "1e-400", "-2.5E+3",
    "00000000000000000000000000001.5", "0.00000000000000000000000000000000000001e30", "8.5070591730234615e37", "12345678", "123456789012345678.5", "0.12345678", "0.1234567890123456789", "0.12345678901234567890123456",
    "1e0000000001", "1e99999", "1e+000000000000000022"
  };
  EqpRng rng;

  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    {
      double value;

      g_assert_true (parse (fixed[i], '.', &value) == fixed[i] + strlen (fixed[i]));
      g_assert_cmpfloat (value, ==, g_ascii_strtod (fixed[i], NULL));
    }

  eqp_rng_init (&rng, 9, 0);
  for (int i = 0; i < 200000; i++)
    {
      static const char *const formats[] = { "%.17g", "%.18e", "%.15g", "%.6f", "%.12e", "%.19g", "%.25g" };
      char text[64], *comma;
      double value, original;

      original = ldexp (eqp_rng_uniform (&rng) - 0.5, (int) eqp_rng_below (&rng, i % 2 ? 120 : 8) - (i % 2 ? 60 : 4));
      g_ascii_formatd (text, sizeof text, formats[eqp_rng_below (&rng, G_N_ELEMENTS (formats))], original);
      g_assert_true (parse (text, '.', &value) == text + strlen (text));
      g_assert_cmpfloat (value, ==, g_ascii_strtod (text, NULL));
      comma = strchr (text, '.');
      if (comma != NULL)
        {
          *comma = ',';
          g_assert_true (parse (text, ',', &original) == text + strlen (text));
          g_assert_cmpfloat (value, ==, original);
        }
    }
}

static void
test_no_numbers (void)
{
  static const char *const texts[] = { "", ".", "-", "+", "e5", "abc", "--1", ".e1", "-.", "/", ":" };
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (parse (texts[i], '.', &value));
  g_assert_cmpstr (parse ("1e", '.', &value), ==, "e");
  g_assert_cmpstr (parse ("0x10", '.', &value), ==, "x10");
  g_assert_cmpstr (parse ("1.2.3", '.', &value), ==, ".3");
}

/* The shortest text that gives the same number. */
static void
test_names (void)
{
  static const struct { double value; const char *name; } names[] = {
    { -2.471, "-2.471" }, { 0.1, "0.1" }, { 1.0 / 3.0, "0.3333333333333333" }, { 0.1 + 0.2, "0.30000000000000004" },
    { -0.0, "0" }, { 7.0, "7" }, { -123456789.0, "-123456789" }, { 1e300, "1e+300" }, { 4.9406564584124654e-324, "4.9406564584124654e-324" }
  };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      eqp_name_number (names[i].value, text);
      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, names[i].value);
      if (names[i].value > 1e-300 || names[i].value <= 0.0)
        g_assert_cmpstr (text, ==, names[i].name);
    }
}

static void
test_missing_markers (void)
{
  static const char *const markers[] = { "", "?", "NA", "n/a", "NaN", "null", "-", "Inf", "-inf" };
  static const char *const others[] = { "x", "0", "NAN2", "no", "+" };

  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    g_assert_true (eqp_is_missing_marker (markers[i], strlen (markers[i])));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (eqp_is_missing_marker (others[i], strlen (others[i])));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/number/equal-strtod", test_equal_strtod);
  g_test_add_func ("/core/number/no-numbers", test_no_numbers);
  g_test_add_func ("/core/number/names", test_names);
  g_test_add_func ("/core/number/missing-markers", test_missing_markers);
  return g_test_run ();
}
