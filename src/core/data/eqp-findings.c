/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may hurt a run, or should be known of the data before one: each with a sentence and, where there is one, the
 * step of preparation that mends it. */
#include "config.h"

#include "eqp-findings.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"
#include "base/eqp-short-name.h"
#include "base/eqp-sparse-rows.h"
#include "graph/eqp-graph.h"
#include "eqp-data-private.h"
#include "eqp-ledger.h"

/* Standard deviations that differ by this much are worth a word, by that much a warning. */
#define SPREAD_NOTE 10.0
#define SPREAD_WARNING 1000.0
/* Of all squares about the means: from there on a column decides alone. */
#define SPREAD_ALONE 0.95

/* Classes whose sizes differ by this factor are not balanced. */
#define UNEVEN_CLASSES 2.0

static void
finding_free (gpointer data)
{
  EqpFinding *finding = data;

  g_free (finding->sentence);
  g_clear_pointer (&finding->columns, g_array_unref);
  eqp_alternative_free (finding->option);
  g_free (finding);
}

static EqpFinding *add (GPtrArray *findings, const char *id, EqpSeverity severity, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static EqpFinding *
add (GPtrArray *findings, const char *id, EqpSeverity severity, const char *format, ...)
{
  EqpFinding *finding = g_new0 (EqpFinding, 1);
  va_list args;

  va_start (args, format);
  finding->sentence = eqp_sentence_vdup (format, args);
  va_end (args);
  finding->id = id;
  finding->severity = severity;
  g_ptr_array_add (findings, finding);
  return finding;
}

static void
find_constant (EqpDataset *dataset, GPtrArray *findings)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 d = eqp_dataset_get_d (dataset);
  EqpFinding *finding;

  for (gint64 j = 0; j < d; j++)
    if (eqp_dataset_get_column_ss (dataset, j) == 0.0)
      g_array_append_val (columns, j);
  if (columns->len == 0 || columns->len == d || eqp_dataset_get_n (dataset) < 2)
    return;

  if (columns->len == 1)
    {
      g_autofree char *title = eqp_dataset_dup_column_title (dataset, g_array_index (columns, gint64, 0));

      finding = add (findings, "constant", EQP_FINDING_NOTE,
                     _ ("One column is constant and does not influence the clusters: %s."), title);
    }
  else
    finding =
        add (findings, "constant", EQP_FINDING_NOTE,
             eqp_ngettext ("%u of the %" PRId64 " columns is constant and does not influence the clusters.",
                           "%u of the %" PRId64 " columns are constant and do not influence the clusters.",
                           columns->len),
             columns->len, d);
  finding->mend = EQP_MEND_DROP_COLUMNS;
  finding->columns = g_steal_pointer (&columns);
}

static void
find_spread (EqpDataset *dataset, GPtrArray *findings)
{
  gint64 widest = -1, narrowest = -1;
  double ratio, sum = 0.0;
  gboolean hurts;
  g_autofree char *wide = NULL;
  g_autofree char *times = NULL;
  g_autofree char *narrow = NULL;

  /* Pixels are all in the same unit: that some of them hardly vary is no mistake. */
  if (eqp_dataset_get_image_shape (dataset, NULL, NULL, NULL))
    return;
  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    {
      double ss = eqp_dataset_get_column_ss (dataset, j);

      if (ss == 0.0)
        continue;
      sum += ss;
      if (widest < 0 || ss > eqp_dataset_get_column_ss (dataset, widest))
        widest = j;
      if (narrowest < 0 || ss < eqp_dataset_get_column_ss (dataset, narrowest))
        narrowest = j;
    }
  if (widest < 0)
    return;
  ratio = sqrt (eqp_dataset_get_column_ss (dataset, widest) / eqp_dataset_get_column_ss (dataset, narrowest));
  if (ratio < SPREAD_NOTE)
    return;

  times = ratio < 1e6 ? g_strdup_printf ("%.*f", ratio < 100.0 ? 1 : 0, ratio) : g_strdup_printf ("%.3g", ratio);
  wide = eqp_dataset_dup_column_title (dataset, widest);
  narrow = eqp_dataset_dup_column_title (dataset, narrowest);
  hurts = ratio >= SPREAD_WARNING || eqp_dataset_get_column_ss (dataset, widest) >= SPREAD_ALONE * sum;
  add (findings, "spread", hurts ? EQP_FINDING_WARNING : EQP_FINDING_NOTE,
       _ ("The spread of %s is %s times that of %s, so the wide columns decide the distances; standardizing makes "
          "columns count alike."),
       wide, times, narrow)
      ->mend = EQP_MEND_STANDARDIZE;
}

/* Numbers that people write where a value is missing. */
static const double stand_ins[] = { -999,
                                    -9999,
                                    -99999,
                                    -99,
                                    999,
                                    9999,
                                    99999,
                                    999999,
                                    1e20,
                                    -1e20,
                                    1e30,
                                    -1e30,
                                    1e36,
                                    9.96920996838687e36,
                                    3.4028234663852886e38,
                                    -3.4028234663852886e38 };

/* Lowest and highest value of a column, and the values next to them. */
typedef struct
{
  double low;
  double next_low;
  double next_high;
  double high;
  gint64 lows;
  gint64 highs;
} Ends;

static void
meet (Ends *ends, double value, gint64 times)
{
  if (value < ends->low)
    {
      ends->next_low = ends->low;
      ends->low = value;
      ends->lows = 0;
    }
  else if (value > ends->low && value < ends->next_low)
    ends->next_low = value;
  if (value > ends->high)
    {
      ends->next_high = ends->high;
      ends->high = value;
      ends->highs = 0;
    }
  else if (value < ends->high && value > ends->next_high)
    ends->next_high = value;
  ends->lows += value == ends->low ? times : 0;
  ends->highs += value == ends->high ? times : 0;
}

/* @turned: the columns of sparse rows, or NULL */
static Ends
find_ends (EqpDataset *dataset, const EqpSparseRows *turned, gint64 column)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  Ends ends = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 0, 0 };

  if (turned != NULL)
    {
      gint64 first = turned->starts[column], last = turned->starts[column + 1];

      for (gint64 e = first; e < last; e++)
        meet (&ends, turned->values[e], 1);
      if (last - first < n)
        meet (&ends, 0.0, n - (last - first));
    }
  else
    {
      const float *features = eqp_dataset_get_features (dataset);

      for (gint64 i = 0; i < n; i++)
        meet (&ends, features[i * d + column], 1);
    }
  return ends;
}

/* The lowest or highest value when it is such a number and far from all others; 0 for none. */
static double
stand_in_of (EqpDataset *dataset, const EqpSparseRows *turned, gint64 column, gint64 *rows)
{
  Ends ends = find_ends (dataset, turned, column);
  double scale = eqp_dataset_get_scale (dataset), offset = eqp_dataset_get_offsets (dataset)[column] / scale,
         slack = 1e-4;

  /* Beside a number that makes a scale of its own all others may be kept as 0. */
  if (scale == 1.0 && !(ends.next_low < ends.high) && !(ends.next_high > ends.low))
    return 0.0;
  for (guint i = 0; i < G_N_ELEMENTS (stand_ins); i++)
    {
      double number = stand_ins[i] / scale;
      double low = number - (offset + ends.low), high = number - (offset + ends.high);

      if (number < 0.0 && fabs (low) <= slack * fabs (number) &&
          ends.next_low - ends.low > 3.0 * (ends.high - ends.next_low))
        {
          *rows = ends.lows;
          return stand_ins[i];
        }
      if (number > 0.0 && fabs (high) <= slack * number &&
          ends.high - ends.next_high > 3.0 * (ends.next_high - ends.low))
        {
          *rows = ends.highs;
          return stand_ins[i];
        }
    }
  return 0.0;
}

static void
find_stand_ins (EqpDataset *dataset, GCancellable *cancellable, GPtrArray *findings)
{
  gint64 d = eqp_dataset_get_d (dataset), cells = 0, first = -1;
  double value = 0.0;
  g_autoptr (EqpSparseRows) turned = NULL;
  g_autofree char *title = NULL;
  g_autofree char *word = NULL;
  EqpFinding *finding;

  if (eqp_dataset_get_sparse (dataset) != NULL &&
      (turned = _eqp_sparse_rows_turn (eqp_dataset_get_sparse (dataset), NULL)) == NULL)
    return;
  if (eqp_dataset_get_image_shape (dataset, NULL, NULL, NULL) || eqp_dataset_get_n (dataset) < 4)
    return;
  for (gint64 j = 0; j < d && !g_cancellable_is_cancelled (cancellable); j++)
    {
      gint64 rows = 0;
      double found = stand_in_of (dataset, turned, j, &rows);

      if (found == 0.0)
        continue;
      cells += rows;
      if (first < 0)
        {
          first = j;
          value = found;
        }
    }
  if (first < 0)
    return;
  title = eqp_dataset_dup_column_title (dataset, first);
  word = g_strdup_printf ("%.15g", value);
  finding = add (findings, "stand-in", EQP_FINDING_WARNING,
                 eqp_ngettext ("%" PRId64 " cell has a number far from all others of its column that often stands "
                               "for a missing value: %.15g in %s.",
                               "%" PRId64 " cells have numbers far from all others of their columns that often "
                               "stand for missing values, the first: %.15g in %s.", cells),
                 cells, value, title);
  finding->mend = EQP_MEND_OPTION;
  finding->option = eqp_alternative_new ("missing-words", word, _ ("take %s as missing"), word);
}

static void
find_copies (EqpDataset *dataset, gint k, GCancellable *cancellable, GPtrArray *findings)
{
  gint64 n = eqp_dataset_get_n (dataset);
  gint64 distinct = _eqp_find_copies (dataset, NULL, cancellable, NULL);
  gint64 copies = n - distinct;
  EqpFinding *finding;

  if (distinct < 0 || n == 0)
    return;
  if (distinct == 1 && n > 1)
    add (findings, "distinct", EQP_FINDING_WARNING,
         _ ("All rows are equal, so there is nothing to tell clusters apart."));
  else if (distinct < k)
    {
      finding = add (findings, "distinct", EQP_FINDING_WARNING,
                     eqp_ngettext ("Only %" PRId64 " of the %" PRId64 " rows is distinct, fewer than the %d "
                                   "clusters: some clusters stay empty or divide equal rows.",
                                   "Only %" PRId64 " of the %" PRId64 " rows are distinct, fewer than the %d "
                                   "clusters: some clusters stay empty or divide equal rows.", distinct),
                     distinct, n, k);
      finding->mend = EQP_MEND_CLUSTERS;
      finding->value = distinct;
    }
  else if (copies > 0)
    {
      finding = add (findings, "copies", EQP_FINDING_NOTE,
                     eqp_ngettext ("%" PRId64 " row is a copy of an earlier row; %" PRId64 " of the %" PRId64 " "
                                   "rows are distinct.",
                                   "%" PRId64 " rows are copies of an earlier row; %" PRId64 " of the %" PRId64 " "
                                   "rows are distinct.", copies),
                     copies, distinct, n);
      finding->mend = EQP_MEND_DISTINCT;
    }
}

static void
find_overflow (EqpDataset *dataset, GPtrArray *findings)
{
  double scale = eqp_dataset_get_scale (dataset);

  if (scale == 1.0)
    return;
  add (findings, "overflow", EQP_FINDING_WARNING,
       scale > 1.0 ? _ ("Squares of these values are beyond the numbers used here, so the values are kept in units of "
                        "%.3g; so are objectives and gamma.")
                   : _ ("The values are kept in units of %.3g, because their squares are too small for the numbers "
                        "used here; so are objectives and gamma."),
       scale)
      ->mend = EQP_MEND_STANDARDIZE;
}

/* Rows that were left out for this reason. The ledger has the first reasons only; the rest is like most of them. */
static gint64
count_dropped (EqpLedger *ledger, EqpLedgerReason reason)
{
  gint64 listed = 0, found = 0, all = eqp_ledger_get_count (ledger, EQP_LEDGER_ROW_DROPPED);

  for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
    {
      const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);

      listed += entry->kind == EQP_LEDGER_ROW_DROPPED;
      found += entry->kind == EQP_LEDGER_ROW_DROPPED && entry->reason == reason;
    }
  return 2 * found > listed ? found + all - listed : found;
}

/* Rows that went because of gaps come back when the gaps are filled; filled ones can go instead. */
static void
find_gaps (EqpDataset *dataset, GPtrArray *findings)
{
  EqpLedger *ledger = eqp_dataset_get_ledger (dataset);
  gint64 dropped = count_dropped (ledger, EQP_LEDGER_CELL_MISSING),
         unlabeled = count_dropped (ledger, EQP_LEDGER_LABEL_MISSING);
  gint64 imputed = eqp_ledger_get_count (ledger, EQP_LEDGER_IMPUTED);

  if (imputed > 0)
    add (findings, "missing", EQP_FINDING_NOTE,
         eqp_ngettext ("%" PRId64 " missing cell was filled in; the row with the gap can be left out instead.",
                       "%" PRId64 " missing cells were filled in; the rows with gaps can be left out instead.",
                       imputed),
         imputed)
        ->mend = EQP_MEND_DROP_ROWS;
  /* A ledger that lists nothing knows no reasons. */
  if (eqp_ledger_get_n_entries (ledger) == 0 && eqp_dataset_get_missing (dataset) > 0)
    dropped = eqp_ledger_get_count (ledger, EQP_LEDGER_ROW_DROPPED);
  if (unlabeled > 0)
    add (findings, "unlabeled", EQP_FINDING_NOTE,
         eqp_ngettext ("%" PRId64 " row was left out because the label is missing; fill it in, or choose no labels "
                       "to keep it.",
                       "%" PRId64 " rows were left out because the label is missing; fill it in, or choose no "
                       "labels to keep them.", unlabeled),
         unlabeled);
  /* Rows may be left out for other reasons, such as a broken image. */
  if (dropped == 0)
    return;
  add (findings, "missing", EQP_FINDING_NOTE,
       eqp_ngettext ("%" PRId64 " row was left out because cells are missing; the mean of the column can be put in "
                     "their place.",
                     "%" PRId64 " rows were left out because cells are missing; the mean of the column can be put "
                     "in their place.", dropped),
       dropped)
      ->mend = EQP_MEND_IMPUTE;
}

static void
find_class_troubles (EqpDataset *dataset, GPtrArray *findings)
{
  const gint32 *labels = eqp_dataset_get_labels (dataset);
  gint n_classes = eqp_dataset_get_n_classes (dataset);
  gint64 n = eqp_dataset_get_n (dataset), least = G_MAXINT64, most = 0, changes = 0;
  g_autofree gint64 *sizes = NULL;
  g_autofree char *small = NULL;
  g_autofree char *large = NULL;
  gint smallest = 0, largest = 0;

  if (labels == NULL || n_classes < 2 || n < 2)
    return;
  sizes = g_new0 (gint64, n_classes);
  for (gint64 i = 0; i < n; i++)
    {
      sizes[labels[i]]++;
      changes += i > 0 && labels[i] != labels[i - 1];
    }
  for (gint c = 0; c < n_classes; c++)
    {
      if (sizes[c] < least)
        {
          least = sizes[c];
          smallest = c;
        }
      if (sizes[c] > most)
        {
          most = sizes[c];
          largest = c;
        }
    }

  if (most == 1)
    add (findings, "class-sizes", EQP_FINDING_WARNING,
         _ ("Each of the %d classes has one row only, so they tell nothing about clusters; choose other labels, or "
            "none."),
         n_classes);
  if (changes == n_classes - 1 && n > n_classes)
    add (findings, "sorted", EQP_FINDING_NOTE,
         _ ("The rows are sorted by class; no method minds their order, but the first rows of this file are no sample "
            "of it."));
  small = eqp_short_name (eqp_dataset_get_class_name (dataset, smallest));
  large = eqp_short_name (eqp_dataset_get_class_name (dataset, largest));
  if (least > 0 && (double) most >= UNEVEN_CLASSES * (double) least)
    add (findings, "class-sizes", EQP_FINDING_NOTE,
         _ ("The classes have from %" PRId64 " (“%s”) to %" PRId64
            " (“%s”) rows; clusters of equal size cannot agree with them fully."),
         least, small, most, large);
}

static void
find_isolated (gboolean is_graph, gint64 isolated, GPtrArray *findings)
{
  if (isolated > 0)
    add (findings, "isolated", EQP_FINDING_WARNING,
         is_graph
             ? eqp_ngettext ("%" PRId64 " point has no neighbor in the graph, so cuts say nothing about it; only "
                             "the sizes of the clusters decide there.",
                             "%" PRId64 " points have no neighbor in the graph, so cuts say nothing about them; "
                             "only the sizes of the clusters decide there.", isolated)
             : eqp_ngettext ("%" PRId64 " point has no neighbor in the graph, so cuts say nothing about it; a "
                             "larger number of neighbors connects it.",
                             "%" PRId64 " points have no neighbor in the graph, so cuts say nothing about them; a "
                             "larger number of neighbors connects them.", isolated),
         isolated);
}

/**
 * eqp_findings_new:
 * @dataset: a data set
 * @k: the number of clusters asked for
 * @graph: (nullable): the graph of its rows, where it is known
 * @cancellable: (nullable): to give up; what was found until then is returned
 *
 * The reader's own findings first, then numbers that may stand for missing values, constant columns, spreads, copies of
 * rows beside the number of clusters, values out of range, isolated points, order and sizes of the classes. Time O(n
 * d).
 *
 * Returns: (transfer full) (element-type EqpFinding): what was found
 */
GPtrArray *
eqp_findings_new (EqpDataset      *dataset,
                  gint             k,
                  const EqpGraph  *graph,
                  GCancellable    *cancellable)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func (finding_free);
  GPtrArray *told = eqp_dataset_get_findings (dataset);
  gboolean is_graph = eqp_dataset_get_graph (dataset) != NULL;

  for (guint i = 0; i < (is_graph ? told->len : eqp_dataset_get_n_told (dataset)); i++)
    {
      const char *sentence = g_ptr_array_index (told, i);
      const EqpAlternative *mend = eqp_dataset_get_mend (dataset, i);
      EqpFinding *finding;

      /* Told below with what mends it. */
      if (g_strcmp0 (eqp_dataset_get_subject (dataset, i), is_graph ? "isolated" : "overflow") == 0)
        continue;
      finding = add (findings, "reader", EQP_FINDING_NOTE, "%s", sentence);
      finding->option = eqp_alternative_copy (mend);
      finding->mend = mend != NULL ? EQP_MEND_OPTION : EQP_MEND_NONE;
    }
  find_gaps (dataset, findings);
  if (!is_graph)
    {
      find_stand_ins (dataset, cancellable, findings);
      find_copies (dataset, k, cancellable, findings);
      find_overflow (dataset, findings);
      find_constant (dataset, findings);
      find_spread (dataset, findings);
    }
  find_isolated (is_graph, graph != NULL ? eqp_graph_get_n_isolated (graph) : 0, findings);
  find_class_troubles (dataset, findings);
  return findings;
}
