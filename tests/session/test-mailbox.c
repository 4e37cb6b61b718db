/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mailbox between a solver's thread and the window: nothing lost, the newest labels win, one wake-up at a time. */
#include "config.h"

#include "eqp-mailbox.h"

#include "eqp-test-loop.h"

#define N 1000
#define K 4
#define EVENTS 20000

static int wakes;

static void
wake_cb (gpointer user_data)
{
  wakes++;
}

/* Every label of event e is e modulo K, so that a mixture of two events would show. */
static void
post (EqpMailbox *box,
      gint64      iteration,
      gint64      n)
{
  g_autofree gint32 *labels = g_new (gint32, n);
  gint64 sizes[K] = { iteration, 1, 2, 3 };
  EqpEvent event = { .kind = EQP_EVENT_ITERATION,
                     .iteration = iteration,
                     .objective = 1e6 - (double) iteration,
                     .k = K,
                     .sizes = sizes,
                     .n = n,
                     .labels = labels,
                     .phase = "test" };

  for (gint64 i = 0; i < n; i++)
    labels[i] = (gint32) (iteration % K);
  eqp_mailbox_post (box, &event);
}

static gpointer
poster_thread (gpointer data)
{
  EqpMailbox *box = data;

  for (gint64 i = 0; i < EVENTS; i++)
    post (box, i, N);
  eqp_mailbox_finish (box, eqp_result_new (N, 1, K), NULL);
  eqp_mailbox_unref (box);
  return NULL;
}

static void
test_nothing_lost (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 1 << 20, wake_cb, NULL);
  GThread *thread;
  gint64 seen = 0;
  gboolean finished = FALSE;

  wakes = 0;
  thread = g_thread_new ("poster", poster_thread, eqp_mailbox_ref (box));
  while (!finished)
    {
      g_auto (EqpMail) mail = { 0 };
      int before = wakes;

      eqp_wait_until (wakes > before, 20);
      /* Not drained yet: however much is posted meanwhile, there is no second wake-up. */
      g_usleep (200);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_cmpint (wakes, ==, before + 1);

      g_assert_true (eqp_mailbox_drain (box, &mail));
      for (guint i = 0; mail.steps != NULL && i < mail.steps->len; i++)
        {
          g_assert_cmpint (g_array_index (mail.steps, EqpStep, i).iteration, ==, seen);
          g_assert_cmpint (g_array_index (mail.sizes, gint64, i * K), ==, seen);
          seen++;
        }
      if (mail.labels != NULL)
        {
          g_assert_cmpint (eqp_labels_get (mail.labels, 0), ==, (seen - 1) % K);
          g_assert_cmpint (eqp_labels_get (mail.labels, N - 1), ==, (seen - 1) % K);
        }
      if (mail.finished)
        {
          g_assert_nonnull (mail.result);
          finished = TRUE;
        }
    }
  g_thread_join (thread);
  g_assert_cmpint (seen, ==, EVENTS);

  EqpMail again;
  g_assert_false (eqp_mailbox_drain (box, &again));
}

static void
test_newest_wins (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 1 << 20, NULL, NULL);
  g_auto (EqpMail) mail = { 0 };

  for (gint64 i = 0; i < 7; i++)
    post (box, i, 10);
  g_assert_true (eqp_mailbox_drain (box, &mail));
  g_assert_cmpint (mail.steps->len, ==, 7);
  g_assert_cmpint (eqp_labels_get (mail.labels, 3), ==, 6 % K);
  g_assert_cmpint (eqp_mailbox_get_replaced (box), ==, 6);
  g_assert_false (mail.finished);
}

static void
test_history (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 1 << 20, NULL, NULL);

  g_assert_null (eqp_mailbox_dup_labels (box, 0, NULL));
  for (gint64 i = 0; i < 50; i++)
    post (box, i, 10);
  g_assert_false (eqp_mailbox_is_thinned (box));
  for (gint64 i = 0; i < 50; i++)
    {
      gint64 found = -1;
      g_autoptr (EqpLabels) labels = eqp_mailbox_dup_labels (box, i, &found);

      g_assert_cmpint (found, ==, i);
      g_assert_cmpint (eqp_labels_get (labels, 0), ==, i % K);
    }
}

/* A budget for about 16 of 1000, two bits a row: what stays is spread evenly, with the first and the newest. */
static void
test_thinned (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 16 * (N / 4 + 64), NULL, NULL);
  gint64 last_found = -1;
  int different = 0;

  for (gint64 i = 0; i < 1000; i++)
    {
      gint64 found = -1;
      g_autoptr (EqpLabels) newest = NULL;

      post (box, i, N);
      newest = eqp_mailbox_dup_labels (box, i, &found);
      g_assert_cmpint (found, ==, i);
    }
  g_assert_true (eqp_mailbox_is_thinned (box));

  for (gint64 i = 0; i < 1000; i++)
    {
      gint64 found = -1;
      g_autoptr (EqpLabels) labels = eqp_mailbox_dup_labels (box, i, &found);

      g_assert_nonnull (labels);
      g_assert_cmpint (found, <=, i);
      g_assert_cmpint (i - found, <, 128);
      g_assert_cmpint (eqp_labels_get (labels, 0), ==, found % K);
      different += found != last_found;
      last_found = found;
    }
  g_assert_cmpint (different, >=, 8);
  g_assert_cmpint (different, <=, 17);
  g_assert_cmpint (last_found, ==, 999);
}

static void
test_closing_event (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 1 << 20, NULL, NULL);
  gint64 sizes[K] = { 10, 0, 0, 0 };
  gint32 labels[10] = { 0 };
  EqpEvent event = { .kind = EQP_EVENT_STARTED, .k = K, .n = 10 };
  g_auto (EqpMail) mail = { 0 };

  eqp_mailbox_post (box, &event);
  g_assert_false (eqp_mailbox_drain (box, &mail));

  post (box, 3, 10);
  event = (EqpEvent){ .kind = EQP_EVENT_FINISHED, .iteration = 3, .objective = 1e6 - 3.0, .k = K, .sizes = sizes, .n = 10, .labels = labels };
  eqp_mailbox_post (box, &event);
  g_assert_true (eqp_mailbox_drain (box, &mail));
  /* The same state with the clusters numbered anew is no step. */
  g_assert_cmpint (mail.steps->len, ==, 1);
  g_assert_cmpint (eqp_labels_get (mail.labels, 0), ==, 3);
  eqp_mail_clear (&mail);

  event.objective = 5.0;
  eqp_mailbox_post (box, &event);
  g_assert_true (eqp_mailbox_drain (box, &mail));
  g_assert_cmpint (mail.steps->len, ==, 1);
  g_assert_cmpint (eqp_labels_get (mail.labels, 0), ==, 0);
}

/* Of the starts the newest wins; it comes without a step. */
static void
test_restarts (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 1 << 20, wake_cb, NULL);
  EqpEvent event = { .kind = EQP_EVENT_RESTART, .k = K, .n = 10, .restart = 6, .restarts = 9 };
  g_auto (EqpMail) mail = { 0 };

  wakes = 0;
  eqp_mailbox_post (box, &event);
  event.restart = 7;
  eqp_mailbox_post (box, &event);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (wakes, ==, 1);
  g_assert_true (eqp_mailbox_drain (box, &mail));
  g_assert_null (mail.steps);
  g_assert_true (mail.restarted);
  g_assert_cmpint (mail.restart, ==, 7);
  g_assert_cmpint (mail.restarts, ==, 9);
  eqp_mail_clear (&mail);
  g_assert_false (eqp_mailbox_drain (box, &mail));
}

static void
test_closed (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 1 << 20, wake_cb, NULL);

  wakes = 0;
  post (box, 0, 10);
  eqp_mailbox_close (box);
  post (box, 1, 10);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (wakes, ==, 0);
}

static void
test_error_slot (void)
{
  g_autoptr (EqpMailbox) box = eqp_mailbox_new (NULL, 0, NULL, NULL);
  g_auto (EqpMail) mail = { 0 };

  eqp_mailbox_finish (box, NULL, g_error_new_literal (EQP_ERROR, EQP_ERROR_INVALID_PARAM, "No."));
  g_assert_true (eqp_mailbox_drain (box, &mail));
  g_assert_true (mail.finished);
  g_assert_error (mail.error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
}

static void
check_width (gint k)
{
  gint32 values[5] = { 0, k - 1, k / 2, k / 3, 0 };
  gint32 back[5];
  g_autoptr (EqpLabels) labels = eqp_labels_new (5, k, values);

  eqp_labels_unpack (labels, back);
  g_assert_cmpmem (values, sizeof values, back, sizeof back);
  for (int i = 0; i < 5; i++)
    g_assert_cmpint (eqp_labels_get (labels, i), ==, values[i]);
  g_assert_cmpint (eqp_labels_get_k (labels), ==, k);
  g_assert_cmpint (eqp_labels_get_n (labels), ==, 5);
}

static void
test_labels (void)
{
  g_autoptr (EqpLabels) none = eqp_labels_new (0, 1, NULL);

  g_assert_cmpint (eqp_labels_get_n (none), ==, 0);
  check_width (2);
  check_width (256);
  check_width (257);
  check_width (65536);
  check_width (65537);
  check_width (1000000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/mailbox/nothing-lost", test_nothing_lost);
  g_test_add_func ("/session/mailbox/newest-wins", test_newest_wins);
  g_test_add_func ("/session/mailbox/history", test_history);
  g_test_add_func ("/session/mailbox/thinned", test_thinned);
  g_test_add_func ("/session/mailbox/closing-event", test_closing_event);
  g_test_add_func ("/session/mailbox/restarts", test_restarts);
  g_test_add_func ("/session/mailbox/closed", test_closed);
  g_test_add_func ("/session/mailbox/error-slot", test_error_slot);
  g_test_add_func ("/session/mailbox/labels", test_labels);
  return g_test_run ();
}
