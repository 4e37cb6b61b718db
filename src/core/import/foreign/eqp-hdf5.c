/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, and MATLAB files v7.3, which are HDF5 with a few habits: dimensions the other way round, sparse matrices in
 * three data sets. Only what is inside the file is followed: no links to other files, no filters from outside. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define CORE_BLOCK_BYTES (1 << 20)

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
  self->arrays = g_new0 (EqpForeignArray, EQP_HDF5_MOST_ARRAYS + 1);
  self->handles = g_new0 (EqpHdf5Handle, EQP_HDF5_MOST_ARRAYS + 1);
  result = H5Ovisit (self->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, self);
  *arrays = self->arrays;
  *n_arrays = self->n_arrays;
  *skipped = self->skipped;
  return result < 0 ? EQP_FOREIGN_DAMAGED : result > 0 ? EQP_FOREIGN_TOO_MANY : EQP_FOREIGN_DONE;
}

static EqpForeignStatus
hdf5_open (const char *path, gpointer *reader)
{
  EqpHdf5 *self = g_new0 (EqpHdf5, 1);
  struct stat info;
  guint8 head[16];
  FILE *stream = fopen (path, "rb");
  hid_t access;

  if (stream == NULL || fstat (fileno (stream), &info) != 0)
    return EQP_FOREIGN_DAMAGED;
  self->size = (double) info.st_size;
  self->matlab = fread (head, 1, sizeof head, stream) >= 10 && memcmp (head, "MATLAB 7.3", 10) == 0;
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

const EqpForeignCalls _eqp_hdf5_calls = { hdf5_open, hdf5_list, _eqp_hdf5_read, _eqp_hdf5_read_sparse,
                                          _eqp_hdf5_read_text };
