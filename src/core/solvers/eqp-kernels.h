/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../eqp-types.h"

G_BEGIN_DECLS

/* Columns of a packed panel of centres come in groups of this many, the padding included. */
#define EQP_PANEL 16

/* Up to this many columns direct differences cost little more than products, and are more exact. */
#define EQP_NARROW 32

/* The inner loops, compiled once for each kind of processor (eqp-kernels-impl.h) and chosen at run time. */
typedef struct
{
  const char *isa;

  /* cost[r * kp + k] = init[k] + sum_j x[r * stride + j] * panel[j * kp + k], for n_rows rows */
  void   (*dots)     (const float         *x,
                      gint64               stride,
                      int                  n_rows,
                      gint64               d,
                      const float         *panel,
                      int                  kp,
                      const float         *init,
                      float               *cost);

  /* cost[r * kp + k] = sum_j (x[r * stride + j] - panel[j * kp + k])^2 */
  void   (*direct)   (const float         *x,
                      gint64               stride,
                      int                  n_rows,
                      gint64               d,
                      const float         *panel,
                      int                  kp,
                      float               *cost);

  /* Up to EQP_NARROW columns: label[r], the least and the second least of sum_j (x[r * d + j] - panel[j * kp + k])^2 over k */
  void   (*nearest)  (const float         *x,
                      int                  n_rows,
                      gint64               d,
                      const float         *panel,
                      int                  k,
                      int                  kp,
                      gint32              *label,
                      float               *least,
                      float               *second);

  /* out[r] = |x_r - centers[labels[r]]|^2 by direct differences, in double throughout */
  void   (*own)      (const float         *x,
                      int                  n_rows,
                      gint64               d,
                      const double        *centers,
                      const gint32        *labels,
                      double              *out);

  /* |x - center|^2 by direct differences, in double throughout */
  double (*distance) (const float         *x,
                      const double        *center,
                      gint64               d);

  /* |x - y|^2 by direct differences, summed in double */
  double (*between)  (const float         *x,
                      const float         *y,
                      gint64               d);

  /* The least and the second least of cost[k] + price[k]; the padding is priced at infinity. */
  int    (*least)    (const float         *cost,
                      const float         *price,
                      int                  kp,
                      float               *least,
                      float               *second);

  /* sum[j] += sign * x[j] */
  void   (*add)      (double              *sum,
                      const float         *x,
                      double               sign,
                      gint64               d);
} EqpKernels;

extern const EqpKernels _eqp_kernels_generic;
extern const EqpKernels _eqp_kernels_avx2;
extern const EqpKernels _eqp_kernels_avx512;

const EqpKernels *_eqp_kernels_get (void);

G_END_DECLS
