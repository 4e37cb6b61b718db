/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing without labels: preparation, method, gamma and K. The preparation is the one on whose neighbor graph the
 * labels that balanced min-cut finds have the greatest modularity; what that rule was measured to lose stands in the
 * help. Known classes are never looked at here. */
#include "config.h"

#include "eqp-suggest-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define COMPONENTS 100
#define LEADING 3
#define SEEDS 3
#define STARTS 2
#define GAMMA_REL 1.0

/* Seconds more than there are that the first run may have. */
#define GRACE 0.5

/* A column with more of the variance than this decides alone over distances in unscaled data. */
#define OWN_SHARE 0.5

/* ---- What all parts use ------------------------------------------------------------------------------------------ */

static gint64
deadline_of (const EqpSuggestion *self,
             double               more)
{
  return self->budget > 0.0 ? self->begun + (gint64) ((self->budget + more) * G_USEC_PER_SEC) : 0;
}

/* Opens a search for @suggestion in what is left of its time. */
void
_eqp_suggest_open (EqpSuggestSearch *self,
                   EqpSuggestion    *suggestion,
                   guint             threads,
                   GCancellable     *stop)
{
  self->suggestion = suggestion;
  self->threads = threads > 0 ? threads : eqp_default_threads ();
  self->pool = eqp_pool_new (self->threads);
  self->stop = stop;
  self->deadline = eqp_deadline_new (stop, deadline_of (suggestion, 0.0));
  self->cancellable = eqp_deadline_get_cancellable (self->deadline);
}

void
_eqp_suggest_close (EqpSuggestSearch *self)
{
  g_clear_pointer (&self->deadline, eqp_deadline_free);
  g_clear_pointer (&self->pool, eqp_pool_free);
}

double
_eqp_suggest_elapsed (const EqpSuggestSearch *self)
{
  return (double) (g_get_monotonic_time () - self->suggestion->begun) / G_USEC_PER_SEC;
}

/* Whether one more of what is in work will probably end in time. What is not begun so is told. */
gboolean
_eqp_suggest_has_time (EqpSuggestSearch *self)
{
  EqpSuggestion *suggestion = self->suggestion;

  if (suggestion->budget <= 0.0 ||
      _eqp_suggest_elapsed (self) + self->longest + self->reserve <= suggestion->budget)
    return TRUE;
  suggestion->out_of_time = TRUE;
  return FALSE;
}

/* Whether what failed did so since it had to end, and by whom is told. */
gboolean
_eqp_suggest_was_cut (EqpSuggestSearch *self)
{
  EqpSuggestion *suggestion = self->suggestion;

  if (!g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (g_cancellable_is_cancelled (self->stop))
    suggestion->cancelled = TRUE;
  else
    suggestion->out_of_time = TRUE;
  return TRUE;
}

void
_eqp_suggest_tell (EqpSuggestSearch *self,
                   const char       *what)
{
  eqp_progress_tell (self->progress, NULL, MIN (1.0, (double) self->done / MAX (1, self->steps)), what);
}

/* Some of the rows 0..n-1, each as likely as any other, in ascending order. */
gint32 *
_eqp_suggest_draw (gint64  n,
                   gint64  n_drawn,
                   guint64 stream)
{
  gint32 *rows = g_new (gint32, (gsize) n_drawn);
  EqpRng rng;

  eqp_rng_init (&rng, 1, stream);
  /* Selection sampling: row i is taken with probability (still wanted) / (rows left). */
  for (gint64 i = 0, taken = 0; taken < n_drawn; i++)
    if ((gint64) eqp_rng_below (&rng, (guint64) (n - i)) < n_drawn - taken)
      rows[taken++] = (gint32) i;
  return rows;
}

EqpGraph *
_eqp_suggest_graph (EqpSuggestSearch  *self,
                    EqpDataset        *prepared,
                    GError           **error)
{
  EqpParams params = eqp_params_default ();
  const EqpGraphOptions options = eqp_params_get_graph_options (&params);

  return eqp_dataset_build_graph (prepared, &options, self->pool, self->cancellable, NULL, error);
}

EqpResult *
_eqp_suggest_solve (EqpSuggestSearch  *self,
                    EqpDataset        *dataset,
                    EqpGraph          *graph,
                    gint               k,
                    double             gamma,
                    guint64            seed,
                    gint               restarts,
                    GError           **error)
{
  EqpContext context = { self->pool, NULL, self->cancellable, graph };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;

  params.k = k;
  params.gamma = gamma;
  params.seed = seed;
  params.restarts = restarts;
  result = eqp_solver_run (self->suggestion->solver, dataset, &params, &context, error);
  /* Half a run may not speak for its preparation. */
  if (result != NULL && g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return NULL;
  return g_steal_pointer (&result);
}

/* ---- The criterion ----------------------------------------------------------------------------------------------- */

static gboolean
is_near (const EqpNeighbors *found,
         gint64              i,
         gint64              j,
         gint                k)
{
  for (gint a = 0; a < MIN (k, found->k); a++)
    if (found->ids[i * found->k + a] == j)
      return TRUE;
  return FALSE;
}

/**
 * eqp_suggest_modularity:
 * @graph: a graph
 * @neighbors: how many neighbors each point was joined to
 * @k: clusters
 * @labels: n cluster numbers below @k
 *
 * Modularity, with edges that only one of their points chose at half their weight:
 * Q = sum_c in_c / W - (vol_c / W)^2, in_c the weight within c counted both ways, vol_c the sum of the degrees in c and
 * W that of all. One-sided edges are those of outlying points and of hubs. Graphs that were given and not built have
 * none. O(edges x @neighbors).
 *
 * Returns: Q, below 1; NAN without edges
 */
double
eqp_suggest_modularity (const EqpGraph *graph,
                        gint            neighbors,
                        gint            k,
                        const gint32   *labels)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  const EqpNeighbors *found = eqp_graph_get_neighbors (graph);
  g_autofree double *volumes = g_new0 (double, (gsize) k);
  double within = 0.0, total = 0.0, q;

  for (gint64 i = 0; i < csr->n; i++)
    for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
      {
        gint64 j = csr->columns[e];
        gboolean both = found == NULL || (is_near (found, i, j, neighbors) && is_near (found, j, i, neighbors));
        double weight = both ? csr->weights[e] : 0.5 * csr->weights[e];

        volumes[labels[i]] += weight;
        total += weight;
        if (labels[i] == labels[j])
          within += weight;
      }
  if (!(total > 0.0))
    return NAN;
  q = within / total;
  for (gint c = 0; c < k; c++)
    q -= (volumes[c] / total) * (volumes[c] / total);
  return q;
}

/* ---- The candidates ---------------------------------------------------------------------------------------------- */

/* The column that decides alone, or -1. */
static gint64
find_own (const EqpDataset *dataset)
{
  double total = eqp_dataset_get_total_ss (dataset);

  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    if (total > 0.0 && eqp_dataset_get_column_ss (dataset, j) > OWN_SHARE * total)
      return j;
  return -1;
}

static void
leave_out_unscaled (EqpSuggestion    *self,
                    const EqpDataset *dataset,
                    gint64            column)
{
  const char *name = eqp_dataset_get_column_name (dataset, column);
  double share = eqp_dataset_get_column_ss (dataset, column) / eqp_dataset_get_total_ss (dataset);

  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    if ((trial == EQP_SUGGEST_AS_IS || trial == EQP_SUGGEST_TRAILING) && self->candidates[trial].left_out == NULL)
      self->candidates[trial].left_out = g_strdup_printf (
          _ ("Column “%s” has %.0f %% of the variance and would decide alone over distances."), name, 100.0 * share);
}

/* What can be done with these data at all. */
static void
list_candidates (EqpSuggestion    *self,
                 const EqpDataset *dataset)
{
  gint64 most = MIN (eqp_dataset_get_n (self->judged), eqp_dataset_get_d (dataset));
  gint whitened = COMPONENTS, trailing = COMPONENTS + LEADING;
  gint64 own;

  /* What cannot be done is named as it would be. */
  if (most > 0)
    whitened = (gint) MIN (most, whitened);
  if (most > LEADING)
    trailing = (gint) MIN (most, trailing);

  self->candidates[EQP_SUGGEST_STANDARD].preparation.normalize = EQP_NORMALIZE_STANDARD;
  self->candidates[EQP_SUGGEST_WHITENED].preparation =
      (EqpPreparation) { .pca = whitened, .whiten = TRUE };
  self->candidates[EQP_SUGGEST_TRAILING].preparation =
      (EqpPreparation) { .pca = trailing, .pca_from = LEADING + 1 };
  if (self->is_graph)
    {
      for (int trial = EQP_SUGGEST_STANDARD; trial < EQP_N_SUGGEST; trial++)
        self->candidates[trial].left_out = g_strdup (_ ("A graph without features has nothing to prepare."));
      return;
    }
  if (most <= LEADING)
    self->candidates[EQP_SUGGEST_TRAILING].left_out =
        eqp_sentence_dup (_ ("There are only %" PRId64 " principal components."), most);
  own = find_own (dataset);
  if (own >= 0 && eqp_dataset_get_d (dataset) > 1)
    leave_out_unscaled (self, dataset, own);
}

static void
tell_candidate (EqpSuggestSearch          *search,
                const EqpSuggestCandidate *candidate)
{
  const EqpSuggestion *self = search->suggestion;
  g_autofree char *name = eqp_suggestion_dup_name (self, (EqpSuggestTrial) (candidate - self->candidates), TRUE);

  _eqp_suggest_tell (search, name);
}

/* One more run for K as it is now. */
static EqpResult *
run_seed (EqpSuggestSearch     *search,
          EqpSuggestCandidate  *candidate,
          guint64               seed,
          GError              **error)
{
  EqpSuggestion *self = search->suggestion;
  double begun = _eqp_suggest_elapsed (search), seconds;
  double gamma = GAMMA_REL * eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_dataset_get_n (self->judged), self->k,
                                             eqp_graph_get_total_weight (candidate->graph));
  EqpResult *result =
      _eqp_suggest_solve (search, self->judged, candidate->graph, self->k, gamma, seed, STARTS, error);

  seconds = _eqp_suggest_elapsed (search) - begun;
  candidate->seconds += seconds;
  candidate->run_seconds = MAX (candidate->run_seconds, seconds);
  search->done++;
  tell_candidate (search, candidate);
  return result;
}

/* Of all seeds the best labels count; with the first one what is known of another K is over. */
static void
take_seed (EqpSuggestSearch     *search,
           EqpSuggestCandidate  *candidate,
           guint64               seed,
           const EqpResult      *result)
{
  EqpParams usual = eqp_params_default ();

  if (seed > 1 && result->objective >= candidate->objective)
    return;
  candidate->gamma = result->gamma;
  candidate->objective = result->objective;
  candidate->seed = seed;
  g_free (candidate->labels);
  candidate->labels = g_memdup2 (result->labels, (gsize) result->n * sizeof (gint32));
  candidate->modularity =
      eqp_suggest_modularity (candidate->graph, usual.neighbors, search->suggestion->k, candidate->labels);
}

static gboolean
try_candidate (EqpSuggestSearch     *search,
               EqpSuggestCandidate  *candidate,
               GError              **error)
{
  EqpSuggestion *self = search->suggestion;
  g_autoptr (EqpDataset) prepared = NULL;
  g_autoptr (EqpResult) result = NULL;
  double begun = _eqp_suggest_elapsed (search);

  tell_candidate (search, candidate);
  prepared = eqp_dataset_prepare (self->judged, &candidate->preparation, search->threads, search->cancellable, error);
  if (prepared == NULL)
    return FALSE;
  candidate->graph = _eqp_suggest_graph (search, prepared, error);
  if (candidate->graph == NULL)
    return FALSE;
  search->done++;
  candidate->seconds = _eqp_suggest_elapsed (search) - begun;
  result = run_seed (search, candidate, 1, error);
  if (result == NULL)
    return FALSE;
  take_seed (search, candidate, 1, result);
  search->longest = MAX (search->longest, candidate->seconds);
  return TRUE;
}

/* Greatest modularity first; of equal ones the one listed first. */
static void
rank (EqpSuggestion *self)
{
  self->chosen = self->runner_up = -1;
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      double q = self->candidates[trial].modularity;

      if (isnan (q))
        continue;
      if (self->chosen < 0 || q > self->candidates[self->chosen].modularity)
        {
          self->runner_up = self->chosen;
          self->chosen = trial;
        }
      else if (self->runner_up < 0 || q > self->candidates[self->runner_up].modularity)
        self->runner_up = trial;
    }
}

static void
drop (EqpSuggestCandidate *candidate,
      char                *why)
{
  candidate->left_out = why;
  candidate->modularity = NAN;
  g_clear_pointer (&candidate->labels, g_free);
  g_clear_pointer (&candidate->graph, eqp_graph_unref);
}

/* The seeds after the first, each for all candidates or for none: which of them was sooner ready may not decide. */
static void
try_seeds (EqpSuggestSearch *search)
{
  EqpSuggestion *self = search->suggestion;

  self->n_seeds = 1;
  for (guint64 seed = 2; seed <= SEEDS; seed++)
    {
      EqpResult *results[EQP_N_SUGGEST] = { NULL };
      gboolean cut = FALSE;

      search->longest = 0.0;
      for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
        search->longest += self->candidates[trial].labels != NULL ? self->candidates[trial].run_seconds : 0.0;
      if (_eqp_suggest_was_cut (search) || !_eqp_suggest_has_time (search))
        return;
      for (int trial = 0; trial < EQP_N_SUGGEST && !cut; trial++)
        {
          EqpSuggestCandidate *candidate = &self->candidates[trial];
          g_autoptr (GError) failure = NULL;

          if (candidate->labels == NULL)
            continue;
          results[trial] = run_seed (search, candidate, seed, &failure);
          cut = results[trial] == NULL && _eqp_suggest_was_cut (search);
          if (results[trial] == NULL && !cut)
            drop (candidate, g_strdup (failure->message));
        }
      for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
        if (results[trial] != NULL)
          {
            if (!cut)
              take_seed (search, &self->candidates[trial], seed, results[trial]);
            eqp_result_free (results[trial]);
          }
      if (cut)
        return;
      self->n_seeds++;
    }
}

/* K is another one than that for which the preparations were compared. The chosen one comes first: it stays where there
 * is no time to compare anew. FALSE, and nothing is changed: not even that one had its time. */
gboolean
_eqp_suggest_judge_again (EqpSuggestSearch *search)
{
  EqpSuggestion *self = search->suggestion;
  gint chosen = self->chosen;

  search->longest = self->candidates[chosen].run_seconds;
  for (int i = 0; i < EQP_N_SUGGEST; i++)
    {
      int trial = i == 0 ? chosen : i <= chosen ? i - 1 : i;
      EqpSuggestCandidate *candidate = &self->candidates[trial];
      g_autoptr (EqpResult) result = NULL;

      if (candidate->labels == NULL)
        continue;
      if (!_eqp_suggest_was_cut (search) && (trial == chosen || _eqp_suggest_has_time (search)))
        result = run_seed (search, candidate, 1, NULL);
      if (result != NULL)
        take_seed (search, candidate, 1, result);
      else if (trial == chosen)
        return FALSE;
      else
        {
          _eqp_suggest_was_cut (search);
          drop (candidate, g_strdup (_ ("There was no time to compare it at this K.")));
        }
      search->longest = MAX (search->longest, candidate->run_seconds);
    }
  try_seeds (search);
  rank (self);
  return TRUE;
}

/* There was not time for a single preparation: the first one it is, unseen. */
static void
take_unseen (EqpSuggestion *self)
{
  for (int trial = EQP_N_SUGGEST - 1; trial >= 0; trial--)
    if (self->candidates[trial].unseen)
      self->chosen = trial;
  g_clear_pointer (&self->candidates[self->chosen].left_out, g_free);
  self->candidates[self->chosen].seed = 1;
}

static gboolean
try_all (EqpSuggestSearch  *search,
         GError           **error)
{
  EqpSuggestion *self = search->suggestion;
  gboolean begun = FALSE, unseen = FALSE;

  /* Something has to be suggested however little time there is. */
  eqp_deadline_move (search->deadline, deadline_of (self, GRACE));
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      EqpSuggestCandidate *candidate = &self->candidates[trial];
      g_autoptr (GError) failure = NULL;

      if (candidate->left_out != NULL)
        continue;
      if (_eqp_suggest_was_cut (search) || (begun && !_eqp_suggest_has_time (search)))
        {
          candidate->unseen = unseen = TRUE;
          drop (candidate, g_strdup (self->cancelled ? _ ("The search was stopped before.")
                                                     : _ ("There was no time left for it.")));
          continue;
        }
      if (try_candidate (search, candidate, &failure))
        {
          begun = TRUE;
          eqp_deadline_move (search->deadline, deadline_of (self, 0.0));
          continue;
        }
      candidate->unseen = _eqp_suggest_was_cut (search);
      unseen |= candidate->unseen;
      drop (candidate, g_strdup (self->cancelled        ? _ ("The search was stopped before.")
                                 : candidate->unseen ? _ ("There was no time left for it.")
                                                     : failure->message));
      rank (self);
      if (self->chosen < 0 && !self->cancelled && !unseen && trial == EQP_N_SUGGEST - 1)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  try_seeds (search);
  rank (self);
  if (self->chosen < 0 && unseen && !self->cancelled)
    take_unseen (self);
  if (self->chosen >= 0)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (search->stop, error))
    return FALSE;
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                       _ ("No preparation gives a neighbor graph with edges, so nothing can be suggested; look at the "
                          "findings of the data."));
  return FALSE;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static gboolean
check (EqpDataset               *dataset,
       const EqpSuggestOptions  *options,
       GError                  **error)
{
  gint64 n = eqp_dataset_get_n (dataset);

  if (n < 3)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   g_dngettext (GETTEXT_PACKAGE,
                                "The data have %" PRId64 " row, and a suggestion needs at least 3; add rows.",
                                "The data have %" PRId64 " rows, and a suggestion needs at least 3; add rows.",
                                (gulong) n),
                   n);
      return FALSE;
    }
  if (eqp_dataset_get_graph (dataset) == NULL && !(eqp_dataset_get_total_ss (dataset) > 0.0))
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                           _ ("All rows have the same features, so there is nothing to tell clusters by; choose other "
                              "columns or other rows."));
      return FALSE;
    }
  if (options->k_least < 2 || options->k_least > options->k_most || options->k_most >= n)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("K from %d to %d was asked for; with %" PRId64 " rows a suggestion needs K from 2 to %" PRId64
                      "."),
                   options->k_least, options->k_most, n, n - 1);
      return FALSE;
    }
  if (options->k_least < options->k_most && eqp_dataset_get_graph (dataset) != NULL)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("K is chosen by samples of the rows, which a graph without features does not have; give "
                              "K as one number."));
      return FALSE;
    }
  return TRUE;
}

/* The rows to judge on: all, or a sample. */
static gboolean
take_rows (EqpSuggestion  *self,
           EqpDataset     *dataset,
           GError        **error)
{
  if (self->n <= EQP_SUGGEST_MOST_ROWS || self->is_graph)
    {
      self->judged = eqp_dataset_ref (dataset);
      return TRUE;
    }
  self->rows = _eqp_suggest_draw (self->n, EQP_SUGGEST_MOST_ROWS, 0);
  self->judged = eqp_dataset_take_rows (dataset, self->rows, EQP_SUGGEST_MOST_ROWS, error);
  return self->judged != NULL;
}

static EqpSuggestion *
suggestion_new (EqpDataset              *dataset,
                const EqpSuggestOptions *options)
{
  EqpSuggestion *self = g_new0 (EqpSuggestion, 1);

  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    self->candidates[trial].modularity = NAN;
  self->solver = eqp_solver_balanced (EQP_FAMILY_GRAPH);
  self->gamma_rel = GAMMA_REL;
  self->restarts = STARTS;
  self->n_seeds_wanted = SEEDS;
  self->budget = options->seconds;
  self->begun = options->begun > 0 ? options->begun : g_get_monotonic_time ();
  self->n = eqp_dataset_get_n (dataset);
  self->d = eqp_dataset_get_d (dataset);
  self->is_graph = eqp_dataset_get_graph (dataset) != NULL;
  self->weighted = options->weighted;
  self->ks = g_array_new (FALSE, FALSE, sizeof (EqpSuggestK));
  self->beside = (EqpSuggestBeside) {
    .knee = NAN, .plateau_from = NAN, .plateau_to = NAN, .plateau_agreement = NAN,
    .acc = NAN, .best_acc = NAN, .best_trial = -1, .best_gamma = NAN
  };
  /* Where K is open, preparations are compared in the middle of its range. */
  self->k = (gint) lround (sqrt ((double) options->k_least * options->k_most));
  return self;
}

/**
 * eqp_suggest:
 * @dataset: data, as read: with nothing prepared
 * @options: K or its range, and the time there is
 * @progress: (nullable): called from this thread, with a translated name of what is in work
 * @cancellable: (nullable): to stop; what is known by then is kept
 * @error: EQP_ERROR_INVALID_PARAM, EQP_ERROR_INVALID_DATA, EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Suggests preparation, method, gamma and, where it is open, K. As long as time suffices the choice depends on the
 * features alone: neither on classes nor on the number of threads; where it does not, on how many seeds of all
 * preparations it sufficed for besides. Data of many rows are judged by a sample.
 * Time: four graphs and twelve runs of two starts.
 *
 * Returns: (transfer full) (nullable): the suggestion; NULL only where not a single preparation was judged
 */
EqpSuggestion *
eqp_suggest (EqpDataset               *dataset,
             const EqpSuggestOptions  *options,
             const EqpProgress        *progress,
             GCancellable             *cancellable,
             GError                  **error)
{
  g_autoptr (EqpSuggestion) self = NULL;
  EqpSuggestSearch search = { .progress = progress };
  gboolean found;

  if (!check (dataset, options, error))
    return NULL;
  self = suggestion_new (dataset, options);
  if (!take_rows (self, dataset, error))
    return NULL;
  _eqp_suggest_open (&search, self, options->threads, cancellable);
  list_candidates (self, dataset);
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    search.steps += self->candidates[trial].left_out == NULL ? 1 + SEEDS : 0;
  found = try_all (&search, error) &&
          (options->k_least == options->k_most ||
           _eqp_suggest_choose_k (&search, options->k_least, options->k_most, error));
  self->seconds = _eqp_suggest_elapsed (&search);
  _eqp_suggest_close (&search);
  return found ? g_steal_pointer (&self) : NULL;
}

/**
 * eqp_suggestion_free:
 * @self: (transfer full) (nullable): a suggestion
 */
void
eqp_suggestion_free (EqpSuggestion *self)
{
  if (self == NULL)
    return;
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      g_free (self->candidates[trial].left_out);
      g_free (self->candidates[trial].labels);
      g_clear_pointer (&self->candidates[trial].graph, eqp_graph_unref);
    }
  g_clear_pointer (&self->judged, eqp_dataset_unref);
  g_clear_pointer (&self->ks, g_array_unref);
  g_free (self->rows);
  g_free (self);
}
