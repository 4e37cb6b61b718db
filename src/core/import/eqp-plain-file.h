/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-source.h"

G_BEGIN_DECLS

/* A file that a library wants to open by its path: the file itself, or its unpacked bytes in memory. */
typedef struct
{
  char     *path;
  char     *name;       /* for messages */
  int       memory;     /* file descriptor of the unpacked bytes, or -1 */
  char     *member;     /* of the archive that it came out of, or NULL */
  char     *array;      /* in it that was asked for, or NULL */
} EqpPlainFile;

gboolean _eqp_plain_file_open      (EqpPlainFile            *self,
                                    GFile                   *file,
                                    const EqpImportOptions  *options,
                                    const EqpProgress       *progress,
                                    GCancellable            *cancellable,
                                    GError                 **error);
void     _eqp_plain_file_clear     (EqpPlainFile            *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpPlainFile, _eqp_plain_file_clear)

G_END_DECLS
