/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of the neighbor search, written with the compiler's vectors and included once for each kind of
 * processor: EQP_PAIRS names the table, EQP_LANES the floats in a vector (16 with AVX-512, else 8).
 *
 * R rows meet V vectors of points; their R * V sums stay in registers, where they are also compared with the limits:
 * almost no pair passes, so almost nothing is ever written. */
#include "config.h"

#include "eqp-pairs.h"

#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float VecF __attribute__ ((vector_size (EQP_LANES * 4), aligned (4), may_alias));
typedef double VecD __attribute__ ((vector_size (EQP_LANES * 4), aligned (4), may_alias));
typedef float HalfF __attribute__ ((vector_size (EQP_LANES * 2), aligned (4), may_alias));
typedef gint32 VecI __attribute__ ((vector_size (EQP_LANES * 4)));

#define D_LANES (EQP_LANES / 2)
#define UNROLL _Pragma ("GCC unroll 32")
#define INLINE static inline __attribute__ ((always_inline))

#if EQP_LANES == 16
#define ROWS 8
#define VECTORS 3
#elif defined(__AVX2__)
#define ROWS 6
#define VECTORS 2
#else
#define ROWS 4
#define VECTORS 1
#endif

INLINE VecF
load (const float *p)
{
  return *(const VecF *) p;
}

/* A bit for every lane with a >= b. */
INLINE guint
reaches (VecF a, VecF b)
{
#if EQP_LANES == 16
  return _mm512_cmp_ps_mask ((__m512) a, (__m512) b, _CMP_GE_OQ);
#elif defined(__AVX2__)
  return (guint) _mm256_movemask_ps (_mm256_cmp_ps ((__m256) a, (__m256) b, _CMP_GE_OQ));
#else
  VecI is = a >= b;
  guint bits = 0;

  UNROLL
  for (int lane = 0; lane < EQP_LANES; lane++)
    bits |= (guint) is[lane] & (1u << lane);
  return bits;
#endif
}

INLINE VecF
lesser (VecF a, VecF b)
{
#if EQP_LANES == 16
  return (VecF) _mm512_min_ps ((__m512) a, (__m512) b);
#elif defined(__AVX2__)
  return (VecF) _mm256_min_ps ((__m256) a, (__m256) b);
#else
  VecI less = a < b;

  return (VecF) ((less & (VecI) a) | (~less & (VecI) b));
#endif
}

static EqpPairHit * __attribute__ ((noinline))
note (EqpPairHit *hits, int row, int first, guint bits, VecF values)
{
  float lanes[EQP_LANES];

  memcpy (lanes, &values, sizeof lanes);
  for (; bits != 0; bits &= bits - 1)
    {
      int lane = __builtin_ctz (bits);

      *hits++ = (EqpPairHit) { row, first + lane, lanes[lane] };
    }
  return hits;
}

/* Rows are reached from every third one, which keeps the pointers in registers. */
#define BLOCK(name, INIT, STEP, VALUE)                                                                            \
  INLINE EqpPairHit *                                                                                             \
  name (const float *x, gint64 stride, gint64 d, const float *panel, const float *row_base,                       \
        const float *column_base, const float *row_limit, const float *column_limit, int row, int first,          \
        EqpPairHit *hits, const int R)                                                                            \
  {                                                                                                               \
    VecF acc[ROWS][VECTORS];                                                                                      \
    const float *base[3];                                                                                         \
                                                                                                                  \
    UNROLL                                                                                                        \
    for (int b = 0; b < 3; b++)                                                                                   \
      base[b] = x + 3 * b * stride;                                                                               \
                                                                                                                  \
    UNROLL                                                                                                        \
    for (int v = 0; v < VECTORS; v++)                                                                             \
      UNROLL                                                                                                      \
      for (int r = 0; r < R; r++)                                                                                 \
        acc[r][v] = INIT;                                                                                         \
                                                                                                                  \
    for (gint64 j = 0; j < d; j++, panel += EQP_PAIRS_PANEL)                                                      \
      {                                                                                                           \
        VecF h[VECTORS];                                                                                          \
                                                                                                                  \
        UNROLL                                                                                                    \
        for (int v = 0; v < VECTORS; v++)                                                                         \
          h[v] = load (panel + v * EQP_LANES);                                                                    \
        UNROLL                                                                                                    \
        for (int r = 0; r < R; r++)                                                                               \
          {                                                                                                       \
            float value = base[r / 3][(r % 3) * stride + j];                                                      \
                                                                                                                  \
            UNROLL                                                                                                \
            for (int v = 0; v < VECTORS; v++)                                                                     \
              {                                                                                                   \
                STEP;                                                                                             \
              }                                                                                                   \
          }                                                                                                       \
      }                                                                                                           \
                                                                                                                  \
    UNROLL                                                                                                        \
    for (int r = 0; r < R; r++)                                                                                   \
      UNROLL                                                                                                      \
      for (int v = 0; v < VECTORS; v++)                                                                           \
        {                                                                                                         \
          VecF closeness = VALUE;                                                                                 \
          guint bits = reaches (closeness, lesser (row_limit[r] - (VecF) { 0 }, load (column_limit + v * EQP_LANES))); \
                                                                                                                  \
          if (G_UNLIKELY (bits != 0))                                                                             \
            hits = note (hits, row + r, first + v * EQP_LANES, bits, closeness);                                  \
        }                                                                                                         \
    return hits;                                                                                                  \
  }

BLOCK (products_block,
       row_base[r] + load (column_base + v * EQP_LANES),
       acc[r][v] += h[v] * value,
       acc[r][v])
BLOCK (differences_block,
       ((VecF) { 0 }),
       VecF diff = value - h[v]; acc[r][v] += diff * diff,
       acc[r][v] * -0.5f + load (column_base + v * EQP_LANES))

#define ALL(name, block)                                                                                          \
  static int                                                                                                      \
  name (const float *x, gint64 stride, int n_rows, gint64 d, const float *panel, const float *row_base,           \
        const float *column_base, const float *row_limit, const float *column_limit, EqpPairHit *hits)            \
  {                                                                                                               \
    EqpPairHit *end = hits;                                                                                       \
                                                                                                                  \
    for (int c = 0; c < EQP_PAIRS_PANEL; c += VECTORS * EQP_LANES)                                                \
      {                                                                                                           \
        int r = 0;                                                                                                \
                                                                                                                  \
        for (; r + ROWS <= n_rows; r += ROWS)                                                                     \
          end = block (x + r * stride, stride, d, panel + c, row_base + r, column_base + c, row_limit + r,        \
                       column_limit + c, r, c, end, ROWS);                                                        \
        for (; r < n_rows; r++)                                                                                   \
          end = block (x + r * stride, stride, d, panel + c, row_base + r, column_base + c, row_limit + r,        \
                       column_limit + c, r, c, end, 1);                                                           \
      }                                                                                                           \
    return (int) (end - hits);                                                                                    \
  }

ALL (products, products_block)
ALL (differences, differences_block)

/* A few columns of all points at a time, so that the lines being written stay in the first-level cache. */
static void
pack (const float *x, gint64 stride, int n_points, gint64 d, float *panel)
{
  if (n_points < EQP_PAIRS_PANEL)
    memset (panel, 0, sizeof (float) * EQP_PAIRS_PANEL * d);

  for (gint64 first = 0; first < d; first += 16)
    {
      gint64 last = MIN (first + 16, d);

      for (int c = 0; c < n_points; c++)
        for (gint64 j = first; j < last; j++)
          panel[j * EQP_PAIRS_PANEL + c] = x[c * stride + j];
    }
}

static double
distance (const float *x, const float *y, gint64 d)
{
  VecD acc[4] = { { 0 } };
  gint64 j = 0;
  double sum = 0.0;

  for (; j + 4 * D_LANES <= d; j += 4 * D_LANES)
    UNROLL
    for (int v = 0; v < 4; v++)
      {
        VecD diff = __builtin_convertvector (*(const HalfF *) (x + j + v * D_LANES), VecD) -
                    __builtin_convertvector (*(const HalfF *) (y + j + v * D_LANES), VecD);

        acc[v] += diff * diff;
      }

  acc[0] = (acc[0] + acc[1]) + (acc[2] + acc[3]);
  for (int v = 0; v < D_LANES; v++)
    sum += acc[0][v];

  for (; j < d; j++)
    {
      double diff = (double) x[j] - (double) y[j];

      sum += diff * diff;
    }
  return sum;
}

const EqpPairKernels EQP_PAIRS = { EQP_ISA_NAME, products, differences, pack, distance };
