/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli.h"
#include "eqp-cli-output.h"
#include "eqp-cli-rows.h"
#include "eqp-core.h"
#include "eqp-mailbox.h"

G_BEGIN_DECLS

/* One run from its data to its files. A worker thread reads, prepares and solves; the main thread writes. The steps
 * come through the same mailbox as those of the window. */
typedef struct
{
  const EqpCliOptions *options;
  GCancellable        *cancellable;
  EqpOutput           *output;      /* the main thread's */
  gboolean             live;        /* drawn over itself instead of line by line */
  GMainLoop           *loop;

  EqpMailbox          *mailbox;     /* the steps, from the worker to the main thread */

  /* Under the lock: what else the worker leaves for the main thread. Nobody waits for anybody. */
  GMutex               lock;
  GString             *lines;       /* whole lines to be written */
  gboolean             armed;       /* the main thread has been told */
  char                *title;
  double               fraction;    /* of the file read */

  /* The main thread's: what came out of the mailbox. */
  GArray              *steps;       /* EqpStep */
  GArray              *sizes;       /* gint64, of the last one */
  gint                 restart;     /* starts that are over */
  gint                 restarts;    /* of how many; 0: a single one */
  double               printed;     /* seconds at which the last plain line was made */

  /* The worker's until the loop ends, the main thread's after that. */
  EqpExit              status;
  GError              *error;
  EqpDataset          *opened;      /* as read */
  EqpDataset          *dataset;     /* as prepared */
  gint64               n_copies;    /* rows left out because they equal an earlier one */
  const EqpSolver     *solver;
  EqpImportOptions     import;
  EqpPreparation       preparation;
  EqpParams            params;
  gint32              *initial_labels;
  char                *ignore;      /* columns that are no features, that of the weights with them */
  EqpGiven            *given;       /* weights, pairs, centers; or NULL */
  double               gamma_rel;   /* NAN where the data have no spread */
  guint                threads;
  EqpGraph            *graph;       /* the graph family's, else NULL */
  EqpResult           *result;
  EqpMeasureSet        measures;
  EqpBound             bound;       /* parts is 0 where nothing was to be proven */
  EqpSizeBand          band;        /* what sizes chance alone would give */
  float               *plane;       /* 2 n: rows on the plane of the plot, or NULL */
  EqpPca              *pca;         /* what the plane was made with, or NULL: one or two columns as they are */
  double               plane_scale; /* and then in these units */
  double               plane_offset[2];
  char                *plane_titles[2];
  GPtrArray           *saved;       /* char*: files written, for people */
  GError              *plot_error;  /* why there is no plane */
  EqpResult           *reference;   /* plain k-means on the same data and seed, for the plot */
} EqpRunJob;

gpointer  eqp_cli_run_worker       (gpointer       job);
void      eqp_cli_run_post_line    (EqpRunJob     *job,
                                    const char    *line);
void      eqp_cli_run_arm          (EqpRunJob     *job);
void      eqp_cli_run_finish       (gpointer       job);
char     *eqp_cli_run_title        (EqpRunJob     *job) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_run_start_json   (EqpRunJob     *job) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_run_result_json  (EqpRunJob     *job) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_run_step_json    (const EqpStep *step,
                                    gint           k,
                                    const gint64  *sizes) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_run_step_line    (const EqpStep *step) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_run_status_line  (EqpRunJob     *job) G_GNUC_WARN_UNUSED_RESULT;
char     *eqp_cli_run_restart_line (EqpRunJob     *job) G_GNUC_WARN_UNUSED_RESULT;
void      eqp_cli_run_report       (EqpRunJob     *job);
void      eqp_cli_run_report_files (EqpRunJob     *job);
void      eqp_cli_run_project      (EqpRunJob     *job,
                                    EqpPool       *pool);
gboolean  eqp_cli_run_plot         (EqpRunJob     *job,
                                    const char    *path,
                                    GError       **error);

G_END_DECLS
