/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means and balanced k-means for rows with weights and links. Rows become units (eqp-units.c); then
 *
 *   J = sum_u w_u |x_u - h_(z_u)|^2 + gamma * sum_k W_k^2,   W_k = sum of w_u in k, all pairs kept,
 *
 * is lowered as without them: centers and assignments by turns, for the balanced method while gamma climbs to its
 * target, and then a polish. Only states that lower J at the gamma asked for are told, so the trace never rises. */
#include "config.h"

#include "eqp-linked-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "data/eqp-dataset.h"
#include "solvers/eqp-gamma.h"
#include "solvers/eqp-weights.h"

#define DEFAULT_MAX_STEPS 1000
#define LEVEL_STEPS 6
#define LEVEL_SETTLED 0.005
#define LLOYD_STEPS 10
#define HARD_RELATIVE 100.0
#define POLISH_ROUNDS 200
#define FEW_UNITS 32 /* of which a balanced run costs next to nothing and often ends beside the best: */
#define FEW_STARTS 32

/* -- centers and values ------------------------------------------------------------------------------------------ */

/*< private >
 * _eqp_linked_center:
 * @self: the run
 *
 * Sets weights, sums and centers to those of current; a cluster without weight keeps its center. O(m d).
 */
void
_eqp_linked_center (EqpLinked *self)
{
  EqpKMeans *state = self->state;
  const EqpUnits *units = self->units;

  memset (self->mass, 0, sizeof (double) * (gsize) state->k);
  memset (state->sums, 0, sizeof (double) * (gsize) state->k * (gsize) state->d);
  for (gint64 u = 0; u < units->m; u++)
    {
      self->mass[self->current[u]] += units->weight[u];
      state->kernels->add (state->sums + self->current[u] * state->d, state->x + u * state->d, units->weight[u],
                           state->d);
    }
  for (int c = 0; c < state->k; c++)
    for (gint64 j = 0; j < state->d && self->mass[c] > 0.0; j++)
      state->centers[c * state->d + j] = state->sums[c * state->d + j] / self->mass[c];
}

static double
penalty (EqpLinked *self, const double *mass)
{
  double squares = 0.0;

  for (int c = 0; c < self->state->k; c++)
    squares += mass[c] * mass[c];
  return self->balanced ? self->params->gamma * squares : 0.0;
}

static gboolean
within_limits (EqpLinked *self)
{
  for (int c = 0; c < self->state->k && self->fine > 0.0; c++)
    if (self->mass[c] < self->least || self->mass[c] > self->most)
      return FALSE;
  return TRUE;
}

static void
tell_best (EqpLinked *self, const char *phase)
{
  g_autofree gint64 *sizes = g_new (gint64, (gsize) self->state->k);

  for (int c = 0; c < self->state->k; c++)
    sizes[c] = (gint64) llround (self->best_mass[c]);
  _eqp_trace_step (&self->trace, phase, self->units->within + self->best_data, penalty (self, self->best_mass), sizes,
                   self->best_labels, MIN (self->moved, self->units->n));
  self->moved = 0;
}

/* Centers of current and what it is worth at the gamma asked for; keeps and tells the best. */
static double
value_current (EqpLinked *self, const char *phase)
{
  EqpKMeans *state = self->state;
  double sse = 0.0, value, gamma = self->gamma;

  _eqp_linked_center (self);
  for (gint64 u = 0; u < state->n; u++)
    sse += self->units->weight[u] * _eqp_kmeans_distance (state, u, self->current[u]);
  value = sse;
  self->gamma = self->params->gamma;
  for (int c = 0; c < state->k && self->balanced; c++)
    value += _eqp_linked_size_cost (self, self->mass[c]);
  self->gamma = gamma;

  if (value < self->start_best && within_limits (self))
    self->start_best = value;
  if (value < self->best && within_limits (self))
    {
      self->best = value;
      self->best_data = sse;
      _eqp_units_expand (self->units, self->current, self->best_labels);
      memcpy (self->best_units, self->current, sizeof (gint32) * (gsize) state->n);
      memcpy (self->best_centers, state->centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
      memcpy (self->best_mass, self->mass, sizeof (double) * (gsize) state->k);
      tell_best (self, phase);
    }
  return value;
}

/* -- empty clusters ---------------------------------------------------------------------------------------------- */

/* Whether the unit keeps its pairs in a cluster that only has units without weight, if any. */
static gboolean
keeps_pairs (EqpLinked *self, gint64 unit, int c)
{
  const EqpUnits *units = self->units;
  gint64 place = unit - units->first_apart;

  for (gint64 at = place < 0 ? 0 : units->apart_start[place]; place >= 0 && at < units->apart_start[place + 1]; at++)
    if (self->current[units->apart[at]] == c)
      return FALSE;
  return TRUE;
}

/* The unit farthest from its center that can go to an empty cluster, in one that keeps weight without it; in one
 * cluster where it is not < 0. */
static gint64
farthest (EqpLinked *self, int cluster, int empty)
{
  EqpKMeans *state = self->state;
  gint64 best = -1;
  double most = 0.0;

  for (gint64 u = 0; u < state->n; u++)
    if (self->mass[self->current[u]] > self->units->weight[u] && self->units->weight[u] > 0.0 &&
        (cluster < 0 || self->current[u] == cluster))
      {
        double distance = _eqp_kmeans_distance (state, u, self->current[u]);

        if (distance > most && keeps_pairs (self, u, empty))
          {
            most = distance;
            best = u;
          }
      }
  return best;
}

static int
widest (EqpLinked *self)
{
  g_autofree double *sse = g_new0 (double, (gsize) self->state->k);
  int worst = 0;

  for (gint64 u = 0; u < self->state->n; u++)
    sse[self->current[u]] += self->units->weight[u] * _eqp_kmeans_distance (self->state, u, self->current[u]);
  for (int c = 1; c < self->state->k; c++)
    worst = sse[c] > sse[worst] ? c : worst;
  return worst;
}

/* The empty-cluster policy; a unit alone in its cluster breaks no pair. Returns how many units moved. */
static gint64
fill_empty (EqpLinked *self, EqpEmptyPolicy policy)
{
  gint64 moved = 0;

  for (int c = 0; c < self->state->k && policy != EQP_EMPTY_KEEP; c++)
    if (!(self->mass[c] > 0.0))
      {
        gint64 unit = farthest (self, policy == EQP_EMPTY_SPLIT ? widest (self) : -1, c);

        if (unit < 0)
          break;
        self->current[unit] = c;
        moved++;
        _eqp_linked_center (self);
      }
  return moved;
}

/* -- phases ------------------------------------------------------------------------------------------------------ */

/* Centers and assignments by turns at one gamma. FALSE when cancelled or out of steps. */
static gboolean
alternate (EqpLinked *self, double gamma, gint64 most_steps, gint64 settled, const char *phase)
{
  EqpKMeans *state = self->state;
  gboolean at_target = gamma == self->params->gamma || !self->balanced;
  double previous = INFINITY;

  for (gint64 step = 0; step < most_steps; step++)
    {
      double value = value_current (self, phase);
      gint64 moved = 0;

      if (at_target && value >= previous)
        return TRUE;
      previous = value;
      if (self->steps >= self->limit)
        return FALSE;
      self->steps++;
      self->gamma = gamma;
      if (_eqp_kmeans_cancelled (state) || !_eqp_linked_assign (self, TRUE))
        return FALSE;
      for (gint64 u = 0; u < state->n; u++)
        moved += self->next[u] != self->current[u];
      memcpy (self->current, self->next, sizeof (gint32) * (gsize) state->n);
      _eqp_linked_center (self);
      moved += fill_empty (self, gamma > 0.0 && self->balanced ? EQP_EMPTY_KEEP : self->params->empty);
      self->moved += moved;
      if (moved <= settled)
        {
          value_current (self, phase);
          return TRUE;
        }
    }
  return TRUE;
}

/* Moves and exchanges until none pays. FALSE when cancelled or out of steps. */
static gboolean
polish (EqpLinked *self)
{
  for (int round = 0; round < POLISH_ROUNDS; round++)
    {
      gint64 moved;

      value_current (self, "polish");
      self->gamma = self->params->gamma;
      if (_eqp_kmeans_cancelled (self->state) || self->steps >= self->limit)
        return FALSE;
      self->steps++;
      moved = _eqp_linked_polish (self);
      self->moved += moved;
      if (moved == 0)
        return !_eqp_kmeans_cancelled (self->state);
    }
  return TRUE;
}

/* From the labels of a start down; one that people chose is gone on from at the target. FALSE when cancelled or out of
 * steps. */
static gboolean
descend (EqpLinked *self, double unit, gboolean chosen)
{
  gint64 settled = (gint64) (LEVEL_SETTLED * (double) self->state->n);
  double target = self->params->gamma;

  if (!self->balanced)
    return alternate (self, 0.0, self->limit + 1, 0, "lloyd");
  if (!chosen && !alternate (self, 0.0, LLOYD_STEPS, settled, "lloyd"))
    return FALSE;
  for (double relative = 0.1; !chosen && relative < HARD_RELATIVE && relative * unit < target; relative *= 3.0)
    if (!alternate (self, relative * unit, LEVEL_STEPS, settled, "climb"))
      return FALSE;
  return alternate (self, target, self->limit, 0, "balance") && polish (self);
}

/* -- result ------------------------------------------------------------------------------------------------------ */

/* Rows that do not count go to their nearest center where no pair holds them. */
static void
place_weightless (EqpLinked *self, const double *centers, gint32 *labels)
{
  EqpKMeans *state = self->state;

  memcpy (state->centers, centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
  for (gint64 u = 0; u < self->units->first_apart; u++)
    if (self->units->weight[u] == 0.0)
      {
        int best = labels[u];
        double least = _eqp_kmeans_distance (state, u, best);

        for (int c = 0; c < state->k; c++)
          if (_eqp_kmeans_distance (state, u, c) < least)
            {
              least = _eqp_kmeans_distance (state, u, c);
              best = c;
            }
        labels[u] = best;
      }
}

/* Centers and SSE from the rows themselves, as units were rounded. */
static void
value_rows (EqpLinked *self, EqpDataset *dataset, EqpResult *result)
{
  const float *x = eqp_dataset_get_features (dataset);
  const double *weights = self->params->weights;
  EqpKMeans *state = self->state;

  memset (result->masses, 0, sizeof (double) * (gsize) result->k);
  memset (state->sums, 0, sizeof (double) * (gsize) result->k * (gsize) result->d);
  for (gint64 i = 0; i < result->n; i++)
    {
      result->masses[result->labels[i]] += weights != NULL ? weights[i] : 1.0;
      state->kernels->add (state->sums + result->labels[i] * result->d, x + i * result->d,
                           weights != NULL ? weights[i] : 1.0, result->d);
    }
  for (int c = 0; c < result->k; c++)
    {
      for (gint64 j = 0; j < result->d && result->masses[c] > 0.0; j++)
        result->centers[c * result->d + j] = state->sums[c * result->d + j] / result->masses[c];
      result->sizes[c] = (gint64) llround (result->masses[c]);
    }
  for (gint64 i = 0; i < result->n; i++)
    result->data_term += (weights != NULL ? weights[i] : 1.0) *
                         state->kernels->distance (x + i * result->d,
                                                   result->centers + result->labels[i] * result->d, result->d);
}

/* How far the labels may be from an optimum at their centers: what each unit could save at the prices, and what each
 * cluster could by another size. Units as if they could be divided and had no cannot-links, which only widens the gap.
 */
static double
gap_at (EqpLinked *self, const double *prices)
{
  EqpKMeans *state = self->state;
  gint64 total = (gint64) self->units->total;
  double base = (double) (2 * (total / state->k) + (total % state->k != 0 ? 1 : 0)), gap = 0.0;
  double gamma = self->params->gamma;

  for (gint64 u = 0; u < state->n; u++)
    {
      const float *cost = self->cost + u * state->kp;
      double own = (double) cost[self->best_units[u]] + prices[self->best_units[u]], least = own;

      for (int c = 0; c < state->k; c++)
        least = MIN (least, (double) cost[c] + prices[c]);
      gap += self->units->weight[u] * (own - least);
    }
  for (int c = 0; c < state->k; c++)
    {
      double mass = self->best_mass[c], q = prices[c], best = mass;

      if (gamma > 0.0)
        best = round (base / 2.0 + q / (2.0 * gamma));
      else if (q != 0.0)
        best = q > 0.0 ? self->most : self->least;
      best = CLAMP (best, self->least, self->most);
      gap += MAX (0.0, (mass - best) * (gamma * (mass + best - base) - q));
    }
  return gap;
}

static void
certify (EqpLinked *self, EqpResult *result)
{
  EqpKMeans *state = self->state;
  double gap, other;

  memcpy (state->centers, self->best_centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
  memcpy (self->current, self->best_units, sizeof (gint32) * (gsize) state->n);
  self->gamma = self->params->gamma;
  if (!_eqp_linked_assign (self, TRUE))
    return;
  gap = gap_at (self, self->prices);
  other = gap_at (self, self->trial_prices);
  result->assignment_gap = MIN (gap, other);
  result->prices = g_memdup2 (other < gap ? self->trial_prices : self->prices, sizeof (double) * (gsize) state->k);
}

static EqpResult *
finish (EqpLinked *self, EqpDataset *dataset, gboolean cancelled)
{
  EqpResult *result = eqp_result_new (self->units->n, self->units->d, self->state->k);
  gint64 empty = 0;

  result->masses = g_new0 (double, (gsize) result->k);
  place_weightless (self, self->best_centers, self->best_units);
  _eqp_units_expand (self->units, self->best_units, result->labels);
  memcpy (result->centers, self->best_centers, sizeof (double) * (gsize) result->k * (gsize) result->d);
  value_rows (self, dataset, result);
  result->gamma = self->params->gamma;
  result->penalty = penalty (self, result->masses);
  result->objective = result->data_term + result->penalty;
  result->cancelled = cancelled;
  result->converged = self->converged && !cancelled;
  _eqp_tally_close (&self->tally, self->best, result);
  if (self->balanced && !cancelled)
    certify (self, result);
  for (int c = 0; c < result->k; c++)
    empty += !(result->masses[c] > 0.0);
  _eqp_empty_clusters_warn (empty, result->k, result->warnings);
  if (self->params->weights == NULL)
    g_clear_pointer (&result->masses, g_free);
  _eqp_trace_finish (&self->trace, result);
  return result;
}

/* -- the run ----------------------------------------------------------------------------------------------------- */

/*< private >
 * _eqp_linked_close:
 * @self: a run that was opened, or only begun to be
 */
void
_eqp_linked_close (EqpLinked *self)
{
  _eqp_units_free (self->units);
  _eqp_kmeans_free (self->state);
  _eqp_apart_free (self->apart);
  _eqp_assigner_free (self->all);
  _eqp_assigner_free (self->rest);
  eqp_free (self->mass);
  eqp_free (self->current);
  eqp_free (self->next);
  eqp_free (self->apart_cost);
  eqp_free (self->cost);
  eqp_free (self->load);
  eqp_free (self->prices);
  eqp_free (self->trial_prices);
  eqp_free (self->trial);
  eqp_free (self->best_labels);
  eqp_free (self->best_units);
  eqp_free (self->best_centers);
  eqp_free (self->best_mass);
}

/* Limits as what it costs to be outside of them: more than any distance. */
static void
set_limits (EqpLinked *self, EqpDataset *dataset)
{
  const double *mean = eqp_dataset_get_mean (dataset);
  double widest_way = 0.0;

  self->least = (double) self->params->min_size;
  self->most = self->params->max_size > 0 ? (double) self->params->max_size : self->units->total;
  if (!self->balanced)
    return;
  _eqp_assigner_set_units (self->all, self->units->count, NULL);
  _eqp_assigner_set_limits (self->all, (gint64) self->least, (gint64) self->most);
  if (self->least <= 0.0 && self->most >= self->units->total)
    return;
  for (gint64 u = 0; u < self->state->n; u++)
    widest_way = MAX (widest_way, self->state->kernels->distance (self->state->x + u * self->state->d, mean,
                                                                  self->state->d));
  self->fine = widest_way > 0.0 ? 64.0 * widest_way : 1.0;
}

/*< private >
 * _eqp_linked_open:
 * @self: settings, and whether they are balanced, the rest zeros
 * @dataset: n x d; borrowed
 * @context: pool and cancellable
 * @error: EQP_ERROR_INVALID_PARAM where the pairs cannot be kept, EQP_ERROR_TOO_LARGE
 *
 * Returns: whether there are units, memory and limits; close it in any case
 */
gboolean
_eqp_linked_open (EqpLinked   *self,
                  EqpDataset  *dataset,
                  EqpContext  *context,
                  GError     **error)
{
  const EqpParams *params = self->params;
  EqpUnits *units;
  gsize m, k = (gsize) params->k;
  gboolean ok = TRUE;

  if ((units = self->units = _eqp_units_new (dataset, params, self->balanced, error)) == NULL)
    return FALSE;
  if (units->m < params->k)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  g_dngettext (GETTEXT_PACKAGE,
                               "The must-link pairs leave %ld group of rows, but K is %d; lower K or leave pairs out.",
                               "The must-link pairs leave %ld groups of rows, but K is %d; lower K or leave pairs out.",
                               (gulong) units->m),
                  (long) units->m, params->k);
      return FALSE;
    }
  m = (gsize) units->m;
  if (units->first_apart < units->m &&
      (self->apart = _eqp_apart_new (units, params->k, context->cancellable, error)) == NULL)
    return FALSE;
  if ((self->state = _eqp_kmeans_new_rows (units->x, NULL, units->m, units->d, eqp_dataset_get_mean (dataset),
                                           params->k, !self->balanced && self->apart == NULL, context, error)) == NULL)
    return FALSE;

#define ALLOC(field, count)                                                                                            \
  ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, N_ ("the labels"), error)) != NULL
  ALLOC (mass, k);
  ALLOC (current, m);
  ALLOC (next, m);
  ALLOC (best_labels, (gsize) units->n);
  ALLOC (best_units, m);
  ALLOC (best_centers, k * (gsize) units->d);
  ALLOC (best_mass, k);
  if (self->apart != NULL)
    ALLOC (apart_cost, (m - (gsize) units->first_apart) * k);
  if (self->balanced)
    {
      ALLOC (cost, m * (gsize) self->state->kp);
      ALLOC (load, k);
      ALLOC (prices, k);
      ALLOC (trial_prices, k);
      ALLOC (trial, m);
      ok = ok && (self->all = _eqp_assigner_new (units->m, params->k, context->pool, context->cancellable, error)) !=
                   NULL;
      if (units->n_free > 0)
        ok = ok && (self->rest = _eqp_assigner_new (units->n_free, params->k, context->pool, context->cancellable,
                                                    error)) != NULL;
    }
#undef ALLOC
  if (ok)
    set_limits (self, dataset);
  return ok;
}

static void
set_no_result (EqpLinked *self, GError **error)
{
  if (_eqp_kmeans_cancelled (self->state))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                         _ ("No division was found that keeps the limits of size with these weights and pairs; widen "
                            "the limits or leave pairs out."));
}

/*< private >
 * _eqp_linked_run:
 * @dataset: n x d
 * @params: settings with weights or links, checked
 * @balanced: balanced k-means, for whole weights; else k-means
 * @context: pool, sink and cancellable
 * @error: EQP_ERROR_INVALID_PARAM where the pairs cannot be kept, EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * O(n d k) a step.
 *
 * Returns: (transfer full) (nullable): the result
 */
EqpResult *
_eqp_linked_run (EqpDataset       *dataset,
                 const EqpParams  *params,
                 gboolean          balanced,
                 EqpContext       *context,
                 GError          **error)
{
  EqpLinked self = { .params = params, .balanced = balanced, .best = INFINITY };
  gboolean given = params->initial_labels != NULL || params->initial_centers != NULL;
  int asked = _eqp_params_count_starts (params), restarts = asked;
  gboolean cancelled = FALSE;
  EqpResult *result = NULL;
  double unit;

  self.limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_STEPS;
  if (!_eqp_linked_open (&self, dataset, context, error))
    {
      _eqp_linked_close (&self);
      return NULL;
    }
  _eqp_tally_init (&self.tally, 0.0);
  if (balanced && !given && self.units->m <= FEW_UNITS)
    restarts = MAX (restarts, FEW_STARTS);
  unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, (gint64) self.units->total, params->k,
                         eqp_weights_total_ss (dataset, params->weights));
  _eqp_trace_start (&self.trace, context, self.units->n, params->k);
  for (int restart = 0; restart < restarts && !cancelled; restart++)
    {
      /* Every other start that nobody asked for goes the opposite way: from chance, at the full gamma at once. */
      gboolean chance = restart >= asked && restart % 2 == 1, at_once, done;
      double before = self.best;

      /* Those that nobody asked for are told of as what follows the starts. */
      _eqp_trace_restart (&self.trace, MIN (restart, asked), asked);
      self.steps = 0;
      self.moved = 0;
      self.start_best = INFINITY;
      if (balanced)
        memset (self.prices, 0, sizeof (double) * (gsize) params->k);
      done = _eqp_linked_start (&self, (guint64) restart, chance, &at_once) && descend (&self, unit, at_once);
      cancelled = _eqp_kmeans_cancelled (self.state);
      if (self.best < before)
        self.converged = done;
      if (!cancelled && restart < asked)
        _eqp_tally_add (&self.tally, self.start_best);
    }
  if (self.best < INFINITY)
    result = finish (&self, dataset, cancelled);
  else
    set_no_result (&self, error);
  _eqp_linked_close (&self);
  return result;
}
