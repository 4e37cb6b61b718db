/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_MEASURES (eqp_presenter_measures_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterMeasures, eqp_presenter_measures, EQP, PRESENTER_MEASURES, GObject)

EqpPresenterMeasures *eqp_presenter_measures_new (EqpWorkspace  *workspace,
                                                  GtkListBox    *list) G_GNUC_WARN_UNUSED_RESULT;
char                 *eqp_presenter_measure_dup_name (EqpMeasureId measure) G_GNUC_WARN_UNUSED_RESULT;
void                  eqp_presenter_measures_set_all (EqpPresenterMeasures *self,
                                                      gboolean              all);

G_END_DECLS
