/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A GtkScale over decades: its adjustment holds log10 of the relative gamma, the left stop is 0.
 * Properties: "gamma-rel" (double >= 0), "unit" (double: gamma for gamma-rel 1; 0: unknown, only the relative scale is
 * labelled), "gamma" (double, read-only), "minimum", "maximum" (double: relative gamma of the range without the 0
 * stop). notify::gamma-rel comes while dragging, as GtkRange::value-changed does. */
#define EQP_TYPE_GAMMA_SCALE (eqp_gamma_scale_get_type ())

G_DECLARE_FINAL_TYPE (EqpGammaScale, eqp_gamma_scale, EQP, GAMMA_SCALE, GtkScale)

GtkWidget *eqp_gamma_scale_new           (void) G_GNUC_WARN_UNUSED_RESULT;
double     eqp_gamma_scale_get_gamma_rel (EqpGammaScale  *self);
void       eqp_gamma_scale_set_gamma_rel (EqpGammaScale  *self,
                                          double          gamma_rel);
double     eqp_gamma_scale_get_gamma     (EqpGammaScale  *self);
double     eqp_gamma_scale_get_unit      (EqpGammaScale  *self);
void       eqp_gamma_scale_set_unit      (EqpGammaScale  *self,
                                          double          unit);
double     eqp_gamma_scale_get_knee      (EqpGammaScale  *self);
void       eqp_gamma_scale_set_knee      (EqpGammaScale  *self,
                                          double          gamma_rel);
double     eqp_gamma_scale_get_wish      (EqpGammaScale  *self);
void       eqp_gamma_scale_set_wish      (EqpGammaScale  *self,
                                          double          gamma_rel);

G_END_DECLS
