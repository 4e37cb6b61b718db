/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows with what the run found of them: the same values as row by row, in the order of a slow and obvious sort, filtered by cluster and
 * text, of the run shown, and gone with the data. */
#include "config.h"

#include "eqp-row-model.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-row-order.h"
#include "eqp-test-workspace.h"
#include "eqp-test.h"

static gboolean
is_at_rest (EqpWorkspace *workspace,
            EqpRowModel  *model)
{
  EqpLabels *labels = eqp_workspace_get_labels (workspace);

  return eqp_test_workspace_is_at_rest (workspace) && !eqp_row_model_is_busy (model) &&
         eqp_row_model_get_labels (model) == labels && (labels == NULL || eqp_row_model_get_costs (model) != NULL);
}

static void
run (EqpWorkspace *workspace,
     EqpRowModel  *model,
     const char   *method)
{
  EqpRun *before = eqp_workspace_get_run (workspace);

  eqp_test_workspace_set_method (workspace, method);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (workspace) != before && is_at_rest (workspace, model), 60);
}

static double
get_value (EqpRowModel *model,
           gint64       by,
           gint64       row)
{
  const EqpRowCosts *costs = eqp_row_model_get_costs (model);

  switch (by)
    {
    case EQP_ROWS_BY_NUMBER:
    case EQP_ROWS_BY_NAME:
      return by == EQP_ROWS_BY_NAME ? 0.0 : (double) row;
    case EQP_ROWS_BY_CLASS:
      /* Their names are in the order of their numbers. */
      return eqp_dataset_get_labels (eqp_row_model_get_dataset (model))[row];
    case EQP_ROWS_BY_CLUSTER:
      return eqp_labels_get (eqp_row_model_get_labels (model), row);
    case EQP_ROWS_BY_SECOND:
      return costs->second[row];
    case EQP_ROWS_BY_MARGIN:
      return costs->margin[row];
    case EQP_ROWS_BY_PRICE:
      return costs->price[row];
    default:
      return eqp_dataset_get_value (eqp_row_model_get_dataset (model), row, by - EQP_ROWS_BY_COLUMN);
    }
}

/* By insertion, which keeps equal ones in their order. */
static void
check_order (EqpRowModel *model,
             gint64       by,
             gboolean     falling)
{
  gint64 n = eqp_dataset_get_n (eqp_row_model_get_dataset (model));
  g_autofree gint64 *order = g_new (gint64, n);

  for (gint64 i = 0; i < n; i++)
    {
      gint64 at = i;

      for (; at > 0; at--)
        {
          double before = get_value (model, by, order[at - 1]), value = get_value (model, by, i);

          if (falling ? before >= value : before <= value)
            break;
          order[at] = order[at - 1];
        }
      order[at] = i;
    }
  g_assert_cmpint (eqp_row_model_get_n (model), ==, n);
  for (gint64 i = 0; i < n; i++)
    {
      g_assert_cmpint (eqp_row_model_get_row (model, i), ==, order[i]);
      g_assert_cmpint (eqp_row_model_find (model, order[i]), ==, i);
    }
}

static void
check_costs (EqpWorkspace *workspace,
             EqpRowModel  *model,
             gboolean      is_graph,
             double        gamma)
{
  const EqpRowCosts *costs = eqp_row_model_get_costs (model);
  EqpRun *of = eqp_workspace_get_run (workspace);
  gint64 n = eqp_row_model_get_n (model);
  g_autofree gint32 *labels = g_new (gint32, n);

  g_assert_true (costs->labels == eqp_workspace_get_labels (workspace));
  eqp_labels_unpack (costs->labels, labels);
  for (gint64 i = 0; i < n; i += 7)
    {
      g_autoptr (EqpExplanation) why =
          eqp_explain_row (eqp_run_get_dataset (of), is_graph ? eqp_run_get_graph (of) : NULL, eqp_run_get_k (of),
                           labels, NULL, gamma, i);
      double own = why->data[why->own] + why->prices[why->own];
      double least = INFINITY;

      for (gint c = 0; c < eqp_run_get_k (of); c++)
        if (c != why->own)
          least = MIN (least, why->data[c] + why->prices[c]);
      g_assert_cmpfloat_with_epsilon (costs->margin[i], least - own, 1e-6 * (1.0 + fabs (own)));
      g_assert_cmpfloat_with_epsilon (why->data[costs->second[i]] + why->prices[costs->second[i]], least,
                                      1e-6 * (1.0 + fabs (least)));
      g_assert_cmpfloat_with_epsilon (costs->price[i], why->data[why->own] - why->data[why->nearest],
                                      1e-6 * (1.0 + why->data[why->own]));
    }
}

static EqpWorkspace *
open_sample (const char *sample)
{
  EqpWorkspace *workspace = eqp_test_workspace_new ();

  eqp_workspace_open (workspace, sample, NULL);
  eqp_wait_until (eqp_workspace_get_prepared (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  return workspace;
}

static void
test_follow (void)
{
  g_autoptr (EqpWorkspace) workspace = open_sample ("sample:iris");
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (workspace);
  g_autoptr (EqpRowNames) names = eqp_row_names_new (workspace);
  g_autoptr (EqpRowModel) model = eqp_row_model_new (workspace, selection, names);

  /* Nobody looks yet. */
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 150);
  g_assert_null (eqp_row_model_get_labels (model));
  eqp_test_workspace_set_method (workspace, "bkm");
  eqp_workspace_set_gamma_rel (workspace, 100.0);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  g_assert_false (eqp_row_model_is_busy (model));
  g_assert_null (eqp_row_model_get_labels (model));

  eqp_row_model_set_watched (model, TRUE);
  eqp_wait_until (is_at_rest (workspace, model), 30);
  check_costs (workspace, model, FALSE, eqp_workspace_get_gamma (workspace));
  run (workspace, model, "kmeans");
  check_costs (workspace, model, FALSE, 0.0);
  run (workspace, model, "bmincut");
  check_costs (workspace, model, TRUE, eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma);

  /* A step before the last has its own clusters. */
  run (workspace, model, "kmeans");
  eqp_workspace_set_step (workspace, 0);
  eqp_wait_until (is_at_rest (workspace, model), 30);
  check_costs (workspace, model, FALSE, 0.0);

  eqp_row_model_set_sort (model, EQP_ROWS_BY_MARGIN, FALSE);
  eqp_workspace_open (workspace, "sample:moons", NULL);
  eqp_wait_until (eqp_row_model_get_dataset (model) == eqp_workspace_get_dataset (workspace) &&
                  eqp_row_model_get_labels (model) == NULL && eqp_row_model_get_dataset (model) != NULL &&
                  eqp_dataset_get_n (eqp_row_model_get_dataset (model)) != 150, 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, eqp_dataset_get_n (eqp_row_model_get_dataset (model)));
  g_assert_cmpint (eqp_row_model_get_row (model, 3), ==, 3);
}

static void
test_sort (void)
{
  g_autoptr (EqpWorkspace) workspace = open_sample ("sample:iris");
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (workspace);
  g_autoptr (EqpRowNames) names = eqp_row_names_new (workspace);
  g_autoptr (EqpRowModel) model = eqp_row_model_new (workspace, selection, names);

  eqp_row_model_set_watched (model, TRUE);
  eqp_workspace_set_gamma_rel (workspace, 100.0);
  run (workspace, model, "bkm");
  for (gint64 by = EQP_ROWS_BY_NUMBER; by < EQP_ROWS_BY_COLUMN + 4; by++)
    for (int falling = 0; falling < 2; falling++)
      {
        gboolean is_falling;

        eqp_row_model_set_sort (model, by, falling);
        eqp_wait_until (is_at_rest (workspace, model), 30);
        check_order (model, by, falling);
        g_assert_cmpint (eqp_row_model_get_sort (model, &is_falling), ==, by);
        g_assert_cmpint (is_falling, ==, falling);
      }
  /* Another run is in its own order. */
  eqp_row_model_set_sort (model, EQP_ROWS_BY_MARGIN, TRUE);
  run (workspace, model, "kmeans");
  check_order (model, EQP_ROWS_BY_MARGIN, TRUE);
}

static void
test_filter (void)
{
  g_autoptr (EqpWorkspace) workspace = open_sample ("sample:iris");
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (workspace);
  g_autoptr (EqpRowNames) names = eqp_row_names_new (workspace);
  g_autoptr (EqpRowModel) model = eqp_row_model_new (workspace, selection, names);
  gint64 total = 0;

  eqp_row_model_set_watched (model, TRUE);
  /* Without clusters there are none to ask for. */
  eqp_row_selection_set_cluster (selection, 1);
  eqp_wait_until (is_at_rest (workspace, model), 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 150);
  run (workspace, model, "kmeans");
  for (gint c = 0; c < 3; c++)
    {
      gint k;

      eqp_row_selection_set_cluster (selection, c);
      eqp_wait_until (is_at_rest (workspace, model), 30);
      g_assert_cmpint (eqp_row_model_get_n (model), ==, eqp_workspace_get_sizes (workspace, &k)[c]);
      for (gint64 place = 0; place < eqp_row_model_get_n (model); place++)
        g_assert_cmpint (eqp_labels_get (eqp_row_model_get_labels (model), eqp_row_model_get_row (model, place)), ==, c);
      total += eqp_row_model_get_n (model);
    }
  g_assert_cmpint (total, ==, 150);
  /* A row of the cluster, and the list stays. */
  eqp_row_selection_set_row (selection, eqp_row_model_get_row (model, 0));
  g_assert_false (eqp_row_model_is_busy (model));
  eqp_row_selection_clear (selection);
  eqp_row_model_set_text (model, "VERSI");
  eqp_wait_until (is_at_rest (workspace, model), 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 50);
  g_assert_cmpint (eqp_row_model_get_row (model, 0), ==, 50);
  g_assert_cmpint (eqp_row_model_find (model, 3), ==, -1);
  eqp_row_model_set_text (model, "77");
  eqp_wait_until (is_at_rest (workspace, model), 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 1);
  g_assert_cmpint (eqp_row_model_get_row (model, 0), ==, 76);
  eqp_row_model_set_text (model, "nothing of the kind");
  eqp_wait_until (is_at_rest (workspace, model), 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 0);
  eqp_row_model_set_text (model, "");
  eqp_wait_until (is_at_rest (workspace, model), 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 150);
}

/* The rows of a cluster, those whose class or name holds a text in any letters or whose number it is, in each order and
 * both ways, against an insertion that keeps equal ones; what has no value comes last whichever way. */
static void
test_query (void)
{
  enum { N = 24, K = 3 };
  static const char *const of_class[] = { "Class 10", "Class 9", "Ann" }; /* not in the order of their names */
  const gint places[] = { 2, 1, 0 };
  const char *const texts[] = { NULL, "cLASS", "ANN", "n 1", "7", "0", "25", "row 2" };
  EqpDatasetParts parts = { .n = N, .d = 2 };
  gint32 labels[N], second[N];
  double margin[N], price[N];
  EqpRowCosts costs = { .second = second, .margin = margin, .price = price };
  EqpRowQuery query = { .costs = &costs };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpLabels) clusters = NULL;
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  parts.features = eqp_try_alloc (2 * N, sizeof (float), "a test", NULL);
  parts.labels = g_new (gint32, N);
  parts.class_names = g_new0 (char *, 4);
  for (gint c = 0; c < 3; c++)
    parts.class_names[c] = g_strdup (of_class[c]);
  for (gint i = 0; i < N; i++)
    {
      parts.features[2 * i] = (float) eqp_rng_below (&rng, 4);
      parts.features[2 * i + 1] = 1.0f;
      parts.labels[i] = i < 3 ? i : (gint32) eqp_rng_below (&rng, 3);
      labels[i] = (gint32) eqp_rng_below (&rng, K);
      second[i] = (gint32) eqp_rng_below (&rng, K + 1) - 1;
      margin[i] = eqp_rng_below (&rng, 4) == 0 ? NAN : (double) eqp_rng_below (&rng, 5) - 2.0;
      price[i] = eqp_rng_below (&rng, 4) == 0 ? NAN : (double) eqp_rng_below (&rng, 5);
      g_ptr_array_add (names, g_strdup_printf ("Row %d", N - i));
    }
  dataset = eqp_dataset_new (&parts);
  clusters = eqp_labels_new (N, K, labels);
  query.dataset = dataset;
  query.names = names;
  query.labels = clusters;
  for (int round = 0; round < 8 * (EQP_ROWS_BY_COLUMN + 2) * (K + 1) * 2; round++)
    {
      gint32 expected[N];
      double keys[N];
      gint64 count = 0, n;
      g_autofree gint32 *found = NULL;
      g_autofree char *wanted = NULL;

      query.text = texts[round % 8];
      query.by = round / 8 % (EQP_ROWS_BY_COLUMN + 2);
      query.cluster = round / 8 / (EQP_ROWS_BY_COLUMN + 2) % (K + 1) - 1;
      query.falling = round / 8 / (EQP_ROWS_BY_COLUMN + 2) / (K + 1);
      wanted = query.text != NULL ? g_ascii_strdown (query.text, -1) : NULL;
      for (gint32 i = 0; i < N; i++)
        {
          g_autofree char *klass = g_ascii_strdown (of_class[eqp_dataset_get_labels (dataset)[i]], -1);
          g_autofree char *name = g_ascii_strdown (g_ptr_array_index (names, i), -1);
          gint64 at = count;

          if ((query.cluster >= 0 && labels[i] != query.cluster) ||
              (wanted != NULL && strstr (klass, wanted) == NULL && strstr (name, wanted) == NULL && atoi (wanted) != i + 1))
            continue;
          keys[i] = query.by == EQP_ROWS_BY_NUMBER    ? i
                    : query.by == EQP_ROWS_BY_NAME    ? N - i
                    : query.by == EQP_ROWS_BY_CLASS   ? places[eqp_dataset_get_labels (dataset)[i]]
                    : query.by == EQP_ROWS_BY_CLUSTER ? labels[i]
                    : query.by == EQP_ROWS_BY_SECOND  ? (second[i] < 0 ? NAN : second[i])
                    : query.by == EQP_ROWS_BY_MARGIN  ? margin[i]
                    : query.by == EQP_ROWS_BY_PRICE   ? price[i]
                                                      : eqp_dataset_get_value (dataset, i, query.by - EQP_ROWS_BY_COLUMN);
          for (; at > 0; at--)
            {
              double before = keys[expected[at - 1]];

              if (isnan (keys[i]) || (query.falling ? before >= keys[i] : before <= keys[i]))
                break;
              expected[at] = expected[at - 1];
            }
          expected[at] = i;
          count++;
        }
      found = eqp_row_query_run (&query, &n);
      g_assert_cmpint (n, ==, count);
      for (gint64 i = 0; i < n; i++)
        g_assert_cmpint (found != NULL ? found[i] : i, ==, expected[i]);
    }
}

/* By what rows are called, as soon as that is known; in the order of a list of files. */
static void
test_names (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-row-names.csv", NULL);
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (workspace);
  g_autoptr (EqpRowNames) names = eqp_row_names_new (workspace);
  g_autoptr (EqpRowModel) model = eqp_row_model_new (workspace, selection, names);

  g_assert_true (g_file_set_contents (path, "id,x,y\nbob 10,1.5,2\nbob 9,2.5,3\nann,7,8.5\ncid,7,9.5\n", -1, NULL));
  eqp_row_model_set_watched (model, TRUE);
  eqp_workspace_open (workspace, path, NULL);
  eqp_wait_until (eqp_row_model_get_names (model) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  g_assert_cmpstr (g_ptr_array_index (eqp_row_model_get_names (model), 2), ==, "ann");
  eqp_row_model_set_text (model, "BOB");
  eqp_wait_until (!eqp_row_model_is_busy (model), 30);
  g_assert_cmpint (eqp_row_model_get_n (model), ==, 2);
  eqp_row_model_set_sort (model, EQP_ROWS_BY_NAME, FALSE);
  eqp_row_model_set_text (model, "");
  eqp_wait_until (!eqp_row_model_is_busy (model), 30);
  g_assert_cmpint (eqp_row_model_get_row (model, 0), ==, 2);
  g_assert_cmpint (eqp_row_model_get_row (model, 1), ==, 1);
  g_assert_cmpint (eqp_row_model_get_row (model, 2), ==, 0);
  /* Others have none. */
  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_row_model_get_dataset (model) != NULL &&
                  eqp_dataset_get_n (eqp_row_model_get_dataset (model)) == 150 && !eqp_row_model_is_busy (model), 30);
  g_assert_null (eqp_row_model_get_names (model));
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 30);
  g_unlink (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/row-model/follow", test_follow);
  g_test_add_func ("/session/row-model/sort", test_sort);
  g_test_add_func ("/session/row-model/filter", test_filter);
  g_test_add_func ("/session/row-model/query", test_query);
  g_test_add_func ("/session/row-model/names", test_names);
  return g_test_run ();
}
