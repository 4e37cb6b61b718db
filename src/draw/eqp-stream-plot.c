/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stream of sizes: all rows from bottom to top, divided into clusters, from little gamma at the left to much at
 * the right. Below it a tick stands wherever a row moves, the longer the more do. */
#include "config.h"

#include "eqp-stream-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-palette.h"
#include "eqp-plot-private.h"

/* px below the stream for the ticks of moves */
#define TICKS 10.0

static gint64
count_rows (const EqpStreamModel *model)
{
  gint64 rows = 0;

  for (gint c = 0; model->n_pieces > 0 && c < model->k; c++)
    rows += model->sizes[c];
  return rows;
}

/**
 * eqp_stream_frame:
 * @model: the sizes
 * @rect: the whole plot
 * @style: the style
 * @frame: (out caller-allocates): the plot area with axes of gamma and of rows
 */
void
eqp_stream_frame (const EqpStreamModel *model,
                  const EqpRect        *rect,
                  const EqpStyle       *style,
                  EqpPlotFrame         *frame)
{
  eqp_gamma_marks_frame (&model->marks, rect, style, frame);
  frame->area.height = MAX (0.0, frame->area.height - TICKS);
  eqp_axis_init (&frame->y, EQP_AXIS_LINEAR, 0.0, (double) MAX (1, count_rows (model)));
  frame->y.integral = TRUE;
  eqp_axis_set_ticks (&frame->y, (int) CLAMP (frame->area.height / (2.8 * style->font_size), 1.0, 6.0));
}

/**
 * eqp_stream_piece:
 * @model: the sizes
 * @gamma: relative
 *
 * Returns: the piece that holds at @gamma; -1: there is none
 */
gint
eqp_stream_piece (const EqpStreamModel *model,
                  double                gamma)
{
  gint low = 0, high = (gint) model->n_pieces - 1;

  while (low < high)
    {
      gint middle = (low + high + 1) / 2;

      if (model->from[middle] <= gamma)
        low = middle;
      else
        high = middle - 1;
    }
  return high < 0 ? -1 : low;
}

/**
 * eqp_draw_stream_furniture:
 * @cr: where to draw
 * @model: the sizes
 * @rect: the whole plot
 * @frame: its frame
 * @style: the style
 *
 * Draws labels and title.
 */
void
eqp_draw_stream_furniture (cairo_t              *cr,
                           const EqpStreamModel *model,
                           const EqpRect        *rect,
                           const EqpPlotFrame   *frame,
                           const EqpStyle       *style)
{
  double y = rect->y + EQP_PLOT_HEADER * style->font_size, x = rect->x + round (0.9 * style->font_size);
  EqpRect labels = frame->area;
  g_auto (EqpText) title = { 0 };
  g_auto (EqpText) text = { 0 };

  labels.height += TICKS;
  _eqp_text_init (&title, cr, style, 1.0, TRUE);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  _eqp_text_draw (&title, _("Cluster sizes"), x, y, 0.0, style->foreground);
  x += _eqp_text_width (&title, _("Cluster sizes")) + 0.6 * style->font_size;
  _eqp_text_draw_note (&text, _("rows of each cluster; a tick below wherever a row moves"), x, y,
                       rect->x + rect->width - x - 6.0, style->dim);
  _eqp_draw_grid (cr, &frame->x, &frame->y, &frame->area, EQP_GRID_HORIZONTAL, style);
  _eqp_draw_tick_labels (cr, NULL, &frame->y, &frame->area, frame->area.x - rect->x, style);
  {
    EqpAxis none = frame->y;

    none.n_ticks = 0;
    _eqp_draw_tick_labels (cr, &frame->x, &none, &labels, frame->area.x - rect->x, style);
  }
  _eqp_draw_left_title (&text, _("γ rel."), rect, &labels, style);
}

/* px from where to where a piece is seen. Returns FALSE when it is not. */
static gboolean
find_span (const EqpStreamModel *model,
           const EqpPlotFrame   *frame,
           guint                 piece,
           double               *left,
           double               *right)
{
  const EqpRect *area = &frame->area;
  double from = model->from[piece] > 0.0 ? eqp_plot_frame_x (frame, model->from[piece]) : area->x;
  double to = piece + 1 < model->n_pieces ? eqp_plot_frame_x (frame, model->from[piece + 1]) : area->x + area->width;

  *left = CLAMP (from, area->x, area->x + area->width);
  *right = CLAMP (to, area->x, area->x + area->width);
  return *right > *left;
}

/* All of a cluster at once, so that no seam shows between pieces: along its upper edge, then back along the lower one.
 * Of pieces narrower than half a pixel the last one stands for all. */
static void
draw_cluster (cairo_t              *cr,
              const EqpStreamModel *model,
              const EqpPlotFrame   *frame,
              const gint64         *below,
              gint                  cluster,
              const EqpStyle       *style)
{
  gint k = model->k;
  double left, right;

  for (guint p = 0; p < model->n_pieces; p++)
    if (find_span (model, frame, p, &left, &right))
      {
        double y = eqp_plot_frame_y (frame, (double) (below[p] + model->sizes[p * (gsize) k + cluster]));

        cairo_line_to (cr, left, y);
        cairo_line_to (cr, right, y);
      }
  for (guint p = model->n_pieces; p > 0; p--)
    if (find_span (model, frame, p - 1, &left, &right))
      {
        double y = eqp_plot_frame_y (frame, (double) below[p - 1]);

        cairo_line_to (cr, right, y);
        cairo_line_to (cr, left, y);
      }
  cairo_close_path (cr);
  eqp_rgba_set_source (cr, eqp_palette_color (cluster, style));
  cairo_fill_preserve (cr);
  eqp_rgba_set_source (cr, style->card);
  cairo_set_line_width (cr, k <= 60 ? 1.0 : 0.3);
  cairo_stroke (cr);
}

/* The number of a cluster stands at both ends, where it has room: colors are not the only way to tell. */
static void
draw_number (EqpText              *text,
             const EqpStreamModel *model,
             const EqpPlotFrame   *frame,
             const gint64         *below,
             gint                  cluster,
             const EqpStyle       *style)
{
  gint first = eqp_stream_piece (model, model->marks.least), last = eqp_stream_piece (model, model->marks.most);
  g_autofree char *number = g_strdup_printf ("%d", cluster + 1);
  EqpRgba color = eqp_palette_text_color (cluster, style);

  for (int end = 0; end < 2; end++)
    {
      gint p = end == 0 ? first : last;
      double size = (double) model->sizes[p * (gsize) model->k + cluster];
      double height = frame->area.height * size / (frame->y.max - frame->y.min);
      double x = end == 0 ? frame->area.x + 0.5 * style->font_size
                          : frame->area.x + frame->area.width - 0.5 * style->font_size;

      if (height > 1.1 * style->font_size)
        _eqp_text_draw (text, number, x, eqp_plot_frame_y (frame, (double) below[p] + size / 2.0), end, color);
    }
}

static void
draw_moves (cairo_t              *cr,
            const EqpStreamModel *model,
            const EqpPlotFrame   *frame,
            const EqpStyle       *style)
{
  double top = frame->area.y + frame->area.height + 2.0;
  gint64 most = 1;

  for (guint p = 1; p < model->n_pieces; p++)
    most = MAX (most, model->moved[p]);
  for (guint p = 1; p < model->n_pieces; p++)
    {
      double x = eqp_plot_frame_x (frame, model->from[p]);

      if (model->moved[p] == 0 || x < frame->area.x || x > frame->area.x + frame->area.width)
        continue;
      cairo_move_to (cr, _eqp_crisp (x, style), top);
      cairo_rel_line_to (cr, 0.0, 2.5 + (TICKS - 3.5) * sqrt ((double) model->moved[p] / (double) most));
    }
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, _eqp_hairline (style));
  cairo_stroke (cr);
}

/**
 * eqp_draw_stream_data:
 * @cr: where to draw
 * @model: the sizes
 * @frame: its frame
 * @style: the style
 *
 * Draws clusters, their numbers, and the ticks of moves. Time O(pieces x k).
 */
void
eqp_draw_stream_data (cairo_t              *cr,
                      const EqpStreamModel *model,
                      const EqpPlotFrame   *frame,
                      const EqpStyle       *style)
{
  g_autofree gint64 *below = g_new0 (gint64, MAX (1, model->n_pieces));
  g_auto (EqpText) text = { 0 };

  if (model->n_pieces == 0 || frame->area.height <= 0.0)
    return;
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  for (gint c = 0; c < model->k; c++)
    {
      draw_cluster (cr, model, frame, below, c, style);
      draw_number (&text, model, frame, below, c, style);
      for (guint p = 0; p < model->n_pieces; p++)
        below[p] += model->sizes[p * (gsize) model->k + c];
    }
  draw_moves (cr, model, frame, style);
}

/**
 * eqp_draw_stream:
 * @cr: where to draw
 * @model: the sizes
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot, for pictures and print.
 */
void
eqp_draw_stream (cairo_t              *cr,
                 const EqpStreamModel *model,
                 const EqpRect        *rect,
                 const EqpStyle       *style)
{
  EqpPlotFrame frame;

  eqp_stream_frame (model, rect, style, &frame);
  eqp_draw_stream_furniture (cr, model, rect, &frame, style);
  eqp_draw_stream_data (cr, model, &frame, style);
  eqp_draw_gamma_marks (cr, &model->marks, &frame, style);
}

static void
find_ends (const EqpStreamModel *model,
           guint                 piece,
           gint64               *smallest,
           gint64               *largest)
{
  *smallest = G_MAXINT64;
  *largest = 0;
  for (gint c = 0; c < model->k; c++)
    {
      *smallest = MIN (*smallest, model->sizes[piece * (gsize) model->k + c]);
      *largest = MAX (*largest, model->sizes[piece * (gsize) model->k + c]);
    }
}

/**
 * eqp_draw_summary_stream:
 * @model: the sizes
 *
 * Returns: (transfer full): the sizes at both ends, and how often rows move between
 */
char *
eqp_draw_summary_stream (const EqpStreamModel *model)
{
  gint64 values[4];
  char *texts[4];
  guint moves = 0;
  char *summary;

  if (model->n_pieces == 0 || model->k == 0)
    return g_strdup ("");
  find_ends (model, 0, &values[0], &values[1]);
  find_ends (model, model->n_pieces - 1, &values[2], &values[3]);
  for (guint p = 1; p < model->n_pieces; p++)
    moves += model->moved[p] > 0;
  for (int i = 0; i < 4; i++)
    texts[i] = eqp_format_count (values[i]);
  /* Translators: the smallest and the largest cluster at little gamma, the same at much, and how often rows move. */
  summary = g_strdup_printf (ngettext ("Sizes go from %s – %s to %s – %s; rows move at %u gamma.",
                                       "Sizes go from %s – %s to %s – %s; rows move at %u gammas.", moves),
                             texts[0], texts[1], texts[2], texts[3], moves);
  for (int i = 0; i < 4; i++)
    g_free (texts[i]);
  return summary;
}
