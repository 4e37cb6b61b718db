/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a harness without libFuzzer, so that every test run tries the readers on damaged files: the corpus as it is, and
 * mutations of it from a fixed seed for some seconds (EQP_FUZZ_SECONDS, 2 by default). Long runs are for "run". */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-support.h"

#define LARGEST_INPUT 65536
#define MOST_RUNS 20000

/* A single input that takes longer hangs. */
#define INPUT_SECONDS 60

static GPtrArray *corpus; /* GBytes, in the order of their names */

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
load_corpus (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (FUZZ_CORPUS, 0, &error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);

  corpus = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (FUZZ_CORPUS, names->pdata[i], NULL);
      char *content;
      gsize length;

      g_assert_true (g_file_get_contents (path, &content, &length, &error));
      g_ptr_array_add (corpus, g_bytes_new_take (content, length));
    }
  g_assert_cmpint (corpus->len, >, 0);
}

static void
run (const guint8 *data, gsize size)
{
  /* In a block of its own, so that reading behind the end is found. */
  g_autofree guint8 *copy = g_memdup2 (data, size);

  alarm (INPUT_SECONDS);
  LLVMFuzzerTestOneInput (copy, size);
  alarm (0);
}

static gsize
pick (EqpRng *rng, gsize below)
{
  return below > 0 ? (gsize) eqp_rng_below (rng, below) : 0;
}

/* Numbers that sizes and counts go wrong at, in 1, 2, 4 or 8 bytes of either order. */
static void
put_number (EqpRng *rng, GByteArray *input)
{
  static const guint64 numbers[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
                                     G_GUINT64_CONSTANT (0x7fffffffffffffff), G_GUINT64_CONSTANT (0x8000000000000000), G_GUINT64_CONSTANT (0xffffffffffffffff) };
  guint64 number = numbers[pick (rng, G_N_ELEMENTS (numbers))];
  gsize bytes = (gsize) 1 << pick (rng, 4);
  gsize at = pick (rng, input->len);

  if (pick (rng, 2) == 0)
    number = GUINT64_SWAP_LE_BE (number) >> (64 - 8 * bytes);
  for (gsize i = 0; i < bytes && at + i < input->len; i++)
    input->data[at + i] = (guint8) (number >> (8 * i));
}

static void
put_text (EqpRng *rng, GByteArray *input)
{
  static const char *const texts[] = { ",", ";", "\t", " ", "\n", "\r", "\"", "'", "{", "}", ":", "#", "%", "?", "-", "e", ".", "1e999", "-0",
                                       "99999999999999999999", "4294967296", "nan", "inf", "@data\n", "\xef\xbb\xbf", "\xff\xfe", "../" };
  const char *text = texts[pick (rng, G_N_ELEMENTS (texts))];
  gsize at = pick (rng, input->len);

  for (gsize i = 0; text[i] != '\0' && at + i < input->len; i++)
    input->data[at + i] = (guint8) text[i];
}

/* A stretch of another file, or of this one, put in or over. */
static void
splice (EqpRng *rng, GByteArray *input)
{
  GBytes *other = g_ptr_array_index (corpus, pick (rng, corpus->len));
  gsize size = g_bytes_get_size (other), from = pick (rng, size), at = pick (rng, input->len);
  gsize length = 1 + pick (rng, 256), rest = input->len - at;

  length = MIN (length, size - from);
  if (pick (rng, 2) == 0)
    {
      g_byte_array_set_size (input, (guint) (input->len + length));
      memmove (input->data + at + length, input->data + at, rest);
    }
  else
    length = MIN (length, rest);
  memcpy (input->data + at, (const guint8 *) g_bytes_get_data (other, NULL) + from, length);
}

static void
mutate (EqpRng *rng, GByteArray *input)
{
  gsize at = pick (rng, input->len), length = 1 + pick (rng, 64);

  switch (pick (rng, 7))
    {
    case 0:
      input->data[at] ^= (guint8) (1 << pick (rng, 8));
      break;
    case 1:
      input->data[at] = (guint8) pick (rng, 256);
      break;
    case 2:
      put_number (rng, input);
      break;
    case 3:
      put_text (rng, input);
      break;
    case 4:
      g_byte_array_remove_range (input, (guint) at, (guint) MIN (input->len - at, length));
      break;
    case 5:
      if (pick (rng, 4) == 0)
        g_byte_array_set_size (input, (guint) at);
      break;
    default:
      splice (rng, input);
    }
}

static void
test_corpus (void)
{
  for (guint i = 0; i < corpus->len; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (g_ptr_array_index (corpus, i), &size);

      run (data, size);
    }
  run ((const guint8 *) "", 0);
}

static void
test_mutations (void)
{
  const char *given = g_getenv ("EQP_FUZZ_SECONDS");
  gint64 end = g_get_monotonic_time () + (gint64) ((given != NULL ? g_ascii_strtod (given, NULL) : 2.0) * G_USEC_PER_SEC);
  g_autoptr (GByteArray) input = g_byte_array_new ();
  EqpRng rng;
  int runs = 0;

  eqp_rng_init (&rng, 1, 0);
  for (; runs < MOST_RUNS && g_get_monotonic_time () < end; runs++)
    {
      gsize size, steps = 1 + pick (&rng, 6);
      const guint8 *data = g_bytes_get_data (g_ptr_array_index (corpus, pick (&rng, corpus->len)), &size);

      g_byte_array_set_size (input, 0);
      g_byte_array_append (input, data, (guint) MIN (size, LARGEST_INPUT));
      for (gsize i = 0; i < steps && input->len > 0; i++)
        mutate (&rng, input);
      run (input->data, MIN (input->len, LARGEST_INPUT));
    }
  g_test_message ("%d mutations", runs);
  g_assert_cmpint (runs, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  LLVMFuzzerInitialize (&argc, &argv);
  load_corpus ();
  g_test_add_func ("/fuzz/" FUZZ_NAME "/corpus", test_corpus);
  g_test_add_func ("/fuzz/" FUZZ_NAME "/mutations", test_mutations);
  return g_test_run ();
}
