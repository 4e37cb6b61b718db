/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sizes chance alone would give: n rows thrown into K clusters, each with the same chance (multinomial). Whoever
 * sees an imbalance can tell by it whether there is anything to explain. */
#include "config.h"

#include "eqp-metrics.h"

#include <math.h>

#define LOW 0.05
#define HIGH 0.95

/* Values of a cell that are looked at: so many standard deviations around its mean, and some more where it is small. */
#define REACH 9.0
#define REACH_LEAST 40.0

static double
log_factorial (double n)
{
  int sign;

  return lgamma_r (n + 1.0, &sign);
}

/* ---- One size: binomial ----------------------------------------------------------------------------------------- */

/* P(N <= first + i) of one size N, binomial (n, 1/K). */
typedef struct
{
  gint64  first;
  gint64  count;
  double *below;
} Binomial;

static void
binomial_clear (Binomial *self)
{
  g_clear_pointer (&self->below, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Binomial, binomial_clear)

/* Terms by their ratio, from the mode on to both sides, and divided by their sum: no factorials, no digits lost. */
static void
binomial_init (Binomial *self,
               gint64    n,
               gint      k)
{
  double p = 1.0 / k, mean = (double) n * p, odds = p / (1.0 - p), sum = 0.0;
  double reach = REACH * sqrt (mean * (1.0 - p)) + REACH_LEAST;
  gint64 first = (gint64) MAX (0.0, floor (mean - reach)), last = (gint64) MIN ((double) n, ceil (mean + reach));
  gint64 mode = CLAMP ((gint64) ((double) (n + 1) * p), first, last);

  *self = (Binomial) { first, last - first + 1, g_new (double, (gsize) (last - first + 1)) };
  self->below[mode - first] = 1.0;
  for (gint64 m = mode; m < last; m++)
    self->below[m + 1 - first] = self->below[m - first] * (double) (n - m) / (double) (m + 1) * odds;
  for (gint64 m = mode; m > first; m--)
    self->below[m - 1 - first] = self->below[m - first] * (double) m / ((double) (n - m + 1) * odds);
  for (gint64 i = 0; i < self->count; i++)
    sum = self->below[i] += sum;
  for (gint64 i = 0; i < self->count; i++)
    self->below[i] /= sum;
}

/* The least m with P(N <= m) >= probability. */
static gint64
binomial_quantile (const Binomial *self,
                   double          probability)
{
  gint64 i = 0;

  while (i < self->count - 1 && self->below[i] < probability)
    i++;
  return self->first + i;
}

/* ---- The largest and the smallest: exact ------------------------------------------------------------------------ */

/* A discrete Fourier transform in place, sum_i x_i exp (2 pi i j / length), length a power of two (Cooley, Tukey). */
static void
transform (gint64  length,
           double *re,
           double *im)
{
  for (gint64 i = 1, j = 0; i < length; i++)
    {
      gint64 bit = length >> 1;

      for (; (j & bit) != 0; bit >>= 1)
        j ^= bit;
      j ^= bit;
      if (i < j)
        {
          double swap = re[i];

          re[i] = re[j];
          re[j] = swap;
          swap = im[i];
          im[i] = im[j];
          im[j] = swap;
        }
    }
  for (gint64 half = 1; half < length; half *= 2)
    for (gint64 k = 0; k < half; k++)
      {
        double c = cos (G_PI * (double) k / (double) half), s = sin (G_PI * (double) k / (double) half);

        for (gint64 a = k; a < length; a += 2 * half)
          {
            gint64 b = a + half;
            double x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;

            re[b] = re[a] - x;
            im[b] = im[a] - y;
            re[a] += x;
            im[a] += y;
          }
      }
}

/* P(least <= N_k <= most for all k). Levin, "A representation for multinomial cumulative distribution functions",
 * Annals of Statistics 9 (1981): with independent Poisson Y_k of mean n/K,
 *
 *     P = P(least <= Y <= most)^K P(W = n) / P(Poisson (n) = n),   W the sum of K such Y that lie within the bounds.
 *
 * P(W = n) comes from the characteristic function phi of one such Y at L places:
 *
 *     P(W = n) = 1/L sum_j phi(2 pi j / L)^K exp (-2 pi i j n / L),
 *
 * exact but for P(W = n +- L, n +- 2 L, ...), which is nothing for an L of 40 standard deviations. */
static double
all_within (gint64 n,
            gint   k,
            gint64 least,
            gint64 most)
{
  double mean = (double) n / k, reach = REACH * sqrt (mean) + REACH_LEAST, inside = 0.0, sum = 0.0;
  gint64 first = MAX (least, (gint64) MAX (0.0, floor (mean - reach)));
  gint64 last = MIN (most, (gint64) ceil (mean + reach)), length = 256, target;
  g_autofree double *re = NULL;
  g_autofree double *im = NULL;

  if (first > last)
    return 0.0;
  while ((double) length < 40.0 * sqrt ((double) n) + 200.0)
    length *= 2;
  re = g_new0 (double, (gsize) length);
  im = g_new0 (double, (gsize) length);
  for (gint64 i = 0; i <= last - first; i++)
    {
      re[i] = exp ((double) (first + i) * log (mean) - mean - log_factorial ((double) (first + i)));
      inside += re[i];
    }
  /* Nobody asks for probabilities near 0, and there L would not do. */
  if (k * log (inside) < log (1e-3))
    return 0.0;

  transform (length, re, im);
  target = (n - (gint64) k * first) % length;
  for (gint64 j = 0; j < length; j++)
    {
      double size = k * log (hypot (re[j], im[j]) / inside);

      double turn = 2.0 * G_PI * (double) (j * target % length) / (double) length;

      if (size > -45.0)
        sum += exp (size) * cos (k * atan2 (im[j], re[j]) - turn);
    }
  /* 1 / P(Poisson (n) = n) = n! e^n / n^n */
  sum *= exp (k * log (inside) + log_factorial ((double) n) + (double) n - (double) n * log ((double) n));
  return CLAMP (sum / (double) length, 0.0, 1.0);
}

/* The least m with P(all sizes <= m) >= probability. It lies where two bounds leave room: of Bonferroni,
 * P >= 1 - K (1 - F), and of Mallows (Biometrika 55, 1968), P <= F^K, F the binomial distribution. */
static gint64
largest_quantile (const Binomial *one,
                  gint64          n,
                  gint            k,
                  double          probability)
{
  gint64 low = binomial_quantile (one, pow (probability, 1.0 / k) - 1e-12);
  gint64 high = binomial_quantile (one, 1.0 - (1.0 - probability) / k);

  low = MAX (low, (n + k - 1) / k);
  while (low < high)
    {
      gint64 middle = low + (high - low) / 2;

      if (all_within (n, k, 0, middle) >= probability)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The least m with P(some size <= m) >= probability, by the same bounds: P(some <= m) lies between 1 - (1 - F)^K and
 * K F. */
static gint64
smallest_quantile (const Binomial *one,
                   gint64          n,
                   gint            k,
                   double          probability)
{
  gint64 low = binomial_quantile (one, probability / k - 1e-12);
  gint64 high = MIN (binomial_quantile (one, 1.0 - pow (1.0 - probability, 1.0 / k) + 1e-12), n / k);

  while (low < high)
    {
      gint64 middle = low + (high - low) / 2;

      if (1.0 - all_within (n, k, middle + 1, n) >= probability)
        high = middle;
      else
        low = middle + 1;
    }
  return MIN (low, n / k);
}

/**
 * eqp_size_band:
 * @n: rows, at least 0
 * @k: clusters, at least 1
 * @band: (out caller-allocates): the band
 *
 * Of @n rows thrown into @k clusters, each with the same chance: the quantiles at 5 % and 95 % of the size of any one
 * cluster (binomial), of the largest and of the smallest size (multinomial, exact by Levin's representation; bounds
 * only tell where to look). The quantile at p is the least size that is not exceeded with probability p or more.
 *
 * Time O(sqrt n log^2 n): milliseconds for thousands of rows, a quarter of a second for ten millions.
 */
void
eqp_size_band (gint64       n,
               gint         k,
               EqpSizeBand *band)
{
  g_auto (Binomial) one = { 0 };

  *band = (EqpSizeBand) { n, k, n, n, n, n, n, n };
  if (n <= 0 || k <= 1)
    return;

  binomial_init (&one, n, k);
  band->low = binomial_quantile (&one, LOW);
  band->high = binomial_quantile (&one, HIGH);
  band->largest_low = largest_quantile (&one, n, k, LOW);
  band->largest_high = largest_quantile (&one, n, k, HIGH);
  band->smallest_low = smallest_quantile (&one, n, k, LOW);
  band->smallest_high = smallest_quantile (&one, n, k, HIGH);
}
