/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-workspace.h"

G_BEGIN_DECLS

/* What the rows of what is open are called. Signal ::changed: that is known now, or they are others. */
#define EQP_TYPE_ROW_NAMES (eqp_row_names_get_type ())
G_DECLARE_FINAL_TYPE (EqpRowNames, eqp_row_names, EQP, ROW_NAMES, GObject)

EqpRowNames *eqp_row_names_new (EqpWorkspace  *workspace) G_GNUC_WARN_UNUSED_RESULT;
const char  *eqp_row_names_get (EqpRowNames   *self,
                                gint64         row);
GPtrArray   *eqp_row_names_ref (EqpRowNames   *self) G_GNUC_WARN_UNUSED_RESULT;
char       **eqp_vertices_dup_names (EqpDataset *dataset) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
