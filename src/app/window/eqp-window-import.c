/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The import view: opened on request for the data that are open, and by itself where only the user can tell how a file
 * is meant. */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>

#define SETTINGS_KEY "eqp-open-settings"

static void
accepted_cb (EqpWindow     *self,
             EqpImportView *view)
{
  const char *data = eqp_import_view_get_data (view);
  const EqpOpenSettings *settings = g_object_get_data (G_OBJECT (view), SETTINGS_KEY);

  /* Of the data that are open it is a change that can be undone. */
  if (settings == NULL && g_strcmp0 (data, eqp_workspace_get_source (self->workspace)) == 0)
    {
      eqp_data_chain_set_import (self->chain, eqp_import_view_get_import (view), _ ("Read in another way"));
      return;
    }
  g_free (self->opening);
  self->opening = g_strdup (data);
  eqp_workspace_open_with (self->workspace, data, eqp_import_view_get_import (view), settings);
}

static EqpImportView *
show (EqpWindow              *self,
      const char             *data,
      const EqpImportOptions *import,
      const EqpDecision      *question)
{
  EqpImportView *view = eqp_import_view_new (GTK_WINDOW (self), data, import, question);

  g_signal_connect_object (view, "accepted", G_CALLBACK (accepted_cb), self, G_CONNECT_SWAPPED);
  eqp_window_fit_over (GTK_WINDOW (view), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (view));
  return view;
}

static gboolean
question_cb (EqpWindow              *self,
             const char             *data,
             const EqpImportOptions *import,
             const EqpOpenSettings  *settings,
             const EqpDecision      *question)
{
  EqpImportView *view = show (self, data, import, question);

  g_clear_pointer (&self->opening, g_free);
  g_object_set_data_full (G_OBJECT (view), SETTINGS_KEY, g_memdup2 (settings, sizeof *settings), g_free);
  return TRUE;
}

/**
 * _eqp_window_import:
 * @self: a window with data from a file
 */
void
_eqp_window_import (EqpWindow *self)
{
  const char *source = eqp_workspace_get_source (self->workspace);

  if (source != NULL && !g_str_has_prefix (source, "sample:"))
    show (self, source, eqp_workspace_get_import (self->workspace), NULL);
}

/**
 * _eqp_window_import_refused:
 * @self: a window with an error about a file that could not be read as it was guessed
 */
void
_eqp_window_import_refused (EqpWindow *self)
{
  static const EqpOpenSettings none = { 0 };
  EqpImportView *view;

  if (self->refused == NULL)
    return;
  view = show (self, self->refused, NULL, NULL);
  g_object_set_data_full (G_OBJECT (view), SETTINGS_KEY, g_memdup2 (&none, sizeof none), g_free);
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
}

/**
 * _eqp_window_init_import:
 * @self: a window
 */
void
_eqp_window_init_import (EqpWindow *self)
{
  g_signal_connect_object (self->workspace, "question", G_CALLBACK (question_cb), self, G_CONNECT_SWAPPED);
}
