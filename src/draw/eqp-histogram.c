/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distribution of a column, small enough to stand in a line of text. */
#include "config.h"

#include "eqp-histogram.h"

#include <math.h>

#define GAP 1.0
#define LEAST_BAR 1.0
#define MOST_BAR_WIDTH 14.0

/**
 * eqp_draw_histogram:
 * @cr: where it begins at 0, 0
 * @bins: counts
 * @n_bins: how many
 * @width: px
 * @height: px
 * @color: of the bars
 * @style: the base line's color, and the scale for sharp edges
 *
 * Bars as high as their counts, the highest as high as the picture; a bin with anything in it shows at least a line.
 */
void
eqp_draw_histogram (cairo_t        *cr,
                    const guint32  *bins,
                    int             n_bins,
                    double          width,
                    double          height,
                    EqpRgba         color,
                    const EqpStyle *style)
{
  double scale = MAX (1.0, style->scale);
  double step, used;
  guint32 most = 0;

  if (n_bins < 1 || width < 2.0 || height < 2.0)
    return;
  for (int b = 0; b < n_bins; b++)
    most = MAX (most, bins[b]);

  eqp_rgba_set_source (cr, style->grid);
  cairo_rectangle (cr, 0.0, height - 1.0 / scale, width, 1.0 / scale);
  cairo_fill (cr);
  if (most == 0)
    return;

  step = MIN (width / n_bins, MOST_BAR_WIDTH);
  used = step * n_bins;
  eqp_rgba_set_source (cr, color);
  for (int b = 0; b < n_bins; b++)
    {
      double x0 = round (((width - used) / 2.0 + b * step) * scale) / scale;
      double x1 = round (((width - used) / 2.0 + (b + 1) * step) * scale) / scale;
      double bar = height * (double) bins[b] / (double) most;

      if (bins[b] == 0)
        continue;
      bar = round (MAX (LEAST_BAR, bar) * scale) / scale;
      cairo_rectangle (cr, x0, height - bar, MAX (1.0 / scale, x1 - x0 - (step > 3.0 ? GAP : 0.0)), bar);
    }
  cairo_fill (cr);
}
