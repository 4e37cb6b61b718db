/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-workspace-file.h"

G_BEGIN_DECLS

/* How a file begins, by which it is told from data. */
#define EQP_WORKSPACE_MAGIC "{\"event\":\"workspace\","

/* The settings of some kind, by the names of their options. */
typedef struct
{
  const EqpParam *params[64];
  gsize           n;
} EqpParamList;

extern const char *const _eqp_given_names[EQP_N_GIVEN];

EqpParamList _eqp_params_of_import      (void);
EqpParamList _eqp_params_of_preparation (void);
EqpParamList _eqp_params_of_method      (const EqpSolver *solver);
EqpParamList _eqp_own_params_of         (const EqpSolver *solver);
char        *_eqp_workspace_file_dup_seal (const char    *text,
                                        gsize            length) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
