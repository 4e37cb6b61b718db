/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page about a method: what it does, where it comes from, and its parameters, all from its row in the registry and
 * its table. Terminal, window and manual show the same page. */
#include "config.h"

#include "eqp-method-page.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define WIDTH 80

/**
 * eqp_append_wrapped:
 * @text: gets @sentence
 * @sentence: broken at blanks
 * @indent: column where it begins, and where following lines do
 */
void
eqp_append_wrapped (GString    *text,
                    const char *sentence,
                    int         indent)
{
  g_auto (GStrv) words = g_strsplit (sentence, " ", -1);
  glong column = indent;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && column + 1 + length > WIDTH)
        {
          g_string_append_printf (text, "\n%*s", indent, "");
          column = indent;
        }
      else if (i > 0)
        {
          g_string_append_c (text, ' ');
          column++;
        }
      g_string_append (text, words[i]);
      column += length;
    }
  g_string_append_c (text, '\n');
}

/* A dash would be a hyphen, a leading point a request. */
static char *
escape (const char   *text,
        EqpPageFormat format)
{
  GString *out = g_string_new (NULL);

  if (format == EQP_PAGE_MARKUP)
    {
      g_string_free (out, TRUE);
      return g_markup_escape_text (text, -1);
    }
  for (const char *at = text; *at != '\0'; at++)
    if (format == EQP_PAGE_ROFF && (*at == '-' || *at == '\\'))
      g_string_append_printf (out, "\\%s", *at == '-' ? "-" : "e");
    else if (format == EQP_PAGE_ROFF && (*at == '.' || *at == '\'') && at == text)
      g_string_append_printf (out, "\\&%c", *at);
    else
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}

static void
append_paragraph (GString       *page,
                  const char    *text,
                  EqpPageFormat  format)
{
  g_autofree char *escaped = escape (text, format);

  if (format == EQP_PAGE_ROFF)
    g_string_append_printf (page, ".PP\n%s\n", escaped);
  else if (format == EQP_PAGE_MARKUP)
    g_string_append_printf (page, "%s\n", escaped);
  else
    eqp_append_wrapped (page, escaped, 0);
}

/* "5; a whole number of at least 1" */
static char *
describe_values (const EqpParam *param)
{
  EqpParams usual = eqp_params_default ();
  g_autofree char *value = NULL;
  g_autofree char *range = eqp_param_dup_range (param);

  eqp_param_set (param, &usual, param->usual);
  value = eqp_param_format (param, &usual);
  if (param->unit != NULL)
    return g_strdup_printf (_ ("Usually %s; takes %s (%s)."), value, range, _ (param->unit));
  return g_strdup_printf (_ ("Usually %s; takes %s."), value, range);
}

/* The same by the labels of the control, which shows the limits itself: "Usually Auto." */
static char *
describe_control (const EqpParam *param)
{
  EqpParams usual = eqp_params_default ();
  g_autofree char *value = NULL;
  g_autoptr (GString) words = g_string_new (NULL);

  eqp_param_set (param, &usual, param->usual);
  value = eqp_param_format (param, &usual);
  for (const EqpParamWord *word = param->words; word != NULL && word->id != NULL; word++)
    if (word->label != NULL)
      {
        g_string_append_printf (words, "%s“%s”", words->len > 0 ? ", " : "", _ (word->label));
        if (g_strcmp0 (value, word->id) == 0)
          {
            g_free (value);
            value = g_strdup_printf ("“%s”", _ (word->label));
          }
      }
  if (param->kind == EQP_PARAM_CHOICE && words->len > 0)
    return g_strdup_printf (_ ("Usually %s; one of %s."), value, words->str);
  return g_strdup_printf (_ ("Usually %s."), value);
}

static void
append_param (GString        *page,
              const EqpParam *param,
              EqpPageFormat   format)
{
  g_autofree char *values = format == EQP_PAGE_MARKUP ? describe_control (param) : describe_values (param);
  g_autofree char *what = format == EQP_PAGE_MARKUP ? eqp_param_dup_sentence (param) : g_strdup (_ (param->sentence));
  g_autofree char *sentence = g_strdup_printf ("%s. %s", what, values);
  g_autofree char *escaped = escape (sentence, format);
  g_autofree char *id = escape (param->id, format);

  switch (format)
    {
    case EQP_PAGE_ROFF:
      g_string_append_printf (page, ".TP\n.BI \\-\\-%s \" %s\"\n%s\n", id,
                              param->argument != NULL ? param->argument : "", escaped);
      break;
    case EQP_PAGE_MARKUP:
      g_string_append_printf (page, "<b>%s</b>: %s\n", _ (param->label), escaped);
      break;
    case EQP_PAGE_TEXT:
    default:
      g_string_append_printf (page, "  --%s %s\n      ", param->id, param->argument != NULL ? param->argument : "");
      eqp_append_wrapped (page, sentence, 6);
    }
}

/**
 * eqp_method_page:
 * @solver: the method
 * @format: for what it is written
 *
 * Returns: (transfer full): the page, translated
 */
char *
eqp_method_page (const EqpSolver *solver,
                 EqpPageFormat    format)
{
  GString *page = g_string_new (NULL);
  g_autofree char *reference = g_strdup_printf (_ ("After: %s."), _ (solver->reference));

  if (format == EQP_PAGE_TEXT)
    g_string_append_printf (page, "%s: %s\n\n", solver->id, _ (solver->name));
  append_paragraph (page, _ (solver->summary), format);
  append_paragraph (page, reference, format);
  if ((solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    append_paragraph (page, _ ("It weighs balance by gamma."), format);
  if ((solver->flags & EQP_SOLVER_WARM_START) != 0)
    append_paragraph (page, _ ("It can start from given labels and never ends worse than they are."), format);
  if (format == EQP_PAGE_TEXT)
    g_string_append_c (page, '\n');
  for (gsize i = 0; solver->params != NULL && solver->params[i] != NULL; i++)
    append_param (page, solver->params[i], format);
  return g_string_free (page, FALSE);
}

/**
 * eqp_methods_manual:
 *
 * Returns: (transfer full): the page of the manual about all methods, in the language of the locale
 */
char *
eqp_methods_manual (void)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  GString *page = g_string_new (".TH EQUIPOISE\\-METHODS 7 \"\" \"Equipoise " EQP_VERSION "\"\n"
                                ".SH NAME\nequipoise\\-methods \\- the methods of Equipoise and their parameters\n"
                                ".SH DESCRIPTION\nEach method takes besides the options below\n"
                                ".BR \\-\\-k ,\n.B \\-\\-seed\nand, where it weighs balance,\n"
                                ".B \\-\\-gamma\nor\n.BR \\-\\-gamma\\-rel ;\nsee\n.BR equipoise\\-cli (1).\n");

  for (gsize i = 0; i < n_solvers; i++)
    {
      g_autofree char *id = escape (solvers[i]->id, EQP_PAGE_ROFF);
      g_autofree char *name = escape (_ (solvers[i]->name), EQP_PAGE_ROFF);
      g_autofree char *body = eqp_method_page (solvers[i], EQP_PAGE_ROFF);

      g_string_append_printf (page, ".SS %s: %s\n%s", id, name, body);
    }
  g_string_append (page, ".SH SEE ALSO\n.BR equipoise (1),\n.BR equipoise\\-cli (1)\n");
  return g_string_free (page, FALSE);
}
