/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What settings may say about rows besides their features: how many times each counts, which belong together and which
 * apart. */
#include "config.h"

#include "eqp-weights.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-error.h"
#include "data/eqp-dataset.h"
#include "eqp-solvers-private.h"

#define MOST_WEIGHT 9007199254740992.0 /* whole numbers are exact up to here */

/**
 * eqp_weights_check:
 * @solver: the method
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * Returns: whether it takes weights of rows
 */
gboolean
eqp_weights_check (const EqpSolver  *solver,
                   GError          **error)
{
  if ((solver->flags & EQP_SOLVER_WEIGHS_ROWS) != 0)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("“%s” takes no weights of rows; choose “k-means” or “Balanced k-means”, or leave the weights out."),
               _ (solver->name));
  return FALSE;
}

/**
 * eqp_links_check:
 * @solver: the method
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * Returns: whether it takes pairs of rows that belong together or apart
 */
gboolean
eqp_links_check (const EqpSolver  *solver,
                 GError          **error)
{
  if ((solver->flags & EQP_SOLVER_WEIGHS_ROWS) != 0)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("“%s” keeps no pairs of rows together or apart; choose “k-means” or “Balanced k-means”, or leave the "
                  "pairs out."),
               _ (solver->name));
  return FALSE;
}

/**
 * eqp_weights_total:
 * @weights: (nullable): n weights, or %NULL for 1 each
 * @n: rows
 *
 * Returns: their sum
 */
double
eqp_weights_total (const double *weights,
                   gint64        n)
{
  double total = 0.0;

  if (weights == NULL)
    return (double) n;
  for (gint64 i = 0; i < n; i++)
    total += weights[i];
  return total;
}

/**
 * eqp_weights_total_ss:
 * @dataset: n x d
 * @weights: (nullable): n weights, or %NULL for 1 each
 *
 * O(n d).
 *
 * Returns: sum_i w_i |x_i - mean|^2 with the weighted mean
 */
double
eqp_weights_total_ss (EqpDataset   *dataset,
                      const double *weights)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  g_autofree double *mean = NULL;
  double total = eqp_weights_total (weights, n), sum = 0.0;

  if (weights == NULL)
    return eqp_dataset_get_total_ss (dataset);
  mean = g_new0 (double, (gsize) d);
  for (gint64 i = 0; i < n; i++)
    if (weights[i] > 0.0)
      eqp_dataset_add_row (dataset, i, weights[i] / total, mean);
  for (gint64 i = 0; i < n; i++)
    if (weights[i] > 0.0)
      sum += weights[i] * eqp_dataset_get_distance (dataset, i, mean, -1.0);
  return sum;
}

/* Whole weights are those of a method whose sizes are counted. */
static gboolean
check_weights (const EqpSolver *solver, gint64 n, const EqpParams *params, GError **error)
{
  gboolean whole = (solver->flags & EQP_SOLVER_USES_GAMMA) != 0;
  double total = eqp_weights_total (params->weights, n), most = whole ? (double) G_MAXINT32 : MOST_WEIGHT;

  for (gint64 i = 0; i < n; i++)
    {
      double weight = params->weights[i];

      if (!isfinite (weight) || weight < 0.0 || (whole && weight != floor (weight)))
        {
          eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                      !isfinite (weight) || weight < 0.0
                        ? _ ("The weight of row %" PRId64 " is %g; weights are finite numbers of at least 0.")
                        : _ ("The weight of row %" PRId64
                             " is %g; “Balanced k-means” counts sizes and needs whole numbers, “k-means” takes any."),
                      i + 1, weight);
          return FALSE;
        }
    }
  if (!(total > 0.0 && total <= most))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The weights of all rows are %g together; that has to be above 0 and at most %.10g."), total,
                   most);
      return FALSE;
    }
  if (!isfinite (4.0 * params->gamma * (total + 1.0) * (total + 1.0)))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The balance weight gamma is %g, and its penalty for weights of %g together is larger than any "
                      "number; choose a smaller one."),
                   params->gamma, total);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_pairs (gint64 n, const EqpRowPair *pairs, gint64 count, gboolean apart, GError **error)
{
  for (gint64 p = 0; p < count; p++)
    {
      if (pairs[p].first < 0 || pairs[p].first >= n || pairs[p].second < 0 || pairs[p].second >= n)
        {
          eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                      _ ("Pair %" PRId64 " is of rows %d and %d, but rows run from 1 to %" PRId64 "."), p + 1,
                      pairs[p].first + 1, pairs[p].second + 1, n);
          return FALSE;
        }
      if (apart && pairs[p].first == pairs[p].second)
        {
          eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                      _ ("Cannot-link pair %" PRId64 " sets row %d apart from itself; leave it out."), p + 1,
                      pairs[p].first + 1);
          return FALSE;
        }
    }
  return TRUE;
}

/*< private >
 * _eqp_check_rows:
 * @solver: the method
 * @n: rows
 * @params: the settings
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * O(n + pairs).
 *
 * Returns: whether the method takes what is said of the rows, and it can be meant
 */
gboolean
_eqp_check_rows (const EqpSolver  *solver,
                 gint64            n,
                 const EqpParams  *params,
                 GError          **error)
{
  if (params->weights != NULL &&
      (!eqp_weights_check (solver, error) || !check_weights (solver, n, params, error)))
    return FALSE;
  if (params->n_must_links + params->n_cannot_links > 0 && !eqp_links_check (solver, error))
    return FALSE;
  return check_pairs (n, params->must_links, params->n_must_links, FALSE, error) &&
         check_pairs (n, params->cannot_links, params->n_cannot_links, TRUE, error);
}

static gint32
find (gint32 *parent, gint32 row)
{
  while (parent[row] != row)
    row = parent[row] = parent[parent[row]];
  return row;
}

/*< private >
 * _eqp_links_join:
 * @n: rows
 * @params: pairs of rows in range
 * @error: EQP_ERROR_INVALID_PARAM where a pair has to be together and apart
 *
 * O(n + pairs).
 *
 * Returns: (transfer full) (nullable): for each row the first one of those that must-links join it to
 */
gint32 *
_eqp_links_join (gint64            n,
                 const EqpParams  *params,
                 GError          **error)
{
  g_autofree gint32 *group = g_new (gint32, (gsize) n + 1);

  for (gint32 i = 0; i < n; i++)
    group[i] = i;
  for (gint64 p = 0; p < params->n_must_links; p++)
    {
      gint32 a = find (group, params->must_links[p].first), b = find (group, params->must_links[p].second);

      group[MAX (a, b)] = MIN (a, b);
    }
  for (gint32 i = 0; i < n; i++)
    group[i] = find (group, i);
  for (gint64 p = 0; p < params->n_cannot_links; p++)
    {
      const EqpRowPair *pair = &params->cannot_links[p];

      if (group[pair->first] != group[pair->second])
        continue;
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("Rows %d and %d are a cannot-link pair, but must-link pairs join them, directly or through "
                     "others; take one out."),
                  pair->first + 1, pair->second + 1);
      return NULL;
    }
  return g_steal_pointer (&group);
}

/**
 * eqp_rows_check:
 * @solver: the method
 * @n: rows
 * @params: the settings, of which the weights and pairs are looked at
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * What can be said of weights and pairs before a run. O(n + pairs).
 *
 * Returns: whether the method takes them, and they do not contradict each other
 */
gboolean
eqp_rows_check (const EqpSolver  *solver,
                gint64            n,
                const EqpParams  *params,
                GError          **error)
{
  g_autofree gint32 *group = _eqp_check_rows (solver, n, params, error) ? _eqp_links_join (n, params, error) : NULL;

  return group != NULL;
}

/*< private >
 * _eqp_rows_are_plain:
 * @params: the settings, checked
 * @n: rows
 *
 * Returns: whether every row counts once and no pair says anything
 */
gboolean
_eqp_rows_are_plain (const EqpParams *params,
                     gint64           n)
{
  for (gint64 i = 0; i < n && params->weights != NULL; i++)
    if (params->weights[i] != 1.0)
      return FALSE;
  for (gint64 p = 0; p < params->n_must_links; p++)
    if (params->must_links[p].first != params->must_links[p].second)
      return FALSE;
  return params->n_cannot_links == 0;
}
