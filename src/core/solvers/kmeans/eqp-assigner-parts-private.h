/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the assigner, for its files and for tests: from outside, the repair hides what a broken ascent leaves
 * over. */
#pragma once

#include "eqp-assigner-private.h"
#include "eqp-costs-private.h"

G_BEGIN_DECLS

#define EQP_ASSIGNER_ROWS 64  /* at once */
#define EQP_LISTED_PER_CHUNK 1024 /* a multiple of these */
#define EQP_DENSE_NEWTON 128  /* up to this many clusters the Newton step is solved by elimination */

/* Rows that may change their cluster, with the clusters they may change to. */
typedef struct
{
  gint64    first;    /* of the rows in candidates.rows */
  gint64    n_rows;
  gint32   *end;      /* n_rows: where the columns of each row end */
  gint32   *columns;  /* of a row: its own cluster at the base prices, then the others in order */
  double   *costs;
  gsize     n;
  gsize     room;
  gint64   *sizes;    /* k, of a look */
  double    value;
} EqpCandidateChunk;

typedef struct
{
  double             reach;     /* how much worse at the base prices the worst listed is; negative: there are none */
  gboolean           restricted; /* rows are held to what is listed for them */
  double             share;     /* how many rows each listed one stands for; above 1 the lists are for Newton only */
  gint64             n_rows;
  gint32            *rows;      /* ascending; room for n */
  EqpCandidateChunk *chunks;
  gint64             n_chunks;
  gint64             room;      /* chunks */
  gint64             entries;   /* atomic */
  float             *bar;        /* n: restricted, what is not listed for a row costs no less at the base prices */
  gint64            *listed;     /* k: restricted, rows that have the cluster in their lists */
  double             rest_value; /* at the base prices, of the rows that are not listed */
  gint64            *rest_sizes; /* k */
} EqpCandidates;

/* Rows of a cluster, and some that have left it. */
typedef struct
{
  gint32  *rows;
  gsize    n;
  gsize    room;
} EqpMembers;

struct _EqpAssigner
{
  gint64            n;
  int               k;
  int               kp;
  EqpPool          *pool;
  GCancellable     *cancellable;
  const EqpKernels *kernels;
  EqpExchange      *exchange;
  gint64            least;        /* rows of a cluster */
  gint64            most;
  gboolean          limited;      /* whether these can matter */
  const gint64     *weights;      /* n: how many times each row counts; borrowed; NULL: once */
  const gint64     *load;         /* k: what clusters hold besides these rows; borrowed; NULL: nothing */
  gint64            total;        /* of weights and load */
  const gint64     *copies;       /* k: how many clusters alike each one stands for; borrowed; NULL: one */
  gint64            clusters;     /* all of these */
  gint32           *line_rows;    /* n, in order along a line; NULL: no line has been told */
  const double     *line_centers; /* k; borrowed */

  /* the problem at hand */
  const float      *cost_float;
  const double     *cost_double;
  EqpCostFunc       source;       /* where both are NULL: computes them, */
  gpointer          source_data;
  gint64            source_step;  /* of one row in this many */
  EqpCosts         *kept;         /* what cost_float belongs to: costs that may not be up to date; NULL: they are */
  gint64            stride;
  double            gamma;
  gint64            base;
  gint32           *labels;
  double           *q;
  int               cancelled;     /* atomic */
  gboolean          no_memory;     /* cancelled for that reason */

  /* an evaluation of the dual */
  gint64            n_chunks;
  float            *price;        /* kp: q as float, padding infinite */
  float            *margin;       /* n: how much worse the second choice is */
  gint64           *chunk_sizes;  /* n_chunks x k */
  double           *chunk_value;  /* n_chunks */
  gint64           *sizes;        /* k */
  double           *base_q;       /* k: the prices of the last look at all rows */
  double            plain_value;  /* what it found, without what sizes cost */
  double            apart;        /* how far apart prices have moved since */
  double            fallen;       /* the least that one has risen by since; the repair only raises them */
  float             largest_price;
  gboolean          looked;       /* whether there was one in this problem */
  gint64            n_ahead;      /* chunks of a look ahead of the problem */
  gint64           *ahead_sizes;  /* n_ahead x k */
  double           *ahead_value;  /* n_ahead */
  gboolean          ahead;        /* it has been done, for the problem to come */
  float            *row_scratch;  /* EQP_ASSIGNER_ROWS + 3 rows of kp a thread */
  float            *no_error;     /* kp zeros */
  EqpCandidates     candidates;

  /* Newton */
  gboolean          cold;         /* the prices come from a sample that has been settled */
  gboolean          rough;        /* what is left over is for later */
  double           *excess;       /* k: n_k less the size that suits q_k: n/K + q_k / (2 gamma), within the limits */
  double           *step;         /* k */
  double           *trial;        /* k */
  double           *hessian;      /* k x k, or k when there are many clusters */
  double           *conjugate;    /* 4 k, when there are many clusters */
  gint32           *pairs;        /* 2 a pair of clusters that a row stands between, the same */
  double           *pair_weight;
  gsize             n_pairs;
  gsize             pair_room;

  /* repair */
  gint64           *flow;         /* k: what the sink arcs carry */
  double           *distance;     /* k + 1 */
  int              *parent;       /* k + 1 */
  gint32           *parent_row;   /* k + 1: the row handed over, -1 for size changes */
  double           *parent_weight; /* k + 1: what it costs more */
  int              *heap;         /* k + 1: nodes not settled, the nearest first */
  int              *heap_place;   /* k + 1: place in the heap, -1: not there */
  int               heap_count;
  int              *touched;      /* k + 1: nodes with a distance */
  int               n_touched;
  int              *root;         /* k + 1: of the tree it belongs to */
  guint8           *settled;      /* k + 1 */
  guint8           *used;         /* k + 1: roots that have found a target */
  int              *targets;      /* k + 1 */
  double           *start_q;      /* k: when margins were taken */
  double           *built_q;      /* k: when the arcs of the cluster were made; */
  double           *built_reach;  /* k: they hold what cost no more than this; negative: there are none */
  double            near;         /* members hold all rows whose margin is not above this */
  EqpMembers       *members;      /* k */
  gint64            effort;       /* nodes settled and rows put in so far, those of samples included: for tests */
  gint64            bids;         /* of auctions, likewise */
};

/* The costs of one row, wherever they come from. */
typedef struct
{
  const float  *single;
  const double *real;
} EqpCostRow;

/* eqp-assigner-look.c */
float   *_eqp_assigner_scratch         (EqpAssigner          *self,
                                        guint                 worker);
const float *_eqp_assigner_look_at_rows (EqpAssigner         *self,
                                        gint64                first_row,
                                        int                   rows,
                                        guint                 worker,
                                        gint64               *sizes,
                                        double               *value);
double   _eqp_assigner_look_at_all     (EqpAssigner          *self);
EqpCostRow _eqp_assigner_row           (EqpAssigner          *self,
                                        gint64                row,
                                        guint                 worker);
int      _eqp_assigner_columns_within  (EqpAssigner          *self,
                                        EqpCostRow            row,
                                        double                own,
                                        double                reach,
                                        guint                 worker,
                                        gint32              **columns);
gboolean _eqp_assigner_new_look        (EqpAssigner          *self,
                                        GError              **error);
void     _eqp_assigner_free_look       (EqpAssigner          *self);
void     _eqp_assigner_freshen         (EqpAssigner          *self);
void     _eqp_assigner_round_prices    (EqpAssigner          *self);
gboolean _eqp_assigner_at_limit        (EqpAssigner          *self,
                                        int                   cluster);
double   _eqp_assigner_evaluate        (EqpAssigner          *self,
                                        const double         *q);
void     _eqp_assigner_tighten         (EqpAssigner          *self,
                                        const double         *q,
                                        double                limit);
int      _eqp_assigner_next_within     (EqpAssigner          *self,
                                        gint64               *at,
                                        double                limit,
                                        gint32               *rows);
double   _eqp_assigner_margin_quantile (EqpAssigner          *self,
                                        gint64                count);

/* eqp-assigner-lists.c */
double   _eqp_assigner_look_at_lists   (EqpAssigner          *self);
double   _eqp_assigner_moved_apart     (EqpAssigner          *self);
gboolean _eqp_assigner_lists_cover     (EqpAssigner          *self,
                                        double                window);
gboolean _eqp_assigner_listed          (EqpAssigner          *self,
                                        gint32                row,
                                        double                reach,
                                        double               *own,
                                        gint32              **columns,
                                        double              **costs,
                                        int                  *count);
gboolean _eqp_assigner_list            (EqpAssigner          *self,
                                        double                window);
gboolean _eqp_assigner_restrict        (EqpAssigner          *self);
gboolean _eqp_assigner_used_up         (EqpAssigner          *self,
                                        int                   cluster);
void     _eqp_assigner_lift            (EqpAssigner          *self);

/* eqp-assigner-newton.c */
void     _eqp_assigner_newton_step     (EqpAssigner          *self,
                                        double                window);

/* eqp-assigner-alike.c */
gboolean _eqp_assigner_solve_alike     (EqpAssigner          *self,
                                        int                  *evaluations,
                                        gint64               *moved,
                                        double               *sink_q);

/* eqp-assigner-auction.c */
gboolean _eqp_assigner_auction         (EqpAssigner          *self);

/* eqp-assigner-line.c */
gboolean _eqp_assigner_price_line      (EqpAssigner          *self,
                                        double                most);

/* eqp-assigner.c */
double   _eqp_assigner_total_excess    (EqpAssigner          *self);
void     _eqp_assigner_set_copies      (EqpAssigner          *self,
                                        const gint64         *copies);
gint64   _eqp_assigner_settle          (EqpAssigner          *self,
                                        gboolean              known,
                                        int                  *evaluations,
                                        double               *sink_q);
void     _eqp_assigner_begin           (EqpAssigner          *self);
gboolean _eqp_assigner_center_prices   (EqpAssigner          *self);
gboolean _eqp_assigner_poll            (EqpAssigner          *self);
gboolean _eqp_assigner_out_of_memory   (EqpAssigner          *self);
gboolean _eqp_assigner_widen           (EqpAssigner          *self,
                                        gpointer             *block,
                                        gsize                *room,
                                        gsize                 size,
                                        gsize                 least);
void     _eqp_assigner_climb           (EqpAssigner          *self,
                                        int                  *evaluations);

/* eqp-assigner-repair.c */
gint64   _eqp_assigner_sink_flow       (EqpAssigner          *self,
                                        int                   cluster,
                                        double                q,
                                        gint64                wish);
gint64   _eqp_assigner_repair          (EqpAssigner          *self,
                                        double               *sink_q_out);
void     _eqp_assigner_find_flows      (EqpAssigner          *self);
void     _eqp_assigner_certify         (EqpAssigner          *self,
                                        double                sink_q,
                                        EqpAssignmentReport  *report);

static inline double
cost_in (EqpCostRow row, int cluster)
{
  return row.single != NULL ? (double) row.single[cluster] : row.real[cluster];
}

static inline gint64
assigner_load (EqpAssigner *self, int cluster)
{
  return self->load != NULL ? self->load[cluster] : 0;
}

/* How many clusters alike a cluster stands for; there is no load beside copies. */
static inline gint64
assigner_copies (EqpAssigner *self, int cluster)
{
  return self->copies != NULL ? self->copies[cluster] : 1;
}

/* What is due to them all of something that is divided evenly among all clusters. */
static inline double
assigner_part (EqpAssigner *self, int cluster, double whole)
{
  return whole * (double) assigner_copies (self, cluster) / (double) self->clusters;
}

/* The limits that are left for the rows beside what a cluster holds already. */
static inline gint64
assigner_least (EqpAssigner *self, int cluster)
{
  return MAX (0, self->least * assigner_copies (self, cluster) - assigner_load (self, cluster));
}

static inline gint64
assigner_most (EqpAssigner *self, int cluster)
{
  return MAX (0, self->most * assigner_copies (self, cluster) - assigner_load (self, cluster));
}

/* What one more unit costs at the sink arc of the cluster that carries @units, less gamma * base: clusters alike share
 * them evenly. The whole number is exact. */
static inline double
assigner_sink_price (EqpAssigner *self, int cluster, gint64 units)
{
  gint64 each = units / assigner_copies (self, cluster);

  return self->gamma * (double) (2 * (each + assigner_load (self, cluster)) + 1 - self->base);
}

static inline double
priced_in (EqpAssigner *self, EqpCostRow row, int cluster)
{
  return cost_in (row, cluster) + self->q[cluster];
}

static inline double
assigner_weight (EqpAssigner *self, gint64 row)
{
  return self->weights != NULL ? (double) self->weights[row] : 1.0;
}

static inline void
assigner_note_choice (EqpAssigner *self, gint64 i, int label, double first, double second, gint64 *sizes, double *value)
{
  self->labels[i] = label;
  self->margin[i] = (float) MAX (0.0, second - first);
  if (self->weights == NULL)
    {
      sizes[label]++;
      *value += first;
    }
  else
    {
      sizes[label] += self->weights[i];
      *value += (double) self->weights[i] * first;
    }
}

G_END_DECLS
