/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From rows and labels to points, or to a graph where a square matrix is one: the end of all formats with columns. */
#include "config.h"

#include "eqp-assemble.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"
#include "eqp-affinity.h"

/* Between two looks at the cancellable. */
#define LABELS_A_LOOK 8192

void
_eqp_assembly_clear (EqpAssembly *self)
{
  g_clear_pointer (&self->labels, g_free);
  g_clear_pointer (&self->dropped, g_free);
  eqp_label_table_clear (&self->names);
}

/* From a column of numbers, or from several of which one has a 1 in each row. */
gboolean
_eqp_assembly_take_labels (EqpAssembly         *self,
                           const EqpRoleTable  *table,
                           gint64               column,
                           gint64               last,
                           GError             **error)
{
  self->label = column;
  if (last > column)
    {
      self->labels = _eqp_roles_take_one_hot (table, &(EqpRoleLabels){ column, last, -1, NULL }, &self->names, error);
      if (self->labels == NULL)
        g_prefix_error (error, "%s: ", self->file);
      return self->labels != NULL;
    }
  self->labels = eqp_try_malloc ((gsize) self->n, sizeof (gint32), "the labels", error);
  for (gint64 row = 0; self->labels != NULL && row < self->n; row++)
    {
      double value = table->value (table->rows, row, column);

      if (row % LABELS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      self->labels[row] = isfinite (value) ? eqp_label_table_add_number (&self->names, value) : -1;
    }
  return self->labels != NULL;
}

/* Rows without a label have nothing to be compared with and go, like rows with other gaps. */
static gboolean
drop_unlabeled (EqpAssembly *self, GError **error)
{
  gint64 missing = 0, first = -1;
  g_autofree char *where = NULL;

  for (gint64 row = 0; row < self->n; row++)
    if (self->labels[row] < 0)
      {
        EqpLedgerEntry entry = { EQP_LEDGER_MISSING, .row = row + 1, .column = self->label + 1,
                                 .reason = EQP_LEDGER_LABEL_MISSING };

        if (missing++ == 0)
          {
            first = row;
            self->dropped = eqp_try_malloc ((gsize) self->n, 1, "the rows that go", error);
            if (self->dropped == NULL)
              return FALSE;
          }
        self->dropped[row] = 1;
        if (self->label >= 0)
          _eqp_log (self->parts, &entry);
        entry.kind = EQP_LEDGER_ROW_DROPPED;
        entry.after = (char *) _ ("the label is missing");
        _eqp_log (self->parts, &entry);
      }
  if (missing == 0)
    return TRUE;
  where = self->place != NULL ? self->place (first, -1, self->place_data)
                              : eqp_sentence_dup (_ ("row %" PRId64), first + 1);
  if (self->options->missing == EQP_MISSING_REFUSE || missing == self->n || self->store == NULL)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s, %s: the label is missing (%" PRId64 " such in all); fill it in, or choose other labels "
                          "or none."),
                       self->file, where, missing);
  self->parts->missing += missing;
  eqp_note (&self->parts->decisions,
            eqp_ngettext ("%" PRId64 " row without a label (the first: %s) was left out.",
                          "%" PRId64 " rows without a label (the first: %s) were left out.", missing),
            missing, where);
  return TRUE;
}

/* @self: labels, gaps and features are settled, and set in its parts. Returns FALSE when nothing is left, the user has
 * to be asked or wants to stop, or memory ends. */
gboolean
_eqp_assemble (EqpAssembly *self, GError **error)
{
  gboolean graph = FALSE;
  gint64 n = 0;

  if ((self->labels != NULL && !drop_unlabeled (self, error)) ||
      (self->may_be_graph && self->dropped == NULL &&
       !_eqp_affinity_take (self->store, self->columns, self->file, self->options, self->parts, self->cancellable,
                            &graph, error)))
    return FALSE;
  if (self->store != NULL && !graph &&
      ((!self->whole &&
        !eqp_store_settle_missing (self->store, self->columns, self->options->missing, self->file, self->place,
                                   self->place_data, &self->dropped, self->parts, error)) ||
       !eqp_store_finish (self->store, self->columns, self->dropped, self->parts, error)))
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->labels == NULL)
    return TRUE;
  for (gint64 row = 0; row < self->n; row++)
    if (self->dropped == NULL || !self->dropped[row])
      self->labels[n++] = self->labels[row];
  self->parts->class_names = eqp_label_table_settle (&self->names, n, self->labels);
  self->parts->labels = g_steal_pointer (&self->labels);
  return TRUE;
}
