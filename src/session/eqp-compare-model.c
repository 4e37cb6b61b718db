/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the comparison of the runs that are pinned up to date, in a thread of which the newest question wins, and holds
 * the selection that all pictures share. */
#include "config.h"

#include "eqp-compare-model.h"

#include "eqp-cluster-match.h"
#include "eqp-newest.h"

/* Of rows times runs that are compared: up to here clusters are matched at once. */
#define MATCHED_AT_ONCE 100000

typedef enum {
  NOTHING,
  TO_LIVE,
  FROM_LIVE
} Direction;

struct _EqpCompareModel
{
  GObject        parent_instance;

  EqpWorkspace  *workspace;
  EqpRunList    *list;
  EqpNewest     *worker;
  guint          serial;      /* of the newest question */
  guint          ask_source;
  GPtrArray     *asked;       /* EqpRunRecord of that question */
  GPtrArray     *shown;       /* EqpRunRecord of @comparison, NULL like it */
  EqpComparison *comparison;
  EqpRunRecord  *first;       /* chosen by hand, NULL: by their order */
  EqpRunRecord  *second;
  EqpRowSelection *selection; /* of the window */
  gint64         row;         /* of it, told of last; -1: none */
  gint           live;        /* cluster of it, likewise, by the number of the run on the Live page */
  gint           cluster;     /* by the number shown here; -1: none */
  gboolean       linking;     /* the selection is changed from here */
  EqpNewest     *matcher;
  EqpClusterMatch *match;     /* of the run on the Live page and those of @comparison, when last asked for */
  Direction      waiting;     /* for another one */
};

enum {
  SIGNAL_CHANGED,
  SIGNAL_SELECTION_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (EqpCompareModel, eqp_compare_model, G_TYPE_OBJECT)

/* ---- The cluster on the Live page -------------------------------------------------------------------------------- */

static gpointer
match_work (gpointer job)
{
  return eqp_cluster_match_compute (job);
}

static EqpClusterMatchJob *
make_match_job (EqpCompareModel *self,
                EqpLabels       *live)
{
  EqpClusterMatchJob *job = g_new0 (EqpClusterMatchJob, 1);

  job->one = eqp_labels_ref (live);
  job->others = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_labels_unref);
  job->serial = self->comparison->serial;
  for (guint i = 0; i < self->comparison->n_runs; i++)
    g_ptr_array_add (job->others, eqp_labels_ref (self->comparison->labels[i]));
  return job;
}

/* The cluster of the Live page for one of the comparison, or the other way round: by the run that is there, if it is
 * compared, else by the one in which it is most alike. Which these are is found in a thread where rows are many; then
 * -1 is given, and matched_cb() asks again. */
static gint
translate (EqpCompareModel *self,
           gint             cluster,
           Direction        direction)
{
  EqpLabels *live = eqp_workspace_get_labels (self->workspace);

  self->waiting = NOTHING;
  if (live == NULL || cluster < 0 || self->comparison == NULL)
    return -1;
  if (self->match == NULL || self->match->one != live || self->match->serial != self->comparison->serial)
    {
      EqpClusterMatchJob *job = make_match_job (self, live);

      if ((double) eqp_labels_get_n (live) * self->comparison->n_runs > MATCHED_AT_ONCE)
        {
          self->waiting = direction;
          eqp_newest_push (self->matcher, job);
          return -1;
        }
      g_clear_pointer (&self->match, eqp_cluster_match_free);
      self->match = eqp_cluster_match_compute (job);
      eqp_cluster_match_job_free (job);
    }
  if (direction == TO_LIVE)
    return cluster < self->match->k ? self->match->of_others[cluster] : -1;
  return cluster < eqp_labels_get_k (live) ? self->match->of_one[cluster] : -1;
}

/* The selection of the window is what is told to others, and not again to this one. */
static void
select_live (EqpCompareModel *self)
{
  self->linking = TRUE;
  eqp_row_selection_set_cluster (self->selection, self->live);
  self->linking = FALSE;
}

static void
matched_cb (gpointer result,
            gpointer user_data)
{
  EqpCompareModel *self = user_data;
  Direction direction = self->waiting;

  g_clear_pointer (&self->match, eqp_cluster_match_free);
  self->match = result;
  if (direction == TO_LIVE)
    {
      self->live = translate (self, self->cluster, TO_LIVE);
      select_live (self);
    }
  else if (direction == FROM_LIVE)
    {
      self->cluster = translate (self, self->live, FROM_LIVE);
      g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
    }
}

/* ---- The comparison ---------------------------------------------------------------------------------------------- */

static gpointer
compare_work (gpointer job)
{
  return eqp_comparison_compute (job);
}

static void
compared_cb (gpointer result,
             gpointer user_data)
{
  EqpCompareModel *self = user_data;
  EqpComparison *comparison = result;

  if (comparison->serial != self->serial)
    {
      eqp_comparison_free (comparison);
      return;
    }
  g_clear_pointer (&self->comparison, eqp_comparison_free);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  self->comparison = comparison;
  self->shown = g_ptr_array_ref (self->asked);
  for (guint i = 0; i < comparison->n_runs; i++)
    if (eqp_run_record_get_pinned (g_ptr_array_index (self->shown, i)))
      _eqp_run_record_set_numbers (g_ptr_array_index (self->shown, i), comparison->numbers[i]);
  if (self->live >= 0)
    self->cluster = translate (self, self->live, FROM_LIVE);
  else if (self->cluster >= comparison->k)
    self->cluster = -1;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static guint
find_place (EqpCompareModel *self,
            EqpRunRecord    *record,
            guint            otherwise)
{
  guint place;

  return record != NULL && g_ptr_array_find (self->asked, record, &place) ? place : otherwise;
}

/* Edges are what counts when all runs but labels made elsewhere cut a graph, or there is nothing else. */
static gboolean
cuts (EqpCompareModel *self)
{
  EqpDataset *prepared = eqp_workspace_get_prepared (self->workspace);
  gboolean graph = FALSE;

  if (prepared == NULL || eqp_dataset_get_d (prepared) == 0)
    return TRUE;
  for (guint i = 0; i < self->asked->len; i++)
    {
      const EqpSolver *solver = eqp_run_record_get_facts (g_ptr_array_index (self->asked, i))->solver;

      if (solver != NULL && solver->family != EQP_FAMILY_GRAPH)
        return FALSE;
      graph |= solver != NULL;
    }
  return graph;
}

static void
push (EqpCompareModel *self)
{
  EqpComparisonJob *job = g_new0 (EqpComparisonJob, 1);
  EqpDataset *prepared = eqp_workspace_get_prepared (self->workspace);
  EqpGraph *graph = eqp_workspace_get_graph (self->workspace);

  job->serial = self->serial;
  job->n_runs = self->asked->len;
  for (guint i = 0; i < job->n_runs; i++)
    {
      EqpRunRecord *record = g_ptr_array_index (self->asked, i);
      const gint *numbers = eqp_run_record_get_numbers (record);
      const EqpRunFacts *facts = eqp_run_record_get_facts (record);
      gsize k = (gsize) facts->k;

      job->labels[i] = eqp_labels_ref (eqp_run_record_get_labels (record));
      job->numbers[i] = numbers != NULL ? g_memdup2 (numbers, sizeof (gint) * k) : NULL;
      if (facts->given.from[EQP_GIVEN_WEIGHTS] != NULL)
        job->weighed[i] = g_memdup2 (facts->sizes, sizeof (gint64) * k);
    }
  /* What the others are compared with comes last: from it rows change to the first. */
  job->second = find_place (self, self->second, 0);
  job->first = find_place (self, self->first, job->n_runs > 1 ? (job->second == 0 ? 1 : 0) : job->second);
  job->dataset = prepared != NULL ? eqp_dataset_ref (prepared) : NULL;
  job->graph = graph != NULL && cuts (self) ? eqp_graph_ref (graph) : NULL;
  eqp_newest_push (self->worker, job);
}

static gboolean
ask_cb (gpointer user_data)
{
  EqpCompareModel *self = user_data;

  self->ask_source = 0;
  self->serial++;
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  self->asked = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < eqp_run_list_get_n_pinned (self->list); i++)
    g_ptr_array_add (self->asked, g_object_ref (eqp_run_list_get_pinned (self->list, i)));
  if (self->asked->len > 0)
    {
      push (self);
      return G_SOURCE_REMOVE;
    }
  g_clear_pointer (&self->comparison, eqp_comparison_free);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Several pins may change at once. */
static void
ask (EqpCompareModel *self)
{
  if (self->ask_source == 0)
    self->ask_source = g_idle_add_full (G_PRIORITY_DEFAULT, ask_cb, self, NULL);
}

/* What is shown belongs to data that are no more. */
static void
data_changed_cb (EqpCompareModel *self)
{
  self->cluster = -1;
  self->waiting = NOTHING;
  g_clear_pointer (&self->match, eqp_cluster_match_free);
  ask (self);
}

/* A cluster that streams by with other rows is the same one. */
static void
row_selected_cb (EqpCompareModel *self)
{
  gint64 row = eqp_row_selection_get_row (self->selection);
  gint live = eqp_row_selection_get_cluster (self->selection);

  if (self->linking || (self->row == row && self->live == live))
    return;
  self->row = row;
  self->live = live;
  self->cluster = translate (self, live, FROM_LIVE);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

static void
eqp_compare_model_dispose (GObject *object)
{
  EqpCompareModel *self = EQP_COMPARE_MODEL (object);

  g_clear_handle_id (&self->ask_source, g_source_remove);
  g_clear_pointer (&self->worker, eqp_newest_free);
  g_clear_pointer (&self->matcher, eqp_newest_free);
  g_clear_pointer (&self->match, eqp_cluster_match_free);
  g_clear_pointer (&self->comparison, eqp_comparison_free);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_object (&self->first);
  g_clear_object (&self->second);
  g_clear_object (&self->list);
  g_clear_object (&self->selection);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_compare_model_parent_class)->dispose (object);
}

static void
eqp_compare_model_class_init (EqpCompareModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_compare_model_dispose;

  /**
   * EqpCompareModel::changed:
   *
   * There is another comparison, or none any more.
   */
  signals[SIGNAL_CHANGED] =
      g_signal_new ("changed", EQP_TYPE_COMPARE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpCompareModel::selection-changed:
   *
   * Another row or cluster is selected.
   */
  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new ("selection-changed", EQP_TYPE_COMPARE_MODEL, G_SIGNAL_RUN_LAST, 0,
                                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
eqp_compare_model_init (EqpCompareModel *self)
{
  self->row = -1;
  self->live = -1;
  self->cluster = -1;
  self->asked = g_ptr_array_new_with_free_func (g_object_unref);
  self->worker = eqp_newest_new ("eqp-compare", compare_work, (GDestroyNotify) eqp_comparison_job_free, compared_cb,
                                 (GDestroyNotify) eqp_comparison_free, self);
  self->matcher = eqp_newest_new ("eqp-match", match_work, (GDestroyNotify) eqp_cluster_match_job_free, matched_cb,
                                  (GDestroyNotify) eqp_cluster_match_free, self);
}

/**
 * eqp_compare_model_new:
 * @workspace: whose data the runs are of
 * @list: its runs
 * @selection: what is selected in all pictures
 *
 * Returns: (transfer full): a model
 */
EqpCompareModel *
eqp_compare_model_new (EqpWorkspace    *workspace,
                       EqpRunList      *list,
                       EqpRowSelection *selection)
{
  EqpCompareModel *self = g_object_new (EQP_TYPE_COMPARE_MODEL, NULL);

  self->workspace = g_object_ref (workspace);
  self->list = g_object_ref (list);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (row_selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "pins-changed", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_compare_model_get_workspace:
 * @self: a model
 *
 * Returns: (transfer none): the workspace
 */
EqpWorkspace *
eqp_compare_model_get_workspace (EqpCompareModel *self)
{
  return self->workspace;
}

/**
 * eqp_compare_model_get_list:
 * @self: a model
 *
 * Returns: (transfer none): the runs
 */
EqpRunList *
eqp_compare_model_get_list (EqpCompareModel *self)
{
  return self->list;
}

/**
 * eqp_compare_model_get_comparison:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what is to be shown; %NULL: nothing is pinned, or the first comparison is not
 *   there yet
 */
const EqpComparison *
eqp_compare_model_get_comparison (EqpCompareModel *self)
{
  return self->comparison;
}

/**
 * eqp_compare_model_get_record:
 * @self: a model with a comparison
 * @place: 0..runs-1 of it
 *
 * Returns: (transfer none): the run there
 */
EqpRunRecord *
eqp_compare_model_get_record (EqpCompareModel *self,
                              guint            place)
{
  return g_ptr_array_index (self->shown, place);
}

/**
 * eqp_compare_model_set_pair:
 * @self: a model with a comparison
 * @first: a run of it, from whose clusters rows change
 * @second: another one, to whose clusters they change
 */
void
eqp_compare_model_set_pair (EqpCompareModel *self,
                            guint            first,
                            guint            second)
{
  if (self->shown == NULL || first >= self->shown->len || second >= self->shown->len ||
      (self->comparison->first == first && self->comparison->second == second))
    return;
  g_set_object (&self->first, g_ptr_array_index (self->shown, first));
  g_set_object (&self->second, g_ptr_array_index (self->shown, second));
  ask (self);
}

/**
 * eqp_compare_model_get_row:
 * @self: a model
 *
 * Returns: the row that is selected; -1: none
 */
gint64
eqp_compare_model_get_row (EqpCompareModel *self)
{
  return eqp_row_selection_get_row (self->selection);
}

/**
 * eqp_compare_model_set_row:
 * @self: a model
 * @row: the row to mark in all pictures of the window; -1: none
 */
void
eqp_compare_model_set_row (EqpCompareModel *self,
                           gint64           row)
{
  eqp_row_selection_set_row (self->selection, row);
}

/**
 * eqp_compare_model_get_cluster:
 * @self: a model
 *
 * Returns: the cluster that is emphasized, by the number shown; -1: none
 */
gint
eqp_compare_model_get_cluster (EqpCompareModel *self)
{
  return self->cluster;
}

/**
 * eqp_compare_model_set_cluster:
 * @self: a model
 * @cluster: the cluster to emphasize in all pictures, by the number shown, in place of a row; -1: none
 *
 * The one like it of the run on the Live page is selected there, if there is one.
 */
void
eqp_compare_model_set_cluster (EqpCompareModel *self,
                               gint             cluster)
{
  if (self->cluster == cluster)
    return;
  self->cluster = cluster;
  self->live = translate (self, cluster, TO_LIVE);
  self->row = -1;
  select_live (self);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}
