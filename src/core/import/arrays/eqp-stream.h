/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-variables-private.h"
#include "import/eqp-source.h"

G_BEGIN_DECLS

/* An array whose items stand one behind the other in a file, packed or not (NPY, IDX, a member of NPZ). */
struct _EqpStream
{
  GFile     *file;
  char      *member;     /* of the archive that @file is, or NULL */
  int        n_dims;
  gint64     dims[EQP_VARIABLE_MAX_RANK];
  char       kind;       /* as of eqp_items_convert(); 'U', 'S' for text */
  int        item_size;
  gboolean   big_endian;
  gboolean   fortran;    /* the first index runs fastest */
  goffset    offset;     /* of the first item in the unpacked file */
  char      *unread;     /* why its items are neither features nor labels, or NULL */
  EqpSource *source;     /* or NULL */
  gint64     position;   /* item that comes next */
};

EqpStream   *_eqp_stream_open  (GFile         *file,
                                const char    *member,
                                GCancellable  *cancellable,
                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;
void         _eqp_stream_free  (gpointer       data);
double       _eqp_stream_bytes (const EqpStream *self);
gboolean     _eqp_stream_check (EqpStream     *self,
                                EqpVariables  *variables,
                                GError       **error);
EqpVariable *_eqp_stream_add   (EqpStream     *self,
                                EqpVariables  *variables,
                                const char    *name);

gboolean     _eqp_stream_choose_beside (EqpVariables      *self,
                                        EqpVariableRoles  *roles,
                                        GError           **error);

/* eqp-reader-npy.c */
gboolean     _eqp_npy_read_header (EqpStream  *self,
                                   GError    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStream, _eqp_stream_free)

G_END_DECLS
