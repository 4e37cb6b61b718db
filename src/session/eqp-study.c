/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many runs on the same data: cells of a plan, spread over the cores. A cell is independent of all others, and its row
 * is the same whoever computes it and when. The threads own what they need and are never joined; dropping the last
 * reference to the study cancels it. Rows go to the file of results in the thread that made them, before anybody hears
 * of them. */
#include "config.h"

#include "eqp-study-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (EqpStudy, eqp_study, G_TYPE_OBJECT)

enum {
  SIGNAL_CHANGED,
  SIGNAL_OVER,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
work_clear (gpointer data)
{
  EqpStudyWork *work = data;

  for (guint i = 0; i < work->n_cells; i++)
    eqp_study_row_free (work->rows[i]);
  g_free (work->rows);
  g_free (work->cells);
  eqp_study_plan_free (work->plan);
  eqp_dataset_unref (work->dataset);
  g_clear_pointer (&work->graph, eqp_graph_unref);
  eqp_study_file_free (work->file);
  g_object_unref (work->cancellable);
  g_main_context_unref (work->context);
  g_clear_error (&work->error);
  g_mutex_clear (&work->file_lock);
  g_mutex_clear (&work->lock);
  g_cond_clear (&work->cond);
}

static void
work_unref (EqpStudyWork *work)
{
  g_atomic_rc_box_release_full (work, work_clear);
}

/* -- telling the main thread ------------------------------------------------------------------------------------- */

static gboolean
wake_cb (gpointer data)
{
  EqpStudyWork *work = data;
  EqpStudy *study = work->study;
  gboolean closed, ended;

  /* Closing happens on this same thread, so the answer stays true during the calls below. */
  g_mutex_lock (&work->lock);
  work->armed = FALSE;
  closed = work->closed;
  ended = work->ended != 0;
  g_mutex_unlock (&work->lock);
  if (closed)
    return G_SOURCE_REMOVE;

  g_object_ref (study);
  g_signal_emit (study, signals[SIGNAL_CHANGED], 0);
  if (ended && !study->over)
    {
      study->over = TRUE;
      g_signal_emit (study, signals[SIGNAL_OVER], 0);
    }
  g_object_unref (study);
  return G_SOURCE_REMOVE;
}

/* With the lock held: at most one wake-up is under way. */
static void
arm (EqpStudyWork *work)
{
  GSource *source;

  if (work->armed || work->closed)
    return;
  work->armed = TRUE;
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, wake_cb, g_atomic_rc_box_acquire (work), (GDestroyNotify) work_unref);
  g_source_attach (source, work->context);
  g_source_unref (source);
}

/* -- a cell ------------------------------------------------------------------------------------------------------ */

static const EqpStudyGroup *
group_of (EqpStudyWork *work, guint cell)
{
  return &g_array_index (work->plan->groups, EqpStudyGroup, eqp_study_plan_get_group (work->plan, cell));
}

static const EqpSolver *
solver_of (EqpStudyWork *work, guint cell)
{
  return eqp_solver_find (group_of (work, cell)->method);
}

/* Gamma on both scales: the one in the plan decides. */
static void
settle_gamma (EqpStudyWork *work, guint cell, const EqpSolver *solver, double *gamma, double *gamma_rel)
{
  const EqpStudyGroup *group = group_of (work, cell);
  double unit = eqp_given_gamma_unit (work->plan->given, solver, work->dataset, work->graph, work->plan->params.k);

  *gamma = isnan (group->gamma) ? 0.0 : group->relative ? group->gamma * unit : group->gamma;
  if (group->relative)
    *gamma_rel = group->gamma;
  else
    *gamma_rel = unit > 0.0 ? *gamma / unit : *gamma == 0.0 ? 0.0 : NAN;
}

typedef struct
{
  EqpStudyWork *work;
  EqpStudyCell *cell;
} CellProgress;

static void
cell_progress_cb (double fraction, const char *part, gpointer user_data)
{
  CellProgress *self = user_data;
  EqpStudyCell *cell = self->cell;

  g_mutex_lock (&self->work->lock);
  cell->part_told = g_get_monotonic_time ();
  if (g_strcmp0 (cell->part, part) != 0)
    {
      cell->part_started = cell->part_told;
      cell->first_fraction = fraction;
    }
  cell->part = part;
  cell->fraction = fraction;
  g_mutex_unlock (&self->work->lock);
}

/* Returns NULL when the study was cancelled: what a cell in flight has found by then is thrown away. */
static EqpStudyRow *
run_cell (EqpStudyWork *work, guint cell, EqpPool *pool)
{
  const EqpSolver *solver = solver_of (work, cell);
  CellProgress told = { work, &work->cells[cell] };
  const EqpProgress progress = { cell_progress_cb, &told };
  EqpContext context = { .pool = pool, .cancellable = work->cancellable, .progress = &progress };
  EqpParams params = work->plan->params;
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double gamma_rel;
  EqpStudyRow *row;

  context.graph = solver->family == EQP_FAMILY_GRAPH ? work->graph : NULL;
  settle_gamma (work, cell, solver, &params.gamma, &gamma_rel);
  memcpy (params.own, group_of (work, cell)->own, sizeof params.own);
  params.seed = eqp_study_plan_get_seed (work->plan, cell);
  eqp_study_plan_apply_given (work->plan, solver, &params);
  result = eqp_solver_run (solver, work->dataset, &params, &context, &error);
  if (result != NULL ? result->cancelled : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return NULL;

  row = eqp_study_row_new (cell, params.gamma, gamma_rel);
  if (result != NULL)
    {
      eqp_study_row_take (row, result, work->keep_labels);
      eqp_quantities_take (work->dataset, work->graph, params.weights, work->plan->measures, result, pool,
                           work->cancellable, row->values);
      /* Then the measures may be none. */
      if (g_cancellable_is_cancelled (work->cancellable))
        g_clear_pointer (&row, eqp_study_row_free);
    }
  else
    {
      row->failure = g_strdup (error->message);
    }
  return row;
}

static void
stop_with (EqpStudyWork *work, GError *error)
{
  g_mutex_lock (&work->lock);
  if (work->error == NULL)
    work->error = error;
  else
    g_error_free (error);
  g_cond_broadcast (&work->cond);
  g_mutex_unlock (&work->lock);
  g_cancellable_cancel (work->cancellable);
}

/* The row is in the file before anybody hears of it. */
static gboolean
keep (EqpStudyWork *work, EqpStudyRow *row)
{
  GError *error = NULL;
  gboolean kept = TRUE;

  g_mutex_lock (&work->file_lock);
  if (work->file != NULL)
    kept = eqp_study_file_add (work->file, row, &error);
  g_mutex_unlock (&work->file_lock);
  if (!kept)
    stop_with (work, error);
  return kept;
}

/* Waits while the study is paused. Returns FALSE when there is nothing more to do. */
static gboolean
take_cell (EqpStudyWork *work, guint *cell)
{
  gboolean found = FALSE;

  g_mutex_lock (&work->lock);
  while (work->paused && !g_cancellable_is_cancelled (work->cancellable))
    g_cond_wait (&work->cond, &work->lock);
  while (work->next < work->n_cells && work->cells[work->next].state != EQP_CELL_WAITING)
    work->next++;
  if (work->next < work->n_cells && !g_cancellable_is_cancelled (work->cancellable))
    {
      found = TRUE;
      *cell = work->next++;
      work->cells[*cell].state = EQP_CELL_RUNNING;
      work->cells[*cell].started = g_get_monotonic_time ();
      work->cells[*cell].part = NULL;
      arm (work);
    }
  g_mutex_unlock (&work->lock);
  return found;
}

static void
finish_cell (EqpStudyWork *work, guint cell, EqpStudyRow *row)
{
  g_mutex_lock (&work->lock);
  work->cells[cell].state = row != NULL ? EQP_CELL_DONE : EQP_CELL_WAITING;
  work->cells[cell].seconds = (double) (g_get_monotonic_time () - work->cells[cell].started) * 1e-6;
  if (row != NULL)
    {
      eqp_study_row_free (work->rows[cell]);
      work->rows[cell] = row;
    }
  arm (work);
  g_mutex_unlock (&work->lock);
}

/* The last worker brings the file in order; cancelled studies leave that to those who continue them. */
static void
close_books (EqpStudyWork *work)
{
  GError *error = NULL;

  if (work->file != NULL && !g_cancellable_is_cancelled (work->cancellable))
    {
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();

      for (guint i = 0; i < work->n_cells; i++)
        g_ptr_array_add (rows, work->rows[i]);
      if (!eqp_study_file_finish (work->file, rows, &error))
        stop_with (work, error);
    }
  g_clear_pointer (&work->file, eqp_study_file_free);

  g_mutex_lock (&work->lock);
  work->ended = g_get_monotonic_time ();
  arm (work);
  g_mutex_unlock (&work->lock);
}

static gpointer
worker_main (gpointer data)
{
  EqpStudyWork *work = data;
  EqpPool *pool = eqp_pool_new (MAX (1, work->threads / work->n_workers));
  gboolean last;
  guint cell;

  while (take_cell (work, &cell))
    {
      EqpStudyRow *row = run_cell (work, cell, pool);

      if (row != NULL && !keep (work, row))
        g_clear_pointer (&row, eqp_study_row_free);
      finish_cell (work, cell, row);
    }
  eqp_pool_free (pool);

  g_mutex_lock (&work->lock);
  last = --work->live == 0;
  g_mutex_unlock (&work->lock);
  if (last)
    close_books (work);
  work_unref (work);
  return NULL;
}

/* -- the thread that starts the others --------------------------------------------------------------------------- */

/* Where all cells are measured on the graph, no part of a study may do without. */
static gboolean
needs_graph (EqpStudyWork *work)
{
  for (guint i = 0; i < work->n_cells; i++)
    if (work->cells[i].state == EQP_CELL_WAITING &&
        ((work->plan->measures & EQP_MEASURES_GRAPH) != 0 || solver_of (work, i)->family == EQP_FAMILY_GRAPH))
      return TRUE;
  return FALSE;
}

static void
graph_progress_cb (double fraction, const char *what, gpointer user_data)
{
  EqpStudyWork *work = user_data;

  g_mutex_lock (&work->lock);
  work->fraction = fraction;
  g_mutex_unlock (&work->lock);
}

/* All cells share one graph, which all cores build. */
static void
build_graph (EqpStudyWork *work)
{
  const EqpGraphOptions options = eqp_params_get_graph_options (&work->plan->params);
  const EqpProgress progress = { graph_progress_cb, work };
  EqpPool *pool;
  GError *error = NULL;

  if (work->graph != NULL || !needs_graph (work))
    return;
  pool = eqp_pool_new (work->threads);
  work->graph = eqp_dataset_build_graph (work->dataset, &options, pool, work->cancellable, &progress, &error);
  eqp_pool_free (pool);
  if (work->graph == NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&error);
  if (error != NULL)
    stop_with (work, error);
}

static gpointer
study_main (gpointer data)
{
  EqpStudyWork *work = data;

  build_graph (work);
  g_mutex_lock (&work->lock);
  work->preparing = FALSE;
  g_mutex_unlock (&work->lock);

  for (guint i = 1; i < work->n_workers; i++)
    {
      GThread *thread;

      g_mutex_lock (&work->lock);
      work->live++;
      g_mutex_unlock (&work->lock);
      thread = g_thread_try_new ("eqp-study", worker_main, g_atomic_rc_box_acquire (work), NULL);
      if (thread != NULL)
        {
          g_thread_unref (thread);
          continue;
        }
      /* The others do its work. */
      g_mutex_lock (&work->lock);
      work->live--;
      g_mutex_unlock (&work->lock);
      work_unref (work);
    }
  return worker_main (work);
}

/* -- the object -------------------------------------------------------------------------------------------------- */

static void
eqp_study_dispose (GObject *object)
{
  EqpStudy *self = EQP_STUDY (object);

  if (self->work != NULL)
    {
      g_mutex_lock (&self->work->lock);
      self->work->closed = TRUE;
      g_mutex_unlock (&self->work->lock);
      eqp_study_cancel (self);
    }
  G_OBJECT_CLASS (eqp_study_parent_class)->dispose (object);
}

static void
eqp_study_finalize (GObject *object)
{
  EqpStudy *self = EQP_STUDY (object);

  g_clear_pointer (&self->work, work_unref);
  G_OBJECT_CLASS (eqp_study_parent_class)->finalize (object);
}

static void
eqp_study_class_init (EqpStudyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = eqp_study_dispose;
  object_class->finalize = eqp_study_finalize;

  /* EqpStudy::changed: there may be new rows, and the progress is another. In the main thread. */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);

  /* EqpStudy::over: it has ended, whichever way. Once. */
  signals[SIGNAL_OVER] = g_signal_new ("over", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 0);
}

static void
eqp_study_init (EqpStudy *self)
{
}

/**
 * eqp_study_new:
 * @plan: what to run; copied. Its methods have to be known here
 * @dataset: the data as prepared
 *
 * Signals come in the thread-default main context of the caller.
 *
 * Returns: (transfer full): a study to be started
 */
EqpStudy *
eqp_study_new (const EqpStudyPlan *plan,
               EqpDataset         *dataset)
{
  EqpStudy *self = g_object_new (EQP_TYPE_STUDY, NULL);
  EqpStudyWork *work = g_atomic_rc_box_new0 (EqpStudyWork);

  work->plan = eqp_study_plan_copy (plan);
  work->dataset = eqp_dataset_ref (dataset);
  work->cancellable = g_cancellable_new ();
  work->context = g_main_context_ref_thread_default ();
  work->study = self;
  work->threads = eqp_default_threads ();
  work->n_cells = eqp_study_plan_get_n_cells (plan);
  work->cells = g_new0 (EqpStudyCell, MAX (1, work->n_cells));
  work->rows = g_new0 (EqpStudyRow *, MAX (1, work->n_cells));
  g_mutex_init (&work->file_lock);
  g_mutex_init (&work->lock);
  g_cond_init (&work->cond);
  self->work = work;
  return self;
}

/**
 * eqp_study_check:
 * @self: a study
 * @error: EQP_ERROR_INVALID_PARAM or EQP_ERROR_INVALID_DATA, in a sentence
 *
 * Returns: whether all methods of the plan are known and take these data and settings
 */
gboolean
eqp_study_check (EqpStudy *self,
                 GError  **error)
{
  GArray *groups = self->work->plan->groups;

  for (guint i = 0; i < groups->len; i++)
    {
      const EqpStudyGroup *group = &g_array_index (groups, EqpStudyGroup, i);
      const EqpSolver *solver = eqp_solver_find (group->method);
      EqpParams params = self->work->plan->params;

      if (solver == NULL)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("There is no method “%s” here; leave it out of the study."), group->method);
          return FALSE;
        }
      memcpy (params.own, group->own, sizeof params.own);
      params.gamma = group->relative || isnan (group->gamma) ? 0.0 : group->gamma;
      eqp_study_plan_apply_given (self->work->plan, solver, &params);
      if (!eqp_study_plan_check_given (self->work->plan, solver, error) ||
          !eqp_solver_check (solver, self->work->dataset, &params, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * eqp_study_set_threads:
 * @self: a study that was not started
 * @threads: how many cores it may use; rows do not depend on it
 */
void
eqp_study_set_threads (EqpStudy *self,
                       guint     threads)
{
  self->work->threads = MAX (1, threads);
}

/**
 * eqp_study_set_graph:
 * @self: a study that was not started
 * @graph: (nullable): the graph of the data, as the settings want it; %NULL: it is built where a method needs it
 */
void
eqp_study_set_graph (EqpStudy *self,
                     EqpGraph *graph)
{
  g_clear_pointer (&self->work->graph, eqp_graph_unref);
  if (graph != NULL)
    self->work->graph = eqp_graph_ref (graph);
}

/**
 * eqp_study_set_keep_labels:
 * @self: a study that was not started
 * @keep_labels: whether rows get their labels, one to four bytes a row of the data each
 */
void
eqp_study_set_keep_labels (EqpStudy *self,
                           gboolean  keep_labels)
{
  self->work->keep_labels = keep_labels;
}

/**
 * eqp_study_set_shard:
 * @self: a study that was not started
 * @shard: the part to run, from 1
 * @n_shards: of how many
 */
void
eqp_study_set_shard (EqpStudy *self,
                     guint     shard,
                     guint     n_shards)
{
  EqpStudyWork *work = self->work;

  for (guint i = 0; i < work->n_cells; i++)
    if (eqp_study_plan_get_shard (work->plan, i, n_shards) != shard - 1)
      work->cells[i].state = EQP_CELL_ELSEWHERE;
}

/**
 * eqp_study_take_rows:
 * @self: a study that was not started
 * @rows: (element-type EqpStudyRow) (transfer full): what is known already; those that failed are run again
 */
void
eqp_study_take_rows (EqpStudy  *self,
                     GPtrArray *rows)
{
  EqpStudyWork *work = self->work;

  g_ptr_array_set_free_func (rows, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      EqpStudyRow *row = g_ptr_array_index (rows, i);

      eqp_study_row_free (work->rows[row->cell]);
      work->rows[row->cell] = row;
      if (row->failure == NULL)
        work->cells[row->cell].state = EQP_CELL_ELSEWHERE;
    }
  g_ptr_array_unref (rows);
}

/**
 * eqp_study_take_file:
 * @self: a study that was not started
 * @file: (transfer full): where rows go as they come
 */
void
eqp_study_take_file (EqpStudy     *self,
                     EqpStudyFile *file)
{
  eqp_study_file_free (self->work->file);
  self->work->file = file;
}

/**
 * eqp_study_start:
 * @self: a study that was not started
 * @error: when the system refuses a thread
 *
 * Returns: whether it runs
 */
gboolean
eqp_study_start (EqpStudy *self,
                 GError  **error)
{
  EqpStudyWork *work = self->work;
  GThread *thread;
  guint waiting = 0;

  g_return_val_if_fail (!self->was_started, FALSE);

  for (guint i = 0; i < work->n_cells; i++)
    waiting += work->cells[i].state == EQP_CELL_WAITING;
  work->n_workers = CLAMP (waiting, 1, work->threads);
  work->live = 1;
  work->preparing = TRUE;
  work->started = g_get_monotonic_time ();
  work->pace = eqp_forecast_first_pace (work->n_workers);
  work->processor = eqp_forecast_processor ();
  thread = g_thread_try_new ("eqp-study", study_main, g_atomic_rc_box_acquire (work), error);
  if (thread == NULL)
    {
      work_unref (work);
      return FALSE;
    }
  g_thread_unref (thread);
  self->was_started = TRUE;
  return TRUE;
}

/**
 * eqp_study_pause:
 * @self: a study
 * @pause: whether to rest
 *
 * Cells in flight are finished, no other is begun.
 */
void
eqp_study_pause (EqpStudy *self,
                 gboolean  pause)
{
  EqpStudyWork *work = self->work;
  gint64 now = g_get_monotonic_time ();

  g_mutex_lock (&work->lock);
  if (work->paused != !!pause)
    {
      work->paused = !!pause;
      if (pause)
        work->paused_at = now;
      else
        work->pauses += now - work->paused_at;
      g_cond_broadcast (&work->cond);
      arm (work);
    }
  g_mutex_unlock (&work->lock);
}

/**
 * eqp_study_cancel:
 * @self: a study
 *
 * Asks it to end; what is done is kept. From any thread.
 */
void
eqp_study_cancel (EqpStudy *self)
{
  EqpStudyWork *work = self->work;

  g_cancellable_cancel (work->cancellable);
  g_mutex_lock (&work->lock);
  g_cond_broadcast (&work->cond);
  g_mutex_unlock (&work->lock);
}

/**
 * eqp_study_is_over:
 * @self: a study
 *
 * Returns: whether it has ended, and its file is closed
 */
gboolean
eqp_study_is_over (EqpStudy *self)
{
  gboolean ended;

  g_mutex_lock (&self->work->lock);
  ended = self->work->ended != 0;
  g_mutex_unlock (&self->work->lock);
  return ended;
}

/**
 * eqp_study_is_cancelled:
 * @self: a study
 *
 * Returns: whether it was asked to end, by somebody or by an error
 */
gboolean
eqp_study_is_cancelled (EqpStudy *self)
{
  return g_cancellable_is_cancelled (self->work->cancellable);
}

/**
 * eqp_study_get_error:
 * @self: a study that is over
 *
 * Returns: (transfer none) (nullable): what ended all of it: the graph, or its file; of a cell that failed its row
 *   tells
 */
const GError *
eqp_study_get_error (EqpStudy *self)
{
  return self->work->error;
}

/**
 * eqp_study_get_plan:
 * @self: a study
 *
 * Returns: (transfer none): what it runs
 */
const EqpStudyPlan *
eqp_study_get_plan (EqpStudy *self)
{
  return self->work->plan;
}

/**
 * eqp_study_has_cell:
 * @self: a study
 * @cell: of its plan
 *
 * Returns: whether it is known, or will be at the end; FALSE for what other shards run
 */
gboolean
eqp_study_has_cell (EqpStudy *self,
                    guint     cell)
{
  gboolean has;

  g_return_val_if_fail (cell < self->work->n_cells, FALSE);

  g_mutex_lock (&self->work->lock);
  has = self->work->cells[cell].state != EQP_CELL_ELSEWHERE || self->work->rows[cell] != NULL;
  g_mutex_unlock (&self->work->lock);
  return has;
}

/**
 * eqp_study_get_row:
 * @self: a study
 * @cell: of its plan
 *
 * Returns: (transfer none) (nullable): what came out of it, if it is done; valid as long as the study, unless it had
 *   failed before and is run again
 */
const EqpStudyRow *
eqp_study_get_row (EqpStudy *self,
                   guint     cell)
{
  const EqpStudyRow *row;

  g_return_val_if_fail (cell < self->work->n_cells, NULL);

  g_mutex_lock (&self->work->lock);
  row = self->work->cells[cell].state == EQP_CELL_DONE || self->work->cells[cell].state == EQP_CELL_ELSEWHERE
          ? self->work->rows[cell]
          : NULL;
  g_mutex_unlock (&self->work->lock);
  return row;
}

/**
 * eqp_study_dup_rows:
 * @self: a study
 *
 * Returns: (transfer container) (element-type EqpStudyRow): a row a cell, %NULL for those that are not done
 */
GPtrArray *
eqp_study_dup_rows (EqpStudy *self)
{
  GPtrArray *rows = g_ptr_array_new ();

  for (guint i = 0; i < self->work->n_cells; i++)
    g_ptr_array_add (rows, (gpointer) eqp_study_get_row (self, i));
  return rows;
}
