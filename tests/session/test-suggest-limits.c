/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggestions while memory runs out, one checked allocation after the other, and on large data, stopped: how long they
 * work between two looks at their cancellable. */
#include "config.h"

#include "eqp-suggest.h"

#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-looks.h"
#include "eqp-test.h"

static EqpDataset *
groups (gint64 n, gint64 d, int count)
{
  g_autofree double *x = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      x[i * d + j] = eqp_rng_normal (&rng) + (j == i % count ? 9.0 : 0.0);
  return eqp_test_dataset (n, d, x);
}

/* Far on, where one trial is like the others, steps are longer. */
static void
test_memory (void)
{
  const EqpSuggestOptions options = { .k_least = 3, .k_most = 3, .threads = 1 };
  g_autoptr (EqpDataset) dataset = groups (24, 4, 3);
  gint64 left = 0;
  int failed = 0;

  for (gint64 number = 1; left == 0; number += 1 + number / 4)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpSuggestion) suggestion = NULL;

      _eqp_fail_allocation (number);
      suggestion = eqp_suggest (dataset, &options, NULL, NULL, &error);
      left = _eqp_fail_allocation (0);
      g_assert_true ((suggestion != NULL) == (error == NULL));
      if (suggestion == NULL)
        {
          failed++;
          g_assert_true (g_str_has_suffix (error->message, "."));
        }
      if (left > 0)
        g_assert_no_error (error);
    }
  g_test_message ("%d led to a sentence", failed);
}

static void
suggest (GCancellable *cancellable, gconstpointer data)
{
  const EqpSuggestOptions options = { .k_least = 5, .k_most = 9, .threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpSuggestion) suggestion = NULL;

  eqp_looks_limit (cancellable, 4.0);
  suggestion = eqp_suggest ((EqpDataset *) data, &options, NULL, cancellable, &error);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_assert_no_error (error);
}

static void
test_looks (void)
{
  g_autoptr (EqpDataset) dataset = groups (50000, 60, 7);

  eqp_looks_check ("suggest", suggest, dataset);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/suggest-limits/allocations", test_memory);
  if (!EQP_TEST_IS_WATCHED)
    g_test_add_func ("/session/suggest-limits/looks", test_looks);
  return g_test_run ();
}
