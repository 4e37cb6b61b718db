/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Centers in files as a start: what is understood, what is refused, and that methods begin at their nearest centers. */
#include "config.h"

#include <string.h>

#include "eqp-truth.h"

static const char data_text[] = "p,q\n101.5,2\n103,2\n101.5,8\n103,8\n";

/* Numbers in the units of the data, or the error. */
static char *
read_with (EqpTestFolder *fixture,
           const char    *text,
           gint           k)
{
  g_autofree char *data_path = g_build_filename (fixture->folder, "points.csv", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "given.txt", NULL);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *centers = NULL;
  GString *found = g_string_new (NULL);

  g_assert_true (g_file_set_contents (data_path, data_text, -1, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  dataset = eqp_test_load (data_path, NULL);
  g_assert_nonnull (eqp_dataset_get_offsets (dataset));
  centers = eqp_center_file_read (path, dataset, k, NULL, &error);
  if (centers == NULL)
    {
      g_assert_nonnull (error);
      g_string_assign (found, error->message);
      return g_string_free (found, FALSE);
    }
  for (gint64 at = 0; at < k * 2; at++)
    g_string_append_printf (found, "%s%g", at > 0 ? " " : "",
                            centers[at] + eqp_dataset_get_offsets (dataset)[at % 2]);
  return g_string_free (found, FALSE);
}

static void
test_understood (EqpTestFolder *fixture,
                 gconstpointer  data)
{
  static const struct
  {
    const char *text;
    gint        k;
    const char *expected;
  } cases[] = {
    { "102,2\n102,8\n", 2, "102 2 102 8" },
    { "p,q\n102,2\n102,8\n", 2, "102 2 102 8" },
    { "q,p\n2,102\n8,102\n", 2, "102 2 102 8" },
    { "x,y\n102,2\n102,8\n", 2, "102 2 102 8" },
    { "102 2\n102 8\n", 2, "102 2 102 8" },
    { "102;2,5\n1e2;8\n\n", 2, "102 2.5 100 8" },
    { "102,2\n", 1, "102 2" },
    /* refused */
    { "102,2\n102,8\n", 3, "given.txt holds 2 centers, but K is 3; give one row for each cluster or another K." },
    { "p,q\n102,2\n102,8\n", 3, "given.txt holds 2 centers, but K is 3; give one row for each cluster or another K." },
    { "102,2,1\n102,8,1\n", 2,
      "given.txt is no table of 2 columns but of 3; every line needs a number for each column of the prepared data." },
    { "102,2\n102\n", 2,
      "given.txt is no table of 2 columns but of 1; every line needs a number for each column of the prepared data." },
    { "", 2, "given.txt is no table of 2 columns but of 1; every line needs a number for each column of the prepared data." },
    { "p,q\n102,2\n102,x8\n", 2, "given.txt, line 3, column 2: “x8” is no number that a center can have; write one." },
    { "102,2\n,\n", 2, "given.txt, line 2, column 1: “” is no number that a center can have; write one." },
    { "102,nan\n1,2\n", 2, "given.txt, line 1, column 2: “nan” is no number that a center can have; write one." },
    { "102,2\n1,1e308\n", 2, "given.txt, line 2, column 2: “1e308” is no number that a center can have; write one." },
    { "102,2\n1,1e999\n", 2, "given.txt, line 2, column 2: “1e999” is no number that a center can have; write one." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = read_with (fixture, cases[i].text, cases[i].k);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static EqpResult *
run_from (const char    *method,
          EqpDataset    *dataset,
          gint           k,
          double         gamma,
          const double  *centers)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  g_autoptr (GError) error = NULL;
  EqpResult *result;

  params.k = k;
  params.gamma = gamma;
  params.restarts = 3;
  params.initial_centers = centers;
  result = eqp_solver_run (eqp_solver_find (method), dataset, &params, &context, &error);
  g_assert_no_error (error);
  return result;
}

/* Started at its own centers, a result comes back: in one iteration where there is nothing to polish. */
static void
test_own_centers (EqpTestFolder *fixture,
                  gconstpointer  data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load ("sample:digits", NULL);
  double unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, eqp_dataset_get_n (dataset), 10, eqp_dataset_get_total_ss (dataset));
  static const struct
  {
    const char *method;
    double      relative;
  } cases[] = { { "kmeans", 0.0 }, { "bkm", 0.0 }, { "bkm", 1.0 }, { "bkm", 100.0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double gamma = cases[i].relative * unit;
      g_autoptr (EqpResult) first = run_from (cases[i].method, dataset, 10, gamma, NULL);
      g_autoptr (EqpResult) again = run_from (cases[i].method, dataset, 10, gamma, first->centers);

      g_assert_true (first->converged && again->converged);
      if (*cases[i].method == 'k')
        {
          g_assert_cmpint (again->iterations, ==, 1);
          g_assert_cmpmem (again->labels, sizeof (gint32) * 1797, first->labels, sizeof (gint32) * 1797);
        }
      /* A state of the polish need not be one of the assignment step, so it may end elsewhere, but hardly higher. */
      g_assert_cmpfloat (again->objective, <=, first->objective * 1.002);
    }
}

/* One iteration of Lloyd's method by hand: nearest centers, then means. */
static void
test_nearest (EqpTestFolder *fixture,
              gconstpointer  data)
{
  static const double values[] = { 0, 1, 2, 10, 11, 12, 30 };
  static const double far[] = { 1.9, 12.0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (7, 1, values);
  const double *offsets = eqp_dataset_get_offsets (dataset);
  double offset = offsets != NULL ? offsets[0] : 0.0;
  const double start[] = { far[0] - offset, far[1] - offset };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;

  params.k = 2;
  params.max_iterations = 1;
  params.initial_centers = start;
  result = eqp_solver_run (eqp_solver_find ("kmeans"), dataset, &params, &context, &error);
  g_assert_no_error (error);
  for (gint i = 0; i < 7; i++)
    g_assert_cmpint (result->labels[i], ==, i < 3 ? 0 : 1);
  /* {0, 1, 2}: 2; {10, 11, 12, 30}, mean 15.75: 33.0625 + 22.5625 + 14.0625 + 203.0625 */
  eqp_assert_close (result->objective, 274.75, 1e-12);
}

static void
test_refused (EqpTestFolder *fixture,
              gconstpointer  data)
{
  static const double values[] = { 0, 1, 2, 10, 11, 12 };
  static const double good[] = { 0, 1 }, bad[] = { 0, G_MAXDOUBLE * 2.0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (6, 1, values);
  EqpParams params = eqp_params_default ();
  g_autoptr (GError) method = NULL;
  g_autoptr (GError) number = NULL;

  params.k = 2;
  params.initial_centers = good;
  g_assert_false (eqp_solver_check (eqp_solver_find ("diskmeans"), dataset, &params, &method));
  g_assert_nonnull (strstr (method->message, "“DisKmeans” takes no centers"));
  params.initial_centers = bad;
  g_assert_false (eqp_solver_check (eqp_solver_find ("kmeans"), dataset, &params, &number));
  g_assert_nonnull (strstr (number->message, "Value 1 of initial center 2"));
}

#define ADD(name, function) \
  g_test_add ("/core/center-file/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, \
              eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("understood", test_understood);
  ADD ("own-centers", test_own_centers);
  ADD ("nearest", test_nearest);
  ADD ("refused", test_refused);
  return g_test_run ();
}
