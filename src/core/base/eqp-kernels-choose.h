/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops that choose the least of the costs: a part of eqp-kernels-impl.h, which includes it. */

#if defined(__AVX512F__)

static int
least (const float *cost, const float *price, int kp, float *least_out, float *second_out)
{
  __m512 first = _mm512_add_ps (_mm512_loadu_ps (cost), _mm512_loadu_ps (price));
  __m512 second = _mm512_set1_ps (INFINITY);
  __m512i where = _mm512_setzero_si512 ();
  __mmask16 mask;
  float minimum;
  int lane;

  for (int c = 16; c < kp; c += 16)
    {
      __m512 value = _mm512_add_ps (_mm512_loadu_ps (cost + c), _mm512_loadu_ps (price + c));
      __mmask16 less = _mm512_cmp_ps_mask (value, first, _CMP_LT_OQ);

      second = _mm512_min_ps (second, _mm512_mask_blend_ps (less, value, first));
      first = _mm512_mask_blend_ps (less, first, value);
      where = _mm512_mask_blend_epi32 (less, where, _mm512_set1_epi32 (c));
    }

  minimum = _mm512_reduce_min_ps (first);
  mask = _mm512_cmp_ps_mask (first, _mm512_set1_ps (minimum), _CMP_EQ_OQ);
  if (mask == 0) /* all are NaN or infinite: cannot happen with finite data */
    mask = 1;
  lane = __builtin_ctz (mask);
  *least_out = minimum;
  *second_out = _mm512_reduce_min_ps (_mm512_mask_blend_ps ((__mmask16) (1u << lane), first, second));
  return _mm512_cvtsi512_si32 (_mm512_maskz_compress_epi32 ((__mmask16) (1u << lane), where)) + lane;
}

#else

static int
least (const float *cost, const float *price, int kp, float *least_out, float *second_out)
{
  VecF first = load (cost) + load (price);
  VecF second, spread;
  VecI where = { 0 };
  float best = INFINITY, next = INFINITY;
  int best_k = 0;

  UNROLL
  for (int v = 0; v < EQP_LANES; v++)
    second[v] = INFINITY;

  for (int c = EQP_LANES; c < kp; c += EQP_LANES)
    {
      VecF value = load (cost + c) + load (price + c);
      VecI less = value < first;

      spread = (VecF) ((less & (VecI) first) | (~less & (VecI) value)); /* the larger of the two */
      {
        VecI closer = spread < second;

        second = (VecF) ((closer & (VecI) spread) | (~closer & (VecI) second));
      }
      first = (VecF) ((less & (VecI) value) | (~less & (VecI) first));
      where = (less & c) | (~less & where);
    }

  for (int v = 0; v < EQP_LANES; v++)
    if (first[v] < best)
      {
        next = MIN (best, second[v]);
        best = first[v];
        best_k = where[v] + v;
      }
    else
      next = MIN (next, first[v]);
  for (int v = 0; v < EQP_LANES; v++)
    next = MIN (next, second[v]);

  *least_out = best;
  *second_out = next;
  return best_k;
}

#endif

#if EQP_LANES == 16

static int
within (const float *cost, const float *error, float scale, float slack, int kp, gint32 *columns)
{
  __m512 upper = _mm512_set1_ps (INFINITY), scales = _mm512_set1_ps (scale), bar;
  __m512i column = _mm512_set_epi32 (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  int count = 0;

  for (int c = 0; c < kp; c += 16)
    upper = _mm512_min_ps (upper, _mm512_fmadd_ps (scales, _mm512_loadu_ps (error + c), _mm512_loadu_ps (cost + c)));
  bar = _mm512_set1_ps (_mm512_reduce_min_ps (upper) + slack);

  for (int c = 0; c < kp; c += 16)
    {
      __mmask16 open = _mm512_cmp_ps_mask (
          _mm512_fnmadd_ps (scales, _mm512_loadu_ps (error + c), _mm512_loadu_ps (cost + c)), bar, _CMP_NGT_UQ);

      _mm512_mask_compressstoreu_epi32 (columns + count, open, _mm512_add_epi32 (column, _mm512_set1_epi32 (c)));
      count += __builtin_popcount (open);
    }
  return count;
}

#else

static int
within (const float *cost, const float *error, float scale, float slack, int kp, gint32 *columns)
{
  float upper = INFINITY;
  int count = 0;

  for (int c = 0; c < kp; c++)
    upper = MIN (upper, cost[c] + scale * error[c]);
  for (int c = 0; c < kp; c++)
    if (!(cost[c] - scale * error[c] > upper + slack))
      columns[count++] = c;
  return count;
}

#endif

/* The least of every EQP_PANEL-th column. */
static void
lanes (const float *cost, const float *price, int kp, float *least)
{
  VecF lowest[EQP_PANEL / EQP_LANES];

  UNROLL
  for (int v = 0; v < EQP_PANEL / EQP_LANES; v++)
    lowest[v] = load (cost + v * EQP_LANES) + load (price + v * EQP_LANES);
  for (int c = EQP_PANEL; c < kp; c += EQP_PANEL)
    UNROLL
    for (int v = 0; v < EQP_PANEL / EQP_LANES; v++)
      {
        VecF value = load (cost + c + v * EQP_LANES) + load (price + c + v * EQP_LANES);
        VecI less = value < lowest[v];

        lowest[v] = (VecF) ((less & (VecI) value) | (~less & (VecI) lowest[v]));
      }
  memcpy (least, lowest, sizeof lowest);
}

/* Few columns of many are below, so they are looked for by whole vectors. */
static int
below (const float *cost, const float *price, float bar, int kp, gint32 *columns)
{
#if EQP_LANES == 16
  __m512i column = _mm512_set_epi32 (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#endif
  int count = 0;

  for (int first = 0; first < kp; first += EQP_LANES)
    {
#if EQP_LANES == 16
      __mmask16 open = _mm512_cmp_ps_mask (
          _mm512_add_ps (_mm512_loadu_ps (cost + first), _mm512_loadu_ps (price + first)), _mm512_set1_ps (bar),
          _CMP_LE_OQ);

      _mm512_storeu_si512 (columns + count,
                           _mm512_maskz_compress_epi32 (open, _mm512_add_epi32 (column, _mm512_set1_epi32 (first))));
      count += __builtin_popcount (open);
#else
      VecF value = load (cost + first) + load (price + first);
      VecI open = value <= bar;
      gint32 any = 0;

      UNROLL
      for (int v = 0; v < EQP_LANES; v++)
        any |= open[v];
      for (int v = 0; any != 0 && v < EQP_LANES; v++)
        if (open[v] != 0)
          columns[count++] = first + v;
#endif
    }
  return count;
}

#if EQP_LANES == 16

/* Lane i of the result is the least lane of v[i]. */
INLINE __m512
least_of_sixteen (const __m512 *v)
{
  __m512 two[8], eight[2];
  __m512d four[4];

  UNROLL
  for (int i = 0; i < 8; i++)
    two[i] = _mm512_min_ps (_mm512_unpacklo_ps (v[2 * i], v[2 * i + 1]), _mm512_unpackhi_ps (v[2 * i], v[2 * i + 1]));
  UNROLL
  for (int i = 0; i < 4; i++)
    {
      __m512d a = _mm512_castps_pd (two[2 * i]), b = _mm512_castps_pd (two[2 * i + 1]);

      four[i] = _mm512_castps_pd (
          _mm512_min_ps (_mm512_castpd_ps (_mm512_unpacklo_pd (a, b)), _mm512_castpd_ps (_mm512_unpackhi_pd (a, b))));
    }
  UNROLL
  for (int i = 0; i < 2; i++)
    {
      __m512 a = _mm512_castpd_ps (four[2 * i]), b = _mm512_castpd_ps (four[2 * i + 1]);

      eight[i] = _mm512_min_ps (_mm512_shuffle_f32x4 (a, b, 0x88), _mm512_shuffle_f32x4 (a, b, 0xdd));
    }
  return _mm512_min_ps (_mm512_shuffle_f32x4 (eight[0], eight[1], 0x88),
                        _mm512_shuffle_f32x4 (eight[0], eight[1], 0xdd));
}

/* One row of costs, folded to a vector: the least of each lane, where it was, and the second least. */
INLINE void
fold (const float *cost, const float *price, int kp, __m512 *first, __m512 *second, __m512i *where)
{
  *first = _mm512_add_ps (_mm512_loadu_ps (cost), _mm512_loadu_ps (price));
  *second = _mm512_set1_ps (INFINITY);
  *where = _mm512_setzero_si512 ();

  for (int c = 16; c < kp; c += 16)
    {
      __m512 value = _mm512_add_ps (_mm512_loadu_ps (cost + c), _mm512_loadu_ps (price + c));
      __mmask16 less = _mm512_cmp_ps_mask (value, *first, _CMP_LT_OQ);

      *second = _mm512_min_ps (*second, _mm512_mask_blend_ps (less, value, *first));
      *first = _mm512_mask_blend_ps (less, *first, value);
      *where = _mm512_mask_blend_epi32 (less, *where, _mm512_set1_epi32 (c));
    }
}

/* Sixteen rows at a time, so that the lanes of all are compared together. */
INLINE void
leasts_inline (const float *cost, int n_rows, const float *price, const int kp, gint32 *label, float *least_out,
               float *second_out)
{
  for (int start = 0; start < n_rows; start += 16)
    {
      int rows = MIN (16, n_rows - start);
      __mmask16 mask = (__mmask16) ((1u << rows) - 1);
      __m512 first[16], second[16];
      __m512i where[16];
      gint32 column[16];
      float least[16];

      for (int r = 0; r < 16; r++)
        fold (cost + (gint64) (start + MIN (r, rows - 1)) * kp, price, kp, &first[r], &second[r], &where[r]);
      _mm512_storeu_ps (least, least_of_sixteen (first));
      for (int r = 0; r < 16; r++)
        {
          guint at = _mm512_cmp_ps_mask (first[r], _mm512_set1_ps (least[r]), _CMP_EQ_OQ);
          int lane;

          at |= 0x10000; /* none is equal where all are NaN */
          lane = __builtin_ctz (at) & 15;
          column[r] = ((const gint32 *) &where[r])[lane] + lane;
          first[r] = _mm512_mask_mov_ps (first[r], (__mmask16) (at & -at), second[r]);
        }
      _mm512_mask_storeu_ps (least_out + start, mask, _mm512_loadu_ps (least));
      _mm512_mask_storeu_ps (second_out + start, mask, least_of_sixteen (first));
      _mm512_mask_storeu_epi32 (label + start, mask, _mm512_loadu_si512 (column));
    }
}

static void
leasts (const float *cost, int n_rows, const float *price, int kp, gint32 *label, float *least_out, float *second_out)
{
  if (kp == 16)
    leasts_inline (cost, n_rows, price, 16, label, least_out, second_out);
  else
    leasts_inline (cost, n_rows, price, kp, label, least_out, second_out);
}

static int
choose (const float *cost, int n_rows, const float *row_norms, float slope, float offset, gint32 *label, int *doubtful,
        float *least_out, float *second_out)
{
  int n_doubtful = 0;

  for (int start = 0; start < n_rows; start += 16)
    {
      int rows = MIN (16, n_rows - start);
      __mmask16 mask = (__mmask16) ((1u << rows) - 1);
      __m512 value[16], first, second, limit;
      gint32 lane[16];
      float least[16], next[16];
      guint open;

      UNROLL
      for (int r = 0; r < 16; r++)
        value[r] = _mm512_loadu_ps (cost + (start + MIN (r, rows - 1)) * 16);
      first = least_of_sixteen (value);
      _mm512_storeu_ps (least, first);
      UNROLL
      for (int r = 0; r < 16; r++)
        {
          guint at = _mm512_cmp_ps_mask (value[r], _mm512_set1_ps (least[r]), _CMP_EQ_OQ);

          at |= 0x10000; /* none is equal where all are NaN */
          lane[r] = __builtin_ctz (at) & 15;
          value[r] = _mm512_mask_mov_ps (value[r], (__mmask16) (at & -at), _mm512_set1_ps (INFINITY));
        }
      second = least_of_sixteen (value);
      limit = _mm512_fmadd_ps (_mm512_maskz_loadu_ps (mask, row_norms + start), _mm512_set1_ps (slope),
                               _mm512_set1_ps (offset));
      open = _mm512_mask_cmp_ps_mask (mask, _mm512_sub_ps (second, first), limit, _CMP_NGT_UQ);
      _mm512_mask_storeu_epi32 (label + start, mask, _mm512_loadu_si512 (lane));

      if (open != 0)
        _mm512_storeu_ps (next, second);
      for (; open != 0; open &= open - 1)
        {
          int r = __builtin_ctz (open);

          doubtful[n_doubtful] = start + r;
          least_out[n_doubtful] = least[r];
          second_out[n_doubtful++] = next[r];
        }
    }
  return n_doubtful;
}

#else
#define choose NULL /* whole rows do not fit into the registers */

static void
leasts (const float *cost, int n_rows, const float *price, int kp, gint32 *label, float *least_out, float *second_out)
{
  for (int r = 0; r < n_rows; r++)
    label[r] = least (cost + (gint64) r * kp, price, kp, least_out + r, second_out + r);
}
#endif
