/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters and sorts rows. Equal ones stay in the order of the file, whichever way they are sorted, and what has no
 * value comes last. */
#include "config.h"

#include "eqp-row-order.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double key;
  gint32 row;
} Place;

/**
 * eqp_row_query_is_plain:
 * @self: a query
 *
 * Returns: whether it gives all rows in their own order
 */
gboolean
eqp_row_query_is_plain (const EqpRowQuery *self)
{
  return self->by == EQP_ROWS_BY_NUMBER && !self->falling && (self->cluster < 0 || self->labels == NULL) &&
         (self->text == NULL || *self->text == '\0');
}

/* ---- Names ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  char *key;
  gint  number;
} Name;

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  const Name *x = a, *y = b;
  int order = strcmp (x->key, y->key);

  return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

/* Where each of n names comes: as in a list of files, "class 9" before "class 10". Returns NULL without memory. */
static double *
rank_names (const EqpRowQuery *self,
            const char *(*get_name) (const EqpRowQuery *self, gint number),
            gint               n)
{
  double *ranks = g_try_new (double, (gsize) MAX (1, n));
  g_autofree Name *names = g_try_new (Name, (gsize) MAX (1, n));

  if (ranks == NULL || names == NULL)
    {
      g_free (ranks);
      return NULL;
    }
  for (gint c = 0; c < n; c++)
    names[c] = (Name){ g_utf8_collate_key_for_filename (get_name (self, c), -1), c };
  qsort (names, (gsize) n, sizeof (Name), compare_names);
  for (gint c = 0; c < n; c++)
    {
      ranks[names[c].number] = c;
      g_free (names[c].key);
    }
  return ranks;
}

static const char *
get_class (const EqpRowQuery *self,
           gint               number)
{
  return eqp_dataset_get_class_name (self->dataset, number);
}

static const char *
get_row_name (const EqpRowQuery *self,
              gint               number)
{
  return g_ptr_array_index (self->names, number);
}

/* capital or not; wanted: folded */
static gboolean
has_text (const char *name,
          const char *wanted)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return strstr (folded, wanted) != NULL;
}

/* Which classes contain the text. Returns NULL where there are none, or no memory. */
static gboolean *
match_classes (const EqpRowQuery *self,
               const char        *wanted)
{
  gint n = eqp_dataset_get_labels (self->dataset) != NULL ? eqp_dataset_get_n_classes (self->dataset) : 0;
  gboolean *matches = n > 0 ? g_try_new (gboolean, (gsize) n) : NULL;

  for (gint c = 0; matches != NULL && c < n; c++)
    matches[c] = has_text (get_class (self, c), wanted);
  return matches;
}

/* The text as the number of a row, from 0; -1: it is none. */
static gint64
parse_number (const char *text)
{
  guint64 number;

  return g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &number, NULL) ? (gint64) number - 1 : -1;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

static gint64
filter (const EqpRowQuery *self,
        Place             *places)
{
  gint64 n = eqp_dataset_get_n (self->dataset), kept = 0;
  gboolean by_text = self->text != NULL && *self->text != '\0';
  g_autofree char *wanted = by_text ? g_utf8_casefold (self->text, -1) : NULL;
  g_autofree gboolean *matches = by_text ? match_classes (self, wanted) : NULL;
  gint64 number = by_text ? parse_number (self->text) : -1;
  const gint32 *classes = eqp_dataset_get_labels (self->dataset);

  for (gint64 i = 0; i < n; i++)
    {
      if (self->cluster >= 0 && self->labels != NULL && eqp_labels_get (self->labels, i) != self->cluster)
        continue;
      if (by_text && i != number && (matches == NULL || !matches[classes[i]]) &&
          (self->names == NULL || !has_text (g_ptr_array_index (self->names, i), wanted)))
        continue;
      places[kept++].row = (gint32) i;
    }
  return kept;
}

static double
get_key (const EqpRowQuery *self,
         const double      *ranks,
         gint32             row)
{
  switch (self->by)
    {
    case EQP_ROWS_BY_NUMBER:
      return row;
    case EQP_ROWS_BY_NAME:
      return ranks != NULL ? ranks[row] : NAN;
    case EQP_ROWS_BY_CLASS:
      return ranks != NULL ? ranks[eqp_dataset_get_labels (self->dataset)[row]] : NAN;
    case EQP_ROWS_BY_CLUSTER:
      return self->labels != NULL ? eqp_labels_get (self->labels, row) : NAN;
    case EQP_ROWS_BY_SECOND:
      return self->costs != NULL && self->costs->second[row] >= 0 ? self->costs->second[row] : NAN;
    case EQP_ROWS_BY_MARGIN:
      return self->costs != NULL ? self->costs->margin[row] : NAN;
    case EQP_ROWS_BY_PRICE:
      return self->costs != NULL ? self->costs->price[row] : NAN;
    default:
      return self->by - EQP_ROWS_BY_COLUMN < eqp_dataset_get_d (self->dataset)
                 ? eqp_dataset_get_value (self->dataset, row, self->by - EQP_ROWS_BY_COLUMN)
                 : NAN;
    }
}

static int
compare_places (const Place *x,
                const Place *y,
                gboolean     falling)
{
  gboolean no_x = isnan (x->key), no_y = isnan (y->key);

  if (no_x != no_y)
    return no_x ? 1 : -1;
  if (!no_x && x->key != y->key)
    return (x->key > y->key) == falling ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static int
compare_rising (gconstpointer a,
                gconstpointer b)
{
  return compare_places (a, b, FALSE);
}

static int
compare_falling (gconstpointer a,
                 gconstpointer b)
{
  return compare_places (a, b, TRUE);
}

/**
 * eqp_row_query_run:
 * @self: what is asked for
 * @n: (out): how many rows there are
 *
 * For a worker thread. Time O(n log n), memory O(n).
 *
 * Returns: (transfer full) (nullable): the rows in order; %NULL: all of them in their own, also where there is no
 *   memory for another
 */
gint32 *
eqp_row_query_run (const EqpRowQuery *self,
                   gint64            *n)
{
  gint64 all = eqp_dataset_get_n (self->dataset), kept;
  g_autofree Place *places = NULL;
  g_autofree double *ranks = NULL;
  gint32 *order;

  *n = all;
  if (eqp_row_query_is_plain (self))
    return NULL;
  places = g_try_new (Place, (gsize) MAX (1, all));
  if (places == NULL)
    return NULL;
  kept = filter (self, places);
  order = g_try_new (gint32, (gsize) MAX (1, kept));
  if (order == NULL)
    return NULL;
  if (self->by == EQP_ROWS_BY_CLASS && eqp_dataset_get_labels (self->dataset) != NULL)
    ranks = rank_names (self, get_class, eqp_dataset_get_n_classes (self->dataset));
  else if (self->by == EQP_ROWS_BY_NAME && self->names != NULL)
    ranks = rank_names (self, get_row_name, (gint) self->names->len);
  for (gint64 i = 0; i < kept; i++)
    places[i].key = get_key (self, ranks, places[i].row);
  if (self->by != EQP_ROWS_BY_NUMBER || self->falling)
    qsort (places, (gsize) kept, sizeof (Place), self->falling ? compare_falling : compare_rising);
  for (gint64 i = 0; i < kept; i++)
    order[i] = places[i].row;
  *n = kept;
  return order;
}
