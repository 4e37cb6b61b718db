/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the harnesses share: a folder in memory for the bytes, and what holds for any outcome of reading. */
#pragma once

#include "eqp-core.h"

int         LLVMFuzzerInitialize   (int            *argc,
                                    char         ***argv);
int         LLVMFuzzerTestOneInput (const guint8   *data,
                                    size_t          size);

const char *fuzz_folder            (void);
char       *fuzz_write             (const char     *name,
                                    const guint8   *data,
                                    gsize           size);
void        fuzz_check             (EqpDataset     *dataset,
                                    const GError   *error);
