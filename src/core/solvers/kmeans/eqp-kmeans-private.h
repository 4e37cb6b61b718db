/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "base/eqp-kernels.h"
#include "base/eqp-sparse-rows.h"
#include "solvers/eqp-solver.h"

G_BEGIN_DECLS

/* What the methods of the k-means family share: data, centres, their sums, and the scratch memory of one run. */
typedef struct
{
  const float       *x;            /* n x d; borrowed; or: */
  const EqpSparseRows *sparse;     /* with which x is NULL, of methods that say so */
  gint64             n;
  gint64             d;
  int                k;
  int                kp;           /* k rounded up to whole panels */
  EqpPool           *pool;         /* borrowed */
  GCancellable      *cancellable;  /* borrowed, may be NULL */
  const EqpKernels  *kernels;
  gboolean           direct;       /* few columns: costs by direct differences, not by products */
  float              product_terms; /* how rounding grows in a product of d terms */
  gint64 chunk_rows; /* depends on the data only, so that sums come out the same on any number of threads */
  gint64             n_chunks;
  int                block_rows;   /* rows whose data stay in the cache */

  double            *centers;      /* k x d */
  double            *sums;         /* k x d, of the rows of each cluster */
  gint64            *sizes;        /* k */
  float             *panel;        /* d x kp: -2 h, or h when direct */
  float             *norms;        /* kp: |h|^2 */
  float             *free_price;   /* kp: 0, padding infinite */
  float              largest_norm; /* max |h| */
  float             *row_norms;    /* n: |x|^2 */
  double            *origin;       /* d zeros */
  double            *center_norms; /* k: |h|^2, of sparse rows */
  gboolean           norms_valid;

  /* lower bounds of the distances to all centres, for skipping rows; NULL when it would not pay */
  float             *lower;        /* n x kp */
  gboolean           lower_valid;
  float             *drift;        /* kp: how far each centre moved since the bounds were last lowered */
  float              mean_drift;
  gboolean           bounds_pay;   /* whether the last pass found enough rows that bounds would skip in the next */
  double            *packed;       /* k x d: the centres that the panel holds */
  struct _EqpCosts  *kept;         /* costs to centres of before, which are told how far those move; borrowed */

  /* 16-bit costs; NULL where the processor has none or they would not pay */
  const EqpCoarseKernels *coarse;
  gint64             width;        /* d rounded up to whole groups */
  gint16            *coarse_panel; /* width x kp */
  gint16            *coarse_rest;  /* EQP_COARSE_REST x width, or NULL */
  float             *coarse_unit;  /* kp: what one unit of a centre stands for, times -2 */
  float             *coarse_error; /* kp: how far off a cost may be, for a row of length 1 */
  float              coarse_worst; /* the largest of these */
  int                coarse_pause; /* passes to go before they are tried again */
  int                coarse_misses; /* passes that left too many rows open */

  float             *scratch;      /* a block of costs, of rows and of rounded rows, for each worker */
  gsize              scratch_size; /* floats a worker */
  double            *chunk_sse;    /* n_chunks */
  gint64            *chunk_moved;  /* n_chunks */
  gint32            *movers;       /* n */
  gint64             n_parts;      /* row ranges with sums of their own; depends on the data only */
  double            *partial_sums; /* n_parts x k x d, or NULL when that is too much */
  gboolean           follow;       /* a pass with current labels takes the changes of the sums along, by parts */
  gint32 *guess; /* n: labels that a pass for costs expects, with its prices; NULL where not followed */
  float             *guess_price;  /* kp */
  guint8            *part_used;    /* n_parts: whether its sums are to be added */
  gint64            *part_sizes;   /* n_parts x k */
  gint64            *part_moved;   /* n_parts */
  const gint32      *followed_from, *followed_to; /* the labels that the parts lead from and to; NULL: none */
} EqpKMeans;

EqpKMeans *_eqp_kmeans_new              (EqpDataset       *dataset,
                                         int               k,
                                         gboolean          bounds,
                                         EqpContext       *context,
                                         GError          **error);
EqpKMeans *_eqp_kmeans_new_dense        (EqpDataset       *dataset,
                                         int               k,
                                         gboolean          bounds,
                                         EqpContext       *context,
                                         GError          **error);
EqpKMeans *_eqp_kmeans_new_rows         (const float      *x,
                                         const EqpSparseRows *sparse,
                                         gint64            n,
                                         gint64            d,
                                         const double     *mean,
                                         int               k,
                                         gboolean          bounds,
                                         EqpContext       *context,
                                         GError          **error);
void       _eqp_kmeans_set_rows         (EqpKMeans        *self,
                                         const float      *x,
                                         gint64            n);
void       _eqp_kmeans_free             (EqpKMeans        *self);
void       _eqp_kmeans_sum_all          (EqpKMeans        *self,
                                         const gint32     *labels);
gint64     _eqp_kmeans_sum_moved        (EqpKMeans        *self,
                                         const gint32     *from,
                                         const gint32     *to);
void       _eqp_kmeans_update_centers   (EqpKMeans        *self);
void       _eqp_kmeans_update_center    (EqpKMeans        *self,
                                         int               cluster);
void       _eqp_kmeans_pack             (EqpKMeans        *self);
gboolean   _eqp_kmeans_assign           (EqpKMeans        *self,
                                         const gint32     *current,
                                         gint32           *next,
                                         double           *sse,
                                         gint64           *moved);
gboolean   _eqp_kmeans_costs            (EqpKMeans        *self,
                                         const gint32     *current,
                                         const double     *prices,
                                         float            *cost,
                                         double           *sse);
gboolean   _eqp_kmeans_distances        (EqpKMeans        *self,
                                         const gint32     *current,
                                         float            *own,
                                         double           *sse);
gboolean   _eqp_kmeans_sse              (EqpKMeans        *self,
                                         const gint32     *labels,
                                         double           *sse);
double     _eqp_kmeans_distance_to      (EqpKMeans        *self,
                                         gint64            row,
                                         const double     *center,
                                         double            norm);
double     _eqp_kmeans_between          (EqpKMeans        *self,
                                         gint64            a,
                                         gint64            b);
double     _eqp_kmeans_norm             (EqpKMeans        *self,
                                         gint64            row);
void       _eqp_kmeans_add              (EqpKMeans        *self,
                                         gint64            row,
                                         double            sign,
                                         double           *sums);
double     _eqp_kmeans_distance         (EqpKMeans        *self,
                                         gint64            row,
                                         int               cluster);
double     _eqp_kmeans_cost_tolerance   (EqpKMeans        *self,
                                         gint64            row,
                                         double            cost);
double     _eqp_kmeans_product_tolerance (EqpKMeans       *self,
                                         gint64            row,
                                         double            norm);
float      _eqp_kmeans_open_below       (EqpKMeans        *self,
                                         gint64            row,
                                         gboolean          coarse);
int        _eqp_kmeans_exact_nearest    (EqpKMeans        *self,
                                         gint64            row,
                                         int               current);
gboolean   _eqp_kmeans_cancelled        (EqpKMeans        *self);

/* eqp-kmeans-costs.c */
void       _eqp_kmeans_sparse_costs     (EqpKMeans        *self,
                                         gint64            row,
                                         float            *cost);
void       _eqp_kmeans_dense_costs      (EqpKMeans        *self,
                                         const float      *x,
                                         int               rows,
                                         float            *cost);
void       _eqp_kmeans_row_costs        (EqpKMeans        *self,
                                         gint64            first,
                                         int               rows,
                                         float            *cost);
void       _eqp_kmeans_block_costs      (gpointer          data,
                                         gint64            first,
                                         int               rows,
                                         float            *cost);
void       _eqp_kmeans_costs_of         (EqpKMeans        *self,
                                         const gint32     *rows,
                                         int               count,
                                         float            *scratch,
                                         float            *cost);
void       _eqp_kmeans_sample_costs     (EqpKMeans        *self,
                                         gint64            step,
                                         gint64            count,
                                         float            *cost);

/* eqp-empty-clusters.c */
gint64     _eqp_kmeans_fill_empty       (EqpKMeans        *self,
                                         gint32           *labels,
                                         EqpEmptyPolicy    policy);
void       _eqp_empty_clusters_warn     (gint64             empty,
                                         int                k,
                                         GPtrArray         *warnings);

/* eqp-seeding.c */
gboolean   _eqp_seed_kmeanspp           (EqpKMeans        *self,
                                         EqpRng           *rng);
gboolean   _eqp_seed_quickly            (EqpKMeans        *self,
                                         EqpRng           *rng,
                                         gint32           *labels);
void       _eqp_seed_random_labels      (gint64            n,
                                         int               k,
                                         EqpRng           *rng,
                                         gint32           *labels);

/* Prices as kernels take them: the padding is never chosen. */
static inline void
eqp_pad_prices (const double *prices, int k, int kp, float *padded)
{
  for (int c = 0; c < kp; c++)
    padded[c] = c < k ? (float) prices[c] : INFINITY;
}

G_END_DECLS
