/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Live page: settings, the three plots, timeline and gamma. It drains the run once a frame and tells the user what
 * a result means. */
#include "config.h"

#include "eqp-live-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "eqp-explain-panel.h"
#include "eqp-gamma-bar.h"
#include "presenters/eqp-presenter-centers.h"
#include "presenters/eqp-presenter-note.h"
#include "presenters/eqp-presenter-scatter.h"
#include "presenters/eqp-presenter-trace.h"
#include "eqp-sidebar.h"
#include "eqp-timeline.h"

struct _EqpLiveView
{
  GtkWidget            parent_instance;

  EqpWorkspace        *workspace;
  EqpPresenterScatter *scatter_presenter;
  int                  color;
  EqpPresenterTrace   *trace_presenter;
  EqpPresenterCenters *centers_presenter;
  guint                drain_tick;
  gboolean             sidebar_beside; /* whether the settings come back once there is room for them */
  gboolean             side_moved;    /* the explanation asked for room */
  int                  side_position; /* of the pane before that; -1: as the window divides it */

  AdwFlap             *flap;
  EqpSidebar          *sidebar;
  GtkOverlay          *plots_overlay;
  GtkRevealer         *note_revealer;
  GtkLabel            *note_label;
  GtkRevealer         *outdated_revealer;
  GtkButton           *outdated_button;
  GtkPaned            *paned;
  GtkPaned            *side_paned;
  GtkOverlay          *side_overlay;
  EqpScatterView      *scatter;
  EqpExplainPanel     *explain_panel;
  EqpObjectiveView    *objective;
  EqpSizesView        *sizes;
  EqpTimeline         *timeline;
  EqpGammaBar         *gamma_bar;
};

G_DEFINE_FINAL_TYPE (EqpLiveView, eqp_live_view, GTK_TYPE_WIDGET)

enum {
  SIGNAL_SIDEBAR_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
drain_cb (GtkWidget     *widget,
          GdkFrameClock *clock,
          gpointer       user_data)
{
  EqpLiveView *self = EQP_LIVE_VIEW (widget);

  self->drain_tick = 0;
  eqp_workspace_drain (self->workspace);
  return G_SOURCE_REMOVE;
}

/* However much a run sends, it is looked at once a frame. */
static gboolean
pending_cb (EqpLiveView  *self,
            EqpWorkspace *workspace)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  if (self->drain_tick == 0)
    self->drain_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), drain_cb, NULL, NULL);
  return TRUE;
}

/* What an empty plot says: what to do, or that it is being done. */
static void
update_empty_texts (EqpLiveView *self)
{
  gboolean running = eqp_workspace_is_running (self->workspace);

  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->objective),
                                running ? _ ("The first iteration is under way.")
                                        : _ ("Press Run or drag gamma: the objective of each iteration appears here."));
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->sizes), running ? _ ("The sizes come with the first iteration.")
                                                                     : _ ("The size of each cluster appears here."));
}

/* All of the picture is of one run; where that is of other settings than those of now, all of it says so. */
static void
update_outdated (EqpLiveView *self)
{
  gboolean outdated = eqp_workspace_is_outdated (self->workspace);

  if (outdated)
    {
      g_autofree char *text = eqp_presenter_outdated (self->workspace);

      gtk_button_set_label (self->outdated_button, text);
      gtk_widget_add_css_class (GTK_WIDGET (self->paned), "outdated");
    }
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->paned), "outdated");
  gtk_revealer_set_reveal_child (self->outdated_revealer, outdated);
}

static void
update_note (EqpLiveView *self)
{
  g_autofree char *note = eqp_presenter_note (self->workspace);

  if (note != NULL)
    gtk_label_set_label (self->note_label, note);
  gtk_revealer_set_reveal_child (self->note_revealer, note != NULL);
}

/* A note that has slid away is not to be found by a screen reader either. */
static void
note_revealed_cb (EqpLiveView *self)
{
  if (!gtk_revealer_get_child_revealed (self->note_revealer))
    gtk_label_set_label (self->note_label, "");
}

/* ---- The settings ------------------------------------------------------------------------------------------------ */

/* Above the plots the settings would hide them, so they come when they are asked for. */
static void
folded_cb (EqpLiveView *self)
{
  gboolean folded;

  if (self->flap == NULL)
    return;
  folded = adw_flap_get_folded (self->flap);
  if (folded)
    self->sidebar_beside = adw_flap_get_reveal_flap (self->flap);
  adw_flap_set_reveal_flap (self->flap, !folded && self->sidebar_beside);
}

static void
revealed_cb (EqpLiveView *self)
{
  g_signal_emit (self, signals[SIGNAL_SIDEBAR_CHANGED], 0);
}

/* ---- The order of the plots -------------------------------------------------------------------------------------- */

static gboolean
is_narrow (EqpLiveView *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) == GTK_ORIENTATION_VERTICAL;
}

/* Where all stand one below the other, what follows gamma is next to the points. */
static void
turned_cb (EqpLiveView *self)
{
  gboolean narrow = is_narrow (self);
  GtkWidget *objective = GTK_WIDGET (self->objective), *sizes = GTK_WIDGET (self->sizes);

  if (gtk_paned_get_start_child (self->side_paned) == (narrow ? sizes : objective))
    return;
  gtk_paned_set_start_child (self->side_paned, NULL);
  gtk_paned_set_end_child (self->side_paned, NULL);
  gtk_paned_set_start_child (self->side_paned, narrow ? sizes : objective);
  gtk_paned_set_end_child (self->side_paned, narrow ? objective : sizes);
  if (gtk_widget_has_focus (objective))
    eqp_live_view_focus (self);
}

/* ---- The place of the explanation -------------------------------------------------------------------------------- */

/* Returns -1 as long as nobody has moved the handle. */
static int
get_position (GtkPaned *paned)
{
  gboolean set;

  g_object_get (paned, "position-set", &set, NULL);
  return set ? gtk_paned_get_position (paned) : -1;
}

/* It takes the place of the upper plot, and where the lower one would not be readable below it, of that, too. Returns
 * how high the pane is to be. */
static int
wanted_position (EqpLiveView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->objective)), least, position, most;

  /* A page that was never shown has no width yet. */
  gtk_widget_measure (GTK_WIDGET (self->explain_panel), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->explain_panel), GTK_ORIENTATION_VERTICAL, MAX (width, least), NULL, &position,
                      NULL, NULL);
  g_object_get (self->side_paned, "max-position", &most, NULL);
  return position > most ? -1 : position;
}

static void
make_room_cb (EqpLiveView *self)
{
  int position = wanted_position (self);

  if (position <= gtk_paned_get_position (self->side_paned))
    return;
  if (!self->side_moved)
    self->side_position = get_position (self->side_paned);
  self->side_moved = TRUE;
  gtk_paned_set_position (self->side_paned, position);
}

static void
panel_hidden_cb (EqpLiveView *self)
{
  if (self->side_moved && self->side_position >= 0)
    gtk_paned_set_position (self->side_paned, self->side_position);
  else if (self->side_moved)
    g_object_set (self->side_paned, "position-set", FALSE, NULL);
  self->side_moved = FALSE;
}

static gboolean
place_panel_cb (EqpLiveView   *self,
                GtkWidget     *panel,
                GdkRectangle  *place,
                GtkOverlay    *overlay)
{
  graphene_rect_t above, below;
  int wanted = wanted_position (self);

  if (!gtk_widget_compute_bounds (gtk_paned_get_start_child (self->side_paned), GTK_WIDGET (overlay), &above) ||
      !gtk_widget_compute_bounds (gtk_paned_get_end_child (self->side_paned), GTK_WIDGET (overlay), &below))
    return FALSE;
  *place =
      (GdkRectangle){ (int) above.origin.x, (int) above.origin.y, (int) above.size.width, (int) above.size.height };
  if (wanted < 0 || wanted > place->height)
    place->height = (int) (below.origin.y + below.size.height) - place->y;
  return TRUE;
}

static void
eqp_live_view_unmap (GtkWidget *widget)
{
  EqpLiveView *self = EQP_LIVE_VIEW (widget);

  if (self->drain_tick != 0)
    {
      gtk_widget_remove_tick_callback (widget, self->drain_tick);
      self->drain_tick = 0;
      /* What was put off to the next frame is done now: there may be none. */
      eqp_workspace_drain (self->workspace);
    }

  GTK_WIDGET_CLASS (eqp_live_view_parent_class)->unmap (widget);
}

static void
eqp_live_view_dispose (GObject *object)
{
  EqpLiveView *self = EQP_LIVE_VIEW (object);

  g_clear_object (&self->scatter_presenter);
  g_clear_object (&self->trace_presenter);
  g_clear_object (&self->centers_presenter);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_LIVE_VIEW);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_live_view_parent_class)->dispose (object);
}

/* Keys without a modifier: they belong to the widget that has the keyboard, and come here when it has no use for them.
 */
static const struct
{
  guint       key;
  const char *action;
} bindings[] = {
  { GDK_KEY_space, "win.play" },
  { GDK_KEY_Left, "win.step-back" },
  { GDK_KEY_Right, "win.step-forward" },
  { GDK_KEY_Home, "win.step-first" },
  { GDK_KEY_End, "win.step-last" },
};

enum {
  PROP_0,
  PROP_COLOR,
  N_PROPS
};

static void
eqp_live_view_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  if (prop_id == PROP_COLOR)
    g_value_set_int (value, EQP_LIVE_VIEW (object)->color);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
eqp_live_view_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  EqpLiveView *self = EQP_LIVE_VIEW (object);

  if (prop_id == PROP_COLOR)
    {
      self->color = g_value_get_int (value);
      if (self->scatter_presenter != NULL)
        eqp_presenter_scatter_set_color (self->scatter_presenter, self->color);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
eqp_live_view_class_init (EqpLiveViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  /**
   * EqpLiveView::sidebar-changed:
   * @self: a page
   *
   * The settings came or went, by themselves or because they were asked to.
   */
  signals[SIGNAL_SIDEBAR_CHANGED] = g_signal_new ("sidebar-changed", EQP_TYPE_LIVE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                                  NULL, NULL, G_TYPE_NONE, 0);
  object_class->dispose = eqp_live_view_dispose;
  object_class->get_property = eqp_live_view_get_property;
  object_class->set_property = eqp_live_view_set_property;
  /**
   * EqpLiveView:color:
   *
   * What points are colored by: 0 clusters, 1 known classes, 2 what they pay for balance, from 3 on a column.
   */
  g_object_class_install_property (
      object_class, PROP_COLOR,
      g_param_spec_int ("color", NULL, NULL, 0, G_MAXINT, 0, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_property_action (widget_class, "live.color", "color");
  widget_class->unmap = eqp_live_view_unmap;

  g_type_ensure (EQP_TYPE_EXPLAIN_PANEL);
  g_type_ensure (EQP_TYPE_GAMMA_BAR);
  g_type_ensure (EQP_TYPE_OBJECTIVE_VIEW);
  g_type_ensure (EQP_TYPE_SCATTER_VIEW);
  g_type_ensure (EQP_TYPE_SIDEBAR);
  g_type_ensure (EQP_TYPE_SIZES_VIEW);
  g_type_ensure (EQP_TYPE_TIMELINE);
  for (gsize i = 0; i < G_N_ELEMENTS (bindings); i++)
    gtk_widget_class_add_binding_action (widget_class, bindings[i].key, 0, bindings[i].action, NULL);
  gtk_widget_class_set_css_name (widget_class, "liveview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-live-view.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, flap);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, sidebar);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, plots_overlay);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, note_revealer);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, note_label);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, outdated_revealer);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, outdated_button);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, paned);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, side_paned);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, side_overlay);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, scatter);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, explain_panel);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, objective);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, sizes);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, timeline);
  gtk_widget_class_bind_template_child (widget_class, EqpLiveView, gamma_bar);
  gtk_widget_class_bind_template_callback (widget_class, folded_cb);
  gtk_widget_class_bind_template_callback (widget_class, revealed_cb);
  gtk_widget_class_bind_template_callback (widget_class, note_revealed_cb);
  gtk_widget_class_bind_template_callback (widget_class, make_room_cb);
  gtk_widget_class_bind_template_callback (widget_class, panel_hidden_cb);
  gtk_widget_class_bind_template_callback (widget_class, place_panel_cb);
}

static void
eqp_live_view_init (EqpLiveView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->paned, "notify::orientation", G_CALLBACK (turned_cb), self, G_CONNECT_SWAPPED);
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->scatter), _ ("Points"));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->objective), _ ("Objective"));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->sizes), _ ("Cluster sizes"));
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->scatter), _ ("The points appear in a moment."));
}

/**
 * eqp_live_view_set_workspace:
 * @self: a page without a workspace
 * @workspace: what to show and to control
 * @selection: what is selected in all pictures
 * @names: what rows are called
 */
void
eqp_live_view_set_workspace (EqpLiveView     *self,
                             EqpWorkspace    *workspace,
                             EqpRowSelection *selection,
                             EqpRowNames     *names)
{
  g_return_if_fail (self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  self->scatter_presenter = eqp_presenter_scatter_new (workspace, selection, self->scatter);
  self->trace_presenter = eqp_presenter_trace_new (workspace, selection, self->objective, self->sizes);
  self->centers_presenter = eqp_presenter_centers_new (workspace, self->sizes);
  eqp_explain_panel_set_workspace (self->explain_panel, workspace, selection);
  eqp_presenter_scatter_set_names (self->scatter_presenter, names);
  eqp_explain_panel_set_names (self->explain_panel, names);
  eqp_sidebar_set_workspace (self->sidebar, workspace);
  eqp_timeline_set_workspace (self->timeline, workspace);
  eqp_gamma_bar_set_workspace (self->gamma_bar, workspace);
  update_empty_texts (self);

  g_signal_connect_object (workspace, "pending", G_CALLBACK (pending_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (update_note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "measures-changed", G_CALLBACK (update_note), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (update_outdated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (update_empty_texts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (update_note), self, G_CONNECT_SWAPPED);
}

/**
 * eqp_live_view_get_show_sidebar:
 * @self: a page
 *
 * Returns: whether the settings are in sight
 */
gboolean
eqp_live_view_get_show_sidebar (EqpLiveView *self)
{
  return adw_flap_get_reveal_flap (self->flap);
}

/**
 * eqp_live_view_set_show_sidebar:
 * @self: a page
 * @show: whether to show the settings
 */
void
eqp_live_view_set_show_sidebar (EqpLiveView *self,
                                gboolean     show)
{
  adw_flap_set_reveal_flap (self->flap, show);
}

/**
 * eqp_live_view_is_folded:
 * @self: a page
 *
 * Returns: whether there is no room for the settings beside the plots, so that they come above them
 */
gboolean
eqp_live_view_is_folded (EqpLiveView *self)
{
  return adw_flap_get_folded (self->flap);
}

/**
 * eqp_live_view_get_panes:
 * @self: a page
 * @points: (out): px of the pane of the points; -1: as the window divides it
 * @objective: (out): px of the pane of the objective, the same
 *
 * Where the handles between the plots are.
 */
void
eqp_live_view_get_panes (EqpLiveView *self,
                         int         *points,
                         int         *objective)
{
  *points = get_position (self->paned);
  *objective = self->side_moved ? self->side_position : get_position (self->side_paned);
}

/**
 * eqp_live_view_set_panes:
 * @self: a page
 * @points: px of the pane of the points; -1: as the window divides it
 * @objective: px of the pane of the objective, the same
 */
void
eqp_live_view_set_panes (EqpLiveView *self,
                         int          points,
                         int          objective)
{
  if (points >= 0)
    gtk_paned_set_position (self->paned, points);
  if (objective >= 0)
    gtk_paned_set_position (self->side_paned, objective);
}

/**
 * eqp_live_view_get_playing:
 * @self: a page
 *
 * Returns: whether the timeline plays
 */
gboolean
eqp_live_view_get_playing (EqpLiveView *self)
{
  return eqp_timeline_get_playing (self->timeline);
}

/**
 * eqp_live_view_set_playing:
 * @self: a page
 * @playing: whether the timeline plays
 */
void
eqp_live_view_set_playing (EqpLiveView *self,
                           gboolean     playing)
{
  eqp_timeline_set_playing (self->timeline, playing);
}

/**
 * eqp_live_view_focus_gamma:
 * @self: a page
 *
 * Gives the keyboard to the gamma slider.
 */
void
eqp_live_view_focus_gamma (EqpLiveView *self)
{
  eqp_gamma_bar_focus_scale (self->gamma_bar);
}

/**
 * eqp_live_view_lay_over:
 * @self: a live view
 * @bar: a widget without parent
 *
 * Shows @bar over the top of the plots, none of which moves. gtk_overlay_remove_overlay () of its parent takes it away.
 */
void
eqp_live_view_lay_over (EqpLiveView *self,
                        GtkWidget   *bar)
{
  g_return_if_fail (EQP_IS_LIVE_VIEW (self));

  gtk_overlay_add_overlay (self->plots_overlay, bar);
}

/**
 * eqp_live_view_focus:
 * @self: a page
 *
 * Gives the keyboard to the place where arrow keys step through the iterations and Space plays them; in a narrow
 * window, where that is below others and they would scroll away, to the uppermost plot.
 */
void
eqp_live_view_focus (EqpLiveView *self)
{
  gtk_widget_grab_focus (is_narrow (self) ? GTK_WIDGET (self->scatter) : GTK_WIDGET (self->objective));
}
