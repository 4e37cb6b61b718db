/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one selection of a window: what is selected in one picture is in all of them. A cluster is kept by its number, so
 * that a run streams by without a walk over the rows; rows are kept as a set. */
#include "config.h"

#include "eqp-row-selection.h"

#include <math.h>

struct _EqpRowSelection
{
  GObject       parent_instance;

  EqpWorkspace *workspace; /* borrowed: it outlives the signals */
  EqpRowSet    *rows;      /* NULL: none */
  gint          cluster;   /* -1: none */
  gint          within;    /* the cluster lists are of: @cluster, or the one @rows were chosen from; -1: all */
};

G_DEFINE_FINAL_TYPE (EqpRowSelection, eqp_row_selection, G_TYPE_OBJECT)

static guint changed_signal;

static gint64
count_rows (EqpRowSelection *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  return dataset != NULL ? eqp_dataset_get_n (dataset) : 0;
}

/* Of the rows shown; NULL: each counts once. */
static const double *
get_weights (EqpRowSelection *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);

  return run != NULL && eqp_run_get_given (run) != NULL ? eqp_run_get_given (run)->weights : NULL;
}

/* Whether all of the rows are in the cluster, as far as is shown. */
static gboolean
are_within (EqpRowSelection *self,
            EqpRowSet       *rows,
            gint             cluster)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);

  if (cluster < 0 || labels == NULL || cluster >= eqp_labels_get_k (labels) ||
      eqp_row_set_get_n (rows) != eqp_labels_get_n (labels))
    return FALSE;
  for (gint64 i = eqp_row_set_next (rows, 0); i >= 0; i = eqp_row_set_next (rows, i + 1))
    if (eqp_labels_get (labels, i) != cluster)
      return FALSE;
  return TRUE;
}

/* rows: taken. Nothing is told where nothing changes. */
static void
set (EqpRowSelection *self,
     EqpRowSet       *rows,
     gint             cluster)
{
  if (rows != NULL && eqp_row_set_get_count (rows) == 0)
    g_clear_pointer (&rows, eqp_row_set_unref);
  self->within = rows != NULL && are_within (self, rows, self->within) ? self->within : cluster;
  if (cluster == self->cluster && (rows == self->rows || eqp_row_set_equal (rows, self->rows)))
    {
      eqp_row_set_unref (rows);
      return;
    }
  eqp_row_set_unref (self->rows);
  self->rows = rows;
  self->cluster = cluster;
  g_signal_emit (self, changed_signal, 0);
}

/**
 * eqp_row_selection_is_empty:
 * @self: a selection
 *
 * Returns: whether nothing is selected
 */
gboolean
eqp_row_selection_is_empty (EqpRowSelection *self)
{
  return self->rows == NULL && self->cluster < 0;
}

/**
 * eqp_row_selection_get_count:
 * @self: a selection
 *
 * Returns: how many rows are selected
 */
gint64
eqp_row_selection_get_count (EqpRowSelection *self)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  const gint64 *sizes;
  gint64 count = 0;
  gint k;

  if (self->cluster < 0)
    return self->rows != NULL ? eqp_row_set_get_count (self->rows) : 0;
  /* Sizes are of weights, then. */
  if (get_weights (self) != NULL && labels != NULL)
    {
      for (gint64 i = 0; i < eqp_labels_get_n (labels); i++)
        count += eqp_labels_get (labels, i) == self->cluster;
      return count;
    }
  sizes = eqp_workspace_get_sizes (self->workspace, &k);
  return sizes != NULL && self->cluster < k ? sizes[self->cluster] : 0;
}

/**
 * eqp_row_selection_get_row:
 * @self: a selection
 *
 * Returns: the row, where a single one is selected; else -1
 */
gint64
eqp_row_selection_get_row (EqpRowSelection *self)
{
  return self->rows != NULL && eqp_row_set_get_count (self->rows) == 1 ? eqp_row_set_next (self->rows, 0) : -1;
}

/**
 * eqp_row_selection_get_cluster:
 * @self: a selection
 *
 * Returns: the cluster that is selected as such, from 0; -1: none
 */
gint
eqp_row_selection_get_cluster (EqpRowSelection *self)
{
  return self->cluster;
}

/**
 * eqp_row_selection_get_within:
 * @self: a selection
 *
 * Whoever looks at the rows of a cluster selects some of them, and goes on looking at that cluster.
 *
 * Returns: the cluster that lists of rows are of: the one that is selected, or was when the rows were chosen from it;
 *   -1: of all
 */
gint
eqp_row_selection_get_within (EqpRowSelection *self)
{
  return self->within;
}

/**
 * eqp_row_selection_get_rows:
 * @self: a selection
 *
 * Returns: (transfer none) (nullable): rows that are selected as such; %NULL: none, or a cluster
 */
EqpRowSet *
eqp_row_selection_get_rows (EqpRowSelection *self)
{
  return self->rows;
}

/**
 * eqp_row_selection_contains:
 * @self: a selection
 * @row: a row
 *
 * Returns: whether it is selected, by itself or with its cluster
 */
gboolean
eqp_row_selection_contains (EqpRowSelection *self,
                            gint64           row)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);

  if (self->cluster < 0)
    return self->rows != NULL && eqp_row_set_contains (self->rows, row);
  return labels != NULL && row >= 0 && row < eqp_labels_get_n (labels) &&
         eqp_labels_get (labels, row) == self->cluster;
}

/**
 * eqp_row_selection_fill_counts:
 * @self: a selection
 * @k: clusters shown
 * @counts: (out): how many of the rows of each are selected, or their weight where sizes are weights
 *
 * Time O(n / 64 + rows selected).
 *
 * Returns: whether any is, and clusters are shown
 */
gboolean
eqp_row_selection_fill_counts (EqpRowSelection *self,
                               gint             k,
                               gint64          *counts)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  const gint64 *sizes;
  const double *weights = get_weights (self);
  g_autofree double *sums = NULL;
  gint shown;

  for (gint c = 0; c < k; c++)
    counts[c] = 0;
  if (eqp_row_selection_is_empty (self) || labels == NULL || eqp_labels_get_k (labels) != k)
    return FALSE;
  if (self->cluster >= 0)
    {
      sizes = eqp_workspace_get_sizes (self->workspace, &shown);
      if (sizes != NULL && self->cluster < MIN (k, shown))
        counts[self->cluster] = sizes[self->cluster];
      return TRUE;
    }
  if (eqp_row_set_get_n (self->rows) != eqp_labels_get_n (labels))
    return FALSE;
  sums = g_new0 (double, (gsize) MAX (1, k));
  for (gint64 i = eqp_row_set_next (self->rows, 0); i >= 0; i = eqp_row_set_next (self->rows, i + 1))
    sums[eqp_labels_get (labels, i)] += weights != NULL ? weights[i] : 1.0;
  /* Never nothing of something. */
  for (gint c = 0; c < k; c++)
    counts[c] = (gint64) ceil (sums[c]);
  return TRUE;
}

/**
 * eqp_row_selection_clear:
 * @self: a selection
 */
void
eqp_row_selection_clear (EqpRowSelection *self)
{
  set (self, NULL, -1);
}

/**
 * eqp_row_selection_set_row:
 * @self: a selection
 * @row: the only one to be selected; where there is no such row, none is
 */
void
eqp_row_selection_set_row (EqpRowSelection *self,
                           gint64           row)
{
  EqpRowSet *rows = row >= 0 ? eqp_row_set_new (count_rows (self)) : NULL;

  if (rows != NULL)
    eqp_row_set_add (rows, row);
  set (self, rows, -1);
}

/**
 * eqp_row_selection_toggle_row:
 * @self: a selection
 * @row: a row
 *
 * Selects it, or does not any more, and leaves the other rows as they are. The rows of a cluster become rows.
 */
void
eqp_row_selection_toggle_row (EqpRowSelection *self,
                              gint64           row)
{
  gint64 n = count_rows (self);
  EqpRowSet *rows = row >= 0 && row < n ? eqp_row_set_new (n) : NULL;

  if (rows == NULL)
    return;
  for (gint64 i = 0; i < n; i++)
    if (eqp_row_selection_contains (self, i) != (i == row))
      eqp_row_set_add (rows, i);
  eqp_row_selection_take_rows (self, rows);
}

/**
 * eqp_row_selection_set_cluster:
 * @self: a selection
 * @cluster: the cluster whose rows are selected, whichever they will be; -1: none
 */
void
eqp_row_selection_set_cluster (EqpRowSelection *self,
                               gint             cluster)
{
  set (self, NULL, MAX (-1, cluster));
}

/**
 * eqp_row_selection_toggle_cluster:
 * @self: a selection
 * @cluster: the cluster whose rows are selected; where it is the one already, nothing is any more
 */
void
eqp_row_selection_toggle_cluster (EqpRowSelection *self,
                                  gint             cluster)
{
  eqp_row_selection_set_cluster (self, cluster == self->cluster ? -1 : cluster);
}

/**
 * eqp_row_selection_take_rows:
 * @self: a selection
 * @rows: (transfer full) (nullable): those to be selected, of as many rows as are open; %NULL: none
 *
 * Where none are left of the rows of a cluster, the cluster is selected.
 */
void
eqp_row_selection_take_rows (EqpRowSelection *self,
                             EqpRowSet       *rows)
{
  if (rows != NULL && eqp_row_set_get_n (rows) != count_rows (self))
    {
      eqp_row_set_unref (rows);
      return;
    }
  set (self, rows, rows != NULL && eqp_row_set_get_count (rows) == 0 ? self->within : -1);
}

static void
data_changed_cb (EqpRowSelection *self)
{
  eqp_row_selection_clear (self);
}

/* The cluster has other rows, or there is none of its number any more; of rows some may be in other clusters. */
static void
shown_changed_cb (EqpRowSelection *self)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);

  if (eqp_row_selection_is_empty (self))
    return;
  if (self->cluster >= 0 && (labels == NULL || self->cluster >= eqp_labels_get_k (labels)))
    {
      eqp_row_selection_clear (self);
      return;
    }
  if (self->rows != NULL && !are_within (self, self->rows, self->within))
    self->within = -1;
  g_signal_emit (self, changed_signal, 0);
}

static void
eqp_row_selection_finalize (GObject *object)
{
  eqp_row_set_unref (EQP_ROW_SELECTION (object)->rows);

  G_OBJECT_CLASS (eqp_row_selection_parent_class)->finalize (object);
}

static void
eqp_row_selection_class_init (EqpRowSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_row_selection_finalize;

  /**
   * EqpRowSelection::changed:
   * @self: a selection
   *
   * Something else is selected, or what is selected is in other clusters.
   */
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
eqp_row_selection_init (EqpRowSelection *self)
{
  self->cluster = -1;
  self->within = -1;
}

/**
 * eqp_row_selection_new:
 * @workspace: whose rows and clusters; must outlive the selection
 *
 * Returns: (transfer full): a selection of nothing, which ends with the data
 */
EqpRowSelection *
eqp_row_selection_new (EqpWorkspace *workspace)
{
  EqpRowSelection *self = g_object_new (EQP_TYPE_ROW_SELECTION, NULL);

  self->workspace = workspace;
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
