/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean   _eqp_line_partition      (const float      *x,
                                     const double     *weights,
                                     gint64            n,
                                     int               k,
                                     double            gamma,
                                     double            least,
                                     double            most,
                                     GCancellable     *cancellable,
                                     gint32           *labels);

G_END_DECLS
