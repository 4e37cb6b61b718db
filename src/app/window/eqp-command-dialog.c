/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that is shown, as the line that repeats it in a terminal. */
#include "config.h"

#include "eqp-command-dialog.h"

#include <glib/gi18n.h>

#include "eqp-command-line.h"
#include "eqp-compat.h"
#include "eqp-draw.h"
#include "eqp-window.h"

struct _EqpCommandDialog
{
  AdwWindow        parent_instance;

  EqpWorkspace    *workspace;
  EqpDataChain    *chain;
  EqpRun          *run;
  char            *initial; /* where the start labels were saved */

  AdwToastOverlay *toasts;
  GtkLabel        *line;
  GtkLabel        *note;
  GtkButton       *save;
};

G_DEFINE_FINAL_TYPE (EqpCommandDialog, eqp_command_dialog, ADW_TYPE_WINDOW)

/* exact: whether the line has options for all that was chosen of the data */
static char *
dup_line (EqpCommandDialog *self,
          gboolean         *exact)
{
  const char *source = eqp_dataset_get_source (eqp_workspace_get_dataset (self->workspace));
  g_autofree char *path = g_str_has_prefix (source, "file://") ? g_filename_from_uri (source, NULL, NULL) : NULL;
  EqpRunSpec spec = { 0 };

  spec.data = path != NULL ? path : source;
  spec.method = eqp_run_get_solver (self->run)->id;
  spec.params = *eqp_run_get_params (self->run);
  *exact = eqp_data_chain_get_line (self->chain, &spec.import, &spec.distinct);
  spec.preparation = *eqp_run_get_preparation (self->run);
  spec.initial_labels = self->initial;
  if (eqp_run_get_given (self->run) != NULL)
    eqp_run_spec_set_given (&spec, &eqp_run_get_given (self->run)->sources);
  return eqp_command_line (&spec);
}

/* Lines are not broken behind the dashes of an option. */
static void
show_line (EqpCommandDialog *self,
           const char       *line)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  for (const char *option = strstr (line, " --"); option != NULL; option = strstr (option + 1, " --"))
    {
      PangoAttribute *together = pango_attr_allow_breaks_new (FALSE);

      together->start_index = (guint) (option + 1 - line);
      together->end_index = together->start_index + (guint) strcspn (option + 1, " ");
      pango_attr_list_insert (attributes, together);
    }
  gtk_label_set_label (self->line, line);
  gtk_label_set_attributes (self->line, attributes);
  pango_attr_list_unref (attributes);
}

static void
update (EqpCommandDialog *self)
{
  gboolean exact;
  g_autofree char *line = dup_line (self, &exact);
  gboolean warm = eqp_run_get_initial (self->run) != NULL && self->initial == NULL;

  show_line (self, line);
  if (!exact)
    gtk_label_set_label (self->note, _ ("The terminal program has no options for all that was chosen of these data on "
                                        "the Data page: the line runs on the data as they were read."));
  else if (warm)
    gtk_label_set_label (self->note, _ ("This run went on from the clusters shown before it. Save them to repeat it "
                                        "exactly; without them the line starts from the seed."));
  else
    gtk_label_set_label (self->note, _ ("The same line gives the same labels, on any number of threads."));
  gtk_widget_set_visible (GTK_WIDGET (self->save), warm);
}

static void
copy_cb (EqpCommandDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_label (self->line));
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied")));
}

static void
save_chosen_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  EqpCommandDialog *self = EQP_COMMAND_DIALOG (source);
  EqpLabels *initial = eqp_run_get_initial (self->run);
  g_autoptr (GFile) file = eqp_save_file_finish (result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  for (gint64 i = 0; i < eqp_labels_get_n (initial); i++)
    g_string_append_printf (text, "%d\n", eqp_labels_get (initial, i));
  if (!g_file_set_contents (path, text->str, (gssize) text->len, &error))
    {
      g_autofree char *shown = g_filename_display_name (path);
      g_autofree char *sentence =
          g_strdup_printf (_ ("The start could not be written to “%s”: %s; make room or choose another place."), shown,
                           eqp_save_reason (error));

      gtk_label_set_label (self->note, sentence);
      return;
    }
  self->initial = g_steal_pointer (&path);
  update (self);
}

static void
save_cb (EqpCommandDialog *self)
{
  const EqpFileType types[] = { { _ ("Text"), "*.txt" } };

  eqp_save_file_async (GTK_WINDOW (self), _ ("Save the Start"), "start-labels.txt", types, G_N_ELEMENTS (types),
                       save_chosen_cb, NULL);
}

static void
eqp_command_dialog_dispose (GObject *object)
{
  EqpCommandDialog *self = EQP_COMMAND_DIALOG (object);

  g_clear_object (&self->workspace);
  g_clear_object (&self->chain);
  g_clear_object (&self->run);
  g_clear_pointer (&self->initial, g_free);

  G_OBJECT_CLASS (eqp_command_dialog_parent_class)->dispose (object);
}

static void
eqp_command_dialog_class_init (EqpCommandDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_command_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-command-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpCommandDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, EqpCommandDialog, line);
  gtk_widget_class_bind_template_child (widget_class, EqpCommandDialog, note);
  gtk_widget_class_bind_template_child (widget_class, EqpCommandDialog, save);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
eqp_command_dialog_init (EqpCommandDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * eqp_command_dialog_show:
 * @parent: the window
 * @workspace: its workspace, with a run
 * @chain: how its data come about
 *
 * Shows the equipoise-cli line that repeats the run shown, ready to be copied.
 */
void
eqp_command_dialog_show (GtkWindow    *parent,
                         EqpWorkspace *workspace,
                         EqpDataChain *chain)
{
  EqpCommandDialog *self = g_object_new (EQP_TYPE_COMMAND_DIALOG, "transient-for", parent, NULL);

  self->workspace = g_object_ref (workspace);
  self->chain = g_object_ref (chain);
  self->run = g_object_ref (eqp_workspace_get_run (workspace));
  update (self);
  eqp_window_fit_over (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}
