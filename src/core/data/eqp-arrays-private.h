/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-private.h"
#include "eqp-store.h"

G_BEGIN_DECLS

#define EQP_ARRAY_MAX_RANK 8

/* The smallest type that holds an array's numbers exactly. */
typedef enum {
  EQP_ITEM_BYTE,
  EQP_ITEM_FLOAT,
  EQP_ITEM_DOUBLE
} EqpItem;

/* One array of a file that may have several (MAT, HDF5, NPZ). */
typedef struct
{
  char           *name;    /* "fea", "train/data" */
  int             rank;
  gint64          dims[EQP_ARRAY_MAX_RANK]; /* as the file's users count them: dims[0] are the rows of a matrix */
  EqpItem         item;
  gboolean        whole;   /* whole numbers by their type */
  gboolean        sparse;  /* rank 2, read with read_sparse () */
  gboolean        text;    /* names, read with read_text (); fit for labels only */
  gint64          chunk;   /* slices that are best read together; 0: any number */
  gpointer        handle;  /* the reader's own */
  GDestroyNotify  free_handle;
} EqpArray;

/* Compressed columns: minor[starts[j]..starts[j + 1] - 1] are the rows of column j with their values. */
typedef struct
{
  gint64 *starts;
  gint64 *minor;
  double *values;
  gint64  count;
} EqpSparse;

typedef struct _EqpArrays EqpArrays;

struct _EqpArrays
{
  const char             *file;          /* name for messages */
  const char             *format;
  gboolean                column_major;  /* the first dimension runs fastest, as in MATLAB */
  gboolean                rowwise_images; /* the writer is known to store images row by row in flat rows */
  GPtrArray              *arrays;        /* EqpArray */
  gpointer                reader;

  /* Slices along the dimension that runs slowest, in the file's order, as items of the array's type. */
  gboolean              (*read)          (EqpArrays *self, EqpArray *array, gint64 first, gint64 count, void *items, GError **error);
  gboolean              (*read_sparse)   (EqpArrays *self, EqpArray *array, EqpSparse *sparse, GError **error);
  GStrv                 (*read_text)     (EqpArrays *self, EqpArray *array, GError **error);

  const EqpImportOptions *options;
  const EqpProgress      *progress;
  GCancellable           *cancellable;
  gint64                  reported;      /* time of the last report */
  EqpDatasetParts         parts;
};

/* What becomes of the arrays. */
typedef struct
{
  GPtrArray  *features;   /* EqpArray, one below the other */
  GPtrArray  *labels;     /* EqpArray, or NULL */
  int         axis;       /* the dimension that counts the samples */
  gint64      n;          /* of all feature arrays together */
  gint64      d;          /* of a sample */
  gint64      label_column; /* within a sample, or -1 */
  gboolean    guess_label_column;
} EqpArrayRoles;

/* eqp-arrays.c */
void        _eqp_arrays_init           (EqpArrays               *self,
                                        const EqpImportOptions  *options,
                                        const EqpProgress       *progress,
                                        GCancellable            *cancellable);
void        _eqp_arrays_clear          (EqpArrays               *self);
EqpArray   *_eqp_arrays_add            (EqpArrays               *self,
                                        const char              *name);
EqpDataset *_eqp_arrays_load           (EqpArrays               *self,
                                        GFile                   *file,
                                        GError                 **error);
gboolean    _eqp_arrays_go_on          (EqpArrays               *self,
                                        double                   fraction,
                                        GError                 **error);
gsize       _eqp_item_size             (EqpItem                  item);
char       *_eqp_array_shape           (const EqpArray          *array);
gint64      _eqp_array_count           (const EqpArray          *array);
double     *_eqp_arrays_read_doubles   (EqpArrays               *self,
                                        EqpArray                *array,
                                        GError                 **error);

/* eqp-arrays-choose.c */
gboolean    _eqp_arrays_choose         (EqpArrays               *self,
                                        EqpArrayRoles           *roles,
                                        GError                 **error);
gint64      _eqp_array_vector_length   (const EqpArray          *array);
gboolean    _eqp_arrays_image_scalars  (EqpArrays               *self,
                                        gint64                   d,
                                        gint                    *width,
                                        gint                    *height);

/* eqp-image-shape.c */
void        _eqp_guess_image_shape     (EqpDatasetParts         *parts,
                                        gboolean                 columnwise);

/* eqp-memory.c */
gboolean    _eqp_check_memory          (const char              *file,
                                        gint64                   n,
                                        gint64                   d,
                                        gsize                    item_size,
                                        GError                 **error);
void        _eqp_set_free_memory       (guint64                  bytes);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpArrays, _eqp_arrays_clear)

G_END_DECLS
