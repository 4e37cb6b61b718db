/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Draws a picture of width x height application pixels. */
typedef void (*EqpDrawFunc) (cairo_t  *cr,
                             double    width,
                             double    height,
                             gpointer  user_data);

const char *eqp_save_reason   (const GError  *error);
gboolean    eqp_draw_can_save (const char    *path,
                               GError       **error);
GByteArray *eqp_draw_render   (const char    *path,
                               double         width,
                               double         height,
                               double         scale,
                               EqpDrawFunc    func,
                               gpointer       user_data,
                               GError       **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean    eqp_draw_save     (const char    *path,
                               double         width,
                               double         height,
                               double         scale,
                               EqpDrawFunc    func,
                               gpointer       user_data,
                               GError       **error);

G_END_DECLS
