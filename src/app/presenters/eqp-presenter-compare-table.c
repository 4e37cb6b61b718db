/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the Compare page shows, as tables: measures side by side with the better value marked, sizes, the clusters of
 * two runs against each other, the rows that changed sides, and the points. They are as things are when they are made.
 */
#include "config.h"

#include "eqp-presenter-compare-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-presenter-measures.h"
#include "eqp-study-kept.h"

/* A row of the measures: a setting in words, or a number of each run. */
typedef struct
{
  char           *name;
  char           *texts[EQP_COMPARE_MAX_RUNS];
  double          values[EQP_COMPARE_MAX_RUNS];
  EqpMeasureKind  kind;
  EqpBetter       better;
} Measure;

struct _EqpPresenterCompareTable
{
  GObject              parent_instance;

  EqpCompareTableKind  kind;
  gint64               n_rows;
  GPtrArray           *titles;  /* char* */
  guint                n_runs;
  gint                 k;

  GArray              *measures; /* Measure */
  gint64              *numbers;  /* sizes or clusters: n_rows x (columns - 1) */

  EqpMovedRow         *moved;
  gboolean             priced;

  EqpDataset          *dataset;  /* of changes and points, whose classes are shown */
  EqpProjection       *projection;
  EqpLabels           *labels[EQP_COMPARE_MAX_RUNS];
  int                  coordinates;
};

/* ---- One cell --------------------------------------------------------------------------------------------------- */

typedef struct
{
  int         digits; /* 0: a count; negative: so many decimals */
  double      value;  /* NaN: nothing */
  const char *text;
} Cell;

static int
measure_digits (const Measure *measure)
{
  return measure->kind == EQP_MEASURE_COUNT ? 0 : measure->kind == EQP_MEASURE_SHARE ? -4 : 6;
}

static const char *
class_of (EqpPresenterCompareTable *self,
          gint64                    row)
{
  return eqp_dataset_get_class_name (self->dataset, eqp_dataset_get_labels (self->dataset)[row]);
}

static Cell
change_cell (EqpPresenterCompareTable *self,
             gint64                    row,
             gint64                    column)
{
  const EqpMovedRow *moved = &self->moved[row];

  switch (column)
    {
    case 0:
      return (Cell){ .value = (double) moved->row + 1.0 };
    case 1:
      return (Cell){ .value = moved->from + 1.0 };
    case 2:
      return (Cell){ .value = moved->to + 1.0 };
    case 3:
      if (self->priced)
        return (Cell){ .digits = 5, .value = moved->cost };
      return (Cell){ .text = class_of (self, moved->row) };
    default:
      return (Cell){ .text = class_of (self, moved->row) };
    }
}

static Cell
point_cell (EqpPresenterCompareTable *self,
            gint64                    row,
            gint64                    column)
{
  if (column == 0)
    return (Cell){ .value = (double) row + 1.0 };
  if (column <= self->coordinates)
    return (Cell){ .digits = 6, .value = eqp_projection_get_xy (self->projection)[2 * row + column - 1] };
  column -= self->coordinates + 1;
  if (column < self->n_runs)
    return (Cell){ .value = eqp_labels_get (self->labels[column], row) + 1.0 };
  return (Cell){ .text = class_of (self, row) };
}

static Cell
get_cell (EqpPresenterCompareTable *self,
          gint64                    row,
          gint64                    column)
{
  const Measure *measure;

  switch (self->kind)
    {
    case EQP_COMPARE_TABLE_MEASURES:
      measure = &g_array_index (self->measures, Measure, row);
      if (column == 0)
        return (Cell){ .text = measure->name };
      if (measure->texts[column - 1] != NULL)
        return (Cell){ .text = measure->texts[column - 1] };
      return (Cell){ .digits = measure_digits (measure), .value = measure->values[column - 1] };
    case EQP_COMPARE_TABLE_CHANGES:
      return change_cell (self, row, column);
    case EQP_COMPARE_TABLE_POINTS:
      return point_cell (self, row, column);
    case EQP_COMPARE_TABLE_SIZES:
    case EQP_COMPARE_TABLE_CLUSTERS:
    default:
      if (column == 0)
        return (Cell){ .value = (double) row + 1.0 };
      return (Cell){ .value = (double) self->numbers[row * ((gint64) self->titles->len - 1) + column - 1] };
    }
}

/* Whether it is the best of the runs, and not all are as good. */
static gboolean
is_best (EqpPresenterCompareTable *self,
         gint64                    row,
         gint64                    column)
{
  const Measure *measure;
  double best = NAN, worst = NAN, value;

  if (self->kind != EQP_COMPARE_TABLE_MEASURES || column == 0)
    return FALSE;
  measure = &g_array_index (self->measures, Measure, row);
  value = measure->values[column - 1];
  if (measure->better == EQP_BETTER_NONE || isnan (value))
    return FALSE;
  for (guint i = 0; i < self->n_runs; i++)
    {
      best = isnan (best) || measure->values[i] > best ? measure->values[i] : best;
      worst = isnan (worst) || measure->values[i] < worst ? measure->values[i] : worst;
    }
  return best > worst && value == (measure->better == EQP_BETTER_HIGH ? best : worst);
}

/* ---- The table -------------------------------------------------------------------------------------------------- */

static gint64
get_n_rows (EqpTableModel *model)
{
  return EQP_PRESENTER_COMPARE_TABLE (model)->n_rows;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return EQP_PRESENTER_COMPARE_TABLE (model)->titles->len;
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
  return g_strdup (g_ptr_array_index (EQP_PRESENTER_COMPARE_TABLE (model)->titles, column));
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterCompareTable *self = EQP_PRESENTER_COMPARE_TABLE (model);
  const char *title = g_ptr_array_index (self->titles, column);

  if (self->kind == EQP_COMPARE_TABLE_MEASURES)
    return column == 0 ? 14.0 : CLAMP (0.9 * (double) g_utf8_strlen (title, -1) + 1.0, 14.5, 23.0);
  if (self->kind == EQP_COMPARE_TABLE_CLUSTERS && column > 0)
    return 7.0;
  if (g_str_equal (title, _ ("Class")))
    return 12.0;
  if (column == 0 && self->dataset != NULL)
    return MAX (5.0, 1.5 + 1.4 * log10 (1.0 + (double) eqp_dataset_get_n (self->dataset)));
  return (double) CLAMP (g_utf8_strlen (title, -1) + 1, self->kind == EQP_COMPARE_TABLE_CHANGES ? 5 : 8, 24);
}

/* In a narrow window names of measures leave room for a run beside them. */
static double
get_most_width (EqpTableModel *model,
                gint64         column)
{
  return EQP_PRESENTER_COMPARE_TABLE (model)->kind == EQP_COMPARE_TABLE_MEASURES ? 22.0 : get_width (model, column);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterCompareTable *self = EQP_PRESENTER_COMPARE_TABLE (model);
  gboolean words = self->kind == EQP_COMPARE_TABLE_MEASURES ? column == 0
                   : self->dataset != NULL && eqp_dataset_get_labels (self->dataset) != NULL
                       ? column == self->titles->len - 1
                       : FALSE;

  return words ? 0.0 : 1.0;
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterCompareTable *self = EQP_PRESENTER_COMPARE_TABLE (model);
  Cell cell = get_cell (self, row, column);
  g_autofree char *text = NULL;

  if (column == 0)
    *flags = EQP_CELL_DIM;
  if (cell.text != NULL)
    return g_strdup (cell.text);
  if (isnan (cell.value))
    return g_strdup ("–");
  text = cell.digits == 0   ? eqp_format_count ((gint64) cell.value)
         : cell.digits < 0 ? eqp_format_fixed (cell.value, -cell.digits)
                           : eqp_format_number (cell.value, cell.digits);
  if (self->kind == EQP_COMPARE_TABLE_CLUSTERS && column == row + 1)
    *flags = EQP_CELL_STRONG;
  else if (self->kind == EQP_COMPARE_TABLE_CLUSTERS && column > 0 && cell.value == 0.0)
    *flags = EQP_CELL_DIM;
  if (!is_best (self, row, column))
    return g_steal_pointer (&text);
  *flags = EQP_CELL_STRONG;
  /* Told by more than its weight. */
  return g_strdup_printf ("★ %s", text);
}

static char *
dup_exact (EqpTableModel *model,
           gint64         row,
           gint64         column)
{
  EqpPresenterCompareTable *self = EQP_PRESENTER_COMPARE_TABLE (model);
  Cell cell = get_cell (self, row, column);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (cell.text != NULL)
    return g_strdup (cell.text);
  if (isnan (cell.value))
    return g_strdup ("");
  return g_strdup (g_ascii_formatd (number, sizeof number, self->kind == EQP_COMPARE_TABLE_POINTS ? "%.9g" : "%.17g",
                                    cell.value));
}

static char *
dup_summary (EqpTableModel *model,
             gint64         row)
{
  EqpPresenterCompareTable *self = EQP_PRESENTER_COMPARE_TABLE (model);
  GString *text = g_string_new (NULL);

  for (guint column = 0; column < self->titles->len; column++)
    {
      EqpCellFlags flags = EQP_CELL_NORMAL;
      g_autofree char *value = dup_text (model, row, column, &flags);

      if (self->kind == EQP_COMPARE_TABLE_MEASURES && column == 0)
        g_string_append (text, value);
      else
        g_string_append_printf (text, "%s%s %s", column > 0 ? ", " : "",
                                (char *) g_ptr_array_index (self->titles, column), value);
      if (is_best (self, row, column))
        g_string_append_printf (text, " (%s)", _ ("best"));
    }
  return g_string_free (text, FALSE);
}

static void
table_model_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_most_width = get_most_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->dup_exact = dup_exact;
  iface->dup_summary = dup_summary;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterCompareTable, eqp_presenter_compare_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
measure_clear (gpointer data)
{
  Measure *measure = data;

  g_free (measure->name);
  for (int i = 0; i < EQP_COMPARE_MAX_RUNS; i++)
    g_free (measure->texts[i]);
}

/* ---- Filling ---------------------------------------------------------------------------------------------------- */

static void
add_title (EqpPresenterCompareTable *self,
           const char               *title)
{
  g_ptr_array_add (self->titles, g_strdup (title));
}

static void
add_run_titles (EqpPresenterCompareTable *self,
                EqpCompareModel          *model)
{
  for (guint i = 0; i < self->n_runs; i++)
    g_ptr_array_add (self->titles, eqp_run_record_dup_title (eqp_compare_model_get_record (model, i)));
}

static Measure
new_measure (const char *name)
{
  Measure measure = { .name = g_strdup (name) };

  for (int i = 0; i < EQP_COMPARE_MAX_RUNS; i++)
    measure.values[i] = NAN;
  return measure;
}

static void
add_settings (EqpPresenterCompareTable *self,
              EqpCompareModel          *model)
{
  Measure method = new_measure (_ ("Method")), k = new_measure (_ ("Clusters K"));
  Measure relative = new_measure (_ ("Relative gamma")), gamma = new_measure (_ ("Gamma"));
  Measure seed = new_measure (_ ("Seed")), objective = new_measure (_ ("Objective"));
  Measure iterations = new_measure (_ ("Iterations")), seconds = new_measure (_ ("Seconds"));

  k.kind = iterations.kind = EQP_MEASURE_COUNT;
  relative.kind = gamma.kind = objective.kind = seconds.kind = EQP_MEASURE_AMOUNT;
  for (guint i = 0; i < self->n_runs; i++)
    {
      EqpRunRecord *record = eqp_compare_model_get_record (model, i);
      const EqpRunFacts *facts = eqp_run_record_get_facts (record);
      gboolean uses_gamma = facts->solver != NULL && (facts->solver->flags & EQP_SOLVER_USES_GAMMA) != 0;

      method.texts[i] = g_strdup (facts->solver != NULL ? _ (facts->solver->name) : _ ("made elsewhere"));
      k.values[i] = facts->k;
      relative.values[i] = facts->gamma_rel;
      gamma.values[i] = uses_gamma ? facts->params.gamma : NAN;
      objective.values[i] = facts->objective;
      if (facts->solver == NULL)
        continue;
      seed.texts[i] = g_strdup_printf ("%" G_GUINT64_FORMAT, facts->params.seed);
      iterations.values[i] = (double) facts->iterations;
      seconds.values[i] = facts->seconds;
    }
  g_array_append_val (self->measures, method);
  g_array_append_val (self->measures, k);
  g_array_append_val (self->measures, relative);
  g_array_append_val (self->measures, gamma);
  g_array_append_val (self->measures, seed);
  g_array_append_val (self->measures, objective);
  g_array_append_val (self->measures, iterations);
  g_array_append_val (self->measures, seconds);
}

static gboolean
takes (const EqpRunFacts *facts,
       const EqpParam    *param)
{
  return facts->solver != NULL && eqp_solver_takes (facts->solver, param);
}

/* A parameter that all leave as it usually is says nothing. */
static void
add_param (EqpPresenterCompareTable *self,
           EqpCompareModel          *model,
           const EqpParam           *param)
{
  Measure measure;
  gboolean unusual = FALSE;

  for (guint i = 0; i < self->measures->len; i++)
    if (g_strcmp0 (g_array_index (self->measures, Measure, i).name, _ (param->label)) == 0)
      return;
  measure = new_measure (_ (param->label));
  for (guint i = 0; i < self->n_runs; i++)
    {
      const EqpRunFacts *facts = eqp_run_record_get_facts (eqp_compare_model_get_record (model, i));

      measure.texts[i] = takes (facts, param) ? eqp_param_dup_shown (param, &facts->params) : g_strdup ("–");
      unusual |= takes (facts, param) && !eqp_param_is_usual (param, &facts->params);
    }
  if (unusual)
    g_array_append_val (self->measures, measure);
  else
    measure_clear (&measure);
}

static void
add_params (EqpPresenterCompareTable *self,
            EqpCompareModel          *model)
{
  Measure preparation = new_measure (_ ("Preparation"));
  gboolean prepared = FALSE;

  for (guint i = 0; i < self->n_runs; i++)
    {
      const EqpRunFacts *facts = eqp_run_record_get_facts (eqp_compare_model_get_record (model, i));
      const EqpParam *const *param = facts->solver != NULL ? facts->solver->params : NULL;

      preparation.texts[i] = eqp_preparation_dup_name (&facts->preparation);
      prepared |= !eqp_preparation_is_none (&facts->preparation);
      for (; param != NULL && *param != NULL; param++)
        if ((*param)->label != NULL)
          add_param (self, model, *param);
    }
  if (prepared)
    g_array_append_val (self->measures, preparation);
  else
    measure_clear (&preparation);
}

static void
fill_measures (EqpPresenterCompareTable *self,
               EqpCompareModel          *model)
{
  add_title (self, _ ("Measure"));
  add_run_titles (self, model);
  add_settings (self, model);
  add_params (self, model);
  for (int id = 0; id < EQP_N_MEASURES; id++)
    {
      const EqpMeasure *card = eqp_measure_get (id);
      g_autofree char *name = eqp_presenter_measure_dup_name (id);
      Measure measure = new_measure (name);
      gboolean known = FALSE;

      measure.kind = card->kind;
      measure.better = card->better;
      for (guint i = 0; i < self->n_runs; i++)
        {
          measure.values[i] = eqp_run_record_get_measure (eqp_compare_model_get_record (model, i), id);
          known |= !isnan (measure.values[i]);
        }
      if (known)
        g_array_append_val (self->measures, measure);
      else
        g_free (measure.name);
    }
  self->n_rows = self->measures->len;
}

static void
fill_sizes (EqpPresenterCompareTable *self,
            EqpCompareModel          *model,
            const EqpComparison      *comparison)
{
  add_title (self, _ ("Cluster"));
  add_run_titles (self, model);
  self->n_rows = comparison->k;
  self->numbers = g_new (gint64, MAX (1, (gsize) comparison->k * comparison->n_runs));
  for (gint c = 0; c < comparison->k; c++)
    for (guint i = 0; i < comparison->n_runs; i++)
      self->numbers[(gsize) c * comparison->n_runs + i] = comparison->sizes[i][c];
}

static void
fill_clusters (EqpPresenterCompareTable *self,
               EqpCompareModel          *model,
               const EqpComparison      *comparison)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *title = NULL;

  if (comparison->table == NULL)
    return;
  first = eqp_run_record_dup_title (eqp_compare_model_get_record (model, comparison->first));
  second = eqp_run_record_dup_title (eqp_compare_model_get_record (model, comparison->second));
  /* Translators: heading of a table: a run whose clusters stand down, and one whose clusters stand across. */
  title = g_strdup_printf (_ ("%s ↓ %s →"), first, second);
  add_title (self, title);
  for (gint c = 0; c < comparison->k; c++)
    g_ptr_array_add (self->titles, eqp_format_count (c + 1));
  self->n_rows = comparison->k;
  self->numbers = g_memdup2 (comparison->table, sizeof (gint64) * (gsize) comparison->k * (gsize) comparison->k);
}

/* from: -1: all */
static void
fill_changes (EqpPresenterCompareTable *self,
              const EqpComparison      *comparison,
              gint                      from,
              gint                      to)
{
  if (comparison->moved == NULL || comparison->first == comparison->second)
    return;
  self->moved = g_try_new (EqpMovedRow, MAX (1, comparison->n_moved));
  if (self->moved == NULL)
    return;
  for (gint64 i = 0; i < comparison->n_moved; i++)
    if (from < 0 || (comparison->moved[i].from == from && comparison->moved[i].to == to))
      self->moved[self->n_rows++] = comparison->moved[i];
  self->priced = comparison->n_moved > 0 && !isnan (comparison->moved[0].cost);
  add_title (self, _ ("Row"));
  add_title (self, _ ("From"));
  add_title (self, _ ("To"));
  if (self->priced)
    add_title (self, comparison->by_edges ? _ ("Edge weight lost") : _ ("Distance² added"));
  if (eqp_dataset_get_labels (self->dataset) != NULL)
    add_title (self, _ ("Class"));
}

static void
fill_points (EqpPresenterCompareTable *self,
             EqpCompareModel          *model,
             const EqpComparison      *comparison)
{
  EqpProjection *projection = eqp_workspace_get_projection (eqp_compare_model_get_workspace (model));

  self->n_rows = comparison->n;
  add_title (self, _ ("Row"));
  if (projection != NULL && eqp_projection_get_n (projection) == comparison->n &&
      eqp_projection_get_x_title (projection) != NULL)
    {
      self->projection = eqp_projection_ref (projection);
      self->coordinates = eqp_projection_get_y_title (projection) != NULL ? 2 : 1;
      add_title (self, eqp_projection_get_x_title (projection));
      if (self->coordinates == 2)
        add_title (self, eqp_projection_get_y_title (projection));
    }
  for (guint i = 0; i < comparison->n_runs; i++)
    self->labels[i] = eqp_labels_ref (comparison->labels[i]);
  add_run_titles (self, model);
  if (eqp_dataset_get_labels (self->dataset) != NULL)
    add_title (self, _ ("Class"));
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_presenter_compare_table_finalize (GObject *object)
{
  EqpPresenterCompareTable *self = EQP_PRESENTER_COMPARE_TABLE (object);

  g_ptr_array_unref (self->titles);
  g_array_unref (self->measures);
  g_free (self->numbers);
  g_free (self->moved);
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
  eqp_projection_unref (self->projection);
  for (int i = 0; i < EQP_COMPARE_MAX_RUNS; i++)
    eqp_labels_unref (self->labels[i]);

  G_OBJECT_CLASS (eqp_presenter_compare_table_parent_class)->finalize (object);
}

static void
eqp_presenter_compare_table_class_init (EqpPresenterCompareTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_compare_table_finalize;
}

static void
eqp_presenter_compare_table_init (EqpPresenterCompareTable *self)
{
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->measures = g_array_new (FALSE, FALSE, sizeof (Measure));
  g_array_set_clear_func (self->measures, measure_clear);
}

static EqpPresenterCompareTable *
make (EqpCompareModel     *model,
      EqpCompareTableKind  kind,
      gint                 from,
      gint                 to)
{
  EqpPresenterCompareTable *self = g_object_new (EQP_TYPE_PRESENTER_COMPARE_TABLE, NULL);
  const EqpComparison *comparison = eqp_compare_model_get_comparison (model);
  EqpDataset *dataset = eqp_workspace_get_dataset (eqp_compare_model_get_workspace (model));

  self->kind = kind;
  if (comparison == NULL || dataset == NULL || comparison->n != eqp_dataset_get_n (dataset))
    return self;
  self->n_runs = comparison->n_runs;
  self->k = comparison->k;
  if (kind == EQP_COMPARE_TABLE_CHANGES || kind == EQP_COMPARE_TABLE_POINTS)
    self->dataset = eqp_dataset_ref (dataset);
  if (kind == EQP_COMPARE_TABLE_MEASURES)
    fill_measures (self, model);
  else if (kind == EQP_COMPARE_TABLE_SIZES)
    fill_sizes (self, model, comparison);
  else if (kind == EQP_COMPARE_TABLE_CLUSTERS)
    fill_clusters (self, model, comparison);
  else if (kind == EQP_COMPARE_TABLE_CHANGES)
    fill_changes (self, comparison, from, to);
  else
    fill_points (self, model, comparison);
  return self;
}

/**
 * eqp_presenter_compare_table_new:
 * @model: what is compared
 * @kind: what to show of it
 *
 * Returns: (transfer full): the table as it is now; it does not follow, and is empty where there is nothing to show
 */
EqpPresenterCompareTable *
eqp_presenter_compare_table_new (EqpCompareModel     *model,
                                 EqpCompareTableKind  kind)
{
  return make (model, kind, -1, -1);
}

/**
 * eqp_presenter_compare_table_new_flow:
 * @model: what is compared
 * @from: a cluster of the first run
 * @to: a cluster of the second one
 *
 * Returns: (transfer full): the rows that change from one to the other
 */
EqpPresenterCompareTable *
eqp_presenter_compare_table_new_flow (EqpCompareModel *model,
                                      gint             from,
                                      gint             to)
{
  return make (model, EQP_COMPARE_TABLE_CHANGES, from, to);
}

/**
 * eqp_presenter_compare_table_get_row:
 * @self: a table of changes or points
 * @row: one of its rows
 *
 * Returns: which row of the data it is about; -1 where there is none
 */
gint64
eqp_presenter_compare_table_get_row (EqpPresenterCompareTable *self,
                                     gint64                    row)
{
  if (row < 0 || row >= self->n_rows)
    return -1;
  return self->kind == EQP_COMPARE_TABLE_CHANGES  ? self->moved[row].row
         : self->kind == EQP_COMPARE_TABLE_POINTS ? row
                                                  : -1;
}

/**
 * eqp_presenter_compare_table_find:
 * @self: a table of changes or points
 * @row: a row of the data
 *
 * Returns: which row of the table is about it; -1: none. O(rows)
 */
gint64
eqp_presenter_compare_table_find (EqpPresenterCompareTable *self,
                                  gint64                    row)
{
  for (gint64 i = 0; i < self->n_rows; i++)
    if (eqp_presenter_compare_table_get_row (self, i) == row)
      return row >= 0 ? i : -1;
  return -1;
}
