/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../eqp-types.h"

G_BEGIN_DECLS

/* What the bytes of an image file tell before it is decoded. */
typedef struct
{
  const char *type;        /* for gdk-pixbuf: "image/png" */
  gboolean    whole;       /* the file goes to its end */
  gint64      most_pixels; /* that its bytes can make */
  gboolean    deep;        /* more than 8 bits a sample */
  gboolean    more_pages;  /* of a TIFF */
} EqpImageFile;

gboolean _eqp_image_file_look      (const guint8  *bytes,
                                    gsize          length,
                                    EqpImageFile  *file);

G_END_DECLS
