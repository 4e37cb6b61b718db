/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of --help, made from the table of options. */
#include "config.h"

#include "eqp-cli-options.h"

#include <glib/gi18n.h>
#include <string.h>

#define HELP_WIDTH 80

/* Breaks @text at blanks, the following lines indented. */
static void
append_wrapped (GString    *help,
                const char *text,
                int         indent)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  glong column = indent;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && column + 1 + length > HELP_WIDTH)
        {
          g_string_append_printf (help, "\n%*s", indent, "");
          column = indent;
        }
      else if (i > 0)
        {
          g_string_append_c (help, ' ');
          column++;
        }
      g_string_append (help, words[i]);
      column += length;
    }
  g_string_append_c (help, '\n');
}

static void
append_options (GString    *help,
                EqpCommand  command)
{
  const int indent = 26;
  const char *group = NULL, *shown = NULL;
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);

  for (gsize i = 0; i < n_options; i++)
    {
      g_autofree char *left = NULL;

      group = options[i].group != NULL ? options[i].group : group;
      if ((options[i].commands & command) == 0)
        continue;

      if (shown != group)
        g_string_append_printf (help, "\n%s:\n", _ (group));
      shown = group;
      left = g_strdup_printf ("  --%s%s%s", options[i].name, options[i].argument != NULL ? " " : "",
                              options[i].argument != NULL ? options[i].argument : "");
      g_string_append_printf (help, "%-*s", indent, left);
      if (strlen (left) >= (gsize) indent)
        g_string_append_printf (help, "\n%*s", indent, "");
      append_wrapped (help, _ (options[i].help), indent);
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
    case EQP_COMMAND_INFO:
      g_string_append (help, _ ("Usage: equipoise-cli info DATA [OPTION...]\n\n"
                                "Tells what was understood of a file: rows, columns, labels, what was decided while\n"
                                "reading, and what may hurt a run.\n"));
      break;
    case EQP_COMMAND_CONVERT:
      g_string_append (help, _ ("Usage: equipoise-cli convert DATA OUT [OPTION...]\n\n"
                                "Writes the data as they were understood to OUT, whose ending says how: .csv, .npy,\n"
                                ".svmlight or .libsvm; - is CSV on standard output. A graph becomes a list of "
                                "edges.\n"));
      break;
    case EQP_COMMAND_METHODS:
      g_string_append (help, _ ("Usage: equipoise-cli methods [OPTION...]\n\nLists the methods, one a line, id "
                                "first.\n"));
      break;
    case EQP_COMMAND_SAMPLES:
      g_string_append (help, _ ("Usage: equipoise-cli samples [OPTION...]\n\nLists the data sets inside the program, "
                                "one a line, id first.\n"));
      break;
    case EQP_COMMAND_NONE:
    default:
      g_string_append (help, _ ("Usage: equipoise-cli COMMAND [DATA] [OPTION...]\n\n"
                                "Balanced clustering in the terminal.\n\n"
                                "Commands:\n"
                                "  run DATA      cluster a data set once\n"
                                "  info DATA     tell what was understood of a file\n"
                                "  convert DATA OUT  write the data as they were understood\n"
                                "  methods       list the methods\n"
                                "  samples       list the data sets inside the program\n\n"
                                "DATA is a file, a folder of images or sample:NAME. Options may stand anywhere.\n"
                                "“equipoise-cli COMMAND --help” shows the options of one command only.\n\n"
                                "Example:\n"
                                "  equipoise-cli run sample:digits --method bkm --k 10 --gamma-rel 10\n"));
      command = EQP_COMMAND_RUN | EQP_COMMAND_INFO | EQP_COMMAND_CONVERT | EQP_COMMAND_METHODS | EQP_COMMAND_SAMPLES;
      break;
    }

  append_options (help, command);
  g_string_append (help, _ ("\nExit status: 0 done, 1 the run failed, 2 wrong usage, 3 the data could not be read\n"
                            "or do not allow the run, 130 interrupted.\n"));
  return g_string_free (help, FALSE);
}
