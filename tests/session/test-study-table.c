/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study comes to, from rows whose numbers are chosen, so that means, deviations, bests and tests are known. */
#include "config.h"

#include "eqp-study-table.h"

#include <math.h>
#include <string.h>

#include "eqp-test.h"

#define ACC (EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_ACC)
#define SSE (EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SSE)

/* Groups kmeans, bkm at two gammas, bmincut; of the last the third seed failed and the fourth is not done. */
static const double accuracies[4][4] = { { 0.5, 0.25, 0.75, 0.5 },
                                         { 0.625, 0.5, 0.75, 0.625 },
                                         { 0.5, 0.5, 0.5, 0.5 },
                                         { 0.875, 0.625, -1.0, -2.0 } };

static EqpStudyTable *
make_table (gint64 trials)
{
  const double one = 1.0;
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (1, 1, &one);
  g_autoptr (EqpStudyPlan) plan = NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_study_row_free);
  EqpParams params = eqp_params_default ();

  params.k = 1;
  plan = eqp_study_plan_new ("a|b_c", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 0.1, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 10.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bmincut"), 0.25, FALSE, NULL);
  plan->trials = trials;
  for (guint cell = 0; cell < eqp_study_plan_get_n_cells (plan); cell++)
    {
      double acc = accuracies[cell % 4][cell / 4];
      EqpStudyRow *row = acc > -2.0 ? eqp_study_row_new (cell, cell % 4, 0.5) : NULL;

      g_ptr_array_add (rows, row);
      if (row != NULL && acc < 0.0)
        row->failure = g_strdup ("it failed");
      if (row == NULL || row->failure != NULL)
        continue;
      row->values[ACC] = acc;
      row->values[SSE] = 1e9 + 1000.0 * acc;
      row->values[EQP_QUANTITY_SECONDS] = 0.001;
    }
  return eqp_study_table_new (plan, rows);
}

static void
test_numbers (void)
{
  g_autoptr (EqpStudyTable) table = make_table (4);

  g_assert_cmpuint (table->n_groups, ==, 4);
  eqp_assert_close (table->groups[0].mean[ACC], 0.5, 0.0);
  eqp_assert_close (table->groups[0].sd[ACC], sqrt (0.125 / 3.0), 1e-15);
  eqp_assert_close (table->groups[0].sd[SSE], 1000.0 * sqrt (0.125 / 3.0), 1e-12);
  eqp_assert_close (table->groups[2].sd[ACC], 0.0, 0.0);
  g_assert_cmpuint (table->groups[3].done, ==, 2);
  g_assert_cmpuint (table->groups[3].failed, ==, 1);
  eqp_assert_close (table->groups[3].mean[ACC], 0.75, 0.0);
  g_assert_cmpstr (table->groups[0].name, ==, "kmeans");
  g_assert_cmpstr (table->groups[1].name, ==, "bkm, relative gamma 0.1");
  g_assert_cmpstr (table->groups[3].name, ==, "bmincut");

  /* More is better, and the pairs are those that both have; less is better. */
  g_assert_cmpint (table->best[ACC].best, ==, 3);
  g_assert_cmpint (table->best[ACC].second, ==, 1);
  g_assert_cmpint (table->best[ACC].test.pairs, ==, 2);
  eqp_assert_close (table->best[ACC].test.w_plus, 3.0, 0.0);
  eqp_assert_close (table->best[ACC].test.p, 0.5, 1e-15);
  g_assert_cmpint (table->best[SSE].best, ==, 0);
  g_assert_cmpint (table->best[SSE].second, ==, 2);
  g_assert_cmpint (table->best[SSE].test.used, ==, 2);
  g_assert_cmpint (table->best[EQP_QUANTITY_SECONDS].best, ==, -1);
}

static void
test_one_trial (void)
{
  g_autoptr (EqpStudyTable) table = make_table (1);
  g_autofree char *text = eqp_study_table_format (table, EQP_TABLE_TEXT, TRUE, 80);

  g_assert_true (isnan (table->groups[0].sd[ACC]));
  g_assert_nonnull (strstr (text, "0.8750 *"));
  g_assert_null (strstr (text, "±"));
  g_assert_null (strstr (text, "p, best"));
}

static void
test_text (void)
{
  g_autoptr (EqpStudyTable) table = make_table (4);
  g_autofree char *narrow = eqp_study_table_format (table, EQP_TABLE_TEXT, TRUE, 50);
  g_autofree char *wide = eqp_study_table_format (table, EQP_TABLE_TEXT, FALSE, 200);
  g_auto (GStrv) lines = g_strsplit (narrow, "\n", -1);
  g_autofree char *csv = eqp_study_table_format (table, EQP_TABLE_CSV, FALSE, 0);
  g_autofree char *markdown = eqp_study_table_format (table, EQP_TABLE_MARKDOWN, FALSE, 0);
  g_autofree char *latex = eqp_study_table_format (table, EQP_TABLE_LATEX, FALSE, 0);

  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 50);
  g_assert_cmpstr (narrow, ==,
                   "method                     seconds\n"
                   "kmeans                   0.001 ± 0\n"
                   "bkm, relative gamma 0.1  0.001 ± 0\n"
                   "bkm, relative gamma 10   0.001 ± 0\n"
                   "bmincut                  0.001 ± 0\n"
                   "p, best against second\n"
                   "\n"
                   "method                                 ACC\n"
                   "kmeans                     0.5000 ± 0.2041\n"
                   "bkm, relative gamma 0.1    0.6250 ± 0.1021\n"
                   "bkm, relative gamma 10     0.5000 ± 0.0000\n"
                   "bmincut                  0.7500 ± 0.1768 *\n"
                   "p, best against second                 0.5\n"
                   "\n"
                   "method                                  SSE\n"
                   "kmeans                   1000000500 ± 204 *\n"
                   "bkm, relative gamma 0.1    1000000625 ± 102\n"
                   "bkm, relative gamma 10     1000000500 ± 0 *\n"
                   "bmincut                    1000000750 ± 177\n"
                   "p, best against second                    1\n");
  g_assert_cmpstr (wide, ==,
                   "method                                 ACC                 SSE\n"
                   "kmeans                     0.5000 ± 0.2041  1000000500 ± 204 *\n"
                   "bkm, relative gamma 0.1    0.6250 ± 0.1021    1000000625 ± 102\n"
                   "bkm, relative gamma 10     0.5000 ± 0.0000    1000000500 ± 0 *\n"
                   "bmincut                  0.7500 ± 0.1768 *    1000000750 ± 177\n"
                   "p, best against second                 0.5                   1\n");
  g_assert_cmpstr (csv, ==,
                   "method,gamma,gamma_rel,trials,failed,acc_mean,acc_sd,sse_mean,sse_sd\n"
                   "kmeans,0,0.5,4,0,0.5,0.2041241452319315,1000000500,204.1241452319315\n"
                   "bkm,1,0.5,4,0,0.625,0.10206207261596575,1000000625,102.06207261596575\n"
                   "bkm,2,0.5,4,0,0.5,0,1000000500,0\n"
                   "bmincut,3,0.5,2,1,0.75,0.1767766952966369,1000000750,176.7766952966369\n");
  g_assert_nonnull (strstr (markdown, "| method | ACC | SSE |\n|---|---:|---:|\n"));
  g_assert_nonnull (strstr (markdown, "| bmincut | **0.7500 ± 0.1768** | 1000000750 ± 177 |"));
  /* Two share the first place. */
  g_assert_nonnull (strstr (markdown, "| kmeans | 0.5000 ± 0.2041 | **1000000500 ± 204** |"));
  g_assert_nonnull (strstr (markdown, "| bkm, relative gamma 10 | 0.5000 ± 0.0000 | **1000000500 ± 0** |"));
  g_assert_nonnull (strstr (latex, "\\begin{tabular}{lrr}"));
  g_assert_nonnull (strstr (latex, "bmincut & \\textbf{0.7500 $\\pm$ 0.1768} & "));
  g_assert_true (g_str_has_suffix (latex, "\\end{tabular}\n"));
}

/* Of an amount three digits of the deviation, but ten of the mean at most; of a share four places. What each kind of table
 * minds in names is put so that they are read as they are. */
static void
test_cells (void)
{
  const struct { double mean, sd; const char *cell; } cells[] = {
    { 1.23456789, 0.0123456, "1.2346 ± 0.0123" }, { 1234.5678, 12.3456, "1234.6 ± 12.3" }, { 1234.5678, 123.456, "1235 ± 123" },
    { -1234567890.25, 0.001, "-1234567890 ± 0" }, { 12345678.25, 0.01234, "12345678.25 ± 0.01" }, { 2.5, 0.0, "2.5 ± 0" },
    { 0.0, 0.5, "0.000 ± 0.500" }, { NAN, NAN, "-" }, { 7.125, NAN, "7.125" },
  };
  const struct { EqpTableFormat format; const char *name; const char *best; } kinds[] = {
    { EQP_TABLE_TEXT, "a|b*c_d`e<f>\\g&h%i#j$k{l}m^n~o", "0.7500 ± 0.1768 *" },
    { EQP_TABLE_MARKDOWN, "| a\\|b\\*c\\_d\\`e\\<f>\\\\g&h%i#j$k{l}m^n~o | ", "| **0.7500 ± 0.1768** |" },
    { EQP_TABLE_LATEX, "a|b*c\\_d`e<f>\\textbackslash{}g\\&h\\%i\\#j\\$k\\{l\\}m\\^{}n\\~{}o & ",
      "\\textbf{0.7500 $\\pm$ 0.1768}" },
    { EQP_TABLE_HTML, ">a|b*c_d`e&lt;f&gt;\\g&amp;h%i#j$k{l}m^n~o<", "<td><b>0.7500 ± 0.1768</b></td>" },
  };
  g_autoptr (EqpStudyTable) table = make_table (4);
  g_autofree char *sigma = eqp_table_escape_latex ("Σ n²");
  g_autofree char *alone = NULL;
  g_autofree char *untested = NULL;

  g_assert_cmpstr (sigma, ==, "$\\Sigma$ n$^2$");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *cell = g_strdup_printf (" %s\n", cells[i].cell);

      table->groups[1].mean[SSE] = cells[i].mean;
      table->groups[1].sd[SSE] = cells[i].sd;
      text = eqp_study_table_format (table, EQP_TABLE_TEXT, FALSE, 200);
      g_assert_nonnull (strstr (text, cell));
    }
  g_free (table->groups[3].name);
  table->groups[3].name = g_strdup ("a|b*c_d`e<f>\\g&h%i#j$k{l}m^n~o");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = eqp_study_table_format (table, kinds[i].format, FALSE, 200);

      g_assert_nonnull (strstr (text, kinds[i].name));
      g_assert_nonnull (strstr (text, kinds[i].best));
    }

  /* A single pair is no test, and one group alone is the best of none. */
  table->best[ACC].test.pairs = table->best[SSE].test.pairs = 1;
  untested = eqp_study_table_format (table, EQP_TABLE_TEXT, FALSE, 200);
  g_assert_null (strstr (untested, "p, best"));
  table->best[ACC].test.pairs = 2;
  g_clear_pointer (&untested, g_free);
  untested = eqp_study_table_format (table, EQP_TABLE_TEXT, FALSE, 200);
  g_assert_true (g_str_has_suffix (untested, " 0.5\n"));
  table->best[ACC].best = table->best[SSE].best = 0;
  table->n_groups = 1;
  alone = eqp_study_table_format (table, EQP_TABLE_TEXT, FALSE, 200);
  table->n_groups = 4;
  g_assert_null (strstr (alone, "*"));
}

static void
test_json (void)
{
  g_autoptr (EqpStudyTable) table = make_table (4);
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  g_autoptr (EqpJson) summary = NULL;
  g_autoptr (EqpJson) test = NULL;

  eqp_study_table_write_json (table, FALSE, text);
  lines = g_strsplit (text->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4 + 2 + 1);
  summary = eqp_json_parse (lines[3], strlen (lines[3]));
  g_assert_cmpstr (eqp_json_get_text (eqp_json_find (summary, "event")), ==, "summary");
  eqp_assert_close (eqp_json_get_real (eqp_json_find (eqp_json_find (summary, "mean"), "acc")), 0.75, 0.0);
  g_assert_null (eqp_json_find (eqp_json_find (summary, "mean"), "seconds"));
  test = eqp_json_parse (lines[4], strlen (lines[4]));
  g_assert_cmpstr (eqp_json_get_text (eqp_json_find (test, "measure")), ==, "acc");
  g_assert_cmpstr (eqp_json_get_text (eqp_json_find (test, "second")), ==, "bkm, gamma-rel 0.1");
  eqp_assert_close (eqp_json_get_real (eqp_json_find (test, "p")), 0.5, 1e-15);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/study-table/numbers", test_numbers);
  g_test_add_func ("/session/study-table/one-trial", test_one_trial);
  g_test_add_func ("/session/study-table/text", test_text);
  g_test_add_func ("/session/study-table/cells", test_cells);
  g_test_add_func ("/session/study-table/json", test_json);
  return g_test_run ();
}
