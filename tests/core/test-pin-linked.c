/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a run with weights and pairs, each against all that could be done instead: from outside, many starts and
 * rounds make good what a broken part leaves over. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "solvers/kmeans/eqp-linked-private.h"

#define MOST 16

typedef struct
{
  EqpParams   params;
  double      weights[MOST];
  EqpRowPair  must[MOST];
  EqpRowPair  cannot[MOST];
  EqpDataset *dataset;
  EqpPool    *pool;
  EqpContext  context;
  EqpLinked   run;
} Subject;

enum
{
  WEIGHTS = 1, /* from 0 to 3 */
  MUST = 2,
  CANNOT = 4,
  LIMITS = 8,
  BALANCED = 16
};

/* FALSE: the pairs cannot be kept. */
static gboolean
subject_set (Subject *self, EqpRng *rng, gint64 n, gint64 d, int k, int kind)
{
  g_autofree double *values = g_new (double, n * d);

  *self = (Subject) { .params = eqp_params_default () };
  for (gint64 at = 0; at < n * d; at++)
    values[at] = eqp_rng_normal (rng);
  self->dataset = eqp_test_dataset (n, d, values);
  self->pool = eqp_pool_new (1);
  self->context.pool = self->pool;
  self->params.k = k;
  self->params.seed = eqp_rng_below (rng, 1000);
  if (kind & WEIGHTS)
    self->params.weights = self->weights;
  for (gint64 i = 0; i < n; i++)
    self->weights[i] = i == 0 ? 1.0 : (double) eqp_rng_below (rng, 4);
  self->params.must_links = self->must;
  self->params.cannot_links = self->cannot;
  for (int p = 0; p < 3; p++)
    {
      gint32 first = (gint32) eqp_rng_below (rng, n);

      if (kind & MUST)
        self->must[self->params.n_must_links++] = (EqpRowPair) { first, (gint32) eqp_rng_below (rng, n) };
      if (kind & CANNOT)
        self->cannot[self->params.n_cannot_links++] =
          (EqpRowPair) { first, (gint32) ((first + 1 + (gint64) eqp_rng_below (rng, n - 1)) % n) };
    }
  if (kind & LIMITS)
    {
      self->params.min_size = n / k - (gint64) eqp_rng_below (rng, 2);
      self->params.max_size = n / k + 1 + (gint64) eqp_rng_below (rng, 2);
    }
  self->params.gamma = kind & BALANCED ? (double[]) { 0.0, 0.1, 1.0 }[eqp_rng_below (rng, 3)] : 0.0;
  self->run.params = &self->params;
  self->run.balanced = (kind & BALANCED) != 0;
  self->run.gamma = self->params.gamma;
  return _eqp_linked_open (&self->run, self->dataset, &self->context, NULL);
}

static void
subject_clear (Subject *self)
{
  _eqp_linked_close (&self->run);
  eqp_pool_free (self->pool);
  eqp_dataset_unref (self->dataset);
}

static gboolean
keeps (const EqpUnits *units, const gint32 *labels)
{
  for (gint64 u = units->first_apart; u < units->m; u++)
    for (gint64 at = units->apart_start[u - units->first_apart]; at < units->apart_start[u - units->first_apart + 1]; at++)
      if (labels[units->apart[at]] == labels[u])
        return FALSE;
  return TRUE;
}

/* Next labels of so many units in k clusters, the first of them fastest; FALSE: that was all. */
static gboolean
count_up (gint32 *labels, gint64 m, int k)
{
  for (gint64 u = 0; u < m; u++)
    {
      if (++labels[u] < k)
        return TRUE;
      labels[u] = 0;
    }
  return FALSE;
}

/* What sizes cost, and what units cost at centers; these are those of the labels where none are given. */
static double
worth (Subject *self, const gint32 *labels, const double *centers)
{
  const EqpUnits *units = self->run.units;
  gint64 d = units->d;
  int k = self->params.k;
  g_autofree double *own = g_new0 (double, k * d), *mass = g_new0 (double, k);
  double value = 0.0;

  for (gint64 u = 0; u < units->m; u++)
    mass[labels[u]] += units->weight[u];
  for (gint64 u = 0; u < units->m; u++)
    for (gint64 j = 0; j < d && mass[labels[u]] > 0.0; j++)
      own[labels[u] * d + j] += units->weight[u] / mass[labels[u]] * (double) units->x[u * d + j];
  for (gint64 u = 0; u < units->m; u++)
    for (gint64 j = 0; j < d; j++)
      {
        double way = (double) units->x[u * d + j] - (centers != NULL ? centers : own)[labels[u] * d + j];

        value += units->weight[u] * way * way;
      }
  for (int c = 0; c < k && self->run.balanced; c++)
    value += _eqp_linked_size_cost (&self->run, mass[c]);
  return value;
}

/* Any labels that keep all pairs. */
static void
some_labels (Subject *self, EqpRng *rng, gint32 *labels)
{
  do
    for (gint64 u = 0; u < self->run.units->m; u++)
      labels[u] = (gint32) eqp_rng_below (rng, self->params.k);
  while (!keeps (self->run.units, labels));
}

/* Groups by what must-links join, their kinds in order, means, what is left inside, and whom they have to be apart from. */
static void
test_units (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (int round = 0; round < 200; round++)
    {
      Subject s;
      gint64 n = 4 + (gint64) eqp_rng_below (&rng, 10), next = 0;
      gboolean joined[MOST][MOST] = { 0 };
      double within = 0.0, total = 0.0;
      const EqpUnits *units;

      if (!subject_set (&s, &rng, n, 2, 3, (round & 7) | (round & 8 ? BALANCED : 0)))
        {
          subject_clear (&s);
          continue;
        }
      units = s.run.units;
      for (gint64 i = 0; i < n; i++)
        joined[i][i] = TRUE;
      for (gint64 p = 0; p < s.params.n_must_links; p++)
        joined[s.must[p].first][s.must[p].second] = joined[s.must[p].second][s.must[p].first] = TRUE;
      for (gint64 via = 0; via < n; via++)
        for (gint64 i = 0; i < n; i++)
          for (gint64 j = 0; j < n; j++)
            joined[i][j] |= joined[i][via] && joined[via][j];
      for (gint64 i = 0; i < n; i++)
        for (gint64 j = 0; j < n; j++)
          g_assert_cmpint (units->unit[i] == units->unit[j], ==, joined[i][j]);

      for (int kind = 0; kind < 3; kind++)
        {
          g_assert_cmpint (next, ==, kind == 0 ? 0 : kind == 1 ? units->n_free : units->first_apart);
          for (gint64 i = 0; i < n; i++)
            {
              gboolean first = TRUE, apart = FALSE;
              double weight = 0.0, rows = 0.0, mean[2] = { 0.0 };
              int own_kind;

              for (gint64 j = 0; j < n; j++)
                if (joined[i][j])
                  {
                    first &= j >= i;
                    weight += s.params.weights != NULL ? s.weights[j] : 1.0;
                    rows += 1.0;
                    for (gint64 p = 0; p < s.params.n_cannot_links; p++)
                      apart |= s.cannot[p].first == j || s.cannot[p].second == j;
                  }
              own_kind = apart ? 2 : s.run.balanced && weight != 1.0 ? 1 : 0;
              if (!first || own_kind != kind)
                continue;
              g_assert_cmpint (units->unit[i], ==, next++);
              g_assert_cmpfloat (units->weight[next - 1], ==, weight);
              if (s.run.balanced)
                g_assert_cmpint (units->count[next - 1], ==, (gint64) weight);
              total += weight;
              for (int axis = 0; axis < 2; axis++)
                {
                  const float *x = eqp_dataset_get_features (s.dataset);

                  for (gint64 j = 0; j < n; j++)
                    if (joined[i][j])
                      mean[axis] += (weight > 0.0 ? (s.params.weights != NULL ? s.weights[j] : 1.0) / weight : 1.0 / rows) *
                                    (double) x[2 * j + axis];
                  for (gint64 j = 0; j < n; j++)
                    if (joined[i][j])
                      within += (s.params.weights != NULL ? s.weights[j] : 1.0) * pow ((double) x[2 * j + axis] - mean[axis], 2.0);
                  eqp_assert_close (units->x[2 * (next - 1) + axis], mean[axis], 1e-6);
                }
              if (apart)
                {
                  gint64 at = units->apart_start[next - 1 - units->first_apart];

                  for (gint64 v = units->first_apart; v < units->m; v++)
                    {
                      gboolean said = FALSE;

                      for (gint64 p = 0; p < s.params.n_cannot_links; p++)
                        said |= (joined[i][s.cannot[p].first] && units->unit[s.cannot[p].second] == v) ||
                                (joined[i][s.cannot[p].second] && units->unit[s.cannot[p].first] == v);
                      if (said)
                        g_assert_cmpint (units->apart[at++], ==, v);
                    }
                  g_assert_cmpint (at, ==, units->apart_start[next - units->first_apart]);
                }
            }
        }
      g_assert_cmpint (next, ==, units->m);
      g_assert_cmpfloat (units->total, ==, total);
      eqp_assert_close (units->within, within, 1e-6);
      subject_clear (&s);
    }
}

/* Which pairs can be kept, and the cheapest way to do it; parts that keep theirs stay where that is asked for. */
static void
test_apart (void)
{
  EqpRng rng;
  int none = 0, stayed = 0;

  eqp_rng_init (&rng, 2, 0);
  for (int round = 0; round < 300; round++)
    {
      int count = 2 + (int) eqp_rng_below (&rng, 6), k = 1 + (int) eqp_rng_below (&rng, 4), pairs = 0;
      gboolean apart[8][8] = { 0 }, any = FALSE;
      gint64 starts[9] = { 0 };
      gint32 list[64], labels[8] = { 0 }, before[8], row_unit[8];
      double cost[8 * 4], least = INFINITY, value = 0.0;
      EqpUnits units = { .n = count, .m = count, .unit = row_unit, .apart_start = starts, .apart = list };
      EqpApart *self;
      g_autoptr (GError) error = NULL;

      for (int v = 0; v < count; v++)
        row_unit[v] = v;
      for (int t = 0; t < count + (int) eqp_rng_below (&rng, 4); t++)
        {
          int a = (int) eqp_rng_below (&rng, count), b = (int) eqp_rng_below (&rng, count);

          apart[a][b] = apart[b][a] = a != b;
        }
      for (int v = 0; v < count; v++)
        {
          for (int u = 0; u < count; u++)
            if (apart[v][u])
              list[pairs++] = u;
          starts[v + 1] = pairs;
        }
      for (int at = 0; at < count * k; at++)
        cost[at] = round % 2 ? (double) eqp_rng_below (&rng, 4) : eqp_rng_uniform (&rng);
      do
        if (keeps (&units, labels))
          {
            double sum = 0.0;

            for (int v = 0; v < count; v++)
              sum += cost[v * k + labels[v]];
            least = MIN (least, sum);
            any = TRUE;
          }
      while (count_up (labels, count, k));

      self = _eqp_apart_new (&units, k, NULL, &error);
      g_assert_cmpint (self != NULL, ==, any);
      none += !any;
      if (!any)
        {
          g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
          continue;
        }
      for (int only_broken = 0; only_broken < 2; only_broken++)
        {
          for (int v = 0; v < count; v++)
            before[v] = labels[v] = (gint32) eqp_rng_below (&rng, k);
          _eqp_apart_place (self, cost, only_broken, labels);
          g_assert_true (keeps (&units, labels));
          value = 0.0;
          for (int v = 0; v < count; v++)
            value += cost[v * k + labels[v]];
          if (only_broken && keeps (&units, before))
            {
              g_assert_cmpmem (labels, sizeof (gint32) * count, before, sizeof (gint32) * count);
              stayed++;
            }
          else if (!only_broken)
            g_assert_cmpfloat (value, <=, least + 1e-9);
        }
      _eqp_apart_free (self);
    }
  g_assert_cmpint (none, >, 30);
  g_assert_cmpint (stayed, >, 10);
}

/* Whether each cluster has as many units that count once as its limits leave beside the others; where no division of them
 * could have, any will do. */
static gboolean
fills (Subject *self, const gint32 *labels)
{
  const EqpUnits *units = self->run.units;
  gint64 lower = 0, upper = 0;
  gboolean within = TRUE;

  for (int c = 0; c < self->params.k; c++)
    {
      gint64 load = 0, free = 0, least, most;

      for (gint64 u = 0; u < units->m; u++)
        if (labels[u] == c && u < units->n_free)
          free++;
        else if (labels[u] == c)
          load += (gint64) units->weight[u];
      least = MAX (0, self->params.min_size - load);
      most = MAX (0, MIN (self->params.max_size, (gint64) units->total) - load);
      lower += least;
      upper += most;
      within &= free >= least && free <= most;
    }
  return within || lower > units->n_free || upper < units->n_free;
}

/* Of all labels that keep the pairs those are taken that cost least at the centers, where sizes cost nothing. Where they
 * do: never worse than before, pairs kept, rows that count once placed as well as can be beside the others, and where
 * there are none nothing to gain by a single unit. */
static void
test_assign (void)
{
  EqpRng rng;
  int better = 0, heavy = 0, filled = 0;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 400; round++)
    {
      Subject s;
      gint64 n = 4 + (gint64) eqp_rng_below (&rng, 5);
      int k = 2 + (int) eqp_rng_below (&rng, 2), kind = (round & 7) | (round & 8 ? BALANCED : 0);
      gboolean from_current = (round & 16) != 0;
      const EqpUnits *units;
      gint32 labels[MOST] = { 0 };
      double least = INFINITY, before, after, fine;
      gboolean limited;

      if ((kind & BALANCED) && round % 3 == 0)
        kind |= LIMITS;
      if (!subject_set (&s, &rng, n, 2, k, kind))
        {
          subject_clear (&s);
          continue;
        }
      units = s.run.units;
      for (int at = 0; at < 2 * k; at++)
        s.run.state->centers[at] = eqp_rng_normal (&rng);
      some_labels (&s, &rng, s.run.current);
      before = worth (&s, s.run.current, s.run.state->centers);
      g_assert_true (_eqp_linked_assign (&s.run, from_current));
      after = worth (&s, s.run.next, s.run.state->centers);
      g_assert_true (keeps (units, s.run.next));
      if (from_current)
        g_assert_cmpfloat (after, <=, before + 1e-5);
      better += after < before - 1e-5;

      limited = (kind & LIMITS) != 0;
      fine = s.run.fine;
      if (limited)
        {
          s.run.fine = 0.0;
          after = worth (&s, s.run.next, s.run.state->centers);
          filled += !from_current;
          g_assert_true (from_current || fills (&s, s.run.next));
        }
      do
        {
          gboolean beside = TRUE;

          for (gint64 u = s.run.balanced ? units->n_free : units->m; u < units->m; u++)
            beside &= labels[u] == s.run.next[u];
          if (beside && keeps (units, labels) && (!limited || fills (&s, labels)))
            least = MIN (least, worth (&s, labels, s.run.state->centers));
        }
      while (count_up (labels, units->m, k));
      if (!limited || !from_current)
        g_assert_cmpfloat (after, <=, least + 1e-5 * (1.0 + least));
      s.run.fine = fine;
      after = worth (&s, s.run.next, s.run.state->centers);
      if (s.run.balanced && units->n_free == 0 && !from_current)
        {
          memcpy (labels, s.run.next, sizeof (gint32) * (gsize) units->m);
          for (gint64 u = 0; u < units->m; u++)
            {
              for (labels[u] = 0; labels[u] < k; labels[u]++)
                if (keeps (units, labels))
                  g_assert_cmpfloat (after, <=, worth (&s, labels, s.run.state->centers) + 1e-5 * (1.0 + after));
              labels[u] = s.run.next[u];
            }
          heavy++;
        }
      subject_clear (&s);
    }
  g_assert_cmpint (better, >, 200);
  g_assert_cmpint (heavy, >, 5);
  g_assert_cmpint (filled, >, 20);
}

/* Whether the units with cannot-links that have to change sides with @unit between its cluster and @to are but itself. */
static gboolean
goes_alone (const EqpUnits *units, const gint32 *labels, gint64 unit, int to)
{
  if (unit >= units->first_apart)
    for (gint64 at = units->apart_start[unit - units->first_apart]; at < units->apart_start[unit - units->first_apart + 1]; at++)
      if (labels[units->apart[at]] == to)
        return FALSE;
  return TRUE;
}

/* J falls with every step, clusters are those of the labels, and where nothing more was found no move and no exchange of
 * two that weigh the same lowers J. */
static void
test_polish (void)
{
  EqpRng rng;
  int rounds = 0, moves = 0;

  eqp_rng_init (&rng, 4, 0);
  for (int round = 0; round < 300; round++)
    {
      Subject s;
      gint64 n = 5 + (gint64) eqp_rng_below (&rng, 9), moved;
      int k = 2 + (int) eqp_rng_below (&rng, 3), kind = BALANCED | (round & 7);
      EqpLinked *run = &s.run;
      const EqpUnits *units;
      double before;

      if (round % 4 == 0)
        kind |= LIMITS;
      if (!subject_set (&s, &rng, n, 2, k, kind))
        {
          subject_clear (&s);
          continue;
        }
      units = run->units;
      some_labels (&s, &rng, run->current);
      do
        {
          g_autofree gint32 *old = g_memdup2 (run->current, sizeof (gint32) * (gsize) units->m);
          gint64 apart = 0;

          _eqp_linked_center (run);
          before = worth (&s, run->current, NULL);
          moved = _eqp_linked_polish (run);
          g_assert_true (keeps (units, run->current));
          for (gint64 u = 0; u < units->m; u++)
            apart += run->current[u] != old[u];
          g_assert_cmpint (moved, >=, apart);
          if (moved > 0)
            g_assert_cmpfloat (worth (&s, run->current, NULL), <, before);
          else
            g_assert_cmpmem (run->current, sizeof (gint32) * (gsize) units->m, old, sizeof (gint32) * (gsize) units->m);
          for (int c = 0; c < k; c++)
            {
              double mass = 0.0, sum[2] = { 0.0 };

              for (gint64 u = 0; u < units->m; u++)
                if (run->current[u] == c)
                  {
                    mass += units->weight[u];
                    sum[0] += units->weight[u] * (double) units->x[2 * u];
                    sum[1] += units->weight[u] * (double) units->x[2 * u + 1];
                  }
              eqp_assert_close (run->mass[c], mass, 1e-12);
              for (int axis = 0; axis < 2; axis++)
                {
                  g_assert_cmpfloat (fabs (run->state->sums[2 * c + axis] - sum[axis]), <, 1e-9);
                  if (mass > 0.0)
                    g_assert_cmpfloat (fabs (run->state->centers[2 * c + axis] - sum[axis] / mass), <, 1e-9);
                }
            }
          moves += moved > 0;
          g_assert_cmpint (++rounds, <, 20000);
        }
      while (moved > 0);

      before = worth (&s, run->current, NULL);
      for (gint64 u = 0; u < units->m; u++)
        for (int c = 0; c < k; c++)
          {
            gint32 own = run->current[u];

            if (c == own || units->weight[u] == 0.0 || run->mass[own] <= units->weight[u] ||
                !goes_alone (units, run->current, u, c))
              continue;
            if (run->mass[c] > 0.0) /* an empty cluster has no center to be offered */
              {
                run->current[u] = c;
                g_assert_cmpfloat (worth (&s, run->current, NULL), >=, before - 1e-5);
              }
            run->current[u] = own;
            for (gint64 v = 0; v < units->m; v++)
              if (v != u && run->current[v] == c && units->weight[v] == units->weight[u] && u < units->first_apart &&
                  v < units->first_apart)
                {
                  run->current[u] = c;
                  run->current[v] = own;
                  g_assert_cmpfloat (worth (&s, run->current, NULL), >=, before - 1e-5);
                  run->current[u] = own;
                  run->current[v] = c;
                }
          }
      subject_clear (&s);
    }
  g_assert_cmpint (moves, >, 200);
}

/* Seeds: of so many units drawn by weight and squared distance the one that leaves least over, on a tie the first. */
static void
test_seeds (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 60; round++)
    {
      Subject s;
      gint64 n = 6 + (gint64) eqp_rng_below (&rng, 10), m;
      int k = 2 + (int) eqp_rng_below (&rng, 3), trials = 2 + (k > 2);
      double nearest[MOST], total;
      const EqpUnits *units;
      gboolean at_once;
      EqpRng draws;

      g_assert_true (subject_set (&s, &rng, n, 2, k, round % 2 ? WEIGHTS : 0));
      units = s.run.units;
      m = units->m;
      total = units->total;
      g_assert_true (_eqp_linked_start (&s.run, (guint64) round, FALSE, &at_once));
      g_assert_false (at_once);
      eqp_rng_init (&draws, s.params.seed, (guint64) round);
      for (int c = 0; c < k; c++)
        {
          double least = INFINITY, kept[MOST];
          gint64 best = 0;

          for (int t = 0; t < (c == 0 ? 1 : trials); t++)
            {
              double mark = eqp_rng_uniform (&draws) * total, sum = 0.0, now[MOST];
              gint64 candidate = 0;

              while (candidate < m && (mark -= units->weight[candidate] * (c == 0 ? 1.0 : nearest[candidate])) >= 0.0)
                candidate++;
              g_assert_cmpint (candidate, <, m);
              for (gint64 u = 0; u < m; u++)
                {
                  now[u] = pow ((double) units->x[2 * u] - (double) units->x[2 * candidate], 2.0) +
                           pow ((double) units->x[2 * u + 1] - (double) units->x[2 * candidate + 1], 2.0);
                  if (c > 0)
                    now[u] = MIN (now[u], nearest[u]);
                  sum += units->weight[u] * now[u];
                }
              if (sum < least)
                {
                  least = sum;
                  best = candidate;
                  memcpy (kept, now, sizeof now);
                }
            }
          memcpy (nearest, kept, sizeof nearest);
          total = least;
          g_assert_cmpfloat (s.run.state->centers[2 * c], ==, (double) units->x[2 * best]);
          g_assert_cmpfloat (s.run.state->centers[2 * c + 1], ==, (double) units->x[2 * best + 1]);
          if (!(total > 0.0))
            break;
        }
      subject_clear (&s);
    }
}

/* Labels to start from: what most of a unit's weight says, and all that can stay as it is. */
static void
test_labels (void)
{
  EqpRng rng;
  int clear = 0;

  eqp_rng_init (&rng, 6, 0);
  for (int round = 0; round < 200; round++)
    {
      Subject s;
      gint64 n = 6 + (gint64) eqp_rng_below (&rng, 8);
      gint32 labels[MOST], voted[MOST];
      gboolean all_clear = TRUE;
      gboolean at_once;
      const EqpUnits *units;

      if (!subject_set (&s, &rng, n, 2, 3, MUST | (round & 1 ? WEIGHTS : 0) | (round & 2 ? CANNOT : 0)))
        {
          subject_clear (&s);
          continue;
        }
      units = s.run.units;
      for (gint64 i = 0; i < n; i++)
        labels[i] = (gint32) eqp_rng_below (&rng, 3);
      s.params.initial_labels = labels;
      g_assert_true (_eqp_linked_start (&s.run, 0, FALSE, &at_once));
      g_assert_true (at_once);
      g_assert_true (keeps (units, s.run.current));
      for (gint64 u = 0; u < units->m; u++)
        {
          double votes[3] = { 0.0 }, sum = 0.0;

          for (gint64 i = 0; i < n; i++)
            if (units->unit[i] == u)
              {
                votes[labels[i]] += s.params.weights != NULL ? s.weights[i] : 1.0;
                sum += s.params.weights != NULL ? s.weights[i] : 1.0;
              }
          voted[u] = s.run.current[u];
          for (int c = 0; c < 3; c++)
            if (votes[c] > 0.5 * sum)
              voted[u] = c;
          all_clear &= votes[voted[u]] > 0.5 * sum;
          if (u < units->first_apart)
            g_assert_cmpint (s.run.current[u], ==, voted[u]);
        }
      if (all_clear && keeps (units, voted))
        {
          g_assert_cmpmem (s.run.current, sizeof (gint32) * (gsize) units->m, voted, sizeof (gint32) * (gsize) units->m);
          clear++;
        }
      subject_clear (&s);
    }
  g_assert_cmpint (clear, >, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-linked/units", test_units);
  g_test_add_func ("/core/pin-linked/apart", test_apart);
  g_test_add_func ("/core/pin-linked/assign", test_assign);
  g_test_add_func ("/core/pin-linked/polish", test_polish);
  g_test_add_func ("/core/pin-linked/seeds", test_seeds);
  g_test_add_func ("/core/pin-linked/labels", test_labels);
  return g_test_run ();
}
