/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them: digits in groups, the decimal sign of the user's locale, powers of ten written out. */
#include "config.h"

#include "eqp-format.h"

#include <langinfo.h>
#include <math.h>
#include <string.h>

#define NO_VALUE "\342\200\223"  /* en dash */
#define MINUS "\342\210\222"
#define NARROW_SPACE "\342\200\257"
#define NO_BREAK_SPACE "\302\240"
#define TIMES_TEN "\303\22710"

static const char *
group_separator (void)
{
  const char *separator = nl_langinfo (THOUSEP);

  if (separator[0] != '\0' && g_utf8_validate (separator, -1, NULL))
    return separator;
  /* The C locale groups nothing, but "1797000" is hard to read in any language. */
  return strcmp (nl_langinfo (RADIXCHAR), ".") == 0 ? "," : NARROW_SPACE;
}

/* @digits: an unsigned decimal in C notation; groups the part before the point. */
static void
append_grouped (GString    *out,
                const char *digits)
{
  const char *separator = group_separator ();
  gsize whole = strcspn (digits, ".");

  for (gsize i = 0; i < whole; i++)
    {
      if (i > 0 && (whole - i) % 3 == 0)
        g_string_append (out, separator);
      g_string_append_c (out, digits[i]);
    }
  if (digits[whole] == '.')
    {
      const char *radix = nl_langinfo (RADIXCHAR);

      g_string_append (out, g_utf8_validate (radix, -1, NULL) ? radix : ".");
      g_string_append (out, digits + whole + 1);
    }
}

static void
append_fixed (GString *out,
              double   value,
              int      decimals,
              gboolean strip)
{
  char buffer[400], format[16];
  char *point;

  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 15));
  g_ascii_formatd (buffer, sizeof buffer, format, fabs (value));
  point = strchr (buffer, '.');
  if (strip && point != NULL)
    {
      char *end = buffer + strlen (buffer) - 1;

      while (*end == '0')
        *end-- = '\0';
      if (end == point)
        *end = '\0';
    }
  /* "-0.00" says nothing that "0.00" does not. */
  if (value < 0.0 && strpbrk (buffer, "123456789") != NULL)
    g_string_append (out, MINUS);
  append_grouped (out, buffer);
}

static void
append_power (GString *out,
              double   value,
              int      digits)
{
  static const char *const superscript[] = { "\342\201\260", "\302\271",     "\302\262",     "\302\263",
                                             "\342\201\264", "\342\201\265", "\342\201\266", "\342\201\267",
                                             "\342\201\270", "\342\201\271" };
  int exponent = (int) floor (log10 (fabs (value)));
  double mantissa = value / pow (10.0, exponent);
  g_autofree char *text = NULL;

  /* 10^-320 is subnormal: the quotient must not become infinite. */
  if (!isfinite (mantissa))
    mantissa = value * 1e300 / pow (10.0, exponent + 300);
  if (fabs (mantissa) >= 10.0 - 0.5 * pow (10.0, 1 - digits))
    {
      mantissa /= 10.0;
      exponent++;
    }
  append_fixed (out, mantissa, digits - 1, TRUE);
  g_string_append (out, TIMES_TEN);
  text = g_strdup_printf ("%d", exponent);
  for (const char *p = text; *p != '\0'; p++)
    g_string_append (out, *p == '-' ? "\342\201\273" : superscript[*p - '0']);
}

static gboolean
append_special (GString *out,
                double   value)
{
  if (isnan (value))
    g_string_append (out, NO_VALUE);
  else if (isinf (value))
    g_string_append (out, value < 0.0 ? MINUS "\342\210\236" : "\342\210\236");
  else if (value == 0.0)
    g_string_append_c (out, '0');
  else
    return FALSE;

  return TRUE;
}

/**
 * eqp_format_count:
 * @value: a whole number
 *
 * Returns: (transfer full): "1,797"
 */
char *
eqp_format_count (gint64 value)
{
  GString *out = g_string_new (value < 0 ? MINUS : NULL);
  char buffer[32];

  g_snprintf (buffer, sizeof buffer, "%" G_GUINT64_FORMAT, value < 0 ? -(guint64) value : (guint64) value);
  append_grouped (out, buffer);
  return g_string_free (out, FALSE);
}

/**
 * eqp_format_number:
 * @value: any number; NaN gives a dash
 * @digits: significant digits, 1 to 15; zeros at the end are left out, whole numbers are not rounded
 *
 * Returns: (transfer full): "1,178,646", "0.0166", "2.5×10⁻⁷"
 */
char *
eqp_format_number (double value,
                   int    digits)
{
  GString *out = g_string_new (NULL);

  digits = CLAMP (digits, 1, 15);
  if (append_special (out, value))
    return g_string_free (out, FALSE);
  if (fabs (value) >= 1e12 || fabs (value) < 1e-4)
    append_power (out, value, digits);
  else
    append_fixed (out, value, digits - 1 - (int) floor (log10 (fabs (value))), TRUE);
  return g_string_free (out, FALSE);
}

/**
 * eqp_format_fixed:
 * @value: any number; NaN gives a dash
 * @decimals: after the decimal sign, also where they are zeros: numbers that stand below each other are compared by
 * place
 *
 * Returns: (transfer full): "5,496.50"
 */
char *
eqp_format_fixed (double value,
                  int    decimals)
{
  GString *out = g_string_new (NULL);

  if (isfinite (value))
    append_fixed (out, value, decimals, FALSE);
  else
    append_special (out, value);
  return g_string_free (out, FALSE);
}

/**
 * eqp_format_tick:
 * @value: where the tick is
 * @step: from tick to tick; it decides how many decimals are needed
 * @largest: of the axis; it decides the unit, so that all ticks have the same
 *
 * Short enough for a fixed margin: millions are written with an M, larger ones as a power of ten.
 *
 * Returns: (transfer full): "250", "1.18 M"
 */
char *
eqp_format_tick (double value,
                 double step,
                 double largest)
{
  GString *out = g_string_new (NULL);
  double magnitude = fabs (value);

  step = isfinite (step) && step != 0.0 ? fabs (step) : 1.0;
  /* A tick that should be zero is a rounding error away from it. */
  if (magnitude < step * 1e-9)
    value = magnitude = 0.0;
  if (append_special (out, value))
    return g_string_free (out, FALSE);
  if (magnitude >= 1e9 || magnitude < 1e-4)
    {
      int digits = 1 + (int) ceil (log10 (magnitude / step) - 1e-9);

      append_power (out, value, CLAMP (digits, 1, 6));
    }
  else
    {
      double unit = MAX (magnitude, fabs (largest)) >= 1e6 ? 1e6 : 1.0;

      append_fixed (out, value / unit, (int) ceil (-log10 (step / unit) - 1e-9), FALSE);
      if (unit > 1.0)
        g_string_append (out, NO_BREAK_SPACE "M");
    }
  return g_string_free (out, FALSE);
}

/**
 * eqp_format_percent:
 * @share: 0.149 is 14.9 %
 * @decimals: after the decimal sign
 *
 * Returns: (transfer full): "14.9 %"
 */
char *
eqp_format_percent (double share,
                    int    decimals)
{
  GString *out = g_string_new (NULL);

  if (!isfinite (share))
    append_special (out, share);
  else
    append_fixed (out, 100.0 * share, decimals, FALSE);
  g_string_append (out, NO_BREAK_SPACE "%");
  return g_string_free (out, FALSE);
}
