/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights, pairs and starting centers in the workspace: the same labels as from the terminal, one set of settings with
 * the run shown, refused with a sentence where they do not go. */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "eqp-command-line.h"
#include "eqp-price-model.h"
#include "eqp-run-list.h"
#include "eqp-test.h"
#include "eqp-test-terminal.h"
#include "eqp-test-workspace.h"

#define ROWS 90
#define K 3

typedef struct
{
  char         *folder;
  char         *table;
  EqpWorkspace *workspace;
  EqpDataChain *chain;
  EqpRunList   *list;
} Fixture;

static char *
write_file (Fixture    *f,
            const char *name,
            const char *text)
{
  char *path = g_build_filename (f->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static gint64
weight_of (int row)
{
  return row % 7 == 0 ? 5 : 1 + row % 3;
}

/* Three clouds that touch each other; how many persons a row stands for is in between the features. */
static void
set_up (Fixture      *f,
        gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("x,persons,y\n");
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (int i = 0; i < ROWS; i++)
    g_string_append_printf (text, "%.4f,%d,%.4f\n", 3.0 * (i % K) + g_rand_double_range (rand, -2.0, 2.0),
                            (int) weight_of (i), 2.0 * (i % 2) + g_rand_double_range (rand, -2.0, 2.0));
  f->folder = g_dir_make_tmp ("eqp-given-XXXXXX", NULL);
  f->table = write_file (f, "table.csv", text->str);
  f->workspace = eqp_test_workspace_new ();
  f->chain = eqp_data_chain_new (f->workspace);
  f->list = eqp_run_list_new (f->workspace, f->chain);
  eqp_workspace_open (f->workspace, f->table, &(EqpOpenSettings){ .solver = eqp_solver_find ("bkm"), .k = K });
  eqp_wait_until (eqp_workspace_get_dataset (f->workspace) != NULL && eqp_test_workspace_is_at_rest (f->workspace), 60);
}

static void
tear_down (Fixture      *f,
           gconstpointer data)
{
  const char *name;
  g_autoptr (GDir) dir = g_dir_open (f->folder, 0, NULL);

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (f->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (f->folder);
  g_clear_object (&f->list);
  g_clear_object (&f->chain);
  g_clear_object (&f->workspace);
  g_free (f->table);
  g_free (f->folder);
}

static gboolean
is_there (Fixture *f)
{
  return eqp_workspace_get_given (f->workspace) != NULL && eqp_test_workspace_is_at_rest (f->workspace);
}

static void
give (Fixture      *f,
      EqpGivenKind  kind,
      const char   *source)
{
  eqp_workspace_set_given_source (f->workspace, kind, source);
  eqp_wait_until (is_there (f), 60);
}

static void
weigh (Fixture *f)
{
  eqp_data_chain_set_weights (f->chain, "persons", FALSE, "Weights from “persons”");
  eqp_wait_until (is_there (f), 60);
}

static EqpRunRecord *
run (Fixture *f)
{
  guint before = eqp_run_list_get_n (f->list);

  eqp_workspace_start (f->workspace, EQP_START_COLD);
  eqp_wait_until (eqp_run_list_get_n (f->list) > before && eqp_test_workspace_is_at_rest (f->workspace), 60);
  return eqp_run_list_get (f->list, before);
}

static void
set_method (Fixture    *f,
            const char *id)
{
  eqp_test_workspace_set_method (f->workspace, id);
  eqp_wait_until (eqp_test_workspace_is_at_rest (f->workspace) &&
                      (eqp_workspace_get_given (f->workspace) != NULL ||
                       eqp_workspace_get_settings (f->workspace)->solver->family == EQP_FAMILY_GRAPH), 60);
}

/* Each alone and all together, with both methods that take them. */
static void
test_as_terminal (Fixture      *f,
                  gconstpointer data)
{
  g_autofree char *together = write_file (f, "same persons.csv", "a,b\n1,2\n2,3\n10,20\n");
  g_autofree char *apart = write_file (f, "not.csv", "1,4\n4,7\n");
  g_autofree char *centers = write_file (f, "start.csv", "x,y\n6,0\n0,0\n3,2\n");
  static const char *const methods[] = { "bkm", "kmeans" };
  EqpRunRecord *first = run (f), *record;

  weigh (f);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 2);
  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      set_method (f, methods[m]);
      record = run (f);
      g_assert_nonnull (strstr (eqp_run_record_get_facts (record)->command, " --weights-column persons"));
      eqp_test_assert_terminal_agrees (f->folder, record);
    }
  give (f, EQP_GIVEN_MUST_LINKS, together);
  give (f, EQP_GIVEN_CANNOT_LINKS, apart);
  give (f, EQP_GIVEN_CENTERS, centers);
  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      EqpLabels *labels;

      set_method (f, methods[m]);
      record = run (f);
      labels = eqp_run_record_get_labels (record);
      eqp_test_assert_terminal_agrees (f->folder, record);
      g_assert_cmpint (eqp_labels_get (labels, 0), ==, eqp_labels_get (labels, 2));
      g_assert_cmpint (eqp_labels_get (labels, 9), ==, eqp_labels_get (labels, 19));
      g_assert_cmpint (eqp_labels_get (labels, 0), !=, eqp_labels_get (labels, 3));
      g_assert_cmpint (eqp_labels_get (labels, 3), !=, eqp_labels_get (labels, 6));
    }
  g_assert_nonnull (strstr (eqp_run_record_get_facts (record)->command, "same persons.csv' --cannot-link "));
  g_assert_null (strstr (eqp_run_record_get_facts (first)->command, "--weights-column"));
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* Sizes, penalty, relative gamma and measures count rows as often as they say. */
static void
test_weighted_values (Fixture      *f,
                      gconstpointer data)
{
  gint64 masses[K] = { 0 }, total = 0;
  const EqpMeasures *measures;
  EqpRunRecord *record;
  const EqpRunFacts *facts;
  double squares = 0.0;

  weigh (f);
  record = run (f);
  facts = eqp_run_record_get_facts (record);
  for (int i = 0; i < ROWS; i++)
    {
      masses[eqp_labels_get (eqp_run_record_get_labels (record), i)] += weight_of (i);
      total += weight_of (i);
    }
  for (int c = 0; c < K; c++)
    {
      g_assert_cmpint (facts->sizes[c], ==, masses[c]);
      squares += (double) masses[c] * (double) masses[c];
    }
  eqp_assert_close (facts->penalty / (facts->params.gamma * squares), 1.0, 1e-12);
  eqp_assert_close (facts->gamma_rel, 1.0, 1e-12);
  g_assert_null (facts->params.weights);
  eqp_wait_until ((measures = eqp_workspace_get_measures (f->workspace)) != NULL &&
                      eqp_measure_set_has (&measures->set, EQP_MEASURE_SSE), 60);
  g_assert_cmpint (measures->counted, ==, total);
  eqp_assert_close (measures->set.values[EQP_MEASURE_SSE] / facts->data_term, 1.0, 1e-6);
  g_assert_cmpint (measures->band.n, ==, total);
  eqp_wait_until (!isnan (eqp_run_record_get_measure (record, EQP_MEASURE_SSE)), 60);
  eqp_assert_close (eqp_run_record_get_measure (record, EQP_MEASURE_SSE) / facts->data_term, 1.0, 1e-6);
}

/* What is given is part of the settings: the run shown follows, and takes it back. */
static void
test_follows (Fixture      *f,
              gconstpointer data)
{
  g_autofree char *apart = write_file (f, "not.csv", "1,2\n2,3\n");
  g_autofree char *fewer = NULL;
  EqpRunRecord *plain = run (f);
  EqpRun *before = eqp_workspace_get_run (f->workspace);

  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_CANNOT_LINKS, apart);
  g_assert_true (eqp_workspace_is_stale (f->workspace));
  eqp_wait_until (eqp_workspace_get_run (f->workspace) != before && eqp_test_workspace_is_at_rest (f->workspace), 60);
  g_assert_nonnull (eqp_run_get_given (eqp_workspace_get_run (f->workspace)));
  g_assert_null (eqp_run_get_initial (eqp_workspace_get_run (f->workspace)));
  g_assert_false (eqp_workspace_is_stale (f->workspace));

  /* The same file with something else in it. */
  before = eqp_workspace_get_run (f->workspace);
  fewer = write_file (f, "not.csv", "1,2\n");
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_CANNOT_LINKS, apart);
  eqp_wait_until (eqp_workspace_get_run (f->workspace) != before && eqp_test_workspace_is_at_rest (f->workspace), 60);
  g_assert_cmpint (eqp_workspace_get_given (f->workspace)->n_cannot_links, ==, 1);

  before = eqp_workspace_get_run (f->workspace);
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_CANNOT_LINKS, NULL);
  eqp_wait_until (eqp_workspace_get_run (f->workspace) != before && eqp_test_workspace_is_at_rest (f->workspace), 60);
  eqp_test_assert_same_clusters (eqp_workspace_get_labels (f->workspace), eqp_run_record_get_labels (plain));
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* A method that does not look at it is run without; what was opened stays for those that do. */
static void
test_not_taken (Fixture      *f,
                gconstpointer data)
{
  g_autofree char *together = write_file (f, "same.csv", "1,2\n");
  EqpRunRecord *record;

  weigh (f);
  give (f, EQP_GIVEN_MUST_LINKS, together);
  set_method (f, "bmincut");
  g_assert_false (eqp_solver_takes_given (eqp_solver_find ("bmincut"), EQP_GIVEN_MUST_LINKS));
  g_assert_null (eqp_workspace_get_given (f->workspace));
  g_assert_cmpstr (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_MUST_LINKS), ==, together);
  record = run (f);
  g_assert_true (eqp_given_sources_are_empty (&eqp_run_record_get_facts (record)->given));
  g_assert_null (strstr (eqp_run_record_get_facts (record)->command, "--must-link"));
  eqp_test_assert_terminal_agrees (f->folder, record);
  set_method (f, "bkm");
  g_assert_nonnull (eqp_workspace_get_given (f->workspace));
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* With the sentence of the terminal, and all is as it was. */
static void
test_refused (Fixture      *f,
              gconstpointer data)
{
  g_autofree char *wrong = write_file (f, "wrong.csv", "1,2\n3,91\n");
  g_autofree char *together = write_file (f, "same.csv", "1,2\n2,3\n");
  g_autofree char *apart = write_file (f, "not.csv", "1,3\n");
  g_autofree char *centers = write_file (f, "start.csv", "6,2,0\n0,2,0\n3,2,2\n");
  EqpSettings settings;

  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_MUST_LINKS, wrong);
  eqp_wait_until (eqp_test_failures == 1, 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "line 2: “91” is no number of a row"));
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_MUST_LINKS));

  /* A pair that has to be together and apart, before any run. */
  give (f, EQP_GIVEN_MUST_LINKS, together);
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_CANNOT_LINKS, apart);
  eqp_wait_until (eqp_test_failures == 2 && is_there (f), 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "Rows 1 and 3 are a cannot-link pair, but must-link pairs join"));
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_CANNOT_LINKS));
  run (f);

  /* Centers for another K: they stay asked for, and come into force when K is theirs again. */
  give (f, EQP_GIVEN_CENTERS, centers);
  settings = *eqp_workspace_get_settings (f->workspace);
  settings.params.k = K + 1;
  eqp_workspace_set_settings (f->workspace, &settings);
  eqp_wait_until (eqp_workspace_get_given_error (f->workspace) != NULL, 60);
  g_assert_nonnull (strstr (eqp_workspace_get_given_error (f->workspace), "holds 3 centers, but K is 4"));
  g_assert_cmpint (eqp_test_failures, ==, 2);
  eqp_workspace_start (f->workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_failures == 3, 60);
  settings.params.k = K;
  eqp_workspace_set_settings (f->workspace, &settings);
  eqp_wait_until (is_there (f), 60);
  g_assert_null (eqp_workspace_get_given_error (f->workspace));
  run (f);
  g_assert_cmpint (eqp_test_failures, ==, 3);
}

/* Run at once, a run waits until all is read. */
static void
test_waits (Fixture      *f,
            gconstpointer data)
{
  g_autofree char *centers = write_file (f, "start.csv", "6,2,0\n0,2,0\n3,2,2\n");

  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_CENTERS, centers);
  eqp_workspace_start (f->workspace, EQP_START_COLD);
  g_assert_true (eqp_workspace_is_running (f->workspace));
  eqp_wait_until (eqp_run_list_get_n (f->list) == 1, 60);
  g_assert_nonnull (eqp_run_get_params (eqp_workspace_get_run (f->workspace))->initial_centers);
  eqp_test_assert_terminal_agrees (f->folder, eqp_run_list_get (f->list, 0));
}

/* The list brings it back, also the column, and the run is the same again to the last digit. */
static void
test_restored (Fixture      *f,
               gconstpointer data)
{
  g_autofree char *together = write_file (f, "same.csv", "1,2\n2,3\n");
  EqpRunRecord *record, *again;
  double gamma = 0.123456789, unit;

  weigh (f);
  give (f, EQP_GIVEN_MUST_LINKS, together);
  /* One that the relative gamma does not give to the last digit. */
  g_assert_true (eqp_workspace_knows_gamma_unit (f->workspace));
  unit = eqp_workspace_get_gamma_unit (f->workspace);
  while (gamma / unit * unit == gamma)
    gamma += 0.01;
  eqp_workspace_set_gamma (f->workspace, gamma);
  record = run (f);
  eqp_data_chain_undo (f->chain);
  eqp_wait_until (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_WEIGHTS) == NULL &&
                      eqp_test_workspace_is_at_rest (f->workspace), 60);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 3);
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_MUST_LINKS, NULL);
  eqp_workspace_set_gamma_rel (f->workspace, 3.0);

  eqp_run_list_restore (f->list, record);
  eqp_wait_until (is_there (f) && eqp_workspace_get_given (f->workspace)->weights != NULL, 60);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 2);
  g_assert_cmpint (eqp_workspace_get_given (f->workspace)->n_must_links, ==, 2);
  g_assert_cmpfloat (eqp_workspace_get_gamma (f->workspace), ==, gamma);
  again = run (f);
  g_assert_cmpstr (eqp_run_record_get_facts (again)->command, ==, eqp_run_record_get_facts (record)->command);
  eqp_test_assert_same_clusters (eqp_run_record_get_labels (again), eqp_run_record_get_labels (record));
  g_assert_cmpint (eqp_test_failures, ==, 0);

  /* Plain k-means beside it is given the same. */
  eqp_run_list_compare_shown (f->list);
  eqp_wait_until (eqp_run_list_get_n_pinned (f->list) >= 2, 60);
  again = eqp_run_list_get_pinned (f->list, 1);
  g_assert_cmpstr (eqp_run_record_get_facts (again)->solver->id, ==, "kmeans");
  g_assert_true (eqp_given_sources_equal (&eqp_run_record_get_facts (again)->given,
                                          &eqp_run_record_get_facts (record)->given));
  eqp_test_assert_terminal_agrees (f->folder, again);

  /* Another file begins with nothing given. */
  eqp_workspace_open (f->workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)) == 150, 60);
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_WEIGHTS));
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_MUST_LINKS));
}

/* Opens a table whose rows have names, and numbers that are no order. */
static void
open_named (Fixture *f)
{
  g_autoptr (GString) text = g_string_new ("name,x,y,code\n");
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  g_autofree char *table = NULL;

  for (int i = 0; i < ROWS; i++)
    g_string_append_printf (text, "row %c%d,%.4f,%.4f,%d\n", 'a' + i % 26, i, g_rand_double_range (rand, -2.0, 2.0),
                            g_rand_double_range (rand, -2.0, 2.0), 1 + (i * 7) % ROWS);
  table = write_file (f, "named.csv", text->str);
  eqp_workspace_open (f->workspace, table, &(EqpOpenSettings){ .solver = eqp_solver_find ("kmeans"), .k = K });
  eqp_wait_until (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)) < 4 &&
                      eqp_test_workspace_is_at_rest (f->workspace), 60);
}

/* What rows are called is found in the file of the data; a column can be chosen, too. */
static void
test_named (Fixture      *f,
            gconstpointer data)
{
  g_autofree char *names = NULL;
  g_autofree char *numbers = NULL;
  g_autofree char *typo = NULL;
  EqpRunRecord *record;
  EqpGiven *given;

  open_named (f);
  names = write_file (f, "names.csv", "one,other\nrow a0,row c2\nrow b1,row d3\n");
  numbers = write_file (f, "numbers.csv", "1,3\n");
  typo = write_file (f, "typo.csv", "row a0,row c2\nrow b1,row d4\n");

  give (f, EQP_GIVEN_MUST_LINKS, numbers);
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_KEY));
  give (f, EQP_GIVEN_MUST_LINKS, names);
  g_assert_cmpstr (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_KEY), ==, "name");
  given = eqp_workspace_get_given (f->workspace);
  g_assert_cmpint (given->n_must_links, ==, 2);
  g_assert_cmpint (given->must_links[1].second, ==, 3);
  record = run (f);
  g_assert_nonnull (strstr (eqp_run_record_get_facts (record)->command, "--key-column name"));
  eqp_test_assert_terminal_agrees (f->folder, record);

  /* The key stays, and the numbers are none of it. */
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_CANNOT_LINKS, numbers);
  eqp_wait_until (eqp_test_failures == 1 && is_there (f), 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "numbers.csv, line 1: the key “1” is none of the data"));
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_MUST_LINKS, NULL);
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_KEY, NULL);
  g_assert_true (eqp_workspace_knows_given (f->workspace));

  /* Of both ways to read a file the one that goes further says what is wrong. */
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_MUST_LINKS, typo);
  eqp_wait_until (eqp_test_failures == 2 && eqp_test_workspace_is_at_rest (f->workspace), 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "typo.csv, line 2: the key “row d4” is none of the data"));

  /* The same numbers in a column that tells rows apart are others. */
  give (f, EQP_GIVEN_MUST_LINKS, numbers);
  give (f, EQP_GIVEN_KEY, "code");
  given = eqp_workspace_get_given (f->workspace);
  g_assert_cmpint (given->must_links[0].first, ==, 0);
  g_assert_cmpint ((given->must_links[0].second * 7) % ROWS, ==, 2);
  eqp_test_assert_terminal_agrees (f->folder, run (f));
  eqp_workspace_set_given_source (f->workspace, EQP_GIVEN_KEY, "nobody");
  eqp_wait_until (eqp_test_failures == 3 && is_there (f), 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "no column “nobody”"));
  g_assert_cmpstr (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_KEY), ==, "code");
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
open_table (Fixture    *f,
            const char *path,
            gboolean    same_data)
{
  EqpDataset *before = eqp_workspace_get_dataset (f->workspace);

  eqp_workspace_open (f->workspace, path,
                      &(EqpOpenSettings){ .solver = eqp_solver_find ("bkm"), .k = K, .same_data = same_data });
  eqp_wait_until (eqp_workspace_get_dataset (f->workspace) != before && eqp_test_workspace_is_at_rest (f->workspace), 60);
}

/* Pairs stay where the same file is only read in another way: not where it is opened anew, nor with another file. */
static void
test_opened (Fixture      *f,
             gconstpointer data)
{
  g_autofree char *pairs = write_file (f, "pairs.csv", "1,2\n");
  g_autofree char *other = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (f->table, &text, NULL, NULL));
  other = write_file (f, "other.csv", text);
  for (int round = 0; round < 4; round++)
    {
      open_table (f, f->table, FALSE);
      g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_MUST_LINKS));
      give (f, EQP_GIVEN_MUST_LINKS, pairs);
      open_table (f, round % 2 ? other : f->table, round / 2 == 0);
      g_assert_cmpint (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_MUST_LINKS) != NULL, ==, round == 0);
    }
}

/* By the chain of the data: told once it is read, undone, and nothing to undo where it was refused. */
static void
test_undone (Fixture      *f,
             gconstpointer data)
{
  g_autofree char *together = write_file (f, "same.csv", "1,2\n2,3\n");
  g_autofree char *apart = write_file (f, "not.csv", "1,3\n");
  g_autofree char *text = NULL;
  guint told = 0;

  g_signal_connect_swapped (f->chain, "done", G_CALLBACK (count_cb), &told);
  eqp_data_chain_set_given (f->chain, EQP_GIVEN_MUST_LINKS, together, "Pairs");
  g_assert_cmpuint (told, ==, 0);
  eqp_wait_until (told == 1, 60);
  g_assert_cmpint (eqp_workspace_get_given (f->workspace)->n_must_links, ==, 2);
  eqp_data_chain_set_given (f->chain, EQP_GIVEN_CANNOT_LINKS, apart, "Pairs");
  eqp_wait_until (eqp_test_failures == 1 && is_there (f), 60);
  g_assert_cmpuint (told, ==, 1);
  g_assert_true (eqp_data_chain_can_undo (f->chain));
  eqp_data_chain_undo (f->chain);
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_MUST_LINKS));
  g_assert_false (eqp_data_chain_can_undo (f->chain));

  /* A column that cannot be the weights stays a feature. */
  text = write_file (f, "text.csv", "x,persons,y\n1,1,2\n2,-2,2\n3,1,5\n4,1,7\n");
  eqp_workspace_open (f->workspace, text, &(EqpOpenSettings){ .solver = eqp_solver_find ("bkm"), .k = 2 });
  eqp_wait_until (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)) == 4 &&
                      eqp_test_workspace_is_at_rest (f->workspace), 60);
  eqp_data_chain_set_weights (f->chain, "persons", FALSE, "Weights");
  eqp_wait_until (eqp_test_failures == 2, 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "The weight of row 2 is -2"));
  eqp_wait_until (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)) == 3 &&
                      eqp_test_workspace_is_at_rest (f->workspace), 60);
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_WEIGHTS));
  g_assert_false (eqp_data_chain_can_undo (f->chain));
  g_assert_cmpuint (told, ==, 1);
}

/* What rows pay for balance is found once, and is not known where a row counts several times. */
static void
test_prices (Fixture      *f,
             gconstpointer data)
{
  g_autoptr (EqpPriceModel) model = eqp_price_model_new (f->workspace);
  gint64 begun;
  guint count = 0;

  eqp_workspace_set_gamma_rel (f->workspace, 100.0);
  run (f);
  eqp_wait_until (eqp_price_model_get_prices (model) != NULL &&
                  eqp_price_model_get_prices (model)->labels == eqp_workspace_get_labels (f->workspace), 60);
  g_signal_connect_swapped (model, "changed", G_CALLBACK (count_cb), &count);
  g_signal_emit_by_name (f->workspace, "shown-changed");
  begun = g_get_monotonic_time ();
  eqp_wait_until (g_get_monotonic_time () - begun > G_USEC_PER_SEC / 4, 10);
  g_assert_cmpuint (count, ==, 0);
  weigh (f);
  run (f);
  begun = g_get_monotonic_time ();
  eqp_wait_until (g_get_monotonic_time () - begun > G_USEC_PER_SEC / 4, 10);
  g_assert_nonnull (eqp_workspace_get_labels (f->workspace));
  g_assert_null (eqp_price_model_get_prices (model));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session/workspace-given/as-terminal", Fixture, NULL, set_up, test_as_terminal, tear_down);
  g_test_add ("/session/workspace-given/weighted-values", Fixture, NULL, set_up, test_weighted_values, tear_down);
  g_test_add ("/session/workspace-given/follows", Fixture, NULL, set_up, test_follows, tear_down);
  g_test_add ("/session/workspace-given/not-taken", Fixture, NULL, set_up, test_not_taken, tear_down);
  g_test_add ("/session/workspace-given/prices", Fixture, NULL, set_up, test_prices, tear_down);
  g_test_add ("/session/workspace-given/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/session/workspace-given/waits", Fixture, NULL, set_up, test_waits, tear_down);
  g_test_add ("/session/workspace-given/named", Fixture, NULL, set_up, test_named, tear_down);
  g_test_add ("/session/workspace-given/opened", Fixture, NULL, set_up, test_opened, tear_down);
  g_test_add ("/session/workspace-given/undone", Fixture, NULL, set_up, test_undone, tear_down);
  g_test_add ("/session/workspace-given/restored", Fixture, NULL, set_up, test_restored, tear_down);
  return g_test_run ();
}
