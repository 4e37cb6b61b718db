/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a suggestion says, as sections of lines: what was decided and why, what it is held against, and what was tried.
 */
#include "config.h"

#include "eqp-presenter-suggest.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"

static const char *const part_names[EQP_N_SUGGEST_PARTS] = { N_ ("Preparation"), N_ ("Method"), N_ ("Clusters K"),
                                                             N_ ("Gamma") };

static void
line_free (gpointer data)
{
  EqpSuggestLine *line = data;

  g_free (line->title);
  g_free (line->text);
  g_free (line->value);
  g_free (line);
}

static void
section_free (gpointer data)
{
  EqpSuggestSection *section = data;

  g_free (section->note);
  g_ptr_array_unref (section->lines);
  g_free (section);
}

static EqpSuggestSection *
add_section (GPtrArray  *sections,
             const char *title)
{
  EqpSuggestSection *section = g_new0 (EqpSuggestSection, 1);

  section->title = title;
  section->lines = g_ptr_array_new_with_free_func (line_free);
  g_ptr_array_add (sections, section);
  return section;
}

/* Takes the texts. */
static EqpSuggestLine *
add_line (EqpSuggestSection *section,
          const char        *title,
          char              *text,
          char              *value)
{
  EqpSuggestLine *line = g_new0 (EqpSuggestLine, 1);

  line->title = g_strdup (title);
  line->text = text;
  line->value = value;
  g_ptr_array_add (section->lines, line);
  return line;
}

static void
add_decisions (GPtrArray           *sections,
               const EqpSuggestion *suggestion)
{
  EqpSuggestSection *section = add_section (sections, _ ("Suggested"));
  g_autoptr (GPtrArray) warnings = eqp_suggestion_dup_warnings (suggestion);

  for (int part = 0; part < EQP_N_SUGGEST_PARTS; part++)
    {
      g_autofree char *reason = eqp_suggestion_dup_reason (suggestion, (EqpSuggestPart) part);
      g_autofree char *next = eqp_suggestion_dup_runner_up (suggestion, (EqpSuggestPart) part);

      /* K that was given was not decided. */
      if (part == EQP_SUGGEST_K && suggestion->n_ks == 0)
        continue;
      /* Translators: a reason, a sentence; then what came second. */
      add_line (section, _ (part_names[part]),
                next != NULL ? g_strdup_printf (_ ("%s\nRunner-up: %s"), reason, next) : g_strdup (reason),
                eqp_suggestion_dup_choice (suggestion, (EqpSuggestPart) part))->chosen = TRUE;
    }
  for (guint i = 0; i < warnings->len; i++)
    {
      char *before = section->note;

      section->note = g_strdup_printf ("%s%s%s", before != NULL ? before : "", before != NULL ? " " : "",
                                       (const char *) g_ptr_array_index (warnings, i));
      g_free (before);
    }
}

/* What is not there yet, or was not found. */
static char *
dup_missing (EqpSuggestModel *model)
{
  return g_strdup (eqp_suggest_model_is_running (model) ? "…" : _ ("not found"));
}

static void
add_beside (GPtrArray           *sections,
            EqpSuggestModel     *model,
            const EqpSuggestion *suggestion)
{
  const EqpSuggestBeside *beside = &suggestion->beside;
  EqpSuggestSection *section = add_section (sections, _ ("Relative Gamma, Held Against"));
  g_autofree char *from = eqp_format_number (beside->plateau_from, 3);
  g_autofree char *to = eqp_format_number (beside->plateau_to, 3);

  add_line (section, _ ("Knee of the path"), g_strdup (_ ("Most of the evenness is won there for little.")),
            isnan (beside->knee) ? dup_missing (model) : eqp_format_number (beside->knee, 3));
  add_line (section, _ ("Plateau"), g_strdup (_ ("Gammas at which all seeds find about the same clusters.")),
            isnan (beside->plateau_from) ? dup_missing (model)
                                         /* Translators: from a gamma to a gamma. */
                                         : g_strdup_printf (_ ("%s to %s"), from, to));
  if (beside->out_of_time)
    section->note = g_strdup (_ ("There was no time for all of this; more seconds give it more."));
}

static void
add_loss (GPtrArray           *sections,
          EqpSuggestModel     *model,
          const EqpSuggestion *suggestion)
{
  const EqpSuggestBeside *beside = &suggestion->beside;
  EqpSuggestSection *section;
  g_autofree char *gamma = eqp_format_number (beside->best_gamma, 3);
  g_autofree char *name = NULL;
  char *best = NULL;

  if (!eqp_suggest_model_knows_classes (model))
    return;
  section = add_section (sections, _ ("Looking at the Known Classes"));
  if (beside->best_trial < 0)
    {
      add_line (section, _ ("Best of the paper's grid search"), NULL, dup_missing (model));
      return;
    }
  name = eqp_suggestion_dup_name (suggestion, (EqpSuggestTrial) beside->best_trial, TRUE);
  if (beside->best_is_relative)
    /* Translators: a preparation. */
    best = g_strdup_printf (_ ("%s, gamma as suggested"), name);
  else
    best = g_strdup_printf (_ ("%s, gamma %s"), name, gamma);
  add_line (section, _ ("ACC of the suggestion"), NULL, eqp_format_fixed (beside->acc, 4));
  add_line (section, _ ("Best of the paper's grid search"), best, eqp_format_fixed (beside->best_acc, 4));
  add_line (section, _ ("Lost by not looking at the classes"), NULL,
            eqp_format_fixed (beside->best_acc - beside->acc, 4))->chosen = TRUE;
  if (beside->n_grid < beside->n_cells)
    section->note = g_strdup_printf (_ ("%d of %d runs of the grid are done."), beside->n_grid, beside->n_cells);
}

static void
add_tried (GPtrArray           *sections,
           const EqpSuggestion *suggestion)
{
  EqpSuggestSection *section;

  if (suggestion->is_graph)
    return;
  section = add_section (sections, _ ("Preparations Tried, Modularity"));
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      const EqpSuggestCandidate *candidate = &suggestion->candidates[trial];
      g_autofree char *name = eqp_suggestion_dup_name (suggestion, (EqpSuggestTrial) trial, TRUE);

      add_line (section, name, g_strdup (candidate->left_out),
                candidate->labels == NULL ? g_strdup ("–") : eqp_format_fixed (candidate->modularity, 3))->chosen =
          trial == suggestion->chosen;
    }
}

static void
add_ks (GPtrArray           *sections,
        const EqpSuggestion *suggestion)
{
  EqpSuggestSection *section;

  if (suggestion->ks->len == 0)
    return;
  section = add_section (sections, _ ("Clusters K, Stability (AMI of Subsamples)"));
  for (guint i = 0; i < suggestion->ks->len; i++)
    {
      const EqpSuggestK *entry = &g_array_index (suggestion->ks, EqpSuggestK, i);
      g_autofree char *title = g_strdup_printf ("%d", entry->k);

      add_line (section, title, NULL, eqp_format_fixed (entry->stability, 3))->chosen = entry->k == suggestion->k;
    }
}

/**
 * eqp_presenter_suggest_dup_sections:
 * @model: a model
 *
 * Returns: (transfer full) (element-type EqpSuggestSection): what its suggestion says; empty without one
 */
GPtrArray *
eqp_presenter_suggest_dup_sections (EqpSuggestModel *model)
{
  const EqpSuggestion *suggestion = eqp_suggest_model_get_suggestion (model);
  GPtrArray *sections = g_ptr_array_new_with_free_func (section_free);

  if (suggestion == NULL)
    return sections;
  add_decisions (sections, suggestion);
  add_loss (sections, model, suggestion);
  add_beside (sections, model, suggestion);
  add_tried (sections, suggestion);
  add_ks (sections, suggestion);
  return sections;
}

/**
 * eqp_presenter_suggest_dup_text:
 * @model: a model
 *
 * Returns: (transfer full): the same as plain text
 */
char *
eqp_presenter_suggest_dup_text (EqpSuggestModel *model)
{
  g_autoptr (GPtrArray) sections = eqp_presenter_suggest_dup_sections (model);
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < sections->len; s++)
    {
      const EqpSuggestSection *section = g_ptr_array_index (sections, s);

      g_string_append_printf (text, "%s%s\n", s > 0 ? "\n" : "", section->title);
      for (guint i = 0; i < section->lines->len; i++)
        {
          const EqpSuggestLine *line = g_ptr_array_index (section->lines, i);
          g_auto (GStrv) sentences = line->text != NULL ? g_strsplit (line->text, "\n", -1) : NULL;

          g_string_append_printf (text, "  %s: %s\n", line->title, line->value);
          for (char **sentence = sentences; sentence != NULL && *sentence != NULL; sentence++)
            g_string_append_printf (text, "    %s\n", *sentence);
        }
      if (section->note != NULL)
        g_string_append_printf (text, "  %s\n", section->note);
    }
  return g_string_free (text, FALSE);
}
