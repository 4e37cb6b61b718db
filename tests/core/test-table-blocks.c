/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables are the same, and so are the sentences about them, wherever the text is cut into blocks. */
#include "config.h"

#include "eqp-test.h"

#include <glib/gstdio.h>
#include <string.h>

/* Behind the text that is sniffed. */
#define FIRST_BYTES (264 << 10)
#define ROWS_BEHIND 400

static char *folder;

static void
add_texts (GString *out, GPtrArray *texts)
{
  for (guint i = 0; texts != NULL && i < texts->len; i++)
    g_string_append_printf (out, "%s\n", (const char *) texts->pdata[i]);
}

static void
add_bytes (GString *out, const char *what, gconstpointer bytes, gsize length)
{
  g_autofree char *sum = bytes != NULL ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes, length) : NULL;

  g_string_append_printf (out, "%s: %s\n", what, sum != NULL ? sum : "none");
}

/* Everything that can be known of a data set. */
static char *
describe (EqpDataset *dataset)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  GString *out = g_string_new (NULL);
  GPtrArray *choices = eqp_dataset_get_choices (dataset);
  EqpLedger *ledger = eqp_dataset_get_ledger (dataset);

  g_string_append_printf (out, "%" G_GINT64_FORMAT " x %" G_GINT64_FORMAT ", scale %g, missing %" G_GINT64_FORMAT "\n",
                          n, d, eqp_dataset_get_scale (dataset), eqp_dataset_get_missing (dataset));
  add_bytes (out, "features", eqp_dataset_get_features (dataset), (gsize) (n * d) * sizeof (float));
  add_bytes (out, "offsets", eqp_dataset_get_offsets (dataset), (gsize) d * sizeof (double));
  add_bytes (out, "labels", eqp_dataset_get_labels (dataset), (gsize) n * sizeof (gint32));
  for (gint64 j = 0; j < d; j++)
    g_string_append_printf (out, "%s: %" G_GINT64_FORMAT "\n", eqp_dataset_get_column_name (dataset, j), eqp_dataset_get_column_missing (dataset, j));
  for (gint k = 0; k < eqp_dataset_get_n_classes (dataset); k++)
    g_string_append_printf (out, "%s\n", eqp_dataset_get_class_name (dataset, k));
  add_texts (out, eqp_dataset_get_decisions (dataset));
  add_texts (out, eqp_dataset_get_findings (dataset));
  for (guint i = 0; choices != NULL && i < choices->len; i++)
    {
      const EqpDecision *decision = choices->pdata[i];

      g_string_append_printf (out, "%s %d %d: %s\n", decision->key, decision->asked, decision->ambiguous, decision->evidence);
      for (guint k = 0; k < decision->alternatives->len; k++)
        {
          const EqpAlternative *alternative = decision->alternatives->pdata[k];

          g_string_append_printf (out, "%s=%s %s\n", alternative->option, alternative->value, alternative->title);
        }
    }
  if (ledger != NULL)
    {
      g_autofree char *csv = eqp_ledger_to_csv (ledger);

      g_string_append (out, csv);
    }
  return g_string_free (out, FALSE);
}

static char *
load (const char *path, EqpImportOptions options, gint64 block_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  options.block_bytes = block_bytes;
  dataset = eqp_dataset_load (path, &options, NULL, NULL, &error);
  if (dataset == NULL)
    return g_strdup_printf ("%s %d: %s", g_quark_to_string (error->domain), error->code, error->message);
  return describe (dataset);
}

/* Tells the first line that differs only. */
static void
assert_same (const char *got, const char *expected, gint64 block_bytes)
{
  g_auto (GStrv) a = NULL, b = NULL;
  guint i;

  if (strcmp (got, expected) == 0)
    return;
  a = g_strsplit (got, "\n", -1);
  b = g_strsplit (expected, "\n", -1);
  for (i = 0; g_strcmp0 (a[i], b[i]) == 0; i++)
    ;
  g_test_message ("blocks of %d", (int) block_bytes);
  g_assert_cmpstr (a[i], ==, b[i]);
}

typedef enum {
  TRY_MOST,
  TRY_FEW,
  TRY_USUAL /* the usual block only: what packed bytes give before they are found damaged depends on it */
} Trials;

/* Returns: what came of it with the usual blocks */
static char *
compare (const char *path, const EqpImportOptions *options, Trials trials)
{
  static const EqpImportOptions guess = { 0 };
  static const struct { gint64 block_bytes; Trials trials; } all[] = {
    { 0, TRY_USUAL }, { 97, TRY_FEW }, { 1021, TRY_MOST }, { 8192, TRY_MOST }, { 64, TRY_MOST }
  };
  const EqpImportOptions *used = options != NULL ? options : &guess;
  g_autofree char *expected = load (path, *used, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].trials >= trials)
      {
        g_autofree char *got = load (path, *used, all[i].block_bytes);

        assert_same (got, expected, all[i].block_bytes);
      }
  return g_steal_pointer (&expected);
}

static char *
write_text (const char *text, gsize length)
{
  char *path = g_build_filename (folder, "table.csv", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, (gssize) length, &error);
  g_assert_no_error (error);
  return path;
}

/* A kind of table: rows that repeat, and others between the ones behind what is sniffed. "#" stands for digits. */
typedef struct
{
  const char      *name;
  const char      *header;   /* or NULL */
  const char      *row;
  const char      *odd[6];
  guint            every;    /* so many rows for one that is odd; 0: one only, in the middle */
  EqpImportOptions options;
  const char      *expected; /* has to come up in what is told */
} Kind;

static const Kind kinds[] = {
  { "plain", NULL, "#.##,-#.###,##\n", { NULL }, 1, { 0 }, "scale" },
  { "header", "a,b,c\n", "#.##,-#.###,##\n", { NULL }, 1, { 0 }, "scale" },
  { "crlf", "a,b\r\n", "#.##,#\r\n", { "#.#####,#\r\n", "\r\n" }, 7, { 0 }, "scale" },
  { "cr", "a,b\r", "#.##,#\r", { "#.#####,#\r", "\r" }, 7, { 0 }, "scale" },
  { "mixed-ends", NULL, "#.##,#.#\n", { "#.#,#.#\r\n", "\n#.#,#.#\r#.#,#.#\n", "  \n" }, 5, { 0 }, "scale" },
  { "blanks", NULL, "#.##   -#.###\t##\n", { " #.# #.# #\n", "#.# nan #\n", "\t#.# #.# # \n" }, 3, { 0 }, "scale" },
  { "tabs", "a\tb\tc\n", "#.##\t#.#\tname #\n", { "#\t\tx\n", "#\t#\t\n" }, 4, { 0 }, "missing" },
  { "classes", "x,y,kind\n", "#.##,#.#,setosa\n", { "#.##,#.#,virginica\n", "#.#,#,\"versi, color\"\n", "#.#,#,new #\n", "#,#,NA\n", "#,#,\n" }, 6, { 0 }, "versi, color" },
  { "quoted", NULL, "\"#.##\",\"#.#\",#\n", { "#,#,#\n", "\"#\", \"#\" ,#\n" }, 9, { 0 }, "scale" },
  { "quoted-text", "a,b,name\n", "#.#,#.##,\"u v\"\n",
    { "#,#,\"line\nbreak\"\n", "#,#,\"say \"\"no\"\"\"\n", "#,#,\"#.#,#.##,in\n#.#,#.##,out\n\n\"\n", "#,#,\"a\r\nb\r\"\n" }, 5, { .labels = "last" }, "say" },
  { "gaps", "a,b,c\n", "#.##,#.#,##\n", { ",#,#\n", "#,NA,#\n", "#,#,\n", "?,-,n/a\n", "#,inf,#\n", "#,1e999,#\n" }, 3, { 0 }, "missing" },
  { "gaps-dropped", NULL, "#.##,#.#,##\n", { ",#,#\n", "#,NA,#\n" }, 3, { .missing = EQP_MISSING_DROP }, "row-dropped" },
  { "gap-refused", NULL, "#.##,#.#,##\n", { "#,,#\n" }, 0, { .missing = EQP_MISSING_REFUSE }, "missing" },
  { "sentinels", NULL, "#.##,#.#,##\n", { "#,-999,#\n", "-999,#,gone\n" }, 3, { .missing_words = "-999,gone" }, "missing" },
  { "decimal-comma", "a;b;c\n", "#,##;#,#;##\n", { "#,#;#;#\n", "\"#,#\";#;#\n", ";#,#;#\n" }, 5, { 0 }, "scale" },
  { "comma-text", "a;b;c\n", "#,##;#,#;x,y\n", { "#,#;#;x,,#\n", "#,##;#,#;\"x,\"\n" }, 5, { .labels = "last" }, "scale" },
  { "thousands", "a;b\n", "1.###.###,#;#,##\n", { "#;#,#\n", "#.###,##;1.###\n" }, 4, { 0 }, "thousands" },
  { "percent", "a,b\n", "#.#%,#\n", { "#.#%,#.#\n" }, 4, { 0 }, "sign" },
  { "percent-mixed", "a,b\n", "#.#,#\n", { "#.#%,#\n" }, 0, { 0 }, "percent sign" },
  { "currency-mixed", "a,b\n", "$#.##,#\n", { "€#.##,#\n" }, 0, { 0 }, "convert them to one" },
  { "comments", "a,b\n", "#.##,#.#\n", { "# a remark\n", "# 1,2\n\n" }, 9, { 0 }, "comment" },
  { "ragged", "a,b\n", "#.##,#.#\n", { "#.##,#.#,#\n" }, 0, { 0 }, "fields were found" },
  { "ragged-twice", "a,b\n", "#.##,#.#\n", { "#,#,#\n", "#,#,#,#\n" }, 50, { 0 }, "3 fields were found" },
  { "word", "a,b\n", "#.##,#.#\n", { "#.##,word\n" }, 0, { 0 }, "is no number" },
  { "text-inside", "a,b\n", "#.##,#.#\n", { "the end\n" }, 0, { 0 }, "1 field was found" },
  { "late-text", "a,b,c\n", "#.##,#.#,\n", { "#,#,text\n", "#,#,#\n", "#,,#\n" }, 8, { 0 }, "text" },
  { "late-classes", "a,class\n", "#.##,#\n", { "#.##,late\n", "#.##,\n", "#,later\n" }, 20, { 0 }, "late" },
  { "open-quote", "a,b\n", "#.##,#.#\n", { "#.##,\"#\n" }, 0, { 0 }, "not closed" },
  { "long-numbers", NULL, "#.##########,-#\n", { "#############################,#\n", "#.#############################,#e-#\n", "#e-310,#e+3#\n" }, 3, { 0 }, "scale" },
  { "trailing", "a,b,\n", "#.##,#.#,\n", { "#.##,#.#,,,\n", "#.##,#.# ,\n" }, 4, { 0 }, "scale" },
  { "no-utf8", "a,kind\n", "#.##,caf\xe9\n", { "#.##,na\xefve #\n" }, 4, { .labels = "last" }, "Windows-1252" },
  { "one-hot", "a,kind\n", "#.##,red\n", { "#.##,green\n", "#.##,#\n" }, 4, { .one_hot = "all", .labels = "none" }, "kind" },
  { "labels-first", "kind,a\n", "#,#.##\n", { ",#.##\n", "-#,#.##\n" }, 9, { .labels = "first" }, "label" },
  { "first-rows", "a,b\n", "#.##,#.#\n", { NULL }, 1, { .max_rows = 300 }, "scale" },
};

static void
add_row (GString *text, GRand *rand, const char *row)
{
  /* "# " is a remark and stays. */
  gboolean remark = g_str_has_prefix (row, "# ");

  for (const char *p = row; *p != '\0'; p++)
    g_string_append_c (text, *p == '#' && !remark ? (char) ('0' + g_rand_int_range (rand, 0, 10)) : *p);
}

static void
add_odd_row (GString *text, GRand *rand, const Kind *kind, guint *n_odd)
{
  guint n = 0;

  while (n < G_N_ELEMENTS (kind->odd) && kind->odd[n] != NULL)
    n++;
  add_row (text, rand, n > 0 ? kind->odd[(*n_odd)++ % n] : kind->row);
}

static GString *
make_text (const Kind *kind, GRand *rand)
{
  GString *text = g_string_new (kind->header);
  guint n_odd = 0;

  while (text->len < FIRST_BYTES)
    add_row (text, rand, kind->row);
  for (guint i = 0; i < ROWS_BEHIND; i++)
    if (kind->every > 0 ? i % kind->every == kind->every - 1 : i == ROWS_BEHIND / 2)
      add_odd_row (text, rand, kind, &n_odd);
    else
      add_row (text, rand, kind->row);
  return text;
}

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GString) text = make_text (kind, rand);
  g_autofree char *path = write_text (text->str, text->len);
  g_autofree char *told = compare (path, &kind->options, TRY_MOST);

  if (strstr (told, kind->expected) == NULL)
    g_test_message ("%.300s", told);
  g_assert_nonnull (strstr (told, kind->expected));

  /* With a line of text below, and without the last line break. */
  g_string_append (text, "made by hand");
  path = (g_free (path), write_text (text->str, text->len));
  g_free (compare (path, &kind->options, TRY_FEW));
  g_remove (path);
}

/* Bytes that mean something, thrown into the part behind what is sniffed. */
static void
test_damaged (void)
{
  static const char *const pieces[] = { "\"", "\n", "\r", "\r\n", ",", ";", " ", "\t", "#", "x", "NA", "\"\"", "\"a\nb\"", "-", ".", "e5", "\xe9", "\n\n", "1,2,3\n", "\n\"", "%" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  int read = 0, rounds = g_test_slow () ? 600 : 24;

  for (int i = 0; i < rounds; i++)
    {
      const Kind *kind = &kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))];
      g_autoptr (GString) text = make_text (kind, rand);
      g_autofree char *path = NULL, *told = NULL;
      int changes = g_rand_int_range (rand, 1, 4);

      for (int k = 0; k < changes; k++)
        {
          const char *piece = pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))];
          gsize at = (gsize) g_rand_int_range (rand, FIRST_BYTES, (gint32) text->len);

          switch (g_rand_int_range (rand, 0, 4))
            {
            case 0:
              g_string_erase (text, (gssize) at, 1);
              break;
            case 1:
              text->str[at] = (char) (i % 8 == 0 ? 0 : *piece);
              break;
            default:
              g_string_insert (text, (gssize) at, piece);
            }
        }
      path = write_text (text->str, text->len);
      told = compare (path, &kind->options, TRY_FEW);
      read += strstr (told, "scale") != NULL;
      g_remove (path);
    }
  /* Both ways were tried. */
  g_assert_cmpint (read, >, 0);
  g_assert_cmpint (read, <, rounds);
}

/* A row that is longer than a block, and one that is longer than several. */
static void
test_wide (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL, *told = NULL;

  for (int row = 0; row < 30; row++)
    for (int j = 0; j < 5000; j++)
      {
        if (row == 25 && j == 100)
          g_string_append (text, "NA");
        else
          g_string_append_printf (text, "%d.%d", row * j % 17, j % 10);
        g_string_append_c (text, j < 4999 ? ',' : '\n');
      }
  path = write_text (text->str, text->len);
  told = compare (path, NULL, TRY_MOST);
  g_assert_nonnull (strstr (told, "30 x 5000"));
  g_remove (path);
}

static void
test_encoded (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GString) text = make_text (&kinds[7], rand);
  gsize length;
  g_autofree char *wide = g_convert (text->str, (gssize) text->len, "UTF-16", "UTF-8", NULL, &length, NULL);
  g_autofree char *path = write_text (wide, length);
  g_autofree char *told = compare (path, NULL, TRY_MOST);

  g_assert_nonnull (strstr (told, "UTF-16"));
  g_assert_nonnull (strstr (told, "versi, color"));

  /* Half a character is missing, far behind. */
  memmove (wide + length - 3001, wide + length - 3000, 3000);
  path = (g_free (path), write_text (wide, length - 1));
  g_free (compare (path, NULL, TRY_MOST));
  g_remove (path);
}

static void
test_packed (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (GString) text = make_text (&kinds[10], rand);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) packer = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) packed = g_converter_output_stream_new (memory, packer);
  g_autofree char *path = NULL, *told = NULL;
  char *bytes;
  gsize length;

  g_assert_true (g_output_stream_write_all (packed, text->str, text->len, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (packed, NULL, NULL));
  bytes = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory));
  length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));

  path = write_text (bytes, length);
  told = compare (path, NULL, TRY_MOST);
  g_assert_nonnull (strstr (told, "missing"));

  path = (g_free (path), write_text (bytes, length - 100));
  told = (g_free (told), compare (path, NULL, TRY_MOST));
  g_assert_nonnull (strstr (told, "breaks off"));

  bytes[length - 300] ^= 0x55;
  path = (g_free (path), write_text (bytes, length));
  g_free (compare (path, NULL, TRY_USUAL));
  g_remove (path);
}

static void
cancel_cb (double fraction, const char *what, gpointer user_data)
{
  if (fraction > 0.3)
    g_cancellable_cancel (user_data);
}

static void
test_cancel (void)
{
  const EqpImportOptions options = { .block_bytes = 64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GString) text = make_text (&kinds[0], rand);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const EqpProgress progress = { cancel_cb, cancellable };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  while (text->len < 8 << 20)
    g_string_append_len (text, text->str, (gssize) text->len);
  path = write_text (text->str, text->len);
  g_assert_null (eqp_dataset_load (path, &options, &progress, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_remove (path);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-blocks-XXXXXX", NULL);
  g_assert_nonnull (folder);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = g_strconcat ("/core/table-blocks/", kinds[i].name, NULL);

      g_test_add_data_func (name, &kinds[i], test_kind);
    }
  g_test_add_func ("/core/table-blocks/damaged", test_damaged);
  g_test_add_func ("/core/table-blocks/wide", test_wide);
  g_test_add_func ("/core/table-blocks/encoded", test_encoded);
  g_test_add_func ("/core/table-blocks/packed", test_packed);
  g_test_add_func ("/core/table-blocks/cancel", test_cancel);
  result = g_test_run ();

  g_rmdir (folder);
  g_free (folder);
  return result;
}
