/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all plot widgets share: four tiers of cached render nodes, style, keyboard, name and summary for screen
 * readers, the empty state and the hover label. A tier is drawn anew only when it was invalidated, so that a moving
 * pointer costs a ring and a streaming run costs its curve. */
#include "config.h"

#include "eqp-plot-view.h"

#include <adwaita.h>
#include <math.h>

#include "eqp-style-widget.h"

typedef struct
{
  GskRenderNode *nodes[EQP_PLOT_N_TIERS];
  gboolean       valid[EQP_PLOT_N_TIERS];
  EqpStyle       style;
  gboolean       style_valid;
  gboolean       drawing;
  char          *label;
  char          *summary;
  char          *selected_text;
  char          *empty_text;
  char          *hover_text;
  GdkTexture    *hover_picture; /* beside the text, or NULL */
  double         hover_x;
  double         hover_y;
} EqpPlotViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (EqpPlotView, eqp_plot_view, GTK_TYPE_WIDGET)

enum {
  PROP_0,
  PROP_LABEL,
  PROP_SUMMARY,
  PROP_EMPTY_TEXT,
  PROP_HOVER_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static EqpPlotViewPrivate *
private_of (EqpPlotView *self)
{
  return eqp_plot_view_get_instance_private (self);
}

static void
drop_node (EqpPlotViewPrivate *priv,
           EqpPlotTier         tier)
{
  g_clear_pointer (&priv->nodes[tier], gsk_render_node_unref);
  priv->valid[tier] = FALSE;
}

/**
 * eqp_plot_view_get_style:
 * @self: a plot
 *
 * Returns: (transfer none): the style to draw with, read anew after each change of the theme
 */
const EqpStyle *
eqp_plot_view_get_style (EqpPlotView *self)
{
  EqpPlotViewPrivate *priv = private_of (self);

  if (!priv->style_valid)
    {
      eqp_style_init_from_widget (&priv->style, GTK_WIDGET (self));
      priv->style_valid = TRUE;
    }
  return &priv->style;
}

/**
 * eqp_plot_view_invalidate:
 * @self: a plot
 * @tier: what is to be drawn anew
 */
void
eqp_plot_view_invalidate (EqpPlotView *self,
                          EqpPlotTier  tier)
{
  EqpPlotViewPrivate *priv = private_of (self);

  if (!priv->valid[tier])
    return;
  drop_node (priv, tier);
  /* prepare () finds out while a frame is drawn; it must not ask for another. */
  if (!priv->drawing)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_plot_view_invalidate_all:
 * @self: a plot
 *
 * Has everything drawn anew.
 */
void
eqp_plot_view_invalidate_all (EqpPlotView *self)
{
  for (int tier = 0; tier < EQP_PLOT_N_TIERS; tier++)
    drop_node (private_of (self), tier);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
look_changed (EqpPlotView *self)
{
  private_of (self)->style_valid = FALSE;
  eqp_plot_view_invalidate_all (self);
  if (EQP_PLOT_VIEW_GET_CLASS (self)->look_changed != NULL)
    EQP_PLOT_VIEW_GET_CLASS (self)->look_changed (self);
}

static void
append_text (GtkSnapshot *snapshot,
             PangoLayout *layout,
             double       x,
             double       y,
             EqpRgba      color)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (round (x), round (y)));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { color.red, color.green, color.blue, color.alpha });
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_empty (EqpPlotView *self,
                GtkSnapshot *snapshot,
                double       width,
                double       height)
{
  EqpPlotViewPrivate *priv = private_of (self);
  g_autoptr (PangoLayout) layout = NULL;
  int text_height, margin = 24;

  if (priv->empty_text == NULL)
    return;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), priv->empty_text);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, (int) MAX (width - 2.0 * margin, 1.0) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  append_text (snapshot, layout, margin, (height - text_height) / 2.0, eqp_plot_view_get_style (self)->dim);
}

/* px of the longer side of a picture beside the pointer, and less in a small plot, of which it would hide too much */
#define PICTURE_SIDE 80.0
#define PICTURE_SHARE 0.3

/* Beside the pointer, on the side where there is room; in the colors of a tooltip. */
static void
snapshot_hover (EqpPlotView *self,
                GtkSnapshot *snapshot,
                double       width,
                double       height)
{
  EqpPlotViewPrivate *priv = private_of (self);
  g_autoptr (PangoLayout) layout = NULL;
  GskRoundedRect box;
  int text_width, text_height;
  double x, y, box_width, box_height, picture_width = 0.0, picture_height = 0.0, beside = 0.0;

  if (priv->hover_picture != NULL)
    {
      int longer = MAX (gdk_texture_get_width (priv->hover_picture), gdk_texture_get_height (priv->hover_picture));
      double zoom = MIN (PICTURE_SIDE, PICTURE_SHARE * MIN (width, height)) / MAX (longer, 1);

      picture_width = zoom * gdk_texture_get_width (priv->hover_picture);
      picture_height = zoom * gdk_texture_get_height (priv->hover_picture);
      beside = picture_width + 10.0;
    }
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), priv->hover_text);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, (int) MAX (MIN (width - 32.0 - beside, 360.0), 1.0) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  /* From right to left lines begin at the right end of the width. */
  pango_layout_set_width (layout, text_width * PANGO_SCALE);
  box_width = text_width + 20.0 + beside;
  box_height = MAX (text_height + 12.0, picture_height + (beside > 0.0 ? 20.0 : 0.0));
  x = priv->hover_x + 14.0 + box_width <= width ? priv->hover_x + 14.0 : priv->hover_x - 14.0 - box_width;
  y = priv->hover_y + 14.0 + box_height <= height ? priv->hover_y + 14.0 : priv->hover_y - 14.0 - box_height;
  x = CLAMP (round (x), 2.0, MAX (width - box_width - 2.0, 2.0));
  y = CLAMP (round (y), 2.0, MAX (height - box_height - 2.0, 2.0));

  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (x, y, box_width, box_height), 8.0);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 0.12f, 0.12f, 0.13f, 0.92f }, &box.bounds);
  gtk_snapshot_pop (snapshot);
  if (eqp_plot_view_get_style (self)->high_contrast)
    gtk_snapshot_append_border (snapshot, &box, (float[]) { 1, 1, 1, 1 },
                                (GdkRGBA[]) { { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, { 1, 1, 1, 1 } });
  append_text (snapshot, layout, x + 10.0 + beside, y + 6.0, (EqpRgba) { 1.0f, 1.0f, 1.0f, 1.0f });
  if (priv->hover_picture != NULL)
    gtk_snapshot_append_texture (snapshot, priv->hover_picture,
                                 &GRAPHENE_RECT_INIT ((float) x + 10.0f, (float) y + 10.0f, (float) picture_width,
                                                      (float) picture_height));
}

static void
snapshot_focus (EqpPlotView *self,
                GtkSnapshot *snapshot,
                double       width,
                double       height)
{
  EqpRgba color = eqp_plot_view_get_style (self)->accent;
  GdkRGBA side = { color.red, color.green, color.blue, 0.6f };
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (1.0f, 1.0f, (float) width - 2.0f, (float) height - 2.0f),
                                   8.0);
  gtk_snapshot_append_border (snapshot, &box, (float[]) { 2, 2, 2, 2 }, (GdkRGBA[]) { side, side, side, side });
}

static void
snapshot_tiers (EqpPlotView *self,
                GtkSnapshot *snapshot,
                double       width,
                double       height)
{
  EqpPlotViewPrivate *priv = private_of (self);
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);

  priv->drawing = TRUE;
  if (klass->prepare != NULL)
    klass->prepare (self, width, height, eqp_plot_view_get_style (self));
  priv->drawing = FALSE;
  for (int tier = 0; tier < EQP_PLOT_N_TIERS; tier++)
    {
      if (!priv->valid[tier])
        {
          GtkSnapshot *part = gtk_snapshot_new ();

          klass->draw_tier (self, tier, part, width, height, eqp_plot_view_get_style (self));
          priv->nodes[tier] = gtk_snapshot_free_to_node (part);
          priv->valid[tier] = TRUE;
        }
      if (priv->nodes[tier] != NULL)
        gtk_snapshot_append_node (snapshot, priv->nodes[tier]);
    }
}

static void
eqp_plot_view_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  EqpPlotView *self = EQP_PLOT_VIEW (widget);
  EqpPlotViewPrivate *priv = private_of (self);
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (width <= 0.0 || height <= 0.0)
    return;
  if (klass->is_empty (self))
    {
      snapshot_empty (self, snapshot, width, height);
      for (int tier = 0; tier < EQP_PLOT_N_TIERS; tier++)
        drop_node (priv, tier);
    }
  else
    snapshot_tiers (self, snapshot, width, height);
  if (gtk_widget_has_visible_focus (widget))
    snapshot_focus (self, snapshot, width, height);
  if (priv->hover_text != NULL)
    snapshot_hover (self, snapshot, width, height);
}

static void
eqp_plot_view_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  gboolean wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = wide ? 160 : 130;
  *natural = wide ? 420 : 260;
  *minimum_baseline = *natural_baseline = -1;
}

static void
eqp_plot_view_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  GTK_WIDGET_CLASS (eqp_plot_view_parent_class)->size_allocate (widget, width, height, baseline);
  look_changed (EQP_PLOT_VIEW (widget));
}

static void
eqp_plot_view_css_changed (GtkWidget         *widget,
                           GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (eqp_plot_view_parent_class)->css_changed (widget, change);
  look_changed (EQP_PLOT_VIEW (widget));
}

static void
focus_changed_cb (EqpPlotView *self)
{
  /* A keyboard cursor is shown only with the focus. */
  eqp_plot_view_invalidate (self, EQP_PLOT_OVERLAY);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
move_cursor_cb (GtkWidget *widget,
                GVariant  *arguments,
                gpointer   user_data)
{
  EqpPlotView *self = EQP_PLOT_VIEW (widget);
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);
  int step, dx, dy;

  g_variant_get (arguments, "(iii)", &step, &dx, &dy);
  if (klass->is_empty (self) || klass->move_cursor == NULL)
    return FALSE;
  /* Also at the ends: arrows belong to the keyboard cursor, only Tab leaves. */
  klass->move_cursor (self, step, dx, dy);
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  EqpPlotView *self = EQP_PLOT_VIEW (widget);
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);

  if (klass->is_empty (self) || klass->activate == NULL)
    return FALSE;
  klass->activate (self);
  return TRUE;
}

static void
move_hover (EqpPlotView *self,
            double       x,
            double       y)
{
  EqpPlotViewPrivate *priv = private_of (self);

  priv->hover_x = x;
  priv->hover_y = y;
  if (priv->hover_text != NULL)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (EqpPlotView *self,
           double       x,
           double       y)
{
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);

  move_hover (self, x, y);
  if (klass->point != NULL)
    klass->point (self, x, y);
}

static void
leave_cb (EqpPlotView *self)
{
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);

  if (klass->leave != NULL)
    klass->leave (self);
}

static void
pressed_cb (EqpPlotView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
released_cb (EqpPlotView *self)
{
  EQP_PLOT_VIEW_GET_CLASS (self)->activate (self);
}

static void
eqp_plot_view_get_property (GObject    *object,
                            guint       property_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  EqpPlotViewPrivate *priv = private_of (EQP_PLOT_VIEW (object));

  switch (property_id)
    {
    case PROP_LABEL:
      g_value_set_string (value, priv->label);
      break;
    case PROP_SUMMARY:
      g_value_set_string (value, priv->summary);
      break;
    case PROP_EMPTY_TEXT:
      g_value_set_string (value, priv->empty_text);
      break;
    case PROP_HOVER_TEXT:
      g_value_set_string (value, priv->hover_text);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_plot_view_set_property (GObject      *object,
                            guint         property_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  EqpPlotView *self = EQP_PLOT_VIEW (object);

  switch (property_id)
    {
    case PROP_LABEL:
      eqp_plot_view_set_label (self, g_value_get_string (value));
      break;
    case PROP_SUMMARY:
      eqp_plot_view_set_summary (self, g_value_get_string (value));
      break;
    case PROP_EMPTY_TEXT:
      eqp_plot_view_set_empty_text (self, g_value_get_string (value));
      break;
    case PROP_HOVER_TEXT:
      eqp_plot_view_set_hover_text (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_plot_view_finalize (GObject *object)
{
  EqpPlotViewPrivate *priv = private_of (EQP_PLOT_VIEW (object));

  for (int tier = 0; tier < EQP_PLOT_N_TIERS; tier++)
    drop_node (priv, tier);
  g_free (priv->label);
  g_free (priv->summary);
  g_free (priv->selected_text);
  g_free (priv->empty_text);
  g_free (priv->hover_text);
  g_clear_object (&priv->hover_picture);
  G_OBJECT_CLASS (eqp_plot_view_parent_class)->finalize (object);
}

static void
add_bindings (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint           keyval;
    guint           keypad;
    GtkMovementStep step;
    int             dx;
    int             dy;
  } moves[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, GTK_MOVEMENT_VISUAL_POSITIONS, -1, 0 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, GTK_MOVEMENT_VISUAL_POSITIONS, 0, 1 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, GTK_MOVEMENT_VISUAL_POSITIONS, 0, -1 },
    { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GTK_MOVEMENT_PAGES, -1, 1 },
    { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, GTK_MOVEMENT_PAGES, 1, -1 },
    { GDK_KEY_Home, GDK_KEY_KP_Home, GTK_MOVEMENT_BUFFER_ENDS, -1, 0 },
    { GDK_KEY_End, GDK_KEY_KP_End, GTK_MOVEMENT_BUFFER_ENDS, 1, 0 },
  };
  static const guint activating[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };

  for (gsize i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gtk_widget_class_add_binding (widget_class, moves[i].keyval, 0, move_cursor_cb, "(iii)",
                                    moves[i].step, moves[i].dx, moves[i].dy);
      gtk_widget_class_add_binding (widget_class, moves[i].keypad, 0, move_cursor_cb, "(iii)",
                                    moves[i].step, moves[i].dx, moves[i].dy);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (activating); i++)
    gtk_widget_class_add_binding (widget_class, activating[i], 0, activate_cb, NULL);
}

static void
eqp_plot_view_class_init (EqpPlotViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = eqp_plot_view_get_property;
  object_class->set_property = eqp_plot_view_set_property;
  object_class->finalize = eqp_plot_view_finalize;
  widget_class->snapshot = eqp_plot_view_snapshot;
  widget_class->measure = eqp_plot_view_measure;
  widget_class->size_allocate = eqp_plot_view_size_allocate;
  widget_class->css_changed = eqp_plot_view_css_changed;

  /**
   * EqpPlotView:label:
   *
   * The accessible name: "Cluster sizes".
   */
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  /**
   * EqpPlotView:summary:
   *
   * What the plot shows, in a sentence; the accessible description.
   */
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL, flags);
  /**
   * EqpPlotView:empty-text:
   *
   * What to do, said in place of a plot that has nothing to show.
   */
  properties[PROP_EMPTY_TEXT] = g_param_spec_string ("empty-text", NULL, NULL, NULL, flags);
  /**
   * EqpPlotView:hover-text:
   *
   * Shown in a small label beside pointer or keyboard cursor; %NULL: no label.
   */
  properties[PROP_HOVER_TEXT] = g_param_spec_string ("hover-text", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  add_bindings (widget_class);
}

static void
eqp_plot_view_init (EqpPlotView *self)
{
  AdwStyleManager *manager = adw_style_manager_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (look_changed), NULL);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed_cb), NULL);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (move_hover), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

static gboolean
replace (EqpPlotView *self,
         char       **place,
         const char  *text,
         int          property)
{
  if (g_strcmp0 (*place, text) == 0)
    return FALSE;
  g_free (*place);
  *place = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

/**
 * eqp_plot_view_get_label:
 * @self: a plot
 *
 * Returns: (nullable) (transfer none): its accessible name
 */
const char *
eqp_plot_view_get_label (EqpPlotView *self)
{
  g_return_val_if_fail (EQP_IS_PLOT_VIEW (self), NULL);

  return private_of (self)->label;
}

/**
 * eqp_plot_view_set_label:
 * @self: a plot
 * @label: (nullable): its accessible name
 */
void
eqp_plot_view_set_label (EqpPlotView *self,
                         const char  *label)
{
  g_return_if_fail (EQP_IS_PLOT_VIEW (self));

  if (replace (self, &private_of (self)->label, label, PROP_LABEL))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label != NULL ? label : "",
                                    -1);
}

/**
 * eqp_plot_view_get_summary:
 * @self: a plot
 *
 * Returns: (nullable) (transfer none): the sentence that says what it shows
 */
const char *
eqp_plot_view_get_summary (EqpPlotView *self)
{
  g_return_val_if_fail (EQP_IS_PLOT_VIEW (self), NULL);

  return private_of (self)->summary;
}

/**
 * eqp_plot_view_set_summary:
 * @self: a plot
 * @summary: (nullable): the sentence that says what it shows
 */
void
eqp_plot_view_set_summary (EqpPlotView *self,
                           const char  *summary)
{
  g_return_if_fail (EQP_IS_PLOT_VIEW (self));

  if (replace (self, &private_of (self)->summary, summary, PROP_SUMMARY))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    summary != NULL ? summary : "", -1);
}

/**
 * eqp_plot_view_update_summary:
 * @self: a plot
 *
 * Sets the summary from what the plot shows now. Meant for the end of a run: in every iteration it would only make a
 * screen reader stammer.
 */
void
eqp_plot_view_update_summary (EqpPlotView *self)
{
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (self);

  if (klass->dup_summary != NULL)
    {
      const char *selected = private_of (self)->selected_text;
      g_autofree char *summary = klass->dup_summary (self);
      g_autofree char *both = selected != NULL ? g_strdup_printf ("%s; %s", summary, selected) : NULL;

      eqp_plot_view_set_summary (self, both != NULL ? both : summary);
    }
}

/**
 * eqp_plot_view_set_selected_text:
 * @self: a plot
 * @text: (nullable): what is selected, for the end of its summary; %NULL: nothing
 */
void
eqp_plot_view_set_selected_text (EqpPlotView *self,
                                 const char  *text)
{
  EqpPlotViewPrivate *priv = private_of (self);

  g_return_if_fail (EQP_IS_PLOT_VIEW (self));

  if (g_strcmp0 (priv->selected_text, text) == 0)
    return;
  g_free (priv->selected_text);
  priv->selected_text = g_strdup (text);
  eqp_plot_view_update_summary (self);
}

/**
 * eqp_plot_view_get_empty_text:
 * @self: a plot
 *
 * Returns: (nullable) (transfer none): what is said when there is nothing to show
 */
const char *
eqp_plot_view_get_empty_text (EqpPlotView *self)
{
  g_return_val_if_fail (EQP_IS_PLOT_VIEW (self), NULL);

  return private_of (self)->empty_text;
}

/**
 * eqp_plot_view_set_empty_text:
 * @self: a plot
 * @empty_text: (nullable): what is said when there is nothing to show
 */
void
eqp_plot_view_set_empty_text (EqpPlotView *self,
                              const char  *empty_text)
{
  g_return_if_fail (EQP_IS_PLOT_VIEW (self));

  if (replace (self, &private_of (self)->empty_text, empty_text, PROP_EMPTY_TEXT))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_plot_view_get_hover_text:
 * @self: a plot
 *
 * Returns: (nullable) (transfer none): what stands beside the pointer
 */
const char *
eqp_plot_view_get_hover_text (EqpPlotView *self)
{
  g_return_val_if_fail (EQP_IS_PLOT_VIEW (self), NULL);

  return private_of (self)->hover_text;
}

/**
 * eqp_plot_view_set_hover_text:
 * @self: a plot
 * @hover_text: (nullable): what stands beside the pointer
 */
void
eqp_plot_view_set_hover_text (EqpPlotView *self,
                              const char  *hover_text)
{
  g_return_if_fail (EQP_IS_PLOT_VIEW (self));

  if (replace (self, &private_of (self)->hover_text, hover_text, PROP_HOVER_TEXT))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_plot_view_set_hover_picture:
 * @self: a plot
 * @picture: (nullable): what stands beside the hover text, as long as there is one
 */
void
eqp_plot_view_set_hover_picture (EqpPlotView *self,
                                 GdkTexture  *picture)
{
  g_return_if_fail (EQP_IS_PLOT_VIEW (self));

  if (g_set_object (&private_of (self)->hover_picture, picture))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_plot_view_set_hover_position:
 * @self: a plot
 * @x: px
 * @y: px
 *
 * For subclasses: where the hover label goes when the keyboard cursor moved.
 */
void
eqp_plot_view_set_hover_position (EqpPlotView *self,
                                  double       x,
                                  double       y)
{
  move_hover (self, x, y);
}

/**
 * eqp_plot_view_activate_by_click:
 * @self: a plot
 *
 * For subclasses where a click does what Return does at the cursor, which the pointer moves.
 */
void
eqp_plot_view_activate_by_click (EqpPlotView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
