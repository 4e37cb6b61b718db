/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_LEDGER (eqp_presenter_ledger_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterLedger, eqp_presenter_ledger, EQP, PRESENTER_LEDGER, GObject)

EqpTableModel *eqp_presenter_ledger_new (EqpLedger *ledger) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
