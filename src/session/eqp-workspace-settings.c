/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace's settings for the next run, and gamma on its two scales. The relative one is kept when anything
 * changes that its unit depends on; for methods on graphs the unit is known only once the graph is. */
#include "config.h"

#include "eqp-workspace-private.h"

#include <math.h>
#include <string.h>

void
_eqp_workspace_settings_init (EqpWorkspace *self)
{
  self->settings.solver = eqp_solver_balanced (EQP_FAMILY_KMEANS);
  self->settings.params = eqp_params_default ();
  self->settings.params.k = 1;
  self->own_params = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  self->gamma = self->gamma_rel = 1.0;
}

/**
 * eqp_workspace_get_settings:
 * @self: a workspace
 *
 * Returns: (transfer none): the settings for the next run
 */
const EqpSettings *
eqp_workspace_get_settings (EqpWorkspace *self)
{
  return &self->settings;
}

/* Each method finds its own parameters as they were left. */
static void
exchange_own (EqpWorkspace    *self,
              const EqpSolver *before,
              const double    *own)
{
  double *kept = g_hash_table_lookup (self->own_params, self->settings.solver);

  eqp_workspace_keep_params (self, before, own);
  eqp_params_reset_own (&self->settings.params);
  if (kept != NULL)
    memcpy (self->settings.params.own, kept, sizeof self->settings.params.own);
}

/**
 * eqp_workspace_get_kept_params:
 * @self: a workspace
 * @solver: a method
 *
 * Returns: (transfer none) (nullable): its own parameters as they were left, EQP_OWN_PARAMS numbers; of no meaning for
 *   the one that is chosen
 */
const double *
eqp_workspace_get_kept_params (EqpWorkspace    *self,
                               const EqpSolver *solver)
{
  return g_hash_table_lookup (self->own_params, solver);
}

/**
 * eqp_workspace_keep_params:
 * @self: a workspace
 * @solver: a method that is not chosen
 * @own: EQP_OWN_PARAMS numbers
 *
 * Has the method find these as its own parameters when it is chosen.
 */
void
eqp_workspace_keep_params (EqpWorkspace    *self,
                           const EqpSolver *solver,
                           const double    *own)
{
  g_hash_table_replace (self->own_params, (gpointer) solver, g_memdup2 (own, sizeof self->settings.params.own));
}

/**
 * eqp_workspace_set_settings:
 * @self: a workspace
 * @settings: for the next run; K is brought into 1..rows
 *
 * Relative gamma is kept, the raw one follows: its unit depends on the method's family, on K and on the graph.
 */
void
eqp_workspace_set_settings (EqpWorkspace      *self,
                            const EqpSettings *settings)
{
  EqpSettings before = self->settings;

  self->settings = *settings;
  if (before.solver != settings->solver)
    exchange_own (self, before.solver, before.params.own);
  if (self->dataset != NULL)
    self->settings.params.k = (gint) CLAMP (settings->params.k, 1, MAX (1, eqp_dataset_get_n (self->dataset)));
  _eqp_workspace_given_update (self);
  /* Somebody may still be turning a control. */
  _eqp_workspace_graph_update (self, before.params.neighbors != settings->params.neighbors ||
                                         before.params.scale != settings->params.scale ||
                                         before.params.search != settings->params.search);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/**
 * eqp_workspace_uses_gamma:
 * @self: a workspace
 *
 * Returns: whether the method chosen looks at gamma
 */
gboolean
eqp_workspace_uses_gamma (EqpWorkspace *self)
{
  return self->settings.solver != NULL && (self->settings.solver->flags & EQP_SOLVER_USES_GAMMA) != 0;
}

/**
 * eqp_workspace_get_gamma:
 * @self: a workspace
 *
 * Returns: gamma in the units of the objective
 */
double
eqp_workspace_get_gamma (EqpWorkspace *self)
{
  return self->gamma;
}

/**
 * eqp_workspace_get_gamma_rel:
 * @self: a workspace
 *
 * Returns: gamma that does not depend on units, rows and K; the knee is near 1
 */
double
eqp_workspace_get_gamma_rel (EqpWorkspace *self)
{
  return self->gamma_rel;
}

/**
 * eqp_workspace_knows_gamma_unit:
 * @self: a workspace
 *
 * Returns: whether eqp_workspace_get_gamma() is right; of methods on graphs it is once the graph is built, with weights
 *   of rows once they are read
 */
gboolean
eqp_workspace_knows_gamma_unit (EqpWorkspace *self)
{
  return self->prepared != NULL && self->settings.solver != NULL &&
         (self->graph != NULL || !eqp_workspace_uses_graph (self)) && eqp_workspace_knows_given (self);
}

/**
 * eqp_workspace_get_gamma_unit:
 * @self: a workspace
 *
 * Returns: gamma for a relative gamma of 1; 1 where the data have no spread at all, and where it is not known
 */
double
eqp_workspace_get_gamma_unit (EqpWorkspace *self)
{
  double unit;

  if (!eqp_workspace_knows_gamma_unit (self) || eqp_dataset_get_n (self->prepared) == 0)
    return 1.0;
  unit = eqp_given_gamma_unit (eqp_workspace_get_given (self), self->settings.solver, self->prepared, self->graph,
                               self->settings.params.k);
  return isfinite (unit) && unit > 0.0 ? unit : 1.0;
}

/* The unit may be another one now. A raw value typed in by hand is kept to the last digit as long as its unit stays. */
void
_eqp_workspace_follow_unit (EqpWorkspace *self)
{
  double unit = eqp_workspace_get_gamma_unit (self);

  if (!eqp_workspace_knows_gamma_unit (self) || unit == self->gamma_unit)
    return;
  if (self->gamma_is_raw)
    self->gamma_rel = self->gamma / unit;
  else
    self->gamma = self->gamma_rel * unit;
  self->gamma_is_raw = FALSE;
  self->gamma_unit = unit;
}

static void
take_gamma (EqpWorkspace *self,
            double        gamma,
            double        gamma_rel)
{
  if (!isfinite (gamma) || !isfinite (gamma_rel) || gamma < 0.0 || gamma_rel < 0.0)
    return;
  if (gamma == self->gamma && gamma_rel == self->gamma_rel)
    return;
  self->gamma = gamma;
  self->gamma_rel = gamma_rel;
  self->gamma_is_raw = FALSE;
  self->gamma_unit = eqp_workspace_knows_gamma_unit (self) ? eqp_workspace_get_gamma_unit (self) : 0.0;
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/**
 * eqp_workspace_set_gamma:
 * @self: a workspace
 * @gamma: in the units of the objective, at least 0; anything else is ignored
 */
void
eqp_workspace_set_gamma (EqpWorkspace *self,
                         double        gamma)
{
  if (eqp_workspace_knows_gamma_unit (self))
    take_gamma (self, gamma, gamma / eqp_workspace_get_gamma_unit (self));
  else if (isfinite (gamma) && gamma >= 0.0)
    {
      take_gamma (self, gamma, self->gamma_rel);
      self->gamma_is_raw = TRUE;
      self->gamma_unit = 0.0;
    }
}

/**
 * eqp_workspace_set_gamma_rel:
 * @self: a workspace
 * @gamma_rel: relative gamma, at least 0; anything else is ignored
 */
void
eqp_workspace_set_gamma_rel (EqpWorkspace *self,
                             double        gamma_rel)
{
  take_gamma (self, gamma_rel * eqp_workspace_get_gamma_unit (self), gamma_rel);
}
