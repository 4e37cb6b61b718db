/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of readers share: files with known contents, files made on the spot, sentences. */
#include "config.h"

#include "eqp-truth.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/**
 * eqp_test_load:
 * @path: a file that has to open
 * @options: (nullable): import options
 *
 * Returns: (transfer full): the data set
 */
EqpDataset *
eqp_test_load (const char              *path,
               const EqpImportOptions  *options)
{
  g_autoptr (GError) error = NULL;
  EqpDataset *dataset = eqp_dataset_load (path, options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (dataset);
  return dataset;
}

/**
 * eqp_test_lists:
 * @dataset: an EqpDataset
 * @part: text
 *
 * Returns: whether the list of changes has an entry with it, as "before: after"
 */
gboolean
eqp_test_lists (EqpDataset  *dataset,
                const char  *part)
{
  EqpLedger *ledger = eqp_dataset_get_ledger (dataset);

  for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
    {
      const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);
      g_autofree char *text = g_strdup_printf ("%s: %s", entry->before, entry->after);

      if (strstr (text, part) != NULL)
        return TRUE;
    }
  return FALSE;
}

/**
 * eqp_test_load_fails:
 * @path: a file that must not open
 * @options: (nullable): import options
 * @domain: of the error
 * @code: of the error
 * @part: what the sentence has to contain
 */
void
eqp_test_load_fails (const char              *path,
                     const EqpImportOptions  *options,
                     GQuark                   domain,
                     int                      code,
                     const char              *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_dataset_load (path, options, NULL, NULL, &error);

  g_assert_null (dataset);
  g_assert_error (error, domain, code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” is not in “%s”", part, error->message);
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/**
 * eqp_test_count_open_files:
 *
 * Pipes and events are left out: threads of GLib open theirs when they please.
 *
 * Returns: how many regular files this program has open, named or not
 */
guint
eqp_test_count_open_files (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;
  guint count = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      struct stat about;

      if (fstat (atoi (name), &about) == 0 && S_ISREG (about.st_mode))
        count++;
    }
  return count;
}

/**
 * eqp_test_says:
 * @sentences: (element-type utf8): decisions or findings
 * @part: text
 *
 * Returns: whether one of them contains it
 */
gboolean
eqp_test_says (GPtrArray   *sentences,
               const char  *part)
{
  for (guint i = 0; i < sentences->len; i++)
    if (strstr (g_ptr_array_index (sentences, i), part) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * eqp_test_choice:
 * @dataset: an EqpDataset
 * @key: of a decision, such as "labels"
 *
 * Returns: (transfer none): that decision, which has to be there
 */
const EqpDecision *
eqp_test_choice (EqpDataset  *dataset,
                 const char  *key)
{
  GPtrArray *choices = eqp_dataset_get_choices (dataset);

  for (guint i = 0; i < choices->len; i++)
    if (strcmp (((EqpDecision *) g_ptr_array_index (choices, i))->key, key) == 0)
      return g_ptr_array_index (choices, i);
  g_error ("nothing was decided about “%s”", key);
}

/**
 * eqp_test_tells:
 * @dataset: data that were read
 * @part: text
 *
 * Returns: whether a decision, the evidence of a choice or its alternatives, or the ledger contains it
 */
gboolean
eqp_test_tells (EqpDataset *dataset,
                const char *part)
{
  EqpLedger *ledger = eqp_dataset_get_ledger (dataset);
  GPtrArray *choices = eqp_dataset_get_choices (dataset);
  g_autofree char *csv = ledger != NULL ? eqp_ledger_to_csv (ledger) : g_strdup ("");
  gboolean told = eqp_test_says (eqp_dataset_get_decisions (dataset), part) || strstr (csv, part) != NULL;

  for (guint i = 0; i < choices->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (choices, i);

      told |= strstr (decision->evidence, part) != NULL;
      for (guint k = 0; k < decision->alternatives->len; k++)
        told |= strstr (eqp_decision_get_alternative (decision, k)->title, part) != NULL;
    }
  return told;
}

/**
 * eqp_test_truth:
 * @truth: an EqpTruth
 *
 * Opens a file without any option and compares it with what it is known to hold; skips when it is not there.
 */
void
eqp_test_truth (gconstpointer truth)
{
  const EqpTruth *known = truth;
  g_autofree char *path = eqp_test_shared_path (known->path);
  g_autoptr (EqpDataset) dataset = NULL;
  gint width = 0, height = 0;
  gboolean transposed = FALSE, image;

  if (path == NULL)
    return;
  dataset = eqp_test_load (path, NULL);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, known->format);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, known->n);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, known->d);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, known->classes);
  image = eqp_dataset_get_image_shape (dataset, &width, &height, &transposed);
  g_assert_cmpint (image, ==, known->width > 0);
  g_assert_cmpint (width, ==, known->width);
  g_assert_cmpint (height, ==, known->height);
  g_assert_cmpint (transposed, ==, known->transposed);

  if (known->classes > 0)
    {
      g_autofree gint64 *sizes = g_new0 (gint64, known->classes);
      gint64 smallest = G_MAXINT64, largest = 0;

      for (gint64 i = 0; i < known->n; i++)
        sizes[eqp_dataset_get_labels (dataset)[i]]++;
      for (gint k = 0; k < known->classes; k++)
        {
          smallest = MIN (smallest, sizes[k]);
          largest = MAX (largest, sizes[k]);
        }
      g_assert_cmpint (smallest, ==, known->smallest);
      g_assert_cmpint (largest, ==, known->largest);
    }
}

/**
 * eqp_test_add_truths:
 * @prefix: "/core/reader-mat"
 * @truths: (array length=n_truths): static
 * @n_truths: how many
 *
 * Adds a test for each, named by its file.
 */
void
eqp_test_add_truths (const char      *prefix,
                     const EqpTruth  *truths,
                     gsize            n_truths)
{
  for (gsize i = 0; i < n_truths; i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (truths[i].path + strlen ("data/")), "/.", '-');
      g_autofree char *path = g_strconcat (prefix, "/", name, NULL);

      g_test_add_data_func (path, &truths[i], eqp_test_truth);
    }
}

/**
 * eqp_test_folder:
 *
 * Returns: (transfer full): a new empty folder; eqp_test_remove() it
 */
char *
eqp_test_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("eqp-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

/**
 * eqp_test_write:
 * @folder: from eqp_test_folder()
 * @name: of the file
 * @bytes: what it holds
 * @length: how many
 *
 * Returns: (transfer full): its path
 */
char *
eqp_test_write (const char  *folder,
                const char  *name,
                const void  *bytes,
                gsize        length)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  g_file_set_contents (path, bytes, (gssize) length, &error);
  g_assert_no_error (error);
  return path;
}

/**
 * eqp_test_remove:
 * @folder: a folder, removed with everything in it
 */
void
eqp_test_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        eqp_test_remove (path);
      else
        g_remove (path);
    }
  g_rmdir (folder);
}

/* Holds a data set to the edges of its graph, given as a string: "1-2:1 1-3:0.5". */
void
eqp_test_assert_edges (EqpDataset *dataset,
                       gint64      n,
                       const char *edges)
{
  EqpGraph *graph = eqp_dataset_get_graph (dataset);
  g_auto (GStrv) wanted = g_strsplit (edges, " ", -1);
  const EqpCsr *csr;

  g_assert_nonnull (graph);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, n);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 0);
  g_assert_cmpint (eqp_graph_get_n (graph), ==, n);
  g_assert_cmpint (eqp_graph_get_n_edges (graph), ==, g_strv_length (wanted));
  csr = eqp_graph_get_csr (graph);
  for (guint e = 0; wanted[e] != NULL; e++)
    {
      int from, to, found = 0;
      double weight;

      g_assert_cmpint (sscanf (wanted[e], "%d-%d:%lf", &from, &to, &weight), ==, 3);
      for (int end = 0; end < 2; end++)
        {
          gint64 i = end == 0 ? from - 1 : to - 1, j = end == 0 ? to - 1 : from - 1;

          for (gint64 k = csr->starts[i]; k < csr->starts[i + 1]; k++)
            if (csr->columns[k] == j)
              {
                eqp_assert_close (csr->weights[k], weight, 1e-12);
                found++;
              }
        }
      g_assert_cmpint (found, ==, 2);
    }
}

/* Packs a file; returns the path of the packed one. */
char *
eqp_test_gzip (const char *folder,
               const char *name,
               const char *path)
{
  g_autoptr (GConverter) zip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, zip);
  g_autoptr (GBytes) packed = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_output_stream_write_all (stream, bytes, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  packed = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  return eqp_test_write (folder, name, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
}

/**
 * eqp_test_folder_set_up:
 * @fixture: gets a folder of its own
 */
void
eqp_test_folder_set_up (EqpTestFolder *fixture,
                        gconstpointer  data)
{
  fixture->folder = eqp_test_folder ();
}

/**
 * eqp_test_folder_tear_down:
 * @fixture: its folder is removed with all that is in it
 */
void
eqp_test_folder_tear_down (EqpTestFolder *fixture,
                           gconstpointer  data)
{
  eqp_test_remove (fixture->folder);
  g_free (fixture->folder);
}

/**
 * eqp_test_write_text:
 * @fixture: where
 * @name: of the file
 * @text: its contents
 *
 * Returns: (transfer full): the path
 */
char *
eqp_test_write_text (EqpTestFolder *fixture,
                     const char    *name,
                     const char    *text)
{
  return eqp_test_write (fixture->folder, name, text, strlen (text));
}

/**
 * eqp_test_load_text:
 * @fixture: where
 * @name: of the file
 * @text: its contents
 * @options: (nullable): import options
 *
 * Returns: (transfer full): the data set, which has to open
 */
EqpDataset *
eqp_test_load_text (EqpTestFolder           *fixture,
                    const char              *name,
                    const char              *text,
                    const EqpImportOptions  *options)
{
  g_autofree char *path = eqp_test_write_text (fixture, name, text);

  return eqp_test_load (path, options);
}
