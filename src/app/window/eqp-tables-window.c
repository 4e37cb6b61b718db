/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of a page as tables, to be read by number or by ear, copied and saved. */
#include "config.h"

#include "eqp-tables-window.h"

#include <glib/gi18n.h>

#include "eqp-compat.h"
#include "eqp-draw.h"
#include "eqp-table-view.h"
#include "eqp-window.h"
#include "presenters/eqp-presenter-compare-table.h"
#include "presenters/eqp-presenter-plot-table.h"
#include "presenters/eqp-presenter-price-table.h"
#include "presenters/eqp-presenter-run-table.h"
#include "presenters/eqp-presenter-study-table.h"

/* A clipboard is no place for more, and the text is made while the window waits. */
#define MAX_COPIED 100000

struct _EqpTablesWindow
{
  AdwWindow        parent_instance;

  AdwToastOverlay *toasts;
  GtkStack        *stack;
};

G_DEFINE_FINAL_TYPE (EqpTablesWindow, eqp_tables_window, ADW_TYPE_WINDOW)

static void
tell (EqpTablesWindow *self,
      const char      *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

static EqpTableModel *
get_shown (EqpTablesWindow *self)
{
  return eqp_table_view_get_model (EQP_TABLE_VIEW (gtk_stack_get_visible_child (self->stack)));
}

static gboolean
is_too_long (EqpTablesWindow *self)
{
  if (eqp_table_model_get_n_rows (get_shown (self)) <= MAX_COPIED)
    return FALSE;
  tell (self, _ ("The table is too long for the window; the terminal program writes it to a file"));
  return TRUE;
}

static void
copy_cb (EqpTablesWindow *self)
{
  g_autofree char *csv = NULL;

  if (is_too_long (self))
    return;
  csv = eqp_table_model_dup_csv (get_shown (self));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), csv);
  tell (self, _ ("Copied as CSV"));
}

static void
save_chosen_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  EqpTablesWindow *self = EQP_TABLES_WINDOW (source);
  g_autoptr (GFile) file = eqp_save_file_finish (result, NULL);
  g_autofree char *csv = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (file == NULL)
    return;
  csv = eqp_table_model_dup_csv (get_shown (self));
  name = g_file_get_basename (file);
  if (g_file_replace_contents (file, csv, strlen (csv), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, &error))
    text = g_strdup_printf (_ ("Saved “%s”"), name);
  else
    text = g_strdup_printf (_ ("“%s” could not be written: %s"), name, eqp_save_reason (error));
  tell (self, text);
}

static void
save_cb (EqpTablesWindow *self)
{
  const EqpFileType types[] = { { _ ("CSV table"), "*.csv" } };
  g_autofree char *name = NULL;

  if (is_too_long (self))
    return;
  name = g_strdup_printf ("%s.csv", gtk_stack_get_visible_child_name (self->stack));
  eqp_save_file_async (GTK_WINDOW (self), _ ("Save Table"), name, types, G_N_ELEMENTS (types), save_chosen_cb, NULL);
}

static void
eqp_tables_window_class_init (EqpTablesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-tables-window.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpTablesWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, EqpTablesWindow, stack);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
eqp_tables_window_init (EqpTablesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* name: also of a file */
static void
add_page (EqpTablesWindow *self,
          const char      *name,
          const char      *title,
          EqpTableModel   *model)
{
  GtkWidget *view = eqp_table_view_new ();

  eqp_table_view_set_label (EQP_TABLE_VIEW (view), title);
  eqp_table_view_set_model (EQP_TABLE_VIEW (view), model);
  gtk_stack_add_titled (self->stack, view, name, title);
}

/**
 * eqp_tables_window_show:
 * @parent: the window
 * @workspace: its workspace, with data
 * @page: (nullable): the page to be seen first, such as EQP_TABLES_PRICES
 *
 * Shows what the plots of the Live page show at this moment as tables; what rows pay for balance follows the run.
 */
void
eqp_tables_window_show (GtkWindow    *parent,
                        EqpWorkspace *workspace,
                        const char   *page)
{
  static const struct
  {
    EqpPlotTableKind kind;
    const char      *name;
    const char      *title;
  } pages[] = {
    { EQP_PLOT_TABLE_OBJECTIVE, "objective", N_ ("Objective") },
    { EQP_PLOT_TABLE_SIZES, "sizes", N_ ("Sizes") },
    { EQP_PLOT_TABLE_POINTS, "points", N_ ("Points") },
  };
  EqpTablesWindow *self = g_object_new (EQP_TYPE_TABLES_WINDOW, "transient-for", parent, NULL);
  g_autoptr (EqpPresenterPriceTable) prices = eqp_presenter_price_table_new (workspace);

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (EqpPresenterPlotTable) table = eqp_presenter_plot_table_new (workspace, pages[i].kind);

      add_page (self, pages[i].name, _ (pages[i].title), EQP_TABLE_MODEL (table));
    }
  add_page (self, EQP_TABLES_PRICES, _ ("Price of Balance"), EQP_TABLE_MODEL (prices));
  if (page != NULL)
    gtk_stack_set_visible_child_name (self->stack, page);
  eqp_window_fit_over (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}

/**
 * eqp_tables_window_show_compare:
 * @parent: the window
 * @model: what is compared
 *
 * Shows what the Compare page shows at this moment as tables.
 */
void
eqp_tables_window_show_compare (GtkWindow       *parent,
                                EqpCompareModel *model)
{
  static const struct
  {
    EqpCompareTableKind kind;
    const char         *name;
    const char         *title;
  } pages[] = {
    { EQP_COMPARE_TABLE_MEASURES, "measures", N_ ("Measures") },
    { EQP_COMPARE_TABLE_SIZES, "sizes", N_ ("Sizes") },
    { EQP_COMPARE_TABLE_CLUSTERS, "clusters", N_ ("Clusters") },
    { EQP_COMPARE_TABLE_CHANGES, "changes", N_ ("Changes") },
    { EQP_COMPARE_TABLE_POINTS, "points", N_ ("Points") },
  };
  EqpTablesWindow *self = g_object_new (EQP_TYPE_TABLES_WINDOW, "transient-for", parent, NULL);
  g_autoptr (EqpPresenterRunTable) runs = eqp_presenter_run_table_new (eqp_compare_model_get_list (model));

  add_page (self, "runs", _ ("Runs"), EQP_TABLE_MODEL (runs));
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (EqpPresenterCompareTable) table = eqp_presenter_compare_table_new (model, pages[i].kind);

      add_page (self, pages[i].name, _ (pages[i].title), EQP_TABLE_MODEL (table));
    }
  eqp_window_fit_over (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}

/**
 * eqp_tables_window_show_study:
 * @parent: the window
 * @model: a study
 * @kept: (nullable): what is shown beside it
 *
 * Shows the study as tables, which follow it.
 */
void
eqp_tables_window_show_study (GtkWindow     *parent,
                              EqpStudyModel *model,
                              EqpStudyKept  *kept)
{
  static const struct
  {
    EqpStudyTableKind kind;
    const char       *name;
    const char       *title;
  } pages[] = {
    { EQP_STUDY_TABLE_GROUPS, "study", N_ ("Means") },
    { EQP_STUDY_TABLE_RUNS, "study-runs", N_ ("Runs") },
    { EQP_STUDY_TABLE_PATH, "path", N_ ("Path of Gamma") },
  };
  EqpTablesWindow *self = g_object_new (EQP_TYPE_TABLES_WINDOW, "transient-for", parent, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (EqpPresenterStudyTable) table = eqp_presenter_study_table_new (model, pages[i].kind);

      add_page (self, pages[i].name, _ (pages[i].title), EQP_TABLE_MODEL (table));
    }
  if (kept != NULL)
    {
      g_autoptr (EqpPresenterStudyTable) table = eqp_presenter_study_table_new_kept (model, kept);

      add_page (self, "study-kept", _ ("Means of the Kept"), EQP_TABLE_MODEL (table));
    }
  eqp_window_fit_over (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}
