/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a run: immutable, shared between threads by counting references. Features are float with each
 * column's offset (a double) taken off, so that large offsets cost no digits; every sum is made in double. */
#include "config.h"

#include "eqp-data-private.h"
#include "eqp-ledger.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "graph/eqp-graph.h"

/* Two columns whose standard deviations differ by more than this are worth a word. */
#define WIDE_SPREAD 1000.0

struct _EqpDataset
{
  EqpDatasetParts  parts;
  double          *mean;      /* d, in stored units */
  double          *column_ss; /* d, in stored units */
  double           total_ss;
  gint             n_classes;
  guint            n_told;    /* findings that came with the parts */
};

/**
 * _eqp_column_offset:
 * @mean: of the column
 * @low: its lowest value
 * @high: its highest value
 *
 * Nothing is taken off a column whose mean is at most twice as far from 0 as its values are from the mean: float then
 * keeps seven digits of every value, also of small ones beside large ones (and of the values of other columns, none of
 * which is near 0). What is taken off others is near the mean, and has few digits: a multiple of a power of two, an
 * eighth to a sixteenth of the spread. Whole numbers (and others of few digits) less such an offset are exact in float,
 * so that distances that are equal stay so; less the mean itself they would be rounded, and ties be broken by chance.
 *
 * Returns: 0, or an offset within the column; for a constant column its value
 */
double
_eqp_column_offset (double mean,
                    double low,
                    double high)
{
  double spread = fmax (high * 0.5 - mean * 0.5, mean * 0.5 - low * 0.5);
  double step;
  int exponent;

  if (fabs (mean) * 0.25 <= spread)
    return 0.0;
  frexp (spread, &exponent);
  step = ldexp (1.0, exponent - 3);
  if (spread > 0.0 && step > 0.0 && isfinite (mean / step))
    mean = nearbyint (mean / step) * step;
  return CLAMP (mean, low, high);
}

/* Sums of one pass, merged block by block (Chan, Golub, LeVeque 1983), so that no square of a mean is ever subtracted.
 */
typedef struct
{
  double *mean;
  double *ss;
  double *block_mean;
  double *block_ss;
} Moments;

static void
add_block (Moments *moments, const float *features, gint64 first, gint64 rows, gint64 d)
{
  double *restrict mean = moments->mean;
  double *restrict ss = moments->ss;
  double *restrict block_mean = moments->block_mean;
  double *restrict block_ss = moments->block_ss;
  double total = (double) (first + rows);
  double weight = (double) first * (double) rows / total;

  memset (block_mean, 0, (gsize) d * sizeof (double));
  memset (block_ss, 0, (gsize) d * sizeof (double));
  for (gint64 i = 0; i < rows; i++)
    {
      const float *restrict row = features + (first + i) * d;

      for (gint64 j = 0; j < d; j++)
        block_mean[j] += row[j];
    }
  for (gint64 j = 0; j < d; j++)
    block_mean[j] /= (double) rows;
  for (gint64 i = 0; i < rows; i++)
    {
      const float *restrict row = features + (first + i) * d;

      for (gint64 j = 0; j < d; j++)
        {
          double difference = row[j] - block_mean[j];

          block_ss[j] += difference * difference;
        }
    }
  for (gint64 j = 0; j < d; j++)
    {
      double difference = block_mean[j] - mean[j];

      mean[j] += difference * (double) rows / total;
      ss[j] += block_ss[j] + difference * difference * weight;
    }
}

static inline guint64
mix (guint64 hash, guint64 bits)
{
  hash = (hash ^ bits) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return hash ^ (hash >> 32);
}

/* Two values as bits; adding 0 makes -0 and 0 the same. */
static inline guint64
pair_bits (float a, float b)
{
  float pair[2] = { a + 0.0f, b + 0.0f };
  guint64 bits;

  memcpy (&bits, pair, sizeof bits);
  return bits;
}

static guint64
hash_row (const float *row, gint64 d)
{
  /* Four chains, because each step of one has to wait for its multiplication. */
  guint64 a = 1, b = 2, c = 3, e = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  gint64 j = 0;

  for (; j + 8 <= d; j += 8)
    {
      a = mix (a, pair_bits (row[j], row[j + 1]));
      b = mix (b, pair_bits (row[j + 2], row[j + 3]));
      c = mix (c, pair_bits (row[j + 4], row[j + 5]));
      e = mix (e, pair_bits (row[j + 6], row[j + 7]));
    }
  for (; j < d; j++)
    e = mix (e, pair_bits (row[j], 1.0f));
  e = mix (mix (mix (e, a), b), c);
  return e == 0 ? 1 : e;
}

/* 64-bit hashes stand for the rows: two different ones among a million meet once in tens of millions of files. */
static gint64
count_distinct (const guint64 *hashes, gint64 n, GCancellable *cancellable)
{
  gsize size = 16;
  guint64 *table;
  gint64 distinct = 0;

  while (size < (gsize) n * 2)
    size *= 2;
  table = eqp_try_alloc (size, sizeof (guint64), N_ ("counting distinct rows"), NULL);
  if (table == NULL)
    return n;

  for (gint64 i = 0; i < n; i++)
    {
      gsize slot = (hashes[i] * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) & (size - 1);

      /* At first each row meets a large page that the system has to clear. */
      if (g_cancellable_is_cancelled (cancellable))
        break;

      while (table[slot] != 0 && table[slot] != hashes[i])
        slot = (slot + 1) & (size - 1);
      if (table[slot] == 0)
        {
          table[slot] = hashes[i];
          distinct++;
        }
    }

  eqp_free (table);
  return distinct;
}

static void
find_duplicates (EqpDataset *self, const guint64 *hashes, GCancellable *cancellable)
{
  EqpDatasetParts *parts = &self->parts;
  gint64 distinct = count_distinct (hashes, parts->n, cancellable);
  gint64 copies = parts->n - distinct;

  if (copies == 0)
    return;
  if (distinct == 1)
    eqp_note (&parts->findings, _ ("All rows are equal, so there is nothing to tell clusters apart."));
  else if (distinct <= MAX (20, 2 * self->n_classes))
    eqp_note (&parts->findings,
              g_dngettext (GETTEXT_PACKAGE,
                           "Only %" PRId64 " of the %" PRId64 " rows is distinct; more clusters than that stay "
                           "empty or have to divide equal rows.",
                           "Only %" PRId64 " of the %" PRId64 " rows are distinct; more clusters than that "
                           "stay empty or have to divide equal rows.", (gulong) distinct),
              distinct, parts->n);
  else
    eqp_note (&parts->findings,
              g_dngettext (GETTEXT_PACKAGE,
                           "%" PRId64 " row is a copy of an earlier row; %" PRId64 " of the %" PRId64
                           " rows are distinct.",
                           "%" PRId64 " rows are copies of an earlier row; %" PRId64 " of the %" PRId64
                           " rows are distinct.", (gulong) copies),
              copies, distinct, parts->n);
}

static void
find_column_troubles (EqpDataset *self)
{
  EqpDatasetParts *parts = &self->parts;
  gint64 constant = 0, last_constant = 0, widest = -1, narrowest = -1;

  for (gint64 j = 0; j < parts->d; j++)
    if (self->column_ss[j] == 0.0)
      {
        constant++;
        last_constant = j;
      }
    else
      {
        if (widest < 0 || self->column_ss[j] > self->column_ss[widest])
          widest = j;
        if (narrowest < 0 || self->column_ss[j] < self->column_ss[narrowest])
          narrowest = j;
      }

  if (parts->n > 1 && constant == 1 && parts->d > 1)
    {
      g_autofree char *title = _eqp_column_title (parts->column_names[last_constant], last_constant);

      eqp_note (&parts->findings, _ ("One column is constant and does not influence the clusters: %s."), title);
    }
  else if (parts->n > 1 && constant > 1 && constant < parts->d)
    eqp_note (&parts->findings,
              g_dngettext (GETTEXT_PACKAGE,
                           "%" PRId64 " of the %" PRId64 " columns is constant and does not influence the clusters.",
                           "%" PRId64 " of the %" PRId64 " columns are constant and do not influence the clusters.",
                           (gulong) constant),
              constant, parts->d);

  /* Pixels are all in the same unit: that some of them hardly vary is no mistake. */
  if (widest >= 0 && parts->image_width == 0 &&
      sqrt (self->column_ss[widest] / self->column_ss[narrowest]) > WIDE_SPREAD)
    {
      g_autofree char *wide = _eqp_column_title (parts->column_names[widest], widest);
      g_autofree char *narrow = _eqp_column_title (parts->column_names[narrowest], narrowest);

      eqp_note (&parts->findings,
                _ ("The spread of %s is %.3g times that of %s, so the wide columns decide the distances; standardizing "
                   "makes columns count alike."),
                wide, sqrt (self->column_ss[widest] / self->column_ss[narrowest]), narrow);
    }
}

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

/* Means, sums of squares, and what they and the rows tell. */
static void
look_at_features (EqpDataset *self, GCancellable *cancellable)
{
  EqpDatasetParts *parts = &self->parts;
  gsize d = (gsize) MAX (1, parts->d);
  g_autofree double *block_mean = g_new (double, d);
  g_autofree double *block_ss = g_new (double, d);
  guint64 *hashes = eqp_try_alloc ((gsize) parts->n, sizeof (guint64), N_ ("counting distinct rows"), NULL);
  /* A block is read twice, so it should still be in the cache the second time. */
  gint64 block_rows = CLAMP (32768 / (gint64) d, 1, 1024);
  Moments moments = { self->mean, self->column_ss, block_mean, block_ss };

  for (gint64 first = 0; first < parts->n; first += block_rows)
    {
      gint64 rows = MIN (block_rows, parts->n - first);

      if (!_eqp_parts_go_on (parts, EQP_STAGE_LOOK, first, parts->n, cancellable, NULL))
        break;
      add_block (&moments, parts->features, first, rows, parts->d);
      for (gint64 i = first; hashes != NULL && i < first + rows; i++)
        hashes[i] = hash_row (parts->features + i * parts->d, parts->d);
    }
  for (gint64 j = 0; j < parts->d; j++)
    self->total_ss += self->column_ss[j];

  find_column_troubles (self);
  if (hashes != NULL)
    find_duplicates (self, hashes, cancellable);
  eqp_free (hashes);
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
    look_at_features (self, cancellable);
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
  eqp_graph_unref (parts->graph);
  g_free (parts->offsets);
  g_free (parts->labels);
  g_free (parts->column_missing);
  g_strfreev (parts->class_names);
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
 * Returns: (transfer none): n x d, row-major, in stored units: (value - offset) / scale
 */
const float *
eqp_dataset_get_features (const EqpDataset *self)
{
  return self->parts.features;
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
 * Returns: the features as plain numbers, borrowed from the data set
 */
EqpPoints
eqp_dataset_get_points (const EqpDataset *self)
{
  return (EqpPoints){ .x = eqp_dataset_get_features (self),
                      .n = eqp_dataset_get_n (self),
                      .d = eqp_dataset_get_d (self),
                      .unit = eqp_dataset_get_scale (self) };
}
