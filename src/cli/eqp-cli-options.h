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
  EQP_COMMAND_CONVERT = 1 << 4
} EqpCommand;

/* What --scale holds where it is no number. */
#define EQP_CLI_SCALE_LOCAL (-1.0)
#define EQP_CLI_SCALE_MEAN (-2.0)

/* The command line, understood and checked as far as that goes without data. Strings are borrowed from argv. */
typedef struct
{
  EqpCommand   command;
  const char  *data;
  const char  *out;            /* where "convert" writes */
  gboolean     help;
  gboolean     version;

  const char  *method;
  gboolean     usual_method;   /* none was given */
  gint64       k;              /* 0: the number of classes */
  guint64      seed;
  gint64       threads;        /* 0: as many as processors */
  gint64       starts;
  gint64       max_iterations; /* 0: the method's own limit */
  gint         init;           /* EqpInit */
  gint         empty;          /* EqpEmptyPolicy */
  double       gamma;          /* NAN: not given */
  double       gamma_rel;      /* NAN: not given */
  gint64       min_size;       /* 0: not given */
  gint64       max_size;
  const char  *initial_labels;
  gint64       neighbors;
  double       scale;          /* EQP_CLI_SCALE_LOCAL, EQP_CLI_SCALE_MEAN, or delta */
  double       rho;            /* negative: automatic */

  gboolean     distinct;
  gint64       pca;
  gboolean     whiten;
  gint         normalize;      /* EqpNormalize */

  const char  *labels;
  const char  *columns;
  gint         separator;      /* 0: guess */
  gint         decimal;        /* 0: guess */
  gint         thousands;      /* 0: guess */
  const char  *ignore;
  const char  *one_hot;
  const char  *missing_words;
  gint         orientation;    /* EqpOrientation */
  const char  *ledger;
  gint         header;         /* EqpTristate */
  const char  *encoding;
  gint         missing;        /* EqpMissingPolicy */
  const char  *variable;
  gint64       image_width;    /* 0: as the images are */
  gint64       image_height;
  gint         pages;          /* EqpPages */
  gint         take;           /* EqpTake */
  gint         symmetrize;     /* EqpSymmetrize */
  gint         weights;        /* EqpWeights */

  const char  *labels_out;
  const char  *centers_out;
  const char  *plot;
  gboolean     quiet;
  gboolean     json;
} EqpCliOptions;

typedef enum {
  EQP_OPTION_FLAG,
  EQP_OPTION_TEXT,
  EQP_OPTION_INTEGER,
  EQP_OPTION_SEED,
  EQP_OPTION_REAL,      /* finite, at least 0 */
  EQP_OPTION_CHOICE,
  EQP_OPTION_CHARACTER, /* a choice, or any single other character */
  EQP_OPTION_CHOICE_REAL /* a choice of negative value, or a number of at least 0 */
} EqpOptionKind;

typedef struct
{
  const char *name;
  gint        value;
} EqpOptionChoice;

/* One option; the parser and the help are made from the same table. */
typedef struct
{
  const char            *group;     /* heading in the help, on its first option */
  const char            *name;
  const char            *other;     /* the other spelling, or NULL */
  EqpOptionKind          kind;
  guint                  commands;  /* EqpCommand, or-ed */
  gsize                  offset;    /* in EqpCliOptions */
  gint64                 min;
  gint64                 max;
  const EqpOptionChoice *choices;   /* ended by a NULL name */
  const char            *argument;  /* for the help */
  const char            *help;      /* to be translated */
} EqpOption;

const EqpOption *eqp_options_get        (gsize           *n_options);
gboolean         eqp_cli_options_parse  (EqpCliOptions   *self,
                                         int              argc,
                                         char           **argv,
                                         GError         **error);
void             eqp_cli_options_import (const EqpCliOptions *self,
                                         EqpImportOptions    *import);
void             eqp_cli_options_graph  (const EqpCliOptions *self,
                                         EqpParams           *params);
char            *eqp_cli_help           (EqpCommand       command) G_GNUC_WARN_UNUSED_RESULT;
const char      *eqp_nearest_name       (const char      *text,
                                         const char     **names);

G_END_DECLS
