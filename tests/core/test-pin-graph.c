/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs against their definition, on a dense matrix: from neighbors, from edges, from rows; what follows from the edges,
 * and where the layout puts the components. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#define MOST 64

/* -- dense ------------------------------------------------------------------------------------------------------- */

static void
mark (const double *matrix, gint64 n, gint64 v, gint32 number, gint32 *component)
{
  component[v] = number;
  for (gint64 u = 0; u < n; u++)
    if (matrix[v * n + u] > 0.0 && component[u] < 0)
      mark (matrix, n, u, number, component);
}

/* Entries, degrees, components and the sentences about them are those of the dense matrix; to some digits, or exactly. */
static void
check_dense (EqpGraph *graph, const double *matrix, gint64 n, double tolerance)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  g_autofree gint32 *component = g_new (gint32, n);
  g_autofree gint64 *sizes = g_new0 (gint64, n);
  gint64 n_components = 0, n_isolated = 0, largest = 0, edges = 0;
  double total = 0.0;
  GPtrArray *findings = eqp_graph_get_findings (graph);
  g_autofree char *isolated = NULL, *apart = NULL;
  gboolean told_isolated = FALSE, told_apart = FALSE;

  g_assert_cmpint (csr->n, ==, n);
  for (gint64 i = 0; i < n; i++)
    {
      double degree = 0.0;
      gint64 e = csr->starts[i], count = 0;

      component[i] = -1;
      for (gint64 j = 0; j < n; j++)
        if (matrix[i * n + j] > 0.0)
          {
            g_assert_cmpint (e, <, csr->starts[i + 1]);
            g_assert_cmpint (csr->columns[e], ==, j);
            g_assert_cmpfloat (fabs (csr->weights[e] - matrix[i * n + j]), <=, tolerance * matrix[i * n + j]);
            degree += matrix[i * n + j];
            count++;
            e++;
          }
      g_assert_cmpint (e, ==, csr->starts[i + 1]);
      eqp_assert_close (eqp_graph_get_degrees (graph)[i], degree, 1e-12 + tolerance);
      total += degree;
      edges += count;
      n_isolated += count == 0;
    }
  eqp_assert_close (eqp_graph_get_total_weight (graph), total, 1e-12 + tolerance);
  g_assert_cmpint (eqp_graph_get_n_edges (graph), ==, edges / 2);
  g_assert_cmpint (eqp_graph_get_n_isolated (graph), ==, n_isolated);

  for (gint64 v = 0; v < n; v++)
    if (component[v] < 0)
      mark (matrix, n, v, (gint32) n_components++, component);
  g_assert_cmpint (eqp_graph_get_n_components (graph), ==, n_components);
  g_assert_cmpmem (eqp_graph_get_components (graph), sizeof (gint32) * n, component, sizeof (gint32) * n);
  for (gint64 v = 0; v < n; v++)
    sizes[component[v]]++;
  for (gint64 c = 0; c < n_components; c++)
    largest = MAX (largest, sizes[c]);
  g_assert_cmpmem (eqp_graph_get_component_sizes (graph), sizeof (gint64) * n_components, sizes, sizeof (gint64) * n_components);

  isolated = g_strdup_printf ("%d of %d points %s no neighbor", (int) n_isolated, (int) n, n_isolated == 1 ? "has" : "have");
  apart = g_strdup_printf ("falls into %d components that no edge joins; the largest has %d of %d points",
                           (int) n_components, (int) largest, (int) n);
  for (guint f = 0; f < findings->len; f++)
    {
      told_isolated |= strstr (g_ptr_array_index (findings, f), isolated) != NULL;
      told_apart |= strstr (g_ptr_array_index (findings, f), apart) != NULL;
    }
  g_assert_cmpint (told_isolated, ==, n_isolated > 0);
  g_assert_cmpint (told_apart, ==, n_components - n_isolated > 1);
}

static gboolean
says (EqpGraph *graph, const char *words)
{
  GPtrArray *findings = eqp_graph_get_findings (graph);

  for (guint f = 0; f < findings->len; f++)
    if (strstr (g_ptr_array_index (findings, f), words) != NULL)
      return TRUE;
  return FALSE;
}

/* -- from neighbors ---------------------------------------------------------------------------------------------- */

/* Lists of any neighbors at any distances: nothing says that they are of points. */
static EqpNeighbors *
some_neighbors (EqpRng *rng, gint64 n, int k, int kind)
{
  EqpNeighbors *neighbors = eqp_neighbors_new (n, k, NULL);

  for (gint64 i = 0; i < n; i++)
    {
      double distance = 0.0;

      for (int a = 0; a < k; a++)
        {
          gboolean taken = TRUE;

          while (taken)
            {
              neighbors->ids[i * k + a] = (gint32) eqp_rng_below (rng, n);
              taken = neighbors->ids[i * k + a] == i;
              for (int b = 0; b < a; b++)
                taken |= neighbors->ids[i * k + b] == neighbors->ids[i * k + a];
            }
          distance += kind == 1 && i % 3 == 0 ? 0.0 : kind == 2 ? 8.0 * eqp_rng_uniform (rng) : eqp_rng_uniform (rng);
          neighbors->distances[i * k + a] = distance;
        }
    }
  /* Where two have each other, they are as far apart from either side. */
  for (gint64 i = 0; i < n; i++)
    for (int a = 0; a < k; a++)
      for (int b = 0; b < k; b++)
        if (neighbors->ids[neighbors->ids[i * k + a] * k + b] == i)
          neighbors->distances[neighbors->ids[i * k + a] * k + b] = neighbors->distances[i * k + a];
  neighbors->unit = kind % 2 ? 4.0 : 1.0;
  return neighbors;
}

static void
test_from_neighbors (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (int round = 0; round < 240; round++)
    {
      gint64 n = 2 + (gint64) eqp_rng_below (&rng, 30), lost = 0, zeros = 0;
      int wished = 1 + (int) eqp_rng_below (&rng, 9), held = (int) MIN (n - 1, wished);
      int k = 1 + (int) eqp_rng_below (&rng, held + 2);
      EqpGraphOptions options = { .neighbors = k, .scale = (EqpScale[]) { EQP_SCALE_LOCAL, EQP_SCALE_MEAN, EQP_SCALE_FIXED }[round % 3],
                                  .delta = round % 2 ? 0.4 : 0.05 };
      EqpNeighbors *neighbors = some_neighbors (&rng, n, held, round % 4);
      int place = MIN (7, held) - 1, used = MIN (k, held);
      double scales[MOST], matrix[MOST * MOST] = { 0.0 }, least = INFINITY, mean = 0.0, unit = neighbors->unit;
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpGraph) graph = NULL;
      g_autofree char *sentence = NULL;

      for (gint64 i = 0; i < n; i++)
        {
          scales[i] = neighbors->distances[i * held + place];
          zeros += scales[i] == 0.0;
          if (scales[i] > 0.0)
            least = MIN (least, scales[i]);
          for (int a = 0; a < used; a++)
            mean += neighbors->distances[i * held + a] / (double) (n * used);
        }
      for (gint64 i = 0; i < n; i++)
        if (scales[i] == 0.0)
          scales[i] = least < INFINITY ? least : 1.0;
      for (gint64 i = 0; i < n; i++)
        for (int a = 0; a < used; a++)
          {
            gint64 j = neighbors->ids[i * held + a];
            double distance = neighbors->distances[i * held + a];
            double weight = options.scale == EQP_SCALE_LOCAL  ? exp (-(distance / scales[i]) * (distance / scales[j]))
                            : options.scale == EQP_SCALE_MEAN ? exp (-(distance / mean) * (distance / mean))
                                                              : exp (-distance * distance / pow (options.delta / unit, 2.0));

            if (options.scale == EQP_SCALE_MEAN && mean == 0.0)
              weight = 1.0;
            lost += weight == 0.0 && matrix[i * n + j] == 0.0;
            matrix[i * n + j] = matrix[j * n + i] = weight > 0.0 ? weight : -1.0;
          }
      graph = eqp_graph_new_from_neighbors (neighbors, &options, &error);
      g_assert_no_error (error);
      check_dense (graph, matrix, n, 1e-11);

      sentence = g_strdup_printf (lost == 1 ? "%d edge weighs less" : "%d edges weigh less", (int) lost);
      g_assert_cmpint (says (graph, sentence), ==, lost > 0);
      g_assert_cmpint (says (graph, "the graph joins"), ==, k > held);
      g_assert_cmpint (says (graph, "More neighbors would join"), ==,
                       eqp_graph_get_n_components (graph) - eqp_graph_get_n_isolated (graph) > 1);
      g_free (sentence);
      sentence = g_strdup_printf (zeros == 1 ? "%d point has %d or more duplicates, so its local scale is 0; "
                                               "the smallest positive scale, %g,"
                                             : "%d points have %d or more duplicates, so their local scale is 0; "
                                               "the smallest positive scale, %g,",
                                  (int) zeros, place + 1, (least < INFINITY ? least : 1.0) * unit);
      g_assert_cmpint (says (graph, sentence), ==, zeros > 0 && options.scale == EQP_SCALE_LOCAL);
      g_assert_false (says (graph, "approximately"));
      if (options.scale == EQP_SCALE_MEAN)
        eqp_assert_close (eqp_graph_get_delta (graph), mean > 0.0 ? mean * unit : unit, 1e-12);
      else
        g_assert_true (options.scale == EQP_SCALE_LOCAL ? isnan (eqp_graph_get_delta (graph))
                                                        : fabs (eqp_graph_get_delta (graph) - options.delta) < 1e-12);
    }
}

/* Whether a graph need not be built anew. */
static void
test_made_of (void)
{
  EqpRng rng;
  EqpGraphOptions options = { .neighbors = 3, .scale = EQP_SCALE_FIXED, .delta = 0.5, .search = EQP_SEARCH_EXACT }, other;
  g_autoptr (EqpGraph) graph = NULL, local = NULL;

  eqp_rng_init (&rng, 2, 0);
  graph = eqp_graph_new_from_neighbors (some_neighbors (&rng, 20, 3, 0), &options, NULL);
  g_assert_true (eqp_graph_is_made_of (graph, &options));
  other = options;
  other.neighbors = 4;
  g_assert_false (eqp_graph_is_made_of (graph, &other));
  other = options;
  other.scale = EQP_SCALE_MEAN;
  g_assert_false (eqp_graph_is_made_of (graph, &other));
  other = options;
  other.delta = 0.6;
  g_assert_false (eqp_graph_is_made_of (graph, &other));
  other = options;
  other.search = EQP_SEARCH_APPROXIMATE;
  g_assert_false (eqp_graph_is_made_of (graph, &other));

  options.scale = EQP_SCALE_LOCAL;
  local = eqp_graph_new_from_neighbors (some_neighbors (&rng, 20, 7, 0), &options, NULL);
  options.delta = 77.0; /* is not looked at */
  g_assert_true (eqp_graph_is_made_of (local, &options));
}

/* Found approximately, that is told with the share in percent, also where all were found; of exact ones nothing is. */
static void
test_told (void)
{
  const struct { double recall; gint64 rows; const char *words; } cases[] = {
    { 1.0, 0, NULL }, { 1.0, 512, "100.00 % of the true ones were found, measured on 512 rows" },
    { 0.97254, 256, "97.25 % of the true ones were found, measured on 256 rows" },
  };
  const EqpGraphOptions options = { .neighbors = 3, .scale = EQP_SCALE_MEAN };
  const gint32 from[] = { 0, 1, 1 }, to[] = { 1, 1, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) loop = eqp_graph_new_from_edges (4, 3, from, to, NULL, NULL);
  g_autoptr (EqpGraph) whole = eqp_graph_new_from_edges (3, 3, from, to, NULL, NULL);
  EqpRng rng;

  eqp_rng_init (&rng, 12, 0);
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      EqpNeighbors *neighbors = some_neighbors (&rng, 20, 3, 0);
      g_autoptr (EqpGraph) graph = NULL;

      neighbors->recall = cases[c].recall;
      neighbors->recall_rows = cases[c].rows;
      graph = eqp_graph_new_from_neighbors (neighbors, &options, NULL);
      g_assert_cmpint (says (graph, "approximately"), ==, cases[c].words != NULL);
      if (cases[c].words != NULL)
        g_assert_true (says (graph, cases[c].words));
    }

  /* Which finding is the one about lonely vertices, behind others or not there. */
  g_assert_nonnull (strstr (g_ptr_array_index (eqp_graph_get_findings (loop), (guint) eqp_graph_get_isolated_finding (loop)),
                            "1 of 4 points has no neighbor"));
  g_assert_cmpint (eqp_graph_get_isolated_finding (whole), ==, -1);

  /* The row that is not symmetric. */
  g_assert_null (eqp_graph_new_from_csr (4, (const gint64[]) { 0, 1, 2, 3, 4 }, (const gint32[]) { 1, 0, 3, 2 },
                                         (const double[]) { 1, 1, 2, 3 }, &error));
  g_assert_nonnull (strstr (error->message, "not symmetric in row 3;"));
}

static void
test_options (void)
{
  const double deltas[] = { 0.0, -1.0, INFINITY, NAN };
  EqpGraphOptions options = { .neighbors = 0, .scale = EQP_SCALE_LOCAL };

  g_assert_false (eqp_graph_check_options (&options, NULL));
  options.neighbors = 1;
  g_assert_true (eqp_graph_check_options (&options, NULL)); /* delta does not matter */
  options.scale = EQP_SCALE_FIXED;
  for (gsize i = 0; i < G_N_ELEMENTS (deltas); i++)
    {
      options.delta = deltas[i];
      g_assert_false (eqp_graph_check_options (&options, NULL));
    }
  options.delta = 1e-300;
  g_assert_true (eqp_graph_check_options (&options, NULL));
}

/* -- from edges and rows ----------------------------------------------------------------------------------------- */

/* Parallel edges, both directions, loops and zeros, in any order; weights are eighths, so sums are exact. */
static void
test_from_edges (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 200; round++)
    {
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 20), n_edges = (gint64) eqp_rng_below (&rng, 40), loops = 0, entries = 0;
      gint32 from[64], to[64], labels[MOST];
      double weights[64], matrix[MOST * MOST] = { 0.0 }, cut = 0.0;
      gint64 starts[MOST + 1] = { 0 };
      g_autofree gint32 *columns = g_new (gint32, MOST * MOST);
      g_autofree double *values = g_new (double, MOST * MOST);
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpGraph) graph = NULL, copy = NULL;
      g_autofree char *sentence = NULL;

      for (gint64 e = 0; e < n_edges; e++)
        {
          from[e] = (gint32) eqp_rng_below (&rng, n);
          to[e] = (gint32) eqp_rng_below (&rng, n);
          weights[e] = round % 4 == 0 ? 1.0 : (double) eqp_rng_below (&rng, 5) / 8.0;
          if (from[e] == to[e])
            loops++;
          else
            {
              matrix[from[e] * n + to[e]] += weights[e];
              matrix[to[e] * n + from[e]] += weights[e];
            }
        }
      graph = eqp_graph_new_from_edges (n, n_edges, from, to, round % 4 == 0 ? NULL : weights, &error);
      g_assert_no_error (error);
      check_dense (graph, matrix, n, 0.0);
      sentence = g_strdup_printf (loops == 1 ? "%d edge from a vertex" : "%d edges from a vertex", (int) loops);
      g_assert_cmpint (says (graph, sentence), ==, loops > 0);

      for (gint64 i = 0; i < n; i++)
        labels[i] = (gint32) eqp_rng_below (&rng, 3);
      for (gint64 i = 0; i < n; i++)
        {
          for (gint64 j = n - 1; j >= 0; j--) /* rows the wrong way round, each entry in two halves */
            {
              cut += labels[i] != labels[j] ? matrix[i * n + j] : 0.0;
              for (int half = 0; half < 2 && matrix[i * n + j] > 0.0; half++)
                {
                  columns[entries] = (gint32) j;
                  values[entries++] = matrix[i * n + j] / 2.0;
                }
            }
          starts[i + 1] = entries;
        }
      g_assert_cmpfloat (eqp_graph_compute_cut (graph, labels), ==, cut);
      copy = eqp_graph_new_from_csr (n, starts, columns, values, &error);
      g_assert_no_error (error);
      check_dense (copy, matrix, n, 0.0);

      /* One side a little heavier: not symmetric. */
      if (entries > 0)
        {
          values[(gint64) eqp_rng_below (&rng, entries)] *= 1.0 + 1e-6;
          g_assert_null (eqp_graph_new_from_csr (n, starts, columns, values, &error));
          g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
        }
    }
}

/* Without weights all entries weigh 1; differences that rounding makes are none. */
static void
test_from_rows (void)
{
  const gint64 starts[] = { 0, 2, 3, 5 }, late[] = { 1, 2, 3, 5 };
  const gint32 columns[] = { 1, 2, 0, 0, 2 };
  const double almost[] = { 1.0, 2.0, 1.0 + 1e-10, 2.0, 7.0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) ones = eqp_graph_new_from_csr (3, starts, columns, NULL, &error);
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_csr (3, starts, columns, almost, &error);

  g_assert_no_error (error);
  check_dense (ones, (const double[]) { 0, 1, 1, 1, 0, 0, 1, 0, 0 }, 3, 0.0);
  check_dense (graph, (const double[]) { 0, 1, 2, 1, 0, 0, 2, 0, 0 }, 3, 1e-9);
  g_assert_true (says (graph, "1 edge from a vertex to itself"));
  g_assert_null (eqp_graph_new_from_csr (3, late, columns, NULL, &error));
  g_assert_nonnull (strstr (error->message, "at row 1"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_edges (3, 1, (const gint32[]) { -1 }, (const gint32[]) { 0 }, NULL, &error));
  g_assert_nonnull (strstr (error->message, "between vertices 0 and 1"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_edges (3, 1, (const gint32[]) { 0 }, (const gint32[]) { 3 }, NULL, &error));
  g_assert_nonnull (strstr (error->message, "between vertices 1 and 4, but only 3"));
  g_clear_error (&error);
  g_assert_null (eqp_graph_new_from_edges (3, 1, (const gint32[]) { 0 }, (const gint32[]) { 1 }, (const double[]) { INFINITY }, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
}

/* -- neighbors --------------------------------------------------------------------------------------------------- */

/* By distance, equal ones by the lower row: narrow and wide rows, more rows than a block holds, and as many neighbors as
 * there are. Whole numbers, so that distances are exact and most are ties. */
static void
test_neighbors (void)
{
  const struct { gint64 n, d; int k; } cases[] = {
    { 40, 1, 5 }, { 300, 2, 7 }, { 700, 3, 9 }, { 200, 17, 33 }, { 130, 40, 12 }, { 600, 70, 3 }, { 50, 4, 49 }, { 50, 4, 60 }, { 2, 3, 1 },
    { 1500, 5, 130 },
  };
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  for (gsize t = 0; t < G_N_ELEMENTS (cases); t++)
    {
      gint64 n = cases[t].n, d = cases[t].d;
      g_autofree float *x = g_new (float, n * d);
      g_autofree gint32 *order = g_new (gint32, n);
      g_autofree double *squares = g_new (double, n);
      EqpPoints points = { .n = n, .d = d, .x = x, .unit = 2.0 };
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      g_autoptr (EqpNeighbors) found = NULL;

      for (gint64 e = 0; e < n * d; e++)
        x[e] = (float) eqp_rng_below (&rng, t % 2 ? 3 : 40);
      found = eqp_neighbors_find (points, cases[t].k, EQP_SEARCH_EXACT, pool, NULL, NULL, NULL);
      g_assert_cmpint (found->k, ==, MIN (cases[t].k, n - 1));
      g_assert_cmpfloat (found->unit, ==, 2.0);
      g_assert_cmpfloat (found->recall, ==, 1.0);
      for (gint64 i = 0; i < n; i += 1 + n / 150)
        {
          gint64 count = 0;

          for (gint64 j = 0; j < n; j++)
            {
              double square = 0.0;
              gint64 place;

              for (gint64 c = 0; c < d; c++)
                square += ((double) x[i * d + c] - x[j * d + c]) * ((double) x[i * d + c] - x[j * d + c]);
              if (j == i)
                continue;
              squares[j] = square;
              for (place = count++; place > 0 && squares[order[place - 1]] > square; place--)
                order[place] = order[place - 1];
              order[place] = (gint32) j;
            }
          for (int a = 0; a < found->k; a++)
            {
              g_assert_cmpint (found->ids[i * found->k + a], ==, order[a]);
              g_assert_cmpfloat (found->distances[i * found->k + a], ==, sqrt (squares[order[a]]));
            }
        }
    }
}

/* The same by the inner loops of each kind of processor that this one can run. */
static void
test_neighbors_everywhere (void)
{
  const char *const kinds[] = { "generic", "avx2", "avx512" };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_setenv ("EQUIPOISE_ISA", kinds[i], TRUE);
      g_test_trap_subprocess ("/core/pin-graph/neighbors", 0, 0);
      g_test_trap_assert_passed ();
    }
  g_unsetenv ("EQUIPOISE_ISA");
}

/* How many of the true neighbors the trees find, on points in clouds and on points that are evenly spread: what they have
 * been found to find. The share is measured on all rows here, and told to within a hundredth. */
static void
test_recall (void)
{
  const struct { gint64 d; int k; gboolean clouds; double least; } cases[] = {
    { 8, 7, TRUE, 0.9995 }, { 40, 10, TRUE, 0.945 }, { 6, 5, FALSE, 0.9999 },
  };
  const gint64 n = 5000;
  EqpRng rng;

  eqp_rng_init (&rng, 6, 0);
  for (gsize t = 0; t < G_N_ELEMENTS (cases); t++)
    {
      gint64 d = cases[t].d, met = 0;
      int k = cases[t].k;
      g_autofree float *x = g_new (float, n * d);
      EqpPoints points = { .n = n, .d = d, .x = x, .unit = 1.0 };
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      g_autoptr (EqpNeighbors) exact = NULL, found = NULL;

      for (gint64 i = 0; i < n; i++)
        for (gint64 j = 0; j < d; j++)
          x[i * d + j] = (float) (cases[t].clouds ? eqp_rng_normal (&rng) + 6.0 * (double) ((i * (j + 3)) % 7 == 0)
                                                  : eqp_rng_uniform (&rng));
      exact = eqp_neighbors_find (points, k, EQP_SEARCH_EXACT, pool, NULL, NULL, NULL);
      found = eqp_neighbors_find (points, k, EQP_SEARCH_APPROXIMATE, pool, NULL, NULL, NULL);
      for (gint64 i = 0; i < n; i++)
        for (int a = 0; a < k; a++)
          {
            g_assert_true (a == 0 || found->distances[i * k + a] >= found->distances[i * k + a - 1]);
            for (int b = 0; b < k; b++)
              met += found->ids[i * k + a] == exact->ids[i * k + b];
          }
      g_test_message ("%d columns: %.5f found, %.5f told", (int) d, (double) met / (double) (n * k), found->recall);
      g_assert_cmpfloat ((double) met / (double) (n * k), >=, cases[t].least);
      g_assert_cmpfloat (fabs ((double) met / (double) (n * k) - found->recall), <=, 0.01);
      g_assert_cmpint (found->recall_rows, >, 0);
    }
}

/* From how many rows on, and up to how many neighbors, trees are asked: fewer rows and more neighbors are met exactly. */
static void
test_exact (void)
{
  const struct { gint64 n; int k; EqpSearch search; gboolean exact; } cases[] = {
    { 4096, 2, EQP_SEARCH_APPROXIMATE, TRUE }, { 4097, 2, EQP_SEARCH_APPROXIMATE, FALSE },
    { 4097, 129, EQP_SEARCH_APPROXIMATE, TRUE }, { 4097, 2, EQP_SEARCH_AUTO, TRUE }, { 4097, 2, EQP_SEARCH_EXACT, TRUE },
  };
  g_autofree float *x = g_new (float, 4097);
  EqpRng rng;

  eqp_rng_init (&rng, 13, 0);
  for (int i = 0; i < 4097; i++)
    x[i] = (float) eqp_rng_uniform (&rng);
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      g_autoptr (EqpNeighbors) found = eqp_neighbors_find ((EqpPoints) { .n = cases[c].n, .d = 1, .x = x, .unit = 1.0 }, cases[c].k,
                                                           cases[c].search, pool, NULL, NULL, NULL);

      g_assert_cmpint (found->recall_rows == 0, ==, cases[c].exact);
    }
}

/* -- layout ------------------------------------------------------------------------------------------------------ */

/* A coordinate is an eigenvector of the random walk: the mean over the neighbors is everywhere the same share of it. */
static void
check_walk (EqpGraph *graph, const double *own, int dimensions, int a)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  double along = 0.0, square = 0.0, means[8];

  for (gint64 i = 0; i < csr->n; i++)
    {
      means[i] = 0.0;
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        means[i] += csr->weights[e] * own[csr->columns[e] * dimensions + a] / eqp_graph_get_degrees (graph)[i];
      along += means[i] * own[i * dimensions + a];
      square += own[i * dimensions + a] * own[i * dimensions + a];
    }
  for (gint64 i = 0; i < csr->n && square > 0.0; i++)
    eqp_assert_close (means[i], along / square * own[i * dimensions + a], 1e-6);
}

/* Each component as it lies alone, in a square as wide as the root of its size; from left to right, the largest first, in
 * rows that hang below each other. */
static void
test_layout (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 20; round++)
    {
      int dimensions = 1 + round % 3, groups = 2 + (int) eqp_rng_below (&rng, 8), sizes[10], order[10];
      gint64 n = 0, first[10];
      GArray *from = g_array_new (FALSE, FALSE, sizeof (gint32)), *to = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_autoptr (EqpPool) pool = eqp_pool_new (1);
      g_autoptr (EqpGraph) whole = NULL;
      g_autofree double *found = NULL;
      double left = 0.0, bottom = 0.0, height = 0.0, width;

      for (int g = 0; g < groups; g++)
        {
          sizes[g] = 1 + (int) eqp_rng_below (&rng, 8);
          first[g] = n;
          order[g] = g;
          for (gint32 v = 1; v < sizes[g]; v++)
            {
              gint32 a = (gint32) n + v, b = (gint32) (n + (gint64) eqp_rng_below (&rng, v));

              g_array_append_val (from, a);
              g_array_append_val (to, b);
            }
          n += sizes[g];
        }
      whole = eqp_graph_new_from_edges (n, from->len, (gint32 *) (gpointer) from->data, (gint32 *) (gpointer) to->data, NULL, NULL);
      found = g_new (double, n * dimensions);
      g_assert_true (eqp_graph_layout (whole, dimensions, pool, NULL, found, NULL));

      for (int a = 1; a < groups; a++)
        for (int b = a; b > 0 && sizes[order[b - 1]] < sizes[order[b]]; b--)
          {
            int swap = order[b];

            order[b] = order[b - 1];
            order[b - 1] = swap;
          }
      width = 1.3 * sqrt ((double) n);
      for (int p = 0; p < groups; p++)
        {
          int g = order[p];
          double side = sqrt ((double) sizes[g]);
          g_autofree double *own = g_new0 (double, sizes[g] * dimensions);
          guint edge = 0;

          if (sizes[g] > 1)
            {
              gint32 ends[2][8];
              g_autoptr (EqpGraph) part = NULL;

              for (guint e = 0; e < from->len; e++)
                if (g_array_index (from, gint32, e) >= first[g] && g_array_index (from, gint32, e) < first[g] + sizes[g])
                  {
                    ends[0][edge] = g_array_index (from, gint32, e) - (gint32) first[g];
                    ends[1][edge++] = g_array_index (to, gint32, e) - (gint32) first[g];
                  }
              part = eqp_graph_new_from_edges (sizes[g], edge, ends[0], ends[1], NULL, NULL);
              g_assert_true (eqp_graph_layout (part, dimensions, pool, NULL, own, NULL));
              for (int a = 0; a < dimensions; a++)
                {
                  double most = 0.0;

                  for (int v = 0; v < sizes[g]; v++)
                    most = MAX (most, fabs (own[v * dimensions + a]));
                  g_assert_true (a + 1 >= sizes[g] ? most == 0.0 : fabs (most - 1.0) < 1e-12);
                  check_walk (part, own, dimensions, a);
                }
            }
          if (dimensions > 1 && left > 0.0 && left + side > width)
            {
              bottom -= 1.15 * height;
              left = height = 0.0;
            }
          height = MAX (height, side);
          for (int v = 0; v < sizes[g]; v++)
            for (int a = 0; a < dimensions; a++)
              eqp_assert_close (found[(first[g] + v) * dimensions + a],
                                side / 2.0 * own[v * dimensions + a] + (a == 0 ? left + side / 2.0 : a == 1 ? bottom - side / 2.0 : 0.0), 1e-9);
          left += 1.15 * side;
        }
      g_array_unref (from);
      g_array_unref (to);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-graph/from-neighbors", test_from_neighbors);
  g_test_add_func ("/core/pin-graph/made-of", test_made_of);
  g_test_add_func ("/core/pin-graph/told", test_told);
  g_test_add_func ("/core/pin-graph/options", test_options);
  g_test_add_func ("/core/pin-graph/from-edges", test_from_edges);
  g_test_add_func ("/core/pin-graph/from-rows", test_from_rows);
  g_test_add_func ("/core/pin-graph/neighbors", test_neighbors);
  g_test_add_func ("/core/pin-graph/neighbors-everywhere", test_neighbors_everywhere);
  g_test_add_func ("/core/pin-graph/recall", test_recall);
  g_test_add_func ("/core/pin-graph/exact", test_exact);
  g_test_add_func ("/core/pin-graph/layout", test_layout);
  return g_test_run ();
}
