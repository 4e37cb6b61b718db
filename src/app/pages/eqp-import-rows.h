/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-core.h"

G_BEGIN_DECLS

/* The rows that show and set import options. Rows of options that say nothing about the file at hand are hidden. */
typedef struct _EqpImportRows EqpImportRows;

/* value: as the terminal program takes it, NULL to guess */
typedef void (*EqpImportRowFunc) (const char *option,
                                  const char *value,
                                  gpointer    user_data);

EqpImportRows *eqp_import_rows_new     (AdwPreferencesPage      *page,
                                        gboolean                 folder,
                                        EqpImportRowFunc         changed,
                                        gpointer                 user_data) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_import_rows_free    (EqpImportRows           *self);
void           eqp_import_rows_show    (EqpImportRows           *self,
                                        const EqpImportOptions  *import,
                                        GPtrArray               *choices,
                                        const EqpDecision       *question,
                                        gboolean                 text);

const char    *eqp_import_get_title    (const char              *option);
char          *eqp_sentence            (const char              *text) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpImportRows, eqp_import_rows_free)

G_END_DECLS
