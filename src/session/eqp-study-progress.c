/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a study stands, and how long it will take. */
#include "config.h"

#include "eqp-study-private.h"

/* With the lock held. */
static double
forecast (EqpStudyWork *work, gint64 now, double elapsed)
{
  g_autofree EqpCellTime *times = g_new0 (EqpCellTime, MAX (1, work->n_cells));

  for (guint i = 0; i < work->n_cells; i++)
    {
      const EqpStudyCell *cell = &work->cells[i];

      times[i].state = cell->state;
      times[i].seconds = cell->state == EQP_CELL_RUNNING ? (double) (now - cell->started) * 1e-6 : cell->seconds;
      times[i].part = cell->part;
      times[i].part_seconds = (double) (cell->part_told - cell->part_started) * 1e-6;
      times[i].silence = (double) (now - cell->part_told) * 1e-6;
      times[i].fraction = cell->fraction;
      times[i].first_fraction = cell->first_fraction;
    }
  return eqp_study_forecast (work->plan, work->dataset, work->preparing ? NULL : work->graph, times,
                             MAX (1, work->n_workers),
                             eqp_forecast_pace (work->pace, work->processor, elapsed, work->n_workers));
}

/**
 * eqp_study_get_progress:
 * @self: a study
 * @progress: (out caller-allocates): where it stands
 *
 * Time O(cells); for the ticks of a display, not for every event.
 */
void
eqp_study_get_progress (EqpStudy         *self,
                        EqpStudyProgress *progress)
{
  EqpStudyWork *work = self->work;
  gint64 now = g_get_monotonic_time ();

  *progress = (EqpStudyProgress) { 0 };
  g_mutex_lock (&work->lock);
  for (guint i = 0; i < work->n_cells; i++)
    {
      const EqpStudyCell *cell = &work->cells[i];
      gboolean done = cell->state == EQP_CELL_DONE || (cell->state == EQP_CELL_ELSEWHERE && work->rows[i] != NULL);

      progress->cells += cell->state != EQP_CELL_ELSEWHERE || work->rows[i] != NULL;
      progress->done += done;
      progress->failed += done && work->rows[i]->failure != NULL;
      progress->running += cell->state == EQP_CELL_RUNNING;
    }
  progress->preparing = work->preparing;
  progress->paused = work->paused;
  if (work->started != 0)
    {
      gint64 end = work->ended != 0 ? work->ended : work->paused ? work->paused_at : now;

      progress->elapsed = (double) (end - work->started - work->pauses) * 1e-6;
    }
  progress->left = work->ended != 0 ? 0.0 : forecast (work, now, progress->elapsed);
  if (work->preparing && work->fraction > 0.0)
    progress->left += progress->elapsed * (1.0 - work->fraction) / work->fraction;
  progress->fraction = progress->elapsed + progress->left > 0.0
                         ? progress->elapsed / (progress->elapsed + progress->left)
                         : work->ended != 0;
  g_mutex_unlock (&work->lock);
}
