/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the command line by the table of options. Every refusal is one sentence: which option, what was found,
 * what is allowed, and what was probably meant. */
#include "config.h"

#include "eqp-cli.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static const struct
{
  const char *name;
  EqpCommand  command;
} commands[] = {
  { "run", EQP_COMMAND_RUN },
  { "compare", EQP_COMMAND_COMPARE },
  { "sweep", EQP_COMMAND_SWEEP },
  { "suggest", EQP_COMMAND_SUGGEST },
  { "replay", EQP_COMMAND_REPLAY },
  { "score", EQP_COMMAND_SCORE },
  { "info", EQP_COMMAND_INFO },
  { "convert", EQP_COMMAND_CONVERT },
  { "methods", EQP_COMMAND_METHODS },
  { "samples", EQP_COMMAND_SAMPLES },
  { "measures", EQP_COMMAND_MEASURES },
};

static const char *
command_name (EqpCommand command)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].command == command)
      return commands[i].name;
  return "";
}

/* All commands, with commas between them. */
static char *
list_commands (void)
{
  GString *list = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", commands[i].name);
  return g_string_free (list, FALSE);
}

/* " Did you mean “x”?", or nothing. */
static char *
suggestion (const char *text,
            GPtrArray  *names,
            const char *prefix)
{
  const char *nearest;

  g_ptr_array_add (names, NULL);
  nearest = eqp_nearest_name (text, (const char **) names->pdata);
  return nearest != NULL ? g_strdup_printf (_ (" Did you mean “%s%s”?"), prefix, nearest) : g_strdup ("");
}

static gboolean
parse_command (EqpCliOptions *self,
               const char    *text,
               GError       **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = list_commands ();
  g_autofree char *hint = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (strcmp (text, commands[i].name) == 0)
        {
          self->command = commands[i].command;
          return TRUE;
        }
      g_ptr_array_add (names, (gpointer) commands[i].name);
    }

  hint = suggestion (text, names, "");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("“%s” is not a command; the commands are %s.%s"), text, list, hint);
  return FALSE;
}

static gboolean
is_called (const char *spelling,
           const char *name,
           gsize       length)
{
  return spelling != NULL && strlen (spelling) == length && strncmp (spelling, name, length) == 0;
}

static const EqpOption *
find_option (const char *name,
             gsize       length)
{
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);

  for (gsize i = 0; i < n_options; i++)
    if (is_called (options[i].param->id, name, length) || is_called (options[i].param->other, name, length))
      return &options[i];
  return NULL;
}

static void
set_unknown (const char *text,
             GError    **error)
{
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);
  g_autofree char *typed = g_strndup (text, strcspn (text, "="));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *hint = NULL;

  for (gsize i = 0; i < n_options; i++)
    {
      g_ptr_array_add (names, (gpointer) options[i].param->id);
      if (options[i].param->other != NULL)
        g_ptr_array_add (names, (gpointer) options[i].param->other);
    }
  hint = suggestion (typed + strspn (typed, "-"), names, "--");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("There is no option “%s”; “equipoise-cli --help” lists them.%s"), typed, hint);
}

static gboolean
parse_value (EqpCliOptions   *self,
             const EqpOption *option,
             const char      *value,
             GError         **error)
{
  gpointer settings = G_STRUCT_MEMBER_P (self, option->base);

  if (option->base == G_STRUCT_OFFSET (EqpCliOptions, params) && eqp_param_is_own (option->param) &&
      self->n_own < EQP_CLI_MAX_OWN)
    self->own[self->n_own++] = (EqpCliOwn) { option->param, value };
  if (option->param->kind != EQP_PARAM_SWITCH)
    return eqp_param_parse (option->param, value, settings, error);
  eqp_param_set (option->param, settings, TRUE);
  return TRUE;
}

/* Takes one option, and the argument after it where it needs one; @seen collects the options for later checks. */
static gboolean
parse_option (EqpCliOptions *self,
              int            argc,
              char         **argv,
              int           *at,
              GPtrArray     *seen,
              GError       **error)
{
  const char *text = argv[*at];
  const char *equals = strchr (text, '=');
  gsize length = equals != NULL ? (gsize) (equals - text) : strlen (text);
  const EqpOption *option = NULL;

  if (g_str_has_prefix (text, "--"))
    option = find_option (text + 2, length - 2);
  else if (strcmp (text, "-h") == 0)
    option = find_option ("help", 4);
  if (option == NULL)
    {
      set_unknown (text, error);
      return FALSE;
    }

  g_ptr_array_add (seen, (gpointer) option);
  if (option->param->kind == EQP_PARAM_SWITCH)
    {
      if (equals == NULL)
        return parse_value (self, option, NULL, error);
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The option --%s takes no value, but “%s” was found."), option->param->id, equals + 1);
      return FALSE;
    }

  if (equals != NULL)
    return parse_value (self, option, equals + 1, error);
  if (*at + 1 < argc)
    return parse_value (self, option, argv[++*at], error);

  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes a value, but the command line ends after it."), option->param->id);
  return FALSE;
}

/**
 * eqp_cli_check_method:
 * @id: what was given as a method
 * @error: EQP_ERROR_INVALID_PARAM, with the methods there are and the one that was probably meant
 *
 * Returns: whether it is one
 */
gboolean
eqp_cli_check_method (const char *id,
                      GError    **error)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *hint = NULL;

  if (eqp_solver_find (id) != NULL)
    return TRUE;

  for (gsize i = 0; i < n_solvers; i++)
    {
      g_ptr_array_add (names, (gpointer) solvers[i]->id);
      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", solvers[i]->id);
    }
  hint = suggestion (id, names, "");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("“%2$s” is no method; the option --method takes one of %1$s.%3$s"), list->str, id, hint);
  return FALSE;
}

static gboolean
parse_word (EqpCliOptions *self,
            const char    *text,
            GError       **error)
{
  if (self->command == EQP_COMMAND_NONE)
    return parse_command (self, text, error);
  if (self->command == EQP_COMMAND_SAMPLES || self->command == EQP_COMMAND_MEASURES)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The command “%s” takes no data, but “%s” was found."), command_name (self->command), text);
      return FALSE;
    }
  if (self->command == EQP_COMMAND_METHODS && eqp_solver_find (text) == NULL)
    return eqp_cli_check_method (text, error);
  if (self->data != NULL && (self->command & (EQP_COMMAND_CONVERT | EQP_COMMAND_REPLAY)) != 0 && self->out == NULL)
    {
      self->out = text;
      return TRUE;
    }
  /* Of files to be merged there are several; studies look at their words later. */
  if ((self->command & EQP_COMMAND_STUDY) != 0)
    {
      if (self->words == NULL)
        self->words = g_ptr_array_new ();
      g_ptr_array_add (self->words, (gpointer) text);
    }
  else if (self->data != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The command “%s” takes one data set, but “%s” and “%s” were found."),
                   command_name (self->command), self->data, text);
      return FALSE;
    }
  if (self->data == NULL)
    self->data = text;
  return TRUE;
}

/* What belongs to single methods has to be meant for the one that is chosen; the rest may stand there for any. */
static gboolean
check_own (const EqpCliOptions *self,
           GPtrArray           *seen,
           GError             **error)
{
  const EqpSolver *solver = eqp_solver_find (self->method);

  for (guint i = 0; i < seen->len; i++)
    {
      const EqpOption *option = g_ptr_array_index (seen, i);

      if (option->base != G_STRUCT_OFFSET (EqpCliOptions, params) || !eqp_param_is_own (option->param) ||
          eqp_solver_takes (solver, option->param))
        continue;
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The option --%s means nothing to the method %s; leave it out."), option->param->id, solver->id);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_all (const EqpCliOptions *self,
           GPtrArray           *seen,
           GError             **error)
{
  if (self->command == EQP_COMMAND_NONE)
    {
      g_autofree char *list = list_commands ();

      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("No command was found; the commands are %s; “equipoise-cli --help” tells more."), list);
      return FALSE;
    }

  for (guint i = 0; i < seen->len; i++)
    {
      const EqpOption *option = g_ptr_array_index (seen, i);

      if ((option->commands & self->command) == 0)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("The option --%s means nothing to the command “%s”; leave it out."), option->param->id,
                       command_name (self->command));
          return FALSE;
        }
    }

  if (self->command == EQP_COMMAND_REPLAY && self->data == NULL)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The command “replay” needs the folder of a report, which --report wrote."));
      return FALSE;
    }
  if ((self->command & EQP_COMMAND_STUDY) != 0 && self->merge)
    return eqp_cli_study_check (self, error);
  if ((self->command & (EQP_COMMAND_RUN | EQP_COMMAND_STUDY | EQP_COMMAND_SCORE | EQP_COMMAND_SUGGEST |
                        EQP_COMMAND_INFO | EQP_COMMAND_CONVERT)) != 0 &&
      self->data == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The command “%s” needs data: a file, a folder of images, or sample:NAME with a name from "
                      "“equipoise-cli samples”."),
                   command_name (self->command));
      return FALSE;
    }
  if (self->command == EQP_COMMAND_CONVERT && !eqp_cli_convert_check (self->out, self->json, error))
    return FALSE;
  if (!isnan (self->gamma) && !isnan (self->gamma_rel))
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("Both --gamma and --gamma-rel were found; they are two scales of the same weight, so "
                              "give one of them."));
      return FALSE;
    }
  if (self->target != NULL && (!isnan (self->gamma) || !isnan (self->gamma_rel)))
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("Both --target and a gamma were found; the target finds its gamma itself, so give one of "
                              "them."));
      return FALSE;
    }
  if (self->initial_labels != NULL && self->initial_centers != NULL)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("Both --initial-labels and --initial-centers were found; a run has one start, so give "
                              "one of them."));
      return FALSE;
    }
  if (self->target != NULL && !eqp_wish_parse (&(EqpWish) { 0 }, self->target, error))
    return FALSE;
  if (self->k_first > 0 && self->command != EQP_COMMAND_SUGGEST)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("A range of K was found, %d..%ld, which only “suggest” takes; give one number."), self->k_first,
                   (long) self->k);
      return FALSE;
    }
  if (self->preparation.whiten && self->preparation.pca == 0)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The option --whiten needs --pca D or --pca A..B, the components to keep."));
      return FALSE;
    }
  if (self->command == EQP_COMMAND_SCORE && self->labels_in == NULL)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The command “score” needs the labels to measure: give --labels-in FILE."));
      return FALSE;
    }
  if (self->json && g_strcmp0 (self->labels_out, "-") == 0)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("Standard output cannot take both --json and --labels-out -; give a file name for the "
                              "labels."));
      return FALSE;
    }
  if ((self->command & EQP_COMMAND_STUDY) != 0)
    return eqp_cli_study_check (self, error);
  if (self->command == EQP_COMMAND_SCORE)
    return eqp_cli_check_method (self->method, error);
  return self->command != EQP_COMMAND_RUN ||
         (eqp_cli_check_method (self->method, error) && check_own (self, seen, error));
}

/**
 * eqp_cli_options_clear:
 * @self: a command line that was parsed, right or not
 */
void
eqp_cli_options_clear (EqpCliOptions *self)
{
  g_clear_pointer (&self->words, g_ptr_array_unref);
}

/**
 * eqp_cli_options_parse:
 * @self: (out caller-allocates): the command line; strings are borrowed from @argv
 * @argc: number of arguments, the program's name included
 * @argv: the arguments
 * @error: EQP_ERROR_INVALID_PARAM with one sentence
 *
 * Options may stand anywhere, as "--name value" or "--name=value"; after "--" everything is taken as it is.
 * With --help or --version the rest is not checked.
 *
 * Returns: whether the command line is right
 */
gboolean
eqp_cli_options_parse (EqpCliOptions *self,
                       int            argc,
                       char         **argv,
                       GError       **error)
{
  g_autoptr (GPtrArray) seen = g_ptr_array_new ();
  gboolean only_words = FALSE;

  *self = (EqpCliOptions) {
    .params = eqp_params_default (), .gamma = NAN, .gamma_rel = NAN, .prove = NAN
  };

  for (int i = 1; i < argc; i++)
    {
      gboolean word = only_words || argv[i][0] != '-' || argv[i][1] == '\0';

      if (!word && strcmp (argv[i], "--") == 0)
        {
          only_words = TRUE;
          continue;
        }
      if (word ? !parse_word (self, argv[i], error) : !parse_option (self, argc, argv, &i, seen, error))
        return FALSE;
    }
  if (self->method == NULL)
    {
      self->method = eqp_solver_balanced (EQP_FAMILY_KMEANS)->id;
      self->usual_method = TRUE;
    }

  return self->help || self->version || check_all (self, seen, error);
}
