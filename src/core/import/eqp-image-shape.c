/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Are flat rows square images, and do they run row by row or column by column? Neighboring pixels of an image are
 * alike, and the mean of many pictures of faces and things is nearly symmetric about its upright middle line. */
#include "config.h"

#include "eqp-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Sides of images, and colors with transparency. */
#define LEAST_SIDE 8
#define MOST_CHANNELS 4

#define MOST_ROWS 400
#define SMALLEST_SIDE 8

/* Neighbors have to differ by less than this share of what pixels far apart differ by. */
#define SMOOTH 0.75

/* The mean image has to be more symmetric one way than the other by this difference of correlations. */
#define CLEARLY 0.1

static double
value_at (const EqpDatasetParts *parts, gint64 row, gint64 column)
{
  return parts->features[row * parts->d + column] * (parts->scale != 0.0 ? parts->scale : 1.0) + parts->offsets[column];
}

/* Mean absolute difference of pixels that lie so far apart, relative to pixels in different places. */
static double
roughness (const EqpDatasetParts *parts, gint64 side, gint64 stride, gint64 across, gint64 along)
{
  double sum = 0.0, far_sum = 0.0;
  gint64 far_step = (side / 2) * side + side / 3 + 1;

  for (gint64 row = 0; row < parts->n; row += stride)
    for (gint64 i = 0; i + along < side; i++)
      for (gint64 j = 0; j + across < side; j++)
        {
          double here = value_at (parts, row, i * side + j);

          sum += fabs (here - value_at (parts, row, (i + along) * side + j + across));
          far_sum += fabs (here - value_at (parts, row, (i * side + j + far_step) % parts->d));
        }
  return far_sum > 0.0 ? sum / far_sum : 1.0;
}

/* Correlation of the mean image with its mirror image. */
static double
symmetry (const double *mean, gint64 side, gboolean columnwise)
{
  double sum = 0.0, squares = 0.0, products = 0.0, count = (double) (side * side);

  for (gint64 k = 0; k < side * side; k++)
    sum += mean[k] / count;
  for (gint64 i = 0; i < side; i++)
    for (gint64 j = 0; j < side; j++)
      {
        double here = mean[i * side + j] - sum;
        double there = mean[columnwise ? (side - 1 - i) * side + j : i * side + side - 1 - j] - sum;

        squares += here * here;
        products += here * there;
      }
  return squares > 0.0 ? products / squares : 0.0;
}

static int
compare_symmetry (const EqpDatasetParts *parts, gint64 side, gint64 stride)
{
  g_autofree double *mean = g_new0 (double, parts->d);
  double difference;

  for (gint64 row = 0; row < parts->n; row += stride)
    for (gint64 j = 0; j < parts->d; j++)
      mean[j] += value_at (parts, row, j) * 0x1p-64;
  difference = symmetry (mean, side, TRUE) - symmetry (mean, side, FALSE);
  return difference > CLEARLY ? 1 : difference < -CLEARLY ? -1 : 0;
}

static gboolean
are_sides (gint64 a, gint64 b, gint64 number)
{
  return a == b && a >= LEAST_SIDE && a != number;
}

/* Square images tell which dimension counts them, with a channel or three of colors as well. Returns the first or
 * the last dimension, or -1 where the sizes do not tell. */
int
_eqp_guess_image_axis (int           rank,
                       const gint64 *dims)
{
  gboolean first, last;

  if (rank == 3)
    {
      first = are_sides (dims[1], dims[2], dims[0]);
      last = are_sides (dims[0], dims[1], dims[2]);
    }
  else if (rank == 4)
    {
      first = (dims[3] <= MOST_CHANNELS && are_sides (dims[1], dims[2], dims[0])) ||
              (dims[1] <= MOST_CHANNELS && are_sides (dims[2], dims[3], dims[0]));
      last = (dims[2] <= MOST_CHANNELS && are_sides (dims[0], dims[1], dims[3])) ||
             (dims[0] <= MOST_CHANNELS && are_sides (dims[1], dims[2], dims[3]));
    }
  else
    return -1;
  return first == last ? -1 : first ? 0 : rank - 1;
}

/* Sets the image shape when the number of columns is a square and neighbors look like neighbors. @parts: with n, d,
 * features, offsets and scale set; the image shape and decisions are added to; @columnwise: how images lie in files
 * of this kind, where the values do not tell. */
void
_eqp_guess_image_shape (EqpDatasetParts *parts,
                        gboolean         columnwise)
{
  gint64 side = (gint64) (sqrt ((double) parts->d) + 0.5);
  gint64 stride = MAX (1, parts->n / MOST_ROWS);
  int told;

  if (side < SMALLEST_SIDE || side * side != parts->d || parts->n < 1
      || roughness (parts, side, stride, 1, 0) > SMOOTH || roughness (parts, side, stride, 0, 1) > SMOOTH)
    return;

  told = compare_symmetry (parts, side, stride);
  parts->image_width = parts->image_height = (gint) side;
  parts->image_transposed = told != 0 ? told > 0 : columnwise;
  eqp_note (&parts->decisions,
            parts->image_transposed
                ? _ ("The rows are taken for images of %d × %d pixels, because neighbors are alike, stored column by "
                     "column, %s; the runner-up: row by row.")
                : _ ("The rows are taken for images of %d × %d pixels, because neighbors are alike, stored row by "
                     "row, %s; the runner-up: column by column."),
            parts->image_width, parts->image_height,
            told != 0 ? _ ("because their mean is upright that way") : _ ("as usual in such files"));
}
