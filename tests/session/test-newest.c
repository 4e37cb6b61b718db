/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest-wins worker: no queue, the last job is always done, freeing does not wait. */
#include "config.h"

#include "eqp-newest.h"

#include "eqp-test-loop.h"

static gint done_jobs; /* atomic */
static gint alive;     /* atomic: jobs and results not freed yet */
static int last_result;
static int results;

static gpointer
job_new (int number)
{
  int *job = g_new (int, 1);

  *job = number;
  g_atomic_int_inc (&alive);
  return job;
}

static void
job_free (gpointer job)
{
  g_atomic_int_add (&alive, -1);
  g_free (job);
}

static gpointer
slow_work (gpointer job)
{
  g_usleep (3000);
  g_atomic_int_inc (&done_jobs);
  return job_new (*(int *) job);
}

static void
done_cb (gpointer result,
         gpointer user_data)
{
  last_result = *(int *) result;
  results++;
  job_free (result);
}

static void
test_newest_wins (void)
{
  g_autoptr (EqpNewest) worker = eqp_newest_new ("newest", slow_work, job_free, done_cb, job_free, NULL);

  done_jobs = results = 0;
  for (int i = 1; i <= 1000; i++)
    eqp_newest_push (worker, job_new (i));
  eqp_wait_until (last_result == 1000, 10);
  g_assert_cmpint (g_atomic_int_get (&done_jobs), <=, 5);
  g_assert_cmpint (results, <=, 5);
  g_assert_false (eqp_newest_is_busy (worker));
  g_assert_cmpint (g_atomic_int_get (&alive), ==, 0);
}

static void
test_free_while_working (void)
{
  EqpNewest *worker = eqp_newest_new ("newest", slow_work, job_free, done_cb, job_free, NULL);

  done_jobs = results = 0;
  eqp_newest_push (worker, job_new (1));
  eqp_newest_push (worker, job_new (2));
  eqp_newest_free (worker);
  eqp_wait_until (g_atomic_int_get (&alive) == 0, 10);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (results, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/newest/newest-wins", test_newest_wins);
  g_test_add_func ("/session/newest/free-while-working", test_free_while_working);
  return g_test_run ();
}
