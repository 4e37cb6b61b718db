/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* Writers for one line of JSON Lines: begin, members, end. A NULL key writes a bare element. */
void eqp_json_begin   (GString        *line,
                       const char     *event);
void eqp_json_open    (GString        *line,
                       const char     *key,
                       char            bracket);
void eqp_json_close   (GString        *line,
                       char            bracket);
void eqp_json_string  (GString        *line,
                       const char     *key,
                       const char     *value);
void eqp_json_integer (GString        *line,
                       const char     *key,
                       gint64          value);
void eqp_json_unsigned (GString       *line,
                       const char     *key,
                       guint64         value);
void eqp_json_real    (GString        *line,
                       const char     *key,
                       double          value);
void eqp_json_boolean (GString        *line,
                       const char     *key,
                       gboolean        value);
void eqp_json_null    (GString        *line,
                       const char     *key);
void eqp_json_sizes   (GString        *line,
                       const char     *key,
                       gint            n,
                       const gint64   *sizes);
void eqp_json_strings (GString        *line,
                       const char     *key,
                       GPtrArray      *strings);
void eqp_json_ledger  (GString        *line,
                       const char     *key,
                       const EqpLedger *ledger);
void eqp_json_params  (GString         *line,
                       const char      *key,
                       const EqpSolver *solver,
                       const EqpParams *params);
void eqp_json_end     (GString        *line);

G_END_DECLS
