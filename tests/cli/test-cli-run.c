/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "run": the stream of events, and what it leaves in files. */
#include "config.h"

#include "eqp-cli-test.h"

#include <string.h>

static void
assert_members (JsonObject        *object,
                const char *const *names)
{
  for (; *names != NULL; names++)
    if (!json_object_has_member (object, *names))
      g_error ("the event %s lacks “%s”", json_object_get_string_member (object, "event"), *names);
}

static gint64
sum_of (JsonArray *sizes)
{
  gint64 sum = 0;

  for (guint i = 0; i < json_array_get_length (sizes); i++)
    sum += json_array_get_int_element (sizes, i);
  return sum;
}

/* start, iterations with rising numbers, result; every method, and no line besides. */
static void
test_events (gconstpointer data)
{
  static const char *const start_members[] = { "program", "version", "data", "n", "d", "classes", "method", "k", "gamma", "gamma_rel", "seed", "threads", NULL };
  static const char *const step_members[] = { "iteration", "objective", "data_term", "penalty", "sizes", "moved", "seconds", NULL };
  static const char *const result_members[] = { "method", "k", "gamma", "gamma_rel", "objective", "data_term", "penalty", "sizes", "iterations",
                                                "converged", "cancelled", "seconds", "measures", "warnings", NULL };
  static const char *const measures[] = { "acc", "nmi", "ari", "ami", "purity", "homogeneity", "completeness", "v_measure", "sse", "sse_per_n", "size_entropy",
                                          "size_cv", "min", "max", "max_minus_min", "sum_squared", "sum_squared_ratio", NULL };
  const EqpSolver *solver = data;
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *start, *result;
  gint64 previous = -1;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", solver->id, "--json", "--seed", "4", "--threads", "2", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  lines = eqp_cli_parse (run.out);
  g_assert_cmpuint (lines->len, >=, 3);

  start = lines->pdata[0];
  g_assert_cmpstr (json_object_get_string_member (start, "event"), ==, "start");
  assert_members (start, start_members);
  g_assert_cmpint (json_object_get_int_member (start, "n"), ==, 150);
  g_assert_cmpint (json_object_get_int_member (start, "k"), ==, 3); /* the number of classes */
  g_assert_cmpint (json_object_get_int_member (start, "seed"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (start, "threads"), ==, 2);

  for (guint i = 1; i + 1 < lines->len; i++)
    {
      JsonObject *step = lines->pdata[i];

      g_assert_cmpstr (json_object_get_string_member (step, "event"), ==, "iteration");
      assert_members (step, step_members);
      g_assert_cmpint (json_object_get_int_member (step, "iteration"), >, previous);
      previous = json_object_get_int_member (step, "iteration");
      g_assert_cmpint (sum_of (json_object_get_array_member (step, "sizes")), ==, 150);
    }

  result = eqp_cli_last (lines, "result");
  assert_members (result, result_members);
  assert_members (json_object_get_object_member (result, "measures"), measures);
  g_assert_cmpint (sum_of (json_object_get_array_member (result, "sizes")), ==, 150);
  g_assert_false (json_object_get_boolean_member (result, "cancelled"));
  eqp_assert_close (json_object_get_double_member (result, "gamma"), json_object_get_double_member (start, "gamma"), 0.0);
  if (solver->family == EQP_FAMILY_KMEANS)
    eqp_assert_close (json_object_get_double_member (json_object_get_object_member (result, "measures"), "sse"),
                      json_object_get_double_member (result, "data_term"), 1e-9);
  eqp_cli_run_clear (&run);
}

static void
test_no_labels (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *path = eqp_cli_temporary ("plain.csv"), *one_class = eqp_cli_temporary ("one-class.csv");
  JsonObject *measures;
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "0.5,1.25\n1.5,2.5\n10.5,11.5\n11.25,10.75\n0.75,1.5\n", -1, NULL));
  eqp_cli_call (&run, "run", path, "--labels", "none", "--method", "kmeans", "--json", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--k N"));
  eqp_cli_run_clear (&run);

  /* One class is a number of clusters as well. */
  g_assert_true (g_file_set_contents (one_class, "x,y,class\n0.5,1.25,a\n1.5,2.5,a\n10.5,11.5,a\n", -1, NULL));
  eqp_cli_call (&run, "run", one_class, "--labels", "class", "--method", "kmeans", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\"k\":1,"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", path, "--labels", "none", "--method", "kmeans", "--k", "2", "--quiet", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  g_assert_cmpuint (lines->len, ==, 2);
  g_assert_true (json_object_get_null_member (lines->pdata[0], "classes"));
  measures = json_object_get_object_member (eqp_cli_last (lines, "result"), "measures");
  g_assert_false (json_object_has_member (measures, "acc"));
  g_assert_true (json_object_has_member (measures, "sse_per_n"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", path, "--labels", "none", "--method", "kmeans", "--k", "2", NULL);
  g_assert_nonnull (strstr (run.out, "Shape of the clusters"));
  g_assert_null (strstr (run.out, "Agreement with the known classes"));
  eqp_cli_run_clear (&run);
}

/* The silhouette of all rows, of a sample, or not at all. 12,000 rows are 1.44 10^8 pairs, of which 10^8 are the budget. */
static void
test_silhouette (void)
{
  static const char *const words[] = { "auto", "sample", "none" };
  g_autofree char *path = eqp_cli_temporary ("many.csv");
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 12000; i++)
    g_string_append_printf (text, "%d.%03d\n", i % 3 * 10, i * 37 % 1000);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  for (gsize w = 0; w < G_N_ELEMENTS (words); w++)
    {
      g_autoptr (GPtrArray) lines = NULL;
      JsonObject *measures;
      EqpCliRun run;

      eqp_cli_call (&run, "run", path, "--labels", "none", "--k", "3", "--silhouette", words[w], "--json", NULL);
      g_assert_cmpint (run.status, ==, 0);
      lines = eqp_cli_parse (run.out);
      measures = json_object_get_object_member (eqp_cli_last (lines, "result"), "measures");
      g_assert_true (json_object_has_member (measures, "davies_bouldin"));
      g_assert_cmpint (json_object_has_member (measures, "silhouette"), ==, w < 2);
      g_assert_cmpint (json_object_has_member (measures, "silhouette_rows"), ==, w == 1);
      if (w == 1)
        g_assert_cmpint (json_object_get_int_member (measures, "silhouette_rows"), ==, 8333);
      eqp_cli_run_clear (&run);
    }
}

/* Copies of rows are left out before anything else, and the line to repeat the run says so. */
static void
test_distinct (void)
{
  g_autofree char *path = eqp_cli_temporary ("copies.csv");
  g_autofree char *labels = g_strconcat (path, ".labels", NULL);
  g_autofree char *written = NULL;
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "1.5,2\n1.5,2\n9.5,8\n1.5,2\n9.5,7\n9.5,8\n", -1, NULL));
  eqp_cli_call (&run, "run", path, "--labels", "none", "--k", "2", "--distinct", "--labels-out", labels, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "3 rows are copies of an earlier row"));
  g_assert_nonnull (strstr (run.out, " --distinct"));
  g_assert_true (g_file_get_contents (labels, &written, NULL, NULL));
  g_assert_cmpuint (strlen (written), ==, 6);
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:karate", "--k", "2", "--distinct", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "graph without features"));
  eqp_cli_run_clear (&run);
}

/* Weights, pairs by number and by key, and labels of all rows of the file go with the rows that are left of them. */
static void
test_distinct_given (void)
{
  g_autofree char *path = eqp_cli_temporary ("weighed-copies.csv");
  g_autofree char *must = eqp_cli_temporary ("must-copies.csv");
  g_autofree char *cannot = eqp_cli_temporary ("cannot-copies.csv");
  g_autofree char *start = eqp_cli_temporary ("start-copies.txt");
  g_autofree char *labels = g_strconcat (path, ".labels", NULL);

  g_assert_true (g_file_set_contents (path, "id,a,b,w\nk1,1,2,1\nk2,1,2,3\nk3,9,8,2\nk4,1,3,5\nk5,9,8,1\nk6,9,7,4\n",
                                      -1, NULL));
  for (int keys = 0; keys < 2; keys++)
    {
      g_auto (EqpCliRun) run = { 0 };
      g_autofree char *written = NULL;

      /* The row 4 of the file is the third of those left: it belongs to 6, not to 1; the pair of a copy is left out. */
      g_assert_true (g_file_set_contents (must, keys ? "k4,k6\nk5,k1\n" : "4,6\n5,1\n", -1, NULL));
      g_assert_true (g_file_set_contents (cannot, keys ? "k1,k4\n" : "1,4\n", -1, NULL));
      eqp_cli_call (&run, "run", path, "--method", "kmeans", "--k", "2", "--distinct", "--pca", "2", "--weights-column", "w",
                    "--must-link", must, "--cannot-link", cannot, "--labels-out", labels, "--json", "--quiet",
                    keys ? "--key-column" : NULL, "id", NULL);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_true (g_file_get_contents (labels, &written, NULL, NULL));
      g_assert_cmpuint (strlen (written), ==, 8);
      g_assert_cmpint (written[4], ==, written[6]);
      g_assert_cmpint (written[0], !=, written[4]);
    }
  for (int rows = 4; rows <= 6; rows += 2)
    {
      g_auto (EqpCliRun) run = { 0 };
      g_autofree char *written = NULL;

      g_assert_true (g_file_set_contents (start, rows == 4 ? "0\n1\n0\n1\n" : "0\n1\n1\n0\n0\n1\n", -1, NULL));
      eqp_cli_call (&run, "run", path, "--ignore", "w", "--method", "kmeans", "--k", "2", "--distinct", "--max-iterations", "1",
                    "--initial-labels", start, "--labels-out", labels, "--quiet", NULL);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_true (g_file_get_contents (labels, &written, NULL, NULL));
      g_assert_cmpuint (strlen (written), ==, 8);
      g_assert_cmpint (written[0], ==, written[4]);
      g_assert_cmpint (written[2], ==, written[6]);
    }
}

/* A sentence with the line, from the file to standard error. */
static void
test_ragged (void)
{
  g_autofree char *path = eqp_cli_temporary ("ragged.csv");
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "a,b,c\n1,2,3\n4,5,6\n7,8\n9,10,11\n", -1, NULL));
  eqp_cli_call (&run, "run", path, "--labels", "none", "--method", "kmeans", "--k", "2", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_nonnull (strstr (run.err, "ragged.csv"));
  g_assert_nonnull (strstr (run.err, "line 4"));
  eqp_cli_run_clear (&run);
}

static char *
labels_of (const char *threads,
           const char *initial)
{
  g_autofree char *path = eqp_cli_temporary ("labels.txt");
  char *labels = NULL;
  EqpCliRun run;

  if (initial != NULL)
    eqp_cli_call (&run, "run", "sample:digits", "--method", "kmeans", "--threads", threads, "--labels-out", path, "--quiet", "--initial-labels", initial, NULL);
  else
    eqp_cli_call (&run, "run", "sample:digits", "--method", "kmeans", "--threads", threads, "--labels-out", path, "--quiet", "--seed", "9", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (path, &labels, NULL, NULL));
  eqp_cli_run_clear (&run);
  return labels;
}

static void
test_threads (void)
{
  g_autofree char *one = labels_of ("1", NULL);
  g_autofree char *two = labels_of ("2", NULL);
  g_autofree char *four = labels_of ("4", NULL);

  g_assert_cmpstr (one, ==, two);
  g_assert_cmpstr (one, ==, four);
}

/* A result is its own best start: nothing moves any more. */
static void
test_initial_labels (void)
{
  g_autofree char *path = eqp_cli_temporary ("start.txt");
  g_autofree char *labels = labels_of ("1", NULL);
  g_autofree char *again = NULL;

  g_assert_true (g_file_set_contents (path, labels, -1, NULL));
  again = labels_of ("2", path);
  g_assert_cmpstr (again, ==, labels);
}

/* Centers that a converged run wrote are its own start, prepared or not: the same labels after one iteration. */
static void
test_initial_centers (void)
{
  static const char *const preparations[] = { "none", "standard" };

  for (gsize i = 0; i < G_N_ELEMENTS (preparations); i++)
    {
      g_autofree char *centers = eqp_cli_temporary ("start.csv");
      g_autofree char *before = eqp_cli_temporary ("before.txt");
      g_autofree char *after = eqp_cli_temporary ("after.txt");
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;
      g_autoptr (GPtrArray) lines = NULL;
      g_auto (EqpCliRun) run = { 0 };
      g_auto (EqpCliRun) again = { 0 };
      g_auto (EqpCliRun) told = { 0 };

      eqp_cli_call (&run, "run", "sample:digits", "--method", "kmeans", "--normalise", preparations[i], "--quiet", "--centres-out", centers, "--labels-out", before, NULL);
      g_assert_cmpint (run.status, ==, 0);
      eqp_cli_call (&again, "run", "sample:digits", "--method", "kmeans", "--normalise", preparations[i], "--quiet", "--json", "--initial-centres", centers, "--labels-out", after, NULL);
      g_assert_cmpint (again.status, ==, 0);
      lines = eqp_cli_parse (again.out);
      g_assert_cmpint (json_object_get_int_member (eqp_cli_last (lines, "result"), "iterations"), ==, 1);
      g_assert_true (g_file_get_contents (before, &first, NULL, NULL));
      g_assert_true (g_file_get_contents (after, &second, NULL, NULL));
      g_assert_cmpstr (first, ==, second);

      eqp_cli_call (&told, "run", "sample:digits", "--method", "kmeans", "--quiet", "--initial-centers", centers, NULL);
      g_assert_cmpint (told.status, ==, 0);
      g_assert_nonnull (strstr (told.out, " --initial-centers "));
    }
}

static void
test_centers_refused (void)
{
  g_autofree char *centers = eqp_cli_temporary ("start.csv");
  g_auto (EqpCliRun) method = { 0 };
  g_auto (EqpCliRun) shape = { 0 };
  g_auto (EqpCliRun) both = { 0 };

  g_assert_true (g_file_set_contents (centers, "1,2,3,4\n2,3,4,5\n", -1, NULL));
  eqp_cli_call (&method, "run", "sample:karate", "--k", "2", "--initial-centers", centers, NULL);
  g_assert_cmpint (method.status, ==, 3);
  g_assert_nonnull (strstr (method.err, "“Balanced min-cut” (bmincut) takes no centers to start from; choose “k-means” (kmeans)"));
  eqp_cli_call (&shape, "run", "sample:iris", "--k", "3", "--initial-centers", centers, NULL);
  g_assert_cmpint (shape.status, ==, 3);
  g_assert_nonnull (strstr (shape.err, "holds 2 centers, but K is 3"));
  eqp_cli_call (&both, "run", "sample:iris", "--initial-centers", centers, "--initial-labels", centers, NULL);
  g_assert_cmpint (both.status, ==, 2);
  g_assert_nonnull (strstr (both.err, "Both --initial-labels and --initial-centers"));
}

/* A row of weight w is w rows: objective, sizes, gamma and measures agree; pairs by number and by key are kept. */
static void
test_weights_and_links (void)
{
  g_autofree char *weighed = eqp_cli_temporary ("weighed.csv");
  g_autofree char *copied = eqp_cli_temporary ("copied.csv");
  g_autofree char *must = eqp_cli_temporary ("must.csv");
  g_autofree char *cannot = eqp_cli_temporary ("cannot.csv");
  g_autofree char *labels = eqp_cli_temporary ("linked.txt");
  g_autofree char *text = NULL;
  g_autoptr (GString) rows = g_string_new ("id,x,y,w\n");
  g_autoptr (GString) copies = g_string_new ("x,y\n");
  static const char *const members[] = { "objective", "data_term", "penalty" };
  g_auto (GStrv) lines = NULL;
  g_auto (EqpCliRun) linked = { 0 };
  g_auto (EqpCliRun) again = { 0 };
  g_auto (EqpCliRun) refused = { 0 };
  g_auto (EqpCliRun) sample = { 0 };

  for (int i = 0; i < 60; i++)
    {
      double x = 10.0 * (i % 3) + 0.01 * ((i * 37) % 61), y = 0.02 * ((i * 53) % 59);

      g_string_append_printf (rows, "key%d,%.2f,%.2f,%d\n", i, x, y, i % 4);
      for (int copy = 0; copy < i % 4; copy++)
        g_string_append_printf (copies, "%.2f,%.2f\n", x, y);
    }
  g_assert_true (g_file_set_contents (weighed, rows->str, -1, NULL));
  g_assert_true (g_file_set_contents (copied, copies->str, -1, NULL));
  for (int m = 0; m < 2; m++)
    {
      const char *method = m == 0 ? "kmeans" : "bkm";
      g_auto (EqpCliRun) one = { 0 };
      g_auto (EqpCliRun) two = { 0 };
      g_autoptr (GPtrArray) lines_one = NULL;
      g_autoptr (GPtrArray) lines_two = NULL;
      JsonObject *a, *b;

      eqp_cli_call (&one, "run", weighed, "--weights-column", "w", "--k", "3", "--method", method, "--json", "--quiet", NULL);
      eqp_cli_call (&two, "run", copied, "--labels", "none", "--k", "3", "--method", method, "--json", "--quiet", NULL);
      g_assert_cmpint (one.status, ==, 0);
      g_assert_cmpint (two.status, ==, 0);
      lines_one = eqp_cli_parse (one.out);
      lines_two = eqp_cli_parse (two.out);
      a = eqp_cli_last (lines_one, "result");
      b = eqp_cli_last (lines_two, "result");
      for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
        eqp_assert_close (json_object_get_double_member (a, members[i]), json_object_get_double_member (b, members[i]), 1e-6);
      eqp_assert_close (json_object_get_double_member (a, "gamma"), json_object_get_double_member (b, "gamma"), 1e-6);
      eqp_assert_close (json_object_get_double_member (json_object_get_object_member (a, "measures"), "silhouette"),
                        json_object_get_double_member (json_object_get_object_member (b, "measures"), "silhouette"), 1e-6);
    }

  g_assert_true (g_file_set_contents (must, "a,b\nkey0,key1\nkey1,key5\n", -1, NULL));
  g_assert_true (g_file_set_contents (cannot, "key0,key3\nkey9,key12\n", -1, NULL));
  eqp_cli_call (&linked, "run", weighed, "--ignore", "w", "--k", "3", "--must-link", must, "--cannot-link", cannot, "--key-column", "id", "--labels-out", labels, NULL);
  g_assert_cmpint (linked.status, ==, 0);
  g_assert_nonnull (strstr (linked.out, " --must-link "));
  g_assert_true (g_file_get_contents (labels, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, lines[1]);
  g_assert_cmpstr (lines[1], ==, lines[5]);
  g_assert_cmpstr (lines[0], !=, lines[3]);
  g_assert_cmpstr (lines[9], !=, lines[12]);

  g_assert_true (g_file_set_contents (must, "1,2\n1,61\n", -1, NULL));
  eqp_cli_call (&again, "run", weighed, "--k", "3", "--must-link", must, NULL);
  g_assert_cmpint (again.status, ==, 3);
  g_assert_nonnull (strstr (again.err, "must.csv, line 2: “61” is no number of a row; rows run from 1 to 60"));
  g_assert_true (g_file_set_contents (cannot, "1,2\n2,3\n3,1\n", -1, NULL));
  eqp_cli_call (&refused, "run", weighed, "--k", "2", "--cannot-link", cannot, NULL);
  g_assert_cmpint (refused.status, ==, 3);
  g_assert_nonnull (strstr (refused.err, "Rows 1, 2, 3 have all to be apart"));
  eqp_cli_call (&sample, "run", "sample:iris", "--weights-column", "w", NULL);
  g_assert_cmpint (sample.status, ==, 3);
  g_assert_nonnull (strstr (sample.err, "is a sample without a column of weights"));
}

static void
test_labels_to_stdout (void)
{
  g_auto (GStrv) lines = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--labels-out", "-", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 151);
  for (gint i = 0; i < 150; i++)
    g_assert_true (strlen (lines[i]) == 1 && *lines[i] >= '0' && *lines[i] <= '2');
  g_assert_nonnull (strstr (run.err, "ACC"));
  eqp_cli_run_clear (&run);
}

static void
test_centers (void)
{
  g_autofree char *path = eqp_cli_temporary ("centers.csv");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--quiet", "--centers-out", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  for (gint c = 1; c <= 3; c++)
    {
      /* sepals of irises are 4.3 to 7.9 cm long: units of the file, offsets put back */
      double length = g_ascii_strtod (lines[c], NULL);

      g_assert_cmpfloat (length, >, 4.3);
      g_assert_cmpfloat (length, <, 7.9);
    }
  eqp_cli_run_clear (&run);
}

/* The relative gamma of the graph family counts in weights of the graph, not in squared distances. */
static void
test_graph_gamma (void)
{
  g_autoptr (EqpDataset) dataset = eqp_dataset_load ("sample:iris", NULL, NULL, NULL, NULL);
  const EqpGraphOptions options = { .neighbors = 7, .scale = EQP_SCALE_MEAN };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  g_autoptr (GPtrArray) lines = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", "bmincut", "--gamma-rel", "2", "--neighbours", "7", "--scale", "mean", "--json", "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  eqp_assert_close (json_object_get_double_member (lines->pdata[0], "gamma"), 2.0 * 3.0 * eqp_graph_get_total_weight (graph) / (150.0 * 150.0), 1e-12);
  eqp_cli_run_clear (&run);
}

/* Limits of size are kept, and refused where they cannot be. */
static void
test_size_limits (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  JsonArray *sizes;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", "bmincut", "--k", "3", "--gamma", "0", "--min-size", "45", "--max-size", "52", "--json", "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (lines->pdata[0], "parameters"), "min_size"), ==, 45);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (lines->pdata[0], "parameters"), "max_size"), ==, 52);
  sizes = json_object_get_array_member (eqp_cli_last (lines, "result"), "sizes");
  for (guint c = 0; c < 3; c++)
    {
      g_assert_cmpint (json_array_get_int_element (sizes, c), >=, 45);
      g_assert_cmpint (json_array_get_int_element (sizes, c), <=, 52);
    }
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "bmincut", "--k", "3", "--max-size", "52", "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "limits 0 to 52"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "bmincut", "--k", "3", "--max-size", "49", "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "allow 50 or more"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--k", "3", "--max-size", "60", "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "keeps no limits"));
  eqp_cli_run_clear (&run);
}

/* Raw and relative gamma are the same number on two scales. */
static void
test_gamma_scales (void)
{
  const EqpSolver *bkm = eqp_solver_find ("bkm");
  g_autoptr (GPtrArray) relative = NULL;
  g_autoptr (GPtrArray) raw = NULL;
  g_autofree char *gamma = NULL;
  EqpCliRun run;

  if (bkm == NULL)
    {
      g_test_skip ("there is no method with a balance term");
      return;
    }

  eqp_cli_call (&run, "run", "sample:iris", "--method", "bkm", "--gamma-rel", "2", "--json", "--quiet", NULL);
  relative = eqp_cli_parse (run.out);
  eqp_cli_run_clear (&run);
  gamma = g_strdup_printf ("%.17g", json_object_get_double_member (relative->pdata[0], "gamma"));
  eqp_cli_call (&run, "run", "sample:iris", "--method", "bkm", "--gamma", gamma, "--json", "--quiet", NULL);
  raw = eqp_cli_parse (run.out);
  eqp_cli_run_clear (&run);

  eqp_assert_close (json_object_get_double_member (relative->pdata[0], "gamma_rel"), 2.0, 0.0);
  eqp_assert_close (json_object_get_double_member (raw->pdata[0], "gamma_rel"), 2.0, 1e-14);
  g_assert_cmpfloat (json_object_get_double_member (eqp_cli_last (raw, "result"), "objective"), ==,
                     json_object_get_double_member (eqp_cli_last (relative, "result"), "objective"));

  /* The line that repeats it has the scale that was asked for. */
  for (guint i = 0; i < 2; i++)
    {
      const char *scale = i == 0 ? "--gamma-rel" : "--gamma";
      g_autofree char *part = g_strdup_printf (" %s 2 --seed", scale);

      eqp_cli_call (&run, "run", "sample:iris", "--method", "bkm", scale, "2", NULL);
      g_assert_nonnull (strstr (run.out, part));
      eqp_cli_run_clear (&run);
    }
}

/* Each format begins as it has to; also for a single column, and for two where cells are drawn. */
static void
test_plot (void)
{
  const struct
  {
    const char *name;
    const char *data;
    const char *magic;
  } cases[] = {
    { "plot.svg", "sample:iris", "<?xml" },
    { "plot.pdf", "sample:blobs", "%PDF-" },
    { "plot.png", "sample:digits", "\x89PNG\r\n\x1a\n" },
  };
  g_autofree char *single = eqp_cli_temporary ("single.csv");
  g_autofree char *point = eqp_cli_temporary ("point.svg");
  EqpCliRun run;

  g_assert_true (g_file_set_contents (single, "a,b,c\n1,2,3\n", -1, NULL));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = eqp_cli_temporary (cases[i].name);
      g_autofree char *content = NULL;
      gsize length;

      eqp_cli_call (&run, "run", cases[i].data, "--method", "kmeans", "--quiet", "--plot", path, NULL);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_cmpstr (run.err, ==, "");
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (length, >, 2000);
      g_assert_cmpmem (content, strlen (cases[i].magic), cases[i].magic, strlen (cases[i].magic));
      eqp_cli_run_clear (&run);
    }

  /* A single row spans no plane. */
  eqp_cli_call (&run, "run", single, "--k", "1", "--quiet", "--plot", point, NULL);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--plot", "picture.bmp", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "picture.bmp"));
  eqp_cli_run_clear (&run);
}

static void
test_unused_gamma_is_told (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  JsonArray *warnings;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--gamma", "3", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  warnings = json_object_get_array_member (eqp_cli_last (lines, "result"), "warnings");
  g_assert_cmpuint (json_array_get_length (warnings), ==, 1);
  g_assert_nonnull (strstr (json_array_get_string_element (warnings, 0), "gamma was not used"));
  eqp_cli_run_clear (&run);
}

/* How many of the starts reached the best, in words and as members. */
static void
test_starts (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *words = NULL;
  JsonObject *result;
  EqpCliRun run;

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--k", "6", "--starts", "8", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  result = eqp_cli_last (lines, "result");
  g_assert_cmpint (json_object_get_int_member (result, "starts"), ==, 8);
  g_assert_cmpint (json_object_get_int_member (result, "reached"), >=, 1);
  g_assert_cmpint (json_object_get_int_member (result, "reached"), <=, 8);
  words = g_strdup_printf (" %d of 8\n", (int) json_object_get_int_member (result, "reached"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--k", "6", "--starts", "8", NULL);
  g_assert_nonnull (strstr (run.out, "starts that reached it"));
  g_assert_nonnull (strstr (run.out, words));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--k", "6", NULL);
  g_assert_null (strstr (run.out, "starts that"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--k", "6", "--starts", "1", "--json", NULL);
  g_assert_nonnull (strstr (run.out, "\"starts\":1,\"reached\":1"));
  eqp_cli_run_clear (&run);
}

int
main (int    argc,
      char **argv)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  int status;

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < n_solvers; i++)
    {
      g_autofree char *name = g_strdup_printf ("/cli/run/events/%s", solvers[i]->id);

      g_test_add_data_func (name, solvers[i], test_events);
    }
  g_test_add_func ("/cli/run/no-labels", test_no_labels);
  g_test_add_func ("/cli/run/silhouette", test_silhouette);
  g_test_add_func ("/cli/run/distinct", test_distinct);
  g_test_add_func ("/cli/run/distinct-given", test_distinct_given);
  g_test_add_func ("/cli/run/ragged", test_ragged);
  g_test_add_func ("/cli/run/threads", test_threads);
  g_test_add_func ("/cli/run/initial-labels", test_initial_labels);
  g_test_add_func ("/cli/run/initial-centers", test_initial_centers);
  g_test_add_func ("/cli/run/centers-refused", test_centers_refused);
  g_test_add_func ("/cli/run/weights-and-links", test_weights_and_links);
  g_test_add_func ("/cli/run/labels-to-stdout", test_labels_to_stdout);
  g_test_add_func ("/cli/run/centers", test_centers);
  g_test_add_func ("/cli/run/size-limits", test_size_limits);
  g_test_add_func ("/cli/run/graph-gamma", test_graph_gamma);
  g_test_add_func ("/cli/run/gamma-scales", test_gamma_scales);
  g_test_add_func ("/cli/run/plot", test_plot);
  g_test_add_func ("/cli/run/unused-gamma-is-told", test_unused_gamma_is_told);
  g_test_add_func ("/cli/run/starts", test_starts);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
