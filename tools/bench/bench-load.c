/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the loading of one file: bench-load FILE [CANCELS]. Prints one line of JSON: wall and processor seconds, the
 * most memory held, progress reports and the longest silence between two. With CANCELS the file is loaded that often
 * again and stopped at moments spread over the time a load takes, the last ones close to its end; the longest time
 * from a stop to the return is told, and the most that the loading thread computed after one, which no other program blurs. bench-load.py runs it beside other programs. */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "eqp-core.h"

typedef struct
{
  gint64 last;
  gint64 silence;
  gint64 reports;
} Watch;

typedef struct
{
  GCancellable *cancellable;
  gint64        delay;
  clockid_t     clock;   /* of the loading thread */
  gint64        stopped; /* when, or 0 */
  gint64        used;    /* by the loading thread until then */
} Stop;

static gint64
read_clock (clockid_t clock)
{
  struct timespec time = { 0 };

  clock_gettime (clock, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* In MB; getrusage () would count what the program before exec () held. */
static double
peak (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL) || (line = strstr (status, "VmHWM:")) == NULL)
    return 0.0;
  return g_ascii_strtod (line + strlen ("VmHWM:"), NULL) * 1.024e-3;
}

static double
processor_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void
progress_cb (double fraction, const char *what, gpointer user_data)
{
  Watch *watch = user_data;
  gint64 now = g_get_monotonic_time ();

  watch->silence = MAX (watch->silence, now - watch->last);
  watch->last = now;
  watch->reports++;
}

static gpointer
stop_main (gpointer data)
{
  Stop *stop = data;

  g_usleep ((gulong) stop->delay);
  stop->stopped = g_get_monotonic_time ();
  stop->used = read_clock (stop->clock);
  g_cancellable_cancel (stop->cancellable);
  return NULL;
}

/* Microseconds from the stop to the return, of the wall and of the thread; 0 when the load was done before. */
static gint64
load_and_stop (const char *file, const EqpImportOptions *options, gint64 delay, gint64 *used)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  Stop stop = { cancellable, delay, 0 };
  GThread *thread;
  gint64 ended;

  pthread_getcpuclockid (pthread_self (), &stop.clock);
  thread = g_thread_new ("stop", stop_main, &stop);
  dataset = eqp_dataset_load (file, options, NULL, cancellable, &error);
  ended = g_get_monotonic_time ();
  *used = read_clock (stop.clock);
  g_thread_join (thread);
  *used = MAX (0, *used - stop.used);
  return MAX (0, ended - stop.stopped);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { 0 };
  const EqpProgress progress = { progress_cb, &watch };
  gint64 began = g_get_monotonic_time (), took, wait = 0, at = 0, most_used = 0;
  double processor = processor_seconds ();
  const EqpImportOptions options = { 0 };
  int cancels;

  cancels = argc > 2 ? atoi (argv[2]) : 0;
  if (argc < 2 || argc > 3)
    {
      g_printerr ("usage: bench-load FILE [CANCELS]\n");
      return 2;
    }
  watch.last = began;
  dataset = eqp_dataset_load (argv[1], &options, &progress, cancellable, &error);
  if (dataset == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  took = g_get_monotonic_time () - began;
  g_cancellable_is_cancelled (cancellable);
  watch.silence = MAX (watch.silence, began + took - watch.last);
  g_print ("{\"n\": %" G_GINT64_FORMAT ", \"d\": %" G_GINT64_FORMAT ", \"classes\": %d, \"seconds\": %.4f, \"processor\": %.4f, \"mb_matrix\": %.1f, \"mb_peak\": %.1f, \"reports\": %" G_GINT64_FORMAT ", \"silence\": %.4f",
           eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset), eqp_dataset_get_n_classes (dataset), (double) took * 1e-6, processor_seconds () - processor,
           (double) eqp_dataset_get_n (dataset) * (double) eqp_dataset_get_d (dataset) * 4e-6, peak (), watch.reports, (double) watch.silence * 1e-6);

  for (int i = 0; i < cancels; i++)
    {
      /* Half of the stops over the whole load, half over its last fifth. */
      double share = i % 2 == 0 ? (i + 1.0) / (cancels + 1.0) : 0.8 + 0.2 * (i + 1.0) / (cancels + 1.0);
      gint64 used, waited = load_and_stop (argv[1], &options, (gint64) (share * (double) took), &used);

      most_used = MAX (most_used, used);
      if (waited > wait)
        {
          wait = waited;
          at = (gint64) (share * 100.0);
        }
    }
  if (cancels > 0)
    g_print (", \"longest_stop\": %.4f, \"stopped_at_percent\": %" G_GINT64_FORMAT ", \"stop_processor\": %.4f", (double) wait * 1e-6, at, (double) most_used * 1e-6);
  g_print ("}\n");
  return 0;
}
