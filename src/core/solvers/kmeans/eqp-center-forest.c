/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A forest of randomised k-d trees (Silpa-Anan and Hartley 2008; Muja and Lowe 2009): each tree halves the centres
 * across an axis drawn among those of the largest spread, and a search follows all trees at once, the nearest branch
 * of any of them first, until it has looked at enough centres.
 *
 * The leaves hold as many centres as a kernel meets at a time, side by side, so that a leaf costs little more than one
 * centre would. FLANN has such trees, but draws from the C library's one stream of random numbers, which other threads
 * use as well: two runs with the same seed would differ. */
#include "config.h"

#include "eqp-center-forest-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"

#define AXES 5     /* an axis is drawn among this many */
#define SAMPLE 128 /* centres that the spread of an axis is measured on */

typedef struct
{
  gint32 axis;   /* negative: a leaf */
  float  cut;    /* no centre on the left is above it, none on the right below */
  gint32 left;   /* node, or the number of the leaf */
  gint32 right;
} Node;

typedef struct
{
  float  bound;  /* how far off the branch is, squared and added up over the cuts on the way */
  gint32 tree;
  gint32 node;
} Branch;

typedef struct
{
  float  value;
  gint32 center;
} Projection;

struct _EqpCenterForest
{
  int               k;
  gint64            d;
  int               trees;
  EqpPool          *pool;      /* borrowed */
  const EqpKernels *kernels;
  gint32            n_leaves;  /* of a tree */
  gint32            n_nodes;
  const double     *centers;   /* during a build; borrowed */
  guint64           seed;
  guint64           stream;

  Node             *nodes;     /* trees x n_nodes; 0 is the root */
  gint32           *order;     /* trees x k: centres, those of a leaf side by side */
  gint32           *starts;    /* trees x (n_leaves + 1) */
  float            *panels;    /* trees x n_leaves x d x EQP_PANEL */
  Projection       *sorted;    /* trees x k: scratch of a build */
  double           *moments;   /* trees x 2 d: scratch of a build */
  Branch           *heaps;     /* threads x trees x n_nodes */
};

/**
 * _eqp_center_forest_new:
 * @k: centres
 * @d: columns
 * @trees: how many trees
 * @pool: borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): the memory of a forest, @trees times that of the centres in float
 */
EqpCenterForest *
_eqp_center_forest_new (int       k,
                        gint64    d,
                        int       trees,
                        EqpPool  *pool,
                        GError  **error)
{
  EqpCenterForest *self = g_new0 (EqpCenterForest, 1);
  gsize t = trees;
  gboolean ok = TRUE;

  self->k = k;
  self->d = d;
  self->trees = trees;
  self->pool = pool;
  self->kernels = _eqp_kernels_get ();
  self->n_leaves = (k + EQP_PANEL - 1) / EQP_PANEL;
  self->n_nodes = 2 * self->n_leaves - 1;

#define ALLOC(field, count)                                                                                            \
  ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, "the trees", error)) != NULL
  ALLOC (nodes, t * self->n_nodes);
  ALLOC (order, t * k);
  ALLOC (starts, t * (self->n_leaves + 1));
  ALLOC (panels, t * self->n_leaves * d * EQP_PANEL);
  ALLOC (sorted, t * k);
  ALLOC (moments, t * 2 * d);
  ALLOC (heaps, (gsize) eqp_pool_get_threads (pool) * t * self->n_nodes);
#undef ALLOC
  if (!ok)
    g_clear_pointer (&self, _eqp_center_forest_free);
  return self;
}

/**
 * _eqp_center_forest_free:
 * @self: (nullable): the forest
 */
void
_eqp_center_forest_free (EqpCenterForest *self)
{
  if (self == NULL)
    return;

  eqp_free (self->nodes);
  eqp_free (self->order);
  eqp_free (self->starts);
  eqp_free (self->panels);
  eqp_free (self->sorted);
  eqp_free (self->moments);
  eqp_free (self->heaps);
  g_free (self);
}

/* -- building -------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpCenterForest *forest;
  int              tree;
  Node            *nodes;
  gint32           used;       /* nodes */
  gint32           leaf;       /* the next one */
  EqpRng           rng;
} Build;

/* One of the axes of the largest spread among these centres. */
static gint32
draw_axis (Build *build, const gint32 *order, gint32 count)
{
  EqpCenterForest *forest = build->forest;
  gint64 d = forest->d;
  double *mean = forest->moments + (gsize) build->tree * 2 * d, *spread = mean + d;
  gint32 axes[AXES], n_axes = 0, seen = MIN (count, SAMPLE);

  memset (mean, 0, sizeof (double) * 2 * d);
  for (gint32 s = 0; s < seen; s++)
    {
      const double *center = forest->centers + order[(gint64) s * count / seen] * d;

      for (gint64 j = 0; j < d; j++)
        mean[j] += center[j] / seen;
    }
  for (gint32 s = 0; s < seen; s++)
    {
      const double *center = forest->centers + order[(gint64) s * count / seen] * d;

      for (gint64 j = 0; j < d; j++)
        spread[j] += (center[j] - mean[j]) * (center[j] - mean[j]);
    }

  for (gint32 j = 0; j < d; j++)
    {
      gint32 place = n_axes;

      while (place > 0 && spread[j] > spread[axes[place - 1]])
        place--;
      if (place == AXES)
        continue;
      n_axes = MIN (n_axes + 1, AXES);
      for (gint32 i = n_axes - 1; i > place; i--)
        axes[i] = axes[i - 1];
      axes[place] = j;
    }
  return axes[eqp_rng_below (&build->rng, n_axes)];
}

static int
compare_projections (const void *a, const void *b)
{
  const Projection *p = a, *q = b;

  if (p->value != q->value)
    return p->value < q->value ? -1 : 1;
  return p->center < q->center ? -1 : p->center > q->center;
}

static void
fill_leaf (Build *build, gint32 first, gint32 count)
{
  EqpCenterForest *forest = build->forest;
  gint64 d = forest->d;
  const gint32 *order = forest->order + (gsize) build->tree * forest->k + first;
  float *panel = forest->panels + ((gsize) build->tree * forest->n_leaves + build->leaf) * d * EQP_PANEL;

  /* Places that are left over repeat the first centre, and are not looked at. */
  for (gint64 j = 0; j < d; j++)
    for (int c = 0; c < EQP_PANEL; c++)
      panel[j * EQP_PANEL + c] = (float) forest->centers[order[c < count ? c : 0] * d + j];
  forest->starts[(gsize) build->tree * (forest->n_leaves + 1) + build->leaf] = first;
}

/* Halves the centres first..first + count - 1 of the order, whole leaves to the left, so that all leaves but the last
 * are full. Returns the node. */
static gint32
grow (Build *build, gint32 first, gint32 count)
{
  EqpCenterForest *forest = build->forest;
  gint32 *order = forest->order + (gsize) build->tree * forest->k + first;
  Projection *sorted = forest->sorted + (gsize) build->tree * forest->k + first;
  gint32 id = build->used++, left, child;
  Node *node = build->nodes + id;

  if (count <= EQP_PANEL)
    {
      fill_leaf (build, first, count);
      node->axis = -1;
      node->left = build->leaf++;
      return id;
    }

  node->axis = draw_axis (build, order, count);
  for (gint32 i = 0; i < count; i++)
    sorted[i] = (Projection) { (float) forest->centers[order[i] * forest->d + node->axis], order[i] };
  qsort (sorted, count, sizeof (Projection), compare_projections);
  for (gint32 i = 0; i < count; i++)
    order[i] = sorted[i].center;

  left = (count / 2 + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
  node->cut = 0.5f * sorted[left - 1].value + 0.5f * sorted[left].value;
  child = grow (build, first, left);
  node->left = child;
  child = grow (build, first + left, count - left);
  node->right = child;
  return id;
}

static void
build_tree (gint64 tree, guint worker, gpointer user_data)
{
  EqpCenterForest *self = user_data;
  Build build = { .forest = self, .tree = (int) tree, .nodes = self->nodes + tree * self->n_nodes };
  gint32 *order = self->order + tree * self->k;

  eqp_rng_init (&build.rng, self->seed, self->stream + tree);
  for (int c = 0; c < self->k; c++)
    order[c] = c;
  grow (&build, 0, self->k);
  self->starts[tree * (self->n_leaves + 1) + self->n_leaves] = self->k;
}

/**
 * _eqp_center_forest_build:
 * @self: the forest
 * @centers: k x d, needed during the call only
 * @seed: of the axes
 * @stream: likewise; as many streams are used as there are trees
 *
 * Builds the trees anew, the same on any number of threads. O(trees k (d + log k) log k).
 */
void
_eqp_center_forest_build (EqpCenterForest *self,
                          const double    *centers,
                          guint64          seed,
                          guint64          stream)
{
  self->centers = centers;
  self->seed = seed;
  self->stream = stream;
  eqp_pool_run (self->pool, self->trees, build_tree, self);
  self->centers = NULL;
}

/* -- searching ------------------------------------------------------------------------------------------------- */

static void
push (Branch *heap, int *size, Branch branch)
{
  int place = (*size)++;

  while (place > 0 && heap[(place - 1) / 2].bound > branch.bound)
    {
      heap[place] = heap[(place - 1) / 2];
      place = (place - 1) / 2;
    }
  heap[place] = branch;
}

static Branch
pop (Branch *heap, int *size)
{
  Branch least = heap[0], last = heap[--*size];
  int place = 0;

  for (;;)
    {
      int child = 2 * place + 1;

      if (child + 1 < *size && heap[child + 1].bound < heap[child].bound)
        child++;
      if (child >= *size || heap[child].bound >= last.bound)
        break;
      heap[place] = heap[child];
      place = child;
    }
  heap[place] = last;
  return least;
}

/**
 * _eqp_center_forest_nearest:
 * @self: a forest that has been built
 * @worker: who asks, for scratch memory
 * @x: a row
 * @checks: how many centres to look at, about; a negative number for all
 * @reach: squared; branches that seem farther off are left out, unless all are to be looked at
 * @second: (out): the second nearest of the centres seen, or -1
 * @distance: (out): squared distance of the nearest, in float
 * @second_distance: (out): that of the second, or infinity
 *
 * Best bin first, over all trees at once. O(checks d + checks log checks).
 *
 * Returns: the nearest of the centres seen
 */
int
_eqp_center_forest_nearest (EqpCenterForest *self,
                            guint            worker,
                            const float     *x,
                            int              checks,
                            double           reach,
                            int             *second,
                            float           *distance,
                            float           *second_distance)
{
  Branch *heap = self->heaps + (gsize) worker * self->trees * self->n_nodes;
  float cost[EQP_PANEL], least = INFINITY, next = INFINITY, limit = checks < 0 ? INFINITY : (float) reach;
  int best = -1, after = -1, size = 0, seen = 0;

  for (int tree = 0; tree < self->trees; tree++)
    push (heap, &size, (Branch) { 0.0f, tree, 0 });

  while (size > 0)
    {
      Branch branch = pop (heap, &size);
      const Node *nodes = self->nodes + (gsize) branch.tree * self->n_nodes, *node = nodes + branch.node;
      const gint32 *starts = self->starts + (gsize) branch.tree * (self->n_leaves + 1), *ids;
      float lowest = INFINITY;
      int count;

      if (branch.bound > limit)
        break;
      for (; node->axis >= 0; node = nodes + branch.node)
        {
          float off = x[node->axis] - node->cut;

          push (heap, &size,
                (Branch) { branch.bound + off * off, branch.tree, off < 0.0f ? node->right : node->left });
          branch.node = off < 0.0f ? node->left : node->right;
        }

      ids = self->order + (gsize) branch.tree * self->k + starts[node->left];
      count = starts[node->left + 1] - starts[node->left];
      self->kernels->direct (x, self->d, 1, self->d,
                             self->panels + ((gsize) branch.tree * self->n_leaves + node->left) * self->d * EQP_PANEL,
                             EQP_PANEL, cost);
      seen += count;
      for (int c = 0; c < EQP_PANEL; c++)
        lowest = MIN (lowest, cost[c]);
      for (int c = 0; c < count && lowest < next; c++)
        {
          if (!(cost[c] < next) || ids[c] == best || ids[c] == after)
            continue;
          if (cost[c] < least)
            {
              next = least;
              after = best;
              least = cost[c];
              best = ids[c];
            }
          else
            {
              next = cost[c];
              after = ids[c];
            }
        }
      if (checks >= 0)
        {
          limit = MIN (limit, least);
          if (seen >= checks)
            break;
        }
    }

  *second = after;
  *distance = least;
  *second_distance = next;
  return best;
}
