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
  { "info", EQP_COMMAND_INFO },
  { "convert", EQP_COMMAND_CONVERT },
  { "methods", EQP_COMMAND_METHODS },
  { "samples", EQP_COMMAND_SAMPLES },
};

static const char *
command_name (EqpCommand command)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].command == command)
      return commands[i].name;
  return "";
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
               _ ("“%s” is not a command; the commands are run, info, convert, methods and samples.%s"), text, hint);
  return FALSE;
}

static const EqpOption *
find_option (const char *name,
             gsize       length)
{
  gsize n_options;
  const EqpOption *options = eqp_options_get (&n_options);

  for (gsize i = 0; i < n_options; i++)
    {
      if (strlen (options[i].name) == length && strncmp (options[i].name, name, length) == 0)
        return &options[i];
      if (options[i].other != NULL && strlen (options[i].other) == length &&
          strncmp (options[i].other, name, length) == 0)
        return &options[i];
    }
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
      g_ptr_array_add (names, (gpointer) options[i].name);
      if (options[i].other != NULL)
        g_ptr_array_add (names, (gpointer) options[i].other);
    }
  hint = suggestion (typed + strspn (typed, "-"), names, "--");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("There is no option “%s”; “equipoise-cli --help” lists them.%s"), typed, hint);
}

/* One choice a name: the names with commas between them, the other names of a value left out. */
static char *
list_choices (const EqpOption *option,
              GPtrArray       *names)
{
  GString *list = g_string_new (NULL);

  for (const EqpOptionChoice *choice = option->choices; choice->name != NULL; choice++)
    {
      g_ptr_array_add (names, (gpointer) choice->name);
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", choice->name);
    }
  return g_string_free (list, FALSE);
}

static gboolean
parse_choice (const EqpOption *option,
              const char      *value,
              gint            *target,
              GError         **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  g_autofree char *hint = NULL;

  for (const EqpOptionChoice *choice = option->choices; choice->name != NULL; choice++)
    if (strcmp (value, choice->name) == 0)
      {
        *target = choice->value;
        return TRUE;
      }

  if (option->kind == EQP_OPTION_CHARACTER && strlen (value) == 1 && !g_ascii_isalnum (*value) &&
      (guchar) *value < 0x80 && strchr ("\n\r\"+-.", *value) == NULL)
    {
      *target = *value;
      return TRUE;
    }

  list = list_choices (option, names);
  hint = suggestion (value, names, "");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes one of %s; “%s” was found.%s"), option->name, list, value, hint);
  return FALSE;
}

static gboolean
parse_integer (const EqpOption *option,
               const char      *value,
               gint64          *target,
               GError         **error)
{
  g_autofree char *range = NULL;

  if (g_ascii_string_to_signed (value, 10, option->min, option->max, target, NULL))
    return TRUE;

  /* Translators: a range of whole numbers */
  range = g_strdup_printf (_ ("%ld to %ld"), (long) option->min, (long) option->max);
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes a whole number from %s; “%s” was found."), option->name, range, value);
  return FALSE;
}

static gboolean
parse_real (const EqpOption *option,
            const char      *value,
            double          *target,
            GError         **error)
{
  char *end;
  double number = g_ascii_strtod (value, &end);

  if (end != value && *end == '\0' && !g_ascii_isspace (*value) && isfinite (number) && number >= 0.0)
    {
      *target = fabs (number); /* -0 is 0 */
      return TRUE;
    }

  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes a number of at least 0, such as 0.5 or 1e4; “%s” was found."), option->name,
               value);
  return FALSE;
}

static gboolean
parse_choice_or_real (const EqpOption *option,
                      const char      *value,
                      double          *target,
                      GError         **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = list_choices (option, names);
  g_autofree char *hint = NULL;

  for (const EqpOptionChoice *choice = option->choices; choice->name != NULL; choice++)
    if (strcmp (value, choice->name) == 0)
      {
        *target = choice->value;
        return TRUE;
      }
  if (parse_real (option, value, target, NULL))
    return TRUE;

  hint = suggestion (value, names, "");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes %s or a number of at least 0; “%s” was found.%s"), option->name, list, value,
               hint);
  return FALSE;
}

static gboolean
parse_value (EqpCliOptions   *self,
             const EqpOption *option,
             const char      *value,
             GError         **error)
{
  gpointer target = G_STRUCT_MEMBER_P (self, option->offset);

  switch (option->kind)
    {
    case EQP_OPTION_FLAG:
      *(gboolean *) target = TRUE;
      return TRUE;
    case EQP_OPTION_TEXT:
      if (*value == '\0')
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("The option --%s takes a value, but an empty one was found."), option->name);
          return FALSE;
        }
      *(const char **) target = value;
      return TRUE;
    case EQP_OPTION_INTEGER:
      return parse_integer (option, value, target, error);
    case EQP_OPTION_SEED:
      if (g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT64, target, NULL))
        return TRUE;
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The option --%s takes a whole number of at least 0 and below 2^64; “%s” was found."),
                   option->name, value);
      return FALSE;
    case EQP_OPTION_REAL:
      return parse_real (option, value, target, error);
    case EQP_OPTION_CHOICE_REAL:
      return parse_choice_or_real (option, value, target, error);
    case EQP_OPTION_CHOICE:
    case EQP_OPTION_CHARACTER:
      return parse_choice (option, value, target, error);
    default:
      g_assert_not_reached ();
    }
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
  if (option->kind == EQP_OPTION_FLAG)
    {
      if (equals == NULL)
        return parse_value (self, option, NULL, error);
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The option --%s takes no value, but “%s” was found."), option->name, equals + 1);
      return FALSE;
    }

  if (equals != NULL)
    return parse_value (self, option, equals + 1, error);
  if (*at + 1 < argc)
    return parse_value (self, option, argv[++*at], error);

  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes a value, but the command line ends after it."), option->name);
  return FALSE;
}

static gboolean
parse_word (EqpCliOptions *self,
            const char    *text,
            GError       **error)
{
  if (self->command == EQP_COMMAND_NONE)
    return parse_command (self, text, error);

  if (self->command == EQP_COMMAND_METHODS || self->command == EQP_COMMAND_SAMPLES)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The command “%s” takes no data, but “%s” was found."), command_name (self->command), text);
      return FALSE;
    }
  if (self->data != NULL && self->command == EQP_COMMAND_CONVERT && self->out == NULL)
    {
      self->out = text;
      return TRUE;
    }
  if (self->data != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The command “%s” takes one data set, but “%s” and “%s” were found."),
                   command_name (self->command), self->data, text);
      return FALSE;
    }
  self->data = text;
  return TRUE;
}

static gboolean
check_method (const EqpCliOptions *self,
              GError             **error)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *hint = NULL;

  if (eqp_solver_find (self->method) != NULL)
    return TRUE;

  for (gsize i = 0; i < n_solvers; i++)
    {
      g_ptr_array_add (names, (gpointer) solvers[i]->id);
      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", solvers[i]->id);
    }
  hint = suggestion (self->method, names, "");
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --method takes one of %s; “%s” was found.%s"), list->str, self->method, hint);
  return FALSE;
}

static gboolean
check_all (const EqpCliOptions *self,
           GPtrArray           *seen,
           GError             **error)
{
  if (self->command == EQP_COMMAND_NONE)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("No command was found; the commands are run, info, convert, methods and samples, and "
                              "“equipoise-cli --help” tells more."));
      return FALSE;
    }

  for (guint i = 0; i < seen->len; i++)
    {
      const EqpOption *option = g_ptr_array_index (seen, i);

      if ((option->commands & self->command) == 0)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("The option --%s means nothing to the command “%s”; leave it out."), option->name,
                       command_name (self->command));
          return FALSE;
        }
    }

  if ((self->command & (EQP_COMMAND_RUN | EQP_COMMAND_INFO | EQP_COMMAND_CONVERT)) != 0 && self->data == NULL)
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
  if (self->scale == 0.0)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The option --scale takes local, mean or a distance above 0, but 0 was found."));
      return FALSE;
    }
  if (self->whiten && self->pca == 0)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The option --whiten needs --pca D, the number of components to keep."));
      return FALSE;
    }
  if (self->json && g_strcmp0 (self->labels_out, "-") == 0)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("Standard output cannot take both --json and --labels-out -; give a file name for the "
                              "labels."));
      return FALSE;
    }
  return self->command != EQP_COMMAND_RUN || check_method (self, error);
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
  EqpParams params = eqp_params_default ();
  gboolean only_words = FALSE;

  *self = (EqpCliOptions) {
    .seed = 1,
    .starts = params.restarts,
    .init = params.init,
    .empty = params.empty,
    .neighbors = params.neighbors,
    .scale = EQP_CLI_SCALE_LOCAL,
    .rho = params.rho,
    .gamma = NAN,
    .gamma_rel = NAN,
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
      self->method = "bkm";
      self->usual_method = TRUE;
    }

  return self->help || self->version || check_all (self, seen, error);
}
