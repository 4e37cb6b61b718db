/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the neighbor search on one file: bench-knn FILE K THREADS SEARCH REPEATS. Prints one line of JSON; bench-knn.py
 * runs it beside other programs. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "eqp-core.h"

/* The most memory held so far in MB; getrusage () would count what the program before exec () held. */
static double
peak (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL) || (line = strstr (status, "VmHWM:")) == NULL)
    return 0.0;
  return g_ascii_strtod (line + strlen ("VmHWM:"), NULL) * 1.024e-3;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpPool) pool = NULL;
  double best = G_MAXDOUBLE, recall = 1.0;
  double before;

  if (argc != 6)
    {
      g_printerr ("usage: bench-knn FILE K THREADS exact|approximate REPEATS\n");
      return 2;
    }
  dataset = eqp_dataset_load (argv[1], NULL, NULL, NULL, &error);
  if (dataset == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }

  pool = eqp_pool_new ((guint) atoi (argv[3]));
  before = peak ();
  for (int repeat = 0; repeat < atoi (argv[5]); repeat++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (EqpNeighbors) found = eqp_neighbors_find (eqp_dataset_get_points (dataset), atoi (argv[2]),
                                                          strcmp (argv[4], "exact") == 0 ? EQP_SEARCH_EXACT : EQP_SEARCH_APPROXIMATE,
                                                          pool, NULL, NULL, &error);

      if (found == NULL)
        {
          g_printerr ("%s\n", error->message);
          return 1;
        }
      best = MIN (best, (double) (g_get_monotonic_time () - start) * 1e-6);
      recall = found->recall;
    }
  g_print ("{\"seconds\": %.4f, \"recall\": %.5f, \"mb_data\": %.1f, \"mb_peak_after_load\": %.1f, \"mb_peak\": %.1f}\n", best, recall,
           (double) eqp_dataset_get_n (dataset) * eqp_dataset_get_d (dataset) * 4e-6,
           before, peak ());
  return 0;
}
