/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several runs on the same rows side by side: clusters matched by Kuhn-Munkres so that numbers and colors mean the same
 * in all of them, and for two of the runs the table of their clusters and the rows that changed sides, with what each
 * of these rows paid for it. For worker threads. */
#include "config.h"

#include "eqp-comparison.h"

#include <math.h>
#include <string.h>

/* Beyond this the matching, O(K^3), gives way to taking the largest overlap again and again. */
#define MATCH_MAX_K 800

/**
 * eqp_comparison_job_free:
 * @self: (nullable): a job
 */
void
eqp_comparison_job_free (EqpComparisonJob *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_runs; i++)
    {
      eqp_labels_unref (self->labels[i]);
      g_free (self->numbers[i]);
      g_free (self->weighed[i]);
    }
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
  g_clear_pointer (&self->graph, eqp_graph_unref);
  g_free (self);
}

/* ---- Matching --------------------------------------------------------------------------------------------------- */

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static int
compare_shared (gconstpointer a,
                gconstpointer b)
{
  const EqpMatch *x = a, *y = b;

  if (x->shared != y->shared)
    return x->shared < y->shared ? 1 : -1;
  return x->klass != y->klass ? (x->klass > y->klass) - (x->klass < y->klass)
                              : (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* Every pair that shares rows, the largest overlap first. O(n log n). */
static GArray *
sorted_overlaps (gint64        n,
                 const gint32 *leader,
                 const gint32 *labels)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (EqpMatch));
  g_autofree guint64 *keys = g_new (guint64, MAX (1, n));

  for (gint64 i = 0; i < n; i++)
    keys[i] = (guint64) leader[i] << 32 | (guint32) labels[i];
  qsort (keys, (gsize) n, sizeof *keys, compare_keys);
  for (gint64 i = 0, next; i < n; i = next)
    {
      EqpMatch match = { (gint32) (keys[i] >> 32), (gint32) (keys[i] & G_MAXUINT32), 0 };

      for (next = i; next < n && keys[next] == keys[i]; next++)
        match.shared++;
      g_array_append_val (pairs, match);
    }
  g_array_sort (pairs, compare_shared);
  return pairs;
}

/* The number of each cluster: that of the leader's cluster it is matched with, or else the first that is free. */
static gint *
match_numbers (gint64        n,
               gint          leader_k,
               const gint32 *leader,
               gint          k,
               const gint32 *labels)
{
  g_autoptr (GArray) pairs =
      MAX (leader_k, k) <= MATCH_MAX_K ? eqp_metrics_match (n, leader, labels) : sorted_overlaps (n, leader, labels);
  g_autofree gboolean *taken = g_new0 (gboolean, (gsize) leader_k + k);
  gint *numbers = g_new (gint, MAX (1, k));
  gint next = 0;

  for (gint c = 0; c < k; c++)
    numbers[c] = -1;
  for (guint i = 0; i < pairs->len; i++)
    {
      const EqpMatch *match = &g_array_index (pairs, EqpMatch, i);

      if (numbers[match->cluster] >= 0 || taken[match->klass])
        continue;
      numbers[match->cluster] = match->klass;
      taken[match->klass] = TRUE;
    }
  for (gint c = 0; c < k; c++)
    if (numbers[c] < 0)
      {
        while (taken[next])
          next++;
        numbers[c] = next;
        taken[next] = TRUE;
      }
  return numbers;
}

static gint *
own_numbers (gint k)
{
  gint *numbers = g_new (gint, MAX (1, k));

  for (gint c = 0; c < k; c++)
    numbers[c] = c;
  return numbers;
}

static gint
count_numbers (gint        k,
               const gint *numbers)
{
  gint most = 0;

  for (gint c = 0; c < k; c++)
    most = MAX (most, numbers[c] + 1);
  return most;
}

/* The one whose numbers others take over: the first that has been shown already, so that nothing flips. */
static guint
find_leader (const EqpComparisonJob *job)
{
  for (guint i = 0; i < job->n_runs; i++)
    if (job->numbers[i] != NULL)
      return i;
  return 0;
}

static void
renumber (gint64      n,
          gint32     *labels,
          const gint *numbers)
{
  for (gint64 i = 0; i < n; i++)
    labels[i] = numbers[labels[i]];
}

/* Fills numbers, labels and sizes; returns the labels of each run by the numbers shown. */
static void
match_runs (EqpComparison          *self,
            const EqpComparisonJob *job,
            gint32                **shown)
{
  guint leader = find_leader (job);

  self->k = 0;
  for (guint place = 0; place < job->n_runs; place++)
    {
      /* The leader first. */
      guint i = place == 0 ? leader : place <= leader ? place - 1 : place;
      gint k = eqp_labels_get_k (job->labels[i]);

      shown[i] = g_new (gint32, MAX (1, self->n));
      eqp_labels_unpack (job->labels[i], shown[i]);
      if (job->numbers[i] != NULL)
        self->numbers[i] = g_memdup2 (job->numbers[i], sizeof (gint) * (gsize) k);
      else if (i == leader)
        self->numbers[i] = own_numbers (k);
      else
        self->numbers[i] =
            match_numbers (self->n, count_numbers (eqp_labels_get_k (job->labels[leader]), self->numbers[leader]),
                           shown[leader], k, shown[i]);
      renumber (self->n, shown[i], self->numbers[i]);
      self->k = MAX (self->k, count_numbers (k, self->numbers[i]));
    }
  for (guint i = 0; i < job->n_runs; i++)
    {
      self->labels[i] = eqp_labels_new (self->n, self->k, shown[i]);
      self->sizes[i] = g_new0 (gint64, MAX (1, self->k));
      self->own_k[i] = eqp_labels_get_k (job->labels[i]);
      self->weighted[i] = job->weighed[i] != NULL;
      for (gint64 row = 0; row < self->n && !self->weighted[i]; row++)
        self->sizes[i][shown[i][row]]++;
      for (gint c = 0; c < eqp_labels_get_k (job->labels[i]) && self->weighted[i]; c++)
        self->sizes[i][self->numbers[i][c]] += job->weighed[i][c];
    }
}

/* ---- What it cost ----------------------------------------------------------------------------------------------- */

/* Means of the rows of each cluster, K x d. Returns NULL when memory is short. */
static double *
compute_centers (EqpDataset   *dataset,
                 gint          k,
                 const gint32 *labels)
{
  gint64 d = eqp_dataset_get_d (dataset);
  g_autofree gint64 *sizes = g_new0 (gint64, MAX (1, k));
  double *centers = g_try_new0 (double, MAX (1, (gsize) k * (gsize) d));

  if (centers == NULL)
    return NULL;
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    {
      eqp_dataset_add_row (dataset, i, 1.0, centers + labels[i] * d);
      sizes[labels[i]]++;
    }
  for (gint c = 0; c < k; c++)
    for (gint64 j = 0; sizes[c] > 0 && j < d; j++)
      centers[c * d + j] /= (double) sizes[c];
  return centers;
}

/* |x - h_to|^2 - |x - h_from|^2, in the units of the data. */
static void
price_by_distance (EqpComparison *self,
                   EqpDataset    *dataset,
                   const gint32  *first,
                   const gint32  *second)
{
  gint64 d = eqp_dataset_get_d (dataset);
  double scale = eqp_dataset_get_scale (dataset);
  g_autofree double *from = compute_centers (dataset, self->k, first);
  g_autofree double *to = compute_centers (dataset, self->k, second);

  for (gint64 i = 0; from != NULL && to != NULL && i < self->n_moved; i++)
    {
      EqpMovedRow *moved = &self->moved[i];

      moved->cost = (eqp_dataset_get_distance (dataset, moved->row, to + moved->to * d, -1.0) -
                     eqp_dataset_get_distance (dataset, moved->row, from + moved->from * d, -1.0)) *
                    scale * scale;
    }
}

/* Weight of the row's edges within its cluster before, less that after. */
static void
price_by_edges (EqpComparison *self,
                EqpGraph      *graph,
                const gint32  *first,
                const gint32  *second)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);

  for (gint64 i = 0; i < self->n_moved; i++)
    {
      EqpMovedRow *moved = &self->moved[i];

      moved->cost = 0.0;
      for (gint64 e = csr->starts[moved->row]; e < csr->starts[moved->row + 1]; e++)
        {
          double weight = csr->weights[e];

          moved->cost += first[csr->columns[e]] == moved->from ? weight : 0.0;
          moved->cost -= second[csr->columns[e]] == moved->to ? weight : 0.0;
        }
    }
}

/* The dearest first, then by row; those without a price by row alone. */
static int
compare_moved (gconstpointer a,
               gconstpointer b)
{
  const EqpMovedRow *x = a, *y = b;

  if (x->cost > y->cost)
    return -1;
  if (x->cost < y->cost)
    return 1;
  return (x->row > y->row) - (x->row < y->row);
}

static void
price_moved (EqpComparison          *self,
             const EqpComparisonJob *job,
             const gint32           *first,
             const gint32           *second)
{
  self->by_edges = job->graph != NULL && eqp_graph_get_n (job->graph) == self->n;
  if (self->by_edges)
    price_by_edges (self, job->graph, first, second);
  else if (job->dataset != NULL && eqp_dataset_get_graph (job->dataset) == NULL &&
           eqp_dataset_get_n (job->dataset) == self->n)
    price_by_distance (self, job->dataset, first, second);
  for (gint64 i = 0; i < self->n_moved; i++)
    self->cost += self->moved[i].cost;
  qsort (self->moved, (gsize) self->n_moved, sizeof *self->moved, compare_moved);
}

/* ---- Two runs --------------------------------------------------------------------------------------------------- */

static void
compare_two (EqpComparison          *self,
             const EqpComparisonJob *job,
             const gint32           *first,
             const gint32           *second)
{
  gint64 next = 0;

  if (self->k <= EQP_COMPARISON_MAX_TABLE)
    self->table = g_new0 (gint64, (gsize) self->k * self->k);
  for (gint64 i = 0; i < self->n; i++)
    {
      if (self->table != NULL)
        self->table[(gsize) first[i] * self->k + second[i]]++;
      self->n_moved += first[i] != second[i];
    }
  self->moved = g_try_new (EqpMovedRow, MAX (1, self->n_moved));
  if (self->moved == NULL)
    {
      self->cost = NAN;
      return;
    }
  for (gint64 i = 0; i < self->n; i++)
    if (first[i] != second[i])
      self->moved[next++] = (EqpMovedRow) { i, first[i], second[i], NAN };
  price_moved (self, job, first, second);
}

/**
 * eqp_comparison_compute:
 * @job: runs with equally many rows
 *
 * For a worker thread. Time O(n d + n log n + K^3).
 *
 * Returns: (transfer full): the comparison
 */
EqpComparison *
eqp_comparison_compute (const EqpComparisonJob *job)
{
  EqpComparison *self = g_new0 (EqpComparison, 1);
  gint32 *shown[EQP_COMPARISON_MAX_RUNS] = { NULL };

  self->serial = job->serial;
  self->n_runs = job->n_runs;
  self->n = job->n_runs > 0 ? eqp_labels_get_n (job->labels[0]) : 0;
  self->first = job->first;
  self->second = job->second;
  match_runs (self, job, shown);
  if (job->first != job->second)
    compare_two (self, job, shown[job->first], shown[job->second]);
  for (guint i = 0; i < job->n_runs; i++)
    g_free (shown[i]);
  return self;
}

/**
 * eqp_comparison_free:
 * @self: (nullable): a comparison
 */
void
eqp_comparison_free (EqpComparison *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_runs; i++)
    {
      eqp_labels_unref (self->labels[i]);
      g_free (self->numbers[i]);
      g_free (self->sizes[i]);
    }
  g_free (self->table);
  g_free (self->moved);
  g_free (self);
}
