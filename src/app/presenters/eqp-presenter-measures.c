/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of measures beside the plots: one row each, with its card in the tooltip. One step of Tab, arrows within,
 * Ctrl+C copies all of it. */
#include "config.h"

#include "eqp-presenter-measures.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"
#include "eqp-presenter-trace.h"

/* While a run goes on: no faster than anybody reads. */
#define UPDATE_MS 150

/* The rows are those of the table of measures, behind one for a method that makes something else small; smallest and
 * largest size stand together in one; a proof has one while there is one, and so have several starts. */
#define ROW_OBJECTIVE EQP_N_MEASURES
#define ROW_SIZES (EQP_N_MEASURES + 1)
#define ROW_PROOF (EQP_N_MEASURES + 2)
#define ROW_STARTS (EQP_N_MEASURES + 3)
#define N_ROWS (EQP_N_MEASURES + 4)

struct _EqpPresenterMeasures
{
  GObject       parent_instance;

  EqpWorkspace *workspace;
  GtkListBox   *list;           /* borrowed, as are its rows */
  GtkWidget    *rows[N_ROWS];
  GtkWidget    *held;           /* the row that Tab goes to */
  GtkLabel     *names[N_ROWS];
  GtkLabel     *values[N_ROWS];
  gboolean      all;            /* not only those that most people look at */
  gboolean      wanted[N_ROWS]; /* what there is to show of these data */
  guint         update_source;
  const EqpSolver *named;       /* whose data term the steps tell of */
  EqpFamily     family;         /* its family */
  int           told;           /* the measure that this is */
};

G_DEFINE_FINAL_TYPE (EqpPresenterMeasures, eqp_presenter_measures, G_TYPE_OBJECT)

/* Takes @text; NULL means that there is nothing to say. */
static void
show (EqpPresenterMeasures *self,
      int                   row,
      char                 *text)
{
  G_GNUC_UNUSED g_autofree char *taken = text;
  const char *shown = text != NULL ? text : "–";

  if (!g_str_equal (gtk_label_get_label (self->values[row]), shown))
    gtk_label_set_label (self->values[row], shown);
}

/* What says most in the least room; the rest is a click away. */
static gboolean
is_main (int row)
{
  switch (row)
    {
    case EQP_MEASURE_ACC:
    case EQP_MEASURE_NMI:
    case EQP_MEASURE_ARI:
    case EQP_MEASURE_SSE:
    case EQP_MEASURE_SILHOUETTE:
    case EQP_MEASURE_CUT:
    case EQP_MEASURE_MODULARITY:
    case EQP_MEASURE_SIZE_ENTROPY:
    case ROW_OBJECTIVE:
    case ROW_SIZES:
    case ROW_PROOF:
    case ROW_STARTS:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Of a list box every row is a step of Tab; here only the one where the keyboard is, or will be, is. */
static void
hold_focus (EqpPresenterMeasures *self,
            GtkWidget            *held)
{
  for (int row = 0; row < N_ROWS; row++)
    gtk_widget_set_focusable (self->rows[row], self->rows[row] == held);
  self->held = held;
}

static GtkWidget *
next_shown (GtkWidget *row,
            int        direction)
{
  do
    row = direction > 0 ? gtk_widget_get_next_sibling (row) : gtk_widget_get_prev_sibling (row);
  while (row != NULL && !gtk_widget_get_visible (row));
  return row;
}

static void
hold_first (EqpPresenterMeasures *self)
{
  GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self->list));

  hold_focus (self, first == NULL || gtk_widget_get_visible (first) ? first : next_shown (first, 1));
}

static gboolean
move_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  EqpPresenterMeasures *self = user_data;
  GtkWidget *next = next_shown (self->held, g_variant_get_int32 (arguments));

  if (next == NULL)
    return TRUE;
  gtk_widget_set_focusable (next, TRUE);
  gtk_widget_grab_focus (next);
  hold_focus (self, next);
  return TRUE;
}

static void
show_row (EqpPresenterMeasures *self,
          int                   row,
          gboolean              visible)
{
  self->wanted[row] = visible;
  visible = visible && (self->all || is_main (row));
  gtk_widget_set_visible (self->rows[row], visible);
  /* A list box is entered at its first row; whoever is inside stays. */
  if (self->held == NULL || !gtk_widget_get_visible (self->held) || !gtk_widget_has_focus (self->held))
    hold_first (self);
}

static void
set_tooltip (EqpPresenterMeasures *self,
             int                   row,
             const char           *text)
{
  gtk_widget_set_tooltip_text (self->rows[row], text);
}

/* The card of a measure: what it means, formula, variant, degenerate cases, and @more about the value at hand. */
static char *
make_card (EqpMeasureId  measure,
           const char   *more)
{
  const EqpMeasure *card = eqp_measure_get (measure);
  GString *text = g_string_new (_ (card->meaning));

  g_string_append_printf (text, "\n%s\n", _ (card->formula));
  /* Translators: a measure goes by several definitions, and this one is shown */
  g_string_append_printf (text, _ ("Variant: %s."), _ (card->variant));
  g_string_append_printf (text, "\n%s", _ (card->degenerate));
  if (card->better == EQP_BETTER_HIGH)
    g_string_append_printf (text, "\n%s", _ ("Higher is better."));
  else if (card->better == EQP_BETTER_LOW)
    g_string_append_printf (text, "\n%s", _ ("Lower is better."));
  if (more != NULL)
    g_string_append_printf (text, "\n\n%s", more);
  return g_string_free (text, FALSE);
}

static char *
format_value (EqpMeasureId measure,
              double       value)
{
  switch (eqp_measure_get (measure)->kind)
    {
    case EQP_MEASURE_COUNT:
      return value < 1e15 ? eqp_format_count ((gint64) value) : eqp_format_number (value, 6);
    case EQP_MEASURE_AMOUNT:
      return eqp_format_number (value, 6);
    case EQP_MEASURE_SHARE:
    default:
      return eqp_format_fixed (value, 4);
    }
}

/* What there is to say about this value: why there is none, a sample, what chance alone would give. */
static char *
dup_more (const EqpMeasures *measures,
          EqpMeasureId       measure)
{
  const EqpSizeBand *band = &measures->band;
  const EqpSilhouette *silhouette = &measures->set.silhouette;

  if (measures->set.reasons[measure] != NULL)
    return g_strdup_printf (_ ("Not defined: %s."), _ (measures->set.reasons[measure]));
  if (measure == EQP_MEASURE_SILHOUETTE && silhouette->error > 0.0)
    {
      g_autofree char *rows = eqp_format_count (silhouette->sampled);
      g_autofree char *error = eqp_format_number (silhouette->error, 2);

      return g_strdup_printf (_ ("A sample of %s rows, each against all; the standard error is %s."), rows, error);
    }
  if ((measure == EQP_MEASURE_MIN || measure == EQP_MEASURE_MAX) && band->k > 1)
    {
      gboolean least = measure == EQP_MEASURE_MIN;
      g_autofree char *low = eqp_format_count (least ? band->smallest_low : band->largest_low);
      g_autofree char *high = eqp_format_count (least ? band->smallest_high : band->largest_high);

      return least ? g_strdup_printf (_ ("By chance alone the smallest cluster has %s to %s rows (multinomial, 5 %% to "
                                         "95 %%)."),
                                      low, high)
                   : g_strdup_printf (_ ("By chance alone the largest cluster has %s to %s rows (multinomial, 5 %% to "
                                         "95 %%)."),
                                      low, high);
    }
  return NULL;
}

/* Rows of measures that were computed from labels: everything that the steps do not tell. */
static void
show_measures (EqpPresenterMeasures *self)
{
  const EqpMeasures *measures = eqp_workspace_get_measures (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  gboolean truth = dataset != NULL && eqp_dataset_get_labels (dataset) != NULL;
  gboolean points = dataset != NULL && eqp_dataset_get_graph (dataset) == NULL;

  for (int i = 0; i < EQP_N_MEASURES; i++)
    {
      EqpMeasureGroups group = eqp_measure_get (i)->group;
      gboolean known = measures != NULL && eqp_measure_set_has (&measures->set, i);
      g_autofree char *more = known ? dup_more (measures, i) : NULL;
      g_autofree char *card = make_card (i, more);

      if (group == EQP_MEASURES_TRUTH)
        show_row (self, i, truth);
      else if (group == EQP_MEASURES_GRAPH)
        show_row (self, i, !points || known || (i == EQP_MEASURE_CUT && self->family == EQP_FAMILY_GRAPH));
      else
        show_row (self, i, points || group == EQP_MEASURES_BALANCE);
      if (g_strcmp0 (gtk_widget_get_tooltip_text (self->rows[i]), card) != 0)
        set_tooltip (self, i, card);
      if (group != EQP_MEASURES_BALANCE && i != self->told)
        show (self, i, known && measures->set.reasons[i] == NULL ? format_value (i, measures->set.values[i]) : NULL);
    }
}

/* How far above the best the run can be, as far as that is proven by now. */
static void
show_proof (EqpPresenterMeasures *self)
{
  gboolean running = FALSE;
  EqpBound bound;

  if (!eqp_workspace_get_proof (self->workspace, &bound, &running))
    {
      show_row (self, ROW_PROOF, FALSE);
      return;
    }
  show_row (self, ROW_PROOF, TRUE);
  if (bound.gap == 0.0)
    show (self, ROW_PROOF, g_strdup (_ ("0 %, none is better")));
  else if (isfinite (bound.gap))
    {
      g_autofree char *share = eqp_format_number (100.0 * bound.gap, 2);

      /* Translators: a share in percent; the first one may still become less */
      show (self, ROW_PROOF, g_strdup_printf (running ? _ ("≤ %s %% …") : _ ("≤ %s %%"), share));
    }
  else
    show (self, ROW_PROOF, g_strdup (running ? _ ("proving …") : _ ("nothing proven")));
}

/* How many of several starts came to the objective of the run. */
static void
show_starts (EqpPresenterMeasures *self)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  const EqpResult *result = run != NULL ? eqp_run_get_result (run) : NULL;
  g_autofree char *reached = NULL;
  g_autofree char *starts = NULL;

  show_row (self, ROW_STARTS, result != NULL && result->starts > 1);
  if (result == NULL || result->starts <= 1)
    return;
  reached = eqp_format_count (result->reached);
  starts = eqp_format_count (result->starts);
  /* Translators: how many of the starts of a run reached its best objective */
  show (self, ROW_STARTS, g_strdup_printf (_ ("by %s of %s starts"), reached, starts));
}

/* Which measure the steps tell of, and the row of methods that make a ratio of it small. */
static void
name_terms (EqpPresenterMeasures *self,
            const EqpSolver      *solver)
{
  gboolean cut = solver->family == EQP_FAMILY_GRAPH;
  const char *name = eqp_presenter_data_term_name (solver);
  gboolean own = cut && !g_str_equal (name, _ ("Cut"));

  if (solver == self->named)
    return;
  self->named = solver;
  self->family = solver->family;
  self->told = cut ? EQP_MEASURE_CUT : EQP_MEASURE_SSE;
  gtk_label_set_label (self->names[ROW_OBJECTIVE], name);
  set_tooltip (self, ROW_OBJECTIVE, eqp_presenter_data_term_note (solver));
  show_row (self, ROW_OBJECTIVE, own);
}

/* What the steps tell at once: the objective, its data term, and all about sizes. */
static void
show_step (EqpPresenterMeasures *self)
{
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (self->workspace, &k);
  gint64 step = eqp_workspace_get_step (self->workspace);
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  const EqpSolver *chosen = eqp_workspace_get_settings (self->workspace)->solver;
  EqpBalanceMeasures balance;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  if (sizes != NULL || chosen != NULL)
    name_terms (self, sizes != NULL ? eqp_run_get_solver (run) : chosen);
  if (sizes == NULL)
    {
      show (self, ROW_OBJECTIVE, NULL);
      show (self, self->told, NULL);
      show (self, ROW_SIZES, NULL);
      for (int i = EQP_MEASURE_SIZE_ENTROPY; i < EQP_N_MEASURES; i++)
        show (self, i, NULL);
      return;
    }
  eqp_metrics_balance (k, sizes, &balance);
  least = eqp_format_count (balance.min);
  most = eqp_format_count (balance.max);
  show (self, ROW_OBJECTIVE, eqp_format_number (eqp_run_get_step (run, step)->objective, 6));
  show (self, self->told, format_value (self->told, eqp_run_get_step (run, step)->data_term));
  show (self, ROW_SIZES, g_strdup_printf ("%s – %s", least, most));
  show (self, EQP_MEASURE_SIZE_ENTROPY, format_value (EQP_MEASURE_SIZE_ENTROPY, balance.size_entropy));
  show (self, EQP_MEASURE_SIZE_CV, format_value (EQP_MEASURE_SIZE_CV, balance.size_cv));
  show (self, EQP_MEASURE_MIN, format_value (EQP_MEASURE_MIN, (double) balance.min));
  show (self, EQP_MEASURE_MAX, format_value (EQP_MEASURE_MAX, (double) balance.max));
  show (self, EQP_MEASURE_MAX_MINUS_MIN,
        format_value (EQP_MEASURE_MAX_MINUS_MIN, (double) (balance.max - balance.min)));
  show (self, EQP_MEASURE_SUM_SQUARED, format_value (EQP_MEASURE_SUM_SQUARED, balance.sum_squared));
  show (self, EQP_MEASURE_SUM_SQUARED_RATIO, format_value (EQP_MEASURE_SUM_SQUARED_RATIO, balance.sum_squared_ratio));
}

/**
 * eqp_presenter_measures_set_all:
 * @self: the measures
 * @all: whether to show all of them, or those that most people look at
 */
void
eqp_presenter_measures_set_all (EqpPresenterMeasures *self,
                                gboolean              all)
{
  self->all = all;
  for (int row = 0; row < N_ROWS; row++)
    show_row (self, row, self->wanted[row]);
}

static gboolean
update_cb (gpointer user_data)
{
  EqpPresenterMeasures *self = user_data;

  self->update_source = 0;
  show_step (self);
  show_measures (self);
  show_proof (self);
  show_starts (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (EqpPresenterMeasures *self)
{
  if (self->update_source == 0)
    self->update_source = g_timeout_add (eqp_workspace_is_running (self->workspace) ? UPDATE_MS : 0, update_cb, self);
}

/* Before the first run the names are those of the method chosen. */
static void
settings_changed_cb (EqpPresenterMeasures *self)
{
  if (eqp_workspace_get_step (self->workspace) < 0)
    changed_cb (self);
}

static void
eqp_presenter_measures_dispose (GObject *object)
{
  EqpPresenterMeasures *self = EQP_PRESENTER_MEASURES (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_presenter_measures_parent_class)->dispose (object);
}

static void
eqp_presenter_measures_class_init (EqpPresenterMeasuresClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_measures_dispose;
}

static void
eqp_presenter_measures_init (EqpPresenterMeasures *self)
{
  self->told = EQP_MEASURE_SSE;
}

/**
 * eqp_presenter_measure_dup_name:
 * @measure: which
 *
 * Reports write names as part of a line; in the window they stand for themselves.
 *
 * Returns: (transfer full): its name, beginning with a capital letter
 */
char *
eqp_presenter_measure_dup_name (EqpMeasureId measure)
{
  const char *name = _ (eqp_measure_get (measure)->name);
  char first[8] = "";

  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (name)), first);
  return g_strconcat (first, g_utf8_next_char (name), NULL);
}

/* What is shown, as lines of name and value. */
static gboolean
copy_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  EqpPresenterMeasures *self = user_data;
  GtkListBoxRow *row;
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    for (int j = 0; j < N_ROWS; j++)
      if (GTK_WIDGET (row) == self->rows[j] && gtk_widget_get_visible (self->rows[j]))
        g_string_append_printf (text, "%s\t%s\n", gtk_label_get_label (self->names[j]),
                                gtk_label_get_label (self->values[j]));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
  return TRUE;
}

static void
add_row (EqpPresenterMeasures *self,
         int                   row,
         const char           *title,
         const char           *card)
{
  GtkWidget *name = gtk_label_new (title), *value = gtk_label_new ("–");
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_label_set_xalign (GTK_LABEL (name), 0.0);
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1.0);
  gtk_widget_add_css_class (value, "numeric");
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), value);
  self->rows[row] = gtk_list_box_row_new ();
  self->names[row] = GTK_LABEL (name);
  self->values[row] = GTK_LABEL (value);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->rows[row]), FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self->rows[row]), line);
  gtk_widget_set_tooltip_text (self->rows[row], card);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->rows[row]), GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, value,
                                  NULL, -1);
}

static void
add_keys (EqpPresenterMeasures *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new (), *focus = gtk_event_controller_focus_new ();
  GtkShortcutController *list = GTK_SHORTCUT_CONTROLLER (keys);

  for (int i = 0; i < 2; i++)
    {
      GtkShortcut *shortcut =
          gtk_shortcut_new (gtk_keyval_trigger_new (i == 0 ? GDK_KEY_Up : GDK_KEY_Down, 0),
                            gtk_callback_action_new (move_cb, self, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_int32 (i == 0 ? -1 : 1));
      gtk_shortcut_controller_add_shortcut (list, shortcut);
    }
  gtk_shortcut_controller_add_shortcut (list,
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c, GDK_CONTROL_MASK),
                                                          gtk_callback_action_new (copy_cb, self, NULL)));
  g_signal_connect_object (focus, "leave", G_CALLBACK (hold_first), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->list), focus);
  /* Before the list box takes the arrows. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
}

static void
fill_list (EqpPresenterMeasures *self)
{
  for (int row = 0; row < EQP_N_MEASURES; row++)
    {
      g_autofree char *title = eqp_presenter_measure_dup_name (row);
      g_autofree char *card = make_card (row, NULL);

      add_row (self, row, title, card);
    }
  add_row (self, ROW_OBJECTIVE, NULL, NULL);
  add_row (self, ROW_SIZES, _ ("Sizes"), _ ("Rows in the smallest and in the largest cluster"));

  add_row (self, ROW_PROOF, _ ("Above the best"),
           _ ("How far the objective can be above the least there is, at most, as a share of it without what no sizes "
              "avoid; proven by a lower bound of all labels"));
  add_row (self, ROW_STARTS, _ ("Best reached"),
           _ ("How many starts ended with the objective of this run, but for rounding. The more, the less likely is a "
              "better one, but that is no proof. With 0 it was found after them, by combining."));

  /* The sizes stand above the other rows about them. */
  gtk_list_box_append (self->list, self->rows[ROW_PROOF]);
  gtk_list_box_append (self->list, self->rows[ROW_STARTS]);
  gtk_list_box_append (self->list, self->rows[ROW_OBJECTIVE]);
  for (int row = 0; row < EQP_N_MEASURES; row++)
    {
      if (row == EQP_MEASURE_SIZE_ENTROPY)
        gtk_list_box_append (self->list, self->rows[ROW_SIZES]);
      gtk_list_box_append (self->list, self->rows[row]);
    }
  for (int row = 0; row < N_ROWS; row++)
    show_row (self, row, row != ROW_OBJECTIVE && row != ROW_PROOF && row != ROW_STARTS);
  add_keys (self);
}

/**
 * eqp_presenter_measures_new:
 * @workspace: what to measure
 * @list: an empty list; must outlive the presenter and get no key after it
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterMeasures *
eqp_presenter_measures_new (EqpWorkspace *workspace,
                            GtkListBox   *list)
{
  EqpPresenterMeasures *self = g_object_new (EQP_TYPE_PRESENTER_MEASURES, NULL);

  self->workspace = g_object_ref (workspace);
  self->list = list;
  fill_list (self);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "measures-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  show_step (self);
  show_measures (self);
  show_proof (self);
  show_starts (self);
  return self;
}
