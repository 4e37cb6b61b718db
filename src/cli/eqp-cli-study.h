/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli.h"
#include "eqp-study.h"

G_BEGIN_DECLS

gboolean      eqp_cli_study_get_shard (const EqpCliOptions *options,
                                       guint               *shard,
                                       guint               *n_shards);
gint64        eqp_cli_study_get_trials (const EqpCliOptions *options);
gboolean      eqp_cli_study_get_range (const EqpCliOptions *options,
                                       EqpPathOptions      *range,
                                       gboolean            *relative);
EqpDataset   *eqp_cli_study_load      (const EqpCliOptions *options,
                                       GCancellable        *cancellable,
                                       GError             **error) G_GNUC_WARN_UNUSED_RESULT;
EqpStudyPlan *eqp_cli_study_plan      (const EqpCliOptions *options,
                                       EqpDataset          *dataset,
                                       GError             **error) G_GNUC_WARN_UNUSED_RESULT;
GStrv         eqp_cli_arguments       (const EqpCliOptions *options) G_GNUC_WARN_UNUSED_RESULT;
EqpExit       eqp_cli_study_path      (const EqpCliOptions *options,
                                       GCancellable        *cancellable);

G_END_DECLS
