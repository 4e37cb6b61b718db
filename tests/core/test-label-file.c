/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of labels for data that are open: one a line or in a table, numbers and text, header, missing labels, keys,
 * rows left out of the data, wrong counts. */
#include "config.h"

#include <string.h>

#include "eqp-truth.h"

static const char data_text[] = "name,a,b\nx1,1.5,2\nx2,3,4\nx3,5,6\nx4,7,8\n";

static char *
save (EqpTestFolder *fixture,
      const char    *name,
      const char    *text,
      gssize         length)
{
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, length, NULL));
  return path;
}

/* "names|numbers", or the error. */
static char *
read_with (EqpTestFolder *fixture,
           const char    *data,
           const char    *labels,
           gssize         length,
           const char    *column,
           const char    *key)
{
  const EqpLabelFileOptions options = { column, key };
  g_autofree char *data_path = save (fixture, "points.csv", data, -1);
  g_autofree char *path = save (fixture, "given.txt", labels, length);
  g_autoptr (EqpDataset) dataset = eqp_test_load (data_path, &(EqpImportOptions) { .missing = EQP_MISSING_DROP });
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpLabelFile) file = eqp_label_file_read (path, &options, dataset, NULL, &error);
  GString *text = g_string_new (NULL);

  if (file == NULL)
    {
      g_assert_nonnull (error);
      g_string_assign (text, error->message);
      return g_string_free (text, FALSE);
    }
  g_assert_cmpint (file->n, ==, eqp_dataset_get_n (dataset));
  for (gint i = 0; i < file->n_names; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", file->names[i]);
  g_string_append_c (text, '|');
  for (gint64 i = 0; i < file->n; i++)
    g_string_append_printf (text, "%s%d", i > 0 ? " " : "", file->labels[i]);
  return g_string_free (text, FALSE);
}

static void
test_understood (EqpTestFolder *fixture,
                 gconstpointer  data)
{
  static const struct
  {
    const char *labels, *column, *key, *expected;
  } cases[] = {
    { "2\n0\n2\n1\n", NULL, NULL, "0,1,2|2 0 2 1" },
    { "2\r\n0\r\n2\r\n1", NULL, NULL, "0,1,2|2 0 2 1" },
    { "label\ncat\ndog\ncat\nox\n", NULL, NULL, "cat,dog,ox|0 1 0 2" },
    { "cat\ndog\ncat\nox\n\n\n", NULL, NULL, "cat,dog,ox|0 1 0 2" },
    { "a\n\nb\n\nb\n\na\n", NULL, NULL, "a,b|0 1 1 0" },
    { "-7\n1000000000\n-7\n3\n", NULL, NULL, "-7,3,1000000000|0 2 0 1" },
    { "1.0\n1\n01\n2e0\n", NULL, NULL, "1,2|0 0 0 1" },
    { "1\n\nNA\n2\n", NULL, NULL, "1,2|0 -1 -1 1" },
    { "a\nb\n\n\n", NULL, NULL, "a,b|0 1 -1 -1" },
    { "Iris setosa\n\"a, b\"\nnone\nIris setosa\n", NULL, NULL, "Iris setosa,a, b,none|0 1 2 0" },
    { "\xef\xbb\xbfklasse\n\xc3\xa4\nb\n\xc3\xa4\nb\n", NULL, NULL, "b,\xc3\xa4|1 0 1 0" },
    { "\xe4\nb\n\xe4\nb\n", NULL, NULL, "b,\xc3\xa4|1 0 1 0" },
    { "VQ PARTITIONING 2.0\n2\n4\n-------\n1\n2\n1\n2\n", NULL, NULL, "1,2|0 1 0 1" },
    { "made\n1.5\n\n2\n\n", NULL, NULL, "1.5,2|0 -1 1 -1" },
    { "label\nu\nv\nu\n\n", NULL, NULL, "u,v|0 1 0 -1" },
    { "found\nu\n\nu\n\n", NULL, NULL, "u|0 -1 0 -1" },
    { "u\nfound\n\nu\n\n", NULL, NULL, "found,u|1 0 -1 1" },
    { "cat\ndog\n\n\n\n", NULL, NULL, "cat,dog|0 1 -1 -1" },
    { "# labels\n1\n2\n1\n2\n", NULL, NULL, "1,2|0 1 0 1" },
    /* tables */
    { "id,cluster\n9,u\n8,v\n7,u\n6,v\n", NULL, NULL, "u,v|0 1 0 1" },
    { ",0\n0,3\n1,4\n2,3\n3,4\n", NULL, NULL, "3,4|0 1 0 1" },
    { "p;q;r\n1;2;3\n1;2;4\n1;2;3\n1;2;3\n", "r", NULL, "3,4|0 1 0 0" },
    { "1\t2\t3\n1\t2\t4\n1\t2\t3\n1\t2\t3\n", "3", NULL, "3,4|0 1 0 0" },
    { "1 30\n2 40\n3 30\n4 30\n", "2", NULL, "30,40|0 1 0 0" },
    { "1 30\n2 40\n \t\n3 30\n\n4 30\n  \n", "2", NULL, "30,40|0 1 0 0" },
    { "u,v\nw,x,y\nu,v\nu,v\n", NULL, NULL, "u,v,w,x,y|0 1 0 0" },
    { "p;q\n1;2\n  \n1;4\n\t\r\n1;2\n1;2\n", "q", NULL, "2,4|0 1 0 0" },
    { "a,b,label\n1,2,3\n1,2,4\n1,2,3\n1,2,3\n", NULL, NULL, "3,4|0 1 0 0" },
    { "label,a,b\n3,2,3\n4,2,4\n3,2,3\n3,2,3\n", NULL, NULL, "3,4|0 1 0 0" },
    /* keys: of a column of the data, numbers of rows */
    { "name,c\nx3,u\nx1,v\nx4,u\n", "c", "name", "u,v|1 -1 0 0" },
    { "row,c\n4,u\n1,v\n3,u\n2,v\n", "c", "row", "u,v|1 1 0 0" },
    { "3,u\n0,v\n2,u\n", "2", "1", "u,v|1 -1 0 0" },
    { "row,c\n4,u\n1,v\n", NULL, "row", "u,v|1 -1 -1 0" },
    /* refused */
    { "1\n2\n1\n", NULL, NULL, "given.txt holds 3 labels, but the data have 4 rows; write one label for every row." },
    { "5\n1\n2\n1\n2\n", NULL, NULL,
      "given.txt holds 5 labels, but the data have 4 rows; write one label for every row." },
    { "", NULL, NULL, "given.txt holds 0 labels, but the data have 4 rows; write one label for every row." },
    { "a,b,c\n1,2,3\n1,2,4\n1,2,3\n1,2,3\n", NULL, NULL,
      "given.txt has 3 columns (a, b, c); tell which has the labels, by its name or number." },
    { "a,label,class\n1,2,3\n1,2,4\n1,2,3\n1,2,3\n", NULL, NULL,
      "given.txt has 3 columns (a, label, class); tell which has the labels, by its name or number." },
    { "a,b\n1,2\n1,2\n1,2\n1,2\n", "z", NULL,
      "given.txt has no column “z” for the labels; its first line is: a, b. Give a name or a number up to 2." },
    { "name,c\nx3,u\nx9,v\n", "c", "name", "given.txt, line 3: the key “x9” is none of the data; leave the line out." },
    { "row,c\n4,u\n4,v\n", "c", "row", "given.txt, line 3: the key “4” stands there twice; keep one label for each row." },
    { "row,c\n4,u\n5,v\n", "c", "row", "given.txt, line 3: the key “5” is no number of a row of the data." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = read_with (fixture, data_text, cases[i].labels, -1, cases[i].column, cases[i].key);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* Bytes that are no text, UTF-16 of spreadsheets, a packed file that is none. */
static void
test_bytes (EqpTestFolder *fixture,
            gconstpointer  data)
{
  g_autofree char *binary = read_with (fixture, data_text, "a\0b\nc\n", 6, NULL, NULL);
  g_autofree char *wide = read_with (fixture, data_text, "\xff\xfe" "a\0\n\0b\0\n\0a\0\n\0a\0\n\0", 18, NULL, NULL);
  g_autofree char *damaged = read_with (fixture, data_text, "\x1f\x8b\x08\x00garbage", 11, NULL, NULL);

  g_assert_nonnull (strstr (binary, "is not a file of text"));
  g_assert_cmpstr (wide, ==, "a,b|0 1 0 0");
  g_assert_null (strchr (damaged, '|'));
}

/* Labels of the rows of the file fit, too, where some of these were left out. */
static void
test_left_out (EqpTestFolder *fixture,
               gconstpointer  data)
{
  static const char gaps[] = "name,a,b\nx1,1.5,2\nx2,,4\nx3,5,6\nx4,7,8\nx5,9,\n";
  g_autofree char *all = read_with (fixture, gaps, "u\nv\nw\nu\nv\n", -1, NULL, NULL);
  g_autofree char *kept = read_with (fixture, gaps, "u\nw\nu\n", -1, NULL, NULL);
  g_autofree char *keyed = read_with (fixture, gaps, "name,label\nx5,v\nx2,v\nx1,u\nx3,w\nx4,u\n", -1, "label", "name");
  g_autofree char *neither = read_with (fixture, gaps, "u\nw\nu\nw\n", -1, NULL, NULL);

  g_assert_cmpstr (all, ==, "u,w|0 1 0");
  g_assert_cmpstr (kept, ==, "u,w|0 1 0");
  g_assert_cmpstr (keyed, ==, "u,w|0 1 0");
  g_assert_cmpstr (neither, ==, "given.txt holds 4 labels, but the data have 3 rows; write one label for every row.");
}

/* Numbers below K are clusters as they stand; other names are numbered; more names than K are refused. */
static void
test_number (EqpTestFolder *fixture,
             gconstpointer  data)
{
  g_autofree char *data_path = save (fixture, "points.csv", data_text, -1);
  g_autofree char *numbers = save (fixture, "numbers.txt", "3\n1\n3\n\n", -1);
  g_autofree char *words = save (fixture, "words.txt", "c\nb\nc\na\n", -1);
  const EqpLabelFileOptions options = { 0 };
  g_autoptr (EqpDataset) dataset = eqp_test_load (data_path, NULL);
  g_autoptr (EqpLabelFile) a = eqp_label_file_read (numbers, &options, dataset, NULL, NULL);
  g_autoptr (EqpLabelFile) b = eqp_label_file_read (words, &options, dataset, NULL, NULL);
  g_autoptr (GError) error = NULL;
  const gint32 expected_a[] = { 3, 1, 3, -1 }, expected_b[] = { 2, 1, 2, 0 };

  g_assert_true (eqp_label_file_number (a, 5, NULL));
  g_assert_cmpmem (a->labels, sizeof expected_a, expected_a, sizeof expected_a);
  g_assert_cmpint (a->n_names, ==, 5);
  g_assert_cmpstr (a->names[3], ==, "3");
  g_assert_cmpstr (a->names[4], ==, "4");
  g_assert_false (eqp_label_file_number (b, 2, &error));
  g_assert_cmpstr (error->message, ==, "words.txt has 3 different labels, but K is 2; give a K of at least 3.");
  g_assert_true (eqp_label_file_number (b, 4, NULL));
  g_assert_cmpmem (b->labels, sizeof expected_b, expected_b, sizeof expected_b);
}

#define ADD(name, function) \
  g_test_add ("/core/label-file/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, \
              eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("understood", test_understood);
  ADD ("bytes", test_bytes);
  ADD ("left-out", test_left_out);
  ADD ("number", test_number);
  return g_test_run ();
}
