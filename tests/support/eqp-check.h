/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

/* Slow, obvious checkers: each does by definition, in long double and without any shortcut, what a method or kernel of
 * the core does quickly. */

/* eqp-check-kmeans.c: x is n x d */
long double  eqp_check_distance       (const float    *x,
                                       const double   *center,
                                       gint64          d);
void         eqp_check_centers        (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       const gint32   *labels,
                                       double         *centers);
long double  eqp_check_sse            (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       const gint32   *labels);
long double  eqp_check_objective      (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       double          gamma,
                                       const gint32   *labels);
int          eqp_check_nearest        (const float    *x,
                                       const double   *centers,
                                       int             k,
                                       gint64          d,
                                       int             current);
gint64       eqp_check_sweep          (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       double          gamma,
                                       double         *centers,
                                       gint32         *labels);
void         eqp_check_seeds          (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       EqpRng         *rng,
                                       double         *centers);

/* eqp-check-polish.c */
gint64       eqp_check_moves          (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       double          gamma,
                                       gint64          least_size,
                                       gint64          most_size,
                                       const float    *cost,
                                       int             kp,
                                       gint32         *labels);
gint64       eqp_check_swaps          (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       int             k,
                                       const float    *cost,
                                       int             kp,
                                       gint32         *labels);

/* eqp-check-linked.c: weights, pairs, limits, k and gamma stand in the settings */
gboolean     eqp_check_linked_keeps   (gint64           n,
                                       const EqpParams *params,
                                       const gint32    *labels);
long double  eqp_check_linked_objective (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       const EqpParams *params,
                                       const gint32   *labels);
double       eqp_check_linked_optimum (gint64          n,
                                       gint64          d,
                                       const float    *x,
                                       const EqpParams *params);

/* eqp-check-assignment.c: cost is n x k */
double       eqp_check_assignment     (gint64          n,
                                       int             k,
                                       const double   *cost,
                                       double          gamma,
                                       gint32         *labels);
double       eqp_check_dual_bound     (gint64          n,
                                       int             k,
                                       const double   *cost,
                                       double          gamma,
                                       const double   *prices,
                                       const gint64   *load,
                                       gint64          least_size,
                                       gint64          most_size);
gboolean     eqp_check_solve          (int             n,
                                       double         *matrix,
                                       double         *right);
