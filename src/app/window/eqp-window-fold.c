/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window folds: below one width the pages are switched at the bottom and the settings come above the plots,
 * below another what stood side by side stands one below the other. What turns so has the style class "folds", or
 * "folds-early" if it does so below the first. Of a page that is folded the whole scrolls, where otherwise its parts
 * do: "scrolls-folded" and "scrolls-unfolded" say which scroller does when. What can be had elsewhere, too, is
 * "unfolded-only", or "wide-only" if it goes below the first width already. */
#include "config.h"

#include "eqp-window-private.h"

/* px of the window */
#define LEAST 360
#define MEDIUM_BELOW 900
#define NARROW_BELOW 600

#define KEY_POSITION "eqp-folded-position"

/* A handle between two panes means nothing once they lie the other way; it comes back with them. */
static void
turn_paned (GtkPaned *paned,
            gboolean  narrow)
{
  gpointer kept = g_object_get_data (G_OBJECT (paned), KEY_POSITION);
  gboolean set;

  g_object_get (paned, "position-set", &set, NULL);
  if (narrow)
    {
      g_object_set_data (G_OBJECT (paned), KEY_POSITION,
                         set ? GINT_TO_POINTER (gtk_paned_get_position (paned) + 1) : NULL);
      g_object_set (paned, "position-set", FALSE, NULL);
    }
  else if (kept != NULL)
    gtk_paned_set_position (paned, GPOINTER_TO_INT (kept) - 1);
  else
    g_object_set (paned, "position-set", FALSE, NULL);
}

static void
turn (GtkWidget     *widget,
      EqpWidthClass  width_class)
{
  gboolean folds = gtk_widget_has_css_class (widget, "folds"), early = gtk_widget_has_css_class (widget, "folds-early");
  gboolean folded = width_class == EQP_WIDTH_NARROW || (early && width_class == EQP_WIDTH_MEDIUM);
  GtkOrientation orientation = folded ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (widget);
  GtkOrientable *orientable = GTK_IS_ORIENTABLE (widget)   ? GTK_ORIENTABLE (widget)
                              : GTK_IS_BOX_LAYOUT (layout) ? GTK_ORIENTABLE (layout)
                                                           : NULL;

  if (gtk_widget_has_css_class (widget, "unfolded-only"))
    gtk_widget_set_visible (widget, width_class != EQP_WIDTH_NARROW);
  else if (gtk_widget_has_css_class (widget, "wide-only"))
    gtk_widget_set_visible (widget, width_class == EQP_WIDTH_WIDE);
  if (gtk_widget_has_css_class (widget, "scrolls-folded"))
    g_object_set (widget, "vscrollbar-policy", folded ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, NULL);
  else if (gtk_widget_has_css_class (widget, "scrolls-unfolded"))
    g_object_set (widget, "vscrollbar-policy", folded ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC, NULL);
  if (ADW_IS_FLAP (widget))
    adw_flap_set_fold_policy (ADW_FLAP (widget), width_class == EQP_WIDTH_WIDE ? ADW_FLAP_FOLD_POLICY_AUTO
                                                                               : ADW_FLAP_FOLD_POLICY_ALWAYS);
  if ((folds || early) && orientable != NULL && gtk_orientable_get_orientation (orientable) != orientation)
    {
      gtk_orientable_set_orientation (orientable, orientation);
      if (GTK_IS_PANED (widget))
        turn_paned (GTK_PANED (widget), folded);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    turn (child, width_class);
}

/* Of the buttons of the window the one to close it, on the side where it is: the others would cost the title its
 * room. */
static const char *
leave_close (EqpWindow *self)
{
  g_autofree char *usual = NULL;
  const char *close, *middle;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-decoration-layout", &usual, NULL);
  close = usual != NULL ? strstr (usual, "close") : NULL;
  middle = usual != NULL ? strchr (usual, ':') : NULL;
  if (close == NULL)
    return ":";
  return middle != NULL && middle < close ? ":close" : "close:";
}

/**
 * _eqp_window_fold_header:
 * @self: a window
 *
 * Shows in the header bar what its width has room for.
 */
void
_eqp_window_fold_header (EqpWindow *self)
{
  gboolean data = eqp_workspace_get_dataset (self->workspace) != NULL;
  gboolean medium = self->width_class != EQP_WIDTH_WIDE, narrow = self->width_class == EQP_WIDTH_NARROW;

  gtk_stack_set_visible_child_name (self->title_stack, data && !medium ? "pages" : "title");
  if (data)
    {
      g_autofree char *shape = _eqp_window_describe_data (eqp_workspace_get_dataset (self->workspace), FALSE);

      adw_window_title_set_title (self->title, gtk_label_get_label (self->data_name));
      adw_window_title_set_subtitle (self->title, narrow ? shape : gtk_label_get_label (self->data_shape));
    }
  adw_view_switcher_bar_set_reveal (self->switcher_bar, data && medium);
  gtk_widget_set_visible (GTK_WIDGET (self->data_title), data && !medium);
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), data && !narrow);
  /* What it does is in the menu beside it then. */
  gtk_widget_set_visible (GTK_WIDGET (self->open_button), !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->open_file), narrow);
  gtk_menu_button_set_icon_name (self->sources_button, narrow ? "document-open-symbolic" : "pan-down-symbolic");
  /* Out of sight they still name their buttons. */
  gtk_widget_set_visible (GTK_WIDGET (self->run_label), !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->stop_label), !narrow);
  adw_header_bar_set_decoration_layout (self->header, narrow ? leave_close (self) : NULL);
}

static gboolean
fold_cb (gpointer user_data)
{
  EqpWindow *self = user_data;
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  EqpWidthClass now = width < NARROW_BELOW   ? EQP_WIDTH_NARROW
                      : width < MEDIUM_BELOW ? EQP_WIDTH_MEDIUM
                                             : EQP_WIDTH_WIDE;

  self->fold_source = 0;
  if (now == self->width_class)
    return G_SOURCE_REMOVE;
  self->width_class = now;
  _eqp_window_fold_header (self);
  turn (GTK_WIDGET (self->pages), now);
  /* It may be above them. */
  turn (GTK_WIDGET (self->error_revealer), now);
  if (now == EQP_WIDTH_NARROW)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
  return G_SOURCE_REMOVE;
}

/* What the content needs as it lies now says nothing about how narrow the window may become. */
static void
measure (GtkWidget      *widget,
         GtkOrientation  orientation,
         int             for_size,
         int            *minimum,
         int            *natural,
         int            *minimum_baseline,
         int            *natural_baseline)
{
  GtkWidgetClass *parent_class = g_type_class_peek_parent (G_OBJECT_GET_CLASS (widget));

  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    {
      int least;

      parent_class->measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, natural, NULL, NULL);
      for_size = MAX (for_size, least);
    }
  parent_class->measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, LEAST);
}

/* Widgets must not come and go while room is given out, so until the next turn the content is cut off. */
static void
size_allocate (GtkWidget *widget,
               int        width,
               int        height,
               int        baseline)
{
  EqpWindow *self = EQP_WINDOW (widget);
  GtkWidgetClass *parent_class = g_type_class_peek_parent (G_OBJECT_GET_CLASS (widget));
  int least, natural;

  parent_class->measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  parent_class->size_allocate (widget, MAX (width, least), height, baseline);
  if (self->fold_source == 0 && !gtk_widget_in_destruction (widget))
    self->fold_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, self, NULL);
}

/* AdwWindow and AdwToastOverlay do not pass on that lines that wrap are higher where there is less room, so what is in
 * them is asked. */
static int
measure_height (GtkWidget *window,
                int        width)
{
  GtkWidget *inner = window;
  int window_width, window_height, inner_width, inner_height, height;

  while (inner != NULL && gtk_widget_get_request_mode (inner) == GTK_SIZE_REQUEST_CONSTANT_SIZE)
    inner = gtk_widget_get_first_child (inner);
  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &window_width, NULL, NULL);
  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, -1, NULL, &window_height, NULL, NULL);
  if (inner == NULL)
    return window_height;
  gtk_widget_measure (inner, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &inner_width, NULL, NULL);
  gtk_widget_measure (inner, GTK_ORIENTATION_VERTICAL, -1, NULL, &inner_height, NULL, NULL);
  width -= window_width - inner_width;
  gtk_widget_measure (inner, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return window_height - inner_height + height;
}

/**
 * eqp_window_fit_over:
 * @window: a window over another one, not shown yet
 * @parent: (nullable): that one
 *
 * Makes @window no wider than @parent, and folds it where that is narrow.
 */
void
eqp_window_fit_over (GtkWindow *window,
                     GtkWindow *parent)
{
  int room = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  if (width <= 0)
    gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  if (room > 0 && room < width)
    {
      if (height <= 0)
        height = measure_height (GTK_WIDGET (window), room);
      gtk_window_set_default_size (window, room, height);
    }
  if (room > 0 && room < NARROW_BELOW)
    {
      gtk_widget_add_css_class (GTK_WIDGET (window), "narrow");
      turn (GTK_WIDGET (window), EQP_WIDTH_NARROW);
    }
}

/**
 * _eqp_window_class_init_fold:
 * @widget_class: of the window
 */
void
_eqp_window_class_init_fold (GtkWidgetClass *widget_class)
{
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
}
