/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli.h"
#include "eqp-study.h"

G_BEGIN_DECLS

gboolean      eqp_cli_study_get_shard (const EqpCliOptions *options,
                                       guint               *shard,
                                       guint               *n_shards);
EqpStudyPlan *eqp_cli_study_plan      (const EqpCliOptions *options,
                                       EqpDataset          *dataset,
                                       GError             **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
