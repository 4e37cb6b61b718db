/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-private.h"

G_BEGIN_DECLS

/* eqp-images-labels.c */
gboolean _eqp_images_is_named_so     (const char             *path);
gboolean _eqp_images_choose_labels   (const char             *folder,
                                      GPtrArray              *paths,
                                      const EqpImportOptions *options,
                                      EqpDatasetParts        *parts,
                                      GError                **error);

G_END_DECLS
