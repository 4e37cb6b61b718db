/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-row.h"

G_BEGIN_DECLS

/* A file of results while a study writes it. */
typedef struct _EqpStudyFile EqpStudyFile;

/* What a file of results holds. */
typedef struct
{
  EqpStudyPlan *plan;
  GPtrArray    *rows;   /* EqpStudyRow, one a cell of the plan at most, in the order of the cells */
} EqpStudyResults;

EqpStudyResults *eqp_study_results_read    (const char           *path,
                                            const EqpStudyPlan   *plan,
                                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;
EqpStudyResults *eqp_study_results_merge   (const char *const    *paths,
                                            guint                 n_paths,
                                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;
void             eqp_study_results_free    (EqpStudyResults      *self);

EqpStudyFile    *eqp_study_file_open       (const char           *path,
                                            const EqpStudyPlan   *plan,
                                            GPtrArray            *rows,
                                            guint                 shard,
                                            guint                 n_shards,
                                            guint                 parts,
                                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean         eqp_study_file_add        (EqpStudyFile         *self,
                                            const EqpStudyRow    *row,
                                            GError              **error);
gboolean         eqp_study_file_finish     (EqpStudyFile         *self,
                                            GPtrArray            *rows,
                                            GError              **error);
void             eqp_study_file_free       (EqpStudyFile         *self);

int              _eqp_open_locked          (const char           *path,
                                            int                   flags);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStudyResults, eqp_study_results_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStudyFile, eqp_study_file_free)

G_END_DECLS
