/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window program: locale, application, run. */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "window/eqp-application.h"

int
main (int   argc,
      char *argv[])
{
  g_autoptr (EqpApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, EQP_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = eqp_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
