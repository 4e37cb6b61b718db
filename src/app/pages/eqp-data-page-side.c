/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side of the Data page: how the data were read, what is odd about them with one click to mend it, and the steps of
 * preparation. */
#include "config.h"

#include "eqp-data-page-private.h"

#include <glib/gi18n.h>

#include "eqp-import-rows.h"

#define MOST_EXAMPLES 3

/* ---- How the data were read ------------------------------------------------------------------------------------- */

static void
add_reading (EqpDataPage *self,
             const char  *title,
             const char  *subtitle)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", title, "use-markup", FALSE, NULL);

  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_expander_row_add_row (self->reading, row);
  g_ptr_array_add (self->reading_rows, row);
}

/* The runner-up to what was decided, and why it is only that. */
static void
add_choice (EqpDataPage       *self,
            const EqpDecision *decision)
{
  const EqpAlternative *chosen = eqp_decision_get_alternative (decision, 0);
  const EqpAlternative *other = eqp_decision_get_alternative (decision, 1);
  const char *about;
  g_autofree char *title = NULL;
  g_autofree char *evidence = eqp_sentence (decision->evidence);
  g_autofree char *subtitle = NULL;

  if (chosen == NULL)
    return;
  about = eqp_import_get_title (decision->key);
  /* Translators: an option of reading a file, and what was decided about it. */
  title = about != NULL ? g_strdup_printf (_ ("%s: %s"), about, chosen->title) : eqp_sentence (chosen->title);
  if (decision->asked)
    subtitle = g_strdup_printf (_ ("As chosen. %s"), evidence);
  else if (other != NULL)
    /* Translators: first a sentence with the evidence, then another reading that was possible. */
    subtitle = g_strdup_printf (_ ("%s Runner-up: %s."), evidence, other->title);
  else
    subtitle = g_strdup (evidence);
  add_reading (self, title, subtitle);
}

static void
append_example (GString              *text,
                const EqpLedgerEntry *entry)
{
  if (text->len > 0)
    g_string_append (text, "\n");
  if (entry->line > 0)
    g_string_append_printf (text, _ ("Line %d"), (int) entry->line);
  else if (entry->row > 0)
    g_string_append_printf (text, _ ("Row %d"), (int) entry->row);
  if (entry->name != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 && text->str[text->len - 1] != '\n' ? ", " : "", entry->name);
  else if (entry->column > 0)
    g_string_append_printf (text, _ ("%scolumn %d"), text->len > 0 && text->str[text->len - 1] != '\n' ? ", " : "",
                            (int) entry->column);
  if (entry->before != NULL && entry->after != NULL)
    g_string_append_printf (text, ": “%s” → %s", entry->before, entry->after);
  else if (entry->before != NULL || entry->after != NULL)
    g_string_append_printf (text, ": %s", entry->before != NULL ? entry->before : entry->after);
}

/* Each kind of change with its number and the first examples. */
static void
add_ledger (EqpDataPage *self,
            EqpLedger   *ledger)
{
  for (int kind = 0; kind < EQP_LEDGER_N_KINDS; kind++)
    {
      gint64 count = eqp_ledger_get_count (ledger, (EqpLedgerKind) kind);
      g_autoptr (GString) examples = g_string_new (NULL);
      g_autofree char *title = NULL;
      int shown = 0;

      if (count == 0)
        continue;
      title = eqp_ledger_kind_dup_text ((EqpLedgerKind) kind, count);
      title[0] = g_ascii_toupper (title[0]);
      for (guint i = 0; i < eqp_ledger_get_n_entries (ledger) && shown < MOST_EXAMPLES; i++)
        if (eqp_ledger_get_entry (ledger, i)->kind == (EqpLedgerKind) kind)
          {
            append_example (examples, eqp_ledger_get_entry (ledger, i));
            shown++;
          }
      if (count > shown && shown > 0)
        g_string_append (examples, "\n…");
      add_reading (self, title, examples->len > 0 ? examples->str : NULL);
    }
}

static void
copy_ledger_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  EqpDataset *base = eqp_data_chain_get_base (EQP_DATA_PAGE (widget)->chain);
  g_autofree char *csv = base != NULL ? eqp_ledger_to_csv (eqp_dataset_get_ledger (base)) : NULL;

  if (csv != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
}

static void
show_ledger_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  gtk_stack_set_visible_child_name (EQP_DATA_PAGE (widget)->stack, "changes");
}

static void
add_ledger_row (EqpDataPage *self,
                const char  *title,
                const char  *icon,
                const char  *action)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", title, NULL);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), g_object_new (GTK_TYPE_IMAGE, "icon-name", icon, "accessible-role",
                                                                 GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
  adw_expander_row_add_row (self->reading, row);
  g_ptr_array_add (self->reading_rows, row);
}

/**
 * _eqp_data_page_show_reading:
 * @self: a page with data
 */
void
_eqp_data_page_show_reading (EqpDataPage *self)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);
  GPtrArray *decisions = eqp_dataset_get_decisions (base);
  GPtrArray *choices = eqp_dataset_get_choices (base);
  g_autofree char *rows = eqp_format_count (eqp_dataset_get_n (base));
  g_autofree char *columns = eqp_format_count (eqp_dataset_get_d (base));
  g_autofree char *description = NULL;
  g_autofree char *name = g_markup_escape_text (eqp_dataset_get_name (base), -1);
  g_autofree char *subtitle = NULL;
  gint64 changes = eqp_ledger_get_total (eqp_dataset_get_ledger (base));
  const char *source = eqp_workspace_get_source (self->workspace);

  for (guint i = 0; i < self->reading_rows->len; i++)
    adw_expander_row_remove (self->reading, g_ptr_array_index (self->reading_rows, i));
  g_ptr_array_set_size (self->reading_rows, 0);

  if (eqp_dataset_get_graph (base) != NULL)
    description = g_strdup_printf (_ ("%s, a graph of %s points"), _ (eqp_dataset_get_format (base)), rows);
  else
    /* Translators: format, rows × columns. */
    description = g_strdup_printf (_ ("%s, %s\302\240×\302\240%s"), _ (eqp_dataset_get_format (base)), rows, columns);
  adw_preferences_group_set_title (self->source, name);
  adw_preferences_group_set_description (self->source, description);

  if (eqp_dataset_get_attribution (base) != NULL)
    add_reading (self, eqp_dataset_get_attribution (base), NULL);
  for (guint i = 0; i < choices->len; i++)
    add_choice (self, g_ptr_array_index (choices, i));
  for (guint i = 0; i < decisions->len && choices->len == 0; i++)
    add_reading (self, g_ptr_array_index (decisions, i), NULL);
  add_ledger (self, eqp_dataset_get_ledger (base));
  if (changes > 0)
    {
      add_ledger_row (self, _ ("Show the list of changes"), "go-next-symbolic", "data.show-ledger");
      add_ledger_row (self, _ ("Copy the list of changes"), "edit-copy-symbolic", "data.copy-ledger");
    }

  if (changes > 0)
    subtitle = eqp_sentence_dup (
        ngettext ("%d change to the file’s text", "%d changes to the file’s text", (gulong) changes), (int) changes);
  else
    subtitle =
        g_strdup (source == NULL || g_str_has_prefix (source, "sample:") ? _ ("A sample, as it is")
                                                                         : _ ("Nothing was changed or left out"));
  adw_expander_row_set_subtitle (self->reading, subtitle);
  adw_expander_row_set_enable_expansion (self->reading, self->reading_rows->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->change_button), source != NULL && !g_str_has_prefix (source, "sample:"));
}

/* ---- Findings --------------------------------------------------------------------------------------------------- */

static void
clear_list (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

static GtkWidget *
wrapped_label_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static GtkWidget *
finding_row_new (const EqpFinding *finding,
                 guint             number)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name (
      finding->severity == EQP_FINDING_WARNING ? "dialog-warning-symbolic" : "dialog-information-symbolic");
  g_autofree char *mend = eqp_data_chain_dup_mend_title (finding);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_add_css_class (icon, finding->severity == EQP_FINDING_WARNING ? "warning" : "dim-label");
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  finding->severity == EQP_FINDING_WARNING ? _ ("Warning") : _ ("Note"), -1);
  gtk_box_append (GTK_BOX (content), wrapped_label_new (finding->sentence));
  if (mend != NULL)
    {
      GtkWidget *button = gtk_button_new_with_label (mend);

      gtk_widget_set_halign (button, GTK_ALIGN_START);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "data.mend");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", number);
      gtk_box_append (GTK_BOX (content), button);
    }
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), content);
  gtk_widget_add_css_class (box, "side-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, finding->sentence, -1);
  return row;
}

/**
 * _eqp_data_page_show_findings:
 * @self: a page with data
 */
void
_eqp_data_page_show_findings (EqpDataPage *self)
{
  GPtrArray *findings = eqp_data_chain_get_findings (self->chain);
  guint shown = 0;

  clear_list (self->findings_list);
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    if (!eqp_data_chain_is_mended (self->chain, g_ptr_array_index (findings, i)))
      {
        gtk_list_box_append (self->findings_list, finding_row_new (g_ptr_array_index (findings, i), i));
        shown++;
      }
  gtk_widget_set_visible (GTK_WIDGET (self->findings_list), shown > 0);
  adw_preferences_group_set_description (self->findings,
                                         findings == NULL ? _ ("Looking at the values…")
                                         : shown == 0 ? _ ("Nothing that would hurt a run.") : NULL);
}

static void
mend_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  GPtrArray *findings = eqp_data_chain_get_findings (self->chain);
  guint number = g_variant_get_uint32 (parameter);

  if (findings != NULL && number < findings->len)
    eqp_data_chain_mend (self->chain, g_ptr_array_index (findings, number));
}

/* ---- Steps ------------------------------------------------------------------------------------------------------ */

static GtkWidget *
step_row_new (EqpDataChain *chain,
              EqpChainStep  step,
              int           number)
{
  g_autofree char *title = eqp_data_chain_dup_step_title (chain, step);
  g_autofree char *effect = eqp_data_chain_dup_step_effect (chain, step);
  g_autofree char *count = g_strdup_printf ("%d", number);
  g_autofree char *remove = g_strdup_printf (_ ("Remove “%s”"), title);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", title, "use-markup", FALSE, NULL);
  GtkWidget *label = gtk_label_new (count);
  GtkWidget *button;

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), label);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (effect != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), effect);
  /* Gaps cannot stay as they are, and this is what is done without being asked. */
  if (step == EQP_CHAIN_MISSING && eqp_data_chain_get_import (chain)->missing == EQP_MISSING_GUESS)
    return row;
  button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Take This Step Out of the Preparation"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, remove, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "data.remove-step");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", (guint) step);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

/**
 * _eqp_data_page_show_steps:
 * @self: a page with data
 */
void
_eqp_data_page_show_steps (EqpDataPage *self)
{
  EqpDataset *prepared = eqp_workspace_get_prepared (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  g_autofree char *rows = NULL;
  g_autofree char *columns = NULL;
  g_autofree char *result = NULL;
  int number = 0;

  clear_list (self->steps_list);
  for (int step = 0; step < EQP_CHAIN_N_STEPS; step++)
    if (eqp_data_chain_has_step (self->chain, (EqpChainStep) step))
      gtk_list_box_append (self->steps_list, step_row_new (self->chain, (EqpChainStep) step, ++number));
  gtk_widget_set_visible (GTK_WIDGET (self->steps_list), number > 0);

  if (prepared == NULL)
    prepared = dataset;
  rows = eqp_format_count (eqp_dataset_get_n (prepared));
  columns = eqp_format_count (eqp_dataset_get_d (prepared));
  /* Translators: rows × columns. */
  if (eqp_dataset_get_graph (dataset) != NULL)
    result = g_strdup_printf (_ ("The methods see the graph of %s points."), rows);
  else
    result = number == 0
                 ? g_strdup_printf (_ ("The methods see the values as they are: %s\302\240×\302\240%s."), rows, columns)
                 : g_strdup_printf (_ ("The methods see %s\302\240×\302\240%s."), rows, columns);
  gtk_label_set_label (self->steps_result, result);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add_button), eqp_dataset_get_graph (dataset) == NULL);
}

static void
remove_step_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  eqp_data_chain_remove_step (EQP_DATA_PAGE (widget)->chain,
                              (EqpChainStep) MIN (g_variant_get_uint32 (parameter), EQP_CHAIN_N_STEPS - 1));
}

static void
normalize_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  static const char *const names[] = { "none", "standard", "minmax", "unit" };
  static const char *const done[] = { N_ ("Columns as they are"), N_ ("Columns standardized"),
                                      N_ ("Columns stretched to 0…1"), N_ ("Rows brought to length 1") };
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  EqpPreparation preparation = *eqp_workspace_get_preparation (self->workspace);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], g_variant_get_string (parameter, NULL)))
      {
        preparation.normalize = (EqpNormalize) i;
        eqp_data_chain_set_preparation (self->chain, &preparation, _ (done[i]));
      }
}

static void
pca_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpPreparation preparation = *eqp_workspace_get_preparation (self->workspace);
  gint64 most = MIN (eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset));
  g_autofree char *what = NULL;

  preparation.pca = (gint) CLAMP (g_variant_get_int32 (parameter), 1, MAX (1, most));
  preparation.pca_from = 0;
  what = eqp_sentence_dup (ngettext ("Reduced to %d component", "Reduced to %d components", preparation.pca),
                          preparation.pca);
  eqp_data_chain_set_preparation (self->chain, &preparation, what);
}

static void
missing_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  EqpImportOptions import = *eqp_workspace_get_import (self->workspace);

  if (eqp_import_options_set (&import, "missing", g_variant_get_string (parameter, NULL), NULL))
    eqp_data_chain_set_import (self->chain, &import, _ ("Missing cells treated anew"));
}

static void
one_hot_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  EqpImportOptions import = *eqp_workspace_get_import (self->workspace);

  if (eqp_import_options_set (&import, "one-hot", "all", NULL))
    eqp_data_chain_set_import (self->chain, &import, _ ("Text turned into columns"));
}

static void
distinct_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);
  g_autoptr (EqpEdit) edit = eqp_edit_copy (eqp_data_chain_get_edit (self->chain));

  edit->distinct = TRUE;
  eqp_data_chain_set_edit (self->chain, edit, _ ("One of equal rows kept"));
}

/**
 * _eqp_data_page_side_class_init:
 * @widget_class: of the page
 */
void
_eqp_data_page_side_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "data.copy-ledger", NULL, copy_ledger_action);
  gtk_widget_class_install_action (widget_class, "data.show-ledger", NULL, show_ledger_action);
  gtk_widget_class_install_action (widget_class, "data.mend", "u", mend_action);
  gtk_widget_class_install_action (widget_class, "data.remove-step", "u", remove_step_action);
  gtk_widget_class_install_action (widget_class, "data.normalize", "s", normalize_action);
  gtk_widget_class_install_action (widget_class, "data.pca", "i", pca_action);
  gtk_widget_class_install_action (widget_class, "data.missing", "s", missing_action);
  gtk_widget_class_install_action (widget_class, "data.one-hot", NULL, one_hot_action);
  gtk_widget_class_install_action (widget_class, "data.distinct", NULL, distinct_action);
}
