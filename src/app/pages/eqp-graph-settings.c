/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of the neighbor graph, and a quiet line about it: how large it is, whether it falls apart, how well its
 * edges were found. */
#include "config.h"

#include "eqp-graph-settings.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"

/* Rows that are looked at to guess a scale. */
#define GUESS_FROM 1000

struct _EqpGraphSettings
{
  GtkWidget      parent_instance;

  EqpWorkspace  *workspace;
  gboolean       updating;

  GtkBox        *content; /* bound so that it is unparented with the template */
  GtkCheckButton *show;
  GtkBox        *details;
  GtkBox        *making;  /* what a graph that was read has no use for */
  GtkSpinButton *neighbors;
  GtkDropDown   *scale;
  GtkBox        *delta_box;
  GtkEntry      *delta;
  GtkBox        *rho_box;
  GtkDropDown   *rho_mode;
  GtkEntry      *rho;
  GtkLabel      *findings;
};

G_DEFINE_FINAL_TYPE (EqpGraphSettings, eqp_graph_settings, GTK_TYPE_WIDGET)

/* ---- Numbers ---------------------------------------------------------------------------------------------------- */

static void
show_value (GtkEntry *entry,
            double    value)
{
  g_autofree char *text = g_strdup_printf ("%.6g", value);

  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

/* Takes both spellings of decimals. Returns FALSE, and marks the entry, for what is no finite number of at least 0, or
 * above 0. */
static gboolean
read_value (GtkEntry *entry,
            gboolean  above_zero,
            double    old,
            double   *value)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  g_autofree char *shown = g_strdup_printf ("%.6g", old);
  char *end;

  /* What is shown of the value has fewer digits than the value. */
  if (g_str_equal (text, shown))
    {
      *value = old;
      return TRUE;
    }
  if (strchr (text, '.') == NULL)
    g_strdelimit (text, ",", '.');
  *value = g_ascii_strtod (text, &end);
  if (text[0] != '\0' && *end == '\0' && isfinite (*value) && (above_zero ? *value > 0.0 : *value >= 0.0))
    return TRUE;
  gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  gtk_widget_error_bell (GTK_WIDGET (entry));
  return FALSE;
}

/* A fixed scale to begin with: about the distance of neighbors. */
static double
guess_delta (EqpWorkspace *workspace)
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
edited_cb (EqpGraphSettings *self)
{
  EqpSettings settings;
  double value;

  if (self->updating || self->workspace == NULL)
    return;

  settings = *eqp_workspace_get_settings (self->workspace);
  settings.graph.neighbors = gtk_spin_button_get_value_as_int (self->neighbors);
  settings.graph.scale = (EqpScale) MIN (gtk_drop_down_get_selected (self->scale), EQP_SCALE_FIXED);
  if (settings.graph.scale == EQP_SCALE_FIXED && !(settings.graph.delta > 0.0))
    settings.graph.delta = guess_delta (self->workspace);
  else if (settings.graph.scale == EQP_SCALE_FIXED && gtk_widget_get_visible (GTK_WIDGET (self->delta_box)))
    {
      if (!read_value (self->delta, TRUE, settings.graph.delta, &value))
        return;
      settings.graph.delta = value;
    }

  if (gtk_drop_down_get_selected (self->rho_mode) == 0)
    settings.rho = -1.0;
  else if (settings.rho < 0.0)
    settings.rho = 0.0;
  else
    {
      if (!read_value (self->rho, FALSE, settings.rho, &value))
        return;
      settings.rho = value;
    }
  eqp_workspace_set_settings (self->workspace, &settings);
}

static void
show_edited_cb (EqpGraphSettings *self)
{
  if (!self->updating && self->workspace != NULL)
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
  const EqpSettings *settings = eqp_workspace_get_settings (self->workspace);
  gboolean published = settings->solver != NULL && g_str_equal (settings->solver->id, "bmincut-published");
  gboolean shown = eqp_workspace_get_show_graph (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  self->updating = TRUE;
  gtk_check_button_set_active (self->show, shown);
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          shown || eqp_workspace_uses_graph (self->workspace) ||
                              eqp_workspace_get_projection_spec (self->workspace)->spectral);
  gtk_widget_set_visible (GTK_WIDGET (self->making), dataset == NULL || eqp_dataset_get_graph (dataset) == NULL);
  gtk_spin_button_set_value (self->neighbors, settings->graph.neighbors);
  gtk_drop_down_set_selected (self->scale, settings->graph.scale);
  gtk_widget_set_visible (GTK_WIDGET (self->delta_box), settings->graph.scale == EQP_SCALE_FIXED);
  show_value (self->delta, settings->graph.delta);
  gtk_widget_set_visible (GTK_WIDGET (self->rho_box), published);
  gtk_drop_down_set_selected (self->rho_mode, settings->rho < 0.0 ? 0 : 1);
  gtk_widget_set_visible (GTK_WIDGET (self->rho), settings->rho >= 0.0);
  show_value (self->rho, MAX (0.0, settings->rho));
  self->updating = FALSE;
  update_findings (self);
}

static void
left_cb (EqpGraphSettings *self)
{
  /* What was typed and left is taken, as in the other controls; what is no number gives way to the value in force. */
  edited_cb (self);
  if (self->workspace != NULL)
    update (self);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
watch_focus (EqpGraphSettings *self,
             GtkEntry         *entry)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), focus);
}

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

  gtk_widget_class_set_css_name (widget_class, "graphsettings");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-graph-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, content);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, show);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, details);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, making);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, neighbors);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, scale);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, delta_box);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, delta);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, rho_box);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, rho_mode);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, rho);
  gtk_widget_class_bind_template_child (widget_class, EqpGraphSettings, findings);
  gtk_widget_class_bind_template_callback (widget_class, edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_edited_cb);
}

static void
eqp_graph_settings_init (EqpGraphSettings *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  watch_focus (self, self->delta);
  watch_focus (self, self->rho);
}

/**
 * eqp_graph_settings_set_workspace:
 * @self: controls without a workspace
 * @workspace: whose graph to control
 */
void
eqp_graph_settings_set_workspace (EqpGraphSettings *self,
                                  EqpWorkspace     *workspace)
{
  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "graph-changed", G_CALLBACK (update_findings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "projection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "busy-changed", G_CALLBACK (update_findings), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * eqp_graph_settings_join:
 * @self: controls
 * @group: controls that these are to be as wide as
 */
void
eqp_graph_settings_join (EqpGraphSettings *self,
                         GtkSizeGroup     *group)
{
  gtk_size_group_add_widget (group, GTK_WIDGET (self->neighbors));
  gtk_size_group_add_widget (group, GTK_WIDGET (self->scale));
  gtk_size_group_add_widget (group, GTK_WIDGET (self->delta));
  gtk_size_group_add_widget (group, GTK_WIDGET (self->rho_mode));
}
