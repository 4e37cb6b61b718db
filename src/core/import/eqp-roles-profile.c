/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the values of a column are like: whole, how many different ones, how evenly used. */
#include "config.h"

#include "eqp-roles.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "data/eqp-data-private.h"

/* A guess about all columns is made from some of the rows: so many cells, but not too few rows. */
#define GLANCE_CELLS 400000
#define GLANCE_ROWS_MIN 300
#define GLANCE_ROWS_MAX 2000

/* Rows between two looks at whether to go on. */
#define CANCEL_ROWS 8192
#define COUNTED_RANGE 65536.0

void
_eqp_roles_describe (const EqpRoleTable *self,
                     gint64              column,
                     EqpRoleColumn      *out)
{
  memset (out, 0, sizeof *out);
  if (self->describe != NULL)
    self->describe (self->rows, column, out);
}

/* Returns "column 3 (“age”)". */
char *
_eqp_roles_title (const EqpRoleTable *self,
                  gint64              column)
{
  EqpRoleColumn what;

  _eqp_roles_describe (self, column, &what);
  return _eqp_column_place (what.name, column);
}

/* Returns so many rows are looked at where all columns are compared. */
gint64
_eqp_roles_glance (const EqpRoleTable *self)
{
  return CLAMP (GLANCE_CELLS / self->d, GLANCE_ROWS_MIN, GLANCE_ROWS_MAX);
}

/* For qsort(). */
int
_eqp_compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
add_run (EqpRoleProfile *profile, double *entropy, gint64 run)
{
  double share = (double) run / (double) profile->n;

  profile->distinct++;
  profile->share = MAX (profile->share, share);
  *entropy -= share * log (share);
}

/* Whole numbers close together are counted, which takes a tenth of the time of sorting them. */
static double
count_runs (const double *values, EqpRoleProfile *profile)
{
  g_autofree gint64 *counts = g_new0 (gint64, (gsize) (profile->high - profile->low) + 1);
  double entropy = 0.0;

  for (gint64 i = 0; i < profile->n; i++)
    counts[(gsize) (values[i] - profile->low)]++;
  for (gsize i = 0; i <= (gsize) (profile->high - profile->low); i++)
    if (counts[i] > 0)
      add_run (profile, &entropy, counts[i]);
  return entropy;
}

static double
sort_runs (double *values, EqpRoleProfile *profile)
{
  double entropy = 0.0;
  gint64 run = 0;

  qsort (values, (gsize) profile->n, sizeof (double), _eqp_compare_doubles);
  for (gint64 i = 0; i < profile->n; i++)
    {
      run++;
      if (i + 1 == profile->n || values[i + 1] != values[i])
        {
          add_run (profile, &entropy, run);
          run = 0;
        }
    }
  return entropy;
}

/* A look at all rows is for whole numbers only; it ends at the first other one. @most_rows: about so many rows are
 * looked at; G_MAXINT64 for all. Returns what its values are like; nothing where it was cancelled or there is no
 * memory. */
EqpRoleProfile
_eqp_roles_profile (const EqpRoleTable *self,
                    gint64              column,
                    gint64              most_rows)
{
  static const EqpRoleProfile nothing = { FALSE };
  gint64 stride = MAX (1, self->n / most_rows);
  double *values = eqp_try_alloc ((gsize) (self->n / stride + 1), sizeof (double), N_ ("the values of a column"), NULL);
  EqpRoleProfile profile = { TRUE, .low = HUGE_VAL, .high = -HUGE_VAL };
  double entropy;

  for (gint64 row = 0; row < self->n && values != NULL; row += stride)
    {
      double value = self->value (self->rows, row, column);

      if (row % CANCEL_ROWS == 0 && !_eqp_parts_go_on (self->parts, EQP_STAGE_SETTLE, 0, 1, self->cancellable, NULL))
        profile.n = G_MININT64;
      if (!isfinite (value) && profile.n >= 0)
        continue;
      if (profile.n < 0 || (value != floor (value) && most_rows == G_MAXINT64))
        {
          eqp_free (values);
          return nothing;
        }
      values[profile.n++] = value;
      profile.low = MIN (profile.low, value);
      profile.high = MAX (profile.high, value);
      profile.whole &= value == floor (value);
    }
  if (values == NULL || profile.n == 0)
    {
      eqp_free (values);
      return nothing;
    }

  if (profile.whole && profile.high - profile.low < COUNTED_RANGE)
    entropy = count_runs (values, &profile);
  else
    entropy = sort_runs (values, &profile);
  profile.evenness = profile.distinct > 1 ? entropy / log ((double) profile.distinct) : 0.0;
  eqp_free (values);
  return profile;
}

/* Returns whether its numbers can be those of classes: few, and each of them often. */
gboolean
_eqp_roles_class_like (const EqpRoleProfile *profile)
{
  return profile->whole && profile->distinct >= 2 && profile->distinct <= EQP_ROLES_MOST_CLASSES
         && profile->distinct * 3 <= profile->n && profile->share <= 0.95;
}
