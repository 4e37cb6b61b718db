/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-cluster-match.h"

#define N 400
#define OTHERS 3

/* By its meaning: the first of the others that shares most rows, over half of either cluster. */
static gint
search (const gint32 *from, gint cluster, gint32 others[][N], int k_other, gboolean one)
{
  gint64 most = 0;
  gint best = -1;

  for (int r = 0; r < OTHERS; r++)
    for (gint c = 0; c < k_other; c++)
      {
        gint64 shared = 0, size = 0, other_size = 0;

        for (int i = 0; i < N; i++)
          {
            gboolean a = (one ? from[i] : others[r][i]) == cluster, b = (one ? others[r][i] : from[i]) == c;

            shared += a && b;
            size += a;
            other_size += b;
          }
        if (2 * shared > size && 2 * shared > other_size && shared > most)
          {
            most = shared;
            best = c;
          }
      }
  return best;
}

static void
test_search (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  int found = 0, none = 0;

  for (int trial = 0; trial < 60; trial++)
    {
      gint32 one[N], others[OTHERS][N];
      int k = 1 + trial % 9, k_other = 1 + trial % 7;
      EqpClusterMatchJob *job = g_new0 (EqpClusterMatchJob, 1);
      g_autoptr (EqpClusterMatch) match = NULL;

      for (int i = 0; i < N; i++)
        {
          one[i] = g_rand_int_range (rand, 0, k);
          for (int r = 0; r < OTHERS; r++)
            others[r][i] = g_rand_int_range (rand, 0, 1 + trial % 5 + r) == 0 ? (one[i] * 3 + r) % k_other
                                                                            : g_rand_int_range (rand, 0, k_other);
        }
      job->one = eqp_labels_new (N, k, one);
      job->others = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_labels_unref);
      job->serial = (guint) trial;
      for (int r = 0; r < OTHERS; r++)
        g_ptr_array_add (job->others, eqp_labels_new (N, k_other, others[r]));
      match = eqp_cluster_match_compute (job);
      g_assert_cmpuint (match->serial, ==, trial);
      g_assert_true (match->one == job->one);
      g_assert_cmpint (match->k, ==, k_other);
      for (gint c = 0; c < k; c++)
        {
          gint expected = search (one, c, others, k_other, TRUE);

          g_assert_cmpint (match->of_one[c], ==, expected);
          found += expected >= 0;
          none += expected < 0;
        }
      for (gint c = 0; c < k_other; c++)
        g_assert_cmpint (match->of_others[c], ==, search (one, c, others, k, FALSE));
      eqp_cluster_match_job_free (job);
    }
  g_assert_cmpint (found, >, 20);
  g_assert_cmpint (none, >, 20);
}

/* Runs of other rows, and no runs at all, have nothing like it. */
static void
test_other_rows (void)
{
  const gint32 labels[] = { 0, 1, 0, 1 };
  EqpClusterMatchJob *job = g_new0 (EqpClusterMatchJob, 1);
  g_autoptr (EqpClusterMatch) match = NULL;
  g_autoptr (EqpClusterMatch) alone = NULL;

  job->one = eqp_labels_new (4, 2, labels);
  job->others = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_labels_unref);
  alone = eqp_cluster_match_compute (job);
  g_assert_cmpint (alone->of_one[0], ==, -1);
  g_ptr_array_add (job->others, eqp_labels_new (3, 2, labels));
  match = eqp_cluster_match_compute (job);
  g_assert_cmpint (match->of_one[0], ==, -1);
  g_assert_cmpint (match->of_others[1], ==, -1);
  eqp_cluster_match_job_free (job);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/cluster-match/search", test_search);
  g_test_add_func ("/session/cluster-match/other-rows", test_other_rows);
  return g_test_run ();
}
