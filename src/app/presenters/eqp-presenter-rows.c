/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a data set as a table: number, class where there are classes, then the features in the file's units. */
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

struct _EqpPresenterRows
{
  GObject     parent_instance;
  EqpDataset *dataset;
  int         lead; /* columns before the features */
};

static gint64
get_n_rows (EqpTableModel *model)
{
  return eqp_dataset_get_n (EQP_PRESENTER_ROWS (model)->dataset);
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
  return EQP_PRESENTER_ROWS (model)->lead;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);

  if (column == 0)
    return g_strdup (_ ("Row"));
  if (column < self->lead)
    return g_strdup (_ ("Class"));
  return g_strdup (eqp_dataset_get_column_name (self->dataset, column - self->lead));
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);

  if (column == 0)
    {
      g_autofree char *last = eqp_format_count (eqp_dataset_get_n (self->dataset));

      return (double) MAX (4, g_utf8_strlen (last, -1));
    }
  if (column < self->lead)
    {
      glong longest = 6;

      for (gint k = 0; k < MIN (1000, eqp_dataset_get_n_classes (self->dataset)); k++)
        longest = MAX (longest, g_utf8_strlen (eqp_dataset_get_class_name (self->dataset, k), -1));
      return (double) MIN (16, longest);
    }
  return (double) CLAMP (g_utf8_strlen (eqp_dataset_get_column_name (self->dataset, column - self->lead), -1) + 1, 11,
                         20);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return column > 0 && column < EQP_PRESENTER_ROWS (model)->lead ? 0.0 : 1.0;
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);

  if (column == 0)
    {
      *flags = EQP_CELL_DIM;
      return eqp_format_count (row + 1);
    }
  if (column < self->lead)
    return g_strdup (eqp_dataset_get_class_name (self->dataset, eqp_dataset_get_labels (self->dataset)[row]));
  return eqp_format_cell (self->dataset, row, column - self->lead);
}

static char *
dup_summary (EqpTableModel *model,
             gint64         row)
{
  EqpPresenterRows *self = EQP_PRESENTER_ROWS (model);
  gint64 d = eqp_dataset_get_d (self->dataset);
  GString *text = g_string_new (NULL);
  g_autofree char *number = eqp_format_count (row + 1);

  /* Translators: a row of a table for a screen reader; its values follow. */
  g_string_append_printf (text, _ ("Row %s"), number);
  if (self->lead > 1)
    {
      g_autofree char *name =
          eqp_short_name (eqp_dataset_get_class_name (self->dataset, eqp_dataset_get_labels (self->dataset)[row]));

      g_string_append_printf (text, _ (", class %s"), name);
    }
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
  double stored = eqp_dataset_get_features (dataset)[row * eqp_dataset_get_d (dataset) + column];
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
  self->lead = eqp_dataset_get_labels (dataset) != NULL ? 2 : 1;
  return EQP_TABLE_MODEL (self);
}
