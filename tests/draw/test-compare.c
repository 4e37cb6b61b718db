/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs side by side: one axis for the sizes of all, the heat map of two, and the picture of both. */
#include "config.h"

#include "eqp-draw-test.h"

static const gint64 even[] = { 20, 20, 20 }, uneven[] = { 5, 15, 40 }, extreme[] = { 1, 1, 58 };
static const gint64 table[] = { 18, 2, 0, 0, 20, 0, 3, 0, 17 };

static void
make_sizes (EqpCompareSizesModel *model)
{
  *model = (EqpCompareSizesModel){ .n_runs = 2, .k = 3, .gap = 12.0 };
  model->sizes[0] = even;
  model->sizes[1] = uneven;
  model->names[0] = "Balanced";
  model->names[1] = "Plain";
}

/* Equal sizes are equally high in all panels, and what is in them is found again. */
static void
test_one_axis (void)
{
  EqpCompareSizesPanel panels[EQP_COMPARE_MAX_RUNS];
  EqpCompareSizesModel model;
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 600.0, 200.0 };
  EqpRect first, second;
  guint run;
  gint cluster;

  eqp_style_init (&style, FALSE, FALSE);
  make_sizes (&model);
  eqp_compare_sizes_layout (&model, &all, &style, panels);
  first = eqp_sizes_bar_rect (&panels[0].scale, &panels[0].area, 0, 20.0);
  second = eqp_sizes_bar_rect (&panels[1].scale, &panels[1].area, 2, 20.0);
  g_assert_cmpfloat (first.y, ==, second.y);
  g_assert_cmpfloat (first.height, ==, second.height);
  g_assert_cmpfloat (panels[0].scale.y.max, >=, 40.0);
  g_assert_false (panels[1].beyond);
  g_assert_cmpfloat (panels[1].rect.x, >, panels[0].area.x + panels[0].area.width);
  g_assert_true (eqp_compare_sizes_at (&model, panels, second.x + second.width / 2.0, second.y, &run, &cluster));
  g_assert_cmpint (run, ==, 1);
  g_assert_cmpint (cluster, ==, 2);
  g_assert_false (eqp_compare_sizes_at (&model, panels, 1.0, 1.0, &run, &cluster));
}

/* A run of fewer clusters is measured by its own: places that are those of others hold none of its rows. */
static void
test_fewer_clusters (void)
{
  EqpCompareSizesPanel panels[EQP_COMPARE_MAX_RUNS];
  const gint64 two[] = { 0, 26, 34 };
  EqpCompareSizesModel model;
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 600.0, 200.0 };
  g_autofree char *summary = NULL;

  eqp_style_init (&style, FALSE, FALSE);
  make_sizes (&model);
  model.sizes[1] = two;
  model.own_k[0] = 3;
  model.own_k[1] = 2;
  eqp_compare_sizes_layout (&model, &all, &style, panels);
  g_assert_cmpfloat (panels[0].scale.even, ==, 20.0);
  g_assert_cmpfloat (panels[1].scale.even, ==, 30.0);
  summary = eqp_draw_summary_compare_sizes (&model);
  g_assert_cmpstr (summary, ==, "Balanced: sizes 20 to 20. Plain: sizes 26 to 34.");
}

/* The title of the axis keeps off the edge of the card. */
static void
test_edge (void)
{
  g_auto (EqpCanvas) canvas = { 0 };
  EqpCompareSizesPanel panels[EQP_COMPARE_MAX_RUNS];
  EqpCompareSizesModel model;
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 600.0, 200.0 };

  eqp_style_init (&style, FALSE, FALSE);
  make_sizes (&model);
  eqp_compare_sizes_layout (&model, &all, &style, panels);
  eqp_canvas_init (&canvas, 600, 200, &style);
  eqp_draw_compare_sizes_furniture (canvas.cr, &model, panels, &style);
  g_assert_true (eqp_canvas_blank (&canvas, &(EqpRect){ 0.0, 0.0, 4.0, 200.0 }, &style));
}

/* A cluster with nearly all rows runs out at the top: the others stay large enough to compare. */
static void
test_beyond (void)
{
  g_auto (EqpCanvas) canvas = { 0 };
  EqpCompareSizesPanel panels[EQP_COMPARE_MAX_RUNS];
  const gint64 huge[] = { 1, 1, 5800 };
  EqpCompareSizesModel model;
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 600.0, 200.0 };

  eqp_style_init (&style, FALSE, FALSE);
  make_sizes (&model);
  model.sizes[1] = extreme;
  eqp_compare_sizes_layout (&model, &all, &style, panels);
  g_assert_false (panels[1].beyond);
  model.sizes[1] = huge;
  eqp_compare_sizes_layout (&model, &all, &style, panels);
  g_assert_true (panels[1].beyond);
  g_assert_false (panels[0].beyond);
  g_assert_cmpfloat (eqp_sizes_bar_rect (&panels[0].scale, &panels[0].area, 0, 20.0).height, >,
                     0.5 * panels[0].area.height);

  /* Nothing is drawn above the area. */
  eqp_canvas_init (&canvas, 600, 200, &style);
  eqp_draw_compare_sizes_bars (canvas.cr, &model, panels, &style);
  g_assert_true (eqp_canvas_blank (&canvas, &(EqpRect){ 0.0, 0.0, 600.0, panels[1].area.y - 1.0 }, &style));
}

static void
test_contingency (void)
{
  g_auto (EqpCanvas) canvas = { 0 };
  EqpContingencyModel model = { 3, table, "Plain", "Balanced" };
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 400.0, 300.0 }, area, cell;
  g_autofree char *summary = eqp_draw_summary_contingency (&model);
  gint first, second;

  g_assert_cmpstr (summary, ==, "55 of 60 rows are in clusters that are matched with each other.");
  eqp_style_init (&style, FALSE, FALSE);
  area = eqp_draw_contingency_area (&model, &all, &style);
  for (gint a = 0; a < 3; a++)
    for (gint b = 0; b < 3; b++)
      {
        cell = eqp_contingency_cell (&model, &area, a, b);
        g_assert_true (eqp_contingency_at (&model, &area, cell.x + 2.0, cell.y + 2.0, &first, &second));
        g_assert_cmpint (first, ==, a);
        g_assert_cmpint (second, ==, b);
      }
  g_assert_false (eqp_contingency_at (&model, &area, area.x - 2.0, area.y + 2.0, &first, &second));

  /* Where there is little height, each column still has room for its number. */
  model.k = 10;
  area = eqp_draw_contingency_area (&model, &(EqpRect){ 0.0, 0.0, 420.0, 140.0 }, &style);
  g_assert_cmpfloat (area.width, >=, 10 * 2.0 * style.font_size);
  model.k = 3;
  area = eqp_draw_contingency_area (&model, &all, &style);

  /* An empty cell stays as it was; what stays and what changes have colors of their own. */
  eqp_canvas_init (&canvas, 400, 300, &style);
  eqp_draw_contingency (canvas.cr, &model, &all, &style);
  cell = eqp_contingency_cell (&model, &area, 0, 2);
  g_assert_true (eqp_canvas_blank (&canvas, &(EqpRect){ cell.x + 3, cell.y + 3, cell.width - 6, cell.height - 6 }, &style));
  cell = eqp_contingency_cell (&model, &area, 1, 1);
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, cell.x + 4.0, cell.y + 4.0),
                               eqp_rgba_mix (style.card, eqp_palette_data_term (&style), 0.9)));
  cell = eqp_contingency_cell (&model, &area, 2, 0);
  g_assert_false (eqp_canvas_blank (&canvas, &(EqpRect){ cell.x + 3, cell.y + 3, 4, 4 }, &style));
}

/* Names and what became of the runs stand above their points. */
static void
test_captions (void)
{
  EqpComparePicture picture = { .title = "Data" };
  EqpStyle style;
  double width, height;
  EqpRect lines;

  make_sizes (&picture.sizes);
  for (int i = 0; i < 2; i++)
    eqp_scatter_model_init (&picture.scatter[i]);
  eqp_style_init (&style, FALSE, FALSE);
  eqp_draw_compare_picture_size (&picture, &width, &height);
  lines = (EqpRect){ style.font_size * 2.0, style.font_size * 4.8, 200.0, style.font_size * 1.2 };
  for (int told = 0; told < 2; told++)
    {
      g_auto (EqpCanvas) canvas = { 0 };

      picture.captions[0] = told ? "Sizes 5 – 40 · SSE 12" : NULL;
      eqp_canvas_init (&canvas, width, height, &style);
      eqp_draw_compare_picture (canvas.cr, width, height, &picture, &style);
      g_assert_cmpint (eqp_canvas_blank (&canvas, &lines, &style), ==, !told);
    }
}

/* From no cluster to as many as a table may have, in any size. */
static void
test_extremes (void)
{
  g_autofree gint64 *many = g_new0 (gint64, 300 * 300);
  g_auto (EqpCanvas) canvas = { 0 };
  EqpContingencyModel model = { 0 };
  EqpComparePicture picture = { .title = "Data", .subtitle = "150 rows change", .keep_aspect = TRUE };
  EqpStyle style;
  double width, height;

  for (int c = 0; c < 300; c++)
    many[301 * c] = c;
  eqp_style_init (&style, TRUE, TRUE);
  eqp_canvas_init (&canvas, 300, 200, &style);
  eqp_draw_contingency (canvas.cr, &model, &(EqpRect){ 0.0, 0.0, 300.0, 200.0 }, &style);
  model = (EqpContingencyModel){ 300, many, NULL, NULL };
  eqp_draw_contingency (canvas.cr, &model, &(EqpRect){ 0.0, 0.0, 300.0, 200.0 }, &style);
  eqp_draw_contingency (canvas.cr, &model, &(EqpRect){ 0.0, 0.0, 9.0, 7.0 }, &style);

  make_sizes (&picture.sizes);
  for (int i = 0; i < 2; i++)
    eqp_scatter_model_init (&picture.scatter[i]);
  picture.contingency = (EqpContingencyModel){ 3, table, "Plain", "Balanced" };
  eqp_draw_compare_picture_size (&picture, &width, &height);
  g_assert_cmpfloat (width, >, height);
  eqp_draw_compare_picture (canvas.cr, width, height, &picture, &style);
  picture.sizes.n_runs = 0;
  eqp_draw_compare_picture (canvas.cr, 300.0, 200.0, &picture, &style);
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
}

static void
test_summary (void)
{
  EqpCompareSizesModel model;
  g_autofree char *text = NULL;

  make_sizes (&model);
  text = eqp_draw_summary_compare_sizes (&model);
  g_assert_cmpstr (text, ==, "Balanced: sizes 20 to 20. Plain: sizes 5 to 40.");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/compare/one-axis", test_one_axis);
  g_test_add_func ("/draw/compare/fewer-clusters", test_fewer_clusters);
  g_test_add_func ("/draw/compare/edge", test_edge);
  g_test_add_func ("/draw/compare/beyond", test_beyond);
  g_test_add_func ("/draw/compare/contingency", test_contingency);
  g_test_add_func ("/draw/compare/captions", test_captions);
  g_test_add_func ("/draw/compare/extremes", test_extremes);
  g_test_add_func ("/draw/compare/summary", test_summary);
  return g_test_run ();
}
