/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows most of whose values are 0, in as much memory as the others take. All sums are made in double. */
#include "config.h"

#include "eqp-sparse-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "eqp-alloc.h"

/*< private >
 * _eqp_sparse_rows_new:
 * @n: rows
 * @d: columns
 * @entries: values that are not 0, or more
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): zeroed rows, whose starts are to be set
 */
EqpSparseRows *
_eqp_sparse_rows_new (gint64    n,
                      gint64    d,
                      gint64    entries,
                      GError  **error)
{
  g_autoptr (EqpSparseRows) self = g_new0 (EqpSparseRows, 1);

  self->n = n;
  self->d = d;
  if ((self->starts = eqp_try_alloc ((gsize) n + 1, sizeof (gint64), N_ ("the sparse matrix"), error)) == NULL ||
      (self->columns = eqp_try_alloc ((gsize) entries, sizeof (gint32), N_ ("the sparse matrix"), error)) == NULL ||
      (self->values = eqp_try_alloc ((gsize) entries, sizeof (float), N_ ("the sparse matrix"), error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

/*< private >
 * _eqp_sparse_rows_free:
 * @self: (nullable): rows
 */
void
_eqp_sparse_rows_free (EqpSparseRows *self)
{
  if (self == NULL)
    return;
  eqp_free (self->starts);
  eqp_free (self->columns);
  eqp_free (self->values);
  g_free (self);
}

/*< private >
 * _eqp_sparse_rows_turn:
 * @self: n x d
 * @error: EQP_ERROR_TOO_LARGE
 *
 * O(n + d + entries). Entries of one cell keep their order.
 *
 * Returns: (transfer full) (nullable): the columns as rows, each by rising number of the row
 */
EqpSparseRows *
_eqp_sparse_rows_turn (const EqpSparseRows  *self,
                       GError              **error)
{
  g_autoptr (EqpSparseRows) turned = _eqp_sparse_rows_new (self->d, self->n, _eqp_sparse_rows_count (self), error);
  gint64 *starts;

  if (turned == NULL)
    return NULL;
  starts = turned->starts;
  for (gint64 e = 0; e < _eqp_sparse_rows_count (self); e++)
    starts[self->columns[e] + 1]++;
  for (gint64 j = 0; j < self->d; j++)
    starts[j + 1] += starts[j];
  for (gint64 i = 0; i < self->n; i++)
    for (gint64 e = self->starts[i]; e < self->starts[i + 1]; e++)
      {
        gint64 to = starts[self->columns[e]]++;

        turned->columns[to] = (gint32) i;
        turned->values[to] = self->values[e];
      }
  memmove (starts + 1, starts, (gsize) self->d * sizeof (gint64));
  starts[0] = 0;
  return g_steal_pointer (&turned);
}

/*< private >
 * _eqp_sparse_rows_take:
 * @self: with room for them; its number of rows becomes @n
 * @from: other rows of as many columns
 * @rows: numbers of @n of them
 * @n: how many
 *
 * Copies rows, in this order.
 */
void
_eqp_sparse_rows_take (EqpSparseRows       *self,
                       const EqpSparseRows *from,
                       const gint32        *rows,
                       gint64               n)
{
  self->n = n;
  for (gint64 i = 0; i < n; i++)
    {
      gint64 first = from->starts[rows[i]], count = from->starts[rows[i] + 1] - first, to = self->starts[i];

      memcpy (self->columns + to, from->columns + first, sizeof (gint32) * (gsize) count);
      memcpy (self->values + to, from->values + first, sizeof (float) * (gsize) count);
      self->starts[i + 1] = to + count;
    }
}

/*< private >
 * _eqp_sparse_rows_get:
 * @self: n x d
 * @row: 0..n-1
 * @column: 0..d-1
 *
 * Returns: the value, found by halving
 */
float
_eqp_sparse_rows_get (const EqpSparseRows *self,
                      gint64               row,
                      gint64               column)
{
  gint64 first = self->starts[row], last = self->starts[row + 1];

  while (first < last)
    {
      gint64 middle = first + (last - first) / 2;

      if (self->columns[middle] < column)
        first = middle + 1;
      else
        last = middle;
    }
  return first < self->starts[row + 1] && self->columns[first] == column ? self->values[first] : 0.0f;
}

/*< private >
 * _eqp_sparse_rows_spread:
 * @self: n x d
 * @row: 0..n-1
 * @values: (out): d, the zeros among them
 */
void
_eqp_sparse_rows_spread (const EqpSparseRows *self,
                         gint64               row,
                         float               *values)
{
  memset (values, 0, (gsize) self->d * sizeof (float));
  for (gint64 e = self->starts[row]; e < self->starts[row + 1]; e++)
    values[self->columns[e]] = self->values[e];
}

/*< private >
 * _eqp_sparse_rows_add:
 * @self: n x d
 * @row: 0..n-1
 * @factor: what the row is multiplied by
 * @sums: (inout): d
 */
void
_eqp_sparse_rows_add (const EqpSparseRows *self,
                      gint64               row,
                      double               factor,
                      double              *sums)
{
  for (gint64 e = self->starts[row]; e < self->starts[row + 1]; e++)
    sums[self->columns[e]] += factor * (double) self->values[e];
}

/*< private >
 * _eqp_sparse_rows_norm:
 * @self: n x d
 * @row: 0..n-1
 *
 * Returns: |x|^2
 */
double
_eqp_sparse_rows_norm (const EqpSparseRows *self,
                       gint64               row)
{
  double norm = 0.0;

  for (gint64 e = self->starts[row]; e < self->starts[row + 1]; e++)
    norm += (double) self->values[e] * (double) self->values[e];
  return norm;
}

/*< private >
 * _eqp_sparse_rows_between:
 * @self: n x d
 * @a: a row
 * @b: another
 *
 * Returns: |x_a - x_b|^2 by direct differences
 */
double
_eqp_sparse_rows_between (const EqpSparseRows *self,
                          gint64               a,
                          gint64               b)
{
  gint64 e = self->starts[a], end = self->starts[a + 1], f = self->starts[b], finish = self->starts[b + 1];
  double sum = 0.0;

  while (e < end || f < finish)
    {
      gint64 left = e < end ? self->columns[e] : G_MAXINT64, right = f < finish ? self->columns[f] : G_MAXINT64;
      double difference = 0.0;

      if (left <= right)
        difference = (double) self->values[e++];
      if (right <= left)
        difference -= (double) self->values[f++];
      sum += difference * difference;
    }
  return sum;
}

/*< private >
 * _eqp_sparse_rows_products:
 * @self: n x d
 * @turned: its columns as rows
 * @row: 0..n-1
 * @products: (out): n
 *
 * The inner products of a row with all rows, column by column of those it has. Time O(n) and the lengths of these
 * columns.
 */
void
_eqp_sparse_rows_products (const EqpSparseRows *self,
                           const EqpSparseRows *turned,
                           gint64               row,
                           double              *products)
{
  memset (products, 0, (gsize) self->n * sizeof (double));
  for (gint64 e = self->starts[row]; e < self->starts[row + 1]; e++)
    _eqp_sparse_rows_add (turned, self->columns[e], (double) self->values[e], products);
}

/*< private >
 * _eqp_sparse_rows_norms:
 * @self: n x d
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): |x|^2 of each row; free with eqp_free()
 */
double *
_eqp_sparse_rows_norms (const EqpSparseRows  *self,
                        GError              **error)
{
  double *norms = eqp_try_alloc ((gsize) self->n, sizeof (double), N_ ("the row norms"), error);

  for (gint64 i = 0; norms != NULL && i < self->n; i++)
    norms[i] = _eqp_sparse_rows_norm (self, i);
  return norms;
}

/* Direct differences in all columns. */
static double
walk (const EqpSparseRows *self,
      gint64               row,
      const double        *center)
{
  gint64 column = 0;
  double sum = 0.0;

  for (gint64 e = self->starts[row]; e <= self->starts[row + 1]; e++)
    {
      gint64 next = e < self->starts[row + 1] ? self->columns[e] : self->d;

      for (; column < next; column++)
        sum += center[column] * center[column];
      if (next < self->d)
        {
          double difference = (double) self->values[e] - center[next];

          sum += difference * difference;
          column++;
        }
    }
  return sum;
}

/*< private >
 * _eqp_sparse_rows_distance:
 * @self: n x d
 * @row: 0..n-1
 * @center: d
 * @norm: |h|^2; negative: not known
 *
 * The norm and what the entries of the row make of it, sum x (x - 2 h), in double; where most of that cancels, direct
 * differences in all columns. Right to twelve digits either way.
 *
 * Returns: |x - h|^2
 */
double
_eqp_sparse_rows_distance (const EqpSparseRows *self,
                           gint64               row,
                           const double        *center,
                           double               norm)
{
  double change = 0.0, squares = 0.0, distance;

  if (norm < 0.0)
    return walk (self, row, center);
  for (gint64 e = self->starts[row]; e < self->starts[row + 1]; e++)
    {
      double value = (double) self->values[e];

      change += value * (value - 2.0 * center[self->columns[e]]);
      squares += value * value;
    }
  distance = norm + change;
  return distance > EQP_SPARSE_CANCELED * (norm + squares) ? distance : walk (self, row, center);
}
