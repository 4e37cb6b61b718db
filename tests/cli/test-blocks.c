/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-cli-blocks.h"
#include "eqp-cli-live.h"
#include "eqp-cli-output.h"

#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void
assert_bar (double      share,
            int         width,
            gboolean    utf8,
            const char *expected)
{
  g_autofree char *bar = eqp_blocks_bar (share, width, utf8);

  g_assert_cmpstr (bar, ==, expected);
}

static void
test_bar (void)
{
  assert_bar (0.0, 8, TRUE, "");
  assert_bar (1.0, 3, TRUE, "███");
  assert_bar (0.5, 3, TRUE, "█▌");
  assert_bar (1e-9, 3, TRUE, "▏"); /* a single row shows */
  assert_bar (7.0, 2, TRUE, "██");
  assert_bar (-1.0, 2, TRUE, "");
  assert_bar (NAN, 2, TRUE, "");
  assert_bar (0.5, 4, FALSE, "##");
  assert_bar (1e-9, 4, FALSE, "#");
}

static void
test_sparkline (void)
{
  const double down[] = { 4.0, 3.0, 2.0, 1.0, 0.0 }, flat[] = { 2.0, 2.0 }, gap[] = { 1.0, NAN, INFINITY, 0.0 };
  const double wide[] = { -1.7e308, 1.7e308 };
  g_autofree char *a = eqp_blocks_sparkline (5, down, 10, TRUE);
  g_autofree char *b = eqp_blocks_sparkline (5, down, 2, TRUE);
  g_autofree char *c = eqp_blocks_sparkline (2, flat, 10, TRUE);
  g_autofree char *d = eqp_blocks_sparkline (4, gap, 10, FALSE);
  g_autofree char *e = eqp_blocks_sparkline (2, wide, 10, FALSE);
  g_autofree char *f = eqp_blocks_sparkline (0, NULL, 10, TRUE);

  g_assert_cmpstr (a, ==, "█▆▄▂▁");
  g_assert_cmpstr (b, ==, "█▁"); /* the right end is the last value */
  g_assert_cmpstr (c, ==, "▁▁");
  g_assert_cmpstr (d, ==, "#  _");
  g_assert_cmpstr (e, ==, "_#");
  g_assert_cmpstr (f, ==, "");
}

static void
test_width (void)
{
  g_assert_cmpint (eqp_text_width ("abc"), ==, 3);
  g_assert_cmpint (eqp_text_width ("█▌"), ==, 2);
  g_assert_cmpint (eqp_text_width ("漢字"), ==, 4);
  g_assert_cmpint (eqp_text_width ("e\xcc\x81"), ==, 1);
  g_assert_cmpint (eqp_text_width ("\033[34mab\033[0m"), ==, 2);
  g_assert_cmpint (eqp_text_width ("ab\033[34"), ==, 2);
}

/* Names from files must not move the cursor. */
static void
test_clean (void)
{
  g_autofree char *clean = eqp_output_clean ("a\033[2Jb\xff\n\tc");

  g_assert_cmpstr (clean, ==, "a\357\277\275[2Jb\357\277\275  c");
}

static void
test_sizes (void)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const gint64 sizes[] = { 8, 4, 0, 7, 2 };
  EqpOutput output = { .fd = -1, .utf8 = TRUE };

  eqp_sizes_lines (lines, &output, 5, sizes, 28, 3);
  g_assert_cmpuint (lines->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (lines, 0), ==, "     0         8 ████████");
  g_assert_cmpstr (g_ptr_array_index (lines, 1), ==, "     1         4 ████");
  g_assert_nonnull (strstr (g_ptr_array_index (lines, 2), "3 more clusters of 0 to 7 rows"));

  g_ptr_array_set_size (lines, 0);
  eqp_sizes_lines (lines, &output, 5, sizes, 28, 5);
  g_assert_cmpuint (lines->len, ==, 5);
}

/* What is drawn is taken back line by line, also when the window has become narrower and lines were wrapped. */
static void
test_live_takes_back (void)
{
  const double trace[] = { 3.0, 2.0, 1.0 };
  const gint64 sizes[] = { 2, 1 };
  const EqpLiveView view = { "title", "status", NULL, 3, trace, 2, sizes };
  g_auto (EqpLive) live = { 0 };
  EqpOutput output = { .utf8 = TRUE };
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  int fd = g_file_open_tmp ("eqp-live-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  output.fd = fd;
  eqp_live_init (&live, &output);
  g_setenv ("COLUMNS", "60", TRUE);
  eqp_live_draw (&live, &view);
  g_setenv ("COLUMNS", "30", TRUE);
  eqp_live_erase (&live);
  close (fd);

  g_file_get_contents (path, &text, NULL, NULL);
  unlink (path);
  /* title, curve, status, and two bars that take two lines each now */
  g_assert_true (g_str_has_prefix (text, "title\n█▄▁\nstatus\n     0         2 █"));
  g_assert_nonnull (strstr (text, "\r\033[7A\033[J"));
}

/* How many lines are drawn on a terminal of so many. */
static guint
count_drawn (gushort rows)
{
  const double trace[] = { 3.0, 2.0, 1.0 };
  const gint64 sizes[] = { 2, 1, 1, 1 };
  const EqpLiveView view = { "title", "status", NULL, 3, trace, 4, sizes };
  const struct winsize size = { .ws_row = rows, .ws_col = 60 };
  g_auto (EqpLive) live = { 0 };
  EqpOutput output = { .utf8 = TRUE, .terminal = TRUE };
  int master = posix_openpt (O_RDWR | O_NOCTTY);
  char text[4096];
  gssize length;
  guint lines = 0;

  g_assert_cmpint (grantpt (master), ==, 0);
  g_assert_cmpint (unlockpt (master), ==, 0);
  output.fd = open (ptsname (master), O_RDWR | O_NOCTTY);
  g_assert_cmpint (output.fd, >=, 0);
  g_assert_cmpint (ioctl (output.fd, TIOCSWINSZ, &size), ==, 0);
  eqp_live_init (&live, &output);
  eqp_live_draw (&live, &view);
  length = read (master, text, sizeof text);
  for (gssize i = 0; i < length; i++)
    lines += text[i] == '\n';
  close (output.fd);
  close (master);
  return lines;
}

/* Sizes are drawn from two lines of room on; what is drawn leaves two lines. */
static void
test_live_room (void)
{
  int terminal = posix_openpt (O_RDWR | O_NOCTTY);

  if (terminal < 0)
    {
      g_test_skip ("this system makes no pseudo-terminals");
      return;
    }
  close (terminal);
  g_assert_cmpuint (count_drawn (6), ==, 3);
  g_assert_cmpuint (count_drawn (7), ==, 5);
  g_assert_cmpuint (count_drawn (8), ==, 6);
  g_assert_cmpuint (count_drawn (20), ==, 7);
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/blocks/bar", test_bar);
  g_test_add_func ("/cli/blocks/sparkline", test_sparkline);
  g_test_add_func ("/cli/blocks/width", test_width);
  g_test_add_func ("/cli/blocks/clean", test_clean);
  g_test_add_func ("/cli/blocks/sizes", test_sizes);
  g_test_add_func ("/cli/blocks/live-takes-back", test_live_takes_back);
  g_test_add_func ("/cli/blocks/live-room", test_live_room);
  return g_test_run ();
}
