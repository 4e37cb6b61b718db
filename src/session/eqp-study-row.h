/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"
#include "eqp-study-plan.h"
#include "eqp-study-quantities.h"

G_BEGIN_DECLS

/* What a line of a row has besides what it always has, or-ed. */
typedef enum {
  EQP_ROW_TIMES  = 1 << 0,  /* how long it took, which is all that differs when it is repeated */
  EQP_ROW_LABELS = 1 << 1   /* where it has them */
} EqpRowParts;

/* What came out of one cell. Immutable once made. */
typedef struct
{
  guint      cell;
  double     gamma;
  double     gamma_rel;      /* NAN where the data have no spread */
  char      *failure;        /* why there is nothing else, or NULL */
  double    *values;         /* EQP_N_QUANTITIES */
  gint       k;
  gint64    *sizes;          /* k */
  gboolean   converged;
  double     assignment_gap; /* negative: none */
  GPtrArray *warnings;       /* char* */
  EqpLabels *labels;         /* where they were to be kept, or NULL */
} EqpStudyRow;

EqpStudyRow *eqp_study_row_new        (guint                cell,
                                       double               gamma,
                                       double               gamma_rel) G_GNUC_WARN_UNUSED_RESULT;
void         eqp_study_row_free       (EqpStudyRow         *self);
void         eqp_study_row_take       (EqpStudyRow         *self,
                                       const EqpResult     *result,
                                       gboolean             keep_labels);
void         eqp_study_row_write      (const EqpStudyRow   *self,
                                       const EqpStudyPlan  *plan,
                                       guint                parts,
                                       GString             *text);
EqpStudyRow *eqp_study_row_from_json  (const EqpStudyPlan  *plan,
                                       const EqpJson       *json,
                                       gboolean            *known) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStudyRow, eqp_study_row_free)

G_END_DECLS
