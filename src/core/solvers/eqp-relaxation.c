/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lower bound of SSE + gamma sum n_k^2 that holds whatever the accuracy it is computed with.
 *
 * A labelling stands as the matrix Z = sum_k 1_k 1_k' / n_k. With the Gram matrix G of the centered rows (G1 = 0),
 *     SSE = tr G - <G, Z>,   sum_k n_k^2 = sum_i 1 / Z_ii,
 * and Z is in the intersection of
 *     Q = { Z1 = 1, 0 <= Z <= I as forms, tr Z = K },   B = { 0 <= Z_ij <= b, Z_ii in { 1/s : least <= s <= most } },
 * b = 1 / max (least, 2), since rows that share a cluster are two at least. For any symmetric L (the multiplier of
 * Z = Y, Z in Q, Y in B), with P = I - 11'/m,
 *     min over labellings >= tr G + min_{Z in Q} <L - G, Z> + min_{Y in B} ( gamma sum_i 1/Y_ii - <L, Y> )
 *       = tr G + 1'L1/m - (sum of the K-1 largest eigenvalues of P (G - L) P)
 *         - b sum_{i != j} max (L_ij, 0) + sum_i min_s ( gamma s - L_ii / s ).
 * L = 0 gives the bound by principal components. A good L is found by the alternating direction method of multipliers;
 * each step projects once on Q (eigenvectors) and once on the convex hull of B (element by element).
 *
 * J. Peng, Y. Wei: Approximating k-means-type clustering via semidefinite programming. SIAM J. Optim. 18 (2007).
 * A. Amini, E. Levina: On semidefinite relaxations for the block model. Ann. Statist. 46 (2018).
 * C. Jansson, D. Chaykin, C. Keil: Rigorous error bounds for the optimal value in semidefinite programming.
 * SIAM J. Numer. Anal. 46 (2008). A step takes O(m^2 r) + O(m^3) for r eigenvectors, memory six matrices m x m. */
#include "config.h"

#include "eqp-relaxation-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"

#define RELAX 1.6     /* over-relaxation of the method of multipliers */
#define SPARE 6       /* eigenvectors asked for beyond what the last step needed */

static double
inner (gint64 n, const double *a, const double *b)
{
  return cblas_ddot ((int) n, a, 1, b, 1);
}

/* matrix <- P matrix P - shift 11'/m: the vector of ones gets the eigenvalue -shift, out of the way. */
static void
project_from_ones (EqpRelaxation *self, double shift)
{
  gint64 m = self->m;
  double mean = 0.0;

  for (gint64 i = 0; i < m; i++)
    {
      double sum = 0.0;

      for (gint64 j = 0; j < m; j++)
        sum += self->matrix[i * m + j];
      self->means[i] = sum / (double) m;
      mean += self->means[i];
    }
  mean /= (double) m;
  for (gint64 i = 0; i < m; i++)
    for (gint64 j = 0; j < m; j++)
      self->matrix[i * m + j] += mean - self->means[i] - self->means[j] - shift / (double) m;
}

/* The shift t with sum_i clip (values_i - t, 0, 1) = sum, over the first @count values, largest first. */
static double
find_shift (const double *values, gint64 count, double sum)
{
  double low = values[count - 1] - 1.0, high = values[0];

  for (gint step = 0; step < 200 && high - low > 0.0; step++)
    {
      double middle = 0.5 * (low + high), got = 0.0;

      if (middle == low || middle == high)
        break;
      for (gint64 i = 0; i < count; i++)
        got += CLAMP (values[i] - middle, 0.0, 1.0);
      if (got > sum)
        low = middle;
      else
        high = middle;
    }
  return 0.5 * (low + high);
}

/* z <- the nearest matrix of Q to @matrix, which is lost. Eigenvalues beyond those computed have to be projected to 0;
 * where they might not be, more are computed. */
static gboolean
project_on_cone (EqpRelaxation *self, GError **error)
{
  gint64 m = self->m, count = MIN (self->rank + SPARE, m - 1);
  double shift = 0.0;

  project_from_ones (self, 2.0 * sqrt (inner (m * m, self->matrix, self->matrix)) + 1.0);
  memcpy (self->z, self->matrix, (gsize) (m * m) * sizeof (double));
  for (;;)
    {
      if (!eqp_symmetric_eigen (m, self->matrix, count, self->values, self->vectors, NULL, error))
        return FALSE;
      shift = find_shift (self->values, count, self->k - 1);
      if (count == m - 1 || self->values[count - 1] <= shift)
        break;
      count = MIN (2 * count, m - 1);
      memcpy (self->matrix, self->z, (gsize) (m * m) * sizeof (double));
    }

  self->rank = 0;
  for (gint64 i = 0; i < count; i++)
    {
      double weight = CLAMP (self->values[i] - shift, 0.0, 1.0);

      self->rank += weight > 0.0;
      cblas_dscal ((int) m, sqrt (weight), self->vectors + i * m, 1);
    }
  for (gint64 i = 0; i < m * m; i++)
    self->z[i] = 1.0 / (double) m;
  if (self->rank > 0)
    cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int) m, (int) m, (int) self->rank, 1.0, self->vectors,
                 (int) m, self->vectors, (int) m, 1.0, self->z, (int) m);
  return TRUE;
}

/* argmin over v in [low, high] of gamma / v + rho/2 (v - target)^2: the derivative grows, so halving finds its zero. */
static double
nearest_diagonal (double gamma, double rho, double target, double low, double high)
{
  if (gamma <= 0.0)
    return CLAMP (target, low, high);
  for (gint step = 0; step < 60 && high - low > 1e-15 * high; step++)
    {
      double middle = 0.5 * (low + high);

      if (rho * (middle - target) < gamma / (middle * middle))
        low = middle;
      else
        high = middle;
    }
  return 0.5 * (low + high);
}

/* min over whole s of gamma (s - free) - multiplier / s. The term grows with s where the multiplier is not negative and
 * is convex elsewhere, least near sqrt (-multiplier / gamma): the whole numbers on both sides are enough. */
static double
least_of_row (const EqpRelaxation *self, double multiplier)
{
  double s = (double) self->least, best;

  if (multiplier < 0.0)
    s = self->gamma > 0.0 ? floor (sqrt (-multiplier / self->gamma)) : (double) self->most;
  s = CLAMP (s, (double) self->least, (double) self->most);
  best = self->gamma * (s - self->free) - multiplier / s;
  if (s + 1.0 <= (double) self->most)
    best = MIN (best, self->gamma * (s + 1.0 - self->free) - multiplier / (s + 1.0));
  return best;
}

/**
 * _eqp_relaxation_init:
 * @self: with m, k, least, most, gamma and free set, 2 <= k < m, k least <= m <= k most
 * @m: rows
 * @d: columns
 * @rows: m x d, centered here
 * @error: return location, EQP_ERROR_TOO_LARGE
 *
 * Makes the Gram matrix and starts from the multiplier 0, which is the bound by principal components.
 *
 * Returns: FALSE when memory ran out
 */
gboolean
_eqp_relaxation_init (EqpRelaxation *self, gint64 m, gint64 d, double *rows, GError **error)
{
  gsize size = (gsize) (m * m);
  double **all[] = { &self->gram, &self->z, &self->y, &self->multiplier, &self->matrix, &self->vectors };

  self->m = m;
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    if ((*all[i] = eqp_try_alloc (size, sizeof (double), N_ ("the proof"), error)) == NULL)
      return FALSE;
  self->values = g_new0 (double, m);
  self->means = g_new0 (double, m);

  for (gint64 j = 0; j < d; j++)
    {
      double mean = 0.0;

      for (gint64 i = 0; i < m; i++)
        mean += rows[i * d + j] / (double) m;
      for (gint64 i = 0; i < m; i++)
        rows[i * d + j] -= mean;
    }
  eqp_blas_init ();
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) m, (int) m, (int) d, 1.0, rows, (int) d, rows, (int) d,
               0.0, self->gram, (int) m);
  self->total = 0.0;
  for (gint64 i = 0; i < m; i++)
    self->total += self->gram[i * m + i];
  for (gint64 i = 0; i < (gint64) size; i++)
    self->y[i] = 1.0 / (double) m;
  memset (self->multiplier, 0, size * sizeof (double));
  self->rank = self->k;
  self->rho = sqrt (inner ((gint64) size, self->gram, self->gram) / self->k);
  return TRUE;
}

void
_eqp_relaxation_clear (EqpRelaxation *self)
{
  eqp_free (self->gram);
  eqp_free (self->z);
  eqp_free (self->y);
  eqp_free (self->multiplier);
  eqp_free (self->matrix);
  eqp_free (self->vectors);
  g_free (self->values);
  g_free (self->means);
  memset (self, 0, sizeof *self);
}

/**
 * _eqp_relaxation_step:
 * @self: a relaxation
 * @error: return location, EQP_ERROR_NUMERICAL
 *
 * One step of the method of multipliers, with h = RELAX Z + (1 - RELAX) Y:
 *     Z <- proj_Q (Y + (G - L) / rho),  Y <- prox_B (h + L / rho),  L <- L + rho (h - Y).
 *
 * Returns: FALSE when LAPACK gave up
 */
gboolean
_eqp_relaxation_step (EqpRelaxation *self, GError **error)
{
  gint64 m = self->m, size = m * m;
  double most = 1.0 / (double) MAX (self->least, 2), low = 1.0 / (double) self->most, high = 1.0 / (double) self->least;
  double primal = 0.0, dual = 0.0, rho = self->rho;

  for (gint64 i = 0; i < size; i++)
    self->matrix[i] = self->y[i] + (self->gram[i] - self->multiplier[i]) / rho;
  if (!project_on_cone (self, error))
    return FALSE;

  for (gint64 i = 0; i < m; i++)
    for (gint64 j = 0; j < m; j++)
      {
        gint64 at = i * m + j;
        double before = self->y[at], relaxed = RELAX * self->z[at] + (1.0 - RELAX) * before;
        double target = relaxed + self->multiplier[at] / rho;
        double after = i == j ? nearest_diagonal (self->gamma, rho, target, low, high) : CLAMP (target, 0.0, most);

        self->y[at] = after;
        self->multiplier[at] += rho * (relaxed - after);
        primal += (self->z[at] - after) * (self->z[at] - after);
        dual += (after - before) * (after - before);
      }
  self->primal = sqrt (primal);
  self->dual = rho * sqrt (dual);
  return TRUE;
}

/**
 * _eqp_relaxation_bound:
 * @self: a relaxation
 * @bound: (out): no labelling has a lower SSE + gamma (sum n_k^2 - m free)
 * @error: return location, EQP_ERROR_NUMERICAL
 *
 * The bound that the multiplier gives, by the formula at the top. What rounding can have taken away is taken off: the
 * eigenvalues that LAPACK finds are those of a matrix that differs by at most m eps |M|.
 *
 * Returns: FALSE when LAPACK gave up
 */
gboolean
_eqp_relaxation_bound (EqpRelaxation *self, double *bound, GError **error)
{
  gint64 m = self->m;
  double most = 1.0 / (double) MAX (self->least, 2), ones = 0.0, above = 0.0, rows = 0.0, large = 0.0, norm, slack;

  for (gint64 i = 0; i < m; i++)
    {
      for (gint64 j = 0; j < m; j++)
        {
          double value = self->multiplier[i * m + j];

          ones += value;
          if (i != j)
            above += MAX (value, 0.0);
          self->matrix[i * m + j] = self->gram[i * m + j] - value;
        }
      rows += least_of_row (self, self->multiplier[i * m + i]);
      slack = fabs (self->multiplier[i * m + i]) / (double) self->least + self->gamma * (double) self->most;
      large += slack;
    }
  norm = sqrt (inner (m * m, self->matrix, self->matrix));
  project_from_ones (self, 2.0 * norm + 1.0);
  if (!eqp_symmetric_eigen (m, self->matrix, self->k - 1, self->values, self->vectors, NULL, error))
    return FALSE;
  *bound = self->total + ones / (double) m - most * above + rows;
  for (gint i = 0; i < self->k - 1; i++)
    *bound -= self->values[i];
  slack = (double) m * DBL_EPSILON * (self->k * (3.0 * norm + 1.0) + self->total + most * above + large);
  *bound -= slack;
  return TRUE;
}
