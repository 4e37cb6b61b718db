/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

typedef struct _EqpProjection EqpProjection;

/* Which two numbers of a row are drawn. */
typedef struct
{
  gboolean columns; /* two columns of the file; otherwise the plane of the two leading principal components */
  gint64   x;
  gint64   y;
  gboolean spectral;  /* coordinates of the graph instead of either */
  gboolean distances; /* then: of the numbers of edges in between, not of eigenvectors */
} EqpProjectionSpec;

EqpProjection *eqp_projection_new         (EqpDataset               *dataset,
                                           EqpDataset               *prepared,
                                           gboolean                  prepared_is_pca,
                                           const EqpProjectionSpec  *spec,
                                           GCancellable             *cancellable,
                                           GError                  **error) G_GNUC_WARN_UNUSED_RESULT;
EqpProjection *eqp_projection_new_graph    (EqpGraph                *graph,
                                           gboolean                  distances,
                                           guint                     threads,
                                           GCancellable             *cancellable,
                                           GError                  **error) G_GNUC_WARN_UNUSED_RESULT;
EqpProjection *eqp_projection_ref         (EqpProjection            *self);
void           eqp_projection_unref       (EqpProjection            *self);
gint64         eqp_projection_get_n       (const EqpProjection      *self);
const float   *eqp_projection_get_xy      (const EqpProjection      *self);
const char    *eqp_projection_get_x_title (const EqpProjection      *self);
const char    *eqp_projection_get_y_title (const EqpProjection      *self);
gboolean       eqp_projection_is_plane    (const EqpProjection      *self);
void           eqp_projection_centers     (const EqpProjection      *self,
                                           const gint32             *labels,
                                           gint                      k,
                                           double                   *centers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpProjection, eqp_projection_unref)

G_END_DECLS
