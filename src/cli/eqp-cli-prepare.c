/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands that run methods do to the data first. */
#include "config.h"

#include "eqp-cli-prepare.h"

/**
 * eqp_cli_distinct:
 * @dataset: the data as read
 * @n_copies: (out): how many rows were left out
 * @cancellable: (nullable): ends it early
 * @error: return location
 *
 * Returns: (transfer full) (nullable): of equal rows only the first
 */
EqpDataset *
eqp_cli_distinct (EqpDataset    *dataset,
                  gint64        *n_copies,
                  GCancellable  *cancellable,
                  GError       **error)
{
  const EqpEdit edit = { .label = -1, .distinct = TRUE };
  EqpDataset *chosen = eqp_dataset_edit (dataset, &edit, cancellable, error);

  *n_copies = chosen != NULL ? eqp_dataset_get_n (dataset) - eqp_dataset_get_n (chosen) : 0;
  return chosen;
}

/**
 * eqp_cli_prepare:
 * @dataset: data
 * @preparation: what to do to them
 * @threads: to do it with
 * @cancellable: (nullable): ends it early
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the data as methods see them
 */
EqpDataset *
eqp_cli_prepare (EqpDataset            *dataset,
                 const EqpPreparation  *preparation,
                 guint                  threads,
                 GCancellable          *cancellable,
                 GError               **error)
{
  if (eqp_preparation_is_none (preparation))
    return eqp_dataset_ref (dataset);
  return eqp_dataset_prepare (dataset, preparation, threads, cancellable, error);
}
