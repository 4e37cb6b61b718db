/* SPDX-License-Identifier: GPL-3.0-or-later */
/* K by stability: the K whose clusters come back when part of the rows is not there. For each K the labels of all rows
 * are compared, by AMI, with those that subsamples give on graphs of their own. */
#include "config.h"

#include "eqp-suggest-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* So many K are looked at, at equal factors where the range has more. */
#define MOST_KS 16
#define SUBSAMPLES 3
#define SUBSAMPLE_SHARE 0.8

typedef struct
{
  EqpDataset *dataset;
  EqpGraph   *graph;
  gint32     *rows;    /* NULL: all */
} Part;

static void
part_clear (Part *self)
{
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
  g_clear_pointer (&self->graph, eqp_graph_unref);
  g_clear_pointer (&self->rows, g_free);
}

/* The K to be looked at, ascending. */
static GArray *
list_ks (gint least,
         gint most)
{
  GArray *ks = g_array_new (FALSE, FALSE, sizeof (gint));
  gint wanted = MIN (MOST_KS, most - least + 1), last = 0;

  for (gint i = 0; i < wanted; i++)
    {
      double share = wanted > 1 ? (double) i / (wanted - 1) : 0.0;
      gint k = wanted == most - least + 1 ? least + i : (gint) lround (least * pow ((double) most / least, share));

      if (k > last)
        g_array_append_val (ks, k);
      last = k;
    }
  return ks;
}

/* The data as the chosen preparation has them, and what subsamples of them there are, each with its graph. */
static gboolean
make_parts (EqpSuggestSearch  *search,
            Part              *parts,
            GError           **error)
{
  EqpSuggestion *self = search->suggestion;
  EqpSuggestCandidate *chosen = &self->candidates[self->chosen];
  gint64 n = eqp_dataset_get_n (self->judged), n_part = (gint64) ceil (SUBSAMPLE_SHARE * (double) n);

  parts[0].graph = eqp_graph_ref (chosen->graph);
  parts[0].dataset =
      eqp_dataset_prepare (self->judged, &chosen->preparation, search->threads, search->cancellable, error);
  if (parts[0].dataset == NULL)
    return FALSE;
  for (int s = 1; s <= SUBSAMPLES; s++)
    {
      parts[s].rows = _eqp_suggest_draw (n, n_part, (guint64) s);
      parts[s].dataset = eqp_dataset_take_rows (parts[0].dataset, parts[s].rows, n_part, error);
      if (parts[s].dataset == NULL)
        return FALSE;
      parts[s].graph = _eqp_suggest_graph (search, parts[s].dataset, error);
      if (parts[s].graph == NULL)
        return FALSE;
    }
  return TRUE;
}

static EqpResult *
solve_part (EqpSuggestSearch  *search,
            const Part        *part,
            gint               k,
            GError           **error)
{
  double unit = eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_graph_get_n (part->graph), k,
                                eqp_graph_get_total_weight (part->graph));

  return _eqp_suggest_solve (search, part->dataset, part->graph, k, search->suggestion->gamma_rel * unit, 1, 1, error);
}

static gboolean
measure (EqpSuggestSearch  *search,
         const Part        *parts,
         EqpSuggestK       *entry,
         GError           **error)
{
  g_autoptr (EqpResult) all = solve_part (search, &parts[0], entry->k, error);
  g_autofree gint32 *labels = NULL;

  if (all == NULL)
    return FALSE;
  entry->stability = 0.0;
  for (int s = 1; s <= SUBSAMPLES; s++)
    {
      g_autoptr (EqpResult) part = solve_part (search, &parts[s], entry->k, error);
      EqpExternalMeasures measures;

      if (part == NULL)
        return FALSE;
      g_free (labels);
      labels = g_new (gint32, (gsize) part->n);
      for (gint64 i = 0; i < part->n; i++)
        labels[i] = all->labels[parts[s].rows[i]];
      eqp_metrics_external (part->n, labels, part->labels, &measures);
      entry->stability += measures.ami / SUBSAMPLES;
    }
  return TRUE;
}

static gint
compare_ks (gconstpointer a,
            gconstpointer b)
{
  return ((const EqpSuggestK *) a)->k - ((const EqpSuggestK *) b)->k;
}

/* The most stable one; of equal ones the greater, which tells more. */
static void
settle (EqpSuggestion *self)
{
  double best = -INFINITY, second = -INFINITY;

  g_array_sort (self->ks, compare_ks);
  for (guint i = 0; i < self->ks->len; i++)
    {
      const EqpSuggestK *entry = &g_array_index (self->ks, EqpSuggestK, i);

      if (entry->stability >= best)
        {
          self->k_runner_up = best > -INFINITY ? self->k : 0;
          second = best;
          best = entry->stability;
          self->k = entry->k;
        }
      else if (entry->stability >= second)
        {
          second = entry->stability;
          self->k_runner_up = entry->k;
        }
    }
}

/* TRUE, too, where there is no time for it. */
static gboolean
look_at (EqpSuggestSearch  *search,
         const Part        *parts,
         gint               k,
         GError           **error)
{
  EqpSuggestion *self = search->suggestion;
  EqpSuggestK entry = { k, 0.0 };
  double begun = _eqp_suggest_elapsed (search);
  g_autofree char *what = g_strdup_printf (_ ("K = %d"), k);

  for (guint i = 0; i < self->ks->len; i++)
    if (g_array_index (self->ks, EqpSuggestK, i).k == k)
      return TRUE;
  if (self->ks->len > 0 && !_eqp_suggest_has_time (search))
    return TRUE;
  _eqp_suggest_tell (search, what);
  if (!measure (search, parts, &entry, error))
    return FALSE;
  g_array_append_val (self->ks, entry);
  search->longest = MAX (search->longest, _eqp_suggest_elapsed (search) - begun);
  search->done++;
  return TRUE;
}

/* Wide steps first, so that what there is time for is spread over the range. */
static gboolean
look_over_range (EqpSuggestSearch  *search,
                 const Part        *parts,
                 const GArray      *ks,
                 GError           **error)
{
  for (guint step = MOST_KS / 2; step > 0; step /= 2)
    for (guint i = 0; i < ks->len; i += step)
      if (!look_at (search, parts, g_array_index (ks, gint, i), error))
        return FALSE;
  return TRUE;
}

/* Where the range had gaps, climbs from the best to the best among its neighbors. */
static gboolean
climb (EqpSuggestSearch  *search,
       const Part        *parts,
       gint               least,
       gint               most,
       GError           **error)
{
  EqpSuggestion *self = search->suggestion;

  for (gint from = 0; from != self->k && !self->out_of_time;)
    {
      from = self->k;
      if ((from > least && !look_at (search, parts, from - 1, error)) ||
          (from < most && !look_at (search, parts, from + 1, error)))
        return FALSE;
      settle (self);
    }
  return TRUE;
}

/* Without time or stopped before two of them are compared, the middle of the range stays, and that is told. */
gboolean
_eqp_suggest_choose_k (EqpSuggestSearch  *search,
                       gint               least,
                       gint               most,
                       GError           **error)
{
  EqpSuggestion *self = search->suggestion;
  g_autoptr (GArray) ks = list_ks (least, most);
  g_autoptr (GError) failure = NULL;
  Part parts[1 + SUBSAMPLES] = { 0 };
  gint middle = self->k;

  self->n_ks = (gint) ks->len;
  if (self->cancelled || self->candidates[self->chosen].labels == NULL)
    return TRUE;
  search->longest = 0.0;
  search->reserve = self->candidates[self->chosen].run_seconds;
  search->done = 0;
  search->steps = (gint) ks->len;
  if (_eqp_suggest_has_time (search) && make_parts (search, parts, &failure) &&
      look_over_range (search, parts, ks, &failure))
    {
      settle (self);
      climb (search, parts, least, most, &failure);
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    part_clear (&parts[i]);
  if (failure != NULL && !_eqp_suggest_was_cut (search))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  /* What is known stands; one K alone is compared with nothing. */
  self->k = middle;
  if (self->ks->len > 1)
    settle (self);
  search->reserve = 0.0;
  if (self->k != middle && !_eqp_suggest_judge_again (search))
    {
      self->k = middle;
      self->k_runner_up = 0;
      g_array_set_size (self->ks, 0);
    }
  return TRUE;
}
