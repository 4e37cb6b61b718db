/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer and keyboard of the scatter plot: hover, click, zoom by scrolling, pan by dragging, a cross for the keys. */
#include "config.h"

#include "eqp-scatter-view-private.h"

#include <math.h>

/* px: how near the pointer is meant, steps of the keyboard cursor. */
#define REACH 14.0
#define KEY_STEP 12.0
#define ZOOM_STEP 1.25
#define DEEPEST_ZOOM 1e-5
#define WIDEST_ZOOM 4.0

enum {
  SIGNAL_POINT_HOVERED,
  SIGNAL_POINT_LEFT,
  SIGNAL_POINT_ACTIVATED,
  SIGNAL_CENTER_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static double
from_px_x (EqpScatterView *self,
           double          x)
{
  return self->view.x0 + (self->view.x1 - self->view.x0) * (x - self->area.x) / self->area.width;
}

static double
from_px_y (EqpScatterView *self,
           double          y)
{
  return self->view.y1 - (self->view.y1 - self->view.y0) * (y - self->area.y) / self->area.height;
}

/* @reach: px; @state: only told of a point that is activated. */
static void
emit_at (EqpScatterView  *self,
         guint            signal,
         double           x,
         double           y,
         double           reach,
         GdkModifierType  state)
{
  g_signal_emit (self, signals[signal], 0, from_px_x (self, x), from_px_y (self, y),
                 reach * (self->view.x1 - self->view.x0) / self->area.width,
                 reach * (self->view.y1 - self->view.y0) / self->area.height, state);
}

/* Of the cross of the keys: whoever cannot see where points are gets to one from anywhere. */
static double
get_key_reach (EqpScatterView *self)
{
  return hypot (self->area.width, self->area.height);
}

/* The cluster whose numbered center is there, -1: none. */
static gint
center_at (EqpScatterView *self,
           double          x,
           double          y)
{
  const EqpStyle *style = eqp_plot_view_get_style (EQP_PLOT_VIEW (self));
  double reach = eqp_scatter_center_radius (eqp_scatter_center_crowd (self->k, &self->area, style), style);
  g_autofree EqpCenterPlace *places = _eqp_scatter_view_place_centers (self);
  gint cluster = -1;

  for (gint c = 0; c < self->k; c++)
    {
      double distance = hypot (places[c].x - x, places[c].y - y);

      if (places[c].seen && distance < reach)
        {
          reach = distance;
          cluster = c;
        }
    }
  return cluster;
}

static void
stop_hovering (EqpScatterView *self)
{
  if (!self->hovering)
    return;
  self->hovering = FALSE;
  g_signal_emit (self, signals[SIGNAL_POINT_LEFT], 0);
}

/* @x, @y: px that stay where they are; @factor below 1 shows more detail. */
static void
zoom_at (EqpScatterView *self,
         double          x,
         double          y,
         double          factor)
{
  double data_x = from_px_x (self, x), data_y = from_px_y (self, y);
  EqpRange whole = self->data_range;
  double now, least, most;

  _eqp_scatter_view_fit (self, &whole);
  now = self->view.x1 - self->view.x0;
  least = (whole.x1 - whole.x0) * DEEPEST_ZOOM;
  most = (whole.x1 - whole.x0) * WIDEST_ZOOM;
  factor = CLAMP (now * factor, least, most) / now;
  self->view = (EqpRange) { data_x + (self->view.x0 - data_x) * factor, data_x + (self->view.x1 - data_x) * factor,
                            data_y + (self->view.y0 - data_y) * factor, data_y + (self->view.y1 - data_y) * factor };
  self->zoomed = TRUE;
  _eqp_scatter_view_changed (self);
}

static void
move_crosshair (EqpScatterView *self,
                double          dx,
                double          dy)
{
  double x = self->area.x + self->area.width / 2.0, y = self->area.y + self->area.height / 2.0;

  if (self->crosshair.visible)
    {
      x = _eqp_scatter_view_to_px_x (self, self->crosshair.x) + dx;
      y = _eqp_scatter_view_to_px_y (self, self->crosshair.y) + dy;
    }
  x = CLAMP (x, self->area.x, self->area.x + self->area.width - 1.0);
  y = CLAMP (y, self->area.y, self->area.y + self->area.height - 1.0);
  self->crosshair = (EqpScatterMark) { TRUE, from_px_x (self, x), from_px_y (self, y) };
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  eqp_plot_view_set_hover_position (EQP_PLOT_VIEW (self), x, y);
  self->hovering = TRUE;
  emit_at (self, SIGNAL_POINT_HOVERED, x, y, get_key_reach (self), 0);
}

void
_eqp_scatter_view_move_cursor (EqpPlotView    *view,
                               GtkMovementStep step,
                               int             dx,
                               int             dy)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (view);

  if (!_eqp_scatter_view_is_ready (self))
    return;
  if (step == GTK_MOVEMENT_VISUAL_POSITIONS)
    move_crosshair (self, dx * KEY_STEP, -dy * KEY_STEP);
  else if (step == GTK_MOVEMENT_PAGES)
    {
      double x = self->area.x + self->area.width / 2.0, y = self->area.y + self->area.height / 2.0;

      if (self->crosshair.visible)
        {
          x = _eqp_scatter_view_to_px_x (self, self->crosshair.x);
          y = _eqp_scatter_view_to_px_y (self, self->crosshair.y);
        }
      zoom_at (self, x, y, dy > 0 ? 1.0 / (ZOOM_STEP * ZOOM_STEP) : ZOOM_STEP * ZOOM_STEP);
    }
  else
    eqp_scatter_view_reset_view (self);
}

static void
activate_crosshair (EqpScatterView  *self,
                    GdkModifierType  state)
{
  if (_eqp_scatter_view_is_ready (self) && self->crosshair.visible)
    emit_at (self, SIGNAL_POINT_ACTIVATED, _eqp_scatter_view_to_px_x (self, self->crosshair.x),
             _eqp_scatter_view_to_px_y (self, self->crosshair.y), get_key_reach (self), state);
}

void
_eqp_scatter_view_activate (EqpPlotView *view)
{
  activate_crosshair (EQP_SCATTER_VIEW (view), 0);
}

static gboolean
activate_with_cb (GtkWidget *widget,
                  GVariant  *arguments,
                  gpointer   user_data)
{
  activate_crosshair (EQP_SCATTER_VIEW (widget), g_variant_get_uint32 (arguments));
  return TRUE;
}

void
_eqp_scatter_view_point (EqpPlotView *view,
                         double       x,
                         double       y)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (view);

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->dragging)
    return;
  if (!_eqp_scatter_view_is_in_area (self, x, y))
    {
      stop_hovering (self);
      return;
    }
  if (self->crosshair.visible)
    {
      self->crosshair.visible = FALSE;
      eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
    }
  self->hovering = TRUE;
  emit_at (self, SIGNAL_POINT_HOVERED, x, y, REACH, 0);
}

void
_eqp_scatter_view_leave (EqpPlotView *view)
{
  stop_hovering (EQP_SCATTER_VIEW (view));
}

static gboolean
scroll_cb (EqpScatterView *self,
           double          dx,
           double          dy)
{
  if (!_eqp_scatter_view_is_in_area (self, self->pointer_x, self->pointer_y))
    return FALSE;
  zoom_at (self, self->pointer_x, self->pointer_y, pow (ZOOM_STEP, dy));
  return TRUE;
}

static void
released_cb (EqpScatterView *self,
             int             n_press,
             double          x,
             double          y,
             GtkGesture     *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
                          (GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  gint cluster;

  if (!_eqp_scatter_view_is_in_area (self, x, y))
    return;
  cluster = state == 0 ? center_at (self, x, y) : -1;
  if (n_press == 2)
    eqp_scatter_view_reset_view (self);
  else if (n_press == 1 && cluster >= 0)
    g_signal_emit (self, signals[SIGNAL_CENTER_ACTIVATED], 0, cluster);
  else if (n_press == 1)
    emit_at (self, SIGNAL_POINT_ACTIVATED, x, y, REACH, state);
}

static void
pressed_cb (EqpScatterView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
drag_begin_cb (EqpScatterView *self,
               double          x,
               double          y,
               GtkGesture     *gesture)
{
  self->drag_start = self->view;
  if (!_eqp_scatter_view_is_in_area (self, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
}

static void
drag_update_cb (EqpScatterView *self,
                double          dx,
                double          dy,
                GtkGesture     *gesture)
{
  double x, y;

  if (!_eqp_scatter_view_is_ready (self))
    return;
  if (!self->dragging)
    {
      if (hypot (dx, dy) < 5.0)
        return;
      self->dragging = TRUE;
      stop_hovering (self);
      /* From now on it is no click. */
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
    }
  x = -dx * (self->drag_start.x1 - self->drag_start.x0) / self->area.width;
  y = dy * (self->drag_start.y1 - self->drag_start.y0) / self->area.height;
  self->view =
      (EqpRange){ self->drag_start.x0 + x, self->drag_start.x1 + x, self->drag_start.y0 + y, self->drag_start.y1 + y };
  self->zoomed = TRUE;
  _eqp_scatter_view_changed (self);
}

static void
drag_end_cb (EqpScatterView *self)
{
  self->dragging = FALSE;
}

void
_eqp_scatter_view_input_class_init (GObjectClass *klass)
{
  static const guint activating[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };
  static const GdkModifierType held[] = { GDK_CONTROL_MASK, GDK_SHIFT_MASK };
  GType type = G_TYPE_FROM_CLASS (klass);

  /**
   * EqpScatterView::point-hovered:
   * @self: the plot
   * @x: plot coordinate
   * @y: plot coordinate
   * @radius_x: reach of the pointer in units of x
   * @radius_y: reach of the pointer in units of y
   *
   * Pointer or keyboard cursor is here.
   */
  signals[SIGNAL_POINT_HOVERED] =
      g_signal_new ("point-hovered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4, G_TYPE_DOUBLE,
                    G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  /**
   * EqpScatterView::point-left:
   * @self: the plot
   *
   * Nothing is hovered any more.
   */
  signals[SIGNAL_POINT_LEFT] =
      g_signal_new ("point-left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpScatterView::point-activated:
   * @self: the plot
   * @x: plot coordinate
   * @y: plot coordinate
   * @radius_x: reach of the pointer in units of x
   * @radius_y: reach of the pointer in units of y
   * @state: whether Control or Shift is held
   *
   * Clicked, or Return at the keyboard cursor.
   */
  signals[SIGNAL_POINT_ACTIVATED] =
      g_signal_new ("point-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 5, G_TYPE_DOUBLE,
                    G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_DOUBLE, GDK_TYPE_MODIFIER_TYPE);
  /**
   * EqpScatterView::center-activated:
   * @self: the plot
   * @cluster: from 0
   *
   * The mark of its center was clicked.
   */
  signals[SIGNAL_CENTER_ACTIVATED] =
      g_signal_new ("center-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  for (gsize i = 0; i < G_N_ELEMENTS (activating); i++)
    for (gsize m = 0; m < G_N_ELEMENTS (held); m++)
      gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), activating[i], held[m], activate_with_cb, "u",
                                    (guint32) held[m]);
}

void
_eqp_scatter_view_input_init (EqpScatterView *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
