/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hierarchical k-means (Nister and Stewenius 2006): k-means with a few centres, and again within the clusters it finds,
 * the one of the largest SSE first, until there are K.
 *
 * The leaves of such a tree are no local optimum, so Lloyd's method goes on from them. As that need not be better than
 * Lloyd's method from k-means++ centres, this is run as well, from the same seed, and the better of the two is kept:
 * the result is never worse than k-means, and it is told when the tree did not lead to it. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "data/eqp-dataset.h"
#include "eqp-lloyd-private.h"
#include "solvers/eqp-solvers-private.h"

#define STREAMS (G_GUINT64_CONSTANT (1) << 33) /* of random numbers: apart from those of the starts */

static const EqpParam branches = {
  .id = "branches",
  .label = N_ ("Branches"),
  .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (0),
  .argument = "B",
  .usual = 2,
  .least = 2,
  .most = 1000,
  .sentence = N_ ("clusters that a cluster is split into at a time"),
};

/* A leaf of the tree: rows order[first..first + size - 1]. */
typedef struct
{
  gint64 first;
  gint64 size;
  double sse;
  gboolean whole; /* a split left it as it was */
} Leaf;

typedef struct
{
  EqpKMeans   *state;       /* of all rows, k clusters */
  EqpLloyd    *lloyd;
  EqpParams    params;      /* of the splits and of plain k-means: without initial labels */
  EqpContext  *context;
  EqpTrace     trace;
  double       told;        /* the SSE of the last step told */
  gboolean     told_tree;   /* which was of the tree */
  const char  *phase;
  gboolean     plain_won;

  /* the tree */
  Leaf        *leaves;      /* k */
  int          n_leaves;
  gint32      *order;       /* n */
  gint32      *moved;       /* n: scratch */
  gint32      *labels;      /* n */
  gint64      *sizes;       /* k */
  int         *places;      /* k: the leaf of each child of a split */
  EqpKMeans   *part;        /* of the rows of a leaf */
  EqpLloyd    *split;
  EqpParams    split_params;
  float       *rows;        /* capacity x d: the rows of a leaf, gathered; or: */
  EqpSparseRows *sparse;    /* as many of sparse ones */
  gint64       capacity;
} Run;

static void
drop_part (Run *run)
{
  g_clear_pointer (&run->split, _eqp_lloyd_free);
  g_clear_pointer (&run->part, _eqp_kmeans_free);
  g_clear_pointer (&run->rows, eqp_free);
  g_clear_pointer (&run->sparse, _eqp_sparse_rows_free);
}

/* Memory for the rows of leaves. */
static gboolean
make_room (Run *run, GError **error)
{
  EqpKMeans *all = run->state;

  if (all->sparse != NULL)
    return (run->sparse = _eqp_sparse_rows_new (run->capacity, all->d, _eqp_sparse_rows_count (all->sparse), error)) !=
           NULL;
  return (run->rows = eqp_try_alloc ((gsize) run->capacity * all->d, sizeof (float), N_ ("the rows of a cluster"),
                                     error)) != NULL;
}

/* Gathers the rows of a leaf. */
static void
gather (Run *run, const Leaf *leaf)
{
  EqpKMeans *all = run->state;
  const gint32 *order = run->order + leaf->first;

  if (all->sparse != NULL)
    _eqp_sparse_rows_take (run->sparse, all->sparse, order, leaf->size);
  else
    for (gint64 i = 0; i < leaf->size; i++)
      memcpy (run->rows + i * all->d, all->x + order[i] * all->d, sizeof (float) * (gsize) all->d);
}

/* A state for the rows of this leaf, with so many children. All splits but the first, of all rows, share one. */
static gboolean
take_part (Run *run, const Leaf *leaf, int children, GError **error)
{
  EqpKMeans *all = run->state;
  gboolean whole = leaf->size == all->n;

  if (run->part == NULL || run->part->k != children || run->capacity < leaf->size ||
      (run->rows == NULL && run->sparse == NULL) != whole)
    {
      gint64 capacity = leaf->size;

      for (int l = 0; l < run->n_leaves; l++)
        capacity = MAX (capacity, run->leaves[l].size);
      drop_part (run);
      run->capacity = capacity;
      run->split_params.k = children;
      if (!whole && !make_room (run, error))
        return FALSE;
      if ((run->part = _eqp_kmeans_new_rows (whole ? all->x : run->rows, whole ? all->sparse : run->sparse, capacity,
                                             all->d, NULL, children, TRUE, run->context, error)) == NULL ||
          (run->split = _eqp_lloyd_new (run->part, &run->split_params, error)) == NULL)
        return FALSE;
    }

  if (!whole)
    gather (run, leaf);
  _eqp_kmeans_set_rows (run->part, whole ? all->x : run->rows, leaf->size);
  return TRUE;
}

/* Divides the rows of a leaf by the labels of the split: the first child takes its place, the others come last. Returns
 * how many rows left it. */
static gint64
divide_leaf (Run *run, int parent)
{
  EqpKMeans *part = run->part;
  Leaf *leaves = run->leaves, before = leaves[parent];
  gint32 *order = run->order + before.first;
  gint64 next = before.first;
  int n_before = run->n_leaves, leaf = parent;

  for (int c = 0; c < part->k; c++)
    if (run->split->best_sizes[c] > 0)
      {
        run->places[c] = leaf;
        leaves[leaf] = (Leaf) { .first = next };
        next += run->split->best_sizes[c];
        leaf = run->n_leaves++;
      }
  run->n_leaves--;

  memcpy (part->centers, run->split->best_centers, sizeof (double) * (gsize) part->k * (gsize) part->d);
  _eqp_kmeans_pack (part);
  memcpy (run->moved, order, sizeof (gint32) * (gsize) before.size);
  for (gint64 i = 0; i < before.size; i++)
    {
      gint32 c = run->split->best[i];
      Leaf *child = leaves + run->places[c];

      child->sse += _eqp_kmeans_distance (part, i, c);
      run->order[child->first + child->size++] = run->moved[i];
      run->labels[run->moved[i]] = run->places[c];
    }

  leaves[parent].whole = run->n_leaves == n_before;
  run->sizes[parent] = leaves[parent].size;
  for (int l = n_before; l < run->n_leaves; l++)
    run->sizes[l] = leaves[l].size;
  return before.size - leaves[parent].size;
}

/* Tells the labels of the tree where they are the best so far. */
static void
tell_tree (Run *run, gint64 moved)
{
  double sse = 0.0;

  for (int l = 0; l < run->n_leaves; l++)
    sse += run->leaves[l].sse;
  if (!(sse < run->told))
    return;

  run->told = sse;
  run->told_tree = TRUE;
  _eqp_trace_step (&run->trace, "split", sse, 0.0, run->sizes, run->labels, moved);
}

/* The tree of one start. FALSE when cancelled, or with an error. */
static gboolean
grow (Run *run, guint64 restart, GError **error)
{
  gint64 n = run->state->n;
  int k = run->state->k, branching = (int) run->params.own[0];

  memset (run->labels, 0, sizeof (gint32) * (gsize) n);
  memset (run->sizes, 0, sizeof (gint64) * (gsize) k);
  for (gint64 i = 0; i < n; i++)
    run->order[i] = (gint32) i;
  run->leaves[0] = (Leaf) { .size = n, .sse = INFINITY };
  run->n_leaves = 1;
  run->sizes[0] = n;

  for (guint64 splits = 0; run->n_leaves < k; splits++)
    {
      int worst = -1, left = k - run->n_leaves, children;

      for (int l = 0; l < run->n_leaves; l++)
        if (!run->leaves[l].whole && run->leaves[l].sse > (worst < 0 ? 0.0 : run->leaves[worst].sse))
          worst = l;
      if (worst < 0)
        break; /* no two distinct rows are left in any of them */

      /* So many that all splits to come are of the same kind. */
      children = left % (branching - 1) + 1;
      if (children == 1)
        children = branching;
      if (!take_part (run, &run->leaves[worst], children, error))
        return FALSE;

      run->split->best_sse = INFINITY;
      if (!_eqp_lloyd_start (run->split, STREAMS * (restart + 1) + splits) || !_eqp_lloyd_run (run->split))
        return FALSE;
      tell_tree (run, divide_leaf (run, worst));
      if (_eqp_kmeans_cancelled (run->state))
        return FALSE;
    }
  return TRUE;
}

static gboolean
improved (EqpLloyd *lloyd, gint64 moved, gpointer user_data)
{
  Run *run = user_data;

  run->plain_won = g_str_equal (run->phase, "k-means");
  if (lloyd->best_sse < run->told)
    {
      run->told = lloyd->best_sse;
      run->told_tree = FALSE;
      _eqp_trace_step (&run->trace, run->phase, lloyd->best_sse, 0.0, lloyd->best_sizes, lloyd->best, moved);
    }
  return TRUE;
}

/* The tree, Lloyd's method from its leaves, and Lloyd's method from k-means++ centers. FALSE when cancelled, or with an
 * error. */
static gboolean
run_start (Run *run, guint64 restart, GError **error)
{
  EqpLloyd *lloyd = run->lloyd;
  double reached;

  if (!grow (run, restart, error))
    return FALSE;
  drop_part (run);

  run->phase = "lloyd";
  memcpy (lloyd->current, run->labels, sizeof (gint32) * (gsize) run->state->n);
  run->state->lower_valid = FALSE;
  lloyd->from_labels = TRUE;
  lloyd->moved = 0;
  if (!_eqp_lloyd_run (lloyd))
    return FALSE;
  reached = lloyd->reached;

  run->phase = "k-means";
  if (!_eqp_lloyd_start (lloyd, restart) || !_eqp_lloyd_run (lloyd))
    return FALSE;
  _eqp_tally_add (&lloyd->tally, MIN (reached, lloyd->reached));
  return TRUE;
}

/* Cancelled before Lloyd's method met all rows: what the tree has come to, whose values are known leaf by leaf. */
static EqpResult *
tree_result (Run *run)
{
  EqpKMeans *state = run->state;
  EqpResult *result = eqp_result_new (state->n, state->d, state->k);

  memcpy (result->labels, run->labels, sizeof (gint32) * (gsize) state->n);
  memcpy (result->sizes, run->sizes, sizeof (gint64) * (gsize) state->k);
  _eqp_kmeans_sum_all (state, run->labels);
  _eqp_kmeans_update_centers (state);
  memcpy (result->centers, state->centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
  result->gamma = run->params.gamma;
  for (int l = 0; l < run->n_leaves; l++)
    result->data_term += run->leaves[l].sse;
  result->objective = result->data_term;
  result->cancelled = TRUE;
  return result;
}

static gboolean
allocate (Run *run, EqpDataset *dataset, EqpContext *context, GError **error)
{
  gint64 n = eqp_dataset_get_n (dataset);
  int k = run->params.k;

  if ((run->state = _eqp_kmeans_new (dataset, k, TRUE, context, error)) == NULL ||
      (run->lloyd = _eqp_lloyd_new (run->state, &run->params, error)) == NULL ||
      (run->leaves = eqp_try_alloc (k, sizeof (Leaf), N_ ("the tree"), error)) == NULL ||
      (run->order = eqp_try_alloc (n, sizeof (gint32), N_ ("the tree"), error)) == NULL ||
      (run->moved = eqp_try_alloc (n, sizeof (gint32), N_ ("the tree"), error)) == NULL ||
      (run->places = eqp_try_alloc (k, sizeof (int), N_ ("the tree"), error)) == NULL ||
      (run->labels = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (run->sizes = eqp_try_alloc (k, sizeof (gint64), N_ ("the cluster sizes"), error)) == NULL)
    return FALSE;
  run->lloyd->improved = improved;
  run->lloyd->user_data = run;
  return TRUE;
}

static EqpResult *
run_hkm_tree (EqpDataset       *dataset,
              const EqpParams  *params,
              EqpContext       *context,
              GError          **error)
{
  Run run = { .params = *params, .context = context, .told = INFINITY };
  gboolean cancelled = FALSE, converged = FALSE;
  EqpResult *result = NULL;
  GError *failed = NULL;

  /* -- allocate -- */
  run.params.initial_labels = NULL;
  run.split_params = run.params;
  run.split_params.init = EQP_INIT_KMEANSPP;
  if (!allocate (&run, dataset, context, error))
    goto out;

  /* -- iterate -- */
  _eqp_trace_start (&run.trace, context, run.state->n, params->k);
  for (int restart = 0; restart < params->restarts && !cancelled; restart++)
    {
      _eqp_trace_restart (&run.trace, restart, params->restarts);
      cancelled = !run_start (&run, restart, &failed);
      converged = run.lloyd->converged;
    }

  /* -- finish -- */
  if (failed != NULL)
    g_propagate_error (error, failed);
  else if (cancelled && run.told_tree)
    result = tree_result (&run);
  else if (run.lloyd->best_sse < INFINITY)
    result = _eqp_lloyd_result (run.lloyd, cancelled, converged);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  if (result != NULL)
    {
      if (run.plain_won)
        g_ptr_array_add (result->warnings,
                         g_strdup (_ ("Plain k-means from the same seed came out better than the tree, so its clusters "
                                   "are the result.")));
      _eqp_trace_finish (&run.trace, result);
    }

out:
  drop_part (&run);
  _eqp_lloyd_free (run.lloyd);
  _eqp_kmeans_free (run.state);
  eqp_free (run.leaves);
  eqp_free (run.order);
  eqp_free (run.moved);
  eqp_free (run.places);
  eqp_free (run.labels);
  eqp_free (run.sizes);
  return result;
}

const EqpSolver _eqp_solver_hkm_tree = {
  .id = "hkm-tree",
  .name = N_ ("Hierarchical k-means"),
  .summary = N_ ("Splits the widest cluster by k-means, again and again, and lets k-means go on from there; never "
                 "worse than k-means."),
  .reference = "Nister and Stewenius 2006, Scalable recognition with a vocabulary tree",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 2.5e-9, .per_part = 4e-8 },
  .flags = EQP_SOLVER_MONOTONE | EQP_SOLVER_READS_SPARSE,
  .params = (const EqpParam *const[]){ &branches, &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations,
                                        &eqp_param_empty, NULL },
  .check_params = eqp_check_common_params,
  .run = run_hkm_tree,
};
