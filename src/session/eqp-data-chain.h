/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_DATA_CHAIN (eqp_data_chain_get_type ())
G_DECLARE_FINAL_TYPE (EqpDataChain, eqp_data_chain, EQP, DATA_CHAIN, GObject)

/* The steps from the file to what the methods see, in the order in which they are done. */
typedef enum {
  EQP_CHAIN_MISSING,   /* what became of missing cells */
  EQP_CHAIN_ONE_HOT,
  EQP_CHAIN_COLUMNS,   /* columns left out */
  EQP_CHAIN_CLASSES,   /* classes from a column, or none */
  EQP_CHAIN_WEIGHTS,   /* a column says how many times each row counts */
  EQP_CHAIN_DISTINCT,
  EQP_CHAIN_NORMALIZE,
  EQP_CHAIN_PCA,
  EQP_CHAIN_N_STEPS
} EqpChainStep;

EqpDataChain         *eqp_data_chain_new              (EqpWorkspace            *workspace) G_GNUC_WARN_UNUSED_RESULT;

EqpDataset           *eqp_data_chain_get_base         (EqpDataChain            *self);
const EqpImportOptions *eqp_data_chain_get_import     (EqpDataChain            *self);
const EqpEdit        *eqp_data_chain_get_edit         (EqpDataChain            *self);
EqpProfile           *eqp_data_chain_get_profile      (EqpDataChain            *self);
GPtrArray            *eqp_data_chain_get_findings     (EqpDataChain            *self);
void                  eqp_data_chain_set_watched      (EqpDataChain            *self,
                                                       gboolean                 watched);

void                  eqp_data_chain_set_edit         (EqpDataChain            *self,
                                                       const EqpEdit           *edit,
                                                       const char              *what);
void                  eqp_data_chain_set_preparation  (EqpDataChain            *self,
                                                       const EqpPreparation    *preparation,
                                                       const char              *what);
void                  eqp_data_chain_set_import       (EqpDataChain            *self,
                                                       const EqpImportOptions  *import,
                                                       const char              *what);
void                  eqp_data_chain_set_weights      (EqpDataChain            *self,
                                                       const char              *column,
                                                       gboolean                 ignored,
                                                       const char              *what);
void                  eqp_data_chain_set_given        (EqpDataChain            *self,
                                                       EqpGivenKind             kind,
                                                       const char              *source,
                                                       const char              *what);
void                  eqp_data_chain_restore          (EqpDataChain            *self,
                                                       const EqpPreparation    *preparation,
                                                       const char              *weights,
                                                       const char              *what);
const char           *eqp_data_chain_get_weight_name  (EqpDataChain            *self,
                                                       gint64                   column);
void                  eqp_data_chain_set_k            (EqpDataChain            *self,
                                                       gint                     k,
                                                       const char              *what);
gboolean              eqp_data_chain_mend             (EqpDataChain            *self,
                                                       const EqpFinding        *finding);
gboolean              eqp_data_chain_is_mended        (EqpDataChain            *self,
                                                       const EqpFinding        *finding);
char                 *eqp_data_chain_dup_mend_title   (const EqpFinding        *finding) G_GNUC_WARN_UNUSED_RESULT;

gboolean              eqp_data_chain_has_step         (EqpDataChain            *self,
                                                       EqpChainStep                  step);
char                 *eqp_data_chain_dup_step_title   (EqpDataChain            *self,
                                                       EqpChainStep                  step) G_GNUC_WARN_UNUSED_RESULT;
char                 *eqp_data_chain_dup_step_effect  (EqpDataChain            *self,
                                                       EqpChainStep                  step) G_GNUC_WARN_UNUSED_RESULT;
void                  eqp_data_chain_remove_step      (EqpDataChain            *self,
                                                       EqpChainStep                  step);

gboolean              eqp_data_chain_get_line         (EqpDataChain            *self,
                                                       EqpImportOptions        *import,
                                                       gboolean                *distinct);

void                  eqp_data_chain_open             (EqpDataChain            *self,
                                                       const char              *data,
                                                       const EqpImportOptions  *import,
                                                       const EqpEdit           *edit,
                                                       const EqpPreparation    *preparation,
                                                       const EqpGivenSources   *given,
                                                       const EqpOpenSettings   *settings);
gboolean              eqp_data_chain_is_settled       (EqpDataChain            *self);

gboolean              eqp_data_chain_can_undo         (EqpDataChain            *self);
void                  eqp_data_chain_undo             (EqpDataChain            *self);

G_END_DECLS
