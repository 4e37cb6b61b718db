/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* What a run may be given besides its settings: a column of the data, and files. */
typedef enum {
  EQP_GIVEN_WEIGHTS,     /* the column that says how many times each row counts */
  EQP_GIVEN_MUST_LINKS,  /* files of pairs of rows */
  EQP_GIVEN_CANNOT_LINKS,
  EQP_GIVEN_KEY,         /* the column of the data by which the pairs name rows; not given: by their numbers */
  EQP_GIVEN_CENTERS,     /* a file of centers to start from */
  EQP_N_GIVEN
} EqpGivenKind;

/* Where it is from. The strings are interned, so that this is copied and compared by value; NULL: not given. */
typedef struct
{
  const char *from[EQP_N_GIVEN];
} EqpGivenSources;

/* What was read from there, for one prepared data set. Immutable, shared by reference count. */
typedef struct
{
  EqpGivenSources  sources;
  guint64          hash;      /* of all that was read: the same file may hold something else later */
  double          *weights;   /* n, or NULL */
  double           total;     /* of the weights */
  double           total_ss;  /* weighted squared distances to the weighted mean */
  EqpRowPair      *must_links;
  gint64           n_must_links;
  EqpRowPair      *cannot_links;
  gint64           n_cannot_links;
  double          *centers;   /* k x d, or NULL */
  gint             k;
} EqpGiven;

gboolean         eqp_given_sources_are_empty (const EqpGivenSources   *self);
gboolean         eqp_given_sources_equal     (const EqpGivenSources   *a,
                                              const EqpGivenSources   *b);
gboolean         eqp_solver_takes_given      (const EqpSolver         *solver,
                                              EqpGivenKind             kind);
EqpGivenSources  eqp_given_sources_for       (const EqpGivenSources   *self,
                                              const EqpSolver         *solver);

gboolean         eqp_solver_check_given      (const EqpSolver         *solver,
                                              EqpGivenKind             kind,
                                              GError                 **error);

EqpGiven        *eqp_given_read              (const EqpGivenSources   *sources,
                                              const EqpSolver         *solver,
                                              const char              *data,
                                              const EqpImportOptions  *import,
                                              EqpDataset              *original,
                                              EqpDataset              *dataset,
                                              gint                     k,
                                              GCancellable            *cancellable,
                                              GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
EqpGiven        *eqp_given_ref               (EqpGiven                *self);
void             eqp_given_unref             (EqpGiven                *self);
double           eqp_given_gamma_unit        (const EqpGiven          *self,
                                              const EqpSolver         *solver,
                                              EqpDataset              *dataset,
                                              EqpGraph                *graph,
                                              gint                     k);
gboolean         eqp_given_tells_rows        (const EqpGiven          *self);
gboolean         eqp_given_equal             (const EqpGiven          *a,
                                              const EqpGiven          *b);
void             eqp_given_apply             (const EqpGiven          *self,
                                              const EqpSolver         *solver,
                                              EqpParams               *params);
void             eqp_params_forget_given     (EqpParams               *params);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpGiven, eqp_given_unref)

G_END_DECLS
