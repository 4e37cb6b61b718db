/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language that the program speaks. */
#include "config.h"

#include "eqp-locale.h"

#include <glib/gi18n.h>
#include <locale.h>

/**
 * eqp_locale_init:
 *
 * Takes up language and region of the user. The environment variable EQP_LOCALEDIR names another folder of catalogs,
 * to see a translation before it is installed. To be called first of all, while there is one thread.
 */
void
eqp_locale_init (void)
{
  const char *folder = g_getenv ("EQP_LOCALEDIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL ? folder : EQP_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
