/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences with numbers in them for people: "1,797 rows were left out". */
#include "config.h"

#include "eqp-sentence.h"

#include <langinfo.h>
#include <string.h>

/* As in the plots: the C locale groups nothing, but 1797000 is hard to read in any language. */
static const char *
separator (void)
{
  const char *own = nl_langinfo (THOUSEP);

  if (own[0] != '\0' && g_utf8_validate (own, -1, NULL))
    return own;
  return strcmp (nl_langinfo (RADIXCHAR), ".") == 0 ? "," : "\u202f";
}

static void
append_grouped (GString *out, gboolean negative, guint64 size)
{
  char digits[24];
  gsize length = (gsize) g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, size);

  if (negative)
    g_string_append_c (out, '-');
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (out, separator ());
      g_string_append_c (out, digits[i]);
    }
}

/* A whole number by what stands before its conversion: "l", "ll", "z", "" and the like. */
static gint64
take_whole (const char *length, gboolean has_sign, va_list *args)
{
  if (length[0] == 'l')
    return length[1] == 'l' ? (gint64) va_arg (*args, long long) : (gint64) va_arg (*args, long);
  if (length[0] == 'z' || length[0] == 'j' || length[0] == 't')
    return va_arg (*args, gint64);
  return has_sign ? (gint64) va_arg (*args, int) : (gint64) va_arg (*args, unsigned int);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* Any other directive, its stars replaced by their values. */
static void
append_other (GString *out, GString *directive, const char *length, char conversion, va_list *args)
{
  if (strchr ("diuxXo", conversion) != NULL)
    {
      g_string_append_printf (directive, "l%c", conversion);
      g_string_append_printf (out, directive->str, (long) take_whole (length, strchr ("di", conversion) != NULL, args));
      return;
    }
  g_string_append_c (directive, conversion);
  if (conversion == 's')
    g_string_append_printf (out, directive->str, va_arg (*args, const char *));
  else if (conversion == 'c')
    g_string_append_printf (out, directive->str, va_arg (*args, int));
  else
    g_string_append_printf (out, directive->str, va_arg (*args, double));
}
#pragma GCC diagnostic pop

/* One directive, from the sign of percent on; returns what follows it. */
static const char *
append_directive (GString *out, const char *p, va_list *args)
{
  g_autoptr (GString) directive = g_string_new ("%");
  const char *length;
  gboolean plain;

  for (p++; *p != '\0' && strchr ("-+ #0'123456789.*", *p) != NULL; p++)
    if (*p == '*')
      g_string_append_printf (directive, "%d", va_arg (*args, int));
    else
      g_string_append_c (directive, *p);
  plain = directive->len == 1;
  length = p;
  p += strspn (p, "hlzjt");
  if (*p == '\0')
    return p;
  if (*p == '%')
    g_string_append_c (out, '%');
  else if (plain && strchr ("diu", *p) != NULL)
    {
      gint64 value = take_whole (length, *p != 'u', args);
      gboolean negative = *p != 'u' && value < 0;

      append_grouped (out, negative, negative ? -(guint64) value : (guint64) value);
    }
  else
    append_other (out, directive, length, *p, args);
  return p + 1;
}

/**
 * eqp_sentence_vdup:
 * @format: printf format of a sentence: whole numbers, text, characters and reals
 * @args: its arguments
 *
 * Like g_strdup_vprintf(), but whole numbers without a width are grouped as the locale does it. A translation that
 * turns the arguments round (%2$s) has its numbers as printf writes them.
 *
 * Returns: (transfer full): the sentence
 */
char *
eqp_sentence_vdup (const char *format,
                   va_list     args)
{
  GString *out;
  va_list rest;

  for (const char *p = strchr (format, '%'); p != NULL; p = strchr (p, '%'))
    {
      p += 1 + strspn (p + 1, "0123456789");
      if (*p == '$')
        return g_strdup_vprintf (format, args);
      p += *p == '%';
    }
  out = g_string_new (NULL);
  va_copy (rest, args);
  for (const char *p = format; *p != '\0';)
    if (*p == '%')
      p = append_directive (out, p, &rest);
    else
      g_string_append_c (out, *p++);
  va_end (rest);
  return g_string_free (out, FALSE);
}

/**
 * eqp_sentence_dup:
 * @format: printf format of a sentence, as for eqp_sentence_vdup()
 * @...: its arguments
 *
 * Returns: (transfer full): the sentence, whole numbers grouped
 */
char *
eqp_sentence_dup (const char *format,
                  ...)
{
  va_list args;
  char *sentence;

  va_start (args, format);
  sentence = eqp_sentence_vdup (format, args);
  va_end (args);
  return sentence;
}
