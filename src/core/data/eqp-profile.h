/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

#define EQP_PROFILE_BINS 30
/* Different values of a column are counted up to this number. */
#define EQP_PROFILE_MAX_DISTINCT 1000

typedef struct _EqpProfile EqpProfile;

typedef enum {
  EQP_COLUMN_CONSTANT,
  EQP_COLUMN_BINARY,   /* two values */
  EQP_COLUMN_INTEGER,
  EQP_COLUMN_REAL
} EqpColumnType;

/* In the units of the file. */
typedef struct
{
  EqpColumnType type;
  double        min;
  double        max;
  double        mean;
  double        sd;          /* population */
  gint32        distinct;    /* EQP_PROFILE_MAX_DISTINCT: at least so many */
  gint32        n_bins;      /* of equal width from min to max */
  guint32       bins[EQP_PROFILE_BINS];
} EqpColumnProfile;

EqpProfile             *eqp_profile_new        (EqpDataset        *dataset,
                                                guint              threads,
                                                GCancellable      *cancellable,
                                                GError           **error) G_GNUC_WARN_UNUSED_RESULT;
EqpProfile             *eqp_profile_ref        (EqpProfile        *self);
void                    eqp_profile_unref      (EqpProfile        *self);
gint64                  eqp_profile_get_d      (const EqpProfile  *self);
const EqpColumnProfile *eqp_profile_get_column (const EqpProfile  *self,
                                                gint64             column);
void                    eqp_profile_get_range  (const EqpProfile  *self,
                                                double            *min,
                                                double            *max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpProfile, eqp_profile_unref)

G_END_DECLS
