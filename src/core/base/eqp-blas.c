/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the core needs of BLAS beyond plain calls. BLAS never starts threads of its own here: the pool
 * of eqp-parallel decides how many work, and each of them may call BLAS. */
#include "config.h"

#include "eqp-blas.h"

static gpointer
set_up (gpointer data)
{
  openblas_set_num_threads (1);
  return NULL;
}

/**
 * eqp_blas_init:
 *
 * Has to be called before the first use of BLAS in a module; any number of times, from any thread.
 */
void
eqp_blas_init (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, set_up, NULL);
}
