/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run is given besides its settings: weights of rows, pairs of rows, centers to start from. Read once for the
 * prepared data, in a thread, and shared by the runs. */
#include "config.h"

#include "eqp-given.h"

#include <math.h>

#include "eqp-weight-column.h"

/**
 * eqp_given_sources_are_empty:
 * @self: sources
 *
 * Returns: whether nothing is given
 */
gboolean
eqp_given_sources_are_empty (const EqpGivenSources *self)
{
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    if (self->from[kind] != NULL)
      return FALSE;
  return TRUE;
}

/**
 * eqp_given_sources_equal:
 * @a: sources
 * @b: sources
 *
 * Returns: whether they are the same
 */
gboolean
eqp_given_sources_equal (const EqpGivenSources *a,
                         const EqpGivenSources *b)
{
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    if (a->from[kind] != b->from[kind])
      return FALSE;
  return TRUE;
}

/**
 * eqp_solver_takes_given:
 * @solver: a method
 * @kind: what could be given
 *
 * Returns: whether the method looks at it
 */
gboolean
eqp_solver_takes_given (const EqpSolver *solver,
                        EqpGivenKind     kind)
{
  EqpSolverFlags flag = kind == EQP_GIVEN_CENTERS ? EQP_SOLVER_FROM_CENTERS : EQP_SOLVER_WEIGHS_ROWS;

  return solver != NULL && (solver->flags & flag) != 0;
}

/**
 * eqp_solver_check_given:
 * @solver: a method
 * @kind: what could be given
 * @error: return location for a sentence
 *
 * Returns: whether the method looks at it
 */
gboolean
eqp_solver_check_given (const EqpSolver  *solver,
                        EqpGivenKind      kind,
                        GError          **error)
{
  switch (kind)
    {
    case EQP_GIVEN_WEIGHTS:
      return eqp_weights_check (solver, error);
    case EQP_GIVEN_CENTERS:
      return eqp_solver_check_from_centers (solver, error);
    case EQP_GIVEN_MUST_LINKS:
    case EQP_GIVEN_CANNOT_LINKS:
    case EQP_GIVEN_KEY:
    case EQP_N_GIVEN:
    default:
      return eqp_links_check (solver, error);
    }
}

/**
 * eqp_given_sources_for:
 * @self: sources
 * @solver: a method
 *
 * Returns: those of them that the method looks at
 */
EqpGivenSources
eqp_given_sources_for (const EqpGivenSources *self,
                       const EqpSolver       *solver)
{
  EqpGivenSources taken = { { NULL } };

  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    if (eqp_solver_takes_given (solver, kind))
      taken.from[kind] = self->from[kind];
  if (taken.from[EQP_GIVEN_MUST_LINKS] == NULL && taken.from[EQP_GIVEN_CANNOT_LINKS] == NULL)
    taken.from[EQP_GIVEN_KEY] = NULL;
  return taken;
}

static void
given_clear (gpointer data)
{
  EqpGiven *self = data;

  g_free (self->weights);
  g_free (self->must_links);
  g_free (self->cannot_links);
  g_free (self->centers);
}

/* FNV-1a */
static void
hash_bytes (guint64       *hash,
            gconstpointer  data,
            gsize          size)
{
  const guint8 *bytes = data;

  for (gsize i = 0; i < size; i++)
    *hash = (*hash ^ bytes[i]) * G_GUINT64_CONSTANT (1099511628211);
}

static void
hash_all (EqpGiven   *self,
          EqpDataset *dataset)
{
  self->hash = G_GUINT64_CONSTANT (14695981039346656037);
  if (self->weights != NULL)
    hash_bytes (&self->hash, self->weights, sizeof (double) * (gsize) eqp_dataset_get_n (dataset));
  hash_bytes (&self->hash, self->must_links, sizeof (EqpRowPair) * (gsize) self->n_must_links);
  hash_bytes (&self->hash, self->cannot_links, sizeof (EqpRowPair) * (gsize) self->n_cannot_links);
  if (self->centers != NULL)
    hash_bytes (&self->hash, self->centers,
                sizeof (double) * (gsize) self->k * (gsize) eqp_dataset_get_d (dataset));
}

static gboolean
read_links (EqpGiven      *self,
            const char    *key,
            EqpDataset    *dataset,
            GCancellable  *cancellable,
            GError       **error)
{
  const char *const *from = self->sources.from;

  g_clear_pointer (&self->must_links, g_free);
  g_clear_pointer (&self->cannot_links, g_free);
  self->n_must_links = self->n_cannot_links = 0;
  if (from[EQP_GIVEN_MUST_LINKS] != NULL)
    self->must_links = eqp_link_file_read (from[EQP_GIVEN_MUST_LINKS], key, dataset, &self->n_must_links, cancellable,
                                           error);
  if (from[EQP_GIVEN_MUST_LINKS] != NULL && self->must_links == NULL)
    return FALSE;
  if (from[EQP_GIVEN_CANNOT_LINKS] != NULL)
    self->cannot_links = eqp_link_file_read (from[EQP_GIVEN_CANNOT_LINKS], key, dataset, &self->n_cannot_links,
                                             cancellable, error);
  return from[EQP_GIVEN_CANNOT_LINKS] == NULL || self->cannot_links != NULL;
}

/* The column that names the rows of the file, interned, or NULL. */
static const char *
find_key (EqpDataset   *original,
          GCancellable *cancellable)
{
  g_autoptr (EqpOriginalRows) rows = eqp_original_rows_read (original, cancellable);
  gint64 column = rows != NULL ? eqp_original_rows_get_identifier (rows) : -1;

  return column >= 0 ? g_intern_string (eqp_original_rows_get_title (rows, column)) : NULL;
}

/* Files that do not hold numbers of rows may hold what the data call them. Of two refusals the one that came later in
 * the files is the one that is meant. */
static gboolean
find_links (EqpGiven      *self,
            EqpDataset    *original,
            EqpDataset    *dataset,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GError) by_number = NULL;
  g_autoptr (GError) by_key = NULL;
  const char *key = self->sources.from[EQP_GIVEN_KEY];
  gint64 read;

  if (key != NULL)
    return read_links (self, key, dataset, cancellable, error);
  if (read_links (self, NULL, dataset, cancellable, &by_number))
    return TRUE;
  read = self->n_must_links + self->n_cannot_links;
  if (!g_cancellable_is_cancelled (cancellable))
    key = find_key (original, cancellable);
  if (key != NULL && read_links (self, key, dataset, cancellable, &by_key))
    {
      self->sources.from[EQP_GIVEN_KEY] = key;
      return TRUE;
    }
  g_propagate_error (error, by_key != NULL && self->n_must_links + self->n_cannot_links > read
                              ? g_steal_pointer (&by_key) : g_steal_pointer (&by_number));
  return FALSE;
}

/* What weights and pairs say together. */
static gboolean
check_rows (const EqpGiven   *self,
            const EqpSolver  *solver,
            EqpDataset       *dataset,
            GError          **error)
{
  EqpParams params = eqp_params_default ();

  params.gamma = 0.0;
  eqp_given_apply (self, solver, &params);
  return eqp_rows_check (solver, eqp_dataset_get_n (dataset), &params, error);
}

/**
 * eqp_given_read:
 * @sources: where from; without a column for the keys of pairs they may name rows as the data do
 * @solver: the method that it is for
 * @data: path or URI of the data, for the column of the weights
 * @import: how they were read
 * @original: the data before they were prepared
 * @dataset: the data as methods see them
 * @k: clusters, for the centers
 * @cancellable: (nullable): to stop
 * @error: return location for a sentence
 *
 * Reads all of it, as the terminal program does, and refuses what contradicts itself. For a thread; O(bytes + n d).
 *
 * Returns: (transfer full) (nullable): what is given
 */
EqpGiven *
eqp_given_read (const EqpGivenSources   *sources,
                const EqpSolver         *solver,
                const char              *data,
                const EqpImportOptions  *import,
                EqpDataset              *original,
                EqpDataset              *dataset,
                gint                     k,
                GCancellable            *cancellable,
                GError                 **error)
{
  g_autoptr (EqpGiven) self = g_atomic_rc_box_new0 (EqpGiven);
  const char *const *from = sources->from;

  self->sources = *sources;
  self->k = k;
  if (from[EQP_GIVEN_WEIGHTS] != NULL)
    {
      self->weights = eqp_weight_column_read (data, import, from[EQP_GIVEN_WEIGHTS], dataset, cancellable, error);
      if (self->weights == NULL)
        return NULL;
      self->total = eqp_weights_total (self->weights, eqp_dataset_get_n (dataset));
      self->total_ss = eqp_weights_total_ss (dataset, self->weights);
    }
  if (!find_links (self, original, dataset, cancellable, error) || !check_rows (self, solver, dataset, error))
    return NULL;
  if (from[EQP_GIVEN_CENTERS] != NULL)
    {
      self->centers = eqp_center_file_read (from[EQP_GIVEN_CENTERS], dataset, k, cancellable, error);
      if (self->centers == NULL)
        return NULL;
    }
  hash_all (self, dataset);
  return g_steal_pointer (&self);
}

/**
 * eqp_given_ref:
 * @self: what is given
 *
 * Returns: (transfer full): @self
 */
EqpGiven *
eqp_given_ref (EqpGiven *self)
{
  return g_atomic_rc_box_acquire (self);
}

/**
 * eqp_given_unref:
 * @self: (nullable): what is given
 */
void
eqp_given_unref (EqpGiven *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, given_clear);
}

/**
 * eqp_given_tells_rows:
 * @self: what is given
 *
 * Returns: whether there are weights or pairs of rows among it
 */
gboolean
eqp_given_tells_rows (const EqpGiven *self)
{
  return self->weights != NULL || self->must_links != NULL || self->cannot_links != NULL;
}

/**
 * eqp_given_equal:
 * @a: (nullable): what is given
 * @b: (nullable): what is given
 *
 * Returns: whether it is the same, from the same places
 */
gboolean
eqp_given_equal (const EqpGiven *a,
                 const EqpGiven *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a == b || (a->hash == b->hash && eqp_given_sources_equal (&a->sources, &b->sources));
}

/**
 * eqp_given_gamma_unit:
 * @self: (nullable): what a run is given
 * @solver: its method
 * @dataset: its data, prepared
 * @graph: (nullable): their graph, for methods that work on it
 * @k: clusters
 *
 * With weights a row counts in it as often as in sizes and distances. O(1).
 *
 * Returns: gamma for a relative gamma of 1; NaN where the graph is not known
 */
double
eqp_given_gamma_unit (const EqpGiven  *self,
                      const EqpSolver *solver,
                      EqpDataset      *dataset,
                      EqpGraph        *graph,
                      gint             k)
{
  gboolean weighted = self != NULL && self->weights != NULL;

  if (solver->family == EQP_FAMILY_GRAPH)
    return graph != NULL ? eqp_gamma_unit (solver->family, eqp_dataset_get_n (dataset), k,
                                           eqp_graph_get_total_weight (graph)) : NAN;
  return eqp_gamma_unit (solver->family, weighted ? (gint64) self->total : eqp_dataset_get_n (dataset), k,
                         weighted ? self->total_ss : eqp_dataset_get_total_ss (dataset));
}

/**
 * eqp_given_apply:
 * @self: (nullable): what is given
 * @solver: the method
 * @params: (inout): its settings, with as many clusters; borrow what it looks at from @self afterwards
 */
void
eqp_given_apply (const EqpGiven  *self,
                 const EqpSolver *solver,
                 EqpParams       *params)
{
  eqp_params_forget_given (params);
  if (self == NULL)
    return;
  if ((solver->flags & EQP_SOLVER_WEIGHS_ROWS) != 0)
    {
      params->weights = self->weights;
      params->must_links = self->must_links;
      params->n_must_links = self->n_must_links;
      params->cannot_links = self->cannot_links;
      params->n_cannot_links = self->n_cannot_links;
    }
  if ((solver->flags & EQP_SOLVER_FROM_CENTERS) != 0)
    params->initial_centers = self->centers;
}

/**
 * eqp_params_forget_given:
 * @params: (inout): settings that may borrow from what was given to a run
 */
void
eqp_params_forget_given (EqpParams *params)
{
  params->weights = NULL;
  params->must_links = params->cannot_links = NULL;
  params->n_must_links = params->n_cannot_links = 0;
  params->initial_centers = NULL;
}
