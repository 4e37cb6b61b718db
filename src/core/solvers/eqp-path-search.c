/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole path of gamma: which partition is the best one known for every gamma, not only for those of a grid.
 *
 * A partition with data term D and S = sum_k n_k^2 is worth the line J(gamma) = D + gamma S, so the best of many
 * partitions is the lower envelope of their lines: concave, piecewise linear, with S falling from left to right. Where
 * two neighbors on it cross, gamma* = (D_b - D_a) / (S_a - S_b), the labels change; no grid has to be fine for that.
 *
 *   climb     from a cold start at the least gamma, warm from node to node;
 *   descent   from a cold start at the greatest, warm back; both at once, neither knows of the other;
 *   anew      starts from nothing, at gammas spread over where sizes change, and crosses of the best partitions there
 *             that are not alike, as long as they bring something: both chains may have begun badly, or be stuck. For
 *             small graphs more chains come first: many partitions are about as good there, and a chain passes by more
 *             of them in the time of a start. There every node has several starts of its own as well, and after each
 *             round of them the best partitions are crossed: the best at a node is often found by starts there alone;
 *   mend      where the envelope has another node's partition, the method runs once more from there;
 *   finish    methods whose warm runs are brief run thoroughly once from each piece of the envelope, and where that
 *             takes little time, make parts of the best partitions anew and cross thoroughly;
 *   breaks    at the crossings of the envelope it runs from both sides: what ends below the crossing is a piece between
 *             (as in parametric optimization: Eisner and Severance 1976), and has crossings of its own. The larger the
 *             data, the fewer crossings are looked at, the widest first.
 *
 * The time is that of two warm runs a node (eqp-warm.c), of the starts and crosses, and of two runs a break; memory is
 * that of the labels of the pieces, one byte each up to 256 clusters. All runs go by two lanes, each of which has a
 * fixed list of them. */
#include "config.h"

#include "eqp-path-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"
#include "eqp-warm-private.h"
#include "graph/eqp-graph.h"

#define LANES 2
#define MEND_ROUNDS 3
#define BREAK_WORK 2.5e8 /* numbers looked at that all runs at breaks may come to, */
#define ROW_NUMBERS 60   /* of which a row takes so many for each cluster besides its columns, */
#define ENTRY_NUMBERS 2e3 /* and an entry of a graph so many */
#define ANEW_WORK 5e8    /* numbers that all starts may look at, */
#define LEAST_STARTS 4   /* but for so many starts */
#define MOST_STARTS 40
#define BRIEF_SHARE 0.5  /* of what others look at, for a brief start */
#define CROSSES 8        /* for each start, */
#define LEAST_CROSSES 8
#define MOST_CROSSES 240
#define PATIENCE 3       /* but no more once so many at each place brought nothing better */
#define PLACES 16        /* nodes that have crosses */
#define WIDE 0.05        /* a node's part of its objective that counts for a whole place */
#define SMALL_GRAPH 1e5  /* entries times clusters, up to which nodes are confirmed: */
#define SMALL_VISITS 5e8 /* of entries that all of that may come to: */
#define CONFIRM_SHARE 0.6 /* up to this part for */
#define CHAIN_SHARE 0.75
#define RENEW_SHARE 0.9
#define MOST_CONFIRMING 10 /* starts at a node, */
#define FEW_STARTS 3     /* or so many where they all end alike, */
#define CONFIRM_CROSSES 48 /* and so many crosses after each round of them; */
#define EVEN_STARTS 3    /* where sizes are even so many in a round, */
#define CONFIRMED 6      /* but no more once so many ended with the best partition, */
#define SAME 1e-6        /* or with one whose objective differs by this part */
#define CHAIN_STEPS 30
#define MOST_ROUNDS 12   /* and so many more climbs and descents, */
#define ROUNDS_FAILED 3  /* but no more once so many in a row brought nothing; */
#define SMALL_PATIENCE 10 /* there crosses take next to no time, too; */
#define CROSS_GRAPH 1.2e5 /* and up to which so many crosses are made with all effort, */
#define THOROUGH_CROSSES 100
#define MOST_RENEWED 96  /* and parts of so many partitions are made anew; */
#define LEAST_WORK 1e6   /* where a run takes no more, breaks have one from nothing as well, */
#define BELOW 1e-6       /* and so has this part of the least gamma */

typedef struct
{
  EqpPath         *path;
  const EqpSolver *solver;
  EqpDataset      *dataset;
  const EqpParams *params;
  EqpContext      *context;
  EqpPathFunc      func;
  gpointer         user_data;
  EqpPool         *pools[LANES];
  EqpWarm         *lanes[LANES];
  EqpRng           rng;       /* which partitions are crossed */
  guint            numbers;   /* starts and crosses so far */
  gint             better;    /* how often a node had a better partition */
  gint64           visits;    /* of entries of the graph in all runs so far, where the method counts them */
  gint            *begun;     /* n_gammas: starts from nothing, while nodes are confirmed, */
  gint            *met;       /* those of them that ended with the best */
  double          *met_at;    /* and its worth */
  GError          *error;     /* the first */
} Work;

typedef enum
{
  BRIEF,
  THOROUGH,   /* as the method itself would */
  RENEWED     /* parts of it are made anew */
} Effort;

/* A run to be done. */
typedef struct
{
  double     gamma;
  gint       node;     /* of the grid; -1: between */
  gint       from;     /* a partition; -1: from nothing */
  gint       other;    /* one to cross it with; -1: none */
  guint      number;   /* of a start or a cross; 0: the start of the settings */
  Effort     effort;
  gint       kept;     /* what it ended with, a partition; -1: nothing */
  EqpResult *result;
  GError    *error;
} Task;

typedef struct
{
  Work *work;
  Task *tasks;
} Batch;

/* -- runs -------------------------------------------------------------------------------------------------------- */

static void
take_error (Work *work, GError *error)
{
  if (work->error == NULL)
    work->error = error;
  else
    g_error_free (error);
}

/* NULL: no memory. */
static gint32 *
unpack (EqpPath *path, gint partition)
{
  gint32 *labels = g_try_new (gint32, path->n);

  if (labels != NULL)
    {
      g_mutex_lock (&path->lock);
      _eqp_path_unpack (path, _eqp_path_partition (path, partition)->packed, labels);
      g_mutex_unlock (&path->lock);
    }
  return labels;
}

static void
run_task (Work *work, gint lane, Task *task)
{
  EqpPath *path = work->path;
  EqpWarm *warm = work->lanes[lane];
  g_autofree gint32 *labels = task->from >= 0 ? unpack (path, task->from) : NULL;
  g_autofree gint32 *other = task->other >= 0 ? unpack (path, task->other) : NULL;

  if ((task->from >= 0 && labels == NULL) || (task->other >= 0 && other == NULL))
    return;
  if (labels == NULL)
    task->result = _eqp_warm_start (warm, task->gamma, task->number, task->effort == THOROUGH, &task->error);
  else if (other != NULL)
    task->result = _eqp_warm_cross (warm, task->gamma, labels, other, task->number, task->effort == THOROUGH,
                                    &task->error);
  else if (task->effort == RENEWED)
    task->result = _eqp_warm_renew (warm, task->gamma, labels, task->number, &task->error);
  else
    {
      if (task->node >= 0)
        {
          g_mutex_lock (&path->lock);
          _eqp_path_partition (path, task->from)->ran[task->node] = TRUE;
          g_mutex_unlock (&path->lock);
        }
      task->result = _eqp_warm_run (warm, task->gamma, labels, task->effort == THOROUGH, &task->error);
    }
}

/* There is something better at @node. */
static void
tell (Work *work, gint node)
{
  work->better++;
  if (work->func != NULL)
    work->func (work->path, node, work->user_data);
}

static gboolean
is_better (const EqpPath *path, gint partition, gint node)
{
  double gamma = path->gammas[node];
  gint best = path->best[node];

  return best < 0 || _eqp_path_line (_eqp_path_partition (path, partition), gamma) <
                         _eqp_path_line (_eqp_path_partition (path, best), gamma);
}

/* Takes what a run found; @order: in the chains, else -1. Returns the partition it ends with, or -1 when cancelled or
 * failed. */
static gint
take_result (Work *work, Task *task, gint order)
{
  EqpPath *path = work->path;
  g_autoptr (EqpResult) result = g_steal_pointer (&task->result);
  gint kept = -1, node = task->node;

  g_mutex_lock (&path->lock);
  if (result != NULL)
    work->visits += result->visits;
  if (result != NULL)
    kept = _eqp_path_keep (path, result, order, &task->error);
  if (kept >= 0 && node >= 0)
    _eqp_path_partition (path, kept)->ran[node] = TRUE;
  if (task->error != NULL)
    take_error (work, g_steal_pointer (&task->error));
  if (kept >= 0 && node >= 0 && is_better (path, kept, node))
    {
      path->best[node] = kept;
      tell (work, node);
    }
  g_mutex_unlock (&path->lock);
  return result != NULL && result->cancelled ? -1 : kept;
}

static void
run_lane (gint64 chunk, guint worker, gpointer data)
{
  Batch *batch = data;

  run_task (batch->work, (gint) chunk, &batch->tasks[chunk]);
}

/* Up to LANES runs side by side, taken in their order. */
static void
run_batch (Work *work, Task *tasks, gint count)
{
  Batch batch = { work, tasks };

  eqp_pool_run (work->context->pool, count, run_lane, &batch);
  for (gint i = 0; i < count; i++)
    tasks[i].kept = take_result (work, &tasks[i], -1);
}

/* The climb (0) and the descent (1), each on a lane, so that both go on at once and end alike on any machine. */
static void
chain (gint64 chunk, guint worker, gpointer data)
{
  Work *work = data;
  EqpPath *path = work->path;
  gint at = -1;

  for (gint step = 0; step < path->n_gammas; step++)
    {
      gint node = chunk == 0 ? step : path->n_gammas - 1 - step;
      Task task = { .gamma = path->gammas[node], .node = node, .from = at, .other = -1 };

      run_task (work, (gint) chunk, &task);
      at = take_result (work, &task, (gint) chunk * path->n_gammas + step);
      if (at < 0)
        return;
    }
}

static gboolean
stopped (Work *work)
{
  return work->error != NULL || g_cancellable_is_cancelled (work->context->cancellable);
}

/* Whether less than this part of what a path of a small graph may come to is used up. */
static gboolean
has_visits (const Work *work, double share)
{
  return (double) work->visits < share * SMALL_VISITS;
}

/* -- nodes, pieces and breaks ------------------------------------------------------------------------------------ */

/* For each node the best of all partitions. */
static void
settle (Work *work)
{
  EqpPath *path = work->path;

  for (gint node = 0; node < path->n_gammas; node++)
    {
      gint before = path->best[node];

      for (guint i = 0; i < path->partitions->len; i++)
        if (is_better (path, (gint) i, node))
          path->best[node] = (gint) i;
      if (path->best[node] != before)
        tell (work, node);
    }
}

static void
mend (Work *work)
{
  EqpPath *path = work->path;

  for (gint round = 0; round < MEND_ROUNDS; round++)
    {
      settle (work);
      for (gint node = 0; node < path->n_gammas && !stopped (work);)
        {
          Task tasks[LANES] = { 0 };
          gint count = 0;

          for (; node < path->n_gammas && count < LANES; node++)
            if (path->best[node] >= 0 && !_eqp_path_partition (path, path->best[node])->ran[node])
              tasks[count++] =
                  (Task){ .gamma = path->gammas[node], .node = node, .from = path->best[node], .other = -1 };
          run_batch (work, tasks, count);
        }
    }
  settle (work);
}

/* Numbers that a run from labels looks at, roughly. */
static double
work_of_run (Work *work)
{
  EqpPath *path = work->path;

  if (work->context->graph != NULL && work->solver->family == EQP_FAMILY_GRAPH)
    return ENTRY_NUMBERS * 2.0 * (double) eqp_graph_get_n_edges (work->context->graph);
  return (double) path->n * path->k * (double) (eqp_dataset_get_d (work->dataset) + ROW_NUMBERS);
}

/* Whether all effort takes little time, where there are ways with less; @most: entries times clusters. */
static gboolean
affords (Work *work, double most)
{
  return _eqp_warm_starts_briefly (work->lanes[0]) && work_of_run (work) * work->path->k <= ENTRY_NUMBERS * most;
}

/* The node at the part @share, 0..1, of the way from the least gamma to where the last partition begins. Where little
 * of a node's objective is more than the penalty of the last one, it is narrow: what is missed of that part counts for
 * so little there. */
static gint
place (Work *work, double share)
{
  EqpPath *path = work->path;
  const EqpPathPartition *even;
  gint last = path->n_gammas - 1;
  double whole = 0.0, passed = 0.0;

  while (last > 0 && path->best[last - 1] == path->best[last])
    last--;
  even = _eqp_path_partition (path, path->best[last]);
  for (gint pass = 0; pass < 2; pass++)
    for (gint node = 0; node < last; node++)
      {
        double objective = _eqp_path_line (_eqp_path_partition (path, path->best[node]), path->gammas[node]);
        double width = MIN (WIDE, 1.0 - path->gammas[node] * (double) even->squares / objective);

        if (pass == 0)
          whole += width;
        else if ((passed += width) > share * whole)
          return node;
      }
  return last;
}

/* Starts from nothing, each at a gamma of its own, for the best labels of a few nodes are good at no others; or crosses
 * of partitions that are known, at each place several, until so many in a row brought nothing better. */
static void
spread (Work *work, gint count, gboolean crosses, Effort effort)
{
  EqpPath *path = work->path;
  gint places = crosses ? MIN (PLACES, count) : count;
  gint patience = PLACES * (effort == BRIEF && affords (work, SMALL_GRAPH) ? SMALL_PATIENCE : PATIENCE);

  for (gint run = 0, since = 0;
       run < count && (!crosses || since < patience) && (effort != THOROUGH || has_visits (work, 1.0)) &&
       !stopped (work);)
    {
      Task tasks[LANES];
      gint n = 0, better = work->better;

      for (; run < count && n < LANES; run++)
        {
          gint node = places > 1 ? place (work, (double) (run % places) / (places - 1)) : 0;
          Task task = { .gamma = path->gammas[node], .node = node, .from = -1, .other = -1, .effort = effort };

          if (crosses && !_eqp_path_draw_parents (path, node, &work->rng, &task.from, &task.other))
            continue;
          task.number = ++work->numbers;
          tasks[n++] = task;
        }
      run_batch (work, tasks, n);
      settle (work);
      since = work->better > better ? 0 : since + n;
    }
}

/* Where gamma holds sizes even, from node @even on, it counts no longer, and all nodes are one: several starts that end
 * with the same labels tell that these are hard to beat. Elsewhere a node's best partition is often found by starts
 * there alone, and one that is not the best may be what three of four of them end with, so a few tell only where they
 * end alike at its neighbors as well. */
static gboolean
is_confirmed (const Work *work, gint node, gint even)
{
  gint met = 0;

  if (node < even)
    {
      for (gint i = MAX (0, node - 1); i <= MIN (node + 1, even - 1); i++)
        if (work->begun[i] < FEW_STARTS || work->met[i] < work->begun[i])
          return FALSE;
      return TRUE;
    }
  for (gint i = even; i < work->path->n_gammas; i++)
    met += work->met[i];
  return met >= CONFIRMED;
}

/* Whether a start ended as low as the best that is known at its node. */
static gboolean
is_as_good (const Work *work, const Task *task)
{
  EqpPath *path = work->path;

  return task->kept >= 0 &&
         _eqp_path_line (_eqp_path_partition (path, task->kept), task->gamma) <=
             (1.0 + SAME) * _eqp_path_line (_eqp_path_partition (path, path->best[task->node]), task->gamma);
}

/* What is known has become better, at nodes that nobody asked, too: what was met there was not the best. */
static void
forget_met (Work *work)
{
  EqpPath *path = work->path;

  for (gint node = 0; node < path->n_gammas; node++)
    {
      double worth = _eqp_path_line (_eqp_path_partition (path, path->best[node]), path->gammas[node]);

      if (worth < (1.0 - SAME) * work->met_at[node])
        work->met[node] = 0;
      work->met_at[node] = worth;
    }
}

/* Rounds of starts from nothing at all nodes that are not confirmed: whether what is known is hard to beat only those
 * tell that owe nothing to it. After each round the best partitions are combined. */
static void
confirm (Work *work)
{
  EqpPath *path = work->path;
  gboolean any = TRUE;

  work->begun = g_new0 (gint, path->n_gammas);
  work->met = g_new0 (gint, path->n_gammas);
  work->met_at = g_new0 (double, path->n_gammas);
  forget_met (work);
  for (gint round = 0; any && round < MOST_CONFIRMING && has_visits (work, CONFIRM_SHARE) && !stopped (work); round++)
    {
      gint even = _eqp_path_find_even (path, SAME), step = MAX (1, (path->n_gammas - even) / EVEN_STARTS);

      any = FALSE;
      for (gint node = 0; node < path->n_gammas && has_visits (work, CONFIRM_SHARE) && !stopped (work);)
        {
          Task tasks[LANES];
          gint n = 0;

          for (; node < path->n_gammas && n < LANES; node++)
            if ((node < even || (node - even) % step == round % step) && !is_confirmed (work, node, even))
              tasks[n++] = (Task){ .gamma = path->gammas[node], .node = node, .from = -1, .other = -1,
                                   .number = ++work->numbers, .effort = THOROUGH };
          run_batch (work, tasks, n);
          settle (work);
          forget_met (work);
          for (gint i = 0; i < n; i++)
            {
              work->begun[tasks[i].node]++;
              work->met[tasks[i].node] += is_as_good (work, &tasks[i]);
            }
          any |= n > 0;
        }
      spread (work, CONFIRM_CROSSES, TRUE, BRIEF);
      forget_met (work);
    }
  g_clear_pointer (&work->begun, g_free);
  g_clear_pointer (&work->met, g_free);
  g_clear_pointer (&work->met_at, g_free);
}

/* At each place clusters of the best partition are made anew, then of the others of its elite in turn, until all places
 * in a row brought nothing. */
static void
renew (Work *work)
{
  EqpPath *path = work->path;

  for (gint run = 0, since = 0;
       run < MOST_RENEWED && since < PLACES && has_visits (work, RENEW_SHARE) && !stopped (work);)
    {
      Task tasks[LANES];
      gint n = 0, better = work->better;

      for (; run < MOST_RENEWED && n < LANES; run++)
        {
          gint node = place (work, (double) (run % PLACES) / (PLACES - 1)), elite[EQP_PATH_ELITE];
          gint count = _eqp_path_find_elite (path, node, elite);

          tasks[n++] = (Task){ .gamma = path->gammas[node], .node = node, .from = elite[run / PLACES % count],
                               .other = -1, .effort = RENEWED, .number = ++work->numbers };
        }
      run_batch (work, tasks, n);
      settle (work);
      since = work->better > better ? 0 : since + n;
    }
}

/* More climbs and descents, each from a start of its own: step by step side by side, and what they find is known to
 * both. Where nodes are far apart there are steps between. */
static void
chain_anew (Work *work)
{
  EqpPath *path = work->path;
  gint between = MAX (1, CHAIN_STEPS / path->n_gammas), last = between * (path->n_gammas - 1);

  for (gint round = 0, failed = 0;
       round < MOST_ROUNDS && failed < ROUNDS_FAILED && has_visits (work, CHAIN_SHARE) && !stopped (work); round++)
    {
      gint better = work->better, at[LANES] = { -1, -1 };

      for (gint step = 0; step <= last && !stopped (work); step++)
        {
          Task tasks[LANES];

          for (gint lane = 0; lane < LANES; lane++)
            {
              gint place = lane == 0 ? step : last - step, node = place / between;
              double part = (double) (place % between) / (double) between, gamma = path->gammas[node];

              if (part > 0.0)
                gamma *= pow (path->gammas[node + 1] / gamma, part);
              tasks[lane] = (Task){ .gamma = gamma, .node = part > 0.0 ? -1 : node, .from = at[lane], .other = -1,
                                    .number = step == 0 ? ++work->numbers : 0, .effort = step == 0 ? THOROUGH : BRIEF };
            }
          run_batch (work, tasks, LANES);
          for (gint lane = 0; lane < LANES; lane++)
            at[lane] = tasks[lane].kept;
        }
      settle (work);
      failed = work->better > better ? 0 : failed + 1;
    }
}

static void
begin_anew (Work *work)
{
  double share = _eqp_warm_starts_briefly (work->lanes[0]) ? BRIEF_SHARE : 1.0;
  double starts = ANEW_WORK / (share * work_of_run (work));

  settle (work);
  if (affords (work, SMALL_GRAPH))
    {
      confirm (work);
      chain_anew (work);
    }
  spread (work, (gint) CLAMP (starts, LEAST_STARTS, MOST_STARTS / share), FALSE, BRIEF);
  if (_eqp_warm_crosses (work->lanes[0]))
    spread (work, (gint) CLAMP (CROSSES * share * starts, LEAST_CROSSES, MOST_CROSSES), TRUE, BRIEF);
}

/* A crossing at which nothing lower was found is settled; it is known by its two sides. */
static gint64
crossing_key (gint a, gint b)
{
  return ((gint64) a << 32) | b;
}

/* Widest first: what is missed there is missed over the longest way. */
static gint
next_break (EqpPath *self, GHashTable *looked_at)
{
  double widest = 0.0;
  gint found = -1;

  for (guint i = 0; i + 1 < self->pieces->len; i++)
    {
      const EqpPathPiece *a = &g_array_index (self->pieces, EqpPathPiece, i), *b = a + 1;
      gint64 key = crossing_key (g_array_index (self->piece_of, gint, i), g_array_index (self->piece_of, gint, i + 1));
      double change = (double) (a->squares - b->squares) * a->to;

      if (!g_hash_table_contains (looked_at, &key) && (found < 0 || change > widest))
        {
          widest = change;
          found = (gint) i;
        }
    }
  return found;
}

/* A thorough run from each piece, in the middle of where it is the best one known; crosses. */
static void
finish (Work *work, gboolean rough)
{
  EqpPath *path = work->path;
  double least = path->gammas[0], most = path->gammas[path->n_gammas - 1];
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (Task));

  _eqp_path_make_pieces (path);
  for (guint p = 0; p < path->pieces->len; p++)
    {
      const EqpPathPiece *piece = &g_array_index (path->pieces, EqpPathPiece, p);
      Task task = { .gamma = sqrt (CLAMP (piece->from, least, most) * CLAMP (piece->to, least, most)),
                    .node = -1,
                    .from = g_array_index (path->piece_of, gint, p),
                    .other = -1,
                    .effort = THOROUGH };

      /* Beside the grid there is no node to make better. */
      if (piece->to > least && piece->from < most)
        g_array_append_val (tasks, task);
    }
  for (guint first = 0; first < tasks->len && !stopped (work); first += LANES)
    run_batch (work, &g_array_index (tasks, Task, first), MIN (LANES, (gint) (tasks->len - first)));
  settle (work);
  if (affords (work, CROSS_GRAPH) && _eqp_warm_renews (work->lanes[0]) && !rough)
    renew (work);
  if (affords (work, CROSS_GRAPH) && !rough)
    spread (work, THOROUGH_CROSSES, TRUE, THOROUGH);
}

/* Where a run takes next to nothing, what k-means ends with whose sizes cost nothing is known as well: labels may still
 * change below the grid. A cut that costs nothing is none. */
static void
begin_below (Work *work)
{
  EqpPath *path = work->path;
  double gamma = BELOW * path->gammas[0];

  if (work->solver->family == EQP_FAMILY_KMEANS && work_of_run (work) <= LEAST_WORK)
    run_batch (work, (Task[]){ { .gamma = gamma, .node = -1, .from = path->best[0], .other = -1 },
                               { .gamma = gamma, .node = -1, .from = -1, .other = -1 } }, 2);
}

static void
look_at_breaks (Work *work, gint most)
{
  EqpPath *path = work->path;
  g_autoptr (GHashTable) looked_at = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  double each = work_of_run (work);

  if (most > 0)
    begin_below (work);
  _eqp_path_make_pieces (path);
  for (gint looked = 0; looked < most && LANES * each * looked < BREAK_WORK && !stopped (work); looked++)
    {
      gint place = next_break (path, looked_at), a, b;
      double gamma;
      gint64 key;

      if (place < 0)
        break;
      a = g_array_index (path->piece_of, gint, place);
      b = g_array_index (path->piece_of, gint, place + 1);
      gamma = g_array_index (path->pieces, EqpPathPiece, place).to;
      key = crossing_key (a, b);
      g_hash_table_add (looked_at, g_memdup2 (&key, sizeof key));
      run_batch (work, (Task[]){ { .gamma = gamma, .node = -1, .from = a, .other = -1 },
                                 { .gamma = gamma, .node = -1, .from = b, .other = -1 } }, 2);
      if (each <= LEAST_WORK)
        run_batch (work, (Task[]){ { .gamma = gamma, .node = -1, .from = -1, .other = -1 } }, 1);
      _eqp_path_make_pieces (path);
    }
}

/* -- the path ---------------------------------------------------------------------------------------------------- */

static gboolean
open_lanes (Work *work, GError **error)
{
  guint threads = MAX (1, eqp_pool_get_threads (work->context->pool) / LANES);

  for (gint lane = 0; lane < LANES; lane++)
    {
      EqpContext context = { .cancellable = work->context->cancellable, .graph = work->context->graph };

      context.pool = work->pools[lane] = eqp_pool_new (threads);
      work->lanes[lane] = _eqp_warm_new (work->solver, work->dataset, work->params, &context, error);
      if (work->lanes[lane] == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
close_lanes (Work *work)
{
  for (gint lane = 0; lane < LANES; lane++)
    {
      g_clear_pointer (&work->lanes[lane], _eqp_warm_free);
      g_clear_pointer (&work->pools[lane], eqp_pool_free);
    }
}

static gboolean
check (const EqpSolver *solver, const EqpPathOptions *options, GError **error)
{
  const EqpSolverFlags needed = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START;

  if ((solver->flags & needed) != needed || (solver->flags & EQP_SOLVER_PUBLISHED) != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” has no path of gamma; choose one that weighs balance and starts warm, such as “Balanced "
                      "k-means”."),
                   _ (solver->name));
      return FALSE;
    }
  if (options->n_gammas < 2 || !(options->least > 0.0) || !(options->most > options->least) ||
      !isfinite (options->most))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The path has %d nodes from gamma %g to %g; it needs at least 2, above 0 and rising."),
                  options->n_gammas, options->least, options->most);
      return FALSE;
    }
  return TRUE;
}

/**
 * eqp_path_new:
 * @solver: a method that weighs balance and takes a start
 * @dataset: n x d, or a graph
 * @params: its settings; gamma and initial labels do not count
 * @options: the grid
 * @context: pool, cancellable and graph; its sink is not used
 * @func: (nullable): told of each node
 * @user_data: for @func
 * @error: EQP_ERROR, or G_IO_ERROR_CANCELLED when there is nothing to keep
 *
 * Finds the best partition for every gamma; see the top of this file. A cancelled path has what was found until then,
 * and is not complete. The same on any number of threads.
 *
 * Returns: (transfer full): the path
 */
EqpPath *
eqp_path_new (const EqpSolver       *solver,
              EqpDataset            *dataset,
              const EqpParams       *params,
              const EqpPathOptions  *options,
              EqpContext            *context,
              EqpPathFunc            func,
              gpointer               user_data,
              GError               **error)
{
  g_autoptr (EqpPath) self = NULL;
  Work work = {
    .solver = solver, .dataset = dataset, .params = params, .context = context, .func = func, .user_data = user_data
  };

  if (!check (solver, options, error) || !eqp_solver_check (solver, dataset, params, error))
    return NULL;

  eqp_rng_init (&work.rng, params->seed, 0);
  self = work.path = _eqp_path_alloc (eqp_dataset_get_n (dataset), params->k, options);
  if (!open_lanes (&work, error))
    {
      close_lanes (&work);
      return NULL;
    }
  eqp_pool_run (context->pool, LANES, chain, &work);
  _eqp_path_join_chains (self);
  if (!stopped (&work) && !options->rough)
    begin_anew (&work);
  if (!stopped (&work))
    mend (&work);
  if (!stopped (&work) && _eqp_warm_finishes (work.lanes[0]))
    finish (&work, options->rough);
  if (!stopped (&work))
    look_at_breaks (&work, options->most_breaks);
  close_lanes (&work);
  settle (&work);
  _eqp_path_make_pieces (self);
  self->complete = !stopped (&work);

  if (work.error != NULL && (self->pieces->len == 0 || !g_error_matches (work.error, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    {
      g_propagate_error (error, work.error);
      return NULL;
    }
  g_clear_error (&work.error);
  if (self->pieces->len == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The path was cancelled before its first node."));
      return NULL;
    }
  return g_steal_pointer (&self);
}
