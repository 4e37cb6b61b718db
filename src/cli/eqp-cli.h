/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "eqp-cli-options.h"

G_BEGIN_DECLS

typedef enum {
  EQP_EXIT_DONE        = 0,
  EQP_EXIT_FAILED      = 1,
  EQP_EXIT_USAGE       = 2,
  EQP_EXIT_DATA        = 3,
  EQP_EXIT_INTERRUPTED = 130
} EqpExit;

EqpExit eqp_cli_main    (int                    argc,
                         char                 **argv);
EqpExit eqp_cli_run     (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
EqpExit eqp_cli_score   (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
EqpExit eqp_cli_suggest (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
EqpExit eqp_cli_measures (const EqpCliOptions  *options);
EqpExit eqp_cli_info    (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
EqpExit eqp_cli_convert (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
gboolean eqp_cli_convert_check (const char     *out,
                         gboolean               json,
                         GError               **error);
EqpExit eqp_cli_study   (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
gboolean eqp_cli_study_check (const EqpCliOptions *options,
                         GError               **error);
EqpExit eqp_cli_replay  (const EqpCliOptions   *options,
                         GCancellable          *cancellable);
EqpExit eqp_cli_methods (const EqpCliOptions   *options);
EqpExit eqp_cli_samples (const EqpCliOptions   *options);

G_END_DECLS
