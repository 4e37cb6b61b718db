/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of the chain for people: what each does and did, how it is taken out, and which one mends a finding. */
#include "config.h"

#include "eqp-data-chain-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Findings count among the columns that were chosen. */
static void
drop_columns (EqpDataChain *self,
              GArray       *columns)
{
  g_autoptr (EqpEdit) edit = eqp_edit_copy (self->edit);
  g_autofree char *what =
      eqp_sentence_dup (ngettext ("%u column left out", "%u columns left out", columns->len), columns->len);
  gint64 chosen = 0;
  guint next = 0;

  for (gint64 j = 0; j < eqp_dataset_get_d (self->base) && next < columns->len; j++)
    {
      if (j == self->edit->label || eqp_edit_is_dropped (self->edit, j))
        continue;
      if (chosen++ != g_array_index (columns, gint64, next))
        continue;
      eqp_edit_set_dropped (edit, j, TRUE);
      next++;
    }
  eqp_data_chain_set_edit (self, edit, what);
}

/* What a button says that reads with one more option, and what was done by it. */
static const char *
option_title (const char *option, gboolean done)
{
  static const struct
  {
    const char *option;
    const char *titles[2];
  } table[] = {
    { "one-hot", { N_ ("Make Columns of 0 and 1"), N_ ("Text turned into columns") } },
    { "keep", { N_ ("Keep It as a Feature"), N_ ("Column kept as a feature") } },
    { "ignore", { N_ ("Leave It Out"), N_ ("Column left out") } },
    { "labels", { N_ ("Take as Classes"), N_ ("Classes chosen") } },
    { "missing-words", { N_ ("Take It as Missing"), N_ ("Word taken as a missing cell") } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].option, option) == 0)
      return _ (table[i].titles[done]);
  return done ? _ ("Read otherwise") : _ ("Read It So");
}

/**
 * eqp_data_chain_is_mended:
 * @self: a chain
 * @finding: a finding, which is of the values before they are normalized
 *
 * Returns: whether the preparation has mended it
 */
gboolean
eqp_data_chain_is_mended (EqpDataChain     *self,
                          const EqpFinding *finding)
{
  EqpNormalize normalize = eqp_workspace_get_preparation (self->workspace)->normalize;

  return finding->mend == EQP_MEND_STANDARDIZE &&
         (normalize == EQP_NORMALIZE_STANDARD || normalize == EQP_NORMALIZE_MINMAX);
}

/**
 * eqp_data_chain_dup_mend_title:
 * @finding: a finding
 *
 * Returns: (transfer full) (nullable): what its button says, NULL where there is nothing to mend
 */
char *
eqp_data_chain_dup_mend_title (const EqpFinding *finding)
{
  switch (finding->mend)
    {
    case EQP_MEND_DROP_COLUMNS:
      return g_strdup (ngettext ("Leave It Out", "Leave Them Out", finding->columns->len));
    case EQP_MEND_STANDARDIZE:
      return g_strdup (_ ("Standardize"));
    case EQP_MEND_DISTINCT:
      return g_strdup (_ ("Keep One of Each"));
    case EQP_MEND_IMPUTE:
      return g_strdup (_ ("Fill In Means"));
    case EQP_MEND_DROP_ROWS:
      return g_strdup (_ ("Leave the Rows Out"));
    case EQP_MEND_OPTION:
      return g_strdup (option_title (finding->option->option, FALSE));
    case EQP_MEND_CLUSTERS:
      return eqp_sentence_dup (_ ("Use %d Clusters"), (int) finding->value);
    case EQP_MEND_NONE:
    default:
      return NULL;
    }
}

/**
 * eqp_data_chain_mend:
 * @self: a chain
 * @finding: one of its findings
 *
 * Adds the step that mends it.
 *
 * Returns: whether there is one
 */
gboolean
eqp_data_chain_mend (EqpDataChain     *self,
                     const EqpFinding *finding)
{
  g_autoptr (EqpEdit) edit = eqp_edit_copy (self->edit);
  EqpPreparation preparation = self->preparation;
  EqpImportOptions import = *eqp_workspace_get_import (self->workspace);
  g_autofree char *what = NULL;

  switch (finding->mend)
    {
    case EQP_MEND_DROP_COLUMNS:
      drop_columns (self, finding->columns);
      return TRUE;
    case EQP_MEND_STANDARDIZE:
      preparation.normalize = EQP_NORMALIZE_STANDARD;
      eqp_data_chain_set_preparation (self, &preparation, _ ("Columns standardized"));
      return TRUE;
    case EQP_MEND_DISTINCT:
      edit->distinct = TRUE;
      eqp_data_chain_set_edit (self, edit, _ ("One of equal rows kept"));
      return TRUE;
    case EQP_MEND_IMPUTE:
      import.missing = EQP_MISSING_MEAN;
      eqp_data_chain_set_import (self, &import, _ ("Missing cells filled with means"));
      return TRUE;
    case EQP_MEND_DROP_ROWS:
      import.missing = EQP_MISSING_DROP;
      eqp_data_chain_set_import (self, &import, _ ("Rows with gaps left out"));
      return TRUE;
    case EQP_MEND_OPTION:
      eqp_import_options_add (&import, finding->option->option, finding->option->value);
      eqp_data_chain_set_import (self, &import, option_title (finding->option->option, TRUE));
      return TRUE;
    case EQP_MEND_CLUSTERS:
      what = eqp_sentence_dup (ngettext ("%d cluster", "%d clusters", (gulong) finding->value), (int) finding->value);
      eqp_data_chain_set_k (self, (gint) finding->value, what);
      return TRUE;
    case EQP_MEND_NONE:
    default:
      return FALSE;
    }
}

/* ---- Steps ------------------------------------------------------------------------------------------------------ */

/**
 * eqp_data_chain_has_step:
 * @self: a chain
 * @step: a step
 *
 * Returns: whether it is part of the chain
 */
gboolean
eqp_data_chain_has_step (EqpDataChain *self,
                         EqpChainStep       step)
{
  if (self->base == NULL)
    return FALSE;
  switch (step)
    {
    case EQP_CHAIN_MISSING:
      return eqp_dataset_get_missing (self->base) > 0 ||
             eqp_workspace_get_import (self->workspace)->missing != EQP_MISSING_GUESS;
    case EQP_CHAIN_ONE_HOT:
      return eqp_workspace_get_import (self->workspace)->one_hot != NULL;
    case EQP_CHAIN_COLUMNS:
      return self->edit->dropped != NULL && self->edit->dropped->len > 0;
    case EQP_CHAIN_CLASSES:
      return self->edit->label >= 0 || self->edit->no_labels;
    case EQP_CHAIN_WEIGHTS:
      return eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS) != NULL;
    case EQP_CHAIN_DISTINCT:
      return self->edit->distinct;
    case EQP_CHAIN_NORMALIZE:
      return self->preparation.normalize != EQP_NORMALIZE_NONE;
    case EQP_CHAIN_PCA:
      return self->preparation.pca > 0;
    case EQP_CHAIN_N_STEPS:
    default:
      return FALSE;
    }
}

/**
 * eqp_data_chain_dup_step_title:
 * @self: a chain
 * @step: one of its steps
 *
 * Returns: (transfer full): what it does
 */
char *
eqp_data_chain_dup_step_title (EqpDataChain *self,
                               EqpChainStep       step)
{
  static const char *const missing[] = { N_ ("Fill gaps with means"), N_ ("Leave out rows with gaps"),
                                         N_ ("Fill gaps with means"), N_ ("Refuse gaps"),
                                         N_ ("Fill gaps with medians") };
  static const char *const normalize[] = { N_ ("As they are"), N_ ("Standardize columns"),
                                           N_ ("Stretch columns to 0…1"), N_ ("Bring rows to length 1") };

  switch (step)
    {
    case EQP_CHAIN_MISSING:
      return g_strdup (
          _ (missing[MIN ((guint) eqp_workspace_get_import (self->workspace)->missing, G_N_ELEMENTS (missing) - 1)]));
    case EQP_CHAIN_ONE_HOT:
      return g_strdup (_ ("Turn text into columns of 0 and 1"));
    case EQP_CHAIN_COLUMNS:
      return eqp_sentence_dup (ngettext ("Leave out %u column", "Leave out %u columns", self->edit->dropped->len),
                              self->edit->dropped->len);
    case EQP_CHAIN_CLASSES:
      if (self->edit->label >= 0)
        return g_strdup_printf (_ ("Classes from “%s”"), eqp_dataset_get_column_name (self->base, self->edit->label));
      return g_strdup (_ ("Use no classes"));
    case EQP_CHAIN_WEIGHTS:
      return g_strdup_printf (_ ("Weights from “%s”"),
                              eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS));
    case EQP_CHAIN_DISTINCT:
      return g_strdup (_ ("Keep one of equal rows"));
    case EQP_CHAIN_NORMALIZE:
      return g_strdup (_ (normalize[MIN ((guint) self->preparation.normalize, G_N_ELEMENTS (normalize) - 1)]));
    case EQP_CHAIN_PCA:
      if (self->preparation.pca_from > 1)
        return g_strdup_printf (self->preparation.whiten ? _ ("Reduce to components %d to %d, whitened")
                                                         : _ ("Reduce to components %d to %d"),
                                self->preparation.pca_from, self->preparation.pca);
      if (self->preparation.whiten)
        return eqp_sentence_dup (
            ngettext ("Reduce to %d whitened component", "Reduce to %d whitened components", self->preparation.pca),
            self->preparation.pca);
      return eqp_sentence_dup (ngettext ("Reduce to %d component", "Reduce to %d components", self->preparation.pca),
                              self->preparation.pca);
    case EQP_CHAIN_N_STEPS:
    default:
      return g_strdup ("");
    }
}

/* The sentence about one of the things that the data had said of them when they were made. */
static char *
sentence_after (EqpDataset *dataset,
                guint       first,
                const char *part)
{
  GPtrArray *decisions = eqp_dataset_get_decisions (dataset);

  for (guint i = first; i < decisions->len; i++)
    if (strstr (g_ptr_array_index (decisions, i), part) != NULL)
      return g_strdup (g_ptr_array_index (decisions, i));
  return NULL;
}

static char *
names_of_dropped (EqpDataChain *self)
{
  GString *names = g_string_new (NULL);
  GArray *dropped = self->edit->dropped;

  for (guint i = 0; i < MIN (dropped->len, 4); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            eqp_dataset_get_column_name (self->base, g_array_index (dropped, gint64, i)));
  if (dropped->len > 4)
    g_string_append (names, ", …");
  return g_string_free (names, FALSE);
}

/* What all rows count together, once a method has been chosen that looks at it. */
static char *
weights_effect (EqpDataChain *self)
{
  EqpGiven *given = eqp_workspace_get_given (self->workspace);

  if (given == NULL || given->weights == NULL)
    return NULL;
  /* Translators: number of rows, the sum of their weights. */
  return g_strdup_printf (_ ("The %d rows count as %.10g."),
                          (int) eqp_dataset_get_n (eqp_workspace_get_dataset (self->workspace)), given->total);
}

/**
 * eqp_data_chain_dup_step_effect:
 * @self: a chain
 * @step: one of its steps
 *
 * Returns: (transfer full) (nullable): what it did to these data
 */
char *
eqp_data_chain_dup_step_effect (EqpDataChain *self,
                                EqpChainStep       step)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpDataset *prepared = eqp_workspace_get_prepared (self->workspace);
  guint as_read = eqp_dataset_get_decisions (self->base)->len;
  guint chosen = eqp_dataset_get_decisions (dataset)->len;

  switch (step)
    {
    case EQP_CHAIN_MISSING:
      return eqp_sentence_dup (
          ngettext ("%d cell was missing.", "%d cells were missing.", (gulong) eqp_dataset_get_missing (self->base)),
          (int) eqp_dataset_get_missing (self->base));
    case EQP_CHAIN_COLUMNS:
      return names_of_dropped (self);
    case EQP_CHAIN_CLASSES:
      if (self->edit->label < 0)
        return NULL;
      return eqp_sentence_dup (ngettext ("%d class.", "%d classes.", eqp_dataset_get_n_classes (dataset)),
                              eqp_dataset_get_n_classes (dataset));
    case EQP_CHAIN_WEIGHTS:
      return weights_effect (self);
    case EQP_CHAIN_DISTINCT:
      return sentence_after (dataset, as_read, _ ("of an earlier row"));
    case EQP_CHAIN_NORMALIZE:
      return prepared != NULL && prepared != dataset && eqp_dataset_get_decisions (prepared)->len > chosen
               ? g_strdup (g_ptr_array_index (eqp_dataset_get_decisions (prepared), chosen)) : NULL;
    case EQP_CHAIN_PCA:
      return prepared != NULL ? sentence_after (prepared, chosen, _ ("principal component")) : NULL;
    case EQP_CHAIN_ONE_HOT:
    case EQP_CHAIN_N_STEPS:
    default:
      return NULL;
    }
}

/**
 * eqp_data_chain_remove_step:
 * @self: a chain
 * @step: one of its steps
 *
 * Takes it out; can be undone.
 */
void
eqp_data_chain_remove_step (EqpDataChain *self,
                            EqpChainStep       step)
{
  g_autoptr (EqpEdit) edit = eqp_edit_copy (self->edit);
  EqpPreparation preparation = self->preparation;
  EqpImportOptions import = *eqp_workspace_get_import (self->workspace);

  switch (step)
    {
    case EQP_CHAIN_MISSING:
      import.missing = EQP_MISSING_GUESS;
      eqp_data_chain_set_import (self, &import, _ ("Gaps filled with means"));
      break;
    case EQP_CHAIN_ONE_HOT:
      import.one_hot = NULL;
      eqp_data_chain_set_import (self, &import, _ ("Text columns left out"));
      break;
    case EQP_CHAIN_COLUMNS:
      g_clear_pointer (&edit->dropped, g_array_unref);
      eqp_data_chain_set_edit (self, edit, _ ("All columns taken back"));
      break;
    case EQP_CHAIN_CLASSES:
      edit->label = -1;
      edit->no_labels = FALSE;
      eqp_data_chain_set_edit (self, edit, _ ("Classes as in the file"));
      break;
    case EQP_CHAIN_WEIGHTS:
      eqp_data_chain_set_weights (self, NULL, FALSE, _ ("Every row counts once"));
      break;
    case EQP_CHAIN_DISTINCT:
      edit->distinct = FALSE;
      eqp_data_chain_set_edit (self, edit, _ ("All rows taken back"));
      break;
    case EQP_CHAIN_NORMALIZE:
      preparation.normalize = EQP_NORMALIZE_NONE;
      eqp_data_chain_set_preparation (self, &preparation, _ ("Columns as they are"));
      break;
    case EQP_CHAIN_PCA:
      preparation.pca = 0;
      preparation.pca_from = 0;
      preparation.whiten = FALSE;
      eqp_data_chain_set_preparation (self, &preparation, _ ("All columns instead of components"));
      break;
    case EQP_CHAIN_N_STEPS:
    default:
      break;
    }
}

/* A column as the terminal program knows it, or NULL where its name would be taken for something else. */
static const char *
name_for_line (EqpDataset *base,
               gint64      column)
{
  const char *name = eqp_dataset_get_column_name (base, column);

  /* "column 3" is how a column without a name is called. */
  if (g_str_has_prefix (name, "column ") && name[strspn (name + 7, "0123456789") + 7] == '\0' && name[7] != '\0')
    return name + 7;
  if (*name == '\0' || strpbrk (name, ",\"\n") != NULL || name[strspn (name, "0123456789- ")] == '\0')
    return NULL;
  return name;
}

/**
 * eqp_data_chain_get_weight_name:
 * @self: a chain with data
 * @column: one of the columns as read
 *
 * Returns: (transfer none) (nullable): what eqp_data_chain_set_weights() calls it; %NULL where its name would be taken
 *   for something else
 */
const char *
eqp_data_chain_get_weight_name (EqpDataChain *self,
                                gint64        column)
{
  return name_for_line (self->base, column);
}

static gboolean
is_table (EqpDataset *base)
{
  static const char *const formats[] = { "CSV", "TSV", N_ ("space-separated table") };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_strcmp0 (eqp_dataset_get_format (base), formats[i]) == 0)
      return TRUE;
  return FALSE;
}

/**
 * eqp_data_chain_get_line:
 * @self: a chain with data
 * @import: (out): options of the terminal program that stand for reading and choosing
 * @distinct: (out): whether of equal rows only the first is kept
 *
 * Returns: FALSE when the terminal program has no options for all that was chosen; @import then is how the file was
 * read
 */
gboolean
eqp_data_chain_get_line (EqpDataChain     *self,
                         EqpImportOptions *import,
                         gboolean         *distinct)
{
  const EqpImportOptions *as_read = eqp_workspace_get_import (self->workspace);
  GArray *dropped = self->edit->dropped;
  g_autoptr (GString) ignore = g_string_new (as_read->ignore);
  EqpImportOptions chosen = *as_read;

  *import = *as_read;
  *distinct = self->edit->distinct;
  if (!self->edit->no_labels && self->edit->label < 0 && (dropped == NULL || dropped->len == 0))
    return TRUE;
  /* Columns are chosen in tables of text. */
  if (eqp_workspace_get_source (self->workspace) == NULL || !is_table (self->base))
    return FALSE;
  for (guint i = 0; dropped != NULL && i < dropped->len; i++)
    {
      const char *name = name_for_line (self->base, g_array_index (dropped, gint64, i));

      if (name == NULL)
        return FALSE;
      g_string_append_printf (ignore, "%s%s", ignore->len > 0 ? "," : "", name);
    }
  if (ignore->len > 0)
    eqp_import_options_set (&chosen, "ignore", ignore->str, NULL);
  if (self->edit->no_labels)
    eqp_import_options_set (&chosen, "labels", "none", NULL);
  if (self->edit->label >= 0)
    {
      const char *name = name_for_line (self->base, self->edit->label);

      if (name == NULL)
        return FALSE;
      eqp_import_options_set (&chosen, "labels", name, NULL);
    }
  *import = chosen;
  return TRUE;
}
