/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MATLAB files, v4 to v7, through matio. */
#include "config.h"

#include "eqp-serve.h"

#include <matio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_ARRAYS 10000
#define MOST_PIECES 8

/* Structures within structures. */
#define DEEPEST 4

/* A packed element cannot make more than this many bytes of one. */
#define MOST_PACKED 1032

/* Of a variable of version 4, in front of its name. */
#define HEAD_BYTES_4 20

typedef struct
{
  mat_t *mat;
  double size;   /* of the file */
  gint64 passed; /* bytes of version 4 up to the next variable; -1 where that is not known */
  gint64 left;   /* bytes behind the header of the variable that is looked at; -1 */
  EqpForeignArray *arrays;
  matvar_t **vars;
  gboolean *loaded; /* the data of the variable are in memory */
  guint32 n_arrays;
  guint32 skipped;
} Reader;

static void
keep_quiet (int level, char *message)
{
}

static EqpForeignStatus
mat_open (const char *path, gpointer *reader)
{
  Reader *self = g_new0 (Reader, 1);
  struct stat info;

  if (stat (path, &info) != 0)
    return EQP_FOREIGN_DAMAGED;
  /* Since matio 1.5.28 the message is const; both kinds of function are called alike. */
  Mat_LogInitFunc ("equipoise", (gpointer) keep_quiet);
  self->size = (double) info.st_size;
  self->mat = Mat_Open (path, MAT_ACC_RDONLY);
  *reader = self;
  return self->mat != NULL ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

/* How numbers lie in memory, as eqp_items_convert() knows them: those of a class, or, in sparse matrices, of a type. */
static const struct
{
  enum matio_classes class_type;
  enum matio_types   type;
  char               kind;
  int                size;
} number_kinds[] = {
  { MAT_C_DOUBLE, MAT_T_DOUBLE, 'f', 8 }, { MAT_C_SINGLE, MAT_T_SINGLE, 'f', 4 }, { MAT_C_INT8, MAT_T_INT8, 'i', 1 },
  { MAT_C_UINT8, MAT_T_UINT8, 'u', 1 },   { MAT_C_INT16, MAT_T_INT16, 'i', 2 },   { MAT_C_INT32, MAT_T_INT32, 'i', 4 },
  { MAT_C_UINT16, MAT_T_UINT16, 'u', 2 }, { MAT_C_UINT32, MAT_T_UINT32, 'u', 4 }, { MAT_C_INT64, MAT_T_INT64, 'i', 8 },
  { MAT_C_UINT64, MAT_T_UINT64, 'u', 8 },
};

/* Returns their size; 0: the variable has none. */
static int
number_size (const matvar_t *var, char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (number_kinds); i++)
    if (var->class_type == MAT_C_SPARSE ? var->data_type == number_kinds[i].type
                                        : var->class_type == number_kinds[i].class_type)
      {
        *kind = number_kinds[i].kind;
        return number_kinds[i].size;
      }
  return 0;
}

/* Text labels: a matrix of characters with a row for each, or a column of cells with a text in each. */
static gboolean
describe_texts (const matvar_t *var, EqpForeignArray *array)
{
  gsize n = var->dims[0];

  if (var->rank != 2 || n > G_MAXINT32 || (var->class_type != MAT_C_CHAR && var->class_type != MAT_C_CELL))
    return FALSE;
  if (var->class_type == MAT_C_CELL)
    {
      matvar_t *const *cells = var->data;

      if (n != 1 && var->dims[1] != 1)
        return FALSE;
      n = MAX (n, var->dims[1]);
      if (n > G_MAXINT32 || cells == NULL)
        return FALSE;
      for (gsize i = 0; i < n; i++)
        if (cells[i] == NULL || cells[i]->class_type != MAT_C_CHAR || cells[i]->rank != 2)
          return FALSE;
    }
  array->is.rank = 2;
  array->is.dims[0] = (gint64) n;
  array->is.dims[1] = 1;
  array->is.text = TRUE;
  array->packed = MOST_PACKED;
  return n > 1;
}

static gboolean
describe_sparse (Reader *self, matvar_t *var, EqpForeignArray *array)
{
  const mat_sparse_t *sparse;

  if (var->rank != 2 || (var->data == NULL && Mat_VarReadDataAll (self->mat, var) != 0) || var->data == NULL)
    return FALSE;
  sparse = var->data;
  if (sparse->jc == NULL || (gint64) sparse->njc != array->is.dims[1] + 1)
    return FALSE;
  array->is.sparse = TRUE;
  array->is.entries = MIN (sparse->nir, sparse->ndata);
  return TRUE;
}

static gboolean
describe (Reader *self, matvar_t *var, EqpForeignArray *array)
{
  char kind = 'f';
  int size;

  if (var->isComplex || var->rank < 1 || var->rank > EQP_VARIABLE_MAX_RANK || var->dims == NULL)
    return FALSE;
  size = number_size (var, &kind);
  array->is.rank = var->rank;
  array->is.column_major = TRUE;
  for (int i = 0; i < var->rank; i++)
    array->is.dims[i] = var->dims[i] <= G_MAXINT32 ? (gint64) var->dims[i] : G_MAXINT64;
  array->stored = self->size;
  array->packed = var->compression == MAT_COMPRESSION_NONE ? 1.0 : MOST_PACKED;
  /* Packed numbers are unpacked from the first one on for each piece: few are made. */
  if (var->compression != MAT_COMPRESSION_NONE)
    array->is.chunk = array->is.dims[var->rank - 1] / MOST_PIECES + 1;
  /* Of version 4 it is known to the byte, and matio makes zeros of what is missing. */
  if (self->left >= 0 && Mat_SizeOf (var->data_type) > 0)
    {
      array->stored = (double) self->left;
      array->packed = 1.0 / (double) Mat_SizeOf (var->data_type);
    }
  array->is.item = size == 1 && kind == 'u'          ? EQP_ITEM_BYTE
                   : size <= (kind == 'f' ? 4 : 2) ? EQP_ITEM_FLOAT
                                                   : EQP_ITEM_DOUBLE;
  if (var->class_type == MAT_C_SPARSE)
    {
      array->is.item = EQP_ITEM_DOUBLE;
      return describe_sparse (self, var, array);
    }
  if (size == 0)
    return describe_texts (var, array);

  array->is.whole = kind != 'f';
  return TRUE;
}

static void add_variable (Reader *self, matvar_t *var, const char *name, gboolean loaded, int depth);

/* What is in a structure ("data.X") or in the cells of an array ("X{2}"). */
static void
add_inside (Reader *self, matvar_t *var, const char *name, gboolean loaded, int depth)
{
  matvar_t *const *inside;
  char *const *fields = NULL;
  gsize n = 1;

  if (depth == DEEPEST || (!loaded && Mat_VarReadDataAll (self->mat, var) != 0))
    return;
  for (int i = 0; i < var->rank; i++)
    n *= MIN (var->dims[i], MOST_ARRAYS);
  if (var->class_type == MAT_C_STRUCT)
    {
      fields = n == 1 ? Mat_VarGetStructFieldnames (var) : NULL;
      n = fields != NULL ? Mat_VarGetNumberOfFields (var) : 0;
    }
  inside = var->data;
  for (gsize i = 0; inside != NULL && i < n && i < MOST_ARRAYS; i++)
    {
      char below[EQP_FOREIGN_NAME_BYTES];

      if (fields != NULL)
        snprintf (below, sizeof below, "%s.%s", name, fields[i]);
      else
        snprintf (below, sizeof below, "%s{%zu}", name, i + 1);
      if (inside[i] != NULL)
        add_variable (self, inside[i], below, TRUE, depth + 1);
    }
}

static void
add_variable (Reader *self, matvar_t *var, const char *name, gboolean loaded, int depth)
{
  EqpForeignArray *array = &self->arrays[self->n_arrays];
  guint32 before = self->n_arrays;

  if (self->n_arrays + self->skipped >= MOST_ARRAYS)
    return;
  memset (array, 0, sizeof *array);
  if (name != NULL && strlen (name) < sizeof array->name && describe (self, var, array))
    {
      strcpy (array->name, name);
      self->loaded[self->n_arrays] = loaded;
      self->vars[self->n_arrays++] = var;
    }
  else if (name != NULL && strlen (name) < sizeof array->name &&
           (var->isComplex || var->class_type == MAT_C_OPAQUE || var->class_type == MAT_C_OBJECT))
    {
      strcpy (array->name, name);
      array->unread = var->isComplex ? EQP_FOREIGN_COMPLEX : EQP_FOREIGN_OBJECT;
      self->vars[self->n_arrays++] = var;
    }
  else if (name != NULL && (var->class_type == MAT_C_STRUCT || var->class_type == MAT_C_CELL))
    add_inside (self, var, name, loaded, depth);
  if (self->n_arrays == before)
    self->skipped++;
}

/* Bytes of the file behind the header of a variable of version 4; -1 where that is not known. */
static gint64
find_left (Reader *self, const matvar_t *var)
{
  double bytes = (double) Mat_SizeOf (var->data_type) * (var->isComplex ? 2.0 : 1.0);
  gint64 left;

  if (Mat_GetVersion (self->mat) != MAT_FT_MAT4 || self->passed < 0 || var->class_type == MAT_C_SPARSE ||
      var->name == NULL)
    return self->passed = -1;
  for (int i = 0; i < var->rank; i++)
    bytes *= (double) var->dims[i];
  self->passed += HEAD_BYTES_4 + (gint64) strlen (var->name) + 1;
  left = MAX (0, (gint64) self->size - self->passed);
  self->passed += (gint64) MIN (bytes, self->size + 1.0);
  return left;
}

static EqpForeignStatus
mat_list (gpointer reader, EqpForeignArray **arrays, guint32 *n_arrays, guint32 *skipped)
{
  Reader *self = reader;
  matvar_t *var;

  /* One more, which is filled in before it is known to be wanted. */
  self->arrays = g_new0 (EqpForeignArray, MOST_ARRAYS + 1);
  self->vars = g_new0 (matvar_t *, MOST_ARRAYS + 1);
  self->loaded = g_new0 (gboolean, MOST_ARRAYS + 1);
  while ((var = Mat_VarReadNextInfo (self->mat)) != NULL)
    {
      if (self->n_arrays + self->skipped >= MOST_ARRAYS)
        return EQP_FOREIGN_TOO_MANY;
      self->left = find_left (self, var);
      add_variable (self, var, var->name, FALSE, 0);
    }
  *arrays = self->arrays;
  *n_arrays = self->n_arrays;
  *skipped = self->skipped;
  return EQP_FOREIGN_DONE;
}

static void
convert (const matvar_t *var, EqpItem item, const void *from, gint64 count, void *to)
{
  char kind = 'f';
  int size = number_size (var, &kind);

  /* What is no number, such as the values of a sparse matrix of another kind, is 0. */
  memset (to, 0, (gsize) count * _eqp_item_size (item));
  if (size > 0)
    eqp_items_convert (kind, size, G_BYTE_ORDER == G_BIG_ENDIAN, from, count, item, to);
}

static EqpForeignStatus
mat_read (gpointer reader, guint32 array, gint64 first, gint64 count, EqpItem item, void *items)
{
  Reader *self = reader;
  matvar_t *var = self->vars[array];
  char kind;
  gsize size = (gsize) number_size (var, &kind);
  gint64 slice = 1, numbers;
  g_autofree void *raw = NULL;

  for (int i = 0; i + 1 < var->rank; i++)
    slice *= (gint64) var->dims[i];
  numbers = slice * count;
  if (self->loaded[array])
    {
      if (var->data == NULL || (double) (first * slice + numbers) * (double) size > (double) var->nbytes)
        return EQP_FOREIGN_DAMAGED;
      convert (var, item, (const guint8 *) var->data + (gsize) (first * slice) * size, numbers, items);
      return EQP_FOREIGN_DONE;
    }
  /* matio counts in int. */
  if (first * slice > G_MAXINT32 || numbers > G_MAXINT32)
    return EQP_FOREIGN_DAMAGED;
  raw = g_malloc0_n ((gsize) MAX (1, numbers), size);
  if (Mat_VarReadDataLinear (self->mat, var, raw, (int) (first * slice), 1, (int) numbers) != 0)
    return EQP_FOREIGN_DAMAGED;
  convert (var, item, raw, numbers, items);
  return EQP_FOREIGN_DONE;
}

static EqpForeignStatus
mat_read_sparse (gpointer reader, guint32 array, gint64 *starts, gint32 *minor, double *values)
{
  Reader *self = reader;
  const matvar_t *var = self->vars[array];
  const mat_sparse_t *from = var->data;
  gint64 entries = MIN (from->nir, from->ndata);

  for (gint64 j = 0; j < (gint64) from->njc; j++)
    starts[j] = from->jc[j];
  for (gint64 k = 0; k < entries; k++)
    minor[k] = (gint32) from->ir[k];
  convert (var, EQP_ITEM_DOUBLE, from->data, entries, values);
  return EQP_FOREIGN_DONE;
}

/* The characters of a text, which MATLAB writes wide and others in UTF-8, whose bytes are more than the characters the
 * text should have; NULL where it is damaged. */
static gunichar *
take_characters (const matvar_t *var, glong *count)
{
  gsize announced = var->dims[0] * var->dims[1], size = var->data_size > 0 ? (gsize) var->data_size : 1;
  glong n = var->data != NULL ? (glong) (var->nbytes / size) : 0;
  g_autofree char *valid = NULL;
  gunichar *characters;

  *count = 0;
  if (n == 0)
    return g_new0 (gunichar, 1);
  switch (var->data_type)
    {
    case MAT_T_UINT16:
    case MAT_T_UTF16:
      characters = g_utf16_to_ucs4 (var->data, n, NULL, &n, NULL);
      break;
    case MAT_T_UINT32:
    case MAT_T_UTF32:
      characters = g_memdup2 (var->data, (gsize) n * sizeof (gunichar));
      break;
    default:
      valid = g_utf8_make_valid (var->data, n);
      characters = g_utf8_to_ucs4_fast (valid, -1, &n);
    }
  *count = characters != NULL ? (glong) MIN (announced, (gsize) n) : 0;
  return characters;
}

/* Characters first, first + step, ... of a text. */
static void
put_text (GPtrArray *texts, const gunichar *characters, gsize first, gsize step, gsize count)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < count; i++)
    {
      gunichar character = characters[first + i * step];

      if (character != 0)
        g_string_append_unichar (text, g_unichar_validate (character) ? character : 0xfffd);
    }
  g_ptr_array_add (texts, g_string_free (g_steal_pointer (&text), FALSE));
}

static EqpForeignStatus
mat_read_text (gpointer reader, guint32 array, gint64 count, GPtrArray *texts)
{
  Reader *self = reader;
  matvar_t *var = self->vars[array];
  gboolean cells = var->class_type == MAT_C_CELL;

  if ((!self->loaded[array] && Mat_VarReadDataAll (self->mat, var) != 0) || var->data == NULL)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < (cells ? count : 1); i++)
    {
      glong n = 0;
      g_autofree gunichar *characters = take_characters (cells ? ((matvar_t *const *) var->data)[i] : var, &n);

      if (characters == NULL)
        return EQP_FOREIGN_DAMAGED;
      for (gint64 k = 0; k < (cells ? 1 : count); k++)
        put_text (texts, characters, (gsize) k, cells ? 1 : (gsize) count, (gsize) (cells ? n : n / count));
    }
  return EQP_FOREIGN_DONE;
}

const EqpForeignCalls _eqp_mat_calls = { mat_open, mat_list, mat_read, mat_read_sparse, mat_read_text };
