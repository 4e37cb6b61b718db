/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels that stand in a column of an array, as numpy.c_[X, y] makes them: given, or found where one column has few
 * whole numbers and the others do not. */
#include "config.h"

#include "eqp-array.h"

#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"

#define MOST_CLASSES 200
#define FEW_CLASSES 10
#define MOST_SHARE 0.95

/* So many of the other columns are compared. */
#define OTHERS 16

/* The values of a column that are whole numbers. */
typedef struct
{
  GHashTable *counts;  /* gint64* -> number of rows */
  gint64      least;
  gint64      largest;
  gint64      most;    /* rows of the most frequent */
} Codes;

static void
codes_clear (Codes *codes)
{
  g_clear_pointer (&codes->counts, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Codes, codes_clear)

/* FALSE when there are others than whole numbers, or more than @most different ones. */
static gboolean
count_codes (EqpStore *store, gint64 column, gint64 most, Codes *codes)
{
  gint64 rows = eqp_store_get_rows (store);

  codes->counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  codes->least = G_MAXINT64;
  codes->largest = G_MININT64;
  for (gint64 i = 0; i < rows; i++)
    {
      double value = eqp_store_get_value (store, i, column);
      gint64 code, number;

      if (!isfinite (value) || value != floor (value) || fabs (value) > 1e9)
        return FALSE;
      code = (gint64) value;
      number = (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (codes->counts, &code)) + 1;
      g_hash_table_replace (codes->counts, g_memdup2 (&code, sizeof code), GSIZE_TO_POINTER ((gsize) number));
      if ((gint64) g_hash_table_size (codes->counts) > most)
        return FALSE;
      codes->least = MIN (codes->least, code);
      codes->largest = MAX (codes->largest, code);
      codes->most = MAX (codes->most, number);
    }
  return rows > 0;
}

/* A handful of values, or numbers of classes from 0 or 1 on, each of them often. */
static gboolean
look_like_classes (const Codes *codes, gint64 rows)
{
  gint64 n = g_hash_table_size (codes->counts);

  if (n < 2 || n * 3 > rows || (double) codes->most > MOST_SHARE * (double) rows)
    return FALSE;
  return n <= FEW_CLASSES ||
         (codes->least >= -1 && codes->least <= 1 && n * 5 <= rows && (codes->largest - codes->least + 1) * 4 <= n * 5);
}

static gboolean
is_square (gint64 d)
{
  gint64 side = (gint64) (sqrt ((double) d) + 0.5);

  return side >= 8 && side * side == d;
}

/* Hardly any other column has as few values. Pixels of square images are all alike, whatever their corners have. */
static gboolean
stands_out (EqpStore *store, gint64 column, gint64 width, gint64 classes)
{
  gint64 others = 0, alike = 0, step = MAX (1, width / OTHERS);

  if (is_square (width))
    return FALSE;
  for (gint64 j = 0; j < width; j += step)
    {
      g_auto (Codes) codes = { 0 };

      if (j == column)
        continue;
      others++;
      alike += count_codes (store, j, 2 * classes, &codes) && g_hash_table_size (codes.counts) > 1;
    }
  return others > 0 && (alike * 10 <= others || (is_square (width - 1) && alike * 2 <= others));
}

static void
tell (const EqpArray *self, EqpStore *store, EqpDatasetParts *parts, gint64 column, const char *evidence,
      gboolean asked)
{
  gint64 rows = eqp_store_get_rows (store), width = eqp_store_get_width (store);
  g_autofree char *where =
      !asked && (guint64) rows < self->dims[0]
          ? g_strdup_printf (" (from the first %" G_GINT64_FORMAT " of %" G_GUINT64_FORMAT " rows)", rows,
                             self->dims[0])
          : g_strdup ("");
  EqpDecision *decision = eqp_decision_new ("labels", "%s%s.", evidence, where);
  const gint64 offered[] = { width, 1 };
  g_autofree char *chosen = g_strdup_printf ("%" G_GINT64_FORMAT, column + 1);

  decision->asked = asked;
  if (column >= 0)
    eqp_decision_offer (decision, "labels", chosen, "column %s", chosen);
  eqp_decision_offer (decision, "labels", "none", "no labels");
  for (int i = 0; i < 2; i++)
    if (offered[i] != column + 1 && width > 1)
      {
        g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, offered[i]);

        eqp_decision_offer (decision, "labels", value, "column %s", value);
      }
  _eqp_settle (parts, decision);
}

/**
 * _eqp_array_find_label_column:
 * @self: the array
 * @store: its rows
 * @options: labels: first, last, a number from 1, none, or NULL for a guess
 * @file: the file's name, for messages
 * @parts: gets the decision
 * @column: (out): the column, or -1
 * @error: return location, EQP_ERROR_INVALID_PARAM where there is no such column
 *
 * Returns: FALSE on errors
 */
gboolean
_eqp_array_find_label_column (const EqpArray          *self,
                              EqpStore                *store,
                              const EqpImportOptions  *options,
                              const char              *file,
                              EqpDatasetParts         *parts,
                              gint64                  *column,
                              GError                 **error)
{
  gint64 width = _eqp_array_width (self);
  const gint64 candidates[] = { width - 1, 0 };
  guint64 number;

  *column = -1;
  if (options->labels != NULL && strcmp (options->labels, "none") != 0)
    {
      if (strcmp (options->labels, "first") == 0)
        *column = 0;
      else if (strcmp (options->labels, "last") == 0)
        *column = width - 1;
      else if (g_ascii_string_to_unsigned (options->labels, 10, 1, (guint64) width, &number, NULL))
        *column = (gint64) number - 1;
      if (*column < 0 || width < 2)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "%s: there is no label column “%s” beside features; give a number from 1 to %" G_GINT64_FORMAT
                       ", first, last or none.",
                       file, options->labels, width);
          return FALSE;
        }
      tell (self, store, parts, *column, "It was given", TRUE);
      eqp_note (&parts->decisions, "Labels: column %" G_GINT64_FORMAT ", as asked for.", *column + 1);
      return TRUE;
    }
  if (options->labels != NULL)
    return TRUE;

  for (guint c = 0;
       c < G_N_ELEMENTS (candidates) && self->n_dims == 2 && width > 1 && options->columns == NULL && self->kind != 'b';
       c++)
    {
      g_auto (Codes) codes = { 0 };
      g_autofree char *evidence = NULL;
      gint64 classes;

      if (!count_codes (store, candidates[c], MOST_CLASSES, &codes) ||
          !look_like_classes (&codes, eqp_store_get_rows (store)))
        continue;
      classes = g_hash_table_size (codes.counts);
      if (!stands_out (store, candidates[c], width, classes))
        continue;
      *column = candidates[c];
      evidence = g_strdup_printf ("It has %" G_GINT64_FORMAT " different whole numbers from %" G_GINT64_FORMAT
                                  " to %" G_GINT64_FORMAT ", and the other columns are not like that",
                                  classes, codes.least, codes.largest);
      tell (self, store, parts, *column, evidence, FALSE);
      eqp_note (&parts->decisions,
                "Labels: column %" G_GINT64_FORMAT ", because it has few whole numbers (%" G_GINT64_FORMAT
                "), unlike the others; the runner-up: no labels.",
                *column + 1, classes);
      return TRUE;
    }
  tell (self, store, parts, -1,
        "No file of labels fits beside this one, and no column has few whole numbers unlike the others", FALSE);
  eqp_note (&parts->decisions, "No labels: no file of labels fits beside this one, and no column looks like labels.");
  return TRUE;
}

/**
 * _eqp_array_take_label_column:
 * @store: the rows
 * @column: of the labels
 * @file: the file's name, for messages
 * @names: (inout): gets the names of the classes
 * @error: return location, EQP_ERROR_INVALID_DATA where a label is missing
 *
 * Returns: (transfer full): one number into @names a row
 */
gint32 *
_eqp_array_take_label_column (EqpStore      *store,
                              gint64         column,
                              const char    *file,
                              EqpLabelTable *names,
                              GError       **error)
{
  gint64 rows = eqp_store_get_rows (store);
  g_autofree gint32 *labels = g_new (gint32, MAX (1, rows));

  for (gint64 i = 0; i < rows; i++)
    {
      double value = eqp_store_get_value (store, i, column);

      if (!isfinite (value))
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                       "%s, row %" G_GINT64_FORMAT ", column %" G_GINT64_FORMAT
                       ": the label is missing; fill it in, or choose other labels or none.",
                       file, i + 1, column + 1);
          return NULL;
        }
      labels[i] = eqp_label_table_add_number (names, value);
    }
  return g_steal_pointer (&labels);
}
