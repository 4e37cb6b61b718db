/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a task works between two looks at its cancellable: the linker leads these looks here (-Wl,--wrap), where the
 * processor time since the last one is taken. A tenth of a second is what Ctrl-C is promised. */
#include "config.h"

#include "eqp-looks.h"

#include <execinfo.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_SECONDS 0.1
#define LEEWAY 1.5            /* for what slows work down and no sum: caches and memory shared with other machines */
#define ATTEMPTS 6            /* the best of so many counts */
#define USUAL_SECONDS 0.03    /* what the sum of eqp_looks_allowed () takes where the tenth was measured */
#define DEEPEST 40

gboolean __real_g_cancellable_is_cancelled (GCancellable *cancellable);
gboolean __wrap_g_cancellable_is_cancelled (GCancellable *cancellable);
gboolean __real_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error);
gboolean __wrap_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error);
gssize   __real_g_input_stream_read (GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable,
                                     GError **error);
gssize   __wrap_g_input_stream_read (GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable,
                                     GError **error);

static __thread double last_look = -1.0;
static double longest;
static gint64 looks;

static gint64 stop_at; /* 0: never */
static double stopped_at;
static GCancellable *stopped;
static double stop_after; /* processor time of the thread; 0: never */

static void *before[DEEPEST];
static int before_depth;

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* EQP_LOOKS=SECONDS shows between which two looks more than that went by. */
static void
show (double gap)
{
  static double least = -1.0;
  void *here[DEEPEST];
  int depth;

  if (least < 0.0)
    least = g_getenv ("EQP_LOOKS") != NULL ? g_ascii_strtod (g_getenv ("EQP_LOOKS"), NULL) : 0.0;
  if (least == 0.0)
    return;
  depth = backtrace (here, DEEPEST);
  if (gap >= least)
    {
      fprintf (stderr, "%.3f s after\n", gap);
      backtrace_symbols_fd (before, before_depth, STDERR_FILENO);
      fprintf (stderr, "and before\n");
      backtrace_symbols_fd (here, depth, STDERR_FILENO);
    }
  memcpy (before, here, sizeof here);
  before_depth = depth;
}

static void
look (void)
{
  double now = processor_seconds ();

  if (last_look >= 0.0)
    {
      longest = MAX (longest, now - last_look);
      show (now - last_look);
    }
  last_look = processor_seconds ();
  if ((++looks == stop_at || (stop_after > 0.0 && now >= stop_after)) && stopped != NULL)
    {
      g_cancellable_cancel (stopped);
      stopped_at = now;
      stop_after = 0.0;
    }
}

gboolean
__wrap_g_cancellable_is_cancelled (GCancellable *cancellable)
{
  if (cancellable != NULL)
    look ();
  return __real_g_cancellable_is_cancelled (cancellable);
}

gboolean
__wrap_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error)
{
  if (cancellable != NULL)
    look ();
  return __real_g_cancellable_set_error_if_cancelled (cancellable, error);
}

gssize
__wrap_g_input_stream_read (GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error)
{
  if (cancellable != NULL)
    look ();
  return __real_g_input_stream_read (stream, buffer, count, cancellable, error);
}

/* Now is a look. */
void
eqp_looks_begin (void)
{
  longest = 0.0;
  looks = 0;
  last_look = -1.0;
  look ();
  looks = 0;
}

/* The longest time without a look since eqp_looks_begin (), up to now. What was to stop then is forgotten. */
double
eqp_looks_end (void)
{
  look ();
  stopped = NULL;
  stop_at = 0;
  stop_after = 0.0;
  return longest;
}

gint64
eqp_looks_count (void)
{
  return looks;
}

/* Cancels @cancellable at look @at from now; 0: never. */
void
eqp_looks_stop (GCancellable *cancellable, gint64 at)
{
  looks = 0;
  stopped = cancellable;
  stop_at = at;
}

/* Cancels @cancellable at a look after so many seconds of work from now. */
void
eqp_looks_limit (GCancellable *cancellable, double seconds)
{
  stopped = cancellable;
  stop_after = processor_seconds () + seconds;
}

/* Processor time from there to the last look. */
double
eqp_looks_since_stop (void)
{
  return last_look - stopped_at;
}

/* The tenth of a second, and more on a machine that is slower at this moment than the one it was measured on. */
double
eqp_looks_allowed (void)
{
  double begun = processor_seconds (), taken;
  volatile double sum = 0.0;

  for (int i = 0; i < 10000000; i++)
    sum = sum * 0.5 + i;
  taken = processor_seconds () - begun;
  return LEEWAY * MOST_SECONDS * MAX (1.0, taken / USUAL_SECONDS);
}

/* Fails where @func works longer than allowed without a look, what comes before the first and after the last one
 * included, at each of some attempts. */
void
eqp_looks_check (const char *what, EqpLooksFunc func, gconstpointer data)
{
  double allowed = 0.0, least = G_MAXDOUBLE;

  for (int attempt = 0; attempt < ATTEMPTS && least > allowed; attempt++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();

      eqp_looks_begin ();
      func (cancellable, data);
      least = MIN (least, eqp_looks_end ());
      allowed = MAX (allowed, eqp_looks_allowed ());
    }
  g_test_message ("%s: at the most %.3f s without a look, %.3f s are allowed", what, least, allowed);
  g_assert_cmpfloat (least, <=, allowed);
}
