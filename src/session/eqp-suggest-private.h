/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-deadline.h"
#include "eqp-suggest.h"

G_BEGIN_DECLS

/* One search for a suggestion: what its parts share. */
typedef struct
{
  EqpSuggestion      *suggestion;
  EqpPool            *pool;
  guint               threads;
  GCancellable       *stop;         /* the user's */
  EqpDeadline        *deadline;
  GCancellable       *cancellable;  /* of the deadline */
  const EqpProgress  *progress;
  double              longest;      /* seconds that the longest thing of the kind in work has taken so far */
  double              reserve;      /* seconds that what follows it will take */
  gint                done;         /* steps, for the progress */
  gint                steps;
} EqpSuggestSearch;

void       _eqp_suggest_open     (EqpSuggestSearch       *self,
                                  EqpSuggestion          *suggestion,
                                  guint                   threads,
                                  GCancellable           *stop);
void       _eqp_suggest_close    (EqpSuggestSearch       *self);
double     _eqp_suggest_elapsed  (const EqpSuggestSearch *self);
gboolean   _eqp_suggest_has_time (EqpSuggestSearch       *self);
gboolean   _eqp_suggest_was_cut  (EqpSuggestSearch       *self);
void       _eqp_suggest_tell     (EqpSuggestSearch       *self,
                                  const char             *what);
gint32    *_eqp_suggest_draw     (gint64                  n,
                                  gint64                  n_drawn,
                                  guint64                 stream) G_GNUC_WARN_UNUSED_RESULT;
EqpGraph  *_eqp_suggest_graph    (EqpSuggestSearch       *self,
                                  EqpDataset             *prepared,
                                  GError                **error) G_GNUC_WARN_UNUSED_RESULT;
EqpResult *_eqp_suggest_solve    (EqpSuggestSearch       *self,
                                  EqpDataset             *dataset,
                                  EqpGraph               *graph,
                                  gint                    k,
                                  double                  gamma,
                                  guint64                 seed,
                                  gint                    restarts,
                                  GError                **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean   _eqp_suggest_judge_again (EqpSuggestSearch    *self);
gboolean   _eqp_suggest_choose_k (EqpSuggestSearch       *self,
                                  gint                    least,
                                  gint                    most,
                                  GError                **error);

G_END_DECLS
