/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door for data: samples, and files that are told apart by their first bytes. */
#include "config.h"

#include "eqp-reader.h"

#include "../base/eqp-error.h"
#include "eqp-samples.h"

/* One row a format. */
static const EqpReader *const readers[] = { NULL };

/**
 * eqp_readers_get:
 * @n_readers: (out): how many
 *
 * Returns: (transfer none) (array length=n_readers): the formats this version reads
 */
const EqpReader *const *
eqp_readers_get (gsize *n_readers)
{
  *n_readers = G_N_ELEMENTS (readers) - 1;
  return readers;
}

/**
 * eqp_dataset_load:
 * @data: "sample:ID", a path or a URI
 * @options: (nullable): how to read it where the guesses should not decide
 * @progress: (nullable): told about the progress from this thread
 * @cancellable: (nullable): to stop
 * @error: return location: EQP_ERROR, or G_IO_ERROR with the file's name in the message
 *
 * Returns: (transfer full): the data set, whole; NULL on any error
 */
EqpDataset *
eqp_dataset_load (const char              *data,
                  const EqpImportOptions  *options,
                  const EqpProgress       *progress,
                  GCancellable            *cancellable,
                  GError                 **error)
{
  if (g_str_has_prefix (data, "sample:"))
    return eqp_sample_load (data + strlen ("sample:"), cancellable, error);

  g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s is in none of the formats this version reads; open one of its samples.", data);
  return NULL;
}
