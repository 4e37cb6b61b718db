/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large allocations that fail with a sentence instead of ending the program, and blocks straight from the system for
 * what is given back bit by bit. */
#include "config.h"

#include "eqp-alloc.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "eqp-error.h"
#include "eqp-memory.h"

/* Blocks from this size on are given large pages where the system leaves the choice to programs: a pass over the rows
 * then meets a new page every 2 MB instead of every 4 kB. */
#define HUGE_FROM ((gsize) 8 << 20)
#define HUGE_PAGE ((gsize) 2 << 20)

/* Items that room is made for at first. */
#define FIRST_ITEMS 1024

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

static gint64 until_failure; /* atomic; 0: none is to fail */

/**
 * _eqp_fail_allocation:
 * @number: which of the checked allocations to come fails, from 1; 0: none
 *
 * For tests.
 *
 * Returns: how many were still to come before the one that was to fail; 0: it has failed
 */
gint64
_eqp_fail_allocation (gint64 number)
{
  return __atomic_exchange_n (&until_failure, number, __ATOMIC_RELAXED);
}

static gboolean
is_to_fail (void)
{
  return __atomic_load_n (&until_failure, __ATOMIC_RELAXED) > 0 &&
         __atomic_sub_fetch (&until_failure, 1, __ATOMIC_RELAXED) == 0;
}

static void
set_no_memory (gsize n, gsize size, const char *what, GError **error)
{
  if (n > 0 && size > G_MAXSIZE / n)
    g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                 _ ("There is no memory for %s: it would take more than this machine can address; use fewer rows or "
                    "columns."),
                 _ (what));
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                 _ ("There is no memory for %s, which takes %.0f MB; use fewer rows or columns."), _ (what),
                 (double) n * (double) size / 1e6);
}

/**
 * eqp_try_alloc:
 * @n: number of items
 * @size: bytes an item
 * @what: what they are for, as it stands in the message (N_ ("the feature matrix")); it is translated there
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

  if (g_size_checked_mul (&bytes, n, size) && bytes <= G_MAXSSIZE - 4096 && !is_to_fail ())
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
    set_no_memory (n, size, what, error);
  return memory;
}

/**
 * eqp_try_malloc:
 * @n: number of items
 * @size: bytes an item
 * @what: what they are for, as it stands in the message
 * @error: (nullable): return location, EQP_ERROR_TOO_LARGE
 *
 * The same for what is handed over to g_free().
 *
 * Returns: (transfer full) (nullable): n * size zeroed bytes; free with g_free()
 */
gpointer
eqp_try_malloc (gsize        n,
                gsize        size,
                const char  *what,
                GError     **error)
{
  gpointer memory = is_to_fail () ? NULL : g_try_malloc0_n (MAX (1, n), size);

  if (memory == NULL)
    set_no_memory (n, size, what, error);
  return memory;
}

/**
 * eqp_try_grow:
 * @memory: (transfer full) (nullable): items, to be freed by g_free()
 * @room: (inout): for how many of them it is; then half as many again
 * @size: bytes an item
 *
 * Returns: (transfer full) (nullable): the same with more room at its end; NULL where the memory does not last, and
 * @memory is as before
 */
gpointer
eqp_try_grow (gpointer  memory,
              gint64   *room,
              gsize     size)
{
  gint64 more = MAX (FIRST_ITEMS, *room / 2);
  gpointer grown = NULL;

  if (!is_to_fail () && _eqp_memory_lasts ((gsize) *room * size, (gsize) more * size))
    grown = g_try_realloc_n (memory, (gsize) (*room + more), size);
  if (grown != NULL)
    *room += more;
  return grown;
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

/* What a block takes: whole pages, and whole large ones where little is lost. */
static gsize
mapped_bytes (gsize bytes)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize huge = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;

  return huge - bytes <= huge / 16 ? huge : (bytes + page - 1) / page * page;
}

/**
 * eqp_map_block:
 * @bytes: at least 1
 * @fill: whether all of it will be used soon
 *
 * Takes memory from the system, past malloc, which would keep freed blocks. With @fill it comes in large pages, where
 * there are such, and all at once: page by page, as it is met, it takes longer than it takes to read numbers from text.
 *
 * Returns: (transfer full) (nullable): zeroed memory, to be freed by eqp_unmap_block(); NULL when there is none
 */
gpointer
eqp_map_block (gsize    bytes,
               gboolean fill)
{
  gsize size = mapped_bytes (bytes), spare = fill && size >= HUGE_PAGE ? HUGE_PAGE : 0;
  char *block = is_to_fail () ? MAP_FAILED
                              : mmap (NULL, size + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (block == MAP_FAILED)
    return NULL;
  if (spare > 0)
    {
      /* Large pages start at multiples of their size. */
      gsize before = (HUGE_PAGE - (guintptr) block % HUGE_PAGE) % HUGE_PAGE;

      if (before > 0)
        munmap (block, before);
      block += before;
      munmap (block + size, spare - before);
    }

  /* Wishes: nothing depends on the answers. */
#ifdef MADV_HUGEPAGE
  if (spare > 0)
    madvise (block, size, MADV_HUGEPAGE);
#endif
#ifdef MADV_POPULATE_WRITE
  if (fill)
    madvise (block, size, MADV_POPULATE_WRITE);
#endif
  return block;
}

/**
 * eqp_unmap_block:
 * @block: (nullable): from eqp_map_block()
 * @bytes: as it was asked for
 */
void
eqp_unmap_block (gpointer block,
                 gsize    bytes)
{
  if (block != NULL)
    munmap (block, mapped_bytes (bytes));
}
