/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of measures beside the plots: one row each, with what it means in the tooltip. */
#include "config.h"

#include "eqp-presenter-measures.h"

#include <glib/gi18n.h>

#include "eqp-draw.h"
#include "eqp-presenter-trace.h"

/* While a run goes on: no faster than anybody reads. */
#define UPDATE_MS 150

enum {
  ROW_OBJECTIVE,
  ROW_DATA,
  ROW_ACC,
  ROW_NMI,
  ROW_ARI,
  ROW_SIZES,
  ROW_ENTROPY,
  ROW_CV,
  ROW_SQUARES,
  N_ROWS
};

static const struct
{
  const char *name;
  const char *tooltip;
} rows[N_ROWS] = {
  [ROW_OBJECTIVE] = { N_ ("Objective"), N_ ("What the method makes small") },
  [ROW_DATA] = { N_ ("SSE"), N_ ("Sum of the squared distances of the rows to the centers of their clusters") },
  [ROW_ACC] = { N_ ("ACC"), N_ ("Accuracy: share of rows in the cluster that stands for their class, clusters and "
                                "classes matched one to one (Kuhn–Munkres)") },
  [ROW_NMI] = { N_ ("NMI"), N_ ("Normalized mutual information of clusters and classes: I / √(H H), the geometric "
                                "mean") },
  [ROW_ARI] = { N_ ("ARI"), N_ ("Rand index of clusters and classes, adjusted for chance: 0 is chance, 1 is "
                                "agreement") },
  [ROW_SIZES] = { N_ ("Sizes"), N_ ("Rows in the smallest and in the largest cluster") },
  [ROW_ENTROPY] = { N_ ("Size entropy"), N_ ("Entropy of the sizes over ln K: 1 when all are equal") },
  [ROW_CV] = { N_ ("Size variation"), N_ ("Standard deviation of the sizes over their mean (coefficient of variation): "
                                          "0 when all are equal") },
  [ROW_SQUARES] = { N_ ("Σ n²"), N_ ("Sum of the squared sizes, which gamma puts a price on; between n²/K and n²") },
};

struct _EqpPresenterMeasures
{
  GObject       parent_instance;

  EqpWorkspace *workspace;
  GtkLabel     *names[N_ROWS];  /* borrowed from the grid */
  GtkLabel     *values[N_ROWS];
  guint         update_source;
  const EqpSolver *named;       /* whose data term the names are of */
};

G_DEFINE_FINAL_TYPE (EqpPresenterMeasures, eqp_presenter_measures, G_TYPE_OBJECT)

/* Takes @text; NULL means that there is nothing to say. */
static void
show (EqpPresenterMeasures *self,
      int                   row,
      char                 *text)
{
  G_GNUC_UNUSED g_autofree char *taken = text;
  const char *shown = text != NULL ? text : "–";

  if (!g_str_equal (gtk_label_get_label (self->values[row]), shown))
    gtk_label_set_label (self->values[row], shown);
}

static void
show_truth (EqpPresenterMeasures *self)
{
  const EqpMeasures *measures = eqp_workspace_get_measures (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  gboolean truth = dataset != NULL && eqp_dataset_get_labels (dataset) != NULL;

  for (int row = ROW_ACC; row <= ROW_ARI; row++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->names[row]), truth);
      gtk_widget_set_visible (GTK_WIDGET (self->values[row]), truth);
    }
  if (!truth)
    return;
  if (measures == NULL || !measures->has_truth)
    {
      for (int row = ROW_ACC; row <= ROW_ARI; row++)
        show (self, row, NULL);
      return;
    }
  show (self, ROW_ACC, eqp_format_fixed (measures->external.acc, 3));
  show (self, ROW_NMI, eqp_format_fixed (measures->external.nmi, 3));
  show (self, ROW_ARI, eqp_format_fixed (measures->external.ari, 3));
}

static void
set_tooltip (EqpPresenterMeasures *self,
             int                   row,
             const char           *text)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->names[row]), text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->values[row]), text);
}

/* Methods on graphs have a cut where others have SSE; some of them make a ratio of it small, which gets a row of its
 * own. */
static void
name_terms (EqpPresenterMeasures *self,
            const EqpSolver      *solver)
{
  gboolean cut = solver->family == EQP_FAMILY_GRAPH;
  const char *name = eqp_presenter_data_term_name (solver);
  gboolean own = cut && !g_str_equal (name, _ ("Cut"));

  if (solver == self->named)
    return;
  self->named = solver;
  gtk_label_set_label (self->names[ROW_OBJECTIVE], name);
  set_tooltip (self, ROW_OBJECTIVE, eqp_presenter_data_term_note (solver));
  gtk_widget_set_visible (GTK_WIDGET (self->names[ROW_OBJECTIVE]), own);
  gtk_widget_set_visible (GTK_WIDGET (self->values[ROW_OBJECTIVE]), own);
  gtk_label_set_label (self->names[ROW_DATA], cut ? _ ("Cut") : _ ("SSE"));
  if (!cut)
    set_tooltip (self, ROW_DATA, _ (rows[ROW_DATA].tooltip));
  else if ((solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    set_tooltip (self, ROW_DATA,
                 _ ("Weight of the edges between clusters, W − Tr(FᵀAF): each edge counts twice. The paper makes "
                    "Tr(FᵀAF) − γ Σ n² large; what is shown is W less that, so lower is better."));
  else
    set_tooltip (self, ROW_DATA, _ ("Weight of the edges between clusters, W − Tr(FᵀAF): each edge counts twice"));
}

static void
show_balance (EqpPresenterMeasures *self)
{
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (self->workspace, &k);
  gint64 step = eqp_workspace_get_step (self->workspace);
  EqpBalanceMeasures balance;
  EqpRun *run;
  g_autofree char *min = NULL;
  g_autofree char *max = NULL;

  if (sizes == NULL)
    {
      const EqpSolver *solver = eqp_workspace_get_settings (self->workspace)->solver;

      if (solver != NULL)
        name_terms (self, solver);
      show (self, ROW_OBJECTIVE, NULL);
      show (self, ROW_DATA, NULL);
      for (int row = ROW_SIZES; row < N_ROWS; row++)
        show (self, row, NULL);
      return;
    }
  eqp_metrics_balance (k, sizes, &balance);
  min = eqp_format_count (balance.min);
  max = eqp_format_count (balance.max);
  run = eqp_workspace_get_run (self->workspace);
  name_terms (self, eqp_run_get_solver (run));
  show (self, ROW_OBJECTIVE, eqp_format_number (eqp_run_get_step (run, step)->objective, 6));
  show (self, ROW_DATA, eqp_format_number (eqp_run_get_step (run, step)->data_term, 6));
  show (self, ROW_SIZES, g_strdup_printf ("%s – %s", min, max));
  show (self, ROW_ENTROPY, eqp_format_fixed (balance.size_entropy, 4));
  show (self, ROW_CV, eqp_format_fixed (balance.size_cv, 4));
  show (self, ROW_SQUARES, eqp_format_number (balance.sum_squared, 6));
}

static gboolean
update_cb (gpointer user_data)
{
  EqpPresenterMeasures *self = user_data;

  self->update_source = 0;
  show_truth (self);
  show_balance (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (EqpPresenterMeasures *self)
{
  if (self->update_source == 0)
    self->update_source = g_timeout_add (eqp_workspace_is_running (self->workspace) ? UPDATE_MS : 0, update_cb, self);
}

/* Before the first run the names are those of the method chosen. */
static void
settings_changed_cb (EqpPresenterMeasures *self)
{
  if (eqp_workspace_get_step (self->workspace) < 0)
    changed_cb (self);
}

static void
eqp_presenter_measures_dispose (GObject *object)
{
  EqpPresenterMeasures *self = EQP_PRESENTER_MEASURES (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_presenter_measures_parent_class)->dispose (object);
}

static void
eqp_presenter_measures_class_init (EqpPresenterMeasuresClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_measures_dispose;
}

static void
eqp_presenter_measures_init (EqpPresenterMeasures *self)
{
}

static void
fill_grid (EqpPresenterMeasures *self,
           GtkGrid              *grid)
{
  for (int row = 0; row < N_ROWS; row++)
    {
      GtkWidget *name = gtk_label_new (_ (rows[row].name));
      GtkWidget *value = gtk_label_new ("–");

      gtk_label_set_xalign (GTK_LABEL (name), 0.0);
      gtk_widget_add_css_class (name, "dim-label");
      gtk_widget_set_tooltip_text (name, _ (rows[row].tooltip));
      gtk_label_set_xalign (GTK_LABEL (value), 1.0);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_widget_set_hexpand (value, TRUE);
      gtk_widget_add_css_class (value, "numeric");
      gtk_widget_set_tooltip_text (value, _ (rows[row].tooltip));
      gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, name, NULL, -1);
      gtk_grid_attach (grid, name, 0, row, 1, 1);
      gtk_grid_attach (grid, value, 1, row, 1, 1);
      gtk_widget_set_visible (name, row != ROW_OBJECTIVE);
      gtk_widget_set_visible (value, row != ROW_OBJECTIVE);
      self->names[row] = GTK_LABEL (name);
      self->values[row] = GTK_LABEL (value);
    }
}

/**
 * eqp_presenter_measures_new:
 * @workspace: what to measure
 * @grid: an empty grid; must outlive the presenter
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterMeasures *
eqp_presenter_measures_new (EqpWorkspace *workspace,
                            GtkGrid      *grid)
{
  EqpPresenterMeasures *self = g_object_new (EQP_TYPE_PRESENTER_MEASURES, NULL);

  self->workspace = g_object_ref (workspace);
  fill_grid (self, grid);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "measures-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  show_truth (self);
  return self;
}
