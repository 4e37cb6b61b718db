/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays whose items stand one behind the other: the header is compared with the size of the file before anything is
 * allocated on its word; slices are mostly asked for one after the other, which packed files can do without unpacking
 * anything twice. */
#include "config.h"

#include "eqp-stream.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "import/eqp-beside.h"

/* gzip and deflate cannot pack closer than 1 to 1032. */
#define MOST_PACKED 1040

#define PIECE_BYTES 32768

static gboolean
open_source (EqpStream *self, GCancellable *cancellable, GError **error)
{
  g_clear_pointer (&self->source, eqp_source_close);
  self->source = eqp_source_open_member (self->file, self->member, NULL, NULL, cancellable, error);
  self->position = 0;
  return self->source != NULL;
}

/* Returns an array whose header is to be read. */
EqpStream *
_eqp_stream_open (GFile *file, const char *member, GCancellable *cancellable, GError **error)
{
  g_autoptr (EqpStream) self = g_new0 (EqpStream, 1);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  return open_source (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

void
_eqp_stream_free (gpointer data)
{
  EqpStream *self = data;

  if (self == NULL)
    return;
  eqp_source_close (self->source);
  g_object_unref (self->file);
  g_free (self->member);
  g_free (self->unread);
  g_free (self);
}

/* Returns bytes of the whole array. */
double
_eqp_stream_bytes (const EqpStream *self)
{
  double bytes = self->item_size;

  for (int i = 0; i < self->n_dims; i++)
    bytes *= (double) self->dims[i];
  return bytes;
}

/* Compares the header with the size of the file. Returns FALSE when they do not fit. */
gboolean
_eqp_stream_check (EqpStream *self, EqpVariables *variables, GError **error)
{
  const char *file = eqp_source_get_name (self->source);
  gboolean packed = eqp_source_is_compressed (self->source);
  goffset size = eqp_source_get_size (self->source);
  g_autofree char *shape = _eqp_shape_name (self->n_dims, self->dims);
  double bytes = _eqp_stream_bytes (self), left = (double) (size - self->offset);

  if (bytes == 0.0)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: the array is empty (%s); save an array with a row for each point."), file, shape);
  if (bytes >= (double) (G_MAXINT64 / 2) || (size >= 0 && packed && (double) size < bytes / MOST_PACKED))
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the header announces %s items, more than the file can have; it is damaged or "
                          "incomplete, get it again."),
                       file, shape);
  if (size >= 0 && !packed && left < bytes)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the header announces %s items, which take %" PRIu64 " bytes, but only %" PRId64
                          " follow; the file is incomplete, get it again."),
                       file, shape, (guint64) bytes, (gint64) MAX (0.0, left));
  if (size >= 0 && !packed && left > bytes && variables->arrays->len == 0)
    eqp_note (&variables->parts.findings,
              _ ("The file goes on for %" PRIu64 " bytes behind the array; they were left out."),
              (guint64) (left - bytes));
  return TRUE;
}

static gboolean
skip_to (EqpStream *self, gint64 item, GCancellable *cancellable, GError **error)
{
  guint8 scrap[4096];
  guint64 left = (guint64) (item - self->position) * (guint64) self->item_size;

  if (self->source != NULL && self->position != item && !eqp_source_is_compressed (self->source))
    {
      self->position = item;
      return eqp_source_seek (self->source, self->offset + item * self->item_size, error);
    }
  if (self->source == NULL || self->position > item)
    {
      if (!open_source (self, cancellable, error))
        return FALSE;
      left = (guint64) self->offset + (guint64) item * (guint64) self->item_size;
    }
  while (left > 0)
    {
      gsize part = MIN (left, sizeof scrap);

      if (!eqp_source_read_exactly (self->source, scrap, part, error))
        return FALSE;
      left -= part;
    }
  self->position = item;
  return TRUE;
}

/* Behind the last byte of a packed file stands the sum that tells whether all are sound. */
static gboolean
check_sum (EqpStream *self, gint64 count, GError **error)
{
  guint8 scrap[4096];
  gssize got = 0;

  if (self->position == count && eqp_source_is_compressed (self->source))
    do
      got = eqp_source_read (self->source, scrap, sizeof scrap, error);
    while (got > 0);
  return got == 0;
}

/* @count items from place @first on. */
static gboolean
read_items (EqpStream *self, EqpItem item, gint64 first, gint64 count, guint8 *items, GCancellable *cancellable,
            GError **error)
{
  guint8 raw[PIECE_BYTES];

  if (!skip_to (self, first, cancellable, error))
    return FALSE;
  self->position += count;
  for (gint64 part; count > 0; count -= part, items += (gsize) part * _eqp_item_size (item))
    {
      part = MIN (count, PIECE_BYTES / self->item_size);
      if (!eqp_source_read_exactly (self->source, raw, (gsize) part * (gsize) self->item_size, error))
        return FALSE;
      eqp_items_convert (self->kind, self->item_size, self->big_endian, raw, part, item, items);
    }
  return TRUE;
}

static gboolean
stream_read (EqpVariables *variables, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  EqpStream *self = array->handle;
  gint64 slice = _eqp_variable_slice (array);

  return read_items (self, array->item, first * slice, count * slice, items, variables->cancellable, error) &&
         check_sum (self, _eqp_variable_count (array), error);
}

static char *
text_item (const EqpStream *self, const guint8 *item)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->kind == 'S')
    {
      g_autofree char *bytes = g_strndup ((const char *) item, (gsize) self->item_size);

      return g_utf8_make_valid (bytes, -1);
    }
  for (int i = 0; i < self->item_size / 4; i++)
    {
      guint32 character;

      memcpy (&character, item + 4 * i, 4);
      character = self->big_endian ? GUINT32_FROM_BE (character) : GUINT32_FROM_LE (character);
      if (character == 0)
        break;
      g_string_append_unichar (text, g_unichar_validate (character) ? character : 0xfffd);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static GStrv
stream_read_text (EqpVariables *variables, EqpVariable *array, GError **error)
{
  EqpStream *self = array->handle;
  gint64 n = _eqp_variable_count (array);
  g_autofree guint8 *item = g_malloc ((gsize) self->item_size);
  g_auto (GStrv) texts = NULL;

  if (!_eqp_check_memory (variables->file, n, 1, 2 * (gsize) self->item_size, error) ||
      !skip_to (self, 0, variables->cancellable, error))
    return NULL;
  texts = eqp_try_malloc ((gsize) n + 1, sizeof (char *), array->name, error);
  if (texts == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      if (!eqp_source_read_exactly (self->source, item, (gsize) self->item_size, error))
        return NULL;
      texts[i] = text_item (self, item);
      self->position++;
    }
  return g_steal_pointer (&texts);
}

/* Returns how the array is known to what chooses features and labels. */
EqpVariable *
_eqp_stream_add (EqpStream *self, EqpVariables *variables, const char *name)
{
  EqpVariable *array = _eqp_variables_add (variables, name);

  /* A single number has no dimension. */
  array->rank = MAX (1, self->n_dims);
  array->dims[0] = 1;
  for (int i = 0; i < self->n_dims; i++)
    array->dims[i] = self->dims[i];
  array->column_major = self->fortran && array->rank > 1;
  array->text = self->kind == 'U' || self->kind == 'S';
  array->whole = strchr ("iub", self->kind) != NULL;
  array->item = (self->kind == 'u' && self->item_size == 1) || self->kind == 'b' ? EQP_ITEM_BYTE
                : self->item_size <= (self->kind == 'f' ? 4 : 2)                 ? EQP_ITEM_FLOAT
                                                                                 : EQP_ITEM_DOUBLE;
  array->handle = self;
  array->free_handle = _eqp_stream_free;
  variables->read = stream_read;
  variables->read_text = stream_read_text;
  return array;
}

/* The labels in a file beside, the closest by its name that has one for each sample; others are told. */
gboolean
_eqp_stream_choose_beside (EqpVariables *self, EqpVariableRoles *roles, GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->data);
  g_autofree char *base = g_file_get_basename (self->data);
  g_autoptr (GPtrArray) names = _eqp_beside_names (base, TRUE);

  for (guint i = 0; i < names->len && folder != NULL && roles->labels == NULL; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autoptr (GFile) candidate = g_file_get_child (folder, name);
      g_autoptr (EqpStream) labels = NULL;
      g_autoptr (GError) cause = NULL;
      g_autofree char *shape = NULL;
      EqpVariable *array;

      if (g_file_equal (candidate, self->data) || !g_file_query_exists (candidate, self->cancellable))
        continue;
      labels = _eqp_stream_open (candidate, NULL, self->cancellable, &cause);
      if (labels == NULL || !self->read_header (labels, &cause) || labels->n_dims == 0 ||
          !_eqp_stream_check (labels, self, &cause))
        {
          if (cause != NULL)
            eqp_note (&self->parts.decisions, _ ("No labels: %s"), cause->message);
          continue;
        }
      array = _eqp_stream_add (g_steal_pointer (&labels), self, name);
      shape = _eqp_variable_shape (array);
      roles->beside = _eqp_variables_fit_as_labels (self, array, roles->n, TRUE);
      if (!roles->beside)
        {
          eqp_note (&self->parts.decisions,
                    _ ("“%s” (%s) beside the file does not have one label for each of the %" PRId64
                       " rows, and was not taken."),
                    name, shape, roles->n);
          continue;
        }
      roles->labels = g_ptr_array_new ();
      g_ptr_array_add (roles->labels, array);
    }
  return _eqp_beside_was_found (self->options, roles->beside, self->file, error);
}
