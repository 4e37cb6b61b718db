/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a solver's thread and the window's thread share: one box with a lock.
 * Scalars and sizes are appended and never lost; of the labels the newest wins, and a history of them is kept within a
 * memory budget; the end of the run has a slot of its own. The worker never waits for the reader: the lock is held for
 * copies only, and at most one wake-up is on its way at a time. */
#include "config.h"

#include "eqp-mailbox.h"

#include <math.h>

typedef struct
{
  gint64     step;   /* index of the event it belongs to */
  guint64    number; /* of the snapshot, counted from 0 */
  EqpLabels *labels;
} Snapshot;

struct _EqpMailbox
{
  GMainContext *context;
  EqpWakeFunc   wake;
  gpointer      user_data;

  GMutex        lock;
  gboolean      armed;
  gboolean      closed;

  GArray       *steps;
  GArray       *sizes;
  gint          k;
  gint64        n_steps;   /* ever posted */
  double        last_objective;
  EqpLabels    *labels;    /* not taken yet */
  guint64       replaced;  /* labels that were never taken */
  gboolean      restarted; /* not taken yet */
  gint          restart;   /* the newest */
  gint          restarts;
  double        seconds;

  GArray       *snapshots; /* Snapshot, ascending */
  gsize         snapshot_bytes;
  gsize         label_budget;
  guint64       n_snapshots;
  guint64       stride;    /* only snapshots whose number is a multiple are kept, and the newest */

  gboolean      finished;
  gboolean      finish_taken;
  EqpResult    *result;
  GError       *error;
};

static void
snapshot_clear (gpointer data)
{
  Snapshot *snapshot = data;

  eqp_labels_unref (snapshot->labels);
}

/**
 * eqp_mailbox_new:
 * @context: (nullable): where @wake is called; NULL for the default one
 * @label_budget: bytes that the history of labels may take; the newest labels are kept whatever their size
 * @wake: (nullable): called when there is something to drain, at most once between two calls of eqp_mailbox_drain()
 * @user_data: for @wake; must live until eqp_mailbox_close()
 *
 * Returns: (transfer full): an empty mailbox
 */
EqpMailbox *
eqp_mailbox_new (GMainContext *context,
                 gsize         label_budget,
                 EqpWakeFunc   wake,
                 gpointer      user_data)
{
  EqpMailbox *self = g_atomic_rc_box_new0 (EqpMailbox);

  self->context = g_main_context_ref (context != NULL ? context : g_main_context_default ());
  self->wake = wake;
  self->user_data = user_data;
  self->label_budget = label_budget;
  self->stride = 1;
  g_mutex_init (&self->lock);
  self->snapshots = g_array_new (FALSE, FALSE, sizeof (Snapshot));
  g_array_set_clear_func (self->snapshots, snapshot_clear);
  return self;
}

/**
 * eqp_mailbox_ref:
 * @self: a mailbox
 *
 * Returns: (transfer full): @self
 */
EqpMailbox *
eqp_mailbox_ref (EqpMailbox *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
mailbox_clear (gpointer data)
{
  EqpMailbox *self = data;

  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->sizes, g_array_unref);
  g_clear_pointer (&self->labels, eqp_labels_unref);
  g_clear_pointer (&self->snapshots, g_array_unref);
  g_clear_pointer (&self->result, eqp_result_free);
  g_clear_error (&self->error);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
}

/**
 * eqp_mailbox_unref:
 * @self: (nullable) (transfer full): a mailbox
 */
void
eqp_mailbox_unref (EqpMailbox *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, mailbox_clear);
}

static gboolean
wake_cb (gpointer data)
{
  EqpMailbox *self = data;
  gboolean closed;

  /* Closing happens on this same thread, so the answer stays true during the call below. */
  g_mutex_lock (&self->lock);
  closed = self->closed;
  g_mutex_unlock (&self->lock);

  if (!closed)
    self->wake (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
send_wake_up (EqpMailbox *self)
{
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "[equipoise] mailbox");
  g_source_set_callback (source, wake_cb, eqp_mailbox_ref (self), (GDestroyNotify) eqp_mailbox_unref);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

/* With the lock held. Returns whether a wake-up has to be sent once it is released. */
static gboolean
arm (EqpMailbox *self)
{
  if (self->armed || self->closed || self->wake == NULL)
    return FALSE;
  self->armed = TRUE;
  return TRUE;
}

/* With the lock held. Doubling the stride drops every second snapshot, so that what is left stays evenly spread. */
static void
thin (EqpMailbox *self)
{
  while (self->snapshot_bytes > self->label_budget && self->snapshots->len > 2)
    {
      guint kept = 0;

      self->stride *= 2;
      for (guint i = 0; i < self->snapshots->len; i++)
        {
          Snapshot snapshot = g_array_index (self->snapshots, Snapshot, i);

          if (snapshot.number % self->stride == 0 || i + 1 == self->snapshots->len)
            g_array_index (self->snapshots, Snapshot, kept++) = snapshot;
          else
            {
              self->snapshot_bytes -= eqp_labels_get_bytes (snapshot.labels);
              eqp_labels_unref (snapshot.labels);
            }
        }
      /* The tail was moved to the front, not freed. */
      for (guint i = kept; i < self->snapshots->len; i++)
        g_array_index (self->snapshots, Snapshot, i).labels = NULL;
      g_array_set_size (self->snapshots, kept);
    }
}

/* With the lock held; takes @labels. */
static void
keep_snapshot (EqpMailbox *self,
               gint64      step,
               EqpLabels  *labels)
{
  Snapshot snapshot = { .step = step, .labels = labels };

  if (self->snapshots->len > 0)
    {
      Snapshot *last = &g_array_index (self->snapshots, Snapshot, self->snapshots->len - 1);

      if (last->number % self->stride != 0)
        {
          self->snapshot_bytes -= eqp_labels_get_bytes (last->labels);
          g_array_set_size (self->snapshots, self->snapshots->len - 1);
        }
    }

  snapshot.number = self->n_snapshots++;
  self->snapshot_bytes += eqp_labels_get_bytes (labels);
  g_array_append_val (self->snapshots, snapshot);
  thin (self);
}

static void
append_step (EqpMailbox     *self,
             const EqpEvent *event)
{
  EqpStep step = { .iteration = event->iteration,
                   .objective = event->objective,
                   .data_term = event->data_term,
                   .penalty = event->penalty,
                   .seconds = event->seconds,
                   .moved = event->moved,
                   .phase = g_intern_string (event->phase) };

  if (self->steps == NULL)
    {
      self->steps = g_array_new (FALSE, FALSE, sizeof (EqpStep));
      self->sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
    }
  self->k = event->k;
  self->last_objective = event->objective;
  self->n_steps++;
  g_array_append_val (self->steps, step);
  g_array_append_vals (self->sizes, event->sizes, event->k);
}

/* A result is summed up anew, so its last digits may differ from those of the last step. */
static gboolean
is_last_state (EqpMailbox     *self,
               const EqpEvent *event)
{
  return fabs (event->objective - self->last_objective) <= 1e-7 * fabs (self->last_objective);
}

/* Takes the labels. */
static void
take_step (EqpMailbox     *self,
           const EqpEvent *event,
           EqpLabels      *labels)
{
  EqpLabels *old = NULL;
  gboolean wake;

  g_mutex_lock (&self->lock);
  append_step (self, event);
  if (labels != NULL)
    {
      old = g_steal_pointer (&self->labels);
      if (old != NULL)
        self->replaced++;
      self->labels = eqp_labels_ref (labels);
      keep_snapshot (self, self->n_steps - 1, labels);
    }
  wake = arm (self);
  g_mutex_unlock (&self->lock);

  eqp_labels_unref (old);
  if (wake)
    send_wake_up (self);
}

/* Of several starts that have begun only the newest is of interest. */
static void
take_restart (EqpMailbox     *self,
              const EqpEvent *event)
{
  gboolean wake;

  g_mutex_lock (&self->lock);
  self->restarted = TRUE;
  self->restart = event->restart;
  self->restarts = event->restarts;
  self->seconds = event->seconds;
  wake = arm (self);
  g_mutex_unlock (&self->lock);

  if (wake)
    send_wake_up (self);
}

/**
 * eqp_mailbox_post:
 * @self: a mailbox
 * @event: what a solver emits
 *
 * For the worker. Events without sizes carry nothing to show and are left out. The closing event becomes a step only
 * when it tells of another state than the last one, as when the best of several restarts was not the last: solvers
 * number the clusters of their result anew, and colors should not jump for that.
 *
 * Time O(n + k), of which the lock is held for O(k) and, when the history is thinned, for its length.
 */
void
eqp_mailbox_post (EqpMailbox     *self,
                  const EqpEvent *event)
{
  if (event->kind == EQP_EVENT_RESTART)
    {
      take_restart (self, event);
      return;
    }
  if (event->sizes == NULL || event->k <= 0)
    return;
  /* Only the worker changes what is compared here, so it may look at them without the lock. */
  if (event->kind != EQP_EVENT_ITERATION &&
      (event->labels == NULL || (self->n_steps > 0 && is_last_state (self, event))))
    return;

  take_step (self, event, event->labels != NULL ? eqp_labels_new (event->n, event->k, event->labels) : NULL);
}

/**
 * eqp_mailbox_take_step:
 * @self: a mailbox
 * @event: a step of an iteration; its labels are not looked at
 * @labels: (transfer full): they, packed already
 *
 * As eqp_mailbox_post(), from where time must not grow with the rows. Time O(k).
 */
void
eqp_mailbox_take_step (EqpMailbox     *self,
                       const EqpEvent *event,
                       EqpLabels      *labels)
{
  take_step (self, event, labels);
}

/**
 * eqp_mailbox_finish:
 * @self: a mailbox
 * @result: (nullable) (transfer full): what the run gave
 * @error: (nullable) (transfer full): or why it failed
 *
 * For the worker, once, after its last event. There is always room for this.
 */
void
eqp_mailbox_finish (EqpMailbox *self,
                    EqpResult  *result,
                    GError     *error)
{
  gboolean wake;

  g_mutex_lock (&self->lock);
  self->finished = TRUE;
  self->result = result;
  self->error = error;
  wake = arm (self);
  g_mutex_unlock (&self->lock);

  if (wake)
    send_wake_up (self);
}

/**
 * eqp_mailbox_drain:
 * @self: a mailbox
 * @mail: (out caller-allocates): what was in it; eqp_mail_clear() it
 *
 * For the reader. Hands over all there is and allows the next wake-up. The end is handed over once.
 * Time O(1): arrays change hands, nothing is copied.
 *
 * Returns: whether there was anything
 */
gboolean
eqp_mailbox_drain (EqpMailbox *self,
                   EqpMail    *mail)
{
  *mail = (EqpMail) { 0 };

  g_mutex_lock (&self->lock);
  self->armed = FALSE;
  mail->steps = g_steal_pointer (&self->steps);
  mail->sizes = g_steal_pointer (&self->sizes);
  mail->k = self->k;
  mail->labels = g_steal_pointer (&self->labels);
  mail->restarted = self->restarted;
  mail->restart = self->restart;
  mail->restarts = self->restarts;
  mail->seconds = self->seconds;
  self->restarted = FALSE;
  if (self->finished && !self->finish_taken)
    {
      mail->finished = self->finish_taken = TRUE;
      mail->result = g_steal_pointer (&self->result);
      mail->error = g_steal_pointer (&self->error);
    }
  g_mutex_unlock (&self->lock);

  return mail->steps != NULL || mail->labels != NULL || mail->finished || mail->restarted;
}

/**
 * eqp_mailbox_close:
 * @self: a mailbox
 *
 * For the reader, on the thread of the mailbox's context: the wake function is not called any more. The worker may go
 * on posting; nobody reads it.
 */
void
eqp_mailbox_close (EqpMailbox *self)
{
  g_mutex_lock (&self->lock);
  self->closed = TRUE;
  g_mutex_unlock (&self->lock);
}

/**
 * eqp_mailbox_dup_labels:
 * @self: a mailbox
 * @step: index of an event, counted from 0 in the order of posting
 * @found: (out) (optional): the step that the labels belong to
 *
 * Time O(log of the snapshots kept).
 *
 * Returns: (transfer full) (nullable): the labels of @step or, where they were thinned out, of the last step before it
 *   that still has them
 */
EqpLabels *
eqp_mailbox_dup_labels (EqpMailbox *self,
                        gint64      step,
                        gint64     *found)
{
  EqpLabels *labels = NULL;
  guint low = 0, high;

  g_mutex_lock (&self->lock);
  high = self->snapshots->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->snapshots, Snapshot, middle).step <= step)
        low = middle + 1;
      else
        high = middle;
    }
  if (low > 0)
    {
      Snapshot *snapshot = &g_array_index (self->snapshots, Snapshot, low - 1);

      labels = eqp_labels_ref (snapshot->labels);
      if (found != NULL)
        *found = snapshot->step;
    }
  g_mutex_unlock (&self->lock);

  return labels;
}

/**
 * eqp_mailbox_is_thinned:
 * @self: a mailbox
 *
 * Returns: whether labels of some steps were given up to stay within the budget
 */
gboolean
eqp_mailbox_is_thinned (EqpMailbox *self)
{
  gboolean thinned;

  g_mutex_lock (&self->lock);
  thinned = self->stride > 1;
  g_mutex_unlock (&self->lock);
  return thinned;
}

/**
 * eqp_mailbox_get_replaced:
 * @self: a mailbox
 *
 * Returns: how many labels were replaced by newer ones before anybody took them
 */
guint64
eqp_mailbox_get_replaced (EqpMailbox *self)
{
  guint64 replaced;

  g_mutex_lock (&self->lock);
  replaced = self->replaced;
  g_mutex_unlock (&self->lock);
  return replaced;
}

/**
 * eqp_mail_clear:
 * @self: mail
 */
void
eqp_mail_clear (EqpMail *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->sizes, g_array_unref);
  g_clear_pointer (&self->labels, eqp_labels_unref);
  g_clear_pointer (&self->result, eqp_result_free);
  g_clear_error (&self->error);
}
