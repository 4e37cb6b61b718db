/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The empty-cluster policy of the k-means family: keep, relocate to the farthest row, or split the largest SSE. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-sentence.h"

#include "eqp-kmeans-private.h"

/* The row farthest from its own centre, and from those just filled, in clusters that can spare one; of one cluster when
 * it is not negative. Rows equal to a filled centre are at distance 0, so equal rows are never spread over two
 * clusters. */
static gint64
farthest_row (EqpKMeans *self, const gint32 *labels, int cluster, const int *filled, int n_filled)
{
  gint64 farthest = -1;
  double most = 0.0;

  for (gint64 i = 0; i < self->n; i++)
    if (self->sizes[labels[i]] > 1 && (cluster < 0 || labels[i] == cluster))
      {
        double distance = _eqp_kmeans_distance (self, i, labels[i]);

        for (int f = 0; f < n_filled && distance > most; f++)
          distance = MIN (distance, _eqp_kmeans_distance (self, i, filled[f]));
        if (distance > most)
          {
            most = distance;
            farthest = i;
          }
      }
  return farthest;
}

static int
worst_cluster (EqpKMeans *self, const gint32 *labels)
{
  g_autofree double *sse = g_new0 (double, self->k);
  int worst = 0;

  for (gint64 i = 0; i < self->n; i++)
    sse[labels[i]] += _eqp_kmeans_distance (self, i, labels[i]);
  for (int c = 1; c < self->k; c++)
    if (sse[c] > sse[worst])
      worst = c;
  return worst;
}

/**
 * _eqp_kmeans_fill_empty:
 * @self: the state: sums, sizes and centres belong to @labels
 * @labels: n labels, changed
 * @policy: what to do
 *
 * The explicit empty-cluster policy. A relocated or split-off centre is put on a row, which becomes its first member,
 * so the SSE falls. When no row lies away from its centre (fewer distinct rows than clusters) the cluster stays empty.
 *
 * Returns: how many clusters stay empty
 */
gint64
_eqp_kmeans_fill_empty (EqpKMeans      *self,
                        gint32         *labels,
                        EqpEmptyPolicy  policy)
{
  g_autofree int *filled = NULL;
  int n_filled = 0;
  gint64 left = 0;

  for (int c = 0; c < self->k; c++)
    if (self->sizes[c] == 0 && left > 0)
      left++; /* where there was no row for one there is none for the others */
    else if (self->sizes[c] == 0)
      {
        gint64 row = -1;
        int from;

        if (policy == EQP_EMPTY_RELOCATE)
          row = farthest_row (self, labels, -1, filled, n_filled);
        else if (policy == EQP_EMPTY_SPLIT)
          row = farthest_row (self, labels, worst_cluster (self, labels), filled, n_filled);
        if (row < 0)
          {
            left++;
            continue;
          }

        from = labels[row];
        labels[row] = c;
        self->sizes[from]--;
        self->sizes[c]++;
        _eqp_kmeans_add (self, row, -1.0, self->sums + from * self->d);
        memset (self->sums + c * self->d, 0, sizeof (double) * self->d);
        _eqp_kmeans_add (self, row, 1.0, self->sums + c * self->d);
        _eqp_kmeans_update_centers (self);
        if (filled == NULL)
          filled = g_new (int, self->k);
        filled[n_filled++] = c;
      }
  return left;
}

/**
 * _eqp_empty_clusters_warn:
 * @empty: clusters without rows
 * @k: clusters
 * @warnings: (element-type utf8): gets the sentence, if there is such a cluster
 */
void
_eqp_empty_clusters_warn (gint64     empty,
                          int        k,
                          GPtrArray *warnings)
{
  if (empty > 0)
    g_ptr_array_add (warnings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                              "%" PRId64 " of %d clusters is empty: the data "
                                                              "have too few distinct rows for K = %d, or the "
                                                              "empty-cluster policy is to keep it.",
                                                              "%" PRId64 " of %d clusters are empty: the data "
                                                              "have too few distinct rows for K = %d, or the "
                                                              "empty-cluster policy is to keep them.", (gulong) empty),
                                                 empty, k, k));
}
