/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large allocations that fail with a sentence instead of ending the program. */
#include "config.h"

#include "eqp-alloc.h"

#include <stdlib.h>

#include "eqp-error.h"

/**
 * eqp_try_alloc:
 * @n: number of items
 * @size: bytes an item
 * @what: what they are for, as it stands in the message ("the feature matrix")
 * @error: return location, EQP_ERROR_TOO_LARGE
 *
 * Allocates n * size zeroed bytes, aligned to 64, with the product checked for overflow.
 * Pages are touched only when used. Never returns NULL without an error; n = 0 gives a valid block.
 *
 * Returns: (transfer full): free with eqp_free()
 */
gpointer
eqp_try_alloc (gsize        n,
               gsize        size,
               const char  *what,
               GError     **error)
{
  gsize bytes;
  void *memory = NULL;

  if (g_size_checked_mul (&bytes, n, size) && bytes <= G_MAXSSIZE - 4096)
    {
      /* calloc hands out fresh zero pages without touching them; keep the block and its aligned start together. */
      void *block = calloc (1, bytes + 64 + sizeof (void *));

      if (block != NULL)
        {
          memory = (void *) (((guintptr) block + sizeof (void *) + 63) & ~(guintptr) 63);
          ((void **) memory)[-1] = block;
        }
    }

  if (memory == NULL)
    {
      if (n > 0 && size > G_MAXSIZE / n)
        g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                     "There is no memory for %s: it would take more than this machine can address; use fewer rows or columns.", what);
      else
        g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                     "There is no memory for %s, which takes %.0f MB; use fewer rows or columns.",
                     what, (double) n * (double) size / 1e6);
    }

  return memory;
}

/**
 * eqp_free:
 * @memory: (nullable): from eqp_try_alloc()
 */
void
eqp_free (gpointer memory)
{
  if (memory != NULL)
    free (((void **) memory)[-1]);
}
