/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window without widgets, whose session is saved and opened. */
#pragma once

#include <stdlib.h>

#include "eqp-session-private.h"

#include "eqp-test-workspace.h"

G_BEGIN_DECLS

typedef struct
{
  EqpWorkspace *workspace;
  EqpDataChain *chain;
  EqpRunList   *list;
  EqpSession   *session;
  char         *failure;
  char         *told;
  char         *missing;
  gboolean      opened;
} Window;

static char *folder;

static inline void
failed_cb (Window     *window,
           const char *message)
{
  g_free (window->failure);
  window->failure = g_strdup (message);
}

static inline void
told_cb (Window     *window,
         const char *message)
{
  g_free (window->told);
  window->told = g_strdup (message);
}

static inline void
missing_cb (Window     *window,
            const char *path,
            const char *data)
{
  g_free (window->missing);
  window->missing = g_strdup (data);
}

static inline void
opened_cb (Window *window)
{
  window->opened = TRUE;
}

static inline void
view_cb (EqpWorkspaceFile *file,
         gpointer          user_data)
{
  file->page = g_strdup ("compare");
  file->color = 2;
}

static inline Window *
window_new (void)
{
  Window *window = g_new0 (Window, 1);

  window->workspace = eqp_test_workspace_new ();
  window->chain = eqp_data_chain_new (window->workspace);
  window->list = eqp_run_list_new (window->workspace, window->chain);
  window->session = eqp_session_new (window->workspace, window->chain, window->list);
  eqp_session_set_view (window->session, view_cb, NULL);
  g_signal_connect_swapped (window->workspace, "failed", G_CALLBACK (failed_cb), window);
  g_signal_connect_swapped (window->session, "failed", G_CALLBACK (failed_cb), window);
  g_signal_connect_swapped (window->session, "told", G_CALLBACK (told_cb), window);
  g_signal_connect_swapped (window->session, "missing", G_CALLBACK (missing_cb), window);
  g_signal_connect_swapped (window->session, "opened", G_CALLBACK (opened_cb), window);
  return window;
}

static inline void
window_free (Window *window)
{
  gpointer weak = window->session, weak_list = window->list;

  g_object_add_weak_pointer (G_OBJECT (window->session), &weak);
  g_object_add_weak_pointer (G_OBJECT (window->list), &weak_list);
  g_object_unref (window->session);
  g_object_unref (window->list);
  eqp_wait_until (weak == NULL && weak_list == NULL, 20);
  g_object_unref (window->chain);
  g_object_unref (window->workspace);
  g_free (window->failure);
  g_free (window->told);
  g_free (window->missing);
  g_free (window);
}

static inline gboolean
is_settled (Window *window)
{
  return eqp_data_chain_is_settled (window->chain) && eqp_test_workspace_is_at_rest (window->workspace);
}

static inline void
open_data (Window                 *window,
           const char             *data,
           const EqpImportOptions *import)
{
  eqp_workspace_open_with (window->workspace, data, import, NULL);
  eqp_wait_until (is_settled (window), 60);
  g_assert_cmpstr (eqp_workspace_get_source (window->workspace), ==, data);
}

static inline EqpRunRecord *
run (Window     *window,
     const char *method,
     double      gamma_rel,
     EqpStart    how)
{
  guint n = eqp_run_list_get_n (window->list);

  eqp_test_workspace_set_method (window->workspace, method);
  eqp_workspace_set_gamma_rel (window->workspace, gamma_rel);
  eqp_workspace_start (window->workspace, how);
  eqp_wait_until (is_settled (window), 60);
  _eqp_run_list_flush (window->list);
  eqp_wait_until (eqp_run_list_get_n (window->list) > n, 30);
  return eqp_run_list_get (window->list, eqp_run_list_get_n (window->list) - 1);
}

static inline gboolean
is_measured (Window *window)
{
  for (guint i = 0; i < eqp_run_list_get_n (window->list); i++)
    if (eqp_run_record_get_measures (eqp_run_list_get (window->list, i)) == NULL)
      return FALSE;
  return window->list->measuring == NULL && g_queue_is_empty (&window->list->to_measure);
}

static inline void
save (Window     *window,
      const char *path)
{
  g_autoptr (EqpWorkspaceFile) file = NULL;
  g_autoptr (GError) error = NULL;

  eqp_wait_until (is_measured (window) && is_settled (window), 60);
  file = eqp_session_capture (window->session);
  eqp_workspace_file_save (file, path, &error);
  g_assert_no_error (error);
}

static inline Window *
window_open (const char *path,
             const char *data)
{
  Window *window = window_new ();

  eqp_session_open (window->session, path, data);
  eqp_wait_until (!eqp_session_is_opening (window->session), 60);
  return window;
}

static inline char *
dup_text (const char *path)
{
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static inline char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static inline char *
write_file (const char *name,
            const char *text)
{
  char *path = in_folder (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static inline char *
make_points (int rows,
             int shift)
{
  GString *text = g_string_new ("x,y\n");

  for (int i = 0; i < rows; i++)
    g_string_append_printf (text, "%d.%d,%d\n", i % 9 + shift, i * 7 % 10, i * i % 13);
  return g_string_free (text, FALSE);
}

/* Three runs: plain, balanced, gone on from; renamed and pinned. */
static inline void
do_runs (Window     *window,
         const char *plain,
         const char *balanced)
{
  EqpRunRecord *first = run (window, plain, 1.0, EQP_START_COLD);
  EqpRunRecord *second = run (window, balanced, 3.7, EQP_START_COLD);

  run (window, balanced, 0.3, EQP_START_WARM);
  eqp_run_list_rename (window->list, first, "the “plain” one, with \\ and \n");
  g_assert_true (eqp_run_list_set_pinned (window->list, second, TRUE, NULL));
  g_assert_true (eqp_run_list_set_pinned (window->list, first, TRUE, NULL));
}

/* Nothing is left on the disk. */
static inline int
run_tests (void)
{
  int status = g_test_run ();
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", folder);

  if (g_str_has_prefix (folder, g_get_tmp_dir ()) && system (command) != 0)
    g_printerr ("%s stays\n", folder);
  g_free (folder);
  return status;
}

/* Before anything asks for the user's folders. */
static inline void
make_folder (void)
{
  g_autofree char *state = NULL;

  folder = g_dir_make_tmp ("eqp-workspace-XXXXXX", NULL);
  state = in_folder ("state");
  g_setenv ("XDG_STATE_HOME", state, TRUE);
}

G_END_DECLS
