/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrays of a file (MAT, HDF5, NPZ, NPY, IDX) as its reader lists them: sizes, numbers, names, and what is left
 * out.
 */
#include "config.h"

#include "eqp-variables-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-sentence.h"

/* So many arrays that cannot be read are told one by one. */
#define MOST_TOLD 8

void
_eqp_variable_free (gpointer data)
{
  EqpVariable *array = data;

  if (array->free_handle != NULL)
    array->free_handle (array->handle);
  g_free (array->name);
  g_free (array);
}

void
_eqp_variables_init (EqpVariables *self, const EqpImportOptions *options, const EqpProgress *progress,
                     GCancellable *cancellable)
{
  memset (self, 0, sizeof *self);
  self->arrays = g_ptr_array_new_with_free_func (_eqp_variable_free);
  self->options = options;
  self->progress = progress;
  self->cancellable = cancellable;
}

void
_eqp_variables_clear (EqpVariables *self)
{
  g_clear_pointer (&self->arrays, g_ptr_array_unref);
  g_clear_pointer (&self->unread, g_ptr_array_unref);
  eqp_dataset_parts_clear (&self->parts);
}

/* Returns a new array for the reader to fill in. */
EqpVariable *
_eqp_variables_add (EqpVariables *self, const char *name)
{
  EqpVariable *array = g_new0 (EqpVariable, 1);

  array->name = g_utf8_make_valid (name, -1);
  g_ptr_array_add (self->arrays, array);
  return array;
}

/* Returns FALSE when the user wants to stop. */
gboolean
_eqp_variables_go_on (EqpVariables *self, double fraction, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  self->fraction = fraction;
  _eqp_tell_stage (self->progress, &self->reported, EQP_STAGE_READ, fraction, self->file);
  return TRUE;
}

/* Returns its numbers. */
gint64
_eqp_variable_count (const EqpVariable *array)
{
  gint64 count = 1;

  for (int i = 0; i < array->rank; i++)
    count *= array->dims[i];
  return count;
}

/* Returns the size of the dimension that runs slowest. */
gint64
_eqp_variable_slices (const EqpVariable *array)
{
  return array->column_major ? array->dims[array->rank - 1] : array->dims[0];
}

/* Returns numbers of a slice along that dimension. */
gint64
_eqp_variable_slice (const EqpVariable *array)
{
  return _eqp_variable_count (array) / _eqp_variable_slices (array);
}

/* Returns its length when at most one of its dimensions is larger than 1, otherwise -1. */
gint64
_eqp_variable_vector_length (const EqpVariable *array)
{
  gint64 length = 1;

  for (int i = 0; i < array->rank; i++)
    if (array->dims[i] != 1)
      {
        if (length != 1)
          return -1;
        length = array->dims[i];
      }
  return length;
}

/* Returns "400 x 1024". */
char *
_eqp_shape_name (int rank, const gint64 *dims)
{
  g_autoptr (GString) shape = g_string_new (NULL);

  for (int i = 0; i < rank; i++)
    g_string_append_printf (shape, "%s%" G_GINT64_FORMAT, i > 0 ? " × " : "", dims[i]);
  return g_string_free (g_steal_pointer (&shape), FALSE);
}

char *
_eqp_variable_shape (const EqpVariable *array)
{
  g_autofree char *shape = _eqp_shape_name (array->rank, array->dims);

  return g_strconcat (shape, array->sparse ? ", sparse" : NULL, NULL);
}

/* Returns all its numbers in the order of the file. */
double *
_eqp_variables_read_doubles (EqpVariables *self, EqpVariable *array, GError **error)
{
  gint64 count = _eqp_variable_count (array);
  g_autofree double *values = NULL;
  gboolean bytes = array->item == EQP_ITEM_BYTE, done;
  EqpItem item = array->item;
  guint8 *items;

  if (!_eqp_check_memory (self->file, count, 1, sizeof (double), error))
    return NULL;
  values = eqp_try_malloc ((gsize) count, sizeof (double), array->name, error);
  if (values == NULL)
    return NULL;
  /* Bytes, which truth values are, too, are spread from the end of the same memory. */
  items = (guint8 *) values + (bytes ? (gsize) count * (sizeof (double) - 1) : 0);
  array->item = bytes ? EQP_ITEM_BYTE : EQP_ITEM_DOUBLE;
  done = self->read (self, array, 0, _eqp_variable_slices (array), items, error);
  array->item = item;
  for (gint64 i = 0; bytes && done && i < count; i++)
    values[i] = items[i];
  return done ? g_steal_pointer (&values) : NULL;
}

/* Returns the first @most of @arrays by name, for messages, with their shapes where these are wanted. */
char *
_eqp_variables_names (GPtrArray *arrays, guint most, const char *between, gboolean shapes)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < MIN (arrays->len, most); i++)
    {
      const EqpVariable *array = g_ptr_array_index (arrays, i);
      g_autofree char *shape = shapes ? _eqp_variable_shape (array) : NULL;

      g_string_append_printf (list, "%s“%s”", i > 0 ? between : "", array->name);
      if (shapes)
        g_string_append_printf (list, " (%s)", shape);
    }
  if (arrays->len > most)
    g_string_append_printf (list, _ (" and %u more"), arrays->len - most);
  return g_string_free (list, FALSE);
}

/* Returns those of the file. */
char *
_eqp_variables_list (EqpVariables *self)
{
  return _eqp_variables_names (self->arrays, 10, ", ", TRUE);
}

/* @name: the whole name, the last part of a path, or the name in any case. Returns the array of that name. */
EqpVariable *
_eqp_variables_find (EqpVariables *self, const char *name)
{
  for (int pass = 0; pass < 3; pass++)
    for (guint i = 0; i < self->arrays->len; i++)
      {
        EqpVariable *array = g_ptr_array_index (self->arrays, i);
        const char *slash = strrchr (array->name, '/');

        if ((pass == 0 && strcmp (array->name, name) == 0) ||
            (pass == 1 && slash != NULL && strcmp (slash + 1, name) == 0) ||
            (pass == 2 && g_ascii_strcasecmp (array->name, name) == 0))
          return array;
      }
  return NULL;
}

void
_eqp_variables_set_not_there (EqpVariables *self, const char *name, GError **error)
{
  g_autofree char *list = _eqp_variables_list (self);
  g_autofree char *quoted = g_strdup_printf ("“%s” ", name);

  for (guint i = 0; self->unread != NULL && i < self->unread->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (self->unread, i), quoted))
      {
        eqp_refuse (error, EQP_ERROR_UNSUPPORTED, "%s: %s", self->file, (char *) g_ptr_array_index (self->unread, i));
        return;
      }
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, _ ("%s: there is no array “%s” in the file; it has %s."),
               self->file, name, list);
}

/* @names: of one of numbers, or of several with “+” between them. Returns the arrays, in this order. */
GPtrArray *
_eqp_variables_find_asked (EqpVariables *self, const char *names, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_auto (GStrv) words = g_strsplit (names, "+", -1);
  g_autoptr (GString) name = g_string_new (NULL);

  if (_eqp_variables_find (self, names) != NULL)
    g_ptr_array_add (found, _eqp_variables_find (self, names));
  for (guint i = 0; words[i] != NULL && _eqp_variables_find (self, names) == NULL; i++)
    {
      EqpVariable *array;

      g_string_append_printf (name, "%s%s", name->len > 0 ? "+" : "", words[i]);
      array = _eqp_variables_find (self, name->str);
      if (array == NULL || g_ptr_array_find (found, array, NULL))
        continue;
      g_ptr_array_add (found, array);
      g_string_truncate (name, 0);
    }
  if (name->len > 0 || found->len == 0)
    {
      _eqp_variables_set_not_there (self, found->len > 0 ? name->str : names, error);
      return NULL;
    }
  for (guint i = 0; i < found->len; i++)
    if (((EqpVariable *) g_ptr_array_index (found, i))->text)
      return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM, _ ("%s: “%s” holds text; choose an array of numbers."),
                              self->file, ((EqpVariable *) g_ptr_array_index (found, i))->name);
  return g_steal_pointer (&found);
}

/* Tells that it is left out; where nothing else can be the features, that is the error. @why_format: printf format
 * of what is wrong with it, and what to do: "has ...; save ...". */
void
_eqp_variables_leave_out (EqpVariables *self, const char *name, const char *why_format, ...)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, why_format);
  why = eqp_sentence_vdup (why_format, args);
  va_end (args);
  if (self->unread == NULL)
    self->unread = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->unread, g_strdup_printf ("“%s” %s.", valid, why));
  if (self->unread->len <= MOST_TOLD)
    eqp_note (&self->parts.decisions, _ ("Left out: “%s” %s."), valid, why);
}

/* Returns FALSE, with the reason, when something was left out that may well be the data. */
gboolean
_eqp_variables_refuse_unread (EqpVariables *self, GError **error)
{
  if (self->unread == NULL)
    return TRUE;
  return eqp_refuse (error, EQP_ERROR_UNSUPPORTED, "%s: %s", self->file,
                     (const char *) g_ptr_array_index (self->unread, 0));
}
