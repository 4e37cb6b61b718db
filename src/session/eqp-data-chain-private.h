/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-chain.h"

G_BEGIN_DECLS

/* What is in force, or was, or is to be. */
typedef struct
{
  char             *source;
  EqpImportOptions  import;
  EqpEdit          *edit;
  EqpPreparation    preparation;
  gint              k;
  EqpGivenSources   given;
  gboolean          by_name; /* the columns of the edit are those of the data before, and may be others after reading */
  gboolean          fresh;   /* of other data than those before, so that there is nothing to undo */
  char             *what;    /* the change that led away from here */
} EqpChainState;

struct _EqpDataChain
{
  GObject        parent_instance;

  EqpWorkspace  *workspace;
  EqpDataset    *base;         /* as read */
  EqpEdit       *edit;         /* in force */
  EqpPreparation preparation;  /* in force, or asked for */
  GPtrArray     *undo;         /* EqpChainState, the newest last */
  gpointer       pending;      /* EqpChainState to be reached: its reading is under way */
  char          *told;         /* what to tell once the change under way is in force */
  char          *refused;      /* why a change was taken back, told once that is done */
  gboolean       giving;       /* the workspace gets its data from here */
  gboolean       awaiting;     /* the workspace prepares what was asked for here */
  gboolean       awaiting_given; /* it reads what runs are to be given, asked for here */

  gboolean       watched;
  EqpProfile    *profile;      /* of base, or NULL */
  GPtrArray     *findings;     /* of the workspace's data, or NULL */
  gint           findings_k;
  EqpGraph      *findings_graph; /* only compared */
  GCancellable  *edit_cancellable;
  GCancellable  *profile_cancellable;
  GCancellable  *findings_cancellable;
};

/* What a thread works on. */
typedef struct
{
  GWeakRef    owner;
  EqpDataset *dataset;
  EqpEdit    *edit;
  EqpGraph   *graph;
  gint        k;
  gboolean    pixels; /* the columns are pixels, though perhaps not all of them */
} EqpChainJob;

/* eqp-data-chain.c */
void          _eqp_data_chain_emit_facts      (EqpDataChain         *self);

/* eqp-data-chain-carry.c */
EqpGivenSources _eqp_chain_given              (EqpDataChain         *self);
void          _eqp_chain_give                 (EqpDataChain         *self,
                                               const EqpGivenSources *given,
                                               int                   first);
void          _eqp_chain_tell_refused         (EqpDataChain         *self);
gboolean      _eqp_chain_same_import          (const EqpImportOptions *a,
                                               const EqpImportOptions *b);
EqpEdit      *_eqp_chain_carry_over           (EqpDataset           *from,
                                               const EqpEdit        *edit,
                                               EqpDataset           *to) G_GNUC_WARN_UNUSED_RESULT;
gboolean      _eqp_chain_is_ignored           (const EqpImportOptions *import,
                                               const char           *column);
const char   *_eqp_chain_change_ignored       (const char           *list,
                                               const char           *without,
                                               const char           *with);

/* eqp-data-chain-open.c */
void          _eqp_chain_state_free           (gpointer              data);
EqpChainState *_eqp_chain_state_new           (EqpDataChain         *self,
                                               const char           *what) G_GNUC_WARN_UNUSED_RESULT;

/* eqp-data-chain-facts.c */
void          _eqp_chain_cancel               (GCancellable        **cancellable);
EqpChainJob  *_eqp_chain_job_new              (EqpDataChain         *self,
                                               EqpDataset           *dataset) G_GNUC_WARN_UNUSED_RESULT;
void          _eqp_chain_job_start            (EqpChainJob          *job,
                                               GCancellable        **cancellable,
                                               GAsyncReadyCallback   callback,
                                               GTaskThreadFunc       func);
EqpDataChain *_eqp_chain_job_take_owner       (GAsyncResult         *result);
void          _eqp_data_chain_look            (EqpDataChain         *self);
void          _eqp_data_chain_forget_findings (EqpDataChain         *self);

G_END_DECLS
