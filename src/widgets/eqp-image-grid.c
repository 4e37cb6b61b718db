/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any number of images side by side, made when they come into view. */
#include "config.h"

#include "eqp-image-grid.h"

#include "eqp-table-items-private.h"

#define IMAGE_SIZE 64
#define MAX_COLUMNS 48

struct _EqpImageGrid
{
  GtkWidget         parent_instance;

  GtkWidget        *scroller;
  GtkWidget        *grid;
  EqpImageFunc      func;
  EqpImageNameFunc  name;
  gpointer          user_data;
  GDestroyNotify    destroy;
};

G_DEFINE_FINAL_TYPE (EqpImageGrid, eqp_image_grid, GTK_TYPE_WIDGET)

/* ---- One image -------------------------------------------------------------------------------------------------- */

#define EQP_TYPE_IMAGE_CELL (eqp_image_cell_get_type ())
G_DECLARE_FINAL_TYPE (EqpImageCell, eqp_image_cell, EQP, IMAGE_CELL, GtkWidget)

/* A list makes many more cells than are seen, so the image is made when the cell is drawn. */
struct _EqpImageCell
{
  GtkWidget     parent_instance;
  EqpImageGrid *grid;    /* borrowed: cells are inside of it */
  gint64        row;
  GdkTexture   *texture;
  char         *name;
};

G_DEFINE_FINAL_TYPE (EqpImageCell, eqp_image_cell, GTK_TYPE_WIDGET)

static void
make_texture (EqpImageCell *self)
{
  if (self->texture == NULL && self->grid->func != NULL)
    self->texture = self->grid->func (self->row, self->grid->user_data);
}

static void
eqp_image_cell_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  EqpImageCell *self = EQP_IMAGE_CELL (widget);
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);
  double scale, w, h;

  make_texture (self);
  if (self->texture == NULL)
    return;
  scale = MIN (width / gdk_texture_get_width (self->texture), height / gdk_texture_get_height (self->texture));
  w = scale * gdk_texture_get_width (self->texture);
  h = scale * gdk_texture_get_height (self->texture);
  gtk_snapshot_append_texture (
      snapshot, self->texture,
      &GRAPHENE_RECT_INIT ((float) ((width - w) / 2.0), (float) ((height - h) / 2.0), (float) w, (float) h));
}

static void
eqp_image_cell_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  *minimum = *natural = IMAGE_SIZE;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
eqp_image_cell_query_tooltip (GtkWidget  *widget,
                              int         x,
                              int         y,
                              gboolean    keyboard,
                              GtkTooltip *tooltip)
{
  EqpImageCell *self = EQP_IMAGE_CELL (widget);

  gtk_tooltip_set_text (tooltip, self->name);
  return self->name != NULL;
}

static void
eqp_image_cell_finalize (GObject *object)
{
  EqpImageCell *self = EQP_IMAGE_CELL (object);

  g_clear_object (&self->texture);
  g_free (self->name);

  G_OBJECT_CLASS (eqp_image_cell_parent_class)->finalize (object);
}

static void
eqp_image_cell_class_init (EqpImageCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = eqp_image_cell_finalize;
  widget_class->snapshot = eqp_image_cell_snapshot;
  widget_class->measure = eqp_image_cell_measure;
  widget_class->query_tooltip = eqp_image_cell_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
eqp_image_cell_init (EqpImageCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

/* ---- The grid --------------------------------------------------------------------------------------------------- */

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          EqpImageGrid             *self)
{
  EqpImageCell *cell = g_object_new (EQP_TYPE_IMAGE_CELL, NULL);

  cell->grid = self;
  gtk_list_item_set_child (item, GTK_WIDGET (cell));
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         EqpImageGrid             *self)
{
  EqpImageCell *cell = EQP_IMAGE_CELL (gtk_list_item_get_child (item));
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (cell));
  g_autofree char *name = NULL;

  cell->row = _eqp_table_item_get_row (gtk_list_item_get_item (item));
  g_clear_object (&cell->texture);
  g_clear_pointer (&cell->name, g_free);
  if (self->name != NULL)
    name = self->name (cell->row, self->user_data);
  if (parent != NULL && name != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  cell->name = g_steal_pointer (&name);
  gtk_widget_queue_draw (GTK_WIDGET (cell));
}

static void
drop_source (EqpImageGrid *self)
{
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  self->func = NULL;
  self->name = NULL;
  self->user_data = NULL;
  self->destroy = NULL;
}

static void
eqp_image_grid_dispose (GObject *object)
{
  EqpImageGrid *self = EQP_IMAGE_GRID (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  self->grid = NULL;
  drop_source (self);

  G_OBJECT_CLASS (eqp_image_grid_parent_class)->dispose (object);
}

/* Tab leads out of the images, which arrow keys go through. */
static gboolean
eqp_image_grid_focus (GtkWidget        *widget,
                      GtkDirectionType  direction)
{
  if ((direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD) &&
      gtk_widget_get_focus_child (widget) != NULL)
    return FALSE;
  return GTK_WIDGET_CLASS (eqp_image_grid_parent_class)->focus (widget, direction);
}

static void
eqp_image_grid_class_init (EqpImageGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_image_grid_dispose;
  widget_class->focus = eqp_image_grid_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "imagegrid");
}

static void
eqp_image_grid_init (EqpImageGrid *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  self->grid = gtk_grid_view_new (NULL, factory);
  gtk_grid_view_set_max_columns (GTK_GRID_VIEW (self->grid), MAX_COLUMNS);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->grid);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/**
 * eqp_image_grid_new:
 *
 * Returns: (transfer full): a grid without images
 */
GtkWidget *
eqp_image_grid_new (void)
{
  return g_object_new (EQP_TYPE_IMAGE_GRID, NULL);
}

/**
 * eqp_image_grid_set_images:
 * @self: a grid
 * @n: how many images
 * @func: (nullable): makes one of them
 * @name: (nullable): names one of them
 * @user_data: for both
 * @destroy: (nullable): frees @user_data
 *
 * Shows other images from their beginning.
 */
void
eqp_image_grid_set_images (EqpImageGrid     *self,
                           gint64            n,
                           EqpImageFunc      func,
                           EqpImageNameFunc  name,
                           gpointer          user_data,
                           GDestroyNotify    destroy)
{
  GtkNoSelection *selection;

  gtk_grid_view_set_model (GTK_GRID_VIEW (self->grid), NULL);
  drop_source (self);
  self->func = func;
  self->name = name;
  self->user_data = user_data;
  self->destroy = destroy;
  if (func == NULL)
    return;
  selection = gtk_no_selection_new (_eqp_table_items_new (n));
  gtk_grid_view_set_model (GTK_GRID_VIEW (self->grid), GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
}

/**
 * eqp_image_grid_set_label:
 * @self: a grid
 * @label: its name for a screen reader
 */
void
eqp_image_grid_set_label (EqpImageGrid *self,
                          const char   *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grid), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
