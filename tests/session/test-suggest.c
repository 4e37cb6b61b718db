/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggestions: the criterion against a slow reference, blindness to classes, what is left out and why, K by stability,
 * little time, stopping; on the paper's sets more than its best printed figure. */
#include "config.h"

#include "eqp-suggest.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-test.h"

#define BLOBS 4
#define BLOB 30

static EqpSuggestion *
suggest (EqpDataset *dataset,
         gint        least,
         gint        most)
{
  const EqpSuggestOptions options = { .k_least = least, .k_most = most, .threads = 1 };
  g_autoptr (GError) error = NULL;
  EqpSuggestion *suggestion = eqp_suggest (dataset, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return suggestion;
}

/* Four clouds on the corners of a square, in 6 columns. */
static EqpDataset *
blobs (double stretch)
{
  g_autofree double *values = g_new (double, BLOBS * BLOB * 6);
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int i = 0; i < BLOBS * BLOB; i++)
    for (int j = 0; j < 6; j++)
      values[i * 6 + j] = (j == 0 ? stretch : 1.0) *
                          (eqp_rng_normal (&rng) + (j < 2 && ((i / BLOB) >> j & 1) != 0 ? 20.0 : 0.0));
  return eqp_test_dataset (BLOBS * BLOB, 6, values);
}

/* ---- The criterion ----------------------------------------------------------------------------------------------- */

static gboolean
is_among_nearest (const EqpDataset *dataset,
                  gint64            i,
                  gint64            j,
                  int               k)
{
  gint64 n = eqp_dataset_get_n (dataset);
  const float *x = eqp_dataset_get_features (dataset);
  gint64 d = eqp_dataset_get_d (dataset);
  double limit = 0.0;
  int nearer = 0;

  for (gint64 c = 0; c < d; c++)
    limit += pow ((double) x[i * d + c] - x[j * d + c], 2.0);
  for (gint64 other = 0; other < n; other++)
    {
      double distance = 0.0;

      if (other == i || other == j)
        continue;
      for (gint64 c = 0; c < d; c++)
        distance += pow ((double) x[i * d + c] - x[other * d + c], 2.0);
      nearer += distance < limit;
    }
  return nearer < k;
}

/* Pair by pair, with neighbors found anew: sum_ij (A_ij - d_i d_j / W) [z_i = z_j] / W. */
static void
test_modularity (void)
{
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpParams params = eqp_params_default ();
  const EqpGraphOptions options = eqp_params_get_graph_options (&params);
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  gint64 n = BLOBS * BLOB;
  g_autofree double *a = g_new0 (double, n * n);
  g_autofree double *degrees = g_new0 (double, n);
  g_autofree gint32 *labels = g_new (gint32, n);
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  double total = 0.0, q = 0.0;
  int n_half = 0;

  for (gint64 i = 0; i < n; i++)
    {
      labels[i] = (gint32) (i * 7 / n);
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        {
          gint64 j = csr->columns[e];
          gboolean both = is_among_nearest (dataset, i, j, 5) && is_among_nearest (dataset, j, i, 5);

          n_half += !both;
          a[i * n + j] = csr->weights[e] * (both ? 1.0 : 0.5);
          degrees[i] += a[i * n + j];
        }
      total += degrees[i];
    }
  g_assert_cmpint (n_half, >, 20);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < n; j++)
      if (labels[i] == labels[j])
        q += (a[i * n + j] - degrees[i] * degrees[j] / total) / total;
  eqp_assert_close (eqp_suggest_modularity (graph, 5, 7, labels), q, 1e-12);
}

/* Two triangles with an edge between them, by hand: 2 (6/14 - 1/4). */
static void
test_modularity_by_hand (void)
{
  static const gint32 from[] = { 0, 0, 1, 3, 3, 4, 2 }, to[] = { 1, 2, 2, 4, 5, 5, 3 };
  static const gint32 labels[] = { 0, 0, 0, 1, 1, 1 };
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (6, 7, from, to, NULL, NULL);

  eqp_assert_close (eqp_suggest_modularity (graph, 5, 2, labels), 12.0 / 14.0 - 0.5, 1e-14);
}

/* ---- The choice -------------------------------------------------------------------------------------------------- */

/* The first rows of a data set with these classes. */
static EqpDataset *
with_classes (EqpDataset   *dataset,
              gint64        n,
              const gint32 *labels)
{
  gint64 d = eqp_dataset_get_d (dataset);
  g_auto (EqpDatasetParts) parts = { .n = n, .d = d };

  parts.features = eqp_try_alloc (n * d, sizeof (float), "a test", NULL);
  memcpy (parts.features, eqp_dataset_get_features (dataset), n * d * sizeof (float));
  parts.offsets = g_memdup2 (eqp_dataset_get_offsets (dataset), d * sizeof (double));
  parts.labels = g_memdup2 (labels, n * sizeof (gint32));
  parts.class_names = g_strsplit ("0 1 2 3 4 5 6 7 8 9", " ", -1);
  parts.name = g_strdup ("some digits");
  return eqp_dataset_new (&parts);
}

static void
assert_same (const EqpSuggestion *a,
             const EqpSuggestion *b)
{
  g_assert_cmpint (a->chosen, ==, b->chosen);
  g_assert_cmpint (a->runner_up, ==, b->runner_up);
  g_assert_cmpint (a->k, ==, b->k);
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      const EqpSuggestCandidate *x = &a->candidates[trial], *y = &b->candidates[trial];
      gsize size = (gsize) eqp_dataset_get_n (a->judged) * sizeof (gint32);

      g_assert_cmpstr (x->left_out, ==, y->left_out);
      if (x->labels == NULL)
        continue;
      g_assert_cmpfloat (x->modularity, ==, y->modularity);
      g_assert_cmpuint (x->seed, ==, y->seed);
      g_assert_cmpmem (x->labels, size, y->labels, size);
    }
}

/* Mean ARI of the pairs of three seeds. */
static double
agreement (const EqpSuggestion *self,
           double               gamma_rel)
{
  EqpGraph *graph = self->candidates[self->chosen].graph;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpContext context = { .pool = pool, .graph = graph };
  EqpParams params = eqp_params_default ();
  EqpResult *results[3];
  double sum = 0.0;

  params.k = self->k;
  params.gamma = gamma_rel * eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_dataset_get_n (self->judged), self->k,
                                             eqp_graph_get_total_weight (graph));
  for (int s = 0; s < 3; s++)
    {
      params.seed = (guint64) s + 1;
      results[s] = eqp_solver_run (self->solver, self->judged, &params, &context, NULL);
    }
  for (int s = 0; s < 3; s++)
    {
      EqpExternalMeasures measures;

      eqp_metrics_external (results[s]->n, results[s]->labels, results[(s + 1) % 3]->labels, &measures);
      sum += measures.ari;
    }
  for (int s = 0; s < 3; s++)
    eqp_result_free (results[s]);
  return sum / 3.0;
}

/* Classes at random, the true ones: the same choice, whatever the threads. Looking beside changes nothing of it. */
static void
test_blind (void)
{
  enum { N = 200 };
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpDataset) told = with_classes (digits, N, eqp_dataset_get_labels (digits));
  g_autofree gint32 *mixed = g_memdup2 (eqp_dataset_get_labels (digits), N * sizeof (gint32));
  const EqpSuggestOptions three = { .k_least = 10, .k_most = 10, .threads = 3 };
  g_autoptr (EqpDataset) lied_to = NULL;
  g_autoptr (EqpSuggestion) with_truth = suggest (told, 10, 10);
  g_autoptr (EqpSuggestion) with_lies = NULL;
  g_autoptr (EqpSuggestion) again = suggest (told, 10, 10);
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  eqp_rng_shuffle (&rng, mixed, N);
  lied_to = with_classes (digits, N, mixed);
  with_lies = eqp_suggest (lied_to, &three, NULL, NULL, NULL);
  assert_same (with_truth, with_lies);
  g_assert_cmpint (with_truth->runner_up, >=, 0);
  g_assert_cmpint (with_truth->runner_up, !=, with_truth->chosen);
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    g_assert_cmpfloat (with_truth->candidates[trial].modularity, <=,
                       with_truth->candidates[with_truth->chosen].modularity);

  if (EQP_TEST_IS_WATCHED)
    return; /* two grids of 32 runs take minutes there */
  eqp_suggest_beside (with_truth, eqp_dataset_get_labels (told), 1, NULL, NULL);
  eqp_suggest_beside (with_lies, mixed, 1, NULL, NULL);
  assert_same (with_truth, again);
  assert_same (with_lies, again);
  g_assert_cmpint (with_truth->beside.n_grid, ==, 4 * 8);
  g_assert_cmpfloat (with_truth->beside.acc, >, 0.8);
  g_assert_cmpfloat (with_truth->beside.best_acc, >=, with_truth->beside.acc);
  g_assert_cmpfloat (with_lies->beside.best_acc, <, 0.3);
  g_assert_cmpfloat (with_truth->beside.plateau_from, <=, with_truth->beside.plateau_to);
  eqp_assert_close (with_truth->beside.plateau_from, with_lies->beside.plateau_from, 1e-12);
  /* The least of the plateau, which its ends belong to. */
  g_assert_cmpfloat (with_truth->beside.plateau_agreement, <=,
                     agreement (with_truth, with_truth->beside.plateau_from) + 1e-12);
  g_assert_cmpfloat (with_truth->beside.plateau_agreement, <=,
                     agreement (with_truth, with_truth->beside.plateau_to) + 1e-12);
}

static void
test_left_out (void)
{
  static const double three[] = { 0, 1, 2, 1, 1, 0, 2, 1, 1, 5, 4, 5, 5, 5, 4, 6, 4, 4, 9, 0, 9, 9, 1, 9, 8, 1, 9 };
  static const double one_large[] = { 0,   1, 2, 100, 1, 0, 200, 1, 1, 500, 4, 5, 510,
                                      5,   4, 600, 4, 4, 900, 0, 9, 910, 1, 9, 800, 1, 9 };
  g_autoptr (EqpDataset) wide = blobs (1000.0);
  g_autoptr (EqpDataset) narrow = eqp_test_dataset (9, 3, three);
  g_autoptr (EqpSuggestion) of_wide = suggest (wide, BLOBS, BLOBS);
  g_autoptr (EqpDataset) uneven = eqp_test_dataset (9, 3, one_large);
  g_autoptr (EqpSuggestion) of_narrow = suggest (narrow, 3, 3);
  g_autoptr (EqpSuggestion) of_uneven = suggest (uneven, 3, 3);
  g_autoptr (GPtrArray) warnings = eqp_suggestion_dup_warnings (of_wide);

  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      gboolean unscaled = trial == EQP_SUGGEST_AS_IS || trial == EQP_SUGGEST_TRAILING;

      g_assert_true ((of_wide->candidates[trial].left_out != NULL) == unscaled);
      if (unscaled)
        g_assert_nonnull (strstr (of_wide->candidates[trial].left_out, "“column 1” has 100 % of the variance"));
    }
  g_assert_cmpuint (warnings->len, >=, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, 0), "only 6 columns"));
  g_assert_nonnull (strstr (of_narrow->candidates[EQP_SUGGEST_TRAILING].left_out, "only 3 principal"));
  g_assert_cmpint (of_narrow->candidates[EQP_SUGGEST_WHITENED].preparation.pca, ==, 3);

  /* That there are too few comes before what one column does to those there are. */
  g_assert_nonnull (strstr (of_uneven->candidates[EQP_SUGGEST_AS_IS].left_out, "“column 1” has"));
  g_assert_nonnull (strstr (of_uneven->candidates[EQP_SUGGEST_TRAILING].left_out, "only 3 principal"));
}

/* They tell the components there are; what cannot be done keeps the name it has on other data. */
static void
test_names (void)
{
  static const double three[] = { 0, 1, 2, 1, 1, 0, 2, 1, 1, 5, 4, 5, 5, 5, 4, 6, 4, 4, 9, 0, 9, 9, 1, 9, 8, 1, 9 };
  g_autoptr (EqpDataset) six = blobs (1.0);
  g_autoptr (EqpDataset) narrow = eqp_test_dataset (9, 3, three);
  g_autoptr (EqpSuggestion) of_six = suggest (six, BLOBS, BLOBS);
  g_autoptr (EqpSuggestion) of_narrow = suggest (narrow, 3, 3);
  const struct
  {
    const EqpSuggestion *suggestion;
    EqpSuggestTrial      trial;
    const char          *name;
  } cases[] = { { of_six, EQP_SUGGEST_AS_IS, "As it is" },        { of_six, EQP_SUGGEST_STANDARD, "Standardized" },
                { of_six, EQP_SUGGEST_WHITENED, "PCA 6, whitened" }, { of_six, EQP_SUGGEST_TRAILING, "PCA 4..6" },
                { of_narrow, EQP_SUGGEST_WHITENED, "PCA 3, whitened" }, { of_narrow, EQP_SUGGEST_TRAILING, "PCA 4..103" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gint translated = 0; translated < 2; translated++)
      {
        g_autofree char *name = eqp_suggestion_dup_name (cases[i].suggestion, cases[i].trial, translated);

        g_assert_cmpstr (name, ==, cases[i].name);
      }
}

/* Rows that are all alike are refused; where all but one are, no clusters are told to be there. */
static void
test_degenerate (void)
{
  const EqpSuggestOptions options = { .k_least = 3, .k_most = 3, .threads = 1 };
  double values[80];
  g_autoptr (EqpDataset) same = NULL, but_one = NULL;
  g_autoptr (EqpSuggestion) suggestion = NULL;
  g_autoptr (GPtrArray) warnings = NULL;
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = 7.5;
  same = eqp_test_dataset (40, 2, values);
  g_assert_null (eqp_suggest (same, &options, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "nothing to tell clusters by"));

  values[0] = values[1] = 9.0;
  but_one = eqp_test_dataset (40, 2, values);
  suggestion = suggest (but_one, 3, 3);
  warnings = eqp_suggestion_dup_warnings (suggestion);
  g_assert_cmpfloat (suggestion->candidates[suggestion->chosen].modularity, <, 0.0);
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, warnings->len - 1), "no preparation shows any clusters"));
}

static void
test_sentences (void)
{
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (EqpSuggestion) suggestion = suggest (dataset, BLOBS, BLOBS);

  for (int part = 0; part < EQP_N_SUGGEST_PARTS; part++)
    {
      g_autofree char *choice = eqp_suggestion_dup_choice (suggestion, part);
      g_autofree char *reason = eqp_suggestion_dup_reason (suggestion, part);
      g_autofree char *next = eqp_suggestion_dup_runner_up (suggestion, part);

      g_assert_cmpstr (choice, !=, "");
      g_assert_true (g_str_has_suffix (reason, "."));
      g_assert_true ((next != NULL) == (part != EQP_SUGGEST_K));
    }
}

/* The four clouds are as many as come back in every subsample. */
static void
test_k (void)
{
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (EqpSuggestion) suggestion = suggest (dataset, 2, 8);
  g_autofree char *next = eqp_suggestion_dup_runner_up (suggestion, EQP_SUGGEST_K);

  g_assert_cmpint (suggestion->k, ==, BLOBS);
  g_assert_cmpuint (suggestion->ks->len, ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      const EqpSuggestK *entry = &g_array_index (suggestion->ks, EqpSuggestK, i);

      g_assert_cmpint (entry->k, ==, (gint) i + 2);
      g_assert_cmpfloat (entry->stability, <=, 1.0 + 1e-12);
    }
  eqp_assert_close (g_array_index (suggestion->ks, EqpSuggestK, 2).stability, 1.0, 1e-9);
  g_assert_nonnull (next);
  /* The preparations were compared anew at this K: their labels are so many. */
  for (gint64 i = 0, highest = 0; i <= BLOBS * BLOB; i++)
    if (i == BLOBS * BLOB)
      g_assert_cmpint (highest, ==, BLOBS - 1);
    else
      highest = MAX (highest, suggestion->candidates[suggestion->chosen].labels[i]);
}

/* ---- Time and stopping ------------------------------------------------------------------------------------------- */

static void
test_no_time (void)
{
  const EqpSuggestOptions options = { .k_least = BLOBS, .k_most = BLOBS, .seconds = 1e-9, .threads = 1 };
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (EqpSuggestion) suggestion = eqp_suggest (dataset, &options, NULL, NULL, NULL);
  g_autoptr (GPtrArray) warnings = eqp_suggestion_dup_warnings (suggestion);

  g_assert_cmpint (suggestion->chosen, ==, EQP_SUGGEST_AS_IS);
  g_assert_cmpint (suggestion->runner_up, ==, -1);
  g_assert_true (suggestion->out_of_time);
  for (int trial = EQP_SUGGEST_STANDARD; trial < EQP_N_SUGGEST; trial++)
    g_assert_cmpstr (suggestion->candidates[trial].left_out, ==, "There was no time left for it.");
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, 0), "did not suffice"));
  eqp_suggest_beside (suggestion, NULL, 1, NULL, NULL);
  g_assert_true (isnan (suggestion->beside.knee));
}

/* Time that is over before the first run: something is suggested all the same, and told to be unseen. */
static void
test_unseen (void)
{
  const EqpSuggestOptions options = {
    .k_least = 2, .k_most = 6, .seconds = 1.0, .begun = g_get_monotonic_time () - 9 * G_USEC_PER_SEC, .threads = 1
  };
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpSuggestion) suggestion = eqp_suggest (dataset, &options, NULL, NULL, &error);
  g_autoptr (GPtrArray) warnings = NULL;
  g_autofree char *reason = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (suggestion->chosen, ==, EQP_SUGGEST_AS_IS);
  g_assert_null (suggestion->candidates[0].labels);
  g_assert_null (suggestion->candidates[0].left_out);
  g_assert_cmpuint (suggestion->candidates[0].seed, ==, 1);
  g_assert_cmpint (suggestion->k, ==, 3);
  g_assert_true (suggestion->out_of_time);
  g_assert_false (suggestion->cancelled);
  for (int trial = EQP_SUGGEST_STANDARD; trial < EQP_N_SUGGEST; trial++)
    g_assert_cmpstr (suggestion->candidates[trial].left_out, ==, "There was no time left for it.");
  reason = eqp_suggestion_dup_reason (suggestion, EQP_SUGGEST_PREPARATION);
  g_assert_nonnull (strstr (reason, "no time to try any"));
  warnings = eqp_suggestion_dup_warnings (suggestion);
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, 0), "did not suffice"));
  eqp_suggest_beside (suggestion, NULL, 1, NULL, NULL);
  g_assert_true (isnan (suggestion->beside.knee));
}

typedef struct
{
  const EqpSuggestOptions *options;
  int                      steps;   /* so many are told of before */
} Sleeper;

/* Sleeps in one step of the work until its time is over. */
static void
oversleep (double      fraction,
           const char *what,
           gpointer    user_data)
{
  Sleeper *sleeper = user_data;
  const EqpSuggestOptions *options = sleeper->options;
  gint64 left = options->begun + (gint64) (options->seconds * G_USEC_PER_SEC) - g_get_monotonic_time ();

  if (sleeper->steps-- == 0)
    g_usleep ((gulong) MAX (0, left) + G_USEC_PER_SEC / 5);
}

/* Puts down, in sixteenths, how much was told to be done. */
static void
put_down (double      fraction,
          const char *what,
          gpointer    user_data)
{
  g_string_append_printf (user_data, "%g ", 16.0 * fraction);
}

/* What is in work when time is over is given up. A seed that not all preparations had counts for none, so that the
 * choice is that of the seeds before, and does not hang on which preparation came first. */
static void
test_cut (void)
{
  EqpSuggestOptions options = { .k_least = BLOBS, .k_most = BLOBS, .threads = 1 };
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (GString) told = g_string_new (NULL);
  const EqpProgress recorder = { put_down, told };
  g_autoptr (EqpSuggestion) whole = eqp_suggest (dataset, &options, &recorder, NULL, NULL);
  g_autoptr (EqpSuggestion) second = NULL;
  g_autoptr (EqpSuggestion) seed = NULL;
  g_autoptr (GPtrArray) warnings = NULL;
  Sleeper sleeper = { &options, 2 };
  const EqpProgress progress = { oversleep, &sleeper };

  g_assert_cmpint (whole->n_seeds, ==, 3);
  /* Of each preparation its graph and three seeds. */
  g_assert_cmpstr (told->str, ==, "0 2 2 4 4 6 6 8 9 10 11 12 13 14 15 16 ");
  /* Three times what is done before the sleep takes on this machine now; behind it nothing is left. */
  options.seconds = 1.0 + 1.5 * whole->seconds;
  /* Two steps are told of for each preparation: its beginning, and the run behind it. */
  options.begun = g_get_monotonic_time ();
  second = eqp_suggest (dataset, &options, &progress, NULL, NULL);
  g_assert_true (second->out_of_time);
  g_assert_cmpint (second->chosen, ==, EQP_SUGGEST_AS_IS);
  g_assert_null (second->candidates[EQP_SUGGEST_STANDARD].labels);
  g_assert_cmpint (second->n_seeds, ==, 1);

  /* In the second seed, after the first preparation of all four. */
  options.begun = g_get_monotonic_time ();
  sleeper.steps = 2 * EQP_N_SUGGEST;
  seed = eqp_suggest (dataset, &options, &progress, NULL, NULL);
  g_assert_true (seed->out_of_time);
  g_assert_false (seed->cancelled);
  g_assert_cmpint (seed->n_seeds, ==, 1);
  g_assert_cmpint (seed->runner_up, >=, 0);
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      g_assert_nonnull (seed->candidates[trial].labels);
      g_assert_cmpuint (seed->candidates[trial].seed, ==, 1);
    }
  warnings = eqp_suggestion_dup_warnings (seed);
  g_assert_nonnull (strstr (g_ptr_array_index (warnings, 1), "1 of 3 seeds"));
}

static void
stop_at_second (double      fraction,
                const char *what,
                gpointer    user_data)
{
  if (strcmp (what, "Standardized") == 0)
    g_cancellable_cancel (user_data);
}

static void
test_stopping (void)
{
  const EqpSuggestOptions options = { .k_least = 2, .k_most = 9, .threads = 1 };
  g_autoptr (EqpDataset) dataset = blobs (1.0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const EqpProgress progress = { stop_at_second, cancellable };
  g_autoptr (EqpSuggestion) suggestion = eqp_suggest (dataset, &options, &progress, cancellable, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (suggestion);
  g_assert_true (suggestion->cancelled);
  g_assert_cmpint (suggestion->chosen, ==, EQP_SUGGEST_AS_IS);
  g_assert_cmpint (suggestion->k, ==, 4);
  g_assert_null (eqp_suggest (dataset, &options, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_refusals (void)
{
  static const struct
  {
    gint        least;
    gint        most;
    const char *part;
  } cases[] = { { 1, 1, "from 2 to 33" }, { 3, 2, "from 3 to 2" }, { 2, 34, "from 2 to 34" }, { 2, 5, "give K as one number" } };
  g_autoptr (EqpDataset) karate = eqp_sample_load ("karate", NULL, NULL);
  g_autoptr (EqpSuggestion) suggestion = suggest (karate, 2, 2);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const EqpSuggestOptions options = { .k_least = cases[i].least, .k_most = cases[i].most };
      g_autoptr (GError) error = NULL;

      g_assert_null (eqp_suggest (karate, &options, NULL, NULL, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
  /* A graph has nothing to prepare, but the rest can be told. */
  g_assert_cmpint (suggestion->chosen, ==, EQP_SUGGEST_AS_IS);
  g_assert_true (eqp_preparation_is_none (&suggestion->candidates[0].preparation));
  eqp_assert_close (suggestion->candidates[0].modularity, 0.3715, 0.02);
}

/* More rows than can be judged in seconds are judged by a sample, the same one each time. */
static void
test_sample (void)
{
  enum { N = EQP_SUGGEST_MOST_ROWS + 2000 };
  g_autofree double *values = g_new (double, N * 2);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpSuggestion) suggestion = NULL;
  const EqpSuggestOptions options = { .k_least = 2, .k_most = 2, .seconds = 1e-9, .threads = 2 };
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (int i = 0; i < N; i++)
    {
      values[2 * i] = i;
      values[2 * i + 1] = N * eqp_rng_uniform (&rng);
    }
  dataset = eqp_test_dataset (N, 2, values);
  suggestion = eqp_suggest (dataset, &options, NULL, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_n (suggestion->judged), ==, EQP_SUGGEST_MOST_ROWS);
  for (int i = 0; i < EQP_SUGGEST_MOST_ROWS; i++)
    {
      g_assert_true (i == 0 || suggestion->rows[i] > suggestion->rows[i - 1]);
      g_assert_cmpfloat (eqp_dataset_get_value (suggestion->judged, i, 0), ==, suggestion->rows[i]);
    }
  g_assert_cmpint (suggestion->rows[EQP_SUGGEST_MOST_ROWS / 2], >, N * 2 / 5);
  g_assert_cmpint (suggestion->rows[EQP_SUGGEST_MOST_ROWS / 2], <, N * 3 / 5);
}

/* ---- The paper's sets -------------------------------------------------------------------------------------------- */

/* Above its best printed balanced figure, without a label; the large sets are measured by hand. */
static void
test_paper (gconstpointer data)
{
  static const struct
  {
    const char *file;
    double      printed;
  } sets[] = { { "data/coil20/COIL20.mat", 0.816 }, { "data/orl/ORL.mat", 0.501 }, { "data/jaffe/jaffe.mat", 0.643 },
               { "data/umist/UMIST.mat", 0.646 } };
  gsize set = GPOINTER_TO_SIZE (data);
  g_autofree char *path = eqp_test_shared_path (sets[set].file);
  EqpImportOptions import = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpSuggestion) suggestion = NULL;
  EqpExternalMeasures measures;
  gint k;

  if (path == NULL)
    return;
  if (EQP_TEST_IS_WATCHED)
    {
      g_test_skip ("minutes under a sanitizer; the smaller tests take the same way");
      return;
    }
  dataset = eqp_dataset_load (path, &import, NULL, NULL, &error);
  g_assert_no_error (error);
  k = eqp_dataset_get_n_classes (dataset);
  suggestion = suggest (dataset, k, k);
  eqp_metrics_external (suggestion->n, eqp_dataset_get_labels (dataset),
                        suggestion->candidates[suggestion->chosen].labels, &measures);
  g_test_message ("%s: ACC %.4f, printed %.3f", sets[set].file, measures.acc, sets[set].printed);
  g_assert_cmpfloat (measures.acc, >, sets[set].printed + 0.05);
}

int
main (int    argc,
      char **argv)
{
  static const char *const sets[] = { "coil20", "orl", "jaffe", "umist" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/suggest/modularity", test_modularity);
  g_test_add_func ("/session/suggest/modularity-by-hand", test_modularity_by_hand);
  g_test_add_func ("/session/suggest/blind", test_blind);
  g_test_add_func ("/session/suggest/left-out", test_left_out);
  g_test_add_func ("/session/suggest/names", test_names);
  g_test_add_func ("/session/suggest/degenerate", test_degenerate);
  g_test_add_func ("/session/suggest/sentences", test_sentences);
  g_test_add_func ("/session/suggest/k", test_k);
  g_test_add_func ("/session/suggest/no-time", test_no_time);
  g_test_add_func ("/session/suggest/unseen", test_unseen);
  g_test_add_func ("/session/suggest/cut", test_cut);
  g_test_add_func ("/session/suggest/stopping", test_stopping);
  g_test_add_func ("/session/suggest/refusals", test_refusals);
  g_test_add_func ("/session/suggest/sample", test_sample);
  for (gsize i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *name = g_strconcat ("/session/suggest/paper/", sets[i], NULL);

      g_test_add_data_func (name, GSIZE_TO_POINTER (i), test_paper);
    }
  return g_test_run ();
}
