/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of the neighbor graph, and a quiet line about it: how large it is, whether it falls apart, how well its
 * edges were found. */
#include "config.h"

#include "eqp-graph-settings.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"
#include "eqp-param-rows.h"

/* Rows that are looked at to guess a scale. */
#define GUESS_FROM 1000

struct _EqpGraphSettings
{
  GtkWidget      parent_instance;

  EqpWorkspace  *workspace;
  GtkBox        *content; /* bound so that it is unparented with the template */
  GtkCheckButton *show;
  GtkBox        *details;
  EqpParamRows  *making;  /* what a graph that was read has no use for */
  GtkLabel      *findings;
};

G_DEFINE_FINAL_TYPE (EqpGraphSettings, eqp_graph_settings, GTK_TYPE_WIDGET)

/* A fixed scale to begin with: about the distance of neighbors. */
static double
guess_delta (const EqpParam *param,
             EqpWorkspace   *workspace)
{
  EqpGraph *graph = eqp_workspace_get_graph (workspace);
  const EqpNeighbors *neighbors = graph != NULL ? eqp_graph_get_neighbors (graph) : NULL;
  gint64 step, count = 0;
  double sum = 0.0;

  if (neighbors == NULL || neighbors->k < 1)
    return 1.0;
  step = MAX (1, neighbors->n / GUESS_FROM);
  for (gint64 i = 0; i < neighbors->n; i += step, count++)
    sum += neighbors->distances[i * neighbors->k + neighbors->k - 1];
  sum *= neighbors->unit / (double) count;
  return isfinite (sum) && sum > 0.0 ? sum : 1.0;
}

/* ---- From the controls to the workspace ------------------------------------------------------------------------- */

static void
show_edited_cb (EqpGraphSettings *self)
{
  if (self->workspace != NULL)
    eqp_workspace_set_show_graph (self->workspace, gtk_check_button_get_active (self->show));
}

/* ---- From the workspace to the controls ------------------------------------------------------------------------- */

static char *
describe (EqpGraph *graph)
{
  g_autofree char *edges = eqp_format_count (eqp_graph_get_n_edges (graph));
  gint64 components = eqp_graph_get_n_components (graph);
  g_autofree char *parts = eqp_format_count (components);
  GPtrArray *findings = eqp_graph_get_findings (graph);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%s edge", "%s edges", (gulong) eqp_graph_get_n_edges (graph)), edges);
  g_string_append (text, ", ");
  if (components == 1)
    g_string_append (text, _ ("all in one piece"));
  else
    g_string_append_printf (text, ngettext ("%s component", "%s components", (gulong) components), parts);
  if (isfinite (eqp_graph_get_delta (graph)))
    {
      g_autofree char *delta = eqp_format_number (eqp_graph_get_delta (graph), 4);

      g_string_append_printf (text, ", δ = %s", delta);
    }
  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (text, "\n%s", (const char *) g_ptr_array_index (findings, i));
  return g_string_free (text, FALSE);
}

static void
update_findings (EqpGraphSettings *self)
{
  EqpGraph *graph = eqp_workspace_get_graph (self->workspace);
  g_autofree char *text = NULL;

  if (graph != NULL)
    text = describe (graph);
  else if (eqp_workspace_get_graph_error (self->workspace) != NULL)
    text = g_strdup (eqp_workspace_get_graph_error (self->workspace));
  else if (eqp_workspace_is_building_graph (self->workspace))
    text = g_strdup (_ ("Being built…"));
  else if (eqp_workspace_get_dataset (self->workspace) != NULL)
    text = g_strdup (_ ("Not built; Run builds it."));
  else
    text = g_strdup ("");
  if (!g_str_equal (gtk_label_get_label (self->findings), text))
    gtk_label_set_label (self->findings, text);
}

static void
update (EqpGraphSettings *self)
{
  gboolean shown = eqp_workspace_get_show_graph (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  gtk_check_button_set_active (self->show, shown);
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          shown || eqp_workspace_uses_graph (self->workspace) ||
                              eqp_workspace_get_projection_spec (self->workspace)->spectral);
  gtk_widget_set_visible (GTK_WIDGET (self->making), dataset == NULL || eqp_dataset_get_graph (dataset) == NULL);
  update_findings (self);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_graph_settings_dispose (GObject *object)
{
  EqpGraphSettings *self = EQP_GRAPH_SETTINGS (object);

  g_clear_object (&self->workspace);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_GRAPH_SETTINGS);

  G_OBJECT_CLASS (eqp_graph_settings_parent_class)->dispose (object);
}

static void
eqp_graph_settings_class_init (EqpGraphSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_graph_settings_dispose;

  g_type_ensure (EQP_TYPE_PARAM_ROWS);
  gtk_widget_class_set_css_name (widget_class, "graphsettings");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-graph-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, content);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, show);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, details);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, making);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, findings);
  gtk_widget_class_bind_template_callback (widget_class, show_edited_cb);
}

static void
eqp_graph_settings_init (EqpGraphSettings *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * eqp_graph_settings_set_workspace:
 * @self: controls without a workspace
 * @workspace: whose graph to control
 * @group: controls that these are to be as wide as
 */
void
eqp_graph_settings_set_workspace (EqpGraphSettings *self,
                                  EqpWorkspace     *workspace,
                                  GtkSizeGroup     *group)
{
  static const EqpParam *const params[] = { &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search };

  self->workspace = g_object_ref (workspace);
  eqp_param_rows_set_workspace (self->making, workspace, group, guess_delta);
  eqp_param_rows_show (self->making, params, G_N_ELEMENTS (params));
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "graph-changed", G_CALLBACK (update_findings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "projection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "busy-changed", G_CALLBACK (update_findings), self, G_CONNECT_SWAPPED);
  update (self);
}
