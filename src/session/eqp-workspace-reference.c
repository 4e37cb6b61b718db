/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs whose sizes are drawn as outlines: plain k-means and plain min-cut on the same data, K and seed. They are
 * made one after the other while nothing else runs, and kept, so that dragging gamma does not make them again. */
#include "config.h"

#include "eqp-workspace-private.h"

/* Of n * n * d: up to here the graph is made within about a second, and for the outline alone; above it an outline of
 * min-cut comes with a graph that is there for another reason. */
#define QUICK_GRAPH 3e10

/* Of n * K: the eigenvectors behind plain min-cut beyond this would keep the processors busy for long. */
#define LARGEST_MINCUT 5e6

/* How long nothing has to run before plain min-cut does. It takes longer than the pause between two places of a slider
 * that is dragged, and stopped at each of them it would only keep the processors from the runs that are waited for. */
#define MINCUT_REST_MS 300

/* Outlines belong to the run shown. */
static const EqpParams *
params_of_shown (EqpWorkspace *self)
{
  return self->shown_run != NULL ? eqp_run_get_params (self->shown_run) : &self->settings.params;
}

static EqpDataset *
data_of_shown (EqpWorkspace *self)
{
  return self->shown_run != NULL ? eqp_run_get_dataset (self->shown_run) : self->prepared;
}

/* What the run shown was given, for plain k-means; before the first run what the next one will be. */
static EqpGiven *
given_of_shown (EqpWorkspace *self)
{
  return self->shown_run != NULL ? eqp_run_get_given (self->shown_run) : eqp_workspace_get_given (self);
}

/* Sizes that are sums of weights have no like among those of rows. */
static gboolean
is_weighted (EqpWorkspace *self)
{
  return given_of_shown (self) != NULL && given_of_shown (self)->weights != NULL;
}

/* The prepared data set stands for data and preparation: both give a new one, and the cache is emptied with them. */
static char *
make_key_of (EqpDataset      *prepared,
             const EqpParams *params,
             const EqpGiven  *given,
             int              which)
{
  if (which == EQP_REFERENCE_KMEANS)
    return g_strdup_printf ("%p %d %d %" G_GUINT64_FORMAT " %d %d %" G_GINT64_MODIFIER "x", (gpointer) prepared,
                            params->k, params->init, params->seed, params->restarts, params->empty,
                            given != NULL ? given->hash : 0);
  return g_strdup_printf ("graph %p %d %" G_GUINT64_FORMAT " %d, %d %d %a", (gpointer) prepared, params->k,
                          params->seed, params->restarts, params->neighbors, params->search, params->scale);
}

static char *
make_key (EqpWorkspace *self,
          int           which)
{
  return make_key_of (data_of_shown (self), params_of_shown (self), given_of_shown (self), which);
}

static gboolean
is_shown (EqpWorkspace *self,
          int           which)
{
  return self->shown_run != NULL && eqp_run_get_solver (self->shown_run) == eqp_reference_solver (which);
}

/**
 * eqp_workspace_get_reference:
 * @self: a workspace
 * @which: the method
 *
 * Returns: (transfer none) (nullable): the finished run of a plain method on the same data, seed, K and start, unless
 *   that method is what is shown
 */
EqpRun *
eqp_workspace_get_reference (EqpWorkspace *self,
                             EqpReference  which)
{
  g_autofree char *key = NULL;

  if (self->prepared == NULL || is_shown (self, which))
    return NULL;
  key = make_key (self, which);
  return g_hash_table_lookup (self->references, key);
}

static void
over_cb (EqpWorkspace *self,
         EqpRun       *run)
{
  if (run != self->reference)
    return;

  /* A run that failed is kept too, or it would be tried again and again; it has no labels to show. */
  if (eqp_run_get_state (run) != EQP_RUN_CANCELLED)
    g_hash_table_insert (self->references, g_steal_pointer (&self->reference_key), g_object_ref (run));
  g_clear_pointer (&self->reference_key, g_free);
  g_clear_object (&self->reference);
  _eqp_workspace_measure (self);
  _eqp_workspace_reference_start (self); /* the next one; and the settings may have changed meanwhile */
}

void
_eqp_workspace_reference_drop (EqpWorkspace *self)
{
  g_clear_handle_id (&self->reference_source, g_source_remove);
  g_clear_object (&self->reference);
  g_clear_pointer (&self->reference_key, g_free);
}

/* Beside a main run it would only slow that down, so it waits for the end of it. */
static gboolean
may_start (EqpWorkspace *self)
{
  return self->prepared != NULL && self->reference == NULL && !eqp_workspace_is_running (self) &&
         !eqp_workspace_is_scrubbing (self) &&
         self->shown_run != NULL && eqp_run_get_state (self->shown_run) != EQP_RUN_FAILED;
}

static void
start (EqpWorkspace    *self,
       int              which,
       const EqpSolver *solver,
       char            *key)
{
  EqpParams params = *params_of_shown (self);

  params.gamma = 0.0;
  eqp_params_reset_own (&params);
  params.min_size = params.max_size = 0;

  self->reference_key = key;
  self->reference = eqp_run_new ();
  /* Only its last labels are of use. */
  eqp_run_set_label_budget (self->reference, 0);
  if (which == EQP_REFERENCE_MINCUT)
    eqp_run_set_graph (self->reference, self->graph);
  else
    eqp_run_set_given (self->reference, given_of_shown (self));
  g_signal_connect_object (self->reference, "pending", G_CALLBACK (eqp_run_drain), NULL, 0);
  g_signal_connect_object (self->reference, "over", G_CALLBACK (over_cb), self, G_CONNECT_SWAPPED);
  eqp_run_start (self->reference, data_of_shown (self), solver, &params, NULL, self->threads);
}

/* Whether plain min-cut is to be compared with, once there is a graph. */
static gboolean
wants_mincut (EqpWorkspace *self)
{
  gint64 n = eqp_dataset_get_n (data_of_shown (self));
  g_autofree char *key = NULL;
  g_autofree char *key_of_now = NULL;

  if (is_shown (self, EQP_REFERENCE_MINCUT) || is_weighted (self) ||
      (double) n * params_of_shown (self)->k > LARGEST_MINCUT)
    return FALSE;
  /* The graph is that of the settings of now. */
  key = make_key (self, EQP_REFERENCE_MINCUT);
  key_of_now = make_key_of (self->prepared, &self->settings.params, NULL, EQP_REFERENCE_MINCUT);
  return g_str_equal (key, key_of_now) && !g_hash_table_contains (self->references, key);
}

gboolean
_eqp_workspace_reference_wants_graph (EqpWorkspace *self)
{
  double n = self->prepared != NULL ? (double) eqp_dataset_get_n (self->prepared) : 0.0;

  return may_start (self) && n * n * eqp_dataset_get_row_length (self->prepared) <= QUICK_GRAPH && wants_mincut (self);
}

static gboolean
rested_cb (gpointer user_data)
{
  EqpWorkspace *self = user_data;

  self->reference_source = 0;
  if (!may_start (self) || !wants_mincut (self))
    return G_SOURCE_REMOVE;
  if (self->graph != NULL)
    start (self, EQP_REFERENCE_MINCUT, eqp_reference_solver (EQP_REFERENCE_MINCUT),
           make_key (self, EQP_REFERENCE_MINCUT));
  else
    _eqp_workspace_graph_update (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* Starts the run that is missing, if there is one. */
void
_eqp_workspace_reference_start (EqpWorkspace *self)
{
  if (!may_start (self))
    return;
  if (!is_shown (self, EQP_REFERENCE_KMEANS) && eqp_dataset_get_graph (data_of_shown (self)) == NULL)
    {
      char *key = make_key (self, EQP_REFERENCE_KMEANS);

      if (!g_hash_table_contains (self->references, key))
        {
          start (self, EQP_REFERENCE_KMEANS, eqp_reference_solver (EQP_REFERENCE_KMEANS), key);
          return;
        }
      g_free (key);
    }
  if (wants_mincut (self) && self->reference_source == 0)
    self->reference_source = g_timeout_add (MINCUT_REST_MS, rested_cb, self);
}
