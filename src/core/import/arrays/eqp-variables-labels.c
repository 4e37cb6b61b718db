/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of samples that come from arrays: numbers, texts, one-hot rows, or a column among the features. */
#include "config.h"

#include "eqp-variables-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "import/eqp-roles.h"

#define MOST_CLASSES 200
#define LABELS_A_CHECK 4096

/* More are no classes, whatever the array is called. */
#define MOST_NAMES 1000

/* Asked for each label: it is the walk over all of them that takes long. Whoever is told so need not say what they are.
 */
static inline gboolean
is_stopped (EqpVariables *self, gint64 i)
{
  return i % LABELS_A_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* All cells of a matrix, also those that a sparse one leaves out, in the order of the file. */
static double *
read_cells (EqpVariables *self, EqpVariable *array)
{
  gint64 lines = array->dims[array->column_major ? 1 : 0], across = array->dims[array->column_major ? 0 : 1];
  g_auto (EqpSparse) sparse = { 0 };
  double *cells;

  if (!array->sparse)
    return _eqp_variables_read_doubles (self, array, NULL);
  if (!_eqp_check_memory (self->file, lines, across, sizeof (double), NULL) ||
      !self->read_sparse (self, array, &sparse, NULL))
    return NULL;
  cells = eqp_try_malloc ((gsize) (lines * across), sizeof (double), array->name, NULL);
  for (gint64 line = 0; line < lines && cells != NULL; line++)
    for (gint64 k = sparse.starts[line]; k < sparse.starts[line + 1]; k++)
      cells[line * across + sparse.minor[k]] = sparse.values[k];
  return cells;
}

/* Reads the classes of a matrix of a row or a column for each sample, with a single 1 among cells that are all 0 or all
 * -1; NULL where it is not one-hot, or, with @all, where a class has no sample. */
static gint32 *
read_one_hot (EqpVariables *self, EqpVariable *array, gint64 n, gboolean all)
{
  g_autofree double *cells = read_cells (self, array);
  g_autofree gint32 *classes = eqp_try_malloc ((gsize) n, sizeof (gint32), "the labels", NULL);
  gboolean samples_first = array->dims[0] == n, together = samples_first != array->column_major;
  gint64 n_classes = array->dims[samples_first ? 1 : 0], used = 0;
  g_autofree guint8 *met = eqp_try_malloc ((gsize) n_classes, 1, "the classes", NULL);
  double rest = NAN;

  if (cells == NULL || classes == NULL || met == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      classes[i] = -1;
      for (gint64 j = 0; j < n_classes; j++)
        {
          double value = cells[together ? i * n_classes + j : j * n + i];

          if (is_stopped (self, i * n_classes + j))
            return NULL;
          if (value == 1.0 && classes[i] < 0)
            classes[i] = (gint32) j;
          else if ((value == 0.0 || value == -1.0) && (isnan (rest) || value == rest))
            rest = value;
          else
            return NULL;
        }
      if (classes[i] < 0)
        return NULL;
      used += met[classes[i]] == 0;
      met[classes[i]] = 1;
    }
  return all && used < n_classes ? NULL : g_steal_pointer (&classes);
}

/* Returns whether all its numbers are whole, but for those that are missing; texts count as whole. */
gboolean
_eqp_variables_are_whole (EqpVariables *self, EqpVariable *array)
{
  g_autofree double *values = NULL;
  gint64 count = _eqp_variable_count (array), missing = 0;

  if (array->text || array->whole)
    return TRUE;
  values = _eqp_variables_read_doubles (self, array, NULL);
  if (values == NULL)
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    {
      missing += !isfinite (values[i]);
      if (isfinite (values[i]) && values[i] != floor (values[i]))
        return FALSE;
    }
  return missing < count;
}

/* -1 for numbers that are missing. */
static gint32
add_label (EqpLabelTable *names, double value)
{
  return isfinite (value) ? eqp_label_table_add_number (names, value) : -1;
}

static gint32
add_text (EqpLabelTable *names, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return *g_strstrip (valid) != '\0' ? eqp_label_table_add (names, valid) : -1;
}

/* The labels of the first @n of @whole samples, into numbers; -1 where missing. FALSE also where they are more than
 * @most. */
static gboolean
read_array (EqpVariables *self, EqpVariable *array, gint64 n, gint64 whole, gint32 *labels, EqpLabelTable *names,
            gint64 most, GError **error)
{
  g_auto (GStrv) texts = array->text ? self->read_text (self, array, error) : NULL;
  g_autofree double *values = NULL;

  if (array->text && texts == NULL)
    return FALSE;
  /* The classes count from 1, as MATLAB does, or from 0. */
  if (!array->text && (array->sparse || _eqp_variable_vector_length (array) != whole))
    {
      g_autofree gint32 *classes = read_one_hot (self, array, whole, FALSE);

      for (gint64 i = 0; i < n && classes != NULL; i++)
        labels[i] = add_label (names, (double) (classes[i] + self->matlab));
      if (classes != NULL)
        eqp_note (&self->parts.decisions,
                  _ ("Each sample of “%s” has a single 1, whose place, counted from %d, is the label."), array->name,
                  self->matlab);
      if (classes == NULL && !g_cancellable_set_error_if_cancelled (self->cancellable, error))
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                     _ ("%s: “%s” does not have a single 1 for each sample; choose other labels, or none."), self->file,
                     array->name);
      return classes != NULL;
    }
  if (!array->text && (values = _eqp_variables_read_doubles (self, array, error)) == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      if ((i % LABELS_A_CHECK == 0 && !_eqp_variables_go_on (self, self->fraction, error)) || names->names->len > most)
        return FALSE;
      labels[i] = array->text ? add_text (names, texts[i]) : add_label (names, values[i]);
    }
  return names->names->len <= most;
}

/* Few values, met again and again. */
static gboolean
has_classes (EqpVariables *self, EqpVariable *array)
{
  g_auto (EqpLabelTable) names = { 0 };
  gint64 n = _eqp_variable_count (array);
  g_autofree gint32 *labels = eqp_try_malloc ((gsize) n, sizeof (gint32), "the labels", NULL);

  eqp_label_table_init (&names);
  return labels != NULL && _eqp_variables_are_whole (self, array) &&
         read_array (self, array, n, n, labels, &names, MIN (MOST_NAMES, MAX (4, n) / 2), NULL) &&
         names.names->len >= 2;
}

/* Returns whether it holds one label for each sample. */
gboolean
_eqp_variables_fit_as_labels (EqpVariables *self, EqpVariable *array, gint64 n, gboolean named)
{
  g_autofree gint32 *one_hot = NULL;
  gint64 classes;

  if (_eqp_variable_vector_length (array) == n && !array->sparse)
    return named ? _eqp_variables_are_whole (self, array) : has_classes (self, array);
  if (array->text || array->rank != 2 || (array->dims[0] != n && array->dims[1] != n))
    return FALSE;
  classes = array->dims[0] == n ? array->dims[1] : array->dims[0];
  if (classes >= 2 && (named ? classes <= MOST_NAMES : classes <= MOST_CLASSES && 2 * classes <= n))
    one_hot = read_one_hot (self, array, n, !named);
  return one_hot != NULL;
}

static double
value_at (gconstpointer rows, gint64 row, gint64 column)
{
  return eqp_store_get_value ((EqpStore *) rows, row, column);
}

static EqpRoleTable
role_table (EqpVariables *self, const EqpVariableRoles *roles, EqpStore *store)
{
  return (EqpRoleTable){ .n = roles->n, .d = roles->d, .value = value_at, .rows = store, .first_of = roles->first_of,
                         .parts = &self->parts, .cancellable = self->cancellable };
}

/* By the rules of all formats, where none is given; columns @asked for as features are none. It is told in any case. */
void
_eqp_variables_guess_label_column (EqpVariables *self, EqpVariableRoles *roles, EqpStore *store, GArray *asked)
{
  EqpRoleTable rows = role_table (self, roles, store);
  gboolean given = roles->label_column >= 0;
  g_auto (EqpRoleLabels) labels = { roles->label_column, roles->label_column, -1,
                                    given ? g_strdup (_ ("because it was asked for")) : NULL };

  if (!given)
    _eqp_roles_guess_labels (&rows, &labels);
  for (guint i = 0; asked != NULL && i < asked->len && !given; i++)
    if (g_array_index (asked, gint64, i) >= labels.column && g_array_index (asked, gint64, i) <= labels.last)
      labels.column = labels.last = -1;
  _eqp_roles_tell_labels (&rows, &labels, given);
  roles->label_column = labels.column;
  roles->label_last = labels.last;
}

/* Gives @assembly the labels, where there are any. */
gboolean
_eqp_variables_read_labels (EqpVariables *self, const EqpVariableRoles *roles, EqpAssembly *assembly, GError **error)
{
  gint64 filled = 0;

  if (roles->label_column >= 0)
    {
      EqpRoleTable rows = role_table (self, roles, assembly->store);

      return _eqp_assembly_take_labels (assembly, &rows, roles->label_column, roles->label_last, error);
    }
  if (roles->labels == NULL)
    return TRUE;
  assembly->labels = eqp_try_malloc ((gsize) roles->n, sizeof (gint32), "the labels", error);
  if (assembly->labels == NULL)
    return FALSE;
  for (guint i = 0; filled < roles->n; i++)
    {
      EqpVariable *array = g_ptr_array_index (roles->features, i);
      /* Vectors side by side have the labels of one. */
      gint64 whole = roles->side_by_side ? _eqp_variable_vector_length (array) : array->dims[roles->axis];
      gint64 n = MIN (whole, roles->n - filled);

      if (!read_array (self, g_ptr_array_index (roles->labels, i), n, whole, assembly->labels + filled,
                       &assembly->names, G_MAXINT32, error))
        return FALSE;
      filled += n;
    }
  return TRUE;
}
