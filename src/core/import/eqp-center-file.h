/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"

G_BEGIN_DECLS

double *eqp_center_file_read (const char    *path,
                              EqpDataset    *dataset,
                              gint           k,
                              GCancellable  *cancellable,
                              GError       **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
