/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"
#include "eqp-measure-table.h"
#include "eqp-metrics.h"

G_BEGIN_DECLS

/* What is measured, all of it borrowed. */
typedef struct
{
  gint64        n;
  gint          k;
  const gint32 *labels;  /* n clusters below k; negative: the row has none and is left out */
  const gint32 *truth;   /* n known classes; negative: not known, left out of the measures that need it; or NULL */
  EqpPoints     points;  /* x is NULL where there are none */
  EqpGraph     *graph;   /* or NULL */
  guint64       seed;    /* of the silhouette's sample */
  EqpSilhouetteRows silhouette;
} EqpMeasureInput;

/* All measures of one labelling. */
typedef struct
{
  EqpMeasureGroups  groups;                  /* computed so far */
  double            values[EQP_N_MEASURES];  /* NaN: not defined, or not computed */
  const char       *reasons[EQP_N_MEASURES]; /* of those computed: why there is no value, a clause marked for
                                                translation; NULL where there is one */
  gint64            n;                       /* rows with a cluster */
  gint64            n_unlabelled;            /* rows without */
  gint64            n_compared;              /* rows with a cluster and a known class */
  gint64            n_unknown;               /* rows with a cluster whose class is not known */
  EqpSilhouette     silhouette;
} EqpMeasureSet;

void     eqp_measure_set_init      (EqpMeasureSet          *self);
void     eqp_measure_set_compute   (EqpMeasureSet          *self,
                                    const EqpMeasureInput  *input,
                                    EqpMeasureGroups        groups,
                                    EqpPool                *pool,
                                    GCancellable           *cancellable);
void     eqp_measure_set_merge     (EqpMeasureSet          *self,
                                    const EqpMeasureSet    *other);
gboolean eqp_measure_set_has       (const EqpMeasureSet    *self,
                                    EqpMeasureId            measure);

G_END_DECLS
