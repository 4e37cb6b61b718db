/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG through libjpeg, row by row, so that it can be stopped also where it is progressive. */
#include "config.h"

#include <setjmp.h>
#include <stdio.h>

#include "eqp-image-private.h"

#include <jerror.h>
#include <jpeglib.h>
#include <string.h>

#include "base/eqp-memory.h"

#include <glib/gi18n-lib.h>

/* Small files can have very many, each of which takes as long as the whole image. */
#define MOST_SCANS 500

#define EXIF_MARK "Exif\0"
#define EXIF_MARKER (JPEG_APP0 + 1)

typedef struct
{
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr         errors;
  struct jpeg_progress_mgr      progress;
  jmp_buf                       out;
  const EqpImageJob            *job;
  EqpImage                      image;
  guint8                       *row;
} Jpeg;

static void
error_cb (j_common_ptr decoder)
{
  Jpeg *self = decoder->client_data;

  longjmp (self->out, 1);
}

/* Levels below 0 are warnings about damaged data, of which bytes between markers are none. Of a file that breaks off
 * the upper half would be shown, and the rest gray. */
static void
message_cb (j_common_ptr decoder, int level)
{
  Jpeg *self = decoder->client_data;

  if (level < 0 && decoder->err->msg_code == JWRN_JPEG_EOF)
    {
      self->image.why = N_ ("breaks off before its end");
      error_cb (decoder);
    }
  if (level < 0 && decoder->err->msg_code != JWRN_EXTRANEOUS_DATA && decoder->err->msg_code != JWRN_ADOBE_XFORM &&
      decoder->err->msg_code != JWRN_JFIF_MAJOR)
    self->image.doubtful = TRUE;
}

static void
progress_cb (j_common_ptr decoder)
{
  Jpeg *self = decoder->client_data;

  if (g_cancellable_is_cancelled (self->job->cancellable) || self->decoder.input_scan_number > MOST_SCANS)
    error_cb (decoder);
}

static void
find_orientation (Jpeg *self)
{
  for (jpeg_saved_marker_ptr marker = self->decoder.marker_list; marker != NULL; marker = marker->next)
    if (marker->marker == EXIF_MARKER && marker->data_length > sizeof EXIF_MARK &&
        memcmp (marker->data, EXIF_MARK, sizeof EXIF_MARK) == 0)
      {
        self->image.orientation =
            _eqp_image_orientation (marker->data + sizeof EXIF_MARK, marker->data_length - sizeof EXIF_MARK);
        return;
      }
}

/* libjpeg comes back here from wherever it fails, so that nothing that matters is kept in variables of this function.
 */
static gboolean
read_jpeg (Jpeg *self)
{
  struct jpeg_decompress_struct *decoder = &self->decoder;

  if (setjmp (self->out) != 0)
    return FALSE;
  jpeg_create_decompress (decoder);
  decoder->progress = &self->progress;
  decoder->mem->max_memory_to_use = (long) MIN (_eqp_usable_memory (), G_MAXINT32);
  jpeg_mem_src (decoder, self->job->bytes, self->job->length);
  jpeg_save_markers (decoder, EXIF_MARKER, 0xffff);
  jpeg_read_header (decoder, TRUE);
  if (decoder->num_components > 3)
    {
      self->image.why = N_ ("has inks instead of colors; save it as RGB or gray");
      return TRUE;
    }
  if (!_eqp_image_begin (self->job, &self->image, decoder->image_width, decoder->image_height, 1))
    return TRUE;
  find_orientation (self);
  self->image.white = 255.0;
  decoder->out_color_space = decoder->jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_start_decompress (decoder);
  self->image.number = 'u';
  self->image.bits = 8;
  self->image.samples = self->image.colors = decoder->output_components;
  self->row = g_malloc0_n ((gsize) self->image.width, (gsize) MAX (4, decoder->output_components));
  while (decoder->output_scanline < decoder->output_height)
    {
      JSAMPROW row = self->row;

      progress_cb ((j_common_ptr) decoder);
      if (jpeg_read_scanlines (decoder, &row, 1) == 1)
        _eqp_image_take_row (&self->image, row, 0, decoder->output_scanline - 1, self->image.width);
    }
  jpeg_finish_decompress (decoder);
  return TRUE;
}

gboolean
_eqp_image_decode_jpeg (EqpImageJob *job)
{
  Jpeg self = { .job = job };

  self.decoder.err = jpeg_std_error (&self.errors);
  self.decoder.client_data = &self;
  self.errors.error_exit = error_cb;
  self.errors.emit_message = message_cb;
  self.progress.progress_monitor = progress_cb;
  if (!read_jpeg (&self) && self.image.why == NULL)
    self.image.why = N_ ("is damaged or of an unknown kind");
  jpeg_destroy_decompress (&self.decoder);
  g_free (self.row);
  return _eqp_image_hand_over (job, &self.image);
}
