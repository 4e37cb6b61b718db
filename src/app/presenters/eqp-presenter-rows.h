/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-row-model.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_ROWS (eqp_presenter_rows_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterRows, eqp_presenter_rows, EQP, PRESENTER_ROWS, GObject)

EqpTableModel    *eqp_presenter_rows_new         (EqpDataset        *dataset) G_GNUC_WARN_UNUSED_RESULT;
EqpPresenterRows *eqp_presenter_rows_new_of      (EqpRowModel       *model) G_GNUC_WARN_UNUSED_RESULT;
gint64            eqp_presenter_rows_get_by      (EqpPresenterRows  *self,
                                                  gint64             column);
const char       *eqp_presenter_rows_get_name    (EqpPresenterRows  *self,
                                                  gint64             column);
gboolean          eqp_presenter_rows_falls_first (EqpPresenterRows  *self,
                                                  gint64             column);
char             *eqp_format_cell                (EqpDataset        *dataset,
                                                  gint64             row,
                                                  gint64             column) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
