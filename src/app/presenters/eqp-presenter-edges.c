/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of data that are a graph as a table: both ends, counted from 1 and by name, and the weight. */
#include "config.h"

#include "eqp-presenter-edges.h"

#include <glib/gi18n.h>

#include "eqp-release.h"

#define DIGITS 6

enum {
  COLUMN_FROM,
  COLUMN_TO,
  COLUMN_WEIGHT,
  N_COLUMNS
};

struct _EqpPresenterEdges
{
  GObject       parent_instance;
  EqpDataset   *dataset;
  const EqpCsr *csr;
  gint64 *before; /* n + 1: how many edges begin at points before this one; each stands at the end that comes first */
};

/* Where in the row of a point the points after it begin. */
static gint64
find_later (const EqpCsr *csr,
            gint64        point)
{
  gint64 low = csr->starts[point], high = csr->starts[point + 1];

  while (low < high)
    {
      gint64 middle = low + (high - low) / 2;

      if (csr->columns[middle] > point)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Returns the place in the graph's arrays. */
static gint64
find_edge (EqpPresenterEdges *self,
           gint64             row,
           gint64            *from)
{
  gint64 low = 0, high = self->csr->n - 1;

  /* The last point that not more than row edges come before. */
  while (low < high)
    {
      gint64 middle = low + (high - low + 1) / 2;

      if (self->before[middle] <= row)
        low = middle;
      else
        high = middle - 1;
    }
  *from = low;
  return find_later (self->csr, low) + row - self->before[low];
}

static gint64
get_n_rows (EqpTableModel *model)
{
  EqpPresenterEdges *self = EQP_PRESENTER_EDGES (model);

  return self->before[self->csr->n];
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return N_COLUMNS;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 0;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  static const char *const titles[] = { N_ ("Point"), N_ ("Neighbor"), N_ ("Weight") };

  return g_strdup (_ (titles[column]));
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterEdges *self = EQP_PRESENTER_EDGES (model);

  return column != COLUMN_WEIGHT && eqp_dataset_get_row_name (self->dataset, 0) != NULL ? 24.0 : 12.0;
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return 1.0;
}

/* "12", or "12 · Ann" where points have names */
static char *
dup_point (EqpPresenterEdges *self,
           gint64             point)
{
  g_autofree char *number = eqp_format_count (point + 1);
  const char *name = eqp_dataset_get_row_name (self->dataset, point);
  g_autofree char *shorter = name != NULL ? eqp_short_name (name) : NULL;

  return shorter != NULL ? g_strdup_printf ("%s · %s", number, shorter) : g_steal_pointer (&number);
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterEdges *self = EQP_PRESENTER_EDGES (model);
  gint64 from, place = find_edge (self, row, &from);

  if (column == COLUMN_WEIGHT)
    return eqp_format_number (self->csr->weights[place], DIGITS);
  return dup_point (self, column == COLUMN_FROM ? from : self->csr->columns[place]);
}

static char *
dup_summary (EqpTableModel *model,
             gint64         row)
{
  EqpPresenterEdges *self = EQP_PRESENTER_EDGES (model);
  gint64 from, place = find_edge (self, row, &from);
  g_autofree char *one = dup_point (self, from);
  g_autofree char *other = dup_point (self, self->csr->columns[place]);
  g_autofree char *weight = eqp_format_number (self->csr->weights[place], DIGITS);

  /* Translators: an edge of a graph for a screen reader: its two points and its weight. */
  return g_strdup_printf (_ ("Edge from %s to %s, weight %s"), one, other, weight);
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

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterEdges, eqp_presenter_edges, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
eqp_presenter_edges_finalize (GObject *object)
{
  EqpPresenterEdges *self = EQP_PRESENTER_EDGES (object);

  g_free (self->before);
  eqp_release (g_steal_pointer (&self->dataset), (GDestroyNotify) eqp_dataset_unref);

  G_OBJECT_CLASS (eqp_presenter_edges_parent_class)->finalize (object);
}

static void
eqp_presenter_edges_class_init (EqpPresenterEdgesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_edges_finalize;
}

static void
eqp_presenter_edges_init (EqpPresenterEdges *self)
{
}

/**
 * eqp_presenter_edges_new:
 * @dataset: data that are a graph
 *
 * Returns: (transfer full) (nullable): its edges; NULL without memory for a number for each point
 */
EqpTableModel *
eqp_presenter_edges_new (EqpDataset *dataset)
{
  EqpPresenterEdges *self = g_object_new (EQP_TYPE_PRESENTER_EDGES, NULL);

  self->dataset = eqp_dataset_ref (dataset);
  self->csr = eqp_graph_get_csr (eqp_dataset_get_graph (dataset));
  self->before = g_try_new (gint64, self->csr->n + 1);
  if (self->before == NULL)
    {
      g_object_unref (self);
      return NULL;
    }
  self->before[0] = 0;
  for (gint64 i = 0; i < self->csr->n; i++)
    self->before[i + 1] = self->before[i] + self->csr->starts[i + 1] - find_later (self->csr, i);
  return EQP_TABLE_MODEL (self);
}
