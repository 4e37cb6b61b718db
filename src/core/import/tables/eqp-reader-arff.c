/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ARFF, the format of Weka: declared attributes, then rows, dense or sparse. The declarations say which attributes
 * are numbers and which are classes, so that the roles are settled before the first row. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-lines.h"
#include "base/eqp-memory.h"
#include "base/eqp-number.h"
#include "import/eqp-store.h"
#include "import/eqp-names.h"

#define MOST_ATTRIBUTES 1000000

/* The length of the rows is guessed from so many. */
#define LOOK_ROWS 16

typedef enum {
  KIND_NUMBER,
  KIND_NOMINAL, /* one of the declared values */
  KIND_TEXT     /* strings and dates */
} Kind;

typedef struct
{
  char      *name;
  Kind       kind;
  gboolean   numbers;    /* all declared values are numbers */
  double     first;      /* the first declared value as a number, what sparse rows leave out */
  char      *first_name;
  GHashTable *values;    /* char*, the declared ones; or NULL */
  gint64     slot;       /* store column, or -1 */
} Attribute;

typedef struct
{
  const char             *file;
  const EqpImportOptions *options;
  EqpLines                lines;
  GArray                 *attributes; /* Attribute */
  gint64                  label;      /* attribute, or -1 */
  GArray                 *features;   /* gint64, attributes in store order */
  EqpStore               *store;
  EqpLabelTable           names;
  GArray                 *labels;     /* gint32, -1 missing */
  GArray                 *line_of_row; /* gint64 */
  gint64                  weights;    /* rows with a weight behind them */
  gboolean                foreign;    /* text that is not UTF-8 was met */
  gint64                  undeclared; /* cells with a value that is not declared */
  char                   *first_undeclared;
  EqpDatasetParts         parts;
} Arff;

#define attribute_at(self, j) (&g_array_index ((self)->attributes, Attribute, j))

static void
attribute_clear (gpointer data)
{
  Attribute *attribute = data;

  g_free (attribute->name);
  g_free (attribute->first_name);
  g_clear_pointer (&attribute->values, g_hash_table_unref);
}

static void
arff_clear (Arff *self)
{
  _eqp_lines_clear (&self->lines);
  g_array_unref (self->attributes);
  g_array_unref (self->features);
  g_array_unref (self->labels);
  g_array_unref (self->line_of_row);
  eqp_label_table_clear (&self->names);
  eqp_store_free (self->store);
  g_free (self->first_undeclared);
  eqp_dataset_parts_clear (&self->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arff, arff_clear)

static gboolean refuse (Arff *self, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (Arff *self, GError **error, const char *format, ...)
{
  g_autofree char *raw = NULL;
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  raw = g_strdup_vprintf (format, args);
  va_end (args);
  /* What is quoted of a line may be no text, or end within a character. */
  what = g_utf8_make_valid (raw, -1);
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s, line %" G_GINT64_FORMAT ": %s", self->file, self->lines.line,
               what);
  return FALSE;
}

/* Bytes that are not UTF-8 are taken as Windows-1252, which has a character for nearly every byte. */
static char *
dup_text (Arff *self, const char *text)
{
  char *converted;

  if (g_utf8_validate (text, -1, NULL))
    return g_strdup (text);
  self->foreign = TRUE;
  converted = g_convert (text, -1, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);
  return converted != NULL ? converted : g_utf8_make_valid (text, -1);
}

static char *
skip_blanks (char *p)
{
  return p + strspn (p, " \t");
}

/* A word, or text in quotes with backslashes taken off, in place; NULL when a quote is not closed. @rest is behind it.
 */
static char *
take_token (char *p, const char *stops, char **rest, gboolean *quoted, char *stop)
{
  char quote = *p, *to = p, *start = p;

  *quoted = quote == '\'' || quote == '"';
  if (!*quoted)
    {
      p += strcspn (p, stops);
      *stop = *p;
      *rest = p + (*p != '\0');
      *p = '\0';
      return start;
    }
  for (p++; *p != quote; p++)
    {
      if (*p == '\\' && p[1] != '\0')
        p++;
      if (*p == '\0')
        return NULL;
      *to++ = *p;
    }
  /* The quotes leave room for the end. */
  *to = '\0';
  p++;
  *stop = *p;
  *rest = p;
  return start;
}

static gboolean
as_number (const char *text, double *value)
{
  const char *end = eqp_parse_number (text, '.', value);

  return end != NULL && *end == '\0';
}

static gboolean
parse_values (Arff *self, char *p, Attribute *attribute, GError **error)
{
  char *rest, *value, stop;
  gboolean quoted, any = FALSE;

  attribute->kind = KIND_NOMINAL;
  attribute->numbers = TRUE;
  for (;;)
    {
      double number = 0.0;

      p = skip_blanks (p);
      if (*p == '}' && any)
        return TRUE;
      if (*p == '\0' || *p == '}' || *p == ',')
        return refuse (self, error,
                       "the values of attribute “%s” are not a list in braces such as {yes,no}; mend the declaration.",
                       attribute->name);
      value = take_token (p, ",}", &rest, &quoted, &stop);
      if (value == NULL)
        return refuse (self, error, "a quote in the values of attribute “%s” is not closed; mend the declaration.",
                       attribute->name);
      if (!quoted)
        g_strchomp (value);
      if (!as_number (value, &number))
        attribute->numbers = FALSE;
      if (!any)
        {
          attribute->first = number;
          attribute->first_name = dup_text (self, value);
          attribute->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
        }
      g_hash_table_add (attribute->values, g_strdup (value));
      any = TRUE;
      if (quoted)
        {
          rest = skip_blanks (rest);
          stop = *rest;
          rest += *rest != '\0';
        }
      if (stop == '}')
        return TRUE;
      if (stop != ',')
        return refuse (self, error, "the values of attribute “%s” end without a brace; mend the declaration.",
                       attribute->name);
      p = rest;
    }
}

static gboolean
parse_attribute (Arff *self, char *p, GError **error)
{
  Attribute attribute = { .slot = -1 };
  char *rest, *name, stop;
  gboolean quoted;

  p = skip_blanks (p);
  name = take_token (p, " \t{", &rest, &quoted, &stop);
  if (name == NULL || (*name == '\0' && !quoted))
    return refuse (self, error, "the attribute has no name; write @attribute NAME TYPE.");
  if (self->attributes->len == MOST_ATTRIBUTES)
    return refuse (self, error, "there are more than %d attributes; use a format for wide data such as NPY.",
                   MOST_ATTRIBUTES);
  attribute.name = dup_text (self, name);
  g_array_append_val (self->attributes, attribute);

  if (!quoted && stop == '{')
    return parse_values (self, rest, attribute_at (self, self->attributes->len - 1), error);
  p = skip_blanks (rest);
  if (*p == '{')
    return parse_values (self, p + 1, attribute_at (self, self->attributes->len - 1), error);
  p[strcspn (p, " \t%[")] = '\0';
  if (g_ascii_strcasecmp (p, "numeric") == 0 || g_ascii_strcasecmp (p, "real") == 0 ||
      g_ascii_strcasecmp (p, "integer") == 0)
    return TRUE;
  if (g_ascii_strcasecmp (p, "string") == 0 || g_ascii_strcasecmp (p, "date") == 0)
    {
      attribute_at (self, self->attributes->len - 1)->kind = KIND_TEXT;
      return TRUE;
    }
  if (g_ascii_strcasecmp (p, "relational") == 0)
    return refuse (self, error, "attribute “%s” holds tables, which cannot be clustered; save the file without it.",
                   attribute.name);
  return refuse (self, error,
                 "attribute “%s” has the type “%s”, which is not known; numeric, string, date and lists in braces are.",
                 attribute.name, p);
}

static gboolean
starts_with_word (const char *line, const char *word)
{
  gsize length = strlen (word);

  return g_ascii_strncasecmp (line, word, length) == 0 && (line[length] == '\0' || g_ascii_isspace (line[length]));
}

static gboolean
read_header (Arff *self, GError **error)
{
  char *line;

  for (;;)
    {
      if (!_eqp_lines_next (&self->lines, &line, error))
        return FALSE;
      if (line == NULL)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                       "%s: the file ends before its rows (@data); it is incomplete, get it again.", self->file);
          return FALSE;
        }
      line = g_strstrip (line);
      if (*line == '\0' || *line == '%')
        continue;
      if (starts_with_word (line, "@relation"))
        continue;
      if (starts_with_word (line, "@attribute"))
        {
          if (!parse_attribute (self, line + strlen ("@attribute"), error))
            return FALSE;
        }
      else if (starts_with_word (line, "@data"))
        break;
      else
        {
          g_autofree char *start = g_utf8_make_valid (line, (gssize) MIN (strlen (line), 30));

          return refuse (self, error,
                         "“%s” is neither @relation, @attribute nor @data; mend the line, or put %% in front.", start);
        }
    }
  if (self->attributes->len == 0)
    return refuse (self, error, "no attribute is declared before @data.");
  return TRUE;
}

static gint64
find_attribute (const char *text, gpointer user_data)
{
  Arff *self = user_data;
  guint64 number;

  for (guint j = 0; j < self->attributes->len; j++)
    if (strcmp (attribute_at (self, j)->name, text) == 0)
      return j;
  for (guint j = 0; j < self->attributes->len; j++)
    if (g_ascii_strcasecmp (attribute_at (self, j)->name, text) == 0)
      return j;
  return g_ascii_string_to_unsigned (text, 10, 1, self->attributes->len, &number, NULL) ? (gint64) number - 1 : -1;
}

static void
offer_label (Arff *self, EqpDecision *decision, gint64 j)
{
  const char *name = attribute_at (self, j)->name;

  eqp_decision_offer (decision, "labels", name, "attribute “%s”", name);
}

/* So many attributes are offered as labels. */
#define MOST_OFFERED 200

static void
tell_label (Arff *self, gint64 runner_up, const char *evidence, gboolean asked)
{
  EqpDecision *decision = eqp_decision_new ("labels", "%s", evidence);

  decision->asked = asked;
  if (self->label >= 0)
    offer_label (self, decision, self->label);
  else
    eqp_decision_offer (decision, "labels", "none", "no labels");
  if (runner_up >= 0)
    offer_label (self, decision, runner_up);
  if (self->label >= 0)
    eqp_decision_offer (decision, "labels", "none", "no labels");
  for (gint64 j = 0; j < MIN ((gint64) self->attributes->len, MOST_OFFERED); j++)
    if (j != self->label && j != runner_up)
      offer_label (self, decision, j);
  _eqp_settle (&self->parts, decision);
}

/* "y" beside "x" may be the other coordinate. */
static gboolean
is_coordinate (Arff *self, gint64 j)
{
  gint64 x = g_ascii_strcasecmp (attribute_at (self, j)->name, "y") == 0
                 ? MAX (find_attribute ("x", self), find_attribute ("X", self))
                 : -1;

  return x >= 0 && attribute_at (self, j)->kind == KIND_NUMBER && attribute_at (self, x)->kind == KIND_NUMBER;
}

static gboolean
choose_label (Arff *self, GError **error)
{
  const char *asked = self->options->labels;
  gint64 last = (gint64) self->attributes->len - 1, runner_up = -1;
  const char *why = "by its name";

  self->label = -1;
  if (asked != NULL && strcmp (asked, "none") == 0)
    {
      tell_label (self, -1, "It was given.", TRUE);
      return TRUE;
    }
  if (asked != NULL)
    {
      self->label = strcmp (asked, "first") == 0  ? 0
                    : strcmp (asked, "last") == 0 ? last
                                                  : find_attribute (asked, self);
      if (self->label < 0)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "%s: there is no attribute “%s”; there are %u, by number or name.", self->file, asked,
                       self->attributes->len);
          return FALSE;
        }
      tell_label (self, -1, "It was given.", TRUE);
      eqp_note (&self->parts.decisions, "Labels: attribute “%s”, as asked for.",
                attribute_at (self, self->label)->name);
      return TRUE;
    }

  for (gint64 j = 0; j <= last; j++)
    if (attribute_at (self, j)->kind != KIND_TEXT && _eqp_name_means_labels (attribute_at (self, j)->name) &&
        !is_coordinate (self, j))
      {
        runner_up = self->label;
        self->label = j;
      }
  if (self->label < 0)
    {
      why = "because it has declared values";
      for (gint64 j = 0; j <= last; j++)
        if (attribute_at (self, j)->kind == KIND_NOMINAL && (j == last || !attribute_at (self, j)->numbers))
          {
            runner_up = self->label;
            self->label = j;
          }
    }
  if (self->label < 0)
    tell_label (self, -1, "No attribute is named like labels or has declared values that are no numbers.", FALSE);
  else
    {
      g_autofree char *evidence = NULL;
      const Attribute *chosen = attribute_at (self, self->label);

      if (chosen->values != NULL)
        evidence = g_strdup_printf ("Attribute “%s” was chosen %s; %u values are declared for it.", chosen->name, why,
                                    g_hash_table_size (chosen->values));
      else
        evidence = g_strdup_printf ("Attribute “%s” was chosen %s.", chosen->name, why);
      tell_label (self, runner_up, evidence, FALSE);
    }
  if (self->label < 0)
    eqp_note (&self->parts.decisions, "No attribute looks like labels.");
  else if (runner_up >= 0)
    eqp_note (&self->parts.decisions, "Labels: attribute “%s”, %s; the runner-up: “%s”.",
              attribute_at (self, self->label)->name, why, attribute_at (self, runner_up)->name);
  else
    eqp_note (&self->parts.decisions, "Labels: attribute “%s”, %s; the runner-up: no labels.",
              attribute_at (self, self->label)->name, why);
  return TRUE;
}

static gboolean
choose_roles (Arff *self, GError **error)
{
  g_autoptr (GArray) asked = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 nominal = 0, text = 0;

  if (!choose_label (self, error) || !eqp_choose_columns (self->file, self->options, self->attributes->len,
                                                          find_attribute, self, asked, &self->parts, error))
    return FALSE;

  for (guint i = 0; i < asked->len; i++)
    {
      gint64 j = g_array_index (asked, gint64, i);
      Attribute *attribute = attribute_at (self, j);

      if (j == self->label)
        continue;
      if (attribute->kind == KIND_NUMBER || (attribute->kind == KIND_NOMINAL && attribute->numbers))
        {
          nominal += attribute->kind == KIND_NOMINAL;
          attribute->slot = self->features->len;
          g_array_append_val (self->features, j);
        }
      else
        {
          text++;
          _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_IGNORED, .column = j + 1,
                                                     .name = attribute->name, .after = (char *) "has text" });
        }
    }
  if (nominal > 0)
    eqp_note (&self->parts.decisions,
              "%" G_GINT64_FORMAT
              " attribute%s of declared numbers %s taken as numbers; the runner-up: as names without an order.",
              nominal, nominal == 1 ? "" : "s", nominal == 1 ? "was" : "were");
  if (text > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " attribute%s of text %s left out.", text,
              text == 1 ? "" : "s", text == 1 ? "was" : "were");
  if (self->features->len == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: no attribute has numbers to work with; make numbers of those with names (Weka: "
                   "NominalToBinary), or save the rows as CSV and open them with --one-hot all.",
                   self->file);
      return FALSE;
    }
  return TRUE;
}

/* Weka refuses such a cell; here it counts as it stands, and is told. */
static void
check_declared (Arff *self, const Attribute *attribute, const char *text)
{
  g_autofree char *valid = NULL;

  if (attribute->values == NULL || g_hash_table_contains (attribute->values, text))
    return;
  valid = dup_text (self, text);
  _eqp_log (&self->parts,
            &(EqpLedgerEntry){ EQP_LEDGER_UNDECLARED, .line = self->lines.line, .row = eqp_store_get_rows (self->store),
                               .column = attribute - attribute_at (self, 0) + 1, .name = attribute->name,
                               .after = valid });
  if (self->undeclared++ == 0)
    {
      self->first_undeclared = g_strdup_printf ("line %" G_GINT64_FORMAT ", “%s” of attribute “%s”", self->lines.line,
                                                valid, attribute->name);
    }
}

/* One cell, into its store column or the labels. */
static gboolean
put_cell (Arff *self, double *row, gint64 j, const char *text, gboolean quoted, gint32 *label, GError **error)
{
  Attribute *attribute = attribute_at (self, j);
  gboolean missing = !quoted && (strcmp (text, "?") == 0 || *text == '\0');
  double value = NAN;

  if (j == self->label)
    {
      g_autofree char *valid = NULL;

      if (missing)
        {
          *label = -1;
          return TRUE;
        }
      check_declared (self, attribute, text);
      if (attribute->kind == KIND_NUMBER && as_number (text, &value) && value == floor (value) && fabs (value) < 1e15)
        valid = g_strdup_printf ("%.0f", value + 0.0);
      else
        valid = dup_text (self, text);
      *label = eqp_label_table_add (&self->names, valid);
      return TRUE;
    }
  if (attribute->slot < 0)
    return TRUE;
  if (!missing && !as_number (text, &value))
    {
      g_autofree char *start = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 30));

      if (g_ascii_strcasecmp (text, "nan") == 0 || g_ascii_strcasecmp (text, "na") == 0)
        value = NAN;
      else
        return refuse (self, error,
                       "“%s” is no number, but attribute “%s” is declared as one; mend the cell, or write ? for a "
                       "missing one.",
                       start, attribute->name);
    }
  if (!missing)
    check_declared (self, attribute, text);
  row[attribute->slot] = value;
  return TRUE;
}

/* Behind the row, in braces. */
static void
leave_out_weight (Arff *self, const char *text)
{
  g_autofree char *weight = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 30));

  self->weights++;
  _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_WEIGHT_IGNORED, .line = self->lines.line,
                                             .row = eqp_store_get_rows (self->store), .before = weight });
}

static gboolean
parse_dense (Arff *self, char *p, double *row, gint32 *label, GError **error)
{
  gint64 n = (gint64) self->attributes->len, j = 0;
  char *rest, *text, stop;
  gboolean quoted;

  for (p = skip_blanks (p); j < n; j++)
    {
      text = take_token (p, ", \t", &rest, &quoted, &stop);
      if (text == NULL)
        return refuse (self, error, "a quote in the row is not closed.");
      if (*text == '\0' && !quoted && stop == '\0')
        break;
      if (quoted && stop != '\0' && stop != ',' && stop != ' ' && stop != '\t')
        return refuse (self, error,
                       "there is text right behind the quote of value %" G_GINT64_FORMAT "; put a comma between.",
                       j + 1);
      if (!put_cell (self, row, j, text, quoted, label, error))
        return FALSE;
      /* Blanks around the comma belong to it. */
      p = rest;
      if (stop != ',' || quoted)
        {
          p = skip_blanks (p);
          if (*p == ',')
            p++;
        }
      p = skip_blanks (p);
    }
  if (j < n)
    return refuse (self, error,
                   "the row has %" G_GINT64_FORMAT " values for %" G_GINT64_FORMAT
                   " attributes; add the others, or ? for missing ones.",
                   j, n);
  if (*p == '{')
    {
      leave_out_weight (self, p);
      return TRUE;
    }
  if (*p != '\0' && *p != '%')
    return refuse (self, error, "the row has more than %" G_GINT64_FORMAT " values, one for each attribute.", n);
  return TRUE;
}

/* Behind the brace of a sparse row stands nothing, or its weight in braces. */
static gboolean
end_sparse (Arff *self, const char *p, GError **error)
{
  p += strspn (p, " \t,");
  if (*p == '{')
    leave_out_weight (self, p);
  return *p == '\0' || *p == '%' || *p == '{' ||
         refuse (self, error, "there is text behind the brace of the sparse row.");
}

static gboolean
parse_sparse (Arff *self, char *p, double *row, gint32 *label, GError **error)
{
  gint64 n = (gint64) self->attributes->len, last = -1;
  char *rest, *text, stop;
  gboolean quoted;

  for (gint64 k = 0; k < (gint64) self->features->len; k++)
    row[k] = attribute_at (self, g_array_index (self->features, gint64, k))->first;
  if (self->label >= 0)
    {
      Attribute *attribute = attribute_at (self, self->label);

      *label = attribute->kind == KIND_TEXT
                   ? -1
                   : eqp_label_table_add (&self->names, attribute->first_name != NULL ? attribute->first_name : "0");
    }
  for (p = skip_blanks (p + 1); *p != '}';)
    {
      guint64 index = g_ascii_strtoull (p, &rest, 10);

      if (rest == p || (*rest != ' ' && *rest != '\t') || index >= (guint64) n)
        return refuse (self, error,
                       "“%.*s” is no attribute; the sparse row needs pairs of an attribute's number from 0 to "
                       "%" G_GINT64_FORMAT " and a value.",
                       (int) MIN (20, strcspn (p, " \t,}")), p, n - 1);
      if ((gint64) index <= last)
        return refuse (
            self, error,
            "attribute %" G_GUINT64_FORMAT " comes after a higher or the same one; the numbers have to go up.", index);
      last = (gint64) index;
      p = skip_blanks (rest);
      text = take_token (p, ",} \t", &rest, &quoted, &stop);
      if (text == NULL || (*text == '\0' && !quoted))
        return refuse (self, error, "attribute %" G_GUINT64_FORMAT " of the sparse row has no value.", index);
      if (!put_cell (self, row, (gint64) index, text, quoted, label, error))
        return FALSE;
      if (quoted || stop == ' ' || stop == '\t')
        {
          rest = skip_blanks (rest);
          stop = *rest;
          rest += *rest != '\0';
        }
      if (stop == '}')
        return end_sparse (self, rest, error);
      if (stop != ',')
        return refuse (self, error, "the sparse row ends without a brace.");
      p = skip_blanks (rest);
    }
  return end_sparse (self, p + 1, error);
}

static gboolean
read_rows (Arff *self, GError **error)
{
  gint64 most = _eqp_most_rows (self->features->len, sizeof (double)), wanted = self->options->max_rows,
         start = self->lines.bytes;
  gsize row_bytes = self->features->len * sizeof (double) + sizeof (gint32) + sizeof (gint64);
  char *line;

  self->store = eqp_store_new (self->features->len, sizeof (double), NULL);
  while (wanted == 0 || eqp_store_get_rows (self->store) < wanted)
    {
      gint32 label = -1;
      double *row;
      char *p;

      if (!_eqp_lines_next (&self->lines, &line, error))
        return FALSE;
      if (line == NULL)
        return TRUE;
      p = g_strstrip (line);
      if (*p == '\0' || *p == '%')
        continue;
      if (eqp_store_get_rows (self->store) >= most)
        return _eqp_check_memory (self->file, most + most / 4 + 1, self->features->len, sizeof (double), error);
      row = eqp_store_append (self->store, error);
      if (row == NULL ||
          !(*p == '{' ? parse_sparse (self, p, row, &label, error) : parse_dense (self, p, row, &label, error)))
        return FALSE;
      g_array_append_val (self->line_of_row, self->lines.line);
      if (self->label >= 0)
        g_array_append_val (self->labels, label);
      if (eqp_store_get_rows (self->store) >= LOOK_ROWS &&
          !eqp_source_check_rows (self->lines.source, start, self->lines.bytes - start,
                                  eqp_store_get_rows (self->store), wanted, self->features->len, row_bytes, error))
        return FALSE;
    }
  return TRUE;
}

static char *
place_of_cell (gint64 row, gint64 column, gpointer user_data)
{
  Arff *self = user_data;

  return g_strdup_printf ("line %" G_GINT64_FORMAT ", attribute “%s”", g_array_index (self->line_of_row, gint64, row),
                          attribute_at (self, g_array_index (self->features, gint64, column))->name);
}

/* Entries made by the store know its rows and columns; here they get line, column and name of the file. */
static void
complete_entry (EqpLedgerEntry *entry, gpointer user_data)
{
  Arff *self = user_data;

  if (entry->row > 0)
    entry->line = g_array_index (self->line_of_row, gint64, entry->row - 1);
  if (entry->column > 0)
    {
      gint64 j = g_array_index (self->features, gint64, entry->column - 1);

      entry->column = j + 1;
      entry->name = g_strdup (attribute_at (self, j)->name);
    }
}

static gboolean
finish_store (Arff *self, GArray *slots, guint8 **dropped, GError **error)
{
  guint first = self->parts.ledger != NULL ? eqp_ledger_get_n_entries (self->parts.ledger) : 0;

  if (!eqp_store_settle_missing (self->store, slots, self->options->missing, self->file, place_of_cell, self, dropped,
                                 &self->parts, error) ||
      !eqp_store_finish (self->store, slots, *dropped, &self->parts, error))
    return FALSE;
  if (self->parts.ledger != NULL)
    eqp_ledger_complete (self->parts.ledger, first, complete_entry, self);
  return TRUE;
}

static gboolean
drop_unlabeled (Arff *self, guint8 **dropped, GError **error)
{
  gint64 missing = 0, first = -1, rows = self->labels->len;

  for (gint64 i = 0; i < rows; i++)
    if (g_array_index (self->labels, gint32, i) < 0)
      {
        if (*dropped == NULL)
          *dropped = g_new0 (guint8, rows);
        (*dropped)[i] = 1;
        missing++;
        first = first < 0 ? i : first;
        _eqp_log (&self->parts,
                  &(EqpLedgerEntry){ EQP_LEDGER_ROW_DROPPED, .line = g_array_index (self->line_of_row, gint64, i),
                                     .row = i + 1, .column = self->label + 1,
                                     .after = (char *) "the label is missing" });
      }
  if (missing == 0)
    return TRUE;
  if (self->options->missing == EQP_MISSING_REFUSE || missing == rows)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s, line %" G_GINT64_FORMAT ": the label (attribute “%s”) is missing (%" G_GINT64_FORMAT
                   " such in all); fill it in, or choose other labels.",
                   self->file, g_array_index (self->line_of_row, gint64, first), attribute_at (self, self->label)->name,
                   missing);
      return FALSE;
    }
  self->parts.missing += missing;
  eqp_note (&self->parts.decisions,
            "%" G_GINT64_FORMAT " row%s without a label (the first in line %" G_GINT64_FORMAT ") %s left out.", missing,
            missing == 1 ? "" : "s", g_array_index (self->line_of_row, gint64, first), missing == 1 ? "was" : "were");
  return TRUE;
}

static gboolean
assemble (Arff *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree guint8 *dropped = NULL;
  gint64 rows = eqp_store_get_rows (self->store), n = 0;

  if (rows == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA, "%s: there is no row below @data.", self->file);
      return FALSE;
    }
  for (gint64 k = 0; k < (gint64) self->features->len; k++)
    g_array_append_val (slots, k);
  eqp_store_set_cancellable (self->store, cancellable);
  if (!drop_unlabeled (self, &dropped, error)
      || !finish_store (self, slots, &dropped, error))
    return FALSE;

  self->parts.column_names = g_new0 (char *, slots->len + 1);
  for (guint i = 0; i < slots->len; i++)
    self->parts.column_names[i] =
        g_strdup (attribute_at (self, g_array_index (self->features, gint64, g_array_index (slots, gint64, i)))->name);
  if (self->label >= 0)
    {
      self->parts.labels = g_new (gint32, rows);
      for (gint64 i = 0; i < rows; i++)
        if (dropped == NULL || !dropped[i])
          self->parts.labels[n++] = g_array_index (self->labels, gint32, i);
      self->parts.class_names = eqp_label_table_settle (&self->names, n, self->parts.labels);
    }
  if (self->weights > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " row%s a weight, which was left out.", self->weights,
              self->weights == 1 ? " has" : "s have");
  if (self->undeclared > 0)
    eqp_note (&self->parts.findings,
              "%" G_GINT64_FORMAT " cell%s a value that is not declared (the first: %s); it was taken as it stands.",
              self->undeclared, self->undeclared == 1 ? " has" : "s have", self->first_undeclared);
  if (self->foreign)
    eqp_note (&self->parts.decisions, "The text is not UTF-8 and was taken as Windows-1252 (Latin-1); another encoding "
                                      "can be given (--encoding).");
  return TRUE;
}

static EqpDataset *
arff_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
           GError **error)
{
  static const EqpImportOptions guess = { 0 };
  g_autoptr (EqpSource) source = NULL;
  g_auto (Arff) self = { 0 };

  self.options = options != NULL ? options : &guess;
  self.attributes = g_array_new (FALSE, FALSE, sizeof (Attribute));
  g_array_set_clear_func (self.attributes, attribute_clear);
  self.features = g_array_new (FALSE, FALSE, sizeof (gint64));
  self.labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  self.line_of_row = g_array_new (FALSE, FALSE, sizeof (gint64));
  eqp_label_table_init (&self.names);

  source = eqp_source_open_member (file, self.options->variable, self.options->encoding, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  self.file = eqp_source_get_name (source);
  _eqp_parts_watch (&self.parts, progress, self.file);
  _eqp_lines_init (&self.lines, source);
  if (!read_header (&self, error) || !choose_roles (&self, error) || !read_rows (&self, error) ||
      !assemble (&self, cancellable, error))
    return NULL;

  eqp_source_tell_rest (source, &self.parts);
  self.parts.name = g_strdup (self.file);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup ("ARFF");
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

const EqpReader _eqp_reader_arff = {
  .id = "arff",
  .name = "ARFF (Weka)",
  .suffixes = "arff;arff.gz",
  .sniff = _eqp_arff_sniff,
  .read = arff_read,
};
