/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels kept in a second text file beside the data, one a line, as well-known collections have them: s1.txt with
 * s1-gt.pa (partition files begin with a few lines that end in dashes), x.data.gz with x.labels0.gz, X_train.txt with
 * y_train.txt, data.csv with labels.csv (below a name, where the data have names). */
#include "config.h"

#include "eqp-beside.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-label-cells-private.h"
#include "eqp-names.h"

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* Takes the name over; each comes once. */
static void
add_name (GPtrArray *names, char *name)
{
  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_free (name);
  else
    g_ptr_array_add (names, name);
}

/* What the labels of a file of such a stem may be called, the closest first. Only what is called nothing but "data" or
 * the like has those that are called nothing but "labels"; arrays have few neighbors. */
static GPtrArray *
names_of_stem (const char *stem, gboolean arrays)
{
  static const char *const words[][2] = { { "images", "labels" },  { "data", "labels" },   { "features", "labels" },
                                          { "vectors", "labels" }, { "samples", "labels" }, { "points", "labels" },
                                          { "X", "y" },            { "X", "Y" } };
  static const char *const plain[] = { "X", "x", "data", "features", "points", "samples", "vectors", NULL };
  static const char *const plainly[] = { "labels", "y", "target", "classes" };
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  add_name (names, g_strconcat (stem, "_labels", NULL));
  add_name (names, g_strconcat (stem, "-labels", NULL));
  add_name (names, g_strconcat (stem, "_y", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (stem, words[i][0]) != NULL)
      add_name (names, replace (stem, words[i][0], words[i][1]));
  if (*stem == 'x' && !g_ascii_isalpha (stem[1]))
    add_name (names, g_strconcat ("y", stem + 1, NULL));
  for (guint i = 0; i < (arrays ? 2 : G_N_ELEMENTS (plainly)) && (arrays || g_strv_contains (plain, stem)); i++)
    add_name (names, g_strdup (plainly[i]));
  return names;
}

/* The names of files that may have the labels of this one, the closest first. @arrays: in the same format; else of
 * text. */
GPtrArray *
_eqp_beside_names (const char *name, gboolean arrays)
{
  static const char *const close[] = { "-gt.pa", ".pa", ".labels0.gz", ".labels0", ".labels.gz", ".labels" };
  static const char *const tables[] = { ".csv", ".txt", ".tsv", ".tab", ".dat", ".data", NULL };
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  gboolean packed = g_str_has_suffix (name, ".gz");
  g_autofree char *stem = g_strndup (name, strlen (name) - (packed ? 3 : 0));
  g_autofree char *ending = NULL;
  g_autoptr (GPtrArray) stems = NULL;
  char *dot = strrchr (stem, '.');

  ending = g_strdup (dot != NULL ? dot : "");
  if (dot != NULL && dot != stem)
    *dot = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (close) && !arrays; i++)
    add_name (names, g_strconcat (stem, close[i], NULL));
  if (!arrays && !g_strv_contains (tables, ending))
    return names;
  stems = names_of_stem (stem, arrays);
  for (guint i = 0; i < stems->len; i++)
    {
      const char *labels = g_ptr_array_index (stems, i);
      g_autofree char *same = g_strconcat (labels, ending, NULL);
      /* Images of MNIST have three dimensions, and their labels one. */
      g_autofree char *plain = arrays ? replace (same, "idx3", "idx1") : g_strdup (same);

      for (int k = 0; k < 2; k++)
        if (arrays || packed || k == 0)
          add_name (names, g_strconcat (plain, (k == 0) == packed ? ".gz" : NULL, NULL));
      for (guint k = 0; k < 2 && !arrays; k++)
        add_name (names, g_strconcat (labels, tables[k], NULL));
    }
  return names;
}

/* Returns whether labels may come from a file beside the data. */
gboolean
_eqp_beside_is_wanted (const EqpImportOptions *options)
{
  return options->labels == NULL || strcmp (options->labels, EQP_LABELS_BESIDE) == 0;
}

/* @labels: the name of the file they come from. */
void
_eqp_beside_tell (EqpDatasetParts        *parts,
                  const EqpImportOptions *options,
                  const char             *labels,
                  gint64                  n,
                  guint                   classes)
{
  EqpDecision *decision = eqp_decision_new ("labels",
                                            _ ("It stands beside the file, and has one label for each of the %" PRId64
                                               " rows, %u different ones."),
                                            n, classes);

  decision->asked = options->labels != NULL;
  eqp_decision_offer (decision, "labels", EQP_LABELS_BESIDE, "from “%s”", labels);
  eqp_decision_offer (decision, "labels", "none", _ ("no labels"));
  _eqp_settle (parts, decision);
}

/* Returns FALSE where they were asked for and not found. */
gboolean
_eqp_beside_was_found (const EqpImportOptions  *options,
                       gboolean                 found,
                       const char              *file,
                       GError                 **error)
{
  if (found || g_strcmp0 (options->labels, EQP_LABELS_BESIDE) != 0)
    return TRUE;
  return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                     _ ("%s: no file with one label for each row stands beside it; give a column for the labels, or "
                        "none."),
                     file);
}

static gboolean
is_named_labels (const char *name)
{
  static const char *const endings[] = {
    ".gz", ".xz", ".zst", ".bz2", ".csv", ".tsv", ".txt", ".dat", ".data", ".npy"
  };
  g_autofree char *stem = g_ascii_strdown (name, -1), *plain = NULL;
  EqpNameSplit split;
  EqpNameRole role;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (stem, endings[i]))
      stem[strlen (stem) - strlen (endings[i])] = '\0';
  plain = _eqp_name_stem (stem, &split, &role);
  return role == EQP_NAME_LABELS || strstr (stem, "label") != NULL || g_str_has_suffix (stem, ".pa") ||
         g_str_has_suffix (stem, "-gt") || g_str_has_suffix (stem, "_gt");
}

/* @surely: it cannot be anything else. Returns FALSE. */
gboolean
_eqp_beside_refuse (const char  *name,
                    gboolean     surely,
                    GError     **error)
{
  return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                     surely ? _ ("%s: this file has only labels; open the data that they belong to.")
                            : _ ("%s: by its name and its one column this file has only labels; open the data that "
                                 "they belong to, or choose features under “Taken As”."),
                     name);
}

/* @name: of a file of one column of whole numbers or text; @options: say whether it is to be taken as features in any
 * case. Returns FALSE where its name says that it has the labels of other data. */
gboolean
_eqp_beside_check_data (const char              *name,
                        const EqpImportOptions  *options,
                        GError                 **error)
{
  return options->take != EQP_TAKE_GUESS || !is_named_labels (name) || _eqp_beside_refuse (name, FALSE, error);
}

static gboolean
try_labels (GFile *beside, gint64 n, EqpDatasetParts *parts, GArray *numbers, EqpLabelTable *names,
            GCancellable *cancellable)
{
  g_auto (EqpLabelCells) cells = { 0 };
  g_autofree char *base = g_file_get_basename (beside);
  gboolean named = !g_str_has_suffix (base, ".csv") && !g_str_has_suffix (base, ".txt"), header;

  if (!_eqp_label_cells_read (&cells, beside, cancellable, NULL))
    return FALSE;
  _eqp_label_cells_compact (&cells);
  /* A line more than there are rows, which is no label: the name of the column. */
  header = cells.rows == n + 1 && n > 0;
  for (gint64 i = 1; i < cells.rows && header; i++)
    header = strcmp (_eqp_label_cells_get (&cells, i, 0), _eqp_label_cells_get (&cells, 0, 0)) != 0;
  for (gint64 i = header; i < cells.rows; i++)
    {
      gint32 number = eqp_label_table_add (names, _eqp_label_cells_get (&cells, i, 0));

      g_array_append_val (numbers, number);
    }
  if (cells.width == 1 && (gint64) numbers->len == n && (named || (gint64) names->names->len * 2 <= MAX (4, n)))
    return TRUE;
  eqp_note (&parts->decisions,
            _ ("“%s” beside the file was not taken for labels of the %" PRId64 " rows (its columns: %" PRId64
               ", lines: %u, different values: %u)."),
            cells.name, n, cells.width, numbers->len, names->names->len);
  g_array_set_size (numbers, 0);
  eqp_label_table_clear (names);
  eqp_label_table_init (names);
  return FALSE;
}

/* Returns whether there is such a file and it has one label for each row. */
gboolean
_eqp_labels_beside (GFile                   *file,
                    gint64                   n,
                    const EqpImportOptions  *options,
                    EqpDatasetParts         *parts,
                    gint32                 **labels,
                    EqpLabelTable           *names,
                    GCancellable            *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *base = g_file_get_basename (file);
  g_autoptr (GPtrArray) candidates = _eqp_beside_names (base, FALSE);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; folder != NULL && i < candidates->len; i++)
    {
      const char *name = g_ptr_array_index (candidates, i);
      g_autoptr (GFile) beside = g_file_get_child (folder, name);
      g_autofree char *shown = g_filename_display_name (name);

      if (g_file_equal (beside, file) || !g_file_query_exists (beside, cancellable) ||
          !try_labels (beside, n, parts, numbers, names, cancellable))
        continue;
      _eqp_beside_tell (parts, options, shown, n, names->names->len);
      *labels = (gint32 *) g_array_free (g_steal_pointer (&numbers), FALSE);
      return TRUE;
    }
  return FALSE;
}
