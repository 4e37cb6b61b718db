/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger, decisions and questions, and the import options by name. */
#include "config.h"

#include "eqp-test.h"

static void
add (EqpLedger *ledger, EqpLedgerKind kind, gint64 line, const char *before)
{
  EqpLedgerEntry entry = { kind, .line = line, .column = 2, .name = (char *) "a \"b\"", .before = (char *) before };

  eqp_ledger_add (ledger, &entry);
}

static void
test_limit (void)
{
  g_autoptr (EqpLedger) ledger = eqp_ledger_new (2);
  g_autoptr (EqpLedger) copy = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *one = eqp_ledger_kind_dup_text (EQP_LEDGER_MISSING, 1);
  g_autofree char *more = eqp_ledger_kind_dup_text (EQP_LEDGER_MISSING, 7);

  for (int i = 1; i <= 5; i++)
    add (ledger, EQP_LEDGER_MISSING, i, "?");
  add (ledger, EQP_LEDGER_THOUSANDS, 9, "1,000");
  g_assert_false (eqp_ledger_wants (ledger, EQP_LEDGER_MISSING));
  g_assert_false (eqp_ledger_wants (ledger, EQP_LEDGER_MISSING));
  g_assert_true (eqp_ledger_wants (ledger, EQP_LEDGER_THOUSANDS));
  g_assert_cmpint (eqp_ledger_get_count (ledger, EQP_LEDGER_MISSING), ==, 7);
  g_assert_cmpint (eqp_ledger_get_total (ledger), ==, 8);
  g_assert_cmpuint (eqp_ledger_get_n_entries (ledger), ==, 3);
  g_assert_false (eqp_ledger_is_listing (ledger, EQP_LEDGER_MISSING));
  g_assert_true (eqp_ledger_is_listing (ledger, EQP_LEDGER_THOUSANDS));
  csv = eqp_ledger_to_csv (ledger);
  g_assert_cmpstr (csv, ==,
                   "what,line,row,column,name,before,after\n"
                   "missing,1,,2,\"a \"\"b\"\"\",\"?\",\n"
                   "missing,2,,2,\"a \"\"b\"\"\",\"?\",\n"
                   "thousands,9,,2,\"a \"\"b\"\"\",\"1,000\",\n"
                   "missing,,,,,,\"and 5 more\"\n");
  for (int kind = 0; kind < EQP_LEDGER_N_KINDS; kind++)
    {
      g_autoptr (EqpLedger) full = eqp_ledger_new (2);
      g_autofree char *list = NULL;

      for (int i = 0; i < 5; i++)
        add (full, (EqpLedgerKind) kind, i, "?");
      g_assert_cmpint (eqp_ledger_get_total (full), ==, 5);
      g_assert_cmpint (eqp_ledger_get_count (full, (EqpLedgerKind) kind), ==, 5);
      list = eqp_ledger_to_csv (full);
      g_assert_true (g_str_has_suffix (list, ",,,,,,\"and 3 more\"\n"));
      copy = eqp_ledger_dup (full);
      g_assert_cmpint (eqp_ledger_get_count (copy, (EqpLedgerKind) kind), ==, 5);
      g_clear_pointer (&copy, eqp_ledger_unref);
    }
  copy = eqp_ledger_dup (ledger);
  add (copy, EQP_LEDGER_MISSING, 6, "?");
  g_assert_cmpint (eqp_ledger_get_count (copy, EQP_LEDGER_MISSING), ==, 8);
  g_assert_cmpint (eqp_ledger_get_count (ledger, EQP_LEDGER_MISSING), ==, 7);
  g_assert_cmpstr (one, ==, "one cell is missing");
  g_assert_cmpstr (more, ==, "7 cells are missing");
}

static void
test_dropped (void)
{
  g_autoptr (EqpLedger) ledger = eqp_ledger_new (3);
  g_autoptr (GArray) rows = NULL;
  const gint64 dropped[] = { 30, 2, 11 };

  g_assert_null (eqp_ledger_list_dropped (NULL));
  g_assert_null (eqp_ledger_list_dropped (ledger));
  add (ledger, EQP_LEDGER_MISSING, 1, "?");
  for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
    eqp_ledger_add (ledger, &(EqpLedgerEntry) { EQP_LEDGER_ROW_DROPPED, .row = dropped[i] });
  rows = eqp_ledger_list_dropped (ledger);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpint (g_array_index (rows, gint64, 0), ==, 1);
  g_assert_cmpint (g_array_index (rows, gint64, 1), ==, 10);
  g_assert_cmpint (g_array_index (rows, gint64, 2), ==, 29);
  /* The fourth is counted, but not listed. */
  eqp_ledger_add (ledger, &(EqpLedgerEntry) { EQP_LEDGER_ROW_DROPPED, .row = 40 });
  g_assert_null (eqp_ledger_list_dropped (ledger));
}

static void
test_question (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) copy = NULL;
  g_autoptr (GError) other = g_error_new (EQP_ERROR, EQP_ERROR_PARSE, "Other.");
  EqpDecision *question = eqp_decision_new ("thousands", "“%s” is not clear", "1.000");

  eqp_decision_offer (question, "decimal", ".", "as one");
  eqp_decision_offer (question, "thousands", ".", "as a thousand");
  eqp_error_set_question (&error, "t.csv", question);
  g_assert_error (error, EQP_ERROR, EQP_ERROR_AMBIGUOUS);
  g_assert_cmpstr (error->message, ==, "t.csv: “1.000” is not clear: as one, or as a thousand.");
  copy = g_error_copy (error);
  g_clear_error (&error);
  g_assert_cmpstr (eqp_error_get_question (copy)->key, ==, "thousands");
  g_assert_true (eqp_error_get_question (copy)->ambiguous);
  g_assert_cmpstr (eqp_decision_get_alternative (eqp_error_get_question (copy), 1)->value, ==, ".");
  g_assert_null (eqp_decision_get_alternative (eqp_error_get_question (copy), 2));
  g_assert_null (eqp_error_get_question (other));
  g_assert_null (eqp_error_get_question (NULL));
}

/* What is set is what one gets, and NULL takes it back. */
static void
test_options (void)
{
  static const char *const values[][2] = {
    { "separator", "tab" }, { "separator", "~" }, { "decimal", "," }, { "thousands", "none" }, { "thousands", "apostrophe" }, { "header", "no" },
    { "encoding", "KOI8-R" }, { "labels", "last" }, { "columns", "1-3" }, { "ignore", "id" }, { "one-hot", "all" }, { "missing", "median" },
    { "missing", "drop" }, { "missing-words", "-999" }, { "variable", "X" }, { "orientation", "columns" }, { "image-width", "32" }
  };
  static const char *const wrong[][2] = {
    { "separator", "ab" }, { "decimal", ";" }, { "thousands", "x" }, { "header", "maybe" }, { "missing", "forget" }, { "orientation", "up" }, { "image-width", "0" }, { "nothing", "1" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      EqpImportOptions options = { 0 }, none = { 0 };
      g_autoptr (GError) error = NULL;
      g_autofree char *value = NULL;

      g_assert_true (eqp_import_options_set (&options, values[i][0], values[i][1], &error));
      g_assert_no_error (error);
      value = eqp_import_options_get (&options, values[i][0]);
      g_assert_cmpstr (value, ==, values[i][1]);
      g_assert_true (eqp_import_options_set (&options, values[i][0], NULL, &error));
      g_assert_cmpmem (&options, sizeof options, &none, sizeof none);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      EqpImportOptions options = { 0 };
      g_autoptr (GError) error = NULL;

      g_assert_false (eqp_import_options_set (&options, wrong[i][0], wrong[i][1], &error));
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/ledger/limit", test_limit);
  g_test_add_func ("/core/ledger/dropped", test_dropped);
  g_test_add_func ("/core/ledger/question", test_question);
  g_test_add_func ("/core/ledger/options", test_options);
  return g_test_run ();
}
