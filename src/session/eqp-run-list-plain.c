/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain k-means and plain min-cut with the settings of the run that is compared: taken from the list, or from the runs
 * that the workspace makes for its outlines, or run now, one after the other. */
#include "config.h"

#include "eqp-run-list-private.h"

#include <glib/gi18n.h>

static void start_next (EqpRunList *self);

/* Those of the first run that is pinned, or else of the one shown, or else of the next one. */
static EqpParams
plain_params (EqpRunList *self)
{
  EqpRun *shown = eqp_workspace_get_run (self->workspace);
  EqpParams params;

  if (self->pins->len > 0 && eqp_run_record_get_facts (g_ptr_array_index (self->pins, 0))->solver != NULL)
    params = eqp_run_record_get_facts (g_ptr_array_index (self->pins, 0))->params;
  else if (shown != NULL)
    params = *eqp_run_get_params (shown);
  else
    params = eqp_workspace_get_settings (self->workspace)->params;
  params.gamma = 0.0;
  params.min_size = params.max_size = 0;
  params.initial_labels = NULL;
  eqp_params_forget_given (&params);
  eqp_params_reset_own (&params);
  return params;
}

static gboolean
is_given (const EqpGiven    *given,
          const EqpRunFacts *facts)
{
  if (given == NULL)
    return eqp_given_sources_are_empty (&facts->given);
  return given->hash == facts->given_hash && eqp_given_sources_equal (&given->sources, &facts->given);
}

/* What the run that is compared was given, for a plain method that looks at it. Returns FALSE when it is not there any
 * more. */
static gboolean
find_given (EqpRunList       *self,
            const EqpSolver  *solver,
            EqpGiven        **given)
{
  EqpRun *shown = eqp_workspace_get_run (self->workspace);
  EqpGiven *candidates[] = { shown != NULL ? eqp_run_get_given (shown) : NULL,
                             eqp_workspace_get_given (self->workspace), NULL };
  const EqpRunFacts *facts = self->pins->len > 0 ? eqp_run_record_get_facts (g_ptr_array_index (self->pins, 0)) : NULL;

  *given = NULL;
  if (!eqp_solver_takes_given (solver, EQP_GIVEN_WEIGHTS))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      if (facts != NULL && facts->solver != NULL ? !is_given (candidates[i], facts) : i == 0 && shown == NULL)
        continue;
      *given = candidates[i];
      return TRUE;
    }
  return FALSE;
}

static EqpRunRecord *
find_listed (EqpRunList      *self,
             const EqpSolver *solver,
             const EqpParams *params,
             const EqpGiven  *given)
{
  const EqpPreparation *preparation = eqp_workspace_get_preparation (self->workspace);

  for (guint i = self->records->len; i-- > 0;)
    {
      EqpRunRecord *record = g_ptr_array_index (self->records, i);

      if (eqp_run_record_has_settings_of (record, solver, params, preparation, given) &&
          eqp_run_record_get_labels (record) != NULL && eqp_run_list_is_comparable (self, record))
        return record;
    }
  return NULL;
}

static EqpRunRecord *
find_reference (EqpRunList      *self,
                EqpReference     which,
                const EqpSolver *solver,
                const EqpParams *params,
                const EqpGiven  *given)
{
  EqpRun *run = eqp_workspace_get_reference (self->workspace, which);
  const EqpParams *used = run != NULL ? eqp_run_get_params (run) : NULL;

  if (run == NULL || eqp_run_get_dataset (run) != eqp_workspace_get_prepared (self->workspace) ||
      used->k != params->k || used->seed != params->seed || !eqp_given_equal (eqp_run_get_given (run), given))
    return NULL;
  for (const EqpParam *const *param = solver->params; param != NULL && *param != NULL; param++)
    if (eqp_param_get (*param, used) != eqp_param_get (*param, params))
      return NULL;
  return _eqp_run_list_add_run (self, run);
}

static void
pin (EqpRunList   *self,
     EqpRunRecord *record)
{
  g_autoptr (GError) error = NULL;

  if (!eqp_run_list_set_pinned (self, record, TRUE, &error))
    _eqp_run_list_fail (self, error->message);
}

static void
over_cb (EqpRunList *self,
         EqpRun     *run)
{
  g_autoptr (EqpRun) ended = NULL;
  EqpRunRecord *record;

  if (run != self->plain)
    return;
  ended = g_steal_pointer (&self->plain);
  self->plain_wanted &= ~(1u << self->plain_which);
  record = _eqp_run_list_add_run (self, ended);
  if (record != NULL)
    pin (self, record);
  else if (eqp_run_get_error (ended) != NULL)
    _eqp_run_list_fail (self, eqp_run_get_error (ended)->message);
  start_next (self);
  _eqp_run_list_plain_changed (self);
}

static void
start (EqpRunList      *self,
       EqpReference     which,
       const EqpSolver *solver,
       const EqpParams *params,
       EqpGiven        *given)
{
  EqpGraph *graph = eqp_workspace_get_graph (self->workspace);
  EqpGraphOptions wanted = eqp_params_get_graph_options (params);

  self->plain_which = which;
  self->plain = eqp_run_new ();
  /* Only its last labels are of use. */
  eqp_run_set_label_budget (self->plain, 0);
  eqp_run_set_given (self->plain, given);
  if (solver->family == EQP_FAMILY_GRAPH && graph != NULL && eqp_graph_is_made_of (graph, &wanted))
    eqp_run_set_graph (self->plain, graph);
  g_signal_connect_object (self->plain, "pending", G_CALLBACK (eqp_run_drain), NULL, 0);
  g_signal_connect_object (self->plain, "over", G_CALLBACK (over_cb), self, G_CONNECT_SWAPPED);
  eqp_run_start (self->plain, eqp_workspace_get_prepared (self->workspace), solver, params, NULL, 0);
}

/* Pins what is there already, and starts the first that is not. */
static void
start_next (EqpRunList *self)
{
  for (int which = 0; which < EQP_N_REFERENCES && self->plain == NULL; which++)
    {
      const EqpSolver *solver = eqp_reference_solver (which);
      EqpParams params = plain_params (self);
      g_autoptr (GError) error = NULL;
      EqpRunRecord *record;
      EqpGiven *given;

      if ((self->plain_wanted & 1u << which) == 0 || solver == NULL ||
          eqp_workspace_get_prepared (self->workspace) == NULL)
        continue;
      if (!find_given (self, solver, &given))
        {
          self->plain_wanted &= ~(1u << which);
          _eqp_run_list_fail (self, _ ("The weights, pairs or centers that the first pinned run was given are not open "
                                       "any more; restore its settings first."));
          continue;
        }
      record = find_listed (self, solver, &params, given);
      if (record == NULL)
        record = find_reference (self, which, solver, &params, given);
      if (record == NULL && eqp_solver_check (solver, eqp_workspace_get_prepared (self->workspace), &params, &error))
        {
          start (self, which, solver, &params, given);
          continue;
        }
      self->plain_wanted &= ~(1u << which);
      if (record != NULL)
        pin (self, record);
      else
        _eqp_run_list_fail (self, error->message);
    }
}

/* The run that is shown, or NULL: it is not over, or there is none. */
static EqpRunRecord *
list_shown (EqpRunList *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);

  _eqp_run_list_flush (self);
  if (run == NULL || !eqp_run_is_over (run) || eqp_workspace_get_prepared (self->workspace) == NULL)
    return NULL;
  return _eqp_run_list_add_run (self, run);
}

/**
 * eqp_run_list_pin_plain:
 * @self: a list
 * @which: a plain method
 *
 * Pins its run with the settings of the first run that is pinned, running it first where there is none. Where no run is
 * pinned, the one that is shown is, too, so that there is something beside it. Where that takes a while ::plain-changed
 * tells its beginning and its end.
 */
void
eqp_run_list_pin_plain (EqpRunList   *self,
                        EqpReference  which)
{
  EqpRunRecord *shown = self->pins->len == 0 ? list_shown (self) : NULL;

  if (shown != NULL && eqp_run_list_is_comparable (self, shown))
    pin (self, shown);
  self->plain_wanted |= 1u << which;
  start_next (self);
  _eqp_run_list_plain_changed (self);
}

/**
 * eqp_run_list_is_running_plain:
 * @self: a list
 * @which: a plain method
 *
 * Returns: whether it was asked for and is not there yet
 */
gboolean
eqp_run_list_is_running_plain (EqpRunList   *self,
                               EqpReference  which)
{
  return (self->plain_wanted & 1u << which) != 0;
}

void
_eqp_run_list_plain_drop (EqpRunList *self)
{
  self->plain_wanted = 0;
  g_clear_object (&self->plain);
}

/* What a plain run is put beside: the newest run of another method with as many clusters. */
static EqpRunRecord *
find_partner (EqpRunList   *self,
              EqpRunRecord *record)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);

  for (guint i = self->records->len; i-- > 0;)
    {
      EqpRunRecord *other = g_ptr_array_index (self->records, i);
      const EqpRunFacts *beside = eqp_run_record_get_facts (other);

      if (beside->solver != facts->solver && beside->k == facts->k && eqp_run_record_get_labels (other) != NULL &&
          eqp_run_list_is_comparable (self, other))
        return other;
    }
  return NULL;
}

/**
 * eqp_run_list_compare_shown:
 * @self: a list
 *
 * Pins the run that is shown, alone, and the plain method of its family beside it; the other one, too, where it has
 * been run anyway. A plain run is put beside the newest one of another method.
 */
void
eqp_run_list_compare_shown (EqpRunList *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  EqpRunRecord *record = list_shown (self), *partner;
  EqpReference own, other;

  if (record == NULL)
    return;
  while (self->pins->len > 0 && g_ptr_array_index (self->pins, 0) != record)
    eqp_run_list_set_pinned (self, g_ptr_array_index (self->pins, 0), FALSE, NULL);
  while (self->pins->len > 1)
    eqp_run_list_set_pinned (self, g_ptr_array_index (self->pins, 1), FALSE, NULL);
  pin (self, record);

  own = eqp_run_get_solver (run)->family == EQP_FAMILY_GRAPH ? EQP_REFERENCE_MINCUT : EQP_REFERENCE_KMEANS;
  other = own == EQP_REFERENCE_MINCUT ? EQP_REFERENCE_KMEANS : EQP_REFERENCE_MINCUT;
  partner = eqp_run_get_solver (run) == eqp_reference_solver (own) ? find_partner (self, record) : NULL;
  if (partner != NULL)
    pin (self, partner);
  else
    eqp_run_list_pin_plain (self, own);
  if (eqp_workspace_get_reference (self->workspace, other) != NULL)
    eqp_run_list_pin_plain (self, other);
}
