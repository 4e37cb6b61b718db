/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include "base/eqp-alloc.h"

#include <math.h>

static EqpDataset *
prepare (EqpDataset *dataset, EqpNormalize normalize, int pca, gboolean whiten)
{
  EqpPreparation preparation = { normalize, pca, whiten };
  g_autoptr (GError) error = NULL;
  EqpDataset *prepared = eqp_dataset_prepare (dataset, &preparation, 2, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (prepared);
  for (gint64 i = 0; i < eqp_dataset_get_n (prepared) * eqp_dataset_get_d (prepared); i++)
    g_assert_true (isfinite (eqp_dataset_get_features (prepared)[i]));
  return prepared;
}

static const char *
last_decision (EqpDataset *dataset)
{
  GPtrArray *decisions = eqp_dataset_get_decisions (dataset);

  g_assert_cmpuint (decisions->len, >, 0);
  return g_ptr_array_index (decisions, decisions->len - 1);
}

static void
test_nothing (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpDataset) same = prepare (iris, EQP_NORMALIZE_NONE, 0, FALSE);

  g_assert_true (same == iris);
}

static void
test_standard (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpDataset) prepared = prepare (digits, EQP_NORMALIZE_STANDARD, 0, FALSE);
  int width, height;

  /* 61 columns of variance 1, 3 constant ones. */
  eqp_assert_close (eqp_dataset_get_total_ss (prepared) / 1797.0, 61.0, 1e-6);
  g_assert_cmpfloat (eqp_dataset_get_value (prepared, 0, 0), ==, 0.0);
  eqp_assert_close (eqp_dataset_get_mean (prepared)[10], 0.0, 1e-6);
  g_assert_true (eqp_dataset_get_image_shape (prepared, &width, &height, NULL));
  g_assert_cmpint (width * height, ==, 64);
  g_assert_cmpstr (eqp_dataset_get_class_name (prepared, 3), ==, "3");
  g_assert_cmpstr (eqp_dataset_get_column_name (prepared, 9), ==, eqp_dataset_get_column_name (digits, 9));
  g_assert_cmpstr (eqp_dataset_get_source (prepared), ==, "sample:digits");
  g_assert_nonnull (strstr (last_decision (prepared), "3 constant columns became 0"));
  g_assert_cmpmem (eqp_dataset_get_labels (prepared), 1797 * sizeof (gint32), eqp_dataset_get_labels (digits), 1797 * sizeof (gint32));
}

static void
test_minmax (void)
{
  static const double values[] = { 1, 7, 1e6, 2, 7, 1e6 + 5, 5, 7, 1e6 + 10 };
  static const double expected[] = { 0, 0, 0, 0.25, 0, 0.5, 1, 0, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 3, values);
  g_autoptr (EqpDataset) prepared = prepare (dataset, EQP_NORMALIZE_MINMAX, 0, FALSE);

  for (int i = 0; i < 9; i++)
    eqp_assert_close (eqp_dataset_get_value (prepared, i / 3, i % 3), expected[i], 1e-6);
}

static void
test_unit (void)
{
  static const double values[] = { 3, 4, 0, 0, 0, 0, 0, -2, 0, 1e3, 1e3, 1e3 };
  static const double expected[] = { 0.6, 0.8, 0, 0, 0, 0, 0, -1, 0, 0.57735027, 0.57735027, 0.57735027 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 3, values);
  g_autoptr (EqpDataset) prepared = prepare (dataset, EQP_NORMALIZE_UNIT, 0, FALSE);

  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (prepared, i / 3, i % 3), expected[i], 1e-6);
  /* What is stored is beside the mean. */
  for (int j = 0; j < 3; j++)
    eqp_assert_close (eqp_dataset_get_offsets (prepared)[j],
                      (expected[j] + expected[3 + j] + expected[6 + j] + expected[9 + j]) / 4.0, 1e-6);
}

static void
test_pca (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpDataset) prepared = prepare (digits, EQP_NORMALIZE_NONE, 64, FALSE);

  g_assert_cmpint (eqp_dataset_get_d (prepared), ==, 64);
  g_assert_false (eqp_dataset_get_image_shape (prepared, NULL, NULL, NULL));
  g_assert_cmpstr (eqp_dataset_get_column_name (prepared, 0), ==, "PC 1");
  /* Turning the axes keeps all distances. */
  eqp_assert_close (eqp_dataset_get_total_ss (prepared) / eqp_dataset_get_total_ss (digits), 1.0, 1e-6);
  g_assert_cmpfloat (eqp_dataset_get_column_ss (prepared, 0), >, eqp_dataset_get_column_ss (prepared, 1));
  g_assert_nonnull (strstr (last_decision (prepared), "64 principal components, with 100.0 %"));
}

static void
test_whiten (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpDataset) prepared = prepare (digits, EQP_NORMALIZE_NONE, 64, TRUE);

  /* Three columns are constant, so three components have no variance. */
  g_assert_cmpint (eqp_dataset_get_d (prepared), ==, 61);
  for (gint64 j = 0; j < 61; j++)
    eqp_assert_close (eqp_dataset_get_column_ss (prepared, j) / 1797.0, 1.0, 1e-4);
  g_assert_nonnull (strstr (last_decision (prepared), "3 components have no variance"));
}

static void
test_standard_then_pca (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpDataset) prepared = prepare (iris, EQP_NORMALIZE_STANDARD, 2, FALSE);

  /* numpy: eigenvalues of the correlation matrix */
  eqp_assert_close (eqp_dataset_get_column_ss (prepared, 0) / 150.0, 2.91849782, 1e-6);
  eqp_assert_close (eqp_dataset_get_column_ss (prepared, 1) / 150.0, 0.91403047, 1e-6);
  g_assert_cmpuint (eqp_dataset_get_decisions (prepared)->len, ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (prepared), ==, 3);
}

/* Whatever is left out in front, the other components stay, up to the rounding of float sums in another order. */
static void
test_without_leading (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  const EqpPreparation from = { .pca = 12, .pca_from = 4 }, one = { .pca = 12, .pca_from = 1 };
  const EqpPreparation whitened = { .pca = 64, .pca_from = 4, .whiten = TRUE };
  g_autoptr (EqpDataset) all = prepare (digits, EQP_NORMALIZE_NONE, 12, FALSE);
  g_autoptr (EqpDataset) some = eqp_dataset_prepare (digits, &from, 2, NULL, NULL);
  g_autoptr (EqpDataset) same = eqp_dataset_prepare (digits, &one, 2, NULL, NULL);
  g_autoptr (EqpDataset) white = eqp_dataset_prepare (digits, &whitened, 2, NULL, NULL);

  g_assert_cmpint (eqp_dataset_get_d (some), ==, 9);
  for (gint64 i = 0; i < 1797; i++)
    for (gint64 j = 0; j < 9; j++)
      g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (some, i, j), eqp_dataset_get_value (all, i, j + 3), 1e-5);
  g_assert_cmpstr (eqp_dataset_get_column_name (some, 0), ==, "PC 4");
  g_assert_nonnull (strstr (last_decision (some), "components 4 to 12, with"));
  g_assert_cmpmem (eqp_dataset_get_features (same), 1797 * 12 * sizeof (float), eqp_dataset_get_features (all), 1797 * 12 * sizeof (float));

  /* The three without variance are the last ones. */
  g_assert_cmpint (eqp_dataset_get_d (white), ==, 58);
  for (gint64 j = 0; j < 58; j++)
    eqp_assert_close (eqp_dataset_get_column_ss (white, j) / 1797.0, 1.0, 1e-4);
}

static void
test_comparing (void)
{
  const EqpPreparation a = { .pca = 9, .pca_from = 4 }, b = { .pca = 9, .pca_from = 1 }, c = { .pca = 9 };

  const EqpPreparation others[] = { { .pca = 8 }, { .pca = 9, .whiten = TRUE }, { .pca = 9, .normalize = EQP_NORMALIZE_UNIT } };

  g_assert_false (eqp_preparation_equal (&a, &c));
  g_assert_true (eqp_preparation_equal (&b, &c));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (eqp_preparation_equal (&c, &others[i]));
  g_assert_true (eqp_preparation_is_none (&(EqpPreparation) { 0 }));
  g_assert_false (eqp_preparation_is_none (&a));
}

static void
test_spelling (void)
{
  static const struct
  {
    const char *text;
    int         from;
    int         last;
    const char *again; /* NULL: refused */
  } cases[] = { { "103", 0, 103, "103" }, { "4..103", 4, 103, "4..103" }, { "1..5", 0, 5, "5" }, { "5..5", 5, 5, "5..5" },
                { "5..4", 0, 0, NULL }, { "0..4", 0, 0, NULL }, { "4..", 0, 0, NULL }, { "..4", 0, 0, NULL }, { "4...9", 0, 0, NULL },
                { "-1..4", 0, 0, NULL }, { "4..99999999999", 0, 0, NULL }, { "2 .. 4", 0, 0, NULL }, { "", 0, 0, NULL }, { "0", 0, 0, NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpPreparation preparation = { .pca_from = 7 };
      g_autoptr (GError) error = NULL;
      g_autofree char *again = NULL;

      g_assert_true (eqp_param_parse (&eqp_param_pca, cases[i].text, &preparation, &error) == (cases[i].again != NULL));
      if (cases[i].again == NULL)
        {
          g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
          g_assert_nonnull (strstr (error->message, "a range of them such as 4..103"));
          continue;
        }
      g_assert_cmpint (preparation.pca, ==, cases[i].last);
      g_assert_cmpint (preparation.pca_from, ==, cases[i].from);
      again = eqp_param_format (&eqp_param_pca, &preparation);
      g_assert_cmpstr (again, ==, cases[i].again);
    }
}

static void
test_equal_on_any_threads (void)
{
  static const EqpPreparation preparations[] = {
    { EQP_NORMALIZE_UNIT, 0, FALSE }, { EQP_NORMALIZE_MINMAX, 5, FALSE }, { EQP_NORMALIZE_STANDARD, 9, TRUE }
  };
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (preparations); i++)
    {
      g_autoptr (EqpDataset) one = eqp_dataset_prepare (digits, &preparations[i], 1, NULL, NULL);
      g_autoptr (EqpDataset) three = eqp_dataset_prepare (digits, &preparations[i], 3, NULL, NULL);
      gsize size = sizeof (float) * (gsize) eqp_dataset_get_d (one) * 1797;

      g_assert_cmpmem (eqp_dataset_get_features (one), size, eqp_dataset_get_features (three), size);
    }
}

static void
assert_refused (EqpDataset *dataset, EqpPreparation preparation, EqpError code, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_dataset_prepare (dataset, &preparation, 1, NULL, &error));
  g_assert_error (error, EQP_ERROR, (int) code);
  if (strstr (error->message, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, part);
}

static void
test_refusals (void)
{
  static const double equal[] = { 1, 2, 1, 2, 1, 2 };
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpDataset) same = eqp_test_dataset (3, 2, equal);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  EqpPreparation standard = { EQP_NORMALIZE_STANDARD, 0, FALSE };

  assert_refused (iris, (EqpPreparation) { EQP_NORMALIZE_NONE, 5, FALSE }, EQP_ERROR_INVALID_PARAM, "1 to 4");
  assert_refused (iris, (EqpPreparation) { EQP_NORMALIZE_NONE, -1, FALSE }, EQP_ERROR_INVALID_PARAM, "-1 principal");
  assert_refused (iris, (EqpPreparation) { EQP_NORMALIZE_NONE, 0, TRUE }, EQP_ERROR_INVALID_PARAM, "Whitening");
  assert_refused (same, (EqpPreparation) { EQP_NORMALIZE_STANDARD, 2, TRUE }, EQP_ERROR_INVALID_DATA, "All rows are equal");
  assert_refused (iris, (EqpPreparation) { .pca = 2, .pca_from = 3 }, EQP_ERROR_INVALID_PARAM, "from 3 to 2");
  assert_refused (iris, (EqpPreparation) { .pca_from = 2 }, EQP_ERROR_INVALID_PARAM, "from 2 to 0");
  assert_refused (same, (EqpPreparation) { .pca = 2, .pca_from = 2, .whiten = TRUE }, EQP_ERROR_INVALID_DATA, "None of these");

  g_cancellable_cancel (cancellable);
  g_assert_null (eqp_dataset_prepare (iris, &standard, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What is kept in units of its own, large or small, stays in them where axes are turned, and that is told; whitened it is
 * not. No more components are asked for than there are rows. */
static void
test_units (void)
{
  const double scales[] = { 0x1p70, 0x1p-70, 1.0 };
  const char *const words[] = { "in units of 1.18e+21, because their squares would be beyond",
                                "in units of 8.47e-22, because their squares would be too small", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      EqpDatasetParts parts = { .n = 3, .d = 4, .scale = scales[i] };
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpDataset) turned = NULL;
      g_autoptr (EqpDataset) white = NULL;
      GPtrArray *findings;
      int told = 0;

      parts.features = eqp_try_alloc (12, sizeof (float), "a test", NULL);
      for (int e = 0; e < 12; e++)
        parts.features[e] = (float) (e * e % 7) - 3.0f;
      dataset = eqp_dataset_new (&parts);
      turned = prepare (dataset, EQP_NORMALIZE_NONE, 3, FALSE);
      white = prepare (dataset, EQP_NORMALIZE_NONE, 2, TRUE);
      findings = eqp_dataset_get_findings (turned);
      g_assert_cmpfloat (eqp_dataset_get_scale (turned), ==, scales[i]);
      g_assert_cmpfloat (eqp_dataset_get_scale (white), ==, 1.0);
      eqp_assert_close (eqp_dataset_get_total_ss (turned) / eqp_dataset_get_total_ss (dataset), 1.0, 1e-6);
      for (guint f = 0; f < findings->len; f++)
        told += strstr (g_ptr_array_index (findings, f), words[i] != NULL ? words[i] : "in units of") != NULL;
      g_assert_cmpint (told, ==, words[i] != NULL);
      assert_refused (dataset, (EqpPreparation) { .pca = 4 }, EQP_ERROR_INVALID_PARAM, "have at most 3; ask for 1 to 3");
    }
}

static void
test_constant_without_whitening (void)
{
  static const double equal[] = { 1, 2, 1, 2, 1, 2 };
  g_autoptr (EqpDataset) same = eqp_test_dataset (3, 2, equal);
  g_autoptr (EqpDataset) prepared = prepare (same, EQP_NORMALIZE_STANDARD, 2, FALSE);

  g_assert_cmpfloat (eqp_dataset_get_total_ss (prepared), ==, 0.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/prepare/nothing", test_nothing);
  g_test_add_func ("/core/prepare/standard", test_standard);
  g_test_add_func ("/core/prepare/minmax", test_minmax);
  g_test_add_func ("/core/prepare/unit", test_unit);
  g_test_add_func ("/core/prepare/pca", test_pca);
  g_test_add_func ("/core/prepare/whiten", test_whiten);
  g_test_add_func ("/core/prepare/standard-then-pca", test_standard_then_pca);
  g_test_add_func ("/core/prepare/without-leading", test_without_leading);
  g_test_add_func ("/core/prepare/comparing", test_comparing);
  g_test_add_func ("/core/prepare/spelling", test_spelling);
  g_test_add_func ("/core/prepare/equal-on-any-threads", test_equal_on_any_threads);
  g_test_add_func ("/core/prepare/refusals", test_refusals);
  g_test_add_func ("/core/prepare/units", test_units);
  g_test_add_func ("/core/prepare/constant-without-whitening", test_constant_without_whitening);
  return g_test_run ();
}
