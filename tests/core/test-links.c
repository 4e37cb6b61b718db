/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of rows that belong together or apart: kept always, the least of all divisions on small data, refused with the
 * reason where they cannot be kept. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "eqp-check.h"
#include "eqp-test.h"

static EqpResult *
try_solve (const char       *method,
           EqpDataset       *dataset,
           const EqpParams  *params,
           guint             threads,
           GError          **error)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  EqpContext context = { .pool = pool };

  return eqp_solver_run (eqp_solver_find (method), dataset, params, &context, error);
}

/* Random pairs; with @balance limits of size, too. Against all divisions there are. */
static void
test_optimum (void)
{
  const double gammas[] = { 0.0, 0.05, 1.0, 100.0 };
  EqpRng rng;
  int missed = 0, none = 0, solved = 0;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 160; round++)
    {
      gint64 n = 5 + (gint64) eqp_rng_below (&rng, 4), d = 1 + (gint64) eqp_rng_below (&rng, 2);
      const char *method = round % 4 == 3 ? "kmeans" : "bkm";
      g_autofree double *values = g_new (double, n * d);
      g_autoptr (EqpDataset) dataset = NULL;
      EqpRowPair must[2], cannot[5];
      g_autoptr (EqpResult) result = NULL;
      g_autoptr (GError) error = NULL;
      EqpParams params = eqp_params_default ();
      double optimum;

      for (gint64 at = 0; at < n * d; at++)
        values[at] = eqp_rng_normal (&rng);
      dataset = eqp_test_dataset (n, d, values);
      params.k = 2 + (int) eqp_rng_below (&rng, 2);
      params.gamma = *method == 'k' ? 0.0 : gammas[round / 4 % 4];
      params.restarts = *method == 'k' ? 40 : 1; /* bkm has more by itself where rows are few */
      params.seed = (guint64) round;
      params.must_links = must;
      params.n_must_links = (gint64) eqp_rng_below (&rng, 3);
      params.cannot_links = cannot;
      params.n_cannot_links = (gint64) eqp_rng_below (&rng, 6);
      for (int p = 0; p < 2; p++)
        must[p] = (EqpRowPair) { (gint32) eqp_rng_below (&rng, n), (gint32) eqp_rng_below (&rng, n) };
      for (int p = 0; p < 5; p++)
        {
          gint32 first = (gint32) eqp_rng_below (&rng, n);

          cannot[p] = (EqpRowPair) { first, (gint32) ((first + 1 + eqp_rng_below (&rng, n - 1)) % n) };
        }
      if (*method == 'b' && round % 3 == 0)
        {
          params.min_size = n / params.k;
          params.max_size = (n + params.k - 1) / params.k;
        }
      optimum = eqp_check_linked_optimum (n, d, eqp_dataset_get_features (dataset), &params);
      result = try_solve (method, dataset, &params, 1, &error);
      if (optimum == INFINITY)
        {
          none++;
          g_assert_null (result);
          g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
          continue;
        }
      if (result == NULL)
        {
          missed++;
          g_test_message ("%s k %d n %d gamma %g limits %d: %s", method, params.k, (int) n, params.gamma,
                          (int) params.max_size, error->message);
          continue;
        }
      solved++;
      g_assert_true (eqp_check_linked_keeps (n, &params, result->labels));
      eqp_assert_close (result->objective,
                        (double) eqp_check_linked_objective (n, d, eqp_dataset_get_features (dataset), &params,
                                                             result->labels),
                        1e-6);
      g_assert_cmpfloat (result->objective, >=, optimum * (1.0 - 1e-9));
      if (result->objective > optimum * (1.0 + 1e-9))
        {
          missed++;
          g_test_message ("%s k %d n %d gamma %g limits %d must %d cannot %d: %.12g, least %.12g", method, params.k,
                          (int) n, params.gamma, (int) params.max_size, (int) params.n_must_links,
                          (int) params.n_cannot_links, result->objective, optimum);
        }
    }
  g_test_message ("%d solved, %d without a division, %d missed", solved, none, missed);
  g_assert_cmpint (none, >, 10);
  g_assert_cmpint (missed, ==, 0);
}

/* Pairs are refused with the rows that contradict each other. */
static void
test_refused (void)
{
  static const double values[] = { 0, 1, 2, 10, 11, 12, 20 };
  static const EqpRowPair chain[] = { { 0, 2 }, { 2, 4 } }, ends[] = { { 1, 3 }, { 4, 0 } };
  static const EqpRowPair triangle[] = { { 0, 1 }, { 1, 2 }, { 2, 0 } }, self[] = { { 3, 3 } }, far[] = { { 0, 7 } };
  /* A cycle of five with K = 2: no three rows are all apart, and still there is no division. */
  static const EqpRowPair cycle[] = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 0 } };
  static const EqpRowPair most[] = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 }, { 5, 6 } };
  static const struct
  {
    const EqpRowPair *must;
    gint64            n_must;
    const EqpRowPair *cannot;
    gint64            n_cannot;
    gint64            most;
    const char       *reason;
  } cases[] = {
    { chain, 2, ends, 2, 0, "Rows 5 and 1 are a cannot-link pair, but must-link pairs join them" },
    { NULL, 0, triangle, 3, 0, "Rows 1, 2, 3 have all to be apart from each other, which takes 3 clusters, but K is 2" },
    { NULL, 0, cycle, 5, 0, "No division into 2 clusters keeps all cannot-link pairs around row 1" },
    { NULL, 0, self, 1, 0, "Cannot-link pair 1 sets row 4 apart from itself" },
    { far, 1, NULL, 0, 0, "Pair 1 is of rows 1 and 8, but rows run from 1 to 7" },
    { most, 6, NULL, 0, 0, "The must-link pairs leave 1 group of rows, but K is 2" },
    { most, 4, NULL, 0, 4, "No division was found that keeps the limits of size" },
  };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (7, 1, values);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) result = NULL;
      g_autoptr (GError) error = NULL;

      params.k = 2;
      params.must_links = cases[i].must;
      params.n_must_links = cases[i].n_must;
      params.cannot_links = cases[i].cannot;
      params.n_cannot_links = cases[i].n_cannot;
      params.max_size = cases[i].most;
      result = try_solve ("bkm", dataset, &params, 1, &error);
      g_assert_null (result);
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].reason));
    }
  {
    EqpParams params = eqp_params_default ();
    g_autoptr (GError) error = NULL;

    params.k = 2;
    params.cannot_links = ends;
    params.n_cannot_links = 2;
    g_assert_false (eqp_solver_check (eqp_solver_find ("hkm"), dataset, &params, NULL));
    params.n_cannot_links = 0;
    params.must_links = chain;
    params.n_must_links = 2;
    g_assert_false (eqp_solver_check (eqp_solver_find ("hkm"), dataset, &params, &error));
    g_assert_nonnull (strstr (error->message, "keeps no pairs"));
  }
  {
    /* Rows that count by weight are not told as rows. */
    static const double weights[] = { 3, 3, 3, 3, 2, 2, 2 };
    static const struct
    {
      const double *weights;
      gint64        least, most;
      const char   *reason;
    } limits[] = {
      { NULL, 4, 0, "The smallest cluster size asked for, 4, is too large for n = 7 and K = 2; ask for 3 or less." },
      { NULL, 0, 3, "The largest cluster size allowed, 3, is too small for n = 7 and K = 2; allow 4 or more." },
      { weights, 10, 0, "10, is too large for weights of 18 in all and K = 2; ask for 9 or less." },
      { weights, 0, 8, "8, is too small for weights of 18 in all and K = 2; allow 9 or more." },
    };

    for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
      {
        EqpParams params = eqp_params_default ();
        g_autoptr (GError) error = NULL;

        params.k = 2;
        params.weights = limits[i].weights;
        params.min_size = limits[i].least;
        params.max_size = limits[i].most;
        g_assert_false (eqp_solver_check (eqp_solver_find ("bkm"), dataset, &params, &error));
        g_test_message ("%s", error->message);
        g_assert_nonnull (strstr (error->message, limits[i].reason));
      }
  }
}

typedef struct
{
  double previous;
} Watch;

static void
watch_cb (const EqpEvent *event,
          gpointer        user_data)
{
  Watch *watch = user_data;

  if (event->kind == EQP_EVENT_ITERATION)
    {
      g_assert_cmpfloat (event->objective, <=, watch->previous * (1.0 + 1e-12));
      watch->previous = event->objective;
    }
}

/* Many pairs on real data, half of them from the classes: all are kept, the trace falls, threads change nothing, and
 * J is hardly above that without pairs where the pairs say what the data say. */
static void
test_digits (void)
{
  g_autoptr (EqpDataset) dataset = eqp_dataset_load ("sample:digits", NULL, NULL, NULL, NULL);
  gint64 n = eqp_dataset_get_n (dataset);
  double unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, n, 10, eqp_dataset_get_total_ss (dataset));
  g_autofree EqpRowPair *must = g_new (EqpRowPair, 200);
  g_autofree EqpRowPair *cannot = g_new (EqpRowPair, 400);
  gint64 n_must = 0, n_cannot = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  while (n_must < 200 || n_cannot < 400)
    {
      EqpRowPair pair = { (gint32) eqp_rng_below (&rng, n), (gint32) eqp_rng_below (&rng, n) };
      const gint32 *classes = eqp_dataset_get_labels (dataset);

      if (classes[pair.first] == classes[pair.second] && n_must < 200)
        must[n_must++] = pair;
      else if (classes[pair.first] != classes[pair.second] && n_cannot < 400)
        cannot[n_cannot++] = pair;
    }
  for (int m = 0; m < 3; m++)
    {
      const char *method = m == 0 ? "kmeans" : "bkm";
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpPool) pool = eqp_pool_new (3);
      Watch watch = { INFINITY };
      EqpSink sink = { watch_cb, &watch };
      EqpContext context = { pool, &sink, NULL, NULL };
      g_autoptr (EqpResult) without = NULL;
      g_autoptr (EqpResult) one = NULL;
      g_autoptr (EqpResult) three = NULL;

      params.k = 10;
      params.gamma = m == 0 ? 0.0 : unit * (m == 1 ? 1.0 : 100.0);
      params.restarts = 3;
      without = try_solve (method, dataset, &params, 2, NULL);
      params.must_links = must;
      params.n_must_links = n_must;
      params.cannot_links = cannot;
      params.n_cannot_links = n_cannot;
      one = try_solve (method, dataset, &params, 1, NULL);
      three = eqp_solver_run (eqp_solver_find (method), dataset, &params, &context, NULL);
      g_assert_true (eqp_check_linked_keeps (n, &params, one->labels));
      g_assert_cmpmem (one->labels, sizeof (gint32) * n, three->labels, sizeof (gint32) * n);
      g_test_message ("%s gamma %g: SSE %g, without pairs %g; gap %g", method, params.gamma, one->data_term,
                      without->data_term, one->assignment_gap);
      g_assert_cmpfloat (one->data_term, <, 1.06 * without->data_term);
      for (int c = 0; c < 10 && m == 2; c++)
        g_assert_cmpint (ABS (one->sizes[c] - n / 10), <=, 1);
      eqp_assert_close (one->objective,
                        (double) eqp_check_linked_objective (n, 64, eqp_dataset_get_features (dataset), &params,
                                                             one->labels),
                        1e-9);

      /* Its own labels are a start that it does not end above. */
      params.initial_labels = one->labels;
      {
        g_autoptr (EqpResult) again = try_solve (method, dataset, &params, 2, NULL);

        g_assert_cmpfloat (again->objective, <=, one->objective * (1.0 + 1e-9));
      }
      /* Labels that break pairs are mended first. */
      params.initial_labels = without->labels;
      {
        g_autoptr (EqpResult) mended = try_solve (method, dataset, &params, 2, NULL);

        g_assert_true (eqp_check_linked_keeps (n, &params, mended->labels));
      }
    }
}

/* One part of the cannot-links that is as long as the data: two clusters are enough, and it takes no time to see. */
static void
test_long_part (void)
{
  enum { N = 20000 };
  g_autofree double *values = g_new (double, N);
  g_autofree EqpRowPair *cannot = g_new (EqpRowPair, N);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  EqpParams params = eqp_params_default ();
  EqpRng rng;

  eqp_rng_init (&rng, 2, 0);
  for (gint32 i = 0; i < N; i++)
    {
      values[i] = eqp_rng_normal (&rng);
      cannot[i] = (EqpRowPair) { i, (i + 1) % N };
    }
  dataset = eqp_test_dataset (N, 1, values);
  params.k = 3;
  params.cannot_links = cannot;
  params.n_cannot_links = N;
  result = try_solve ("kmeans", dataset, &params, 2, &error);
  g_assert_no_error (error);
  g_assert_true (eqp_check_linked_keeps (N, &params, result->labels));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/links/optimum", test_optimum);
  g_test_add_func ("/core/links/refused", test_refused);
  g_test_add_func ("/core/links/digits", test_digits);
  g_test_add_func ("/core/links/long-part", test_long_part);
  return g_test_run ();
}
