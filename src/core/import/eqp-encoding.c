/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The encoding of a text: by its mark or its bytes of value 0; what is not UTF-8 is Windows-1252, unless no Western
 * language looks like that: then the user is asked. */
#include "config.h"

#include "eqp-encoding.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-decision.h"
#include "base/eqp-error.h"
#include "base/eqp-sentence.h"

/* Western words have one letter beyond ASCII among others, or two; so many side by side are of another script. */
#define MANY_BESIDE 3

/* Offered for text that is not Western. */
static const char *const others[] = { "WINDOWS-1250", "ISO-8859-2",   "WINDOWS-1251", "KOI8-R",    "IBM866",
                                      "WINDOWS-1253", "WINDOWS-1255", "WINDOWS-1256", "TIS-620",   "IBM850",
                                      "MACINTOSH",    "SHIFT_JIS",    "EUC-JP",       "EUC-KR",    "GB18030",
                                      "BIG5" };

/* Whether signs within words and long runs beyond ASCII are few. */
static gboolean
looks_western (const char *text)
{
  gunichar before = 0;
  gint64 run = 0, strange = 0, judged = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p), after = g_utf8_get_char (g_utf8_next_char (p));

      run = c < 0x80 ? 0 : run + 1;
      judged += c >= 0x80;
      strange += run >= MANY_BESIDE || (c >= 0x80 && (!g_unichar_isprint (c) ||
                 (!g_unichar_isalpha (c) && c != 0x2019 && g_unichar_isalpha (before) && g_unichar_isalpha (after))));
      before = c;
    }
  return strange * 10 <= judged;
}

/* The first word beyond ASCII as @encoding has it; NULL where that is more than letters, has some of the Latin alphabet
 * beside others, or a capital behind a small one, and where the text has what the encoding does not know. */
static char *
read_word (const char *text, gssize length, const char *encoding)
{
  static const char ends[] = " \t\r\n,;\"";
  g_autofree char *whole = g_convert (text, length, "UTF-8", encoding, NULL, NULL, NULL);
  const char *start = whole, *p;
  gboolean latin[2] = { FALSE, FALSE };
  gunichar before = 0;

  for (p = whole; p != NULL && (guchar) *p < 0x80 && *p != '\0'; p++)
    if (strchr (ends, *p) != NULL)
      start = p + 1;
  for (p = start; p != NULL && strchr (ends, *p) == NULL; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      latin[g_unichar_get_script (c) == G_UNICODE_SCRIPT_LATIN] = TRUE;
      if ((!g_unichar_isalpha (c) && !g_unichar_ismark (c)) || (latin[0] && latin[1]) ||
          (g_unichar_islower (before) && g_unichar_isupper (c)))
        return NULL;
      before = c;
    }
  return p != NULL ? g_strndup (start, (gsize) (p - start)) : NULL;
}

/* @head: the beginning of a text without zeros; @encoding: NULL for UTF-8 and Windows-1252, and what else it can only
 * be; @evidence: why, NULL for Windows-1252. Returns FALSE where the user has to tell. */
gboolean
_eqp_guess_script (const char     *file,
                   const guint8   *head,
                   gsize           length,
                   const char    **encoding,
                   char          **evidence,
                   GError        **error)
{
  const char *text = (const char *) head, *end;
  const guint8 *last = memrchr (head, '\n', length);
  g_autofree char *western = NULL;
  g_autoptr (EqpDecision) question = NULL;

  *encoding = NULL;
  if (g_utf8_validate (text, (gssize) length, &end) || (gsize) (text + length - end) <= 3)
    {
      *evidence = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0
                      ? g_strdup (_ ("The file begins with the byte order mark of UTF-8."))
                      : eqp_sentence_dup (_ ("All %zu bytes looked at are valid UTF-8."), length);
      return TRUE;
    }
  western = g_convert (text, (gssize) length, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);
  if (western != NULL && looks_western (western))
    return TRUE;
  question = eqp_decision_new ("encoding", _ ("The text is not UTF-8 and that of no Western language"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *word = read_word (text, last != NULL ? (const char *) last - text : (gssize) length, others[i]);

      if (word == NULL)
        continue;
      eqp_decision_offer (question, "encoding", others[i], _ ("as “%s” (%s)"), word, others[i]);
      *encoding = others[i];
    }
  if (question->alternatives->len > 1)
    eqp_error_set_question (error, file, g_steal_pointer (&question));
  else if (*encoding != NULL)
    *evidence = g_strdup_printf (_ ("Only read as %s it begins with letters of one script beyond ASCII."), *encoding);
  return question != NULL;
}

/* Returns an encoding whose characters are wider than a byte, or NULL for bytes that can be read as they are. */
const char *
_eqp_guess_encoding (const guint8 *head,
                           gsize         length,
                           char        **evidence)
{
  static const struct
  {
    const char *name;
    gsize       length;
    const char *bytes;
  } marks[] = { { "UTF-32LE", 4, "\xff\xfe\0\0" },
                { "UTF-32BE", 4, "\0\0\xfe\xff" },
                { "UTF-16LE", 2, "\xff\xfe" },
                { "UTF-16BE", 2, "\xfe\xff" } };
  gsize zeros[2] = { 0 }, units = MIN (length, 4096) / 2;
  const char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (length >= marks[i].length && memcmp (head, marks[i].bytes, marks[i].length) == 0)
      {
        if (evidence != NULL)
          *evidence = g_strdup_printf (_ ("The file begins with the byte order mark of %s."), marks[i].name);
        return marks[i].name;
      }

  /* Numbers and separators in UTF-16 have a zero in every other byte, and always in the same one. */
  for (gsize i = 0; i < 2 * units; i++)
    zeros[i % 2] += head[i] == 0;
  if (units >= 4 && (zeros[0] == 0) != (zeros[1] == 0) && (zeros[0] + zeros[1]) * 10 >= units * 8)
    name = zeros[0] == 0 ? "UTF-16LE" : "UTF-16BE";
  if (name != NULL && evidence != NULL)
    *evidence = g_strdup_printf (_ ("There is no byte order mark, but %zu of the first %zu bytes are zero, as in %s."),
                                 zeros[0] + zeros[1], 2 * units, name);
  return name;
}

/* No text has these, whatever its language. */
static gboolean
has_controls (const char *text)
{
  for (; *text != '\0'; text++)
    if ((guchar) *text < 0x20 && strchr ("\t\n\v\f\r", *text) == NULL && *text != 0x1a)
      return TRUE;
  return FALSE;
}

/* @encoding: (nullable): NULL: guess. Returns the text in UTF-8 without its mark, where the last character may be cut;
 * NULL where it is none. */
char *
_eqp_text_to_utf8 (const guint8 *head,
                   gsize         length,
                   const char   *encoding)
{
  gsize made = 0;
  g_autofree char *text = NULL;
  const char *valid;

  if (encoding == NULL)
    encoding = _eqp_guess_encoding (head, length, NULL);
  if (encoding == NULL && memchr (head, 0, length) != NULL)
    return NULL;
  if (encoding == NULL && !g_utf8_validate ((const char *) head, (gssize) length, &valid) &&
      length - (gsize) (valid - (const char *) head) > 3)
    encoding = "WINDOWS-1252";
  if (encoding != NULL && g_ascii_strcasecmp (encoding, "UTF-8") != 0)
    text = g_convert ((const char *) head, (gssize) length, "UTF-8", encoding, NULL, &made, NULL);
  if (text == NULL && memchr (head, 0, length) == NULL)
    {
      text = g_utf8_make_valid ((const char *) head, (gssize) length);
      made = strlen (text);
    }
  if (text == NULL || strlen (text) != made || has_controls (text))
    return NULL;
  return g_str_has_prefix (text, "\xef\xbb\xbf") ? g_strdup (text + 3) : g_steal_pointer (&text);
}
