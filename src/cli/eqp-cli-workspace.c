/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workspace that was saved in the window, in the terminal: "info" tells what is in it, with the lines that repeat its
 * runs; where data are asked for, it is none. */
#include "config.h"

#include "eqp-cli-workspace.h"

#include <glib/gi18n.h>

#include "eqp-cli-complain.h"
#include "eqp-cli-measures.h"
#include "eqp-command-line.h"
#include "eqp-json.h"
#include "eqp-workspace-file.h"

/**
 * eqp_cli_is_workspace:
 * @options: the command line
 *
 * Returns: whether what is named as data is a workspace
 */
gboolean
eqp_cli_is_workspace (const EqpCliOptions *options)
{
  return options->data != NULL && eqp_workspace_file_sniff (options->data);
}

static const char *
get_method (const EqpRunFacts *facts)
{
  return facts->solver != NULL ? facts->solver->id : NULL;
}

static void
print_json (EqpOutput              *output,
            const EqpWorkspaceFile *file)
{
  g_autoptr (GString) text = g_string_new (NULL);

  eqp_json_begin (text, "workspace");
  eqp_json_string (text, "data", file->data);
  eqp_json_string (text, "hash", file->hash);
  eqp_json_integer (text, "rows", file->rows);
  eqp_json_string (text, "method", file->settings.solver->id);
  eqp_json_integer (text, "runs", file->runs->len);
  eqp_json_end (text);
  for (guint i = 0; i < file->runs->len; i++)
    {
      const EqpKeptRun *run = g_ptr_array_index (file->runs, i);
      const EqpRunFacts *facts = &run->facts;

      eqp_json_begin (text, "run");
      eqp_json_unsigned (text, "number", facts->number);
      eqp_json_string (text, "name", run->name);
      eqp_json_string (text, "method", get_method (facts));
      eqp_json_integer (text, "k", facts->k);
      eqp_json_unsigned (text, "seed", facts->params.seed);
      eqp_json_real (text, "gamma", facts->params.gamma);
      eqp_json_real (text, "gamma_rel", facts->gamma_rel);
      eqp_json_real (text, "objective", facts->objective);
      eqp_json_sizes (text, "sizes", facts->k, facts->sizes);
      eqp_json_boolean (text, "repeats", facts->repeats);
      eqp_json_string (text, "command", facts->command);
      eqp_json_end (text);
    }
  eqp_output_write (output, text->str, text->len);
}

static void
print_run (EqpOutput        *output,
           const EqpKeptRun *run)
{
  const EqpRunFacts *facts = &run->facts;
  const char *method = facts->solver != NULL ? _ (facts->solver->name) : _ ("Labels made elsewhere");
  g_autofree char *name = eqp_output_clean (run->name != NULL ? run->name : method);
  g_autofree char *line = eqp_output_clean (facts->command != NULL ? facts->command : "");
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, facts->params.seed);
  g_autofree char *title = NULL;

  if (facts->solver != NULL)
    /* Translators: a run: its number in the list, its name, the id of its method. */
    title = g_strdup_printf (_ ("%u · %s (%s), K = %d, seed %s"), facts->number, name, facts->solver->id, facts->k,
                             seed);
  else
    title = g_strdup_printf (_ ("%u · %s, K = %d"), facts->number, name, facts->k);
  eqp_output_print (output, "  %s\n", title);
  if (facts->command == NULL)
    return;
  eqp_output_print (output, "    %s\n", line);
  if (!facts->repeats)
    eqp_output_print (output, "    %s\n", _ ("(It went on from other clusters or was stopped, or the data were chosen "
                                             "in the window, so the line alone does not repeat it.)"));
}

static void
print_text (EqpOutput              *output,
            const EqpWorkspaceFile *file)
{
  g_autofree char *data = eqp_output_clean (file->data);
  g_autofree char *rows = g_strdup_printf ("%" G_GINT64_FORMAT, file->rows);

  eqp_cli_print_heading (output, _ ("Workspace"));
  eqp_cli_print_text_row (output, _ ("data"), data);
  eqp_cli_print_text_row (output, _ ("rows"), rows);
  eqp_cli_print_text_row (output, _ ("method"), _ (file->settings.solver->name));
  if (file->runs->len > 0)
    eqp_cli_print_heading (output, _ ("Runs"));
  for (guint i = 0; i < file->runs->len; i++)
    print_run (output, g_ptr_array_index (file->runs, i));
}

/* What can be done instead. */
static EqpExit
refuse (const char             *path,
        const EqpWorkspaceFile *file)
{
  g_autofree char *word = eqp_shell_word (path);
  g_autofree char *shown = g_filename_display_name (path);
  g_autoptr (GError) error = NULL;

  g_set_error (&error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
               _ ("“%s” is a workspace that was saved in the window, not data: its data are “%s”; “equipoise-cli info "
                  "%s” lists its runs with the lines that repeat them, and “equipoise %s” opens it."),
               shown, file->data, word, word);
  eqp_cli_complain (error, NULL);
  return EQP_EXIT_DATA;
}

/**
 * eqp_cli_workspace:
 * @options: a command line whose data are a workspace
 *
 * Tells what is in it where that is asked for, or what can be done with it.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_workspace (const EqpCliOptions *options)
{
  const char *path = options->data;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpWorkspaceFile) file = eqp_workspace_file_load (path, &error);
  EqpOutput output;

  if (file == NULL)
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_DATA;
    }
  if (options->command != EQP_COMMAND_INFO)
    return refuse (path, file);
  eqp_output_init (&output, STDOUT_FILENO);
  if (options->json)
    print_json (&output, file);
  else
    print_text (&output, file);
  return eqp_output_close (&output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
}
