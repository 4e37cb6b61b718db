/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-model.h"

G_BEGIN_DECLS

/* What came of a study, kept beside the next one. Immutable, reference-counted. */
typedef struct
{
  EqpStudy      *study;
  EqpStudyTable *table;
  double        *stability;    /* a group; NULL: not known */
  EqpStudyGrid   grid;
  EqpDataset    *dataset;      /* as prepared */
  char          *preparation;  /* how, in words */
} EqpStudyKept;

EqpStudyKept *eqp_study_kept_new       (EqpStudyModel         *model) G_GNUC_WARN_UNUSED_RESULT;
EqpStudyKept *eqp_study_kept_ref       (EqpStudyKept          *self) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_study_kept_unref     (EqpStudyKept          *self);
char         *eqp_preparation_dup_name (const EqpPreparation  *preparation) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
