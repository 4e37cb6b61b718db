/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-widgets.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* The mean row of each cluster as a picture. */
typedef struct
{
  EqpLabels *labels;  /* what they are of */
  gint       k;
  int        width;
  int        height;
  guint8    *pixels;  /* red, green, blue, k x height x width */
} EqpCenterPictures;

EqpCenterPictures *eqp_center_pictures_new  (EqpDataset         *dataset,
                                             EqpLabels          *labels) G_GNUC_WARN_UNUSED_RESULT;
void               eqp_center_pictures_free (EqpCenterPictures  *self);

#define EQP_TYPE_PRESENTER_CENTERS (eqp_presenter_centers_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterCenters, eqp_presenter_centers, EQP, PRESENTER_CENTERS, GObject)

EqpPresenterCenters *eqp_presenter_centers_new (EqpWorkspace  *workspace,
                                                EqpSizesView  *sizes) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
