/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdarg.h>

G_BEGIN_DECLS

char *eqp_sentence_dup  (const char *format,
                         ...) G_GNUC_PRINTF (1, 2) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_sentence_vdup (const char *format,
                         va_list     args) G_GNUC_PRINTF (1, 0) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
