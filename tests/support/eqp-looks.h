/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

/* With eqp-looks.c the linker leads looks at a cancellable to where they are timed: programs that use this are built
 * with looks_sources and looks_link. */

typedef void (*EqpLooksFunc) (GCancellable  *cancellable,
                              gconstpointer  data);

void   eqp_looks_begin       (void);
double eqp_looks_end         (void);
gint64 eqp_looks_count       (void);
void   eqp_looks_stop        (GCancellable  *cancellable,
                              gint64         at);
void   eqp_looks_limit       (GCancellable  *cancellable,
                              double         seconds);
double eqp_looks_since_stop  (void);
double eqp_looks_allowed     (void);
void   eqp_looks_check       (const char    *what,
                              EqpLooksFunc   func,
                              gconstpointer  data);
