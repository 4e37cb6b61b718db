/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void  eqp_cli_complain (const GError *error,
                        const char   *instead);
char *eqp_cli_name_dup (const char   *sentence) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
