/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in sentences: grouped, and as printf has them otherwise. */
#include "config.h"

#include <glib.h>
#include <inttypes.h>

#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"

/* Takes @said. */
static void
assert_said (char *said, const char *expected)
{
  g_assert_cmpstr (said, ==, expected);
  g_free (said);
}

static void
test_grouped (void)
{
  assert_said (eqp_sentence_dup ("%" PRId64 " rows", (gint64) 999), "999 rows");
  assert_said (eqp_sentence_dup ("%" PRId64 " rows", (gint64) 1000), "1,000 rows");
  assert_said (eqp_sentence_dup ("%d of %u", -1234567, 4294967295u), "-1,234,567 of 4,294,967,295");
  assert_said (eqp_sentence_dup ("%" PRId64, G_MININT64), "-9,223,372,036,854,775,808");
  assert_said (eqp_sentence_dup ("%" PRIu64, G_MAXUINT64), "18,446,744,073,709,551,615");
  assert_said (eqp_sentence_dup ("%zu and %lu", (gsize) 123456, 99999ul), "123,456 and 99,999");
  assert_said (eqp_plural_dup ("one row", "%" PRId64 " rows", 1000000), "1,000,000 rows");
}

#define FORMAT "%s: %d, %.3f, %c %5d|%05d|%-6d| %.*s, %g %% %02x %*d"

/* Between whole numbers of all lengths stands every other directive. */
static void
test_as_printf (void)
{
  for (int i = 0; i < 1000; i += 37)
    {
      double real = i * 12345.678;

      g_autofree char *expected = g_strdup_printf (FORMAT, "a name", i, real, 'x', i, i, i, 3, "cut off", real, i, 7, i);

      assert_said (eqp_sentence_dup (FORMAT, "a name", i, real, 'x', i, i, i, 3, "cut off", real, i, 7, i), expected);
    }
}

/* A translation may turn the arguments round. */
static void
test_turned (void)
{
  assert_said (eqp_sentence_dup ("%2$s of %1$d", 5, "rows"), "rows of 5");
  assert_said (eqp_sentence_dup ("100 %%2$ of %d", 5000), "100 %2$ of 5,000");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/sentence/grouped", test_grouped);
  g_test_add_func ("/core/sentence/as-printf", test_as_printf);
  g_test_add_func ("/core/sentence/turned", test_turned);
  return g_test_run ();
}
