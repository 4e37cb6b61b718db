/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a run: immutable, shared between threads by counting references. Features are float with each
 * column's offset (a double) taken off, so that large offsets cost no digits; every sum is made in double. */
#include "config.h"

#include "eqp-data-private.h"
#include "eqp-ledger.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-kernels.h"
#include "base/eqp-memory.h"
#include "base/eqp-sparse-rows.h"
#include "graph/eqp-graph.h"

struct _EqpDataset
{
  EqpDatasetParts  parts;
  double          *mean;      /* d, in stored units */
  double          *column_ss; /* d, in stored units */
  double           total_ss;
  gint             n_classes;
  guint            n_told;    /* findings that came with the parts */
  GMutex           lock;      /* of making sparse rows dense */
  float           *dense;     /* atomic; n x d of sparse rows once somebody asked, or NULL */
};

static void
name_columns (EqpDatasetParts *parts)
{
  if (parts->column_names != NULL)
    return;

  parts->column_names = g_new0 (char *, parts->d + 1);
  for (gint64 j = 0; j < parts->d; j++)
    parts->column_names[j] = _eqp_column_usual_name (j);
}

static void
name_classes (EqpDatasetParts *parts)
{
  gint32 highest = -1;

  if (parts->labels == NULL || parts->class_names != NULL)
    return;

  for (gint64 i = 0; i < parts->n; i++)
    highest = MAX (highest, parts->labels[i]);
  parts->class_names = g_new0 (char *, highest + 2);
  for (gint32 k = 0; k <= highest; k++)
    parts->class_names[k] = g_strdup_printf ("%d", k);
}

static void
look_at_graph (EqpDataset *self)
{
  GPtrArray *findings = eqp_graph_get_findings (self->parts.graph);

  for (guint i = 0; i < findings->len; i++)
    {
      eqp_note (&self->parts.findings, "%s", (const char *) g_ptr_array_index (findings, i));
      if ((gint) i == eqp_graph_get_isolated_finding (self->parts.graph))
        _eqp_find_about (&self->parts, "isolated");
    }
}

/**
 * eqp_dataset_new_cancellable:
 * @parts: (inout): everything is taken out of it, and it is zero afterwards
 * @cancellable: (nullable): to stop
 * @error: return location, G_IO_ERROR_CANCELLED
 *
 * Makes a data set: takes the parts as they are, computes means and sums of squares by direct differences, and
 * looks for what may hurt a run (constant columns, equal rows, very different spreads), which is appended to the
 * findings. All features have to be finite and all labels within 0..n_classes-1. With a graph there are no features,
 * and its findings are those of the data.
 * Time O(n d), one pass over the features.
 *
 * Returns: (transfer full): a data set, or NULL when it was cancelled
 */
EqpDataset *
eqp_dataset_new_cancellable (EqpDatasetParts  *parts,
                             GCancellable     *cancellable,
                             GError          **error)
{
  g_autoptr (EqpDataset) self = g_atomic_rc_box_new0 (EqpDataset);
  gsize d = (gsize) MAX (1, parts->d);

  g_mutex_init (&self->lock);
  self->parts = *parts;
  memset (parts, 0, sizeof *parts);
  parts = &self->parts;

  if (parts->scale == 0.0)
    parts->scale = 1.0;
  if (parts->offsets == NULL)
    parts->offsets = g_new0 (double, d);
  if (parts->decisions == NULL)
    parts->decisions = g_ptr_array_new_with_free_func (g_free);
  if (parts->findings == NULL)
    parts->findings = g_ptr_array_new_with_free_func (g_free);
  if (parts->choices == NULL)
    parts->choices = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_decision_unref);
  if (parts->ledger == NULL)
    parts->ledger = eqp_ledger_new (0);
  name_columns (parts);
  name_classes (parts);
  if (parts->labels != NULL)
    self->n_classes = (gint) g_strv_length (parts->class_names);

  self->mean = g_new0 (double, d);
  self->column_ss = g_new0 (double, d);
  self->n_told = parts->findings->len;
  if (parts->graph != NULL)
    look_at_graph (self);
  else
    _eqp_parts_look (parts, self->n_classes, self->mean, self->column_ss, cancellable);
  for (gint64 j = 0; j < parts->d; j++)
    self->total_ss += self->column_ss[j];
  _eqp_parts_watch (parts, NULL, NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * eqp_dataset_new:
 * @parts: (inout): everything is taken out of it, and it is zero afterwards
 *
 * Makes a data set as eqp_dataset_new_cancellable() does, without stopping.
 *
 * Returns: (transfer full): a data set
 */
EqpDataset *
eqp_dataset_new (EqpDatasetParts *parts)
{
  return eqp_dataset_new_cancellable (parts, NULL, NULL);
}

/**
 * eqp_dataset_parts_clear:
 * @parts: parts that did not become a data set
 *
 * Frees everything in it and zeroes it.
 */
void
eqp_dataset_parts_clear (EqpDatasetParts *parts)
{
  _eqp_rest_clear (parts);
  eqp_free (parts->features);
  _eqp_sparse_rows_free (parts->sparse);
  eqp_graph_unref (parts->graph);
  g_free (parts->offsets);
  g_free (parts->labels);
  g_free (parts->column_missing);
  g_strfreev (parts->class_names);
  g_strfreev (parts->row_names);
  g_free (parts->origins);
  g_strfreev (parts->column_names);
  g_free (parts->name);
  g_free (parts->source);
  g_free (parts->format);
  g_free (parts->attribution);
  g_clear_pointer (&parts->decisions, g_ptr_array_unref);
  g_clear_pointer (&parts->findings, g_ptr_array_unref);
  g_clear_pointer (&parts->mends, g_ptr_array_unref);
  g_clear_pointer (&parts->subjects, g_ptr_array_unref);
  g_clear_pointer (&parts->choices, g_ptr_array_unref);
  g_clear_pointer (&parts->ledger, eqp_ledger_unref);
  memset (parts, 0, sizeof *parts);
}

static void
clear (gpointer data)
{
  EqpDataset *self = data;

  eqp_dataset_parts_clear (&self->parts);
  g_free (self->mean);
  g_free (self->column_ss);
  eqp_free (self->dense);
  g_mutex_clear (&self->lock);
}

/**
 * eqp_dataset_ref:
 * @self: a data set
 *
 * Returns: (transfer full): @self; may be called from any thread
 */
EqpDataset *
eqp_dataset_ref (EqpDataset *self)
{
  return g_atomic_rc_box_acquire (self);
}

/**
 * eqp_dataset_unref:
 * @self: (transfer full): a data set
 */
void
eqp_dataset_unref (EqpDataset *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * eqp_dataset_get_n:
 * @self: a data set
 *
 * Returns: how many rows
 */
gint64
eqp_dataset_get_n (const EqpDataset *self)
{
  return self->parts.n;
}

/**
 * eqp_dataset_get_d:
 * @self: a data set
 *
 * Returns: how many columns; 0 for a graph without features
 */
gint64
eqp_dataset_get_d (const EqpDataset *self)
{
  return self->parts.d;
}

/**
 * eqp_dataset_get_features:
 * @self: a data set
 *
 * Of sparse rows a dense copy is made at the first call and kept; what can do without it asks
 * eqp_dataset_get_sparse() first.
 *
 * Returns: (transfer none) (nullable): n x d, row-major, in stored units: (value - offset) / scale; %NULL of a graph,
 *   and where there is no memory, which eqp_dataset_check_dense() tells before
 */
const float *
eqp_dataset_get_features (const EqpDataset *self)
{
  if (self->parts.sparse == NULL)
    return self->parts.features;
  return eqp_dataset_check_dense ((EqpDataset *) self, NULL) ? __atomic_load_n (&self->dense, __ATOMIC_ACQUIRE) : NULL;
}

/**
 * eqp_dataset_get_sparse:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): the rows in stored units, where only what is not 0 there is kept, at scale 1;
 *   %NULL: they are dense, or a graph
 */
const EqpSparseRows *
eqp_dataset_get_sparse (const EqpDataset *self)
{
  return self->parts.sparse;
}

/**
 * eqp_dataset_get_row_length:
 * @self: a data set
 *
 * Returns: how many values a row has that work goes by: of sparse ones those that are kept, on average, and one more
 */
double
eqp_dataset_get_row_length (const EqpDataset *self)
{
  const EqpSparseRows *sparse = self->parts.sparse;

  return sparse != NULL ? 1.0 + (double) sparse->starts[sparse->n] / (double) MAX (1, sparse->n)
                        : (double) self->parts.d;
}

/**
 * eqp_dataset_check_dense:
 * @self: a data set; may be called from any thread
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Makes the dense copy that eqp_dataset_get_features() gives of sparse rows. O(n d) the first time.
 *
 * Returns: whether it will give something
 */
gboolean
eqp_dataset_check_dense (EqpDataset  *self,
                         GError     **error)
{
  const EqpSparseRows *sparse = self->parts.sparse;
  g_autoptr (GMutexLocker) locker = NULL;
  float *dense;

  if (sparse == NULL || __atomic_load_n (&self->dense, __ATOMIC_ACQUIRE) != NULL)
    return TRUE;
  locker = g_mutex_locker_new (&self->lock);
  if (self->dense != NULL)
    return TRUE;
  if (!_eqp_check_memory (self->parts.name != NULL ? self->parts.name : _ ("The data set"), sparse->n, sparse->d,
                          sizeof (float), error))
    return FALSE;
  dense = eqp_try_alloc ((gsize) sparse->n * (gsize) sparse->d, sizeof (float), N_ ("the feature matrix"), error);
  if (dense == NULL)
    return FALSE;
  for (gint64 i = 0; i < sparse->n; i++)
    for (gint64 e = sparse->starts[i]; e < sparse->starts[i + 1]; e++)
      dense[i * sparse->d + sparse->columns[e]] = sparse->values[e];
  __atomic_store_n (&self->dense, dense, __ATOMIC_RELEASE);
  return TRUE;
}

/**
 * eqp_dataset_get_stored:
 * @self: a data set with features
 * @row: 0..n-1
 * @column: 0..d-1
 *
 * Returns: the value in stored units: (value - offset) / scale
 */
float
eqp_dataset_get_stored (const EqpDataset *self,
                        gint64            row,
                        gint64            column)
{
  return _eqp_parts_get_stored (&self->parts, row, column);
}

/**
 * eqp_dataset_add_row:
 * @self: a data set with features
 * @row: 0..n-1
 * @factor: what the row is multiplied by
 * @sums: (inout): d, in stored units
 */
void
eqp_dataset_add_row (const EqpDataset *self,
                     gint64            row,
                     double            factor,
                     double           *sums)
{
  if (self->parts.sparse != NULL)
    _eqp_sparse_rows_add (self->parts.sparse, row, factor, sums);
  else
    _eqp_kernels_get ()->add (sums, self->parts.features + row * self->parts.d, factor, self->parts.d);
}

/**
 * eqp_dataset_get_distance:
 * @self: a data set with features
 * @row: 0..n-1
 * @center: d, in stored units
 * @norm: |h|^2, with which sparse rows are as fast as they are short; negative: not known
 *
 * Returns: |x - h|^2 in stored units, in double
 */
double
eqp_dataset_get_distance (const EqpDataset *self,
                          gint64            row,
                          const double     *center,
                          double            norm)
{
  return self->parts.sparse != NULL
             ? _eqp_sparse_rows_distance (self->parts.sparse, row, center, norm)
             : _eqp_kernels_get ()->distance (self->parts.features + row * self->parts.d, center, self->parts.d);
}

/**
 * eqp_dataset_get_offsets:
 * @self: a data set
 *
 * Returns: (transfer none): what was taken off each of the d columns, in the file's units
 */
const double *
eqp_dataset_get_offsets (const EqpDataset *self)
{
  return self->parts.offsets;
}

/**
 * eqp_dataset_get_scale:
 * @self: a data set
 *
 * Returns: what the values were divided by, a power of two; nearly always 1
 */
double
eqp_dataset_get_scale (const EqpDataset *self)
{
  return self->parts.scale;
}

/**
 * _eqp_dataset_get_rest:
 * @self: a data set
 * @column: 0..d-1
 *
 * Returns: (transfer none) (nullable): for each row what its float lacks; NULL where none lacks anything
 */
const gint32 *
_eqp_dataset_get_rest (const EqpDataset *self,
                       gint64            column)
{
  return self->parts.rest != NULL ? self->parts.rest[column] : NULL;
}

/**
 * eqp_dataset_get_value:
 * @self: a data set
 * @row: 0..n-1
 * @column: 0..d-1
 *
 * Returns: the value as the file has it: whole numbers below 2^53 to the last digit, others to float precision after
 * the offset; always finite
 */
double
eqp_dataset_get_value (const EqpDataset *self,
                       gint64            row,
                       gint64            column)
{
  return _eqp_parts_get_value (&self->parts, row, column);
}

/**
 * eqp_dataset_get_mean:
 * @self: a data set
 *
 * Returns: (transfer none): the means of the d columns in stored units (near 0 where the offset is the mean)
 */
const double *
eqp_dataset_get_mean (const EqpDataset *self)
{
  return self->mean;
}

/**
 * eqp_dataset_get_total_ss:
 * @self: a data set
 *
 * Returns: the sum of the squared distances of all rows to the mean, in stored units
 */
double
eqp_dataset_get_total_ss (const EqpDataset *self)
{
  return self->total_ss;
}

/**
 * eqp_dataset_get_column_ss:
 * @self: a data set
 * @column: 0..d-1
 *
 * Returns: the column's part of the total sum of squares, in stored units; 0 for a constant column
 */
double
eqp_dataset_get_column_ss (const EqpDataset *self,
                           gint64            column)
{
  return self->column_ss[column];
}

/**
 * eqp_dataset_get_labels:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): n class ids 0..n_classes-1, or NULL when no classes are known
 */
const gint32 *
eqp_dataset_get_labels (const EqpDataset *self)
{
  return self->parts.labels;
}

/**
 * eqp_dataset_get_n_classes:
 * @self: a data set
 *
 * Returns: how many classes; 0 without labels
 */
gint
eqp_dataset_get_n_classes (const EqpDataset *self)
{
  return self->n_classes;
}

/**
 * eqp_dataset_get_class_name:
 * @self: a data set
 * @label: a class id
 *
 * Returns: (transfer none) (nullable): its name as the file spells it, or NULL when there is no such class
 */
const char *
eqp_dataset_get_class_name (const EqpDataset *self,
                            gint              label)
{
  return label >= 0 && label < self->n_classes ? self->parts.class_names[label] : NULL;
}

/**
 * eqp_dataset_get_row_name:
 * @self: a data set
 * @row: 0..n-1
 *
 * Returns: (transfer none) (nullable): what a vertex of a graph is called; %NULL: it has a number only
 */
const char *
eqp_dataset_get_row_name (const EqpDataset *self,
                          gint64            row)
{
  return self->parts.row_names != NULL && row >= 0 && row < self->parts.n ? self->parts.row_names[row] : NULL;
}

/**
 * eqp_dataset_get_origin:
 * @self: a data set
 * @row: 0..n-1
 *
 * Returns: which row it was of the data as read, before eqp_dataset_edit() left some out
 */
gint64
eqp_dataset_get_origin (const EqpDataset *self,
                        gint64            row)
{
  return self->parts.origins != NULL ? self->parts.origins[row] : row;
}

/**
 * eqp_dataset_get_n_read:
 * @self: a data set
 *
 * Returns: how many rows the data had as read
 */
gint64
eqp_dataset_get_n_read (const EqpDataset *self)
{
  return self->parts.origins != NULL ? self->parts.n_read : self->parts.n;
}

/**
 * eqp_dataset_get_column_name:
 * @self: a data set
 * @column: 0..d-1
 *
 * Returns: (transfer none) (nullable): its name, or NULL when there is no such column
 */
const char *
eqp_dataset_get_column_name (const EqpDataset *self,
                             gint64            column)
{
  return column >= 0 && column < self->parts.d ? self->parts.column_names[column] : NULL;
}

/**
 * eqp_dataset_get_image_shape:
 * @self: a data set
 * @width: (out) (optional): pixels in a row of the image
 * @height: (out) (optional): rows of the image
 * @transposed: (out) (optional): whether the image is stored column by column
 *
 * Returns: whether each row of the data is an image
 */
gboolean
eqp_dataset_get_image_shape (const EqpDataset *self,
                             gint             *width,
                             gint             *height,
                             gboolean         *transposed)
{
  if (width != NULL)
    *width = self->parts.image_width;
  if (height != NULL)
    *height = self->parts.image_height;
  if (transposed != NULL)
    *transposed = self->parts.image_transposed;
  return self->parts.image_width > 0 && self->parts.image_height > 0;
}

/**
 * eqp_dataset_get_name:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): the name for people
 */
const char *
eqp_dataset_get_name (const EqpDataset *self)
{
  return self->parts.name;
}

/**
 * eqp_dataset_get_source:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): path, URI or "sample:ID"
 */
const char *
eqp_dataset_get_source (const EqpDataset *self)
{
  return self->parts.source;
}

/**
 * eqp_dataset_get_format:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): the format it was read from
 */
const char *
eqp_dataset_get_format (const EqpDataset *self)
{
  return self->parts.format;
}

/**
 * eqp_dataset_get_attribution:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): where the data come from and under which terms
 */
const char *
eqp_dataset_get_attribution (const EqpDataset *self)
{
  return self->parts.attribution;
}

/**
 * eqp_dataset_get_decisions:
 * @self: a data set
 *
 * Returns: (transfer none) (element-type utf8): what was chosen on the way, and the runner-up
 */
GPtrArray *
eqp_dataset_get_decisions (const EqpDataset *self)
{
  return self->parts.decisions;
}

/**
 * eqp_dataset_get_findings:
 * @self: a data set
 *
 * Returns: (transfer none) (element-type utf8): what may hurt a run
 */
GPtrArray *
eqp_dataset_get_findings (const EqpDataset *self)
{
  return self->parts.findings;
}

/**
 * eqp_dataset_get_n_told:
 * @self: a data set
 *
 * Returns: how many of the findings, the first ones, are those of the reader; the others were found in the values
 */
guint
eqp_dataset_get_n_told (const EqpDataset *self)
{
  return self->n_told;
}

/**
 * eqp_dataset_get_subject:
 * @self: a data set
 * @finding: number of a finding, from 0
 *
 * Returns: (transfer none) (nullable): what it is about, where that matters: "overflow" or "isolated"
 */
const char *
eqp_dataset_get_subject (const EqpDataset *self,
                         guint             finding)
{
  GPtrArray *subjects = self->parts.subjects;

  return subjects != NULL && finding < subjects->len ? g_ptr_array_index (subjects, finding) : NULL;
}

/**
 * eqp_dataset_get_mend:
 * @self: a data set
 * @finding: the number of a finding
 *
 * Returns: (transfer none) (nullable): the option that the file can be read with instead, for one click
 */
const EqpAlternative *
eqp_dataset_get_mend (const EqpDataset *self,
                      guint             finding)
{
  GPtrArray *mends = self->parts.mends;

  return mends != NULL && finding < mends->len ? g_ptr_array_index (mends, finding) : NULL;
}

/**
 * eqp_dataset_get_missing:
 * @self: a data set
 *
 * Returns: missing cells met in the file
 */
gint64
eqp_dataset_get_missing (const EqpDataset *self)
{
  return self->parts.missing;
}

/**
 * eqp_dataset_get_column_missing:
 * @self: a data set
 * @column: 0..d-1
 *
 * Returns: how many cells of the column were missing in the file, also those of rows that were left out for it
 */
gint64
eqp_dataset_get_column_missing (const EqpDataset *self,
                                gint64            column)
{
  return self->parts.column_missing != NULL ? self->parts.column_missing[column] : 0;
}

/**
 * eqp_dataset_get_choices:
 * @self: a data set
 *
 * Returns: (transfer none) (element-type EqpDecision): what the import options settle or settled: the reading that was
 *   chosen, the others, the evidence; each option at most once
 */
GPtrArray *
eqp_dataset_get_choices (const EqpDataset *self)
{
  return self->parts.choices;
}

/**
 * eqp_dataset_get_ledger:
 * @self: a data set
 *
 * Returns: (transfer none): every cell that was changed, every row and column that was left out
 */
EqpLedger *
eqp_dataset_get_ledger (const EqpDataset *self)
{
  return self->parts.ledger;
}

/**
 * eqp_dataset_get_graph:
 * @self: a data set
 *
 * Returns: (transfer none) (nullable): the graph that the data are, one vertex a row and no features; NULL for data
 * with features, of which eqp_graph_build() makes one
 */
EqpGraph *
eqp_dataset_get_graph (const EqpDataset *self)
{
  return self->parts.graph;
}

/**
 * eqp_dataset_get_points:
 * @self: n x d
 *
 * Returns: the features as plain numbers, borrowed from the data set: dense, sparse, or of a graph none
 */
EqpPoints
eqp_dataset_get_points (const EqpDataset *self)
{
  return (EqpPoints){ .x = self->parts.features,
                      .sparse = self->parts.sparse,
                      .n = eqp_dataset_get_n (self),
                      .d = eqp_dataset_get_d (self),
                      .unit = eqp_dataset_get_scale (self) };
}
