/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences of core name a setting by the label of its control and a method by its name; in the terminal the option
 * that sets it, or the id that chooses it, stands behind. */
#include "config.h"

#include "eqp-cli-complain.h"
#include "eqp-cli-output.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-core.h"

/* Puts @id behind the label, which stands in quotes. */
static void
name_label (GString *sentence, const char *label, const char *id)
{
  g_autofree char *quoted = g_strdup_printf ("“%s”", label);
  const char *there = strstr (sentence->str, quoted);
  g_autofree char *behind = g_strdup_printf (" (%s)", id);

  if (there != NULL)
    g_string_insert (sentence, there - sentence->str + (gssize) strlen (quoted), behind);
}

/* "... “Also Missing” (--missing-words) ..." */
static void
name_options (GString *sentence)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  for (gsize i = 0; i < n_params; i++)
    if (params[i].param.label != NULL)
      {
        g_autofree char *option = g_strconcat ("--", params[i].param.id, NULL);
        g_autofree char *title = eqp_import_dup_title (params[i].param.id);

        name_label (sentence, title, option);
      }
  name_label (sentence, _ ("Rows Named By"), "--key-column");
}

/* “Balanced k-means” (bkm) */
static void
name_methods (GString *sentence)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);

  for (gsize i = 0; i < n_solvers; i++)
    name_label (sentence, _ (solvers[i]->name), solvers[i]->id);
}

/**
 * eqp_cli_name_dup:
 * @sentence: of core or session, such as a warning of a run
 *
 * Returns: (transfer full): the same with the ids of methods behind their names
 */
char *
eqp_cli_name_dup (const char *sentence)
{
  GString *named = g_string_new (sentence);

  name_methods (named);
  return g_string_free (named, FALSE);
}

/* The readings of a question end its sentence; each gets the option that chooses it. */
static void
name_readings (GString *sentence, const EqpDecision *question)
{
  gsize end = sentence->len;

  for (guint i = question->alternatives->len; i > 0; i--)
    {
      const EqpAlternative *alternative = g_ptr_array_index (question->alternatives, i - 1);
      g_autofree char *head = g_strndup (sentence->str, end);
      g_autofree char *option = g_strdup_printf (" (--%s %s)", alternative->option, alternative->value);
      const char *there = g_strrstr (head, alternative->title);

      if (there == NULL)
        continue;
      end = (gsize) (there - head);
      g_string_insert (sentence, (gssize) (end + strlen (alternative->title)), option);
    }
}

/**
 * eqp_cli_complain:
 * @error: what went wrong
 * @instead: (nullable): a sentence to be said in place of its own
 *
 * Writes to standard error.
 */
void
eqp_cli_complain (const GError *error,
                  const char   *instead)
{
  const EqpDecision *question = eqp_error_get_question (error);
  g_autoptr (GString) sentence = g_string_new (instead != NULL ? instead : error->message);

  if (instead == NULL && question != NULL)
    name_readings (sentence, question);
  else if (instead == NULL)
    {
      name_options (sentence);
      name_methods (sentence);
    }
  eqp_output_complain (sentence->str);
}
