/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-solver.h"

G_BEGIN_DECLS

/* How a method goes on from labels to a nearby gamma, again and again, for one thread at a time. */
struct _EqpWarmClass
{
  /* Whether new() is of use here; else each run is one of its own. */
  gboolean   (*serves) (EqpDataset       *dataset,
                        const EqpParams  *params,
                        EqpContext       *context);
  gpointer   (*new)    (EqpDataset       *dataset,
                        const EqpParams  *params,
                        EqpContext       *context,
                        GError          **error);
  /* From n labels; NULL: an error; cancelled results are marked. */
  EqpResult *(*run)    (gpointer          self,
                        double            gamma,
                        const gint32     *labels,
                        gboolean          thorough,
                        GError          **error);
  /* From nothing, briefly; NULL: as a run of its own. */
  EqpResult *(*start)  (gpointer          self,
                        double            gamma,
                        guint64           seed,
                        GError          **error);
  /* From what two partitions agree on; NULL: centers are crossed, where the method takes any. */
  EqpResult *(*cross)  (gpointer          self,
                        double            gamma,
                        const gint32     *labels,
                        const gint32     *other,
                        guint64           seed,
                        gboolean          thorough,
                        GError          **error);
  /* From n labels, by making parts of the partition anew; NULL: not done. */
  EqpResult *(*renew)  (gpointer          self,
                        double            gamma,
                        const gint32     *labels,
                        guint64           seed,
                        GError          **error);
  gboolean     finishes; /* whether what is kept is worth a thorough run */
  void       (*free)   (gpointer          self);
};

double    *_eqp_warm_cross_labels
                          (EqpDataset       *dataset,
                           gint              k,
                           const gint32     *first,
                           const gint32     *second,
                           guint64           seed,
                           EqpContext       *context,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct _EqpWarm EqpWarm;

EqpWarm   *_eqp_warm_new  (const EqpSolver  *solver,
                           EqpDataset       *dataset,
                           const EqpParams  *params,
                           EqpContext       *context,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;
void       _eqp_warm_free (EqpWarm          *self);
EqpResult *_eqp_warm_run  (EqpWarm          *self,
                           double            gamma,
                           const gint32     *labels,
                           gboolean          thorough,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;
EqpResult *_eqp_warm_start (EqpWarm         *self,
                           double            gamma,
                           guint             number,
                           gboolean          thorough,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;
EqpResult *_eqp_warm_cross (EqpWarm         *self,
                           double            gamma,
                           const gint32     *labels,
                           const gint32     *other,
                           guint             number,
                           gboolean          thorough,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;
EqpResult *_eqp_warm_renew (EqpWarm         *self,
                           double            gamma,
                           const gint32     *labels,
                           guint             number,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean   _eqp_warm_starts_briefly
                          (const EqpWarm    *self);
gboolean   _eqp_warm_crosses  (const EqpWarm *self);
gboolean   _eqp_warm_renews   (const EqpWarm *self);
gboolean   _eqp_warm_finishes (const EqpWarm *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpWarm, _eqp_warm_free)

G_END_DECLS
