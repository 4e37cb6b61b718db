/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of another number of clusters, made from those that are there: the largest cluster is split in two, or the two
 * that cost least together are merged, until the number is right. A run goes on from them. */
#include "config.h"

#include "eqp-regroup.h"

#include <math.h>
#include <string.h>

/* Looks at the two halves of a split; it is a start, no result. */
#define SPLIT_ROUNDS 3

typedef struct
{
  const EqpDataset *dataset; /* maybe a graph without features */
  const EqpCsr *csr;    /* of a method on graphs; NULL: none */
  gint64        n;
  gint64        d;
  gint          k;      /* clusters now */
  gint          room;   /* clusters there may be */
  gint32       *labels;
  gint64       *sizes;  /* room */
} Groups;

/* ---- Splitting -------------------------------------------------------------------------------------------------- */

static double
distance2 (const Groups *groups,
           gint64        row,
           const double *center)
{
  return eqp_dataset_get_distance (groups->dataset, row, center, -1.0);
}

static void
copy_row (const Groups *groups,
          gint64        row,
          double       *center)
{
  memset (center, 0, sizeof (double) * (gsize) groups->d);
  eqp_dataset_add_row (groups->dataset, row, 1.0, center);
}

static void
mean_of (const Groups *groups,
         gint          cluster,
         double       *center)
{
  memset (center, 0, sizeof (double) * (gsize) groups->d);
  for (gint64 i = 0; i < groups->n; i++)
    if (groups->labels[i] == cluster)
      eqp_dataset_add_row (groups->dataset, i, 1.0, center);
  for (gint64 j = 0; j < groups->d; j++)
    center[j] /= (double) MAX (1, groups->sizes[cluster]);
}

static gint64
farthest (const Groups *groups,
          gint          cluster,
          const double *center)
{
  double most = -1.0;
  gint64 found = -1;

  for (gint64 i = 0; i < groups->n; i++)
    if (groups->labels[i] == cluster)
      {
        double distance = distance2 (groups, i, center);

        if (distance > most)
          {
            most = distance;
            found = i;
          }
      }
  return found;
}

/* The row farthest from the center and the one farthest from that begin the halves; Lloyd's steps settle them. */
static void
split_features (Groups *groups,
                gint    cluster)
{
  const gint other = groups->k;
  g_autofree double *a = g_new (double, MAX (1, groups->d));
  g_autofree double *b = g_new (double, MAX (1, groups->d));

  mean_of (groups, cluster, b);
  copy_row (groups, farthest (groups, cluster, b), a);
  copy_row (groups, farthest (groups, cluster, a), b);
  for (int round = 0; round < SPLIT_ROUNDS; round++)
    {
      for (gint64 i = 0; i < groups->n; i++)
        if (groups->labels[i] == cluster || groups->labels[i] == other)
          {
            gint32 nearer = distance2 (groups, i, b) < distance2 (groups, i, a) ? other : cluster;

            groups->sizes[groups->labels[i]]--;
            groups->sizes[nearer]++;
            groups->labels[i] = nearer;
          }
      if (groups->sizes[other] == 0 || groups->sizes[cluster] == 0)
        return;
      mean_of (groups, cluster, a);
      mean_of (groups, other, b);
    }
}

/* Half of the cluster, grown along edges. */
static void
split_graph (Groups *groups,
             gint    cluster)
{
  gint64 wanted = groups->sizes[cluster] / 2, head = 0, tail = 0;
  g_autofree gint64 *queue = g_new (gint64, MAX (1, groups->n));
  g_autofree gboolean *seen = g_new0 (gboolean, MAX (1, groups->n));

  for (gint64 start = 0; start < groups->n && groups->sizes[groups->k] < wanted; start++)
    {
      if (groups->labels[start] != cluster || seen[start])
        continue;
      seen[start] = TRUE;
      queue[tail++] = start;
      while (head < tail && groups->sizes[groups->k] < wanted)
        {
          gint64 row = queue[head++];

          groups->labels[row] = groups->k;
          groups->sizes[groups->k]++;
          groups->sizes[cluster]--;
          for (gint64 e = groups->csr->starts[row]; e < groups->csr->starts[row + 1]; e++)
            {
              gint64 to = groups->csr->columns[e];

              if (groups->labels[to] == cluster && !seen[to])
                {
                  seen[to] = TRUE;
                  queue[tail++] = to;
                }
            }
        }
    }
}

/* Rows that are all alike have no halves of their own. */
static void
split_evenly (Groups *groups,
              gint    cluster)
{
  gint64 wanted = groups->sizes[cluster] / 2;

  for (gint64 i = 0; i < groups->n && groups->sizes[groups->k] < wanted; i++)
    if (groups->labels[i] == cluster)
      {
        groups->labels[i] = groups->k;
        groups->sizes[groups->k]++;
        groups->sizes[cluster]--;
      }
}

static void
split_largest (Groups *groups)
{
  gint largest = 0;

  for (gint c = 1; c < groups->k; c++)
    if (groups->sizes[c] > groups->sizes[largest])
      largest = c;
  groups->sizes[groups->k] = 0;
  if (groups->csr != NULL)
    split_graph (groups, largest);
  else
    split_features (groups, largest);
  if (groups->sizes[groups->k] == 0 || groups->sizes[largest] == 0)
    {
      for (gint64 i = 0; i < groups->n; i++)
        if (groups->labels[i] == groups->k)
          groups->labels[i] = largest;
      groups->sizes[largest] += groups->sizes[groups->k];
      groups->sizes[groups->k] = 0;
      split_evenly (groups, largest);
    }
  groups->k++;
}

/* ---- Merging ---------------------------------------------------------------------------------------------------- */

/* What merging costs of each pair of clusters, K x K. With features the rise of the SSE (Ward),
 *     n_a n_b / (n_a + n_b) |c_a - c_b|^2,
 * on a graph the less the more they are connected for their sizes,
 *     - w_ab / (n_a n_b). */
static void
fill_merge_costs (const Groups *groups,
                  double       *cost)
{
  const gsize k = (gsize) groups->k, d = (gsize) groups->d;
  g_autofree double *centers = g_new0 (double, MAX (1, groups->csr != NULL ? 1 : k * d));

  memset (cost, 0, sizeof (double) * k * k);
  for (gint64 i = 0; i < groups->n; i++)
    if (groups->csr != NULL)
      for (gint64 e = groups->csr->starts[i]; e < groups->csr->starts[i + 1]; e++)
        cost[(gsize) groups->labels[i] * k + (gsize) groups->labels[groups->csr->columns[e]]] -=
            groups->csr->weights[e];
    else
      eqp_dataset_add_row (groups->dataset, i, 1.0 / (double) groups->sizes[groups->labels[i]],
                           centers + (gsize) groups->labels[i] * d);
  for (gsize a = 0; a < k; a++)
    for (gsize b = 0; b < k; b++)
      {
        double n_a = (double) groups->sizes[a], n_b = (double) groups->sizes[b], sum = 0.0;

        if (groups->csr != NULL)
          {
            cost[a * k + b] /= MAX (1.0, n_a * n_b);
            continue;
          }
        for (gsize j = 0; j < d; j++)
          sum += (centers[a * d + j] - centers[b * d + j]) * (centers[a * d + j] - centers[b * d + j]);
        cost[a * k + b] = n_a + n_b > 0.0 ? n_a * n_b / (n_a + n_b) * sum : 0.0;
      }
}

static void
merge_cheapest (Groups *groups)
{
  const gint k = groups->k, last = k - 1;
  g_autofree double *cost = g_new (double, (gsize) k * (gsize) k);
  gint keep = 0, gone = 1;

  fill_merge_costs (groups, cost);
  for (gint a = 0; a < k; a++)
    for (gint b = a + 1; b < k; b++)
      if (cost[(gsize) a * (gsize) k + (gsize) b] < cost[(gsize) keep * (gsize) k + (gsize) gone])
        {
          keep = a;
          gone = b;
        }
  for (gint64 i = 0; i < groups->n; i++)
    {
      if (groups->labels[i] == gone)
        groups->labels[i] = keep;
      if (groups->labels[i] == last && gone != last)
        groups->labels[i] = gone;
    }
  groups->sizes[keep] += groups->sizes[gone];
  groups->sizes[gone] = groups->sizes[last];
  groups->k--;
}

/**
 * eqp_regroup:
 * @dataset: the rows
 * @graph: (nullable): of a method on graphs, the graph; it decides instead of the features
 * @labels: clusters of the rows
 * @k: how many there are to be, 1..rows, within %EQP_REGROUP_MOST of those of @labels
 *
 * Time O(n d) a cluster more or less, and O(K^2 d) a cluster less.
 *
 * Returns: (transfer full) (nullable): @k clusters; NULL where that cannot be, or for a lack of memory
 */
EqpLabels *
eqp_regroup (EqpDataset *dataset,
             EqpGraph   *graph,
             EqpLabels  *labels,
             gint        k)
{
  Groups groups = { .n = eqp_labels_get_n (labels), .d = eqp_dataset_get_d (dataset), .k = eqp_labels_get_k (labels) };
  g_autofree gint32 *own = NULL;
  g_autofree gint64 *sizes = NULL;

  if (k == groups.k)
    return eqp_labels_ref (labels);
  if (k < 1 || k > groups.n || groups.n != eqp_dataset_get_n (dataset) || ABS (k - groups.k) > EQP_REGROUP_MOST ||
      (graph == NULL && eqp_dataset_get_graph (dataset) != NULL) ||
      (double) k * k > 1e7 || (double) groups.k * groups.k > 1e7)
    return NULL;
  own = g_try_new (gint32, MAX (1, groups.n));
  if (own == NULL)
    return NULL;
  groups.csr = graph != NULL ? eqp_graph_get_csr (graph) : NULL;
  groups.dataset = dataset;
  groups.room = MAX (k, groups.k);
  groups.labels = own;
  groups.sizes = sizes = g_new0 (gint64, groups.room);
  eqp_labels_unpack (labels, own);
  for (gint64 i = 0; i < groups.n; i++)
    sizes[own[i]]++;
  while (groups.k < k)
    split_largest (&groups);
  while (groups.k > k)
    merge_cheapest (&groups);
  return eqp_labels_new (groups.n, k, own);
}
