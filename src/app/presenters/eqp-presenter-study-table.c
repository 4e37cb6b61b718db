/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study as tables: means of each gamma, each run, and the pieces of the path with their sizes. */
#include "config.h"

#include "eqp-presenter-study-table.h"

#include <glib/gi18n.h>
#include <math.h>

/* Numbers of a run, or their means: the columns between the first and the last ones. */
static const struct
{
  guint       quantity;
  const char *title;
  double      width;
  int         decimals; /* negative: significant digits */
} quantities[] = {
  { EQP_QUANTITY_DATA_TERM, NULL, 10, -6 }, /* SSE or cut */
  { EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SUM_SQUARED, N_ ("Σ n²"), 11, -7 },
  { EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_MAX_MINUS_MIN, N_ ("Max − min"), 9, -4 },
  { EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SIZE_ENTROPY, N_ ("Entropy"), 8, 4 },
  { EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_ACC, N_ ("ACC"), 6, 3 },
  { EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_NMI, N_ ("NMI"), 6, 3 },
  { EQP_QUANTITY_SECONDS, N_ ("Seconds"), 8, 3 },
  { EQP_N_QUANTITIES, N_ ("Stability"), 8, 3 }, /* of groups only */
};

enum {
  COLUMN_GAMMA,
  COLUMN_FIRST_QUANTITY,
  COLUMN_METHOD = COLUMN_FIRST_QUANTITY + G_N_ELEMENTS (quantities),
  COLUMN_SEED,    /* of groups: how many runs are done */
  COLUMN_RAW,
  N_COLUMNS
};

/* Of the path. */
enum {
  PATH_FROM,
  PATH_DATA_TERM,
  PATH_SQUARES,
  PATH_SPAN,
  PATH_ACC,
  PATH_NMI,
  PATH_MOVED,
  PATH_RAW,
  PATH_FIRST_SIZE
};

struct _EqpPresenterStudyTable
{
  GObject            parent_instance;

  EqpStudyModel     *model;
  EqpStudyTableKind  kind;
  GPtrArray         *rows;   /* EqpStudyRow of the runs that are done; borrowed from the study */
  EqpStudyKept      *kept;   /* shown in place of the study of the model; NULL: none is */
};

static const EqpStudyTable *
get_table (EqpPresenterStudyTable *self)
{
  return self->kept != NULL ? self->kept->table : eqp_study_model_get_table (self->model);
}

static const EqpPathStream *
get_path (EqpPresenterStudyTable *self,
          double                 *unit)
{
  return eqp_study_model_get_stream (self->model, unit);
}

static guint
group_of (EqpPresenterStudyTable *self,
          gint64                  row)
{
  const EqpStudyTable *table = get_table (self);

  if (self->kind == EQP_STUDY_TABLE_GROUPS)
    return (guint) row;
  return eqp_study_plan_get_group (table->plan, ((const EqpStudyRow *) g_ptr_array_index (self->rows, row))->cell);
}

static gint64
get_n_rows (EqpTableModel *model)
{
  EqpPresenterStudyTable *self = EQP_PRESENTER_STUDY_TABLE (model);
  const EqpStudyTable *table = get_table (self);
  double unit;

  if (self->kind == EQP_STUDY_TABLE_PATH)
    return get_path (self, &unit) != NULL ? get_path (self, &unit)->n_pieces : 0;
  return table == NULL ? 0 : self->kind == EQP_STUDY_TABLE_GROUPS ? table->n_groups : self->rows->len;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  EqpPresenterStudyTable *self = EQP_PRESENTER_STUDY_TABLE (model);
  double unit;

  if (self->kind == EQP_STUDY_TABLE_PATH)
    return PATH_FIRST_SIZE + (get_path (self, &unit) != NULL ? get_path (self, &unit)->k : 0);
  return N_COLUMNS;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 1;
}

/* The data term by the name that it has in the family studied. */
static const char *
data_title (EqpPresenterStudyTable *self)
{
  const EqpStudyTable *table = get_table (self);
  const EqpSolver *solver = self->kind != EQP_STUDY_TABLE_PATH && table != NULL && table->n_groups > 0
                                ? eqp_solver_find (table->groups[0].method)
                                : eqp_study_model_get_solver (self->model);

  return solver != NULL && solver->family == EQP_FAMILY_GRAPH ? _ ("Cut") : _ ("SSE");
}

static char *
dup_path_title (EqpPresenterStudyTable *self,
                gint64                  column)
{
  static const char *const titles[] = { N_ ("From γ rel."), "", N_ ("Σ n²"), N_ ("Max − min"),
                                        N_ ("ACC"), N_ ("NMI"), N_ ("Moved"), N_ ("From γ") };

  if (column == PATH_DATA_TERM)
    return g_strdup (data_title (self));
  if (column < PATH_FIRST_SIZE)
    return g_strdup (_ (titles[column]));
  /* Translators: heading of the sizes of a cluster. */
  return g_strdup_printf (_ ("Cluster %d"), (int) (column - PATH_FIRST_SIZE) + 1);
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterStudyTable *self = EQP_PRESENTER_STUDY_TABLE (model);

  if (self->kind == EQP_STUDY_TABLE_PATH)
    return dup_path_title (self, column);
  switch (column)
    {
    case COLUMN_GAMMA:
      return g_strdup (_ ("γ rel."));
    case COLUMN_METHOD:
      return g_strdup (_ ("Method"));
    case COLUMN_SEED:
      return g_strdup (self->kind == EQP_STUDY_TABLE_GROUPS ? _ ("Runs") : _ ("Seed"));
    case COLUMN_RAW:
      return g_strdup (_ ("γ"));
    case COLUMN_FIRST_QUANTITY:
      return g_strdup (data_title (self));
    default:
      return g_strdup (_ (quantities[column - COLUMN_FIRST_QUANTITY].title));
    }
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  if (EQP_PRESENTER_STUDY_TABLE (model)->kind == EQP_STUDY_TABLE_PATH)
    return column == PATH_ACC || column == PATH_NMI ? 6.0
           : column < PATH_SPAN                     ? eqp_table_model_fit_width (model, column, 10.0)
                                                    : 9.0;
  return column == COLUMN_GAMMA    ? 9.0
         : column == COLUMN_METHOD ? 14.0
         : column == COLUMN_SEED   ? 6.0
         : column == COLUMN_RAW    ? 9.0
                                   : eqp_table_model_fit_width (model, column,
                                                                quantities[column - COLUMN_FIRST_QUANTITY].width);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return EQP_PRESENTER_STUDY_TABLE (model)->kind != EQP_STUDY_TABLE_PATH && column == COLUMN_METHOD ? 0.0 : 1.0;
}

static double
get_path_measure (const EqpPathStream *stream,
                  gint64               row,
                  EqpMeasureId         measure)
{
  return stream->measures[row * EQP_N_MEASURES + measure];
}

static double
get_path_value (EqpPresenterStudyTable *self,
                gint64                  row,
                gint64                  column)
{
  double unit;
  const EqpPathStream *stream = get_path (self, &unit);

  switch (column)
    {
    case PATH_FROM:
      return unit > 0.0 ? stream->from[row] / unit : NAN;
    case PATH_RAW:
      return stream->from[row];
    case PATH_DATA_TERM:
      return stream->data_term[row];
    case PATH_SQUARES:
      return stream->squares[row];
    case PATH_SPAN:
      return get_path_measure (stream, row, EQP_MEASURE_MAX_MINUS_MIN);
    case PATH_ACC:
      return get_path_measure (stream, row, EQP_MEASURE_ACC);
    case PATH_NMI:
      return get_path_measure (stream, row, EQP_MEASURE_NMI);
    case PATH_MOVED:
      return (double) stream->moved[row];
    default:
      return (double) stream->sizes[row * stream->k + column - PATH_FIRST_SIZE];
    }
}

static gboolean
uses_gamma (const char *method)
{
  const EqpSolver *solver = eqp_solver_find (method);

  return solver != NULL && (solver->flags & EQP_SOLVER_USES_GAMMA) != 0;
}

/* NAN: there is none */
static double
get_value (EqpPresenterStudyTable *self,
           gint64                  row,
           gint64                  column)
{
  const EqpStudyTable *table = get_table (self);
  const EqpTableGroup *group;
  const double *stability = self->kept != NULL ? self->kept->stability : eqp_study_model_get_stability (self->model);
  const EqpStudyRow *run = self->kind == EQP_STUDY_TABLE_RUNS ? g_ptr_array_index (self->rows, row) : NULL;
  guint quantity;

  if (self->kind == EQP_STUDY_TABLE_PATH)
    return get_path_value (self, row, column);
  group = &table->groups[group_of (self, row)];
  if (column == COLUMN_GAMMA)
    return uses_gamma (group->method) ? group->gamma_rel : NAN;
  if (column == COLUMN_RAW)
    return uses_gamma (group->method) ? group->gamma : NAN;
  if (column == COLUMN_SEED)
    return run != NULL ? (double) eqp_study_plan_get_seed (table->plan, run->cell) : group->done;
  quantity = quantities[column - COLUMN_FIRST_QUANTITY].quantity;
  if (quantity == EQP_N_QUANTITIES)
    return stability != NULL ? stability[group_of (self, row)] : NAN;
  return run != NULL ? run->values[quantity] : group->mean[quantity];
}

static const char *
get_method (EqpPresenterStudyTable *self,
            gint64                  row)
{
  const char *id = get_table (self)->groups[group_of (self, row)].method;
  const EqpSolver *solver = eqp_solver_find (id);

  return solver != NULL ? _ (solver->name) : id;
}

static char *
dup_path_value (double value,
                gint64 column)
{
  switch (column)
    {
    case PATH_FROM:
    case PATH_RAW:
      return eqp_format_number (value, 4);
    case PATH_DATA_TERM:
      return eqp_format_number (value, 7);
    case PATH_ACC:
    case PATH_NMI:
      return eqp_format_fixed (value, 3);
    default:
      return eqp_format_number (value, 9);
    }
}

static char *
dup_value (EqpPresenterStudyTable *self,
           gint64                  row,
           gint64                  column)
{
  double value = get_value (self, row, column);
  int decimals;

  if (isnan (value))
    return g_strdup ("–");
  if (self->kind == EQP_STUDY_TABLE_PATH)
    return dup_path_value (value, column);
  if (column < COLUMN_FIRST_QUANTITY || column >= COLUMN_METHOD)
    return eqp_format_number (value, column == COLUMN_SEED ? 15 : 4);
  decimals = quantities[column - COLUMN_FIRST_QUANTITY].decimals;
  return decimals < 0 ? eqp_format_number (value, -decimals) : eqp_format_fixed (value, decimals);
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterStudyTable *self = EQP_PRESENTER_STUDY_TABLE (model);

  if (self->kind != EQP_STUDY_TABLE_PATH && column == COLUMN_METHOD)
    return g_strdup (get_method (self, row));
  /* What has no gamma says instead what it is. */
  if (self->kind != EQP_STUDY_TABLE_PATH && column == COLUMN_GAMMA && isnan (get_value (self, row, column)))
    return g_strdup (get_method (self, row));
  return dup_value (self, row, column);
}

static char *
dup_exact (EqpTableModel *model,
           gint64         row,
           gint64         column)
{
  EqpPresenterStudyTable *self = EQP_PRESENTER_STUDY_TABLE (model);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double value;

  if (self->kind != EQP_STUDY_TABLE_PATH && column == COLUMN_METHOD)
    return NULL;
  value = get_value (self, row, column);
  return isnan (value) ? g_strdup ("") : g_strdup (g_ascii_formatd (number, sizeof number, "%.17g", value));
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

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterStudyTable, eqp_presenter_study_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
collect (EqpPresenterStudyTable *self)
{
  EqpStudy *study = eqp_study_model_get_study (self->model);
  g_autoptr (GPtrArray) rows = study != NULL ? eqp_study_dup_rows (study) : g_ptr_array_new ();

  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < rows->len; i++)
    {
      EqpStudyRow *row = g_ptr_array_index (rows, i);

      if (row != NULL && row->failure == NULL)
        g_ptr_array_add (self->rows, row);
    }
}

static void
changed_cb (EqpPresenterStudyTable *self)
{
  collect (self);
  eqp_table_model_rows_changed (EQP_TABLE_MODEL (self));
}

static void
eqp_presenter_study_table_finalize (GObject *object)
{
  EqpPresenterStudyTable *self = EQP_PRESENTER_STUDY_TABLE (object);

  g_ptr_array_unref (self->rows);
  eqp_study_kept_unref (self->kept);
  g_object_unref (self->model);

  G_OBJECT_CLASS (eqp_presenter_study_table_parent_class)->finalize (object);
}

static void
eqp_presenter_study_table_class_init (EqpPresenterStudyTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_study_table_finalize;
}

static void
eqp_presenter_study_table_init (EqpPresenterStudyTable *self)
{
  self->rows = g_ptr_array_new ();
}

/**
 * eqp_presenter_study_table_new:
 * @model: a study
 * @kind: which of its tables
 *
 * Returns: (transfer full): a table that follows the study
 */
EqpPresenterStudyTable *
eqp_presenter_study_table_new (EqpStudyModel     *model,
                               EqpStudyTableKind  kind)
{
  EqpPresenterStudyTable *self = g_object_new (EQP_TYPE_PRESENTER_STUDY_TABLE, NULL);

  self->model = g_object_ref (model);
  self->kind = kind;
  collect (self);
  g_signal_connect_object (model, kind == EQP_STUDY_TABLE_PATH ? "stream-changed" : "changed", G_CALLBACK (changed_cb),
                           self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_presenter_study_table_new_kept:
 * @model: a study
 * @kept: one that was kept
 *
 * Returns: (transfer full): the means of @kept
 */
EqpPresenterStudyTable *
eqp_presenter_study_table_new_kept (EqpStudyModel *model,
                                    EqpStudyKept  *kept)
{
  EqpPresenterStudyTable *self = g_object_new (EQP_TYPE_PRESENTER_STUDY_TABLE, NULL);

  self->model = g_object_ref (model);
  self->kind = EQP_STUDY_TABLE_GROUPS;
  self->kept = eqp_study_kept_ref (kept);
  return self;
}

/**
 * eqp_presenter_study_table_get_run:
 * @self: a table
 * @row: of it
 * @method: (out) (transfer none): id, until the study or the settings change
 * @gamma_rel: (out): 0 where the method has none
 *
 * Returns: whether there is such a row
 */
gboolean
eqp_presenter_study_table_get_run (EqpPresenterStudyTable  *self,
                                   gint64                   row,
                                   const char             **method,
                                   double                  *gamma_rel)
{
  const EqpStudyTable *table = get_table (self);
  double unit;

  if (row < 0 || row >= get_n_rows (EQP_TABLE_MODEL (self)))
    return FALSE;
  if (self->kind == EQP_STUDY_TABLE_PATH)
    {
      const EqpPathStream *path = get_path (self, &unit);
      double next = row + 1 < path->n_pieces ? path->from[row + 1] : 2.0 * path->from[row];

      if (eqp_study_model_get_solver (self->model) == NULL || !(unit > 0.0))
        return FALSE;
      *method = eqp_study_model_get_solver (self->model)->id;
      /* Within the piece rather than at its end, where two are equally good. */
      *gamma_rel = row > 0 ? sqrt (path->from[row] * next) / unit : 0.5 * next / unit;
      return TRUE;
    }
  *method = table->groups[group_of (self, row)].method;
  *gamma_rel = uses_gamma (*method) ? table->groups[group_of (self, row)].gamma_rel : 0.0;
  return TRUE;
}
