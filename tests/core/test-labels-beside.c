/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of labels that are opened alone: told which data they belong to, unless the user knows better. */
#include "config.h"

#include "eqp-truth.h"

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
  g_autofree char *points = save (fixture, "set.data", "1 2\n3 4\n5 6.5\n");
  g_autofree char *labels = save (fixture, "set.labels0", "1\n2\n1\n");
  g_autofree char *texts = save (fixture, "y_train.csv", "cat\ndog\ncat\n");
  g_autofree char *partition = save (fixture, "set-gt.pa", "VQ PARTITIONING 2.0\n2\n3\n-------\n1\n2\n1\n");
  g_autofree char *centers = save (fixture, "set-gt.txt", "1 2\n3 4\n");

  eqp_test_load_fails (labels, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "this file has only labels; open the data that they belong to");
  eqp_test_load_fails (partition, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "this file has only labels; open “set.data” beside it");
  g_assert_cmpint (g_unlink (partition), ==, 0);
  eqp_test_load_fails (labels, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "this file has only labels; open “set.data” beside it");
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

#define ADD(name, function) g_test_add ("/core/labels-beside/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("alone", test_alone);
  ADD ("data", test_data);
  return g_test_run ();
}
