/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

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

  /* cost[k] = init[k] + sum_e values[e] * panel[columns[e] * kp + k], for one sparse row of count entries */
  void   (*entries)  (const gint32        *columns,
                      const float         *values,
                      gint64               count,
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

  /* Up to EQP_NARROW columns: label[r], where sum_j (x[r * d + j] - panel[j * kp + k])^2 is least; and the rows whose
   * least and second least are not more than slope * second + offset apart, with the two. Returns how many these are.
   */
  int    (*nearest)  (const float         *x,
                      int                  n_rows,
                      gint64               d,
                      const float         *panel,
                      int                  k,
                      int                  kp,
                      float                slope,
                      float                offset,
                      gint32              *label,
                      int                 *doubtful,
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

  /* The same for n_rows rows at once, label[r] the place of the least. */
  void   (*leasts)   (const float         *cost,
                      int                  n_rows,
                      const float         *price,
                      int                  kp,
                      gint32              *label,
                      float               *least,
                      float               *second);

  /* least[l] is the least of cost[k] + price[k] where k % EQP_PANEL is l. */
  void   (*lanes)    (const float         *cost,
                      const float         *price,
                      int                  kp,
                      float               *least);

  /* Writes the columns k that may hold the least: those where cost[k] - scale * error[k] is not above bar, which is the
   * least of cost[k] + scale * error[k], and slack more. Returns how many these are. */
  int    (*within)   (const float         *cost,
                      const float         *error,
                      float                scale,
                      float                slack,
                      int                  kp,
                      gint32              *columns);

  /* Writes the columns k where cost[k] + price[k] is not above bar, in order; the padding is priced at infinity.
   * Returns how many these are; the rest of columns, kp in all, may be overwritten. */
  int    (*below)    (const float         *cost,
                      const float         *price,
                      float                bar,
                      int                  kp,
                      gint32              *columns);

  /* sum[j] += sign * x[j] */
  void   (*add)      (double              *sum,
                      const float         *x,
                      double               sign,
                      gint64               d);

  /* lower[k] -= drift[k]; whether any but lower[own] is then within reach */
  gboolean (*reach)  (float               *lower,
                      const float         *drift,
                      int                  kp,
                      int                  own,
                      float                reach);

  /* lower[k] = a little less than sqrt (cost[k] + shift), not below 0 */
  void   (*bound)    (const float         *cost,
                      float                shift,
                      int                  kp,
                      float               *lower);

  /* lower[k] = (sqrt (cost[k]) - drift[k])^2, 0 where the drift is the larger one; returns the least of
   * lower[k] + price[k] where k is not own. The padding is priced at infinity. */
  float  (*lowest)   (const float         *cost,
                      const float         *drift,
                      const float         *price,
                      int                  kp,
                      int                  own,
                      float               *lower);

  /* Where kp is 16: label[r], where cost[r * 16 + k] is least, the padding being infinite; and as "nearest" the rows
   * whose least and second least are not more than slope * row_norms[r] + offset apart. NULL: take "least" row by row.
   */
  int    (*choose)   (const float         *cost,
                      int                  n_rows,
                      const float         *row_norms,
                      float                slope,
                      float                offset,
                      gint32              *label,
                      int                 *doubtful,
                      float               *least,
                      float               *second);
} EqpKernels;

/* A row for the coarse kernels is padded to whole groups of this many columns, see eqp_coarse_column(). */
#define EQP_COARSE_GROUP 32

/* Products of a row and a centre are summed in 32 bits, so the lengths they are scaled to must not multiply to 2^31,
 * the rounding of up to EQP_COARSE_COLUMNS columns included. */
#define EQP_COARSE_COLUMNS 65536
#define EQP_COARSE_ROW_NORM 32700.0
#define EQP_COARSE_CENTER_NORM 65000.0
#define EQP_COARSE_CENTER_LARGEST 32700.0

/* This few centres beyond whole panels are better met one by one, if there are EQP_COARSE_LONG columns. */
#define EQP_COARSE_REST 4
#define EQP_COARSE_LONG 256

/* The same costs as "dots", from rows and centres rounded to 16 bits. */
typedef struct
{
  /* Scales a row to EQP_COARSE_ROW_NORM, rounds it, and returns what one unit stands for. */
  float  (*pack)     (const float         *x,
                      gint64               d,
                      float                squared_norm,
                      gint16              *row);

  /* cost[r * kp + k] = init[k] + row_unit[r] * center_unit[k] * (row r times centre k); panel[p * 2 kp + 2 k + i] is
   * place 2 p + i of centre k; with rest, the last k % EQP_PANEL centres lie there, one after the other, places in
   * order. The floats at ahead are fetched meanwhile. */
  void   (*dots)     (const gint16        *rows,
                      gint64               width,
                      int                  n_rows,
                      const gint16        *panel,
                      const gint16        *rest,
                      int                  k,
                      int                  kp,
                      const float         *init,
                      const float         *row_unit,
                      const float         *center_unit,
                      float               *cost,
                      const float         *ahead,
                      gint64               stride);
} EqpCoarseKernels;

/* The column that stands at a place of a packed row: sixteen and sixteen are packed together by lanes of eight. */
static inline gint64
eqp_coarse_column (gint64 place)
{
  gint64 lane = place % EQP_COARSE_GROUP / 8, i = place % 8;

  return place / EQP_COARSE_GROUP * EQP_COARSE_GROUP + 4 * lane + (i < 4 ? i : 12 + i);
}

extern const EqpKernels _eqp_kernels_generic;
extern const EqpKernels _eqp_kernels_avx2;
extern const EqpKernels _eqp_kernels_avx512;
extern const EqpCoarseKernels _eqp_kernels_vnni;

const EqpKernels       *_eqp_kernels_get        (void);
const EqpCoarseKernels *_eqp_kernels_get_coarse (void);

G_END_DECLS
