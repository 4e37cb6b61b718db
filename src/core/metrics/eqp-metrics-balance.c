/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How even the sizes of the clusters are. */
#include "config.h"

#include "eqp-metrics.h"

#include <math.h>

/**
 * eqp_metrics_balance:
 * @k: clusters, empty ones included
 * @sizes: (nullable): their @k sizes, or %NULL for none
 * @measures: (out caller-allocates): all of them
 *
 * Measures the balance of sizes n_k with sum n: entropy -sum n_k/n ln (n_k/n) / ln K (1 for K = 1), coefficient
 * of variation (population standard deviation over mean), least and largest, sum n_k^2 and its ratio to n^2/K.
 * When all clusters are empty, or there are none, they count as even.
 */
void
eqp_metrics_balance (gint                k,
                     const gint64       *sizes,
                     EqpBalanceMeasures *measures)
{
  gint64 n = 0;
  double mean, entropy = 0.0, squares = 0.0, deviation = 0.0;

  *measures = (EqpBalanceMeasures) { .size_entropy = 1.0, .sum_squared_ratio = 1.0 };
  if (k < 1)
    return;

  measures->min = measures->max = sizes[0];
  for (gint c = 0; c < k; c++)
    {
      n += sizes[c];
      measures->min = MIN (measures->min, sizes[c]);
      measures->max = MAX (measures->max, sizes[c]);
    }
  if (n == 0)
    return;

  mean = (double) n / k;
  for (gint c = 0; c < k; c++)
    {
      double size = (double) sizes[c];

      if (sizes[c] > 0)
        entropy -= size / (double) n * log (size / (double) n);
      squares += size * size;
      deviation += (size - mean) * (size - mean);
    }

  /* Logarithms round: of even sizes the quotient may be just below 1, and the wish for 1 would not be met. */
  measures->size_entropy = measures->min == measures->max ? 1.0 : CLAMP (entropy / log (k), 0.0, 1.0);
  measures->size_cv = sqrt (deviation / k) / mean;
  measures->sum_squared = squares;
  measures->sum_squared_ratio = squares / ((double) n * mean);
}
