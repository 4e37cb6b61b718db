/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches in parts of a graph: recursive division, which finds the large pattern of many clusters that growing them
 * all at once misses; searches in the union of two clusters that touch (Sanders, Schulz 2011); and a few neighboring
 * clusters made anew from nothing (large neighborhood search: Shaw 1998). With the rest held, the sum of squares and
 * the limits of a part are those of its clusters, so J falls by as much as it does there. */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define PAIR_ROUNDS 4
#define USUAL_ROUNDS 2.0  /* of them; for progress */
#define MANY_PAIRS 8      /* for each cluster: from there on searches are brief, as they are under limits */
#define LEAST_RENEWED 3   /* clusters made anew at once; at the most two thirds of them */
#define DRAWS 8           /* for each cluster that is looked for beside others */
#define PAIRS_FAILED 4    /* for each cluster, one after the other: enough, where all clusters touch */

/* The graph that some rows have among themselves. */
typedef struct
{
  EqpLevel  graph;
  gint32   *rows;       /* graph.n, ascending */
} Part;

static void
part_clear (Part *self)
{
  g_free ((gpointer) self->graph.starts);
  g_free ((gpointer) self->graph.columns);
  g_free ((gpointer) self->graph.weights);
  g_free (self->rows);
}

/* Takes @rows. @number is as long as @whole has vertices, all -1, and is left so. O(edges of the rows). */
static void
part_init (Part *self, const EqpLevel *whole, gint32 *rows, gint64 n, gint32 *number)
{
  gint64 *starts = g_new (gint64, n + 1);
  gint64 used = 0;
  gint32 *columns;
  double *weights;

  for (gint64 i = 0; i < n; i++)
    {
      number[rows[i]] = (gint32) i;
      used += whole->starts[rows[i] + 1] - whole->starts[rows[i]];
    }
  columns = g_new (gint32, MAX (used, 1));
  weights = g_new (double, MAX (used, 1));
  starts[0] = used = 0;
  for (gint64 i = 0; i < n; i++)
    {
      for (gint64 e = whole->starts[rows[i]]; e < whole->starts[rows[i] + 1]; e++)
        if (number[whole->columns[e]] >= 0)
          {
            columns[used] = number[whole->columns[e]];
            weights[used++] = whole->weights[e];
          }
      starts[i + 1] = used;
    }
  for (gint64 i = 0; i < n; i++)
    number[rows[i]] = -1;
  self->graph = (EqpLevel) { .n = n, .starts = starts, .columns = columns, .weights = weights, .total_mass = n };
  self->rows = rows;
}

/* -- division ------------------------------------------------------------------------------------------------------ */

/* How many parts k clusters are divided into at once: all are made of the same number of clusters. */
static int
divisor (int k)
{
  for (int p = 2; p * p <= k; p++)
    if (k % p == 0)
      return p;
  return k;
}

/* Rows that share a label of @labels go into @k clusters from @first on. */
static gboolean
divide (EqpMultilevel *self, gint32 *rows, gint64 n, int k, gint32 first, gint32 *number, EqpRng *rng, gint32 *labels)
{
  int p = divisor (k), each = k / p;
  g_autoptr (EqpMultilevel) search = NULL;
  gboolean done = FALSE;
  Part part;

  if (k == 1 || n == 0)
    {
      for (gint64 i = 0; i < n; i++)
        labels[rows[i]] = first;
      g_free (rows);
      return TRUE;
    }

  part_init (&part, &self->graph, rows, n, number);
  search = _eqp_multilevel_new (&part.graph, p, self->gamma / each, self->fewest * each,
                                self->limited ? MIN (n, self->most * each) : 0, self->cancellable, NULL);
  if (search != NULL)
    {
      search->brief = self->brief;
      search->deadline = self->best < INFINITY ? self->deadline : 0;
      _eqp_multilevel_fresh (search, rng);
      _eqp_multilevel_improve (search, rng);
      done = search->best < INFINITY && !_eqp_multilevel_stopped (self);
      self->visits += _eqp_multilevel_get_visits (search);
    }
  for (int c = 0; c < p && done; c++)
    {
      gint32 *own = g_new (gint32, MAX (1, search->best_sizes[c]));
      gint64 count = 0;

      for (gint64 i = 0; i < n; i++)
        if (search->best_labels[i] == c)
          own[count++] = part.rows[i];
      done = divide (self, own, count, each, first + c * each, number, rng, labels);
    }
  part_clear (&part);
  return done;
}

/**
 * _eqp_multilevel_divide:
 * @self: a search
 * @rng: all that is left to chance
 * @labels: (out): n labels
 *
 * Divides the graph in two (or in K's smallest factor), each part likewise, and so on to K clusters.
 * O(log K) searches of the whole graph for few clusters.
 *
 * Returns: whether there are labels: not for prime K, when stopped, nor without memory
 */
gboolean
_eqp_multilevel_divide (EqpMultilevel *self,
                        EqpRng        *rng,
                        gint32        *labels)
{
  g_autofree gint32 *number = NULL;
  gint32 *rows;

  /* It would be a search like this one. */
  if (divisor (self->k) == self->k)
    return FALSE;

  number = g_new (gint32, self->graph.n);
  rows = g_new (gint32, self->graph.n);
  for (gint64 i = 0; i < self->graph.n; i++)
    rows[i] = (gint32) i;
  memset (number, 0xff, sizeof (gint32) * self->graph.n);
  return divide (self, rows, self->graph.n, self->k, 0, number, rng, labels);
}

/* -- pairs --------------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpMultilevel *search;
  gint32        *labels;    /* n */
  gint32        *number;    /* n: for part_init() */
  gint32        *next;      /* n: members of a cluster in a list */
  gint32        *head;      /* k */
  guint8        *changed;   /* k: since the pairs of the cluster were looked at last */
} Pairs;

static int
compare_codes (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* a k + b for all clusters a < b that touch, in random order. O(entries + b log b). */
static GArray *
find_pairs (Pairs *self, EqpRng *rng)
{
  const EqpLevel *graph = &self->search->graph;
  GArray *codes = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint used = 0;

  for (gint64 i = 0; i < graph->n; i++)
    for (gint64 e = graph->starts[i]; e < graph->starts[i + 1]; e++)
      {
        gint64 code = (gint64) self->labels[i] * self->search->k + self->labels[graph->columns[e]];

        if (self->labels[i] < self->labels[graph->columns[e]])
          g_array_append_val (codes, code);
      }
  g_array_sort (codes, compare_codes);
  for (guint i = 0; i < codes->len; i++)
    if (i == 0 || g_array_index (codes, gint64, i) != g_array_index (codes, gint64, used - 1))
      g_array_index (codes, gint64, used++) = g_array_index (codes, gint64, i);
  g_array_set_size (codes, used);
  for (guint i = used; i > 1; i--)
    {
      guint j = (guint) eqp_rng_below (rng, i);
      gint64 swap = g_array_index (codes, gint64, i - 1);

      g_array_index (codes, gint64, i - 1) = g_array_index (codes, gint64, j);
      g_array_index (codes, gint64, j) = swap;
    }
  return codes;
}

static void
add_member (Pairs *self, gint32 i)
{
  self->next[i] = self->head[self->labels[i]];
  self->head[self->labels[i]] = i;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return *(const gint32 *) a - *(const gint32 *) b;
}

/* The search in the union of two clusters. Returns whether they changed for the better. */
static gboolean
improve_pair (Pairs *self, gint32 a, gint32 b, gboolean brief, EqpRng *rng)
{
  EqpMultilevel *whole = self->search;
  g_autoptr (EqpMultilevel) search = NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autofree gint32 *labels = NULL;
  gint64 n;
  double before;
  gboolean better = FALSE;
  Part part;

  for (gint32 i = self->head[a]; i >= 0; i = self->next[i])
    g_array_append_val (rows, i);
  for (gint32 i = self->head[b]; i >= 0; i = self->next[i])
    g_array_append_val (rows, i);
  n = rows->len;
  g_array_sort (rows, compare_rows);
  part_init (&part, &whole->graph, g_memdup2 (rows->data, sizeof (gint32) * n), n, self->number);
  labels = g_new (gint32, n);
  for (gint64 i = 0; i < n; i++)
    labels[i] = self->labels[part.rows[i]] == b;

  search = _eqp_multilevel_new (&part.graph, 2, whole->gamma, whole->fewest, whole->limited ? MIN (n, whole->most) : 0,
                                whole->cancellable, NULL);
  if (search != NULL)
    {
      search->deadline = whole->deadline;
      search->brief = brief;
      _eqp_multilevel_offer (search, "pair", labels);
      before = search->best;
      _eqp_multilevel_improve (search, rng);
      better = search->best < before;
      whole->visits += _eqp_multilevel_get_visits (search);
    }
  if (better)
    {
      self->head[a] = self->head[b] = -1;
      for (gint64 i = n - 1; i >= 0; i--)
        {
          self->labels[part.rows[i]] = search->best_labels[i] == 1 ? b : a;
          add_member (self, part.rows[i]);
        }
    }
  part_clear (&part);
  return better;
}

/**
 * _eqp_multilevel_pairs:
 * @self: a search that has labels
 * @rng: all that is left to chance
 *
 * Searches in the union of every two clusters that touch, again where one of them changed. The best labels are never
 * worse afterwards.
 *
 * Returns: whether they are better
 */
gboolean
_eqp_multilevel_pairs (EqpMultilevel *self,
                       EqpRng        *rng)
{
  double before = self->best;
  Pairs pairs = { .search = self };

  if (self->k < 3)
    return FALSE;

  pairs.labels = g_memdup2 (self->best_labels, sizeof (gint32) * self->graph.n);
  pairs.number = g_new (gint32, self->graph.n);
  pairs.next = g_new (gint32, self->graph.n);
  pairs.head = g_new (gint32, self->k);
  pairs.changed = g_new (guint8, self->k);
  memset (pairs.number, 0xff, sizeof (gint32) * self->graph.n);
  memset (pairs.head, 0xff, sizeof (gint32) * self->k);
  memset (pairs.changed, 1, self->k);
  for (gint32 i = (gint32) self->graph.n; i-- > 0;)
    add_member (&pairs, i);

  for (int round = 0; round < PAIR_ROUNDS && !_eqp_multilevel_stopped (self); round++)
    {
      g_autoptr (GArray) codes = find_pairs (&pairs, rng);
      g_autofree guint8 *changed = g_memdup2 (pairs.changed, self->k);
      gboolean better = FALSE, brief = self->limited || codes->len > (guint) (MANY_PAIRS * self->k);
      gint64 failed = 0;

      memset (pairs.changed, 0, self->k);
      for (guint p = 0; p < codes->len && failed < PAIRS_FAILED * self->k && !_eqp_multilevel_stopped (self); p++)
        {
          gint64 code = g_array_index (codes, gint64, p);
          gint32 a = (gint32) (code / self->k), b = (gint32) (code % self->k);

          if (!changed[a] && !changed[b])
            continue;
          _eqp_multilevel_tell (self, MIN (1.0, (round + (double) p / codes->len) / USUAL_ROUNDS));
          failed++;
          if (improve_pair (&pairs, a, b, brief, rng))
            {
              better = pairs.changed[a] = pairs.changed[b] = TRUE;
              failed = 0;
            }
        }
      if (!better)
        break;
      _eqp_multilevel_offer (self, "pairs", pairs.labels);
    }
  g_free (pairs.labels);
  g_free (pairs.number);
  g_free (pairs.next);
  g_free (pairs.head);
  g_free (pairs.changed);
  return self->best < before;
}

/* -- clusters made anew -------------------------------------------------------------------------------------------- */

/* Draws up to @wanted clusters, each but the first a neighbor of one before where there is one; @place: k entries, set
 * to the order in which they are in @chosen, else -1. */
static int
draw_neighbors (const EqpMultilevel *self, int wanted, EqpRng *rng, gint32 *place, gint32 *chosen)
{
  const EqpLevel *graph = &self->graph;
  int count = 0;

  memset (place, 0xff, sizeof (gint32) * self->k);
  for (gint64 t = 0; t < (gint64) DRAWS * self->k * wanted && count < wanted; t++)
    {
      gint64 v = (gint64) eqp_rng_below (rng, (guint64) graph->n);
      gint64 degree = graph->starts[v + 1] - graph->starts[v];
      gint32 cluster = self->best_labels[v];

      if (count > 0 && place[cluster] < 0)
        continue;
      if (count > 0 && degree > 0)
        cluster = self->best_labels[graph->columns[graph->starts[v] + (gint64) eqp_rng_below (rng, (guint64) degree)]];
      if (place[cluster] >= 0)
        continue;
      place[cluster] = count;
      chosen[count++] = cluster;
    }
  return count;
}

/**
 * _eqp_multilevel_renew:
 * @self: a search that has labels
 * @rng: all that is left to chance
 *
 * Takes a few neighboring clusters apart: their rows are divided from nothing, and that is combined with what they
 * were. The best labels are never worse afterwards.
 *
 * Returns: whether they are better
 */
gboolean
_eqp_multilevel_renew (EqpMultilevel *self,
                       EqpRng        *rng)
{
  int wanted = LEAST_RENEWED + (int) eqp_rng_below (rng, (guint64) MAX (1, 2 * self->k / 3 + 1 - LEAST_RENEWED)), count;
  g_autoptr (EqpMultilevel) search = NULL;
  g_autofree gint32 *place = NULL;
  g_autofree gint32 *chosen = NULL;
  g_autofree gint32 *number = NULL;
  g_autofree gint32 *labels = NULL;
  g_autofree gint32 *whole = NULL;
  gint32 *rows;
  gint64 n = 0;
  gboolean better = FALSE;
  Part part;

  if (self->k < LEAST_RENEWED)
    return FALSE;
  place = g_new (gint32, self->k);
  chosen = g_new (gint32, self->k);
  count = draw_neighbors (self, wanted, rng, place, chosen);
  if (count < LEAST_RENEWED)
    return FALSE;

  rows = g_new (gint32, self->graph.n);
  number = g_new (gint32, self->graph.n);
  memset (number, 0xff, sizeof (gint32) * self->graph.n);
  for (gint64 i = 0; i < self->graph.n; i++)
    if (place[self->best_labels[i]] >= 0)
      rows[n++] = (gint32) i;
  part_init (&part, &self->graph, rows, n, number);
  labels = g_new (gint32, n);
  for (gint64 i = 0; i < n; i++)
    labels[i] = place[self->best_labels[part.rows[i]]];

  search = _eqp_multilevel_new (&part.graph, count, self->gamma, self->fewest, self->limited ? MIN (n, self->most) : 0,
                                self->cancellable, NULL);
  if (search != NULL)
    {
      _eqp_multilevel_brief (search, rng);
      _eqp_multilevel_cross (search, labels, rng);
      self->visits += _eqp_multilevel_get_visits (search);
      whole = g_memdup2 (self->best_labels, sizeof (gint32) * self->graph.n);
      for (gint64 i = 0; i < n; i++)
        whole[part.rows[i]] = chosen[search->best_labels[i]];
      better = _eqp_multilevel_offer (self, "renew", whole);
    }
  part_clear (&part);
  return better;
}
