/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-variables-private.h"

#include <errno.h>
#include <sys/socket.h>

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
  EQP_FOREIGN_PICKLED     /* a table of pandas, which only Python can read */
} EqpForeignUnread;

/* An array of a file as the other process describes it; it is sent as it is, and pointers in it mean nothing. */
typedef struct
{
  char        name[EQP_FOREIGN_NAME_BYTES];
  gint32      unread; /* EqpForeignUnread; then only the name counts */
  double      stored; /* bytes of the file that belong to it, or 0 when not known */
  double      packed; /* how many items one of these bytes can make at most */
  EqpVariable is;
} EqpForeignArray;

typedef enum {
  EQP_FOREIGN_DONE,
  EQP_FOREIGN_DAMAGED,
  EQP_FOREIGN_TOO_MANY    /* arrays */
} EqpForeignStatus;

/* What goes through the socket: a request, then a reply with so many bytes behind it. The list comes unasked. */
typedef enum {
  EQP_FOREIGN_READ,
  EQP_FOREIGN_SPARSE,
  EQP_FOREIGN_TEXT
} EqpForeignAsk;

typedef struct
{
  gint32  ask;
  gint32  item;
  guint32 array;
  gint64  first;
  gint64  count;
  gint64  bytes; /* of the answer */
} EqpForeignRequest;

typedef struct
{
  gint32  status;
  guint32 n_arrays;
  guint32 skipped;
  gint64  bytes;
} EqpForeignReply;

/* The socket's number there. */
#define EQP_FOREIGN_SOCKET 3

static inline gboolean
_eqp_foreign_send (int to, const void *bytes, gsize length)
{
  while (length > 0)
    {
      ssize_t sent = send (to, bytes, length, MSG_NOSIGNAL);

      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        return FALSE;
      bytes = (const guint8 *) bytes + sent;
      length -= (gsize) sent;
    }
  return TRUE;
}

EqpDataset *_eqp_foreign_load      (const char             *format,
                                    gboolean              (*look) (EqpVariables  *self,
                                                                   const guint8  *bytes,
                                                                   gsize          size,
                                                                   GError       **error),
                                    void                  (*settle) (EqpVariables  *self),
                                    GFile                  *file,
                                    const EqpImportOptions *options,
                                    const EqpProgress      *progress,
                                    GCancellable           *cancellable,
                                    GError                **error);
G_END_DECLS
