/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pass over the data that the k-means family makes once an iteration.
 *
 * A pass meets every row once, in blocks that stay in the cache, and does two things with it: the exact distance to
 * its own centre, by direct differences in double (these are the values that are shown), and the costs to all centres
 * in float or coarser (these only choose). Where those cannot tell two centres apart, the row is decided again in
 * double, so labels are those of exact arithmetic on the stored floats. */
#include "config.h"

#include "eqp-kmeans-private.h"
#include "eqp-assigner-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-parallel.h"

#define FLOAT_EPS 5.9604645e-8 /* 2^-24, half a unit in the last place */
#define OPEN_SHARE 16  /* coarse costs no longer pay when one in this many has to be taken again in double */
#define BOUNDS_SHARE 8 /* bounds no longer pay when fewer than one row in this many is skipped */

/* -- passes over the rows -------------------------------------------------------------------------------------- */

typedef struct
{
  EqpKMeans     *self;
  const gint32  *current;  /* may be NULL */
  gint32        *next;     /* may be NULL */
  float         *cost;     /* may be NULL */
  EqpAssigner   *ahead;    /* looks at the costs; may be NULL */
  const gint32  *chosen;   /* what it chooses */
  float         *own;      /* n: squared distances to the own centres; may be NULL */
  gboolean       guess;    /* next gets the labels that the last prices let expect */
  gboolean       skip;     /* the bounds are valid and may skip rows */
  gboolean       bounds;   /* set bounds */
  gboolean       coarse;   /* 16-bit costs come first; atomic, given up when they leave too much open */
  gboolean       follow;   /* take the changes of the sums along */
  gint64         n_parts;
  gint64         promising; /* atomic */
  int            cancelled;
} PassJob;

static inline double
product_tolerance (EqpKMeans *self, gint64 row, double norm)
{
  return 2.0 * FLOAT_EPS * ((double) self->product_terms * (sqrt (self->row_norms[row]) + 0.5 * norm) * norm +
                            2.0 * norm * norm + 2.0 * self->row_norms[row]);
}

/* How far off a float cost may be: rounding of the products (or of the differences) and of the packed centres. The sum
 * of products begins with |h|^2, so on its way it is as large as |h|^2 + 2 |x| |h|. */
static inline double
cost_tolerance (EqpKMeans *self, gint64 row, double cost)
{
  double norm = self->largest_norm;

  if (self->direct)
    return 2.0 * FLOAT_EPS * ((double) (self->d + 4) * cost + 4.0 * sqrt (MAX (0.0, cost)) * norm);

  return product_tolerance (self, row, norm);
}

/* The same for products with centres no longer than @norm. */
double
_eqp_kmeans_product_tolerance (EqpKMeans *self,
                               gint64     row,
                               double     norm)
{
  return product_tolerance (self, row, norm);
}

double
_eqp_kmeans_cost_tolerance (EqpKMeans *self,
                            gint64     row,
                            double     cost)
{
  return cost_tolerance (self, row, cost);
}

/**
 * _eqp_kmeans_exact_nearest:
 * @self: the state
 * @row: 0..n-1
 * @current: its cluster, or -1
 *
 * Returns: the nearest centre in double; on a tie the current one, else the first
 */
int
_eqp_kmeans_exact_nearest (EqpKMeans *self,
                           gint64     row,
                           int        current)
{
  int best = MAX (current, 0);
  double least = _eqp_kmeans_distance (self, row, best);

  for (int c = 0; c < self->k; c++)
    {
      double distance = c == best ? least : _eqp_kmeans_distance (self, row, c);

      if (distance < least)
        {
          least = distance;
          best = c;
        }
    }
  return best;
}

/* What a worker writes while it works on a block. */
typedef struct
{
  float  *cost;     /* block_rows x kp */
  float  *gathered; /* block_rows x d */
  float  *unit;     /* block_rows */
  gint16 *rounded;  /* block_rows x width */
  gint32 *columns;  /* kp */
  double *sums;     /* k x d: of this part; NULL: not followed */
  gint64 *sizes;    /* k */
  gint64  moved;
  gint64  open;     /* costs taken again in double */
  gint64  promising; /* rows that bounds would skip, if centres go on as they do */
} Work;

static void
pack_row (EqpKMeans *self, Work *work, gint64 row, int place)
{
  work->unit[place] =
      self->coarse->pack (self->x + row * self->d, self->d, self->row_norms[row], work->rounded + place * self->width);
}

/* The same from 16-bit products, for those in todo, or for all rows from first on, which are packed already. */
static void
coarse_costs (EqpKMeans *self, Work *work, gint64 first, const int *todo, int rows)
{
  gint64 ahead = first + self->block_rows;

  if (todo != NULL)
    for (int t = 0; t < rows; t++)
      pack_row (self, work, first + todo[t], t);
  self->coarse->dots (work->rounded, self->width, rows, self->coarse_panel, self->coarse_rest, self->k, self->kp,
                      self->norms, work->unit, self->coarse_unit, work->cost,
                      ahead + rows <= self->n ? self->x + ahead * self->d : NULL, self->d);
}

/* How much larger than the least a cost must be to be surely not the least one. */
static inline float
open_below (EqpKMeans *self, gint64 row, gboolean coarse)
{
  float squared = self->row_norms[row], norm = self->largest_norm;
  float limit = 4.0f * (float) FLOAT_EPS * 1.01f * (self->product_terms * 0.5f + 2.0f) *
                (squared + 2.0f * norm * norm);

  if (!coarse)
    return limit;
  if (!(squared > 1e-30f && squared < 1e30f)) /* scaling would not keep its digits */
    return INFINITY;
  return limit + 2.001f * sqrtf (squared) * self->coarse_worst;
}

float
_eqp_kmeans_open_below (EqpKMeans *self,
                        gint64     row,
                        gboolean   coarse)
{
  return open_below (self, row, coarse);
}

/* Decides between the costs that are too close to the least, in double; on a tie the current label, whose distance is
 * own, else the first. */
static int __attribute__ ((noinline))
settle (EqpKMeans *self, Work *work, gint64 row, const float *cost, float bar, int current, double own)
{
  double least = INFINITY;
  int best = -1;

  if (current >= 0 && !(cost[current] > bar))
    {
      best = current;
      least = own;
    }
  for (int c = 0; c < self->k; c++)
    if (!(cost[c] > bar) && c != current)
      {
        double distance = _eqp_kmeans_distance (self, row, c);

        work->open++;
        if (distance < least || best < 0)
          {
            least = distance;
            best = c;
          }
      }
  return best;
}

/* The same after coarse costs, whose errors differ from centre to centre. */
static int __attribute__ ((noinline))
settle_coarse (EqpKMeans *self, Work *work, gint64 row, const float *cost, int best, int current, double own)
{
  int count = self->kernels->within (cost, self->coarse_error, 1.001f * sqrtf (self->row_norms[row]),
                                     open_below (self, row, FALSE), self->kp, work->columns);
  double least = INFINITY;

  if (count == 1)
    return best;
  best = -1;
  for (int t = 0; t < count; t++)
    if (work->columns[t] == current)
      {
        best = current;
        least = own;
      }
  for (int t = 0; t < count; t++)
    if (work->columns[t] != current)
      {
        double distance = _eqp_kmeans_distance (self, row, work->columns[t]);

        work->open++;
        if (distance < least || best < 0)
          {
            least = distance;
            best = work->columns[t];
          }
      }
  return best;
}

/* Decides a block of rows from their costs. */
static void
decide (PassJob *job, Work *work, gint64 first, const int *todo, int rows, const double *own, gboolean coarse)
{
  EqpKMeans *self = job->self;
  gint32 bests[256];
  float leasts[256], seconds[256];

  self->kernels->leasts (work->cost, rows, self->free_price, self->kp, bests, leasts, seconds);
  for (int t = 0; t < rows; t++)
    {
      int r = todo != NULL ? todo[t] : t;
      gint64 i = first + r;
      const float *cost = work->cost + (gint64) t * self->kp;
      int current = job->current != NULL ? job->current[i] : -1;
      float least = leasts[t], second = seconds[t], limit = open_below (self, i, coarse);
      int best = bests[t];

      if (G_UNLIKELY (!(second - least > limit)))
        {
          if (coarse && limit < INFINITY)
            best = settle_coarse (self, work, i, cost, best, current, own[r]);
          else if (!coarse)
            limit = (float) MIN (limit, 2.001 * cost_tolerance (self, i, second));
          if (limit == INFINITY || (!coarse && !(second - least > limit)))
            best = settle (self, work, i, cost, least + limit, current, own[r]);
        }
      job->next[i] = best;

      if (self->lower != NULL)
        {
          float norm = self->row_norms[i];

          work->promising += sqrtf (MAX (second + norm, 0.0f)) - sqrtf (MAX (least + norm, 0.0f)) > self->mean_drift;
          if (job->bounds)
            self->kernels->bound (cost, norm - 0.5f * limit, self->kp, self->lower + i * self->kp);
        }
    }
}

/* The same for a whole block with a single vector of costs a row. */
static void
decide_together (PassJob *job, Work *work, gint64 first, int rows, const double *own)
{
  EqpKMeans *self = job->self;
  float slope = 4.0f * (float) FLOAT_EPS * 1.01f * (self->product_terms * 0.5f + 2.0f);
  float least[256], second[256];
  int doubtful[256];
  int n_doubtful = self->kernels->choose (work->cost, rows, self->row_norms + first, slope,
                                          2.0f * slope * self->largest_norm * self->largest_norm, job->next + first,
                                          doubtful, least, second);

  for (int t = 0; t < n_doubtful; t++)
    {
      int r = doubtful[t];
      float limit =
          (float) MIN (open_below (self, first + r, FALSE), 2.001 * cost_tolerance (self, first + r, second[t]));

      if (!(second[t] - least[t] > limit))
        job->next[first + r] = settle (self, work, first + r, work->cost + (gint64) r * self->kp, least[t] + limit,
                                       job->current != NULL ? job->current[first + r] : -1, own[r]);
    }
}

static void
assign_block (PassJob *job, Work *work, gint64 first, int rows, const double *own, gboolean coarse)
{
  EqpKMeans *self = job->self;
  int todo[256], n_todo = 0;
  const int *some = NULL;

  if (job->skip)
    {
      for (int r = 0; r < rows; r++)
        {
          gint64 i = first + r;

          job->next[i] = job->current[i];
          if (self->kernels->reach (self->lower + i * self->kp, self->drift, self->kp, job->current[i],
                                    (float) (sqrt (own[r]) * (1.0 + 1e-6))))
            todo[n_todo++] = r;
        }
      work->promising += rows - n_todo;
      if (n_todo == 0)
        return;
    }

  /* Most rows in reach: not worth copying them together. */
  if (!job->skip || (!coarse && n_todo * 8 > rows * 7))
    n_todo = rows;
  else
    some = todo;

  if (coarse)
    coarse_costs (self, work, first, some, n_todo);
  else if (some == NULL)
    _eqp_kmeans_row_costs (self, first, rows, work->cost);
  else if (self->sparse != NULL)
    {
      for (int t = 0; t < n_todo; t++)
        _eqp_kmeans_sparse_costs (self, first + todo[t], work->cost + (gint64) t * self->kp);
    }
  else
    {
      for (int t = 0; t < n_todo; t++)
        memcpy (work->gathered + t * self->d, self->x + (first + todo[t]) * self->d, sizeof (float) * self->d);
      _eqp_kmeans_dense_costs (self, work->gathered, n_todo, work->cost);
    }

  if (self->kp == EQP_PANEL && self->lower == NULL && !coarse && self->kernels->choose != NULL)
    decide_together (job, work, first, rows, own);
  else
    decide (job, work, first, some, n_todo, own, coarse);
}

/* Few columns: nearest centres without a table of costs. A mean of squares, which needs no root, tells most rows that
 * are decided surely. */
static void
assign_block_narrow (PassJob *job, gint64 first, int rows)
{
  EqpKMeans *self = job->self;
  float norm = self->largest_norm, eps = 4.0f * (float) FLOAT_EPS * 1.01f;
  float least[256], second[256];
  int doubtful[256];
  int n_doubtful = self->kernels->nearest (self->x + first * self->d, rows, self->d, self->panel, self->k, self->kp,
                                           eps * (float) (self->d + 6), eps * 2.0f * norm * norm, job->next + first,
                                           doubtful, least, second);

  for (int t = 0; t < n_doubtful; t++)
    {
      gint64 i = first + doubtful[t];

      if (!(second[t] - least[t] > 2.0 * cost_tolerance (self, i, second[t])))
        job->next[i] = _eqp_kmeans_exact_nearest (self, i, job->current != NULL ? job->current[i] : -1);
    }
}

/* Notes who moved and, when followed, what that does to the sums, while the rows are in the cache. */
static void
note_moved (PassJob *job, Work *work, gint64 first, int rows)
{
  EqpKMeans *self = job->self;

  for (gint64 i = first; i < first + rows; i++)
    if (job->next[i] != job->current[i])
      {
        work->moved++;
        if (work->sums != NULL)
          {
            work->sizes[job->current[i]]--;
            work->sizes[job->next[i]]++;
            self->kernels->add (work->sums + job->current[i] * self->d, self->x + i * self->d, -1.0, self->d);
            self->kernels->add (work->sums + job->next[i] * self->d, self->x + i * self->d, 1.0, self->d);
          }
      }
}

/* What the assignment problem is likely to choose: its choice at the prices it found last. */
static void
guess_rows (PassJob *job, Work *work, gint64 chunk, gint64 first, gint64 last, const float *cost)
{
  EqpKMeans *self = job->self;
  float least[256], second[256];

  for (; first < last; first += 256, cost += 256 * self->kp)
    {
      int rows = (int) MIN (256, last - first);

      if (job->ahead != NULL)
        {
          _eqp_assigner_look_ahead (job->ahead, chunk, first, rows, cost);
          if (job->next == NULL)
            continue;
          memcpy (job->next + first, job->chosen + first, sizeof (gint32) * (gsize) rows);
        }
      else
        self->kernels->leasts (cost, rows, self->guess_price, self->kp, job->next + first, least, second);
      note_moved (job, work, first, rows);
    }
}

/* FALSE when cancelled. */
static gboolean
pass_chunk (PassJob *job, gint64 chunk, Work *work)
{
  EqpKMeans *self = job->self;
  gint64 last = MIN ((chunk + 1) * self->chunk_rows, self->n);
  gint64 moved = work->moved;
  double sse = 0.0;

  for (gint64 first = chunk * self->chunk_rows; first < last; first += self->block_rows)
    {
      int rows = (int) MIN (self->block_rows, last - first);
      gboolean coarse = __atomic_load_n (&job->coarse, __ATOMIC_RELAXED);
      double own[256];

      if (__atomic_load_n (&job->cancelled, __ATOMIC_RELAXED))
        return FALSE;
      if (_eqp_kmeans_cancelled (self))
        {
          __atomic_store_n (&job->cancelled, 1, __ATOMIC_RELAXED);
          return FALSE;
        }

      /* The first pass takes the norms along, while the rows are in the cache. */
      if (!self->norms_valid && !self->direct)
        for (gint64 i = first; i < first + rows; i++)
          self->row_norms[i] = (float) _eqp_kmeans_norm (self, i);

      if (self->sparse != NULL)
        for (int r = 0; r < rows && job->current != NULL; r++)
          {
            own[r] = _eqp_kmeans_distance (self, first + r, job->current[first + r]);
            sse += own[r];
          }
      else if (coarse && !job->skip)
        for (int r = 0; r < rows; r++)
          {
            /* Row by row, so that each is fetched once for both. */
            if (job->current != NULL)
              {
                self->kernels->own (self->x + (first + r) * self->d, 1, self->d, self->centers,
                                    job->current + first + r, own + r);
                sse += own[r];
              }
            pack_row (self, work, first + r, r);
          }
      else if (job->current != NULL)
        {
          self->kernels->own (self->x + first * self->d, rows, self->d, self->centers, job->current + first, own);
          for (int r = 0; r < rows; r++)
            sse += own[r];
        }

      if (job->own != NULL)
        for (int r = 0; r < rows; r++)
          job->own[first + r] = (float) own[r];
      if (job->cost != NULL)
        _eqp_kmeans_block_costs (self, first, rows, job->cost + first * self->kp);
      else if (job->ahead != NULL || job->guess)
        {
          _eqp_kmeans_block_costs (self, first, rows, work->cost);
          guess_rows (job, work, chunk, first, first + rows, work->cost);
        }
      else if (job->next != NULL)
        {
          if (self->direct)
            assign_block_narrow (job, first, rows);
          else
            assign_block (job, work, first, rows, own, coarse);
          if (job->current != NULL)
            note_moved (job, work, first, rows);
        }
    }

  /* A chunk is still in the second-level cache. */
  if (job->cost != NULL && (job->guess || job->ahead != NULL))
    guess_rows (job, work, chunk, chunk * self->chunk_rows, last, job->cost + chunk * self->chunk_rows * self->kp);

  self->chunk_sse[chunk] = sse;
  self->chunk_moved[chunk] = work->moved - moved;
  return TRUE;
}

/* A part is a range of chunks, in order. */
static void
pass_part (gint64 part, guint worker, gpointer data)
{
  PassJob *job = data;
  EqpKMeans *self = job->self;
  gint64 first = part * self->n_chunks / job->n_parts, last = (part + 1) * self->n_chunks / job->n_parts;
  Work work = { .cost = self->scratch + worker * self->scratch_size };

  work.gathered = work.cost + (gsize) self->block_rows * self->kp;
  work.unit = work.gathered + (gsize) self->block_rows * self->d;
  work.columns = (gint32 *) (work.unit + self->block_rows);
  work.rounded = (gint16 *) (work.columns + self->kp);
  if (job->follow)
    {
      work.sums = self->partial_sums + part * self->k * self->d;
      work.sizes = self->part_sizes + part * self->k;
      memset (work.sums, 0, sizeof (double) * self->k * self->d);
      memset (work.sizes, 0, sizeof (gint64) * self->k);
    }

  for (gint64 chunk = first; chunk < last; chunk++)
    {
      gint64 rows = (chunk + 1 - first) * self->chunk_rows;

      if (!pass_chunk (job, chunk, &work))
        return;
      if (work.open > rows * self->k / OPEN_SHARE)
        __atomic_store_n (&job->coarse, FALSE, __ATOMIC_RELAXED);
    }

  if (job->follow)
    self->part_moved[part] = work.moved;
  __atomic_add_fetch (&job->promising, work.promising, __ATOMIC_RELAXED);
}

static gboolean
run_pass (PassJob *job, double *sse, gint64 *moved)
{
  EqpKMeans *self = job->self;

  job->follow = self->follow && job->current != NULL && job->next != NULL;
  job->n_parts = job->follow ? MIN (self->n_parts, self->n_chunks) : self->n_chunks;
  self->followed_from = self->followed_to = NULL;

  eqp_pool_run (self->pool, job->n_parts, pass_part, job);
  if (job->cancelled)
    return FALSE;
  self->norms_valid = TRUE;

  if (job->follow)
    {
      for (gint64 part = job->n_parts; part < self->n_parts; part++)
        self->part_moved[part] = 0;
      self->followed_from = job->current;
      self->followed_to = job->next;
    }

  if (sse != NULL)
    *sse = 0.0;
  if (moved != NULL)
    *moved = job->current != NULL ? 0 : self->n;
  for (gint64 chunk = 0; chunk < self->n_chunks; chunk++)
    {
      if (sse != NULL)
        *sse += self->chunk_sse[chunk];
      if (moved != NULL)
        *moved += self->chunk_moved[chunk];
    }
  return TRUE;
}

/**
 * _eqp_kmeans_assign:
 * @self: the state; its panel holds the centres
 * @current: (nullable): n labels; NULL at the start
 * @next: (out): n labels: the nearest centre of each row; a row stays on ties
 * @sse: (out) (optional): the SSE of @current with these centres, by direct differences in double; 0 without @current
 * @moved: (out) (optional): rows whose label differs
 *
 * The assignment step of Lloyd's method and the SSE of the step before it, in one pass. O(n d k), less where bounds
 * show that a row cannot change: the distance to its own centre is exact in every pass, and a lower bound to each
 * other centre shrinks by the way that centre moved (Elkan 2003; a row is skipped as a whole).
 *
 * Returns: FALSE when cancelled; the outputs are then not valid
 */
gboolean
_eqp_kmeans_assign (EqpKMeans    *self,
                    const gint32 *current,
                    gint32       *next,
                    double       *sse,
                    gint64       *moved)
{
  PassJob job = { .self = self, .current = current, .next = next };
  gboolean try_coarse = self->coarse != NULL && --self->coarse_pause < 0;
  gboolean done;

  job.bounds = self->lower != NULL && self->bounds_pay;
  job.skip = self->lower_valid && current != NULL;
  job.coarse = try_coarse;
  done = run_pass (&job, sse, moved);

  if (try_coarse && !job.coarse)
    self->coarse_pause = 1 << MIN (self->coarse_misses++, 20);
  self->lower_valid = done && job.bounds;
  self->bounds_pay = job.promising > self->n / BOUNDS_SHARE;
  return done;
}

/**
 * _eqp_kmeans_costs:
 * @self: the state; its panel holds the centres
 * @current: (nullable): n labels
 * @prices: (nullable): k prices at which the labels to come are likely to be chosen
 * @cost: (out) (nullable): n x kp squared distances; the padding is not meaningful; or they are not kept
 * @sse: (out) (optional): as in _eqp_kmeans_assign()
 *
 * With @current and @prices the pass takes the sums along to the labels it expects, while the rows are in the cache, so
 * that _eqp_kmeans_sum_moved() has to fetch no more rows than turn out otherwise.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_kmeans_costs (EqpKMeans    *self,
                   const gint32 *current,
                   const double *prices,
                   float        *cost,
                   double       *sse)
{
  PassJob job = { .self = self, .current = current, .cost = cost };

  self->lower_valid = FALSE;
  if (current != NULL && prices != NULL && self->guess != NULL)
    {
      job.next = self->guess;
      job.guess = TRUE;
      eqp_pad_prices (prices, self->k, self->kp, self->guess_price);
    }
  return run_pass (&job, sse, NULL);
}

/**
 * _eqp_kmeans_costs_ahead:
 * @self: the state; its panel holds the centres
 * @current: n labels
 * @assigner: solves the assignment problem of these costs next, from
 * @prices: (inout): k prices and
 * @labels: (inout): n labels, as in _eqp_assigner_solve()
 * @cost: (out) (nullable): as in _eqp_kmeans_costs(); or the assigner has them from _eqp_kmeans_block_costs()
 * @sse: (out): the same
 *
 * The same with prices, and with the first look of the assigner at all rows.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_kmeans_costs_ahead (EqpKMeans    *self,
                         const gint32 *current,
                         EqpAssigner  *assigner,
                         double       *prices,
                         gint32       *labels,
                         float        *cost,
                         double       *sse)
{
  PassJob job = { .self = self, .current = current, .cost = cost, .ahead = assigner, .chosen = labels };

  if (!_eqp_assigner_look_ahead_begin (assigner, cost, self->kp, self->n_chunks, prices, labels))
    return _eqp_kmeans_costs (self, current, prices, cost, sse);
  self->lower_valid = FALSE;
  job.next = self->guess;
  if (!run_pass (&job, sse, NULL))
    return FALSE;
  _eqp_assigner_look_ahead_end (assigner);
  return TRUE;
}

/**
 * _eqp_kmeans_distances:
 * @self: the state
 * @current: n labels
 * @own: (out): n: squared distances of the rows to their own centres
 * @sse: (out): their sum, as in _eqp_kmeans_sse()
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_kmeans_distances (EqpKMeans    *self,
                       const gint32 *current,
                       float        *own,
                       double       *sse)
{
  PassJob job = { .self = self, .current = current, .own = own };

  return run_pass (&job, sse, NULL);
}

/**
 * _eqp_kmeans_sse:
 * @self: the state
 * @labels: n labels
 * @sse: (out): sum of |x - h|^2 by direct differences in double, with the present centres
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_kmeans_sse (EqpKMeans    *self,
                 const gint32 *labels,
                 double       *sse)
{
  PassJob job = { .self = self, .current = labels };

  return run_pass (&job, sse, NULL);
}
