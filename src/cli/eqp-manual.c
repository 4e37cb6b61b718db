/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the manual's page about methods, for the build; never installed. */
#include "config.h"

#include <glib.h>
#include <stdio.h>

#include "eqp-method-page.h"

int
main (void)
{
  g_autofree char *page = eqp_methods_manual ();

  return fputs (page, stdout) < 0;
}
