/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small claims of the readers: which double is the nearest, what the median of a column is, in which order indices of
 * LIBSVM have to come, what becomes of missing cells, and which way up an image is. */
#include "config.h"

#include "eqp-truth.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/eqp-alloc.h"
#include "base/eqp-number.h"
#include "import/eqp-encoding.h"
#include "import/eqp-image-file.h"
#include "import/eqp-plain-file.h"
#include "import/eqp-store.h"
#include "import/images/eqp-image-private.h"

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

/* -- the store ----------------------------------------------------------------------------------------------------- */

static void
put_value (EqpItem item, gpointer row, gint64 column, double value)
{
  if (item == EQP_ITEM_DOUBLE)
    ((double *) row)[column] = value;
  else if (item == EQP_ITEM_FLOAT)
    ((float *) row)[column] = (float) value;
  else
    ((guint8 *) row)[column] = (guint8) value;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* What a missing cell of a column gets: mean or median of the finite ones in the rows that count. */
static double
fill_of (const double *cells, gint64 n, gint64 width, gint64 column, const guint8 *left_out, gboolean median)
{
  g_autofree double *values = g_new (double, n);
  double sum = 0.0;
  gint64 m = 0;

  for (gint64 i = 0; i < n; i++)
    if (!left_out[i] && isfinite (cells[i * width + column]))
      sum += values[m++] = cells[i * width + column];
  qsort (values, (gsize) m, sizeof (double), compare_numbers);
  return median ? (values[(m - 1) / 2] + values[m / 2]) / 2.0 : sum / (double) m;
}

/* Small tables of every type of item with gaps, chosen columns in any order and rows left out before. */
static void
test_store (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 600; round++)
    {
      static const EqpMissingPolicy policies[] = { EQP_MISSING_GUESS, EQP_MISSING_MEAN, EQP_MISSING_MEDIAN,
                                                   EQP_MISSING_DROP, EQP_MISSING_REFUSE };
      EqpMissingPolicy policy = policies[round % 5];
      EqpItem item = (EqpItem) (round / 5 % 3);
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 12), width = 1 + (gint64) eqp_rng_below (&rng, 9), m = 0;
      g_autoptr (EqpStore) store = eqp_store_new (width, item);
      g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autofree double *cells = g_new (double, n * width);
      g_autofree gint64 *chosen = g_new (gint64, width), *lacking = g_new0 (gint64, width);
      g_autofree guint8 *dropped = round % 3 == 0 ? g_new0 (guint8, n) : NULL, *before = g_new0 (guint8, n),
                        *gone = g_new0 (guint8, n);
      gint64 counted = 0, kept = 0, missing = 0, out = 0, first_row = -1, first_column = -1;
      gboolean settled, gaps = FALSE;
      g_autofree char *sentence = NULL;
      g_autoptr (GError) error = NULL;
      EqpDatasetParts parts = { 0 };

      /* -- the table */
      for (gint64 i = 0; i < n; i++)
        {
          gpointer row = eqp_store_append (store, NULL);

          for (gint64 j = 0; j < width; j++)
            {
              double value = item == EQP_ITEM_BYTE ? (double) eqp_rng_below (&rng, 256)
                                                   : (float) (j * 20.0 + eqp_rng_normal (&rng));

              if (item != EQP_ITEM_BYTE && eqp_rng_below (&rng, 5) == 0)
                value = (double[]){ NAN, INFINITY, -INFINITY }[eqp_rng_below (&rng, 3)];
              put_value (item, row, j, cells[i * width + j] = value);
            }
          if (dropped != NULL)
            before[i] = dropped[i] = gone[i] = eqp_rng_below (&rng, 6) == 0;
          counted += !before[i];
        }
      g_assert_cmpint (eqp_store_get_rows (store), ==, n);
      g_assert_cmpint (eqp_store_get_width (store), ==, width);
      for (gint64 j = 0; j < width; j++)
        if (eqp_rng_below (&rng, 4) > 0)
          {
            gint64 at = round % 2 ? (gint64) eqp_rng_below (&rng, (guint64) columns->len + 1) : columns->len;

            g_array_insert_val (columns, (guint) at, j);
          }

      /* -- what it ought to come to */
      for (guint j = 0; j < columns->len; j++)
        {
          gint64 column = g_array_index (columns, gint64, j), none = 0;

          for (gint64 i = 0; i < n; i++)
            none += !before[i] && !isfinite (cells[i * width + column]);
          gaps |= none > 0;
          if (none == counted && counted > 0)
            continue;
          chosen[m] = column;
          lacking[m++] = none;
          missing += none;
        }
      for (gint64 i = 0; i < n && missing > 0; i++)
        {
          gint64 numbers = 0;

          for (gint64 j = 0; j < m; j++)
            numbers += isfinite (cells[i * width + chosen[j]]);
          for (gint64 j = 0; j < m && !before[i] && first_row < 0; j++)
            if (!isfinite (cells[i * width + chosen[j]]))
              {
                first_row = i;
                first_column = chosen[j];
              }
          gone[i] |= numbers == 0 || (policy == EQP_MISSING_DROP && numbers < m);
        }
      for (gint64 i = 0; i < n; i++)
        kept += !gone[i];

      /* -- what it comes to */
      settled = eqp_store_settle_missing (store, columns, policy, "t", NULL, NULL, &dropped, &parts, &error);
      if (gaps && m == 0)
        sentence = g_strdup ("t: no column has any numbers");
      else if (missing > 0 && policy == EQP_MISSING_REFUSE)
        sentence = g_strdup_printf ("t, row %d, column %d: the cell is missing or no finite number (%d such in all)",
                                    (int) first_row + 1, (int) first_column + 1, (int) missing);
      else if (missing > 0 && kept == 0)
        sentence = g_strdup_printf ("t: every row has a missing cell (the first: row %d, column %d)",
                                    (int) first_row + 1, (int) first_column + 1);
      g_assert_cmpint (settled, ==, sentence == NULL);
      if (!settled)
        {
          g_assert_true (g_str_has_prefix (error->message, sentence));
          eqp_dataset_parts_clear (&parts);
          continue;
        }
      g_assert_cmpint (parts.missing, ==, missing);
      g_assert_cmpint (columns->len, ==, m);
      for (gint64 i = 0; i < n; i++)
        g_assert_cmpint (dropped != NULL && dropped[i], ==, gone[i]);
      g_assert_true (eqp_store_finish (store, columns, dropped, &parts, NULL));
      g_assert_cmpint (eqp_store_get_rows (store), ==, 0);
      g_assert_cmpint (parts.n, ==, kept);
      g_assert_cmpint (parts.d, ==, m);
      g_assert_cmpint (parts.column_missing != NULL, ==, missing > 0 && m > 0);
      for (gint64 j = 0; j < m; j++)
        {
          g_assert_cmpint (g_array_index (columns, gint64, j), ==, chosen[j]);
          if (missing > 0)
            g_assert_cmpint (parts.column_missing[j], ==, lacking[j]);
        }
      for (gint64 i = 0; i < n; i++)
        {
          for (gint64 j = 0; j < m && !gone[i]; j++)
            {
              double value = cells[i * width + chosen[j]];
              gboolean median = policy == EQP_MISSING_MEDIAN;

              /* Means are those of the rows that stay, medians those of the rows there were. */
              if (!isfinite (value))
                value = fill_of (cells, n, width, chosen[j], median ? before : gone, median);
              eqp_assert_close ((double) parts.features[out * m + j] * parts.scale + parts.offsets[j], value, 1e-6);
            }
          out += !gone[i];
        }
      eqp_dataset_parts_clear (&parts);
    }
}

/* Tables of several blocks, made wider: the blocks go one by one, and each of them once. */
static void
test_store_blocks (void)
{
  gint64 n = 20, width = 100000;
  EqpDatasetParts parts = { 0 };
  EqpStore *store = eqp_store_new (width, EQP_ITEM_DOUBLE);

  for (gint64 i = 0; i < n; i++)
    {
      double *row = eqp_store_append (store, NULL);

      for (gint64 j = 0; j < width; j++)
        row[j] = (double) (i * 7 + j);
    }
  g_assert_true (eqp_store_widen (&store, 2, NULL));
  g_assert_cmpint (eqp_store_get_width (store), ==, width + 2);
  g_assert_cmpint (eqp_store_get_rows (store), ==, n);
  for (gint64 i = 0; i < n; i++)
    {
      double *row = eqp_store_row (store, i);

      for (gint64 j = 0; j < width + 2; j++)
        g_assert_cmpfloat (row[j], ==, j < width ? (double) (i * 7 + j) : 0.0);
      row[width] = (double) i;
    }
  g_assert_true (eqp_store_finish (store, NULL, NULL, &parts, NULL));
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < width + 2; j++)
      eqp_assert_close (parts.features[i * (width + 2) + j] + parts.offsets[j],
                        j < width ? (double) (i * 7 + j) : j == width ? (double) i : 0.0, 1e-6);
  eqp_dataset_parts_clear (&parts);
  eqp_store_free (store);
}

/* -- the columns asked for ----------------------------------------------------------------------------------------- */

static gint64
find_number (const char *text, gpointer n_columns)
{
  char *end;
  gint64 number = g_ascii_strtoll (text, &end, 10);

  return end[strspn (end, " ")] == '\0' && number >= 1 && number <= GPOINTER_TO_INT (n_columns) ? number - 1 : -1;
}

static void
test_columns (void)
{
  static const struct
  {
    const char *columns, *ignore, *kept; /* kept: NULL where there is no such column */
  } cases[] = {
    { NULL, NULL, "123456" },    { "2", NULL, "2" },          { "3,1", NULL, "31" },       { "2-4", NULL, "234" },
    { "2-2", NULL, "2" },        { "1,1-3,2", NULL, "123" },  { "5 - 6, 1", NULL, "561" }, { NULL, "1,6", "2345" },
    { NULL, "2-5", "16" },       { "1-4", "2,3,6", "14" },    { "1-6", "1-6", "" },        { "4,3,2", "3", "42" },
    { "0", NULL, NULL },         { "7", NULL, NULL },         { "5-7", NULL, NULL },       { "3-2", NULL, NULL },
    { NULL, "1,7", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpImportOptions options = { .columns = (char *) cases[i].columns, .ignore = (char *) cases[i].ignore };
      g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GString) kept = g_string_new (NULL);
      EqpDatasetParts parts = { .ledger = eqp_ledger_new (100) };
      g_autoptr (GError) error = NULL;
      gboolean chosen = eqp_choose_columns ("t", &options, 6, find_number, GINT_TO_POINTER (6), columns, &parts, &error);

      g_test_message ("%s less %s: %s", cases[i].columns, cases[i].ignore, error != NULL ? error->message : "");
      g_assert_cmpint (chosen, ==, cases[i].kept != NULL);
      for (guint j = 0; j < columns->len; j++)
        g_string_append_printf (kept, "%d", (int) g_array_index (columns, gint64, j) + 1);
      if (chosen)
        {
          g_assert_cmpstr (kept->str, ==, cases[i].kept);
          g_assert_cmpint (eqp_ledger_get_count (parts.ledger, EQP_LEDGER_COLUMN_IGNORED), ==, 6 - (int) columns->len);
        }
      else
        g_assert_nonnull (strstr (error->message, "the columns are numbered 1 to 6"));
      eqp_dataset_parts_clear (&parts);
    }
}

/* -- pixels ------------------------------------------------------------------------------------------------------- */

/* Gray of colors with what lies before black, whole where numbers are; a channel more than are looked at. */
static void
test_pixels (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 3 * 2 * 2 * 2 * 2 * 4; round++)
    {
      int kind = round % 3, colors = round / 3 % 2 ? 3 : 1;
      gboolean alpha = round / 6 % 2, premultiplied = round / 12 % 2, inverse = round / 24 % 2;
      float gray[3 * 5];
      EqpImage image = { .width = 5, .height = 3, .gray = gray, .number = kind < 2 ? 'u' : 'f', .bits = 8 << kind,
                         .white = kind == 0 ? 255.0 : kind == 1 ? 65535.0 : round % 2 ? 1.0 : 0.0, .colors = colors,
                         .samples = colors + alpha + round / 48 % 2, .alpha = alpha, .premultiplied = premultiplied,
                         .inverse = inverse && colors == 1 };
      double most = kind == 2 ? 1.0 : image.white, samples[3][5];
      guint8 row[3 * 5 * 4];
      gboolean colored = FALSE, transparent = FALSE, whole = image.white > 0.0;

      image.bits = kind == 2 ? 32 : image.bits;
      for (int i = 0; i < 3 * image.samples; i++)
        {
          int pixel = i / image.samples, channel = i % image.samples;
          gboolean is_alpha = alpha && channel == colors;
          double value = is_alpha && (pixel == 0 || round % 5 == 0) ? most
                         : kind == 2 ? (float) eqp_rng_uniform (&rng) : (double) eqp_rng_below (&rng, (guint64) most + 1);
          guint16 two;
          float four;

          if (channel > 0 && channel < (pixel == 1 ? colors : pixel == 2 ? MIN (2, colors) : 0))
            value = samples[pixel][0];
          samples[pixel][channel] = value;
          two = (guint16) value;
          four = (float) value;
          if (kind == 0)
            row[i] = (guint8) value;
          else if (kind == 1)
            memcpy (row + 2 * i, &two, 2);
          else
            memcpy (row + 4 * i, &four, 4);
        }
      image.big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
      for (int i = 0; i < 15; i++)
        gray[i] = -7.0f;
      _eqp_image_take_row (&image, row, 1, 2, 3);
      for (int i = 0; i < 15; i++)
        {
          const double *from = samples[CLAMP (i - 11, 0, 2)];
          gboolean is_gray = colors == 1 || (from[0] == from[1] && from[0] == from[2]);
          double white = kind < 2 ? image.white : 1.0;
          double value = is_gray ? (image.inverse ? image.white - from[0] : from[0])
                                 : 0.299 * from[0] + 0.587 * from[1] + 0.114 * from[2];

          if (i < 11 || i > 13)
            {
              g_assert_cmpfloat (gray[i], ==, -7.0f);
              continue;
            }
          if (!is_gray && whole)
            value = floor (value + 0.5);
          if (alpha && from[colors] != white)
            {
              transparent = TRUE;
              if (!premultiplied)
                value = whole ? floor (value * from[colors] / white + 0.5) : value * from[colors];
            }
          colored |= !is_gray;
          eqp_assert_close (gray[i], value, 1e-6);
        }
      g_assert_cmpint (image.colored, ==, colored);
      g_assert_cmpint (image.transparent, ==, transparent);
      g_assert_false (image.rounded);
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

static gboolean
take_turned (EqpImage *image, gpointer user_data)
{
  EqpImage *taken = user_data;

  *taken = *image;
  image->gray = NULL;
  return TRUE;
}

/* Where the first row and the first column of what is stored are seen. */
static void
test_turned (void)
{
  for (guint orientation = 0; orientation <= 9; orientation++)
    {
      EqpImage image = { .width = 3, .height = 2, .gray = g_new (float, 6), .orientation = orientation }, taken;
      EqpImageJob job = { .func = take_turned, .user_data = &taken };

      for (int i = 0; i < 6; i++)
        image.gray[i] = (float) i;
      g_assert_true (_eqp_image_hand_over (&job, &image));
      g_assert_cmpint (taken.width, ==, orientation >= 5 && orientation <= 8 ? 2 : 3);
      g_assert_cmpint (taken.width * taken.height, ==, 6);
      for (int row = 0; row < 2; row++)
        for (int column = 0; column < 3; column++)
          {
            const int places[][2] = { { column, row }, { column, row }, { 2 - column, row }, { 2 - column, 1 - row },
                                      { column, 1 - row }, { row, column }, { 1 - row, column },
                                      { 1 - row, 2 - column }, { row, 2 - column }, { column, row } };
            const int *at = places[orientation];

            g_assert_cmpfloat (taken.gray[at[1] * taken.width + at[0]], ==, (float) (row * 3 + column));
          }
      g_free (taken.gray);
    }
}

/* -- guesses ------------------------------------------------------------------------------------------------------ */

/* Zeros in every other byte, eight of ten: fewer, few units, or zeros on both sides are no wide characters. */
static void
test_encoding (void)
{
  static const struct
  {
    gsize       units, zeros;
    int         side;
    gboolean    both;
    const char *name;
  } cases[] = {
    { 10, 10, 1, FALSE, "UTF-16LE" }, { 10, 8, 1, FALSE, "UTF-16LE" }, { 10, 8, 0, FALSE, "UTF-16BE" },
    { 10, 7, 1, FALSE, NULL },        { 3, 3, 1, FALSE, NULL },        { 4, 4, 1, FALSE, "UTF-16LE" },
    { 10, 9, 1, TRUE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint8 head[20];
      g_autofree char *evidence = NULL;

      memset (head, 'a', sizeof head);
      for (gsize u = 0; u < cases[i].zeros; u++)
        head[2 * u + (gsize) cases[i].side] = 0;
      if (cases[i].both)
        head[2 * cases[i].zeros + 1 - (gsize) cases[i].side] = 0;
      g_assert_cmpstr (_eqp_guess_encoding (head, 2 * cases[i].units, &evidence), ==, cases[i].name);
    }
}

/* An image that is its own mirror image about the upright middle line tells how it lies, whatever the format does; one
 * that is its own both ways leaves that to the format. */
static void
test_mirror (void)
{
  enum { SIDE = 16 };

  for (int kind = 0; kind < 3; kind++)
    for (int columnwise = 0; columnwise < 2; columnwise++)
      {
        EqpDatasetParts parts = { .n = 1, .d = SIDE * SIDE };
        float *pixels = eqp_try_alloc (SIDE * SIDE, sizeof (float), "pixels", NULL);

        parts.features = pixels;
        parts.offsets = g_new0 (double, SIDE * SIDE);
        for (int i = 0; i < SIDE; i++)
          for (int j = 0; j < SIDE; j++)
            {
              int across = ABS (2 * j - SIDE + 1), down = ABS (2 * i - SIDE + 1);

              pixels[i * SIDE + j] =
                  (float) (kind == 0 ? across + 2 * i : kind == 1 ? down + 2 * j : across + down);
            }
        _eqp_guess_image_shape (&parts, columnwise);
        g_assert_cmpint (parts.image_width, ==, SIDE);
        g_assert_cmpint (parts.image_transposed, ==, kind == 0 ? FALSE : kind == 1 ? TRUE : columnwise);
        eqp_dataset_parts_clear (&parts);
      }
}

/* One that was never opened leaves the standard input alone. */
static void
test_unopened (void)
{
  EqpPlainFile file = { 0 };
  int null = open ("/dev/null", O_RDONLY);

  if (null > STDIN_FILENO)
    close (null);
  _eqp_plain_file_clear (&file);
  g_assert_cmpint (fcntl (STDIN_FILENO, F_GETFD), >=, 0);
}

/* Entries of one cell are added up, and a sum that is none is told by its place. */
static void
test_overflow (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = eqp_test_write_text (fixture, "big.mtx",
                                               "%%MatrixMarket matrix coordinate real general\n2 3 4\n1 1 1\n"
                                               "1 2 1.5e308\n1 2 1.5e308\n2 3 4\n");
  const EqpImportOptions options = { .take = EQP_TAKE_FEATURES };

  eqp_test_load_fails (path, &options, EQP_ERROR, EQP_ERROR_INVALID_DATA, "entry 2 of the sparse matrix");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-import/middle", test_middle);
  g_test_add_func ("/core/pin-import/powers", test_powers);
  g_test_add ("/core/pin-import/median", EqpTestFolder, NULL, eqp_test_folder_set_up, test_median, eqp_test_folder_tear_down);
  g_test_add ("/core/pin-import/index-order", EqpTestFolder, NULL, eqp_test_folder_set_up, test_index_order, eqp_test_folder_tear_down);
  g_test_add_func ("/core/pin-import/columns", test_columns);
  g_test_add_func ("/core/pin-import/pixels", test_pixels);
  g_test_add_func ("/core/pin-import/store", test_store);
  g_test_add_func ("/core/pin-import/store-blocks", test_store_blocks);
  g_test_add_func ("/core/pin-import/orientation", test_orientation);
  g_test_add_func ("/core/pin-import/turned", test_turned);
  g_test_add_func ("/core/pin-import/encoding", test_encoding);
  g_test_add_func ("/core/pin-import/mirror", test_mirror);
  g_test_add_func ("/core/pin-import/unopened", test_unopened);
  g_test_add ("/core/pin-import/overflow", EqpTestFolder, NULL, eqp_test_folder_set_up, test_overflow, eqp_test_folder_tear_down);
  return g_test_run ();
}
