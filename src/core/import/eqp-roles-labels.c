/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which column holds the classes, as far as one can tell: by its name, else one-hot columns, else text with few values,
 * else few whole numbers unlike the others. */
#include "config.h"

#include "eqp-roles.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-sentence.h"

/* From so many rows on, more different values than half of them are no classes, whatever the name of the column. */
#define MANY_ROWS 10

/* So many other columns are compared. */
#define MOST_OTHERS 1000

void
_eqp_role_labels_clear (EqpRoleLabels *self)
{
  g_clear_pointer (&self->why, g_free);
}

static gboolean
are_few (gint64 distinct, gint64 n)
{
  return distinct >= 2 && (n < MANY_ROWS ? distinct < MAX (4, n) : distinct * 2 <= n);
}

/* Numbers of classes follow each other or come again and again; those of a measure are strewn. */
static gboolean
is_measure (const EqpRoleProfile *profile)
{
  return profile->distinct > 20 && profile->distinct * 5 > profile->n &&
         (profile->high - profile->low + 1.0) * 4.0 > (double) profile->distinct * 5.0;
}

/* How well the column can be the classes by its name: 3 surely, 2 what became of the rows, 1 perhaps. */
static int
rate_name (const EqpRoleTable *self, const EqpRoleColumn *what, gint64 column)
{
  EqpNamed named = _eqp_roles_name_labels (what->name);
  gboolean outcome = _eqp_roles_name_outcome (what->name);
  EqpRoleProfile profile;
  gint64 distinct;

  if (what->settled || (named == EQP_NAMED_NOTHING && !outcome))
    return 0;
  if (what->holds == EQP_HOLDS_TEXT)
    {
      distinct = what->texts != NULL ? what->texts->names->len : 0;
      if (!are_few (distinct, self->n - what->missing) || _eqp_roles_are_moments (what->texts))
        return 0;
    }
  else if (what->holds == EQP_HOLDS_NUMBERS)
    {
      profile = _eqp_roles_profile (self, column, G_MAXINT64);
      distinct = profile.distinct;
      if (!profile.whole || !are_few (distinct, profile.n) || is_measure (&profile) ||
          (named != EQP_NAMED_SURELY && distinct > 2 && !_eqp_roles_class_like (&profile)))
        return 0;
    }
  else
    return 0;
  return named == EQP_NAMED_SURELY ? 3 : outcome && distinct == 2 ? 2 : named == EQP_NAMED_PERHAPS ? 1 : 0;
}

static gboolean
has_name (const EqpRoleTable *self, const char *name)
{
  for (gint64 i = 0; i < self->d; i++)
    {
      EqpRoleColumn what;

      _eqp_roles_describe (self, i, &what);
      if (what.holds == EQP_HOLDS_NUMBERS && what.name != NULL && g_ascii_strcasecmp (what.name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* "x" and "y" beside each other are coordinates. */
static gboolean
is_coordinate (const EqpRoleTable *self, const char *name)
{
  return name != NULL && strlen (name) == 1 && strchr ("xyzXYZ", *name) != NULL && has_name (self, "x") &&
         has_name (self, "y");
}

/* The best by name, the last of equals; gives how good it is. */
static int
find_by_name (const EqpRoleTable *self, EqpRoleLabels *labels)
{
  int best = 0;

  for (gint64 j = 0; j < self->d && self->describe != NULL; j++)
    {
      EqpRoleColumn what;
      int rating;

      _eqp_roles_describe (self, j, &what);
      rating = rate_name (self, &what, j);
      if (rating == 0 || is_coordinate (self, what.name))
        continue;
      if (rating < best)
        {
          labels->runner_up = j;
          continue;
        }
      labels->runner_up = labels->column;
      labels->column = j;
      best = rating;
    }
  return best;
}

/* Notes that stand in a few rows only are no labels. */
static gboolean
text_has_classes (const EqpRoleTable *self, gint64 column)
{
  EqpRoleColumn what;
  gint64 distinct;

  _eqp_roles_describe (self, column, &what);
  if (what.settled || what.holds == EQP_HOLDS_NOTHING || what.missing * 10 > self->n)
    return FALSE;
  if (what.holds == EQP_HOLDS_NUMBERS)
    {
      EqpRoleProfile profile;

      if (!what.declared || column != self->d - 1)
        return FALSE;
      profile = _eqp_roles_profile (self, column, G_MAXINT64);
      return profile.distinct >= 2 && are_few (profile.distinct, profile.n);
    }
  distinct = what.texts != NULL ? what.texts->names->len : 0;
  return distinct >= 2 && distinct * 2 <= MAX (4, self->n) && !_eqp_roles_are_moments (what.texts);
}

/* The first column has the labels, unless the last one has; of others it is the last. */
static void
find_by_text (const EqpRoleTable *self, EqpRoleLabels *labels)
{
  for (gint64 j = 0; j < self->d && self->describe != NULL; j++)
    if (text_has_classes (self, j) && (labels->column != 0 || j == self->d - 1))
      {
        labels->runner_up = labels->column;
        labels->column = j;
      }
    else if (labels->column == 0 && text_has_classes (self, j))
      labels->runner_up = j;
}

/* Codes of classes, not measures: a handful, or numbered one after the other from 0 or 1, each of them often. A column
 * with a name that does not say so has to be plainer. */
static gboolean
looks_like_codes (const EqpRoleTable *self, const EqpRoleColumn *what, const EqpRoleProfile *profile)
{
  if (_eqp_roles_is_day (profile->low) && _eqp_roles_is_day (profile->high))
    return FALSE;
  if (profile->distinct <= 10)
    return TRUE;
  if (self->header && what->name != NULL && profile->distinct > 20)
    return FALSE;
  return profile->low >= -1.0 && profile->low <= 1.0 && profile->distinct * 5 <= profile->n
         && (profile->high - profile->low + 1.0) * 4.0 <= (double) profile->distinct * 5.0;
}

static gboolean
is_square (gint64 d)
{
  gint64 side = (gint64) (sqrt ((double) d) + 0.5);

  return side >= 8 && side * side == d;
}

/* Few whole numbers, evenly used, while hardly any other column is like that. Pixels
 * of square images are all alike, whatever their corners have; what stands beside them is not. */
static gboolean
stands_out (const EqpRoleTable *self, gint64 column)
{
  gint64 glance_rows = _eqp_roles_glance (self), others = 0, alike = 0, step = MAX (1, self->d / MOST_OTHERS);
  gboolean images = self->describe == NULL && is_square (self->d - 1);
  EqpRoleProfile glance, full;
  EqpRoleColumn what;

  _eqp_roles_describe (self, column, &what);
  if (what.holds != EQP_HOLDS_NUMBERS || what.settled || is_coordinate (self, what.name) ||
      (self->describe == NULL && is_square (self->d)))
    return FALSE;
  glance = _eqp_roles_profile (self, column, glance_rows);
  if (!glance.whole || glance.distinct > EQP_ROLES_MOST_CLASSES)
    return FALSE;
  full = _eqp_roles_profile (self, column, G_MAXINT64);
  if (!_eqp_roles_class_like (&full) || !looks_like_codes (self, &what, &full))
    return FALSE;

  for (gint64 i = 0; i < self->d; i += step)
    {
      EqpRoleProfile other;

      _eqp_roles_describe (self, i, &what);
      if (i == column || what.holds != EQP_HOLDS_NUMBERS)
        continue;
      other = _eqp_roles_profile (self, i, glance_rows);
      /* Of many values, such as coordinates, two columns seldom have the same number. */
      others++;
      alike += other.whole && other.distinct >= 2 &&
               (full.distinct > 20 ? other.distinct * 3 <= full.distinct * 4 : other.distinct <= full.distinct) &&
               other.distinct * 4 >= full.distinct * 3 && other.evenness >= 0.8 * glance.evenness;
    }
  return others > 0 && (alike * 10 <= others || (images && alike * 2 <= others));
}

/* The last column that is not empty. */
static gint64
last_filled (const EqpRoleTable *self)
{
  gint64 j = self->d - 1;
  EqpRoleColumn what;

  for (; j > 0; j--)
    {
      _eqp_roles_describe (self, j, &what);
      if (what.holds != EQP_HOLDS_NUMBERS || what.missing < self->n)
        break;
    }
  return j;
}

static void
find_by_numbers (const EqpRoleTable *self, EqpRoleLabels *labels)
{
  gint64 last = last_filled (self);
  gboolean first_stands, last_stands;

  if (self->d < 2)
    return;
  last_stands = stands_out (self, last);
  first_stands = last > 0 && stands_out (self, 0);
  labels->column = last_stands ? last : first_stands ? 0 : -1;
  if (last_stands && first_stands)
    labels->runner_up = 0;
}

/* @labels: the column, or -1, the runner-up and why; cleared by the caller. */
void
_eqp_roles_guess_labels (const EqpRoleTable *self,
                         EqpRoleLabels      *labels)
{
  int rating;

  *labels = (EqpRoleLabels){ -1, -1, -1, NULL };
  if (self->n == 0 || self->d == 0)
    return;
  rating = find_by_name (self, labels);
  if (rating < 3 && _eqp_roles_find_one_hot (self, TRUE, labels))
    {
      labels->runner_up = -1;
      return;
    }
  if (rating > 0)
    labels->why = g_strdup (_ ("by its name"));
  if (labels->column < 0)
    {
      find_by_text (self, labels);
      if (labels->column >= 0)
        labels->why = g_strdup (_ ("because it has text with few values"));
    }
  if (labels->column < 0 && _eqp_roles_find_one_hot (self, FALSE, labels))
    return;
  if (labels->column < 0)
    {
      find_by_numbers (self, labels);
      labels->why = g_strdup (labels->column >= 0 ? _ ("because it has few whole numbers, unlike the others")
                              : self->describe != NULL
                                ? _ ("No column is named like labels and has values that come again, has text with few "
                                     "values, or few whole numbers unlike the others.")
                                : _ ("No column has few whole numbers unlike the others."));
    }
  labels->last = labels->column;
}

static void
offer (const EqpRoleTable *self, EqpDecision *decision, gint64 first, gint64 last)
{
  g_autofree char *title = _eqp_roles_title (self, first);
  g_autofree char *value = NULL;
  EqpRoleColumn what;

  _eqp_roles_describe (self, first, &what);
  if (last > first)
    value = g_strdup_printf ("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, first + 1, last + 1);
  else if (self->by_name && what.name != NULL && !g_ascii_isdigit (*what.name))
    value = g_strdup (what.name);
  else
    value = g_strdup_printf ("%" G_GINT64_FORMAT, first + 1);

  if (last > first)
    eqp_decision_offer (decision, "labels", value, _ ("columns %s, one for each class"), value);
  else
    eqp_decision_offer (decision, "labels", value, "%s", title);
}

/* What the column has, with numbers. */
static char *
evidence_of (const EqpRoleTable *self, const EqpRoleLabels *labels)
{
  g_autofree char *where =
      self->first_of > 0
          ? eqp_sentence_dup (_ (" (the first of %" PRId64 ")"), self->first_of) : g_strdup ("");
  EqpRoleColumn what;

  if (labels->column < 0)
    return g_strdup (labels->why);
  _eqp_roles_describe (self, labels->column, &what);
  if (labels->last == labels->column && what.texts != NULL)
    return eqp_sentence_dup (_ ("It was chosen %s: %u different texts in %" PRId64 " rows%s."), labels->why,
                             what.texts->names->len, self->n, where);
  if (labels->last == labels->column && what.holds == EQP_HOLDS_NUMBERS)
    {
      EqpRoleProfile profile = _eqp_roles_profile (self, labels->column, G_MAXINT64);

      if (profile.n > 0)
        return eqp_sentence_dup (_ ("It was chosen %s: %" PRId64
                                    " different whole numbers from %g to %g in %" PRId64 " rows%s."),
                                 labels->why, profile.distinct, profile.low, profile.high, self->n, where);
    }
  return g_strdup_printf (_ ("It was chosen %s%s."), labels->why, where);
}

/* Keeps the decision about the labels with its evidence. */
void
_eqp_roles_tell_labels (const EqpRoleTable  *self,
                        const EqpRoleLabels *labels,
                        gboolean             asked)
{
  g_autofree char *evidence = evidence_of (self, labels);
  EqpDecision *decision = eqp_decision_new ("labels", "%s", evidence);

  decision->asked = asked;
  if (labels->column >= 0)
    offer (self, decision, labels->column, labels->last);
  else
    eqp_decision_offer (decision, "labels", "none", _ ("no labels"));
  if (labels->runner_up >= 0)
    offer (self, decision, labels->runner_up, labels->runner_up);
  if (labels->column >= 0)
    eqp_decision_offer (decision, "labels", "none", _ ("no labels"));
  for (gint64 j = 0; j < MIN (self->d, EQP_ROLES_MOST_OFFERED); j++)
    if ((j < labels->column || j > labels->last) && j != labels->runner_up && self->d > 1)
      offer (self, decision, j, j);
  _eqp_settle (self->parts, decision);
}
