/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernel k-means as its definition says, with the whole n x n matrix: slow, obvious, for small data. */
#include "config.h"

#include "eqp-check-kernel.h"

#include <math.h>

/* Gauss and Jordan, with the largest pivot. */
static double *
invert (gint64 n, double *a)
{
  double *inverse = g_new0 (double, n * n);

  for (gint64 i = 0; i < n; i++)
    inverse[i * n + i] = 1.0;
  for (gint64 c = 0; c < n; c++)
    {
      gint64 pivot = c;

      for (gint64 i = c + 1; i < n; i++)
        if (fabs (a[i * n + c]) > fabs (a[pivot * n + c]))
          pivot = i;
      for (gint64 j = 0; j < n; j++)
        {
          double swap = a[c * n + j];

          a[c * n + j] = a[pivot * n + j];
          a[pivot * n + j] = swap;
          swap = inverse[c * n + j];
          inverse[c * n + j] = inverse[pivot * n + j];
          inverse[pivot * n + j] = swap;
        }
      for (gint64 i = 0; i < n; i++)
        if (i != c)
          {
            double factor = a[i * n + c] / a[c * n + c];

            for (gint64 j = 0; j < n; j++)
              {
                a[i * n + j] -= factor * a[c * n + j];
                inverse[i * n + j] -= factor * inverse[c * n + j];
              }
          }
    }
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < n; j++)
      inverse[i * n + j] /= a[i * n + i];
  return inverse;
}

/* Xc Xc' from the stored features. */
static double *
inner_products (EqpDataset *dataset)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  const float *x = eqp_dataset_get_features (dataset);
  g_autofree double *mean = g_new0 (double, d);
  double *products = g_new0 (double, n * n);

  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      mean[j] += x[i * d + j] / (double) n;
  for (gint64 a = 0; a < n; a++)
    for (gint64 b = 0; b < n; b++)
      for (gint64 j = 0; j < d; j++)
        products[a * n + b] += (x[a * d + j] - mean[j]) * (x[b * d + j] - mean[j]);
  return products;
}

/* I - (I + Xc Xc' / lambda)^-1. */
double *
eqp_check_gram (EqpDataset *dataset,
                double      lambda)
{
  gint64 n = eqp_dataset_get_n (dataset);
  g_autofree double *sum = inner_products (dataset);
  double *gram;

  for (gint64 i = 0; i < n * n; i++)
    sum[i] = sum[i] / lambda + (i % (n + 1) == 0);
  gram = invert (n, sum);
  for (gint64 i = 0; i < n * n; i++)
    gram[i] = (i % (n + 1) == 0) - gram[i];
  return gram;
}

static int
descending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

/* The eigenvalues of Xc Xc', the squared singular values, by Jacobi's rotations; the largest first. */
double *
eqp_check_spectrum (EqpDataset *dataset,
                    gint64     *count)
{
  gint64 n = *count = eqp_dataset_get_n (dataset);
  g_autofree double *a = inner_products (dataset);
  double *values = g_new (double, n);

  for (int sweep = 0; sweep < 60; sweep++)
    for (gint64 p = 0; p < n; p++)
      for (gint64 q = p + 1; q < n; q++)
        if (a[p * n + q] != 0.0)
          {
            double theta = 0.5 * atan2 (2.0 * a[p * n + q], a[q * n + q] - a[p * n + p]);
            double c = cos (theta), s = sin (theta);

            for (gint64 i = 0; i < n; i++)
              {
                double x = a[i * n + p], y = a[i * n + q];

                a[i * n + p] = c * x - s * y;
                a[i * n + q] = s * x + c * y;
              }
            for (gint64 i = 0; i < n; i++)
              {
                double x = a[p * n + i], y = a[q * n + i];

                a[p * n + i] = c * x - s * y;
                a[q * n + i] = s * x + c * y;
              }
          }
  for (gint64 i = 0; i < n; i++)
    values[i] = a[i * n + i];
  qsort (values, n, sizeof (double), descending);
  return values;
}

/* sum_c 1' G_cc 1 / n_c */
double
eqp_check_kernel_value (gint64        n,
                        gint          k,
                        const double *gram,
                        const gint32 *labels)
{
  double value = 0.0;

  for (int c = 0; c < k; c++)
    {
      double sum = 0.0;
      gint64 size = 0;

      for (gint64 a = 0; a < n; a++)
        {
          size += labels[a] == c;
          for (gint64 b = 0; b < n; b++)
            sum += labels[a] == c && labels[b] == c ? gram[a * n + b] : 0.0;
        }
      value += size > 0 ? sum / (double) size : 0.0;
    }
  return value;
}

/* Lloyd's method where |y_i - h_c|^2 = G_ii - 2 sum_j G_ij / n_c + sum_jl G_jl / n_c^2, over j and l in c. */
void
eqp_check_kernel_kmeans (gint64        n,
                         gint          k,
                         const double *gram,
                         gint32       *labels)
{
  gboolean moved = TRUE;

  while (moved)
    {
      g_autofree gint32 *before = g_memdup2 (labels, sizeof (gint32) * n);
      g_autofree double *size = g_new0 (double, k), *inside = g_new0 (double, k);

      for (gint64 a = 0; a < n; a++)
        size[before[a]]++;
      for (gint64 a = 0; a < n; a++)
        for (gint64 b = 0; b < n; b++)
          if (before[a] == before[b])
            inside[before[a]] += gram[a * n + b];

      moved = FALSE;
      for (gint64 i = 0; i < n; i++)
        {
          g_autofree double *distance = g_new (double, k);
          int best = before[i];

          for (int c = 0; c < k; c++)
            {
              double sum = 0.0;

              for (gint64 j = 0; j < n; j++)
                sum += before[j] == c ? gram[i * n + j] : 0.0;
              distance[c] = size[c] > 0.0 ? inside[c] / (size[c] * size[c]) - 2.0 * sum / size[c] : INFINITY;
            }
          for (int c = 0; c < k; c++)
            if (distance[c] < distance[best])
              best = c;
          labels[i] = best;
          moved |= best != before[i];
        }
    }
}
