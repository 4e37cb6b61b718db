/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

/* fraction is 0..1, or negative when it cannot be known. Called from the reading thread, a few times a second. */
typedef void (*EqpProgressFunc) (double      fraction,
                                 const char *what,
                                 gpointer    user_data);

typedef struct
{
  EqpProgressFunc  func;
  gpointer         user_data;
} EqpProgress;

G_END_DECLS
