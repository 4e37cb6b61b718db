/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any number of images side by side, made when they come into view. */
#include "config.h"

#include "eqp-image-grid.h"

#include "eqp-table-items-private.h"

#define IMAGE_SIZE 64
#define MAX_COLUMNS 16

struct _EqpImageGrid
{
  GtkWidget       parent_instance;

  GtkWidget      *scroller;
  GtkWidget      *grid;
  EqpImageFunc    func;
  gpointer        user_data;
  GDestroyNotify  destroy;
};

G_DEFINE_FINAL_TYPE (EqpImageGrid, eqp_image_grid, GTK_TYPE_WIDGET)

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          EqpImageGrid             *self)
{
  GtkWidget *picture = gtk_picture_new ();

  gtk_widget_set_size_request (picture, IMAGE_SIZE, IMAGE_SIZE);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_list_item_set_child (item, picture);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         EqpImageGrid             *self)
{
  GtkWidget *picture = gtk_list_item_get_child (item);
  GtkWidget *parent = gtk_widget_get_parent (picture);
  g_autofree char *name = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  if (self->func == NULL)
    return;
  texture = self->func (_eqp_table_item_get_row (gtk_list_item_get_item (item)), &name, self->user_data);
  gtk_picture_set_paintable (GTK_PICTURE (picture), GDK_PAINTABLE (texture));
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), name);
  gtk_widget_set_tooltip_text (picture, name);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           EqpImageGrid             *self)
{
  gtk_picture_set_paintable (GTK_PICTURE (gtk_list_item_get_child (item)), NULL);
}

static void
drop_source (EqpImageGrid *self)
{
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  self->func = NULL;
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

static void
eqp_image_grid_class_init (EqpImageGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_image_grid_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "imagegrid");
}

static void
eqp_image_grid_init (EqpImageGrid *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
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
 * @user_data: for @func
 * @destroy: (nullable): frees @user_data
 *
 * Shows other images from their beginning.
 */
void
eqp_image_grid_set_images (EqpImageGrid   *self,
                           gint64          n,
                           EqpImageFunc    func,
                           gpointer        user_data,
                           GDestroyNotify  destroy)
{
  GtkNoSelection *selection;

  gtk_grid_view_set_model (GTK_GRID_VIEW (self->grid), NULL);
  drop_source (self);
  self->func = func;
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
