/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIFF through libtiff, each of its pages. Gray and RGB with numbers of 8 bits and more keep them all, whole or
 * floating-point; libtiff makes 8 bits of each color of all others, such as palettes and inks. */
#include "config.h"

#include "eqp-image-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <sys/mman.h>
#include <tiffio.h>
#include <unistd.h>

#define MOST_BLOCK_BYTES (1 << 30)

static const char *const damaged = N_ ("is damaged or breaks off before its end");
static const char *const unknown =
    N_ ("has numbers or colors of a kind that is not read; save it as RGB or gray with 8 or 16 bits");

typedef struct
{
  const EqpImageJob *job;
  TIFF              *tiff;
  EqpImage           image;
  gboolean           as_it_is; /* all bits are kept */
} Tiff;

/* What could be read in spite of an error, libtiff hands out. */
static int
error_cb (TIFF *tiff, void *user_data, const char *module, const char *format, va_list args)
{
  ((Tiff *) user_data)->image.doubtful = TRUE;
  return 1;
}

/* Most are about tags that are not known; of faxes they are the errors. */
static int
warning_cb (TIFF *tiff, void *user_data, const char *module, const char *format, va_list args)
{
  if (module != NULL && g_str_has_prefix (module, "Fax"))
    ((Tiff *) user_data)->image.doubtful = TRUE;
  return 1;
}

/* What the tags say, and whether it can be done. */
static const char *
look (Tiff *self)
{
  uint16_t bits = 0, samples = 0, format = 0;
  uint16_t compression = 0, photometric = 0, planar = 0, n_extra = 0, *extra = NULL;
  EqpImage *image = &self->image;

  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_EXTRASAMPLES, &n_extra, &extra);
  if (!TIFFGetField (self->tiff, TIFFTAG_PHOTOMETRIC, &photometric))
    photometric = samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  if (!TIFFIsCODECConfigured (compression))
    return N_ ("is packed in a way that is not read; save it with LZW or without packing");

  image->big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
  image->bits = bits;
  image->samples = samples;
  image->number = format == SAMPLEFORMAT_IEEEFP ? 'f' : format == SAMPLEFORMAT_INT ? 'i' : 'u';
  image->inverse = photometric == PHOTOMETRIC_MINISWHITE;
  image->colors = photometric == PHOTOMETRIC_RGB ? 3 : 1;
  image->alpha = n_extra > 0 && (extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA) &&
                 samples > image->colors;
  image->premultiplied = image->alpha && extra[0] == EXTRASAMPLE_ASSOCALPHA;
  image->extra = photometric == PHOTOMETRIC_RGB && samples > image->colors + image->alpha;
  if ((image->inverse || photometric == PHOTOMETRIC_MINISBLACK) && samples > 1 && !image->alpha)
    return N_ ("has several channels that are no colors; save each channel as an image");
  self->as_it_is = (photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_MINISBLACK ||
                    (image->inverse && image->number == 'u')) &&
                   samples >= image->colors && (planar == PLANARCONFIG_CONTIG || samples == 1) &&
                   (bits == 32 || (image->number == 'f' ? bits == 64 : bits == 8 || bits == 16)) &&
                   format <= SAMPLEFORMAT_VOID;
  image->white = !self->as_it_is          ? 255.0
                 : image->number == 'u' ? ldexp (1.0, bits) - 1.0
                                          : 0.0;
  return self->as_it_is || (image->number == 'u' && format <= SAMPLEFORMAT_VOID) ? NULL : unknown;
}

/* Strips are tiles as wide as the image. */
static const char *
read_tiles (Tiff *self)
{
  gboolean tiled = TIFFIsTiled (self->tiff) != 0;
  tmsize_t size = tiled ? TIFFTileSize (self->tiff) : TIFFStripSize (self->tiff);
  tmsize_t row_bytes = tiled ? TIFFTileRowSize (self->tiff) : TIFFScanlineSize (self->tiff);
  uint32_t width = (uint32_t) self->image.width, height = 0;
  g_autofree guint8 *buffer = NULL;

  if (tiled)
    TIFFGetField (self->tiff, TIFFTAG_TILEWIDTH, &width);
  TIFFGetFieldDefaulted (self->tiff, tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &height);
  height = MIN (height, tiled ? height : (uint32_t) self->image.height);
  if (width == 0 || height == 0 || size <= 0 || size > MOST_BLOCK_BYTES || size / height < row_bytes ||
      row_bytes / ((self->image.bits / 8) * self->image.samples) < (tmsize_t) width)
    return damaged;
  buffer = _eqp_image_alloc (&self->image, (gsize) size);
  if (buffer == NULL)
    return self->image.why;
  for (gint64 y = 0; y < self->image.height; y += height)
    for (gint64 x = 0; x < self->image.width; x += width)
      {
        gint64 rows = MIN ((gint64) height, self->image.height - y);
        tmsize_t got = -1;

        if (g_cancellable_is_cancelled (self->job->cancellable))
          return damaged;
        if (tiled)
          got = TIFFReadEncodedTile (self->tiff, TIFFComputeTile (self->tiff, (uint32_t) x, (uint32_t) y, 0, 0), buffer,
                                     size);
        else
          got = TIFFReadEncodedStrip (self->tiff, TIFFComputeStrip (self->tiff, (uint32_t) y, 0), buffer, size);
        if (got < rows * row_bytes)
          return damaged;
        for (gint64 row = 0; row < rows; row++)
          _eqp_image_take_row (&self->image, buffer + row * row_bytes, x, y + row,
                               MIN ((gint64) width, self->image.width - x));
      }
  return NULL;
}

/* As libtiff shows it, in the file's order of rows. */
static const char *
read_colors (Tiff *self)
{
  EqpImage *image = &self->image;
  gsize n = (gsize) image->width * (gsize) image->height;
  uint32_t *pixels = (uint32_t *) (void *) (image->gray + n);
  TIFFRGBAImage reader;
  char message[1024];
  gboolean done;

  if (!TIFFRGBAImageBegin (&reader, self->tiff, TRUE, message))
    return unknown;
  reader.req_orientation = reader.orientation;
  done = TIFFRGBAImageGet (&reader, pixels, (uint32_t) image->width, (uint32_t) image->height) != 0;
  TIFFRGBAImageEnd (&reader);
  /* Red is the lowest byte; the last one is alpha, and put on black already. */
  for (gsize i = 0; i < n; i++)
    pixels[i] = GUINT32_TO_LE (pixels[i]);
  image->number = 'u';
  image->bits = 8;
  image->big_endian = image->inverse = FALSE;
  image->samples = 4;
  image->colors = 3;
  image->alpha = image->premultiplied = TRUE;
  for (gint y = 0; y < image->height && done; y++)
    _eqp_image_take_row (image, pixels + (gsize) y * (gsize) image->width, 0, y, image->width);
  return done ? NULL : damaged;
}

static void
read_page (Tiff *self)
{
  uint32_t width = 0, height = 0;
  uint16_t orientation = 1;

  TIFFGetField (self->tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField (self->tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_ORIENTATION, &orientation);
  self->image.why = look (self);
  if (self->image.why != NULL || !_eqp_image_begin (self->job, &self->image, width, height, self->as_it_is ? 1 : 2))
    return;
  self->image.orientation = orientation;
  self->image.why = self->as_it_is ? read_tiles (self) : read_colors (self);
}

/* libtiff reads from a file, here one in memory. */
static TIFF *
open_tiff (Tiff *self)
{
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();
  int file = memfd_create ("image", MFD_CLOEXEC);
  TIFF *tiff = NULL;

  TIFFOpenOptionsSetErrorHandlerExtR (options, error_cb, self);
  TIFFOpenOptionsSetWarningHandlerExtR (options, warning_cb, self);
  TIFFOpenOptionsSetMaxSingleMemAlloc (options, MOST_BLOCK_BYTES);
  if (file >= 0 && write (file, self->job->bytes, self->job->length) == (gssize) self->job->length &&
      lseek (file, 0, SEEK_SET) == 0)
    tiff = TIFFFdOpenExt (file, "image", "r", options);
  TIFFOpenOptionsFree (options);
  if (tiff == NULL && file >= 0)
    close (file);
  return tiff;
}

/* Copies in a smaller size and masks stand in directories like pages. */
static gboolean
is_page (Tiff *self)
{
  uint32_t type = 0;

  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SUBFILETYPE, &type);
  return (type & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

gboolean
_eqp_image_decode_tiff (EqpImageJob *job)
{
  Tiff self = { job };
  gboolean go_on = TRUE;

  self.tiff = open_tiff (&self);
  if (self.tiff == NULL)
    {
      self.image.why = damaged;
      return _eqp_image_hand_over (job, &self.image);
    }
  for (gint page = 0; go_on && !g_cancellable_is_cancelled (job->cancellable);)
    {
      if (page == 0 || is_page (&self))
        {
          self.image = (EqpImage) { .page = page++ };
          read_page (&self);
          go_on = _eqp_image_hand_over (job, &self.image);
        }
      if (!go_on || TIFFLastDirectory (self.tiff))
        break;
      if (!TIFFReadDirectory (self.tiff))
        {
          self.image = (EqpImage) { .page = page, .why = damaged };
          go_on = _eqp_image_hand_over (job, &self.image);
          break;
        }
    }
  TIFFClose (self.tiff);
  return go_on;
}
