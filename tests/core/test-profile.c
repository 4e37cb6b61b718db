/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of columns: types, extremes, counts of different values, histograms whose bars add up to the rows. */
#include "config.h"

#include "eqp-test.h"

static gint64
sum_bins (const EqpColumnProfile *column)
{
  gint64 sum = 0;

  for (int b = 0; b < column->n_bins; b++)
    sum += column->bins[b];
  return sum;
}

static void
test_types (void)
{
  const double values[] = {
    7, 0, 1, 0.5,
    7, 1, 2, 1.5,
    7, 1, 5, 2.25,
    7, 0, 9, 0.125,
  };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 4, values);
  g_autoptr (EqpProfile) profile = eqp_profile_new (dataset, 1, NULL, NULL);
  const EqpColumnType types[] = { EQP_COLUMN_CONSTANT, EQP_COLUMN_BINARY, EQP_COLUMN_INTEGER, EQP_COLUMN_REAL };
  const EqpColumnProfile *column;
  double min, max;

  g_assert_cmpint (eqp_profile_get_d (profile), ==, 4);
  for (int j = 0; j < 4; j++)
    {
      column = eqp_profile_get_column (profile, j);
      g_assert_cmpint (column->type, ==, types[j]);
      g_assert_cmpint (sum_bins (column), ==, 4);
    }
  column = eqp_profile_get_column (profile, 0);
  g_assert_cmpint (column->distinct, ==, 1);
  g_assert_cmpfloat (column->sd, ==, 0.0);
  column = eqp_profile_get_column (profile, 2);
  g_assert_cmpfloat (column->min, ==, 1.0);
  g_assert_cmpfloat (column->max, ==, 9.0);
  eqp_assert_close (column->mean, 17.0 / 4.0, 1e-6);
  /* One bar for each of 1..9. */
  g_assert_cmpint (column->n_bins, ==, 9);
  g_assert_cmpint (column->bins[0], ==, 1);
  g_assert_cmpint (column->bins[1], ==, 1);
  g_assert_cmpint (column->bins[4], ==, 1);
  g_assert_cmpint (column->bins[8], ==, 1);
  column = eqp_profile_get_column (profile, 3);
  g_assert_cmpint (column->n_bins, ==, EQP_PROFILE_BINS);
  g_assert_cmpint (column->distinct, ==, 4);
  eqp_profile_get_range (profile, &min, &max);
  eqp_assert_close (min, 0.0, 1e-6);
  eqp_assert_close (max, 9.0, 1e-6);
}

static gint64
gcd (gint64 a,
     gint64 b)
{
  return b == 0 ? a : gcd (b, a % b);
}

/* A large offset costs no digits, and more values than are counted are told as such. */
static void
test_many (void)
{
  gint64 n = 5000;
  g_autofree double *values = g_new (double, n * 40);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpProfile) one = NULL;
  g_autoptr (EqpProfile) two = NULL;

  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < 40; j++)
      values[i * 40 + j] = 1e6 * (double) j + (double) ((i * (j + 1)) % n) / 16.0;
  dataset = eqp_test_dataset (n, 40, values);
  one = eqp_profile_new (dataset, 1, NULL, NULL);
  two = eqp_profile_new (dataset, 2, NULL, NULL);
  for (gint64 j = 0; j < 40; j++)
    {
      const EqpColumnProfile *column = eqp_profile_get_column (one, j);

      g_assert_cmpint (sum_bins (column), ==, n);
      /* i (j + 1) takes n / gcd values. */
      g_assert_cmpint (column->distinct, ==, MIN (EQP_PROFILE_MAX_DISTINCT, n / gcd (n, j + 1)));
      eqp_assert_close (column->min, 1e6 * (double) j, 1e-9);
      g_assert_cmpmem (column->bins, sizeof column->bins, eqp_profile_get_column (two, j)->bins, sizeof column->bins);
    }
}

static void
test_cancel (void)
{
  const double values[] = { 1, 2 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (2, 1, values);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (eqp_profile_new (dataset, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Whole as far as a float can tell: of either sign, and not beyond what a double counts one by one. */
static void
test_whole (void)
{
  const struct { double value; EqpColumnType type; } cases[] = {
    { 9e14, EQP_COLUMN_INTEGER }, { -9e14, EQP_COLUMN_INTEGER }, { 2e15, EQP_COLUMN_REAL }, { -2e15, EQP_COLUMN_REAL },
    { 7.0, EQP_COLUMN_INTEGER }, { -7.0, EQP_COLUMN_INTEGER }, { 7.5, EQP_COLUMN_REAL }, { -7.5, EQP_COLUMN_REAL },
    { 7.02, EQP_COLUMN_REAL }, { -6.98, EQP_COLUMN_REAL },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const double values[] = { 3.0, 4.0, cases[c].value, -5.0 };
      g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, values);
      g_autoptr (EqpProfile) profile = eqp_profile_new (dataset, 1, NULL, NULL);

      g_assert_cmpint (eqp_profile_get_column (profile, 0)->type, ==, cases[c].type);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/profile/whole", test_whole);
  g_test_add_func ("/core/profile/types", test_types);
  g_test_add_func ("/core/profile/many", test_many);
  g_test_add_func ("/core/profile/cancel", test_cancel);
  return g_test_run ();
}
