/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For tables: what is said of one and of more, with PRId64 for the number, which the first may leave out. Marks both
 * for the catalog of translations. */
#define EQP_PLURAL(one, more) one, more

/* Where the number is known at once: ngettext () of this library. */
#define eqp_ngettext(one, more, count) g_dngettext (GETTEXT_PACKAGE, one, more, (gulong) (count))

char *eqp_plural_dup (const char *one,
                      const char *more,
                      gint64      count) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
