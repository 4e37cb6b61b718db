/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the numbers of a table are written: decimal mark, thousands mark, percent and currency signs. Where the cells do
 * not tell whether 1.000 is one or a thousand, the user is asked. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"

/* Longer texts are no numbers. */
#define MOST_BYTES 64

/* Of percent and currencies. Where one begins with another one, the longer comes first. */
#define SIGN                                                                                              \
  "(%|US\\$|R\\$|A\\$|C\\$|\\$|€|£|¥|₹|₽|₩|₺|₪|¤|EUR|USD|GBP|CHF|JPY|CNY|INR|BRL|PLN|RUB|KRW|SEK|NOK|DKK|CZK|" \
  "HUF|TRY|AUD|CAD|zł|Kč|Ft|kr\\.|kr|Fr\\.|руб\\.|руб|円|元|원)"

/* Quotes that are no quotation marks of the table: ="1.5" keeps spreadsheets from changing a text, '1.5 makes one. */
static const char quotes[] = "^ *(?|=\"\"(.+)\"\"|=\"(.+)\"|“(.+)”|‘(.+)'|'(.+?)'?) *\\z";

/* A sign, a minus or a parenthesis, a sign, digits and marks, a minus, a sign, a parenthesis, a sign. */
static const char written[] = "^ *" SIGN "? *([-+(]?) *" SIGN "? *((?=[.,]*\\d)[\\d.,' ]+?(?:[eEdD][-+]?\\d+)?)(-?)"
                              " *" SIGN "? *(\\)?) *" SIGN "? *\\z";

/* A text of digits and marks, without a sign of percent or a currency. */
typedef struct
{
  char       text[MOST_BYTES + 1]; /* blanks between groups as ' ', ticks as '\'' */
  EqpWritten how;                  /* without thousands marks */
} Body;

/* Text that is not UTF-8 as Windows-1252; full-width and other digits and marks, blanks and apostrophes as ASCII ones;
 * NULL where it is no text. */
static char *
settle_characters (const char *text, gsize length, gboolean *spelled)
{
  g_autofree char *valid = g_utf8_validate (text, (gssize) length, NULL)
                               ? g_strndup (text, length)
                               : g_convert (text, (gssize) length, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);
  GString *plain;

  if (valid == NULL || g_str_is_ascii (valid))
    return g_steal_pointer (&valid);
  plain = g_string_new (NULL);
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar twin = c;

      if (c >= 0xff01 && c <= 0xff5e)
        twin = c - 0xfee0;
      else if (c > 0x7f && g_unichar_isdigit (c))
        twin = '0' + (gunichar) g_unichar_digit_value (c);
      else if (c == 0x2013)
        twin = '-';
      else if (c == 0x066b || c == 0x066c)
        twin = c == 0x066b ? '.' : ',';
      *spelled |= twin != c;
      if (c == 0xa0 || c == 0x202f || c == 0x2009)
        twin = ' ';
      else if (c == 0x2212 || c == 0x2019)
        twin = c == 0x2212 ? '-' : '\'';
      g_string_append_unichar (plain, twin);
    }
  return g_string_free (plain, FALSE);
}

static gpointer
pattern (gpointer text)
{
  return g_regex_new (text, G_REGEX_OPTIMIZE, 0, NULL);
}

/* Takes everything off that stands around digits and marks; FALSE where there is more, or where it does not go
 * together. */
static gboolean
take_body (const char *text, gsize length, Body *body)
{
  static GOnce once[2] = { G_ONCE_INIT, G_ONCE_INIT };
  GRegex *number = g_once (&once[0], pattern, (gpointer) written);
  GRegex *around = g_once (&once[1], pattern, (gpointer) quotes);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *plain = NULL;
  char mark, *exponent;
  int from[9] = { 0 }, to[9] = { 0 };

  body->how = (EqpWritten) { FALSE };
  if (length == 0 || length > MOST_BYTES)
    return FALSE;
  plain = settle_characters (text, length, &body->how.spelled);
  if (plain == NULL || strpbrk (plain, "0123456789") == NULL)
    return FALSE;
  /* Most have no more than marks. */
  if (strspn (plain + (*plain == '-'), "0123456789.,") == strlen (plain + (*plain == '-')))
    {
      g_strlcpy (body->text, plain, sizeof body->text);
      return TRUE;
    }
  if (!g_regex_match (number, plain, 0, &match))
    {
      g_autoptr (GMatchInfo) quoted = NULL;
      char *inner;

      if (!g_regex_match (around, plain, 0, &quoted))
        return FALSE;
      inner = g_match_info_fetch (quoted, 1);
      g_free (plain);
      plain = inner;
      g_clear_pointer (&match, g_match_info_unref);
      if (!g_regex_match (number, plain, 0, &match))
        return FALSE;
      body->how.spelled = TRUE;
    }

  for (int i = 1; i < 9; i++)
    g_match_info_fetch_pos (match, i, &from[i], &to[i]);
  for (int i = 1; i < 9; i++)
    if (to[i] > from[i] && (i == 1 || i == 3 || i == 6 || i == 8))
      {
        g_autofree char *sign = g_strndup (plain + from[i], (gsize) (to[i] - from[i]));

        if (body->how.sign != NULL)
          return FALSE;
        body->how.sign = g_intern_string (sign);
      }
  mark = to[2] > from[2] ? plain[from[2]] : '\0';
  if ((mark == '(') != (to[7] > from[7]) || (mark != '\0' && to[5] > from[5]))
    return FALSE;
  body->how.spelled |= mark == '(' || to[5] > from[5];
  g_snprintf (body->text, sizeof body->text, "%s%.*s", mark == '(' || to[5] > from[5] ? "-" : mark == '-' ? "-" : "",
              to[4] - from[4], plain + from[4]);
  /* Fortran writes the exponent of double precision with a D: 1.5D-03. */
  exponent = strpbrk (body->text, "dD");
  if (exponent != NULL)
    *exponent = 'e';
  return TRUE;
}

/* Groups as in 12,34,567: the last one has three digits, those before it two. */
static const char *
skip_lakhs (const char *text)
{
  const char *p = text + strspn (text, "0123456789");
  gint64 pairs = 0;

  if (p == text || p > text + 2)
    return NULL;
  for (; *p == ',' && strspn (p + 1, "0123456789") == 2 && p[3] == ','; p += 3)
    pairs++;
  return pairs > 0 && strspn (p + 1, "0123456789") == 3 ? p + 4 : NULL;
}

/* Whole groups: one to three digits, and three behind each mark; returns the end, or NULL. */
static const char *
skip_groups (const char *text, char mark)
{
  const char *p = text, *lakhs = mark == ',' ? skip_lakhs (text) : NULL;
  gsize digits = strspn (p, "0123456789");

  if (lakhs != NULL)
    return lakhs;
  if (digits < 1 || digits > 3)
    return NULL;
  p += digits;
  if (*p != mark)
    return NULL;
  while (*p == mark)
    {
      if (strspn (p + 1, "0123456789") != 3)
        return NULL;
      p += 4;
    }
  return p;
}

/* Reads a number as people write it: 1,234.5 or 12 % or € 3.50. A percentage is the number before the sign.
 * @thousands: '.', ',', ' ', '\'', or 0 for none. Returns whether the whole field is one number. */
gboolean
_eqp_table_read_written (const char *text,
                         gsize       length,
                         char        decimal,
                         char        thousands,
                         double     *value,
                         EqpWritten *how)
{
  Body body;
  char clean[MOST_BYTES + 1];
  char *out = clean;
  const char *p, *after;

  if (!take_body (text, length, &body))
    return FALSE;

  *how = body.how;
  p = body.text;
  if (*p == '-' || *p == '+')
    *out++ = *p++;
  after = thousands != 0 ? skip_groups (p, thousands) : NULL;
  if (after != NULL && (*after == '\0' || *after == decimal))
    {
      how->thousands = TRUE;
      for (; p < after; p++)
        if (*p != thousands)
          *out++ = *p;
    }
  g_strlcpy (out, p, sizeof clean - (gsize) (out - clean));
  return eqp_is_number (clean, -1, decimal, value);
}

/* What the cells say about a mark: index 0 is the point, 1 the comma. */
typedef struct
{
  gint64   decimal[2];   /* it can only be the decimal mark */
  gint64   thousands[2]; /* it can only be the thousands mark */
  gint64   open[2];      /* 1.000 */
  gint64   grouped[2];   /* " ", "'" between groups of three */
  char    *decimal_cell[2];
  char    *thousands_cell[2];
  char    *open_cell[2];
} Marks;

static void
marks_clear (Marks *marks)
{
  for (guint i = 0; i < 2; i++)
    {
      g_free (marks->decimal_cell[i]);
      g_free (marks->thousands_cell[i]);
      g_free (marks->open_cell[i]);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Marks, marks_clear)

static void
count (EqpTable *self, gint64 *number, char **cell, const EqpField *field)
{
  if ((*number)++ == 0)
    *cell = _eqp_table_dup_field (self, field);
}

static gsize
count_char (const char *text, char c)
{
  gsize n = 0;

  for (; *text != '\0'; text++)
    n += *text == c;
  return n;
}

static void
weigh_cell (EqpTable *self, const EqpField *field, Marks *marks)
{
  static const char both[] = ".,";
  Body body;
  const char *p, *end;
  gsize n[2];
  double value;
  int m;

  if (!take_body (field->start, field->length, &body))
    return;
  p = body.text + (*body.text == '-' || *body.text == '+');
  n[0] = count_char (p, '.');
  n[1] = count_char (p, ',');

  for (guint i = 0; i < 2; i++)
    if ((end = skip_groups (p, " '"[i])) != NULL &&
        (*end == '\0' || ((*end == '.' || *end == ',') && n[0] + n[1] == 1)))
      {
        marks->grouped[i]++;
        p = end;
      }
  if (n[0] == 0 && n[1] == 0)
    return;

  if (n[0] > 0 && n[1] > 0)
    {
      m = strrchr (p, '.') > strrchr (p, ',') ? 0 : 1;
      end = skip_groups (p, both[1 - m]);
      if (n[m] == 1 && end != NULL && *end == both[m])
        {
          count (self, &marks->decimal[m], &marks->decimal_cell[m], field);
          count (self, &marks->thousands[1 - m], &marks->thousands_cell[1 - m], field);
        }
      return;
    }

  m = n[0] > 0 ? 0 : 1;
  end = skip_groups (p, both[m]);
  if (n[m] > 1)
    {
      if (end != NULL && *end == '\0')
        count (self, &marks->thousands[m], &marks->thousands_cell[m], field);
      return;
    }
  if (end != NULL && *end == '\0' && *p != '0')
    count (self, &marks->open[m], &marks->open_cell[m], field);
  else if (eqp_is_number (p, -1, both[m], &value))
    count (self, &marks->decimal[m], &marks->decimal_cell[m], field);
}

static void
weigh_sample (EqpTable *self, const EqpTableSample *sample, Marks *marks)
{
  for (gint64 row = 0; row < _eqp_table_sample_rows (sample); row++)
    {
      gint64 width;
      const EqpField *fields = _eqp_table_sample_row (sample, row, &width);

      for (gint64 j = 0; j < MIN (width, self->n_columns); j++)
        weigh_cell (self, &fields[j], marks);
    }
}

static gboolean
is_decided (const Marks *marks)
{
  return marks->decimal[0] + marks->decimal[1] + marks->thousands[0] + marks->thousands[1] > 0
         || marks->open[0] + marks->open[1] == 0;
}

/* Within a sentence: "a comma". */
const char *
_eqp_table_a_mark (char mark)
{
  switch (mark)
    {
    case '.': return _ ("a point");
    case ',': return _ ("a comma");
    case ' ': return _ ("a blank");
    default: return _ ("an apostrophe");
    }
}

static gboolean
ask (EqpTable *self, const Marks *marks, GError **error)
{
  int m = marks->open[0] > 0 ? 0 : 1;
  const char *mark = m == 0 ? "." : ",";
  g_autofree char *whole = g_strdup (marks->open_cell[m]);
  g_autofree char *decimal = g_strdup (marks->open_cell[m]);
  EqpDecision *question;
  char *out = whole;

  for (const char *p = marks->open_cell[m]; *p != '\0'; p++)
    if (*p != *mark)
      *out++ = *p;
  *out = '\0';
  for (char *p = decimal; *p != '\0'; p++)
    if (*p == ',')
      *p = '.';

  question = eqp_decision_new ("thousands",
                               _ ("“%s” can be read in two ways, and no other of the %" PRId64
                                  " numbers with %s tells which one is meant"),
                               marks->open_cell[m], marks->open[m], _eqp_table_a_mark (*mark));
  eqp_decision_offer (question, "decimal", mark,
                      *mark == '.' ? _ ("as %s with a decimal point") : _ ("as %s with a decimal comma"),
                      decimal);
  eqp_decision_offer (question, "thousands", mark, _ ("as %s with a thousands mark"), whole);
  eqp_error_set_question (error, self->file, question);
  return FALSE;
}

static void
tell_decimal (EqpTable *self, const Marks *marks, const char *why)
{
  int m = self->decimal == '.' ? 0 : 1;
  g_autofree char *evidence = eqp_sentence_dup (_ ("“%s” cannot be read otherwise (%" PRId64 " such cells of those "
                                                   "looked at, %" PRId64 " against it)."),
                                                marks->decimal_cell[m] != NULL ? marks->decimal_cell[m] : "",
                                                marks->decimal[m], marks->decimal[1 - m]);

  _eqp_settle_option (&self->parts, self->options, "decimal", &(EqpImportOptions){ .decimal = self->decimal }, NULL,
                      why != NULL              ? why
                      : marks->decimal[m] > 0 ? evidence
                                              : _ ("No number looked at has a decimal mark."));
}

static void
tell_thousands (EqpTable *self, const Marks *marks, const char *why)
{
  const char decimal[] = { self->decimal, '\0' };
  int m = self->thousands == '.' || self->thousands == ' ' ? 0 : 1;
  gint64 grouped = self->thousands == '.' || self->thousands == ',' ? marks->thousands[m] + marks->open[m]
                                                                    : marks->grouped[m];
  g_autofree char *evidence = eqp_sentence_dup (
      eqp_ngettext ("%" PRId64 " of the cells looked at has groups of three digits with %s between.",
                    "%" PRId64 " of the cells looked at have groups of three digits with %s between.", grouped),
      grouped, _eqp_table_a_mark (self->thousands));

  _eqp_settle_option (&self->parts, self->options, "thousands",
                      &(EqpImportOptions){ .thousands = self->thousands != 0 ? self->thousands : EQP_THOUSANDS_NONE },
                      decimal,
                      self->thousands == 0 ? _ ("No number looked at has a mark between groups of three digits that is "
                                                "not the decimal mark.")
                      : why != NULL        ? why
                                           : evidence);
}

/* The mark that is not the decimal one, where cells have it. */
static void
find_thousands (EqpTable *self, const Marks *marks)
{
  int other = self->decimal == '.' ? 1 : 0;

  if (self->options->thousands != 0)
    self->thousands = self->options->thousands == EQP_THOUSANDS_NONE ? 0 : self->options->thousands;
  else if (marks->thousands[other] + marks->open[other] > 0)
    self->thousands = other == 0 ? '.' : ',';
  else if (marks->grouped[0] + marks->grouped[1] > 0)
    self->thousands = marks->grouped[0] >= marks->grouped[1] ? ' ' : '\'';
}

/* Settles decimal mark and thousands mark from the cells. Looks at all the text at hand where the first rows do not
 * tell. Returns FALSE when only the user can tell. */
gboolean
_eqp_table_choose_marks (EqpTable              *self,
                         const EqpTableSample  *sample,
                         GError               **error)
{
  g_auto (Marks) marks = { { 0 } };
  g_auto (EqpTableSample) all = { 0 };
  char given = self->options->thousands;
  g_autofree char *why = NULL;

  if (given != 0 && given == self->options->decimal)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: “%c” cannot be the decimal mark and the thousands mark; choose another one of them."),
                       self->file, given);
  weigh_sample (self, sample, &marks);
  if (!is_decided (&marks) && self->decimal == 0 && given == 0)
    {
      marks_clear (&marks);
      memset (&marks, 0, sizeof marks);
      _eqp_table_take_sample (self, self->separator, G_MAXINT64, &all);
      weigh_sample (self, &all, &marks);
    }

  if (self->decimal == 0 && (given == '.' || given == ','))
    self->decimal = given == '.' ? ',' : '.';
  else if (self->decimal == 0 && given != 0)
    self->decimal = marks.decimal[1] + marks.open[1] > marks.decimal[0] + marks.open[0] ? ',' : '.';
  else if (self->decimal == 0 && marks.decimal[0] + marks.decimal[1] > 0)
    self->decimal = marks.decimal[1] > marks.decimal[0] ? ',' : '.';
  else if (self->decimal == 0 && marks.thousands[0] + marks.thousands[1] > 0)
    self->decimal = marks.thousands[0] > marks.thousands[1] ? ',' : '.';
  else if (self->decimal == 0 && marks.open[0] + marks.open[1] > 0)
    {
      if (marks.open[0] == 0 || self->separator != ',' || self->n_columns < 2 || _eqp_table_has_quotes (self))
        return ask (self, &marks, error);
      self->decimal = '.';
      why = g_strdup_printf (_ ("Commas stand between the fields, so the point in “%s” is the decimal mark."),
                             marks.open_cell[0]);
    }
  else if (self->decimal == 0)
    self->decimal = '.';

  self->marks_seen = marks.decimal[0] + marks.decimal[1] > 0;
  find_thousands (self, &marks);
  tell_decimal (self, &marks, why);
  tell_thousands (self, &marks, why);
  return TRUE;
}
