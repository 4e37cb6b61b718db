/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries that end the program on damaged files (HDF5 and matio do) work in a process of their own, with limits on
 * memory and time. It is forked, asked for arrays through a socket, and killed when the user cancels. */
#include "config.h"

#include "eqp-foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/eqp-error.h"
#include "base/eqp-parallel.h"

/* Seconds of computing for a request, and for each byte of its answer. */
#define BASE_SECONDS 5
#define BYTES_A_SECOND 20000000

/* What the library itself needs. */
#define OWN_BYTES ((rlim_t) 1 << 28)

#define MOST_ARRAYS 20000

typedef enum {
  ASK_LIST,
  ASK_READ,
  ASK_SPARSE,
  ASK_TEXT
} Ask;

typedef struct
{
  gint32 ask;
  gint32 item;
  guint32 array;
  gint64 first;
  gint64 count;
  gint64 bytes;  /* of the answer */
  gint64 work;   /* bytes that have to be looked at for it */
  gint64 dims[EQP_VARIABLE_MAX_RANK];
} Request;

typedef struct
{
  gint32  status;
  guint32 n_arrays;
  guint32 skipped;
  gint64  bytes;
} Reply;

struct _EqpForeign
{
  pid_t         pid;
  int           socket;
  char         *file;
  const char   *format;
  GCancellable *cancellable;
  EqpVariables *variables; /* borrowed, once the arrays are listed: told that the wait goes on */
};

/* The other process
 * ----------------- */

static gboolean
send_bytes (int to, const void *bytes, gsize length)
{
  while (length > 0)
    {
      ssize_t sent = send (to, bytes, length, MSG_NOSIGNAL);

      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        return FALSE;
      bytes = (const guint8 *) bytes + sent;
      length -= (gsize) sent;
    }
  return TRUE;
}

static gboolean
receive_bytes (int from, void *bytes, gsize length)
{
  while (length > 0)
    {
      ssize_t got = recv (from, bytes, length, 0);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return FALSE;
      bytes = (guint8 *) bytes + got;
      length -= (gsize) got;
    }
  return TRUE;
}

static void
limit_time (gint64 bytes)
{
  struct rusage used;
  struct rlimit limit;

  getrusage (RUSAGE_SELF, &used);
  limit.rlim_cur = (rlim_t) (used.ru_utime.tv_sec + used.ru_stime.tv_sec + BASE_SECONDS + 1 + bytes / BYTES_A_SECOND);
  limit.rlim_max = RLIM_INFINITY;
  setrlimit (RLIMIT_CPU, &limit);
}

/* No more memory than is free, no core files, none of the files, signals and messages of this program. */
static void
settle_in (int socket, guint64 memory)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGTERM, SIGXCPU };
  struct rlimit limit = { 0, 0 };
  unsigned long pages = 0;
  char statm[64] = "";
  int file;

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], SIG_DFL);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CORE, &limit);

  file = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read (file, statm, sizeof statm - 1) > 0)
    pages = strtoul (statm, NULL, 10);
  limit.rlim_cur = limit.rlim_max = (rlim_t) pages * (rlim_t) sysconf (_SC_PAGESIZE) + OWN_BYTES + (rlim_t) memory;
  if (pages > 0)
    setrlimit (RLIMIT_AS, &limit);

  if (socket != 3)
    {
      dup2 (socket, 3);
      close (socket);
    }
  close_range (4, ~0u, 0);
  file = open ("/dev/null", O_RDWR);
  if (file >= 0)
    {
      dup2 (file, STDOUT_FILENO);
      dup2 (file, STDERR_FILENO);
    }
}

static gboolean
answer_list (int socket, const EqpForeignCalls *calls, gpointer reader, EqpForeignStatus opened)
{
  EqpForeignArray *arrays = NULL;
  Reply reply = { .status = opened };

  if (opened == EQP_FOREIGN_DONE)
    reply.status = calls->list (reader, &arrays, &reply.n_arrays, &reply.skipped);
  if (reply.status != EQP_FOREIGN_DONE)
    reply.n_arrays = 0;
  reply.bytes = (gint64) reply.n_arrays * (gint64) sizeof (EqpForeignArray);
  return send_bytes (socket, &reply, sizeof reply) && send_bytes (socket, arrays, (gsize) reply.bytes);
}

static gboolean
answer (int socket, const EqpForeignCalls *calls, gpointer reader, const Request *request)
{
  Reply reply = { .status = EQP_FOREIGN_DAMAGED };
  char *bytes = NULL;
  gboolean sent;

  limit_time (request->work);
  if (request->ask == ASK_READ)
    {
      bytes = malloc ((gsize) MAX (1, request->bytes));
      if (bytes != NULL)
        reply.status = calls->read (reader, request->array, request->dims, request->first, request->count,
                                    (EqpItem) request->item, bytes);
      reply.bytes = request->bytes;
    }
  else if (request->ask == ASK_SPARSE)
    {
      gint64 starts = request->first, entries = request->count;

      bytes = malloc ((gsize) request->bytes);
      if (bytes != NULL)
        reply.status =
            calls->read_sparse (reader, request->array, (gint64 *) (void *) bytes, (gint64 *) (void *) bytes + starts,
                                (double *) (void *) ((gint64 *) (void *) bytes + starts + entries));
      reply.bytes = request->bytes;
    }
  else if (request->ask == ASK_TEXT)
    reply.status = calls->read_text (reader, request->array, request->count, &bytes, &reply.bytes);

  if (reply.status != EQP_FOREIGN_DONE)
    reply.bytes = 0;
  sent = send_bytes (socket, &reply, sizeof reply) && send_bytes (socket, bytes, (gsize) reply.bytes);
  free (bytes);
  return sent;
}

static void G_GNUC_NORETURN
serve (int socket, const EqpForeignCalls *calls, const char *path, guint64 memory)
{
  EqpForeignStatus opened;
  gpointer reader = NULL;
  Request request;
  struct stat info;

  settle_in (socket, memory);
  limit_time (stat (path, &info) == 0 ? (gint64) info.st_size : 0);
  opened = calls->open (path, &reader);
  if (answer_list (3, calls, reader, opened))
    while (receive_bytes (3, &request, sizeof request) && answer (3, calls, reader, &request))
      ;
  _exit (0);
}

/* This process
 * ------------ */

static gboolean
refuse_file (EqpForeign *self, const char *what, GError **error)
{
  if (what != NULL)
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                 "%s: the array “%s” could not be read; the file is damaged, or packed in a way that is not known "
                 "here, so save it again.",
                 self->file, what);
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                 "%s: the list of arrays in this %s file could not be read; the file is incomplete or damaged, get it "
                 "again.",
                 self->file, self->format);
  return FALSE;
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
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
          || (self->variables != NULL && !_eqp_variables_go_on (self->variables, self->variables->fraction, error)))
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

/**
 * _eqp_foreign_start:
 * @calls: the library's part
 * @path: the file
 * @file: its name for messages, borrowed
 * @cancellable: (nullable): to stop
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a process that has the file open, or tries to
 */
EqpForeign *
_eqp_foreign_start (const EqpForeignCalls  *calls,
                    const char             *path,
                    const char             *file,
                    GCancellable           *cancellable,
                    GError                **error)
{
  guint64 memory = _eqp_usable_memory ();
  g_autoptr (EqpForeign) self = NULL;
  int sockets[2];
  pid_t pid;

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: no process could be started to read it: %s.",
                   file, g_strerror (errno));
      return NULL;
    }
  pid = fork ();
  if (pid == 0)
    serve (sockets[1], calls, path, memory);
  close (sockets[1]);
  if (pid < 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: no process could be started to read it: %s.",
                   file, g_strerror (errno));
      close (sockets[0]);
      return NULL;
    }

  self = g_new0 (EqpForeign, 1);
  self->pid = pid;
  self->socket = sockets[0];
  self->file = g_strdup (file);
  self->cancellable = cancellable;
  return g_steal_pointer (&self);
}

static void
reap (gpointer pid)
{
  while (waitpid (GPOINTER_TO_INT (pid), NULL, 0) < 0 && errno == EINTR)
    ;
}

/**
 * _eqp_foreign_stop:
 * @self: (nullable): the process, ended at once whatever it does
 *
 * Who stops a load does not wait until the system has taken back all of the other process's memory.
 */
void
_eqp_foreign_stop (EqpForeign *self)
{
  if (self == NULL)
    return;

  close (self->socket);
  kill (self->pid, SIGKILL);
  if (!g_cancellable_is_cancelled (self->cancellable) || !eqp_detach (reap, GINT_TO_POINTER (self->pid)))
    reap (GINT_TO_POINTER (self->pid));
  g_free (self->file);
  g_free (self);
}

static gboolean
ask (EqpForeign *self, const Request *request, const char *what, Reply *reply, GError **error)
{
  if (!send_bytes (self->socket, request, sizeof *request))
    return refuse_file (self, what, error);
  if (!await (self, what, reply, sizeof *reply, error))
    return FALSE;
  return reply->status == EQP_FOREIGN_DONE || refuse_file (self, what, error);
}

static gboolean
foreign_read (EqpVariables *variables, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  gint64 slice = _eqp_variable_count (array) / (array->column_major ? array->dims[array->rank - 1] : array->dims[0]);
  Request request = { .ask = ASK_READ,
                      .item = (gint32) array->item,
                      .array = GPOINTER_TO_UINT (array->handle),
                      .first = first,
                      .count = count };
  Reply reply;

  request.bytes = slice * count * (gint64) _eqp_item_size (array->item);
  request.work = array->cut_from > 0 ? request.bytes / array->dims[array->cut] * array->cut_from : request.bytes;
  memcpy (request.dims, array->dims, sizeof request.dims);
  return ask (variables->reader, &request, array->name, &reply, error)
         && await (variables->reader, array->name, items, (gsize) request.bytes, error);
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
  Request request = { .ask = ASK_SPARSE, .array = GPOINTER_TO_UINT (array->handle), .first = starts, .count = entries };
  Reply reply;

  if (!_eqp_check_memory (self->file, starts + 2 * entries, 2, sizeof (double), error))
    return FALSE;
  request.bytes = request.work = (starts + 2 * entries) * (gint64) sizeof (gint64);
  sparse->starts = g_new (gint64, starts);
  sparse->minor = g_new (gint64, MAX (1, entries));
  sparse->values = g_new (double, MAX (1, entries));
  sparse->count = entries;
  if (!ask (self, &request, array->name, &reply, error)
      || !await (self, array->name, sparse->starts, (gsize) starts * sizeof (gint64), error)
      || !await (self, array->name, sparse->minor, (gsize) entries * sizeof (gint64), error)
      || !await (self, array->name, sparse->values, (gsize) entries * sizeof (double), error))
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
  Request request = { .ask = ASK_TEXT, .array = GPOINTER_TO_UINT (array->handle), .count = count };
  g_autofree char *bytes = NULL;
  Reply reply;
  GStrv texts;
  gsize at = 0;

  if (!_eqp_check_memory (self->file, count, 1, 32, error) || !ask (self, &request, array->name, &reply, error)
      || !_eqp_check_memory (self->file, MAX (0, reply.bytes) / 4 + 1, 1, sizeof (double), error))
    return NULL;
  bytes = g_malloc0 ((gsize) MAX (0, reply.bytes) + 1);
  if (!await (self, array->name, bytes, (gsize) MAX (0, reply.bytes), error))
    return NULL;
  texts = g_new0 (char *, count + 1);
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
  return memchr (from->name, '\0', sizeof from->name) != NULL && from->rank >= 1 &&
         from->rank <= EQP_VARIABLE_MAX_RANK && from->item >= EQP_ITEM_BYTE && from->item <= EQP_ITEM_DOUBLE &&
         from->entries >= 0 && from->entries <= G_MAXINT32 &&
         (!from->sparse || (from->rank == 2 && from->dims[0] > 0 && from->dims[0] <= G_MAXINT32 && from->dims[1] > 0 &&
                            from->dims[1] < G_MAXINT32));
}

static const char *
name_filter (gint64 filter)
{
  static const struct
  {
    gint64      number;
    const char *name;
  } filters[] = { { 305, "LZO" },         { 307, "bzip2" },   { 4, "SZIP" },           { 32000, "LZF" },
                  { 32001, "Blosc" },     { 32004, "LZ4" },   { 32008, "bitshuffle" }, { 32013, "ZFP" },
                  { 32015, "Zstandard" }, { 32026, "Blosc2" } };

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (filters[i].number == filter)
      return filters[i].name;
  return NULL;
}

/* What may well be the data, and cannot be read. */
static void
leave_out (EqpVariables *variables, const EqpForeignArray *from)
{
  const char *filter = name_filter (from->entries);

  switch (from->unread)
    {
    case EQP_FOREIGN_COMPLEX:
      _eqp_variables_leave_out (variables, from->name,
                                "has complex numbers, which cannot be clustered; save the real and the imaginary part "
                                "as columns");
      break;
    case EQP_FOREIGN_OBJECT:
      _eqp_variables_leave_out (variables, from->name,
                                "is an object that only MATLAB can read, such as a table; save its numbers as a "
                                "matrix, as in X = table2array (T)");
      break;
    case EQP_FOREIGN_LINK:
      _eqp_variables_leave_out (variables, from->name,
                                "lies in another file, and links out of a file are not followed; open the other file");
      break;
    case EQP_FOREIGN_VIRTUAL:
      _eqp_variables_leave_out (variables, from->name,
                                "is put together from other data sets or files (a virtual data set), which are not "
                                "followed; save a copy of its numbers");
      break;
    case EQP_FOREIGN_FILTER:
      _eqp_variables_leave_out (variables, from->name,
                                "is packed with a filter that is not known here (%s, number %" G_GINT64_FORMAT
                                "); save it with gzip, or unpacked (h5repack -f NONE)",
                                filter != NULL ? filter : "from outside of HDF5", from->entries);
      break;
    case EQP_FOREIGN_PICKLED:
      _eqp_variables_leave_out (variables, from->name,
                                "is a column of text or objects that only Python can read; save the table with "
                                "df.to_hdf (..., format=\"table\") or df.to_csv ()");
      break;
    case EQP_FOREIGN_RAGGED:
    default:
      _eqp_variables_leave_out (variables, from->name,
                                "has rows of several lengths; save a matrix with as many columns in each row");
      break;
    }
}

static gboolean
add_array (EqpVariables *variables, const EqpForeignArray *from, guint32 index, GError **error)
{
  EqpVariable *array;
  double count = 1.0;

  if (from->unread != 0 && memchr (from->name, '\0', sizeof from->name) != NULL)
    {
      leave_out (variables, from);
      return TRUE;
    }
  if (!is_sound (from))
    return refuse_file (variables->reader, NULL, error);
  array = _eqp_variables_add (variables, from->name);
  array->rank = from->rank;
  memcpy (array->dims, from->dims, sizeof array->dims);
  array->item = (EqpItem) from->item;
  array->whole = from->whole != 0;
  array->sparse = from->sparse != 0;
  array->text = from->text != 0;
  array->column_major = from->column_major != 0;
  array->chunk = from->chunk;
  array->unwritten = from->unwritten > 0.0 && from->unwritten <= 1.0 ? from->unwritten : 0.0;
  array->entries = from->entries;
  array->handle = GUINT_TO_POINTER (index);

  for (int i = 0; i < array->rank; i++)
    count *= (double) array->dims[i];
  if (!array->sparse && count > from->stored * from->packed)
    {
      g_autofree char *shape = _eqp_variable_shape (array);
      g_autofree char *memory = _eqp_gigabytes (count * sizeof (float));

      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: “%s” should have %s values (%s of memory), which the %.0f bytes of the file that belong to it "
                   "cannot hold; the file was not written to its end, or is damaged, so save it again.",
                   variables->file, array->name, shape, memory, from->stored);
      return FALSE;
    }
  return TRUE;
}

/**
 * _eqp_foreign_list:
 * @self: the process, just started
 * @variables: its arrays are added, and its functions read them through @self
 * @skipped: (out): how many are no arrays of numbers
 * @error: return location, EQP_ERROR_PARSE
 *
 * Returns: FALSE when the file could not be opened, or announces more than it can hold
 */
gboolean
_eqp_foreign_list (EqpForeign    *self,
                   EqpVariables  *variables,
                   guint         *skipped,
                   GError       **error)
{
  g_autofree EqpForeignArray *arrays = NULL;
  Reply reply;

  self->format = variables->format;
  self->variables = variables;
  variables->reader = self;
  variables->read = foreign_read;
  variables->read_sparse = foreign_read_sparse;
  variables->read_text = foreign_read_text;

  if (!await (self, NULL, &reply, sizeof reply, error))
    return FALSE;
  if (reply.status == EQP_FOREIGN_TOO_MANY || reply.n_arrays > MOST_ARRAYS)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s: the file has too many arrays; save the features in a file of their own.", self->file);
      return FALSE;
    }
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
