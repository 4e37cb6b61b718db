/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study's command line in one form, whatever was typed: what decides the result, in the order of the help, without
 * the data and without files. */
#include "config.h"

#include "eqp-cli-study.h"

#include <string.h>

/* What changes where and how results are told, but not the results. */
static gboolean
decides_nothing (const EqpParam *param)
{
  static const char *const ids[] = { "threads",  "format",    "out",   "resume", "shard", "merge",   "report",
                                     "no-times", "no-labels", "json",  "quiet",  "help",  "version", NULL };

  return g_strv_contains (ids, param->id);
}

/* As it was typed last: several methods may keep something else in the same place. */
static const char *
find_own (const EqpCliOptions *options,
          const EqpParam      *param)
{
  const char *text = NULL;

  for (guint i = 0; i < options->n_own; i++)
    if (options->own[i].param == param)
      text = options->own[i].text;
  return text;
}

static void
add_option (const EqpCliOptions *options,
            const EqpOption     *option,
            GStrvBuilder        *words)
{
  const gconstpointer settings = (const char *) options + option->base;
  const EqpParam *param = option->param;
  g_autofree char *value = NULL;
  g_autofree char *name = g_strconcat ("--", param->id, NULL);

  if (option->base == G_STRUCT_OFFSET (EqpCliOptions, params) && eqp_param_is_own (param))
    value = g_strdup (find_own (options, param));
  else if (!eqp_param_is_usual (param, settings))
    value = eqp_param_format (param, settings);
  if (value == NULL || (strcmp (param->id, "method") == 0 && options->usual_method))
    return;
  g_strv_builder_add (words, name);
  if (param->kind != EQP_PARAM_SWITCH)
    g_strv_builder_add (words, value);
}

/**
 * eqp_cli_arguments:
 * @options: the command line of "compare" or "sweep"
 *
 * Returns: (transfer full): the command and the options that the results depend on
 */
GStrv
eqp_cli_arguments (const EqpCliOptions *options)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  gsize n_options;
  const EqpOption *list = eqp_options_get (&n_options);

  g_strv_builder_add (words, options->command == EQP_COMMAND_SWEEP ? "sweep" : "compare");
  for (gsize i = 0; i < n_options; i++)
    if ((list[i].commands & options->command) != 0 && !decides_nothing (list[i].param))
      add_option (options, &list[i], words);
  return g_strv_builder_end (words);
}
