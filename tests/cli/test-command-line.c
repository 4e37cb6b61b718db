/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-cli-options.h"
#include "eqp-command-line.h"
#include "eqp-core.h"

#include <math.h>

static EqpRunSpec
plain_spec (void)
{
  EqpRunSpec spec = { .data = "sample:digits", .method = "kmeans", .params = eqp_params_default () };

  spec.params.k = 10;
  return spec;
}

static void
test_defaults_left_out (void)
{
  EqpRunSpec spec = plain_spec ();
  g_autofree char *line = eqp_command_line (&spec);

  g_assert_cmpstr (line, ==, "equipoise-cli run sample:digits --method kmeans --k 10 --seed 1");
}

static void
test_words (void)
{
  const struct
  {
    const char *text;
    const char *word;
  } cases[] = { { "plain-1.2_x/y:z", "plain-1.2_x/y:z" }, { "", "''" }, { "my file", "'my file'" }, { "it's", "'it'\\''s'" }, { "$HOME", "'$HOME'" }, { "größe", "'größe'" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *word = eqp_shell_word (cases[i].text);

      g_assert_cmpstr (word, ==, cases[i].word);
    }
}

/* What the line says is what the parser understands: every setting comes back as it was. */
static void
test_round_trip (void)
{
  EqpRunSpec spec = plain_spec ();
  g_autofree char *line = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  EqpCliOptions options;
  EqpImportOptions import;
  int argc;

  spec.data = "-odd name's.csv";

  spec.params.k = 7;
  spec.params.seed = G_MAXUINT64;
  spec.params.init = EQP_INIT_RANDOM;
  spec.params.restarts = 3;
  spec.params.max_iterations = 99;
  spec.params.empty = EQP_EMPTY_SPLIT;
  spec.threads = 2;
  spec.preparation = (EqpPreparation) { EQP_NORMALIZE_MINMAX, 5, TRUE, 2 };
  spec.import = (EqpImportOptions) {
    .separator = '\t', .decimal = ',', .header = EQP_TRISTATE_NO, .encoding = "ISO-8859-1", .labels = "last",
    .columns = "1-3,7", .missing = EQP_MISSING_MEAN,
    .variable = "fea", .image_width = 32, .image_height = 24,
    .take = EQP_TAKE_GRAPH, .symmetrize = EQP_SYMMETRIZE_MAX, .weights = EQP_WEIGHTS_ABSOLUTE
  };
  spec.initial_centers = "start centers.csv";
  spec.weights_column = "how many";
  spec.must_link = "together.csv";
  spec.cannot_link = "apart.csv";

  line = eqp_command_line (&spec);
  g_shell_parse_argv (line, &argc, &argv, &error);
  g_assert_no_error (error);
  g_assert_true (eqp_cli_options_parse (&options, argc, argv, &error));
  g_assert_no_error (error);
  eqp_cli_options_import (&options, &import);

  g_assert_cmpint (options.command, ==, EQP_COMMAND_RUN);
  g_assert_cmpstr (options.data, ==, "./-odd name's.csv");
  g_assert_cmpstr (options.method, ==, "kmeans");
  g_assert_cmpint (options.k, ==, 7);
  g_assert_cmpuint (options.params.seed, ==, G_MAXUINT64);
  g_assert_cmpint (options.params.init, ==, EQP_INIT_RANDOM);
  g_assert_cmpint (options.params.restarts, ==, 3);
  g_assert_cmpint (options.params.max_iterations, ==, 99);
  g_assert_cmpint (options.params.empty, ==, EQP_EMPTY_SPLIT);
  g_assert_cmpint (options.threads, ==, 2);
  g_assert_cmpint (options.preparation.normalize, ==, EQP_NORMALIZE_MINMAX);
  g_assert_cmpint (options.preparation.pca, ==, 5);
  g_assert_cmpint (options.preparation.pca_from, ==, 2);
  g_assert_true (options.preparation.whiten);
  g_assert_false (options.distinct);
  g_assert_cmpint (import.separator, ==, '\t');
  g_assert_cmpint (import.decimal, ==, ',');
  g_assert_cmpint (import.header, ==, EQP_TRISTATE_NO);
  g_assert_cmpstr (import.encoding, ==, "ISO-8859-1");
  g_assert_cmpstr (import.labels, ==, "last");
  g_assert_cmpstr (import.columns, ==, "1-3,7");
  g_assert_cmpint (import.missing, ==, EQP_MISSING_MEAN);
  g_assert_cmpstr (import.variable, ==, "fea");
  g_assert_cmpint (import.take, ==, EQP_TAKE_GRAPH);
  g_assert_cmpint (import.symmetrize, ==, EQP_SYMMETRIZE_MAX);
  g_assert_cmpint (import.weights, ==, EQP_WEIGHTS_ABSOLUTE);
  g_assert_cmpint (import.image_width, ==, 32);
  g_assert_cmpint (import.image_height, ==, 24);
  g_assert_cmpstr (options.initial_centers, ==, "start centers.csv");
  g_assert_cmpstr (options.weights_column, ==, "how many");
  g_assert_cmpstr (options.must_link, ==, "together.csv");
  g_assert_cmpstr (options.cannot_link, ==, "apart.csv");
}

/* The graph belongs to the methods that use it, and only what differs from the default is written. */
static void
test_graph (void)
{
  EqpRunSpec spec = plain_spec ();
  g_autofree char *kmeans = NULL;
  g_autofree char *usual = NULL;
  g_autofree char *changed = NULL;

  spec.params.gamma = 2.0;
  spec.params.neighbors = 9;
  spec.params.scale = 0.5;
  spec.params.min_size = 3;
  spec.params.max_size = 44;
  kmeans = eqp_command_line (&spec);
  g_assert_cmpstr (kmeans, ==, "equipoise-cli run sample:digits --method kmeans --k 10 --seed 1");
  spec.method = "bmincut";
  changed = eqp_command_line (&spec);
  g_assert_cmpstr (changed, ==, "equipoise-cli run sample:digits --method bmincut --k 10 --gamma 2 --seed 1 --neighbours 9 --scale 0.5 --min-size 3 --max-size 44");
  spec.params = eqp_params_default ();
  spec.params.k = 3;
  usual = eqp_command_line (&spec);
  g_assert_cmpstr (usual, ==, "equipoise-cli run sample:digits --method bmincut --k 3 --gamma 0 --seed 1");
}

/* Whichever scale of gamma was set is the one written, exactly. */
static void
test_gamma (void)
{
  const double gamma = 7.612345678901234;
  EqpRunSpec spec = plain_spec ();

  spec.method = "bkm";
  spec.params.gamma = gamma;
  spec.gamma_rel = 1.0 / 3.0;
  for (gint relative = 0; relative < 2; relative++)
    {
      g_autofree char *line = NULL;
      g_auto (GStrv) words = NULL;
      const char *name = relative ? "--gamma-rel" : "--gamma";

      spec.gamma_relative = relative;
      line = eqp_command_line (&spec);
      words = g_strsplit (line, " ", -1);
      for (gsize i = 0; words[i] != NULL; i++)
        if (g_str_equal (words[i], name))
          {
            g_assert_cmpfloat (g_ascii_strtod (words[i + 1], NULL), ==, relative ? 1.0 / 3.0 : gamma);
            name = NULL;
            break;
          }
      g_assert_null (name);
    }
}

/* What tells how a file is understood takes the same options. */
static void
test_info (void)
{
  EqpImportOptions import = { .separator = ';', .decimal = ',', .max_rows = 200 };
  g_autofree char *plain = NULL;
  g_autofree char *line = NULL;

  eqp_import_options_set (&import, "labels", "my class", NULL);
  line = eqp_info_line ("-a b.csv", &import);
  g_assert_cmpstr (line, ==, "equipoise-cli info './-a b.csv' --separator semicolon --decimal , --labels 'my class'");
  plain = eqp_info_line ("/data/a.csv", &(EqpImportOptions) { 0 });
  g_assert_cmpstr (plain, ==, "equipoise-cli info /data/a.csv");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/command-line/defaults-left-out", test_defaults_left_out);
  g_test_add_func ("/cli/command-line/words", test_words);
  g_test_add_func ("/cli/command-line/round-trip", test_round_trip);
  g_test_add_func ("/cli/command-line/graph", test_graph);
  g_test_add_func ("/cli/command-line/gamma", test_gamma);
  g_test_add_func ("/cli/command-line/info", test_info);
  return g_test_run ();
}
