/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Centers to start from in a file of their own: a row for each cluster, a column for each feature, in the units of the
 * data, with or without a header. */
#include "config.h"

#include "eqp-center-file.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "base/eqp-short-name.h"
#include "eqp-label-cells-private.h"

/* Centers this close to the largest float leave no room for the squares of distances. */
#define SQUARE_ROOM 1e-3

static gboolean
read_number (const char *text,
             double     *value)
{
  return eqp_is_number (text, -1, '.', value) || eqp_is_number (text, -1, ',', value);
}

/* Whether the first row holds names: those of the data, or words only. */
static gboolean
has_header (const EqpLabelCells *cells,
            EqpDataset          *dataset)
{
  gboolean words = TRUE, names = cells->width == eqp_dataset_get_d (dataset);
  double value;

  for (gint64 j = 0; j < cells->width && cells->rows > 0; j++)
    {
      const char *text = _eqp_label_cells_get (cells, 0, j);

      words = words && *text != '\0' && !read_number (text, &value);
      names = names && strcmp (text, eqp_dataset_get_column_name (dataset, j)) == 0;
    }
  return cells->rows > 0 && (words || names);
}

/* Column of the data for each one of the file: by name where the header has just the names of the data in another
 * order, else by place. */
static void
match_columns (const EqpLabelCells *cells,
               EqpDataset          *dataset,
               gint64              *columns)
{
  gint64 d = cells->width;
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint8 *taken = g_new0 (guint8, (gsize) d);
  gboolean all = TRUE;

  for (gint64 j = 0; j < d; j++)
    g_hash_table_insert (places, (gpointer) eqp_dataset_get_column_name (dataset, j), GSIZE_TO_POINTER ((gsize) j));
  for (gint64 j = 0; j < d && all; j++)
    {
      gpointer place = NULL;

      all = g_hash_table_lookup_extended (places, _eqp_label_cells_get (cells, 0, j), NULL, &place) &&
            !taken[GPOINTER_TO_SIZE (place)];
      if (all)
        {
          columns[j] = (gint64) GPOINTER_TO_SIZE (place);
          taken[columns[j]] = TRUE;
        }
    }
  for (gint64 j = 0; j < d && !all; j++)
    columns[j] = j;
}

static gboolean
check_shape (const EqpLabelCells *cells,
             gint64               first,
             gint64               d,
             gint                 k,
             GError             **error)
{
  if (cells->width != d)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s is no table of %" PRId64 " columns but of %" PRId64 "; every line needs a number for "
                          "each column of the prepared data."),
                       cells->name, d, cells->width);
  if (cells->rows - first != k)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       eqp_ngettext ("%s holds %" PRId64 " center, but K is %d; give one row for each cluster or "
                                     "another K.",
                                     "%s holds %" PRId64 " centers, but K is %d; give one row for each cluster or "
                                     "another K.", cells->rows - first),
                       cells->name, cells->rows - first, k);
  return TRUE;
}

/**
 * eqp_center_file_read:
 * @path: a file of text, also a packed one
 * @dataset: the data as methods see them, after preparation
 * @k: clusters, at least 1
 * @cancellable: (nullable): to stop
 * @error: return location for a sentence with file, line and what was found
 *
 * Reads @k rows of as many numbers as the data have columns, in the units of @dataset (what eqp_centers_format() of the
 * terminal program writes). Columns under the names of the data may stand in any order. O(k d).
 *
 * Returns: (transfer full) (nullable): k x d numbers in stored units
 */
double *
eqp_center_file_read (const char    *path,
                      EqpDataset    *dataset,
                      gint           k,
                      GCancellable  *cancellable,
                      GError       **error)
{
  gint64 d = eqp_dataset_get_d (dataset), first;
  const double *offsets = eqp_dataset_get_offsets (dataset);
  double scale = eqp_dataset_get_scale (dataset), most = SQUARE_ROOM * sqrt (FLT_MAX / (double) MAX (1, d));
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_auto (EqpLabelCells) cells = { 0 };
  g_autofree gint64 *columns = NULL;
  g_autofree double *centers = NULL;

  if (!_eqp_label_cells_read (&cells, file, cancellable, error))
    return NULL;
  _eqp_label_cells_compact (&cells);
  first = has_header (&cells, dataset) ? 1 : 0;
  if (!check_shape (&cells, first, d, k, error))
    return NULL;
  columns = g_new (gint64, (gsize) CLAMP (d, 1, G_MAXINT32));
  if (first > 0)
    match_columns (&cells, dataset, columns);
  else
    for (gint64 j = 0; j < d; j++)
      columns[j] = j;
  centers = g_new (double, (gsize) k * (gsize) d);

  scale = scale == 0.0 ? 1.0 : scale;
  for (gint64 c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      {
        gint64 to = columns[j];
        double value;

        /* stored = (value - offset) / scale, halved before the difference so that it cannot overflow */
        if (read_number (_eqp_label_cells_get (&cells, c + first, j), &value))
          value = (0.5 * value - (offsets != NULL ? 0.5 * offsets[to] : 0.0)) / scale * 2.0;
        else
          value = NAN;
        if (!(fabs (value) <= most))
          {
            g_autofree char *start = eqp_short_name (_eqp_label_cells_get (&cells, c + first, j));

            return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                                    _ ("%s, line %" PRId64 ", column %" PRId64 ": “%s” is no number that a center can "
                                       "have; write one."),
                                    cells.name, _eqp_label_cells_line (&cells, c + first), j + 1, start);
          }
        centers[c * d + to] = value;
      }
  return g_steal_pointer (&centers);
}
