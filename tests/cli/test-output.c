/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands print, to the letter, for data so small that all of it can be checked by hand: a file of
 * tests/cli/output for each row of the table. After a change that is meant, EQP_WRITE_OUTPUT=1 writes them anew. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "eqp-cli-test.h"

static const struct
{
  const char *name, *text;
} files[] = {
  { "points.csv", "x,y,kind\n0,0,a\n0,2,a\n1,1,a\n8,8,b\n8,10,b\n9,9,b\n20,0,b\n" },
  { "made.txt", "0\n0\n1\n1\n1\n2\n2\n" },
  { "six.txt", "0\n0\n0\n1\n1\n1\n" },
  { "two.txt", "0\n1\n0\n1\n0\n1\n1\n" },
  { "pairs.csv", "1,7\n" },
  { "apart.csv", "1,2\n4,5\n" },
  { "equal.csv", "x,y\n5,1\n5,1\n5,1\n5,1\n5,1\n5,1\n5,1\n" },
  { "named.csv", "number;group\n1;red\n2;red\n3;\n4;blue\n5;blue\n6;blue\n7;red\n" },
  { "classes.txt", "u\nu\nu\n\nv\nv\nv\n" },
  { "odd.csv", "id,age,city,income,flag\n1,20,Rome,1000,yes\n2,NA,Oslo,2000,no\n3,40,Rome,-50,yes\n"
               "4,50,Bern,4000,yes\n4,50,Bern,4000,yes\n6,35,Oslo,1200,no\n" },
  { "net.edges", "a b 1\nb c 2\nc a 1\nd e 3\ne f 1\nf d 1\nc d 0.5\n" },
  { "plain.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 2\n3 1\n" },
  { "square.csv", "x,y\n0.1,0.3\n123456.7,5.5\n" },
  { "table.csv", "a,b,label\n1,2,u\n3,4,u\n5,6,v\n7,8,v\n9,1,v\n2,3,u\n4,5,u\n" },
  { "counted.edges", "a b 1\nb c 2\nc a 2\n" },
  { "parts.csv", "x,times\n0,0.5\n1,1\n9,2.5\n10,1\n12,2\n" },
  { "counts.csv", "x,times\n0,2\n1,1\n9,3\n10,1\n12,2\n" },
};

/* Name of the file, the command lines with " ; " between them, and what the last one writes. */
static const char *const cases[][3] = {
  { "run", "run points.csv --k 3 --method kmeans" },
  { "run-json", "run points.csv --k 3 --json --threads 1" },
  { "run-gamma", "run points.csv --k 2 --gamma 3 --starts 4 --seed 7 --labels-out -" },
  { "run-target", "run points.csv --target max-min<=1 --k 3 --quiet" },
  { "run-graph", "run net.edges --k 2" },
  { "run-graph-json", "run net.edges --method mincut --k 2 --json --threads 1" },
  { "run-weights", "run counts.csv --k 2 --weights-column times --prove 1 --silhouette none" },
  { "run-weights-json", "run counts.csv --k 2 --weights-column times --json --threads 1 --quiet" },
  { "run-sizes-json", "run points.csv --k 2 --min-size 3 --max-size 4 --json --quiet --threads 1" },
  { "run-links", "run points.csv --k 3 --must-link pairs.csv --cannot-link apart.csv --quiet" },
  { "run-distinct", "run odd.csv --distinct --k 2 --quiet --labels none" },
  { "run-distinct-json", "run odd.csv --distinct --k 2 --quiet --json --threads 1" },
  { "run-parts", "run parts.csv --k 2 --weights-column times --quiet" },
  { "run-one-json", "run points.csv --k 1 --quiet --json --threads 1" },
  { "run-graph-centers", "run points.csv --method bmincut --k 3 --quiet --centres-out out.csv", "out.csv" },
  { "run-table", "run points.csv --k 2 --quiet --table-out out.csv", "out.csv" },
  { "run-centers", "run points.csv --k 2 --quiet --normalise standard --centres-out out.csv", "out.csv" },
  { "run-labels", "run points.csv --k 2 --quiet --initial-labels two.txt --labels-out out.txt", "out.txt" },
  { "score", "score points.csv --labels-in made.txt" },
  { "score-json", "score points.csv --labels-in made.txt --gamma 0.5 --json" },
  { "score-named", "score points.csv --labels-in named.csv --labels-column group --truth classes.txt --gamma-rel 2" },
  { "score-named-json", "score points.csv --labels-in named.csv --labels-column group --truth classes.txt --json" },
  { "score-table", "score points.csv --labels-in table.csv --silhouette none" },
  { "score-graph", "score net.edges --labels-in six.txt --method bmincut" },
  { "score-equal", "score equal.csv --labels-in two.txt --gamma 1" },
  { "info", "info points.csv" },
  { "info-odd", "info odd.csv --ledger out.csv", "out.csv" },
  { "info-odd-json", "info odd.csv --missing mean --one-hot city --json" },
  { "info-graph", "info net.edges" },
  { "info-graph-json", "info net.edges --json" },
  { "compare-no-k", "compare counts.csv --methods kmeans" },
  { "compare", "compare points.csv --methods kmeans,bkm,mincut --k 3 --gamma-rel 10 --trials 3 --no-times" },
  { "compare-latex", "compare points.csv --methods kmeans,bkm --k 3 --gamma-rel 10 --trials 2 --no-times --format latex --quiet" },
  { "compare-json", "compare points.csv --methods kmeans,bkm --k 3 --gamma-rel 10 --trials 2 --no-times --json" },
  { "sweep", "sweep points.csv --method bkm --k 3 --gammas 0,1,100 --trials 1 --no-times" },
  { "sweep-path", "sweep points.csv --method bkm --k 3 --gammas 0.1:1000:5 --warm-path --no-times" },
  { "sweep-path-json", "sweep points.csv --method bkm --k 3 --gammas-rel 0.1:10:3 --warm-path --no-times --json" },
  { "convert-libsvm", "convert points.csv out.libsvm --json", "out.libsvm" },
  { "convert-npy", "convert points.csv out.npy" },
  { "convert-metis", "convert net.edges out.graph", "out.graph" },
  { "convert-mtx", "convert net.edges out.mtx --quiet", "out.mtx" },
  { "convert-neighbors", "convert points.csv out.edges --neighbours 2 --json", "out.edges" },
  { "convert-digits", "convert square.csv - --labels none" },
  { "convert-unnamed", "convert plain.mtx out.graph", "out.graph" },
  { "info-counted", "info counted.edges" },
  { "info-plain", "info plain.mtx" },
  { "suggest", "suggest points.csv --k 2..3 --threads 1" },
  { "suggest-json", "suggest points.csv --k 2..3 --threads 1 --json" },
  { "suggest-iris-json", "suggest sample:iris --k 2..4 --seconds 1000 --threads 1 --json" },
  { "suggest-karate", "suggest sample:karate --seconds 1000 --threads 1" },
  { "report-page", "compare points.csv --methods kmeans,bkm --k 3 --gamma-rel 10 --trials 2 --no-times --quiet --report page",
    "page/report.html" },
  { "report-rows", "sweep points.csv --gammas-rel 0.1,1 --k 2 --trials 1 --no-times --quiet --report rows",
    "rows/rows.jsonl" },
  { "report-cells", "compare points.csv --methods bkm,bmincut --k 3 --trials 2 --quiet --no-times --report cells",
    "cells/tables/cells.csv" },
  { "help", "--help" },
  { "help-run", "run --help" },
  { "help-compare", "compare --help" },
  { "help-sweep", "sweep --help" },
  { "help-suggest", "suggest --help" },
  { "help-score", "score --help" },
  { "help-convert", "convert --help" },
  { "help-replay", "replay --help" },
  { "run-copies-json", "run equal.csv --distinct --k 1 --json --quiet --threads 1" },
  { "run-prove", "run points.csv --k 2 --gamma-rel 10 --prove 5 --quiet" },
  { "run-prove-none", "run points.csv --k 2 --method bmincut --prove 1 --quiet" },
  { "run-no-solution", "run points.csv --k 2 --max-size 2" },
  { "run-cells-json", "run parts.csv --k 3 --gamma-rel 0.1 --starts 3 --json --threads 1" },
  { "score-equal-json", "score equal.csv --labels-in two.txt --gamma 1 --json" },
  { "score-graph-json", "score net.edges --labels-in six.txt --method bmincut --gamma 0.1 --json" },
  { "compare-markdown", "compare points.csv --methods kmeans,bkm --k 3 --trials 2 --no-times --format markdown" },
  { "compare-csv", "compare points.csv --methods kmeans,hkm --k 2 --trials 2 --no-times --format csv" },
  { "compare-graph", "compare net.edges --methods mincut,bmincut --k 2 --trials 2 --no-times" },
  { "compare-failed", "compare points.csv --methods bkm,hkm --k 7 --max-size 0 --trials 1 --no-times" },
  { "sweep-grid", "sweep points.csv --gammas 0.5:50:4 --k 2 --trials 2 --no-times --format csv" },
  { "sweep-latex", "sweep points.csv --gammas-rel 0.1:10:3 --k 2 --warm-path --no-times --format latex" },
  { "sweep-markdown", "sweep net.edges --gammas-rel 0.1:10:3 --k 2 --warm-path --no-times --format markdown" },
  { "sweep-path-csv", "sweep points.csv --gammas-rel 0.1:10:3 --k 2 --warm-path --no-times --format csv" },
  { "shards", "sweep points.csv --gammas 0,1 --k 2 --trials 2 --no-times --quiet --shard 1/2 --resume a.jsonl ; "
              "sweep points.csv --gammas 0,1 --k 2 --trials 2 --no-times --quiet --shard 2/2 --resume b.jsonl ; "
              "sweep --merge a.jsonl b.jsonl --json", "a.jsonl" },
  { "replay", "compare points.csv --methods kmeans,bkm --k 2 --trials 1 --no-times --quiet --report again ; "
              "replay again ; replay again --json" },
  { "replay-altered", "compare points.csv --methods kmeans --k 2 --trials 2 --no-times --quiet --report altered ; "
                      "run points.csv --k 3 --quiet --labels-out altered/labels/kmeans-seed1.txt ; "
                      "run points.csv --k 3 --quiet --table-out altered/report.html ; "
                      "replay altered ; replay altered --json" },
  { "replay-path", "sweep points.csv --gammas 0,1 --k 2 --warm-path --no-times --quiet --report path ; replay path" },
  { "replay-nothing", "replay made.txt ; replay nothing" },
  { "convert-numbers", "convert points.csv out.npy --ignore 2", "out.npy" },
  { "convert-classes", "convert table.csv names.npy --labels 3", "names-labels.npy" },
  { "convert-classes-numbers", "convert counts.csv numbers.npy --labels times --json", "numbers-labels.npy" },
  { "convert-graph-json", "convert net.edges out.mtx --json", "out.mtx" },
  { "convert-no", "convert points.csv out.xyz ; convert points.csv missing/out.csv" },
  { "info-json", "info points.csv --json" },
  { "methods", "methods" },
  { "methods-json", "methods --json" },
  { "methods-one", "methods bkm" },
  { "measures-json", "measures --json" },
  { "samples", "samples" },
};

static gboolean
round_cb (const GMatchInfo *info,
          GString          *result,
          gpointer          data)
{
  g_autofree char *text = g_match_info_fetch (info, 0);

  g_string_append_printf (result, "%.7g", g_ascii_strtod (text, NULL));
  return FALSE;
}

/* How long it took is another thing each time, and the last digits are the machine's. */
static char *
normalize (const char *text)
{
  static const char *const rules[][2] = {
    { "(\"[a-z_]*seconds\"):[0-9.e+-]+", "\\1:0" },
    { "[0-9.]+(e-[0-9]+)? s(econds)?\\b", "0 s" },
    { "\"version\":\"[^\"]*\"", "\"version\":\"\"" },
    { "Equipoise [0-9.]+", "Equipoise" },
    { "(?s)<(svg|style)\\b.*?</\\1>", "<\\1/>" },
    { "/[^ ]*/eqp-cli-[^ /]*/(\\./)?", "" },
  };
  g_autofree char *now = g_strdup (text);
  g_autoptr (GRegex) digits = g_regex_new ("-?[0-9]+\\.[0-9]{7,}(e[-+]?[0-9]+)?", 0, 0, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (rules[i][0], 0, 0, NULL);
      char *next = g_regex_replace (regex, now, -1, 0, rules[i][1], 0, NULL);

      g_free (now);
      now = next;
    }
  return g_regex_replace_eval (digits, now, -1, 0, 0, round_cb, NULL, NULL);
}

/* What is no text is shown as the numbers of its bytes. */
static void
append_file (GString    *whole,
             const char *path)
{
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  if (g_utf8_validate (text, (gssize) length, NULL))
    g_string_append (whole, text);
  else
    for (gsize i = 0; i < length; i++)
      g_string_append_printf (whole, "%02x%c", (guint8) text[i], i % 16 == 15 || i + 1 == length ? '\n' : ' ');
}

static void
test_case (gconstpointer data)
{
  const char *const *row = data;
  g_autofree char *name = g_strconcat (row[0], ".txt", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "cli", "output", name, NULL);
  g_auto (GStrv) lines = g_strsplit (row[1], " ; ", -1);
  g_autoptr (GString) whole = g_string_new (NULL);
  g_autofree char *found = NULL;
  g_autofree char *expected = NULL;

  for (gsize i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      g_auto (EqpCliRun) run = { 0 };

      eqp_cli_wait (eqp_cli_spawn (NULL, (const char *const *) words), &run);
      g_string_append_printf (whole, "$ %s\n%s%s(%d)\n", lines[i], run.out, run.err, run.status);
    }
  if (row[2] != NULL)
    append_file (whole, row[2]);
  found = normalize (whole->str);
  if (g_getenv ("EQP_WRITE_OUTPUT") != NULL)
    g_assert_true (g_file_set_contents (path, found, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  g_assert_cmpstr (found, ==, expected);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *program = realpath (g_getenv ("EQP_CLI"), NULL);
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("EQP_CLI", program, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = eqp_cli_temporary (files[i].name);

      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
    }
  folder = eqp_cli_temporary (".");
  g_assert_cmpint (chdir (folder), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/output/", cases[i][0], NULL);

      if (!EQP_TEST_IS_WATCHED || !g_str_equal (cases[i][0], "suggest-iris-json")) /* 32 runs and more */
        g_test_add_data_func (path, cases[i], test_case);
    }
  status = g_test_run ();
  g_assert_cmpint (chdir ("/"), ==, 0);
  eqp_cli_cleanup ();
  return status;
}
