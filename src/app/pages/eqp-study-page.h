/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-study-model.h"
#include "presenters/eqp-presenter-study.h"

G_BEGIN_DECLS

#define EQP_TYPE_STUDY_PAGE (eqp_study_page_get_type ())
G_DECLARE_FINAL_TYPE (EqpStudyPage, eqp_study_page, EQP, STUDY_PAGE, GtkWidget)

void               eqp_study_page_set_model     (EqpStudyPage   *self,
                                                 EqpStudyModel  *model);
EqpPresenterStudy *eqp_study_page_get_presenter (EqpStudyPage   *self);

G_END_DECLS
