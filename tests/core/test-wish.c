/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

static void
test_parse (void)
{
  const char *const wrong[] = { "", "max-min", "max-min<=", "max-min>=3", "max-min<=-1", "max-min<=nan", "entropy>=1.5",
                                "largest<=0.5", "smallest<=3", "max-min<=3,", "max-min<=3 or so", "max-min<=inf" };
  EqpWish wish;

  g_assert_true (eqp_wish_parse (&wish, "max-min<=10", NULL));
  g_assert_cmpint (wish.range, ==, 10);
  g_assert_cmpfloat (wish.entropy, <, 0.0);
  g_assert_true (eqp_wish_parse (&wish, " entropy >= 0.99 , largest<=1.2*n/K,smallest>=7", NULL));
  g_assert_cmpint (wish.range, ==, -1);
  g_assert_cmpfloat (wish.entropy, ==, 0.99);
  g_assert_cmpfloat (wish.largest, ==, 1.2);
  g_assert_cmpint (wish.smallest, ==, 7);
  /* Of one kind the stricter counts, whichever comes first. */
  g_assert_true (eqp_wish_parse (&wish, "max-min<=3,max-min<=5,entropy>=0.9,entropy>=0.8", NULL));
  g_assert_cmpint (wish.range, ==, 3);
  g_assert_cmpfloat (wish.entropy, ==, 0.9);
  g_assert_true (eqp_wish_parse (&wish, "largest<=1.5,largest<=1.2,smallest>=4,smallest>=9", NULL));
  g_assert_cmpfloat (wish.largest, ==, 1.2);
  g_assert_cmpint (wish.smallest, ==, 9);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (eqp_wish_parse (&wish, wrong[i], &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
    }
}

static void
test_met (void)
{
  const gint64 sizes[] = { 10, 12, 8 };
  const struct
  {
    const char *text;
    gboolean met;
  } cases[] = { { "max-min<=4", TRUE }, { "max-min<=3", FALSE }, { "largest<=1.2", TRUE }, { "largest<=1.19", FALSE },
                { "smallest>=8", TRUE }, { "smallest>=9", FALSE }, { "entropy>=0.98", TRUE }, { "entropy>=0.9999", FALSE },
                { "max-min<=4,smallest>=9", FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpWish wish;

      g_assert_true (eqp_wish_parse (&wish, cases[i].text, NULL));
      g_assert_cmpint (eqp_wish_is_met (&wish, 3, sizes), ==, cases[i].met);
    }
}

/* What even the most even sizes miss is refused; any sizes within the limits that are offered meet the wish. */
static void
test_limits (void)
{
  const char *const wishes[] = { "max-min<=1", "max-min<=2", "max-min<=5", "smallest>=2", "largest<=1.5", "entropy>=0.95",
                                 "entropy>=0.99,smallest>=2" };
  const gint n = 11, k = 3;

  for (gsize w = 0; w < G_N_ELEMENTS (wishes); w++)
    {
      EqpWish wish;
      gint64 least, most, tried = 0;

      g_assert_true (eqp_wish_parse (&wish, wishes[w], NULL));
      g_assert_true (eqp_wish_check (&wish, n, k, NULL));
      eqp_wish_as_limits (&wish, n, k, &least, &most);
      g_assert_cmpint (least * k, <=, n);
      g_assert_cmpint (most * k, >=, n);
      for (gint64 a = least; a <= most; a++)
        for (gint64 b = least; b <= most; b++)
          {
            const gint64 sizes[] = { a, b, n - a - b };

            if (sizes[2] < least || sizes[2] > most)
              continue;
            tried++;
            g_assert_true (eqp_wish_is_met (&wish, k, sizes));
          }
      g_assert_cmpint (tried, >, 0);
    }
}

/* What is refused tells the most even sizes there are. */
static void
test_refused (void)
{
  static const struct { const char *text; gint64 n; gint k; const char *said; } cases[] = {
    { "smallest>=5", 11, 3, "No sizes of 3 clusters of 11 rows are as wished; the most even ones are 3 to 4." },
    { "smallest>=5", 12, 3, "No sizes of 3 clusters of 12 rows are as wished; the most even ones are 4 to 4." },
    { "max-min<=0", 11, 3, "11 rows cannot be divided into 3 clusters of the same size; 2 are left over" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpWish wish;
      g_autoptr (GError) error = NULL;

      g_assert_true (eqp_wish_parse (&wish, cases[i].text, NULL));
      g_assert_false (eqp_wish_check (&wish, cases[i].n, cases[i].k, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      if (strstr (error->message, cases[i].said) == NULL)
        g_error ("“%s” where “%s” was expected", error->message, cases[i].said);
    }
}

/* For entropy no wider limits would do: one row more on both sides leaves room for sizes that are not as wished. */
static void
test_widest (void)
{
  const gint k = 3;

  for (gint64 n = 3; n < 40; n++)
    for (double entropy = 0.5; entropy < 0.99; entropy += 0.05)
      {
        EqpWish wish;
        g_autofree char *text = g_strdup_printf ("entropy>=%.2f", entropy);
        gint64 least, most;

        g_assert_true (eqp_wish_parse (&wish, text, NULL));
        if (!eqp_wish_check (&wish, n, k, NULL))
          continue;
        eqp_wish_as_limits (&wish, n, k, &least, &most);
        g_assert_cmpint (least, >=, 0);
        for (int more = 0; more < 2 && least >= more; more++)
          {
            gboolean all = TRUE;

            for (gint64 a = least - more; a <= most + more; a++)
              for (gint64 b = least - more; b <= most + more; b++)
                {
                  const gint64 sizes[] = { a, b, n - a - b };

                  if (sizes[2] >= least - more && sizes[2] <= most + more)
                    all = all && eqp_wish_is_met (&wish, k, sizes);
                }
            g_assert_true (all == (more == 0));
          }
      }
}

static void
test_impossible (void)
{
  const char *const wishes[] = { "max-min<=0", "smallest>=4", "largest<=1", "entropy>=1", "largest<=5" };

  for (gsize i = 0; i < G_N_ELEMENTS (wishes); i++)
    {
      g_autoptr (GError) error = NULL;
      EqpWish wish;

      g_assert_true (eqp_wish_parse (&wish, wishes[i], NULL));
      g_assert_false (eqp_wish_check (&wish, 11, 3, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
    }
}

/* A limit that is a whole number of rows, but for rounding; a single cluster has all rows, n/K of them. */
static void
test_largest (void)
{
  const gint64 sizes[] = { 23, 17, 20, 20, 20 }, all = 60;
  g_autoptr (GError) error = NULL;
  gint64 least, most;
  EqpWish wish;

  g_assert_true (eqp_wish_parse (&wish, "largest<=1.15", NULL));
  g_assert_true (eqp_wish_is_met (&wish, 5, sizes));
  eqp_wish_as_limits (&wish, 100, 5, &least, &most);
  g_assert_cmpint (most, ==, 23);

  g_assert_true (eqp_wish_parse (&wish, "largest<=1.2", NULL));
  g_assert_true (eqp_wish_is_met (&wish, 1, &all));
  g_assert_true (eqp_wish_check (&wish, 60, 1, NULL));
  g_assert_true (eqp_wish_parse (&wish, "largest<=2", NULL));
  g_assert_true (eqp_wish_check (&wish, 60, 1, NULL));
  g_assert_true (eqp_wish_parse (&wish, "largest<=5", NULL));
  g_assert_true (eqp_wish_check (&wish, 60, 5, NULL));
  g_assert_true (eqp_wish_parse (&wish, "largest<=5.01", NULL));
  g_assert_false (eqp_wish_check (&wish, 60, 5, NULL));
  g_assert_true (eqp_wish_parse (&wish, "smallest>=2.25", NULL));
  g_assert_cmpint (wish.smallest, ==, 3);
  g_assert_true (eqp_wish_parse (&wish, "largest<=20", NULL));
  g_assert_false (eqp_wish_check (&wish, 60, 1, NULL));
  g_assert_true (eqp_wish_parse (&wish, "smallest>=100", NULL));
  g_assert_false (eqp_wish_check (&wish, 60, 1, &error));
  g_assert_cmpstr (error->message, ==, "A single cluster has all 60 rows, which is not as wished; take more clusters.");
}

static EqpResult *
aim (const char *method, const char *text, EqpDataset *dataset, gint k, GError **error)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  EqpWish wish;

  params.k = k;
  g_assert_true (eqp_wish_parse (&wish, text, NULL));
  return eqp_target_run (eqp_solver_find (method), dataset, &params, &wish,
                         eqp_gamma_unit (EQP_FAMILY_KMEANS, eqp_dataset_get_n (dataset), k,
                                         eqp_dataset_get_total_ss (dataset)),
                         &context, error);
}

/* 6 + 2 up to 9109/9, 5 + 3 up to 4697/3, then 4 + 4: the smallest gamma of each wish is a break of the path. */
static void
test_target (void)
{
  const double x[] = { 0, 1, 2, 3, 4, 5, 100, 101 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (8, 1, x);
  g_autoptr (EqpResult) two = aim ("bkm", "max-min<=2", dataset, 2, NULL);
  g_autoptr (EqpResult) even = aim ("bkm", "smallest>=4", dataset, 2, NULL);
  g_autoptr (EqpResult) any = aim ("bkm", "max-min<=8", dataset, 2, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (ABS (two->sizes[0] - two->sizes[1]), ==, 2);
  g_assert_cmpfloat_with_epsilon (two->gamma, 9109.0 / 9.0, 1e-6 * 9109.0 / 9.0);
  g_assert_cmpint (even->sizes[0], ==, 4);
  g_assert_cmpfloat_with_epsilon (even->gamma, 4697.0 / 3.0, 1e-6 * 4697.0 / 3.0);
  g_assert_cmpfloat (any->gamma, <, 9109.0 / 9.0);
  /* Rows that count three times are more rows. */
  g_assert_null (aim ("bkm", "smallest>=5", dataset, 2, NULL));
  {
    const double weights[] = { 3, 3, 3, 3, 3, 3, 3, 3 };
    g_autoptr (EqpPool) pool = eqp_pool_new (1);
    EqpContext context = { .pool = pool };
    EqpParams params = eqp_params_default ();
    g_autoptr (EqpResult) heavy = NULL;
    EqpWish wish;

    params.k = 2;
    params.weights = weights;
    g_assert_true (eqp_wish_parse (&wish, "smallest>=9", NULL));
    heavy = eqp_target_run (eqp_solver_find ("bkm"), dataset, &params, &wish, 100.0, &context, NULL);
    g_assert_nonnull (heavy);
    g_assert_cmpint (MIN (heavy->sizes[0], heavy->sizes[1]), ==, 9);
  }
  g_assert_null (aim ("kmeans", "max-min<=2", dataset, 2, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/wish/parse", test_parse);
  g_test_add_func ("/core/wish/met", test_met);
  g_test_add_func ("/core/wish/limits", test_limits);
  g_test_add_func ("/core/wish/widest", test_widest);
  g_test_add_func ("/core/wish/impossible", test_impossible);
  g_test_add_func ("/core/wish/largest", test_largest);
  g_test_add_func ("/core/wish/target", test_target);
  g_test_add_func ("/core/wish/refused", test_refused);
  return g_test_run ();
}
