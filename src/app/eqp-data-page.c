/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Data page: how the file was understood, and the table itself. */
#include "config.h"

#include "eqp-data-page.h"

#include <glib/gi18n.h>

#include "eqp-presenter-rows.h"

struct _EqpDataPage
{
  GtkWidget            parent_instance;

  EqpWorkspace        *workspace;
  GPtrArray           *reading_rows; /* borrowed: rows of the expander */

  GtkPaned            *paned; /* bound so that it is unparented with the template */
  AdwPreferencesGroup *source;
  AdwExpanderRow      *reading;
  EqpTableView        *rows;
};

G_DEFINE_FINAL_TYPE (EqpDataPage, eqp_data_page, GTK_TYPE_WIDGET)

static void
add_sentence (EqpDataPage *self,
              const char  *sentence)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", sentence, "use-markup", FALSE, NULL);

  adw_expander_row_add_row (self->reading, row);
  g_ptr_array_add (self->reading_rows, row);
}

static void
show_reading (EqpDataPage *self,
              EqpDataset  *dataset)
{
  GPtrArray *decisions = eqp_dataset_get_decisions (dataset);
  g_autofree char *rows = eqp_format_count (eqp_dataset_get_n (dataset));
  g_autofree char *columns = eqp_format_count (eqp_dataset_get_d (dataset));
  g_autofree char *description = NULL;
  g_autofree char *subtitle = NULL;

  for (guint i = 0; i < self->reading_rows->len; i++)
    adw_expander_row_remove (self->reading, g_ptr_array_index (self->reading_rows, i));
  g_ptr_array_set_size (self->reading_rows, 0);

  /* Translators: format, rows × columns. */
  description = g_strdup_printf (_ ("%s, %s × %s"), eqp_dataset_get_format (dataset), rows, columns);
  adw_preferences_group_set_title (self->source, eqp_dataset_get_name (dataset));
  adw_preferences_group_set_description (self->source, description);
  for (guint i = 0; i < decisions->len; i++)
    add_sentence (self, g_ptr_array_index (decisions, i));
  subtitle = g_strdup_printf (ngettext ("%u decision", "%u decisions", decisions->len), decisions->len);
  adw_expander_row_set_subtitle (self->reading, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->reading), decisions->len > 0);
}

static void
data_changed_cb (EqpDataPage *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  g_autoptr (EqpTableModel) model = eqp_presenter_rows_new (dataset);

  show_reading (self, dataset);
  eqp_table_view_set_model (self->rows, model);
}

static void
eqp_data_page_dispose (GObject *object)
{
  EqpDataPage *self = EQP_DATA_PAGE (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_DATA_PAGE);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->reading_rows, g_ptr_array_unref);

  G_OBJECT_CLASS (eqp_data_page_parent_class)->dispose (object);
}

static void
eqp_data_page_class_init (EqpDataPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_data_page_dispose;

  g_type_ensure (EQP_TYPE_TABLE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "datapage");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-data-page.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, paned);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, source);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, reading);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows);
}

static void
eqp_data_page_init (EqpDataPage *self)
{
  self->reading_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  eqp_table_view_set_label (self->rows, _ ("Rows"));
}

/**
 * eqp_data_page_set_workspace:
 * @self: a page without a workspace
 * @workspace: whose data to show
 */
void
eqp_data_page_set_workspace (EqpDataPage  *self,
                             EqpWorkspace *workspace)
{
  g_return_if_fail (self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
}
