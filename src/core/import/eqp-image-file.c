/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kind of an image from its first bytes. */
#include "config.h"

#include "eqp-image-file.h"

#include <string.h>

/* deflate makes at most 1032 bytes of one, each of up to 8 pixels; JPEG can tell of many blocks in a few bits. */
#define MOST_PACKED (8 * 1032)

static guint32
tiff_number (const guint8 *bytes, gboolean big, int size)
{
  guint32 number = 0;

  for (int i = 0; i < size; i++)
    number = number << 8 | bytes[big ? i : size - 1 - i];
  return number;
}

/* @exif: a block of EXIF, which is laid out like a TIFF file. Returns which way up the image is, 1 to 8; 1 where
 * that is not told. */
guint
_eqp_image_orientation (const guint8 *exif,
                        gsize         length)
{
  gboolean big;
  gsize at, entries;

  if (length < 8 || (memcmp (exif, "II*\0", 4) != 0 && memcmp (exif, "MM\0*", 4) != 0))
    return 1;
  big = exif[0] == 'M';
  at = tiff_number (exif + 4, big, 4);
  if (at > length || length - at < 2)
    return 1;
  entries = tiff_number (exif + at, big, 2);
  for (gsize i = 0; i < entries && i < (length - at - 2) / 12; i++)
    {
      const guint8 *entry = exif + at + 2 + 12 * i;
      guint32 value = tiff_number (entry + 8, big, 2);

      if (tiff_number (entry, big, 2) == 274 && tiff_number (entry + 2, big, 2) == 3 && value >= 1 && value <= 8)
        return value;
    }
  return 1;
}

/* @bytes: a file, or its beginning for the type alone. Returns whether this is an image of a kind that is read. */
gboolean
_eqp_image_file_look (const guint8  *bytes,
                      gsize          length,
                      EqpImageFile  *file)
{
  *file = (EqpImageFile) { EQP_IMAGE_NONE, (gint64) MIN (length, G_MAXINT32) * MOST_PACKED };
  if (length >= 8 && memcmp (bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
    file->format = EQP_IMAGE_PNG;
  else if (length >= 3 && memcmp (bytes, "\xff\xd8\xff", 3) == 0)
    file->format = EQP_IMAGE_JPEG;
  else if (length >= 4 && (memcmp (bytes, "II*\0", 4) == 0 || memcmp (bytes, "MM\0*", 4) == 0 ||
                           memcmp (bytes, "II+\0", 4) == 0 || memcmp (bytes, "MM\0+", 4) == 0))
    {
      file->format = EQP_IMAGE_TIFF;
      /* Whole blank rows of a fax take a bit. */
      file->most_pixels = G_MAXINT64;
    }
  else if (length >= 3 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6' &&
           (g_ascii_isspace (bytes[2]) || bytes[2] == '#'))
    {
      file->format = EQP_IMAGE_PNM;
      file->most_pixels = (gint64) length * 8;
    }
  return file->format != EQP_IMAGE_NONE;
}

/* Returns the ending of its name, where that says that it is an image. */
const char *
_eqp_image_file_ending (const char *path)
{
  static const char *const endings[] = { ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".tif", ".tiff",
                                         ".pgm", ".ppm", ".pbm",  ".pnm", ".gif",  ".bmp", ".webp" };
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (dot, endings[i]) == 0)
      return dot;
  return NULL;
}
