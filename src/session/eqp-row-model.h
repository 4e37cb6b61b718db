/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-row-names.h"
#include "eqp-row-selection.h"

G_BEGIN_DECLS

/* What rows can be sorted by; columns of the data follow. */
enum {
  EQP_ROWS_BY_NUMBER,
  EQP_ROWS_BY_NAME,
  EQP_ROWS_BY_CLASS,
  EQP_ROWS_BY_CLUSTER,
  EQP_ROWS_BY_SECOND,
  EQP_ROWS_BY_MARGIN,
  EQP_ROWS_BY_PRICE,
  EQP_ROWS_BY_COLUMN
};

/* What rows cost where they are and elsewhere. Immutable, reference-counted. */
typedef struct
{
  EqpLabels *labels; /* of these */
  gint32    *second; /* the cheapest cluster but the own one, or -1 */
  double    *margin; /* how much more that one would cost, or NaN */
  double    *price;  /* paid for balance */
} EqpRowCosts;

/* The rows of what is open, with what the run shown found of them, sorted and filtered in a thread.
 * Signal ::changed: rows, their order or what is known of them. */
#define EQP_TYPE_ROW_MODEL (eqp_row_model_get_type ())
G_DECLARE_FINAL_TYPE (EqpRowModel, eqp_row_model, EQP, ROW_MODEL, GObject)

EqpRowModel        *eqp_row_model_new         (EqpWorkspace    *workspace,
                                               EqpRowSelection *selection,
                                               EqpRowNames     *names) G_GNUC_WARN_UNUSED_RESULT;
void                eqp_row_model_set_watched (EqpRowModel   *self,
                                               gboolean       watched);
EqpDataset         *eqp_row_model_get_dataset (EqpRowModel   *self);
EqpLabels          *eqp_row_model_get_labels  (EqpRowModel   *self);
GPtrArray          *eqp_row_model_get_names   (EqpRowModel   *self);
gboolean            eqp_row_model_has_costs   (EqpRowModel   *self);
const EqpRowCosts  *eqp_row_model_get_costs   (EqpRowModel   *self);
gint64              eqp_row_model_get_n       (EqpRowModel   *self);
gint64              eqp_row_model_get_row     (EqpRowModel   *self,
                                               gint64         place);
gint64              eqp_row_model_find        (EqpRowModel   *self,
                                               gint64         row);
gboolean            eqp_row_model_is_busy     (EqpRowModel   *self);
gint64              eqp_row_model_get_sort    (EqpRowModel   *self,
                                               gboolean      *falling);
void                eqp_row_model_set_sort    (EqpRowModel   *self,
                                               gint64         by,
                                               gboolean       falling);
void                eqp_row_model_set_text    (EqpRowModel   *self,
                                               const char    *text);

G_END_DECLS
