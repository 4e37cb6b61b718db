/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "suggest": preparation, method, K and gamma without labels, and behind it what labels say of them. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-measures.h"
#include "eqp-cli-output.h"
#include "eqp-cli-prepare.h"
#include "eqp-cli-rows.h"
#include "eqp-command-line.h"
#include "eqp-json.h"
#include "eqp-suggest.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  const EqpCliOptions *options;
  EqpOutput            output;
  EqpOutput            terminal;  /* standard error, for the line of progress */
  EqpImportOptions     import;
  char                *ignored;   /* what it borrows */
  EqpDataset          *dataset;
  EqpSuggestion       *suggestion;
  double               budget;
  gint64               begun;
} Suggest;

static const char *const part_ids[] = { "preparation", "method", "k", "gamma" };
static const char *const part_names[] = { N_ ("Preparation"), N_ ("Method"), N_ ("K"), N_ ("Gamma") };

G_STATIC_ASSERT (G_N_ELEMENTS (part_ids) == EQP_N_SUGGEST_PARTS);

/* ---- Working ----------------------------------------------------------------------------------------------------- */

static void
progress_cb (double      fraction,
             const char *what,
             gpointer    user_data)
{
  Suggest *self = user_data;
  double seconds = (double) (g_get_monotonic_time () - self->begun) / G_USEC_PER_SEC;
  g_autofree char *line = NULL;

  if (!self->terminal.terminal || self->options->quiet)
    return;
  line = g_strdup_printf (_ ("\r\033[K%s: %.0f %%, %.0f of %g s"), what, 100.0 * fraction, seconds, self->budget);
  eqp_output_text (&self->terminal, line);
}

static void
erase (Suggest *self)
{
  if (self->terminal.terminal && !self->options->quiet)
    eqp_output_text (&self->terminal, "\r\033[K");
}

static gboolean
load (Suggest       *self,
      GCancellable  *cancellable,
      GError       **error)
{
  gint64 n_copies;

  eqp_cli_options_import (self->options, &self->import);
  if (!eqp_cli_rows_import (self->options, &self->import, &self->ignored, error))
    return FALSE;
  self->dataset = eqp_dataset_load (self->options->data, &self->import, NULL, cancellable, error);
  if (self->dataset != NULL && self->options->distinct)
    {
      EqpDataset *chosen = eqp_cli_distinct (self->dataset, &n_copies, cancellable, error);

      eqp_dataset_unref (self->dataset);
      self->dataset = chosen;
    }
  return self->dataset != NULL;
}

static gboolean
settle_k (Suggest            *self,
          EqpSuggestOptions  *options,
          GError            **error)
{
  gint n_classes = eqp_dataset_get_labels (self->dataset) != NULL ? eqp_dataset_get_n_classes (self->dataset) : 0;

  options->k_most = self->options->k > 0 ? (gint) self->options->k : n_classes;
  options->k_least = self->options->k_first > 0 ? self->options->k_first : options->k_most;
  if (options->k_most > 0)
    return TRUE;
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("The data have no known classes to count, so the number of clusters is needed: give --k N, "
                          "or a range such as --k 2..20."));
  return FALSE;
}

static gboolean
work (Suggest       *self,
      GCancellable  *cancellable,
      GError       **error)
{
  guint threads = self->options->threads > 0 ? (guint) self->options->threads : eqp_default_threads ();
  EqpSuggestOptions options = { .seconds = self->budget, .begun = self->begun, .threads = threads,
                                .weighted = self->options->weights_column != NULL };
  const EqpProgress progress = { progress_cb, self };

  if (!load (self, cancellable, error) || !settle_k (self, &options, error))
    return FALSE;
  self->suggestion = eqp_suggest (self->dataset, &options, &progress, cancellable, error);
  if (self->suggestion != NULL)
    eqp_suggest_beside (self->suggestion, eqp_dataset_get_labels (self->dataset), threads, &progress, cancellable);
  erase (self);
  return self->suggestion != NULL;
}

static char *
dup_line (const Suggest *self)
{
  const EqpSuggestCandidate *chosen = &self->suggestion->candidates[self->suggestion->chosen];
  EqpRunSpec spec = {
    .data = self->options->data,
    .method = self->suggestion->solver->id,
    .params = eqp_params_default (),
    .gamma_relative = TRUE,
    .gamma_rel = self->suggestion->gamma_rel,
    .threads = (guint) self->options->threads,
    .distinct = self->options->distinct,
    .preparation = chosen->preparation,
    .import = self->import,
  };

  spec.params.k = self->suggestion->k;
  spec.params.seed = chosen->seed;
  spec.params.restarts = self->suggestion->restarts;
  return eqp_command_line (&spec);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void
json_candidates (GString             *line,
                 const EqpSuggestion *suggestion)
{
  eqp_json_open (line, "candidates", '[');
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      const EqpSuggestCandidate *candidate = &suggestion->candidates[trial];
      g_autofree char *name = eqp_suggestion_dup_name (suggestion, (EqpSuggestTrial) trial, FALSE);

      eqp_json_open (line, NULL, '{');
      eqp_json_string (line, "name", name);
      eqp_json_real (line, "modularity", candidate->modularity);
      eqp_json_string (line, "left_out", candidate->left_out);
      if (candidate->labels != NULL)
        {
          eqp_json_real (line, "objective", candidate->objective);
          eqp_json_unsigned (line, "seed", candidate->seed);
          eqp_json_real (line, "seconds", candidate->seconds);
        }
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
}

static void
json_ks (GString             *line,
         const EqpSuggestion *suggestion)
{
  if (suggestion->ks->len == 0)
    return;
  eqp_json_open (line, "ks", '[');
  for (guint i = 0; i < suggestion->ks->len; i++)
    {
      const EqpSuggestK *entry = &g_array_index (suggestion->ks, EqpSuggestK, i);

      eqp_json_open (line, NULL, '{');
      eqp_json_integer (line, "k", entry->k);
      eqp_json_real (line, "stability", entry->stability);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
}

static void
json_beside (GString             *line,
             const EqpSuggestion *suggestion)
{
  const EqpSuggestBeside *beside = &suggestion->beside;

  eqp_json_open (line, "beside", '{');
  eqp_json_real (line, "knee", beside->knee);
  eqp_json_real (line, "plateau_from", beside->plateau_from);
  eqp_json_real (line, "plateau_to", beside->plateau_to);
  eqp_json_real (line, "plateau_agreement", beside->plateau_agreement);
  eqp_json_real (line, "acc", beside->acc);
  eqp_json_real (line, "best_acc", beside->best_acc);
  if (beside->best_trial >= 0)
    {
      g_autofree char *name = eqp_suggestion_dup_name (suggestion, (EqpSuggestTrial) beside->best_trial, FALSE);

      eqp_json_string (line, "best_preparation", name);
      eqp_json_real (line, "best_gamma", beside->best_gamma);
    }
  eqp_json_integer (line, "grid_cells", beside->n_grid);
  eqp_json_integer (line, "grid_cells_wanted", beside->n_cells);
  eqp_json_close (line, '}');
}

static void
print_json (Suggest *self)
{
  const EqpSuggestion *suggestion = self->suggestion;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GPtrArray) warnings = eqp_suggestion_dup_warnings (suggestion);
  g_autofree char *command = dup_line (self);

  eqp_json_begin (line, "suggest");
  eqp_json_string (line, "data", self->options->data);
  eqp_json_integer (line, "n", suggestion->n);
  eqp_json_integer (line, "d", suggestion->d);
  eqp_json_integer (line, "rows_judged", eqp_dataset_get_n (suggestion->judged));
  for (int part = 0; part < EQP_N_SUGGEST_PARTS; part++)
    {
      g_autofree char *choice = eqp_suggestion_dup_choice (suggestion, (EqpSuggestPart) part);
      g_autofree char *reason = eqp_suggestion_dup_reason (suggestion, (EqpSuggestPart) part);
      g_autofree char *next = eqp_suggestion_dup_runner_up (suggestion, (EqpSuggestPart) part);

      eqp_json_open (line, part_ids[part], '{');
      eqp_json_string (line, "choice", choice);
      eqp_json_string (line, "reason", reason);
      eqp_json_string (line, "runner_up", next);
      eqp_json_close (line, '}');
    }
  json_candidates (line, suggestion);
  json_ks (line, suggestion);
  json_beside (line, suggestion);
  eqp_json_string (line, "line", command);
  eqp_json_boolean (line, "cancelled", suggestion->cancelled);
  eqp_json_real (line, "seconds", suggestion->seconds);
  eqp_json_strings (line, "warnings", warnings);
  eqp_json_end (line);
  eqp_output_write (&self->output, line->str, line->len);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static void
print_parts (Suggest *self)
{
  for (int part = 0; part < EQP_N_SUGGEST_PARTS; part++)
    {
      g_autofree char *choice = eqp_suggestion_dup_choice (self->suggestion, (EqpSuggestPart) part);
      g_autofree char *reason = eqp_suggestion_dup_reason (self->suggestion, (EqpSuggestPart) part);
      g_autofree char *next = eqp_suggestion_dup_runner_up (self->suggestion, (EqpSuggestPart) part);

      eqp_output_print (&self->output, "  %s: %s\n    %s\n", _ (part_names[part]), choice, reason);
      if (next != NULL)
        eqp_output_print (&self->output, _ ("    Runner-up: %s.\n"), next);
    }
}

static void
print_candidates (Suggest *self)
{
  char *names[EQP_N_SUGGEST];
  int width = 0;

  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      names[trial] = eqp_suggestion_dup_name (self->suggestion, (EqpSuggestTrial) trial, TRUE);
      width = MAX (width, eqp_text_width (names[trial]));
    }
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      const EqpSuggestCandidate *candidate = &self->suggestion->candidates[trial];
      g_autofree char *name = names[trial];
      g_autofree char *why = eqp_output_clean (candidate->left_out != NULL ? candidate->left_out : "");
      int gap = width - eqp_text_width (name) + 2;

      if (candidate->labels == NULL)
        eqp_output_print (&self->output, "  %s%*s-      %s\n", name, gap, "", why);
      else
        eqp_output_print (&self->output, "  %s%*s%.4f %s\n", name, gap, "", candidate->modularity,
                          trial == self->suggestion->chosen ? "*" : "");
    }
}

static void
print_ks (Suggest *self)
{
  const GArray *ks = self->suggestion->ks;

  if (ks->len == 0)
    return;
  eqp_cli_print_heading (&self->output, _ ("Stability of K (AMI of subsamples with all rows)"));
  for (guint i = 0; i < ks->len; i++)
    {
      const EqpSuggestK *entry = &g_array_index (ks, EqpSuggestK, i);

      eqp_output_print (&self->output, "  %6d  %.4f %s\n", entry->k, entry->stability,
                        entry->k == self->suggestion->k ? "*" : "");
    }
}

static void
print_loss (Suggest *self)
{
  const EqpSuggestBeside *beside = &self->suggestion->beside;
  g_autofree char *gamma = eqp_real_to_string (beside->best_gamma);
  g_autofree char *name = eqp_suggestion_dup_name (self->suggestion, (EqpSuggestTrial) beside->best_trial, TRUE);

  eqp_cli_print_heading (&self->output, _ ("What the suggestion lost (looking at the known classes)"));
  eqp_output_print (&self->output, _ ("  ACC of the suggestion  %.4f\n"), beside->acc);
  if (beside->best_is_relative)
    eqp_output_print (&self->output, _ ("  best of the grid       %.4f (%s, gamma as suggested)\n"), beside->best_acc,
                      name);
  else
    eqp_output_print (&self->output, _ ("  best of the grid       %.4f (%s, gamma = %s)\n"), beside->best_acc,
                      name, gamma);
  eqp_output_print (&self->output, _ ("  lost                   %.4f\n"), beside->best_acc - beside->acc);
}

static void
print_beside (Suggest *self)
{
  const EqpSuggestBeside *beside = &self->suggestion->beside;

  eqp_cli_print_heading (&self->output, _ ("Beside it, relative gamma"));
  eqp_output_print (&self->output, _ ("  suggested              %g\n"), self->suggestion->gamma_rel);
  if (isnan (beside->knee))
    eqp_output_text (&self->output, _ ("  knee of the path       none was found\n"));
  else
    eqp_output_print (&self->output, _ ("  knee of the path       %.3g\n"), beside->knee);
  if (isnan (beside->plateau_from))
    eqp_output_text (&self->output, _ ("  plateau of seeds       none was found\n"));
  else
    eqp_output_print (&self->output, _ ("  plateau of seeds       %g to %g (ARI of seeds at least %.3f)\n"),
                      beside->plateau_from, beside->plateau_to, beside->plateau_agreement);
  if (beside->best_trial >= 0)
    print_loss (self);
  if (beside->out_of_time)
    eqp_output_text (&self->output, _ ("  There was no time for all of this; --seconds gives it more.\n"));
}

static void
print_text (Suggest *self)
{
  g_autofree char *name = eqp_output_clean (eqp_dataset_get_name (self->dataset));
  g_autofree char *line = dup_line (self);
  g_autofree char *clean = eqp_output_clean (line);
  g_autoptr (GPtrArray) warnings = eqp_suggestion_dup_warnings (self->suggestion);

  eqp_output_print (&self->output, _ ("%s: suggested without looking at classes\n"), name);
  print_parts (self);
  eqp_cli_print_heading (&self->output, _ ("Preparations tried (modularity)"));
  print_candidates (self);
  print_ks (self);
  print_beside (self);
  eqp_output_text (&self->output, "\n");
  for (guint i = 0; i < warnings->len; i++)
    eqp_output_print (&self->output, _ ("Note: %s\n"), (const char *) g_ptr_array_index (warnings, i));
  eqp_output_print (&self->output, _ ("It took %.1f s.\n"), self->suggestion->seconds);
  eqp_cli_print_heading (&self->output, _ ("Run it with"));
  eqp_output_print (&self->output, "  %s\n", clean);
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static EqpExit
tell (Suggest      *self,
      GCancellable *cancellable)
{
  if (self->options->json)
    print_json (self);
  else
    print_text (self);
  if (!eqp_output_close (&self->output))
    return EQP_EXIT_FAILED;
  return g_cancellable_is_cancelled (cancellable) ? EQP_EXIT_INTERRUPTED : EQP_EXIT_DONE;
}

static EqpExit
complain (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      eqp_output_complain (_ ("Interrupted before there was a suggestion."));
      return EQP_EXIT_INTERRUPTED;
    }
  eqp_cli_complain (error, NULL);
  return EQP_EXIT_DATA;
}

/**
 * eqp_cli_suggest:
 * @options: the command line
 * @cancellable: cancelled by Ctrl-C
 *
 * Suggests preparation, method, K and gamma. After Ctrl-C the best of what was tried is told.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_suggest (const EqpCliOptions *options,
                 GCancellable        *cancellable)
{
  Suggest self = { .options = options, .begun = g_get_monotonic_time () };
  g_autoptr (GError) error = NULL;
  EqpExit status;

  self.budget = options->params.seconds > 0.0 ? options->params.seconds : EQP_SUGGEST_SECONDS;
  eqp_output_init (&self.output, STDOUT_FILENO);
  eqp_output_init (&self.terminal, STDERR_FILENO);
  status = work (&self, cancellable, &error) ? tell (&self, cancellable) : complain (error);
  eqp_suggestion_free (self.suggestion);
  g_clear_pointer (&self.dataset, eqp_dataset_unref);
  g_free (self.ignored);
  return status;
}
