/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows shown pay for balance: of the labels shown, in order, and gone with the data. */
#include "config.h"

#include "eqp-price-model.h"

#include "eqp-test-workspace.h"
#include "eqp-test.h"

static void
run (EqpWorkspace *workspace, EqpPriceModel *model)
{
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  eqp_wait_until (eqp_price_model_get_prices (model) != NULL &&
                  eqp_price_model_get_prices (model)->labels == eqp_workspace_get_labels (workspace), 20);
}

static void
check (EqpWorkspace *workspace, EqpPriceModel *model, gboolean is_graph)
{
  const EqpRowPrices *prices = eqp_price_model_get_prices (model);
  EqpRun *of = eqp_workspace_get_run (workspace);
  g_autofree gint32 *labels = g_new (gint32, prices->n);
  double total = 0.0;
  gint64 paying = 0;

  eqp_labels_unpack (prices->labels, labels);
  g_assert_cmpint (prices->is_graph, ==, is_graph);
  g_assert_cmpint (prices->n_paying, >, 0);
  for (gint64 i = 0; i < prices->n; i++)
    paying += prices->prices[i] > 0.0;
  g_assert_cmpint (prices->n_paying, ==, paying);
  for (gint64 i = 0; i < prices->n_paying; i++)
    {
      gint32 row = prices->order[i];
      g_autoptr (EqpExplanation) why =
          eqp_explain_row (eqp_run_get_dataset (of), is_graph ? eqp_run_get_graph (of) : NULL, eqp_run_get_k (of),
                           labels, NULL, 0.0, row);

      g_assert_cmpfloat_with_epsilon (prices->prices[row], why->data[why->own] - why->data[why->nearest],
                                      1e-9 * (1.0 + why->data[why->own]));
      if (i > 0)
        g_assert_cmpfloat (prices->prices[row], <=, prices->prices[prices->order[i - 1]]);
      total += prices->prices[row];
    }
  g_assert_cmpfloat_with_epsilon (prices->total, total, 1e-9 * total);
}

static void
test_follow (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (EqpPriceModel) model = eqp_price_model_new (workspace);

  g_assert_null (eqp_price_model_get_prices (model));
  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_prepared (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  eqp_test_workspace_set_method (workspace, "bkm");
  eqp_workspace_set_gamma_rel (workspace, 100.0);
  run (workspace, model);
  check (workspace, model, FALSE);
  eqp_test_workspace_set_method (workspace, "bmincut");
  run (workspace, model);
  check (workspace, model, TRUE);
  eqp_workspace_open (workspace, "sample:moons", NULL);
  eqp_wait_until (eqp_price_model_get_prices (model) == NULL, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/price-model/follow", test_follow);
  return g_test_run ();
}
