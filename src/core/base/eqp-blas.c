/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the core needs of BLAS beyond plain calls. BLAS never starts threads of its own here: the pool
 * of eqp-parallel decides how many work, and each of them may call BLAS. */
#include "config.h"

#include "eqp-blas.h"

#include <glib/gi18n-lib.h>
#include <sys/mman.h>

#include "eqp-error.h"
#include "eqp-memory.h"
#include "eqp-reserve.h"

#define PRODUCT 128                  /* rows and columns that no shortcut is taken for */
#define BLAS_BYTES (192 << 20)       /* its block, and a little */

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

/**
 * eqp_reserve_memory:
 * @error: EQP_ERROR_TOO_LARGE
 *
 * OpenBLAS takes a block of memory at its first product, keeps it, and asks for it for ever where there is none. So
 * where the address space is limited the block is asked for here, and then by OpenBLAS; one is enough, for the pool has
 * one thread then. Call it before other threads work.
 *
 * Returns: whether it has its block
 */
gboolean
eqp_reserve_memory (GError **error)
{
  static float numbers[PRODUCT * PRODUCT], product[PRODUCT * PRODUCT];
  void *block;

  eqp_blas_init ();
  if (eqp_address_space () == G_MAXUINT64)
    return TRUE;
  block = mmap (NULL, BLAS_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   _ ("There is no memory for products of matrices, which take %d MB; raise the limit of the address "
                      "space (ulimit -v)."),
                   BLAS_BYTES >> 20);
      return FALSE;
    }
  munmap (block, BLAS_BYTES);
  cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasTrans, PRODUCT, PRODUCT, PRODUCT, 1.0f, numbers, PRODUCT, numbers,
               PRODUCT, 0.0f, product, PRODUCT);
  return TRUE;
}
