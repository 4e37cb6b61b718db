/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings of method, start, preparation and view, and the measures of what is shown. */
#include "config.h"

#include "eqp-sidebar.h"

#include <glib/gi18n.h>

#include "eqp-graph-settings.h"
#include "eqp-method-list.h"
#include "eqp-pair-rows.h"
#include "eqp-param-rows.h"
#include "eqp-widgets.h"
#include "presenters/eqp-presenter-measures.h"

/* More would make a long list for few who look for one of them. */
#define MOST_COLUMNS 1000

struct _EqpSidebar
{
  GtkWidget             parent_instance;

  EqpWorkspace         *workspace;
  EqpPresenterMeasures *measures_presenter;
  gboolean              updating;
  gboolean              columns_listed;

  GtkBox               *content; /* bound so that it is unparented with the template */
  GtkDropDown          *method;
  GtkLabel             *method_summary;
  GtkSpinButton        *clusters;
  GtkSpinButton        *seed;
  EqpParamRows         *params;
  EqpPairRows          *pairs;
  EqpGraphSettings     *graph;
  GtkSizeGroup         *controls; /* all begin on one line */
  GtkBox               *preparation;
  GtkDropDown          *scaling;
  GtkCheckButton       *use_pca;
  GtkSpinButton        *pca;
  GtkSpinButton        *pca_from;
  GtkCheckButton       *whiten;
  GtkDropDown          *projection;
  GtkDropDown          *color;
  GtkBox               *columns_box;
  GtkDropDown          *column_x;
  GtkDropDown          *column_y;
  GtkListBox           *measures;
  GtkToggleButton      *all_measures;
};

G_DEFINE_FINAL_TYPE (EqpSidebar, eqp_sidebar, GTK_TYPE_WIDGET)

/* ---- From the controls to the workspace ------------------------------------------------------------------------- */

static void
settings_edited_cb (EqpSidebar *self)
{
  const EqpSolver *solver = eqp_method_list_get_selected (self->method);
  EqpSettings settings;

  if (self->updating || self->workspace == NULL)
    return;

  settings = *eqp_workspace_get_settings (self->workspace);
  if (solver != NULL)
    settings.solver = solver;
  settings.params.k = gtk_spin_button_get_value_as_int (self->clusters);
  /* A seed from the command line may have more digits than the control can hold. */
  if (gtk_spin_button_get_value (self->seed) != (double) settings.params.seed)
    settings.params.seed = (guint64) gtk_spin_button_get_value (self->seed);
  eqp_workspace_set_settings (self->workspace, &settings);
  eqp_workspace_follow (self->workspace);
}

/* No component after the last one can be the first. */
static void
allow_components (EqpSidebar *self,
                  gint        last)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->pca), last > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->pca_from), last > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->whiten), last > 0);
  gtk_spin_button_set_range (self->pca_from, 1, MAX (1, last));
}

static void
preparation_edited_cb (EqpSidebar *self)
{
  EqpPreparation preparation = { 0 };

  if (self->updating || self->workspace == NULL)
    return;

  preparation.normalize = (EqpNormalize) MIN (gtk_drop_down_get_selected (self->scaling), EQP_NORMALIZE_UNIT);
  if (gtk_check_button_get_active (self->use_pca))
    {
      gint from = gtk_spin_button_get_value_as_int (self->pca_from);

      preparation.pca = gtk_spin_button_get_value_as_int (self->pca);
      preparation.pca_from = from > 1 ? MIN (from, preparation.pca) : 0;
      preparation.whiten = gtk_check_button_get_active (self->whiten);
    }
  self->updating = TRUE;
  allow_components (self, preparation.pca);
  self->updating = FALSE;
  eqp_workspace_set_preparation (self->workspace, &preparation);
}

/* Made when it is asked for: a file may have very many columns, and few people look at two of them. */
static void
list_columns (EqpSidebar *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  gint64 d = eqp_dataset_get_d (dataset);
  g_autofree const char **names = g_new0 (const char *, d + 1);
  g_autoptr (GtkStringList) model = NULL;

  for (gint64 j = 0; j < d; j++)
    names[j] = eqp_dataset_get_column_name (dataset, j);
  model = gtk_string_list_new (names);
  gtk_drop_down_set_model (self->column_x, G_LIST_MODEL (model));
  gtk_drop_down_set_model (self->column_y, G_LIST_MODEL (model));
  self->columns_listed = TRUE;
}

/* What the projections are called; the first ones need columns. */
enum {
  PROJECTION_PLANE,
  PROJECTION_COLUMNS,
  PROJECTION_DISTANCES,
  PROJECTION_SPECTRAL,
  N_PROJECTIONS
};

static guint
first_projection (EqpSidebar *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  return dataset != NULL && eqp_dataset_get_graph (dataset) != NULL ? PROJECTION_DISTANCES : PROJECTION_PLANE;
}

static void
list_projections (EqpSidebar *self)
{
  const char *titles[N_PROJECTIONS + 1] = { _ ("Main Plane"), _ ("Two Columns"), _ ("Distances"),
                                            _ ("Spectral") };
  g_autoptr (GtkStringList) model = gtk_string_list_new (titles + first_projection (self));

  gtk_drop_down_set_model (self->projection, G_LIST_MODEL (model));
}

/* Clusters, known classes and prices, and then the columns of data that have not too many. */
static void
list_colors (EqpSidebar *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const char *const titles[] = { _ ("Clusters"), _ ("Known Classes"), _ ("Price"), NULL };
  g_autoptr (GtkStringList) model = gtk_string_list_new (titles);
  gint64 d = dataset != NULL ? eqp_dataset_get_d (dataset) : 0;

  for (gint64 j = 0; j < d && d <= MOST_COLUMNS; j++)
    gtk_string_list_append (model, eqp_dataset_get_column_name (dataset, j));
  gtk_drop_down_set_model (self->color, G_LIST_MODEL (model));
}

static void
color_edited_cb (EqpSidebar *self)
{
  guint chosen = gtk_drop_down_get_selected (self->color);

  if (chosen != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (GTK_WIDGET (self), "live.color", "i", (int) chosen);
}

static guint
projection_of (const EqpProjectionSpec *spec)
{
  return spec->spectral ? (spec->distances ? PROJECTION_DISTANCES : PROJECTION_SPECTRAL)
         : spec->columns ? PROJECTION_COLUMNS
                         : PROJECTION_PLANE;
}

static void
projection_edited_cb (EqpSidebar *self)
{
  EqpProjectionSpec spec;
  guint chosen;

  if (self->updating || self->workspace == NULL || eqp_workspace_get_dataset (self->workspace) == NULL)
    return;

  self->updating = TRUE;
  spec = *eqp_workspace_get_projection_spec (self->workspace);
  chosen = gtk_drop_down_get_selected (self->projection) + first_projection (self);
  spec.columns = chosen == PROJECTION_COLUMNS;
  spec.spectral = chosen == PROJECTION_DISTANCES || chosen == PROJECTION_SPECTRAL;
  spec.distances = chosen == PROJECTION_DISTANCES;
  gtk_widget_set_visible (GTK_WIDGET (self->columns_box), spec.columns);
  if (spec.columns && !self->columns_listed)
    {
      list_columns (self);
      gtk_drop_down_set_selected (self->column_x, (guint) spec.x);
      gtk_drop_down_set_selected (
          self->column_y, (guint) MIN (spec.y, eqp_dataset_get_d (eqp_workspace_get_dataset (self->workspace)) - 1));
    }
  if (spec.columns)
    {
      spec.x = gtk_drop_down_get_selected (self->column_x);
      spec.y = gtk_drop_down_get_selected (self->column_y);
    }
  self->updating = FALSE;
  eqp_workspace_set_projection_spec (self->workspace, &spec);
}

static void
all_measures_cb (EqpSidebar *self)
{
  if (self->measures_presenter != NULL)
    eqp_presenter_measures_set_all (self->measures_presenter, gtk_toggle_button_get_active (self->all_measures));
}

/* ---- From the workspace to the controls ------------------------------------------------------------------------- */

/* Those of the graph have a place of their own. */
static void
show_params (EqpSidebar *self)
{
  const EqpSolver *solver = eqp_workspace_get_settings (self->workspace)->solver;
  g_autoptr (GPtrArray) params = g_ptr_array_new ();

  for (gsize i = 0; solver != NULL && solver->params != NULL && solver->params[i] != NULL; i++)
    if (solver->params[i] != &eqp_param_neighbors && solver->params[i] != &eqp_param_scale &&
        solver->params[i] != &eqp_param_search)
      g_ptr_array_add (params, (gpointer) solver->params[i]);
  eqp_param_rows_show (self->params, (const EqpParam *const *) params->pdata, params->len);
}

static void
settings_changed_cb (EqpSidebar *self)
{
  const EqpSettings *settings = eqp_workspace_get_settings (self->workspace);
  const EqpPreparation *preparation = eqp_workspace_get_preparation (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const EqpProjectionSpec *spec = eqp_workspace_get_projection_spec (self->workspace);

  self->updating = TRUE;
  eqp_method_list_offer (self->method, dataset, settings->solver);
  eqp_method_list_select (self->method, settings->solver);
  gtk_drop_down_set_selected (self->projection, MAX (projection_of (spec), first_projection (self)) -
                                                    first_projection (self));
  gtk_widget_set_visible (GTK_WIDGET (self->columns_box), spec->columns && !spec->spectral);
  if (settings->solver != NULL)
    gtk_label_set_label (self->method_summary, _ (settings->solver->summary));
  if (dataset != NULL)
    {
      gtk_spin_button_set_range (self->clusters, 1, MAX (1, (double) eqp_dataset_get_n (dataset)));
      gtk_spin_button_set_range (self->pca, 1, MAX (1, (double) eqp_dataset_get_d (dataset)));
    }
  gtk_spin_button_set_value (self->clusters, settings->params.k);
  gtk_spin_button_set_value (self->seed, (double) settings->params.seed);
  show_params (self);

  gtk_drop_down_set_selected (self->scaling, preparation->normalize);
  gtk_check_button_set_active (self->use_pca, preparation->pca > 0);
  if (preparation->pca > 0)
    gtk_spin_button_set_value (self->pca, preparation->pca);
  gtk_check_button_set_active (self->whiten, preparation->whiten);
  allow_components (self, preparation->pca);
  gtk_spin_button_set_value (self->pca_from, MAX (1, preparation->pca_from));
  self->updating = FALSE;
}

static void
data_changed_cb (EqpSidebar *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  self->updating = TRUE;
  self->columns_listed = FALSE;
  gtk_drop_down_set_model (self->column_x, NULL);
  gtk_drop_down_set_model (self->column_y, NULL);
  list_projections (self);
  list_colors (self);
  /* A graph without features has nothing to prepare. */
  gtk_widget_set_visible (GTK_WIDGET (self->preparation), eqp_dataset_get_graph (dataset) == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->columns_box), FALSE);
  /* A first guess that keeps most of the variance of most data. */
  gtk_spin_button_set_range (self->pca, 1, MAX (1, (double) eqp_dataset_get_d (dataset)));
  gtk_spin_button_set_value (self->pca, (double) MIN (20, eqp_dataset_get_d (dataset)));
  self->updating = FALSE;
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
make_searchable (GtkDropDown *drop_down)
{
  g_autoptr (GtkExpression) expression = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");

  gtk_drop_down_set_expression (drop_down, expression);
  gtk_drop_down_set_enable_search (drop_down, TRUE);
}

static void
eqp_sidebar_dispose (GObject *object)
{
  EqpSidebar *self = EQP_SIDEBAR (object);

  g_clear_object (&self->measures_presenter);
  g_clear_object (&self->workspace);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_SIDEBAR);

  G_OBJECT_CLASS (eqp_sidebar_parent_class)->dispose (object);
}

static void
eqp_sidebar_class_init (EqpSidebarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_sidebar_dispose;

  g_type_ensure (EQP_TYPE_GRAPH_SETTINGS);
  g_type_ensure (EQP_TYPE_PAIR_ROWS);
  g_type_ensure (EQP_TYPE_PARAM_ROWS);
  gtk_widget_class_set_css_name (widget_class, "sidebar");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, content);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, method);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, method_summary);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, clusters);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, seed);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, params);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, pairs);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, graph);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, controls);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, preparation);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, scaling);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, use_pca);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, pca);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, pca_from);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, whiten);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, projection);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, color);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, columns_box);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, column_x);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, column_y);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, measures);
  gtk_widget_class_bind_template_child (widget_class, EqpSidebar, all_measures);
  gtk_widget_class_bind_template_callback (widget_class, all_measures_cb);
  gtk_widget_class_bind_template_callback (widget_class, settings_edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, preparation_edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, projection_edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, color_edited_cb);
}

static void
eqp_sidebar_init (EqpSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->updating = TRUE;
  eqp_method_list_init (self->method);
  self->updating = FALSE;
  make_searchable (self->column_x);
  make_searchable (self->column_y);
  make_searchable (self->color);
  eqp_wheel_pass_on (GTK_WIDGET (self));
}

/**
 * eqp_sidebar_set_workspace:
 * @self: a sidebar without a workspace
 * @workspace: whose settings to control
 */
void
eqp_sidebar_set_workspace (EqpSidebar   *self,
                           EqpWorkspace *workspace)
{
  self->workspace = g_object_ref (workspace);
  eqp_graph_settings_set_workspace (self->graph, workspace, self->controls);
  eqp_param_rows_set_workspace (self->params, workspace, self->controls, NULL);
  eqp_pair_rows_set_workspace (self->pairs, workspace, self->controls);
  self->measures_presenter = eqp_presenter_measures_new (workspace, self->measures);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  self->updating = TRUE;
  list_projections (self);
  list_colors (self);
  self->updating = FALSE;
  settings_changed_cb (self);
}
