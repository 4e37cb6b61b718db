/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels kept in a second text file beside the data, one a line, as two well-known collections have them:
 * s1.txt with s1-gt.pa (partition files begin with a few lines that end in dashes), x.data.gz with x.labels0.gz. */
#include "config.h"

#include "eqp-table-private.h"

#include <string.h>

#define MAX_LABEL_BYTES (256 << 20)

static GFile *
find_beside (GFile *file, GCancellable *cancellable)
{
  static const char *const endings[] = { "-gt.pa", ".pa", ".labels0.gz", ".labels0", ".labels.gz", ".labels" };
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *stem = g_file_get_basename (file);
  char *dot;

  if (folder == NULL)
    return NULL;
  if (g_str_has_suffix (stem, ".gz"))
    stem[strlen (stem) - 3] = '\0';
  dot = strrchr (stem, '.');
  if (dot != NULL && dot != stem)
    *dot = '\0';

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat (stem, endings[i], NULL);
      g_autoptr (GFile) beside = g_file_get_child (folder, name);

      if (!g_file_equal (beside, file) && g_file_query_exists (beside, cancellable))
        return g_steal_pointer (&beside);
    }
  return NULL;
}

static const char *
skip_partition_header (const char *text)
{
  const char *dashes = strstr (text, "\n---");

  if (!g_str_has_prefix (text, "VQ ") || dashes == NULL)
    return text;
  dashes++;
  return dashes + strcspn (dashes, "\n");
}

/**
 * _eqp_labels_beside:
 * @file: the data
 * @n: their rows
 * @parts: decisions are added to
 * @labels: (out): n numbers into @names, g_malloc'ed
 * @names: an empty table
 * @cancellable: (nullable): to stop
 *
 * Returns: whether there is such a file and it has one label for each row
 */
gboolean
_eqp_labels_beside (GFile            *file,
                    gint64            n,
                    EqpDatasetParts  *parts,
                    gint32          **labels,
                    EqpLabelTable    *names,
                    GCancellable     *cancellable)
{
  g_autoptr (GFile) beside = find_beside (file, cancellable);
  g_autoptr (GBytes) bytes = beside != NULL ? eqp_source_load (beside, MAX_LABEL_BYTES, cancellable, NULL) : NULL;
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autofree char *name = beside != NULL ? g_file_get_basename (beside) : NULL;
  const char *p;

  if (bytes == NULL)
    return FALSE;

  p = skip_partition_header (g_bytes_get_data (bytes, NULL));
  while (*p != '\0')
    {
      gsize length = strcspn (p, "\r\n");
      g_autofree char *line = g_strstrip (g_strndup (p, length));

      p += length + (p[length] != '\0');
      if (*line != '\0')
        {
          g_autofree char *text = g_utf8_make_valid (line, -1);
          gint32 number = eqp_label_table_add (names, text);

          g_array_append_val (numbers, number);
        }
    }

  if ((gint64) numbers->len != n)
    {
      eqp_note (&parts->decisions, "“%s” beside the file has %u lines for %" G_GINT64_FORMAT " rows and was not taken for labels.", name, numbers->len, n);
      eqp_label_table_clear (names);
      eqp_label_table_init (names);
      return FALSE;
    }
  eqp_note (&parts->decisions, "Labels: from “%s” beside the file; the runner-up: no labels.", name);
  *labels = (gint32 *) g_array_free (g_steal_pointer (&numbers), FALSE);
  return TRUE;
}
