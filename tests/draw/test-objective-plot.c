/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>
#include <string.h>

static const EqpRect whole = { 0.0, 0.0, 400.0, 220.0 };

static void
init_model (EqpObjectiveModel *model,
            gint64             n,
            const double      *data_term,
            const double      *penalty)
{
  eqp_objective_model_init (model);
  model->n = n;
  model->data_term = data_term;
  model->penalty = penalty;
}

static EqpObjectiveScale
scale_of (const EqpObjectiveModel *model)
{
  EqpObjectiveScale scale;
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  eqp_objective_scale_init (&scale, model, 160.0, &style);
  return scale;
}

static void
test_starts_at_zero (void)
{
  const double data[] = { 10, 8, 7, 7 }, penalty[] = { 40, 30, 20, 20 };
  EqpObjectiveModel model;
  EqpObjectiveScale scale;

  init_model (&model, 4, data, penalty);
  scale = scale_of (&model);
  g_assert_false (scale.broken);
  g_assert_false (scale.top_clipped);
  g_assert_cmpfloat (scale.y.min, ==, 0.0);
  g_assert_cmpfloat (scale.y.max, >=, 50.0);
}

/* A large data term that hardly changes: the axis is broken below it, and says so. */
static void
test_broken_axis (void)
{
  const double data[] = { 1000, 998, 997, 997, 996 }, penalty[] = { 5, 4, 3, 2, 2 };
  EqpObjectiveModel model;
  EqpObjectiveScale scale;

  init_model (&model, 5, data, penalty);
  scale = scale_of (&model);
  g_assert_true (scale.broken);
  g_assert_cmpfloat (scale.y.min, >, 980.0);
  g_assert_cmpfloat (scale.y.min, <, 996.0);
  g_assert_cmpfloat (scale.y.max, >=, 1005.0);
}

static void
test_start_runs_out (void)
{
  double data[30], penalty[30];
  EqpObjectiveModel model;
  EqpObjectiveScale scale;

  for (int i = 0; i < 30; i++)
    {
      data[i] = 100.0 + 2.0 * exp (-i);
      penalty[i] = 10.0 + (i == 0 ? 1e6 : 0.0);
    }
  init_model (&model, 30, data, penalty);
  scale = scale_of (&model);
  g_assert_true (scale.top_clipped);
  g_assert_cmpfloat (scale.peak, >, 1e6);
  g_assert_cmpfloat (scale.y.max, <, 200.0);
}

static void
test_penalty_floor (void)
{
  const double data[] = { 10, 9, 9 }, penalty[] = { 3.2e9 + 6, 3.2e9 + 1, 3.2e9 };
  EqpObjectiveModel model;
  EqpObjectiveScale scale;

  init_model (&model, 3, data, penalty);
  model.penalty_floor = 3.2e9;
  scale = scale_of (&model);
  g_assert_cmpfloat (scale.y.max, <, 30.0);
  g_assert_cmpfloat (scale.peak, ==, 16.0);
}

static void
test_degenerate (void)
{
  const double nothing[] = { NAN, INFINITY, NAN }, one[] = { 5 }, zero[] = { 0, 0 }, huge[] = { 1e308, 1e307, -1e308 };
  const double *traces[] = { nothing, one, zero, huge };
  const gint64 lengths[] = { 3, 1, 2, 3 };
  EqpStyle style;

  eqp_style_init (&style, FALSE, TRUE);
  for (int i = -1; i < 4; i++)
    {
      EqpObjectiveModel model;
      EqpObjectiveScale scale;
      g_auto (EqpCanvas) canvas = { 0 };

      init_model (&model, i < 0 ? 0 : lengths[i], i < 0 ? NULL : traces[i], i == 2 ? zero : NULL);
      model.cursor = 0;
      scale = scale_of (&model);
      g_assert_cmpfloat (scale.y.min, <, scale.y.max);
      g_assert_true (isfinite (scale.y.max - scale.y.min));
      eqp_canvas_init (&canvas, 400, 220, &style);
      eqp_draw_objective (canvas.cr, &model, &whole, &style);
      g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
    }
}

/* Colors at known heights: data below, penalty on it, nothing above the total. */
static void
test_stacking (void)
{
  const double data[] = { 40, 40, 40 }, penalty[] = { 40, 40, 40 };
  EqpObjectiveModel model;
  EqpObjectiveScale scale;
  EqpStyle style;
  EqpRect area;
  guint32 low, high;
  double x, unit;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, data, penalty);
  area = eqp_draw_objective_plot_area (&whole, &style);
  eqp_objective_scale_init (&scale, &model, area.height, &style);
  g_assert_cmpfloat (scale.y.min, ==, 0.0);
  eqp_canvas_init (&canvas, 400, 220, &style);
  eqp_draw_objective_data (canvas.cr, &scale, &model, &area, &style);
  x = area.x + area.width / 2.0;
  unit = area.height / scale.y.max;
  low = eqp_canvas_pixel (&canvas, x, area.y + area.height - 39.0 * unit);
  high = eqp_canvas_pixel (&canvas, x, area.y + area.height - 41.0 * unit);
  g_assert_cmpuint (low, !=, high);
  g_assert_false (eqp_pixel_is (low, style.card));
  g_assert_cmpuint (eqp_canvas_pixel (&canvas, x, area.y + area.height - unit), ==, low);
  g_assert_cmpuint (eqp_canvas_pixel (&canvas, x, area.y + area.height - 75.0 * unit), ==, high);
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, x, area.y + area.height - 80.0 * unit), style.foreground));
}

/* What is read off the axis does not depend on the price of even sizes, which has a base of its own. */
static void
test_base (void)
{
  static const double floors[] = { 1.0, 1e12 };
  const double data[] = { 40, 40, 40 };
  EqpCanvas canvases[2] = { { 0 }, { 0 } };
  EqpObjectiveModel model;
  EqpObjectiveScale scale;
  EqpStyle style;
  EqpRect area;
  double unit, bottom, x;

  eqp_style_init (&style, FALSE, FALSE);
  area = eqp_draw_objective_plot_area (&whole, &style);
  x = area.x + area.width / 2.0;
  for (int i = 0; i < 2; i++)
    {
      const double penalty[] = { floors[i] + 40, floors[i] + 40, floors[i] + 40 };

      init_model (&model, 3, data, penalty);
      model.penalty_floor = floors[i];
      eqp_objective_scale_init (&scale, &model, area.height, &style);
      g_assert_cmpfloat (scale.y.min, ==, 0.0);
      eqp_canvas_init (&canvases[i], 400, 220, &style);
      eqp_draw_objective_data (canvases[i].cr, &scale, &model, &area, &style);
    }
  bottom = area.y + area.height - round (1.5 * style.font_size);
  unit = (bottom - area.y) / scale.y.max;
  for (int value = 1; value < scale.y.max; value++)
    {
      guint32 pixel = eqp_canvas_pixel (&canvases[0], x, bottom - value * unit);

      g_assert_cmpuint (pixel, ==, eqp_canvas_pixel (&canvases[1], x, bottom - value * unit));
      if (value != 40 && value < 78)
        g_assert_true (eqp_pixel_is (pixel, value < 40 ? eqp_palette_data_term (&style) : eqp_palette_penalty (&style)));
      else if (value > 82)
        g_assert_true (eqp_pixel_is (pixel, style.card));
    }
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvases[0], area.x + area.width - 2.0, area.y + area.height - 2.0), style.grid));
  for (int i = 0; i < 2; i++)
    eqp_canvas_clear (&canvases[i]);
}

/* One spike in a hundred thousand steps is not lost by decimation. */
static void
test_decimation_keeps_spikes (void)
{
  const gint64 n = 100000;
  g_autofree double *data = g_new (double, n);
  EqpObjectiveModel model;
  EqpObjectiveScale scale;
  EqpStyle style;
  EqpRect area;
  double x;
  gboolean seen = FALSE;
  g_auto (EqpCanvas) canvas = { 0 };

  for (gint64 i = 0; i < n; i++)
    data[i] = 10.0;
  data[n / 2] = 20.0;
  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, n, data, NULL);
  area = eqp_draw_objective_plot_area (&whole, &style);
  eqp_objective_scale_init (&scale, &model, area.height, &style);
  eqp_canvas_init (&canvas, 400, 220, &style);
  eqp_draw_objective_data (canvas.cr, &scale, &model, &area, &style);
  for (x = area.x + area.width / 2.0 - 3.0; x < area.x + area.width / 2.0 + 3.0; x += 1.0)
    seen |= !eqp_pixel_is (eqp_canvas_pixel (&canvas, x, area.y + area.height * (1.0 - 15.0 / scale.y.max)), style.card);
  g_assert_true (seen);
}

static void
test_step_at (void)
{
  const double data[] = { 4, 3, 2, 2, 2 };
  EqpRect area = { 100.0, 0.0, 400.0, 100.0 };
  EqpObjectiveModel model;
  EqpObjectiveScale scale;

  init_model (&model, 5, data, NULL);
  scale = scale_of (&model);
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, 100.0), ==, 0);
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, 290.0), ==, 2);
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, 9999.0), ==, 4);
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, -5.0), ==, 0);
  /* Steps that are numbered from 1 lie where they did. */
  model.first = 1;
  scale = scale_of (&model);
  g_assert_cmpfloat (scale.x.min, ==, 1.0);
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, 290.0), ==, 2);
  eqp_objective_scale_reserve (&scale, 9);
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, 300.0), ==, 4);
  model.n = 0;
  g_assert_cmpint (eqp_objective_step_at (&scale, &model, &area, 300.0), ==, -1);
}

/* One iteration has no second one beside it, and where more are awaited or were held it is the first of them. */
static void
test_single (void)
{
  const double data[] = { 4, 3, 2 };
  EqpObjectiveModel model;
  EqpObjectiveScale scale, before;
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 1, data, NULL);
  model.first = 1;
  scale = scale_of (&model);
  g_assert_cmpint (scale.x.n_ticks, ==, 1);
  g_assert_cmpfloat (scale.x.ticks[0], ==, 1.0);
  g_assert_cmpfloat (eqp_axis_normalize (&scale.x, 1.0), ==, 0.5);
  eqp_objective_scale_reserve (&scale, 9);
  g_assert_cmpfloat (scale.x.min, ==, 1.0);
  g_assert_cmpfloat (scale.x.max, ==, 9.0);
  init_model (&model, 3, data, NULL);
  model.first = 1;
  before = scale_of (&model);
  model.n = 1;
  scale = scale_of (&model);
  eqp_objective_scale_hold (&scale, &before, 200.0, &style);
  g_assert_cmpfloat (scale.x.min, ==, 1.0);
  g_assert_cmpfloat (scale.x.max, ==, 3.0);
}

/* From trace to trace the axes take in what they had, however often, and do not creep. */
static void
test_hold (void)
{
  const double first[] = { 120, 110, 104, 101, 100 }, second[] = { 90, 80 }, inside[] = { 105, 103 };
  EqpObjectiveScale before, scale;
  EqpObjectiveModel model;
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  eqp_objective_model_init (&model);
  model.n = 5;
  model.data_term = first;
  memset (&before, 0, sizeof before);
  eqp_objective_scale_init (&before, &model, 200.0, &style);

  model.n = 2;
  model.data_term = inside;
  memset (&scale, 0, sizeof scale);
  eqp_objective_scale_init (&scale, &model, 200.0, &style);
  g_assert_cmpfloat (scale.y.max - scale.y.min, <, before.y.max - before.y.min);
  eqp_objective_scale_hold (&scale, &before, 200.0, &style);
  g_assert_cmpmem (&scale.y, sizeof scale.y, &before.y, sizeof before.y);
  g_assert_cmpfloat (scale.x.max, ==, before.x.max);

  model.data_term = second;
  memset (&scale, 0, sizeof scale);
  eqp_objective_scale_init (&scale, &model, 200.0, &style);
  eqp_objective_scale_hold (&scale, &before, 200.0, &style);
  g_assert_cmpfloat (scale.y.min, <=, 80.0);
  g_assert_cmpfloat (scale.y.max, >=, before.y.max);
  g_assert_cmpfloat (scale.x.max, ==, before.x.max);
  for (int again = 0; again < 5; again++)
    {
      before = scale;
      eqp_objective_scale_init (&scale, &model, 200.0, &style);
      eqp_objective_scale_hold (&scale, &before, 200.0, &style);
      g_assert_cmpfloat (scale.y.min, ==, before.y.min);
      g_assert_cmpfloat (scale.y.max, ==, before.y.max);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/objective-plot/hold", test_hold);
  g_test_add_func ("/draw/objective-plot/single", test_single);
  g_test_add_func ("/draw/objective-plot/starts-at-zero", test_starts_at_zero);
  g_test_add_func ("/draw/objective-plot/broken-axis", test_broken_axis);
  g_test_add_func ("/draw/objective-plot/start-runs-out", test_start_runs_out);
  g_test_add_func ("/draw/objective-plot/penalty-floor", test_penalty_floor);
  g_test_add_func ("/draw/objective-plot/degenerate", test_degenerate);
  g_test_add_func ("/draw/objective-plot/stacking", test_stacking);
  g_test_add_func ("/draw/objective-plot/base", test_base);
  g_test_add_func ("/draw/objective-plot/decimation-keeps-spikes", test_decimation_keeps_spikes);
  g_test_add_func ("/draw/objective-plot/step-at", test_step_at);
  return g_test_run ();
}
