/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-reader.h"

G_BEGIN_DECLS

char *eqp_peek_text (const char              *data,
                     const EqpImportOptions  *options,
                     int                      n_lines,
                     GCancellable            *cancellable) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
