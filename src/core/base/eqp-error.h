/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"
#include "eqp-decision.h"

G_BEGIN_DECLS

#define EQP_ERROR (eqp_error_quark ())

/* Cancellation is always G_IO_ERROR_CANCELLED; input and output keep G_IO_ERROR. */
typedef enum {
  EQP_ERROR_INVALID_PARAM, /* a setting is out of range, alone or for these data */
  EQP_ERROR_INVALID_DATA,  /* the data do not allow the run */
  EQP_ERROR_PARSE,         /* a file could not be understood */
  EQP_ERROR_TOO_LARGE,
  EQP_ERROR_NUMERICAL,
  EQP_ERROR_UNSUPPORTED,
  EQP_ERROR_AMBIGUOUS      /* only the user can say which of two readings is meant; see eqp_error_get_question () */
} EqpError;

GQuark             eqp_error_quark        (void);
gboolean           eqp_refuse             (GError       **error,
                                           EqpError       code,
                                           const char    *format,
                                           ...) G_GNUC_PRINTF (3, 4);
gpointer           eqp_refuse_null        (GError       **error,
                                           EqpError       code,
                                           const char    *format,
                                           ...) G_GNUC_PRINTF (3, 4);
void               eqp_error_set_question (GError       **error,
                                           const char    *place,
                                           EqpDecision   *question);
const EqpDecision *eqp_error_get_question (const GError  *error);

G_END_DECLS
