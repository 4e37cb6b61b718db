/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-draw.h"
#include "eqp-projection.h"
#include "eqp-labels.h"
#include "eqp-price-model.h"
#include "eqp-row-set.h"

G_BEGIN_DECLS

/* What gives the points their color; numbers from EQP_COLOR_COLUMNS on are columns. */
enum {
  EQP_COLOR_CLUSTERS,
  EQP_COLOR_CLASSES, /* that are known */
  EQP_COLOR_PRICES,  /* paid for balance */
  EQP_COLOR_COLUMNS
};

/* What a thread needs to draw points. */
typedef struct
{
  EqpProjection *projection;
  EqpLabels     *labels; /* NULL before the first run */
  EqpGraph      *graph;  /* whose edges to draw, or NULL */
  EqpRowPrices  *prices; /* to be the color in place of the clusters, or NULL */
  EqpDataset    *dataset; /* whose classes or column are the color, or NULL */
  gint64         color;
  gboolean       vertices; /* of a graph without features: nothing has a center */
  gint           highlight; /* the cluster that is emphasized, or -1 */
  EqpRowSet     *rows;      /* those that are, in its place, or NULL */
  gint64         most;      /* points to draw, evenly of all rows; 0: all */
  int            width;
  int            height;
  double         scale;
  EqpRange       range;
  EqpStyle       style;
} EqpPointsJob;

typedef struct
{
  EqpProjection *projection;
  GdkTexture    *texture;
  EqpRange       range;
  gint           k;
  double        *centers;
  gint64         edge_step; /* 0: no edges */
} EqpPointsPicture;

/* The points of a projection as they are searched for the one under the pointer. */
typedef struct
{
  EqpProjection   *projection;
  EqpScatterIndex *index;
  EqpRange         range;
} EqpIndexedPoints;

EqpPointsJob     *eqp_points_job_new      (EqpProjection     *projection,
                                           EqpLabels         *labels,
                                           EqpGraph          *graph) G_GNUC_WARN_UNUSED_RESULT;
void              eqp_points_job_free     (gpointer           job);
EqpPointsPicture *eqp_points_job_draw     (EqpPointsJob      *job) G_GNUC_WARN_UNUSED_RESULT;
void              eqp_points_picture_free (gpointer           picture);
gpointer          eqp_indexed_points_make (gpointer           projection) G_GNUC_WARN_UNUSED_RESULT;
void              eqp_indexed_points_free (gpointer           indexed);

G_END_DECLS
