/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-import-private.h"
#include "import/eqp-lines.h"

G_BEGIN_DECLS

/* Two directions whose weights differ by less are the same: files round. */
#define EQP_EDGES_TOLERANCE 1e-6

/* One entry of the matrix of a graph, or one edge of a list. Nodes count from 0. */
typedef struct
{
  gint32 from;
  gint32 to;
  double weight;
} EqpEdge;

typedef enum {
  EQP_EDGES_LIST,   /* an edge stands once, in either direction; or each stands in both */
  EQP_EDGES_MATRIX  /* every edge should stand in both directions */
} EqpEdgesForm;

/* What a node is called in the file; transfer full. */
typedef char *(*EqpNameNodeFunc) (gint64   node,
                                  gpointer user_data);

/* Edges on their way from a file to a graph. */
typedef struct
{
  const char             *file;       /* name for messages */
  const EqpImportOptions *options;
  EqpDatasetParts        *parts;      /* gets the graph, decisions, findings and the ledger */
  EqpEdge                *edges;
  gint64                  n_edges;
  gint64                  size;
  gint64                  n_negative; /* to be refused */
  gint64                  n_infinite; /* the same, with those that are no number */
  EqpNameNodeFunc         name;       /* NULL: by its number from 1 */
  gpointer                name_data;
  char                   *bad;        /* where the first of these stands, and what it is */
} EqpEdges;

void     _eqp_edges_init           (EqpEdges               *self,
                                    const char             *file,
                                    const EqpImportOptions *options,
                                    EqpDatasetParts        *parts);
void     _eqp_edges_set_names      (EqpEdges               *self,
                                    EqpNameNodeFunc         name,
                                    gpointer                user_data);
void     _eqp_edges_clear          (EqpEdges               *self);
gboolean _eqp_edges_check_rest     (EqpEdges               *self,
                                    EqpLines               *lines,
                                    GError                **error);
gboolean _eqp_edges_append         (EqpEdges               *self,
                                    gint64                  from,
                                    gint64                  to,
                                    double                  weight,
                                    GError                **error);
gboolean _eqp_edges_add            (EqpEdges               *self,
                                    gint64                  from,
                                    gint64                  to,
                                    double                  weight,
                                    gint64                  line,
                                    GError                **error);
gboolean _eqp_edges_check_nodes    (EqpEdges               *self,
                                    gint64                  n,
                                    GError                **error);
gboolean _eqp_edges_finish         (EqpEdges               *self,
                                    gint64                  n,
                                    EqpEdgesForm            form,
                                    gboolean                maybe_features,
                                    GCancellable           *cancellable,
                                    GError                **error);
gboolean _eqp_edges_check_labels   (const char             *file,
                                    const EqpImportOptions *options,
                                    GError                **error);
void     _eqp_edges_take_labels    (GFile                  *file,
                                    const EqpImportOptions *options,
                                    EqpDatasetParts        *parts,
                                    GCancellable           *cancellable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpEdges, _eqp_edges_clear)

G_END_DECLS
