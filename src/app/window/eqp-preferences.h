/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *eqp_preferences_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
