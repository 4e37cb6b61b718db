/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* What is tried, in this order. */
typedef enum {
  EQP_SUGGEST_AS_IS,
  EQP_SUGGEST_STANDARD,
  EQP_SUGGEST_WHITENED,  /* 100 principal components, whitened */
  EQP_SUGGEST_TRAILING,  /* the principal components 4 to 103 */
  EQP_N_SUGGEST
} EqpSuggestTrial;

/* One preparation and what the method made of it. */
typedef struct
{
  EqpPreparation  preparation;
  char           *left_out;    /* why it was not tried, a sentence; NULL: it was */
  gboolean        unseen;      /* that was for want of time */
  double          modularity;  /* of the best labels, on its graph with edges of one side at half weight */
  double          objective;   /* of these labels: the least of all seeds */
  guint64         seed;        /* which one that was */
  gint32         *labels;      /* n_judged; NULL: there was not even time for one preparation, and this is the first */
  EqpGraph       *graph;       /* of the rows judged */
  double          gamma;       /* raw */
  double          seconds;     /* that it took */
  double          run_seconds; /* of them, those of the longest run */
} EqpSuggestCandidate;

/* One K and how alike the labels are that subsamples give. */
typedef struct
{
  gint   k;
  double stability;  /* mean AMI of the labels of all rows and those of subsamples */
} EqpSuggestK;

typedef struct
{
  gint    k_least;   /* K, or from this one ... */
  gint    k_most;    /* ... to this one */
  double  seconds;   /* what is in work then is given up, and nothing is begun that would probably be; 0: no limit */
  gint64  begun;     /* since when these seconds run, of g_get_monotonic_time(); 0: since the call */
  guint   threads;   /* 0: one a processor */
  gboolean weighted; /* rows have weights, which the method does not take: that is told */
} EqpSuggestOptions;

/* What is found beside the suggestion, to hold it against. */
typedef struct
{
  double   knee;              /* relative gamma; NAN: not looked for, or none */
  double   plateau_from;      /* relative gammas between which seeds agree; NAN: not looked for, or none */
  double   plateau_to;
  double   plateau_agreement; /* least mean ARI on it */
  double   acc;               /* of the suggestion; NAN: classes are not known */
  double   best_acc;          /* of the whole grid */
  gint     best_trial;        /* EqpSuggestTrial, or -1 */
  double   best_gamma;        /* raw */
  gboolean best_is_relative;  /* it is the relative gamma of the suggestion */
  gint     n_grid;            /* cells that were run */
  gint     n_cells;           /* of so many */
  gboolean out_of_time;
} EqpSuggestBeside;

typedef struct
{
  EqpSuggestCandidate  candidates[EQP_N_SUGGEST];
  gint                 chosen;      /* EqpSuggestTrial */
  gint                 runner_up;   /* likewise, or -1: there is none */
  const EqpSolver     *solver;
  gint                 n_seeds;     /* that all candidates compared had, */
  gint                 n_seeds_wanted; /* of so many */
  gint                 k;
  gint                 k_runner_up; /* 0: there is none */
  GArray              *ks;          /* EqpSuggestK, ascending; empty where K was given */
  gint                 n_ks;        /* as many were to be looked at */
  double               gamma_rel;
  gint                 restarts;
  EqpDataset          *judged;      /* the rows it was judged on: all of them, or a sample */
  gint32              *rows;        /* their numbers; NULL: all */
  gint64               n;           /* rows there are */
  gint64               d;
  gboolean             is_graph;
  gboolean             weighted;
  gboolean             cancelled;
  gboolean             out_of_time;
  double               budget;
  gint64               begun;       /* of it, of g_get_monotonic_time() */
  double               seconds;
  EqpSuggestBeside     beside;
} EqpSuggestion;

/* What was decided. */
typedef enum {
  EQP_SUGGEST_PREPARATION,
  EQP_SUGGEST_METHOD,
  EQP_SUGGEST_K,
  EQP_SUGGEST_GAMMA,
  EQP_N_SUGGEST_PARTS
} EqpSuggestPart;

/* More rows than this are judged by a sample of so many. */
#define EQP_SUGGEST_MOST_ROWS 10000

/* What is waited for where nobody says. */
#define EQP_SUGGEST_SECONDS 60.0

EqpSuggestion *eqp_suggest                    (EqpDataset               *dataset,
                                               const EqpSuggestOptions  *options,
                                               const EqpProgress        *progress,
                                               GCancellable             *cancellable,
                                               GError                  **error) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_suggest_beside             (EqpSuggestion            *self,
                                               const gint32             *truth,
                                               guint                     threads,
                                               const EqpProgress        *progress,
                                               GCancellable             *cancellable);
void           eqp_suggestion_free            (EqpSuggestion            *self);
double         eqp_suggest_modularity         (const EqpGraph           *graph,
                                               gint                      neighbors,
                                               gint                      k,
                                               const gint32             *labels);

char          *eqp_suggestion_dup_name        (const EqpSuggestion      *self,
                                               EqpSuggestTrial           trial,
                                               gboolean                  translated) G_GNUC_WARN_UNUSED_RESULT;
char          *eqp_suggestion_dup_choice      (const EqpSuggestion      *self,
                                               EqpSuggestPart            part) G_GNUC_WARN_UNUSED_RESULT;
char          *eqp_suggestion_dup_reason      (const EqpSuggestion      *self,
                                               EqpSuggestPart            part) G_GNUC_WARN_UNUSED_RESULT;
char          *eqp_suggestion_dup_runner_up   (const EqpSuggestion      *self,
                                               EqpSuggestPart            part) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray     *eqp_suggestion_dup_warnings    (const EqpSuggestion      *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpSuggestion, eqp_suggestion_free)

G_END_DECLS
