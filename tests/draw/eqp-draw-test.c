/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>

/* Filled with the color of a card; width and height in application pixels. */
void
eqp_canvas_init (EqpCanvas      *self,
                 int             width,
                 int             height,
                 const EqpStyle *style)
{
  self->width = (int) (width * style->scale);
  self->height = (int) (height * style->scale);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->width, self->height);
  cairo_surface_set_device_scale (self->surface, style->scale, style->scale);
  self->cr = cairo_create (self->surface);
  eqp_rgba_set_source (self->cr, style->card);
  cairo_paint (self->cr);
}

void
eqp_canvas_clear (EqpCanvas *self)
{
  g_clear_pointer (&self->cr, cairo_destroy);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
}

/* @x, @y: application pixels */
guint32
eqp_canvas_pixel (EqpCanvas *self,
                  double     x,
                  double     y)
{
  double scale_x, scale_y;
  const guint8 *data;
  int column, row;

  cairo_surface_get_device_scale (self->surface, &scale_x, &scale_y);
  column = (int) floor (x * scale_x);
  row = (int) floor (y * scale_y);
  g_assert_true (column >= 0 && column < self->width && row >= 0 && row < self->height);
  cairo_surface_flush (self->surface);
  data = cairo_image_surface_get_data (self->surface) + (gsize) row * cairo_image_surface_get_stride (self->surface);
  return ((const guint32 *) (const void *) data)[column];
}

static gboolean
near_byte (guint32 pixel,
           int     shift,
           float   value)
{
  return fabs (((pixel >> shift) & 0xff) - 255.0 * value) <= 3.0;
}

gboolean
eqp_pixel_is (guint32 pixel,
              EqpRgba color)
{
  return near_byte (pixel, 16, color.red) && near_byte (pixel, 8, color.green) && near_byte (pixel, 0, color.blue);
}

/* Whether nothing was drawn onto the card in @rect. */
gboolean
eqp_canvas_blank (EqpCanvas      *self,
                  const EqpRect  *rect,
                  const EqpStyle *style)
{
  for (double y = rect->y; y < rect->y + rect->height; y += 1.0 / style->scale)
    for (double x = rect->x; x < rect->x + rect->width; x += 1.0 / style->scale)
      if (!eqp_pixel_is (eqp_canvas_pixel (self, x, y), style->card))
        return FALSE;
  return TRUE;
}
