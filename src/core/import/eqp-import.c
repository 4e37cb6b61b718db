/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The import options: one table for the terminal program, the window and the line that repeats a run. */
#include "config.h"

#include "eqp-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-import-private.h"

static const EqpParamWord separators[] = {
  { "comma", ',', N_ ("Comma") },
  { "semicolon", ';', N_ ("Semicolon") },
  { "tab", '\t', N_ ("Tabulator") },
  { "space", ' ', N_ ("Blanks") },
  { "pipe", '|', N_ ("Vertical bar") },
  { "\\t", '\t' },
  { NULL },
};
static const EqpParamWord decimals[] = {
  { ".", '.', N_ ("Point") }, { ",", ',', N_ ("Comma") }, { "point", '.' }, { "comma", ',' }, { NULL }
};
static const EqpParamWord thousands[] = {
  { "none", EQP_THOUSANDS_NONE, N_ ("None") },
  { ".", '.', N_ ("Point") },
  { ",", ',', N_ ("Comma") },
  { "space", ' ', N_ ("Blank") },
  { "apostrophe", '\'', N_ ("Apostrophe") },
  { "point", '.' },
  { "comma", ',' },
  { NULL },
};
static const EqpParamWord headers[] = {
  { "yes", EQP_TRISTATE_YES, N_ ("Names of the columns") }, { "no", EQP_TRISTATE_NO, N_ ("Values") }, { NULL }
};
#define NAME(encoding) { encoding, 0, encoding }

static const EqpParamWord encodings[] = {
  NAME ("UTF-8"), NAME ("WINDOWS-1252"), NAME ("ISO-8859-1"), NAME ("ISO-8859-15"), NAME ("WINDOWS-1250"),
  NAME ("ISO-8859-2"), NAME ("WINDOWS-1251"), NAME ("KOI8-R"), NAME ("IBM866"), NAME ("WINDOWS-1253"),
  NAME ("WINDOWS-1254"), NAME ("WINDOWS-1255"), NAME ("WINDOWS-1256"), NAME ("WINDOWS-1257"), NAME ("IBM850"),
  NAME ("MACINTOSH"), NAME ("SHIFT_JIS"), NAME ("EUC-JP"), NAME ("EUC-KR"), NAME ("GB18030"), NAME ("BIG5"),
  NAME ("UTF-16LE"), NAME ("UTF-16BE"), { NULL },
};
static const EqpParamWord labels[] = {
  { "none", 0, N_ ("None") }, { "first", 0, N_ ("First column") }, { "last", 0, N_ ("Last column") }, { NULL }
};
static const EqpParamWord one_hots[] = { { "all", 0, N_ ("Columns of 0 and 1") }, { NULL } };
static const EqpParamWord none_known[] = { { NULL } };
static const EqpParamWord missing[] = {
  { "drop", EQP_MISSING_DROP, N_ ("Leave out") },
  { "mean", EQP_MISSING_MEAN, N_ ("Fill with means") },
  { "median", EQP_MISSING_MEDIAN, N_ ("Fill with medians") },
  { "refuse", EQP_MISSING_REFUSE, N_ ("Refuse the file") },
  { NULL },
};
static const EqpParamWord orientations[] = {
  { "rows", EQP_ORIENTATION_ROWS, N_ ("Rows") }, { "columns", EQP_ORIENTATION_COLUMNS, N_ ("Columns") }, { NULL }
};
static const EqpParamWord takes[] = {
  { "features", EQP_TAKE_FEATURES, N_ ("Features of rows") }, { "graph", EQP_TAKE_GRAPH, N_ ("A graph") }, { NULL }
};
static const EqpParamWord symmetrizations[] = {
  { "mean", EQP_SYMMETRIZE_MEAN, N_ ("Take their mean") },
  { "max", EQP_SYMMETRIZE_MAX, N_ ("Take the larger") },
  { "sum", EQP_SYMMETRIZE_SUM, N_ ("Add them") },
  { NULL },
};
static const EqpParamWord weights[] = {
  { "drop", EQP_WEIGHTS_DROP, N_ ("Leave these edges out") },
  { "absolute", EQP_WEIGHTS_ABSOLUTE, N_ ("Take off the sign") },
  { "one", EQP_WEIGHTS_ONE, N_ ("All weights 1") },
  { NULL },
};

#define AT(field) .at = G_STRUCT_OFFSET (EqpImportOptions, field)
#define CHOICE(field, list) .kind = EQP_PARAM_CHOICE, .store = EQP_STORE_INT, AT (field), .words = list
#define CHARACTER(field, list) .kind = EQP_PARAM_CHARACTER, .store = EQP_STORE_CHAR, AT (field), .words = list
#define TEXT(field) .kind = EQP_PARAM_TEXT, .store = EQP_STORE_TEXT, AT (field)
#define OPTION(id_, label_, argument_, sentence_, group_, shown_, ...) \
  { { .id = id_, .label = label_, .argument = argument_, .sentence = sentence_, __VA_ARGS__ }, EQP_IMPORT_##group_, \
    EQP_SHOWN_##shown_ }
#define SIZE(field) .kind = EQP_PARAM_WHOLE, .store = EQP_STORE_INT, AT (field), .least = 1, .most = 8192

/* In the order in which they are written; 0 and NULL are what nobody sets: to be found out. Only a separator may be any
 * character, which .most says. */
static const EqpImportParam table[] = {
  OPTION ("separator", N_ ("Separator"), "SEP",
          N_ ("comma, semicolon, tab, space, pipe or any one character"),
          TEXT, TEXT, CHARACTER (separator, separators), .most = 127),
  OPTION ("decimal", N_ ("Decimal Mark"), "MARK",
          N_ ("the decimal mark: . or ,"),
          TEXT, TEXT, CHARACTER (decimal, decimals)),
  OPTION ("thousands", N_ ("Thousands Mark"), "MARK",
          N_ ("the thousands mark: none, . or , space or apostrophe"),
          TEXT, TEXT, CHARACTER (thousands, thousands)),
  OPTION ("header", N_ ("First Line"), "yes|no",
          N_ ("whether the first line holds names"),
          TEXT, TEXT, CHOICE (header, headers)),
  OPTION ("encoding", N_ ("Encoding"), "NAME",
          N_ ("the character set of the file, such as ISO-8859-1"),
          TEXT, TEXT, TEXT (encoding), .words = encodings),
  OPTION ("labels", N_ ("Classes"), "COLUMN",
          N_ ("the column of known classes: a name, a number from 1, first, last, none, or beside for a file "
              "of their own"),
          COLUMNS, ALWAYS, TEXT (labels), .words = labels),
  OPTION ("columns", NULL, "LIST",
          N_ ("the columns to use: 1-3,7 or names with commas between them"),
          COLUMNS, NEVER, TEXT (columns)),
  OPTION ("ignore", N_ ("Ignore Columns (1-3, 7 or names)"), "LIST",
          N_ ("the columns to leave out: 1-3,7 or names with commas between them"),
          COLUMNS, TABLE, TEXT (ignore)),
  OPTION ("keep", N_ ("Keep as Features (1-3, 7 or names)"), "LIST",
          N_ ("columns of numbers, or all, that stay features though they look like keys or dates"),
          COLUMNS, TABLE, TEXT (keep)),
  OPTION ("one-hot", N_ ("Text Columns"), "LIST",
          N_ ("columns of text, or all: a column of 0 and 1 for each value"),
          COLUMNS, TABLE, TEXT (one_hot), .words = one_hots),
  OPTION ("missing", N_ ("Rows with Gaps"), "POLICY",
          N_ ("rows with empty cells: fill in mean (default) or median, drop them, or refuse"),
          MISSING, ALWAYS, CHOICE (missing, missing)),
  OPTION ("missing-words", N_ ("Also Missing (-999, unknown)"), "LIST",
          N_ ("more words that mean a missing cell, such as -999,unknown; none: only empty cells are missing"),
          MISSING, TABLE, TEXT (missing_words)),
  OPTION ("variable", N_ ("Array or File"), "NAME",
          N_ ("the array to take from a file with several; A+B takes two together"),
          KIND, KNOWN, TEXT (variable), .words = none_known),
  OPTION ("orientation", N_ ("Points Are"), "rows|columns",
          N_ ("whether the points are the rows or the columns of the matrix"),
          KIND, KNOWN, CHOICE (orientation, orientations)),
  OPTION ("image-width", N_ ("Resize Images to Width"), "W",
          N_ ("resize the images of a folder to so many pixels across, with the height"),
          KIND, FOLDER, SIZE (image_width)),
  OPTION ("image-height", N_ ("Resize Images to Height"), "H",
          N_ ("resize the images of a folder to so many pixels down, with the width"),
          KIND, FOLDER, SIZE (image_height)),
  OPTION ("as", N_ ("Taken As"), "features|graph",
          N_ ("what to take the file for: points with features, or a graph"),
          KIND, KNOWN, CHOICE (take, takes)),
  OPTION ("symmetrise", N_ ("Directions Differ"), "HOW",
          N_ ("where the two directions of an edge differ: take their mean, max or sum"),
          KIND, KNOWN, CHOICE (symmetrize, symmetrizations), .other = "symmetrize"),
  OPTION ("weights", N_ ("Odd Weights"), "HOW",
          N_ ("of edges: drop those below 0 or not finite, take the absolute, or one for all"),
          KIND, KNOWN, CHOICE (weights, weights)),
};

/**
 * eqp_import_params_get:
 * @n_params: (out): how many
 *
 * Returns: (transfer none) (array length=n_params): all options, in the order for people
 */
const EqpImportParam *
eqp_import_params_get (gsize *n_params)
{
  *n_params = G_N_ELEMENTS (table);
  return table;
}

static const EqpParam *
find_option (const char *option)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].param.id, option) == 0)
      return &table[i].param;
  return NULL;
}

/**
 * eqp_import_dup_title:
 * @option: an import option
 *
 * Returns: (transfer full): the label of its control without the example behind it; @option where it has no control
 */
char *
eqp_import_dup_title (const char *option)
{
  const EqpParam *param = find_option (option);
  const char *label = param != NULL && param->label != NULL ? _ (param->label) : option;
  const char *example = strstr (label, " (");

  return example != NULL ? g_strndup (label, (gsize) (example - label)) : g_strdup (label);
}

/**
 * eqp_import_options_set:
 * @self: (inout): options
 * @option: one of the names
 * @value: (nullable): what the terminal program takes for it, kept for the life of the program; NULL: to be guessed
 * again
 * @error: return location, EQP_ERROR_INVALID_PARAM
 *
 * Returns: FALSE when the option does not exist or does not take this value
 */
gboolean
eqp_import_options_set (EqpImportOptions  *self,
                        const char        *option,
                        const char        *value,
                        GError           **error)
{
  const EqpParam *param = find_option (option);

  if (param == NULL)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM, _ ("There is no import option “%s”."), option);
  if (param->kind == EQP_PARAM_TEXT)
    *(const char **) G_STRUCT_MEMBER_P (self, param->at) = g_intern_string (value);
  else if (value != NULL)
    return eqp_param_parse (param, value, self, error);
  else
    eqp_param_set (param, self, param->usual);
  return TRUE;
}

/**
 * eqp_import_options_add:
 * @self: (inout): options
 * @option: one of the names
 * @value: what it takes
 *
 * Sets the option; where it takes a list, the value is added to what is there.
 */
void
eqp_import_options_add (EqpImportOptions *self,
                        const char       *option,
                        const char       *value)
{
  static const char *const lists[] = { "ignore", "keep", "one-hot", "missing-words", NULL };
  g_autofree char *present = g_strv_contains (lists, option) ? eqp_import_options_get (self, option) : NULL;
  g_autofree char *list = present != NULL && strcmp (value, "all") != 0 && strcmp (value, "none") != 0
                              ? g_strconcat (present, ",", value, NULL)
                              : g_strdup (value);

  eqp_import_options_set (self, option, list, NULL);
}

/**
 * eqp_import_options_get:
 * @self: options
 * @option: one of the names
 *
 * Returns: (transfer full) (nullable): the value as the terminal program takes it, or NULL where it is left to be
 *   guessed or is the usual one
 */
char *
eqp_import_options_get (const EqpImportOptions *self,
                        const char             *option)
{
  const EqpParam *param = find_option (option);

  g_return_val_if_fail (param != NULL, NULL);

  return eqp_param_is_usual (param, self) ? NULL : eqp_param_format (param, self);
}

/* Returns what the option calls its value, for people. */
const char *
_eqp_import_label (const char *option, const char *value)
{
  for (const EqpParamWord *word = find_option (option)->words; word->id != NULL && word->label != NULL; word++)
    if (g_ascii_strcasecmp (word->id, value) == 0)
      return _ (word->label);
  return value;
}

/* Keeps the decision with all values of the option as alternatives, the one that was taken first. @chosen: has the
 * value that was taken; @but: (nullable): one that is not offered; @evidence: why; not needed where it was given. */
void
_eqp_settle_option (EqpDatasetParts        *parts,
                    const EqpImportOptions *options,
                    const char             *option,
                    const EqpImportOptions *chosen,
                    const char             *but,
                    const char             *evidence)
{
  const EqpParam *param = find_option (option);
  g_autofree char *value = eqp_import_options_get (chosen, option);
  gboolean asked = !eqp_param_is_usual (param, options);
  EqpDecision *decision = eqp_decision_new (option, "%s", asked ? _ ("It was given.") : evidence);

  decision->asked = asked;
  eqp_decision_offer (decision, option, value, "%s", _eqp_import_label (option, value));
  for (const EqpParamWord *word = param->words; word->id != NULL && word->label != NULL; word++)
    if (g_ascii_strcasecmp (word->id, value) != 0 && g_strcmp0 (word->id, but) != 0)
      eqp_decision_offer (decision, option, word->id, "%s", _ (word->label));
  _eqp_settle (parts, decision);
}
