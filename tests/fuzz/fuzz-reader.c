/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A libFuzzer harness for one reader, FUZZ_READER. The bytes become a file (for images: a folder with that file) in
 * memory; whatever they are, the reader gives a sound data set or a sentence, within the memory it is told of. */
#include "config.h"

#include "fuzz-support.h"

#include "import/eqp-readers-private.h"

#define HEAD_BYTES 65536

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  const EqpReader *reader = &FUZZ_READER;
  g_autofree char *path = fuzz_write ("input", data, size);
  g_autoptr (GFile) file = g_file_new_for_path (reader == &_eqp_reader_images ? fuzz_folder () : path);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  /* In a block of its own, so that looking behind the end is found. */
  g_autofree guint8 *head = g_memdup2 (data, MIN (size, HEAD_BYTES));
  const EqpProbe probe = { head, MIN (size, HEAD_BYTES), FALSE, size < HEAD_BYTES, "input" };

  if (size > 0 && reader->sniff != NULL)
    g_assert_cmpint (reader->sniff (&probe), <=, 100);
  dataset = reader->read (file, &(EqpImportOptions) { 0 }, NULL, NULL, &error);
  fuzz_check (dataset, error);
  if (reader == &_eqp_reader_metis || reader == &_eqp_reader_mtx || reader == &_eqp_reader_edges)
    {
      const EqpImportOptions mends = { .take = EQP_TAKE_GRAPH, .symmetrize = EQP_SYMMETRIZE_MEAN, .weights = EQP_WEIGHTS_DROP };
      g_autoptr (GError) mended_error = NULL;
      g_autoptr (EqpDataset) mended = reader->read (file, &mends, NULL, NULL, &mended_error);

      fuzz_check (mended, mended_error);
    }
  return 0;
}
