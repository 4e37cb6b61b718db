/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command lines of "compare" and "sweep": whether they are right, and the plan that they mean. */
#include "config.h"

#include "eqp-cli-study.h"
#include "eqp-cli-output.h"
#include "eqp-cli-prepare.h"
#include "eqp-cli-rows.h"
#include "eqp-weight-column.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Values of one grid. */
#define MAX_GRID 1000

#define USUAL_GRID "0.01:100:9"
#define USUAL_PATH "0.01:1000:60"

#define USUAL_TRIALS 10

/* Crossings of a path that are looked at for a partition between. */
#define MAX_BREAKS 200

/* -- grids ------------------------------------------------------------------------------------------------------- */

static gboolean
parse_weight (const char *text,
              double     *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && !g_ascii_isspace (*text) && isfinite (*value) && *value >= 0.0;
}

/* Step @i of @n from @first to @last, by one factor. What is a power of ten but for rounding is that power. */
static double
step (double first,
      double last,
      gint64 i,
      gint64 n)
{
  double exponent = log10 (first) + (n > 1 ? (double) i / (double) (n - 1) : 0.0) * (log10 (last) - log10 (first));
  char power[16];

  if (i == 0 || i == n - 1)
    return i == 0 ? first : last;
  if (fabs (exponent - round (exponent)) > 1e-9)
    return pow (10.0, exponent);
  g_snprintf (power, sizeof power, "1e%d", (int) round (exponent));
  return g_ascii_strtod (power, NULL);
}

/* "0,0.1,1" or "1e-6:1e6:7". */
static GArray *
parse_grid (const char *text)
{
  g_autoptr (GArray) grid = g_array_new (FALSE, FALSE, sizeof (double));
  g_auto (GStrv) ends = g_strsplit (text, ":", -1);
  g_auto (GStrv) values = NULL;
  double first, last;
  gint64 n;

  if (g_strv_length (ends) == 3)
    {
      if (!parse_weight (ends[0], &first) || !parse_weight (ends[1], &last) || first <= 0.0 || last <= 0.0 ||
          !g_ascii_string_to_signed (ends[2], 10, 1, MAX_GRID, &n, NULL))
        return NULL;
      for (gint64 i = 0; i < n; i++)
        {
          double value = step (first, last, i, n);

          g_array_append_val (grid, value);
        }
      return g_steal_pointer (&grid);
    }

  values = g_strsplit (text, ",", MAX_GRID + 1);
  for (guint i = 0; values[i] != NULL; i++)
    {
      double value;

      if (!parse_weight (values[i], &value))
        return NULL;
      g_array_append_val (grid, value);
    }
  return grid->len > 0 && grid->len <= MAX_GRID ? g_steal_pointer (&grid) : NULL;
}

static const char *
get_grid_text (const EqpCliOptions *options,
               gboolean            *relative)
{
  *relative = options->gammas == NULL;
  return options->gammas != NULL       ? options->gammas
         : options->gammas_rel != NULL ? options->gammas_rel
         : options->warm_path          ? USUAL_PATH
                                       : USUAL_GRID;
}

static GArray *
get_grid (const EqpCliOptions *options,
          gboolean            *relative)
{
  return parse_grid (get_grid_text (options, relative));
}

/**
 * eqp_cli_study_get_range:
 * @options: a command line that was checked
 * @range: (out caller-allocates): its grid of gamma, on the scale of the command line
 * @relative: (out): whether that is the one free of units
 *
 * Returns: whether the grid goes by one factor from end to end, as a path does
 */
gboolean
eqp_cli_study_get_range (const EqpCliOptions *options,
                         EqpPathOptions      *range,
                         gboolean            *relative)
{
  const char *text = get_grid_text (options, relative);
  g_autoptr (GArray) grid = parse_grid (text);

  if (grid == NULL || grid->len < 2 || strchr (text, ':') == NULL)
    return FALSE;
  *range = (EqpPathOptions) { .n_gammas = (gint) grid->len,
                              .least = g_array_index (grid, double, 0),
                              .most = g_array_index (grid, double, grid->len - 1),
                              .most_breaks = MAX_BREAKS };
  return range->least < range->most;
}

/* -- checks ------------------------------------------------------------------------------------------------------ */

/* The methods of the command line; "sweep" may have one from --method. */
static GStrv
get_methods (const EqpCliOptions *options)
{
  if (options->methods != NULL)
    return g_strsplit (options->methods, ",", -1);
  return g_strsplit (options->command == EQP_COMMAND_SWEEP ? options->method : "", ",", -1);
}

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, sentence);
  return FALSE;
}

static gboolean
check_methods (const EqpCliOptions *options,
               GError             **error)
{
  g_auto (GStrv) methods = get_methods (options);

  if (options->methods == NULL && options->command == EQP_COMMAND_COMPARE)
    return refuse (error, _ ("The command “compare” needs --methods LIST, such as --methods kmeans,bkm; "
                             "“equipoise-cli methods” lists them."));
  if (options->methods != NULL && !options->usual_method)
    return refuse (error, _ ("Both --method and --methods were found; give one of them."));
  for (guint i = 0; methods[i] != NULL; i++)
    if (!eqp_cli_check_method (methods[i], error))
      return FALSE;

  for (guint i = 0; i < options->n_own; i++)
    {
      gboolean taken = FALSE;

      for (guint j = 0; methods[j] != NULL; j++)
        taken = taken || eqp_solver_takes (eqp_solver_find (methods[j]), options->own[i].param);
      if (!taken)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("The option --%s means nothing to these methods; leave it out."), options->own[i].param->id);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_grid (const EqpCliOptions *options,
            GError             **error)
{
  g_autoptr (GArray) grid = NULL;
  gboolean relative;

  if (options->gammas != NULL && options->gammas_rel != NULL)
    return refuse (error, _ ("Both --gammas and --gammas-rel were found; they are two scales of the same weight, so "
                             "give one of them."));
  grid = get_grid (options, &relative);
  if (grid != NULL)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("The option --%s takes numbers such as 0,0.1,1 or a grid such as 1e-6:1e6:7; “%s” was found."),
               relative ? "gammas-rel" : "gammas", relative ? options->gammas_rel : options->gammas);
  return FALSE;
}

/* A path is one climb of one method, which has to weigh balance and go on from a start without getting worse. */
static gboolean
check_path (const EqpCliOptions *options,
            GError             **error)
{
  const EqpSolverFlags needed = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE;
  g_auto (GStrv) methods = get_methods (options);
  EqpPathOptions range;
  gboolean relative;

  if (!options->warm_path)
    return TRUE;
  if (options->results != NULL || options->resume != NULL || options->shard != NULL)
    return refuse (error, _ ("A warm path is one climb, so --out, --resume and --shard mean nothing; leave them out."));
  for (guint i = 0; methods[i] != NULL; i++)
    {
      const EqpSolver *solver = eqp_solver_find (methods[i]);

      if ((solver->flags & needed) == needed && (solver->flags & EQP_SOLVER_PUBLISHED) == 0)
        continue;
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The method %s cannot go on along gamma from a start, so --warm-path does not take it; bkm and "
                      "bmincut can."),
                   solver->id);
      return FALSE;
    }
  if (!eqp_cli_study_get_range (options, &range, &relative))
    return refuse (error, _ ("With --warm-path the grid is FIRST:LAST:STEPS, rising, with 2 steps or more, such as "
                             "0.01:1000:60."));
  return TRUE;
}

/**
 * eqp_cli_study_get_trials:
 * @options: the command line
 *
 * Returns: how many seeds are run
 */
gint64
eqp_cli_study_get_trials (const EqpCliOptions *options)
{
  return options->trials > 0 ? options->trials : options->warm_path ? 1 : USUAL_TRIALS;
}

/**
 * eqp_cli_study_get_shard:
 * @options: the command line
 * @shard: (out): the part to run, from 1; 0: all
 * @n_shards: (out): of how many
 *
 * Returns: FALSE when what was given is none
 */
gboolean
eqp_cli_study_get_shard (const EqpCliOptions *options,
                         guint               *shard,
                         guint               *n_shards)
{
  g_auto (GStrv) parts = g_strsplit (options->shard != NULL ? options->shard : "", "/", -1);
  gint64 i, n;

  *shard = *n_shards = 0;
  if (options->shard == NULL)
    return TRUE;
  if (g_strv_length (parts) != 2 || !g_ascii_string_to_signed (parts[1], 10, 1, 1000000, &n, NULL) ||
      !g_ascii_string_to_signed (parts[0], 10, 1, n, &i, NULL))
    return FALSE;
  *shard = (guint) i;
  *n_shards = (guint) n;
  return TRUE;
}

/**
 * eqp_cli_study_check:
 * @options: the command line of "compare" or "sweep"
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * Returns: whether it is right, as far as that can be said without the data
 */
gboolean
eqp_cli_study_check (const EqpCliOptions *options,
                     GError             **error)
{
  guint shard, n_shards;

  if (options->merge && options->words == NULL)
    return refuse (error, _ ("The option --merge needs the files to join, which --out wrote."));
  if (options->report != NULL && options->shard != NULL)
    return refuse (error, _ ("A part makes no report: give --out to the parts, and then --report with --merge."));
  if (options->report != NULL && options->no_labels)
    return refuse (error, _ ("A report has the labels in it, so --no-labels cannot stand with --report; leave one "
                             "out."));
  if (options->report != NULL && options->warm_path)
    return refuse (error, _ ("A report is made of runs from several seeds, not of a path; leave --warm-path out."));
  if (options->merge && options->warm_path)
    return refuse (error, _ ("With --merge nothing is run, so --warm-path means nothing; leave it out."));
  if (options->merge && (options->resume != NULL || options->shard != NULL))
    return refuse (error, _ ("With --merge nothing is run, so --resume and --shard mean nothing; leave them out."));
  if (options->merge)
    return TRUE;
  if (options->words->len > 1)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("One data set is taken at a time, but “%s” and “%s” were found."),
                   (const char *) options->words->pdata[0], (const char *) options->words->pdata[1]);
      return FALSE;
    }
  if (!eqp_cli_study_get_shard (options, &shard, &n_shards))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The option --shard takes a part and their number, such as 2/5; “%s” was found."),
                   options->shard);
      return FALSE;
    }
  return check_methods (options, error) &&
         (options->command != EQP_COMMAND_SWEEP || (check_grid (options, error) && check_path (options, error)));
}

/* -- the plan ---------------------------------------------------------------------------------------------------- */

/* Each method reads its own parameters from its own copy: another one may keep something else in the same place. */
static gboolean
add_groups (const EqpCliOptions *options,
            EqpStudyPlan        *plan,
            const EqpSolver     *solver,
            GError             **error)
{
  EqpParams params = eqp_params_default ();
  g_autoptr (GArray) grid = NULL;
  gboolean relative;

  for (guint i = 0; i < options->n_own; i++)
    if (eqp_solver_takes (solver, options->own[i].param) &&
        !eqp_param_parse (options->own[i].param, options->own[i].text, &params, error))
      return FALSE;

  if (options->command == EQP_COMMAND_COMPARE)
    {
      relative = isnan (options->gamma);
      eqp_study_plan_add_group (plan, solver,
                                !relative                     ? options->gamma
                                : isnan (options->gamma_rel) ? 1.0
                                                              : options->gamma_rel,
                                relative, params.own);
      return TRUE;
    }
  grid = get_grid (options, &relative);
  for (guint i = 0; i < grid->len; i++)
    eqp_study_plan_add_group (plan, solver, g_array_index (grid, double, i), relative, params.own);
  return TRUE;
}

static void
add_preparation (const EqpCliOptions *options,
                 EqpStudyPlan        *plan)
{
  const EqpParam *const params[] = { &eqp_param_normalize, &eqp_param_pca, &eqp_param_whiten };

  if (options->distinct)
    eqp_study_plan_add_setting (plan, "distinct", "yes");
  for (gsize i = 0; i < G_N_ELEMENTS (params); i++)
    if (!eqp_param_is_usual (params[i], &options->preparation))
      {
        g_autofree char *value = eqp_param_format (params[i], &options->preparation);

        eqp_study_plan_add_setting (plan, params[i]->id, value);
      }
}

/* What the command line means; @dataset: as read. */
static EqpStudyPlan *
make_plan (const EqpCliOptions *options,
           EqpDataset          *dataset,
           GError             **error)
{
  gint n_classes = eqp_dataset_get_labels (dataset) != NULL ? eqp_dataset_get_n_classes (dataset) : 0;
  g_autoptr (EqpStudyPlan) plan = NULL;
  g_auto (GStrv) methods = get_methods (options);
  g_auto (GStrv) arguments = NULL;
  EqpParams params = options->params;

  if (options->k == 0 && n_classes < 1)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                           _ ("The data have no known classes to count, so the number of clusters is needed: give --k "
                              "N."));
      return NULL;
    }
  params.k = options->k > 0 ? (gint) options->k : n_classes;
  eqp_params_reset_own (&params);
  plan = eqp_study_plan_new (options->data, dataset, &params);
  plan->seed = options->params.seed;
  plan->trials = eqp_cli_study_get_trials (options);
  add_preparation (options, plan);
  if (options->command == EQP_COMMAND_SWEEP && options->usual_method && options->methods == NULL &&
      eqp_dataset_get_graph (dataset) != NULL)
    {
      if (!add_groups (options, plan, eqp_solver_balanced (EQP_FAMILY_GRAPH), error))
        return NULL;
    }
  else
    {
      for (guint i = 0; methods[i] != NULL; i++)
        if (!add_groups (options, plan, eqp_solver_find (methods[i]), error))
          return NULL;
    }
  if (plan->trials > G_MAXINT32 / plan->groups->len)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("%ld trials of %u methods and gammas are more than can be counted; take fewer."),
                   (long) plan->trials, plan->groups->len);
      return NULL;
    }
  eqp_study_plan_set_measures (plan, options->measures != 0 ? (EqpMeasureGroups) options->measures
                                                            : eqp_study_plan_usual_measures (plan, dataset));
  arguments = eqp_cli_arguments (options);
  eqp_study_plan_set_arguments (plan, (const char *const *) arguments);
  return g_steal_pointer (&plan);
}

/* What is told of rows goes to all methods: each of them has to take it. */
static gboolean
add_given (const EqpCliOptions  *options,
           EqpStudyPlan         *plan,
           EqpDataset           *original,
           EqpDataset           *dataset,
           GCancellable         *cancellable,
           GError              **error)
{
  const EqpSolver *solver = eqp_solver_find (g_array_index (plan->groups, EqpStudyGroup, 0).method);
  g_autoptr (EqpGiven) given = NULL;

  if (!eqp_cli_rows_read (options, solver, original, dataset, plan->params.k, cancellable, &given, error))
    return FALSE;
  if (given == NULL)
    return TRUE;
  eqp_study_plan_set_given (plan, given);
  if (given->weights != NULL && !eqp_weight_column_is_measured (given->weights, eqp_dataset_get_n (dataset)))
    eqp_output_complain (_ ("Objective, SSE, penalty and sizes count the weights of rows; the measures count each row "
                            "once."));
  return TRUE;
}

/**
 * eqp_cli_study_open:
 * @options: a command line that was checked
 * @threads: for the preparation
 * @cancellable: (nullable): ends it
 * @plan: (out) (transfer full): what it means
 * @dataset: (out) (transfer full): the data as methods see them
 * @status: (out): what to exit with where that fails
 * @error: one sentence
 *
 * Reads the data, of equal rows the first where that is wanted, and prepares them.
 *
 * Returns: whether all could be read
 */
gboolean
eqp_cli_study_open (const EqpCliOptions  *options,
                    guint                 threads,
                    GCancellable         *cancellable,
                    EqpStudyPlan        **plan,
                    EqpDataset          **dataset,
                    EqpExit              *status,
                    GError              **error)
{
  g_autoptr (EqpDataset) loaded = NULL;
  g_autoptr (EqpDataset) prepared = NULL;
  g_autoptr (EqpStudyPlan) meant = NULL;
  g_autofree char *ignore = NULL;
  EqpImportOptions import;

  *status = EQP_EXIT_DATA;
  eqp_cli_options_import (options, &import);
  if (!eqp_cli_rows_import (options, &import, &ignore, error))
    return FALSE;
  loaded = eqp_dataset_load (options->data, &import, NULL, cancellable, error);
  if (loaded != NULL && options->distinct)
    {
      gint64 n_copies;
      EqpDataset *chosen = eqp_cli_distinct (loaded, &n_copies, cancellable, error);

      eqp_dataset_unref (loaded);
      loaded = chosen;
    }
  if (loaded == NULL)
    return FALSE;
  meant = make_plan (options, loaded, error);
  if (meant == NULL)
    {
      *status = EQP_EXIT_USAGE;
      return FALSE;
    }
  prepared = eqp_cli_prepare (loaded, &options->preparation, threads, cancellable, error);
  if (prepared == NULL || !add_given (options, meant, loaded, prepared, cancellable, error))
    return FALSE;
  *plan = g_steal_pointer (&meant);
  *dataset = g_steal_pointer (&prepared);
  return TRUE;
}
