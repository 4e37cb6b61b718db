/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a suggestion says of itself: each decision, its reason in one sentence and the runner-up, and what the rule was
 * measured to be weak at. */
#include "config.h"

#include "eqp-suggest.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* With so few columns data are mostly tables of quantities in units of their own, on which the rule is weak. */
#define FEW_COLUMNS 40

/* Modularities that differ less than this do not tell much. */
#define NARROW 0.01

/**
 * eqp_suggestion_dup_name:
 * @self: a suggestion
 * @trial: a preparation
 * @translated: whether people read it
 *
 * Returns: (transfer full): its name, with as many components as there are
 */
char *
eqp_suggestion_dup_name (const EqpSuggestion *self,
                         EqpSuggestTrial      trial,
                         gboolean             translated)
{
  const EqpPreparation *preparation = &self->candidates[trial].preparation;

  switch (trial)
    {
    case EQP_SUGGEST_WHITENED:
      /* Translators: the whitened principal components up to one. */
      return translated ? g_strdup_printf (_ ("PCA %d, whitened"), preparation->pca)
                        : g_strdup_printf ("PCA %d, whitened", preparation->pca);
    case EQP_SUGGEST_TRAILING:
      /* Translators: the principal components from one to another. */
      return translated ? g_strdup_printf (_ ("PCA %d..%d"), preparation->pca_from, preparation->pca)
                        : g_strdup_printf ("PCA %d..%d", preparation->pca_from, preparation->pca);
    case EQP_SUGGEST_STANDARD:
      return g_strdup (translated ? _ ("Standardized") : N_ ("Standardized"));
    case EQP_SUGGEST_AS_IS:
    case EQP_N_SUGGEST:
    default:
      return g_strdup (translated ? _ ("As it is") : N_ ("As it is"));
    }
}

/**
 * eqp_suggestion_dup_choice:
 * @self: a suggestion
 * @part: what was decided
 *
 * Returns: (transfer full): for what
 */
char *
eqp_suggestion_dup_choice (const EqpSuggestion *self,
                           EqpSuggestPart       part)
{
  switch (part)
    {
    case EQP_SUGGEST_PREPARATION:
      return eqp_suggestion_dup_name (self, (EqpSuggestTrial) self->chosen, TRUE);
    case EQP_SUGGEST_METHOD:
      return g_strdup (_ (self->solver->name));
    case EQP_SUGGEST_K:
      return g_strdup_printf ("%d", self->k);
    case EQP_SUGGEST_GAMMA:
      return g_strdup_printf (_ ("relative %g"), self->gamma_rel);
    case EQP_N_SUGGEST_PARTS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
dup_k_reason (const EqpSuggestion *self)
{
  if (self->n_ks == 0)
    return g_strdup (_ ("It was given."));
  for (guint i = 0; i < self->ks->len; i++)
    {
      const EqpSuggestK *entry = &g_array_index (self->ks, EqpSuggestK, i);

      if (entry->k == self->k)
        return g_strdup_printf (_ ("Its clusters are the most stable ones: subsamples of 80 %% of the rows agree with "
                                   "all rows at AMI %.3f."),
                                entry->stability);
    }
  return g_strdup (_ ("There was no time to compare, so it is the middle of the range."));
}

/**
 * eqp_suggestion_dup_reason:
 * @self: a suggestion
 * @part: what was decided
 *
 * Returns: (transfer full): why, in one sentence
 */
char *
eqp_suggestion_dup_reason (const EqpSuggestion *self,
                           EqpSuggestPart       part)
{
  switch (part)
    {
    case EQP_SUGGEST_PREPARATION:
      if (self->is_graph)
        return g_strdup (_ ("A graph without features has nothing to prepare."));
      if (self->candidates[self->chosen].labels == NULL)
        return g_strdup (_ ("There was no time to try any preparation, so it is the first one."));
      if (self->runner_up < 0)
        return g_strdup (_ ("It is the only preparation that was tried to the end."));
      return g_strdup_printf (_ ("The clusters on its neighbor graph have the greatest modularity, %.3f."),
                              self->candidates[self->chosen].modularity);
    case EQP_SUGGEST_METHOD:
      return g_strdup (_ ("On eight labeled sets it beat the best published balanced figures each time, balanced "
                          "k-means on at most four."));
    case EQP_SUGGEST_K:
      return dup_k_reason (self);
    case EQP_SUGGEST_GAMMA:
      return g_strdup (_ ("No rule without labels was better than this constant on both groups of data it was tried "
                          "on."));
    case EQP_N_SUGGEST_PARTS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
dup_k_runner_up (const EqpSuggestion *self)
{
  for (guint i = 0; i < self->ks->len; i++)
    {
      const EqpSuggestK *entry = &g_array_index (self->ks, EqpSuggestK, i);

      if (entry->k == self->k_runner_up)
        return eqp_sentence_dup (_ ("K = %d, AMI %.3f"), entry->k, entry->stability);
    }
  return NULL;
}

/**
 * eqp_suggestion_dup_runner_up:
 * @self: a suggestion
 * @part: what was decided
 *
 * Returns: (transfer full) (nullable): what comes next, no sentence; NULL where nothing does
 */
char *
eqp_suggestion_dup_runner_up (const EqpSuggestion *self,
                              EqpSuggestPart       part)
{
  g_autofree char *name = NULL;

  switch (part)
    {
    case EQP_SUGGEST_PREPARATION:
      if (self->runner_up < 0)
        return NULL;
      name = eqp_suggestion_dup_name (self, (EqpSuggestTrial) self->runner_up, TRUE);
      return g_strdup_printf (_ ("%s, modularity %.3f"), name, self->candidates[self->runner_up].modularity);
    case EQP_SUGGEST_METHOD:
      return self->is_graph ? NULL : g_strdup (_ (eqp_solver_balanced (EQP_FAMILY_KMEANS)->name));
    case EQP_SUGGEST_K:
      return dup_k_runner_up (self);
    case EQP_SUGGEST_GAMMA:
      return g_strdup (_ ("0.1 where classes are uneven, 10 where they are of one size"));
    case EQP_N_SUGGEST_PARTS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static void
warn_of_data (const EqpSuggestion *self,
              GPtrArray           *warnings)
{
  double q = self->candidates[self->chosen].modularity;

  if (!self->is_graph && self->d < FEW_COLUMNS)
    g_ptr_array_add (warnings, eqp_sentence_dup (ngettext ("The data have only %" PRId64 " column; on tables of mixed "
                                                          "units this rule often loses ten points of ACC, so compare "
                                                          "with the runner-up.",
                                                          "The data have only %" PRId64 " columns; on tables of mixed "
                                                          "units this rule often loses ten points of ACC, so compare "
                                                          "with the runner-up.",
                                                          (gulong) self->d),
                                                self->d));
  if (q <= 0.0)
    g_ptr_array_add (warnings, g_strdup_printf (_ ("At modularity %.3f rows are joined within clusters no more than by "
                                                   "chance: no preparation shows any clusters, so nothing speaks for "
                                                   "this one."),
                                                q));
  else if (self->runner_up >= 0 && q - self->candidates[self->runner_up].modularity < NARROW)
    g_ptr_array_add (warnings, g_strdup (_ ("The runner-up of the preparation is close; look at both.")));
}

/**
 * eqp_suggestion_dup_warnings:
 * @self: a suggestion
 *
 * Returns: (transfer full) (element-type utf8): what it is weak at, in sentences
 */
GPtrArray *
eqp_suggestion_dup_warnings (const EqpSuggestion *self)
{
  GPtrArray *warnings = g_ptr_array_new_with_free_func (g_free);

  if (self->cancelled)
    g_ptr_array_add (warnings, g_strdup (_ ("The search was stopped; the suggestion is the best of what was tried by "
                                            "then.")));
  if (self->out_of_time)
    g_ptr_array_add (warnings, g_strdup_printf (_ ("The %g seconds there were did not suffice for everything; the "
                                                   "suggestion is the best of what was tried."),
                                                self->budget));
  if (self->n_seeds < self->n_seeds_wanted && self->candidates[self->chosen].labels != NULL)
    g_ptr_array_add (warnings, eqp_sentence_dup (_ ("There was time for %d of %d seeds of each preparation."),
                                                self->n_seeds, self->n_seeds_wanted));
  if (self->weighted)
    g_ptr_array_add (warnings, g_strdup (_ ("Every row counted once: the suggested method takes no weights of rows.")));
  if (self->rows != NULL)
    g_ptr_array_add (warnings, eqp_sentence_dup (_ ("It was judged on %" PRId64 " rows drawn from %" PRId64 "."),
                                                eqp_dataset_get_n (self->judged), self->n));
  if (self->n_ks > (gint) self->ks->len && self->ks->len > 0)
    g_ptr_array_add (warnings, eqp_sentence_dup (_ ("There was time for %u of %d values of K."), self->ks->len,
                                                self->n_ks));
  warn_of_data (self, warnings);
  return warnings;
}
