/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace's path of gamma: found in the background once a run has shown how long the method takes, kept as long
 * as data and settings stay. While it is there the slider shows its pieces at once, at any number of rows; a run
 * refines when the hand rests. */
#include "config.h"

#include "eqp-numbering.h"
#include "eqp-workspace-private.h"

#include <math.h>
#include <string.h>

/* Relative gammas: below, sizes follow the data; above, they are equal. */
#define LEAST_RELATIVE 0.01
#define MOST_RELATIVE 1000.0
#define NODES 60
/* A path is looked for unasked when it is forecast to take no longer, in seconds. */
#define UNASKED 20.0
/* So many cold runs a path takes: measured 8 to 13 on 60,000 and 70,000 rows, 10 to 40 on thousands, where it is over
 * in seconds all the same. */
#define COLD_RUNS 15.0
/* Milliseconds that the hand has to rest before a run refines what is shown: of the 150 that its first iteration may
 * take to the screen, so many as leave room for one of many rows. */
#define REST 50
/* And until it is looked again whether its last place is on the screen. */
#define LOOK 5

/* What a path is of. */
typedef struct
{
  EqpDataset      *dataset;
  EqpGraph        *graph;
  const EqpSolver *solver;
  EqpParams        params;
} Subject;

typedef struct
{
  Subject          subject;
  double           unit;
  guint            threads;
  GCancellable    *cancellable;
} Job;

struct _EqpWorkspacePath
{
  Subject          subject;     /* of @path, or of what is looked for */
  EqpPath         *path;        /* NULL: not there yet */
  GCancellable    *cancellable; /* of the search under way */
  EqpNewest       *looker;
  guint            rest_source; /* while there is one, what is looked up on the path is shown */
};

static void
subject_clear (Subject *subject)
{
  g_clear_pointer (&subject->dataset, eqp_dataset_unref);
  g_clear_pointer (&subject->graph, eqp_graph_unref);
}

static Subject
subject_of (EqpWorkspace *self)
{
  Subject subject = { .solver = self->settings.solver, .params = self->settings.params };

  subject.dataset = eqp_dataset_ref (self->prepared);
  if (eqp_workspace_uses_graph (self))
    subject.graph = eqp_graph_ref (self->graph);
  return subject;
}

static gboolean
is_of_now (EqpWorkspace  *self,
           const Subject *subject)
{
  const EqpSettings *settings = &self->settings;

  if (subject->dataset == NULL || subject->dataset != self->prepared ||
      _eqp_workspace_wants_given (self) || subject->solver != settings->solver ||
      subject->params.k != settings->params.k || subject->params.seed != settings->params.seed ||
      (eqp_workspace_uses_graph (self) && subject->graph != self->graph))
    return FALSE;
  for (const EqpParam *const *param = settings->solver->params; param != NULL && *param != NULL; param++)
    if (eqp_param_get (*param, &subject->params) != eqp_param_get (*param, &settings->params))
      return FALSE;
  return TRUE;
}

static gboolean
has_paths (EqpWorkspace *self)
{
  const EqpSolverFlags needed = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE;
  const EqpSolver *solver = self->settings.solver;

  return solver != NULL && (solver->flags & needed) == needed && (solver->flags & EQP_SOLVER_PUBLISHED) == 0 &&
         self->prepared != NULL && self->settings.params.k > 1 &&
         !_eqp_workspace_wants_given (self) && eqp_workspace_knows_gamma_unit (self);
}

/* ---- The search ------------------------------------------------------------------------------------------------- */

static void
job_free (gpointer data)
{
  Job *job = data;

  subject_clear (&job->subject);
  g_object_unref (job->cancellable);
  g_free (job);
}

static void
find_work (GTask        *task,
           gpointer      source,
           gpointer      data,
           GCancellable *cancellable)
{
  Job *job = data;
  const EqpPathOptions options = {
    .n_gammas = NODES, .least = LEAST_RELATIVE * job->unit, .most = MOST_RELATIVE * job->unit
  };
  /* The climb and the descent go side by side; more threads serve what mends them. */
  g_autoptr (EqpPool) pool = eqp_pool_new (job->threads);
  EqpContext context = { .pool = pool, .cancellable = cancellable, .graph = job->subject.graph };
  GError *error = NULL;
  EqpPath *path = eqp_path_new (job->subject.solver, job->subject.dataset, &job->subject.params, &options, &context,
                                NULL, NULL, &error);

  if (path != NULL)
    g_task_return_pointer (task, path, (GDestroyNotify) eqp_path_unref);
  else
    g_task_return_error (task, error);
}

static void
found_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  EqpPath *path = g_task_propagate_pointer (G_TASK (result), NULL);
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));

  if (self == NULL || path == NULL || self->path == NULL || self->path->cancellable != cancellable)
    {
      eqp_path_unref (path);
      return;
    }
  g_clear_object (&self->path->cancellable);
  g_clear_pointer (&self->path->path, eqp_path_unref);
  self->path->path = path;
  _eqp_workspace_emit (self, EQP_WORKSPACE_PATH_CHANGED);
}

static void
stop_search (EqpWorkspace *self)
{
  if (self->path->cancellable != NULL)
    g_cancellable_cancel (self->path->cancellable);
  g_clear_object (&self->path->cancellable);
}

/**
 * eqp_workspace_find_path:
 * @self: a workspace
 *
 * Looks for the path of gamma of what is set, in the background, unless it is there or being looked for. ::path-changed
 * tells when it is there.
 *
 * Returns: whether the method has such paths
 */
gboolean
eqp_workspace_find_path (EqpWorkspace *self)
{
  Job *job;

  if (!has_paths (self))
    return FALSE;
  if (is_of_now (self, &self->path->subject) && (self->path->path != NULL || self->path->cancellable != NULL))
    return TRUE;

  _eqp_workspace_path_drop (self);
  self->path->subject = subject_of (self);
  self->path->cancellable = g_cancellable_new ();
  job = g_new0 (Job, 1);
  job->subject = subject_of (self);
  job->unit = eqp_workspace_get_gamma_unit (self);
  job->threads = self->threads > 0 ? self->threads : eqp_default_threads ();
  job->cancellable = g_object_ref (self->path->cancellable);
  _eqp_workspace_start_task (self, self->path->cancellable, found_cb, job, job_free, find_work);
  return TRUE;
}

/* After a run: it tells how long a path would take. */
void
_eqp_workspace_path_consider (EqpWorkspace *self)
{
  const EqpResult *result = self->run != NULL ? eqp_run_get_result (self->run) : NULL;

  if (result == NULL || result->cancelled || eqp_run_was_taken (self->run) || eqp_workspace_is_scrubbing (self) ||
      eqp_run_get_initial (self->run) != NULL ||
      result->seconds / self->settings.params.restarts * COLD_RUNS > UNASKED)
    return;
  eqp_workspace_find_path (self);
}

/* Data or settings are others now. */
void
_eqp_workspace_path_drop (EqpWorkspace *self)
{
  gboolean had = self->path->path != NULL;

  stop_search (self);
  g_clear_pointer (&self->path->path, eqp_path_unref);
  subject_clear (&self->path->subject);
  if (had)
    _eqp_workspace_emit (self, EQP_WORKSPACE_PATH_CHANGED);
}

/**
 * eqp_workspace_get_path:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): the path of gamma of what is set, where it is known
 */
EqpPath *
eqp_workspace_get_path (EqpWorkspace *self)
{
  return self->path->path != NULL && is_of_now (self, &self->path->subject) ? self->path->path : NULL;
}

/**
 * eqp_workspace_find_wish:
 * @self: a workspace
 * @wish: what sizes are to be like
 *
 * Returns: the smallest gamma on the path whose sizes are so; negative: none, or the path is not known
 */
double
eqp_workspace_find_wish (EqpWorkspace  *self,
                         const EqpWish *wish)
{
  EqpPath *path = eqp_workspace_get_path (self);

  for (gint p = 0; path != NULL && p < eqp_path_get_n_pieces (path); p++)
    {
      const EqpPathPiece *piece = eqp_path_get_piece (path, p);

      if (eqp_wish_is_met (wish, eqp_path_get_k (path), piece->sizes))
        /* At the break itself the piece before is worth as much. */
        return piece->from * (1.0 + 1e-9);
    }
  return -1.0;
}

/* ---- Scrubbing -------------------------------------------------------------------------------------------------- */

/* A look at the path, its labels unpacked and packed in a thread: the main one does nothing that grows with the rows.
 */
typedef struct
{
  EqpPath   *path;
  gint       place;
  double     gamma;
  EqpLabels *like;   /* what is shown, whose numbers clusters keep; NULL: nothing */
  EqpResult *result;
  EqpLabels *labels;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  eqp_path_unref (look->path);
  eqp_labels_unref (look->like);
  g_clear_pointer (&look->result, eqp_result_free);
  eqp_labels_unref (look->labels);
  g_free (look);
}

static Look *
look_new (EqpPath *path,
          double   gamma)
{
  Look *look = g_new0 (Look, 1);

  look->path = eqp_path_ref (path);
  look->place = eqp_path_find (path, gamma);
  look->gamma = gamma;
  return look;
}

/* The piece as a run that is over: one step, with no centers, for which rows would have to be summed up. */
static gpointer
look_work (gpointer data)
{
  const Look *job = data;
  const EqpPathPiece *piece = eqp_path_get_piece (job->path, job->place);
  EqpResult *result = eqp_result_new (eqp_path_get_n (job->path), 0, eqp_path_get_k (job->path));
  Look *look = look_new (job->path, job->gamma);
  EqpNumbering *numbering = eqp_numbering_new (job->like);

  eqp_path_get_labels (job->path, job->place, result->labels);
  memcpy (result->sizes, piece->sizes, sizeof (gint64) * result->k);
  result->gamma = job->gamma;
  result->data_term = piece->data_term;
  result->penalty = job->gamma * (double) piece->squares;
  result->objective = result->data_term + result->penalty;
  result->converged = TRUE;
  eqp_numbering_result (numbering, result);
  eqp_numbering_free (numbering);
  look->result = result;
  look->labels = eqp_labels_new (result->n, result->k, result->labels);
  return look;
}

/* What the hand has passed by is shown nevertheless, so that something moves however slow all is; what a run has taken
 * the place of is not. */
static void
looked_cb (gpointer data,
           gpointer user_data)
{
  EqpWorkspace *self = user_data;
  Look *look = data;

  if (self->path->rest_source != 0 && look->path == eqp_workspace_get_path (self))
    _eqp_workspace_run_take (self, self->settings.solver, g_steal_pointer (&look->result),
                             g_steal_pointer (&look->labels));
  look_free (look);
}

static gboolean
rested_cb (gpointer user_data)
{
  EqpWorkspace *self = user_data;

  /* The last place of the hand is on its way to the screen. */
  if (_eqp_workspace_drag_is_busy (self) || eqp_newest_is_busy (self->path->looker))
    {
      self->path->rest_source = g_timeout_add (LOOK, rested_cb, self);
      return G_SOURCE_REMOVE;
    }
  self->path->rest_source = 0;
  eqp_workspace_start (self, EQP_START_WARM);
  return G_SOURCE_REMOVE;
}

/**
 * eqp_workspace_is_scrubbing:
 * @self: a workspace
 *
 * Returns: whether gamma is on the move: what is shown is refined when it rests
 */
gboolean
eqp_workspace_is_scrubbing (EqpWorkspace *self)
{
  return self->path != NULL && self->path->rest_source != 0;
}

/* What comes now is not what the hand was about. */
void
_eqp_workspace_scrub_end (EqpWorkspace *self)
{
  if (self->path != NULL)
    g_clear_handle_id (&self->path->rest_source, g_source_remove);
}

/**
 * eqp_workspace_scrub:
 * @self: a workspace whose gamma has just been changed
 *
 * Shows what belongs to gamma: where the path is known its piece, in a moment; of many numbers the assignment to the
 * centers of what is shown; and a run from that when the hand rests; else a run from what is shown.
 */
void
eqp_workspace_scrub (EqpWorkspace *self)
{
  EqpPath *path = eqp_workspace_get_path (self);
  Look *look;

  g_clear_handle_id (&self->path->rest_source, g_source_remove);
  if (path == NULL || self->gamma < eqp_path_get_gamma (path, 0) ||
      self->gamma > eqp_path_get_gamma (path, eqp_path_get_n_nodes (path) - 1))
    {
      if (_eqp_workspace_drag_serves (self))
        {
          self->path->rest_source = g_timeout_add (REST, rested_cb, self);
          _eqp_workspace_drag (self);
        }
      else
        eqp_workspace_start (self, EQP_START_WARM);
      return;
    }
  /* The run in flight refines another gamma. */
  if (eqp_workspace_is_running (self))
    eqp_workspace_stop (self);
  look = look_new (path, self->gamma);
  look->like = self->labels != NULL ? eqp_labels_ref (self->labels) : NULL;
  eqp_newest_push (self->path->looker, look);
  self->path->rest_source = g_timeout_add (REST, rested_cb, self);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

void
_eqp_workspace_path_init (EqpWorkspace *self)
{
  self->path = g_new0 (EqpWorkspacePath, 1);
  self->path->looker = eqp_newest_new ("eqp-path", look_work, look_free, looked_cb, look_free, self);
}

void
_eqp_workspace_path_dispose (EqpWorkspace *self)
{
  if (self->path == NULL)
    return;
  g_clear_handle_id (&self->path->rest_source, g_source_remove);
  g_clear_pointer (&self->path->looker, eqp_newest_free);
  stop_search (self);
  g_clear_pointer (&self->path->path, eqp_path_unref);
  subject_clear (&self->path->subject);
  g_clear_pointer (&self->path, g_free);
}
