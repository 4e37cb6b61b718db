/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-core.h"

G_BEGIN_DECLS

#define EQP_TYPE_IMPORT_VIEW (eqp_import_view_get_type ())
G_DECLARE_FINAL_TYPE (EqpImportView, eqp_import_view, EQP, IMPORT_VIEW, AdwWindow)

EqpImportView          *eqp_import_view_new         (GtkWindow               *parent,
                                                     const char              *data,
                                                     const EqpImportOptions  *import,
                                                     const EqpDecision       *question);
const EqpImportOptions *eqp_import_view_get_import  (EqpImportView           *self);
const char             *eqp_import_view_get_data    (EqpImportView           *self);
gboolean                eqp_import_view_set_option  (EqpImportView           *self,
                                                     const char              *option,
                                                     const char              *value);
EqpDataset             *eqp_import_view_get_preview (EqpImportView           *self);

G_END_DECLS
