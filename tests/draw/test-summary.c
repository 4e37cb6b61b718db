/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw.h"

#include <math.h>

#define assert_text(call, expected) \
  G_STMT_START { g_autofree char *text_ = (call); g_assert_cmpstr (text_, ==, expected); } G_STMT_END

static void
test_sizes (void)
{
  const gint64 sizes[] = { 180, 179, 180 }, even[] = { 7, 7 };
  EqpSizesModel model;

  eqp_sizes_model_init (&model);
  assert_text (eqp_draw_summary_sizes (&model), "No clusters yet");
  model.k = 3;
  model.sizes = sizes;
  assert_text (eqp_draw_summary_sizes (&model), "3 clusters, sizes 179 to 180");
  model.band_low = 160;
  model.band_high = 200;
  assert_text (eqp_draw_summary_sizes (&model), "3 clusters, sizes 179 to 180; by chance alone 160 to 200");
  model.picture_width = model.picture_height = 1;
  assert_text (eqp_draw_summary_sizes (&model), "3 clusters, sizes 179 to 180; by chance alone 160 to 200");
  model.pictures = (const guint8 *) "abcdefghi";
  assert_text (eqp_draw_summary_sizes (&model),
               "3 clusters, sizes 179 to 180; below each its mean picture; by chance alone 160 to 200");
  model.pictures = NULL;
  model.band_high = 0;
  model.k = 1;
  assert_text (eqp_draw_summary_sizes (&model), "1 cluster, size 180");
  model.k = 2;
  model.sizes = even;
  assert_text (eqp_draw_summary_sizes (&model), "2 clusters, all of size 7");
}

static void
test_objective (void)
{
  const double data[] = { NAN, 90, 88 }, penalty[] = { 1, 10, 9 }, flat[] = { 5, 5 };
  EqpObjectiveModel model;

  eqp_objective_model_init (&model);
  assert_text (eqp_draw_summary_objective (&model), "No iterations yet");
  model.n = 3;
  model.data_term = data;
  model.penalty = penalty;
  assert_text (eqp_draw_summary_objective (&model), "objective fell 3 percent over 2 iterations");
  model.n = 1;
  assert_text (eqp_draw_summary_objective (&model), "No iterations yet");
  model.n = 2;
  model.data_term = flat;
  model.penalty = NULL;
  assert_text (eqp_draw_summary_objective (&model), "objective unchanged over 1 iteration");
  /* Where step 0 is the first iteration already, there is one iteration more. */
  model.first = 1;
  assert_text (eqp_draw_summary_objective (&model), "objective unchanged over 2 iterations");
  model.first = 0;
  model.n = 1;
  assert_text (eqp_draw_summary_objective (&model), "objective 5 at the start");
}

static void
test_restarts (void)
{
  assert_text (eqp_draw_summary_restarts (0, 300, NAN), "Restart 1 of 300");
  assert_text (eqp_draw_summary_restarts (36, 300, 1177348.2), "Restart 37 of 300, best 1,177,348");
  assert_text (eqp_draw_summary_restarts (36, 300, 0.25), "Restart 37 of 300, best 0.25");
  assert_text (eqp_draw_summary_restarts (299, 300, 0.25), "Restart 300 of 300, best 0.25");
  assert_text (eqp_draw_summary_restarts (1000000, 1000000, -3.0), "Combining 1,000,000 restarts, best −3");
}

static void
test_scatter (void)
{
  const float xy[] = { 1, 2 };
  const gint32 labels[] = { 0 };
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  assert_text (eqp_draw_summary_scatter (&model), "No points");
  model.n = 1;
  model.xy = xy;
  assert_text (eqp_draw_summary_scatter (&model), "1 point");
  model.n = 1797;
  model.labels = labels;
  model.k = 10;
  assert_text (eqp_draw_summary_scatter (&model), "1,797 points in 10 clusters");
}

static void
test_live_page (void)
{
  EqpLivePage page;

  eqp_live_page_init (&page);
  assert_text (eqp_draw_summary_live_page (&page), "No points; No clusters yet; No iterations yet");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/summary/sizes", test_sizes);
  g_test_add_func ("/draw/summary/objective", test_objective);
  g_test_add_func ("/draw/summary/restarts", test_restarts);
  g_test_add_func ("/draw/summary/scatter", test_scatter);
  g_test_add_func ("/draw/summary/live-page", test_live_page);
  return g_test_run ();
}
