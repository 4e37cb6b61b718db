/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* A file to be written and the option that names it. */
typedef struct
{
  const char *option;
  const char *path;
} EqpOutputFile;

gboolean  eqp_files_check      (const char           *data,
                                const EqpOutputFile  *files,
                                gsize                 n_files,
                                GError              **error);
gboolean  eqp_file_check       (const char       *option,
                                const char       *path,
                                GError          **error);
gboolean  eqp_file_write       (const char       *path,
                                const char       *bytes,
                                gsize             length,
                                GError          **error);
GString  *eqp_labels_format    (gint64            n,
                                const gint32     *labels) G_GNUC_WARN_UNUSED_RESULT;
GString  *eqp_centers_format   (EqpDataset       *dataset,
                                const EqpResult  *result) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
