/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void eqp_cli_complain (const GError *error,
                       const char   *instead);

G_END_DECLS
