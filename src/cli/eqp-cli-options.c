/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the terminal program: those of its own, and what the tables of methods, preparation and import have.
 * The parser, its messages and the help are made from this one list. */
#include "config.h"

#include "eqp-cli-options.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-study-table.h"

/* A ledger in a file lists so many entries of each kind; the rest is counted. */
#define LEDGER_FILE_LIMIT 1000000

#define RUN EQP_COMMAND_RUN
#define SCORE EQP_COMMAND_SCORE
#define STUDY EQP_COMMAND_STUDY
#define COMPARE EQP_COMMAND_COMPARE
#define SWEEP EQP_COMMAND_SWEEP
#define BOTH (RUN | SCORE)
#define SUGGEST EQP_COMMAND_SUGGEST
#define REPLAY EQP_COMMAND_REPLAY
#define DATA (RUN | STUDY | SCORE | SUGGEST | EQP_COMMAND_INFO | EQP_COMMAND_CONVERT)
#define ALL (DATA | REPLAY | EQP_COMMAND_METHODS | EQP_COMMAND_SAMPLES | EQP_COMMAND_MEASURES)

#define AT(field) .at = G_STRUCT_OFFSET (EqpCliOptions, field)
#define TEXT(field) .kind = EQP_PARAM_TEXT, .store = EQP_STORE_TEXT, AT (field)
#define FLAG(field) .kind = EQP_PARAM_SWITCH, .store = EQP_STORE_INT, AT (field)
#define WHOLE(field) .kind = EQP_PARAM_WHOLE, .store = EQP_STORE_INT64, AT (field)
#define WEIGHT(field) .kind = EQP_PARAM_REAL, .store = EQP_STORE_DOUBLE, AT (field), .usual = NAN, .most = HUGE_VAL

typedef struct
{
  EqpParam param;
  guint    commands;
} Own;

static const char method_group[] = N_ ("Method");
static const char graph_group[] = N_ ("Graph, for the min-cut methods");
static const char own_group[] = N_ ("Parameters of single methods");
static const char preparation_group[] = N_ ("Preparation");
static const char import_group[] = N_ ("Reading the file");
static const char output_group[] = N_ ("Output");

static const EqpParamWord format_words[] = { { "table", EQP_TABLE_TEXT, NULL },
                                             { "csv", EQP_TABLE_CSV, NULL },
                                             { "markdown", EQP_TABLE_MARKDOWN, NULL },
                                             { "latex", EQP_TABLE_LATEX, NULL },
                                             { NULL } };
static const EqpParamWord measure_words[] = { { "usual", 0, NULL }, { "all", EQP_MEASURES_ALL, NULL }, { NULL } };

static const EqpParamWord silhouette_words[] = { { "auto", EQP_SILHOUETTE_AUTO, NULL },
                                                 { "sample", EQP_SILHOUETTE_SAMPLE, NULL },
                                                 { "none", EQP_CLI_NO_SILHOUETTE, NULL },
                                                 { NULL } };

static const Own method_options[] = {
  { { .id = "method",
      TEXT (method),
      .argument = "ID",
      .sentence = N_ ("method, see “methods” (default bkm; bmincut for a graph)") },
    BOTH | SWEEP },
  { { .id = "methods",
      TEXT (methods),
      .argument = "LIST",
      .sentence = N_ ("the methods, ids with commas between them") },
    STUDY },
  { { .id = "k",
      .kind = EQP_PARAM_RANGE,
      .store = EQP_STORE_INT64,
      AT (k),
      .first_at = G_STRUCT_OFFSET (EqpCliOptions, k_first),
      .argument = "N",
      .least = 1,
      .most = G_MAXINT32,
      .sentence = N_ ("number of clusters (default: the number of classes, where labels are known); “suggest” takes a "
                      "range A..B, too") },
    BOTH | STUDY | SUGGEST },
  { { .id = "gamma",
      WEIGHT (gamma),
      .argument = "G",
      .sentence = N_ ("weight of the balance term, in squared units of the data") },
    BOTH | COMPARE },
  { { .id = "gamma-rel",
      WEIGHT (gamma_rel),
      .argument = "R",
      .sentence = N_ ("the same free of units: 0.1 follows the data, 10 makes sizes equal (default 1)") },
    BOTH | COMPARE },
  { { .id = "gammas",
      TEXT (gammas),
      .argument = "GRID",
      .sentence = N_ ("the weights of the balance term: 0,0.1,1 or 1e-6:1e6:7, seven steps of one factor") },
    SWEEP },
  { { .id = "gammas-rel",
      TEXT (gammas_rel),
      .argument = "GRID",
      .sentence = N_ ("the same free of units (default 0.01:100:9, with --warm-path 0.01:1000:60)") },
    SWEEP },
  { { .id = "warm-path",
      FLAG (warm_path),
      .sentence = N_ ("one warm climb through the grid instead of runs from scratch: the best partition for every "
                      "gamma, with the gammas at which it changes") },
    SWEEP },
  { { .id = "trials",
      WHOLE (trials),
      .argument = "T",
      .least = 1,
      .most = 1000000,
      .sentence = N_ ("runs of each method from seeds that follow each other (default 10, with --warm-path 1)") },
    STUDY },
  { { .id = "target",
      TEXT (target),
      .argument = "WISH",
      .sentence = N_ ("instead of gamma: the smallest one whose sizes are as wished, such as 'max-min<=10', "
                      "'entropy>=0.99', 'largest<=1.2' (times n/K), 'smallest>=20', several with commas") },
    RUN },
  { { .id = "seed",
      .kind = EQP_PARAM_SEED,
      .store = EQP_STORE_SEED,
      AT (params.seed),
      .argument = "S",
      .usual = 1,
      .sentence = N_ ("seed of the random numbers") },
    BOTH | STUDY },
  { { .id = "initial-labels",
      TEXT (initial_labels),
      .argument = "FILE",
      .sentence = N_ ("start from these labels: numbers or text, one a row, or a table") },
    RUN },
  { { .id = "initial-centers",
      .other = "initial-centres",
      TEXT (initial_centers),
      .argument = "FILE",
      .sentence = N_ ("start from these centers: one row a cluster, as --centres-out writes them, in prepared units") },
    RUN },
  { { .id = "weights-column",
      TEXT (weights_column),
      .argument = "COLUMN",
      .sentence = N_ ("the column of the data that tells how many times each row counts (kmeans, bkm)") },
    RUN | STUDY | SUGGEST },
  { { .id = "must-link",
      TEXT (must_link),
      .argument = "FILE",
      .sentence = N_ ("pairs of rows that get the same cluster: two columns, rows from 1 or keys (kmeans, bkm)") },
    RUN | STUDY },
  { { .id = "cannot-link",
      TEXT (cannot_link),
      .argument = "FILE",
      .sentence = N_ ("pairs of rows that get different clusters, given likewise (kmeans, bkm)") },
    RUN | STUDY },
  { { .id = "prove",
      .kind = EQP_PARAM_REAL,
      .store = EQP_STORE_DOUBLE,
      AT (prove),
      .argument = "S",
      .usual = NAN,
      .least = 0,
      .most = 1e6,
      .sentence = N_ ("seconds to spend on proving how far above the best the result can be (k-means family)") },
    RUN },
  { { .id = "labels-in",
      TEXT (labels_in),
      .argument = "FILE",
      .sentence = N_ ("the labels to measure: numbers or text, one a row, or a table") },
    SCORE },
  { { .id = "truth",
      TEXT (truth),
      .argument = "FILE",
      .sentence = N_ ("the known classes, given likewise (default: those of the data)") },
    SCORE },
  { { .id = "labels-column",
      TEXT (labels_column),
      .argument = "COLUMN",
      .sentence = N_ ("the column of the labels in their file: a name or a number from 1") },
    BOTH },
  { { .id = "truth-column",
      TEXT (truth_column),
      .argument = "COLUMN",
      .sentence = N_ ("the column of the classes in the file of --truth") },
    SCORE },
  { { .id = "key-column",
      TEXT (key_column),
      .argument = "COLUMN",
      .sentence = N_ ("the column of these files that tells the row: an identifier of the data, or its number") },
    BOTH | STUDY },
  { { .id = "threads",
      WHOLE (threads),
      .argument = "T",
      .least = 1,
      .most = 64,
      .sentence = N_ ("threads (default: one a processor); the labels do not depend on it") },
    BOTH | STUDY | SUGGEST | REPLAY },
};

static const Own preparation_options[] = {
  { { .id = "distinct", FLAG (distinct),
      .sentence = N_ ("of equal rows keep only the first; done before all else") }, RUN | STUDY | SUGGEST },
};

static const Own ledger_option = {
  { .id = "ledger", TEXT (ledger), .argument = "FILE",
    .sentence = N_ ("write every cell, row and column that was changed or left out, as CSV") }, EQP_COMMAND_INFO
};

static const Own output_options[] = {
  { { .id = "labels-out", TEXT (labels_out), .argument = "FILE",
      .sentence = N_ ("write the cluster of every row, from 0, in input order; - is standard output") }, RUN },
  { { .id = "table-out", TEXT (table_out), .argument = "FILE",
      .sentence = N_ ("write the table as CSV with cluster (from 1), second choice, margin and price paid behind it") },
    RUN },
  { { .id = "centres-out", .other = "centers-out", TEXT (centers_out), .argument = "FILE",
      .sentence = N_ ("write the centres as CSV, one row a cluster") }, RUN },
  { { .id = "plot", TEXT (plot), .argument = "FILE",
      .sentence = N_ ("draw the window's Live page: a name that ends in .svg, .pdf or .png") }, RUN },
  { { .id = "format", .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT, AT (format), .argument = "HOW",
      .words = format_words, .sentence = N_ ("of the table: table, csv, markdown or latex") }, STUDY },
  { { .id = "measures", .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT, AT (measures), .argument = "WHICH",
      .words = measure_words,
      .sentence = N_ ("usual, or all: with the silhouette and measures of the graph for all methods") }, STUDY },
  { { .id = "silhouette", .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT, AT (silhouette), .argument = "ROWS",
      .words = silhouette_words,
      .sentence = N_ ("of which rows: all up to 20000, else a sample (auto); a sample wherever all would take more "
                      "than a second or two; or none") },
    BOTH },
  { { .id = "out", TEXT (results), .argument = "FILE",
      .sentence = N_ ("write a line of JSON for each run as it ends, to continue or merge later") }, STUDY },
  { { .id = "resume", TEXT (resume), .argument = "FILE",
      .sentence = N_ ("do only what FILE does not have, and add it there, or to the file of --out") }, STUDY },
  { { .id = "shard", TEXT (shard), .argument = "I/N",
      .sentence = N_ ("run only part I of N, such as 2/5, for several machines") }, STUDY },
  { { .id = "merge", FLAG (merge),
      .sentence = N_ ("run nothing: join files that --out wrote, in place of DATA") }, STUDY },
  { { .id = "report", TEXT (report), .argument = "DIR",
      .sentence = N_ ("write a report to the folder DIR: report.html, tables, figures, labels, and what “replay” "
                      "needs") },
    STUDY },
  { { .id = "no-labels", FLAG (no_labels),
      .sentence = N_ ("leave the labels out of the file of --out or --resume; then it makes no report") }, STUDY },
  { { .id = "no-times", FLAG (no_times),
      .sentence = N_ ("leave out how long runs took, which is all that differs when they are repeated") }, STUDY },
  { { .id = "json", FLAG (json), .sentence = N_ ("write JSON Lines on standard output and nothing else") }, ALL },
  { { .id = "quiet", FLAG (quiet), .sentence = N_ ("no progress, only the result") }, ALL },
  { { .id = "help", FLAG (help), .sentence = N_ ("show this help") }, ALL },
  { { .id = "version", FLAG (version), .sentence = N_ ("show the version") }, ALL },
};

static void
add (GArray *list, const EqpParam *param, gsize base, const char *group, guint commands)
{
  EqpOption option = { param, base, group, commands };

  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, EqpOption, i).param == param)
      return;
  g_array_append_val (list, option);
}

static void
add_own (GArray *list, const Own *options, gsize n_options, const char *group)
{
  for (gsize i = 0; i < n_options; i++)
    add (list, &options[i].param, 0, group, options[i].commands);
}

/* What only methods on graphs take besides what belongs to one method alone. */
static gboolean
is_of_graphs (const EqpParam *param)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);

  for (gsize i = 0; i < n_solvers; i++)
    if (eqp_solver_takes (solvers[i], param) && solvers[i]->family != EQP_FAMILY_GRAPH)
      return FALSE;
  return !eqp_param_is_own (param);
}

static void
add_params (GArray *list, const char *group)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);

  for (gsize i = 0; i < n_solvers; i++)
    for (gsize j = 0; solvers[i]->params != NULL && solvers[i]->params[j] != NULL; j++)
      {
        const EqpParam *param = solvers[i]->params[j];

        if (group == (eqp_param_is_own (param) ? own_group : is_of_graphs (param) ? graph_group : method_group))
          add (list, param, G_STRUCT_OFFSET (EqpCliOptions, params), group,
               group == graph_group ? BOTH | STUDY | EQP_COMMAND_CONVERT : RUN | STUDY);
      }
}

static GArray *
make_options (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (EqpOption));
  const gsize preparation = G_STRUCT_OFFSET (EqpCliOptions, preparation);
  gsize n_imports;
  const EqpImportParam *imports = eqp_import_params_get (&n_imports);

  add_own (list, method_options, G_N_ELEMENTS (method_options), method_group);
  add (list, &eqp_param_seconds, G_STRUCT_OFFSET (EqpCliOptions, params), method_group, RUN | STUDY | SUGGEST);
  add_params (list, method_group);
  add_params (list, graph_group);
  add_params (list, own_group);
  add_own (list, preparation_options, G_N_ELEMENTS (preparation_options), preparation_group);
  add (list, &eqp_param_normalize, preparation, preparation_group, BOTH | STUDY);
  add (list, &eqp_param_pca, preparation, preparation_group, BOTH | STUDY);
  add (list, &eqp_param_whiten, preparation, preparation_group, BOTH | STUDY);
  for (gsize i = 0; i < n_imports; i++)
    add (list, &imports[i].param, G_STRUCT_OFFSET (EqpCliOptions, import), import_group, DATA);
  add_own (list, &ledger_option, 1, import_group);
  add_own (list, output_options, G_N_ELEMENTS (output_options), output_group);
  return list;
}

/**
 * eqp_options_get:
 * @n_options: (out): how many
 *
 * Returns: (transfer none) (array length=n_options): all options, in the order of the help
 */
const EqpOption *
eqp_options_get (gsize *n_options)
{
  static GArray *list;

  if (g_once_init_enter (&list))
    g_once_init_leave (&list, make_options ());
  *n_options = list->len;
  return (const EqpOption *) list->data;
}

/**
 * eqp_cli_options_import:
 * @self: the command line
 * @import: (out caller-allocates): what concerns reading; strings stay borrowed
 */
void
eqp_cli_options_import (const EqpCliOptions *self,
                        EqpImportOptions    *import)
{
  *import = self->import;
  import->ledger_limit = self->ledger != NULL ? LEDGER_FILE_LIMIT : 0;
}
