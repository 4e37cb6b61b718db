/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

char *eqp_dataset_dup_hash (EqpDataset *dataset) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
