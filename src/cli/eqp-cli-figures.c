/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a report: each measure against gamma, or of each method where there is one gamma, and the front of
 * what balance costs. */
#include "config.h"

#include "eqp-cli-figures.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-draw.h"

#define WIDTH 620.0
#define HEIGHT 380.0

/* One method with its groups, by rising gamma. */
typedef struct
{
  const char *method;
  GArray     *groups;  /* guint */
  gboolean    level;   /* it has no balance term */
  int         look;
} Line;

/* What a figure is drawn from. */
typedef struct
{
  EqpSeriesModel model;
  gboolean       intervals;
  EqpStyle       style;
} Picture;

typedef struct
{
  const EqpStudyTable *table;
  GPtrArray           *lines;     /* Line */
  gboolean             relative;  /* gamma is told free of units */
  gboolean             curves;    /* some method has several gammas */
  GPtrArray           *figures;
} Job;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_array_unref (line->groups);
  g_free (line);
}

static void
figure_free (gpointer data)
{
  EqpFigure *figure = data;

  g_free (figure->id);
  g_free (figure->title);
  g_free (figure->text);
  g_clear_pointer (&figure->svg, g_byte_array_unref);
  g_clear_pointer (&figure->dark, g_byte_array_unref);
  g_clear_pointer (&figure->pdf, g_byte_array_unref);
  g_free (figure);
}

static const EqpStudyGroup *
planned (const EqpStudyTable *table,
         guint                group)
{
  return &g_array_index (table->plan->groups, EqpStudyGroup, group);
}

static gint
compare_gammas (gconstpointer a,
                gconstpointer b,
                gpointer      table)
{
  double x = planned (table, *(const guint *) a)->gamma, y = planned (table, *(const guint *) b)->gamma;

  return (x > y) - (x < y);
}

static void
sort_lines (Job *job)
{
  for (guint group = 0; group < job->table->n_groups; group++)
    {
      const EqpStudyGroup *known = planned (job->table, group);
      Line *line = NULL;

      for (guint i = 0; line == NULL && i < job->lines->len; i++)
        if (strcmp (((Line *) g_ptr_array_index (job->lines, i))->method, known->method) == 0)
          line = g_ptr_array_index (job->lines, i);
      if (line == NULL)
        {
          line = g_new0 (Line, 1);
          line->method = known->method;
          line->groups = g_array_new (FALSE, FALSE, sizeof (guint));
          line->level = isnan (known->gamma);
          line->look = (int) job->lines->len;
          g_ptr_array_add (job->lines, line);
        }
      g_array_append_val (line->groups, group);
      job->curves = job->curves || line->groups->len > 1;
      job->relative = job->relative || known->relative;
    }
  for (guint i = 0; i < job->lines->len; i++)
    g_array_sort_with_data (((Line *) g_ptr_array_index (job->lines, i))->groups, compare_gammas,
                            (gpointer) job->table);
}

/* -- drawing ----------------------------------------------------------------------------------------------------- */

static void
draw_cb (cairo_t  *cr,
         double    width,
         double    height,
         gpointer  user_data)
{
  const Picture *picture = user_data;
  const double margin = picture->style.font_size * 0.6;
  const EqpRect rect = { margin, margin, width - 2.0 * margin, height - 2.0 * margin };

  eqp_rgba_set_source (cr, picture->style.card);
  cairo_paint (cr);
  if (picture->intervals)
    eqp_draw_intervals (cr, &picture->model, &rect, &picture->style);
  else
    eqp_draw_series (cr, &picture->model, &rect, &picture->style);
}

/* Takes @figure, and draws it in all forms. */
static gboolean
add_figure (Job      *job,
            EqpFigure *figure,
            Picture  *picture,
            GError  **error)
{
  double height = HEIGHT;

  g_ptr_array_add (job->figures, figure);
  picture->model.title = figure->title;
  eqp_style_init (&picture->style, FALSE, FALSE);
  if (picture->intervals)
    height = eqp_intervals_height (&picture->model, &picture->style) + 1.2 * picture->style.font_size;
  figure->svg = eqp_draw_render (".svg", WIDTH, height, 1.0, draw_cb, picture, error);
  if (figure->svg != NULL)
    figure->pdf = eqp_draw_render (".pdf", WIDTH, height, 1.0, draw_cb, picture, error);
  eqp_style_init (&picture->style, TRUE, FALSE);
  if (figure->pdf != NULL)
    figure->dark = eqp_draw_render (".svg", WIDTH, height, 1.0, draw_cb, picture, error);
  return figure->dark != NULL;
}

/* -- series ------------------------------------------------------------------------------------------------------ */

/* The means of one quantity along a line, in memory that @pool keeps. */
static EqpSeries
make_series (Job        *job,
             const Line *line,
             guint       quantity,
             GPtrArray  *pool)
{
  const guint n = line->groups->len;
  double *x = g_new (double, n), *y = g_new (double, n), *low = g_new (double, n), *high = g_new (double, n);

  g_ptr_array_add (pool, x);
  g_ptr_array_add (pool, y);
  g_ptr_array_add (pool, low);
  g_ptr_array_add (pool, high);
  for (guint i = 0; i < n; i++)
    {
      guint index = g_array_index (line->groups, guint, i);
      const EqpTableGroup *group = &job->table->groups[index];

      x[i] = planned (job->table, index)->gamma;
      y[i] = group->mean[quantity];
      low[i] = y[i] - group->sd[quantity];
      high[i] = y[i] + group->sd[quantity];
    }
  return (EqpSeries) { .name = line->method,
                       .look = line->look,
                       .n = (int) n,
                       .x = line->level ? NULL : x,
                       .y = y,
                       .low = low,
                       .high = high };
}

static gboolean
has_values (const Job  *job,
            const Line *line,
            guint       quantity)
{
  for (guint i = 0; i < line->groups->len; i++)
    if (job->table->groups[g_array_index (line->groups, guint, i)].count[quantity] > 0)
      return TRUE;
  return FALSE;
}

static void
append_best (const Job *job,
             guint      quantity,
             GString   *text)
{
  const EqpTableBest *best = &job->table->best[quantity];
  const EqpTableGroup *group;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (best->best < 0 || job->table->n_groups < 2)
    return;
  group = &job->table->groups[best->best];
  g_ascii_formatd (number, sizeof number, "%.5g", group->mean[quantity]);
  g_string_append_printf (text, " %s ", eqp_quantity_get_better (quantity) == EQP_BETTER_HIGH
                                          ? _ ("Higher is better.")
                                          : _ ("Lower is better."));
  /* Translators: a method with its gamma, and its mean. */
  g_string_append_printf (text, _ ("The best mean is %2$s, of %1$s."), group->name, number);
}

static char *
describe_quantity (const Job *job,
                   guint      quantity)
{
  GString *text = g_string_new (NULL);

  if (quantity >= EQP_QUANTITY_FIRST_MEASURE)
    {
      const EqpMeasure *measure = eqp_measure_get (quantity - EQP_QUANTITY_FIRST_MEASURE);

      g_string_append_printf (text, _ ("%s Formula: %s."), _ (measure->meaning), _ (measure->formula));
    }
  else
    {
      g_string_append (text, _ ("How many steps the method took until nothing changed any more, or its limit."));
    }
  append_best (job, quantity, text);
  return g_string_free (text, FALSE);
}

static gboolean
add_quantity (Job     *job,
              guint    quantity,
              GError **error)
{
  g_autoptr (GArray) series = g_array_new (FALSE, TRUE, sizeof (EqpSeries));
  g_autoptr (GPtrArray) pool = g_ptr_array_new_with_free_func (g_free);
  Picture picture = { .intervals = !job->curves };
  EqpFigure *figure;

  for (guint i = 0; i < job->lines->len; i++)
    {
      const Line *line = g_ptr_array_index (job->lines, i);

      if (has_values (job, line, quantity))
        {
          EqpSeries made = make_series (job, line, quantity, pool);

          g_array_append_val (series, made);
        }
    }
  if (series->len == 0)
    return TRUE;
  figure = g_new0 (EqpFigure, 1);
  figure->id = g_strdup (eqp_quantity_get_id (quantity));
  figure->title = g_strdup (eqp_quantity_get_name (quantity));
  figure->text = describe_quantity (job, quantity);
  picture.model = (EqpSeriesModel) { .x_title = !job->curves     ? eqp_quantity_get_name (quantity)
                                                : job->relative ? _ ("relative gamma")
                                                                : _ ("gamma"),
                                     .x_kind = EQP_AXIS_LOG,
                                     .n_series = (int) series->len,
                                     .series = (const EqpSeries *) series->data };
  return add_figure (job, figure, &picture, error);
}

/* -- the front --------------------------------------------------------------------------------------------------- */

static char *
describe_front (EqpFamily family)
{
  return g_strdup (family == EQP_FAMILY_GRAPH
                     ? _ ("What balance costs. To the left sizes are more even, further up more of the graph is cut. A "
                          "rising gamma goes from the lower right to the upper left. Of two methods the one whose "
                          "marks lie further down and to the left gives more for less; where a line turns upwards, "
                          "more balance begins to cost much.")
                     : _ ("What balance costs. To the left sizes are more even, further up rows lie farther from the "
                          "centers of their clusters. A rising gamma goes from the lower right to the upper left. Of "
                          "two methods the one whose marks lie further down and to the left gives more for less; where "
                          "a line turns upwards, more balance begins to cost much."));
}

/* Data term against sum n_k^2. Distances and cuts are no one axis, so each family has its own. */
static gboolean
add_front (Job       *job,
           EqpFamily  family,
           GError   **error)
{
  const guint squares = EQP_QUANTITY_FIRST_MEASURE + EQP_MEASURE_SUM_SQUARED;
  g_autoptr (GArray) series = g_array_new (FALSE, TRUE, sizeof (EqpSeries));
  g_autoptr (GPtrArray) pool = g_ptr_array_new_with_free_func (g_free);
  Picture picture = { 0 };
  EqpFigure *figure;

  for (guint i = 0; i < job->lines->len; i++)
    {
      const Line *line = g_ptr_array_index (job->lines, i);
      const EqpSolver *solver = eqp_solver_find (line->method);

      if (solver != NULL && solver->family == family && has_values (job, line, squares))
        {
          EqpSeries made = make_series (job, line, EQP_QUANTITY_DATA_TERM, pool);

          made.x = make_series (job, line, squares, pool).y;
          made.low = made.high = NULL;
          g_array_append_val (series, made);
        }
    }
  if (series->len == 0)
    return TRUE;
  figure = g_new0 (EqpFigure, 1);
  figure->id = g_strdup (family == EQP_FAMILY_GRAPH ? "front_cut" : "front_sse");
  figure->title = g_strdup (family == EQP_FAMILY_GRAPH ? _ ("Cut against sum of squared sizes")
                                                       : _ ("SSE against sum of squared sizes"));
  figure->text = describe_front (family);
  picture.model = (EqpSeriesModel) { .x_title = _ ("sum of squared sizes"),
                                     .x_kind = EQP_AXIS_LINEAR,
                                     .n_series = (int) series->len,
                                     .series = (const EqpSeries *) series->data };
  return add_figure (job, figure, &picture, error);
}

/**
 * eqp_cli_figures:
 * @table: what the runs came to
 * @error: one sentence
 *
 * The same table gives the same bytes.
 *
 * Returns: (transfer full) (nullable) (element-type EqpFigure): the fronts, then each number that some run has
 */
GPtrArray *
eqp_cli_figures (const EqpStudyTable *table,
                 GError             **error)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (line_free);
  g_autoptr (GPtrArray) figures = g_ptr_array_new_with_free_func (figure_free);
  Job job = { .table = table, .lines = lines, .figures = figures };

  sort_lines (&job);
  if (!add_front (&job, EQP_FAMILY_KMEANS, error) || !add_front (&job, EQP_FAMILY_GRAPH, error))
    return NULL;
  for (guint i = EQP_QUANTITY_FIRST_MEASURE; i < EQP_N_QUANTITIES; i++)
    if (!add_quantity (&job, i, error))
      return NULL;
  if (!add_quantity (&job, EQP_QUANTITY_ITERATIONS, error))
    return NULL;
  return g_steal_pointer (&figures);
}
