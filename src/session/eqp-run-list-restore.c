/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the settings of a listed run back: method, parameters, preparation of the data and gamma, to the last
 * digit. */
#include "config.h"

#include "eqp-run-list-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* A method that does not look at them leaves them as they are. */
static const char *
weights_of (EqpWorkspace      *workspace,
            const EqpRunFacts *facts)
{
  return eqp_solver_takes_given (facts->solver, EQP_GIVEN_WEIGHTS)
           ? facts->given.from[EQP_GIVEN_WEIGHTS]
           : eqp_workspace_get_given_source (workspace, EQP_GIVEN_WEIGHTS);
}

/* Whether the data are read and prepared as they were. */
static gboolean
is_prepared_as (EqpWorkspace      *workspace,
                const EqpRunFacts *facts)
{
  return eqp_preparation_equal (eqp_workspace_get_preparation (workspace), &facts->preparation) &&
         eqp_workspace_get_given_source (workspace, EQP_GIVEN_WEIGHTS) == weights_of (workspace, facts);
}

/* Of what the method does not look at nothing is known. */
static void
restore_given (EqpWorkspace      *workspace,
               const EqpRunFacts *facts)
{
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    if (kind != EQP_GIVEN_WEIGHTS && eqp_solver_takes_given (facts->solver, kind) &&
        facts->given.from[kind] != eqp_workspace_get_given_source (workspace, kind))
      eqp_workspace_set_given_source (workspace, kind, facts->given.from[kind]);
}

void
_eqp_run_list_restore_drop (EqpRunList *self)
{
  if (self->restoring != 0)
    g_signal_handler_disconnect (self->workspace, self->restoring);
  self->restoring = 0;
  self->restore_reads = FALSE;
}

/* Other data are open: those that were read for the run that is restored, or those of somebody else. */
void
_eqp_run_list_restore_data (EqpRunList *self)
{
  if (self->restore_reads &&
      eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS) == self->restored_weights)
    self->restore_reads = FALSE;
  else
    _eqp_run_list_restore_drop (self);
}

/* Preparing keeps relative gamma, which is the same up to its last digit. */
static void
prepared_cb (EqpRunList *self)
{
  if (eqp_workspace_is_loading (self->workspace) || eqp_workspace_is_preparing (self->workspace) ||
      !eqp_preparation_equal (eqp_workspace_get_preparation (self->workspace), &self->restored_preparation))
    return;
  _eqp_run_list_restore_drop (self);
  eqp_workspace_set_gamma (self->workspace, self->restored_gamma);
  eqp_workspace_follow_anew (self->workspace);
}

/**
 * eqp_run_list_restore:
 * @self: a list
 * @record: one of its runs, of a method
 *
 * Sets the workspace as it was for this run, which is repeated as after a change of controls, unless it went on from
 * another one: then its settings are run from their start.
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

  restore_given (self->workspace, facts);

  if ((facts->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      if (isfinite (facts->gamma_rel))
        eqp_workspace_set_gamma_rel (self->workspace, facts->gamma_rel);
      if (is_prepared_as (self->workspace, facts))
        eqp_workspace_set_gamma (self->workspace, facts->params.gamma);
    }
  if (is_prepared_as (self->workspace, facts))
    {
      eqp_workspace_follow_anew (self->workspace);
      return;
    }
  self->restored_preparation = facts->preparation;
  if (self->chain != NULL)
    {
      self->restored_weights = weights_of (self->workspace, facts);
      self->restore_reads =
          self->restored_weights != eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS);
      eqp_data_chain_restore (self->chain, &facts->preparation, self->restored_weights,
                              _ ("Preparation of an earlier run restored"));
    }
  else
    eqp_workspace_set_preparation (self->workspace, &facts->preparation);
  if ((facts->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      self->restored_gamma = facts->params.gamma;
      self->restoring = g_signal_connect_object (self->workspace, "settings-changed", G_CALLBACK (prepared_cb), self,
                                                 G_CONNECT_SWAPPED);
    }
}
