/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-cli-files.h"
#include "eqp-cli-test.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

static void
test_labels_format (void)
{
  const gint32 labels[] = { 0, 1, 2, 0, 1, 2, 0 };
  g_autoptr (GString) text = eqp_labels_format (7, labels);

  g_assert_cmpstr (text->str, ==, "0\n1\n2\n0\n1\n2\n0\n");
}

static void
test_write (void)
{
  g_autofree char *path = eqp_cli_temporary ("out.txt");
  g_autofree char *link = eqp_cli_temporary ("link.txt");
  g_autofree char *missing = g_build_filename (path, "below", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf info;

  g_assert_true (eqp_file_write (path, "one", 3, &error));
  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  g_assert_cmpint (symlink (path, link), ==, 0);
  g_assert_true (eqp_file_write (link, "two", 3, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "two");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0640);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));

  g_assert_false (eqp_file_write (missing, "x", 1, &error));
  g_assert_nonnull (strstr (error->message, "could not be written"));
}

/* A device is written to, never replaced by a file. */
static void
test_write_device (void)
{
  g_autoptr (GError) error = NULL;
  GStatBuf info;

  g_assert_true (eqp_file_write ("/dev/null", "gone", 4, &error));
  g_assert_no_error (error);
  g_assert_cmpint (g_stat ("/dev/null", &info), ==, 0);
  g_assert_true (S_ISCHR (info.st_mode));

  if (g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_assert_false (eqp_file_write ("/dev/full", "x", 1, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "name a file"));
      g_assert_null (strstr (error->message, "make room"));
    }
}

static void
test_check (void)
{
  g_autofree char *path = eqp_cli_temporary ("new.txt");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *nowhere = g_build_filename (folder, "none", "new.txt", NULL);
  g_autoptr (GError) is_folder = NULL;
  g_autoptr (GError) no_folder = NULL;

  g_assert_true (eqp_file_check ("--labels-out", path, NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (eqp_file_check ("--labels-out", folder, &is_folder));
  g_assert_nonnull (strstr (is_folder->message, "--labels-out"));
  g_assert_false (eqp_file_check ("--labels-out", nowhere, &no_folder));
}

/* Offsets are put back, names are quoted, an empty cluster without a centre leaves its fields empty. */
static void
test_centers (void)
{
  const double values[] = { 100.0, 1.0, 102.0, 3.0, 110.0, -4.0 };
  const gint32 labels[] = { 0, 0, 2 };
  const gint64 sizes[] = { 2, 0, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 2, values);
  g_autoptr (EqpResult) result = eqp_result_new (3, 2, 3);
  g_autoptr (GString) text = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) first = NULL;

  g_clear_pointer (&result->centers, g_free);
  memcpy (result->labels, labels, sizeof labels);
  memcpy (result->sizes, sizes, sizeof sizes);
  text = eqp_centers_format (dataset, result);
  lines = g_strsplit (text->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_cmpstr (lines[2], ==, ",");
  first = g_strsplit (lines[1], ",", -1);
  eqp_assert_close (g_ascii_strtod (first[0], NULL), 101.0, 1e-6);
  eqp_assert_close (g_ascii_strtod (first[1], NULL), 2.0, 1e-6);
}

static void
assert_overwrites (const char          *data,
                   const EqpOutputFile *files,
                   const char          *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (eqp_files_check (data, files, 2, &error));
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” lacks “%s”", error->message, part);
}

/* Neither the data nor another output is overwritten, by whatever name. */
static void
test_check_apart (void)
{
  g_autofree char *data = eqp_cli_temporary ("data.csv");
  g_autofree char *folder = g_path_get_dirname (data);
  g_autofree char *other = g_build_filename (folder, ".", "data.csv", NULL);
  g_autofree char *link = eqp_cli_temporary ("data-link.csv");
  g_autofree char *uri = NULL;
  g_autofree char *fresh = g_build_filename (folder, "fresh.txt", NULL);
  g_autofree char *again = g_build_filename (folder, ".", "fresh.txt", NULL);
  const EqpOutputFile apart[] = { { "--labels-out", fresh }, { "--plot", NULL } };
  const EqpOutputFile itself[] = { { "--labels-out", NULL }, { "--plot", other } };
  const EqpOutputFile by_link[] = { { "--labels-out", "-" }, { "--plot", link } };
  const EqpOutputFile together[] = { { "--labels-out", fresh }, { "--plot", again } };
  const EqpOutputFile nowhere[] = { { "--labels-out", "/dev/null" }, { "--plot", "/dev/null" } };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (data, "1\n2\n", -1, NULL));
  g_assert_cmpint (symlink (data, link), ==, 0);
  uri = g_filename_to_uri (data, NULL, NULL);
  eqp_files_check (data, apart, 2, &error);
  g_assert_no_error (error);
  eqp_files_check ("sample:iris", nowhere, 2, &error);
  g_assert_no_error (error);
  assert_overwrites (data, itself, "holds the data");
  assert_overwrites (uri, itself, "holds the data");
  assert_overwrites (data, by_link, "holds the data");
  assert_overwrites ("sample:iris", together, "--labels-out and by --plot");
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/files/labels-format", test_labels_format);
  g_test_add_func ("/cli/files/write", test_write);
  g_test_add_func ("/cli/files/write-device", test_write_device);
  g_test_add_func ("/cli/files/check", test_check);
  g_test_add_func ("/cli/files/check-apart", test_check_apart);
  g_test_add_func ("/cli/files/centers", test_centers);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
