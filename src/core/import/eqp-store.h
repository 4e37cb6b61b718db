/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-import-private.h"

G_BEGIN_DECLS

typedef struct _EqpStore EqpStore;

/* The smallest type that holds the numbers of a file exactly; NaN and infinities are missing cells. */
typedef enum {
  EQP_ITEM_BYTE,
  EQP_ITEM_FLOAT,
  EQP_ITEM_DOUBLE
} EqpItem;

static inline gsize
_eqp_item_size (EqpItem item)
{
  return item == EQP_ITEM_BYTE ? 1 : item == EQP_ITEM_FLOAT ? sizeof (float) : sizeof (double);
}

/* Where a cell stands in the file, for people: "line 24, column 7". */
typedef char *(*EqpPlaceFunc)  (gint64      row,
                                gint64      column,
                                gpointer    user_data);

EqpStore  *eqp_store_new             (gint64                  width,
                                      EqpItem                 item) G_GNUC_WARN_UNUSED_RESULT;
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
