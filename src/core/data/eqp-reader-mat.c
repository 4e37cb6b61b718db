/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MATLAB files, v4 to v7, through matio. Files of v7.3 are HDF5 and are read there. */
#include "config.h"

#include "eqp-readers-private.h"

#include <matio.h>
#include <string.h>

#include "../base/eqp-alloc.h"
#include "../base/eqp-error.h"
#include "eqp-variables-private.h"

#define HEADER_BYTES 128
#define TYPE_MATRIX 14
#define TYPE_COMPRESSED 15

#define MOST_PIECES 8

/* A packed element cannot make more than this many bytes of one. */
#define MOST_PACKED 1032

static void
keep_quiet (int level, char *message)
{
}

static gboolean
is_v5 (const guint8 *head, gsize length)
{
  return length >= HEADER_BYTES && memcmp (head, "MATLAB 5.0", 10) == 0
         && ((head[126] == 'I' && head[127] == 'M') || (head[126] == 'M' && head[127] == 'I'));
}

static guint32
number_at (const guint8 *bytes, gboolean big)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return big ? GUINT32_FROM_BE (number) : GUINT32_FROM_LE (number);
}

/* v4 has no magic: five small numbers, then a name of exactly the announced length. */
static gboolean
is_v4 (const guint8 *head, gsize length)
{
  gboolean big = length >= 20 && head[0] == 0 && head[1] == 0 && (head[2] != 0 || head[3] != 0);
  guint32 type, rows, columns, imaginary, name;

  if (length < 22)
    return FALSE;
  type = number_at (head, big);
  rows = number_at (head + 4, big);
  columns = number_at (head + 8, big);
  imaginary = number_at (head + 12, big);
  name = number_at (head + 16, big);
  if (type >= 5000 || type / 1000 != (big ? 1 : 0) || type / 100 % 10 != 0 || type / 10 % 10 > 5 || type % 10 > 2
      || imaginary > 1 || rows == 0 || columns == 0 || rows > G_MAXINT32 || columns > G_MAXINT32
      || name < 2 || name > 64 || 20 + (gsize) name > length || head[20 + name - 1] != 0
      || !g_ascii_isalpha (head[20]))
    return FALSE;
  for (guint32 i = 0; i + 1 < name; i++)
    if (!g_ascii_isalnum (head[20 + i]) && head[20 + i] != '_')
      return FALSE;
  return TRUE;
}

static int
mat_sniff (const EqpProbe *probe)
{
  if (is_v5 (probe->head, probe->head_length))
    return 100;
  return is_v4 (probe->head, probe->head_length) ? 90 : 0;
}

/* Walks over the elements of a v5 file by their announced sizes, so that a cut or broken one is told by its place. */
static gboolean
check_elements (const char *name, const guint8 *bytes, gsize size, GError **error)
{
  gboolean big = bytes[126] == 'M';
  gsize at = HEADER_BYTES;

  while (at < size)
    {
      guint32 type, length;

      if (size - at < 8)
        break;
      type = number_at (bytes + at, big);
      length = number_at (bytes + at + 4, big);
      if (type != TYPE_MATRIX && type != TYPE_COMPRESSED)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                       "%s: at byte %" G_GSIZE_FORMAT " there is no array but something of type %u; the file is damaged, save it again.", name, at, type);
          return FALSE;
        }
      if (length > size - at - 8)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                       "%s: the array at byte %" G_GSIZE_FORMAT " takes %u bytes, but only %" G_GSIZE_FORMAT " are left; the file is incomplete, get it again.",
                       name, at, length, size - at - 8);
          return FALSE;
        }
      at += 8 + (gsize) length;
    }
  return TRUE;
}

typedef struct
{
  mat_t  *mat;
  gsize   size; /* of the file */
} Mat;

static gsize
class_size (enum matio_classes class_type)
{
  switch (class_type)
    {
    case MAT_C_DOUBLE:
    case MAT_C_INT64:
    case MAT_C_UINT64:
      return 8;
    case MAT_C_SINGLE:
    case MAT_C_INT32:
    case MAT_C_UINT32:
      return 4;
    case MAT_C_INT16:
    case MAT_C_UINT16:
      return 2;
    case MAT_C_INT8:
    case MAT_C_UINT8:
      return 1;
    default:
      return 0;
    }
}

static gboolean
refuse_array (EqpVariables *self, EqpVariable *array, GError **error)
{
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               "%s: the array “%s” could not be read; the file is damaged, save it again.", self->file, array->name);
  return FALSE;
}

static void
convert (const matvar_t *var, EqpItem item, const void *from, gint64 count, void *to)
{
#define CONVERT(type) \
  for (gint64 i = 0; i < count; i++) \
    { \
      type value = ((const type *) from)[i]; \
      if (item == EQP_ITEM_BYTE) \
        ((guint8 *) to)[i] = (guint8) value; \
      else if (item == EQP_ITEM_FLOAT) \
        ((float *) to)[i] = (float) value; \
      else \
        ((double *) to)[i] = (double) value; \
    } \
  break;

  switch (var->class_type)
    {
    case MAT_C_SINGLE:
      CONVERT (float)
    case MAT_C_INT8:
      CONVERT (gint8)
    case MAT_C_UINT8:
      CONVERT (guint8)
    case MAT_C_INT16:
      CONVERT (gint16)
    case MAT_C_UINT16:
      CONVERT (guint16)
    case MAT_C_INT32:
      CONVERT (gint32)
    case MAT_C_UINT32:
      CONVERT (guint32)
    case MAT_C_INT64:
      CONVERT (gint64)
    case MAT_C_UINT64:
      CONVERT (guint64)
    case MAT_C_DOUBLE:
    default:
      CONVERT (double)
    }
#undef CONVERT
}

static gboolean
mat_read (EqpVariables *self, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  Mat *mat = self->reader;
  matvar_t *var = array->handle;
  gint64 slice = _eqp_variable_count (array) / array->dims[array->rank - 1];
  gint64 numbers = slice * count;
  g_autofree void *raw = NULL;

  if (first * slice > G_MAXINT32 || numbers > G_MAXINT32)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s: “%s” has more numbers than this version reads from a MAT file; save it as v7.3 or NPY.", self->file, array->name);
      return FALSE;
    }
  raw = g_try_malloc0 ((gsize) numbers * class_size (var->class_type));
  if (raw == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE, "%s: there is no memory to read “%s”.", self->file, array->name);
      return FALSE;
    }
  if (Mat_VarReadDataLinear (mat->mat, var, raw, (int) (first * slice), 1, (int) numbers) != 0)
    return refuse_array (self, array, error);
  convert (var, array->item, raw, numbers, items);
  return TRUE;
}

static double
sparse_value (const matvar_t *var, const mat_sparse_t *from, gint64 i)
{
  switch (var->data_type)
    {
    case MAT_T_DOUBLE:
      return ((const double *) from->data)[i];
    case MAT_T_SINGLE:
      return (double) ((const float *) from->data)[i];
    case MAT_T_INT8:
      return ((const gint8 *) from->data)[i];
    case MAT_T_UINT8:
      return ((const guint8 *) from->data)[i];
    case MAT_T_INT16:
      return ((const gint16 *) from->data)[i];
    case MAT_T_UINT16:
      return ((const guint16 *) from->data)[i];
    case MAT_T_INT32:
      return ((const gint32 *) from->data)[i];
    case MAT_T_UINT32:
      return ((const guint32 *) from->data)[i];
    default:
      return 0.0;
    }
}

static gboolean
mat_read_sparse (EqpVariables *self, EqpVariable *array, EqpSparse *sparse, GError **error)
{
  Mat *mat = self->reader;
  matvar_t *var = array->handle;
  const mat_sparse_t *from;
  gint64 last = 0;

  if (Mat_VarReadDataAll (mat->mat, var) != 0 || var->data == NULL)
    return refuse_array (self, array, error);
  from = var->data;
  if (from->jc == NULL || (gint64) from->njc != array->dims[1] + 1)
    return refuse_array (self, array, error);

  sparse->starts = g_new (gint64, array->dims[1] + 1);
  for (gint64 j = 0; j <= array->dims[1]; j++)
    {
      gint64 start = from->jc[j];

      if (start < last || (j == 0 && start != 0) || start > (gint64) from->nir || start > (gint64) from->ndata)
        return refuse_array (self, array, error);
      sparse->starts[j] = last = start;
    }
  sparse->count = last;
  sparse->minor = g_new (gint64, MAX (1, last));
  sparse->values = g_new (double, MAX (1, last));
  for (gint64 k = 0; k < last; k++)
    {
      if ((gint64) from->ir[k] >= array->dims[0])
        return refuse_array (self, array, error);
      sparse->minor[k] = from->ir[k];
      sparse->values[k] = sparse_value (var, from, k);
    }
  return TRUE;
}

static void
free_var (gpointer data)
{
  Mat_VarFree (data);
}

/* What of the file can be features or labels; sizes that the file cannot hold are refused here. */
static gboolean
list_arrays (EqpVariables *self, Mat *mat, guint *skipped, GError **error)
{
  for (;;)
    {
      matvar_t *var = Mat_VarReadNextInfo (mat->mat);
      EqpVariable *array;
      gboolean sparse;
      double count = 1.0;

      if (var == NULL)
        return TRUE;
      sparse = var->class_type == MAT_C_SPARSE;
      if (var->name == NULL || var->isComplex || (class_size (var->class_type) == 0 && !sparse)
          || var->rank < 2 || var->rank > EQP_VARIABLE_MAX_RANK || var->dims == NULL)
        {
          (*skipped)++;
          Mat_VarFree (var);
          continue;
        }

      array = _eqp_variables_add (self, var->name);
      array->handle = var;
      array->free_handle = free_var;
      array->rank = var->rank;
      array->column_major = TRUE;
      for (int i = 0; i < var->rank; i++)
        {
          array->dims[i] = var->dims[i] <= G_MAXINT32 ? (gint64) var->dims[i] : G_MAXINT64;
          count *= (double) var->dims[i];
        }
      /* Packed numbers are unpacked from the first one on for each piece. */
      if (var->compression != MAT_COMPRESSION_NONE)
        array->chunk = array->dims[var->rank - 1] / MOST_PIECES + 1;
      array->sparse = sparse;
      array->whole = class_size (var->class_type) > 0 && var->class_type != MAT_C_DOUBLE && var->class_type != MAT_C_SINGLE;
      array->item = var->class_type == MAT_C_UINT8                                                                  ? EQP_ITEM_BYTE
                    : class_size (var->class_type) <= 2 || var->class_type == MAT_C_SINGLE ? EQP_ITEM_FLOAT
                                                                                                                    : EQP_ITEM_DOUBLE;
      if (!sparse && count > (double) mat->size * (var->compression == MAT_COMPRESSION_NONE ? 1.0 : MOST_PACKED))
        {
          g_autofree char *shape = _eqp_variable_shape (array);

          g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                       "%s: “%s” should have %s numbers, which a file of %" G_GSIZE_FORMAT " bytes cannot hold; the file is damaged, save it again.",
                       self->file, array->name, shape, mat->size);
          return FALSE;
        }
    }
}

static gboolean
open_mat (EqpVariables *self, GFile *file, Mat *mat, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GMappedFile) mapped = NULL;
  g_autoptr (GError) cause = NULL;
  const guint8 *bytes;

  if (path == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: MAT files are read from this machine only; copy the file here first.", self->file);
      return FALSE;
    }
  mapped = g_mapped_file_new (path, FALSE, &cause);
  if (mapped == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s” could not be read: %s.", path, cause->message);
      return FALSE;
    }
  bytes = (const guint8 *) g_mapped_file_get_contents (mapped);
  mat->size = g_mapped_file_get_length (mapped);
  if (bytes == NULL || (!is_v5 (bytes, mat->size) && !is_v4 (bytes, mat->size)))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: MAT files are read as they are, not packed; unpack the file first.", self->file);
      return FALSE;
    }
  self->format = is_v5 (bytes, mat->size) ? "MAT v5" : "MAT v4";
  /* SciPy says so in the header; Python stores images row by row. */
  self->rowwise_images = is_v5 (bytes, mat->size) && g_strstr_len ((const char *) bytes, 116, "MATLAB 5.0 MAT-file Platform: ") != NULL;
  if (is_v5 (bytes, mat->size) && !check_elements (self->file, bytes, mat->size, error))
    return FALSE;

  mat->mat = Mat_Open (path, MAT_ACC_RDONLY);
  if (mat->mat == NULL)
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: the beginning of this MAT file is damaged; save it again.", self->file);
  return mat->mat != NULL;
}

static EqpDataset *
mat_read_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  static gsize quiet;
  g_auto (EqpVariables) self = { 0 };
  g_autofree char *name = g_file_get_basename (file);
  EqpDataset *dataset = NULL;
  Mat mat = { 0 };
  guint skipped = 0;

  if (g_once_init_enter (&quiet))
    {
      /* Since matio 1.5.28 the message is const; both kinds of function are called alike. */
      Mat_LogInitFunc ("equipoise", (gpointer) keep_quiet);
      g_once_init_leave (&quiet, 1);
    }

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.matlab = TRUE;
  self.reader = &mat;
  self.read = mat_read;
  self.read_sparse = mat_read_sparse;
  if (open_mat (&self, file, &mat, error) && list_arrays (&self, &mat, &skipped, error))
    {
      if (skipped > 0)
        eqp_note (&self.parts.decisions, "%u variable%s no real numbers (text, cells, structures, complex) and %s left out.",
                  skipped, skipped == 1 ? " has" : "s have", skipped == 1 ? "was" : "were");
      dataset = _eqp_variables_load (&self, file, error);
    }
  _eqp_variables_clear (&self);
  if (mat.mat != NULL)
    Mat_Close (mat.mat);
  return dataset;
}

const EqpReader _eqp_reader_mat = {
  .id = "mat",
  .name = "MATLAB",
  .suffixes = "mat",
  .sniff = mat_sniff,
  .read = mat_read_file,
};
