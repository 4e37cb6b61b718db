/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace as a file: saved, opened in an empty window, and offered again where the program ended without a word.
 */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-compat.h"

/* At most this long after a run it would survive the program. */
#define KEEP_SECONDS 3

/* ---- View ------------------------------------------------------------------------------------------------------- */

/* Known classes and prices come before the columns. */
#define FIRST_COLUMN 3

static void
view_cb (EqpWorkspaceFile *file,
         gpointer          user_data)
{
  EqpWindow *self = user_data;

  file->page = g_strdup (adw_view_stack_get_visible_child_name (self->pages));
  g_object_get (self->live_view, "color", &file->color, NULL);
}

static char *
dup_name (const char *path)
{
  char *name = g_filename_display_basename (path);

  if (g_str_has_suffix (name, ".eqp") && strlen (name) > strlen (".eqp"))
    name[strlen (name) - strlen (".eqp")] = '\0';
  return name;
}

/**
 * _eqp_window_update_title:
 * @self: a window with data
 *
 * Calls the window after its data, and where it has a file, after that.
 */
void
_eqp_window_update_title (EqpWindow *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const char *path = eqp_session_get_path (self->session), *name = eqp_dataset_get_name (dataset);
  g_autofree char *file = path != NULL ? dup_name (path) : NULL;
  g_autofree char *shape = _eqp_window_describe_data (dataset, TRUE);
  /* Translators: name of the data, size of the data. */
  g_autofree char *subtitle = file != NULL ? g_strdup_printf (_ ("%s, %s"), name, shape) : g_strdup (shape);
  g_autofree char *title = file != NULL ? g_strdup_printf ("%s – %s – %s", file, name, _ ("Equipoise"))
                                        : g_strdup_printf ("%s – %s", name, _ ("Equipoise"));

  gtk_label_set_label (self->data_name, file != NULL ? file : name);
  gtk_label_set_label (self->data_shape, subtitle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->data_shape), subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
  _eqp_window_fold_header (self);
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

/* What is open stays open: a workspace comes to an empty window. */
static EqpWindow *
find_empty (EqpWindow *self)
{
  if (eqp_workspace_get_dataset (self->workspace) == NULL && self->opening == NULL &&
      !eqp_session_is_opening (self->session))
    return self;
  return eqp_window_for_opening (EQP_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
}

static void
open_workspace (EqpWindow  *self,
                const char *path)
{
  EqpWindow *window = find_empty (self);

  eqp_session_open (window->session, path, NULL);
  gtk_window_present (GTK_WINDOW (window));
}

/**
 * _eqp_window_open_workspace:
 * @self: a window
 * @data: path, URI or "sample:ID"
 *
 * Returns: whether it is the file of a workspace, by what is in it; then that is being opened
 */
gboolean
_eqp_window_open_workspace (EqpWindow  *self,
                            const char *data)
{
  g_autofree char *path = g_str_has_prefix (data, "file://") ? g_filename_from_uri (data, NULL, NULL) : g_strdup (data);

  if (path == NULL || !eqp_workspace_file_sniff (path))
    return FALSE;
  open_workspace (self, path);
  return TRUE;
}

static void
opened_cb (EqpWindow              *self,
           const EqpWorkspaceFile *file)
{
  gint color = file->color;
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  if (color >= FIRST_COLUMN + eqp_dataset_get_d (dataset))
    color = 0;
  g_object_set (self->live_view, "color", color, NULL);
  if (file->page != NULL && adw_view_stack_get_child_by_name (self->pages, file->page) != NULL)
    adw_view_stack_set_visible_child_name (self->pages, file->page);
  if (eqp_session_get_path (self->session) != NULL)
    _eqp_window_note_recent (self, eqp_session_get_path (self->session));
  _eqp_window_update_actions (self);
}

static void
data_found_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  EqpWindow *self = EQP_WINDOW (source);
  g_autofree char *path = user_data;
  g_autoptr (GFile) file = eqp_open_file_finish (result, NULL);
  g_autofree char *data = file != NULL ? g_file_get_path (file) : NULL;

  if (data == NULL)
    return;
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
  eqp_session_open (self->session, path, data);
}

static void
missing_cb (EqpWindow  *self,
            const char *path,
            const char *data)
{
  const EqpFileType types[] = { { _ ("All files"), "*" } };
  g_autofree char *shown = g_filename_display_name (data);
  g_autofree char *message =
      g_strdup_printf (_ ("The data of the workspace, “%s”, are not there any more; choose where they are now, or open "
                          "it again once they are back."),
                       shown);

  _eqp_window_show_error (self, message);
  eqp_open_file_async (GTK_WINDOW (self), _ ("Where the Data Are Now"), types, G_N_ELEMENTS (types), data_found_cb,
                       g_strdup (path));
}

/* ---- Saving ----------------------------------------------------------------------------------------------------- */

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (EqpWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = eqp_session_save_finish (EQP_SESSION (source), result, &error);

  if (path != NULL && self->session != NULL)
    _eqp_window_note_recent (self, path);
  _eqp_window_tell_saved (g_steal_pointer (&self), path, error);
  g_application_release (g_application_get_default ());
}

static void
place_chosen_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  EqpWindow *self = EQP_WINDOW (source);
  g_autoptr (GFile) file = eqp_save_file_finish (result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && self->session != NULL && eqp_session_can_save (self->session))
    {
      /* Who closes the last window at once wants the file all the same. */
      g_application_hold (g_application_get_default ());
      eqp_session_save_async (self->session, path, saved_cb, g_object_ref (self));
    }
  else if (file != NULL && path == NULL)
    _eqp_window_show_error (self, _ ("Workspaces can be saved only to places that have a path on this computer; choose "
                                     "another folder."));
}

void
_eqp_window_save_workspace_action (GtkWidget  *widget,
                                   const char *name,
                                   GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);
  const EqpFileType types[] = { { _ ("Workspace"), "*.eqp" } };
  const char *path = eqp_session_get_path (self->session);
  g_autofree char *suggestion = NULL;

  if (!eqp_session_can_save (self->session))
    return;
  suggestion = path != NULL ? g_path_get_basename (path)
                            : g_strdup_printf ("%s.eqp",
                                               eqp_dataset_get_name (eqp_workspace_get_dataset (self->workspace)));
  g_strdelimit (suggestion, "/\\", '-');
  eqp_save_file_async (GTK_WINDOW (widget), _ ("Save Workspace"), suggestion, types, G_N_ELEMENTS (types),
                       place_chosen_cb, NULL);
}

/* ---- What nobody has saved -------------------------------------------------------------------------------------- */

void
_eqp_window_restore_last_action (GtkWidget  *widget,
                                 const char *name,
                                 GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);
  g_autofree char *last = eqp_recovery_dup_last ();

  if (last != NULL)
    open_workspace (self, last);
  else
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("There is no session that was not saved")));
}

static void
hide_offer (EqpWindow *self)
{
  gtk_revealer_set_reveal_child (self->recovery_revealer, FALSE);
}

void
_eqp_window_recover_action (GtkWidget  *widget,
                            const char *name,
                            GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  hide_offer (self);
  if (self->offered != NULL)
    eqp_session_restore (self->session, self->offered);
  g_clear_pointer (&self->offered, eqp_recovery_unref);
}

void
_eqp_window_discard_recovered_action (GtkWidget  *widget,
                                      const char *name,
                                      GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  hide_offer (self);
  if (self->offered != NULL)
    eqp_recovery_remove (self->offered);
  g_clear_pointer (&self->offered, eqp_recovery_unref);
}

/**
 * eqp_window_offer_recovery:
 * @self: a window without data
 *
 * Offers the runs of a session that ended without a word, if there is one.
 */
void
eqp_window_offer_recovery (EqpWindow *self)
{
  if (self->offered == NULL)
    self->offered = eqp_recovery_claim ();
  gtk_revealer_set_reveal_child (self->recovery_revealer, self->offered != NULL);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
changed_cb (EqpWindow *self)
{
  if (eqp_workspace_get_dataset (self->workspace) != NULL)
    _eqp_window_update_title (self);
}

/* Something else was opened: what was offered is offered at the next start. */
static void
data_changed_cb (EqpWindow *self)
{
  hide_offer (self);
  g_clear_pointer (&self->offered, eqp_recovery_unref);
}

/**
 * _eqp_window_init_session:
 * @self: a window; its template is built
 */
void
_eqp_window_init_session (EqpWindow *self)
{
  self->session = eqp_session_new (self->workspace, self->chain, self->runs);
  eqp_session_set_view (self->session, view_cb, self);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "failed", G_CALLBACK (_eqp_window_show_error), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "told", G_CALLBACK (_eqp_window_show_error), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "missing", G_CALLBACK (missing_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  eqp_session_keep (self->session, KEEP_SECONDS);
}

/**
 * _eqp_window_end_session:
 * @self: a window that is closed; its pages are still there
 */
void
_eqp_window_end_session (EqpWindow *self)
{
  if (self->session == NULL)
    return;
  eqp_session_end (self->session);
  eqp_session_set_view (self->session, NULL, NULL);
  g_clear_object (&self->session);
  g_clear_pointer (&self->offered, eqp_recovery_unref);
}
