/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: header bar, start page, what is under way, errors. It owns the workspace; the pages only look at it. */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>

#include "eqp-draw.h"
#include "eqp-lecture.h"
#include "pages/eqp-drop-down.h"

G_DEFINE_FINAL_TYPE (EqpWindow, eqp_window, ADW_TYPE_APPLICATION_WINDOW)

/* Dimensions and, on request, classes, for the subtitle. */
char *
_eqp_window_describe_data (EqpDataset *dataset,
                           gboolean    with_classes)
{
  g_autofree char *rows = eqp_format_count (eqp_dataset_get_n (dataset));
  g_autofree char *columns = eqp_format_count (eqp_dataset_get_d (dataset));
  gint classes = with_classes && eqp_dataset_get_labels (dataset) != NULL ? eqp_dataset_get_n_classes (dataset) : 0;

  if (eqp_dataset_get_graph (dataset) != NULL)
    {
      g_autofree char *edges = eqp_format_count (eqp_graph_get_n_edges (eqp_dataset_get_graph (dataset)));

      if (classes > 0)
        /* Translators: size of a data set that is a graph, and how many known classes. */
        return g_strdup_printf (ngettext ("%s nodes, %s edges, %d class", "%s nodes, %s edges, %d classes", classes),
                                rows, edges, classes);
      /* Translators: size of a data set that is a graph. */
      return g_strdup_printf (_ ("%s nodes, %s edges"), rows, edges);
    }
  if (classes < 1)
    /* Translators: rows × columns of a data set. */
    return g_strdup_printf (_ ("%s × %s"), rows, columns);
  /* Translators: rows × columns of a data set, and how many known classes. */
  return g_strdup_printf (ngettext ("%s × %s, %d class", "%s × %s, %d classes", classes), rows, columns, classes);
}

/* An error stands above the page, none of which it hides; only the plots of a run do not move, so it lies over them. */
static void
place_error (EqpWindow *self)
{
  GtkWidget *error = GTK_WIDGET (self->error_revealer), *parent = gtk_widget_get_parent (error);
  gboolean live = g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "pages") == 0 &&
                  g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), "live") == 0;

  if (GTK_IS_OVERLAY (parent) == live)
    return;
  g_object_ref (error);
  if (live)
    {
      gtk_box_remove (self->content, error);
      eqp_live_view_lay_over (self->live_view, error);
    }
  else
    {
      gtk_overlay_remove_overlay (GTK_OVERLAY (parent), error);
      gtk_box_insert_child_after (self->content, error, gtk_widget_get_first_child (GTK_WIDGET (self->content)));
    }
  g_object_unref (error);
}

/* The settings are beside the plots only; on the other page their button keeps its place, so that nothing moves. */
static void
page_changed_cb (EqpWindow *self)
{
  place_error (self);
  gtk_widget_set_visible (GTK_WIDGET (self->sidebar_button), eqp_workspace_get_dataset (self->workspace) != NULL);
  _eqp_window_update_actions (self);
}

static void
data_changed_cb (EqpWindow    *self,
                 EqpWorkspace *workspace)
{
  _eqp_window_update_title (self);
  gtk_widget_set_visible (GTK_WIDGET (self->run_stack), TRUE);
  gtk_stack_set_visible_child_name (self->stack, "pages");
  page_changed_cb (self);
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
  if (g_str_equal (adw_view_stack_get_visible_child_name (self->pages), "live"))
    eqp_live_view_focus (self->live_view);
  if (self->opening != NULL)
    _eqp_window_note_recent (self, self->opening);
  g_clear_pointer (&self->opening, g_free);
}

static gboolean
show_busy_cb (gpointer user_data)
{
  EqpWindow *self = user_data;

  self->busy_source = 0;
  gtk_revealer_set_reveal_child (self->busy_revealer, TRUE);
  return G_SOURCE_REMOVE;
}

/* A bar that comes and goes within a moment only disturbs, so what is done quickly shows none. */
static void
busy_changed_cb (EqpWindow    *self,
                 EqpWorkspace *workspace)
{
  const char *what = NULL;
  double fraction;
  gboolean busy = eqp_workspace_is_busy (workspace, &fraction, &what);

  if (!busy)
    {
      g_clear_handle_id (&self->busy_source, g_source_remove);
      gtk_revealer_set_reveal_child (self->busy_revealer, FALSE);
      return;
    }

  gtk_label_set_label (self->busy_label, what);
  gtk_widget_set_visible (GTK_WIDGET (self->busy_cancel), eqp_workspace_can_cancel (workspace));
  if (fraction >= 0.0)
    gtk_progress_bar_set_fraction (self->busy_progress, MIN (1.0, fraction));
  else
    gtk_progress_bar_pulse (self->busy_progress);
  if (self->busy_source == 0 && !gtk_revealer_get_reveal_child (self->busy_revealer))
    self->busy_source = g_timeout_add (250, show_busy_cb, self);
}

static void
state_changed_cb (EqpWindow    *self,
                  EqpWorkspace *workspace)
{
  gboolean running = eqp_workspace_is_running (workspace);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean had_focus = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->run_stack));

  gtk_stack_set_visible_child_name (self->run_stack, running ? "stop" : "run");
  if (had_focus)
    gtk_widget_child_focus (GTK_WIDGET (self->run_stack), GTK_DIR_TAB_FORWARD);
  /* The color asks for a click: nothing was run yet, or another result would come out now. */
  if (eqp_workspace_is_stale (workspace))
    gtk_widget_add_css_class (GTK_WIDGET (self->run_button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->run_button), "suggested-action");
  /* A run came out after all: the reason is none any more. */
  if (self->error_of_run && !running && eqp_workspace_get_run_error (workspace) == NULL)
    {
      self->error_of_run = FALSE;
      gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
    }
  _eqp_window_update_actions (self);
}

/* Shown until it is dismissed or something works: a toast would be too short for a sentence that says what to do. */
void
_eqp_window_show_error (EqpWindow  *self,
                        const char *message)
{
  gtk_label_set_label (self->error_label, message);
  self->error_of_run = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->error_import), FALSE);
  gtk_revealer_set_reveal_child (self->error_revealer, TRUE);
}

static void
error_revealed_cb (EqpWindow *self)
{
  if (!gtk_revealer_get_child_revealed (self->error_revealer))
    gtk_label_set_label (self->error_label, "");
}

static void
failed_cb (EqpWindow    *self,
           const char   *message,
           EqpWorkspace *workspace)
{
  g_clear_pointer (&self->refused, g_free);
  if (self->opening != NULL &&
      (g_file_test (self->opening, G_FILE_TEST_IS_REGULAR) || g_file_test (self->opening, G_FILE_TEST_IS_DIR)))
    self->refused = g_steal_pointer (&self->opening);
  _eqp_window_show_error (self, message);
  self->error_of_run = g_strcmp0 (eqp_workspace_get_run_error (workspace), message) == 0;
  gtk_widget_set_visible (GTK_WIDGET (self->error_import), self->refused != NULL);
  g_clear_pointer (&self->opening, g_free);
}

/* A change of the data is told together with the way back. */
static void
chain_done_cb (EqpWindow    *self,
               const char   *what,
               EqpDataChain *chain)
{
  g_autofree char *escaped = g_markup_escape_text (what, -1);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  g_set_weak_pointer (&self->undo_toast, toast);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* The settings fold away by themselves where there is no room. */
static void
sidebar_changed_cb (EqpWindow *self)
{
  if (gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  self->sidebar_hidden = !eqp_live_view_get_show_sidebar (self->live_view);
  g_object_notify (G_OBJECT (self), "show-sidebar");
}

/* Undo would take back another step than the one that the toast tells of. */
static void
chain_changed_cb (EqpWindow *self)
{
  if (self->undo_toast != NULL)
    adw_toast_dismiss (self->undo_toast);
  g_clear_weak_pointer (&self->undo_toast);
  _eqp_window_update_actions (self);
}

static void
focus_changed_cb (EqpWindow *self)
{
  eqp_drop_down_name_button (gtk_window_get_focus (GTK_WINDOW (self)));
}

static void
open_popover_show_cb (EqpWindow *self)
{
  _eqp_window_update_recent (self);
}

static void
source_row_activated_cb (EqpWindow     *self,
                         GtkListBoxRow *row)
{
  gtk_popover_popdown (self->open_popover);
  _eqp_window_source_activated (self, row);
}

/* ---- Preferences ------------------------------------------------------------------------------------------------ */

static GSettings *
get_preferences (EqpWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  return EQP_IS_APPLICATION (application) ? eqp_application_get_preferences (EQP_APPLICATION (application)) : NULL;
}

/* What the method takes, by the names of its options. */
static void
load_params (GSettings   *preferences,
             EqpSettings *settings)
{
  g_autoptr (GVariant) values = g_settings_get_value (preferences, "parameters");

  eqp_params_reset_own (&settings->params);
  for (const EqpParam *const *param = settings->solver->params; param != NULL && *param != NULL; param++)
    {
      const char *value;

      /* Preferences may be of another version, or edited by hand; what is wrong in them stays usual. */
      if (g_variant_lookup (values, (*param)->id, "&s", &value))
        eqp_param_parse (*param, value, &settings->params, NULL);
    }
}

static void
save_params (GSettings         *preferences,
             const EqpSettings *settings)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (const EqpParam *const *param = settings->solver->params; param != NULL && *param != NULL; param++)
    {
      g_autofree char *value = eqp_param_format (*param, &settings->params);
      /* A distance belongs to its data. */
      gboolean local = *param == &eqp_param_scale && settings->params.scale > 0.0;

      if (!local && !eqp_param_is_usual (*param, &settings->params))
        g_variant_builder_add (&builder, "{ss}", (*param)->id, value);
    }
  g_settings_set_value (preferences, "parameters", g_variant_builder_end (&builder));
}

static void
load_preferences (EqpWindow *self)
{
  GSettings *preferences = get_preferences (self);
  EqpSettings settings = *eqp_workspace_get_settings (self->workspace);
  g_autofree char *method = NULL;
  g_autofree char *page = NULL;
  const EqpSolver *solver;

  if (preferences == NULL)
    return;

  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (preferences, "window-width"),
                               g_settings_get_int (preferences, "window-height"));
  if (g_settings_get_boolean (preferences, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_object_set (self, "show-sidebar", g_settings_get_boolean (preferences, "show-sidebar"), NULL);
  eqp_live_view_set_panes (self->live_view, g_settings_get_int (preferences, "points-pane"),
                           g_settings_get_int (preferences, "objective-pane"));
  eqp_compare_page_set_pane (self->compare_page, g_settings_get_int (preferences, "compare-pane"));
  eqp_data_page_set_pane (self->data_page, g_settings_get_int (preferences, "data-pane"));
  page = g_settings_get_string (preferences, "page");
  adw_view_stack_set_visible_child_name (self->pages, page);

  method = g_settings_get_string (preferences, "method");
  solver = eqp_solver_find (method);
  if (solver != NULL)
    settings.solver = solver;
  settings.params.seed = g_settings_get_uint64 (preferences, "seed");
  load_params (preferences, &settings);
  eqp_workspace_set_settings (self->workspace, &settings);
}

static void
save_preferences (EqpWindow *self)
{
  GSettings *preferences = get_preferences (self);
  const EqpSettings *settings = eqp_workspace_get_settings (self->workspace);
  int width, height, points, objective;

  if (preferences == NULL)
    return;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_boolean (preferences, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  if (!gtk_window_is_maximized (GTK_WINDOW (self)))
    {
      g_settings_set_int (preferences, "window-width", MAX (360, width));
      g_settings_set_int (preferences, "window-height", MAX (480, height));
    }
  if (!eqp_live_view_is_folded (self->live_view))
    g_settings_set_boolean (preferences, "show-sidebar", !self->sidebar_hidden);
  g_settings_set_string (preferences, "page", adw_view_stack_get_visible_child_name (self->pages));
  eqp_live_view_get_panes (self->live_view, &points, &objective);
  g_settings_set_int (preferences, "points-pane", points);
  g_settings_set_int (preferences, "objective-pane", objective);
  g_settings_set_int (preferences, "compare-pane", eqp_compare_page_get_pane (self->compare_page));
  g_settings_set_int (preferences, "data-pane", eqp_data_page_get_pane (self->data_page));
  if (settings->solver != NULL)
    g_settings_set_string (preferences, "method", settings->solver->id);
  g_settings_set_uint64 (preferences, "seed", settings->params.seed);
  save_params (preferences, settings);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_window_unmap (GtkWidget *widget)
{
  save_preferences (EQP_WINDOW (widget));

  GTK_WIDGET_CLASS (eqp_window_parent_class)->unmap (widget);
}

static void
eqp_window_dispose (GObject *object)
{
  EqpWindow *self = EQP_WINDOW (object);

  _eqp_window_end_session (self);
  g_clear_handle_id (&self->busy_source, g_source_remove);
  g_clear_handle_id (&self->fold_source, g_source_remove);
  g_clear_weak_pointer (&self->undo_toast);
  if (self->workspace != NULL)
    g_signal_handlers_disconnect_by_data (self->workspace, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_WINDOW);
  g_clear_object (&self->suggest);
  g_clear_object (&self->study);
  g_clear_object (&self->compare);
  g_clear_object (&self->runs);
  g_clear_object (&self->names);
  g_clear_object (&self->selection);
  g_clear_object (&self->chain);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->opening, g_free);
  g_clear_pointer (&self->refused, g_free);

  G_OBJECT_CLASS (eqp_window_parent_class)->dispose (object);
}

static void
eqp_window_class_init (EqpWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_window_dispose;
  widget_class->unmap = eqp_window_unmap;

  g_type_ensure (EQP_TYPE_COMPARE_PAGE);
  g_type_ensure (EQP_TYPE_DATA_PAGE);
  g_type_ensure (EQP_TYPE_LIVE_VIEW);
  g_type_ensure (EQP_TYPE_STUDY_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-window.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, header);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, content);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, title_stack);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, title);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, data_title);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, data_name);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, data_shape);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, open_popover);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, recent_heading);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, recent_list);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, sample_list);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, sidebar_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, export_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, run_stack);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, stop_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, hurt_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, hurt_label);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, hurt_mend);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, run_label);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, stop_label);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, open_file);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, sources_button);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, busy_revealer);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, busy_label);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, busy_progress);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, busy_cancel);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, error_revealer);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, error_label);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, error_import);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, recovery_revealer);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, start_samples);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, live_view);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, compare_page);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, study_page);
  gtk_widget_class_bind_template_child (widget_class, EqpWindow, data_page);
  gtk_widget_class_bind_template_callback (widget_class, open_popover_show_cb);
  gtk_widget_class_bind_template_callback (widget_class, source_row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, error_revealed_cb);
  _eqp_window_class_init_actions (widget_class);
  _eqp_window_class_init_fold (widget_class);
}

static void
eqp_window_init (EqpWindow *self)
{
  self->workspace = eqp_workspace_new ();
  self->chain = eqp_data_chain_new (self->workspace);
  self->selection = eqp_row_selection_new (self->workspace);
  self->names = eqp_row_names_new (self->workspace);
  self->runs = eqp_run_list_new (self->workspace, self->chain);
  self->compare = eqp_compare_model_new (self->workspace, self->runs, self->selection);
  self->study = eqp_study_model_new (self->workspace);
  self->suggest = eqp_suggest_model_new (self->workspace, self->chain);
  gtk_widget_init_template (GTK_WIDGET (self));
  _eqp_window_init_session (self);

  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (focus_changed_cb), NULL);
  g_signal_connect_object (self->workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "busy-changed", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "state-changed", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "steps-changed", G_CALLBACK (_eqp_window_update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);

  eqp_live_view_set_workspace (self->live_view, self->workspace, self->selection, self->names);
  g_signal_connect_object (self->live_view, "sidebar-changed", G_CALLBACK (sidebar_changed_cb), self,
                           G_CONNECT_SWAPPED);
  eqp_compare_page_set_model (self->compare_page, self->compare);
  eqp_study_page_set_model (self->study_page, self->study);
  g_signal_connect_object (self->runs, "failed", G_CALLBACK (_eqp_window_show_error), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "items-changed", G_CALLBACK (_eqp_window_update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "record-changed", G_CALLBACK (_eqp_window_update_actions), self,
                           G_CONNECT_SWAPPED);
  eqp_data_page_set_chain (self->data_page, self->workspace, self->chain, self->selection, self->names);
  g_signal_connect_object (self->chain, "changed", G_CALLBACK (chain_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chain, "done", G_CALLBACK (chain_done_cb), self, G_CONNECT_SWAPPED);
  _eqp_window_init_sources (self);
  _eqp_window_init_dnd (self);
  eqp_lecture_init_window (GTK_WINDOW (self));
  _eqp_window_init_import (self);
  _eqp_window_init_hurt (self);
  _eqp_window_update_actions (self);
}

/**
 * eqp_window_new:
 * @application: the application
 *
 * Returns: (transfer none): an empty window, owned by GTK
 */
EqpWindow *
eqp_window_new (EqpApplication *application)
{
  EqpWindow *self = g_object_new (EQP_TYPE_WINDOW, "application", application, NULL);

  load_preferences (self);
  return self;
}

/**
 * eqp_window_for_opening:
 * @application: the application
 *
 * Returns: (transfer none): the active window when it is still empty, or a new one
 */
EqpWindow *
eqp_window_for_opening (EqpApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (EQP_IS_WINDOW (window) && eqp_workspace_get_dataset (EQP_WINDOW (window)->workspace) == NULL &&
      EQP_WINDOW (window)->opening == NULL && !eqp_session_is_opening (EQP_WINDOW (window)->session))
    return EQP_WINDOW (window);
  return eqp_window_new (application);
}

/**
 * eqp_window_open:
 * @self: a window
 * @data: path, URI or "sample:ID"
 * @settings: (nullable): settings to take over
 *
 * Opens the data in place of those that are open, once they are read; when they cannot be read a sentence says why. A
 * workspace is opened in an empty window.
 */
void
eqp_window_open (EqpWindow             *self,
                 const char            *data,
                 const EqpOpenSettings *settings)
{
  if (_eqp_window_open_workspace (self, data))
    return;
  g_free (self->opening);
  self->opening = g_strdup (data);
  eqp_workspace_open (self->workspace, data, settings);
}

/**
 * eqp_window_open_file:
 * @self: a window
 * @file: what to open
 * @settings: (nullable): settings to take over
 */
void
eqp_window_open_file (EqpWindow             *self,
                      GFile                 *file,
                      const EqpOpenSettings *settings)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *uri = path == NULL ? g_file_get_uri (file) : NULL;

  eqp_window_open (self, path != NULL ? path : uri, settings);
}

/**
 * eqp_window_get_workspace:
 * @self: a window
 *
 * Returns: (transfer none): what is open in it
 */
EqpWorkspace *
eqp_window_get_workspace (EqpWindow *self)
{
  return self->workspace;
}

/**
 * eqp_window_get_selection:
 * @self: a window
 *
 * Returns: (transfer none): what is selected in all of its pictures
 */
EqpRowSelection *
eqp_window_get_selection (EqpWindow *self)
{
  return self->selection;
}
