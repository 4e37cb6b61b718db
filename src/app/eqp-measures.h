/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

/* A question to the measuring thread: everything that takes more than O(K). */
typedef struct
{
  EqpDataset *dataset;         /* its labels are the truth */
  EqpLabels  *labels;
  EqpLabels  *reference;       /* of plain k-means, or NULL */
} EqpMeasuresJob;

typedef struct
{
  EqpLabels            *labels;         /* what was measured */
  EqpLabels            *reference;      /* what it was compared with, or NULL */
  gboolean              has_truth;
  EqpExternalMeasures   external;
  gint                  reference_k;
  gint64               *reference_sizes; /* reference_k, in the places of the clusters they overlap with most */
} EqpMeasures;

EqpMeasuresJob *eqp_measures_job_new    (EqpDataset      *dataset,
                                         EqpLabels       *labels,
                                         EqpLabels       *reference) G_GNUC_WARN_UNUSED_RESULT;
void            eqp_measures_job_free   (EqpMeasuresJob  *self);
EqpMeasures    *eqp_measures_compute    (EqpMeasuresJob  *job) G_GNUC_WARN_UNUSED_RESULT;
void            eqp_measures_free       (EqpMeasures     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpMeasures, eqp_measures_free)

G_END_DECLS
