/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../eqp-types.h"

G_BEGIN_DECLS

gpointer eqp_try_alloc         (gsize          n,
                                gsize          size,
                                const char    *what,
                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;
void     eqp_free              (gpointer       memory);

G_END_DECLS
