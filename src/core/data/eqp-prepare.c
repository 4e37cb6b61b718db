/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preparation of a data set before a run: normalizing, reduction to principal components, whitening. */
#include "config.h"

#include "eqp-prepare.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "base/eqp-plural.h"
#include "base/eqp-sparse-rows.h"
#include "eqp-data-private.h"
#include "eqp-ledger.h"
#include "eqp-pca.h"

#define CHUNK_ROWS 512
#define CHECK_ROWS 4096 /* between two looks at the cancellable */

/* Below this share of the first variance a component holds rounding errors of the float features and nothing else. */
#define NO_VARIANCE 1e-10

typedef struct
{
  EqpDataset   *source;
  GCancellable *cancellable;
  gint64        n;
  gint64        d;
  const float  *features; /* or: */
  const EqpSparseRows *sparse;
  float        *target;
  double       *shift;   /* d: target = (feature - shift) * factor */
  double       *factor;
  double       *buffers; /* one row a worker */
  double       *sums;    /* chunks x d, for unit rows */
  gboolean      summing;
} Normalization;

static void
chunk_range (const Normalization *norm, gint64 chunk, gint64 *first, gint64 *end)
{
  *first = chunk * CHUNK_ROWS;
  *end = g_cancellable_is_cancelled (norm->cancellable) ? *first : MIN (norm->n, *first + CHUNK_ROWS);
}

static void
shift_and_stretch (gint64 chunk, guint worker, gpointer user_data)
{
  Normalization *norm = user_data;
  gint64 first, end;

  chunk_range (norm, chunk, &first, &end);
  for (gint64 i = first; i < end; i++)
    for (gint64 j = 0; j < norm->d; j++)
      norm->target[i * norm->d + j] = (float) ((norm->features[i * norm->d + j] - norm->shift[j]) * norm->factor[j]);
}

/* The row in the file's terms at length 1; a zero row stays zero. */
static void
unit_row (const Normalization *norm, gint64 i, double *row)
{
  const double *offsets = eqp_dataset_get_offsets (norm->source);
  double scale = eqp_dataset_get_scale (norm->source);
  double largest = 0.0, sum = 0.0;

  for (gint64 j = 0; j < norm->d; j++)
    {
      row[j] = offsets[j] / scale + norm->features[i * norm->d + j];
      largest = MAX (largest, fabs (row[j]));
    }
  if (largest == 0.0)
    return;
  for (gint64 j = 0; j < norm->d; j++)
    {
      row[j] /= largest;
      sum += row[j] * row[j];
    }
  for (gint64 j = 0; j < norm->d; j++)
    row[j] /= sqrt (sum);
}

static void
unit_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Normalization *norm = user_data;
  double *row = norm->buffers + (gint64) worker * norm->d;
  double *sums = norm->sums + chunk * norm->d;
  gint64 first, end;

  chunk_range (norm, chunk, &first, &end);
  for (gint64 i = first; i < end; i++)
    {
      unit_row (norm, i, row);
      for (gint64 j = 0; j < norm->d; j++)
        if (norm->summing)
          sums[j] += row[j];
        else
          norm->target[i * norm->d + j] = (float) (row[j] - norm->shift[j]);
    }
}

static void
note_constant (EqpDatasetParts *parts, gint64 constant)
{
  if (constant > 0)
    eqp_note (&parts->decisions,
              eqp_ngettext ("%" PRId64 " constant column became 0.",
                            "%" PRId64 " constant columns became 0.", constant),
              constant);
}

static void
plan_standard (Normalization *norm, EqpDatasetParts *parts)
{
  gint64 constant = 0;

  for (gint64 j = 0; j < norm->d; j++)
    {
      double ss = eqp_dataset_get_column_ss (norm->source, j);

      norm->shift[j] = eqp_dataset_get_mean (norm->source)[j];
      norm->factor[j] = ss > 0.0 ? 1.0 / sqrt (ss / (double) norm->n) : 0.0;
      constant += ss == 0.0;
    }
  eqp_note (&parts->decisions, _ ("Each column was standardized to mean 0 and standard deviation 1."));
  note_constant (parts, constant);
}

static void
find_ranges (const Normalization *norm, float *low, float *high)
{
  g_autofree gint64 *filled = norm->sparse != NULL ? g_new0 (gint64, norm->d) : NULL;

  for (gint64 j = 0; j < norm->d; j++)
    {
      low[j] = INFINITY;
      high[j] = -INFINITY;
    }
  for (gint64 e = 0; norm->sparse != NULL && e < _eqp_sparse_rows_count (norm->sparse); e++)
    {
      gint32 j = norm->sparse->columns[e];

      low[j] = MIN (low[j], norm->sparse->values[e]);
      high[j] = MAX (high[j], norm->sparse->values[e]);
      filled[j]++;
    }
  for (gint64 j = 0; norm->sparse != NULL && j < norm->d; j++)
    if (filled[j] < norm->n)
      {
        low[j] = MIN (low[j], 0.0f);
        high[j] = MAX (high[j], 0.0f);
      }
  for (gint64 i = 0; norm->sparse == NULL && i < norm->n; i++)
    {
      const float *row = norm->features + i * norm->d;

      if (i % CHECK_ROWS == 0 && g_cancellable_is_cancelled (norm->cancellable))
        return;
      for (gint64 j = 0; j < norm->d; j++)
        {
          low[j] = row[j] < low[j] ? row[j] : low[j];
          high[j] = row[j] > high[j] ? row[j] : high[j];
        }
    }
}

static void
plan_minmax (Normalization *norm, EqpDatasetParts *parts)
{
  g_autofree float *low = g_new (float, norm->d);
  g_autofree float *high = g_new (float, norm->d);
  gint64 constant = 0;

  find_ranges (norm, low, high);
  parts->offsets = g_new0 (double, norm->d);
  for (gint64 j = 0; j < norm->d; j++)
    {
      double range = (double) high[j] - (double) low[j];

      norm->shift[j] = eqp_dataset_get_mean (norm->source)[j];
      norm->factor[j] = range > 0.0 ? 1.0 / range : 0.0;
      parts->offsets[j] = (norm->shift[j] - low[j]) * norm->factor[j];
      constant += range == 0.0;
    }
  eqp_note (&parts->decisions, _ ("Each column was stretched to 0..1."));
  note_constant (parts, constant);
}

static gboolean
make_unit (Normalization *norm, EqpPool *pool, EqpDatasetParts *parts, GError **error)
{
  gint64 chunks = (norm->n + CHUNK_ROWS - 1) / CHUNK_ROWS;

  norm->buffers =
      eqp_try_alloc (eqp_pool_get_threads (pool), (gsize) norm->d * sizeof (double), N_ ("normalizing"), error);
  if (norm->buffers == NULL)
    return FALSE;
  norm->sums = eqp_try_alloc ((gsize) chunks, (gsize) norm->d * sizeof (double), N_ ("normalizing"), error);
  if (norm->sums == NULL)
    return FALSE;

  norm->summing = TRUE;
  eqp_pool_run (pool, chunks, unit_chunk, norm);
  for (gint64 chunk = 0; chunk < chunks; chunk++)
    for (gint64 j = 0; j < norm->d; j++)
      norm->shift[j] += norm->sums[chunk * norm->d + j] / (double) norm->n;
  norm->summing = FALSE;
  eqp_pool_run (pool, chunks, unit_chunk, norm);

  parts->offsets = g_memdup2 (norm->shift, (gsize) norm->d * sizeof (double));
  eqp_note (&parts->decisions, _ ("Each row was brought to length 1."));
  return TRUE;
}

static gboolean
has_offsets (EqpDataset *dataset)
{
  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    if (eqp_dataset_get_offsets (dataset)[j] != 0.0)
      return TRUE;
  return FALSE;
}

/* Sparse rows are stretched only and stay sparse: what is to be taken off becomes an offset, of which no distance
 * knows. */
static gboolean
normalize_sparse (Normalization *norm, EqpNormalize how, EqpDatasetParts *parts, GError **error)
{
  const EqpSparseRows *from = norm->sparse;
  EqpSparseRows *to = parts->sparse = _eqp_sparse_rows_new (norm->n, norm->d, _eqp_sparse_rows_count (from), error);
  gint64 at = 0;

  if (to == NULL)
    return FALSE;
  if (how == EQP_NORMALIZE_UNIT)
    eqp_note (&parts->decisions, _ ("Each row was brought to length 1."));
  else if (how == EQP_NORMALIZE_STANDARD)
    plan_standard (norm, parts);
  else
    plan_minmax (norm, parts);
  if (parts->offsets == NULL)
    parts->offsets = g_new0 (double, norm->d);
  for (gint64 j = 0; j < norm->d; j++)
    parts->offsets[j] -= norm->shift[j] * norm->factor[j];

  for (gint64 i = 0; i < norm->n; i++)
    {
      double length = sqrt (_eqp_sparse_rows_norm (from, i));

      if (i % CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (norm->cancellable, error))
        return FALSE;
      for (gint64 e = from->starts[i]; e < from->starts[i + 1]; e++)
        {
          double value = from->values[e];

          to->columns[at] = from->columns[e];
          to->values[at] =
              (float) (how == EQP_NORMALIZE_UNIT ? value / length : value * norm->factor[from->columns[e]]);
          at += to->values[at] != 0.0f;
        }
      to->starts[i + 1] = at;
    }
  return TRUE;
}

static gboolean
normalize (EqpDataset      *dataset,
           EqpNormalize     how,
           EqpPool         *pool,
           GCancellable    *cancellable,
           EqpDatasetParts *parts,
           GError         **error)
{
  Normalization norm = { dataset, cancellable, parts->n, parts->d };
  g_autofree double *shift = g_new0 (double, MAX (1, parts->d));
  g_autofree double *factor = g_new0 (double, MAX (1, parts->d));
  gboolean done = TRUE;

  norm.shift = shift;
  norm.factor = factor;
  norm.sparse = eqp_dataset_get_sparse (dataset);
  if (norm.sparse != NULL && (how != EQP_NORMALIZE_UNIT || !has_offsets (dataset)))
    return normalize_sparse (&norm, how, parts, error);
  norm.sparse = NULL;
  if (!eqp_dataset_check_dense (dataset, error))
    return FALSE;
  norm.features = eqp_dataset_get_features (dataset);
  parts->features =
      eqp_try_alloc ((gsize) norm.n, (gsize) norm.d * sizeof (float), N_ ("the prepared features"), error);
  if (parts->features == NULL)
    return FALSE;
  norm.target = parts->features;

  if (how == EQP_NORMALIZE_UNIT)
    done = make_unit (&norm, pool, parts, error);
  else
    {
      if (how == EQP_NORMALIZE_STANDARD)
        plan_standard (&norm, parts);
      else
        plan_minmax (&norm, parts);
      eqp_pool_run (pool, (norm.n + CHUNK_ROWS - 1) / CHUNK_ROWS, shift_and_stretch, &norm);
    }

  eqp_free (norm.buffers);
  eqp_free (norm.sums);
  return done && !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
note_components (EqpDatasetParts *parts, const EqpPca *pca, gint skipped, gboolean whiten, gint kept)
{
  double held = 0.0, share;

  for (gint i = skipped; i < pca->n_components; i++)
    held += pca->variances[i];
  share = pca->total_variance > 0.0 ? MIN (100.0, 100.0 * held / pca->total_variance) : 100.0;
  if (skipped > 0)
    eqp_note (&parts->decisions,
              _ ("The columns were reduced to the principal components %d to %d, with %.1f %% of the variance."),
              skipped + 1, pca->n_components, share);
  else
    eqp_note (&parts->decisions,
              eqp_ngettext ("The columns were reduced to %d principal component, with %.1f %% of the variance.",
                            "The columns were reduced to %d principal components, with %.1f %% of the variance.",
                            pca->n_components),
              pca->n_components, share);
  if (whiten)
    eqp_note (&parts->decisions, _ ("The components were whitened: each has standard deviation 1."));
  if (kept < pca->n_components)
    eqp_note (&parts->decisions,
              eqp_ngettext ("%d component has no variance and was left out before whitening.",
                            "%d components have no variance and were left out before whitening.",
                            pca->n_components - kept),
              pca->n_components - kept);
}

/* Takes the leading components out. */
static void
skip_components (EqpPca *pca, gint skipped)
{
  pca->n_components -= skipped;
  memmove (pca->components, pca->components + skipped * pca->d,
           (gsize) (pca->n_components * pca->d) * sizeof *pca->components);
  memmove (pca->variances, pca->variances + skipped, (gsize) pca->n_components * sizeof *pca->variances);
}

static gboolean
reduce (EqpDataset           *dataset,
        const EqpPreparation *preparation,
        guint                 threads,
        GCancellable         *cancellable,
        EqpDatasetParts      *parts,
        GError              **error)
{
  g_autoptr (EqpPca) pca = eqp_pca_new (dataset, preparation->pca, threads, cancellable, error);
  gint skipped = MAX (0, preparation->pca_from - 1);
  gint kept = preparation->pca;
  float *scores;

  if (pca == NULL)
    return FALSE;

  while (preparation->whiten && kept > skipped && !(pca->variances[kept - 1] > NO_VARIANCE * pca->variances[0]))
    kept--;
  if (kept == skipped)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   skipped == 0 ? _ ("All rows are equal, so that no principal component has a variance to whiten; "
                                     "leave whitening out.")
                                : _ ("None of these principal components has a variance to whiten; leave fewer of the "
                                     "leading ones out."));
      return FALSE;
    }

  note_components (parts, pca, skipped, preparation->whiten, kept);
  skip_components (pca, skipped);
  kept -= skipped;
  if (preparation->whiten)
    for (gint c = 0; c < kept; c++)
      for (gint64 j = 0; j < pca->d; j++)
        pca->components[c * pca->d + j] /= sqrt (pca->variances[c]);
  pca->n_components = kept;

  scores = eqp_try_alloc ((gsize) parts->n, (gsize) kept * sizeof (float), N_ ("the prepared features"), error);
  if (scores == NULL)
    return FALSE;
  eqp_pca_project (pca, dataset, threads, scores);

  parts->features = scores;
  parts->d = kept;
  if (!preparation->whiten)
    parts->scale = eqp_dataset_get_scale (dataset);
  parts->column_names = g_new0 (char *, kept + 1);
  for (gint c = 0; c < kept; c++)
    parts->column_names[c] = g_strdup_printf ("PC %d", skipped + c + 1);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Everything but the features and what belongs to columns. */
void
_eqp_dataset_copy_parts (EqpDataset *dataset, EqpDatasetParts *parts)
{
  GPtrArray *decisions = eqp_dataset_get_decisions (dataset);

  parts->n = eqp_dataset_get_n (dataset);
  parts->d = eqp_dataset_get_d (dataset);
  if (eqp_dataset_get_labels (dataset) != NULL)
    {
      gint n_classes = eqp_dataset_get_n_classes (dataset);

      parts->labels = g_memdup2 (eqp_dataset_get_labels (dataset), (gsize) parts->n * sizeof (gint32));
      parts->class_names = g_new0 (char *, n_classes + 1);
      for (gint k = 0; k < n_classes; k++)
        parts->class_names[k] = g_strdup (eqp_dataset_get_class_name (dataset, k));
    }
  parts->name = g_strdup (eqp_dataset_get_name (dataset));
  parts->source = g_strdup (eqp_dataset_get_source (dataset));
  parts->format = g_strdup (eqp_dataset_get_format (dataset));
  parts->attribution = g_strdup (eqp_dataset_get_attribution (dataset));
  parts->missing = eqp_dataset_get_missing (dataset);
  parts->n_read = eqp_dataset_get_n_read (dataset);
  if (parts->n_read != parts->n)
    {
      parts->origins = g_new (gint32, (gsize) MAX (1, parts->n));
      for (gint64 i = 0; i < parts->n; i++)
        parts->origins[i] = (gint32) eqp_dataset_get_origin (dataset, i);
    }
  parts->choices = g_ptr_array_ref (eqp_dataset_get_choices (dataset));
  parts->ledger = eqp_ledger_ref (eqp_dataset_get_ledger (dataset));
  for (guint i = 0; i < decisions->len; i++)
    eqp_note (&parts->decisions, "%s", (const char *) g_ptr_array_index (decisions, i));
}

static void
copy_columns (EqpDataset *dataset, EqpDatasetParts *parts)
{
  eqp_dataset_get_image_shape (dataset, &parts->image_width, &parts->image_height, &parts->image_transposed);
  parts->column_names = g_new0 (char *, parts->d + 1);
  for (gint64 j = 0; j < parts->d; j++)
    parts->column_names[j] = g_strdup (eqp_dataset_get_column_name (dataset, j));
}

static gboolean
check (EqpDataset *dataset, const EqpPreparation *preparation, GError **error)
{
  gint64 most = MIN (eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset));

  if (eqp_dataset_get_graph (dataset) != NULL &&
      (!eqp_preparation_is_none (preparation) || preparation->whiten))
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                 _ ("“%s” is a graph without features, so there is nothing to normalize or to project; leave the "
                    "preparation out."),
                 eqp_dataset_get_name (dataset));
  else if (preparation->normalize > EQP_NORMALIZE_UNIT)
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                _ ("Normalizing by rule %d is not known; use none, standard, minmax or unit."),
                (int) preparation->normalize);
  else if (preparation->pca < 0 || preparation->pca > most)
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                _ ("%d principal components were asked for, but %" PRId64 " rows of %" PRId64 " columns have at most "
                   "%" PRId64 "; ask for 1 to %" PRId64 ", or 0 for none."),
                preparation->pca, eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset), most, most);
  else if (preparation->pca_from < 0 || preparation->pca_from > MAX (1, preparation->pca))
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                _ ("Principal components from %d to %d were asked for; the first has to be from 1 to the last."),
                preparation->pca_from, preparation->pca);
  else if (preparation->whiten && preparation->pca == 0)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                 _ ("Whitening works on principal components; say how many."));
  else
    return TRUE;

  return FALSE;
}

static const EqpParamWord normalize_words[] = {
  { "none", EQP_NORMALIZE_NONE, N_ ("As It Is") },
  { "standard", EQP_NORMALIZE_STANDARD, N_ ("Standardize") },
  { "minmax", EQP_NORMALIZE_MINMAX, N_ ("Min–Max") },
  { "unit", EQP_NORMALIZE_UNIT, N_ ("Unit Rows") },
  { NULL },
};

const EqpParam eqp_param_normalize = {
  .id = "normalise", .other = "normalize", .label = N_ ("Scale"), .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT,
  .at = G_STRUCT_OFFSET (EqpPreparation, normalize), .argument = "HOW", .words = normalize_words,
  .sentence = N_ ("none (default), standard, minmax (columns) or unit (rows)"),
};

const EqpParam eqp_param_pca = {
  .id = "pca", .label = N_ ("Principal Components"), .kind = EQP_PARAM_RANGE, .store = EQP_STORE_INT,
  .at = G_STRUCT_OFFSET (EqpPreparation, pca), .first_at = G_STRUCT_OFFSET (EqpPreparation, pca_from),
  .argument = "D|A..B", .least = 1, .most = G_MAXINT32,
  .sentence = N_ ("keep the D leading principal components, or those from A to B, so that leading ones are left out"),
};

const EqpParam eqp_param_whiten = {
  .id = "whiten", .label = N_ ("Whiten"), .kind = EQP_PARAM_SWITCH, .store = EQP_STORE_INT,
  .at = G_STRUCT_OFFSET (EqpPreparation, whiten),
  .sentence = N_ ("give all principal components the same variance"),
};

/**
 * eqp_preparation_is_none:
 * @self: a preparation
 *
 * Returns: whether it leaves data as they are
 */
gboolean
eqp_preparation_is_none (const EqpPreparation *self)
{
  return self->normalize == EQP_NORMALIZE_NONE && self->pca == 0;
}

/**
 * eqp_preparation_equal:
 * @self: a preparation
 * @other: another one
 *
 * Returns: whether both do the same
 */
gboolean
eqp_preparation_equal (const EqpPreparation *self, const EqpPreparation *other)
{
  return self->normalize == other->normalize && self->pca == other->pca && self->whiten == other->whiten &&
         MAX (1, self->pca_from) == MAX (1, other->pca_from);
}

/**
 * eqp_dataset_prepare:
 * @dataset: a data set
 * @preparation: what to do
 * @threads: how many threads may work; 0: one a processor
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_INVALID_PARAM, EQP_ERROR_INVALID_DATA or EQP_ERROR_TOO_LARGE
 *
 * Normalizes, reduces and whitens, in this order; the same on any number of threads. Labels, names and origin stay;
 * the image shape stays while the columns are the pixels. What was done is appended to the decisions.
 *
 * Returns: (transfer full): the prepared data set, @dataset itself when there is nothing to do
 */
EqpDataset *
eqp_dataset_prepare (EqpDataset            *dataset,
                     const EqpPreparation  *preparation,
                     guint                  threads,
                     GCancellable          *cancellable,
                     GError               **error)
{
  g_auto (EqpDatasetParts) parts = { 0 };
  g_autoptr (EqpDataset) normalized = NULL;
  double scale;

  if (!check (dataset, preparation, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (eqp_preparation_is_none (preparation))
    return eqp_dataset_ref (dataset);

  _eqp_dataset_copy_parts (dataset, &parts);
  if (preparation->normalize != EQP_NORMALIZE_NONE)
    {
      g_autoptr (EqpPool) pool = eqp_pool_new (threads);

      copy_columns (dataset, &parts);
      if (!normalize (dataset, preparation->normalize, pool, cancellable, &parts, error))
        return NULL;
      normalized = eqp_dataset_new_cancellable (&parts, cancellable, error);
      if (normalized == NULL || preparation->pca == 0)
        return g_steal_pointer (&normalized);
      _eqp_dataset_copy_parts (normalized, &parts);
    }

  if (!reduce (normalized != NULL ? normalized : dataset, preparation, threads, cancellable, &parts, error))
    return NULL;

  scale = parts.scale;
  if (scale != 0.0 && scale != 1.0)
    {
      eqp_note (&parts.findings,
                scale > 1.0 ? _ ("The values are in units of %.3g, because their squares would be beyond the numbers "
                                 "used here; so are objectives and gamma.")
                            : _ ("The values are in units of %.3g, because their squares would be too small for the "
                                 "numbers used here; so are objectives and gamma."),
                scale);
      _eqp_find_about (&parts, "overflow");
    }
  return eqp_dataset_new_cancellable (&parts, cancellable, error);
}
