/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the inner loops of the neighbor search that fit this processor. */
#include "config.h"

#include "eqp-pairs.h"

#include "base/eqp-cpu.h"

/**
 * _eqp_pairs_get:
 *
 * Returns: the fastest loops this processor runs, see eqp_cpu_get()
 */
const EqpPairKernels *
_eqp_pairs_get (void)
{
#ifdef HAVE_X86_KERNELS
  static const EqpPairKernels * const kernels[] = {
    [EQP_CPU_GENERIC] = &_eqp_pairs_generic, [EQP_CPU_AVX2] = &_eqp_pairs_avx2, [EQP_CPU_AVX512] = &_eqp_pairs_avx512
  };

  return kernels[eqp_cpu_get ()];
#else
  return &_eqp_pairs_generic;
#endif
}
