/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear assignment on a rectangular table: the method of Kuhn (1955) and Munkres (1957) in the form of
 * successive shortest augmenting paths with potentials (Tomizawa 1971; Edmonds, Karp 1972). Exact. */
#include "config.h"

#include "eqp-hungarian-private.h"
#include "eqp-metrics.h"

#include <math.h>
#include <string.h>

/* One shortest path search. Index 0 of every column array is the source: a column that holds the row being placed. */
typedef struct
{
  double   *row_price;    /* rows + 1 */
  double   *column_price; /* columns + 1 */
  double   *slack;        /* columns + 1: least reduced cost seen on the way to each column */
  double   *cost;         /* columns: the row at hand */
  gint     *holder;       /* columns + 1: 1-based row matched to the column, 0 if none */
  gint     *previous;     /* columns + 1: the column before it on the path */
  gboolean *reached;      /* columns + 1 */
} Search;

static void
search_init (Search *self,
             gint    rows,
             gint    columns)
{
  self->row_price = g_new0 (double, (gsize) rows + 1);
  self->column_price = g_new0 (double, (gsize) columns + 1);
  self->slack = g_new (double, (gsize) columns + 1);
  self->cost = g_new (double, (gsize) columns);
  self->holder = g_new0 (gint, (gsize) columns + 1);
  self->previous = g_new0 (gint, (gsize) columns + 1);
  self->reached = g_new (gboolean, (gsize) columns + 1);
}

static void
search_clear (Search *self)
{
  g_free (self->row_price);
  g_free (self->column_price);
  g_free (self->slack);
  g_free (self->cost);
  g_free (self->holder);
  g_free (self->previous);
  g_free (self->reached);
}

/* Scans the row that holds @column; returns the nearest column not reached yet and sets @step to its distance. */
static gint
search_scan (Search         *self,
             gint            columns,
             gint            column,
             EqpCostRowFunc  fill,
             gpointer        user_data,
             double         *step)
{
  gint row = self->holder[column];
  gint nearest = 0;

  fill (row - 1, self->cost, user_data);
  for (gint j = 1; j <= columns; j++)
    {
      double reduced;

      if (self->reached[j])
        continue;

      reduced = self->cost[j - 1] - self->row_price[row] - self->column_price[j];
      if (reduced < self->slack[j])
        {
          self->slack[j] = reduced;
          self->previous[j] = column;
        }
      if (nearest == 0 || self->slack[j] < self->slack[nearest])
        nearest = j;
    }

  *step = self->slack[nearest];
  return nearest;
}

static void
search_raise_prices (Search *self,
                     gint    columns,
                     double  step)
{
  for (gint j = 0; j <= columns; j++)
    if (self->reached[j])
      {
        self->row_price[self->holder[j]] += step;
        self->column_price[j] -= step;
      }
    else
      {
        self->slack[j] -= step;
      }
}

/**
 * _eqp_hungarian_rows:
 * @rows: at least 0, not above @columns
 * @columns: how many columns
 * @fill: gives a row of costs, all finite; called up to @rows times a row
 * @user_data: for @fill
 * @match: (out): @rows different columns
 *
 * Finds the assignment of every row to a column of its own with the least sum of costs.
 * Time O(rows^2 columns), memory O(columns) besides the caller's.
 */
void
_eqp_hungarian_rows (gint            rows,
                     gint            columns,
                     EqpCostRowFunc  fill,
                     gpointer        user_data,
                     gint           *match)
{
  Search search;

  g_return_if_fail (rows <= columns);

  search_init (&search, rows, columns);
  for (gint row = 1; row <= rows; row++)
    {
      gint column = 0;

      search.holder[0] = row;
      for (gint j = 0; j <= columns; j++)
        {
          search.slack[j] = INFINITY;
          search.reached[j] = FALSE;
        }

      do
        {
          double step;
          gint next;

          search.reached[column] = TRUE;
          next = search_scan (&search, columns, column, fill, user_data, &step);
          search_raise_prices (&search, columns, step);
          column = next;
        }
      while (search.holder[column] != 0);

      for (; column != 0; column = search.previous[column])
        search.holder[column] = search.holder[search.previous[column]];
    }

  for (gint j = 1; j <= columns; j++)
    if (search.holder[j] != 0)
      match[search.holder[j] - 1] = j - 1;
  search_clear (&search);
}

typedef struct
{
  const double *cost;
  gint          columns;
  gint          rows;
} Table;

static void
fill_row (gint     row,
          double  *cost,
          gpointer user_data)
{
  const Table *table = user_data;

  memcpy (cost, table->cost + (gsize) row * (gsize) table->columns, sizeof (double) * (gsize) table->columns);
}

static void
fill_column (gint     column,
             double  *cost,
             gpointer user_data)
{
  const Table *table = user_data;

  for (gint row = 0; row < table->rows; row++)
    cost[row] = table->cost[(gsize) row * (gsize) table->columns + (gsize) column];
}

/**
 * eqp_hungarian:
 * @rows: number of rows, at least 0
 * @columns: number of columns, at least 0
 * @cost: @rows x @columns row-major, finite
 * @match: (out): @rows entries: the row's column, or -1 for the rows that go without when there are more rows than
 * columns
 *
 * Finds the assignment of least cost that uses no column twice and leaves as few rows as possible without one.
 * Negate the costs for the largest sum. Time O(min^2 max), memory O(rows + columns) besides the caller's.
 */
void
eqp_hungarian (gint          rows,
               gint          columns,
               const double *cost,
               gint         *match)
{
  Table table = { cost, columns, rows };

  if (rows <= columns)
    {
      _eqp_hungarian_rows (rows, columns, fill_row, &table, match);
    }
  else
    {
      g_autofree gint *row_of = g_new (gint, MAX (1, columns));

      for (gint row = 0; row < rows; row++)
        match[row] = -1;
      _eqp_hungarian_rows (columns, rows, fill_column, &table, row_of);
      for (gint column = 0; column < columns; column++)
        match[row_of[column]] = column;
    }
}
