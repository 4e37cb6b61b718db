/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main (), so that tests can link all the rest, and what has to come before the libraries start. */
#include "config.h"

#include "eqp-cli.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)

#define MOST_VARIABLES 4096
#define ONE_BLAS "OPENBLAS_NUM_THREADS=1"
#define ONE_ARENA "MALLOC_ARENA_MAX=1"

/* Where the address space is limited, OpenBLAS starts threads while it is loaded, ends the program when it gets none
 * and waits for them at the end; and malloc keeps 64 MB for each thread. Both can only be told otherwise by the
 * environment, before. This runs ahead of all libraries: nothing but system calls. */
static void
hold_libraries (int argc, char **argv, char **environment)
{
  char *held[MOST_VARIABLES + 3];
  struct rlimit limit;
  int count = 0;

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return;
  for (; environment[count] != NULL; count++)
    {
      if (count == MOST_VARIABLES || strncmp (environment[count], ONE_BLAS, sizeof ONE_BLAS - 2) == 0)
        return;
      held[count] = environment[count];
    }
  held[count++] = (char *) ONE_BLAS;
  held[count++] = (char *) ONE_ARENA;
  held[count] = NULL;
  execve ("/proc/self/exe", argv, held);
}

__attribute__ ((section (".preinit_array"), used)) static void (*const before_libraries) (int, char **, char **) =
    hold_libraries;

#endif

int
main (int    argc,
      char **argv)
{
  return eqp_cli_main (argc, argv);
}
