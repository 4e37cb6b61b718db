/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The import options by name: one table for the terminal program, the window and the line that repeats a run. */
#include "config.h"

#include "eqp-import.h"

#include <string.h>

#include "base/eqp-error.h"

typedef enum {
  KIND_CHOICE,    /* an enumeration */
  KIND_CHARACTER, /* a char: one of the choices or any one character */
  KIND_TEXT,
  KIND_SIZE
} Kind;

typedef struct
{
  const char *name;
  int         value;
} Choice;

static const Choice separators[] = { { "comma", ',' }, { "semicolon", ';' },
                                     { "tab", '\t' },  { "space", ' ' },
                                     { "pipe", '|' },  { "fixed", EQP_SEPARATOR_FIXED },
                                     { "\\t", '\t' },  { NULL } };
static const Choice decimals[] = { { ".", '.' }, { ",", ',' }, { "point", '.' }, { "comma", ',' }, { NULL } };
static const Choice thousands[] = {
  { "none", EQP_THOUSANDS_NONE }, { ".", '.' },     { ",", ',' },     { "space", ' ' },
  { "apostrophe", '\'' },         { "point", '.' }, { "comma", ',' }, { NULL }
};
static const Choice headers[] = { { "yes", EQP_TRISTATE_YES }, { "no", EQP_TRISTATE_NO }, { NULL } };
static const Choice missing[] = { { "mean", EQP_MISSING_MEAN },
                                  { "drop", EQP_MISSING_DROP },
                                  { "median", EQP_MISSING_MEDIAN },
                                  { "refuse", EQP_MISSING_REFUSE },
                                  { NULL } };
static const Choice orientations[] = { { "rows", EQP_ORIENTATION_ROWS },
                                       { "columns", EQP_ORIENTATION_COLUMNS },
                                       { NULL } };
static const Choice takes[] = { { "features", EQP_TAKE_FEATURES }, { "graph", EQP_TAKE_GRAPH }, { NULL } };
static const Choice pages[] = { { "all", EQP_PAGES_ALL }, { "first", EQP_PAGES_FIRST }, { NULL } };
static const Choice symmetrizations[] = {
  { "mean", EQP_SYMMETRIZE_MEAN }, { "max", EQP_SYMMETRIZE_MAX }, { "sum", EQP_SYMMETRIZE_SUM }, { NULL }
};
static const Choice weights[] = {
  { "drop", EQP_WEIGHTS_DROP }, { "absolute", EQP_WEIGHTS_ABSOLUTE }, { "one", EQP_WEIGHTS_ONE }, { NULL }
};

#define AT(field) G_STRUCT_OFFSET (EqpImportOptions, field)

static const struct
{
  const char   *name;
  Kind          kind;
  gsize         offset;
  const Choice *choices;
} table[] = {
  { "separator", KIND_CHARACTER, AT (separator), separators },
  { "decimal", KIND_CHARACTER, AT (decimal), decimals },
  { "thousands", KIND_CHARACTER, AT (thousands), thousands },
  { "header", KIND_CHOICE, AT (header), headers },
  { "encoding", KIND_TEXT, AT (encoding), NULL },
  { "labels", KIND_TEXT, AT (labels), NULL },
  { "columns", KIND_TEXT, AT (columns), NULL },
  { "ignore", KIND_TEXT, AT (ignore), NULL },
  { "one-hot", KIND_TEXT, AT (one_hot), NULL },
  { "missing", KIND_CHOICE, AT (missing), missing },
  { "missing-words", KIND_TEXT, AT (missing_words), NULL },
  { "variable", KIND_TEXT, AT (variable), NULL },
  { "orientation", KIND_CHOICE, AT (orientation), orientations },
  { "image-width", KIND_SIZE, AT (image_width), NULL },
  { "image-height", KIND_SIZE, AT (image_height), NULL },
  { "pages", KIND_CHOICE, AT (pages), pages },
  { "as", KIND_CHOICE, AT (take), takes },
  { "symmetrise", KIND_CHOICE, AT (symmetrize), symmetrizations },
  { "weights", KIND_CHOICE, AT (weights), weights },
};

static const char *const names[G_N_ELEMENTS (table) + 1] = {
  "separator", "decimal", "thousands", "header", "encoding", "labels", "columns", "ignore", "one-hot",
  "missing", "missing-words", "variable", "orientation", "image-width", "image-height", "pages",
  "as", "symmetrise", "weights", NULL
};

static int
find_option (const char *option)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].name, option) == 0)
      return (int) i;
  return -1;
}

/**
 * eqp_import_options_get_names:
 *
 * Returns: (transfer none) (array zero-terminated=1): all options, in the order for people
 */
const char *const *
eqp_import_options_get_names (void)
{
  return names;
}

static gboolean
set_choice (EqpImportOptions *self, int place, const char *value, GError **error)
{
  g_autoptr (GString) list = NULL;
  gpointer target = G_STRUCT_MEMBER_P (self, table[place].offset);

  for (const Choice *choice = table[place].choices; choice->name != NULL; choice++)
    if (strcmp (choice->name, value) == 0)
      {
        if (table[place].kind == KIND_CHARACTER)
          *(char *) target = (char) choice->value;
        else
          *(int *) target = choice->value;
        return TRUE;
      }
  if (table[place].choices == separators && strlen (value) == 1 && g_ascii_ispunct (*value) &&
      strchr ("\"+-.", *value) == NULL)
    {
      *(char *) target = *value;
      return TRUE;
    }

  list = g_string_new (NULL);
  for (const Choice *choice = table[place].choices; choice->name != NULL; choice++)
    g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", choice->name);
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "The option “%s” takes one of %s; “%s” was found.",
               table[place].name, list->str, value);
  return FALSE;
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
  int place = find_option (option);
  gpointer target;
  gint64 size = 0;

  if (place < 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "There is no import option “%s”.", option);
      return FALSE;
    }
  target = G_STRUCT_MEMBER_P (self, table[place].offset);
  switch (table[place].kind)
    {
    case KIND_TEXT:
      *(const char **) target = g_intern_string (value);
      return TRUE;
    case KIND_SIZE:
      if (value != NULL && !g_ascii_string_to_signed (value, 10, 1, 8192, &size, NULL))
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "The option “%s” takes a whole number from 1 to 8192; “%s” was found.", option, value);
          return FALSE;
        }
      *(gint *) target = (gint) size;
      return TRUE;
    case KIND_CHARACTER:
      if (value != NULL)
        return set_choice (self, place, value, error);
      *(char *) target = 0;
      return TRUE;
    case KIND_CHOICE:
      if (value != NULL)
        return set_choice (self, place, value, error);
      *(int *) target = 0;
      return TRUE;
    default:
      g_assert_not_reached ();
    }
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
  int place = find_option (option), value;
  gconstpointer source;

  g_return_val_if_fail (place >= 0, NULL);

  source = (const char *) self + table[place].offset;
  switch (table[place].kind)
    {
    case KIND_TEXT:
      return g_strdup (*(const char *const *) source);
    case KIND_SIZE:
      return *(const gint *) source > 0 ? g_strdup_printf ("%d", *(const gint *) source) : NULL;
    case KIND_CHARACTER:
      value = *(const char *) source;
      break;
    case KIND_CHOICE:
      value = *(const int *) source;
      break;
    default:
      g_assert_not_reached ();
    }
  if (value == 0)
    return NULL;
  for (const Choice *choice = table[place].choices; choice->name != NULL; choice++)
    if (choice->value == value)
      return g_strdup (choice->name);
  return g_strdup_printf ("%c", value);
}
