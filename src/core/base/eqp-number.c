/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal numbers from text, whatever the locale: a fast way for the numbers files are full of, which is exact,
 * and the C library for the rest (Clinger: How to read floating point numbers accurately, 1990, section 5). */
#include "config.h"

#include "eqp-number.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Both 10^22 and a whole number below 2^53 are exact doubles, so one multiplication or division rounds once. */
#define EXACT_POWER 22
#define EXACT_WHOLE (G_GUINT64_CONSTANT (1) << 53)

/* 19 digits always fit into 64 bits. */
#define MOST_DIGITS 19

static const double powers[EXACT_POWER + 1] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
};

#if LDBL_MANT_DIG == 64
/* Up to 19 digits, as numpy writes them: with 64 bits there is one rounding to 64 and one to 53, which is right unless
 * the first result lies next to the middle between two doubles. */
#define EXACT_LONG_POWER 27

static const long double long_powers[EXACT_LONG_POWER + 1] = {
  1e0L, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L, 1e9L, 1e10L, 1e11L, 1e12L, 1e13L,
  1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L
};
#endif

/**
 * eqp_number_compose:
 * @whole: digits without a decimal mark, at most 19
 * @exponent: power of ten that they stand before
 * @value: (out): the nearest double
 *
 * Returns: FALSE when it cannot be told here which double is the nearest
 */
gboolean
eqp_number_compose (guint64  whole,
                    int      exponent,
                    double  *value)
{
#if LDBL_MANT_DIG == 64
  long double result;
  guint64 mantissa, tail;

  if (exponent < -EXACT_LONG_POWER || exponent > EXACT_LONG_POWER)
    return FALSE;
  result = exponent < 0 ? (long double) whole / long_powers[-exponent] : (long double) whole * long_powers[exponent];
  memcpy (&mantissa, &result, sizeof mantissa);
  tail = mantissa & 0x7ff;
  *value = (double) result;
  return tail < 0x3ff || tail > 0x401;
#else
  return FALSE;
#endif
}

static double
parse_slowly (const char *text, gsize length, char decimal)
{
  char small[128];
  char *copy = length < sizeof small ? small : g_malloc (length + 1);
  char *mark;
  double value;

  memcpy (copy, text, length);
  copy[length] = '\0';
  mark = decimal != '.' ? strchr (copy, decimal) : NULL;
  if (mark != NULL)
    *mark = '.';
  value = g_ascii_strtod (copy, NULL);

  if (copy != small)
    g_free (copy);
  return value;
}

/**
 * eqp_parse_number:
 * @text: starts with the number; has to end with a byte that cannot belong to one, such as NUL
 * @decimal: '.' or ','
 * @value: (out): the nearest double, infinite where it is too large
 *
 * Reads [+-] digits [decimal digits] [e [+-] digits], with digits on at least one side of the decimal mark.
 * No blanks, no hexadecimal numbers, no words.
 *
 * Returns: (nullable): the first byte after the number, or NULL when there is none
 */
const char *
eqp_parse_number (const char *text,
                  char        decimal,
                  double     *value)
{
  const char *p = text;
  gboolean negative = *p == '-';
  guint64 whole = 0;
  int digits = 0, exponent = 0;
  gboolean any, long_number = FALSE;
  const char *start;
  double result;

  p += *p == '-' || *p == '+';

  start = p;
  for (; g_ascii_isdigit (*p); p++)
    if (digits < MOST_DIGITS)
      {
        whole = whole * 10 + (guint64) (*p - '0');
        digits += whole != 0;
      }
    else
      {
        long_number = TRUE;
        exponent++;
      }
  any = p > start;

  if (*p == decimal)
    {
      start = ++p;
      for (; g_ascii_isdigit (*p); p++)
        if (digits < MOST_DIGITS)
          {
            whole = whole * 10 + (guint64) (*p - '0');
            digits += whole != 0;
            exponent--;
          }
        else
          long_number = TRUE;
      any |= p > start;
    }
  if (!any)
    return NULL;

  if (*p == 'e' || *p == 'E')
    {
      const char *q = p + 1;
      gboolean down = *q == '-';

      q += *q == '-' || *q == '+';
      if (g_ascii_isdigit (*q))
        {
          int written = 0;

          for (; g_ascii_isdigit (*q); q++)
            written = written < 100000 ? written * 10 + (*q - '0') : written;
          exponent += down ? -written : written;
          p = q;
        }
    }

  if (FLT_EVAL_METHOD == 0 && !long_number && whole <= EXACT_WHOLE && exponent >= -EXACT_POWER &&
      exponent <= EXACT_POWER)
    {
      result = exponent < 0 ? (double) whole / powers[-exponent] : (double) whole * powers[exponent];
      *value = negative ? -result : result;
    }
  else if (!long_number && eqp_number_compose (whole, exponent, &result))
    *value = negative ? -result : result;
  else
    *value = parse_slowly (text, (gsize) (p - text), decimal);

  return p;
}

/**
 * eqp_is_number:
 * @text: as for eqp_parse_number()
 * @length: its bytes; -1: up to a NUL
 * @decimal: '.' or ','
 * @value: (out): the number
 *
 * Returns: whether all of it is one number
 */
gboolean
eqp_is_number (const char *text,
               gssize      length,
               char        decimal,
               double     *value)
{
  const char *end = length != 0 ? eqp_parse_number (text, decimal, value) : NULL;

  return end != NULL && (length < 0 ? *end == '\0' : end == text + length);
}

/**
 * eqp_name_number:
 * @value: a finite number
 * @text: (out): the shortest decimal number that is read as @value again, whole numbers without a point and zero
 * without a sign
 *
 * Gives the name of a class that is a number.
 */
void
eqp_name_number (double value,
                 char   text[G_ASCII_DTOSTR_BUF_SIZE])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  if (value == floor (value) && fabs (value) < 1e15)
    {
      g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.0f", value + 0.0);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strtod (g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, formats[i], value), NULL) == value)
      return;
}

/**
 * eqp_is_missing_marker:
 * @text: a field without surrounding blanks
 * @length: its length
 *
 * Returns: whether the field stands for a missing or infinite value
 */
gboolean
eqp_is_missing_marker (const char *text,
                       gsize       length)
{
  static const char *const markers[] = {
    "?",       "na",      "n/a",  "n.a.",     "<na>",         "n/d",          "nd",           "nan",     "-nan",
    "+nan",    "nat",     "null", "(null)",   "none",         "nil",          "\\n",          "-",       "--",
    "---",     ".",       "..",   "...",      "\xe2\x80\xa6", "\xe2\x80\x93", "\xe2\x80\x94", "*",       "missing",
    "inf",     "+inf",    "-inf", "infinity", "+infinity",    "-infinity",    "1.#ind",       "-1.#ind", "1.#inf",
    "-1.#inf", "1.#qnan", "#n/a", "#nv",      "#n/d",         "#n/v",         "#nd"
  };

  if (length == 0)
    return TRUE;
  if (length > 12)
    return FALSE;
  /* Errors of spreadsheets: #DIV/0!, #VALUE!, #NAME?, and what other languages call them. */
  if (length > 3 && *text == '#' && (text[length - 1] == '!' || text[length - 1] == '?'))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    if (strlen (markers[i]) == length && g_ascii_strncasecmp (markers[i], text, length) == 0)
      return TRUE;
  return FALSE;
}

/**
 * eqp_is_missing_label:
 * @text: a field of labels without surrounding blanks
 * @length: its length
 *
 * Names such as "-" or "none" may well be classes, so fewer words mean "missing" here than among numbers.
 *
 * Returns: whether the field stands for a missing label
 */
gboolean
eqp_is_missing_label (const char *text,
                      gsize       length)
{
  static const char *const words[] = { "?", "na", "n/a", "#n/a", "<na>", "nan", "null", "(null)", "\\n" };

  if (length == 0 || (*text == '#' && eqp_is_missing_marker (text, length)))
    return TRUE;
  for (guint i = 0; length <= 6 && i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (words[i], text, length) == 0)
      return TRUE;
  return FALSE;
}
