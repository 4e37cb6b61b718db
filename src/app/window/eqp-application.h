/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EQP_TYPE_APPLICATION (eqp_application_get_type ())
G_DECLARE_FINAL_TYPE (EqpApplication, eqp_application, EQP, APPLICATION, AdwApplication)

EqpApplication *eqp_application_new             (void) G_GNUC_WARN_UNUSED_RESULT;
GSettings      *eqp_application_get_preferences (EqpApplication  *self);

G_END_DECLS
