/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What columns are for, whatever file they come from: keys, classes, moments, one-hot columns, words for gaps. */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>
#include <string.h>

#include "data/eqp-data-private.h"
#include "import/eqp-roles.h"

#define ROWS 40

/* A table of ROWS rows is made of a header and one printf format a cell: %d the row from 0, {A|B|C} in turn, ~ a number
 * that goes with nothing, ! a fraction that goes with nothing. */
typedef struct
{
  const char *name;
  const char *header;
  const char *row;
  const char *options; /* "labels=none" */
  gint64      d;
  int         classes; /* 0: none */
  const char *labels;  /* what was chosen, or NULL */
  const char *mend;    /* "keep=1", or "-": no keep and no ignore is offered */
} Case;

static const Case cases[] = {
  { "chinese", "年龄,收入,身高", "20+%d,3000+%d*137,150+%d", NULL, 3, 0, "none", "-" },
  { "cyrillic", "возраст,доход", "~,3000+~", NULL, 2, 0, "none", NULL },
  { "arabic", "العمر,الوزن", "~,~", NULL, 2, 0, "none", "-" },
  { "emoji", "🙂,🚗", "~,~", NULL, 2, 0, "none", "-" },
  { "percent", "%,$", "~,~", NULL, 2, 0, "none", "-" },
  { "x1", "x1,x2", "~,~", NULL, 2, 0, "none", "-" },
  { "acid", "ACID,grid,solid", "~,~,~", NULL, 3, 0, "none", "-" },
  { "valid", "paid,valid,fluid", "!,~,~", NULL, 3, 0, "none", "-" },
  { "chinese-key", "客户编号,a", "5000+~,!", NULL, 1, 0, "none", "keep=1" },
  { "korean-key", "번호,a", "5000+~,!", NULL, 1, 0, "none", "keep=1" },
  { "id", "id,a,b", "~,!,!", NULL, 2, 0, "none", "keep=1" },
  { "camel", "a,PassengerId,b", "!,~,!", NULL, 2, 0, "none", "keep=2" },
  { "id-kept", "id,a,b", "~,!,!", "keep=id", 3, 0, "none", NULL },
  { "id-kept-all", "id,a,b", "~,!,!", "keep=all", 3, 0, "none", NULL },
  { "income", "income,age", "20000+~*1000,20+~", NULL, 2, 0, "none", "ignore=1" },
  { "price-later", "rooms,price", "!,200000+~*3571", NULL, 2, 0, "none", "-" },
  { "population", "population,rate", "1000000+~*91711,!", NULL, 2, 0, "none", "ignore=1" },
  { "postal-code", "postal code,a", "10000+~*2111,!", NULL, 2, 0, "none", "ignore=1" },
  { "year", "year,a", "1980+%d,!", NULL, 2, 0, "none", NULL },
  { "step", "record,a,b", "1000+%d*10,!,!", NULL, 2, 0, "none", "keep=1" },
  { "step-no-header", NULL, "1000+%d,!,!", NULL, 2, 0, "none", "keep=1" },
  { "digits", "record,a,b", "20000000+~*1700003,!,!", NULL, 2, 0, "none", "keep=1" },
  { "sorted", "record,a,b", "5000+%d*%d*3,!,!", NULL, 2, 0, "none", "keep=1" },
  { "epoch", "a,timestamp", "!,1500000000+~*86400", NULL, 1, 0, "none", "keep=2" },
  { "epoch-unnamed", NULL, "!,1500000000+%d*86400", NULL, 1, 0, "none", "keep=2" },
  { "days", "a,b", "!,20210301+%d*0", NULL, 2, 0, "none", "-" },
  { "iso", "when,a,b", "2012-06-{10|11|12|13} 09:05:00,!,!", NULL, 2, 0, "none", "-" },
  { "zone", "when,a,b", "2012-06-{10|11|12|13} 09:05:00 UTC,!,!", NULL, 2, 0, "none", "-" },
  { "offset", "when,a,b", "2012-06-{10|11|12|13}T09:05:00+02:00,!,!", NULL, 2, 0, "none", "-" },
  { "zulu", "when,a,b", "2012-06-{10|11|12|13}T09:05Z,!,!", NULL, 2, 0, "none", "-" },
  { "named-zone", "when,a,b", "2012-06-{10|11|12|13} 09:05 Europe/Berlin,!,!", NULL, 2, 0, "none", "-" },
  { "month-name", "when,a,b", "{1|2|3|4} Mar 2021,!,!", NULL, 2, 0, "none", "-" },
  { "german", "when,a,b", "{1|2|3|4}. März 2021,!,!", NULL, 2, 0, "none", "-" },
  { "chinese-day", "when,a,b", "2012年6月{1|2|3|4}日,!,!", NULL, 2, 0, "none", "-" },
  { "pm", "when,a,b", "9:0{1|2|3|4} PM,!,!", NULL, 2, 0, "none", "-" },
  { "prefix", "when,a,b", "D-{1|2|3|4}/3/90,!,!", NULL, 2, 0, "none", "-" },
  { "range-is-a-class", "a,b,age group", "!,!,{10-20|20-30|30-40}", NULL, 2, 3, "3", NULL },
  { "weekday-is-a-class", "a,b,c", "!,!,{Mon|Tue|Wed}", NULL, 2, 3, "3", NULL },
  { "one-hot-end", "a,b,cls_A,cls_B,cls_C", "!,!,{1|0|0},{0|1|0},{0|0|1}", NULL, 2, 3, "3-5", NULL },
  { "one-hot-front", "class=x,class=y,a,b", "{1|0},{0|1},!,!", NULL, 2, 2, "1-2", NULL },
  { "one-hot-middle", "a,label_x,label_y,label_z,b", "!,{1|0|0},{0|1|0},{0|0|1},!", NULL, 2, 3, "2-4", NULL },
  { "one-hot-no-names", NULL, "!,!,{1|0|0},{0|1|0},{0|0|1}", NULL, 2, 3, "3-5", NULL },
  { "one-hot-no-prefix", "a,b,red,green,blue", "!,!,{1|0|0},{0|1|0},{0|0|1}", NULL, 2, 3, "3-5", NULL },
  { "one-hot-feature", "a,red,green,blue,b", "!,{1|0|0},{0|1|0},{0|0|1},!", NULL, 5, 0, "none", NULL },
  { "one-hot-twice", "a,u_1,u_2,v_1,v_2,v_3", "!,{1|0},{0|1},{1|0|0},{0|1|0},{0|0|1}", NULL, 6, 0, NULL, NULL },
  { "one-hot-asked", "a,red,green,blue,b", "!,{1|0|0},{0|1|0},{0|0|1},!", "labels=red,green,blue", 2, 3, "2-4", NULL },
  { "class-of-its-own", "a,b,class", "!,!,200+~", NULL, 3, 0, "none", NULL },
  { "single-class", "a,kind,class", "!,{u|v},only", NULL, 1, 2, "2", NULL },
  { "outcome-before-text", "survived,a,port", "{0|1|1},!,{S|C|Q}", NULL, 1, 2, "1", NULL },
  { "purchased", "a,town,Purchased", "!,{S|C|Q},{0|1|1}", NULL, 1, 2, "3", NULL },
  { "na-class", "a,b,country", "!,!,{NA|US|CA}", NULL, 2, 3, "3", "missing-words=NA" },
  { "none-class", "a,b,alcohol", "!,!,{none|some|much}", NULL, 2, 3, "3", "missing-words=none" },
  { "dash-class", "a,b,kind", "!,!,{-|+}", NULL, 2, 2, "3", "missing-words=-" },
  { "na-missing", "a,b,country", "!,!,{NA|US|CA}", "missing-words=NA", 2, 0, "none", NULL },
  { "na-number", "a,b", "!,{NA|1.5|2.5}", NULL, 2, 0, "none", NULL },
};

/* A number that goes with no other, another one in each row. */
static int
strewn (int row, int column)
{
  static const int factors[] = { 7, 11, 13, 17, 19, 23 };

  return (row * factors[column % 6] + column * 5) % 41;
}

/* Sums and products of whole numbers, from the left. */
static gint64
calculate (const char *text, int row, int column)
{
  gint64 total = 0, term = 1;

  for (;;)
    {
      gint64 factor;

      if (g_str_has_prefix (text, "%d"))
        {
          factor = row;
          text += 2;
        }
      else if (*text == '~')
        {
          factor = strewn (row, column);
          text++;
        }
      else
        factor = g_ascii_strtoll (text, (char **) &text, 10);
      term *= factor;
      if (*text != '*')
        {
          total += term;
          term = 1;
        }
      if (*text == '\0')
        return total;
      text++;
    }
}

static void
append_cell (GString *text, const char *cell, int row, int column)
{
  const char *open = strchr (cell, '{');

  if (strcmp (cell, "!") == 0)
    g_string_append_printf (text, "%d.%d", strewn (row, column), 1 + (row * 3 + column) % 9);
  else if (open != NULL)
    {
      const char *close = strchr (open, '}');
      g_autofree char *list = g_strndup (open + 1, (gsize) (close - open - 1));
      g_auto (GStrv) parts = g_strsplit (list, "|", -1);

      g_string_append_len (text, cell, open - cell);
      g_string_append (text, parts[row % (int) g_strv_length (parts)]);
      g_string_append (text, close + 1);
    }
  else if (strpbrk (cell, "%~+") != NULL)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, calculate (cell, row, column));
  else
    g_string_append (text, cell);
}

static void
append_rows (GString *text, const char *row)
{
  g_auto (GStrv) cells = g_strsplit (row, ",", -1);

  for (int i = 0; i < ROWS; i++)
    for (int j = 0; cells[j] != NULL; j++)
      {
        append_cell (text, cells[j], i, j);
        g_string_append_c (text, cells[j + 1] != NULL ? ',' : '\n');
      }
}

static const char *
chosen (EqpDataset *dataset, const char *key)
{
  GPtrArray *choices = eqp_dataset_get_choices (dataset);

  for (guint i = 0; i < choices->len; i++)
    if (strcmp (((EqpDecision *) g_ptr_array_index (choices, i))->key, key) == 0)
      return eqp_decision_get_alternative (g_ptr_array_index (choices, i), 0)->value;
  return NULL;
}

/* Whether a finding offers one of the options, or this one with this value. */
static gboolean
offers (EqpDataset *dataset, const char *option, const char *value)
{
  for (guint i = 0; i < eqp_dataset_get_n_told (dataset); i++)
    {
      const EqpAlternative *mend = eqp_dataset_get_mend (dataset, i);

      if (mend != NULL && strcmp (mend->option, option) == 0 && (value == NULL || strcmp (mend->value, value) == 0))
        return TRUE;
    }
  return FALSE;
}

static void
check (EqpDataset *dataset, const Case *expected)
{
  g_assert_cmpint (eqp_dataset_get_n (dataset), <=, ROWS);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, expected->d);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, expected->classes);
  if (expected->labels != NULL && (strcmp (eqp_dataset_get_format (dataset), "CSV") == 0 || expected->classes == 0))
    g_assert_cmpstr (chosen (dataset, "labels"), ==, expected->labels);
  if (g_strcmp0 (expected->mend, "-") == 0)
    g_assert_false (offers (dataset, "keep", NULL) || offers (dataset, "ignore", NULL));
  else if (expected->mend != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (expected->mend, "=", 2);

      g_assert_true (offers (dataset, parts[0], parts[1]));
    }
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (GString) text = g_string_new (expected->header);
  g_autofree char *folder = eqp_test_folder ();
  EqpImportOptions options = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  if (expected->header != NULL)
    g_string_append_c (text, '\n');
  append_rows (text, expected->row);
  if (expected->options != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (expected->options, "=", 2);

      g_assert_true (eqp_import_options_set (&options, parts[0], parts[1], NULL));
    }
  path = eqp_test_write (folder, "a.csv", text->str, text->len);
  dataset = eqp_test_load (path, &options);
  check (dataset, expected);
  eqp_test_remove (folder);
}

/* The same columns declared in an ARFF file get the same roles. */
static void
test_arff (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (GString) text = g_string_new ("@relation a\n");
  g_auto (GStrv) names = g_strsplit (expected->header, ",", -1);
  g_auto (GStrv) cells = g_strsplit (expected->row, ",", -1);
  g_autofree char *folder = eqp_test_folder ();
  g_autofree char *path = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (int j = 0; names[j] != NULL; j++)
    {
      g_autoptr (GString) first = g_string_new (NULL);
      char *end;

      append_cell (first, cells[j], 0, j);
      g_ascii_strtod (first->str, &end);
      g_string_append_printf (text, "@attribute '%s' %s\n", names[j], *end == '\0' ? "numeric" : "string");
    }
  g_string_append (text, "@data\n");
  append_rows (text, expected->row);
  path = eqp_test_write (folder, "a.arff", text->str, text->len);
  dataset = eqp_test_load (path, NULL);
  check (dataset, expected);
  eqp_test_remove (folder);
}

static gboolean
is_moment (const char *text)
{
  g_auto (EqpLabelTable) texts = { 0 };

  eqp_label_table_init (&texts);
  eqp_label_table_add (&texts, text);
  return _eqp_roles_are_moments (&texts);
}

static void
test_moments (void)
{
  static const char *const moments[] = { "10/03/2004", "01-Mar-2021", "18.00.00", "18:30", "2012-06-27 09:05:00 UTC",
                                         "2012-06-27T09:05:00.123Z", "20120627T090500", "Wed, 27 Jun 2012 09:05 GMT",
                                         "2012-W26", "2012-Q3", "27.06.12", "١٢/٠٦/٢٠١٢", "27 июня 2012", "06/2012",
                                         "9:05:00 AM", "2012年6月27日", "14 février 2011", "June 3rd, 2012" };
  static const char *const others[] = { "10-20", "3/4", "1.2", "A-1", "16:9", "192.168.10.12", "555-12-34",
                                        "123-45-6789", "Monday", "May", "Marble 3", "x", "", "12 kg", "v1.2.3" };

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    g_assert_cmpstr (is_moment (moments[i]) ? moments[i] : "no moment", ==, moments[i]);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_cmpstr (is_moment (others[i]) ? "a moment" : others[i], ==, others[i]);
}

static void
test_names (void)
{
  static const char *const keys[] = { "id", "ID", "Id", "IDNumber", "customer_id", "user id", "PassengerId", "ид" };
  static const char *const others[] = { "", "%", "年龄", "ACID", "grid", "solid", "x1", "paid", "идея", "🙂" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_cmpint (_eqp_roles_name_key (keys[i]), ==, EQP_NAMED_SURELY);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_assert_cmpint (_eqp_roles_name_key (others[i]), ==, EQP_NAMED_NOTHING);
      g_assert_cmpint (_eqp_roles_name_labels (others[i]), ==, EQP_NAMED_NOTHING);
    }
  g_assert_cmpint (_eqp_roles_name_labels ("True Label"), ==, EQP_NAMED_SURELY);
  g_assert_cmpint (_eqp_roles_name_labels ("类别"), ==, EQP_NAMED_SURELY);
  g_assert_true (_eqp_roles_name_outcome ("Purchased"));
  g_assert_false (_eqp_roles_name_outcome ("classroom"));
}

/* Words that mean missing: none at all, and a word given. */
static void
test_words (void)
{
  static const char words[] = "x,y,c\n1,2,NA\n2,3,US\n3,4,NA\n5,6,CA\n8,1,US\n7,,CA\n";
  g_autofree char *folder = eqp_test_folder ();
  g_autofree char *path = eqp_test_write (folder, "a.csv", words, strlen (words));
  EqpImportOptions none = { .missing_words = "none" }, given = { .missing_words = "US", .labels = "c" };
  EqpImportOptions one_hot = { .one_hot = "c", .labels = "none" };
  g_autoptr (EqpDataset) without = eqp_test_load (path, &none);
  g_autoptr (EqpDataset) fewer = eqp_test_load (path, &given);
  g_autoptr (EqpDataset) columns = eqp_test_load (path, &one_hot);

  g_assert_cmpint (eqp_dataset_get_n_classes (without), ==, 3);
  g_assert_cmpint (eqp_dataset_get_missing (without), ==, 1);
  g_assert_cmpstr (chosen (without, "missing-words"), ==, "none");
  g_assert_cmpint (eqp_dataset_get_n_classes (fewer), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n (fewer), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (columns), ==, 5);
  g_assert_cmpint (eqp_dataset_get_missing (columns), ==, 1);
  eqp_test_remove (folder);
}

/* -- what columns are like ----------------------------------------------------------------------------------------- */

static double
value_at (gconstpointer rows, gint64 row, gint64 column)
{
  return ((const double *) rows)[row];
}

/* Counted or sorted, all rows or every so many: what the values say one by one. */
static void
test_profile (void)
{
  enum { N = 90 };
  EqpRng rng;

  eqp_rng_init (&rng, 12, 0);
  for (int round = 0; round < 200; round++)
    {
      const double widths[] = { 1.0, 3.0, 40.0, 1e12 };
      g_auto (EqpDatasetParts) parts = { 0 };
      double values[N], low = HUGE_VAL, high = -HUGE_VAL, share = 0.0, entropy = 0.0;
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, N), stride = 1 + round % 3, seen = 0, distinct = 0;
      EqpRoleTable table = { .n = n, .d = 1, .value = value_at, .rows = values, .parts = &parts };
      gboolean whole = TRUE;
      EqpRoleProfile profile;

      for (gint64 i = 0; i < n; i++)
        {
          values[i] = floor ((eqp_rng_uniform (&rng) - 0.5) * widths[round % 4]) + (round % 5 == 4 ? 0.5 : 0.0);
          if (eqp_rng_below (&rng, 6) == 0)
            values[i] = NAN;
        }
      for (gint64 i = 0; i < n; i += stride)
        seen += isfinite (values[i]);
      for (gint64 i = 0; i < n; i += stride)
        {
          gint64 same = 0, before = 0;

          for (gint64 j = 0; j < n; j += stride)
            {
              same += values[j] == values[i];
              before += j < i && values[j] == values[i];
            }
          if (!isfinite (values[i]))
            continue;
          low = MIN (low, values[i]);
          high = MAX (high, values[i]);
          whole = whole && values[i] == floor (values[i]);
          share = MAX (share, (double) same / (double) seen);
          if (before == 0)
            {
              distinct++;
              entropy -= (double) same / (double) seen * log ((double) same / (double) seen);
            }
        }
      profile = _eqp_roles_profile (&table, 0, stride == 1 ? n : n / stride);
      if (seen == 0)
        {
          g_assert_cmpint (profile.n, ==, 0);
          continue;
        }
      if (n / MAX (1, n / stride) != stride)
        continue; /* so few rows that others are looked at */
      g_assert_cmpint (profile.n, ==, seen);
      g_assert_cmpint (profile.whole, ==, whole);
      g_assert_cmpint (profile.distinct, ==, distinct);
      g_assert_cmpfloat (profile.low, ==, low);
      g_assert_cmpfloat (profile.high, ==, high);
      eqp_assert_close (profile.share, share, 1e-12);
      eqp_assert_close (profile.evenness, distinct > 1 ? entropy / log ((double) distinct) : 0.0, 1e-12);
    }
}

/* Wherever the classes stand, a gap among them is told with its row and its column, and the row goes. */
static void
test_unlabeled (EqpTestFolder *fixture, gconstpointer data)
{
  for (int label = 0; label < 3; label++)
    for (int gap = 0; gap < 12; gap += 11)
      {
        g_autoptr (GString) text = g_string_new ("u,v,w\n");
        g_autofree char *number = g_strdup_printf ("%d", label + 1);
        EqpImportOptions options = { .labels = number };
        g_autoptr (EqpDataset) dataset = NULL;
        const EqpLedger *ledger;
        int found = 0;

        for (int row = 0; row < 12; row++)
          for (int column = 0; column < 3; column++)
            {
              if (column != label)
                g_string_append_printf (text, "%d.5", strewn (row, column));
              else if (row != gap)
                g_string_append (text, row % 2 ? "1" : "2");
              g_string_append_c (text, column < 2 ? ',' : '\n');
            }
        dataset = eqp_test_load_text (fixture, "a.csv", text->str, &options);
        g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 11);
        ledger = eqp_dataset_get_ledger (dataset);
        for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
          {
            const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);

            if (entry->kind != EQP_LEDGER_MISSING)
              continue;
            found++;
            g_assert_cmpint (entry->row, ==, gap + 1);
            g_assert_cmpint (entry->column, ==, label + 1);
          }
        g_assert_cmpint (found, ==, 1);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *csv = g_strconcat ("/core/roles/csv/", cases[i].name, NULL);
      g_autofree char *arff = g_strconcat ("/core/roles/arff/", cases[i].name, NULL);

      g_test_add_data_func (csv, &cases[i], test_case);
      if (cases[i].header != NULL && cases[i].options == NULL && strstr (cases[i].name, "na-number") == NULL)
        g_test_add_data_func (arff, &cases[i], test_arff);
    }
  g_test_add_func ("/core/roles/moments", test_moments);
  g_test_add_func ("/core/roles/names", test_names);
  g_test_add_func ("/core/roles/missing-words", test_words);
  g_test_add_func ("/core/roles/profile", test_profile);
  g_test_add ("/core/roles/unlabeled", EqpTestFolder, NULL, eqp_test_folder_set_up, test_unlabeled,
              eqp_test_folder_tear_down);
  return g_test_run ();
}
