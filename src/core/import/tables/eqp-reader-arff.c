/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ARFF, the format of Weka: declared attributes, then rows, dense or sparse. The declarations say which attributes
 * are numbers and which are classes, so that the roles are settled before the first row. */
#include "config.h"

#include "base/eqp-sentence.h"
#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-lines.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "eqp-table-private.h"

#define MOST_ATTRIBUTES 1000000

/* The length of the rows is guessed from so many. */
#define LOOK_ROWS 16

/* What is declared beside the kind of a column. */
typedef struct
{
  gboolean    text;       /* strings and dates, which sparse rows leave out as missing */
  double      first;      /* the first declared value as a number, what sparse rows leave out */
  char       *first_name;
  GHashTable *values;     /* char*, the declared ones; or NULL */
  char        number[G_ASCII_DTOSTR_BUF_SIZE]; /* of the row at hand, where numbers are taken as names */
} Attribute;

typedef struct
{
  EqpTable    table;
  EqpLines    lines;
  GArray     *attributes;   /* Attribute */
  gint64      nominal;      /* attributes of declared numbers */
} Arff;

#define attribute_at(self, j) (&g_array_index ((self)->attributes, Attribute, j))
#define column_at(self, j) (eqp_table_column (&(self)->table, j))

static void
attribute_clear (gpointer data)
{
  Attribute *attribute = data;

  g_free (attribute->first_name);
  g_clear_pointer (&attribute->values, g_hash_table_unref);
}

static void
arff_clear (Arff *self)
{
  _eqp_lines_clear (&self->lines);
  g_array_unref (self->attributes);
  _eqp_table_clear (&self->table);
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
  raw = eqp_sentence_vdup (format, args);
  va_end (args);
  /* What is quoted of a line may be no text, or end within a character. */
  what = g_utf8_make_valid (raw, -1);
  /* Translators: file, line, what is wrong there. */
  return eqp_refuse (error, EQP_ERROR_PARSE, _ ("%s, line %" PRId64 ": %s"), self->table.file, self->lines.line, what);
}

static char *
dup_text (Arff *self, const char *text)
{
  return _eqp_table_dup_field (&self->table, &(EqpField){ text, strlen (text), 0 });
}

static char *
skip_blanks (char *p)
{
  return p + strspn (p, " \t");
}

/* Text up to one of @stops, or in quotes with backslashes taken off, in place; NULL when a quote is not closed. @stop:
 * the mark behind it, which @rest is behind; blanks between a quote and that mark, or around a value, do not count. */
static char *
take_value (char *p, const char *stops, char **rest, gboolean *quoted, char *stop)
{
  char quote = *p, *to = p, *start = p;

  *quoted = quote == '\'' || quote == '"';
  if (!*quoted)
    {
      p += strcspn (p, stops);
      *stop = *p;
      *rest = p + (*p != '\0');
      *p = '\0';
      return g_strchomp (start);
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
  *rest = skip_blanks (++p);
  *stop = *rest > p && strchr (",}", **rest) == NULL ? ' ' : **rest;
  *rest += **rest != '\0' && strchr (",}", **rest) != NULL;
  return start;
}

static gboolean
parse_values (Arff *self, char *p, GError **error)
{
  gint64 j = (gint64) self->attributes->len - 1;
  Attribute *attribute = attribute_at (self, j);
  EqpTableColumn *column = column_at (self, j);
  char *rest, *value, stop;
  gboolean quoted, any = FALSE;

  column->declared = TRUE;
  for (;;)
    {
      double number = 0.0;

      p = skip_blanks (p);
      if (*p == '}' && any)
        break;
      if (*p == '\0' || *p == '}' || *p == ',')
        return refuse (self, error,
                       _ ("the values of attribute “%s” are not a list in braces such as {yes,no}; mend the "
                          "declaration."),
                       column->name);
      value = take_value (p, ",}", &rest, &quoted, &stop);
      if (value == NULL)
        return refuse (self, error, _ ("a quote in the values of attribute “%s” is not closed; mend the declaration."),
                       column->name);
      if (!eqp_is_number (value, -1, '.', &number))
        column->kind = EQP_COLUMN_TEXT;
      if (!any)
        {
          attribute->first = number;
          attribute->first_name = dup_text (self, value);
          attribute->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
        }
      g_hash_table_add (attribute->values, g_strdup (value));
      any = TRUE;
      if (stop == '}')
        break;
      if (stop != ',')
        return refuse (self, error, _ ("the values of attribute “%s” end without a brace; mend the declaration."),
                       column->name);
      p = rest;
    }
  self->nominal += column->kind == EQP_COLUMN_NUMBER;
  return TRUE;
}

static gboolean
parse_attribute (Arff *self, char *p, GError **error)
{
  Attribute attribute = { 0 };
  EqpTableColumn column = { .seen = TRUE };
  char *rest, *name, stop;
  gboolean quoted;

  p = skip_blanks (p);
  name = take_value (p, " \t{", &rest, &quoted, &stop);
  if (name == NULL || (*name == '\0' && !quoted))
    return refuse (self, error, _ ("the attribute has no name; write @attribute NAME TYPE."));
  if (self->attributes->len == MOST_ATTRIBUTES)
    return refuse (self, error, _ ("there are more than %d attributes; use a format for wide data such as NPY."),
                   MOST_ATTRIBUTES);
  column.name = dup_text (self, name);
  g_array_append_val (self->table.columns, column);
  g_array_append_val (self->attributes, attribute);
  self->table.n_columns++;

  if (!quoted && stop == '{')
    return parse_values (self, rest, error);
  p = skip_blanks (rest);
  if (*p == '{')
    return parse_values (self, p + 1, error);
  p[strcspn (p, " \t%[")] = '\0';
  if (g_ascii_strcasecmp (p, "numeric") == 0 || g_ascii_strcasecmp (p, "real") == 0 ||
      g_ascii_strcasecmp (p, "integer") == 0)
    return TRUE;
  if (g_ascii_strcasecmp (p, "string") == 0 || g_ascii_strcasecmp (p, "date") == 0)
    {
      attribute_at (self, self->attributes->len - 1)->text = TRUE;
      column_at (self, self->table.n_columns - 1)->kind = EQP_COLUMN_TEXT;
      return TRUE;
    }
  return refuse (self, error,
                 _ ("attribute “%s” has the type “%s”, which is not known; numeric, string, date and lists in braces "
                    "are."),
                 column.name, p);
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
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s: the file ends before its rows (@data); it is incomplete, get it again."),
                           self->table.file);
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
                         _ ("“%s” is neither a comment (%%) nor an @ line (@relation, @attribute, @data); put %% in "
                            "front, or take it out."),
                         start);
        }
    }
  if (self->attributes->len == 0)
    return refuse (self, error, _ ("no attribute is declared before @data."));
  return TRUE;
}

static void
put_text (Arff *self, gint64 j, const char *text)
{
  self->table.texts[j] = (EqpField){ text, strlen (text), 0 };
}

/* One cell into the row at hand. */
static gboolean
put_cell (Arff *self, gint64 j, const char *text, gboolean quoted, GError **error)
{
  EqpTable *table = &self->table;
  EqpTableColumn *column = column_at (self, j);
  Attribute *attribute = attribute_at (self, j);
  gboolean missing = !quoted && (strcmp (text, "?") == 0 || *text == '\0');
  double value = NAN;

  if (table->slots[j] == EQP_SLOT_SKIP)
    return TRUE;
  if (!missing && attribute->values != NULL && !g_hash_table_contains (attribute->values, text))
    return refuse (self, error,
                   _ ("“%s” is none of the values declared for attribute “%s”; add it to them, or mend the cell."),
                   text, column->name);
  if (table->slots[j] == EQP_SLOT_TEXT)
    {
      /* 1 and 1.0 of an attribute of numbers are the same class. */
      if (!missing && !attribute->text && attribute->values == NULL && eqp_is_number (text, -1, '.', &value) &&
          isfinite (value))
        {
          eqp_name_number (value, attribute->number);
          text = attribute->number;
        }
      put_text (self, j, missing ? "" : text);
      return TRUE;
    }
  if (!missing && !eqp_is_number (text, -1, '.', &value))
    {
      g_autofree char *start = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 30));

      if (!_eqp_table_is_missing (table, &(EqpField){ text, strlen (text), 0 }))
        return refuse (self, error,
                       _ ("“%s” is no number, but attribute “%s” is declared as one; mend the cell, or write ? for a "
                          "missing one."),
                       start, column->name);
      value = NAN;
    }
  column->missing += !isfinite (value);
  table->values[table->slots[j]] = value;
  return TRUE;
}

/* Behind the row, in braces. */
static void
leave_out_weight (Arff *self, const char *text)
{
  g_autofree char *weight = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 30));

  _eqp_log (&self->table.parts, &(EqpLedgerEntry){ EQP_LEDGER_WEIGHT_IGNORED, .line = self->lines.line,
                                                   .row = eqp_store_get_rows (self->table.store) + 1,
                                                   .before = weight });
}

static gboolean
parse_dense (Arff *self, char *p, GError **error)
{
  gint64 n = self->table.n_columns, j = 0;
  /* Blanks are part of values that have commas between them: {Class 1,Class 2}. */
  const char *stops = n > 1 && strchr (p, ',') == NULL ? " \t" : ",";
  char *rest, *text, stop;
  gboolean quoted;

  for (p = skip_blanks (p); j < n; j++, p = skip_blanks (rest))
    {
      text = take_value (p, stops, &rest, &quoted, &stop);
      if (text == NULL)
        return refuse (self, error, _ ("a quote in the row is not closed."));
      if (*text == '\0' && !quoted && stop == '\0')
        break;
      if (quoted && stop != '\0' && stop != ',' && stop != ' ')
        return refuse (self, error,
                       _ ("there is text right behind the quote of value %" PRId64 "; put a comma between."), j + 1);
      if (!put_cell (self, j, text, quoted, error))
        return FALSE;
    }
  if (j < n)
    return refuse (self, error,
                   _ ("the row has %" PRId64 " values for %" PRId64
                      " attributes; add the others, or ? for missing ones."),
                   j, n);
  if (*p == '{')
    leave_out_weight (self, p);
  else if (*p != '\0' && *p != '%')
    return refuse (self, error, _ ("the row has more than %" PRId64 " values, one for each attribute."), n);
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
         refuse (self, error, _ ("there is text behind the brace of the sparse row."));
}

/* What sparse rows leave out is 0, or the first declared value. */
static void
fill_sparse (Arff *self)
{
  for (gint64 j = 0; j < self->table.n_columns; j++)
    {
      const Attribute *attribute = attribute_at (self, j);

      if (self->table.slots[j] >= 0)
        self->table.values[self->table.slots[j]] = attribute->first;
      else if (self->table.slots[j] == EQP_SLOT_TEXT)
        put_text (self, j, attribute->text ? "" : attribute->first_name != NULL ? attribute->first_name : "0");
    }
}

static gboolean
parse_sparse (Arff *self, char *p, GError **error)
{
  gint64 n = self->table.n_columns, last = -1;
  char *rest, *text, stop;
  gboolean quoted;

  fill_sparse (self);
  for (p = skip_blanks (p + 1); *p != '}';)
    {
      guint64 index = g_ascii_strtoull (p, &rest, 10);

      if (rest == p || (*rest != ' ' && *rest != '\t') || index >= (guint64) n)
        return refuse (self, error,
                       _ ("“%.*s” is no attribute; the sparse row needs pairs of an attribute's number from 0 to "
                          "%" PRId64 " and a value."),
                       (int) MIN (20, strcspn (p, " \t,}")), p, n - 1);
      if ((gint64) index <= last)
        return refuse (
            self, error,
            _ ("attribute %" PRIu64 " comes after a higher or the same one; the numbers have to go up."), index);
      last = (gint64) index;
      p = skip_blanks (rest);
      text = take_value (p, ",}", &rest, &quoted, &stop);
      if (text == NULL || (*text == '\0' && !quoted))
        return refuse (self, error, _ ("attribute %" PRIu64 " of the sparse row has no value."), index);
      if (!put_cell (self, (gint64) index, text, quoted, error))
        return FALSE;
      if (stop == '}')
        return end_sparse (self, rest, error);
      if (stop != ',')
        return refuse (self, error, _ ("the sparse row ends without a brace."));
      p = skip_blanks (rest);
    }
  return end_sparse (self, p + 1, error);
}

static gboolean
read_rows (Arff *self, GError **error)
{
  EqpTable *table = &self->table;
  gint64 wanted = table->options->max_rows, start = self->lines.bytes;
  char *line;

  while (wanted == 0 || eqp_store_get_rows (table->store) < wanted)
    {
      char *p;

      if (!_eqp_lines_next (&self->lines, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      p = g_strstrip (line);
      if (*p == '\0' || *p == '%')
        continue;
      table->line = self->lines.line;
      if (!(*p == '{' ? parse_sparse (self, p, error) : parse_dense (self, p, error)) ||
          !_eqp_table_append_row (table, error))
        return FALSE;
      if (eqp_store_get_rows (table->store) >= LOOK_ROWS &&
          !_eqp_table_check_memory (table, self->lines.source, start, self->lines.bytes - start,
                                    eqp_store_get_rows (table->store), error))
        return FALSE;
    }
  if (eqp_store_get_rows (table->store) > 0)
    return TRUE;
  return eqp_refuse (error, EQP_ERROR_INVALID_DATA, _ ("%s: there is no row below @data."), table->file);
}

static void
tell (Arff *self)
{
  EqpDatasetParts *parts = &self->table.parts;

  if (self->table.foreign)
    eqp_note (&parts->decisions, _ ("The text is not UTF-8 and was taken as Windows-1252 (Latin-1)."));
  if (self->nominal > 0)
    eqp_note (&parts->decisions,
              eqp_ngettext ("%" PRId64 " attribute of declared numbers was taken as numbers; the runner-up: as "
                            "names without an order.",
                            "%" PRId64 " attributes of declared numbers were taken as numbers; the runner-up: as "
                            "names without an order.", self->nominal),
              self->nominal);
}

static EqpDataset *
arff_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (EqpSource) source = NULL;
  g_auto (Arff) self = { 0 };
  EqpTable *table = &self.table;

  self.attributes = g_array_new (FALSE, FALSE, sizeof (Attribute));
  g_array_set_clear_func (self.attributes, attribute_clear);
  _eqp_table_init (table, options);
  table->given = table->options;
  table->cancellable = cancellable;
  table->typed = table->header = TRUE;
  table->decimal = '.';

  source = eqp_source_open_member (file, table->options->variable, table->options->encoding, progress, cancellable,
                                   error);
  if (source == NULL)
    return NULL;
  table->file = eqp_source_get_name (source);
  _eqp_parts_watch (&table->parts, progress, table->file);
  _eqp_lines_init (&self.lines, source);
  if (!read_header (&self, error) || !_eqp_table_apply_options (table, error) || !read_rows (&self, error) ||
      !_eqp_table_assemble (table, file, cancellable, error))
    return NULL;

  tell (&self);
  _eqp_table_tell_missing (table);
  table->parts.name = g_strdup (table->file);
  table->parts.source = g_file_get_parse_name (file);
  table->parts.format = g_strdup ("ARFF");
  return eqp_dataset_new_cancellable (&table->parts, cancellable, error);
}

/* Returns 100 where blank lines and comments come first, then @relation or @attribute; otherwise 0. Below comments
 * another line is a broken one, which the reader names. */
static int
arff_sniff (const EqpProbe *probe)
{
  g_autofree char *text = g_strndup ((const char *) probe->head, probe->head_length);

  return g_regex_match_simple ("\\A(?:\xef\xbb\xbf)?\\s*(?:%.*^[ \\t\\r]*)?@(?:relation|attribute)", text,
                               G_REGEX_RAW | G_REGEX_CASELESS | G_REGEX_MULTILINE | G_REGEX_DOTALL, 0) ? 100 : 0;
}

const EqpReader _eqp_reader_arff = {
  .id = "arff",
  .name = "ARFF (Weka)",
  .suffixes = "arff;arff.gz",
  .sniff = arff_sniff,
  .read = arff_read,
};
