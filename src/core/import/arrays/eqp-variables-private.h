/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-items.h"
#include "import/eqp-assemble.h"
#include "import/eqp-names.h"
#include "base/eqp-memory.h"
#include "import/eqp-sparse.h"
#include "import/eqp-store.h"

G_BEGIN_DECLS

#define EQP_VARIABLE_MAX_RANK 8

/* One array of a file that may have several (MAT, HDF5, NPZ). */
typedef struct
{
  char           *name;    /* "fea", "train/data" */
  int             rank;
  gint64          dims[EQP_VARIABLE_MAX_RANK]; /* as the file's users count them: dims[0] are the rows of a matrix */
  EqpItem         item;
  gboolean        whole;   /* whole numbers by their type */
  gboolean        sparse;  /* rank 2, read with read_sparse () */
  gboolean        text;    /* names, read with read_text (); fit for labels only */
  gboolean        column_major; /* the first dimension runs fastest */
  gint64          chunk;   /* slices that are best read together; 0: any number */
  double          unwritten; /* share of it that the file does not have: it reads as a fill value */
  gint64          entries; /* of a sparse matrix */
  gpointer        handle;  /* the reader's own */
  GDestroyNotify  free_handle;
} EqpVariable;

typedef struct _EqpVariables EqpVariables;
typedef struct _EqpStream EqpStream;

struct _EqpVariables
{
  const char             *file;          /* name for messages */
  const char             *member;        /* of an archive, or NULL */
  const char             *format;
  gboolean                single;        /* the file is one array and has no names; labels may stand in files beside */
  GFile                  *data;          /* it, borrowed, */
  gboolean              (*read_header)   (EqpStream *stream, GError **error); /* and what begins such files */
  gboolean matlab; /* written by MATLAB: stacks end with the samples, images lie column by column */
  gboolean                rowwise_images; /* the writer is known to store images row by row in flat rows */
  GPtrArray              *arrays;        /* EqpVariable */
  GPtrArray *unread; /* char*: what may well be the data and cannot be read, with the advice; or NULL */
  gpointer                reader;

  /* Slices along the dimension that runs slowest, in the file's order, as items of the array's type. */
  gboolean (*read) (EqpVariables *self, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error);
  gboolean              (*read_sparse)   (EqpVariables *self, EqpVariable *array, EqpSparse *sparse, GError **error);
  GStrv                 (*read_text)     (EqpVariables *self, EqpVariable *array, GError **error);

  const EqpImportOptions *options;
  const EqpProgress      *progress;
  GCancellable           *cancellable;
  gint64                  reported;      /* time of the last report */
  double                  fraction;      /* what was reported last, or would have been */
  EqpDatasetParts         parts;
};

/* What becomes of the arrays. */
typedef struct
{
  GPtrArray  *features;   /* EqpVariable, one below the other */
  GPtrArray  *labels;     /* EqpVariable, or NULL */
  gboolean    beside;     /* they stand in a file beside */
  int         axis;       /* the dimension that counts the samples */
  gint64      n;          /* of all feature arrays together */
  gint64      d;          /* of a sample */
  gint64      label_column; /* within a sample, or -1 */
  gint64      label_last; /* further on: one of them has a 1 in each sample */
  gboolean    guess_label_column;
  gboolean    side_by_side;   /* the features are vectors, each a column */
  gint64      first_of;   /* only the first samples are looked at, of so many; 0: all */
} EqpVariableRoles;

/* eqp-variables.c */
void         _eqp_variable_free            (gpointer                data);
void         _eqp_variables_init           (EqpVariables           *self,
                                            const EqpImportOptions *options,
                                            const EqpProgress      *progress,
                                            GCancellable           *cancellable);
void         _eqp_variables_clear          (EqpVariables           *self);
EqpVariable *_eqp_variables_add            (EqpVariables           *self,
                                            const char             *name);
gboolean     _eqp_variables_go_on          (EqpVariables           *self,
                                            double                  fraction,
                                            GError                **error);
gint64       _eqp_variable_count           (const EqpVariable      *array);
gint64       _eqp_variable_slices          (const EqpVariable      *array);
gint64       _eqp_variable_slice           (const EqpVariable      *array);
gint64       _eqp_variable_vector_length   (const EqpVariable      *array);
char        *_eqp_shape_name               (int                     rank,
                                            const gint64           *dims);
char        *_eqp_variable_shape           (const EqpVariable      *array);
double      *_eqp_variables_read_doubles   (EqpVariables           *self,
                                            EqpVariable            *array,
                                            GError                **error);
char        *_eqp_variables_names          (GPtrArray              *arrays,
                                            guint                   most,
                                            const char             *between,
                                            gboolean                shapes);
char        *_eqp_variables_list           (EqpVariables           *self);
EqpVariable *_eqp_variables_find           (EqpVariables           *self,
                                            const char             *name);
void         _eqp_variables_set_not_there  (EqpVariables           *self,
                                            const char             *name,
                                            GError                **error);
GPtrArray   *_eqp_variables_find_asked     (EqpVariables           *self,
                                            const char             *names,
                                            GError                **error);
void         _eqp_variables_leave_out      (EqpVariables           *self,
                                            const char             *name,
                                            const char             *why_format,
                                            ...) G_GNUC_PRINTF (3, 4);
gboolean     _eqp_variables_refuse_unread  (EqpVariables           *self,
                                            GError                **error);

/* eqp-variables-choose.c */
gboolean     _eqp_variables_choose         (EqpVariables           *self,
                                            EqpVariableRoles       *roles,
                                            GError                **error);

/* eqp-variables-labels.c */
gboolean     _eqp_variables_are_whole      (EqpVariables           *self,
                                            EqpVariable            *array);
gboolean     _eqp_variables_fit_as_labels  (EqpVariables           *self,
                                            EqpVariable            *array,
                                            gint64                  n,
                                            gboolean                named);
void         _eqp_variables_guess_label_column (EqpVariables       *self,
                                            EqpVariableRoles       *roles,
                                            EqpStore               *store,
                                            GArray                 *asked);
gboolean     _eqp_variables_read_labels    (EqpVariables           *self,
                                            const EqpVariableRoles *roles,
                                            EqpAssembly            *assembly,
                                            GError                **error);

/* eqp-variables-load.c */
EqpDataset  *_eqp_variables_load           (EqpVariables           *self,
                                            GFile                  *file,
                                            GError                **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpVariables, _eqp_variables_clear)

G_END_DECLS
