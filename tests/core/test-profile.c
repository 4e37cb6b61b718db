/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of columns: types, extremes, counts of different values, histograms whose bars add up to the rows. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "base/eqp-alloc.h"

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

/* What a profile says of columns of all kinds, of values kept beside offsets and in units of their own, by counting.
 * Values are eighths, so that all of them are exact. */
static void
test_by_definition (void)
{
  enum { D = 6, MOST = 70 };
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 120; round++)
    {
      gint64 n = 2 + (gint64) eqp_rng_below (&rng, MOST - 2), values[MOST * D];
      EqpDatasetParts parts = { .n = n, .d = D, .scale = round % 3 == 0 ? 1024.0 : 1.0 };
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpProfile) profile = NULL;

      parts.features = eqp_try_alloc (n * D, sizeof (float), "a test", NULL);
      parts.offsets = g_new (double, D);
      for (gint64 j = 0; j < D; j++)
        {
          gint64 different = (const gint64[]){ 1, 2, 3, 29 + round / 2 % 4, 400, 8000 }[j], step = round % 2 == 0 || j == 1 ? 1 : 8;
          gint64 offset = 8 * ((gint64) eqp_rng_below (&rng, 41) - 20) + (step == 1 && parts.scale == 1.0 ? 3 : 0);

          parts.offsets[j] = (double) offset / 8.0;
          for (gint64 i = 0; i < n; i++)
            {
              gint64 stored = (gint64) eqp_rng_below (&rng, (guint64) different) * step - different / 2 * step;

              /* All of them are met where there are rows enough. */
              if (i < different && different < 40)
                stored = (i - different / 2) * step;
              parts.features[i * D + j] = stored == 0 && i % 2 != 0 ? -0.0f : (float) stored / 8.0f;
              values[i * D + j] = offset + stored * (gint64) parts.scale;
            }
        }
      dataset = eqp_dataset_new (&parts);
      profile = eqp_profile_new (dataset, 1 + round % 2, NULL, NULL);
      for (gint64 j = 0; j < D; j++)
        {
          const EqpColumnProfile *column = eqp_profile_get_column (profile, j);
          gint64 min = G_MAXINT64, max = G_MININT64, distinct = 0, sum = 0;
          double deviation = 0.0;
          gboolean whole = TRUE, by_number;
          gint64 below = 0;

          for (gint64 i = 0; i < n; i++)
            {
              gint64 value = values[i * D + j];
              gboolean again = FALSE;

              for (gint64 other = 0; other < i; other++)
                again |= values[other * D + j] == value;
              distinct += !again;
              min = MIN (min, value);
              max = MAX (max, value);
              sum += value;
              whole &= value % 8 == 0;
            }
          for (gint64 i = 0; i < n; i++)
            deviation += pow ((double) values[i * D + j] - (double) sum / (double) n, 2.0);
          g_assert_cmpint (column->distinct, ==, distinct);
          g_assert_cmpint (column->type, ==, distinct == 1   ? EQP_COLUMN_CONSTANT
                                             : distinct == 2 ? EQP_COLUMN_BINARY
                                             : whole         ? EQP_COLUMN_INTEGER
                                                             : EQP_COLUMN_REAL);
          g_assert_cmpfloat (column->min, ==, (double) min / 8.0);
          g_assert_cmpfloat (column->max, ==, (double) max / 8.0);
          eqp_assert_close (column->mean, (double) sum / 8.0 / (double) n, 1e-9);
          eqp_assert_close (column->sd, sqrt (deviation / (double) n) / 8.0, 1e-9);

          /* A bar for each whole number where these are few; else bars of one width, whose edges rounding may move. */
          by_number = distinct > 1 && whole && max - min < 8 * EQP_PROFILE_BINS;
          g_assert_cmpint (column->n_bins, ==, distinct == 1 ? 1 : by_number ? (max - min) / 8 + 1 : EQP_PROFILE_BINS);
          for (gint64 b = 0; b < column->n_bins; b++)
            {
              gint64 least = 0, most = 0;

              below += column->bins[b];
              for (gint64 i = 0; i < n; i++)
                {
                  gint64 place = values[i * D + j] - min;

                  least += by_number ? place <= 8 * b : place * column->n_bins < (b + 1) * (max - min);
                  most += by_number ? place <= 8 * b : place * column->n_bins <= (b + 1) * (max - min);
                }
              g_assert_cmpint (below, >=, least);
              g_assert_cmpint (below, <=, most);
            }
          g_assert_cmpint (below, ==, n);
        }
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
  g_test_add_func ("/core/profile/by-definition", test_by_definition);
  g_test_add_func ("/core/profile/cancel", test_cancel);
  return g_test_run ();
}
