/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot of a study: numbers over gamma, the front, or the stream of sizes. Its cursor is on a gamma, dragging selects
 * a part of gamma, a click says which run is wanted. */
#include "config.h"

#include "eqp-gamma-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* px: what is dragged less far is a click */
#define CLICK 6.0

typedef enum {
  KIND_NONE,
  KIND_CURVES,
  KIND_FRONT,
  KIND_STREAM
} Kind;

struct _EqpGammaView
{
  EqpPlotView     parent_instance;
  Kind            kind;
  EqpCurvesModel  curves;
  EqpFrontModel   front;
  EqpStreamModel  stream;
  gpointer        data;      /* what the arrays of the model live in */
  GDestroyNotify  destroy;
  EqpPlotFrame    frame;
  double          cursor;    /* relative gamma; negative: none */
  gint            place;     /* of the cursor in the front or the stream; -1: none */
  double          drag_from; /* px */
  double          drag_to;   /* px; NAN: nothing is dragged */
};

G_DEFINE_FINAL_TYPE (EqpGammaView, eqp_gamma_view, EQP_TYPE_PLOT_VIEW)

enum {
  SIGNAL_CURSOR_MOVED,
  SIGNAL_GAMMA_ACTIVATED,
  SIGNAL_RANGE_SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
has_axis (EqpGammaView *self)
{
  return self->kind == KIND_CURVES || self->kind == KIND_STREAM;
}

static gboolean
eqp_gamma_view_is_empty (EqpPlotView *view)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (view);

  return self->kind == KIND_NONE || (self->kind == KIND_CURVES && self->curves.n_curves == 0) ||
         (self->kind == KIND_FRONT && self->front.n == 0) || (self->kind == KIND_STREAM && self->stream.n_pieces == 0);
}

static void
eqp_gamma_view_prepare (EqpPlotView    *view,
                        double          width,
                        double          height,
                        const EqpStyle *style)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (view);
  EqpRect all = { 0.0, 0.0, width, height };

  if (self->kind == KIND_CURVES)
    eqp_curves_frame (&self->curves, &all, style, &self->frame);
  else if (self->kind == KIND_STREAM)
    eqp_stream_frame (&self->stream, &all, style, &self->frame);
  else if (self->kind == KIND_FRONT)
    eqp_front_frame (&self->front, &all, style, &self->frame);
}

static void
draw_furniture (EqpGammaView   *self,
                cairo_t        *cr,
                const EqpRect  *all,
                const EqpStyle *style)
{
  if (self->kind == KIND_CURVES)
    eqp_draw_curves_furniture (cr, &self->curves, all, &self->frame, style);
  else if (self->kind == KIND_STREAM)
    eqp_draw_stream_furniture (cr, &self->stream, all, &self->frame, style);
  else if (self->kind == KIND_FRONT)
    eqp_draw_front_furniture (cr, &self->front, all, &self->frame, style);
}

static void
draw_data (EqpGammaView   *self,
           cairo_t        *cr,
           const EqpStyle *style)
{
  if (self->kind == KIND_CURVES)
    eqp_draw_curves_data (cr, &self->curves, &self->frame, style);
  else if (self->kind == KIND_STREAM)
    eqp_draw_stream_data (cr, &self->stream, &self->frame, style);
  else if (self->kind == KIND_FRONT)
    eqp_draw_front_data (cr, &self->front, &self->frame, style);
}

/* Rings around the runs at the cursor. */
static void
draw_rings (EqpGammaView   *self,
            cairo_t        *cr,
            const EqpStyle *style)
{
  for (guint i = 0; i < self->front.n; i++)
    {
      const EqpFrontPoint *point = &self->front.points[i];

      if (!point->drawn || fabs (point->gamma - self->cursor) > 1e-9 * self->cursor)
        continue;
      cairo_new_sub_path (cr);
      cairo_arc (cr, eqp_plot_frame_x (&self->frame, point->squares), eqp_plot_frame_y (&self->frame, point->data_term),
                 6.5, 0.0, 2.0 * G_PI);
    }
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_overlay (EqpGammaView   *self,
              cairo_t        *cr,
              const EqpStyle *style)
{
  const EqpRect *area = &self->frame.area;
  double x = self->cursor > 0.0 && has_axis (self) ? eqp_plot_frame_x (&self->frame, self->cursor) : NAN;

  if (!isnan (self->drag_to))
    {
      double left = CLAMP (MIN (self->drag_from, self->drag_to), area->x, area->x + area->width);
      double right = CLAMP (MAX (self->drag_from, self->drag_to), area->x, area->x + area->width);

      eqp_rgba_set_source (cr, eqp_rgba_with_alpha (style->accent, 0.2));
      cairo_rectangle (cr, left, area->y, right - left, area->height);
      cairo_fill (cr);
    }
  if (self->kind == KIND_FRONT && self->cursor >= 0.0)
    draw_rings (self, cr, style);
  if (!(x >= area->x && x <= area->x + area->width))
    return;
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, 1.0);
  cairo_move_to (cr, floor (x) + 0.5, area->y);
  cairo_line_to (cr, floor (x) + 0.5, area->y + area->height);
  cairo_stroke (cr);
}

static void
eqp_gamma_view_draw_tier (EqpPlotView    *view,
                          EqpPlotTier     tier,
                          GtkSnapshot    *snapshot,
                          double          width,
                          double          height,
                          const EqpStyle *style)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (view);
  EqpRect all = { 0.0, 0.0, width, height };
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));

  if (tier == EQP_PLOT_FURNITURE)
    draw_furniture (self, cr, &all, style);
  else if (tier == EQP_PLOT_DATA)
    draw_data (self, cr, style);
  else if (tier == EQP_PLOT_MARKS && has_axis (self))
    eqp_draw_gamma_marks (cr, self->kind == KIND_CURVES ? &self->curves.marks : &self->stream.marks, &self->frame,
                          style);
  else if (tier == EQP_PLOT_OVERLAY)
    draw_overlay (self, cr, style);
  cairo_destroy (cr);
}

static char *
eqp_gamma_view_dup_summary (EqpPlotView *view)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (view);

  return self->kind == KIND_CURVES   ? eqp_draw_summary_curves (&self->curves)
         : self->kind == KIND_STREAM ? eqp_draw_summary_stream (&self->stream)
         : self->kind == KIND_FRONT  ? eqp_draw_summary_front (&self->front)
                                     : NULL;
}

/* ---- What is at the cursor -------------------------------------------------------------------------------------- */

static gboolean
find_mean (const EqpCurve *curve,
           double          gamma,
           guint          *place)
{
  for (guint i = 0; i < curve->n; i++)
    if (isfinite (curve->mean[i]) &&
        ((curve->n == 1 && curve->gamma[i] <= 0.0) || fabs (curve->gamma[i] - gamma) <= 1e-9 * gamma))
      {
        *place = i;
        return TRUE;
      }
  return FALSE;
}

static void
describe_curves (EqpGammaView *self,
                 GString      *text)
{
  for (guint c = 0; c < self->curves.n_curves; c++)
    {
      const EqpCurve *curve = &self->curves.curves[c];
      guint i;
      g_autofree char *mean = NULL;
      g_autofree char *spread = NULL;

      if (!find_mean (curve, self->cursor, &i))
        continue;
      mean = eqp_format_number (curve->mean[i], 5);
      g_string_append_printf (text, "\n%s: %s", curve->name, mean);
      if (isfinite (curve->high[i]))
        {
          spread = eqp_format_number (curve->high[i] - curve->mean[i], 2);
          g_string_append_printf (text, " ± %s", spread);
        }
    }
}

static void
describe_front (EqpGammaView *self,
                GString      *text)
{
  const EqpFrontPoint *point = &self->front.points[self->place];
  g_autofree char *data = eqp_format_number (point->data_term, 6);
  g_autofree char *squares = eqp_format_number (point->squares, 9);

  g_string_append_printf (text, "\n%s: %s\nΣ n²: %s", self->front.data_name, data, squares);
}

static void
describe_stream (EqpGammaView *self,
                 GString      *text)
{
  const gint64 *sizes = self->stream.sizes + self->place * (gsize) self->stream.k;
  gint64 smallest = G_MAXINT64, largest = 0, moved = self->stream.moved[self->place];
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  g_autofree char *rows = eqp_format_count (moved);

  for (gint c = 0; c < self->stream.k; c++)
    {
      smallest = MIN (smallest, sizes[c]);
      largest = MAX (largest, sizes[c]);
    }
  low = eqp_format_count (smallest);
  high = eqp_format_count (largest);
  /* Translators: the smallest and the largest cluster. */
  g_string_append_printf (text, _("\nSizes %s – %s"), low, high);
  if (moved > 0)
    g_string_append_printf (text,
                            ngettext ("\n%s row moved to get here", "\n%s rows moved to get here", (gulong) moved),
                            rows);
}

static void
update_hover (EqpGammaView *self)
{
  g_autofree char *gamma = NULL;
  g_autoptr (GString) text = NULL;

  if (self->cursor < 0.0 || (self->kind != KIND_CURVES && self->place < 0))
    {
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), NULL);
      return;
    }
  text = g_string_new (NULL);
  gamma = eqp_format_number (self->cursor, 4);
  if (self->cursor > 0.0)
    g_string_append_printf (text, _("Relative gamma %s"), gamma);
  else
    g_string_append (text, _("Without gamma"));
  if (self->kind == KIND_CURVES)
    describe_curves (self, text);
  else if (self->kind == KIND_FRONT)
    describe_front (self, text);
  else
    describe_stream (self, text);
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), text->str);
}

static void
move_to (EqpGammaView *self,
         double        gamma,
         gint          place)
{
  if (self->cursor == gamma && self->place == place)
    return;
  self->cursor = gamma;
  self->place = place;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  update_hover (self);
  g_signal_emit (self, signals[SIGNAL_CURSOR_MOVED], 0, gamma);
}

static void
move_to_pixel (EqpGammaView *self,
               double        x,
               double        y)
{
  double gamma = -1.0;
  gint place = -1;

  if (self->kind == KIND_CURVES && !eqp_curves_nearest (&self->curves, &self->frame, x, &gamma))
    gamma = -1.0;
  if (self->kind == KIND_STREAM && self->stream.n_pieces > 0)
    {
      double position = (x - self->frame.area.x) / MAX (1.0, self->frame.area.width);

      gamma = eqp_axis_value (&self->frame.x, CLAMP (position, 0.0, 1.0));
      place = eqp_stream_piece (&self->stream, gamma);
    }
  if (self->kind == KIND_FRONT)
    {
      place = eqp_front_nearest (&self->front, &self->frame, x, y);
      gamma = place >= 0 ? self->front.points[place].gamma : -1.0;
    }
  move_to (self, gamma, place);
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

/* px of a place that keys go to, in the order of rising gamma. */
typedef struct
{
  double gamma;
  gint   place;
  double x;
  double y;
} Stop;

static GArray *
list_stops (EqpGammaView *self)
{
  GArray *stops = g_array_new (FALSE, FALSE, sizeof (Stop));
  const EqpPlotFrame *frame = &self->frame;

  if (self->kind == KIND_CURVES && self->curves.n_curves > 0)
    for (guint i = 0; i < self->curves.curves[0].n; i++)
      {
        double gamma = self->curves.curves[0].gamma[i];
        Stop stop = { gamma, -1, eqp_plot_frame_x (frame, gamma), frame->area.y };

        if (gamma >= self->curves.marks.least * (1.0 - 1e-9) && gamma <= self->curves.marks.most * (1.0 + 1e-9))
          g_array_append_val (stops, stop);
      }
  for (guint i = 0; self->kind == KIND_FRONT && i < self->front.n; i++)
    {
      const EqpFrontPoint *point = &self->front.points[i];
      Stop stop = { point->gamma, (gint) i, eqp_plot_frame_x (frame, point->squares),
                    eqp_plot_frame_y (frame, point->data_term) };

      if (point->drawn)
        g_array_append_val (stops, stop);
    }
  for (guint p = 0; self->kind == KIND_STREAM && p < self->stream.n_pieces; p++)
    {
      double gamma = MAX (self->stream.from[p] * (1.0 + 1e-9), self->stream.marks.least);
      Stop stop = { gamma, (gint) p, eqp_plot_frame_x (frame, gamma), frame->area.y };

      if (gamma <= self->stream.marks.most &&
          (p + 1 == self->stream.n_pieces || self->stream.from[p + 1] > self->stream.marks.least))
        g_array_append_val (stops, stop);
    }
  return stops;
}

static void
eqp_gamma_view_move_cursor (EqpPlotView    *view,
                            GtkMovementStep step,
                            int             dx,
                            int             dy)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (view);
  g_autoptr (GArray) stops = list_stops (self);
  int n = (int) stops->len, at = -1, way = dx != 0 ? dx : dy;
  const Stop *stop;

  if (n == 0)
    return;
  for (int i = 0; self->cursor >= 0.0 && i < n && at < 0; i++)
    {
      stop = &g_array_index (stops, Stop, i);
      if (self->place >= 0 ? stop->place == self->place : stop->gamma >= self->cursor * (1.0 - 1e-9))
        at = i;
    }
  if (step == GTK_MOVEMENT_BUFFER_ENDS)
    at = dx < 0 ? 0 : n - 1;
  else if (at < 0)
    at = way > 0 ? 0 : n - 1;
  else
    at = CLAMP (at + way * (step == GTK_MOVEMENT_PAGES ? MAX (1, n / 10) : 1), 0, n - 1);
  stop = &g_array_index (stops, Stop, at);
  eqp_plot_view_set_hover_position (view, stop->x, stop->y);
  move_to (self, stop->gamma, stop->place);
}

static void
activate_at (EqpGammaView *self,
             double        y)
{
  gint curve = self->kind == KIND_FRONT && self->place >= 0 ? (gint) self->front.points[self->place].curve : -1;
  double nearest = INFINITY;
  guint i;

  if (self->cursor < 0.0)
    return;
  for (guint c = 0; self->kind == KIND_CURVES && c < self->curves.n_curves; c++)
    if (find_mean (&self->curves.curves[c], self->cursor, &i))
      {
        double distance = fabs (eqp_plot_frame_y (&self->frame, self->curves.curves[c].mean[i]) - y);

        if (isnan (y) ? curve < 0 : distance < nearest)
          {
            nearest = distance;
            curve = (gint) c;
          }
      }
  g_signal_emit (self, signals[SIGNAL_GAMMA_ACTIVATED], 0, curve, self->cursor);
}

static void
eqp_gamma_view_activate (EqpPlotView *view)
{
  activate_at (EQP_GAMMA_VIEW (view), NAN);
}

/* ---- Pointer ---------------------------------------------------------------------------------------------------- */

static void
eqp_gamma_view_point (EqpPlotView *view,
                      double       x,
                      double       y)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (view);

  if (isnan (self->drag_to))
    move_to_pixel (self, x, y);
}

static void
eqp_gamma_view_leave (EqpPlotView *view)
{
  move_to (EQP_GAMMA_VIEW (view), -1.0, -1);
}

static void
drag_begin_cb (EqpGammaView *self,
               double        x,
               double        y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_from = x;
  self->drag_to = NAN;
}

static void
drag_update_cb (EqpGammaView *self,
                double        dx,
                double        dy)
{
  if (!has_axis (self) || (isnan (self->drag_to) && fabs (dx) < CLICK))
    return;
  self->drag_to = self->drag_from + dx;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
}

static void
drag_end_cb (EqpGammaView   *self,
             double          dx,
             double          dy,
             GtkGestureDrag *gesture)
{
  const EqpRect *area = &self->frame.area;
  double from = (MIN (self->drag_from, self->drag_to) - area->x) / MAX (1.0, area->width);
  double to = (MAX (self->drag_from, self->drag_to) - area->x) / MAX (1.0, area->width);
  gboolean dragged = !isnan (self->drag_to);
  double x, y;

  self->drag_to = NAN;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  if (!dragged)
    {
      gtk_gesture_drag_get_start_point (gesture, &x, &y);
      move_to_pixel (self, x, y);
      activate_at (self, y);
      return;
    }
  from = CLAMP (from, 0.0, 1.0);
  to = CLAMP (to, 0.0, 1.0);
  if ((to - from) * area->width >= CLICK)
    g_signal_emit (self, signals[SIGNAL_RANGE_SELECTED], 0, eqp_axis_value (&self->frame.x, from),
                   eqp_axis_value (&self->frame.x, to));
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
take (EqpGammaView   *self,
      Kind            kind,
      gpointer        data,
      GDestroyNotify  destroy)
{
  if (self->destroy != NULL)
    self->destroy (self->data);
  self->kind = kind;
  self->data = data;
  self->destroy = destroy;
  /* The place may be another's now. */
  self->place = -1;
  if (kind != KIND_CURVES)
    self->cursor = -1.0;
  update_hover (self);
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self));
}

static void
eqp_gamma_view_finalize (GObject *object)
{
  EqpGammaView *self = EQP_GAMMA_VIEW (object);

  if (self->destroy != NULL)
    self->destroy (self->data);

  G_OBJECT_CLASS (eqp_gamma_view_parent_class)->finalize (object);
}

static void
eqp_gamma_view_class_init (EqpGammaViewClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = eqp_gamma_view_finalize;
  view_class->prepare = eqp_gamma_view_prepare;
  view_class->draw_tier = eqp_gamma_view_draw_tier;
  view_class->is_empty = eqp_gamma_view_is_empty;
  view_class->move_cursor = eqp_gamma_view_move_cursor;
  view_class->point = eqp_gamma_view_point;
  view_class->leave = eqp_gamma_view_leave;
  view_class->activate = eqp_gamma_view_activate;
  view_class->dup_summary = eqp_gamma_view_dup_summary;

  signals[SIGNAL_CURSOR_MOVED] = g_signal_new ("cursor-moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  signals[SIGNAL_GAMMA_ACTIVATED] = g_signal_new ("gamma-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                  G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_DOUBLE);
  signals[SIGNAL_RANGE_SELECTED] = g_signal_new ("range-selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                 G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpgamma");
}

static void
eqp_gamma_view_init (EqpGammaView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->cursor = -1.0;
  self->place = -1;
  self->drag_to = NAN;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/**
 * eqp_gamma_view_new:
 *
 * Returns: (transfer floating): a plot of nothing
 */
GtkWidget *
eqp_gamma_view_new (void)
{
  return g_object_new (EQP_TYPE_GAMMA_VIEW, NULL);
}

/**
 * eqp_gamma_view_set_curves:
 * @self: a plot
 * @model: what to show; its arrays live in @data
 * @data: (transfer full): kept until the next model
 * @destroy: frees @data
 */
void
eqp_gamma_view_set_curves (EqpGammaView         *self,
                           const EqpCurvesModel *model,
                           gpointer              data,
                           GDestroyNotify        destroy)
{
  self->curves = *model;
  take (self, KIND_CURVES, data, destroy);
}

/**
 * eqp_gamma_view_set_front:
 * @self: a plot
 * @model: what to show, its arrays live in @data
 * @data: (transfer full): kept until the next model
 * @destroy: frees @data
 */
void
eqp_gamma_view_set_front (EqpGammaView        *self,
                          const EqpFrontModel *model,
                          gpointer             data,
                          GDestroyNotify       destroy)
{
  self->front = *model;
  take (self, KIND_FRONT, data, destroy);
}

/**
 * eqp_gamma_view_set_stream:
 * @self: a plot
 * @model: what to show, its arrays live in @data
 * @data: (transfer full): kept until the next model
 * @destroy: frees @data
 */
void
eqp_gamma_view_set_stream (EqpGammaView         *self,
                           const EqpStreamModel *model,
                           gpointer              data,
                           GDestroyNotify        destroy)
{
  self->stream = *model;
  take (self, KIND_STREAM, data, destroy);
}

/**
 * eqp_gamma_view_set_cursor:
 * @self: a plot
 * @gamma: relative; negative: none
 *
 * Shows where the cursor of another plot is; nothing is said of it here.
 */
void
eqp_gamma_view_set_cursor (EqpGammaView *self,
                           double        gamma)
{
  if (self->cursor == gamma)
    return;
  self->cursor = gamma;
  self->place = -1;
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), NULL);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
}
