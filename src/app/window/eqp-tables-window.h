/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-compare-model.h"
#include "eqp-study-kept.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* The page of eqp_tables_window_show() with what each row pays for balance. */
#define EQP_TABLES_PRICES "prices"

#define EQP_TYPE_TABLES_WINDOW (eqp_tables_window_get_type ())
G_DECLARE_FINAL_TYPE (EqpTablesWindow, eqp_tables_window, EQP, TABLES_WINDOW, AdwWindow)

void eqp_tables_window_show         (GtkWindow        *parent,
                                     EqpWorkspace     *workspace,
                                     const char       *page);
void eqp_tables_window_show_compare (GtkWindow        *parent,
                                     EqpCompareModel  *model);
void eqp_tables_window_show_study   (GtkWindow        *parent,
                                     EqpStudyModel    *model,
                                     EqpStudyKept     *kept);

G_END_DECLS
