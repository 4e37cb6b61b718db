/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void eqp_help_show           (GtkWindow *parent);
void eqp_help_show_shortcuts (GtkWindow *parent);

G_END_DECLS
