/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns of numbers are no features: keys of the rows and moments in time. One is left out only with evidence:
 * its name, or numbers that no measure has. Whatever is left out is told, with the option that keeps it; what is kept
 * with a doubt is told as well. */
#include "config.h"

#include "eqp-roles.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Evidence by numbers alone needs so many rows. */
#define LEAST_ROWS 10
#define SORTED_ROWS 20

/* Keys of so many digits all have as many; smaller numbers than the other are measures rather than keys. */
#define KEY_DIGITS 1e7
#define LEAST_KEY 1000.0

/* So many other columns are compared. */
#define MOST_OTHERS 100

/* So many columns get a sentence of their own. */
#define MOST_TOLD 5

void
_eqp_roles_log_ignored (const EqpRoleTable *self,
                        gint64              column,
                        const char         *why)
{
  EqpRoleColumn what;

  _eqp_roles_describe (self, column, &what);
  _eqp_log (self->parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_IGNORED, .column = column + 1, .name = (char *) what.name,
                                            .after = (char *) why });
}

/* How the numbers follow each other, and how they are written. */
typedef struct
{
  gboolean step;   /* each is the one before and the same number */
  gint64   ups;    /* are larger than the one before */
  gboolean rising; /* none is smaller */
  gboolean days;   /* 20210301 */
  gint64   tens;   /* end in 0 */
} Sequence;

static Sequence
look_at_sequence (const EqpRoleTable *self, gint64 column)
{
  Sequence sequence = { TRUE, 0, TRUE, TRUE, 0 };
  double last = 0.0, step = 0.0;
  gint64 n = 0;

  for (gint64 row = 0; row < self->n; row++)
    {
      double value = self->value (self->rows, row, column);

      if (!isfinite (value))
        continue;
      if (n == 1)
        step = value - last;
      sequence.step &= n == 0 || value - last == step;
      sequence.ups += n > 0 && value > last;
      sequence.rising &= n == 0 || value >= last;
      sequence.days &= _eqp_roles_is_day (value);
      sequence.tens += fmod (value, 10.0) == 0.0;
      last = value;
      n++;
    }
  return sequence;
}

/* Pearson's correlation of two columns, from the rows that are looked at. */
static double
correlation (const EqpRoleTable *self, gint64 a, gint64 b)
{
  gint64 stride = MAX (1, self->n / _eqp_roles_glance (self)), n = 0;
  double first_x = 0.0, first_y = 0.0, x_sum = 0.0, y_sum = 0.0, xx = 0.0, yy = 0.0, xy = 0.0, spread;

  for (gint64 row = 0; row < self->n; row += stride)
    {
      double x = self->value (self->rows, row, a), y = self->value (self->rows, row, b);

      if (!isfinite (x) || !isfinite (y))
        continue;
      if (n++ == 0)
        {
          first_x = x;
          first_y = y;
        }
      x -= first_x;
      y -= first_y;
      x_sum += x;
      y_sum += y;
      xx += x * x;
      yy += y * y;
      xy += x * y;
    }
  if (n < 3)
    return 0.0;
  spread = (xx - x_sum * x_sum / (double) n) * (yy - y_sum * y_sum / (double) n);
  return spread > 0.0 ? (xy - x_sum * y_sum / (double) n) / sqrt (spread) : 0.0;
}

/* A measure goes along with another one; a key with none. */
static gboolean
is_unrelated (const EqpRoleTable *self, gint64 column, GArray *features)
{
  double threshold = MAX (0.5, 2.0 / sqrt ((double) self->n));
  guint step = MAX (1, features->len / MOST_OTHERS);

  for (guint i = 0; i < features->len; i += step)
    {
      gint64 other = g_array_index (features, gint64, i);

      if (other != column && fabs (correlation (self, column, other)) > threshold)
        return FALSE;
    }
  return TRUE;
}

static double
largest_elsewhere (const EqpRoleTable *self, gint64 column, GArray *features)
{
  double largest = 0.0;

  for (guint i = 0; i < features->len; i++)
    if (g_array_index (features, gint64, i) != column)
      {
        EqpRoleProfile other = _eqp_roles_profile (self, g_array_index (features, gint64, i),
                                                     _eqp_roles_glance (self));

        largest = MAX (largest, MAX (fabs (other.low), fabs (other.high)));
      }
  return largest;
}

/* Seconds since 1970 between 1995 and 2040, or thousandths or millionths of them. */
static gboolean
is_epoch (const EqpRoleProfile *profile)
{
  for (double unit = 1.0; unit <= 1e6; unit *= 1000.0)
    if (profile->low >= 0.8e9 * unit && profile->high <= 2.2e9 * unit)
      return TRUE;
  return FALSE;
}

/* A look at one number spares most columns the look at all. */
static gboolean
may_be_moment (const EqpRoleTable *self, gint64 column)
{
  for (gint64 row = 0; row < self->n; row++)
    {
      double value = self->value (self->rows, row, column);

      if (isfinite (value))
        return value == floor (value) && (value >= 0.8e9 || _eqp_roles_is_day (value));
    }
  return FALSE;
}

static const char *
moment_reason (const EqpRoleColumn *what, const EqpRoleProfile *profile, const Sequence *sequence)
{
  if (profile->n >= 5 && profile->distinct * 2 > profile->n && sequence->days)
    return _ ("holds days written as numbers");
  if (profile->n >= 5 && is_epoch (profile) && profile->distinct >= 2 &&
      (_eqp_roles_name_time (what->name) ||
       (sequence->rising && profile->distinct * 2 > profile->n && !_eqp_roles_name_amount (what->name))))
    return _ ("holds moments counted in seconds or parts of them");
  return NULL;
}

static gboolean
counts_rows (const EqpRoleProfile *profile)
{
  return profile->distinct == profile->n && (profile->low == 0.0 || profile->low == 1.0) &&
         profile->high == profile->low + (double) (profile->n - 1);
}

/* The first column is a key by its numbers alone where they are like those of no measure. */
static const char *
number_reason (const EqpRoleTable *self, gint64 column, const EqpRoleProfile *profile, const Sequence *sequence,
               GArray *features)
{
  gboolean round = sequence->tens * 5 > profile->n, years = profile->low >= 1800.0 && profile->high <= 2200.0;
  gboolean digits = profile->low >= KEY_DIGITS && floor (log10 (profile->low)) == floor (log10 (profile->high));
  gboolean all_differ = profile->distinct == self->n;

  if (profile->n < LEAST_ROWS || profile->distinct * 10 < self->n * 9)
    return NULL;
  if (counts_rows (profile))
    return _ ("counts the rows");
  if (years || !is_unrelated (self, column, features))
    return NULL;
  if (sequence->step)
    return _ ("goes on in equal steps and with no other column");
  if (all_differ && digits && !round)
    return _ ("has another number of as many digits in each row, and goes with no other column");
  if (all_differ && profile->low >= LEAST_KEY && profile->high - profile->low < 1.25 * (double) profile->n)
    return _ ("has nearly each number of a range once, and goes with no other column");
  if (self->n >= SORTED_ROWS && sequence->ups * 5 >= profile->n * 4 && !round && profile->low >= LEAST_KEY)
    return _ ("is sorted, has another number in nearly every row, and goes with no other column");
  return NULL;
}

/* Why a column is no feature, or NULL; *doubt is set where it may be none. */
static const char *
find_reason (const EqpRoleTable *self, gint64 column, GArray *features, gboolean *doubt)
{
  EqpRoleColumn what;
  EqpRoleProfile profile;
  Sequence sequence;
  EqpNamed key;
  gboolean measured, all_differ;
  const char *reason;

  *doubt = FALSE;
  _eqp_roles_describe (self, column, &what);
  key = _eqp_roles_name_key (what.name);
  if (what.holds != EQP_HOLDS_NUMBERS || (column > 0 && key == EQP_NAMED_NOTHING && !may_be_moment (self, column)))
    return NULL;
  profile = _eqp_roles_profile (self, column, _eqp_roles_glance (self));
  if (!profile.whole)
    return NULL;
  profile = _eqp_roles_profile (self, column, G_MAXINT64);
  if (!profile.whole || profile.n < 2)
    return NULL;
  sequence = look_at_sequence (self, column);
  reason = moment_reason (&what, &profile, &sequence);
  if (reason != NULL)
    return reason;

  /* Amounts are written with marks, keys are not. */
  measured = what.amount || _eqp_roles_name_amount (what.name) || _eqp_roles_name_axis (what.name);
  all_differ = profile.distinct == profile.n;
  if (counts_rows (&profile) && (key != EQP_NAMED_NOTHING || (column == 0 && self->header && what.name == NULL)))
    return _ ("counts the rows");
  if (key == EQP_NAMED_SURELY && (all_differ ? profile.n >= 3 : profile.n >= LEAST_ROWS) &&
      profile.distinct * 10 >= profile.n * 9)
    return _ ("has the name of a key, and another number in nearly every row");
  if (key == EQP_NAMED_PERHAPS && all_differ &&
      (sequence.step || (sequence.ups == profile.n - 1 && profile.n >= LEAST_ROWS)))
    return _ ("has the name of a number of the row, and goes up with them");
  if (column == 0 && self->header && what.name == NULL && all_differ && profile.n >= LEAST_ROWS &&
      profile.low >= 0.0 && profile.high < 10.0 * (double) profile.n)
    return _ ("has no name, and another number in each row");
  if (column == 0 && key == EQP_NAMED_NOTHING && !measured)
    reason = number_reason (self, column, &profile, &sequence, features);
  if (reason == NULL && profile.n >= LEAST_ROWS && !what.amount)
    *doubt = key == EQP_NAMED_SURELY
                 ? profile.distinct > 20
                 : column == 0 && profile.distinct * 10 >= profile.n * 9 &&
                       fabs (profile.high) >= 100.0 * MAX (1.0, largest_elsewhere (self, column, features));
  return reason;
}

static gboolean
contains (GArray *columns, gint64 column)
{
  for (guint i = 0; columns != NULL && i < columns->len; i++)
    if (g_array_index (columns, gint64, i) == column)
      return TRUE;
  return FALSE;
}

static void
tell_left_out (const EqpRoleTable *self, EqpDecision *decision, gint64 column, const char *reason, guint told)
{
  g_autofree char *title = _eqp_roles_title (self, column);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, column + 1);

  _eqp_roles_log_ignored (self, column, reason);
  if (told < EQP_ROLES_MOST_OFFERED)
    eqp_decision_offer (decision, "keep", value, _ ("%s as a feature"), title);
  if (told < MOST_TOLD)
    _eqp_find (self->parts, eqp_alternative_new ("keep", value, _ ("keep %s"), title),
               _ ("%c%s was left out: it %s."), g_ascii_toupper (*title), title + 1, reason);
}

static void
tell_doubt (const EqpRoleTable *self, gint64 column)
{
  g_autofree char *title = _eqp_roles_title (self, column);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, column + 1);
  EqpRoleColumn what;

  _eqp_roles_describe (self, column, &what);
  _eqp_find (self->parts, eqp_alternative_new ("ignore", value, _ ("leave %s out"), title),
             _eqp_roles_name_key (what.name) == EQP_NAMED_SURELY
                 ? _ ("%c%s has the name of a key, but its numbers come again, so it was kept as a feature.")
                 : _ ("%c%s has large numbers, nearly all different; it was kept as a feature, so leave it out if it "
                      "only "
                      "identifies the rows."),
             g_ascii_toupper (*title), title + 1);
}

/* Decides about all columns at once, and tells it. @kept: gint64, the columns that the user wants to keep;
 * @kept_text: how the user wrote that; "none" where nothing was asked for; @features: gint64, columns of numbers;
 * those that are no features are taken out, but never all. Returns FALSE where it was cancelled. */
gboolean
_eqp_roles_leave_out (const EqpRoleTable  *self,
                      GArray              *kept,
                      const char          *kept_text,
                      GArray              *features)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();
  g_autoptr (GString) titles = g_string_new (NULL);
  EqpDecision *decision;
  guint told = 0;

  for (guint i = 0; i < features->len; i++)
    {
      gint64 column = g_array_index (features, gint64, i);
      gboolean doubt;
      const char *reason = find_reason (self, column, features, &doubt);

      if (doubt && features->len > 1 && !contains (kept, column))
        tell_doubt (self, column);
      if (reason == NULL)
        continue;
      g_array_append_val (left, column);
      g_ptr_array_add (reasons, (gpointer) reason);
    }
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (left->len == 0 || left->len == features->len)
    return TRUE;

  for (guint i = 0; i < MIN (left->len, MOST_TOLD); i++)
    {
      g_autofree char *title = _eqp_roles_title (self, g_array_index (left, gint64, i));

      g_string_append_printf (titles, "%s%s %s", i > 0 ? "; " : "", title, (char *) g_ptr_array_index (reasons, i));
    }
  if (left->len > MOST_TOLD)
    g_string_append_printf (titles, _ ("; and %u more"), left->len - MOST_TOLD);
  *titles->str = g_ascii_toupper (*titles->str);
  decision = eqp_decision_new ("keep", "%s.", titles->str);
  decision->asked = kept != NULL;
  eqp_decision_offer (decision, "keep", kept_text, kept == NULL ? _ ("left out") : _ ("kept as asked for"));
  for (guint i = 0; i < left->len; i++)
    {
      gint64 column = g_array_index (left, gint64, i);

      if (!contains (kept, column))
        {
          tell_left_out (self, decision, column, g_ptr_array_index (reasons, i), told++);
          for (guint k = features->len; k > 0; k--)
            if (g_array_index (features, gint64, k - 1) == column)
              g_array_remove_index (features, k - 1);
        }
    }
  if (left->len > 1 || kept != NULL)
    eqp_decision_offer (decision, "keep", kept != NULL ? "none" : "all",
                        kept != NULL ? _ ("left out") : _ ("all of them as features"));
  if (told > MOST_TOLD)
    _eqp_find (self->parts, eqp_alternative_new ("keep", "all", _ ("keep all columns")),
               _ ("%u more columns were left out, which look like keys or moments."), told - MOST_TOLD);
  _eqp_settle (self->parts, decision);
  return TRUE;
}
