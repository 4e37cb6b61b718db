/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Study page: which gammas, seeds and methods to run, how far that is, and what comes of it as curves, front,
 * stream of sizes, table and words. */
#include "config.h"

#include "eqp-study-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "presenters/eqp-presenter-study-table.h"

/* Milliseconds from one look at the progress to the next. */
#define TICK 200
#define LEAST_GAMMA 1e-9
#define MOST_GAMMA 1e9

struct _EqpStudyPage
{
  GtkWidget               parent_instance;

  EqpStudyModel          *model;
  EqpPresenterStudy      *presenter;
  EqpPresenterStudyTable *tables[2]; /* of the means, of the path */
  EqpPresenterStudyTable *table_model; /* which of them is shown */
  guint                   tick_source;

  GtkScrolledWindow      *scroller; /* bound so that it is unparented with the template */
  GtkBox                 *content;
  GtkBox                 *launch;
  GtkEntry               *least;
  GtkEntry               *most;
  GtkSpinButton          *gammas;
  GtkSpinButton          *seeds;
  GtkCheckButton         *plain;
  GtkCheckButton         *published;
  GtkLabel               *method;
  GtkLabel               *count;
  GtkButton              *start_button;
  GtkToggleButton        *pause_button;
  GtkLabel               *pause_button_label;
  GtkButton              *stop_button;
  GtkRevealer            *progress_revealer;
  GtkProgressBar         *progress;
  GtkLabel               *progress_label;
  GtkToggleButton        *keep;
  GtkLabel               *kept;
  GtkLabel               *failure;
  GtkStack               *stack;
  GtkDropDown            *curve;
  GtkButton              *unzoom;
  GtkLabel               *caption;
  GtkLabel               *verdict;
  EqpGammaView           *curves;
  EqpGammaView           *front;
  EqpGammaView           *stream;
  EqpTableView           *table;
  GtkGrid                *plots;
  GtkBox                 *table_card;
};

G_DEFINE_FINAL_TYPE (EqpStudyPage, eqp_study_page, GTK_TYPE_WIDGET)

/* ---- What to run ------------------------------------------------------------------------------------------------ */

/* Takes both spellings of decimals. */
static gboolean
parse (GtkEntry *entry,
       double   *value)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  char *end;

  if (strchr (text, '.') == NULL)
    g_strdelimit (text, ",", '.');
  *value = g_ascii_strtod (text, &end);
  return text[0] != '\0' && *end == '\0' && *value >= LEAST_GAMMA && *value <= MOST_GAMMA;
}

static void
mark (GtkEntry *entry,
      gboolean  good)
{
  if (good)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
}

static gboolean
read_grid (EqpStudyPage *self,
           EqpStudyGrid *grid)
{
  gboolean least = parse (self->least, &grid->least), most = parse (self->most, &grid->most);

  if (least && most && grid->least >= grid->most)
    most = FALSE;
  mark (self->least, least);
  mark (self->most, most);
  grid->n_gammas = gtk_spin_button_get_value_as_int (self->gammas);
  grid->seeds = gtk_spin_button_get_value_as_int (self->seeds);
  grid->plain = gtk_check_button_get_active (self->plain);
  grid->published = gtk_check_button_get_active (self->published);
  return least && most;
}

/* Whether the next run on the Live page is given that. */
static gboolean
is_given (EqpWorkspace *workspace,
          EqpGivenKind  kind)
{
  return eqp_workspace_get_given_source (workspace, kind) != NULL &&
         eqp_solver_takes_given (eqp_workspace_get_settings (workspace)->solver, kind);
}

/* Behind the method: what besides the settings a grid takes over from the Live page, and what not. */
static const char *
tell_given (EqpWorkspace *workspace)
{
  gboolean centers = is_given (workspace, EQP_GIVEN_CENTERS);

  if (is_given (workspace, EQP_GIVEN_WEIGHTS) || is_given (workspace, EQP_GIVEN_MUST_LINKS) ||
      is_given (workspace, EQP_GIVEN_CANNOT_LINKS))
    return centers ? _ ("; with weights and pairs, without starting centers") : _ ("; with weights and pairs");
  return centers ? _ ("; without starting centers") : "";
}

static void
update_grid (EqpStudyPage *self)
{
  const EqpSolver *solver;
  EqpStudyGrid grid;
  gboolean good, running;
  g_autofree char *text = NULL;
  g_autofree char *method = NULL;
  g_autofree char *line = NULL;
  const EqpSettings *settings;
  EqpWorkspace *workspace;

  if (self->model == NULL)
    return;
  solver = eqp_study_model_get_solver (self->model);
  good = read_grid (self, &grid);
  running = eqp_study_model_is_running (self->model);
  if (good)
    {
      guint cells = eqp_study_grid_count_cells (&grid, solver);
      g_autofree char *number = eqp_format_count (cells);

      text = g_strdup_printf (ngettext ("%s run", "%s runs", cells), number);
    }
  else
    {
      text = g_strdup (_ ("Both gammas have to be numbers above 0, the second one larger."));
    }
  gtk_label_set_label (self->count, text);
  workspace = eqp_study_model_get_workspace (self->model);
  settings = eqp_workspace_get_settings (workspace);
  method = solver != NULL ? g_strdup_printf (_ ("%s, K = %d, as set on the Live page"), _ (solver->name),
                                             settings->params.k)
                          : g_strdup ("");
  line = g_strconcat (method, solver != NULL ? tell_given (workspace) : "", NULL);
  gtk_label_set_label (self->method, line);
  gtk_widget_set_sensitive (GTK_WIDGET (self->published),
                            solver != NULL && (solver->flags & EQP_SOLVER_PUBLISHED) == 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "study.start",
                                 good && !running && solver != NULL &&
                                     eqp_workspace_get_prepared (workspace) != NULL);
}

/* ---- How far it is ---------------------------------------------------------------------------------------------- */

static char *
dup_seconds (double seconds)
{
  if (seconds < 90.0)
    return g_strdup_printf (_ ("about %d s left"), (int) fmax (1.0, ceil (seconds)));
  if (seconds < 5400.0)
    return g_strdup_printf (_ ("about %d min left"), (int) ceil (seconds / 60.0));
  return g_strdup_printf (_ ("about %.1f h left"), seconds / 3600.0);
}

static void
show_progress (EqpStudyPage *self)
{
  EqpStudyProgress progress;
  gboolean running = eqp_study_model_is_running (self->model);
  g_autoptr (GString) text = NULL;

  if (!eqp_study_model_get_progress (self->model, &progress))
    {
      gtk_progress_bar_pulse (self->progress);
      gtk_label_set_label (self->progress_label, running ? _ ("Preparing…") : "");
      return;
    }
  gtk_progress_bar_set_fraction (self->progress, running ? CLAMP (progress.fraction, 0.0, 1.0) : 1.0);
  text = g_string_new (NULL);
  /* Translators: so many runs are done of so many. */
  g_string_append_printf (text, _ ("%u of %u runs"), progress.done, progress.cells);
  if (progress.failed > 0)
    g_string_append_printf (text, ngettext (", %u failed", ", %u failed", progress.failed), progress.failed);
  if (progress.preparing)
    g_string_append_printf (text, " · %s", _ ("building the graph"));
  else if (progress.paused && running)
    g_string_append_printf (text, " · %s", _ ("paused"));
  else if (running && progress.done > 0)
    {
      g_autofree char *left = dup_seconds (progress.left);

      g_string_append_printf (text, " · %s", left);
    }
  else if (!running && progress.done < progress.cells)
    g_string_append_printf (text, " · %s", _ ("stopped"));
  gtk_label_set_label (self->progress_label, text->str);
}

static gboolean
tick_cb (gpointer user_data)
{
  EqpStudyPage *self = user_data;

  show_progress (self);
  if (eqp_study_model_is_running (self->model))
    return G_SOURCE_CONTINUE;
  self->tick_source = 0;
  return G_SOURCE_REMOVE;
}

/* A study that is over can be kept; what is kept can always be let go. */
static void
update_keep (EqpStudyPage *self)
{
  const EqpStudyKept *kept = eqp_presenter_study_get_kept (self->presenter);
  gboolean over = !eqp_study_model_is_running (self->model) && eqp_study_model_get_table (self->model) != NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->keep), kept != NULL || over);
  gtk_widget_set_visible (GTK_WIDGET (self->kept), kept != NULL);
  if (kept == NULL)
    return;
  /* Translators: what was kept: a preparation. */
  text = g_strdup_printf (kept->study == eqp_study_model_get_study (self->model)
                              ? _ ("Kept: %s. Change the preparation or the settings, and start again.")
                              : _ ("Beside it: %s"),
                          kept->preparation);
  gtk_label_set_label (self->kept, text);
}

static void
keep_toggled_cb (EqpStudyPage *self)
{
  if (self->presenter == NULL)
    return;
  eqp_presenter_study_keep (self->presenter, gtk_toggle_button_get_active (self->keep));
  update_keep (self);
}

static void
state_changed_cb (EqpStudyPage *self)
{
  EqpStudyProgress progress;
  gboolean running = eqp_study_model_is_running (self->model);
  gboolean has = eqp_study_model_get_progress (self->model, &progress) || running;

  if (running && self->tick_source == 0)
    self->tick_source = g_timeout_add (TICK, tick_cb, self);
  gtk_revealer_set_reveal_child (self->progress_revealer, has);
  gtk_widget_set_visible (GTK_WIDGET (self->start_button), !running);
  gtk_widget_set_visible (GTK_WIDGET (self->pause_button), running);
  gtk_widget_set_visible (GTK_WIDGET (self->stop_button), running);
  if (!running)
    gtk_toggle_button_set_active (self->pause_button, FALSE);
  show_progress (self);
  update_grid (self);
  update_keep (self);
}

static void
start_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  EqpStudyPage *self = EQP_STUDY_PAGE (widget);
  EqpStudyGrid grid;

  if (!read_grid (self, &grid) || eqp_study_model_is_running (self->model))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->failure), FALSE);
  eqp_presenter_study_unzoom (self->presenter);
  eqp_study_model_start (self->model, &grid);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  eqp_study_model_stop (EQP_STUDY_PAGE (widget)->model);
}

static void
pause_toggled_cb (EqpStudyPage *self)
{
  gboolean pause = gtk_toggle_button_get_active (self->pause_button);

  gtk_label_set_label (self->pause_button_label, pause ? _ ("_Resume") : _ ("_Pause"));
  if (self->model != NULL && eqp_study_model_is_running (self->model))
    eqp_study_model_pause (self->model, pause);
}

static void
failed_cb (EqpStudyPage *self,
           const char   *message)
{
  gtk_label_set_label (self->failure, message);
  gtk_widget_set_visible (GTK_WIDGET (self->failure), TRUE);
}

/* ---- What came of it -------------------------------------------------------------------------------------------- */

static void
show_words (EqpStudyPage *self)
{
  g_autofree char *caption = eqp_presenter_study_dup_caption (self->model);
  g_autofree char *verdict = eqp_presenter_study_dup_verdict (self->model);
  double unit;

  gtk_label_set_label (self->caption, caption);
  gtk_label_set_label (self->verdict, verdict);
  gtk_widget_set_visible (GTK_WIDGET (self->verdict), *verdict != '\0');
  gtk_stack_set_visible_child_name (self->stack,
                                    eqp_study_model_get_table (self->model) != NULL ||
                                            eqp_study_model_is_running (self->model) ||
                                            eqp_study_model_get_stream (self->model, &unit) != NULL
                                        ? "plots"
                                        : "empty");
}

static void
curve_changed_cb (EqpStudyPage *self)
{
  guint curve = gtk_drop_down_get_selected (self->curve);

  if (self->presenter != NULL && curve < EQP_STUDY_N_CURVES)
    eqp_presenter_study_set_curve (self->presenter, curve);
}

static void
zoomed_cb (EqpStudyPage *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->unzoom), eqp_presenter_study_is_zoomed (self->presenter));
}

static void
unzoom_cb (EqpStudyPage *self)
{
  eqp_presenter_study_unzoom (self->presenter);
  gtk_widget_grab_focus (GTK_WIDGET (self->curves));
}

static void
show_run (EqpStudyPage *self,
          const char   *method,
          double        gamma_rel)
{
  if (g_strcmp0 (method, "") == 0)
    failed_cb (self, _ ("That is a run of the study that was kept, of other settings than those of now."));
  else if (eqp_study_model_show (self->model, method, gamma_rel))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s", "live");
  else
    failed_cb (self, _ ("The study is of other data than those open now; open them again, or press Start."));
}

/* The path, as long as there are no runs of a grid. */
static void
choose_table (EqpStudyPage *self)
{
  double unit;
  gboolean path = eqp_study_model_get_table (self->model) == NULL &&
                  eqp_study_model_get_stream (self->model, &unit) != NULL;

  if (self->table_model == self->tables[path])
    return;
  self->table_model = self->tables[path];
  eqp_table_view_set_model (self->table, EQP_TABLE_MODEL (self->table_model));
  eqp_table_view_set_label (self->table, path ? _ ("Pieces of the path of gamma") : _ ("Means over the seeds"));
}

static void
row_activated_cb (EqpStudyPage *self,
                  gint64        row,
                  gint64        column)
{
  const char *method;
  double gamma_rel;

  /* Return, or a double click: a click alone selects. */
  if (column < 0 && eqp_presenter_study_table_get_run (self->table_model, row, &method, &gamma_rel))
    show_run (self, method, gamma_rel);
}

static void
row_selected_cb (EqpStudyPage *self)
{
  g_autoptr (GtkBitset) selection = eqp_table_view_dup_selection (self->table);
  const char *method;
  double gamma_rel;

  if (self->table_model == NULL || gtk_bitset_is_empty (selection) ||
      !eqp_presenter_study_table_get_run (self->table_model, gtk_bitset_get_minimum (selection), &method, &gamma_rel))
    return;
  eqp_gamma_view_set_cursor (self->curves, gamma_rel > 0.0 ? gamma_rel : -1.0);
  eqp_gamma_view_set_cursor (self->stream, gamma_rel > 0.0 ? gamma_rel : -1.0);
  eqp_gamma_view_set_cursor (self->front, gamma_rel);
}

static void
place (EqpStudyPage *self,
       gpointer      child,
       int           column,
       int           row,
       int           span)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self->plots));
  GtkLayoutChild *place = gtk_layout_manager_get_layout_child (layout, child);

  g_object_set (place, "column", column, "row", row, "column-span", span, NULL);
}

/* Where the page is narrow all stand one below the other. */
static gboolean
is_folded (gpointer orientable)
{
  return gtk_orientable_get_orientation (orientable) == GTK_ORIENTATION_VERTICAL;
}

/* Below one width the plots stand in one column, below another the settings above them. */
static void
folded_cb (EqpStudyPage *self)
{
  gboolean column = is_folded (self->plots), folded = is_folded (self->content);

  place (self, self->curves, 0, 0, column ? 5 : 3);
  place (self, self->stream, 0, 1, column ? 5 : 3);
  place (self, self->front, column ? 0 : 3, column ? 2 : 0, column ? 5 : 2);
  place (self, self->table_card, column ? 0 : 3, column ? 3 : 1, column ? 5 : 2);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->launch),
                                  folded ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_study_page_map (GtkWidget *widget)
{
  EqpStudyPage *self = EQP_STUDY_PAGE (widget);

  GTK_WIDGET_CLASS (eqp_study_page_parent_class)->map (widget);
  if (self->model == NULL)
    return;
  update_grid (self);
  show_words (self);
}

static void
eqp_study_page_dispose (GObject *object)
{
  EqpStudyPage *self = EQP_STUDY_PAGE (object);

  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_object (&self->presenter);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_STUDY_PAGE);
  for (gsize i = 0; i < G_N_ELEMENTS (self->tables); i++)
    g_clear_object (&self->tables[i]);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (eqp_study_page_parent_class)->dispose (object);
}

static void
eqp_study_page_class_init (EqpStudyPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_study_page_dispose;
  widget_class->map = eqp_study_page_map;

  g_type_ensure (EQP_TYPE_GAMMA_VIEW);
  g_type_ensure (EQP_TYPE_TABLE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "studypage");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-study-page.ui");
  gtk_widget_class_install_action (widget_class, "study.start", NULL, start_action);
  gtk_widget_class_install_action (widget_class, "study.stop", NULL, stop_action);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, content);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, least);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, most);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, gammas);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, seeds);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, plain);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, published);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, method);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, count);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, start_button);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, pause_button);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, pause_button_label);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, stop_button);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, progress_revealer);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, progress);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, progress_label);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, keep);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, kept);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, failure);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, stack);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, curve);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, unzoom);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, caption);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, verdict);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, curves);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, front);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, stream);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, table);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, plots);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, launch);
  gtk_widget_class_bind_template_child (widget_class, EqpStudyPage, table_card);
  gtk_widget_class_bind_template_callback (widget_class, update_grid);
  gtk_widget_class_bind_template_callback (widget_class, pause_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, keep_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, curve_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, unzoom_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
}

static void
eqp_study_page_init (EqpStudyPage *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (int i = 0; i < EQP_STUDY_N_CURVES; i++)
    gtk_string_list_append (titles, eqp_study_curve_get_title (i));
  gtk_drop_down_set_model (self->curve, G_LIST_MODEL (titles));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->curves), _ ("Curves over gamma"));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->front), _ ("Front"));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->stream), _ ("Cluster sizes over gamma"));
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->front),
                                _ ("Each run becomes a dot: what it costs against how even its sizes are."));
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->stream),
                                _ ("The sizes of balanced methods appear here once the path of gamma is known."));
  g_signal_connect_object (self->content, "notify::orientation", G_CALLBACK (folded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "notify::orientation", G_CALLBACK (folded_cb), self, G_CONNECT_SWAPPED);
}

/**
 * eqp_study_page_set_model:
 * @self: a page without a model
 * @model: the study
 */
void
eqp_study_page_set_model (EqpStudyPage  *self,
                          EqpStudyModel *model)
{
  EqpWorkspace *workspace = eqp_study_model_get_workspace (model);

  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  self->presenter = eqp_presenter_study_new (model, self->curves, self->front, self->stream);
  self->tables[0] = eqp_presenter_study_table_new (model, EQP_STUDY_TABLE_GROUPS);
  self->tables[1] = eqp_presenter_study_table_new (model, EQP_STUDY_TABLE_PATH);
  g_signal_connect_object (self->presenter, "activated", G_CALLBACK (show_run), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presenter, "zoomed", G_CALLBACK (zoomed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (show_words), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (choose_table), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "stream-changed", G_CALLBACK (choose_table), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (update_keep), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "stream-changed", G_CALLBACK (show_words), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "state-changed", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update_grid), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (update_grid), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
  choose_table (self);
  show_words (self);
}

/**
 * eqp_study_page_get_presenter:
 * @self: a page with a model
 *
 * Returns: (transfer none): what shows the plots
 */
EqpPresenterStudy *
eqp_study_page_get_presenter (EqpStudyPage *self)
{
  return self->presenter;
}
