/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-widgets.h"
#include "eqp-row-names.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* Signals:
 * ::row-activated (gint64 row): a point was clicked, or Return was pressed on it; -1: the empty space beside them. */
#define EQP_TYPE_PRESENTER_SCATTER (eqp_presenter_scatter_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterScatter, eqp_presenter_scatter, EQP, PRESENTER_SCATTER, GObject)

EqpPresenterScatter *eqp_presenter_scatter_new           (EqpWorkspace         *workspace,
                                                          EqpScatterView       *view) G_GNUC_WARN_UNUSED_RESULT;
void                 eqp_presenter_scatter_set_highlight (EqpPresenterScatter  *self,
                                                          gint                  cluster);
gint                 eqp_presenter_scatter_get_highlight (EqpPresenterScatter  *self);
void                 eqp_presenter_scatter_set_names        (EqpPresenterScatter *self,
                                                            EqpRowNames         *names);
void                 eqp_presenter_scatter_set_color        (EqpPresenterScatter *self,
                                                            gint64              color);
void                 eqp_presenter_scatter_set_selected  (EqpPresenterScatter  *self,
                                                          gint64                row);

G_END_DECLS
