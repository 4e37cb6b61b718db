/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact terminal command that repeats a run. Needs neither GTK nor the rest of the terminal program, so
 * that the window can show it too. */
#include "config.h"

#include "eqp-command-line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/**
 * eqp_real_to_string:
 * @value: any number
 *
 * Writes a number in the C locale with the fewest digits that read back as the same double.
 *
 * Returns: (transfer full): "0.1", "1e-06", "179.7"
 */
char *
eqp_real_to_string (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  /* "1e+01" is no shorter than "10" and harder to read. */
  if (value == floor (value) && fabs (value) < 1e15)
    return g_strdup (g_ascii_formatd (text, sizeof text, "%.0f", value));

  for (int digits = 1; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }

  return g_strdup (text);
}

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

static void
add_preparation (GString              *line,
                 const EqpPreparation *preparation)
{
  static const char *const names[] = { NULL, "standard", "minmax", "unit" };

  add_text (line, "normalise", names[preparation->normalize]);
  if (preparation->pca > 0)
    g_string_append_printf (line, " --pca %d", preparation->pca);
  if (preparation->whiten)
    g_string_append (line, " --whiten");
}

static void
add_import (GString                *line,
            const EqpImportOptions *import)
{
  const char *const *names = eqp_import_options_get_names ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *value = eqp_import_options_get (import, names[i]);

      add_text (line, names[i], value);
    }
}

static void
add_graph (GString         *line,
           const EqpParams *params,
           const EqpParams *usual)
{
  if (params->neighbors != usual->neighbors)
    g_string_append_printf (line, " --neighbours %d", params->neighbors);
  if (params->scale == EQP_SCALE_MEAN)
    add_text (line, "scale", "mean");
  else if (params->scale == EQP_SCALE_FIXED)
    add_real (line, "scale", params->delta);
  if (params->rho >= 0.0)
    add_real (line, "rho", params->rho);
}

static void
add_params (GString          *line,
            const EqpRunSpec *spec)
{
  const EqpParams *params = &spec->params;
  const EqpSolver *solver = eqp_solver_find (spec->method);
  EqpParams usual = eqp_params_default ();

  g_string_append_printf (line, " --k %d", params->k);
  if (solver == NULL || (solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      if (spec->gamma_relative)
        add_real (line, "gamma-rel", spec->gamma_rel);
      else
        add_real (line, "gamma", params->gamma);
    }
  if (params->min_size > 0)
    g_string_append_printf (line, " --min-size %" G_GINT64_FORMAT, params->min_size);
  if (params->max_size > 0)
    g_string_append_printf (line, " --max-size %" G_GINT64_FORMAT, params->max_size);
  g_string_append_printf (line, " --seed %" G_GUINT64_FORMAT, params->seed);
  if (params->init != usual.init)
    add_text (line, "init", params->init == EQP_INIT_RANDOM ? "random" : "kmeans++");
  if (params->restarts != usual.restarts)
    g_string_append_printf (line, " --starts %d", params->restarts);
  if (params->max_iterations != usual.max_iterations)
    g_string_append_printf (line, " --max-iterations %" G_GINT64_FORMAT, params->max_iterations);
  if (params->empty != usual.empty)
    {
      static const char *const names[] = { "relocate", "split", "keep" };

      add_text (line, "empty", names[params->empty]);
    }
  if (solver != NULL && solver->family == EQP_FAMILY_GRAPH)
    add_graph (line, params, &usual);
  if (spec->threads > 0)
    g_string_append_printf (line, " --threads %u", spec->threads);
  add_text (line, "initial-labels", spec->initial_labels);
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
  add_preparation (line, &spec->preparation);
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
