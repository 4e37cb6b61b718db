/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-decision.h"
#include "base/eqp-progress.h"

G_BEGIN_DECLS

/* What a reader or a generator knows; eqp_dataset_new () takes all of it. Zeroed fields mean "not known". */
typedef struct
{
  gint64      n;              /* rows, the points */
  gint64      d;              /* columns, the features */
  float      *features;       /* n x d row-major, (value - offset) / scale; from eqp_try_alloc () */
  EqpSparseRows *sparse;      /* instead of features, where most of them are 0; then at scale 1 */
  double     *offsets;        /* d, g_malloc'ed; NULL: all zero */
  double      scale;          /* 0 or 1: none; otherwise a power of two that keeps squares in range */
  gint32    **rest;           /* d: what whole numbers of a column lack as float, n from eqp_try_alloc (), or NULL */
  EqpGraph   *graph;          /* with d = 0 and no features: the data are this graph of n vertices */
  GStrv       row_names;      /* n: what its vertices are called; NULL: they are counted */
  gint32     *origins;        /* n: rows of the data as read, of which some were left out; NULL: none were */
  gint64      n_read;         /* with origins: how many these are */

  gint32     *labels;         /* n class ids 0..n_classes-1, g_malloc'ed, or NULL */
  GStrv       class_names;    /* n_classes names as the file spells them, in natural order */
  GStrv       column_names;   /* d names, or NULL: "column 1", ... */
  gint        image_width;    /* with image_height: each row is an image, row-major */
  gint        image_height;
  gboolean    image_transposed; /* the image is stored column by column */

  char       *name;           /* for people: "Digits" */
  char       *source;         /* path, URI or "sample:digits" */
  char       *format;         /* "CSV", "IDX", "NPY", "sample" */
  char       *attribution;    /* where the data come from, or NULL */
  GPtrArray  *decisions;      /* char*: what was chosen, and the runner-up; or NULL */
  GPtrArray  *findings;       /* char*: what may hurt a run; or NULL */
  GPtrArray  *mends;          /* EqpAlternative, of the finding with the same number; NULL: none */
  GPtrArray  *subjects;       /* const char*, static: what the finding with the same number is about; NULL: none */
  gint64      missing;        /* missing cells met in the file */
  gint64     *column_missing; /* d: missing cells of each column, g_malloc'ed, or NULL where none are known of */
  GPtrArray  *choices;        /* EqpDecision: the same decisions as structures, each option at most once; or NULL */
  EqpLedger  *ledger;         /* what was changed and left out, or NULL */

  const EqpProgress *progress; /* told while a reader makes a data set of it, or NULL; borrowed until then */
  const char *progress_what;  /* borrowed likewise */
  gint64      reported;       /* time of the last report */
} EqpDatasetParts;

EqpDataset         *eqp_dataset_new                (EqpDatasetParts    *parts) G_GNUC_WARN_UNUSED_RESULT;
EqpDataset         *eqp_dataset_new_cancellable    (EqpDatasetParts    *parts,
                                                    GCancellable       *cancellable,
                                                    GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void                eqp_dataset_parts_clear        (EqpDatasetParts    *parts);
EqpDataset         *eqp_dataset_ref                (EqpDataset         *self);
void                eqp_dataset_unref              (EqpDataset         *self);

gint64              eqp_dataset_get_n              (const EqpDataset   *self);
gint64              eqp_dataset_get_d              (const EqpDataset   *self);
const float        *eqp_dataset_get_features       (const EqpDataset   *self);
const EqpSparseRows *eqp_dataset_get_sparse        (const EqpDataset   *self);
double               eqp_dataset_get_row_length    (const EqpDataset   *self);
gboolean            eqp_dataset_check_dense        (EqpDataset         *self,
                                                    GError            **error);
float               eqp_dataset_get_stored         (const EqpDataset   *self,
                                                    gint64              row,
                                                    gint64              column);
void                eqp_dataset_add_row            (const EqpDataset   *self,
                                                    gint64              row,
                                                    double              factor,
                                                    double             *sums);
double              eqp_dataset_get_distance       (const EqpDataset   *self,
                                                    gint64              row,
                                                    const double       *center,
                                                    double              norm);
const double       *eqp_dataset_get_offsets        (const EqpDataset   *self);
double              eqp_dataset_get_scale          (const EqpDataset   *self);
double              eqp_dataset_get_value          (const EqpDataset   *self,
                                                    gint64              row,
                                                    gint64              column);
const double       *eqp_dataset_get_mean           (const EqpDataset   *self);
double              eqp_dataset_get_total_ss       (const EqpDataset   *self);
double              eqp_dataset_get_column_ss      (const EqpDataset   *self,
                                                    gint64              column);
const gint32       *eqp_dataset_get_labels         (const EqpDataset   *self);
gint                eqp_dataset_get_n_classes      (const EqpDataset   *self);
const char         *eqp_dataset_get_class_name     (const EqpDataset   *self,
                                                    gint                label);
const char         *eqp_dataset_get_row_name       (const EqpDataset   *self,
                                                    gint64              row);
gint64              eqp_dataset_get_origin         (const EqpDataset   *self,
                                                    gint64              row);
gint64              eqp_dataset_get_n_read         (const EqpDataset   *self);
const char         *eqp_dataset_get_column_name    (const EqpDataset   *self,
                                                    gint64              column);
gboolean            eqp_dataset_get_image_shape    (const EqpDataset   *self,
                                                    gint               *width,
                                                    gint               *height,
                                                    gboolean           *transposed);
const char         *eqp_dataset_get_name           (const EqpDataset   *self);
const char         *eqp_dataset_get_source         (const EqpDataset   *self);
const char         *eqp_dataset_get_format         (const EqpDataset   *self);
const char         *eqp_dataset_get_attribution    (const EqpDataset   *self);
GPtrArray          *eqp_dataset_get_decisions      (const EqpDataset   *self);
char               *eqp_dataset_dup_column_title   (const EqpDataset   *self,
                                                    gint64              column) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray          *eqp_dataset_get_findings       (const EqpDataset   *self);
guint               eqp_dataset_get_n_told         (const EqpDataset   *self);
const char         *eqp_dataset_get_subject        (const EqpDataset   *self,
                                                    guint               finding);
const EqpAlternative *eqp_dataset_get_mend         (const EqpDataset   *self,
                                                    guint               finding);
gint64              eqp_dataset_get_missing        (const EqpDataset   *self);
gint64              eqp_dataset_get_column_missing (const EqpDataset   *self,
                                                    gint64              column);
EqpGraph           *eqp_dataset_get_graph          (const EqpDataset   *self);
EqpPoints           eqp_dataset_get_points         (const EqpDataset   *self);
GPtrArray          *eqp_dataset_get_choices        (const EqpDataset   *self);
EqpLedger          *eqp_dataset_get_ledger         (const EqpDataset   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpDataset, eqp_dataset_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpDatasetParts, eqp_dataset_parts_clear)

G_END_DECLS
