/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for a suggestion, shows it with its reasons while what it is held against is still looked for, and applies it.
 */
#include "config.h"

#include "eqp-suggest-window.h"

#include <glib/gi18n.h>

#include "eqp-window.h"
#include "presenters/eqp-presenter-suggest.h"

/* Milliseconds from one look at the clock to the next. */
#define TICK 500
#define VALUE_CHARS 18

struct _EqpSuggestWindow
{
  AdwWindow            parent_instance;

  EqpSuggestModel     *model;
  guint                tick_source;

  AdwToastOverlay     *toasts;
  GtkButton           *copy;
  GtkButton           *apply;
  AdwPreferencesGroup *question;
  AdwActionRow        *choose_row;
  GtkSwitch           *choose_k;
  AdwActionRow        *k_row;
  GtkSpinButton       *k_least;
  GtkSpinButton       *k_most;
  GtkSpinButton       *seconds;
  GtkButton           *start;
  GtkButton           *stop;
  GtkProgressBar      *progress;
  GtkLabel            *state;
  GtkBox              *results;
};

G_DEFINE_FINAL_TYPE (EqpSuggestWindow, eqp_suggest_window, ADW_TYPE_WINDOW)

/* ---- The question ----------------------------------------------------------------------------------------------- */

static void
read_options (EqpSuggestWindow  *self,
              EqpSuggestOptions *options)
{
  gint k = eqp_workspace_get_settings (eqp_suggest_model_get_workspace (self->model))->params.k;
  gboolean choose = gtk_switch_get_active (self->choose_k);

  *options = (EqpSuggestOptions) { .k_least = k, .k_most = k };
  if (choose)
    {
      options->k_least = gtk_spin_button_get_value_as_int (self->k_least);
      options->k_most = gtk_spin_button_get_value_as_int (self->k_most);
    }
  options->seconds = gtk_spin_button_get_value (self->seconds);
}

static void
update_question (EqpSuggestWindow *self)
{
  EqpWorkspace *workspace;
  EqpDataset *dataset;
  gboolean choose, good, sampled;

  if (self->model == NULL)
    return;
  workspace = eqp_suggest_model_get_workspace (self->model);
  dataset = eqp_workspace_get_dataset (workspace);
  sampled = dataset == NULL || eqp_dataset_get_graph (dataset) == NULL;
  gtk_widget_set_sensitive (GTK_WIDGET (self->choose_row), sampled);
  adw_action_row_set_subtitle (self->choose_row,
                               sampled ? _ ("The clusters that come back when part of the rows is left out")
                                       : _ ("Needs samples of the rows, which a graph without features does not have"));
  if (!sampled)
    gtk_switch_set_active (self->choose_k, FALSE);
  choose = gtk_switch_get_active (self->choose_k);
  good = !choose || gtk_spin_button_get_value (self->k_least) < gtk_spin_button_get_value (self->k_most);
  gtk_widget_set_visible (GTK_WIDGET (self->k_row), choose);
  gtk_widget_set_sensitive (GTK_WIDGET (self->start), good && dataset != NULL);
  if (!good)
    adw_action_row_set_subtitle (self->k_row, _ ("The second number has to be the larger one."));
  else
    adw_action_row_set_subtitle (self->k_row, NULL);
}

static void
start_cb (EqpSuggestWindow *self)
{
  EqpSuggestOptions options;

  read_options (self, &options);
  eqp_suggest_model_start (self->model, &options);
}

static void
stop_cb (EqpSuggestWindow *self)
{
  eqp_suggest_model_stop (self->model);
}

/* ---- The answer ------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_row (const EqpSuggestLine *line)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *value = gtk_label_new (line->value);

  /* Names of columns may stand in it. */
  g_object_set (row, "use-markup", FALSE, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), line->title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (line->text != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), line->text);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1.0f);
  gtk_label_set_justify (GTK_LABEL (value), GTK_JUSTIFY_RIGHT);
  /* Wide enough for what is short, whatever is beside it. */
  gtk_label_set_width_chars (GTK_LABEL (value), MIN (VALUE_CHARS, (int) g_utf8_strlen (line->value, -1)));
  gtk_label_set_max_width_chars (GTK_LABEL (value), VALUE_CHARS);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_add_css_class (value, line->chosen ? "heading" : "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), value);
  return row;
}

static GtkWidget *
make_group (const EqpSuggestSection *section)
{
  GtkWidget *group = adw_preferences_group_new ();
  g_autofree char *note = section->note != NULL ? g_markup_escape_text (section->note, -1) : NULL;

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), section->title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), note);
  for (guint i = 0; i < section->lines->len; i++)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), make_row (g_ptr_array_index (section->lines, i)));
  return group;
}

static void
show_results (EqpSuggestWindow *self)
{
  g_autoptr (GPtrArray) sections = eqp_presenter_suggest_dup_sections (self->model);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->results))) != NULL)
    gtk_box_remove (self->results, child);
  for (guint i = 0; i < sections->len; i++)
    gtk_box_append (self->results, make_group (g_ptr_array_index (sections, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->results), sections->len > 0);
}

static void
show_progress (EqpSuggestWindow *self)
{
  EqpSuggestProgress progress;
  g_autofree char *text = NULL;

  if (!eqp_suggest_model_is_running (self->model))
    return;
  eqp_suggest_model_get_progress (self->model, &progress);
  if (progress.fraction >= 0.0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP (progress.fraction, 0.0, 1.0));
  else
    gtk_progress_bar_pulse (self->progress);
  /* Translators: what is being done, then seconds so far, and how many there are at most. */
  text = g_strdup_printf (_ ("%s · %d of at most %d s"), *progress.what != '\0' ? progress.what : _ ("Preparing"),
                          (int) progress.seconds, (int) progress.budget);
  gtk_label_set_label (self->state, text);
}

static gboolean
tick_cb (gpointer user_data)
{
  show_progress (user_data);
  return G_SOURCE_CONTINUE;
}

static void
update_apply (EqpSuggestWindow *self)
{
  gboolean has = eqp_suggest_model_get_suggestion (self->model) != NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->apply), has && !eqp_suggest_model_is_applied (self->model));
  gtk_widget_set_sensitive (GTK_WIDGET (self->copy), has);
}

static void
changed_cb (EqpSuggestWindow *self)
{
  gboolean running = eqp_suggest_model_is_running (self->model);
  const EqpSuggestion *suggestion = eqp_suggest_model_get_suggestion (self->model);

  gtk_widget_set_sensitive (GTK_WIDGET (self->question), !running);
  gtk_widget_set_visible (GTK_WIDGET (self->start), !running);
  gtk_widget_set_visible (GTK_WIDGET (self->stop), running);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  if (running && self->tick_source == 0)
    self->tick_source = g_timeout_add (TICK, tick_cb, self);
  else if (!running)
    g_clear_handle_id (&self->tick_source, g_source_remove);
  if (running)
    show_progress (self);
  else if (suggestion != NULL)
    {
      g_autofree char *text = g_strdup_printf (_ ("It took %.1f s."), suggestion->seconds);

      gtk_label_set_label (self->state, text);
    }
  else
    gtk_label_set_label (self->state, "");
  show_results (self);
  update_apply (self);
  update_question (self);
}

static void
failed_cb (EqpSuggestWindow *self,
           const char       *message)
{
  gtk_label_set_label (self->state, message);
}

static void
apply_cb (EqpSuggestWindow *self)
{
  if (eqp_suggest_model_apply (self->model))
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Applied; the run is on the Live page")));
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))), "win.show-page", "s",
                              "live");
}

static void
copy_cb (EqpSuggestWindow *self)
{
  g_autofree char *text = eqp_presenter_suggest_dup_text (self->model);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied")));
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_suggest_window_dispose (GObject *object)
{
  EqpSuggestWindow *self = EQP_SUGGEST_WINDOW (object);

  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (eqp_suggest_window_parent_class)->dispose (object);
}

static void
eqp_suggest_window_class_init (EqpSuggestWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_suggest_window_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-suggest-window.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, copy);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, apply);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, question);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, choose_row);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, choose_k);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, k_row);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, k_least);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, k_most);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, seconds);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, start);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, stop);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, state);
  gtk_widget_class_bind_template_child (widget_class, EqpSuggestWindow, results);
  gtk_widget_class_bind_template_callback (widget_class, update_question);
  gtk_widget_class_bind_template_callback (widget_class, start_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_cb);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
eqp_suggest_window_init (EqpSuggestWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * eqp_suggest_window_show:
 * @parent: the window
 * @model: its suggestion
 *
 * Returns: (transfer none): the window that shows it
 */
EqpSuggestWindow *
eqp_suggest_window_show (GtkWindow       *parent,
                         EqpSuggestModel *model)
{
  EqpSuggestWindow *self = g_object_new (EQP_TYPE_SUGGEST_WINDOW, "transient-for", parent, NULL);
  EqpWorkspace *workspace = eqp_suggest_model_get_workspace (model);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "progress", G_CALLBACK (show_progress), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update_apply), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (update_question), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  eqp_window_fit_over (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
