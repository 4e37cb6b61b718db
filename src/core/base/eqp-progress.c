/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Telling how far a piece of work is. */
#include "config.h"

#include "eqp-progress.h"

#define INTERVAL (G_USEC_PER_SEC / 10)

/**
 * eqp_progress_tell:
 * @progress: (nullable): whom to tell
 * @told: (inout) (nullable): time of the last report, 0 at first: then at most ten are made a second; NULL: all are
 * @fraction: how much is done, negative when that is not known
 * @what: of what
 */
void
eqp_progress_tell (const EqpProgress *progress,
                   gint64            *told,
                   double             fraction,
                   const char        *what)
{
  if (progress == NULL || progress->func == NULL)
    return;
  if (told != NULL)
    {
      gint64 now = g_get_monotonic_time ();

      if (now - *told < INTERVAL)
        return;
      *told = now;
    }
  progress->func (fraction, what, progress->user_data);
}
