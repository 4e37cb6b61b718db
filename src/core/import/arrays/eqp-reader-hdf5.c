/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, and MATLAB files v7.3, which are HDF5 with a few habits: dimensions the other way round, sparse matrices in
 * three data sets. The library works in a process of its own. Only what is inside the file is followed: no links to
 * other files, no filters from outside. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/eqp-error.h"
#include "eqp-hdf5-private.h"
#include "import/eqp-plain-file.h"

#define CORE_BLOCK_BYTES (1 << 20)

#define SIGNATURE "\x89HDF\r\n\x1a\n"
#define SIGNATURE_BYTES 8

static gboolean
is_matlab (const guint8 *head, gsize length)
{
  return length >= 10 && memcmp (head, "MATLAB 7.3", 10) == 0;
}

/* The signature stands at the beginning, or behind a block of 512 bytes or a doubling of that. */
static gboolean
has_signature (const guint8 *bytes, gsize length)
{
  for (gsize at = 0; at + SIGNATURE_BYTES <= length; at = at == 0 ? 512 : at * 2)
    if (memcmp (bytes + at, SIGNATURE, SIGNATURE_BYTES) == 0)
      return TRUE;
  return FALSE;
}

static int
hdf5_sniff (const EqpProbe *probe)
{
  return has_signature (probe->head, probe->head_length) ? 100 : 0;
}

/* In the other process
 * -------------------- */

/* Each object comes once, however links run in circles. */
static herr_t
visit (hid_t file, const char *name, const H5O_info_t *info, void *user_data)
{
  EqpHdf5 *self = user_data;

  /* MATLAB's cells and its bookkeeping. */
  if (name[0] == '#' || _eqp_hdf5_is_taken (self, name))
    return 0;
  if (self->n_arrays + self->skipped >= EQP_HDF5_MOST_ARRAYS)
    return 1;
  if (info->type == H5O_TYPE_DATASET)
    _eqp_hdf5_add_dataset (self, name);
  else if (info->type == H5O_TYPE_GROUP)
    _eqp_hdf5_add_group (self, name);
  return 0;
}

static EqpForeignStatus
hdf5_list (gpointer reader, EqpForeignArray **arrays, guint32 *n_arrays, guint32 *skipped)
{
  EqpHdf5 *self = reader;
  herr_t result;

  /* One more, which is filled in before it is known to be wanted. */
  self->arrays = calloc (EQP_HDF5_MOST_ARRAYS + 1, sizeof (EqpForeignArray));
  self->handles = calloc (EQP_HDF5_MOST_ARRAYS + 1, sizeof (EqpHdf5Handle));
  if (self->arrays == NULL || self->handles == NULL)
    return EQP_FOREIGN_DAMAGED;
  result = H5Ovisit (self->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, self);
  *arrays = self->arrays;
  *n_arrays = self->n_arrays;
  *skipped = self->skipped;
  return result < 0 ? EQP_FOREIGN_DAMAGED : result > 0 ? EQP_FOREIGN_TOO_MANY : EQP_FOREIGN_DONE;
}

static EqpForeignStatus
hdf5_open (const char *path, gpointer *reader)
{
  EqpHdf5 *self = calloc (1, sizeof *self);
  struct stat info;
  guint8 head[16];
  FILE *stream = fopen (path, "rb");
  hid_t access;

  if (self == NULL || stream == NULL || fstat (fileno (stream), &info) != 0)
    return EQP_FOREIGN_DAMAGED;
  self->size = (double) info.st_size;
  self->matlab = is_matlab (head, fread (head, 1, sizeof head, stream));
  fclose (stream);

  H5open ();
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  /* A file must not make the program load code. */
  H5PLset_loading_state (0);
  access = H5Pcreate (H5P_FILE_ACCESS);
  /* Unpacked bytes in memory have a path, but not the real one that the usual driver looks for. */
  if (strncmp (path, "/proc/", 6) == 0)
    H5Pset_fapl_core (access, CORE_BLOCK_BYTES, FALSE);
  self->file = H5Fopen (path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  *reader = self;
  return self->file >= 0 ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

static const EqpForeignCalls calls = { hdf5_open, hdf5_list, _eqp_hdf5_read, _eqp_hdf5_read_sparse,
                                       _eqp_hdf5_read_text };

/* In this process
 * --------------- */

static gboolean
look_at_file (EqpVariables *self, const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, &cause);
  const guint8 *bytes;
  gsize size;

  if (mapped == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s” could not be read: %s.", self->file, cause->message);
      return FALSE;
    }
  bytes = (const guint8 *) g_mapped_file_get_contents (mapped);
  size = g_mapped_file_get_length (mapped);
  if (bytes == NULL || !has_signature (bytes, size))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: this is no HDF5 file; it is damaged, get it again.",
                   self->file);
      return FALSE;
    }
  self->matlab = is_matlab (bytes, size);
  self->format = self->matlab ? "MAT v7.3" : "HDF5";
  return TRUE;
}

/* 10x Genomics: a column for each cell, whose names are the barcodes, and genes are the rows. */
static void
turn_cells (EqpVariables *self)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      EqpVariable *matrix = g_ptr_array_index (self->arrays, i);
      g_autofree char *cells = g_strdup_printf ("%s/barcodes", matrix->name);
      gint64 rows = matrix->dims[0];

      for (guint k = 0; k < self->arrays->len && matrix->sparse && matrix->column_major; k++)
        {
          EqpVariable *names = g_ptr_array_index (self->arrays, k);

          if (strcmp (names->name, cells) != 0 || _eqp_variable_vector_length (names) != matrix->dims[1])
            continue;
          matrix->dims[0] = matrix->dims[1];
          matrix->dims[1] = rows;
          matrix->column_major = FALSE;
          eqp_note (&self->parts.decisions,
                    "“%s” has a column for each of the %" G_GINT64_FORMAT
                    " cells in “%s”, so the columns are the points.",
                    matrix->name, matrix->dims[0], cells);
          break;
        }
    }
}

/* Networks saved by Keras have nothing but their weights. */
static gboolean
refuse_weights (EqpVariables *self, GError **error)
{
  for (guint i = 0; i < self->arrays->len && self->options->variable == NULL; i++)
    {
      const char *name = ((EqpVariable *) g_ptr_array_index (self->arrays, i))->name;

      if (g_str_has_suffix (name, "/kernel:0") || g_str_has_suffix (name, "/bias:0") ||
          g_str_has_suffix (name, "/vars/0"))
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                       "%s: this file has the weights of a neural network (“%s”) and no data; open the data, or choose "
                       "weights to cluster their rows (--variable NAME).",
                       self->file, name);
          return FALSE;
        }
    }
  return TRUE;
}

static EqpDataset *
hdf5_read_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
                GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  g_autoptr (EqpForeign) process = NULL;
  g_auto (EqpPlainFile) plain = { 0 };
  EqpImportOptions own = { 0 };
  guint skipped = 0;

  if (!_eqp_plain_file_open (&plain, file, options, progress, cancellable, error))
    return NULL;
  if (options != NULL)
    own = *options;
  if (plain.member != NULL)
    own.variable = plain.array;
  _eqp_variables_init (&self, &own, progress, cancellable);
  self.member = plain.member;
  self.file = plain.name;
  if (!look_at_file (&self, plain.path, error))
    return NULL;
  process = _eqp_foreign_start (&calls, plain.path, plain.name, cancellable, error);
  if (process == NULL || !_eqp_foreign_list (process, &self, &skipped, error))
    return NULL;
  if (skipped > 0)
    eqp_note (&self.parts.decisions, "%u data set%s no real numbers (text, objects, references) and %s left out.",
              skipped, skipped == 1 ? " has" : "s have", skipped == 1 ? "was" : "were");
  if (!refuse_weights (&self, error))
    return NULL;
  turn_cells (&self);
  return _eqp_variables_load (&self, file, error);
}

const EqpReader _eqp_reader_hdf5 = {
  .id = "hdf5",
  .name = "HDF5",
  .suffixes = "h5;hdf5;hdf;he5;mat",
  .sniff = hdf5_sniff,
  .read = hdf5_read_file,
};
