/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-pca.h"
#include "eqp-lloyd-private.h"
#include "solvers/eqp-solvers-private.h"

G_BEGIN_DECLS

/* More components than this would take minutes. */
#define EQP_MAPPED_SIDE 2048

typedef struct _EqpMapped EqpMapped;

/* k-means on y = M (x - mean) instead of x, with a value of its own, and what its labels are worth in the data. */
struct _EqpMapped
{
  EqpKMeans       *data;           /* of the rows themselves, for sums, centres and SSE */
  EqpKMeans       *space;          /* of the mapped rows */
  EqpLloyd        *lloyd;          /* on space */
  EqpPool         *pool;           /* borrowed */
  const double    *mean;           /* d; borrowed */
  const char      *phase;          /* of the steps to come */
  EqpTrace         trace;

  gint64           r;              /* rows of the map */
  double          *map;            /* r x d */
  double          *weights;        /* r: of the squares in the between-cluster value */
  float           *rows;           /* n x r */
  double          *scratch;        /* for each worker: a block of rows before and after */
  gsize            scratch_size;   /* doubles a worker */
  double          *offsets;        /* k x d: centres less the mean */
  double          *mapped;         /* k x r: the same, mapped */
  gint32          *followed;       /* n: labels that the sums of data belong to */
  gboolean         follows;        /* there are such labels */

  /* the value of the labels whose centres data holds; NULL: the SSE in the space, to be made small */
  double         (*value)          (EqpMapped *self);
  double           last_value;     /* of the last labels that Lloyd found better, kept or not */

  gint32          *kept;           /* n: the best by value */
  double          *kept_centers;   /* k x d */
  gint64          *kept_sizes;     /* k */
  double           kept_value;
  double           kept_sse;       /* infinite: nothing kept yet */
  gint64           kept_left_empty;
};

EqpMapped *_eqp_mapped_new         (EqpDataset       *dataset,
                                    const EqpParams  *params,
                                    gint64            r,
                                    EqpContext       *context,
                                    GError          **error);
void       _eqp_mapped_free        (EqpMapped        *self);
gboolean   _eqp_mapped_apply       (EqpMapped        *self);
void       _eqp_mapped_follow      (EqpMapped        *self,
                                    const gint32     *labels);
double     _eqp_mapped_between     (EqpMapped        *self);
void       _eqp_mapped_map_centers (EqpMapped        *self,
                                    const double     *map,
                                    gint64            r,
                                    double           *mapped);
EqpResult *_eqp_mapped_result      (EqpMapped        *self,
                                    gboolean          cancelled,
                                    gboolean          converged,
                                    GError          **error);

/* eqp-whitening.c: the spectrum that DisKmeans and DisCluster share, and its regularization, EqpParams.own[0] */
extern const EqpParam _eqp_param_lambda;

gboolean   _eqp_check_side         (EqpDataset       *dataset,
                                    GError          **error);
EqpPca    *_eqp_whitening_new      (EqpDataset       *dataset,
                                    EqpContext       *context,
                                    GError          **error);
gint       _eqp_whitening_rank     (const EqpPca     *self);
double     _eqp_whitening_lambda   (const EqpPca     *self,
                                    gint64            n,
                                    gint              k,
                                    double            asked);
void       _eqp_whitening_fill     (const EqpPca     *self,
                                    gint64            n,
                                    double            lambda,
                                    double           *map);

G_END_DECLS
