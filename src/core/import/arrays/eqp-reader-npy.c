/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NPY, the format of numpy arrays (versions 1 to 3), with the labels in a second array beside it. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-stream.h"
#include "import/eqp-beside.h"

#define MAX_HEADER_BYTES (1 << 20)

static gboolean
refuse_header (EqpStream *self, const char *what, GError **error)
{
  return eqp_refuse (error, EQP_ERROR_PARSE, _ ("%s: the header of the array %s; the file is damaged, get it again."),
                     eqp_source_get_name (self->source), what);
}

/* In a file of several arrays the others can be read. */
static gboolean
refuse_items (EqpStream *self, const char *what, const char *instead, GError **error)
{
  self->unread = g_strdup_printf (_ ("has %s, which cannot be clustered; %s"), what, instead);
  return eqp_refuse (error, EQP_ERROR_UNSUPPORTED, _ ("%s: the array %s."), eqp_source_get_name (self->source),
                     self->unread);
}

/* The value of a key in the header, which is the text of a Python dictionary. */
static char *
find_value (const char *header, const char *key, const char *pattern)
{
  g_autofree char *whole = g_strdup_printf ("['\"]%s['\"]\\s*:\\s*(%s)", key, pattern);
  g_autoptr (GRegex) regex = g_regex_new (whole, G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, header, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* "'<f8" and the like. */
static gboolean
parse_type (EqpStream *self, const char *descr, GError **error)
{
  const char *p = descr + 1 + (descr[0] != '[' && descr[1] != '\0' && strchr ("<>|=", descr[1]) != NULL);
  guint64 size = *p == '?' ? 1 : *p != '\0' ? g_ascii_strtoull (p + 1, NULL, 10) : 0;
  g_autofree char *valid = g_utf8_make_valid (descr + 1, (gssize) MIN (strlen (descr + 1), 20));
  g_autofree char *type = g_strdup_printf (_ ("items of type “%s”"), valid);

  if (*descr == '[')
    return refuse_items (self, _ ("rows of several fields"), _ ("save the fields as one plain array"), error);
  if (*p == 'O')
    return refuse_items (self, _ ("Python objects"), _ ("save it as an array of numbers"), error);
  if (*p == 'c')
    return refuse_items (self, _ ("complex numbers"), _ ("save the real and the imaginary part as columns"), error);
  self->kind = *p == '?' ? 'b' : *p;
  self->big_endian = descr[1] == '>' || (descr[1] == '=' && G_BYTE_ORDER == G_BIG_ENDIAN);
  self->item_size = (int) MIN (size, 65536) * (self->kind == 'U' ? 4 : 1);
  if (size < 1 || self->item_size > 65536 ||
      (self->kind != 'U' && self->kind != 'S' && !eqp_items_are_known (self->kind, (int) size)))
    return refuse_items (self, type, _ ("save it as float or as whole numbers of up to 8 bytes"), error);
  return TRUE;
}

/* "(60000, 28, 28" */
static gboolean
parse_shape (EqpStream *self, const char *shape, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (shape + 1, ", L", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0')
        continue;
      if (self->n_dims == EQP_VARIABLE_MAX_RANK)
        return refuse_items (self, _ ("more than 8 dimensions"), _ ("save it with one row a point"), error);
      self->dims[self->n_dims++] = g_ascii_strtoll (words[i], NULL, 10);
    }
  return TRUE;
}

/* Returns FALSE when it cannot be understood; otherwise the first item comes next. */
gboolean
_eqp_npy_read_header (EqpStream *self, GError **error)
{
  guint8 start[8], length_bytes[4] = { 0 };
  guint32 length;
  gsize length_size;
  g_autofree char *header = NULL, *descr = NULL, *fortran = NULL, *shape = NULL;

  if (!eqp_source_read_exactly (self->source, start, sizeof start, error))
    return FALSE;
  if (memcmp (start, "\x93NUMPY", 6) != 0)
    return refuse_header (self, _ ("does not begin like one of numpy"), error);
  if (start[6] < 1 || start[6] > 3)
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: this is version %d of the NPY format; versions 1 to 3 are known."),
                       eqp_source_get_name (self->source), start[6]);

  length_size = start[6] == 1 ? 2 : 4;
  if (!eqp_source_read_exactly (self->source, length_bytes, length_size, error))
    return FALSE;
  length = (guint32) length_bytes[0] | (guint32) length_bytes[1] << 8 | (guint32) length_bytes[2] << 16 |
           (guint32) length_bytes[3] << 24;
  if (length > MAX_HEADER_BYTES)
    return refuse_header (self, _ ("is announced with more than a megabyte"), error);
  header = g_malloc0 (length + 1);
  if (!eqp_source_read_exactly (self->source, header, length, error))
    return FALSE;
  self->offset = (goffset) (sizeof start + length_size + length);

  descr = find_value (header, "descr", "\\[|['\"][^'\"]*");
  fortran = find_value (header, "fortran_order", "True|False");
  shape = find_value (header, "shape", "\\([0-9L, ]*(?=\\))");
  if (descr == NULL || fortran == NULL || shape == NULL)
    return refuse_header (self, _ ("lacks the type, the order, or a shape of whole numbers"), error);
  self->fortran = *fortran == 'T';
  return parse_type (self, descr, error) && parse_shape (self, shape, error);
}

static EqpDataset *
npy_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  const char *member = options->variable;
  g_autoptr (EqpStream) stream = _eqp_stream_open (file, member, cancellable, error);
  g_autofree char *name = stream != NULL ? g_strdup (eqp_source_get_name (stream->source)) : NULL;
  EqpVariable *array;

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.format = "NPY";
  self.single = TRUE;
  self.data = file;
  self.read_header = _eqp_npy_read_header;
  if (stream == NULL || !_eqp_npy_read_header (stream, error))
    return NULL;
  if (stream->n_dims == 0)
    {
      refuse_items (stream, _ ("no dimension, only a single number"), _ ("open an array with one row a point"), error);
      return NULL;
    }
  if (!_eqp_stream_check (stream, &self, error))
    return NULL;
  array = _eqp_stream_add (g_steal_pointer (&stream), &self, name);
  /* One column of whole numbers or text in a file that is named like the labels of another one. */
  if (_eqp_variable_vector_length (array) == array->dims[0] && _eqp_variables_are_whole (&self, array) &&
      !_eqp_beside_check_data (name, self.options, error))
    return NULL;
  return _eqp_variables_load (&self, file, error);
}

static int
npy_sniff (const EqpProbe *probe)
{
  return probe->head_length >= 6 && memcmp (probe->head, "\x93NUMPY", 6) == 0 ? 100 : 0;
}

const EqpReader _eqp_reader_npy = {
  .id = "npy",
  .name = "NPY (numpy)",
  .suffixes = "npy;npy.gz",
  .sniff = npy_sniff,
  .read = npy_read,
};
