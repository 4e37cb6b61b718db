/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What columns are for, whatever file they come from: keys, classes, moments, one-hot columns, words for gaps. */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>
#include <string.h>

#include "data/eqp-data-private.h"
#include "import/eqp-names.h"
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
  const char *labels;  /* what was chosen, and the runner-up where that matters: "3|1"; or NULL */
  const char *mend;    /* "keep=1", or "-": no keep and no ignore is offered */
  const char *first;   /* of the classes, the first by name, or NULL */
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
  { "codes-first-and-last", NULL, "{1|2|3},!,!,{0|1}", NULL, 3, 2, "4|1", NULL },
  { "one-hot-end", "a,b,cls_A,cls_B,cls_C", "!,!,{1|0|0},{0|1|0},{0|0|1}", NULL, 2, 3, "3-5", NULL, "A" },
  { "one-hot-front", "class=x,class=y,a,b", "{1|0},{0|1},!,!", NULL, 2, 2, "1-2", NULL, "x" },
  { "one-hot-middle", "a,label_x,label_y,label_z,b", "!,{1|0|0},{0|1|0},{0|0|1},!", NULL, 2, 3, "2-4", NULL, "x" },
  { "one-hot-no-names", NULL, "!,!,{1|0|0},{0|1|0},{0|0|1}", NULL, 2, 3, "3-5", NULL, "1" },
  { "one-hot-no-prefix", "a,b,red,green,blue", "!,!,{1|0|0},{0|1|0},{0|0|1}", NULL, 2, 3, "3-5", NULL, "blue" },
  { "one-hot-front-prefix", "u_a,u_b,a,b", "{1|0},{0|1},!,!", NULL, 2, 2, "1-2", NULL, "a" },
  { "one-hot-front-two", "red,green,a,b", "{1|0},{0|1},!,!", NULL, 4, 0, "none", NULL },
  { "one-hot-front-three", "red,green,blue,a,b", "{1|0|0},{0|1|0},{0|0|1},!,!", NULL, 2, 3, "1-3", NULL, "blue" },
  { "one-hot-end-prefix", "a,b,u_a,u_b", "!,!,{1|0},{0|1}", NULL, 2, 2, "3-4", NULL, "a" },
  { "one-hot-end-two", "a,b,red,green", "!,!,{1|0},{0|1}", NULL, 4, 0, "none", NULL },
  { "one-hot-feature", "a,red,green,blue,b", "!,{1|0|0},{0|1|0},{0|0|1},!", NULL, 5, 0, "none", NULL },
  { "one-hot-twice", "a,u_1,u_2,v_1,v_2,v_3", "!,{1|0},{0|1},{1|0|0},{0|1|0},{0|0|1}", NULL, 6, 0, NULL, NULL },
  { "one-hot-asked", "a,red,green,blue,b", "!,{1|0|0},{0|1|0},{0|0|1},!", "labels=red,green,blue", 2, 3, "2-4", NULL, "blue" },
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
  if (expected->first != NULL)
    g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, expected->first);
  if (expected->labels != NULL && (strcmp (eqp_dataset_get_format (dataset), "CSV") == 0 || expected->classes == 0))
    {
      g_auto (GStrv) offered = g_strsplit (expected->labels, "|", 2);

      g_assert_cmpstr (chosen (dataset, "labels"), ==, offered[0]);
      if (offered[1] != NULL)
        g_assert_cmpstr (eqp_decision_get_alternative (eqp_test_choice (dataset, "labels"), 1)->value, ==, offered[1]);
    }
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

/* What arrays are called: without what tells train from test, which of these, and what it is for. */
static void
test_array_names (void)
{
  static const struct
  {
    const char  *name, *stem;
    EqpNameSplit split;
    EqpNameRole  role;
  } arrays[] = {
    { "X_train", "/x", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "x_test", "/x", EQP_SPLIT_TEST, EQP_NAME_FEATURES },
    { "trainX", "/x", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "Xtrain", "/x", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "trainz", "/z", EQP_SPLIT_TRAIN, EQP_NAME_ANY },
    { "ztest", "/z", EQP_SPLIT_TEST, EQP_NAME_ANY },
    { "train-images", "/images", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "train images", "/images", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "images train", "/images", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "train22", "/22", EQP_SPLIT_TRAIN, EQP_NAME_ANY },
    { "a22test", "/a22", EQP_SPLIT_TEST, EQP_NAME_ANY },
    { "trainlabels", "/labels", EQP_SPLIT_TRAIN, EQP_NAME_LABELS },
    { "labelstrain", "/labels", EQP_SPLIT_TRAIN, EQP_NAME_LABELS },
    { "datatst", "/data", EQP_SPLIT_TEST, EQP_NAME_FEATURES },
    { "trainSet", "/set", EQP_SPLIT_TRAIN, EQP_NAME_ANY },
    { "setTrain", "/set", EQP_SPLIT_TRAIN, EQP_NAME_ANY },
    { "training_set", "/set", EQP_SPLIT_TRAIN, EQP_NAME_ANY },
    { "values", "/values", EQP_SPLIT_NONE, EQP_NAME_ANY },
    { "latest", "/latest", EQP_SPLIT_NONE, EQP_NAME_ANY },
    { "tests", "/s", EQP_SPLIT_TEST, EQP_NAME_ANY },
    { "test", "/", EQP_SPLIT_TEST, EQP_NAME_ANY },
    { "train/data", "//data", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "data/train", "/data/", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "data/a/train", "/data/a/", EQP_SPLIT_TRAIN, EQP_NAME_ANY },
    { "a.test", "/a/", EQP_SPLIT_TEST, EQP_NAME_ANY },
    { "X_val", "/x", EQP_SPLIT_VALID, EQP_NAME_FEATURES },
    { "y_valid", "/y", EQP_SPLIT_VALID, EQP_NAME_LABELS },
    { "validation_labels", "/labels", EQP_SPLIT_VALID, EQP_NAME_LABELS },
    { "dev_y", "/y", EQP_SPLIT_VALID, EQP_NAME_LABELS },
    { "x-trn", "/x", EQP_SPLIT_TRAIN, EQP_NAME_FEATURES },
    { "tst_x", "/x", EQP_SPLIT_TEST, EQP_NAME_FEATURES },
    { "x_testing", "/x", EQP_SPLIT_TEST, EQP_NAME_FEATURES },
    { "row_idx", "/rowidx", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "myIndex", "/myindex", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "col_indices", "/colindices", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "gene_names", "/genenames", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "id", "/id", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "ids", "/ids", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "grid", "/grid", EQP_SPLIT_NONE, EQP_NAME_ANY },
    { "var/x", "/var/x", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "varm/x", "/varm/x", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "uns/labels", "/uns/labels", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "raw/var/x", "/raw/var/x", EQP_SPLIT_NONE, EQP_NAME_AUXILIARY },
    { "raw/x", "/raw/x", EQP_SPLIT_NONE, EQP_NAME_FEATURES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      EqpNameSplit split;
      EqpNameRole role;
      g_autofree char *stem = _eqp_name_stem (arrays[i].name, &split, &role);

      g_test_message ("%s", arrays[i].name);
      g_assert_cmpstr (stem, ==, arrays[i].stem);
      g_assert_cmpint (split, ==, arrays[i].split);
      g_assert_cmpint (role, ==, arrays[i].role);
    }
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

/* The first of two columns: so many rows by one formula, the last of them by another. */
typedef struct
{
  const char *name;
  int         n;
  const char *formula; /* as in a Case */
  int         tail;
  const char *last;
  const char *other;   /* NULL: a fraction that goes with nothing; "/5": every fifth is its row, others in the middle;
                           "<2": the first two are their rows, all others missing */
  const char *reason;  /* why it is left out; with ? a doubt that is told; NULL: it is a feature like others */
} Limit;

static const Limit limits[] = {
  { NULL, 9, "%d", 0, NULL, NULL, NULL },
  { NULL, 10, "%d", 0, NULL, NULL, "counts the rows" },
  { NULL, 10, "1+%d", 0, NULL, NULL, "counts the rows" },
  { NULL, 10, "2+%d", 0, NULL, NULL, "goes on in equal steps" },
  { NULL, 10, "%d", 1, "10", NULL, NULL },
  { NULL, 10, "5", 0, NULL, NULL, NULL },
  /* Years are measured, and so is what goes along with another column. */
  { NULL, 10, "1800+%d", 0, NULL, NULL, NULL },
  { NULL, 10, "1799+%d", 0, NULL, NULL, "goes on in equal steps" },
  { NULL, 10, "2191+%d", 0, NULL, NULL, NULL },
  { NULL, 10, "2192+%d", 0, NULL, NULL, "goes on in equal steps" },
  { NULL, 10, "2+%d", 0, NULL, "7", "goes on in equal steps" },
  { NULL, 10, "2+%d", 0, NULL, "9+%d", NULL },
  { NULL, 10, "2+%d", 0, NULL, "9+%d*-1", NULL },
  { NULL, 100, "2+%d", 0, NULL, "/3", NULL },
  { NULL, 100, "2+%d", 0, NULL, "/5", "goes on in equal steps" },
  { NULL, 10, "2+%d", 0, NULL, "/2", NULL },
  { NULL, 10, "2+%d", 0, NULL, "<2", "goes on in equal steps" },
  { NULL, 10, "2+%d", 0, NULL, "<3", NULL },
  { NULL, 10, "2+%d", 0, NULL, "/4", "goes on in equal steps" },
  /* Many digits, as many in each row. */
  { NULL, 10, "10000000+%d*%d*7", 0, NULL, NULL, "has another number of as many digits" },
  { NULL, 10, "9999999+%d*%d*7", 0, NULL, NULL, "?has large numbers" },
  { NULL, 10, "99999990+%d*%d", 0, NULL, NULL, "?has large numbers" },
  { NULL, 10, "10000000+%d*%d*7", 1, "99999999", NULL, "has another number of as many digits" },
  { NULL, 10, "10000000+%d*%d*7", 1, "100000000", NULL, "?has large numbers" },
  { NULL, 10, "10000001+%d*%d*7", 1, "10000001", NULL, "?has large numbers" },
  { NULL, 10, "10000001+%d*%d*70", 2, "20000000+%d*%d*70", NULL, "has another number of as many digits" },
  { NULL, 10, "10000001+%d*%d*70", 3, "20000000+%d*%d*70", NULL, "?has large numbers" },
  /* Nearly each number of a range. */
  { NULL, 40, "1040+~*-1", 0, NULL, NULL, "has nearly each number of a range" },
  { NULL, 40, "1039+~*-1", 0, NULL, NULL, NULL },
  { NULL, 40, "1040+~*-1", 1, "1049", NULL, "has nearly each number of a range" },
  { NULL, 40, "1040+~*-1", 1, "1050", NULL, NULL },
  { NULL, 40, "1040+~*-1", 1, "1040", NULL, NULL },
  /* Sorted. */
  { NULL, 20, "1000+%d*%d*3", 0, NULL, NULL, "is sorted" },
  { NULL, 20, "999+%d*%d*3", 0, NULL, NULL, NULL },
  { NULL, 19, "1000+%d*%d*3", 0, NULL, NULL, NULL },
  { NULL, 20, "1000+%d*%d*3", 2, "3001", NULL, "is sorted" },
  { NULL, 20, "1000+%d*%d*3", 3, "3001", NULL, "is sorted" },
  { NULL, 20, "1000+%d*%d*3", 4, "3001", NULL, NULL },
  { NULL, 20, "1000+%d*%d*3", 3, "1019+%d*-1", NULL, "is sorted" },
  { NULL, 20, "1000+%d*%d*3", 4, "1022+%d*-1", NULL, NULL },
  { NULL, 20, "1001+%d*%d*10", 4, "1000+%d*%d*10", NULL, "is sorted" },
  { NULL, 20, "1001+%d*%d*10", 5, "1000+%d*%d*10", NULL, "?has large numbers" },
  /* Names. */
  { "id", 1, "1", 0, NULL, NULL, NULL },
  { "id", 2, "1+%d", 0, NULL, NULL, "counts the rows" },
  { "id", 2, "5+~", 0, NULL, NULL, NULL },
  { "id", 3, "5+~", 0, NULL, NULL, "has the name of a key" },
  { "id", 9, "5+~", 1, "5", NULL, NULL },
  { "id", 10, "5+~", 1, "5", NULL, "has the name of a key" },
  { "id", 10, "5+~", 2, "5", NULL, NULL },
  { "id", 30, "5+~", 10, "5", NULL, NULL },
  { "id", 30, "5+~", 9, "5", NULL, "?has the name of a key" },
  { "no", 2, "5+%d*2", 0, NULL, NULL, "has the name of a number of the row" },
  { "no", 9, "5+%d*%d", 0, NULL, NULL, NULL },
  { "no", 10, "5+%d*%d", 0, NULL, NULL, "has the name of a number of the row" },
  { "no", 10, "5+%d*%d", 1, "6+%d*7", NULL, NULL },
  { "no", 10, "5+%d*%d", 1, "6", NULL, NULL },
  { "", 10, "~*2", 1, "99", NULL, "has no name" },
  { "", 10, "~*2", 1, "100", NULL, NULL },
  { "", 10, "~*2", 1, "-1", NULL, NULL },
  { "", 9, "~*2", 0, NULL, NULL, NULL },
  { "", 10, "~*2", 1, "0", NULL, NULL },
  /* Large beside others. */
  { NULL, 10, "~*2", 1, "1000", "10", "?has large numbers" },
  { NULL, 10, "~*2", 1, "999", "10", NULL },
  { NULL, 10, "~*2", 1, "1000", "-10", "?has large numbers" },
  { NULL, 10, "~*2", 1, "1000", "-11", NULL },
  { NULL, 10, "~*2", 1, "100", "0", "?has large numbers" },
  { NULL, 10, "~*2", 1, "99", "0", NULL },
  { NULL, 9, "~*2", 1, "1000", "0", NULL },
  { NULL, 20, "~*2", 3, "1000", "0", "?has large numbers" },
  { NULL, 20, "~*2", 4, "1000", "0", NULL },
  /* Moments. */
  { NULL, 5, "20210301+%d*%d", 0, NULL, NULL, "holds days" },
  { NULL, 4, "20210301+%d*%d", 0, NULL, NULL, NULL },
  { NULL, 5, "20210301+%d*%d", 1, "20210332", NULL, NULL },
  { NULL, 7, "20210301+%d", 4, "20210331", NULL, "holds days" },
  { NULL, 6, "20210301+%d", 4, "20210331", NULL, NULL },
  { NULL, 5, "800000000+%d*%d", 0, NULL, NULL, "holds moments" },
  { NULL, 4, "800000000+%d*%d", 0, NULL, NULL, NULL },
  { NULL, 5, "799999999+%d*%d", 0, NULL, NULL, NULL },
  { NULL, 5, "2199999984+%d*%d", 0, NULL, NULL, "holds moments" },
  { NULL, 5, "2199999985+%d*%d", 0, NULL, NULL, NULL },
  { NULL, 5, "800000000000+%d*%d", 0, NULL, NULL, "holds moments" },
  { NULL, 5, "800000000000000+%d*%d", 0, NULL, NULL, "holds moments" },
  { NULL, 5, "800000000000000000+%d*%d*1000", 0, NULL, NULL, NULL },
  { NULL, 5, "800000000+%d*%d", 1, "800000001", NULL, NULL },
  { NULL, 6, "800000000+%d", 4, "800000002", NULL, NULL },
  { NULL, 5, "800000000+%d", 3, "800000002", NULL, "holds moments" },
  { "time", 5, "800000000+%d*%d", 1, "800000001", NULL, "holds moments" },
  { "time", 5, "800000000", 0, NULL, NULL, NULL },
  { "price", 5, "800000000+%d*%d", 0, NULL, NULL, NULL },
};

static double
limit_value (gconstpointer rows, gint64 row, gint64 column)
{
  const Limit *limit = rows;
  const char *formula = column == 1 ? limit->other : row < limit->n - limit->tail ? limit->formula : limit->last;

  if (formula == NULL)
    return strewn ((int) row, 1) + (double) (1 + (row * 3 + 1) % 9) / 10.0;
  if (*formula == '/')
    return row % (formula[1] - '0') == 0 ? (double) row : 0.5 * (double) (limit->n - 1);
  if (*formula == '<')
    return row < formula[1] - '0' ? (double) row : NAN;
  return (double) calculate (formula, (int) row, (int) column);
}

static void
limit_describe (gconstpointer rows, gint64 column, EqpRoleColumn *out)
{
  const char *name = column == 0 ? ((const Limit *) rows)->name : "other";

  *out = (EqpRoleColumn){ .name = name != NULL && *name != '\0' ? name : NULL };
}

static void
test_limits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const Limit *limit = &limits[i];
      g_auto (EqpDatasetParts) parts = { 0 };
      EqpRoleTable table = { .n = limit->n, .d = 2, .header = limit->name != NULL, .value = limit_value,
                             .describe = limit_describe, .rows = limit, .parts = &parts };
      g_autoptr (GArray) features = g_array_new (FALSE, FALSE, sizeof (gint64));
      const char *told;

      for (gint64 j = 0; j < 2; j++)
        g_array_append_val (features, j);
      g_test_message ("%s, %d rows of %s, %d of %s, other %s: %s", limit->name, limit->n, limit->formula, limit->tail,
                      limit->last, limit->other, limit->reason);
      g_assert_true (_eqp_roles_leave_out (&table, NULL, "none", features));
      told = parts.findings != NULL ? g_ptr_array_index (parts.findings, 0) : "nothing";
      g_test_message ("%s", told);
      g_assert_cmpuint (features->len, ==, limit->reason != NULL && *limit->reason != '?' ? 1 : 2);
      g_assert_cmpint (parts.findings != NULL, ==, limit->reason != NULL);
      if (limit->reason != NULL)
        g_assert_nonnull (strstr (told, limit->reason + (*limit->reason == '?')));
    }
}

/* Of many columns that are left out, five are told one by one, the others by how many they are. */
static void
test_many_keys (EqpTestFolder *fixture, gconstpointer data)
{
  for (int keys = 4; keys <= 7; keys++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree char *more = g_strdup_printf ("; and %d more.", keys - 5);
      g_autofree char *found = g_strdup_printf ("%d more columns were left out", keys - 5);
      gboolean told = FALSE;

      for (int i = -1; i < 12; i++)
        {
          for (int j = 0; j < keys; j++)
            g_string_append_printf (text, i < 0 ? "%c id," : "%d,", i < 0 ? 'a' + j : (i * 7 + j) % 13);
          if (i < 0)
            g_string_append (text, "x,y\n");
          else
            g_string_append_printf (text, "%d.5,%d.25\n", (i * 5) % 12, (i * 7) % 12);
        }
      dataset = eqp_test_load_text (fixture, "a.csv", text->str, NULL);
      g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
      g_assert_cmpint (eqp_test_tells (dataset, more), ==, keys > 5);
      for (guint i = 0; i < eqp_dataset_get_findings (dataset)->len; i++)
        told |= strstr (g_ptr_array_index (eqp_dataset_get_findings (dataset), i), found) != NULL;
      g_assert_cmpint (told, ==, keys > 5);
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
        for (int i = 0; i < 11; i++)
          g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[i]), ==,
                           (i + (gap == 0)) % 2 ? "1" : "2");
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
  g_test_add_func ("/core/roles/array-names", test_array_names);
  g_test_add_func ("/core/roles/missing-words", test_words);
  g_test_add_func ("/core/roles/profile", test_profile);
  g_test_add_func ("/core/roles/limits", test_limits);
  g_test_add ("/core/roles/many-keys", EqpTestFolder, NULL, eqp_test_folder_set_up, test_many_keys,
              eqp_test_folder_tear_down);
  g_test_add ("/core/roles/unlabeled", EqpTestFolder, NULL, eqp_test_folder_set_up, test_unlabeled,
              eqp_test_folder_tear_down);
  return g_test_run ();
}
