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
  char        number;      /* its samples in a row that is taken: 'u' and 'i' whole, 'f' floating point, */
  int         bits;        /* each of so many, */
  gboolean    big_endian;
  int         samples;     /* so many a pixel, */
  int         colors;      /* of which the first are these, 1 or 3, */
  gboolean    alpha;       /* and this one stands behind them */
  gboolean    premultiplied;
  gboolean    inverse;     /* 0 is white */
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
  GCancellable       *cancellable;
  EqpImageFunc        func;
  gpointer            user_data;
} EqpImageJob;

gpointer    _eqp_image_alloc       (EqpImage          *image,
                                    gsize              bytes);
gboolean    _eqp_image_begin       (const EqpImageJob *job,
                                    EqpImage          *image,
                                    gint64             width,
                                    gint64             height,
                                    gint64             values);
void        _eqp_image_take_row    (EqpImage          *image,
                                    const void        *row,
                                    gint64             x,
                                    gint64             y,
                                    gint64             count);
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
