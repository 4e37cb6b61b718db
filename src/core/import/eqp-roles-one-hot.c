/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes written as columns of 0 and 1 with exactly one 1 in each row (one-hot). At the beginning or the end of a
 * table, or named like classes, they are the labels; elsewhere they may be, and the user is told. */
#include "config.h"

#include "eqp-roles.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-sentence.h"

/* Columns without a common name have to be so many: two that are never 1 together may be so by chance. */
#define LEAST_UNNAMED 3

/* The column with the 1 of a row, or -1 where there is not exactly one among zeros. */
static gint64
find_one (const EqpRoleTable *self, gint64 row, gint64 first, gint64 last)
{
  gint64 one = -1;

  for (gint64 j = first; j <= last; j++)
    {
      double value = self->value (self->rows, row, j);

      if (value == 1.0 && one < 0)
        one = j;
      else if (value != 0.0)
        return -1;
    }
  return one;
}

/* Takes the column into the rows met so far: a 1 for each row that has its 1. FALSE where it does not fit. */
static gboolean
add_column (const EqpRoleTable *self, gint64 column, gint64 stride, guint8 *met, gint64 *ones)
{
  EqpRoleColumn what;
  gint64 before = *ones;

  _eqp_roles_describe (self, column, &what);
  if (what.holds != EQP_HOLDS_NUMBERS || what.settled || what.declared)
    return FALSE;
  for (gint64 row = 0; row < self->n; row += stride)
    {
      double value = self->value (self->rows, row, column);

      if (value != 0.0 && (value != 1.0 || met[row / stride]))
        return FALSE;
      met[row / stride] |= value == 1.0;
      *ones += value == 1.0;
    }
  return *ones > before;
}

/* @last: the last or, below @first, the first that may belong to it. Returns where the columns from @first on that
 * together have one 1 in each row end; -1: there are none such. */
static gint64
one_hot_from (const EqpRoleTable *self, gint64 first, gint64 last)
{
  gint64 stride = MAX (1, self->n / _eqp_roles_glance (self)), sampled = (self->n + stride - 1) / stride, ones = 0;
  gint64 step = last >= first ? 1 : -1;
  g_autofree guint8 *met = g_malloc0 ((gsize) sampled);

  for (gint64 j = first, k = 1; k <= EQP_ROLES_MOST_CLASSES; j += step, k++)
    {
      if (!add_column (self, j, stride, met, &ones))
        return -1;
      if (ones == sampled && k >= 2)
        {
          for (gint64 row = 0; row < self->n; row++)
            if (find_one (self, row, MIN (first, j), MAX (first, j)) < 0)
              return -1;
          return k * 2 <= self->n ? j : -1;
        }
      if (ones == sampled || j == last)
        return -1;
    }
  return -1;
}

/* What the names of the columns all begin with, up to a mark: "cls_" of "cls_A" and "cls_B". */
static gsize
common_prefix (const EqpRoleTable *self, gint64 first, gint64 last)
{
  EqpRoleColumn what;
  const char *start;
  gsize length;

  _eqp_roles_describe (self, first, &what);
  start = what.name;
  length = start != NULL ? strlen (start) : 0;
  for (gint64 j = first + 1; j <= last; j++)
    {
      gsize k = 0;

      _eqp_roles_describe (self, j, &what);
      while (what.name != NULL && k < length && what.name[k] == start[k])
        k++;
      length = k;
    }
  while (length > 0 && (g_ascii_isalnum (start[length - 1]) || (guchar) start[length - 1] >= 0x80))
    length--;
  return length;
}

static gboolean
is_named (const EqpRoleTable *self, gint64 first, gint64 last)
{
  gsize length = common_prefix (self, first, last);
  g_autofree char *prefix = NULL;
  EqpRoleColumn what;

  if (length == 0)
    return FALSE;
  _eqp_roles_describe (self, first, &what);
  prefix = g_strndup (what.name, length);
  return _eqp_roles_name_labels (prefix) != EQP_NAMED_NOTHING || _eqp_roles_name_outcome (prefix) ||
         g_ascii_strncasecmp (prefix, "cls", 3) == 0;
}

static gboolean
take (const EqpRoleTable *self, gint64 first, gint64 last, const char *where, EqpRoleLabels *labels)
{
  if (first < 0 || last < 0 || last - first + 1 >= self->d)
    return FALSE;
  labels->column = first;
  labels->last = last;
  labels->why = eqp_sentence_dup (_ ("because columns %" PRId64 " to %" PRId64
                                     " have exactly one 1 in each of the %" PRId64 " rows%s"),
                                  first + 1, last + 1, self->n, where);
  return TRUE;
}

/* Several such groups of columns one after the other are categories made into numbers, and no classes. @named: look
 * for columns named like classes, anywhere; otherwise for those at the end or the beginning. Returns whether there
 * are some. */
gboolean
_eqp_roles_find_one_hot (const EqpRoleTable *self,
                         gboolean            named,
                         EqpRoleLabels      *labels)
{
  gint64 end = self->d - 1, front, back;

  if (self->d < 3 || self->n < 4)
    return FALSE;
  if (named)
    {
      for (gint64 j = 0; j + 1 < self->d && self->describe != NULL; j++)
        {
          gint64 last = common_prefix (self, j, j + 1) > 0 ? one_hot_from (self, j, end) : -1;

          if (last >= 0 && is_named (self, j, last))
            return take (self, j, last, _ (", and are named like classes"), labels);
        }
      return FALSE;
    }
  back = one_hot_from (self, end, 0);
  front = one_hot_from (self, 0, end);
  if ((back >= 0 && front >= 0) || (back > 1 && one_hot_from (self, back - 1, 0) >= 0) ||
      (front >= 0 && front + 1 < end && one_hot_from (self, front + 1, end) >= 0))
    return FALSE;
  if (back >= 0 && (end - back + 1 >= LEAST_UNNAMED || common_prefix (self, back, end) > 0))
    return take (self, back, end, _ (", at the end of the table"), labels);
  if (front >= 0 && (front + 1 >= LEAST_UNNAMED || common_prefix (self, 0, front) > 0))
    return take (self, 0, front, _ (", at the beginning of the table"), labels);
  return FALSE;
}

/* @labels: the columns, one of which has the 1 of each row. Returns one number into @names for each row; NULL on
 * errors. */
gint32 *
_eqp_roles_take_one_hot (const EqpRoleTable   *self,
                         const EqpRoleLabels  *labels,
                         EqpLabelTable        *names,
                         GError              **error)
{
  gsize prefix = common_prefix (self, labels->column, labels->last);
  gint32 *numbers = g_try_new (gint32, MAX (1, self->n));

  if (numbers == NULL)
    eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                _ ("There is no memory for the labels of %" PRId64 " rows; close other programs."), self->n);
  for (gint64 row = 0; numbers != NULL && row < self->n; row++)
    {
      gint64 j = find_one (self, row, labels->column, labels->last);
      g_autofree char *number = NULL;
      EqpRoleColumn what;

      if (j < 0)
        {
          eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                      _ ("Row %" PRId64 " has not exactly one 1 in columns %" PRId64
                         " to %" PRId64 ", so they are no labels; choose one column, or none."),
                      row + 1, labels->column + 1, labels->last + 1);
          g_clear_pointer (&numbers, g_free);
          break;
        }
      _eqp_roles_describe (self, j, &what);
      number = g_strdup_printf ("%" G_GINT64_FORMAT, j - labels->column + 1);
      numbers[row] = eqp_label_table_add (
          names, what.name == NULL ? number : strlen (what.name) > prefix ? what.name + prefix : what.name);
    }
  return numbers;
}
