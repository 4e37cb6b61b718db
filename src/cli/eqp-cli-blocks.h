/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *eqp_blocks_bar       (double        share,
                            int           width,
                            gboolean      utf8) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_blocks_sparkline (gsize         n,
                            const double *values,
                            int           width,
                            gboolean      utf8) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
