/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIFF with all of its bits a sample, whole or floating-point numbers, in strips or tiles, each of its pages, through
 * libtiff. Samples become planes of floats first, one a channel, and then gray. */
#include "config.h"

#include "eqp-image-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <tiffio.h>

#include "base/eqp-alloc.h"
#include "base/eqp-memory.h"

#define MOST_CHANNELS 6
#define MOST_BLOCK_BYTES (1 << 30)
#define ALPHA_NONE (-1)

/* A file with more is given up. */
#define MOST_DAMAGED_PAGES 16

static const char *const damaged = N_ ("is damaged or breaks off before its end");

typedef struct
{
  const EqpImageJob *job;
  toff_t             at;
  TIFF              *tiff;
  EqpImage           image;
  uint16_t           bits;
  uint16_t           samples;  /* a pixel */
  uint16_t           format;   /* of numbers */
  uint16_t           photometric;
  uint16_t           planar;
  int                channels; /* that are needed: colors and alpha */
  int                colors;
  int                alpha;    /* which channel, or ALPHA_NONE */
  gboolean           premultiplied;
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

static tmsize_t
read_cb (thandle_t handle, void *buffer, tmsize_t size)
{
  Tiff *self = (Tiff *) handle;
  gsize left = self->at < self->job->length ? self->job->length - (gsize) self->at : 0;
  gsize count = MIN ((gsize) size, left);

  memcpy (buffer, self->job->bytes + (left > 0 ? self->at : 0), count);
  self->at += count;
  return (tmsize_t) count;
}

static tmsize_t
write_cb (thandle_t handle, void *buffer, tmsize_t size)
{
  return -1;
}

static toff_t
seek_cb (thandle_t handle, toff_t offset, int whence)
{
  Tiff *self = (Tiff *) handle;

  self->at = whence == SEEK_SET ? offset : whence == SEEK_CUR ? self->at + offset : self->job->length + offset;
  return self->at;
}

static int
close_cb (thandle_t handle)
{
  return 0;
}

static toff_t
size_cb (thandle_t handle)
{
  return ((Tiff *) handle)->job->length;
}

static float *
plane (Tiff *self, int channel)
{
  return self->image.gray + (gsize) channel * (gsize) self->image.width * (gsize) self->image.height;
}

/* What the tags say, and whether it can be done. */
static const char *
look (Tiff *self)
{
  uint16_t compression = 0, n_extra = 0, *extra = NULL;

  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_BITSPERSAMPLE, &self->bits);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLESPERPIXEL, &self->samples);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLEFORMAT, &self->format);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_PLANARCONFIG, &self->planar);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_EXTRASAMPLES, &n_extra, &extra);
  if (!TIFFGetField (self->tiff, TIFFTAG_PHOTOMETRIC, &self->photometric))
    self->photometric = self->samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;

  if (!TIFFIsCODECConfigured (compression))
    return N_ ("is packed in a way that is not read; save it with LZW or without packing");
  if (compression == COMPRESSION_JPEG && self->photometric == PHOTOMETRIC_YCBCR && self->planar == PLANARCONFIG_CONTIG
      && TIFFSetField (self->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB))
    self->photometric = PHOTOMETRIC_RGB;
  if (self->format == SAMPLEFORMAT_VOID)
    self->format = SAMPLEFORMAT_UINT;
  if (!(self->format == SAMPLEFORMAT_UINT && ((self->bits >= 1 && self->bits <= 16) || self->bits == 32))
      && !(self->format == SAMPLEFORMAT_INT && (self->bits == 8 || self->bits == 16 || self->bits == 32))
      && !(self->format == SAMPLEFORMAT_IEEEFP && (self->bits == 32 || self->bits == 64)))
    return N_ ("has numbers of a kind that is not read; save it with whole numbers of up to 16 bits or as 32-bit "
               "floating point");

  switch (self->photometric)
    {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_PALETTE:
      self->colors = 1;
      break;
    case PHOTOMETRIC_RGB:
      self->colors = 3;
      break;
    default:
      return N_ ("has colors of a kind that is not read; save it as RGB or gray");
    }
  if (self->samples < self->colors ||
      (self->photometric == PHOTOMETRIC_PALETTE && (self->bits > 16 || self->format != SAMPLEFORMAT_UINT)) ||
      (self->photometric == PHOTOMETRIC_MINISWHITE && self->format != SAMPLEFORMAT_UINT))
    return N_ ("has colors of a kind that is not read; save it as RGB or gray");

  self->alpha = ALPHA_NONE;
  if (n_extra > 0 && (extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA) &&
      self->samples > self->colors)
    {
      self->alpha = self->colors;
      self->premultiplied = extra[0] == EXTRASAMPLE_ASSOCALPHA;
    }
  if (self->colors == 1 && self->samples > 1 && self->alpha == ALPHA_NONE)
    return N_ ("has several channels that are no colors; save each channel as an image");
  self->channels = self->colors + (self->alpha != ALPHA_NONE);
  self->image.extra = self->samples > self->channels;
  self->image.white = self->format == SAMPLEFORMAT_UINT ? ldexp (1.0, self->bits) - 1.0 : 0.0;
  return NULL;
}

static double
sample_at (const Tiff *self, const guint8 *row, gsize i)
{
  guint32 value = 0;

  if (self->format == SAMPLEFORMAT_IEEEFP)
    return self->bits == 32 ? (double) ((const float *) row)[i] : ((const double *) row)[i];
  if (self->format == SAMPLEFORMAT_INT)
    return self->bits == 8    ? ((const gint8 *) row)[i]
           : self->bits == 16 ? ((const gint16 *) row)[i]
                              : ((const gint32 *) row)[i];
  switch (self->bits)
    {
    case 8:
      return row[i];
    case 16:
      return ((const guint16 *) row)[i];
    case 32:
      return ((const guint32 *) row)[i];
    default:
      for (gsize bit = i * self->bits; bit < (i + 1) * self->bits; bit++)
        value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
      return value;
    }
}

/* A row of a strip or tile that begins at column @x and has @count pixels of the image, of all channels or of @channel
 * only. */
static void
take_row (Tiff *self, const guint8 *row, gint64 x, gint64 y, gint64 count, int channel)
{
  gboolean apart = self->planar == PLANARCONFIG_SEPARATE;
  gsize step = apart ? 1 : self->samples;

  for (int c = apart ? channel : 0; c < (apart ? channel + 1 : self->channels); c++)
    {
      float *to = plane (self, c) + (gsize) y * (gsize) self->image.width + (gsize) x;

      for (gint64 i = 0; i < count; i++)
        {
          double value = sample_at (self, row, (gsize) i * step + (gsize) (apart ? 0 : c));

          to[i] = (float) value;
          self->image.rounded |= self->format != SAMPLEFORMAT_IEEEFP && (double) to[i] != value;
        }
    }
}

static const char *
read_strips (Tiff *self, guint8 *buffer, int channel)
{
  for (gint y = 0; y < self->image.height; y++)
    {
      if (g_cancellable_is_cancelled (self->job->cancellable) ||
          TIFFReadScanline (self->tiff, buffer, (uint32_t) y, (uint16_t) channel) != 1)
        return damaged;
      take_row (self, buffer, 0, y, self->image.width, channel);
    }
  return NULL;
}

static const char *
read_tiles (Tiff *self, guint8 *buffer, tmsize_t size, int channel)
{
  uint32_t width = 0, height = 0;
  tmsize_t row_bytes = TIFFTileRowSize (self->tiff);

  TIFFGetField (self->tiff, TIFFTAG_TILEWIDTH, &width);
  TIFFGetField (self->tiff, TIFFTAG_TILELENGTH, &height);
  if (width == 0 || height == 0 || row_bytes <= 0 ||
      size / row_bytes < (tmsize_t) MIN (height, (uint32_t) self->image.height))
    return damaged;
  for (gint64 y = 0; y < self->image.height; y += height)
    for (gint64 x = 0; x < self->image.width; x += width)
      {
        uint32_t tile = TIFFComputeTile (self->tiff, (uint32_t) x, (uint32_t) y, 0, (uint16_t) channel);

        if (g_cancellable_is_cancelled (self->job->cancellable) ||
            TIFFReadEncodedTile (self->tiff, tile, buffer, size) != size)
          return damaged;
        for (gint64 row = 0; row < height && y + row < self->image.height; row++)
          take_row (self, buffer + row * row_bytes, x, y + row, MIN ((gint64) width, self->image.width - x), channel);
      }
  return NULL;
}

static const char *
read_planes (Tiff *self)
{
  gboolean tiled = TIFFIsTiled (self->tiff) != 0;
  tmsize_t size = tiled ? TIFFTileSize (self->tiff) : TIFFScanlineSize (self->tiff);
  gint64 samples = (gint64) self->image.width * (self->planar == PLANARCONFIG_SEPARATE ? 1 : self->samples);
  g_autofree guint8 *buffer = NULL;
  const char *why = NULL;

  if (size <= 0 || size > MOST_BLOCK_BYTES || (!tiled && size < (samples * self->bits + 7) / 8))
    return damaged;
  if (_eqp_memory_lasts (0, (gsize) size))
    buffer = eqp_try_malloc ((gsize) size, 1, "an image", NULL);
  if (buffer == NULL)
    return N_ ("has more pixels than there is memory for");
  for (int channel = 0; channel < (self->planar == PLANARCONFIG_SEPARATE ? self->channels : 1) && why == NULL;
       channel++)
    why = tiled ? read_tiles (self, buffer, size, channel) : read_strips (self, buffer, channel);
  return why;
}

/* The colors of a palette are stored with 16 bits, of which many programs mean the upper 8. */
static double
palette_unit (Tiff *self, uint16_t *const colors[3])
{
  gboolean low = TRUE, twice = TRUE, upper = TRUE;

  for (int c = 0; c < 3; c++)
    for (gsize i = 0; i < (gsize) 1 << self->bits; i++)
      {
        low = low && colors[c][i] <= 255;
        twice = twice && colors[c][i] % 257 == 0;
        upper = upper && colors[c][i] % 256 == 0;
      }
  self->image.white = low || twice || upper ? 255.0 : 65535.0;
  return low ? 1.0 : twice ? 257.0 : upper ? 256.0 : 1.0;
}

static const char *
look_up_palette (Tiff *self)
{
  EqpImage *image = &self->image;
  uint16_t *colors[3] = { NULL };
  double unit;

  if (!TIFFGetField (self->tiff, TIFFTAG_COLORMAP, &colors[0], &colors[1], &colors[2]) || colors[0] == NULL ||
      colors[1] == NULL || colors[2] == NULL)
    return damaged;
  unit = palette_unit (self, colors);
  for (gsize i = 0; i < (gsize) image->width * (gsize) image->height; i++)
    {
      gsize color = (gsize) image->gray[i];

      image->gray[i] =
          _eqp_image_gray (image, colors[0][color] / unit, colors[1][color] / unit, colors[2][color] / unit);
    }
  return NULL;
}

static void
combine (Tiff *self)
{
  EqpImage *image = &self->image;
  double alpha_white = self->format == SAMPLEFORMAT_UINT ? ldexp (1.0, self->bits) - 1.0 : 1.0;

  for (gsize i = 0; i < (gsize) image->width * (gsize) image->height; i++)
    {
      float *gray = image->gray + i;
      double red = plane (self, 0)[i], white = image->white;

      if (self->colors == 3)
        *gray = _eqp_image_gray (image, red, plane (self, 1)[i], plane (self, 2)[i]);
      else if (self->photometric == PHOTOMETRIC_MINISWHITE)
        *gray = (float) (white - red);
      if (self->alpha != ALPHA_NONE && self->premultiplied)
        image->transparent |= plane (self, self->alpha)[i] != alpha_white;
      else if (self->alpha != ALPHA_NONE)
        *gray =
            _eqp_image_shade (image, *gray, plane (self, self->alpha)[i] / alpha_white * (white > 0.0 ? white : 1.0));
    }
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
  if (self->image.why != NULL || !_eqp_image_begin (self->job, &self->image, width, height, self->channels))
    return;
  self->image.orientation = orientation;
  self->image.why = read_planes (self);
  if (self->image.why == NULL && self->photometric == PHOTOMETRIC_PALETTE)
    self->image.why = look_up_palette (self);
  if (self->image.why == NULL)
    combine (self);
}

static TIFF *
open_tiff (Tiff *self)
{
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();
  TIFF *tiff;

  if (options == NULL)
    return NULL;
  TIFFOpenOptionsSetErrorHandlerExtR (options, error_cb, self);
  TIFFOpenOptionsSetWarningHandlerExtR (options, warning_cb, self);
  TIFFOpenOptionsSetMaxSingleMemAlloc (options, MOST_BLOCK_BYTES);
  tiff = TIFFClientOpenExt ("image", "r", self, read_cb, write_cb, seek_cb, close_cb, size_cb, NULL, NULL, options);
  TIFFOpenOptionsFree (options);
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
      if (page > 0 && !is_page (&self))
        job->small++;
      else if (page > 0 && job->first_only)
        job->more_pages++;
      else
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
