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

/* eqp-roles-profile.c */
int      _eqp_compare_doubles      (const void            *a,
                                    const void            *b);

/* eqp-image-shape.c */
int      _eqp_guess_image_axis     (int                    rank,
                                    const gint64          *dims);
void     _eqp_guess_image_shape    (EqpDatasetParts       *parts,
                                    gboolean               columnwise);

G_END_DECLS
