/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean   _eqp_line_partition      (const float      *x,
                                     gint64            n,
                                     const gint32     *rows,
                                     int               k,
                                     double            gamma,
                                     GCancellable     *cancellable,
                                     gint32           *labels);

G_END_DECLS
