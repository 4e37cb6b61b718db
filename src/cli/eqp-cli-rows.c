/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What methods are told of rows besides their features: weights from a column of the data, pairs and centers from
 * files. */
#include "config.h"

#include "eqp-cli-rows.h"

#include <glib/gi18n.h>

/**
 * eqp_cli_rows_import:
 * @options: the command line
 * @import: (inout): how the data are going to be read: the column of the weights will be no feature
 * @ignore: (out) (transfer full) (nullable): what @import borrows
 * @error: EQP_ERROR_INVALID_PARAM
 *
 * Returns: whether the data can have such a column
 */
gboolean
eqp_cli_rows_import (const EqpCliOptions  *options,
                     EqpImportOptions     *import,
                     char                **ignore,
                     GError              **error)
{
  *ignore = NULL;
  if (options->weights_column != NULL || options->must_link != NULL || options->cannot_link != NULL)
    import->ledger_limit = EQP_LABEL_FILE_LEDGER;
  if (options->weights_column == NULL)
    return TRUE;
  if (g_str_has_prefix (options->data, "sample:"))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” is a sample without a column of weights; leave --weights-column out."), options->data);
      return FALSE;
    }
  *ignore = import->ignore != NULL ? g_strdup_printf ("%s,%s", import->ignore, options->weights_column)
                                   : g_strdup (options->weights_column);
  import->ignore = *ignore;
  return TRUE;
}

/**
 * eqp_cli_rows_read:
 * @options: the command line
 * @solver: the method, which has to take what is given
 * @original: the data before their preparation
 * @dataset: the data as methods see them
 * @k: clusters
 * @cancellable: (nullable): to stop
 * @given: (out) (transfer full) (nullable): what was read; NULL: nothing is given
 * @error: return location for a sentence
 *
 * Returns: whether all could be read
 */
gboolean
eqp_cli_rows_read (const EqpCliOptions  *options,
                   const EqpSolver      *solver,
                   EqpDataset           *original,
                   EqpDataset           *dataset,
                   gint                  k,
                   GCancellable         *cancellable,
                   EqpGiven            **given,
                   GError              **error)
{
  const char *from[EQP_N_GIVEN] = {
    [EQP_GIVEN_WEIGHTS] = options->weights_column,
    [EQP_GIVEN_MUST_LINKS] = options->must_link,
    [EQP_GIVEN_CANNOT_LINKS] = options->cannot_link,
    [EQP_GIVEN_CENTERS] = options->initial_centers,
  };
  EqpGivenSources sources = { { NULL } };

  *given = NULL;
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    {
      if (from[kind] != NULL && !eqp_solver_check_given (solver, kind, error))
        return FALSE;
      sources.from[kind] = g_intern_string (from[kind]);
    }
  if (eqp_given_sources_are_empty (&sources))
    return TRUE;
  if (options->must_link != NULL || options->cannot_link != NULL)
    sources.from[EQP_GIVEN_KEY] = g_intern_string (options->key_column);
  *given = eqp_given_read (&sources, solver, options->data, &options->import, original, dataset, k, cancellable, error);
  return *given != NULL;
}
