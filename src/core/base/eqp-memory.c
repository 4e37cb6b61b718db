/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a matrix fits, asked before memory is spent: Linux promises memory that it does not have and ends
 * programs that use it. */
#include "config.h"

#include "eqp-memory.h"
#include "eqp-sentence.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "eqp-error.h"

/* Solvers and the rest of the system need room beside the matrix. */
#define SHARE 0.8

/* What a column takes beside its numbers: a name, an offset, sums. A few bytes of a sparse file can announce millions.
 */
#define COLUMN_BYTES 200.0
#define MOST_COLUMNS 10000000

static guint64 forced;

/* The number behind a line's beginning in a small file of the kernel, or G_MAXUINT64. */
static guint64
read_number (const char *path, const char *begins)
{
  g_autofree char *text = NULL;
  const char *found;
  char *end;
  guint64 value;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return G_MAXUINT64;
  found = strstr (text, begins);
  if (found == NULL)
    return G_MAXUINT64;
  found += strlen (begins);
  value = g_ascii_strtoull (found, &end, 10);
  return end == found ? G_MAXUINT64 : value;
}

/**
 * eqp_address_space:
 *
 * Returns: bytes that a limit (ulimit -v) leaves this process to map; %G_MAXUINT64 where there is none
 */
guint64
eqp_address_space (void)
{
  struct rlimit limit;
  guint64 pages;

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return G_MAXUINT64;
  pages = read_number ("/proc/self/statm", "");
  if (pages == G_MAXUINT64)
    return (guint64) limit.rlim_cur;
  pages *= (guint64) sysconf (_SC_PAGESIZE);
  return limit.rlim_cur > pages ? (guint64) limit.rlim_cur - pages : 0;
}

static guint64
free_memory (void)
{
  guint64 available, limit, used;

  if (forced > 0)
    return forced;
  available = read_number ("/proc/meminfo", "MemAvailable:");
  if (available != G_MAXUINT64)
    available *= 1024;
  else
    available = (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE);

  /* Containers. */
  limit = read_number ("/sys/fs/cgroup/memory.max", "");
  used = read_number ("/sys/fs/cgroup/memory.current", "");
  if (limit != G_MAXUINT64 && used != G_MAXUINT64)
    available = MIN (available, limit > used ? limit - used : 0);
  return MIN (available, eqp_address_space ());
}

/**
 * _eqp_set_free_memory:
 * @bytes: what to take for the free memory; 0: ask the system
 *
 * For tests.
 */
void
_eqp_set_free_memory (guint64 bytes)
{
  forced = bytes;
}

/**
 * _eqp_usable_memory:
 *
 * Returns: bytes of the free memory that a reader may take
 */
guint64
_eqp_usable_memory (void)
{
  return (guint64) (SHARE * (double) free_memory ());
}

/**
 * _eqp_memory_lasts:
 * @taken: bytes that the caller has taken already
 * @more: bytes that it wants to take
 *
 * Returns: whether it may
 */
gboolean
_eqp_memory_lasts (gsize taken,
                   gsize more)
{
  /* What is taken is not free any more, unless a test said what is. */
  return (double) more + (forced > 0 ? (double) taken : 0.0) <= (double) _eqp_usable_memory ();
}

/**
 * _eqp_gigabytes:
 * @bytes: an amount of memory
 *
 * Returns: (transfer full): "0.314 GB", "4000 GB"
 */
char *
_eqp_gigabytes (double bytes)
{
  return bytes >= 1e11 ? g_strdup_printf ("%.0f GB", bytes / 1e9) : g_strdup_printf ("%.3g GB", bytes / 1e9);
}

/**
 * _eqp_check_memory:
 * @file: the file's name, for the message
 * @n: rows
 * @d: columns
 * @item_size: bytes that a number takes while the file is read
 * @error: return location, EQP_ERROR_TOO_LARGE
 *
 * Returns: whether a dense matrix of that size can be read into the free memory
 */
gboolean
_eqp_check_memory (const char  *file,
                   gint64       n,
                   gint64       d,
                   gsize        item_size,
                   GError     **error)
{
  double needed = (double) n * (double) d * (double) MAX (item_size, sizeof (float)) + (double) d * COLUMN_BYTES;
  double available = (double) free_memory ();
  g_autofree char *needed_text = _eqp_gigabytes (needed), *available_text = _eqp_gigabytes (available);

  if (needed <= (double) _eqp_usable_memory () && d <= MOST_COLUMNS)
    return TRUE;
  if (needed <= (double) _eqp_usable_memory ())
    {
      eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                  _ ("%s: %" PRId64 " columns are more than can be worked with, which is %d; choose fewer, or reduce "
                                    "them before (PCA)."),
                  file, d, MOST_COLUMNS);
      return FALSE;
    }

  eqp_refuse (error, EQP_ERROR_TOO_LARGE,
              _ ("%s: the dense matrix of %" PRId64 " × %" PRId64
                 " numbers takes %s, and %s of memory are free; choose fewer rows or columns, or reduce them before "
                 "(PCA)."),
              file, n, d, needed_text, available_text);
  return FALSE;
}

/**
 * _eqp_memory_will_last:
 * @taken: bytes of it that are taken already
 * @needed: a guess of the bytes needed in all
 * @share: how much of the file was seen for it, in (0, 1]
 *
 * What comes may be packed less tightly than what was seen. So a guess from a small share has to be many times the free
 * memory: when it counts, an eighth of that is taken, or less the more there is to come, but a thirty-second at least.
 *
 * Returns: whether that much may be there; all of the free memory counts, not only the share a reader may take, because
 * the guess may be too high and is made again on the way
 */
gboolean
_eqp_memory_will_last (double taken,
                       double needed,
                       double share)
{
  double available = (double) free_memory () + (forced > 0 ? 0.0 : taken);

  return needed <= available ||
         (share < 1.0 && (needed * needed * 8.0 * share <= available * available || 32.0 * taken <= available));
}

/**
 * _eqp_check_memory_guess:
 * @file: the file's name, for the message
 * @n: rows, as far as the size of the file and its first rows tell
 * @d: columns; 0: the rows are edges of a graph
 * @row_bytes: bytes that a row takes while the file is read
 * @taken: rows that have their memory already
 * @share: how much of the file was seen for it, as for _eqp_memory_will_last()
 * @error: return location, EQP_ERROR_TOO_LARGE
 *
 * Returns: whether a table of about that size can be read into the free memory
 */
gboolean
_eqp_check_memory_guess (const char  *file,
                         gint64       n,
                         gint64       d,
                         gsize        row_bytes,
                         gint64       taken,
                         double       share,
                         GError     **error)
{
  double needed = (double) n * (double) row_bytes;
  g_autofree char *needed_text = NULL, *available_text = NULL, *what = NULL;

  if (_eqp_memory_will_last ((double) taken * (double) row_bytes, needed, share))
    return TRUE;

  needed_text = _eqp_gigabytes (needed);
  available_text = _eqp_gigabytes ((double) free_memory ());
  what = d > 0 ? eqp_sentence_dup (_ ("rows of %" PRId64 " columns"), d) : g_strdup ("edges");
  eqp_refuse (error, EQP_ERROR_TOO_LARGE,
              _ ("%s: reading about %" PRId64
                 " %s takes %s of memory, and %s are free; make a smaller file with fewer %s, or free memory."),
              file, n, what, needed_text, available_text, d > 0 ? _ ("rows or columns") : "edges");
  return FALSE;
}
