/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controls made from a table of parameters: a drop-down for a choice, a spin button for whole numbers, an entry for
 * others, a check button for a switch. Each writes the workspace's settings and follows them; nothing is kept here.
 * Where a method can start from centers in a file, this is one more choice of its start. */
#include "config.h"

#include "eqp-param-rows.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-widgets.h"

/* More in a spin button than anybody means, and few enough for its width. */
#define SPIN_MOST 1000000.0

typedef struct
{
  EqpParamRows   *owner;
  const EqpParam *param;
  GtkWidget      *box;     /* label and control */
  GtkWidget      *control; /* GtkDropDown, GtkSpinButton, GtkCheckButton or GtkEntry */
  GtkWidget      *entry;   /* of a number beside its words, on a line of its own; NULL without words */
} Row;

struct _EqpParamRows
{
  GtkWidget      parent_instance;

  EqpWorkspace  *workspace;
  GtkSizeGroup  *group;
  EqpParamGuess  guess;
  GPtrArray     *rows;     /* Row */
  gboolean       showing;  /* what the controls tell was not done by the user */
};

G_DEFINE_FINAL_TYPE (EqpParamRows, eqp_param_rows, GTK_TYPE_WIDGET)

static guint
count_words (const EqpParam *param)
{
  guint n = 0;

  while (param->words != NULL && param->words[n].id != NULL && param->words[n].label != NULL)
    n++;
  return n;
}

/* ---- From the controls to the workspace ------------------------------------------------------------------------- */

static double
get_value (Row *row)
{
  return eqp_param_get (row->param, &eqp_workspace_get_settings (row->owner->workspace)->params);
}

static void
set_value (Row   *row,
           double value)
{
  EqpSettings settings = *eqp_workspace_get_settings (row->owner->workspace);

  if (value == eqp_param_get (row->param, &settings.params))
    return;
  eqp_param_set (row->param, &settings.params, value);
  eqp_workspace_set_settings (row->owner->workspace, &settings);
  eqp_workspace_follow (row->owner->workspace);
}

/* Whether the start may be a file, too. */
static gboolean
takes_file (Row *row)
{
  return row->param == &eqp_param_init &&
         eqp_solver_takes_given (eqp_workspace_get_settings (row->owner->workspace)->solver, EQP_GIVEN_CENTERS);
}

/* The file in force, or NULL. */
static const char *
get_file (Row *row)
{
  return takes_file (row) ? eqp_workspace_get_given_source (row->owner->workspace, EQP_GIVEN_CENTERS) : NULL;
}

static void show_row (Row *row);

/* Behind the words stand “From File…” and the file in force. */
static void
start_chosen (Row   *row,
              guint  selected)
{
  guint n_words = count_words (row->param);

  if (selected == n_words)
    {
      show_row (row);
      gtk_widget_activate_action (row->control, "win.give", "s", "centers");
    }
  else if (selected < n_words)
    {
      if (get_file (row) != NULL)
        gtk_widget_activate_action (row->control, "win.withdraw", "s", "centers");
      set_value (row, row->param->words[selected].value);
    }
}

static void
chosen_cb (Row *row)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (row->control)), n_words = count_words (row->param);
  double value = get_value (row);

  if (row->owner->showing)
    return;
  if (takes_file (row))
    {
      start_chosen (row, selected);
      return;
    }
  if (selected < n_words)
    set_value (row, row->param->words[selected].value);
  else if (selected == n_words && value < row->param->least)
    set_value (row, row->owner->guess != NULL ? row->owner->guess (row->param, row->owner->workspace)
                                              : MAX (row->param->least, 1.0));
}

static void
spun_cb (Row *row)
{
  set_value (row, gtk_spin_button_get_value (GTK_SPIN_BUTTON (row->control)));
}

static void
toggled_cb (Row *row)
{
  set_value (row, gtk_check_button_get_active (GTK_CHECK_BUTTON (row->control)));
}

static char *
write_value (double value)
{
  return g_strdup_printf ("%.6g", value);
}

/* Takes both spellings of decimals; what is no number in range stays marked until it is one, and says what it has to
 * be. */
static void
typed_cb (Row *row)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row->entry))));
  g_autofree char *shown = write_value (get_value (row));
  EqpSettings settings = *eqp_workspace_get_settings (row->owner->workspace);
  g_autofree char *range = NULL;

  /* What is shown of the value has fewer digits than the value. */
  if (g_str_equal (text, shown))
    return;
  if (strchr (text, '.') == NULL)
    g_strdelimit (text, ",", '.');
  if (*text != '\0' && eqp_param_parse (row->param, text, &settings.params, NULL))
    {
      set_value (row, eqp_param_get (row->param, &settings.params));
      return;
    }
  range = eqp_param_dup_interval (row->param);
  gtk_widget_add_css_class (row->entry, "error");
  gtk_widget_set_tooltip_text (row->entry, range);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row->entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE,
                               -1);
  gtk_widget_error_bell (row->entry);
}

/* ---- From the workspace to the controls ------------------------------------------------------------------------- */

static char *
dup_sentence (const EqpParam *param)
{
  g_autofree char *text = eqp_param_dup_sentence (param);
  gunichar first = g_unichar_toupper (g_utf8_get_char (text));
  char capital[7] = { 0 };

  capital[g_unichar_to_utf8 (first, capital)] = '\0';
  return g_strconcat (capital, g_utf8_next_char (text), NULL);
}

static void
show_entry (Row   *row,
            double value)
{
  g_autofree char *text = write_value (value);
  g_autofree char *sentence = dup_sentence (row->param);

  gtk_widget_remove_css_class (row->entry, "error");
  gtk_widget_set_tooltip_text (row->entry, sentence);
  gtk_accessible_reset_state (GTK_ACCESSIBLE (row->entry), GTK_ACCESSIBLE_STATE_INVALID);
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (row->entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (row->entry), text);
}

/* Brings the choices behind the words in line with the method and the file. */
static void
list_file (Row *row)
{
  GtkStringList *titles = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (row->control)));
  guint n_words = count_words (row->param), n = g_list_model_get_n_items (G_LIST_MODEL (titles));
  const char *file = get_file (row);
  g_autofree char *name = file != NULL ? g_path_get_basename (file) : NULL;
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : NULL;
  const char *wanted[] = { takes_file (row) ? _ ("From File…") : NULL, shown, NULL };
  guint n_wanted = g_strv_length ((char **) wanted);
  g_autofree char *sentence = dup_sentence (row->param);

  if (n - n_words != n_wanted || (shown != NULL && !g_str_equal (gtk_string_list_get_string (titles, n - 1), shown)))
    gtk_string_list_splice (titles, n_words, n - n_words, wanted);
  gtk_widget_set_tooltip_text (row->control, file != NULL ? file : sentence);
}

static void
show_row (Row *row)
{
  double value = get_value (row);
  guint n_words = count_words (row->param), place = n_words;
  gboolean outer = row->owner->showing;

  row->owner->showing = TRUE;
  for (guint i = 0; i < n_words; i++)
    if (row->param->words[i].value == value)
      place = i;
  if (row->param == &eqp_param_init)
    {
      list_file (row);
      place = get_file (row) != NULL ? n_words + 1 : place;
    }
  if (GTK_IS_DROP_DOWN (row->control))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (row->control), place);
  else if (GTK_IS_SPIN_BUTTON (row->control))
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (row->control), value);
  else if (GTK_IS_CHECK_BUTTON (row->control))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (row->control), value != 0.0);
  row->owner->showing = outer;
  if (row->entry == NULL)
    return;
  if (row->entry != row->control)
    gtk_widget_set_visible (gtk_widget_get_parent (row->entry), place == n_words);
  if (row->entry == row->control || place == n_words)
    show_entry (row, value);
}

static void
settings_changed_cb (EqpParamRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    show_row (g_ptr_array_index (self->rows, i));
}

static void
left_cb (Row *row)
{
  /* What was typed and left is taken, as in the other controls; what is no number gives way to the value in force. */
  typed_cb (row);
  show_row (row);
}

/* ---- Making rows ------------------------------------------------------------------------------------------------ */

/* The lowest value of a spin button may stand for a word. */
static gboolean
output_cb (GtkSpinButton *spin,
           Row           *row)
{
  if (gtk_spin_button_get_value (spin) >= row->param->least)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (spin), _ (row->param->words[0].label));
  return TRUE;
}

static GtkWidget *
make_spin (Row *row)
{
  const EqpParam *param = row->param;
  gboolean word = count_words (param) > 0;
  double least = word ? param->words[0].value : param->least;
  GtkWidget *spin = gtk_spin_button_new_with_range (least, MIN (param->most, SPIN_MOST), 1.0);

  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (spin), 1.0, 10.0);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), !word);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 5);
  gtk_widget_add_css_class (spin, "numeric");
  if (word)
    g_signal_connect (spin, "output", G_CALLBACK (output_cb), row);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (spun_cb), row);
  eqp_wheel_pass_on (spin);
  return spin;
}

static GtkWidget *
make_drop_down (Row *row)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  GtkWidget *drop_down;

  for (guint i = 0; i < count_words (row->param); i++)
    gtk_string_list_append (titles, _ (row->param->words[i].label));
  if (row->param->kind != EQP_PARAM_CHOICE)
    gtk_string_list_append (titles, _ ("By Hand"));
  drop_down = gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
  g_signal_connect_swapped (drop_down, "notify::selected", G_CALLBACK (chosen_cb), row);
  return drop_down;
}

static GtkWidget *
make_entry (Row *row)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 7);
  gtk_widget_add_css_class (entry, "numeric");
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (typed_cb), row);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left_cb), row);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

static GtkWidget *
make_line (Row        *row,
           const char *title,
           GtkWidget  *control)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (title);
  g_autofree char *sentence = dup_sentence (row->param);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), control);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (control, sentence);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), control);
  if (row->owner->group != NULL)
    gtk_size_group_add_widget (row->owner->group, control);
  return line;
}

static Row *
make_row (EqpParamRows   *self,
          const EqpParam *param)
{
  Row *row = g_new0 (Row, 1);
  g_autofree char *by_hand = NULL;

  row->owner = self;
  row->param = param;
  row->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  if (param->kind == EQP_PARAM_SWITCH)
    {
      g_autofree char *sentence = dup_sentence (param);

      row->control = gtk_check_button_new_with_label (_ (param->label));
      gtk_widget_set_tooltip_text (row->control, sentence);
      g_signal_connect_swapped (row->control, "toggled", G_CALLBACK (toggled_cb), row);
      gtk_box_append (GTK_BOX (row->box), row->control);
      return row;
    }
  if (param->kind == EQP_PARAM_WHOLE)
    row->control = make_spin (row);
  else if (param->kind == EQP_PARAM_CHOICE || count_words (param) > 0)
    row->control = make_drop_down (row);
  else
    row->control = row->entry = make_entry (row);
  gtk_box_append (GTK_BOX (row->box), make_line (row, _ (param->label), row->control));
  if (param->kind == EQP_PARAM_REAL && row->entry == NULL)
    {
      row->entry = make_entry (row);
      by_hand = g_strdup_printf (_ ("%s by hand"), _ (param->label));
      gtk_box_append (GTK_BOX (row->box), make_line (row, by_hand, row->entry));
    }
  return row;
}

/* The controls have to fall silent before their rows are gone: a focus may leave them yet. */
static void
row_free (Row *row)
{
  g_signal_handlers_disconnect_by_data (row->control, row);
  if (row->entry != NULL)
    {
      g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (row->entry);

      g_signal_handlers_disconnect_by_data (row->entry, row);
      for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
        {
          g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

          g_signal_handlers_disconnect_by_data (controller, row);
        }
    }
  if (row->owner->group != NULL)
    {
      gtk_size_group_remove_widget (row->owner->group, row->control);
      if (row->entry != NULL && row->entry != row->control)
        gtk_size_group_remove_widget (row->owner->group, row->entry);
    }
  gtk_widget_unparent (row->box);
  g_free (row);
}

/**
 * eqp_param_rows_show:
 * @self: rows with a workspace
 * @params: the parameters to show, in this order; those without a label are left out
 * @n_params: how many
 *
 * Shows controls for just these. Those that are there already stay, so that the keyboard focus does.
 */
void
eqp_param_rows_show (EqpParamRows          *self,
                     const EqpParam *const *params,
                     gsize                  n_params)
{
  gboolean same = TRUE;
  guint n_shown = 0;

  for (gsize i = 0; i < n_params; i++)
    if (params[i]->label != NULL)
      {
        same = same && n_shown < self->rows->len &&
               ((Row *) g_ptr_array_index (self->rows, n_shown))->param == params[i];
        n_shown++;
      }
  if (!same || n_shown != self->rows->len)
    {
      g_ptr_array_set_size (self->rows, 0);
      for (gsize i = 0; i < n_params; i++)
        if (params[i]->label != NULL)
          {
            Row *row = make_row (self, params[i]);

            gtk_widget_set_parent (row->box, GTK_WIDGET (self));
            g_ptr_array_add (self->rows, row);
          }
    }
  settings_changed_cb (self);
}

/**
 * eqp_param_rows_set_workspace:
 * @self: rows without a workspace
 * @workspace: whose settings to control
 * @group: (nullable): controls that these are to be as wide as
 * @guess: (nullable): a number to begin with where one is to be given by hand
 */
void
eqp_param_rows_set_workspace (EqpParamRows  *self,
                              EqpWorkspace  *workspace,
                              GtkSizeGroup  *group,
                              EqpParamGuess  guess)
{
  self->workspace = g_object_ref (workspace);
  self->group = group != NULL ? g_object_ref (group) : NULL;
  self->guess = guess;
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
}

static void
eqp_param_rows_dispose (GObject *object)
{
  EqpParamRows *self = EQP_PARAM_ROWS (object);

  g_ptr_array_set_size (self->rows, 0);
  g_clear_object (&self->group);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_param_rows_parent_class)->dispose (object);
}

static void
eqp_param_rows_finalize (GObject *object)
{
  g_ptr_array_unref (EQP_PARAM_ROWS (object)->rows);

  G_OBJECT_CLASS (eqp_param_rows_parent_class)->finalize (object);
}

static void
eqp_param_rows_class_init (EqpParamRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_param_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = eqp_param_rows_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "paramrows");
}

static void
eqp_param_rows_init (EqpParamRows *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
}
