/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a load is: bytes read are most of it; what follows in memory has a share of its own, so that a long file is
 * never silent and never seems done before it is. */
#include "config.h"

#include "eqp-data-private.h"

/* Where each stage begins in the whole; the last is the end. */
static const double begins[] = { 0.0, 0.75, 0.85, 0.9, 0.95, 1.0 };

/**
 * _eqp_tell_stage:
 * @progress: (nullable): whom to tell
 * @told: (inout): time of the last report, 0 at first
 * @stage: what is going on
 * @fraction: how much of the stage is done, negative when that is not known
 * @what: the file's name
 *
 * Reports at most ten times a second.
 */
void
_eqp_tell_stage (const EqpProgress *progress,
                 gint64            *told,
                 EqpStage           stage,
                 double             fraction,
                 const char        *what)
{
  if (fraction >= 0.0)
    fraction = begins[stage] + (begins[stage + 1] - begins[stage]) * CLAMP (fraction, 0.0, 1.0);
  eqp_progress_tell (progress, told, fraction, what);
}

/**
 * _eqp_parts_watch:
 * @parts: what a reader gathers
 * @progress: (nullable): told from here on until the data set is made; borrowed
 * @what: (nullable): the file's name, borrowed as long
 */
void
_eqp_parts_watch (EqpDatasetParts   *parts,
                  const EqpProgress *progress,
                  const char        *what)
{
  parts->progress = progress;
  parts->progress_what = what;
  parts->reported = 0;
}

/**
 * _eqp_parts_go_on:
 * @parts: what a reader gathers
 * @stage: what is going on
 * @done: how much of it is done
 * @all: out of
 * @cancellable: (nullable): to stop
 * @error: (nullable): return location, G_IO_ERROR_CANCELLED
 *
 * To be called some hundred times a second by whatever takes long once the file is read.
 *
 * Returns: FALSE when the user wants to stop
 */
gboolean
_eqp_parts_go_on (EqpDatasetParts *parts,
                  EqpStage         stage,
                  gint64           done,
                  gint64           all,
                  GCancellable    *cancellable,
                  GError         **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  _eqp_tell_stage (parts->progress, &parts->reported, stage, (double) done / (double) MAX (1, all),
                   parts->progress_what != NULL ? parts->progress_what : "");
  return TRUE;
}
