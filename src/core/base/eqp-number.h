/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

const char *eqp_parse_number       (const char  *text,
                                    char         decimal,
                                    double      *value);
gboolean    eqp_is_number          (const char  *text,
                                    gssize       length,
                                    char         decimal,
                                    double      *value);
gboolean    eqp_number_compose     (guint64      whole,
                                    int          exponent,
                                    double      *value);
void        eqp_name_number        (double       value,
                                    char         text[G_ASCII_DTOSTR_BUF_SIZE]);
gboolean    eqp_is_missing_marker  (const char  *text,
                                    gsize        length);
gboolean    eqp_is_missing_label   (const char  *text,
                                    gsize        length);

G_END_DECLS
