/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regularized whitening that DisKmeans and DisCluster work with: with Xc = U diag(s) V' the centred rows, the map
 * M = diag(1 / sqrt(lambda + s^2)) V' takes them to U diag(s / sqrt(lambda + s^2)), whose inner products are those of
 * I - (I + Xc Xc' / lambda)^-1. V and s come from the small side of Xc, so there never is an n x n array with many
 * rows. */
#include "config.h"

#include "eqp-mapped-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"

#define AUTOMATIC (-1.0)

static const EqpParamWord lambda_words[] = { { "auto", AUTOMATIC, N_ ("Auto") }, { NULL } };

const EqpParam _eqp_param_lambda = {
  .id = "lambda",
  .label = N_ ("Regularization"),
  .kind = EQP_PARAM_REAL,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (0),
  .argument = "L",
  .usual = AUTOMATIC,
  .least = G_MINDOUBLE,
  .most = HUGE_VAL,
  .logarithmic = TRUE,
  .words = lambda_words,
  .sentence = N_ ("added to the sum of squares of every direction before the directions are made equal, in squared "
                  "units of the data: large values come to k-means; by itself that of the K-th direction"),
};

/**
 * _eqp_check_side:
 * @dataset: the data
 * @error: EQP_ERROR_INVALID_PARAM
 *
 * Returns: whether all directions of the data can be found in reasonable time
 */
gboolean
_eqp_check_side (EqpDataset  *dataset,
                 GError     **error)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);

  if (MIN (n, d) <= EQP_MAPPED_SIDE)
    return TRUE;
  eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
              _ ("The data have %" PRId64
                 " columns, and this method needs all of their directions; reduce them to at most %d by principal "
                 "components first."),
              d, EQP_MAPPED_SIDE);
  return FALSE;
}

/**
 * _eqp_whitening_new:
 * @dataset: n x d
 * @context: pool and cancellable
 * @error: EQP_ERROR_TOO_LARGE, EQP_ERROR_NUMERICAL or G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): all principal directions, V', with s^2 = n times their variances
 */
EqpPca *
_eqp_whitening_new (EqpDataset  *dataset,
                    EqpContext  *context,
                    GError     **error)
{
  return eqp_pca_new (dataset, (gint) MIN (eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset)),
                      eqp_pool_get_threads (context->pool), context->cancellable, error);
}

/**
 * _eqp_whitening_rank:
 * @self: the directions
 *
 * Returns: how many of them the data spread in; 0 when all rows are equal
 */
gint
_eqp_whitening_rank (const EqpPca *self)
{
  gint rank = 0;

  while (rank < self->n_components && self->variances[rank] > 0.0)
    rank++;
  return rank;
}

/**
 * _eqp_whitening_lambda:
 * @self: the directions
 * @n: rows
 * @k: clusters
 * @asked: lambda in squared units of the data; negative: automatic
 *
 * The automatic lambda is s_K^2, the square of the K-th singular value: a direction counts s^2 / (lambda + s^2), so the
 * K - 1 leading directions, in as many of which the centres of K clusters can differ, count more than half, and all
 * others less. With fewer directions it is that of the last.
 *
 * Returns: lambda
 */
double
_eqp_whitening_lambda (const EqpPca *self,
                       gint64        n,
                       gint          k,
                       double        asked)
{
  gint rank = _eqp_whitening_rank (self);

  if (asked >= 0.0)
    return asked;
  return rank > 0 ? (double) n * self->variances[MIN (k, rank) - 1] : 1.0;
}

/**
 * _eqp_whitening_fill:
 * @self: the directions
 * @n: rows
 * @lambda: at least 0
 * @map: (out): M, rank x d
 */
void
_eqp_whitening_fill (const EqpPca *self,
                     gint64        n,
                     double        lambda,
                     double       *map)
{
  gint rank = _eqp_whitening_rank (self);

  for (gint i = 0; i < rank; i++)
    {
      double factor = 1.0 / sqrt (lambda + (double) n * self->variances[i]);

      for (gint64 j = 0; j < self->d; j++)
        map[i * self->d + j] = factor * self->components[i * self->d + j];
    }
}
