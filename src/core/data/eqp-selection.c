/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of columns as users write them: "1-3,7" or names. */
#include "config.h"

#include "eqp-data-private.h"

#include <string.h>

#include "../base/eqp-error.h"

/**
 * eqp_select_columns:
 * @file: the file's name, for messages
 * @list: numbers from 1, ranges "1-3" and names, separated by commas
 * @n_columns: how many columns there are
 * @find: gives the column of a number or name from 0, or -1
 * @user_data: for @find
 * @columns: (inout): gint64, the columns are appended in the order of the list, each once
 * @error: return location, EQP_ERROR_INVALID_PARAM
 *
 * Returns: FALSE when one of the columns does not exist
 */
gboolean
eqp_select_columns (const char         *file,
                    const char         *list,
                    gint64              n_columns,
                    EqpFindColumnFunc   find,
                    gpointer            user_data,
                    GArray             *columns,
                    GError            **error)
{
  g_auto (GStrv) parts = g_strsplit (list, ",", -1);
  g_autofree gboolean *taken = g_new0 (gboolean, n_columns);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);
      const char *dash = strchr (part, '-');
      gint64 first = find (part, user_data), last = first;

      if (first < 0 && dash != NULL)
        {
          g_autofree char *from = g_strndup (part, (gsize) (dash - part));

          first = find (from, user_data);
          last = find (dash + 1, user_data);
        }
      if (first < 0 || last < first)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "%s: there is no column “%s”; the columns are numbered 1 to %" G_GINT64_FORMAT ".", file, part, n_columns);
          return FALSE;
        }
      for (gint64 j = first; j <= last; j++)
        {
          if (!taken[j])
            g_array_append_val (columns, j);
          taken[j] = TRUE;
        }
    }
  return TRUE;
}
