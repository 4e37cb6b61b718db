/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-workspace.h"

G_BEGIN_DECLS

void  eqp_save_table_async  (EqpWorkspace         *workspace,
                             const char           *path,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data);
char *eqp_save_table_finish (GAsyncResult         *result,
                             GError              **error);

G_END_DECLS
