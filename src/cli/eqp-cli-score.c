/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "score": all measures, SSE, cut and J of a labelling that was made elsewhere. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-live.h"
#include "eqp-cli-measures.h"
#include "eqp-cli-output.h"
#include "eqp-json.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* More clusters, pairs or names than this are summed up in one line; JSON has them all. */
#define MAX_SHOWN 64

/* J of one family: its data term and the price of the sizes. */
typedef struct
{
  gboolean known;
  double   gamma;
  double   gamma_rel;  /* NAN where the data have no spread */
  double   data_term;
  double   penalty;
} Objective;

typedef struct
{
  const EqpCliOptions *options;
  GCancellable        *cancellable;
  EqpOutput            output;
  EqpDataset          *dataset;     /* as prepared */
  EqpGraph            *graph;       /* or NULL */
  EqpLabelFile        *labels;
  EqpLabelFile        *truth_file;  /* or NULL: the classes of the data, if any */
  const gint32        *truth;
  gint64              *sizes;       /* labels->n_names */
  EqpMeasureSet        measures;
  EqpSizeBand          band;
  Objective            objectives[2]; /* by EqpFamily */
  GPtrArray           *warnings;
} Score;

static void
score_clear (Score *self)
{
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
  g_clear_pointer (&self->graph, eqp_graph_unref);
  g_clear_pointer (&self->labels, eqp_label_file_free);
  g_clear_pointer (&self->truth_file, eqp_label_file_free);
  g_clear_pointer (&self->warnings, g_ptr_array_unref);
  g_free (self->sizes);
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

static gboolean
load (Score   *self,
      guint    threads,
      GError **error)
{
  const EqpCliOptions *options = self->options;
  const EqpPreparation *preparation = &options->preparation;
  EqpImportOptions import;
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_cli_options_import (options, &import);
  import.ledger_limit = EQP_LABEL_FILE_LEDGER;
  dataset = eqp_dataset_load (options->data, &import, NULL, self->cancellable, error);
  if (dataset == NULL)
    return FALSE;
  if (eqp_preparation_is_none (preparation))
    self->dataset = g_steal_pointer (&dataset);
  else
    self->dataset = eqp_dataset_prepare (dataset, preparation, threads, self->cancellable, error);
  return self->dataset != NULL;
}

static gboolean
read_labels (Score   *self,
             GError **error)
{
  const EqpCliOptions *options = self->options;
  const EqpLabelFileOptions labels = { options->labels_column, options->key_column };
  const EqpLabelFileOptions truth = { options->truth_column, options->key_column };

  self->labels = eqp_label_file_read (options->labels_in, &labels, self->dataset, self->cancellable, error);
  if (self->labels == NULL)
    return FALSE;
  if (options->k > 0 && !eqp_label_file_number (self->labels, (gint) options->k, error))
    return FALSE;
  self->truth = eqp_dataset_get_labels (self->dataset);
  if (options->truth == NULL)
    return TRUE;
  self->truth_file = eqp_label_file_read (options->truth, &truth, self->dataset, self->cancellable, error);
  if (self->truth_file == NULL)
    return FALSE;
  self->truth = self->truth_file->labels;
  return TRUE;
}

/* Without a graph the rest can still be told: then why there is none is a warning. */
static gboolean
build_graph (Score   *self,
             EqpPool *pool,
             GError **error)
{
  const EqpGraphOptions options = eqp_params_get_graph_options (&self->options->params);
  g_autoptr (GError) cause = NULL;

  self->graph = eqp_dataset_build_graph (self->dataset, &options, pool, self->cancellable, NULL, &cause);
  if (self->graph != NULL)
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  g_ptr_array_add (self->warnings, g_strdup (cause->message));
  return TRUE;
}

/* ---- Measuring -------------------------------------------------------------------------------------------------- */

/* Gamma on both scales, as "run" settles it, and J = data term + gamma sum n_k^2. */
static void
settle_objective (Score     *self,
                  EqpFamily  family,
                  double     total,
                  double     data_term)
{
  const EqpCliOptions *options = self->options;
  double unit = eqp_gamma_unit (family, self->labels->n, MAX (1, self->labels->n_names), total);
  Objective *objective = &self->objectives[family];

  objective->known = isfinite (data_term);
  objective->data_term = data_term;
  objective->gamma_rel = isnan (options->gamma_rel) ? 1.0 : options->gamma_rel;
  objective->gamma = objective->gamma_rel * unit;
  if (!isnan (options->gamma))
    {
      objective->gamma = options->gamma;
      objective->gamma_rel = unit > 0.0 ? options->gamma / unit : options->gamma == 0.0 ? 0.0 : NAN;
    }
  objective->penalty = eqp_balance_penalty (objective->gamma, self->labels->n_names, self->sizes);
  objective->known &= isfinite (objective->penalty);
}

static void
measure (Score   *self,
         EqpPool *pool)
{
  const EqpMeasureInput input = {
    .n = self->labels->n,
    .k = MAX (1, self->labels->n_names),
    .labels = self->labels->labels,
    .truth = self->truth,
    .points = eqp_dataset_get_points (self->dataset),
    .graph = self->graph,
    .seed = self->options->params.seed,
    .silhouette = MAX (0, self->options->silhouette),
  };
  EqpMeasureGroups groups = EQP_MEASURES_ALL;

  if (self->truth == NULL)
    groups &= ~EQP_MEASURES_TRUTH;
  if (self->graph == NULL)
    groups &= ~EQP_MEASURES_GRAPH;
  if (self->options->silhouette == EQP_CLI_NO_SILHOUETTE)
    groups &= ~EQP_MEASURES_SILHOUETTE;
  self->sizes = g_new0 (gint64, (gsize) input.k);
  for (gint64 i = 0; i < input.n; i++)
    if (input.labels[i] >= 0)
      self->sizes[input.labels[i]]++;
  eqp_measure_set_init (&self->measures);
  eqp_measure_set_compute (&self->measures, &input, groups, pool, self->cancellable);
  eqp_size_band (self->measures.n, input.k, &self->band);
  settle_objective (self, EQP_FAMILY_KMEANS, eqp_dataset_get_total_ss (self->dataset),
                    self->measures.values[EQP_MEASURE_SSE]);
  settle_objective (self, EQP_FAMILY_GRAPH, self->graph != NULL ? eqp_graph_get_total_weight (self->graph) : 0.0,
                    self->measures.values[EQP_MEASURE_CUT]);
}

/* Pairs of cluster and class that ACC counts, over the rows that have both. */
static GArray *
find_match (const Score *self)
{
  g_autofree gint32 *truth = NULL;
  g_autofree gint32 *labels = NULL;
  gint64 next = 0;

  if (self->truth == NULL)
    return g_array_new (FALSE, FALSE, sizeof (EqpMatch));
  truth = g_new (gint32, (gsize) MAX (1, self->measures.n_compared));
  labels = g_new (gint32, (gsize) MAX (1, self->measures.n_compared));
  for (gint64 i = 0; i < self->labels->n; i++)
    if (self->labels->labels[i] >= 0 && self->truth[i] >= 0)
      {
        truth[next] = self->truth[i];
        labels[next++] = self->labels->labels[i];
      }
  return eqp_metrics_match (next, truth, labels);
}

static const char *
class_name (const Score *self,
            gint32       klass)
{
  return self->truth_file != NULL ? self->truth_file->names[klass]
                                  : eqp_dataset_get_class_name (self->dataset, klass);
}

/* The family whose J is the one asked for. */
static EqpFamily
family_of (const Score *self)
{
  if (self->options->usual_method)
    return eqp_dataset_get_graph (self->dataset) != NULL ? EQP_FAMILY_GRAPH : EQP_FAMILY_KMEANS;
  return eqp_solver_find (self->options->method)->family;
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static void
json_objective (GString         *line,
                const char      *key,
                const Objective *objective)
{
  if (key != NULL && !objective->known)
    {
      eqp_json_null (line, key);
      return;
    }
  if (key != NULL)
    eqp_json_open (line, key, '{');
  eqp_json_real (line, "gamma", objective->gamma);
  eqp_json_real (line, "gamma_rel", objective->gamma_rel);
  eqp_json_real (line, "data_term", objective->data_term);
  eqp_json_real (line, "penalty", objective->penalty);
  eqp_json_real (line, "objective", objective->data_term + objective->penalty);
  if (key != NULL)
    eqp_json_close (line, '}');
}

static void
json_match (GString     *line,
            const Score *self)
{
  g_autoptr (GArray) match = find_match (self);

  eqp_json_open (line, "matching", '[');
  for (guint i = 0; i < match->len; i++)
    {
      const EqpMatch *pair = &g_array_index (match, EqpMatch, i);

      eqp_json_open (line, NULL, '{');
      eqp_json_string (line, "cluster", self->labels->names[pair->cluster]);
      eqp_json_string (line, "class", class_name (self, pair->klass));
      eqp_json_integer (line, "shared", pair->shared);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
}

static void
print_json (Score *self)
{
  g_autoptr (GString) line = g_string_new (NULL);
  EqpFamily family = family_of (self);
  gint k = self->labels->n_names;

  eqp_json_begin (line, "score");
  eqp_json_string (line, "data", self->options->data);
  eqp_json_string (line, "labels_in", self->options->labels_in);
  eqp_json_string (line, "truth", self->options->truth);
  eqp_json_integer (line, "n", self->labels->n);
  eqp_json_integer (line, "d", eqp_dataset_get_d (self->dataset));
  if (self->truth == NULL)
    eqp_json_null (line, "classes");
  else
    eqp_json_integer (line, "classes", self->truth_file != NULL ? self->truth_file->n_names
                                                                : eqp_dataset_get_n_classes (self->dataset));
  eqp_json_integer (line, "k", k);
  eqp_json_open (line, "clusters", '[');
  for (gint c = 0; c < k; c++)
    eqp_json_string (line, NULL, self->labels->names[c]);
  eqp_json_close (line, ']');
  eqp_json_sizes (line, "sizes", k, self->sizes);
  eqp_json_integer (line, "rows_without_label", self->measures.n_unlabelled);
  eqp_json_integer (line, "rows_without_class", self->measures.n_unknown);
  eqp_json_integer (line, "rows_compared", self->measures.n_compared);
  eqp_json_string (line, "family", family == EQP_FAMILY_KMEANS ? "kmeans" : "graph");
  json_objective (line, NULL, &self->objectives[family]);
  json_objective (line, "kmeans", &self->objectives[EQP_FAMILY_KMEANS]);
  json_objective (line, "graph", &self->objectives[EQP_FAMILY_GRAPH]);
  eqp_cli_json_measures (line, &self->measures);
  eqp_cli_json_band (line, &self->band);
  json_match (line, self);
  eqp_json_strings (line, "notes", self->labels->notes);
  eqp_json_strings (line, "warnings", self->warnings);
  eqp_json_end (line);
  eqp_output_write (&self->output, line->str, line->len);
}

/* ---- Text ------------------------------------------------------------------------------------------------------- */

static void
print_note (Score      *self,
            const char *text)
{
  g_autofree char *clean = eqp_output_clean (text);

  eqp_output_print (&self->output, "  %s\n", clean);
}

static void
print_head (Score *self)
{
  g_autofree char *data = eqp_output_clean (eqp_dataset_get_name (self->dataset));
  g_autofree char *file = eqp_output_clean (self->labels->file);
  const EqpMeasureSet *set = &self->measures;

  eqp_output_print (&self->output,
                    ngettext ("%s: %ld rows, %d cluster from %s\n", "%s: %ld rows, %d clusters from %s\n",
                              (gulong) self->labels->n_names),
                    data, (long) self->labels->n, self->labels->n_names, file);
  if (set->n_unlabelled > 0)
    eqp_output_print (&self->output,
                      ngettext ("  %ld row has no label and is left out of all measures\n",
                                "  %ld rows have no label and are left out of all measures\n",
                                (gulong) set->n_unlabelled),
                      (long) set->n_unlabelled);
  if (set->n_unknown > 0)
    eqp_output_print (&self->output,
                      ngettext ("  %ld row has no known class and is left out of the agreement\n",
                                "  %ld rows have no known class and are left out of the agreement\n",
                                (gulong) set->n_unknown),
                      (long) set->n_unknown);
  for (guint i = 0; i < self->labels->notes->len; i++)
    print_note (self, g_ptr_array_index (self->labels->notes, i));
}

static void
print_sizes (Score *self)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *heading =
      g_strdup_printf (_ ("Sizes (n/K = %.6g)"), (double) self->measures.n / MAX (1, self->labels->n_names));
  gboolean named = FALSE;
  int columns, rows;

  eqp_cli_print_heading (&self->output, heading);
  eqp_output_size (&self->output, &columns, &rows);
  eqp_sizes_lines (lines, &self->output, self->labels->n_names, self->sizes, columns - 1, MAX_SHOWN);
  for (guint i = 0; i < lines->len; i++)
    eqp_output_print (&self->output, "%s\n", (char *) g_ptr_array_index (lines, i));

  for (gint c = 0; c < self->labels->n_names; c++)
    {
      char number[16];

      g_snprintf (number, sizeof number, "%d", c);
      named |= strcmp (number, self->labels->names[c]) != 0;
    }
  for (gint c = 0; named && c < MIN (MAX_SHOWN, self->labels->n_names); c++)
    {
      g_autofree char *name = eqp_output_clean (self->labels->names[c]);

      eqp_output_print (&self->output, _ ("  cluster %d is “%s”\n"), c, name);
    }
}

static void
print_objective (Score      *self,
                 EqpFamily   family,
                 const char *heading)
{
  const Objective *objective = &self->objectives[family];

  if (!objective->known)
    return;
  eqp_cli_print_heading (&self->output, heading);
  eqp_cli_print_row (&self->output, _ ("gamma"), "%.10g", objective->gamma);
  if (isfinite (objective->gamma_rel))
    eqp_cli_print_row (&self->output, _ ("relative gamma"), "%.6g", objective->gamma_rel);
  eqp_cli_print_row (&self->output,
                     family == EQP_FAMILY_KMEANS ? _ ("data term: SSE") : _ ("data term: cut, W - Tr(F'AF)"), "%.10g",
                     objective->data_term);
  eqp_cli_print_row (&self->output, _ ("penalty: gamma Σ n²"), "%.10g", objective->penalty);
  eqp_cli_print_row (&self->output, _ ("objective = data term + penalty"), "%.10g",
                     objective->data_term + objective->penalty);
}

static void
print_match (Score *self)
{
  g_autoptr (GArray) match = find_match (self);

  if (match->len == 0)
    return;
  eqp_cli_print_heading (&self->output, _ ("The matching that ACC counts"));
  for (guint i = 0; i < MIN (MAX_SHOWN, match->len); i++)
    {
      const EqpMatch *pair = &g_array_index (match, EqpMatch, i);
      g_autofree char *cluster = eqp_output_clean (self->labels->names[pair->cluster]);
      g_autofree char *klass = eqp_output_clean (class_name (self, pair->klass));

      eqp_output_print (&self->output,
                        ngettext ("  cluster “%s” stands for class “%s”: %ld row\n",
                                  "  cluster “%s” stands for class “%s”: %ld rows\n", (gulong) pair->shared),
                        cluster, klass, (long) pair->shared);
    }
}

static void
print_text (Score *self)
{
  EqpOutput *output = &self->output;
  const EqpMeasureSet *set = &self->measures;

  print_head (self);
  print_sizes (self);
  print_objective (self, EQP_FAMILY_KMEANS, _ ("Objective of balanced k-means"));
  print_objective (self, EQP_FAMILY_GRAPH, _ ("Objective of balanced min-cut"));
  eqp_cli_print_measures (output, set, EQP_MEASURES_TRUTH, _ ("Agreement with the known classes"));
  print_match (self);
  eqp_cli_print_measures (output, set, EQP_MEASURES_POINTS | EQP_MEASURES_SILHOUETTE, _ ("Shape of the clusters"));
  eqp_cli_print_measures (output, set, EQP_MEASURES_GRAPH, _ ("On the graph"));
  eqp_cli_print_measures (output, set, EQP_MEASURES_BALANCE, _ ("Balance"));
  eqp_cli_print_band (output, set, &self->band);
  if (self->warnings->len > 0)
    eqp_cli_print_heading (output, _ ("Warnings"));
  for (guint i = 0; i < self->warnings->len; i++)
    print_note (self, g_ptr_array_index (self->warnings, i));
}

/* ---- The command ------------------------------------------------------------------------------------------------ */

/* Labels that are wrong are told before a graph is built for them. */
static gboolean
work (Score   *self,
      GError **error)
{
  guint threads = self->options->threads > 0 ? (guint) self->options->threads : eqp_default_threads ();
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);

  if (!load (self, threads, error) || !read_labels (self, error) || !build_graph (self, pool, error))
    return FALSE;
  measure (self, pool);
  if (!self->objectives[family_of (self)].known)
    g_ptr_array_add (self->warnings, g_strdup (_ ("The objective of this method has no value for these data; see the "
                                                  "measures for the reason.")));
  return TRUE;
}

/**
 * eqp_cli_score:
 * @options: the command line
 * @cancellable: cancelled by Ctrl-C
 *
 * Measures a labelling. After Ctrl-C, what was measured by then is shown.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_score (const EqpCliOptions *options,
               GCancellable        *cancellable)
{
  Score self = { .options = options, .cancellable = cancellable };
  g_autoptr (GError) error = NULL;
  EqpExit status = EQP_EXIT_DONE;

  eqp_output_init (&self.output, STDOUT_FILENO);
  self.warnings = g_ptr_array_new_with_free_func (g_free);
  if (work (&self, &error))
    {
      if (options->json)
        print_json (&self);
      else
        print_text (&self);
      status = eqp_output_close (&self.output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
      if (g_cancellable_is_cancelled (cancellable))
        status = EQP_EXIT_INTERRUPTED;
    }
  else
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      eqp_cli_complain (error, cancelled ? _ ("Interrupted before there was a result.") : NULL);
      status = cancelled ? EQP_EXIT_INTERRUPTED : EQP_EXIT_DATA;
    }
  score_clear (&self);
  return status;
}
