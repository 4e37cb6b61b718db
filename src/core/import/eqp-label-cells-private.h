/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* A small table of text, cut into cells. Lines of one cell may be empty, those of several may not. */
typedef struct
{
  char       *name;    /* of the file, for messages */
  char       *text;    /* the cells point into it */
  GArray     *cells;   /* EqpField, rows x width; each ends with a NUL */
  GArray     *lines;   /* gint64: line of each row */
  gint64      rows;
  gint64      width;
} EqpLabelCells;

gboolean    _eqp_label_cells_read   (EqpLabelCells        *self,
                                     GFile                *file,
                                     GCancellable         *cancellable,
                                     GError              **error);
void        _eqp_label_cells_clear  (EqpLabelCells        *self);
const char *_eqp_label_cells_get    (const EqpLabelCells  *self,
                                     gint64                row,
                                     gint64                column);
gint64      _eqp_label_cells_line   (const EqpLabelCells  *self,
                                     gint64                row);
void        _eqp_label_cells_compact (EqpLabelCells       *self);
void        _eqp_label_cells_trim   (EqpLabelCells        *self,
                                     gint64                rows);
gint64      _eqp_label_cells_find   (const EqpLabelCells  *self,
                                     const char           *column,
                                     gboolean             *by_name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpLabelCells, _eqp_label_cells_clear)

G_END_DECLS
