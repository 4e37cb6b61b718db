/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced k-means on a line, solved exactly. With given sizes the best clusters are stretches of the rows in order,
 * so J is a sum over K stretches of w (i, j) = SSE + c (size), c convex: gamma size^2, steep outside of the limits. So
 * w is Monge:
 *
 *   w (i, l) + w (j, m) >= w (i, m) + w (j, l)  for  i <= j <= m <= l.
 *
 * Rows of several weights may have a better division that is none into stretches (two clusters even their sizes out by
 * changing a light row for a heavy one); that of least J among stretches is where to begin, then.
 *
 * With a fee for each stretch in place of their number the best ones are found in O(n log n) (Hirschberg, Larmore 1987;
 * Galil, Park 1990), and the least sum is convex in their number, so a bisection of the fee ends at K. Where the number
 * jumps past K at one fee, of two divisions with fewer and with more one with K is spliced that is as good (Aggarwal,
 * Schieber, Tokuyama 1994). */
#include "config.h"

#include "eqp-line-partition-private.h"

#include <math.h>
#include <stdlib.h>
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
  double        even;       /* size of a cluster, about */
  double        least_size, most_size;
  double        outside;    /* price of a unit of size outside of these; 0: no limits */
  double       *mass;       /* n + 1: weight of the rows before each place; NULL: each counts once */
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
  long double sum = line->sum[j] - line->sum[i];
  double size = line->mass == NULL ? (double) (j - i) : line->mass[j] - line->mass[i];
  double sse = size > 0.0 ? (double) (line->squares[j] - line->squares[i] - sum * sum / (long double) size) : 0.0;
  double more = size - line->even, price = MAX (sse, 0.0) + line->gamma * more * (more - 1.0);

  return line->outside == 0.0
           ? price
           : price + line->outside * (MAX (0.0, size - line->most_size) + MAX (0.0, line->least_size - size));
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

/* Rows by value, then by number. */
static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* @keys: n */
static void
sort_rows (const float *x, gint64 n, guint64 *keys, gint32 *rows)
{
  for (gint64 i = 0; i < n; i++)
    {
      float value = x[i] + 0.0f; /* no -0 */
      guint32 bits;

      memcpy (&bits, &value, sizeof bits);
      bits = (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
      keys[i] = (guint64) bits << 32 | (guint32) i;
    }
  qsort (keys, (gsize) n, sizeof *keys, compare_keys);
  for (gint64 i = 0; i < n; i++)
    rows[i] = (gint32) (keys[i] & G_MAXUINT32);
}

/* Sums along the line, about the mean of all. */
static void
add_up (Line *line, const float *x, const double *weights, const gint32 *rows)
{
  long double mean = 0.0L, total = 0.0L;

  for (gint64 i = 0; i < line->n; i++)
    total += weights != NULL ? (long double) weights[i] : 1.0L;
  for (gint64 i = 0; i < line->n; i++)
    mean += (weights != NULL ? (long double) weights[i] : 1.0L) * (long double) x[i] / total;
  for (gint64 i = 0; i < line->n; i++)
    {
      long double value = (long double) x[rows[i]] - mean;
      long double weight = weights != NULL ? (long double) weights[rows[i]] : 1.0L;

      line->sum[i + 1] = line->sum[i] + weight * value;
      line->squares[i + 1] = line->squares[i] + weight * value * value;
      if (weights != NULL)
        line->mass[i + 1] = line->mass[i] + (double) weight;
    }
  line->even = weights != NULL ? (double) total / line->k : (double) (line->n / line->k);
}

/**
 * _eqp_line_partition:
 * @x: values of all rows
 * @weights: (nullable): how much each counts, >= 0, not all 0
 * @n: rows, at least k
 * @k: clusters
 * @gamma: raw gamma, >= 0
 * @least: size of a cluster at the least
 * @most: at the most; INFINITY: there are no limits
 * @cancellable: (nullable): to give up
 * @labels: (out): n: those of least J of all divisions into k stretches, numbered along the line; where none keeps
 *   the limits those that miss them least, about
 *
 * O(n log n log K), more where very many fees have to be tried; 68 bytes a row, 76 with weights.
 *
 * Returns: FALSE when cancelled, or memory is short
 */
gboolean
_eqp_line_partition (const float  *x,
                     const double *weights,
                     gint64        n,
                     int           k,
                     double        gamma,
                     double        least,
                     double        most,
                     GCancellable *cancellable,
                     gint32       *labels)
{
  gsize n1 = (gsize) n + 1;
  Line line = { .n = n, .k = k, .gamma = gamma, .least_size = least, .most_size = most, .cancellable = cancellable };
  long double *sums = eqp_try_alloc (2 * n1, sizeof (long double), "the line", NULL);
  gint32 *places = eqp_try_alloc (6 * n1, sizeof (gint32), "the line", NULL);
  gint32 *rows = eqp_try_alloc (n1, sizeof (gint32), "the line", NULL);
  gint32 *ends = places;
  gboolean done = FALSE;

  line.least = eqp_try_alloc (n1, sizeof (double), "the line", NULL);
  if (weights != NULL)
    line.mass = eqp_try_alloc (n1, sizeof (double), "the line", NULL);
  if (sums != NULL && places != NULL && rows != NULL && line.least != NULL && (weights == NULL || line.mass != NULL))
    {
      double all;

      line.sum = sums;
      line.squares = sums + n1;
      line.before = places + n1;
      line.start = places + 2 * n1;
      line.from = places + 3 * n1;
      sort_rows (x, n, (guint64 *) (gpointer) line.least, rows);
      add_up (&line, x, weights, rows);
      all = (double) line.squares[n];
      /* No row is moved over a limit for what that saves. */
      if (least > 0.0 || isfinite (most))
        line.outside = 4.0 * (all + 2.0 * gamma * (line.even + 1.0) * k) + 1.0;
      done = find_ends (&line, MAX (all / pow ((double) k, 3.0) + gamma, 1e-300), ends, places + 4 * n1,
                        places + 5 * n1);
    }
  for (gint64 c = 0, at = 0; c < k && done; c++)
    for (; at < ends[c]; at++)
      labels[rows[at]] = (gint32) c;
  eqp_free (sums);
  eqp_free (places);
  eqp_free (rows);
  eqp_free (line.least);
  eqp_free (line.mass);
  return done;
}
