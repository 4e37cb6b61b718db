/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The interface of HDF5 1.10, which later versions still have. */
#define H5_USE_110_API
#include <hdf5.h>

#include "eqp-serve.h"

G_BEGIN_DECLS

#define EQP_HDF5_MOST_ARRAYS 10000

/* A packed chunk cannot make more than this many bytes of one. */
#define EQP_HDF5_MOST_PACKED 1032

/* Whatever HDF5 hands out, given back at the end of the block. */
typedef hid_t EqpHid;

static inline void
_eqp_hid_close (hid_t id)
{
  if (id >= 0)
    H5Idec_ref (id);
}

G_DEFINE_AUTO_CLEANUP_FREE_FUNC (EqpHid, _eqp_hid_close, H5I_INVALID_HID)

/* What an array is read from: a data set or a field of it, the three of a sparse matrix, codes and their names. */
typedef struct
{
  hid_t   data;
  hid_t   minor;   /* sparse: indices; texts: the names that the data count; otherwise 0 */
  hid_t   starts;  /* sparse only, otherwise 0 */
  char   *member;  /* of a compound type, or NULL */
} EqpHdf5Handle;

typedef struct
{
  hid_t            file;
  gboolean         matlab;
  double           size;      /* of the file */
  EqpForeignArray *arrays;
  EqpHdf5Handle   *handles;
  guint32          n_arrays;
  guint32          skipped;   /* data sets that are no arrays of numbers */
  char             done[EQP_FOREIGN_NAME_BYTES]; /* a group that was taken as a whole, or "" */
} EqpHdf5;

/* eqp-hdf5-describe.c */
char             *_eqp_hdf5_text_attribute   (hid_t                 object,
                                              const char           *name);
gboolean          _eqp_hdf5_describe_number  (hid_t                 type,
                                              EqpForeignArray      *array);
gboolean          _eqp_hdf5_describe_space   (EqpHdf5              *self,
                                              hid_t                 data,
                                              EqpForeignArray      *array);
gboolean          _eqp_hdf5_describe_storage (EqpHdf5              *self,
                                              hid_t                 data,
                                              EqpForeignArray      *array);
hid_t             _eqp_hdf5_open_dataset     (hid_t                 parent,
                                              const char           *name);
EqpForeignArray  *_eqp_hdf5_next_array       (EqpHdf5              *self,
                                              const char           *name,
                                              const char           *field);
void              _eqp_hdf5_leave_out        (EqpHdf5              *self,
                                              const char           *name,
                                              EqpForeignUnread      why);
gint64            _eqp_hdf5_length           (hid_t                 data);
void              _eqp_hdf5_add_dataset      (EqpHdf5              *self,
                                              const char           *name);

/* eqp-hdf5-groups.c */
gboolean          _eqp_hdf5_add_members      (EqpHdf5              *self,
                                              hid_t                 data,
                                              hid_t                 type,
                                              const char           *name);
void              _eqp_hdf5_add_group        (EqpHdf5              *self,
                                              const char           *name);
gboolean          _eqp_hdf5_is_taken         (EqpHdf5              *self,
                                              const char           *name);

G_END_DECLS
