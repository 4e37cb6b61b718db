/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-param.h"

G_BEGIN_DECLS

typedef enum {
  EQP_MISSING_GUESS,  /* the mean, so that every row of the file gets a cluster */
  EQP_MISSING_DROP,   /* rows with a missing cell are left out, and counted */
  EQP_MISSING_MEAN,   /* the column's mean is put in, and counted */
  EQP_MISSING_REFUSE,
  EQP_MISSING_MEDIAN  /* the column's median is put in, and counted */
} EqpMissingPolicy;

/* Where the points of a matrix with several arrays or without names stand. */
typedef enum {
  EQP_ORIENTATION_GUESS,
  EQP_ORIENTATION_ROWS,
  EQP_ORIENTATION_COLUMNS
} EqpOrientation;

/* For EqpImportOptions.thousands: the file has no thousands marks. */
#define EQP_THOUSANDS_NONE '-'

typedef enum {
  EQP_TRISTATE_GUESS,
  EQP_TRISTATE_NO,
  EQP_TRISTATE_YES
} EqpTristate;

/* What a file is taken for that could be both. */
typedef enum {
  EQP_TAKE_GUESS,
  EQP_TAKE_FEATURES,
  EQP_TAKE_GRAPH
} EqpTake;

/* How a graph whose two directions differ becomes one: A is its matrix, A' the transposed one. */
typedef enum {
  EQP_SYMMETRIZE_REFUSE,
  EQP_SYMMETRIZE_MEAN,  /* (A + A') / 2 */
  EQP_SYMMETRIZE_MAX,   /* the larger of the two */
  EQP_SYMMETRIZE_SUM    /* A + A' */
} EqpSymmetrize;

/* What becomes of the weights of edges; cuts need finite ones of at least 0. */
typedef enum {
  EQP_WEIGHTS_REFUSE,   /* others are refused, with their number */
  EQP_WEIGHTS_DROP,     /* edges with others are left out, and counted */
  EQP_WEIGHTS_ABSOLUTE, /* the sign is taken off */
  EQP_WEIGHTS_ONE       /* all edges weigh 1 */
} EqpWeights;

/* Every field zero: guess. Borrowed by the reader for the time of the call. */
typedef struct
{
  char              separator;   /* 0: guess; ' ' means any run of blanks */
  char              decimal;     /* 0: guess; '.' or ',' */
  EqpTristate       header;
  const char       *encoding;    /* NULL: guess */
  const char       *labels;      /* NULL: guess; "none", "first", "last", a column name or a 1-based number */
  const char       *columns;     /* NULL: all; "1-3,7" or comma-separated names */
  EqpMissingPolicy  missing;
  const char       *variable;    /* for files with several arrays, and archives of several files */
  gint              image_width; /* folders of images: resize all to this; 0 x 0: as they are */
  gint              image_height;
  char              thousands;   /* 0: guess; EQP_THOUSANDS_NONE; '.', ',', ' ' (no-break spaces, too) or '\'' */
  const char       *ignore;      /* NULL: none; columns to leave out, as in columns */
  const char       *keep;        /* NULL: none; "all" or columns of numbers that stay features in any case */
  const char *missing_words; /* NULL: the usual ones; "none": only empty cells are missing; or further words for missing
                                cells, separated by commas; numbers such as -999 count as words */
  const char       *one_hot;     /* NULL: none; "all" or columns of text: each value becomes a column of 0 and 1 */
  EqpOrientation orientation; /* of matrices in MAT, HDF5, NPZ and NPY files and in tables: the points are the rows or
                                 the columns */
  gint64            ledger_limit; /* entries of each kind that the ledger lists; 0: EQP_LEDGER_USUAL_LIMIT */
  EqpTake           take;
  EqpSymmetrize     symmetrize;  /* graphs only */
  EqpWeights        weights;     /* graphs only */
  gint64            block_bytes; /* of a table of text, read at a time; 0: the usual; the data do not depend on it */
  gint64            max_rows;    /* 0: all; otherwise about so many, for a look at how the file is understood */
} EqpImportOptions;

/* Headings under which a window lists the options. */
typedef enum {
  EQP_IMPORT_KIND,
  EQP_IMPORT_TEXT,
  EQP_IMPORT_COLUMNS,
  EQP_IMPORT_MISSING,
  EQP_IMPORT_N_GROUPS
} EqpImportGroup;

/* When a window shows the option. */
typedef enum {
  EQP_SHOWN_NEVER,
  EQP_SHOWN_KNOWN,  /* only where something was decided about it */
  EQP_SHOWN_TEXT,   /* for files of text, also while nothing is decided about them */
  EQP_SHOWN_TABLE,  /* for tables of text, whether something was decided about it or not */
  EQP_SHOWN_FOLDER, /* for folders of images */
  EQP_SHOWN_ALWAYS
} EqpImportShown;

typedef struct
{
  EqpParam        param;  /* of EqpImportOptions; a text with words is chosen among them and what was decided */
  EqpImportGroup  group;
  EqpImportShown  shown;
} EqpImportParam;

/* The import options by name, as the terminal program spells them without dashes: "separator", "thousands", ...
 * What a decision offers (EqpAlternative) is set with eqp_import_options_set (). */
const EqpImportParam *eqp_import_params_get       (gsize                   *n_params);
char                 *eqp_import_dup_title        (const char              *option) G_GNUC_WARN_UNUSED_RESULT;
gboolean              eqp_import_options_set      (EqpImportOptions        *self,
                                                   const char              *option,
                                                   const char              *value,
                                                   GError                 **error);
void                  eqp_import_options_add      (EqpImportOptions        *self,
                                                   const char              *option,
                                                   const char              *value);
char                 *eqp_import_options_get      (const EqpImportOptions  *self,
                                                   const char              *option);

G_END_DECLS
