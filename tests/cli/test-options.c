/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-cli-options.h"

#include <math.h>
#include <string.h>

/* Splits at blanks; @options keeps pointing into @words. */
static gboolean
parse (EqpCliOptions *options,
       const char    *line,
       char        ***words,
       GError       **error)
{
  g_autofree char *whole = g_strconcat ("equipoise-cli ", line, NULL);

  *words = g_strsplit (whole, " ", -1);
  return eqp_cli_options_parse (options, (int) g_strv_length (*words), *words, error);
}

static void
test_anywhere (void)
{
  const char *const lines[] = {
    "run sample:digits --method kmeans --k 10 --json --centers-out c.csv --normalize unit",
    "--json --k=10 run --normalise=unit --method=kmeans sample:digits --centres-out=c.csv",
    "--method kmeans --k 10 --centres-out c.csv --normalize unit --json -- run sample:digits",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (GStrv) words = NULL;
      g_autoptr (GError) error = NULL;
      EqpCliOptions options;

      g_assert_true (parse (&options, lines[i], &words, &error));
      g_assert_no_error (error);
      g_assert_cmpint (options.command, ==, EQP_COMMAND_RUN);
      g_assert_cmpstr (options.data, ==, "sample:digits");
      g_assert_cmpstr (options.method, ==, "kmeans");
      g_assert_cmpstr (options.centers_out, ==, "c.csv");
      g_assert_cmpint (options.preparation.normalize, ==, EQP_NORMALIZE_UNIT);
      g_assert_cmpint (options.k, ==, 10);
      g_assert_true (options.json);
    }
}

static void
test_defaults (void)
{
  g_auto (GStrv) words = NULL;
  EqpCliOptions options;
  EqpImportOptions import;

  g_assert_true (parse (&options, "run x.csv --method kmeans", &words, NULL));
  g_assert_cmpint (options.k, ==, 0);
  g_assert_cmpuint (options.params.seed, ==, 1);
  g_assert_cmpint (options.params.restarts, ==, 1);
  g_assert_cmpint (options.params.init, ==, EQP_INIT_KMEANSPP);
  g_assert_cmpint (options.params.empty, ==, EQP_EMPTY_RELOCATE);
  g_assert_true (isnan (options.gamma));
  g_assert_true (isnan (options.gamma_rel));
  eqp_cli_options_import (&options, &import);
  g_assert_cmpint (import.separator, ==, 0);
  g_assert_cmpint (import.header, ==, EQP_TRISTATE_GUESS);
  g_assert_null (import.labels);
}

static void
test_graph (void)
{
  const struct
  {
    const char *line;
    gint        neighbors;
    EqpScale    scale;
    double      delta;
    double      rho;
  } cases[] = {
    { "run x --method bmincut-published", 5, EQP_SCALE_LOCAL, 0.0, -1.0 },
    { "run x --method bmincut-published --neighbors 9 --scale mean --rho 0", 9, EQP_SCALE_MEAN, 0.0, 0.0 },
    { "run x --method bmincut-published --neighbours 9 --scale 2.5 --rho auto", 9, EQP_SCALE_FIXED, 2.5, -1.0 },
    { "run x --method bmincut-published --scale local --rho 3e2", 5, EQP_SCALE_LOCAL, 0.0, 300.0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) words = NULL;
      EqpCliOptions options;
      EqpGraphOptions graph;

      g_assert_true (parse (&options, cases[i].line, &words, NULL));
      graph = eqp_params_get_graph_options (&options.params);
      g_assert_cmpint (graph.neighbors, ==, cases[i].neighbors);
      g_assert_cmpint (graph.scale, ==, cases[i].scale);
      g_assert_cmpfloat (graph.delta, ==, cases[i].delta);
      options.params = eqp_params_for (&options.params, eqp_solver_find (options.method));
      g_assert_cmpfloat (options.params.own[0], ==, cases[i].rho);
    }
}

static void
test_separators (void)
{
  const struct
  {
    const char *text;
    char        separator;
  } cases[] = { { "tab", '\t' }, { "\\t", '\t' }, { "space", ' ' }, { "semicolon", ';' }, { ";", ';' }, { "|", '|' }, { "comma", ',' }, { "~", '~' } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("info x --separator %s", cases[i].text);
      g_auto (GStrv) words = NULL;
      EqpCliOptions options;

      g_assert_true (parse (&options, line, &words, NULL));
      g_assert_cmpint (options.import.separator, ==, cases[i].separator);
    }
}

/* Behind -- all is taken as it is; nobody has to name a method, but to name the usual one is not the same. */
static void
test_words (void)
{
  const struct { const char *line, *data, *method; gboolean usual; } cases[] = {
    { "run -- --k", "--k", "bkm", TRUE },
    { "run --k 3 -- -x", "-x", "bkm", TRUE },
    { "run --method bkm x", "x", "bkm", FALSE },
    { "run x --method=kmeans", "x", "kmeans", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) words = NULL;
      EqpCliOptions options;

      g_assert_true (parse (&options, cases[i].line, &words, NULL));
      g_assert_cmpstr (options.data, ==, cases[i].data);
      g_assert_cmpstr (options.method, ==, cases[i].method);
      g_assert_cmpint (options.usual_method, ==, cases[i].usual);
    }
}

/* Each sentence names the option, what was found, what is allowed, and what was probably meant. */
static void
test_refusals (void)
{
  const struct
  {
    const char *line;
    const char *parts[3];
  } cases[] = {
    { "", { "No command", "run, compare, sweep, suggest, replay, score, info, convert, methods", NULL } },
    { "rum x", { "“rum”", "run, compare, sweep, suggest, replay, score, info, convert, methods", "mean “run”" } },
    { "compute x --k 3", { "“compute” is not a command", NULL } },
    { "run", { "“run” needs data", "sample:NAME", NULL } },
    { "run a b", { "one data set", "“a”", "“b”" } },
    { "methods bkn", { "“bkn” is no method", "mean “bkm”", NULL } },
    { "samples x", { "takes no data", "“x”", NULL } },
    { "run x --sed 3", { "“--sed”", "mean “--seed”", NULL } },
    { "run x --nieghbors 5", { "“--nieghbors”", "mean “--neighbors”", NULL } },
    { "run x --neighbours 0", { "--neighbours", "“0”", NULL } },
    { "run x --scale locale", { "--scale takes local, mean or a number above 0", "“locale”", "mean “local”" } },
    { "run x --scale -3", { "--scale", "“-3”", NULL } },
    { "run x --scale 0", { "--scale takes local, mean or a number above 0", NULL } },
    { "run x --rho automatic", { "--rho takes auto or a number", "“automatic”", NULL } },
    { "run x --method bkm --rho 1", { "--rho means nothing to the method bkm", NULL } },
    { "run x -k 3", { "“-k”", NULL } },
    { "run x --k", { "--k takes a value", NULL } },
    { "run x --k=", { "--k", "“”", NULL } },
    { "run x --k 0", { "--k", "“0”", "at least 1" } },
    { "run x --k 3.5", { "--k", "“3.5”", NULL } },
    { "run x --k 99999999999", { "--k", "“99999999999”", NULL } },
    { "run x --k --json", { "--k", "“--json”", NULL } },
    { "run x --seed -1", { "--seed", "“-1”", "2^64" } },
    { "run x --gamma -1", { "--gamma", "“-1”", "at least 0" } },
    { "run x --gamma nan", { "--gamma", "“nan”", NULL } },
    { "run x --gamma inf", { "--gamma", "“inf”", NULL } },
    { "run x --gamma 1,5", { "--gamma", "“1,5”", NULL } },
    { "run x --gamma 1 --gamma-rel 1", { "Both --gamma and --gamma-rel", NULL } },
    { "run x --target max-min<=1 --gamma 1", { "Both --target and a gamma", NULL } },
    { "run x --target max-min<=1 --gamma-rel 1", { "Both --target and a gamma", NULL } },
    { "run x --target max-min<1", { "“max-min<1” is no wish", NULL } },
    { "run x --initial-labels a --initial-centers b", { "Both --initial-labels and --initial-centers", NULL } },
    { "run x --k 2..5", { "A range of K was found, 2..5, which only “suggest” takes", NULL } },
    { "score x", { "“score” needs the labels to measure", "--labels-in FILE", NULL } },
    { "replay", { "“replay” needs the folder of a report", NULL } },
    { "suggest", { "“suggest” needs data", NULL } },
    { "run x --method kmean", { "--method", "“kmean”", "mean “kmeans”" } },
    { "run x --method zzz", { "takes one of bkm, bkm-published, ", "“zzz” is no method", NULL } },
    { "run x --init kmens++", { "--init", "kmeans++, random", "mean “kmeans++”" } },
    { "run x --normalise standart", { "--normalise", "“standart”", "mean “standard”" } },
    { "run x --empty gone", { "--empty", "relocate, split, keep", "“gone”" } },
    { "run x --header maybe", { "--header", "yes, no", NULL } },
    { "run x --separator ab", { "--separator", "“ab”", NULL } },
    { "run x --separator 5", { "--separator", "“5”", NULL } },
    { "run x --missing ignore", { "--missing", "drop, mean, median, refuse", NULL } },
    { "run x --whiten", { "--whiten needs --pca", NULL } },
    { "run x --threads 0", { "--threads", "1 to 64", NULL } },
    { "run x --json=yes", { "--json takes no value", "“yes”", NULL } },
    { "run x --json --labels-out -", { "--json", "--labels-out -", NULL } },
    { "run x --labels-out=", { "--labels-out", "empty", NULL } },
    { "info x --k 3", { "--k means nothing", "“info”", NULL } },
    { "samples --seed 1", { "--seed means nothing", "“samples”", NULL } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) words = NULL;
      g_autoptr (GError) error = NULL;
      EqpCliOptions options;

      words = *cases[i].line == '\0' ? g_strsplit ("equipoise-cli", " ", -1) : NULL;
      if (words != NULL)
        g_assert_false (eqp_cli_options_parse (&options, 1, words, &error));
      else
        g_assert_false (parse (&options, cases[i].line, &words, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      for (gsize part = 0; part < 3 && cases[i].parts[part] != NULL; part++)
        if (strstr (error->message, cases[i].parts[part]) == NULL)
          g_error ("“%s” gave “%s”, which lacks “%s”", cases[i].line, error->message, cases[i].parts[part]);
    }
}

static void
test_nearest (void)
{
  const char *names[] = { "seed", "starts", "k", "gamma", NULL };

  g_assert_cmpstr (eqp_nearest_name ("sede", names), ==, "seed");
  g_assert_cmpstr (eqp_nearest_name ("gama", names), ==, "gamma");
  g_assert_cmpstr (eqp_nearest_name ("start", names), ==, "starts");
  g_assert_null (eqp_nearest_name ("completely", names));
}

static const struct { const char *name; EqpCommand command; } commands[] = {
  { "run", EQP_COMMAND_RUN },         { "compare", EQP_COMMAND_COMPARE }, { "sweep", EQP_COMMAND_SWEEP },
  { "suggest", EQP_COMMAND_SUGGEST }, { "replay", EQP_COMMAND_REPLAY },   { "score", EQP_COMMAND_SCORE },
  { "info", EQP_COMMAND_INFO },       { "convert", EQP_COMMAND_CONVERT }, { "methods", EQP_COMMAND_METHODS },
  { "samples", EQP_COMMAND_SAMPLES }, { "measures", EQP_COMMAND_MEASURES },
};

/* Every option can be found in the help of the commands it belongs to, and only there, below the title of its group and
 * with its usual value; and the help begins with how the command is called. */
static void
test_help (void)
{
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);
  g_autofree char *all = eqp_cli_help (EQP_COMMAND_NONE);
  EqpParams usual = eqp_params_default ();

  for (gsize c = 0; c < G_N_ELEMENTS (commands); c++)
    {
      g_autofree char *help = eqp_cli_help (commands[c].command);
      g_autofree char *usage = g_strdup_printf ("Usage: equipoise-cli %s ", commands[c].name);
      g_autofree char *listed = g_strdup_printf ("\n  %s ", commands[c].name);
      const char *last = help;

      g_assert_true (g_str_has_prefix (help, usage));
      g_assert_nonnull (strstr (all, listed));
      g_assert_nonnull (strstr (help, "\nExit status: 0 done, 1 the run failed, 2 wrong usage, 3 the data could not be read\n"));
      for (gsize i = 0; i < n_options; i++)
        {
          const EqpParam *param = options[i].param;
          g_autofree char *name = g_strdup_printf ("\n  --%s%s", param->id, param->argument != NULL ? " " : "");
          g_autofree char *group = g_strdup_printf ("\n\n%s:\n", options[i].group);
          const char *at = strstr (help, name), *end, *title;

          g_assert_cmpint (at != NULL, ==, (options[i].commands & commands[c].command) != 0);
          if (at == NULL)
            continue;
          g_assert_true (at > last);
          title = g_strrstr_len (help, at + 1 - help, group);
          g_assert_true (title != NULL && g_strrstr_len (help, at + 1 - help, ":\n") == title + strlen (group) - 2);
          last = at;
          if (options[i].base != G_STRUCT_OFFSET (EqpCliOptions, params))
            continue;
          end = strstr (at + 1, "\n  --");
          {
            g_autofree char *part = g_strndup (at, end != NULL ? (gsize) (end - at) : strlen (at));
            g_autofree char *value = eqp_param_format (param, &usual);
            g_autofree char *told = g_strdup_printf ("(default %s", value);
            g_auto (GStrv) words = g_strsplit_set (part, " \n", -1);
            g_autoptr (GString) plain = g_string_new (NULL);

            for (guint w = 0; words[w] != NULL; w++)
              if (*words[w] != '\0')
                g_string_append_printf (plain, "%s ", words[w]);
            if (strstr (plain->str, told) == NULL)
              g_error ("“%s” lacks “%s”", plain->str, told);
          }
        }
    }
}

/* What a row of the table says of itself the command line holds to: the least and the most are taken, and nothing beyond
 * them; some of the bounds by their numbers. */
static void
test_bounds (void)
{
  static const struct { const char *id, *least, *below, *most, *above; } known[] = {
    { "threads", "1", "0", "64", "65" },
    { "trials", "1", "0", "1000000", "1000001" },
    { "prove", "0", "-1", "1000000", "1000001" },
    { "starts", "1", "0", "1000000", "1000001" },
    { "max-iterations", "1", "-1", "2147483647", "2147483648" },
    { "seconds", "0.001", "0.0005", "1000000", "1000001" },
    { "neighbours", "1", "0", "2147483647", "2147483648" },
    { "seed", "0", "-1", "18446744073709551615", "18446744073709551616" },
    { "k", "1", "0", "2147483647", "2147483648" },
    { "min-size", "1", "-1", "2147483647", "2147483648" },
  };
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const char *const values[] = { known[i].least, known[i].most, known[i].below, known[i].above };
      const EqpOption *option = NULL;

      for (gsize o = 0; o < n_options; o++)
        if (strcmp (options[o].param->id, known[i].id) == 0)
          option = &options[o];
      g_assert_nonnull (option);
      for (int v = 0; v < 4; v++)
        {
          EqpCliOptions self = { .params = eqp_params_default () };
          g_autoptr (GError) error = NULL;

          if (eqp_param_parse (option->param, values[v], G_STRUCT_MEMBER_P (&self, option->base), &error) != (v < 2))
            g_error ("--%s %s is %s", known[i].id, values[v], v < 2 ? error->message : "taken");
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/options/anywhere", test_anywhere);
  g_test_add_func ("/cli/options/defaults", test_defaults);
  g_test_add_func ("/cli/options/graph", test_graph);
  g_test_add_func ("/cli/options/separators", test_separators);
  g_test_add_func ("/cli/options/words", test_words);
  g_test_add_func ("/cli/options/refusals", test_refusals);
  g_test_add_func ("/cli/options/nearest", test_nearest);
  g_test_add_func ("/cli/options/help", test_help);
  g_test_add_func ("/cli/options/bounds", test_bounds);
  return g_test_run ();
}
