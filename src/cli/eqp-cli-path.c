/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "sweep --warm-path": for each method and seed one climb along gamma, each step from the end of the one before. Told
 * are the partitions that are the best ones known, with the gammas at which they change, and the steps of the grid. */
#include "config.h"

#include "eqp-cli-study.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-output.h"
#include "eqp-cli-prepare.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "eqp-json.h"
#include "eqp-study-table.h"
#include "eqp-weight-column.h"

/* One climb. */
typedef struct
{
  const EqpCliOptions *options;
  const EqpStudyPlan  *plan;
  EqpOutput           *output;
  EqpOutput           *terminal;  /* NULL: no line of progress */
  GCancellable        *cancellable;
  EqpPool             *pool;
  EqpDataset          *dataset;
  EqpGraph            *graph;
  const EqpSolver     *solver;
  guint64              seed;
  double               unit;      /* gamma of relative gamma 1 */
  guint                known;     /* nodes, for the line of progress */
  GPtrArray           *cells;     /* char*: the table, row by row */
  guint                columns;
} Climb;

static const struct
{
  const char *id;
  const char *name;
} columns[] = {
  { "kind", N_ ("kind") },
  { "method", N_ ("method") },
  { "seed", N_ ("seed") },
  { "from", N_ ("from gamma") },
  { "to", N_ ("to gamma") },
  { "from_rel", N_ ("from, relative") },
  { "to_rel", N_ ("to, relative") },
  { "data_term", N_ ("data term") },
  { "squares", N_ ("Σ n²") },
  { "smallest", N_ ("smallest") },
  { "largest", N_ ("largest") },
  { "acc", "ACC" },
  { "nmi", "NMI" },
};

/* The last two need known classes. */
#define N_PLAIN_COLUMNS (G_N_ELEMENTS (columns) - 2)

static void
node_cb (EqpPath  *path,
         gint      node,
         gpointer  user_data)
{
  Climb *climb = user_data;
  const int total = 2 * eqp_path_get_n_nodes (path);

  climb->known++;
  if (climb->terminal != NULL)
    eqp_output_print (climb->terminal, _ ("\r\033[K%s: step %d of about %d"), climb->solver->id,
                      MIN ((int) climb->known, total), total);
}

static double
relative (const Climb *climb,
          double       gamma)
{
  return climb->unit > 0.0 ? gamma / climb->unit : NAN;
}

/* What costs nothing next to the climb. */
static void
measure (const Climb   *climb,
         EqpPath       *path,
         gint           piece,
         EqpMeasureSet *set)
{
  g_autofree gint32 *labels = g_new (gint32, eqp_path_get_n (path));
  const EqpMeasureInput input = { .n = eqp_path_get_n (path),
                                  .k = eqp_path_get_k (path),
                                  .labels = labels,
                                  .truth = eqp_dataset_get_labels (climb->dataset) };

  eqp_path_get_labels (path, piece, labels);
  eqp_measure_set_init (set);
  eqp_weight_column_measure (climb->plan->given != NULL ? climb->plan->given->weights : NULL, &input, set,
                             EQP_MEASURES_BALANCE | (input.truth != NULL ? EQP_MEASURES_TRUTH : 0), climb->pool,
                             NULL);
}

/* -- JSON -------------------------------------------------------------------------------------------------------- */

static void
begin_line (const Climb *climb,
            const char  *event,
            GString     *line)
{
  eqp_json_begin (line, event);
  eqp_json_string (line, "method", climb->solver->id);
  eqp_json_integer (line, "k", climb->plan->params.k);
  eqp_json_unsigned (line, "seed", climb->seed);
}

static void
write_piece (const Climb         *climb,
             const EqpPathPiece  *piece,
             gint                 k,
             const EqpMeasureSet *set)
{
  g_autoptr (GString) line = g_string_new (NULL);

  begin_line (climb, "piece", line);
  eqp_json_real (line, "from", piece->from);
  eqp_json_real (line, "to", piece->to);
  eqp_json_real (line, "from_rel", relative (climb, piece->from));
  eqp_json_real (line, "to_rel", relative (climb, piece->to));
  eqp_json_real (line, "data_term", piece->data_term);
  eqp_json_integer (line, "squares", piece->squares);
  eqp_json_sizes (line, "sizes", k, piece->sizes);
  eqp_json_open (line, "measures", '{');
  for (guint i = 0; i < EQP_N_MEASURES; i++)
    if (!isnan (set->values[i]))
      eqp_json_real (line, eqp_measure_get (i)->id, set->values[i]);
  eqp_json_close (line, '}');
  eqp_json_end (line);
  eqp_output_write (climb->output, line->str, line->len);
}

static void
write_node (const Climb        *climb,
            double              gamma,
            gint                place,
            const EqpPathPiece *piece)
{
  g_autoptr (GString) line = g_string_new (NULL);

  begin_line (climb, "node", line);
  eqp_json_real (line, "gamma", gamma);
  eqp_json_real (line, "gamma_rel", relative (climb, gamma));
  eqp_json_integer (line, "piece", place);
  eqp_json_real (line, "objective", piece->data_term + gamma * (double) piece->squares);
  eqp_json_real (line, "data_term", piece->data_term);
  eqp_json_real (line, "penalty", gamma * (double) piece->squares);
  eqp_json_end (line);
  eqp_output_write (climb->output, line->str, line->len);
}

static void
write_summary (const Climb *climb,
               EqpPath     *path,
               double       seconds)
{
  g_autoptr (GString) line = g_string_new (NULL);

  begin_line (climb, "path", line);
  eqp_json_integer (line, "nodes", eqp_path_get_n_nodes (path));
  eqp_json_integer (line, "pieces", eqp_path_get_n_pieces (path));
  eqp_json_integer (line, "knee", eqp_path_find_knee (path));
  eqp_json_boolean (line, "complete", eqp_path_is_complete (path));
  if (!climb->options->no_times)
    eqp_json_real (line, "seconds", seconds);
  eqp_json_end (line);
  eqp_output_write (climb->output, line->str, line->len);
}

/* -- the table --------------------------------------------------------------------------------------------------- */

static void
add_number (Climb  *climb,
            double  value,
            int     digits)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE], form[8];

  if (isinf (value))
    {
      g_ptr_array_add (climb->cells, g_strdup (climb->options->format == EQP_TABLE_CSV ? "inf" : "∞"));
      return;
    }
  if (climb->options->format == EQP_TABLE_CSV)
    {
      g_ptr_array_add (climb->cells, isnan (value) ? g_strdup ("") : eqp_real_to_string (value));
      return;
    }
  g_snprintf (form, sizeof form, "%%.%dg", digits);
  g_ptr_array_add (climb->cells, g_strdup (isnan (value) ? "-" : g_ascii_formatd (text, sizeof text, form, value)));
}

static void
add_row (Climb               *climb,
         const char          *kind,
         double               from,
         double               to,
         const EqpPathPiece  *piece,
         const EqpMeasureSet *set)
{
  gint64 least = piece->sizes[0], most = piece->sizes[0];

  for (gint c = 1; c < climb->plan->params.k; c++)
    {
      least = MIN (least, piece->sizes[c]);
      most = MAX (most, piece->sizes[c]);
    }
  g_ptr_array_add (climb->cells, g_strdup (climb->options->format == EQP_TABLE_CSV ? kind : _ (kind)));
  g_ptr_array_add (climb->cells, g_strdup (climb->solver->id));
  g_ptr_array_add (climb->cells, g_strdup_printf ("%" G_GUINT64_FORMAT, climb->seed));
  add_number (climb, from, 10);
  add_number (climb, to, 10);
  add_number (climb, relative (climb, from), 6);
  add_number (climb, relative (climb, to), 6);
  add_number (climb, piece->data_term, 10);
  g_ptr_array_add (climb->cells, g_strdup_printf ("%ld", (long) piece->squares));
  g_ptr_array_add (climb->cells, g_strdup_printf ("%ld", (long) least));
  g_ptr_array_add (climb->cells, g_strdup_printf ("%ld", (long) most));
  if (climb->columns > N_PLAIN_COLUMNS)
    {
      add_number (climb, set->values[EQP_MEASURE_ACC], 4);
      add_number (climb, set->values[EQP_MEASURE_NMI], 4);
    }
}

static char *
dup_title (guint          column,
           EqpTableFormat format)
{
  const char *name = format == EQP_TABLE_CSV ? columns[column].id : _ (columns[column].name);

  return format == EQP_TABLE_LATEX ? eqp_table_escape_latex (name) : g_strdup (name);
}

static void
print_table (Climb *climb)
{
  const EqpTableFormat format = (EqpTableFormat) climb->options->format;
  const char *between = format == EQP_TABLE_CSV ? "," : format == EQP_TABLE_LATEX ? " & " : " | ";
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree glong *widths = g_new0 (glong, climb->columns);

  for (guint i = 0; i < climb->columns; i++)
    g_ptr_array_insert (climb->cells, (gint) i, dup_title (i, format));
  for (guint i = 0; i < climb->cells->len; i++)
    widths[i % climb->columns] =
        MAX (widths[i % climb->columns], g_utf8_strlen (g_ptr_array_index (climb->cells, i), -1));

  if (format == EQP_TABLE_LATEX)
    {
      g_string_append (text, "\\begin{tabular}{ll");
      for (guint i = 2; i < climb->columns; i++)
        g_string_append_c (text, 'r');
      g_string_append (text, "}\n\\hline\n");
    }
  for (guint i = 0; i < climb->cells->len; i++)
    {
      const char *cell = g_ptr_array_index (climb->cells, i);
      guint column = i % climb->columns;

      if (format == EQP_TABLE_TEXT)
        g_string_append_printf (text, "%s%*s%s%*s", column > 0 ? "  " : "",
                                column > 1 ? (int) (widths[column] - g_utf8_strlen (cell, -1)) : 0, "", cell,
                                column <= 1 ? (int) (widths[column] - g_utf8_strlen (cell, -1)) : 0, "");
      else
        g_string_append_printf (text, "%s%s", column > 0 ? between : format == EQP_TABLE_MARKDOWN ? "| " : "",
                                format == EQP_TABLE_LATEX && strcmp (cell, "∞") == 0 ? "$\\infty$" : cell);
      if (column + 1 < climb->columns)
        continue;
      g_string_append (text, format == EQP_TABLE_MARKDOWN ? " |\n" : format == EQP_TABLE_LATEX ? " \\\\\n" : "\n");
      if (i + 1 > climb->columns)
        continue;
      if (format == EQP_TABLE_LATEX)
        g_string_append (text, "\\hline\n");
      for (guint c = 0; format == EQP_TABLE_MARKDOWN && c < climb->columns; c++)
        g_string_append_printf (text, "%s%s", c > 1 ? "|---:" : "|---", c + 1 == climb->columns ? "|\n" : "");
    }
  if (format == EQP_TABLE_LATEX)
    g_string_append (text, "\\hline\n\\end{tabular}\n");
  eqp_output_text (climb->output, text->str);
}

/* -- climbing ---------------------------------------------------------------------------------------------------- */

static void
tell (Climb   *climb,
      EqpPath *path,
      double   seconds)
{
  const gint knee = eqp_path_find_knee (path);

  for (gint p = 0; p < eqp_path_get_n_pieces (path); p++)
    {
      const EqpPathPiece *piece = eqp_path_get_piece (path, p);
      EqpMeasureSet set;

      measure (climb, path, p, &set);
      if (climb->options->json)
        write_piece (climb, piece, eqp_path_get_k (path), &set);
      else
        add_row (climb, p == knee ? N_ ("knee") : N_ ("piece"), piece->from, piece->to, piece, &set);
    }
  for (gint node = 0; node < eqp_path_get_n_nodes (path); node++)
    {
      double gamma = eqp_path_get_gamma (path, node);
      gint place = eqp_path_find (path, gamma);
      const EqpPathPiece *piece = eqp_path_get_piece (path, place);
      EqpMeasureSet set;

      if (climb->options->json)
        {
          write_node (climb, gamma, place, piece);
          continue;
        }
      measure (climb, path, place, &set);
      add_row (climb, N_ ("node"), gamma, gamma, piece, &set);
    }
  if (climb->options->json)
    write_summary (climb, path, seconds);
}

static gboolean
run_climb (Climb    *climb,
           gboolean *complete,
           GError  **error)
{
  EqpContext context = { .pool = climb->pool, .cancellable = climb->cancellable, .graph = climb->graph };
  EqpParams params = climb->plan->params;
  g_autoptr (EqpPath) path = NULL;
  gint64 start = g_get_monotonic_time ();
  EqpPathOptions range;
  gboolean is_relative;

  eqp_cli_study_get_range (climb->options, &range, &is_relative);
  eqp_study_plan_apply_given (climb->plan, climb->solver, &params);
  climb->unit =
      eqp_given_gamma_unit (climb->plan->given, climb->solver, climb->dataset, climb->graph, params.k);
  if (is_relative && !(climb->unit > 0.0))
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                           _ ("The data have no spread, so relative gammas mean nothing; give --gammas."));
      return FALSE;
    }
  range.least *= is_relative ? climb->unit : 1.0;
  range.most *= is_relative ? climb->unit : 1.0;
  params.seed = climb->seed;
  climb->known = 0;
  path = eqp_path_new (climb->solver, climb->dataset, &params, &range, &context, node_cb, climb, error);
  if (climb->terminal != NULL)
    eqp_output_text (climb->terminal, "\r\033[K");
  if (path == NULL)
    return FALSE;
  tell (climb, path, (double) (g_get_monotonic_time () - start) * 1e-6);
  *complete = eqp_path_is_complete (path);
  return TRUE;
}

/* Every method, and of each every seed. */
static gboolean
run_all (Climb    *climb,
         gboolean *complete,
         GError  **error)
{
  const EqpStudyPlan *plan = climb->plan;
  const char *last = NULL;

  for (guint i = 0; i < plan->groups->len; i++)
    {
      const EqpStudyGroup *group = &g_array_index (plan->groups, EqpStudyGroup, i);
      const EqpGraphOptions options = eqp_params_get_graph_options (&plan->params);
      g_autoptr (EqpGraph) graph = NULL;

      if (g_strcmp0 (last, group->method) == 0)
        continue;
      last = group->method;
      climb->solver = eqp_solver_find (group->method);
      if (!eqp_study_plan_check_given (plan, climb->solver, error))
        return FALSE;
      if (climb->solver->family == EQP_FAMILY_GRAPH)
        {
          graph = eqp_dataset_build_graph (climb->dataset, &options, climb->pool, climb->cancellable, NULL, error);
          if (graph == NULL)
            return FALSE;
        }
      climb->graph = graph;
      for (gint64 trial = 0; trial < plan->trials; trial++)
        {
          climb->seed = plan->seed + (guint64) trial;
          if (!run_climb (climb, complete, error))
            return FALSE;
          if (!*complete)
            return TRUE;
        }
      climb->graph = NULL;
    }
  return TRUE;
}

/**
 * eqp_cli_study_path:
 * @options: the command line of "sweep --warm-path"
 * @cancellable: cancelled by Ctrl-C
 *
 * Returns: the exit status; what was found until an interruption is told
 */
EqpExit
eqp_cli_study_path (const EqpCliOptions *options,
                    GCancellable        *cancellable)
{
  guint threads = options->threads > 0 ? (guint) options->threads : eqp_default_threads ();
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpStudyPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  EqpOutput output, terminal;
  Climb climb = { .options = options, .output = &output, .cancellable = cancellable, .pool = pool, .cells = cells };
  gboolean complete = TRUE;
  EqpExit status;

  eqp_output_init (&output, STDOUT_FILENO);
  eqp_output_init (&terminal, STDERR_FILENO);
  climb.terminal = terminal.terminal && !options->quiet ? &terminal : NULL;
  if (eqp_cli_study_open (options, threads, cancellable, &plan, &dataset, &status, &error))
    {
      climb.plan = plan;
      climb.dataset = dataset;
      climb.columns = eqp_dataset_get_labels (dataset) != NULL ? G_N_ELEMENTS (columns) : N_PLAIN_COLUMNS;
      run_all (&climb, &complete, &error);
      status = error != NULL && error->domain != EQP_ERROR ? EQP_EXIT_FAILED : EQP_EXIT_DATA;
    }
  if (cells->len > 0)
    print_table (&climb);
  if (error != NULL)
    {
      eqp_cli_complain (error, NULL);
      return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? EQP_EXIT_INTERRUPTED : status;
    }
  if (!complete)
    eqp_output_complain (_ ("Interrupted; the path above has what was found by then."));
  if (!eqp_output_close (&output))
    return EQP_EXIT_FAILED;
  return complete ? EQP_EXIT_DONE : EQP_EXIT_INTERRUPTED;
}
