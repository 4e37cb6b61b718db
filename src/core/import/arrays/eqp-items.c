/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of binary files, in any width and byte order, as doubles. */
#include "config.h"

#include "eqp-items.h"

#include <math.h>
#include <string.h>

#define PIECE_ITEMS 1024

#define DECODER(name, type, raw, from_file, value)                         \
  static void decode_##name (const void *items, gint64 n, double *values)  \
  {                                                                        \
    const guint8 *bytes = items;                                           \
                                                                           \
    for (gint64 i = 0; i < n; i++)                                         \
      {                                                                    \
        raw bits;                                                          \
        type item;                                                         \
                                                                           \
        memcpy (&bits, bytes + i * (gint64) sizeof bits, sizeof bits);     \
        bits = from_file (bits);                                           \
        memcpy (&item, &bits, sizeof item);                                \
        values[i] = value (item);                                          \
      }                                                                    \
  }

#define AS_IT_IS(item) (item)
#define AS_DOUBLE(item) ((double) (item))
#define AS_TRUTH(item) ((item) != 0 ? 1.0 : 0.0)

/* IEEE half precision. */
static inline double
from_half (guint16 bits)
{
  int exponent = (bits >> 10) & 31;
  int fraction = bits & 1023;
  double value;

  if (exponent == 31)
    return fraction == 0 ? HUGE_VAL : NAN;
  value = exponent == 0 ? ldexp (fraction, -24) : ldexp (1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -value : value;
}

DECODER (b1, guint8, guint8, AS_IT_IS, AS_TRUTH)
DECODER (u1, guint8, guint8, AS_IT_IS, AS_DOUBLE)
DECODER (i1, gint8, guint8, AS_IT_IS, AS_DOUBLE)

DECODER (u2_le, guint16, guint16, GUINT16_FROM_LE, AS_DOUBLE)
DECODER (i2_le, gint16, guint16, GUINT16_FROM_LE, AS_DOUBLE)
DECODER (f2_le, guint16, guint16, GUINT16_FROM_LE, from_half)
DECODER (u4_le, guint32, guint32, GUINT32_FROM_LE, AS_DOUBLE)
DECODER (i4_le, gint32, guint32, GUINT32_FROM_LE, AS_DOUBLE)
DECODER (f4_le, float, guint32, GUINT32_FROM_LE, AS_DOUBLE)
DECODER (u8_le, guint64, guint64, GUINT64_FROM_LE, AS_DOUBLE)
DECODER (i8_le, gint64, guint64, GUINT64_FROM_LE, AS_DOUBLE)
DECODER (f8_le, double, guint64, GUINT64_FROM_LE, AS_DOUBLE)

DECODER (u2_be, guint16, guint16, GUINT16_FROM_BE, AS_DOUBLE)
DECODER (i2_be, gint16, guint16, GUINT16_FROM_BE, AS_DOUBLE)
DECODER (f2_be, guint16, guint16, GUINT16_FROM_BE, from_half)
DECODER (u4_be, guint32, guint32, GUINT32_FROM_BE, AS_DOUBLE)
DECODER (i4_be, gint32, guint32, GUINT32_FROM_BE, AS_DOUBLE)
DECODER (f4_be, float, guint32, GUINT32_FROM_BE, AS_DOUBLE)
DECODER (u8_be, guint64, guint64, GUINT64_FROM_BE, AS_DOUBLE)
DECODER (i8_be, gint64, guint64, GUINT64_FROM_BE, AS_DOUBLE)
DECODER (f8_be, double, guint64, GUINT64_FROM_BE, AS_DOUBLE)

/* Returns what turns such items into doubles, or NULL when there are no such items. */
static EqpDecodeFunc
find_decoder (char kind, int size, gboolean big_endian)
{
  static const struct
  {
    char          kind;
    int           size;
    EqpDecodeFunc little;
    EqpDecodeFunc big;
  } decoders[] = {
    { 'b', 1, decode_b1, decode_b1 },
    { 'u', 1, decode_u1, decode_u1 },
    { 'i', 1, decode_i1, decode_i1 },
    { 'u', 2, decode_u2_le, decode_u2_be },
    { 'i', 2, decode_i2_le, decode_i2_be },
    { 'f', 2, decode_f2_le, decode_f2_be },
    { 'u', 4, decode_u4_le, decode_u4_be },
    { 'i', 4, decode_i4_le, decode_i4_be },
    { 'f', 4, decode_f4_le, decode_f4_be },
    { 'u', 8, decode_u8_le, decode_u8_be },
    { 'i', 8, decode_i8_le, decode_i8_be },
    { 'f', 8, decode_f8_le, decode_f8_be },
  };

  for (guint i = 0; i < G_N_ELEMENTS (decoders); i++)
    if (decoders[i].kind == kind && decoders[i].size == size)
      return big_endian ? decoders[i].big : decoders[i].little;
  return NULL;
}

/* Returns whether there are such items. */
gboolean
eqp_items_are_known (char kind, int size)
{
  return find_decoder (kind, size, FALSE) != NULL;
}

/* @kind: 'b' truth values, 'u' and 'i' whole numbers, 'f' floating point, of @size bytes; @item: one that keeps their
 * numbers; @to: as many of these. */
void
eqp_items_convert (char kind, int size, gboolean big_endian, const void *from, gint64 count, EqpItem item, void *to)
{
  EqpDecodeFunc decode = find_decoder (kind, size, big_endian);
  double values[PIECE_ITEMS];

  for (gint64 first = 0; first < count; first += PIECE_ITEMS)
    {
      gint64 n = MIN (count - first, PIECE_ITEMS);

      decode ((const guint8 *) from + first * size, n, values);
      for (gint64 i = 0; i < n; i++)
        if (item == EQP_ITEM_BYTE)
          ((guint8 *) to)[first + i] = (guint8) values[i];
        else if (item == EQP_ITEM_FLOAT)
          ((float *) to)[first + i] = (float) values[i];
        else
          ((double *) to)[first + i] = values[i];
    }
}
