/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of pairs of rows, that get the same cluster or different ones, and how they name rows. Shown where the method
 * looks at them, or where there are some. */
#include "config.h"

#include "eqp-pair-rows.h"
#include "eqp-drop-down.h"

#include <glib/gi18n.h>

#include "eqp-draw.h"

static const struct
{
  EqpGivenKind  kind;
  const char   *id;        /* of the actions */
  const char   *label;
  const char   *sentence;
  const char   *withdraw;
} kinds[] = {
  { EQP_GIVEN_MUST_LINKS, "must-links", N_ ("Must-Link"),
    N_ ("Pairs of rows that get the same cluster: two columns of a file"), N_ ("Without Must-Link Pairs") },
  { EQP_GIVEN_CANNOT_LINKS, "cannot-links", N_ ("Cannot-Link"),
    N_ ("Pairs of rows that get different clusters: two columns of a file"), N_ ("Without Cannot-Link Pairs") },
};

typedef struct
{
  GtkWidget *button; /* chooses a file, and tells which */
  GtkWidget *clear;
} Line;

struct _EqpPairRows
{
  GtkWidget     parent_instance;

  EqpWorkspace *workspace;
  gboolean      showing; /* what the control tells was not done by the user */
  Line          lines[G_N_ELEMENTS (kinds)];
  GtkWidget    *key_line;
  GtkDropDown  *key;
  GtkLabel     *note;
};

G_DEFINE_FINAL_TYPE (EqpPairRows, eqp_pair_rows, GTK_TYPE_WIDGET)

static const char *
get_source (EqpPairRows  *self,
            EqpGivenKind  kind)
{
  return eqp_workspace_get_given_source (self->workspace, kind);
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

/* By number, then the columns of the file that are no features: what names rows is among them. */
static GStrv
list_keys (EqpPairRows *self,
           guint       *chosen)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const EqpLedger *ledger = dataset != NULL ? eqp_dataset_get_ledger (dataset) : NULL;
  const char *key = get_source (self, EQP_GIVEN_KEY);
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n = 1;

  *chosen = 0;
  g_strv_builder_add (titles, _ ("Number"));
  for (guint i = 0; ledger != NULL && i < eqp_ledger_get_n_entries (ledger); i++)
    {
      const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);

      if (entry->kind != EQP_LEDGER_COLUMN_IGNORED || entry->name == NULL ||
          g_strcmp0 (entry->name, get_source (self, EQP_GIVEN_WEIGHTS)) == 0)
        continue;
      if (g_strcmp0 (entry->name, key) == 0)
        *chosen = n;
      g_strv_builder_add (titles, entry->name);
      n++;
    }
  if (key != NULL && *chosen == 0)
    {
      *chosen = n;
      g_strv_builder_add (titles, key);
    }
  return g_strv_builder_end (titles);
}

/* It is there before any file is: the sentence that refuses a file sends people here. */
static void
show_key (EqpPairRows *self)
{
  guint chosen;
  g_auto (GStrv) titles = list_keys (self, &chosen);

  self->showing = TRUE;
  eqp_drop_down_show (self->key, (const char *const *) titles, chosen);
  gtk_widget_set_visible (self->key_line, g_strv_length (titles) > 1);
  self->showing = FALSE;
}

static void
key_chosen_cb (EqpPairRows *self)
{
  guint selected = gtk_drop_down_get_selected (self->key);
  GtkStringList *titles = GTK_STRING_LIST (gtk_drop_down_get_model (self->key));

  if (!self->showing && selected != GTK_INVALID_LIST_POSITION)
    eqp_workspace_set_given_source (self->workspace, EQP_GIVEN_KEY,
                                    selected > 0 ? gtk_string_list_get_string (titles, selected) : NULL);
}

/* ---- From the workspace to the controls ------------------------------------------------------------------------- */

static void
show_line (EqpPairRows *self,
           guint        i)
{
  const char *source = get_source (self, kinds[i].kind);
  g_autofree char *base = source != NULL ? g_path_get_basename (source) : NULL;
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : NULL;
  const char *shown = name != NULL ? name : _ ("From File…");
  /* Translators: what a control is for, then the file it shows. */
  g_autofree char *spoken = g_strdup_printf (_ ("%s: %s"), _ (kinds[i].label), shown);

  gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->lines[i].button))), shown);
  gtk_widget_set_tooltip_text (self->lines[i].button, source != NULL ? source : _ (kinds[i].sentence));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->lines[i].button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_widget_set_visible (self->lines[i].clear, source != NULL);
}

/* "12 pairs together, 3 apart" */
static char *
count_pairs (const EqpGiven *given)
{
  g_autofree char *together = eqp_format_count (given->n_must_links);
  g_autofree char *apart = eqp_format_count (given->n_cannot_links);

  if (given->cannot_links == NULL)
    return g_strdup_printf (ngettext ("%s pair together", "%s pairs together", (gulong) given->n_must_links), together);
  if (given->must_links == NULL)
    return g_strdup_printf (ngettext ("%s pair apart", "%s pairs apart", (gulong) given->n_cannot_links), apart);
  /* Translators: numbers of pairs of rows. */
  return g_strdup_printf (ngettext ("%s pair together, %s apart", "%s pairs together, %s apart",
                                    (gulong) given->n_must_links), together, apart);
}

static char *
describe (EqpPairRows *self)
{
  EqpGiven *given = eqp_workspace_get_given (self->workspace);
  g_autoptr (GError) error = NULL;

  if (!eqp_links_check (eqp_workspace_get_settings (self->workspace)->solver, &error))
    return g_strdup (error->message);
  if (eqp_workspace_get_given_error (self->workspace) != NULL)
    return g_strdup (eqp_workspace_get_given_error (self->workspace));
  if (given == NULL)
    return g_strdup (_ ("Being read…"));
  return count_pairs (given);
}

static void
update (EqpPairRows *self)
{
  const EqpSolver *solver = eqp_workspace_get_settings (self->workspace)->solver;
  gboolean any = get_source (self, EQP_GIVEN_MUST_LINKS) != NULL || get_source (self, EQP_GIVEN_CANNOT_LINKS) != NULL;
  g_autofree char *note = any && solver != NULL ? describe (self) : g_strdup ("");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    show_line (self, i);
  show_key (self);
  if (!g_str_equal (gtk_label_get_label (self->note), note))
    gtk_label_set_label (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), *note != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self), any || eqp_solver_takes_given (solver, EQP_GIVEN_MUST_LINKS));
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_line (const char *title,
           GtkWidget  *control)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), control);
  return line;
}

static GtkWidget *
make_file_line (EqpPairRows  *self,
                GtkSizeGroup *group,
                guint         i)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *name = gtk_label_new (NULL);
  Line *line = &self->lines[i];

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (name), 6);
  line->button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (line->button), name);
  gtk_widget_set_hexpand (line->button, TRUE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (line->button), "win.give");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (line->button), "s", kinds[i].id);
  line->clear = gtk_button_new_from_icon_name ("edit-clear-symbolic");
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (line->clear), "win.withdraw");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (line->clear), "s", kinds[i].id);
  gtk_widget_set_tooltip_text (line->clear, _ (kinds[i].withdraw));
  gtk_accessible_update_property (GTK_ACCESSIBLE (line->clear), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (kinds[i].withdraw),
                                  -1);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), line->button);
  gtk_box_append (GTK_BOX (box), line->clear);
  /* The button's wish to fill the box is not one of the box for half of what the label leaves. */
  gtk_widget_set_hexpand (box, FALSE);
  gtk_size_group_add_widget (group, box);
  return make_line (_ (kinds[i].label), box);
}

/**
 * eqp_pair_rows_set_workspace:
 * @self: controls without a workspace
 * @workspace: whose pairs to control
 * @group: controls that these are to be as wide as
 */
void
eqp_pair_rows_set_workspace (EqpPairRows  *self,
                             EqpWorkspace *workspace,
                             GtkSizeGroup *group)
{
  GtkWidget *heading = gtk_label_new (_ ("Pairs of Rows"));

  self->workspace = g_object_ref (workspace);
  gtk_label_set_xalign (GTK_LABEL (heading), 0.0f);
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_set_parent (heading, GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    gtk_widget_set_parent (make_file_line (self, group, i), GTK_WIDGET (self));

  self->key = GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (gtk_string_list_new (NULL)), NULL));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->key), _ ("Whether files of pairs name rows by number, or by a column "
                                                          "of the data whose cells tell them apart"));
  g_signal_connect_swapped (self->key, "notify::selected", G_CALLBACK (key_chosen_cb), self);
  gtk_size_group_add_widget (group, GTK_WIDGET (self->key));
  self->key_line = make_line (_ ("Rows Named By"), GTK_WIDGET (self->key));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->key), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Rows Named By"), -1);
  gtk_widget_set_parent (self->key_line, GTK_WIDGET (self));

  self->note = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_xalign (self->note, 0.0f);
  gtk_label_set_wrap (self->note, TRUE);
  gtk_label_set_max_width_chars (self->note, 30);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "caption");
  gtk_widget_set_parent (GTK_WIDGET (self->note), GTK_WIDGET (self));

  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
eqp_pair_rows_dispose (GObject *object)
{
  EqpPairRows *self = EQP_PAIR_ROWS (object);
  GtkWidget *child;

  if (self->key != NULL)
    g_signal_handlers_disconnect_by_data (self->key, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->key = NULL;
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_pair_rows_parent_class)->dispose (object);
}

static void
eqp_pair_rows_class_init (EqpPairRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_pair_rows_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "pairrows");
}

static void
eqp_pair_rows_init (EqpPairRows *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
}
