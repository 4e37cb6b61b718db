/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the k-means family does with single rows, dense or sparse. */
#include "config.h"

#include "eqp-kmeans-private.h"

/**
 * _eqp_kmeans_distance:
 * @self: the state
 * @row: 0..n-1
 * @cluster: 0..k-1
 *
 * Returns: |x - h|^2 by direct differences in double
 */
double
_eqp_kmeans_distance (EqpKMeans *self,
                      gint64     row,
                      int        cluster)
{
  return _eqp_kmeans_distance_to (self, row, self->centers + cluster * self->d,
                                  self->sparse != NULL ? self->center_norms[cluster] : 0.0);
}

/**
 * _eqp_kmeans_distance_to:
 * @self: the state
 * @row: 0..n-1
 * @center: d
 * @norm: |h|^2, where rows are sparse
 *
 * Returns: |x - h|^2 by direct differences in double, or as right as those
 */
double
_eqp_kmeans_distance_to (EqpKMeans    *self,
                         gint64        row,
                         const double *center,
                         double        norm)
{
  if (self->sparse != NULL)
    return _eqp_sparse_rows_distance (self->sparse, row, center, norm);
  return self->kernels->distance (self->x + row * self->d, center, self->d);
}

/**
 * _eqp_kmeans_between:
 * @self: the state
 * @a: a row
 * @b: another
 *
 * Returns: |x_a - x_b|^2 by direct differences in double
 */
double
_eqp_kmeans_between (EqpKMeans *self,
                     gint64     a,
                     gint64     b)
{
  if (self->sparse != NULL)
    return _eqp_sparse_rows_between (self->sparse, a, b);
  return self->kernels->between (self->x + a * self->d, self->x + b * self->d, self->d);
}

/**
 * _eqp_kmeans_norm:
 * @self: the state
 * @row: 0..n-1
 *
 * Returns: |x|^2
 */
double
_eqp_kmeans_norm (EqpKMeans *self,
                  gint64     row)
{
  if (self->sparse != NULL)
    return _eqp_sparse_rows_norm (self->sparse, row);
  return self->kernels->distance (self->x + row * self->d, self->origin, self->d);
}

/**
 * _eqp_kmeans_add:
 * @self: the state
 * @row: 0..n-1
 * @sign: what it is multiplied by
 * @sums: (inout): d
 */
void
_eqp_kmeans_add (EqpKMeans *self,
                 gint64     row,
                 double     sign,
                 double    *sums)
{
  if (self->sparse != NULL)
    _eqp_sparse_rows_add (self->sparse, row, sign, sums);
  else
    self->kernels->add (sums, self->x + row * self->d, sign, self->d);
}
