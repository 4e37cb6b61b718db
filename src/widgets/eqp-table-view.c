/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of any length and width. Rows are those of a GtkListView, so that focus, selection and screen readers work as
 * in any list, but a row draws its cells itself: a million rows of thousands of columns cost as much as what is on the
 * screen. */
#include "config.h"

#include "eqp-table-view-private.h"

#include <adwaita.h>
#include <math.h>

#include "eqp-table-items-private.h"

#define ROW_PADDING 5.0
#define HEADER_LINE 2
#define MAX_CHARS 40.0

G_DEFINE_FINAL_TYPE (EqpTableView, eqp_table_view, GTK_TYPE_WIDGET)

enum {
  PROP_0,
  PROP_MODEL,
  PROP_MULTIPLE,
  N_PROPS
};

enum {
  SIGNAL_CELL_ACTIVATED,
  SIGNAL_HEADER_ACTIVATED,
  SIGNAL_SELECTION_CHANGED,
  N_SIGNALS
};

static void measure_columns (EqpTableView *self);

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* ---- Rows of the list ------------------------------------------------------------------------------------------- */

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          EqpTableView             *self)
{
  gtk_list_item_set_child (item, _eqp_table_row_new (self));
}

/* A later GTK has a function for this; the widget of a list item is the parent of its child in all versions. */
static void
name_row (EqpTableView *self,
          EqpTableRow  *row)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (row));
  g_autofree char *summary = NULL;

  if (parent == NULL)
    return;
  summary = eqp_table_model_dup_summary (self->model, row->row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, -1);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         EqpTableView             *self)
{
  EqpTableRow *row = EQP_TABLE_ROW (gtk_list_item_get_child (item));

  row->row = _eqp_table_item_get_row (gtk_list_item_get_item (item));
  name_row (self, row);
  gtk_widget_queue_draw (GTK_WIDGET (row));
}

static void
queue_rows (EqpTableView *self,
            gboolean      renamed)
{
  gtk_widget_queue_draw (self->header);
  for (GtkWidget *child = gtk_widget_get_first_child (self->list); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *row = gtk_widget_get_first_child (child);

      if (row == NULL || !EQP_IS_TABLE_ROW (row))
        continue;
      gtk_widget_queue_draw (row);
      if (renamed && EQP_TABLE_ROW (row)->row >= 0)
        name_row (self, EQP_TABLE_ROW (row));
    }
}

static void
cells_changed_cb (EqpTableView *self)
{
  queue_rows (self, TRUE);
}

/* What is selected stays selected by its place, and what is scrolled to stays in view. */
static void
rows_changed_cb (EqpTableView *self)
{
  if (self->items != NULL)
    _eqp_table_items_resize (EQP_TABLE_ITEMS (self->items), eqp_table_model_get_n_rows (self->model));
  measure_columns (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  queue_rows (self, TRUE);
}

static void
scrolled_cb (EqpTableView *self)
{
  queue_rows (self, FALSE);
}

static void
selection_changed_cb (EqpTableView *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

static void
activate_cb (EqpTableView *self,
             guint         position)
{
  g_signal_emit (self, signals[SIGNAL_CELL_ACTIVATED], 0, (gint64) position, (gint64) -1, 0.0, 0.0);
}

/* Returns NULL beside the rows; the header is one of them, its row -1. */
static EqpTableRow *
pick_row (EqpTableView *self,
          double        x,
          double        y)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  while (picked != NULL && !EQP_IS_TABLE_ROW (picked) && picked != GTK_WIDGET (self))
    {
      GtkWidget *first = gtk_widget_get_first_child (picked);

      picked = first != NULL && EQP_IS_TABLE_ROW (first) ? first : gtk_widget_get_parent (picked);
    }
  return picked != NULL && EQP_IS_TABLE_ROW (picked) ? EQP_TABLE_ROW (picked) : NULL;
}

/* A click on a heading, or on a cell that shows an arrow or can be toggled. */
static void
released_cb (EqpTableView    *self,
             int              n_press,
             double           x,
             double           y,
             GtkGestureClick *gesture)
{
  EqpTableRow *row = pick_row (self, x, y);
  gint64 column = eqp_table_view_column_at (self, x);
  EqpCellFlags flags;
  g_autofree char *text = NULL;

  if (row == NULL || column < 0)
    return;
  if (row->row < 0)
    {
      g_signal_emit (self, signals[SIGNAL_HEADER_ACTIVATED], 0, column);
      return;
    }
  text = eqp_table_model_dup_text (self->model, row->row, column, &flags);
  if ((flags & (EQP_CELL_MENU | EQP_CELL_TOGGLE)) != 0)
    g_signal_emit (self, signals[SIGNAL_CELL_ACTIVATED], 0, row->row, column, x, y);
}

/* A text that is cut short is told whole. */
static gboolean
eqp_table_view_query_tooltip (GtkWidget  *widget,
                              int         x,
                              int         y,
                              gboolean    keyboard,
                              GtkTooltip *tooltip)
{
  EqpTableView *self = EQP_TABLE_VIEW (widget);
  EqpTableRow *row = keyboard || self->model == NULL ? NULL : pick_row (self, x, y);
  gint64 column = eqp_table_view_column_at (self, x);
  g_autoptr (PangoLayout) layout = NULL;
  g_autofree char *text = NULL;
  EqpCellFlags flags;
  int text_width;

  if (row == NULL || column < 0)
    return FALSE;
  text = row->row < 0 ? eqp_table_model_dup_title (self->model, column)
                      : eqp_table_model_dup_text (self->model, row->row, column, &flags);
  if (text == NULL)
    return FALSE;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (row), text);
  pango_layout_get_pixel_size (layout, &text_width, NULL);
  if (text_width <= self->edges[column + 1] - self->edges[column] - 2.0 * EQP_TABLE_PADDING)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Widths ----------------------------------------------------------------------------------------------------- */

static double
column_width (EqpTableView *self,
              double        chars)
{
  return round (CLAMP (chars, 2.0, MAX_CHARS) * self->char_width + 2.0 * EQP_TABLE_PADDING);
}

static void
update_range (EqpTableView *self,
              double        width)
{
  double total = self->edges[self->n_columns];
  double frozen = self->edges[self->n_frozen];
  double page = MAX (1.0, width - frozen);

  gtk_adjustment_configure (self->horizontal,
                            CLAMP (gtk_adjustment_get_value (self->horizontal), 0.0, MAX (0.0, total - frozen - page)),
                            0.0, MAX (page, total - frozen), 60.0, page * 0.9, page);
}

/* Columns that stay where they are may take room that is to spare. */
static void
spread_columns (EqpTableView *self,
                double        width)
{
  double spare = MAX (0.0, width - self->total_width), shift = 0.0, x;

  if (self->model == NULL || width <= 0.0)
    return;
  x = self->edges[0];
  for (int j = 0; j < self->n_frozen; j++)
    {
      double least = column_width (self, eqp_table_model_get_width (self->model, j));
      double most = column_width (self, eqp_table_model_get_most_width (self->model, j));
      double taken = CLAMP (most - least, 0.0, spare);

      spare -= taken;
      x += least + taken;
      shift = x - self->edges[j + 1];
      self->edges[j + 1] = x;
    }
  if (shift != 0.0)
    for (gint64 j = self->n_frozen; j < self->n_columns; j++)
      self->edges[j + 1] += shift;
}

static void
measure_columns (EqpTableView *self)
{
  double x = EQP_TABLE_INDENT;

  g_clear_pointer (&self->edges, g_free);
  self->n_columns = self->model != NULL ? eqp_table_model_get_n_columns (self->model) : 0;
  self->n_frozen = self->model != NULL ? (int) MIN (eqp_table_model_get_n_frozen (self->model), self->n_columns) : 0;
  self->edges = g_new0 (double, self->n_columns + 1);
  self->edges[0] = x;
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      x += column_width (self, eqp_table_model_get_width (self->model, j));
      self->edges[j + 1] = x;
    }
  self->total_width = x;
  spread_columns (self, gtk_widget_get_width (GTK_WIDGET (self)));
  update_range (self, gtk_widget_get_width (GTK_WIDGET (self)));
}

static void
measure_font (EqpTableView *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "0123456789");
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  self->char_width = width / 10.0;
  self->row_height = height + 2.0 * ROW_PADDING;
}

static void
look_changed (EqpTableView *self)
{
  self->style_valid = FALSE;
  if (self->list != NULL)
    {
      measure_font (self);
      measure_columns (self);
      queue_rows (self, FALSE);
    }
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_table_view_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  EqpTableView *self = EQP_TABLE_VIEW (widget);
  int header_height = (int) self->row_height + HEADER_LINE;
  gboolean wide;
  int bar_height = 0;

  spread_columns (self, width);
  wide = self->edges[self->n_columns] > width;
  /* First, since the scrollbar asks for a new allocation when its range changes. */
  update_range (self, width);
  gtk_widget_set_child_visible (self->scrollbar, wide);
  if (wide)
    gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_VERTICAL, -1, &bar_height, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->header, &(GtkAllocation){ 0, 0, width, header_height }, -1);
  gtk_widget_size_allocate (
      self->scroller, &(GtkAllocation){ 0, header_height, width, MAX (0, height - header_height - bar_height) }, -1);
  if (wide)
    gtk_widget_size_allocate (self->scrollbar, &(GtkAllocation){ 0, height - bar_height, width, bar_height }, -1);
}

static void
eqp_table_view_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  EqpTableView *self = EQP_TABLE_VIEW (widget);
  gint64 rows = self->model != NULL ? eqp_table_model_get_n_rows (self->model) : 0;
  int unused, bar;

  /* Children have to be measured before they are allocated. */
  gtk_widget_measure (self->scroller, orientation, -1, &unused, NULL, NULL, NULL);
  gtk_widget_measure (self->scrollbar, orientation, -1, &bar, NULL, NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? 160
                 : (int) ((double) (1 + CLAMP (rows, 1, self->least_rows)) * self->row_height) + HEADER_LINE + bar;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : (int) (12.0 * self->row_height);
  *minimum_baseline = *natural_baseline = -1;
}

static void
eqp_table_view_css_changed (GtkWidget         *widget,
                            GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (eqp_table_view_parent_class)->css_changed (widget, change);

  look_changed (EQP_TABLE_VIEW (widget));
}

/* Tab leads out of the rows, which arrow keys go through; a list by itself would stop at each of a million. */
static gboolean
eqp_table_view_focus (GtkWidget        *widget,
                      GtkDirectionType  direction)
{
  if ((direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD) &&
      gtk_widget_get_focus_child (widget) != NULL)
    return FALSE;
  return GTK_WIDGET_CLASS (eqp_table_view_parent_class)->focus (widget, direction);
}

/* To the row that had it last. */
static gboolean
eqp_table_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (EQP_TABLE_VIEW (widget)->list);
}

static gboolean
move_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  EqpTableView *self = EQP_TABLE_VIEW (widget);
  double step = gtk_adjustment_get_step_increment (self->horizontal);

  if (!gtk_widget_get_child_visible (self->scrollbar))
    return FALSE;
  gtk_adjustment_set_value (self->horizontal,
                            gtk_adjustment_get_value (self->horizontal) + g_variant_get_int32 (arguments) * step);
  return TRUE;
}

static gboolean
scroll_cb (EqpTableView             *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  gboolean sideways =
      (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller)) & GDK_SHIFT_MASK) != 0;
  double step = sideways && dx == 0.0 ? dy : dx;

  if (step == 0.0 || !gtk_widget_get_child_visible (self->scrollbar))
    return FALSE;
  gtk_adjustment_set_value (self->horizontal, gtk_adjustment_get_value (self->horizontal) +
                                                  step * gtk_adjustment_get_step_increment (self->horizontal));
  return TRUE;
}

static void
eqp_table_view_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  EqpTableView *self = EQP_TABLE_VIEW (object);

  switch (prop_id)
    {
    case PROP_MODEL:
      g_value_set_object (value, self->model);
      break;
    case PROP_MULTIPLE:
      g_value_set_boolean (value, self->multiple);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
eqp_table_view_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  EqpTableView *self = EQP_TABLE_VIEW (object);

  switch (prop_id)
    {
    case PROP_MODEL:
      eqp_table_view_set_model (self, g_value_get_object (value));
      break;
    case PROP_MULTIPLE:
      eqp_table_view_set_multiple (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
eqp_table_view_dispose (GObject *object)
{
  EqpTableView *self = EQP_TABLE_VIEW (object);

  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->scrollbar, gtk_widget_unparent);
  self->list = NULL;
  g_clear_object (&self->model);

  G_OBJECT_CLASS (eqp_table_view_parent_class)->dispose (object);
}

static void
eqp_table_view_finalize (GObject *object)
{
  EqpTableView *self = EQP_TABLE_VIEW (object);

  g_free (self->edges);
  g_object_unref (self->horizontal);

  G_OBJECT_CLASS (eqp_table_view_parent_class)->finalize (object);
}

static void
eqp_table_view_class_init (EqpTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = eqp_table_view_get_property;
  object_class->set_property = eqp_table_view_set_property;
  object_class->dispose = eqp_table_view_dispose;
  object_class->finalize = eqp_table_view_finalize;
  widget_class->measure = eqp_table_view_measure;
  widget_class->size_allocate = eqp_table_view_size_allocate;
  widget_class->css_changed = eqp_table_view_css_changed;
  widget_class->focus = eqp_table_view_focus;
  widget_class->grab_focus = eqp_table_view_grab_focus;
  widget_class->query_tooltip = eqp_table_view_query_tooltip;

  /**
   * EqpTableView:model:
   *
   * What to show.
   */
  properties[PROP_MODEL] = g_param_spec_object ("model", NULL, NULL, EQP_TYPE_TABLE_MODEL,
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * EqpTableView:multiple:
   *
   * Whether several rows can be selected; to be set before the model.
   */
  properties[PROP_MULTIPLE] = g_param_spec_boolean (
      "multiple", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * EqpTableView::cell-activated:
   * @row: the row
   * @column: the column of an arrow or a toggle that was clicked, or -1 for the row by keyboard or double click
   * @x: where it was clicked
   * @y: where it was clicked
   */
  signals[SIGNAL_CELL_ACTIVATED] =
      g_signal_new ("cell-activated", EQP_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4,
                    G_TYPE_INT64, G_TYPE_INT64, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  /**
   * EqpTableView::header-activated:
   * @column: whose heading was clicked
   */
  signals[SIGNAL_HEADER_ACTIVATED] = g_signal_new ("header-activated", EQP_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  /**
   * EqpTableView::selection-changed:
   *
   * Other rows are selected.
   */
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", EQP_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, move_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, move_cb, "i", 1);
  gtk_widget_class_set_css_name (widget_class, "tableview");
}

static void
eqp_table_view_init (EqpTableView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  AdwStyleManager *manager = adw_style_manager_get_default ();

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->horizontal = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 1, 1, 1));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect_object (self->horizontal, "value-changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);

  self->header = _eqp_table_row_new (self);
  gtk_widget_add_css_class (self->header, "table-header");
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));
  self->list = gtk_list_view_new (NULL, factory);
  gtk_widget_add_css_class (self->list, "table-rows");
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, self->horizontal);
  gtk_widget_set_child_visible (self->scrollbar, FALSE);
  gtk_widget_set_parent (self->scrollbar, GTK_WIDGET (self));

  g_signal_connect_object (click, "released", G_CALLBACK (released_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect_object (scroll, "scroll", G_CALLBACK (scroll_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (look_changed), self, G_CONNECT_SWAPPED);
  self->least_rows = 2;
  measure_font (self);
  measure_columns (self);
}

/**
 * eqp_table_view_new:
 *
 * Returns: (transfer full): a view without a table
 */
GtkWidget *
eqp_table_view_new (void)
{
  return g_object_new (EQP_TYPE_TABLE_VIEW, NULL);
}

/**
 * eqp_table_view_get_model:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): what it shows
 */
EqpTableModel *
eqp_table_view_get_model (EqpTableView *self)
{
  return self->model;
}

/**
 * eqp_table_view_set_model:
 * @self: a view
 * @model: (nullable): what to show from now on, from its beginning
 */
void
eqp_table_view_set_model (EqpTableView  *self,
                          EqpTableModel *model)
{
  GtkSelectionModel *selection = NULL;

  if (self->model == model)
    return;
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), NULL);
  self->items = NULL;
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_set_object (&self->model, model);
  gtk_adjustment_set_value (self->horizontal, 0.0);
  measure_columns (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (self->header);
  if (model != NULL)
    {
      GListModel *items = _eqp_table_items_new (eqp_table_model_get_n_rows (model));

      self->items = items;
      if (self->multiple)
        selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (items));
      else
        {
          selection = GTK_SELECTION_MODEL (gtk_single_selection_new (NULL));
          gtk_single_selection_set_autoselect (GTK_SINGLE_SELECTION (selection), FALSE);
          gtk_single_selection_set_can_unselect (GTK_SINGLE_SELECTION (selection), TRUE);
          gtk_single_selection_set_model (GTK_SINGLE_SELECTION (selection), items);
          g_object_unref (items);
        }
      g_signal_connect_object (selection, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (model, "cells-changed", G_CALLBACK (cells_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (model, "rows-changed", G_CALLBACK (rows_changed_cb), self, G_CONNECT_SWAPPED);
      gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
      g_object_unref (selection);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODEL]);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/**
 * eqp_table_view_set_label:
 * @self: a view
 * @label: its name for a screen reader
 */
void
eqp_table_view_set_label (EqpTableView *self,
                          const char   *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * eqp_table_view_set_least_rows:
 * @self: a table
 * @rows: of how many there is always room, if there are so many; 2 at first
 */
void
eqp_table_view_set_least_rows (EqpTableView *self,
                               int           rows)
{
  self->least_rows = rows;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * eqp_table_view_set_multiple:
 * @self: a view
 * @multiple: whether several rows can be selected
 */
void
eqp_table_view_set_multiple (EqpTableView *self,
                             gboolean      multiple)
{
  if (self->multiple == multiple)
    return;
  self->multiple = multiple;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MULTIPLE]);
}

/**
 * eqp_table_view_dup_selection:
 * @self: a view
 *
 * Returns: (transfer full): the numbers of the rows that are selected
 */
GtkBitset *
eqp_table_view_dup_selection (EqpTableView *self)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (self->list));

  return selection != NULL ? gtk_selection_model_get_selection (selection) : gtk_bitset_new_empty ();
}

/**
 * eqp_table_view_select:
 * @self: a view
 * @row: the one to be selected, with no other
 */
void
eqp_table_view_select (EqpTableView *self,
                       gint64        row)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (self->list));

  if (selection != NULL && row >= 0)
    gtk_selection_model_select_item (selection, (guint) row, TRUE);
}

/**
 * eqp_table_view_set_selection:
 * @self: a view in which several rows can be selected
 * @rows: those to be selected, and no others
 */
void
eqp_table_view_set_selection (EqpTableView *self,
                              GtkBitset    *rows)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (self->list));
  GtkBitset *all;

  if (selection == NULL)
    return;
  all = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (selection)));
  gtk_selection_model_set_selection (selection, rows, all);
  gtk_bitset_unref (all);
}

/**
 * eqp_table_view_scroll_to_row:
 * @self: a view
 * @row: the one to bring into view
 */
void
eqp_table_view_scroll_to_row (EqpTableView *self,
                              gint64        row)
{
  if (self->model != NULL && row >= 0 && row < eqp_table_model_get_n_rows (self->model))
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", (guint) row);
}

/**
 * eqp_table_view_column_at:
 * @self: a view
 * @x: px from its left edge
 *
 * Returns: the column there, -1 beside the columns
 */
gint64
eqp_table_view_column_at (EqpTableView *self,
                          double        x)
{
  gint64 column;

  if (self->n_columns == 0 || x < 0.0)
    return -1;
  for (int j = 0; j < self->n_frozen; j++)
    if (x < self->edges[j + 1])
      return j;
  column = _eqp_table_column_beyond (self, x + gtk_adjustment_get_value (self->horizontal));
  return column < self->n_columns ? column : -1;
}

/**
 * eqp_table_view_scroll_to_column:
 * @self: a view
 * @column: the one to bring to the left edge
 */
void
eqp_table_view_scroll_to_column (EqpTableView *self,
                                 gint64        column)
{
  if (column < self->n_frozen || column >= self->n_columns)
    return;
  gtk_adjustment_set_value (self->horizontal, self->edges[column] - self->edges[self->n_frozen]);
}
