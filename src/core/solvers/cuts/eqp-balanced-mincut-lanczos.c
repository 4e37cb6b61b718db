/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest eigenvalue of A - gamma 1 1' by the Lanczos iteration (Golub, Van Loan, chapter 10), without ever
 * forming the dense matrix: its product with x is Ax - gamma (1'x) 1. */
#include "config.h"

#include "eqp-balanced-mincut-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-rng.h"

#define MOST_STEPS 400
#define CHECK_STEPS 10
#define PRECISION 1e-12     /* gained in a round of steps: no more to come */

/* A power of two that brings the entries near 1, so that no square of the iteration overflows or vanishes; 1 for
 * entries of common size. */
static double
find_unit (const EqpCsr *csr, double gamma)
{
  double largest = gamma;
  int exponent;

  for (gint64 e = 0; e < csr->starts[csr->n]; e++)
    largest = MAX (largest, csr->weights[e]);
  frexp (largest, &exponent);
  return abs (exponent) < 200 ? 1.0 : ldexp (1.0, CLAMP (exponent, -1000, 1000));
}

/* y = (A - gamma 1 1') x / unit */
static void
multiply (const EqpCsr *csr, double gamma, double unit, const double *x, double *y)
{
  double sum = 0.0, inverse = 1.0 / unit;

  for (gint64 i = 0; i < csr->n; i++)
    sum += x[i];
  for (gint64 i = 0; i < csr->n; i++)
    {
      double value = -(gamma * inverse) * sum;

      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        value += (csr->weights[e] * inverse) * x[csr->columns[e]];
      y[i] = value;
    }
}

/* Eigenvalues of the tridiagonal matrix below @x: the signs of its LDL' pivots (Sturm). */
static int
count_below (const double *alpha, const double *beta, int m, double x)
{
  double pivot = 1.0;
  int count = 0;

  for (int j = 0; j < m; j++)
    {
      double square = j > 0 ? beta[j - 1] * beta[j - 1] : 0.0;

      pivot = alpha[j] - x - (square > 0.0 ? square / pivot : 0.0);
      if (pivot == 0.0)
        pivot = -1e-300;
      count += pivot < 0.0;
    }
  return count;
}

static double
smallest_ritz (const double *alpha, const double *beta, int m)
{
  double low = INFINITY, high = -INFINITY;

  for (int j = 0; j < m; j++)
    {
      double radius = (j > 0 ? beta[j - 1] : 0.0) + (j + 1 < m ? beta[j] : 0.0);

      low = MIN (low, alpha[j] - radius);
      high = MAX (high, alpha[j] + radius);
    }
  for (int i = 0; i < 200; i++)
    {
      double middle = low + 0.5 * (high - low);

      if (middle <= low || middle >= high)
        break;
      if (count_below (alpha, beta, m, middle) > 0)
        high = middle;
      else
        low = middle;
    }
  return high;
}

/**
 * _eqp_smallest_eigenvalue:
 * @csr: A
 * @gamma: raw gamma
 * @cancellable: (nullable): looked at once a step
 *
 * Plain Lanczos from a fixed random vector: copies of converged values do no harm to the smallest. O(entries) a step.
 *
 * Returns: the smallest eigenvalue of A - gamma 1 1', from above
 */
double
_eqp_smallest_eigenvalue (const EqpCsr *csr,
                          double        gamma,
                          GCancellable *cancellable)
{
  gint64 n = csr->n;
  int m = 0;
  g_autofree double *before = g_new0 (double, n), *now = g_new (double, n), *next = g_new (double, n);
  double alpha[MOST_STEPS], beta[MOST_STEPS], norm = 0.0, ritz = INFINITY, scale = 0.0, unit = find_unit (csr, gamma);
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (gint64 i = 0; i < n; i++)
    {
      now[i] = eqp_rng_normal (&rng);
      norm += now[i] * now[i];
    }
  norm = sqrt (norm);
  for (gint64 i = 0; i < n; i++)
    now[i] /= norm;

  while (m < MOST_STEPS)
    {
      double a = 0.0, b = 0.0, *swap;

      multiply (csr, gamma, unit, now, next);
      for (gint64 i = 0; i < n; i++)
        a += next[i] * now[i];
      for (gint64 i = 0; i < n; i++)
        {
          next[i] -= a * now[i] + (m > 0 ? beta[m - 1] : 0.0) * before[i];
          b += next[i] * next[i];
        }
      b = sqrt (b);
      alpha[m] = a;
      beta[m] = b;
      scale = MAX (scale, fabs (a) + b);
      m++;

      if (b <= 1e-14 * scale || m == MOST_STEPS || m % CHECK_STEPS == 0)
        {
          double previous = ritz;

          ritz = smallest_ritz (alpha, beta, m);
          if (b <= 1e-14 * scale || previous - ritz <= PRECISION * scale || g_cancellable_is_cancelled (cancellable))
            break;
        }
      for (gint64 i = 0; i < n; i++)
        next[i] /= b;
      swap = before;
      before = now;
      now = next;
      next = swap;
    }
  return ritz * unit;
}
