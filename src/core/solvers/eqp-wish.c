/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wishes about sizes: "max-min<=10", "entropy>=0.99", "largest<=1.2", "smallest>=20", several with commas between them.
 */
#include "config.h"

#include "eqp-wish.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "metrics/eqp-metrics.h"

#define SLACK 1e-12
#define NONE ((EqpWish) { .range = -1, .entropy = -1.0, .largest = -1.0, .smallest = -1 })

/* The number behind @name and @relation, with nothing but blanks around. */
static gboolean
read_part (const char *part, const char *name, const char *relation, double *value)
{
  const char *at = part + strspn (part, " ");
  char *end;

  if (!g_str_has_prefix (at, name))
    return FALSE;
  at += strlen (name);
  at += strspn (at, " ");
  if (!g_str_has_prefix (at, relation))
    return FALSE;
  at += strlen (relation);
  *value = g_ascii_strtod (at, &end);
  if (end == at || !isfinite (*value) || *value < 0.0)
    return FALSE;
  end += strspn (end, " ");
  /* "largest<=1.2*n/K" is how the formula is written. */
  if (strcmp (name, "largest") == 0 && g_ascii_strncasecmp (end, "*n/k", 4) == 0)
    end += 4;
  return end[strspn (end, " ")] == '\0';
}

/* Rows of a cluster at the most: 1.15 times 20 is 23, not a rounding less. */
static gint64
most_rows (const EqpWish *self, gint64 n, gint k)
{
  return (gint64) floor (self->largest * (double) n / k * (1.0 + SLACK));
}

/**
 * eqp_wish_parse:
 * @self: (out caller-allocates): the wish
 * @text: as people write it
 * @error: EQP_ERROR_INVALID_PARAM
 *
 * Of two wishes of one kind the stricter counts.
 *
 * Returns: whether it is one
 */
gboolean
eqp_wish_parse (EqpWish     *self,
                const char  *text,
                GError     **error)
{
  /* An empty text is one part, and no wish. */
  g_auto (GStrv) parts = g_strsplit (*text != '\0' ? text : " ", ",", -1);

  *self = NONE;
  for (gint i = 0; parts[i] != NULL; i++)
    {
      double value;

      if (read_part (parts[i], "max-min", "<=", &value) && value <= G_MAXINT32)
        self->range = self->range < 0 ? (gint64) value : MIN (self->range, (gint64) value);
      else if (read_part (parts[i], "entropy", ">=", &value) && value <= 1.0)
        self->entropy = MAX (self->entropy, value);
      else if (read_part (parts[i], "largest", "<=", &value) && value >= 1.0)
        self->largest = self->largest < 0.0 ? value : MIN (self->largest, value);
      else if (read_part (parts[i], "smallest", ">=", &value) && value <= G_MAXINT32)
        self->smallest = MAX (self->smallest, (gint64) ceil (value));
      else
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("“%s” is no wish; wishes are max-min<=M, entropy>=E (up to 1), largest<=C (times n/K, at "
                          "least "
                          "1) and smallest>=M."),
                       parts[i]);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * eqp_wish_is_met:
 * @self: a wish
 * @k: clusters
 * @sizes: k
 *
 * Returns: whether the sizes are as wished
 */
gboolean
eqp_wish_is_met (const EqpWish *self,
                 gint           k,
                 const gint64  *sizes)
{
  EqpBalanceMeasures measures;
  gint64 n = 0;

  eqp_metrics_balance (k, sizes, &measures);
  for (gint c = 0; c < k; c++)
    n += sizes[c];
  return (self->range < 0 || measures.max - measures.min <= self->range) &&
         (self->entropy < 0.0 || measures.size_entropy >= self->entropy) &&
         (self->largest < 0.0 || measures.max <= most_rows (self, n, k)) &&
         (self->smallest < 0 || measures.min >= self->smallest);
}

/**
 * eqp_wish_check:
 * @self: a wish
 * @n: rows
 * @k: clusters
 * @error: EQP_ERROR_INVALID_PARAM: why it cannot be
 *
 * Returns: whether sizes as even as can be meet it; no others do where they do not. A largest size beyond all rows is
 * refused, too: it was meant in rows, unless it is as small as for a single cluster of all rows
 */
gboolean
eqp_wish_check (const EqpWish  *self,
                gint64          n,
                gint            k,
                GError        **error)
{
  g_autofree gint64 *sizes = g_new (gint64, k);

  if (self->largest > MAX (k, 2))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("largest<=%.6g is %.6g times n/K, more rows than there are; n/K is %.6g rows."),
                  self->largest, self->largest, (double) n / k);
      return FALSE;
    }
  for (gint c = 0; c < k; c++)
    sizes[c] = n / k + (c < n % k);
  if (eqp_wish_is_met (self, k, sizes))
    return TRUE;
  if (self->range == 0 && n % k != 0)
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                g_dngettext (GETTEXT_PACKAGE,
                             "%" PRId64 " row cannot be divided into %d clusters of the same size; "
                             "%" PRId64 " are left over, so wish for max-min<=1.",
                             "%" PRId64 " rows cannot be divided into %d clusters of the same size; "
                             "%" PRId64 " are left over, so wish for max-min<=1.", (gulong) n),
                n, k, n % k);
  else if (k == 1)
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                g_dngettext (GETTEXT_PACKAGE,
                             "A single cluster has the %" PRId64 " row there is, which is not as wished.",
                             "A single cluster has all %" PRId64 " rows, which is not as wished; take more clusters.",
                             (gulong) n),
                n);
  else
    eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                _ ("No sizes of %d clusters of %" PRId64
                   " rows are as wished; the most even ones are %" PRId64 " to %" PRId64 "."),
                k, n, n / k, n / k + (n % k != 0));
  return FALSE;
}

/**
 * eqp_wish_as_limits:
 * @self: a wish that can be met
 * @n: rows
 * @k: clusters
 * @least: (out): rows of a cluster at the least
 * @most: (out): and at the most
 *
 * Limits that make sure of the wish, as wide as a single pair of them can be: for a range they are as near to n/K as it
 * says; for entropy, which no pair of limits stands for, they are widened as long as the least even sizes within them
 * meet it.
 */
void
eqp_wish_as_limits (const EqpWish *self,
                    gint64         n,
                    gint           k,
                    gint64        *least,
                    gint64        *most)
{
  gint64 low = n / k, high = (n + k - 1) / k;

  *least = self->smallest > 0 ? MIN (self->smallest, low) : 0;
  *most = self->largest >= 0.0 ? MAX (high, most_rows (self, n, k)) : n;
  if (self->range >= 0)
    {
      gint64 spare = MAX (0, self->range - (high - low));

      *least = MAX (*least, low - spare / 2);
      *most = MIN (*most, high + spare - spare / 2);
    }
  if (self->entropy >= 0.0)
    {
      g_autofree gint64 *sizes = g_new (gint64, k);
      gint64 width = 0, next;

      /* The least even sizes between L and U are as many at U as fit, one between, the rest at L. */
      for (next = 1; next <= low; next++)
        {
          gint64 rest = n, l = low - next, u = high + next;
          EqpWish only = NONE;

          for (gint c = 0; c < k; c++)
            {
              sizes[c] = MIN (u, rest - l * (k - 1 - c));
              rest -= sizes[c];
            }
          only.entropy = self->entropy;
          if (!eqp_wish_is_met (&only, k, sizes))
            break;
          width = next;
        }
      *least = MAX (*least, low - width);
      *most = MIN (*most, high + width);
    }
}
