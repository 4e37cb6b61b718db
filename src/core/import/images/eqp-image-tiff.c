/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIFF through libtiff, each of its pages. Gray and RGB with numbers of 8 bits and more keep them all, whole or
 * floating-point; libtiff makes 8 bits of each color of all others, such as palettes and inks. */
#include "config.h"

#include "eqp-image-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <tiffio.h>
#include <unistd.h>

#include "base/eqp-alloc.h"
#include "base/eqp-memory.h"

#define MOST_BLOCK_BYTES (1 << 30)

/* A file with more is given up. */
#define MOST_DAMAGED_PAGES 16

static const char *const damaged = N_ ("is damaged or breaks off before its end");
static const char *const unknown =
    N_ ("has numbers or colors of a kind that is not read; save it as RGB or gray with 8 or 16 bits");

typedef struct
{
  const EqpImageJob *job;
  TIFF              *tiff;
  EqpImage           image;
  uint16_t           bits;
  uint16_t           samples; /* a pixel */
  uint16_t           format;  /* of numbers */
  int                colors;
  gboolean           inverse; /* 0 is white */
  gboolean           alpha;   /* stands behind the colors */
  gboolean           premultiplied;
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
  uint16_t compression = 0, photometric = 0, planar = 0, n_extra = 0, *extra = NULL;

  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_BITSPERSAMPLE, &self->bits);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLESPERPIXEL, &self->samples);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLEFORMAT, &self->format);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_EXTRASAMPLES, &n_extra, &extra);
  if (!TIFFGetField (self->tiff, TIFFTAG_PHOTOMETRIC, &photometric))
    photometric = self->samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  if (!TIFFIsCODECConfigured (compression))
    return N_ ("is packed in a way that is not read; save it with LZW or without packing");

  self->inverse = photometric == PHOTOMETRIC_MINISWHITE;
  self->colors = photometric == PHOTOMETRIC_RGB ? 3 : 1;
  self->alpha = n_extra > 0 && (extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA) &&
                self->samples > self->colors;
  self->premultiplied = self->alpha && extra[0] == EXTRASAMPLE_ASSOCALPHA;
  if ((self->inverse || photometric == PHOTOMETRIC_MINISBLACK) && self->samples > 1 && !self->alpha)
    return N_ ("has several channels that are no colors; save each channel as an image");
  if (self->format == SAMPLEFORMAT_VOID)
    self->format = SAMPLEFORMAT_UINT;
  self->as_it_is = (photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_MINISBLACK ||
                    (self->inverse && self->format == SAMPLEFORMAT_UINT)) &&
                   self->samples >= self->colors && (planar == PLANARCONFIG_CONTIG || self->samples == 1) &&
                   (self->bits == 32 ||
                    (self->format == SAMPLEFORMAT_IEEEFP ? self->bits == 64 : self->bits == 8 || self->bits == 16)) &&
                   self->format <= SAMPLEFORMAT_IEEEFP;
  self->image.extra = photometric == PHOTOMETRIC_RGB && self->samples > self->colors + self->alpha;
  self->image.white = !self->as_it_is                      ? 255.0
                      : self->format == SAMPLEFORMAT_UINT ? ldexp (1.0, self->bits) - 1.0
                                                          : 0.0;
  return self->as_it_is || self->format == SAMPLEFORMAT_UINT ? NULL : unknown;
}

static double
sample_at (const Tiff *self, const guint8 *row, gsize i)
{
  gboolean is_signed = self->format == SAMPLEFORMAT_INT;

  if (self->format == SAMPLEFORMAT_IEEEFP)
    return self->bits == 32 ? (double) ((const float *) row)[i] : ((const double *) row)[i];
  switch (self->bits)
    {
    case 8:
      return is_signed ? ((const gint8 *) row)[i] : row[i];
    case 16:
      return is_signed ? ((const gint16 *) row)[i] : ((const guint16 *) row)[i];
    default:
      return is_signed ? (double) ((const gint32 *) row)[i] : (double) ((const guint32 *) row)[i];
    }
}

/* A row of a strip or tile that begins at column @x and has @count pixels of the image. */
static void
take_row (Tiff *self, const guint8 *row, gint64 x, gint64 y, gint64 count)
{
  EqpImage *image = &self->image;
  float *to = image->gray + y * image->width + x;
  double alpha_white = self->format == SAMPLEFORMAT_UINT ? image->white : 1.0;

  for (gint64 i = 0; i < count; i++)
    {
      gsize at = (gsize) i * self->samples;
      double red = sample_at (self, row, at);

      if (self->colors == 3)
        to[i] = _eqp_image_gray (image, red, sample_at (self, row, at + 1), sample_at (self, row, at + 2));
      else
        to[i] = (float) (self->inverse ? image->white - red : red);
      image->rounded |= self->bits == 32 && self->format != SAMPLEFORMAT_IEEEFP && (double) (float) red != red;
      if (self->alpha)
        {
          double alpha = sample_at (self, row, at + (gsize) self->colors);

          if (self->premultiplied)
            image->transparent |= alpha != alpha_white;
          else
            to[i] = _eqp_image_shade (image, to[i], alpha / alpha_white * (image->white > 0.0 ? image->white : 1.0));
        }
    }
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
      row_bytes / ((self->bits / 8) * self->samples) < (tmsize_t) width)
    return damaged;
  if (_eqp_memory_lasts (0, (gsize) size))
    buffer = eqp_try_malloc ((gsize) size, 1, "an image", NULL);
  if (buffer == NULL)
    return N_ ("has more pixels than there is memory for");
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
          take_row (self, buffer + row * row_bytes, x, y + row, MIN ((gint64) width, self->image.width - x));
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
  for (gsize i = 0; i < n && done; i++)
    {
      image->gray[i] = _eqp_image_gray (image, TIFFGetR (pixels[i]), TIFFGetG (pixels[i]), TIFFGetB (pixels[i]));
      image->transparent |= TIFFGetA (pixels[i]) != 255;
    }
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
  int damaged_pages = 0;

  self.tiff = open_tiff (&self);
  if (self.tiff == NULL)
    {
      self.image.why = damaged;
      return _eqp_image_hand_over (job, &self.image);
    }
  for (gint page = 0; go_on; )
    {
      if (page > 0 && is_page (&self) && job->first_only)
        job->more_pages++;
      else if (page == 0 || is_page (&self))
        {
          self.image = (EqpImage) { .page = page++ };
          if (damaged_pages == MOST_DAMAGED_PAGES)
            self.image.why = N_ ("and all pages behind it were left out, because many before are damaged");
          else
            read_page (&self);
          damaged_pages += self.image.why != NULL;
          go_on = _eqp_image_hand_over (job, &self.image);
        }
      if (!go_on || damaged_pages > MOST_DAMAGED_PAGES || g_cancellable_is_cancelled (job->cancellable) ||
          TIFFLastDirectory (self.tiff))
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
