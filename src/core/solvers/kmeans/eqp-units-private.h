/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "solvers/eqp-solver.h"

G_BEGIN_DECLS

/* The rows of a problem with weights and links as units, which go to a cluster whole: rows that must-links join are one
 * unit at their mean. First come units that count once and are free, then heavier ones, then those with cannot-links.
 */
typedef struct
{
  gint64       n;            /* rows */
  gint64       m;            /* units */
  gint64       d;
  gint64       n_free;       /* units 0..n_free-1 count once and have no cannot-links */
  gint64       first_apart;  /* units first_apart..m-1 have cannot-links */
  gint32      *unit;         /* n: the unit of each row */
  const float *x;            /* m x d: weighted means */
  float       *own_x;        /* the same, or NULL where the rows of the data serve */
  double      *weight;       /* m */
  gint64      *count;        /* m: the same as whole numbers; NULL where they are not */
  double       total;        /* of the weights */
  double       within;       /* sum of w |x - mean|^2 inside units: what no division changes */
  gint64      *apart_start;  /* m - first_apart + 1: where the list of each such unit begins */
  gint32      *apart;        /* units that a unit has to be apart from, each once */
} EqpUnits;

EqpUnits *_eqp_units_new    (EqpDataset       *dataset,
                             const EqpParams  *params,
                             gboolean          whole,
                             GError          **error);
void      _eqp_units_free   (EqpUnits         *self);
void      _eqp_units_expand (const EqpUnits   *self,
                             const gint32     *labels,
                             gint32           *row_labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpUnits, _eqp_units_free)

/* Units with cannot-links: which clusters they can have together. */
typedef struct _EqpApart EqpApart;

EqpApart *_eqp_apart_new    (const EqpUnits   *units,
                             int               k,
                             GCancellable     *cancellable,
                             GError          **error);
void      _eqp_apart_free   (EqpApart         *self);
void      _eqp_apart_place  (EqpApart         *self,
                             const double     *cost,
                             gboolean          only_broken,
                             gint32           *labels);

G_END_DECLS
