/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

/* Further apart than this another start is as good. */
#define EQP_REGROUP_MOST 64

EqpLabels *eqp_regroup (EqpDataset *dataset,
                        EqpGraph   *graph,
                        EqpLabels  *labels,
                        gint        k) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
