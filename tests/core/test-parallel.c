/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool: helpers that sleep are woken, and none are started where each takes a share of what is scarce. */
#include "config.h"

#include <sys/resource.h>

#include "eqp-test.h"

typedef struct
{
  GMutex lock;
  GCond  cond;
  guint  here;
} Meeting;

/* Each of two chunks waits for the other, so that two threads have to be there. */
static void
meet (gint64 chunk, guint worker, gpointer user_data)
{
  Meeting *self = user_data;
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  g_mutex_lock (&self->lock);
  self->here++;
  g_cond_broadcast (&self->cond);
  while (self->here < 2 && g_cond_wait_until (&self->cond, &self->lock, deadline))
    ;
  g_mutex_unlock (&self->lock);
}

static void
test_woken (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);

  g_assert_cmpuint (eqp_pool_get_threads (pool), ==, 2);
  for (int round = 0; round < 3; round++)
    {
      Meeting meeting = { .here = 0 };
      gint64 begun;

      g_mutex_init (&meeting.lock);
      g_cond_init (&meeting.cond);
      /* Long enough to fall asleep. */
      g_usleep (100000);
      begun = g_get_monotonic_time ();
      eqp_pool_run (pool, 2, meet, &meeting);
      g_assert_cmpint (g_get_monotonic_time () - begun, <, 15 * G_USEC_PER_SEC);
      g_mutex_clear (&meeting.lock);
      g_cond_clear (&meeting.cond);
    }
}

/* Threads that were asked for are not more than there is room for. A sanitizer takes more addresses than are left. */
static void
test_scarce (void)
{
  g_autoptr (EqpPool) pool = NULL;
  const struct rlimit limit = { 1 << 30, 1 << 30 };

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
  pool = eqp_pool_new (4);
  g_assert_cmpuint (eqp_pool_get_threads (pool), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/parallel/woken", test_woken);
  if (!EQP_TEST_IS_WATCHED)
    g_test_add_func ("/core/parallel/scarce", test_scarce);
  return g_test_run ();
}
