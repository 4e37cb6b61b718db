/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of numbers as a gray image. */
#include "config.h"

#include "eqp-image.h"

/**
 * eqp_image_pixels:
 * @values: width x height numbers
 * @width: of the image they are
 * @height: of the image they are
 * @transposed: whether they are stored column by column
 * @black: the number that is black
 * @white: the number that is white
 * @step: every how many pixels to take one, for images larger than they are shown; at least 1
 * @pixels: (out): red, green, blue of ceil(width / step) x ceil(height / step) pixels, row by row
 */
void
eqp_image_pixels (const float *values,
                  int          width,
                  int          height,
                  gboolean     transposed,
                  double       black,
                  double       white,
                  int          step,
                  guint8      *pixels)
{
  double factor = white > black ? 255.0 / (white - black) : 0.0;

  for (int y = 0; y < height; y += step)
    for (int x = 0; x < width; x += step)
      {
        double value = values[transposed ? x * height + y : y * width + x];
        guint8 gray = (guint8) (CLAMP ((value - black) * factor, 0.0, 255.0) + 0.5);

        *pixels++ = gray;
        *pixels++ = gray;
        *pixels++ = gray;
      }
}
