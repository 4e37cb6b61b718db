/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings described by a table: reading, writing and checking them by name. Methods, preparation, import and the
 * terminal's own options are such tables. */
#include "config.h"

#include "eqp-param.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "eqp-error.h"

/**
 * eqp_real_to_string:
 * @value: any number
 *
 * Writes a number in the C locale with the fewest digits that read back as the same double.
 *
 * Returns: (transfer full): "0.1", "1e-06", "179.7"
 */
char *
eqp_real_to_string (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  /* "1e+01" is no shorter than "10" and harder to read. */
  if (value == floor (value) && fabs (value) < 1e15)
    return g_strdup (g_ascii_formatd (text, sizeof text, "%.0f", value));

  for (int digits = 1; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }

  return g_strdup (text);
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

/**
 * eqp_param_get:
 * @self: a setting that is a number, a choice or a switch
 * @settings: the struct it stands in
 *
 * Returns: its value, of a range the last number; the usual one where NAN stands for it
 */
double
eqp_param_get (const EqpParam *self,
               gconstpointer   settings)
{
  gconstpointer source = (const char *) settings + self->at;

  switch (self->store)
    {
    case EQP_STORE_DOUBLE:
      return isnan (*(const double *) source) ? self->usual : *(const double *) source;
    case EQP_STORE_INT:
      return *(const gint *) source;
    case EQP_STORE_INT64:
      return (double) *(const gint64 *) source;
    case EQP_STORE_CHAR:
      return *(const char *) source;
    case EQP_STORE_SEED:
      return (double) *(const guint64 *) source;
    case EQP_STORE_TEXT:
    default:
      g_return_val_if_reached (NAN);
    }
}

/**
 * eqp_param_set:
 * @self: a setting that is a number, a choice or a switch
 * @settings: the struct it stands in
 * @value: what it becomes; not checked
 */
void
eqp_param_set (const EqpParam *self,
               gpointer        settings,
               double          value)
{
  gpointer target = (char *) settings + self->at;

  switch (self->store)
    {
    case EQP_STORE_DOUBLE:
      *(double *) target = value;
      break;
    case EQP_STORE_INT:
      *(gint *) target = (gint) value;
      break;
    case EQP_STORE_INT64:
      *(gint64 *) target = (gint64) value;
      break;
    case EQP_STORE_CHAR:
      *(char *) target = (char) value;
      break;
    case EQP_STORE_SEED:
      *(guint64 *) target = (guint64) value;
      break;
    case EQP_STORE_TEXT:
    default:
      g_return_if_reached ();
    }
}

/**
 * eqp_param_is_usual:
 * @self: a setting
 * @settings: the struct it stands in
 *
 * Returns: whether it has the value it has when nobody sets it
 */
gboolean
eqp_param_is_usual (const EqpParam *self,
                    gconstpointer   settings)
{
  if (self->store == EQP_STORE_TEXT)
    return *(const char *const *) ((const char *) settings + self->at) == NULL;
  if (isnan (self->usual))
    return isnan (eqp_param_get (self, settings));
  return eqp_param_get (self, settings) == self->usual;
}

static gint *
range_first (const EqpParam *self,
             gconstpointer   settings)
{
  return (gint *) ((const char *) settings + self->first_at);
}

static gboolean
parse_whole (const EqpParam *self,
             const char     *text,
             gint64         *value)
{
  gint64 most = self->most >= (double) G_MAXINT64 ? G_MAXINT64 : (gint64) self->most;

  return g_ascii_string_to_signed (text, 10, (gint64) self->least, most, value, NULL);
}

/* "103", "4..103" */
static gboolean
parse_range (const EqpParam *self,
             const char     *text,
             gpointer        settings)
{
  const char *dots = strstr (text, "..");
  g_autofree char *head = g_strndup (text, dots != NULL ? (gsize) (dots - text) : 0);
  gint64 first = (gint64) self->least, last;

  if (!parse_whole (self, dots != NULL ? dots + 2 : text, &last) ||
      (dots != NULL && !parse_whole (self, head, &first)) || first > last)
    return FALSE;
  eqp_param_set (self, settings, (double) last);
  /* From the least on is one thing in both spellings. */
  *range_first (self, settings) = first > (gint64) self->least ? (gint) first : 0;
  return TRUE;
}

static const EqpParamWord *
find_word (const EqpParam *self,
           double          value)
{
  for (const EqpParamWord *word = self->words; word != NULL && word->id != NULL; word++)
    if (word->value == value)
      return word;
  return NULL;
}

/**
 * eqp_param_dup_sentence:
 * @self: a setting
 *
 * Its sentence names the words of the terminal in parentheses, which mean nothing to those who see their labels.
 *
 * Returns: (transfer full): the sentence without them: "the widest cluster is split, or it stays empty"
 */
char *
eqp_param_dup_sentence (const EqpParam *self)
{
  GString *sentence = g_string_new (_ (self->sentence));

  for (const EqpParamWord *word = self->words; word != NULL && word->id != NULL; word++)
    {
      g_autofree char *named = g_strdup_printf (" (%s)", word->id);

      g_string_replace (sentence, named, "", 0);
    }
  return g_string_free (sentence, FALSE);
}

/**
 * eqp_param_dup_interval:
 * @self: a setting that is a number
 *
 * Returns: (transfer full): the numbers it takes: "a whole number from 1 to 64", "a number above 0"
 */
char *
eqp_param_dup_interval (const EqpParam *self)
{
  g_autofree char *least = eqp_real_to_string (self->least);
  g_autofree char *most = eqp_real_to_string (self->most);

  if (self->kind == EQP_PARAM_SEED)
    return g_strdup (_ ("a whole number of at least 0 and below 2^64"));
  if (self->kind == EQP_PARAM_RANGE)
    return g_strdup_printf (_ ("a whole number of at least %s, or a range of them such as 4..103"), least);
  if (self->kind == EQP_PARAM_WHOLE)
    return self->most >= G_MAXINT32 ? g_strdup_printf (_ ("a whole number of at least %s"), least)
                                    : g_strdup_printf (_ ("a whole number from %s to %s"), least, most);
  if (isfinite (self->most))
    return g_strdup_printf (_ ("a number from %s to %s"), least, most);
  if (self->least > 0.0 && self->least <= G_MINDOUBLE)
    return g_strdup (_ ("a number above 0, such as 0.5 or 1e4"));
  return g_strdup_printf (_ ("a number of at least %s, such as 0.5 or 1e4"), least);
}

/**
 * eqp_param_dup_range:
 * @self: a setting that is no text
 *
 * Returns: (transfer full): what it takes, as the end of a sentence: "one of relocate, split, keep"
 */
char *
eqp_param_dup_range (const EqpParam *self)
{
  g_autofree char *interval = NULL;
  GString *words = g_string_new (NULL);

  for (const EqpParamWord *word = self->words; word != NULL && word->id != NULL; word++)
    g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", word->id);
  if (self->kind == EQP_PARAM_SWITCH)
    g_string_assign (words, _ ("yes or no"));
  else if (self->kind == EQP_PARAM_CHOICE || self->kind == EQP_PARAM_CHARACTER)
    {
      /* Translators: followed by names with commas between them. */
      g_string_prepend (words, _ ("one of "));
    }
  else
    {
      interval = eqp_param_dup_interval (self);
      if (words->len > 0)
        g_string_append (words, _ (" or "));
      g_string_append (words, interval);
    }
  return g_string_free (words, FALSE);
}

static gboolean
in_range (const EqpParam *self,
          double          value)
{
  if (find_word (self, value) != NULL)
    return TRUE;
  switch (self->kind)
    {
    case EQP_PARAM_WHOLE:
    case EQP_PARAM_RANGE:
      return value == floor (value) && value >= self->least && value <= self->most;
    case EQP_PARAM_REAL:
      return isfinite (value) && value >= self->least && value <= self->most;
    case EQP_PARAM_SWITCH:
      return value == 0.0 || value == 1.0;
    case EQP_PARAM_CHARACTER:
      return TRUE;
    case EQP_PARAM_SEED:
    case EQP_PARAM_TEXT:
      return TRUE;
    case EQP_PARAM_CHOICE:
    default:
      return FALSE;
    }
}

/**
 * eqp_param_check:
 * @self: a setting
 * @settings: the struct it stands in
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * Returns: whether its value is one that it takes; what nobody set always is
 */
gboolean
eqp_param_check (const EqpParam  *self,
                 gconstpointer    settings,
                 GError         **error)
{
  g_autofree char *range = NULL;
  g_autofree char *found = NULL;

  if (self->store == EQP_STORE_TEXT || eqp_param_is_usual (self, settings) ||
      in_range (self, eqp_param_get (self, settings)))
    return TRUE;

  range = eqp_param_dup_range (self);
  found = eqp_real_to_string (eqp_param_get (self, settings));
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, _ ("“%s” is %s; it has to be %s."),
               self->label != NULL ? g_dgettext (GETTEXT_PACKAGE, self->label) : self->id, found, range);
  return FALSE;
}

static gboolean
parse_number (const EqpParam *self,
              const char     *text,
              double         *value)
{
  char *end;
  gint64 whole;

  if (self->kind == EQP_PARAM_WHOLE)
    {
      if (!parse_whole (self, text, &whole))
        return FALSE;
      *value = (double) whole;
      return TRUE;
    }
  if (self->kind != EQP_PARAM_REAL)
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  if (*value == 0.0)
    *value = 0.0; /* -0 is 0 */
  return end != text && *end == '\0' && !g_ascii_isspace (*text) && in_range (self, *value);
}

static gboolean
parse_value (const EqpParam *self,
             const char     *text,
             double         *value)
{
  for (const EqpParamWord *word = self->words; word != NULL && word->id != NULL; word++)
    if (strcmp (word->id, text) == 0)
      {
        *value = word->value;
        return TRUE;
      }
  if (self->kind == EQP_PARAM_SWITCH && (strcmp (text, "yes") == 0 || strcmp (text, "no") == 0))
    {
      *value = *text == 'y';
      return TRUE;
    }
  if (self->kind == EQP_PARAM_CHARACTER && strlen (text) == 1 && !g_ascii_isalnum (*text) && (guchar) *text < 0x80 &&
      strchr ("\n\r\"+-.", *text) == NULL && self->most > 0.0)
    {
      *value = *text;
      return TRUE;
    }
  return parse_number (self, text, value);
}

/**
 * eqp_param_parse:
 * @self: a setting
 * @text: its value as the terminal program takes it; a text is borrowed
 * @settings: the struct it stands in
 * @error: EQP_ERROR_INVALID_PARAM: what it takes, what was found, what was probably meant
 *
 * Returns: whether it takes this value
 */
gboolean
eqp_param_parse (const EqpParam  *self,
                 const char      *text,
                 gpointer         settings,
                 GError         **error)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *range = NULL;
  g_autofree char *hint = NULL;
  const char *nearest;
  double value;

  if (self->kind == EQP_PARAM_TEXT && *text != '\0')
    {
      *(const char **) ((char *) settings + self->at) = text;
      return TRUE;
    }
  if (self->kind == EQP_PARAM_TEXT)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The option --%s takes a value, but an empty one was found."), self->id);
      return FALSE;
    }
  if (self->kind == EQP_PARAM_SEED)
    {
      if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, (guint64 *) ((char *) settings + self->at), NULL))
        return TRUE;
    }
  else if (self->kind == EQP_PARAM_RANGE)
    {
      if (parse_range (self, text, settings))
        return TRUE;
    }
  else if (parse_value (self, text, &value))
    {
      eqp_param_set (self, settings, value);
      return TRUE;
    }

  names = g_ptr_array_new ();
  for (const EqpParamWord *word = self->words; word != NULL && word->id != NULL; word++)
    g_ptr_array_add (names, (gpointer) word->id);
  g_ptr_array_add (names, NULL);
  nearest = eqp_nearest_name (text, (const char **) names->pdata);
  hint = nearest != NULL ? g_strdup_printf (_ (" Did you mean “%s”?"), nearest) : g_strdup ("");
  range = eqp_param_dup_range (self);
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, _ ("The option --%s takes %s; “%s” was found.%s"), self->id,
               range, text, hint);
  return FALSE;
}

/**
 * eqp_param_format:
 * @self: a setting
 * @settings: the struct it stands in
 *
 * Returns: (transfer full) (nullable): its value as the terminal program takes it, exact; NULL for a text that is not
 * set
 */
char *
eqp_param_format (const EqpParam *self,
                  gconstpointer   settings)
{
  const EqpParamWord *word;
  double value;

  if (self->store == EQP_STORE_TEXT)
    return g_strdup (*(const char *const *) ((const char *) settings + self->at));
  if (self->store == EQP_STORE_SEED)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *) ((const char *) settings + self->at));
  value = eqp_param_get (self, settings);
  word = find_word (self, value);
  if (word != NULL)
    return g_strdup (word->id);
  if (self->kind == EQP_PARAM_SWITCH)
    return g_strdup (value != 0.0 ? "yes" : "no");
  if (self->kind == EQP_PARAM_CHARACTER)
    return value != 0.0 ? g_strdup_printf ("%c", (char) value) : NULL;
  if (self->kind == EQP_PARAM_RANGE && *range_first (self, settings) > (gint) self->least)
    return g_strdup_printf ("%d..%.0f", *range_first (self, settings), value);
  return eqp_real_to_string (value);
}

/**
 * eqp_param_dup_shown:
 * @self: a setting
 * @settings: the struct it stands in
 *
 * Returns: (transfer full) (nullable): its value as its control shows it, by the label of a word where there is one;
 *   %NULL for a text that is not set
 */
char *
eqp_param_dup_shown (const EqpParam *self,
                     gconstpointer   settings)
{
  gboolean number = self->store != EQP_STORE_TEXT && self->store != EQP_STORE_SEED;
  const EqpParamWord *word = number ? find_word (self, eqp_param_get (self, settings)) : NULL;

  if (word != NULL && word->label != NULL)
    return g_strdup (_ (word->label));
  return eqp_param_format (self, settings);
}
