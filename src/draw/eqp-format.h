/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *eqp_format_count   (gint64  value) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_format_number  (double  value,
                          int     digits) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_format_fixed   (double  value,
                          int     decimals) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_format_tick    (double  value,
                          double  step,
                          double  largest) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_format_percent (double  share,
                          int     decimals) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
