/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder in memory that goes with the harness, and the checks: whatever the bytes are, there is a sound data set or a
 * sentence. */
#include "config.h"

#include "fuzz-support.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/eqp-memory.h"

#define FREE_MEMORY (256 << 20)

static char *folder;

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      unlink (path);
    }
  rmdir (folder);
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  const char *place = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();

  folder = g_build_filename (place, "eqp-fuzz-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (folder));
  atexit (remove_folder);
  _eqp_set_free_memory (FREE_MEMORY);
  return 0;
}

const char *
fuzz_folder (void)
{
  return folder;
}

/* Writes a file into the folder; its path. */
char *
fuzz_write (const char *name, const guint8 *data, gsize size)
{
  char *path = g_build_filename (folder, name, NULL);
  int file = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  g_assert_cmpint (file, >=, 0);
  while (size > 0)
    {
      gssize written = write (file, data, size);

      g_assert_cmpint (written, >, 0);
      data += written;
      size -= (gsize) written;
    }
  close (file);
  return path;
}

static void
check_graph (EqpGraph *graph)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);

  for (gint64 i = 0; i < csr->n; i++)
    for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
      {
        g_assert_true (isfinite (csr->weights[e]) && csr->weights[e] > 0.0);
        g_assert_true (csr->columns[e] >= 0 && csr->columns[e] < csr->n && csr->columns[e] != i);
        g_assert_true (e == csr->starts[i] || csr->columns[e] > csr->columns[e - 1]);
      }
  g_assert_true (isfinite (eqp_graph_get_total_weight (graph)));
}

void
fuzz_check (EqpDataset *dataset, const GError *error)
{
  gint64 n, d;

  if (dataset == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }

  g_assert_null (error);
  n = eqp_dataset_get_n (dataset);
  d = eqp_dataset_get_d (dataset);
  g_assert_cmpint (n, >, 0);
  if (eqp_dataset_get_graph (dataset) != NULL)
    check_graph (eqp_dataset_get_graph (dataset));
  g_assert_cmpint (d > 0, ==, eqp_dataset_get_graph (dataset) == NULL);
  for (gint64 i = 0; i < n * d; i++)
    g_assert_true (isfinite (eqp_dataset_get_features (dataset)[i]));
  for (gint64 i = 0; i < n && eqp_dataset_get_labels (dataset) != NULL; i++)
    {
      g_assert_cmpint (eqp_dataset_get_labels (dataset)[i], >=, 0);
      g_assert_cmpint (eqp_dataset_get_labels (dataset)[i], <, eqp_dataset_get_n_classes (dataset));
    }
  for (gint k = 0; k < eqp_dataset_get_n_classes (dataset); k++)
    g_assert_true (g_utf8_validate (eqp_dataset_get_class_name (dataset, k), -1, NULL));
  for (gint64 j = 0; j < d; j++)
    g_assert_true (g_utf8_validate (eqp_dataset_get_column_name (dataset, j), -1, NULL));
  for (guint i = 0; i < eqp_dataset_get_decisions (dataset)->len; i++)
    g_assert_true (g_utf8_validate (g_ptr_array_index (eqp_dataset_get_decisions (dataset), i), -1, NULL));
}
