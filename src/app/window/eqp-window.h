/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-application.h"
#include "eqp-row-selection.h"

G_BEGIN_DECLS

#define EQP_TYPE_WINDOW (eqp_window_get_type ())
G_DECLARE_FINAL_TYPE (EqpWindow, eqp_window, EQP, WINDOW, AdwApplicationWindow)

EqpWindow    *eqp_window_new           (EqpApplication         *application) G_GNUC_WARN_UNUSED_RESULT;
EqpWindow    *eqp_window_for_opening   (EqpApplication         *application) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_window_offer_recovery (EqpWindow             *self);
void          eqp_window_open          (EqpWindow              *self,
                                        const char             *data,
                                        const EqpOpenSettings  *settings);
void          eqp_window_open_file     (EqpWindow              *self,
                                        GFile                  *file,
                                        const EqpOpenSettings  *settings);
EqpWorkspace *eqp_window_get_workspace (EqpWindow              *self);
EqpRowSelection *eqp_window_get_selection (EqpWindow           *self);
void          eqp_window_fit_over      (GtkWindow              *window,
                                        GtkWindow              *parent);

G_END_DECLS
