/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries that end the program on damaged files (HDF5 and matio do) work in a program of their own, equipoise-reader,
 * with limits on memory and time. It is asked for arrays through a socket, and killed when the user cancels. */
#include "config.h"

#include "eqp-foreign.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-plural.h"
#include "import/eqp-plain-file.h"

#define READER "equipoise-reader"

#define MOST_ARRAYS 20000

typedef struct
{
  GSubprocess *process;
  int socket;
  const char *file;
  const char *format;
  GCancellable *cancellable;
  EqpVariables *variables; /* borrowed, once the arrays are listed: told that the wait goes on */
} EqpForeign;

static gboolean
refuse_file (EqpForeign *self, const char *what, GError **error)
{
  if (what != NULL)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the array “%s” could not be read; the file is damaged, or packed in a way that is not "
                          "known here, so save it again."),
                       self->file, what);
  else
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the list of arrays in this %s file could not be read; the file is incomplete or "
                          "damaged, get it again."),
                       self->file, self->format);
}

/* So often the wait is told of. */
#define WAIT_MILLISECONDS 100

#define RECEIVED_BYTES ((gsize) 1 << 20)

/* Waits for the other process, but no longer than the user does. */
static gboolean
await (EqpForeign *self, const char *what, void *bytes, gsize length, GError **error)
{
  while (length > 0)
    {
      GPollFD cancel = { -1, 0, 0 };
      struct pollfd waiting[2] = { { .fd = self->socket, .events = POLLIN }, { .fd = -1, .events = POLLIN } };
      gboolean can_cancel = self->cancellable != NULL && g_cancellable_make_pollfd (self->cancellable, &cancel);
      ssize_t got;

      waiting[1].fd = cancel.fd;
      poll (waiting, can_cancel ? 2 : 1, self->variables != NULL ? WAIT_MILLISECONDS : -1);
      if (can_cancel)
        g_cancellable_release_fd (self->cancellable);
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error) ||
          (self->variables != NULL && !_eqp_variables_go_on (self->variables, self->variables->fraction, error)))
        return FALSE;
      /* The other process fills as fast as this one takes, so that more would be one long call. */
      got = recv (self->socket, bytes, MIN (length, RECEIVED_BYTES), MSG_DONTWAIT);
      if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        continue;
      if (got <= 0)
        return refuse_file (self, what, error);
      bytes = (guint8 *) bytes + got;
      length -= (gsize) got;
    }
  return TRUE;
}

/* Where EQP_READER says; else beside the program, as it is built or as it is installed, or where it was installed. */
static char *
find_reader (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self != NULL ? self : "/");
  g_autofree char *built = g_build_filename (folder, "..", "..", "src", "core", "import", "foreign", READER, NULL);
  g_autofree char *beside = g_build_filename (folder, "..", "libexec", READER, NULL);
  const char *given = g_getenv ("EQP_READER");
  const char *places[] = { built, beside, EQP_LIBEXECDIR G_DIR_SEPARATOR_S READER };

  if (given != NULL)
    return g_file_test (given, G_FILE_TEST_IS_EXECUTABLE) ? g_strdup (given) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_file_test (places[i], G_FILE_TEST_IS_EXECUTABLE))
      return g_strdup (places[i]);
  return NULL;
}

/* Ended at once, whatever it does; then the file is free again. Who stops a load does not wait until the system has
 * taken back all of its memory. */
static void
foreign_stop (EqpForeign *self)
{
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      if (!g_cancellable_is_cancelled (self->cancellable))
        g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  close (self->socket);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpForeign, foreign_stop)

/* The program that has the file open, or tries to; it closes the files of this one, and hears none of its messages. */
static EqpForeign *
foreign_start (const char *format, const char *path, const char *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *reader = find_reader ();
  g_autofree char *memory = g_strdup_printf ("%" G_GUINT64_FORMAT, _eqp_usable_memory ());
  const char *arguments[] = { reader, format, path, memory, NULL };
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE |
                                 G_SUBPROCESS_FLAGS_INHERIT_FDS);
  g_autoptr (EqpForeign) self = NULL;
  g_autoptr (GError) cause = NULL;
  int sockets[2];

  if (reader == NULL)
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED,
                            _ ("%s: the program “%s” that reads such files is missing from %s; install Equipoise "
                               "again."),
                            file, READER, EQP_LIBEXECDIR);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0)
    {
      self = g_new0 (EqpForeign, 1);
      self->socket = sockets[0];
      self->file = file;
      self->cancellable = cancellable;
      g_subprocess_launcher_take_fd (launcher, sockets[1], EQP_FOREIGN_SOCKET);
      self->process = g_subprocess_launcher_spawnv (launcher, arguments, &cause);
      if (self->process != NULL)
        return g_steal_pointer (&self);
    }
  else
    g_set_error_literal (&cause, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  g_set_error (error, cause->domain, cause->code, _ ("%s: the program “%s” that reads it could not be started: %s."),
               file, reader, cause->message);
  return NULL;
}

static gboolean
ask (EqpForeign *self, const EqpForeignRequest *request, const char *what, EqpForeignReply *reply, GError **error)
{
  if (!_eqp_foreign_send (self->socket, request, sizeof *request))
    return refuse_file (self, what, error);
  if (!await (self, what, reply, sizeof *reply, error))
    return FALSE;
  return reply->status == EQP_FOREIGN_DONE || refuse_file (self, what, error);
}

static gboolean
foreign_read (EqpVariables *variables, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  gint64 slice = _eqp_variable_slice (array);
  EqpForeignRequest request = { .ask = EQP_FOREIGN_READ,
                                .item = (gint32) array->item,
                                .array = GPOINTER_TO_UINT (array->handle),
                                .first = first,
                                .count = count };
  EqpForeignReply reply;

  request.bytes = slice * count * (gint64) _eqp_item_size (array->item);
  return ask (variables->reader, &request, array->name, &reply, error) &&
         await (variables->reader, array->name, items, (gsize) request.bytes, error);
}

/* Nothing that comes back is trusted: the other process may have been taken over by the file. */
static gboolean
check_sparse (const EqpVariable *array, const EqpSparse *sparse)
{
  gint64 lines = array->dims[array->column_major ? 1 : 0], across = array->dims[array->column_major ? 0 : 1];

  for (gint64 j = 0; j < lines; j++)
    if (sparse->starts[j + 1] < sparse->starts[j])
      return FALSE;
  if (sparse->starts[0] != 0 || sparse->starts[lines] > sparse->count)
    return FALSE;
  for (gint64 k = 0; k < sparse->starts[lines]; k++)
    if (sparse->minor[k] < 0 || sparse->minor[k] >= across)
      return FALSE;
  return TRUE;
}

static gboolean
foreign_read_sparse (EqpVariables *variables, EqpVariable *array, EqpSparse *sparse, GError **error)
{
  EqpForeign *self = variables->reader;
  gint64 starts = array->dims[array->column_major ? 1 : 0] + 1, entries = array->entries;
  EqpForeignRequest request = {
    .ask = EQP_FOREIGN_SPARSE, .array = GPOINTER_TO_UINT (array->handle), .first = starts, .count = entries
  };
  EqpForeignReply reply;

  if (!_eqp_check_memory (self->file, starts + 2 * entries, 2, sizeof (double), error) ||
      !_eqp_sparse_alloc (sparse, starts - 1, entries, error))
    return FALSE;
  request.bytes = (starts + entries) * (gint64) sizeof (gint64) + entries * (gint64) sizeof (gint32);
  if (!ask (self, &request, array->name, &reply, error) ||
      !await (self, array->name, sparse->starts, (gsize) starts * sizeof (gint64), error) ||
      !await (self, array->name, sparse->values, (gsize) entries * sizeof (double), error) ||
      !await (self, array->name, sparse->minor, (gsize) entries * sizeof (gint32), error))
    return FALSE;
  if (!check_sparse (array, sparse))
    return refuse_file (self, array->name, error);
  sparse->count = sparse->starts[starts - 1];
  return TRUE;
}

static GStrv
foreign_read_text (EqpVariables *variables, EqpVariable *array, GError **error)
{
  EqpForeign *self = variables->reader;
  gint64 count = _eqp_variable_count (array);
  EqpForeignRequest request = { .ask = EQP_FOREIGN_TEXT, .array = GPOINTER_TO_UINT (array->handle), .count = count };
  g_autofree char *bytes = NULL;
  EqpForeignReply reply;
  GStrv texts;
  gsize at = 0;

  if (!_eqp_check_memory (self->file, count, 1, 32, error) || !ask (self, &request, array->name, &reply, error) ||
      !_eqp_check_memory (self->file, MAX (0, reply.bytes) / 4 + 1, 1, sizeof (double), error))
    return NULL;
  bytes = eqp_try_malloc ((gsize) MAX (0, reply.bytes) + 1, 1, array->name, error);
  if (bytes == NULL || !await (self, array->name, bytes, (gsize) MAX (0, reply.bytes), error))
    return NULL;
  texts = eqp_try_malloc ((gsize) count + 1, sizeof (char *), array->name, error);
  if (texts == NULL)
    return NULL;
  for (gint64 i = 0; i < count; i++)
    {
      texts[i] = g_strdup (bytes + at);
      at += at < (gsize) MAX (0, reply.bytes) ? strlen (bytes + at) + 1 : 0;
    }
  return texts;
}

static gboolean
is_sound (const EqpForeignArray *from)
{
  const EqpVariable *is = &from->is;

  return memchr (from->name, '\0', sizeof from->name) != NULL && is->rank >= 1 && is->rank <= EQP_VARIABLE_MAX_RANK &&
         is->item >= EQP_ITEM_BYTE && is->item <= EQP_ITEM_DOUBLE && is->entries >= 0 && is->entries <= G_MAXINT32 &&
         is->chunk <= G_MAXINT64 / 4 && is->unwritten >= 0.0 && is->unwritten <= 1.0 &&
         (is->column_major == FALSE || is->column_major == TRUE) &&
         (!is->sparse || (is->rank == 2 && is->dims[0] > 0 && is->dims[0] <= G_MAXINT32 && is->dims[1] > 0 &&
                          is->dims[1] < G_MAXINT32));
}

/* What may well be the data, and cannot be read. */
static void
leave_out (EqpVariables *variables, const EqpForeignArray *from)
{
  static const char *const why[] = {
    [EQP_FOREIGN_COMPLEX] = N_ ("has complex numbers, which cannot be clustered; save the real and the imaginary part "
                                "as columns"),
    [EQP_FOREIGN_OBJECT] = N_ ("is an object that only MATLAB can read, such as a table; save its numbers as a matrix, "
                               "as in X = table2array (T)"),
    [EQP_FOREIGN_LINK] = N_ ("lies in another file, and links out of a file are not followed; open the other file"),
    [EQP_FOREIGN_VIRTUAL] = N_ ("is put together from other data sets or files (a virtual data set), which are not "
                                "followed; save a copy of its numbers"),
    [EQP_FOREIGN_RAGGED] = N_ ("has rows of several lengths; save a matrix with as many columns in each row"),
    [EQP_FOREIGN_PICKLED] = N_ ("is a table of pandas, which only Python can read; save it with df.to_csv ()"),
  };

  if (from->unread == EQP_FOREIGN_FILTER)
    _eqp_variables_leave_out (variables, from->name,
                              _ ("is packed with a filter that is not known here (number %" PRId64 "); save it with "
                                 "gzip, or unpacked (h5repack -f NONE)"),
                              from->is.entries);
  else
    _eqp_variables_leave_out (variables, from->name, "%s",
                              _ (why[from->unread > 0 && from->unread < (gint32) G_N_ELEMENTS (why)
                                         ? from->unread
                                         : EQP_FOREIGN_RAGGED]));
}

static gboolean
add_array (EqpVariables *variables, const EqpForeignArray *from, guint32 index, GError **error)
{
  EqpVariable *array;
  char *name;
  double count = 1.0;

  if (from->unread != 0 && memchr (from->name, '\0', sizeof from->name) != NULL)
    {
      leave_out (variables, from);
      return TRUE;
    }
  if (!is_sound (from))
    return refuse_file (variables->reader, NULL, error);
  array = _eqp_variables_add (variables, from->name);
  name = array->name;
  *array = from->is;
  array->name = name;
  array->handle = GUINT_TO_POINTER (index);
  array->free_handle = NULL;

  for (int i = 0; i < array->rank; i++)
    count *= (double) array->dims[i];
  if (!array->sparse && count > from->stored * from->packed)
    {
      g_autofree char *shape = _eqp_variable_shape (array);
      g_autofree char *memory = _eqp_gigabytes (count * sizeof (float));

      return eqp_refuse (error, EQP_ERROR_PARSE,
                         _ ("%s: “%s” should have %s values (%s of memory), but only %.0f bytes of the file are "
                            "its own; it is incomplete, save it again."),
                         variables->file, array->name, shape, memory, from->stored);
    }
  return TRUE;
}

/* Its arrays, and how they are read. */
static gboolean
foreign_list (EqpForeign *self, EqpVariables *variables, guint *skipped, GError **error)
{
  g_autofree EqpForeignArray *arrays = NULL;
  EqpForeignReply reply;

  self->format = variables->format;
  self->variables = variables;
  variables->reader = self;
  variables->read = foreign_read;
  variables->read_sparse = foreign_read_sparse;
  variables->read_text = foreign_read_text;

  if (!await (self, NULL, &reply, sizeof reply, error))
    return FALSE;
  if (reply.status == EQP_FOREIGN_TOO_MANY || reply.n_arrays > MOST_ARRAYS)
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s: the file has too many arrays; save the features in a file of their own."), self->file);
  if (reply.status != EQP_FOREIGN_DONE)
    return refuse_file (self, NULL, error);

  *skipped = reply.skipped;
  arrays = g_new0 (EqpForeignArray, MAX (1, reply.n_arrays));
  if (!await (self, NULL, arrays, reply.n_arrays * sizeof (EqpForeignArray), error))
    return FALSE;
  for (guint32 i = 0; i < reply.n_arrays; i++)
    if (!add_array (variables, &arrays[i], i, error))
      return FALSE;
  return TRUE;
}

/* What is left out by its kind. */
static void
tell_skipped (EqpVariables *variables, guint skipped)
{
  if (skipped > 0)
    eqp_note (&variables->parts.decisions,
              eqp_ngettext ("%u array has no real numbers (text, cells, structures, objects) and was left out.",
                            "%u arrays have no real numbers (text, cells, structures, objects) and were left out.",
                            skipped),
              skipped);
}

/* What can be said of the file without the library. */
static gboolean
look_at_file (EqpVariables *self, const char *path,
              gboolean (*look) (EqpVariables *self, const guint8 *bytes, gsize size, GError **error), GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, &cause);

  if (mapped == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("“%s” could not be read: %s."), self->file, cause->message);
      return FALSE;
    }
  return look (self, (const guint8 *) g_mapped_file_get_contents (mapped), g_mapped_file_get_length (mapped), error);
}

/* @look: tells the format, and FALSE where the bytes are none of it; @settle: what is special of the arrays once
 * they are listed. */
EqpDataset *
_eqp_foreign_load (const char *format,
                   gboolean (*look) (EqpVariables *self, const guint8 *bytes, gsize size, GError **error),
                   void (*settle) (EqpVariables *self), GFile *file,
                   const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
                   GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  g_autoptr (EqpForeign) process = NULL;
  g_auto (EqpPlainFile) plain = { 0 };
  EqpImportOptions own = *options;
  guint skipped = 0;

  if (!_eqp_plain_file_open (&plain, file, options, progress, cancellable, error))
    return NULL;
  if (plain.member != NULL)
    own.variable = plain.array;
  _eqp_variables_init (&self, &own, progress, cancellable);
  self.member = plain.member;
  self.file = plain.name;
  if (!look_at_file (&self, plain.path, look, error))
    return NULL;
  process = foreign_start (format, plain.path, plain.name, cancellable, error);
  if (process == NULL || !foreign_list (process, &self, &skipped, error))
    return NULL;
  tell_skipped (&self, skipped);
  if (settle != NULL)
    settle (&self);
  return _eqp_variables_load (&self, file, error);
}
