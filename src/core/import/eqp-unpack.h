/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

typedef struct _EqpUnpack EqpUnpack;

/* Which bytes of an archive are read. */
typedef struct
{
  char      *member; /* NULL: the file is packed, not an archive */
  char      *array;  /* within the member, where one was asked for; or NULL */
  gint64     size;   /* of the member, unpacked; negative when it is not told */
  GPtrArray *aside;  /* char *: files that were passed over when the only one with data was looked for; or NULL */
} EqpUnpackInfo;

gboolean    eqp_unpack_can         (const guint8   *head,
                                    gsize           length,
                                    const char     *member);
EqpUnpack  *eqp_unpack_open        (GInputStream   *stream,
                                    const char     *name,
                                    const char     *member,
                                    GCancellable   *cancellable,
                                    GError        **error) G_GNUC_WARN_UNUSED_RESULT;
EqpUnpack  *eqp_unpack_open_all    (GInputStream   *stream,
                                    const char     *name,
                                    GCancellable   *cancellable,
                                    GError        **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean    eqp_unpack_next        (EqpUnpack      *self,
                                    const char    **member,
                                    GError        **error);
void        eqp_unpack_close       (EqpUnpack      *self);
const EqpUnpackInfo *eqp_unpack_get_info (EqpUnpack *self);
gint64      eqp_unpack_get_taken   (EqpUnpack      *self);
gssize      eqp_unpack_read        (EqpUnpack      *self,
                                    void           *buffer,
                                    gsize           count,
                                    GError        **error);
GStrv       eqp_unpack_list        (GInputStream   *stream,
                                    const char     *name,
                                    GPtrArray      *aside,
                                    GCancellable   *cancellable,
                                    GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpUnpack, eqp_unpack_close)

G_END_DECLS
