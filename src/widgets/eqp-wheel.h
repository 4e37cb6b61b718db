/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void eqp_wheel_pass_on (GtkWidget *root);

G_END_DECLS
