/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a file for people: a cell may be a page long. */
#include "config.h"

#include "eqp-short-name.h"

#define MOST_CHARACTERS 40

/**
 * eqp_short_name:
 * @text: UTF-8
 *
 * Returns: (transfer full): it in one line, cut at 40 characters with an ellipsis
 */
char *
eqp_short_name (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *start = g_utf8_substring (text, 0, MIN (MOST_CHARACTERS, length));
  char *name = length > MOST_CHARACTERS ? g_strconcat (g_strchomp (start), "…", NULL) : g_strdup (start);

  return g_strdelimit (name, "\r\n", ' ');
}
