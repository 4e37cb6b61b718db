/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates and times of day, as they are written in tables: 10/03/2004, 1 Mar 2021, 2012-06-27T09:05:00+02:00, 18.00.00,
 * 9:05 PM CEST, 2012年6月27日, 2020-W07. A moment is no class, be it ever so rare. */
#include "config.h"

#include "eqp-roles.h"

#include <math.h>
#include <string.h>

/* A month, a day and a year within a pattern. */
#define MONTH "(?:0?[1-9]|1[0-2])"
#define DAY "(?:0?[1-9]|[12]\\d|3[01])"
#define YEAR "[12]\\d{3}"
#define DAY_AND_MONTH "(?:" MONTH "\\1" DAY "|" DAY "\\1" MONTH ")"

/* What tells in a text made plain: three numbers of a date with the same mark between them, a time of day, the name of
 * a month or a unit such as 年 beside a number, a week or a quarter beside a year, 20120627, 06/2012. */
static const char moments[] =
    "(?<!\\d)(?<!\\d[-/.])(?=\\d+([-/.]))"
    "(?:" YEAR "\\1" DAY_AND_MONTH "|" DAY_AND_MONTH "\\1(?:" YEAR "|\\d\\d)|\\d\\d\\1" DAY_AND_MONTH ")"
    "(?!\\d)(?!\\1\\d)"
    "|(?<!\\d)(?:[01]?\\d|2[0-4]):[0-5]\\d(?!\\d)"
    "|(?<!\\d)(?:[01]\\d|2[0-3])\\.[0-5]\\d\\.[0-5]\\d(?!\\d)"
    "|\\d.*[MU]|M.*\\d"
    "|P.*(?<!\\d)" YEAR "(?!\\d)|(?<!\\d)" YEAR "(?!\\d).*P"
    "|^\\D*(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?!\\d)"
    "|^\\D*(?:(?:1[89]|2[01])\\d\\d[-/.]" MONTH "|" MONTH "[-/.](?:1[89]|2[01])\\d\\d)\\D*$";

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
  return g_utf8_strchr ("年月日时時分秒点년월일시분초", -1, c) != NULL;
}

/* "CEST" behind a time of day, or "Europe/Berlin". */
static gboolean
is_zone (const char *text, gsize length)
{
  gsize upper = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

  return (upper == length && length >= 2 && length <= 5) || text[length] == '/' || (text[0] != '\0' && text[-1] == '/');
}

/* The text with digits of all scripts as ASCII ones and a letter for each word: M a month, P a week or a quarter, U a
 * unit; NULL where another word stands there, or a character that no moment has. */
static char *
make_plain (const char *text)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *p = text, *start; *(start = p) != '\0';)
    {
      gunichar c = g_utf8_get_char (p);
      char last = plain->len > 0 ? plain->str[plain->len - 1] : ' ';
      g_autofree char *word = NULL;

      p = g_utf8_next_char (p);
      if (g_unichar_isdigit (c))
        g_string_append_c (plain, (char) ('0' + g_unichar_digit_value (c)));
      else if (is_unit (c) && g_ascii_isdigit (last))
        g_string_append_c (plain, 'U');
      else if (c < 0x80 && strchr (" ,:./-+()_'", (int) c) != NULL)
        {
          /* Blanks beside a mark say nothing. */
          if (c != ' ' && last == ' ' && plain->len > 0)
            g_string_truncate (plain, plain->len - 1);
          if (c != ' ' || strchr (":./-", last) == NULL)
            g_string_append_c (plain, (char) c);
        }
      else if (!g_unichar_isalpha (c))
        return NULL;
      else
        {
          while (g_unichar_isalpha (g_utf8_get_char (p)))
            p = g_utf8_next_char (p);
          word = g_utf8_strdown (start, p - start);
          if (is_month (word))
            g_string_append_c (plain, 'M');
          else if (strcmp (word, "w") == 0 || strcmp (word, "kw") == 0 || strcmp (word, "q") == 0)
            g_string_append_c (plain, 'P');
          else if (is_weekday (word) || is_filler (word) ||
                   (strchr (plain->str, ':') != NULL && is_zone (start, (gsize) (p - start))))
            g_string_append_c (plain, ' ');
          else
            return NULL;
        }
    }
  return g_string_free (g_steal_pointer (&plain), FALSE);
}

static gboolean
is_moment (GRegex *regex, const char *text)
{
  g_autofree char *plain = make_plain (text);

  return plain != NULL && g_regex_match (regex, plain, 0, NULL);
}

/* Returns whether the whole of each of them is a date or a time of day. */
gboolean
_eqp_roles_are_moments (const EqpLabelTable *texts)
{
  g_autoptr (GRegex) regex = g_regex_new (moments, 0, 0, NULL);
  guint i = 0;

  while (i < texts->names->len && is_moment (regex, g_ptr_array_index (texts->names, i)))
    i++;
  return i > 0 && i == texts->names->len;
}

/* Returns whether it is a day written without marks: 20210301. */
gboolean
_eqp_roles_is_day (double value)
{
  double month = floor (fmod (value, 10000.0) / 100.0), day = fmod (value, 100.0);

  return value >= 19000101.0 && value <= 21001231.0 && month >= 1.0 && month <= 12.0 && day >= 1.0 && day <= 31.0;
}
