/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NPY, the format of numpy arrays (versions 1 to 3), with the labels in a second array beside it. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-affinity.h"
#include "eqp-array.h"
#include "import/eqp-beside.h"
#include "eqp-items.h"
#include "eqp-variables-private.h"

#define MAX_HEADER_BYTES (1 << 20)

static gboolean
refuse_header (EqpSource *source, const char *what, GError **error)
{
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: the header of the array %s; the file is damaged, get it again.",
               eqp_source_get_name (source), what);
  return FALSE;
}

static gboolean
refuse_items (EqpSource *source, const char *what, const char *instead, GError **error)
{
  g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: the array has %s, which cannot be clustered; %s.",
               eqp_source_get_name (source), what, instead);
  return FALSE;
}

/* The value of a key in the header, which is the text of a Python dictionary. */
static const char *
find_value (const char *header, const char *key)
{
  g_autofree char *single = g_strdup_printf ("'%s'", key);
  g_autofree char *twofold = g_strdup_printf ("\"%s\"", key);
  const char *p = strstr (header, single);

  if (p == NULL)
    p = strstr (header, twofold);
  if (p == NULL)
    return NULL;
  p += strlen (single);
  p += strspn (p, " \t");
  if (*p != ':')
    return NULL;
  p++;
  return p + strspn (p, " \t");
}

/* "'<f8'" and the like. */
static gboolean
parse_type (EqpSource *source, const char *descr, EqpArray *array, GError **error)
{
  guint64 size = 0;
  const char *p = descr + 1;
  char order = '|';

  if (*descr == '[')
    return refuse_items (source, "rows of several fields", "save the fields as one plain array", error);
  if (*descr != '\'' && *descr != '"')
    return refuse_header (source, "does not name the type of its items", error);

  if (strchr ("<>|=", *p) != NULL && *p != '\0')
    order = *p++;
  array->kind = *p == '?' ? 'b' : *p;
  if (*p == '\0')
    return refuse_header (source, "breaks off", error);
  size = *p == '?' ? 1 : g_ascii_strtoull (p + 1, NULL, 10);
  array->big_endian = order == '>' || (order == '=' && G_BYTE_ORDER == G_BIG_ENDIAN);
  if (array->kind == 'U')
    size *= 4;
  if (array->kind == 'O')
    return refuse_items (source, "Python objects", "save it as an array of numbers", error);
  if (array->kind == 'c')
    return refuse_items (source, "complex numbers", "save the real and the imaginary part as columns", error);
  if (size < 1 || size > 65536 ||
      (array->kind != 'U' && array->kind != 'S' && eqp_items_decoder (array->kind, (int) size, FALSE) == NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (descr + 1, (gssize) MIN (strcspn (descr + 1, "'\""), 20));
      g_autofree char *what = g_strdup_printf ("items of type “%s”", valid);

      return refuse_items (source, what, "save it as float or as whole numbers of up to 8 bytes", error);
    }
  array->item_size = (int) size;
  return TRUE;
}

static gboolean
parse_shape (EqpSource *source, const char *shape, EqpArray *array, GError **error)
{
  const char *p = shape + 1;

  if (*shape != '(')
    return refuse_header (source, "does not give its shape", error);
  for (;;)
    {
      char *end;

      p += strspn (p, " ,\t");
      if (*p == ')')
        return TRUE;
      if (!g_ascii_isdigit (*p))
        return refuse_header (source, "gives a shape that is no list of whole numbers", error);
      if (array->n_dims == 8)
        return refuse_items (source, "more than 8 dimensions", "save it with one row a point", error);
      array->dims[array->n_dims++] = g_ascii_strtoull (p, &end, 10);
      p = end + (*end == 'L');
    }
}

/**
 * _eqp_npy_read_header:
 * @source: at the beginning of an array in the NPY format
 * @array: (out): zeroed before; what the header says
 * @error: return location, EQP_ERROR_PARSE or EQP_ERROR_UNSUPPORTED
 *
 * Returns: FALSE when it cannot be understood; otherwise @source is at the first item
 */
gboolean
_eqp_npy_read_header (EqpSource  *source,
                      EqpArray   *array,
                      GError    **error)
{
  guint8 start[8], length_bytes[4] = { 0 };
  guint32 length;
  gsize length_size;
  g_autofree char *header = NULL;
  const char *descr, *fortran, *shape;

  if (!eqp_source_read_exactly (source, start, sizeof start, error))
    return FALSE;
  if (memcmp (start, "\x93NUMPY", 6) != 0)
    return refuse_header (source, "does not begin like one of numpy", error);
  if (start[6] < 1 || start[6] > 3)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                   "%s: this is version %d of the NPY format; versions 1 to 3 are known.", eqp_source_get_name (source),
                   start[6]);
      return FALSE;
    }

  length_size = start[6] == 1 ? 2 : 4;
  if (!eqp_source_read_exactly (source, length_bytes, length_size, error))
    return FALSE;
  length = (guint32) length_bytes[0] | (guint32) length_bytes[1] << 8 | (guint32) length_bytes[2] << 16 |
           (guint32) length_bytes[3] << 24;
  if (length > MAX_HEADER_BYTES)
    return refuse_header (source, "is announced with more than a megabyte", error);
  header = g_malloc0 (length + 1);
  if (!eqp_source_read_exactly (source, header, length, error))
    return FALSE;
  array->offset = (goffset) (sizeof start + length_size + length);

  descr = find_value (header, "descr");
  fortran = find_value (header, "fortran_order");
  shape = find_value (header, "shape");
  if (descr == NULL || fortran == NULL || shape == NULL)
    return refuse_header (source, "lacks the type, the order or the shape", error);
  array->fortran = g_str_has_prefix (fortran, "True");
  return parse_type (source, descr, array, error) && parse_shape (source, shape, array, error);
}

static gboolean
has_stem (gconstpointer name, gconstpointer stem)
{
  gsize length = strlen (stem);

  return strncmp (name, stem, length) == 0 && strcmp ((const char *) name + length, ".npy") == 0;
}

/* Names that labels of "stem.npy" may have, the closest first and each once. */
static GPtrArray *
label_names (const char *stem)
{
  g_autoptr (GPtrArray) stems = _eqp_beside_names (stem);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (stems, g_strdup ("labels"));
  g_ptr_array_add (stems, g_strdup ("y"));
  for (guint i = 0; i < stems->len; i++)
    if (!g_ptr_array_find_with_equal_func (names, g_ptr_array_index (stems, i), has_stem, NULL))
      g_ptr_array_add (names, g_strconcat (g_ptr_array_index (stems, i), ".npy", NULL));
  return names;
}

/* Rows of zeros with a single one, whose column is the class; NULL where they are not. */
static gint32 *
read_one_hot (const EqpArray *array, EqpSource *source, EqpLabelTable *names, GCancellable *cancellable)
{
  gint64 n = (gint64) array->dims[0], width = (gint64) array->dims[1];
  g_autoptr (EqpStore) store = eqp_store_new (width, (gsize) array->item_size,
                                              eqp_items_decoder (array->kind, array->item_size, array->big_endian));
  g_autofree gint32 *labels = g_try_new (gint32, n);

  eqp_store_set_cancellable (store, cancellable);
  if (labels == NULL || !_eqp_array_read (array, source, store, NULL))
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      gint64 ones = 0, column = 0;
      g_autofree char *name = NULL;

      for (gint64 j = 0; j < width; j++)
        {
          double value = eqp_store_get_value (store, i, j);

          if (value != 0.0 && value != 1.0)
            return NULL;
          ones += value == 1.0;
          column = value == 1.0 ? j : column;
        }
      if (ones != 1)
        return NULL;
      name = g_strdup_printf ("%" G_GINT64_FORMAT, column);
      labels[i] = eqp_label_table_add (names, name);
    }
  return g_steal_pointer (&labels);
}

static gint32 *
try_labels (GFile *candidate, gint64 n, const EqpImportOptions *options, EqpLabelTable *names, EqpDatasetParts *parts,
            GCancellable *cancellable)
{
  g_autoptr (EqpSource) source = eqp_source_open (candidate, NULL, NULL, cancellable, NULL);
  g_auto (EqpDatasetParts) ignored = { 0 };
  EqpArray array = { 0 };
  gboolean one_hot;
  gint32 *labels;

  if (source == NULL || !_eqp_npy_read_header (source, &array, NULL) || array.n_dims < 1 ||
      !_eqp_array_check (&array, source, &ignored, NULL))
    return NULL;
  one_hot = array.n_dims == 2 && array.dims[0] == (guint64) n && array.dims[1] > 1 &&
            (array.kind != 'U' && array.kind != 'S');
  if (array.n_dims == 2 && array.dims[0] == 1 && array.dims[1] == (guint64) n)
    {
      array.n_dims = 1;
      array.dims[0] = (guint64) n;
    }
  if (_eqp_array_width (&array) != 1 && !one_hot && array.dims[0] == (guint64) n)
    {
      eqp_note (&parts->decisions,
                "“%s” beside the file has %" G_GINT64_FORMAT
                " items for each row, not one label, and was not taken for labels.",
                eqp_source_get_name (source), _eqp_array_width (&array));
      return NULL;
    }
  if (array.dims[0] != (guint64) n)
    {
      eqp_note (&parts->decisions,
                "“%s” beside the file has %" G_GUINT64_FORMAT " rows and not %" G_GINT64_FORMAT
                ", and was not taken for labels.",
                eqp_source_get_name (source), array.dims[0], n);
      return NULL;
    }
  labels = one_hot ? read_one_hot (&array, source, names, cancellable) : _eqp_array_read_labels (&array, source, names);
  if (labels != NULL)
    {
      _eqp_beside_tell (parts, options, eqp_source_get_name (source), n, names->names->len);
      if (one_hot)
        eqp_note (&parts->decisions, "Each row of “%s” has one 1 among zeros, whose column, from 0, is the label.",
                  eqp_source_get_name (source));
    }
  else
    {
      eqp_note (&parts->decisions,
                one_hot ? "“%s” beside the file has %" G_GINT64_FORMAT
                          " columns that are not a 1 among zeros in each row, and was not taken for labels."
                        : "“%s” beside the file has no whole numbers or texts, and was not taken for labels.",
                eqp_source_get_name (source), _eqp_array_width (&array));
      eqp_label_table_clear (names);
      eqp_label_table_init (names);
    }
  return labels;
}

static GPtrArray *
label_names_of (GFile *file)
{
  g_autofree char *stem = g_file_get_basename (file);
  char *ending = strstr (stem, ".npy");

  if (ending != NULL)
    *ending = '\0';
  return label_names (stem);
}

/* Found by the name, with as many rows. */
static gboolean
belongs (GFile *data, GFile *labels, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) candidates = label_names_of (data);
  g_autofree char *name = g_file_get_basename (labels), *of_data = g_file_get_basename (data);
  g_autoptr (EqpSource) source = NULL, other = NULL;
  EqpArray array = { 0 }, rows = { 0 };

  if (strstr (of_data, ".npy") == NULL || !g_ptr_array_find_with_equal_func (candidates, name, g_str_equal, NULL))
    return FALSE;
  source = eqp_source_open (data, NULL, NULL, cancellable, NULL);
  other = eqp_source_open (labels, NULL, NULL, cancellable, NULL);
  return source != NULL && other != NULL && _eqp_npy_read_header (source, &array, NULL) &&
         _eqp_npy_read_header (other, &rows, NULL) && array.n_dims > 1 && rows.n_dims > 0 &&
         array.dims[0] == rows.dims[0] && _eqp_array_width (&array) > 1;
}

/* One column of whole numbers or text in a file that is named like the labels of another one. */
static gboolean
check_not_labels (const EqpArray *array, EqpStore *store, GFile *file, const char *name,
                  const EqpImportOptions *options, GCancellable *cancellable, GError **error)
{
  if (array->n_dims < 1 || array->n_dims > 2 || (array->n_dims == 2 && array->dims[1] != 1))
    return TRUE;
  for (gint64 row = 0; store != NULL && row < eqp_store_get_rows (store); row++)
    {
      double value = eqp_store_get_value (store, row, 0);

      if (value != floor (value))
        return TRUE;
    }
  return _eqp_beside_check_data (file, name, options, belongs, cancellable, error);
}

static gint32 *
labels_beside (GFile *file, gint64 n, const EqpImportOptions *options, EqpLabelTable *names, EqpDatasetParts *parts,
               GCancellable *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GPtrArray) candidates = label_names_of (file);

  if (folder == NULL)
    return NULL;
  for (guint i = 0; i < candidates->len; i++)
    {
      g_autoptr (GFile) candidate = g_file_get_child (folder, g_ptr_array_index (candidates, i));
      gint32 *labels;

      if (g_file_equal (candidate, file) || !g_file_query_exists (candidate, cancellable))
        continue;
      labels = try_labels (candidate, n, options, names, parts, cancellable);
      if (labels != NULL)
        return labels;
    }
  return NULL;
}

static gboolean
check_items (const EqpArray *array, EqpSource *source, GError **error)
{
  if (array->kind == 'U' || array->kind == 'S')
    return refuse_items (source, "text", "open an array of numbers", error);
  if (array->n_dims == 0)
    return refuse_items (source, "no dimension, only a single number", "open an array with one row a point", error);
  return TRUE;
}

/* Images in the last dimension instead of the first. */
static void
settle_dimensions (EqpArray *array, const EqpImportOptions *options, EqpDatasetParts *parts)
{
  static const char *const values[] = { "rows", "columns" };
  gint64 dims[G_N_ELEMENTS (array->dims)];
  guint64 first = array->dims[0], last = array->dims[array->n_dims - 1];
  gboolean asked = options->orientation != EQP_ORIENTATION_GUESS, roll;
  EqpDecision *decision;
  int images;

  for (int i = 0; i < array->n_dims; i++)
    dims[i] = (gint64) array->dims[i];
  images = _eqp_guess_image_axis (array->n_dims, dims);
  roll = asked ? options->orientation == EQP_ORIENTATION_COLUMNS : images > 0;
  decision = eqp_decision_new ("orientation", "The array has %d dimensions; %s.", array->n_dims,
                               asked          ? "it was given which counts the points"
                               : images >= 0 ? "the others are the sides of images"
                                              : "the first counts the points as a rule");
  decision->asked = asked;
  for (int k = 0; k < 2; k++)
    eqp_decision_offer (decision, "orientation", values[k == 0 ? roll : !roll],
                        "%" G_GUINT64_FORMAT " points, by the %s dimension", (k == 0) == roll ? last : first,
                        (k == 0) == roll ? "last" : "first");
  _eqp_settle (parts, decision);
  if (!roll)
    return;
  memmove (array->dims + 1, array->dims, sizeof *array->dims * (gsize) (array->n_dims - 1));
  array->dims[0] = last;
  array->rolled = TRUE;
  array->fortran = !array->fortran;
  eqp_note (&parts->decisions,
            "The points are counted by the last dimension of the array, %s; the runner-up: the first one "
            "(--orientation rows).",
            asked ? "as asked for" : "because the others are the sides of images");
}

/* A matrix read row by row is its transpose read column by column. */
static void
settle_orientation (EqpArray *array, const EqpImportOptions *options, EqpDatasetParts *parts)
{
  static const char *const values[] = { "rows", "columns" };
  gboolean columns = options->orientation == EQP_ORIENTATION_COLUMNS;
  EqpDecision *decision;

  if (array->n_dims > 2)
    settle_dimensions (array, options, parts);
  if (array->n_dims != 2)
    return;
  decision = eqp_decision_new ("orientation",
                               "The matrix has %" G_GUINT64_FORMAT " rows and %" G_GUINT64_FORMAT " columns; %s.",
                               array->dims[0], array->dims[1],
                               options->orientation != EQP_ORIENTATION_GUESS ? "it was given which are the points"
                                                                             : "points are rows as a rule");
  decision->asked = options->orientation != EQP_ORIENTATION_GUESS;
  for (int k = 0; k < 2; k++)
    {
      int axis = k == 0 ? columns : !columns;

      eqp_decision_offer (decision, "orientation", values[axis], "%" G_GUINT64_FORMAT " points, the %s of the matrix",
                          array->dims[axis], values[axis]);
    }
  _eqp_settle (parts, decision);
  if (columns)
    {
      guint64 rows = array->dims[0];

      array->dims[0] = array->dims[1];
      array->dims[1] = rows;
      array->fortran = !array->fortran;
      eqp_note (&parts->decisions, "The points are the columns of the matrix, as asked for.");
    }
}

static EqpDataset *
npy_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  static const EqpImportOptions guess = { 0 };
  g_autoptr (EqpSource) source =
      eqp_source_open_member (file, options != NULL ? options->variable : NULL, NULL, progress, cancellable, error);
  g_autoptr (EqpStore) store = NULL;
  g_auto (EqpDatasetParts) parts = { 0 };
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = NULL;
  EqpArray array = { 0 };
  gint64 label_column = -1;

  options = options != NULL ? options : &guess;
  eqp_label_table_init (&names);
  if (source == NULL || !_eqp_npy_read_header (source, &array, error) ||
      ((array.kind == 'U' || array.kind == 'S') &&
       !check_not_labels (&array, NULL, file, eqp_source_get_name (source), options, cancellable, error)) ||
      !check_items (&array, source, error))
    return NULL;
  settle_orientation (&array, options, &parts);
  if (!_eqp_array_check (&array, source, &parts, error))
    return NULL;

  array.most_rows = options->max_rows;
  store = eqp_store_new (_eqp_array_width (&array), (gsize) array.item_size,
                         eqp_items_decoder (array.kind, array.item_size, array.big_endian));
  eqp_store_set_cancellable (store, cancellable);
  if (!_eqp_array_read (&array, source, store, error)
      || !check_not_labels (&array, store, file, eqp_source_get_name (source), options, cancellable, error))
    return NULL;
  if (_eqp_beside_is_wanted (options))
    labels = labels_beside (file, (gint64) array.dims[0], options, &names, &parts, cancellable);
  if (!_eqp_beside_was_found (options, labels != NULL, eqp_source_get_name (source), error))
    return NULL;
  /* Of a matrix of a graph no column is the labels. */
  if (labels == NULL &&
      ((guint64) eqp_store_get_rows (store) < array.dims[0] || !_eqp_affinity_is_likely (store, options, cancellable)))
    {
      if (!_eqp_array_find_label_column (&array, store, options, eqp_source_get_name (source), &parts, &label_column,
                                         error))
        return NULL;
      if (label_column >= 0)
        labels = _eqp_array_take_label_column (store, label_column, eqp_source_get_name (source), &names, error);
      if (label_column >= 0 && labels == NULL)
        return NULL;
    }
  _eqp_parts_watch (&parts, progress, eqp_source_get_name (source));
  if (!_eqp_array_assemble (&array, store, options, eqp_source_get_name (source), labels, label_column, &names, &parts,
                            cancellable, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  parts.name = g_strdup (eqp_source_get_name (source));
  parts.source = g_file_get_parse_name (file);
  parts.format = g_strdup ("NPY");
  return eqp_dataset_new_cancellable (&parts, cancellable, error);
}

static int
npy_sniff (const EqpProbe *probe)
{
  return probe->head_length >= 6 && memcmp (probe->head, "\x93NUMPY", 6) == 0 ? 100 : 0;
}

const EqpReader _eqp_reader_npy = {
  "npy",
  "NPY (numpy)",
  "npy;npy.gz",
  npy_sniff,
  npy_read
};
