/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

char *eqp_short_name (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
