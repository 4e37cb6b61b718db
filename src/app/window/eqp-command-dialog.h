/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-data-chain.h"

G_BEGIN_DECLS

#define EQP_TYPE_COMMAND_DIALOG (eqp_command_dialog_get_type ())
G_DECLARE_FINAL_TYPE (EqpCommandDialog, eqp_command_dialog, EQP, COMMAND_DIALOG, AdwWindow)

void eqp_command_dialog_show (GtkWindow     *parent,
                              EqpWorkspace  *workspace,
                              EqpDataChain  *chain);

G_END_DECLS
