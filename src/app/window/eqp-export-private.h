/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_EXPORT_SCALE 2.0

typedef struct _EqpExportPicture EqpExportPicture;

/* The head of a copy of all that is drawn, so that the window may go on. */
struct _EqpExportPicture
{
  char      *path;
  char      *title;
  char      *subtitle;
  EqpStyle   style;
  void     (*lay_out) (EqpExportPicture *self,
                       double           *width,
                       double           *height); /* in the thread */
  void     (*draw)    (cairo_t          *cr,
                       double            width,
                       double            height,
                       gpointer          self);
  void     (*clear)   (EqpExportPicture *self);   /* what is behind the head */
};

void _eqp_export_start (EqpExportPicture    *self,
                        GtkWidget           *widget,
                        const char          *path,
                        gpointer             tag,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data);

G_END_DECLS
