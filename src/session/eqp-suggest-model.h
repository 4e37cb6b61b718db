/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-chain.h"
#include "eqp-suggest.h"

G_BEGIN_DECLS

/* Signals ::changed: another suggestion, or none, or more beside it; begun and over, too.
 *         ::progress: see eqp_suggest_model_get_progress().
 *         ::failed (string): why nothing can be suggested. */
#define EQP_TYPE_SUGGEST_MODEL (eqp_suggest_model_get_type ())
G_DECLARE_FINAL_TYPE (EqpSuggestModel, eqp_suggest_model, EQP, SUGGEST_MODEL, GObject)

/* Where a search stands. */
typedef struct
{
  double      fraction;  /* of its steps; negative: cannot be known */
  const char *what;      /* is being done, translated; "" */
  double      seconds;   /* since the start */
  double      budget;    /* of so many */
} EqpSuggestProgress;

EqpSuggestModel      *eqp_suggest_model_new            (EqpWorkspace             *workspace,
                                                        EqpDataChain             *chain) G_GNUC_WARN_UNUSED_RESULT;
EqpWorkspace         *eqp_suggest_model_get_workspace  (EqpSuggestModel          *self);
void                  eqp_suggest_model_start          (EqpSuggestModel          *self,
                                                        const EqpSuggestOptions  *options);
void                  eqp_suggest_model_stop           (EqpSuggestModel          *self);
gboolean              eqp_suggest_model_is_running     (EqpSuggestModel          *self);
void                  eqp_suggest_model_get_progress   (EqpSuggestModel          *self,
                                                        EqpSuggestProgress       *progress);
const EqpSuggestion  *eqp_suggest_model_get_suggestion (EqpSuggestModel          *self);
gboolean              eqp_suggest_model_knows_classes  (EqpSuggestModel          *self);
gboolean              eqp_suggest_model_apply          (EqpSuggestModel          *self);
gboolean              eqp_suggest_model_is_applied     (EqpSuggestModel          *self);

G_END_DECLS
