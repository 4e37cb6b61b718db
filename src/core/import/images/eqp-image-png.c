/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG with all of its up to 16 bits a sample, through libpng. */
#include "config.h"

#include "eqp-image-private.h"

#include <glib/gi18n-lib.h>
#include <png.h>
#include <string.h>


#define MOST_SIDE 0x7fffffff
#define MOST_CHUNK_BYTES (8 << 20)
#define MOST_CHUNKS 1000

typedef struct
{
  const EqpImageJob *job;
  gsize              at;
  png_structp        png;
  png_infop          info;
  EqpImage           image;
  guint8            *pixels; /* of a row; of an interlaced image all */
} Png;

static void
error_cb (png_structp png, png_const_charp message)
{
  png_longjmp (png, 1);
}

static void
warning_cb (png_structp png, png_const_charp message)
{
}

static void
read_cb (png_structp png, png_bytep to, size_t count)
{
  Png *self = png_get_io_ptr (png);

  if (count > self->job->length - self->at)
    {
      self->image.why = N_ ("breaks off before its end");
      png_error (png, "");
    }
  memcpy (to, self->job->bytes + self->at, count);
  self->at += count;
}

static void
read_pixels (Png *self, int passes)
{
  gsize stride = png_get_rowbytes (self->png, self->info);
  gsize bytes = stride * (passes > 1 ? (gsize) self->image.height : 1);

  self->pixels = _eqp_image_alloc (&self->image, bytes);
  if (self->pixels == NULL)
    return;
  for (int pass = 0; pass < passes; pass++)
    for (gint y = 0; y < self->image.height; y++)
      {
        guint8 *row = self->pixels + (passes > 1 ? (gsize) y * stride : 0);

        if (g_cancellable_is_cancelled (self->job->cancellable))
          png_error (self->png, "");
        png_read_row (self->png, row, NULL);
        if (pass + 1 == passes)
          _eqp_image_take_row (&self->image, row, 0, y, self->image.width);
      }
  png_read_end (self->png, self->info);
}

/* libpng comes back here from wherever it fails, so that nothing that matters is kept in variables of this function. */
static gboolean
read_png (Png *self)
{
  png_bytep exif;
  png_uint_32 exif_bytes;
  int passes;

  if (setjmp (png_jmpbuf (self->png)) != 0)
    return FALSE;
  png_set_read_fn (self->png, self, read_cb);
  png_set_user_limits (self->png, MOST_SIDE, MOST_SIDE);
  png_set_chunk_malloc_max (self->png, MOST_CHUNK_BYTES);
  png_set_chunk_cache_max (self->png, MOST_CHUNKS);
  png_read_info (self->png, self->info);
  if (!_eqp_image_begin (self->job, &self->image, png_get_image_width (self->png, self->info),
                         png_get_image_height (self->png, self->info), 1))
    return TRUE;
  /* Palettes become colors, what is see-through gets an alpha channel, and gray of less than 8 bits has 8. */
  png_set_expand (self->png);
  passes = png_set_interlace_handling (self->png);
  png_read_update_info (self->png, self->info);
  self->image.number = 'u';
  self->image.bits = png_get_bit_depth (self->png, self->info);
  self->image.big_endian = TRUE;
  self->image.samples = png_get_channels (self->png, self->info);
  self->image.colors = self->image.samples >= 3 ? 3 : 1;
  self->image.alpha = self->image.samples % 2 == 0;
  self->image.white = (1 << self->image.bits) - 1;
  read_pixels (self, passes);
  if (png_get_eXIf_1 (self->png, self->info, &exif_bytes, &exif) != 0)
    self->image.orientation = _eqp_image_orientation (exif, exif_bytes);
  return TRUE;
}

gboolean
_eqp_image_decode_png (EqpImageJob *job)
{
  Png self = { job };

  self.png = png_create_read_struct (PNG_LIBPNG_VER_STRING, NULL, error_cb, warning_cb);
  self.info = self.png != NULL ? png_create_info_struct (self.png) : NULL;
  if ((self.info == NULL || !read_png (&self)) && self.image.why == NULL)
    self.image.why = N_ ("is damaged");
  if (self.png != NULL)
    png_destroy_read_struct (&self.png, &self.info, NULL);
  g_free (self.pixels);
  return _eqp_image_hand_over (job, &self.image);
}
