/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

/* One reading of something that can be read in several ways, and the option that settles it so. */
typedef struct
{
  char *option; /* without dashes: "separator" */
  char *value;  /* as the option takes it: "semicolon" */
  char *title;  /* for people: "3 columns, separated by semicolons" */
} EqpAlternative;

/* Something that was settled, or has to be asked: immutable, reference-counted. */
struct _EqpDecision
{
  char       *key;          /* what is settled, named like its option: "separator" */
  GPtrArray  *alternatives; /* EqpAlternative: the one chosen (or the likeliest) first, the runner-up second */
  char       *evidence;     /* one sentence with numbers: why the first and not the second */
  gboolean    asked;        /* an option settled it, nothing was guessed */
  gboolean    ambiguous;    /* the evidence does not tell the first two apart */
};

EqpAlternative       *eqp_alternative_new          (const char         *option,
                                                    const char         *value,
                                                    const char         *title_format,
                                                    ...) G_GNUC_PRINTF (3, 4) G_GNUC_WARN_UNUSED_RESULT;
EqpAlternative       *eqp_alternative_copy         (const EqpAlternative *self) G_GNUC_WARN_UNUSED_RESULT;
void                  eqp_alternative_free         (EqpAlternative     *self);

EqpDecision          *eqp_decision_new             (const char         *key,
                                                    const char         *evidence_format,
                                                    ...) G_GNUC_PRINTF (2, 3) G_GNUC_WARN_UNUSED_RESULT;
void                  eqp_decision_offer           (EqpDecision        *self,
                                                    const char         *option,
                                                    const char         *value,
                                                    const char         *title_format,
                                                    ...) G_GNUC_PRINTF (4, 5);
EqpDecision          *eqp_decision_ref             (const EqpDecision  *self);
void                  eqp_decision_unref           (EqpDecision        *self);
const EqpAlternative *eqp_decision_get_alternative (const EqpDecision  *self,
                                                    guint               place);
char                 *eqp_decision_get_question    (const EqpDecision  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpDecision, eqp_decision_unref)

G_END_DECLS
