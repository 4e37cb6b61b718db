/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IDX, the format of MNIST: a big-endian array, packed or not, with the labels in a second file beside it. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <string.h>

#include "base/eqp-error.h"
#include "eqp-array.h"
#include "import/eqp-beside.h"
#include "eqp-items.h"

static gboolean
set_item_type (guint8 code, EqpArray *array)
{
  static const struct { guint8 code; char kind; int size; } types[] = {
    { 0x08, 'u', 1 }, { 0x09, 'i', 1 }, { 0x0b, 'i', 2 }, { 0x0c, 'i', 4 }, { 0x0d, 'f', 4 }, { 0x0e, 'f', 8 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].code == code)
      {
        array->kind = types[i].kind;
        array->item_size = types[i].size;
        array->big_endian = TRUE;
        return TRUE;
      }
  return FALSE;
}

/* The header of a program that wrote its numbers of 32 bits as they lie in memory: 03 08 00 00 for 00 00 08 03, and sizes
 * that make an array of the file's size, or one that a file can have. */
static gboolean
is_swapped (const guint8 *head, gsize length, gboolean whole)
{
  EqpArray array;
  double bytes;

  if (length < 8 || head[2] != 0 || head[3] != 0 || !set_item_type (head[1], &array) || head[0] < 1 || head[0] > 8 ||
      length < 4 + 4 * (gsize) head[0])
    return FALSE;
  bytes = array.item_size;
  for (int i = 0; i < head[0]; i++)
    {
      guint32 dim;

      memcpy (&dim, head + 4 + 4 * i, 4);
      dim = GUINT32_FROM_LE (dim);
      if (dim == 0 || dim > 1 << 24)
        return FALSE;
      bytes *= dim;
    }
  return !whole || bytes + 4.0 + 4.0 * head[0] == (double) length;
}

static gboolean
read_header (EqpSource *source, EqpArray *array, GError **error)
{
  guint8 magic[4], dims[8 * 4];

  if (!eqp_source_read_exactly (source, magic, 4, error))
    return FALSE;
  if (magic[1] != 0 && magic[2] == 0 && magic[3] == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                   "%s: this is an IDX file (MNIST) with the bytes of its numbers in the wrong order; write them with "
                   "the highest byte first (big-endian).",
                   eqp_source_get_name (source));
      return FALSE;
    }
  if (magic[0] != 0 || magic[1] != 0 || !set_item_type (magic[2], array) || magic[3] < 1 || magic[3] > 8)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: the first four bytes (%02x %02x %02x %02x) are not those of an IDX file.",
                   eqp_source_get_name (source), magic[0], magic[1], magic[2], magic[3]);
      return FALSE;
    }
  array->n_dims = magic[3];
  array->offset = 4 + 4 * array->n_dims;
  if (!eqp_source_read_exactly (source, dims, 4 * (gsize) array->n_dims, error))
    return FALSE;
  for (int i = 0; i < array->n_dims; i++)
    {
      guint32 dim;

      memcpy (&dim, dims + 4 * i, 4);
      array->dims[i] = GUINT32_FROM_BE (dim);
    }
  return TRUE;
}

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* The other file of a pair: images for labels, labels for images; packed or not. */
static GFile *
find_partner (GFile *file, gboolean of_labels, GCancellable *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *half = of_labels ? replace (name, "labels", "images") : replace (name, "images", "labels");
  g_autofree char *other = of_labels ? replace (half, "idx1", "idx3") : replace (half, "idx3", "idx1");

  if (folder == NULL || strcmp (other, name) == 0)
    return NULL;
  if (g_str_has_suffix (other, ".gz"))
    other[strlen (other) - 3] = '\0';
  for (int packed = 0; packed < 2; packed++)
    {
      g_autofree char *candidate = g_strconcat (other, packed ? ".gz" : "", NULL);
      g_autoptr (GFile) partner = g_file_get_child (folder, candidate);

      if (g_file_query_exists (partner, cancellable))
        return g_steal_pointer (&partner);
    }
  return NULL;
}

static gint32 *
labels_beside (GFile *file, gint64 n, const EqpImportOptions *options, EqpLabelTable *names, EqpDatasetParts *parts,
               GCancellable *cancellable)
{
  g_autoptr (GFile) partner = find_partner (file, FALSE, cancellable);
  g_autoptr (EqpSource) source = partner != NULL ? eqp_source_open (partner, NULL, NULL, cancellable, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  g_auto (EqpDatasetParts) ignored = { 0 };
  EqpArray array = { 0 };
  gint32 *labels = NULL;

  if (source == NULL)
    eqp_note (&parts->decisions, "No labels: there is no file of labels beside this one.");
  else if (!read_header (source, &array, &error) || !_eqp_array_check (&array, source, &ignored, &error))
    eqp_note (&parts->decisions, "No labels: %s", error->message);
  else if (array.n_dims != 1 || array.dims[0] != (guint64) n)
    eqp_note (&parts->decisions,
              "No labels: “%s” beside the file has %" G_GUINT64_FORMAT " labels for %" G_GINT64_FORMAT " rows.",
              eqp_source_get_name (source), array.dims[0], n);
  else
    {
      labels = _eqp_array_read_labels (&array, source, names);
      if (labels == NULL)
        eqp_note (&parts->decisions, "No labels: “%s” beside the file is damaged.", eqp_source_get_name (source));
    }
  _eqp_beside_tell (parts, options, labels != NULL ? eqp_source_get_name (source) : NULL, n,
                    labels != NULL ? names->names->len : 0);
  return labels;
}

static gboolean
refuse_labels (GFile *file, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) partner = find_partner (file, TRUE, cancellable);
  g_autofree char *other = partner != NULL ? g_file_get_basename (partner) : NULL;

  if (other != NULL)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                 "%s: this file has only labels; open “%s” beside it, and they are found.", name, other);
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                 "%s: this file has one number a row, most likely labels; open the file of the images, and keep this "
                 "one beside it.",
                 name);
  return FALSE;
}

static EqpDataset *
idx_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
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

  options = options != NULL ? options : &guess;
  eqp_label_table_init (&names);
  if (source == NULL || !read_header (source, &array, error))
    return NULL;
  if (!_eqp_beside_is_wanted (options) && strcmp (options->labels, "none") != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   "%s: an IDX file has no label column “%s”; its labels are in a second file, which is found by its "
                   "name (“beside”), or left aside (“none”).",
                   eqp_source_get_name (source), options->labels);
      return NULL;
    }
  if (!_eqp_array_check (&array, source, &parts, error))
    return NULL;
  if (array.n_dims == 1)
    {
      refuse_labels (file, eqp_source_get_name (source), cancellable, error);
      return NULL;
    }

  array.most_rows = options->max_rows;
  store = eqp_store_new (_eqp_array_width (&array), (gsize) array.item_size,
                         eqp_items_decoder (array.kind, array.item_size, TRUE));
  eqp_store_set_cancellable (store, cancellable);
  if (!_eqp_array_read (&array, source, store, error))
    return NULL;
  if (_eqp_beside_is_wanted (options))
    labels = labels_beside (file, (gint64) array.dims[0], options, &names, &parts, cancellable);
  else
    _eqp_beside_tell (&parts, options, NULL, 0, 0);
  if (!_eqp_beside_was_found (options, labels != NULL, eqp_source_get_name (source), error))
    return NULL;
  _eqp_parts_watch (&parts, progress, eqp_source_get_name (source));
  if (!_eqp_array_assemble (&array, store, options, eqp_source_get_name (source), labels, -1, &names, &parts,
                            cancellable, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  parts.name = g_strdup (eqp_source_get_name (source));
  parts.source = g_file_get_parse_name (file);
  parts.format = g_strdup ("IDX");
  return eqp_dataset_new_cancellable (&parts, cancellable, error);
}

static int
idx_sniff (const EqpProbe *probe)
{
  EqpArray array;
  const guint8 *head = probe->head;

  if (is_swapped (head, probe->head_length, probe->complete))
    return 90;
  if (probe->head_length < 4 || head[0] != 0 || head[1] != 0 || !set_item_type (head[2], &array) || head[3] < 1 ||
      head[3] > 8)
    return 0;
  return 90;
}

const EqpReader _eqp_reader_idx = {
  "idx",
  "IDX (MNIST)",
  "idx;idx3-ubyte;idx3-ubyte.gz;idx.gz",
  idx_sniff,
  idx_read
};
