/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-import-private.h"

G_BEGIN_DECLS

typedef struct _EqpStore EqpStore;

/* Turns n stored items into doubles; NaN and infinities are missing cells. */
typedef void  (*EqpDecodeFunc) (const void *items,
                                gint64      n,
                                double     *values);

/* Where a cell stands in the file, for people: "line 24, column 7". */
typedef char *(*EqpPlaceFunc)  (gint64      row,
                                gint64      column,
                                gpointer    user_data);

EqpStore  *eqp_store_new             (gint64                  width,
                                      gsize                   item_size,
                                      EqpDecodeFunc           decode) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_store_free            (EqpStore               *self);
void       eqp_store_set_cancellable (EqpStore               *self,
                                      GCancellable           *cancellable);
gpointer   eqp_store_append          (EqpStore               *self,
                                      GError                **error) G_GNUC_WARN_UNUSED_RESULT;
gint64     eqp_store_get_rows        (EqpStore               *self);
gint64     eqp_store_get_width       (EqpStore               *self);
gpointer   eqp_store_row             (EqpStore               *self,
                                      gint64                  row);
gboolean   eqp_store_widen           (EqpStore              **self,
                                      gint64                  more,
                                      GError                **error);
double     eqp_store_get_value       (EqpStore               *self,
                                      gint64                  row,
                                      gint64                  column);
gboolean   eqp_store_settle_missing  (EqpStore               *self,
                                      GArray                 *columns,
                                      EqpMissingPolicy        policy,
                                      const char             *file,
                                      EqpPlaceFunc            place,
                                      gpointer                user_data,
                                      guint8                **dropped,
                                      EqpDatasetParts        *parts,
                                      GError                **error);
gboolean   eqp_store_finish          (EqpStore               *self,
                                      GArray                 *columns,
                                      const guint8           *dropped,
                                      EqpDatasetParts        *parts,
                                      GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStore, eqp_store_free)

G_END_DECLS
