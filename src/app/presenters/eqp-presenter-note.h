/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-row-selection.h"

G_BEGIN_DECLS

char *eqp_presenter_note      (EqpWorkspace     *workspace) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_presenter_outdated  (EqpWorkspace     *workspace) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_presenter_selection (EqpRowSelection  *selection) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_presenter_caption   (EqpWorkspace     *workspace) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_presenter_status    (EqpWorkspace     *workspace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
