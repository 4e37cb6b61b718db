/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void eqp_release (gpointer        data,
                  GDestroyNotify  destroy);

G_END_DECLS
