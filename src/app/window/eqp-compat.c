/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every call whose API changes after GTK 4.8 and libadwaita 1.2, behind functions shaped like the newer ones, so that
 * one code path serves all versions. Nothing else in the program calls a deprecated function. */
#include "config.h"

#include "eqp-compat.h"

#include <glib/gi18n.h>

static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             gpointer         user_data)
{
  g_autoptr (GTask) task = user_data;

  if (response == GTK_RESPONSE_ACCEPT)
    g_task_return_pointer (task, gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)), g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("No file was chosen."));
  g_object_unref (dialog);
}

/* A dialog that is open when its parent is closed hears nothing of it, and its task would hold the parent. */
static void
parent_gone_cb (GtkNativeDialog *dialog)
{
  gtk_native_dialog_hide (dialog);
  g_signal_emit_by_name (dialog, "response", (int) GTK_RESPONSE_CANCEL);
}

static void
add_types (GtkFileChooser    *chooser,
           const EqpFileType *types,
           gsize              n_types)
{
  for (gsize i = 0; i < n_types; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
      g_auto (GStrv) patterns = g_strsplit (types[i].patterns, ";", -1);

      gtk_file_filter_set_name (filter, types[i].name);
      for (gsize j = 0; patterns[j] != NULL; j++)
        gtk_file_filter_add_pattern (filter, patterns[j]);
      gtk_file_chooser_add_filter (chooser, filter);
    }
}

static void
choose (GtkWindow            *parent,
        GtkFileChooserAction  action,
        const char           *title,
        const char           *accept,
        const char           *name,
        const EqpFileType    *types,
        gsize                 n_types,
        GAsyncReadyCallback   callback,
        gpointer              user_data)
{
  /* Freed by its response, which always comes: it is modal, and answered when its parent goes. */
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (title, parent, action, accept, _ ("_Cancel"));
  GTask *task = g_task_new (parent, NULL, callback, user_data);

  g_task_set_source_tag (task, choose);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  add_types (GTK_FILE_CHOOSER (dialog), types, n_types);
  if (name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), task);
  g_signal_connect_object (parent, "unrealize", G_CALLBACK (parent_gone_cb), dialog, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/**
 * eqp_open_file_async:
 * @parent: the window that asks
 * @title: of the dialog
 * @types: what to offer
 * @n_types: how many
 * @callback: called when the dialog is closed
 * @user_data: for @callback
 */
void
eqp_open_file_async (GtkWindow           *parent,
                     const char          *title,
                     const EqpFileType   *types,
                     gsize                n_types,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  choose (parent, GTK_FILE_CHOOSER_ACTION_OPEN, title, _ ("_Open"), NULL, types, n_types, callback, user_data);
}

/**
 * eqp_open_folder_async:
 * @parent: the window that asks
 * @title: of the dialog
 * @callback: called when the dialog is closed; goes on with eqp_open_file_finish ()
 * @user_data: for @callback
 */
void
eqp_open_folder_async (GtkWindow           *parent,
                       const char          *title,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  choose (parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, title, _ ("_Open"), NULL, NULL, 0, callback, user_data);
}

/**
 * eqp_open_file_finish:
 * @result: what the callback got
 * @error: G_IO_ERROR_CANCELLED when no file was chosen
 *
 * Returns: (transfer full): the file chosen
 */
GFile *
eqp_open_file_finish (GAsyncResult  *result,
                      GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * eqp_save_file_async:
 * @parent: the window that asks
 * @title: of the dialog
 * @name: file name to begin with
 * @types: what to offer
 * @n_types: how many
 * @callback: called when the dialog is closed
 * @user_data: for @callback
 */
void
eqp_save_file_async (GtkWindow           *parent,
                     const char          *title,
                     const char          *name,
                     const EqpFileType   *types,
                     gsize                n_types,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  choose (parent, GTK_FILE_CHOOSER_ACTION_SAVE, title, _ ("_Save"), name, types, n_types, callback, user_data);
}

/**
 * eqp_save_file_finish:
 * @result: what the callback got
 * @error: G_IO_ERROR_CANCELLED when no file was chosen
 *
 * Returns: (transfer full): the file to write
 */
GFile *
eqp_save_file_finish (GAsyncResult  *result,
                      GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * eqp_show_about:
 * @parent: (nullable): the window it belongs to
 */
void
eqp_show_about (GtkWindow *parent)
{
  static const char *developers[] = { "Equipoise developers", NULL };

  adw_show_about_window (parent, "application-name", _ ("Equipoise"), "application-icon", EQP_APP_ID, "version",
                         EQP_VERSION, "developer-name", "Equipoise developers", "developers", developers,
                         "license-type", GTK_LICENSE_GPL_3_0, "comments",
                         _ ("Explore clusterings whose clusters have balanced sizes.\n\nAfter “Balanced k-Means and "
                            "Min-Cut Clustering” by Chang, Nie, Ma and Yang."),
                         "translator-credits", _ ("translator-credits"), NULL);
}
