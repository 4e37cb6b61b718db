/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-run-record.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* The newest that is read and written. */
#define EQP_WORKSPACE_FORMAT 1

/* A run of the list, or the one that is shown. */
typedef struct
{
  EqpRunFacts    facts;    /* rows: without their data (NULL) where those are the data of the workspace */
  char          *name;     /* NULL: after its method */
  gboolean       listed;
  EqpLabels     *labels;   /* NULL: given up for memory */
  EqpMeasureSet *measures; /* NULL: not known */
} EqpKeptRun;

/* All that a file of a workspace holds. */
typedef struct
{
  /* data */
  char             *data;      /* path, URI or "sample:ID" */
  char             *beside;    /* the same from the folder of the file on, or NULL */
  char             *hash;      /* of the data as read; NULL: still to be made of @base */
  gint64            rows;      /* as read */
  EqpDataset       *base;      /* as read, where it is written; or NULL */
  EqpImportOptions  import;
  EqpEdit          *edit;
  EqpPreparation    preparation;
  EqpGivenSources   given;

  /* for the next run */
  EqpSettings       settings;
  GHashTable       *kept_params; /* EqpSolver -> double[EQP_OWN_PARAMS]: as other methods were left */
  double            gamma;
  double            gamma_rel;

  /* view */
  char             *page;
  gint              color;
  EqpProjectionSpec projection;
  gboolean          show_graph;

  /* runs */
  GPtrArray        *runs;      /* EqpKeptRun, the oldest first */
  GArray           *pins;      /* guint: places in @runs */
  gint64            shown;     /* a place in @runs; -1: none */
  gint64            step;      /* of the run shown; -1: the newest */
  EqpRunTrace      *trace;     /* of the run shown, or NULL */
} EqpWorkspaceFile;

EqpWorkspaceFile *eqp_workspace_file_new       (void) G_GNUC_WARN_UNUSED_RESULT;
void              eqp_workspace_file_free      (EqpWorkspaceFile        *self);
void              eqp_kept_run_free            (EqpKeptRun              *self);
void              eqp_workspace_file_limit     (EqpWorkspaceFile        *self,
                                                gsize                    bytes);
GString          *eqp_workspace_file_to_text   (const EqpWorkspaceFile  *self,
                                                const char              *path) G_GNUC_WARN_UNUSED_RESULT;
EqpWorkspaceFile *eqp_workspace_file_from_text (const char              *text,
                                                gsize                    length,
                                                const char              *shown,
                                                GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean          eqp_workspace_file_save      (EqpWorkspaceFile        *self,
                                                const char              *path,
                                                GError                 **error);
EqpWorkspaceFile *eqp_workspace_file_load      (const char              *path,
                                                GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean          eqp_workspace_file_sniff     (const char              *path);
char             *eqp_workspace_file_find_data (const EqpWorkspaceFile  *self,
                                                const char              *path) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpWorkspaceFile, eqp_workspace_file_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpKeptRun, eqp_kept_run_free)

G_END_DECLS
