/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void eqp_drop_down_show (GtkDropDown       *list,
                         const char *const *strings,
                         guint              selected);
void eqp_drop_down_name_button (GtkWidget *focus);

G_END_DECLS
