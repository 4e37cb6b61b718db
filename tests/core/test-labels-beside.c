/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of labels that are opened alone: told which data they belong to, unless the user knows better. */
#include "config.h"

#include "eqp-truth.h"

#include <string.h>

#include <glib/gstdio.h>

static char *
save (EqpTestFolder *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_alone (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *points G_GNUC_UNUSED = save (fixture, "set.data", "1 2\n3 4\n5 6.5\n");
  g_autofree char *labels = save (fixture, "set.labels0", "1\n2\n1\n");
  g_autofree char *texts = save (fixture, "y_train.csv", "cat\ndog\ncat\n");
  g_autofree char *partition = save (fixture, "set-gt.pa", "VQ PARTITIONING 2.0\n2\n3\n-------\n1\n2\n1\n");
  g_autofree char *centers G_GNUC_UNUSED = save (fixture, "set-gt.txt", "1 2\n3 4\n");

  eqp_test_load_fails (labels, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "this file has only labels; open the data that they belong to");
  eqp_test_load_fails (partition, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "this file has only labels; open the data that they belong to");
  eqp_test_load_fails (texts, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "this file has only labels; open the data that they belong to");
}

/* Measurements and other names are data; and whatever is asked for. */
static void
test_data (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *labels = save (fixture, "set.labels0", "1\n2\n1\n");
  g_autofree char *measured = save (fixture, "labels.csv", "1.5\n2\n1\n");
  g_autofree char *numbers = save (fixture, "numbers.csv", "1\n2\n1\n");
  g_autoptr (EqpDataset) forced = eqp_test_load (labels, &(EqpImportOptions) { .take = EQP_TAKE_FEATURES });
  g_autoptr (EqpDataset) real = eqp_test_load (measured, NULL);
  g_autoptr (EqpDataset) plain = eqp_test_load (numbers, NULL);

  g_assert_cmpint (eqp_dataset_get_d (forced), ==, 1);
  g_assert_cmpint (eqp_dataset_get_d (real), ==, 1);
  g_assert_cmpint (eqp_dataset_get_d (plain), ==, 1);
  eqp_test_load_fails (numbers, &(EqpImportOptions) { .labels = "beside" }, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "no file with one label for each row");
}

/* Names of well-known collections; a header over the labels, quotes, text. */
static void
test_named (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct { const char *points, *labels, *rows, *lines; } pairs[] = {
    { "X_train.txt", "y_train.txt", "1.5 2\n3 4\n5 6\n7 8\n", "1\n2\n1\n2\n" },
    { "data.csv", "labels.csv", "a,b\n1.5,2\n3,4\n5,6\n7,8\n", "label\ncat\ndog\ncat\ndog\n" },
    { "x.csv", "y.csv", "1.5,2\n3,4\n5,6\n7,8\n", "\"cat\"\r\n\"dog, wild\"\r\n\"cat\"\r\n\"dog, wild\"\r\n" },
    { "wine_features.csv", "wine_labels.txt", "1.5,2\n3,4\n5,6\n7,8\n", "\xef\xbb\xbf" "2\n3\n3\n2\n" },
    { "genes.tsv", "genes_labels.tsv", "1.5\t2\n3\t4\n5\t6\n7\t8\n", "2\n3\n3\n2\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *points = save (fixture, pairs[i].points, pairs[i].rows);
      g_autofree char *labels = save (fixture, pairs[i].labels, pairs[i].lines);
      g_autoptr (EqpDataset) dataset = eqp_test_load (points, NULL);
      g_autoptr (EqpDataset) asked = eqp_test_load (points, &(EqpImportOptions) { .labels = "beside" });
      g_autoptr (EqpDataset) none = eqp_test_load (points, &(EqpImportOptions) { .labels = "none" });

      g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
      g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
      g_assert_cmpint (eqp_dataset_get_n_classes (asked), ==, 2);
      g_assert_cmpint (eqp_dataset_get_n_classes (none), ==, 0);
      eqp_test_load_fails (labels, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "only labels; open the data");
      g_assert_cmpint (g_unlink (labels), ==, 0);
      g_assert_cmpint (g_unlink (points), ==, 0);
    }
}

/* Told, and left alone: of another length, with several columns, measurements; and what belongs to nothing of this name. */
static void
test_other (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct { const char *lines, *told; } cases[] = {
    { "1\n2\n1\n", "of the 4 rows (its columns: 1, lines: 3" },
    { "1,a\n2,b\n3,a\n4,b\n", "its columns: 2" },
    { "1.25\n2.5\n3.5\n4.5\n", "of the 4 rows (its columns: 1, lines: 4, different values: 4)" },
  };
  g_autofree char *points = save (fixture, "X.csv", "1.5,2\n3,4\n5,6\n7,8\n");
  g_autofree char *other = save (fixture, "other.csv", "1.5,2\n3,4\n5,6\n7,8\n");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *labels G_GNUC_UNUSED = save (fixture, "y.csv", cases[i].lines);
      g_autoptr (EqpDataset) dataset = eqp_test_load (points, NULL);
      g_autoptr (EqpDataset) unlike = eqp_test_load (other, NULL);
      GPtrArray *decisions = eqp_dataset_get_decisions (dataset);
      gboolean told = FALSE;

      for (guint k = 0; k < decisions->len; k++)
        told |= strstr (g_ptr_array_index (decisions, k), cases[i].told) != NULL;
      g_assert_true (told);
      g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 0);
      g_assert_cmpint (eqp_dataset_get_n_classes (unlike), ==, 0);
    }
}

/* "x" before a number or a mark has its "y"; a word that begins with it has none. */
static void
test_letter (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct
  {
    const char *points, *labels;
    int         n_classes;
  } cases[] = { { "x1.csv", "y1.csv", 2 }, { "x_new.csv", "y_new.csv", 2 }, { "xray.csv", "yray.csv", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *labels G_GNUC_UNUSED = save (fixture, cases[i].labels, "a\nb\na\nb\n");
      g_autofree char *points = save (fixture, cases[i].points, "1.5,2\n3,4\n5,6\n7,8\n");
      g_autoptr (EqpDataset) dataset = eqp_test_load (points, NULL);

      g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, cases[i].n_classes);
    }
}

#define ADD(name, function) g_test_add ("/core/labels-beside/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("alone", test_alone);
  ADD ("data", test_data);
  ADD ("letter", test_letter);
  ADD ("named", test_named);
  ADD ("other", test_other);
  return g_test_run ();
}
