/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-variables-private.h"

G_BEGIN_DECLS

#define EQP_FOREIGN_NAME_BYTES 512

/* Why something that may well be the data cannot be read; 0: it can. */
typedef enum {
  EQP_FOREIGN_COMPLEX = 1,
  EQP_FOREIGN_OBJECT,     /* of MATLAB: a table, a string, a function */
  EQP_FOREIGN_LINK,       /* to another file */
  EQP_FOREIGN_VIRTUAL,    /* put together from other files */
  EQP_FOREIGN_FILTER,     /* packed in an unknown way; entries has its number */
  EQP_FOREIGN_RAGGED,     /* rows of several lengths */
  EQP_FOREIGN_PICKLED     /* a column of pandas that only Python can read */
} EqpForeignUnread;

/* An array of a file as the other process describes it; plain bytes, so that it can be sent. */
typedef struct
{
  char     name[EQP_FOREIGN_NAME_BYTES];
  gint32   rank;
  gint32   item;          /* EqpItem */
  gint32   whole;
  gint32   sparse;
  gint32   text;
  gint32   unread;        /* EqpForeignUnread; then only the name counts */
  gint32   column_major;  /* the first dimension runs fastest; of a sparse matrix: columns are compressed */
  gint64   dims[EQP_VARIABLE_MAX_RANK];
  gint64   chunk;
  double   unwritten;     /* share of it that the file does not have, and that reads as a fill value */
  gint64   entries;       /* of a sparse matrix */
  double   stored;        /* bytes of the file that belong to it, or 0 when not known */
  double   packed;        /* how many items one of these bytes can make at most */
} EqpForeignArray;

typedef enum {
  EQP_FOREIGN_DONE,
  EQP_FOREIGN_DAMAGED,
  EQP_FOREIGN_TOO_MANY    /* arrays */
} EqpForeignStatus;

/* What one library does for this program, all of it in the other process. It may use malloc, but none of GLib's
 * containers and types: their locks may have been held by a thread that does not exist there. */
typedef struct
{
  EqpForeignStatus  (*open)        (const char *path, gpointer *reader);
  EqpForeignStatus  (*list)        (gpointer reader, EqpForeignArray **arrays, guint32 *n_arrays, guint32 *skipped);
  /* Slices along the slowest dimension; of one other dimension only the first entries where @dims has fewer than the
   * file. */
  EqpForeignStatus (*read) (gpointer reader, guint32 array, const gint64 *dims, gint64 first, gint64 count,
                            EqpItem item, void *items);
  EqpForeignStatus  (*read_sparse) (gpointer reader, guint32 array, gint64 *starts, gint64 *minor, double *values);
  /* Texts one behind the other, each with its NUL. */
  EqpForeignStatus  (*read_text)   (gpointer reader, guint32 array, gint64 count, char **bytes, gint64 *length);
} EqpForeignCalls;

typedef struct _EqpForeign EqpForeign;

EqpForeign *_eqp_foreign_start     (const EqpForeignCalls  *calls,
                                    const char             *path,
                                    const char             *file,
                                    GCancellable           *cancellable,
                                    GError                **error) G_GNUC_WARN_UNUSED_RESULT;
void        _eqp_foreign_stop      (EqpForeign             *self);
gboolean    _eqp_foreign_list      (EqpForeign             *self,
                                    EqpVariables           *variables,
                                    guint                  *skipped,
                                    GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpForeign, _eqp_foreign_stop)

G_END_DECLS
