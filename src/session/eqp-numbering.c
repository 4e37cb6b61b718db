/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which cluster has which number, and so which color. A method numbers its clusters as it likes; on the screen one that
 * goes on keeps its number: the steps of a run are numbered like what was shown before it (Kuhn-Munkres), and its
 * result like its last step. */
#include "config.h"

#include "eqp-numbering.h"

#include <string.h>

/* Kuhn-Munkres takes K^3; more clusters than this are matched one after the other, the largest overlap first. */
#define MUNKRES_MAX_K 200
/* Of K times the K before: the tables of overlaps stay below 64 MiB. */
#define MAX_PAIRS 4e6

struct _EqpNumbering
{
  gint64  n;
  gint    like_k;
  gint32 *like;    /* labels shown before the run; NULL: none were */
  gint64 *like_sizes;
  gint    k;       /* of the buffers below; 0: there are none */
  gint   *numbers; /* cluster of the method -> number on the screen */
  gint64 *sizes;
  gint32 *last;    /* labels of the newest step, as numbered */
  gint32 *labels;
  gboolean has_last;
};

typedef struct
{
  double profit;
  gint   cluster;
  gint   number;
} Pair;

/**
 * eqp_numbering_new:
 * @like: (nullable): labels to number clusters like
 *
 * Returns: (transfer full): numbers for one run; may be used by one thread at a time
 */
EqpNumbering *
eqp_numbering_new (EqpLabels *like)
{
  EqpNumbering *self = g_new0 (EqpNumbering, 1);

  if (like == NULL)
    return self;
  self->n = eqp_labels_get_n (like);
  self->like_k = eqp_labels_get_k (like);
  self->like = g_new (gint32, MAX (1, self->n));
  self->like_sizes = g_new0 (gint64, MAX (1, self->like_k));
  eqp_labels_unpack (like, self->like);
  for (gint64 i = 0; i < self->n; i++)
    self->like_sizes[self->like[i]]++;
  return self;
}

/**
 * eqp_numbering_free:
 * @self: (nullable) (transfer full): numbers
 */
void
eqp_numbering_free (EqpNumbering *self)
{
  if (self == NULL)
    return;
  g_free (self->like);
  g_free (self->like_sizes);
  g_free (self->numbers);
  g_free (self->sizes);
  g_free (self->last);
  g_free (self->labels);
  g_free (self);
}

static void
make_room (EqpNumbering *self,
           gint64        n,
           gint          k)
{
  if (self->like != NULL && n != self->n)
    g_clear_pointer (&self->like, g_free);
  if (self->like == NULL)
    self->like_k = 0;
  if (k == self->k && n == self->n && self->numbers != NULL)
    return;
  self->n = n;
  self->k = k;
  self->has_last = FALSE;
  g_free (self->numbers);
  g_free (self->sizes);
  g_free (self->last);
  g_free (self->labels);
  self->numbers = g_new (gint, k);
  self->sizes = g_new (gint64, k);
  self->last = g_new (gint32, MAX (1, n));
  self->labels = g_new (gint32, MAX (1, n));
  for (gint c = 0; c < k; c++)
    self->numbers[c] = c;
}

/* overlap[c * columns + number] += rows of both */
static void
count_overlaps (gint64        n,
                const gint32 *labels,
                const gint32 *numbered,
                gint          columns,
                double       *overlap)
{
  for (gint64 i = 0; i < n; i++)
    overlap[(gsize) labels[i] * (gsize) columns + (gsize) numbered[i]] += 1.0;
}

/* Whether these are the clusters of the newest step under other names; then they are numbered like those. */
static gboolean
is_last_again (EqpNumbering *self,
               const gint32 *labels)
{
  g_autofree gint *there = g_new (gint, self->k);
  g_autofree gboolean *taken = g_new0 (gboolean, self->k);
  gint next = 0;

  if (!self->has_last)
    return FALSE;
  for (gint c = 0; c < self->k; c++)
    there[c] = -1;
  for (gint64 i = 0; i < self->n; i++)
    {
      gint *number = &there[labels[i]];

      if (*number < 0 && taken[self->last[i]])
        return FALSE;
      if (*number < 0)
        *number = self->last[i];
      if (*number != self->last[i])
        return FALSE;
      taken[*number] = TRUE;
    }
  for (gint c = 0; c < self->k; c++)
    {
      while (there[c] < 0 && taken[next])
        next++;
      if (there[c] < 0)
        taken[next] = TRUE;
      self->numbers[c] = there[c] < 0 ? next : there[c];
    }
  return TRUE;
}

static int
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const Pair *x = a, *y = b;

  if (x->profit != y->profit)
    return x->profit > y->profit ? -1 : 1;
  return x->cluster != y->cluster ? x->cluster - y->cluster : x->number - y->number;
}

static void
match_greedily (gint          k,
                gint          columns,
                const double *cost,
                gint         *match)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autofree gboolean *taken = g_new0 (gboolean, columns);

  for (gint c = 0; c < k; c++)
    {
      match[c] = -1;
      for (gint number = 0; number < columns; number++)
        {
          Pair pair = { -cost[(gsize) c * (gsize) columns + (gsize) number], c, number };

          if (pair.profit > 0.0)
            g_array_append_val (pairs, pair);
        }
    }
  g_array_sort (pairs, compare_pairs);
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);

      if (match[pair->cluster] < 0 && !taken[pair->number])
        {
          match[pair->cluster] = pair->number;
          taken[pair->number] = TRUE;
        }
    }
}

/* A cluster that keeps over half of its rows keeps its number before anything else counts, then
 *     profit (c, number) = rows that c has of the old cluster + a quarter of those it has of the step before,
 * so that numbers do not change places within a run for little. Two old clusters may have gone into one; of them the
 * one that is most of the new cluster is gone on with. */
static void
fill_costs (EqpNumbering *self,
            const gint32 *labels,
            const gint64 *sizes,
            gint          columns,
            double       *cost)
{
  const double all = (double) self->n;
  g_autofree double *recent = g_new0 (double, (gsize) self->k * (gsize) columns);

  count_overlaps (self->n, labels, self->like, columns, cost);
  if (self->has_last)
    count_overlaps (self->n, labels, self->last, columns, recent);
  for (gint c = 0; c < self->k; c++)
    for (gint number = 0; number < columns; number++)
      {
        gsize at = (gsize) c * (gsize) columns + (gsize) number;
        gint64 old_size = number < self->like_k ? self->like_sizes[number] : 0;
        double overlap = cost[at], profit = overlap + 0.25 * recent[at];

        if (2.0 * overlap > (double) old_size)
          profit += 4.0 * all;
        if (2.0 * overlap > (double) old_size && 2.0 * overlap > (double) sizes[c])
          profit += 8.0 * all;
        cost[at] = -profit;
      }
}

/* What was not matched, or to a number beyond K, takes those that are free. */
static void
take_numbers (EqpNumbering *self,
              const gint   *match)
{
  g_autofree gboolean *taken = g_new0 (gboolean, self->k);
  gint next = 0;

  for (gint c = 0; c < self->k; c++)
    if (match[c] >= 0 && match[c] < self->k)
      taken[match[c]] = TRUE;
  for (gint c = 0; c < self->k; c++)
    {
      if (match[c] >= 0 && match[c] < self->k)
        {
          self->numbers[c] = match[c];
          continue;
        }
      while (taken[next])
        next++;
      taken[next] = TRUE;
      self->numbers[c] = next;
    }
}

/* The end of a run may number anew what the last step was; with nothing to be like, steps stay as they come. */
static void
find_numbers (EqpNumbering *self,
              const gint32 *labels,
              const gint64 *sizes,
              gboolean      end)
{
  gint columns = MAX (self->k, self->like_k);
  g_autofree double *cost = NULL;
  g_autofree gint *match = NULL;

  if ((end || self->like != NULL) && is_last_again (self, labels))
    return;
  if (self->like == NULL || (double) self->k * columns > MAX_PAIRS)
    {
      for (gint c = 0; c < self->k; c++)
        self->numbers[c] = c;
      return;
    }
  cost = g_new0 (double, (gsize) self->k * (gsize) columns);
  match = g_new (gint, self->k);
  fill_costs (self, labels, sizes, columns, cost);
  if (columns <= MUNKRES_MAX_K)
    eqp_hungarian (self->k, columns, cost, match);
  else
    match_greedily (self->k, columns, cost, match);
  take_numbers (self, match);
}

/**
 * eqp_numbering_event:
 * @self: numbers
 * @event: a step of the run
 * @numbered: (out caller-allocates): the same step with other numbers; its arrays are valid until the next call
 *
 * Time O(n + K^3) for a step with labels, O(K) for others, which are numbered like the step before.
 */
void
eqp_numbering_event (EqpNumbering   *self,
                     const EqpEvent *event,
                     EqpEvent       *numbered)
{
  *numbered = *event;
  if (event->sizes == NULL || event->k <= 0)
    return;
  if (event->labels == NULL && event->k != self->k)
    return;
  if (event->labels != NULL)
    {
      make_room (self, event->n, event->k);
      find_numbers (self, event->labels, event->sizes, event->kind == EQP_EVENT_FINISHED);
      for (gint64 i = 0; i < event->n; i++)
        self->labels[i] = self->numbers[event->labels[i]];
      numbered->labels = self->labels;
    }
  for (gint c = 0; c < self->k; c++)
    self->sizes[self->numbers[c]] = event->sizes[c];
  numbered->sizes = self->sizes;
  /* The closing event tells of what a step has told, or of something that the result will tell of again. */
  if (event->labels != NULL)
    {
      gint32 *swap = self->last;

      self->last = self->labels;
      self->labels = swap;
      self->has_last = TRUE;
    }
}

/**
 * eqp_numbering_result:
 * @self: numbers
 * @result: what the run gave, changed in place
 */
void
eqp_numbering_result (EqpNumbering *self,
                      EqpResult    *result)
{
  g_autofree gint64 *sizes = NULL;
  g_autofree double *centers = NULL;
  g_autofree double *prices = NULL;
  g_autofree double *masses = NULL;
  gsize d = (gsize) result->d;

  if (result->n == 0 || result->k <= 0 || result->labels == NULL)
    return;
  make_room (self, result->n, result->k);
  find_numbers (self, result->labels, result->sizes, TRUE);
  for (gint64 i = 0; i < result->n; i++)
    result->labels[i] = self->numbers[result->labels[i]];
  sizes = g_memdup2 (result->sizes, sizeof (gint64) * (gsize) result->k);
  if (result->centers != NULL)
    centers = g_memdup2 (result->centers, sizeof (double) * (gsize) result->k * d);
  if (result->prices != NULL)
    prices = g_memdup2 (result->prices, sizeof (double) * (gsize) result->k);
  if (result->masses != NULL)
    masses = g_memdup2 (result->masses, sizeof (double) * (gsize) result->k);
  for (gint c = 0; c < result->k; c++)
    {
      gint number = self->numbers[c];

      result->sizes[number] = sizes[c];
      if (centers != NULL)
        memcpy (result->centers + (gsize) number * d, centers + (gsize) c * d, sizeof (double) * d);
      if (prices != NULL)
        result->prices[number] = prices[c];
      if (masses != NULL)
        result->masses[number] = masses[c];
    }
}
