/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters that cost each row the same, see eqp-assigner.c: more clusters than distinct rows leave many such. No path
 * tells one from the other, and each of them is a node that all paths go through. The problem of as many clusters as
 * there are kinds has the same optimum, where a kind of m holds what m even clusters would; its rows are dealt to them
 * afterwards. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"

#define TOLD_BY 16             /* rows whose costs tell which clusters might be alike */
#define KINDS 2                /* fewer clusters than this a kind are left as they are */
#define ROWS_PER_CHUNK 1024    /* a multiple of EQP_ASSIGNER_ROWS */
#define BYTES ((gint64) 1 << 30) /* of the costs of all kinds, at the most */

typedef struct
{
  EqpAssigner *self;
  double      *told;     /* k x TOLD_BY */
  int         *leader;   /* k: the first of the clusters that cost the same */
  int         *apart;    /* k, atomic: some row tells it from its leader */
  int         *kind;     /* k */
  int         *first;    /* of each kind */
  gint64      *copies;   /* of each kind */
  int          n_kinds;
  double      *centers;  /* of each kind, along the line that has been told */
  EqpAssigner *kinds;    /* the problem of these */
  float       *single;   /* n x kp of kinds, or */
  double      *real;     /* n x n_kinds: what they cost */
  gint32      *labels;   /* n: kinds */
} Alike;

/* By costs, then by number. */
static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Alike *alike = data;
  int first = *(const int *) a, second = *(const int *) b;

  for (int t = 0; t < TOLD_BY; t++)
    {
      double one = alike->told[first * TOLD_BY + t], other = alike->told[second * TOLD_BY + t];

      if (one != other)
        return one < other ? -1 : 1;
    }
  return first - second;
}

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/* Whether one row costs the same in so many clusters that looking further may pay. */
static gboolean
might_be (EqpAssigner *self)
{
  EqpCostRow row = _eqp_assigner_row (self, 0, 0);
  double *cost = self->trial;
  int distinct = 1;

  for (int c = 0; c < self->k; c++)
    cost[c] = cost_in (row, c);
  g_qsort_with_data (cost, self->k, sizeof *cost, compare_numbers, NULL);
  for (int c = 1; c < self->k; c++)
    distinct += cost[c] != cost[c - 1];
  return (gint64) distinct * KINDS <= self->k;
}

/* Leaders, as far as a few rows tell. */
static void
find_leaders (Alike *alike)
{
  EqpAssigner *self = alike->self;
  int *order = alike->kind;

  for (int t = 0; t < TOLD_BY; t++)
    {
      EqpCostRow row = _eqp_assigner_row (self, self->n * t / TOLD_BY, 0);

      for (int c = 0; c < self->k; c++)
        alike->told[c * TOLD_BY + t] = cost_in (row, c);
    }
  for (int c = 0; c < self->k; c++)
    order[c] = c;
  g_qsort_with_data (order, self->k, sizeof *order, compare, alike);
  for (int at = 0; at < self->k; at++)
    {
      int before = at > 0 ? alike->leader[order[at - 1]] : -1;
      gboolean same = before >= 0 && memcmp (alike->told + before * TOLD_BY, alike->told + order[at] * TOLD_BY,
                                             sizeof (double) * TOLD_BY) == 0;

      alike->leader[order[at]] = same ? before : order[at];
    }
}

/* Rows whose costs are at hand, at most EQP_ASSIGNER_ROWS. */
static const float *
single_costs (EqpAssigner *self, gint64 first, int rows, guint worker)
{
  float *block = _eqp_assigner_scratch (self, worker);

  if (self->cost_float != NULL)
    return self->cost_float + first * self->stride;
  self->source (self->source_data, first, rows, block);
  return block;
}

/* Finds the clusters that some row tells from their leaders. */
static void
compare_chunk (gint64 chunk, guint worker, gpointer data)
{
  Alike *alike = data;
  EqpAssigner *self = alike->self;
  gint64 last = MIN ((chunk + 1) * ROWS_PER_CHUNK, self->n);

  for (gint64 i = chunk * ROWS_PER_CHUNK; i < last; i += EQP_ASSIGNER_ROWS)
    {
      int rows = (int) MIN (EQP_ASSIGNER_ROWS, last - i);
      const float *cost = self->cost_double == NULL ? single_costs (self, i, rows, worker) : NULL;
      gint64 stride = self->cost_float != NULL ? self->stride : self->kp;

      if (_eqp_assigner_poll (self))
        return;
      for (int r = 0; r < rows; r++)
        for (int c = 0; c < self->k; c++)
          {
            int leader = alike->leader[c];
            gboolean same = cost != NULL ? cost[r * stride + c] == cost[r * stride + leader]
                                         : self->cost_double[(i + r) * self->stride + c] ==
                                               self->cost_double[(i + r) * self->stride + leader];

            if (!same)
              __atomic_store_n (&alike->apart[c], TRUE, __ATOMIC_RELAXED);
          }
    }
}

/* Numbers the kinds by their first clusters. */
static void
number_kinds (Alike *alike)
{
  for (int c = 0; c < alike->self->k; c++)
    {
      gboolean first = alike->leader[c] == c || alike->apart[c];

      alike->kind[c] = first ? alike->n_kinds++ : alike->kind[alike->leader[c]];
      if (first)
        alike->first[alike->kind[c]] = c;
      alike->copies[alike->kind[c]]++;
    }
}

static void
copy_chunk (gint64 chunk, guint worker, gpointer data)
{
  Alike *alike = data;
  EqpAssigner *self = alike->self;
  gint64 last = MIN ((chunk + 1) * ROWS_PER_CHUNK, self->n), width = alike->kinds->stride;

  for (gint64 i = chunk * ROWS_PER_CHUNK; i < last; i += EQP_ASSIGNER_ROWS)
    {
      int rows = (int) MIN (EQP_ASSIGNER_ROWS, last - i);
      const float *cost = self->cost_double == NULL ? single_costs (self, i, rows, worker) : NULL;
      gint64 stride = self->cost_float != NULL ? self->stride : self->kp;

      if (_eqp_assigner_poll (self))
        return;
      for (int r = 0; r < rows; r++)
        for (int g = 0; g < alike->n_kinds; g++)
          if (cost != NULL)
            alike->single[(i + r) * width + g] = cost[r * stride + alike->first[g]];
          else
            alike->real[(i + r) * width + g] = self->cost_double[(i + r) * self->stride + alike->first[g]];
    }
}

/* The problem of the kinds, from the prices and labels so far. FALSE: there is no memory for it. */
static gboolean
pose (Alike *alike)
{
  EqpAssigner *self = alike->self, *kinds;
  gboolean real = self->cost_double != NULL;
  gint64 width;

  kinds = alike->kinds = _eqp_assigner_new (self->n, alike->n_kinds, self->pool, self->cancellable, NULL);
  alike->labels = eqp_try_alloc (self->n, sizeof (gint32), "the assignment step", NULL);
  if (kinds == NULL || alike->labels == NULL)
    return FALSE;
  width = kinds->stride = real ? alike->n_kinds : kinds->kp;
  if (self->n * width > BYTES / (gint64) (real ? sizeof (double) : sizeof (float)))
    return FALSE;
  if (real)
    alike->real = eqp_try_alloc (self->n * width, sizeof (double), "the assignment step", NULL);
  else
    alike->single = eqp_try_alloc (self->n * width, sizeof (float), "the assignment step", NULL);
  if (alike->real == NULL && alike->single == NULL)
    return FALSE;

  eqp_pool_run (self->pool, (self->n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK, copy_chunk, alike);
  _eqp_assigner_set_copies (kinds, alike->copies);
  _eqp_assigner_set_limits (kinds, self->least, self->most);
  _eqp_assigner_begin (kinds);
  kinds->cost_float = alike->single;
  kinds->cost_double = alike->real;
  kinds->gamma = self->gamma;
  kinds->base = self->base;
  kinds->labels = alike->labels;
  kinds->q = g_new0 (double, alike->n_kinds);
  if (self->line_rows != NULL && alike->n_kinds > EQP_DENSE_NEWTON)
    {
      alike->centers = g_new (double, alike->n_kinds);
      for (int g = 0; g < alike->n_kinds; g++)
        alike->centers[g] = self->line_centers[alike->first[g]];
      kinds->line_rows = self->line_rows;
      kinds->line_centers = alike->centers;
    }
  for (gint64 i = 0; i < self->n; i++)
    alike->labels[i] = self->labels[i] >= 0 ? alike->kind[self->labels[i]] : -1;
  for (int c = 0; c < self->k; c++)
    kinds->q[alike->kind[c]] += self->q[c] / (double) alike->copies[alike->kind[c]];
  return TRUE;
}

/* Rows of a kind to its clusters, evenly: they stay where there is room for them, the others fill the first ones. */
static void
deal (Alike *alike)
{
  EqpAssigner *self = alike->self, *kinds = alike->kinds;
  g_autofree gint64 *room = g_new (gint64, self->k), *larger = g_new (gint64, alike->n_kinds);
  g_autofree int *next = g_memdup2 (alike->first, sizeof (int) * (gsize) alike->n_kinds);

  for (int g = 0; g < alike->n_kinds; g++)
    larger[g] = kinds->sizes[g] % alike->copies[g];
  for (int c = 0; c < self->k; c++)
    {
      int g = alike->kind[c];

      room[c] = self->sizes[c] = kinds->sizes[g] / alike->copies[g] + (larger[g]-- > 0 ? 1 : 0);
      self->q[c] = kinds->q[g];
      self->start_q[c] = kinds->start_q[g];
    }
  for (gint64 i = 0; i < self->n; i++)
    {
      int c = self->labels[i];

      if (c >= 0 && alike->kind[c] == alike->labels[i] && room[c] > 0)
        room[c]--;
      else
        self->labels[i] = -1;
    }
  for (gint64 i = 0; i < self->n; i++)
    {
      int g = alike->labels[i];

      if (self->labels[i] >= 0)
        continue;
      while (alike->kind[next[g]] != g || room[next[g]] == 0)
        next[g]++;
      self->labels[i] = next[g];
      room[next[g]]--;
    }
  memcpy (self->margin, kinds->margin, sizeof (float) * (gsize) self->n);
}

/* Kinds instead of clusters, if that is worth it. FALSE: nothing has been done. */
static gboolean
solve_kinds (Alike *alike, int *evaluations, gint64 *moved, double *sink_q)
{
  EqpAssigner *self = alike->self;
  gboolean done = FALSE;

  find_leaders (alike);
  if (self->kept != NULL && !_eqp_costs_complete (self->kept))
    self->cancelled = 1;
  eqp_pool_run (self->pool, (self->n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK, compare_chunk, alike);
  if (self->cancelled)
    return TRUE;
  number_kinds (alike);
  if ((gint64) alike->n_kinds * KINDS <= self->k && pose (alike))
    {
      done = TRUE;
      *moved = _eqp_assigner_settle (alike->kinds, _eqp_assigner_center_prices (alike->kinds), evaluations, sink_q);
      self->cancelled |= alike->kinds->cancelled;
      self->no_memory |= alike->kinds->no_memory;
      self->effort += alike->kinds->effort;
      if (!self->cancelled)
        deal (alike);
    }
  if (alike->kinds != NULL)
    {
      g_free (alike->kinds->q);
      alike->kinds->line_rows = NULL; /* borrowed */
    }
  g_free (alike->centers);
  _eqp_assigner_free (alike->kinds);
  eqp_free (alike->single);
  eqp_free (alike->real);
  eqp_free (alike->labels);
  return done;
}

/* Solves the problem at hand where most clusters are like others. FALSE: they are not, and nothing has been done. */
gboolean
_eqp_assigner_solve_alike (EqpAssigner *self,
                           int         *evaluations,
                           gint64      *moved,
                           double      *sink_q)
{
  g_autofree double *told = NULL;
  g_autofree int *numbers = NULL;
  g_autofree gint64 *copies = NULL;
  Alike alike = { .self = self };

  if (self->k < KINDS || self->weights != NULL || self->load != NULL || !might_be (self))
    return FALSE;
  alike.told = told = g_new (double, (gsize) self->k * TOLD_BY);
  numbers = g_new0 (int, 4 * (gsize) self->k);
  alike.leader = numbers;
  alike.apart = numbers + self->k;
  alike.kind = numbers + 2 * (gsize) self->k;
  alike.first = numbers + 3 * (gsize) self->k;
  alike.copies = copies = g_new0 (gint64, self->k);
  return solve_kinds (&alike, evaluations, moved, sink_q);
}
