/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of "sweep --warm-path"; reports, which are the same whoever made them in how many parts; "replay", which finds
 * what was altered. */
#include "config.h"

#include "eqp-cli-test.h"

#include <math.h>
#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>

#include "eqp-labels.h"

/* Loosely: the program promises a tenth of a second. */
#define PATIENCE_SECONDS 10.0

static gboolean
is_event (JsonObject *line,
          const char *event)
{
  return strcmp (json_object_get_string_member (line, "event"), event) == 0;
}

static double
number (JsonObject *line,
        const char *name)
{
  return json_object_get_double_member (line, name);
}

/* 6 + 2 up to 9109/9, 5 + 3 up to 4697/3, then 4 + 4, although no node of the grid is near either. */
static void
test_known (void)
{
  static const double breaks[] = { 0.0, 9109.0 / 9.0, 4697.0 / 3.0 };
  static const gint64 squares[] = { 40, 34, 32 };
  g_autofree char *path = eqp_cli_temporary ("line.csv");
  g_autoptr (GPtrArray) lines = NULL;
  guint pieces = 0, nodes = 0;
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "x\n0\n1\n2\n3\n4\n5\n100\n101\n", -1, NULL));
  eqp_cli_call (&run, "sweep", path, "--k", "2", "--warm-path", "--gammas", "1:1e5:5", "--starts", "4", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  lines = eqp_cli_parse (run.out);
  for (guint i = 0; i < lines->len; i++)
    {
      JsonObject *line = lines->pdata[i];

      if (is_event (line, "piece"))
        {
          g_assert_cmpuint (pieces, <, 3);
          eqp_assert_close (number (line, "from"), breaks[pieces], 1e-9);
          if (pieces < 2)
            eqp_assert_close (number (line, "to"), breaks[pieces + 1], 1e-9);
          else
            g_assert_true (json_object_get_null_member (line, "to"));
          g_assert_cmpint (json_object_get_int_member (line, "squares"), ==, squares[pieces++]);
        }
      else if (is_event (line, "node"))
        {
          gint64 piece = json_object_get_int_member (line, "piece");

          nodes++;
          g_assert_cmpfloat (number (line, "gamma"), >=, breaks[piece]);
          eqp_assert_close (number (line, "objective"), number (line, "data_term") + number (line, "penalty"), 1e-12);
          eqp_assert_close (number (line, "penalty"), number (line, "gamma") * (double) squares[piece], 1e-12);
        }
    }
  g_assert_cmpuint (pieces, ==, 3);
  g_assert_cmpuint (nodes, ==, 5);
  g_assert_true (json_object_get_boolean_member (eqp_cli_last (lines, "path"), "complete"));
  eqp_cli_run_clear (&run);
}

/* A row of weight 2 is two rows on the path and for a wish: 6 + 3 up to (6827 - 109 / 6) / 4, then 5 + 4. Rows kept
 * together are on no path alone. */
static void
test_weighed (void)
{
  const double only = (6827.0 - 109.0 / 6.0) / 4.0;
  g_autofree char *weighed = eqp_cli_temporary ("weighed.csv"), *copied = eqp_cli_temporary ("copied.csv");
  g_autofree char *pairs = eqp_cli_temporary ("joined.csv");
  const char *const sets[][5] = { { weighed, "--weights-column", "w" }, { copied, "--labels", "none" } };

  g_assert_true (
      g_file_set_contents (weighed, "x,w\n0,1\n1,1\n2,1\n3,1\n4,1\n5,1\n100,2\n101,1\n", -1, NULL));
  g_assert_true (g_file_set_contents (copied, "x\n0\n1\n2\n3\n4\n5\n100\n100\n101\n", -1, NULL));
  g_assert_true (g_file_set_contents (pairs, "5,6\n", -1, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autoptr (GPtrArray) lines = NULL, target_lines = NULL;
      g_auto (EqpCliRun) run = { 0 }, target = { 0 };
      JsonArray *sizes;
      guint pieces = 0;

      eqp_cli_call (&run, "sweep", sets[i][0], sets[i][1], sets[i][2], "--k", "2", "--warm-path", "--gammas", "1:1e5:5",
                    "--json", NULL);
      g_assert_cmpint (run.status, ==, 0);
      lines = eqp_cli_parse (run.out);
      for (guint j = 0; j < lines->len; j++)
        if (is_event (lines->pdata[j], "piece"))
          {
            JsonObject *measures = json_object_get_object_member (lines->pdata[j], "measures");

            eqp_assert_close (number (lines->pdata[j], "from"), pieces == 0 ? 0.0 : only, 1e-9);
            g_assert_cmpint (json_object_get_int_member (lines->pdata[j], "squares"), ==, pieces == 0 ? 45 : 41);
            eqp_assert_close (number (measures, "max"), pieces == 0 ? 6.0 : 5.0, 1e-12);
            pieces++;
          }
      g_assert_cmpuint (pieces, ==, 2);

      eqp_cli_call (&target, "run", sets[i][0], sets[i][1], sets[i][2], "--k", "2", "--target", "max-min<=1", "--json",
                    "--quiet", NULL);
      g_assert_cmpint (target.status, ==, 0);
      target_lines = eqp_cli_parse (target.out);
      eqp_assert_close (number (eqp_cli_last (target_lines, "result"), "gamma"), only, 2e-3);
      sizes = json_object_get_array_member (eqp_cli_last (target_lines, "result"), "sizes");
      g_assert_cmpint (json_array_get_int_element (sizes, 0) + json_array_get_int_element (sizes, 1), ==, 9);
    }
  {
    g_auto (EqpCliRun) run = { 0 };

    eqp_cli_call (&run, "sweep", weighed, "--weights-column", "w", "--must-link", pairs, "--k", "2", "--warm-path",
                  "--gammas", "1:1e5:5", "--json", NULL);
    g_assert_cmpint (run.status, ==, 0);
    /* 7 + 2 or 6 + 3, and 4 + 5 in the end. */
    g_assert_nonnull (strstr (run.out, "\"squares\":41"));
    eqp_cli_run_clear (&run);
    eqp_cli_call (&run, "run", weighed, "--weights-column", "w", "--k", "2", "--target", "max-min<=0", NULL);
    g_assert_cmpint (run.status, ==, 3);
    g_assert_nonnull (strstr (run.err, "9 rows cannot be divided"));
  }
}

/* The same on any number of threads, for every seed, in every format. */
static void
test_threads (void)
{
  EqpCliRun one, two;

#define CLIMB "sweep", "sample:iris", "--methods", "bkm,bmincut", "--warm-path", "--gammas-rel", "0.01:100:8", "--trials", "2", "--no-times"
  eqp_cli_call (&one, CLIMB, "--json", "--threads", "1", NULL);
  eqp_cli_call (&two, CLIMB, "--json", "--threads", "2", NULL);
  g_assert_cmpint (one.status, ==, 0);
  g_assert_nonnull (strstr (one.out, "\"event\":\"piece\",\"method\":\"bmincut\",\"k\":3,\"seed\":2"));
  g_assert_cmpstr (one.out, ==, two.out);
  eqp_cli_run_clear (&one);
  eqp_cli_run_clear (&two);

  eqp_cli_call (&one, CLIMB, "--format", "csv", NULL);
  g_assert_true (g_str_has_prefix (one.out, "kind,method,seed,from,to,from_rel,to_rel,data_term,squares,smallest,largest,acc,nmi\npiece,bkm,1,0,"));
  g_assert_nonnull (strstr (one.out, ",inf,"));
  eqp_cli_run_clear (&one);
  eqp_cli_call (&one, CLIMB, "--format", "latex", NULL);
  g_assert_nonnull (strstr (one.out, " & $\\Sigma$ n$^2$ & "));
  g_assert_nonnull (strstr (one.out, "$\\infty$"));
  eqp_cli_run_clear (&one);
}

static void
test_path_refused (void)
{
  static const struct
  {
    const char *arguments[8];
    const char *sentence;
  } cases[] = {
    { { "sample:iris", "--method", "kmeans" }, "The method kmeans cannot go on along gamma" },
    { { "sample:iris", "--method", "bkm-published" }, "The method bkm-published cannot go on" },
    { { "sample:iris", "--gammas", "0,1,2" }, "the grid is FIRST:LAST:STEPS" },
    { { "sample:iris", "--gammas", "10:1:5" }, "the grid is FIRST:LAST:STEPS" },
    { { "sample:iris", "--gammas", "1:10:1" }, "the grid is FIRST:LAST:STEPS" },
    { { "sample:iris", "--out", "/tmp/x" }, "mean nothing; leave them out" },
    { { "x.jsonl", "--merge" }, "so --warm-path means nothing" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *arguments[12] = { "sweep", "--warm-path" };
      EqpCliRun run;

      for (guint a = 0; cases[i].arguments[a] != NULL; a++)
        arguments[2 + a] = cases[i].arguments[a];
      eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
      if (run.status != 2 || strstr (run.err, cases[i].sentence) == NULL)
        g_error ("status 2 and “%s” were expected, %d and “%s” found", cases[i].sentence, run.status, run.err);
      g_assert_cmpstr (run.out, ==, "");
      eqp_cli_run_clear (&run);
    }
}

/* What was found until then is told. */
static void
test_path_interrupted (void)
{
  const char *const arguments[] = { "sweep", "sample:digits", "--warm-path", "--trials", "100000", "--json", NULL };
  GSubprocess *process = eqp_cli_spawn (NULL, arguments);
  gint64 start;
  EqpCliRun run;
  char byte;

  g_assert_cmpint (g_input_stream_read (g_subprocess_get_stdout_pipe (process), &byte, 1, NULL, NULL), ==, 1);
  start = g_get_monotonic_time ();
  g_subprocess_send_signal (process, SIGINT);
  eqp_cli_wait (process, &run);
  g_test_message ("stopped after %.3f s", (double) (g_get_monotonic_time () - start) * 1e-6);
  g_assert_cmpfloat ((double) (g_get_monotonic_time () - start) * 1e-6, <, PATIENCE_SECONDS);
  g_assert_cmpint (run.status, ==, 130);
  g_assert_nonnull (strstr (run.out, "\"event\":\"piece\""));
  eqp_cli_run_clear (&run);
}

/* -- labels in a line of JSON ------------------------------------------------------------------------------------- */

static void
test_labels (void)
{
  static const gint ks[] = { 1, 2, 63, 64, 65, 4096, 4097, 300000 };
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ks); i++)
    {
      gint32 labels[101], found[101];
      g_autoptr (EqpLabels) packed = NULL;
      g_autoptr (EqpLabels) back = NULL;
      g_autofree char *text = NULL;
      const gsize digits = ks[i] <= 64 ? 1 : ks[i] <= 4096 ? 2 : ks[i] <= 262144 ? 3 : 4;

      for (guint row = 0; row < 101; row++)
        labels[row] = (gint32) (eqp_rng_uniform (&rng) * ks[i]);
      labels[0] = ks[i] - 1;
      packed = eqp_labels_new (101, ks[i], labels);
      text = eqp_labels_to_text (packed);
      g_assert_cmpuint (strlen (text), ==, 101 * digits);
      back = eqp_labels_from_text (text, 101, ks[i]);
      g_assert_nonnull (back);
      eqp_labels_unpack (back, found);
      g_assert_cmpmem (found, sizeof found, labels, sizeof labels);
      g_assert_null (eqp_labels_from_text (text, 100, ks[i]));
      text[50 * digits] = '!';
      g_assert_null (eqp_labels_from_text (text, 101, ks[i]));
    }
  g_assert_null (eqp_labels_from_text ("0123", 4, 3));
  g_assert_null (eqp_labels_from_text ("", 1, 3));
}

/* -- the folder -------------------------------------------------------------------------------------------------- */

#define STUDY "sweep", "sample:iris", "--methods", "bkm,kmeans,bmincut", "--gammas-rel", "0,0.1,1,10", "--trials", "4", "--quiet"

static char *
contents (const char *folder,
          const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Names of all files below, in order. */
static void
list_files (const char *folder,
            const char *below,
            GPtrArray  *names)
{
  g_autofree char *path = g_build_filename (folder, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *relative = g_build_filename (below, name, NULL);
      g_autofree char *full = g_build_filename (folder, relative, NULL);

      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        list_files (folder, relative, names);
      else
        g_ptr_array_add (names, g_steal_pointer (&relative));
    }
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
get_files (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  list_files (folder, "", names);
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* But for the one file of times. */
static void
assert_same (const char *a,
             const char *b)
{
  g_autoptr (GPtrArray) names = get_files (a);
  g_autoptr (GPtrArray) others = get_files (b);

  g_assert_cmpuint (names->len, ==, others->len);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *x = NULL;
      g_autofree char *y = NULL;

      g_assert_cmpstr (names->pdata[i], ==, others->pdata[i]);
      if (strcmp (names->pdata[i], "times.csv") == 0)
        continue;
      x = contents (a, names->pdata[i]);
      y = contents (b, names->pdata[i]);
      if (strcmp (x, y) != 0)
        g_error ("%s of %s and %s differ", (const char *) names->pdata[i], a, b);
    }
}

/* Made once, for all tests that follow. */
static const char *
get_whole (void)
{
  static char *path;
  EqpCliRun run;

  if (path != NULL)
    return path;
  path = eqp_cli_temporary ("whole");
  eqp_cli_call (&run, STUDY, "--report", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_nonnull (strstr (run.out, "open report.html"));
  eqp_cli_run_clear (&run);
  return path;
}

static void
test_folder (void)
{
  static const char *const wanted[] = { "manifest.json",      "rows.jsonl",         "report.html",       "times.csv",
                                        "tables/summary.csv", "tables/summary.md",  "tables/summary.tex", "tables/cells.csv",
                                        "figures/nmi.svg",    "figures/nmi.pdf",    "figures/front_sse.svg",
                                        "figures/front_cut.pdf", "labels/kmeans-seed4.txt" };
  const char *folder = get_whole ();
  g_autofree char *part = g_strconcat (folder, ".part.jsonl", NULL);
  g_autofree char *manifest = contents (folder, "manifest.json");
  g_autofree char *page = contents (folder, "report.html");
  g_autofree char *table = contents (folder, "tables/summary.csv");
  g_autofree char *labels = contents (folder, "labels/bkm-rel1-seed3.txt");
  g_autofree char *pdf = contents (folder, "figures/nmi.pdf");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root, *study;
  EqpCliRun run;

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autofree char *path = g_build_filename (folder, wanted[i], NULL);

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_error ("%s is missing", wanted[i]);
    }
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));

  /* What its pictures refer to is in the page. */
  {
    g_auto (GStrv) ids = g_strsplit (page, " id=\"", -1), uses = g_strsplit (page, "href=\"#", -1);
    g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 1; ids[i] != NULL; i++)
      g_hash_table_add (known, g_strndup (ids[i], strcspn (ids[i], "\"")));
    g_assert_cmpuint (g_strv_length (uses), >, 10);
    for (guint i = 1; uses[i] != NULL; i++)
      {
        uses[i][strcspn (uses[i], "\"")] = '\0';
        g_assert_true (g_hash_table_contains (known, uses[i]));
      }
  }

  /* Methods are named once, whatever they are run with. */
  {
    g_autofree char *twice = g_strdup_printf ("%s (bkm), %s (bkm)", eqp_solver_find ("bkm")->name,
                                              eqp_solver_find ("bkm")->name);

    g_assert_nonnull (strstr (page, "(bkm), "));
    g_assert_null (strstr (page, twice));
  }

  /* The head of each table, which a browser repeats on each page of paper. */
  {
    g_auto (GStrv) tables = g_strsplit (page, "<table>\n<thead><tr>", -1), all = g_strsplit (page, "<table", -1),
                   bodies = g_strsplit (page, "</thead>\n<tbody>\n<tr>", -1);

    g_assert_cmpuint (g_strv_length (all), >, 2);
    g_assert_cmpuint (g_strv_length (tables), ==, g_strv_length (all));
    g_assert_cmpuint (g_strv_length (bodies), ==, g_strv_length (all));
  }

  g_assert_true (json_parser_load_from_data (parser, manifest, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  study = json_object_get_object_member (root, "study");
  g_assert_cmpint (json_object_get_int_member (root, "cells"), ==, 36);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (root, "seeds")), ==, 4);
  g_assert_cmpstr (json_object_get_string_member (root, "version"), ==, EQP_VERSION);
  g_assert_cmpstr (json_object_get_string_member (study, "data"), ==, "sample:iris");
  g_assert_cmpuint (strlen (json_object_get_string_member (study, "data_hash")), ==, 16);
  g_assert_false (json_object_has_member (json_object_get_object_member (root, "files"), "times.csv"));

  /* Nothing is loaded from anywhere, and a name stands in the page once. */
  g_assert_null (strstr (page, "src="));
  g_assert_null (strstr (page, "<link"));
  g_assert_null (strstr (page, "<script"));
  g_assert_null (strstr (page, "@import"));
  g_assert_nonnull (strstr (page, "@media print"));
  g_assert_nonnull (strstr (page, "(prefers-color-scheme:dark)"));
  g_assert_nonnull (strstr (page, "id=\"l0-"));
  g_assert_nonnull (strstr (page, "id=\"d1-"));
  g_assert_null (strstr (page, "href=\"#glyph"));
  g_assert_null (strstr (page, "url(#clip"));
  g_assert_null (strstr (page, "nan"));
  g_assert_null (strstr (pdf, "CreationDate"));

  /* The table is what the command tells, the labels are those of a run. */
  eqp_cli_call (&run, STUDY, "--format", "csv", "--no-times", NULL);
  g_assert_cmpstr (run.out, ==, table);
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "run", "sample:iris", "--method", "bkm", "--gamma-rel", "1", "--seed", "3", "--quiet", "--labels-out", "-", NULL);
  g_assert_true (g_str_has_suffix (run.out, labels));
  eqp_cli_run_clear (&run);
}

/* Killed again and again, no matter when; finished cells are not run again. */
static void
test_killed (void)
{
  const char *whole = get_whole ();
  g_autofree char *folder = eqp_cli_temporary ("killed");
  g_autofree char *part = g_strconcat (folder, ".part.jsonl", NULL);
  const char *const arguments[] = { STUDY, "--report", folder, "--threads", "1", NULL };
  guint kills = 0;
  EqpCliRun run;
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (guint round = 0; round < 12; round++)
    {
      g_autoptr (GSubprocess) process = eqp_cli_spawn (NULL, arguments);
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      g_file_get_contents (part, &before, NULL, NULL);
      g_usleep ((gulong) (eqp_rng_uniform (&rng) * 250000.0));
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      kills += g_subprocess_get_if_signaled (process);
      /* What was there, with its times, is there still. */
      if (before != NULL && g_file_get_contents (part, &after, NULL, NULL))
        {
          g_auto (GStrv) lines = g_strsplit (before, "\n", -1);

          for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++)
            g_assert_nonnull (strstr (after, lines[i]));
        }
    }
  g_test_message ("%u kills", kills);
  eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  assert_same (whole, folder);
}

static void
test_shards (void)
{
  const char *whole = get_whole ();
  g_autofree char *folder = eqp_cli_temporary ("merged");
  g_autofree char *bare = eqp_cli_temporary ("bare.jsonl");
  char *paths[3];
  EqpCliRun run;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("part%u.jsonl", i);
      g_autofree char *part = g_strdup_printf ("%u/3", i + 1);

      paths[i] = eqp_cli_temporary (name);
      eqp_cli_call (&run, STUDY, "--shard", part, "--out", paths[i], NULL);
      g_assert_cmpint (run.status, ==, 0);
      eqp_cli_run_clear (&run);
    }
  eqp_cli_call (&run, "sweep", "--merge", paths[2], paths[0], paths[1], "--report", folder, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  assert_same (whole, folder);

  /* A report has all cells, or there is none. */
  eqp_cli_call (&run, "sweep", "--merge", paths[2], paths[0], "--report", bare, NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "are in none of the files"));
  g_assert_false (g_file_test (bare, G_FILE_TEST_EXISTS));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, STUDY, "--out", bare, "--no-labels", NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "sweep", "--merge", bare, "--report", folder, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "36 runs in the files have no labels"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, STUDY, "--resume", bare, "--report", folder, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.err, "36 runs that were done have no labels"));
  eqp_cli_run_clear (&run);
  assert_same (whole, folder);
  for (guint i = 0; i < 3; i++)
    g_free (paths[i]);
}

/* -- replay ------------------------------------------------------------------------------------------------------ */

static void
assert_replay (const char *folder,
               const char *threads,
               int         status,
               const char *sentence)
{
  EqpCliRun run;

  eqp_cli_call (&run, "replay", folder, "--threads", threads, NULL);
  if (run.status != status || (strstr (run.out, sentence) == NULL && strstr (run.err, sentence) == NULL))
    g_error ("status %d and “%s” were expected, %d and “%s%s” found", status, sentence, run.status, run.out, run.err);
  eqp_cli_run_clear (&run);
}

/* Puts @new in the place of the first @old of a file, which has to be there. */
static void
alter (const char *folder,
       const char *name,
       const char *old,
       const char *new)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = contents (folder, name);
  g_auto (GStrv) parts = g_strsplit (text, old, 2);
  g_autofree char *altered = g_strjoinv (new, parts);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_assert_true (g_file_set_contents (path, altered, -1, NULL));
}

static void
test_replay (void)
{
  const char *whole = get_whole ();
  g_autofree char *folder = eqp_cli_temporary ("altered");
  g_autofree char *labels = NULL;
  char last[2] = { 0 };
  EqpCliRun run;

  assert_replay (whole, "1", 0, "reproduced: 36 runs");
  assert_replay (whole, "2", 0, "reproduced: 36 runs");

  eqp_cli_call (&run, STUDY, "--report", folder, NULL);
  eqp_cli_run_clear (&run);
  labels = contents (folder, "labels/bkm-rel0.1-seed3.txt");

  /* One label, in the middle. */
  last[0] = labels[200] == '0' ? '1' : '0';
  {
    g_autofree char *path = g_build_filename (folder, "labels/bkm-rel0.1-seed3.txt", NULL);
    g_autofree char *changed = g_strdup (labels);

    changed[200] = last[0];
    g_assert_true (g_file_set_contents (path, changed, -1, NULL));
    for (guint threads = 1; threads <= 2; threads++)
      {
        assert_replay (folder, threads == 1 ? "1" : "2", 1, "bkm, relative gamma 0.1, seed 3: 1 label differs: row 101 is in cluster ");
        assert_replay (folder, threads == 1 ? "1" : "2", 1, "not reproduced: 1 thing differs");
      }
    g_assert_true (g_file_set_contents (path, labels, -1, NULL));
  }
  assert_replay (folder, "2", 0, "reproduced");

  /* A number of a row; a table; a page; a line that is gone. */
  {
    g_autofree char *rows = contents (folder, "rows.jsonl");
    g_autofree char *path = g_build_filename (folder, "rows.jsonl", NULL);
    g_auto (GStrv) lines = g_strsplit (rows, "\n", 3);
    g_autofree char *without = g_strconcat (lines[0], "\n", lines[2], NULL);

    alter (folder, "rows.jsonl", "\"nmi\":0.7", "\"nmi\":0.8");
    assert_replay (folder, "2", 1, ": nmi is 0.7");
    g_assert_true (g_file_set_contents (path, without, -1, NULL));
    assert_replay (folder, "2", 1, "bkm, relative gamma 0, seed 1: rows.jsonl has no line of it");
    g_assert_true (g_file_set_contents (path, rows, -1, NULL));
  }
  alter (folder, "tables/summary.csv", "bkm,0", "bkm,1");
  assert_replay (folder, "2", 1, "tables/summary.csv: the file was changed");
  alter (folder, "tables/summary.csv", "bkm,1", "bkm,0");
  alter (folder, "manifest.json", "\"seeds\": [1,", "\"seeds\": [2,");
  assert_replay (folder, "2", 1, "seeds or the number of runs");
  alter (folder, "manifest.json", "\"seeds\": [2,", "\"seeds\": [1,");
  alter (folder, "manifest.json", "\"cells\": 36", "\"cells\": 35");
  assert_replay (folder, "2", 1, "seeds or the number of runs");
  alter (folder, "manifest.json", "\"cells\": 35", "\"cells\": 36");
  alter (folder, "manifest.json", "\"0,0.1,1,10\"", "\"0,0.1,1,20\"");
  assert_replay (folder, "2", 1, "tell of different studies");
  alter (folder, "rows.jsonl", "\"0,0.1,1,10\"", "\"0,0.1,1,20\"");
  assert_replay (folder, "2", 1, "mean other methods, gammas or seeds");
}

/* Data that changed, or lie elsewhere now. */
static void
test_replay_data (void)
{
  g_autofree char *data = eqp_cli_temporary ("data.csv");
  g_autofree char *moved = eqp_cli_temporary ("moved.csv");
  g_autofree char *folder = eqp_cli_temporary ("of-file");
  g_autoptr (GString) text = g_string_new ("a;b\n");
  EqpCliRun run;
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "%d;%d\n", (int) (eqp_rng_uniform (&rng) * 1000.0), (int) (eqp_rng_uniform (&rng) * 1000.0));
  g_assert_true (g_file_set_contents (data, text->str, -1, NULL));
  eqp_cli_call (&run, "compare", data, "--k", "3", "--methods", "kmeans,bkm", "--trials", "2", "--normalise", "standard",
                "--separator", "semicolon", "--starts", "2", "--quiet", "--report", folder, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  assert_replay (folder, "2", 0, "reproduced: 4 runs");

  g_assert_cmpint (g_rename (data, moved), ==, 0);
  assert_replay (folder, "2", 3, "data.csv");
  eqp_cli_call (&run, "replay", folder, moved, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);

  g_string_append (text, "1;2\n");
  g_assert_true (g_file_set_contents (data, text->str, -1, NULL));
  assert_replay (folder, "2", 1, "The data differ: ");
}

static void
test_folder_refused (void)
{
  g_autofree char *mine = eqp_cli_temporary ("mine");
  g_autofree char *file = g_build_filename (mine, "thesis.tex", NULL);
  g_autofree char *text = NULL;
  const struct
  {
    int         status;
    const char *arguments[8];
    const char *sentence;
  } cases[] = {
    { 1, { "sample:iris", "--report", mine }, "it is not empty and holds no report" },
    { 1, { "sample:iris", "--report", file }, "it is a file" },
    { 1, { "sample:iris", "--report", "/nonexistent/a" }, "the folder around it does not exist" },
    { 2, { "sample:iris", "--report", mine, "--shard", "1/2" }, "A part makes no report" },
    { 2, { "sample:iris", "--report", mine, "--no-labels" }, "A report has the labels in it" },
    { 2, { "sample:iris", "--report", mine, "--warm-path" }, "not of a path" },
  };

  g_assert_cmpint (g_mkdir (mine, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *arguments[12] = { "sweep" };
      EqpCliRun run;

      for (guint a = 0; cases[i].arguments[a] != NULL; a++)
        arguments[1 + a] = cases[i].arguments[a];
      eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
      if (run.status != cases[i].status || strstr (run.err, cases[i].sentence) == NULL)
        g_error ("“%s” was expected, %d and “%s” found", cases[i].sentence, run.status, run.err);
      g_assert_cmpstr (run.out, ==, "");
      eqp_cli_run_clear (&run);
    }
  text = contents (mine, "thesis.tex");
  g_assert_cmpstr (text, ==, "x");
  assert_replay (mine, "1", 3, "has no manifest.json");
}

/* An old report gives way, but not with something else in it. */
static void
test_replaced (void)
{
  g_autofree char *folder = eqp_cli_temporary ("replaced");
  g_autofree char *old = g_build_filename (folder, "labels/kmeans-seed2.txt", NULL);
  g_autofree char *mine = g_build_filename (folder, "notes.txt", NULL);
  EqpCliRun run;

#define SMALL "compare", "sample:iris", "--methods", "kmeans,bkm", "--quiet", "--report", folder
  eqp_cli_call (&run, SMALL, "--trials", "2", NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  g_assert_true (g_file_test (old, G_FILE_TEST_EXISTS));
  eqp_cli_call (&run, SMALL, "--trials", "1", NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_set_contents (mine, "x", -1, NULL));
  eqp_cli_call (&run, SMALL, "--trials", "2", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "it holds other files besides a report"));
  eqp_cli_run_clear (&run);
  g_assert_true (g_file_test (mine, G_FILE_TEST_EXISTS));
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/report/path/known", test_known);
  g_test_add_func ("/cli/report/path/weighed", test_weighed);
  g_test_add_func ("/cli/report/path/threads", test_threads);
  g_test_add_func ("/cli/report/path/refused", test_path_refused);
  g_test_add_func ("/cli/report/path/interrupted", test_path_interrupted);
  g_test_add_func ("/cli/report/labels", test_labels);
  g_test_add_func ("/cli/report/folder", test_folder);
  g_test_add_func ("/cli/report/killed", test_killed);
  g_test_add_func ("/cli/report/shards", test_shards);
  g_test_add_func ("/cli/report/refused", test_folder_refused);
  g_test_add_func ("/cli/report/replaced", test_replaced);
  g_test_add_func ("/cli/replay/altered", test_replay);
  g_test_add_func ("/cli/replay/data", test_replay_data);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
