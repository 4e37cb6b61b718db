/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli.h"

G_BEGIN_DECLS

gboolean eqp_cli_is_workspace (const EqpCliOptions *options);
EqpExit  eqp_cli_workspace    (const EqpCliOptions *options);

G_END_DECLS
