/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies: whatever happens on the way (threads, pauses, kills, shards), the file of results is the same in the end. */
#include "config.h"

#include "eqp-study.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "eqp-test-loop.h"
#include "eqp-test.h"

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static EqpDataset *
load (const char *name)
{
  g_autoptr (GError) error = NULL;
  EqpImportOptions options = { 0 };
  EqpDataset *dataset = eqp_dataset_load (name, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return dataset;
}

static EqpStudyPlan *
plan_new (EqpDataset *dataset,
          gint64      trials)
{
  EqpParams params = eqp_params_default ();
  EqpStudyPlan *plan;

  params.k = 3;
  plan = eqp_study_plan_new ("sample:iris", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 0.1, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 0.25, FALSE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("ncut"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bmincut"), 1.0, TRUE, NULL);
  if (eqp_solver_find ("metis") != NULL)
    eqp_study_plan_add_group (plan, eqp_solver_find ("metis"), 1.0, TRUE, NULL);
  eqp_study_plan_add_setting (plan, "normalise", "none");
  eqp_study_plan_set_measures (plan, EQP_MEASURES_ALL);
  plan->seed = G_MAXUINT64 - 1; /* two steps on it is 0 */
  plan->trials = trials;
  return plan;
}

static char *
contents (const char *path)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) error = NULL;

  file = g_mapped_file_new (path, FALSE, &error);
  g_assert_no_error (error);
  return g_strndup (g_mapped_file_get_contents (file), g_mapped_file_get_length (file));
}

/* Makes a study that goes on with what @path holds, if anything, and starts it. */
static EqpStudy *
start (const EqpStudyPlan *plan,
       EqpDataset         *dataset,
       const char         *path,
       guint               threads,
       guint               shard,
       guint               n_shards)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpStudyResults) known = NULL;
  EqpStudy *study = eqp_study_new (plan, dataset);

  eqp_study_set_threads (study, threads);
  if (n_shards > 0)
    eqp_study_set_shard (study, shard, n_shards);
  g_assert_true (eqp_study_check (study, &error));
  g_assert_no_error (error);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      known = eqp_study_results_read (path, plan, &error);
      g_assert_no_error (error);
    }
  eqp_study_take_file (study, eqp_study_file_open (path, plan, known != NULL ? known->rows : NULL, shard, n_shards, FALSE,
                                                   &error));
  g_assert_no_error (error);
  if (known != NULL)
    eqp_study_take_rows (study, g_ptr_array_ref (known->rows));
  if (known != NULL)
    {
      g_ptr_array_unref (known->rows);
      known->rows = g_ptr_array_new ();
    }
  g_assert_true (eqp_study_start (study, &error));
  return study;
}

static void
finish (EqpStudy *study)
{
  eqp_wait_until (eqp_study_is_over (study), 100);
  g_assert_no_error (eqp_study_get_error (study));
  g_object_unref (study);
}

/* The file of a study that nothing disturbs. */
static char *
undisturbed (const EqpStudyPlan *plan,
             EqpDataset         *dataset,
             guint               threads)
{
  g_autofree char *path = path_of ("undisturbed");

  g_remove (path);
  finish (start (plan, dataset, path, threads, 0, 0));
  return contents (path);
}

static guint
count_lines (const char *text)
{
  guint lines = 0;

  for (; *text != '\0'; text++)
    lines += *text == '\n';
  return lines;
}

/* Any number of threads; and each row is what the method says when it is run alone. */
static void
test_same (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 4);
  g_autofree char *one = undisturbed (plan, dataset, 1);
  g_autofree char *path = path_of ("undisturbed");
  g_autoptr (EqpStudyResults) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);

  for (guint threads = 2; threads <= 32; threads *= 2)
    {
      g_autofree char *many = undisturbed (plan, dataset, threads);

      g_assert_cmpstr (many, ==, one);
    }

  results = eqp_study_results_read (path, plan, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->rows->len, ==, eqp_study_plan_get_n_cells (plan));
  for (guint i = 0; i < results->rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (results->rows, i);
      const EqpStudyGroup *group = &g_array_index (plan->groups, EqpStudyGroup, i % plan->groups->len);
      EqpContext context = { .pool = pool };
      EqpParams params = plan->params;
      g_autoptr (EqpResult) result = NULL;
      EqpExternalMeasures external;

      params.gamma = row->gamma;
      params.seed = plan->seed + i / plan->groups->len;
      if (group->relative)
        g_assert_cmpfloat (row->gamma_rel, ==, group->gamma);
      if (group->relative && g_str_equal (group->method, "bkm"))
        eqp_assert_close (row->gamma, group->gamma * eqp_gamma_unit (EQP_FAMILY_KMEANS, 150, 3,
                                                                     eqp_dataset_get_total_ss (dataset)), 1e-12);
      if (!group->relative && !isnan (group->gamma))
        g_assert_cmpfloat (row->gamma, ==, group->gamma);
      result = eqp_solver_run (eqp_solver_find (group->method), dataset, &params, &context, &error);
      g_assert_no_error (error);
      g_assert_cmpint (row->k, ==, 3);
      for (gint c = 0; c < 3; c++)
        g_assert_cmpint (row->sizes[c], ==, result->sizes[c]);
      eqp_assert_close (row->values[EQP_QUANTITY_OBJECTIVE], result->objective, 0.0);
      eqp_assert_close (row->values[EQP_QUANTITY_DATA_TERM], result->data_term, 0.0);
      eqp_assert_close (row->values[EQP_QUANTITY_ITERATIONS], (double) result->iterations, 0.0);
      g_assert_true (isnan (row->values[EQP_QUANTITY_SECONDS]));
      eqp_metrics_external (150, eqp_dataset_get_labels (dataset), result->labels, &external);
      eqp_assert_close (row->values[EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_ACC], external.acc, 0.0);
      eqp_assert_close (row->values[EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SSE],
                        eqp_metrics_sse (dataset, 3, result->labels), 1e-12);
      g_assert_true (isfinite (row->values[EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SILHOUETTE]));
      g_assert_true (isfinite (row->values[EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_CUT]));
    }
}

/* A method's own parameters are those of its group, and what has failed is run again. */
static void
test_own_and_failed (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (EqpStudyPlan) plan = NULL;
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const double own[8] = { 2.0, 0.5, 0.5, 0.2, 7.0 }; /* of "hkm" */
  const EqpSolver *solver = eqp_solver_find ("hkm");
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  EqpStudyRow *failed = eqp_study_row_new (0, 0.0, 0.0);
  EqpStudy *study;

  params.k = 3;
  plan = eqp_study_plan_new ("sample:iris", dataset, &params);
  eqp_study_plan_add_group (plan, solver, 0.0, TRUE, own);
  memcpy (params.own, own, sizeof own);
  params.seed = plan->seed;
  result = eqp_solver_run (solver, dataset, &params, &context, NULL);
  failed->failure = g_strdup ("There was no memory.");
  g_ptr_array_add (known, failed);

  study = eqp_study_new (plan, dataset);
  eqp_study_take_rows (study, g_ptr_array_ref (known));
  g_assert_true (eqp_study_start (study, NULL));
  eqp_wait_until (eqp_study_is_over (study), 100);
  g_assert_null (eqp_study_get_row (study, 0)->failure);
  eqp_assert_close (eqp_study_get_row (study, 0)->values[EQP_QUANTITY_ITERATIONS], (double) result->iterations, 0.0);
  eqp_assert_close (eqp_study_get_row (study, 0)->values[EQP_QUANTITY_OBJECTIVE], result->objective, 0.0);
  g_object_unref (study);
}

/* Killed anywhere: the file cut at every byte after its first line is read without complaint, and what goes on from it ends
 * in the same file. */
static void
test_cut_anywhere (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 2);
  g_autofree char *whole = undisturbed (plan, dataset, 2);
  g_autofree char *path = path_of ("cut");
  gsize head = (gsize) (strchr (whole, '\n') - whole) + 1, length = strlen (whole);

  for (gsize cut = head; cut <= length; cut++)
    {
      g_autoptr (EqpStudyResults) results = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents_full (path, whole, (gssize) cut, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      results = eqp_study_results_read (path, plan, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (results->rows->len, <=, eqp_study_plan_get_n_cells (plan));
      if (cut % 997 == 0 || cut == length || cut == head)
        {
          g_autofree char *again = NULL;

          finish (start (plan, dataset, path, 2, 0, 0));
          again = contents (path);
          g_assert_cmpstr (again, ==, whole);
        }
    }
}

/* Cancelled after every few rows, and each time continued. */
static void
test_resumed (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 6);
  g_autofree char *whole = undisturbed (plan, dataset, 2);
  g_autofree char *path = path_of ("resumed");
  g_autofree char *last = NULL;
  guint rounds = 0;
  gboolean cancelled = TRUE;

  while (cancelled)
    {
      EqpStudy *study = start (plan, dataset, path, 3, 0, 0);
      EqpStudyProgress before, now;

      eqp_study_get_progress (study, &before);
      do
        {
          g_usleep (100);
          eqp_study_get_progress (study, &now);
        }
      while (now.done < before.done + 5 && !eqp_study_is_over (study));
      eqp_study_cancel (study);
      eqp_wait_until (eqp_study_is_over (study), 100);
      eqp_study_get_progress (study, &now);
      cancelled = now.done < now.cells;
      g_object_unref (study);
      g_assert_cmpuint (++rounds, <, 100);
    }
  g_assert_cmpuint (rounds, >, 2);
  finish (start (plan, dataset, path, 1, 0, 0));
  last = contents (path);
  g_assert_cmpstr (last, ==, whole);
}

static void
test_shards (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 3);
  g_autofree char *whole = undisturbed (plan, dataset, 2);
  g_autofree char *merged_path = path_of ("merged");
  g_autofree char *merged_text = NULL;
  g_autoptr (EqpStudyResults) merged = NULL;
  g_autoptr (EqpStudyFile) file = NULL;
  g_autoptr (GError) error = NULL;
  char *paths[6] = { NULL };
  guint rows = 0;

  for (guint shard = 0; shard < 5; shard++)
    {
      g_autofree char *name = g_strdup_printf ("shard-%u", shard);
      g_autofree char *text = NULL;

      paths[4 - shard] = path_of (name);
      finish (start (plan, dataset, paths[4 - shard], 2, shard + 1, 5));
      text = contents (paths[4 - shard]);
      g_assert_cmpuint (count_lines (text), >, 1);
      rows += count_lines (text) - 1;
    }
  g_assert_cmpuint (rows, ==, eqp_study_plan_get_n_cells (plan));

  merged = eqp_study_results_merge ((const char *const *) paths, 5, &error);
  g_assert_no_error (error);
  file = eqp_study_file_open (merged_path, merged->plan, merged->rows, 0, 0, FALSE, &error);
  g_assert_no_error (error);
  merged_text = contents (merged_path);
  g_assert_cmpstr (merged_text, ==, whole);
  for (guint shard = 0; shard < 5; shard++)
    g_free (paths[shard]);
}

/* Each part has as many cells of each method as any other, or one more. */
static void
test_fair_shards (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 12);

  for (guint n_shards = 1; n_shards <= 12; n_shards++)
    for (guint group = 0; group < plan->groups->len; group++)
      {
        gint64 count[12] = { 0 };

        for (guint cell = group; cell < eqp_study_plan_get_n_cells (plan); cell += plan->groups->len)
          {
            g_assert_cmpuint (eqp_study_plan_get_shard (plan, cell, n_shards), <, n_shards);
            count[eqp_study_plan_get_shard (plan, cell, n_shards)]++;
          }
        for (guint shard = 0; shard < n_shards; shard++)
          g_assert_true (count[shard] == 12 / n_shards || count[shard] == 12 / n_shards + 1);
      }
}

/* More seeds and another method: what is known stays, the rest is added. */
static void
test_extended (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) small = plan_new (dataset, 1);
  g_autoptr (EqpStudyPlan) large = plan_new (dataset, 2);
  g_autofree char *path = path_of ("extended");
  g_autofree char *whole = NULL;
  g_autofree char *grown = NULL;
  g_autoptr (EqpStudyResults) refused = NULL;
  g_autoptr (GError) error = NULL;

  eqp_study_plan_add_group (large, eqp_solver_find ("ratiocut"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (large, eqp_solver_find ("ratiocut"), 2.0, TRUE, NULL); /* has no gamma: the same group */
  g_assert_cmpuint (large->groups->len, ==, small->groups->len + 1);
  whole = undisturbed (large, dataset, 2);
  finish (start (small, dataset, path, 2, 0, 0));
  finish (start (large, dataset, path, 2, 0, 0));
  grown = contents (path);
  g_assert_cmpstr (grown, ==, whole);

  refused = eqp_study_results_read (path, small, &error);
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_assert_null (refused);
}

static void
assert_refused (const char         *text,
                const EqpStudyPlan *plan,
                gint                code,
                const char         *part)
{
  g_autofree char *path = path_of ("refused");
  g_autoptr (EqpStudyResults) results = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  results = eqp_study_results_read (path, plan, &error);
  g_assert_null (results);
  g_assert_error (error, EQP_ERROR, code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” was expected in: %s", part, error->message);
  g_assert_null (strchr (error->message, '\n'));
}

static char *
replaced (const char *text,
          const char *old,
          const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (new, parts);
}

static void
test_refused (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpDataset) other = load ("sample:duplicates");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 2);
  g_autoptr (EqpStudyPlan) foreign = plan_new (other, 2);
  g_autoptr (EqpStudyPlan) changed = plan_new (dataset, 2);
  g_autofree char *whole = undisturbed (plan, dataset, 2);
  g_autofree char *version = replaced (whole, "\"version\":\"", "\"version\":\"9.");
  g_autofree char *broken = replaced (whole, "\"sizes\":[", "\"sizes\":[-1,");
  g_autofree char *unmeasured = replaced (whole, "\"measures\":{", "\"measurements\":{");
  g_autofree char *garbage = replaced (whole, "{\"event\":\"row\"", "{\"event\":\"ro");
  g_autofree char *twice = g_strconcat (whole, strstr (whole, "{\"event\":\"row\""), NULL);
  g_autofree char *differs = NULL;
  g_autofree char *last = g_strdup (g_strrstr (whole, "{\"event\":\"row\""));
  g_autofree char *changed_last = replaced (last, "\"objective\":", "\"objective\":1");

  differs = g_strconcat (whole, changed_last, NULL);
  changed->params.restarts = 2;
  g_ptr_array_set_size (changed->settings, 0);
  eqp_study_plan_add_setting (changed, "k", "3");
  eqp_study_plan_add_setting (changed, "starts", "2");
  assert_refused (whole, foreign, EQP_ERROR_INVALID_DATA, "other data (sample:iris, 150 rows)");
  assert_refused (whole, changed, EQP_ERROR_INVALID_PARAM, "made with starts: the usual value, not 2");
  assert_refused (version, plan, EQP_ERROR_UNSUPPORTED, "version 9.");
  assert_refused (broken, plan, EQP_ERROR_PARSE, "line 2");
  assert_refused (unmeasured, plan, EQP_ERROR_PARSE, "line 2");
  assert_refused (garbage, plan, EQP_ERROR_PARSE, "line 2");
  assert_refused ("", plan, EQP_ERROR_PARSE, "line 1");
  assert_refused ("x,y\n1,2\n", plan, EQP_ERROR_PARSE, "line 1");
  assert_refused ("{\"event\":\"study\"}\n", plan, EQP_ERROR_PARSE, "line 1");
  assert_refused (differs, plan, EQP_ERROR_INVALID_DATA, "differ");

  /* The same row twice is no harm. */
  {
    g_autofree char *path = path_of ("refused");
    g_autoptr (EqpStudyResults) results = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_true (g_file_set_contents (path, twice, -1, NULL));
    results = eqp_study_results_read (path, plan, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (results->rows->len, ==, eqp_study_plan_get_n_cells (plan));
  }
}

/* One writer at a time. */
static void
test_locked (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 1);
  g_autofree char *path = path_of ("locked");
  g_autoptr (EqpStudyFile) first = NULL;
  g_autoptr (EqpStudyFile) second = NULL;
  g_autoptr (GError) error = NULL;

  first = eqp_study_file_open (path, plan, NULL, 0, 0, FALSE, &error);
  g_assert_no_error (error);
  second = eqp_study_file_open (path, plan, NULL, 0, 0, FALSE, &error);
  g_assert_null (second);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);
  g_clear_pointer (&first, eqp_study_file_free);
  second = eqp_study_file_open (path, plan, NULL, 0, 0, FALSE, &error);
  g_assert_no_error (error);
}

/* A file that is replaced keeps who may read it, and nothing that a killed program left gets into it. */
static void
test_replaced (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 1);
  g_autofree char *path = path_of ("replaced"), *new = path_of ("replaced.new"), *rest = g_strnfill (5000, 'x');
  g_autofree char *head = eqp_study_plan_to_json (plan, 0, 0);
  g_autofree char *text = NULL;
  g_autoptr (EqpStudyFile) file = NULL;
  GStatBuf info;

  g_assert_true (g_file_set_contents (path, "", -1, NULL));
  g_assert_true (g_file_set_contents (new, rest, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  file = eqp_study_file_open (path, plan, NULL, 0, 0, 0, NULL);
  g_assert_nonnull (file);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, 0640);
  text = contents (path);
  g_assert_cmpstr (text, ==, head);
}

/* A disk that is full ends the study, with the rows that fit in the file. */
static void
test_full (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 5);
  g_autofree char *whole = undisturbed (plan, dataset, 2);
  g_autofree char *path = path_of ("full");
  g_autofree char *text = NULL;
  struct rlimit old, small;
  EqpStudy *study;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  small = old;
  small.rlim_cur = strlen (whole) / 2;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  study = start (plan, dataset, path, 2, 0, 0);
  eqp_wait_until (eqp_study_is_over (study), 100);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_error (eqp_study_get_error (study), G_FILE_ERROR, G_FILE_ERROR_FAILED);
  g_object_unref (study);

  text = contents (path);
  g_assert_true (g_str_has_suffix (text, "}\n"));
  g_assert_cmpuint (count_lines (text), >, 2);
  g_clear_pointer (&text, g_free);
  finish (start (plan, dataset, path, 2, 0, 0));
  text = contents (path);
  g_assert_cmpstr (text, ==, whole);
}

/* A cell that cannot be run leaves a row that says why, and is tried again; the others do not suffer. */
static void
test_failure (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 2);
  g_autofree char *path = path_of ("failure");
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  EqpStudyProgress progress;
  EqpStudy *study;

  /* In range on its own scale only. */
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 1e307, TRUE, NULL);
  study = start (plan, dataset, path, 2, 0, 0);
  eqp_wait_until (eqp_study_is_over (study), 100);
  eqp_study_get_progress (study, &progress);
  g_assert_cmpuint (progress.done, ==, progress.cells);
  g_assert_cmpuint (progress.failed, ==, 2);
  g_assert_nonnull (eqp_study_get_row (study, plan->groups->len - 1)->failure);
  g_assert_null (eqp_study_get_row (study, 0)->failure);
  g_object_unref (study);
  text = contents (path);
  g_assert_nonnull (strstr (text, "\"error\":\""));
  finish (start (plan, dataset, path, 2, 0, 0));
  again = contents (path);
  g_assert_cmpstr (again, ==, text);
}

/* -- control ----------------------------------------------------------------------------------------------------- */

/* Each cell would take hours. */
static EqpStudyPlan *
endless_plan (EqpDataset *dataset)
{
  EqpParams params = eqp_params_default ();
  EqpStudyPlan *plan;

  params.k = 10;
  params.restarts = 1000000;
  plan = eqp_study_plan_new ("sample:digits", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bmincut"), 1.0, TRUE, NULL);
  plan->trials = 10;
  return plan;
}

static int overs;

static void
over_cb (void)
{
  overs++;
}

static void
test_cancel (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:digits");
  g_autoptr (EqpStudyPlan) plan = endless_plan (dataset);
  g_autofree char *path = path_of ("endless");
  EqpStudy *study = start (plan, dataset, path, 3, 0, 0);
  EqpStudyProgress progress;
  g_autofree char *text = NULL;
  gint64 begin;

  overs = 0;
  g_signal_connect (study, "over", G_CALLBACK (over_cb), NULL);
  do
    {
      g_usleep (1000);
      eqp_study_get_progress (study, &progress);
    }
  while (progress.running < 3);
  g_usleep (300000);
  begin = g_get_monotonic_time ();
  eqp_study_cancel (study);
  eqp_wait_until (overs == 1, 20);
  g_test_message ("stopped after %.3f s", (double) (g_get_monotonic_time () - begin) * 1e-6);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 20 * G_USEC_PER_SEC);
  eqp_study_get_progress (study, &progress);
  g_assert_cmpuint (progress.done, ==, 0);
  g_assert_cmpuint (progress.running, ==, 0);
  g_object_unref (study);
  text = contents (path);
  g_assert_cmpuint (count_lines (text), ==, 1);
}

static void
test_drop (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:digits");
  g_autoptr (EqpStudyPlan) plan = endless_plan (dataset);
  g_autofree char *path = path_of ("dropped");
  EqpStudy *study = start (plan, dataset, path, 3, 0, 0);
  g_autoptr (EqpStudyFile) file = NULL;
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  g_usleep (50000);
  g_object_unref (study);
  /* Its threads let go of the file when they have ended. */
  while (file == NULL && g_get_monotonic_time () < deadline)
    {
      g_usleep (10000);
      file = eqp_study_file_open (path, plan, NULL, 0, 0, FALSE, NULL);
    }
  g_assert_nonnull (file);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_pause (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 40);
  g_autofree char *path = path_of ("paused");
  EqpStudy *study = start (plan, dataset, path, 2, 0, 0);
  EqpStudyProgress resting, later;

  eqp_study_pause (study, TRUE);
  do
    {
      g_usleep (1000);
      eqp_study_get_progress (study, &resting);
    }
  while (resting.running > 0 || resting.preparing);
  g_usleep (100000);
  eqp_study_get_progress (study, &later);
  g_assert_true (later.paused);
  g_assert_cmpuint (later.done, ==, resting.done);
  g_assert_cmpuint (later.done, <, later.cells);
  eqp_assert_close (later.elapsed, resting.elapsed, 1e-9);
  g_assert_false (eqp_study_is_over (study));

  eqp_study_pause (study, FALSE);
  eqp_wait_until (eqp_study_is_over (study), 100);
  eqp_study_get_progress (study, &later);
  g_assert_cmpuint (later.done, ==, later.cells);
  eqp_assert_close (later.left, 0.0, 0.0);
  g_object_unref (study);
}

static void
test_cancel_while_paused (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 40);
  g_autofree char *path = path_of ("cancelled-while-paused");
  EqpStudy *study = start (plan, dataset, path, 2, 0, 0);

  eqp_study_pause (study, TRUE);
  g_usleep (20000);
  eqp_study_cancel (study);
  eqp_wait_until (eqp_study_is_over (study), 20);
  g_object_unref (study);
}

static void
test_labels (void)
{
  g_autoptr (EqpDataset) dataset = load ("sample:iris");
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset, 1);
  EqpStudy *study = eqp_study_new (plan, dataset);
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *path = path_of ("labels"), *head = eqp_study_plan_to_json (plan, 0, 0);
  g_autoptr (GString) text = g_string_new (head);
  g_autoptr (EqpStudyResults) results = NULL;

  eqp_study_set_keep_labels (study, TRUE);
  g_assert_true (eqp_study_start (study, NULL));
  eqp_wait_until (eqp_study_is_over (study), 100);
  rows = eqp_study_dup_rows (study);
  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);
      gint64 sizes[3] = { 0 };

      g_assert_nonnull (row->labels);
      for (gint64 at = 0; at < 150; at++)
        sizes[eqp_labels_get (row->labels, at)]++;
      for (gint c = 0; c < 3; c++)
        g_assert_cmpint (sizes[c], ==, row->sizes[c]);
      /* Of a row that is there twice the labels are kept. */
      eqp_study_row_write (row, plan, 0, text);
      eqp_study_row_write (row, plan, EQP_ROW_LABELS, text);
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  results = eqp_study_results_read (path, plan, NULL);
  g_assert_cmpuint (results->rows->len, ==, rows->len);
  for (guint i = 0; i < rows->len; i++)
    g_assert_nonnull (((const EqpStudyRow *) g_ptr_array_index (results->rows, i))->labels);
  g_object_unref (study);
}

int
main (int    argc,
      char **argv)
{
  int status;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-study-XXXXXX", NULL);
  g_test_add_func ("/session/study/same", test_same);
  g_test_add_func ("/session/study/cut-anywhere", test_cut_anywhere);
  g_test_add_func ("/session/study/resumed", test_resumed);
  g_test_add_func ("/session/study/shards", test_shards);
  g_test_add_func ("/session/study/own-and-failed", test_own_and_failed);
  g_test_add_func ("/session/study/fair-shards", test_fair_shards);
  g_test_add_func ("/session/study/extended", test_extended);
  g_test_add_func ("/session/study/refused", test_refused);
  g_test_add_func ("/session/study/locked", test_locked);
  g_test_add_func ("/session/study/replaced", test_replaced);
  g_test_add_func ("/session/study/full", test_full);
  g_test_add_func ("/session/study/failure", test_failure);
  g_test_add_func ("/session/study/cancel", test_cancel);
  g_test_add_func ("/session/study/drop", test_drop);
  g_test_add_func ("/session/study/pause", test_pause);
  g_test_add_func ("/session/study/cancel-while-paused", test_cancel_while_paused);
  g_test_add_func ("/session/study/labels", test_labels);
  status = g_test_run ();
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = path_of (name);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
  return status;
}
