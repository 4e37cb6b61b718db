/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a study will take: what is known of its cells, by hand, and how far off it is while cells with known times run. */
#include "config.h"

#include "eqp-study-forecast.h"

#include <math.h>

#include "eqp-long-data.h"
#include "eqp-test.h"

static EqpDataset *
load (const char *name)
{
  return eqp_sample_load (name, NULL, NULL);
}

/* Cells whose times are known, dealt to workers second by second: how far is the forecast off at each end of a cell? */
static void
test_dealt (void)
{
  g_autoptr (EqpDataset) dataset = load ("digits");
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpStudyPlan) plan = NULL;
  EqpCellTime cells[80] = { 0 };
  double truth[80], free_at[3] = { 0 }, begins[80], total = 0.0;
  EqpRng rng;

  params.k = 10;
  plan = eqp_study_plan_new ("sample:digits", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("ncut"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bmincut"), 1.0, TRUE, NULL);
  plan->trials = 20;
  eqp_rng_init (&rng, 5, 0);
  for (guint i = 0; i < 80; i++)
    {
      static const double usual[] = { 0.05, 2.0, 10.0, 0.7 };
      guint first = 0;

      truth[i] = usual[i % 4] * exp (0.4 * eqp_rng_normal (&rng));
      for (guint w = 1; w < 3; w++)
        if (free_at[w] < free_at[first])
          first = w;
      begins[i] = free_at[first];
      free_at[first] += truth[i];
    }
  for (guint w = 0; w < 3; w++)
    total = MAX (total, free_at[w]);

  for (double now = 0.25 * total; now < 0.95 * total; now += 0.05 * total)
    {
      double left;

      for (guint i = 0; i < 80; i++)
        {
          cells[i].state = begins[i] > now              ? EQP_CELL_WAITING
                           : begins[i] + truth[i] > now ? EQP_CELL_RUNNING
                                                        : EQP_CELL_DONE;
          cells[i].seconds = cells[i].state == EQP_CELL_DONE ? truth[i] : now - begins[i];
        }
      left = eqp_study_forecast (plan, dataset, NULL, cells, 3, 1.0);
      g_test_message ("after %.0f s: %.0f s were left, %.0f were forecast", now, total - now, left);
      g_assert_cmpfloat (left, >, (total - now) / 2.0);
      g_assert_cmpfloat (left, <, (total - now) * 2.0);
    }
}

/* Cells of a millisecond come first and last, cells of seconds between: what the short ones took must not be taken for
 * the pace of the machine, and a cell that has run long tells before it ends. */
static void
test_short_first (void)
{
  g_autoptr (EqpDataset) dataset = load ("digits");
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpStudyPlan) plan = NULL;
  EqpCellTime cells[9] = { 0 };
  double before, fast, late;

  params.k = 10;
  plan = eqp_study_plan_new ("sample:digits", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("metis") != NULL ? eqp_solver_find ("metis")
                                                                    : eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("ncut"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("mincut"), 1.0, TRUE, NULL);
  plan->trials = 3;
  for (guint i = 0; i < 9; i++)
    cells[i].state = EQP_CELL_WAITING;
  before = eqp_study_forecast (plan, dataset, NULL, cells, 2, 1.0);

  /* Where nothing is known yet, others that have two thirds of the machine make it three times as long. */
  g_assert_cmpfloat (eqp_study_forecast (plan, dataset, NULL, cells, 2, 3.0), >, 2.9 * before);
  g_assert_cmpfloat (eqp_study_forecast (plan, dataset, NULL, cells, 2, 3.0), <, 3.1 * before);

  cells[0] = (EqpCellTime) { EQP_CELL_DONE, 1e-4 };
  fast = eqp_study_forecast (plan, dataset, NULL, cells, 2, 1.0);
  g_assert_cmpfloat (fast, >, before / 2.0);
  cells[0].seconds = 0.1;
  g_assert_cmpfloat (eqp_study_forecast (plan, dataset, NULL, cells, 2, 1.0), <, before * 3.0);

  /* A cell of the second group has taken ten times what was thought, and there are two more of it. */
  cells[1] = (EqpCellTime) { EQP_CELL_RUNNING, 10.0 * before };
  late = eqp_study_forecast (plan, dataset, NULL, cells, 2, 1.0);
  g_assert_cmpfloat (late, >, 20.0 * before);
}

/* One worker: means of what is done, less what has passed of the cell under way; half as much again of one that is late. */
static void
test_by_hand (void)
{
  g_autoptr (EqpDataset) dataset = load ("iris");
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpStudyPlan) plan = NULL;
  EqpCellTime cells[12] = { 0 };
  double model, many;

  params.k = 3;
  plan = eqp_study_plan_new ("sample:iris", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 2.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  plan->trials = 4;
  for (guint i = 0; i < 12; i++)
    cells[i].state = EQP_CELL_WAITING;
  cells[0] = (EqpCellTime) { EQP_CELL_DONE, 4.0 };
  cells[2] = (EqpCellTime) { EQP_CELL_DONE, 1.0 };
  cells[3] = (EqpCellTime) { EQP_CELL_DONE, 8.0 };

  /* Two cells at 6, three at 1; those of the other gamma, of which none is done, as this one: four at 6. */
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 2 * 6.0 + 3 * 1.0 + 4 * 6.0, 1e-9);
  cells[1] = (EqpCellTime) { EQP_CELL_DONE, 10.0 };
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 2 * 6.0 + 3 * 1.0 + 3 * 10.0, 1e-9);
  cells[6] = (EqpCellTime) { EQP_CELL_RUNNING, 2.5 };
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 3.5 + 6.0 + 3 * 1.0 + 3 * 10.0, 1e-9);
  /* Of a group that is known nothing is added near its end; of one that is not, what is unsure. */
  cells[6].seconds = 5.5;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 0.5 + 6.0 + 3 * 1.0 + 3 * 10.0, 1e-9);
  cells[1] = (EqpCellTime) { EQP_CELL_RUNNING, 5.5 };
  cells[6].state = EQP_CELL_WAITING;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 0.3 * 5.5 + 2 * 6.0 + 3 * 1.0 + 3 * 6.0,
                    1e-9);
  cells[1] = (EqpCellTime) { EQP_CELL_DONE, 10.0 };
  cells[6] = (EqpCellTime) { EQP_CELL_RUNNING, 20.0 };
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 10.0 + 6.0 + 3 * 1.0 + 3 * 10.0, 1e-9);
  /* The first of two workers is free after 10; of 10, 1, 10, 1, 6, 10 and 1 in this order it takes 1, 1, 6 and 10. */
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 2, 1.0), 28.0, 1e-9);

  model = eqp_solver_cost (eqp_solver_find ("bkm"), dataset, NULL, &params);
  params.restarts = 7 * params.restarts;
  many = eqp_solver_cost (eqp_solver_find ("bkm"), dataset, NULL, &params);
  eqp_assert_close (many, 7.0 * model, 1e-12);
}

/* What is known of some methods is heard for others with reserve: three groups are thought to be right in the model, and
 * one of which the model says less than a tenth of a second counts less than half. */
static void
test_reserve (void)
{
  g_autoptr (EqpDataset) dataset = load ("digits");
  EqpParams params = eqp_params_default ();
  const char *methods[] = { "kmeans", "ncut", "bmincut", "hkm" };
  g_autoptr (EqpStudyPlan) plan = NULL;
  EqpCellTime cells[4] = { 0 };
  double told[4], trust[4], expected;

  params.k = 10;
  params.restarts = 10;
  plan = eqp_study_plan_new ("sample:digits", dataset, &params);
  for (guint i = 0; i < 4; i++)
    {
      eqp_study_plan_add_group (plan, eqp_solver_find (methods[i]), 1.0, TRUE, NULL);
      told[i] = eqp_solver_cost (eqp_solver_find (methods[i]), dataset, NULL, &params);
      trust[i] = told[i] / (told[i] + 0.1);
    }
  plan->trials = 1;
  /* The pace is 2: nothing is learned of a cell that took twice as long as told. */
  cells[0] = (EqpCellTime) { EQP_CELL_DONE, 2.0 * told[0] };
  cells[1] = (EqpCellTime) { EQP_CELL_DONE, 2.0 * told[1] };
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 2.0), 2.0 * (told[2] + told[3]), 1e-9);
  cells[1].seconds = 200.0 * told[1];
  expected = 2.0 * pow (100.0, trust[1] / (3.0 + trust[0] + trust[1]));
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 2.0), expected * (told[2] + told[3]), 1e-9);
  cells[2] = (EqpCellTime) { EQP_CELL_DONE, 200.0 * told[2] };
  expected = 2.0 * pow (100.0, (trust[1] + trust[2]) / (3.0 + trust[0] + trust[1] + trust[2]));
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 2.0), expected * told[3], 1e-9);
}

/* Methods of which the model tells the same are off alike; others are as the machine is. */
static void
test_alike (void)
{
  g_autoptr (EqpDataset) dataset = load ("digits");
  EqpParams params = eqp_params_default ();
  const char *methods[] = { "ratiocut", "minmaxcut", "mincut" };
  EqpCellTime cells[3] = { 0 };
  double told[3], trust, expected;
  g_autoptr (EqpStudyPlan) plan = NULL;

  params.k = 10;
  plan = eqp_study_plan_new ("sample:digits", dataset, &params);
  for (guint i = 0; i < 3; i++)
    {
      eqp_study_plan_add_group (plan, eqp_solver_find (methods[i]), 1.0, TRUE, NULL);
      told[i] = eqp_solver_cost (eqp_solver_find (methods[i]), dataset, NULL, &params);
    }
  plan->trials = 1;
  cells[0] = (EqpCellTime) { EQP_CELL_DONE, 10.0 * told[0] };
  trust = told[0] / (told[0] + 0.1);
  expected = 10.0 * told[1] + pow (10.0, trust / (3.0 + trust)) * told[2];
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), expected, 1e-9);
}

/* A cell under way that tells of its parts is believed, and so are others like it that wait; what follows eigenvectors
 * is put to them by the model; what it tells at the very start, or of a part that is over, is nothing. */
static void
test_told (void)
{
  g_autoptr (EqpDataset) dataset = load ("digits");
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpStudyPlan) plan = NULL;
  EqpCellTime cells[2] = { 0 };
  double guess, after;

  params.k = 10;
  plan = eqp_study_plan_new ("sample:digits", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("mincut"), 1.0, TRUE, NULL);
  plan->trials = 2;
  cells[1].state = EQP_CELL_WAITING;
  cells[0] = (EqpCellTime) { EQP_CELL_RUNNING, 100.0, EQP_PART_STARTS, 60.0, 0.75 };
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 20.0 + 120.0, 1e-9);
  /* That was a while ago, and then longer ago than all of it should have taken: half as long again. */
  cells[0].silence = 5.0;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 15.0 + 115.0, 1e-9);
  cells[0].silence = 18.0;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 0.3 * 18.0 + 105.4, 1e-9);
  cells[0].silence = 30.0;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 15.0 + 115.0, 1e-9);
  cells[0].silence = 0.0;
  /* A quarter was done before it was first told of; of what was done since there is enough, or half enough: then what is
   * told counts half, beside the 30 that an unsure cell takes; at the first moment nothing is known. */
  cells[0].first_fraction = 0.25;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), 30.0 + 130.0, 1e-9);
  cells[0].first_fraction = 0.6;
  after = sqrt (100.0 * 30.0);
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), after + 100.0 + after, 1e-9);
  cells[0].first_fraction = 0.69;
  after = pow (60.0 * 0.25 / 0.06, 0.2) * pow (30.0, 0.8);
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), after + 100.0 + after, 1e-9);
  cells[0].part = NULL;
  guess = eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0);
  cells[0].part = EQP_PART_STARTS;
  cells[0].part_seconds = 0.0;
  cells[0].first_fraction = cells[0].fraction;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), guess, 1e-12);
  cells[0] = (EqpCellTime) { EQP_CELL_RUNNING, 100.0, EQP_PART_EIGENVECTORS, 60.0, 0.75 };
  after = eqp_study_forecast (plan, dataset, NULL, cells, 2, 1.0);
  g_assert_cmpfloat (after, >, 120.0);
  g_assert_cmpfloat (after, <, 121.0);
  cells[1].state = EQP_CELL_ELSEWHERE;
  after = eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0);
  g_assert_cmpfloat (after, >, 20.0);
  g_assert_cmpfloat (after, <, 21.0);

  cells[0].part = EQP_PART_STARTS;
  cells[0].fraction = 1.0;
  guess = eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0);
  cells[0].fraction = 0.001;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), guess, 1e-12);
  cells[0].part = NULL;
  eqp_assert_close (eqp_study_forecast (plan, dataset, NULL, cells, 1, 1.0), guess, 1e-12);
}

/* A graph in as many components as there are clusters: nothing is left to find of the eigenvectors that they tell, and
 * all of those that they do not. */
static void
test_components (void)
{
  g_autoptr (EqpDataset) dataset = load ("digits");
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options = eqp_params_get_graph_options (&params);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  const struct { const char *method; EqpGraph *graph; gboolean free; } cases[] = {
    { "ncut", graph, TRUE }, { "minmaxcut", graph, TRUE }, { "ncut", NULL, FALSE }, { "mincut", graph, FALSE }
  };

  params.k = (gint) eqp_graph_get_n_components (graph);
  g_assert_cmpint (params.k, >, 1);
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const EqpSolver *solver = eqp_solver_find (cases[c].method);
      double all = eqp_solver_cost (solver, dataset, cases[c].graph, &params);
      double after = eqp_solver_cost_after (solver, EQP_PART_EIGENVECTORS, dataset, cases[c].graph, &params);

      if (cases[c].free)
        g_assert_cmpfloat (all, ==, after);
      else
        g_assert_cmpfloat (all, >, 1.1 * after);
    }
}

/* How much of the machine others have: what could have been worked over what was, with a fifth of a second at the pace
 * that the system told of before; never faster than alone, and at most twenty times as slow. */
static void
test_pace (void)
{
  const struct { double first, used, elapsed; guint workers; double pace; } cases[] = {
    { 1.0, 10.0, 0.0, 1, 1.0 },   { 1.0, 10.0, 10.0, 1, 1.0 },
    { 1.0, 10.0, 10.0, 2, 20.2 / 10.2 }, { 1.0, 100.0, 100.0, 4, 400.2 / 100.2 },
    { 1.0, 1000.0, 100.0, 4, 1.0 }, { 1.0, 10.0, 1000.0, 2, 20.0 },
    { 6.0, 0.8, 0.6, 4, 3.6 / 1.0 }, { 6.0, 100.0, 100.0, 2, 201.2 / 100.2 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    g_assert_cmpfloat_with_epsilon (eqp_forecast_pace (cases[c].first, eqp_forecast_processor () - cases[c].used,
                                                       cases[c].elapsed, cases[c].workers),
                                    cases[c].pace, 0.05);
}

/* What the system tells of others before anything was measured: a thread more for each processor is a second more. */
static void
test_first_pace (void)
{
  guint processors = g_get_num_processors ();
  double two = eqp_forecast_first_pace (2 * processors), three = eqp_forecast_first_pace (3 * processors);

  g_assert_cmpfloat (two, >=, 2.0);
  g_assert_cmpfloat (three, <=, 20.0);
  /* The load may be another in between. */
  if (three < 19.0)
    g_assert_cmpfloat_with_epsilon (three - two, 1.0, 0.4);
}

static double
cost (const char *method, EqpDataset *dataset, gint restarts)
{
  EqpParams params = eqp_params_default ();

  params.k = 4;
  params.restarts = restarts;
  return eqp_solver_cost (eqp_solver_find (method), dataset, NULL, &params);
}

/* What the model of a run counts: starts, the values that sparse rows have, and few components of a large matrix. */
static void
test_model (void)
{
  g_autofree double *values = g_new0 (double, 2100 * 2100);
  g_autoptr (EqpDataset) digits = load ("digits");
  g_autoptr (EqpDataset) smaller = eqp_test_dataset (1900, 1900, values);
  g_autoptr (EqpDataset) larger = eqp_test_dataset (2100, 2100, values);
  g_autoptr (EqpDataset) few = eqp_test_words (300, 2000, 10);
  g_autoptr (EqpDataset) many = eqp_test_words (300, 2000, 100);

  g_assert_cmpfloat (cost ("bmincut", digits, 10), >, 5.0 * cost ("bmincut", digits, 1));
  g_assert_cmpfloat (cost ("kmeans", digits, 10), >, 5.0 * cost ("kmeans", digits, 1));
  g_assert_cmpfloat (cost ("kmeans-pca", larger, 1), <, 0.5 * cost ("kmeans-pca", smaller, 1));
  g_assert_cmpfloat (cost ("kmeans", larger, 1), >, cost ("kmeans", smaller, 1));
  g_assert_cmpfloat (cost ("kmeans", many, 1), >, 2.0 * cost ("kmeans", few, 1));
  eqp_assert_close (cost ("akm", many, 1), cost ("akm", few, 1), 1e-12); /* It takes them dense. */
}

static double
cost_with_neighbors (EqpDataset *dataset, int neighbors)
{
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = NULL;
  EqpGraphOptions options;

  params.k = 10;
  params.neighbors = neighbors;
  options = eqp_params_get_graph_options (&params);
  graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  return eqp_solver_cost (eqp_solver_find ("bmincut"), dataset, graph, &params);
}

/* A row with many neighbors takes longer than one with a few. */
static void
test_degree (void)
{
  g_autoptr (EqpDataset) digits = load ("digits");
  double few = cost_with_neighbors (digits, 3), some = cost_with_neighbors (digits, 20);

  eqp_assert_close (few, cost_with_neighbors (digits, 4), 1e-12);
  g_assert_cmpfloat (some, >, 1.5 * few);
  g_assert_cmpfloat (cost_with_neighbors (digits, 60), >, 1.5 * some);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/study-forecast/dealt", test_dealt);
  g_test_add_func ("/session/study-forecast/short-first", test_short_first);
  g_test_add_func ("/session/study-forecast/by-hand", test_by_hand);
  g_test_add_func ("/session/study-forecast/reserve", test_reserve);
  g_test_add_func ("/session/study-forecast/alike", test_alike);
  g_test_add_func ("/session/study-forecast/told", test_told);
  g_test_add_func ("/session/study-forecast/components", test_components);
  g_test_add_func ("/session/study-forecast/pace", test_pace);
  g_test_add_func ("/session/study-forecast/first-pace", test_first_pace);
  g_test_add_func ("/session/study-forecast/model", test_model);
  g_test_add_func ("/session/study-forecast/degree", test_degree);
  return g_test_run ();
}
