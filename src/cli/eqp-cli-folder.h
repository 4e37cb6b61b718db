/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli-figures.h"

G_BEGIN_DECLS

#define EQP_REPORT_MANIFEST "manifest.json"
#define EQP_REPORT_ROWS "rows.jsonl"

/* Of the manifest; folders of another layout are refused. */
#define EQP_REPORT_FORMAT 1

gboolean  eqp_cli_folder_check     (const char            *path,
                                    GError               **error);
gboolean  eqp_cli_folder_write     (const char            *path,
                                    const EqpStudyPlan    *plan,
                                    GPtrArray             *rows,
                                    gboolean               times,
                                    GError               **error);
char     *eqp_cli_folder_name_cell (const EqpStudyPlan    *plan,
                                    guint                  cell) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_folder_labels_of (const EqpStudyPlan    *plan,
                                    guint                  cell) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_html             (const EqpStudyTable   *table,
                                    GPtrArray             *rows,
                                    GPtrArray             *figures,
                                    GPtrArray             *files) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
