/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-compare-model.h"

G_BEGIN_DECLS

void eqp_export_compare_async (EqpCompareModel      *model,
                               GtkWidget            *widget,
                               const char           *path,
                               GAsyncReadyCallback   callback,
                               gpointer              user_data);

G_END_DECLS
