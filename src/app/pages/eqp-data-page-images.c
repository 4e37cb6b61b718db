/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The images of the Data page: those of all rows, or of the cluster that is selected, whatever rows it has. They are of
 * the data as read, so that pixels and rows that are left out since do no harm. */
#include "config.h"

#include "eqp-data-page-private.h"

#include <glib/gi18n.h>

#include "presenters/eqp-presenter-images.h"

/* The labels that images can be chosen by. */
static EqpLabels *
get_labels (EqpDataPage *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);

  return labels != NULL && dataset != NULL && eqp_labels_get_n (labels) == eqp_dataset_get_n (dataset) ? labels : NULL;
}

static gint
get_cluster (EqpDataPage *self)
{
  EqpLabels *labels = get_labels (self);
  gint cluster = eqp_row_selection_get_within (self->selection);

  return labels != NULL && cluster < eqp_labels_get_k (labels) ? cluster : -1;
}

static void
list_clusters (EqpDataPage *self,
               gint         chosen)
{
  EqpLabels *labels = get_labels (self);
  gint k = labels != NULL ? eqp_labels_get_k (labels) : 0;
  GListModel *listed = gtk_drop_down_get_model (self->images_cluster);
  gboolean showing = self->showing;

  self->showing = TRUE;
  if (listed == NULL || (gint) g_list_model_get_n_items (listed) != k + 1)
    {
      g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

      gtk_string_list_append (names, _ ("All Clusters"));
      for (gint c = 0; c < k; c++)
        {
          g_autofree char *number = eqp_format_count (c + 1);

          gtk_string_list_take (names, g_strdup_printf (_ ("Cluster %s"), number));
        }
      gtk_drop_down_set_model (self->images_cluster, G_LIST_MODEL (names));
    }
  gtk_drop_down_set_selected (self->images_cluster, (guint) (chosen + 1));
  gtk_widget_set_visible (GTK_WIDGET (self->images_bar), labels != NULL);
  self->showing = showing;
}

/* The rows of a cluster in the data as read; the caller frees them. Time O(n). */
static gint64 *
find_rows (EqpDataset *dataset,
           EqpLabels  *labels,
           gint        cluster,
           gint64     *count)
{
  gint64 n = eqp_labels_get_n (labels);
  gint64 *rows = g_new (gint64, (gsize) MAX (1, n));

  *count = 0;
  for (gint64 i = 0; i < n; i++)
    if (eqp_labels_get (labels, i) == cluster)
      rows[(*count)++] = eqp_dataset_get_origin (dataset, i);
  return rows;
}

static void
tell (EqpDataPage *self,
      gint64       shown,
      gint64       all)
{
  g_autofree char *some = eqp_format_count (shown);
  g_autofree char *n = eqp_format_count (all);
  /* Translators: how many images are shown, of how many. */
  g_autofree char *text =
      g_strdup_printf (ngettext ("%s of %s image", "%s of %s images", (gulong) all), some, n);

  gtk_label_set_label (self->images_note, text);
}

/**
 * _eqp_data_page_show_images:
 * @self: the page
 *
 * Brings the images up to date. While a run is on its way those of a cluster stay until it is over, so that they can be
 * looked at.
 */
void
_eqp_data_page_show_images (EqpDataPage *self)
{
  EqpDataset *dataset = eqp_data_chain_get_base (self->chain);
  EqpProfile *profile = eqp_data_chain_get_profile (self->chain);
  gint cluster = get_cluster (self);
  EqpLabels *labels = cluster >= 0 ? get_labels (self) : NULL;
  gint64 count = dataset != NULL ? eqp_dataset_get_n (dataset) : 0;
  gint64 *rows = NULL;
  double black, white;

  /* What is black and white is known with the profile. */
  if (profile == NULL || dataset == NULL)
    return;
  list_clusters (self, cluster);
  if (self->images_shown == dataset && self->images_of == cluster &&
      (self->images_labels == labels || eqp_workspace_is_running (self->workspace) ||
       eqp_workspace_is_scrubbing (self->workspace)))
    return;

  self->images_shown = dataset;
  self->images_of = cluster;
  g_clear_pointer (&self->images_labels, eqp_labels_unref);
  if (labels != NULL)
    {
      self->images_labels = eqp_labels_ref (labels);
      rows = find_rows (eqp_workspace_get_dataset (self->workspace), labels, cluster, &count);
    }
  tell (self, count, eqp_dataset_get_n (dataset));
  eqp_profile_get_range (profile, &black, &white);
  eqp_presenter_images_show (self->images, dataset, rows, count, black, white);
}

/**
 * _eqp_data_page_drop_images:
 * @self: the page
 *
 * Shows none, and holds nothing of the data they were of.
 */
void
_eqp_data_page_drop_images (EqpDataPage *self)
{
  if (self->images != NULL)
    eqp_image_grid_set_images (self->images, 0, NULL, NULL, NULL, NULL);
  self->images_shown = NULL;
  g_clear_pointer (&self->images_labels, eqp_labels_unref);
}

static void
changed_cb (EqpDataPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->images)))
    _eqp_data_page_show_images (self);
}

/* What is chosen here is selected everywhere, as a click on the bar would. */
static void
images_chosen_cb (EqpDataPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->images_cluster);

  if (self->showing || self->selection == NULL || chosen == GTK_INVALID_LIST_POSITION ||
      (gint) chosen - 1 == get_cluster (self))
    return;
  eqp_row_selection_set_cluster (self->selection, (gint) chosen - 1);
}

/**
 * _eqp_data_page_init_images:
 * @self: a page that has got its workspace and its selection
 */
void
_eqp_data_page_init_images (EqpDataPage *self)
{
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "state-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "shown-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * _eqp_data_page_images_class_init:
 * @widget_class: of the page
 */
void
_eqp_data_page_images_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, images);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, images_bar);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, images_cluster);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, images_note);
  gtk_widget_class_bind_template_callback (widget_class, images_chosen_cb);
}
