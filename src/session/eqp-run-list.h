/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-chain.h"
#include "eqp-run-record.h"

G_BEGIN_DECLS

/* So many runs can be told apart side by side. */
#define EQP_RUN_LIST_MAX_PINNED 6

/* What the labels of all runs in a list may take. */
#define EQP_RUN_LIST_BUDGET ((gsize) 64 << 20)

#define EQP_TYPE_RUN_LIST (eqp_run_list_get_type ())
G_DECLARE_FINAL_TYPE (EqpRunList, eqp_run_list, EQP, RUN_LIST, GObject)

EqpRunList   *eqp_run_list_new             (EqpWorkspace   *workspace,
                                            EqpDataChain   *chain) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_run_list_set_budget      (EqpRunList     *self,
                                            gsize           bytes);
guint         eqp_run_list_get_n           (EqpRunList     *self);
EqpRunRecord *eqp_run_list_get             (EqpRunList     *self,
                                            guint           position);
EqpRunRecord *eqp_run_list_add_labels      (EqpRunList     *self,
                                            const char     *name,
                                            gint64          n,
                                            gint            k,
                                            const gint32   *labels,
                                            GError        **error);

/* Changes that can be undone */
void          eqp_run_list_remove          (EqpRunList     *self,
                                            EqpRunRecord   *record);
void          eqp_run_list_rename          (EqpRunList     *self,
                                            EqpRunRecord   *record,
                                            const char     *name);
gboolean      eqp_run_list_can_undo        (EqpRunList     *self);
EqpRunRecord *eqp_run_list_undo            (EqpRunList     *self);

/* What is compared */
gboolean      eqp_run_list_is_comparable   (EqpRunList     *self,
                                            EqpRunRecord   *record);
gboolean      eqp_run_list_set_pinned      (EqpRunList     *self,
                                            EqpRunRecord   *record,
                                            gboolean        pinned,
                                            GError        **error);
guint         eqp_run_list_get_n_pinned    (EqpRunList     *self);
EqpRunRecord *eqp_run_list_get_pinned      (EqpRunList     *self,
                                            guint           place);
void          eqp_run_list_pin_plain       (EqpRunList     *self,
                                            EqpReference    which);
gboolean      eqp_run_list_is_running_plain (EqpRunList    *self,
                                            EqpReference    which);
void          eqp_run_list_compare_shown   (EqpRunList     *self);

void          eqp_run_list_restore         (EqpRunList     *self,
                                            EqpRunRecord   *record);

G_END_DECLS
