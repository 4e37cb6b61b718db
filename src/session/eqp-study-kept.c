/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study of the window that is over, kept to be seen beside another one: of another preparation, method or K. */
#include "config.h"

#include "eqp-study-kept.h"

#include <glib/gi18n-lib.h>

/**
 * eqp_preparation_dup_name:
 * @preparation: how data were prepared
 *
 * Returns: (transfer full): that in a few words, for people
 */
char *
eqp_preparation_dup_name (const EqpPreparation *preparation)
{
  static const char *const scales[] = { N_ ("as it is"), N_ ("standardized"), N_ ("scaled to 0..1"),
                                        N_ ("rows of length 1") };
  GString *name = g_string_new (NULL);

  if (preparation->normalize != EQP_NORMALIZE_NONE || preparation->pca <= 0)
    g_string_append (name, _ (scales[preparation->normalize]));
  if (preparation->pca <= 0)
    return g_string_free (name, FALSE);
  if (name->len > 0)
    g_string_append (name, ", ");
  if (preparation->pca_from > 1)
    /* Translators: the principal components from one to another. */
    g_string_append_printf (name, _ ("PCA %d..%d"), preparation->pca_from, preparation->pca);
  else
    g_string_append_printf (name, _ ("PCA %d"), preparation->pca);
  if (preparation->whiten)
    g_string_append_printf (name, ", %s", _ ("whitened"));
  return g_string_free (name, FALSE);
}

/**
 * eqp_study_kept_new:
 * @model: a study that is over
 *
 * Returns: (transfer full) (nullable): what came of it; %NULL where there is no study, or it goes on
 */
EqpStudyKept *
eqp_study_kept_new (EqpStudyModel *model)
{
  EqpStudy *study = eqp_study_model_get_study (model);
  EqpWorkspace *workspace = eqp_study_model_get_workspace (model);
  g_autoptr (GPtrArray) rows = NULL;
  EqpStudyKept *self;

  if (study == NULL || eqp_study_model_is_running (model) || eqp_study_model_get_table (model) == NULL)
    return NULL;
  self = g_atomic_rc_box_new0 (EqpStudyKept);
  rows = eqp_study_dup_rows (study);
  self->study = g_object_ref (study);
  self->table = eqp_study_table_new (eqp_study_get_plan (study), rows);
  if (eqp_study_model_get_stability (model) != NULL)
    self->stability = g_memdup2 (eqp_study_model_get_stability (model), sizeof (double) * self->table->n_groups);
  self->grid = *eqp_study_model_get_grid (model);
  self->dataset = eqp_dataset_ref (eqp_study_model_get_dataset (model));
  self->preparation = self->dataset == eqp_workspace_get_prepared (workspace)
                          ? eqp_preparation_dup_name (eqp_workspace_get_preparation (workspace))
                          : g_strdup (_ ("data before"));
  return self;
}

/**
 * eqp_study_kept_ref:
 * @self: what was kept
 *
 * Returns: (transfer full): @self
 */
EqpStudyKept *
eqp_study_kept_ref (EqpStudyKept *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  EqpStudyKept *self = data;

  eqp_study_table_free (self->table);
  g_object_unref (self->study);
  g_free (self->stability);
  eqp_dataset_unref (self->dataset);
  g_free (self->preparation);
}

/**
 * eqp_study_kept_unref:
 * @self: (nullable) (transfer full): what was kept
 */
void
eqp_study_kept_unref (EqpStudyKept *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}
