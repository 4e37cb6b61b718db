/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

EqpDataset *eqp_test_words (gint64  n,
                            gint64  d,
                            int     per_row);
EqpGraph   *eqp_test_join  (gint64  n,
                            gint64  near,
                            gint64  step);

G_END_DECLS
