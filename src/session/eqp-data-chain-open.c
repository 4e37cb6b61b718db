/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The states of a chain, and data that are opened with one at once, as they were left. */
#include "config.h"

#include "eqp-data-chain-private.h"

void
_eqp_chain_state_free (gpointer data)
{
  EqpChainState *state = data;

  eqp_edit_free (state->edit);
  g_free (state->source);
  g_free (state->what);
  g_free (state);
}

EqpChainState *
_eqp_chain_state_new (EqpDataChain *self,
                      const char   *what)
{
  EqpChainState *state = g_new0 (EqpChainState, 1);

  state->source = g_strdup (eqp_workspace_get_source (self->workspace));
  state->import = *eqp_workspace_get_import (self->workspace);
  state->edit = eqp_edit_copy (self->edit);
  state->preparation = self->preparation;
  state->k = eqp_workspace_get_settings (self->workspace)->params.k;
  state->given = _eqp_chain_given (self);
  state->what = g_strdup (what);
  return state;
}

/**
 * eqp_data_chain_open:
 * @self: a chain
 * @data: path, URI or "sample:ID"
 * @import: how to read it; its strings are interned
 * @edit: what to choose of it; its columns have to be there
 * @preparation: how to prepare what was chosen
 * @given: what runs are given
 * @settings: as for eqp_workspace_open(); its weights are those of @given
 *
 * Opens data in place of those that are open, with all that was done to them. As for any data ::data-changed of the
 * workspace follows, and more than once where something was chosen of them; or ::failed, and all stays as it is.
 */
void
eqp_data_chain_open (EqpDataChain           *self,
                     const char             *data,
                     const EqpImportOptions *import,
                     const EqpEdit          *edit,
                     const EqpPreparation   *preparation,
                     const EqpGivenSources  *given,
                     const EqpOpenSettings  *settings)
{
  EqpChainState *state = g_new0 (EqpChainState, 1);
  EqpOpenSettings open = *settings;

  state->source = g_strdup (data);
  state->import = *import;
  state->edit = eqp_edit_copy (edit);
  state->preparation = *preparation;
  state->k = settings->k;
  state->given = *given;
  state->fresh = TRUE;
  open.weights = given->from[EQP_GIVEN_WEIGHTS];
  g_clear_pointer (&self->pending, _eqp_chain_state_free);
  self->pending = state;
  eqp_workspace_open_with (self->workspace, data, import, &open);
}

/**
 * eqp_data_chain_is_settled:
 * @self: a chain
 *
 * Returns: whether it has data, and all that was asked for is in force
 */
gboolean
eqp_data_chain_is_settled (EqpDataChain *self)
{
  return self->base != NULL && self->pending == NULL && self->edit_cancellable == NULL && !self->awaiting &&
         !self->awaiting_given && !eqp_workspace_is_loading (self->workspace) &&
         !eqp_workspace_is_preparing (self->workspace);
}
