/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

/* fraction is 0..1 of what @what names, or negative when it cannot be known. Called from the thread that works, a few
 * times a second. */
typedef void (*EqpProgressFunc) (double      fraction,
                                 const char *what,
                                 gpointer    user_data);

typedef struct
{
  EqpProgressFunc  func;
  gpointer         user_data;
} EqpProgress;

/* Parts of a run, in their order. */
#define EQP_PART_EIGENVECTORS "eigenvectors"
#define EQP_PART_STARTS "starts"

void eqp_progress_tell (const EqpProgress *progress,
                        gint64            *told,
                        double             fraction,
                        const char        *what);

G_END_DECLS
