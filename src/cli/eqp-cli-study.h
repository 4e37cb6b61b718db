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
gboolean      eqp_cli_study_open      (const EqpCliOptions *options,
                                       guint                threads,
                                       GCancellable        *cancellable,
                                       EqpStudyPlan       **plan,
                                       EqpDataset         **dataset,
                                       EqpExit             *status,
                                       GError             **error);
GStrv         eqp_cli_arguments       (const EqpCliOptions *options) G_GNUC_WARN_UNUSED_RESULT;
EqpExit       eqp_cli_study_path      (const EqpCliOptions *options,
                                       GCancellable        *cancellable);

G_END_DECLS
