/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a file is to be read: each decision with its evidence and the runner-up, changeable, with the first rows as they
 * would be read. Nothing is opened from here: the window that asked gets the options. */
#include "config.h"

#include "eqp-import-view.h"

#include <glib/gi18n.h>

#include "eqp-command-line.h"
#include "eqp-import-rows.h"
#include "presenters/eqp-presenter-edges.h"
#include "presenters/eqp-presenter-rows.h"

/* Rows of the preview. */
#define PREVIEW_ROWS 200
/* Lines that are shown as they stand in the file where it makes no table. */
#define SHOWN_LINES 100

struct _EqpImportView
{
  AdwWindow         parent_instance;

  char             *data;
  EqpImportOptions  import;
  EqpImportRows    *rows;
  GCancellable     *cancellable;
  EqpDataset       *preview;

  AdwToastOverlay  *toasts;
  GtkButton        *open_button;
  AdwPreferencesPage *page;
  GtkBox           *question;
  GtkLabel         *question_label;
  GtkBox           *answers;
  GtkLabel         *error_label;
  GtkLabel         *summary;
  GtkSpinner       *spinner;
  EqpTableView     *table;
  GtkScrolledWindow *lines;
  GtkTextView      *lines_view;
  GtkLabel         *line;
};

G_DEFINE_FINAL_TYPE (EqpImportView, eqp_import_view, ADW_TYPE_WINDOW)

enum {
  SIGNAL_ACCEPTED,
  SIGNAL_PREVIEWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void read_preview (EqpImportView *self);

/* ---- Showing ---------------------------------------------------------------------------------------------------- */

static void
answer_cb (EqpImportView *self,
           GtkButton     *button)
{
  const EqpAlternative *alternative = g_object_get_data (G_OBJECT (button), "eqp-alternative");
  EqpDecision *question = eqp_decision_ref (g_object_get_data (G_OBJECT (button), "eqp-question"));

  eqp_import_view_set_option (self, alternative->option, alternative->value);
  eqp_decision_unref (question);
}

static void
show_question (EqpImportView     *self,
               const EqpDecision *question)
{
  g_autofree char *sentence = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->answers))) != NULL)
    gtk_box_remove (self->answers, child);
  gtk_widget_set_visible (GTK_WIDGET (self->question), question != NULL);
  if (question == NULL)
    return;

  sentence = eqp_sentence (question->evidence);
  gtk_label_set_label (self->question_label, sentence);
  for (guint i = 0; i < question->alternatives->len; i++)
    {
      const EqpAlternative *alternative = eqp_decision_get_alternative (question, i);
      g_autofree char *title = g_strdup (alternative->title);
      GtkWidget *button;

      title[0] = g_ascii_toupper (title[0]);
      button = gtk_button_new_with_label (title);
      g_object_set_data (G_OBJECT (button), "eqp-alternative", (gpointer) alternative);
      g_object_set_data_full (G_OBJECT (button), "eqp-question", eqp_decision_ref (question),
                              (GDestroyNotify) eqp_decision_unref);
      g_signal_connect_object (button, "clicked", G_CALLBACK (answer_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (self->answers, button);
    }
}

static char *
dup_summary (EqpDataset *dataset)
{
  g_autofree char *rows = eqp_format_count (eqp_dataset_get_n (dataset));
  g_autofree char *columns = eqp_format_count (eqp_dataset_get_d (dataset));
  gint classes = eqp_dataset_get_labels (dataset) != NULL ? eqp_dataset_get_n_classes (dataset) : 0;

  if (eqp_dataset_get_graph (dataset) != NULL)
    return g_strdup_printf (_ ("%s: a graph of %s points"), _ (eqp_dataset_get_format (dataset)), rows);
  if (classes > 0)
    return g_strdup_printf (ngettext ("%s: the first %s rows, %s features, %d class",
                                      "%s: the first %s rows, %s features, %d classes", classes),
                            _ (eqp_dataset_get_format (dataset)), rows, columns, classes);
  return g_strdup_printf (_ ("%s: the first %s rows, %s features, no "
                             "classes"), _ (eqp_dataset_get_format (dataset)), rows,
                          columns);
}

static void
show_line (EqpImportView *self)
{
  g_autofree char *line = eqp_info_line (self->data, &self->import);

  gtk_label_set_label (self->line, line);
}

/* What makes no table is shown as it stands in the file, so that it can be seen why. */
static void
show_lines (EqpImportView *self,
            const char    *lines)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->lines_view), lines != NULL ? lines : "", -1);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), lines != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->table), lines == NULL);
}

static const char *
say_unread (gboolean question,
            gboolean lines)
{
  if (question)
    return lines ? _ ("Choose a reading to see the rows. The file begins like this:")
                 : _ ("Choose a reading to see the rows.");
  return lines ? _ ("Read like this the file makes no table. It begins like this:")
               : _ ("Read like this the file makes no table.");
}

static void
show_preview (EqpImportView *self,
              EqpDataset    *dataset,
              const GError  *error,
              const char    *lines)
{
  const EqpDecision *question = eqp_error_get_question (error);
  g_autoptr (EqpTableModel) model = NULL;

  gtk_spinner_stop (self->spinner);
  show_question (self, question);
  gtk_label_set_label (self->error_label, error != NULL && question == NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), error != NULL && question == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->open_button), dataset != NULL);
  g_clear_pointer (&self->preview, eqp_dataset_unref);
  if (dataset != NULL)
    {
      g_autofree char *summary = dup_summary (dataset);

      self->preview = eqp_dataset_ref (dataset);
      gtk_label_set_label (self->summary, summary);
      model = eqp_dataset_get_graph (dataset) == NULL ? eqp_presenter_rows_new (dataset)
                                                      : eqp_presenter_edges_new (dataset);
    }
  else
    gtk_label_set_label (self->summary, say_unread (question != NULL, lines != NULL));
  eqp_table_view_set_model (self->table, model);
  show_lines (self, lines);
  eqp_import_rows_show (self->rows, &self->import, dataset != NULL ? eqp_dataset_get_choices (dataset) : NULL, question,
                        lines != NULL);
  g_signal_emit (self, signals[SIGNAL_PREVIEWED], 0);
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  GWeakRef          owner;
  char             *data;
  EqpImportOptions  import;
  char             *lines;  /* of the file, where it makes no table */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_weak_ref_clear (&job->owner);
  g_free (job->data);
  g_free (job->lines);
  g_free (job);
}

static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  EqpDataset *dataset = eqp_dataset_load (job->data, &job->import, NULL, cancellable, &error);

  if (dataset != NULL)
    {
      g_task_return_pointer (task, dataset, (GDestroyNotify) eqp_dataset_unref);
      return;
    }
  job->lines = eqp_peek_text (job->data, &job->import, SHOWN_LINES, cancellable);
  g_task_return_error (task, error);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (EqpImportView) self = g_weak_ref_get (&job->owner);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  show_preview (self, dataset, error, job->lines);
}

static void
give_up_reading (EqpImportView *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* The newest options win: a reading under way with other ones is given up. */
static void
read_preview (EqpImportView *self)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr (GTask) task = NULL;

  give_up_reading (self);
  self->cancellable = g_cancellable_new ();
  g_weak_ref_init (&job->owner, self);
  job->data = g_strdup (self->data);
  job->import = self->import;
  job->import.max_rows = PREVIEW_ROWS;
  task = g_task_new (NULL, self->cancellable, read_cb, NULL);
  g_task_set_source_tag (task, read_preview);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_thread);
  gtk_spinner_start (self->spinner);
  show_line (self);
}

static void
option_changed_cb (const char *option,
                   const char *value,
                   gpointer    user_data)
{
  eqp_import_view_set_option (user_data, option, value);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
open_cb (EqpImportView *self)
{
  g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
copy_cb (EqpImportView *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_label (self->line));
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied")));
}

static void
eqp_import_view_dispose (GObject *object)
{
  EqpImportView *self = EQP_IMPORT_VIEW (object);

  give_up_reading (self);
  g_clear_pointer (&self->rows, eqp_import_rows_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_IMPORT_VIEW);
  g_clear_pointer (&self->preview, eqp_dataset_unref);
  g_clear_pointer (&self->data, g_free);

  G_OBJECT_CLASS (eqp_import_view_parent_class)->dispose (object);
}

static void
eqp_import_view_class_init (EqpImportViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_import_view_dispose;

  /**
   * EqpImportView::accepted:
   *
   * The file is to be read with the options of now.
   */
  signals[SIGNAL_ACCEPTED] =
      g_signal_new ("accepted", EQP_TYPE_IMPORT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpImportView::previewed:
   *
   * The first rows, a question or an error are shown.
   */
  signals[SIGNAL_PREVIEWED] =
      g_signal_new ("previewed", EQP_TYPE_IMPORT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (EQP_TYPE_TABLE_VIEW);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-import-view.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, toasts);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, open_button);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, page);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, question);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, question_label);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, answers);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, error_label);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, summary);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, spinner);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, table);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, lines);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, lines_view);
  gtk_widget_class_bind_template_child (widget_class, EqpImportView, line);
  gtk_widget_class_bind_template_callback (widget_class, open_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
eqp_import_view_init (EqpImportView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  eqp_table_view_set_label (self->table, _ ("First rows"));
}

/**
 * eqp_import_view_new:
 * @parent: the window that asks
 * @data: path or URI
 * @import: (nullable): options to begin with
 * @question: (nullable): what has to be asked, where that is known
 *
 * Returns: (transfer none): a window, owned by GTK, that is not shown yet; its preview is being read
 */
EqpImportView *
eqp_import_view_new (GtkWindow              *parent,
                     const char             *data,
                     const EqpImportOptions *import,
                     const EqpDecision      *question)
{
  EqpImportView *self = g_object_new (EQP_TYPE_IMPORT_VIEW, "transient-for", parent, NULL);
  g_autofree char *name = g_filename_display_basename (data);
  g_autofree char *title = g_strdup_printf (_ ("Read “%s”"), name);

  self->data = g_strdup (data);
  if (import != NULL)
    self->import = *import;
  self->rows = eqp_import_rows_new (self->page, g_file_test (data, G_FILE_TEST_IS_DIR), option_changed_cb, self);
  gtk_window_set_title (GTK_WINDOW (self), title);
  eqp_import_rows_show (self->rows, &self->import, NULL, question, FALSE);
  show_question (self, question);
  read_preview (self);
  return self;
}

/**
 * eqp_import_view_get_import:
 * @self: a view
 *
 * Returns: (transfer none): the options as chosen
 */
const EqpImportOptions *
eqp_import_view_get_import (EqpImportView *self)
{
  return &self->import;
}

/**
 * eqp_import_view_get_data:
 * @self: a view
 *
 * Returns: (transfer none): the file it is about
 */
const char *
eqp_import_view_get_data (EqpImportView *self)
{
  return self->data;
}

/* What a control takes, by its label. */
static char *
dup_refusal (const char   *option,
             const char   *value,
             const GError *error)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  for (gsize i = 0; i < n_params; i++)
    if (g_str_equal (params[i].param.id, option) && params[i].param.kind == EQP_PARAM_WHOLE)
      {
        g_autofree char *title = eqp_import_dup_title (option);
        g_autofree char *range = eqp_param_dup_interval (&params[i].param);

        return g_strdup_printf (_ ("“%s” takes %s; “%s” was found."), title, range, value);
      }
  return g_strdup (error->message);
}

/**
 * eqp_import_view_set_option:
 * @self: a view
 * @option: an import option
 * @value: (nullable): as the terminal program takes it; NULL to guess
 *
 * As if it was chosen: the first rows are read again.
 *
 * Returns: FALSE when the option does not take this value; a sentence is shown
 */
gboolean
eqp_import_view_set_option (EqpImportView *self,
                            const char    *option,
                            const char    *value)
{
  g_autoptr (GError) error = NULL;

  if (!eqp_import_options_set (&self->import, option, value, &error))
    {
      g_autofree char *refusal = dup_refusal (option, value, error);

      gtk_label_set_label (self->error_label, refusal);
      gtk_widget_set_visible (GTK_WIDGET (self->error_label), TRUE);
      return FALSE;
    }
  read_preview (self);
  return TRUE;
}

/**
 * eqp_import_view_get_preview:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the first rows as read with the options of now; NULL while they are read and
 * where they cannot be
 */
EqpDataset *
eqp_import_view_get_preview (EqpImportView *self)
{
  return self->cancellable == NULL ? self->preview : NULL;
}
