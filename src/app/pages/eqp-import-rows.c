/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row for each import option, from a table: what was decided, the evidence, the runner-up, and the other choices.
 */
#include "config.h"

#include "eqp-import-rows.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_CHOICES 8

typedef enum {
  SHOWN_KNOWN,  /* only where something was decided about it */
  SHOWN_TEXT,   /* for files of text, also while nothing is decided about them */
  SHOWN_TABLE,  /* for tables of text, whether something was decided about it or not */
  SHOWN_FOLDER, /* for folders of images */
  SHOWN_ALWAYS
} Shown;

typedef struct
{
  const char *option;
  const char *group;    /* heading, on its first row */
  const char *title;
  Shown       shown;
  gboolean    text;     /* typed, not chosen */
  struct
  {
    const char *value;
    const char *title;
  } choices[MAX_CHOICES];
} Descriptor;

static const Descriptor descriptors[] = {
  { "as",
    N_ ("Kind"),
    N_ ("Taken As"),
    SHOWN_KNOWN,
    FALSE,
    { { "features", N_ ("Features of rows") }, { "graph", N_ ("A graph") } } },
  { "variable", NULL, N_ ("Array or File"), SHOWN_KNOWN, FALSE, { { NULL } } },
  { "orientation",
    NULL,
    N_ ("Points Are"),
    SHOWN_KNOWN,
    FALSE,
    { { "rows", N_ ("Rows") }, { "columns", N_ ("Columns") } } },
  { "symmetrise",
    NULL,
    N_ ("Directions Differ"),
    SHOWN_KNOWN,
    FALSE,
    { { "mean", N_ ("Take their mean") }, { "max", N_ ("Take the larger") }, { "sum", N_ ("Add them") } } },
  { "weights",
    NULL,
    N_ ("Odd Weights"),
    SHOWN_KNOWN,
    FALSE,
    { { "drop", N_ ("Leave these edges out") },
      { "absolute", N_ ("Take off the sign") },
      { "one", N_ ("All weights 1") } } },
  { "image-width", NULL, N_ ("Resize Images to Width"), SHOWN_FOLDER, TRUE, { { NULL } } },
  { "image-height", NULL, N_ ("Resize Images to Height"), SHOWN_FOLDER, TRUE, { { NULL } } },
  { "pages",
    NULL,
    N_ ("Files of Several Pages"),
    SHOWN_KNOWN,
    FALSE,
    { { "all", N_ ("Each page is an image") }, { "first", N_ ("Take the first page") } } },
  { "separator",
    N_ ("Text"),
    N_ ("Separator"),
    SHOWN_TEXT,
    FALSE,
    { { "comma", N_ ("Comma") },
      { "semicolon", N_ ("Semicolon") },
      { "tab", N_ ("Tabulator") },
      { "space", N_ ("Blanks") },
      { "pipe", N_ ("Vertical bar") },
      { "fixed", N_ ("Fixed width") } } },
  { "decimal", NULL, N_ ("Decimal Mark"), SHOWN_TEXT, FALSE, { { ".", N_ ("Point") }, { ",", N_ ("Comma") } } },
  { "thousands",
    NULL,
    N_ ("Thousands Mark"),
    SHOWN_TEXT,
    FALSE,
    { { "none", N_ ("None") },
      { ".", N_ ("Point") },
      { ",", N_ ("Comma") },
      { "space", N_ ("Blank") },
      { "apostrophe", N_ ("Apostrophe") } } },
  { "header",
    NULL,
    N_ ("First Line"),
    SHOWN_TEXT,
    FALSE,
    { { "yes", N_ ("Names of the columns") }, { "no", N_ ("Values") } } },
  { "encoding",
    NULL,
    N_ ("Encoding"),
    SHOWN_TEXT,
    FALSE,
    { { "UTF-8", "UTF-8" },
      { "WINDOWS-1252", "Windows-1252" },
      { "ISO-8859-15", "ISO 8859-15" },
      { "WINDOWS-1251", "Windows-1251" },
      { "UTF-16LE", "UTF-16 LE" },
      { "UTF-16BE", "UTF-16 BE" } } },
  { "labels",
    N_ ("Columns"),
    N_ ("Classes"),
    SHOWN_ALWAYS,
    FALSE,
    { { "none", N_ ("None") }, { "first", N_ ("First column") }, { "last", N_ ("Last column") } } },
  { "ignore", NULL, N_ ("Ignore Columns (1-3, 7 or names)"), SHOWN_TABLE, TRUE, { { NULL } } },
  { "one-hot", NULL, N_ ("Text Columns"), SHOWN_TABLE, FALSE, { { "all", N_ ("Columns of 0 and 1") } } },
  { "missing",
    N_ ("Missing Cells"),
    N_ ("Rows with Gaps"),
    SHOWN_ALWAYS,
    FALSE,
    { { "drop", N_ ("Leave out") },
      { "mean", N_ ("Fill with means") },
      { "median", N_ ("Fill with medians") },
      { "refuse", N_ ("Refuse the file") } } },
  { "missing-words", NULL, N_ ("Also Missing (-999, none)"), SHOWN_TABLE, TRUE, { { NULL } } },
};

typedef struct
{
  EqpImportRows    *owner;
  const Descriptor *descriptor;
  GtkWidget        *widget;   /* AdwComboRow or AdwEntryRow, owned by its group */
  GPtrArray        *values;   /* of the combo: char *, the first NULL */
  GtkStringList    *titles;
  guint             source;   /* a change being typed */
} Row;

struct _EqpImportRows
{
  Row               rows[G_N_ELEMENTS (descriptors)];
  GPtrArray        *groups;   /* AdwPreferencesGroup */
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
  row->owner->changed (row->descriptor->option, g_ptr_array_index (row->values, selected), row->owner->user_data);
}

static gboolean
typed_cb (gpointer user_data)
{
  Row *row = user_data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widget));

  row->source = 0;
  row->owner->changed (row->descriptor->option, *text != '\0' ? text : NULL, row->owner->user_data);
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

static void
make_row (EqpImportRows       *self,
          guint                place,
          AdwPreferencesGroup *group)
{
  Row *row = &self->rows[place];
  const Descriptor *descriptor = &descriptors[place];

  row->owner = self;
  row->descriptor = descriptor;
  if (descriptor->text)
    {
      row->widget = g_object_new (ADW_TYPE_ENTRY_ROW, "title", _ (descriptor->title), NULL);
      g_signal_connect_swapped (row->widget, "changed", G_CALLBACK (typing_cb), row);
    }
  else
    {
      row->widget = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ (descriptor->title), "use-markup", FALSE, NULL);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row->widget), 0);
      row->values = g_ptr_array_new_with_free_func (g_free);
      row->titles = gtk_string_list_new (NULL);
      add_choice (row, NULL, _ ("Auto"));
      for (guint i = 0; i < MAX_CHOICES && descriptor->choices[i].value != NULL; i++)
        add_choice (row, descriptor->choices[i].value, _ (descriptor->choices[i].title));
      adw_combo_row_set_model (ADW_COMBO_ROW (row->widget), G_LIST_MODEL (row->titles));
      g_signal_connect_swapped (row->widget, "notify::selected", G_CALLBACK (chosen_cb), row);
    }
  gtk_widget_set_visible (row->widget,
                          descriptor->shown == SHOWN_ALWAYS || (self->folder && descriptor->shown == SHOWN_FOLDER));
  adw_preferences_group_add (group, row->widget);
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
  AdwPreferencesGroup *group = NULL;

  self->folder = folder;
  self->changed = changed;
  self->user_data = user_data;
  self->groups = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (descriptors); i++)
    {
      if (descriptors[i].group != NULL)
        {
          group = g_object_new (ADW_TYPE_PREFERENCES_GROUP, "title", _ (descriptors[i].group), NULL);
          adw_preferences_page_add (page, group);
          g_ptr_array_add (self->groups, group);
        }
      make_row (self, i, group);
    }
  return self;
}

/**
 * eqp_import_rows_free:
 * @self: (transfer full): rows whose widgets still are there
 */
void
eqp_import_rows_free (EqpImportRows *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (descriptors); i++)
    {
      g_clear_handle_id (&self->rows[i].source, g_source_remove);
      g_signal_handlers_disconnect_by_data (self->rows[i].widget, &self->rows[i]);
      g_clear_pointer (&self->rows[i].values, g_ptr_array_unref);
      g_clear_object (&self->rows[i].titles);
    }
  g_ptr_array_unref (self->groups);
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
  for (guint i = 0; i < G_N_ELEMENTS (descriptors); i++)
    if (strcmp (descriptors[i].option, option) == 0)
      return _ (descriptors[i].title);
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

      if (strcmp (alternative->option, row->descriptor->option) != 0)
        continue;
      offered = TRUE;
      if (!has_choice (row, alternative->value))
        add_choice (row, alternative->value, alternative->title);
    }
  if (value != NULL && !has_choice (row, value))
    add_choice (row, value, value);
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
  for (guint i = 0; i < G_N_ELEMENTS (descriptors); i++)
    {
      Row *row = &self->rows[i];
      g_autofree char *value = eqp_import_options_get (import, row->descriptor->option);
      const EqpDecision *decision = find_decision (choices, question, row->descriptor->option);
      gboolean known = FALSE;

      if (!row->descriptor->text)
        known = show_combo (row, value, decision);
      else if (row->source == 0 &&
               g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row->widget)), value != NULL ? value : "") != 0)
        gtk_editable_set_text (GTK_EDITABLE (row->widget), value != NULL ? value : "");
      if (choices == NULL && text && row->descriptor->shown == SHOWN_TEXT)
        gtk_widget_set_visible (row->widget, TRUE);
      else if (choices != NULL || known || value != NULL)
        gtk_widget_set_visible (
            row->widget, row->descriptor->shown == SHOWN_ALWAYS || (table && row->descriptor->shown == SHOWN_TABLE) ||
                             (self->folder && row->descriptor->shown == SHOWN_FOLDER) || known || value != NULL);
    }
  for (guint g = 0, i = 0; g < self->groups->len; g++)
    {
      gboolean any = FALSE;

      do
        any |= gtk_widget_get_visible (self->rows[i].widget);
      while (++i < G_N_ELEMENTS (descriptors) && descriptors[i].group == NULL);
      gtk_widget_set_visible (g_ptr_array_index (self->groups, g), any);
    }
  self->updating = FALSE;
}
