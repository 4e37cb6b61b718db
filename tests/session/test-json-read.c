/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was written is read back exactly; what is no JSON is refused, however it ends. */
#include "config.h"

#include "eqp-json-read.h"

#include <math.h>
#include <string.h>

#include "eqp-json.h"
#include "eqp-test.h"

static EqpJson *
parse (const char *text)
{
  return eqp_json_parse (text, strlen (text));
}

static void
test_round (void)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (EqpJson) json = NULL;
  const gint64 sizes[] = { 3, -1, G_MAXINT64 };
  guint64 seed;
  gint64 value;

  eqp_json_begin (line, "test");
  eqp_json_unsigned (line, "seed", G_MAXUINT64);
  eqp_json_real (line, "third", 1.0 / 3.0);
  eqp_json_real (line, "none", NAN);
  eqp_json_string (line, "text", "a \"b\" \\ c\n\303\244 \x7f");
  eqp_json_sizes (line, "sizes", 3, sizes);
  eqp_json_boolean (line, "yes", TRUE);
  eqp_json_open (line, "inner", '{');
  eqp_json_real (line, "x", -1e-300);
  eqp_json_close (line, '}');
  eqp_json_end (line);

  json = eqp_json_parse (line->str, line->len);
  g_assert_nonnull (json);
  g_assert_cmpstr (eqp_json_get_text (eqp_json_find (json, "event")), ==, "test");
  g_assert_true (eqp_json_get_unsigned (eqp_json_find (json, "seed"), &seed));
  g_assert_cmpuint (seed, ==, G_MAXUINT64);
  g_assert_true (eqp_json_get_real (eqp_json_find (json, "third")) == 1.0 / 3.0);
  g_assert_true (isnan (eqp_json_get_real (eqp_json_find (json, "none"))));
  g_assert_cmpstr (eqp_json_get_text (eqp_json_find (json, "text")), ==, "a \"b\" \\ c\n\303\244 \x7f");
  g_assert_cmpuint (eqp_json_get_length (eqp_json_find (json, "sizes")), ==, 3);
  g_assert_true (eqp_json_get_integer (eqp_json_get_at (eqp_json_find (json, "sizes"), 2), 0, G_MAXINT64, &value));
  g_assert_cmpint (value, ==, G_MAXINT64);
  g_assert_false (eqp_json_get_integer (eqp_json_get_at (eqp_json_find (json, "sizes"), 1), 0, 9, &value));
  g_assert_true (eqp_json_is_true (eqp_json_find (json, "yes")));
  g_assert_true (eqp_json_get_real (eqp_json_find (eqp_json_find (json, "inner"), "x")) == -1e-300);
  g_assert_null (eqp_json_find (json, "missing"));

  /* Every shorter beginning of it is no value. */
  for (gsize length = 0; length + 2 < line->len; length++)
    {
      g_autofree char *part = g_memdup2 (line->str, MAX (1, length));

      g_assert_null (eqp_json_parse (part, length));
    }
}

static void
test_refused (void)
{
  static const char *const bad[] = { "", "\"\x1f\"",      "nul",    "{",        "{\"a\"}", "{\"a\":}",     "[1,]",       "[1 2]",   "01",
                                     "1.",    ".5",     "+1",       "1e",      "\"\\x\"",      "\"\\ud800\"", "\"a\nb\"", "\"\\u0000\"",
                                     "{a:1}", "1 true", "\"\xff\"", "NaN",     "\"\\ud800\\u0041\"", "{,}",   "-" };
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (EqpJson) json = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (EqpJson) found = parse (bad[i]);

      if (found != NULL)
        g_error ("%s was taken", bad[i]);
    }
  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (deep, '[');
  g_assert_null (parse (deep->str));

  /* Nor can what would take many times its own length. */
  {
    g_autoptr (GString) many = g_string_new ("[[]");

    for (guint i = 0; i < 5000000; i++)
      g_string_append (many, ",[]");
    g_string_append_c (many, ']');
    g_assert_null (parse (many->str));
  }

  json = parse (" \"\\ud83d\\ude00\\/\\t\" ");
  g_assert_cmpstr (eqp_json_get_text (json), ==, "\360\237\230\200/\t");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/json-read/round", test_round);
  g_test_add_func ("/session/json-read/refused", test_refused);
  return g_test_run ();
}
