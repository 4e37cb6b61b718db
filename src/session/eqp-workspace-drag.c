/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamma on the move over data so large that no run would come to its first iteration between two places of the hand.
 * What is shown meanwhile is the first half of that iteration, of all rows: the balanced assignment to the centers of
 * the clusters that the drag began with. Costs and prices are carried over from place to place; the newest place wins,
 * and each that is begun is shown. When the hand rests a run goes on from there. */
#include "config.h"

#include "eqp-workspace-private.h"

#include "eqp-release.h"

/* Of n d K: below, runs are quick enough themselves. */
#define LEAST_WORK 5e6
/* Of n K: the costs stay below a gigabyte. */
#define MOST_COSTS 2e8

/* What is carried over. Only the thread of the worker looks at @drag. */
typedef struct
{
  EqpDataset   *dataset;
  EqpLabels    *labels;
  guint         threads;
  EqpGammaDrag *drag;
  gboolean      failed;
} Base;

typedef struct
{
  Base         *base;
  double        gamma;
} Job;

typedef struct
{
  Base         *base;
  gint64        sample;
  EqpResult    *result;
  EqpLabels    *labels; /* its, packed */
} Place;

struct _EqpWorkspaceDrag
{
  EqpNewest    *worker;
  Base         *base;    /* NULL: none */
  EqpRun       *shown;   /* the newest run that shows a place of the hand; borrowed, only compared */
  gint64        sample;  /* rows that decided there; 0: all */
};

static void
base_clear (gpointer data)
{
  Base *base = data;

  eqp_gamma_drag_free (base->drag);
  eqp_dataset_unref (base->dataset);
  eqp_labels_unref (base->labels);
}

static void
base_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, base_clear);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  base_unref (job->base);
  g_free (job);
}

static void
place_free (gpointer data)
{
  Place *place = data;

  base_unref (place->base);
  g_clear_pointer (&place->result, eqp_result_free);
  eqp_labels_unref (place->labels);
  g_free (place);
}

static gpointer
drag_work (gpointer data)
{
  const Job *job = data;
  Base *base = job->base;
  EqpResult *result;
  Place *place;

  if (base->drag == NULL && !base->failed)
    {
      g_autofree gint32 *labels = g_new (gint32, MAX (1, eqp_labels_get_n (base->labels)));

      eqp_labels_unpack (base->labels, labels);
      base->drag =
          eqp_gamma_drag_new (base->dataset, eqp_labels_get_k (base->labels), labels, base->threads, NULL);
      base->failed = base->drag == NULL;
    }
  result = base->drag != NULL ? eqp_gamma_drag_at (base->drag, job->gamma) : NULL;
  if (result == NULL)
    return NULL;
  place = g_new0 (Place, 1);
  place->base = g_atomic_rc_box_acquire (base);
  place->sample = eqp_gamma_drag_get_sample (base->drag);
  /* Clusters keep their centers, and so their numbers. */
  place->result = result;
  place->labels = eqp_labels_new (result->n, result->k, result->labels);
  return place;
}

static void
arrived_cb (gpointer result,
            gpointer user_data)
{
  EqpWorkspace *self = user_data;
  Place *place = result;

  /* Something else was asked for meanwhile. */
  if (place->base == self->drag->base && eqp_workspace_is_scrubbing (self) && _eqp_workspace_drag_serves (self))
    {
      self->drag->sample = place->sample;
      _eqp_workspace_run_take (self, self->settings.solver, g_steal_pointer (&place->result),
                               g_steal_pointer (&place->labels));
      self->drag->shown = self->run;
    }
  place_free (place);
}

void
_eqp_workspace_drag_init (EqpWorkspace *self)
{
  self->drag = g_new0 (EqpWorkspaceDrag, 1);
  self->drag->worker = eqp_newest_new ("eqp-drag", drag_work, job_free, arrived_cb, place_free, self);
}

void
_eqp_workspace_drag_dispose (EqpWorkspace *self)
{
  if (self->drag == NULL)
    return;
  g_clear_pointer (&self->drag->worker, eqp_newest_free);
  eqp_release (g_steal_pointer (&self->drag->base), base_unref);
  g_clear_pointer (&self->drag, g_free);
}

/* Whether what the hand passes by is shown this way. */
gboolean
_eqp_workspace_drag_serves (EqpWorkspace *self)
{
  const EqpParams *params = &self->settings.params;
  double n, d;

  if (self->prepared == NULL || self->labels == NULL || self->shown_run == NULL ||
      eqp_run_get_dataset (self->shown_run) != self->prepared || _eqp_workspace_wants_given (self))
    return FALSE;
  n = (double) eqp_dataset_get_n (self->prepared);
  d = (double) eqp_dataset_get_d (self->prepared);
  return n * d * params->k >= LEAST_WORK && n * params->k <= MOST_COSTS &&
         eqp_labels_get_k (self->labels) == params->k && (double) eqp_labels_get_n (self->labels) == n &&
         eqp_gamma_drag_serves (self->settings.solver, params, (gint64) n);
}

gboolean
_eqp_workspace_drag_is_busy (EqpWorkspace *self)
{
  return self->drag != NULL && eqp_newest_is_busy (self->drag->worker);
}

/* A run has refined what is shown: the next drag begins from there. */
void
_eqp_workspace_drag_forget (EqpWorkspace *self,
                            gboolean      all)
{
  if (self->drag == NULL || self->drag->base == NULL)
    return;
  if (all || (!eqp_run_was_taken (self->run) && eqp_run_get_state (self->run) == EQP_RUN_DONE))
    eqp_release (g_steal_pointer (&self->drag->base), base_unref);
}

static void
take_base (EqpWorkspace *self)
{
  Base *base = self->drag->base;

  if (base != NULL && base->dataset == self->prepared && eqp_labels_get_k (base->labels) == self->settings.params.k)
    return;
  eqp_release (g_steal_pointer (&self->drag->base), base_unref);
  base = g_atomic_rc_box_new0 (Base);
  base->dataset = eqp_dataset_ref (self->prepared);
  base->labels = eqp_labels_ref (self->labels);
  base->threads = self->threads;
  self->drag->base = base;
}

/* Gamma is at another place. */
void
_eqp_workspace_drag (EqpWorkspace *self)
{
  Job *job = g_new0 (Job, 1);

  /* A run under way only keeps the processors, and so does what is measured of it. */
  _eqp_workspace_measure_pause (self);
  _eqp_workspace_reference_drop (self);
  self->next = NEXT_NOTHING;
  if (self->run != NULL && !eqp_run_was_taken (self->run))
    eqp_run_cancel (self->run);
  take_base (self);
  job->base = g_atomic_rc_box_acquire (self->drag->base);
  job->gamma = self->gamma;
  eqp_newest_push (self->drag->worker, job);
}

/**
 * eqp_workspace_get_drag_sample:
 * @self: a workspace
 *
 * Returns: how many rows the sizes shown were decided by, while gamma is on the move; 0: all
 */
gint64
eqp_workspace_get_drag_sample (EqpWorkspace *self)
{
  return self->shown_run != NULL && self->shown_run == self->drag->shown ? self->drag->sample : 0;
}
