/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of --help, made from the table of options. */
#include "config.h"

#include "eqp-cli-options.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-method-page.h"

/* "only for bkm, bmincut": the methods that take it, where that is not most of them; "default 5": its usual value. */
static char *
describe (const EqpOption *option)
{
  GString *text = g_string_new (_ (option->param->sentence));
  g_autoptr (GString) takers = g_string_new (NULL);
  gsize n_solvers, n_takers = 0;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  EqpParams usual = eqp_params_default ();
  g_autofree char *value = NULL;

  if (option->base != G_STRUCT_OFFSET (EqpCliOptions, params))
    return g_string_free (text, FALSE);
  for (gsize i = 0; i < n_solvers; i++)
    if (eqp_solver_takes (solvers[i], option->param))
      {
        g_string_append_printf (takers, "%s%s", n_takers > 0 ? ", " : "", solvers[i]->id);
        n_takers++;
      }
  value = eqp_param_format (option->param, &usual);
  if (n_takers > 3)
    g_string_append_printf (text, _ (" (default %s)"), value);
  else
    g_string_append_printf (text, _ (" (default %s; only %s)"), value, takers->str);
  return g_string_free (text, FALSE);
}

static void
append_options (GString    *help,
                EqpCommand  command)
{
  const int indent = 26;
  const char *shown = NULL;
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);

  for (gsize i = 0; i < n_options; i++)
    {
      const EqpParam *param = options[i].param;
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      if ((options[i].commands & command) == 0)
        continue;

      if (shown != options[i].group)
        g_string_append_printf (help, "\n%s:\n", _ (options[i].group));
      shown = options[i].group;
      left = g_strdup_printf ("  --%s%s%s", param->id, param->argument != NULL ? " " : "",
                              param->argument != NULL ? param->argument : "");
      right = describe (&options[i]);
      g_string_append_printf (help, "%-*s", indent, left);
      if (strlen (left) >= (gsize) indent)
        g_string_append_printf (help, "\n%*s", indent, "");
      eqp_append_wrapped (help, right, indent);
    }
}

/**
 * eqp_cli_help:
 * @command: a command, or EQP_COMMAND_NONE for the program
 *
 * Returns: (transfer full): the help, translated, with its last newline
 */
char *
eqp_cli_help (EqpCommand command)
{
  GString *help = g_string_new (NULL);

  switch (command)
    {
    case EQP_COMMAND_RUN:
      g_string_append (help, _ ("Usage: equipoise-cli run DATA [OPTION...]\n\n"
                                "Clusters a data set once: live progress, then sizes, objective and measures.\n"
                                "DATA is a file, a folder of images or sample:NAME.\n"));
      break;
    case EQP_COMMAND_COMPARE:
      g_string_append (help, _ ("Usage: equipoise-cli compare DATA --methods LIST [OPTION...]\n"
                                "       equipoise-cli compare --merge FILE... [OPTION...]\n\n"
                                "Runs several methods from several seeds: mean and standard deviation of every\n"
                                "measure, the best against the second. Runs can be continued, cut in parts, "
                                "merged.\n"));
      break;
    case EQP_COMMAND_SWEEP:
      g_string_append (help, _ ("Usage: equipoise-cli sweep DATA [--method ID] [--gammas GRID] [OPTION...]\n"
                                "       equipoise-cli sweep --merge FILE... [OPTION...]\n\n"
                                "Runs methods over a grid of gamma and several seeds, like “compare”.\n"));
      break;
    case EQP_COMMAND_SUGGEST:
      g_string_append (help, _ ("Usage: equipoise-cli suggest DATA [--k N|A..B] [OPTION...]\n\n"
                                "Suggests preparation, method, gamma and K without looking at classes, each with its\n"
                                "reason and the runner-up; where classes are known, tells behind it what that "
                                "lost.\n"));
      break;
    case EQP_COMMAND_REPLAY:
      g_string_append (help, _ ("Usage: equipoise-cli replay DIR [DATA] [OPTION...]\n\n"
                                "Runs again what the report in the folder DIR tells of, and says “reproduced”, or\n"
                                "which runs and files differ. DATA is where the data are now, if they were moved.\n"));
      break;
    case EQP_COMMAND_SCORE:
      g_string_append (help, _ ("Usage: equipoise-cli score DATA --labels-in FILE [OPTION...]\n\n"
                                "Measures a labelling that was made elsewhere: agreement with the known classes, SSE,\n"
                                "cut, the objective at any gamma, shape and balance of the clusters.\n"));
      break;
    case EQP_COMMAND_INFO:
      g_string_append (help, _ ("Usage: equipoise-cli info DATA [OPTION...]\n\n"
                                "Tells what was understood of a file: rows, columns, labels, what was decided while\n"
                                "reading, and what may hurt a run.\n"));
      break;
    case EQP_COMMAND_CONVERT:
      g_string_append (help, _ ("Usage: equipoise-cli convert DATA OUT [OPTION...]\n\n"
                                "Writes the data as they were understood to OUT, whose ending says how: .csv, .npy,\n"
                                ".svmlight or .libsvm, or for the graph, or that of nearest neighbors, .graph, .mtx\n"
                                "or .edges; - is CSV on standard output, of a graph a list of edges.\n"));
      break;
    case EQP_COMMAND_METHODS:
      g_string_append (help, _ ("Usage: equipoise-cli methods [ID] [OPTION...]\n\nLists the methods, one a line, id "
                                "first, or tells all about one of them.\n"));
      break;
    case EQP_COMMAND_SAMPLES:
      g_string_append (help, _ ("Usage: equipoise-cli samples [OPTION...]\n\nLists the data sets inside the program, "
                                "one a line, id first.\n"));
      break;
    case EQP_COMMAND_MEASURES:
      g_string_append (help, _ ("Usage: equipoise-cli measures [OPTION...]\n\nLists the measures with their formulas, "
                                "variants and degenerate cases.\n"));
      break;
    case EQP_COMMAND_NONE:
    default:
      g_string_append (help, _ ("Usage: equipoise-cli COMMAND [DATA] [OPTION...]\n\n"
                                "Balanced clustering in the terminal.\n\n"
                                "Commands:\n"
                                "  run DATA      cluster a data set once\n"
                                "  compare DATA  several methods from several seeds\n"
                                "  sweep DATA    a grid of gamma and several seeds\n"
                                "  suggest DATA  choose preparation, method, gamma and K without labels\n"
                                "  replay DIR    repeat a report: is it reproduced?\n"
                                "  score DATA    measure labels that were made elsewhere\n"
                                "  info DATA     tell what was understood of a file\n"
                                "  convert DATA OUT  write the data as they were understood\n"
                                "  methods       list the methods\n"
                                "  samples       list the data sets inside the program\n"
                                "  measures      list the measures, with their formulas\n\n"
                                "DATA is a file, a folder of images or sample:NAME. Options may stand anywhere.\n"
                                "“equipoise-cli COMMAND --help” shows the options of one command only.\n\n"
                                "Example:\n"
                                "  equipoise-cli run sample:digits --method bkm --k 10 --gamma-rel 10\n"));
      command = ~EQP_COMMAND_NONE;
      break;
    }

  append_options (help, command);
  g_string_append (help, _ ("\nExit status: 0 done, 1 the run failed, 2 wrong usage, 3 the data could not be read\n"
                            "or do not allow the run, 130 interrupted.\n"));
  return g_string_free (help, FALSE);
}
