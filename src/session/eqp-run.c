/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a method on a thread of its own, seen from the main thread: state, the steps so far, labels of any step.
 * The thread owns references to all it needs and is never joined; dropping the last reference to the run cancels it and
 * lets the thread finish alone. State changes on the main thread only, when the mailbox is drained. */
#include "config.h"

#include "eqp-run-private.h"

#include "eqp-numbering.h"
#include "eqp-regroup.h"
#include "eqp-release.h"

G_DEFINE_FINAL_TYPE (EqpRun, eqp_run, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

enum {
  SIGNAL_PENDING,
  SIGNAL_OVER,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* All that the thread touches. */
typedef struct
{
  EqpMailbox      *mailbox;
  GCancellable    *cancellable;
  EqpDataset      *dataset;
  EqpGraph        *graph;
  const EqpSolver *solver;
  EqpParams        params;
  EqpGiven        *given;
  EqpRunStart     *start;
  EqpLabels       *like;
  EqpNumbering    *numbering;
  guint            threads;
} Job;

static void
start_clear (gpointer data)
{
  EqpRunStart *start = data;

  eqp_labels_unref (start->given);
  eqp_labels_unref (start->made);
}

static void
start_unref (EqpRunStart *start)
{
  if (start != NULL)
    g_atomic_rc_box_release_full (start, start_clear);
}

static void
job_free (Job *job)
{
  eqp_mailbox_unref (job->mailbox);
  g_object_unref (job->cancellable);
  eqp_dataset_unref (job->dataset);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  eqp_given_unref (job->given);
  start_unref (job->start);
  eqp_labels_unref (job->like);
  eqp_numbering_free (job->numbering);
  g_free (job);
}

static void
emit_cb (const EqpEvent *event,
         gpointer        user_data)
{
  Job *job = user_data;
  EqpEvent numbered;

  eqp_numbering_event (job->numbering, event, &numbered);
  eqp_mailbox_post (job->mailbox, &numbered);
}

/* The labels to start from, for the method; NULL: a cold start */
static gint32 *
make_start (Job *job)
{
  gint32 *labels;
  EqpLabels *made;

  if (job->start == NULL)
    return NULL;
  made = eqp_regroup (job->dataset, job->graph, job->start->given, job->params.k);
  if (made == NULL)
    return NULL;
  g_atomic_pointer_set (&job->start->made, made);
  labels = g_new (gint32, MAX (1, eqp_labels_get_n (made)));
  eqp_labels_unpack (made, labels);
  return labels;
}

static gpointer
run_thread (gpointer data)
{
  Job *job = data;
  EqpSink sink = { .emit = emit_cb, .user_data = job };
  g_autofree gint32 *labels = make_start (job);
  EqpContext context = { .sink = &sink, .cancellable = job->cancellable, .graph = job->graph };
  EqpResult *result;
  GError *error = NULL;

  job->params.initial_labels = labels;
  if (labels != NULL)
    job->params.initial_centers = NULL;
  job->numbering = eqp_numbering_new (job->like);

  /* A pool serves one caller at a time. With one of its own a run need not wait for the run it replaces, nor for
   * the reference run beside it; starting the threads takes less than a tenth of a millisecond. */
  context.pool = eqp_pool_new (job->threads);
  result = eqp_solver_run (job->solver, job->dataset, &job->params, &context, &error);
  eqp_pool_free (context.pool);
  if (result != NULL)
    eqp_numbering_result (job->numbering, result);

  eqp_mailbox_finish (job->mailbox, result, error);
  job_free (job);
  return NULL;
}

void
_eqp_run_set_state (EqpRun      *self,
                    EqpRunState  state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
wake_cb (gpointer user_data)
{
  g_signal_emit (user_data, signals[SIGNAL_PENDING], 0);
}

static void
eqp_run_dispose (GObject *object)
{
  EqpRun *self = EQP_RUN (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->mailbox != NULL)
    eqp_mailbox_close (self->mailbox);

  G_OBJECT_CLASS (eqp_run_parent_class)->dispose (object);
}

static void
eqp_run_finalize (GObject *object)
{
  EqpRun *self = EQP_RUN (object);

  g_clear_object (&self->cancellable);
  /* The history of labels and the result grow with the rows. */
  eqp_release (g_steal_pointer (&self->mailbox), (GDestroyNotify) eqp_mailbox_unref);
  eqp_release (g_steal_pointer (&self->dataset), (GDestroyNotify) eqp_dataset_unref);
  eqp_release (g_steal_pointer (&self->graph), (GDestroyNotify) eqp_graph_unref);
  eqp_release (g_steal_pointer (&self->result), (GDestroyNotify) eqp_result_free);
  g_array_unref (self->steps);
  g_array_unref (self->sizes);
  eqp_release (g_steal_pointer (&self->given), (GDestroyNotify) eqp_given_unref);
  g_clear_pointer (&self->latest, eqp_labels_unref);
  g_clear_pointer (&self->start, start_unref);
  g_clear_pointer (&self->like, eqp_labels_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (eqp_run_parent_class)->finalize (object);
}

static void
eqp_run_get_property (GObject    *object,
                      guint       prop_id,
                      GValue     *value,
                      GParamSpec *pspec)
{
  EqpRun *self = EQP_RUN (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
eqp_run_class_init (EqpRunClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = eqp_run_dispose;
  object_class->finalize = eqp_run_finalize;
  object_class->get_property = eqp_run_get_property;

  /**
   * EqpRun:state:
   *
   * An #EqpRunState.
   */
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, EQP_RUN_IDLE, EQP_RUN_CANCELLED, EQP_RUN_IDLE,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * EqpRun::pending:
   *
   * There is something to drain. Not emitted again before eqp_run_drain() was called.
   */
  signals[SIGNAL_PENDING] =
      g_signal_new ("pending", EQP_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpRun::over:
   *
   * The run has ended, its last steps and its result or error are there. Emitted once.
   */
  signals[SIGNAL_OVER] = g_signal_new ("over", EQP_TYPE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
eqp_run_init (EqpRun *self)
{
  self->label_budget = EQP_RUN_LABEL_BUDGET;
  self->steps = g_array_new (FALSE, FALSE, sizeof (EqpStep));
  self->sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
}

/**
 * eqp_run_new:
 *
 * Returns: (transfer full): an idle run
 */
EqpRun *
eqp_run_new (void)
{
  return g_object_new (EQP_TYPE_RUN, NULL);
}

/**
 * eqp_run_set_label_budget:
 * @self: an idle run
 * @bytes: what the history of labels may take; 64 MiB unless set
 */
void
eqp_run_set_label_budget (EqpRun *self,
                          gsize   bytes)
{
  g_return_if_fail (self->state == EQP_RUN_IDLE);

  self->label_budget = bytes;
}

/**
 * eqp_run_set_graph:
 * @self: an idle run
 * @graph: (nullable): the graph of the data, for a method that works on one; without it the run builds its own
 */
void
eqp_run_set_graph (EqpRun   *self,
                   EqpGraph *graph)
{
  g_return_if_fail (self->state == EQP_RUN_IDLE);

  g_clear_pointer (&self->graph, eqp_graph_unref);
  self->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
}

/**
 * eqp_run_set_like:
 * @self: an idle run
 * @like: (nullable): labels; clusters of the run that go on from theirs get their numbers
 */
void
eqp_run_set_like (EqpRun    *self,
                  EqpLabels *like)
{
  g_return_if_fail (self->state == EQP_RUN_IDLE);

  g_clear_pointer (&self->like, eqp_labels_unref);
  self->like = like != NULL ? eqp_labels_ref (like) : NULL;
}

/**
 * eqp_run_set_given:
 * @self: an idle run
 * @given: (nullable): weights, pairs and centers to start from; what the method does not look at is left out
 */
void
eqp_run_set_given (EqpRun   *self,
                   EqpGiven *given)
{
  g_return_if_fail (self->state == EQP_RUN_IDLE);

  if (given != NULL)
    eqp_given_ref (given);
  eqp_given_unref (self->given);
  self->given = given;
}

/**
 * eqp_run_get_given:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): what it was given besides its settings
 */
EqpGiven *
eqp_run_get_given (EqpRun *self)
{
  return self->given;
}

/**
 * eqp_run_set_preparation:
 * @self: an idle run
 * @preparation: how its data set was made of the data; none unless set
 */
void
eqp_run_set_preparation (EqpRun               *self,
                         const EqpPreparation *preparation)
{
  g_return_if_fail (self->state == EQP_RUN_IDLE);

  self->preparation = *preparation;
}

/**
 * eqp_run_get_preparation:
 * @self: a run
 *
 * Returns: (transfer none): how its data set was made of the data
 */
const EqpPreparation *
eqp_run_get_preparation (EqpRun *self)
{
  return &self->preparation;
}

void
_eqp_run_set_up (EqpRun          *self,
                 EqpDataset      *dataset,
                 const EqpSolver *solver,
                 const EqpParams *params)
{
  self->dataset = eqp_dataset_ref (dataset);
  self->solver = solver;
  self->params = *params;
  self->params.initial_labels = NULL;
  eqp_given_apply (self->given, solver, &self->params);
  self->k = params->k;
  self->cancellable = g_cancellable_new ();
  self->mailbox = eqp_mailbox_new (NULL, self->label_budget, wake_cb, self);
}

/**
 * eqp_run_start:
 * @self: an idle run
 * @dataset: what to cluster
 * @solver: the method
 * @params: its settings, copied; the initial labels in it are not looked at, nor what could be given
 * @initial: (nullable): labels to start from; of another K they are split or merged first
 * @threads: how many threads may work; 0: one a processor
 *
 * Starts the thread. Bad settings show as a failed run, so that there is one way for errors.
 */
void
eqp_run_start (EqpRun          *self,
               EqpDataset      *dataset,
               const EqpSolver *solver,
               const EqpParams *params,
               EqpLabels       *initial,
               guint            threads)
{
  Job *job;

  g_return_if_fail (self->state == EQP_RUN_IDLE);

  _eqp_run_set_up (self, dataset, solver, params);
  if (initial != NULL)
    {
      self->start = g_atomic_rc_box_new0 (EqpRunStart);
      self->start->given = eqp_labels_ref (initial);
    }

  job = g_new0 (Job, 1);
  job->mailbox = eqp_mailbox_ref (self->mailbox);
  job->cancellable = g_object_ref (self->cancellable);
  job->dataset = eqp_dataset_ref (dataset);
  job->graph = self->graph != NULL ? eqp_graph_ref (self->graph) : NULL;
  job->solver = solver;
  job->params = self->params;
  job->given = self->given != NULL ? eqp_given_ref (self->given) : NULL;
  job->start = self->start != NULL ? g_atomic_rc_box_acquire (self->start) : NULL;
  job->like = self->like != NULL ? eqp_labels_ref (self->like) : NULL;
  job->threads = threads;

  _eqp_run_set_state (self, EQP_RUN_RUNNING);
  g_thread_unref (g_thread_new ("eqp-run", run_thread, job));
}

/**
 * eqp_run_cancel:
 * @self: a run
 *
 * Asks the thread to end. The run is over when ::over is emitted, not before. Does nothing unless it is running.
 */
void
eqp_run_cancel (EqpRun *self)
{
  if (self->state != EQP_RUN_RUNNING)
    return;
  g_cancellable_cancel (self->cancellable);
  _eqp_run_set_state (self, EQP_RUN_STOPPING);
}

static void
take_end (EqpRun  *self,
          EqpMail *mail)
{
  self->result = g_steal_pointer (&mail->result);
  self->error = g_steal_pointer (&mail->error);

  if (self->result != NULL)
    _eqp_run_set_state (self, self->result->cancelled ? EQP_RUN_CANCELLED : EQP_RUN_DONE);
  else if (self->error != NULL && g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _eqp_run_set_state (self, EQP_RUN_CANCELLED);
  else
    _eqp_run_set_state (self, EQP_RUN_FAILED);
  g_signal_emit (self, signals[SIGNAL_OVER], 0);
}

/**
 * eqp_run_drain:
 * @self: a run
 *
 * Takes over what the thread has sent since the last call; may end the run. Time: that of the new steps, nothing that
 * grows with the rows.
 *
 * Returns: whether there was anything new
 */
gboolean
eqp_run_drain (EqpRun *self)
{
  g_auto (EqpMail) mail = { 0 };
  G_GNUC_UNUSED g_autoptr (EqpRun) keep = g_object_ref (self);

  if (self->mailbox == NULL || !eqp_mailbox_drain (self->mailbox, &mail))
    return FALSE;

  if (mail.steps != NULL)
    {
      self->k = mail.k;
      g_array_append_vals (self->steps, mail.steps->data, mail.steps->len);
      g_array_append_vals (self->sizes, mail.sizes->data, mail.sizes->len);
    }
  if (mail.labels != NULL)
    {
      g_clear_pointer (&self->latest, eqp_labels_unref);
      self->latest = g_steal_pointer (&mail.labels);
    }
  if (mail.restarted)
    {
      self->restart = mail.restart;
      self->restarts = mail.restarts;
    }
  if (mail.finished)
    take_end (self, &mail);
  return TRUE;
}

/**
 * eqp_run_get_state:
 * @self: a run
 *
 * Returns: its state
 */
EqpRunState
eqp_run_get_state (EqpRun *self)
{
  return self->state;
}

/**
 * eqp_run_is_over:
 * @self: a run
 *
 * Returns: whether it was started and has ended
 */
gboolean
eqp_run_is_over (EqpRun *self)
{
  return self->state >= EQP_RUN_DONE;
}

/**
 * eqp_run_get_dataset:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): what it clusters
 */
EqpDataset *
eqp_run_get_dataset (EqpRun *self)
{
  return self->dataset;
}

/**
 * eqp_run_get_graph:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): the graph it was given
 */
EqpGraph *
eqp_run_get_graph (EqpRun *self)
{
  return self->graph;
}

/**
 * eqp_run_get_solver:
 * @self: a run
 *
 * Returns: (nullable): its method
 */
const EqpSolver *
eqp_run_get_solver (EqpRun *self)
{
  return self->solver;
}

/**
 * eqp_run_get_params:
 * @self: a run
 *
 * Returns: its settings
 */
const EqpParams *
eqp_run_get_params (EqpRun *self)
{
  return &self->params;
}

/**
 * eqp_run_get_initial:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): the labels it started from, when it was given some
 */
EqpLabels *
eqp_run_get_initial (EqpRun *self)
{
  EqpLabels *made = self->start != NULL ? g_atomic_pointer_get (&self->start->made) : NULL;

  return made != NULL || self->start == NULL ? made : self->start->given;
}

/**
 * eqp_run_get_result:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): the result, once it is done, or cancelled with something to show
 */
const EqpResult *
eqp_run_get_result (EqpRun *self)
{
  return self->result;
}

/**
 * eqp_run_get_error:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): why it failed
 */
const GError *
eqp_run_get_error (EqpRun *self)
{
  return self->error;
}

/**
 * eqp_run_get_restart:
 * @self: a run
 * @restarts: (out): of how many; 0 where there is one start, or none has begun
 *
 * Methods with several starts tell each step that is better than all before, so the best of them is the last step.
 *
 * Returns: how many of its starts are over; all of them while the best are combined
 */
gint
eqp_run_get_restart (EqpRun *self,
                     gint   *restarts)
{
  *restarts = self->restarts;
  return self->restart;
}

/**
 * eqp_run_get_n_steps:
 * @self: a run
 *
 * Returns: how many steps were drained so far
 */
gint64
eqp_run_get_n_steps (EqpRun *self)
{
  return self->steps->len;
}

/**
 * eqp_run_get_step:
 * @self: a run
 * @step: 0..steps-1
 *
 * Returns: (transfer none): its scalars, valid until the next eqp_run_drain()
 */
const EqpStep *
eqp_run_get_step (EqpRun *self,
                  gint64  step)
{
  g_return_val_if_fail (step >= 0 && step < self->steps->len, NULL);

  return &g_array_index (self->steps, EqpStep, step);
}

/**
 * eqp_run_get_sizes:
 * @self: a run
 * @step: 0..steps-1
 *
 * Returns: (transfer none): its k cluster sizes, valid until the next eqp_run_drain()
 */
const gint64 *
eqp_run_get_sizes (EqpRun *self,
                   gint64  step)
{
  g_return_val_if_fail (step >= 0 && step < self->steps->len, NULL);

  return &g_array_index (self->sizes, gint64, step * self->k);
}

/**
 * eqp_run_get_k:
 * @self: a run
 *
 * Returns: how many clusters its steps have
 */
gint
eqp_run_get_k (EqpRun *self)
{
  return self->k;
}

/**
 * eqp_run_get_latest_labels:
 * @self: a run
 *
 * Returns: (transfer none) (nullable): the newest labels drained
 */
EqpLabels *
eqp_run_get_latest_labels (EqpRun *self)
{
  return self->latest;
}

/**
 * eqp_run_dup_labels:
 * @self: a run
 * @step: 0..steps-1
 * @found: (out) (optional): the step they belong to
 *
 * Returns: (transfer full) (nullable): the labels of @step or of the last step before it that still has them
 */
EqpLabels *
eqp_run_dup_labels (EqpRun *self,
                    gint64  step,
                    gint64 *found)
{
  return self->mailbox != NULL ? eqp_mailbox_dup_labels (self->mailbox, step, found) : NULL;
}

/**
 * eqp_run_is_thinned:
 * @self: a run
 *
 * Returns: whether the labels of some steps were given up to stay within the budget
 */
gboolean
eqp_run_is_thinned (EqpRun *self)
{
  return self->thinned || (self->mailbox != NULL && eqp_mailbox_is_thinned (self->mailbox));
}
