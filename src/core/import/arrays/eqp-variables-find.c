/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of a file by the names that the user gives. */
#include "config.h"

#include "eqp-variables-private.h"

#include <string.h>

#include "base/eqp-error.h"

/**
 * _eqp_variables_list:
 * @self: the arrays of a file
 *
 * Returns: (transfer full): the first of them with their shapes, for messages
 */
char *
_eqp_variables_list (EqpVariables *self)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < self->arrays->len && i < 10; i++)
    {
      EqpVariable *array = g_ptr_array_index (self->arrays, i);
      g_autofree char *shape = _eqp_variable_shape (array);

      g_string_append_printf (list, "%s“%s” (%s)", i > 0 ? ", " : "", array->name, shape);
    }
  if (self->arrays->len > 10)
    g_string_append_printf (list, " and %u more", self->arrays->len - 10);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/**
 * _eqp_variables_find:
 * @self: the arrays of a file
 * @name: the whole name, the last part of a path, or the name in any case
 *
 * Returns: (transfer none) (nullable): the array of that name
 */
EqpVariable *
_eqp_variables_find (EqpVariables *self, const char *name)
{
  for (int pass = 0; pass < 3; pass++)
    for (guint i = 0; i < self->arrays->len; i++)
      {
        EqpVariable *array = g_ptr_array_index (self->arrays, i);
        const char *slash = strrchr (array->name, '/');

        if ((pass == 0 && strcmp (array->name, name) == 0)
            || (pass == 1 && slash != NULL && strcmp (slash + 1, name) == 0)
            || (pass == 2 && g_ascii_strcasecmp (array->name, name) == 0))
          return array;
      }
  return NULL;
}

/**
 * _eqp_variables_set_not_there:
 * @self: the arrays of a file
 * @name: that none of them has
 * @error: return location, EQP_ERROR_INVALID_PARAM
 */
void
_eqp_variables_set_not_there (EqpVariables *self, const char *name, GError **error)
{
  g_autofree char *list = _eqp_variables_list (self);

  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "%s: there is no array “%s” in the file; it has %s.",
               self->file, name, list);
}

/**
 * _eqp_variables_find_asked:
 * @self: the arrays of a file
 * @names: of one of numbers, or of several with “+” between them
 * @error: return location, EQP_ERROR_INVALID_PARAM
 *
 * Returns: (transfer container) (nullable): the arrays, in this order
 */
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
      {
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "%s: “%s” holds text; choose an array of numbers.",
                     self->file, ((EqpVariable *) g_ptr_array_index (found, i))->name);
        return NULL;
      }
  return g_steal_pointer (&found);
}
