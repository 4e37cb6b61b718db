/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study.h"
#include "eqp-study-forecast.h"

G_BEGIN_DECLS

typedef struct
{
  EqpCellState state;
  gint64       started;  /* monotonic, microseconds */
  double       seconds;  /* once it is done; negative: not run here */
  const char  *part;     /* that it tells of, or NULL; static */
  gint64       part_started; /* when it was first told of */
  gint64       part_told;    /* and when last */
  double       fraction; /* of that part */
  double       first_fraction; /* when it was first told of */
} EqpStudyCell;

/* All that the threads touch. */
typedef struct
{
  EqpStudyPlan     *plan;
  EqpDataset       *dataset;
  EqpGraph         *graph;       /* set before the workers start */
  EqpStudyFile     *file;        /* NULL: none; under the lock of the file */
  GCancellable     *cancellable;
  GMainContext     *context;
  EqpStudy         *study;       /* borrowed: valid in the main thread until closed */
  guint             threads;
  guint             n_workers;
  gboolean          keep_labels;

  GMutex            file_lock;
  GMutex            lock;        /* the rest */
  GCond             cond;
  gboolean          armed;
  gboolean          closed;
  gboolean          paused;
  gboolean          preparing;
  double            fraction;    /* of the graph */
  guint             live;        /* workers that have not ended */
  guint             next;        /* first cell that may be waiting */
  EqpStudyCell     *cells;       /* n_cells */
  EqpStudyRow     **rows;        /* n_cells; immutable once there */
  guint             n_cells;
  gint64            started;
  double            pace;        /* eqp_forecast_first_pace () when it started */
  double            processor;   /* seconds of it that the program had used when it started */
  gint64            paused_at;
  gint64            pauses;
  gint64            ended;
  GError           *error;
} EqpStudyWork;

struct _EqpStudy
{
  GObject       parent_instance;

  EqpStudyWork *work;
  gboolean      was_started;
  gboolean      over;       /* told */
};

G_END_DECLS
