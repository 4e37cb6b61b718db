/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_PARAM_ROWS (eqp_param_rows_get_type ())
G_DECLARE_FINAL_TYPE (EqpParamRows, eqp_param_rows, EQP, PARAM_ROWS, GtkWidget)

/* A value to begin with where a word gives way to a number by hand. */
typedef double (*EqpParamGuess) (const EqpParam *param,
                                 EqpWorkspace   *workspace);

void eqp_param_rows_set_workspace (EqpParamRows           *self,
                                   EqpWorkspace           *workspace,
                                   GtkSizeGroup           *group,
                                   EqpParamGuess           guess);
void eqp_param_rows_show          (EqpParamRows           *self,
                                   const EqpParam *const  *params,
                                   gsize                   n_params);

G_END_DECLS
