/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plot of the Live page shows, as a table: the points, the iterations or the sizes, as they are at this moment.
 */
#include "config.h"

#include "eqp-presenter-plot-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-presenter-trace.h"

#define MAX_COLUMNS 7
#define DIGITS 6

struct _EqpPresenterPlotTable
{
  GObject        parent_instance;

  EqpPlotTableKind kind;
  gint64         n_rows;
  gint64         n_columns;
  char          *titles[MAX_COLUMNS];
  int decimals[MAX_COLUMNS]; /* so that the points of a column stand below each other; -1: each number for itself */

  /* points */
  EqpDataset    *dataset;
  EqpProjection *projection;
  EqpLabels     *labels;
  int            cluster_column; /* -1: none */
  int            class_column;
  int            name_column;
  int            n_coordinates;  /* 1 where the data have one column */

  /* iterations */
  EqpRun        *run;
  gboolean       penalty;

  /* sizes */
  gint64        *sizes;
  gint           k;
  int            n_references;
  gint64        *references[EQP_N_REFERENCES];
  gint           reference_k[EQP_N_REFERENCES];
};

static void table_model_init (EqpTableModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterPlotTable, eqp_presenter_plot_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

/* ---- One cell: a number, or a text ------------------------------------------------------------------------------ */

typedef struct
{
  gboolean    real;  /* else a count */
  double      value; /* NaN: nothing */
  const char *text;
} Cell;

static Cell
point_cell (EqpPresenterPlotTable *self,
            gint64                 row,
            gint64                 column)
{
  if (column == 0)
    return (Cell) { .value = (double) row + 1.0 };
  if (column <= self->n_coordinates)
    return (Cell) { .real = TRUE, .value = eqp_projection_get_xy (self->projection)[2 * row + column - 1] };
  if (column == self->cluster_column)
    return (Cell) { .value = eqp_labels_get (self->labels, row) + 1.0 };
  if (column == self->name_column)
    return (Cell) { .text = eqp_dataset_get_row_name (self->dataset, row) };
  return (Cell) { .text = eqp_dataset_get_class_name (self->dataset, eqp_dataset_get_labels (self->dataset)[row]) };
}

static Cell
step_cell (EqpPresenterPlotTable *self,
           gint64                 row,
           gint64                 column)
{
  const EqpStep *step = eqp_run_get_step (self->run, row);

  if (column == 0)
    return (Cell) { .value = (double) step->iteration };
  if (column == 1)
    return (Cell) { .real = TRUE, .value = step->objective };
  if (column == 2)
    return (Cell) { .real = TRUE, .value = step->data_term };
  if (column == 3 && self->penalty)
    return (Cell) { .real = TRUE, .value = step->penalty };
  return (Cell) { .value = step->moved >= 0 ? (double) step->moved : NAN };
}

static Cell
size_cell (EqpPresenterPlotTable *self,
           gint64                 row,
           gint64                 column)
{
  if (column == 0)
    return (Cell) { .value = (double) row + 1.0 };
  if (column == 1)
    return (Cell) { .value = row < self->k ? (double) self->sizes[row] : NAN };
  return (Cell) { .value = row < self->reference_k[column - 2] ? (double) self->references[column - 2][row] : NAN };
}

static Cell
get_cell (EqpPresenterPlotTable *self,
          gint64                 row,
          gint64                 column)
{
  switch (self->kind)
    {
    case EQP_PLOT_TABLE_POINTS:
      return point_cell (self, row, column);
    case EQP_PLOT_TABLE_OBJECTIVE:
      return step_cell (self, row, column);
    case EQP_PLOT_TABLE_SIZES:
    case EQP_PLOT_TABLE_N:
    default:
      return size_cell (self, row, column);
    }
}

/* ---- The table -------------------------------------------------------------------------------------------------- */

static gint64
get_n_rows (EqpTableModel *model)
{
  return EQP_PRESENTER_PLOT_TABLE (model)->n_rows;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return EQP_PRESENTER_PLOT_TABLE (model)->n_columns;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 1;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  return g_strdup (EQP_PRESENTER_PLOT_TABLE (model)->titles[column]);
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  return (double) CLAMP (g_utf8_strlen (EQP_PRESENTER_PLOT_TABLE (model)->titles[column], -1) + 1, 9, 24);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterPlotTable *self = EQP_PRESENTER_PLOT_TABLE (model);

  if (self->kind != EQP_PLOT_TABLE_POINTS)
    return 1.0;
  return column == self->class_column || column == self->name_column ? 0.0 : 1.0;
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterPlotTable *self = EQP_PRESENTER_PLOT_TABLE (model);
  Cell cell = get_cell (self, row, column);

  if (column == 0)
    *flags = EQP_CELL_DIM;
  if (cell.text != NULL)
    return g_strdup (cell.text);
  if (isnan (cell.value))
    return g_strdup ("–");
  if (!cell.real)
    return eqp_format_count ((gint64) cell.value);
  return self->decimals[column] >= 0 ? eqp_format_fixed (cell.value, self->decimals[column])
                                     : eqp_format_number (cell.value, DIGITS);
}

static char *
dup_exact (EqpTableModel *model,
           gint64         row,
           gint64         column)
{
  EqpPresenterPlotTable *self = EQP_PRESENTER_PLOT_TABLE (model);
  Cell cell = get_cell (self, row, column);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (cell.text != NULL)
    return g_strdup (cell.text);
  if (isnan (cell.value))
    return g_strdup ("");
  return g_strdup (g_ascii_formatd (number, sizeof number, self->kind == EQP_PLOT_TABLE_POINTS ? "%.9g" : "%.17g",
                                    cell.value));
}

static void
table_model_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->dup_exact = dup_exact;
}

static void
add_column (EqpPresenterPlotTable *self,
            const char            *title)
{
  self->titles[self->n_columns++] = g_strdup (title);
}

static void
take_points (EqpPresenterPlotTable *self,
             EqpWorkspace          *workspace)
{
  EqpProjection *projection = eqp_workspace_get_projection (workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);

  self->cluster_column = self->class_column = self->name_column = -1;
  if (projection == NULL || dataset == NULL || eqp_projection_get_n (projection) != eqp_dataset_get_n (dataset))
    return;
  self->projection = eqp_projection_ref (projection);
  self->dataset = eqp_dataset_ref (dataset);
  self->n_rows = eqp_projection_get_n (projection);
  add_column (self, _ ("Row"));
  add_column (self, eqp_projection_get_x_title (projection));
  if (eqp_projection_get_y_title (projection) != NULL)
    add_column (self, eqp_projection_get_y_title (projection));
  self->n_coordinates = (int) self->n_columns - 1;
  if (labels != NULL && eqp_labels_get_n (labels) == self->n_rows)
    {
      self->labels = eqp_labels_ref (labels);
      self->cluster_column = (int) self->n_columns;
      add_column (self, _ ("Cluster"));
    }
  if (eqp_dataset_get_labels (dataset) != NULL)
    {
      self->class_column = (int) self->n_columns;
      add_column (self, _ ("Class"));
    }
  if (eqp_dataset_get_row_name (dataset, 0) != NULL)
    {
      self->name_column = (int) self->n_columns;
      add_column (self, _ ("Name"));
    }
}

static void
take_steps (EqpPresenterPlotTable *self,
            EqpWorkspace          *workspace)
{
  EqpRun *run = eqp_workspace_get_run (workspace);

  if (run == NULL)
    return;
  self->run = g_object_ref (run);
  self->n_rows = eqp_run_get_n_steps (run);
  self->penalty = (eqp_run_get_solver (run)->flags & EQP_SOLVER_USES_GAMMA) != 0;
  add_column (self, _ ("Iteration"));
  add_column (self, _ ("Objective"));
  add_column (self, eqp_presenter_data_term_name (eqp_run_get_solver (run)));
  if (self->penalty)
    add_column (self, _ ("Balance Penalty"));
  add_column (self, _ ("Rows Moved"));
}

static void
take_sizes (EqpPresenterPlotTable *self,
            EqpWorkspace          *workspace)
{
  const EqpMeasures *measures = eqp_workspace_get_measures (workspace);
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &self->k);

  if (sizes == NULL)
    return;
  self->sizes = g_memdup2 (sizes, sizeof (gint64) * (gsize) self->k);
  self->n_rows = self->k;
  add_column (self, _ ("Cluster"));
  add_column (self, _ ("Rows"));
  for (int which = 0; measures != NULL && which < EQP_N_REFERENCES; which++)
    {
      const EqpReferenceSizes *reference = &measures->references[which];
      int place = self->n_references;

      if (reference->labels == NULL || reference->sizes == NULL)
        continue;
      self->references[place] = g_memdup2 (reference->sizes, sizeof (gint64) * (gsize) reference->k);
      self->reference_k[place] = reference->k;
      self->n_references++;
      self->n_rows = MAX (self->n_rows, reference->k);
      add_column (self, eqp_presenter_reference_name (which));
    }
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_presenter_plot_table_finalize (GObject *object)
{
  EqpPresenterPlotTable *self = EQP_PRESENTER_PLOT_TABLE (object);

  for (gint64 column = 0; column < self->n_columns; column++)
    g_free (self->titles[column]);
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
  g_clear_pointer (&self->projection, eqp_projection_unref);
  g_clear_pointer (&self->labels, eqp_labels_unref);
  g_clear_object (&self->run);
  g_free (self->sizes);
  for (int r = 0; r < EQP_N_REFERENCES; r++)
    g_free (self->references[r]);

  G_OBJECT_CLASS (eqp_presenter_plot_table_parent_class)->finalize (object);
}

static void
eqp_presenter_plot_table_class_init (EqpPresenterPlotTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_plot_table_finalize;
}

static void
eqp_presenter_plot_table_init (EqpPresenterPlotTable *self)
{
}

/* As many digits as the largest number of the column needs. O(rows). */
static void
choose_decimals (EqpPresenterPlotTable *self)
{
  for (gint64 column = 0; column < self->n_columns; column++)
    {
      double largest = 0.0;

      for (gint64 row = 0; row < self->n_rows; row++)
        {
          Cell cell = get_cell (self, row, column);

          if (!cell.real)
            break;
          largest = isfinite (cell.value) ? MAX (largest, fabs (cell.value)) : largest;
        }
      self->decimals[column] =
          largest >= 1e-3 && largest < 1e12 ? MAX (0, DIGITS - 1 - (int) floor (log10 (largest))) : -1;
    }
}

/**
 * eqp_presenter_plot_table_new:
 * @workspace: what is shown
 * @kind: by which plot
 *
 * Returns: (transfer full): the table of the plot as it is now; it does not follow
 */
EqpPresenterPlotTable *
eqp_presenter_plot_table_new (EqpWorkspace     *workspace,
                              EqpPlotTableKind  kind)
{
  EqpPresenterPlotTable *self = g_object_new (EQP_TYPE_PRESENTER_PLOT_TABLE, NULL);

  self->kind = kind;
  if (kind == EQP_PLOT_TABLE_POINTS)
    take_points (self, workspace);
  else if (kind == EQP_PLOT_TABLE_OBJECTIVE)
    take_steps (self, workspace);
  else
    take_sizes (self, workspace);
  choose_decimals (self);
  return self;
}
