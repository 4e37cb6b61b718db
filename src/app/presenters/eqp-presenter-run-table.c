/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs as a table that can be sorted by any of its columns; the first one pins. */
#include "config.h"

#include "eqp-presenter-run-table.h"

#include <glib/gi18n.h>
#include <math.h>

enum {
  COLUMN_PIN,
  COLUMN_NAME,
  COLUMN_GAMMA,
  COLUMN_K,
  COLUMN_SSE,
  COLUMN_CUT,
  COLUMN_ACC,
  COLUMN_NMI,
  COLUMN_SPAN,
  COLUMN_OBJECTIVE,
  COLUMN_TIME,
  COLUMN_SEED,
  COLUMN_STATE,
  N_COLUMNS
};

static const struct
{
  const char *key;    /* of the menu of orders; NULL: by the number of the run */
  const char *title;
  double      width;
  gboolean    falling; /* which way it is sorted at first */
} columns[N_COLUMNS] = {
  [COLUMN_PIN] = { "pinned", N_ ("Pin"), 3, TRUE },
  [COLUMN_NAME] = { "number", N_ ("Run"), 20, TRUE },
  [COLUMN_GAMMA] = { "gamma", N_ ("γ rel."), 6, FALSE },
  [COLUMN_K] = { "k", N_ ("K"), 4, FALSE },
  [COLUMN_SSE] = { "sse", N_ ("SSE"), 9, FALSE },
  [COLUMN_CUT] = { "cut", N_ ("Cut"), 8, FALSE },
  [COLUMN_ACC] = { "acc", N_ ("ACC"), 6, TRUE },
  [COLUMN_NMI] = { "nmi", N_ ("NMI"), 6, TRUE },
  [COLUMN_SPAN] = { "span", N_ ("Max − min"), 9, FALSE },
  [COLUMN_OBJECTIVE] = { "objective", N_ ("Objective"), 10, FALSE },
  [COLUMN_TIME] = { "time", N_ ("Seconds"), 8, FALSE },
  [COLUMN_SEED] = { "seed", N_ ("Seed"), 6, FALSE },
  [COLUMN_STATE] = { NULL, N_ ("State"), 16, FALSE },
};

struct _EqpPresenterRunTable
{
  GObject     parent_instance;

  EqpRunList *list;
  GPtrArray  *order;   /* EqpRunRecord, as shown */
  int         sort;    /* column */
  gboolean    falling;
};

static double
get_value (EqpRunRecord *record,
           int           column)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);

  switch (column)
    {
    case COLUMN_PIN:
      return eqp_run_record_get_pinned (record);
    case COLUMN_NAME:
      return facts->number;
    case COLUMN_GAMMA:
      return facts->gamma_rel;
    case COLUMN_K:
      return facts->k;
    case COLUMN_SSE:
      return eqp_run_record_get_measure (record, EQP_MEASURE_SSE);
    case COLUMN_CUT:
      return eqp_run_record_get_measure (record, EQP_MEASURE_CUT);
    case COLUMN_ACC:
      return eqp_run_record_get_measure (record, EQP_MEASURE_ACC);
    case COLUMN_NMI:
      return eqp_run_record_get_measure (record, EQP_MEASURE_NMI);
    case COLUMN_SPAN:
      return eqp_run_record_get_measure (record, EQP_MEASURE_MAX_MINUS_MIN);
    case COLUMN_OBJECTIVE:
      return facts->objective;
    case COLUMN_TIME:
      return facts->solver != NULL ? facts->seconds : NAN;
    case COLUMN_SEED:
      return facts->solver != NULL ? (double) facts->params.seed : NAN;
    default:
      return NAN;
    }
}

/* ---- Order ------------------------------------------------------------------------------------------------------ */

/* What is not known comes last, whichever way; equal ones the newest first. */
static int
compare_records (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  EqpPresenterRunTable *self = user_data;
  EqpRunRecord *x = *(EqpRunRecord *const *) a, *y = *(EqpRunRecord *const *) b;
  double left = get_value (x, self->sort), right = get_value (y, self->sort);

  if (isnan (left) != isnan (right))
    return isnan (left) ? 1 : -1;
  if (left != right && !isnan (left))
    return (left < right) == self->falling ? 1 : -1;
  return (int) eqp_run_record_get_facts (y)->number - (int) eqp_run_record_get_facts (x)->number;
}

static void
sort (EqpPresenterRunTable *self)
{
  g_ptr_array_set_size (self->order, 0);
  for (guint i = 0; i < eqp_run_list_get_n (self->list); i++)
    g_ptr_array_add (self->order, eqp_run_list_get (self->list, i));
  g_ptr_array_sort_with_data (self->order, compare_records, self);
}

/* ---- The table -------------------------------------------------------------------------------------------------- */

static gint64
get_n_rows (EqpTableModel *model)
{
  return EQP_PRESENTER_RUN_TABLE (model)->order->len;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return N_COLUMNS;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return COLUMN_NAME + 1;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterRunTable *self = EQP_PRESENTER_RUN_TABLE (model);

  if (column == COLUMN_PIN)
    return g_strdup ("");
  if (column == self->sort)
    return g_strdup_printf ("%s %s", _ (columns[column].title), self->falling ? "▾" : "▴");
  return g_strdup (_ (columns[column].title));
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  gboolean amount = column == COLUMN_SSE || column == COLUMN_CUT || column == COLUMN_OBJECTIVE;

  return amount ? eqp_table_model_fit_width (model, column, columns[column].width) : columns[column].width;
}

static double
get_most_width (EqpTableModel *model,
                gint64         column)
{
  return column == COLUMN_NAME ? 30.0 : get_width (model, column);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return column == COLUMN_NAME || column == COLUMN_STATE ? 0.0 : 1.0;
}

static const char *
state_of (EqpPresenterRunTable *self,
          EqpRunRecord         *record)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);

  if (!eqp_run_list_is_comparable (self->list, record))
    return _ ("of other data");
  if (eqp_run_record_get_labels (record) == NULL)
    return _ ("clusters given up");
  if (facts->solver == NULL)
    return _ ("made elsewhere");
  if (facts->cancelled)
    return _ ("stopped");
  return facts->converged ? _ ("converged") : _ ("iteration limit");
}

static char *
dup_value (EqpRunRecord *record,
           int           column)
{
  double value = get_value (record, column);

  if (isnan (value))
    return g_strdup ("–");
  switch (column)
    {
    case COLUMN_GAMMA:
      return eqp_format_number (value, 3);
    case COLUMN_ACC:
    case COLUMN_NMI:
      return eqp_format_fixed (value, 3);
    case COLUMN_TIME:
      return eqp_format_fixed (value, value < 100.0 ? 3 : 0);
    case COLUMN_SEED:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, eqp_run_record_get_facts (record)->params.seed);
    case COLUMN_K:
    case COLUMN_SPAN:
      return eqp_format_count ((gint64) value);
    default:
      return eqp_format_number (value, 6);
    }
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterRunTable *self = EQP_PRESENTER_RUN_TABLE (model);
  EqpRunRecord *record = g_ptr_array_index (self->order, row);

  if (column == COLUMN_PIN)
    {
      *flags = EQP_CELL_TOGGLE;
      return NULL;
    }
  if (!eqp_run_list_is_comparable (self->list, record) || eqp_run_record_get_labels (record) == NULL ||
      column == COLUMN_STATE)
    *flags = EQP_CELL_DIM;
  else if (column == COLUMN_NAME && eqp_run_record_get_pinned (record))
    *flags = EQP_CELL_STRONG;
  if (column == COLUMN_STATE)
    return g_strdup (state_of (self, record));
  if (column == COLUMN_NAME)
    return g_strdup_printf ("%u · %s", eqp_run_record_get_facts (record)->number, eqp_run_record_get_name (record));
  return dup_value (record, (int) column);
}

static char *
dup_exact (EqpTableModel *model,
           gint64         row,
           gint64         column)
{
  EqpPresenterRunTable *self = EQP_PRESENTER_RUN_TABLE (model);
  EqpRunRecord *record = g_ptr_array_index (self->order, row);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (column == COLUMN_NAME || column == COLUMN_STATE || column == COLUMN_SEED)
    return NULL;
  if (isnan (get_value (record, (int) column)))
    return g_strdup ("");
  return g_strdup (g_ascii_formatd (number, sizeof number, "%.17g", get_value (record, (int) column)));
}

/* A check box, as a list has them. */
static void
draw_cell (EqpTableModel  *model,
           gint64          row,
           gint64          column,
           cairo_t        *cr,
           double          width,
           double          height,
           const EqpStyle *style)
{
  EqpPresenterRunTable *self = EQP_PRESENTER_RUN_TABLE (model);
  EqpRunRecord *record = g_ptr_array_index (self->order, row);
  double side = MIN (15.0, MIN (width, height)), x = floor ((width - side) / 2.0) + 0.5;
  double y = floor ((height - side) / 2.0) + 0.5, r = 3.5;

  if (!eqp_run_record_get_pinned (record) &&
      (!eqp_run_list_is_comparable (self->list, record) || eqp_run_record_get_labels (record) == NULL))
    return;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + side - r, y + r, r, -G_PI_2, 0.0);
  cairo_arc (cr, x + side - r, y + side - r, r, 0.0, G_PI_2);
  cairo_arc (cr, x + r, y + side - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  if (!eqp_run_record_get_pinned (record))
    {
      eqp_rgba_set_source (cr, style->dim);
      cairo_set_line_width (cr, 1.0);
      cairo_stroke (cr);
      return;
    }
  eqp_rgba_set_source (cr, style->high_contrast ? style->foreground : style->accent);
  cairo_fill (cr);
  cairo_move_to (cr, x + 0.24 * side, y + 0.52 * side);
  cairo_line_to (cr, x + 0.43 * side, y + 0.71 * side);
  cairo_line_to (cr, x + 0.77 * side, y + 0.30 * side);
  eqp_rgba_set_source (cr, style->high_contrast ? style->background : (EqpRgba){ 1.0f, 1.0f, 1.0f, 1.0f });
  cairo_set_line_width (cr, 2.0);
  cairo_stroke (cr);
}

static char *
dup_summary (EqpTableModel *model,
             gint64         row)
{
  EqpPresenterRunTable *self = EQP_PRESENTER_RUN_TABLE (model);
  EqpRunRecord *record = g_ptr_array_index (self->order, row);
  GString *text = g_string_new (NULL);

  /* Translators: a run in the list, for a screen reader: its number and name. */
  g_string_append_printf (text, _ ("Run %u, %s"), eqp_run_record_get_facts (record)->number,
                          eqp_run_record_get_name (record));
  g_string_append_printf (text, ", %s", eqp_run_record_get_pinned (record) ? _ ("pinned") : _ ("not pinned"));
  for (int column = COLUMN_GAMMA; column < COLUMN_STATE; column++)
    if (!isnan (get_value (record, column)))
      {
        g_autofree char *value = dup_value (record, column);

        g_string_append_printf (text, _ (", %s: %s"), _ (columns[column].title), value);
      }
  g_string_append_printf (text, ", %s", state_of (self, record));
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
  iface->draw_cell = draw_cell;
  iface->dup_summary = dup_summary;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterRunTable, eqp_presenter_run_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
items_changed_cb (EqpPresenterRunTable *self)
{
  sort (self);
  eqp_table_model_rows_changed (EQP_TABLE_MODEL (self));
}

static void
eqp_presenter_run_table_finalize (GObject *object)
{
  EqpPresenterRunTable *self = EQP_PRESENTER_RUN_TABLE (object);

  g_ptr_array_unref (self->order);
  g_object_unref (self->list);

  G_OBJECT_CLASS (eqp_presenter_run_table_parent_class)->finalize (object);
}

static void
eqp_presenter_run_table_class_init (EqpPresenterRunTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_run_table_finalize;
}

static void
eqp_presenter_run_table_init (EqpPresenterRunTable *self)
{
  self->order = g_ptr_array_new ();
  self->sort = COLUMN_NAME;
  self->falling = TRUE;
}

/**
 * eqp_presenter_run_table_new:
 * @list: the runs
 *
 * Returns: (transfer full): them as a table, the newest first
 */
EqpPresenterRunTable *
eqp_presenter_run_table_new (EqpRunList *list)
{
  EqpPresenterRunTable *self = g_object_new (EQP_TYPE_PRESENTER_RUN_TABLE, NULL);

  self->list = g_object_ref (list);
  sort (self);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (items_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "record-changed", G_CALLBACK (items_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "pins-changed", G_CALLBACK (items_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_presenter_run_table_get_record:
 * @self: a table
 * @row: one of its rows
 *
 * Returns: (transfer none) (nullable): the run there; %NULL when there is no such row
 */
EqpRunRecord *
eqp_presenter_run_table_get_record (EqpPresenterRunTable *self,
                                    gint64                row)
{
  return row >= 0 && row < self->order->len ? g_ptr_array_index (self->order, row) : NULL;
}

/**
 * eqp_presenter_run_table_find:
 * @self: a table
 * @record: a run
 *
 * Returns: its row; -1 when it is not in the table
 */
gint64
eqp_presenter_run_table_find (EqpPresenterRunTable *self,
                              EqpRunRecord         *record)
{
  guint row;

  return g_ptr_array_find (self->order, record, &row) ? (gint64) row : -1;
}

/**
 * eqp_presenter_run_table_is_pin:
 * @column: a column
 *
 * Returns: whether it is the one that pins
 */
gboolean
eqp_presenter_run_table_is_pin (gint64 column)
{
  return column == COLUMN_PIN;
}

/**
 * eqp_presenter_run_table_sort_column:
 * @self: a table
 * @column: what to sort by; the one it is sorted by already turns the order round
 */
void
eqp_presenter_run_table_sort_column (EqpPresenterRunTable *self,
                                     gint64                column)
{
  if (column < 0 || column >= N_COLUMNS || columns[column].key == NULL)
    return;
  self->falling = self->sort == column ? !self->falling : columns[column].falling;
  self->sort = (int) column;
  items_changed_cb (self);
}

/**
 * eqp_presenter_run_table_sort_by:
 * @self: a table
 * @key: of a column
 */
void
eqp_presenter_run_table_sort_by (EqpPresenterRunTable *self,
                                 const char           *key)
{
  for (int column = 0; column < N_COLUMNS; column++)
    if (g_strcmp0 (columns[column].key, key) == 0)
      eqp_presenter_run_table_sort_column (self, column);
}
