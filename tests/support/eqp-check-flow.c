/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flows between pairs of clusters without a network: all ways to divide a region are tried, and what they have in common
 * says which vertices have to go together. For regions of a few vertices. */
#include "config.h"

#include <math.h>

#include "eqp-check-walk.h"

static gint64
mass_of (const EqpCheckPartition *self, gint64 v)
{
  return self->graph->mass != NULL ? self->graph->mass[v] : 1;
}

static gint64
size_of (const EqpCheckPartition *self, int cluster)
{
  gint64 size = 0;

  for (gint64 v = 0; v < self->graph->n; v++)
    size += self->labels[v] == cluster ? mass_of (self, v) : 0;
  return size;
}

static gboolean
touches (const EqpCheckPartition *self, gint64 v, int cluster)
{
  for (gint64 e = self->graph->starts[v]; e < self->graph->starts[v + 1]; e++)
    if (self->labels[self->graph->columns[e]] == cluster)
      return TRUE;
  return FALSE;
}

/* Breadth first from those of @at that are at the boundary still, as long as the mass is no more than @most. */
static int
take_region (const EqpCheckPartition *self, const gboolean *at, int own, int other, double most, gint32 *region, int count)
{
  const EqpLevel *graph = self->graph;
  g_autofree gboolean *taken = g_new0 (gboolean, graph->n);
  double mass = 0.0;
  int next = count;

  for (gint64 v = 0; v < graph->n; v++)
    if (at[v] && self->labels[v] == own && touches (self, v, other) && mass + (double) mass_of (self, v) <= most)
      {
        taken[v] = TRUE;
        mass += (double) mass_of (self, v);
        region[count++] = (gint32) v;
      }
  for (; next < count; next++)
    for (gint64 e = graph->starts[region[next]]; e < graph->starts[region[next] + 1]; e++)
      {
        gint32 u = graph->columns[e];

        if (self->labels[u] == own && !taken[u] && mass + (double) mass_of (self, u) <= most)
          {
            taken[u] = TRUE;
            mass += (double) mass_of (self, u);
            region[count++] = u;
          }
      }
  return count;
}

static void
assign (EqpCheckPartition *self, const gint32 *region, int count, guint chosen, int a, int b)
{
  for (int i = 0; i < count; i++)
    self->labels[region[i]] = chosen >> i & 1 ? a : b;
}

/* What all smallest cuts have in common that hold @wanted. */
static guint
common (const GArray *smallest, guint wanted)
{
  guint all = ~0u;

  for (guint i = 0; i < smallest->len; i++)
    if ((g_array_index (smallest, guint, i) & wanted) == wanted)
      all &= g_array_index (smallest, guint, i);
  return all;
}

/* Region vertices come to the smallest of the smallest cuts from the last on, each with all it needs, as long as that
 * makes sizes more even; what needs something that was too much is too much as well. */
static guint
even_out (const EqpCheckPartition *self, const GArray *smallest, const gint32 *region, int count, gint64 wanted, guint all)
{
  guint inside = common (smallest, 0), refused = 0;

  for (int root = count; root-- > 0;)
    {
      guint set = 0;
      gint64 more = 0, left = wanted;

      for (int i = 0; i < count; i++)
        left -= inside >> i & 1 ? mass_of (self, region[i]) : 0;
      if (left <= 0)
        break;
      if ((((inside | refused) >> root) & 1) || !((all >> root) & 1))
        continue;
      set = common (smallest, inside | 1u << root) & ~inside;
      for (int i = 0; i < count; i++)
        more += set >> i & 1 ? mass_of (self, region[i]) : 0;
      if ((set & refused) == 0 && more - left < left)
        inside |= set;
      else
        refused |= set;
    }
  return inside;
}

static gboolean
divide (EqpCheckPartition *self, EqpPrices judge, const gboolean *at, int a, int b, double share)
{
  g_autofree gint32 *region = g_new (gint32, self->graph->n);
  g_autofree gint32 *before = g_memdup2 (self->labels, sizeof (gint32) * self->graph->n);
  g_autoptr (GArray) smallest = g_array_new (FALSE, FALSE, sizeof (guint));
  double cut = INFINITY, best = eqp_check_value (self, judge), tiny = 1e-10 * (1.0 + fabs (best));
  gint64 wanted = (size_of (self, b) - size_of (self, a)) / 2;
  int count = take_region (self, at, a, b, share * (double) size_of (self, a), region, 0), choice = -1;
  guint sides[3], largest = 0;

  count = take_region (self, at, b, a, share * (double) size_of (self, b), region, count);
  g_assert_cmpint (count, <, 20);
  for (guint chosen = 0; chosen < 1u << count; chosen++)
    {
      double now;

      assign (self, region, count, chosen, a, b);
      now = eqp_check_cut (self);
      if (now < cut - 1e-10)
        g_array_set_size (smallest, 0);
      if (now < cut + 1e-10)
        g_array_append_val (smallest, chosen);
      cut = MIN (cut, now);
    }
  memcpy (self->labels, before, sizeof (gint32) * self->graph->n);

  for (guint i = 0; i < smallest->len; i++)
    largest |= g_array_index (smallest, guint, i);
  for (int i = 0; i < count; i++)
    wanted += before[region[i]] == a ? mass_of (self, region[i]) : 0;
  sides[0] = common (smallest, 0);
  sides[1] = largest;
  sides[2] = even_out (self, smallest, region, count, wanted, largest);
  for (int s = 0; s < 3; s++)
    {
      assign (self, region, count, sides[s], a, b);
      if (eqp_check_value (self, judge) < best - tiny)
        {
          best = eqp_check_value (self, judge);
          choice = s;
        }
    }
  if (choice < 0)
    memcpy (self->labels, before, sizeof (gint32) * self->graph->n);
  else
    assign (self, region, count, sides[choice], a, b);
  return choice >= 0;
}

/* Between every two clusters that touch when a round begins, in order, if the round before changed one of them. */
gboolean
eqp_check_flow (EqpCheckPartition *self, EqpPrices judge, double share, int rounds)
{
  gint64 n = self->graph->n;
  int k = self->k;
  g_autofree gboolean *at = g_new (gboolean, (gsize) n * k * k), *changed = g_new (gboolean, k);
  gboolean found = FALSE, better = TRUE;

  for (int c = 0; c < k; c++)
    changed[c] = TRUE;
  for (int round = 0; round < rounds && better; round++)
    {
      g_autofree gboolean *before = g_memdup2 (changed, sizeof (gboolean) * k);

      better = FALSE;
      memset (changed, 0, sizeof (gboolean) * k);
      for (int pair = 0; pair < k * k; pair++)
        for (gint64 v = 0; v < n; v++)
          at[pair * n + v] = (self->labels[v] == pair / k && touches (self, v, pair % k)) ||
                             (self->labels[v] == pair % k && touches (self, v, pair / k));
      for (int a = 0; a < k; a++)
        for (int b = a + 1; b < k; b++)
          if ((before[a] || before[b]) && divide (self, judge, at + (a * k + b) * n, a, b, share))
            found = better = changed[a] = changed[b] = TRUE;
    }
  return found;
}
