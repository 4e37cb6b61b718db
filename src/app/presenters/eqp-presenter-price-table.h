/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-price-model.h"
#include "eqp-table-model.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_PRICE_TABLE (eqp_presenter_price_table_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterPriceTable, eqp_presenter_price_table, EQP, PRESENTER_PRICE_TABLE, GObject)

EqpPresenterPriceTable *eqp_presenter_price_table_new (EqpWorkspace  *workspace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
