/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What "run" is told of rows besides their features: weights from a column of the data, pairs from files. */
#include "config.h"

#include "eqp-cli-rows.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Measures of rows with whole weights are those of the data with each row so many times, up to this much of it. */
#define MOST_COPIES 4
#define COPIES_ANYWAY 1000000

/**
 * eqp_cli_rows_clear:
 * @self: what is known of rows
 */
void
eqp_cli_rows_clear (EqpCliRows *self)
{
  g_free (self->ignore);
  g_free (self->weights);
  g_free (self->must);
  g_free (self->cannot);
}

/**
 * eqp_cli_rows_prepare:
 * @self: (out caller-allocates): what is known of rows; nothing yet
 * @options: the command line
 * @import: how the data are going to be read: the column of the weights will be no feature
 * @error: EQP_ERROR_INVALID_PARAM
 *
 * Returns: whether the data can have such a column
 */
gboolean
eqp_cli_rows_prepare (EqpCliRows           *self,
                      const EqpCliOptions  *options,
                      EqpImportOptions     *import,
                      GError              **error)
{
  if (options->weights_column == NULL)
    return TRUE;
  if (g_str_has_prefix (options->data, "sample:"))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” is a sample without a column of weights; leave --weights-column out."), options->data);
      return FALSE;
    }
  self->ignore = import->ignore != NULL ? g_strdup_printf ("%s,%s", import->ignore, options->weights_column)
                                        : g_strdup (options->weights_column);
  import->ignore = self->ignore;
  import->ledger_limit = EQP_LABEL_FILE_LEDGER;
  return TRUE;
}

static gint
compare_rows (gconstpointer a,
              gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Rows of the file, from 0, that the data do not have. */
static GArray *
find_left_out (EqpDataset *dataset)
{
  const EqpLedger *ledger = eqp_dataset_get_ledger (dataset);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; ledger != NULL && i < eqp_ledger_get_n_entries (ledger); i++)
    {
      const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);
      gint64 row = entry->row - 1;

      if (entry->kind == EQP_LEDGER_ROW_DROPPED && row >= 0)
        g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
  return rows;
}

/* Weights of all rows of the file, for those that the data have. */
static gboolean
take_weights (EqpCliRows           *self,
              EqpDataset           *dataset,
              EqpDataset           *column,
              const char           *name,
              GError              **error)
{
  gint64 n = eqp_dataset_get_n (dataset), n_column = eqp_dataset_get_n (column), next = 0;
  g_autoptr (GArray) left_out = find_left_out (dataset);
  guint passed = 0;

  if (n_column != n && n_column != n + (gint64) left_out->len)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("The column “%s” has %ld weights, but the data have %ld rows; write one for every row."), name,
                   (long) n_column, (long) n);
      return FALSE;
    }
  self->weights = g_new (double, (gsize) n);
  for (gint64 i = 0; i < n_column && next < n; i++)
    if (n_column > n && passed < left_out->len && g_array_index (left_out, gint64, passed) == i)
      passed++;
    else
      self->weights[next++] = eqp_dataset_get_value (column, i, 0);
  return TRUE;
}

/* The column is read as data of its own: whatever the format of the file is, weights are read like its features. */
static gboolean
read_weights (EqpCliRows           *self,
              const EqpCliOptions  *options,
              EqpDataset           *dataset,
              GCancellable         *cancellable,
              GError              **error)
{
  EqpImportOptions import = options->import;
  g_autoptr (EqpDataset) column = NULL;
  g_autoptr (GError) cause = NULL;

  import.columns = options->weights_column;
  import.keep = options->weights_column;
  import.labels = "none";
  import.ignore = NULL;
  import.one_hot = NULL;
  import.missing = EQP_MISSING_REFUSE;
  import.take = EQP_TAKE_FEATURES;
  column = eqp_dataset_load (options->data, &import, NULL, cancellable, &cause);
  if (column == NULL)
    {
      if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&cause));
      else
        g_set_error (error, cause->domain, cause->code, _ ("The column “%s” cannot be the weights: %s"),
                     options->weights_column, cause->message);
      return FALSE;
    }
  if (eqp_dataset_get_d (column) != 1)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("“%s” is %ld columns of the data; give one for the weights."), options->weights_column,
                   (long) eqp_dataset_get_d (column));
      return FALSE;
    }
  return take_weights (self, dataset, column, options->weights_column, error);
}

/**
 * eqp_cli_rows_read:
 * @self: what is known of rows
 * @options: the command line
 * @solver: the method, which has to take what is given
 * @dataset: the data as methods see them
 * @params: (inout): gets what is read, borrowed from @self
 * @cancellable: (nullable): to stop
 * @error: return location for a sentence
 *
 * Returns: whether all could be read
 */
gboolean
eqp_cli_rows_read (EqpCliRows           *self,
                   const EqpCliOptions  *options,
                   const EqpSolver      *solver,
                   EqpDataset           *dataset,
                   EqpParams            *params,
                   GCancellable         *cancellable,
                   GError              **error)
{
  if (options->weights_column != NULL &&
      (!eqp_weights_check (solver, error) || !read_weights (self, options, dataset, cancellable, error)))
    return FALSE;
  params->weights = self->weights;
  if ((options->must_link != NULL || options->cannot_link != NULL) && !eqp_links_check (solver, error))
    return FALSE;
  if (options->must_link != NULL)
    {
      self->must = eqp_link_file_read (options->must_link, options->key_column, dataset, &params->n_must_links,
                                       cancellable, error);
      if (self->must == NULL)
        return FALSE;
      params->must_links = self->must;
    }
  if (options->cannot_link != NULL)
    {
      self->cannot = eqp_link_file_read (options->cannot_link, options->key_column, dataset, &params->n_cannot_links,
                                         cancellable, error);
      if (self->cannot == NULL)
        return FALSE;
      params->cannot_links = self->cannot;
    }
  return TRUE;
}

/* How many rows there are when each stands there as often as it counts; -1: that is no number, or too many. */
static gint64
count_copies (const EqpCliRows *self,
              gint64            n)
{
  double total = eqp_weights_total (self->weights, n);

  for (gint64 i = 0; i < n; i++)
    if (self->weights[i] != floor (self->weights[i]))
      return -1;
  return total <= MAX (MOST_COPIES * (double) n, COPIES_ANYWAY) ? (gint64) total : -1;
}

/**
 * eqp_cli_rows_measure:
 * @self: what is known of rows
 * @input: what is measured
 * @set: (out): the measures
 * @groups: which
 * @pool: threads
 * @cancellable: (nullable): to stop
 *
 * Measures a division in which rows may count several times.
 *
 * Returns: rows that were measured; -1: each once, though they have weights
 */
gint64
eqp_cli_rows_measure (const EqpCliRows       *self,
                      const EqpMeasureInput  *input,
                      EqpMeasureSet          *set,
                      EqpMeasureGroups        groups,
                      EqpPool                *pool,
                      GCancellable           *cancellable)
{
  gint64 total = self->weights != NULL ? count_copies (self, input->n) : -1, next = 0, d = input->points.d;
  g_autofree gint32 *labels = NULL;
  g_autofree gint32 *truth = NULL;
  g_autofree float *x = total >= 0 ? g_try_new (float, (gsize) total * (gsize) d + 1) : NULL;
  EqpMeasureInput copies = *input;

  if (x == NULL)
    {
      eqp_measure_set_compute (set, input, groups, pool, cancellable);
      return self->weights != NULL ? -1 : input->n;
    }
  labels = g_new (gint32, (gsize) total + 1);
  truth = input->truth != NULL ? g_new (gint32, (gsize) total + 1) : NULL;
  for (gint64 i = 0; i < input->n; i++)
    for (gint64 copy = 0; copy < (gint64) self->weights[i]; copy++, next++)
      {
        labels[next] = input->labels[i];
        if (truth != NULL)
          truth[next] = input->truth[i];
        memcpy (x + next * d, input->points.x + i * d, sizeof (float) * (gsize) d);
      }
  copies.n = copies.points.n = total;
  copies.labels = labels;
  copies.truth = truth;
  copies.points.x = x;
  eqp_measure_set_compute (set, &copies, groups, pool, cancellable);
  return total;
}
