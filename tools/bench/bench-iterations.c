/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the iterations of a method on raw data:
 *
 *   bench-iterations METHOD DATA.f32 N D LABELS.i32 K GAMMA_REL THREADS ITERATIONS
 *
 * DATA holds N x D float32 row by row, LABELS one int32 a row to start from; "-" starts as the method does, with seed 1.
 * Prints one JSON object: seconds an iteration (the least, the median and the mean), seconds in all, SSE, sizes. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-core.h"

typedef struct
{
  GArray *seconds; /* double: when each step was told */
} Times;

static void
note_time (const EqpEvent *event, gpointer user_data)
{
  Times *times = user_data;

  if (event->kind == EQP_EVENT_ITERATION && g_strcmp0 (event->phase, "polish") != 0)
    g_array_append_val (times->seconds, event->seconds);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static gpointer
read_all (const char *path, gsize bytes, gpointer into)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, &error) || length < bytes)
    {
      fprintf (stderr, "%s: %s\n", path, error != NULL ? error->message : "shorter than it should be");
      exit (1);
    }
  memcpy (into, contents, bytes);
  return into;
}

int
main (int argc, char **argv)
{
  EqpDatasetParts parts = { 0 };
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpPool) pool = NULL;
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gint32 *labels = NULL;
  Times times = { g_array_new (FALSE, FALSE, sizeof (double)) };
  EqpSink sink = { note_time, &times };
  EqpContext context = { .sink = &sink };
  EqpParams params = eqp_params_default ();
  const EqpSolver *solver;
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (double));

  if (argc != 10 || (solver = eqp_solver_find (argv[1])) == NULL)
    {
      fputs ("usage: bench-iterations METHOD DATA.f32 N D LABELS.i32|- K GAMMA_REL THREADS ITERATIONS\n", stderr);
      return 2;
    }

  parts.n = g_ascii_strtoll (argv[3], NULL, 10);
  parts.d = g_ascii_strtoll (argv[4], NULL, 10);
  parts.features = eqp_try_alloc (parts.n * parts.d, sizeof (float), "the data", NULL);
  if (parts.features == NULL)
    return 1;
  read_all (argv[2], sizeof (float) * parts.n * parts.d, parts.features);
  dataset = eqp_dataset_new (&parts);
  if (strcmp (argv[5], "-") != 0)
    {
      labels = g_new (gint32, eqp_dataset_get_n (dataset));
      params.initial_labels = read_all (argv[5], sizeof (gint32) * eqp_dataset_get_n (dataset), labels);
    }
  params.k = atoi (argv[6]);
  params.gamma = g_ascii_strtod (argv[7], NULL) *
                 eqp_gamma_unit (solver->family, eqp_dataset_get_n (dataset), params.k, eqp_dataset_get_total_ss (dataset));
  params.max_iterations = atoi (argv[9]);
  context.pool = pool = eqp_pool_new (atoi (argv[8]));

  result = eqp_solver_run (solver, dataset, &params, &context, &error);
  if (result == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }

  for (guint t = 1; t < times.seconds->len; t++)
    {
      double step = g_array_index (times.seconds, double, t) - g_array_index (times.seconds, double, t - 1);

      g_array_append_val (steps, step);
    }
  g_array_sort (steps, compare);
  printf ("{\"method\":\"%s\",\"steps\":%u,\"least\":%.9g,\"median\":%.9g,\"mean\":%.9g,\"total\":%.6g,\"sse\":%.12g,\"sizes\":[", solver->id, steps->len,
          steps->len > 0 ? g_array_index (steps, double, 0) : 0.0, steps->len > 0 ? g_array_index (steps, double, steps->len / 2) : 0.0,
          steps->len > 0 ? (g_array_index (times.seconds, double, times.seconds->len - 1) - g_array_index (times.seconds, double, 0)) / steps->len : 0.0,
          result->seconds, result->data_term);
  for (int c = 0; c < result->k; c++)
    printf ("%s%" G_GINT64_FORMAT, c > 0 ? "," : "", result->sizes[c]);
  printf ("]}\n");
  g_array_unref (times.seconds);
  g_array_unref (steps);
  return 0;
}
