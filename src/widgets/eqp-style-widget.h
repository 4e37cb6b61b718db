/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-draw.h"

G_BEGIN_DECLS

void eqp_style_init_from_widget (EqpStyle   *style,
                                 GtkWidget  *widget);

G_END_DECLS
