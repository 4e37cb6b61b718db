/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced k-means on a line, solved exactly. With given sizes the best clusters are stretches of the rows in order, so
 * J is a sum over K stretches of w (i, j) = SSE + gamma (j - i)^2, and w is Monge:
 *
 *   w (i, l) + w (j, m) >= w (i, m) + w (j, l)  for  i <= j <= m <= l.
 *
 * With a fee for each stretch in place of their number the best ones are found in O(n log n) (Hirschberg, Larmore 1987;
 * Galil, Park 1990), and the least sum is convex in their number, so a bisection of the fee ends at K. Where the number
 * jumps past K at one fee, of two divisions with fewer and with more one with K is spliced that is as good (Aggarwal,
 * Schieber, Tokuyama 1994). */
#include "config.h"

#include "eqp-line-partition-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define PLACES_PER_LOOK 1024 /* at the cancellable */
#define DOUBLINGS 200
#define HALVINGS 100

typedef struct
{
  gint64        n;
  int           k;
  double        gamma;
  gint64        even;       /* n / k */
  long double  *sum;        /* n + 1: of the rows before each place, less the mean of all; */
  long double  *squares;    /* n + 1 */
  double        fee;
  double       *least;      /* n + 1: of all up to a place */
  gint32       *before;     /* n + 1: where its last stretch begins */
  gint32       *start;      /* n: places that are the best beginning of a stretch, for ends from */
  gint32       *from;       /* n: here on */
  GCancellable *cancellable;
} Line;

/* The price of a size has no part that all divisions into K have in common, so that a huge gamma hides no SSE. */
static inline double
stretch (const Line *line, gint64 i, gint64 j)
{
  long double sum = line->sum[j] - line->sum[i], count = (long double) (j - i);
  double sse = (double) (line->squares[j] - line->squares[i] - sum * sum / count);
  double more = (double) (j - i - line->even);

  return MAX (sse, 0.0) + line->gamma * more * (more - 1.0);
}

static inline double
through (const Line *line, gint64 i, gint64 j)
{
  return line->least[i] + stretch (line, i, j) + line->fee;
}

/* From which end on @late is a better beginning of the last stretch than @early, which is so at @first at the
 * earliest; n + 1: never. */
static gint64
overtakes (const Line *line, gint64 early, gint64 late, gint64 first)
{
  gint64 last = line->n + 1;

  while (first < last)
    {
      gint64 middle = first + (last - first) / 2;

      if (through (line, late, middle) < through (line, early, middle))
        last = middle;
      else
        first = middle + 1;
    }
  return last;
}

/* The best division at a fee. Returns how many stretches it has, their ends in @ends; -1 when cancelled. */
static gint64
divide (Line *line, double fee, gint32 *ends)
{
  gint64 first = 0, last = 0, count = 0, n = line->n;

  line->fee = fee;
  line->least[0] = 0.0;
  line->start[0] = 0;
  line->from[0] = 1;
  for (gint64 j = 1; j <= n; j++)
    {
      gint64 place;

      if (j % PLACES_PER_LOOK == 0 && g_cancellable_is_cancelled (line->cancellable))
        return -1;
      while (first < last && line->from[first + 1] <= j)
        first++;
      line->before[j] = line->start[first];
      line->least[j] = through (line, line->start[first], j);
      if (j == n)
        break;

      while (last > first && through (line, j, line->from[last]) < through (line, line->start[last], line->from[last]))
        last--;
      place = overtakes (line, line->start[last], j, MAX (j + 1, line->from[last]));
      if (place <= n)
        {
          line->start[++last] = (gint32) j;
          line->from[last] = (gint32) place;
        }
    }

  for (gint64 j = n; j > 0; j = line->before[j])
    count++;
  for (gint64 j = n, c = count; j > 0; j = line->before[j])
    ends[--c] = (gint32) j;
  return count;
}

/* Of a division into @fewer than k stretches and one into more, of the same worth at one fee, one into k. */
static void
splice (int k, const gint32 *few, gint64 fewer, const gint32 *many, gint32 *ends)
{
  gint64 shift = k - fewer, i = 0;

  while (i + 1 < fewer && few[i] <= many[i + shift])
    i++;
  memcpy (ends, many, sizeof (gint32) * (gsize) (i + shift));
  memcpy (ends + i + shift, few + i, sizeof (gint32) * (gsize) (fewer - i));
}

static gboolean
find_ends (Line *line, double scale, gint32 *ends, gint32 *few, gint32 *many)
{
  gint64 k = line->k, n = line->n, fewer = 1;
  double low = 0.0, high = 0.0, step = scale;
  gint64 count = divide (line, 0.0, ends);
  gboolean too_many = count > k;

  few[0] = (gint32) n;
  for (gint64 i = 0; i < n; i++)
    many[i] = (gint32) (i + 1);
  for (int doubling = 0; doubling < DOUBLINGS && count > 0 && count != k && (count > k) == too_many; doubling++)
    {
      if (count > k)
        {
          memcpy (many, ends, sizeof (gint32) * (gsize) count);
          low = high;
          high += step;
        }
      else
        {
          memcpy (few, ends, sizeof (gint32) * (gsize) count);
          fewer = count;
          high = low;
          low -= step;
        }
      count = divide (line, too_many ? high : low, ends);
      step *= 2.0;
    }
  for (int halving = 0; halving < HALVINGS && count > 0 && count != k; halving++)
    {
      double middle = 0.5 * (low + high);

      memcpy (count > k ? many : few, ends, sizeof (gint32) * (gsize) count);
      if (count < k)
        fewer = count;
      if (halving > 0 && (middle <= low || middle >= high))
        break;
      count = divide (line, middle, ends);
      *(count > k ? &low : &high) = middle;
    }
  if (count > 0 && count != k)
    splice ((int) k, few, fewer, many, ends);
  return count > 0;
}

/**
 * _eqp_line_partition:
 * @x: values of all rows
 * @n: rows, at least k
 * @rows: n: the rows in order of their values
 * @k: clusters
 * @gamma: raw gamma, >= 0
 * @cancellable: (nullable): to give up
 * @labels: (out): n: those of least J, numbered along the line
 *
 * O(n log n log K), more where very many fees have to be tried; 72 bytes a row.
 *
 * Returns: FALSE when cancelled, or memory is short
 */
gboolean
_eqp_line_partition (const float  *x,
                     gint64        n,
                     const gint32 *rows,
                     int           k,
                     double        gamma,
                     GCancellable *cancellable,
                     gint32       *labels)
{
  gsize n1 = (gsize) n + 1;
  Line line = { .n = n, .k = k, .gamma = gamma, .even = n / k, .cancellable = cancellable };
  long double *sums = eqp_try_alloc (2 * n1, sizeof (long double), "the line", NULL);
  gint32 *places = eqp_try_alloc (6 * n1, sizeof (gint32), "the line", NULL);
  gint32 *ends = places;
  gboolean done = FALSE;
  long double mean = 0.0L;

  line.least = eqp_try_alloc (n1, sizeof (double), "the line", NULL);
  if (sums != NULL && places != NULL && line.least != NULL)
    {
      line.sum = sums;
      line.squares = sums + n1;
      line.before = places + n1;
      line.start = places + 2 * n1;
      line.from = places + 3 * n1;
      for (gint64 i = 0; i < n; i++)
        mean += (long double) x[i] / (long double) n;
      for (gint64 i = 0; i < n; i++)
        {
          long double value = (long double) x[rows[i]] - mean;

          line.sum[i + 1] = line.sum[i] + value;
          line.squares[i + 1] = line.squares[i] + value * value;
        }
      done = find_ends (&line, MAX ((double) line.squares[n] / pow ((double) k, 3.0) + gamma, 1e-300), ends,
                        places + 4 * n1, places + 5 * n1);
    }
  for (gint64 c = 0, at = 0; c < k && done; c++)
    for (; at < ends[c]; at++)
      labels[rows[at]] = (gint32) c;
  eqp_free (sums);
  eqp_free (places);
  eqp_free (line.least);
  return done;
}
