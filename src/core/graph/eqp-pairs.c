/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the inner loops of the neighbor search that fit this processor. */
#include "config.h"

#include "eqp-pairs.h"

/**
 * _eqp_pairs_get:
 *
 * Returns: the fastest loops this processor runs; EQUIPOISE_ISA=generic|avx2|avx512 in the environment asks for others,
 *   for tests that compare them
 */
const EqpPairKernels *
_eqp_pairs_get (void)
{
  static const EqpPairKernels *chosen;

  if (g_once_init_enter (&chosen))
    {
      const EqpPairKernels *kernels = &_eqp_pairs_generic;

#ifdef HAVE_X86_KERNELS
      const char *wish = g_getenv ("EQUIPOISE_ISA");
      gboolean avx2 = __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
      gboolean avx512 = avx2 && __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") &&
                        __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl");

      if (avx512 && (wish == NULL || g_str_equal (wish, "avx512")))
        kernels = &_eqp_pairs_avx512;
      else if (avx2 && (wish == NULL || !g_str_equal (wish, "generic")))
        kernels = &_eqp_pairs_avx2;
#endif
      g_once_init_leave (&chosen, kernels);
    }

  return chosen;
}
