/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs are given besides settings: weights of rows, pairs of rows, centers to start from. What was asked for is
 * kept by its source and read again, in a thread, whenever other data are prepared; a run waits for it. */
#include "config.h"

#include "eqp-workspace-private.h"

#include <string.h>

typedef struct
{
  EqpGivenSources   sources;
  const EqpSolver  *solver;
  char             *data;
  EqpImportOptions  import;
  EqpDataset       *original;
  EqpDataset       *prepared;
  gint              k;
} GivenJob;

static void
given_job_free (gpointer data)
{
  GivenJob *job = data;

  g_free (job->data);
  eqp_dataset_unref (job->original);
  eqp_dataset_unref (job->prepared);
  g_free (job);
}

static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GivenJob *job = task_data;
  GError *error = NULL;
  EqpGiven *given = eqp_given_read (&job->sources, job->solver, job->data, &job->import, job->original, job->prepared,
                                    job->k, cancellable, &error);

  if (given != NULL)
    g_task_return_pointer (task, given, (GDestroyNotify) eqp_given_unref);
  else
    g_task_return_error (task, error);
}

/* What the method of now looks at. */
static EqpGivenSources
wanted (EqpWorkspace *self)
{
  return eqp_given_sources_for (&self->given_sources, self->settings.solver);
}

/* Whether what was read, or is being read, for these data and this K is what is wanted. */
static gboolean
fits (EqpWorkspace          *self,
      const EqpGivenSources *sources,
      EqpDataset            *of,
      gint                   k)
{
  EqpGivenSources now = wanted (self);

  return of == self->prepared && eqp_given_sources_equal (sources, &now) &&
         (now.from[EQP_GIVEN_CENTERS] == NULL || k == self->settings.params.k);
}

/* Whether runs are given anything at all. */
gboolean
_eqp_workspace_wants_given (EqpWorkspace *self)
{
  EqpGivenSources now = wanted (self);

  return !eqp_given_sources_are_empty (&now);
}

/**
 * eqp_workspace_knows_given:
 * @self: a workspace
 *
 * Returns: whether all that the next run is to be given is read
 */
gboolean
eqp_workspace_knows_given (EqpWorkspace *self)
{
  return !_eqp_workspace_wants_given (self) ||
         (self->given != NULL && fits (self, &self->given->sources, self->given_of, self->given->k));
}

static void
stop_reading (EqpWorkspace *self)
{
  _eqp_workspace_cancel (&self->given_cancellable);
}

static void
set_error (EqpWorkspace *self,
           const char   *message)
{
  g_free (self->given_error);
  self->given_error = g_strdup (message);
}

/* What was just asked for cannot be had, so all is as it was; what data or K that came later do not go with stays asked
 * for, with the reason. */
static void
read_failed (EqpWorkspace *self,
             const GError *error)
{
  if (self->given_is_new)
    {
      self->given_is_new = FALSE;
      self->given_sources = self->given_before;
      _eqp_workspace_given_update (self);
      _eqp_workspace_fail (self, error->message);
    }
  else
    {
      set_error (self, error->message);
      _eqp_workspace_run_go_on (self, error->message);
    }
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  GivenJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGiven) given = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->given_cancellable)
    return;
  g_clear_object (&self->given_cancellable);
  if (given != NULL)
    {
      self->given_is_new = FALSE;
      eqp_given_unref (self->given);
      self->given = g_steal_pointer (&given);
      self->given_of = job->prepared;
      /* Pairs may name rows otherwise than by their numbers. */
      if (self->given->sources.from[EQP_GIVEN_KEY] != NULL)
        self->given_sources.from[EQP_GIVEN_KEY] = self->given->sources.from[EQP_GIVEN_KEY];
    }
  else
    read_failed (self, error);
  _eqp_workspace_follow_unit (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
  _eqp_workspace_run_go_on (self, NULL);
  eqp_workspace_follow (self);
}

/* Brings what is read in line with data, settings and sources. */
void
_eqp_workspace_given_update (EqpWorkspace *self)
{
  GivenJob *job;

  if (self->prepared == NULL || eqp_workspace_knows_given (self))
    {
      stop_reading (self);
      set_error (self, NULL);
      self->given_is_new = FALSE;
      _eqp_workspace_follow_unit (self);
      return;
    }
  /* It is on its way, or known not to go. */
  if ((self->given_cancellable != NULL || self->given_error != NULL) &&
      fits (self, &self->given_reading, self->given_reading_of, self->given_reading_k))
    return;

  stop_reading (self);
  set_error (self, NULL);
  self->given_reading = wanted (self);
  self->given_reading_of = self->prepared;
  self->given_reading_k = self->settings.params.k;
  job = g_new0 (GivenJob, 1);
  job->sources = self->given_reading;
  job->solver = self->settings.solver;
  job->data = g_strdup (self->source);
  job->import = self->import;
  job->original = eqp_dataset_ref (self->dataset);
  job->prepared = eqp_dataset_ref (self->prepared);
  job->k = self->given_reading_k;
  self->given_cancellable = g_cancellable_new ();
  _eqp_workspace_start_task (self, self->given_cancellable, read_cb, job, given_job_free, read_thread);
}

/* Other data are open. keep: they are those of the same file, read in another way or in part, so what was given may
 * still go with them. weights: interned, or NULL */
void
_eqp_workspace_given_reset (EqpWorkspace *self,
                            gboolean      keep,
                            const char   *weights)
{
  gboolean other = weights != self->given_sources.from[EQP_GIVEN_WEIGHTS];

  stop_reading (self);
  set_error (self, NULL);
  g_clear_pointer (&self->given, eqp_given_unref);
  self->given_of = self->given_reading_of = NULL;
  if (!keep)
    memset (&self->given_sources, 0, sizeof self->given_sources);
  /* A column that gives no weights is not gone back to: it may be a feature now. */
  self->given_sources.from[EQP_GIVEN_WEIGHTS] = NULL;
  self->given_before = self->given_sources;
  self->given_is_new = other && weights != NULL;
  self->given_sources.from[EQP_GIVEN_WEIGHTS] = weights;
}

void
_eqp_workspace_given_dispose (EqpWorkspace *self)
{
  _eqp_workspace_given_reset (self, FALSE, NULL);
}

/**
 * eqp_workspace_get_given_source:
 * @self: a workspace
 * @kind: what runs may be given
 *
 * Returns: (transfer none) (nullable): the file or column it was asked for from, whether the method chosen looks at it
 *   or not
 */
const char *
eqp_workspace_get_given_source (EqpWorkspace *self,
                                EqpGivenKind  kind)
{
  return self->given_sources.from[kind];
}

/**
 * eqp_workspace_set_given_source:
 * @self: a workspace with data
 * @kind: what runs are given
 * @source: (nullable): path or URI of a file; for the weights a column of the data, see eqp_data_chain_set_weights(),
 *   and for the key one of their file; %NULL: nothing
 *
 * Read in a thread; ::settings-changed follows and what is shown with it, or ::failed with the reason when all stays as
 * it was. A file is read again also where it is the same.
 */
void
eqp_workspace_set_given_source (EqpWorkspace *self,
                                EqpGivenKind  kind,
                                const char   *source)
{
  const char *from = g_intern_string (source);

  if (self->dataset == NULL || (from == NULL && self->given_sources.from[kind] == NULL))
    return;
  if (!self->given_is_new)
    self->given_before = self->given_sources;
  self->given_is_new = from != NULL;
  self->given_sources.from[kind] = from;
  if (from != NULL)
    {
      self->given_of = self->given_reading_of = NULL;
      set_error (self, NULL);
    }
  _eqp_workspace_given_update (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
  eqp_workspace_follow (self);
}

/**
 * eqp_workspace_get_given:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): what the next run is given; %NULL: nothing, or it is not read yet
 */
EqpGiven *
eqp_workspace_get_given (EqpWorkspace *self)
{
  return _eqp_workspace_wants_given (self) && eqp_workspace_knows_given (self) ? self->given : NULL;
}

/**
 * eqp_workspace_get_given_error:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): why data or K of now do not go with what was asked for, so that no run can start
 */
const char *
eqp_workspace_get_given_error (EqpWorkspace *self)
{
  return eqp_workspace_knows_given (self) ? NULL : self->given_error;
}
