/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void eqp_signals_watch (GCancellable *cancellable);

G_END_DECLS
