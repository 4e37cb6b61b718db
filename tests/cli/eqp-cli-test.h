/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-test.h"

/* What a finished terminal program left behind. */
typedef struct
{
  int   status;
  char *out;
  char *err;
} EqpCliRun;

GSubprocess *eqp_cli_spawn      (const char *const  *environment,
                                 const char *const  *arguments);
void         eqp_cli_wait       (GSubprocess        *process,
                                 EqpCliRun          *run);
void         eqp_cli_call       (EqpCliRun          *run,
                                 const char         *first,
                                 ...) G_GNUC_NULL_TERMINATED;
void         eqp_cli_run_clear  (EqpCliRun          *run);
GPtrArray   *eqp_cli_parse      (const char         *out);
JsonObject  *eqp_cli_last       (GPtrArray          *lines,
                                 const char         *event);
char        *eqp_cli_temporary  (const char         *name);
void         eqp_cli_cleanup    (void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpCliRun, eqp_cli_run_clear)
