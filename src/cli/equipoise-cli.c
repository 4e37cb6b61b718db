/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main (), so that tests can link all the rest, and what has to come before the libraries start. */
#include "config.h"

#include "eqp-cli.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)

#define MOST_VARIABLES 4096
#define BLAS_START (132 << 20) /* a block of 128 MB, and tables */
#define ONE_BLAS "OPENBLAS_NUM_THREADS=1"
#define ONE_ARENA "MALLOC_ARENA_MAX=1"

#if EQP_BLAS_STARTS_WITH_BLOCK

/* OpenBLAS asks for its first block for ever where there is none, and later versions than Debian 12's do while they
 * are loaded. No library is there yet to translate the sentence. */
static void
check_start (void)
{
  static const char *const sentence = N_ ("There is no memory for products of matrices, which take 132 MB; raise the "
                                          "limit of the address space (ulimit -v).");
  const struct iovec parts[] = { { (void *) "equipoise-cli: ", strlen ("equipoise-cli: ") },
                                 { (void *) sentence, strlen (sentence) },
                                 { (void *) "\n", 1 } };
  void *block = mmap (NULL, BLAS_START, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (block == MAP_FAILED)
    {
      ssize_t written = writev (STDERR_FILENO, parts, G_N_ELEMENTS (parts));

      (void) written;
      _exit (EQP_EXIT_FAILED);
    }
  munmap (block, BLAS_START);
}

#endif

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
#if EQP_BLAS_STARTS_WITH_BLOCK
  check_start ();
#endif
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
