/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain from the file to what the methods see: findings are mended, each change can be undone, reading again too, and
 * what fails leaves all as it was. */
#include "config.h"

#include "eqp-data-chain.h"

#include "eqp-test-loop.h"
#include "eqp-test-workspace.h"
#include "eqp-truth.h"

typedef struct
{
  EqpWorkspace *workspace;
  EqpDataChain *chain;
  char         *folder;
  int           done;
  int           failed;
} Fixture;

static void
count_cb (int *count)
{
  (*count)++;
}

static gboolean
is_at_rest (Fixture *f)
{
  double fraction;
  const char *what;

  return eqp_workspace_get_dataset (f->workspace) != NULL && !eqp_workspace_is_busy (f->workspace, &fraction, &what);
}

static void
open_text (Fixture    *f,
           const char *text)
{
  g_autofree char *path = eqp_test_write (f->folder, "table.csv", text, strlen (text));
  EqpDataset *before = eqp_workspace_get_dataset (f->workspace);

  eqp_workspace_open (f->workspace, path, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (f->workspace) != before && is_at_rest (f), 20);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->workspace = eqp_workspace_new ();
  f->chain = eqp_data_chain_new (f->workspace);
  f->folder = eqp_test_folder ();
  eqp_data_chain_set_watched (f->chain, TRUE);
  g_signal_connect_swapped (f->chain, "done", G_CALLBACK (count_cb), &f->done);
  g_signal_connect_swapped (f->workspace, "failed", G_CALLBACK (count_cb), &f->failed);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gpointer chain = f->chain, workspace = f->workspace;

  g_object_add_weak_pointer (chain, &chain);
  g_object_add_weak_pointer (workspace, &workspace);
  g_object_unref (f->chain);
  g_object_unref (f->workspace);
  eqp_wait_until (chain == NULL && workspace == NULL, 20);
  eqp_test_remove (f->folder);
  g_free (f->folder);
}

static const EqpFinding *
find (Fixture    *f,
      const char *id)
{
  GPtrArray *findings;

  eqp_wait_until (eqp_data_chain_get_findings (f->chain) != NULL, 20);
  findings = eqp_data_chain_get_findings (f->chain);
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((const EqpFinding *) g_ptr_array_index (findings, i))->id, id))
      return g_ptr_array_index (findings, i);
  return NULL;
}

static void
mend (Fixture    *f,
      const char *id)
{
  int done = f->done;
  const EqpFinding *finding = find (f, id);
  g_autofree char *title = NULL;

  g_assert_nonnull (finding);
  title = eqp_data_chain_dup_mend_title (finding);
  g_assert_nonnull (title);
  g_assert_true (eqp_data_chain_mend (f->chain, finding));
  eqp_wait_until (f->done > done && is_at_rest (f), 20);
}

#define TABLE "a,b,c,kind\n" \
              "1,7,1000,x\n" \
              "2,7,200000,y\n" \
              "3,7,5,x\n" \
              "4,7,90000,y\n" \
              "4,7,90000,y\n"

static void
test_mends (Fixture       *f,
            gconstpointer  data)
{
  g_autofree char *effect = NULL;

  open_text (f, TABLE);
  g_assert_cmpint (eqp_dataset_get_d (eqp_data_chain_get_base (f->chain)), ==, 3);
  eqp_wait_until (eqp_data_chain_get_profile (f->chain) != NULL, 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));

  mend (f, "constant");
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (eqp_data_chain_get_base (f->chain)), ==, 3);
  g_assert_true (eqp_data_chain_has_step (f->chain, EQP_CHAIN_COLUMNS));
  effect = eqp_data_chain_dup_step_effect (f->chain, EQP_CHAIN_COLUMNS);
  g_assert_cmpstr (effect, ==, "b");
  g_assert_null (find (f, "constant"));

  g_assert_false (eqp_data_chain_is_mended (f->chain, find (f, "spread")));
  mend (f, "spread");
  g_assert_true (eqp_data_chain_is_mended (f->chain, find (f, "spread")));
  g_assert_cmpint (eqp_workspace_get_preparation (f->workspace)->normalize, ==, EQP_NORMALIZE_STANDARD);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_prepared (f->workspace)), ==, 2);
  mend (f, "copies");
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)), ==, 4);
  g_assert_cmpint (eqp_workspace_get_preparation (f->workspace)->normalize, ==, EQP_NORMALIZE_STANDARD);

  eqp_data_chain_undo (f->chain);
  eqp_wait_until (is_at_rest (f) && eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)) == 5, 20);
  eqp_wait_until (eqp_workspace_get_preparation (f->workspace)->normalize == EQP_NORMALIZE_STANDARD, 20);
  eqp_data_chain_undo (f->chain);
  eqp_wait_until (is_at_rest (f) && eqp_workspace_get_preparation (f->workspace)->normalize == EQP_NORMALIZE_NONE, 20);
  g_assert_false (eqp_data_chain_has_step (f->chain, EQP_CHAIN_NORMALIZE));
  eqp_data_chain_undo (f->chain);
  eqp_wait_until (is_at_rest (f) && eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)) == 3, 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));
  g_assert_cmpint (f->failed, ==, 0);
}

static void
test_classes (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();

  open_text (f, "a,b\n1,10\n2,20\n3,10\n4,30\n");
  edit->label = 1;
  eqp_data_chain_set_edit (f->chain, edit, "classes");
  eqp_wait_until (f->done == 1 && is_at_rest (f), 20);
  g_assert_cmpint (eqp_dataset_get_n_classes (eqp_workspace_get_dataset (f->workspace)), ==, 3);
  g_assert_cmpint (eqp_workspace_get_settings (f->workspace)->params.k, ==, 3);
  eqp_data_chain_remove_step (f->chain, EQP_CHAIN_CLASSES);
  eqp_wait_until (f->done == 2 && is_at_rest (f), 20);
  g_assert_null (eqp_dataset_get_labels (eqp_workspace_get_dataset (f->workspace)));
}

/* Rows with gaps go when the file is read again, and come back when that is undone. */
static void
test_reread (Fixture       *f,
             gconstpointer  data)
{
  open_text (f, "a,b,c\n1,5,1\n2,,2\n3,7,5\n4,8,2\n5,7,9\n");
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)), ==, 5);
  mend (f, "missing");
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)), ==, 4);
  g_assert_cmpint (eqp_workspace_get_import (f->workspace)->missing, ==, EQP_MISSING_DROP);
  g_assert_true (eqp_data_chain_has_step (f->chain, EQP_CHAIN_MISSING));
  eqp_data_chain_undo (f->chain);
  eqp_wait_until (is_at_rest (f) && eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)) == 5, 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));
}

/* Text becomes columns; the column left out before is still the one left out. */
static void
test_one_hot (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  EqpImportOptions line;
  gboolean distinct;

  open_text (f, "city,a,b,kind\nUlm,1,5,x\nBonn,2,4,y\nUlm,3,7,x\nBonn,4,8,y\nUlm,5,7,x\n");
  g_assert_cmpint (eqp_dataset_get_d (eqp_data_chain_get_base (f->chain)), ==, 2);
  eqp_edit_set_dropped (edit, 0, TRUE);
  eqp_data_chain_set_edit (f->chain, edit, "a left out");
  eqp_wait_until (f->done == 1 && is_at_rest (f), 20);
  g_assert_true (eqp_data_chain_get_line (f->chain, &line, &distinct));
  g_assert_false (distinct);
  g_assert_cmpstr (line.ignore, ==, "a");
  g_assert_cmpint (find (f, "reader")->mend, ==, EQP_MEND_OPTION);
  mend (f, "reader");
  g_assert_cmpstr (eqp_workspace_get_import (f->workspace)->one_hot, ==, "1");
  g_assert_cmpint (eqp_dataset_get_d (eqp_data_chain_get_base (f->chain)), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 3);
  for (gint64 j = 0; j < 3; j++)
    g_assert_cmpstr (eqp_dataset_get_column_name (eqp_workspace_get_dataset (f->workspace), j), !=, "a");
  eqp_data_chain_undo (f->chain);
  eqp_wait_until (is_at_rest (f) && eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)) == 1, 20);
  g_assert_cmpstr (eqp_dataset_get_column_name (eqp_workspace_get_dataset (f->workspace), 0), ==, "b");
}

static void
test_failures (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  EqpPreparation preparation = { .whiten = TRUE, .pca = 2 };
  EqpImportOptions import = { .missing = EQP_MISSING_REFUSE };

  open_text (f, "a,b\n1,1\n1,1\n1,\n1,1\n");
  eqp_edit_set_dropped (edit, 0, TRUE);
  eqp_edit_set_dropped (edit, 1, TRUE);
  eqp_data_chain_set_edit (f->chain, edit, "nothing left");
  eqp_wait_until (f->failed == 1, 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));

  eqp_data_chain_set_preparation (f->chain, &preparation, "no variance");
  eqp_wait_until (f->failed == 2 && is_at_rest (f), 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));
  g_assert_false (eqp_data_chain_has_step (f->chain, EQP_CHAIN_PCA));

  eqp_data_chain_set_import (f->chain, &import, "refused");
  eqp_wait_until (f->failed == 3 && is_at_rest (f), 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)), ==, 4);
  g_assert_cmpint (f->done, ==, 0);
}

/* Leading components left out are told, and given up with the components. */
static void
test_components (Fixture       *f,
                 gconstpointer  data)
{
  EqpPreparation preparation = { .pca = 3, .pca_from = 2 };
  g_autofree char *title = NULL;

  open_text (f, "a,b,c\n1,9,0\n3,5,4\n4,7,1\n0,3,3\n");
  eqp_data_chain_set_preparation (f->chain, &preparation, "components");
  eqp_wait_until (f->done == 1 && is_at_rest (f), 20);
  title = eqp_data_chain_dup_step_title (f->chain, EQP_CHAIN_PCA);
  g_assert_cmpstr (title, ==, "Reduce to components 2 to 3");
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_prepared (f->workspace)), ==, 2);
  eqp_data_chain_remove_step (f->chain, EQP_CHAIN_PCA);
  eqp_wait_until (f->done == 2 && is_at_rest (f), 20);
  g_assert_true (eqp_preparation_is_none (eqp_workspace_get_preparation (f->workspace)));
  g_assert_cmpint (eqp_workspace_get_preparation (f->workspace)->pca_from, ==, 0);
}

/* What the sidebar does can be taken back here. */
/* Reading again is given up: nothing is left of it, and what is opened next is taken for what it is. */
static void
test_given_up (Fixture       *f,
               gconstpointer  data)
{
  EqpImportOptions import = { .missing = EQP_MISSING_MEDIAN };

  open_text (f, TABLE);
  eqp_data_chain_set_import (f->chain, &import, "given up");
  eqp_workspace_cancel_loading (f->workspace);
  eqp_wait_until (!eqp_data_chain_can_undo (f->chain), 20);
  eqp_data_chain_set_import (f->chain, &import, "overtaken");
  open_text (f, "a,b\n1,2\n3,5\n4,7\n");
  g_assert_false (eqp_data_chain_can_undo (f->chain));
  g_assert_cmpint (eqp_dataset_get_d (eqp_data_chain_get_base (f->chain)), ==, 2);
  g_assert_cmpint (eqp_workspace_get_import (f->workspace)->missing, ==, EQP_MISSING_GUESS);
  g_assert_cmpint (f->done, ==, 0);
}

static void
test_elsewhere (Fixture       *f,
                gconstpointer  data)
{
  EqpPreparation preparation = { .normalize = EQP_NORMALIZE_MINMAX };

  open_text (f, TABLE);
  eqp_workspace_set_preparation (f->workspace, &preparation);
  eqp_wait_until (eqp_data_chain_can_undo (f->chain), 20);
  g_assert_true (eqp_data_chain_has_step (f->chain, EQP_CHAIN_NORMALIZE));
  eqp_data_chain_undo (f->chain);
  eqp_wait_until (is_at_rest (f) && eqp_workspace_get_preparation (f->workspace)->normalize == EQP_NORMALIZE_NONE, 20);
  g_assert_false (eqp_data_chain_can_undo (f->chain));

  /* Other data have a history of their own. */
  eqp_workspace_set_preparation (f->workspace, &preparation);
  eqp_wait_until (eqp_data_chain_can_undo (f->chain), 20);
  open_text (f, "a\n1\n2\n");
  g_assert_false (eqp_data_chain_can_undo (f->chain));
}

/* Rows in five far groups, the last two again the first ones; a column says how often each counts. */
static void
open_groups (Fixture *f)
{
  GString *text = g_string_new ("a,b,often,noise\n");

  for (int i = 0; i < 60; i++)
    {
      int row = i % 58;

      g_string_append_printf (text, "%d,%d,%d,%.2f\n", 100 * (row % 5) + row / 5, row % 3, 1 + row % 2, row * 0.37);
    }
  open_text (f, text->str);
  g_string_free (text, TRUE);
}

static EqpLabels *
await_run (Fixture *f,
           gint64   n,
           gint64   d)
{
  eqp_wait_until (eqp_workspace_get_labels (f->workspace) != NULL && eqp_test_workspace_is_at_rest (f->workspace) &&
                      eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)) == n &&
                      eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)) == d,
                  20);
  g_assert_true (eqp_run_get_dataset (eqp_workspace_get_run (f->workspace)) ==
                 eqp_workspace_get_prepared (f->workspace));
  g_assert_false (eqp_workspace_is_stale (f->workspace));
  return eqp_labels_ref (eqp_workspace_get_labels (f->workspace));
}

/* What is shown follows the choice of columns and rows, the weights, and undo, as it does any control; clusters that
 * go on keep their numbers. What is opened by hand waits for Run. */
static void
test_follows (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpLabels) first = NULL;
  EqpSettings settings;

  open_groups (f);
  settings = *eqp_workspace_get_settings (f->workspace);
  settings.params.k = 5;
  settings.params.seed = 3;
  eqp_workspace_set_settings (f->workspace, &settings);
  eqp_edit_set_dropped (edit, 1, TRUE);
  eqp_data_chain_set_edit (f->chain, edit, "before any run");
  eqp_wait_until (f->done == 1 && is_at_rest (f), 20);
  g_assert_false (eqp_workspace_is_running (f->workspace));
  g_assert_null (eqp_workspace_get_run (f->workspace));

  eqp_workspace_start (f->workspace, EQP_START_COLD);
  first = await_run (f, 60, 3);
  eqp_edit_set_dropped (edit, 3, TRUE);
  edit->distinct = TRUE;
  /* Another seed would number the groups in another order. */
  settings = *eqp_workspace_get_settings (f->workspace);
  settings.params.seed = 11;
  eqp_workspace_set_settings (f->workspace, &settings);
  eqp_data_chain_set_edit (f->chain, edit, "a column, and two rows");
  {
    g_autoptr (EqpLabels) labels = await_run (f, 58, 2);

    for (gint64 i = 0; i < 58; i++)
      g_assert_cmpint (eqp_labels_get (labels, i), ==,
                       eqp_labels_get (first, eqp_dataset_get_origin (eqp_workspace_get_dataset (f->workspace), i)));
  }
  eqp_data_chain_set_weights (f->chain, "often", FALSE, "weights");
  eqp_wait_until (eqp_workspace_get_given (f->workspace) != NULL, 20);
  eqp_labels_unref (await_run (f, 58, 1));
  g_assert_nonnull (eqp_run_get_params (eqp_workspace_get_run (f->workspace))->weights);
  eqp_data_chain_undo (f->chain);
  eqp_labels_unref (await_run (f, 58, 2));
  eqp_data_chain_undo (f->chain);
  {
    g_autoptr (EqpLabels) labels = await_run (f, 60, 3);

    for (gint64 i = 0; i < 60; i++)
      g_assert_cmpint (eqp_labels_get (labels, i), ==, eqp_labels_get (first, i));
  }

  open_groups (f);
  g_assert_null (eqp_workspace_get_run (f->workspace));
  g_assert_false (eqp_workspace_is_running (f->workspace));
  g_assert_cmpint (f->failed, ==, 0);
}

/* Every step that a chain shows can be taken out again, and nothing else goes with it. */
static void
test_steps (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  EqpPreparation preparation = { .normalize = EQP_NORMALIZE_STANDARD, .pca = 2, .pca_from = 1, .whiten = TRUE };
  static const EqpChainStep steps[] = { EQP_CHAIN_COLUMNS, EQP_CHAIN_NORMALIZE, EQP_CHAIN_DISTINCT, EQP_CHAIN_CLASSES,
                                        EQP_CHAIN_PCA };

  open_text (f, "a,b,c,d,kind\n1,7,3,4,x\n1,7,3,4,x\n5,6,8,1,y\n9,1,2,7,y\n2,2,7,5,x\n");
  eqp_edit_set_dropped (edit, 1, TRUE);
  edit->no_labels = TRUE;
  edit->distinct = TRUE;
  eqp_data_chain_set_edit (f->chain, edit, "edit");
  eqp_wait_until (is_at_rest (f) && eqp_data_chain_is_settled (f->chain), 20);
  eqp_data_chain_set_preparation (f->chain, &preparation, "preparation");
  eqp_wait_until (is_at_rest (f) && eqp_data_chain_is_settled (f->chain), 20);
  for (int s = 0; s < (int) G_N_ELEMENTS (steps); s++)
    {
      const EqpEdit *now;
      const EqpPreparation *prepared;

      eqp_data_chain_remove_step (f->chain, steps[s]);
      eqp_wait_until (is_at_rest (f) && eqp_data_chain_is_settled (f->chain), 20);
      now = eqp_data_chain_get_edit (f->chain);
      prepared = eqp_workspace_get_preparation (f->workspace);
      g_assert_cmpint (eqp_edit_is_dropped (now, 1), ==, s < 0);
      g_assert_cmpint (prepared->normalize, ==, s < 1 ? EQP_NORMALIZE_STANDARD : EQP_NORMALIZE_NONE);
      g_assert_cmpint (now->distinct, ==, s < 2);
      g_assert_cmpint (now->no_labels, ==, s < 3);
      g_assert_cmpint (prepared->pca, ==, s < 4 ? 2 : 0);
      g_assert_cmpint (prepared->pca_from, ==, s < 4 ? 1 : 0);
      g_assert_cmpint (prepared->whiten, ==, s < 4);
      g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (f->workspace)), ==, s < 2 ? 4 : 5);
      g_assert_cmpint (eqp_dataset_get_n_classes (eqp_workspace_get_dataset (f->workspace)), ==, s < 3 ? 0 : 2);
    }
  /* Each is one change to be taken back. */
  for (gsize s = 0; s < G_N_ELEMENTS (steps) + 2; s++)
    {
      g_assert_true (eqp_data_chain_can_undo (f->chain));
      eqp_data_chain_undo (f->chain);
      eqp_wait_until (is_at_rest (f) && eqp_data_chain_is_settled (f->chain), 20);
    }
  g_assert_false (eqp_data_chain_can_undo (f->chain));
}

/* The number of clusters is a change like others, told and taken back; the one that is there is none. */
static void
test_k (Fixture       *f,
        gconstpointer  data)
{
  const EqpSettings *settings = eqp_workspace_get_settings (f->workspace);

  open_text (f, "a,b\n1,7\n5,6\n9,1\n2,2\n3,3\n");
  eqp_data_chain_set_k (f->chain, settings->params.k, "the same");
  g_assert_false (eqp_data_chain_can_undo (f->chain));
  {
    gint before = settings->params.k, wanted = before == 3 ? 4 : 3;
    int done = f->done;

    eqp_data_chain_set_k (f->chain, wanted, "clusters");
    g_assert_cmpint (settings->params.k, ==, wanted);
    eqp_wait_until (is_at_rest (f) && eqp_data_chain_is_settled (f->chain), 20);
    g_assert_cmpint (f->done, ==, done + 1);
    g_assert_true (eqp_data_chain_can_undo (f->chain));
    eqp_data_chain_undo (f->chain);
    eqp_wait_until (is_at_rest (f) && eqp_data_chain_is_settled (f->chain), 20);
    g_assert_cmpint (settings->params.k, ==, before);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/session/data-chain/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("mends", test_mends);
  ADD ("classes", test_classes);
  ADD ("reread", test_reread);
  ADD ("one-hot", test_one_hot);
  ADD ("failures", test_failures);
  ADD ("components", test_components);
  ADD ("given-up", test_given_up);
  ADD ("elsewhere", test_elsewhere);
  ADD ("follows", test_follows);
  ADD ("steps", test_steps);
  ADD ("k", test_k);
#undef ADD
  return g_test_run ();
}
