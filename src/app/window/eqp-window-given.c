/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs are given from files: pairs of rows, and centers to start from. */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>

#include "eqp-compat.h"

static const struct
{
  const char   *id;
  EqpGivenKind  kind;
  const char   *title;     /* of the dialog */
  const char   *withdrawn;
} kinds[] = {
  { "centers", EQP_GIVEN_CENTERS, N_ ("Starting Centers from File"), N_ ("No starting centers") },
  { "must-links", EQP_GIVEN_MUST_LINKS, N_ ("Must-Link Pairs from File"), N_ ("No must-link pairs") },
  { "cannot-links", EQP_GIVEN_CANNOT_LINKS, N_ ("Cannot-Link Pairs from File"), N_ ("No cannot-link pairs") },
};

static guint
find_kind (GVariant *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (kinds) && !g_str_equal (kinds[i].id, id))
    i++;
  return i;
}

static char *
dup_change (EqpGivenKind  kind,
            const char   *name)
{
  if (kind == EQP_GIVEN_CENTERS)
    return g_strdup_printf (_ ("Starting centers from “%s”"), name);
  if (kind == EQP_GIVEN_MUST_LINKS)
    return g_strdup_printf (_ ("Must-link pairs from “%s”"), name);
  return g_strdup_printf (_ ("Cannot-link pairs from “%s”"), name);
}

/**
 * _eqp_window_give:
 * @self: a window with data
 * @kind: what to give the runs
 * @path: path or URI of a file
 *
 * As if the file had been chosen in the dialog.
 */
void
_eqp_window_give (EqpWindow    *self,
                  EqpGivenKind  kind,
                  const char   *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *what = dup_change (kind, name);

  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
  eqp_data_chain_set_given (self->chain, kind, path, what);
}

static void
chosen_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GFile) file = eqp_open_file_finish (result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (file != NULL)
    _eqp_window_give (EQP_WINDOW (source), (EqpGivenKind) GPOINTER_TO_INT (user_data), path != NULL ? path : uri);
}

/**
 * _eqp_window_give_action:
 * @widget: the window
 * @name: of the action
 * @parameter: what to give
 *
 * Asks for a file; a method that would not look at it is told before.
 */
void
_eqp_window_give_action (GtkWidget  *widget,
                         const char *name,
                         GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);
  const EqpFileType types[] = { { _ ("All files"), "*" }, { _ ("Tables"), "*.csv;*.tsv;*.txt;*.gz" } };
  guint i = find_kind (parameter);
  g_autoptr (GError) error = NULL;

  if (!eqp_solver_check_given (eqp_workspace_get_settings (self->workspace)->solver, kinds[i].kind, &error))
    {
      _eqp_window_show_error (self, error->message);
      return;
    }
  eqp_open_file_async (GTK_WINDOW (widget), _ (kinds[i].title), types, G_N_ELEMENTS (types), chosen_cb,
                       GINT_TO_POINTER (kinds[i].kind));
}

/**
 * _eqp_window_withdraw_action:
 * @widget: the window
 * @name: of the action
 * @parameter: what runs are no longer given
 */
void
_eqp_window_withdraw_action (GtkWidget  *widget,
                             const char *name,
                             GVariant   *parameter)
{
  guint i = find_kind (parameter);

  eqp_data_chain_set_given (EQP_WINDOW (widget)->chain, kinds[i].kind, NULL, _ (kinds[i].withdrawn));
}
