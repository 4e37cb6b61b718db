/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, and MATLAB files v7.3, which are HDF5 with a few habits; the arrays come from eqp-hdf5.c. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-foreign.h"

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

static gboolean
look (EqpVariables *self, const guint8 *bytes, gsize size, GError **error)
{
  if (bytes == NULL || !has_signature (bytes, size))
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED, _ ("%s: this is no HDF5 file; it is damaged, get it again."),
                       self->file);
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
                    _ ("“%s” has a column for each of the %" PRId64 " cells in “%s”, so the columns are the points."),
                    matrix->name, matrix->dims[0], cells);
          break;
        }
    }
}

static EqpDataset *
hdf5_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
           GError **error)
{
  return _eqp_foreign_load ("hdf5", look, turn_cells, file, options, progress, cancellable, error);
}

const EqpReader _eqp_reader_hdf5 = {
  .id = "hdf5",
  .name = "HDF5",
  .suffixes = "h5;hdf5;hdf;he5;mat",
  .sniff = hdf5_sniff,
  .read = hdf5_read,
};
