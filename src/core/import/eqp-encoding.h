/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

const char *_eqp_guess_encoding (const guint8  *head,
                                 gsize          length,
                                 char         **evidence);
gboolean    _eqp_guess_script   (const char    *file,
                                 const guint8  *head,
                                 gsize          length,
                                 const char   **encoding,
                                 char         **evidence,
                                 GError       **error);
char       *_eqp_text_to_utf8   (const guint8  *head,
                                 gsize          length,
                                 const char    *encoding);

G_END_DECLS
