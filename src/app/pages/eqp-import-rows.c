/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row for each import option, from a table: what was decided, the evidence, the runner-up, and the other choices.
 */
#include "config.h"

#include "eqp-import-rows.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const group_titles[EQP_IMPORT_N_GROUPS] = {
  N_ ("Kind"), N_ ("Text"), N_ ("Columns"), N_ ("Missing Cells")
};

typedef struct
{
  EqpImportRows    *owner;
  const EqpImportParam *descriptor;
  GtkWidget        *widget;   /* AdwComboRow or AdwEntryRow, owned by its group */
  GPtrArray        *values;   /* of the combo: char *, the first NULL */
  GtkStringList    *titles;
  guint             source;   /* a change being typed */
} Row;

struct _EqpImportRows
{
  Row              *rows;     /* one for each option */
  gsize             n_rows;
  AdwPreferencesGroup *groups[EQP_IMPORT_N_GROUPS];
  EqpImportRowFunc  changed;
  gpointer          user_data;
  gboolean          folder;
  gboolean          updating;
};

static void
chosen_cb (Row *row)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row->widget));

  if (row->owner->updating || selected >= row->values->len)
    return;
  row->owner->changed (row->descriptor->param.id, g_ptr_array_index (row->values, selected), row->owner->user_data);
}

static gboolean
typed_cb (gpointer user_data)
{
  Row *row = user_data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widget));

  row->source = 0;
  row->owner->changed (row->descriptor->param.id, *text != '\0' ? text : NULL, row->owner->user_data);
  return G_SOURCE_REMOVE;
}

/* The file is read again when the typing rests. */
static void
typing_cb (Row *row)
{
  if (row->owner->updating)
    return;
  g_clear_handle_id (&row->source, g_source_remove);
  row->source = g_timeout_add (300, typed_cb, row);
}

static void
add_choice (Row        *row,
            const char *value,
            const char *title)
{
  g_ptr_array_add (row->values, g_strdup (value));
  gtk_string_list_append (row->titles, title);
}

static gboolean
has_choice (Row        *row,
            const char *value)
{
  for (guint i = 1; i < row->values->len; i++)
    if (strcmp (g_ptr_array_index (row->values, i), value) == 0)
      return TRUE;
  return FALSE;
}

/* Without words there is nothing to choose among. */
static gboolean
is_typed (const EqpImportParam *descriptor)
{
  return descriptor->param.words == NULL;
}

static void
make_row (EqpImportRows        *self,
          Row                  *row,
          const EqpImportParam *descriptor)
{
  const EqpParamWord *word = descriptor->param.words;

  row->owner = self;
  row->descriptor = descriptor;
  if (is_typed (descriptor))
    {
      row->widget = g_object_new (ADW_TYPE_ENTRY_ROW, "title", _ (descriptor->param.label), NULL);
      g_signal_connect_swapped (row->widget, "changed", G_CALLBACK (typing_cb), row);
    }
  else
    {
      row->widget = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ (descriptor->param.label), "use-markup", FALSE, NULL);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row->widget), 0);
      row->values = g_ptr_array_new_with_free_func (g_free);
      row->titles = gtk_string_list_new (NULL);
      add_choice (row, NULL, _ ("Auto"));
      for (; word->id != NULL && word->label != NULL; word++)
        add_choice (row, word->id, _ (word->label));
      adw_combo_row_set_model (ADW_COMBO_ROW (row->widget), G_LIST_MODEL (row->titles));
      g_signal_connect_swapped (row->widget, "notify::selected", G_CALLBACK (chosen_cb), row);
    }
  gtk_widget_set_visible (row->widget, descriptor->shown == EQP_SHOWN_ALWAYS ||
                                           (self->folder && descriptor->shown == EQP_SHOWN_FOLDER));
  adw_preferences_group_add (self->groups[descriptor->group], row->widget);
}

/**
 * eqp_import_rows_new:
 * @page: gets the rows
 * @folder: whether they are about a folder of images
 * @changed: called when another value is chosen
 * @user_data: for @changed
 *
 * Returns: (transfer full): the rows; @page has to outlive them
 */
EqpImportRows *
eqp_import_rows_new (AdwPreferencesPage *page,
                     gboolean            folder,
                     EqpImportRowFunc    changed,
                     gpointer            user_data)
{
  EqpImportRows *self = g_new0 (EqpImportRows, 1);
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  self->folder = folder;
  self->changed = changed;
  self->user_data = user_data;
  self->rows = g_new0 (Row, n_params);
  for (guint g = 0; g < EQP_IMPORT_N_GROUPS; g++)
    {
      self->groups[g] = g_object_new (ADW_TYPE_PREFERENCES_GROUP, "title", _ (group_titles[g]), NULL);
      adw_preferences_page_add (page, self->groups[g]);
    }
  for (gsize i = 0; i < n_params; i++)
    if (params[i].shown != EQP_SHOWN_NEVER)
      make_row (self, &self->rows[self->n_rows++], &params[i]);
  return self;
}

/**
 * eqp_import_rows_free:
 * @self: (transfer full): rows whose widgets still are there
 */
void
eqp_import_rows_free (EqpImportRows *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    {
      g_clear_handle_id (&self->rows[i].source, g_source_remove);
      g_signal_handlers_disconnect_by_data (self->rows[i].widget, &self->rows[i]);
      g_clear_pointer (&self->rows[i].values, g_ptr_array_unref);
      g_clear_object (&self->rows[i].titles);
    }
  g_free (self->rows);
  g_free (self);
}

/**
 * eqp_import_get_title:
 * @option: an import option, or the key of a decision
 *
 * Returns: (transfer none) (nullable): what it is about, for people
 */
const char *
eqp_import_get_title (const char *option)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  for (gsize i = 0; i < n_params; i++)
    if (params[i].param.label != NULL && strcmp (params[i].param.id, option) == 0)
      return _ (params[i].param.label);
  return NULL;
}

/* ---- Showing ---------------------------------------------------------------------------------------------------- */

static const EqpDecision *
find_decision (GPtrArray         *choices,
               const EqpDecision *question,
               const char        *key)
{
  if (question != NULL && strcmp (question->key, key) == 0)
    return question;
  for (guint i = 0; choices != NULL && i < choices->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (choices, i);

      if (strcmp (decision->key, key) == 0)
        return decision;
    }
  return NULL;
}

/**
 * eqp_sentence:
 * @text: a sentence or a part of one
 *
 * Returns: (transfer full): with a capital letter and a full stop
 */
char *
eqp_sentence (const char *text)
{
  gsize length = strlen (text);
  gunichar first = g_unichar_toupper (g_utf8_get_char (text));
  char capital[7] = { 0 };

  if (length == 0)
    return g_strdup ("");
  capital[g_unichar_to_utf8 (first, capital)] = '\0';
  return g_strconcat (capital, g_utf8_next_char (text), strchr (".?!…", text[length - 1]) != NULL ? "" : ".", NULL);
}

/* What was decided, why, and what else it could have been. */
static char *
dup_evidence (const EqpDecision *decision)
{
  const EqpAlternative *chosen = eqp_decision_get_alternative (decision, 0);
  const EqpAlternative *other = eqp_decision_get_alternative (decision, 1);
  g_autofree char *title = NULL;
  g_autofree char *evidence = NULL;

  if (decision->ambiguous || chosen == NULL)
    return eqp_sentence (decision->evidence);
  title = eqp_sentence (chosen->title);
  evidence = eqp_sentence (decision->evidence);
  if (other == NULL || decision->asked)
    return g_strdup_printf ("%s %s", title, evidence);
  /* Translators: what was decided and the evidence, two sentences, and another reading that was possible. */
  return g_strdup_printf (_ ("%s %s Runner-up: %s."), title, evidence, other->title);
}

/* What was found, in the words of the list: the first choice leaves it at that. */
static void
name_found (Row               *row,
            const EqpDecision *decision)
{
  const EqpAlternative *chosen = decision != NULL ? eqp_decision_get_alternative (decision, 0) : NULL;
  g_autofree char *title = NULL;
  const char *found = NULL;

  if (chosen != NULL && !decision->ambiguous && !decision->asked &&
      strcmp (chosen->option, row->descriptor->param.id) == 0)
    for (guint i = 1; i < row->values->len && found == NULL; i++)
      if (strcmp (g_ptr_array_index (row->values, i), chosen->value) == 0)
        found = gtk_string_list_get_string (row->titles, i);
  /* Translators: the first of several choices, which is to leave it at what was found in the file. */
  title = found != NULL ? g_strdup_printf (_ ("Found: %s"), found) : g_strdup (_ ("Auto"));
  if (!g_str_equal (gtk_string_list_get_string (row->titles, 0), title))
    gtk_string_list_splice (row->titles, 0, 1, (const char *const[]) { title, NULL });
}

static gboolean
show_combo (Row               *row,
            const char        *value,
            const EqpDecision *decision)
{
  guint selected = 0;
  gboolean offered = FALSE;

  for (guint a = 0; decision != NULL && a < decision->alternatives->len; a++)
    {
      const EqpAlternative *alternative = eqp_decision_get_alternative (decision, a);

      if (strcmp (alternative->option, row->descriptor->param.id) != 0)
        continue;
      offered = TRUE;
      if (!has_choice (row, alternative->value))
        add_choice (row, alternative->value, alternative->title);
    }
  if (value != NULL && !has_choice (row, value))
    add_choice (row, value, value);
  name_found (row, decision);
  for (guint i = 1; i < row->values->len; i++)
    if (g_strcmp0 (g_ptr_array_index (row->values, i), value) == 0)
      selected = i;
  adw_combo_row_set_selected (ADW_COMBO_ROW (row->widget), selected);
  if (decision != NULL)
    {
      g_autofree char *evidence = dup_evidence (decision);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row->widget), evidence);
    }
  else
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row->widget), "");
  return offered || decision != NULL;
}

/**
 * eqp_import_rows_show:
 * @self: rows
 * @import: what is set
 * @choices: (nullable) (element-type EqpDecision): what was decided about the file; NULL where it could not be read,
 * and rows stay where they are
 * @question: (nullable): what has to be asked
 * @text: whether the file is known to be text where nothing is decided about it
 */
void
eqp_import_rows_show (EqpImportRows          *self,
                      const EqpImportOptions *import,
                      GPtrArray              *choices,
                      const EqpDecision      *question,
                      gboolean                text)
{
  /* Only of a table of text it has to be found out what separates its columns. */
  gboolean table = find_decision (choices, question, "separator") != NULL;

  self->updating = TRUE;
  for (gsize i = 0; i < self->n_rows; i++)
    {
      Row *row = &self->rows[i];
      g_autofree char *value = eqp_import_options_get (import, row->descriptor->param.id);
      const EqpDecision *decision = find_decision (choices, question, row->descriptor->param.id);
      gboolean known = FALSE;

      if (!is_typed (row->descriptor))
        known = show_combo (row, value, decision);
      else if (row->source == 0 &&
               g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->widget)), value != NULL ? value : "") != 0)
        gtk_editable_set_text (GTK_EDITABLE (row->widget), value != NULL ? value : "");
      if (choices == NULL && text && row->descriptor->shown == EQP_SHOWN_TEXT)
        gtk_widget_set_visible (row->widget, TRUE);
      else if (choices != NULL || known || value != NULL)
        gtk_widget_set_visible (row->widget, row->descriptor->shown == EQP_SHOWN_ALWAYS ||
                                                 (table && row->descriptor->shown == EQP_SHOWN_TABLE) ||
                                                 (self->folder && row->descriptor->shown == EQP_SHOWN_FOLDER) ||
                                                 known || value != NULL);
    }
  for (guint g = 0; g < EQP_IMPORT_N_GROUPS; g++)
    {
      gboolean any = FALSE;

      for (gsize i = 0; i < self->n_rows; i++)
        any |= self->rows[i].descriptor->group == g && gtk_widget_get_visible (self->rows[i].widget);
      gtk_widget_set_visible (GTK_WIDGET (self->groups[g]), any);
    }
  self->updating = FALSE;
}
