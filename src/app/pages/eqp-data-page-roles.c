/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each column is taken for: by the menu of a row, or by the buttons for all rows that are selected. */
#include "config.h"

#include "eqp-data-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct
{
  const char *name;
  EqpRole     role;
} roles[] = {
  { "feature", EQP_ROLE_FEATURE },
  { "label", EQP_ROLE_LABEL },
  { "ignored", EQP_ROLE_IGNORED },
  { "weights", EQP_ROLE_WEIGHTS },
};

/* The classes of the file may be text, of which the data hold no numbers: only reading again makes features of them. */
static void
set_class_role (EqpDataPage *self,
                EqpEdit     *edit,
                EqpRole      role)
{
  edit->no_labels = role != EQP_ROLE_LABEL;
  if (role == EQP_ROLE_LABEL)
    edit->label = -1;
}

static void
set_role (EqpDataPage *self,
          EqpEdit     *edit,
          gint64       row,
          EqpRole      role)
{
  gint64 column = eqp_presenter_columns_get_column (self->columns_model, row);

  if (column < 0)
    {
      set_class_role (self, edit, role);
      return;
    }
  eqp_edit_set_dropped (edit, column, role == EQP_ROLE_IGNORED);
  if (role == EQP_ROLE_LABEL)
    edit->label = column;
  else if (edit->label == column)
    edit->label = -1;
}

static char *
describe (EqpDataPage *self,
          gint64       row,
          guint64      n,
          EqpRole      role)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);
  gint64 column = eqp_presenter_columns_get_column (self->columns_model, row);
  const EqpLedgerEntry *ignored = eqp_presenter_columns_get_ignored (self->columns_model, row);
  const char *name = ignored != NULL ? ignored->name : column >= 0 ? eqp_dataset_get_column_name (base, column) : NULL;

  switch (role)
    {
    case EQP_ROLE_LABEL:
      return name != NULL ? g_strdup_printf (_ ("Classes from “%s”"), name) : g_strdup (_ ("Classes as in the file"));
    case EQP_ROLE_IGNORED:
      return column < 0 && n == 1
                 ? g_strdup (_ ("No classes"))
                 : eqp_sentence_dup (ngettext ("%d column left out", "%d columns left out", (gulong) n), (int) n);
    case EQP_ROLE_FEATURE:
    case EQP_ROLE_WEIGHTS:
    default:
      return eqp_sentence_dup (ngettext ("%d column taken as feature", "%d columns taken as features", (gulong) n),
                              (int) n);
    }
}

/* A column that was not read can only be had by reading again. Returns whether row is one. */
static gboolean
read_column (EqpDataPage      *self,
             EqpImportOptions *import,
             gint64            row,
             EqpRole           role)
{
  const EqpLedgerEntry *entry = eqp_presenter_columns_get_ignored (self->columns_model, row);
  g_autofree char *number = NULL;
  g_autofree char *list = NULL;

  if (entry == NULL)
    return FALSE;
  number = g_strdup_printf ("%" G_GINT64_FORMAT, entry->column);
  if (role == EQP_ROLE_LABEL)
    eqp_import_options_set (import, "labels", number, NULL);
  else if (role == EQP_ROLE_FEATURE)
    {
      list = import->one_hot != NULL ? g_strconcat (import->one_hot, ",", number, NULL) : g_strdup (number);
      eqp_import_options_set (import, "one-hot", list, NULL);
    }
  return TRUE;
}

/* A column without a name that could be given goes by its number. */
static char *
dup_weight_name (EqpDataPage *self,
                 gint64       row)
{
  const EqpLedgerEntry *entry = eqp_presenter_columns_get_ignored (self->columns_model, row);
  gint64 column = eqp_presenter_columns_get_column (self->columns_model, row);

  if (entry != NULL && (entry->name == NULL || strpbrk (entry->name, ",\"\n") != NULL))
    return g_strdup_printf ("%" G_GINT64_FORMAT, entry->column);
  if (entry != NULL)
    return g_strdup (entry->name);
  return column >= 0 ? g_strdup (eqp_data_chain_get_weight_name (self->chain, column)) : NULL;
}

static void
weigh (EqpDataPage *self,
       gint64       row,
       guint64      n)
{
  g_autofree char *name = dup_weight_name (self, row);
  g_autofree char *what = name != NULL ? g_strdup_printf (_ ("Weights from “%s”"), name) : NULL;
  const char *source = eqp_workspace_get_source (self->workspace);

  if (n > 1)
    g_signal_emit_by_name (self->workspace, "failed", _ ("One column gives the weights of rows; select just one."));
  else if (source == NULL || g_str_has_prefix (source, "sample:"))
    g_signal_emit_by_name (self->workspace, "failed",
                           _ ("A sample has no column of weights; open a table of your own."));
  else if (name == NULL)
    g_signal_emit_by_name (self->workspace, "failed",
                           _ ("This column cannot give the weights of rows; choose one with numbers and a name of its "
                              "own."));
  else
    eqp_data_chain_set_weights (self->chain, name, FALSE, what);
}

/* Returns FALSE where row is not the column of the weights, which is among those that were not read. */
static gboolean
unweigh (EqpDataPage *self,
         gint64       row,
         guint64      n,
         EqpRole      role)
{
  const char *weights = eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS);
  EqpImportOptions import = *eqp_data_chain_get_import (self->chain);

  if (n > 1 || eqp_presenter_columns_get_role (self->columns_model, row) != EQP_ROLE_WEIGHTS)
    return FALSE;
  if (role == EQP_ROLE_LABEL)
    {
      g_autofree char *what = g_strdup_printf (_ ("Classes from “%s”"), weights);

      eqp_import_options_set (&import, "labels", weights, NULL);
      eqp_data_chain_set_import (self->chain, &import, what);
    }
  else
    eqp_data_chain_set_weights (self->chain, NULL, role == EQP_ROLE_IGNORED, _ ("Every row counts once"));
  return TRUE;
}

static GtkBitset *
get_rows (EqpDataPage *self)
{
  if (self->menu_row >= 0)
    {
      GtkBitset *rows = gtk_bitset_new_empty ();

      gtk_bitset_add (rows, (guint) self->menu_row);
      return rows;
    }
  return eqp_table_view_dup_selection (self->columns);
}

static void
role_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  const char *wanted = g_variant_get_string (parameter, NULL);
  g_autoptr (EqpEdit) edit = NULL;
  GtkBitset *rows;
  GtkBitsetIter iter;
  g_autofree char *what = NULL;
  EqpImportOptions import = *eqp_data_chain_get_import (self->chain);
  gboolean reread = FALSE;
  EqpRole role = EQP_ROLE_FEATURE;
  guint row;

  if (self->columns_model == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    if (strcmp (roles[i].name, wanted) == 0)
      role = roles[i].role;

  edit = eqp_edit_copy (eqp_data_chain_get_edit (self->chain));
  rows = get_rows (self);
  self->menu_row = -1;
  if (gtk_bitset_iter_init_first (&iter, rows, &row))
    {
      guint64 n = gtk_bitset_get_size (rows);

      if (role == EQP_ROLE_WEIGHTS)
        weigh (self, row, n);
      if (role == EQP_ROLE_WEIGHTS || unweigh (self, row, n, role))
        {
          gtk_bitset_unref (rows);
          return;
        }
      what = describe (self, row, n, role);
      do
        {
          if (read_column (self, &import, row, role))
            reread = TRUE;
          else
            set_role (self, edit, row, role);
        }
      while (gtk_bitset_iter_next (&iter, &row));
      /* Columns of both kinds at once: those that are there already keep their roles. */
      if (reread && role != EQP_ROLE_IGNORED)
        eqp_data_chain_set_import (self->chain, &import, what);
      else
        eqp_data_chain_set_edit (self->chain, edit, what);
    }
  gtk_bitset_unref (rows);
}

/**
 * _eqp_data_page_update_roles:
 * @self: a page
 *
 * Enables what can be done with the selection; only one column can give the classes.
 */
void
_eqp_data_page_update_roles (EqpDataPage *self)
{
  GtkBitset *rows = eqp_table_view_dup_selection (self->columns);

  gtk_widget_set_sensitive (GTK_WIDGET (self->roles), !gtk_bitset_is_empty (rows));
  gtk_bitset_unref (rows);
}

/**
 * _eqp_data_page_cell_activated_cb:
 * @self: a page
 * @row: a row of the list of columns
 * @column: which cell was clicked, or -1 for the row by keyboard
 * @x: where, in the list
 * @y: where, in the list
 *
 * Opens the menu of roles.
 */
void
_eqp_data_page_cell_activated_cb (EqpDataPage *self,
                                  gint64       row,
                                  gint64       column,
                                  double       x,
                                  double       y)
{
  double at_x, at_y;
  GtkWidget *from = GTK_WIDGET (self->columns);

  if (column < 0)
    {
      x = gtk_widget_get_width (from) / 2.0;
      y = gtk_widget_get_height (from) / 3.0;
    }
  if (!gtk_widget_translate_coordinates (from, GTK_WIDGET (self), x, y, &at_x, &at_y))
    return;
  self->menu_row = row;
  gtk_popover_set_pointing_to (self->role_menu, &(GdkRectangle){ (int) at_x, (int) at_y, 1, 1 });
  gtk_popover_popup (self->role_menu);
}

/* A menu that is closed without a choice is about nothing any more; one with a choice has had its action first. */
static gboolean
forget_cb (gpointer user_data)
{
  EqpDataPage *self = user_data;

  if (!gtk_widget_get_visible (GTK_WIDGET (self->role_menu)))
    self->menu_row = -1;
  return G_SOURCE_REMOVE;
}

static void
menu_closed_cb (EqpDataPage *self)
{
  g_idle_add_full (G_PRIORITY_LOW, forget_cb, g_object_ref (self), g_object_unref);
}

/**
 * _eqp_data_page_roles_class_init:
 * @widget_class: of the page
 */
void
_eqp_data_page_roles_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "data.set-role", "s", role_action);
  gtk_widget_class_bind_template_callback (widget_class, menu_closed_cb);
}
