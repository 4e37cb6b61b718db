/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A libFuzzer harness for the whole way of a file: packed or not, told apart, read with import options, with a second file
 * beside it. The input begins with a line such as "name=input.data beside=input.names labels=last"; then comes the file,
 * and behind a line of five equal signs the second one. */
#include "config.h"

#include "fuzz-support.h"

#include <string.h>
#include <unistd.h>

#include "import/eqp-import.h"

#define MOST_OPTION_BYTES 200

static const char mark[] = "\n=====\n";

/* Only names that other files are looked for by. */
static const char *
known_name (const char *name)
{
  static const char *const names[] = { "input.csv", "input.data", "input.txt", "input.arff", "input.names", "input-gt.pa", "input.pa", "input.labels" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0)
      return names[i];
  return NULL;
}

static void
take_options (const guint8 *data, gsize length, EqpImportOptions *options, const char **name, const char **beside)
{
  g_autofree char *line = g_strndup ((const char *) data, length);
  g_autofree char *valid = g_utf8_make_valid (line, -1);
  g_auto (GStrv) words = g_strsplit (valid, " ", 12);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *value = strchr (words[i], '=');
      g_autoptr (GError) error = NULL;

      if (value == NULL)
        continue;
      *value++ = '\0';
      if (strcmp (words[i], "name") == 0)
        *name = known_name (value) != NULL ? known_name (value) : *name;
      else if (strcmp (words[i], "beside") == 0)
        *beside = known_name (value);
      else if (strcmp (words[i], "rows") == 0)
        options->max_rows = g_ascii_strtoll (value, NULL, 10) & 0xffff;
      else if (!eqp_import_options_set (options, words[i], value, &error))
        g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  const guint8 *end = size > 0 ? memchr (data, '\n', MIN (size, MOST_OPTION_BYTES)) : NULL, *second;
  const char *name = "input.csv", *beside = NULL;
  g_autofree char *path = NULL, *beside_path = NULL;
  EqpImportOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  gsize rest;

  if (end == NULL)
    return 0;
  take_options (data, (gsize) (end - data), &options, &name, &beside);
  end++;
  rest = size - (gsize) (end - data);
  second = beside != NULL && strcmp (name, beside) != 0 ? memmem (end, rest, mark, strlen (mark)) : NULL;
  if (second != NULL)
    {
      const guint8 *text = second + strlen (mark);

      beside_path = fuzz_write (beside, text, (gsize) (data + size - text));
      rest = (gsize) (second + 1 - end);
    }
  path = fuzz_write (name, end, rest);
  dataset = eqp_dataset_load (path, &options, NULL, NULL, &error);
  fuzz_check (dataset, error);
  unlink (path);
  if (beside_path != NULL)
    unlink (beside_path);
  return 0;
}
