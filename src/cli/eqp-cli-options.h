/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

typedef enum {
  EQP_COMMAND_NONE    = 0,
  EQP_COMMAND_RUN     = 1 << 0,
  EQP_COMMAND_INFO    = 1 << 1,
  EQP_COMMAND_METHODS = 1 << 2,
  EQP_COMMAND_SAMPLES = 1 << 3,
  EQP_COMMAND_CONVERT = 1 << 4,
  EQP_COMMAND_SCORE   = 1 << 5,
  EQP_COMMAND_MEASURES = 1 << 6,
  EQP_COMMAND_SUGGEST = 1 << 7,
  EQP_COMMAND_COMPARE = 1 << 8,
  EQP_COMMAND_SWEEP   = 1 << 9,
  EQP_COMMAND_REPLAY  = 1 << 10,
  EQP_COMMAND_STUDY   = EQP_COMMAND_COMPARE | EQP_COMMAND_SWEEP
} EqpCommand;

/* Parameters of single methods may stand in one place, so studies, which have several methods, keep them as typed. */
#define EQP_CLI_MAX_OWN 32

#define EQP_CLI_NO_SILHOUETTE (-1)

typedef struct
{
  const EqpParam *param;
  const char     *text;
} EqpCliOwn;

/* The command line, understood and checked as far as that goes without data. Strings are borrowed from argv. */
typedef struct
{
  EqpCommand        command;
  const char       *data;
  const char       *out;            /* where "convert" writes; the data of "replay", or NULL */
  gboolean          help;
  gboolean          version;

  const char       *method;
  gboolean          usual_method;   /* none was given */
  gint64            k;              /* 0: the number of classes */
  gint              k_first;        /* of a range up to k; 0: k alone */
  gint64            threads;        /* 0: as many as processors */
  double            gamma;          /* NAN: not given */
  double            gamma_rel;      /* NAN: not given */
  const char       *target;         /* wishes about sizes instead of a gamma, or NULL */
  const char       *initial_labels;
  const char       *initial_centers;
  const char       *weights_column; /* of the data: how many times each row counts */
  const char       *must_link;      /* files of pairs of rows */
  const char       *cannot_link;
  double            prove;          /* seconds for a proof; NAN: none */
  const char       *labels_in;      /* what "score" measures */
  const char       *truth;          /* NULL: the classes of the data */
  const char       *labels_column;  /* of these files */
  const char       *truth_column;
  const char       *key_column;
  EqpParams         params;         /* what of them has options: seed and the methods' parameters */

  gboolean          distinct;
  EqpPreparation    preparation;
  EqpImportOptions  import;
  const char       *ledger;


  /* "compare" and "sweep" */
  const char       *methods;
  const char       *gammas;
  const char       *gammas_rel;
  gint64            trials;         /* 0: not given */
  gboolean          warm_path;
  gint              format;         /* EqpTableFormat */
  gint              measures;       /* EqpMeasureGroups; 0: those that cost little */
  const char       *results;        /* where they go */
  const char       *resume;
  const char       *shard;
  gboolean          merge;
  gboolean          no_times;
  gboolean          no_labels;
  const char       *report;         /* the folder */
  EqpCliOwn         own[EQP_CLI_MAX_OWN];
  guint             n_own;
  GPtrArray        *words;          /* char*: what is neither option nor command; NULL for other commands */

  gint              silhouette;     /* EqpSilhouetteRows; EQP_CLI_NO_SILHOUETTE: none */

  const char       *labels_out;
  const char       *table_out;
  const char       *centers_out;
  const char       *plot;
  gboolean          quiet;
  gboolean          json;
} EqpCliOptions;

/* One option: a setting of the command line and the commands it belongs to. */
typedef struct
{
  const EqpParam *param;
  gsize           base;      /* offset of the struct that the setting stands in */
  const char     *group;     /* heading in the help, to be translated */
  guint           commands;  /* EqpCommand, or-ed */
} EqpOption;

const EqpOption *eqp_options_get        (gsize           *n_options);
gboolean         eqp_cli_options_parse  (EqpCliOptions   *self,
                                         int              argc,
                                         char           **argv,
                                         GError         **error);
void             eqp_cli_options_clear  (EqpCliOptions   *self);
gboolean         eqp_cli_check_method   (const char      *id,
                                         GError         **error);
void             eqp_cli_options_import (const EqpCliOptions *self,
                                         EqpImportOptions    *import);
char            *eqp_cli_help           (EqpCommand       command) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpCliOptions, eqp_cli_options_clear)

G_END_DECLS
