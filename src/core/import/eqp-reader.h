/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-progress.h"
#include "data/eqp-dataset.h"
#include "eqp-import.h"

G_BEGIN_DECLS

/* The first bytes of a file (after gunzip where it is gzipped), for telling formats apart by content. */
typedef struct
{
  const guint8 *head;
  gsize         head_length;
  gboolean      compressed;
  gboolean      complete;     /* head is the whole file */
  const char   *basename;     /* a hint only */
} EqpProbe;

/* One format. Add a row to the table in eqp-reader.c to add a format. */
typedef struct
{
  const char  *id;            /* "csv" */
  const char  *name;          /* for people: "CSV" */
  const char  *suffixes;      /* for the file dialog: "csv;tsv;txt;data" */
  int        (*sniff)  (const EqpProbe *probe);  /* 0: no; 100: certain; NULL: folders, known by their type */
  EqpDataset *(*read)  (GFile                   *file,
                        const EqpImportOptions  *options,
                        const EqpProgress       *progress,
                        GCancellable            *cancellable,
                        GError                 **error);
} EqpReader;

const EqpReader * const *eqp_readers_get     (gsize                   *n_readers);
EqpDataset              *eqp_dataset_load    (const char              *data,
                                              const EqpImportOptions  *options,
                                              const EqpProgress       *progress,
                                              GCancellable            *cancellable,
                                              GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

/* eqp-peek.c */
char                    *eqp_peek_text       (const char              *data,
                                              const EqpImportOptions  *options,
                                              int                      n_lines,
                                              GCancellable            *cancellable) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
