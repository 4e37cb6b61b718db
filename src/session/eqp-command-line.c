/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact terminal command that repeats a run. Needs neither GTK nor the rest of the terminal program, so
 * that the window can show it too. */
#include "config.h"

#include "eqp-command-line.h"

#include <string.h>

/**
 * eqp_shell_word:
 * @text: one argument
 *
 * Quotes an argument for a POSIX shell, but only where it needs it.
 *
 * Returns: (transfer full): the word
 */
char *
eqp_shell_word (const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+@%=";

  if (*text != '\0' && text[strspn (text, plain)] == '\0')
    return g_strdup (text);
  return g_shell_quote (text);
}

static void
add_text (GString    *line,
          const char *option,
          const char *value)
{
  g_autofree char *word = NULL;

  if (value == NULL)
    return;

  word = eqp_shell_word (value);
  g_string_append_printf (line, " --%s %s", option, word);
}

static void
add_real (GString    *line,
          const char *option,
          double      value)
{
  g_autofree char *text = eqp_real_to_string (value);

  add_text (line, option, text);
}

/* A parameter that has not its usual value. */
static void
add_param (GString        *line,
           const EqpParam *param,
           gconstpointer   settings)
{
  g_autofree char *value = NULL;

  if (eqp_param_is_usual (param, settings))
    return;
  if (param->kind == EQP_PARAM_SWITCH)
    {
      g_string_append_printf (line, " --%s", param->id);
      return;
    }
  value = eqp_param_format (param, settings);
  add_text (line, param->id, value);
}

static void
add_import (GString                *line,
            const EqpImportOptions *import)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  for (gsize i = 0; i < n_params; i++)
    add_param (line, &params[i].param, import);
}

static void
add_params (GString          *line,
            const EqpRunSpec *spec)
{
  const EqpParams *params = &spec->params;
  const EqpSolver *solver = eqp_solver_find (spec->method);

  g_string_append_printf (line, " --k %d", params->k);
  if (solver == NULL || (solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      if (spec->target != NULL)
        add_text (line, "target", spec->target);
      else if (spec->gamma_relative)
        add_real (line, "gamma-rel", spec->gamma_rel);
      else
        add_real (line, "gamma", params->gamma);
    }
  g_string_append_printf (line, " --seed %" G_GUINT64_FORMAT, params->seed);
  for (gsize i = 0; solver != NULL && solver->params != NULL && solver->params[i] != NULL; i++)
    add_param (line, solver->params[i], params);
  if (spec->threads > 0)
    g_string_append_printf (line, " --threads %u", spec->threads);
  add_text (line, "initial-labels", spec->initial_labels);
  add_text (line, "initial-centers", spec->initial_centers);
  add_text (line, "weights-column", spec->weights_column);
  add_text (line, "must-link", spec->must_link);
  add_text (line, "cannot-link", spec->cannot_link);
  add_text (line, "labels-column", spec->labels_column);
  add_text (line, "key-column", spec->key_column);
}

/**
 * eqp_run_spec_set_given:
 * @spec: (inout): a run
 * @given: what it was given besides its settings; borrowed
 */
void
eqp_run_spec_set_given (EqpRunSpec            *spec,
                        const EqpGivenSources *given)
{
  spec->weights_column = given->from[EQP_GIVEN_WEIGHTS];
  spec->must_link = given->from[EQP_GIVEN_MUST_LINKS];
  spec->cannot_link = given->from[EQP_GIVEN_CANNOT_LINKS];
  spec->key_column = given->from[EQP_GIVEN_KEY];
  spec->initial_centers = given->from[EQP_GIVEN_CENTERS];
}

/**
 * eqp_command_line:
 * @spec: the run
 *
 * Writes the command that repeats a run, leaving out what is the default. Numbers are exact.
 *
 * Returns: (transfer full): one line for a POSIX shell, "equipoise-cli run sample:digits --method bkm --k 10 ..."
 */
char *
eqp_command_line (const EqpRunSpec *spec)
{
  GString *line = g_string_new ("equipoise-cli run ");
  /* A name that begins with a dash would be taken for an option. */
  g_autofree char *data = g_strconcat (*spec->data == '-' ? "./" : "", spec->data, NULL);
  g_autofree char *word = eqp_shell_word (data);

  g_string_append (line, word);
  add_text (line, "method", spec->method);
  add_params (line, spec);
  if (spec->distinct)
    g_string_append (line, " --distinct");
  add_param (line, &eqp_param_normalize, &spec->preparation);
  add_param (line, &eqp_param_pca, &spec->preparation);
  add_param (line, &eqp_param_whiten, &spec->preparation);
  add_import (line, &spec->import);
  return g_string_free (line, FALSE);
}

/**
 * eqp_info_line:
 * @data: path or URI
 * @import: how it is read
 *
 * Writes the command that tells what is understood of a file when it is read like this.
 *
 * Returns: (transfer full): one line for a POSIX shell, "equipoise-cli info table.csv --separator semicolon"
 */
char *
eqp_info_line (const char             *data,
               const EqpImportOptions *import)
{
  GString *line = g_string_new ("equipoise-cli info ");
  g_autofree char *name = g_strconcat (*data == '-' ? "./" : "", data, NULL);
  g_autofree char *word = eqp_shell_word (name);

  g_string_append (line, word);
  add_import (line, import);
  return g_string_free (line, FALSE);
}
