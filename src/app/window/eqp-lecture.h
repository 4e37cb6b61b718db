/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void eqp_lecture_init_application (GtkApplication  *application,
                                   GSettings       *preferences);
void eqp_lecture_init_window      (GtkWindow       *window);

G_END_DECLS
