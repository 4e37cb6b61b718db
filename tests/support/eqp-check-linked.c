/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divisions of rows with weights and pairs by definition: J in long double, and the least of all K^n. */
#include "config.h"

#include <math.h>

#include "eqp-check.h"

/* Whether labels keep all pairs and limits of weight; 0: no limit. */
gboolean
eqp_check_linked_keeps (gint64 n, const EqpParams *params, const gint32 *labels)
{
  for (gint64 p = 0; p < params->n_must_links; p++)
    if (labels[params->must_links[p].first] != labels[params->must_links[p].second])
      return FALSE;
  for (gint64 p = 0; p < params->n_cannot_links; p++)
    if (labels[params->cannot_links[p].first] == labels[params->cannot_links[p].second])
      return FALSE;
  for (int c = 0; c < params->k; c++)
    {
      double mass = 0.0;

      for (gint64 i = 0; i < n; i++)
        if (labels[i] == c)
          mass += params->weights != NULL ? params->weights[i] : 1.0;
      if ((params->min_size > 0 && mass < (double) params->min_size) ||
          (params->max_size > 0 && mass > (double) params->max_size))
        return FALSE;
    }
  return TRUE;
}

/* sum w |x - h|^2 + gamma sum W^2 with weighted means h. */
long double
eqp_check_linked_objective (gint64 n, gint64 d, const float *x, const EqpParams *params, const gint32 *labels)
{
  long double value = 0.0L;

  for (int c = 0; c < params->k; c++)
    {
      long double mass = 0.0L;

      for (gint64 i = 0; i < n; i++)
        if (labels[i] == c)
          mass += params->weights != NULL ? params->weights[i] : 1.0;
      for (gint64 j = 0; j < d && mass > 0.0L; j++)
        {
          long double mean = 0.0L;

          for (gint64 i = 0; i < n; i++)
            if (labels[i] == c)
              mean += (params->weights != NULL ? params->weights[i] : 1.0) * (long double) x[i * d + j] / mass;
          for (gint64 i = 0; i < n; i++)
            if (labels[i] == c)
              value += (params->weights != NULL ? params->weights[i] : 1.0) * (x[i * d + j] - mean) *
                       (x[i * d + j] - mean);
        }
      value += params->gamma * mass * mass;
    }
  return value;
}

/* The least J of all divisions that keep everything; infinite: there is none. */
double
eqp_check_linked_optimum (gint64 n, gint64 d, const float *x, const EqpParams *params)
{
  g_autofree gint32 *labels = g_new0 (gint32, n);
  double best = INFINITY;
  gint64 i;

  do
    {
      if (eqp_check_linked_keeps (n, params, labels))
        best = MIN (best, (double) eqp_check_linked_objective (n, d, x, params, labels));
      for (i = 0; i < n && ++labels[i] == params->k; i++)
        labels[i] = 0;
    }
  while (i < n);
  return best;
}
