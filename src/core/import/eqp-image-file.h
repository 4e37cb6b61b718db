/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

typedef enum {
  EQP_IMAGE_NONE,
  EQP_IMAGE_PNG,
  EQP_IMAGE_JPEG,
  EQP_IMAGE_TIFF,
  EQP_IMAGE_PNM /* PBM, PGM and PPM, as text or in bytes */
} EqpImageFormat;

/* What the bytes of an image file tell before it is decoded. */
typedef struct
{
  EqpImageFormat format;
  gint64         most_pixels; /* that its bytes can make */
} EqpImageFile;

gboolean _eqp_image_file_look      (const guint8  *bytes,
                                    gsize          length,
                                    EqpImageFile  *file);
const char *_eqp_image_file_ending (const char    *path);
guint    _eqp_image_orientation    (const guint8  *exif,
                                    gsize          length);

G_END_DECLS
