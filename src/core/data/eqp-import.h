/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-reader.h"

G_BEGIN_DECLS

/* The import options by name, as the terminal program spells them without dashes: "separator", "thousands", ...
 * What a decision offers (EqpAlternative) is set with eqp_import_options_set (). */
const char *const *eqp_import_options_get_names (void);
gboolean           eqp_import_options_set       (EqpImportOptions        *self,
                                                 const char              *option,
                                                 const char              *value,
                                                 GError                 **error);
char              *eqp_import_options_get       (const EqpImportOptions  *self,
                                                 const char              *option);

G_END_DECLS
