/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-json.h"
#include "eqp-cli-test.h"
#include "eqp-command-line.h"

#include <locale.h>
#include <math.h>

static void
test_object (void)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GPtrArray) strings = g_ptr_array_new ();
  const gint64 sizes[] = { 3, -1, G_MAXINT64 };

  g_ptr_array_add (strings, (gpointer) "a");
  eqp_json_begin (line, "test");
  eqp_json_integer (line, "n", -5);
  eqp_json_unsigned (line, "u", G_MAXUINT64);
  eqp_json_boolean (line, "yes", TRUE);
  eqp_json_sizes (line, "sizes", 3, sizes);
  eqp_json_sizes (line, "none", 0, NULL);
  eqp_json_open (line, "inner", '{');
  eqp_json_real (line, "x", 0.5);
  eqp_json_close (line, '}');
  eqp_json_strings (line, "words", strings);
  eqp_json_strings (line, "no_words", NULL);
  eqp_json_string (line, "missing", NULL);
  eqp_json_end (line);
  g_assert_cmpstr (line->str, ==,
                   "{\"event\":\"test\",\"n\":-5,\"u\":18446744073709551615,\"yes\":true,\"sizes\":[3,-1,9223372036854775807],\"none\":[],"
                   "\"inner\":{\"x\":0.5},\"words\":[\"a\"],\"no_words\":[],\"missing\":null}\n");
}

static void
assert_real (double      value,
             const char *expected)
{
  g_autoptr (GString) line = g_string_new (NULL);

  eqp_json_real (line, NULL, value);
  g_assert_cmpstr (line->str, ==, expected);
}

static void
test_reals (void)
{
  EqpRng rng;

  assert_real (0.1, "0.1");
  assert_real (1.0 / 3.0, "0.3333333333333333");
  assert_real (-0.0, "-0");
  assert_real (1e300, "1e+300");
  assert_real (5e-324, "5e-324");
  assert_real (1797.0, "1797");
  assert_real (10.0, "10");
  assert_real (-4000000.0, "-4000000");
  assert_real (NAN, "null");
  assert_real (INFINITY, "null");
  assert_real (-INFINITY, "null");

  eqp_rng_init (&rng, 1, 0);
  for (gint i = 0; i < 2000; i++)
    {
      double value = eqp_rng_normal (&rng) * pow (10.0, (double) eqp_rng_below (&rng, 40) - 20.0);
      g_autofree char *text = eqp_real_to_string (value);

      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, value);
    }
}

/* Quotes, controls and bytes that are not UTF-8: always one line that parses. */
static void
test_strings (void)
{
  const char *const texts[] = { "a\"b\\c", "tab\there\nand \033[1m", "\xff\xfe raw", "größe 漢", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_autoptr (GPtrArray) lines = NULL;
      g_autofree char *valid = g_utf8_make_valid (texts[i], -1);

      eqp_json_begin (line, "test");
      eqp_json_string (line, texts[i], texts[i]);
      eqp_json_end (line);
      lines = eqp_cli_parse (line->str);
      g_assert_cmpuint (lines->len, ==, 1);
      g_assert_cmpstr (json_object_get_string_member (lines->pdata[0], valid), ==, valid);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/json/object", test_object);
  g_test_add_func ("/cli/json/reals", test_reals);
  g_test_add_func ("/cli/json/strings", test_strings);
  return g_test_run ();
}
