/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-run-list.h"

G_BEGIN_DECLS

struct _EqpRunList
{
  GObject        parent_instance;

  EqpWorkspace  *workspace;
  EqpDataChain  *chain;          /* NULL: no lines for the terminal */
  GPtrArray     *records;        /* the oldest first */
  guint          last_number;
  gsize          budget;
  GPtrArray     *undo;           /* the last change at the end */
  GPtrArray     *pins;           /* EqpRunRecord, borrowed from records, in the order in which they were pinned */

  EqpRun        *resting;        /* a warm run that is listed once the slider rests */
  guint          rest_source;
  guint          rest_ms;        /* how long a warm run has to stay the last one */

  GQueue         to_measure;     /* MeasureJob */
  EqpRunRecord  *measured;       /* borrowed, only compared: the one that is measured now */
  GCancellable  *measuring;      /* NULL: nothing is measured now */

  /* eqp-run-list-plain.c */
  EqpRun        *plain;          /* a plain method under way */
  EqpReference   plain_which;
  guint          plain_wanted;   /* bits: those to be pinned, one after the other */

  /* eqp-run-list-restore.c */
  gulong         restoring;      /* signal handler that waits for the preparation */
  double         restored_gamma;
  EqpPreparation restored_preparation;
  const char    *restored_weights; /* interned */
  gboolean       restore_reads;    /* the data are read again for it */
};

EqpRunRecord *_eqp_run_list_add_run       (EqpRunList   *self,
                                           EqpRun       *run);
EqpRunRecord *_eqp_run_list_find_run      (EqpRunList   *self,
                                           EqpRun       *run);
EqpRunRecord *_eqp_run_list_describe      (EqpRunList   *self,
                                           EqpRun       *run);
void          _eqp_run_list_bind          (EqpRun       *run,
                                           EqpRunRecord *record);
char         *_eqp_run_list_dup_rows      (EqpRunList   *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean      _eqp_run_list_find          (EqpRunList   *self,
                                           EqpRunRecord *record,
                                           guint        *position);
void          _eqp_run_list_append_kept   (EqpRunList   *self,
                                           GPtrArray    *records);
void          _eqp_run_list_pin_kept      (EqpRunList   *self,
                                           GPtrArray    *records);
void          _eqp_run_list_flush         (EqpRunList   *self);
void          _eqp_run_list_fail          (EqpRunList   *self,
                                           const char   *message);
void          _eqp_run_list_pins_changed  (EqpRunList   *self);
void          _eqp_run_list_plain_changed (EqpRunList   *self);
void          _eqp_run_list_record_changed (EqpRunList  *self,
                                           EqpRunRecord *record);
void          _eqp_run_list_measure       (EqpRunList   *self,
                                           EqpRunRecord *record,
                                           EqpDataset   *dataset,
                                           EqpGraph     *graph,
                                           EqpGiven     *given);
void          _eqp_run_list_measure_rest  (EqpRunList   *self,
                                           EqpRunRecord *record);
void          _eqp_run_list_measure_drop  (EqpRunList   *self);
void          _eqp_run_list_plain_drop    (EqpRunList   *self);
void          _eqp_run_list_restore_drop  (EqpRunList   *self);
void          _eqp_run_list_restore_data  (EqpRunList   *self);

G_END_DECLS
