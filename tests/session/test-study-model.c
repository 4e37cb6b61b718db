/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The study of the window: its grid, its numbers against runs made one by one, the agreement of seeds, the stream of
 * sizes, and that it can be paused, stopped and replaced at any time. */
#include "config.h"

#include "eqp-study-kept.h"
#include "eqp-study-model.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "eqp-test-workspace.h"
#include "eqp-test.h"

typedef struct
{
  EqpWorkspace  *workspace;
  EqpStudyModel *model;
  char          *failure;
} Fixture;

static void
failed_cb (Fixture    *fixture,
           const char *message)
{
  g_free (fixture->failure);
  fixture->failure = g_strdup (message);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->workspace = eqp_test_workspace_new ();
  fixture->model = eqp_study_model_new (fixture->workspace);
  g_signal_connect_swapped (fixture->model, "failed", G_CALLBACK (failed_cb), fixture);
  eqp_workspace_open (fixture->workspace, data, NULL);
  eqp_wait_until (eqp_workspace_get_prepared (fixture->workspace) != NULL &&
                  eqp_test_workspace_is_at_rest (fixture->workspace), 30);
  eqp_test_workspace_set_method (fixture->workspace, "bkm");
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  gpointer weak_model = fixture->model, weak_workspace = fixture->workspace;

  g_object_add_weak_pointer (G_OBJECT (fixture->model), &weak_model);
  g_object_add_weak_pointer (G_OBJECT (fixture->workspace), &weak_workspace);
  g_object_unref (fixture->model);
  g_object_unref (fixture->workspace);
  eqp_wait_until (weak_model == NULL && weak_workspace == NULL, 20);
  g_free (fixture->failure);
}

static void
count_cb (int *count)
{
  ++*count;
}

static guint
count_done (EqpStudyModel *model)
{
  const EqpStudyTable *table = eqp_study_model_get_table (model);
  guint done = 0;

  for (guint i = 0; table != NULL && i < table->n_groups; i++)
    done += table->groups[i].done;
  return done;
}

/* The table follows the study by a moment. */
static void
finish (Fixture            *fixture,
        const EqpStudyGrid *grid)
{
  eqp_study_model_start (fixture->model, grid);
  eqp_wait_until (!eqp_study_model_is_running (fixture->model), 60);
  eqp_wait_until (count_done (fixture->model) ==
                      eqp_study_grid_count_cells (grid, eqp_study_model_get_solver (fixture->model)),
                  20);
}

/* A cell is the run that anybody gets with the same settings. */
static void
test_numbers (Fixture      *fixture,
              gconstpointer data)
{
  const EqpStudyGrid grid = { 0.01, 100.0, 5, 3, TRUE, TRUE };
  const EqpStudyTable *table;
  g_autoptr (GPtrArray) rows = NULL;
  EqpStudyProgress progress;

  g_assert_cmpint (eqp_study_grid_count_cells (&grid, eqp_study_model_get_solver (fixture->model)), ==, 3 * (5 + 5 + 1));
  finish (fixture, &grid);
  g_assert_null (fixture->failure);
  table = eqp_study_model_get_table (fixture->model);
  g_assert_cmpint (table->n_groups, ==, 11);
  for (gint i = 0; i < 5; i++)
    {
      g_assert_cmpstr (table->groups[i].method, ==, "bkm");
      g_assert_cmpstr (table->groups[5 + i].method, ==, "bkm-published");
      g_assert_cmpfloat_with_epsilon (log10 (table->groups[i].gamma_rel), i - 2.0, 1e-9);
    }
  g_assert_cmpstr (table->groups[10].method, ==, "kmeans");
  g_assert_true (eqp_study_model_get_progress (fixture->model, &progress));
  g_assert_cmpint (progress.done, ==, 33);

  rows = eqp_study_dup_rows (eqp_study_model_get_study (fixture->model));
  for (guint t = 0; t < 3; t++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, 11 * t + 3);
      EqpDataset *dataset = eqp_workspace_get_prepared (fixture->workspace);
      EqpParams params = eqp_workspace_get_settings (fixture->workspace)->params;
      g_autoptr (EqpPool) pool = eqp_pool_new (1);
      EqpContext context = { .pool = pool };
      g_autoptr (EqpResult) result = NULL;

      params.seed += t;
      params.gamma = row->gamma;
      result = eqp_solver_run (eqp_solver_find ("bkm"), dataset, &params, &context, NULL);
      g_assert_cmpfloat (row->values[EQP_QUANTITY_DATA_TERM], ==, result->data_term);
      for (gint c = 0; c < result->k; c++)
        g_assert_cmpint (row->sizes[c], ==, result->sizes[c]);
    }
}

/* Pairs of rows that runs are given hold in all cells; a method that takes none is refused with the reason. */
static void
test_pairs (Fixture      *fixture,
            gconstpointer data)
{
  EqpStudyGrid grid = { 0.1, 10.0, 2, 2, TRUE, FALSE };
  g_autofree char *folder = g_dir_make_tmp ("equipoise-XXXXXX", NULL), *file = g_build_filename (folder, "pairs", NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_assert_true (g_file_set_contents (file, "1,51\n2,101\n", -1, NULL));
  eqp_workspace_set_given_source (fixture->workspace, EQP_GIVEN_MUST_LINKS, file);
  eqp_wait_until (eqp_workspace_get_given (fixture->workspace) != NULL, 20);
  finish (fixture, &grid);
  g_assert_null (fixture->failure);
  rows = eqp_study_dup_rows (eqp_study_model_get_study (fixture->model));
  g_assert_cmpuint (rows->len, ==, 6);
  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);
      g_autofree gint32 *labels = g_new (gint32, 150);

      eqp_labels_unpack (row->labels, labels);
      g_assert_cmpint (labels[0], ==, labels[50]);
      g_assert_cmpint (labels[1], ==, labels[100]);
    }

  grid.published = TRUE;
  eqp_study_model_start (fixture->model, &grid);
  eqp_wait_until (fixture->failure != NULL, 20);
  g_assert_nonnull (strstr (fixture->failure, "keeps no pairs"));
  g_unlink (file);
  g_rmdir (folder);
}

/* The mean over the pairs of seeds, by the definition of the index on counted pairs of rows. */
static void
test_stability (Fixture      *fixture,
                gconstpointer data)
{
  const EqpStudyGrid grid = { 0.1, 10.0, 3, 3, FALSE, FALSE };
  g_autoptr (GPtrArray) rows = NULL;
  const double *stability;
  gint64 n;

  finish (fixture, &grid);
  stability = eqp_study_model_get_stability (fixture->model);
  g_assert_nonnull (stability);
  eqp_wait_until (!isnan (stability[0]) && !isnan (stability[1]) && !isnan (stability[2]), 20);
  rows = eqp_study_dup_rows (eqp_study_model_get_study (fixture->model));
  n = eqp_dataset_get_n (eqp_workspace_get_prepared (fixture->workspace));
  for (guint g = 0; g < 3; g++)
    {
      double sum = 0.0;

      for (guint s = 0; s < 3; s++)
        for (guint t = s + 1; t < 3; t++)
          {
            EqpLabels *a = ((EqpStudyRow *) g_ptr_array_index (rows, 3 * s + g))->labels;
            EqpLabels *b = ((EqpStudyRow *) g_ptr_array_index (rows, 3 * t + g))->labels;
            double both = 0.0, in_a = 0.0, in_b = 0.0, all = n * (n - 1) / 2.0, expected;

            for (gint64 i = 0; i < n; i++)
              for (gint64 j = i + 1; j < n; j++)
                {
                  gboolean same_a = eqp_labels_get (a, i) == eqp_labels_get (a, j);
                  gboolean same_b = eqp_labels_get (b, i) == eqp_labels_get (b, j);

                  both += same_a && same_b;
                  in_a += same_a;
                  in_b += same_b;
                }
            expected = in_a * in_b / all;
            sum += (both - expected) / ((in_a + in_b) / 2.0 - expected);
          }
      g_assert_cmpfloat_with_epsilon (stability[g], sum / 3.0, 1e-9);
    }
}

/* Sizes are those of the path, in another order at the most; rows that move are counted by their labels. */
static void
test_stream (Fixture      *fixture,
             gconstpointer data)
{
  const EqpPathStream *stream;
  EqpPath *path;
  double unit;
  int told = 0;

  g_signal_connect_swapped (fixture->model, "stream-changed", G_CALLBACK (count_cb), &told);
  g_assert_true (eqp_workspace_find_path (fixture->workspace));
  eqp_wait_until (eqp_study_model_get_stream (fixture->model, &unit) != NULL && told >= 2, 60);
  stream = eqp_study_model_get_stream (fixture->model, &unit);
  path = eqp_workspace_get_path (fixture->workspace);
  g_assert_cmpint (stream->n_pieces, ==, eqp_path_get_n_pieces (path));
  g_assert_cmpint (stream->n_pieces, >, 2);
  g_assert_cmpfloat (unit, ==, eqp_workspace_get_gamma_unit (fixture->workspace));
  for (guint p = 0; p < stream->n_pieces; p++)
    {
      const EqpPathPiece *piece = eqp_path_get_piece (path, (gint) p);
      gint64 squares = 0, rows = 0, least = 0;

      for (gint c = 0; c < stream->k; c++)
        {
          gint64 size = stream->sizes[p * (gsize) stream->k + c];

          rows += size;
          squares += size * size;
          if (p > 0)
            least += MAX (0, size - stream->sizes[(p - 1) * (gsize) stream->k + c]);
        }
      g_assert_cmpfloat (stream->from[p], ==, piece->from);
      g_assert_true ((piece->from == 0.0) == (p == 0));
      g_assert_cmpint (rows, ==, eqp_path_get_n (path));
      g_assert_cmpint (squares, ==, piece->squares);
      /* What a cluster has gained has moved; nobody moves without changing anything. */
      g_assert_cmpint (stream->moved[p], >=, least);
      g_assert_true ((stream->moved[p] == 0) == (p == 0));
      /* Never more than by leaving all numbers as they are. */
      if (p > 0)
        {
          g_autofree gint32 *a = g_new (gint32, rows), *b = g_new (gint32, rows);
          gint64 differ = 0;

          eqp_path_get_labels (path, (gint) p - 1, a);
          eqp_path_get_labels (path, (gint) p, b);
          for (gint64 i = 0; i < rows; i++)
            differ += a[i] != b[i];
          g_assert_cmpint (stream->moved[p], <=, differ);
        }
    }
}

/* Measures are those of the labels of the piece, and a piece that is asked for is what is shown. */
static void
test_path_measures (Fixture      *fixture,
                    gconstpointer data)
{
  const gint32 *truth = eqp_dataset_get_labels (eqp_workspace_get_prepared (fixture->workspace));
  const EqpPathStream *stream;
  EqpPath *path;
  double unit;

  g_assert_true (eqp_workspace_find_path (fixture->workspace));
  eqp_wait_until (eqp_study_model_get_stream (fixture->model, &unit) != NULL, 60);
  stream = eqp_study_model_get_stream (fixture->model, &unit);
  path = eqp_workspace_get_path (fixture->workspace);
  for (guint p = 0; p < stream->n_pieces; p++)
    {
      g_autofree gint32 *labels = g_new (gint32, eqp_path_get_n (path));
      const double *measures = stream->measures + p * (gsize) EQP_N_MEASURES;
      EqpExternalMeasures external;
      gint64 least = G_MAXINT64, most = 0;

      eqp_path_get_labels (path, (gint) p, labels);
      eqp_metrics_external (eqp_path_get_n (path), truth, labels, &external);
      g_assert_cmpfloat (measures[EQP_MEASURE_ACC], ==, external.acc);
      g_assert_cmpfloat (measures[EQP_MEASURE_NMI], ==, external.nmi);
      for (gint c = 0; c < stream->k; c++)
        {
          least = MIN (least, stream->sizes[p * (gsize) stream->k + c]);
          most = MAX (most, stream->sizes[p * (gsize) stream->k + c]);
        }
      g_assert_cmpfloat (measures[EQP_MEASURE_MAX_MINUS_MIN], ==, (double) (most - least));
      g_assert_true (isnan (measures[EQP_MEASURE_SILHOUETTE]));
    }
}

static void
test_show (Fixture      *fixture,
           gconstpointer data)
{
  const EqpStudyGrid grid = { 0.01, 100.0, 5, 2, TRUE, FALSE };
  g_autoptr (GPtrArray) rows = NULL;
  const EqpStudyRow *row;
  const EqpResult *result;

  finish (fixture, &grid);
  rows = eqp_study_dup_rows (eqp_study_model_get_study (fixture->model));
  row = g_ptr_array_index (rows, 3);
  g_assert_true (eqp_study_model_show (fixture->model, "bkm", row->gamma_rel));
  eqp_wait_until (!eqp_workspace_is_running (fixture->workspace) &&
                  eqp_workspace_get_run (fixture->workspace) != NULL &&
                  eqp_run_get_result (eqp_workspace_get_run (fixture->workspace)) != NULL, 20);
  result = eqp_run_get_result (eqp_workspace_get_run (fixture->workspace));
  g_assert_cmpfloat (result->data_term, ==, row->values[EQP_QUANTITY_DATA_TERM]);
  g_assert_true (eqp_study_model_show (fixture->model, "kmeans", 0.0));
  eqp_wait_until (eqp_workspace_get_settings (fixture->workspace)->solver == eqp_solver_find ("kmeans"), 5);

  /* Of other data nothing can be shown; what came out stays. */
  eqp_workspace_open (fixture->workspace, "sample:moons", NULL);
  eqp_wait_until (eqp_workspace_get_prepared (fixture->workspace) != NULL &&
                  eqp_workspace_get_prepared (fixture->workspace) != eqp_study_model_get_dataset (fixture->model) &&
                  eqp_test_workspace_is_at_rest (fixture->workspace), 30);
  g_assert_false (eqp_study_model_show (fixture->model, "bkm", 1.0));
  g_assert_nonnull (eqp_study_model_get_table (fixture->model));
}

/* Whatever is done to it while it is under way. */
static void
test_stop (Fixture      *fixture,
           gconstpointer data)
{
  const EqpStudyGrid large = { 0.001, 1000.0, 200, 200, TRUE, TRUE }, small = { 0.1, 10.0, 2, 2, TRUE, FALSE };
  EqpStudyProgress progress;
  guint done;

  eqp_study_model_start (fixture->model, &large);
  eqp_study_model_stop (fixture->model);
  g_assert_false (eqp_study_model_is_running (fixture->model));

  eqp_study_model_start (fixture->model, &large);
  eqp_wait_until (eqp_study_model_get_progress (fixture->model, &progress) && progress.done > 0, 30);
  eqp_study_model_pause (fixture->model, TRUE);
  eqp_wait_until (eqp_study_model_get_progress (fixture->model, &progress) && progress.running == 0, 30);
  done = progress.done;
  g_assert_true (progress.paused);
  g_assert_cmpint (done, <, progress.cells);
  eqp_study_model_pause (fixture->model, FALSE);
  eqp_wait_until (eqp_study_model_get_progress (fixture->model, &progress) && progress.done > done, 30);
  eqp_study_model_stop (fixture->model);
  eqp_wait_until (!eqp_study_model_is_running (fixture->model), 30);
  g_assert_nonnull (eqp_study_model_get_table (fixture->model));

  /* One takes the place of the other. */
  eqp_study_model_start (fixture->model, &large);
  finish (fixture, &small);
  g_assert_cmpint (eqp_study_model_get_table (fixture->model)->n_groups, ==, 3);
}

/* What no method can do is said, and there is no study. */
static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  const EqpStudyGrid grid = { 0.1, 10.0, 2, 1, FALSE, FALSE };
  EqpSettings settings = *eqp_workspace_get_settings (fixture->workspace);

  /* Three clusters of so many rows are more than there are. */
  settings.params.min_size = 100;
  eqp_workspace_set_settings (fixture->workspace, &settings);
  eqp_study_model_start (fixture->model, &grid);
  eqp_wait_until (fixture->failure != NULL, 20);
  g_assert_false (eqp_study_model_is_running (fixture->model));
  g_assert_null (eqp_study_model_get_table (fixture->model));
}

/* A method without gamma is studied as the balanced one of its family. */
static void
test_family (Fixture      *fixture,
             gconstpointer data)
{
  const EqpStudyGrid grid = { 0.1, 10.0, 3, 1, TRUE, TRUE };

  eqp_test_workspace_set_method (fixture->workspace, "ncut");
  g_assert_cmpstr (eqp_study_model_get_solver (fixture->model)->id, ==, "bmincut");
  finish (fixture, &grid);
  g_assert_cmpstr (eqp_study_model_get_table (fixture->model)->groups[6].method, ==, "mincut");
  g_assert_cmpint (eqp_study_model_get_table (fixture->model)->groups[0].count[EQP_QUANTITY_FIRST_MEASURE +
                                                                              EQP_MEASURE_CUT], ==, 1);
  g_assert_null (eqp_study_model_get_stability (fixture->model));
}

/* A study that is over is kept as it is, whatever becomes of the model and the workspace. */
static void
test_kept (Fixture      *fixture,
           gconstpointer data)
{
  static const struct { EqpPreparation preparation; const char *name; } names[] = {
    { { 0 }, "as it is" }, { { .normalize = EQP_NORMALIZE_STANDARD }, "standardized" }, { { .pca = 3 }, "PCA 3" },
    { { .normalize = EQP_NORMALIZE_UNIT, .pca = 5, .pca_from = 2, .whiten = TRUE }, "rows of length 1, PCA 2..5, whitened" },
    { { .normalize = EQP_NORMALIZE_MINMAX, .pca = 2, .pca_from = 1 }, "scaled to 0..1, PCA 2" },
  };
  const EqpStudyGrid grid = { 0.1, 10.0, 2, 2, TRUE, FALSE }, next = { 0.5, 5.0, 2, 1, FALSE, FALSE };
  const EqpStudyTable *table;
  EqpStudyKept *kept, *late;
  EqpPreparation preparation = { .normalize = EQP_NORMALIZE_STANDARD };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = eqp_preparation_dup_name (&names[i].preparation);

      g_assert_cmpstr (name, ==, names[i].name);
    }
  g_assert_null (eqp_study_kept_new (fixture->model));
  eqp_study_model_start (fixture->model, &grid);
  g_assert_null (eqp_study_kept_new (fixture->model));
  finish (fixture, &grid);
  eqp_wait_until (eqp_study_model_get_stability (fixture->model) != NULL, 20);
  table = eqp_study_model_get_table (fixture->model);
  kept = eqp_study_kept_new (fixture->model);
  g_assert_true (kept->study == eqp_study_model_get_study (fixture->model));
  g_assert_true (kept->dataset == eqp_workspace_get_prepared (fixture->workspace));
  g_assert_cmpmem (&kept->grid, sizeof grid, &grid, sizeof grid);
  g_assert_cmpstr (kept->preparation, ==, "as it is");
  g_assert_cmpuint (kept->table->n_groups, ==, 3);
  for (guint g = 0; g < 3; g++)
    {
      g_assert_cmpuint (kept->table->groups[g].done, ==, 2);
      g_assert_cmpfloat (kept->table->groups[g].mean[EQP_QUANTITY_OBJECTIVE], ==,
                         table->groups[g].mean[EQP_QUANTITY_OBJECTIVE]);
    }
  g_assert_cmpmem (kept->stability, 3 * sizeof (double), eqp_study_model_get_stability (fixture->model),
                   3 * sizeof (double));
  /* Prepared otherwise, it is of the data before. */
  eqp_workspace_set_preparation (fixture->workspace, &preparation);
  eqp_wait_until (eqp_test_workspace_is_at_rest (fixture->workspace) &&
                  eqp_workspace_get_prepared (fixture->workspace) != kept->dataset, 20);
  late = eqp_study_kept_new (fixture->model);
  if (late != NULL)
    g_assert_cmpstr (late->preparation, ==, "data before");
  eqp_study_kept_unref (late);
  finish (fixture, &next);
  late = eqp_study_kept_new (eqp_study_kept_ref (kept) == kept ? fixture->model : NULL);
  eqp_study_kept_unref (kept);
  g_assert_cmpstr (late->preparation, ==, "standardized");
  g_assert_null (late->stability);
  g_assert_cmpuint (kept->table->n_groups, ==, 3);
  eqp_study_kept_unref (late);
  eqp_study_kept_unref (kept);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/session/study-model/" name, Fixture, "sample:iris", set_up, func, tear_down)
  ADD ("numbers", test_numbers);
  ADD ("pairs", test_pairs);
  ADD ("stability", test_stability);
  /* Its path names clusters in other orders. */
  g_test_add ("/session/study-model/stream", Fixture, "sample:blobs", set_up, test_stream, tear_down);
  ADD ("path-measures", test_path_measures);
  ADD ("show", test_show);
  ADD ("stop", test_stop);
  ADD ("refused", test_refused);
  ADD ("family", test_family);
  ADD ("kept", test_kept);
  return g_test_run ();
}
