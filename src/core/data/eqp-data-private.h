/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-decision.h"
#include "eqp-dataset.h"
#include "eqp-ledger.h"

G_BEGIN_DECLS

/* What goes on while a file is loaded, in this order. */
typedef enum {
  EQP_STAGE_READ,
  EQP_STAGE_SETTLE,  /* roles of columns, missing cells */
  EQP_STAGE_MEASURE, /* means and ranges */
  EQP_STAGE_CONVERT, /* to the float matrix */
  EQP_STAGE_LOOK     /* spreads, equal rows */
} EqpStage;

/* eqp-parts-progress.c */
void     _eqp_tell_stage           (const EqpProgress    *progress,
                                    gint64               *told,
                                    EqpStage              stage,
                                    double                fraction,
                                    const char           *what);
void     _eqp_parts_watch          (EqpDatasetParts      *parts,
                                    const EqpProgress    *progress,
                                    const char           *what);
gboolean _eqp_parts_go_on          (EqpDatasetParts      *parts,
                                    EqpStage              stage,
                                    gint64                done,
                                    gint64                all,
                                    GCancellable         *cancellable,
                                    GError              **error);

void     _eqp_parts_look           (EqpDatasetParts      *parts,
                                    gint                  n_classes,
                                    double               *mean,
                                    double               *column_ss,
                                    GCancellable         *cancellable);

/* What an option could be. */
typedef struct
{
  const char *value;
  const char *title;
} EqpWay;

void     eqp_note                  (GPtrArray          **notes,
                                    const char          *format,
                                    ...) G_GNUC_PRINTF (2, 3);
void     _eqp_find                 (EqpDatasetParts      *parts,
                                    EqpAlternative       *mend,
                                    const char           *format,
                                    ...) G_GNUC_PRINTF (3, 4);
void     _eqp_find_about           (EqpDatasetParts      *parts,
                                    const char           *subject);
void     _eqp_settle               (EqpDatasetParts      *parts,
                                    EqpDecision          *decision);
void     _eqp_settle_among         (EqpDatasetParts      *parts,
                                    EqpDecision          *decision,
                                    gboolean              asked,
                                    guint                 chosen,
                                    const EqpWay         *ways,
                                    guint                 n_ways);
void     _eqp_ledger_start         (EqpDatasetParts      *parts,
                                    gint64                limit);
void     _eqp_log                  (EqpDatasetParts      *parts,
                                    const EqpLedgerEntry *entry);
char    *_eqp_column_usual_name    (gint64                column) G_GNUC_WARN_UNUSED_RESULT;
char    *_eqp_column_place         (const char           *name,
                                    gint64                column) G_GNUC_WARN_UNUSED_RESULT;
char    *_eqp_column_title         (const char           *name,
                                    gint64                column);
int      eqp_natural_compare       (const char          *a,
                                    const char          *b);

/* eqp-rest.c */
float    _eqp_parts_get_stored     (const EqpDatasetParts *parts,
                                    gint64                row,
                                    gint64                column);
double   _eqp_parts_get_value      (const EqpDatasetParts *parts,
                                    gint64                row,
                                    gint64                column);
gboolean _eqp_rest_keep            (EqpDatasetParts      *parts,
                                    gint64                row,
                                    gint64                column,
                                    double                value);
void     _eqp_rest_clear           (EqpDatasetParts      *parts);

/* eqp-dataset.c */
const gint32 *_eqp_dataset_get_rest (const EqpDataset    *self,
                                    gint64                column);

/* eqp-prepare.c */
void     _eqp_dataset_copy_parts   (EqpDataset           *dataset,
                                    EqpDatasetParts      *parts);

/* eqp-distinct.c */
gint64   _eqp_find_copies          (EqpDataset           *dataset,
                                    guint8               *copies,
                                    GCancellable         *cancellable,
                                    GError              **error);

/* Class names met so far, each with a number in the order of first appearance. */
typedef struct
{
  GHashTable *numbers; /* char* owned by names -> number + 1 */
  GPtrArray  *names;   /* char* */
  double      met[64]; /* numbers met lately, each at the place its bits say, */
  gint32      met_as[64]; /* and what they are in names, + 1; 0: none yet */
} EqpLabelTable;

void     eqp_label_table_init       (EqpLabelTable      *self);
void     eqp_label_table_clear      (EqpLabelTable      *self);
gint32   eqp_label_table_add        (EqpLabelTable      *self,
                                     const char         *name);
gint32   eqp_label_table_add_number (EqpLabelTable      *self,
                                     double              value);
GStrv    eqp_label_table_settle     (EqpLabelTable      *self,
                                     gint64              n,
                                     gint32             *labels);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpLabelTable, eqp_label_table_clear)

G_END_DECLS
