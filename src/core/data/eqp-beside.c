/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels kept in a second text file beside the data, one a line, as two well-known collections have them:
 * s1.txt with s1-gt.pa (partition files begin with a few lines that end in dashes), x.data.gz with x.labels0.gz. */
#include "config.h"

#include "eqp-beside.h"

#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-table-private.h"

#define MAX_LABEL_BYTES (256 << 20)

/* So many files of a folder are looked at for the data of a file of labels. */
#define MOST_FILES 10000

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
 * _eqp_beside_is_wanted:
 * @options: import options
 *
 * Returns: whether labels may come from a file beside the data
 */
gboolean
_eqp_beside_is_wanted (const EqpImportOptions *options)
{
  return options->labels == NULL || strcmp (options->labels, EQP_LABELS_BESIDE) == 0;
}

/**
 * _eqp_beside_tell:
 * @parts: gets the decision
 * @options: say whether it was asked for
 * @labels: the name of the file they come from; NULL where there is none
 * @n: rows
 * @classes: different labels
 */
void
_eqp_beside_tell (EqpDatasetParts        *parts,
                  const EqpImportOptions *options,
                  const char             *labels,
                  gint64                  n,
                  guint                   classes)
{
  EqpDecision *decision;

  if (options->labels != NULL && labels == NULL)
    decision = eqp_decision_new ("labels", "It was given.");
  else if (labels == NULL)
    decision = eqp_decision_new ("labels", "No file of labels that fits stands beside this one.");
  else
    decision = eqp_decision_new ("labels", "It stands beside the file, and has one label for each of the %" G_GINT64_FORMAT " rows, %u different ones.", n, classes);
  decision->asked = options->labels != NULL;
  if (labels != NULL)
    eqp_decision_offer (decision, "labels", EQP_LABELS_BESIDE, "from “%s”", labels);
  eqp_decision_offer (decision, "labels", "none", "no labels");
  _eqp_settle (parts, decision);
  if (labels != NULL)
    eqp_note (&parts->decisions, "Labels: from “%s” beside the file; the runner-up: no labels.", labels);
}

/**
 * _eqp_beside_was_found:
 * @options: import options
 * @found: whether labels were found beside
 * @file: the name of the data
 * @error: return location, EQP_ERROR_INVALID_PARAM
 *
 * Returns: FALSE where they were asked for and not found
 */
gboolean
_eqp_beside_was_found (const EqpImportOptions  *options,
                       gboolean                 found,
                       const char              *file,
                       GError                 **error)
{
  if (found || g_strcmp0 (options->labels, EQP_LABELS_BESIDE) != 0)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "%s: no file with one label for each row stands beside it; give a column for the labels, or none.", file);
  return FALSE;
}

/**
 * _eqp_beside_of_table:
 * @data: a file
 * @labels: another one
 * @cancellable: (nullable): to stop
 *
 * Returns: whether @labels are looked for beside the table @data
 */
gboolean
_eqp_beside_of_table (GFile        *data,
                      GFile        *labels,
                      GCancellable *cancellable)
{
  g_autoptr (GFile) beside = find_beside (data, cancellable);

  return beside != NULL && g_file_equal (beside, labels);
}

/* The name without endings that tell how it is packed or laid out, in small letters. */
static char *
stem_of (const char *name)
{
  static const char *const endings[] = { ".gz", ".xz", ".zst", ".bz2", ".csv", ".tsv", ".txt", ".dat", ".data", ".npy" };
  char *stem = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (stem, endings[i]))
      stem[strlen (stem) - strlen (endings[i])] = '\0';
  return stem;
}

static gboolean
is_named_labels (const char *name)
{
  static const char *const stems[] = { "y", "y_train", "y_test", "ytrain", "ytest", "target", "targets", "class", "classes", "gnd", "gt", "truth", "ground_truth", "groundtruth" };
  g_autofree char *stem = stem_of (name);

  for (guint i = 0; i < G_N_ELEMENTS (stems); i++)
    if (strcmp (stem, stems[i]) == 0)
      return TRUE;
  return strstr (stem, "label") != NULL || g_str_has_suffix (stem, ".pa") || g_str_has_suffix (stem, "-gt") || g_str_has_suffix (stem, "_gt");
}

/* The largest file in the folder that these labels belong to. */
static char *
find_data (GFile *file, EqpBelongsFunc belongs, GCancellable *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFileEnumerator) children = NULL;
  char *found = NULL;
  goffset largest = -1;

  if (folder != NULL)
    children = g_file_enumerate_children (folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                          G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  for (int i = 0; children != NULL && i < MOST_FILES; i++)
    {
      GFileInfo *info;
      GFile *child;

      if (!g_file_enumerator_iterate (children, &info, &child, cancellable, NULL) || info == NULL)
        break;
      if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR || g_file_info_get_size (info) <= largest || g_file_equal (child, file)
          || !belongs (child, file, cancellable))
        continue;
      g_free (found);
      found = g_filename_display_name (g_file_info_get_name (info));
      largest = g_file_info_get_size (info);
    }
  return found;
}

/**
 * _eqp_beside_refuse:
 * @file: a file that has nothing but labels
 * @name: its name, for the message
 * @belongs: finds its data
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_INVALID_DATA
 *
 * Returns: FALSE
 */
gboolean
_eqp_beside_refuse (GFile           *file,
                    const char      *name,
                    EqpBelongsFunc   belongs,
                    GCancellable    *cancellable,
                    GError         **error)
{
  g_autofree char *data = find_data (file, belongs, cancellable);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (data != NULL)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA, "%s: this file has only labels; open “%s” beside it, and they are found.", name, data);
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA, "%s: this file has only labels; open the data that they belong to, and keep this file beside it.", name);
  return FALSE;
}

/**
 * _eqp_beside_check_data:
 * @file: a file of one column of whole numbers or text
 * @name: its name, for the message
 * @options: say whether it is to be taken as features in any case
 * @belongs: finds the data that it could be the labels of
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_INVALID_DATA
 *
 * Returns: FALSE where its name says that it has the labels of other data
 */
gboolean
_eqp_beside_check_data (GFile                   *file,
                        const char              *name,
                        const EqpImportOptions  *options,
                        EqpBelongsFunc           belongs,
                        GCancellable            *cancellable,
                        GError                 **error)
{
  g_autofree char *data = NULL;

  if (options->take != EQP_TAKE_GUESS || !is_named_labels (name))
    return TRUE;
  data = find_data (file, belongs, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (data != NULL)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                 "%s: by its name and its one column this file has only labels; open “%s” beside it, and they are found (or give --as features to take them as data).", name, data);
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                 "%s: by its name and its one column this file has only labels; open the data that they belong to (or give --as features to take them as data).", name);
  return FALSE;
}

/**
 * _eqp_labels_beside:
 * @file: the data
 * @n: their rows
 * @options: say whether they were asked for
 * @parts: decisions are added to
 * @labels: (out): n numbers into @names, g_malloc'ed
 * @names: an empty table
 * @cancellable: (nullable): to stop
 *
 * Returns: whether there is such a file and it has one label for each row
 */
gboolean
_eqp_labels_beside (GFile                   *file,
                    gint64                   n,
                    const EqpImportOptions  *options,
                    EqpDatasetParts         *parts,
                    gint32                 **labels,
                    EqpLabelTable           *names,
                    GCancellable            *cancellable)
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
  _eqp_beside_tell (parts, options, name, n, names->names->len);
  *labels = (gint32 *) g_array_free (g_steal_pointer (&numbers), FALSE);
  return TRUE;
}
