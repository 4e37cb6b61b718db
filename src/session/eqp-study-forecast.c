/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a study will take. What cells of a group took on this machine tells how long its others take; for a group of
 * which none is done, a model of the cost, calibrated by the groups that are known; then the cells are dealt to the
 * workers as they will be. */
#include "config.h"

#include "eqp-study-forecast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A cell that has taken longer than thought takes half as long again as it has, and one that is soon to end by what is
 * no more than a model is not so sure of it. */
#define MORE_OF_LATE 0.5
#define MORE_OF_UNSURE 0.3

/* What a cell tells of itself is heard once so much of a part is done, and believed once so much is; between, the model
 * has a say. */
#define LEAST_FRACTION 0.02
#define SURE_FRACTION 0.3

/* Cells of so many seconds, by the model, count half when it is put to this machine's pace: what takes a millisecond is
 * mostly overhead. As many groups as DOUBT are thought to be right in the model. */
#define TRUST 0.1
#define DOUBT 3.0

/* The share of the machine that others have is measured from the start on; what the system tells of it counts as so
 * many seconds of the processor before. */
#define BEFORE 0.2
#define MOST_PACE 20.0

/* What is known of each group. */
typedef struct
{
  const EqpStudyPlan *plan;
  const EqpCellTime  *cells;
  guint               n_groups;
  guint               n_cells;
  double              pace;
  double             *told;     /* seconds of a cell by the model */
  double             *after;    /* and of what follows its eigenvectors */
  double             *done;     /* on average of those that are done; NAN: none is */
  double             *measured; /* likewise, or by those under way */
  double             *seconds;  /* all in all */
} Forecast;

static const char *
method_of (const Forecast *self,
           guint           group)
{
  return g_array_index (self->plan->groups, EqpStudyGroup, group).method;
}

static void
ask_model (Forecast         *self,
           const EqpDataset *dataset,
           const EqpGraph   *graph)
{
  for (guint group = 0; group < self->n_groups; group++)
    {
      const EqpSolver *solver = eqp_solver_find (method_of (self, group));

      self->told[group] = eqp_solver_cost (solver, dataset, graph, &self->plan->params);
      self->after[group] = eqp_solver_cost_after (solver, EQP_PART_EIGENVECTORS, dataset, graph, &self->plan->params);
    }
}

static void
measure (Forecast *self)
{
  for (guint group = 0; group < self->n_groups; group++)
    {
      double sum = 0.0, count = 0.0;

      for (guint cell = group; cell < self->n_cells; cell += self->n_groups)
        if (self->cells[cell].state == EQP_CELL_DONE)
          {
            sum += self->cells[cell].seconds;
            count += 1.0;
          }
      self->measured[group] = self->done[group] = count > 0.0 ? sum / count : NAN;
    }
}

/* Whether two methods cost the same by the model, as spectral ones on one matrix do: then it is wrong of both alike. */
static gboolean
are_alike (const char *method,
           const char *other)
{
  const EqpSolverCost *one = &eqp_solver_find (method)->cost, *two = &eqp_solver_find (other)->cost;

  return one->before != NULL && one->before == two->before && one->starts == two->starts;
}

/* How much longer than the model says the groups of a method take, or those of methods alike, on geometric average by
 * the model's seconds; NAN: of none it is known. */
static double
slowness (const Forecast *self,
          const char     *method,
          gboolean        alike)
{
  double weight = 0.0, sum = 0.0;

  for (guint i = 0; i < self->n_groups; i++)
    if (!isnan (self->measured[i]) &&
        (alike ? are_alike (method, method_of (self, i)) : strcmp (method, method_of (self, i)) == 0))
      {
        sum += self->told[i] * log (MAX (self->measured[i], 1e-6) / self->told[i]);
        weight += self->told[i];
      }
  return weight > 0.0 ? exp (sum / weight) : NAN;
}

/* The same of groups whose method is not known yet: the pace of the machine, and of what the others are beyond it as
 * much as says something of the machine. A method of which the model is wrong must not make all others seem so. */
static double
slowness_of_machine (const Forecast *self)
{
  double weight = DOUBT, sum = 0.0;

  for (guint i = 0; i < self->n_groups; i++)
    if (!isnan (self->measured[i]))
      {
        double trust = self->told[i] / (self->told[i] + TRUST);

        sum += trust * log (MAX (self->measured[i], 1e-6) / (self->pace * self->told[i]));
        weight += trust;
      }
  return self->pace * exp (sum / weight);
}

/* Groups of which nothing is known: as other gammas of the method, else as methods alike, else as the others. */
static void
estimate (Forecast *self)
{
  double machine = slowness_of_machine (self);

  for (guint i = 0; i < self->n_groups; i++)
    {
      double own = slowness (self, method_of (self, i), FALSE), other = slowness (self, method_of (self, i), TRUE);

      self->seconds[i] = !isnan (self->measured[i]) ? self->measured[i]
                                                    : self->told[i] * (!isnan (own)   ? own
                                                                       : !isnan (other) ? other
                                                                                        : machine);
    }
}

/* Seconds left of what was thought to take so long when they began to pass. */
static double
rest (double thought,
      double passed)
{
  return MAX (thought - passed, (passed > thought ? MORE_OF_LATE : MORE_OF_UNSURE) * passed);
}

/* Seconds left of a cell under way by what it tells itself, and by the model of what follows the part it tells of; NAN:
 * it tells nothing yet, or of a part that is over. */
static double
told_left (const Forecast *self,
           guint           number,
           double          machine)
{
  const EqpCellTime *cell = &self->cells[number];
  guint group = number % self->n_groups;
  double done = cell->fraction - cell->first_fraction, trust = MIN (1.0, done / SURE_FRACTION);
  double thought = MAX (machine * self->told[group] - cell->seconds, MORE_OF_UNSURE * cell->seconds), left;

  if (cell->part == NULL || done < LEAST_FRACTION || cell->fraction >= 1.0)
    return NAN;
  left = cell->part_seconds * (1.0 - cell->fraction) / done;
  if (strcmp (cell->part, EQP_PART_EIGENVECTORS) == 0)
    left += machine * self->after[group];
  left = rest (left, cell->silence);
  return pow (left, trust) * pow (thought, 1.0 - trust);
}

/* Cells under way that tell how long they will take, or have taken longer than thought, tell something of groups of
 * which none is done. */
static void
learn_from_running (Forecast *self,
                    double    machine)
{
  for (guint cell = 0; cell < self->n_cells; cell++)
    {
      guint group = cell % self->n_groups;
      double left, passed = self->cells[cell].seconds;

      if (self->cells[cell].state != EQP_CELL_RUNNING || !isnan (self->measured[group]))
        continue;
      left = told_left (self, cell, machine);
      if (!isnan (left))
        self->measured[group] = passed + left;
      else if (passed > self->seconds[group])
        self->measured[group] = (1.0 + MORE_OF_LATE) * passed;
    }
}

/* Seconds left of a cell under way. */
static double
find_left (const Forecast *self,
           guint           cell,
           double          machine)
{
  guint group = cell % self->n_groups;
  double left = told_left (self, cell, machine), passed = self->cells[cell].seconds, all = self->seconds[group];

  if (!isnan (left))
    return left;
  return isnan (self->done[group]) || passed > all ? rest (all, passed) : all - passed;
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
 * eqp_forecast_first_pace:
 * @n_workers: how many threads are to work
 *
 * Returns: about how many seconds will pass for a second of the processor, by how many others want it now
 */
double
eqp_forecast_first_pace (guint n_workers)
{
  double load;

  return getloadavg (&load, 1) == 1 ? CLAMP ((load + n_workers) / g_get_num_processors (), 1.0, MOST_PACE) : 1.0;
}

/**
 * eqp_forecast_pace:
 * @first: eqp_forecast_first_pace() when it began
 * @processor: eqp_forecast_processor() then
 * @elapsed: seconds since then
 * @n_workers: how many threads have worked
 *
 * Returns: seconds that pass for a second of the processor, 1 where the cores are ours alone
 */
double
eqp_forecast_pace (double first,
                   double processor,
                   double elapsed,
                   guint  n_workers)
{
  double used = eqp_forecast_processor () - processor;

  return CLAMP ((BEFORE * first + elapsed * n_workers) / (BEFORE + used), 1.0, MOST_PACE);
}

/**
 * eqp_study_forecast:
 * @plan: what is run
 * @dataset: on what
 * @graph: (nullable): its graph, where there is one already
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
                    const EqpDataset   *dataset,
                    const EqpGraph     *graph,
                    const EqpCellTime  *cells,
                    guint               n_workers,
                    double              pace)
{
  guint n_groups = plan->groups->len, busy = 0;
  g_autofree double *of_groups = g_new0 (double, 5 * MAX (1, n_groups));
  g_autofree double *free_at = g_new0 (double, n_workers);
  Forecast self = {
    .plan = plan, .cells = cells, .n_groups = n_groups, .n_cells = eqp_study_plan_get_n_cells (plan), .pace = pace,
    .told = of_groups, .after = of_groups + n_groups, .done = of_groups + 2 * n_groups,
    .measured = of_groups + 3 * n_groups, .seconds = of_groups + 4 * n_groups
  };
  double end = 0.0, machine;

  ask_model (&self, dataset, graph);
  measure (&self);
  machine = slowness_of_machine (&self);
  estimate (&self);
  learn_from_running (&self, machine);
  estimate (&self);
  for (guint cell = 0; cell < self.n_cells; cell++)
    if (cells[cell].state == EQP_CELL_RUNNING && busy < n_workers)
      free_at[busy++] = find_left (&self, cell, machine);
  for (guint cell = 0; cell < self.n_cells; cell++)
    {
      guint first = 0;

      if (cells[cell].state != EQP_CELL_WAITING)
        continue;
      for (guint worker = 1; worker < n_workers; worker++)
        if (free_at[worker] < free_at[first])
          first = worker;
      free_at[first] += self.seconds[cell % n_groups];
    }
  for (guint worker = 0; worker < n_workers; worker++)
    end = MAX (end, free_at[worker]);
  return end;
}
