/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences with a number in them, from tables. */
#include "config.h"

#include "eqp-plural.h"
#include "eqp-sentence.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/**
 * eqp_plural_dup:
 * @one: what is said of one, marked with EQP_PLURAL()
 * @more: what is said of more
 * @count: how many there are
 *
 * Puts the number into the sentence by hand: a language may leave it out of a form, and no format comes from a table.
 *
 * Returns: (transfer full): the translated sentence: "14 cells are missing"
 */
char *
eqp_plural_dup (const char *one,
                const char *more,
                gint64      count)
{
  const char *format = g_dngettext (GETTEXT_PACKAGE, one, more, (gulong) count);
  g_autofree char *number = eqp_sentence_dup ("%" PRId64, count);
  g_auto (GStrv) parts = g_strsplit (format, "%" PRId64, 2);

  return parts[0] == NULL || parts[1] == NULL
             ? g_strdup (format)
             : g_strconcat (parts[0], number, parts[1], NULL);
}
