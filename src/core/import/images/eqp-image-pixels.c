/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An image file as gray values, each of its pages, upright, through the library of its format. */
#include "config.h"

#include "eqp-image-private.h"

#include <glib/gi18n-lib.h>

#include "base/eqp-alloc.h"
#include "base/eqp-memory.h"
#include "import/arrays/eqp-items.h"

#define MOST_PIXELS (1 << 26)

/* Returns memory for pixels; NULL where it does not last, and @image says so. */
gpointer
_eqp_image_alloc (EqpImage *image,
                  gsize     bytes)
{
  gpointer memory = _eqp_memory_lasts (0, bytes) ? eqp_try_malloc (bytes, 1, "an image", NULL) : NULL;

  if (memory == NULL)
    image->why = N_ ("has more pixels than there is memory for");
  return memory;
}

/* @values: numbers for each pixel that are held at the same time. Returns whether there is memory for the pixels
 * now; if not, @image says why. */
gboolean
_eqp_image_begin (const EqpImageJob *job,
                  EqpImage          *image,
                  gint64             width,
                  gint64             height,
                  gint64             values)
{
  if (width < 1 || height < 1 || width > G_MAXINT32 || height > G_MAXINT32 ||
      width > MIN (MOST_PIXELS, job->kind->most_pixels) / height)
    {
      image->why = N_ ("has too many pixels for its size or to be read");
      return FALSE;
    }
  image->width = (gint) width;
  image->height = (gint) height;
  image->orientation = 1;
  image->gray = _eqp_image_alloc (image, (gsize) width * (gsize) height * (gsize) values * sizeof (float));
  return image->gray != NULL;
}

/* Gray as the eye weighs red, green and blue (ITU-R BT.601), whole for whole numbers. */
static float
gray_of (EqpImage *image, const double *colors)
{
  if (image->colors == 1 || (colors[0] == colors[1] && colors[0] == colors[2]))
    return (float) (image->inverse ? image->white - colors[0] : colors[0]);
  image->colored = TRUE;
  if (image->white > 0.0)
    return (float) (gint64) ((299.0 * colors[0] + 587.0 * colors[1] + 114.0 * colors[2] + 500.0) / 1000.0);
  return (float) (0.299 * colors[0] + 0.587 * colors[1] + 0.114 * colors[2]);
}

/* Black shines through. */
static float
shade (EqpImage *image, float gray, double alpha)
{
  double white = image->number == 'u' ? image->white : 1.0;

  if (alpha == white)
    return gray;
  image->transparent = TRUE;
  if (image->premultiplied)
    return gray;
  return image->white > 0.0 ? (float) (gint64) (((double) gray * alpha + white / 2.0) / white) : (float) (gray * alpha);
}

/* @row: @count pixels of row @y from column @x on, as the image says that they lie in memory. */
void
_eqp_image_take_row (EqpImage   *image,
                     const void *row,
                     gint64      x,
                     gint64      y,
                     gint64      count)
{
  float *to = image->gray + y * image->width + x;
  const guint8 *from = row;
  double values[4];

  for (gint64 i = 0; i < count; i++, from += image->samples * (image->bits / 8))
    {
      eqp_items_convert (image->number, image->bits / 8, image->big_endian, from, image->colors + image->alpha,
                         EQP_ITEM_DOUBLE, values);
      to[i] = gray_of (image, values);
      image->rounded |= image->bits == 32 && image->number != 'f' && (double) (float) values[0] != values[0];
      if (image->alpha)
        to[i] = shade (image, to[i], values[image->colors]);
    }
}

/* Where the pixels have to go so that the first row is above and the first column at the left. */
static gboolean
turn (EqpImage *image)
{
  gint64 width = image->width, height = image->height;
  gboolean swap = image->orientation >= 5;
  gboolean flip_x =
      image->orientation == 2 || image->orientation == 3 || image->orientation == 7 || image->orientation == 8;
  gboolean flip_y =
      image->orientation == 3 || image->orientation == 4 || image->orientation == 6 || image->orientation == 7;
  float *turned;

  if (image->orientation < 2 || image->orientation > 8)
    {
      image->orientation = 1;
      return TRUE;
    }
  turned = _eqp_image_alloc (image, (gsize) width * (gsize) height * sizeof (float));
  if (turned == NULL)
    return FALSE;
  image->width = (gint) (swap ? height : width);
  image->height = (gint) (swap ? width : height);
  for (gint64 y = 0; y < image->height; y++)
    for (gint64 x = 0; x < image->width; x++)
      {
        gint64 u = swap ? y : x, v = swap ? x : y;

        turned[y * image->width + x] =
            image->gray[(flip_y ? height - 1 - v : v) * width + (flip_x ? width - 1 - u : u)];
      }
  g_free (image->gray);
  image->gray = turned;
  return TRUE;
}

/* @image: a page, with pixels or a reason; its pixels are gone afterwards. Returns whether to go on with the next
 * page. */
gboolean
_eqp_image_hand_over (const EqpImageJob *job,
                      EqpImage          *image)
{
  gboolean go_on;

  if (image->why != NULL || !turn (image))
    {
      image->why = _ (image->why);
      g_clear_pointer (&image->gray, g_free);
    }
  go_on = job->func (image, job->user_data);
  g_clear_pointer (&image->gray, g_free);
  return go_on;
}

/* Every page comes to the function of @job, with its pixels or with the reason why it has none. @job: a file whose
 * kind is known, and what to do with its pages. Returns FALSE when the function stopped it. */
gboolean
_eqp_image_decode (EqpImageJob *job)
{
  switch (job->kind->format)
    {
    case EQP_IMAGE_PNG:
      return _eqp_image_decode_png (job);
    case EQP_IMAGE_JPEG:
      return _eqp_image_decode_jpeg (job);
    case EQP_IMAGE_TIFF:
      return _eqp_image_decode_tiff (job);
    case EQP_IMAGE_PNM:
      return _eqp_image_decode_pnm (job);
    default:
      g_assert_not_reached ();
    }
}

/* One line of pixels in another length: the mean of what a pixel covers, or straight between the pixels where there are
 * less. */
static void
resize_line (const float *in, gint64 n, gsize in_step, float *out, gint64 m, gsize out_step)
{
  double share = (double) n / (double) m;

  for (gint64 i = 0; i < m; i++)
    {
      double sum = 0.0;

      if (m > n)
        {
          double at = CLAMP (((double) i + 0.5) * share - 0.5, 0.0, (double) (n - 1));
          gint64 low = (gint64) at;

          sum = in[(gsize) low * in_step];
          if (low + 1 < n && at > (double) low)
            sum += (at - (double) low) * (in[(gsize) (low + 1) * in_step] - sum);
          out[(gsize) i * out_step] = (float) sum;
          continue;
        }
      /* In whole numbers: pixel j covers j * m to (j + 1) * m of n * m parts. */
      for (gint64 j = i * n / m; j < n && j * m < (i + 1) * n; j++)
        sum += (double) (MIN ((j + 1) * m, (i + 1) * n) - MAX (j * m, i * n)) * in[(gsize) j * in_step];
      out[(gsize) i * out_step] = (float) (sum / (double) n);
    }
}

gboolean
_eqp_image_resize (EqpImage *image,
                   gint      width,
                   gint      height)
{
  gsize w = (gsize) image->width, h = (gsize) image->height;
  g_autofree float *wide = NULL;
  float *whole;

  wide = _eqp_image_alloc (image, h * (gsize) width * sizeof (float));
  whole = wide != NULL ? _eqp_image_alloc (image, (gsize) height * (gsize) width * sizeof (float)) : NULL;
  if (whole == NULL)
    return FALSE;
  for (gsize y = 0; y < h; y++)
    resize_line (image->gray + y * w, image->width, 1, wide + y * (gsize) width, width, 1);
  for (gsize x = 0; x < (gsize) width; x++)
    resize_line (wide + x, image->height, (gsize) width, whole + x, height, (gsize) width);
  g_free (image->gray);
  image->gray = whole;
  image->width = width;
  image->height = height;
  return TRUE;
}
