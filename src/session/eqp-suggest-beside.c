/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a suggestion is held against once it stands: the knee of the path, the plateau where seeds agree and, where
 * classes are known, the paper's grid search, which looks at them. */
#include "config.h"

#include "eqp-suggest-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define PATH_NODES 13
#define PLATEAU_SEEDS 3

/* What agrees this much less than the best gamma does is on its plateau still. */
#define PLATEAU_SLACK 0.05

static const double plateau_gammas[] = { 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0 };
static const double paper_gammas[] = { 1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6 };

static double
unit_of (const EqpSuggestion *self,
         const EqpGraph      *graph)
{
  return eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_graph_get_n (graph), self->k, eqp_graph_get_total_weight (graph));
}

static void
find_knee (EqpSuggestSearch *search)
{
  EqpSuggestion *self = search->suggestion;
  EqpGraph *graph = self->candidates[self->chosen].graph;
  double unit = unit_of (self, graph);
  const EqpPathOptions options = { .n_gammas = PATH_NODES, .least = 0.01 * unit, .most = 100.0 * unit,
                                   .rough = TRUE };
  EqpContext context = { search->pool, NULL, search->cancellable, graph };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpPath) path = NULL;

  params.k = self->k;
  path = eqp_path_new (self->solver, self->judged, &params, &options, &context, NULL, NULL, NULL);
  if (path == NULL || !eqp_path_is_complete (path))
    return;
  self->beside.knee = eqp_path_get_piece (path, eqp_path_find_knee (path))->from / unit;
  /* One partition for all gammas has no knee. */
  if (!(self->beside.knee > 0.0))
    self->beside.knee = NAN;
}

/* Mean ARI of all pairs of seeds at one gamma; NAN where it was stopped. */
static double
agreement (EqpSuggestSearch *search,
           double            gamma)
{
  EqpSuggestion *self = search->suggestion;
  EqpResult *results[PLATEAU_SEEDS] = { NULL };
  double sum = 0.0;
  int n_pairs = 0;

  for (int s = 0; s < PLATEAU_SEEDS; s++)
    {
      results[s] = _eqp_suggest_solve (search, self->judged, self->candidates[self->chosen].graph, self->k, gamma,
                                       (guint64) s + 1, 1, NULL);
      for (int t = 0; t < s && results[s] != NULL && results[t] != NULL; t++, n_pairs++)
        {
          EqpExternalMeasures measures;

          eqp_metrics_external (results[s]->n, results[s]->labels, results[t]->labels, &measures);
          sum += measures.ari;
        }
    }
  for (int s = 0; s < PLATEAU_SEEDS; s++)
    if (results[s] != NULL)
      eqp_result_free (results[s]);
  return n_pairs == PLATEAU_SEEDS * (PLATEAU_SEEDS - 1) / 2 ? sum / n_pairs : NAN;
}

/* The longest stretch of gammas whose agreement is near the greatest. */
static void
find_plateau (EqpSuggestSearch *search)
{
  EqpSuggestion *self = search->suggestion;
  double unit = unit_of (self, self->candidates[self->chosen].graph);
  double ari[G_N_ELEMENTS (plateau_gammas)], best = 0.0;
  guint length = 0, longest = 0;

  search->longest = 0.0;
  for (guint i = 0; i < G_N_ELEMENTS (plateau_gammas); i++)
    {
      double begun = _eqp_suggest_elapsed (search);

      /* All of them are needed. */
      search->reserve = search->longest * (double) (G_N_ELEMENTS (plateau_gammas) - 1 - i);
      if (!_eqp_suggest_has_time (search))
        return;
      ari[i] = agreement (search, plateau_gammas[i] * unit);
      if (isnan (ari[i]))
        return;
      best = MAX (best, ari[i]);
      search->longest = MAX (search->longest, _eqp_suggest_elapsed (search) - begun);
    }
  for (guint i = 0; i < G_N_ELEMENTS (plateau_gammas); i++)
    {
      length = ari[i] >= best - PLATEAU_SLACK ? length + 1 : 0;
      if (length <= longest)
        continue;
      longest = length;
      self->beside.plateau_from = plateau_gammas[i + 1 - length];
      self->beside.plateau_to = plateau_gammas[i];
      self->beside.plateau_agreement = best;
      for (guint j = i + 1 - length; j <= i; j++)
        self->beside.plateau_agreement = MIN (self->beside.plateau_agreement, ari[j]);
    }
}

/* ACC over the rows whose class is known. */
static double
accuracy (const EqpSuggestion *self,
          const gint32        *truth,
          const gint32        *labels)
{
  gint64 n = eqp_dataset_get_n (self->judged), known = 0;
  g_autofree gint32 *of_truth = g_new (gint32, (gsize) n);
  g_autofree gint32 *of_labels = g_new (gint32, (gsize) n);
  EqpExternalMeasures measures;

  for (gint64 i = 0; i < n; i++)
    {
      gint32 klass = truth[self->rows != NULL ? self->rows[i] : i];

      if (klass < 0)
        continue;
      of_truth[known] = klass;
      of_labels[known++] = labels[i];
    }
  if (known == 0)
    return NAN;
  eqp_metrics_external (known, of_truth, of_labels, &measures);
  return measures.acc;
}

static void
offer (EqpSuggestion *self,
       double         acc,
       int            trial,
       double         gamma,
       gboolean       suggested)
{
  EqpSuggestBeside *beside = &self->beside;

  if (isnan (acc) || acc <= beside->best_acc)
    return;
  beside->best_acc = acc;
  beside->best_trial = trial;
  beside->best_gamma = gamma;
  beside->best_is_relative = suggested;
}

/* What the suggestion left out is in the grid nevertheless: else the rules that leave out would cost nothing. */
static gboolean
need_graph (EqpSuggestSearch *search,
            int               trial)
{
  EqpSuggestion *self = search->suggestion;
  EqpSuggestCandidate *candidate = &self->candidates[trial];
  g_autoptr (EqpDataset) prepared = NULL;

  if (candidate->graph != NULL || self->is_graph)
    return candidate->graph != NULL;
  prepared = eqp_dataset_prepare (self->judged, &candidate->preparation, search->threads, search->cancellable, NULL);
  if (prepared != NULL)
    candidate->graph = _eqp_suggest_graph (search, prepared, NULL);
  return candidate->graph != NULL;
}

static gboolean
run_cell (EqpSuggestSearch *search,
          const gint32     *truth,
          int               trial,
          double            gamma,
          gboolean          suggested)
{
  EqpSuggestion *self = search->suggestion;
  double begun = _eqp_suggest_elapsed (search);
  g_autoptr (EqpResult) result = _eqp_suggest_solve (search, self->judged, self->candidates[trial].graph, self->k,
                                                     gamma, 1, self->restarts, NULL);

  if (result == NULL)
    return FALSE;
  offer (self, accuracy (self, truth, result->labels), trial, gamma, suggested);
  self->beside.n_grid++;
  search->longest = MAX (search->longest, _eqp_suggest_elapsed (search) - begun);
  return TRUE;
}

/* The paper's seven gammas and the suggested one, on every preparation. */
static void
search_grid (EqpSuggestSearch *search,
             const gint32     *truth)
{
  EqpSuggestion *self = search->suggestion;
  const int n_gammas = G_N_ELEMENTS (paper_gammas) + 1;

  self->beside.acc = accuracy (self, truth, self->candidates[self->chosen].labels);
  self->beside.best_acc = -1.0;
  offer (self, self->beside.acc, self->chosen, self->candidates[self->chosen].gamma, TRUE);
  for (int trial = 0; trial < EQP_N_SUGGEST; trial++)
    {
      gboolean ready = _eqp_suggest_has_time (search) && need_graph (search, trial);

      /* What cannot be prepared is no part of the grid; what there is no time for is. */
      if (ready || (!self->is_graph && (self->out_of_time || _eqp_suggest_was_cut (search))))
        self->beside.n_cells += n_gammas;
      for (int g = 0; ready && g < n_gammas; g++)
        {
          gboolean suggested = g == 0;
          double gamma = suggested ? self->gamma_rel * unit_of (self, self->candidates[trial].graph)
                                   : paper_gammas[g - 1];

          _eqp_suggest_tell (search, _ ("The paper's grid search"));
          search->done++;
          if (!_eqp_suggest_has_time (search) || !run_cell (search, truth, trial, gamma, suggested))
            break;
        }
    }
  if (self->beside.best_trial < 0)
    self->beside.best_acc = NAN;
}

/**
 * eqp_suggest_beside:
 * @self: a suggestion
 * @truth: (nullable): class of every row of the data, negative where it is not known
 * @threads: as many; 0: one a processor
 * @progress: (nullable): called from this thread
 * @cancellable: (nullable): to stop; what is known by then is kept
 *
 * Looks for what the suggestion is held against, in what is left of its time: knee, plateau and, with @truth, the best
 * ACC of the paper's grid on all preparations. Nothing of the suggestion itself is changed by it.
 */
void
eqp_suggest_beside (EqpSuggestion      *self,
                    const gint32       *truth,
                    guint               threads,
                    const EqpProgress  *progress,
                    GCancellable       *cancellable)
{
  EqpSuggestSearch search = { .progress = progress };
  gboolean out_of_time = self->out_of_time; /* that was the suggestion itself */

  if (self->cancelled || self->candidates[self->chosen].labels == NULL)
    return;
  _eqp_suggest_open (&search, self, threads, cancellable);
  search.longest = self->candidates[self->chosen].run_seconds;
  search.steps = 2 + (truth != NULL ? EQP_N_SUGGEST * (G_N_ELEMENTS (paper_gammas) + 1) : 0);
  if (truth != NULL)
    search_grid (&search, truth);
  _eqp_suggest_tell (&search, _ ("The knee"));
  /* The path is as long as a run at each of its nodes, about. */
  search.longest *= PATH_NODES;
  if (_eqp_suggest_has_time (&search))
    find_knee (&search);
  search.longest /= PATH_NODES;
  search.done++;
  _eqp_suggest_tell (&search, _ ("The plateau"));
  if (_eqp_suggest_has_time (&search))
    find_plateau (&search);
  _eqp_suggest_was_cut (&search);
  self->beside.out_of_time = self->out_of_time;
  self->out_of_time = out_of_time;
  self->cancelled = FALSE;
  self->seconds = _eqp_suggest_elapsed (&search);
  _eqp_suggest_close (&search);
}
