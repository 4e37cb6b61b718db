/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands "methods", "samples" and "measures": what there is, one a line, id first. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-json.h"
#include "eqp-cli-output.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-method-page.h"
#include <unistd.h>

static EqpExit
print_list (GString *text,
            gboolean json)
{
  EqpOutput output;

  eqp_output_init (&output, STDOUT_FILENO);
  if (json)
    eqp_output_write (&output, text->str, text->len);
  else
    eqp_output_text (&output, text->str);
  return eqp_output_close (&output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
}

static void
append_line (GString    *text,
             gsize       width,
             const char *id,
             const char *name,
             const char *summary)
{
  g_string_append_printf (text, "%-*s  %s: %s\n", (int) width, id, name, summary);
}

static void
append_param_json (GString        *text,
                   const EqpParam *param)
{
  EqpParams usual = eqp_params_default ();
  g_autofree char *value = NULL;
  g_autofree char *range = eqp_param_dup_range (param);

  eqp_param_set (param, &usual, param->usual);
  value = eqp_param_format (param, &usual);
  eqp_json_open (text, NULL, '{');
  eqp_json_string (text, "id", param->id);
  eqp_json_string (text, "label", param->label);
  eqp_json_string (text, "summary", param->sentence);
  eqp_json_string (text, "default", value);
  eqp_json_string (text, "takes", range);
  eqp_json_close (text, '}');
}

static void
append_method_json (GString         *text,
                    const EqpSolver *solver)
{
  eqp_json_begin (text, "method");
  eqp_json_string (text, "id", solver->id);
  eqp_json_string (text, "name", solver->name);
  eqp_json_string (text, "summary", solver->summary);
  eqp_json_string (text, "reference", solver->reference);
  eqp_json_string (text, "family", solver->family == EQP_FAMILY_KMEANS ? "kmeans" : "graph");
  eqp_json_boolean (text, "uses_gamma", (solver->flags & EQP_SOLVER_USES_GAMMA) != 0);
  eqp_json_boolean (text, "warm_start", (solver->flags & EQP_SOLVER_WARM_START) != 0);
  eqp_json_boolean (text, "monotone", (solver->flags & EQP_SOLVER_MONOTONE) != 0);
  eqp_json_boolean (text, "maximizes", (solver->flags & EQP_SOLVER_MAXIMIZES) != 0);
  eqp_json_boolean (text, "size_limits", eqp_solver_takes (solver, &eqp_param_min_size));
  eqp_json_boolean (text, "published", (solver->flags & EQP_SOLVER_PUBLISHED) != 0);
  eqp_json_open (text, "parameters", '[');
  for (gsize i = 0; solver->params != NULL && solver->params[i] != NULL; i++)
    append_param_json (text, solver->params[i]);
  eqp_json_close (text, ']');
  eqp_json_end (text);
}

/**
 * eqp_cli_methods:
 * @options: the command line
 *
 * Lists the registry, or tells all about the one method that is named.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_methods (const EqpCliOptions *options)
{
  gsize n_solvers, width = 0;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n_solvers; i++)
    width = MAX (width, strlen (solvers[i]->id));
  for (gsize i = 0; i < n_solvers; i++)
    if (options->data != NULL && strcmp (options->data, solvers[i]->id) != 0)
      continue;
    else if (options->json)
      append_method_json (text, solvers[i]);
    else if (options->data != NULL)
      {
        g_autofree char *page = eqp_method_page (solvers[i], EQP_PAGE_TEXT);

        g_string_append (text, page);
      }
    else
      append_line (text, width, solvers[i]->id, _ (solvers[i]->name), _ (solvers[i]->summary));
  return print_list (text, options->json);
}

/**
 * eqp_cli_samples:
 * @options: the command line
 *
 * Lists the data sets inside the program.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_samples (const EqpCliOptions *options)
{
  gsize n_samples, width = 0;
  const EqpSample *samples = eqp_samples_get (&n_samples);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n_samples; i++)
    width = MAX (width, strlen (samples[i].id));
  for (gsize i = 0; i < n_samples; i++)
    if (options->json)
      {
        eqp_json_begin (text, "sample");
        eqp_json_string (text, "id", samples[i].id);
        eqp_json_string (text, "name", samples[i].name);
        eqp_json_string (text, "summary", samples[i].summary);
        eqp_json_end (text);
      }
    else
      {
        append_line (text, width, samples[i].id, _ (samples[i].name), _ (samples[i].summary));
      }
  return print_list (text, options->json);
}

static void
json_card (GString          *text,
           const EqpMeasure *card)
{
  static const char *const better[] = { NULL, "high", "low" };
  const char *needs = card->group == EQP_MEASURES_TRUTH                                 ? "classes"
                      : (card->group & (EQP_MEASURES_POINTS | EQP_MEASURES_SILHOUETTE)) ? "points"
                      : card->group == EQP_MEASURES_GRAPH                               ? "graph"
                                                                                        : NULL;

  eqp_json_begin (text, "measure");
  eqp_json_string (text, "id", card->id);
  eqp_json_string (text, "name", card->name);
  eqp_json_string (text, "meaning", card->meaning);
  eqp_json_string (text, "formula", card->formula);
  eqp_json_string (text, "variant", card->variant);
  eqp_json_string (text, "degenerate", card->degenerate);
  eqp_json_string (text, "better", better[card->better]);
  eqp_json_string (text, "needs", needs);
  eqp_json_end (text);
}

/**
 * eqp_cli_measures:
 * @options: the command line
 *
 * Lists the cards of all measures.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_measures (const EqpCliOptions *options)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < EQP_N_MEASURES; i++)
    {
      const EqpMeasure *card = eqp_measure_get (i);

      if (options->json)
        json_card (text, card);
      else
        g_string_append_printf (text, "%s  %s (%s): %s\n    %s\n    %s\n", card->id, _ (card->name), _ (card->variant),
                                _ (card->meaning), _ (card->formula), _ (card->degenerate));
    }
  return print_list (text, options->json);
}
