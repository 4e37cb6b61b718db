/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures to files. The file is written whole or not at all: what was there before is replaced only at the end. */
#include "config.h"

#include "eqp-save.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Cairo counts PDF and SVG lengths in points. */
#define POINTS_PER_PIXEL 0.75

typedef enum {
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF,
  N_FORMATS
} Format;

static const char *const suffixes[N_FORMATS] = { ".png", ".svg", ".pdf" };

static gboolean
find_format (const char  *path,
             Format      *format,
             GError     **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (int i = 0; i < N_FORMATS; i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      {
        *format = (Format) i;
        return TRUE;
      }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("\342\200\234%s\342\200\235 has no ending that says what kind of picture to write: use .png, .svg or "
                  ".pdf."),
               path);
  return FALSE;
}

/**
 * eqp_draw_can_save:
 * @path: a file name
 * @error: return location for %G_IO_ERROR_NOT_SUPPORTED
 *
 * Says before any work is done whether the ending of @path is a known one.
 *
 * Returns: whether eqp_draw_save() knows the format
 */
gboolean
eqp_draw_can_save (const char  *path,
                   GError     **error)
{
  Format format;

  return find_format (path, &format, error);
}

static cairo_status_t
append (void                *closure,
        const unsigned char *data,
        unsigned int         length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
make_surface (Format      format,
              double      width,
              double      height,
              double      scale,
              GByteArray *bytes)
{
  cairo_surface_t *surface;

  if (format == FORMAT_PNG)
    {
      surface =
          cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (width * scale), (int) ceil (height * scale));
      cairo_surface_set_device_scale (surface, scale, scale);
      return surface;
    }
  width *= POINTS_PER_PIXEL;
  height *= POINTS_PER_PIXEL;
  surface = format == FORMAT_SVG ? cairo_svg_surface_create_for_stream (append, bytes, width, height)
                                 : cairo_pdf_surface_create_for_stream (append, bytes, width, height);
  /* The same picture is the same file, whenever it is made. */
  if (format == FORMAT_PDF)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  cairo_surface_set_device_scale (surface, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
  return surface;
}

/**
 * eqp_save_reason:
 * @error: of g_file_set_contents ()
 *
 * GLib's sentence names the passing file that was written first, which tells a reader nothing.
 *
 * Returns: (transfer none): the last part of it, such as "No space left on device"
 */
const char *
eqp_save_reason (const GError *error)
{
  const char *colon = g_strrstr (error->message, ": ");

  return colon != NULL ? colon + 2 : error->message;
}

/**
 * eqp_draw_render:
 * @path: a name; its ending, .png, .svg or .pdf, tells the format
 * @width: application pixels
 * @height: application pixels
 * @scale: device pixels an application pixel, for PNG
 * @func: (scope call): draws the picture
 * @user_data: for @func
 * @error: return location for %G_IO_ERROR_NOT_SUPPORTED (ending) or %G_IO_ERROR_FAILED (too large)
 *
 * An application pixel is 1/96 inch in print. No format tells when it was made.
 *
 * Returns: (transfer full) (nullable): what a file of the picture has in it
 */
GByteArray *
eqp_draw_render (const char   *path,
                 double        width,
                 double        height,
                 double        scale,
                 EqpDrawFunc   func,
                 gpointer      user_data,
                 GError      **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;
  Format format;

  if (!find_format (path, &format, error))
    return NULL;
  surface = make_surface (format, width, height, scale, bytes);
  cr = cairo_create (surface);
  func (cr, width, height, user_data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && format == FORMAT_PNG)
    status = cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   _ ("The picture of %.0f \303\227 %.0f pixels could not be drawn: %s."), width, height,
                   cairo_status_to_string (status));
      return NULL;
    }
  return g_steal_pointer (&bytes);
}

/**
 * eqp_draw_save:
 * @path: where to; its ending, .png, .svg or .pdf, names the format
 * @width: application pixels
 * @height: application pixels
 * @scale: device pixels an application pixel, for PNG
 * @func: (scope call): draws the picture
 * @user_data: for @func
 * @error: return location for those of eqp_draw_render() or %G_FILE_ERROR
 *
 * Writes a picture.
 *
 * Returns: whether the file was written; when not, a file that was there is unchanged
 */
gboolean
eqp_draw_save (const char   *path,
               double        width,
               double        height,
               double        scale,
               EqpDrawFunc   func,
               gpointer      user_data,
               GError      **error)
{
  g_autoptr (GByteArray) bytes = eqp_draw_render (path, width, height, scale, func, user_data, error);
  g_autoptr (GError) cause = NULL;

  if (bytes == NULL)
    return FALSE;
  if (!g_file_set_contents (path, (const char *) bytes->data, bytes->len, &cause))
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, cause->domain, cause->code,
                   _ ("The picture could not be written to “%s”: %s; make room or choose another place."), shown,
                   eqp_save_reason (cause));
      return FALSE;
    }
  return TRUE;
}
