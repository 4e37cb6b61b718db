/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

/* One of the plots of a study. Pointer and keys move a cursor from gamma to gamma, which the plots share.
 * Signals ::cursor-moved (double gamma): by hand; negative: it left.
 *         ::gamma-activated (int curve, double gamma): clicked, or Return; curve is negative where there is none.
 *         ::range-selected (double least, double most): dragged over. */
#define EQP_TYPE_GAMMA_VIEW (eqp_gamma_view_get_type ())
G_DECLARE_FINAL_TYPE (EqpGammaView, eqp_gamma_view, EQP, GAMMA_VIEW, EqpPlotView)

GtkWidget *eqp_gamma_view_new         (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_gamma_view_set_curves  (EqpGammaView          *self,
                                       const EqpCurvesModel  *model,
                                       gpointer               data,
                                       GDestroyNotify         destroy);
void       eqp_gamma_view_set_front   (EqpGammaView          *self,
                                       const EqpFrontModel   *model,
                                       gpointer               data,
                                       GDestroyNotify         destroy);
void       eqp_gamma_view_set_stream  (EqpGammaView          *self,
                                       const EqpStreamModel  *model,
                                       gpointer               data,
                                       GDestroyNotify         destroy);
void       eqp_gamma_view_set_cursor  (EqpGammaView          *self,
                                       double                 gamma);

G_END_DECLS
