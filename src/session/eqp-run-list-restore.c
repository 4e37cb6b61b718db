/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the settings of a listed run back: method, parameters, preparation of the data and gamma, to the last
 * digit. */
#include "config.h"

#include "eqp-run-list-private.h"

#include <glib/gi18n.h>
#include <math.h>

static gboolean
is_prepared_as (EqpWorkspace         *workspace,
                const EqpPreparation *wanted)
{
  return eqp_preparation_equal (eqp_workspace_get_preparation (workspace), wanted);
}

void
_eqp_run_list_restore_drop (EqpRunList *self)
{
  if (self->restoring != 0)
    g_signal_handler_disconnect (self->workspace, self->restoring);
  self->restoring = 0;
}

/* Preparing keeps relative gamma, which is the same up to its last digit. */
static void
prepared_cb (EqpRunList *self)
{
  if (eqp_workspace_is_preparing (self->workspace))
    return;
  _eqp_run_list_restore_drop (self);
  eqp_workspace_set_gamma (self->workspace, self->restored_gamma);
}

/**
 * eqp_run_list_restore:
 * @self: a list
 * @record: one of its runs, of a method
 *
 * Sets the workspace as it was for this run; the next run repeats it, unless it went on from another one.
 */
void
eqp_run_list_restore (EqpRunList   *self,
                      EqpRunRecord *record)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);
  EqpSettings settings = { .solver = facts->solver, .params = facts->params };

  if (facts->solver == NULL)
    return;
  _eqp_run_list_restore_drop (self);
  settings.params.gamma = 0.0;
  settings.params.initial_labels = NULL;
  /* Another method brings its own parameters as they were left; they are set after it. */
  eqp_workspace_set_settings (self->workspace, &settings);
  eqp_workspace_set_settings (self->workspace, &settings);

  if ((facts->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      if (isfinite (facts->gamma_rel))
        eqp_workspace_set_gamma_rel (self->workspace, facts->gamma_rel);
      if (is_prepared_as (self->workspace, &facts->preparation))
        eqp_workspace_set_gamma (self->workspace, facts->params.gamma);
    }
  if (is_prepared_as (self->workspace, &facts->preparation))
    return;
  if (self->chain != NULL)
    eqp_data_chain_set_preparation (self->chain, &facts->preparation, _ ("Preparation of an earlier run restored"));
  else
    eqp_workspace_set_preparation (self->workspace, &facts->preparation);
  if ((facts->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      self->restored_gamma = facts->params.gamma;
      self->restoring = g_signal_connect_object (self->workspace, "settings-changed", G_CALLBACK (prepared_cb), self,
                                                 G_CONNECT_SWAPPED);
    }
}
