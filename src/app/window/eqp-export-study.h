/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "presenters/eqp-presenter-study.h"

G_BEGIN_DECLS

void eqp_export_study_async (EqpPresenterStudy    *presenter,
                             EqpStudyModel        *model,
                             GtkWidget            *widget,
                             const char           *path,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data);

G_END_DECLS
