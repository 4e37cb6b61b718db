/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a data set as a table: number, name and class where there are such, what the run shown found of them,
 * then the features in the file's units. */
#include "config.h"

#include "eqp-presenter-rows.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-release.h"

/* A screen reader is not made to read thousands of numbers. */
#define MAX_SPOKEN 12
#define DIGITS 6
/* Of a float: what is stored is right to this share. */
#define FLOAT_SHARE 6e-8

/* What the columns before the features may be. */
enum {
  LEAD_NUMBER,
  LEAD_NAME,
  LEAD_CLASS,
  LEAD_CLUSTER,
  LEAD_SECOND,
  LEAD_MARGIN,
  LEAD_PRICE,
  N_LEADS
};

static const struct
{
  const char *title;
  double      width;   /* characters */
  double      align;
  gint64      by;
  gboolean    falling; /* which way it is sorted at first */
  gboolean    frozen;
} leads[N_LEADS] = {
  { N_ ("Row"), 4, 1.0, EQP_ROWS_BY_NUMBER, FALSE, TRUE },
  { N_ ("Name"), 8, 0.0, EQP_ROWS_BY_NAME, FALSE, TRUE },
  { N_ ("Class"), 6, 0.0, EQP_ROWS_BY_CLASS, FALSE, TRUE },
  { N_ ("Cluster"), 9, 1.0, EQP_ROWS_BY_CLUSTER, FALSE, TRUE },
  { N_ ("Second Choice"), 14, 1.0, EQP_ROWS_BY_SECOND, FALSE, FALSE },
  { N_ ("Margin"), 14, 1.0, EQP_ROWS_BY_MARGIN, FALSE, FALSE },
  { N_ ("Price Paid"), 14, 1.0, EQP_ROWS_BY_PRICE, TRUE, FALSE },
};

struct _EqpPresenterRows
{
  GObject      parent_instance;
  EqpDataset  *dataset;
  EqpRowModel *model;          /* NULL: the rows as they are, of a file that is only looked at */
  int          leads[N_LEADS]; /* what there is before the features */
  int          lead;           /* how many */
  gint64       n;
};

static EqpLabels *
get_labels (EqpPresenterRows *self)
{
  return self->model != NULL ? eqp_row_model_get_labels (self->model) : NULL;
}

static GPtrArray *
get_names (EqpPresenterRows *self)
{
  return self->model != NULL ? eqp_row_model_get_names (self->model) : NULL;
}

static gint64
get_row (EqpPresenterRows *self,
         gint64            place)
{
  return self->model != NULL ? eqp_row_model_get_row (self->model, place) : place;
}

static void
find_leads (EqpPresenterRows *self)
{
  self->lead = 0;
  self->leads[self->lead++] = LEAD_NUMBER;
  if (get_names (self) != NULL)
    self->leads[self->lead++] = LEAD_NAME;
  if (eqp_dataset_get_labels (self->dataset) != NULL)
    self->leads[self->lead++] = LEAD_CLASS;
  if (get_labels (self) == NULL)
    return;
  self->leads[self->lead++] = LEAD_CLUSTER;
  if (!eqp_row_model_has_costs (self->model))
    return;
  for (int which = LEAD_SECOND; which <= LEAD_PRICE; which++)
    self->leads[self->lead++] = which;
}

static gint64
get_n_rows (EqpTableModel *model)
{
  return EQP_PRESENTER_ROWS (model)->n;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);

  return eqp_dataset_get_d (self->dataset) + self->lead;
}

static int
get_n_frozen (EqpTableModel *model)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);
  int n = 0;

  while (n < self->lead && leads[self->leads[n]].frozen)
    n++;
  return n;
}

static gint64
get_by (EqpPresenterRows *self,
        gint64            column)
{
  return column < self->lead ? leads[self->leads[column]].by : EQP_ROWS_BY_COLUMN + column - self->lead;
}

static const char *
get_plain_title (EqpPresenterRows *self,
                 gint64            column)
{
  return column < self->lead ? _ (leads[self->leads[column]].title)
                             : eqp_dataset_get_column_name (self->dataset, column - self->lead);
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);
  gboolean falling = FALSE;
  gint64 by = self->model != NULL ? eqp_row_model_get_sort (self->model, &falling) : EQP_ROWS_BY_NUMBER;

  if (get_by (self, column) != by || (by == EQP_ROWS_BY_NUMBER && !falling))
    return g_strdup (get_plain_title (self, column));
  return g_strdup_printf ("%s %s", get_plain_title (self, column), falling ? "▾" : "▴");
}

/* Room for the mark of the order is always kept, so that nothing moves. */
static double
get_width (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);
  int which = column < self->lead ? self->leads[column] : -1;
  double width;

  if (which < 0)
    return (double) CLAMP (g_utf8_strlen (get_plain_title (self, column), -1) + 2, 11, 20);
  width = MAX (leads[which].width, (double) g_utf8_strlen (_ (leads[which].title), -1) + 2.0);
  if (which == LEAD_NUMBER)
    {
      g_autofree char *last = eqp_format_count (eqp_dataset_get_n (self->dataset));

      width = MAX (width, (double) g_utf8_strlen (last, -1));
    }
  else if (which == LEAD_NAME)
    {
      GPtrArray *names = get_names (self);
      glong longest = (glong) width;

      for (guint i = 0; i < MIN (1000, names->len); i++)
        longest = MAX (longest, g_utf8_strlen (g_ptr_array_index (names, i), -1));
      width = (double) MIN (24, longest);
    }
  else if (which == LEAD_CLASS)
    {
      glong longest = (glong) width;

      for (gint k = 0; k < MIN (1000, eqp_dataset_get_n_classes (self->dataset)); k++)
        longest = MAX (longest, g_utf8_strlen (eqp_dataset_get_class_name (self->dataset, k), -1));
      width = (double) MIN (16, longest);
    }
  else if (which >= LEAD_MARGIN)
    width = eqp_table_model_fit_width (model, column, width);
  return width;
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);

  return column < self->lead ? leads[self->leads[column]].align : 1.0;
}

/* Empty as long as it is not known, and where there is none. */
static char *
dup_found (EqpPresenterRows *self,
           gint64            row,
           int               which)
{
  const EqpRowCosts *costs = eqp_row_model_get_costs (self->model);
  double value;

  if (which == LEAD_CLUSTER)
    return eqp_format_count (eqp_labels_get (get_labels (self), row) + 1);
  if (costs == NULL)
    return g_strdup ("");
  if (which == LEAD_SECOND)
    return costs->second[row] >= 0 ? eqp_format_count (costs->second[row] + 1) : g_strdup ("");
  value = which == LEAD_MARGIN ? costs->margin[row] : costs->price[row];
  return isfinite (value) ? eqp_format_number (value, DIGITS - 1) : g_strdup ("");
}

static char *
dup_text (EqpTableModel *model,
          gint64         place,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);
  gint64 row = get_row (self, place);

  if (column >= self->lead)
    return eqp_format_cell (self->dataset, row, column - self->lead);
  if (self->leads[column] == LEAD_NUMBER)
    {
      *flags = EQP_CELL_DIM;
      return eqp_format_count (row + 1);
    }
  if (self->leads[column] == LEAD_NAME)
    return g_strdup (g_ptr_array_index (get_names (self), row));
  if (self->leads[column] == LEAD_CLASS)
    return g_strdup (eqp_dataset_get_class_name (self->dataset, eqp_dataset_get_labels (self->dataset)[row]));
  *flags = self->leads[column] == LEAD_CLUSTER ? EQP_CELL_STRONG : EQP_CELL_NORMAL;
  return dup_found (self, row, self->leads[column]);
}

static void
append_leads (EqpPresenterRows *self,
              gint64            row,
              GString          *text)
{
  for (int i = 0; i < self->lead; i++)
    {
      g_autofree char *name = NULL;

      switch (self->leads[i])
        {
        case LEAD_NUMBER:
          name = eqp_format_count (row + 1);
          /* Translators: a row of a table for a screen reader; its values follow. */
          g_string_append_printf (text, _ ("Row %s"), name);
          break;
        case LEAD_NAME:
          name = eqp_short_name (g_ptr_array_index (get_names (self), row));
          g_string_append_printf (text, ", %s", name);
          break;
        case LEAD_CLASS:
          name = eqp_short_name (
              eqp_dataset_get_class_name (self->dataset, eqp_dataset_get_labels (self->dataset)[row]));
          g_string_append_printf (text, _ (", class %s"), name);
          break;
        default:
          name = dup_found (self, row, self->leads[i]);
          if (*name != '\0')
            g_string_append_printf (text, ", %s %s", _ (leads[self->leads[i]].title), name);
          break;
        }
    }
}

static char *
dup_summary (EqpTableModel *model,
             gint64         place)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);
  gint64 d = eqp_dataset_get_d (self->dataset), row = get_row (self, place);
  GString *text = g_string_new (NULL);

  append_leads (self, row, text);
  for (gint64 j = 0; j < MIN (d, MAX_SPOKEN); j++)
    {
      g_autofree char *value = eqp_format_cell (self->dataset, row, j);

      g_string_append_printf (text, ", %s %s", eqp_dataset_get_column_name (self->dataset, j), value);
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
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->dup_summary = dup_summary;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterRows, eqp_presenter_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
eqp_presenter_rows_finalize (GObject *object)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (object);

  g_clear_object (&self->model);
  eqp_release (g_steal_pointer (&self->dataset), (GDestroyNotify) eqp_dataset_unref);

  G_OBJECT_CLASS (eqp_presenter_rows_parent_class)->finalize (object);
}

static void
eqp_presenter_rows_class_init (EqpPresenterRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_rows_finalize;
}

static void
eqp_presenter_rows_init (EqpPresenterRows *self)
{
}

/**
 * eqp_format_cell:
 * @dataset: the data
 * @row: 0..rows-1
 * @column: 0..columns-1
 *
 * Writes a value with the digits that it has: it is stored as a float beside its column's offset, so that a 0 in the
 * file may come back as a millionth of a millionth.
 *
 * Returns: (transfer full): the value for people
 */
char *
eqp_format_cell (EqpDataset *dataset,
                 gint64      row,
                 gint64      column)
{
  double value = eqp_dataset_get_value (dataset, row, column);
  double stored = eqp_dataset_get_stored (dataset, row, column);
  double error = fabs (stored) * eqp_dataset_get_scale (dataset) * FLOAT_SHARE;
  int digits = DIGITS;

  if (error > 0.0 && isfinite (error))
    {
      if (fabs (value) < 2.0 * error)
        value = 0.0;
      else
        digits = (int) CLAMP (floor (log10 (fabs (value) / error)), 1, DIGITS);
    }
  return eqp_format_number (value, digits);
}

/**
 * eqp_presenter_rows_new:
 * @dataset: the data
 *
 * Returns: (transfer full): their rows
 */
EqpTableModel *
eqp_presenter_rows_new (EqpDataset *dataset)
{
  EqpPresenterRows *self = g_object_new (EQP_TYPE_PRESENTER_ROWS, NULL);

  self->dataset = eqp_dataset_ref (dataset);
  self->n = eqp_dataset_get_n (dataset);
  find_leads (self);
  return EQP_TABLE_MODEL (self);
}

/* What was shown of other data is not described by these. */
static void
model_changed_cb (EqpPresenterRows *self)
{
  gint64 n = self->n;
  int lead = self->lead;

  if (eqp_row_model_get_dataset (self->model) != self->dataset)
    return;
  self->n = eqp_row_model_get_n (self->model);
  find_leads (self);
  if (self->n != n || self->lead != lead)
    eqp_table_model_rows_changed (EQP_TABLE_MODEL (self));
  else
    eqp_table_model_cells_changed (EQP_TABLE_MODEL (self));
}

/**
 * eqp_presenter_rows_new_of:
 * @model: rows, of some data
 *
 * Returns: (transfer full): these rows with what the run found of them, as long as the data are open
 */
EqpPresenterRows *
eqp_presenter_rows_new_of (EqpRowModel *model)
{
  EqpPresenterRows *self = g_object_new (EQP_TYPE_PRESENTER_ROWS, NULL);

  self->dataset = eqp_dataset_ref (eqp_row_model_get_dataset (model));
  self->model = g_object_ref (model);
  self->n = eqp_row_model_get_n (model);
  find_leads (self);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_presenter_rows_get_by:
 * @self: rows
 * @column: 0..columns-1
 *
 * Returns: what sorts by it, for eqp_row_model_set_sort()
 */
gint64
eqp_presenter_rows_get_by (EqpPresenterRows *self,
                           gint64            column)
{
  return get_by (self, column);
}

/**
 * eqp_presenter_rows_get_name:
 * @self: rows
 * @column: 0..columns-1
 *
 * Returns: (transfer none): its heading, without a mark of the order
 */
const char *
eqp_presenter_rows_get_name (EqpPresenterRows *self,
                             gint64            column)
{
  return get_plain_title (self, column);
}

/**
 * eqp_presenter_rows_falls_first:
 * @self: rows
 * @column: 0..columns-1
 *
 * Returns: whether who sorts by it wants to see the largest first
 */
gboolean
eqp_presenter_rows_falls_first (EqpPresenterRows *self,
                                gint64            column)
{
  return column < self->lead && leads[self->leads[column]].falling;
}
