/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that does one kind of work and always the newest job: a job that waits is replaced by the next one. This
 * keeps drawing the points and computing measures off the main thread without ever building a queue. */
#include "config.h"

#include "eqp-newest.h"

struct _EqpNewest
{
  GMainContext   *context;
  EqpNewestWork   work;
  GDestroyNotify  job_free;
  EqpNewestDone   done;
  GDestroyNotify  result_free;
  gpointer        user_data;

  GMutex          lock;
  GCond           cond;
  gpointer        job;    /* waiting */
  gpointer        result; /* not handed over yet */
  gboolean        working;
  gboolean        armed;
  gboolean        closed;
};

static void
newest_clear (gpointer data)
{
  EqpNewest *self = data;

  if (self->job != NULL)
    self->job_free (self->job);
  if (self->result != NULL)
    self->result_free (self->result);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
}

static void
newest_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, newest_clear);
}

static gboolean
deliver_cb (gpointer data)
{
  EqpNewest *self = data;
  gpointer result;
  gboolean closed;

  g_mutex_lock (&self->lock);
  result = g_steal_pointer (&self->result);
  self->armed = FALSE;
  closed = self->closed;
  g_mutex_unlock (&self->lock);

  if (result != NULL && closed)
    self->result_free (result);
  else if (result != NULL)
    self->done (result, self->user_data);
  return G_SOURCE_REMOVE;
}

static void
send_result (EqpNewest *self)
{
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "[equipoise] newest result");
  g_source_set_callback (source, deliver_cb, g_atomic_rc_box_acquire (self), newest_unref);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

static gpointer
worker_main (gpointer data)
{
  EqpNewest *self = data;

  g_mutex_lock (&self->lock);
  for (;;)
    {
      gpointer job, result, old;
      gboolean send;

      while (self->job == NULL && !self->closed)
        g_cond_wait (&self->cond, &self->lock);
      if (self->closed)
        break;
      job = g_steal_pointer (&self->job);
      self->working = TRUE;
      g_mutex_unlock (&self->lock);

      result = self->work (job);
      self->job_free (job);

      g_mutex_lock (&self->lock);
      self->working = FALSE;
      old = self->result;
      self->result = result;
      send = result != NULL && !self->armed && !self->closed;
      self->armed |= send;
      g_mutex_unlock (&self->lock);

      if (old != NULL)
        self->result_free (old);
      if (send)
        send_result (self);
      g_mutex_lock (&self->lock);
    }
  g_mutex_unlock (&self->lock);

  newest_unref (self);
  return NULL;
}

/**
 * eqp_newest_new:
 * @name: of the thread, at most 15 letters
 * @work: does one job; may return NULL when there is nothing to tell
 * @job_free: frees a job, on either thread
 * @done: gets the result on the calling thread's default context
 * @result_free: frees a result that nobody wants any more
 * @user_data: for @done; must live until eqp_newest_free()
 *
 * Returns: (transfer full): a worker whose thread sleeps
 */
EqpNewest *
eqp_newest_new (const char     *name,
                EqpNewestWork   work,
                GDestroyNotify  job_free,
                EqpNewestDone   done,
                GDestroyNotify  result_free,
                gpointer        user_data)
{
  EqpNewest *self = g_atomic_rc_box_new0 (EqpNewest);

  self->context = g_main_context_ref_thread_default ();
  self->work = work;
  self->job_free = job_free;
  self->done = done;
  self->result_free = result_free;
  self->user_data = user_data;
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  g_thread_unref (g_thread_new (name, worker_main, g_atomic_rc_box_acquire (self)));
  return self;
}

/**
 * eqp_newest_push:
 * @self: a worker
 * @job: (transfer full): what to do next, in place of any job that still waits
 */
void
eqp_newest_push (EqpNewest *self,
                 gpointer   job)
{
  gpointer old;

  g_mutex_lock (&self->lock);
  old = self->job;
  self->job = job;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);

  if (old != NULL)
    self->job_free (old);
}

/**
 * eqp_newest_is_busy:
 * @self: a worker
 *
 * Returns: whether a job waits, is worked on, or its result has not been handed over yet
 */
gboolean
eqp_newest_is_busy (EqpNewest *self)
{
  gboolean busy;

  g_mutex_lock (&self->lock);
  busy = self->job != NULL || self->working || self->result != NULL;
  g_mutex_unlock (&self->lock);
  return busy;
}

/**
 * eqp_newest_free:
 * @self: (nullable) (transfer full): a worker
 *
 * Returns at once, on the thread that made it; a job in work ends by itself and its result is dropped.
 */
void
eqp_newest_free (EqpNewest *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->lock);
  self->closed = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
  newest_unref (self);
}
