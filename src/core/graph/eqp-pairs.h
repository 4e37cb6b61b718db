/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* Points in lanes: a panel holds coordinate j of this many points side by side, panel[j * EQP_PAIRS_PANEL + c]. */
#define EQP_PAIRS_PANEL 48
/* Rows of one call at most. */
#define EQP_PAIRS_ROWS 64
/* What a call may find at most. */
#define EQP_PAIRS_HITS (EQP_PAIRS_PANEL * EQP_PAIRS_ROWS)

/* A pair that is close enough: row and panel column of the call, and its closeness. */
typedef struct
{
  gint32 row;
  gint32 column;
  float  value;
} EqpPairHit;

/* Rows against one panel. The closeness of a pair is minus a half of its squared distance; all pairs for which it
 * reaches the lesser of the two limits of its ends are reported. */
typedef struct
{
  const char *isa;

  /* closeness = row_base[r] + column_base[c] + sum_j x[r * stride + j] * panel[j][c], the bases being minus half
   * squared norms */
  int (*products)    (const float  *x,
                      gint64        stride,
                      int           n_rows,
                      gint64        d,
                      const float  *panel,
                      const float  *row_base,
                      const float  *column_base,
                      const float  *row_limit,
                      const float  *column_limit,
                      EqpPairHit   *hits);

  /* closeness = -1/2 sum_j (x[r * stride + j] - panel[j][c])^2 + column_base[c], which is 0, or -infinity for padding
   */
  int (*differences) (const float  *x,
                      gint64        stride,
                      int           n_rows,
                      gint64        d,
                      const float  *panel,
                      const float  *row_base,
                      const float  *column_base,
                      const float  *row_limit,
                      const float  *column_limit,
                      EqpPairHit   *hits);

  /* the panel of n_points rows, the columns behind them zero */
  void (*pack)       (const float  *x,
                      gint64        stride,
                      int           n_points,
                      gint64        d,
                      float        *panel);
  /* |x - y|^2 by direct differences, in double throughout */
  double (*distance) (const float  *x,
                      const float  *y,
                      gint64        d);
} EqpPairKernels;

extern const EqpPairKernels _eqp_pairs_generic;
extern const EqpPairKernels _eqp_pairs_avx2;
extern const EqpPairKernels _eqp_pairs_avx512;

const EqpPairKernels *_eqp_pairs_get (void);

G_END_DECLS
