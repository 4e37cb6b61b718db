/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trace of a run as it grows, with a cursor on one of its steps. */
#include "config.h"

#include "eqp-objective-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* ms without a new step, after which the trace is taken to be complete and gets the whole width. */
#define SETTLE_AFTER 300

struct _EqpObjectiveView
{
  EqpPlotView        parent_instance;
  GArray            *data_term;    /* double */
  GArray            *penalty;      /* double, as long as data_term while has_penalty */
  gint64             first;        /* number of step 0 */
  gboolean           has_penalty;
  double             penalty_floor;
  char              *data_name;
  char              *penalty_name;
  char              *data_note;
  gint64             cursor;
  gint64             hovered;
  EqpObjectiveScale  scale;
  EqpRect            area;
  gint64             reserved;     /* steps that the axis has room for while the trace grows; 0: it just fits */
  gboolean           held;         /* the axes may only grow */
  gboolean           has_held;     /* the scale is of a trace since then, or just before */
  guint              settle_id;
  gint64             appended_at;  /* monotonic time */
};

G_DEFINE_FINAL_TYPE (EqpObjectiveView, eqp_objective_view, EQP_TYPE_PLOT_VIEW)

enum {
  PROP_0,
  PROP_CURSOR,
  N_PROPS
};

enum {
  SIGNAL_SEEK,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static EqpObjectiveModel
make_model (EqpObjectiveView *self)
{
  return (EqpObjectiveModel) {
    .n = self->data_term->len,
    .first = self->first,
    .data_term = (const double *) (void *) self->data_term->data,
    .penalty = self->has_penalty ? (const double *) (void *) self->penalty->data : NULL,
    .penalty_floor = self->penalty_floor,
    .data_name = self->data_name,
    .penalty_name = self->penalty_name,
    .data_note = self->data_note,
    .cursor = self->cursor,
  };
}

static gboolean
eqp_objective_view_is_empty (EqpPlotView *view)
{
  return EQP_OBJECTIVE_VIEW (view)->data_term->len == 0;
}

static void
eqp_objective_view_prepare (EqpPlotView    *view,
                            double          width,
                            double          height,
                            const EqpStyle *style)
{
  EqpObjectiveView *self = EQP_OBJECTIVE_VIEW (view);
  EqpObjectiveModel model = make_model (self);
  EqpRect all = { 0.0, 0.0, width, height };
  EqpObjectiveScale scale;

  /* Compared as memory below: unused ticks have to be equal too. */
  memset (&scale, 0, sizeof scale);
  self->area = eqp_draw_objective_plot_area (&all, style);
  eqp_objective_scale_init (&scale, &model, self->area.height, style);
  if (self->reserved > model.n)
    eqp_objective_scale_reserve (&scale, self->reserved);
  if (self->held && self->has_held)
    eqp_objective_scale_hold (&scale, &self->scale, self->area.height, style);
  self->has_held = TRUE;
  if (memcmp (&scale, &self->scale, sizeof scale) == 0)
    return;
  self->scale = scale;
  eqp_plot_view_invalidate (view, EQP_PLOT_FURNITURE);
  eqp_plot_view_invalidate (view, EQP_PLOT_DATA);
  eqp_plot_view_invalidate (view, EQP_PLOT_OVERLAY);
}

static void
eqp_objective_view_draw_tier (EqpPlotView    *view,
                              EqpPlotTier     tier,
                              GtkSnapshot    *snapshot,
                              double          width,
                              double          height,
                              const EqpStyle *style)
{
  EqpObjectiveView *self = EQP_OBJECTIVE_VIEW (view);
  EqpObjectiveModel model = make_model (self);
  EqpRect all = { 0.0, 0.0, width, height };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height);
  gint64 step = self->hovered >= 0 ? self->hovered : self->cursor;
  cairo_t *cr;

  if (tier == EQP_PLOT_OVERLAY && step < 0)
    return;
  /* Values and curves change together, but far apart: nodes of their own keep the rest untouched. */
  if (tier == EQP_PLOT_DATA)
    bounds = GRAPHENE_RECT_INIT ((float) self->area.x - 3.0f, (float) self->area.y - 3.0f,
                                 (float) self->area.width + 6.0f, (float) self->area.height + 6.0f);
  else if (tier == EQP_PLOT_MARKS)
    bounds.size.height = (float) self->area.y - 3.0f;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (tier == EQP_PLOT_FURNITURE)
    eqp_draw_objective_furniture (cr, &self->scale, &model, &all, style);
  else if (tier == EQP_PLOT_DATA)
    eqp_draw_objective_data (cr, &self->scale, &model, &self->area, style);
  else if (tier == EQP_PLOT_MARKS)
    eqp_draw_objective_values (cr, &model, &all, style);
  else
    eqp_draw_objective_cursor (cr, &self->scale, &model, &self->area, step, style);
  cairo_destroy (cr);
}

static void
settle (EqpObjectiveView *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (self->reserved == 0)
    return;
  self->reserved = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
settle_cb (gpointer user_data)
{
  EqpObjectiveView *self = user_data;

  if (g_get_monotonic_time () - self->appended_at < SETTLE_AFTER * 1000)
    return G_SOURCE_CONTINUE;
  self->settle_id = 0;
  settle (self);
  return G_SOURCE_REMOVE;
}

static char *
eqp_objective_view_dup_summary (EqpPlotView *view)
{
  EqpObjectiveModel model = make_model (EQP_OBJECTIVE_VIEW (view));

  return eqp_draw_summary_objective (&model);
}

static void
show_values (EqpObjectiveView *self,
             gint64            step)
{
  EqpObjectiveModel model = make_model (self);
  double penalty, total;
  g_autofree char *number = NULL;
  g_autofree char *total_text = NULL;
  g_autofree char *text = NULL;

  if (step < 0 || step >= model.n)
    {
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), NULL);
      return;
    }
  penalty = model.penalty != NULL ? model.penalty[step] : 0.0;
  total = model.data_term[step] + penalty;
  number = eqp_format_count (self->first + step);
  total_text = eqp_format_number (total, 6);
  if (model.penalty != NULL)
    {
      g_autofree char *data_text = eqp_format_number (model.data_term[step], 6);
      g_autofree char *penalty_text = eqp_format_number (MAX (0.0, penalty - model.penalty_floor), 6);
      g_autofree char *floor_text = eqp_format_number (model.penalty_floor, 6);

      /* Translators: number of an iteration, then total, data term, price of uneven sizes, and that of even ones. */
      text = g_strdup_printf (_("Iteration %s\n%s = %s + %s + %s"), number, total_text, data_text, penalty_text,
                              floor_text);
    }
  else
    /* Translators: number of an iteration, then its objective. */
    text = g_strdup_printf (_("Iteration %s\n%s"), number, total_text);
  if (self->data_note != NULL)
    {
      g_autofree char *longer = g_strconcat (text, "\n", self->data_note, NULL);

      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), longer);
      return;
    }
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), text);
}

static void
set_hovered (EqpObjectiveView *self,
             gint64            step)
{
  if (self->hovered == step)
    return;
  self->hovered = step;
  show_values (self, step);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
}

static void
seek (EqpObjectiveView *self,
      gint64            step)
{
  if (step == self->cursor)
    return;
  eqp_objective_view_set_cursor (self, step);
  g_signal_emit (self, signals[SIGNAL_SEEK], 0, step);
}

static gint64
step_under (EqpObjectiveView *self,
            double            x)
{
  EqpObjectiveModel model = make_model (self);

  return eqp_objective_step_at (&self->scale, &model, &self->area, x);
}

static void
eqp_objective_view_move_cursor (EqpPlotView    *view,
                                GtkMovementStep step,
                                int             dx,
                                int             dy)
{
  EqpObjectiveView *self = EQP_OBJECTIVE_VIEW (view);
  gint64 n = self->data_term->len;
  gint64 from = self->cursor >= 0 ? self->cursor : n - 1;
  gint64 page = MAX (1, n / 10);

  /* A resting pointer must not hide where the keys go. */
  set_hovered (self, -1);
  if (step == GTK_MOVEMENT_BUFFER_ENDS)
    from = dx < 0 ? 0 : n - 1;
  else if (step == GTK_MOVEMENT_PAGES)
    from += dx * page;
  else
    from += dx != 0 ? dx : dy;
  seek (self, CLAMP (from, 0, n - 1));
}

static void
eqp_objective_view_point (EqpPlotView *view,
                          double       x,
                          double       y)
{
  EqpObjectiveView *self = EQP_OBJECTIVE_VIEW (view);
  gboolean inside = x >= self->area.x && x <= self->area.x + self->area.width &&
                    y >= self->area.y && y <= self->area.y + self->area.height;

  set_hovered (self, inside ? step_under (self, x) : -1);
}

static void
eqp_objective_view_leave (EqpPlotView *view)
{
  set_hovered (EQP_OBJECTIVE_VIEW (view), -1);
}

static void
drag_begin_cb (EqpObjectiveView *self,
               double            x,
               double            y,
               GtkGesture       *gesture)
{
  gint64 step = step_under (self, x);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (step >= 0)
    seek (self, step);
}

static void
drag_update_cb (EqpObjectiveView *self,
                double            dx,
                double            dy,
                GtkGestureDrag   *gesture)
{
  double x, y;
  gint64 step;

  if (!gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  step = step_under (self, x + dx);
  if (step >= 0)
    seek (self, step);
}

static void
eqp_objective_view_get_property (GObject    *object,
                                 guint       property_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_CURSOR:
      g_value_set_int64 (value, EQP_OBJECTIVE_VIEW (object)->cursor);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_objective_view_set_property (GObject      *object,
                                 guint         property_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_CURSOR:
      eqp_objective_view_set_cursor (EQP_OBJECTIVE_VIEW (object), g_value_get_int64 (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_objective_view_dispose (GObject *object)
{
  g_clear_handle_id (&EQP_OBJECTIVE_VIEW (object)->settle_id, g_source_remove);
  G_OBJECT_CLASS (eqp_objective_view_parent_class)->dispose (object);
}

static void
eqp_objective_view_finalize (GObject *object)
{
  EqpObjectiveView *self = EQP_OBJECTIVE_VIEW (object);

  g_array_unref (self->data_term);
  g_array_unref (self->penalty);
  g_free (self->data_name);
  g_free (self->penalty_name);
  g_free (self->data_note);
  G_OBJECT_CLASS (eqp_objective_view_parent_class)->finalize (object);
}

static void
eqp_objective_view_class_init (EqpObjectiveViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);

  object_class->get_property = eqp_objective_view_get_property;
  object_class->set_property = eqp_objective_view_set_property;
  object_class->dispose = eqp_objective_view_dispose;
  object_class->finalize = eqp_objective_view_finalize;
  view_class->prepare = eqp_objective_view_prepare;
  view_class->draw_tier = eqp_objective_view_draw_tier;
  view_class->is_empty = eqp_objective_view_is_empty;
  view_class->move_cursor = eqp_objective_view_move_cursor;
  view_class->point = eqp_objective_view_point;
  view_class->leave = eqp_objective_view_leave;
  view_class->dup_summary = eqp_objective_view_dup_summary;

  /**
   * EqpObjectiveView:cursor:
   *
   * The step that the other plots show; -1: the newest one, and no line is drawn.
   */
  properties[PROP_CURSOR] = g_param_spec_int64 ("cursor", NULL, NULL, -1, G_MAXINT64, -1,
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * EqpObjectiveView::seek:
   * @self: the plot
   * @step: where to
   *
   * The user moved the cursor.
   */
  signals[SIGNAL_SEEK] = g_signal_new ("seek", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_INT64);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpobjective");
}

static void
eqp_objective_view_init (EqpObjectiveView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->data_term = g_array_new (FALSE, FALSE, sizeof (double));
  self->penalty = g_array_new (FALSE, FALSE, sizeof (double));
  self->cursor = self->hovered = -1;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/**
 * eqp_objective_view_new:
 *
 * Returns: (transfer floating): a plot of no steps
 */
GtkWidget *
eqp_objective_view_new (void)
{
  return g_object_new (EQP_TYPE_OBJECTIVE_VIEW, NULL);
}

/**
 * eqp_objective_view_set_model:
 * @self: an objective plot
 * @model: the trace, copied, with its names; its cursor is set too
 */
void
eqp_objective_view_set_model (EqpObjectiveView        *self,
                              const EqpObjectiveModel *model)
{
  char *data_name = g_strdup (model->data_name), *penalty_name = g_strdup (model->penalty_name);
  char *data_note = g_strdup (model->data_note);

  g_return_if_fail (EQP_IS_OBJECTIVE_VIEW (self));

  g_free (self->data_name);
  g_free (self->penalty_name);
  g_free (self->data_note);
  self->data_name = data_name;
  self->penalty_name = penalty_name;
  self->data_note = data_note;
  self->penalty_floor = model->penalty_floor;
  self->first = model->first;
  self->has_penalty = model->penalty != NULL;
  g_array_set_size (self->data_term, 0);
  g_array_set_size (self->penalty, 0);
  if (model->n > 0)
    g_array_append_vals (self->data_term, model->data_term, (guint) model->n);
  if (model->n > 0 && model->penalty != NULL)
    g_array_append_vals (self->penalty, model->penalty, (guint) model->n);
  settle (self);
  set_hovered (self, -1);
  eqp_objective_view_set_cursor (self, model->cursor);
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
}

/**
 * eqp_objective_view_append:
 * @self: an objective plot
 * @n: new steps
 * @data_term: n values
 * @penalty: (nullable): n values; %NULL in all calls of a trace or in none
 *
 * Lengthens the trace. Any number of calls between two frames cost one drawing.
 */
void
eqp_objective_view_append (EqpObjectiveView *self,
                           gint64            n,
                           const double     *data_term,
                           const double     *penalty)
{
  g_return_if_fail (EQP_IS_OBJECTIVE_VIEW (self));

  if (n <= 0)
    return;
  if (self->data_term->len == 0)
    self->has_penalty = penalty != NULL;
  g_return_if_fail (self->has_penalty == (penalty != NULL));
  g_array_append_vals (self->data_term, data_term, (guint) n);
  if (penalty != NULL)
    g_array_append_vals (self->penalty, penalty, (guint) n);
  /* Room ahead: else every step would move all others and every tick. */
  if (self->data_term->len > self->reserved)
    self->reserved = MAX (12, self->data_term->len + self->data_term->len / 4);
  self->appended_at = g_get_monotonic_time ();
  if (self->settle_id == 0)
    self->settle_id = g_timeout_add (SETTLE_AFTER / 3, settle_cb, self);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_DATA);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_MARKS);
  /* Nothing was valid while the plot was empty. */
  if (self->data_term->len == n)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_objective_view_clear:
 * @self: an objective plot
 *
 * Forgets the trace; names and the floor of the penalty stay.
 */
void
eqp_objective_view_clear (EqpObjectiveView *self)
{
  g_return_if_fail (EQP_IS_OBJECTIVE_VIEW (self));

  g_array_set_size (self->data_term, 0);
  g_array_set_size (self->penalty, 0);
  settle (self);
  set_hovered (self, -1);
  eqp_objective_view_set_cursor (self, -1);
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
}

/**
 * eqp_objective_view_set_held:
 * @self: an objective plot
 * @held: whether the axes may only grow for now, from trace to trace; afterwards they fit the trace again
 */
void
eqp_objective_view_set_held (EqpObjectiveView *self,
                             gboolean          held)
{
  g_return_if_fail (EQP_IS_OBJECTIVE_VIEW (self));

  if (self->held == held)
    return;
  self->held = held;
  self->has_held = held && self->data_term->len > 0 && self->scale.y.max > self->scale.y.min;
  if (!held)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_objective_view_set_penalty_floor:
 * @self: an objective plot
 * @penalty_floor: gamma n^2 / K, what perfectly even sizes cost
 *
 * See `penalty_floor` of #EqpObjectiveModel.
 */
void
eqp_objective_view_set_penalty_floor (EqpObjectiveView *self,
                                      double            penalty_floor)
{
  g_return_if_fail (EQP_IS_OBJECTIVE_VIEW (self));

  if (self->penalty_floor == penalty_floor)
    return;
  self->penalty_floor = penalty_floor;
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
}

/**
 * eqp_objective_view_get_n:
 * @self: an objective plot
 *
 * Returns: its steps
 */
gint64
eqp_objective_view_get_n (EqpObjectiveView *self)
{
  g_return_val_if_fail (EQP_IS_OBJECTIVE_VIEW (self), 0);

  return self->data_term->len;
}

/**
 * eqp_objective_view_get_cursor:
 * @self: an objective plot
 *
 * Returns: the step that the other plots show, or -1
 */
gint64
eqp_objective_view_get_cursor (EqpObjectiveView *self)
{
  g_return_val_if_fail (EQP_IS_OBJECTIVE_VIEW (self), -1);

  return self->cursor;
}

/**
 * eqp_objective_view_set_cursor:
 * @self: an objective plot
 * @step: the step that the other plots show, or -1
 */
void
eqp_objective_view_set_cursor (EqpObjectiveView *self,
                               gint64            step)
{
  g_return_if_fail (EQP_IS_OBJECTIVE_VIEW (self));

  step = MAX (step, -1);
  if (self->cursor == step)
    return;
  self->cursor = step;
  /* The header shows the values of the step. */
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_MARKS);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURSOR]);
}
