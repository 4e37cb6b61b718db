/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters that several methods share, and what is the usual value of all. */
#include "config.h"

#include "eqp-solver.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const EqpParamWord init_words[] = {
  { "kmeans++", EQP_INIT_KMEANSPP, N_ ("k-means++") },
  { "random", EQP_INIT_RANDOM, N_ ("Random") },
  { NULL },
};

static const EqpParamWord empty_words[] = {
  { "relocate", EQP_EMPTY_RELOCATE, N_ ("Move Center") },
  { "split", EQP_EMPTY_SPLIT, N_ ("Split Widest") },
  { "keep", EQP_EMPTY_KEEP, N_ ("Keep Empty") },
  { NULL },
};

static const EqpParamWord scale_words[] = {
  { "local", EQP_PARAMS_SCALE_LOCAL, N_ ("Local") },
  { "mean", EQP_PARAMS_SCALE_MEAN, N_ ("Mean Distance") },
  { NULL },
};

static const EqpParamWord search_words[] = {
  { "auto", EQP_SEARCH_AUTO, N_ ("Automatic") },
  { "exact", EQP_SEARCH_EXACT, N_ ("Exact") },
  { "approximate", EQP_SEARCH_APPROXIMATE, N_ ("Approximate") },
  { NULL },
};

static const EqpParamWord limit_words[] = { { "auto", 0, N_ ("Auto") }, { NULL } };
static const EqpParamWord none_words[] = { { "none", 0, N_ ("None") }, { NULL } };

const EqpParam eqp_param_init = {
  .id = "init", .label = N_ ("Start"), .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT, .at = EQP_PARAM_AT (init),
  .argument = "START", .usual = EQP_INIT_KMEANSPP, .words = init_words,
  .sentence = N_ ("where a run begins: at spread-out centers (kmeans++) or at random labels"),
};

const EqpParam eqp_param_starts = {
  .id = "starts", .label = N_ ("Restarts"), .kind = EQP_PARAM_WHOLE, .store = EQP_STORE_INT,
  .at = EQP_PARAM_AT (restarts), .argument = "R", .usual = 1, .least = 1, .most = 1000000,
  .sentence = N_ ("runs from different starts; the best objective is kept"),
};

const EqpParam eqp_param_max_iterations = {
  .id = "max-iterations", .label = N_ ("Iterations"), .kind = EQP_PARAM_WHOLE, .store = EQP_STORE_INT64,
  .at = EQP_PARAM_AT (max_iterations), .argument = "N", .usual = 0, .least = 1, .most = G_MAXINT32,
  .logarithmic = TRUE, .words = limit_words,
  .sentence = N_ ("stop after so many iterations; by itself each method has a limit of its own"),
};

const EqpParam eqp_param_empty = {
  .id = "empty", .label = N_ ("Empty"), .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT, .at = EQP_PARAM_AT (empty),
  .argument = "POLICY", .usual = EQP_EMPTY_RELOCATE, .words = empty_words,
  .sentence = N_ ("what becomes of a cluster without rows: its center moves to the farthest row (relocate), the "
                  "widest cluster is split, or it stays empty (keep)"),
};

const EqpParam eqp_param_min_size = {
  .id = "min-size", .label = N_ ("Least Size"), .kind = EQP_PARAM_WHOLE, .store = EQP_STORE_INT64,
  .at = EQP_PARAM_AT (min_size), .argument = "A", .unit = N_ ("rows"), .usual = 0, .least = 1, .most = G_MAXINT32,
  .words = none_words, .sentence = N_ ("no cluster of fewer rows, whatever gamma is"),
};

const EqpParam eqp_param_max_size = {
  .id = "max-size", .label = N_ ("Largest Size"), .kind = EQP_PARAM_WHOLE, .store = EQP_STORE_INT64,
  .at = EQP_PARAM_AT (max_size), .argument = "B", .unit = N_ ("rows"), .usual = 0, .least = 1, .most = G_MAXINT32,
  .words = none_words, .sentence = N_ ("no cluster of more rows, whatever gamma is"),
};

const EqpParam eqp_param_seconds = {
  .id = "seconds", .label = N_ ("Search Time"), .kind = EQP_PARAM_REAL, .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_AT (seconds), .argument = "S", .unit = N_ ("seconds"), .usual = 0, .least = 0.001, .most = 1e6,
  .logarithmic = TRUE, .words = limit_words,
  .sentence = N_ ("search until so many seconds are over, combining good partitions and keeping the best; otherwise "
                  "until little more is found (suggest: 60 seconds)"),
};

const EqpParam eqp_param_neighbors = {
  .id = "neighbours", .other = "neighbors", .label = N_ ("Neighbors"), .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_INT, .at = EQP_PARAM_AT (neighbors), .argument = "k", .usual = 5, .least = 1,
  .most = G_MAXINT32, .sentence = N_ ("each row is joined to so many nearest ones"),
};

const EqpParam eqp_param_scale = {
  .id = "scale", .label = N_ ("Edge Scale"), .kind = EQP_PARAM_REAL, .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_AT (scale), .argument = "SCALE", .usual = EQP_PARAMS_SCALE_LOCAL, .least = G_MINDOUBLE,
  .most = HUGE_VAL, .logarithmic = TRUE, .words = scale_words,
  .sentence = N_ ("at which distance the weight of an edge falls off: by the neighbors of its ends (local), the mean "
                  "of all, or a distance delta by hand: weight = exp(-distance²/delta²)"),
};

const EqpParam eqp_param_search = {
  .id = "search",
  .label = N_ ("Search"),
  .kind = EQP_PARAM_CHOICE,
  .store = EQP_STORE_INT,
  .at = EQP_PARAM_AT (search),
  .argument = "HOW",
  .usual = EQP_SEARCH_AUTO,
  .words = search_words,
  .sentence = N_ ("how neighbors are found: exactly, approximately with the share found measured, or approximately "
                  "only "
                  "where exact search would take long (auto)"),
};

/* All that have fields of their own in EqpParams. */
static const EqpParam *const shared[] = {
  &eqp_param_init,     &eqp_param_starts,    &eqp_param_max_iterations, &eqp_param_empty,  &eqp_param_min_size,
  &eqp_param_max_size, &eqp_param_neighbors, &eqp_param_scale,          &eqp_param_search,
  &eqp_param_seconds,
};

/**
 * eqp_shared_params_get:
 * @n_params: (out): how many
 *
 * Returns: (transfer none): the parameters that methods share
 */
const EqpParam *const *
eqp_shared_params_get (gsize *n_params)
{
  *n_params = G_N_ELEMENTS (shared);
  return shared;
}

/**
 * eqp_params_default:
 *
 * Returns: the usual value of everything, seed 1, gamma 0; k is 0 and has to be set
 */
EqpParams
eqp_params_default (void)
{
  EqpParams params = { .seed = 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    eqp_param_set (shared[i], &params, shared[i]->usual);
  eqp_params_reset_own (&params);
  return params;
}

/**
 * eqp_param_is_own:
 * @param: a parameter of some method
 *
 * Returns: whether it belongs to single methods; the shared ones mean the same to all that take them
 */
gboolean
eqp_param_is_own (const EqpParam *param)
{
  return param->at >= EQP_PARAM_OWN (0) && param->at < EQP_PARAM_OWN (EQP_OWN_PARAMS);
}

/**
 * eqp_params_reset_own:
 * @self: settings
 *
 * Gives the parameters that belong to single methods their usual values; those of the next method stand in the same
 * places.
 */
void
eqp_params_reset_own (EqpParams *self)
{
  for (gsize i = 0; i < EQP_OWN_PARAMS; i++)
    self->own[i] = NAN;
}

/**
 * eqp_solver_takes:
 * @self: a method
 * @param: a parameter
 *
 * Returns: whether it means anything to the method
 */
gboolean
eqp_solver_takes (const EqpSolver *self,
                  const EqpParam  *param)
{
  for (gsize i = 0; self->params != NULL && self->params[i] != NULL; i++)
    if (self->params[i] == param)
      return TRUE;
  return FALSE;
}

/**
 * eqp_params_for:
 * @self: settings
 * @solver: the method that they are for
 *
 * What was set for another method has no say: neither in what it is made of nor against it.
 *
 * Returns: a copy in which parameters that the method does not take are as usual, and with numbers in place of the
 *   method's own ones that nobody set
 */
EqpParams
eqp_params_for (const EqpParams *self,
                const EqpSolver *solver)
{
  EqpParams taken = *self;

  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    if (!eqp_solver_takes (solver, shared[i]))
      eqp_param_set (shared[i], &taken, shared[i]->usual);
  for (gsize i = 0; solver->params != NULL && solver->params[i] != NULL; i++)
    if (eqp_param_is_own (solver->params[i]))
      eqp_param_set (solver->params[i], &taken, eqp_param_get (solver->params[i], self));
  return taken;
}

/**
 * eqp_params_get_graph_options:
 * @self: settings
 *
 * Returns: what of them the neighbor graph is made by
 */
EqpGraphOptions
eqp_params_get_graph_options (const EqpParams *self)
{
  EqpGraphOptions options = { .neighbors = self->neighbors, .search = self->search };

  if (self->scale == EQP_PARAMS_SCALE_LOCAL)
    options.scale = EQP_SCALE_LOCAL;
  else if (self->scale == EQP_PARAMS_SCALE_MEAN)
    options.scale = EQP_SCALE_MEAN;
  else
    {
      options.scale = EQP_SCALE_FIXED;
      options.delta = self->scale;
    }
  return options;
}
