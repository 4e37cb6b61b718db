/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing of what was read: columns left out, a column taken as the classes, copies of rows left out. The data set
 * itself stays as it is; a new one is made. */
#include "config.h"

#include "eqp-edit.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-plural.h"
#include "base/eqp-sparse-rows.h"
#include "eqp-data-private.h"

#define CHECK_ROWS 4096

/* More classes than this are no classes but measurements. */
#define MAX_CLASSES 10000

/**
 * eqp_edit_new:
 *
 * Returns: (transfer full): an edit that changes nothing
 */
EqpEdit *
eqp_edit_new (void)
{
  EqpEdit *self = g_new0 (EqpEdit, 1);

  self->label = -1;
  return self;
}

/**
 * eqp_edit_copy:
 * @self: an edit
 *
 * Returns: (transfer full): the same
 */
EqpEdit *
eqp_edit_copy (const EqpEdit *self)
{
  EqpEdit *copy = g_memdup2 (self, sizeof *self);

  copy->dropped = self->dropped != NULL ? g_array_copy (self->dropped) : NULL;
  return copy;
}

/**
 * eqp_edit_free:
 * @self: (transfer full): an edit
 */
void
eqp_edit_free (EqpEdit *self)
{
  g_clear_pointer (&self->dropped, g_array_unref);
  g_free (self);
}

static guint
n_dropped (const EqpEdit *self)
{
  return self->dropped != NULL ? self->dropped->len : 0;
}

/**
 * eqp_edit_is_empty:
 * @self: an edit
 *
 * Returns: whether it changes nothing
 */
gboolean
eqp_edit_is_empty (const EqpEdit *self)
{
  return n_dropped (self) == 0 && self->label < 0 && !self->no_labels && !self->distinct;
}

/**
 * eqp_edit_equal:
 * @a: an edit
 * @b: another
 *
 * Returns: whether both ask for the same
 */
gboolean
eqp_edit_equal (const EqpEdit *a,
                const EqpEdit *b)
{
  return a->label == b->label && a->no_labels == b->no_labels && a->distinct == b->distinct &&
         n_dropped (a) == n_dropped (b) &&
         (n_dropped (a) == 0 || memcmp (a->dropped->data, b->dropped->data, n_dropped (a) * sizeof (gint64)) == 0);
}

/* Where column stands or would stand among the dropped ones. */
static guint
find_dropped (const EqpEdit *self, gint64 column)
{
  guint low = 0, high = n_dropped (self);

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->dropped, gint64, middle) < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * eqp_edit_is_dropped:
 * @self: an edit
 * @column: a column
 *
 * Returns: whether the column is left out
 */
gboolean
eqp_edit_is_dropped (const EqpEdit *self,
                     gint64         column)
{
  guint place = find_dropped (self, column);

  return place < n_dropped (self) && g_array_index (self->dropped, gint64, place) == column;
}

/**
 * eqp_edit_set_dropped:
 * @self: an edit
 * @column: a column
 * @dropped: whether it is left out
 */
void
eqp_edit_set_dropped (EqpEdit *self,
                      gint64   column,
                      gboolean dropped)
{
  guint place = find_dropped (self, column);

  if (eqp_edit_is_dropped (self, column) == dropped)
    return;
  if (self->dropped == NULL)
    self->dropped = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (dropped)
    g_array_insert_val (self->dropped, place, column);
  else
    g_array_remove_index (self->dropped, place);
}

/* ---- Carrying out ----------------------------------------------------------------------------------------------- */

/* The columns that stay features, in their order. */
static GArray *
kept_columns (EqpDataset *dataset, const EqpEdit *edit)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint next = 0;

  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    {
      if (next < n_dropped (edit) && g_array_index (edit->dropped, gint64, next) == j)
        next++;
      else if (j != edit->label)
        g_array_append_val (kept, j);
    }
  return kept;
}

/* How a value reads as the name of a class. A value is right to a share of what is stored. */
static void
write_name (EqpDataset *dataset, gint64 row, gint64 column, char text[G_ASCII_DTOSTR_BUF_SIZE])
{
  double value = eqp_dataset_get_value (dataset, row, column);
  double stored = eqp_dataset_get_stored (dataset, row, column);
  double error = fabs (stored) * eqp_dataset_get_scale (dataset) * 1.2e-7;

  if (fabs (value - round (value)) <= error && fabs (value) < 1e15)
    g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.0f", round (value) + 0.0);
  else
    g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", value);
}

static gboolean
take_classes (EqpDataset *dataset, gint64 column, GCancellable *cancellable, EqpDatasetParts *parts, GError **error)
{
  gint64 n = eqp_dataset_get_n (dataset);
  g_auto (EqpLabelTable) names = { 0 };

  eqp_label_table_init (&names);
  g_free (parts->labels);
  g_strfreev (parts->class_names);
  parts->class_names = NULL;
  parts->labels = g_new (gint32, MAX (1, n));
  for (gint64 i = 0; i < n; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      if (i % CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      write_name (dataset, i, column, text);
      parts->labels[i] = eqp_label_table_add (&names, text);
      if (names.names->len > MAX_CLASSES)
        return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                           _ ("The column “%s” has more than %d different values, so it holds measurements and no "
                              "classes; choose another column for the classes."),
                           eqp_dataset_get_column_name (dataset, column), MAX_CLASSES);
    }
  parts->class_names = eqp_label_table_settle (&names, n, parts->labels);
  eqp_note (&parts->decisions, _ ("Labels: the column “%s”, as chosen."),
            eqp_dataset_get_column_name (dataset, column));
  return TRUE;
}

static void
copy_columns (EqpDataset *dataset, GArray *kept, EqpDatasetParts *parts)
{
  const double *offsets = eqp_dataset_get_offsets (dataset);

  parts->d = kept->len;
  parts->scale = eqp_dataset_get_scale (dataset);
  parts->offsets = g_new (double, MAX (1, kept->len));
  parts->column_names = g_new0 (char *, kept->len + 1);
  for (guint c = 0; c < kept->len; c++)
    {
      gint64 j = g_array_index (kept, gint64, c);

      parts->offsets[c] = offsets[j];
      parts->column_names[c] = g_strdup (eqp_dataset_get_column_name (dataset, j));
    }
  /* Without all of its pixels a row is no image. */
  if (kept->len == eqp_dataset_get_d (dataset))
    eqp_dataset_get_image_shape (dataset, &parts->image_width, &parts->image_height, &parts->image_transposed);
}

/* The values themselves, where float lacks something. */
static void
copy_rest (EqpDataset *dataset, GArray *kept, const guint8 *copies, EqpDatasetParts *parts)
{
  for (guint c = 0; c < kept->len; c++)
    {
      gint64 j = g_array_index (kept, gint64, c), target = 0;
      const gint32 *rest = _eqp_dataset_get_rest (dataset, j);

      for (gint64 i = 0; rest != NULL && i < eqp_dataset_get_n (dataset); i++)
        if (copies == NULL || !copies[i])
          {
            if (rest[i] != 0)
              _eqp_rest_keep (parts, target, c, eqp_dataset_get_value (dataset, i, j));
            target++;
          }
    }
}

static gboolean
copy_sparse (EqpDataset *dataset, GArray *kept, const guint8 *copies, GCancellable *cancellable, EqpDatasetParts *parts,
             GError **error)
{
  const EqpSparseRows *from = eqp_dataset_get_sparse (dataset);
  gint64 d = from->d, target = 0, at = 0;
  g_autofree gint32 *place = g_new (gint32, MAX (1, d));
  EqpSparseRows *to = parts->sparse = _eqp_sparse_rows_new (from->n, kept->len, _eqp_sparse_rows_count (from), error);

  if (to == NULL)
    return FALSE;
  for (gint64 j = 0; j < d; j++)
    place[j] = -1;
  for (guint c = 0; c < kept->len; c++)
    place[g_array_index (kept, gint64, c)] = (gint32) c;
  for (gint64 i = 0; i < from->n; i++)
    {
      if (i % CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (copies != NULL && copies[i])
        continue;
      for (gint64 e = from->starts[i]; e < from->starts[i + 1]; e++)
        if (place[from->columns[e]] >= 0)
          {
            to->columns[at] = place[from->columns[e]];
            to->values[at++] = from->values[e];
          }
      if (parts->labels != NULL)
        parts->labels[target] = parts->labels[i];
      if (parts->origins != NULL)
        parts->origins[target] = parts->origins[i];
      to->starts[++target] = at;
    }
  parts->n = to->n = target;
  return TRUE;
}

static gboolean
copy_features (EqpDataset *dataset, GArray *kept, const guint8 *copies, GCancellable *cancellable,
               EqpDatasetParts *parts, GError **error)
{
  gint64 n = parts->n, d = eqp_dataset_get_d (dataset), target = 0;
  const float *features;

  if (eqp_dataset_get_sparse (dataset) != NULL)
    return copy_sparse (dataset, kept, copies, cancellable, parts, error);
  features = eqp_dataset_get_features (dataset);
  parts->features = eqp_try_alloc ((gsize) MAX (1, n), (gsize) MAX (1, kept->len) * sizeof (float),
                                   N_ ("the chosen features"), error);
  if (parts->features == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      float *row = parts->features + target * kept->len;

      if (i % CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (copies != NULL && copies[i])
        continue;
      for (guint c = 0; c < kept->len; c++)
        row[c] = features[i * d + g_array_index (kept, gint64, c)];
      if (parts->labels != NULL)
        parts->labels[target] = parts->labels[i];
      if (parts->origins != NULL)
        parts->origins[target] = parts->origins[i];
      target++;
    }
  parts->n = target;
  copy_rest (dataset, kept, copies, parts);
  return TRUE;
}

static void
note_edit (EqpDataset *dataset, const EqpEdit *edit, EqpDatasetParts *parts)
{
  gint64 left_out = eqp_dataset_get_n (dataset) - parts->n;
  guint dropped = n_dropped (edit);

  if (dropped > 0)
    eqp_note (&parts->decisions,
              eqp_ngettext ("%u column was left out, as chosen.",
                            "%u columns were left out, as chosen.", dropped),
              dropped);
  if (edit->no_labels)
    eqp_note (&parts->decisions, _ ("The classes of the file are not used, as chosen."));
  if (edit->distinct)
    eqp_note (&parts->decisions,
              eqp_ngettext ("%" PRId64 " row is a copy of an earlier row and was left out, as chosen.",
                            "%" PRId64 " rows are copies of an earlier row and were left out, as chosen.", left_out),
              left_out);
}

/**
 * eqp_dataset_edit:
 * @dataset: a data set
 * @edit: what to choose of it
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_INVALID_PARAM, EQP_ERROR_INVALID_DATA or EQP_ERROR_TOO_LARGE
 *
 * Values stay what they are to the last bit. Rows are compared with the columns that stay. Time O(n d).
 *
 * Returns: (transfer full): the data set as chosen, @dataset itself when the edit is empty
 */
EqpDataset *
eqp_dataset_edit (EqpDataset     *dataset,
                  const EqpEdit  *edit,
                  GCancellable   *cancellable,
                  GError        **error)
{
  g_auto (EqpDatasetParts) parts = { 0 };
  g_autoptr (GArray) kept = NULL;
  g_autofree guint8 *copies = NULL;

  if (eqp_edit_is_empty (edit))
    return eqp_dataset_ref (dataset);
  if (eqp_dataset_get_graph (dataset) != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” is a graph without features, so there are no columns or rows to choose from."),
                   eqp_dataset_get_name (dataset));
      return NULL;
    }
  kept = kept_columns (dataset, edit);
  if (kept->len == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("No feature is left; keep at least one column as a feature."));
      return NULL;
    }
  if (edit->label >= eqp_dataset_get_d (dataset))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("There is no column %" PRId64
                     " to take the classes from; choose one of 1 to %" PRId64 "."),
                  edit->label + 1, eqp_dataset_get_d (dataset));
      return NULL;
    }

  _eqp_dataset_copy_parts (dataset, &parts);
  for (guint i = 0; i < eqp_dataset_get_n_told (dataset); i++)
    {
      _eqp_find (&parts, eqp_alternative_copy (eqp_dataset_get_mend (dataset, i)), "%s",
                 (const char *) g_ptr_array_index (eqp_dataset_get_findings (dataset), i));
      _eqp_find_about (&parts, eqp_dataset_get_subject (dataset, i));
    }
  if (edit->no_labels)
    {
      g_clear_pointer (&parts.labels, g_free);
      g_clear_pointer (&parts.class_names, g_strfreev);
    }
  if (edit->label >= 0 && !take_classes (dataset, edit->label, cancellable, &parts, error))
    return NULL;
  copy_columns (dataset, kept, &parts);
  if (edit->distinct)
    {
      g_autoptr (EqpDataset) chosen = NULL;
      EqpEdit columns_only = { edit->dropped, edit->label, FALSE, FALSE };

      chosen = eqp_dataset_edit (dataset, &columns_only, cancellable, error);
      copies = g_malloc0 ((gsize) MAX (1, parts.n));
      if (chosen == NULL || _eqp_find_copies (chosen, copies, cancellable, error) < 0)
        return NULL;
      if (parts.origins == NULL)
        parts.origins = g_new (gint32, (gsize) MAX (1, parts.n));
      for (gint64 i = 0; i < parts.n; i++)
        parts.origins[i] = (gint32) eqp_dataset_get_origin (dataset, i);
    }
  if (!copy_features (dataset, kept, copies, cancellable, &parts, error))
    return NULL;
  note_edit (dataset, edit, &parts);
  return eqp_dataset_new_cancellable (&parts, cancellable, error);
}
