/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

void  eqp_export_async  (EqpWorkspace         *workspace,
                         GtkWidget            *widget,
                         const char           *path,
                         GAsyncReadyCallback   callback,
                         gpointer              user_data);
char *eqp_export_finish (GAsyncResult         *result,
                         GError              **error);

G_END_DECLS
