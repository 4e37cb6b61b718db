/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* What is chosen of a data set once it is read: columns, classes, rows. All zero but label: everything as it is. */
typedef struct
{
  GArray   *dropped;   /* gint64: columns left out, ascending; may be NULL */
  gint64    label;     /* the column whose values become the classes, or -1 */
  gboolean  no_labels; /* the classes of the file are not used */
  gboolean  distinct;  /* of equal rows only the first is kept */
} EqpEdit;

EqpEdit    *eqp_edit_new         (void) G_GNUC_WARN_UNUSED_RESULT;
EqpEdit    *eqp_edit_copy        (const EqpEdit  *self) G_GNUC_WARN_UNUSED_RESULT;
void        eqp_edit_free        (EqpEdit        *self);
gboolean    eqp_edit_is_empty    (const EqpEdit  *self);
gboolean    eqp_edit_equal       (const EqpEdit  *a,
                                  const EqpEdit  *b);
gboolean    eqp_edit_is_dropped  (const EqpEdit  *self,
                                  gint64          column);
void        eqp_edit_set_dropped (EqpEdit        *self,
                                  gint64          column,
                                  gboolean        dropped);

EqpDataset *eqp_dataset_edit     (EqpDataset     *dataset,
                                  const EqpEdit  *edit,
                                  GCancellable   *cancellable,
                                  GError        **error) G_GNUC_WARN_UNUSED_RESULT;
EqpDataset *eqp_dataset_take_rows (EqpDataset    *dataset,
                                  const gint32   *rows,
                                  gint64          n,
                                  GError        **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpEdit, eqp_edit_free)

G_END_DECLS
