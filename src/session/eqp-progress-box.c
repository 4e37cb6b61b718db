/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries the progress of a file that is being read from its thread to the main one: the newest report wins, and at
 * most one wake-up is on its way. */
#include "config.h"

#include "eqp-progress-box.h"

struct _EqpProgressBox
{
  EqpProgressShow  show;
  gpointer         user_data;

  GMutex           lock;
  double           fraction;
  char            *what;
  gboolean         armed;
  gboolean         closed;
};

/**
 * eqp_progress_box_new:
 * @show: gets the reports, on the main thread
 * @user_data: for @show; must live until eqp_progress_box_close()
 *
 * Returns: (transfer full): a box to hand to a thread
 */
EqpProgressBox *
eqp_progress_box_new (EqpProgressShow show,
                      gpointer        user_data)
{
  EqpProgressBox *self = g_atomic_rc_box_new0 (EqpProgressBox);

  self->show = show;
  self->user_data = user_data;
  g_mutex_init (&self->lock);
  return self;
}

/**
 * eqp_progress_box_ref:
 * @self: a box
 *
 * Returns: (transfer full): @self
 */
EqpProgressBox *
eqp_progress_box_ref (EqpProgressBox *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
box_clear (gpointer data)
{
  EqpProgressBox *self = data;

  g_free (self->what);
  g_mutex_clear (&self->lock);
}

/**
 * eqp_progress_box_unref:
 * @self: (nullable) (transfer full): a box
 */
void
eqp_progress_box_unref (EqpProgressBox *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, box_clear);
}

/**
 * eqp_progress_box_close:
 * @self: a box
 *
 * On the main thread: nothing is shown any more.
 */
void
eqp_progress_box_close (EqpProgressBox *self)
{
  g_mutex_lock (&self->lock);
  self->closed = TRUE;
  g_mutex_unlock (&self->lock);
}

static gboolean
show_cb (gpointer data)
{
  EqpProgressBox *self = data;
  g_autofree char *what = NULL;
  double fraction;
  gboolean closed;

  g_mutex_lock (&self->lock);
  what = g_steal_pointer (&self->what);
  fraction = self->fraction;
  closed = self->closed;
  self->armed = FALSE;
  g_mutex_unlock (&self->lock);

  if (!closed)
    self->show (fraction, what, self->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * eqp_progress_box_report:
 * @fraction: 0..1, or negative when it cannot be known
 * @what: (nullable): what is being done
 * @box: an #EqpProgressBox
 *
 * For the thread: an #EqpProgressFunc.
 */
void
eqp_progress_box_report (double      fraction,
                         const char *what,
                         gpointer    box)
{
  EqpProgressBox *self = box;
  gboolean send;

  g_mutex_lock (&self->lock);
  self->fraction = fraction;
  g_free (self->what);
  self->what = g_strdup (what);
  send = !self->armed && !self->closed;
  self->armed |= send;
  g_mutex_unlock (&self->lock);

  if (send)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_cb, eqp_progress_box_ref (self),
                     (GDestroyNotify) eqp_progress_box_unref);
}
