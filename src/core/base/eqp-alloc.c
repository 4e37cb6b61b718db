/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large allocations that fail with a sentence instead of ending the program. */
#include "config.h"

#include "eqp-alloc.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "eqp-error.h"

/* Blocks from this size on are given large pages where the system leaves the choice to programs: a pass over the rows then
 * meets a new page every 2 MB instead of every 4 kB. */
#define HUGE_FROM ((gsize) 8 << 20)
#define HUGE_PAGE ((gsize) 2 << 20)

static void
ask_for_huge_pages (void  *block,
                    gsize  bytes)
{
#ifdef MADV_HUGEPAGE
  guintptr first = ((guintptr) block + HUGE_PAGE - 1) & ~(guintptr) (HUGE_PAGE - 1);
  guintptr last = ((guintptr) block + bytes) & ~(guintptr) (HUGE_PAGE - 1);

  /* A wish: nothing depends on the answer. */
  if (bytes >= HUGE_FROM && last > first)
    madvise ((void *) first, last - first, MADV_HUGEPAGE);
#endif
}

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
          ask_for_huge_pages (block, bytes + 64 + sizeof (void *));
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
