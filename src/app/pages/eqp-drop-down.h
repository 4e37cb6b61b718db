/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void eqp_drop_down_show (GtkDropDown       *list,
                         const char *const *strings,
                         guint              selected);

G_END_DECLS
