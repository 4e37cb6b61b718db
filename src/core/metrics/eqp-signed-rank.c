/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wilcoxon's signed rank test (Wilcoxon, Individual Comparisons by Ranking Methods, 1945): whether paired differences
 * lie around 0. Pairs that do not differ are left out, as Wilcoxon did; equal sizes get their mean rank. */
#include "config.h"

#include "eqp-signed-rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to here all 2^n signs are counted out: time O(n^3), 8 million steps. */
#define EXACT_MAX 200

/* Differences of measures are rounded: 0.3 - 0.1 and 0.4 - 0.2 are one size. In parts of the largest. */
#define SAME_SIZE 1e-9

static int
compare_sizes (const void *a,
               const void *b)
{
  double x = fabs (*(const double *) a), y = fabs (*(const double *) b);

  return (x > y) - (x < y);
}

/* Twice the rank of each of the ascending sizes, so that mean ranks are whole. Returns sum t^3 - t over groups of t. */
static double
rank (gint64        n,
      const double *sorted,
      gint64       *doubled)
{
  double ties = 0.0, room = SAME_SIZE * fabs (sorted[n - 1]);

  for (gint64 first = 0, next; first < n; first = next)
    {
      double t;

      for (next = first + 1; next < n && fabs (sorted[next]) - fabs (sorted[first]) <= room; next++)
        ;
      for (gint64 i = first; i < next; i++)
        doubled[i] = first + 1 + next;
      t = (double) (next - first);
      ties += t * t * t - t;
    }
  return ties;
}

/* Under the hypothesis each sign is + or - with probability 1/2, so the distribution of the doubled W+ is
 *     P_j(w) = (P_(j-1)(w) + P_(j-1)(w - r_j)) / 2
 * and, being symmetric, p = min (1, 2 P (W+ <= the smaller sum)). Exact with ties, too. */
static double
count_out (gint64        n,
           const gint64 *doubled,
           gint64        smaller)
{
  gint64 total = n * (n + 1);
  g_autofree double *probability = g_new0 (double, total + 1);
  double tail = 0.0;

  probability[0] = 1.0;
  for (gint64 j = 0; j < n; j++)
    for (gint64 w = total; w >= 0; w--)
      probability[w] = 0.5 * (probability[w] + (w >= doubled[j] ? probability[w - doubled[j]] : 0.0));
  for (gint64 w = 0; w <= smaller; w++)
    tail += probability[w];
  return MIN (1.0, 2.0 * tail);
}

/* mean n (n + 1) / 4, variance n (n + 1) (2 n + 1) / 24 - sum (t^3 - t) / 48; no correction for continuity. */
static double
approximate (gint64 n,
             double ties,
             double smaller)
{
  double m = (double) n;
  double variance = m * (m + 1.0) * (2.0 * m + 1.0) / 24.0 - ties / 48.0;

  return MIN (1.0, erfc (fabs (smaller - m * (m + 1.0) / 4.0) / sqrt (2.0 * variance)));
}

/**
 * eqp_signed_rank:
 * @n: pairs
 * @differences: what the first of each pair has more than the second; pairs with a difference that is no number do not
 *   count
 * @result: (out caller-allocates): sums of ranks and the two-sided p
 *
 * Exact for up to 200 pairs that differ, with ties as well (the distribution over all signs, given the ranks); above
 * that by the normal distribution with the variance corrected for ties. Time O(n^3) up to 200 pairs, O(n log n) above.
 */
void
eqp_signed_rank (gint64         n,
                 const double  *differences,
                 EqpSignedRank *result)
{
  g_autofree double *sorted = g_new (double, MAX (1, n));
  g_autofree gint64 *doubled = g_new (gint64, MAX (1, n));
  double ties, smaller;

  *result = (EqpSignedRank) { .p = 1.0, .exact = TRUE };
  for (gint64 i = 0; i < n; i++)
    {
      result->pairs += !isnan (differences[i]);
      if (!isnan (differences[i]) && differences[i] != 0.0)
        sorted[result->used++] = differences[i];
    }
  if (result->used == 0)
    return;

  qsort (sorted, (gsize) result->used, sizeof (double), compare_sizes);
  ties = rank (result->used, sorted, doubled);
  for (gint64 i = 0; i < result->used; i++)
    *(sorted[i] > 0.0 ? &result->w_plus : &result->w_minus) += 0.5 * (double) doubled[i];
  smaller = MIN (result->w_plus, result->w_minus);
  result->exact = result->used <= EXACT_MAX;
  result->p = result->exact ? count_out (result->used, doubled, (gint64) (2.0 * smaller))
                            : approximate (result->used, ties, smaller);
}
