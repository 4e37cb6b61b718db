/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* The Peng-Wei relaxation of k-means on m rows, with sizes within limits and a price on their squares. */
typedef struct
{
  gint64   m;
  gint     k;
  gint64   least;       /* rows of a cluster, 1.. */
  gint64   most;
  double   gamma;
  double   free;        /* sum n_k^2 that no labelling avoids, per row: gamma counts what is above it */
  double  *gram;        /* m x m inner products of the centered rows */
  double   total;       /* its trace */

  double  *z;           /* m x m: in the cone */
  double  *y;           /* in the box */
  double  *multiplier;  /* of z = y, symmetric */
  double  *matrix;      /* scratch */
  double  *vectors;
  double  *values;      /* m */
  double  *means;       /* m */
  gint64   rank;        /* eigenvectors the last projection needed */
  double   rho;
  double   primal;      /* |z - y|, |change of y| rho of the last step */
  double   dual;
} EqpRelaxation;

gboolean  _eqp_relaxation_init   (EqpRelaxation  *self,
                                  gint64          m,
                                  gint64          d,
                                  double         *rows,
                                  GError        **error);
void      _eqp_relaxation_clear  (EqpRelaxation  *self);
gboolean  _eqp_relaxation_step   (EqpRelaxation  *self,
                                  GError        **error);
gboolean  _eqp_relaxation_bound  (EqpRelaxation  *self,
                                  double         *bound,
                                  GError        **error);

G_END_DECLS
