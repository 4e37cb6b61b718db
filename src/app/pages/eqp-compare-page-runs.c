/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs beside the pictures: pin, sort, rename, delete, restore, by mouse and by key. */
#include "config.h"

#include "eqp-compare-page-private.h"

#include <glib/gi18n.h>

/* Undo would take back another step than the one that the toast tells of. */
static void
dismiss_undo (EqpComparePage *self)
{
  if (self->undo_toast != NULL)
    adw_toast_dismiss (self->undo_toast);
  g_clear_weak_pointer (&self->undo_toast);
}

static void
tell (EqpComparePage *self,
      const char     *text,
      const char     *button,
      const char     *action)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  if (button != NULL)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_action_name (toast, action);
    }
  if (g_strcmp0 (action, "win.undo-run") == 0)
    {
      dismiss_undo (self);
      g_set_weak_pointer (&self->undo_toast, toast);
    }
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
}

/* Returns NULL when no run is selected. */
EqpRunRecord *
_eqp_compare_page_get_selected (EqpComparePage *self)
{
  g_autoptr (GtkBitset) selection = eqp_table_view_dup_selection (self->runs);

  if (self->run_table == NULL || gtk_bitset_is_empty (selection))
    return NULL;
  return eqp_presenter_run_table_get_record (self->run_table, gtk_bitset_get_minimum (selection));
}

static void
update_actions (EqpComparePage *self)
{
  static const char *const of_run[] = { "compare.pin", "compare.rename", "compare.remove" };
  EqpRunRecord *record = _eqp_compare_page_get_selected (self);
  const EqpRunFacts *facts = record != NULL ? eqp_run_record_get_facts (record) : NULL;

  if (!self->showing)
    self->selected = record;
  for (gsize i = 0; i < G_N_ELEMENTS (of_run); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), of_run[i], record != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.restore", facts != NULL && facts->solver != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.copy-line", facts != NULL && facts->command != NULL);
}

/* The selection goes with its run when the order changes. */
static void
rows_changed_cb (EqpComparePage *self)
{
  gint64 row = self->selected != NULL ? eqp_presenter_run_table_find (self->run_table, self->selected) : -1;

  self->showing = TRUE;
  if (row >= 0)
    eqp_table_view_select (self->runs, row);
  self->showing = FALSE;
  update_actions (self);
  _eqp_compare_page_update_runs (self);
}

static void
set_pinned (EqpComparePage *self,
            EqpRunRecord   *record,
            gboolean        pinned)
{
  g_autoptr (GError) error = NULL;

  if (!eqp_run_list_set_pinned (self->list, record, pinned, &error))
    tell (self, error->message, NULL, NULL);
}

static void
pin_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (widget);
  EqpRunRecord *record = _eqp_compare_page_get_selected (self);

  if (record != NULL)
    set_pinned (self, record, !eqp_run_record_get_pinned (record));
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (widget);
  EqpRunRecord *record = _eqp_compare_page_get_selected (self);
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  gint64 row;

  if (record == NULL)
    return;
  row = eqp_presenter_run_table_find (self->run_table, record);
  title = eqp_run_record_dup_title (record);
  text = g_strdup_printf (_ ("“%s” deleted"), title);
  /* The next one is selected, as in any list. */
  self->selected = eqp_presenter_run_table_get_record (self->run_table, row + 1);
  if (self->selected == NULL)
    self->selected = eqp_presenter_run_table_get_record (self->run_table, row - 1);
  eqp_run_list_remove (self->list, record);
  tell (self, text, _ ("_Undo"), "win.undo-run");
}

static void
restore_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (widget);
  EqpRunRecord *record = _eqp_compare_page_get_selected (self);
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  if (record == NULL || eqp_run_record_get_facts (record)->solver == NULL)
    return;
  title = eqp_run_record_dup_title (record);
  text = g_strdup_printf (_ ("Settings of “%s” restored"), title);
  eqp_run_list_restore (self->list, record);
  tell (self, text, _ ("_Run"), "win.run");
}

static void
copy_line_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (widget);
  EqpRunRecord *record = _eqp_compare_page_get_selected (self);
  const EqpRunFacts *facts = record != NULL ? eqp_run_record_get_facts (record) : NULL;

  if (facts == NULL || facts->command == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), facts->command);
  tell (self, facts->repeats ? _ ("Command line copied") : _ ("Command line copied; it starts from the seed"), NULL,
        NULL);
}

static void
rename_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (widget);
  EqpRunRecord *record = _eqp_compare_page_get_selected (self);

  if (record == NULL)
    return;
  g_set_object (&self->renaming, record);
  gtk_editable_set_text (GTK_EDITABLE (self->rename_entry), eqp_run_record_get_name (record));
  gtk_editable_select_region (GTK_EDITABLE (self->rename_entry), 0, -1);
  gtk_popover_popup (self->rename_popover);
  gtk_widget_grab_focus (GTK_WIDGET (self->rename_entry));
}

static void
renamed_cb (EqpComparePage *self)
{
  g_autoptr (EqpRunRecord) record = g_steal_pointer (&self->renaming);

  gtk_popover_popdown (self->rename_popover);
  if (record == NULL)
    return;
  dismiss_undo (self);
  eqp_run_list_rename (self->list, record, gtk_editable_get_text (GTK_EDITABLE (self->rename_entry)));
}

static gboolean
focus_runs_cb (gpointer user_data)
{
  if (gtk_widget_get_mapped (user_data))
    gtk_widget_grab_focus (GTK_WIDGET (EQP_COMPARE_PAGE (user_data)->runs));
  return G_SOURCE_REMOVE;
}

/* Back to the run; later, for GTK 4.18 gives the keyboard to the popover's parent after this signal. */
static void
rename_closed_cb (EqpComparePage *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, focus_runs_cb, g_object_ref (self), g_object_unref);
}

static void
sort_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  eqp_presenter_run_table_sort_by (EQP_COMPARE_PAGE (widget)->run_table, g_variant_get_string (parameter, NULL));
}

static void
plain_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  gboolean kmeans = g_str_equal (g_variant_get_string (parameter, NULL), "kmeans");

  eqp_run_list_pin_plain (EQP_COMPARE_PAGE (widget)->list, kmeans ? EQP_REFERENCE_KMEANS : EQP_REFERENCE_MINCUT);
}

static void
run_activated_cb (EqpComparePage *self,
                  gint64          row,
                  gint64          column)
{
  EqpRunRecord *record = eqp_presenter_run_table_get_record (self->run_table, row);

  if (record != NULL && eqp_presenter_run_table_is_pin (column))
    set_pinned (self, record, !eqp_run_record_get_pinned (record));
  if (record == NULL || column >= 0)
    return;
  eqp_table_view_select (self->runs, row);
  gtk_widget_activate_action (GTK_WIDGET (self), "compare.restore", NULL);
}

static void
header_activated_cb (EqpComparePage *self,
                     gint64          column)
{
  eqp_presenter_run_table_sort_column (self->run_table, column);
}

/* Before the list has its own use for the key. */
static gboolean
runs_key_cb (EqpComparePage *self,
             guint           key,
             guint           code,
             GdkModifierType state)
{
  static const struct
  {
    guint       key;
    const char *action;
  } keys[] = {
    { GDK_KEY_space, "compare.pin" },
    { GDK_KEY_KP_Space, "compare.pin" },
    { GDK_KEY_Delete, "compare.remove" },
    { GDK_KEY_KP_Delete, "compare.remove" },
    { GDK_KEY_F2, "compare.rename" },
  };

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key)
      {
        gtk_widget_activate_action (GTK_WIDGET (self), keys[i].action, NULL);
        return TRUE;
      }
  return FALSE;
}

/**
 * eqp_compare_page_undo:
 * @self: a page
 *
 * Takes back that a run was deleted or renamed, and selects it.
 *
 * Returns: whether there was such a change
 */
gboolean
eqp_compare_page_undo (EqpComparePage *self)
{
  EqpRunRecord *record;

  if (self->list == NULL || !eqp_run_list_can_undo (self->list))
    return FALSE;
  dismiss_undo (self);
  record = eqp_run_list_undo (self->list);
  if (record != NULL)
    eqp_table_view_select (self->runs, eqp_presenter_run_table_find (self->run_table, record));
  return TRUE;
}

/* Where nothing was deleted or renamed Ctrl+Z is about the data. */
static gboolean
undo_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  return eqp_compare_page_undo (EQP_COMPARE_PAGE (widget));
}

static void
plain_changed_cb (EqpComparePage *self)
{
  gboolean kmeans = eqp_run_list_is_running_plain (self->list, EQP_REFERENCE_KMEANS);
  gboolean mincut = eqp_run_list_is_running_plain (self->list, EQP_REFERENCE_MINCUT);

  gtk_spinner_set_spinning (self->spinner, kmeans || mincut);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), kmeans || mincut);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->spinner), kmeans ? _ ("Plain k-means is under way")
                                                                  : _ ("Plain min-cut is under way"));
}

void
_eqp_compare_page_runs_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "compare.pin", NULL, pin_action);
  gtk_widget_class_install_action (widget_class, "compare.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "compare.rename", NULL, rename_action);
  gtk_widget_class_install_action (widget_class, "compare.restore", NULL, restore_action);
  gtk_widget_class_install_action (widget_class, "compare.copy-line", NULL, copy_line_action);
  gtk_widget_class_install_action (widget_class, "compare.sort", "s", sort_action);
  gtk_widget_class_install_action (widget_class, "compare.plain", "s", plain_action);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, undo_cb, NULL);
  gtk_widget_class_bind_template_callback (widget_class, update_actions);
  gtk_widget_class_bind_template_callback (widget_class, run_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, header_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, runs_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, renamed_cb);
  gtk_widget_class_bind_template_callback (widget_class, rename_closed_cb);
}

/* To be called once the page has its list. */
void
_eqp_compare_page_runs_init (EqpComparePage *self)
{
  self->run_table = eqp_presenter_run_table_new (self->list);
  eqp_table_view_set_model (self->runs, EQP_TABLE_MODEL (self->run_table));
  g_signal_connect_object (self->run_table, "rows-changed", G_CALLBACK (rows_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "plain-changed", G_CALLBACK (plain_changed_cb), self, G_CONNECT_SWAPPED);
  update_actions (self);
}
