/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EQP_TYPE_IMAGE_GRID (eqp_image_grid_get_type ())
G_DECLARE_FINAL_TYPE (EqpImageGrid, eqp_image_grid, EQP, IMAGE_GRID, GtkWidget)

/* Makes one image when it comes into view. */
typedef GdkTexture *(*EqpImageFunc)     (gint64    row,
                                         gpointer  user_data);
/* What a screen reader says of it. */
typedef char       *(*EqpImageNameFunc) (gint64    row,
                                         gpointer  user_data);

GtkWidget *eqp_image_grid_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_image_grid_set_images (EqpImageGrid      *self,
                                      gint64             n,
                                      EqpImageFunc       func,
                                      EqpImageNameFunc   name,
                                      gpointer           user_data,
                                      GDestroyNotify     destroy);
void       eqp_image_grid_set_label  (EqpImageGrid      *self,
                                      const char        *label);

G_END_DECLS
