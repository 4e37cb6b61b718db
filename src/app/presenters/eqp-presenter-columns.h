/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-chain.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_COLUMNS (eqp_presenter_columns_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterColumns, eqp_presenter_columns, EQP, PRESENTER_COLUMNS, GObject)

typedef enum {
  EQP_ROLE_FEATURE,
  EQP_ROLE_LABEL,
  EQP_ROLE_IGNORED,
  EQP_ROLE_WEIGHTS
} EqpRole;

EqpPresenterColumns *eqp_presenter_columns_new         (EqpDataChain         *chain,
                                                        EqpWorkspace         *workspace) G_GNUC_WARN_UNUSED_RESULT;
EqpDataset          *eqp_presenter_columns_get_dataset (EqpPresenterColumns  *self);
gint64               eqp_presenter_columns_get_column  (EqpPresenterColumns  *self,
                                                        gint64                row);
const EqpLedgerEntry *eqp_presenter_columns_get_ignored (EqpPresenterColumns *self,
                                                        gint64                row);
EqpRole              eqp_presenter_columns_get_role    (EqpPresenterColumns  *self,
                                                        gint64                row);

G_END_DECLS
