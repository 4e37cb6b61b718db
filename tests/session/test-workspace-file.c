/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of a workspace: what is saved is there again, bit for bit, for data of all kinds; what was cut, damaged or
 * changed ends in a sentence; a program that is killed while it saves leaves a whole file. */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eqp-workspace-file-private.h"

#include "eqp-test-session.h"

/* ---- What is saved is there again ------------------------------------------------------------------------------- */

static void
assert_same_labels (EqpLabels *a,
                    EqpLabels *b)
{
  g_assert_cmpint (eqp_labels_get_n (a), ==, eqp_labels_get_n (b));
  g_assert_cmpint (eqp_labels_get_k (a), ==, eqp_labels_get_k (b));
  for (gint64 i = 0; i < eqp_labels_get_n (a); i++)
    g_assert_cmpint (eqp_labels_get (a, i), ==, eqp_labels_get (b, i));
}

static gboolean
is_same (double a,
         double b)
{
  return a == b || (isnan (a) && isnan (b));
}

/* To the last bit: what a writer and a reader could leave out together. */
static void
assert_same_run (EqpRunRecord *a,
                 EqpRunRecord *b)
{
  const EqpRunFacts *x = eqp_run_record_get_facts (a), *y = eqp_run_record_get_facts (b);
  EqpParamList params = _eqp_params_of_method (x->solver);

  g_assert_true (x->solver == y->solver && x->number == y->number && x->n == y->n && x->k == y->k);
  for (gsize i = 0; i < params.n; i++)
    g_assert_cmpfloat (eqp_param_get (params.params[i], &x->params), ==, eqp_param_get (params.params[i], &y->params));
  g_assert_true (x->params.seed == y->params.seed && x->params.k == y->params.k && x->params.gamma == y->params.gamma);
  g_assert_true (is_same (x->gamma_rel, y->gamma_rel) && is_same (x->objective, y->objective));
  g_assert_true (is_same (x->data_term, y->data_term) && is_same (x->penalty, y->penalty));
  g_assert_true (eqp_preparation_equal (&x->preparation, &y->preparation) && x->seconds == y->seconds);
  g_assert_true (eqp_given_sources_equal (&x->given, &y->given) && x->given_hash == y->given_hash);
  g_assert_true (x->iterations == y->iterations && x->converged == y->converged && x->cancelled == y->cancelled);
  g_assert_true (x->warm == y->warm && x->repeats == y->repeats);
  g_assert_cmpstr (x->command, ==, y->command);
  g_assert_cmpstr (x->data_name, ==, y->data_name);
  g_assert_cmpstr (x->rows, ==, y->rows);
  g_assert_cmpmem (x->sizes, sizeof (gint64) * (gsize) x->k, y->sizes, sizeof (gint64) * (gsize) y->k);
  g_assert_cmpstr (eqp_run_record_get_name (a), ==, eqp_run_record_get_name (b));
  g_assert_true (eqp_run_record_get_pinned (a) == eqp_run_record_get_pinned (b));
  assert_same_labels (eqp_run_record_get_labels (a), eqp_run_record_get_labels (b));
  for (int i = 0; i < EQP_N_MEASURES; i++)
    g_assert_true (is_same (eqp_run_record_get_measure (a, i), eqp_run_record_get_measure (b, i)));
}

static void
assert_same_settings (EqpWorkspace *a,
                      EqpWorkspace *b)
{
  const EqpSettings *x = eqp_workspace_get_settings (a), *y = eqp_workspace_get_settings (b);
  const EqpProjectionSpec *p = eqp_workspace_get_projection_spec (a), *q = eqp_workspace_get_projection_spec (b);
  EqpParamList params = _eqp_params_of_method (x->solver);

  g_assert_true (x->solver == y->solver && x->params.k == y->params.k && x->params.seed == y->params.seed);
  for (gsize i = 0; i < params.n; i++)
    g_assert_cmpfloat (eqp_param_get (params.params[i], &x->params), ==, eqp_param_get (params.params[i], &y->params));
  g_assert_cmpfloat (eqp_workspace_get_gamma (a), ==, eqp_workspace_get_gamma (b));
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (a), ==, eqp_workspace_get_gamma_rel (b));
  g_assert_true (eqp_preparation_equal (eqp_workspace_get_preparation (a), eqp_workspace_get_preparation (b)));
  g_assert_true (p->columns == q->columns && p->x == q->x && p->y == q->y && p->spectral == q->spectral &&
                 p->distances == q->distances);
}

/* Opened and saved again it is the same file, which has all of it; and nothing was run for that. */
static void
assert_round_trip (Window     *window,
                   const char *name)
{
  g_autofree char *path = in_folder (name);
  g_autofree char *again = g_strconcat (path, "2", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  EqpRun *shown = eqp_workspace_get_run (window->workspace), *restored;
  gboolean stale = eqp_workspace_is_stale (window->workspace);
  Window *other;

  save (window, path);
  g_assert_true (eqp_workspace_file_sniff (path));
  other = window_open (path, NULL);
  g_assert_cmpstr (other->failure, ==, NULL);
  g_assert_true (other->opened);
  eqp_wait_until (is_settled (other), 60);
  g_assert_false (eqp_session_is_unsaved (other->session));
  g_assert_cmpuint (eqp_run_list_get_n (other->list), ==, eqp_run_list_get_n (window->list));
  g_assert_cmpuint (eqp_run_list_get_n_pinned (other->list), ==, eqp_run_list_get_n_pinned (window->list));
  save (other, again);
  first = dup_text (path);
  second = dup_text (again);
  g_assert_cmpstr (first, ==, second);

  restored = eqp_workspace_get_run (other->workspace);
  g_assert_true ((restored != NULL) == (shown != NULL));
  g_assert_true (eqp_workspace_is_stale (other->workspace) == stale);
  if (shown != NULL)
    {
      assert_same_labels (eqp_workspace_get_labels (window->workspace), eqp_workspace_get_labels (other->workspace));
      g_assert_true ((eqp_run_get_initial (shown) != NULL) == (eqp_run_get_initial (restored) != NULL));
      for (gint64 i = 0; i < eqp_run_get_n_steps (shown); i++)
        {
          const EqpStep *x = eqp_run_get_step (shown, i), *y = eqp_run_get_step (restored, i);

          g_assert_true (x->objective == y->objective && x->data_term == y->data_term && x->penalty == y->penalty);
          g_assert_true (x->iteration == y->iteration && x->moved == y->moved && x->seconds == y->seconds);
          g_assert_true (x->phase == y->phase);
        }
      {
        gint starts[2] = { -1, -1 };

        g_assert_cmpint (eqp_run_get_restart (shown, &starts[0]), ==, eqp_run_get_restart (restored, &starts[1]));
        g_assert_cmpint (starts[0], ==, starts[1]);
      }
      g_assert_cmpint (eqp_run_get_n_steps (shown), ==, eqp_run_get_n_steps (restored));
      g_assert_cmpint (eqp_workspace_get_step (window->workspace), ==, eqp_workspace_get_step (other->workspace));
      g_assert_true (eqp_run_was_taken (restored));
    }
  assert_same_settings (window->workspace, other->workspace);
  g_assert_true (eqp_edit_equal (eqp_data_chain_get_edit (window->chain), eqp_data_chain_get_edit (other->chain)));
  for (guint i = 0; i < eqp_run_list_get_n (window->list); i++)
    assert_same_run (eqp_run_list_get (window->list, i), eqp_run_list_get (other->list, i));
  for (guint i = 0; i < eqp_run_list_get_n_pinned (window->list); i++)
    g_assert_cmpuint (eqp_run_record_get_facts (eqp_run_list_get_pinned (window->list, i))->number, ==,
                      eqp_run_record_get_facts (eqp_run_list_get_pinned (other->list, i))->number);
  window_free (other);
}

static void
test_sample (void)
{
  Window *window = window_new ();

  open_data (window, "sample:iris", NULL);
  assert_round_trip (window, "nothing.eqp");
  do_runs (window, "kmeans", "bkm");
  assert_round_trip (window, "warm.eqp");
  /* A step in the midst of the run, and another projection. */
  run (window, "kmeans", 1.0, EQP_START_COLD);
  g_assert_cmpint (eqp_run_get_n_steps (eqp_workspace_get_run (window->workspace)), >, 2);
  eqp_workspace_set_step (window->workspace, 1);
  eqp_workspace_set_projection_spec (window->workspace, &(EqpProjectionSpec) { .columns = TRUE, .x = 3, .y = 2 });
  assert_round_trip (window, "step.eqp");
  /* A gamma that the relative one does not give to the last bit. */
  for (double gamma = 0.1, unit = eqp_workspace_get_gamma_unit (window->workspace);; gamma += 0.1)
    if (gamma / unit * unit != gamma)
      {
        eqp_workspace_set_gamma (window->workspace, gamma);
        break;
      }
  assert_round_trip (window, "gamma.eqp");
  /* Several starts, and settings that were changed since. */
  {
    EqpSettings settings = *eqp_workspace_get_settings (window->workspace);

    settings.params.restarts = 4;
    eqp_workspace_set_settings (window->workspace, &settings);
  }
  run (window, "kmeans", 1.0, EQP_START_COLD);
  assert_round_trip (window, "starts.eqp");
  eqp_test_workspace_set_method (window->workspace, "bkm");
  assert_round_trip (window, "stale.eqp");
  eqp_test_workspace_set_method (window->workspace, "kmeans");
  eqp_run_list_remove (window->list, eqp_run_list_get (window->list, 3));
  assert_round_trip (window, "deleted.eqp");
  /* Parameters of a method that is not chosen now. */
  eqp_test_workspace_set_method (window->workspace, "akm");
  {
    EqpSettings settings = *eqp_workspace_get_settings (window->workspace);
    g_autofree char *path = in_folder ("kept.eqp");
    g_autofree char *text = NULL;

    settings.params.own[1] = 64.0;
    eqp_workspace_set_settings (window->workspace, &settings);
    eqp_test_workspace_set_method (window->workspace, "kmeans");
    assert_round_trip (window, "kept.eqp");
    text = dup_text (path);
    g_assert_nonnull (strstr (text, "\"kept\":{\"akm\":{\"checks\":\"64\"}}"));
  }
  window_free (window);
}

/* The run shown of labels that were made elsewhere. */
static void
test_imported (void)
{
  Window *window = window_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *labels = NULL;
  g_autofree char *path = in_folder ("imported.eqp");
  Window *other;

  for (int i = 0; i < 150; i++)
    g_string_append_printf (text, "%d\n", i % 4);
  labels = write_file ("labels.txt", text->str);
  open_data (window, "sample:iris", NULL);
  eqp_workspace_import_labels (window->workspace, labels);
  eqp_wait_until (eqp_run_list_get_n (window->list) == 1 && is_settled (window), 60);
  assert_round_trip (window, "imported.eqp");
  other = window_open (path, NULL);
  g_assert_true (eqp_run_is_imported (eqp_workspace_get_run (other->workspace)));
  window_free (other);
  window_free (window);
}

/* Read otherwise than guessed, columns chosen, prepared, weighted. */
static void
test_table (void)
{
  g_autoptr (GString) text = g_string_new ("id;x;persons;y;z;kind\n");
  g_autofree char *table = NULL;
  EqpImportOptions import = { 0 };
  EqpPreparation preparation = { .normalize = EQP_NORMALIZE_STANDARD, .pca = 2, .pca_from = 1, .whiten = TRUE };
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  Window *window = window_new ();

  for (int i = 0; i < 120; i++)
    g_string_append_printf (text, "r%d;%d,%d;%d;%d,5;%d;%s\n", i, i % 7, i % 10, 1 + i % 3, i * i % 11, i % 5,
                            i % 2 == 0 ? "a" : "b");
  table = write_file ("a table, “odd” name.txt", text->str);
  g_assert_true (eqp_import_options_set (&import, "separator", "semicolon", NULL));
  g_assert_true (eqp_import_options_set (&import, "decimal", "comma", NULL));
  g_assert_true (eqp_import_options_set (&import, "labels", "kind", NULL));
  open_data (window, table, &import);
  eqp_data_chain_set_weights (window->chain, "persons", FALSE, "weights");
  eqp_wait_until (is_settled (window) && eqp_workspace_knows_given (window->workspace), 60);
  g_assert_cmpstr (eqp_workspace_get_given_source (window->workspace, EQP_GIVEN_WEIGHTS), ==, "persons");
  eqp_edit_set_dropped (edit, eqp_dataset_get_d (eqp_data_chain_get_base (window->chain)) - 1, TRUE);
  edit->no_labels = TRUE;
  edit->distinct = TRUE;
  eqp_data_chain_set_edit (window->chain, edit, "edit");
  eqp_wait_until (is_settled (window), 60);
  eqp_data_chain_set_preparation (window->chain, &preparation, "preparation");
  eqp_wait_until (is_settled (window), 60);
  do_runs (window, "kmeans", "bkm");
  assert_round_trip (window, "table.eqp");
  window_free (window);
}

static void
test_graph (void)
{
  Window *window = window_new ();

  open_data (window, "sample:karate", NULL);
  do_runs (window, "mincut", "bmincut");
  assert_round_trip (window, "graph.eqp");
  window_free (window);

  /* A graph of neighbors, with settings of its own. */
  window = window_new ();
  open_data (window, "sample:iris", NULL);
  {
    EqpSettings settings = *eqp_workspace_get_settings (window->workspace);

    settings.solver = eqp_solver_find ("bmincut");
    settings.params.neighbors = 9;
    settings.params.scale = 0.75;
    settings.params.seed = G_MAXUINT64;
    eqp_workspace_set_settings (window->workspace, &settings);
  }
  do_runs (window, "mincut", "bmincut");
  assert_round_trip (window, "neighbors.eqp");
  window_free (window);
}

static void
test_images (void)
{
  Window *window = window_new ();

  open_data (window, "sample:digits", NULL);
  run (window, "bkm", 1.0, EQP_START_COLD);
  assert_round_trip (window, "images.eqp");
  window_free (window);
}

static void
test_sparse (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *data = NULL;
  Window *window = window_new ();

  for (int i = 0; i < 5000; i++)
    g_string_append_printf (text, "%d %d:1 %d:2.5 %d:%d\n", i % 3, 1 + i % 40, 100 + i % 60, 1000 + i % 3, 1 + i % 9);
  data = write_file ("sparse.svm", text->str);
  open_data (window, data, NULL);
  g_assert_nonnull (eqp_dataset_get_sparse (eqp_workspace_get_dataset (window->workspace)));
  run (window, "kmeans", 1.0, EQP_START_COLD);
  assert_round_trip (window, "sparse.eqp");
  window_free (window);
}

/* ---- Damage ----------------------------------------------------------------------------------------------------- */

static void
assert_sentence (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == EQP_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_null (strchr (error->message, '\n'));
}

/* A small one with all that there is. */
static GString *
make_small (void)
{
  g_autofree char *points = make_points (12, 0);
  g_autofree char *data = write_file ("small.csv", points);
  g_autofree char *path = in_folder ("small.eqp");
  Window *window = window_new ();
  g_autofree char *text = NULL;

  open_data (window, data, NULL);
  do_runs (window, "kmeans", "bkm");
  save (window, path);
  window_free (window);
  text = dup_text (path);
  return g_string_new (text);
}

static void
seal (GString *text)
{
  g_autofree char *last = _eqp_workspace_file_dup_seal (text->str, text->len);

  g_string_append (text, last);
}

static void
test_cut (void)
{
  g_autoptr (GString) text = make_small ();
  g_autoptr (EqpWorkspaceFile) whole = eqp_workspace_file_from_text (text->str, text->len, "small.eqp", NULL);

  g_assert_nonnull (whole);
  for (gsize length = 0; length < text->len; length++)
    {
      g_autofree char *cut = g_memdup2 (text->str, MAX (1, length));
      g_autoptr (GError) error = NULL;

      g_assert_null (eqp_workspace_file_from_text (cut, length, "small.eqp", &error));
      assert_sentence (error);
    }
}

/* Each byte that is damaged is noticed; and where somebody mended the checksum, too, what is read fits together, and
 * can be written. */
static void
test_damaged (void)
{
  g_autoptr (GString) text = make_small ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const char *last = g_strrstr_len (text->str, (gssize) text->len - 1, "\n") + 1;
  gsize body = (gsize) (last - text->str);
  guint read = 0;

  for (int i = 0; i < 2000; i++)
    {
      g_autoptr (GString) damaged = g_string_new_len (text->str, (gssize) text->len);
      gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) text->len);
      g_autoptr (GError) error = NULL;

      damaged->str[at] = (char) (damaged->str[at] + g_rand_int_range (rand, 1, 256));
      g_assert_null (eqp_workspace_file_from_text (damaged->str, damaged->len, "small.eqp", &error));
      assert_sentence (error);
    }
  for (int i = 0; i < 4000; i++)
    {
      g_autoptr (GString) damaged = g_string_new_len (text->str, (gssize) body);
      g_autoptr (EqpWorkspaceFile) file = NULL;
      g_autoptr (GError) error = NULL;

      for (int change = g_rand_int_range (rand, 1, 4); change > 0; change--)
        {
          gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) body - 1);

          /* Digits and what is around them lead farther than bytes of all kinds. */
          if (g_rand_boolean (rand))
            damaged->str[at] = "0123456789-,:.\"[]{}ntf"[g_rand_int_range (rand, 0, 22)];
          else
            damaged->str[at] = (char) g_rand_int_range (rand, 0, 256);
        }
      seal (damaged);
      file = eqp_workspace_file_from_text (damaged->str, damaged->len, "small.eqp", &error);
      if (file == NULL)
        assert_sentence (error);
      else
        {
          g_autoptr (GString) again = eqp_workspace_file_to_text (file, NULL);

          g_assert_cmpuint (again->len, >, 0);
          read++;
        }
    }
  g_test_message ("%u of 4000 were read", read);
  g_assert_cmpuint (read, >, 20);
}

static void
replace (GString    *text,
         const char *what,
         const char *by)
{
  const char *last = g_strrstr_len (text->str, (gssize) text->len - 1, "\n") + 1;

  g_string_truncate (text, (gsize) (last - text->str));
  g_assert_cmpuint (g_string_replace (text, what, by, 1), ==, 1);
  seal (text);
}

/* Labels and places that do not fit, newer formats, other files. */
static void
test_refused (void)
{
  static const char *const damages[][2] = {
    { "\"n\":12", "\"n\":13" },
    { "\"listed\":true", "\"listed\":false" },
    { "\"pinned\":[1,0]", "\"pinned\":[9,0]" },
    { "\"pinned\":[1,0]", "\"pinned\":[3,0]" },
    { "\"shown\":2", "\"shown\":3" },
    { "\"shown\":2", "\"shown\":-1" },
    { "\"number\":2", "\"number\":1" },
    { "\"method\":\"bkm\"", "\"method\":\"xkm\"" },
    { "\"event\":\"step\"", "\"event\":\"stop\"" },
    { "\"import\":{", "\"import\":{\"no-such\":\"1\"," },
    { "\"iterations\":", "\"iterations\":-" },
    { "\"class_column\":-1", "\"class_column\":9223372036854775807" },
  };
  g_autoptr (GString) text = make_small ();
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  Window *window;

  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (GString) damaged = g_string_new (text->str);
      g_autoptr (GError) cause = NULL;

      replace (damaged, damages[i][0], damages[i][1]);
      if (eqp_workspace_file_from_text (damaged->str, damaged->len, "small.eqp", &cause) != NULL)
        g_error ("taken: %s for %s", damages[i][1], damages[i][0]);
      assert_sentence (cause);
      g_assert_nonnull (strstr (cause->message, "is damaged in line"));
    }

  /* A run behind the steps of the one that is shown. */
  {
    const char *last = g_strrstr_len (text->str, (gssize) text->len - 1, "\n") + 1;
    const char *run = g_strrstr (text->str, "{\"event\":\"run\"");
    g_autoptr (GString) line = g_string_new_len (run, strchr (run, '\n') + 1 - run);
    g_autoptr (GString) other = g_string_new_len (text->str, last - text->str);

    g_string_replace (line, "\"listed\":true", "\"listed\":false", 1);
    g_string_append (other, line->str);
    seal (other);
    g_assert_null (eqp_workspace_file_from_text (other->str, other->len, "small.eqp", NULL));
  }

  /* Sizes that are not those of the labels. */
  {
    g_autoptr (EqpWorkspaceFile) file = eqp_workspace_file_from_text (text->str, text->len, "small.eqp", NULL);
    EqpKeptRun *kept = g_ptr_array_index (file->runs, 0);
    g_autoptr (GString) other = NULL;

    kept->facts.sizes[0]++;
    kept->facts.sizes[1]--;
    other = eqp_workspace_file_to_text (file, NULL);
    g_assert_null (eqp_workspace_file_from_text (other->str, other->len, "small.eqp", NULL));
  }

  /* More clusters than rows. */
  {
    g_autoptr (EqpWorkspaceFile) file = eqp_workspace_file_from_text (text->str, text->len, "small.eqp", NULL);
    EqpRunFacts *facts = &((EqpKeptRun *) g_ptr_array_index (file->runs, 0))->facts;
    g_autoptr (GString) other = NULL;

    facts->sizes = g_renew (gint64, facts->sizes, 13);
    for (; facts->k < 13; facts->k++)
      facts->sizes[facts->k] = 0;
    other = eqp_workspace_file_to_text (file, NULL);
    g_assert_null (eqp_workspace_file_from_text (other->str, other->len, "small.eqp", NULL));
  }

  replace (text, "\"format\":1", "\"format\":2");
  g_assert_null (eqp_workspace_file_from_text (text->str, text->len, "small.eqp", &error));
  assert_sentence (error);
  g_assert_nonnull (strstr (error->message, "open it with the newer one"));

  path = write_file ("alien.eqp", "x,y\n1,2\n");
  g_assert_false (eqp_workspace_file_sniff (path));
  window = window_open (path, NULL);
  g_assert_nonnull (strstr (window->failure, "is no workspace"));
  g_assert_null (eqp_workspace_get_dataset (window->workspace));
  window_free (window);
  window = window_open (folder, NULL);
  g_assert_nonnull (strstr (window->failure, "is no workspace"));
  window_free (window);
}

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

static void
save_for_ever (const char *small,
               const char *large,
               const char *path)
{
  g_autoptr (EqpWorkspaceFile) a = eqp_workspace_file_load (small, NULL);
  g_autoptr (EqpWorkspaceFile) b = eqp_workspace_file_load (large, NULL);

  for (;;)
    if (!eqp_workspace_file_save (a, path, NULL) || !eqp_workspace_file_save (b, path, NULL))
      _exit (1);
}

static void
test_killed (void)
{
  g_autofree char *small = in_folder ("warm.eqp"), *large = in_folder ("images.eqp"), *path = in_folder ("killed.eqp");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  /* They are made by the tests before. */
  if (program == NULL || !g_file_test (small, G_FILE_TEST_EXISTS) || !g_file_test (large, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("run all tests of the program");
      return;
    }
  for (int i = 0; i < 25; i++)
    {
      char *arguments[] = { program, (char *) "--save-for-ever", small, large, path, NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpWorkspaceFile) file = NULL;
      GPid child;

      g_assert_true (g_spawn_async (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &child, &error));
      while (!g_file_test (path, G_FILE_TEST_EXISTS))
        g_usleep (1000);
      g_usleep ((gulong) g_rand_int_range (rand, 0, 60000));
      g_assert_cmpint (kill (child, SIGKILL), ==, 0);
      g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
      file = eqp_workspace_file_load (path, &error);
      g_assert_no_error (error);
      g_assert_nonnull (file);
    }
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 5 && strcmp (argv[1], "--save-for-ever") == 0)
    save_for_ever (argv[2], argv[3], argv[4]);
  make_folder ();
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add_func ("/session/workspace-file/" name, func)
  ADD ("sample", test_sample);
  ADD ("imported", test_imported);
  ADD ("table", test_table);
  ADD ("graph", test_graph);
  ADD ("images", test_images);
  ADD ("sparse", test_sparse);
  ADD ("cut", test_cut);
  ADD ("damaged", test_damaged);
  ADD ("refused", test_refused);
  ADD ("killed", test_killed);
  return run_tests ();
}
