/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-test.h"

/* What a file is known to hold. */
typedef struct
{
  const char *path;       /* below the folder of shared test material */
  const char *format;
  gint64      n;
  gint64      d;
  gint        classes;    /* 0: no labels */
  gint64      smallest;   /* class */
  gint64      largest;
  gint        width;      /* of images, 0: none */
  gint        height;
  gboolean    transposed;
} EqpTruth;

/* A folder of the test's own, for g_test_add (). */
typedef struct
{
  char *folder;
} EqpTestFolder;

void        eqp_test_folder_set_up     (EqpTestFolder  *fixture,
                                        gconstpointer   data);
void        eqp_test_folder_tear_down  (EqpTestFolder  *fixture,
                                        gconstpointer   data);
char       *eqp_test_write_text    (EqpTestFolder  *fixture,
                                    const char     *name,
                                    const char     *text);
EqpDataset *eqp_test_load_text     (EqpTestFolder           *fixture,
                                    const char              *name,
                                    const char              *text,
                                    const EqpImportOptions  *options);
void        eqp_test_truth         (gconstpointer  truth);
void        eqp_test_add_truths    (const char      *prefix,
                                    const EqpTruth  *truths,
                                    gsize            n_truths);
gboolean    eqp_test_lists         (EqpDataset  *dataset,
                                    const char  *part);
EqpDataset *eqp_test_load          (const char              *path,
                                    const EqpImportOptions  *options);
void        eqp_test_load_fails    (const char              *path,
                                    const EqpImportOptions  *options,
                                    GQuark                   domain,
                                    int                      code,
                                    const char              *part);
guint       eqp_test_count_open_files (void);
const EqpDecision *eqp_test_choice (EqpDataset  *dataset,
                                    const char  *key);
gboolean    eqp_test_says          (GPtrArray   *sentences,
                                    const char  *part);
gboolean    eqp_test_tells         (EqpDataset  *dataset,
                                    const char  *part);
void        eqp_test_assert_edges  (EqpDataset  *dataset,
                                    gint64       n,
                                    const char  *edges);
char       *eqp_test_gzip          (const char  *folder,
                                    const char  *name,
                                    const char  *path);
char       *eqp_test_folder        (void);
char       *eqp_test_write         (const char  *folder,
                                    const char  *name,
                                    const void  *bytes,
                                    gsize        length);
void        eqp_test_remove        (const char  *folder);
