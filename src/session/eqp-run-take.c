/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs whose end is there already: looked up, made elsewhere, or kept from an earlier session. */
#include "config.h"

#include "eqp-run-private.h"

#include "eqp-numbering.h"

/**
 * eqp_run_take:
 * @self: a run that was not started
 * @dataset: what @result is of
 * @solver: the method it counts for
 * @params: its settings
 * @result: (transfer full): what is known without running
 * @labels: (transfer full) (nullable): its labels, packed, numbered by the caller; %NULL: both are done here, in time
 *   that grows with the rows
 *
 * Makes a run of one step whose end is there already; it is drained like any other.
 */
void
eqp_run_take (EqpRun          *self,
              EqpDataset      *dataset,
              const EqpSolver *solver,
              const EqpParams *params,
              EqpResult       *result,
              EqpLabels       *labels)
{
  EqpEvent event = {
    .kind = EQP_EVENT_ITERATION, .objective = result->objective, .data_term = result->data_term,
    .penalty = result->penalty, .k = result->k, .sizes = result->sizes, .n = result->n, .labels = result->labels
  };

  g_return_if_fail (self->state == EQP_RUN_IDLE);

  if (labels == NULL)
    {
      EqpNumbering *numbering = eqp_numbering_new (self->like);

      eqp_numbering_result (numbering, result);
      eqp_numbering_free (numbering);
    }
  _eqp_run_set_up (self, dataset, solver, params);
  self->taken = TRUE;
  _eqp_run_set_state (self, EQP_RUN_RUNNING);
  if (labels != NULL)
    eqp_mailbox_take_step (self->mailbox, &event, labels);
  else
    eqp_mailbox_post (self->mailbox, &event);
  eqp_mailbox_finish (self->mailbox, result, NULL);
}

/**
 * eqp_run_was_taken:
 * @self: a run
 *
 * Returns: whether its result was there before it
 */
gboolean
eqp_run_was_taken (EqpRun *self)
{
  return self->taken;
}

/* ---- Kept ------------------------------------------------------------------------------------------------------- */

/**
 * eqp_run_trace_new:
 *
 * Returns: (transfer full): a trace without steps
 */
EqpRunTrace *
eqp_run_trace_new (void)
{
  EqpRunTrace *self = g_new0 (EqpRunTrace, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (EqpStep));
  self->sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->labels = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_labels_unref);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->assignment_gap = -1.0;
  return self;
}

/**
 * eqp_run_trace_free:
 * @self: (nullable): a trace
 */
void
eqp_run_trace_free (EqpRunTrace *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->steps);
  g_array_unref (self->sizes);
  g_ptr_array_unref (self->labels);
  eqp_labels_unref (self->initial);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

/**
 * eqp_run_dup_trace:
 * @self: a run that is over and has a result
 *
 * Time O(steps k), nothing that grows with the rows.
 *
 * Returns: (transfer full): what was seen of it; labels are shared
 */
EqpRunTrace *
eqp_run_dup_trace (EqpRun *self)
{
  EqpRunTrace *trace = eqp_run_trace_new ();

  g_array_append_vals (trace->steps, self->steps->data, self->steps->len);
  g_array_append_vals (trace->sizes, self->sizes->data, self->sizes->len);
  for (gint64 step = 0; step < self->steps->len; step++)
    {
      gint64 found = -1;
      EqpLabels *labels = eqp_run_dup_labels (self, step, &found);

      if (labels != NULL && found != step)
        g_clear_pointer (&labels, eqp_labels_unref);
      g_ptr_array_add (trace->labels, labels);
    }
  if (eqp_run_get_initial (self) != NULL)
    trace->initial = eqp_labels_ref (eqp_run_get_initial (self));
  trace->thinned = eqp_run_is_thinned (self);
  trace->restart = self->restart;
  trace->restarts = self->restarts;
  trace->starts = self->result->starts;
  trace->reached = self->result->reached;
  trace->assignment_gap = self->result->assignment_gap;
  for (guint i = 0; i < self->result->warnings->len; i++)
    g_ptr_array_add (trace->warnings, g_strdup (g_ptr_array_index (self->result->warnings, i)));
  return trace;
}

/**
 * eqp_run_take_trace:
 * @self: a run that was not started
 * @dataset: what it was of
 * @solver: its method
 * @params: its settings
 * @result: (transfer full): what it came to; what @trace has of it is put in
 * @trace: what was seen of it, at least one step
 *
 * Makes the run as it was, with all its steps; it is drained like any other.
 */
void
eqp_run_take_trace (EqpRun          *self,
                    EqpDataset      *dataset,
                    const EqpSolver *solver,
                    const EqpParams *params,
                    EqpResult       *result,
                    EqpRunTrace     *trace)
{
  EqpEvent restart = { .kind = EQP_EVENT_RESTART, .restart = trace->restart, .restarts = trace->restarts };

  g_return_if_fail (self->state == EQP_RUN_IDLE);

  result->starts = trace->starts;
  result->reached = trace->reached;
  result->assignment_gap = trace->assignment_gap;
  for (guint i = 0; i < trace->warnings->len; i++)
    g_ptr_array_add (result->warnings, g_strdup (g_ptr_array_index (trace->warnings, i)));

  _eqp_run_set_up (self, dataset, solver, params);
  self->taken = TRUE;
  self->thinned = trace->thinned;
  if (trace->initial != NULL)
    {
      self->start = g_atomic_rc_box_new0 (EqpRunStart);
      self->start->given = eqp_labels_ref (trace->initial);
    }
  _eqp_run_set_state (self, EQP_RUN_RUNNING);
  if (trace->restarts > 0)
    eqp_mailbox_post (self->mailbox, &restart);
  for (guint i = 0; i < trace->steps->len; i++)
    {
      const EqpStep *step = &g_array_index (trace->steps, EqpStep, i);
      EqpEvent event = { .kind = EQP_EVENT_ITERATION, .iteration = step->iteration, .objective = step->objective,
                         .data_term = step->data_term, .penalty = step->penalty, .seconds = step->seconds,
                         .moved = step->moved, .phase = step->phase, .k = params->k, .n = result->n,
                         .sizes = &g_array_index (trace->sizes, gint64, (gsize) i * (gsize) params->k) };
      EqpLabels *labels = g_ptr_array_index (trace->labels, i);

      eqp_mailbox_take_step (self->mailbox, &event, labels != NULL ? eqp_labels_ref (labels) : NULL);
    }
  eqp_mailbox_finish (self->mailbox, result, NULL);
}
