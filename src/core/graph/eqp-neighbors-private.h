/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-neighbors.h"
#include "eqp-pairs.h"

G_BEGIN_DECLS

/* One search under way: what every way of searching needs, and its news for people. */
typedef struct
{
  const EqpPairKernels *kernels;
  const float          *x;            /* n x d; or: */
  const EqpSparseRows  *sparse;
  gint64                n;
  gint64                d;
  gint                  k;
  EqpPool              *pool;
  GCancellable         *cancellable;
  const EqpProgress    *progress;
  const char           *what;
  gint64                n_steps;      /* of the present stage */
  gint64                n_done;       /* atomic */
  gint64                told;         /* monotonic time of the last news; worker 0 only */
} EqpSearchState;

/* Memory of one worker in which rows meet all points. */
typedef struct
{
  float      *panel;                  /* d x EQP_PAIRS_PANEL */
  float      *rows;                   /* EQP_PAIRS_ROWS x d */
  EqpPairHit  hits[EQP_PAIRS_HITS];
} EqpMeeting;

gboolean  _eqp_meeting_init         (EqpMeeting           *self,
                                     const EqpSearchState *state,
                                     GError              **error);
void      _eqp_meeting_clear        (EqpMeeting           *self);
void      _eqp_search_meet_all      (const EqpSearchState *state,
                                     EqpMeeting           *meeting,
                                     const gint32         *which,
                                     int                   n_rows,
                                     gint32               *ids,
                                     double               *distances);
void      _eqp_search_begin_stage   (EqpSearchState   *self,
                                     const char       *what,
                                     gint64            n_steps);
gboolean  _eqp_search_step          (EqpSearchState   *self,
                                     guint             worker);
gboolean  _eqp_search_exact         (EqpSearchState   *self,
                                     EqpNeighbors     *neighbors,
                                     GError          **error);

gboolean  _eqp_search_sparse        (EqpSearchState   *self,
                                     EqpNeighbors     *neighbors,
                                     GError          **error);

gboolean  _eqp_search_approximate   (EqpSearchState   *self,
                                     EqpNeighbors     *neighbors,
                                     GError          **error);

/* A row's list of the nearest so far is ordered by distance, then by number. */
static inline gboolean
_eqp_nearer (double a, gint32 a_id, double b, gint32 b_id)
{
  return a < b || (a == b && a_id < b_id);
}

/* Puts @id into the list of k, whose last one drops out, when it belongs there. */
static inline void
_eqp_offer_distance (double *distances, gint32 *ids, int k, double distance, gint32 id)
{
  int place = k;

  if (!_eqp_nearer (distance, id, distances[k - 1], ids[k - 1]))
    return;
  while (--place > 0 && _eqp_nearer (distance, id, distances[place - 1], ids[place - 1]))
    {
      distances[place] = distances[place - 1];
      ids[place] = ids[place - 1];
    }
  distances[place] = distance;
  ids[place] = id;
}

G_END_DECLS
