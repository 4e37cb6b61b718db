/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page about each method: by labels in the window, by the words of its options in the terminal. */
#include "config.h"

#include <string.h>

#include "eqp-method-page.h"
#include "eqp-test.h"

/* No word of an option stands in what the window says. */
static void
test_labels (void)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  guint spoken = 0;

  for (gsize i = 0; i < n_solvers; i++)
    {
      g_autofree char *window = eqp_method_page (solvers[i], EQP_PAGE_MARKUP);
      g_autofree char *terminal = eqp_method_page (solvers[i], EQP_PAGE_TEXT);

      g_assert_null (strstr (window, "--"));
      for (gsize j = 0; solvers[i]->params != NULL && solvers[i]->params[j] != NULL; j++)
        for (const EqpParamWord *word = solvers[i]->params[j]->words; word != NULL && word->id != NULL; word++)
          {
            g_autofree char *named = g_strdup_printf ("(%s)", word->id);
            g_autofree char *alone = g_strdup_printf (" %s ", word->id);

            g_assert_null (strstr (window, named));
            if (strcmp (word->id, "auto") == 0)
              g_assert_null (strstr (window, alone));
            spoken += strstr (terminal, named) != NULL;
          }
    }
  g_assert_cmpuint (spoken, >, 10);
}

/* The rest of the sentence stays as it is. */
static void
test_sentences (void)
{
  g_autofree char *start = eqp_param_dup_sentence (&eqp_param_init);
  g_autofree char *empty = eqp_param_dup_sentence (&eqp_param_empty);
  g_autofree char *starts = eqp_param_dup_sentence (&eqp_param_starts);
  g_autofree char *numbers = eqp_param_dup_interval (&eqp_param_scale);

  g_assert_cmpstr (start, ==, "where a run begins: at spread-out centers or at random labels");
  g_assert_cmpstr (empty, ==, "what becomes of a cluster without rows: its center moves to the farthest row, the "
                              "widest cluster is split, or it stays empty");
  g_assert_cmpstr (starts, ==, eqp_param_starts.sentence);
  g_assert_cmpstr (numbers, ==, "a number above 0, such as 0.5 or 1e4");
}

/* Lines are as full as they can be. */
static void
test_wrapped (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  for (int indent = 0; indent < 12; indent += 3)
    {
      g_autoptr (GString) words = g_string_new ("ä"), text = g_string_new ("<");
      g_auto (GStrv) lines = NULL;
      glong widest = 0;

      for (int i = 0; i < 400; i++)
        g_string_append_printf (words, " %.*s", 1 + (int) eqp_rng_below (&rng, 12), "abcdefghijkl");
      eqp_append_wrapped (text, words->str, indent);
      g_assert_true (g_str_has_prefix (text->str, "<ä ") && g_str_has_suffix (text->str, "\n"));
      g_string_truncate (text, text->len - 1);
      lines = g_strsplit (text->str + 1, "\n", -1);
      for (guint i = 0; lines[i] != NULL; i++)
        widest = MAX (widest, g_utf8_strlen (lines[i], -1) + (i == 0 ? indent : 0));
      for (guint i = 0; lines[i] != NULL; i++)
        {
          glong length = g_utf8_strlen (lines[i], -1) + (i == 0 ? indent : 0);

          g_assert_true (i == 0 || (strspn (lines[i], " ") == (gsize) indent && !g_str_has_suffix (lines[i], " ")));
          if (lines[i + 1] != NULL) /* the next word would have been too much */
            g_assert_cmpint (length + 1 + (glong) strcspn (lines[i + 1] + indent, " "), >, widest);
        }
      g_assert_cmpint (widest, ==, 80);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/method-page/labels", test_labels);
  g_test_add_func ("/session/method-page/wrapped", test_wrapped);
  g_test_add_func ("/session/method-page/sentences", test_sentences);
  return g_test_run ();
}
