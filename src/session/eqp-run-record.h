/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-run.h"

G_BEGIN_DECLS

/* All that is known of a run when it is over, and stays. */
typedef struct
{
  guint            number;      /* 1, 2, ... in the order of their end */
  const EqpSolver *solver;      /* NULL: labels made elsewhere */
  EqpParams        params;      /* gamma in units of the data; no start labels */
  double           gamma_rel;   /* NaN: the method does not look at gamma, or the data have no spread */
  EqpPreparation   preparation;
  EqpGivenSources  given;       /* where weights, pairs and centers were from */
  guint64          given_hash;  /* of what was read there */
  gint64           n;
  gint             k;
  double           objective;   /* NaN, like the next, for labels made elsewhere */
  double           data_term;
  double           penalty;
  gint64           iterations;
  double           seconds;
  gboolean         converged;
  gboolean         cancelled;
  gboolean         warm;        /* went on from the clusters shown before it */
  gboolean         repeats;     /* whether @command gives the same labels again */
  char            *command;     /* the line for the terminal, or NULL */
  char            *data_name;
  char            *rows;        /* runs with equal text here have the same rows */
  gint64          *sizes;       /* k */
} EqpRunFacts;

#define EQP_TYPE_RUN_RECORD (eqp_run_record_get_type ())
G_DECLARE_FINAL_TYPE (EqpRunRecord, eqp_run_record, EQP, RUN_RECORD, GObject)

EqpRunRecord        *eqp_run_record_new             (EqpRunFacts          *facts,
                                                     EqpLabels            *labels) G_GNUC_WARN_UNUSED_RESULT;
const EqpRunFacts   *eqp_run_record_get_facts       (EqpRunRecord         *self);
const char          *eqp_run_record_get_name        (EqpRunRecord         *self);
char                *eqp_run_record_dup_title       (EqpRunRecord         *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean             eqp_run_record_get_pinned      (EqpRunRecord         *self);
EqpLabels           *eqp_run_record_get_labels      (EqpRunRecord         *self);
const EqpMeasureSet *eqp_run_record_get_measures    (EqpRunRecord         *self);
double               eqp_run_record_get_measure     (EqpRunRecord         *self,
                                                     EqpMeasureId          measure);
const gint          *eqp_run_record_get_numbers     (EqpRunRecord         *self);
gsize                eqp_run_record_get_bytes       (EqpRunRecord         *self);
gboolean             eqp_run_record_has_settings_of (EqpRunRecord         *self,
                                                     const EqpSolver      *solver,
                                                     const EqpParams      *params,
                                                     const EqpPreparation *preparation,
                                                     const EqpGiven       *given);

/* For the list that it is in. */
const char          *_eqp_run_record_get_given_name (EqpRunRecord         *self);
void                 _eqp_run_record_set_name       (EqpRunRecord         *self,
                                                     const char           *name);
void                 _eqp_run_record_set_pinned     (EqpRunRecord         *self,
                                                     gboolean              pinned);
void                 _eqp_run_record_set_number     (EqpRunRecord         *self,
                                                     guint                 number);
void                 _eqp_run_record_take_measures  (EqpRunRecord         *self,
                                                     EqpMeasureSet        *measures);
void                 _eqp_run_record_set_numbers    (EqpRunRecord         *self,
                                                     const gint           *numbers);
void                 _eqp_run_record_drop_labels    (EqpRunRecord         *self);

G_END_DECLS
