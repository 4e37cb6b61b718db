/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Newton step on the dual of the assignment problem, see eqp-assigner.c: its matrix is the Laplacian of the
 * densities of rows at the borders between clusters, and what a size gives way to its price. Few clusters: by
 * elimination; many: by conjugate gradients (Hestenes, Stiefel 1952), for the Laplacian has few entries then. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <math.h>
#include <string.h>

#define CONJUGATE_STEPS 400
#define CONJUGATE_PRECISION 1e-10

extern void dposv_ (const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                    const int *ldb, int *info);

/* A row that stands between the clusters a and b. FALSE: no memory for it. */
static gboolean
note_border (EqpAssigner *self, gboolean dense, int a, int b, double weight)
{
  gsize k = (gsize) self->k;

  if (dense)
    {
      self->hessian[(gsize) a * k + (gsize) a] += weight;
      self->hessian[(gsize) b * k + (gsize) b] += weight;
      self->hessian[(gsize) a * k + (gsize) b] -= weight;
      self->hessian[(gsize) b * k + (gsize) a] -= weight;
      return TRUE;
    }

  self->hessian[a] += weight;
  self->hessian[b] += weight;
  if (self->n_pairs == self->pair_room)
    {
      gpointer pairs = self->pairs, weights = self->pair_weight;
      gsize room = 2 * self->pair_room;

      if (!_eqp_assigner_widen (self, &pairs, &room, sizeof (gint32), MAX (8192, room + 2)))
        return FALSE;
      self->pairs = pairs;
      if (!_eqp_assigner_widen (self, &weights, &self->pair_room, sizeof (double), room / 2))
        return FALSE;
      self->pair_weight = weights;
    }
  self->pairs[2 * self->n_pairs] = a;
  self->pairs[2 * self->n_pairs + 1] = b;
  self->pair_weight[self->n_pairs++] = weight;
  return TRUE;
}

/* Rows within the window of a second choice, from the lists. */
static gboolean
note_borders (EqpAssigner *self, gboolean dense, double window)
{
  const EqpCandidates *candidates = &self->candidates;
  double density = candidates->share / (2.0 * window);

  self->n_pairs = 0;
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      const EqpCandidateChunk *chunk = &candidates->chunks[number];

      if (_eqp_assigner_poll (self))
        return FALSE;
      for (gint64 r = 0; r < chunk->n_rows; r++)
        {
          gint64 i = candidates->rows[chunk->first + r];
          int a = self->labels[i], from = r > 0 ? chunk->end[r - 1] : 0;
          double own = 0.0;

          if ((double) self->margin[i] > window * (1.0 + 1e-6))
            continue;
          for (int at = from; at < chunk->end[r]; at++)
            if (chunk->columns[at] == a)
              own = chunk->costs[at] + self->q[a];
          for (int at = from; at < chunk->end[r]; at++)
            {
              int b = chunk->columns[at];

              if (b != a && chunk->costs[at] + self->q[b] - own <= window &&
                  !note_border (self, dense, a, b, assigner_weight (self, i) * density))
                return FALSE;
            }
        }
    }
  return TRUE;
}

/* out = (Laplacian + diagonal) x */
static void
multiply (EqpAssigner *self, const double *x, double *out)
{
  for (int c = 0; c < self->k; c++)
    out[c] = self->hessian[c] * x[c];
  for (gsize p = 0; p < self->n_pairs; p++)
    {
      gint32 a = self->pairs[2 * p], b = self->pairs[2 * p + 1];

      out[a] -= self->pair_weight[p] * x[b];
      out[b] -= self->pair_weight[p] * x[a];
    }
}

/* Solves for the excesses, beginning with step = 0, conditioned by the diagonal. */
static void
solve_by_conjugate_gradients (EqpAssigner *self)
{
  int k = self->k;
  double *residual = self->conjugate, *direction = residual + k, *product = direction + k;
  double *scaled = product + k, along = 0.0, first;

  for (int c = 0; c < k; c++)
    {
      self->step[c] = 0.0;
      residual[c] = self->excess[c];
      direction[c] = residual[c] / self->hessian[c];
      along += residual[c] * direction[c];
    }
  first = along;
  for (int step = 0; step < CONJUGATE_STEPS && along > CONJUGATE_PRECISION * CONJUGATE_PRECISION * first; step++)
    {
      double curvature = 0.0, next = 0.0, length;

      if (_eqp_assigner_poll (self))
        return;
      multiply (self, direction, product);
      for (int c = 0; c < k; c++)
        curvature += direction[c] * product[c];
      if (!(curvature > 0.0))
        return;
      length = along / curvature;
      for (int c = 0; c < k; c++)
        {
          self->step[c] += length * direction[c];
          residual[c] -= length * product[c];
          scaled[c] = residual[c] / self->hessian[c];
          next += residual[c] * scaled[c];
        }
      for (int c = 0; c < k; c++)
        direction[c] = scaled[c] + next / along * direction[c];
      along = next;
    }
}

/* How the size that suits a price follows it: one at its limit does not. */
static double
softness (EqpAssigner *self, int c)
{
  return _eqp_assigner_at_limit (self, c) ? 0.0 : (double) assigner_copies (self, c) / (2.0 * self->gamma);
}

/* Solves (border Laplacian + 1/(2 gamma) I) step = excess. */
void
_eqp_assigner_newton_step (EqpAssigner *self, double window)
{
  gboolean dense = self->k <= EQP_DENSE_NEWTON;
  double density = 1.0 / (2.0 * window), limit = 8.0 * window, mean = 0.0;
  int k = self->k, one = 1, info = 0;

  memset (self->step, 0, sizeof (double) * (gsize) k);
  memset (self->hessian, 0, sizeof (double) * (dense ? (gsize) k * (gsize) k : (gsize) k));
  if (!_eqp_assigner_list (self, window) || !note_borders (self, dense, window))
    return;

  /* A cluster without rows at its borders tells nothing; one row in ten windows keeps the step finite. */
  for (int c = 0; c < k; c++)
    self->hessian[dense ? (gsize) c * (gsize) k + (gsize) c : (gsize) c] += softness (self, c) + 0.1 * density;
  if (dense)
    {
      memcpy (self->step, self->excess, sizeof (double) * (gsize) k);
      dposv_ ("U", &k, &one, self->hessian, &k, self->step, &k, &info);
      for (int c = 0; c < k && info != 0; c++)
        self->step[c] = self->excess[c] / (self->hessian[(gsize) c * (gsize) k + (gsize) c] +
                                           (double) assigner_copies (self, c) / (2.0 * self->gamma) + 0.1 * density);
    }
  else
    solve_by_conjugate_gradients (self);

  /* Without limits a price common to all changes nothing. */
  for (int c = 0; c < k && !self->limited; c++)
    mean += assigner_part (self, c, self->step[c]);
  for (int c = 0; c < k; c++)
    self->step[c] = CLAMP (self->step[c] - mean, _eqp_assigner_used_up (self, c) ? 0.0 : -limit, limit);
}
