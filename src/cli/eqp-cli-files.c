/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of labels and centres. Files are replaced whole or not at all. */
#include "config.h"

#include "eqp-cli-files.h"

#include "eqp-result-table.h"
#include "eqp-command-line.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eqp-draw.h"

/**
 * eqp_file_check:
 * @option: the option that named the file, as "--plot", for the message
 * @path: where something is to be written later
 * @error: return location
 *
 * Finds the usual mistakes before a long run instead of after it.
 *
 * Returns: whether it looks as if @path can be written
 */
gboolean
eqp_file_check (const char  *option,
                const char  *path,
                GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = g_filename_display_name (path);
  const char *reason = NULL;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    reason = _ ("it is a folder");
  else if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    reason = _ ("its folder does not exist");
  else if (g_access (g_file_test (path, G_FILE_TEST_EXISTS) ? path : folder, W_OK) != 0)
    reason = g_strerror (errno);
  if (reason == NULL)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The file “%s” of %s cannot be written: %s; name another one."),
               shown, option, reason);
  return FALSE;
}

/* Whether what is written to one is lost in the other. Devices and pipes keep nothing. */
static gboolean
is_same_file (const char *a,
              const char *b)
{
  g_autofree char *full_a = NULL;
  g_autofree char *full_b = NULL;
  GStatBuf info_a, info_b;
  gboolean there_a = g_stat (a, &info_a) == 0, there_b = g_stat (b, &info_b) == 0;

  if (there_a && there_b)
    return S_ISREG (info_a.st_mode) && info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
  if (there_a || there_b)
    return FALSE;
  full_a = g_canonicalize_filename (a, NULL);
  full_b = g_canonicalize_filename (b, NULL);
  return strcmp (full_a, full_b) == 0;
}

/**
 * eqp_files_check:
 * @data: the data as the command line names them: a file, a URI or a sample
 * @files: what is to be written; paths may be NULL or "-"
 * @n_files: how many
 * @error: return location
 *
 * Finds the usual mistakes before a long run instead of after it: places that cannot be written, two outputs in
 * one file, an output in place of the data.
 *
 * Returns: whether it looks as if all can be written and nothing is lost
 */
gboolean
eqp_files_check (const char           *data,
                 const EqpOutputFile  *files,
                 gsize                 n_files,
                 GError              **error)
{
  g_autoptr (GFile) file = g_str_has_prefix (data, "sample:") ? NULL : g_file_new_for_commandline_arg (data);
  const char *source = file != NULL ? g_file_peek_path (file) : NULL;

  for (gsize i = 0; i < n_files; i++)
    {
      g_autofree char *shown = files[i].path != NULL ? g_filename_display_name (files[i].path) : NULL;

      if (files[i].path == NULL || strcmp (files[i].path, "-") == 0)
        continue;
      if (!eqp_file_check (files[i].option, files[i].path, error))
        return FALSE;
      if (source != NULL && is_same_file (source, files[i].path))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       _ ("The file “%s” of %s holds the data and would be overwritten; name another one."), shown,
                       files[i].option);
          return FALSE;
        }
      for (gsize j = 0; j < i; j++)
        if (files[j].path != NULL && strcmp (files[j].path, "-") != 0 && is_same_file (files[j].path, files[i].path))
          {
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         _ ("The file “%s” is named by %s and by %s, so one would overwrite the other; name two "
                            "files."),
                         shown, files[j].option, files[i].option);
            return FALSE;
          }
    }
  return TRUE;
}

/* Devices and pipes take bytes as they come; to rename a file over them would do harm. */
static gboolean
write_directly (const char  *path,
                const char  *bytes,
                gsize        length,
                GError     **error)
{
  int fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);

  while (fd >= 0 && length > 0)
    {
      gssize written = write (fd, bytes, length);

      if (written < 0 && errno != EINTR)
        break;
      if (written > 0)
        {
          bytes += written;
          length -= (gsize) written;
        }
    }
  if (fd < 0 || length > 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s", g_strerror (errno));
      if (fd >= 0)
        close (fd);
      return FALSE;
    }
  return g_close (fd, error);
}

/**
 * eqp_file_write:
 * @path: a file name
 * @bytes: its new content
 * @length: how many bytes
 * @error: return location for a sentence
 *
 * Replaces a file by a new one with the same access rights; a link stays a link.
 *
 * Returns: whether it was written; if not, an old file is as it was
 */
gboolean
eqp_file_write (const char  *path,
                const char  *bytes,
                gsize        length,
                GError     **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *target = NULL;
  g_autoptr (GError) cause = NULL;
  GStatBuf info;
  gboolean written, device = FALSE;

  if (g_stat (path, &info) != 0)
    {
      written = g_file_set_contents_full (path, bytes, (gssize) length, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &cause);
    }
  else if (S_ISREG (info.st_mode))
    {
      char *resolved = realpath (path, NULL);

      target = g_strdup (resolved != NULL ? resolved : path);
      free (resolved);
      written = g_file_set_contents_full (target, bytes, (gssize) length, G_FILE_SET_CONTENTS_CONSISTENT,
                                          info.st_mode & 0777, &cause);
    }
  else
    {
      device = S_ISCHR (info.st_mode) || S_ISBLK (info.st_mode);
      written = write_directly (path, bytes, length, &cause);
    }

  if (!written && device)
    g_set_error (error, cause->domain, cause->code,
                 _ ("“%s” is a device, or leads to one, that could not be written: %s; name a file."), shown,
                 eqp_save_reason (cause));
  else if (!written)
    g_set_error (error, cause->domain, cause->code,
                 _ ("The file “%s” could not be written: %s; make room or name another one."), shown,
                 eqp_save_reason (cause));
  return written;
}

/**
 * eqp_labels_format:
 * @n: rows
 * @labels: their clusters
 *
 * Returns: (transfer full): one whole number a line
 */
GString *
eqp_labels_format (gint64        n,
                   const gint32 *labels)
{
  GString *text = g_string_sized_new ((gsize) n * 3 + 1);

  for (gint64 i = 0; i < n; i++)
    {
      char digits[16];
      int length = g_snprintf (digits, sizeof digits, "%d\n", labels[i]);

      g_string_append_len (text, digits, length);
    }
  return text;
}

/* Means of the rows, for methods without centres of their own; k x d in stored units. */
static double *
compute_centers (EqpDataset      *dataset,
                 const EqpResult *result)
{
  gint64 d = eqp_dataset_get_d (dataset);
  double *centers = g_new0 (double, (gsize) result->k * (gsize) d);

  for (gint64 i = 0; i < result->n; i++)
    eqp_dataset_add_row (dataset, i, 1.0 / (double) result->sizes[result->labels[i]], centers + result->labels[i] * d);
  return centers;
}

/**
 * eqp_centers_format:
 * @dataset: the data as the method saw them, after preparation
 * @result: the result
 *
 * Writes the centres as CSV in the units of @dataset: a header with the names of the columns, then one row a
 * cluster in order. The fields of a cluster that is empty and has no centre stay empty.
 *
 * Returns: (transfer full): the text
 */
GString *
eqp_centers_format (EqpDataset      *dataset,
                    const EqpResult *result)
{
  GString *text = g_string_new (NULL);
  gint64 d = eqp_dataset_get_d (dataset);
  const double *offsets = eqp_dataset_get_offsets (dataset);
  double scale = eqp_dataset_get_scale (dataset);
  g_autofree double *means = result->centers == NULL ? compute_centers (dataset, result) : NULL;
  const double *centers = result->centers != NULL ? result->centers : means;

  scale = scale == 0.0 ? 1.0 : scale;
  for (gint64 j = 0; j < d; j++)
    {
      if (j > 0)
        g_string_append_c (text, ',');
      eqp_result_table_append_field (text, eqp_dataset_get_column_name (dataset, j));
    }
  g_string_append_c (text, '\n');

  for (gint c = 0; c < result->k; c++)
    {
      for (gint64 j = 0; j < d; j++)
        {
          g_autofree char *number =
              eqp_real_to_string (centers[c * d + j] * scale + (offsets != NULL ? offsets[j] : 0.0));

          if (j > 0)
            g_string_append_c (text, ',');
          if (means == NULL || result->sizes[c] > 0)
            g_string_append (text, number);
        }
      g_string_append_c (text, '\n');
    }
  return text;
}
