/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of the window, one table, and when they can be used. */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>

#include "eqp-command-dialog.h"
#include "eqp-compat.h"
#include "eqp-draw.h"
#include "eqp-export-compare.h"
#include "eqp-export-study.h"
#include "eqp-export.h"
#include "eqp-help.h"
#include "eqp-save-table.h"
#include "eqp-suggest-window.h"
#include "eqp-tables-window.h"

/* ---- Open ------------------------------------------------------------------------------------------------------- */

static void
open_chosen_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GFile) file = eqp_open_file_finish (result, NULL);

  if (file != NULL)
    eqp_window_open_file (EQP_WINDOW (source), file, NULL);
}

/* "csv;tsv" of a reader to "*.csv;*.tsv" of a dialog. */
static void
append_patterns (GString    *patterns,
                 const char *suffixes)
{
  g_auto (GStrv) list = g_strsplit (suffixes, ";", -1);

  for (gsize i = 0; list[i] != NULL; i++)
    if (list[i][0] != '\0')
      g_string_append_printf (patterns, "%s*.%s", patterns->len > 0 ? ";" : "", list[i]);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gsize n_readers;
  const EqpReader *const *readers = eqp_readers_get (&n_readers);
  g_autofree EqpFileType *types = g_new0 (EqpFileType, n_readers + 3);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) all = g_string_new (NULL);
  gsize n_types = 1;

  for (gsize i = 0; i < n_readers; i++)
    {
      g_autoptr (GString) patterns = g_string_new (NULL);

      append_patterns (patterns, readers[i]->suffixes);
      append_patterns (all, readers[i]->suffixes);
      if (patterns->len == 0)
        continue;
      types[n_types].name = _ (readers[i]->name);
      types[n_types].patterns = g_string_free (g_steal_pointer (&patterns), FALSE);
      g_ptr_array_add (texts, (gpointer) types[n_types].patterns);
      n_types++;
    }
  /* Files are told apart by content, and the best sets have names like “pendigits”: all come first. */
  types[0] = (EqpFileType){ _ ("All files"), "*" };
  types[n_types++] = (EqpFileType){ _ ("Data files"), all->str };
  types[n_types++] = (EqpFileType){ _ ("Workspaces"), "*.eqp" };

  eqp_open_file_async (GTK_WINDOW (widget), _ ("Open Data"), types, n_types, open_chosen_cb, NULL);
}

static void
open_folder_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  gtk_popover_popdown (EQP_WINDOW (widget)->open_popover);
  eqp_open_folder_async (GTK_WINDOW (widget), _ ("Open a Folder of Images"), open_chosen_cb, NULL);
}

static void
labels_chosen_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GFile) file = eqp_open_file_finish (result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (file != NULL)
    eqp_workspace_import_labels (EQP_WINDOW (source)->workspace, path != NULL ? path : uri);
}

static void
import_labels_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  const EqpFileType types[] = { { _ ("All files"), "*" },
                                { _ ("Tables and lists of labels"), "*.csv;*.tsv;*.txt;*.labels;*.pa;*.gz" } };

  eqp_open_file_async (GTK_WINDOW (widget), _ ("Import Labels"), types, G_N_ELEMENTS (types), labels_chosen_cb, NULL);
}

static void
cancel_loading_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  if (eqp_workspace_is_loading (self->workspace))
    g_clear_pointer (&self->opening, g_free);
  eqp_workspace_cancel_busy (self->workspace);
}

static void
dismiss_error_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  gtk_revealer_set_reveal_child (EQP_WINDOW (widget)->error_revealer, FALSE);
}

/* ---- Export ----------------------------------------------------------------------------------------------------- */

/* Takes the reference to the window; @path is NULL where it could not be written. */
void
_eqp_window_tell_saved (EqpWindow    *window,
                        const char   *path,
                        const GError *error)
{
  g_autoptr (EqpWindow) self = window;
  g_autofree char *basename = NULL;
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;

  if (path == NULL)
    {
      _eqp_window_show_error (self, error->message);
      return;
    }
  /* What was said of an attempt before holds no longer. */
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
  basename = g_filename_display_basename (path);
  text = g_strdup_printf (_ ("Saved “%s”"), basename);
  escaped = g_markup_escape_text (text, -1);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = eqp_export_finish (result, &error);

  _eqp_window_tell_saved (user_data, path, error);
}

static void
table_saved_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = eqp_save_table_finish (result, &error);

  _eqp_window_tell_saved (user_data, path, error);
}

static void
table_chosen_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  EqpWindow *self = EQP_WINDOW (source);
  g_autoptr (GFile) file = eqp_save_file_finish (result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    eqp_save_table_async (self->workspace, path, table_saved_cb, g_object_ref (self));
  else if (file != NULL)
    _eqp_window_show_error (self, _ ("Tables can be saved only to places that have a path on this computer; choose "
                                     "another folder."));
}

static void
save_table_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const EqpFileType types[] = { { _ ("CSV table"), "*.csv" } };
  g_autofree char *suggestion = NULL;

  if (dataset == NULL)
    return;
  suggestion = g_strdup_printf ("%s-clusters.csv", eqp_dataset_get_name (dataset));
  g_strdelimit (suggestion, "/\\", '-');
  eqp_save_file_async (GTK_WINDOW (widget), _ ("Save Table with Clusters"), suggestion, types, G_N_ELEMENTS (types),
                       table_chosen_cb, NULL);
}

/* Whether pictures and tables are those of runs side by side. */
static gboolean
is_comparing (EqpWindow *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), "compare") == 0 &&
         eqp_compare_model_get_comparison (self->compare) != NULL;
}

/* Whether they are those of the study. */
static gboolean
is_studying (EqpWindow *self)
{
  double unit;

  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), "study") == 0 &&
         (eqp_study_model_get_table (self->study) != NULL || eqp_study_model_get_stream (self->study, &unit) != NULL);
}

static void
export_chosen_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  EqpWindow *self = EQP_WINDOW (source);
  g_autoptr (GFile) file = eqp_save_file_finish (result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;

  if (file == NULL)
    return;
  if (path == NULL)
    {
      _eqp_window_show_error (self, _ ("Pictures can be saved only to places that have a path on this computer; choose "
                                       "another folder."));
      return;
    }
  if (!eqp_draw_can_save (path, &error))
    {
      _eqp_window_show_error (self, error->message);
      return;
    }
  if (is_comparing (self))
    eqp_export_compare_async (self->compare, GTK_WIDGET (self), path, exported_cb, g_object_ref (self));
  else if (is_studying (self))
    eqp_export_study_async (eqp_study_page_get_presenter (self->study_page), self->study, GTK_WIDGET (self), path,
                            exported_cb, g_object_ref (self));
  else
    eqp_export_async (self->workspace, GTK_WIDGET (self), path, exported_cb, g_object_ref (self));
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const EqpFileType types[] = {
    { _ ("PNG picture"), "*.png" },
    { _ ("SVG drawing"), "*.svg" },
    { _ ("PDF document"), "*.pdf" },
  };
  g_autofree char *suggestion = NULL;

  if (dataset == NULL)
    return;
  suggestion = g_strdup_printf ("%s-%s.png", eqp_dataset_get_name (dataset),
                                is_comparing (self)  ? "compare"
                                : is_studying (self) ? "study"
                                                     : eqp_workspace_get_settings (self->workspace)->solver->id);
  g_strdelimit (suggestion, "/\\", '-');
  eqp_save_file_async (GTK_WINDOW (widget), _ ("Export Picture"), suggestion, types, G_N_ELEMENTS (types),
                       export_chosen_cb, NULL);
}

static void
tables_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  if (is_comparing (self))
    eqp_tables_window_show_compare (GTK_WINDOW (widget), self->compare);
  else if (is_studying (self))
    eqp_tables_window_show_study (GTK_WINDOW (widget), self->study,
                                  eqp_presenter_study_get_kept (eqp_study_page_get_presenter (self->study_page)));
  else if (eqp_workspace_get_dataset (self->workspace) != NULL)
    eqp_tables_window_show (GTK_WINDOW (widget), self->workspace, NULL);
}

static void
list_prices_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  if (eqp_workspace_get_dataset (self->workspace) != NULL)
    eqp_tables_window_show (GTK_WINDOW (widget), self->workspace, EQP_TABLES_PRICES);
}

static void
command_line_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  if (eqp_workspace_get_run (EQP_WINDOW (widget)->workspace) != NULL)
    eqp_command_dialog_show (GTK_WINDOW (widget), EQP_WINDOW (widget)->workspace, EQP_WINDOW (widget)->chain);
}

static void
prove_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  EqpWorkspace *workspace = EQP_WINDOW (widget)->workspace;
  gboolean running;
  EqpBound bound;

  if (eqp_workspace_get_proof (workspace, &bound, &running) && running)
    eqp_workspace_stop_proof (workspace);
  else
    eqp_workspace_prove (workspace);
}

static void
suggest_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  if (eqp_workspace_get_dataset (EQP_WINDOW (widget)->workspace) != NULL)
    eqp_suggest_window_show (GTK_WINDOW (widget), EQP_WINDOW (widget)->suggest);
}

/* ---- Run -------------------------------------------------------------------------------------------------------- */

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  /* What a run gives stands there. */
  if (g_str_equal (adw_view_stack_get_visible_child_name (self->pages), "data"))
    adw_view_stack_set_visible_child_name (self->pages, "live");
  eqp_workspace_start (self->workspace, EQP_START_COLD);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  eqp_workspace_stop (EQP_WINDOW (widget)->workspace);
}

static void
clear_selection_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  eqp_row_selection_clear (EQP_WINDOW (widget)->selection);
  eqp_compare_model_set_cluster (EQP_WINDOW (widget)->compare, -1);
}

/* What is under way stops first, then the message goes, and the selection last. */
static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  EqpWindow *self = EQP_WINDOW (widget);

  if (eqp_workspace_is_running (self->workspace))
    eqp_workspace_stop (self->workspace);
  else if (eqp_workspace_can_cancel (self->workspace))
    cancel_loading_action (widget, NULL, NULL);
  else if (gtk_revealer_get_reveal_child (self->error_revealer))
    dismiss_error_action (widget, NULL, NULL);
  else if (!eqp_row_selection_is_empty (self->selection) || eqp_compare_model_get_cluster (self->compare) >= 0)
    clear_selection_action (widget, NULL, NULL);
  else
    return FALSE;
  return TRUE;
}

/* ---- Timeline --------------------------------------------------------------------------------------------------- */

static gint64
last_step (EqpWindow *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);

  return run != NULL ? eqp_run_get_n_steps (run) - 1 : -1;
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);
  gint64 step = eqp_workspace_get_step (self->workspace);
  gint64 last = last_step (self);

  if (last < 0)
    return;
  eqp_live_view_set_playing (self->live_view, FALSE);
  if (g_str_equal (name, "win.step-first"))
    step = 0;
  else if (g_str_equal (name, "win.step-back"))
    step = MAX (0, step - 1);
  else if (g_str_equal (name, "win.step-forward"))
    step = step + 1;
  else
    step = last;
  /* The last step is where new ones are waited for. */
  eqp_workspace_set_step (self->workspace, step >= last ? -1 : step);
}

static void
play_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  if (last_step (self) >= 1)
    eqp_live_view_set_playing (self->live_view, !eqp_live_view_get_playing (self->live_view));
}

/* ---- Data ------------------------------------------------------------------------------------------------------- */

static void
import_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  _eqp_window_import (EQP_WINDOW (widget));
}

static void
import_refused_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  _eqp_window_import_refused (EQP_WINDOW (widget));
}

static void
compare_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  eqp_run_list_compare_shown (self->runs);
  adw_view_stack_set_visible_child_name (self->pages, "compare");
}

static void
undo_run_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  eqp_compare_page_undo (EQP_WINDOW (widget)->compare_page);
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  eqp_data_chain_undo (EQP_WINDOW (widget)->chain);
}

/* ---- Pages ------------------------------------------------------------------------------------------------------ */

static void
show_page_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  EqpWindow *self = EQP_WINDOW (widget);

  if (eqp_workspace_get_dataset (self->workspace) != NULL)
    adw_view_stack_set_visible_child_name (self->pages, g_variant_get_string (parameter, NULL));
}

/* ---- View ------------------------------------------------------------------------------------------------------- */

static void
focus_gamma_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  eqp_live_view_focus_gamma (EQP_WINDOW (widget)->live_view);
}

static void
help_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  eqp_help_show (GTK_WINDOW (widget));
}

static void
shortcuts_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  eqp_help_show_shortcuts (GTK_WINDOW (widget));
}

enum {
  PROP_0,
  PROP_SHOW_SIDEBAR,
  N_PROPS
};

static void
get_property (GObject    *object,
              guint       prop_id,
              GValue     *value,
              GParamSpec *pspec)
{
  if (prop_id == PROP_SHOW_SIDEBAR)
    g_value_set_boolean (value, !EQP_WINDOW (object)->sidebar_hidden);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
set_property (GObject      *object,
              guint         prop_id,
              const GValue *value,
              GParamSpec   *pspec)
{
  EqpWindow *self = EQP_WINDOW (object);

  if (prop_id == PROP_SHOW_SIDEBAR)
    {
      self->sidebar_hidden = !g_value_get_boolean (value);
      eqp_live_view_set_show_sidebar (self->live_view, !self->sidebar_hidden);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

/* ---- Table ------------------------------------------------------------------------------------------------------ */

static const struct
{
  const char                 *name;
  GtkWidgetActionActivateFunc activate;
  const char                 *parameter;
} actions[] = {
  { "win.open", open_action },
  { "win.open-folder", open_folder_action },
  { "win.import-labels", import_labels_action },
  { "win.give", _eqp_window_give_action, "s" },
  { "win.withdraw", _eqp_window_withdraw_action, "s" },
  { "win.cancel-loading", cancel_loading_action },
  { "win.dismiss-error", dismiss_error_action },
  { "win.export", export_action },
  { "win.save-table", save_table_action },
  { "win.save-workspace", _eqp_window_save_workspace_action },
  { "win.restore-last", _eqp_window_restore_last_action },
  { "win.recover", _eqp_window_recover_action },
  { "win.discard-recovered", _eqp_window_discard_recovered_action },
  { "win.tables", tables_action },
  { "win.list-prices", list_prices_action },
  { "win.compare", compare_action },
  { "win.undo-run", undo_run_action },
  { "win.command-line", command_line_action },
  { "win.prove", prove_action },
  { "win.suggest", suggest_action },
  { "win.run", run_action },
  { "win.stop", stop_action },
  { "win.clear-selection", clear_selection_action },
  { "win.step-first", step_action },
  { "win.step-back", step_action },
  { "win.step-forward", step_action },
  { "win.step-last", step_action },
  { "win.play", play_action },
  { "win.focus-gamma", focus_gamma_action },
  { "win.help", help_action },
  { "win.show-help-overlay", shortcuts_action },
  { "win.show-page", show_page_action, "s" },
  { "win.undo", undo_action },
  { "win.import", import_action },
  { "win.import-refused", import_refused_action },
};

/**
 * _eqp_window_class_init_actions:
 * @widget_class: of the window
 */
void
_eqp_window_class_init_actions (GtkWidgetClass *widget_class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (widget_class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  /**
   * EqpWindow:show-sidebar:
   *
   * Whether the settings are shown beside the plots.
   */
  g_object_class_install_property (
      object_class, PROP_SHOW_SIDEBAR,
      g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_property_action (widget_class, "win.sidebar", "show-sidebar");

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  /* A binding and no accelerator of the application: text that is being typed has an undo of its own, which comes
   * first. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo", NULL);
}

/**
 * _eqp_window_update_actions:
 * @self: a window
 *
 * Enables what can be done now.
 */
void
_eqp_window_update_actions (EqpWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean data = eqp_workspace_get_dataset (self->workspace) != NULL;
  gboolean running = eqp_workspace_is_running (self->workspace);
  static const char *const timeline_actions[] = { "win.step-first", "win.step-back", "win.play", "win.step-forward",
                                                  "win.step-last" };

  gtk_widget_action_set_enabled (widget, "win.run", data);
  gtk_widget_action_set_enabled (widget, "win.suggest", data);
  gtk_widget_action_set_enabled (widget, "win.prove", !running && eqp_workspace_can_prove (self->workspace));
  gtk_widget_action_set_enabled (widget, "win.stop", running);
  gtk_widget_action_set_enabled (widget, "win.export", data);
  gtk_widget_action_set_enabled (widget, "win.import-labels", data);
  gtk_widget_action_set_enabled (widget, "win.give", data);
  gtk_widget_action_set_enabled (widget, "win.save-workspace", data);
  gtk_widget_action_set_enabled (widget, "win.save-table", data && eqp_workspace_get_run (self->workspace) != NULL);
  gtk_widget_action_set_enabled (widget, "win.tables", data);
  gtk_widget_action_set_enabled (widget, "win.compare", !running && eqp_workspace_get_run (self->workspace) != NULL);
  gtk_widget_action_set_enabled (widget, "win.undo-run", eqp_run_list_can_undo (self->runs));
  gtk_widget_action_set_enabled (widget, "win.command-line",
                                 eqp_workspace_get_run (self->workspace) != NULL &&
                                     !eqp_run_is_imported (eqp_workspace_get_run (self->workspace)));
  gtk_widget_action_set_enabled (widget, "win.sidebar",
                                 data && g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), "live") == 0);
  gtk_widget_action_set_enabled (widget, "win.show-page", data);
  gtk_widget_action_set_enabled (widget, "win.undo", eqp_data_chain_can_undo (self->chain));
  for (gsize i = 0; i < G_N_ELEMENTS (timeline_actions); i++)
    gtk_widget_action_set_enabled (widget, timeline_actions[i], last_step (self) >= 1);
}
