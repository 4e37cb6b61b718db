/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small claims of the readers: which double is the nearest, what the median of a column is, in which order indices of
 * LIBSVM have to come, and which way up an image is. */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-number.h"
#include "import/eqp-image-file.h"

/* A whole number of 64 bits keeps all of them in the first rounding, so its last eleven bits say how far it lies from the
 * middle between two doubles: next to it nothing may be told, elsewhere the nearest has to come out. */
static void
test_middle (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (int round = 0; round < 3000; round++)
    {
      guint64 tail = round < 2048 ? (guint64) round : eqp_rng_below (&rng, 2048);
      guint64 whole = ((guint64) 1 << 63) + (eqp_rng_below (&rng, (guint64) 1 << 48) << 11) + tail;
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, whole);
      double value, parsed;

#if __LDBL_MANT_DIG__ == 64
      g_assert_cmpint (eqp_number_compose (whole, 0, &value), ==, tail < 0x3ff || tail > 0x401);
#endif
      if (eqp_number_compose (whole, 0, &value))
        g_assert_cmpfloat (value, ==, g_ascii_strtod (text, NULL));
      g_assert_nonnull (eqp_parse_number (text, '.', &parsed));
      g_assert_cmpfloat (parsed, ==, g_ascii_strtod (text, NULL));
    }
}

/* Whatever is told is the nearest, for all powers that are exact, and for none beyond. */
static void
test_powers (void)
{
  EqpRng rng;
  double value;

  eqp_rng_init (&rng, 2, 0);
  for (int exponent = -30; exponent <= 30; exponent++)
    for (int round = 0; round < 400; round++)
      {
        guint64 whole = eqp_rng_next (&rng) % G_GUINT64_CONSTANT (10000000000000000000);
        g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT "e%d", whole, exponent);

        if (eqp_number_compose (whole, exponent, &value))
          {
            g_assert_cmpint (ABS (exponent), <=, 27);
            g_assert_cmpfloat (value, ==, g_ascii_strtod (text, NULL));
          }
      }
#if __LDBL_MANT_DIG__ == 64
  g_assert_true (eqp_number_compose (3, 27, &value));
  g_assert_true (eqp_number_compose (3, -27, &value));
  g_assert_false (eqp_number_compose (3, 28, &value));
  g_assert_false (eqp_number_compose (3, -28, &value));
#endif
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Odd and even counts, in any order, with equal values: the gap gets what stands in the middle, or between. */
static void
test_median (EqpTestFolder *fixture, gconstpointer data)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int count = 1; count <= 24; count++)
    for (int round = 0; round < 4; round++)
      {
        g_autoptr (GString) text = g_string_new ("one,other\n");
        g_autoptr (EqpDataset) dataset = NULL;
        EqpImportOptions options = { .missing = EQP_MISSING_MEDIAN, .labels = "none" };
        double values[24], expected;
        int gap = (int) eqp_rng_below (&rng, count + 1);

        for (int i = 0, next = 0; i <= count; i++)
          {
            if (i == gap)
              {
                g_string_append_printf (text, ",%d.5\n", i);
                continue;
              }
            values[next] = (double) eqp_rng_below (&rng, round % 2 ? 5 : 1000) - 100.0;
            g_string_append_printf (text, "%g,%d.5\n", values[next++], i);
          }
        dataset = eqp_test_load_text (fixture, "a.csv", text->str, &options);
        qsort (values, count, sizeof (double), compare);
        expected = count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2.0;
        g_assert_cmpint (eqp_dataset_get_n (dataset), ==, count + 1);
        g_assert_cmpfloat (eqp_dataset_get_value (dataset, gap, 0), ==, expected);
      }
}

/* Indices go up: a lower one and the same one are refused, with their line, wherever they stand. */
static void
test_index_order (EqpTestFolder *fixture, gconstpointer data)
{
  const struct { const char *text, *part; } wrong[] = {
    { "1 1:1 2:2\n2 2:1 1:2\n1 1:3 2:1\n", "line 2" },
    { "1 1:1 2:2\n2 1:1 3:2\n1 2:3 2:1\n", "line 3" },
    { "1 3:1 1:2\n2 1:1 3:2\n1 1:3 2:1\n", "line 1" },
    { "1 1:1 2:2\n2 1:1 2:1 3:2 3:4\n1 1:3 2:1\n", "line 2" },
    { "1 1:1 2:2\n2 1:1 2:1 3:2 2:4\n1 1:3 2:1\n", "line 2" },
    { "1 0:1 2:2\n2 0:1 0:1\n1 1:3 2:1\n", "line 2" },
  };
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "right", "1 1:1 2:2\n2 1:1 3:2\n1 2:3 3:1\n", NULL);

  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 3);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 1, 2), ==, 2.0);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 2, 0), ==, 0.0);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = eqp_test_write_text (fixture, "wrong", wrong[i].text);

      eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, wrong[i].part);
      eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "comes after a higher or the same index");
    }
}

/* -- which way up an image is -------------------------------------------------------------------------------------- */

static void
put_number (guint8 *to, gboolean big, gsize size, guint32 number)
{
  for (gsize i = 0; i < size; i++)
    to[big ? size - 1 - i : i] = (guint8) (number >> 8 * i);
}

/* A block with an entry of another kind, then one of the orientation. */
static gsize
make_exif (guint8 *block, gboolean big, guint32 at, guint32 tag, guint32 type, guint32 value)
{
  memset (block, 0, 64);
  memcpy (block, big ? "MM\0*" : "II*\0", 4);
  put_number (block + 4, big, 4, at);
  put_number (block + at, big, 2, 2);
  put_number (block + at + 2, big, 2, 256);
  put_number (block + at + 14, big, 2, tag);
  put_number (block + at + 16, big, 2, type);
  put_number (block + at + 18, big, 4, 1);
  put_number (block + at + 22, big, 2, value);
  return at + 26;
}

static void
test_orientation (void)
{
  for (int big = 0; big < 2; big++)
    for (guint32 at = 8; at <= 20; at += 12)
      for (guint32 value = 0; value <= 9; value++)
        {
          guint8 block[64];
          gsize length = make_exif (block, big, at, 274, 3, value);
          guint told = value >= 1 && value <= 8 ? value : 1;

          g_assert_cmpuint (_eqp_image_orientation (block, length), ==, told);
          /* Cut anywhere, an entry that is not whole counts for nothing. */
          for (gsize cut = 0; cut < length; cut++)
            {
              g_autofree guint8 *part = g_memdup2 (block, MAX (1, cut));

              g_assert_cmpuint (_eqp_image_orientation (part, cut), ==, 1);
            }
          block[1] = 'x';
          g_assert_cmpuint (_eqp_image_orientation (block, length), ==, 1);
          length = make_exif (block, big, at, 275, 3, value);
          g_assert_cmpuint (_eqp_image_orientation (block, length), ==, 1);
          length = make_exif (block, big, at, 274, 4, value);
          g_assert_cmpuint (_eqp_image_orientation (block, length), ==, 1);
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-import/middle", test_middle);
  g_test_add_func ("/core/pin-import/powers", test_powers);
  g_test_add ("/core/pin-import/median", EqpTestFolder, NULL, eqp_test_folder_set_up, test_median, eqp_test_folder_tear_down);
  g_test_add ("/core/pin-import/index-order", EqpTestFolder, NULL, eqp_test_folder_set_up, test_index_order, eqp_test_folder_tear_down);
  g_test_add_func ("/core/pin-import/orientation", test_orientation);
  return g_test_run ();
}
