/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-widgets.h"
#include "eqp-row-names.h"
#include "eqp-row-selection.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* What is selected is marked, and what is clicked is selected. */
#define EQP_TYPE_PRESENTER_SCATTER (eqp_presenter_scatter_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterScatter, eqp_presenter_scatter, EQP, PRESENTER_SCATTER, GObject)

EqpPresenterScatter *eqp_presenter_scatter_new       (EqpWorkspace         *workspace,
                                                      EqpRowSelection      *selection,
                                                      EqpScatterView       *view) G_GNUC_WARN_UNUSED_RESULT;
void                 eqp_presenter_scatter_set_names (EqpPresenterScatter  *self,
                                                      EqpRowNames          *names);
void                 eqp_presenter_scatter_set_color (EqpPresenterScatter  *self,
                                                      gint64                color);

G_END_DECLS
