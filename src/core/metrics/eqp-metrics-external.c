/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agreement of clusters with known classes. Natural logarithms; they cancel in every measure but the raw
 * information. Conventions at the edges are those of scikit-learn, so that figures can be compared. */
#include "config.h"

#include "eqp-contingency-private.h"
#include "eqp-metrics.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* H = -sum p ln p */
static double
entropy (gint64        n,
         gint          m,
         const gint64 *sizes)
{
  double h = 0.0;

  for (gint i = 0; i < m; i++)
    h -= (double) sizes[i] / (double) n * log ((double) sizes[i] / (double) n);
  return MAX (0.0, h);
}

/* I = sum n_ij/n ln (n n_ij / (a_i b_j)) */
static double
mutual_information (const EqpContingency *table)
{
  double n = (double) table->n;
  double information = 0.0;

  for (gint c = 0; c < table->n_classes; c++)
    for (gint64 cell = table->starts[c]; cell < table->starts[c + 1]; cell++)
      {
        double shared = (double) table->counts[cell];
        double a = (double) table->class_sizes[c];
        double b = (double) table->cluster_sizes[table->clusters[cell]];

        information += shared / n * log (n * shared / (a * b));
      }
  return MAX (0.0, information);
}

static int
compare_sizes (const void *a,
               const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Different sizes, ascending, with how often each occurs: at most sqrt (2 n) of them. */
static gint
tally_sizes (gint          m,
             const gint64 *sizes,
             gint64       *values,
             gint64       *times)
{
  g_autofree gint64 *sorted = g_memdup2 (sizes, sizeof (gint64) * (gsize) m);
  gint different = 0;

  qsort (sorted, (size_t) m, sizeof (gint64), compare_sizes);
  for (gint i = 0; i < m; i++)
    {
      if (i == 0 || sorted[i] != sorted[i - 1])
        {
          values[different] = sorted[i];
          times[different++] = 0;
        }
      times[different - 1]++;
    }
  return different;
}

/* Expected share of the information of one class of size a and one cluster of size b when labels are dealt at
 * random: sum over s of P(s) s/n ln (n s / (a b)), P hypergeometric. P comes from the ratio of neighbouring
 * terms, going out from the mode and divided by their sum: no factorials, so no digits are lost at large n. */
static double
expected_share (gint64 n,
                gint64 a,
                gint64 b)
{
  gint64 low = MAX (0, a + b - n), high = MIN (a, b);
  gint64 mode = CLAMP ((gint64) (((double) a + 1.0) * ((double) b + 1.0) / ((double) n + 2.0)), low, high);
  double factor = (double) n / ((double) a * (double) b);
  double mass = 1.0, sum = mode > 0 ? (double) mode * log (factor * (double) mode) : 0.0;
  double weight = 1.0;

  for (gint64 s = mode; s < high && weight > 1e-40; s++)
    {
      weight *= (double) (a - s) / (double) (s + 1) * ((double) (b - s) / (double) (n - a - b + s + 1));
      mass += weight;
      sum += weight * (double) (s + 1) * log (factor * (double) (s + 1));
    }
  weight = 1.0;
  for (gint64 s = mode; s > low && weight > 1e-40; s--)
    {
      weight *= (double) s / (double) (a - s + 1) * ((double) (n - a - b + s) / (double) (b - s + 1));
      mass += weight;
      if (s > 1)
        sum += weight * (double) (s - 1) * log (factor * (double) (s - 1));
    }

  return sum / mass / (double) n;
}

/* Vinh, Epps, Bailey, "Information theoretic measures for clusterings comparison", JMLR 11 (2010), equation 24a. */
static double
expected_information (const EqpContingency *table)
{
  g_autofree gint64 *a = g_new (gint64, (gsize) table->n_classes);
  g_autofree gint64 *b = g_new (gint64, (gsize) table->n_clusters);
  g_autofree gint64 *times_a = g_new (gint64, (gsize) table->n_classes);
  g_autofree gint64 *times_b = g_new (gint64, (gsize) table->n_clusters);
  gint n_a = tally_sizes (table->n_classes, table->class_sizes, a, times_a);
  gint n_b = tally_sizes (table->n_clusters, table->cluster_sizes, b, times_b);
  double expected = 0.0;

  for (gint i = 0; i < n_a; i++)
    for (gint j = 0; j < n_b; j++)
      expected += (double) times_a[i] * (double) times_b[j] * expected_share (table->n, a[i], b[j]);
  return expected;
}

static double
adjusted_rand (const EqpContingency *table)
{
  double n = (double) table->n;
  gint64 cells = 0, classes = 0, clusters = 0;
  double together, apart, split, joined, denominator;

  for (gint64 cell = 0; cell < table->starts[table->n_classes]; cell++)
    cells += table->counts[cell] * table->counts[cell];
  for (gint c = 0; c < table->n_classes; c++)
    classes += table->class_sizes[c] * table->class_sizes[c];
  for (gint k = 0; k < table->n_clusters; k++)
    clusters += table->cluster_sizes[k] * table->cluster_sizes[k];

  /* Ordered pairs of rows: in one class and one cluster, in neither, in one class only, in one cluster only. */
  together = (double) (cells - table->n);
  split = (double) (classes - cells);
  joined = (double) (clusters - cells);
  apart = n * n - (double) (classes + clusters - cells);
  if (split == 0.0 && joined == 0.0)
    return 1.0;

  denominator = (together + split) * (split + apart) + (together + joined) * (joined + apart);
  return 2.0 * (together * apart - split * joined) / denominator;
}

static double
purity (const EqpContingency *table)
{
  g_autofree gint64 *largest = g_new0 (gint64, (gsize) table->n_clusters);
  gint64 total = 0;

  for (gint64 cell = 0; cell < table->starts[table->n_classes]; cell++)
    largest[table->clusters[cell]] = MAX (largest[table->clusters[cell]], table->counts[cell]);
  for (gint k = 0; k < table->n_clusters; k++)
    total += largest[k];
  return (double) total / (double) table->n;
}

static void
measure_information (const EqpContingency *table,
                     EqpExternalMeasures  *measures)
{
  double h_class = entropy (table->n, table->n_classes, table->class_sizes);
  double h_cluster = entropy (table->n, table->n_clusters, table->cluster_sizes);
  double information = MIN (mutual_information (table), MIN (h_class, h_cluster));
  double expected = expected_information (table);
  double spread = 0.5 * (h_class + h_cluster) - expected;
  gboolean one_class = table->n_classes == 1, one_cluster = table->n_clusters == 1;

  measures->nmi = one_class || one_cluster ? 0.0 : CLAMP (information / sqrt (h_class * h_cluster), 0.0, 1.0);
  measures->homogeneity = one_class ? 1.0 : CLAMP (information / h_class, 0.0, 1.0);
  measures->completeness = one_cluster ? 1.0 : CLAMP (information / h_cluster, 0.0, 1.0);
  measures->v_measure =
      measures->homogeneity + measures->completeness > 0.0
          ? 2.0 * measures->homogeneity * measures->completeness / (measures->homogeneity + measures->completeness)
          : 0.0;
  /* The spread is above 0 unless the partitions are equal, but may be lost to rounding. */
  measures->ami =
      one_class || one_cluster ? 0.0 : CLAMP ((information - expected) / MAX (spread, DBL_EPSILON), -1.0, 1.0);
}

/**
 * eqp_metrics_external:
 * @n: rows, at least 0
 * @truth: @n known classes, any values
 * @labels: @n clusters, any values
 * @measures: (out caller-allocates): all of them
 *
 * Compares clusters with known classes. NMI is 1 when both sides have a single class and 0 when just one has;
 * no rows, or the same partition under other names, give 1 throughout. Nothing is ever NaN.
 *
 * Time O(n sqrt n) at worst for AMI, O(n) for the rest but ACC, whose match costs O(min^2 max) of the numbers of
 * classes and clusters in each connected part of the table; memory O(n).
 */
void
eqp_metrics_external (gint64               n,
                      const gint32        *truth,
                      const gint32        *labels,
                      EqpExternalMeasures *measures)
{
  g_auto (EqpContingency) table = { 0 };

  _eqp_contingency_init (&table, n, truth, labels);
  if (n == 0 || (table.n_classes == table.n_clusters && table.starts[table.n_classes] == table.n_classes))
    {
      *measures = (EqpExternalMeasures) { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 };
      return;
    }

  measures->acc = (double) _eqp_contingency_match (&table, NULL) / (double) n;
  measures->ari = adjusted_rand (&table);
  measures->purity = purity (&table);
  measure_information (&table, measures);
}

static gint
compare_matches (gconstpointer a,
                 gconstpointer b)
{
  const EqpMatch *x = a, *y = b;

  return (x->klass > y->klass) - (x->klass < y->klass);
}

/* The different values in the order they appear, which is how the table numbers them. */
static gint32 *
first_values (gint64        n,
              gint          m,
              const gint32 *values)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gint32 *found = g_new (gint32, (gsize) MAX (1, m));
  gint next = 0;

  for (gint64 i = 0; i < n && next < m; i++)
    if (g_hash_table_add (seen, GINT_TO_POINTER (values[i])))
      found[next++] = values[i];
  return found;
}

/**
 * eqp_metrics_match:
 * @n: rows, at least 0
 * @truth: @n known classes, any values
 * @labels: @n clusters, any values
 *
 * The one-to-one match of classes and clusters that ACC is made with (Kuhn-Munkres).
 *
 * Returns: (transfer full) (element-type EqpMatch): pairs that share rows, by ascending class
 */
GArray *
eqp_metrics_match (gint64        n,
                   const gint32 *truth,
                   const gint32 *labels)
{
  g_auto (EqpContingency) table = { 0 };
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (EqpMatch));
  g_autofree gint *partners = NULL;
  g_autofree gint32 *classes = NULL;
  g_autofree gint32 *clusters = NULL;

  _eqp_contingency_init (&table, n, truth, labels);
  partners = g_new (gint, (gsize) MAX (1, table.n_classes));
  classes = first_values (n, table.n_classes, truth);
  clusters = first_values (n, table.n_clusters, labels);
  _eqp_contingency_match (&table, partners);
  for (gint c = 0; c < table.n_classes; c++)
    for (gint64 cell = table.starts[c]; cell < table.starts[c + 1]; cell++)
      if (table.clusters[cell] == partners[c])
        {
          EqpMatch match = { classes[c], clusters[partners[c]], table.counts[cell] };

          g_array_append_val (pairs, match);
        }
  g_array_sort (pairs, compare_matches);
  return pairs;
}
