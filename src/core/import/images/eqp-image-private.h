/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "import/eqp-image-file.h"

G_BEGIN_DECLS

/* One image, or one page of a file of several, in gray. */
typedef struct
{
  gint        page;        /* from 0 */
  const char *why;         /* it cannot be had, for people, behind its name: "is damaged"; then there are no pixels */
  gint        width;
  gint        height;
  float      *gray;        /* row by row, from the upper left corner */
  double      white;       /* as the format has it: 1, 255, 4095, 65535; 0: numbers without such a limit */
  guint       orientation; /* as EXIF has it, 1 to 8 */
  gboolean    colored;
  gboolean    transparent;
  gboolean    extra;       /* channels that are neither color nor alpha were left out */
  gboolean    doubtful;    /* the data are damaged in places */
  gboolean    rounded;     /* whole numbers too large for a float */
} EqpImage;

/* Called for each page; FALSE stops. May take @gray away. */
typedef gboolean (*EqpImageFunc) (EqpImage *image,
                                  gpointer  user_data);

typedef struct
{
  const guint8       *bytes;
  gsize               length;
  const EqpImageFile *kind;
  gboolean            first_only; /* further pages are counted, not decoded */
  gint                more_pages; /* that were not decoded */
  GCancellable       *cancellable;
  EqpImageFunc        func;
  gpointer            user_data;
} EqpImageJob;

/* Gray as the eye weighs red, green and blue (ITU-R BT.601), whole for whole numbers; black shines through. */
static inline float
_eqp_image_gray (EqpImage *image, double red, double green, double blue)
{
  if (red == green && red == blue)
    return (float) red;
  image->colored = TRUE;
  if (image->white > 0.0)
    return (float) (gint64) ((299.0 * red + 587.0 * green + 114.0 * blue + 500.0) / 1000.0);
  return (float) (0.299 * red + 0.587 * green + 0.114 * blue);
}

static inline float
_eqp_image_shade (EqpImage *image, float gray, double alpha)
{
  double white = image->white > 0.0 ? image->white : 1.0;

  if (alpha == white)
    return gray;
  image->transparent = TRUE;
  return image->white > 0.0 ? (float) (gint64) (((double) gray * alpha + white / 2.0) / white) : (float) (gray * alpha);
}

gboolean    _eqp_image_begin       (const EqpImageJob *job,
                                    EqpImage          *image,
                                    gint64             width,
                                    gint64             height,
                                    gint64             values);
gboolean    _eqp_image_hand_over   (const EqpImageJob *job,
                                    EqpImage          *image);
gboolean    _eqp_image_decode      (EqpImageJob       *job);
gboolean    _eqp_image_resize      (EqpImage          *image,
                                    gint               width,
                                    gint               height);
gboolean    _eqp_image_decode_jpeg (EqpImageJob       *job);
gboolean    _eqp_image_decode_png  (EqpImageJob       *job);
gboolean    _eqp_image_decode_pnm  (EqpImageJob       *job);
gboolean    _eqp_image_decode_tiff (EqpImageJob       *job);

G_END_DECLS
