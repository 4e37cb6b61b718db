/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cannot-links as coloring: units that have to be apart are joined by an edge, clusters are colors. Each connected part
 * of this graph is looked at for itself:
 *
 *   feasible?  DSATUR with backtracking (Brelaz 1979): the unit with the fewest clusters left comes next;
 *   cheapest   Kempe chains (of two clusters the units that edges join change sides) lower the cost of a division that
 *              keeps all pairs, then branch and bound over the same search finds the optimum, or stops at its limit of
 *              work on large parts with the best so far. */
#include "config.h"

#include "eqp-units-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"

#define PLACE_WORK 2e6      /* looks at costs of a part, in one placement */
#define COLOR_WORK 1e9      /* looks in the proof that there is a division at all */
#define CLIQUE_STARTS 1000  /* units around which a refusal looks for its reason */
#define CLIQUE_SHOWN 6      /* rows named in a refusal */
#define NOISE 1e-12         /* a gain below this part of the costs is rounding */

typedef enum {
  SEARCH_DONE,     /* nothing better is left */
  SEARCH_STOPPED   /* at the limit of work, or cancelled */
} SearchEnd;

struct _EqpApart
{
  const EqpUnits *units;
  int             k;
  GCancellable   *cancellable;
  gint64          count;      /* units with cannot-links; here they count from 0 */
  gint64          n_parts;
  gint64         *part_start; /* n_parts + 1 */
  gint32         *members;    /* count, part by part */
  gint32         *coloring;   /* count: a division that keeps all pairs */

  /* a search */
  gint32         *color;      /* count; -1: none yet */
  gint32         *blocked;    /* count x k: neighbors that have the cluster */
  gint32         *used;       /* k: units of the part that have it */
  gint32         *order;      /* count */
  guint8         *tried;      /* k for each depth */
  gint32         *found;      /* count */
  gint32         *chain;      /* count */
  guint8         *in_chain;   /* count */
};

#define NEIGHBORS(self, v, at) \
  gint64 at = (self)->units->apart_start[v]; at < (self)->units->apart_start[(v) + 1]; at++
#define NEIGHBOR(self, at) ((gint32) ((self)->units->apart[at] - (self)->units->first_apart))

/* -- parts ------------------------------------------------------------------------------------------------------- */

static void
find_parts (EqpApart *self)
{
  g_autofree guint8 *seen = g_new0 (guint8, (gsize) self->count + 1);
  gint64 filled = 0;

  for (gint64 start = 0; start < self->count; start++)
    if (!seen[start])
      {
        gint64 next = filled;

        self->part_start[self->n_parts++] = filled;
        seen[start] = TRUE;
        self->members[filled++] = (gint32) start;
        for (; next < filled; next++)
          for (NEIGHBORS (self, self->members[next], at))
            if (!seen[NEIGHBOR (self, at)])
              {
                seen[NEIGHBOR (self, at)] = TRUE;
                self->members[filled++] = NEIGHBOR (self, at);
              }
      }
  self->part_start[self->n_parts] = filled;
}

/* -- search ------------------------------------------------------------------------------------------------------ */

static void
set_color (EqpApart *self, gint32 v, gint32 color)
{
  gint32 old = self->color[v];

  if (old >= 0)
    self->used[old]--;
  if (color >= 0)
    self->used[color]++;
  for (NEIGHBORS (self, v, at))
    {
      gint32 *blocked = self->blocked + (gint64) NEIGHBOR (self, at) * self->k;

      if (old >= 0)
        blocked[old]--;
      if (color >= 0)
        blocked[color]++;
    }
  self->color[v] = color;
}

/* The unit with the fewest clusters left, on ties that with most to lose; adds what all that are left cost at the
 * least. -1: one has no cluster left. */
static gint32
pick (EqpApart *self, const gint32 *members, gint64 size, const double *cost, double *bound)
{
  gint32 best = -1;
  gint64 fewest = G_MAXINT64;
  double most = -1.0;

  for (gint64 i = 0; i < size; i++)
    {
      gint32 v = members[i];
      const gint32 *blocked = self->blocked + (gint64) v * self->k;
      double least = INFINITY, second = INFINITY, loss;
      gint64 left = 0;

      if (self->color[v] >= 0)
        continue;
      for (int c = 0; c < self->k; c++)
        if (blocked[c] == 0)
          {
            double value = cost != NULL ? cost[(gint64) v * self->k + c] : 0.0;

            left++;
            if (value < least)
              {
                second = least;
                least = value;
              }
            else if (value < second)
              second = value;
          }
      if (left == 0)
        return -1;
      *bound += least;
      loss = cost != NULL ? second - least
                          : (double) (self->units->apart_start[v + 1] - self->units->apart_start[v]);
      if (left < fewest || (left == fewest && loss > most))
        {
          fewest = left;
          most = loss;
          best = v;
        }
    }
  return best;
}

/* The cheapest cluster left that was not tried. Without costs all that nobody has yet are alike: one stands for all. */
static int
next_color (EqpApart *self, gint32 v, const double *cost, guint8 *tried)
{
  const gint32 *blocked = self->blocked + (gint64) v * self->k;
  int best = -1;
  gboolean fresh = FALSE;

  for (int c = 0; c < self->k; c++)
    {
      gboolean alike = cost == NULL && self->used[c] == 0;

      if (blocked[c] == 0 && !tried[c] && !(alike && fresh) &&
          (best < 0 || (cost != NULL && cost[(gint64) v * self->k + c] < cost[(gint64) v * self->k + best])))
        best = c;
      fresh = fresh || alike;
    }
  if (best >= 0)
    tried[best] = TRUE;
  return best;
}

/* Depth first. Puts the best division of the part below *value into found and its cost into *value; without costs the
 * first one ends the search. */
static SearchEnd
search (EqpApart *self, gint64 part, const double *cost, double limit, double *value, gboolean *better)
{
  const gint32 *members = self->members + self->part_start[part];
  gint64 size = self->part_start[part + 1] - self->part_start[part], depth = 0;
  double sum = 0.0, work = 0.0;
  SearchEnd end = SEARCH_DONE;
  gboolean deeper = TRUE;

  *better = FALSE;
  memset (self->used, 0, sizeof (gint32) * (gsize) self->k);
  while (depth >= 0)
    {
      gint32 v;
      int color;

      if (deeper && depth == size)
        {
          /* The last unit goes on to clusters that cost it more. */
          if (cost == NULL || sum < *value - NOISE * fabs (*value))
            {
              *value = sum;
              *better = TRUE;
              for (gint64 i = 0; i < size; i++)
                self->found[members[i]] = self->color[members[i]];
            }
          if (cost == NULL)
            break;
          deeper = FALSE;
          depth--;
          continue;
        }
      if (deeper)
        {
          double bound = sum;

          work += (double) size * self->k;
          if (work > limit || (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable)))
            {
              end = SEARCH_STOPPED;
              break;
            }
          v = pick (self, members, size, cost, &bound);
          if (v < 0 || (cost != NULL && bound >= *value - NOISE * fabs (*value)))
            {
              deeper = FALSE;
              depth--;
              continue;
            }
          self->order[depth] = v;
          memset (self->tried + depth * self->k, FALSE, (gsize) self->k);
        }
      v = self->order[depth];
      if (self->color[v] >= 0)
        {
          sum -= cost != NULL ? cost[(gint64) v * self->k + self->color[v]] : 0.0;
          set_color (self, v, -1);
        }
      color = next_color (self, v, cost, self->tried + depth * self->k);
      deeper = color >= 0;
      if (deeper)
        {
          set_color (self, v, color);
          sum += cost != NULL ? cost[(gint64) v * self->k + color] : 0.0;
          depth++;
        }
      else
        depth--;
    }
  for (gint64 i = 0; i < size; i++)
    set_color (self, members[i], -1);
  return end;
}

/* First fit along the part, which begins anywhere and goes on breadth first: enough where two will do. O(pairs). */
static gboolean
fit_first (EqpApart *self, gint64 part)
{
  const gint32 *members = self->members + self->part_start[part];
  gint64 size = self->part_start[part + 1] - self->part_start[part];
  g_autofree gint64 *taken = g_new0 (gint64, (gsize) self->k);

  for (gint64 i = 0; i < size; i++)
    self->found[members[i]] = -1;
  for (gint64 i = 0; i < size; i++)
    {
      int c = 0;

      for (NEIGHBORS (self, members[i], at))
        if (self->found[NEIGHBOR (self, at)] >= 0)
          taken[self->found[NEIGHBOR (self, at)]] = i + 1;
      while (c < self->k && taken[c] == i + 1)
        c++;
      if (c == self->k)
        return FALSE;
      self->found[members[i]] = c;
    }
  return TRUE;
}

/* -- refusals ---------------------------------------------------------------------------------------------------- */

static gboolean
is_apart (EqpApart *self, gint32 a, gint32 b)
{
  for (NEIGHBORS (self, a, at))
    if (NEIGHBOR (self, at) == b)
      return TRUE;
  return FALSE;
}

/* More units than clusters that are all apart from each other, grown around each unit in turn. Returns how many. */
static int
find_clique (EqpApart *self, gint64 part, gint32 *clique)
{
  gint64 last = MIN (self->part_start[part + 1], self->part_start[part] + CLIQUE_STARTS);

  for (gint64 i = self->part_start[part]; i < last; i++)
    {
      int size = 1;

      clique[0] = self->members[i];
      for (NEIGHBORS (self, clique[0], at))
        {
          gboolean all = TRUE;

          for (int c = 1; c < size && all; c++)
            all = is_apart (self, clique[c], NEIGHBOR (self, at));
          if (all)
            clique[size++] = NEIGHBOR (self, at);
          if (size > self->k)
            return size;
        }
    }
  return 0;
}

static gint64
first_row (EqpApart *self, gint32 v)
{
  for (gint64 i = 0; i < self->units->n; i++)
    if (self->units->unit[i] == v + self->units->first_apart)
      return i + 1;
  return 0;
}

static void
refuse (EqpApart *self, gint64 part, gboolean proven, GError **error)
{
  g_autofree gint32 *clique = g_new (gint32, (gsize) self->k + 1);
  g_autoptr (GString) rows = g_string_new (NULL);
  int size = find_clique (self, part, clique);
  long row = (long) first_row (self, self->members[self->part_start[part]]);

  for (int c = 0; c < MIN (size, CLIQUE_SHOWN); c++)
    g_string_append_printf (rows, "%s%ld", c > 0 ? ", " : "", (long) first_row (self, clique[c]));
  if (size > CLIQUE_SHOWN)
    g_string_append (rows, ", …");
  if (size > 0)
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                _ ("Rows %s have all to be apart from each other, which takes %d clusters, but K is %d; raise K or "
                   "leave pairs out."),
                rows->str, size, self->k);
  else
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                proven ? _ ("No division into %d clusters keeps all cannot-link pairs around row %ld; raise K or "
                            "leave pairs out.")
                       : _ ("No division into %d clusters was found that keeps all cannot-link pairs around row %ld; "
                            "raise K or leave pairs out."),
                self->k, row);
}

/**
 * _eqp_apart_new:
 * @units: units; borrowed
 * @k: clusters
 * @cancellable: (nullable): borrowed
 * @error: EQP_ERROR_INVALID_PARAM with the reason where the pairs cannot be kept, EQP_ERROR_TOO_LARGE
 *
 * Proves that there is a division by finding one. O(n + pairs), and more only where K is close to too small.
 *
 * Returns: (transfer full) (nullable): what places units with cannot-links
 */
EqpApart *
_eqp_apart_new (const EqpUnits  *units,
                int              k,
                GCancellable    *cancellable,
                GError         **error)
{
  EqpApart *self = g_new0 (EqpApart, 1);
  gsize count = (gsize) (units->m - units->first_apart);
  gboolean ok = TRUE;

  self->units = units;
  self->k = k;
  self->cancellable = cancellable;
  self->count = (gint64) count;
#define ALLOC(field, number)                                                                                           \
  ok = ok && (self->field = eqp_try_alloc (number, sizeof *self->field, N_ ("the cannot-links"), error)) != NULL
  ALLOC (part_start, count + 1);
  ALLOC (members, count + 1);
  ALLOC (coloring, count + 1);
  ALLOC (color, count + 1);
  ALLOC (blocked, (count + 1) * (gsize) k);
  ALLOC (used, (gsize) k);
  ALLOC (order, count + 1);
  ALLOC (tried, (count + 1) * (gsize) k);
  ALLOC (found, count + 1);
  ALLOC (chain, count + 1);
  ALLOC (in_chain, count + 1);
#undef ALLOC

  for (gsize v = 0; ok && v < count; v++)
    self->color[v] = -1;
  if (ok)
    find_parts (self);
  for (gint64 part = 0; ok && part < self->n_parts; part++)
    {
      double value = 0.0;
      gboolean any = fit_first (self, part);
      SearchEnd end = any ? SEARCH_DONE : search (self, part, NULL, COLOR_WORK, &value, &any);

      if (!any)
        {
          ok = FALSE;
          if (!g_cancellable_set_error_if_cancelled (cancellable, error))
            refuse (self, part, end == SEARCH_DONE, error);
        }
    }
  if (!ok)
    {
      _eqp_apart_free (self);
      return NULL;
    }
  memcpy (self->coloring, self->found, sizeof (gint32) * count);
  return self;
}

/**
 * _eqp_apart_free:
 * @self: (nullable): what places units
 */
void
_eqp_apart_free (EqpApart *self)
{
  if (self == NULL)
    return;
  eqp_free (self->part_start);
  eqp_free (self->members);
  eqp_free (self->coloring);
  eqp_free (self->color);
  eqp_free (self->blocked);
  eqp_free (self->used);
  eqp_free (self->order);
  eqp_free (self->tried);
  eqp_free (self->found);
  eqp_free (self->chain);
  eqp_free (self->in_chain);
  g_free (self);
}

/* -- placement --------------------------------------------------------------------------------------------------- */

/* The units of clusters a and b that hang together with v. Returns how many; *gain is what changing sides saves. */
static gint64
find_chain (EqpApart *self, gint32 v, gint32 b, const double *cost, const gint32 *labels, double *gain)
{
  gint32 a = labels[v];
  gint64 filled = 1;

  self->chain[0] = v;
  self->in_chain[v] = TRUE;
  *gain = 0.0;
  for (gint64 next = 0; next < filled; next++)
    {
      gint32 u = self->chain[next], to = labels[u] == a ? b : a;

      *gain += cost[(gint64) u * self->k + labels[u]] - cost[(gint64) u * self->k + to];
      for (NEIGHBORS (self, u, at))
        if (labels[NEIGHBOR (self, at)] == to && !self->in_chain[NEIGHBOR (self, at)])
          {
            self->in_chain[NEIGHBOR (self, at)] = TRUE;
            self->chain[filled++] = NEIGHBOR (self, at);
          }
    }
  for (gint64 i = 0; i < filled; i++)
    self->in_chain[self->chain[i]] = FALSE;
  return filled;
}

/* Kempe chains while one pays. */
static void
improve (EqpApart *self, gint64 part, const double *cost, gint32 *labels)
{
  const gint32 *members = self->members + self->part_start[part];
  gint64 size = self->part_start[part + 1] - self->part_start[part];
  gboolean changed = TRUE;
  double work = 0.0;

  while (changed && work < PLACE_WORK)
    {
      changed = FALSE;
      for (gint64 i = 0; i < size && work < PLACE_WORK; i++)
        for (gint32 b = 0; b < self->k; b++)
          {
            gint32 a = labels[members[i]];
            double gain;
            gint64 length;

            if (a == b)
              continue;
            length = find_chain (self, members[i], b, cost, labels, &gain);
            work += 4.0 * (double) length;
            if (gain <= NOISE * fabs (cost[(gint64) members[i] * self->k + a]))
              continue;
            for (gint64 at = 0; at < length; at++)
              labels[self->chain[at]] = labels[self->chain[at]] == a ? b : a;
            changed = TRUE;
          }
    }
}

/* Whether no pair of the part is broken. */
static gboolean
is_kept (EqpApart *self, gint64 part, const gint32 *labels)
{
  for (gint64 i = self->part_start[part]; i < self->part_start[part + 1]; i++)
    for (NEIGHBORS (self, self->members[i], at))
      if (labels[NEIGHBOR (self, at)] == labels[self->members[i]])
        return FALSE;
  return TRUE;
}

/**
 * _eqp_apart_place:
 * @self: what places units
 * @cost: a row of k costs for each unit with cannot-links, in the order of the units
 * @only_broken: whether parts that keep all their pairs stay as they are
 * @labels: (inout): labels of these units alone, to start from where they keep all pairs
 *
 * Places units with cannot-links so that every pair is kept and the sum of the costs is least; parts that take too much
 * work get a division that no Kempe chain improves.
 */
void
_eqp_apart_place (EqpApart     *self,
                  const double *cost,
                  gboolean      only_broken,
                  gint32       *labels)
{
  for (gint64 part = 0; part < self->n_parts; part++)
    {
      gint64 first = self->part_start[part], last = self->part_start[part + 1];
      double value = 0.0;
      gboolean better;

      if (is_kept (self, part, labels))
        {
          if (only_broken)
            continue;
        }
      else
        for (gint64 i = first; i < last; i++)
          labels[self->members[i]] = self->coloring[self->members[i]];
      improve (self, part, cost, labels);
      for (gint64 i = first; i < last; i++)
        value += cost[(gint64) self->members[i] * self->k + labels[self->members[i]]];
      search (self, part, cost, PLACE_WORK, &value, &better);
      for (gint64 i = first; i < last && better; i++)
        labels[self->members[i]] = self->found[self->members[i]];
    }
}
