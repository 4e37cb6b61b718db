/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A libFuzzer harness for one reader, FUZZ_READER. The bytes become a file (for images: a folder with that file) in
 * memory; whatever they are, the reader gives a sound data set or a sentence, within the memory it is told of. */
#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eqp-core.h"

#include "data/eqp-memory.h"
#include "data/eqp-readers-private.h"

#define FREE_MEMORY (256 << 20)
#define HEAD_BYTES 65536

int LLVMFuzzerInitialize   (int            *argc,
                            char         ***argv);
int LLVMFuzzerTestOneInput (const guint8   *data,
                            size_t          size);

void __sanitizer_set_death_callback (void (*callback) (void)) __attribute__ ((weak));

static char *folder;
static char *path;

static void
leave (void)
{
  _exit (1);
}

/* HDF5 and matio may end the process that they are locked up in; the fuzzer must not take that for a finding. */
static void
in_child (void)
{
  if (__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (leave);
}

static void
remove_folder (void)
{
  unlink (path);
  rmdir (folder);
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  const char *place = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();

  folder = g_build_filename (place, "eqp-fuzz-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (folder));
  path = g_build_filename (folder, "input", NULL);
  atexit (remove_folder);
  pthread_atfork (NULL, NULL, in_child);
  _eqp_set_free_memory (FREE_MEMORY);
  return 0;
}

static void
write_input (const guint8 *data, gsize size)
{
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

static void
check (EqpDataset *dataset, const GError *error)
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

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  const EqpReader *reader = &FUZZ_READER;
  g_autoptr (GFile) file = g_file_new_for_path (reader == &_eqp_reader_images ? folder : path);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  /* In a block of its own, so that looking behind the end is found. */
  g_autofree guint8 *head = g_memdup2 (data, MIN (size, HEAD_BYTES));
  const EqpProbe probe = { head, MIN (size, HEAD_BYTES), FALSE, size < HEAD_BYTES, "input" };

  if (size > 0)
    g_assert_cmpint (reader->sniff (&probe), <=, 100);
  write_input (data, size);
  dataset = reader->read (file, NULL, NULL, NULL, &error);
  check (dataset, error);
  if (reader == &_eqp_reader_metis || reader == &_eqp_reader_mtx || reader == &_eqp_reader_edges)
    {
      const EqpImportOptions mends = { .take = EQP_TAKE_GRAPH, .symmetrize = EQP_SYMMETRIZE_MEAN, .weights = EQP_WEIGHTS_DROP };
      g_autoptr (GError) mended_error = NULL;
      g_autoptr (EqpDataset) mended = reader->read (file, &mends, NULL, NULL, &mended_error);

      check (mended, mended_error);
    }
  return 0;
}
