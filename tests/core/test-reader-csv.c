/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>

#include "base/eqp-memory.h"

static char *folder;

static char *
write_file (const char *name, const void *content, gssize length)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, content, length, &error);
  g_assert_no_error (error);
  return path;
}

static EqpDataset *
load_bytes (const char *name, const void *content, gssize length, const EqpImportOptions *options, GError **error)
{
  g_autofree char *path = write_file (name, content, length);
  EqpDataset *dataset = eqp_dataset_load (path, options, NULL, NULL, error);

  g_remove (path);
  return dataset;
}

static EqpDataset *
load (const char *text, const EqpImportOptions *options)
{
  g_autoptr (GError) error = NULL;
  EqpDataset *dataset = load_bytes ("table.csv", text, -1, options, &error);

  g_assert_no_error (error);
  return dataset;
}

static void
assert_shape (EqpDataset *dataset, gint64 n, gint64 d, int classes)
{
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, n);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, d);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, classes);
}

static void
assert_values (EqpDataset *dataset, const double *values)
{
  gint64 d = eqp_dataset_get_d (dataset);

  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    for (gint64 j = 0; j < d; j++)
      eqp_assert_close (eqp_dataset_get_value (dataset, i, j), values[i * d + j], 1e-6);
}

#define assert_found(dataset, part) g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), part))
#define assert_told(dataset, part) g_assert_true (eqp_test_tells (dataset, part))

/* What was decided about the labels, the runner-up, and a part of the evidence. */
static void
assert_labels (EqpDataset *dataset, const char *chosen, const char *second, const char *evidence)
{
  GPtrArray *choices = eqp_dataset_get_choices (dataset);

  for (guint i = 0; i < choices->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (choices, i);

      if (strcmp (decision->key, "labels") != 0)
        continue;
      g_assert_cmpstr (eqp_decision_get_alternative (decision, 0)->value, ==, chosen);
      g_assert_cmpstr (eqp_decision_get_alternative (decision, 1)->value, ==, second);
      g_assert_nonnull (strstr (decision->evidence, evidence));
      return;
    }
  g_assert_not_reached ();
}

/* The error has to say every one of the parts, separated by '|'. */
static void
assert_refused (const char *name, const void *content, gssize length, const EqpImportOptions *options, const char *parts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = load_bytes (name, content, length, options, &error);
  g_auto (GStrv) wanted = g_strsplit (parts, "|", -1);

  g_assert_null (dataset);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_suffix (error->message, "."));
  for (guint i = 0; wanted[i] != NULL; i++)
    if (strstr (error->message, wanted[i]) == NULL)
      g_error ("\"%s\" does not say \"%s\"", error->message, wanted[i]);
}

static void
test_separators (void)
{
  static const double values[] = { 1, 2.5, -3, 4, 0.28, 1e1, 7, -0.5, 9 };
  static const char *const texts[] = {
    "1,2.5,-3\n4,.28,1e1\n7,-.5,+9\n",
    "1;2.5;-3\n4;.28;1e1\n7;-.5;+9\n",
    "1\t2.5\t-3\n4\t.28\t1e1\n7\t-.5\t+9",
    "1|2.5|-3\n4|.28|1e1\n7|-.5|+9\n",
    "  1   2.5 -3 \n4 .28\t 1e1\n\n 7 -.5 +9  \n\n",
    " 1, 2.5 ,-3\r\n 4, .28,1e1\r\n 7,-.5 ,+9\r\n",
    "1,2.5,-3\r4,.28,1e1\r7,-.5,+9\r",
    "1,2.5,-3,\n4,.28,1e1,\n7,-.5,+9,\n",
    "\"1\",\"2.5\",\"-3\"\n\"4\",\".28\",\"1e1\"\n\"7\",\"-.5\",\"+9\"\n",
    "1;2,5;-3\n4;,28;1e1\n7;-,5;+9\n",
    "1 2,5 -3\n4 ,28 1e1\n7 -,5 +9\n",
    "1\t2,5\t-3\n4\t,28\t1e1\n7\t-,5\t+9\n",
    "# made by hand\n# twice\n1,2.5,-3\n4,.28,1e1\n7,-.5,+9\n",
    "1\t\t2.5\t-3\n4\t.28\t\t1e1\n7\t-.5\t+9\t\n",
    "a,b,c\n1,2.5,-3\n4,.28,1e1\n7,-.5,+9\n",
    "a;b;c\r\n1;2,5;-3\r\n\r\n4;0,28;1E+01\r\n7;-0,5;9",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (EqpDataset) dataset = load (texts[i], NULL);

      g_test_message ("%s", texts[i]);
      assert_shape (dataset, 3, 3, 0);
      assert_values (dataset, values);
    }
}

static void
test_header (void)
{
  g_autoptr (EqpDataset) named = load ("height,\"body, weight\",\n1,2,3.5\n4,5,6\n", NULL);
  g_autoptr (EqpDataset) unnamed = load ("1,2,3.5\n4,5,6\n", NULL);
  g_autoptr (EqpDataset) counted = load ("0,1,2,3,4\n5.5,6,2,3,8\n4,3,2,1,0.5\n", NULL);
  g_autoptr (EqpDataset) row_names = load ("\"a\" \"b\"\n\"r1\" 1.5 2\n\"r2\" 3 4\n\"r3\" 5 6\n", NULL);
  g_autoptr (EqpDataset) commented = load ("# x y z\n1 2 3.5\n4 5 6\n", NULL);
  g_autoptr (EqpDataset) forced = load ("1,2\n3,4\n5,6\n", &(EqpImportOptions) { .header = EQP_TRISTATE_YES });
  g_autoptr (EqpDataset) years = load ("id,2001,2002,2003,2004\n10,1,2,3,4\n20,5,6,7,8.5\n", NULL);
  g_autoptr (EqpDataset) twice = load ("x,x,x (2),\n1,2,3,4\n5,6,7,8\n", NULL);

  assert_shape (named, 2, 3, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (named, 0), ==, "height");
  g_assert_cmpstr (eqp_dataset_get_column_name (named, 1), ==, "body, weight");
  g_assert_cmpstr (eqp_dataset_get_column_name (named, 2), ==, "column 3");
  assert_shape (unnamed, 2, 3, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (unnamed, 0), ==, "column 1");
  assert_shape (counted, 2, 5, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (counted, 4), ==, "4");
  assert_told (counted, "Names of the columns");
  assert_shape (row_names, 3, 2, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (row_names, 0), ==, "a");
  assert_shape (commented, 2, 3, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (commented, 2), ==, "z");
  assert_shape (forced, 2, 2, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (forced, 1), ==, "2");
  assert_shape (years, 2, 5, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (years, 1), ==, "2001");
  assert_shape (twice, 2, 4, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (twice, 1), ==, "x (2)");
  g_assert_cmpstr (eqp_dataset_get_column_name (twice, 2), ==, "x (2) (2)");
  assert_told (twice, "column-renamed");
}

static void
test_quotes (void)
{
  g_autoptr (EqpDataset) dataset = load ("a,class\n1,\"one, \"\"big\"\"\"\n2,\"two\nlines\"\n3,\"two\nlines\"\n4,\"one, \"\"big\"\"\"\n", NULL);

  assert_shape (dataset, 4, 1, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "one, \"big\"");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "two\nlines");
  /* The line breaks in quotes count: the bad cell is on line 6 of the file. */
  assert_refused ("q.csv", "a,b,class\n1,1,\"x\ny\"\n2,1,z\n3,1,z\nbad,1,z\n5,1,z\n6,1,z\n7,1,z\n8,1,z\n9,1,z\n10,1,z\n11,1,z\n", -1, NULL, "q.csv, line 6, column 1 (“a”)|“bad”");
}

static void
test_encodings (void)
{
  static const char text[] = "größe;klasse\n1,5;süß\n2,5;süß\n3,5;sauer\n4,5;sauer\n";
  static const char *const encodings[] = { "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32", "ISO-8859-1", "WINDOWS-1252" };

  for (int i = -2; i < (int) G_N_ELEMENTS (encodings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree char *bytes = NULL;
      gsize length;

      if (i < 0)
        {
          bytes = g_strconcat (i == -1 ? "\xef\xbb\xbf" : "", text, NULL);
          length = strlen (bytes);
        }
      else
        bytes = g_convert (text, -1, encodings[i], "UTF-8", NULL, &length, NULL);
      dataset = load_bytes ("encoded.csv", bytes, (gssize) length, NULL, &error);
      g_assert_no_error (error);
      assert_shape (dataset, 4, 1, 2);
      g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 0), ==, "größe");
      g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "süß");
      eqp_assert_close (eqp_dataset_get_value (dataset, 3, 0), 4.5, 1e-6);
    }
}

static void
test_encoding_asked_for (void)
{
  EqpImportOptions greek = { .encoding = "ISO-8859-7", .labels = "last" };
  EqpImportOptions unknown = { .encoding = "KLINGON" };
  g_autoptr (EqpDataset) dataset = load ("1,\xe1\n2,\xe1\n3,\xe2\n", &greek);

  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "α");
  assert_refused ("e.csv", "1,2\n", -1, &unknown, "KLINGON");
  assert_refused ("e.csv", "1,\xff\xff\n2,3\n", -1, &(EqpImportOptions) { .encoding = "UTF-8" }, "not valid UTF-8");
}

static void
test_missing_dropped (void)
{
  g_autoptr (EqpDataset) dataset = load ("a,b,class\n1,2,x\n,3,x\n4,NA,y\n5,6,y\n7,nan,x\n8,1e999,x\n9,-inf,y\n", &(EqpImportOptions) { .missing = EQP_MISSING_DROP });
  static const double values[] = { 1, 2, 5, 6 };

  assert_shape (dataset, 2, 2, 2);
  assert_values (dataset, values);
  g_assert_cmpint (eqp_dataset_get_missing (dataset), ==, 5);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[1], ==, 1);
}

static void
test_missing_refused (void)
{
  assert_refused ("m.csv", "a,b\n1,2\n\n3,?\n", -1, &(EqpImportOptions) { .missing = EQP_MISSING_REFUSE }, "m.csv, line 4, column 2 (“b”)|missing");
  assert_refused ("m.csv", "a,b\n1,?\n?,3\n", -1, &(EqpImportOptions) { .missing = EQP_MISSING_DROP }, "every row has a missing cell");
  assert_refused ("m.csv", "a,b\n?,?\n?,?\n", -1, NULL, "only missing cells");
}

static void
test_missing_labels (void)
{
  g_autoptr (EqpDataset) dataset = load ("a,class\n1,x\n2,\n3,y\n4,x\n", NULL);

  assert_shape (dataset, 3, 1, 2);
  assert_told (dataset, "the label is missing");
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), 3.0, 1e-6);
}

static void
test_ragged (void)
{
  assert_refused ("r.csv", "1,2,3\n4,5,6\n7,8\n", -1, NULL, "r.csv, line 3|2 fields|instead of 3");
  assert_refused ("r.csv", "1,2,3\n4,5,6\n\n7,8,9,10\n", -1, NULL, "r.csv, line 4|4 fields");
  assert_refused ("r.csv", "a,b,c,d,e\n1,2,3\n4,5,6\n", -1, NULL, "line 1|the header names 5 columns|3 fields");
}

static EqpDataset *
load_labeled (const char *labels)
{
  EqpImportOptions options = { .labels = labels };

  return load ("2,10,a\n2,20,b\n-7,30,a\n-7,40,b\n100,50,c\n2,60,c\n", &options);
}

static void
test_labels_asked_for (void)
{
  g_autoptr (EqpDataset) none = load_labeled ("none");
  g_autoptr (EqpDataset) first = load_labeled ("first");
  g_autoptr (EqpDataset) last = load_labeled ("last");
  g_autoptr (EqpDataset) third = load_labeled ("3");
  g_autoptr (EqpDataset) guessed = load_labeled (NULL);

  assert_shape (none, 6, 2, 0);
  assert_shape (first, 6, 1, 3);
  g_assert_cmpstr (eqp_dataset_get_class_name (first, 0), ==, "-7");
  g_assert_cmpstr (eqp_dataset_get_class_name (first, 1), ==, "2");
  g_assert_cmpstr (eqp_dataset_get_class_name (first, 2), ==, "100");
  g_assert_cmpint (eqp_dataset_get_labels (first)[4], ==, 2);
  assert_shape (last, 6, 2, 3);
  assert_shape (third, 6, 2, 3);
  assert_shape (guessed, 6, 2, 3);
  assert_labels (guessed, "3", "none", "few values");
  assert_found (none, "olumn 3");
  assert_refused ("l.csv", "a,b\n1,2\n", -1, &(EqpImportOptions) { .labels = "c" }, "no label column “c”");
  assert_refused ("l.csv", "a,b\n1,2\n", -1, &(EqpImportOptions) { .labels = "3" }, "1 to 2");
}

static void
test_labels_by_name (void)
{
  g_autoptr (EqpDataset) species = load ("Species,x,kind\nb,1,u\na,2,v\nb,3,u\na,4,w\n", NULL);
  g_autoptr (EqpDataset) coordinates = load ("x,y\n1,5\n2,6\n3,7\n4,8\n5,9\n6,10\n", NULL);

  assert_shape (species, 4, 1, 2);
  assert_labels (species, "1", "3", "by its name");
  g_assert_cmpstr (eqp_dataset_get_class_name (species, 0), ==, "a");
  assert_shape (coordinates, 6, 2, 0);
  assert_labels (coordinates, "none", "1", "No column is named like labels");
}

static void
test_labels_by_numbers (void)
{
  g_autoptr (GString) last = g_string_new (NULL);
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) alike = g_string_new (NULL);

  for (int i = 0; i < 60; i++)
    {
      g_string_append_printf (last, "%d.5,%d,%d\n", i * 7 % 50, i * i, i % 3 * 2);
      g_string_append_printf (first, "%d %d.25 %d\n", i % 4 + 1, i * 3, i * i);
      g_string_append_printf (alike, "%d,%d,%d\n", i % 5, i * 7 % 5, (i / 3) % 5);
    }
  {
    g_autoptr (EqpDataset) a = load (last->str, NULL);
    g_autoptr (EqpDataset) b = load (first->str, NULL);
    g_autoptr (EqpDataset) c = load (alike->str, NULL);

    assert_shape (a, 60, 2, 3);
    g_assert_cmpstr (eqp_dataset_get_class_name (a, 2), ==, "4");
    assert_shape (b, 60, 2, 4);
    assert_shape (c, 60, 3, 0);
  }
}

static void
test_natural_order (void)
{
  g_autoptr (EqpDataset) dataset = load ("x,class\n1,s10\n2,s2\n3,s1\n4,s10\n5,s2\n6,s1\n", NULL);

  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "s1");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "s2");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 2), ==, "s10");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[0], ==, 2);
}

static void
test_identifiers (void)
{
  g_autoptr (GString) rows = g_string_new ("\"\",\"v\",\"customer_id\"\n");
  g_autoptr (GString) big = g_string_new (NULL);

  for (int i = 0; i < 30; i++)
    {
      g_string_append_printf (rows, "\"%d\",%d.5,%d\n", i + 1, i * 7 % 13, 1000 - i * 3);
      g_string_append_printf (big, "%d,%d.5,%d\n", 1000000 + i * 977 % 31, i * 7 % 13, i % 9);
    }
  {
    g_autoptr (EqpDataset) a = load (rows->str, NULL);
    g_autoptr (EqpDataset) b = load (big->str, NULL);
    EqpImportOptions all = { .columns = "1-3", .labels = "none" };
    g_autoptr (EqpDataset) c = load (big->str, &all);

    assert_shape (a, 30, 1, 0);
    assert_found (a, "Column 1 was left out: it counts the rows.");
    assert_found (a, "Column 3 (“customer_id”) was left out: it has the name of a key");
    g_assert_cmpint (eqp_dataset_get_d (b), ==, 2 - (eqp_dataset_get_n_classes (b) > 0));
    assert_found (b, "Column 1 was left out: it has nearly each number of a range once");
    assert_shape (c, 30, 3, 0);
  }
}

static void
test_columns_asked_for (void)
{
  static const char text[] = "a,b,c,d\n1,2,x,4.5\n5,6,y,8\n9,10,x,12\n";
  EqpImportOptions options = { .columns = "d,1-2", .labels = "c" };
  g_autoptr (EqpDataset) dataset = load (text, &options);
  static const double values[] = { 4.5, 1, 2, 8, 5, 6, 12, 9, 10 };
  g_autoptr (EqpDataset) kept = load ("x,class\n1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n", &(EqpImportOptions) { .columns = "1-2" });

  assert_shape (dataset, 3, 3, 2);
  assert_values (dataset, values);
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 0), ==, "d");
  assert_shape (kept, 6, 2, 0);
  assert_labels (kept, "none", "1", "No column is named like labels");
  assert_refused ("c.csv", text, -1, &(EqpImportOptions) { .columns = "1,5" }, "no column “5”");
  assert_refused ("c.csv", text, -1, &(EqpImportOptions) { .columns = "2-1" }, "2-1");
  assert_refused ("c.csv", text, -1, &(EqpImportOptions) { .columns = "a,c" }, "column 3 (“c”) has text");
  assert_refused ("c.csv", text, -1, &(EqpImportOptions) { .columns = "a,b", .labels = "a" }, "chosen as the labels");
}

static void
test_options (void)
{
  EqpImportOptions semicolon = { .separator = ';', .decimal = ',' };
  EqpImportOptions no_header = { .header = EQP_TRISTATE_NO };
  g_autoptr (EqpDataset) dataset = load ("1,5;2\n3,5;4\n", &semicolon);

  assert_shape (dataset, 2, 2, 0);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), 3.5, 1e-6);
  assert_refused ("o.csv", "a,b\n1,2\n3,4\n5,6\n7,8\n9,10\n1,2\n3,4\n5,6\n7,8\n9,10\n1,2\n", -1, &no_header, "line 1, column 1|“a” is no number");
}

static void
test_labels_beside (void)
{
  g_autofree char *data = write_file ("pair.txt", "1 2\n3 4\n5 6.5\n", -1);
  g_autofree char *truth = write_file ("pair-gt.pa", "VQ PARTITIONING 2.0\n2\n3\n-------\n2\n1\n2\n", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_dataset_load (data, NULL, NULL, NULL, &error);
  g_autoptr (EqpDataset) without = eqp_dataset_load (data, &(EqpImportOptions) { .labels = "none" }, NULL, NULL, &error);
  g_autoptr (EqpDataset) other = NULL, asked = NULL;
  int told = 0;

  g_assert_no_error (error);
  assert_shape (dataset, 3, 2, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[0]), ==, "2");
  assert_told (dataset, "“pair-gt.pa”");
  assert_shape (without, 3, 2, 0);
  for (guint i = 0; i < eqp_dataset_get_choices (dataset)->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (eqp_dataset_get_choices (dataset), i);

      if (strcmp (decision->key, "labels") != 0)
        continue;
      g_assert_cmpstr (eqp_decision_get_alternative (decision, 0)->value, ==, "beside");
      g_assert_cmpstr (eqp_decision_get_alternative (decision, 1)->value, ==, "none");
      told++;
    }
  g_assert_cmpint (told, ==, 1);
  asked = eqp_dataset_load (data, &(EqpImportOptions) { .labels = "beside" }, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_shape (asked, 3, 2, 2);

  g_assert_null (eqp_dataset_load (truth, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "only labels; open the data"));
  g_clear_error (&error);

  g_file_set_contents (truth, "1\n2\n", -1, NULL);
  other = eqp_dataset_load (data, NULL, NULL, NULL, &error);
  assert_shape (other, 3, 2, 0);
  assert_told (other, "of the 3 rows (its columns: 1, lines: 2");
  g_remove (data);
  g_remove (truth);
}

static GBytes *
gzip (const char *text)
{
  g_autoptr (GConverter) zip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, zip);

  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
test_packed (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (GByteArray) twice = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL, both = NULL, padded = NULL, behind = NULL;
  g_autofree guint8 *damaged = NULL;
  gsize length;

  for (int i = 0; i < 40000; i++)
    g_string_append_printf (text, "%d,%d.25\n", i * 7919 % 10007, i * 31 % 977);
  whole = gzip (text->str);
  dataset = load_bytes ("t.csv.gz", g_bytes_get_data (whole, &length), (gssize) g_bytes_get_size (whole), NULL, &error);
  g_assert_no_error (error);
  assert_shape (dataset, 40000, 2, 0);

  /* Two packed files one after the other are one text. */
  g_byte_array_append (twice, g_bytes_get_data (whole, NULL), (guint) length);
  g_byte_array_append (twice, g_bytes_get_data (whole, NULL), (guint) length);
  both = load_bytes ("t.csv.gz", twice->data, twice->len, NULL, &error);
  g_assert_no_error (error);
  assert_shape (both, 80000, 2, 0);

  /* What else stands behind the end, such as zeros, is no part of it. */
  g_byte_array_set_size (twice, (guint) length);
  g_byte_array_append (twice, (const guint8 *) "\0\0\0\0", 4);
  padded = load_bytes ("t.csv.gz", twice->data, twice->len, NULL, &error);
  g_assert_no_error (error);
  assert_shape (padded, 40000, 2, 0);
  g_assert_cmpint (eqp_dataset_get_findings (padded)->len, ==, 0);
  g_byte_array_append (twice, (const guint8 *) "rest", 4);
  behind = load_bytes ("t.csv.gz", twice->data, twice->len, NULL, &error);
  g_assert_no_error (error);
  assert_shape (behind, 40000, 2, 0);

  assert_refused ("t.csv.gz", g_bytes_get_data (whole, NULL), (gssize) length / 2, NULL, "breaks off");
  assert_refused ("t.csv.gz", g_bytes_get_data (whole, NULL), (gssize) length - 4, NULL, "breaks off");
  damaged = g_memdup2 (g_bytes_get_data (whole, NULL), length);
  for (gsize i = length / 2; i < length / 2 + 40; i++)
    damaged[i] ^= 0x5a;
  assert_refused ("t.csv.gz", damaged, (gssize) length, NULL, "t.csv.gz");
}

static void
test_hostile (void)
{
  g_autofree char *deep = g_strnfill (10 << 20, '7');
  g_autofree char *wide = g_malloc (10 << 20);
  g_autoptr (GString) text = g_string_new (NULL);

  assert_refused ("h.csv", "", 0, NULL, "the file is empty");
  assert_refused ("h.csv", "\n\n \n", -1, NULL, "no rows");
  assert_refused ("h.csv", "# only\n# comments\n", -1, NULL, "no rows");
  assert_refused ("h.csv", "\xef\xbb\xbf", -1, NULL, "no rows");
  assert_refused ("h.csv", "a,b,c\n", -1, NULL, "a header but no row");
  assert_refused ("h.csv", "a,b\nx,y\nz,w\n", -1, NULL, "no column has numbers");
  assert_refused ("h.csv", "1,2\n3,\0004\n5,6\n7,8\n", 16, NULL, "h.csv");
  assert_refused ("h.csv", "1,2\n3,\"4\n5,6\n", -1, NULL, "line 2|not closed");
  assert_refused ("h.csv", "\"1,2\n3,4\n5,6\n", -1, NULL, "line 1|not closed");
  assert_refused ("h.csv", deep, 10 << 20, NULL, "only missing cells");
  memset (wide, '1', 10 << 20);
  for (int i = 1; i < 10 << 20; i += 2)
    wide[i] = ',';
  assert_refused ("h.csv", wide, 10 << 20, NULL, "5242881 fields");
  assert_refused ("h.bin", "\x01\x02\x03\x00\x05\x06zz\x07\x08\xff", 11, NULL, "binary file");
  assert_refused ("h.csv", "\x89PNG\r\n\x1a\n....", -1, NULL, "PNG");
  assert_refused ("h.csv", "PK\x03\x04....", -1, NULL, "ZIP");
  assert_refused ("h.csv", "%PDF-1.4 ....", -1, NULL, "PDF");
  assert_refused ("h.csv", "\x89HDF\r\n\x1a\n....", -1, NULL, "HDF5");

  /* A zero byte after the part that is looked at to tell formats apart. */
  for (int i = 0; i < 60000; i++)
    g_string_append_printf (text, "%d,%d\n", i % 1000, i % 77);
  g_string_append_len (text, "1,\0\n", 4);
  assert_refused ("z.csv", text->str, (gssize) text->len, NULL, "line 60001|value 0");
}

static void
test_places (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_dataset_load ("/no/such/file.csv", NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "/no/such/file.csv"));
  g_clear_error (&error);
  g_assert_null (eqp_dataset_load (folder, NULL, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_clear_error (&error);
  g_assert_null (eqp_dataset_load ("", NULL, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  g_assert_null (eqp_dataset_load ("/dev/zero", NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

static void
test_small (void)
{
  g_autoptr (EqpDataset) row = load ("1,2,3", NULL);
  g_autoptr (EqpDataset) column = load ("5\n6\n7\n", NULL);
  g_autoptr (EqpDataset) named = load ("age\n5\n6\n7\n", NULL);
  g_autoptr (EqpDataset) cell = load ("5", NULL);

  assert_shape (row, 1, 3, 0);
  assert_shape (column, 3, 1, 0);
  assert_shape (named, 3, 1, 0);
  g_assert_cmpstr (eqp_dataset_get_column_name (named, 0), ==, "age");
  assert_shape (cell, 1, 1, 0);
}

static void
test_extreme_values (void)
{
  g_autoptr (EqpDataset) huge = load ("1.7e308,1e300\n-1.7e308,2e300\n-1.7e308,3e300\n", NULL);
  g_autoptr (EqpDataset) tiny = load ("1e-300,2e-300\n2e-300,5e-300\n4e-300,2e-300\n", NULL);
  g_autoptr (EqpDataset) far = load ("100000000.0001\n99999999.9999\n", NULL);
  static const double expected[] = { 1.7e308, 1e300, -1.7e308, 2e300, -1.7e308, 3e300 };

  assert_found (huge, "divided by 2^");
  assert_found (tiny, "multiplied by 2^");
  for (int i = 0; i < 6; i++)
    {
      g_assert_true (isfinite (eqp_dataset_get_features (huge)[i]));
      g_assert_true (fabsf (eqp_dataset_get_features (huge)[i]) <= 4.0f);
      /* Differences count to float precision of the widest column. */
      g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (huge, i / 2, i % 2) / 1e308, expected[i] / 1e308, 1e-6);
    }
  g_assert_true (isfinite (eqp_dataset_get_total_ss (huge)));
  g_assert_cmpfloat (eqp_dataset_get_total_ss (tiny), >, 0.1);
  g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (tiny, 2, 0) / 4e-300, 1.0, 1e-6);
  g_assert_cmpfloat (eqp_dataset_get_scale (far), ==, 1.0);
  eqp_assert_close (eqp_dataset_get_total_ss (far) * 1e8, 2.0, 1e-3);
}

static void
test_comma_locale (void)
{
  static const char *const locales[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "ru_RU.UTF-8", "pt_BR.UTF-8" };
  static const double values[] = { 1.5, 2.25, 3.5, 1.799999999999999933e-01 };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (locales) && !found; i++)
    found = setlocale (LC_ALL, locales[i]) != NULL;
  if (!found)
    {
      g_test_skip ("no locale with decimal commas is installed");
      return;
    }
  {
    g_autoptr (EqpDataset) dataset = load ("1.5,2.25\n3.5,1.799999999999999933e-01\n", NULL);

    assert_shape (dataset, 2, 2, 0);
    assert_values (dataset, values);
  }
  setlocale (LC_ALL, "C.UTF-8");
}

/* Long files cross the borders of the blocks they are read in, at every place in a row. */
static void
test_block_borders (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (EqpDataset) dataset = NULL;
  gint64 n = 90000;

  for (gint64 i = 0; i < n; i++)
    g_string_append_printf (text, i % 3 == 0 ? "%d,\"%d\",c%d\r\n" : "%d, %d ,\"c%d\"\n", (int) i, (int) (i * 3), (int) (i % 5));
  dataset = load (text->str, &(EqpImportOptions) { .columns = "1,2" });
  assert_shape (dataset, n, 2, 5);
  for (gint64 i = 0; i < n; i++)
    {
      g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, i, 0), (double) i, 0.01);
      g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, i, 1), (double) (i * 3), 0.02);
      g_assert_cmpint (eqp_dataset_get_labels (dataset)[i], ==, i % 5);
    }
}

/* What the table of test data says about each file. */
static void
test_real_files (void)
{
  static const struct { const char *file; gint64 n, d; int classes; gint64 low, high; } expected[] = {
    { "csv/letter.csv", 20000, 16, 26, 734, 813 },
    { "csv/winequality-red.csv", 1599, 11, 6, 10, 681 },
    { "csv/iris.data", 150, 4, 3, 50, 50 },
    { "csv/wine.data", 178, 13, 3, 48, 71 },
    { "csv/glass.data", 214, 9, 6, 9, 76 },
    { "csv/breast-cancer-wisconsin.data", 699, 9, 2, 241, 458 },
    { "csv/pendigits.tra", 7494, 16, 10, 719, 780 },
    { "csv/seeds_dataset.txt", 210, 7, 3, 70, 70 },
    { "csv/digits.csv.gz", 1797, 64, 10, 174, 183 },
    { "csv/wine_data.csv", 178, 13, 3, 48, 71 },
    { "uef/s1.txt", 5000, 2, 15, 300, 350 },
    { "uef/s2.txt", 5000, 2, 15, 300, 350 },
    { "uef/s3.txt", 5000, 2, 15, 300, 350 },
    { "uef/s4.txt", 5000, 2, 15, 300, 350 },
    { "uef/a1.txt", 3000, 2, 20, 142, 159 },
    { "uef/a2.txt", 5250, 2, 35, 143, 158 },
    { "uef/unbalance.txt", 6500, 2, 8, 100, 2000 },
    { "uef/dim32.txt", 1024, 32, 16, 64, 64 },
    { "uef/birch1.txt", 100000, 2, 100, 972, 1034 },
    { "uef/iris.txt", 150, 4, 3, 50, 50 },
    { "uef/wine.txt", 178, 13, 3, 48, 71 },
    { "uef/thyroid.txt", 215, 5, 3, 30, 150 },
    { "uef/ionosphere.txt", 351, 34, 2, 126, 225 },
    { "uef/libra.txt", 360, 90, 15, 24, 24 },
    { "uef/user.txt", 403, 5, 4, 51, 128 },
    { "uef/features.txt", 2000, 240, 10, 200, 200 },
    { "shapes/d31.data.gz", 3100, 2, 31, 100, 100 },
    { "shapes/trajectories.data.gz", 10000, 2, 4, 2500, 2500 },
    { "shapes/lsun.data.gz", 400, 2, 3, 100, 200 },
    { "shapes/hdbscan.data.gz", 2309, 2, 7, 184, 510 },
    { "shapes/x1.data.gz", 120, 2, 3, 30, 50 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *relative = g_build_filename ("data", expected[i].file, NULL);
      g_autofree char *path = eqp_test_shared_path (relative);
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree gint64 *sizes = g_new0 (gint64, expected[i].classes);
      gint64 low = G_MAXINT64, high = 0;

      if (path == NULL)
        return;
      g_test_message ("%s", relative);
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      assert_shape (dataset, expected[i].n, expected[i].d, expected[i].classes);
      for (gint64 row = 0; row < expected[i].n; row++)
        sizes[eqp_dataset_get_labels (dataset)[row]]++;
      for (int k = 0; k < expected[i].classes; k++)
        {
          low = MIN (low, sizes[k]);
          high = MAX (high, sizes[k]);
        }
      g_assert_cmpint (low, ==, expected[i].low);
      g_assert_cmpint (high, ==, expected[i].high);
    }
}

/* Numbers and names in quotes. */
static void
test_many_quotes (void)
{
  g_autoptr (GString) text = g_string_new ("\"a\";\"b\";\"kind\"\r\n");
  g_autoptr (EqpDataset) dataset = NULL;
  const gint64 n = 9000;

  for (gint64 i = 0; i < n; i++)
    g_string_append_printf (text, "\"%d.5\" ; %d;\"the; %s\"\r\n", (int) i, (int) (i * 7 % 1000), i % 3 == 0 ? "first" : i % 3 == 1 ? "\"\"2nd\"\"" : "third");
  dataset = load (text->str, NULL);
  assert_shape (dataset, n, 2, 3);
  for (gint64 i = 0; i < n; i++)
    {
      eqp_assert_close (eqp_dataset_get_value (dataset, i, 0), (double) i + 0.5, 1e-3);
      eqp_assert_close (eqp_dataset_get_value (dataset, i, 1), (double) (i * 7 % 1000), 1e-3);
      g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[i]), ==,
                       i % 3 == 0 ? "the; first" : i % 3 == 1 ? "the; \"2nd\"" : "the; third");
    }
}

/* scikit-learn's files begin with the numbers of rows and columns and the names of the classes; none of another value. */
static void
test_names_of_classes (void)
{
  g_autoptr (EqpDataset) dataset = load ("5,2,cat,dog\n1,2.5,1\n3,4.5,0\n5,6.5,1\n7,8.5,1\n2,2.5,0\n", NULL);
  g_autoptr (EqpDataset) beyond = load ("4,2,cat,dog\n1,2.5,1\n3,4.5,2\n5,6.5,1\n7,8.5,2\n", NULL);

  assert_shape (dataset, 5, 2, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[0]), ==, "dog");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[1]), ==, "cat");
  g_assert_true (eqp_test_tells (dataset, "because the first line names its classes"));
  g_assert_cmpstr (eqp_dataset_get_class_name (beyond, eqp_dataset_get_labels (beyond)[0]), ==, "dog");
  g_assert_cmpstr (eqp_dataset_get_class_name (beyond, eqp_dataset_get_labels (beyond)[1]), ==, "2");
}

/* A table that cannot fit is refused at its first rows, with the memory it would take; one that fits is read. */
static void
test_too_large (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 60000; i++)
    g_string_append_printf (text, "%d,%d,%d,%d\n", i, i * 7 % 1000, i * 11 % 997, i % 13);
  _eqp_set_free_memory (60000 * 32 - 200000);
  g_assert_null (load_bytes ("large.csv", text->str, -1, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "reading about"));
  g_assert_nonnull (strstr (error->message, "rows of 4 columns takes 0.0019"));
  g_clear_error (&error);

  _eqp_set_free_memory (60000 * 32 * 2);
  dataset = load_bytes ("large.csv", text->str, -1, NULL, &error);
  _eqp_set_free_memory (0);
  g_assert_no_error (error);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 60000);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-csv-XXXXXX", NULL);
  g_test_add_func ("/core/reader-csv/separators", test_separators);
  g_test_add_func ("/core/reader-csv/header", test_header);
  g_test_add_func ("/core/reader-csv/quotes", test_quotes);
  g_test_add_func ("/core/reader-csv/many-quotes", test_many_quotes);
  g_test_add_func ("/core/reader-csv/too-large", test_too_large);
  g_test_add_func ("/core/reader-csv/encodings", test_encodings);
  g_test_add_func ("/core/reader-csv/encoding-asked-for", test_encoding_asked_for);
  g_test_add_func ("/core/reader-csv/missing-dropped", test_missing_dropped);
  g_test_add_func ("/core/reader-csv/missing-refused", test_missing_refused);
  g_test_add_func ("/core/reader-csv/missing-labels", test_missing_labels);
  g_test_add_func ("/core/reader-csv/ragged", test_ragged);
  g_test_add_func ("/core/reader-csv/labels-asked-for", test_labels_asked_for);
  g_test_add_func ("/core/reader-csv/labels-by-name", test_labels_by_name);
  g_test_add_func ("/core/reader-csv/labels-by-numbers", test_labels_by_numbers);
  g_test_add_func ("/core/reader-csv/natural-order", test_natural_order);
  g_test_add_func ("/core/reader-csv/identifiers", test_identifiers);
  g_test_add_func ("/core/reader-csv/columns-asked-for", test_columns_asked_for);
  g_test_add_func ("/core/reader-csv/options", test_options);
  g_test_add_func ("/core/reader-csv/labels-beside", test_labels_beside);
  g_test_add_func ("/core/reader-csv/packed", test_packed);
  g_test_add_func ("/core/reader-csv/hostile", test_hostile);
  g_test_add_func ("/core/reader-csv/places", test_places);
  g_test_add_func ("/core/reader-csv/small", test_small);
  g_test_add_func ("/core/reader-csv/extreme-values", test_extreme_values);
  g_test_add_func ("/core/reader-csv/decimal-comma-locale", test_comma_locale);
  g_test_add_func ("/core/reader-csv/block-borders", test_block_borders);
  g_test_add_func ("/core/reader-csv/names-of-classes", test_names_of_classes);
  g_test_add_func ("/core/reader-csv/real-files", test_real_files);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
