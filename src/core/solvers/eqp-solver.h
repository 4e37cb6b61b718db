/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-param.h"
#include "base/eqp-progress.h"
#include "graph/eqp-graph.h"

G_BEGIN_DECLS

typedef enum {
  EQP_EVENT_STARTED,    /* once, first */
  EQP_EVENT_ITERATION,  /* any number */
  EQP_EVENT_FINISHED,   /* once, last, also when cancelled */
  EQP_EVENT_RESTART     /* before each of several starts, without objective, sizes and labels */
} EqpEventKind;

/* One step of a run. Pointers are valid only during the call. */
typedef struct
{
  EqpEventKind   kind;
  gint64         iteration;   /* 0 is the start (initial labels), then 1, 2, ... */
  double         objective;   /* what the method minimises or maximises, at the gamma asked for */
  double         data_term;   /* SSE, or the cut counted as W - Tr(F'AF) */
  double         penalty;     /* gamma * sum n_k^2 */
  gint64         moved;       /* rows whose label changed in this step */
  double         seconds;     /* since the run started */
  gint           k;
  const gint64  *sizes;       /* k */
  gint64         n;
  const gint32  *labels;      /* n, or NULL when they were not kept for this step */
  const char    *phase;       /* untranslated, for the log: "lloyd", "balance", "polish", ... */
  gint           restart;     /* of EQP_EVENT_RESTART: starts that are over; all of them while they are combined */
  gint           restarts;    /* of how many */
} EqpEvent;

/* One stream for window, terminal, studies and tests. emit () is called from the solver's thread and must not block. */
typedef struct
{
  void    (*emit)     (const EqpEvent *event,
                       gpointer        user_data);
  gpointer  user_data;
} EqpSink;

/* Parameters that a method has for itself. */
#define EQP_OWN_PARAMS 8

/* What EqpParams.scale holds where it is no distance. */
#define EQP_PARAMS_SCALE_LOCAL (-1.0)
#define EQP_PARAMS_SCALE_MEAN (-2.0)

/* Copied by value. What a method takes of it stands in its table of parameters; k, gamma and seed all of them take. */
typedef struct
{
  gint            k;
  double          gamma;            /* raw; 0 is allowed */
  EqpInit         init;
  guint64         seed;
  gint            restarts;         /* >= 1; the best objective is kept */
  gint64          max_iterations;   /* 0: the method's own limit */
  EqpEmptyPolicy  empty;
  gint64          min_size;         /* rows of a cluster at the least and at the most; 0: no limit */
  gint64          max_size;
  double          seconds;          /* searched on so long; 0: until nothing more is found */
  const gint32   *initial_labels;   /* n labels 0..k-1 to start from, or NULL; then init and restarts are not used */
  const double   *initial_centers;  /* k x d in stored units to start from, or NULL; likewise, but for initial_labels */

  /* what is known of the rows besides their features; borrowed; only methods with EQP_SOLVER_WEIGHS_ROWS take it */
  const double   *weights;          /* n: how many times each row counts, or NULL: once */
  const EqpRowPair *must_links;     /* rows of a pair get the same label */
  gint64          n_must_links;
  const EqpRowPair *cannot_links;   /* and here different ones */
  gint64          n_cannot_links;

  /* the graph family only */
  gint            neighbors;        /* k of the nearest-neighbour graph */
  double scale; /* EQP_PARAMS_SCALE_LOCAL, EQP_PARAMS_SCALE_MEAN, or delta in the units of the data */
  EqpSearch       search;           /* of the neighbors */

  double          own[EQP_OWN_PARAMS]; /* the method's own, where the rows of its table say; NAN: the usual value, which
                                        * eqp_solver_run () puts in, so that methods read numbers */
} EqpParams;

/* For the rows of a table of parameters. */
#define EQP_PARAM_AT(field) G_STRUCT_OFFSET (EqpParams, field)
#define EQP_PARAM_OWN(i) (G_STRUCT_OFFSET (EqpParams, own) + (i) * sizeof (double))

/* What a run needs besides its problem: no globals. */
typedef struct
{
  EqpPool       *pool;
  EqpSink       *sink;          /* may be NULL */
  GCancellable  *cancellable;   /* may be NULL */
  EqpGraph      *graph;         /* the graph family: built from the same data and settings, or NULL to build it */
  const EqpProgress *progress;  /* may be NULL: how much of a part is done, from methods that can tell */
} EqpContext;

struct _EqpResult
{
  gint64      n;
  gint64      d;
  gint        k;
  gint32     *labels;        /* n */
  gint64     *sizes;         /* k; sums of the weights of rows where they have weights, rounded */
  double     *masses;        /* k: these sums as they are, or NULL without weights */
  double     *centers;       /* k x d in stored units, or NULL for methods without centres */
  double     *prices;        /* k dual prices of the last assignment step, or NULL */
  double      gamma;
  double      objective;
  double      data_term;
  double      penalty;
  double      assignment_gap; /* certified gap of the last assignment step; negative: none was made */
  gint64      iterations;
  gint        starts;        /* that came to their end; 0: the method does not tell */
  gint        reached;       /* of them, this objective but for rounding; 0: it was found after them */
  gint64      visits;        /* entries of graphs that were looked at; 0: the method does not count them */
  gboolean    converged;
  gboolean    cancelled;
  double      seconds;
  GPtrArray  *warnings;      /* char*, full sentences; never NULL */
};

typedef enum {
  EQP_SOLVER_USES_GAMMA   = 1 << 0,
  EQP_SOLVER_WARM_START   = 1 << 1, /* takes initial_labels and never ends with a worse objective than theirs */
  EQP_SOLVER_MONOTONE     = 1 << 2, /* the objective of the event stream never gets worse */
  EQP_SOLVER_MAXIMIZES    = 1 << 3,
  EQP_SOLVER_PUBLISHED    = 1 << 4, /* the published algorithm to the letter, kept as a lesson */
  EQP_SOLVER_FROM_CENTERS = 1 << 5, /* takes initial_centers */
  EQP_SOLVER_WEIGHS_ROWS  = 1 << 6, /* takes weights and links */
  EQP_SOLVER_READS_SPARSE = 1 << 7, /* sparse rows stay so, but with weights or links; the others get them dense */
  EQP_SOLVER_DRAGS_GAMMA  = 1 << 8  /* an iteration solves the balanced assignment: eqp_gamma_drag_at() is one of its */
} EqpSolverFlags;

/* What a cold run costs: seconds of a core of about 2024, within a factor of four or so for n from 1e2 to 1e5, without
 * the building of a graph. Nothing of it said: as is usual in the family. */
typedef struct
{
  /* of each start: per_value n d K + per_row n + per_part n K + per_side n d min (n, d) */
  double   per_value;
  double   per_row;
  double   per_part;
  double   per_side;
  /* What comes once, before the starts: EQP_PART_EIGENVECTORS; and all starts, in the place of the terms. Both may be
   * NULL, as may the graph: it is not known yet. */
  double (*before) (double n, const EqpGraph *graph, const EqpParams *params);
  double (*starts) (double n, const EqpGraph *graph, const EqpParams *params);
} EqpSolverCost;

typedef struct _EqpWarmClass EqpWarmClass; /* known to methods and to the path of gamma */

/* One method: const, in the registry. */
struct _EqpSolver
{
  const char      *id;          /* "bkm" */
  const char      *name;        /* "Balanced k-means" */
  const char      *summary;     /* one sentence */
  const char      *reference;   /* paper, section, equation */
  EqpFamily        family;
  EqpSolverFlags   flags;
  EqpSolverCost    cost;
  const char      *objective;      /* the measure of its own that it makes small or large; NULL: data term + penalty */
  const char      *objective_note; /* how that is counted */
  const EqpParam *const *params; /* what it takes besides k, gamma and seed, in the order of controls; ended by NULL */
  const EqpWarmClass *warm;      /* runs from gamma to gamma; NULL: each is one of its own */
  gboolean       (*check_params) (EqpDataset       *dataset,
                                  const EqpParams  *params,
                                  GError          **error);
  EqpResult     *(*run)          (EqpDataset       *dataset,
                                  const EqpParams  *params,
                                  EqpContext       *context,
                                  GError          **error);
};

/* Parameters that several methods share. */
extern const EqpParam eqp_param_init;
extern const EqpParam eqp_param_starts;
extern const EqpParam eqp_param_max_iterations;
extern const EqpParam eqp_param_empty;
extern const EqpParam eqp_param_min_size;
extern const EqpParam eqp_param_max_size;
extern const EqpParam eqp_param_seconds;
extern const EqpParam eqp_param_neighbors;
extern const EqpParam eqp_param_scale;
extern const EqpParam eqp_param_search;

const EqpParam *const *eqp_shared_params_get   (gsize           *n_params);
EqpParams        eqp_params_default            (void);
void             eqp_params_reset_own          (EqpParams       *self);
EqpParams        eqp_params_for                (const EqpParams *self,
                                                const EqpSolver *solver);
EqpGraphOptions  eqp_params_get_graph_options  (const EqpParams *self);
gboolean         eqp_solver_takes              (const EqpSolver *self,
                                                const EqpParam  *param);
gboolean         eqp_param_is_own              (const EqpParam  *param);
gboolean    eqp_solver_check       (const EqpSolver  *solver,
                                    EqpDataset       *dataset,
                                    const EqpParams  *params,
                                    GError          **error);
gboolean    eqp_solver_fits        (const EqpSolver  *solver,
                                    EqpDataset       *dataset);
gboolean    eqp_solver_check_from_centers (const EqpSolver  *solver,
                                           GError          **error);
double      eqp_solver_cost        (const EqpSolver  *solver,
                                    const EqpDataset *dataset,
                                    const EqpGraph   *graph,
                                    const EqpParams  *params);
double      eqp_solver_cost_after  (const EqpSolver  *solver,
                                    const char       *part,
                                    const EqpDataset *dataset,
                                    const EqpGraph   *graph,
                                    const EqpParams  *params);
EqpResult  *eqp_solver_run         (const EqpSolver  *solver,
                                    EqpDataset       *dataset,
                                    const EqpParams  *params,
                                    EqpContext       *context,
                                    GError          **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean    eqp_check_common_params (EqpDataset      *dataset,
                                     const EqpParams *params,
                                     GError         **error);
EqpResult  *eqp_result_new         (gint64            n,
                                    gint64            d,
                                    gint              k);
void        eqp_result_free        (EqpResult        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpResult, eqp_result_free)

G_END_DECLS
