/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

gpointer eqp_try_alloc         (gsize          n,
                                gsize          size,
                                const char    *what,
                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;
gpointer eqp_try_malloc        (gsize          n,
                                gsize          size,
                                const char    *what,
                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;
gpointer eqp_try_grow          (gpointer       memory,
                                gint64        *room,
                                gsize          size) G_GNUC_WARN_UNUSED_RESULT;
void     eqp_free              (gpointer       memory);
gpointer eqp_map_block         (gsize          bytes,
                                gboolean       fill) G_GNUC_WARN_UNUSED_RESULT;
void     eqp_unmap_block       (gpointer       block,
                                gsize          bytes);
gint64   _eqp_fail_allocation  (gint64         number);

G_END_DECLS
