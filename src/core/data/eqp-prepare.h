/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-param.h"

G_BEGIN_DECLS

typedef enum {
  EQP_NORMALIZE_NONE,
  EQP_NORMALIZE_STANDARD, /* each column: mean 0, population standard deviation 1; constant columns become 0 */
  EQP_NORMALIZE_MINMAX,   /* each column to 0..1; constant columns become 0 */
  EQP_NORMALIZE_UNIT      /* each row to length 1; zero rows stay zero */
} EqpNormalize;

/* Done in this order: normalize, then PCA (pca > 0: the components up to that one), then whitening (needs pca). */
typedef struct
{
  EqpNormalize normalize;
  gint         pca;
  gboolean     whiten;
  gint         pca_from; /* the first component that is kept, the leading ones before it left out; 0 and 1: all */
} EqpPreparation;

extern const EqpParam eqp_param_normalize;
extern const EqpParam eqp_param_pca;
extern const EqpParam eqp_param_whiten;

gboolean    eqp_preparation_is_none  (const EqpPreparation  *self);
gboolean    eqp_preparation_equal    (const EqpPreparation  *self,
                                      const EqpPreparation  *other);
EqpDataset *eqp_dataset_prepare      (EqpDataset            *dataset,
                                      const EqpPreparation  *preparation,
                                      guint                  threads,
                                      GCancellable          *cancellable,
                                      GError               **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
