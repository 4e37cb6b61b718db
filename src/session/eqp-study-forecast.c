/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a study will take. What cells of a group took on this machine tells how long its others take; for a group of
 * which none is done, a model of the cost, calibrated by the groups that are known; then the cells are dealt to the
 * workers as they will be. */
#include "config.h"

#include "eqp-study-forecast.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* A cell that has taken longer than thought takes half as long again as it has, and one that is soon to end by what is
 * no more than a model is not so sure of it. */
#define MORE_OF_LATE 0.5
#define MORE_OF_UNSURE 0.3

/* What a cell tells of itself is believed once so much of a part is done. */
#define LEAST_FRACTION 0.02

/* Cells of so many seconds, by the model, count as much as the model itself does when it is put to this machine's pace:
 * what takes a millisecond is mostly overhead. */
#define TRUST 0.1

/* The share of the machine that others have is measured from the start on, with so many seconds alone before it. */
#define ALONE 0.2
#define MOST_PACE 20.0

static const char *
method_of (const EqpStudyPlan *plan,
           guint               cell)
{
  return g_array_index (plan->groups, EqpStudyGroup, eqp_study_plan_get_group (plan, cell)).method;
}

static double
model (const EqpStudyPlan *plan,
       const char         *method)
{
  return eqp_solver_cost (eqp_solver_find (method), plan->n, plan->d, &plan->params);
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

/* Seconds left of a cell under way by what it tells itself, and by the model of what follows the part it tells of; NAN:
 * it tells nothing yet, or of a part that is over. */
static double
told_left (const EqpStudyPlan *plan,
           const EqpCellTime  *cell,
           const char         *method,
           double              machine)
{
  double left;

  if (cell->part == NULL || cell->fraction < LEAST_FRACTION || cell->fraction >= 1.0)
    return NAN;
  left = cell->part_seconds * (1.0 - cell->fraction) / cell->fraction;
  return left + machine * eqp_solver_cost_after (eqp_solver_find (method), cell->part, plan->n, plan->d, &plan->params);
}

/* Cells under way that tell how long they will take, or have taken longer than thought, tell something of groups of
 * which none is done. */
static void
learn_from_running (const EqpStudyPlan *plan,
                    const EqpCellTime  *cells,
                    const double       *seconds,
                    double              machine,
                    double             *measured)
{
  guint n_groups = plan->groups->len, n_cells = eqp_study_plan_get_n_cells (plan);

  for (guint cell = 0; cell < n_cells; cell++)
    {
      double left = told_left (plan, &cells[cell], method_of (plan, cell), machine);

      if (cells[cell].state != EQP_CELL_RUNNING || !isnan (measured[cell % n_groups]))
        continue;
      if (!isnan (left))
        measured[cell % n_groups] = cells[cell].seconds + left;
      else if (cells[cell].seconds > seconds[cell % n_groups])
        measured[cell % n_groups] = (1.0 + MORE_OF_LATE) * cells[cell].seconds;
    }
}

/* Seconds left of a cell under way. */
static double
find_left (const EqpStudyPlan *plan,
           const EqpCellTime  *cell,
           const char         *method,
           double              seconds,
           gboolean            sure,
           double              machine)
{
  double left = told_left (plan, cell, method, machine);

  if (!isnan (left))
    return left;
  return MAX (seconds - cell->seconds, cell->seconds > seconds ? MORE_OF_LATE * cell->seconds
                                       : sure                  ? 0.0
                                                               : MORE_OF_UNSURE * cell->seconds);
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
  g_autofree double *done = NULL;
  double end = 0.0, machine;

  measure (plan, cells, measured);
  done = g_memdup2 (measured, sizeof (double) * MAX (1, n_groups));
  machine = slowness (plan, measured, NULL, pace);
  estimate (plan, measured, pace, seconds);
  learn_from_running (plan, cells, seconds, machine, measured);
  estimate (plan, measured, pace, seconds);
  for (guint cell = 0; cell < n_cells; cell++)
    if (cells[cell].state == EQP_CELL_RUNNING && busy < n_workers)
      free_at[busy++] = find_left (plan, &cells[cell], method_of (plan, cell), seconds[cell % n_groups],
                                   !isnan (done[cell % n_groups]), machine);
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
