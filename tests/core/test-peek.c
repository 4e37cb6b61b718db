/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first lines of files as they stand there: text of several encodings and packed text, and nothing of what is no text. */
#include "config.h"

#include "eqp-test.h"

#include <glib/gstdio.h>

static const struct
{
  const char *name;
  const char *bytes;
  gsize       length;
  const char *encoding;
  const char *shown;
} files[] = {
  { "lines", "a,b\n1,2\r\n3,4\r5,6\n", 16, NULL, "a,b\n1,2\n3,4" },
  { "mark", "\xef\xbb\xbf" "a;b\n1;2", 10, NULL, "a;b\n1;2" },
  { "western", "gr\xf6\xdf" "e;preis\n1;2\n", 15, NULL, "größe;preis\n1;2" },
  { "chosen", "gr\xf6\xdf" "e;preis\n1;2\n", 15, "ISO-8859-5", "grіпe;preis\n1;2" },
  { "utf-16", "\xff\xfe" "a\0;\0b\0\n\0" "1\0;\0" "2\0", 16, NULL, "a;b\n1;2" },
  { "cut-character", "x\n\xe2\x82", 4, NULL, "x\n\xef\xbf\xbd\xef\xbf\xbd" },
  { "binary", "\x93NUMPY\1\0v\0{}", 12, NULL, NULL },
  { "controls", "PK\3\4abc\n", 8, NULL, NULL },
  { "empty", "", 0, NULL, NULL },
};

static void
test_lines (void)
{
  g_autofree char *folder = g_dir_make_tmp ("eqp-peek-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      EqpImportOptions options = { .encoding = files[i].encoding };
      g_autofree char *text = NULL;

      g_test_message ("%s", files[i].name);
      g_assert_true (g_file_set_contents (path, files[i].bytes, (gssize) files[i].length, NULL));
      text = eqp_peek_text (path, &options, 3, NULL);
      g_assert_cmpstr (text, ==, files[i].shown);
    }
  g_assert_null (eqp_peek_text (folder, NULL, 3, NULL));
  g_remove (path);
  g_assert_null (eqp_peek_text (path, NULL, 3, NULL));
  g_rmdir (folder);
}

static void
test_long (void)
{
  g_autofree char *folder = g_dir_make_tmp ("eqp-peek-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t", NULL);
  g_autofree char *line = g_strnfill (200000, '7');
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (path, line, -1, NULL));
  text = eqp_peek_text (path, NULL, 3, NULL);
  g_assert_cmpint (g_utf8_strlen (text, -1), ==, 1001);
  g_assert_true (g_str_has_suffix (text, "…"));
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/peek/lines", test_lines);
  g_test_add_func ("/core/peek/long", test_long);
  return g_test_run ();
}
