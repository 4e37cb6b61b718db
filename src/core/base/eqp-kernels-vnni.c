/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs from rows and centres rounded to 16 bits: the processor multiplies twice as many of these at once as it does
 * floats. What the rounding leaves open is decided in double by the caller. */
#include "config.h"

#include "eqp-kernels.h"

#include <immintrin.h>
#include <math.h>

#define UNROLL _Pragma ("GCC unroll 32")
#define INLINE static inline __attribute__ ((always_inline))
#define GROUP EQP_COARSE_GROUP
#define ROWS 8

INLINE __m512i
rounded (const float *x, __mmask16 mask, __m512 scale)
{
  return _mm512_cvtps_epi32 (_mm512_mul_ps (_mm512_maskz_loadu_ps (mask, x), scale));
}

static float
pack (const float *x, gint64 d, float squared_norm, gint16 *row)
{
  float norm = sqrtf (squared_norm);
  float scale = norm > 0.0f ? (float) EQP_COARSE_ROW_NORM / norm : 0.0f;
  __m512 scales = _mm512_set1_ps (scale);
  gint64 j = 0;

  for (; j + GROUP <= d; j += GROUP)
    _mm512_storeu_si512 (row + j,
                         _mm512_packs_epi32 (rounded (x + j, 0xffff, scales), rounded (x + j + 16, 0xffff, scales)));
  if (j < d)
    {
      guint32 mask = (1u << (d - j)) - 1;

      _mm512_storeu_si512 (row + j, _mm512_packs_epi32 (rounded (x + j, (__mmask16) mask, scales),
                                                        rounded (x + j + 16, (__mmask16) (mask >> 16), scales)));
    }

  return norm / (float) EQP_COARSE_ROW_NORM;
}

/* The intrinsic would do, were it not that gcc then moves the sums from register to register. */
INLINE void
multiply_add (__m512i *sum, __m512i a, __m512i b)
{
  __asm__ ("vpdpwssd %2, %1, %0" : "+v"(*sum) : "v"(a), "v"(b));
}

/* As in eqp-kernels-impl.h: R * V sums stay in registers, rows are reached from every third one. Of the two cache lines
 * that a group of columns takes in a row of floats, L are fetched ahead. */
INLINE void
block (const gint16 *rows, gint64 width, const gint16 *panel, int kp, const float *init, const float *row_unit,
       const float *center_unit, float *cost, const float *ahead, gint64 stride, const int L, const int R, const int V)
{
  __m512i acc[ROWS][3];
  const gint32 *base[3];
  gint64 pairs = width / 2;

  UNROLL
  for (int b = 0; b < 3; b++)
    base[b] = (const gint32 *) rows + 3 * b * pairs;

  UNROLL
  for (int v = 0; v < V; v++)
    UNROLL
    for (int r = 0; r < R; r++)
      acc[r][v] = _mm512_setzero_si512 ();

  for (gint64 first = 0; first < pairs; first += GROUP / 2)
    {
      /* The rows after these are fetched while these are worked on; they are floats yet. */
      if (ahead != NULL)
        UNROLL
        for (int r = 0; r < R; r++)
          UNROLL
          for (int l = 0; l < L; l++)
            __builtin_prefetch (ahead + r * stride + 2 * first + 16 * l, 0, 2);

      for (gint64 p = first; p < first + GROUP / 2; p++, panel += 2 * kp)
        {
          __m512i h[3];

          UNROLL
          for (int v = 0; v < V; v++)
            h[v] = _mm512_loadu_si512 (panel + v * 32);
          UNROLL
          for (int r = 0; r < R; r++)
            {
              __m512i value = _mm512_set1_epi32 (base[r / 3][(r % 3) * pairs + p]);

              UNROLL
              for (int v = 0; v < V; v++)
                multiply_add (&acc[r][v], h[v], value);
            }
        }
    }

  UNROLL
  for (int v = 0; v < V; v++)
    UNROLL
    for (int r = 0; r < R; r++)
      {
        __m512 unit = _mm512_mul_ps (_mm512_loadu_ps (center_unit + v * 16), _mm512_set1_ps (row_unit[r]));

        _mm512_storeu_ps (cost + (gint64) r * kp + v * 16,
                          _mm512_fmadd_ps (_mm512_cvtepi32_ps (acc[r][v]), unit, _mm512_loadu_ps (init + v * 16)));
      }
}

#define ALL_ROWS(V, L)                                                                                             \
  do                                                                                                              \
    {                                                                                                             \
      int r = 0;                                                                                                  \
                                                                                                                  \
      for (; r + ROWS <= n_rows; r += ROWS)                                                                       \
        block (rows + r * width, width, panel + 2 * c, kp, init + c, row_unit + r, center_unit + c,               \
               cost + (gint64) r * kp + c, next != NULL ? next + r * stride : NULL, stride, (L), ROWS, (V));       \
      for (; r < n_rows; r++)                                                                                     \
        block (rows + r * width, width, panel + 2 * c, kp, init + c, row_unit + r, center_unit + c,               \
               cost + (gint64) r * kp + c, NULL, stride, 1, 1, (V));                                              \
      c += (V) * 16;                                                                                              \
      next = next != NULL && next == ahead ? ahead + 16 : NULL;                                                   \
    }                                                                                                             \
  while (0)

/* A few centres beyond the last whole vector: two rows at a time meet them along their columns. */
static void
dots_rest (const gint16 *rows, gint64 width, int n_rows, const gint16 *rest, int n_rest, int kp, const float *init,
           const float *row_unit, const float *center_unit, float *cost)
{
  for (int r = 0; r < n_rows; r += 2)
    {
      const gint16 *one = rows + r * width, *other = r + 1 < n_rows ? one + width : one;
      __m512i acc[EQP_COARSE_REST][2];

      UNROLL
      for (int c = 0; c < EQP_COARSE_REST; c++)
        acc[c][0] = acc[c][1] = _mm512_setzero_si512 ();

      for (gint64 j = 0; j < width; j += GROUP)
        {
          __m512i a = _mm512_loadu_si512 (one + j), b = _mm512_loadu_si512 (other + j);

          UNROLL
          for (int c = 0; c < EQP_COARSE_REST; c++)
            {
              __m512i h = _mm512_loadu_si512 (rest + c * width + j);

              multiply_add (&acc[c][0], h, a);
              multiply_add (&acc[c][1], h, b);
            }
        }

      for (int t = 0; t < 2 && r + t < n_rows; t++)
        UNROLL
        for (int c = 0; c < EQP_COARSE_REST; c++)
          if (c < n_rest)
            cost[(gint64) (r + t) * kp + c] =
                init[c] + (float) _mm512_reduce_add_epi32 (acc[c][t]) * (center_unit[c] * row_unit[r + t]);
    }
}

static void
dots (const gint16 *rows, gint64 width, int n_rows, const gint16 *panel, const gint16 *rest, int k, int kp,
      const float *init, const float *row_unit, const float *center_unit, float *cost, const float *ahead,
      gint64 stride)
{
  int c = 0, whole = rest != NULL ? kp - 16 : kp;
  const float *next = ahead;
  gboolean once = whole <= 48; /* else two blocks share what is to be fetched */

  /* One vector alone has too few sums to keep the processor busy. */
  if (once && whole == 48)
    ALL_ROWS (3, 2);
  if (once && whole == 32)
    ALL_ROWS (2, 2);
  if (once && whole == 16)
    ALL_ROWS (1, 2);
  while (whole - c >= 48 && whole - c != 64)
    ALL_ROWS (3, 1);
  while (whole - c >= 32)
    ALL_ROWS (2, 1);
  if (c < whole)
    ALL_ROWS (1, 1);

  if (rest != NULL)
    {
      dots_rest (rows, width, n_rows, rest, k - whole, kp, init + whole, row_unit, center_unit + whole, cost + whole);
      for (int r = 0; r < n_rows; r++)
        for (c = k; c < kp; c++)
          cost[(gint64) r * kp + c] = INFINITY;
    }
}

const EqpCoarseKernels _eqp_kernels_vnni = { pack, dots };
