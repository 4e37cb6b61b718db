/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes on from one state of a chain to another: what runs are given, columns left out, the choice of columns. */
#include "config.h"

#include "eqp-data-chain-private.h"

/**
 * _eqp_chain_given:
 * @self: a chain
 *
 * Returns: what runs are to be given now
 */
EqpGivenSources
_eqp_chain_given (EqpDataChain *self)
{
  EqpGivenSources given;

  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    given.from[kind] = eqp_workspace_get_given_source (self->workspace, kind);
  return given;
}

/**
 * _eqp_chain_give:
 * @self: a chain
 * @given: what runs are to be given from now on
 * @first: from this kind on
 */
void
_eqp_chain_give (EqpDataChain          *self,
                 const EqpGivenSources *given,
                 int                    first)
{
  for (int kind = first; kind < EQP_N_GIVEN; kind++)
    if (given->from[kind] != eqp_workspace_get_given_source (self->workspace, kind))
      eqp_workspace_set_given_source (self->workspace, kind, given->from[kind]);
}

static gboolean
tell_refused_cb (gpointer user_data)
{
  EqpDataChain *self = user_data;
  g_autofree char *refused = g_steal_pointer (&self->refused);

  if (refused != NULL && self->workspace != NULL)
    g_signal_emit_by_name (self->workspace, "failed", refused);
  return G_SOURCE_REMOVE;
}

/**
 * _eqp_chain_tell_refused:
 * @self: a chain
 *
 * Tells why a change was taken back, if one was: not before all have heard of the data that came back, and with them of
 * the end of older sentences.
 */
void
_eqp_chain_tell_refused (EqpDataChain *self)
{
  if (self->refused != NULL)
    g_idle_add_full (G_PRIORITY_DEFAULT, tell_refused_cb, g_object_ref (self), g_object_unref);
}

/**
 * _eqp_chain_same_import:
 * @a: how a file is read
 * @b: how a file is read
 *
 * Returns: whether it is read alike
 */
gboolean
_eqp_chain_same_import (const EqpImportOptions *a,
                        const EqpImportOptions *b)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  for (gsize i = 0; i < n_params; i++)
    {
      g_autofree char *x = eqp_import_options_get (a, params[i].param.id);
      g_autofree char *y = eqp_import_options_get (b, params[i].param.id);

      if (g_strcmp0 (x, y) != 0)
        return FALSE;
    }
  return TRUE;
}

/**
 * _eqp_chain_carry_over:
 * @from: data
 * @edit: what is chosen of them
 * @to: the same data, read in another way
 *
 * Returns: (transfer full): the same choice of columns that have the same names
 */
EqpEdit *
_eqp_chain_carry_over (EqpDataset    *from,
                       const EqpEdit *edit,
                       EqpDataset    *to)
{
  EqpEdit *carried = eqp_edit_new ();
  g_autoptr (GHashTable) dropped = g_hash_table_new (g_str_hash, g_str_equal);
  const char *label = edit->label >= 0 ? eqp_dataset_get_column_name (from, edit->label) : NULL;

  for (guint i = 0; edit->dropped != NULL && i < edit->dropped->len; i++)
    g_hash_table_add (dropped, (gpointer) eqp_dataset_get_column_name (from, g_array_index (edit->dropped, gint64, i)));
  for (gint64 j = 0; j < eqp_dataset_get_d (to); j++)
    {
      const char *name = eqp_dataset_get_column_name (to, j);

      if (g_strcmp0 (name, label) == 0)
        carried->label = j;
      else if (g_hash_table_contains (dropped, name))
        eqp_edit_set_dropped (carried, j, TRUE);
    }
  carried->no_labels = edit->no_labels;
  carried->distinct = edit->distinct;
  return carried;
}

/**
 * _eqp_chain_is_ignored:
 * @import: how a file is read
 * @column: (nullable): a column, as the list of those left out names it
 *
 * Returns: whether it is left out
 */
gboolean
_eqp_chain_is_ignored (const EqpImportOptions *import,
                       const char             *column)
{
  g_auto (GStrv) columns = g_strsplit (import->ignore != NULL ? import->ignore : "", ",", -1);

  for (guint i = 0; columns[i] != NULL; i++)
    if (g_strcmp0 (g_strstrip (columns[i]), column) == 0)
      return TRUE;
  return FALSE;
}

/**
 * _eqp_chain_change_ignored:
 * @list: (nullable): columns to leave out
 * @without: (nullable): one that is not left out any more
 * @with: (nullable): one that is
 *
 * Returns: (transfer none) (nullable): the list of now, interned
 */
const char *
_eqp_chain_change_ignored (const char *list,
                           const char *without,
                           const char *with)
{
  g_auto (GStrv) columns = g_strsplit (list != NULL ? list : "", ",", -1);
  g_autoptr (GString) changed = g_string_new (NULL);

  for (guint i = 0; columns[i] != NULL; i++)
    {
      const char *column = g_strstrip (columns[i]);

      if (*column != '\0' && g_strcmp0 (column, without) != 0 && g_strcmp0 (column, with) != 0)
        g_string_append_printf (changed, "%s%s", changed->len > 0 ? "," : "", column);
    }
  if (with != NULL)
    g_string_append_printf (changed, "%s%s", changed->len > 0 ? "," : "", with);
  return changed->len > 0 ? g_intern_string (changed->str) : NULL;
}
