/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing but main (), so that tests can link all the rest. */
#include "config.h"

#include "eqp-cli.h"

int
main (int    argc,
      char **argv)
{
  return eqp_cli_main (argc, argv);
}
