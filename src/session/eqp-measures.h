/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-given.h"
#include "eqp-labels.h"

G_BEGIN_DECLS

/* Plain methods whose sizes those of the method chosen are compared with. */
typedef enum {
  EQP_REFERENCE_KMEANS,
  EQP_REFERENCE_MINCUT,
  EQP_N_REFERENCES
} EqpReference;

/* A question to the measuring thread: everything that takes more than O(K). */
typedef struct
{
  EqpDataset *dataset;         /* its labels are the truth */
  EqpLabels  *labels;
  EqpLabels  *references[EQP_N_REFERENCES]; /* each may be NULL */
  EqpGiven   *given;           /* to the run, or NULL; of it the weights */
  EqpSizeBand band;            /* of measures before; taken over where it fits */

  /* for what takes seconds */
  EqpMeasureGroups groups;
  EqpDataset   *points;        /* as prepared, or NULL */
  EqpGraph     *graph;         /* or NULL */
  guint64       seed;
  guint         threads;
  GCancellable *cancellable;   /* or NULL */
} EqpMeasuresJob;

typedef struct
{
  EqpLabels  *labels; /* what was compared with; NULL: nothing */
  gint        k;
  gint64     *sizes;  /* k, in the places of the clusters they overlap with most */
} EqpReferenceSizes;

typedef struct
{
  EqpLabels            *labels;         /* what was measured */
  EqpMeasureSet         set;
  gint64                counted;        /* rows measured, as often as they count; -1: each once in spite of weights */
  EqpSizeBand           band;           /* what sizes chance alone would give */
  EqpReferenceSizes     references[EQP_N_REFERENCES];
} EqpMeasures;

const EqpSolver *eqp_reference_solver   (EqpReference     which);
EqpMeasuresJob *eqp_measures_job_new    (EqpDataset      *dataset,
                                         EqpLabels       *labels,
                                         EqpLabels      **references) G_GNUC_WARN_UNUSED_RESULT;
void            eqp_measures_job_set_late (EqpMeasuresJob *self,
                                         EqpDataset      *points,
                                         EqpGraph        *graph,
                                         guint64          seed,
                                         guint            threads,
                                         GCancellable    *cancellable);
void            eqp_measures_job_set_given (EqpMeasuresJob *self,
                                         EqpGiven       *given);
void            eqp_measures_job_free   (EqpMeasuresJob  *self);
EqpMeasures    *eqp_measures_compute    (EqpMeasuresJob  *job) G_GNUC_WARN_UNUSED_RESULT;
void            eqp_measures_free       (EqpMeasures     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpMeasures, eqp_measures_free)

G_END_DECLS
