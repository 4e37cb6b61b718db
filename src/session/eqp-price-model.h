/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-workspace.h"

G_BEGIN_DECLS

/* What the rows of one labelling pay for balance. Immutable, reference-counted. */
typedef struct
{
  EqpLabels *labels;    /* of these */
  gboolean   is_graph;  /* twice the weight of edges, else squared distance */
  gint64     n;
  double    *prices;
  gint32    *nearest;   /* the cluster that would cost the row least */
  gint64     n_paying;
  gint32    *order;     /* n_paying rows, the dearest first */
  double     total;
} EqpRowPrices;

/* Signal ::changed: others are known, or none. */
#define EQP_TYPE_PRICE_MODEL (eqp_price_model_get_type ())
G_DECLARE_FINAL_TYPE (EqpPriceModel, eqp_price_model, EQP, PRICE_MODEL, GObject)

EqpPriceModel       *eqp_price_model_new         (EqpWorkspace        *workspace) G_GNUC_WARN_UNUSED_RESULT;
const EqpRowPrices  *eqp_price_model_get_prices  (EqpPriceModel       *self);

EqpRowPrices        *eqp_row_prices_ref          (const EqpRowPrices  *self) G_GNUC_WARN_UNUSED_RESULT;
void                 eqp_row_prices_unref        (EqpRowPrices        *self);

G_END_DECLS
