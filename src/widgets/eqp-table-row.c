/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of a table, or its header: draws those of its cells that are on the screen. */
#include "config.h"

#include "eqp-table-view-private.h"

#include <math.h>

#include "eqp-style-widget.h"

#define PADDING EQP_TABLE_PADDING

G_DEFINE_FINAL_TYPE (EqpTableRow, eqp_table_row, GTK_TYPE_WIDGET)

static const EqpStyle *
get_style (EqpTableView *self)
{
  if (!self->style_valid)
    {
      eqp_style_init_from_widget (&self->style, GTK_WIDGET (self));
      self->style_valid = TRUE;
    }
  return &self->style;
}

static GdkRGBA
to_gdk (EqpRgba color)
{
  return (GdkRGBA){ color.red, color.green, color.blue, color.alpha };
}

static void
append_text (GtkSnapshot    *snapshot,
             PangoLayout    *layout,
             const char     *text,
             EqpCellFlags    flags,
             double          align,
             double          width,
             double          height,
             const EqpStyle *style)
{
  GdkRGBA color = to_gdk ((flags & EQP_CELL_DIM) != 0 ? style->dim : style->foreground);
  g_autofree char *marked = (flags & EQP_CELL_MENU) != 0 ? g_strconcat (text, " ▾", NULL) : NULL;
  PangoAttrList *attributes = pango_attr_list_new ();
  int text_height;

  if ((flags & EQP_CELL_STRONG) != 0)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_width (layout, (int) (MAX (1.0, width) * PANGO_SCALE));
  pango_layout_set_alignment (layout, align >= 1.0 ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
  pango_layout_set_text (layout, marked != NULL ? marked : text, -1);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) round ((height - text_height) / 2.0)));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_cell (EqpTableRow *self,
               GtkSnapshot *snapshot,
               PangoLayout *layout,
               gint64       column,
               double       x,
               double       width,
               double       height)
{
  EqpTableView *view = self->view;
  const EqpStyle *style = get_style (view);
  EqpCellFlags flags = EQP_CELL_DIM;
  g_autofree char *text = self->row < 0 ? eqp_table_model_dup_title (view->model, column)
                                        : eqp_table_model_dup_text (view->model, self->row, column, &flags);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (x + PADDING), 0));
  if (text != NULL)
    append_text (snapshot, layout, text, flags, eqp_table_model_get_align (view->model, column), width - 2.0 * PADDING,
                 height, style);
  else
    {
      cairo_t *cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) (width - 2.0 * PADDING), (float) height));

      eqp_table_model_draw_cell (view->model, self->row, column, cr, width - 2.0 * PADDING, height, style);
      cairo_destroy (cr);
    }
  gtk_snapshot_restore (snapshot);
}

/* The first column that is not frozen and whose right edge is beyond x. */
gint64
_eqp_table_column_beyond (EqpTableView *view,
               double        x)
{
  gint64 low = view->n_frozen, high = view->n_columns;

  while (low < high)
    {
      gint64 middle = low + (high - low) / 2;

      if (view->edges[middle + 1] > x)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static void
eqp_table_row_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  EqpTableRow *self = EQP_TABLE_ROW (widget);
  EqpTableView *view = self->view;
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);
  g_autoptr (PangoLayout) layout = NULL;
  double frozen, scroll;

  if (view->model == NULL || view->n_columns == 0)
    return;

  layout = gtk_widget_create_pango_layout (widget, NULL);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  frozen = view->edges[view->n_frozen];
  scroll = gtk_adjustment_get_value (view->horizontal);
  for (gint64 j = 0; j < view->n_frozen; j++)
    snapshot_cell (self, snapshot, layout, j, view->edges[j], view->edges[j + 1] - view->edges[j], height);
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) frozen, 0, (float) MAX (0.0, width - frozen), (float) height));
  for (gint64 j = _eqp_table_column_beyond (view, frozen + scroll);
       j < view->n_columns && view->edges[j] - scroll < width; j++)
    snapshot_cell (self, snapshot, layout, j, view->edges[j] - scroll, view->edges[j + 1] - view->edges[j], height);
  gtk_snapshot_pop (snapshot);
}

static void
eqp_table_row_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  EqpTableView *view = EQP_TABLE_ROW (widget)->view;

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 1 : (int) view->row_height;
  *minimum_baseline = *natural_baseline = -1;
}

static void
eqp_table_row_class_init (EqpTableRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = eqp_table_row_snapshot;
  widget_class->measure = eqp_table_row_measure;
  gtk_widget_class_set_css_name (widget_class, "tablerow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
eqp_table_row_init (EqpTableRow *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

/* view: borrowed, since rows are inside of it */
GtkWidget *
_eqp_table_row_new (EqpTableView *view)
{
  EqpTableRow *self = g_object_new (EQP_TYPE_TABLE_ROW, NULL);

  self->view = view;
  self->row = -1;
  return GTK_WIDGET (self);
}
