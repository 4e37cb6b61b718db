/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An auction that tells the prices of many clusters with few rows each, see eqp-assigner.c, where these are far from
 * the optimum (Bertsekas 1988, the auction algorithm; with objects that are alike, Bertsekas and Castanon 1989).
 *
 * A cluster has as many places as suit its price. Rows without a place bid for one in the cluster that costs them
 * least, up to the price at which the second one costs them as much, and a bit more. Where there are more bids than
 * places the lowest one leaves, and the price is the lowest of the others. The bit becomes smaller from round to round.
 * Newton's method has no densities of rows to go by there, and each unit that it leaves over is a search for a path. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define ROUNDS 12
#define SMALLER 4.0      /* the bit, from round to round */
#define FIRST_PART 16.0  /* of what costs of a row differ by is the first one */
#define BIDS 64          /* a row, at the most */
#define BIDS_PER_LOOK 256 /* at the cancellable */
#define FIRM_SHARE 8     /* sizes are firm where prices shift no more than one place in so many */
#define SURE_ROUNDS 4    /* at least */
#define ENOUGH 0.8       /* of what was left over before: further rounds are of little use */
#define LEFT 8           /* where a larger part of the rows is left over nothing has come of it */
#define SPREAD_ROWS 64   /* that tell how far apart costs are */

typedef struct
{
  double level; /* up to this price */
  gint32 row;
} Bid;

typedef struct
{
  EqpAssigner *self;
  gint64      *places; /* k */
  gint64      *held;   /* k: of these, taken */
  gint64      *first;  /* k: of a cluster in bids, where the lowest comes first */
  Bid         *bids;   /* n */
  gint32      *waiting; /* n: rows */
  gint64       made;   /* bids */
} Auction;

static inline gboolean
lower (Bid a, Bid b)
{
  return a.level < b.level || (a.level == b.level && a.row < b.row);
}

static void
sink_down (Bid *heap, gint64 count, Bid bid)
{
  gint64 at = 0;

  for (;;)
    {
      gint64 child = 2 * at + 1;

      if (child >= count)
        break;
      if (child + 1 < count && lower (heap[child + 1], heap[child]))
        child++;
      if (!lower (heap[child], bid))
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = bid;
}

static void
rise_up (Bid *heap, gint64 at, Bid bid)
{
  for (; at > 0 && lower (bid, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = bid;
}

/* The cluster that costs the row least, and by how much less than any other. */
static int
choose (EqpAssigner *self, gint64 row, double *less)
{
  EqpCostRow cost = _eqp_assigner_row (self, row, 0);
  float *priced = _eqp_assigner_scratch (self, 0), least, second;
  int best;

  if (cost.single != NULL)
    best = self->kernels->least (cost.single, self->price, self->kp, &least, &second);
  else
    {
      for (int c = 0; c < self->k; c++)
        priced[c] = (float) (cost.real[c] + self->q[c]);
      for (int c = self->k; c < self->kp; c++)
        priced[c] = INFINITY;
      best = self->kernels->least (priced, self->no_error, self->kp, &least, &second);
    }
  *less = (double) second - (double) least;
  return best;
}

/* One round: all rows get a place. FALSE: that takes too many bids, or it was cancelled. */
static gboolean
hold_round (Auction *auction, double bit)
{
  EqpAssigner *self = auction->self;
  gint64 n_waiting = self->n;

  _eqp_assigner_round_prices (self);
  memset (auction->held, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 i = 0; i < self->n; i++)
    auction->waiting[i] = (gint32) (self->n - 1 - i);
  while (n_waiting > 0)
    {
      gint32 row = auction->waiting[--n_waiting];
      double less;
      int c;
      Bid *heap, bid;

      if (auction->made++ % BIDS_PER_LOOK == 0 && (_eqp_assigner_poll (self) || auction->made > BIDS * self->n))
        return FALSE;
      c = choose (self, row, &less);
      heap = auction->bids + auction->first[c];
      bid = (Bid){ self->q[c] + less + bit, row };
      if (auction->places[c] == 0)
        {
          self->q[c] = bid.level;
          auction->waiting[n_waiting++] = row;
        }
      else if (auction->held[c] < auction->places[c])
        rise_up (heap, auction->held[c]++, bid);
      else
        {
          auction->waiting[n_waiting++] = heap[0].row;
          sink_down (heap, auction->places[c], bid);
        }
      if (auction->places[c] > 0 && auction->held[c] == auction->places[c])
        self->q[c] = MAX (self->q[c], heap[0].level);
      self->price[c] = (float) self->q[c];
    }
  return TRUE;
}

/* How many places suit the prices, n of all. Returns how many are not where they would be without prices. */
static gint64
find_places (Auction *auction)
{
  EqpAssigner *self = auction->self;
  gint64 at = 0, all = 0, shifted = 0;

  _eqp_assigner_find_flows (self);
  for (int c = 0; c < self->k; c++)
    all += auction->places[c] = self->flow[c];
  for (int c = 0; all != self->n; c = (c + 1) % self->k)
    if (all < self->n && auction->places[c] < assigner_most (self, c))
      {
        auction->places[c]++;
        all++;
      }
    else if (all > self->n && auction->places[c] > assigner_least (self, c))
      {
        auction->places[c]--;
        all--;
      }
  for (int c = 0; c < self->k; c++)
    {
      auction->first[c] = at;
      at += auction->places[c];
      shifted += MAX (0, auction->places[c] - (self->n + self->k - 1) / self->k);
    }
  return shifted;
}

/* The most that costs of a row differ by, with prices. */
static double
find_spread (EqpAssigner *self)
{
  double spread = 0.0;

  for (gint64 i = 0; i < self->n; i += MAX (1, self->n / SPREAD_ROWS))
    {
      EqpCostRow row = _eqp_assigner_row (self, i, 0);
      double low = INFINITY, high = -INFINITY;

      for (int c = 0; c < self->k; c++)
        {
          low = MIN (low, priced_in (self, row, c));
          high = MAX (high, priced_in (self, row, c));
        }
      spread = MAX (spread, high - low);
    }
  return spread;
}

/* Returns the rows that are left over at the best prices. */
static double
hold (Auction *auction)
{
  EqpAssigner *self = auction->self;
  double past = INFINITY, bit = find_spread (self) / FIRST_PART;

  memcpy (self->trial, self->q, sizeof (double) * (gsize) self->k);
  for (int round = 0; round < ROUNDS && past > 0.0; round++, bit /= SMALLER)
    {
      double excess;

      if ((round > 0 && find_places (auction) > self->n / FIRM_SHARE) || !hold_round (auction, bit))
        break;
      _eqp_assigner_center_prices (self);
      _eqp_assigner_evaluate (self, self->q);
      excess = _eqp_assigner_total_excess (self);
      if (excess < past)
        memcpy (self->trial, self->q, sizeof (double) * (gsize) self->k);
      if (round >= SURE_ROUNDS && excess > ENOUGH * past)
        break;
      past = MIN (past, excess);
    }
  memcpy (self->q, self->trial, sizeof (double) * (gsize) self->k);
  return past;
}

/* From the prices so far to better ones. FALSE: prices are what they were, since sizes give way to prices, costs are so
 * large that rounding hides what rows would bid, or memory is short. */
gboolean
_eqp_assigner_auction (EqpAssigner *self)
{
  g_autofree gint64 *numbers = g_new (gint64, 3 * (gsize) self->k);
  g_autofree double *before = g_memdup2 (self->q, sizeof (double) * (gsize) self->k);
  Auction auction = { .self = self, .places = numbers, .held = numbers + self->k,
                      .first = numbers + 2 * (gsize) self->k };
  gboolean held = FALSE;

  auction.bids = eqp_try_alloc (self->n, sizeof (Bid), "the assignment step", NULL);
  auction.waiting = eqp_try_alloc (self->n, sizeof (gint32), "the assignment step", NULL);
  if (auction.bids != NULL && auction.waiting != NULL && find_places (&auction) <= self->n / FIRM_SHARE)
    held = hold (&auction) <= (double) self->n / LEFT;
  if (!held)
    memcpy (self->q, before, sizeof (double) * (gsize) self->k);
  self->bids += auction.made;
  eqp_free (auction.bids);
  eqp_free (auction.waiting);
  return held;
}
