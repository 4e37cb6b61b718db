/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-suggest-model.h"

G_BEGIN_DECLS

#define EQP_TYPE_SUGGEST_WINDOW (eqp_suggest_window_get_type ())
G_DECLARE_FINAL_TYPE (EqpSuggestWindow, eqp_suggest_window, EQP, SUGGEST_WINDOW, AdwWindow)

EqpSuggestWindow *eqp_suggest_window_show (GtkWindow        *parent,
                                           EqpSuggestModel  *model);

G_END_DECLS
