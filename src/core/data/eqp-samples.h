/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* A data set inside the program, opened as "sample:ID". */
typedef struct
{
  const char *id;
  const char *name;
  const char *summary;   /* one line: rows x columns (or nodes, edges), classes, what it shows */
} EqpSample;

const EqpSample *eqp_samples_get       (gsize         *n_samples);
EqpDataset      *eqp_sample_load       (const char    *id,
                                        GCancellable  *cancellable,
                                        GError       **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
