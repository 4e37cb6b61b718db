/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>
#include <string.h>

static const EqpRect whole = { 0.0, 0.0, 400.0, 220.0 };

static void
init_model (EqpSizesModel *model,
            gint           k,
            const gint64  *sizes)
{
  eqp_sizes_model_init (model);
  model->k = k;
  model->sizes = sizes;
}

/* px from the foot of a bar to where its color ends, along its left edge. */
static double
measured_height (EqpCanvas      *canvas,
                 const EqpRect  *area,
                 double          x,
                 EqpRgba         color,
                 const EqpStyle *style)
{
  double step = 1.0 / style->scale, y = area->y + area->height - step / 2.0;

  while (y > area->y && eqp_pixel_is (eqp_canvas_pixel (canvas, x, y), color))
    y -= step;
  return area->y + area->height - step / 2.0 - y;
}

static gboolean
has_ink (EqpCanvas *canvas,
         double     x0,
         double     x1,
         double     y0,
         double     y1)
{
  for (double y = y0; y < y1; y += 1.0)
    for (double x = x0; x < x1; x += 1.0)
      if (eqp_canvas_pixel (canvas, x, y) >> 24 > 128)
        return TRUE;
  return FALSE;
}

/* Numbers stand in a row at the feet of bars of any size, above those that are too low, and not in those that run out
 * at the top, which tell theirs there. */
static void
test_labels (void)
{
  const gint64 sizes[] = { 100, 50, 1, 400 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;
  EqpRect area;
  double line, bottom;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, FALSE, FALSE);
  line = style.font_size;
  area = eqp_draw_sizes_plot_area (&whole, &style);
  bottom = area.y + area.height;
  init_model (&model, 3, sizes);
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  model.k = 4;
  scale.bars = 4;
  scale.pitch = area.width / 4;
  eqp_canvas_init (&canvas, 400, 220, &style);
  cairo_set_operator (canvas.cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (canvas.cr);
  cairo_set_operator (canvas.cr, CAIRO_OPERATOR_OVER);
  eqp_draw_sizes_labels (canvas.cr, &scale, &model, &area, &style);
  for (gint c = 0; c < 4; c++)
    {
      double x = area.x + c * scale.pitch, to = x + scale.pitch;
      EqpRect bar = eqp_sizes_bar_rect (&scale, &area, c, sizes[c]);

      g_assert_true (has_ink (&canvas, x, to, bottom - 1.5 * line, bottom - 0.3 * line) == (c != 3));
      g_assert_false (has_ink (&canvas, x, to, area.y, bottom - 1.6 * line));
      g_assert_true (c == 3 || c == 2 || bar.height > 2.0 * line);
    }
}

/* In a low bar outlines leave a place for the number, or there is none; whatever they cross cannot be read. */
static void
test_labels_crossed (void)
{
  const EqpRect low = { 0.0, 0.0, 400.0, 110.0 };
  const gint64 sizes[] = { 100, 100 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;
  EqpRect area;
  gint written = 0;

  eqp_style_init (&style, FALSE, FALSE);
  area = eqp_draw_sizes_plot_area (&low, &style);
  init_model (&model, 2, sizes);
  for (gint64 outline = 0; outline <= 100; outline += 5)
    for (gint64 other = 0; other <= outline; other += 5)
      {
        const gint64 references[2][2] = { { outline, outline }, { other, other } };
        double line = style.font_size, ink = 0.0, rows = 0.0;
        g_auto (EqpCanvas) canvas = { 0 };

        for (int r = 0; r < 2; r++)
          {
            model.reference_k[r] = 2;
            model.reference[r] = references[r];
          }
        eqp_sizes_scale_init (&scale, &model, &area, &style);
        eqp_canvas_init (&canvas, 400, 110, &style);
        cairo_set_operator (canvas.cr, CAIRO_OPERATOR_CLEAR);
        cairo_paint (canvas.cr);
        cairo_set_operator (canvas.cr, CAIRO_OPERATOR_OVER);
        eqp_draw_sizes_labels (canvas.cr, &scale, &model, &area, &style);
        for (double y = area.y; y < area.y + area.height; y += 1.0)
          if (has_ink (&canvas, area.x, area.x + scale.pitch, y, y + 1.0))
            {
              ink += y;
              rows += 1.0;
            }
        if (rows == 0.0)
          continue;
        written++;
        for (int r = 0; r < 2; r++)
          g_assert_cmpfloat (fabs (eqp_sizes_bar_rect (&scale, &area, 0, references[r][0]).y - ink / rows), >, 0.5 * line);
      }
  g_assert_cmpint (written, >, 20);
  g_assert_cmpint (written, <, 231);
}

static void
test_bar_heights (void)
{
  const gint64 sizes[] = { 100, 50, 0, 1, 75 };
  EqpSizesModel model;

  init_model (&model, 5, sizes);
  for (int scale_factor = 1; scale_factor <= 2; scale_factor++)
    {
      EqpStyle style;
      EqpSizesScale scale;
      EqpRect area;
      g_auto (EqpCanvas) canvas = { 0 };

      eqp_style_init (&style, FALSE, FALSE);
      style.scale = scale_factor;
      area = eqp_draw_sizes_plot_area (&whole, &style);
      eqp_sizes_scale_init (&scale, &model, &area, &style);
      g_assert_cmpfloat (scale.y.min, ==, 0.0);
      eqp_canvas_init (&canvas, 400, 220, &style);
      eqp_draw_sizes_bars (canvas.cr, &scale, &model, &area, &style);
      for (gint c = 0; c < 5; c++)
        {
          EqpRect bar = eqp_sizes_bar_rect (&scale, &area, c, sizes[c]);
          double height = measured_height (&canvas, &area, bar.x + bar.width / 2.0, eqp_palette_color (c, &style), &style);
          double expected = area.height * sizes[c] / scale.y.max;

          /* A cluster that has a row is seen. */
          if (sizes[c] == 1)
            expected = MAX (expected, 1.0 / scale_factor);
          g_assert_cmpfloat (fabs (height - expected), <=, 0.51 / scale_factor);
          /* Whole device pixels: the edge is sharp. */
          g_assert_cmpfloat (bar.x * scale_factor, ==, round (bar.x * scale_factor));
        }
    }
}

static void
test_even (void)
{
  const gint64 sizes[] = { 10, 20, 33 };
  const EqpRect area = { 0.0, 0.0, 300.0, 100.0 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;
  g_auto (EqpCanvas) canvas = { 0 };
  double y;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, sizes);
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  g_assert_cmpfloat (scale.even, ==, 21.0);
  eqp_canvas_init (&canvas, 300, 100, &style);
  eqp_draw_sizes_references (canvas.cr, &scale, &model, &area, &style);
  y = 100.0 * (1.0 - 21.0 / scale.y.max);
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, 150.0, round (y - 0.5)), style.foreground));
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, 150.0, y + 3.0), style.card));
}

/* One reference far above all bars does not make them small: it runs out at the top, and its value stands there. */
static void
test_beyond (void)
{
  const gint64 sizes[] = { 10, 10, 10 }, reference[] = { 1, 1, 28 }, larger[] = { 0, 0, 2000 };
  const EqpRect area = { 0.0, 20.0, 300.0, 100.0 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;
  EqpRect top = { 200.0, 20.0, 100.0, 3.0 }, label = { 200.0, 20.0, 100.0, 40.0 };

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, sizes);
  model.reference_k[1] = 3;
  model.reference_name[1] = "Plain min-cut";
  model.reference[1] = reference;
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  g_assert_cmpfloat (scale.y.max, >=, 28.0);
  model.reference[1] = larger;
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  g_assert_cmpfloat (scale.y.max, >=, 10.0);
  g_assert_cmpfloat (scale.y.max, <, 60.0);
  for (int outlines = 0; outlines < 2; outlines++)
    {
      g_auto (EqpCanvas) canvas = { 0 };

      model.reference_k[0] = outlines * 3;
      model.reference[0] = larger;
      eqp_canvas_init (&canvas, 300, 160, &style);
      eqp_draw_sizes_references (canvas.cr, &scale, &model, &area, &style);
      g_assert_false (eqp_canvas_blank (&canvas, &label, &style));
      g_assert_true (outlines || eqp_canvas_blank (&canvas, &top, &style));
    }
}

/* The value of one that runs out is read where the outline of another reaches up to it. */
static void
test_beyond_outline (void)
{
  const gint64 sizes[] = { 1000, 1000, 1000 }, larger[] = { 0, 0, 200000 };
  const EqpRect area = { 0.0, 20.0, 300.0, 100.0 };
  gint64 outline[] = { 1000, 1000, 0 };
  g_auto (EqpCanvas) canvas = { 0 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;
  EqpRect bar;
  int line = 0;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, sizes);
  model.reference_k[1] = 3;
  model.reference[1] = larger;
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  outline[2] = (gint64) (scale.y.max * (1.0 - 0.6 * style.font_size / area.height));
  model.reference_k[0] = 3;
  model.reference[0] = outline;
  eqp_canvas_init (&canvas, 300, 160, &style);
  eqp_draw_sizes_references (canvas.cr, &scale, &model, &area, &style);
  bar = eqp_sizes_bar_rect (&scale, &area, 2, (double) outline[2]);
  for (int x = -10; x < 10; x++)
    line += eqp_pixel_is (eqp_canvas_pixel (&canvas, round (bar.x + bar.width / 2.0) + x, round (bar.y)), style.foreground);
  g_assert_cmpint (line, <, 15);
}

/* The axis holds the references too, and there may be more of their bars. */
static void
test_references (void)
{
  const gint64 sizes[] = { 40, 40 }, reference[] = { 4, 7, 95 };
  const EqpRect area = { 0.0, 0.0, 300.0, 100.0 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;
  EqpRect bar;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 2, sizes);
  model.reference_k[0] = 3;
  model.reference[0] = reference;
  model.reference_name[0] = "Plain k-means";
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  g_assert_cmpint (scale.bars, ==, 3);
  g_assert_cmpfloat (scale.y.max, >=, 95.0);
  eqp_canvas_init (&canvas, 300, 100, &style);
  eqp_draw_sizes_references (canvas.cr, &scale, &model, &area, &style);
  bar = eqp_sizes_bar_rect (&scale, &area, 2, 95);
  g_assert_false (eqp_pixel_is (eqp_canvas_pixel (&canvas, bar.x + bar.width / 2.0, bar.y + 0.5), style.card));
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, bar.x + bar.width / 2.0, bar.y + 20.0), style.card));
}

static void
count_rect (const EqpRect *rect,
            EqpRgba        color,
            gint           bar,
            gpointer       user_data)
{
  int *n = user_data;

  g_assert_cmpfloat (rect->width, >, 0.0);
  g_assert_cmpfloat (rect->height, >, 0.0);
  g_assert_true (rect->x >= -0.5 && rect->x + rect->width <= 100.0 + 1.0);
  (*n)++;
}

static void
test_many_bars (void)
{
  const EqpRect area = { 0.0, 0.0, 100.0, 50.0 };
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  for (gint k = 1; k <= 5000; k = k * 5 / 3 + 1)
    {
      g_autofree gint64 *sizes = g_new (gint64, k);
      EqpSizesModel model;
      EqpSizesScale scale;
      int n = 0;
      g_auto (EqpCanvas) canvas = { 0 };

      for (gint c = 0; c < k; c++)
        sizes[c] = 1 + c % 7;
      init_model (&model, k, sizes);
      eqp_sizes_scale_init (&scale, &model, &area, &style);
      eqp_sizes_foreach_bar (&scale, &model, &area, &style, count_rect, &n);
      g_assert_cmpint (n, >=, MIN (k, 100));
      g_assert_cmpint (n, <=, MIN (2 * k, 202));
      eqp_canvas_init (&canvas, 400, 220, &style);
      eqp_draw_sizes (canvas.cr, &model, &whole, &style);
      g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
    }
}

static void
test_bar_at (void)
{
  const gint64 sizes[] = { 1, 2, 3, 4 };
  const EqpRect area = { 10.0, 0.0, 100.0, 50.0 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 4, sizes);
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  g_assert_cmpint (eqp_sizes_bar_at (&scale, &area, 9.0), ==, -1);
  g_assert_cmpint (eqp_sizes_bar_at (&scale, &area, 10.0), ==, 0);
  g_assert_cmpint (eqp_sizes_bar_at (&scale, &area, 84.9), ==, 2);
  g_assert_cmpint (eqp_sizes_bar_at (&scale, &area, 111.0), ==, -1);
}

static void
test_empty (void)
{
  EqpSizesModel model;
  EqpStyle style;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, TRUE, TRUE);
  eqp_canvas_init (&canvas, 400, 220, &style);
  eqp_sizes_model_init (&model);
  eqp_draw_sizes (canvas.cr, &model, &whole, &style);
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
}

/* In high contrast neighboring bars differ by more than their color, and none frays at its edges or loses its color. */
static void
test_hatching (void)
{
  const gint64 sizes[] = { 100, 100, 100, 100, 100, 100 };
  EqpSizesModel model;
  EqpStyle style;
  EqpSizesScale scale;
  EqpRect area;
  int other[6] = { 0 }, all = 0;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, FALSE, TRUE);
  area = eqp_draw_sizes_plot_area (&whole, &style);
  init_model (&model, 6, sizes);
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  eqp_canvas_init (&canvas, 400, 220, &style);
  eqp_draw_sizes_bars (canvas.cr, &scale, &model, &area, &style);
  for (gint c = 0; c < 6; c++)
    {
      EqpRect bar = eqp_sizes_bar_rect (&scale, &area, c, 100);

      for (double y = bar.y + 2.0; y < bar.y + bar.height - 2.0; y += 1.0)
        {
          g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, bar.x + 1.0, y), eqp_palette_color (c, &style)));
          for (double x = bar.x + 2.0; x < bar.x + bar.width - 2.0; x += 1.0)
            {
              other[c] += !eqp_pixel_is (eqp_canvas_pixel (&canvas, x, y), eqp_palette_color (c, &style));
              all += c == 0;
            }
        }
      for (double x = bar.x + 2.0; x < bar.x + bar.width - 2.0; x += 1.0)
        g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, x, bar.y + 1.0), eqp_palette_color (c, &style)));
    }
  g_assert_cmpint (other[0], ==, 0);
  for (gint c = 1; c < 6; c++)
    {
      g_assert_cmpint (5 * other[c], >, all);
      g_assert_cmpint (4 * other[c], <, 3 * all);
    }
}

/* Between the bars the band shows from its lower to its upper size, and nowhere else; the axis makes room for it. */
static void
test_band (void)
{
  const gint64 sizes[] = { 100, 100, 100 };
  EqpSizesModel model;
  EqpSizesScale scale, plain;
  EqpStyle style;
  EqpRect area, gap;
  double low, high;
  gint inside = 0;
  g_auto (EqpCanvas) with = { 0 };
  g_auto (EqpCanvas) without = { 0 };

  eqp_style_init (&style, FALSE, FALSE);
  area = eqp_draw_sizes_plot_area (&whole, &style);
  init_model (&model, 3, sizes);
  eqp_sizes_scale_init (&plain, &model, &area, &style);
  model.band_low = 83;
  model.band_high = 127;
  eqp_sizes_scale_init (&scale, &model, &area, &style);
  g_assert_cmpfloat (plain.y.max, <, 127.0);
  g_assert_cmpfloat (scale.y.max, >=, 127.0);
  eqp_canvas_init (&with, 400, 220, &style);
  eqp_draw_sizes_furniture (with.cr, &scale, &model, &whole, &style);
  model.band_high = 0;
  eqp_canvas_init (&without, 400, 220, &style);
  eqp_draw_sizes_furniture (without.cr, &scale, &model, &whole, &style);

  gap = eqp_sizes_bar_rect (&scale, &area, 0, 100);
  low = area.y + area.height * (1.0 - 83.0 / scale.y.max);
  high = area.y + area.height * (1.0 - 127.0 / scale.y.max);
  for (double y = area.y + 1.5; y < area.y + area.height - 1.0; y += 1.0)
    {
      gboolean differs = eqp_canvas_pixel (&with, gap.x + gap.width + 2.0, y) !=
                         eqp_canvas_pixel (&without, gap.x + gap.width + 2.0, y);

      if (y > high + 1.0 && y < low - 1.0)
        inside += differs;
      else if (y < high - 1.0 || y > low + 1.0)
        g_assert_false (differs);
    }
  /* All but what grid lines cover. */
  g_assert_cmpfloat (inside, >=, low - high - 6.0);
}

/* A picture of one gray below each bar, in the middle of it and within the plot; none where a cluster is empty, where
 * bars are too narrow, or before they are there: but then their place is kept. */
static void
test_pictures (void)
{
  const gint64 sizes[] = { 100, 0, 75, 50 };
  guint8 pixels[4 * 4 * 2 * 3];
  EqpSizesModel model;

  init_model (&model, 4, sizes);
  model.picture_width = 2;
  model.picture_height = 4;
  model.pictures = pixels;
  for (int c = 0; c < 4; c++)
    memset (pixels + c * 24, 60 * c, 24);
  for (int dark = 0; dark <= 1; dark++)
    for (int scale_factor = 1; scale_factor <= 2; scale_factor++)
      {
        EqpRect plain, area, rect, before = { 0.0 };
        EqpStyle style;
        g_auto (EqpCanvas) canvas = { 0 };

        eqp_style_init (&style, dark, FALSE);
        style.scale = scale_factor;
        plain = eqp_draw_sizes_plot_area (&whole, &style);
        area = eqp_sizes_pictured_area (&model, &whole, &style);
        g_assert_cmpfloat (area.height, <, plain.height);
        g_assert_cmpfloat (area.height, >, 0.7 * plain.height);
        g_assert_cmpfloat (area.width, ==, plain.width);

        eqp_canvas_init (&canvas, 400, 220, &style);
        eqp_draw_sizes (canvas.cr, &model, &whole, &style);
        for (gint c = 0; c < 4; c++)
          {
            float gray = (float) (60 * c) / 255.0f;
            EqpRgba color = { gray, gray, gray, 1.0f };

            g_assert_true (eqp_sizes_picture_rect (&model, &whole, &style, c, &rect));
            g_assert_cmpfloat (rect.y, >=, area.y + area.height + style.font_size);
            g_assert_cmpfloat (rect.y + rect.height, <=, whole.y + whole.height);
            g_assert_cmpfloat (rect.x, >, c > 0 ? before.x + before.width : area.x);
            g_assert_cmpfloat (fabs (rect.height - 2.0 * rect.width), <=, 2.0);
            g_assert_cmpfloat (fabs (rect.x + rect.width / 2.0 - area.x - (c + 0.5) * area.width / 4.0), <=, 1.0);
            before = rect;
            g_assert_cmpint (eqp_pixel_is (eqp_canvas_pixel (&canvas, rect.x + rect.width / 2.0, rect.y + rect.height / 2.0), color), ==, c != 1);
            /* Its edge ends it on a page of any color. */
            if (c != 1)
              g_assert_false (eqp_pixel_is (eqp_canvas_pixel (&canvas, rect.x, rect.y + rect.height / 2.0), style.card));
          }

        model.pictures = NULL;
        g_assert_cmpfloat (eqp_sizes_pictured_area (&model, &whole, &style).height, ==, area.height);
        model.pictures = pixels;
      }
}

static void
test_pictures_fold (void)
{
  g_autofree gint64 *sizes = g_new0 (gint64, 60);
  EqpSizesModel model;
  EqpStyle style;
  EqpRect rect, area, low = { 0.0, 0.0, 400.0, 60.0 };
  int shown = 0;

  eqp_style_init (&style, FALSE, FALSE);
  area = eqp_draw_sizes_plot_area (&whole, &style);
  for (int k = 1; k <= 60; k++)
    {
      init_model (&model, k, sizes);
      model.picture_width = model.picture_height = 8;
      if (eqp_sizes_picture_rect (&model, &whole, &style, 0, &rect))
        {
          g_assert_cmpint (shown, ==, k - 1);
          g_assert_cmpfloat (rect.width, <, area.width / k);
          g_assert_cmpfloat (rect.width, >=, 1.25 * style.font_size);
          shown = k;
        }
      else
        g_assert_cmpfloat (eqp_sizes_pictured_area (&model, &whole, &style).height, ==, area.height);
    }
  g_assert_cmpint (shown, >=, 10);
  g_assert_cmpint (shown, <, 40);
  /* A plot that is too low. */
  init_model (&model, 2, sizes);
  model.picture_width = model.picture_height = 8;
  g_assert_false (eqp_sizes_picture_rect (&model, &low, &style, 0, &rect));
}

/* Three sizes beside those of two methods and a band; returns where the bars are. */
static EqpRect
draw_header (EqpCanvas *canvas, EqpStyle *style, int width, const EqpRect *rect, const char *first)
{
  const gint64 sizes[] = { 100, 50, 80 };
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpRect area;

  eqp_style_init (style, FALSE, FALSE);
  init_model (&model, 3, sizes);
  model.reference_k[0] = model.reference_k[1] = 3;
  model.reference[0] = model.reference[1] = sizes;
  model.reference_name[0] = first;
  model.reference_name[1] = "Min-cut";
  model.band_low = 60;
  model.band_high = 90;
  area = eqp_draw_sizes_plot_area (rect, style);
  eqp_sizes_scale_init (&scale, &model, &area, style);
  eqp_canvas_init (canvas, width, 220, style);
  eqp_draw_sizes_furniture (canvas->cr, &scale, &model, rect, style);
  return area;
}

/* However narrow the plot is, its line of keys ends where the bars do, and not at the edge of the card. */
static void
test_header_ends (void)
{
  for (double width = 160.0; width <= 520.0; width += 3.0)
    {
      EqpRect rect = { 0.0, 0.0, width, 220.0 }, area, beside;
      EqpStyle style;
      g_auto (EqpCanvas) canvas = { 0 };

      area = draw_header (&canvas, &style, 520, &rect, "1 · Balanced k-means, γ 1");
      g_assert_false (eqp_canvas_blank (&canvas, &(EqpRect) { 0.0, 0.0, width, area.y - 2.0 }, &style));
      beside = (EqpRect) { area.x + area.width + 2.0, 0.0, 518.0 - area.x - area.width, area.y - 2.0 };
      g_assert_true (eqp_canvas_blank (&canvas, &beside, &style));
    }
}

/* As wide as in a window of 640 px, where the mean size is told by the axis alone: the key of the band, which is the
 * last, is there and reaches to where the bars end. */
static void
test_header_brief (void)
{
  EqpRect rect = { 0.0, 0.0, 275.0, 220.0 }, area, end;
  EqpStyle style;
  g_auto (EqpCanvas) canvas = { 0 };

  area = draw_header (&canvas, &style, 275, &rect, "k-means");
  end = (EqpRect) { area.x + area.width - 10.0, 0.0, 10.0, area.y - 4.0 };
  g_assert_false (eqp_canvas_blank (&canvas, &end, &style));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/sizes-plot/pictures", test_pictures);
  g_test_add_func ("/draw/sizes-plot/pictures-fold", test_pictures_fold);
  g_test_add_func ("/draw/sizes-plot/labels", test_labels);
  g_test_add_func ("/draw/sizes-plot/labels-crossed", test_labels_crossed);
  g_test_add_func ("/draw/sizes-plot/bar-heights", test_bar_heights);
  g_test_add_func ("/draw/sizes-plot/even", test_even);
  g_test_add_func ("/draw/sizes-plot/references", test_references);
  g_test_add_func ("/draw/sizes-plot/beyond", test_beyond);
  g_test_add_func ("/draw/sizes-plot/beyond-outline", test_beyond_outline);
  g_test_add_func ("/draw/sizes-plot/band", test_band);
  g_test_add_func ("/draw/sizes-plot/header-ends", test_header_ends);
  g_test_add_func ("/draw/sizes-plot/header-brief", test_header_brief);
  g_test_add_func ("/draw/sizes-plot/many-bars", test_many_bars);
  g_test_add_func ("/draw/sizes-plot/bar-at", test_bar_at);
  g_test_add_func ("/draw/sizes-plot/empty", test_empty);
  g_test_add_func ("/draw/sizes-plot/hatching", test_hatching);
  return g_test_run ();
}
