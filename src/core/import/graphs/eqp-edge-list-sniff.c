/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a text a list of edges? Names in the header or a comment above tell most of them; without names, columns of text
 * that share their values do, or whole numbers that behave as nodes do and as coordinates hardly ever. */
#include "config.h"

#include "eqp-edge-list-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-encoding.h"
#include "base/eqp-number.h"
#include "import/eqp-import-private.h"
#include "import/eqp-readers-private.h"
#include "import/eqp-split.h"

/* In fewer lines numbers look like nodes by chance. */
#define LEAST_LINES 12

/* How many coincidences of coordinates are missed before somebody is asked, and before they are taken for nodes. */
#define ASK_MISSED 3.0
#define TAKE_MISSED 8.0

/* Names that stand for the two ends of an edge, and those that do in narrow tables only. */
static const char *const end_names[][2] = {
  { "source", "target" }, { "src", "dst" }, { "src", "dest" }, { "from", "to" }, { "fromnodeid", "tonodeid" },
  { "fromnode", "tonode" }, { "fromid", "toid" }, { "sourceid", "targetid" }, { "sourcenode", "targetnode" },
  { "node1", "node2" }, { "nodea", "nodeb" }, { "nodeid1", "nodeid2" }, { "vertex1", "vertex2" },
  { "person1", "person2" }, { "user1", "user2" }, { "citing", "cited" }, { "follower", "followee" },
  { "sender", "receiver" }, { "origin", "destination" },
};
static const char *const weak_names[][2] = { { "id1", "id2" }, { "v1", "v2" }, { "n1", "n2" }, { "u", "v" },
                                             { "i", "j" } };

static const char *const weight_names[] = { "weight",   "weights",  "w",          "value",
                                            "strength", "affinity", "similarity", "count" };
static const char *const endings[] = { ".edges", ".edgelist", ".edge", ".el", ".wel", ".ncol" };
static const char separators[] = { '\t', ';', '|', ',', ' ' };

typedef struct
{
  GPtrArray *lines; /* char*, into the text; no comments, no blank lines */
  GPtrArray *comments;
  EqpFields fields;
} Text;

static void
text_clear (Text *self)
{
  g_ptr_array_unref (self->lines);
  g_ptr_array_unref (self->comments);
  g_array_unref (self->fields.fields);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Text, text_clear)

static const EqpField *
split (Text *self, char separator, const char *line, gint64 *count)
{
  if (_eqp_split_row (separator, line, line + strlen (line), TRUE, &self->fields) == NULL)
    {
      *count = 0;
      return NULL;
    }
  *count = self->fields.fields->len;
  return (const EqpField *) self->fields.fields->data;
}

/* Cuts the text into lines in place; the last one may be incomplete. */
static void
take_lines (Text *self, char *text, gboolean complete)
{
  char *p = g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;

  while (*p != '\0')
    {
      gsize length = strcspn (p, "\n");
      gboolean whole = p[length] == '\n';
      char *line = p;

      p += length + whole;
      line[length] = '\0';
      if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
      if (!whole && !complete)
        return;
      line += strspn (line, " \t");
      if (*line == '#' || *line == '%')
        g_ptr_array_add (self->comments, line);
      else if (*line != '\0')
        g_ptr_array_add (self->lines, line);
    }
}

/* Behind two nodes stands a dictionary of Python: "1 2 {'weight': 3.0}". */
static gboolean
has_dictionaries (Text *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const char *line = g_ptr_array_index (self->lines, i), *brace = strchr (line, '{');

      if (brace == NULL || brace == line || strchr (" \t,", brace[-1]) == NULL || strchr (brace, '}') == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Letters and digits only, small. */
static char *
plain_name (const char *text, gsize length)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    if (g_ascii_isalnum (text[i]))
      g_string_append_c (name, g_ascii_tolower (text[i]));
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static gint64
find_name (GPtrArray *names, const char *name)
{
  guint at;

  return g_ptr_array_find_with_equal_func (names, name, g_str_equal, &at) ? (gint64) at : -1;
}

static gboolean
find_ends (GPtrArray *names, const char *const pairs[][2], gsize n_pairs, EqpEdgeLayout *layout)
{
  for (gsize i = 0; i < n_pairs; i++)
    {
      layout->from = find_name (names, pairs[i][0]);
      layout->to = find_name (names, pairs[i][1]);
      if (layout->from >= 0 && layout->to >= 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
take_names (const EqpField *fields, gint64 count, EqpEdgeLayout *layout)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (gint64 j = 0; j < count; j++)
    g_ptr_array_add (names, plain_name (fields[j].start, fields[j].length));
  layout->weight = -1;
  if (!find_ends (names, end_names, G_N_ELEMENTS (end_names), layout) &&
      (count > 3 || !find_ends (names, weak_names, G_N_ELEMENTS (weak_names), layout)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (weight_names) && layout->weight < 0; i++)
    layout->weight = find_name (names, weight_names[i]);
  return TRUE;
}

static const char *
second_line (Text *self)
{
  return g_ptr_array_index (self->lines, MIN (1, self->lines->len - 1));
}

/* The one that cuts the first two lines alike; one that makes a header of names needs no second line. */
static char
guess_separator (Text *self)
{
  const char *first = g_ptr_array_index (self->lines, 0), *second = second_line (self);
  EqpEdgeLayout ignored;

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      gint64 a, b;

      const EqpField *fields;

      split (self, separators[i], second, &b);
      fields = split (self, separators[i], first, &a);
      if (a >= 2 && (a == b || take_names (fields, a, &ignored)))
        return separators[i];
    }
  return 0;
}

/* Returns whether the field is a whole number as a computer writes it. */
gboolean
_eqp_edge_list_parse_id (const char *text, gsize length, gint64 *id)
{
  gsize digits = length - (length > 0 && *text == '-');
  const char *p = text + (length - digits);
  gint64 value = 0;

  if (digits < 1 || digits > 18 || (*p == '0' && length > 1))
    return FALSE;
  for (gsize i = 0; i < digits; i++)
    {
      if (!g_ascii_isdigit (p[i]))
        return FALSE;
      value = 10 * value + (p[i] - '0');
    }
  *id = digits < length ? -value : value;
  return TRUE;
}

static gboolean
is_number (const EqpField *field, char decimal)
{
  double value;

  return eqp_is_number (field->start, (gssize) field->length, decimal, &value);
}

/* @decimal: 0: any; a comma where it separates nothing. */
static gboolean
is_weight (const EqpField *field, const EqpEdgeLayout *layout)
{
  return eqp_is_missing_marker (field->start, field->length) ||
         is_number (field, layout->decimal != 0 ? layout->decimal : '.') ||
         (layout->decimal == 0 && layout->separator != ',' && is_number (field, ','));
}

/* A number that no node is called by; "007" may be a name. */
static gboolean
is_fraction (const EqpField *field)
{
  return is_number (field, '.') && strspn (field->start, "+-0123456789") < field->length;
}

/* What the ends of all edges in sight are like. */
typedef struct
{
  gint64 rows;
  gint64 whole;     /* rows with two whole numbers */
  gint64 text;      /* rows with two texts */
  gint64 fractions; /* rows with a number that is none of a node */
  gboolean rising;  /* from < to in every row */
  gboolean falling;
  gboolean sorted; /* by from, then by to */
  gint64 loops;
  gint64 least;
  gint64 most;
  GHashTable *nodes; /* of gint64 or text */
  GHashTable *pairs; /* of text "from to" */
  gint64 shared;     /* texts of one column that the other has as well */
  gint64 backward;   /* pairs whose other direction is there, too */
} Ends;

static void
ends_clear (Ends *self)
{
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->pairs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

static void
add_end (Ends *self, const EqpField *field, guint side)
{
  g_autofree char *name = g_strndup (field->start, field->length);
  guint sides = GPOINTER_TO_UINT (g_hash_table_lookup (self->nodes, name));

  self->shared += sides != 0 && (sides & side) == 0 && sides != 3;
  g_hash_table_insert (self->nodes, g_steal_pointer (&name), GUINT_TO_POINTER (sides | side));
}

static gboolean
add_row (Ends *self, const EqpField *from, const EqpField *to, gint64 *last_a, gint64 *last_b)
{
  g_autofree char *back = g_strdup_printf ("%.*s %.*s", (int) to->length, to->start, (int) from->length, from->start);
  gint64 a, b;

  if (eqp_is_missing_marker (from->start, from->length) || eqp_is_missing_marker (to->start, to->length))
    return FALSE;
  self->rows++;
  if (_eqp_edge_list_parse_id (from->start, from->length, &a) && _eqp_edge_list_parse_id (to->start, to->length, &b))
    {
      self->whole++;
      self->loops += a == b;
      self->rising &= a < b;
      self->falling &= a > b;
      self->sorted &= self->whole == 1 || a > *last_a || (a == *last_a && b > *last_b);
      self->least = MIN (self->least, MIN (a, b));
      self->most = MAX (self->most, MAX (a, b));
      *last_a = a;
      *last_b = b;
    }
  else if (!is_number (from, '.') && !is_number (to, '.'))
    self->text++;
  else
    self->fractions += is_fraction (from) || is_fraction (to);
  add_end (self, from, 1);
  add_end (self, to, 2);
  self->backward += g_hash_table_contains (self->pairs, back);
  g_hash_table_add (self->pairs,
                    g_strdup_printf ("%.*s %.*s", (int) from->length, from->start, (int) to->length, to->start));
  return TRUE;
}

/* Settles the decimal mark by the first weight that tells it. FALSE when lines do not fit the layout. */
static gboolean
collect (Text *text, EqpEdgeLayout *layout, Ends *ends)
{
  gint64 last_a = 0, last_b = 0;
  gboolean fits = TRUE;

  for (guint i = layout->header ? 1 : 0; i < text->lines->len; i++)
    {
      gint64 count;
      const EqpField *fields = split (text, layout->separator, g_ptr_array_index (text->lines, i), &count);
      const EqpField *weight = count == layout->width && layout->weight >= 0 ? &fields[layout->weight] : NULL;

      if (count != layout->width || (weight != NULL && !is_weight (weight, layout)) ||
          !add_row (ends, &fields[layout->from], &fields[layout->to], &last_a, &last_b))
        fits = FALSE;
      else if (weight != NULL && layout->decimal == 0 && !is_number (weight, '.') && is_number (weight, ','))
        layout->decimal = ',';
    }
  if (layout->decimal == 0)
    layout->decimal = '.';
  return fits;
}

/* Numbers that are nodes: no edge stands twice or leads from a node to itself, and all numbers from 0 or 1 on are met.
 */
static EqpChance
rate_numbers (const Ends *ends, gboolean complete)
{
  double nodes = (double) g_hash_table_size (ends->nodes), ratio = (double) ends->rows / nodes, missed;
  gboolean once = (gint64) g_hash_table_size (ends->pairs) == ends->rows;
  gboolean both = 2 * ends->backward == ends->rows;

  if (ends->rows < LEAST_LINES || ends->loops > 0 || !once || ends->least < 0 || ends->least > 1 ||
      (double) ends->rows < 1.2 * nodes)
    return EQP_CHANCE_POSSIBLE;
  if (!complete)
    return ends->sorted && nodes >= 0.02 * (double) (ends->most - ends->least + 1) ? EQP_CHANCE_LIKELY
                                                                                   : EQP_CHANCE_POSSIBLE;
  if (nodes < 0.9 * (double) (ends->most - ends->least + 1))
    return EQP_CHANCE_POSSIBLE;
  if (ends->rising || ends->falling || both)
    return EQP_CHANCE_LIKELY;

  /* Of coordinates drawn from as many values, so many points would lie on the diagonal, on each other, and on each
   * other's mirror image. */
  missed = ratio + 0.5 * ratio * ratio * (ends->backward == 0 ? 2.0 : 1.0);
  return missed >= TAKE_MISSED ? EQP_CHANCE_LIKELY : missed >= ASK_MISSED ? EQP_CHANCE_EVEN : EQP_CHANCE_POSSIBLE;
}

/* KONECT's graphs of two kinds of nodes, each counted from 1. */
static gboolean
is_bipartite (Text *text)
{
  for (guint i = 0; i < text->comments->len; i++)
    {
      const char *comment = g_ptr_array_index (text->comments, i);

      if (*comment == '%' && g_str_has_prefix (comment + strspn (comment, "#% \t"), "bip "))
        return TRUE;
    }
  return FALSE;
}

static gboolean
comment_tells (Text *text)
{
  for (guint i = 0; i < text->comments->len; i++)
    {
      const char *comment = g_ptr_array_index (text->comments, i);
      const char *words = comment + strspn (comment, "#% \t");
      EqpEdgeLayout ignored;
      gint64 count;
      const EqpField *fields;

      if (*comment == '%' && (g_str_has_prefix (words, "sym ") || g_str_has_prefix (words, "asym ")))
        return TRUE;
      fields = split (text,
                      strchr (words, '\t') != NULL  ? '\t'
                      : strchr (words, ',') != NULL ? ','
                                                    : ' ',
                      words, &count);
      if (count >= 2 && count <= 4 && take_names (fields, count, &ignored))
        return TRUE;
    }
  return FALSE;
}

static gboolean
name_tells (const char *basename)
{
  for (guint i = 0; basename != NULL && i < G_N_ELEMENTS (endings); i++)
    {
      const char *found = strstr (basename, endings[i]);

      if (found != NULL && (found[strlen (endings[i])] == '\0' || found[strlen (endings[i])] == '.'))
        return TRUE;
    }
  return FALSE;
}

/* A line that does not fit speaks against numbers and names, but where the file says that it has edges it will be told.
 */
static EqpChance
rate (Text *text, const Ends *ends, EqpEdgeLayout *layout, gboolean named, gboolean fits, const EqpProbe *probe)
{
  if (ends->fractions > 0 || ends->rows == 0)
    return EQP_CHANCE_NONE;
  layout->why = N_ ("the header names the two ends of an edge");
  if (named)
    return EQP_CHANCE_LIKELY;
  layout->why = N_ ("a comment says so");
  layout->bipartite = is_bipartite (text);
  if (layout->bipartite || comment_tells (text))
    return EQP_CHANCE_LIKELY;
  layout->why = N_ ("the name of the file says so");
  if (name_tells (probe->basename))
    return EQP_CHANCE_LIKELY;
  if (!fits)
    return EQP_CHANCE_NONE;
  layout->why = N_ ("two columns share their values, which are names of nodes");
  if (layout->width <= 3 && ends->text == ends->rows && ends->rows >= 2 &&
      ends->shared * 10 >= (gint64) g_hash_table_size (ends->nodes))
    return EQP_CHANCE_LIKELY;
  layout->why = N_ ("its whole numbers behave as nodes do: no pair stands there twice, none has two equal numbers, and "
                    "hardly a number is left out");
  return layout->width <= 3 && ends->whole == ends->rows ? rate_numbers (ends, probe->complete) : EQP_CHANCE_POSSIBLE;
}

/* Names by column for eqp_select_columns(). */
typedef struct
{
  const EqpField *fields;
  gint64 count;
  gboolean header;
} Columns;

static gint64
find_column (const char *text, gpointer user_data)
{
  const Columns *columns = user_data;
  gint64 number;

  for (gint64 j = 0; columns->header && j < columns->count; j++)
    if (strlen (text) == columns->fields[j].length &&
        strncmp (text, columns->fields[j].start, columns->fields[j].length) == 0)
      return j;
  return _eqp_edge_list_parse_id (text, strlen (text), &number) && number >= 1 && number <= columns->count ? number - 1
                                                                                                           : -1;
}

static gboolean
take_columns (const EqpProbe *probe, const EqpImportOptions *options, const EqpField *fields, gint64 count,
              EqpEdgeLayout *layout, GError **error)
{
  Columns columns = { fields, count, layout->header };
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!eqp_select_columns (probe->basename, options->columns, count, find_column, &columns, chosen, error))
    return FALSE;
  if (chosen->len != 2 && chosen->len != 3)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: %u columns were chosen; an edge takes two for its ends and perhaps one for its "
                          "weight."),
                       probe->basename, chosen->len);
  layout->from = g_array_index (chosen, gint64, 0);
  layout->to = g_array_index (chosen, gint64, 1);
  layout->weight = chosen->len == 3 ? g_array_index (chosen, gint64, 2) : -1;
  return TRUE;
}

/* The first line is no edge: words stand where all others have numbers. */
static gboolean
looks_like_header (Text *text, const EqpEdgeLayout *layout)
{
  gint64 count, id;
  const EqpField *fields;
  gboolean whole[2], weight;

  if (text->lines->len < 2)
    return FALSE;
  fields = split (text, layout->separator, g_ptr_array_index (text->lines, 0), &count);
  if (count != layout->width)
    return FALSE;
  whole[0] = _eqp_edge_list_parse_id (fields[0].start, fields[0].length, &id);
  whole[1] = _eqp_edge_list_parse_id (fields[1].start, fields[1].length, &id);
  weight = count < 3 || is_weight (&fields[2], layout);
  fields = split (text, layout->separator, second_line (text), &count);
  if (count != layout->width)
    return FALSE;
  return (!whole[0] && !whole[1] && _eqp_edge_list_parse_id (fields[0].start, fields[0].length, &id) &&
          _eqp_edge_list_parse_id (fields[1].start, fields[1].length, &id)) ||
         (!weight && is_weight (&fields[2], layout));
}

/* Separator, header, columns; FALSE with an error set only when the options cannot be met. */
static gboolean
find_layout (Text *text, const EqpProbe *probe, const EqpImportOptions *options, EqpEdgeLayout *layout,
             gboolean *named, GError **error)
{
  const EqpField *fields;
  gint64 count;

  layout->separator = options->separator != 0 ? options->separator : guess_separator (text);
  if (layout->separator == 0)
    return FALSE;
  fields = split (text, layout->separator, g_ptr_array_index (text->lines, 0), &count);
  *named = options->header != EQP_TRISTATE_NO && count >= 2 && take_names (fields, count, layout);
  layout->width = count;
  if (!*named)
    split (text, layout->separator, second_line (text), &layout->width);
  if (layout->width < 2)
    return FALSE;
  layout->header = options->header == EQP_TRISTATE_YES || *named ||
                   (options->header == EQP_TRISTATE_GUESS && looks_like_header (text, layout));
  if (options->columns != NULL)
    {
      fields = split (text, layout->separator, g_ptr_array_index (text->lines, 0), &count);
      return take_columns (probe, options, fields, count, layout, error);
    }
  if (!*named)
    {
      layout->from = 0;
      layout->to = 1;
      fields = split (text, layout->separator, second_line (text), &count);
      layout->weight = count >= 3 && is_weight (&fields[2], layout) ? 2 : -1;
      /* What is not named and no weight may be anything. */
      return count == 2 || layout->weight == 2;
    }
  return TRUE;
}

/* The text in UTF-8 as far as it goes: its end may be cut in the middle of a character. */
static char *
decode (const EqpProbe *probe, const char *encoding)
{
  gsize whole = probe->head_length & ~(gsize) 3;

  return g_convert ((const char *) probe->head, (gssize) (probe->complete ? probe->head_length : whole), "UTF-8",
                    encoding, NULL, NULL, NULL);
}

/* @layout: how it is laid out, when there is a chance. Returns what speaks for a list of edges. */
EqpChance
_eqp_edge_list_look (const EqpProbe *probe, const EqpImportOptions *options, EqpEdgeLayout *layout, GError **error)
{
  const char *encoding =
      options->encoding != NULL ? NULL : _eqp_guess_encoding (probe->head, probe->head_length, NULL);
  g_autofree char *copy =
      encoding != NULL ? decode (probe, encoding) : g_strndup ((const char *) probe->head, probe->head_length);
  g_auto (Text) text = {
    g_ptr_array_new (), g_ptr_array_new (), { g_array_new (FALSE, FALSE, sizeof (EqpField)), 0, FALSE }
  };
  g_auto (Ends) ends = { .rising = TRUE, .falling = TRUE, .sorted = TRUE, .least = G_MAXINT64, .most = G_MININT64 };
  gboolean named = FALSE, fits;

  ends.nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ends.pairs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  *layout = (EqpEdgeLayout){ .weight = -1, .decimal = options->decimal };
  /* Text has no NUL bytes. */
  if (copy == NULL || (encoding == NULL && strlen (copy) < probe->head_length))
    return EQP_CHANCE_NONE;
  take_lines (&text, copy, probe->complete);
  layout->dictionaries = text.lines->len > 0 && has_dictionaries (&text);
  if (layout->dictionaries)
    return EQP_CHANCE_LIKELY;
  if (text.lines->len == 0 || !find_layout (&text, probe, options, layout, &named, error))
    return EQP_CHANCE_NONE;
  fits = collect (&text, layout, &ends);
  return rate (&text, &ends, layout, named, fits, probe);
}

/* Returns whether it can be a list of edges where a graph is asked for: two or three columns are one already. */
gboolean
_eqp_edges_fit (const EqpProbe *probe, const EqpImportOptions *options)
{
  EqpEdgeLayout layout;

  return _eqp_edge_list_look (probe, options, &layout, NULL) != EQP_CHANCE_NONE &&
         (layout.width <= 3 || options->columns != NULL);
}
