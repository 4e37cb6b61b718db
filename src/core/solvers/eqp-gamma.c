/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balance term: the exclusive lasso of an indicator matrix, ||F||_e = Tr(F' 1 1' F) = sum_k n_k^2
 * (Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering, section 3). */
#include "config.h"

#include "eqp-gamma.h"

/**
 * eqp_gamma_unit:
 * @family: the family of the method
 * @n: rows
 * @k: clusters
 * @scale_total: TSS of the prepared data (k-means family), or W = sum_ij A_ij (graph family)
 *
 * Relative gamma does not depend on units or on the number of rows: gamma = gamma_rel * unit with
 * unit = K * TSS / n^2, or K * W / n^2. Around gamma_rel = 1 lies the knee.
 *
 * Returns: the raw gamma that gamma_rel = 1 stands for; 1 for data without spread, where any gamma is large
 */
double
eqp_gamma_unit (EqpFamily family,
                gint64    n,
                gint      k,
                double    scale_total)
{
  if (n <= 0 || !(scale_total > 0.0))
    return 1.0;

  return (double) k * scale_total / ((double) n * (double) n);
}

/**
 * eqp_balance_price:
 * @gamma: raw gamma
 * @size_without: rows in the cluster, the row in question not counted
 *
 * Returns: the marginal price of one more row, gamma * ((s + 1)^2 - s^2) = gamma * (2 s + 1)
 */
double
eqp_balance_price (double gamma,
                   gint64 size_without)
{
  return gamma * (2.0 * (double) size_without + 1.0);
}

/**
 * eqp_balance_penalty:
 * @gamma: raw gamma
 * @k: clusters
 * @sizes: k sizes
 *
 * Returns: gamma * sum_k n_k^2
 */
double
eqp_balance_penalty (double        gamma,
                     gint          k,
                     const gint64 *sizes)
{
  double sum = 0.0;

  for (gint c = 0; c < k; c++)
    sum += (double) sizes[c] * (double) sizes[c];

  return gamma * sum;
}
