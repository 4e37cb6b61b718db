/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command "run" tells: lines of JSON, and text for people. */
#include "config.h"

#include "eqp-cli-run.h"
#include "eqp-cli-measures.h"
#include "eqp-json.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-live.h"
#include "eqp-command-line.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-draw.h"

/* More clusters than this are summed up in one line; JSON has them all. */
#define MAX_SIZES_SHOWN 64

/* -- JSON ------------------------------------------------------------------------------------------------------ */

char *
eqp_cli_run_start_json (EqpRunJob *job)
{
  GString *line = g_string_new (NULL);

  eqp_json_begin (line, "start");
  eqp_json_string (line, "program", "equipoise");
  eqp_json_string (line, "version", EQP_VERSION);
  eqp_json_string (line, "data", job->options->data);
  eqp_json_integer (line, "n", eqp_dataset_get_n (job->dataset));
  eqp_json_integer (line, "d", eqp_dataset_get_d (job->dataset));
  if (eqp_dataset_get_graph (job->dataset) != NULL)
    eqp_json_integer (line, "edges", eqp_graph_get_n_edges (eqp_dataset_get_graph (job->dataset)));
  if (eqp_dataset_get_labels (job->dataset) != NULL)
    eqp_json_integer (line, "classes", eqp_dataset_get_n_classes (job->dataset));
  else
    eqp_json_null (line, "classes");
  eqp_json_ledger (line, "ledger", eqp_dataset_get_ledger (job->dataset));
  if (job->options->distinct)
    eqp_json_integer (line, "copies", job->n_copies);
  eqp_json_string (line, "method", job->solver->id);
  eqp_json_integer (line, "k", job->params.k);
  if (job->options->target != NULL)
    eqp_json_string (line, "target", job->options->target);
  else
    {
      eqp_json_real (line, "gamma", job->params.gamma);
      eqp_json_real (line, "gamma_rel", job->gamma_rel);
    }
  eqp_json_unsigned (line, "seed", job->params.seed);
  if (job->params.weights != NULL)
    {
      eqp_json_string (line, "weights_column", job->options->weights_column);
      eqp_json_real (line, "total_weight", eqp_weights_total (job->params.weights, eqp_dataset_get_n (job->dataset)));
    }
  if (job->options->must_link != NULL)
    eqp_json_integer (line, "must_links", job->params.n_must_links);
  if (job->options->cannot_link != NULL)
    eqp_json_integer (line, "cannot_links", job->params.n_cannot_links);
  eqp_json_integer (line, "threads", job->threads);
  eqp_json_params (line, "parameters", job->solver, &job->params);
  eqp_json_end (line);
  return g_string_free (line, FALSE);
}

char *
eqp_cli_run_step_json (const EqpStep *step,
                       gint           k,
                       const gint64  *sizes)
{
  GString *line = g_string_new (NULL);

  eqp_json_begin (line, "iteration");
  eqp_json_integer (line, "iteration", step->iteration);
  eqp_json_real (line, "objective", step->objective);
  eqp_json_real (line, "data_term", step->data_term);
  eqp_json_real (line, "penalty", step->penalty);
  eqp_json_sizes (line, "sizes", k, sizes);
  eqp_json_integer (line, "moved", step->moved);
  eqp_json_real (line, "seconds", step->seconds);
  eqp_json_end (line);
  return g_string_free (line, FALSE);
}

char *
eqp_cli_run_result_json (EqpRunJob *job)
{
  const EqpResult *result = job->result;
  GString *line = g_string_new (NULL);

  eqp_json_begin (line, "result");
  eqp_json_string (line, "method", job->solver->id);
  eqp_json_integer (line, "k", result->k);
  eqp_json_real (line, "gamma", job->params.gamma);
  eqp_json_real (line, "gamma_rel", job->gamma_rel);
  eqp_json_real (line, "objective", result->objective);
  eqp_json_real (line, "data_term", result->data_term);
  eqp_json_real (line, "penalty", result->penalty);
  eqp_json_sizes (line, "sizes", result->k, result->sizes);
  if (result->masses != NULL)
    {
      eqp_json_open (line, "weight_sums", '[');
      for (gint c = 0; c < result->k; c++)
        eqp_json_real (line, NULL, result->masses[c]);
      eqp_json_close (line, ']');
    }
  eqp_json_integer (line, "iterations", result->iterations);
  if (result->starts > 0)
    {
      eqp_json_integer (line, "starts", result->starts);
      eqp_json_integer (line, "reached", result->reached);
    }
  eqp_json_boolean (line, "converged", result->converged);
  eqp_json_boolean (line, "cancelled", result->cancelled);
  eqp_json_real (line, "seconds", result->seconds);
  eqp_cli_json_measures (line, &job->measures);
  eqp_cli_json_band (line, &job->band);
  if (result->assignment_gap >= 0.0)
    eqp_json_real (line, "assignment_gap", result->assignment_gap);
  if (job->bound.parts > 0)
    {
      eqp_json_real (line, "bound", job->bound.bound);
      eqp_json_real (line, "bound_gap", job->bound.gap);
      eqp_json_integer (line, "bound_parts", job->bound.parts);
    }
  eqp_json_strings (line, "warnings", result->warnings);
  eqp_json_end (line);
  return g_string_free (line, FALSE);
}

/* -- text ------------------------------------------------------------------------------------------------------ */

/* "1797 rows, 64 columns" or "34 nodes, 78 edges". */
static char *
describe_size (EqpDataset *dataset)
{
  EqpGraph *graph = eqp_dataset_get_graph (dataset);
  gint64 n = eqp_dataset_get_n (dataset),
         m = graph != NULL ? eqp_graph_get_n_edges (graph) : eqp_dataset_get_d (dataset);
  g_autofree char *rows = NULL;
  g_autofree char *columns = NULL;

  if (graph != NULL)
    {
      rows = g_strdup_printf (ngettext ("%ld node", "%ld nodes", (gulong) n), (long) n);
      columns = g_strdup_printf (ngettext ("%ld edge", "%ld edges", (gulong) m), (long) m);
    }
  else
    {
      rows = g_strdup_printf (ngettext ("%ld row", "%ld rows", (gulong) n), (long) n);
      columns = g_strdup_printf (ngettext ("%ld column", "%ld columns", (gulong) m), (long) m);
    }
  return g_strdup_printf ("%s, %s", rows, columns);
}

/* "Digits (sample:digits): 1797 rows, 64 columns, 10 classes" and, in the second line, what is done with them. */
char *
eqp_cli_run_title (EqpRunJob *job)
{
  g_autofree char *name = eqp_output_clean (eqp_dataset_get_name (job->dataset));
  g_autofree char *size = describe_size (job->dataset);
  g_autofree char *classes = NULL;
  gint n_classes = eqp_dataset_get_n_classes (job->dataset);

  if (eqp_dataset_get_labels (job->dataset) != NULL)
    classes = g_strdup_printf (ngettext ("%d class", "%d classes", (gulong) n_classes), n_classes);
  else
    classes = g_strdup (_ ("no known classes"));
  return g_strdup_printf ("%s: %s, %s", name, size, classes);
}

/* What solvers call their steps; one that is not here shows as it is. */
static const char *
eqp_phase_title (const char *phase)
{
  static const char *const titles[] = {
    N_ ("all rows"), N_ ("balance"), N_ ("climb"),  N_ ("compare"), N_ ("cycle"), N_ ("harmony"),        N_ ("k-means"),
    N_ ("k-way"),    N_ ("level"),   N_ ("lloyd"),  N_ ("memory"),  N_ ("moves"), N_ ("normalised cut"), N_ ("pca"),
    N_ ("polish"),   N_ ("restart"), N_ ("split"),  N_ ("start"),   N_ ("subspace"), N_ ("sweep"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (strcmp (phase, titles[i]) == 0)
      return _ (titles[i]);
  return phase;
}

/* The newest step, or NULL. */
static const EqpStep *
last_step (EqpRunJob *job)
{
  return job->steps->len > 0 ? &g_array_index (job->steps, EqpStep, job->steps->len - 1) : NULL;
}

static const char *
phase_of (const EqpStep *step)
{
  return step->phase != NULL ? eqp_phase_title (step->phase) : "";
}

/* Call with the lock held. */
char *
eqp_cli_run_status_line (EqpRunJob *job)
{
  const EqpStep *last = last_step (job);

  if (last != NULL && job->solver->objective != NULL)
    return g_strdup_printf (_ ("Iteration %ld (%s)  objective %.6g  data %.6g  moved %ld  %.1f s"),
                            (long) last->iteration, phase_of (last), last->objective, last->data_term,
                            (long) last->moved, last->seconds);
  if (last != NULL)
    return g_strdup_printf (_ ("Iteration %ld (%s)  objective %.6g = data %.6g + penalty %.6g  moved %ld  %.1f s"),
                            (long) last->iteration, phase_of (last), last->objective, last->data_term,
                            last->penalty, (long) last->moved, last->seconds);
  if (job->title != NULL)
    return g_strdup (_ ("Starting"));
  if (job->fraction >= 0.0)
    return g_strdup_printf (_ ("Reading: %.0f %%"), job->fraction * 100.0);
  return g_strdup (_ ("Reading"));
}

/* NULL where there is one start. */
char *
eqp_cli_run_restart_line (EqpRunJob *job)
{
  const EqpStep *last = last_step (job);

  if (job->restarts <= 1)
    return NULL;
  return eqp_draw_summary_restarts (job->restart, job->restarts, last != NULL ? last->objective : (double) NAN);
}

char *
eqp_cli_run_step_line (const EqpStep *step)
{
  return g_strdup_printf (_ ("Iteration %ld (%s): objective %.10g, data term %.10g, penalty %.10g, moved %ld, %.3f "
                             "s\n"),
                          (long) step->iteration, phase_of (step), step->objective, step->data_term, step->penalty,
                          (long) step->moved, step->seconds);
}

static void
print_settings (EqpRunJob *job)
{
  g_autofree char *gamma = eqp_real_to_string (job->params.gamma);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, job->params.seed);
  g_autofree char *relative =
      !isfinite (job->gamma_rel) ? g_strdup (_ ("not defined")) : g_strdup_printf ("%.6g", job->gamma_rel);

  if ((job->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    eqp_output_print (job->output, _ ("%s (%s), K = %d, gamma = %s (relative %s), seed %s\n"), _ (job->solver->name),
                      job->solver->id, job->params.k, gamma, relative, seed);
  else
    eqp_output_print (job->output, _ ("%s (%s), K = %d, seed %s\n"), _ (job->solver->name), job->solver->id,
                      job->params.k, seed);
}

static char *
sizes_heading (EqpRunJob *job)
{
  double total = eqp_weights_total (job->params.weights, job->result->n), mean = total / job->result->k;
  gint64 most = job->params.max_size > 0 ? job->params.max_size : (gint64) total;

  if (job->params.min_size == 0 && job->params.max_size == 0)
    return g_strdup_printf (_ ("Sizes (n/K = %.6g)"), mean);
  return g_strdup_printf (_ ("Sizes (n/K = %.6g, limits %ld to %ld)"), mean, (long) job->params.min_size, (long) most);
}

static void
print_sizes (EqpRunJob *job)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *heading = sizes_heading (job);
  int columns, rows;

  eqp_output_size (job->output, &columns, &rows);
  eqp_sizes_lines (lines, job->output, job->result->k, job->result->sizes, columns - 1, MAX_SIZES_SHOWN);
  eqp_cli_print_heading (job->output, heading);
  for (guint i = 0; i < lines->len; i++)
    eqp_output_print (job->output, "%s\n", (char *) g_ptr_array_index (lines, i));
}

static const char *
objective_name (const EqpSolver *solver)
{
  if ((solver->flags & EQP_SOLVER_MAXIMIZES) != 0)
    return _ ("objective (larger is better)");
  return solver->objective != NULL ? _ ("objective, of its own (smaller is better)")
                                   : _ ("objective = data term + penalty");
}

/* "3 of 10": many are no proof, but one is a warning. */
static void
print_starts (EqpRunJob *job)
{
  const EqpResult *result = job->result;
  g_autofree char *count = NULL;

  if (result->starts < 2)
    return;
  count = g_strdup_printf (_ ("%d of %d"), result->reached, result->starts);
  eqp_cli_print_text_row (job->output, _ ("starts that reached it"), count);
  if (result->reached == 0)
    eqp_output_print (job->output, "  %s\n", _ ("None of the starts alone: it was found after them."));
}

static void
print_objective (EqpRunJob *job)
{
  const EqpResult *result = job->result;
  EqpOutput *output = job->output;
  const char *how = result->cancelled   ? _ ("interrupted, the best so far")
                    : result->converged ? _ ("converged")
                                        : _ ("stopped at its limit");
  gboolean is_kmeans = job->solver->family == EQP_FAMILY_KMEANS;
  g_autofree char *heading =
      g_strdup_printf (ngettext ("Objective (%s after %ld iteration, %.3f s)",
                                 "Objective (%s after %ld iterations, %.3f s)", (gulong) result->iterations),
                       how, (long) result->iterations, result->seconds);

  eqp_cli_print_heading (output, heading);
  eqp_cli_print_row (output, is_kmeans ? _ ("data term: SSE") : _ ("data term: cut, W - Tr(F'AF)"), "%.10g",
                     result->data_term);
  eqp_cli_print_row (output, _ ("penalty: gamma Σ n²"), "%.10g", result->penalty);
  eqp_cli_print_row (output, objective_name (job->solver), "%.10g", result->objective);
  print_starts (job);
  if (result->assignment_gap >= 0.0)
    eqp_cli_print_row (output, _ ("gap of the last assignment, proven"), "%.3g", result->assignment_gap);
}

static void
print_proof (EqpRunJob *job)
{
  const EqpBound *bound = &job->bound;

  if (bound->parts == 0)
    return;
  eqp_cli_print_heading (job->output, _ ("Proof"));
  eqp_cli_print_row (job->output, _ ("no labels have an objective below"), "%.8g", bound->bound);
  if (isfinite (bound->gap))
    eqp_cli_print_row (job->output, _ ("above the least at most, percent"), "%.3g", 100.0 * bound->gap);
}

static void
print_measures (EqpRunJob *job)
{
  EqpOutput *output = job->output;
  const EqpMeasureSet *set = &job->measures;

  eqp_cli_print_measures (output, set, EQP_MEASURES_TRUTH, _ ("Agreement with the known classes"));
  eqp_cli_print_measures (output, set, EQP_MEASURES_POINTS | EQP_MEASURES_SILHOUETTE, _ ("Shape of the clusters"));
  eqp_cli_print_measures (output, set, EQP_MEASURES_GRAPH, _ ("On the graph"));
  eqp_cli_print_measures (output, set, EQP_MEASURES_BALANCE, _ ("Balance"));
  eqp_cli_print_band (output, set, &job->band);
}

static void
print_sentences (EqpOutput  *output,
                 const char *heading,
                 GPtrArray  *sentences,
                 EqpColor    color)
{
  if (sentences == NULL || sentences->len == 0)
    return;

  eqp_cli_print_heading (output, heading);
  for (guint i = 0; i < sentences->len; i++)
    {
      g_autofree char *named = eqp_cli_name_dup (g_ptr_array_index (sentences, i));
      g_autofree char *clean = eqp_output_clean (named);
      g_autofree char *painted = eqp_output_paint (output, color, clean);

      eqp_output_print (output, "  %s\n", painted);
    }
}

/* What was changed on the way to the rows above, so that no row goes without a word. */
static void
print_changes (EqpRunJob *job)
{
  const EqpLedger *ledger = eqp_dataset_get_ledger (job->dataset);

  if (eqp_ledger_get_total (ledger) == 0 && job->n_copies == 0)
    return;
  eqp_cli_print_heading (job->output, _ ("Changed on the way from the file (“equipoise-cli info” lists each)"));
  for (guint kind = 0; kind < EQP_LEDGER_N_KINDS; kind++)
    if (eqp_ledger_get_count (ledger, kind) > 0)
      {
        g_autofree char *text = eqp_ledger_kind_dup_text (kind, eqp_ledger_get_count (ledger, kind));

        eqp_output_print (job->output, "  %s\n", text);
      }
  if (job->n_copies > 0)
    eqp_output_print (job->output,
                      ngettext ("  %ld row is a copy of an earlier row and was left out (--distinct)\n",
                                "  %ld rows are copies of an earlier row and were left out (--distinct)\n",
                                (gulong) job->n_copies),
                      (long) job->n_copies);
}

static void
print_command (EqpRunJob *job)
{
  const EqpCliOptions *options = job->options;
  EqpRunSpec spec = {
    .data = options->data,
    .method = job->solver->id,
    .params = job->params,
    .gamma_relative = isnan (options->gamma),
    .target = options->target,
    .gamma_rel = job->gamma_rel,
    .threads = (guint) options->threads,
    .distinct = options->distinct,
    .preparation = job->preparation,
    .import = job->import,
    .initial_labels = options->initial_labels,
    .initial_centers = options->initial_centers,
    .weights_column = options->weights_column,
    .must_link = options->must_link,
    .cannot_link = options->cannot_link,
    .labels_column = options->labels_column,
    .key_column = options->key_column,
  };
  g_autofree char *line = NULL;
  g_autofree char *clean = NULL;

  spec.import.ignore = options->import.ignore; /* the column of the weights is named for itself */
  line = eqp_command_line (&spec);
  clean = eqp_output_clean (line);
  eqp_cli_print_heading (job->output, _ ("Repeat this run with"));
  eqp_output_print (job->output, "  %s\n", clean);
}

/**
 * eqp_cli_run_report:
 * @job: a job with a result
 *
 * Prints the result for people.
 */
void
eqp_cli_run_report (EqpRunJob *job)
{
  EqpOutput *output = job->output;

  /* Where the run was drawn over itself, its heading went with the drawing. */
  if (job->live)
    eqp_output_print (output, "%s\n", job->title);
  print_settings (job);
  print_sizes (job);
  print_objective (job);
  print_proof (job);
  print_measures (job);
  print_changes (job);
  /* What there is to say about a graph stands among the warnings of its run. */
  if (eqp_dataset_get_graph (job->dataset) == NULL)
    print_sentences (output, _ ("About the data"), eqp_dataset_get_findings (job->dataset), EQP_COLOR_DIM);
  print_sentences (output, _ ("Warnings"), job->result->warnings, EQP_COLOR_WARNING);
  print_command (job);
}

/**
 * eqp_cli_run_report_files:
 * @job: a job that has saved its files
 *
 * Tells which files were written.
 */
void
eqp_cli_run_report_files (EqpRunJob *job)
{
  if (job->saved->len == 0)
    return;

  eqp_cli_print_heading (job->output, _ ("Files written"));
  for (guint i = 0; i < job->saved->len; i++)
    {
      g_autofree char *clean = eqp_output_clean (g_ptr_array_index (job->saved, i));

      eqp_output_print (job->output, "  %s\n", clean);
    }
}
