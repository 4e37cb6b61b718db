/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a study to its three plots, which share a cursor and the part of gamma that they show. */
#include "config.h"

#include "eqp-presenter-study.h"

#include <glib/gi18n.h>
#include <math.h>

/* Relative gammas shown while there is a path and no study. */
#define LEAST_GAMMA 0.01
#define MOST_GAMMA 1000.0

struct _EqpPresenterStudy
{
  GObject         parent_instance;

  EqpStudyModel  *model;
  EqpGammaView   *views[3]; /* borrowed: curves, front, stream */
  EqpStudyCurve   curve;
  double          least;    /* of the part shown; 0: all of it */
  double          most;
  guint           n_methods;
  const char     *methods[EQP_CURVES_MAX]; /* ids, of the curves; static */
  EqpStudyKept   *kept;     /* shown beside the study; NULL: none is */
};

G_DEFINE_FINAL_TYPE (EqpPresenterStudy, eqp_presenter_study, G_TYPE_OBJECT)

enum {
  CURVES,
  FRONT,
  STREAM
};

enum {
  SIGNAL_ACTIVATED,
  SIGNAL_ZOOMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const struct
{
  const char *title;    /* in the list */
  const char *name;     /* on the plot */
  const char *note;
  guint       quantity;
  gboolean    integral;
} curves[EQP_STUDY_N_CURVES] = {
  [EQP_STUDY_CURVE_ACC] = { N_ ("ACC: agreement with the classes"), N_ ("ACC"),
                            N_ ("higher agrees better"),
                            EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_ACC, FALSE },
  [EQP_STUDY_CURVE_NMI] = { N_ ("NMI: information about the classes"), N_ ("NMI"),
                            N_ ("higher tells more of the classes"),
                            EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_NMI, FALSE },
  [EQP_STUDY_CURVE_ENTROPY] = { N_ ("Entropy of sizes"), N_ ("Entropy of sizes"),
                                N_ ("1 is perfectly even"),
                                EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SIZE_ENTROPY, FALSE },
  [EQP_STUDY_CURVE_SPAN] = { N_ ("Largest less smallest cluster"), N_ ("Largest less smallest"),
                             N_ ("rows; 0 or 1 is perfectly even"),
                             EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_MAX_MINUS_MIN, FALSE },
  [EQP_STUDY_CURVE_DATA_TERM] = { N_ ("SSE or cut: fit to the data"), NULL, N_ ("lower fits the data better"),
                                  EQP_QUANTITY_DATA_TERM, FALSE },
  [EQP_STUDY_CURVE_SQUARES] = { N_ ("Σ n²: what gamma makes small"), N_ ("Σ n²"), N_ ("lower is more even"),
                                EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SUM_SQUARED, FALSE },
  [EQP_STUDY_CURVE_STABILITY] = { N_ ("Stability: agreement of seeds"), N_ ("Stability"),
                                  N_ ("1: all seeds find the same"), EQP_N_QUANTITIES, FALSE },
  [EQP_STUDY_CURVE_SECONDS] = { N_ ("Seconds of a run"), N_ ("Seconds"), NULL, EQP_QUANTITY_SECONDS, FALSE },
};

/**
 * eqp_study_curve_get_title:
 * @curve: what curves can show
 *
 * Returns: its name for a list, translated
 */
const char *
eqp_study_curve_get_title (EqpStudyCurve curve)
{
  return _ (curves[curve].title);
}

static const EqpSolver *
get_solver (EqpStudyModel *model)
{
  const EqpStudyTable *table = eqp_study_model_get_table (model);

  return table != NULL && table->n_groups > 0 ? eqp_solver_find (table->groups[0].method)
                                              : eqp_study_model_get_solver (model);
}

/**
 * eqp_presenter_study_get_data_name:
 * @model: a study
 *
 * Returns: what its methods call the fit to the data
 */
const char *
eqp_presenter_study_get_data_name (EqpStudyModel *model)
{
  const EqpSolver *solver = get_solver (model);

  return solver != NULL && solver->family == EQP_FAMILY_GRAPH ? _ ("Cut") : _ ("SSE");
}

/* ---- Words ------------------------------------------------------------------------------------------------------ */

/**
 * eqp_presenter_study_dup_caption:
 * @model: a study
 *
 * Returns: (transfer full): what was run on what, in a line; empty without a study
 */
char *
eqp_presenter_study_dup_caption (EqpStudyModel *model)
{
  const EqpStudyTable *table = eqp_study_model_get_table (model);
  EqpWorkspace *workspace = eqp_study_model_get_workspace (model);
  GString *text = g_string_new (NULL);
  g_autofree char *seeds = NULL;

  if (table == NULL || get_solver (model) == NULL)
    return g_string_free (text, FALSE);
  seeds = g_strdup_printf (ngettext ("%d seed", "%d seeds", (gulong) table->plan->trials), (int) table->plan->trials);
  g_string_append_printf (text, "%s · %s · K = %d · %s", table->plan->data, _ (get_solver (model)->name),
                          table->plan->params.k, seeds);
  if (eqp_study_model_get_dataset (model) != eqp_workspace_get_prepared (workspace))
    g_string_append_printf (text, " · %s", _ ("not of the data as they are now"));
  return g_string_free (text, FALSE);
}

/* ---- Models of plots -------------------------------------------------------------------------------------------- */

static gpointer
keep_new (GPtrArray *keep,
          gsize      n)
{
  gpointer block = g_malloc0 (MAX (1, n));

  g_ptr_array_add (keep, block);
  return block;
}

/* What was kept, once the study is another one. */
static EqpStudyKept *
get_beside (EqpPresenterStudy *self)
{
  return self->kept != NULL && self->kept->study != eqp_study_model_get_study (self->model) ? self->kept : NULL;
}

static void
fill_marks (EqpPresenterStudy *self,
            EqpGammaMarks     *marks)
{
  EqpWorkspace *workspace = eqp_study_model_get_workspace (self->model);
  const EqpStudyGrid *grid = eqp_study_model_get_grid (self->model);
  gboolean has = eqp_study_model_get_table (self->model) != NULL;
  double unit;
  const EqpPathStream *stream = eqp_study_model_get_stream (self->model, &unit);

  marks->least = self->least > 0.0 ? self->least : has ? grid->least : LEAST_GAMMA;
  marks->most = self->least > 0.0 ? self->most : has ? grid->most : MOST_GAMMA;
  if (get_beside (self) != NULL && !(self->least > 0.0))
    {
      marks->least = fmin (marks->least, self->kept->grid.least);
      marks->most = fmax (marks->most, self->kept->grid.most);
    }
  marks->current = eqp_workspace_uses_gamma (workspace) ? eqp_workspace_get_gamma_rel (workspace) : 0.0;
  marks->knee = stream != NULL && stream->knee > 0 && unit > 0.0 ? stream->from[stream->knee] / unit : 0.0;
}

static void
fill_value (EqpPresenterStudy   *self,
            const EqpTableGroup *group,
            const double        *stability,
            guint                index,
            double              *mean,
            double              *low,
            double              *high)
{
  guint quantity = curves[self->curve].quantity;

  *mean = *low = *high = NAN;
  if (quantity == EQP_N_QUANTITIES)
    {
      *mean = stability != NULL ? stability[index] : NAN;
      return;
    }
  *mean = group->mean[quantity];
  *low = *mean - group->sd[quantity];
  *high = *mean + group->sd[quantity];
}

static void
fill_curve (EqpPresenterStudy   *self,
            const EqpStudyTable *table,
            const double        *stability,
            guint                first,
            guint                n,
            EqpCurve            *curve,
            GPtrArray           *keep)
{
  const EqpSolver *solver = eqp_solver_find (table->groups[first].method);
  double *gamma = keep_new (keep, sizeof (double) * n), *mean = keep_new (keep, sizeof (double) * n);
  double *low = keep_new (keep, sizeof (double) * n), *high = keep_new (keep, sizeof (double) * n);

  for (guint i = 0; i < n; i++)
    {
      const EqpTableGroup *group = &table->groups[first + i];

      gamma[i] = solver != NULL && (solver->flags & EQP_SOLVER_USES_GAMMA) != 0 ? group->gamma_rel : 0.0;
      fill_value (self, group, stability, first + i, &mean[i], &low[i], &high[i]);
    }
  *curve = (EqpCurve) { .name = solver != NULL ? _ (solver->name) : table->groups[first].method,
                        .n = n, .gamma = gamma, .mean = mean, .low = low, .high = high };
}

/* The groups of @table from @first on that are of one method. */
static guint
count_groups (const EqpStudyTable *table,
              guint                first)
{
  guint n = 1;

  while (first + n < table->n_groups && g_str_equal (table->groups[first].method, table->groups[first + n].method))
    n++;
  return n;
}

static gboolean
is_known (const EqpCurve *curve)
{
  for (guint i = 0; i < curve->n; i++)
    if (isfinite (curve->mean[i]))
      return TRUE;
  return FALSE;
}

/* Where two studies stand side by side each curve says of which preparation it is. */
static void
name_curve (EqpCurve   *curve,
            const char *preparation,
            GPtrArray  *keep)
{
  char *name = g_strdup_printf ("%s (%s)", curve->name, preparation);

  g_ptr_array_add (keep, name);
  curve->name = name;
}

/* The curves of what was kept that have a gamma, behind those of the study. */
static gboolean
fill_kept (EqpPresenterStudy *self,
           EqpCurvesModel    *model,
           GPtrArray         *keep)
{
  const EqpStudyKept *kept = get_beside (self);
  gboolean known = FALSE;

  for (guint first = 0, n; kept != NULL && first < kept->table->n_groups && model->n_curves < EQP_CURVES_MAX;
       first += n)
    {
      const EqpSolver *solver = eqp_solver_find (kept->table->groups[first].method);
      EqpCurve *curve = &model->curves[model->n_curves];

      n = count_groups (kept->table, first);
      if (solver == NULL || (solver->flags & EQP_SOLVER_USES_GAMMA) == 0)
        continue;
      fill_curve (self, kept->table, kept->stability, first, n, curve, keep);
      name_curve (curve, kept->preparation, keep);
      known |= is_known (curve);
      model->n_curves++;
    }
  return known;
}

/* Before there are runs of a grid: what is known of the path already, from one start. */
static gboolean
fill_path_curve (EqpPresenterStudy *self,
                 EqpCurvesModel    *model,
                 GPtrArray         *keep)
{
  double unit;
  const EqpPathStream *stream = eqp_study_model_get_stream (self->model, &unit);
  EqpCurve *curve = &model->curves[0];
  guint quantity = curves[self->curve].quantity;
  double *gamma, *mean, *none;

  if (stream == NULL || !(unit > 0.0) || (quantity != EQP_QUANTITY_DATA_TERM && quantity < EQP_QUANTITY_FIRST_MEASURE))
    return FALSE;
  gamma = keep_new (keep, sizeof (double) * stream->n_pieces);
  mean = keep_new (keep, sizeof (double) * stream->n_pieces);
  none = keep_new (keep, sizeof (double) * stream->n_pieces);
  for (guint p = 0; p < stream->n_pieces; p++)
    {
      gamma[p] = stream->from[p] / unit;
      mean[p] = quantity == EQP_QUANTITY_DATA_TERM ? stream->data_term[p]
                : quantity >= EQP_N_QUANTITIES     ? NAN
                : stream->measures[p * (gsize) EQP_N_MEASURES + quantity - EQP_QUANTITY_FIRST_MEASURE];
      none[p] = NAN;
    }
  *curve = (EqpCurve) { _ ("One start, all gammas"), stream->n_pieces, gamma, mean, none, none, TRUE };
  model->n_curves = 1;
  self->methods[self->n_methods++] = eqp_study_model_get_solver (self->model)->id;
  return is_known (curve);
}

static void
fill_curves (EqpPresenterStudy *self,
             EqpCurvesModel    *model,
             GPtrArray         *keep)
{
  const EqpStudyTable *table = eqp_study_model_get_table (self->model);
  EqpWorkspace *workspace = eqp_study_model_get_workspace (self->model);
  gboolean is_now = eqp_study_model_get_dataset (self->model) == eqp_workspace_get_prepared (workspace);
  g_autofree char *preparation = eqp_preparation_dup_name (eqp_workspace_get_preparation (workspace));
  gboolean known = FALSE;

  *model = (EqpCurvesModel) { 0 };
  fill_marks (self, &model->marks);
  model->title = curves[self->curve].name != NULL ? _ (curves[self->curve].name)
                                                  : eqp_presenter_study_get_data_name (self->model);
  model->note = curves[self->curve].note != NULL ? _ (curves[self->curve].note) : NULL;
  if (model->note != NULL && table != NULL && table->plan->trials > 1 && self->curve != EQP_STUDY_CURVE_STABILITY)
    {
      /* Translators: what values mean, such as “higher agrees better”. */
      char *note = g_strdup_printf (_ ("%s; band: spread of the seeds"), model->note);

      g_ptr_array_add (keep, note);
      model->note = note;
    }
  self->n_methods = 0;
  for (guint first = 0, n; table != NULL && first < table->n_groups && model->n_curves < EQP_CURVES_MAX; first += n)
    {
      const EqpSolver *solver = eqp_solver_find (table->groups[first].method);
      EqpCurve *curve = &model->curves[model->n_curves++];

      n = count_groups (table, first);
      self->methods[self->n_methods++] = solver != NULL ? solver->id : NULL;
      fill_curve (self, table, eqp_study_model_get_stability (self->model), first, n, curve, keep);
      if (get_beside (self) != NULL && is_now)
        name_curve (curve, preparation, keep);
      known |= is_known (curve);
    }
  known |= fill_kept (self, model, keep);
  if (table == NULL && model->n_curves == 0)
    known = fill_path_curve (self, model, keep);
  if (!known)
    model->n_curves = 0;
}

static guint
curve_of (EqpPresenterStudy *self,
          const char        *method)
{
  for (guint i = 0; i < self->n_methods; i++)
    if (g_strcmp0 (self->methods[i], method) == 0)
      return i;
  return 0;
}

/* sum n_k^2 of sizes that differ by one row at most */
static double
least_squares (gint64 n,
               gint   k)
{
  double size = (double) (n / k), more = (double) (n % k);

  return more * (size + 1.0) * (size + 1.0) + ((double) k - more) * size * size;
}

static void
add_runs (EqpPresenterStudy   *self,
          EqpStudy            *study,
          const EqpStudyTable *table,
          GArray              *points)
{
  g_autoptr (GPtrArray) rows = eqp_study_dup_rows (study);
  gboolean is_kept = study != eqp_study_model_get_study (self->model);

  for (guint group = 0; group < table->n_groups; group++)
    for (gint64 t = 0; t < table->plan->trials; t++)
      {
        guint cell = (guint) t * table->n_groups + group;
        const EqpStudyRow *row = cell < rows->len ? g_ptr_array_index (rows, cell) : NULL;
        const EqpSolver *solver = eqp_solver_find (table->groups[group].method);
        EqpFrontPoint point;

        if (row == NULL || row->failure != NULL || solver == NULL)
          continue;
        point = (EqpFrontPoint) { row->values[EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SUM_SQUARED],
                                  row->values[EQP_QUANTITY_DATA_TERM],
                                  (solver->flags & EQP_SOLVER_USES_GAMMA) != 0 ? row->gamma_rel : 0.0,
                                  is_kept ? self->n_methods : curve_of (self, solver->id), TRUE };
        g_array_append_val (points, point);
      }
}

/* The path of the settings of now belongs to the front only while they are those of the study. */
static gboolean
has_path_of_study (EqpPresenterStudy   *self,
                   const EqpStudyTable *table)
{
  EqpWorkspace *workspace = eqp_study_model_get_workspace (self->model);
  const EqpSettings *settings = eqp_workspace_get_settings (workspace);

  return table == NULL || (eqp_study_model_get_dataset (self->model) == eqp_workspace_get_prepared (workspace) &&
                           settings->params.k == table->plan->params.k && get_solver (self->model) == settings->solver);
}

static void
fill_front (EqpPresenterStudy *self,
            EqpFrontModel     *model,
            GPtrArray         *keep)
{
  const EqpStudyTable *table = eqp_study_model_get_table (self->model);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (EqpFrontPoint));
  double unit;
  const EqpPathStream *stream = eqp_study_model_get_stream (self->model, &unit);
  EqpFrontPoint *all;

  if (table != NULL)
    add_runs (self, eqp_study_model_get_study (self->model), table, points);
  /* Costs of other data are in other units. */
  if (get_beside (self) != NULL && self->kept->dataset == eqp_study_model_get_dataset (self->model) &&
      self->kept->table->plan->params.k == (table != NULL ? table->plan->params.k : 0))
    add_runs (self, self->kept->study, self->kept->table, points);
  for (guint p = 0; stream != NULL && has_path_of_study (self, table) && p < stream->n_pieces; p++)
    {
      EqpFrontPoint point = { stream->squares[p], stream->data_term[p], unit > 0.0 ? stream->from[p] / unit : 0.0, 0,
                              FALSE };

      g_array_append_val (points, point);
    }
  all = keep_new (keep, sizeof (EqpFrontPoint) * points->len);
  if (points->len > 0)
    memcpy (all, points->data, sizeof (EqpFrontPoint) * points->len);
  *model = (EqpFrontModel) { .n = points->len, .points = all,
                             .data_name = eqp_presenter_study_get_data_name (self->model) };
  if (table != NULL && table->plan->params.k > 0)
    model->least = least_squares (table->plan->n, table->plan->params.k);
  g_array_unref (points);
}

static void
fill_stream (EqpPresenterStudy *self,
             EqpStreamModel    *model,
             GPtrArray         *keep)
{
  double unit;
  const EqpPathStream *stream = eqp_study_model_get_stream (self->model, &unit);
  gsize cells = stream != NULL ? stream->n_pieces * (gsize) stream->k : 0;
  double *from;

  *model = (EqpStreamModel) { 0 };
  fill_marks (self, &model->marks);
  if (stream == NULL || !(unit > 0.0))
    return;
  from = keep_new (keep, sizeof (double) * stream->n_pieces);
  for (guint p = 0; p < stream->n_pieces; p++)
    from[p] = stream->from[p] / unit;
  model->n_pieces = stream->n_pieces;
  model->k = stream->k;
  model->from = from;
  model->sizes = memcpy (keep_new (keep, sizeof (gint64) * cells), stream->sizes, sizeof (gint64) * cells);
  model->moved = memcpy (keep_new (keep, sizeof (gint64) * stream->n_pieces), stream->moved,
                         sizeof (gint64) * stream->n_pieces);
}

/* ---- Showing ---------------------------------------------------------------------------------------------------- */

static void
show_curves (EqpPresenterStudy *self)
{
  GPtrArray *keep = g_ptr_array_new_with_free_func (g_free);
  EqpCurvesModel model;
  double unit;
  const char *empty = _ ("The curves appear as runs end.");

  fill_curves (self, &model, keep);
  if (eqp_study_model_get_table (self->model) == NULL)
    empty = self->curve <= EQP_STUDY_CURVE_NMI && eqp_study_model_get_stream (self->model, &unit) != NULL
              ? _ ("The data have no known classes to compare with.") : _ ("Press Start to run the grid.");
  else if (!eqp_study_model_is_running (self->model) && self->curve <= EQP_STUDY_CURVE_NMI)
    empty = _ ("The data have no known classes to compare with.");
  else if (self->curve == EQP_STUDY_CURVE_STABILITY && eqp_study_model_get_stability (self->model) == NULL)
    empty = _ ("Stability needs two seeds or more, and clusters few enough to compare.");
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->views[CURVES]), empty);
  eqp_gamma_view_set_curves (self->views[CURVES], &model, keep, (GDestroyNotify) g_ptr_array_unref);
}

static void
show_front (EqpPresenterStudy *self)
{
  GPtrArray *keep = g_ptr_array_new_with_free_func (g_free);
  EqpFrontModel model;

  fill_front (self, &model, keep);
  eqp_gamma_view_set_front (self->views[FRONT], &model, keep, (GDestroyNotify) g_ptr_array_unref);
}

static void
show_stream (EqpPresenterStudy *self)
{
  GPtrArray *keep = g_ptr_array_new_with_free_func (g_free);
  EqpStreamModel model;

  fill_stream (self, &model, keep);
  eqp_gamma_view_set_stream (self->views[STREAM], &model, keep, (GDestroyNotify) g_ptr_array_unref);
}

static gboolean
is_seen (EqpPresenterStudy *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self->views[CURVES]));
}

static void
show_all (EqpPresenterStudy *self)
{
  if (!is_seen (self))
    return;
  show_curves (self);
  show_front (self);
  show_stream (self);
}

static void
settings_changed_cb (EqpPresenterStudy *self)
{
  if (!is_seen (self))
    return;
  show_curves (self);
  show_stream (self);
}

/* ---- What is done by hand --------------------------------------------------------------------------------------- */

static void
cursor_moved_cb (EqpPresenterStudy *self,
                 double             gamma,
                 EqpGammaView      *view)
{
  for (gsize i = 0; i < G_N_ELEMENTS (self->views); i++)
    if (self->views[i] != view)
      eqp_gamma_view_set_cursor (self->views[i], gamma > 0.0 || i == FRONT ? gamma : -1.0);
}

static void
gamma_activated_cb (EqpPresenterStudy *self,
                    int                curve,
                    double             gamma,
                    EqpGammaView      *view)
{
  /* A run of the study that was kept is none of the settings of now. */
  const char *method = curve < 0 ? NULL : (guint) curve < self->n_methods ? self->methods[curve] : "";

  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0, method, gamma);
}

static void
zoom (EqpPresenterStudy *self,
      double             least,
      double             most)
{
  self->least = least;
  self->most = most;
  show_all (self);
  g_signal_emit (self, signals[SIGNAL_ZOOMED], 0);
}

static void
range_selected_cb (EqpPresenterStudy *self,
                   double             least,
                   double             most)
{
  zoom (self, least, most);
}

/**
 * eqp_presenter_study_set_curve:
 * @self: a presenter
 * @curve: what the curves are to show
 */
void
eqp_presenter_study_set_curve (EqpPresenterStudy *self,
                               EqpStudyCurve      curve)
{
  self->curve = curve;
  if (is_seen (self))
    show_curves (self);
}

/**
 * eqp_presenter_study_is_zoomed:
 * @self: a presenter
 *
 * Returns: whether only a part of gamma is shown
 */
gboolean
eqp_presenter_study_is_zoomed (EqpPresenterStudy *self)
{
  return self->least > 0.0;
}

/**
 * eqp_presenter_study_unzoom:
 * @self: a presenter
 *
 * Shows all gammas again.
 */
void
eqp_presenter_study_unzoom (EqpPresenterStudy *self)
{
  zoom (self, 0.0, 0.0);
}

/**
 * eqp_presenter_study_keep:
 * @self: a presenter
 * @keep: whether to; FALSE: what was kept is forgotten
 *
 * Keeps the study to be seen beside the next one.
 */
void
eqp_presenter_study_keep (EqpPresenterStudy *self,
                          gboolean           keep)
{
  EqpStudyKept *kept = keep ? eqp_study_kept_new (self->model) : NULL;

  if (keep && kept == NULL)
    return;
  g_clear_pointer (&self->kept, eqp_study_kept_unref);
  self->kept = kept;
  show_all (self);
}

/**
 * eqp_presenter_study_get_kept:
 * @self: a presenter
 *
 * Returns: (transfer none) (nullable): what is or will be shown beside the study
 */
EqpStudyKept *
eqp_presenter_study_get_kept (EqpPresenterStudy *self)
{
  return self->kept;
}

/**
 * eqp_presenter_study_dup_plots:
 * @self: a presenter
 *
 * Returns: (transfer full): the plots as they stand, independent of what becomes of the study
 */
EqpStudyPlots *
eqp_presenter_study_dup_plots (EqpPresenterStudy *self)
{
  EqpStudyPlots *plots = g_new0 (EqpStudyPlots, 1);

  plots->keep = g_ptr_array_new_with_free_func (g_free);
  fill_curves (self, &plots->curves, plots->keep);
  fill_front (self, &plots->front, plots->keep);
  fill_stream (self, &plots->stream, plots->keep);
  return plots;
}

/**
 * eqp_study_plots_free:
 * @plots: (nullable): plots
 */
void
eqp_study_plots_free (EqpStudyPlots *plots)
{
  if (plots == NULL)
    return;
  g_ptr_array_unref (plots->keep);
  g_free (plots);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_presenter_study_dispose (GObject *object)
{
  g_clear_pointer (&EQP_PRESENTER_STUDY (object)->kept, eqp_study_kept_unref);
  g_clear_object (&EQP_PRESENTER_STUDY (object)->model);

  G_OBJECT_CLASS (eqp_presenter_study_parent_class)->dispose (object);
}

static void
eqp_presenter_study_class_init (EqpPresenterStudyClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_study_dispose;

  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                            G_TYPE_STRING, G_TYPE_DOUBLE);
  signals[SIGNAL_ZOOMED] = g_signal_new ("zoomed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
eqp_presenter_study_init (EqpPresenterStudy *self)
{
}

/**
 * eqp_presenter_study_new:
 * @model: a study
 * @curves_view: where its numbers go; like the others it must outlive the presenter
 * @front_view: where the front goes
 * @stream_view: where the sizes go
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterStudy *
eqp_presenter_study_new (EqpStudyModel *model,
                         EqpGammaView  *curves_view,
                         EqpGammaView  *front_view,
                         EqpGammaView  *stream_view)
{
  EqpPresenterStudy *self = g_object_new (EQP_TYPE_PRESENTER_STUDY, NULL);
  EqpWorkspace *workspace = eqp_study_model_get_workspace (model);
  EqpGammaView *views[] = { curves_view, front_view, stream_view };

  self->model = g_object_ref (model);
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      self->views[i] = views[i];
      g_signal_connect_object (views[i], "cursor-moved", G_CALLBACK (cursor_moved_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (views[i], "gamma-activated", G_CALLBACK (gamma_activated_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (views[i], "range-selected", G_CALLBACK (range_selected_cb), self, G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (curves_view, "map", G_CALLBACK (show_all), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (model, "changed", G_CALLBACK (show_all), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "stream-changed", G_CALLBACK (show_all), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
