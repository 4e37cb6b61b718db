/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-import-private.h"

G_BEGIN_DECLS

/* A member of an archive, or why it is set aside; @bytes are NULL then, and @why
 * too for a hidden one. */
typedef gboolean (*EqpImagesMemberFunc) (const char  *path,
                                         GBytes      *bytes,
                                         const char  *why,
                                         gpointer     user_data,
                                         GError     **error);

typedef gssize (*EqpImagesReadFunc) (gpointer    source,
                                     void       *bytes,
                                     gsize       count,
                                     GError    **error);

/* eqp-images-archive.c */
GBytes  *_eqp_images_read_all        (EqpImagesReadFunc       read,
                                      gpointer                source,
                                      gsize                   taken,
                                      GCancellable           *cancellable,
                                      GError                **error);
gboolean _eqp_images_read_archive    (GFile                  *file,
                                      const char             *name,
                                      EqpImagesMemberFunc     take,
                                      gpointer                user_data,
                                      GCancellable           *cancellable,
                                      GError                **error);

/* eqp-images-labels.c */
gboolean _eqp_images_choose_labels   (const char             *folder,
                                      GPtrArray              *paths,
                                      const EqpImportOptions *options,
                                      EqpDatasetParts        *parts,
                                      GError                **error);

G_END_DECLS
