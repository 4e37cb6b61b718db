/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Class names as files spell them (text, numbers, sparse or negative) and the class ids 0..n-1 that stand for them. */
#include "config.h"

#include "eqp-data-private.h"
#include "base/eqp-number.h"
#include "base/eqp-sentence.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/**
 * eqp_note:
 * @notes: (inout): sentences for people; made on the first one
 * @format: printf format
 * @...: its arguments
 *
 * Appends one sentence.
 */
void
eqp_note (GPtrArray  **notes,
          const char  *format,
          ...)
{
  va_list args;

  if (*notes == NULL)
    *notes = g_ptr_array_new_with_free_func (g_free);

  va_start (args, format);
  g_ptr_array_add (*notes, eqp_sentence_vdup (format, args));
  va_end (args);
}

/**
 * _eqp_find:
 * @parts: gets the finding
 * @mend: (transfer full) (nullable): the option that reads the file otherwise, for one click
 * @format: printf format of one sentence
 * @...: its arguments
 */
void
_eqp_find (EqpDatasetParts *parts,
           EqpAlternative  *mend,
           const char      *format,
           ...)
{
  g_autofree char *sentence = NULL;
  va_list args;

  va_start (args, format);
  sentence = eqp_sentence_vdup (format, args);
  va_end (args);
  eqp_note (&parts->findings, "%s", sentence);
  if (mend == NULL)
    return;
  if (parts->mends == NULL)
    parts->mends = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_alternative_free);
  g_ptr_array_set_size (parts->mends, (gint) parts->findings->len);
  g_ptr_array_index (parts->mends, parts->findings->len - 1) = mend;
}

/**
 * _eqp_find_about:
 * @parts: its last finding is named
 * @subject: static, what the finding is about; "overflow", "isolated" are told with what mends them elsewhere
 */
void
_eqp_find_about (EqpDatasetParts *parts,
                 const char      *subject)
{
  if (parts->subjects == NULL)
    parts->subjects = g_ptr_array_new ();
  g_ptr_array_set_size (parts->subjects, (gint) parts->findings->len);
  g_ptr_array_index (parts->subjects, parts->findings->len - 1) = (gpointer) subject;
}

/*< private >
 * _eqp_column_usual_name:
 * @column: its number, from 0
 *
 * Returns: (transfer full): what a column is called that has no name: "column 3"
 */
char *
_eqp_column_usual_name (gint64 column)
{
  return g_strdup_printf (_ ("column %" PRId64), column + 1);
}

/*< private >
 * _eqp_column_place:
 * @name: (nullable): name of a column
 * @column: its number in the file, from 0
 *
 * Returns: (transfer full): the column as it is found in a file: "column 3 (“age”)"
 */
char *
_eqp_column_place (const char *name,
                   gint64      column)
{
  return name != NULL ? g_strdup_printf (_ ("column %" PRId64 " (“%s”)"), column + 1, name)
                      : _eqp_column_usual_name (column);
}

/*< private >
 * _eqp_column_title:
 * @name: name of a column
 * @column: its number, from 0
 *
 * Returns: (transfer full): "column “age”", or "column 3" where that is all that is known
 */
char *
_eqp_column_title (const char *name,
                   gint64      column)
{
  g_autofree char *usual = _eqp_column_usual_name (column);

  return strcmp (name, usual) == 0 ? g_steal_pointer (&usual) : g_strdup_printf (_ ("column “%s”"), name);
}

/**
 * eqp_dataset_dup_column_title:
 * @self: a data set
 * @column: a column, from 0
 *
 * Returns: (transfer full): the column as it is called inside a sentence: "column “age”", "column 3"
 */
char *
eqp_dataset_dup_column_title (const EqpDataset *self,
                              gint64            column)
{
  return _eqp_column_title (eqp_dataset_get_column_name (self, column), column);
}

/**
 * _eqp_settle:
 * @parts: gets the decision
 * @decision: (transfer full): what was settled; takes the place of an earlier one about the same
 */
void
_eqp_settle (EqpDatasetParts *parts,
             EqpDecision     *decision)
{
  if (parts->choices == NULL)
    parts->choices = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_decision_unref);
  for (guint i = 0; i < parts->choices->len; i++)
    {
      EqpDecision *other = g_ptr_array_index (parts->choices, i);

      if (strcmp (other->key, decision->key) == 0)
        {
          g_ptr_array_index (parts->choices, i) = decision;
          eqp_decision_unref (other);
          return;
        }
    }
  g_ptr_array_add (parts->choices, decision);
}

/*< private >
 * _eqp_settle_among:
 * @parts: gets the decision
 * @decision: (transfer full): without alternatives; its key is the option
 * @asked: the user has said it
 * @chosen: the one of @ways that was taken
 * @ways: value and title of each, to be translated
 * @n_ways: how many
 *
 * Offers all of them, the one that was taken first.
 */
void
_eqp_settle_among (EqpDatasetParts *parts,
                   EqpDecision     *decision,
                   gboolean         asked,
                   guint            chosen,
                   const EqpWay    *ways,
                   guint            n_ways)
{
  decision->asked = asked;
  for (guint i = 0; i < n_ways; i++)
    {
      const EqpWay *way = &ways[i == 0 ? chosen : i <= chosen ? i - 1 : i];

      eqp_decision_offer (decision, decision->key, way->value, "%s", g_dgettext (GETTEXT_PACKAGE, way->title));
    }
  _eqp_settle (parts, decision);
}

/**
 * _eqp_ledger_start:
 * @parts: without a ledger
 * @options: say how many entries to list
 */
void
_eqp_ledger_start (EqpDatasetParts *parts,
                   gint64           limit)
{
  parts->ledger = eqp_ledger_new (limit);
}

/**
 * _eqp_log:
 * @parts: its ledger gets the entry; made where there is none
 * @entry: what happened; copied
 */
void
_eqp_log (EqpDatasetParts      *parts,
          const EqpLedgerEntry *entry)
{
  if (parts->ledger == NULL)
    parts->ledger = eqp_ledger_new (0);
  eqp_ledger_add (parts->ledger, entry);
}

static gboolean
as_number (const char *text, double *value)
{
  char *end;

  if (*text == '\0' || g_ascii_isspace (*text))
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return *end == '\0' && *value == *value;
}

/**
 * eqp_natural_compare:
 * @a: a name
 * @b: a name
 *
 * Numbers come before text and in the order of their values; runs of digits inside text count as numbers,
 * so "s2" comes before "s10".
 *
 * Returns: as strcmp(); 0 only for equal names
 */
int
eqp_natural_compare (const char *a,
                     const char *b)
{
  const char *p = a;
  const char *q = b;
  double x, y;
  gboolean a_number = as_number (a, &x);
  gboolean b_number = as_number (b, &y);

  if (a_number != b_number)
    return a_number ? -1 : 1;
  if (a_number && x != y)
    return x < y ? -1 : 1;

  while (*p != '\0' && *q != '\0')
    {
      if (g_ascii_isdigit (*p) && g_ascii_isdigit (*q))
        {
          gsize m, n;
          int order;

          for (; *p == '0'; p++)
            ;
          for (; *q == '0'; q++)
            ;
          for (m = 0; g_ascii_isdigit (p[m]); m++)
            ;
          for (n = 0; g_ascii_isdigit (q[n]); n++)
            ;
          if (m != n)
            return m < n ? -1 : 1;
          order = strncmp (p, q, m);
          if (order != 0)
            return order;
          p += m;
          q += n;
        }
      else if (*p != *q)
        return (guchar) *p < (guchar) *q ? -1 : 1;
      else
        {
          p++;
          q++;
        }
    }

  if (*p != *q)
    return *p == '\0' ? -1 : 1;
  return strcmp (a, b);
}

/**
 * eqp_label_table_init:
 * @self: an uninitialized table
 */
void
eqp_label_table_init (EqpLabelTable *self)
{
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  memset (self->met_as, 0, sizeof self->met_as);
}

/**
 * eqp_label_table_clear:
 * @self: a table, or one that is all zero
 */
void
eqp_label_table_clear (EqpLabelTable *self)
{
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
}

/**
 * eqp_label_table_add:
 * @self: the table
 * @name: a class name, copied when it is new
 *
 * Returns: the number of the name, in the order of first appearance
 */
gint32
eqp_label_table_add (EqpLabelTable *self,
                     const char    *name)
{
  gpointer number = g_hash_table_lookup (self->numbers, name);
  char *copy;

  if (number != NULL)
    return GPOINTER_TO_INT (number) - 1;

  copy = g_strdup (name);
  g_ptr_array_add (self->names, copy);
  g_hash_table_insert (self->numbers, copy, GINT_TO_POINTER ((gint) self->names->len));
  return (gint32) self->names->len - 1;
}

/**
 * eqp_label_table_add_number:
 * @self: the table
 * @value: a class that is a finite number
 *
 * Whole numbers are named without a point. Few classes are looked up without being spelled: that takes far longer.
 *
 * Returns: as eqp_label_table_add()
 */
gint32
eqp_label_table_add_number (EqpLabelTable *self,
                             double         value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  guint64 bits;
  guint place;

  memcpy (&bits, &value, sizeof bits);
  place = (guint) ((bits * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 58);
  if (self->met_as[place] > 0 && self->met[place] == value)
    return self->met_as[place] - 1;

  eqp_name_number (value, text);
  self->met[place] = value;
  self->met_as[place] = eqp_label_table_add (self, text) + 1;
  return self->met_as[place] - 1;
}

static int
compare_positions (gconstpointer a, gconstpointer b, gpointer user_data)
{
  GPtrArray *names = user_data;

  return eqp_natural_compare (g_ptr_array_index (names, *(const gint32 *) a),
                              g_ptr_array_index (names, *(const gint32 *) b));
}

/**
 * eqp_label_table_settle:
 * @self: the table; empty afterwards
 * @n: how many labels
 * @labels: numbers of the table, turned into class ids in place
 *
 * Puts the names that occur in @labels into natural order and gives the labels their final ids.
 *
 * Returns: (transfer full): the names of the classes
 */
GStrv
eqp_label_table_settle (EqpLabelTable *self,
                        gint64         n,
                        gint32        *labels)
{
  guint n_names = self->names->len;
  g_autofree gint32 *order = g_new (gint32, MAX (1, n_names));
  g_autofree gint32 *ids = g_new (gint32, MAX (1, n_names));
  g_autofree gboolean *used = g_new0 (gboolean, MAX (1, n_names));
  g_autoptr (GPtrArray) settled = g_ptr_array_new ();

  for (gint64 i = 0; i < n; i++)
    used[labels[i]] = TRUE;
  for (guint i = 0; i < n_names; i++)
    order[i] = (gint32) i;
  g_qsort_with_data (order, (gint) n_names, sizeof (gint32), compare_positions, self->names);

  for (guint i = 0; i < n_names; i++)
    if (used[order[i]])
      {
        ids[order[i]] = (gint32) settled->len;
        g_ptr_array_add (settled, g_strdup (g_ptr_array_index (self->names, order[i])));
      }
  for (gint64 i = 0; i < n; i++)
    labels[i] = ids[labels[i]];

  g_hash_table_remove_all (self->numbers);
  g_ptr_array_set_size (self->names, 0);
  memset (self->met_as, 0, sizeof self->met_as);
  g_ptr_array_add (settled, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&settled), FALSE);
}
