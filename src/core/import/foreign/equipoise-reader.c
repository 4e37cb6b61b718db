/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program in which HDF5 and matio read files: with limits on memory and time, asked through a socket, and free to
 * end at any moment. What it says is checked again. */
#include "config.h"

#include "eqp-serve.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds of computing for a request, and for each byte of its answer. */
#define BASE_SECONDS 5
#define BYTES_A_SECOND 20000000

/* What the library itself needs. */
#define OWN_BYTES ((rlim_t) 1 << 28)

static gboolean
receive_bytes (void *bytes, gsize length)
{
  while (length > 0)
    {
      ssize_t got = recv (EQP_FOREIGN_SOCKET, bytes, length, 0);

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

/* No more memory than is free, no core files, none of the files of the program that started this one, and no life after
 * it. */
static void
settle_in (guint64 memory)
{
  struct rlimit limit = { 0, 0 };
  guint64 pages = 0;
  char statm[64] = "";
  int file;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CORE, &limit);
  close_range (EQP_FOREIGN_SOCKET + 1, ~0u, 0);
  file = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read (file, statm, sizeof statm - 1) > 0)
    pages = g_ascii_strtoull (statm, NULL, 10);
  limit.rlim_cur = limit.rlim_max = (rlim_t) pages * (rlim_t) sysconf (_SC_PAGESIZE) + OWN_BYTES + (rlim_t) memory;
  if (pages > 0)
    setrlimit (RLIMIT_AS, &limit);
}

static gboolean
answer_list (const EqpForeignCalls *calls, gpointer reader, EqpForeignStatus opened)
{
  EqpForeignArray *arrays = NULL;
  EqpForeignReply reply = { .status = opened };

  if (opened == EQP_FOREIGN_DONE)
    reply.status = calls->list (reader, &arrays, &reply.n_arrays, &reply.skipped);
  if (reply.status != EQP_FOREIGN_DONE)
    reply.n_arrays = 0;
  reply.bytes = (gint64) reply.n_arrays * (gint64) sizeof (EqpForeignArray);
  return _eqp_foreign_send (EQP_FOREIGN_SOCKET, &reply, sizeof reply) &&
         _eqp_foreign_send (EQP_FOREIGN_SOCKET, arrays, (gsize) reply.bytes);
}

static gboolean
answer (const EqpForeignCalls *calls, gpointer reader, const EqpForeignRequest *request)
{
  EqpForeignReply reply = { .status = EQP_FOREIGN_DAMAGED, .bytes = request->bytes };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) joined = g_string_new (NULL);
  g_autofree char *bytes = NULL;

  limit_time (request->bytes);
  if (request->ask == EQP_FOREIGN_TEXT)
    {
      reply.status = calls->read_text (reader, request->array, request->count, texts);
      /* One behind the other, each with its NUL. */
      for (guint i = 0; i < texts->len; i++)
        g_string_append_len (joined, g_ptr_array_index (texts, i), (gssize) strlen (g_ptr_array_index (texts, i)) + 1);
      reply.bytes = (gint64) joined->len;
    }
  else
    bytes = g_malloc ((gsize) MAX (1, request->bytes));
  if (request->ask == EQP_FOREIGN_READ)
    reply.status =
        calls->read (reader, request->array, request->first, request->count, (EqpItem) request->item, bytes);
  else if (request->ask == EQP_FOREIGN_SPARSE)
    {
      gint64 *starts = (gint64 *) (void *) bytes;
      double *values = (double *) (void *) (starts + request->first);

      reply.status =
          calls->read_sparse (reader, request->array, starts, (gint32 *) (void *) (values + request->count), values);
    }
  if (reply.status != EQP_FOREIGN_DONE)
    reply.bytes = 0;
  return _eqp_foreign_send (EQP_FOREIGN_SOCKET, &reply, sizeof reply) &&
         _eqp_foreign_send (EQP_FOREIGN_SOCKET, bytes != NULL ? bytes : joined->str, (gsize) reply.bytes);
}

int
main (int argc, char **argv)
{
  const EqpForeignCalls *calls = argc == 4 && strcmp (argv[1], "hdf5") == 0  ? &_eqp_hdf5_calls
                                 : argc == 4 && strcmp (argv[1], "mat") == 0 ? &_eqp_mat_calls
                                                                             : NULL;
  EqpForeignStatus opened;
  EqpForeignRequest request;
  gpointer reader = NULL;
  struct stat info;

  if (calls == NULL)
    {
      g_printerr ("equipoise-reader: Equipoise starts this program to read MATLAB and HDF5 files; open them there.\n");
      return 2;
    }
  settle_in (g_ascii_strtoull (argv[3], NULL, 10));
  limit_time (stat (argv[2], &info) == 0 ? (gint64) info.st_size : 0);
  opened = calls->open (argv[2], &reader);
  if (answer_list (calls, reader, opened))
    while (receive_bytes (&request, sizeof request) && answer (calls, reader, &request))
      ;
  /* The library has nothing to write. */
  _exit (0);
}
