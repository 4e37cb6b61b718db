/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eqp_parse_number() for the inner loops over text: the same value, bit for bit, with few steps a digit, and eight
 * digits at a time where there are many. Branches follow the number of digits, which the processor learns from the rows
 * before; counting them without branches was slower. Numbers it is not made for go to eqp_parse_number(). */
#pragma once

#include <float.h>
#include <string.h>

#include "eqp-number.h"

G_BEGIN_DECLS

/* Readable bytes that have to follow the NUL behind the text. */
#define EQP_NUMBER_PADDING 8

#define EQP_FAST_POWER 22
#define EQP_FAST_DIGITS 19

static const double _eqp_fast_powers[EQP_FAST_POWER + 1] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
};

/* The value of eight digits; FALSE when there are not that many. Pairs are joined to fours, fours to eights. */
static inline gboolean
_eqp_read_eight (const char *p, guint64 *value)
{
  const guint64 fours = G_GUINT64_CONSTANT (0x000000ff000000ff);
  guint64 bytes;

  memcpy (&bytes, p, sizeof bytes);
  bytes = GUINT64_FROM_LE (bytes) ^ G_GUINT64_CONSTANT (0x3030303030303030);
  if (((bytes + G_GUINT64_CONSTANT (0x7676767676767676)) | bytes) & G_GUINT64_CONSTANT (0x8080808080808080))
    return FALSE;
  bytes = bytes * 10 + (bytes >> 8);
  *value = ((bytes & fours) * (100 + (G_GUINT64_CONSTANT (1000000) << 32))
            + ((bytes >> 16) & fours) * (1 + (G_GUINT64_CONSTANT (10000) << 32))) >> 32;
  return TRUE;
}

/**
 * _eqp_parse_number_fast:
 * @text: as for eqp_parse_number(), with EQP_NUMBER_PADDING readable bytes behind the NUL
 * @decimal: '.' or ','
 * @value: (out): the nearest double
 *
 * Returns: (nullable): the first byte after the number, or NULL when there is none
 */
static inline const char *
_eqp_parse_number_fast (const char *text,
                        char        decimal,
                        double     *value)
{
  const char *p = text, *start, *point;
  gboolean negative = *p == '-';
  guint64 whole = 0, eight;
  guint digit;
  int exponent = 0;
  gssize digits;
  double result;

  p += *p == '-' || *p == '+';
  for (start = p; (digit = (guint) *p - '0') <= 9; p++)
    whole = whole * 10 + digit;
  digits = p - start;
  if (*p == decimal)
    {
      point = ++p;
      while (_eqp_read_eight (p, &eight))
        {
          whole = whole * 100000000 + eight;
          p += 8;
        }
      for (; (digit = (guint) *p - '0') <= 9; p++)
        whole = whole * 10 + digit;
      digits += p - point;
      exponent = (int) (point - p);
    }
  if (digits == 0)
    return NULL;
  /* With more of them, whole has overflowed. */
  if (digits > EQP_FAST_DIGITS)
    return eqp_parse_number (text, decimal, value);

  if (*p == 'e' || *p == 'E')
    {
      const char *q = p + 1 + (p[1] == '-' || p[1] == '+');
      int written = 0;

      for (start = q; (digit = (guint) *q - '0') <= 9 && q - start < 5; q++)
        written = written * 10 + (int) digit;
      if (q - start == 5)
        return eqp_parse_number (text, decimal, value);
      exponent += p[1] == '-' ? -written : written;
      p = q > start ? q : p;
    }

  if (FLT_EVAL_METHOD == 0 && whole <= (G_GUINT64_CONSTANT (1) << 53) && exponent >= -EQP_FAST_POWER &&
      exponent <= EQP_FAST_POWER)
    result = exponent < 0 ? (double) whole / _eqp_fast_powers[-exponent] : (double) whole * _eqp_fast_powers[exponent];
  else if (!eqp_number_compose (whole, exponent, &result))
    return eqp_parse_number (text, decimal, value);
  *value = negative ? -result : result;
  return p;
}

G_END_DECLS
