/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights and links of rows, brought into units. Rows joined by must-links are replaced by their mean with the sum of
 * their weights (Wagstaff et al. 2001, Constrained k-means clustering with background knowledge, has the closure):
 *
 *   sum_i w_i |x_i - h|^2 = W |m - h|^2 + sum_i w_i |x_i - m|^2        for the rows of a unit with mean m, W = sum w_i
 *
 * so the last term is the same for every division, and a division of units is one of rows that keeps all must-links. */
#include "config.h"

#include "eqp-units-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "data/eqp-dataset.h"
#include "solvers/eqp-solvers-private.h"

static double
row_weight (const EqpParams *params, gint64 row)
{
  return params->weights != NULL ? params->weights[row] : 1.0;
}

/* Numbers the groups in the order of their kinds, and within a kind in the order of the rows. */
static void
number_units (EqpUnits *self, const gint32 *group, const guint8 *is_apart, const double *group_weight, gboolean whole)
{
  gint64 next[3] = { 0 };

  for (int pass = 0; pass < 2; pass++)
    {
      for (gint32 i = 0; i < self->n; i++)
        if (group[i] == i)
          {
            int kind = is_apart[i] ? 2 : whole && group_weight[i] != 1.0 ? 1 : 0;

            if (pass == 1)
              self->unit[i] = (gint32) next[kind];
            next[kind]++;
          }
      if (pass == 0)
        {
          self->n_free = next[0];
          self->first_apart = next[0] + next[1];
          self->m = self->first_apart + next[2];
          next[2] = self->first_apart;
          next[1] = self->n_free;
          next[0] = 0;
        }
    }
  /* A group begins with its first row, so its number is there already. */
  for (gint32 i = 0; i < self->n; i++)
    self->unit[i] = self->unit[group[i]];
}

/* Weighted means and what is left inside; rows without weight count where their unit has none at all. */
static gboolean
average (EqpUnits *self, const float *x, const EqpParams *params, GError **error)
{
  gboolean same = self->m == self->n;
  g_autofree gint64 *rows = NULL;
  double *sums;

  for (gint64 i = 0; i < self->n && same; i++)
    same = self->unit[i] == i;
  self->x = x;
  if (same)
    return TRUE;

  rows = g_new0 (gint64, (gsize) self->m);
  if ((self->own_x = eqp_try_alloc ((gsize) self->m * self->d, sizeof (float), N_ ("the joined rows"), error)) ==
          NULL ||
      (sums = eqp_try_alloc ((gsize) self->m * self->d, sizeof (double), N_ ("the joined rows"), error)) == NULL)
    return FALSE;
  for (gint64 i = 0; i < self->n; i++)
    rows[self->unit[i]]++;
  for (gint64 i = 0; i < self->n; i++)
    {
      gint64 u = self->unit[i];
      double share = self->weight[u] > 0.0 ? row_weight (params, i) / self->weight[u] : 1.0 / (double) rows[u];

      for (gint64 j = 0; j < self->d; j++)
        sums[u * self->d + j] += share * (double) x[i * self->d + j];
    }
  for (gint64 at = 0; at < self->m * self->d; at++)
    self->own_x[at] = (float) sums[at];
  for (gint64 i = 0; i < self->n; i++)
    for (gint64 j = 0; j < self->d; j++)
      {
        double way = (double) x[i * self->d + j] - sums[self->unit[i] * self->d + j];

        self->within += row_weight (params, i) * way * way;
      }
  self->x = self->own_x;
  eqp_free (sums);
  return TRUE;
}

static int
compare_units (gconstpointer a, gconstpointer b)
{
  return *(const gint32 *) a < *(const gint32 *) b ? -1 : *(const gint32 *) a > *(const gint32 *) b;
}

/* For each unit with cannot-links the units it has to be apart from. */
static void
list_apart (EqpUnits *self, const EqpParams *params)
{
  gint64 count = self->m - self->first_apart, kept = 0;
  g_autofree gint64 *fill = g_new0 (gint64, (gsize) count + 1);

  self->apart_start = g_new0 (gint64, (gsize) count + 1);
  self->apart = g_new (gint32, 2 * (gsize) params->n_cannot_links + 1);
  for (gint64 p = 0; p < params->n_cannot_links; p++)
    {
      fill[self->unit[params->cannot_links[p].first] - self->first_apart + 1]++;
      fill[self->unit[params->cannot_links[p].second] - self->first_apart + 1]++;
    }
  for (gint64 a = 0; a < count; a++)
    fill[a + 1] += fill[a];
  memcpy (self->apart_start, fill, sizeof (gint64) * ((gsize) count + 1));
  for (gint64 p = 0; p < params->n_cannot_links; p++)
    {
      gint32 a = self->unit[params->cannot_links[p].first], b = self->unit[params->cannot_links[p].second];

      self->apart[fill[a - self->first_apart]++] = b;
      self->apart[fill[b - self->first_apart]++] = a;
    }
  for (gint64 a = 0; a < count; a++)
    {
      gint64 first = self->apart_start[a], last = self->apart_start[a + 1];

      qsort (self->apart + first, (gsize) (last - first), sizeof (gint32), compare_units);
      self->apart_start[a] = kept;
      for (gint64 at = first; at < last; at++)
        if (at == first || self->apart[at] != self->apart[at - 1])
          self->apart[kept++] = self->apart[at];
    }
  self->apart_start[count] = kept;
}

/**
 * _eqp_units_new:
 * @dataset: n x d; borrowed
 * @params: weights and links, checked to be in range
 * @whole: whether the method asks for whole weights, and sets units that do not count just once apart
 * @error: EQP_ERROR_INVALID_PARAM where a pair has to be together and apart, EQP_ERROR_TOO_LARGE
 *
 * O(n d + pairs).
 *
 * Returns: (transfer full) (nullable): the units
 */
EqpUnits *
_eqp_units_new (EqpDataset       *dataset,
                const EqpParams  *params,
                gboolean          whole,
                GError          **error)
{
  g_autoptr (EqpUnits) self = g_new0 (EqpUnits, 1);
  gint64 n = eqp_dataset_get_n (dataset);
  g_autofree gint32 *group = _eqp_links_join (n, params, error);
  g_autofree guint8 *is_apart = g_new0 (guint8, (gsize) n);
  g_autofree double *group_weight = g_new0 (double, (gsize) n);

  if (group == NULL)
    return NULL;
  self->n = n;
  self->d = eqp_dataset_get_d (dataset);
  for (gint64 p = 0; p < params->n_cannot_links; p++)
    is_apart[group[params->cannot_links[p].first]] = is_apart[group[params->cannot_links[p].second]] = TRUE;
  for (gint32 i = 0; i < n; i++)
    group_weight[group[i]] += row_weight (params, i);
  self->unit = g_new (gint32, (gsize) n);
  number_units (self, group, is_apart, group_weight, whole);
  self->weight = g_new (double, (gsize) self->m);
  self->count = whole ? g_new (gint64, (gsize) self->m) : NULL;
  for (gint32 i = 0; i < n; i++)
    if (group[i] == i)
      {
        self->weight[self->unit[i]] = group_weight[i];
        self->total += group_weight[i];
        if (whole)
          self->count[self->unit[i]] = (gint64) group_weight[i];
      }
  if (!average (self, eqp_dataset_get_features (dataset), params, error))
    return NULL;
  list_apart (self, params);
  return g_steal_pointer (&self);
}

/**
 * _eqp_units_free:
 * @self: (nullable): units
 */
void
_eqp_units_free (EqpUnits *self)
{
  if (self == NULL)
    return;
  g_free (self->unit);
  eqp_free (self->own_x);
  g_free (self->weight);
  g_free (self->count);
  g_free (self->apart_start);
  g_free (self->apart);
  g_free (self);
}

/**
 * _eqp_units_expand:
 * @self: units
 * @labels: m
 * @row_labels: (out): n: the label of each row's unit
 */
void
_eqp_units_expand (const EqpUnits *self,
                   const gint32   *labels,
                   gint32         *row_labels)
{
  for (gint64 i = 0; i < self->n; i++)
    row_labels[i] = labels[self->unit[i]];
}
