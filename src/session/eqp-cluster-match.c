/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters that are the same in two runs: they share over half of the rows of either. */
#include "config.h"

#include "eqp-cluster-match.h"

/* For each cluster of @a the one of @b that over half of its rows can be in: rows of other clusters take votes away.
 * Then how many rows they share is counted. */
static void
vote (gint64        n,
      const gint32 *a,
      const gint32 *b,
      gint          k,
      gint32       *candidate,
      gint64       *shared)
{
  g_autofree gint64 *votes = g_new0 (gint64, k);

  for (gint64 i = 0; i < n; i++)
    {
      gint32 from = a[i];

      if (votes[from] == 0)
        candidate[from] = b[i];
      votes[from] += candidate[from] == b[i] ? 1 : -1;
    }
  for (gint64 i = 0; i < n; i++)
    shared[a[i]] += candidate[a[i]] == b[i];
}

static gint64 *
count_sizes (gint64        n,
             const gint32 *labels,
             gint          k)
{
  gint64 *sizes = g_new0 (gint64, MAX (1, k));

  for (gint64 i = 0; i < n; i++)
    sizes[labels[i]]++;
  return sizes;
}

static void
fill_with_none (gint *clusters,
                gint  k)
{
  for (gint c = 0; c < k; c++)
    clusters[c] = -1;
}

/**
 * eqp_cluster_match_compute:
 * @job: one run, and others of the same rows
 *
 * Where several of the others have a cluster like it, that counts with which it shares most rows, of equal ones the
 * first. Time O(n) for each of the others: for worker threads.
 *
 * Returns: (transfer full): the clusters that are the same
 */
EqpClusterMatch *
eqp_cluster_match_compute (const EqpClusterMatchJob *job)
{
  EqpClusterMatch *self = g_new0 (EqpClusterMatch, 1);
  gint64 n = eqp_labels_get_n (job->one);
  gint k = MAX (1, eqp_labels_get_k (job->one));
  g_autofree gint32 *one = g_new (gint32, MAX (1, n));
  g_autofree gint32 *other = g_new (gint32, MAX (1, n));
  g_autofree gint64 *sizes = NULL;
  g_autofree gint64 *most = g_new0 (gint64, k);
  g_autofree gint64 *most_other = NULL;

  self->one = eqp_labels_ref (job->one);
  self->serial = job->serial;
  for (guint r = 0; r < job->others->len; r++)
    self->k = MAX (self->k, eqp_labels_get_k (g_ptr_array_index (job->others, r)));
  self->of_one = g_new (gint, k);
  self->of_others = g_new (gint, MAX (1, self->k));
  fill_with_none (self->of_one, k);
  fill_with_none (self->of_others, self->k);
  most_other = g_new0 (gint64, MAX (1, self->k));
  eqp_labels_unpack (job->one, one);
  sizes = count_sizes (n, one, k);

  for (guint r = 0; r < job->others->len; r++)
    {
      EqpLabels *labels = g_ptr_array_index (job->others, r);
      g_autofree gint32 *candidate = g_new0 (gint32, k);
      g_autofree gint64 *shared = g_new0 (gint64, k);
      g_autofree gint64 *other_sizes = NULL;

      if (eqp_labels_get_n (labels) != n)
        continue;
      eqp_labels_unpack (labels, other);
      other_sizes = count_sizes (n, other, eqp_labels_get_k (labels));
      vote (n, one, other, k, candidate, shared);
      for (gint c = 0; c < k; c++)
        {
          gint there = candidate[c];

          if (2 * shared[c] <= sizes[c] || 2 * shared[c] <= other_sizes[there])
            continue;
          if (shared[c] > most[c])
            {
              most[c] = shared[c];
              self->of_one[c] = there;
            }
          if (shared[c] > most_other[there])
            {
              most_other[there] = shared[c];
              self->of_others[there] = c;
            }
        }
    }
  return self;
}

/**
 * eqp_cluster_match_free:
 * @self: (nullable) (transfer full): what eqp_cluster_match_compute() gave
 */
void
eqp_cluster_match_free (EqpClusterMatch *self)
{
  if (self == NULL)
    return;
  eqp_labels_unref (self->one);
  g_free (self->of_one);
  g_free (self->of_others);
  g_free (self);
}

/**
 * eqp_cluster_match_job_free:
 * @job: (nullable) (transfer full): a job
 */
void
eqp_cluster_match_job_free (EqpClusterMatchJob *job)
{
  if (job == NULL)
    return;
  eqp_labels_unref (job->one);
  g_ptr_array_unref (job->others);
  g_free (job);
}
