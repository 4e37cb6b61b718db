/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The encoding of a text that is not UTF-8 and has no mark: Western letters stand one by one among ASCII ones, while words of
 * other scripts are runs of bytes beyond ASCII. */
#include "config.h"

#include "eqp-table-private.h"

#include <string.h>

/* What the bytes beyond ASCII are like. */
typedef struct
{
  gsize wide;      /* 0x80..0xff */
  gsize beside;    /* of them, those beside another one */
  gsize runs;
  gsize even;      /* of an even length */
  gsize latin;     /* beside an ASCII letter */
  gsize range[8];  /* 0x80..0x8f, 0x90..0x9f and so on */
  gsize kana;      /* pairs of 0xa4 or 0xa5 and a byte from 0xa1 on: kana in EUC-JP */
  gsize hangul;    /* pairs with a first byte of 0xb0..0xc8: syllables in EUC-KR */
} Bytes;

static Bytes
count_bytes (const guint8 *text, gsize length)
{
  Bytes bytes = { 0 };
  gsize run = 0;
  gboolean latin = FALSE;

  for (gsize i = 0; i <= length; i++)
    {
      guint8 byte = i < length ? text[i] : 0;

      if (byte < 0x80)
        {
          bytes.runs += run > 0;
          bytes.even += run > 0 && run % 2 == 0;
          bytes.latin += run > 0 && (latin || g_ascii_isalpha (byte));
          bytes.beside += run > 1 ? run : 0;
          run = 0;
          latin = g_ascii_isalpha (byte);
          continue;
        }
      bytes.wide++;
      bytes.range[(byte - 0x80) / 16]++;
      if (run % 2 == 0 && i + 1 < length && text[i + 1] >= 0xa1)
        {
          bytes.kana += byte == 0xa4 || byte == 0xa5;
          bytes.hangul += byte >= 0xb0 && byte <= 0xc8;
        }
      run++;
    }
  return bytes;
}

/* The one with the bytes where its small letters are. */
static const char *
cyrillic (const Bytes *bytes)
{
  const gsize *range = bytes->range;

  if (range[2] > range[6] && (range[2] + range[6]) * 10 >= bytes->wide * 8)
    return "IBM866";
  if ((range[4] + range[5] + range[6] + range[7]) * 20 < bytes->wide * 19)
    return NULL;
  if (range[4] * 10 < bytes->wide && range[7] * 20 < bytes->wide)
    return "ISO-8859-5";
  return range[4] + range[5] > range[6] + range[7] ? "KOI8-R" : "WINDOWS-1251";
}

/* The last line may be cut. */
static gboolean
converts (const guint8 *text, gsize length, const char *encoding)
{
  g_autofree char *converted = NULL;
  const guint8 *end = memrchr (text, '\n', length);

  converted = g_convert ((const char *) text, end != NULL ? (gssize) (end - text) : (gssize) length, "UTF-8", encoding, NULL, NULL, NULL);
  return converted != NULL;
}

/**
 * _eqp_table_guess_script:
 * @text: the first bytes of a file
 * @length: how many
 * @evidence: (out): why, for people
 *
 * Returns: (nullable): the encoding of a script that is not Western, or NULL for UTF-8 and Western text
 */
const char *
_eqp_table_guess_script (const guint8  *text,
                         gsize          length,
                         char         **evidence)
{
  const char *end, *name = NULL;
  Bytes bytes;

  if (g_utf8_validate ((const char *) text, (gssize) length, &end) || (gsize) ((const char *) text + length - end) <= 3)
    return NULL;
  bytes = count_bytes (text, length);
  if (bytes.wide < 4 || bytes.beside * 10 < bytes.wide * 6)
    return NULL;

  if ((bytes.range[0] + bytes.range[1]) * 5 >= bytes.wide && bytes.range[2] * 2 < bytes.wide && converts (text, length, "SHIFT_JIS"))
    name = "SHIFT_JIS";
  else if (bytes.latin * 10 > bytes.runs)
    return NULL;
  else if (bytes.even < bytes.runs || bytes.runs < 3)
    name = cyrillic (&bytes);
  else if (bytes.kana * 8 >= bytes.wide && converts (text, length, "EUC-JP"))
    name = "EUC-JP";
  else if (bytes.hangul * 2 == bytes.wide && bytes.wide >= 400 && converts (text, length, "EUC-KR"))
    name = "EUC-KR";
  else if (converts (text, length, "GB18030"))
    name = "GB18030";
  if (name != NULL)
    *evidence = g_strdup_printf ("%" G_GSIZE_FORMAT " of the %" G_GSIZE_FORMAT " bytes beyond ASCII stand beside another one, as in scripts that are not Latin, and their values fit %s.",
                                 bytes.beside, bytes.wide, name);
  return name;
}
