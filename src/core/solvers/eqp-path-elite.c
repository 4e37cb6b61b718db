/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which partitions of a path are crossed at one of its gammas: good ones that are not alike. */
#include "config.h"

#include "eqp-path-private.h"

#include <stdlib.h>

#define ROWS 512  /* that are looked at */
#define ALIKE 50  /* fewer than one row in so many is elsewhere */

typedef struct
{
  double worth;
  gint   partition;
} Rank;

static gint
by_worth (gconstpointer a, gconstpointer b)
{
  const Rank *x = a, *y = b;

  return x->worth < y->worth ? -1 : x->worth > y->worth ? 1 : x->partition - y->partition;
}

/* Whether most rows of each cluster of @a, as a vote finds them, are together in @b. */
static gboolean
are_alike (const EqpPath *self, gint a, gint b)
{
  const guint8 *first = _eqp_path_partition (self, a)->packed, *second = _eqp_path_partition (self, b)->packed;
  gint64 step = MAX (1, self->n / ROWS), looked = 0, apart = 0;
  g_autofree gint32 *match = g_new0 (gint32, self->k);
  g_autofree gint32 *votes = g_new0 (gint32, self->k);

  for (gint64 i = 0; i < self->n; i += step)
    {
      gint32 mine = _eqp_path_label (self, first, i), other = _eqp_path_label (self, second, i);

      if (votes[mine] == 0)
        match[mine] = other;
      votes[mine] += match[mine] == other ? 1 : -1;
    }
  for (gint64 i = 0; i < self->n; i += step, looked++)
    apart += match[_eqp_path_label (self, first, i)] != _eqp_path_label (self, second, i);
  return apart * ALIKE < looked;
}

/**
 * _eqp_path_find_elite:
 * @self: a path that nobody changes
 * @node: of its grid
 * @found: (out): EQP_PATH_ELITE partitions at the most, the best one first
 *
 * The best partitions that are not alike. O(p log p) for p partitions.
 *
 * Returns: how many there are
 */
gint
_eqp_path_find_elite (const EqpPath *self,
                      gint           node,
                      gint          *found)
{
  gint known = (gint) self->partitions->len, count = 0;
  g_autofree Rank *ranks = g_new (Rank, known);

  for (gint i = 0; i < known; i++)
    ranks[i] = (Rank){ _eqp_path_line (_eqp_path_partition (self, i), self->gammas[node]), i };
  qsort (ranks, known, sizeof (Rank), by_worth);
  for (gint i = 0; i < known && count < EQP_PATH_ELITE; i++)
    {
      gint like = 0;

      while (like < count && !are_alike (self, found[like], ranks[i].partition))
        like++;
      if (like == count)
        found[count++] = ranks[i].partition;
    }
  return count;
}

/**
 * _eqp_path_draw_parents:
 * @self: a path that nobody changes
 * @node: of its grid
 * @rng: decides
 * @better: (out): a partition
 * @other: (out): another, no better at @node
 *
 * Any two of the elite.
 *
 * Returns: whether there are two
 */
gboolean
_eqp_path_draw_parents (const EqpPath *self,
                        gint           node,
                        EqpRng        *rng,
                        gint          *better,
                        gint          *other)
{
  gint elite[EQP_PATH_ELITE], count = _eqp_path_find_elite (self, node, elite), first, second;

  if (count < 2)
    return FALSE;

  first = (gint) eqp_rng_below (rng, (guint64) count);
  do
    second = (gint) eqp_rng_below (rng, (guint64) count);
  while (second == first);
  *better = elite[MIN (first, second)];
  *other = elite[MAX (first, second)];
  return TRUE;
}
