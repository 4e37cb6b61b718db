/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

gboolean _eqp_check_memory         (const char  *file,
                                    gint64       n,
                                    gint64       d,
                                    gsize        item_size,
                                    GError     **error);
gboolean _eqp_check_memory_guess   (const char  *file,
                                    gint64       n,
                                    gint64       d,
                                    gsize        row_bytes,
                                    gint64       taken,
                                    double       share,
                                    GError     **error);
char    *_eqp_gigabytes            (double       bytes);
gboolean _eqp_memory_lasts         (gsize        taken,
                                    gsize        more);
gboolean _eqp_memory_will_last     (double       taken,
                                    double       needed,
                                    double       share);
guint64  _eqp_usable_memory        (void);
guint64  eqp_address_space         (void);
void     _eqp_set_free_memory      (guint64      bytes);

G_END_DECLS
