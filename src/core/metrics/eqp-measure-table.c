/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of measures: what reports, JSON, the window and comparisons show, and the card of each. The texts are
 * only marked here; whoever shows them has them translated. */
#include "config.h"

#include "eqp-measure-table.h"

#include <glib/gi18n.h>

static const EqpMeasure measures[EQP_N_MEASURES] = {
  [EQP_MEASURE_ACC] = {
    "acc", N_ ("ACC"),
    N_ ("Accuracy: the share of rows in the cluster that stands for their class."),
    N_ ("max over matchings m of #{i : m(z_i) = c_i} / n"),
    N_ ("Kuhn-Munkres matching"),
    N_ ("Clusters and classes are matched one to one on a rectangular table; those without a partner count as wrong."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_NMI] = {
    "nmi", N_ ("NMI"),
    N_ ("Normalized mutual information: how much clusters and classes tell of each other."),
    N_ ("I(Z; C) / sqrt(H(Z) H(C))"),
    N_ ("geometric mean"),
    N_ ("0 where just one side has a single class, 1 where both have; never outside 0 to 1."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_ARI] = {
    "ari", N_ ("ARI"),
    N_ ("Rand index of clusters and classes over pairs of rows, adjusted for chance: 0 is chance, 1 is agreement."),
    N_ ("(Rand - E Rand) / (max Rand - E Rand), labels dealt at random with the sizes kept"),
    N_ ("Hubert and Arabie"),
    N_ ("1 where the two partitions are the same, also with a single class or all rows alone; may fall below 0."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_AMI] = {
    "ami", N_ ("AMI"),
    N_ ("Mutual information of clusters and classes, adjusted for chance: 0 is chance, 1 is agreement."),
    N_ ("(I - E I) / ((H(Z) + H(C)) / 2 - E I), E I by the hypergeometric distribution"),
    N_ ("arithmetic mean"),
    N_ ("1 where the two partitions are the same, 0 where just one side has a single class; may fall below 0."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_PURITY] = {
    "purity", N_ ("purity"),
    N_ ("The share of rows that belong to the most frequent class of their cluster."),
    N_ ("sum_k max_c n_kc / n"),
    N_ ("majority class"),
    N_ ("1 where every row is a cluster of its own: it rewards many clusters."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_HOMOGENEITY] = {
    "homogeneity", N_ ("homogeneity"),
    N_ ("How far each cluster holds rows of one class only."),
    N_ ("1 - H(C | Z) / H(C)"),
    N_ ("conditional entropy"),
    N_ ("1 where there is a single class."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_COMPLETENESS] = {
    "completeness", N_ ("completeness"),
    N_ ("How far all rows of a class are in one cluster."),
    N_ ("1 - H(Z | C) / H(Z)"),
    N_ ("conditional entropy"),
    N_ ("1 where there is a single cluster."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_V] = {
    "v_measure", N_ ("V"),
    N_ ("Harmonic mean of homogeneity and completeness."),
    N_ ("2 h c / (h + c)"),
    N_ ("beta = 1"),
    N_ ("0 where both are 0. It equals NMI with the arithmetic mean."),
    EQP_BETTER_HIGH, EQP_MEASURES_TRUTH, EQP_MEASURE_SHARE },

  [EQP_MEASURE_SSE] = {
    "sse", N_ ("SSE"),
    N_ ("Sum of the squared distances of the rows to the mean of their cluster."),
    N_ ("sum_i |x_i - h_(z_i)|^2"),
    N_ ("direct differences"),
    N_ ("Empty clusters add nothing; it needs features, a bare graph has none."),
    EQP_BETTER_LOW, EQP_MEASURES_POINTS, EQP_MEASURE_AMOUNT },
  [EQP_MEASURE_SSE_PER_N] = {
    "sse_per_n", N_ ("SSE/n"),
    N_ ("Mean squared distance of the rows to the mean of their cluster."),
    N_ ("sum_i |x_i - h_(z_i)|^2 / n"),
    N_ ("direct differences"),
    N_ ("Empty clusters add nothing; it needs features, a bare graph has none."),
    EQP_BETTER_LOW, EQP_MEASURES_POINTS, EQP_MEASURE_AMOUNT },
  [EQP_MEASURE_SILHOUETTE] = {
    "silhouette", N_ ("silhouette"),
    N_ ("How much nearer rows are to their own cluster than to the next one: 1 is apart, 0 is on the border."),
    N_ ("mean of (b_i - a_i) / max(a_i, b_i); a_i, b_i: mean distance to own and to nearest other cluster"),
    N_ ("Rousseeuw"),
    N_ ("A row alone counts 0; it needs 2 to n - 1 clusters. Above 20,000 rows: mean of a sample, each against all."),
    EQP_BETTER_HIGH, EQP_MEASURES_SILHOUETTE, EQP_MEASURE_SHARE },
  [EQP_MEASURE_DAVIES_BOULDIN] = {
    "davies_bouldin", N_ ("Davies-Bouldin"),
    N_ ("How wide clusters are against the distance of their centers, each with its worst neighbor."),
    N_ ("mean_k max_l (s_k + s_l) / |h_k - h_l|; s_k: mean distance of the rows to their center"),
    N_ ("mean distances"),
    N_ ("0 where all rows stand on their centers or all centers coincide; it needs 2 to n - 1 clusters."),
    EQP_BETTER_LOW, EQP_MEASURES_POINTS, EQP_MEASURE_AMOUNT },
  [EQP_MEASURE_CALINSKI_HARABASZ] = {
    "calinski_harabasz", N_ ("Calinski-Harabasz"),
    N_ ("Spread between the clusters over the spread inside of them, each for its degrees of freedom."),
    N_ ("(sum_k n_k |h_k - h|^2 / (K - 1)) / (SSE / (n - K))"),
    N_ ("variance ratio"),
    N_ ("1 where all rows stand on their centers; it needs 2 to n - 1 clusters, empty ones not counted."),
    EQP_BETTER_HIGH, EQP_MEASURES_POINTS, EQP_MEASURE_AMOUNT },

  [EQP_MEASURE_CUT] = {
    "cut", N_ ("cut"),
    N_ ("Weight of the edges between clusters."),
    N_ ("W - Tr(F'AF)"),
    N_ ("each edge twice"),
    N_ ("0 for a single cluster, which is why min-cut alone is no method."),
    EQP_BETTER_LOW, EQP_MEASURES_GRAPH, EQP_MEASURE_AMOUNT },
  [EQP_MEASURE_CONDUCTANCE_MAX] = {
    "conductance_max", N_ ("conductance, worst"),
    N_ ("Share of the edge weight at the worst cluster that leaves it."),
    N_ ("max_k cut(k, rest) / min(vol k, vol rest); vol: sum of the degrees"),
    N_ ("min volume"),
    N_ ("Clusters without edges are left out; it needs two clusters with edges."),
    EQP_BETTER_LOW, EQP_MEASURES_GRAPH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_CONDUCTANCE_MEAN] = {
    "conductance_mean", N_ ("conductance, mean"),
    N_ ("Share of the edge weight at a cluster that leaves it, on average over the clusters."),
    N_ ("mean_k cut(k, rest) / min(vol k, vol rest); vol: sum of the degrees"),
    N_ ("min volume"),
    N_ ("Clusters without edges are left out; it needs two clusters with edges."),
    EQP_BETTER_LOW, EQP_MEASURES_GRAPH, EQP_MEASURE_SHARE },
  [EQP_MEASURE_MODULARITY] = {
    "modularity", N_ ("modularity"),
    N_ ("Share of the edge weight inside clusters beyond what the degrees alone would give."),
    N_ ("sum_k (W_kk / W - (vol k / W)^2); W_kk: weight inside k, each edge twice"),
    N_ ("Newman, weighted"),
    N_ ("0 for a single cluster; a graph without edges has none. The resolution is 1."),
    EQP_BETTER_HIGH, EQP_MEASURES_GRAPH, EQP_MEASURE_SHARE },

  [EQP_MEASURE_SIZE_ENTROPY] = {
    "size_entropy", N_ ("size entropy"),
    N_ ("Entropy of the sizes: 1 when all are equal."),
    N_ ("-sum_k (n_k/n) ln(n_k/n) / ln K"),
    N_ ("over ln K"),
    N_ ("1 for a single cluster; empty clusters count in K."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_SHARE },
  [EQP_MEASURE_SIZE_CV] = {
    "size_cv", N_ ("CV of the sizes"),
    N_ ("Standard deviation of the sizes over their mean (coefficient of variation): 0 when all are equal."),
    N_ ("sqrt(mean_k (n_k - n/K)^2) / (n/K)"),
    N_ ("population"),
    N_ ("0 for a single cluster."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_SHARE },
  [EQP_MEASURE_MIN] = {
    "min", N_ ("smallest size"),
    N_ ("Rows in the smallest cluster."),
    N_ ("min_k n_k"),
    N_ ("empty clusters counted"),
    N_ ("0 where a cluster is empty."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_COUNT },
  [EQP_MEASURE_MAX] = {
    "max", N_ ("largest size"),
    N_ ("Rows in the largest cluster."),
    N_ ("max_k n_k"),
    N_ ("rows"),
    N_ ("n for a single cluster."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_COUNT },
  [EQP_MEASURE_MAX_MINUS_MIN] = {
    "max_minus_min", N_ ("largest minus smallest"),
    N_ ("Rows that the largest cluster has more than the smallest."),
    N_ ("max_k n_k - min_k n_k"),
    N_ ("rows"),
    N_ ("At least 1 where K does not divide n."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_COUNT },
  [EQP_MEASURE_SUM_SQUARED] = {
    "sum_squared", N_ ("Σ n²"),
    N_ ("Sum of the squared sizes, which gamma puts a price on; between n²/K and n²."),
    N_ ("sum_k n_k^2"),
    N_ ("exclusive lasso"),
    N_ ("n^2 for a single cluster."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_COUNT },
  [EQP_MEASURE_SUM_SQUARED_RATIO] = {
    "sum_squared_ratio", N_ ("Σ n² over n²/K"),
    N_ ("Sum of the squared sizes against the least there can be: 1 when all are equal, K when one has all."),
    N_ ("K sum_k n_k^2 / n^2"),
    N_ ("even: 1"),
    N_ ("1 for a single cluster."),
    EQP_BETTER_NONE, EQP_MEASURES_BALANCE, EQP_MEASURE_SHARE },
};

/**
 * eqp_measure_get:
 * @measure: which one
 *
 * Returns: (transfer none): its card
 */
const EqpMeasure *
eqp_measure_get (EqpMeasureId measure)
{
  g_return_val_if_fail (measure < EQP_N_MEASURES, NULL);

  return &measures[measure];
}

/**
 * eqp_measure_find:
 * @id: "acc", "silhouette", ...
 *
 * Returns: its #EqpMeasureId, or -1
 */
int
eqp_measure_find (const char *id)
{
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if (g_strcmp0 (measures[i].id, id) == 0)
      return i;
  return -1;
}
