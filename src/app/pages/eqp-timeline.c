/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Back and forth through the iterations of the run shown. */
#include "config.h"

#include "eqp-timeline.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"
#include "presenters/eqp-presenter-note.h"

/* From change to change of what is shown: fewer would stutter, more cannot be seen. */
#define PLAY_LEAST_MS 40
/* Of a run of few iterations each stays no longer than this. */
#define PLAY_MOST_MS 1500

struct _EqpTimeline
{
  GtkWidget      parent_instance;

  EqpWorkspace  *workspace;
  gboolean       updating;
  guint          play_source;
  double         seconds;       /* that a played run takes */

  GtkBox        *row;     /* bound so that it is unparented with the template */
  GtkButton     *play_button;
  GtkScale      *scale;
  GtkAdjustment *adjustment;
  GtkLabel      *label;
  GtkLabel      *status;
  GtkLabel      *caption;
  GtkDropDown   *speed;
};

G_DEFINE_FINAL_TYPE (EqpTimeline, eqp_timeline, GTK_TYPE_WIDGET)

/* In the order of the drop-down. */
static const double SPEEDS[] = { 1.0, 3.0, 10.0, 30.0 };
#define USUAL_SPEED 1

static gint64
last_step (EqpTimeline *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);

  return run != NULL ? eqp_run_get_n_steps (run) - 1 : -1;
}

/* A label that is given the same text still asks for a new layout of the window. */
static void
set_label (GtkLabel   *label,
           const char *text)
{
  if (g_strcmp0 (gtk_label_get_label (label), text) != 0)
    gtk_label_set_label (label, text);
}

static void
update (EqpTimeline *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  gint64 step = eqp_workspace_get_step (self->workspace);
  gint64 last = last_step (self);
  g_autofree char *text = NULL;
  g_autofree char *status = eqp_presenter_status (self->workspace);
  g_autofree char *caption = eqp_presenter_caption (self->workspace);

  self->updating = TRUE;
  gtk_adjustment_configure (self->adjustment, MAX (0, step), 0, MAX (1, last), 1, MAX (1, last / 10), 0);
  self->updating = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale), last >= 1);

  if (step >= 0)
    {
      g_autofree char *here = eqp_format_count (eqp_run_get_step (run, step)->iteration);
      g_autofree char *end = eqp_format_count (eqp_run_get_step (run, last)->iteration);

      /* From clusters that stay as they were there is nothing to do, and where they come from a file nothing was. */
      text = eqp_run_is_over (run) && eqp_run_get_step (run, last)->iteration == 0
                 ? g_strdup (_ ("No iterations"))
                 : g_strdup_printf (_ ("Iteration %s of %s"), here, end);
      /* Nobody can listen to numbers that change with every frame. */
      if (!eqp_workspace_is_running (self->workspace) || !eqp_workspace_is_following (self->workspace))
        gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
    }
  else
    text = g_strdup (_ ("No iterations yet"));
  set_label (self->label, text);
  set_label (self->status, status);
  set_label (self->caption, caption);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->caption), caption);
}

/* While the newest step is followed, the news of what is shown comes with each new step anyway. */
static void
steps_changed_cb (EqpTimeline *self)
{
  if (!eqp_workspace_is_following (self->workspace) || eqp_workspace_get_run (self->workspace) == NULL)
    update (self);
}

static void
update_status (EqpTimeline *self)
{
  g_autofree char *status = eqp_presenter_status (self->workspace);

  set_label (self->status, status);
}

static void
state_changed_cb (EqpTimeline *self)
{
  update_status (self);
  if (!eqp_workspace_is_running (self->workspace))
    update (self);
}

static void
value_changed_cb (EqpTimeline *self)
{
  gint64 step = (gint64) (gtk_adjustment_get_value (self->adjustment) + 0.5);

  if (self->updating || self->workspace == NULL)
    return;
  eqp_timeline_set_playing (self, FALSE);
  eqp_workspace_set_step (self->workspace, step >= last_step (self) ? -1 : step);
}

/* How long a step is shown for the whole to take as long as was chosen, and how many are left out for it. */
static guint
play_pace (EqpTimeline *self,
           gint64      *stride)
{
  double each = 1000.0 * self->seconds / (double) MAX (1, last_step (self));

  *stride = each < PLAY_LEAST_MS ? (gint64) ceil (PLAY_LEAST_MS / each) : 1;
  return (guint) CLAMP (each * (double) *stride, PLAY_LEAST_MS, PLAY_MOST_MS);
}

static gboolean play_cb (gpointer user_data);

static void
speed_cb (EqpTimeline *self)
{
  guint chosen = gtk_drop_down_get_selected (self->speed);
  gint64 stride;

  if (chosen >= G_N_ELEMENTS (SPEEDS))
    return;
  self->seconds = SPEEDS[chosen];
  if (self->play_source == 0)
    return;
  g_source_remove (self->play_source);
  self->play_source = g_timeout_add (play_pace (self, &stride), play_cb, self);
}

static gboolean
play_cb (gpointer user_data)
{
  EqpTimeline *self = user_data;
  gint64 last = last_step (self), stride, step;

  play_pace (self, &stride);
  step = eqp_workspace_get_step (self->workspace) + stride;

  if (step < last)
    {
      eqp_workspace_set_step (self->workspace, step);
      return G_SOURCE_CONTINUE;
    }
  eqp_workspace_set_step (self->workspace, -1);
  eqp_timeline_set_playing (self, FALSE);
  return G_SOURCE_CONTINUE; /* it was removed by the call above */
}

static void
eqp_timeline_dispose (GObject *object)
{
  EqpTimeline *self = EQP_TIMELINE (object);

  g_clear_handle_id (&self->play_source, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_TIMELINE);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_timeline_parent_class)->dispose (object);
}

static void
eqp_timeline_class_init (EqpTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_timeline_dispose;

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, row);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, play_button);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, scale);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, adjustment);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, label);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, status);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, caption);
  gtk_widget_class_bind_template_child (widget_class, EqpTimeline, speed);
  gtk_widget_class_bind_template_callback (widget_class, speed_cb);
  gtk_widget_class_bind_template_callback (widget_class, value_changed_cb);
}

static void
eqp_timeline_init (EqpTimeline *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->seconds = SPEEDS[USUAL_SPEED];
  gtk_drop_down_set_selected (self->speed, USUAL_SPEED);
}

/**
 * eqp_timeline_set_workspace:
 * @self: a timeline without a workspace
 * @workspace: whose run to step through
 */
void
eqp_timeline_set_workspace (EqpTimeline  *self,
                            EqpWorkspace *workspace)
{
  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "steps-changed", G_CALLBACK (steps_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "restart-changed", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * eqp_timeline_get_playing:
 * @self: a timeline
 *
 * Returns: whether it moves by itself
 */
gboolean
eqp_timeline_get_playing (EqpTimeline *self)
{
  return self->play_source != 0;
}

/**
 * eqp_timeline_set_playing:
 * @self: a timeline
 * @playing: whether it moves by itself; from the start when it stands at the end
 */
void
eqp_timeline_set_playing (EqpTimeline *self,
                          gboolean     playing)
{
  gint64 stride;

  if (playing == eqp_timeline_get_playing (self))
    return;

  g_clear_handle_id (&self->play_source, g_source_remove);
  if (playing)
    {
      if (eqp_workspace_get_step (self->workspace) >= last_step (self))
        eqp_workspace_set_step (self->workspace, 0);
      self->play_source = g_timeout_add (play_pace (self, &stride), play_cb, self);
    }
  gtk_button_set_icon_name (self->play_button,
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}
