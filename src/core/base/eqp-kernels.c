/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the inner loops that fit this processor. */
#include "config.h"

#include "eqp-kernels.h"

#include "eqp-cpu.h"

/**
 * _eqp_kernels_get:
 *
 * Returns: the fastest kernels this processor runs, see eqp_cpu_get()
 */
const EqpKernels *
_eqp_kernels_get (void)
{
#ifdef HAVE_X86_KERNELS
  static const EqpKernels *const kernels[] = { [EQP_CPU_GENERIC] = &_eqp_kernels_generic,
                                               [EQP_CPU_AVX2] = &_eqp_kernels_avx2,
                                               [EQP_CPU_AVX512] = &_eqp_kernels_avx512 };

  return kernels[eqp_cpu_get ()];
#else
  return &_eqp_kernels_generic;
#endif
}

/**
 * _eqp_kernels_get_coarse:
 *
 * Returns: (nullable): kernels for 16-bit products, where the processor has them
 */
const EqpCoarseKernels *
_eqp_kernels_get_coarse (void)
{
#ifdef HAVE_X86_KERNELS
  if (eqp_cpu_has_vnni ())
    return &_eqp_kernels_vnni;
#endif
  return NULL;
}
