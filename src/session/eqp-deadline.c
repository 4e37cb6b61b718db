/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cancellable that the clock cancels: what is in work at a moment stops there as if it had been told to. A thread of
 * its own waits for that moment, since the one that works does not look at clocks. */
#include "config.h"

#include "eqp-deadline.h"

struct _EqpDeadline
{
  GCancellable *outer;       /* NULL: none */
  GCancellable *cancellable;
  gulong        handler;
  GThread      *thread;      /* NULL: there is no memory for one, and only who looks at the time ends by it */
  GMutex        lock;        /* of what follows */
  GCond         changed;
  gint64        when;        /* microseconds, 0: never */
  gboolean      over;
};

static gpointer
watch (gpointer data)
{
  EqpDeadline *self = data;
  gboolean due = FALSE;

  g_mutex_lock (&self->lock);
  while (!self->over && !due)
    {
      if (self->when == 0)
        g_cond_wait (&self->changed, &self->lock);
      else
        g_cond_wait_until (&self->changed, &self->lock, self->when);
      due = self->when != 0 && g_get_monotonic_time () >= self->when;
    }
  g_mutex_unlock (&self->lock);
  if (due)
    g_cancellable_cancel (self->cancellable);
  return NULL;
}

static void
outer_cancelled_cb (GCancellable *outer,
                    gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

/**
 * eqp_deadline_new:
 * @outer: (nullable): who else may stop it
 * @when: of g_get_monotonic_time(); 0: never
 *
 * Returns: (transfer full): what ends at @when
 */
EqpDeadline *
eqp_deadline_new (GCancellable *outer,
                  gint64        when)
{
  EqpDeadline *self = g_new0 (EqpDeadline, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->when = when;
  self->cancellable = g_cancellable_new ();
  if (outer != NULL)
    {
      self->outer = g_object_ref (outer);
      self->handler = g_cancellable_connect (outer, G_CALLBACK (outer_cancelled_cb), g_object_ref (self->cancellable),
                                             g_object_unref);
    }
  self->thread = g_thread_try_new ("eqp-deadline", watch, self, NULL);
  return self;
}

/**
 * eqp_deadline_move:
 * @self: a deadline; one that has passed stays so
 * @when: of g_get_monotonic_time(); 0: never
 */
void
eqp_deadline_move (EqpDeadline *self,
                   gint64       when)
{
  g_mutex_lock (&self->lock);
  self->when = when;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
}

/**
 * eqp_deadline_get_cancellable:
 * @self: a deadline
 *
 * Returns: (transfer none): cancelled at its moment, or together with the outer one
 */
GCancellable *
eqp_deadline_get_cancellable (EqpDeadline *self)
{
  return self->cancellable;
}

/**
 * eqp_deadline_free:
 * @self: (transfer full) (nullable): a deadline
 */
void
eqp_deadline_free (EqpDeadline *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->over = TRUE;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
  /* It waits for nothing but this. */
  if (self->thread != NULL)
    g_thread_join (self->thread);
  if (self->outer != NULL)
    g_cancellable_disconnect (self->outer, self->handler);
  g_clear_object (&self->outer);
  g_object_unref (self->cancellable);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_free (self);
}
