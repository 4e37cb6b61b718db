/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates and times of day, as they are written in tables: 10/03/2004, 1 Mar 2021, 2012-06-27T09:05:00+02:00, 18.00.00,
 * 9:05 PM CEST, 2012年6月27日, 2020-W07. A moment is no class, be it ever so rare. */
#include "config.h"

#include "eqp-roles.h"

#include <math.h>
#include <string.h>

#define MOST_NUMBERS 8

/* A text in numbers, what stands between them, and the words that tell. */
typedef struct
{
  int      n;
  gint64   value[MOST_NUMBERS];
  int      digits[MOST_NUMBERS];
  char     mark[MOST_NUMBERS]; /* the one character in front; 0: none or several */
  gboolean time;    /* hours and minutes */
  gboolean month;   /* the name of one */
  gboolean unit;    /* 年 and the like behind a number */
  gboolean part;    /* W for a week, Q for a quarter */
} Moment;

static gboolean
begins_one_of (const char *word, const char *const *names, glong least)
{
  if (g_utf8_strlen (word, -1) < least)
    return FALSE;
  for (; *names != NULL; names++)
    if (g_str_has_prefix (*names, word))
      return TRUE;
  return FALSE;
}

static gboolean
is_month (const char *word)
{
  static const char *const months[] = {
    "january",   "february", "march",    "april",   "may",       "june",     "july",     "august",    "september",
    "october",   "november", "december", "januar",  "februar",   "märz",     "mai",      "juni",      "juli",
    "oktober",   "dezember", "janvier",  "février", "mars",      "avril",    "juin",     "juillet",   "août",
    "septembre", "octobre",  "novembre", "décembre", "enero",    "febrero",  "marzo",    "abril",     "mayo",
    "junio",     "julio",    "agosto",   "septiembre", "octubre", "noviembre", "diciembre", "gennaio", "febbraio",
    "aprile",    "maggio",   "giugno",   "luglio",  "settembre", "ottobre",  "dicembre", "janeiro",   "fevereiro",
    "março",     "maio",     "junho",    "julho",   "setembro",  "outubro",  "novembro", "dezembro",  "января",
    "февраля",   "марта",    "апреля",   "мая",     "июня",      "июля",     "августа",  "сентября",  "октября",
    "ноября",    "декабря",  "январь",   "февраль", "март",      "апрель",   "май",      "июнь",      "июль",
    "август",    "сентябрь", "октябрь",  "ноябрь",  "декабрь",   NULL
  };

  return begins_one_of (word, months, 3);
}

static gboolean
is_weekday (const char *word)
{
  static const char *const days[] = { "monday",   "tuesday", "wednesday", "thursday", "friday",  "saturday", "sunday",
                                      "montag",   "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag",
                                      "lundi",    "mardi",   "mercredi",  "jeudi",    "vendredi", "samedi",  "dimanche",
                                      "lunes",    "martes",  "miércoles", "jueves",   "viernes", "sábado",   "domingo",
                                      NULL };

  return begins_one_of (word, days, 2);
}

/* Words that may stand in a moment without telling that it is one. */
static gboolean
is_filler (const char *word)
{
  static const char *const words[] = { "t",  "z",  "utc", "gmt", "am", "pm", "st", "nd", "rd", "th", "h",   "min",
                                       "s",  "uhr", "de", "d",   "of", "at", "下午", "上午", "午前", "午後", "오전", "오후",
                                       "г",  NULL };

  return g_strv_contains (words, word);
}

static gboolean
is_unit (gunichar c)
{
  static const gunichar units[] = { 0x5e74, 0x6708, 0x65e5, 0x65f6, 0x6642, 0x5206, 0x79d2, 0x70b9,
                                    0xb144, 0xc6d4, 0xc77c, 0xc2dc, 0xbd84, 0xcd08 };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (c == units[i])
      return TRUE;
  return FALSE;
}

/* "CEST" behind a time of day, or "Europe/Berlin". */
static gboolean
is_zone (const char *text, gsize length)
{
  gsize upper = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

  return (upper == length && length >= 2 && length <= 5) || text[length] == '/' || (text[0] != '\0' && text[-1] == '/');
}

static gboolean
take_word (const char **p, Moment *self)
{
  const char *start = *p, *end = start;
  g_autofree char *word = NULL;
  gunichar first = g_utf8_get_char (start);

  if (self->n > 0 && is_unit (first))
    {
      self->unit = TRUE;
      *p = g_utf8_next_char (start);
      return TRUE;
    }
  while (g_unichar_isalpha (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);
  *p = end;
  word = g_utf8_strdown (start, end - start);
  if (is_month (word))
    self->month = TRUE;
  else if (strcmp (word, "w") == 0 || strcmp (word, "kw") == 0 || strcmp (word, "q") == 0)
    self->part = TRUE;
  else if (!is_weekday (word) && !is_filler (word))
    return self->time && is_zone (start, (gsize) (end - start));
  return TRUE;
}

static gboolean
take_number (const char **p, char mark, Moment *self)
{
  int k = self->n;

  if (k == MOST_NUMBERS)
    return FALSE;
  self->value[k] = 0;
  self->digits[k] = 0;
  self->mark[k] = mark;
  for (; g_unichar_isdigit (g_utf8_get_char (*p)); *p = g_utf8_next_char (*p))
    {
      if (++self->digits[k] > 14)
        return FALSE;
      self->value[k] = 10 * self->value[k] + g_unichar_digit_value (g_utf8_get_char (*p));
    }
  self->n++;
  if (k > 0 && mark == ':' && self->digits[k] == 2 && self->value[k] < 60 && self->digits[k - 1] <= 2 &&
      self->value[k - 1] < 25)
    self->time = TRUE;
  return TRUE;
}

static gboolean
is_year (const Moment *self, int k)
{
  return self->digits[k] == 4 && self->value[k] >= 1000 && self->value[k] < 3000;
}

static gboolean
are_day_and_month (gint64 a, gint64 b)
{
  return a >= 1 && b >= 1 && MIN (a, b) <= 12 && MAX (a, b) <= 31;
}

/* Three numbers with the same mark between them, from the one at @k on. */
static gboolean
is_date (const Moment *self, int k)
{
  const gint64 *v = self->value + k;
  const int *digits = self->digits + k;
  char mark = self->mark[k + 1];

  if (mark == 0 || strchr ("-/.", mark) == NULL || self->mark[k + 2] != mark ||
      (k + 3 < self->n && self->mark[k + 3] == mark) || (k > 0 && self->mark[k] == mark))
    return FALSE;
  if (digits[1] > 2 || (digits[0] > 2 && digits[2] > 2))
    return FALSE;
  if (is_year (self, k))
    return are_day_and_month (v[1], v[2]);
  if (is_year (self, k + 2) || digits[2] == 2)
    return digits[0] <= 2 && are_day_and_month (v[0], v[1]);
  return digits[0] == 2 && are_day_and_month (v[1], v[2]);
}

/* 18.00.00 */
static gboolean
is_dotted_time (const Moment *self, int k)
{
  return self->mark[k + 1] == '.' && self->mark[k + 2] == '.' && self->digits[k] == 2 && self->digits[k + 1] == 2 &&
         self->digits[k + 2] == 2 && self->value[k] < 24 && self->value[k + 1] < 60 && self->value[k + 2] < 60;
}

/* 2012-06, 06/2012 */
static gboolean
is_month_of_year (const Moment *self)
{
  int year = is_year (self, 0) ? 0 : 1;

  return self->n == 2 && is_year (self, year) && self->value[year] >= 1800 && self->value[year] < 2200 &&
         self->mark[1] != 0 && strchr ("-/.", self->mark[1]) != NULL && self->digits[1 - year] <= 2 &&
         self->value[1 - year] >= 1 && self->value[1 - year] <= 12;
}

static gboolean
tells (const Moment *self)
{
  if (self->n == 0)
    return FALSE;
  if (self->time || self->unit || (self->month && self->n <= 6))
    return TRUE;
  if (self->part)
    for (int k = 0; k < self->n; k++)
      if (is_year (self, k))
        return TRUE;
  for (int k = 0; k + 2 < self->n; k++)
    if (is_date (self, k) || is_dotted_time (self, k))
      return TRUE;
  if (self->digits[0] == 8 && _eqp_roles_is_day ((double) self->value[0]))
    return TRUE;
  return is_month_of_year (self);
}

/* Returns whether the whole of it is a date or a time of day. */
gboolean
_eqp_roles_is_moment (const char *text)
{
  Moment self = { 0 };
  char mark = 0;
  int marks = 0;

  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isdigit (c))
        {
          if (!take_number (&p, marks == 1 ? mark : 0, &self))
            return FALSE;
          marks = 0;
        }
      else if (g_unichar_isalpha (c))
        {
          if (!take_word (&p, &self))
            return FALSE;
          marks = 2;
        }
      else if (c < 0x80 && strchr (" ,:./-+()_'", (int) c) != NULL)
        {
          marks += c != ' ';
          mark = c != ' ' ? (char) c : mark;
          p++;
        }
      else
        return FALSE;
    }
  return tells (&self);
}

/* Returns whether all are moments, behind what all begin with ("D-1/3/90", "D-2/3/90"). */
gboolean
_eqp_roles_are_moments (const EqpLabelTable *texts)
{
  guint n = texts->names->len;
  const char *first = n > 0 ? g_ptr_array_index (texts->names, 0) : "";
  gsize common = strcspn (first, "0123456789");

  for (guint i = 0; i < n; i++)
    {
      const char *text = g_ptr_array_index (texts->names, i);

      if (strncmp (text, first, common) != 0 || (common > 0 && g_ascii_isalpha (text[common - 1])))
        common = 0;
    }
  for (guint i = 0; i < n; i++)
    {
      const char *text = g_ptr_array_index (texts->names, i);

      if (!_eqp_roles_is_moment (text) && (common == 0 || !_eqp_roles_is_moment (text + common)))
        return FALSE;
    }
  return n > 0;
}

/* Returns whether it is a day written without marks: 20210301. */
gboolean
_eqp_roles_is_day (double value)
{
  double month = floor (fmod (value, 10000.0) / 100.0), day = fmod (value, 100.0);

  return value >= 19000101.0 && value <= 21001231.0 && month >= 1.0 && month <= 12.0 && day >= 1.0 && day <= 31.0;
}
