/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of the k-means family, written with the compiler's vectors and included once for each kind of
 * processor: EQP_KERNELS names the table, EQP_LANES the floats in a vector (16 with AVX-512, 8 with AVX2, else 4).
 *
 * Centres lie in lanes: a panel holds coordinate j of EQP_PANEL centres side by side, so one coordinate of a row,
 * broadcast, meets all of them in one multiply-add and no sum has to be taken across lanes. */
#include "config.h"

#include "eqp-kernels.h"

#include <math.h>
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float VecF __attribute__ ((vector_size (EQP_LANES * 4), aligned (4), may_alias));
typedef double VecD __attribute__ ((vector_size (EQP_LANES * 4), aligned (4), may_alias));
typedef float HalfF __attribute__ ((vector_size (EQP_LANES * 2), aligned (4), may_alias));

#define D_LANES (EQP_LANES / 2)
#define COLUMNS_AT_ONCE 16 /* a cache line of a row */
#define ROWS 4
#define VECTORS 2
#define UNROLL _Pragma ("GCC unroll 32")
#define INLINE static inline __attribute__ ((always_inline))

INLINE VecF
load (const float *p)
{
  return *(const VecF *) p;
}

/* Half a vector of floats as doubles; what gcc makes of a conversion of vectors takes several instructions. */
INLINE VecD
widen (const float *p)
{
#if EQP_LANES == 16
  return (VecD) _mm512_cvtps_pd (_mm256_loadu_ps (p));
#elif defined(__AVX2__)
  return (VecD) _mm256_cvtps_pd (_mm_loadu_ps (p));
#else
  return __builtin_convertvector (*(const HalfF *) p, VecD);
#endif
}

/* R rows against V vectors of centres; the R * V accumulators stay in registers. A single vector has two accumulators a
 * row, for every other column, since so few would wait for one another. Rows are reached from every third one, which
 * keeps the pointers in registers too. More than 8 rows would meet in one set of the first-level cache when the stride
 * is a power of two. */
#define BLOCK(name, INIT, STEP)                                                                                   \
  INLINE void                                                                                                     \
  name (const float *x, gint64 stride, gint64 d, const float *panel, int kp, const float *init, float *cost,      \
        const int R, const int V)                                                                                 \
  {                                                                                                               \
    VecF acc[8][3];                                                                                               \
    const float *base[3];                                                                                         \
                                                                                                                  \
    UNROLL                                                                                                        \
    for (int b = 0; b < 3; b++)                                                                                   \
      base[b] = x + 3 * b * stride;                                                                               \
                                                                                                                  \
    UNROLL                                                                                                        \
    for (int r = 0; r < R; r++)                                                                                   \
      {                                                                                                           \
        UNROLL                                                                                                    \
        for (int v = 0; v < V; v++)                                                                               \
          acc[r][v] = INIT;                                                                                       \
        if (V == 1)                                                                                               \
          acc[r][1] = (VecF) { 0 };                                                                               \
      }                                                                                                           \
                                                                                                                  \
    for (gint64 first = 0; first < d; first += COLUMNS_AT_ONCE)                                                   \
      {                                                                                                           \
        gint64 last = MIN (first + COLUMNS_AT_ONCE, d), j = first;                                                \
                                                                                                                  \
        /* The rows after these are fetched while these are worked on. */                                         \
        UNROLL                                                                                                    \
        for (int r = 0; r < R; r++)                                                                               \
          __builtin_prefetch (base[r / 3] + (R + r % 3) * stride + first, 0, 2);                                  \
                                                                                                                  \
        if (V == 1)                                                                                               \
          for (; j + 2 <= last; j += 2, panel += 2 * kp)                                                          \
            {                                                                                                     \
              VecF even = load (panel), odd = load (panel + kp);                                                  \
                                                                                                                  \
              UNROLL                                                                                              \
              for (int r = 0; r < R; r++)                                                                         \
                {                                                                                                 \
                  STEP (acc[r][0], even, base[r / 3][(r % 3) * stride + j]);                                      \
                  STEP (acc[r][1], odd, base[r / 3][(r % 3) * stride + j + 1]);                                   \
                }                                                                                                 \
            }                                                                                                     \
        for (; j < last; j++, panel += kp)                                                                        \
          {                                                                                                       \
            VecF h[3];                                                                                            \
                                                                                                                  \
            UNROLL                                                                                                \
            for (int v = 0; v < V; v++)                                                                           \
              h[v] = load (panel + v * EQP_LANES);                                                                \
            UNROLL                                                                                                \
            for (int r = 0; r < R; r++)                                                                           \
              {                                                                                                   \
                float value = base[r / 3][(r % 3) * stride + j];                                                  \
                                                                                                                  \
                UNROLL                                                                                            \
                for (int v = 0; v < V; v++)                                                                       \
                  STEP (acc[r][v], h[v], value);                                                                  \
              }                                                                                                   \
          }                                                                                                       \
      }                                                                                                           \
                                                                                                                  \
    UNROLL                                                                                                        \
    for (int r = 0; r < R; r++)                                                                                   \
      {                                                                                                           \
        if (V == 1)                                                                                               \
          acc[r][0] += acc[r][1];                                                                                 \
        UNROLL                                                                                                    \
        for (int v = 0; v < V; v++)                                                                               \
          *(VecF *) (cost + (gint64) r * kp + v * EQP_LANES) = acc[r][v];                                         \
      }                                                                                                           \
  }

#define PRODUCT(sum, h, value) (sum) += (h) * (value)
#define DIFFERENCE(sum, h, value)   \
  do                                \
    {                               \
      VecF diff = (value) - (h);    \
                                    \
      (sum) += diff * diff;         \
    }                               \
  while (0)

BLOCK (dots_block, load (init + v * EQP_LANES), PRODUCT)
BLOCK (direct_block, ((VecF) { 0 }), DIFFERENCE)

/* All rows against V vectors of centres, R rows at a time. */
#define ALL_ROWS(block, V, R)                                                                                     \
  do                                                                                                              \
    {                                                                                                             \
      for (r = 0; r + (R) <= n_rows; r += (R))                                                                    \
        block (x + r * stride, stride, d, panel + c, kp, init + c, cost + (gint64) r * kp + c, (R), (V));         \
      for (; r < n_rows; r++)                                                                                     \
        block (x + r * stride, stride, d, panel + c, kp, init + c, cost + (gint64) r * kp + c, 1, (V));           \
      c += (V) * EQP_LANES;                                                                                       \
    }                                                                                                             \
  while (0)

#if EQP_LANES == 16
#define ALL_CENTERS(block)           \
  int c = 0, r;                      \
                                     \
  while (c + 48 <= kp)               \
    ALL_ROWS (block, 3, 8);          \
  if (c + 32 <= kp)                  \
    ALL_ROWS (block, 2, 8);          \
  if (c < kp)                        \
    ALL_ROWS (block, 1, 8)
#else
#define ALL_CENTERS(block)           \
  int c = 0, r;                      \
                                     \
  while (c < kp)                     \
    ALL_ROWS (block, VECTORS, ROWS)
#endif

#if EQP_LANES == 16

/* One vector of centres, the sixteen columns of a cache line written out: their addresses are then constants, and
 * loading a value and multiplying it are one instruction to the processor. */
INLINE void
dots_single (const float *x, gint64 stride, gint64 d, const float *panel, const float *init, float *cost, const int R)
{
  VecF acc[8][2];
  const float *row[8];
  gint64 j = 0;

  UNROLL
  for (int r = 0; r < R; r++)
    {
      row[r] = x + r * stride;
      acc[r][0] = load (init);
      acc[r][1] = (VecF) { 0 };
    }

  for (; j + COLUMNS_AT_ONCE <= d; j += COLUMNS_AT_ONCE, panel += COLUMNS_AT_ONCE * 16)
    {
      UNROLL
      for (int i = 0; i < COLUMNS_AT_ONCE; i++)
        {
          VecF h = load (panel + i * 16);

          UNROLL
          for (int r = 0; r < R; r++)
            acc[r][i % 2] += h * row[r][i];
        }
      UNROLL
      for (int r = 0; r < R; r++)
        {
          __builtin_prefetch (row[r] + R * stride, 0, 2);
          row[r] += COLUMNS_AT_ONCE;
          __asm__ ("" : "+r"(row[r])); /* keeps gcc from counting all rows by one index */
        }
    }
  for (; j < d; j++, panel += 16)
    UNROLL
    for (int r = 0; r < R; r++)
      acc[r][0] += load (panel) * x[r * stride + j];

  UNROLL
  for (int r = 0; r < R; r++)
    *(VecF *) (cost + r * 16) = acc[r][0] + acc[r][1];
}

#endif

static void
dots (const float *x, gint64 stride, int n_rows, gint64 d, const float *panel, int kp, const float *init, float *cost)
{
#if EQP_LANES == 16
  if (kp == 16)
    {
      int i = 0;

      for (; i + 8 <= n_rows; i += 8)
        dots_single (x + i * stride, stride, d, panel, init, cost + i * 16, 8);
      for (; i < n_rows; i++)
        dots_single (x + i * stride, stride, d, panel, init, cost + i * 16, 1);
      return;
    }
#endif
  ALL_CENTERS (dots_block);
}

/* V vectors of centres against a sparse row; the accumulators stay in registers. */
INLINE void
entries_block (const gint32 *columns, const float *values, gint64 count, const float *panel, int kp, const float *init,
               float *cost, const int V)
{
  VecF acc[8];

  UNROLL
  for (int v = 0; v < V; v++)
    acc[v] = load (init + v * EQP_LANES);
  for (gint64 e = 0; e < count; e++)
    {
      const float *row = panel + (gint64) columns[e] * kp;

      UNROLL
      for (int v = 0; v < V; v++)
        acc[v] += load (row + v * EQP_LANES) * values[e];
    }
  UNROLL
  for (int v = 0; v < V; v++)
    *(VecF *) (cost + v * EQP_LANES) = acc[v];
}

static void
entries (const gint32 *columns, const float *values, gint64 count, const float *panel, int kp, const float *init,
         float *cost)
{
  int c = 0;

  for (; c + 8 * EQP_LANES <= kp; c += 8 * EQP_LANES)
    entries_block (columns, values, count, panel + c, kp, init + c, cost + c, 8);
  for (; c + 4 * EQP_LANES <= kp; c += 4 * EQP_LANES)
    entries_block (columns, values, count, panel + c, kp, init + c, cost + c, 4);
  for (; c < kp; c += EQP_LANES)
    entries_block (columns, values, count, panel + c, kp, init + c, cost + c, 1);
}

static void
direct (const float *x, gint64 stride, int n_rows, gint64 d, const float *panel, int kp, float *cost)
{
  const float *init = panel;

  ALL_CENTERS (direct_block);
}

typedef gint32 VecI __attribute__ ((vector_size (EQP_LANES * 4), aligned (4), may_alias));

/* A bit for every lane in which not a > b. */
INLINE guint
not_above (VecF a, VecF b)
{
#if EQP_LANES == 16
  return _mm512_cmp_ps_mask ((__m512) a, (__m512) b, _CMP_NGT_UQ);
#elif defined(__AVX2__)
  return (guint) _mm256_movemask_ps (_mm256_cmp_ps ((__m256) a, (__m256) b, _CMP_NGT_UQ));
#else
  VecI is = a > b;
  guint bits = 0;

  UNROLL
  for (int lane = 0; lane < EQP_LANES; lane++)
    bits |= (guint) ~is[lane] & (1u << lane);
  return bits;
#endif
}

/* Turns a vector of rows on its side: turned[j][b] holds column j. Rows that are missing become zero. */
INLINE void
turn (const float *x, int rows, gint64 d, VecF turned[][2], const int b)
{
#if EQP_LANES == 16
  const __m512i even = _mm512_set_epi64 (13, 12, 5, 4, 9, 8, 1, 0), odd = _mm512_set_epi64 (15, 14, 7, 6, 11, 10, 3, 2);

  for (gint64 first = 0; first < d; first += 8)
    {
      __mmask8 mask = (__mmask8) (d - first >= 8 ? 0xff : (1u << (d - first)) - 1);
      __m512 row[8], two[8];
      __m512d four[8];

      UNROLL
      for (int r = 0; r < 8; r++)
        row[r] =
            _mm512_insertf32x8 (_mm512_castps256_ps512 (_mm256_maskz_loadu_ps (r < rows ? mask : 0, x + r * d + first)),
                                _mm256_maskz_loadu_ps (r + 8 < rows ? mask : 0, x + (r + 8) * d + first), 1);
      UNROLL
      for (int r = 0; r < 8; r += 2)
        {
          two[r] = _mm512_unpacklo_ps (row[r], row[r + 1]);
          two[r + 1] = _mm512_unpackhi_ps (row[r], row[r + 1]);
        }
      UNROLL
      for (int h = 0; h < 8; h += 4)
        UNROLL
        for (int i = 0; i < 2; i++)
          {
            four[h + 2 * i] = _mm512_unpacklo_pd (_mm512_castps_pd (two[h + i]), _mm512_castps_pd (two[h + i + 2]));
            four[h + 2 * i + 1] = _mm512_unpackhi_pd (_mm512_castps_pd (two[h + i]), _mm512_castps_pd (two[h + i + 2]));
          }
      UNROLL
      for (int c = 0; c < 4; c++)
        {
          turned[first + c][b] = (VecF) _mm512_permutex2var_pd (four[c], even, four[c + 4]);
          turned[first + c + 4][b] = (VecF) _mm512_permutex2var_pd (four[c], odd, four[c + 4]);
        }
    }
#else
  for (int r = 0; r < rows; r++)
    for (gint64 j = 0; j < d; j++)
      ((float *) &turned[j][b])[r] = x[r * d + j];
  for (int r = rows; r < EQP_LANES; r++)
    for (gint64 j = 0; j < d; j++)
      ((float *) &turned[j][b])[r] = 0.0f;
#endif
}

/* Rows in lanes: a block of rows is turned on its side, and no sum or comparison has to cross lanes. */
static int
nearest (const float *x, int n_rows, gint64 d, const float *panel, int k, int kp, float slope, float offset,
         gint32 *label, int *doubtful, float *least_out, float *second_out)
{
  VecF turned[EQP_NARROW][2];
  int n_doubtful = 0;

  for (int first = 0; first < n_rows; first += 2 * EQP_LANES)
    {
      int rows = MIN (2 * EQP_LANES, n_rows - first);
      VecF best[2], next[2];
      VecI where[2];

      turn (x + first * d, rows, d, turned, 0);
      turn (x + (first + EQP_LANES) * d, rows - EQP_LANES, d, turned, 1);

      UNROLL
      for (int b = 0; b < 2; b++)
        {
          best[b] = next[b] = (VecF) { 0 } + INFINITY;
          where[b] = (VecI) { 0 };
        }

      for (int c = 0; c < k; c++)
        {
          VecF acc[2] = { { 0 }, { 0 } };
          const float *center = panel + c;

          for (gint64 j = 0; j < d; j++, center += kp)
            UNROLL
            for (int b = 0; b < 2; b++)
              {
                VecF diff = turned[j][b] - *center;

                acc[b] += diff * diff;
              }

          UNROLL
          for (int b = 0; b < 2; b++)
            {
#if EQP_LANES == 16
              __mmask16 less = _mm512_cmp_ps_mask ((__m512) acc[b], (__m512) best[b], _CMP_LT_OQ);

              next[b] = (VecF) _mm512_min_ps ((__m512) next[b], _mm512_max_ps ((__m512) acc[b], (__m512) best[b]));
              best[b] = (VecF) _mm512_mask_mov_ps ((__m512) best[b], less, (__m512) acc[b]);
              where[b] = (VecI) _mm512_mask_set1_epi32 ((__m512i) where[b], less, c);
#else
              VecI less = acc[b] < best[b];
              VecF larger = (VecF) ((less & (VecI) best[b]) | (~less & (VecI) acc[b]));
              VecI closer = larger < next[b];

              next[b] = (VecF) ((closer & (VecI) larger) | (~closer & (VecI) next[b]));
              best[b] = (VecF) ((less & (VecI) acc[b]) | (~less & (VecI) best[b]));
              where[b] = (less & c) | (~less & where[b]);
#endif
            }
        }

      UNROLL
      for (int b = 0; b < 2; b++)
        {
          int here = MIN (rows - b * EQP_LANES, EQP_LANES), row = first + b * EQP_LANES;
          guint open = not_above (next[b] - best[b], next[b] * slope + offset);

          if (here == EQP_LANES)
            *(VecI *) (label + row) = where[b];
          else
            for (int r = 0; r < here; r++)
              label[row + r] = ((gint32 *) &where[b])[r];
          for (; open != 0; open &= open - 1)
            {
              int r = __builtin_ctz (open);

              if (r >= here)
                break;
              doubtful[n_doubtful] = row + r;
              least_out[n_doubtful] = ((float *) &best[b])[r];
              second_out[n_doubtful++] = ((float *) &next[b])[r];
            }
        }
    }
  return n_doubtful;
}

INLINE double
lane_sum (VecD v)
{
  double sum[D_LANES];

  memcpy (sum, &v, sizeof sum);
#if EQP_LANES == 16
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
#elif EQP_LANES == 8
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
#else
  return sum[0] + sum[1];
#endif
}

INLINE double
distance_inline (const float *x, const double *center, gint64 d)
{
  VecD acc[4] = { { 0 } };
  gint64 j = 0;
  double sum = 0.0;

  for (; j + 4 * D_LANES <= d; j += 4 * D_LANES)
    UNROLL
    for (int v = 0; v < 4; v++)
      {
        VecD diff = widen (x + j + v * D_LANES) - *(const VecD *) (center + j + v * D_LANES);

        acc[v] += diff * diff;
      }
  for (; j + D_LANES <= d; j += D_LANES)
    {
      VecD diff = widen (x + j) - *(const VecD *) (center + j);

      acc[0] += diff * diff;
    }

  sum = lane_sum ((acc[0] + acc[1]) + (acc[2] + acc[3]));
  for (; j < d; j++)
    {
      double diff = (double) x[j] - center[j];

      sum += diff * diff;
    }
  return sum;
}

static double
distance (const float *x, const double *center, gint64 d)
{
  return distance_inline (x, center, d);
}

#if EQP_LANES == 16

/* Eight short rows at a time, so that their sums are taken across lanes together. */
INLINE void
own_narrow (const float *x, int rows, gint64 d, const double *centers, const gint32 *labels, double *out)
{
  __m512d acc[8], two[4], four[2];

  UNROLL
  for (int r = 0; r < 8; r++)
    {
      gint64 i = MIN (r, rows - 1);
      const float *row = x + i * d;
      const double *center = centers + labels[i] * d;

      acc[r] = _mm512_setzero_pd ();
      for (gint64 j = 0; j < d; j += 8)
        {
          __mmask8 mask = (__mmask8) (d - j >= 8 ? 0xff : (1u << (d - j)) - 1);
          __m512d diff = _mm512_sub_pd (_mm512_cvtps_pd (_mm256_maskz_loadu_ps (mask, row + j)),
                                        _mm512_maskz_loadu_pd (mask, center + j));

          acc[r] = _mm512_fmadd_pd (diff, diff, acc[r]);
        }
    }
  UNROLL
  for (int r = 0; r < 4; r++)
    two[r] = _mm512_add_pd (_mm512_unpacklo_pd (acc[2 * r], acc[2 * r + 1]),
                            _mm512_unpackhi_pd (acc[2 * r], acc[2 * r + 1]));
  UNROLL
  for (int r = 0; r < 2; r++)
    four[r] = _mm512_add_pd (_mm512_shuffle_f64x2 (two[2 * r], two[2 * r + 1], 0x88),
                             _mm512_shuffle_f64x2 (two[2 * r], two[2 * r + 1], 0xdd));
  _mm512_mask_storeu_pd (
      out, (__mmask8) ((1u << rows) - 1),
      _mm512_add_pd (_mm512_shuffle_f64x2 (four[0], four[1], 0x88), _mm512_shuffle_f64x2 (four[0], four[1], 0xdd)));
}

#endif

static void
own (const float *x, int n_rows, gint64 d, const double *centers, const gint32 *labels, double *out)
{
#if EQP_LANES == 16
  if (d == 8)
    for (int r = 0; r < n_rows; r += 8)
      own_narrow (x + r * d, MIN (8, n_rows - r), 8, centers, labels + r, out + r);
  else if (d <= EQP_NARROW)
    for (int r = 0; r < n_rows; r += 8)
      own_narrow (x + r * d, MIN (8, n_rows - r), d, centers, labels + r, out + r);
  else
#endif
  if (d >= D_LANES)
    for (int r = 0; r < n_rows; r++)
      out[r] = distance_inline (x + r * d, centers + labels[r] * d, d);
  else
    for (int r = 0; r < n_rows; r++)
      {
        double sum = 0.0;

        for (gint64 j = 0; j < d; j++)
          {
            double diff = (double) x[r * d + j] - centers[labels[r] * d + j];

            sum += diff * diff;
          }
        out[r] = sum;
      }
}

static double
between (const float *x, const float *y, gint64 d)
{
  VecD acc[2] = { { 0 } };
  gint64 j = 0;
  double sum = 0.0;

  for (; j + 2 * D_LANES <= d; j += 2 * D_LANES)
    UNROLL
    for (int v = 0; v < 2; v++)
      {
        VecD diff = widen (x + j + v * D_LANES) -
                    widen (y + j + v * D_LANES);

        acc[v] += diff * diff;
      }

  sum = lane_sum (acc[0] + acc[1]);
  for (; j < d; j++)
    {
      double diff = (double) x[j] - (double) y[j];

      sum += diff * diff;
    }
  return sum;
}

#include "eqp-kernels-choose.h"

static void
add (double *sum, const float *x, double sign, gint64 d)
{
  gint64 j = 0;

  for (; j + D_LANES <= d; j += D_LANES)
    *(VecD *) (sum + j) += sign * widen (x + j);
  for (; j < d; j++)
    sum[j] += sign * (double) x[j];
}

static gboolean
reach (float *lower, const float *drift, int kp, int own, float reach)
{
  float kept = lower[own];
  int close = 0;

  lower[own] = INFINITY;
  for (int c = 0; c < kp; c++)
    {
      lower[c] -= drift[c];
      close |= lower[c] <= reach;
    }
  lower[own] = kept;
  return close;
}

static void
bound (const float *cost, float shift, int kp, float *lower)
{
  for (int c = 0; c < kp; c++)
    {
      float squared = cost[c] + shift;

      lower[c] = sqrtf (squared > 0.0f ? squared : 0.0f) * (1.0f - 1e-5f);
    }
}

static float
lowest (const float *cost, const float *drift, const float *price, int kp, int own, float *lower)
{
  float least[EQP_PANEL], lowest = INFINITY;

  for (int l = 0; l < EQP_PANEL; l++)
    least[l] = INFINITY;
  for (int c = 0; c < kp; c += EQP_PANEL)
    for (int l = 0; l < EQP_PANEL; l++)
      {
        float left = sqrtf (cost[c + l]) - drift[c + l], value;

        lower[c + l] = left > 0.0f ? left * left : 0.0f;
        value = lower[c + l] + price[c + l];
        least[l] = value < least[l] ? value : least[l];
      }

  least[own % EQP_PANEL] = INFINITY;
  for (int c = own % EQP_PANEL; c < kp; c += EQP_PANEL)
    if (c != own)
      lowest = MIN (lowest, lower[c] + price[c]);
  for (int l = 0; l < EQP_PANEL; l++)
    lowest = MIN (lowest, least[l]);
  return lowest;
}

const EqpKernels EQP_KERNELS = { EQP_ISA_NAME, dots,  entries, direct, nearest, own,    distance, between, least,
                                 leasts,       lanes, within,  below,  add,     reach,  bound,    lowest,  choose };
