/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-edges.h"
#include "import/eqp-lines.h"

G_BEGIN_DECLS

/* A text that becomes a graph, line by line. */
typedef struct
{
  const char             *file;    /* name for messages */
  const EqpImportOptions *options;
  GCancellable           *cancellable;
  EqpSource              *source;
  EqpLines                lines;
  EqpEdges                edges;
  EqpDatasetParts         parts;
} EqpGraphFile;

gboolean    _eqp_graph_file_open   (EqpGraphFile           *self,
                                    GFile                  *file,
                                    const EqpImportOptions *options,
                                    const EqpProgress      *progress,
                                    GCancellable           *cancellable,
                                    GError                **error);
void        _eqp_graph_file_clear  (EqpGraphFile           *self);
gboolean    _eqp_graph_file_next   (EqpGraphFile           *self,
                                    gboolean                blank,
                                    char                  **line,
                                    GError                **error);
gboolean    _eqp_graph_file_refuse (EqpGraphFile           *self,
                                    const char             *text,
                                    gsize                   length,
                                    const char             *what,
                                    GError                **error);
EqpDataset *_eqp_graph_file_finish (EqpGraphFile           *self,
                                    GFile                  *file,
                                    const char             *format);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpGraphFile, _eqp_graph_file_clear)

G_END_DECLS
