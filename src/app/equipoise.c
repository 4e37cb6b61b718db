/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window program: locale, application, run. */
#include "config.h"

#include "eqp-locale.h"
#include "window/eqp-application.h"

int
main (int   argc,
      char *argv[])
{
  g_autoptr (EqpApplication) application = NULL;

  eqp_locale_init ();
  application = eqp_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
