/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli-output.h"
#include "eqp-core.h"

G_BEGIN_DECLS

void  eqp_cli_print_row       (EqpOutput            *output,
                               const char           *name,
                               const char           *format,
                               double                value);
void  eqp_cli_print_text_row  (EqpOutput            *output,
                               const char           *name,
                               const char           *text);
void  eqp_cli_print_heading   (EqpOutput            *output,
                               const char           *text);
void  eqp_cli_print_measures  (EqpOutput            *output,
                               const EqpMeasureSet  *set,
                               EqpMeasureGroups      group,
                               const char           *heading);
void  eqp_cli_print_band      (EqpOutput            *output,
                               const EqpMeasureSet  *set,
                               const EqpSizeBand    *band);
void  eqp_cli_json_measures   (GString              *line,
                               const EqpMeasureSet  *set);
void  eqp_cli_json_band       (GString              *line,
                               const EqpSizeBand    *band);

G_END_DECLS
