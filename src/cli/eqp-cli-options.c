/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the terminal program: one table, from which the parser, its messages and the help are made. */
#include "config.h"

#include "eqp-cli-options.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static const EqpOptionChoice init_choices[] = { { "kmeans++", EQP_INIT_KMEANSPP },
                                                { "random", EQP_INIT_RANDOM },
                                                { NULL } };
static const EqpOptionChoice empty_choices[] = {
  { "relocate", EQP_EMPTY_RELOCATE }, { "split", EQP_EMPTY_SPLIT }, { "keep", EQP_EMPTY_KEEP }, { NULL }
};
static const EqpOptionChoice normalize_choices[] = { { "none", EQP_NORMALIZE_NONE },
                                                     { "standard", EQP_NORMALIZE_STANDARD },
                                                     { "minmax", EQP_NORMALIZE_MINMAX },
                                                     { "unit", EQP_NORMALIZE_UNIT },
                                                     { NULL } };
static const EqpOptionChoice header_choices[] = { { "yes", EQP_TRISTATE_YES }, { "no", EQP_TRISTATE_NO }, { NULL } };
static const EqpOptionChoice missing_choices[] = { { "drop", EQP_MISSING_DROP },
                                                   { "mean", EQP_MISSING_MEAN },
                                                   { "median", EQP_MISSING_MEDIAN },
                                                   { "refuse", EQP_MISSING_REFUSE },
                                                   { NULL } };
static const EqpOptionChoice separator_choices[] = { { "comma", ',' },
                                                     { "semicolon", ';' },
                                                     { "tab", '\t' },
                                                     { "\\t", '\t' },
                                                     { "space", ' ' },
                                                     { "pipe", '|' },
                                                     { "fixed", EQP_SEPARATOR_FIXED },
                                                     { NULL } };
static const EqpOptionChoice decimal_choices[] = {
  { ".", '.' }, { ",", ',' }, { "point", '.' }, { "comma", ',' }, { NULL }
};

static const EqpOptionChoice thousands_choices[] = {
  { "none", EQP_THOUSANDS_NONE }, { ".", '.' },     { ",", ',' },     { "space", ' ' },
  { "apostrophe", '\'' },         { "point", '.' }, { "comma", ',' }, { NULL }
};
static const EqpOptionChoice orientation_choices[] = { { "rows", EQP_ORIENTATION_ROWS },
                                                       { "columns", EQP_ORIENTATION_COLUMNS },
                                                       { NULL } };
static const EqpOptionChoice pages_choices[] = { { "all", EQP_PAGES_ALL }, { "first", EQP_PAGES_FIRST }, { NULL } };
static const EqpOptionChoice take_choices[] = { { "features", EQP_TAKE_FEATURES },
                                                { "graph", EQP_TAKE_GRAPH },
                                                { NULL } };
static const EqpOptionChoice symmetrize_choices[] = {
  { "mean", EQP_SYMMETRIZE_MEAN }, { "max", EQP_SYMMETRIZE_MAX }, { "sum", EQP_SYMMETRIZE_SUM }, { NULL }
};
static const EqpOptionChoice weights_choices[] = {
  { "drop", EQP_WEIGHTS_DROP }, { "absolute", EQP_WEIGHTS_ABSOLUTE }, { "one", EQP_WEIGHTS_ONE }, { NULL }
};

static const EqpOptionChoice scale_choices[] = { { "local", (gint) EQP_CLI_SCALE_LOCAL },
                                                 { "mean", (gint) EQP_CLI_SCALE_MEAN },
                                                 { NULL } };
static const EqpOptionChoice rho_choices[] = { { "auto", -1 }, { NULL } };

/* A ledger in a file lists so many entries of each kind; the rest is counted. */
#define LEDGER_FILE_LIMIT 1000000

#define RUN EQP_COMMAND_RUN
#define DATA (EQP_COMMAND_RUN | EQP_COMMAND_INFO | EQP_COMMAND_CONVERT)
#define ALL (EQP_COMMAND_RUN | EQP_COMMAND_INFO | EQP_COMMAND_CONVERT | EQP_COMMAND_METHODS | EQP_COMMAND_SAMPLES)
#define AT(field) G_STRUCT_OFFSET (EqpCliOptions, field)

static const EqpOption options[] = {
  { N_ ("Method"), "method", NULL, EQP_OPTION_TEXT, RUN, AT (method), 0, 0, NULL, "ID",
    N_ ("method, see “methods” (default bkm; bmincut for a graph)") },
  { NULL, "k", NULL, EQP_OPTION_INTEGER, RUN, AT (k), 1, G_MAXINT32, NULL, "N",
    N_ ("number of clusters (default: the number of classes, where labels are known)") },
  { NULL, "gamma", NULL, EQP_OPTION_REAL, RUN, AT (gamma), 0, 0, NULL, "G",
    N_ ("weight of the balance term, in squared units of the data") },
  { NULL, "gamma-rel", NULL, EQP_OPTION_REAL, RUN, AT (gamma_rel), 0, 0, NULL, "R",
    N_ ("the same free of units: 0.1 follows the data, 10 makes sizes equal (default 1)") },
  { NULL, "min-size", NULL, EQP_OPTION_INTEGER, RUN, AT (min_size), 1, G_MAXINT32, NULL, "A",
    N_ ("no cluster of fewer rows, whatever gamma is (bmincut only)") },
  { NULL, "max-size", NULL, EQP_OPTION_INTEGER, RUN, AT (max_size), 1, G_MAXINT32, NULL, "B",
    N_ ("no cluster of more rows, whatever gamma is (bmincut only)") },
  { NULL, "seed", NULL, EQP_OPTION_SEED, RUN, AT (seed), 0, 0, NULL, "S",
    N_ ("seed of the random numbers (default 1)") },
  { NULL, "starts", NULL, EQP_OPTION_INTEGER, RUN, AT (starts), 1, 1000000, NULL, "R",
    N_ ("restarts; the best objective is kept (default 1)") },
  { NULL, "init", NULL, EQP_OPTION_CHOICE, RUN, AT (init), 0, 0, init_choices, "START",
    N_ ("start: kmeans++ (default) or random labels") },
  { NULL, "initial-labels", NULL, EQP_OPTION_TEXT, RUN, AT (initial_labels), 0, 0, NULL, "FILE",
    N_ ("start from these labels: one integer a row, from 0") },
  { NULL, "max-iterations", NULL, EQP_OPTION_INTEGER, RUN, AT (max_iterations), 1, G_MAXINT32, NULL, "N",
    N_ ("stop after so many iterations (default: the method's own limit)") },
  { NULL, "empty", NULL, EQP_OPTION_CHOICE, RUN, AT (empty), 0, 0, empty_choices, "POLICY",
    N_ ("what to do with an empty cluster: relocate (default), split or keep") },
  { NULL, "threads", NULL, EQP_OPTION_INTEGER, RUN, AT (threads), 1, 64, NULL, "T",
    N_ ("threads (default: one a processor); the labels do not depend on it") },

  { N_ ("Graph, for the min-cut methods"), "neighbours", "neighbors", EQP_OPTION_INTEGER, RUN, AT (neighbors), 1,
    G_MAXINT32, NULL, "k", N_ ("nearest neighbours of each row (default 5)") },
  { NULL, "scale", NULL, EQP_OPTION_CHOICE_REAL, RUN, AT (scale), 0, 0, scale_choices, "SCALE",
    N_ ("of the affinity: local (default), mean, or a distance") },
  { NULL, "rho", NULL, EQP_OPTION_CHOICE_REAL, RUN, AT (rho), 0, 0, rho_choices, "RHO",
    N_ ("of the published min-cut: auto (default) or a number") },

  { N_ ("Preparation"), "distinct", NULL, EQP_OPTION_FLAG, RUN, AT (distinct), 0, 0, NULL, NULL,
    N_ ("of equal rows keep only the first; done before all else") },
  { NULL, "normalise", "normalize", EQP_OPTION_CHOICE, RUN, AT (normalize), 0, 0, normalize_choices, "HOW",
    N_ ("none (default), standard, minmax (columns) or unit (rows)") },
  { NULL, "pca", NULL, EQP_OPTION_INTEGER, RUN, AT (pca), 1, G_MAXINT32, NULL, "D",
    N_ ("keep the D leading principal components") },
  { NULL, "whiten", NULL, EQP_OPTION_FLAG, RUN, AT (whiten), 0, 0, NULL, NULL,
    N_ ("give all components the same variance; needs --pca") },

  { N_ ("Reading the file"), "labels", NULL, EQP_OPTION_TEXT, DATA, AT (labels), 0, 0, NULL, "COLUMN",
    N_ ("the column of known classes: a name, a number from 1, first, last, none, or beside for a file of their own") },
  { NULL, "columns", NULL, EQP_OPTION_TEXT, DATA, AT (columns), 0, 0, NULL, "LIST",
    N_ ("the columns to use: 1-3,7 or names with commas between them") },
  { NULL, "ignore", NULL, EQP_OPTION_TEXT, DATA, AT (ignore), 0, 0, NULL, "LIST",
    N_ ("the columns to leave out, given like --columns") },
  { NULL, "one-hot", NULL, EQP_OPTION_TEXT, DATA, AT (one_hot), 0, 0, NULL, "LIST",
    N_ ("columns of text, or all: a column of 0 and 1 for each value") },
  { NULL, "separator", NULL, EQP_OPTION_CHARACTER, DATA, AT (separator), 0, 0, separator_choices, "SEP",
    N_ ("comma, semicolon, tab, space, pipe, fixed (columns of fixed width) or any one character") },
  { NULL, "decimal", NULL, EQP_OPTION_CHOICE, DATA, AT (decimal), 0, 0, decimal_choices, "MARK",
    N_ ("the decimal mark: . or ,") },
  { NULL, "thousands", NULL, EQP_OPTION_CHOICE, DATA, AT (thousands), 0, 0, thousands_choices, "MARK",
    N_ ("the thousands mark: none, . or , space or apostrophe") },
  { NULL, "header", NULL, EQP_OPTION_CHOICE, DATA, AT (header), 0, 0, header_choices, "yes|no",
    N_ ("whether the first line holds names") },
  { NULL, "encoding", NULL, EQP_OPTION_TEXT, DATA, AT (encoding), 0, 0, NULL, "NAME",
    N_ ("the character set of the file, such as ISO-8859-1") },
  { NULL, "missing", NULL, EQP_OPTION_CHOICE, DATA, AT (missing), 0, 0, missing_choices, "POLICY",
    N_ ("rows with empty cells: fill in mean (default) or median, drop them, or refuse") },
  { NULL, "missing-words", NULL, EQP_OPTION_TEXT, DATA, AT (missing_words), 0, 0, NULL, "LIST",
    N_ ("more words that mean a missing cell, such as -999,unknown") },
  { NULL, "variable", NULL, EQP_OPTION_TEXT, DATA, AT (variable), 0, 0, NULL, "NAME",
    N_ ("the array to take from a file with several; A+B takes two together") },
  { NULL, "orientation", NULL, EQP_OPTION_CHOICE, DATA, AT (orientation), 0, 0, orientation_choices, "rows|columns",
    N_ ("whether the points are the rows or the columns of the matrix") },
  { NULL, "image-width", NULL, EQP_OPTION_INTEGER, DATA, AT (image_width), 1, 8192, NULL, "W",
    N_ ("resize the images of a folder to W pixels; needs --image-height") },
  { NULL, "image-height", NULL, EQP_OPTION_INTEGER, DATA, AT (image_height), 1, 8192, NULL, "H",
    N_ ("resize the images of a folder to H pixels; needs --image-width") },
  { NULL, "pages", NULL, EQP_OPTION_CHOICE, DATA, AT (pages), 0, 0, pages_choices, "all|first",
    N_ ("of images of several pages: each page is an image, or only the first") },
  { NULL, "as", NULL, EQP_OPTION_CHOICE, DATA, AT (take), 0, 0, take_choices, "features|graph",
    N_ ("what to take the file for: points with features, or a graph") },
  { NULL, "symmetrise", "symmetrize", EQP_OPTION_CHOICE, DATA, AT (symmetrize), 0, 0, symmetrize_choices, "HOW",
    N_ ("where the two directions of an edge differ: take their mean, max or sum") },
  { NULL, "weights", NULL, EQP_OPTION_CHOICE, DATA, AT (weights), 0, 0, weights_choices, "HOW",
    N_ ("of edges: drop those below 0 or not finite, take the absolute, or one for all") },
  { NULL, "ledger", NULL, EQP_OPTION_TEXT, EQP_COMMAND_INFO, AT (ledger), 0, 0, NULL, "FILE",
    N_ ("write every cell, row and column that was changed or left out, as CSV") },

  { N_ ("Output"), "labels-out", NULL, EQP_OPTION_TEXT, RUN, AT (labels_out), 0, 0, NULL, "FILE",
    N_ ("write the cluster of every row, from 0, in input order; - is standard output") },
  { NULL, "centres-out", "centers-out", EQP_OPTION_TEXT, RUN, AT (centers_out), 0, 0, NULL, "FILE",
    N_ ("write the centres as CSV, one row a cluster") },
  { NULL, "plot", NULL, EQP_OPTION_TEXT, RUN, AT (plot), 0, 0, NULL, "FILE",
    N_ ("draw the window's Live page: a name that ends in .svg, .pdf or .png") },
  { NULL, "json", NULL, EQP_OPTION_FLAG, ALL, AT (json), 0, 0, NULL, NULL,
    N_ ("write JSON Lines on standard output and nothing else") },
  { NULL, "quiet", NULL, EQP_OPTION_FLAG, ALL, AT (quiet), 0, 0, NULL, NULL, N_ ("no progress, only the result") },
  { NULL, "help", NULL, EQP_OPTION_FLAG, ALL, AT (help), 0, 0, NULL, NULL, N_ ("show this help") },
  { NULL, "version", NULL, EQP_OPTION_FLAG, ALL, AT (version), 0, 0, NULL, NULL, N_ ("show the version") },
};

const EqpOption *
eqp_options_get (gsize *n_options)
{
  *n_options = G_N_ELEMENTS (options);
  return options;
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
  *import = (EqpImportOptions) {
    .separator = (char) self->separator,
    .decimal = (char) self->decimal,
    .header = self->header,
    .encoding = self->encoding,
    .labels = self->labels,
    .columns = self->columns,
    .thousands = (char) self->thousands,
    .ignore = self->ignore,
    .one_hot = self->one_hot,
    .missing = self->missing,
    .missing_words = self->missing_words,
    .orientation = self->orientation,
    .ledger_limit = self->ledger != NULL ? LEDGER_FILE_LIMIT : 0,
    .variable = self->variable,
    .image_width = (gint) self->image_width,
    .image_height = (gint) self->image_height,
    .pages = self->pages,
    .take = self->take,
    .symmetrize = self->symmetrize,
    .weights = self->weights,
  };
}

/**
 * eqp_cli_options_graph:
 * @self: the command line
 * @params: gets the settings of the graph family
 */
void
eqp_cli_options_graph (const EqpCliOptions *self,
                       EqpParams           *params)
{
  params->neighbors = (gint) self->neighbors;
  params->scale = self->scale >= 0.0                  ? EQP_SCALE_FIXED
                  : self->scale == EQP_CLI_SCALE_MEAN ? EQP_SCALE_MEAN
                                                      : EQP_SCALE_LOCAL;
  params->delta = MAX (0.0, self->scale);
  params->rho = self->rho;
}

static int
edit_distance (const char *a,
               const char *b)
{
  gsize m = strlen (b);
  g_autofree int *row = g_new (int, m + 1);

  for (gsize j = 0; j <= m; j++)
    row[j] = (int) j;
  for (gsize i = 0; a[i] != '\0'; i++)
    {
      int diagonal = row[0];

      row[0] = (int) i + 1;
      for (gsize j = 0; j < m; j++)
        {
          int change = diagonal + (a[i] != b[j]);

          diagonal = row[j + 1];
          row[j + 1] = MIN (change, MIN (row[j], diagonal) + 1);
        }
    }
  return row[m];
}

/**
 * eqp_nearest_name:
 * @text: what was typed
 * @names: (array zero-terminated=1): what there is
 *
 * Returns: (nullable): the name that is probably meant, or NULL when none is near
 */
const char *
eqp_nearest_name (const char  *text,
                  const char **names)
{
  const char *nearest = NULL;
  int least = MAX (1, MIN (3, (int) strlen (text) / 2)) + 1;

  if (strlen (text) > 100)
    return NULL;

  for (const char **name = names; *name != NULL; name++)
    {
      int distance = edit_distance (text, *name);

      if (distance < least)
        {
          least = distance;
          nearest = *name;
        }
    }
  return nearest;
}
