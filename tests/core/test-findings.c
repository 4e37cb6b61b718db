/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each finding on data that have it and on data that do not, with the mend that belongs to it, and that the mend mends. */
#include "config.h"

#include "eqp-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/eqp-alloc.h"

static const EqpFinding *
find (GPtrArray  *findings,
      const char *id)
{
  for (guint i = 0; i < findings->len; i++)
    {
      const EqpFinding *finding = g_ptr_array_index (findings, i);

      g_assert_true (g_str_has_suffix (finding->sentence, "."));
      if (g_str_equal (finding->id, id))
        return finding;
    }
  return NULL;
}

static void
test_none (void)
{
  const double values[] = { 1, 2, 3, 1, 2, 5, 4, 4 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 2, values);
  g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);

  g_assert_cmpint (findings->len, ==, 0);
}

static void
test_constant (void)
{
  const double values[] = { 1, 5, 2, 2, 5, 2, 3, 5, 2 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 3, values);
  g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
  const EqpFinding *finding = find (findings, "constant");
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpDataset) mended = NULL;
  g_autoptr (GPtrArray) after = NULL;

  g_assert_nonnull (finding);
  g_assert_cmpint (finding->mend, ==, EQP_MEND_DROP_COLUMNS);
  g_assert_cmpint (finding->columns->len, ==, 2);
  g_assert_cmpint (g_array_index (finding->columns, gint64, 0), ==, 1);
  for (guint i = 0; i < finding->columns->len; i++)
    eqp_edit_set_dropped (edit, g_array_index (finding->columns, gint64, i), TRUE);
  mended = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_d (mended), ==, 1);
  after = eqp_findings_new (mended, 2, NULL, NULL);
  g_assert_null (find (after, "constant"));
}

static void
test_stand_in (void)
{
  const double values[] = { 1, 5, 2, -999, 3, 4, 2, 7, 1, -999, 3, 6 }, wide[] = { 1, 5, 2, -999, 3, 400, 2, 700, 1, -300, 3, 600 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (6, 2, values);
  g_autoptr (EqpDataset) other = eqp_test_dataset (6, 2, wide);
  g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
  g_autoptr (GPtrArray) none = eqp_findings_new (other, 2, NULL, NULL);
  const EqpFinding *finding = find (findings, "stand-in");

  g_assert_nonnull (finding);
  g_assert_nonnull (strstr (finding->sentence, "2 cells have numbers far from all others of their columns"));
  g_assert_nonnull (strstr (finding->sentence, "the first: -999 in column 2"));
  g_assert_cmpstr (finding->option->value, ==, "-999");
  g_assert_null (find (none, "stand-in"));
}

/* Fill values so large that the other numbers are kept as 0 beside them. */
static void
test_huge_stand_in (void)
{
  const double values[] = { 1.5, 5, 2.5, 3, 9.96921e36, 4, 7.5, 6 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 2, values);
  g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
  const EqpFinding *finding = find (findings, "stand-in");

  g_assert_nonnull (finding);
  g_assert_nonnull (strstr (finding->sentence, "1 cell has a number far from all others of its column"));
  g_assert_cmpstr (finding->option->value, ==, "9.96920996838687e+36");
}

static void
test_spread (void)
{
  const double values[] = { 1, 1000, 2, 900000, 3, 5, 4, 17 };
  const EqpPreparation standard = { .normalize = EQP_NORMALIZE_STANDARD };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 2, values);
  g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
  const EqpFinding *finding = find (findings, "spread");
  g_autoptr (EqpDataset) mended = eqp_dataset_prepare (dataset, &standard, 1, NULL, NULL);
  g_autoptr (GPtrArray) after = eqp_findings_new (mended, 2, NULL, NULL);

  g_assert_nonnull (finding);
  g_assert_cmpint (finding->severity, ==, EQP_FINDING_WARNING);
  g_assert_cmpint (finding->mend, ==, EQP_MEND_STANDARDIZE);
  g_assert_null (find (after, "spread"));
}

static void
test_copies (void)
{
  const double values[] = { 1, 2, 1, 2, -0.0, 3, 0.0, 3, 5, 5 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 2, values);
  g_autoptr (GPtrArray) few = eqp_findings_new (dataset, 2, NULL, NULL);
  g_autoptr (GPtrArray) many = eqp_findings_new (dataset, 4, NULL, NULL);
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpDataset) mended = NULL;
  g_autoptr (EqpDataset) prepared = NULL;
  g_autoptr (EqpDataset) again = NULL;

  g_assert_nonnull (find (few, "copies"));
  g_assert_cmpint (find (few, "copies")->mend, ==, EQP_MEND_DISTINCT);
  g_assert_null (find (few, "distinct"));
  g_assert_nonnull (find (many, "distinct"));
  g_assert_cmpint (find (many, "distinct")->mend, ==, EQP_MEND_CLUSTERS);
  g_assert_cmpint (find (many, "distinct")->value, ==, 3);

  edit->distinct = TRUE;
  mended = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_n (mended), ==, 3);
  eqp_assert_close (eqp_dataset_get_value (mended, 2, 0), 5.0, 1e-6);
  /* Which rows they were. */
  g_assert_cmpint (eqp_dataset_get_origin (mended, 0), ==, 0);
  g_assert_cmpint (eqp_dataset_get_origin (mended, 1), ==, 2);
  g_assert_cmpint (eqp_dataset_get_origin (mended, 2), ==, 4);
  g_assert_cmpint (eqp_dataset_get_n_read (mended), ==, 5);
  /* Also of what is made of them, and when more are left out. */
  prepared = eqp_dataset_prepare (mended, &(EqpPreparation) { .pca = 1 }, 1, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_origin (prepared, 2), ==, 4);
  g_assert_cmpint (eqp_dataset_get_n_read (prepared), ==, 5);
  again = eqp_dataset_edit (prepared, edit, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_origin (again, 2), ==, 4);
  g_assert_cmpint (eqp_dataset_get_n_read (again), ==, 5);
  g_assert_cmpint (eqp_dataset_get_origin (dataset, 4), ==, 4);
  g_assert_cmpint (eqp_dataset_get_n_read (dataset), ==, 5);
}

static EqpDataset *
labeled (const gint32 *labels,
         gint64        n)
{
  EqpDatasetParts parts = { .n = n, .d = 1 };
  g_autoptr (EqpDataset) rows = NULL;
  g_autofree double *values = g_new (double, n);

  for (gint64 i = 0; i < n; i++)
    values[i] = (double) i;
  rows = eqp_test_dataset (n, 1, values);
  parts.features = eqp_try_alloc (n, sizeof (float), "a test", NULL);
  memcpy (parts.features, eqp_dataset_get_features (rows), n * sizeof (float));
  parts.labels = g_memdup2 (labels, n * sizeof (gint32));
  return eqp_dataset_new (&parts);
}

static void
test_classes (void)
{
  const gint32 sorted[] = { 0, 0, 0, 0, 1 };
  const gint32 mixed[] = { 0, 1, 0, 1, 0 };
  g_autoptr (EqpDataset) a = labeled (sorted, 5);
  g_autoptr (EqpDataset) b = labeled (mixed, 5);
  g_autoptr (GPtrArray) of_a = eqp_findings_new (a, 2, NULL, NULL);
  g_autoptr (GPtrArray) of_b = eqp_findings_new (b, 2, NULL, NULL);

  g_assert_nonnull (find (of_a, "sorted"));
  g_assert_nonnull (find (of_a, "class-sizes"));
  g_assert_null (find (of_b, "sorted"));
  g_assert_null (find (of_b, "class-sizes"));
}

static void
test_overflow (void)
{
  EqpDatasetParts parts = { .n = 2, .d = 1, .scale = 1024.0 };
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  parts.features = eqp_try_alloc (2, sizeof (float), "a test", NULL);
  parts.features[0] = 1.0f;
  parts.features[1] = 2.0f;
  dataset = eqp_dataset_new (&parts);
  findings = eqp_findings_new (dataset, 2, NULL, NULL);
  g_assert_nonnull (find (findings, "overflow"));
}

static void
test_isolated (void)
{
  const double values[] = { 0, 1, 5 };
  const gint32 from[] = { 0 }, to[] = { 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 1, values);
  EqpGraph *graph = eqp_graph_new_from_edges (3, 1, from, to, NULL, NULL);
  g_autoptr (GPtrArray) findings = NULL;

  g_assert_nonnull (graph);
  findings = eqp_findings_new (dataset, 2, graph, NULL);
  g_assert_nonnull (find (findings, "isolated"));
  g_assert_nonnull (strstr (find (findings, "isolated")->sentence, "a larger number of neighbors connects it."));
  eqp_graph_unref (graph);
}

/* A graph from a file has no number of neighbors to enlarge, and this is told once. */
static void
test_isolated_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("eqp-findings-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.graph", NULL);
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  guint told = 0;

  g_assert_true (g_file_set_contents (path, "4 2\n2 3\n1\n1\n\n", -1, NULL));
  dataset = eqp_dataset_load (path, NULL, NULL, NULL, NULL);
  g_assert_nonnull (dataset);
  findings = eqp_findings_new (dataset, 2, eqp_dataset_get_graph (dataset), NULL);
  for (guint i = 0; i < findings->len; i++)
    told += strstr (((EqpFinding *) g_ptr_array_index (findings, i))->sentence, "no neighbor") != NULL;
  g_assert_cmpint (told, ==, 1);
  g_assert_null (strstr (find (findings, "isolated")->sentence, "larger number"));
  g_remove (path);
  g_rmdir (folder);
}

/* Means bring back no rows without a label. */
static void
test_unlabeled (void)
{
  g_autofree char *folder = g_dir_make_tmp ("eqp-findings-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  EqpImportOptions options = { .ledger_limit = 100 };
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  g_assert_true (g_file_set_contents (path, "x,y,label\n1,2.5,a\n2,3,b\n4,1,\n5,2,a\n3,4,b\n", -1, NULL));
  dataset = eqp_dataset_load (path, &options, NULL, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  findings = eqp_findings_new (dataset, 2, NULL, NULL);
  g_assert_null (find (findings, "missing"));
  g_assert_nonnull (strstr (find (findings, "unlabeled")->sentence, "1 row was left out because the label is missing;"));
  g_remove (path);
  g_rmdir (folder);
}

/* ---- Edits ------------------------------------------------------------------------------------------------------ */

static void
test_edit_classes (void)
{
  const double values[] = { 1, 10, 2, 9, 3, 10 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 2, values);
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpEdit) copy = NULL;
  g_autoptr (EqpDataset) edited = NULL;

  edit->label = 1;
  copy = eqp_edit_copy (edit);
  g_assert_true (eqp_edit_equal (edit, copy));
  edited = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_d (edited), ==, 1);
  g_assert_cmpint (eqp_dataset_get_n_classes (edited), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (edited, 0), ==, "9");
  g_assert_cmpint (eqp_dataset_get_labels (edited)[0], ==, 1);
  for (gint64 i = 0; i < 3; i++)
    g_assert_cmpfloat (eqp_dataset_get_value (edited, i, 0), ==, eqp_dataset_get_value (dataset, i, 0));
}

static void
test_edit_limits (void)
{
  const double values[] = { 1, 10, 2, 9, 3, 10 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 2, values);
  g_autoptr (EqpDataset) same = NULL;
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (GError) error = NULL;

  same = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_true (same == dataset);
  eqp_edit_set_dropped (edit, 1, TRUE);
  eqp_edit_set_dropped (edit, 0, TRUE);
  g_assert_true (eqp_edit_is_dropped (edit, 0));
  g_assert_null (eqp_dataset_edit (dataset, edit, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  eqp_edit_set_dropped (edit, 0, FALSE);
  eqp_edit_set_dropped (edit, 1, FALSE);
  g_assert_true (eqp_edit_is_empty (edit));
  edit->label = 2;
  g_assert_null (eqp_dataset_edit (dataset, edit, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
}

/* Two edits are the same where all of it is, and the classes of a column are called what its values are. */
static void
test_edit_equal (void)
{
  const double values[] = { 1.7, 1, 2.25, 2, -3, 1.5e15, 1.7, 1, 1e6, 5e14, 0, 1 };
  static const char *const names[] = { "-3", "0", "1.7", "2.25", "1000000" };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (6, 2, values);
  g_autoptr (EqpEdit) edit = eqp_edit_new (), other = eqp_edit_new ();
  g_autoptr (EqpDataset) edited = NULL, large = NULL;

  g_assert_true (eqp_edit_equal (edit, other));
  eqp_edit_set_dropped (edit, 1, TRUE);
  g_assert_false (eqp_edit_equal (edit, other));
  eqp_edit_set_dropped (other, 2, TRUE);
  g_assert_false (eqp_edit_equal (edit, other));
  g_assert_false (eqp_edit_equal (other, edit));
  eqp_edit_set_dropped (other, 2, FALSE);
  eqp_edit_set_dropped (other, 1, TRUE);
  g_assert_true (eqp_edit_equal (edit, other));
  other->no_labels = TRUE;
  g_assert_false (eqp_edit_equal (edit, other));
  edit->no_labels = TRUE;
  other->distinct = TRUE;
  g_assert_false (eqp_edit_equal (edit, other));
  eqp_edit_set_dropped (edit, 1, FALSE);
  edit->no_labels = FALSE;
  edit->label = 0;
  edited = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_n_classes (edited), ==, 5);
  for (int c = 0; c < 5; c++)
    g_assert_cmpstr (eqp_dataset_get_class_name (edited, c), ==, names[c]);
  edit->label = 1;
  large = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_cmpstr (eqp_dataset_get_class_name (large, eqp_dataset_get_labels (large)[2]), ==, "1.5e+15");
  g_assert_cmpuint (strlen (eqp_dataset_get_class_name (large, eqp_dataset_get_labels (large)[4])), ==, 15);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/findings/none", test_none);
  g_test_add_func ("/core/findings/constant", test_constant);
  g_test_add_func ("/core/findings/stand-in", test_stand_in);
  g_test_add_func ("/core/findings/huge-stand-in", test_huge_stand_in);
  g_test_add_func ("/core/findings/spread", test_spread);
  g_test_add_func ("/core/findings/copies", test_copies);
  g_test_add_func ("/core/findings/classes", test_classes);
  g_test_add_func ("/core/findings/overflow", test_overflow);
  g_test_add_func ("/core/findings/isolated", test_isolated);
  g_test_add_func ("/core/findings/isolated-file", test_isolated_file);
  g_test_add_func ("/core/findings/unlabeled", test_unlabeled);
  g_test_add_func ("/core/edit/classes", test_edit_classes);
  g_test_add_func ("/core/edit/equal", test_edit_equal);
  g_test_add_func ("/core/edit/limits", test_edit_limits);
  return g_test_run ();
}
