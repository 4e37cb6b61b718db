/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of what is open as a list that can be sorted and filtered, with cluster, second choice, margin and price of
 * the run shown. All that looks at each row happens in a thread and comes back whole, so that order and cells are
 * always of the same clusters. */
#include "config.h"

#include "eqp-row-model.h"

#include "eqp-newest.h"
#include "eqp-release.h"
#include "eqp-row-order.h"

struct _EqpRowModel
{
  GObject          parent_instance;

  EqpWorkspace    *workspace;
  EqpRowSelection *selection;
  EqpRowNames     *source;      /* of the names */
  EqpNewest       *worker;
  GCancellable    *cancellable; /* of the search for costs that is under way, or NULL */
  gboolean         watched;
  gboolean         changed;     /* something to look at again once it is watched */

  EqpDataset      *dataset;     /* whose rows; NULL: none */
  EqpLabels       *labels;      /* shown; NULL: none */
  EqpRowCosts     *costs;       /* of @labels, or NULL */
  GPtrArray       *names;       /* char*, or NULL */
  EqpLabels       *searched;    /* borrowed, only compared: whose costs were looked for last, found or not */
  gint32          *order;       /* NULL: all rows */
  gint64           n;

  gint64           by;
  gboolean         falling;
  gint             asked;       /* the cluster whose rows were asked for last; -1: all */
  char            *text;        /* or NULL */
};

G_DEFINE_FINAL_TYPE (EqpRowModel, eqp_row_model, G_TYPE_OBJECT)

static guint changed_signal;

static void
costs_clear (gpointer data)
{
  EqpRowCosts *self = data;

  eqp_labels_unref (self->labels);
  g_free (self->second);
  g_free (self->margin);
  g_free (self->price);
}

static void
costs_unref (EqpRowCosts *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, costs_clear);
}

/* ---- In the thread ---------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpRowQuery   query;
  EqpDataset   *prepared;    /* as the method saw it; NULL: no costs are wanted */
  EqpGraph     *graph;       /* of the graph family, or NULL */
  EqpRowCosts  *costs;       /* known already, or NULL */
  double        gamma;
  GCancellable *cancellable; /* or NULL */
} Job;

typedef struct
{
  EqpDataset  *dataset;
  EqpLabels   *labels;
  EqpRowCosts *costs;
  GPtrArray   *names;
  gboolean     searched;
  gint32      *order;
  gint64       n;
} Found;

static void
job_free (gpointer data)
{
  Job *job = data;

  eqp_dataset_unref (job->query.dataset);
  eqp_labels_unref (job->query.labels);
  g_clear_pointer (&job->query.names, g_ptr_array_unref);
  g_free ((char *) job->query.text);
  g_clear_pointer (&job->prepared, eqp_dataset_unref);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  costs_unref (job->costs);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  eqp_dataset_unref (found->dataset);
  eqp_labels_unref (found->labels);
  costs_unref (found->costs);
  g_clear_pointer (&found->names, g_ptr_array_unref);
  g_free (found->order);
  g_free (found);
}

static EqpRowCosts *
find_costs (const Job *job)
{
  EqpLabels *packed = job->query.labels;
  gsize n = (gsize) MAX (1, eqp_labels_get_n (packed));
  EqpRowCosts *costs = g_atomic_rc_box_new0 (EqpRowCosts);
  g_autofree gint32 *labels = g_try_new (gint32, n);
  g_autofree gint32 *nearest = g_try_new (gint32, n);
  gint k = eqp_labels_get_k (packed);

  costs->labels = eqp_labels_ref (packed);
  costs->second = g_try_new (gint32, n);
  costs->margin = g_try_new (double, n);
  costs->price = g_try_new (double, n);
  if (labels != NULL && nearest != NULL && costs->second != NULL && costs->margin != NULL && costs->price != NULL)
    {
      eqp_labels_unpack (packed, labels);
      if (eqp_explain_all (job->prepared, job->graph, k, labels, job->gamma, job->cancellable,
                           &(EqpRowChoices) { costs->second, costs->margin, nearest, costs->price }, NULL))
        return costs;
    }
  costs_unref (costs);
  return NULL;
}

static gpointer
work (gpointer data)
{
  Job *job = data;
  Found *found = g_new0 (Found, 1);

  found->dataset = eqp_dataset_ref (job->query.dataset);
  if (job->query.labels != NULL)
    found->labels = eqp_labels_ref (job->query.labels);
  found->names = g_steal_pointer (&job->query.names);
  if (job->costs != NULL)
    found->costs = g_atomic_rc_box_acquire (job->costs);
  else if (job->prepared != NULL)
    found->costs = find_costs (job);
  found->searched = job->prepared != NULL && !g_cancellable_is_cancelled (job->cancellable);
  job->query.costs = found->costs;
  job->query.names = found->names != NULL ? g_ptr_array_ref (found->names) : NULL;
  found->order = eqp_row_query_run (&job->query, &found->n);
  return found;
}

/* ---- On the main thread ----------------------------------------------------------------------------------------- */

/* Labels of as many rows as are open, and their run. */
static EqpLabels *
get_shown (EqpRowModel *self,
           EqpRun     **run)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);

  *run = eqp_workspace_get_run (self->workspace);
  if (labels == NULL || *run == NULL || self->dataset == NULL ||
      eqp_labels_get_n (labels) != eqp_dataset_get_n (self->dataset) ||
      eqp_dataset_get_n (eqp_run_get_dataset (*run)) != eqp_dataset_get_n (self->dataset))
    return NULL;
  return labels;
}

static gboolean
is_moving (EqpRowModel *self)
{
  return eqp_workspace_is_running (self->workspace) || eqp_workspace_is_scrubbing (self->workspace);
}

static gboolean
is_by_costs (EqpRowModel *self)
{
  return self->by == EQP_ROWS_BY_SECOND || self->by == EQP_ROWS_BY_MARGIN || self->by == EQP_ROWS_BY_PRICE;
}

/* Rows that count differently have no costs of their own. */
static gboolean
can_cost (EqpRun *run)
{
  return run != NULL && eqp_run_get_params (run)->weights == NULL;
}

static void
want_costs (EqpRowModel *self,
            EqpRun      *run,
            Job         *job)
{
  const EqpSolver *solver = eqp_run_get_solver (run);

  job->prepared = eqp_dataset_ref (eqp_run_get_dataset (run));
  if (solver->family == EQP_FAMILY_GRAPH && eqp_run_get_graph (run) != NULL)
    job->graph = eqp_graph_ref (eqp_run_get_graph (run));
  if ((solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    job->gamma = eqp_run_get_params (run)->gamma;
  self->cancellable = g_cancellable_new ();
  job->cancellable = g_object_ref (self->cancellable);
}

/* Those of as many rows as are open. */
static GPtrArray *
get_names (EqpRowModel *self)
{
  GPtrArray *names = eqp_row_names_ref (self->source);

  if (names != NULL && (gint64) names->len != eqp_dataset_get_n (self->dataset))
    g_clear_pointer (&names, g_ptr_array_unref);
  return names;
}

/* Clusters are shown at once, and what takes a look at each row and center follows; but not while a run goes on, of
 * which another step is shown in a moment. */
static void
push (EqpRowModel *self)
{
  Job *job;
  EqpRun *run;
  EqpLabels *labels = get_shown (self, &run);
  gboolean known = self->costs != NULL && self->costs->labels == labels;

  self->changed = !self->watched;
  if (!self->watched || self->dataset == NULL)
    return;
  self->asked = eqp_row_selection_get_within (self->selection);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  job = g_new0 (Job, 1);
  job->query = (EqpRowQuery){ .dataset = eqp_dataset_ref (self->dataset),
                              .by = self->by,
                              .falling = self->falling,
                              .cluster = labels != NULL && self->asked < eqp_labels_get_k (labels) ? self->asked : -1,
                              .names = get_names (self),
                              .text = g_strdup (self->text) };
  if (labels != NULL)
    job->query.labels = eqp_labels_ref (labels);
  if (known)
    job->costs = g_atomic_rc_box_acquire (self->costs);
  else if (labels != NULL && can_cost (run) && !is_moving (self) && self->searched != labels &&
           (self->labels == labels || is_by_costs (self)))
    want_costs (self, run, job);
  eqp_newest_push (self->worker, job);
}

static void
worked_cb (gpointer result,
           gpointer user_data)
{
  EqpRowModel *self = user_data;
  Found *found = result;
  EqpRun *run;
  EqpLabels *labels = get_shown (self, &run);

  if (found->dataset != self->dataset)
    {
      found_free (found);
      return;
    }
  /* A pointer of labels that are gone may come back as one of others. */
  self->searched = found->searched ? found->labels : self->labels == found->labels ? self->searched : NULL;
  eqp_labels_unref (self->labels);
  costs_unref (self->costs);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self->order);
  self->names = g_steal_pointer (&found->names);
  self->labels = g_steal_pointer (&found->labels);
  self->costs = g_steal_pointer (&found->costs);
  self->order = g_steal_pointer (&found->order);
  self->n = found->n;
  found_free (found);
  g_signal_emit (self, changed_signal, 0);
  if (labels != NULL && labels == self->labels && self->costs == NULL && self->searched != labels && can_cost (run) &&
      !is_moving (self))
    push (self);
}

static void
shown_changed_cb (EqpRowModel *self)
{
  EqpRun *run;
  EqpLabels *labels = get_shown (self, &run);

  if (labels != self->labels || (labels != NULL && self->costs == NULL && self->searched != labels))
    push (self);
}

static void
selection_changed_cb (EqpRowModel *self)
{
  if (self->asked != eqp_row_selection_get_within (self->selection))
    push (self);
}

static void
data_changed_cb (EqpRowModel *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  if (dataset == self->dataset)
    return;
  eqp_release (self->dataset, (GDestroyNotify) eqp_dataset_unref);
  self->dataset = dataset != NULL ? eqp_dataset_ref (dataset) : NULL;
  g_clear_pointer (&self->labels, eqp_labels_unref);
  g_clear_pointer (&self->costs, costs_unref);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  self->searched = NULL;
  self->n = dataset != NULL ? eqp_dataset_get_n (dataset) : 0;
  self->by = EQP_ROWS_BY_NUMBER;
  self->falling = FALSE;
  g_signal_emit (self, changed_signal, 0);
  push (self);
}

/**
 * eqp_row_model_set_watched:
 * @self: a model
 * @watched: whether anybody looks; else nothing is looked for
 */
void
eqp_row_model_set_watched (EqpRowModel *self,
                           gboolean     watched)
{
  if (self->watched == watched)
    return;
  self->watched = watched;
  if (watched && self->changed)
    push (self);
}

/**
 * eqp_row_model_get_dataset:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): whose rows these are
 */
EqpDataset *
eqp_row_model_get_dataset (EqpRowModel *self)
{
  return self->dataset;
}

/**
 * eqp_row_model_get_labels:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the clusters that order and costs are of; %NULL: none are shown
 */
EqpLabels *
eqp_row_model_get_labels (EqpRowModel *self)
{
  return self->labels;
}

/**
 * eqp_row_model_get_names:
 * @self: a model
 *
 * Returns: (transfer none) (nullable) (element-type utf8): what the rows of the data are called
 */
GPtrArray *
eqp_row_model_get_names (EqpRowModel *self)
{
  return self->names;
}

/**
 * eqp_row_model_has_costs:
 * @self: a model
 *
 * Returns: whether rows have costs, known already or not
 */
gboolean
eqp_row_model_has_costs (EqpRowModel *self)
{
  return self->labels != NULL && can_cost (eqp_workspace_get_run (self->workspace));
}

/**
 * eqp_row_model_get_costs:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what rows cost, once that is known
 */
const EqpRowCosts *
eqp_row_model_get_costs (EqpRowModel *self)
{
  return self->costs;
}

/**
 * eqp_row_model_get_n:
 * @self: a model
 *
 * Returns: how many rows there are
 */
gint64
eqp_row_model_get_n (EqpRowModel *self)
{
  return self->n;
}

/**
 * eqp_row_model_get_row:
 * @self: a model
 * @place: 0..n-1
 *
 * Returns: the row that stands there
 */
gint64
eqp_row_model_get_row (EqpRowModel *self,
                       gint64       place)
{
  return self->order != NULL ? self->order[place] : place;
}

/**
 * eqp_row_model_find:
 * @self: a model
 * @row: a row of the data
 *
 * Returns: where it stands; -1: it is filtered out. Time O(n).
 */
gint64
eqp_row_model_find (EqpRowModel *self,
                    gint64       row)
{
  if (self->order == NULL)
    return row >= 0 && row < self->n ? row : -1;
  for (gint64 place = 0; place < self->n; place++)
    if (self->order[place] == row)
      return place;
  return -1;
}

/**
 * eqp_row_model_is_busy:
 * @self: a model
 *
 * Returns: whether anything is looked for
 */
gboolean
eqp_row_model_is_busy (EqpRowModel *self)
{
  return eqp_newest_is_busy (self->worker);
}

/**
 * eqp_row_model_get_sort:
 * @self: a model
 * @falling: (out): whether the largest come first
 *
 * Returns: what rows are sorted by, %EQP_ROWS_BY_NUMBER or another, or %EQP_ROWS_BY_COLUMN plus a column of the data
 */
gint64
eqp_row_model_get_sort (EqpRowModel *self,
                        gboolean    *falling)
{
  *falling = self->falling;
  return self->by;
}

/**
 * eqp_row_model_set_sort:
 * @self: a model
 * @by: as eqp_row_model_get_sort() says
 * @falling: whether the largest come first
 */
void
eqp_row_model_set_sort (EqpRowModel *self,
                        gint64       by,
                        gboolean     falling)
{
  if (self->by == by && self->falling == falling)
    return;
  self->by = by;
  self->falling = falling;
  push (self);
}

/**
 * eqp_row_model_set_text:
 * @self: a model
 * @text: (nullable): what name or class of the rows to show contains, or their number is; %NULL or empty: all
 */
void
eqp_row_model_set_text (EqpRowModel *self,
                        const char  *text)
{
  if (g_strcmp0 (self->text != NULL ? self->text : "", text != NULL ? text : "") == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  push (self);
}

static void
eqp_row_model_dispose (GObject *object)
{
  EqpRowModel *self = EQP_ROW_MODEL (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->worker, eqp_newest_free);
  g_clear_pointer (&self->labels, eqp_labels_unref);
  g_clear_pointer (&self->costs, costs_unref);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_object (&self->source);
  g_clear_object (&self->selection);
  eqp_release (g_steal_pointer (&self->dataset), (GDestroyNotify) eqp_dataset_unref);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_row_model_parent_class)->dispose (object);
}

static void
eqp_row_model_class_init (EqpRowModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_row_model_dispose;

  /**
   * EqpRowModel::changed:
   * @self: a model
   *
   * Other rows, another order, other clusters, or costs are known now.
   */
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
eqp_row_model_init (EqpRowModel *self)
{
  self->asked = -1;
  self->worker = eqp_newest_new ("eqp-rows", work, job_free, worked_cb, found_free, self);
}

/**
 * eqp_row_model_new:
 * @workspace: whose rows
 * @selection: of them; the cluster that it is within is the one whose rows there are
 * @names: of them
 *
 * Returns: (transfer full): a model that follows what is shown while it is watched
 */
EqpRowModel *
eqp_row_model_new (EqpWorkspace    *workspace,
                   EqpRowSelection *selection,
                   EqpRowNames     *names)
{
  EqpRowModel *self = g_object_new (EQP_TYPE_ROW_MODEL, NULL);

  self->workspace = g_object_ref (workspace);
  self->selection = g_object_ref (selection);
  self->source = g_object_ref (names);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (names, "changed", G_CALLBACK (push), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  data_changed_cb (self);
  return self;
}
