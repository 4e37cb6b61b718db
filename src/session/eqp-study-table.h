/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-row.h"

G_BEGIN_DECLS

typedef enum {
  EQP_TABLE_TEXT,      /* for a terminal */
  EQP_TABLE_CSV,
  EQP_TABLE_MARKDOWN,
  EQP_TABLE_LATEX,
  EQP_TABLE_HTML       /* several tables of a few columns each, for paper */
} EqpTableFormat;

/* One group over its seeds. */
typedef struct
{
  char   *id;                      /* for programs: "bkm, gamma-rel 10" */
  char   *name;                    /* for people: the method, with its gamma where there are several */
  char   *method;                  /* id */
  double  gamma;
  double  gamma_rel;
  guint   done;                    /* cells with a result */
  guint   failed;
  guint   count[EQP_N_QUANTITIES]; /* cells that have this number */
  double  mean[EQP_N_QUANTITIES];  /* NAN: none has */
  double  sd[EQP_N_QUANTITIES];    /* of the sample, n - 1; NAN: of less than two */
} EqpTableGroup;

/* The best group of a measure against the second, paired by their seeds. */
typedef struct
{
  gint          best;              /* -1: there is none */
  gint          second;            /* -1: there is none */
  EqpSignedRank test;
} EqpTableBest;

typedef struct
{
  EqpStudyPlan  *plan;
  guint          n_groups;
  EqpTableGroup *groups;
  EqpTableBest   best[EQP_N_QUANTITIES];
} EqpStudyTable;

EqpStudyTable *eqp_study_table_new         (const EqpStudyPlan   *plan,
                                            GPtrArray            *rows) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_study_table_free        (EqpStudyTable        *self);
char          *eqp_table_escape_latex      (const char           *text) G_GNUC_WARN_UNUSED_RESULT;
char          *eqp_study_table_format      (const EqpStudyTable  *self,
                                            EqpTableFormat        format,
                                            gboolean              times,
                                            int                   columns) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_study_table_write_json  (const EqpStudyTable  *self,
                                            gboolean              times,
                                            GString              *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStudyTable, eqp_study_table_free)

G_END_DECLS
