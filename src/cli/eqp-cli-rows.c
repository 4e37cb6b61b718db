/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What "run" is told of rows besides their features: weights from a column of the data, pairs from files. */
#include "config.h"

#include "eqp-cli-rows.h"

#include <glib/gi18n.h>

#include "eqp-weight-column.h"

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
  if (options->weights_column != NULL)
    {
      if (!eqp_weights_check (solver, error))
        return FALSE;
      self->weights = eqp_weight_column_read (options->data, &options->import, options->weights_column, dataset,
                                              cancellable, error);
      if (self->weights == NULL)
        return FALSE;
    }
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
