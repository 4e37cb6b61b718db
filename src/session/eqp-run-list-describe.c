/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of a run when it is over: the record that stands for it, in the list or not. */
#include "config.h"

#include "eqp-run-list-private.h"

#include <math.h>

#include "eqp-command-line.h"

static GQuark
record_quark (void)
{
  return g_quark_from_static_string ("eqp-run-record");
}

/* Returns NULL when the run is not in the list. */
EqpRunRecord *
_eqp_run_list_find_run (EqpRunList *self,
                        EqpRun     *run)
{
  EqpRunRecord *record = g_object_get_qdata (G_OBJECT (run), record_quark ());

  return record != NULL && _eqp_run_list_find (self, record, NULL) ? record : NULL;
}

/* Which rows the data of now are. Columns may come and go, rows may not. */
char *
_eqp_run_list_dup_rows (EqpRunList *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const char *source = dataset != NULL ? eqp_dataset_get_source (dataset) : NULL;

  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", dataset != NULL ? eqp_dataset_get_n (dataset) : -1,
                          source != NULL ? source : "");
}

static double
relative_gamma (EqpRun *run)
{
  const EqpSolver *solver = eqp_run_get_solver (run);
  const EqpParams *params = eqp_run_get_params (run);
  double unit;

  if ((solver->flags & EQP_SOLVER_USES_GAMMA) == 0)
    return NAN;
  unit = eqp_given_gamma_unit (eqp_run_get_given (run), solver, eqp_run_get_dataset (run), eqp_run_get_graph (run),
                               params->k);
  return isfinite (unit) && unit > 0.0 ? params->gamma / unit : NAN;
}

static void
describe_data (EqpRunList  *self,
               EqpRun      *run,
               EqpRunFacts *facts)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpRunSpec spec = { 0 };
  gboolean exact;

  facts->data_name = g_strdup (eqp_dataset_get_name (dataset));
  facts->rows = _eqp_run_list_dup_rows (self);
  facts->preparation = *eqp_run_get_preparation (run);
  if (self->chain == NULL || facts->solver == NULL || eqp_dataset_get_source (dataset) == NULL)
    return;
  spec.data = eqp_dataset_get_source (dataset);
  spec.method = facts->solver->id;
  spec.params = facts->params;
  spec.params.initial_labels = NULL;
  spec.preparation = facts->preparation;
  eqp_run_spec_set_given (&spec, &facts->given);
  exact = eqp_data_chain_get_line (self->chain, &spec.import, &spec.distinct);
  facts->command = eqp_command_line (&spec);
  facts->repeats = exact && !facts->warm && !facts->cancelled;
}

void
_eqp_run_list_bind (EqpRun       *run,
                    EqpRunRecord *record)
{
  g_object_set_qdata_full (G_OBJECT (run), record_quark (), g_object_ref (record), g_object_unref);
}

/* Returns: (transfer none) (nullable): its record, whether it is in the list or not; NULL: it has nothing to show */
EqpRunRecord *
_eqp_run_list_describe (EqpRunList *self,
                        EqpRun     *run)
{
  const EqpResult *result = eqp_run_get_result (run);
  g_autoptr (EqpRunRecord) record = NULL;
  g_autoptr (EqpLabels) labels = NULL;
  EqpRunFacts facts = { 0 };

  if (g_object_get_qdata (G_OBJECT (run), record_quark ()) != NULL)
    return g_object_get_qdata (G_OBJECT (run), record_quark ());
  if (result == NULL || result->n == 0 || eqp_workspace_get_dataset (self->workspace) == NULL ||
      result->n != eqp_dataset_get_n (eqp_workspace_get_dataset (self->workspace)))
    return NULL;

  facts.solver = eqp_run_is_imported (run) ? NULL : eqp_run_get_solver (run);
  facts.params = *eqp_run_get_params (run);
  if (eqp_run_get_given (run) != NULL)
    {
      facts.given = eqp_run_get_given (run)->sources;
      facts.given_hash = eqp_run_get_given (run)->hash;
    }
  facts.gamma_rel = facts.solver != NULL ? relative_gamma (run) : NAN;
  facts.n = result->n;
  facts.k = result->k;
  facts.objective = result->objective;
  facts.data_term = result->data_term;
  facts.penalty = result->penalty;
  facts.iterations = result->iterations;
  facts.seconds = result->seconds;
  facts.converged = result->converged;
  facts.cancelled = result->cancelled;
  facts.warm = eqp_run_get_initial (run) != NULL || eqp_run_was_taken (run);
  facts.sizes = g_memdup2 (result->sizes, sizeof (gint64) * (gsize) result->k);
  describe_data (self, run, &facts);

  labels = eqp_labels_new (result->n, result->k, result->labels);
  record = eqp_run_record_new (&facts, labels);
  _eqp_run_list_bind (run, record);
  return record;
}
