/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balanced assignment problem as a function of its own; how it is solved is in eqp-assigner.c. */
#include "config.h"

#include "eqp-assigner-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-error.h"

/**
 * eqp_balanced_assignment:
 * @n: rows, at least 1
 * @k: clusters, at least 1
 * @cost: n x k, row-major, finite
 * @gamma: raw gamma, finite, >= 0
 * @pool: threads to use
 * @prices: (inout) (nullable): k dual prices, to start from and found, each less the same multiple of gamma
 * @labels: (out): n labels of an optimum
 * @report: (out) (optional): objective, dual bound and effort
 * @cancellable: (nullable): a cancellable
 * @error: EQP_ERROR_INVALID_DATA, EQP_ERROR_TOO_LARGE or G_IO_ERROR_CANCELLED
 *
 * Solves the balanced assignment problem (BA) exactly. O(n K) a look at all rows, about ten looks.
 *
 * Returns: whether it was solved
 */
gboolean
eqp_balanced_assignment (gint64                n,
                         gint                  k,
                         const double         *cost,
                         double                gamma,
                         EqpPool              *pool,
                         double               *prices,
                         gint32               *labels,
                         EqpAssignmentReport  *report,
                         GCancellable         *cancellable,
                         GError              **error)
{
  EqpAssigner *assigner;
  g_autofree double *own_prices = NULL;
  gboolean done;

  if (n < 1 || n > G_MAXINT32 || k < 1 || !isfinite (gamma) || gamma < 0.0)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                  _ ("The assignment problem has %" PRId64
                     " rows, %d clusters and gamma %g; all have to be positive and finite."),
                  n, k, gamma);
      return FALSE;
    }
  for (gint64 at = 0; at < n * k; at++)
    if (!isfinite (cost[at]))
      {
        eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                    _ ("The cost of row %" PRId64 " in cluster %" PRId64 " is not a finite number."),
                    at / k + 1, at % k + 1);
        return FALSE;
      }

  assigner = _eqp_assigner_new (n, k, pool, cancellable, error);
  if (assigner == NULL)
    return FALSE;
  if (prices == NULL)
    prices = own_prices = g_new0 (double, k);
  for (gint64 i = 0; i < n; i++)
    labels[i] = -1;

  done = _eqp_assigner_solve (assigner, NULL, cost, k, gamma, prices, labels, report);
  if (!done)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The assignment was cancelled."));
  _eqp_assigner_free (assigner);
  return done;
}
