/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs against the terminal program. */
#pragma once

#include "eqp-run-list.h"
#include "eqp-test-workspace.h"

G_BEGIN_DECLS

/* What the terminal says to the line of a run, row by row; folder: for its labels. */
static inline void
eqp_test_assert_terminal_agrees (const char   *folder,
                                 EqpRunRecord *record)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);
  g_autofree char *program = g_test_build_filename (G_TEST_BUILT, "..", "src", "cli", "equipoise-cli", NULL);
  g_autofree char *quoted = g_shell_quote (program);
  g_autofree char *out = g_build_filename (folder, "labels.txt", NULL);
  g_autofree char *command = NULL;
  g_autofree char *said = NULL;
  g_autofree char *complaint = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree gint32 *labels = NULL;
  g_autoptr (EqpLabels) said_labels = NULL;
  gint status = 0;

  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_test_skip ("The terminal program is not built.");
      return;
    }
  g_assert_true (facts->repeats);
  g_assert_true (g_str_has_prefix (facts->command, "equipoise-cli "));
  command = g_strdup_printf ("%s %s --quiet --labels-out '%s'", quoted, facts->command + strlen ("equipoise-cli "), out);
  g_assert_true (g_spawn_command_line_sync (command, &said, &complaint, &status, NULL));
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s: %s", command, complaint);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  lines = g_strsplit (g_strstrip (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >=, facts->n);
  labels = g_new (gint32, facts->n);
  for (gint64 i = 0; i < facts->n; i++)
    labels[i] = (gint32) g_ascii_strtoll (lines[g_strv_length (lines) - (guint) facts->n + (guint) i], NULL, 10);
  said_labels = eqp_labels_new (facts->n, facts->k, labels);
  /* What is shown after another run has its numbers. */
  eqp_test_assert_same_clusters (eqp_run_record_get_labels (record), said_labels);
}

G_END_DECLS
