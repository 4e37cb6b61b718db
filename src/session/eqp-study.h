/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-file.h"

G_BEGIN_DECLS

#define EQP_TYPE_STUDY (eqp_study_get_type ())
G_DECLARE_FINAL_TYPE (EqpStudy, eqp_study, EQP, STUDY, GObject)

/* Where a study stands. */
typedef struct
{
  guint    cells;    /* to have at the end, those known before among them */
  guint    done;     /* those that failed among them */
  guint    failed;
  guint    running;
  gboolean preparing; /* the graph is being built */
  gboolean paused;
  double   elapsed;  /* seconds since the start, pauses left out */
  double   left;     /* seconds, a forecast */
  double   fraction; /* of the time, 0..1 */
} EqpStudyProgress;

EqpStudy           *eqp_study_new             (const EqpStudyPlan  *plan,
                                               EqpDataset          *dataset) G_GNUC_WARN_UNUSED_RESULT;
gboolean            eqp_study_check           (EqpStudy            *self,
                                               GError             **error);
void                eqp_study_set_threads     (EqpStudy            *self,
                                               guint                threads);
void                eqp_study_set_graph       (EqpStudy            *self,
                                               EqpGraph            *graph);
void                eqp_study_set_keep_labels (EqpStudy            *self,
                                               gboolean             keep_labels);
void                eqp_study_set_shard       (EqpStudy            *self,
                                               guint                shard,
                                               guint                n_shards);
void                eqp_study_take_rows       (EqpStudy            *self,
                                               GPtrArray           *rows);
void                eqp_study_take_file       (EqpStudy            *self,
                                               EqpStudyFile        *file);
gboolean            eqp_study_start           (EqpStudy            *self,
                                               GError             **error);
void                eqp_study_pause           (EqpStudy            *self,
                                               gboolean             pause);
void                eqp_study_cancel          (EqpStudy            *self);

gboolean            eqp_study_is_over         (EqpStudy            *self);
gboolean            eqp_study_is_cancelled    (EqpStudy            *self);
const GError       *eqp_study_get_error       (EqpStudy            *self);
const EqpStudyPlan *eqp_study_get_plan        (EqpStudy            *self);
gboolean            eqp_study_has_cell        (EqpStudy            *self,
                                               guint                cell);
const EqpStudyRow  *eqp_study_get_row         (EqpStudy            *self,
                                               guint                cell);
GPtrArray          *eqp_study_dup_rows        (EqpStudy            *self) G_GNUC_WARN_UNUSED_RESULT;
void                eqp_study_get_progress    (EqpStudy            *self,
                                               EqpStudyProgress    *progress);

G_END_DECLS
