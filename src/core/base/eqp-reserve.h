/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

gboolean eqp_reserve_memory (GError **error);

G_END_DECLS
