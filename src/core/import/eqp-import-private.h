/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-data-private.h"
#include "eqp-import.h"
#include "eqp-reader.h"

G_BEGIN_DECLS

/* eqp-import.c */
const char *_eqp_import_label      (const char             *option,
                                    const char             *value);
void     _eqp_settle_option        (EqpDatasetParts        *parts,
                                    const EqpImportOptions *options,
                                    const char             *option,
                                    const EqpImportOptions *chosen,
                                    const char             *but,
                                    const char             *evidence);

/* eqp-selection.c */
/* The column of a number (from 1) or name, from 0; -1: there is none. */
typedef gint64 (*EqpFindColumnFunc) (const char *text,
                                     gpointer    user_data);

gboolean eqp_select_columns        (const char          *file,
                                    const char          *list,
                                    gint64               n_columns,
                                    EqpFindColumnFunc    find,
                                    gpointer             user_data,
                                    GArray              *columns,
                                    GError             **error);

gboolean eqp_choose_columns        (const char             *file,
                                    const EqpImportOptions *options,
                                    gint64                  n_columns,
                                    EqpFindColumnFunc       find,
                                    gpointer                user_data,
                                    GArray                 *columns,
                                    EqpDatasetParts        *parts,
                                    GError                **error);

/* eqp-rounded.c */
/* Cells of which less than seven digits are kept. */
typedef struct
{
  gint64 count;
  char   first[128]; /* where the first of them is, and what became of it */
} EqpRounded;

void     _eqp_rounded_look         (EqpRounded           *self,
                                    gint64                row,
                                    const double         *values,
                                    const gint64         *index,
                                    gint64                d,
                                    const float          *out,
                                    EqpDatasetParts      *parts);
void     _eqp_rounded_note         (const EqpRounded     *self,
                                    EqpDatasetParts      *parts);
void     _eqp_rounded_wide         (const double         *low,
                                    const double         *high,
                                    gint64                d,
                                    EqpDatasetParts      *parts);

G_END_DECLS
