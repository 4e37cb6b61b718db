/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-widgets.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_SCATTER (eqp_presenter_scatter_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterScatter, eqp_presenter_scatter, EQP, PRESENTER_SCATTER, GObject)

EqpPresenterScatter *eqp_presenter_scatter_new           (EqpWorkspace         *workspace,
                                                          EqpScatterView       *view) G_GNUC_WARN_UNUSED_RESULT;
void                 eqp_presenter_scatter_set_highlight (EqpPresenterScatter  *self,
                                                          gint                  cluster);
gint                 eqp_presenter_scatter_get_highlight (EqpPresenterScatter  *self);

G_END_DECLS
