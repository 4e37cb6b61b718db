/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

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

static void
count_progress (double fraction, const char *what, gpointer user_data)
{
  g_assert_cmpfloat (fraction, >=, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  g_assert_nonnull (what);
  ++*(int *) user_data;
}

static void
cancel_at_once (double fraction, const char *what, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

static void
test_progress_and_cancel (void)
{
  g_autofree char *path = write_file ("p.csv", "1,2,3\n3,4,5\n", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  int calls = 0;
  EqpProgress counted = { count_progress, &calls }, cancelling = { cancel_at_once, cancellable };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset G_GNUC_UNUSED = eqp_dataset_load (path, NULL, &counted, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (calls, >, 0);
  g_assert_null (eqp_dataset_load (path, NULL, &cancelling, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_remove (path);
}

typedef struct
{
  double last;
  int    after_reading;
} Course;

static void
follow (double fraction, const char *what, gpointer user_data)
{
  Course *course = user_data;

  g_assert_cmpfloat (fraction, >=, course->last);
  course->last = fraction;
  course->after_reading += fraction > 0.8;
  /* The next report is due after a tenth of a second. */
  g_usleep (G_USEC_PER_SEC / 10);
}

/* A load tells how far it is until the data set is made, and never goes back. */
static void
test_progress_to_the_end (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  Course course = { 0.0, 0 };
  EqpProgress progress = { follow, &course };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 40000; i++)
    g_string_append_printf (text, "%d.5,%d,%d,%d.25,%d,%d\n", i, i * 7 % 1000, i % 13, i * 3, i % 101, i % 997);
  path = write_file ("course.csv", text->str, -1);
  dataset = eqp_dataset_load (path, NULL, &progress, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (course.after_reading, >=, 3);
  g_assert_cmpfloat (course.last, >, 0.9);
  g_assert_cmpfloat (course.last, <=, 1.0);
  g_remove (path);
}

static void
cut_file (double fraction, const char *what, gpointer user_data)
{
  if (fraction > 0.05)
    g_assert_cmpint (truncate (user_data, 36 * 29000), ==, 0);
  /* The next report is due after a tenth of a second. */
  g_usleep (G_USEC_PER_SEC / 10);
}

/* A file that another program writes anew meanwhile: half of one and half of the other is no data set. Cut between two rows. */
static void
test_cut_while_read (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  EqpProgress progress = { cut_file, NULL };
  g_autoptr (GError) error = NULL;

  while (text->len < 20 << 20)
    g_string_append (text, "1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5\n");
  path = write_file ("cut.csv", text->str, -1);
  progress.user_data = path;
  g_assert_null (eqp_dataset_load (path, NULL, &progress, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "was changed while it was read"));
  g_remove (path);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-csv-progress-XXXXXX", NULL);
  g_test_add_func ("/core/reader-csv-progress/and-cancel", test_progress_and_cancel);
  g_test_add_func ("/core/reader-csv-progress/to-the-end", test_progress_to_the_end);
  g_test_add_func ("/core/reader-csv-progress/cut-while-read", test_cut_while_read);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
