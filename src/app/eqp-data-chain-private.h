/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-chain.h"

G_BEGIN_DECLS

struct _EqpDataChain
{
  GObject        parent_instance;

  EqpWorkspace  *workspace;
  EqpDataset    *base;         /* as read */
  EqpEdit       *edit;         /* in force */
  EqpPreparation preparation;  /* in force, or asked for */
  GPtrArray     *undo;         /* State, the newest last */
  gpointer       pending;      /* State to be reached: its reading is under way */
  char          *told;         /* what to tell once the change under way is in force */
  gboolean       giving;       /* the workspace gets its data from here */
  gboolean       awaiting;     /* the workspace prepares what was asked for here */

  gboolean       watched;
  EqpProfile    *profile;      /* of base, or NULL */
  GPtrArray     *findings;     /* of the workspace's data, or NULL */
  gint           findings_k;
  EqpGraph      *findings_graph; /* only compared */
  GCancellable  *edit_cancellable;
  GCancellable  *profile_cancellable;
  GCancellable  *findings_cancellable;
};

G_END_DECLS
