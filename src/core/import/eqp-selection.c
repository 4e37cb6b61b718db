/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of columns as users write them: "1-3,7" or names. */
#include "config.h"

#include "eqp-import-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"

/* @list: numbers from 1, ranges "1-3" and names, separated by commas; @find: gives the column of a number or name
 * from 0, or -1; @columns: gint64, the columns are appended in the order of the list, each once. Returns FALSE when
 * one of the columns does not exist. */
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
        return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                           _ ("%s: there is no column “%s”; the columns are numbered 1 to %" PRId64 "."), file, part,
                           n_columns);
      for (gint64 j = first; j <= last; j++)
        {
          if (!taken[j])
            g_array_append_val (columns, j);
          taken[j] = TRUE;
        }
    }
  return TRUE;
}

/* @find: gives the column of a number or name from 0, or -1; @columns: empty; gint64, the columns to keep in the
 * order of the list, or in that of the file. Returns FALSE when one of the columns named does not exist. */
gboolean
eqp_choose_columns (const char              *file,
                    const EqpImportOptions  *options,
                    gint64                   n_columns,
                    EqpFindColumnFunc        find,
                    gpointer                 user_data,
                    GArray                  *columns,
                    EqpDatasetParts         *parts,
                    GError                 **error)
{
  g_autoptr (GArray) ignored = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree gboolean *kept = g_new0 (gboolean, MAX (1, n_columns));

  if ((options->columns != NULL &&
       !eqp_select_columns (file, options->columns, n_columns, find, user_data, columns, error)) ||
      (options->ignore != NULL &&
       !eqp_select_columns (file, options->ignore, n_columns, find, user_data, ignored, error)))
    return FALSE;
  for (gint64 j = 0; options->columns == NULL && j < n_columns; j++)
    g_array_append_val (columns, j);
  for (guint i = 0; i < columns->len; i++)
    kept[g_array_index (columns, gint64, i)] = TRUE;
  for (guint i = 0; i < ignored->len; i++)
    kept[g_array_index (ignored, gint64, i)] = FALSE;
  for (guint i = columns->len; i > 0; i--)
    if (!kept[g_array_index (columns, gint64, i - 1)])
      g_array_remove_index (columns, i - 1);
  for (gint64 j = 0; j < n_columns; j++)
    if (!kept[j])
      _eqp_log (parts,
                &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_IGNORED, .column = j + 1, .after = (char *) _ ("as asked for") });
  return TRUE;
}
