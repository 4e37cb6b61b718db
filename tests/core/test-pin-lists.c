/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of the balanced assignment against looks at all rows: from outside a look at all rows makes good what a list
 * leaves out. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "solvers/kmeans/eqp-assigner-parts-private.h"

typedef struct
{
  gint64       n;
  int          k;
  double      *cost;    /* n x k */
  float       *single;  /* n x kp */
  gint64      *weights; /* n, or NULL */
  double      *q;
  gint32      *labels;
  EqpPool     *pool;
  EqpAssigner *assigner;
} Problem;

static void
problem_set (Problem *self, EqpRng *rng, gint64 n, int k, gboolean single, gboolean weighted, gboolean whole)
{
  int kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;

  *self = (Problem) { .n = n, .k = k, .cost = g_new (double, n * k), .q = g_new (double, k),
                      .labels = g_new (gint32, n), .pool = eqp_pool_new (2) };
  self->single = single ? g_new0 (float, n * kp) : NULL;
  self->weights = weighted ? g_new (gint64, n) : NULL;
  for (gint64 i = 0; i < n; i++)
    {
      for (int c = 0; c < k; c++)
        {
          double value = whole ? (double) eqp_rng_below (rng, 20) : 10.0 * eqp_rng_uniform (rng);

          self->cost[i * k + c] = single ? (double) (float) value : value;
          if (single)
            self->single[i * kp + c] = (float) value;
        }
      self->labels[i] = (gint32) eqp_rng_below (rng, k + 1) - 1;
      if (weighted)
        self->weights[i] = 1 + (gint64) eqp_rng_below (rng, 9);
    }
  for (int c = 0; c < k; c++)
    self->q[c] = whole ? (double) eqp_rng_below (rng, 4) : eqp_rng_normal (rng);
  self->assigner = _eqp_assigner_new (n, k, self->pool, NULL, NULL);
  _eqp_assigner_set_units (self->assigner, self->weights, NULL);
  self->assigner->cost_float = self->single;
  self->assigner->cost_double = single ? NULL : self->cost;
  self->assigner->stride = single ? kp : k;
  self->assigner->gamma = 1.0;
  self->assigner->labels = self->labels;
  self->assigner->q = self->q;
}

static void
problem_clear (Problem *self)
{
  _eqp_assigner_free (self->assigner);
  eqp_pool_free (self->pool);
  g_free (self->cost);
  g_free (self->single);
  g_free (self->weights);
  g_free (self->q);
  g_free (self->labels);
}

static double
priced (const Problem *self, const double *q, gint64 i, int c)
{
  return self->cost[i * self->k + c] + q[c];
}

/* What a row costs least in, on a tie where it is (negative: nowhere) or else the first, and how much worse the next
 * best is. */
static int
best_of (const Problem *self, const double *q, gint64 i, int now, double *margin)
{
  int best = MAX (now, 0);

  for (int c = 0; c < self->k; c++)
    if (priced (self, q, i, c) < priced (self, q, i, best))
      best = c;
  *margin = INFINITY;
  for (int c = 0; c < self->k; c++)
    if (c != best)
      *margin = MIN (*margin, priced (self, q, i, c) - priced (self, q, i, best));
  return best;
}

/* Rows in order, each with the clusters within reach in order and what it costs there; and what all other rows come to
 * at the base prices. */
static void
check_lists (const Problem *self, double limit)
{
  const EqpCandidates *lists = &self->assigner->candidates;
  const double *base = self->assigner->base_q;
  gint64 listed = 0, seen = 0, step = (gint64) lists->share, entries = 0;
  double rest = 0.0;
  g_autofree gint64 *sizes = g_new0 (gint64, self->k);

  for (gint64 i = 0; i < self->n; i++)
    {
      double own = priced (self, base, i, self->labels[i]), weight = self->weights != NULL ? (double) self->weights[i] : 1.0;
      const EqpCandidateChunk *chunk = &lists->chunks[listed / EQP_LISTED_PER_CHUNK];
      int at, end, r = (int) (listed % EQP_LISTED_PER_CHUNK);

      if ((double) self->assigner->margin[i] > limit || seen++ % step != 0)
        {
          rest += weight * own;
          sizes[self->labels[i]] += (gint64) weight;
          continue;
        }
      g_assert_cmpint (listed, <, lists->n_rows);
      g_assert_cmpint (lists->rows[listed++], ==, i);
      at = r > 0 ? chunk->end[r - 1] : 0;
      end = chunk->end[r];
      entries += end - at;
      for (int c = 0; c < self->k; c++)
        if (priced (self, base, i, c) - own <= lists->reach)
          {
            g_assert_cmpint (at, <, end);
            g_assert_cmpint (chunk->columns[at], ==, c);
            g_assert_cmpfloat (chunk->costs[at++], ==, self->cost[i * self->k + c]);
          }
      g_assert_cmpint (at, ==, end);
    }
  g_assert_cmpint (listed, ==, lists->n_rows);
  g_assert_cmpint (entries, ==, lists->entries);
  g_assert_cmpfloat (fabs (lists->rest_value - rest), <=, 1e-9 * (1.0 + fabs (rest) + fabs (self->assigner->plain_value)));
  for (int c = 0; c < self->k; c++)
    g_assert_cmpint (lists->rest_sizes[c], ==, sizes[c]);
}

/* Of any row: what it costs, and whether its list says where it might go for no more than the reach. */
static void
check_listed (const Problem *self, EqpRng *rng)
{
  EqpAssigner *assigner = self->assigner;
  const EqpCandidates *lists = &assigner->candidates;
  double lowest = INFINITY;

  _eqp_assigner_freshen (assigner);
  for (int c = 0; c < self->k; c++)
    lowest = MIN (lowest, self->q[c] - assigner->base_q[c]);
  g_assert_cmpfloat (assigner->fallen, ==, lowest);
  for (gint64 i = 0; i < self->n; i++)
    {
      int label = self->labels[i], count;
      double reach = lists->reach * eqp_rng_uniform (rng), own, margin, least = INFINITY, sure;
      gint32 *columns;
      double *costs;
      gboolean is_listed = FALSE;

      best_of (self, self->q, i, label, &margin);
      g_assert_cmpfloat (assigner->margin[i], <=, margin + 1e-5);
      for (gint64 r = 0; r < lists->n_rows; r++)
        is_listed |= lists->rows[r] == i;
      for (int c = 0; c < self->k; c++)
        least = MIN (least, priced (self, assigner->base_q, i, c));
      sure = lists->reach - (priced (self, assigner->base_q, i, label) - least) -
             (self->q[label] - assigner->base_q[label] - lowest);
      if (fabs (sure - reach) < 1e-9)
        continue;
      g_assert_cmpint (_eqp_assigner_listed (assigner, (gint32) i, reach, &own, &columns, &costs, &count), ==,
                       is_listed && sure > reach);
      if (!is_listed || sure < reach)
        continue;
      g_assert_cmpfloat (own, ==, self->cost[i * self->k + label]);
      for (int c = 0; c < self->k; c++)
        if (priced (self, self->q, i, c) - priced (self, self->q, i, label) <= reach)
          {
            int t = 0;

            while (t < count && columns[t] != c)
              t++;
            g_assert_cmpint (t, <, count);
            g_assert_cmpfloat (costs[t], ==, self->cost[i * self->k + c]);
          }
    }
}

/* Lists of the rows near a border, and after prices have moved the same from them as from all rows; where too many rows
 * are near, some in place of all. */
static void
test_lists (void)
{
  EqpRng rng;
  int whole_lists = 0, thin = 0, moved_on = 0;

  eqp_rng_init (&rng, 1, 0);
  for (int round = 0; round < 120; round++)
    {
      Problem p;
      EqpAssigner *assigner;
      int k = round % 3 == 0 ? 2 + (int) eqp_rng_below (&rng, 3) : 2 + (int) eqp_rng_below (&rng, 40);
      gint64 n = round % 3 == 0 ? 4000 + (gint64) eqp_rng_below (&rng, 6000) : 1 + (gint64) eqp_rng_below (&rng, 1200);
      double window = 0.05 * exp (eqp_rng_normal (&rng)), before, value = 0.0, rest = 0.0;
      g_autofree double *base = NULL;
      g_autofree gint32 *labels = NULL;
      g_autofree gint64 *sizes = g_new0 (gint64, k);
      g_autofree float *margin = NULL;

      if (round % 6 == 3)
        window *= 40.0;
      if (round % 4 == 1) /* whole numbers stay whole, and ties ties */
        window = 1.0;
      problem_set (&p, &rng, n, k, round % 2, round % 5 == 0, round % 4 == 1);
      assigner = p.assigner;
      before = _eqp_assigner_evaluate (assigner, p.q);
      g_assert_false (_eqp_assigner_lists_cover (assigner, 0.0));
      g_assert_true (_eqp_assigner_list (assigner, window));
      g_assert_true (_eqp_assigner_lists_cover (assigner, window));
      g_assert_cmpfloat (assigner->candidates.reach, >=, window);
      check_lists (&p, assigner->candidates.reach * (1.0 + 1e-6));
      if (assigner->candidates.share > 1.0)
        {
          gint64 near = 0;

          for (gint64 i = 0; i < n; i++)
            near += assigner->margin[i] <= (float) window;
          g_assert_cmpfloat (assigner->candidates.share, ==, floor ((double) near / (256.0 * k)));
          g_assert_cmpfloat (assigner->candidates.reach, ==, window);
          g_assert_cmpfloat (_eqp_assigner_evaluate (assigner, p.q), ==, before);
          thin++;
          problem_clear (&p);
          continue;
        }
      g_assert_true (_eqp_assigner_lists_cover (assigner, assigner->candidates.reach));
      g_assert_false (_eqp_assigner_lists_cover (assigner, assigner->candidates.reach * 1.001));

      /* Within reach: the lists are enough. Further: they are not asked. */
      base = g_memdup2 (p.q, sizeof (double) * (gsize) k);
      labels = g_memdup2 (p.labels, sizeof (gint32) * (gsize) n);
      margin = g_memdup2 (assigner->margin, sizeof (float) * (gsize) n);
      for (int c = 0; c < k; c++)
        {
          double move = assigner->candidates.reach * (round % 7 == 0 ? 2.0 : 0.999) * eqp_rng_uniform (&rng);

          p.q[c] += round % 4 == 1 ? floor (move) : move;
        }
      rest = _eqp_assigner_moved_apart (assigner);
      g_assert_cmpint (_eqp_assigner_lists_cover (assigner, 0.0), ==, rest <= assigner->candidates.reach);
      _eqp_assigner_evaluate (assigner, p.q);
      value = 0.0;
      for (gint64 i = 0; i < n; i++)
        {
          double true_margin, weight = p.weights != NULL ? (double) p.weights[i] : 1.0;
          int best = best_of (&p, p.q, i, labels[i], &true_margin);

          g_assert_cmpint (p.labels[i], ==, best);
          sizes[best] += (gint64) weight;
          value += weight * priced (&p, p.q, i, best);
          if (assigner->candidates.reach < 0.0)
            continue;
          if (margin[i] > assigner->candidates.reach * (1.0 + 1e-6))
            g_assert_cmpfloat (assigner->margin[i], ==, margin[i]);
          else
            {
              g_assert_cmpfloat (assigner->margin[i], <=, true_margin + 1e-5);
              g_assert_cmpfloat (assigner->margin[i], >=, MIN (true_margin, assigner->candidates.reach - rest) - 1e-5);
            }
        }
      for (int c = 0; c < k; c++)
        g_assert_cmpint (assigner->sizes[c], ==, sizes[c]);
      if (assigner->candidates.reach >= 0.0)
        {
          /* The value of the dual is that at all rows less what prices alone come to. */
          eqp_assert_close (_eqp_assigner_look_at_lists (assigner), value, 1e-10);
          if (n < 3000)
            check_listed (&p, &rng);
          whole_lists++;
        }
      else
        moved_on++;
      problem_clear (&p);
    }
  g_assert_cmpint (whole_lists, >, 60);
  g_assert_cmpint (thin, >, 5);
  g_assert_cmpint (moved_on, >, 5);
}

/* Rows are held to some clusters: how many rows could choose a cluster, and when all of them have. */
static void
test_used_up (void)
{
  EqpRng rng;
  int all = 0;

  eqp_rng_init (&rng, 2, 0);
  for (int round = 0; round < 10; round++)
    {
      Problem p;
      int k = 130 + (int) eqp_rng_below (&rng, 40);
      g_autofree gint64 *could = g_new0 (gint64, k);
      const EqpCandidates *lists;

      problem_set (&p, &rng, 200 + (gint64) eqp_rng_below (&rng, 2000), k, round % 2, FALSE, FALSE);
      lists = &p.assigner->candidates;
      _eqp_assigner_begin (p.assigner);
      for (int c = 0; c < k; c++)
        g_assert_false (_eqp_assigner_used_up (p.assigner, c));
      g_assert_true (_eqp_assigner_restrict (p.assigner));
      g_assert_true (_eqp_assigner_lists_cover (p.assigner, 1e300));
      for (gint64 number = 0; number < lists->n_chunks; number++)
        for (gsize at = 0; at < lists->chunks[number].n; at++)
          could[lists->chunks[number].columns[at]]++;
      for (int cheap = 0; cheap < k; cheap += 17)
        {
          p.q[cheap] -= 1000.0;
          _eqp_assigner_evaluate (p.assigner, p.q);
          g_assert_cmpint (p.assigner->sizes[cheap], ==, could[cheap]);
          for (int c = 0; c < k; c++)
            {
              g_assert_cmpint (_eqp_assigner_used_up (p.assigner, c), ==, p.assigner->sizes[c] == could[c]);
              all += _eqp_assigner_used_up (p.assigner, c);
            }
          p.q[cheap] += 1000.0;
        }
      _eqp_assigner_lift (p.assigner);
      for (int c = 0; c < k; c++)
        g_assert_false (_eqp_assigner_used_up (p.assigner, c));
      g_assert_false (_eqp_assigner_lists_cover (p.assigner, 0.0));
      problem_clear (&p);
    }
  g_assert_cmpint (all, >, 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-lists/lists", test_lists);
  g_test_add_func ("/core/pin-lists/used-up", test_used_up);
  return g_test_run ();
}
