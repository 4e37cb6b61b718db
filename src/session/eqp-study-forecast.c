/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a study will take. What cells of a group took on this machine tells how long its others take; for a group of
 * which none is done, a model of the cost, calibrated by the groups that are known; then the cells are dealt to the
 * workers as they will be. */
#include "config.h"

#include "eqp-study-forecast.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* A cell that has taken longer than thought takes half as long again as it has. */
#define MORE_OF_LATE 0.5

/* Cells of so many seconds, by the model, count as much as the model itself does when it is put to this machine's pace:
 * what takes a millisecond is mostly overhead. */
#define TRUST 0.1

/* Seconds of a core of about 2024, within a factor of four or so for n from 1e2 to 1e5:
 *     base + per_value n d K + per_row n + per_part n K + per_pair n K^2 + per_side n d min (n, d) */
typedef struct
{
  const char *method;
  double      per_value;
  double      per_row;
  double      per_part;
  double      per_pair;
  double      per_side;
} Cost;

#define BASE 2e-4

/* The share of the machine that others have is measured from the start on, with so many seconds alone before it. */
#define ALONE 0.2
#define MOST_PACE 20.0

static const Cost costs[] = {
  { "kmeans", 1e-9, 0.0, 1e-8, 0.0, 0.0 },
  { "kmeans-pca", 1e-9, 0.0, 2e-8, 0.0, 5e-11 },
  { "discluster", 1e-9, 0.0, 2e-8, 0.0, 2e-10 },
  { "diskmeans", 1e-9, 0.0, 2e-8, 0.0, 3e-10 },
  { "akm", 1e-9, 0.0, 2e-8, 0.0, 0.0 },
  { "hkm", 1.2e-8, 0.0, 1e-7, 0.0, 0.0 },
  { "hkm-tree", 2.5e-9, 0.0, 4e-8, 0.0, 0.0 },
  { "bkm", 3e-9, 0.0, 1e-7, 0.0, 0.0 },
  { "bkm-published", 2e-9, 0.0, 1e-8, 0.0, 0.0 },
  { "bmincut", 0.0, 3e-5, 1e-6, 0.0, 0.0 },
  { "bmincut-published", 0.0, 1e-6, 0.0, 0.0, 0.0 },
  { "mincut", 0.0, 0.0, 4e-6, 0.0, 0.0 },
  { "mincut-exact", 0.0, 5e-6, 0.0, 0.0, 0.0 },
  { "metis", 0.0, 2e-6, 1e-7, 0.0, 0.0 },
};

/* Of methods that the table does not know. */
static const Cost usual[] = {
  [EQP_FAMILY_KMEANS] = { NULL, 2e-9, 0.0, 5e-8, 0.0, 0.0 },
  [EQP_FAMILY_GRAPH] = { NULL, 0.0, 0.0, 6e-6, 0.0, 0.0 },
};

/**
 * eqp_forecast_model:
 * @method: id of a method
 * @n_rows: rows
 * @n_columns: columns
 * @params: what it is run with
 *
 * Returns: seconds that a cold run would take on a core of about 2024, without the building of a graph
 */
double
eqp_forecast_model (const char      *method,
                    gint64           n_rows,
                    gint64           n_columns,
                    const EqpParams *params)
{
  const EqpSolver *solver = eqp_solver_find (method);
  const Cost *cost = &usual[solver != NULL ? solver->family : EQP_FAMILY_KMEANS];
  double n = (double) n_rows, d = (double) MAX (1, n_columns), k = (double) MAX (1, params->k);

  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    if (strcmp (costs[i].method, method) == 0)
      cost = &costs[i];
  return (double) MAX (1, params->restarts) *
         (BASE + n * (cost->per_value * d * k + cost->per_row + cost->per_part * k + cost->per_pair * k * k +
                      cost->per_side * d * MIN (n, d)));
}

static double
model (const EqpStudyPlan *plan,
       const char         *method)
{
  return eqp_forecast_model (method, plan->n, plan->d, &plan->params);
}

/* Of each group, the mean of the cells done; NAN: none is. */
static void
measure (const EqpStudyPlan *plan,
         const EqpCellTime  *cells,
         double             *seconds)
{
  guint n_groups = plan->groups->len, n_cells = eqp_study_plan_get_n_cells (plan);

  for (guint group = 0; group < n_groups; group++)
    {
      double sum = 0.0, count = 0.0;

      for (guint cell = group; cell < n_cells; cell += n_groups)
        if (cells[cell].state == EQP_CELL_DONE)
          {
            sum += cells[cell].seconds;
            count += 1.0;
          }
      seconds[group] = count > 0.0 ? sum / count : NAN;
    }
}

/* How much slower than the model this machine is: the geometric mean over groups of one method, by the model's seconds;
 * of all methods, with the model at the machine's pace as another of TRUST seconds. */
static double
slowness (const EqpStudyPlan *plan,
          const double       *measured,
          const char         *method,
          double              pace)
{
  double weight = method == NULL ? TRUST : 0.0, sum = weight * log (pace);

  for (guint i = 0; i < plan->groups->len; i++)
    {
      const char *other = g_array_index (plan->groups, EqpStudyGroup, i).method;
      double told = model (plan, other);

      if (!isnan (measured[i]) && (method == NULL || strcmp (method, other) == 0))
        {
          sum += told * log (MAX (measured[i], 1e-6) / told);
          weight += told;
        }
    }
  return weight > 0.0 ? exp (sum / weight) : NAN;
}

/* Fills the groups of which nothing is known: as other gammas of the method, else as the other methods. */
static void
estimate (const EqpStudyPlan *plan,
          const double       *measured,
          double              pace,
          double             *seconds)
{
  double machine = slowness (plan, measured, NULL, pace);

  for (guint i = 0; i < plan->groups->len; i++)
    {
      const char *method = g_array_index (plan->groups, EqpStudyGroup, i).method;
      double own = isnan (measured[i]) ? slowness (plan, measured, method, pace) : NAN;

      seconds[i] = !isnan (measured[i]) ? measured[i] : model (plan, method) * (!isnan (own) ? own : machine);
    }
}

/* Cells under way that have taken longer than thought tell something of groups of which none is done. */
static void
learn_from_running (const EqpStudyPlan *plan,
                    const EqpCellTime  *cells,
                    const double       *seconds,
                    double             *measured)
{
  guint n_groups = plan->groups->len, n_cells = eqp_study_plan_get_n_cells (plan);

  for (guint cell = 0; cell < n_cells; cell++)
    if (cells[cell].state == EQP_CELL_RUNNING && isnan (measured[cell % n_groups]) &&
        cells[cell].seconds > seconds[cell % n_groups])
      measured[cell % n_groups] = (1.0 + MORE_OF_LATE) * cells[cell].seconds;
}

/**
 * eqp_forecast_processor:
 *
 * Returns: seconds of the processors that the program has used
 */
double
eqp_forecast_processor (void)
{
  struct timespec now;

  return clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now) == 0 ? (double) now.tv_sec + 1e-9 * (double) now.tv_nsec : 0.0;
}

/**
 * eqp_forecast_pace:
 * @processor: eqp_forecast_processor() when it began
 * @elapsed: seconds since then
 * @n_workers: how many threads have worked
 *
 * Returns: seconds that pass for a second of the processor, 1 where the cores are ours alone
 */
double
eqp_forecast_pace (double processor,
                   double elapsed,
                   guint  n_workers)
{
  double used = eqp_forecast_processor () - processor;

  return CLAMP ((ALONE + elapsed * n_workers) / (ALONE + used), 1.0, MOST_PACE);
}

/**
 * eqp_study_forecast:
 * @plan: what is run
 * @cells: how far its cells are; they are begun in their order
 * @n_workers: how many run at a time
 * @pace: seconds that pass for a second of the processor, at least 1: how much of this machine others have
 *
 * Time O(cells x workers).
 *
 * Returns: seconds until the last cell is done
 */
double
eqp_study_forecast (const EqpStudyPlan *plan,
                    const EqpCellTime  *cells,
                    guint               n_workers,
                    double              pace)
{
  guint n_groups = plan->groups->len, n_cells = eqp_study_plan_get_n_cells (plan), busy = 0;
  g_autofree double *measured = g_new0 (double, MAX (1, n_groups));
  g_autofree double *seconds = g_new0 (double, MAX (1, n_groups));
  g_autofree double *free_at = g_new0 (double, n_workers);
  double end = 0.0;

  measure (plan, cells, measured);
  estimate (plan, measured, pace, seconds);
  learn_from_running (plan, cells, seconds, measured);
  estimate (plan, measured, pace, seconds);
  for (guint cell = 0; cell < n_cells; cell++)
    if (cells[cell].state == EQP_CELL_RUNNING && busy < n_workers)
      free_at[busy++] = MAX (seconds[cell % n_groups] - cells[cell].seconds,
                             cells[cell].seconds > seconds[cell % n_groups] ? MORE_OF_LATE * cells[cell].seconds : 0.0);
  for (guint cell = 0; cell < n_cells; cell++)
    {
      guint first = 0;

      if (cells[cell].state != EQP_CELL_WAITING)
        continue;
      for (guint worker = 1; worker < n_workers; worker++)
        if (free_at[worker] < free_at[first])
          first = worker;
      free_at[first] += seconds[cell % n_groups];
    }
  for (guint worker = 0; worker < n_workers; worker++)
    end = MAX (end, free_at[worker]);
  return end;
}
