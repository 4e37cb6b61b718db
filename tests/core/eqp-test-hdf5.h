/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5 files made on the spot. */
#pragma once

#include "eqp-truth.h"

#define H5_USE_110_API
#include <hdf5.h>
#include <string.h>

G_BEGIN_DECLS

/* A file in a folder of its own, for g_test_add (). */
typedef struct
{
  char  *folder;
  char  *path;
  hid_t  file;
} EqpTestHdf5;

static inline void
eqp_test_hdf5_set_up (EqpTestHdf5   *fixture,
                      gconstpointer  data)
{
  fixture->folder = eqp_test_folder ();
  fixture->path = g_build_filename (fixture->folder, "a.h5", NULL);
  fixture->file = H5Fcreate (fixture->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  g_assert_cmpint (fixture->file, >=, 0);
}

static inline void
eqp_test_hdf5_tear_down (EqpTestHdf5   *fixture,
                         gconstpointer  data)
{
  eqp_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* chunk: packed in pieces of it; NULL: as it is. values: NULL: none are written. */
static inline void
eqp_test_hdf5_write (hid_t          place,
                     const char    *name,
                     hid_t          type,
                     int            rank,
                     const hsize_t *dims,
                     const hsize_t *chunk,
                     const void    *values)
{
  hid_t space = H5Screate_simple (rank, dims, NULL);
  hid_t plist = H5Pcreate (H5P_DATASET_CREATE);
  hid_t data;

  if (chunk != NULL)
    {
      H5Pset_chunk (plist, rank, chunk);
      H5Pset_deflate (plist, 6);
    }
  data = H5Dcreate2 (place, name, type, space, H5P_DEFAULT, plist, H5P_DEFAULT);
  g_assert_cmpint (data, >=, 0);
  if (values != NULL)
    g_assert_cmpint (H5Dwrite (data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), >=, 0);
  H5Dclose (data);
  H5Pclose (plist);
  H5Sclose (space);
}

static inline EqpDataset *
eqp_test_hdf5_load (EqpTestHdf5            *fixture,
                    const EqpImportOptions *options)
{
  H5Fclose (fixture->file);
  return eqp_test_load (fixture->path, options);
}

G_END_DECLS
