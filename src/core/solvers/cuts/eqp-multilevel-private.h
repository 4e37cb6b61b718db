/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-parallel.h"
#include "base/eqp-progress.h"
#include "base/eqp-rng.h"

G_BEGIN_DECLS

/* A graph of one level: a symmetric matrix in compressed rows without diagonal. A vertex stands for mass rows. */
typedef struct
{
  gint64         n;
  const gint64  *starts;    /* n + 1 */
  const gint32  *columns;   /* starts[n] */
  const double  *weights;   /* starts[n] */
  const gint32  *mass;      /* n, or NULL: 1 each */
  gint64         total_mass;
} EqpLevel;

/* A coarser graph that owns its arrays, and the way to it. */
typedef struct
{
  EqpLevel  graph;
  gint32   *map;            /* vertex of the finer graph -> vertex of this one */
} EqpCoarse;

/* -- coarsening -- */

EqpCoarse     *_eqp_coarsen            (const EqpLevel     *fine,
                                        const gint32       *keep,
                                        gint64              most_mass,
                                        gint64              wanted,
                                        EqpRng             *rng);
EqpCoarse     *_eqp_contract           (const EqpLevel     *fine,
                                        gint32             *map,
                                        gint64              n);
void           _eqp_coarse_free        (EqpCoarse          *self);

/* -- first partitions -- */

void           _eqp_start_random       (const EqpLevel     *graph,
                                        int                 k,
                                        EqpRng             *rng,
                                        gint32             *labels);
void           _eqp_start_grow         (const EqpLevel     *graph,
                                        int                 k,
                                        EqpRng             *rng,
                                        gint32             *labels);
gint64         _eqp_start_components   (const EqpLevel     *graph,
                                        int                 k,
                                        gint32             *labels);
void           _eqp_start_line_up      (const EqpLevel     *graph,
                                        gboolean            deep,
                                        gint32             *line);

/* -- refinement -- */

typedef struct _EqpWalk EqpWalk;

/* What sizes cost: gamma times the sum of their squares, and a price on the squares by which they are outside limits.
 */
typedef struct
{
  double gamma;
  double limit;
} EqpPrices;

/* How a walk goes on and when it ends. */
typedef struct
{
  EqpPrices prices;     /* moves are chosen by J at these */
  gint64    moves;      /* at the most */
  gint64    patience;   /* moves without a new best */
  gint64    tenure;     /* moves for which a vertex that moved stays locked, on average; 0: to the end of the walk */
} EqpWalkPlan;

EqpWalk       *_eqp_walk_new           (gint64              n,
                                        gint64              entries,
                                        int                 k,
                                        GCancellable       *cancellable,
                                        GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void           _eqp_walk_free          (EqpWalk            *self);
void           _eqp_walk_set_limits    (EqpWalk            *self,
                                        gint64              fewest,
                                        gint64              most);
void           _eqp_walk_set           (EqpWalk            *self,
                                        const EqpLevel     *graph,
                                        EqpPrices           judge,
                                        const gint32       *labels);
gboolean       _eqp_walk_run           (EqpWalk            *self,
                                        const EqpWalkPlan  *plan,
                                        EqpRng             *rng);
gboolean       _eqp_walk_run_local     (EqpWalk            *self,
                                        const EqpWalkPlan  *plan,
                                        EqpRng             *rng);
void           _eqp_walk_repair        (EqpWalk            *self);
gboolean       _eqp_walk_exchange      (EqpWalk            *self);
gboolean       _eqp_walk_flow          (EqpWalk            *self,
                                        double              share,
                                        int                 rounds);
double         _eqp_walk_get_worth     (const EqpWalk      *self);
double         _eqp_walk_get_data      (const EqpWalk      *self);
gint64         _eqp_walk_get_squares   (const EqpWalk      *self);
gint64         _eqp_walk_get_excess    (const EqpWalk      *self);
const gint32  *_eqp_walk_get_labels    (const EqpWalk      *self);
const gint64  *_eqp_walk_get_sizes     (const EqpWalk      *self);
gint64         _eqp_walk_get_visits    (const EqpWalk      *self);

/* -- the search -- */

typedef struct _EqpMultilevel EqpMultilevel;

typedef enum
{
  EQP_WAY_BOTH,
  EQP_WAY_WHOLE,        /* all clusters at once */
  EQP_WAY_DIVIDED
} EqpWay;

/* Called when the best labels have changed; untranslated phase for the log. */
typedef void (*EqpMultilevelReport) (const EqpMultilevel *self,
                                     const char          *phase,
                                     gpointer             user_data);

/* What a step of a search is of all there is to do: from..to. */
typedef struct
{
  double from;
  double to;
} EqpShare;

/* One search: a graph, K, a gamma, and the best labels met so far. */
struct _EqpMultilevel
{
  EqpLevel             graph;
  int                  k;
  double               gamma;
  gboolean             limited;        /* sizes have limits, and only labels within them are ever the best */
  gint64               fewest;         /* rows of a cluster; of no meaning without limits */
  gint64               most;
  double               outside;        /* price of being outside them that nothing outweighs */
  double               tolerance;      /* smaller differences of J are rounding */
  gboolean             local;          /* large: rounds of short walks as well */
  double               soft;           /* price of a move on coarse levels, in parts of the weight of a vertex */
  gint64               least;          /* sum of squares of even sizes */
  GCancellable        *cancellable;    /* may be NULL */
  gint64               deadline;       /* monotonic time in microseconds; 0: none */
  gboolean             brief;          /* one of many: fewer tries of everything */
  EqpWay               way;            /* of partitions from nothing; settled by the first one of a large graph */
  gboolean             stop;           /* set from outside, or by the report: no further passes */
  EqpWalk             *walk;
  gint64               visits;         /* entries that searches in parts of it have looked at */
  EqpMultilevelReport  report;         /* may be NULL */
  gpointer             user_data;
  const EqpProgress   *progress;       /* may be NULL */
  gint64               told;           /* when, for eqp_progress_tell() */
  EqpShare             share;          /* of the run that the present step is */
  double               done;           /* of the run: what was told, which never falls */

  double               best;           /* worth of the best labels: J less the penalty of even sizes */
  double               best_data;      /* their W - Tr(F'AF) */
  gint64              *best_sizes;     /* k */
  gint32              *best_labels;    /* n */
};

EqpMultilevel *_eqp_multilevel_new     (const EqpLevel     *graph,
                                        int                 k,
                                        double              gamma,
                                        gint64              fewest,
                                        gint64              most,
                                        GCancellable       *cancellable,
                                        GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void           _eqp_multilevel_free    (EqpMultilevel      *self);
gboolean       _eqp_multilevel_offer   (EqpMultilevel      *self,
                                        const char         *phase,
                                        const gint32       *labels);
void           _eqp_multilevel_fresh   (EqpMultilevel      *self,
                                        EqpRng             *rng);
void           _eqp_multilevel_improve (EqpMultilevel      *self,
                                        EqpRng             *rng);
void           _eqp_multilevel_combine (EqpMultilevel      *self,
                                        const gint32       *other,
                                        EqpRng             *rng);
void           _eqp_multilevel_start   (EqpMultilevel      *self,
                                        EqpRng             *rng);
void           _eqp_multilevel_brief   (EqpMultilevel      *self,
                                        EqpRng             *rng);
void           _eqp_multilevel_evolve  (EqpMultilevel      *self,
                                        EqpPool            *pool,
                                        guint64             seed);
void           _eqp_multilevel_cross   (EqpMultilevel      *self,
                                        const gint32       *other,
                                        EqpRng             *rng);
gboolean       _eqp_multilevel_divide  (EqpMultilevel      *self,
                                        EqpRng             *rng,
                                        gint32             *labels) G_GNUC_WARN_UNUSED_RESULT;
gboolean       _eqp_multilevel_pairs   (EqpMultilevel      *self,
                                        EqpRng             *rng);
gboolean       _eqp_multilevel_renew   (EqpMultilevel      *self,
                                        EqpRng             *rng);
int            _eqp_multilevel_affordable
                                       (const EqpMultilevel *self,
                                        double              share,
                                        int                 least,
                                        int                 most);
void           _eqp_multilevel_get_range
                                       (const EqpMultilevel *self,
                                        gint64             *least,
                                        gint64             *most);
EqpShare       _eqp_multilevel_share   (EqpMultilevel      *self,
                                        double              from,
                                        double              to);
void           _eqp_multilevel_tell    (EqpMultilevel      *self,
                                        double              part);
gboolean       _eqp_multilevel_stopped (const EqpMultilevel *self);
gint64         _eqp_multilevel_get_visits
                                       (const EqpMultilevel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpMultilevel, _eqp_multilevel_free)

G_END_DECLS
