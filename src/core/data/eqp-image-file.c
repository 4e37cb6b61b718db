/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kind of an image from its first bytes, and whether it is all there: the decoders show the upper half of a file
 * that breaks off, and leave the rest black without a word. */
#include "config.h"

#include "eqp-image-file.h"

#include <string.h>

/* deflate makes at most 1032 bytes of one, each of up to 8 pixels; JPEG can tell of many blocks in a few bits. */
#define MOST_PACKED (8 * 1032)

static guint32
big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

/* Chunk by chunk up to the last. */
static gboolean
png_is_whole (const guint8 *bytes, gsize length)
{
  gsize at = 8;

  while (length - at >= 12)
    {
      guint32 size = big_endian (bytes + at);

      if (memcmp (bytes + at + 4, "IEND", 4) == 0)
        return TRUE;
      if (size > length - at - 12)
        return FALSE;
      at += 12 + (gsize) size;
    }
  return FALSE;
}

/* Behind the last beginning of pixels stands the end mark; within pixels neither occurs. */
static gboolean
jpeg_is_whole (const guint8 *bytes, gsize length)
{
  for (gsize i = length; i >= 2; i--)
    if (bytes[i - 2] == 0xff)
      {
        if (bytes[i - 1] == 0xd9)
          return TRUE;
        if (bytes[i - 1] == 0xda)
          return FALSE;
      }
  return FALSE;
}

/* Next number of a PNM header, whose comments go from # to the end of the line. */
static gboolean
next_number (const guint8 *bytes, gsize length, gsize *at, gint64 *number)
{
  for (; *at < length && (g_ascii_isspace (bytes[*at]) || bytes[*at] == '#'); (*at)++)
    if (bytes[*at] == '#')
      while (*at + 1 < length && bytes[*at + 1] != '\n' && bytes[*at + 1] != '\r')
        (*at)++;
  if (*at == length || !g_ascii_isdigit (bytes[*at]))
    return FALSE;
  for (*number = 0; *at < length && g_ascii_isdigit (bytes[*at]) && *number < G_MAXINT32; (*at)++)
    *number = *number * 10 + (bytes[*at] - '0');
  return *number < G_MAXINT32;
}

static gboolean
pnm_is_whole (const guint8 *bytes, gsize length, EqpImageFile *file)
{
  int kind = bytes[1] - '0';
  gboolean bits = kind == 1 || kind == 4;
  gint64 channels = kind == 3 || kind == 6 ? 3 : 1;
  gint64 width, height, most = 1, found = 0, number;
  gsize at = 2;

  if (!next_number (bytes, length, &at, &width) || !next_number (bytes, length, &at, &height)
      || (!bits && !next_number (bytes, length, &at, &most)))
    return FALSE;
  file->deep = most > 255;
  if (kind >= 4)
    {
      double row = bits ? (double) ((width + 7) / 8) : (double) (width * channels * (most > 255 ? 2 : 1));

      /* One blank stands between. */
      return at < length && (double) (length - at - 1) >= row * (double) height;
    }
  if ((double) width * (double) height * (double) channels > (double) length)
    return FALSE;
  /* Bits in text need no blanks between them. */
  for (; kind == 1 && at < length; at++)
    found += bytes[at] == '0' || bytes[at] == '1';
  while (kind > 1 && next_number (bytes, length, &at, &number))
    found++;
  return found >= width * height * channels;
}

static guint32
tiff_number (const guint8 *bytes, gboolean big, int size)
{
  guint32 number = 0;

  for (int i = 0; i < size; i++)
    number = number << 8 | bytes[big ? i : size - 1 - i];
  return number;
}

/* Bits of a sample and further pages, from the first directory of tags (TIFF 6.0, section 2). */
static void
look_at_tiff (const guint8 *bytes, gsize length, EqpImageFile *file)
{
  gboolean big = bytes[0] == 'M';
  gsize at, entries;

  if (length < 8)
    return;
  at = tiff_number (bytes + 4, big, 4);
  if (at > length || length - at < 2)
    return;
  entries = tiff_number (bytes + at, big, 2);
  if ((length - at - 2) / 12 < entries)
    return;
  for (gsize i = 0; i < entries; i++)
    {
      const guint8 *entry = bytes + at + 2 + 12 * i;
      guint32 count = tiff_number (entry + 4, big, 4), value;

      if (tiff_number (entry, big, 2) != 258 || tiff_number (entry + 2, big, 2) != 3)
        continue;
      /* Up to two values stand here, more of them elsewhere. */
      value = tiff_number (entry + 8, big, 4);
      if (count > 2 && (value > length || length - value < 2))
        continue;
      file->deep = tiff_number (count > 2 ? bytes + value : entry + 8, big, 2) > 8;
    }
  at += 2 + 12 * entries;
  file->more_pages = length - at >= 4 && tiff_number (bytes + at, big, 4) != 0;
}

/**
 * _eqp_image_file_look:
 * @bytes: a file, or its beginning for the type alone
 * @length: how many
 * @file: (out): what they tell
 *
 * Returns: whether this is an image of a kind that is read
 */
gboolean
_eqp_image_file_look (const guint8  *bytes,
                      gsize          length,
                      EqpImageFile  *file)
{
  *file = (EqpImageFile) { NULL, TRUE, (gint64) MIN (length, G_MAXINT32) * MOST_PACKED };
  if (length >= 8 && memcmp (bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
    {
      file->type = "image/png";
      file->whole = png_is_whole (bytes, length);
      file->deep = length > 24 && bytes[24] == 16;
    }
  else if (length >= 3 && memcmp (bytes, "\xff\xd8\xff", 3) == 0)
    {
      file->type = "image/jpeg";
      file->whole = jpeg_is_whole (bytes, length);
    }
  else if (length >= 4 && (memcmp (bytes, "II*\0", 4) == 0 || memcmp (bytes, "MM\0*", 4) == 0))
    {
      file->type = "image/tiff";
      look_at_tiff (bytes, length, file);
    }
  else if (length >= 3 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6' && (g_ascii_isspace (bytes[2]) || bytes[2] == '#'))
    {
      file->type = "image/x-portable-anymap";
      file->whole = pnm_is_whole (bytes, length, file);
      file->most_pixels = (gint64) length * 8;
    }
  return file->type != NULL;
}
