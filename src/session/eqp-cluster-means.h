/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

float *eqp_cluster_means (EqpDataset      *dataset,
                          const EqpLabels *labels) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
