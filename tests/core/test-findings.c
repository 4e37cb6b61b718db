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

/* A column hurts that decides alone, and that is far from the others; two that are as wide do not. */
static void
test_spread_alone (void)
{
  static const struct
  {
    double      second; /* how much wider the second column is than the third */
    EqpSeverity severity;
  } cases[] = { { 3.0, EQP_FINDING_WARNING }, { 5.0, EQP_FINDING_NOTE }, { 20.0, EQP_FINDING_NOTE } };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      double values[12];
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (GPtrArray) findings = NULL;

      for (int i = 0; i < 4; i++)
        {
          values[3 * i] = 20.0 * (i - 1.5);
          values[3 * i + 1] = cases[c].second * (i - 1.5);
          values[3 * i + 2] = i - 1.5;
        }
      dataset = eqp_test_dataset (4, 3, values);
      findings = eqp_findings_new (dataset, 2, NULL, NULL);
      g_assert_cmpint (find (findings, "spread")->severity, ==, cases[c].severity);
    }
}

/* Data kept as they are given: @values n x d. */
static EqpDataset *
kept (gint64 n, gint64 d, const double *values, gint width)
{
  EqpDatasetParts parts = { .n = n, .d = d, .image_width = width, .image_height = width > 0 ? (gint) d / width : 0 };

  parts.features = eqp_try_alloc (n * d, sizeof (float), "a test", NULL);
  for (gint64 i = 0; i < n * d; i++)
    parts.features[i] = (float) values[i];
  return eqp_dataset_new (&parts);
}

/* What is told of columns whose spreads differ so much: first of the wide one, in digits that are known, as a warning from
 * a thousand times on; of pixels nothing. */
static void
test_spreads (void)
{
  const struct
  {
    double      ratio;
    const char *times;   /* NULL: nothing is told */
    EqpSeverity severity;
  } cases[] = {
    { 9.9, NULL, EQP_FINDING_NOTE },          { 10.26, "10.3", EQP_FINDING_WARNING },       { 99.0, "99.0", EQP_FINDING_WARNING },
    { 250.4, "250", EQP_FINDING_WARNING },       { 999.0, "999", EQP_FINDING_WARNING },        { 1001.0, "1001", EQP_FINDING_WARNING },
    { 2345678.0, "2.35e+06", EQP_FINDING_WARNING },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    for (int wide = 0; wide < 2; wide++)
      {
        double values[8];
        g_autoptr (EqpDataset) dataset = NULL;
        g_autoptr (EqpDataset) pixels = NULL;
        g_autoptr (GPtrArray) findings = NULL;
        g_autoptr (GPtrArray) of_pixels = NULL;
        g_autofree char *sentence = NULL;
        const EqpFinding *finding;

        for (int i = 0; i < 8; i++)
          values[i] = (i / 2 - 1.5) * (i % 2 == wide ? cases[c].ratio : 1.0);
        dataset = kept (4, 2, values, 0);
        pixels = kept (4, 2, values, 2);
        findings = eqp_findings_new (dataset, 2, NULL, NULL);
        of_pixels = eqp_findings_new (pixels, 2, NULL, NULL);
        finding = find (findings, "spread");
        g_assert_null (find (of_pixels, "spread"));
        g_assert_cmpint (finding != NULL, ==, cases[c].times != NULL);
        if (finding == NULL)
          continue;
        sentence = g_strdup_printf ("The spread of column %d is %s times that of column %d, so", 1 + wide, cases[c].times, 2 - wide);
        g_assert_true (g_str_has_prefix (finding->sentence, sentence));
        g_assert_cmpint (finding->severity, ==, cases[c].severity);
      }
}

/* Where a number stands for a missing value: three times as far from the others as these lie apart, wherever they lie. */
static void
test_stand_ins (void)
{
  const struct
  {
    double      values[5];
    const char *sentence; /* NULL: none does */
  } cases[] = {
    { { 9900, 9901, 9902, 9900, 9999 }, "1 cell has a number far from all others of its column that often stands for a missing value: "
                                        "9999 in column 1." },
    { { -900, -903, -999, -901, -999 }, "2 cells have numbers far from all others of their columns that often stand for missing "
                                        "values, the first: -999 in column 1." },
    { { 1, 200, 249, 100, 999 }, "1 cell has" }, /* 750 > 3 * 248 */
    { { 1, 200, 251, 100, 999 }, NULL },         /* 748 < 3 * 250 */
    { { -1, -251, -100, -3, -999 }, NULL },
    { { 1, 2, 3, 4, 998 }, NULL },
    { { 1, 2, 3, 4, -98 }, NULL },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 1, cases[c].values);
      g_autoptr (EqpDataset) pixels = kept (5, 1, cases[c].values, 1);
      g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
      g_autoptr (GPtrArray) of_pixels = eqp_findings_new (pixels, 2, NULL, NULL);
      const EqpFinding *finding = find (findings, "stand-in");

      g_assert_null (find (of_pixels, "stand-in"));
      g_assert_cmpint (finding != NULL, ==, cases[c].sentence != NULL);
      if (finding != NULL)
        g_assert_true (g_str_has_prefix (finding->sentence, cases[c].sentence));
    }
}

/* Of columns that are constant, unless all are. */
static void
test_constants (void)
{
  const double values[] = { 4, 1, 5, 4, 2, 5, 4, 3, 5 };
  const char *const sentences[] = {
    NULL, NULL, "One column is constant and does not influence the clusters: column 1.",
    "2 of the 3 columns are constant and do not influence the clusters."
  };

  for (gint64 d = 1; d <= 3; d++)
    {
      double some[9];
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (GPtrArray) findings = NULL;
      const EqpFinding *finding;

      for (gint64 i = 0; i < 3 * d; i++)
        some[i] = values[i / d * 3 + i % d];
      dataset = kept (3, d, some, 0);
      findings = eqp_findings_new (dataset, 2, NULL, NULL);
      finding = find (findings, "constant");
      g_assert_cmpstr (finding != NULL ? finding->sentence : NULL, ==, sentences[d]);
      g_assert_cmpint (find (findings, "distinct") != NULL, ==, d == 1);
    }
}

static void
test_copies (void)
{
  const double values[] = { 1, 2, 1, 2, -0.0, 3, 0.0, 3, 5, 5 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 2, values);
  g_autoptr (GPtrArray) few = eqp_findings_new (dataset, 2, NULL, NULL);
  g_autoptr (GPtrArray) enough = eqp_findings_new (dataset, 3, NULL, NULL);
  g_autoptr (GPtrArray) many = eqp_findings_new (dataset, 4, NULL, NULL);
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpDataset) mended = NULL;
  g_autoptr (EqpDataset) prepared = NULL;
  g_autoptr (EqpDataset) again = NULL;

  g_assert_cmpstr (find (few, "copies")->sentence, ==, "2 rows are copies of an earlier row; 3 of the 5 rows are distinct.");
  g_assert_cmpint (find (few, "copies")->mend, ==, EQP_MEND_DISTINCT);
  g_assert_null (find (few, "distinct"));
  g_assert_nonnull (find (enough, "copies"));
  g_assert_null (find (enough, "distinct"));
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

/* Order and sizes of classes that have numbers for names. */
static void
test_classes (void)
{
  const struct
  {
    gint32      labels[9];
    gint64      n;
    gboolean    sorted;
    const char *sizes; /* NULL: nothing is told of them */
  } cases[] = {
    { { 0, 0, 0, 0, 1 }, 5, TRUE, "The classes have from 1 (“1”) to 4 (“0”) rows;" },
    { { 0, 1, 0, 1, 0 }, 5, FALSE, NULL },
    { { 0, 0, 1, 1, 0 }, 5, FALSE, NULL },
    { { 1, 1, 0, 0, 0 }, 5, TRUE, NULL },
    { { 2, 2, 0, 0, 0, 0, 1, 1 }, 8, TRUE, "The classes have from 2 (“1”) to 4 (“0”) rows;" }, /* twice as many, and the first */
    { { 0, 1, 1, 2, 2, 0, 2, 1, 1 }, 9, FALSE, "The classes have from 2 (“0”) to 4 (“1”) rows;" },
    { { 0, 0, 0, 0, 1, 1, 1, 1, 2 }, 9, TRUE, "The classes have from 1 (“2”) to 4 (“0”) rows;" },
    { { 2, 1, 0 }, 3, FALSE, "Each of the 3 classes has one row only," },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (EqpDataset) dataset = labeled (cases[c].labels, cases[c].n);
      g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
      const EqpFinding *sizes = find (findings, "class-sizes");

      g_assert_cmpint (find (findings, "sorted") != NULL, ==, cases[c].sorted);
      g_assert_cmpint (sizes != NULL, ==, cases[c].sizes != NULL);
      if (sizes != NULL)
        g_assert_true (g_str_has_prefix (sizes->sentence, cases[c].sizes));
    }
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

static EqpDataset *
load (const char *text, const EqpImportOptions *options)
{
  g_autofree char *folder = g_dir_make_tmp ("eqp-findings-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  EqpDataset *dataset;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  dataset = eqp_dataset_load (path, options, NULL, NULL, NULL);
  g_assert_nonnull (dataset);
  g_remove (path);
  g_rmdir (folder);
  return dataset;
}

/* Rows left out for gaps and for missing labels: means bring back no rows without a label. Where not all are listed, most of
 * those that are tell of the others, and no row is told twice. */
static void
test_gaps (void)
{
  const struct
  {
    const char *rows; /* 'g': with a gap, 'l': without a label */
    gint64      limit;
    const char *missing;
    const char *unlabeled;
  } cases[] = {
    { "..l", 100, NULL, "1 row was left out because the label is missing;" },
    { ".g.g", 100, "2 rows were left out because cells are missing;", NULL },
    { "gg.lg", 100, "3 rows were left out because cells are missing;", "1 row was left out because the label" },
    { "gglgggg.g", 3, "7 rows were left out because cells are missing;", "1 row was left out because the label" },
    { "lllgllg", 6, "1 row was left out because cells are missing;", "6 rows were left out because the label" },
    { "lglgggg", 4, "2 rows were left out because cells are missing;", "2 rows were left out because the label" },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) text = g_string_new ("x,y,label\n");
      EqpImportOptions options = { .ledger_limit = cases[c].limit, .missing = EQP_MISSING_DROP };
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (GPtrArray) findings = NULL;
      const EqpFinding *missing, *unlabeled;

      for (const char *row = cases[c].rows; *row != '\0'; row++)
        g_string_append_printf (text, "%d,%s,%s\n", (int) (row - cases[c].rows) * 7 % 5, *row == 'g' ? "" : "2.5", *row == 'l' ? "" : "a");
      g_string_append (text, "1,2.5,a\n2,3,b\n5,4,b\n");
      dataset = load (text->str, &options);
      findings = eqp_findings_new (dataset, 2, NULL, NULL);
      missing = find (findings, "missing");
      unlabeled = find (findings, "unlabeled");
      g_assert_cmpint (missing != NULL, ==, cases[c].missing != NULL);
      g_assert_cmpint (unlabeled != NULL, ==, cases[c].unlabeled != NULL);
      if (missing != NULL)
        {
          g_assert_true (g_str_has_prefix (missing->sentence, cases[c].missing));
          g_assert_cmpint (missing->mend, ==, EQP_MEND_IMPUTE);
        }
      if (unlabeled != NULL)
        {
          g_assert_true (g_str_has_prefix (unlabeled->sentence, cases[c].unlabeled));
          g_assert_cmpint (unlabeled->mend, ==, EQP_MEND_NONE);
        }
    }
}

/* What a reader says has no mend but its own, and what is told here with its mend is not told twice. */
static void
test_of_reader (void)
{
  const EqpImportOptions mean = { .missing = EQP_MISSING_MEAN };
  g_autoptr (EqpDataset) filled = load ("x,y\n1,2.5\n2,\n4,1\n5,\n3,4\n", &mean);
  g_autoptr (EqpDataset) large = load ("x,y\n1e30,2\n-4e30,3\n2e30,5\n3e30,7\n", NULL);
  g_autoptr (GPtrArray) of_filled = eqp_findings_new (filled, 2, NULL, NULL);
  g_autoptr (GPtrArray) of_large = eqp_findings_new (large, 2, NULL, NULL);
  gint told = 0;

  g_assert_true (g_str_has_prefix (find (of_filled, "missing")->sentence, "2 missing cells were filled in;"));
  g_assert_cmpint (find (of_filled, "missing")->mend, ==, EQP_MEND_DROP_ROWS);
  for (guint i = 0; i < of_large->len; i++)
    told += strstr (((EqpFinding *) g_ptr_array_index (of_large, i))->sentence, "beyond the numbers used here") != NULL;
  g_assert_cmpint (told, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (eqp_dataset_get_findings (large), 0),
                            "differ by up to 4e+30, whose squares are beyond the numbers used here, so all were divided by 2^"));
  g_assert_cmpint (find (of_large, "overflow")->mend, ==, EQP_MEND_STANDARDIZE);
}

/* What float loses is told with the first cell, and what 64 bits lose with how far apart they are; neither has a mend. */
static void
test_rounded (void)
{
  const struct
  {
    const char *text;
    const char *sentence; /* NULL: nothing is lost that is worth a word */
  } cases[] = {
    { "x,y\n5,3\n1000000000.5,1\n0.123456789,2\n-7,4\n", "1 cell is kept rounded (the first: 1000000000.5 as 1000000000, in row 2)," },
    { "x,y\n9007199254740993001,1\n9007199254790993002,2\n9007199254740993003,3\n9007199254740993009,4\n",
      "1 column has numbers near 9.00719925479099e+18, where numbers of 64 bits are 1024 apart, and is kept rounded;" },
    { "x,y\n9007199254740993001,1\n9007199259740993002,2\n9007199254740993003,3\n9007199254740993009,4\n", NULL },
    { "x,y\n5,3\n1000000.5,1\n0.125,2\n-7,4\n", NULL },
  };
  const EqpImportOptions keep = { .keep = "1" };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (EqpDataset) dataset = load (cases[c].text, &keep);
      g_autoptr (GPtrArray) findings = eqp_findings_new (dataset, 2, NULL, NULL);
      const EqpFinding *finding = find (findings, "reader");

      g_assert_cmpint (finding != NULL, ==, cases[c].sentence != NULL);
      if (finding == NULL)
        continue;
      g_assert_true (g_str_has_prefix (finding->sentence, cases[c].sentence));
      g_assert_cmpint (finding->mend, ==, EQP_MEND_NONE);
    }
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
  g_test_add_func ("/core/findings/spread-alone", test_spread_alone);
  g_test_add_func ("/core/findings/spreads", test_spreads);
  g_test_add_func ("/core/findings/stand-ins", test_stand_ins);
  g_test_add_func ("/core/findings/constants", test_constants);
  g_test_add_func ("/core/findings/copies", test_copies);
  g_test_add_func ("/core/findings/classes", test_classes);
  g_test_add_func ("/core/findings/overflow", test_overflow);
  g_test_add_func ("/core/findings/isolated", test_isolated);
  g_test_add_func ("/core/findings/isolated-file", test_isolated_file);
  g_test_add_func ("/core/findings/gaps", test_gaps);
  g_test_add_func ("/core/findings/of-reader", test_of_reader);
  g_test_add_func ("/core/findings/rounded", test_rounded);
  g_test_add_func ("/core/edit/classes", test_edit_classes);
  g_test_add_func ("/core/edit/equal", test_edit_equal);
  g_test_add_func ("/core/edit/limits", test_edit_limits);
  return g_test_run ();
}
