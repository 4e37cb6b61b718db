/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "eqp-truth.h"

#include "base/eqp-memory.h"

#define PIXELS "P5 2 1 255\n\1\2"

typedef struct
{
  const char *name;
  const char *bytes; /* NULL: a link to the folder */
} Member;

static void
add_member (GByteArray *archive, const Member *member)
{
  static const char zeros[512] = "";
  gsize length = member->bytes != NULL ? strlen (member->bytes) : 0;
  char head[512] = "";
  guint sum = 0;

  g_strlcpy (head, member->name, 100);
  strcpy (head + 100, "0000644");
  strcpy (head + 108, "0000000");
  strcpy (head + 116, "0000000");
  g_snprintf (head + 124, 12, "%011o", (guint) length);
  strcpy (head + 136, "00000000000");
  memset (head + 148, ' ', 8);
  head[156] = member->bytes != NULL ? '0' : '2';
  strcpy (head + 157, member->bytes != NULL ? "" : ".");
  memcpy (head + 257, "ustar\0" "00", 8);
  for (int i = 0; i < 512; i++)
    sum += (guint8) head[i];
  g_snprintf (head + 148, 8, "%06o", sum);
  g_byte_array_append (archive, (const guint8 *) head, 512);
  if (length > 0)
    g_byte_array_append (archive, (const guint8 *) member->bytes, (guint) length);
  g_byte_array_append (archive, (const guint8 *) zeros, (guint) ((512 - length % 512) % 512));
}

static char *
write_tar (EqpTestFolder *fixture, const char *name, const Member *members, gsize n, gsize cut)
{
  g_autoptr (GByteArray) archive = g_byte_array_new ();
  guint8 end[1024] = { 0 };

  for (gsize i = 0; i < n; i++)
    add_member (archive, &members[i]);
  g_byte_array_append (archive, end, sizeof end);
  return eqp_test_write (fixture->folder, name, archive->data, archive->len - cut);
}

static const Member animals[] = {
  { "./set/my cat/10.PGM", PIXELS }, { "./set/my cat/9.pgm", PIXELS }, { "./set/H\xc3\xbcndin/1.pgm", PIXELS }, { "./set/H\xc3\xbcndin/2.pgm", PIXELS },
  { "./set/my cat/loop", NULL }, { "./set/my cat/Thumbs.db", "x" }, { "__MACOSX/set/my cat/._9.pgm", "x" }, { "./set/.git/3.pgm", PIXELS },
  { "./set/labels.csv", "a,b\n1,2\n" }, { "./set/my cat/9.pgm", "P5 2 1 255\n\7\7" },
};

static void
check_animals (EqpDataset *dataset)
{
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "H\xc3\xbcndin");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "my cat");
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 0, 0), ==, 1.0);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "images");
  g_assert_true (eqp_test_lists (dataset, "labels.csv: is no image"));
  g_assert_true (eqp_test_lists (dataset, ": is hidden"));
}

static void
test_classes (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = write_tar (fixture, "a.tar", animals, G_N_ELEMENTS (animals), 0);
  g_autofree char *packed = eqp_test_gzip (fixture->folder, "b.tar.gz", path);
  g_autoptr (EqpDataset) plain = eqp_test_load (path, NULL);
  g_autoptr (EqpDataset) dataset = eqp_test_load (packed, NULL);

  check_animals (plain);
  check_animals (dataset);
}

/* Paths that lead out of the archive are names. */
static void
test_paths (EqpTestFolder *fixture, gconstpointer data)
{
  static const Member members[] = {
    { "../../a/1.pgm", PIXELS }, { "/a/2.pgm", PIXELS }, { "b\\1.pgm", PIXELS }, { "b\\2.pgm", PIXELS },
  };
  g_autofree char *path = write_tar (fixture, "a.tar", members, G_N_ELEMENTS (members), 0);
  g_autoptr (EqpDataset) dataset = eqp_test_load (path, NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "a");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "b");
}

static void
test_one (EqpTestFolder *fixture, gconstpointer data)
{
  static const Member members[] = { { "a.pgm", PIXELS }, { "README", "text" } };
  g_autofree char *path = write_tar (fixture, "a.tar", members, G_N_ELEMENTS (members), 0);
  g_autoptr (EqpDataset) dataset = eqp_test_load (path, NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 1);
}

/* Pictures about the data do not make them images. */
static void
test_wrong (EqpTestFolder *fixture, gconstpointer data)
{
  static const Member mixed[] = { { "a.csv", "1,2\n3,4\n" }, { "plot.png", "x" } };
  static const Member fakes[] = { { "a/1.png", "x" }, { "b/2.png", "y" } };
  static const Member sizes[] = { { "a/1.pgm", PIXELS }, { "b/2.pgm", "P5 1 1 255\n\1" } };
  g_autofree char *two = write_tar (fixture, "a.tar", mixed, G_N_ELEMENTS (mixed), 0);
  g_autofree char *none = write_tar (fixture, "b.tar", fakes, G_N_ELEMENTS (fakes), 0);
  g_autofree char *cut = write_tar (fixture, "c.tar", animals, 2, 1024 + 600);
  g_autofree char *unlike = write_tar (fixture, "d.tar", sizes, G_N_ELEMENTS (sizes), 0);

  eqp_test_load_fails (two, NULL, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "choose one of them");
  eqp_test_load_fails (none, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "none of the 2 images can be read");
  eqp_test_load_fails (cut, NULL, EQP_ERROR, EQP_ERROR_PARSE, "damaged or incomplete");
  eqp_test_load_fails (unlike, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "choose a common size");
}

/* What unpacks to more than memory is refused. */
static void
test_bomb (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) long_text = g_string_new ("P5 2000 2000 255\n");
  Member members[] = { { "a/1.pgm", NULL }, { "b/2.pgm", PIXELS } };
  g_autofree char *path = NULL;

  while (long_text->len < 4000000)
    g_string_append (long_text, "0123456789012345678901234567890123456789");
  members[0].bytes = long_text->str;
  path = write_tar (fixture, "a.tar", members, G_N_ELEMENTS (members), 0);
  _eqp_set_free_memory (2000000);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "“a/1.pgm” in the archive has more bytes than can be read at once");
  _eqp_set_free_memory (0);
}

#define ADD(name, func) g_test_add ("/core/reader-images-archive/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, func, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("classes", test_classes);
  ADD ("paths", test_paths);
  ADD ("one", test_one);
  ADD ("wrong", test_wrong);
  ADD ("bomb", test_bomb);
  return g_test_run ();
}
