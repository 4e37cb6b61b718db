/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files that unpack to more than there is memory for, and those that only look so at first. */
#include "config.h"

#include <locale.h>
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "eqp-core.h"
#include "base/eqp-memory.h"

static char *folder;

/* A gzip file of @head, @lines times @line, and @tail. */
static EqpDataset *
load_packed (const char *name, const char *head, const char *line, int lines, const char *tail, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GOutputStream) below = G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL));
  g_autoptr (GConverter) gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (below, gzip);
  g_autoptr (GString) text = g_string_new (head);
  EqpDataset *dataset;

  for (int i = 0; i < lines; i++)
    g_string_append (text, line);
  g_string_append (text, tail);
  g_assert_true (g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  dataset = eqp_dataset_load (path, NULL, NULL, NULL, error);
  g_unlink (path);
  return dataset;
}

/* Told long before the end: nothing but the guess knows how many rows there are in all. */
static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    const char *head;
    const char *line;
    int         lines;
    guint64     memory;
    const char *says;
  } cases[] = {
    { "large.csv.gz", "a,b,c,d\n", "1,2,3,4\n", 2000000, 2000000 * 16, "reading about" },
    { "large.arff.gz", "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n", "1,2\n", 1000000, 1000000 * 16, "rows of 2 columns, which take" },
    { "large.svm.gz", "", "1 1:2 2:1 3:5 7:2\n", 1000000, 1000000 * 14, "reading about" },
    { "large.mtx.gz", "%%MatrixMarket matrix coordinate pattern general\n5 5 1000000\n", "1 2\n", 1000000, 1000000 * 8, "reading about" },
    { "large.tsv.gz", "source\ttarget\n", "1\t2\n", 1000000, 1000000 * 8, "reading about" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      _eqp_set_free_memory (cases[i].memory);
      g_assert_null (load_packed (cases[i].name, cases[i].head, cases[i].line, cases[i].lines, "", &error));
      _eqp_set_free_memory (0);
      g_assert_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
}

/* The first rows are packed far more tightly than the others, so that there seem to be many more. */
static void
test_only_seems_large (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GString) tail = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 100000; i++)
    g_string_append_printf (tail, "%d,%d,%d\n", g_rand_int_range (random, 1000, 10000), g_rand_int_range (random, 1000, 10000), g_rand_int_range (random, 1000, 10000));
  _eqp_set_free_memory (33 * 50000 * 24);
  dataset = load_packed ("seems.csv.gz", "", "1000,1000,1000\n", 50000, tail->str, &error);
  _eqp_set_free_memory (0);
  g_assert_no_error (error);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 150000);
}

/* No end of comments is no row. */
static void
test_comments_only (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (load_packed ("comments.csv.gz", "", "# a comment\n", 100000, "", &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_PARSE);
  g_assert_nonnull (strstr (error->message, "comments"));
}

int
main (int argc, char **argv)
{
  int status;

  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-packed-XXXXXX", NULL);
  g_test_add_func ("/core/reader-packed/refused", test_refused);
  g_test_add_func ("/core/reader-packed/only-seems-large", test_only_seems_large);
  g_test_add_func ("/core/reader-packed/comments-only", test_comments_only);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
