/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of binary files, in any width and byte order, as doubles. */
#include "config.h"

#include "eqp-items.h"

#include <math.h>
#include <string.h>

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

static double
value_of (char kind, int size, gboolean swapped, const guint8 *bytes)
{
  union
  {
    guint8 bytes[8];
    gint8 i1;
    guint16 u2;
    gint16 i2;
    guint32 u4;
    gint32 i4;
    float f4;
    guint64 u8;
    gint64 i8;
    double f8;
  } item;

  for (int k = 0; k < size; k++)
    item.bytes[k] = bytes[swapped ? size - 1 - k : k];
  switch (size)
    {
    case 1:
      return kind == 'b' ? item.bytes[0] != 0 : kind == 'u' ? item.bytes[0] : item.i1;
    case 2:
      return kind == 'f' ? from_half (item.u2) : kind == 'u' ? item.u2 : item.i2;
    case 4:
      return kind == 'f' ? (double) item.f4 : kind == 'u' ? (double) item.u4 : (double) item.i4;
    default:
      return kind == 'f' ? item.f8 : kind == 'u' ? (double) item.u8 : (double) item.i8;
    }
}

/* Returns whether there are such items. */
gboolean
eqp_items_are_known (char kind, int size)
{
  return size == 1 ? kind == 'b' || kind == 'u' || kind == 'i'
                   : (size == 2 || size == 4 || size == 8) && (kind == 'u' || kind == 'i' || kind == 'f');
}

/* @kind: 'b' truth values, 'u' and 'i' whole numbers, 'f' floating point, of @size bytes; @item: one that keeps their
 * numbers; @to: as many of these. */
void
eqp_items_convert (char kind, int size, gboolean big_endian, const void *from, gint64 count, EqpItem item, void *to)
{
  gboolean swapped = size > 1 && big_endian != (G_BYTE_ORDER == G_BIG_ENDIAN);

  if (!swapped && kind == (item == EQP_ITEM_BYTE ? 'u' : 'f') && size == (int) _eqp_item_size (item))
    {
      memcpy (to, from, (gsize) count * (gsize) size);
      return;
    }
  for (gint64 i = 0; i < count; i++)
    {
      double value = value_of (kind, size, swapped, (const guint8 *) from + i * size);

      if (item == EQP_ITEM_BYTE)
        ((guint8 *) to)[i] = (guint8) value;
      else if (item == EQP_ITEM_FLOAT)
        ((float *) to)[i] = (float) value;
      else
        ((double *) to)[i] = value;
    }
}
