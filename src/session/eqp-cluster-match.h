/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

/* Which clusters of other runs have the rows of those of one run. */
typedef struct
{
  EqpLabels *one;
  guint      serial;    /* of the caller */
  gint       k;         /* clusters of the others, the most that any has */
  gint      *of_one;    /* for each cluster of @one: of the others; -1: none */
  gint      *of_others; /* the other way round */
} EqpClusterMatch;

typedef struct
{
  EqpLabels *one;
  GPtrArray *others; /* EqpLabels */
  guint      serial;
} EqpClusterMatchJob;

EqpClusterMatch *eqp_cluster_match_compute  (const EqpClusterMatchJob *job) G_GNUC_WARN_UNUSED_RESULT;
void             eqp_cluster_match_free     (EqpClusterMatch          *self);
void             eqp_cluster_match_job_free (EqpClusterMatchJob       *job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpClusterMatch, eqp_cluster_match_free)

G_END_DECLS
