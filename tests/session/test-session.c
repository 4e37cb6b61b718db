/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions: saved in a thread, opened where their data are elsewhere or others now, and found again where nobody has
 * saved them, but never by two. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "eqp-test-session.h"
#include "eqp-workspace-private.h"

/* ---- Where the data are ----------------------------------------------------------------------------------------- */

static void
test_data_elsewhere (void)
{
  g_autofree char *here = in_folder ("here"), *there = in_folder ("there");
  g_autofree char *data = g_build_filename (here, "points.csv", NULL), *path = g_build_filename (here, "w.eqp", NULL);
  g_autofree char *moved = g_build_filename (there, "w.eqp", NULL);
  g_autofree char *moved_data = g_build_filename (there, "points.csv", NULL);
  g_autofree char *points = make_points (60, 0), *others = make_points (60, 1), *fewer = make_points (59, 0);
  g_autofree char *elsewhere = in_folder ("elsewhere.csv");
  Window *window = window_new (), *other;

  g_assert_cmpint (g_mkdir (here, 0700), ==, 0);
  g_assert_true (g_file_set_contents (data, points, -1, NULL));
  open_data (window, data, NULL);
  run (window, "bkm", 1.0, EQP_START_COLD);
  save (window, path);
  window_free (window);

  /* Both moved together: found beside the file, also in the line that repeats the run. */
  g_assert_cmpint (g_rename (here, there), ==, 0);
  other = window_open (moved, NULL);
  g_assert_true (other->opened);
  g_assert_cmpstr (eqp_workspace_get_source (other->workspace), ==, moved_data);
  g_assert_nonnull (strstr (eqp_run_record_get_facts (eqp_run_list_get (other->list, 0))->command, "there/points.csv"));
  g_assert_true (eqp_run_list_is_comparable (other->list, eqp_run_list_get (other->list, 0)));
  g_assert_true (eqp_workspace_get_run (other->workspace) != NULL);
  g_assert_cmpstr (other->told, ==, NULL);
  window_free (other);

  /* Gone: told, and opened with the place where they are now. */
  g_assert_cmpint (g_rename (moved_data, elsewhere), ==, 0);
  other = window_open (moved, NULL);
  g_assert_cmpstr (other->missing, ==, data);
  g_assert_false (other->opened);
  g_assert_null (eqp_workspace_get_dataset (other->workspace));
  eqp_session_open (other->session, moved, elsewhere);
  eqp_wait_until (!eqp_session_is_opening (other->session), 60);
  g_assert_true (other->opened);
  g_assert_cmpuint (eqp_run_list_get_n (other->list), ==, 1);
  window_free (other);

  /* Others of as many rows: told, and the runs stay. */
  g_assert_true (g_file_set_contents (moved_data, others, -1, NULL));
  other = window_open (moved, NULL);
  eqp_wait_until (other->told != NULL, 20);
  g_assert_true (other->opened);
  g_assert_true (g_str_has_prefix (other->told, "The data have changed"));
  g_assert_cmpuint (eqp_run_list_get_n (other->list), ==, 1);
  window_free (other);

  /* Others of other rows: refused, nothing is open. */
  g_assert_true (g_file_set_contents (moved_data, fewer, -1, NULL));
  other = window_open (moved, NULL);
  g_assert_false (other->opened);
  g_assert_nonnull (strstr (other->failure, "have 59 rows now, but the runs of the workspace are of 60"));
  g_assert_null (eqp_workspace_get_dataset (other->workspace));
  /* The session goes on with anything else. */
  open_data (other, "sample:iris", NULL);
  run (other, "kmeans", 1.0, EQP_START_COLD);
  g_assert_true (eqp_session_is_unsaved (other->session));
  window_free (other);
}

/* ---- Saving ----------------------------------------------------------------------------------------------------- */

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = eqp_session_save_finish (EQP_SESSION (source), result, &error);
  char **outcome = user_data;

  *outcome = path != NULL ? g_steal_pointer (&path) : g_strdup (error->message);
}

/* Saved in a thread; a place that cannot be written to is told, and the file there stays. */
static void
test_save (void)
{
  g_autofree char *path = in_folder ("saved.eqp"), *link = in_folder ("link.eqp");
  g_autofree char *in_flight = in_folder ("in flight.eqp"), *table = in_folder ("table.csv");
  g_autofree char *kept = NULL;
  g_autofree char *nowhere = in_folder ("no such folder/saved.eqp");
  g_autofree char *outcome = NULL;
  Window *window = window_new ();
  GStatBuf info;

  g_assert_false (eqp_session_can_save (window->session));
  open_data (window, "sample:iris", NULL);
  g_assert_true (eqp_session_can_save (window->session));
  g_assert_false (eqp_session_is_unsaved (window->session));
  run (window, "kmeans", 1.0, EQP_START_COLD);
  g_assert_true (eqp_session_is_unsaved (window->session));
  eqp_session_save_async (window->session, nowhere, saved_cb, &outcome);
  eqp_wait_until (outcome != NULL, 20);
  g_assert_true (g_str_has_prefix (outcome, "The workspace could not be written to"));
  g_assert_true (eqp_session_is_unsaved (window->session));
  g_clear_pointer (&outcome, g_free);
  /* What is no workspace is not replaced by one. */
  g_assert_true (g_file_set_contents (table, "1,2\n", -1, NULL));
  eqp_session_save_async (window->session, table, saved_cb, &outcome);
  eqp_wait_until (outcome != NULL, 20);
  g_assert_true (g_str_has_suffix (outcome, "is there and no workspace; choose another name, as this would be lost."));
  kept = dup_text (table);
  g_assert_cmpstr (kept, ==, "1,2\n");
  g_clear_pointer (&outcome, g_free);
  eqp_session_save_async (window->session, path, saved_cb, &outcome);
  eqp_wait_until (outcome != NULL, 20);
  g_assert_cmpstr (outcome, ==, path);
  g_assert_cmpstr (eqp_session_get_path (window->session), ==, path);
  g_assert_false (eqp_session_is_unsaved (window->session));
  /* A link stays one, and what is private stays private. */
  g_clear_pointer (&outcome, g_free);
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  g_assert_cmpint (symlink (path, link), ==, 0);
  eqp_session_save_async (window->session, link, saved_cb, &outcome);
  eqp_wait_until (outcome != NULL, 20);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, 0600);
  eqp_run_list_rename (window->list, eqp_run_list_get (window->list, 0), "another");
  g_assert_true (eqp_session_is_unsaved (window->session));
  /* Other data are another workspace, also where they came while it was being written. */
  g_clear_pointer (&outcome, g_free);
  eqp_session_save_async (window->session, in_flight, saved_cb, &outcome);
  g_free (window->workspace->source);
  window->workspace->source = g_strdup ("sample:digits");
  eqp_wait_until (outcome != NULL, 20);
  g_assert_cmpstr (outcome, ==, in_flight);
  g_assert_cmpstr (eqp_session_get_path (window->session), !=, in_flight);
  g_assert_true (eqp_session_is_unsaved (window->session));
  open_data (window, "sample:digits", NULL);
  g_assert_cmpstr (eqp_session_get_path (window->session), ==, NULL);
  window_free (window);
}

/* ---- What nobody has saved -------------------------------------------------------------------------------------- */

static Window *
window_kept (const char *sample)
{
  Window *window = window_new ();

  eqp_session_keep (window->session, 1);
  open_data (window, sample, NULL);
  run (window, "kmeans", 1.0, EQP_START_COLD);
  eqp_wait_until (window->session->recovery != NULL &&
                  g_file_test (eqp_recovery_get_path (window->session->recovery), G_FILE_TEST_EXISTS) &&
                  !window->session->keeping, 30);
  return window;
}

/* As if it were killed: its lock is free, its file stays. */
static void
crash (Window *window)
{
  window_free (window);
}

static void
test_recovery (void)
{
  g_autofree char *path = in_folder ("recovered.eqp");
  g_autofree char *outcome = NULL;
  g_autofree char *last = NULL;
  g_autoptr (EqpRecovery) claimed = NULL;
  EqpRecovery *second;
  Window *window, *beside, *other;

  g_assert_null (eqp_recovery_claim ());
  window = window_kept ("sample:iris");
  beside = window_kept ("sample:digits");
  /* Nobody takes those of windows that live. */
  g_assert_null (eqp_recovery_claim ());
  crash (window);
  claimed = eqp_recovery_claim ();
  g_assert_nonnull (claimed);
  second = eqp_recovery_claim ();
  g_assert_null (second);

  other = window_new ();
  eqp_session_keep (other->session, 1);
  eqp_session_restore (other->session, claimed);
  eqp_wait_until (!eqp_session_is_opening (other->session), 60);
  g_assert_true (other->opened);
  g_assert_cmpuint (eqp_run_list_get_n (other->list), ==, 1);
  g_assert_cmpstr (eqp_workspace_get_source (other->workspace), ==, "sample:iris");
  g_assert_true (eqp_session_is_unsaved (other->session));
  g_assert_cmpstr (eqp_session_get_path (other->session), ==, NULL);
  /* It is this window's now: it outlives it, too. */
  g_clear_pointer (&claimed, eqp_recovery_unref);
  crash (other);
  claimed = eqp_recovery_claim ();
  g_assert_nonnull (claimed);
  eqp_recovery_remove (claimed);
  g_clear_pointer (&claimed, eqp_recovery_unref);
  g_assert_null (eqp_recovery_claim ());

  /* A normal end: nothing is offered, but the last session can be had. */
  g_assert_null (eqp_recovery_dup_last ());
  eqp_session_end (beside->session);
  window_free (beside);
  g_assert_null (eqp_recovery_claim ());
  last = eqp_recovery_dup_last ();
  g_assert_nonnull (last);
  other = window_open (last, NULL);
  g_assert_true (other->opened);
  g_assert_cmpstr (eqp_workspace_get_source (other->workspace), ==, "sample:digits");
  g_assert_true (eqp_session_is_unsaved (other->session));
  window_free (other);

  /* What is saved is kept nowhere else. */
  window = window_kept ("sample:iris");
  eqp_session_save_async (window->session, path, saved_cb, &outcome);
  eqp_wait_until (outcome != NULL, 20);
  g_assert_cmpstr (outcome, ==, path);
  g_assert_false (g_file_test (eqp_recovery_get_path (window->session->recovery), G_FILE_TEST_EXISTS));
  eqp_session_end (window->session);
  window_free (window);
  g_assert_null (eqp_recovery_claim ());
}

/* What a program that was killed while it wrote leaves behind is not left for good, but what lives is. */
static void
test_remains (void)
{
  g_autofree char *states = g_build_filename (g_get_user_state_dir (), "equipoise", NULL);
  g_autofree char *half = g_build_filename (states, "session-killed.eqp.A1B2C3", NULL);
  g_autofree char *lock = g_build_filename (states, "session-killed.eqp.lock", NULL);
  g_autofree char *lone = g_build_filename (states, "session-lone.eqp.lock", NULL);
  g_autofree char *alive = NULL;
  Window *window = window_kept ("sample:iris");

  alive = g_strconcat (eqp_recovery_get_path (window->session->recovery), ".A1B2C3", NULL);
  for (int i = 0; i < 4; i++)
    g_assert_true (g_file_set_contents ((const char *[]) { half, lock, lone, alive }[i], "", 0, NULL));
  g_assert_null (eqp_recovery_claim ());
  g_assert_false (g_file_test (half, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (lock, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (lone, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (alive, G_FILE_TEST_EXISTS));
  g_unlink (alive);
  eqp_recovery_remove (window->session->recovery);
  window_free (window);
}

/* What was not restored, for whatever reason, is offered again, and nothing is written over it. */
static void
test_not_restored (void)
{
  g_autofree char *data = in_folder ("away.csv"), *away = in_folder ("away"), *points = make_points (60, 0);
  g_autofree char *path = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (EqpRecovery) claimed = NULL;
  Window *window;

  g_assert_true (g_file_set_contents (data, points, -1, NULL));
  crash (window_kept (data));
  g_assert_cmpint (g_rename (data, away), ==, 0);
  /* A thread may still be writing it. */
  eqp_wait_until ((claimed = eqp_recovery_claim ()) != NULL, 20);
  path = g_strdup (eqp_recovery_get_path (claimed));
  before = dup_text (path);

  /* Its data are away: the window goes on with others, and ends well. */
  window = window_new ();
  eqp_session_keep (window->session, 1);
  eqp_session_restore (window->session, claimed);
  g_clear_pointer (&claimed, eqp_recovery_unref);
  eqp_wait_until (window->missing != NULL, 20);
  open_data (window, "sample:iris", NULL);
  run (window, "kmeans", 1.0, EQP_START_COLD);
  eqp_wait_until (window->session->recovery != NULL && !window->session->keeping, 30);
  eqp_session_end (window->session);
  window_free (window);
  after = dup_text (path);
  g_assert_cmpstr (after, ==, before);

  /* Nobody chose where they are: it ends well, too. */
  claimed = eqp_recovery_claim ();
  g_assert_nonnull (claimed);
  g_assert_cmpstr (eqp_recovery_get_path (claimed), ==, path);
  window = window_new ();
  eqp_session_keep (window->session, 1);
  eqp_session_restore (window->session, claimed);
  g_clear_pointer (&claimed, eqp_recovery_unref);
  eqp_wait_until (window->missing != NULL, 20);
  eqp_session_end (window->session);
  window_free (window);

  /* It is there still, and somebody chooses. */
  claimed = eqp_recovery_claim ();
  g_assert_nonnull (claimed);
  window = window_new ();
  eqp_session_keep (window->session, 1);
  eqp_session_restore (window->session, claimed);
  g_clear_pointer (&claimed, eqp_recovery_unref);
  eqp_wait_until (window->missing != NULL, 20);
  eqp_session_open (window->session, path, away);
  eqp_wait_until (!eqp_session_is_opening (window->session), 60);
  g_assert_true (window->opened);
  g_assert_cmpuint (eqp_run_list_get_n (window->list), ==, 1);
  g_assert_true (eqp_session_is_unsaved (window->session));
  g_assert_null (eqp_session_get_path (window->session));
  eqp_session_end (window->session);
  window_free (window);
  g_assert_null (eqp_recovery_claim ());
}

/* However much there is, what is kept stays within its limit: labels of runs that are neither pinned nor shown go. */
static void
test_limit (void)
{
  g_autoptr (EqpWorkspaceFile) file = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (EqpWorkspaceFile) again = NULL;
  guint dropped = 0;
  Window *window = window_new ();

  open_data (window, "sample:iris", NULL);
  do_runs (window, "kmeans", "bkm");
  for (int i = 0; i < 5; i++)
    run (window, "kmeans", 1.0, EQP_START_COLD);
  file = eqp_session_capture (window->session);
  eqp_workspace_file_limit (file, 150 * 5);
  file->hash = g_strdup ("0");
  text = eqp_workspace_file_to_text (file, NULL);
  again = eqp_workspace_file_from_text (text->str, text->len, "limit", NULL);
  g_assert_nonnull (again);
  for (guint i = 0; i < again->runs->len; i++)
    dropped += ((EqpKeptRun *) g_ptr_array_index (again->runs, i))->labels == NULL;
  g_assert_cmpuint (again->runs->len, ==, 8);
  g_assert_cmpuint (dropped, ==, 3);
  g_assert_nonnull (((EqpKeptRun *) g_ptr_array_index (again->runs, 0))->labels);
  /* The steps that cannot be gone back to any more are told of, as in the run itself. */
  {
    g_autofree char *path = write_file ("limit.eqp", text->str);
    Window *other = window_open (path, NULL);

    g_assert_false (eqp_run_is_thinned (eqp_workspace_get_run (window->workspace)));
    g_assert_true (eqp_run_is_thinned (eqp_workspace_get_run (other->workspace)));
    window_free (other);
  }
  window_free (window);
}

static void
count_cb (GListModel *model,
          guint       position,
          guint       removed,
          guint       added,
          guint      *told)
{
  (*told)++;
}

/* All runs come at once, and where there is too little memory for the labels of all of them, those of pinned runs
 * stay, however old they are. */
static void
test_many (void)
{
  g_autofree char *path = in_folder ("many.eqp");
  Window *window = window_new ();
  guint told = 0;

  open_data (window, "sample:iris", NULL);
  do_runs (window, "kmeans", "bkm");
  save (window, path);
  window_free (window);

  window = window_new ();
  window->list->budget = 400;
  g_signal_connect (window->list, "items-changed", G_CALLBACK (count_cb), &told);
  eqp_session_open (window->session, path, NULL);
  eqp_wait_until (!eqp_session_is_opening (window->session), 60);
  g_assert_cmpuint (told, ==, 1);
  g_assert_cmpuint (eqp_run_list_get_n (window->list), ==, 3);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (eqp_run_record_get_pinned (eqp_run_list_get (window->list, i)));
      g_assert_nonnull (eqp_run_record_get_labels (eqp_run_list_get (window->list, i)));
    }
  window_free (window);
}

int
main (int   argc,
      char *argv[])
{
  make_folder ();
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add_func ("/session/session/" name, func)
  ADD ("data-elsewhere", test_data_elsewhere);
  ADD ("save", test_save);
  ADD ("recovery", test_recovery);
  ADD ("remains", test_remains);
  ADD ("not-restored", test_not_restored);
  ADD ("limit", test_limit);
  ADD ("many", test_many);
  return run_tests ();
}
