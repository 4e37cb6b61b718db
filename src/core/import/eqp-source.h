/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"
#include "eqp-reader.h"
#include "eqp-unpack.h"

G_BEGIN_DECLS

typedef struct _EqpSource EqpSource;

EqpSource  *eqp_source_open_member   (GFile               *file,
                                      const char          *member,
                                      const char          *encoding,
                                      const EqpProgress   *progress,
                                      GCancellable        *cancellable,
                                      GError             **error) G_GNUC_WARN_UNUSED_RESULT;
void        eqp_source_close         (EqpSource           *self);
const char *eqp_source_get_name      (EqpSource           *self);
gboolean    eqp_source_is_compressed (EqpSource           *self);
const EqpUnpackInfo *eqp_source_get_archive (EqpSource *self);
goffset     eqp_source_get_size      (EqpSource           *self);
gssize      eqp_source_read          (EqpSource           *self,
                                      void                *buffer,
                                      gsize                count,
                                      GError             **error);
gboolean    eqp_source_read_head     (EqpSource           *self,
                                      guint8              *head,
                                      gsize                most,
                                      gsize               *length,
                                      gboolean            *complete,
                                      GError             **error);
double      eqp_source_guess_length  (EqpSource           *self,
                                      double              *share);
gboolean    eqp_source_check_rows    (EqpSource           *self,
                                      gint64               before,
                                      gint64               taken,
                                      gint64               rows,
                                      gint64               most,
                                      gint64               d,
                                      gsize                row_bytes,
                                      GError             **error);
gboolean    eqp_source_seek          (EqpSource           *self,
                                      goffset              offset,
                                      GError             **error);
gboolean    eqp_source_read_exactly  (EqpSource           *self,
                                      void                *buffer,
                                      gsize                count,
                                      GError             **error);
GBytes     *eqp_source_load          (GFile               *file,
                                      gsize                limit,
                                      GCancellable        *cancellable,
                                      GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpSource, eqp_source_close)

G_END_DECLS
